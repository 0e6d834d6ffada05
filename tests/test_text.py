"""Every code of the rules and the service has a sentence, and no sentence is left over."""

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from enum import StrEnum
from functools import cache
from pathlib import Path

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import screens as messages
from bot import text
from bot.flows import privacy
from bot.games.indian.declaration import Reason
from bot.games.indian.melds import MeldKind, kind_of
from bot.rummy.cards import CARDS, JOKER, Card, Rank, Seat, parse_cards, parse_groups
from bot.rummy.errors import Refusal
from bot.rummy.match.match import Terms, courses
from bot.rummy.outcome import Ending, SeatStatus
from bot.rummy.rules import Format, Rules, load, shipped
from bot.rummy.view import Event, EventKind, Phase
from bot.screens.ids import Setting
from bot.service import seasons, servers, timing
from bot.service.errors import Problem
from bot.service.paces import Pace, paced
from bot.service.tournaments import plan
from bot.store.rows import Cause, TableStatus

RULES = {id: rules for id, rules in load().items() if rules.romme is None}
ROOT = Path(__file__).parents[1]
SPEAKERS = [
    *(f for room in ("screens", "flows", "discord") for f in ROOT.glob(f"bot/{room}/**/*.py")),
    *ROOT.glob("cogs/*.py"),
    ROOT / "bot/app.py",
    ROOT / "bot/render/bracket.py",
]
"""Files that say something to people, all of it from the catalogue."""
COMMANDS = [*ROOT.glob("bot/cli/*.py")]
"""Files of the command line, which also say something of their own."""
CATALOGUE = sorted({*ROOT.glob("bot/text/*.py")} - {ROOT / "bot/text/__init__.py"})


@pytest.mark.parametrize(
    ("sentences", "codes"),
    [
        (text.REFUSALS, Refusal),
        (text.REASONS, Reason),
        (text.PROBLEMS, Problem),
        (text.KINDS, MeldKind),
        (text.KIND_SIGNS, MeldKind),
        (text.FORMATS, Format),
        (text.PACES, Pace),
        (text.settings.LABELS, Setting),
        (text.chips.CAUSES, Cause),
        (text.commands.STATES, TableStatus),
        (text.STATUSES, SeatStatus),
        (text.words.WAITING, Phase),
    ],
)
def test_every_code_has_words_and_no_words_are_left_over(sentences: dict[str, str], codes: type[StrEnum]) -> None:
    assert {str(code) for code in sentences} == {str(code) for code in codes}
    assert all(sentences.values())


@pytest.mark.parametrize("catalogue", [text.REFUSALS, text.REASONS, text.PROBLEMS], ids=["no", "why", "problem"])
def test_sentences_are_short_whole_and_each_is_another(catalogue: dict[str, str]) -> None:
    for sentence in catalogue.values():
        assert sentence[0].isupper()
        assert sentence.endswith(".")
        assert len(sentence) <= 110
    assert len(set(catalogue.values())) == len(catalogue)


@pytest.mark.parametrize(
    ("sentence", "limit"),
    [
        (text.PROBLEMS["bad_season_name"], seasons.LONGEST),
        (text.PROBLEMS["bad_rake"], servers.MOST_RAKE),
        (text.commands.SERVER_RAKE, servers.MOST_RAKE),
        (text.PROBLEMS["bad_league"], servers.MOST_POINTS),
        (text.PROBLEMS["bad_tournament_name"], plan.LONGEST_NAME),
        (text.PROBLEMS["bad_check_in"], plan.LONGEST_CHECK_IN),
        (text.PROBLEMS["bad_round_time"], timedelta(minutes=plan.LONGEST_ROUND).days),
        (text.PROBLEMS["bad_players"], plan.FEWEST),
        (text.PROBLEMS["bad_prizes"], plan.MOST_PRIZES),
        (text.asks.END_ASKED, timing.VOTE_SECONDS),
        (text.asks.end(1), timing.VOTE_SECONDS),
        (text.asks.end(5), timing.VOTE_SECONDS),
        (text.privacy.OLD_QUESTION, privacy.VALID // timedelta(minutes=1)),
    ],
)
def test_sentences_name_the_limits_that_hold(sentence: str, limit: int) -> None:
    assert str(limit) in re.findall(r"\d+", sentence)


@pytest.mark.parametrize("kind", EventKind)
def test_every_event_has_a_line(kind: EventKind) -> None:
    line = text.event(Event(kind, Seat(0), Card.parse("7H"), 20, Reason.CARD_COUNT), "Asha", shipped("circle"))
    assert line.endswith(".")


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (Event(EventKind.DREW_CLOSED, Seat(0)), "Asha drew from the closed deck."),
        (Event(EventKind.DREW_OPEN, Seat(0), Card.parse("TC")), "Asha drew 10♣ from the open deck."),
        (Event(EventKind.DISCARDED, Seat(0), Card.parse("7H")), "Asha discarded 7♥."),
        (Event(EventKind.DROPPED, Seat(0), points=20), "Asha dropped (20 points)."),
        (
            Event(EventKind.WRONG, Seat(0), points=80, reason=Reason.CARD_COUNT),
            "Asha declared wrongly (80 points): not all 13 cards lie in groups.",
        ),
        (Event(EventKind.WRONG, Seat(0), points=80), "Asha did not declare in time (80 points)."),
        (Event(EventKind.LAPSED_OUT, Seat(0), points=40), "Asha is out of the deal after 3 missed turns (40 points)."),
    ],
)
def test_lines_of_events(event: Event, line: str) -> None:
    assert text.event(event, "Asha", shipped("circle")) == line


@pytest.mark.parametrize("how", Ending)
def test_every_ending_has_a_line(how: Ending) -> None:
    assert text.events.ending(how, None if how is Ending.TIE else "Asha").endswith(".")


def test_small_words() -> None:
    assert [text.points(number) for number in (0, 1, 34)] == ["0 points", "1 point", "34 points"]
    assert [text.duration(seconds) for seconds in (30, 60, 90, 180, 86_400)] == [
        "30 seconds",
        "60 seconds",
        "90 seconds",
        "3 minutes",
        "24 hours",
    ]
    assert text.listed([]) == ""
    assert text.listed(["Asha", "Ben", "Chitra"]) == "Asha, Ben and Chitra"
    assert text.cards([Card.parse("7H"), JOKER, Card.parse("TS")], Rank.SEVEN) == "7♥ (wild) Joker 10♠"
    assert text.clipped("abcdef", 4) == "abc…"


@given(st.sampled_from(CARDS))
def test_what_is_shown_of_a_card_can_be_typed(card: Card) -> None:
    assert Card.parse(text.card(card)) == card


@given(st.text())
def test_a_bad_card_is_named_without_breaking_the_sentence(word: str) -> None:
    sentence = text.refusals.bad_card(word)
    assert sentence.count("`") == 10
    assert "\n" not in sentence
    assert len(sentence) < 150


def test_a_bad_card_is_named() -> None:
    assert "`7X`" in text.refusals.bad_card("7X")


@pytest.mark.parametrize("changes", [{}, {"first_meld": 40, "adjacent_jokers": False, "more_jokers": True}])
@pytest.mark.parametrize("pace", Pace)
def test_the_western_rules_are_told_by_their_values(pace: Pace, changes: dict[str, int]) -> None:
    found = shipped("romme")
    assert found.romme is not None
    romme = replace(found.romme, **changes)  # type: ignore[arg-type]
    told = paced(replace(found, romme=romme), pace)
    full = "\n".join(body for _, body in text.rules.full(told))
    for said in (f"a joker costs {romme.joker_points}", text.points(romme.rummy_bonus), f"{romme.jokers} jokers"):
        assert said in full
    assert ("must come to 40 points" in full) == bool(romme.first_meld)
    assert ("may not lie side by side" in full) != romme.adjacent_jokers
    assert ("no more jokers than" in full) != romme.more_jokers
    assert text.times(told) in full
    assert not {"declare", "drop"} & set(re.findall("[a-z]+", full.lower()))
    assert len(text.rules.short(told).splitlines()) == 2
    for terms in courses(told):
        assert len(text.rules.full(told, terms)) == 9


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
@pytest.mark.parametrize("pace", Pace)
def test_rules_are_told_by_their_values(rules: Rules, pace: Pace) -> None:
    told = paced(rules, pace)
    full = "\n".join(body for _, body in text.rules.full(told))
    for number in (told.scoring.full_count, told.points.first_drop, told.points.middle_drop):
        assert text.points(number) in full
    assert text.times(told) in full
    assert text.duration(told.turns.turn_seconds) in full
    assert ("pays half" in full) == told.scoring.deal_show
    assert ("in a row" in full) == (told.turns.lapse_mode == "consecutive" and told.turns.lapse_limit > 1)
    assert len(text.rules.short(told).splitlines()) == 2
    assert "  " not in full


COURSES = [(rules, terms) for rules in RULES.values() for terms in courses(rules)]


@pytest.mark.parametrize(("rules", "terms"), COURSES, ids=lambda value: getattr(value, "id", None) or value.course)
def test_the_rules_of_a_table_tell_its_format_by_its_numbers(rules: Rules, terms: Terms) -> None:
    told = text.rules.full(rules, terms)
    assert told[-1][0] == text.course(terms)
    dropping, body = told[-2][1], told[-1][1]
    drops = rules.drops(terms.format)
    assert (text.points(drops.first_drop) in dropping) if drops else ("There is no drop" in dropping)
    if pool := rules.pool(terms.format):
        for number in (pool.limit, pool.first_drop, pool.middle_drop, pool.rejoin_max, pool.split_min):
            assert str(number) in body
        assert text.rules.POOLS in body
    if terms.deals:
        assert f"{terms.deals * rules.scoring.full_count} for {terms.deals} deals" in body
    if drops is None:
        assert f"costs {text.points(rules.scoring.full_count)}" in body
    staked = text.rules.full(rules, replace(terms, stake=50))
    assert staked[:-1] == told
    assert "0.50 chips" in staked[-1][1]
    assert text.chips.PLAY_MONEY in staked[-1][1]


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
@pytest.mark.parametrize("pace", Pace)
def test_all_that_a_rule_set_plays_fits_one_message(rules: Rules, pace: Pace) -> None:
    told = messages.rules(paced(rules, pace), pace)
    assert "…" not in json.dumps(told.layout.to_components(), ensure_ascii=False)  # type: ignore[no-untyped-call]
    titles = [title for title, _ in text.rules.full(rules)]
    assert [text.FORMATS[format] for format in Format if text.FORMATS[format] in titles] == [
        text.FORMATS[format] for format in rules.formats
    ]
    assert ("Pools" in titles) == (Format.POOL_101 in rules.formats)


HOUSE = """
base = "circle"
name = "Ours"
[packs]
printed_jokers = 0
[groups]
max_set_size = 4
[turns]
max_reshuffles = 0
[scoring]
full_count = 60
loser_policy = "any_valid_group"
"""


def test_a_house_rule_is_told_right_too() -> None:
    texts = {id: rules.text() for id, rules in RULES.items()}
    rules = Rules.parse(HOUSE, "ours", texts)
    full = "\n".join(body for _, body in text.rules.full(rules))
    for part in ("without printed jokers", "at most 4 cards", "60 points", "Every valid group spares its cards"):
        assert part in full
    assert "printed joker, " not in full
    assert "not affiliated" not in text.rules.credit(rules)
    assert "not affiliated" in text.rules.credit(shipped("winzo"))


def test_all_that_is_wrong_is_told_once() -> None:
    rules, groups = shipped("circle"), parse_groups("2H 3H 4H | 5C 6D 9S")
    kinds = [kind_of(group, None, rules) for group in groups]
    assert text.asks.wrong_groups(groups, kinds, parse_cards("KS QS"), None) == [
        "2 cards lie in no group: K♠ Q♠.",
        "5♣ 6♦ 9♠ is neither a sequence nor a set.",
        "There is only one sequence, and it takes two.",
    ]
    assert text.asks.wrong_groups((), (), (), None) == ["There is no sequence, and it takes two."]


def test_chips_are_written_to_the_hundredth() -> None:
    written = [text.chips.amount(number) for number in (0, 5, 100, 123_456, 100_000_000, -5, -123)]
    assert written == ["0.00", "0.05", "1.00", "1,234.56", "1,000,000.00", "−0.05", "−1.23"]
    assert [text.chips.gain(number) for number in (0, 5, -5)] == ["0.00", "+0.05", "−0.05"]
    assert text.chips.moved("settle", -80_00, "abc123", "now") == "`−80.00` paid out at table `abc123` · now"


def test_help_says_that_no_money_is_played_for_and_what_is_kept() -> None:
    assert any(text.chips.PLAY_MONEY in body for _, body in text.help.topic(None))
    assert any("Discord id" in body for _, body in text.help.topic("privacy"))
    assert any(text.help.PROVES_NOT in body for _, body in text.help.topic("shuffle"))
    for topic in text.help.HELP:
        assert all(title and body for title, body in text.help.topic(topic))


# -- one catalogue ----------------------------------------------------------------------------------


def strings(tree: ast.AST) -> Iterator[str]:
    """Every string in the code, a formatted one as a whole; without docstrings and what goes to the log."""
    if isinstance(tree, ast.Call) and ast.unparse(tree.func).startswith("log."):
        return
    if isinstance(tree, ast.Expr) and isinstance(tree.value, ast.Constant):
        return
    if isinstance(tree, ast.JoinedStr):
        yield "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in tree.values)
    elif isinstance(tree, ast.Constant) and isinstance(tree.value, str):
        yield tree.value
    else:
        for child in ast.iter_child_nodes(tree):
            yield from strings(child)


@pytest.mark.parametrize("file", SPEAKERS, ids=lambda file: str(file.relative_to(ROOT)))
def test_every_sentence_is_in_the_catalogue(file: Path) -> None:
    for string in strings(ast.parse(file.read_text(encoding="utf-8"))):
        spoken = [word for word in string.split() if re.fullmatch(r"\W*[^\W\d_]+\W*", word)]
        assert len(spoken) < 4, string


def defined(tree: ast.Module) -> Iterator[str]:
    """The public names that a module of the catalogue defines."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (target.id for target in targets if isinstance(target, ast.Name))


def read(tree: ast.AST) -> Iterator[str]:
    """The names that code reads: `points`, `text.points`, `text.asks.drop`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load):
            yield ast.unparse(node)


@cache
def parsed(file: Path) -> ast.Module:
    return ast.parse(file.read_text("utf-8"))


@cache
def read_by_speakers() -> frozenset[str]:
    """The names that code outside the catalogue reads."""
    return frozenset(name for file in (*SPEAKERS, *COMMANDS) for name in read(parsed(file)))


@cache
def imported() -> frozenset[tuple[str | None, str]]:
    """Module and name of what the catalogue, pictures and commands import."""
    nodes = (node for file in (*CATALOGUE, *ROOT.glob("bot/render/*.py"), *COMMANDS) for node in ast.walk(parsed(file)))
    return frozenset(
        (node.module, alias.name) for node in nodes if isinstance(node, ast.ImportFrom) for alias in node.names
    )


@pytest.mark.parametrize("file", CATALOGUE, ids=lambda file: file.stem)
def test_everything_in_the_catalogue_is_said_somewhere(file: Path) -> None:
    inside = set(read(parsed(file)))
    for name in defined(parsed(file)):
        said = {f"text.{file.stem}.{name}", f"text.{name}"} & read_by_speakers()
        assert said or name in inside or (f"bot.text.{file.stem}", name) in imported(), name


@pytest.mark.parametrize("field", text.doctor.PERMISSIONS)
def test_every_permission_is_one_of_discord_and_breaks_something(field: str) -> None:
    assert field in discord.Permissions.VALID_FLAGS
    assert text.doctor.BREAKS[field]
    assert set(text.doctor.BREAKS) == set(text.doctor.PERMISSIONS)
