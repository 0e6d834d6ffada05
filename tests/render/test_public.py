"""Pictures for all show nothing that is hidden, and bear any name and number."""

from collections.abc import Callable, Mapping
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.indian.codes import IndianEnding
from bot.games.indian.rules import HAND_SIZE
from bot.render.drawing.canvas import WIDTH
from bot.render.phrases import ALT_LIMIT
from bot.render.sheet import draw_sheet
from bot.render.show import draw_show
from bot.render.table import draw_table
from bot.render.toss import draw_toss
from bot.render.words import alt_sheet, alt_show, alt_table, alt_toss
from bot.rummy.actions import DEALER, DealCards, Draw, Drop, PickDealer, Source, Toss
from bot.rummy.cards import CARDS, JOKER, Card, Seat, card_texts
from bot.rummy.ids import Player
from bot.rummy.match.match import Terms
from bot.rummy.outcome import Ending, Outcome, SeatStatus
from bot.rummy.rules import Start
from bot.rummy.table import Table
from bot.rummy.view import Stage, View
from tests.known import shipped
from tests.render.scenes import (
    DECLARED,
    DECLARED_SEATS,
    MIXED,
    NAMES,
    TIE,
    deal_view,
    finished,
    seat_view,
    shown,
    view_of,
)
from tests.render.test_hand import is_printable, size_of

PICTURES = (draw_table, draw_toss, draw_show, draw_sheet)
ALTS = (alt_table, alt_toss, alt_show, alt_sheet)
RULE_SETS = ("winzo", "circle", "circle_detailed", "toking", "romme")


def dealt(rules_id: str, players: int, seed: int, swap: int, course: str = "points") -> Table:
    """Return a table in its first deal; tables that differ in `swap` alone differ only in hidden cards."""
    rules = shipped(rules_id)
    fresh = Table.open(rules, Terms.parse(course), [Player(i + 1) for i in range(players)])
    random = Random(seed)
    toss = tuple(random.sample(CARDS, players))
    start = Toss(toss) if rules.start is Start.TOSS else PickDealer(Seat(0))
    seated = fresh.play(DEALER, start)
    chance = seated.chance()
    assert chance is not None
    return seated.play(DEALER, DealCards(_hidden_swapped(chance.items, players, random, swap)))


def table(rules_id: str, players: int, seed: int, swap: int) -> Table:
    """Return a table after the first draw."""
    fresh = dealt(rules_id, players, seed, swap)
    assert fresh.deal is not None
    return fresh.play(fresh.deal.turn, Draw(Source.CLOSED))


def waiting(players: int, swap: int) -> Table:
    """Return a pool that waits for its second deal, after all but one have dropped."""
    pool = dealt("circle", players, players, swap, "pool_101")
    while pool.stage is Stage.PLAYING:
        assert pool.deal is not None
        pool = pool.play(pool.deal.turn, Drop())
    return pool


def _hidden_swapped(pack: tuple[Card, ...], players: int, random: Random, swap: int) -> tuple[Card, ...]:
    """Return the pack shuffled; hands and closed deck shuffled once more by `swap`."""
    cards = random.sample(pack, len(pack))
    seen = HAND_SIZE * players
    hidden = cards[:seen] + cards[seen + 2 :]
    Random(swap).shuffle(hidden)
    return (*hidden[:seen], *cards[seen : seen + 2], *hidden[seen:])


@pytest.mark.parametrize("rules_id", RULE_SETS)
@pytest.mark.parametrize("players", [2, 4, 6])
def test_hidden_cards_change_no_public_picture(rules_id: str, players: int) -> None:
    one, other = (table(rules_id, players, players, swap) for swap in (1, 2))
    assert one.view(Seat(0)).deal != other.view(Seat(0)).deal
    for draw in (draw_table, draw_toss, draw_sheet):
        assert draw(one.view(None), NAMES) == draw(other.view(None), NAMES)
    for alt in (alt_table, alt_toss, alt_sheet):
        assert alt(one.view(None), NAMES) == alt(other.view(None), NAMES)


@pytest.mark.parametrize("players", [2, 4, 6])
def test_nor_do_they_between_deals(players: int) -> None:
    one, other = (waiting(players, swap) for swap in (1, 2))
    assert one.stage is Stage.BETWEEN
    assert one.deal != other.deal
    for seat in (None, *map(Seat, range(players))):
        for draw in PICTURES:
            assert draw(one.view(seat), NAMES) == draw(other.view(None), NAMES)
        for alt in ALTS:
            assert alt(one.view(seat), NAMES) == alt(other.view(None), NAMES)


def test_nor_do_they_when_a_players_own_view_is_drawn() -> None:
    drawn = table("circle", 3, 1, 1)
    public = draw_table(drawn.view(None), NAMES), alt_table(drawn.view(None), NAMES)
    for seat in map(Seat, range(3)):
        assert (draw_table(drawn.view(seat), NAMES), alt_table(drawn.view(seat), NAMES)) == public


def test_a_show_names_only_the_hands_laid_open() -> None:
    view = finished(DECLARED, DECLARED_SEATS)
    assert view.deal is not None
    held = view_of(deal_view(hand="AC AC", outcome=DECLARED, seats=DECLARED_SEATS), match=view.match)
    bare = view_of(deal_view(outcome=DECLARED, seats=DECLARED_SEATS), match=view.match)
    assert draw_show(held, NAMES) == draw_show(bare, NAMES)
    assert alt_show(held, NAMES) == alt_show(bare, NAMES)
    assert "A♣" not in alt_show(held, NAMES)


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("draw", PICTURES)
def test_any_number_of_seats(seats: int, draw: Callable[[View, Mapping[Seat, str]], bytes]) -> None:
    outcome = Outcome(Ending.LAST_IN, (Seat(0),), (0,) * seats, (), (SeatStatus.IN,) * seats)
    assert size_of(draw(finished(outcome, MIXED[:seats]), NAMES))[0] == WIDTH


@settings(max_examples=30)
@given(st.lists(st.text(max_size=60), min_size=6, max_size=6))
def test_any_names(texts: list[str]) -> None:
    names = {Seat(i): text for i, text in enumerate(texts)}
    view = finished(DECLARED, DECLARED_SEATS)
    for draw in PICTURES:
        assert size_of(draw(view, names))[0] == WIDTH
    for alt in ALTS:
        words = alt(view, names)
        assert len(words) <= ALT_LIMIT
        assert is_printable(words)


def test_alt_texts_end_in_time() -> None:
    names = {Seat(i): "W" * 100 for i in range(6)}
    loose = card_texts([JOKER] * 2 * HAND_SIZE)
    hands = tuple(shown(i, "", loose, 80) for i in range(6))
    outcome = Outcome(IndianEnding.DECLARED, (Seat(0),), (80,) * 6, hands, (SeatStatus.IN,) * 6)
    words = alt_show(finished(outcome, [seat_view(i, points=80) for i in range(6)]), names)
    assert len(words) == ALT_LIMIT
    assert words.endswith("…")


def test_no_show_before_a_deal_is_over() -> None:
    with pytest.raises(ValueError):
        draw_show(view_of(deal_view()), NAMES)


def test_a_void_deal_shows_what_was_laid_open() -> None:
    view = finished(TIE, MIXED)
    assert size_of(draw_show(view, NAMES))[0] == WIDTH
    assert alt_show(view, NAMES).startswith("Nobody wins: the lowest hands are equal.")


def test_a_table_without_a_deal() -> None:
    fresh = Table.open(shipped("circle"), Terms(), [Player(1), Player(2)])
    view = fresh.view(None)
    for draw in (draw_table, draw_toss, draw_sheet):
        assert size_of(draw(view, NAMES))[0] == WIDTH
    for alt in (alt_table, alt_toss, alt_sheet):
        assert "Asha" in alt(view, NAMES)
