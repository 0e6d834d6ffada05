"""`paplu solve`: the best arrangement of a hand."""

import argparse
from collections.abc import Iterator

from bot.cli import judging
from bot.cli.judging import JSONObject, cards_of, group_lines, in_one_pack, points, texts, wild_of, wild_rank
from bot.cli.rule_sets import InputError
from bot.rummy.cards import Card, parse_cards
from bot.rummy.judge import Judge


def run(arguments: argparse.Namespace) -> int:
    """Arrange a hand, or a card more with the best discard."""
    return judging.run(arguments, solve, parse_cards, solve_request, solve_lines)


def solve(judge: Judge, wild: str, cards: tuple[Card, ...]) -> JSONObject:
    """The best arrangement of a hand; with a card more the best discard and the cards kept.

    Raises:
        InputError: `wild` names no rank or card, or there are not so many cards, or not so many of one.
    """
    rank = wild_rank(wild, judge)
    in_one_pack(judge, cards)
    discard = None
    if len(cards) == judge.hand_size:
        kept = judge.best(cards, rank)
    elif len(cards) == judge.hand_size + 1:
        discard, kept = judge.best_discard(cards, rank)
    else:
        raise InputError(f"a hand is {judge.hand_size} or {judge.hand_size + 1} cards, not {len(cards)}")
    return {
        **wild_of(wild, judge),
        "points": judge.charge(kept.raw),
        "raw": kept.raw,
        "declarable": kept.declarable,
        "groups": [{"cards": texts(group), "kind": judge.kind(group, rank)} for group in kept.groups],
        "deadwood": texts(kept.deadwood),
        "discard": None if discard is None else str(discard),
    }


def solve_request(judge: Judge, wild: str, request: JSONObject) -> JSONObject:
    """`solve` for the `cards` of a JSON object.

    Raises:
        InputError: they are no list of so many, or `wild` names no rank or card.
        CardTextError: a word names no card.
    """
    return solve(judge, wild, cards_of(request.get("cards"), "cards: a list of cards"))


def solve_lines(answer: JSONObject) -> Iterator[str]:
    """A solution in plain words."""
    if answer["discard"]:
        yield f"Throw {answer['discard']}."
    yield from group_lines(answer)
    if answer["deadwood"]:
        yield f"{'left over':18}{' '.join(answer['deadwood'])}"
    if "wild" not in answer:
        yield f"Deadwood: {points(answer['points'])}." if answer["points"] else "No deadwood is left."
        return
    if answer["declarable"]:
        yield "This hand can be declared."
    yield f"Shown by a loser: {answer['points']} points ({answer['raw']} before cap and minimum)."
