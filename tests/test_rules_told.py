"""Each key of a rule set and each way out of a deal has its sentence, in `/rummy rules` and in `paplu rules`."""

import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from bot.codes import Pace
from bot.faces.face import face_of
from bot.games.indian.rules import LoserPolicy, PrintedCut
from bot.rummy.errors import RulesError
from bot.rummy.match.formats import Format
from bot.rummy.rules import JokerPick, LapseMode, Rules, StakeUnit, Start
from bot.rummy.toml import written
from bot.service.paces import paced
from bot.text import rules as rules_text
from tests.known import GAMES, shipped

NOT_OF_THE_GAME = {"name", "sheet", "listed"}
"""Keys of the set itself: its title, and whether menus list it."""
WITHOUT_EFFECT = {
    "western": {"packs.printed_jokers", "turns.declare_seconds", "scoring.full_count"},
    "gin": {"packs.by_players", "jokers.pick", "turns.declare_seconds", "scoring.full_count"},
}
"""Keys that all games share and that change nothing in this one."""
CHOICES = (JokerPick, LapseMode, StakeUnit, Start, LoserPolicy, PrintedCut)


def told(rules: Rules) -> str:
    """Return what `/rummy rules` says of a rule set."""
    return "\n".join(body for _, body in (*rules_text.game(rules), *rules_text.formats(rules)))


def facts(rules: Rules) -> str:
    """Return what `paplu rules` says of it."""
    return "\n".join(f"{label}: {text}" for label, text in face_of(rules).facts(rules).items())


def others(value: Any) -> Iterator[Any]:
    """Yield values that may stand in the place of this one."""
    match value:
        case bool():
            yield not value
        case int():
            yield from (value + 1, value - 1, value + 4)
        case str():
            yield from (str(one) for choices in CHOICES for one in choices if one != value)
        case [int(), *_]:
            yield from ([*value[:-1], value[-1] + 1], [*value[:-1], value[-1] - 1], [value[0] + 1] * len(value))
        case list():
            yield from ([str(one)] for one in Format if [one] != value)


def varied(rules: Rules, table: str, key: str) -> Iterator[Rules]:
    """Yield rule sets that differ from this one in that key alone."""
    whole = tomllib.loads(rules.text())
    for value in others((whole[table] if table else whole)[key]):
        line = f"{key} = {written(tuple(value) if isinstance(value, list) else value)}\n"
        text = f'base = "{rules.id}"\n' + (f"[{table}]\n{line}" if table else line)
        try:
            yield Rules.parse(text, "other", GAMES, {rules.id: rules.text()})
        except RulesError:
            continue


def keys() -> dict[tuple[str, str, str], list[Rules]]:
    """Return the keys of each game, by game and table, and the shipped rule sets that hold them."""
    found: dict[tuple[str, str, str], list[Rules]] = {}
    for rules in map(shipped, GAMES.texts):
        for name, value in tomllib.loads(rules.text()).items():
            for key in value if isinstance(value, dict) else ():
                found.setdefault((rules.game.id, name, key), []).append(rules)
            if not isinstance(value, dict) and name not in NOT_OF_THE_GAME:
                found.setdefault((rules.game.id, "", name), []).append(rules)
    return found


KEYS = keys()


@pytest.mark.parametrize(("game", "table", "key"), KEYS, ids=lambda value: value or "top")
def test_each_key_of_a_rule_set_has_its_sentence(game: str, table: str, key: str) -> None:
    pairs = [(rules, other) for rules in KEYS[game, table, key] for other in varied(rules, table, key)]
    if f"{table}.{key}" in WITHOUT_EFFECT.get(game, ()):
        assert all(told(rules) == told(other) for rules, other in pairs)
        return
    assert not pairs or any(told(rules) != told(other) for rules, other in pairs)
    assert not pairs or any(facts(rules) != facts(other) for rules, other in pairs)


WAYS = {
    "indian": {
        "dropped": ("You may drop before drawing: 20 points", "When a player may drop: in their own turn"),
        "missed turns": ("missed turns in a row you are out of the deal. That costs", "Which then costs: the middle"),
        "left": ("Leaving the table costs the same", "Leaving costs: what a drop"),
        "wrong": ("A wrong declaration costs 80 points", "also for a wrong declaration: 80"),
        "too late": ("If the time runs out with a card in the finish slot", "No declaration in time"),
        "last one": ("The last one left in a deal wins it", "The last one left: wins the deal"),
        "nobody": ("equal lowest hands are dealt again", "equal lowest hands are dealt again"),
    },
    "western": {
        "missed turns": (
            "missed turns in a row you are out of the deal. Then you pay",
            "Which then costs: the cards in hand",
        ),
        "left": ("so does a player who leaves", "Leaving costs: the cards in hand"),
        "last one": ("The last one left in a deal wins it", "The last one left: wins the deal"),
        "nobody": ("equal lowest hands share it", "equal lowest hands share it"),
    },
    "gin": {
        "missed turns": ("missed turns in a row you are out of the deal. Then", "Which then costs: the match"),
        "left": ("if you leave, the other player gets your deadwood and 25", "Leaving costs: the deadwood and 25"),
        "last one": ("the last one left wins", "The last one left: wins the deal"),
        "nobody": ("2 cards are left in it", "2 cards are left in the closed deck"),
        "next": ("The loser of a deal deals the next", "Who deals next: the loser"),
        "passed": ("If both pass", "after two passes"),
    },
    "twentyone": {
        "dropped": (
            "You may drop before drawing: 30 points before your first draw or missed turn, 75 points later",
            "First drop: 30, before one's first draw or missed turn",
        ),
        "missed turns": ("you are out of the deal. That costs 75 points", "Which then costs: the middle drop"),
        "left": ("with a card in the finish slot 120 points", "Leaving costs: what a drop would cost"),
        "wrong": ("A wrong declaration costs 120 points", "also for a wrong declaration: 120"),
        "too late": ("If the time runs out with a card in the finish slot", "No declaration in time"),
        "last one": ("The last one left in a deal wins it", "The last one left: wins the deal"),
        "nobody": ("equal lowest hands are dealt again", "equal lowest hands are dealt again"),
        "void": ("goes to the winner of the match", ""),
        "without help": ("At a table without help, their groups", "at a table without help their groups"),
        "no turn": ("pays half, rounded up, at least 2", "half the points, rounded up, at least 2"),
        "players": ("For 2 to 6 players", "Players: 2 to 6"),
        "a joker": ("A joker on the open deck stays there", "A joker on the open deck may be drawn: only the first"),
    },
}
"""The sentence and the fact for each way out of a deal, by game."""
BY_THE_CLOCK = ("missed turns", "too late")
"""Ways that a table without a clock does not know."""
NO_CLOCK = {"left": "leaves"}
"""Words for the ways that have another sentence at a table without a clock."""


@pytest.mark.parametrize("rules", [shipped(one) for one in ("circle", "romme", "gin", "twentyone")], ids=lambda r: r.id)
def test_each_way_out_of_a_deal_has_its_sentence(rules: Rules) -> None:
    unhurried = told(paced(rules, Pace.NONE))
    for way, (sentence, fact) in WAYS[rules.game.id].items():
        assert sentence in told(rules), way
        assert fact in facts(rules), way
        assert way in BY_THE_CLOCK or sentence in unhurried or NO_CLOCK[way] in unhurried, way


def test_without_drops_twentyone_says_what_leaving_costs() -> None:
    rules = Rules.parse('base = "twentyone"\n[twentyone]\ndrops = false\n', "mine", GAMES, GAMES.texts)
    assert "There is no drop in this format. Leaving costs 120 points" in told(rules)
    assert "you are out of the deal. That costs 120 points" in told(rules)
    assert "When a player may drop" not in facts(rules)


def test_adda52_is_named_only_for_what_follows_it() -> None:
    assert "rules of Classic Rummy; Adda52 for drops and cap; not" in rules_text.credit(shipped("twentyone"))
