"""Times as people type them."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.flows.tournaments.times import parse_time

NOW = datetime(2026, 11, 21, 20, 15, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("typed", "moment"),
    [
        ("in 30 min", NOW + timedelta(minutes=30)),
        ("30m", NOW + timedelta(minutes=30)),
        ("In 1 h 30 minutes", NOW + timedelta(minutes=90)),
        ("2h30m", NOW + timedelta(minutes=150)),
        ("1 day and 2 hours", NOW + timedelta(hours=26)),
        ("in 2 weeks", NOW + timedelta(days=14)),
        ("20:30", NOW.replace(minute=30, second=0)),
        ("20:15", NOW.replace(day=22, second=0)),
        ("8:05", NOW.replace(day=22, hour=8, minute=5, second=0)),
        ("tomorrow 20:30", NOW.replace(day=22, minute=30, second=0)),
        ("21:30 +2", NOW.replace(day=22, hour=19, minute=30, second=0)),
        ("02:00 +5:30", NOW.replace(hour=20, minute=30, second=0)),
        ("16:00 UTC-5", NOW.replace(hour=21, minute=0, second=0)),
        ("20:30 utc", NOW.replace(minute=30, second=0)),
        ("2026-12-31 20:30", datetime(2026, 12, 31, 20, 30, tzinfo=UTC)),
        ("2026-12-31T20:30:00Z", datetime(2026, 12, 31, 20, 30, tzinfo=UTC)),
        ("2026-12-31T20:30+01:00", datetime(2026, 12, 31, 19, 30, tzinfo=UTC)),
        ("<t:1798749000:F>", datetime.fromtimestamp(1798749000, UTC)),
    ],
)
def test_what_is_understood(typed: str, moment: datetime) -> None:
    found = parse_time(typed, NOW)
    assert found is not None
    assert found.utcoffset() == timedelta()
    assert found == moment


NO_MOMENTS = ["", "soon", "in", "in 30", "30 miles", "25:00", "20:61", "20.30", "today", "2026-02-30 10:00"]
OUT_OF_TIME = ["20:30 +25", "1" * 90 + " min", " ".join(["99999 weeks"] * 5), "9999-12-31 23:59 -23:00"]


@pytest.mark.parametrize("typed", [*NO_MOMENTS, *OUT_OF_TIME, "2026-12-31", "-5 min", "in 5 min or so"])
def test_what_is_not(typed: str) -> None:
    assert parse_time(typed, NOW) is None


@given(st.text(alphabet="in 0123456789:+-tzutcmhdw<>", max_size=40) | st.text(max_size=60))
def test_anything_may_be_typed(typed: str) -> None:
    found = parse_time(typed, NOW)
    assert found is None or found.utcoffset() == timedelta()
