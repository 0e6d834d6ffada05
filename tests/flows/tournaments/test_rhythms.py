"""Rhythms of tournaments, as people type them."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.codes import Day
from bot.flows.tournaments.form import typed_rhythm
from bot.service.tournaments.rhythm import Hourly, Rhythm, Weekly, parse_rhythm
from bot.text import tournaments
from bot.text.refusals import UserError

ZONE = "Asia/Kolkata"
MON, TUE, WED, THU, FRI, SAT, SUN = Day


def on(*days: Day) -> Weekly:
    return Weekly(frozenset(days), ZONE)


@pytest.mark.parametrize(
    ("typed", "rhythm"),
    [
        ("every 6 hours", Hourly(6)),
        ("6h", Hourly(6)),
        ("6 H", Hourly(6)),
        ("every hour", Hourly(1)),
        ("Hourly", Hourly(1)),
        ("168 hrs", Hourly(168)),
        ("daily", on(*Day)),
        ("Every day", on(*Day)),
        ("weekdays", on(MON, TUE, WED, THU, FRI)),
        ("weekend", on(SAT, SUN)),
        ("on Mondays, Wednesdays and Fridays", on(MON, WED, FRI)),
        ("mon wed fri", on(MON, WED, FRI)),
        ("tues thurs", on(TUE, THU)),
        ("su", on(SUN)),
        ("weekend wed", on(WED, SAT, SUN)),
        ("Monday to Friday", on(MON, TUE, WED, THU, FRI)),
        ("from tue through thu", on(TUE, WED, THU)),
        ("mon-fri", on(MON, TUE, WED, THU, FRI)),
        ("mon – wed, fri", on(MON, TUE, WED, FRI)),
        ("fri-mon", on(MON, FRI, SAT, SUN)),
        ("on weekdays", on(MON, TUE, WED, THU, FRI)),
        ("every six hours", Hourly(6)),
        ("twelve hours", Hourly(12)),
    ],
)
def test_what_people_type(typed: str, rhythm: Rhythm) -> None:
    assert typed_rhythm(typed, ZONE) == rhythm


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "every",
        "0 hours",
        "169 h",
        "-2h",
        "1.5h",
        "m",
        "t",
        "someday",
        "mon xyz",
        "hours days",
        "2 days",
        "`",
        "mon-",
        "t-fri",
        "mon-wed-fri",
        "mon-daily",
        "to",
    ],
)
def test_what_does_not_say_how_often_is_refused_with_what_can_be_typed(typed: str) -> None:
    with pytest.raises(UserError, match=r"every 6 hours.*mon wed fri"):
        typed_rhythm(typed, ZONE)


@given(st.text())
def test_any_text_is_read_or_refused(typed: str) -> None:
    with suppress(UserError):
        rhythm = typed_rhythm(typed, ZONE)
        assert parse_rhythm(str(rhythm)) == rhythm
    refusal = tournaments.bad_rhythm(typed)
    assert len(refusal) < 250
    assert refusal.isprintable()
