"""The score sheet has room for any match and all of its content, in a picture and in words."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.indian.codes import IndianEnding
from bot.render.drawing.canvas import WIDTH
from bot.render.phrases import ALT_LIMIT
from bot.render.scores import standings
from bot.render.sheet import draw_sheet, lay_out
from bot.render.table import draw_table
from bot.render.words import alt_sheet, alt_show, alt_table
from bot.rummy.cards import Seat
from bot.rummy.match.match import Match, MatchEnd, Terms
from bot.rummy.outcome import Outcome, SeatStatus
from bot.rummy.view import Stage
from tests.render.scenes import (
    BEST_OF,
    DEALS,
    LONG_DEALS,
    LONG_POOL,
    NAMES,
    POOL,
    REJOINING,
    RULES,
    SPLIT,
    TIED,
    between,
    match_by,
    running,
)
from tests.render.test_hand import size_of

COURSES = ("points", "pool_101", "pool_201", "deals_2", "deals_3", "deals_6", "best_of_3")
WIDE = {Seat(i): "W" * 60 for i in range(6)}
MOST_DEALS = 60
MOST_BYTES = 40 * 1024
WAYS = (*[SeatStatus.IN] * 6, SeatStatus.DROPPED, SeatStatus.LAPSED, SeatStatus.WRONG)


def random_deal(match: Match, dice: Random) -> tuple[Match, Outcome]:
    """Return a deal with everything that may happen in one, and the match without the players who left in it."""
    playing = match.next_seats
    winner = dice.choice(playing)
    points, statuses = [0] * match.seats, [SeatStatus.ABSENT] * match.seats
    for seat in playing:
        statuses[seat] = SeatStatus.IN if seat == winner else dice.choice(WAYS)
        points[seat] = 0 if seat == winner else dice.randint(0, RULES.scoring.full_count)
    if len(playing) > 2 and dice.random() < 0.1:
        leaver = dice.choice([seat for seat in playing if seat != winner])
        statuses[leaver] = SeatStatus.LEFT
        match = match.leave(leaver, len(match.outcomes) + 1)
    if dice.random() < 0.1:
        void = [cost if status is SeatStatus.LEFT else 0 for cost, status in zip(points, statuses, strict=True)]
        return match, Outcome(IndianEnding.TIE, (), tuple(void), (), tuple(statuses))
    return match, Outcome(IndianEnding.DECLARED, (winner,), tuple(points), (), tuple(statuses))


def random_match(course: str, seats: int, deals: int, dice: Random) -> Match:
    """Return a match of at most that many deals; most players who are eliminated come back if they may."""
    match = Match.start(RULES, Terms.parse(course), seats)
    while not match.is_over and len(match.outcomes) < deals:
        match, outcome = random_deal(match, dice)
        match = match.after(outcome)
        for seat in match.just_out:
            if match.rejoin_total is not None and dice.random() < 0.7:
                match = match.rejoin(seat)
        if match.splits_itself:
            match = match.split(MatchEnd.AUTO_SPLIT)
        elif match.can_split and dice.random() < 0.05:
            match = match.split(MatchEnd.SPLIT)
    return match


matches = st.builds(
    random_match,
    st.sampled_from(COURSES),
    st.integers(2, 6),
    st.integers(1, MOST_DEALS),
    st.builds(Random, st.integers(0, 1 << 32)),
)


@settings(max_examples=60)
@given(matches)
def test_any_match_can_be_drawn_and_told(match: Match) -> None:
    view = between(match, offers=match.just_out if match.rejoin_total is not None else ())
    png = draw_sheet(view, WIDE)
    assert size_of(png)[0] == WIDTH
    assert len(png) <= MOST_BYTES
    assert size_of(draw_table(view, WIDE))[0] == WIDTH
    for words in (alt_sheet(view, WIDE), alt_table(view, WIDE)):
        assert len(words) <= ALT_LIMIT
        assert words.endswith(".")
    if not match.is_over:
        assert size_of(draw_table(running(match), WIDE))[0] == WIDTH


@settings(max_examples=200)
@given(matches)
def test_names_keep_room_however_many_deals(match: Match) -> None:
    sheet = lay_out(between(match), NAMES)
    assert sheet.names_end >= 200
    lefts = [right - column.width for right, column in zip(sheet.rights, sheet.columns, strict=True)]
    assert all(right < left for right, left in zip(sheet.rights, lefts[1:], strict=False))


@settings(max_examples=200)
@given(matches)
def test_the_deals_and_rejoins_make_the_totals(match: Match) -> None:
    start = Match.start(match.rules, match.terms, match.seats).totals
    stood = standings(match)[-1]
    assert tuple(a + b for a, b in zip(start, stood, strict=True)) == match.totals


def test_every_deal_bears_its_marks() -> None:
    cells = [
        [(cell.number, cell.mark, cell.note) for cell in column.cells] for column in lay_out(between(POOL), {}).columns
    ]
    assert cells[0] == [
        ("0", "", ""),
        ("20", "D", ""),
        ("32", "", ""),
        ("40", "M", ""),
        ("80", "W", ""),
        ("12", "", ""),
    ]
    assert cells[2][4:] == [("–", "", ""), ("52", "", "R63")]
    assert cells[3][3] == ("40", "L", "")


def test_early_deals_are_one_column() -> None:
    sheet = lay_out(between(LONG_POOL), {})
    heads = [column.head for column in sheet.columns]
    assert heads[0].startswith("1–")
    assert heads[-1] == "18"
    asha, *_, ravi = sheet.columns[0].cells
    assert asha.note == "3D W R68"
    assert ravi.note.endswith("R68")


def test_below_a_name_stands_how_near_its_end_is() -> None:
    assert lay_out(between(POOL), {}).notes == (
        "2 drops left",
        "3 drops left",
        "1 drop left",
        "left",
        "out",
        "0 drops left",
    )
    assert lay_out(between(REJOINING, offers=(Seat(5),)), {}).notes[4:] == ("out", "may rejoin")


@pytest.mark.parametrize(
    ("match", "begins"),
    [
        (POOL, "Pool 101 · after deal 5. Bartholomew the Magnificent of Nowhere: 40 points, 3 drops left, deals 20 "),
        (DEALS, "Deals rummy, 3 deals · ended after deal 4. Asha wins. Asha: stack 283, deals +52, −25, −4, +20."),
        (BEST_OF, "Best of three · ended after deal 4. Asha wins. Asha: 32 points, deals 0, 12, void, 20."),
        (
            SPLIT,
            "Pool 101 · ended after deal 4. Asha, Bartholomew the Magnificent of Nowhere and 🎉🎉🎉 share the pool.",
        ),
        (
            LONG_DEALS,
            "Deals rummy, 6 deals · after deal 5. 🎉🎉🎉: stack 836, deals −12, −20, +400, −8, −4. Asha: stack 648,",
        ),
    ],
)
def test_words_of_a_match(match: Match, begins: str) -> None:
    assert alt_sheet(between(match), NAMES).startswith(begins)


def test_words_tell_who_is_out_and_who_came_back() -> None:
    words = alt_sheet(between(POOL), NAMES)
    assert "𝓡𝓪𝓿𝓲 ★: 101 points, left the table, deals 40 (missed turns), 3, 18, 40 (left)." in words
    assert "\u2068محمد علي\u2069: 101 points, out since deal 2, deals 80 (declared wrongly), 21." in words
    assert "0 drops left, rejoined with 63 after deal 3, deals 12, 40 (dropped), 52, 8, 20 (dropped)." in words


def test_one_who_sits_out_a_tie_break_was_not_in() -> None:
    assert "🎉🎉🎉: stack 252, deals −12, −2, +26, not dealt in." in alt_sheet(between(DEALS), NAMES)


def test_long_matches_are_told_by_their_last_deal() -> None:
    deals = ["0 0 0 0 0 0"] * 30
    view = between(match_by("pool_201", *deals, "* 12 13 14 15 25D"))
    words = alt_sheet(view, WIDE)
    assert "25 points, 7 drops left, last deal 25 (dropped)." in words
    assert "void" not in words


def test_a_void_table_says_so() -> None:
    words = alt_sheet(between(POOL, stage=Stage.VOID), NAMES)
    assert words.startswith(
        "Pool 101 · ended without a result. Bartholomew the Magnificent of Nowhere: 40 points, deals"
    )
    assert "Asha: 57 points, deals 0" in words


def test_the_board_tells_totals_few_drops_left_and_who_is_out() -> None:
    words = alt_table(running(POOL), NAMES)
    assert words.startswith("Pool 101 · deal 6.")
    assert "Zoë́: to draw, total 91, 0 drops left." in words
    assert "𝓡𝓪𝓿𝓲 ★: left the table, total 101." in words
    assert "\u2068محمد علي\u2069: out of the match, total 101." in words
    assert "out, may rejoin" in alt_table(between(REJOINING, offers=(Seat(5),)), NAMES)
    assert "Asha: playing, dealer, stack 263." in alt_table(running(match_by("deals_3", *TIED)), NAMES)


def test_the_show_leaves_out_who_was_not_dealt_in() -> None:
    words = alt_show(between(POOL), NAMES)
    assert "Zoë́: dropped, 20 points." in words
    assert "محمد علي" not in words
