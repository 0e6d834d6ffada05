"""Deals of gin: the first turn, knocking, the ends of a deal, and the views of seats."""

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from bot.games.gin.actions import BigGin, Knock, Pass
from bot.games.gin.codes import GinBonus, GinEnding, GinEventKind, GinRefusal
from bot.games.gin.deal import GinDeal
from bot.games.gin.rules import own as own_rules
from bot.games.gin.view import GinHand, GinView
from bot.rummy.actions import (
    DEALER,
    Action,
    DealCards,
    Discard,
    Draw,
    Drop,
    Lapse,
    Leave,
    Move,
    Next,
    PickDealer,
    Source,
)
from bot.rummy.cards import CARDS, Card, Seat, card_texts, parse_cards
from bot.rummy.deal_view import EventKind, Phase
from bot.rummy.errors import Refusal, RefusalCode, RulesError
from bot.rummy.match.formats import Format
from bot.rummy.match.match import Match, Terms
from bot.rummy.outcome import Ending, SeatStatus
from bot.rummy.rules import Rules
from bot.rummy.table import Table
from bot.rummy.view import Stage
from bot.text.rules import course_short, formats
from tests import vectors
from tests.games.gin.chance import holds
from tests.known import GAMES, shipped, with_own
from tests.playing import opened, players
from tests.random_matches import checked
from tests.vector_gin import P1, P2, outcome, turn

OPEN, CLOSED = Draw(Source.OPEN), Draw(Source.CLOSED)
NINE = parse_cards("QC QD QS 5H 6H 7H KC KD KS 9C AD")
"""Eleven cards: without the ace nine points of deadwood."""
THREE = parse_cards("2C 2D 2S 4C 4D 4S JC JD JS 3H")
GIN_HAND = parse_cards("QC QD QS 5H 6H 7H KC KD KS KH AD")


@pytest.fixture
def rules() -> Rules:
    return shipped("gin")


def begun(rules: Rules, first_open: str = "5C") -> GinDeal:
    """Return a deal in which nobody has moved; P1 plays first, and cards that are not named lie by chance."""
    opened = Card.parse(first_open)
    rest = [card for card in CARDS if card != opened]
    random.Random(3).shuffle(rest)
    return GinDeal.of(rules, P1, (True, True), (*rest[:20], opened, *rest[20:]))


def refusals(deal: GinDeal, seat: Seat, *actions: Move) -> list[RefusalCode | None]:
    return [deal.refusal(seat, action) for action in actions]


def passing(deal: GinDeal, *seats: Seat) -> GinDeal:
    for seat in seats:
        deal = deal.play(seat, Pass())
    return deal


def ended(deal: GinDeal) -> tuple[str, tuple[Seat, ...], tuple[int, ...]]:
    assert deal.outcome is not None
    return deal.outcome.ending, deal.outcome.winners, deal.outcome.points


def of(deal: GinDeal, seat: Seat | None) -> GinView:
    view = deal.view(seat)
    assert isinstance(view, GinView)
    return view


# -- worked cases -----------------------------------------------------------------------------------


def test_the_worked_cases_hold() -> None:
    cases = json.loads((Path(__file__).parent / "vectors.json").read_text("utf-8"))["vectors"]
    outcome = vectors.run(cases)
    assert outcome.mismatches == []
    assert outcome.passed.total() == len(cases)


@pytest.mark.parametrize("kind", ["gin_knock", "gin_may_knock", "gin_match"])
def test_a_wrong_case_is_a_mismatch(kind: str) -> None:
    cases = json.loads((Path(__file__).parent / "vectors.json").read_text("utf-8"))["vectors"]
    case = next(case for case in cases if case["type"] == kind)
    wrong = not case["expect"] if kind == "gin_may_knock" else {**case["expect"], "winner": "nobody"}
    assert len(vectors.run([{**case, "expect": wrong}]).mismatches) == 1


# -- the first turn ---------------------------------------------------------------------------------


def test_the_first_open_card_is_taken_or_passed_and_then_the_dealer_may_take_it(rules: Rules) -> None:
    deal = begun(rules)
    take_or_pass = GinRefusal.TAKE_OR_PASS
    assert refusals(deal, P1, Pass(), OPEN, CLOSED, Discard(deal.hands[P1].cards[0])) == [
        *(None, None, take_or_pass, take_or_pass)
    ]
    assert refusals(deal, P2, Pass(), OPEN, CLOSED) == [Refusal.NOT_YOUR_TURN] * 3
    deal = passing(deal, P1)
    assert refusals(deal, P2, Pass(), OPEN, CLOSED) == [None, None, take_or_pass]
    assert deal.events[-1].kind is GinEventKind.PASSED
    taken = deal.play(P2, OPEN)
    assert taken.refusal(P2, Pass()) is GinRefusal.NOTHING_TO_PASS
    after = taken.play(P2, Discard(taken.hands[P2].cards[0]))
    assert refusals(after, P1, Pass(), OPEN, CLOSED) == [GinRefusal.NOTHING_TO_PASS, None, None]


def test_after_two_passes_the_first_player_draws_from_the_closed_deck(rules: Rules) -> None:
    deal = passing(begun(rules), P1, P2)
    refused = [GinRefusal.NOTHING_TO_PASS, GinRefusal.BOTH_PASSED, None]
    assert refusals(deal, P1, Pass(), OPEN, CLOSED) == refused
    drawn = deal.play(P1, CLOSED)
    after = drawn.play(P1, Discard(drawn.hands[P1].cards[0]))
    assert refusals(after, P2, Pass(), OPEN, CLOSED) == [GinRefusal.NOTHING_TO_PASS, None, None]


def test_a_card_from_the_open_deck_stays_for_the_turn(rules: Rules) -> None:
    deal = begun(rules).play(P1, OPEN)
    taken = Card.parse("5C")
    assert refusals(deal, P1, Discard(taken), Knock(taken)) == [GinRefusal.JUST_TAKEN] * 2
    deal = deal.play(P1, Discard(deal.hands[P1].cards[0]))
    deal = deal.play(P2, CLOSED)
    drawn = deal.drawn
    assert drawn is not None
    assert deal.refusal(P2, Discard(drawn)) is None
    deal = deal.play(P2, Discard(drawn)).play(P1, CLOSED)
    assert deal.refusal(P1, Discard(taken)) is None


# -- knocking ---------------------------------------------------------------------------------------


def test_a_knock_is_refused_where_too_much_is_left(rules: Rules) -> None:
    deal = turn(rules, NINE, THREE)
    too_high = GinRefusal.KNOCK_TOO_HIGH
    assert refusals(deal, P1, Knock(NINE[-1]), Knock(NINE[0]), Knock(THREE[0]), BigGin()) == [
        *(None, too_high, Refusal.NOT_IN_HAND, GinRefusal.NOT_ALL_MELDED)
    ]
    assert deal.refusal(P2, Knock(THREE[0])) is Refusal.NOT_YOUR_TURN
    ace = turn(shipped("oklahoma"), NINE, THREE, "AH")
    assert ace.refusal(P1, Knock(NINE[-1])) is GinRefusal.GIN_ONLY
    drawing = replace(deal, phase=Phase.DRAW, drawn=None)
    assert refusals(drawing, P1, Knock(NINE[0]), BigGin()) == [Refusal.DRAW_FIRST] * 2


def test_house_rules_set_how_one_may_knock() -> None:
    assert turn(with_own(shipped("gin"), knock_max=8), NINE, THREE).refusal(P1, Knock(NINE[-1])) is not None
    none = with_own(shipped("gin"), big_gin_bonus=0)
    big = parse_cards("QC QD QS 5H 6H 7H 8H KC KD KS KH")
    assert turn(none, big, THREE).refusal(P1, BigGin()) is GinRefusal.NO_BIG_GIN
    assert ended(turn(shipped("gin"), big, THREE).play(P1, BigGin())) == (GinEnding.BIG_GIN, (P1,), (34, 0))
    changed = with_own(shipped("gin"), gin_bonus=20, undercut_bonus=10)
    assert ended(turn(changed, GIN_HAND, THREE).play(P1, Knock(GIN_HAND[-1]))) == (GinEnding.GIN, (P1,), (23, 0))
    assert ended(turn(changed, NINE, THREE).play(P1, Knock(NINE[-1]))) == (GinEnding.UNDERCUT, (P2,), (0, 16))
    single = turn(with_own(shipped("oklahoma"), spade_doubles=False), GIN_HAND, THREE, "TS")
    assert ended(single.play(P1, Knock(GIN_HAND[-1])))[2] == (28, 0)


def house(own: str, base: str = "gin") -> Rules:
    """Return a house rule as a host writes it: a file that names only what differs."""
    texts = {base: shipped(base).text()}
    return Rules.parse(f'base = "{base}"\nname = "Mine"\n[gin]\n{own}\n', "mine", GAMES, texts)


@pytest.mark.parametrize(
    ("own", "totals"),
    [
        ("", (660, 0)),
        ("shutout_doubles = false", (330, 0)),
        ("game_bonus = 0\nbox_bonus = 10", (310, 0)),
        ("limits = [150]", None),
    ],
)
def test_a_house_rule_says_what_the_end_of_a_match_brings(own: str, totals: tuple[int, int] | None) -> None:
    rules = house(own)
    limit = own_rules(rules).limits[0]
    match = Match.start(rules, Terms.parse(f"limit_{limit}"), 2)
    for _ in range(5):
        match = match.after(outcome("P1", 21))
    assert (match.totals if match.is_over else None) == totals


@pytest.mark.parametrize(
    ("own", "base"), [("knock_max = 0\nbig_gin_bonus = 0", "gin"), ("spade_doubles = false", "oklahoma")]
)
def test_whole_matches_by_house_rules_hold(own: str, base: str) -> None:
    assert checked(house(own, base), 1, holds) > 20


@pytest.mark.parametrize(
    ("own", "key"),
    [
        ("max_players = 3", "max_players"),
        ("[packs]\nprinted_jokers = 1", "packs"),
        ("[packs]\nby_players = [2, 1, 1, 1, 1]", "packs"),
        ("[turns]\nmax_reshuffles = 1", "turns.max_reshuffles"),
        ("[gin]\nlimits = []", "gin.limits"),
        ("[gin]\nlimits = [50, 50]", "gin.limits"),
        ("[gin]\nknock_max = 101", "gin.knock_max"),
        ('[scoring]\npoints_stake = "point_value"', "scoring.points_stake"),
        ('formats = ["deals"]', "formats"),
    ],
)
def test_a_house_rule_that_cannot_be_played_is_refused_by_its_key(own: str, key: str) -> None:
    with pytest.raises(RulesError, match=f"own.toml: {key}"):
        Rules.parse(f'base = "gin"\n{own}', "own", GAMES, {"gin": shipped("gin").text()})


def test_the_discard_of_a_knock_is_in_no_view(rules: Rules) -> None:
    away = NINE[-1]
    deal = turn(rules, NINE, THREE).play(P1, Knock(away))
    assert deal.face_down == away
    for seat in (None, P1, P2):
        view = of(deal, seat)
        assert str(away) not in card_texts(one.card for one in view.open)
        assert repr(away) not in repr(replace(view, seats=()))
    assert deal.events[-1].points == 9
    assert deal.outcome is not None
    (first, second) = deal.outcome.shown
    assert isinstance(first, GinHand)
    assert isinstance(second, GinHand)
    assert (first.left, first.seat, second.is_winner) == (9, P1, True)
    assert (first.throws_face_down, second.throws_face_down) == (True, False)


def test_all_know_who_has_thrown_a_card_face_down(rules: Rules) -> None:
    deal = turn(rules, NINE, THREE)
    assert of(deal, None).covered_by is None
    assert [of(deal.play(P1, Knock(NINE[-1])), seat).covered_by for seat in (None, P1, P2)] == [P1] * 3
    big = turn(rules, parse_cards("QC QD QS 5H 6H 7H 8H KC KD KS KH"), THREE).play(P1, BigGin())
    assert of(big, None).covered_by is None


def test_what_was_laid_off_lies_apart(rules: Rules) -> None:
    other = parse_cards("8H KH 2C 2D 2S AC 3D 3S TS 4C")
    deal = turn(rules, NINE, other).play(P1, Knock(NINE[-1]))
    assert deal.outcome is not None
    shown = next(hand for hand in deal.outcome.shown if hand.seat == P2)
    assert isinstance(shown, GinHand)
    assert (set(shown.laid_off), shown.left) == (set(parse_cards("8H KH")), 21)
    assert not set(shown.laid_off) & set(shown.deadwood)
    assert ended(deal) == (GinEnding.KNOCK, (P1,), (12, 0))


# -- lapsing and leaving ----------------------------------------------------------------------------


def test_a_lapse_passes_in_the_first_turn_and_throws_what_was_drawn(rules: Rules) -> None:
    deal = begun(rules).play(P1, Lapse())
    assert (of(deal, P2).is_offered, deal.turn) == (True, P2)
    assert EventKind.LAPSED in [event.kind for event in deal.events]
    deal = deal.play(P2, Lapse())
    assert of(deal, P1).is_refused
    held = deal.hands[P1].cards
    deal = deal.play(P1, CLOSED).play(P1, Lapse())
    assert (deal.hands[P1].cards, deal.turn) == (held, P2)
    deal = deal.play(P2, Lapse())
    assert (deal.turn, len(deal.hands[P2].cards)) == (P1, 10)


def test_after_a_card_of_the_open_deck_a_lapse_throws_the_best_other_one(rules: Rules) -> None:
    deal = turn(rules, parse_cards("QC QD 5H 6H 7H KC KD KS 9C AD QS"), THREE)
    deal = replace(deal, taken=Card.parse("QS"))
    after = deal.play(P1, Lapse())
    assert after.open[-1].card == Card.parse("9C")
    assert Card.parse("QS") in after.hands[P1].cards


def test_who_leaves_gives_the_other_the_deadwood_and_the_undercut(rules: Rules) -> None:
    deal = turn(rules, NINE, THREE)
    assert of(deal, P1).leaving_points == 10 + 25
    assert ended(deal.play(P1, Leave())) == (Ending.LAST_IN, (P2,), (0, 35))
    assert ended(deal.play(P2, Leave())) == (Ending.LAST_IN, (P1,), (28, 0))
    spade = turn(shipped("oklahoma"), NINE, THREE, "TS")
    assert ended(spade.play(P2, Leave()))[2] == (56, 0)


def test_lapsing_out_loses_the_match(rules: Rules) -> None:
    table, _ = opened(rules, 2, random.Random(1), Terms.parse("limit_100"))
    assert table.deal is not None
    loser = table.deal.turn
    while not table.is_over:
        deal = table.deal
        assert isinstance(deal, GinDeal)
        seat = deal.turn
        actions: list[Action] = [Lapse()]
        if seat != loser:
            actions = [Pass()] if of(deal, seat).is_offered else [CLOSED, Discard(deal.hands[seat].cards[0])]
        for action in actions:
            table = table.play(seat, action)
    winner = Seat(1 - loser)
    assert table.match.winners == (winner,)
    assert table.match.outcomes[-1].statuses[loser] is SeatStatus.LAPSED
    assert table.match.totals[loser] == 0
    # The deal, the match, one box, and all of it twice.
    scored = table.match.outcomes[-1].points[winner]
    assert table.match.totals[winner] == 2 * (scored + 100 + 25)
    assert [bonus.kind for bonus in table.match.bonuses] == list(GinBonus)


# -- deals that nobody wins -------------------------------------------------------------------------


def test_with_two_cards_left_the_deal_is_void_and_the_same_dealer_deals_again(rules: Rules) -> None:
    table, _ = opened(rules, 2, random.Random(4), Terms.parse("limit_100"))
    assert table.deal is not None
    first = table.deal.first
    while table.stage is Stage.PLAYING:
        deal = table.deal
        assert isinstance(deal, GinDeal)
        view = of(deal, deal.turn)
        if view.phase is Phase.DRAW:
            table = table.play(deal.turn, Pass() if view.is_offered else CLOSED)
        else:
            table = table.play(deal.turn, Discard(deal.hands[deal.turn].cards[-1]))
    over = table.deal
    assert isinstance(over, GinDeal)
    assert ended(over) == (GinEnding.USED_UP, (), (0, 0))
    assert len(over.closed) == 2
    assert (table.stage, table.first, table.match.totals) == (Stage.DEALING, first, (0, 0))


def test_a_knock_with_the_last_card_counts(rules: Rules) -> None:
    deal = replace(turn(rules, NINE, THREE), closed=parse_cards("8S 8D"))
    assert ended(deal.play(P1, Knock(NINE[-1])))[0] is GinEnding.UNDERCUT
    assert ended(deal.play(P1, Discard(NINE[-1])))[0] is GinEnding.USED_UP


def test_twenty_turns_without_the_closed_deck_are_void(rules: Rules) -> None:
    deal = passing(begun(rules), P1).play(P2, OPEN)
    deal = deal.play(P2, Discard(deal.hands[P2].cards[0]))
    turns = 2
    while deal.outcome is None:
        seat = deal.turn
        deal = deal.play(seat, OPEN)
        thrown = next(card for card in deal.hands[seat].cards if card != deal.taken)
        deal = deal.play(seat, Discard(thrown))
        turns += 1
    assert turns == 20
    assert ended(deal) == (Ending.QUIET, (), (0, 0))
    assert EventKind.QUIET_SOON in [event.kind for event in deal.events]


# -- the next deal ----------------------------------------------------------------------------------


@pytest.mark.parametrize("winner", [P1, P2])
def test_the_loser_deals_the_next(rules: Rules, winner: Seat) -> None:
    table = Table.open(rules, Terms.parse("limit_250"), players(2)).play(DEALER, PickDealer(P2))
    first, second = (GIN_HAND[:10], THREE) if winner == P1 else (THREE, GIN_HAND[:10])
    mixed = [card for pair in zip(first, second, strict=True) for card in pair]
    rest = [card for card in CARDS if card not in mixed]
    table = table.play(DEALER, DealCards((*mixed, *rest)))
    table = table.play(P1, Pass()).play(P2, Pass()).play(P1, CLOSED)
    table = table.play(P1, Knock(_drawn(table)))
    assert table.match.outcomes[0].winner == winner
    table = table.play(DEALER, Next())
    order = list(CARDS)
    random.Random(2).shuffle(order)
    table = table.play(DEALER, DealCards(tuple(order)))
    assert table.deal is not None
    assert (table.deal.first, table.deal.dealer) == (winner, Seat(1 - winner))


def _drawn(table: Table) -> Card:
    assert table.deal is not None
    assert table.deal.drawn is not None
    return table.deal.drawn


def test_there_is_no_drop(rules: Rules) -> None:
    assert begun(rules).refusal(P1, Drop()) is Refusal.NO_DROPS


# -- properties -------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", ["gin", "oklahoma"])
@pytest.mark.parametrize("number", range(8))
def test_matches_by_chance_lose_no_card_and_no_secret_and_replay(id: str, number: int) -> None:
    """`python -m tests.bench gin 5000` plays thousands."""
    assert checked(shipped(id), number, holds) > 0


def test_the_rules_say_by_what_a_match_to_a_limit_is_won(rules: Rules) -> None:
    assert course_short(rules, Terms.of(Format.LIMIT, 150)) == "The first player with 150 points wins."
    told = dict(formats(rules))["To a limit"]
    assert told.startswith("The first player with 100, 150 or 250 points wins. The loser of a deal deals the next.")
