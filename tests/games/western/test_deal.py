"""The western game: examples of the rule sheet, then properties over deals played by chance."""

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.indian.actions import Declare, Finish
from bot.games.western.actions import LayOff, Place, Side, Swap, Undo
from bot.games.western.codes import WesternEnding, WesternEventKind, WesternRefusal
from bot.games.western.deal import WesternDeal
from bot.games.western.melds import Meld, hand_points, laid, refuse_jokers
from bot.games.western.rules import WesternRules, own
from bot.rummy.actions import DEALER, Discard, Draw, Drop, Lapse, Leave, Move, Next, Reshuffle, Sort, Source
from bot.rummy.cards import CARDS, JOKER, Card, Seat, card_texts, parse_cards
from bot.rummy.deal_view import EventKind, OpenCard, Phase
from bot.rummy.errors import IllegalAction, Refusal, RefusalCode
from bot.rummy.match.formats import Format
from bot.rummy.match.match import Terms
from bot.rummy.outcome import Ending, SeatStatus
from bot.rummy.rules import Rules
from bot.rummy.table import Table
from bot.rummy.view import Stage
from tests.known import GAMES, WESTERN, shipped, with_own
from tests.playing import answer, candidates, played, players, refused
from tests.vector_romme import dealt as some_deal

A, B, C = Seat(0), Seat(1), Seat(2)
CLOSED, OPEN = Draw(Source.CLOSED), Draw(Source.OPEN)
RULES = shipped("romme")
ROMME = own(RULES)


def cards(text: str) -> tuple[Card, ...]:
    return parse_cards(text)


def dealt(hand: str, *melds: tuple[Seat, str], drawn: str = "2S", players: int = 3, **changes: int) -> WesternDeal:
    """Return a deal in which A holds that hand and will draw that card; these melds are on the table."""
    deal = some_deal(players)
    rules = with_own(deal.rules, **changes)
    held = replace(deal.hands[A], cards=cards(hand))
    table = tuple(meld(owner, text, own(rules)) for owner, text in melds)
    closed = (Card.parse(drawn), *deal.closed)
    return replace(deal, rules=rules, hands=(held, *deal.hands[1:]), melds=table, closed=closed)


def meld(owner: Seat, text: str, romme: WesternRules = ROMME) -> Meld:
    found = laid(cards(text), owner, romme)
    assert isinstance(found, Meld)
    return found


def turn(hand: str, *melds: tuple[Seat, str], drawn: str = "2S", **changes: int) -> WesternDeal:
    """Return such a deal after A drew."""
    return dealt(hand, *melds, drawn=drawn, **changes).play(A, CLOSED)


def after(deal: WesternDeal, *actions: Move) -> WesternDeal:
    for action in actions:
        deal = deal.play(A, action)
    return deal


def lies(deal: WesternDeal) -> list[str]:
    return [card_texts(meld.cards) for meld in deal.melds]


def place(text: str) -> Place:
    return Place(cards(text))


def off(at: int, text: str, side: Side = Side.HIGH) -> LayOff:
    return LayOff(at, cards(text), side)


THREES = (A, "3C 3S 3H")
"""A meld with which A has opened."""


@pytest.mark.parametrize(("pick", "refusal"), [("always", None), ("first_open_only", Refusal.OPEN_JOKER)])
def test_a_joker_on_the_open_deck_may_be_drawn_as_the_rules_say(pick: str, refusal: RefusalCode | None) -> None:
    rules = Rules.parse(f'base = "romme"\n[jokers]\npick = "{pick}"', "own", GAMES, GAMES.texts)
    deal = replace(dealt("7H 8H 9H"), rules=rules, open=(OpenCard(JOKER, None),))
    assert deal.refusal(A, OPEN) is None
    later = replace(deal, turns=1)
    assert later.refusal(A, OPEN) is refusal
    assert replace(deal, open=(OpenCard(JOKER, B),)).refusal(A, OPEN) is refusal


def test_no_rank_is_wild() -> None:
    deal = dealt("7H 8H 9H")
    assert (deal.wild, deal.view(None).wild) == (None, None)


# -- melds ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "lying", "stands"),
    [
        ("7H 8H 9H", "7H 8H 9H", "7H 8H 9H"),
        ("9H 7H 8H", "7H 8H 9H", "7H 8H 9H"),
        ("5H JK 7H", "5H JK 7H", "5H 6H 7H"),
        ("JK 5H 6H", "JK 5H 6H", "4H 5H 6H"),
        ("5H 6H JK", "5H 6H JK", "5H 6H 7H"),
        ("6H 5H JK", "5H 6H JK", "5H 6H 7H"),
        ("KH AH JK", "JK KH AH", "QH KH AH"),
        ("AH 2H JK", "AH 2H JK", "AH 2H 3H"),
        ("7H 8H JK JK", "7H 8H JK JK", "7H 8H 9H TH"),
        ("QD QS QH", "QS QH QD", "QS QH QD"),
    ],
)
def test_what_cards_are_placed_as(text: str, lying: str, stands: str) -> None:
    found = meld(A, text)
    assert card_texts(found.cards) == lying
    assert " ".join(str(one) for (one,) in found.stands_for) == stands


def test_a_joker_in_a_set_stands_for_every_suit_that_is_missing() -> None:
    assert meld(A, "7H JK 7D").stands_for[2] == cards("7C 7S")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("7H 8H", WesternRefusal.NO_MELD),
        ("7H 8H TH", WesternRefusal.NO_MELD),
        ("KH AH 2H", WesternRefusal.NO_MELD),
        ("7H 7H 7D", WesternRefusal.NO_MELD),
        ("7H JK JK", WesternRefusal.TOO_MANY_JOKERS),
        ("7H 7D 7S 7C JK", WesternRefusal.NO_MELD),
        ("", WesternRefusal.NO_CARDS),
    ],
)
def test_what_is_no_meld(text: str, why: Refusal) -> None:
    deal = turn(f"{text} KC KS 9D")
    assert refused(deal, place(text)) is why


def test_jokers_may_have_to_lie_apart() -> None:
    assert (
        refused(turn("5H JK JK 8H KC", adjacent_jokers=False), place("5H JK JK 8H")) is WesternRefusal.JOKERS_ADJACENT
    )
    apart = after(turn("5H 6H JK JK KC", adjacent_jokers=False), place("5H 6H JK JK"))
    assert lies(apart) == ["JK 5H 6H JK"]


@pytest.mark.parametrize(
    ("text", "points"),
    [("AH 2H 3H", 6), ("QH KH AH", 31), ("AC AS AH", 33), ("9H JK JH", 29), ("7H 7D JK", 21), ("JK 2C 3C", 6)],
)
def test_what_a_meld_is_worth_on_the_table(text: str, points: int) -> None:
    assert meld(A, text).points == points


def test_one_card_with_jokers_may_be_placed_as_a_set() -> None:
    deal = turn("5H JK JK 5S 9D", more_jokers=True)
    assert [(one.low, card_texts(one.cards)) for one in after(deal, place("5H JK JK")).melds] == [(5, "5H JK JK")]
    as_set = after(deal, Place(cards("5H JK JK"), as_set=True))
    assert [(one.low, card_texts(one.cards)) for one in as_set.melds] == [(0, "5H JK JK")]
    assert lies(after(as_set, off(0, "5S"))) == ["5S 5H JK JK"]
    assert refused(turn("7H 8H 9H 2D"), Place(cards("7H 8H 9H"), as_set=True)) is WesternRefusal.NO_MELD


# -- a turn -----------------------------------------------------------------------------------------


def test_everybody_gets_thirteen_cards_and_one_lies_open() -> None:
    deal = some_deal(6)
    assert [len(hand.cards) for hand in deal.hands] == [13] * 6
    assert (len(deal.open), len(deal.closed)) == (1, 107 - 6 * 13 - 1)
    assert Counter(deal.closed)[JOKER] + sum(Counter(hand.cards)[JOKER] for hand in deal.hands) in (2, 3)


def test_a_turn_holds_several_steps() -> None:
    deal = dealt("7H 8H 9H 5C 5S KD KS", (B, "TC JC JK"), drawn="5H")
    assert refused(deal, place("7H 8H 9H")) is Refusal.DRAW_FIRST
    deal = after(deal, CLOSED, place("7H 8H 9H"), place("5C 5S 5H"))
    assert lies(deal) == ["TC JC JK", "7H 8H 9H", "5C 5S 5H"]
    assert [one.owner for one in deal.melds] == [B, A, A]
    assert refused(deal, CLOSED) is Refusal.ALREADY_DRAWN
    deal = after(deal, Discard(Card.parse("KD")))
    assert (deal.turn, deal.before, deal.open[-1]) == (B, (), OpenCard(Card.parse("KD"), A))
    assert refused(deal, place("2C 2C 2C")) is Refusal.NOT_YOUR_TURN
    assert refused(deal, CLOSED) is Refusal.NOT_YOUR_TURN


def test_the_open_card_may_be_drawn_and_thrown_again() -> None:
    deal = some_deal()
    top = deal.open[-1].card
    assert after(deal, OPEN, Discard(top)).open[-1] == OpenCard(top, A)


def test_a_joker_turned_up_at_the_deal_may_be_drawn_at_any_time() -> None:
    deal = replace(some_deal(), open=(OpenCard(JOKER, None),), turns=4)
    assert deal.refusal(A, OPEN) is None


def test_the_table_is_open_to_one_who_has_placed_a_meld() -> None:
    deal = turn("6H TH KC KS KD 2C", (B, "5H JK 7H"))
    assert refused(deal, off(0, "TH")) is WesternRefusal.PLACE_FIRST
    assert refused(deal, Swap(0, Card.parse("6H"))) is WesternRefusal.PLACE_FIRST
    deal = after(deal, place("KC KS KD"))
    assert refused(deal, off(0, "TH")) is WesternRefusal.DOES_NOT_FIT
    assert refused(deal, off(5, "TH")) is WesternRefusal.NO_SUCH_MELD
    assert refused(deal, off(0, "8H")) is Refusal.NOT_IN_HAND
    assert refused(deal, off(0, "")) is WesternRefusal.NO_CARDS
    assert deal.refusal(A, Swap(0, Card.parse("6H"))) is None


def test_cards_are_laid_off_at_both_ends() -> None:
    deal = turn("4H 8H JK TH 3H 2C 2D", THREES, (B, "5H 6H 7H"))
    assert lies(after(deal, off(1, "8H 4H")))[1] == "4H 5H 6H 7H 8H"
    assert lies(after(deal, off(1, "JK")))[1] == "5H 6H 7H JK"
    assert lies(after(deal, off(1, "JK", Side.LOW)))[1] == "JK 5H 6H 7H"
    assert lies(after(deal, off(1, "8H JK TH")))[1] == "5H 6H 7H 8H JK TH"
    assert lies(after(deal, off(1, "JK 3H")))[1] == "3H JK 5H 6H 7H"
    assert refused(deal, off(1, "TH")) is WesternRefusal.DOES_NOT_FIT


def test_an_ace_ends_a_sequence() -> None:
    deal = turn("AH 2H KC 4D", THREES, (B, "QH KH JK"))
    assert lies(deal)[1] == "QH KH JK"
    full = turn("AH 2H 2H KC 4D", THREES, (B, "JH QH KH"))
    assert lies(after(full, off(1, "AH")))[1] == "JH QH KH AH"
    assert refused(after(full, off(1, "AH")), off(1, "2H")) is WesternRefusal.DOES_NOT_FIT


def test_a_swapped_joker_must_be_used_in_the_same_turn() -> None:
    deal = after(turn("6H 9C TC 2D KD", THREES, (B, "5H JK 7H")), Swap(1, Card.parse("6H")))
    assert lies(deal)[1] == "5H 6H 7H"
    assert JOKER in deal.hands[A].cards
    assert refused(deal, Discard(Card.parse("KD"))) is WesternRefusal.JOKER_UNUSED
    used = after(deal, place("9C TC JK"), Discard(Card.parse("KD")))
    assert used.turn == B
    back = after(deal, Undo())
    assert lies(back)[1] == "5H JK 7H"
    assert Counter(back.hands[A].cards) == Counter(cards("6H 9C TC 2D KD 2S"))


def test_a_joker_is_swapped_only_for_what_it_stands_for() -> None:
    deal = turn("8H 7C 5C 5S 2D", THREES, (B, "5H JK 7H"), (B, "7H 7D JK"))
    assert refused(deal, Swap(1, Card.parse("8H"))) is WesternRefusal.NO_JOKER_FOR_IT
    assert lies(after(deal, Swap(2, Card.parse("7C"))))[2] == "7C 7H 7D"


def test_undo_takes_back_steps_but_no_draw() -> None:
    deal = turn("7H 8H 9H TH KC 2D")
    assert refused(deal, Undo()) is WesternRefusal.NOTHING_TO_UNDO
    placed = after(deal, place("7H 8H 9H"), off(0, "TH"))
    once = after(placed, Undo())
    assert lies(once) == ["7H 8H 9H"]
    twice = after(once, Undo())
    assert (twice.hands, twice.melds) == (deal.hands, ())
    assert refused(twice, Undo()) is WesternRefusal.NOTHING_TO_UNDO
    assert [event.kind for event in twice.events[-2:]] == [WesternEventKind.TOOK_BACK] * 2


def test_what_is_placed_first_may_have_to_be_worth_something() -> None:
    deal = turn("7H 8H 9H 3C 3S 3D KC", (B, "TH JH QH"), first_meld=30)
    placed = after(deal, place("7H 8H 9H"))
    assert refused(placed, Discard(Card.parse("KC"))) is WesternRefusal.FIRST_MELD_LOW
    assert refused(placed, off(0, "KC")) is WesternRefusal.PLACE_FIRST
    both = after(placed, place("3C 3S 3D"))
    assert both.refusal(A, Discard(Card.parse("KC"))) is None
    assert after(deal, Discard(Card.parse("KC"))).turn == B


def test_what_belongs_to_the_other_game_is_refused() -> None:
    deal = turn("7H 8H 9H KC")
    for action in (Finish(Card.parse("KC")), Declare(())):
        assert refused(deal, action) is Refusal.OTHER_GAME
    assert refused(deal, Drop()) is Refusal.NO_DROPS
    assert card_texts(after(deal, Sort()).hands[A].cards) == "KC 2S 7H 8H 9H"


# -- the end ----------------------------------------------------------------------------------------


def test_the_last_card_must_be_discarded() -> None:
    deal = turn("5H 6H", THREES, (B, "2H 3H 4H"), drawn="7H")
    assert refused(deal, off(1, "5H 6H 7H")) is WesternRefusal.KEEP_ONE
    over = after(deal, off(1, "5H 6H"), Discard(Card.parse("7H")))
    assert over.outcome is not None
    assert (over.outcome.ending, over.outcome.winner, over.outcome.points[A]) == (WesternEnding.OUT, A, 0)
    others = [hand_points(over.hands[seat].cards, over.own) for seat in (B, C)]
    assert list(over.outcome.points[1:]) == others
    assert [len(hand.deadwood) for hand in over.outcome.shown] == [0, 13, 13]


def test_a_joker_is_discarded_only_as_the_last_card() -> None:
    deal = turn("5H 6H JK", (B, "5C 6C 7C"), THREES, drawn="7H")
    assert refused(deal, Discard(JOKER)) is WesternRefusal.JOKER_DISCARD
    over = after(deal, place("5H 6H 7H"), Discard(JOKER))
    assert over.outcome is not None
    assert over.outcome.winner == A


def test_who_holds_only_jokers_throws_one_where_no_meld_takes_it() -> None:
    full = (B, "8C 8S 8H 8D")
    deal = turn("JK", full, (A, "3C 3S 3H 3D"), drawn="JK")
    thrown = after(deal, Discard(JOKER))
    assert (thrown.turn, thrown.hands[A].cards) == (B, (JOKER,))
    deal = turn("JK", full, THREES, drawn="JK")
    assert refused(deal, Discard(JOKER)) is WesternRefusal.JOKER_DISCARD
    over = after(deal, off(1, "JK"), Discard(JOKER))
    assert over.outcome is not None
    assert over.outcome.winner == A


def test_all_cards_in_one_turn_are_a_rummy() -> None:
    hand = "5H 6H 7H 9C 9S 9D 2S 3S 4S JD QD KD 8C"
    deal = turn(hand, (B, "TC TS TH"), drawn="AD")
    placed = after(deal, *map(place, ("5H 6H 7H", "9C 9S 9D", "2S 3S 4S", "JD QD KD")))
    over = after(placed, off(4, "AD"), Discard(Card.parse("8C")))
    assert over.outcome is not None
    assert (over.outcome.ending, over.outcome.points[A]) == (WesternEnding.RUMMY, -25)


def stuck(*hands: str) -> WesternDeal:
    """Return a deal in which nothing is left to draw, after A asked for a card."""
    deal = some_deal(len(hands))
    held = tuple(replace(own, cards=cards(text)) for own, text in zip(deal.hands, hands, strict=True))
    return replace(deal, hands=held, closed=(), open=deal.open[-1:]).play(A, CLOSED)


def test_the_lowest_hand_wins_when_nobody_can_move() -> None:
    over = stuck("KC 2C", "KD KS TC", "7H")
    assert over.outcome is not None
    assert (over.outcome.ending, over.outcome.winner, over.outcome.points) == (Ending.STALEMATE, C, (12, 30, 0))


def test_equal_lowest_hands_share_the_deal() -> None:
    over = stuck("7C", "KD KS TC", "7H")
    assert over.outcome is not None
    assert (over.outcome.ending, over.outcome.winner, over.outcome.winners) == (WesternEnding.SHARED, None, (A, C))
    assert over.outcome.points == (0, 30, 0)
    assert not over.outcome.is_void


def test_an_empty_closed_deck_is_made_anew() -> None:
    under = tuple(OpenCard(card, B) for card in cards("2C 3C 4C"))
    deal = replace(some_deal(), closed=(), open=under)
    assert refused(deal, CLOSED) is Refusal.NEEDS_RESHUFFLE
    assert refused(deal, Lapse()) is Refusal.NEEDS_RESHUFFLE
    deal = deal.play(DEALER, Reshuffle(cards("3C 2C")))
    assert deal.play(A, Lapse()).open[-1] == OpenCard(Card.parse("3C"), A)


# -- lapsing and leaving ----------------------------------------------------------------------------


def test_a_lapse_draws_and_throws_that_card() -> None:
    deal = dealt("7H 8H 9H KC", drawn="4D")
    lapsed = after(deal, Lapse())
    assert (lapsed.turn, lapsed.open[-1]) == (B, OpenCard(Card.parse("4D"), A))
    assert lapsed.hands[A].cards == deal.hands[A].cards
    kinds = [event.kind for event in lapsed.events[-3:]]
    assert kinds == [EventKind.LAPSED, EventKind.DREW_CLOSED, EventKind.DISCARDED]


def test_a_lapse_throws_the_dearest_card_for_a_drawn_joker() -> None:
    assert after(dealt("7H AH KC 2D", drawn="JK"), Lapse()).open[-1].card == Card.parse("AH")


def test_a_lapse_keeps_what_may_stay_and_gives_an_unused_joker_back() -> None:
    deal = turn("6H 9C TC JC 2D KD", (B, "5H JK 7H"), drawn="4S")
    deal = after(deal, place("9C TC JC"), Swap(0, Card.parse("6H")), Lapse())
    assert lies(deal) == ["5H JK 7H", "9C TC JC"]
    told = [event.kind for event in deal.events[-4:]]
    assert told == [WesternEventKind.SWAPPED, EventKind.LAPSED, WesternEventKind.TOOK_BACK, EventKind.DISCARDED]
    assert Counter(deal.hands[A].cards) == Counter(cards("6H 2D KD"))
    assert deal.open[-1].card == Card.parse("4S")


def test_a_lapse_throws_no_joker_while_it_can_throw_another_card() -> None:
    deal = after(turn("7S 8S 9S JK", drawn="JK"), place("7S 8S 9S"))
    lapsed = after(deal, Lapse())
    assert lapsed.melds == ()
    assert lapsed.open[-1].card == Card.parse("9S")
    assert after(turn("7S 8S 9S", drawn="JK"), place("7S 8S 9S"), Lapse()).outcome is not None, (
        "the last card may be one"
    )
    assert deal.view(A).leaving_points == 40, "who leaves throws nothing, and keeps the meld"


def test_a_lapse_takes_back_too_low_a_first_meld() -> None:
    deal = after(turn("7H 8H 9H KC 2D", first_meld=30), place("7H 8H 9H"), Lapse())
    assert (lies(deal), len(deal.hands[A].cards)) == ([], 5)


def test_who_lapses_too_often_pays_the_hand() -> None:
    deal = dealt("7H 8H 9H KC", THREES)
    out = after(replace(deal, hands=(replace(deal.hands[A], lapses=2), *deal.hands[1:])), Lapse())
    assert (out.hands[A].status, out.hands[A].points, out.turn) == (SeatStatus.LAPSED, 34, B)
    assert lies(out) == ["3C 3S 3H"]


def test_who_leaves_pays_the_hand_and_the_last_one_in_wins() -> None:
    deal = dealt("7H 8H 9H KC", players=2)
    over = deal.play(A, Leave())
    assert over.outcome is not None
    assert (over.outcome.ending, over.outcome.winner, over.outcome.points) == (Ending.LAST_IN, B, (34, 0))
    assert deal.play(B, Leave()).outcome is not None


def test_leaving_in_the_middle_of_a_turn_gives_an_unused_joker_back() -> None:
    deal = after(turn("6H KD", (B, "5H JK 7H"), THREES), Swap(0, Card.parse("6H")))
    assert deal.view(A).leaving_points == 6 + 10 + 2
    deal = after(deal, Leave())
    assert lies(deal)[0] == "5H JK 7H"
    assert deal.hands[A].points == 6 + 10 + 2
    assert [event.kind for event in deal.events[-2:]] == [WesternEventKind.TOOK_BACK, EventKind.LEFT]


# -- properties -------------------------------------------------------------------------------------


def hands_of(table: Table) -> WesternDeal:
    assert isinstance(table.deal, WesternDeal)
    return table.deal


@settings(max_examples=10)
@given(st.integers(0, 10**6), st.sampled_from((0, 30)), st.booleans())
def test_cards_are_never_lost_and_refusal_tells_the_truth(seed: int, first_meld: int, adjacent: bool) -> None:
    dice = random.Random(seed)
    count = dice.randint(2, 6)
    rules = with_own(RULES, first_meld=first_meld, adjacent_jokers=adjacent)
    table = None
    for table, _ in played(rules, count, dice, wildness=dice.choice((0.05, 0.4))):
        deal = hands_of(table)
        held = [card for hand in deal.hands for card in hand.cards]
        lying = [card for one in deal.melds for card in one.cards]
        decks = [*deal.closed, *(under.card for under in deal.open)]
        assert Counter([*held, *lying, *decks]) == Counter(rules.cards(count))
        _check_melds(deal)
        seat = Seat(dice.randrange(count))
        for action in list(candidates(table.view(seat), dice))[:40]:
            assert (table.refusal(seat, action) is None) == _plays(table, seat, action)
    assert table is not None
    assert table.is_over


def _check_melds(deal: WesternDeal) -> None:
    """Check that everything on the table is a meld, and that nothing is owed between turns."""
    for one in deal.melds:
        found = laid(one.cards, one.owner, deal.own)
        assert isinstance(found, Meld)
        assert refuse_jokers(one, deal.own) is None
    if deal.phase is Phase.DRAW:
        assert not deal.owed
        assert not deal.before
        for seat in deal.still_in:
            placed = [one for one in deal.melds if one.owner == seat]
            assert not placed or seat in deal.view(None).opened
            assert deal.hands[seat].cards


def _plays(table: Table, seat: Seat, action: object) -> bool:
    try:
        table.play(seat, action)  # type: ignore[arg-type]
    except IllegalAction:
        return False
    return True


def test_a_view_does_not_depend_on_what_its_seat_may_not_know() -> None:
    compared = 0
    for seed in range(6):
        dice = random.Random(seed)
        count = dice.randint(2, 4)
        for table, _ in played(RULES, count, dice, wildness=0.2):
            deal = hands_of(table)
            if deal.outcome is not None:
                continue
            seat = dice.choice((None, *map(Seat, range(count))))
            other = replace(table, deal=hidden_shuffled(deal, seat, dice))
            assert other.view(seat) == table.view(seat)
            compared += other.deal != deal
    assert compared > 100


def test_no_level_knows_what_its_seat_cannot_see() -> None:
    asked = 0
    for seed in range(3):
        dice = random.Random(f"levels {seed}")
        for table, _ in played(RULES, dice.randint(2, 4), dice, wildness=0.2):
            deal = hands_of(table)
            if deal.outcome is not None or dice.random() < 0.7:
                continue
            other = replace(table, deal=hidden_shuffled(deal, deal.turn, dice))
            for level in range(1, 5):
                assert WESTERN.choose(other.view(deal.turn), level) == WESTERN.choose(table.view(deal.turn), level)
            asked += other.deal != deal
    assert asked > 20


def hidden_shuffled(deal: WesternDeal, seat: Seat | None, dice: random.Random) -> WesternDeal:
    """Return the same deal for that seat: all cards it may not see lie elsewhere."""
    pool = [card for i, hand in enumerate(deal.hands) if i != seat for card in hand.cards] + list(deal.closed)
    dice.shuffle(pool)
    hands = []
    for i, hand in enumerate(deal.hands):
        own = hand.cards if i == seat else tuple(pool.pop() for _ in hand.cards)
        hands.append(replace(hand, cards=own))
    drawn = deal.drawn if seat == deal.turn or deal.drawn is None else dice.choice(CARDS)
    return replace(deal, hands=tuple(hands), closed=tuple(pool), drawn=drawn)


def match_played(course: str, seed: int) -> Table:
    """Return a match of computers from its first deal to its end."""
    dice = random.Random(seed)
    table = Table.open(RULES, Terms.parse(course), players(dice.randint(2, 4)))
    while not table.is_over:
        if chance := table.chance():
            table = table.play(DEALER, answer(chance, dice))
        elif table.stage is Stage.BETWEEN:
            table = table.play(DEALER, Next())
        else:
            seat = hands_of(table).turn
            action = WESTERN.choose(table.view(seat))
            if chance := table.chance_before(action):
                table = table.play(DEALER, answer(chance, dice))
            table = table.play(seat, action)
    return table


@pytest.mark.parametrize("course", ["best_of_3", "best_of_5", "limit_100"])
def test_matches_of_several_deals_come_to_their_end(course: str) -> None:
    for seed in range(2):
        match = match_played(course, seed).match
        assert {match.totals[seat] for seat in match.winners} == {min(match.totals)}
        if match.format is Format.LIMIT:
            assert max(match.totals) >= 100
        else:
            assert len(match.counted) >= (match.terms.deals or 3)
