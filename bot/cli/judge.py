"""Input and output of `paplu score` and `paplu solve`: calls, JSON lines and answers."""

import argparse
import gc
import json
import sys
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import chain
from typing import Any, TypeVar

from bot.cli.rule_sets import InputError, RuleSets, short
from bot.console import FAULTY, OK, complain, show
from bot.games.registry import GAMES
from bot.languages.sentence import Sentence, say, say_many
from bot.rummy.cards import CARDS, JOKER, Card, Rank
from bot.rummy.errors import CardTextError
from bot.rummy.judge import CutCard, Judge

NOTHING_WILD = "none"
"""The word that is typed if no rank is wild."""

JSONObject = dict[str, Any]
"""A JSON object."""

FromRequest = Callable[[Judge, str, JSONObject], JSONObject]
"""A function that judges the cards of a JSON object. It takes the judge, the wild card as text and the object."""

_Cards = TypeVar("_Cards")


def judge_hands(
    arguments: argparse.Namespace,
    judged: Callable[[Judge, str, _Cards], JSONObject],
    parse: Callable[[str], _Cards],
    from_request: FromRequest,
    lines: Callable[[JSONObject], Iterable[str]],
) -> int:
    """Judge the cards of a call, or those of every line of standard input.

    Args:
        arguments: the arguments of the command line.
        judged: judges the cards of a call. It takes the judge, the wild card as text and the cards.
        parse: reads the cards of a call.
        from_request: judges the cards of a line.
        lines: returns an answer in words.
    """
    if arguments.batch:
        if arguments.cards is not None:
            arguments.parser.error("--batch reads its cards from standard input")
        return _run_batch(from_request)
    if arguments.rules is None or arguments.cards is None:
        arguments.parser.error("--rules, --wild and the cards are needed, or --batch")
    try:
        judge = RuleSets.of_host(GAMES).judge(arguments.rules)
        if judge.has_wild and arguments.wild is None:
            arguments.parser.error("--rules, --wild and the cards are needed, or --batch")
        wild = NOTHING_WILD if arguments.wild is None else arguments.wild
        answer = {"rules": arguments.rules, **judged(judge, wild, parse(arguments.cards))}
    except (InputError, CardTextError) as error:
        return complain(_message(error))
    show([json.dumps(answer)] if arguments.json else lines(answer))
    return OK


def in_one_pack(judge: Judge, *hands: Iterable[Card]) -> None:
    """Raise InputError if the hands hold more of a card than the packs do."""
    found = judge.surplus(chain.from_iterable(hands))
    if found is not None:
        raise InputError(say("{card}: there are not so many of it", card=found))


def cut_of(text: str, judge: Judge) -> CutCard:
    """Return the cut card that a card or `JK` (a printed joker) names; if suits do not matter, also a rank or `none`.

    Raises:
        InputError: the text is none of these.
    """
    word = text.strip().upper()
    takes_rank = judge.has_wild and not judge.needs_suit
    if takes_rank and (rank := _ranks().get(word)) is not None:
        return rank
    if judge.needs_suit:
        try:
            return Card.parse(word)
        except CardTextError:
            raise InputError(say("wild is the cut card or JK in this game, not {typed}", typed=short(text))) from None
    if word == NOTHING_WILD.upper():
        return None
    if not judge.has_wild:
        raise InputError(say("wild is none in this game, not {typed}", typed=short(text)))
    try:
        return Card.parse(word)
    except CardTextError:
        raise InputError(say("wild is a rank, a card, JK or none, not {typed}", typed=short(text))) from None


@cache
def _ranks() -> dict[str, Rank]:
    return {"10": Rank.TEN, **{rank.letter: rank for rank in Rank if rank is not Rank.JOKER}}


def _message(error: InputError | CardTextError) -> str:
    if isinstance(error, CardTextError):
        return say("not a card: {typed}", typed=short(error.word))
    return str(error)


def texts(cards: Iterable[Card]) -> list[str]:
    """Return the cards as JSON holds them."""
    return [_TEXTS[card.index] for card in cards]


def points(count: int) -> str:
    """Return `1 point`, `34 points`."""
    return say_many(count, "{number} point", "{number} points")


def group_lines(answer: JSONObject) -> Iterator[str]:
    """Yield the groups of an answer in words."""
    for group in answer["groups"]:
        kind = group["kind"]
        yield labelled(_KINDS[kind]() if kind in _KINDS else kind, group["cards"])


def labelled(label: str, cards: Iterable[str]) -> str:
    """Return a label followed by its cards."""
    return f"{label:18}{' '.join(cards)}"


_KINDS = {
    "invalid": Sentence("no meld"),
    "pure_sequence": Sentence("pure sequence"),
    "impure_sequence": Sentence("impure sequence"),
    "sequence": Sentence("sequence"),
    "set": Sentence("set"),
}
"""The names of the kinds of groups."""


_TEXTS = tuple(map(str, (JOKER, *CARDS)))
"""The texts of cards, by index."""

_BY_TEXT = {str(card): card for card in (JOKER, *CARDS)}
"""Cards by the text in answers, which nearly all requests use as well."""


# --- JSON lines -----------------------------------------------------------------------------------


def _run_batch(from_request: FromRequest) -> int:
    # Nothing here is cyclic, and the solver's memory is bounded. Collecting garbage would cost a tenth of the time.
    gc.disable()
    status = OK
    for line, judged in batch(sys.stdin.buffer, from_request, RuleSets.of_host(GAMES)):
        sys.stdout.write(line + "\n")
        if not judged:
            status = FAULTY
    return status


def batch(lines: Iterable[bytes], from_request: FromRequest, sets: RuleSets) -> Iterator[tuple[str, bool]]:
    """Yield a line of JSON for each line that is not blank, with False if that line could not be judged.

    Args:
        lines: JSON objects with `id`, `rules`, `wild` and the cards.
        from_request: judges the cards of one object.
        sets: the rule sets a line may name.
    """
    judge = cache(sets.judge)

    def answer(request: JSONObject) -> JSONObject:
        # Other keys belong to the sender, such as a note or the expected answer.
        id = _text(request, "rules")
        found = judge(id)
        wild = _text(request, "wild") if found.has_wild or "wild" in request else NOTHING_WILD
        return {"id": request.get("id"), "rules": id, **from_request(found, wild, request)}

    for line in lines:
        if line.strip():
            yield _answered(line, answer)


def _answered(line: bytes, answer: Callable[[JSONObject], JSONObject]) -> tuple[str, bool]:
    id: Any = None
    try:
        request = _object(line)
        id = request.get("id")
        return _ENCODER.encode(answer(request)), True
    except (InputError, CardTextError) as error:
        message = _message(error)
    except (ValueError, RecursionError):
        # Only an id, such as 1e999 or one nested too deep, can fail here. The rest of an answer cannot.
        id, message = None, say("id: cannot be written as JSON")
    return _complaint(id, message), False


def _complaint(id: Any, message: str) -> str:
    try:
        return _ENCODER.encode({"id": id, "error": message})
    except (ValueError, RecursionError):
        return json.dumps({"id": None, "error": message})


def _object(line: bytes) -> JSONObject:
    try:
        # The codec `utf-8-sig` and `JSONDecoder.decode` do the same in more steps.
        text = line.removeprefix(BOM_UTF8).decode().strip(_BLANK)
        value, end = _DECODER.raw_decode(text)
    except UnicodeDecodeError:
        raise InputError(say("not UTF-8")) from None
    except (ValueError, RecursionError):
        raise InputError(say("not JSON")) from None
    if end < len(text):
        raise InputError(say("not JSON"))
    if not isinstance(value, dict):
        raise InputError(say("not a JSON object"))
    return value


def _refuse_constant(name: str) -> None:
    raise ValueError(name)


_DECODER = json.JSONDecoder(parse_constant=_refuse_constant)
_ENCODER = json.JSONEncoder(allow_nan=False, check_circular=False)
_BLANK = " \t\n\r"
"""White space in JSON."""


def _text(request: JSONObject, key: str) -> str:
    value = request.get(key)
    if not isinstance(value, str):
        raise InputError(say("{field}: missing", field=key) if value is None else say("{field}: a text", field=key))
    return value


A_LIST = Sentence("{field}: a list of cards")


def cards_of(value: Any, complaint: Sentence = A_LIST, field: str = "") -> tuple[Card, ...]:
    """Return the cards of a JSON list.

    Raises:
        InputError: it is no list of texts; the message is *complaint* about that field.
        CardTextError: a text names no card.
    """
    if isinstance(value, list):
        try:
            return tuple([_BY_TEXT[word] for word in value])
        except (KeyError, TypeError):
            pass  # A card is written in another way, or is none: read them word by word below.
    if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
        raise InputError(complaint(field=field))
    return tuple(map(Card.parse, value))
