"""Reviews of matches in which the mistake is known: each was dealt and played by hand."""

from dataclasses import replace
from statistics import fmean, stdev

import pytest

from bot.games.indian.actions import Declare, Finish
from bot.games.indian.review.doubts import quantile
from bot.games.indian.review.position import Position
from bot.games.indian.review.rollouts import Rollouts, Stakes, Way
from bot.games.indian.view import indian_deal
from bot.rummy.actions import DEALER, Action, DealCards, Discard, Draw, Drop, Leave, Source, Toss
from bot.rummy.cards import Card, Seat, parse_cards, parse_groups
from bot.rummy.deal_view import without
from bot.rummy.decisions import first_review, gravest_mistakes, review
from bot.rummy.dice import SeededDice
from bot.rummy.errors import ParseError
from bot.rummy.ids import TableId
from bot.rummy.match.match import Terms
from bot.rummy.record import Entry, Record
from bot.rummy.review import Basis, Deed, Finding, Review, Reviewed
from bot.rummy.rules import Start
from tests.known import GAMES, shipped
from tests.playing import players
from tests.reviewed import level, played, seat_of
from tests.vector_romme import P1, P2

RULES = replace(shipped("circle"), start=Start.TOSS)
CLOSED, OPEN = Draw(Source.CLOSED), Draw(Source.OPEN)
ONE_SHORT = "2H 3H 4H 5C 6C 7C 9D TD JD KS KC KD 8S"
"""Complete once it has thrown the eight for a king of hearts; queens are wild."""
GROUPS = "2H 3H 4H | 5C 6C 7C | 9D TD JD | KS KC KD KH"
THREE_SHORT = "2H 3H 4H 5C 6C 7C 9D TD 4S KC KS 8S 3D"
PURE_ONCE = "2H 3H 4H 5C 8C 9S JD TC 4S KC KS 8S 3D"
"""A hand with one pure sequence."""
HOPELESS = "KH JD 9C 7S 5H 3D AC JS TH 8D 6C 4S 2H"
OTHER = "2C 4C 6D 8C TC QD AD 3S 5S 7H 9S JC KH"
"""The hand of the other player, who throws the king first."""


def thrown(text: str) -> Discard:
    return Discard(Card.parse(text))


def match(
    hand: str, *moves: tuple[Seat, Action], other: str = OTHER, opened: str = "AS", drawn: str = "", rest: int = 0
) -> Record:
    """Return a match of one deal.

    Args:
        hand: the hand of the first player.
        moves: the moves played; then the other player leaves, if the deal is not over.
        other: the hand of the other player.
        opened: the first open card.
        drawn: the first closed cards.
        rest: how far the other closed cards, which nobody has seen, are moved on.
    """
    mine, theirs = parse_cards(hand), parse_cards(other)
    known = [*(card for pair in zip(mine, theirs, strict=True) for card in pair), Card.parse("QS"), Card.parse(opened)]
    known += parse_cards(drawn)
    closed = without(RULES.cards(2), known)
    order = (*known, *closed[rest:], *closed[:rest])
    entries = [Entry(DEALER, Toss(parse_cards("KS 2C"))), Entry(DEALER, DealCards(order))]
    entries += [Entry(seat, action) for seat, action in moves]
    record = Record(TableId("review"), RULES, Terms(), players(2), tuple(entries))
    return record if record.replay().is_over else replace(record, entries=(*record.entries, Entry(P2, Leave())))


def reviewed(record: Record, seat: Seat = P1) -> Review:
    found = review(record, seat)
    assert found is not None
    return found


def only(record: Record, finding: Finding) -> Reviewed:
    """Return the only decision with that finding."""
    (one,) = reviewed(record).found(finding)
    return one


def test_a_missed_declaration_is_found() -> None:
    one = only(match(ONE_SHORT, (P1, CLOSED), (P1, thrown("KS")), drawn="KH"), Finding.MISSED)
    assert (one.deal, one.turn, one.basis) == (1, 1, Basis.EXACT)
    assert (one.taken.card, one.best.deed, one.best.card) == (Card.parse("KS"), Deed.OUT, Card.parse("8S"))
    assert one.taken.chance is not None
    assert one.cost == 1 - one.taken.chance > 0.05


ALSO = OTHER.replace("KH", "2D")
"""The same without that king, for deals in which it lies elsewhere."""


def test_an_open_card_that_would_have_completed_the_hand_is_missed() -> None:
    one = only(match(ONE_SHORT, (P1, CLOSED), (P1, thrown("8S")), other=ALSO, opened="KH"), Finding.MISSED)
    assert (one.taken.deed, one.best.deed, one.best.card) == (Deed.CLOSED, Deed.OPEN, Card.parse("KH"))
    assert one.best.chance == 1


def test_a_joker_thrown_is_a_mistake() -> None:
    record = match(THREE_SHORT.replace("3D", "QH"), (P1, CLOSED), (P1, thrown("QH")), drawn="6S")
    one = only(record, Finding.WORSE)
    assert one.taken.card == Card.parse("QH")
    assert one.best.missing is not None
    assert one.taken.missing == one.best.missing + 1
    assert one.cost > 0.05
    assert reviewed(record).turning_points() == (one,)


def test_a_good_hand_dropped_is_a_mistake_and_a_hopeless_one_is_none() -> None:
    one = only(match(ONE_SHORT, (P1, Drop())), Finding.DROPPED)
    assert (one.taken.deed, one.best.deed) == (Deed.DROP, Deed.STAY)
    assert one.best.missing == 1
    assert one.points > 5
    assert reviewed(match(HOPELESS, (P1, Drop()), other=OTHER.replace("KH", "KD"))).found(Finding.DROPPED) == ()


def test_a_hopeless_hand_played_is_a_mistake_and_a_good_one_is_none() -> None:
    moves = (P1, CLOSED), (P1, thrown("KH"))
    one = only(match(HOPELESS, *moves, other=OTHER.replace("KH", "KD")), Finding.STAYED)
    assert (one.taken.deed, one.best.deed) == (Deed.STAY, Deed.DROP)
    assert reviewed(match(ONE_SHORT, (P1, CLOSED), (P1, thrown("8S")))).found(Finding.STAYED) == ()


def test_a_hopeless_hand_that_is_dropped_late_was_played_on_for_nothing() -> None:
    moves = (P1, CLOSED), (P1, thrown("KC")), (P2, CLOSED), (P2, thrown("KD")), (P1, Drop())
    one = only(match(HOPELESS, *moves, other=OTHER.replace("KH", "KD"), drawn="KC 9D"), Finding.STAYED)
    assert (one.turn, one.points, one.basis, one.taken.points) == (1, 20, Basis.EXACT, 40)
    assert 0.1 < one.cost < 0.3


def test_wrong_groups_of_a_complete_hand_are_told_from_an_incomplete_one() -> None:
    groups = parse_groups("2H 3H 4H | 5C 6C 7C | 9D TD | JD KS KC KD KH")
    moves = (P1, CLOSED), (P1, Finish(Card.parse("8S"))), (P1, Declare(groups))
    one = only(match(ONE_SHORT, *moves, drawn="KH", other=ALSO), Finding.WRONG)
    assert (one.best.deed, one.best.card, one.cost, one.basis) == (Deed.OUT, Card.parse("8S"), 1.0, Basis.EXACT)
    assert one.taken.points == RULES.scoring.full_count
    groups = parse_groups("2H 3H 4H | 5C 6C 7C | 9D TD JD | KS KC KD 5S")
    moves = (P1, CLOSED), (P1, Finish(Card.parse("8S"))), (P1, Declare(groups))
    one = only(match(ONE_SHORT, *moves, drawn="5S", other=OTHER.replace("5S", "2D")), Finding.WRONG)
    assert (one.best.deed, one.cost) == (Deed.THROW, one.best.chance)


def test_a_perfect_game_has_no_fault() -> None:
    moves = (P1, CLOSED), (P1, Finish(Card.parse("8S"))), (P1, Declare(parse_groups(GROUPS)))
    found = reviewed(match(ONE_SHORT, *moves, drawn="KH", other=ALSO))
    assert {one.finding for one in found.decisions} == {Finding.FINE}
    assert found.given_away == 0
    assert found.turning_points() == ()
    assert found.deals[0].won
    assert found.lost is None  # one discard says nothing


def test_luck_is_told_from_skill() -> None:
    """The hand dealt is far better than most, and the card drawn ends the deal."""
    moves = (P1, CLOSED), (P1, Finish(Card.parse("8S"))), (P1, Declare(parse_groups(GROUPS)))
    found = reviewed(match(ONE_SHORT, *moves, drawn="KH", other=ALSO))
    assert found.dealt > 0.2
    assert found.drawn > 0.02
    unlucky = reviewed(match(HOPELESS, (P1, Drop()), other=OTHER.replace("KH", "KD")))
    assert unlucky.dealt < -0.2


LONG = (
    *((P1, CLOSED), (P1, thrown("TD")), (P2, CLOSED), (P2, thrown("KH"))),
    *((P1, OPEN), (P1, thrown("KH")), (P2, CLOSED), (P2, thrown("JC"))),
    *((P1, CLOSED), (P1, thrown("9D")), (P2, CLOSED), (P2, thrown("TC"))),
)


def judged(found: Review) -> list[tuple[object, ...]]:
    """Return all figures of the decisions."""
    return [(one.turn, one.taken, one.best, one.finding, one.cost, one.points, one.basis) for one in found.decisions]


def test_what_was_hidden_changes_no_judgement() -> None:
    """The other player holds other cards, and others lie in the closed deck; all that was seen is the same."""
    drawn = "8D 2D 3C 4D 6S 5D"
    one = reviewed(match(THREE_SHORT, *LONG, drawn=drawn))
    others = (
        match(THREE_SHORT, *LONG, drawn=drawn, rest=17),
        match(THREE_SHORT, *LONG, drawn="8D AC 9H 4D 6S QC", other="2D 4D 6S 8C TC KD KC AS 5D 7C 9C JC KH"),
    )
    assert any(decision.basis is Basis.ROLLOUTS for decision in one.decisions)
    for record in others:
        found = reviewed(record)
        assert judged(found) == judged(one)
        assert [of.view.deal for of in found.decisions] == [of.view.deal for of in one.decisions]


def test_a_review_is_always_the_same() -> None:
    record = match(THREE_SHORT.replace("3D", "QH"), (P1, CLOSED), (P1, thrown("QH")), drawn="6S")
    assert reviewed(record) == reviewed(Record.parse(str(record), GAMES))


def test_dice_are_the_same_on_any_machine() -> None:
    assert SeededDice("a").shuffled(range(8)) == SeededDice("a").shuffled(range(8))
    assert SeededDice("a").shuffled(range(8)) != SeededDice("b").shuffled(range(8))
    counts = [0] * 6
    dice = SeededDice("even")
    for _ in range(6000):
        counts[dice.below(6)] += 1
    assert all(880 < count < 1120 for count in counts)


@pytest.mark.parametrize("seat", [-1, 2, 5])
def test_there_is_no_review_of_a_seat_that_is_not_there(seat: int) -> None:
    with pytest.raises(ParseError):
        review(match(ONE_SHORT, (P1, Drop())), Seat(seat))


def test_there_is_no_review_of_a_match_that_runs() -> None:
    record = match(ONE_SHORT, (P1, Drop()))
    with pytest.raises(ParseError):
        review(replace(record, entries=record.entries[:-1]), P1)


def test_rollouts_prefer_the_hand_that_is_nearer_and_know_how_sure_that_is() -> None:
    record = match(ONE_SHORT, (P1, CLOSED), (P1, thrown("5D")), drawn="5D")
    view = reviewed(record).decisions[-1].view
    deal = indian_deal(view.deal)
    near, far = (Way(without(deal.hand, (card,)), card) for card in map(Card.parse, ("5D", "6C")))
    found = []
    for ways in ((near, far), (far, near)):
        rollouts = Rollouts(Position(view, deal), Stakes(0.5, 1 / 80), "a seed", ways)
        for _ in range(24):
            rollouts.try_once()
        found.append(rollouts.compared())
    assert found[0].better > 2 * found[0].error > 0
    assert found[1].better == pytest.approx(-found[0].better)


def test_the_error_of_rollouts_counts_the_hidden_hands_as_well() -> None:
    """Rollouts with other seeds are as far apart as they say."""
    view = reviewed(match(THREE_SHORT, (P1, CLOSED), (P1, thrown("8S")), drawn="6S")).decisions[-1].view
    deal = indian_deal(view.deal)
    ways = tuple(Way(without(deal.hand, (card,)), card) for card in map(Card.parse, ("8S", "KC")))
    found = []
    for seed in range(8):
        rollouts = Rollouts(Position(view, deal), Stakes(0.5, 1 / 80), f"seed {seed}", ways)  # type: ignore[arg-type]
        for _ in range(16):
            rollouts.try_once()
        found.append(rollouts.compared())
    assert 0.5 < stdev(one.better for one in found) / fmean(one.error for one in found) < 1.5


def test_a_move_that_the_coach_advises_is_never_blamed_or_doubted() -> None:
    record = played(RULES, [level(4), level(1)], 3)
    found = first_review(record, Seat(seat_of(record, 0)))
    assert found is not None
    assert found.further is None
    assert {one.finding for one in found.decisions} == {Finding.FINE}


def test_what_is_certain_is_known_at_once_and_the_rest_comes_in_slices() -> None:
    record = match(THREE_SHORT.replace("3D", "QH"), (P1, CLOSED), (P1, thrown("QH")), drawn="6S")
    first = first_review(record, P1)
    assert first is not None
    assert first.further is not None
    assert [one.finding for one in first.decisions][-1] is Finding.CLOSE
    *_, last = first.further()
    assert last.further is None
    assert last == reviewed(record)
    assert last.deals[0].lost == pytest.approx(sum(one.cost for one in last.decisions))


def test_a_blame_needs_more_the_more_was_looked_at() -> None:
    assert quantile(0.025, 400) == pytest.approx(1.966, abs=0.001)
    assert quantile(0.025 / 400, 400) > quantile(0.025 / 40, 400) > 3
    assert quantile(0.025, 24) > quantile(0.025, 400)


def gravest(record: Record) -> Reviewed | None:
    """Return the gravest mistake of the first player, which the review of only what is certain finds as well."""
    return gravest_mistakes(record, (P1,)).get(P1)


def test_the_gravest_mistake_that_is_certain_is_a_wrong_declaration_then_a_missed_one_then_a_broken_sequence() -> None:
    groups = parse_groups("2H 3H 4H | 5C 6C 7C | 9D TD | JD KS KC KD KH")
    wrong = gravest(
        match(ONE_SHORT, (P1, CLOSED), (P1, Finish(Card.parse("8S"))), (P1, Declare(groups)), drawn="KH", other=ALSO)
    )
    missed = gravest(match(ONE_SHORT, (P1, CLOSED), (P1, thrown("KS")), drawn="KH"))
    broken = gravest(match(PURE_ONCE, (P1, CLOSED), (P1, thrown("3H")), drawn="6S"))
    found = [(one.finding, one.best.deed, one.best.card) for one in (wrong, missed, broken) if one is not None]
    assert found[:2] == [(Finding.WRONG, Deed.OUT, Card.parse("8S")), (Finding.MISSED, Deed.OUT, Card.parse("8S"))]
    assert found[2][:2] == (Finding.BROKEN, Deed.THROW)
    assert found[2][2] not in parse_cards("2H 3H 4H")


def test_a_card_thrown_from_a_pure_sequence_that_stays_or_from_one_of_two_is_no_certain_mistake() -> None:
    for hand, card in ((PURE_ONCE, "KS"), (PURE_ONCE.replace("9S", "5H"), "2H"), (ONE_SHORT, "5C")):
        assert gravest(match(hand, (P1, CLOSED), (P1, thrown(card)), drawn="6S")) is None
