"""Times as people type them."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

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
        ("in two hours", NOW + timedelta(hours=2)),
        ("in an hour", NOW + timedelta(hours=1)),
        ("in half an hour", NOW + timedelta(minutes=30)),
        ("in 1.5 hours", NOW + timedelta(minutes=90)),
        ("9pm", NOW.replace(hour=21, minute=0, second=0)),
        ("at 8 PM", NOW.replace(day=22, hour=20, minute=0, second=0)),
        ("tomorrow 8 p.m.", NOW.replace(day=22, hour=20, minute=0, second=0)),
        ("8.30 P. M. tmrw", NOW.replace(day=22, hour=20, minute=30, second=0)),
        ("tmrw 8pm", NOW.replace(day=22, hour=20, minute=0, second=0)),
        ("in 10 minutes.", NOW + timedelta(minutes=10)),
        ("31 dec. 8pm.", datetime(2026, 12, 31, 20, tzinfo=UTC)),
        ("in 20h", NOW + timedelta(hours=20)),
        ("8.30pm", NOW.replace(hour=20, minute=30, second=0)),
        ("12am", NOW.replace(day=22, hour=0, minute=0, second=0)),
        ("tomorrow 8pm", NOW.replace(day=22, hour=20, minute=0, second=0)),
        ("8pm tomorrow", NOW.replace(day=22, hour=20, minute=0, second=0)),
        ("tomorrow, at noon", NOW.replace(day=22, hour=12, minute=0, second=0)),
        ("tonight at 9pm", NOW.replace(hour=21, minute=0, second=0)),
        ("saturday 9pm", NOW.replace(hour=21, minute=0, second=0)),  # it is Saturday
        ("Saturday 8pm", NOW.replace(day=28, hour=20, minute=0, second=0)),
        ("next saturday 9pm", NOW.replace(day=28, hour=21, minute=0, second=0)),
        ("this fri at 20:30", NOW.replace(day=27, hour=20, minute=30, second=0)),
        ("20:30 on tues", NOW.replace(day=24, hour=20, minute=30, second=0)),
        ("31 dec 20:30", datetime(2026, 12, 31, 20, 30, tzinfo=UTC)),
        ("december 31st, 8pm", datetime(2026, 12, 31, 20, tzinfo=UTC)),
        ("3 feb 8pm", datetime(2027, 2, 3, 20, tzinfo=UTC)),
        ("31/12 8pm", datetime(2026, 12, 31, 20, tzinfo=UTC)),
        ("31.12.2026 8pm", datetime(2026, 12, 31, 20, tzinfo=UTC)),
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


SEVERAL = [
    "1/2 8pm",
    "20h",
    "8 h",
    "8pm 9pm",
    "8pm IST",
    "20:30 CET",
    "friday",
    "8",
    "8 30",
    "may 8pm",
    "31 8pm",
    "13pm",
    "0am",
]


@pytest.mark.parametrize("typed", [*SEVERAL, "8pm banana", "31 feb 8pm", "friday 13 8pm", "8pm 2026", "10:00 11:00"])
def test_what_could_be_several_moments_is_none(typed: str) -> None:
    assert parse_time(typed, NOW) is None


@pytest.mark.parametrize(
    ("typed", "moment"),
    [
        ("tomorrow 8pm", datetime(2026, 11, 23, 14, 30, tzinfo=UTC)),  # there it is the 22nd already
        ("2:00", datetime(2026, 11, 21, 20, 30, tzinfo=UTC)),
        ("1:00", datetime(2026, 11, 22, 19, 30, tzinfo=UTC)),
        ("sunday 8pm", datetime(2026, 11, 22, 14, 30, tzinfo=UTC)),
        ("2026-12-31 20:30", datetime(2026, 12, 31, 15, tzinfo=UTC)),
        ("20:30 utc", datetime(2026, 11, 21, 20, 30, tzinfo=UTC)),
        ("in 2 hours", NOW + timedelta(hours=2)),
        ("<t:1798749000:F>", datetime.fromtimestamp(1798749000, UTC)),
    ],
)
def test_times_are_those_of_the_zone(typed: str, moment: datetime) -> None:
    assert parse_time(typed, NOW.astimezone(ZoneInfo("Asia/Kolkata"))) == moment


def test_the_clock_that_holds_then_is_meant() -> None:
    before = datetime(2026, 10, 20, tzinfo=UTC).astimezone(ZoneInfo("Europe/Berlin"))
    assert parse_time("24 oct 20:00", before) == datetime(2026, 10, 24, 18, tzinfo=UTC)
    assert parse_time("26 oct 20:00", before) == datetime(2026, 10, 26, 19, tzinfo=UTC)


def test_what_lies_in_the_past_is_read_as_such() -> None:
    assert parse_time("today 8:00", NOW) == NOW.replace(hour=8, minute=0, second=0)
    assert parse_time("2020-01-01 10:00", NOW) == datetime(2020, 1, 1, 10, tzinfo=UTC)


MEANT = ("in", "at", "on", "next", "mon", "friday", "31", "dec", "2026", "8pm", "20:30", "/", "-", "0", "noon", "utc")
WORDS = st.lists(st.sampled_from(MEANT))


@given(st.text(alphabet="in 0123456789:+-tzutcmhdw<>", max_size=40) | st.text(max_size=60) | WORDS.map(" ".join))
def test_anything_may_be_typed(typed: str) -> None:
    for zone in (UTC, ZoneInfo("America/St_Johns")):
        found = parse_time(typed, NOW.astimezone(zone))
        assert found is None or found.utcoffset() == timedelta()
