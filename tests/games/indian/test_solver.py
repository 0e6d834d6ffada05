"""The solver against the brute force, and against its own promises."""

import random
from collections import Counter
from collections.abc import Sequence

import pytest

from bot.games.indian import scoring, solver
from bot.games.indian.declaration import judge
from bot.games.indian.melds import MeldKind, kind_of
from bot.games.indian.search.room import ROOM
from bot.rummy.cards import JOKER, Card, Rank, is_joker, parse_cards, parse_groups
from bot.rummy.judge import Arrangement
from bot.rummy.rules import Rules
from tests.games.indian import brute_force
from tests.known import shipped
from tests.rummy.hands import hard_hand, near_hand, some_wild, variants

VARIANTS = variants()
CIRCLE = shipped("circle")


def assert_holds(found: Arrangement, hand: Sequence[Card], wild: Rank | None, rules: Rules) -> None:
    """Check that the arrangement is of these cards, and that its points and its declaration are right."""
    laid = [card for group in found.groups for card in group]
    assert Counter([*laid, *found.deadwood]) == Counter(hand)
    assert scoring.raw_points(found.groups, found.deadwood, wild, rules) == found.raw
    assert MeldKind.INVALID not in [kind_of(group, wild, rules) for group in found.groups]
    whole = not found.deadwood and judge(found.groups, wild, rules, hand).valid
    assert found.declarable == (len(hand) == 13 and whole)


def assert_best(hand: tuple[Card, ...], wild: Rank | None, rules: Rules) -> None:
    found = solver.best(hand, wild, rules)
    truth = brute_force.solve(hand, wild, rules)
    assert (found.raw, found.declarable) == (truth.raw, truth.declarable), (hand, wild, rules)
    assert_holds(found, hand, wild, rules)


@pytest.mark.parametrize("seed", range(8))
def test_hands_of_any_size_match_brute_force(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(150):
        hand = hard_hand(rng, rng.randrange(12))
        assert_best(hand, some_wild(rng, hand), rng.choice(VARIANTS))


@pytest.mark.parametrize("seed", range(8))
def test_thirteen_cards_match_brute_force(seed: int) -> None:
    rng = random.Random(100 + seed)
    for number in range(40):
        hand = near_hand(rng) if number % 2 else hard_hand(rng, 13)
        assert_best(hand, some_wild(rng, hand), rng.choice(VARIANTS))


def assert_best_discard(hand: tuple[Card, ...], wild: Rank | None, rules: Rules) -> None:
    thrown, kept = solver.best_discard(hand, wild, rules)
    truths = dict(brute_force.discards(hand, wild, rules))
    if any(truth.declarable for truth in truths.values()):
        goal = (0, True)
    else:
        goal = (min(truth.raw for truth in truths.values()), False)
    good = [card for card, truth in truths.items() if (truth.raw, truth.declarable) == goal]
    assert (kept.raw, kept.declarable) == goal, (hand, wild, rules)
    assert thrown in good
    assert brute_force.value(thrown, wild) == max(brute_force.value(card, wild) for card in good)
    assert not is_joker(thrown, wild) or all(is_joker(card, wild) for card in good)
    rest = list(hand)
    rest.remove(thrown)
    assert_holds(kept, rest, wild, rules)


@pytest.mark.parametrize("seed", range(4))
def test_the_discard_is_the_best_there_is(seed: int) -> None:
    rng = random.Random(200 + seed)
    for _ in range(100):
        hand = hard_hand(rng, rng.randint(1, 12))
        assert_best_discard(hand, some_wild(rng, hand), rng.choice(VARIANTS))


@pytest.mark.parametrize("seed", range(8))
def test_the_discard_from_fourteen_cards_is_the_best_there_is(seed: int) -> None:
    rng = random.Random(400 + seed)
    for number in range(12):
        hand = (*near_hand(rng), *hard_hand(rng, 1)) if number % 2 else hard_hand(rng, 14)
        assert_best_discard(hand, some_wild(rng, hand), rng.choice(VARIANTS))


@pytest.mark.parametrize("seed", range(4))
def test_saved_groups_stand_and_the_rest_is_best(seed: int) -> None:
    rng = random.Random(300 + seed)
    for _ in range(100):
        hand = near_hand(rng) if rng.random() < 0.5 else hard_hand(rng, rng.randint(6, 13))
        wild, rules = some_wild(rng, hand), rng.choice(VARIANTS)
        saved = _some_groups(rng, hand, wild, rules)
        found = solver.complete(saved, hand, wild, rules)
        fixed = [group for group in saved if kind_of(group, wild, rules) is not MeldKind.INVALID]
        rest = Counter(hand) - Counter(card for group in fixed for card in group)
        assert found.raw == brute_force.least_with(fixed, list(rest.elements()), wild, rules)
        assert_holds(found, hand, wild, rules)
        assert not Counter(fixed) - Counter(found.groups)


def _some_groups(rng: random.Random, hand: tuple[Card, ...], wild: Rank | None, rules: Rules) -> list[tuple[Card, ...]]:
    """Return some groups of the best arrangement, some perhaps cut short; some at random."""
    best = solver.best(hand, wild, rules)
    groups = [group for group in best.groups if rng.random() < 0.6]
    groups = [group[: rng.randint(2, 5)] if rng.random() < 0.3 else group for group in groups]
    if not groups:
        cards = rng.sample(hand, len(hand))
        groups = [tuple(cards[:3]), tuple(cards[3:6])]
    return groups


@pytest.mark.parametrize("rules", VARIANTS[:4], ids=lambda rules: rules.id)
def test_hands_of_jokers_alone(rules: Rules) -> None:
    found = solver.best([JOKER] * 13, None, rules)
    assert (found.raw, found.declarable) == (0, False)
    thrown, kept = solver.best_discard([JOKER] * 14, None, rules)
    assert (thrown, kept.raw) == (JOKER, 0)


def test_no_cards_and_no_discard() -> None:
    assert solver.best((), None, CIRCLE) == Arrangement((), (), 0, False)
    with pytest.raises(ValueError, match="no card"):
        solver.best_discard((), None, CIRCLE)


def test_a_hand_no_packs_hold_is_refused() -> None:
    assert solver.best(parse_cards("AS") * 15, None, CIRCLE).raw == 150
    for hand in (parse_cards("AS") * 16, parse_cards("AS KS") * 13):
        with pytest.raises(ValueError, match="more than"):
            solver.best(hand, None, CIRCLE)


def test_memories_start_again_when_they_are_full(monkeypatch: pytest.MonkeyPatch) -> None:
    for memory in ("tables", "pure_tables", "menus"):
        monkeypatch.setattr(ROOM, memory, 3)
    rng = random.Random(500)
    for _ in range(100):
        hand = hard_hand(rng, rng.randrange(12))
        assert_best(hand, some_wild(rng, hand), rng.choice(VARIANTS))


def test_spare_jokers_are_grouped_in_a_declarable_hand() -> None:
    hand = parse_cards("2H 3H 4H 7S 8S 9S TD JD QD KD AD JK JK")
    found = solver.best(hand, None, CIRCLE)
    assert found.declarable
    assert found.deadwood == ()


def test_a_joker_is_thrown_where_nothing_else_will_do() -> None:
    hand = parse_cards("3H 4H 5H 9C JK JK JK JK JK JK JK JK JK JK")
    thrown, kept = solver.best_discard(hand, None, CIRCLE)
    assert thrown == JOKER
    assert kept.declarable


def test_a_saved_group_the_hand_no_longer_holds_is_passed_over() -> None:
    hand = parse_cards("2H 3H 4H 7S 8S 9S KD QC")
    found = solver.complete(parse_groups("2H 3H 4H | 7S 8S 9S TS"), hand, None, CIRCLE)
    assert found.raw == 20
    assert parse_cards("7S 8S 9S") in found.groups


def test_an_ace_joins_either_end_but_not_both() -> None:
    assert solver.best(parse_cards("AH 2H 3H QS KS AS"), None, CIRCLE).raw == 0
    assert solver.best(parse_cards("KH AH 2H QS KS AS"), None, CIRCLE).raw > 0


def test_a_proposal_shows_melds_that_spare_nothing_yet() -> None:
    """Every card counts without a pure sequence, but a player wants to see what there is."""
    hand = parse_cards("7H 7D 7S 9C TC QD 2C 4D 6S 8H KH KD AS")
    assert solver.best(hand, Rank.QUEEN, shipped("circle")).groups == ()
    groups = solver.propose(hand, Rank.QUEEN, shipped("circle"))
    assert parse_cards("7H 7D 7S") in [tuple(sorted(group, key=hand.index)) for group in groups]
    assert len(groups) == 2


def test_a_proposal_of_fourteen_cards_leaves_out_the_one_to_throw() -> None:
    hand = parse_cards("2H 3H 4H 5C 6C 7C 5D 5S 5H 2D 2C 2S KS KD")
    groups = solver.propose(hand, Rank.QUEEN, shipped("circle"))
    assert sum(map(len, groups)) == 12
