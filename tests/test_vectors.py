"""The worked cases of the rule sheets."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.games.indian import scoring, show
from bot.games.indian.deal import IndianDeal
from bot.rummy import table
from bot.rummy.deal import Deal
from bot.rummy.match import stakes
from bot.rummy.match.match import Match
from tests import vectors
from tests.known import INDIAN, WESTERN, with_own

Vector = dict[str, Any]

FILE = Path(__file__).parent / "vectors.json"


def test_all_cases_in_reach_hold() -> None:
    outcome = vectors.run(json.loads(FILE.read_text(encoding="utf-8"))["vectors"])
    assert outcome.mismatches == []
    assert outcome.passed["group"] >= 180
    assert outcome.passed["declaration"] >= 60
    assert outcome.passed["loser_score"] >= 50
    assert outcome.passed["penalty"] >= 23
    assert outcome.passed["pool"] >= 7
    assert outcome.passed["winnings"] >= 7
    assert outcome.passed["western"] >= 16
    assert outcome.passed["reshuffle"] >= 1
    assert not outcome.not_run


def test_a_mismatch_is_named_and_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = {"id": "w1", "type": "deal_show", "hand_score": 30, "expect": {"circle": 16, "square": 1}}
    strange = {"id": "w2", "type": "juggling", "expect": {}}
    file = tmp_path / "vectors.json"
    file.write_text(json.dumps({"vectors": [wrong, strange]}), encoding="utf-8")
    assert vectors.main([str(file)]) == 1
    printed = capsys.readouterr().out
    assert "w1 [circle]: expected 16, got 15" in printed
    assert "1 rule set square" in printed
    assert "1 type juggling" in printed


def test_a_vector_that_cannot_be_read_is_a_mismatch() -> None:
    outcome = vectors.run([{"id": "x", "type": "group", "cards": ["ZZ"], "wild": "", "expect": {"circle": []}}])
    assert len(outcome.mismatches) == 1


POOL: Vector = {"id": "p", "type": "pool", "limit": 101}
WON: Vector = {"id": "w", "type": "winnings", "fee": 0}
LOST: Vector = {"id": "d", "type": "penalty", "expect": {}}


@pytest.mark.parametrize(
    "vector",
    [
        {**POOL, "op": "split", "pool": 150, "entry": 25, "drops": [3, 1, 0], "expect": [91.67, 41.67, 16.66]},
        {**POOL, "op": "split", "pool": 150, "entry": 25, "drops": [3, 1, 0], "expect": [91.666, 41.666, 16.667]},
        {**POOL, "op": "rejoin_score", "active": [80, 20], "expect": None},
        {**POOL, "op": "rejoin_score", "active": [71, 20], "expect": 72},
        {**POOL, "op": "eliminated", "score": 100, "expect": False},
        {**POOL, "op": "drops_left", "score": 101, "expect": 0},
        {**WON, "kind": "points", "value": 0.05, "points": [80, 33], "expect": 5.65},
        {**WON, "kind": "winzo", "boot": 0.5, "points": [33, 20], "rake": 0.1, "expect": 0.297},
        {**WON, "kind": "winzo_loss", "boot": 0.5, "points": [33], "expect": 0.21},
        {**WON, "kind": "pool", "entry": 12.5, "players": 6, "expect": 75},
        {**LOST, "event": "middle_drop", "format": "pool201", "expect": {"toking": 50}},
        {**LOST, "event": "middle_drop", "format": "best_of_3", "expect": {"circle": "not_allowed"}},
        {**LOST, "event": "lapsed_out_at_first_in_first_turn", "format": "pool201", "expect": {"toking": 25}},
        {**LOST, "event": "lapsed_out_at_third", "format": "best_of_3", "expect": {"circle": 80}},
        {**LOST, "event": "leave_before_draw", "format": "best_of_2", "expect": {"circle_detailed": 80, "toking": 80}},
    ],
)
def test_money_and_penalties_of_every_format(vector: Vector) -> None:
    outcome = vectors.run([vector])
    assert outcome.mismatches == []
    assert outcome.passed[vector["type"]] == len(vector["expect"] if vector["type"] == "penalty" else [1])


@pytest.mark.parametrize(
    "vector",
    [
        {**POOL, "op": "split", "pool": 150, "entry": 25, "drops": [3, 1, 0], "expect": [91.69, 41.67, 16.66]},
        {**POOL, "op": "split", "pool": 150, "entry": 25, "drops": [3, 1, 0], "expect": [91.67, 41.67]},
        {**POOL, "op": "rejoin_score", "active": [71], "expect": None},
        {**POOL, "op": "juggle", "expect": None},
        {"id": "g", "type": "western", "kind": "juggle", "expect": None},
        {**POOL, "op": "eliminated", "score": 1, "limit": 301, "expect": False},
        {**WON, "kind": "juggle", "expect": None},
        {**WON, "kind": "pool", "entry": 12.5, "players": 6, "expect": None},
        {**LOST, "event": "juggle", "format": "points", "expect": {"circle": 20}},
        {**LOST, "event": "first_drop", "format": "pool301", "expect": {"circle": 20}},
        {**LOST, "event": "first_drop", "format": "pool101", "expect": {"winzo": 20}},
        {**LOST, "event": "first_drop", "format": "best_of_3", "expect": {"circle": 20}},
    ],
)
def test_what_is_unknown_or_wrong_of_a_known_type_is_a_mismatch(vector: Vector) -> None:
    assert len(vectors.run([vector]).mismatches) == 1


def test_winnings_less_a_fee_are_not_run() -> None:
    outcome = vectors.run([{**WON, "kind": "pool", "entry": 12.5, "players": 6, "fee": 7.5, "expect": 67.5}])
    assert outcome.not_run == {"winnings less a fee": 1}
    assert not outcome.passed
    assert not outcome.mismatches


EVERY = ("winzo", "circle", "circle_detailed", "toking")
IN_DEAL_SHOW = ("circle", "circle_detailed")
RUN = ["AH", "2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "TH"]
DECK: Vector = {
    "id": "three players: 39 cards in hand, one cut, one open",
    "type": "deck",
    "players": 3,
    "expect": {id: {"total": 106, "closed_after_setup": 65} for id in EVERY[1:]},
}
DECK_ROMME: Vector = {
    "id": "two packs and three jokers",
    "type": "deck",
    "players": 2,
    "expect": {"romme": {"total": 107, "closed_after_setup": 80}},
}
JOKERS: Vector = {
    "id": "seven twos and the printed jokers",
    "type": "jokers_in_play",
    "cut": "2D",
    "packs": 2,
    "expect": {"winzo": 11, "circle": 9},
}
RESHUFFLE: Vector = {
    "id": "the top card stays, the others keep their order until they are shuffled",
    "type": "reshuffle",
    "open_pile": ["9D", "JK2", "4S", "JK1", "QC"],
    "expect": {"stays_open": "QC", "new_closed": ["9D", "JK2", "4S", "JK1"]},
}
RESHUFFLE_OF_ONE: Vector = {
    "id": "nothing to shuffle",
    "type": "reshuffle",
    "open_pile": ["7H"],
    "expect": {"stays_open": "7H", "new_closed": []},
}
TOSS: Vector = {
    "id": "ace high, then spades before hearts before diamonds",
    "type": "toss",
    "cards": {"P1": "TD", "P2": "TS", "P3": "AD", "P4": "TH", "P5": "3C"},
    "expect": {"order": ["P3", "P2", "P4", "P1", "P5"], "dealer": "P5"},
}
DEAL_SHOW: Vector = {"id": "31 // 2", "type": "deal_show", "hand_score": 31, "expect": dict.fromkeys(IN_DEAL_SHOW, 15)}
DEAL_SHOW_FULL: Vector = {**DEAL_SHOW, "id": "88 is 80", "hand_score": 88, "expect": dict.fromkeys(IN_DEAL_SHOW, 40)}
DEAL_SHOW_ODD: Vector = {**DEAL_SHOW, "id": "9 and 2", "hand_score": 11, "expect": dict.fromkeys(IN_DEAL_SHOW, 5)}
NO_DEAL_SHOW: Vector = {"id": "all of it", "type": "deal_show", "hand_score": 31, "expect": {"winzo": 31, "toking": 31}}
LOSER: Vector = {
    "id": "one sequence alone",
    "type": "loser_score",
    "groups": [RUN[:4]],
    "ungrouped": ["KS", "9C", "9D", "7S", "5S", "JK1", "2C", "2D", "4C"],
    "wild": "2S",
    "expect": {"winzo": 44, "circle": 61, "toking": 61},
}
LOSER_NOTHING_WILD: Vector = {
    "id": "twos count where nothing is cut",
    "type": "loser_score",
    "groups": [RUN[:3], RUN[3:6]],
    "ungrouped": ["KS", "9C", "9D", "7S", "2C", "2D", "JK1"],
    "wild": "",
    "expect": dict.fromkeys(EVERY, 39),
}
BEST: Vector = {
    "id": "ten hearts in sequences, three cards left",
    "type": "best_score",
    "hand": [*RUN, "KS", "KD", "QC"],
    "wild": "JC",
    "expect": {"winzo": 30, "circle": 30, "toking": 30},
}
FEELESS: Vector = {**WON, "kind": "points", "value": 2, "points": [10, 160], "expect": 340}
RAKED: Vector = {**WON, "kind": "winzo_pot", "pot": 20, "rake": 0.15, "expect": 17}
POT: Vector = {**WON, "kind": "pool", "entry": 30, "players": 4, "expect": 120}
OUT: Vector = {**POOL, "op": "eliminated", "limit": 201, "score": 205, "expect": True}
BACK: Vector = {**POOL, "op": "rejoin_score", "active": [15, 62, 7], "expect": 63}
LEFT: Vector = {**POOL, "op": "drops_left", "score": 41, "expect": 2}


@pytest.mark.parametrize(
    "vector",
    [
        *(DECK, DECK_ROMME, JOKERS, RESHUFFLE, RESHUFFLE_OF_ONE, TOSS),
        *(DEAL_SHOW, DEAL_SHOW_FULL, DEAL_SHOW_ODD, NO_DEAL_SHOW, LOSER, LOSER_NOTHING_WILD, BEST),
        *(FEELESS, RAKED, POT, OUT, BACK, LEFT),
    ],
    ids=lambda vector: f"{vector['type']}: {vector['id']}",
)
def test_cases_of_our_own_hold(vector: Vector) -> None:
    outcome = vectors.run([vector])
    assert outcome.mismatches == []
    assert outcome.passed.total() > 0


# -- a code with a fault fails its cases ------------------------------------------------------------

Break = Callable[[pytest.MonkeyPatch], None]
STARTED, RESHUFFLED, CHARGED = IndianDeal.start, Deal._reshuffle, scoring.charge


def _hands_of_twelve(patch: pytest.MonkeyPatch) -> None:
    for game in (INDIAN, WESTERN):
        patch.setattr(type(game), "hand_size", 12)


def _a_card_less_in_each_hand(patch: pytest.MonkeyPatch) -> None:
    def short(*args: Any, **own: Any) -> IndianDeal:
        begun = STARTED(*args, **own)
        return replace(begun, hands=tuple(replace(hand, cards=hand.cards[1:]) for hand in begun.hands))

    patch.setattr(IndianDeal, "start", short)


def _cut_card_stays_in_the_deck(patch: pytest.MonkeyPatch) -> None:
    def started(*args: Any, **own: Any) -> IndianDeal:
        begun = STARTED(*args, **own)
        return replace(begun, closed=(*begun.closed, begun.cut))

    patch.setattr(IndianDeal, "start", started)


def _deal_show_where_the_rules_have_none(patch: pytest.MonkeyPatch) -> None:
    def halved(raw: int, rules: Any, *, deal_show: bool = False) -> int:
        with_it = with_own(rules, "scoring", deal_show=True)
        return CHARGED(raw, with_it, deal_show=deal_show)

    patch.setattr(scoring, "charge", halved)


def _deal_show(always: bool) -> Break:
    def broken(patch: pytest.MonkeyPatch) -> None:
        patch.setattr(scoring, "charge", lambda raw, rules, *, deal_show=False: CHARGED(raw, rules, deal_show=always))

    return broken


def _reshuffle_loses(part: slice) -> Break:
    def broken(patch: pytest.MonkeyPatch) -> None:
        patch.setattr(Deal, "_reshuffle", lambda self, cards: RESHUFFLED(self, cards[part]))

    return broken


def _bottom_stays_open(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Deal, "_reshuffle", lambda self, cards: replace(RESHUFFLED(self, cards), open=self.open[:1]))


def _spent_without_the_lowest(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Deal, "spent", lambda self: tuple(under.card for under in self.open[1:-1]))


def _nobody_moves_after_the_toss(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(table, "toss_order", lambda cards: tuple(range(len(cards))))


def _second_seat_begins(patch: pytest.MonkeyPatch) -> None:
    def started(rules: Any, first: Any, *rest: Any, **own: Any) -> IndianDeal:
        return STARTED(rules, type(first)(first + 1), *rest, **own)

    patch.setattr(IndianDeal, "start", started)


def _no_help_at_the_end(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(show, "counting", lambda groups, *hand, is_late: groups)


def _no_rake(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(stakes, "rake", lambda pot, percent: 0)


def _nobody_is_eliminated(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Match, "_eliminated", lambda self, limit: self)


@pytest.mark.parametrize(
    ("break_it", "vector"),
    [
        (_hands_of_twelve, DECK),
        (_hands_of_twelve, DECK_ROMME),
        (_a_card_less_in_each_hand, DECK),
        (_cut_card_stays_in_the_deck, DECK),
        (_cut_card_stays_in_the_deck, JOKERS),
        (_deal_show_where_the_rules_have_none, LOSER),
        (_deal_show_where_the_rules_have_none, NO_DEAL_SHOW),
        (_deal_show(always=True), LOSER),
        (_deal_show(always=False), DEAL_SHOW),
        (_reshuffle_loses(slice(1, None)), RESHUFFLE),
        (_reshuffle_loses(slice(0, -1)), RESHUFFLE),
        (_spent_without_the_lowest, RESHUFFLE),
        (_bottom_stays_open, RESHUFFLE),
        (_nobody_moves_after_the_toss, TOSS),
        (_second_seat_begins, TOSS),
        (_no_help_at_the_end, BEST),
        (_no_rake, RAKED),
        (_nobody_is_eliminated, OUT),
        (_nobody_is_eliminated, POT),
    ],
)
def test_a_fault_of_the_code_fails_a_case(break_it: Break, vector: Vector, monkeypatch: pytest.MonkeyPatch) -> None:
    break_it(monkeypatch)
    outcome = vectors.run([vector])
    assert outcome.mismatches
