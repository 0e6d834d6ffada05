"""`paplu score`: the judgement of groups as submitted, and the points of a knock."""

import argparse
from collections.abc import Iterator

from bot.cli.judge import JSONObject, cards_of, cut_of, group_lines, in_one_pack, judge_hands, labelled, points, texts
from bot.cli.rule_sets import InputError
from bot.languages.sentence import Sentence, say, say_many
from bot.rummy.cards import Card, Groups, parse_cards, parse_groups
from bot.rummy.judge import Arrangement, DeclarationJudge, Judge, KnockJudge

_A_CARD = Sentence("{field}: a card")
_LISTS = Sentence("groups: a list of lists of cards")

_REASONS = {
    "ok": Sentence("A valid declaration."),
    "card_count": Sentence("Not a full hand, so not a declaration."),
    "invalid_group": Sentence("No declaration: not every group is a meld."),
    "no_pure_sequence": Sentence("No declaration: a pure sequence is missing."),
    "need_two_sequences": Sentence("No declaration: a second sequence is missing."),
    "need_three_pure_sequences": Sentence("No declaration: it takes three pure sequences."),
}

_SIDES = {"knocker": Sentence("Knocker:"), "opponent": Sentence("Opponent:")}


def run(arguments: argparse.Namespace) -> int:
    """Judge groups as submitted, or a knock."""
    knocks = [arguments.knock, arguments.against, arguments.first_open]
    if not any(one is not None for one in knocks):
        return judge_hands(arguments, score, parse_groups, score_request, score_lines)
    if arguments.knock is None or arguments.against is None or arguments.cards is not None or arguments.batch:
        arguments.parser.error("--knock and --against are needed, each with the cards of a hand, and no groups")
    arguments.cards = ""
    return judge_hands(
        arguments, lambda judge, wild, _: _typed_knock(judge, arguments), parse_groups, score_request, score_lines
    )


def score(judge: Judge, wild: str, groups: Groups) -> JSONObject:
    """Return the groups judged as submitted, and what a loser who shows them pays before Deal Show.

    Raises:
        InputError: `wild` names no rank or card, or the game knows no declarations.
    """
    if not isinstance(judge, DeclarationJudge):
        raise InputError(say("groups are not declared in this game: use --knock and --against"))
    cut = cut_of(wild, judge)
    judged = judge.declaration(groups, cut)
    shown = zip(groups, judged.kinds, strict=True)
    return {
        "wild": wild,
        "groups": [{"cards": texts(group), "kind": str(kind)} for group, kind in shown],
        "valid": judged.valid,
        "reason": str(judged.reason),
        "points": judge.loser_points(groups, cut),
    }


def score_request(judge: Judge, wild: str, request: JSONObject) -> JSONObject:
    """Return `score` for the `groups` of a JSON object, or `knocked` for its `knock` and `against`.

    Raises:
        InputError: they are no list of lists, or `wild` names no rank or card.
        CardTextError: a word names no card.
    """
    if "knock" in request:
        return _asked_knock(judge, request)
    groups = request.get("groups")
    if not isinstance(groups, list):
        raise InputError(_LISTS())
    return score(judge, wild, tuple(cards_of(group, _LISTS) for group in groups if group != []))


def score_lines(answer: JSONObject) -> Iterator[str]:
    """Yield a score in words."""
    if "knocker" in answer:
        yield from _knock_lines(answer)
        return
    yield from group_lines(answer)
    yield _REASONS[answer["reason"]]()
    yield say_many(answer["points"], "Shown by a loser: {number} point.", "Shown by a loser: {number} points.")


# -- knocks -----------------------------------------------------------------------------------------


def knocked(judge: Judge, knocker: tuple[Card, ...], opponent: tuple[Card, ...], first: Card | None) -> JSONObject:
    """Return both hands after a knock, the cards laid off and the points; `first` is the first open card.

    Raises:
        InputError: the game has no knocks, it needs the first open card, or the knock is not allowed.
    """
    if not isinstance(judge, KnockJudge):
        raise InputError(say("nobody knocks in this game"))
    if judge.needs_open and first is None:
        raise InputError(say("--first-open is needed: the first open card decides here"))
    size, all_melds = judge.hand_size, len(knocker) == judge.hand_size + 1
    if len(opponent) != size or not (all_melds or len(knocker) == size):
        raise InputError(
            say("a knock shows {size} cards, or {more} in melds, against {size}", size=size, more=size + 1)
        )
    in_one_pack(judge, knocker, opponent)
    left, limit = judge.best(knocker, None).raw, 0 if all_melds else judge.knock_limit(first)
    if left > limit:
        raise InputError(
            say_many(
                left,
                "no knock: {number} point of deadwood, where {limit} is the most",
                "no knock: {number} points of deadwood, where {limit} is the most",
                limit=limit,
            )
        )
    found = judge.knock(knocker, opponent, first)
    return {
        "knocker": _side(judge, found.knocker),
        "opponent": {**_side(judge, found.opponent), "laid_off": texts(found.laid_off)},
        "ending": str(found.ending),
        "winner": "knocker" if found.knocker_wins else "opponent",
        "points": found.points,
    }


def _side(judge: Judge, laid: Arrangement) -> JSONObject:
    return {
        "groups": [{"cards": texts(group), "kind": judge.kind(group, None)} for group in laid.groups],
        "deadwood": texts(laid.deadwood),
        "left": laid.raw,
    }


def _typed_knock(judge: Judge, arguments: argparse.Namespace) -> JSONObject:
    first = arguments.first_open
    hands = parse_cards(arguments.knock), parse_cards(arguments.against)
    return knocked(judge, *hands, Card.parse(first) if first is not None else None)


def _asked_knock(judge: Judge, request: JSONObject) -> JSONObject:
    first = request.get("first_open")
    (opened,) = cards_of([first], _A_CARD, "first_open") if first is not None else (None,)
    knocker, opponent = (cards_of(request.get(key), field=key) for key in ("knock", "against"))
    return knocked(judge, knocker, opponent, opened)


def _knock_lines(answer: JSONObject) -> Iterator[str]:
    for name, title in _SIDES.items():
        side = answer[name]
        yield title()
        yield from group_lines(side)
        if side.get("laid_off"):
            yield labelled(say("laid off"), side["laid_off"])
        if side["deadwood"]:
            deadwood = labelled(say("deadwood"), side["deadwood"])
            yield f"{deadwood} ({points(side['left'])})"
    if answer["winner"] == "knocker":
        yield say_many(answer["points"], "The knocker gets {number} point.", "The knocker gets {number} points.")
    else:
        yield say_many(answer["points"], "The opponent gets {number} point.", "The opponent gets {number} points.")
