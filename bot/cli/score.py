"""`paplu score`: groups judged as submitted."""

import argparse
from collections.abc import Iterator

from bot.cli import judging
from bot.cli.judging import JSONObject, cards_of, group_lines, texts, wild_rank
from bot.cli.rule_sets import InputError
from bot.rummy.cards import Groups, parse_groups
from bot.rummy.judge import Judge

_LISTS = "groups: a list of lists of cards"

_REASONS = {
    "ok": "A valid declaration.",
    "card_count": "No declaration: that takes 13 cards.",
    "invalid_group": "No declaration: not every group is a meld.",
    "no_pure_sequence": "No declaration: a pure sequence is missing.",
    "need_two_sequences": "No declaration: a second sequence is missing.",
}


def run(arguments: argparse.Namespace) -> int:
    """Judge groups as submitted."""
    return judging.run(arguments, score, parse_groups, score_request, score_lines)


def score(judge: Judge, wild: str, groups: Groups) -> JSONObject:
    """The groups judged as submitted, and what a loser showing them pays before Deal Show.

    Raises:
        InputError: `wild` names no rank or card.
    """
    rank = wild_rank(wild, judge)
    judged = judge.declaration(groups, rank)
    shown = zip(groups, judged.kinds, strict=True)
    return {
        "wild": wild,
        "groups": [{"cards": texts(group), "kind": str(kind)} for group, kind in shown],
        "valid": judged.valid,
        "reason": str(judged.reason),
        "points": judge.loser_points(groups, rank),
    }


def score_request(judge: Judge, wild: str, request: JSONObject) -> JSONObject:
    """`score` for the `groups` of a JSON object.

    Raises:
        InputError: they are no list of lists, or `wild` names no rank or card.
        CardTextError: a word names no card.
    """
    groups = request.get("groups")
    if not isinstance(groups, list):
        raise InputError(_LISTS)
    return score(judge, wild, tuple(cards_of(group, _LISTS) for group in groups if group != []))


def score_lines(answer: JSONObject) -> Iterator[str]:
    """A score in plain words."""
    yield from group_lines(answer)
    yield _REASONS[answer["reason"]]
    yield f"Shown by a loser: {answer['points']} points."
