"""What `paplu score`, `paplu solve` and `paplu rules` answer: texts and JSON values in, the same out."""

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from bot.games.indian import declaration, scoring, solver
from bot.games.indian.melds import kind_of
from bot.games.indian.rules import HAND_SIZE
from bot.games.indian.rules import wild_rank as cut_rank
from bot.games.registry import GAMES
from bot.games.western.rules import western_rules
from bot.rummy.cards import CARDS, JOKER, Card, Groups, Rank, parse_cards, parse_groups
from bot.rummy.errors import CardTextError, RulesError
from bot.rummy.rules import Rules

BASE = "circle"
"""The rule set that all others are compared with."""

Answer = dict[str, Any]
"""A JSON object."""

_SHOWN = 40
"""Characters of a wrong word that an error repeats."""

_KINDS = {
    "pure_sequence": "pure sequence",
    "impure_sequence": "impure sequence",
    "set": "set",
    "invalid": "no meld",
}

_REASONS = {
    "ok": "A valid declaration.",
    "card_count": f"No declaration: that takes {HAND_SIZE} cards.",
    "invalid_group": "No declaration: not every group is a meld.",
    "no_pure_sequence": "No declaration: a pure sequence is missing.",
    "need_two_sequences": "No declaration: a second sequence is missing.",
}


class InputError(Exception):
    """What was asked cannot be understood; the message says why, for the person who asked."""


class Kinds(dict[tuple[int, ...], str]):
    """The kinds of groups under one rule set and wild rank, by the indexes of their cards, filled as they come up."""

    def __init__(self, rules: Rules, wild: Rank | None) -> None:
        self._rules = rules
        self._wild = wild

    def __missing__(self, indexes: tuple[int, ...]) -> str:
        if len(self) >= _REMEMBERED:
            self.clear()
        cards = [_CARDS[index] for index in indexes]
        self[indexes] = kind = kind_of(cards, self._wild, self._rules).value
        return kind


_REMEMBERED = 1 << 12
"""Groups whose kind is kept for the next hands of a batch."""

_CARDS = (JOKER, *CARDS)
"""By index."""


class RuleSets:
    """The rule sets a call may name: those that come with the program, then those in a folder."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._kinds: dict[tuple[str, Rank | None], Kinds] = {}
        self._found: dict[str, Rules] = {}

    def get(self, id: str) -> Rules:
        """The rule set of that id.

        Raises:
            InputError: there is none, or a file in the folder cannot be used.
        """
        if id not in self._found:
            self._found[id] = self._read(id)
        return self._found[id]

    def indian(self, id: str) -> Rules:
        """The rule set of that id, by which hands are judged.

        Raises:
            InputError: as `get`; or it is one of the western game, whose melds lie on the table.
        """
        rules = self.get(id)
        if western_rules(rules) is not None:
            raise InputError(f"{id}: its melds lie on the table; hands are judged by the Indian rule sets alone")
        return rules

    def all(self) -> Mapping[str, Rules]:
        """Every rule set, by id.

        Raises:
            InputError: a file in the folder cannot be used.
        """
        try:
            return GAMES.load(self._folder)
        except RulesError as error:
            raise InputError(str(error)) from None

    def kind(self, group: tuple[Card, ...], rules: Rules, wild: Rank | None) -> str:
        """What a group counts as under one of these rule sets."""
        # Without a card of the wild rank it is the same whatever is wild.
        key = rules.id, wild if wild in [card.rank for card in group] else None
        kinds = self._kinds.get(key)
        if kinds is None:
            kinds = self._kinds[key] = Kinds(rules, key[1])
        return kinds[tuple([card.index for card in group])]

    def _read(self, id: str) -> Rules:
        try:
            return GAMES.shipped(id)
        except RulesError:
            sets = self.all()
        if id not in sets:
            raise InputError(f"no rule set {_short(id)}; there are {', '.join(sets)}")
        return sets[id]


def score(rules: Rules, wild: str, groups: Groups) -> Answer:
    """The groups judged as submitted, and what a loser showing them pays before Deal Show.

    Raises:
        InputError: `wild` names no rank or card.
    """
    rank = wild_rank(wild, rules)
    judged = declaration.judge(groups, rank, rules)
    shown = zip(groups, judged.kinds, strict=True)
    return {
        "rules": rules.id,
        "wild": wild,
        "groups": [{"cards": _texts(group), "kind": str(kind)} for group, kind in shown],
        "valid": judged.valid,
        "reason": str(judged.reason),
        "points": scoring.loser_points(groups, (), rank, rules),
    }


def solve(rules: Rules, wild: str, cards: tuple[Card, ...], sets: RuleSets | None = None) -> Answer:
    """The best arrangement of 13 cards; of 14 the best discard and the 13 kept.

    Args:
        rules: the rule set.
        wild: as `wild_rank` reads it.
        cards: 13 or 14.
        sets: where the rule set is from, if more hands are to come: they remember kinds of groups.

    Raises:
        InputError: `wild` names no rank or card, or there are not 13 or 14 cards.
    """
    rank = wild_rank(wild, rules)
    discard = None
    if len(cards) == HAND_SIZE:
        kept = solver.best(cards, rank, rules)
    elif len(cards) == HAND_SIZE + 1:
        discard, kept = solver.best_discard(cards, rank, rules)
    else:
        raise InputError(f"a hand is {HAND_SIZE} or {HAND_SIZE + 1} cards, not {len(cards)}")
    sets = sets or RuleSets()
    return {
        "rules": rules.id,
        "wild": wild,
        "points": scoring.charge(kept.raw, rules),
        "raw": kept.raw,
        "declarable": kept.declarable,
        "groups": [{"cards": _texts(group), "kind": sets.kind(group, rules, rank)} for group in kept.groups],
        "deadwood": _texts(kept.deadwood),
        "discard": None if discard is None else str(discard),
    }


def score_text(rules: Rules, wild: str, text: str) -> Answer:
    """`score` for groups as text: `2H 3H 4H | 5C 6C QD`.

    Raises:
        InputError: a word names no card, or `wild` no rank or card.
    """
    try:
        return score(rules, wild, parse_groups(text))
    except CardTextError as error:
        raise _no_card(error) from None


def solve_text(rules: Rules, wild: str, text: str) -> Answer:
    """`solve` for cards as text.

    Raises:
        InputError: a word names no card, there are not 13 or 14, or `wild` names no rank or card.
    """
    try:
        return solve(rules, wild, parse_cards(text))
    except CardTextError as error:
        raise _no_card(error) from None


def wild_rank(text: str, rules: Rules) -> Rank | None:
    """The wild rank that a rank, a card, `JK` (a printed joker was cut) or `none` stands for.

    Raises:
        InputError: the text is none of these.
    """
    word = text.strip().upper()
    if word == "NONE":
        return None
    rank = _ranks().get(word)
    if rank is not None:
        return rank
    try:
        return cut_rank(Card.parse(word), rules)
    except CardTextError:
        raise InputError(f"wild is a rank, a card, JK or none, not {_short(text)}") from None


@cache
def _ranks() -> dict[str, Rank]:
    return {"10": Rank.TEN, **{rank.letter: rank for rank in Rank if rank is not Rank.JOKER}}


# --- JSON lines -----------------------------------------------------------------------------------


def batch(lines: Iterable[bytes], command: str, sets: RuleSets) -> Iterator[tuple[str, bool]]:
    """One line of JSON for each line that is not blank, and whether that line could be judged.

    Args:
        lines: JSON objects with `id`, `rules`, `wild` and `groups` (score) or `cards` (solve).
        command: `score` or `solve`.
        sets: the rule sets a line may name.
    """
    for line in lines:
        if line.strip():
            yield _answered(line, command, sets)


def _answered(line: bytes, command: str, sets: RuleSets) -> tuple[str, bool]:
    id: Any = None
    try:
        request = _object(line)
        id = request.get("id")
        return _ENCODER.encode({"id": id, **_judged(request, command, sets)}), True
    except InputError as error:
        message = str(error)
    except (ValueError, RecursionError):
        # An answer holds nothing of the kind; only an id such as 1e999, or one nested too deep, can.
        id, message = None, "id: cannot be written as JSON"
    return _complaint(id, message), False


def _complaint(id: Any, message: str) -> str:
    try:
        return _ENCODER.encode({"id": id, "error": message})
    except (ValueError, RecursionError):
        return json.dumps({"id": None, "error": message})


def _object(line: bytes) -> Answer:
    try:
        value = _DECODER.decode(line.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise InputError("not UTF-8") from None
    except (ValueError, RecursionError):
        raise InputError("not JSON") from None
    if not isinstance(value, dict):
        raise InputError("not a JSON object")
    return value


def _refuse_constant(name: str) -> None:
    raise ValueError(name)


_DECODER = json.JSONDecoder(parse_constant=_refuse_constant)
_ENCODER = json.JSONEncoder(allow_nan=False)


def _judged(request: Answer, command: str, sets: RuleSets) -> Answer:
    # Further keys are the sender's own: a note, what they expect.
    rules = sets.indian(_text(request, "rules"))
    wild = _text(request, "wild")
    if command == "solve":
        return solve(rules, wild, _cards(request.get("cards"), "cards"), sets)
    groups = request.get("groups")
    if not isinstance(groups, list):
        raise InputError("groups: a list of lists of cards")
    return score(rules, wild, tuple(_cards(group, "groups") for group in groups if group != []))


def _text(request: Answer, key: str) -> str:
    value = request.get(key)
    if not isinstance(value, str):
        raise InputError(f"{key}: missing" if value is None else f"{key}: a text")
    return value


def _cards(value: Any, key: str) -> tuple[Card, ...]:
    if isinstance(value, list):
        try:
            return tuple([_BY_TEXT[word] for word in value])
        except (KeyError, TypeError):
            pass  # Written in another way, or no card: looked at word by word below.
    if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
        raise InputError(f"{key}: a list of cards" if key == "cards" else f"{key}: a list of lists of cards")
    try:
        return tuple(map(Card.parse, value))
    except CardTextError as error:
        raise _no_card(error) from None


def _no_card(error: CardTextError) -> InputError:
    return InputError(f"not a card: {_short(error.word)}")


def _texts(cards: Iterable[Card]) -> list[str]:
    return [_TEXTS[card.index] for card in cards]


_TEXTS = tuple(map(str, (JOKER, *CARDS)))
"""By index."""

_BY_TEXT = {str(card): card for card in (JOKER, *CARDS)}
"""Cards as they are written here: nearly all that are read, too."""


def _short(text: str) -> str:
    """A wrong word as an error repeats it: quoted, and cut when long."""
    return repr(text if len(text) <= _SHOWN else text[:_SHOWN] + "…")


# --- for people -----------------------------------------------------------------------------------


def score_lines(answer: Answer) -> Iterator[str]:
    """A score in plain words."""
    yield from _group_lines(answer)
    yield _REASONS[answer["reason"]]
    yield f"Shown by a loser: {answer['points']} points."


def solve_lines(answer: Answer) -> Iterator[str]:
    """A solution in plain words."""
    if answer["discard"]:
        yield f"Throw {answer['discard']}."
    yield from _group_lines(answer)
    if answer["deadwood"]:
        yield f"{'left over':18}{' '.join(answer['deadwood'])}"
    if answer["declarable"]:
        yield "This hand can be declared."
    yield f"Shown by a loser: {answer['points']} points ({answer['raw']} before cap and minimum)."


def _group_lines(answer: Answer) -> Iterator[str]:
    for group in answer["groups"]:
        yield f"{_KINDS[group['kind']]:18}{' '.join(group['cards'])}"


def rules_lines(id: str | None, sets: RuleSets) -> Iterator[str]:
    """All rule sets, one a line; or one in plain words and where it differs from `circle`.

    Raises:
        InputError: there is no such rule set.
    """
    # All sentences together take longer to import than a hand takes to solve.
    from bot.text.facts import facts, title

    if id is None:
        for rules in sets.all().values():
            yield f"{rules.id:18}{title(rules)}"
        return
    rules = sets.get(id)
    told, base = facts(rules), facts(sets.get(BASE))
    yield f"{rules.id}: {title(rules)}"
    yield from (f"  {label}: {text}" for label, text in told.items())
    if id == BASE:
        return
    if western_rules(rules) is not None:
        yield ""
        yield f"Another game than {BASE}: melds lie on the table."
        return
    differing = [label for label in told if told[label] != base[label]]
    yield ""
    yield f"Different from {BASE}:" if differing else f"Plays like {BASE}."
    yield from (f"  {label}: {told[label]} ({BASE}: {base[label]})" for label in differing)
