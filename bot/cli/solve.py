"""`paplu solve`: the best arrangement of a hand."""

import argparse
from collections.abc import Iterator

from bot.cli.judge import JSONObject, cards_of, cut_of, group_lines, in_one_pack, judge_hands, labelled, texts
from bot.cli.rule_sets import InputError
from bot.languages.sentence import say, say_many
from bot.rummy.cards import Card, parse_cards
from bot.rummy.judge import Judge


def run(arguments: argparse.Namespace) -> int:
    """Arrange a hand; with one card more, find the best discard as well."""
    return judge_hands(arguments, solve, parse_cards, solve_request, solve_lines)


def solve(judge: Judge, wild: str, cards: tuple[Card, ...]) -> JSONObject:
    """Return the best arrangement of a hand; with one card more, also the best discard.

    Raises:
        InputError: `wild` names no rank or card, the number of cards is wrong, or the packs hold fewer of a card.
    """
    cut = cut_of(wild, judge)
    in_one_pack(judge, cards)
    discard = None
    if len(cards) == judge.hand_size:
        kept = judge.best(cards, cut)
    elif len(cards) == judge.hand_size + 1:
        discard, kept = judge.best_discard(cards, cut)
    else:
        size = judge.hand_size
        raise InputError(
            say("a hand is {size} or {more} cards, not {found}", size=size, more=size + 1, found=len(cards))
        )
    return {
        **({"wild": wild} if judge.has_wild else {}),
        "points": judge.charge(kept.raw),
        "raw": kept.raw,
        "declarable": kept.declarable,
        "groups": [{"cards": texts(group), "kind": judge.kind(group, cut)} for group in kept.groups],
        "deadwood": texts(kept.deadwood),
        "discard": None if discard is None else str(discard),
    }


def solve_request(judge: Judge, wild: str, request: JSONObject) -> JSONObject:
    """Return `solve` for the `cards` of a JSON object.

    Raises:
        InputError: they are no list of that length, or `wild` names no rank or card.
        CardTextError: a word names no card.
    """
    return solve(judge, wild, cards_of(request.get("cards"), field="cards"))


def solve_lines(answer: JSONObject) -> Iterator[str]:
    """Yield a solution in words."""
    if answer["discard"]:
        yield say("Throw {card}.", card=answer["discard"])
    yield from group_lines(answer)
    if answer["deadwood"]:
        yield labelled(say("left over"), answer["deadwood"])
    if "wild" not in answer:
        left = answer["points"]
        yield (
            say_many(left, "Deadwood: {number} point.", "Deadwood: {number} points.")
            if left
            else say("No deadwood is left.")
        )
        return
    if answer["declarable"]:
        yield say("This hand can be declared.")
    yield say_many(
        answer["points"],
        "Shown by a loser: {number} point ({raw} before cap and minimum).",
        "Shown by a loser: {number} points ({raw} before cap and minimum).",
        raw=answer["raw"],
    )
