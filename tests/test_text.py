"""Every code of the rules and the service has a sentence, and no sentence is left over."""

import ast
import functools
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.codes import (
    Cancellation,
    Cause,
    Day,
    DisputeEvent,
    OwnEnd,
    Pace,
    Problem,
    Seeding,
    TableStatus,
    TournamentStatus,
)
from bot.faces.face import face_of
from bot.flows import privacy
from bot.games.gin.face import words as gin_words
from bot.games.indian.codes import IndianEnding, IndianEventKind, IndianRefusal
from bot.games.indian.declaration import Reason
from bot.games.indian.face import words as indian_words
from bot.games.indian.face.face import IndianFace
from bot.games.indian.melds import MeldKind, kind_of
from bot.games.indian.rules import own as indian
from bot.games.indian.view import DeclarationEvent
from bot.games.western.codes import WesternEnding, WesternEventKind, WesternRefusal
from bot.games.western.face import words as western_words
from bot.games.western.rules import own as western
from bot.games.western.view import MeldEvent
from bot.languages.formats import listed
from bot.rummy.cards import CARDS, JOKER, Card, Rank, Seat, parse_cards, parse_groups
from bot.rummy.deal_view import Event, EventCode, EventKind, Phase
from bot.rummy.errors import Refusal
from bot.rummy.game import Game
from bot.rummy.match.formats import Format
from bot.rummy.match.match import MAX_STAKE, Terms, courses
from bot.rummy.outcome import Ending, EndingCode, SeatStatus
from bot.rummy.rules import Rules
from bot.rummy.tournament.plan import MAX_ENTRANTS, MAX_MATCHES
from bot.screens.ids import RulesPart
from bot.screens.menus import rule_set
from bot.service import seasons, server_settings
from bot.service.paces import paced
from bot.service.tables import deadlines
from bot.service.tournaments import plan
from bot.store.rows.settings import PLAYER_SETTINGS, SERVER_SETTINGS
from bot.text import (
    asks,
    chips,
    commands,
    daily,
    disputes,
    doctor,
    events,
    help,
    refusals,
    settings,
    tournaments,
    wallet,
    words,
)
from bot.text import privacy as privacy_text
from bot.text import rules as rules_text
from bot.text import server_settings as server_words
from bot.text.table import thread_name
from tests.known import GAMES, INDIAN, REFUSALS, WESTERN, load, shipped, with_own
from tests.languages.catalogues import KEYWORDS

RULES = {id: rules for id, rules in load().items() if rules.game is INDIAN}
ROOT = Path(__file__).parents[1]
SPEAKERS = [
    *(f for room in ("screens", "flows", "discord", "terminal") for f in ROOT.glob(f"bot/{room}/**/*.py")),
    *ROOT.glob("cogs/**/*.py"),
    *(ROOT / "bot/localcord" / f"{name}.py" for name in ("run", "welcome")),
    ROOT / "bot/app.py",
    ROOT / "bot/web/answer.py",
    ROOT / "bot/process.py",
    ROOT / "bot/runner.py",
    ROOT / "bot/events.py",
    ROOT / "bot/render/bracket.py",
]
"""Files with sentences for people, all of them from the catalogue."""
DRAWN = [*ROOT.glob("bot/render/**/*.py"), *ROOT.glob("bot/games/*/face/pictures.py")]
"""Files that write on pictures."""
SHARED = sorted(f for f in ROOT.glob("bot/text/**/*.py") if f.stem != "__init__")
OF_GAMES = sorted({*ROOT.glob("bot/games/*/face/*.py")} - {*DRAWN, *ROOT.glob("bot/games/*/face/__init__.py")})
CATALOGUE = SHARED + OF_GAMES
ENDINGS: list[EndingCode] = [*Ending, *IndianEnding, *WesternEnding]
EVENTS: list[tuple[Game, EventCode]] = [
    *((game, kind) for game in (INDIAN, WESTERN) for kind in EventKind),
    *((INDIAN, kind) for kind in IndianEventKind),
    *((WESTERN, kind) for kind in WesternEventKind),
]
SHIPPED = {INDIAN: shipped("circle"), WESTERN: shipped("romme")}


@pytest.mark.parametrize(
    ("sentences", "codes"),
    [
        (refusals.REFUSALS, Refusal),
        (indian_words.REFUSALS, IndianRefusal),
        (western_words.REFUSALS, WesternRefusal),
        (indian_words.ENDINGS, IndianEnding),
        (western_words.ENDINGS, WesternEnding),
        (indian_words.REASONS, Reason),
        (refusals.PROBLEMS, Problem),
        (indian_words.KINDS, MeldKind),
        (words.FORMATS, Format),
        (words.PACES, Pace),
        (settings.LABELS, PLAYER_SETTINGS),
        (server_words.SETTINGS, [*(SERVER_SETTINGS.keys() - {"tournament_role"})]),
        (wallet.CAUSES, Cause),
        (commands.STATES, TableStatus),
        (tournaments.SEEDINGS, Seeding),
        (tournaments.STATUSES, TournamentStatus),
        (tournaments.ENDINGS, Cancellation),
        (tournaments.DAYS, Day),
        (daily.ENDS, OwnEnd),
        (disputes.EVENTS, DisputeEvent),
        (words.STATUSES, SeatStatus),
        (words.WAITING, Phase),
    ],
)
def test_every_code_has_words_and_no_words_are_left_over(sentences: dict[str, str], codes: Iterable[str]) -> None:
    assert {str(code) for code in sentences} == {str(code) for code in codes}
    assert all(sentences.values())


@pytest.mark.parametrize("catalogue", [REFUSALS, indian_words.REASONS, refusals.PROBLEMS], ids=["no", "why", "problem"])
def test_sentences_are_short_whole_and_each_is_another(catalogue: dict[str, str]) -> None:
    said = [str(sentence) for sentence in catalogue.values()]
    for sentence in said:
        assert sentence[0].isupper()
        assert sentence.endswith(".")
        assert len(sentence) <= 110
    assert len(set(said)) == len(said)


@pytest.mark.parametrize(
    ("sentence", "limit"),
    [
        (refusals.PROBLEMS[Problem.BAD_SEASON_NAME](), seasons.LONGEST),
        (refusals.PROBLEMS[Problem.BAD_RAKE](), server_settings.MOST_RAKE),
        (server_words.SETTINGS["rake_percent"].about(), server_settings.MOST_RAKE),
        (refusals.PROBLEMS[Problem.BAD_HOURS](), server_settings.MOST_HOURS),
        (refusals.PROBLEMS[Problem.BAD_LEAGUE](), server_settings.MOST_POINTS),
        (refusals.PROBLEMS[Problem.BAD_TOURNAMENT_NAME](), plan.LONGEST_NAME),
        (refusals.PROBLEMS[Problem.BAD_CHECK_IN](), plan.LONGEST_CHECK_IN),
        (refusals.PROBLEMS[Problem.BAD_ROUND_TIME](), timedelta(minutes=plan.LONGEST_ROUND).days),
        (refusals.PROBLEMS[Problem.BAD_PLAYERS](), plan.FEWEST),
        (refusals.PROBLEMS[Problem.BAD_PLAYERS](), MAX_ENTRANTS),
        (refusals.PROBLEMS[Problem.BAD_MATCHES](), MAX_MATCHES),
        (refusals.PROBLEMS[Problem.NO_SUCH_STAKE](), MAX_STAKE // 100),
        (refusals.PROBLEMS[Problem.BAD_PRIZES](), plan.MOST_PRIZES),
        (asks.END_ASKED(), deadlines.VOTE_SECONDS),
        (asks.end(1), deadlines.VOTE_SECONDS),
        (asks.end(5), deadlines.VOTE_SECONDS),
        (privacy_text.OLD_QUESTION(), privacy.VALID // timedelta(minutes=1)),
    ],
)
def test_sentences_name_the_limits_that_hold(sentence: str, limit: int) -> None:
    assert str(limit) in re.findall(r"\d+", sentence)


def test_no_refusal_is_said_in_two_games() -> None:
    """One dictionary holds them all: a code of two games would lose a sentence."""
    own = (indian_words.REFUSALS, western_words.REFUSALS, gin_words.REFUSALS)
    assert len(REFUSALS) == sum(map(len, (refusals.REFUSALS, *own)))
    for refusal, sentence in REFUSALS.items():
        assert refusals.refusal(refusal, GAMES) == sentence


def test_a_refusal_of_a_game_is_known_to_that_game_alone() -> None:
    assert refusals.refusal(WesternRefusal.NO_MELD, [WESTERN]) == western_words.REFUSALS[WesternRefusal.NO_MELD]()
    assert refusals.refusal(Refusal.NOT_NOW, [WESTERN]) == refusals.REFUSALS[Refusal.NOT_NOW]()
    with pytest.raises(StopIteration):
        refusals.refusal(WesternRefusal.NO_MELD, [INDIAN])


def happened(kind: EventCode) -> Event:
    """Return such an event with everything that it may carry."""
    seat, card = Seat(0), Card.parse("7H")
    if kind is IndianEventKind.WRONG:
        return DeclarationEvent(kind, seat, card, 20, Reason.CARD_COUNT)
    if isinstance(kind, WesternEventKind) and kind is not WesternEventKind.TOOK_BACK:
        return MeldEvent(kind, seat, card, meld=1, cards=(card,))
    return Event(kind, seat, card, 20)


@pytest.mark.parametrize(("game", "kind"), EVENTS, ids=lambda value: str(getattr(value, "id", value)))
def test_every_event_has_a_line(game: Game, kind: EventCode) -> None:
    """There is one line for those at the table and another for the player."""
    lines = {events.event(happened(other), "Asha", SHIPPED[game]) for of, other in EVENTS if of is game}
    assert len(lines) == len([other for of, other in EVENTS if of is game])
    assert events.event(happened(kind), "Asha", SHIPPED[game]).endswith(".")
    told = events.by_clock([happened(kind)], SHIPPED[game])
    assert told[0].startswith("Time ran out")


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (Event(EventKind.DREW_CLOSED, Seat(0)), "Asha drew from the closed deck."),
        (Event(EventKind.DREW_OPEN, Seat(0), Card.parse("TC")), "Asha drew 10♣ from the open deck."),
        (Event(EventKind.DISCARDED, Seat(0), Card.parse("7H")), "Asha discarded 7♥."),
        (Event(EventKind.DROPPED, Seat(0), points=20), "Asha dropped (20 points)."),
        (
            DeclarationEvent(IndianEventKind.WRONG, Seat(0), points=80, reason=Reason.CARD_COUNT),
            "Asha declared wrongly (80 points). Not all 13 cards are in groups.",
        ),
        (DeclarationEvent(IndianEventKind.WRONG, Seat(0), points=80), "Asha did not declare in time (80 points)."),
        (Event(EventKind.LAPSED_OUT, Seat(0), points=40), "Asha is out of the deal after 3 missed turns (40 points)."),
    ],
)
def test_lines_of_events(event: Event, line: str) -> None:
    assert events.event(event, "Asha", shipped("circle")) == line


@pytest.mark.parametrize("how", ENDINGS, ids=lambda how: f"{type(how).__name__} {how}")
def test_every_ending_has_a_line(how: EndingCode) -> None:
    games = {IndianEnding: (INDIAN,), WesternEnding: (WESTERN,)}.get(type(how), (INDIAN, WESTERN))
    for game in games:
        nobody = how in (IndianEnding.TIE, WesternEnding.SHARED)
        line = events.ending(how, None if nobody else "Asha", SHIPPED[game])
        assert line.endswith(".")
        assert ("Asha" in line) != nobody


def test_small_words() -> None:
    assert [words.points(number) for number in (0, 1, 34)] == ["0 points", "1 point", "34 points"]
    assert [words.duration(seconds) for seconds in (30, 60, 90, 180, 86_400)] == [
        "30 seconds",
        "60 seconds",
        "90 seconds",
        "3 minutes",
        "24 hours",
    ]
    assert listed([]) == ""
    assert listed(["Asha", "Ben", "Chitra"]) == "Asha, Ben and Chitra"
    assert words.cards([Card.parse("7H"), JOKER, Card.parse("TS")], Rank.SEVEN) == "7♥ (wild) Joker 10♠"
    assert words.clipped("abcdef", 4) == "abc…"


@given(st.sampled_from(CARDS))
def test_what_is_shown_of_a_card_can_be_typed(card: Card) -> None:
    assert Card.parse(words.card(card)) == card


@given(st.text())
def test_a_bad_card_is_named_without_breaking_the_sentence(word: str) -> None:
    sentence = refusals.bad_card(word)
    assert sentence.count("`") == 10
    assert "\n" not in sentence
    assert len(sentence) < 150


def test_a_bad_card_is_named() -> None:
    assert "`7X`" in refusals.bad_card("7X")


def all_of(rules: Rules) -> str:
    """Return all texts about a rule set."""
    return "\n".join(body for _, body in (*rules_text.game(rules), *rules_text.formats(rules)))


@pytest.mark.parametrize("changes", [{}, {"first_meld": 40, "adjacent_jokers": False, "more_jokers": True}])
@pytest.mark.parametrize("pace", Pace)
def test_the_western_rules_are_told_by_their_values(pace: Pace, changes: dict[str, int]) -> None:
    told = paced(with_own(shipped("romme"), **changes), pace)
    romme = western(told)
    full = all_of(told)
    for said in (f"a joker costs {romme.joker_points}", words.points(romme.rummy_bonus), f"{romme.jokers} jokers"):
        assert said in full
    assert ("must be worth 40 points" in full) == bool(romme.first_meld)
    assert ("cannot be side by side" in full) != romme.adjacent_jokers
    assert ("no more jokers than" in full) != romme.more_jokers
    assert words.times(told) in full
    assert not {"declare", "drop"} & set(re.findall("[a-z]+", full.lower()))
    assert len(rules_text.short(told).splitlines()) == 2
    for terms in courses(told):
        assert len(rules_text.full(told, terms)) == 9


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
@pytest.mark.parametrize("pace", Pace)
def test_rules_are_told_by_their_values(rules: Rules, pace: Pace) -> None:
    told = paced(rules, pace)
    full = all_of(told)
    for number in (told.scoring.full_count, indian(told).points.first_drop, indian(told).points.middle_drop):
        assert words.points(number) in full
    assert words.times(told) in full
    assert not told.turns.has_clock or words.duration(told.turns.turn_seconds) in full
    assert ("pays half" in full) == indian(told).scoring.deal_show
    in_a_row = told.turns.lapse_mode == "consecutive" and told.turns.lapse_limit > 1
    assert ("in a row" in full) == (in_a_row and told.turns.has_clock)
    assert len(rules_text.short(told).splitlines()) == 2
    assert "  " not in full


COURSES = [(rules, terms) for rules in RULES.values() for terms in courses(rules)]


@pytest.mark.parametrize(("rules", "terms"), COURSES, ids=lambda value: getattr(value, "id", None) or value.course)
def test_the_rules_of_a_table_tell_its_format_by_its_numbers(rules: Rules, terms: Terms) -> None:
    told = rules_text.full(rules, terms)
    assert told[-1][0] == words.course(terms)
    dropping, body = told[-2][1], told[-1][1]
    drops = rules.drops(terms.format)
    assert (words.points(drops.first_drop) in dropping) if drops else ("There is no drop" in dropping)
    if pool := rules.pool(terms.format):
        for number in (pool.limit, pool.first_drop, pool.middle_drop, pool.rejoin_max, pool.split_min):
            assert str(number) in body
        assert rules_text.POOLS() in body
    if terms.deals:
        assert f"{terms.deals * rules.scoring.full_count} for {terms.deals} deals" in body
    if drops is None:
        assert f"costs {words.points(rules.scoring.full_count)}" in body
    staked = rules_text.full(rules, replace(terms, stake=50))
    assert staked[:-1] == told
    assert "0.50 chips" in staked[-1][1]
    assert chips.PLAY_MONEY() in staked[-1][1]


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
@pytest.mark.parametrize("pace", Pace)
def test_all_that_a_rule_set_plays_is_told(rules: Rules, pace: Pace) -> None:
    for part in RulesPart:
        assert "…" not in str(rule_set(paced(rules, pace), pace, part))
    titles = [title for title, _ in rules_text.formats(rules)]
    assert [words.FORMATS[format]() for format in Format if words.FORMATS[format]() in titles] == [
        words.FORMATS[format]() for format in rules.formats
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
    rules = Rules.parse(HOUSE, "ours", GAMES, texts)
    full = all_of(rules)
    for part in ("without printed jokers", "at most 4 cards", "60 points", "Every valid group spares its cards"):
        assert part in full
    assert "printed joker, " not in full
    assert "shuffled into a new one" not in full
    assert "The deal ends when a player wants a closed card and none is left" in full
    assert "not affiliated" not in rules_text.credit(rules)
    assert "not affiliated" in rules_text.credit(shipped("winzo"))


@pytest.mark.parametrize(
    ("limit", "rounds", "told"),
    [
        (-1, 10, "shuffled into a new one. After that, the deal ends when a player wants"),
        (-1, 10, "nobody draws from the closed deck for 10 rounds (announced a round before), or when only "),
        (3, 0, "shuffled into a new one, at most 3 times a deal. After that, the deal ends when a player wants"),
        (1, 1, "at most 1 time a deal."),
    ],
)
@pytest.mark.parametrize("id", ["circle", "romme"])
def test_rules_say_when_a_deal_ends_without_a_declaration(id: str, limit: int, rounds: int, told: str) -> None:
    rules = shipped(id)
    rules = replace(rules, turns=replace(rules.turns, max_reshuffles=limit, quiet_rounds=rounds))
    full = all_of(rules)
    assert told in full
    assert ("nobody draws" in full) == (rounds > 0)


@pytest.mark.parametrize(
    ("id", "told"),
    [
        ("winzo", "the stake is the boot, which is what 80 points cost; fewer points cost their share"),
        ("winzo", "The house takes 10 % of that."),
        ("circle", "Points rummy: the stake is what a point costs, and the winner gets what the others lose."),
        (
            "circle",
            "Points rummy: You may drop before drawing: 20 points before your first draw or missed turn, 40 points",
        ),
        ("circle", "After 3 missed turns in a row you are out of the deal. That costs as much as a later drop."),
        ("toking", "Before your first draw it costs as much as a first drop."),
        (
            "toking",
            "No drop: leaving costs 80 points, and so does being out of the deal for missed turns. A player ",
        ),
        (
            "circle",
            "Leaving the table costs the same, with a card in the finish slot 80 points; after a declaration it costs ",
        ),
        (
            "toking",
            "after a declaration it costs what your cards cost. The last one left in a deal wins it.",
        ),
        ("romme", "All formats: each player pays the stake as an entry, and the winner gets the pot."),
        ("romme", "The last one left in a deal wins it."),
    ],
)
def test_rules_say_what_leaving_and_losing_cost(id: str, told: str) -> None:
    assert told in all_of(shipped(id))


def test_facts_say_what_being_out_of_a_deal_costs() -> None:
    facts = {id: face_of(shipped(id)).facts(shipped(id)) for id in ("romme", "toking")}
    assert facts["romme"]["Which then costs"] == "the cards in hand"
    without = facts["toking"]["Formats without a drop"]
    assert without.endswith("; being out for missed turns costs the full count there")


def test_rules_say_whose_times_they_tell() -> None:
    rules = shipped("circle")
    assert "own times" not in rules_text.titled("Classic", rules, Pace.BLITZ)
    assert rules_text.titled("Classic", rules, Pace.SLOW).endswith(
        "Pace: Slow. The rule set's own times are those of Blitz."
    )


OTHER_WORDS = {
    '"toss"': '"random_dealer"',
    '"random_dealer"': '"toss"',
    '"first_open_only"': '"always"',
    '"always"': '"first_open_only"',
    '"aces"': '"printed_only"',
    '"consecutive"': '"cumulative"',
    '"two_seq_or_all"': '"any_valid_group"',
    '"point_value"': '"boot"',
    "true": "false",
    "false": "true",
}
SAID_ELSEWHERE = ("name", "sheet", "listed", "formats", 'points_stake = "entry"', "printed_jokers = 0")
"""Values that a title or a list of formats shows, and those that are the same throughout a game."""


def other_rules(rules: Rules) -> Iterator[tuple[str, Rules]]:
    """Yield the rule set with one of its values changed, for each of them."""
    lines = rules.text().splitlines()
    for place, line in enumerate(lines):
        key, is_value, value = line.partition(" = ")
        if not is_value or line.startswith(SAID_ELSEWHERE):
            continue
        number = re.sub(r"\d+(?=\D*$)", lambda found: str(int(found[0]) + 1), value.replace("-1", "1"))
        if key == "max_set_size":
            number = "4"
        elif key == "max_players":
            number = re.sub(r"\d+(?=\D*$)", lambda found: str(int(found[0]) - 1 or 3), value)
        changed = f"{key} = {OTHER_WORDS.get(value, number)}"
        assert changed != line
        yield line, Rules.parse("\n".join([*lines[:place], changed, *lines[place + 1 :]]), rules.id, GAMES)


@pytest.mark.parametrize("id", ["circle", "romme"])
def test_every_value_of_a_rule_set_shows_in_its_facts_and_its_rules(id: str) -> None:
    rules = shipped(id)
    facts, told = face_of(rules).facts(rules), all_of(rules)
    changed = list(other_rules(rules))
    assert len(changed) > 20
    unused = {"romme": ["full_count = 80", "declare_seconds = 45"]}.get(id, [])
    assert {line for line, other in changed if face_of(other).facts(other) == facts} == {*unused}
    assert {line for line, other in changed if all_of(other) == told} == {*unused}


INDIAN_FACE = IndianFace()


def test_all_that_is_wrong_is_told_once() -> None:
    rules, groups = shipped("circle"), parse_groups("2H 3H 4H | 5C 6D 9S")
    kinds = [kind_of(group, None, rules) for group in groups]
    assert indian_words.wrong_groups(groups, kinds, parse_cards("KS QS"), None, INDIAN_FACE) == [
        "2 cards are in no group: K♠ Q♠.",
        "5♣ 6♦ 9♠ is neither a sequence nor a set.",
        "You need two sequences and have one.",
    ]
    assert indian_words.wrong_groups((), (), (), None, INDIAN_FACE) == ["You need two sequences and have none."]


def test_chips_are_written_to_the_hundredth() -> None:
    written = [chips.amount(number) for number in (0, 5, 100, 123_456, 100_000_000, -5, -123)]
    assert written == ["0.00", "0.05", "1.00", "1,234.56", "1,000,000.00", "−0.05", "−1.23"]
    assert [chips.gain(number) for number in (0, 5, -5)] == ["0.00", "+0.05", "−0.05"]
    assert wallet.moved(Cause.SETTLE, -80_00, "now") == "`−80.00` paid out · now"
    assert "`+0.25` returned: the match doesn't count" in wallet.moved(Cause.VOID, 25, "now")
    assert "`−0.25` taken back: the match" in wallet.moved(Cause.VOID, -25, "now")


def test_help_says_that_no_money_is_played_for_and_what_is_kept() -> None:
    topics = help.topics(GAMES)
    assert chips.PLAY_MONEY() in topics["chips"].text()
    assert "Discord id" in topics["privacy"].text()
    assert help.PROVES_NOT() in topics["shuffle"].text()
    assert all(topic.title() and topic.text() for topic in topics.values())


def test_help_tells_of_tables_without_a_clock_and_of_groups_declared_when_time_runs_out() -> None:
    told = help.topics(GAMES)["time"].text()
    assert "Most tables have a clock" in told
    assert "If you were about to declare valid groups, they are declared for you." in told


def test_every_topic_of_help_can_be_chosen_by_its_id_or_title() -> None:
    topics = help.topics(GAMES)
    assert " ".join(topics) == (
        "aim learn start moves declare romme gin twentyone coach review time rules standings daily disputes "
        "tournaments formats shuffle chips terms privacy"
    )
    assert all(help.chosen(name, topics) == id for id, topic in topics.items() for name in (id, topic.title()))
    assert help.chosen("unknown", topics) is help.chosen(None, topics) is None


# -- one catalogue ----------------------------------------------------------------------------------


def strings(tree: ast.AST) -> Iterator[str]:
    """Yield every string in the code, a formatted one as a whole, without docstrings, sentences, and lines for the
    log.
    """
    if isinstance(tree, ast.Call) and ast.unparse(tree.func).startswith("log."):
        return
    if isinstance(tree, ast.Call) and ast.unparse(tree.func) in KEYWORDS:
        for value in tree.keywords:
            yield from strings(value.value)
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
    """Yield the public names that a module of the catalogue defines."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (target.id for target in targets if isinstance(target, ast.Name))


def read(tree: ast.AST) -> Iterator[str]:
    """Yield the names that code reads, from the package on: `bot.text.points`, `bot.text.asks.drop`."""
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    known = {alias.asname or alias.name: f"{node.module}.{alias.name}" for node in imports for alias in node.names}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load):
            first, dot, rest = ast.unparse(node).partition(".")
            yield known.get(first, first) + dot + rest


USERS = [*SPEAKERS, *CATALOGUE, *DRAWN, *ROOT.glob("bot/games/*.py"), *ROOT.glob("bot/cli/**/*.py")]


@functools.cache
def read_somewhere() -> frozenset[str]:
    """Return all names that are read in code that speaks to people."""
    return frozenset(name for user in USERS for name in read(ast.parse(user.read_text("utf-8"))))


@pytest.mark.parametrize("file", CATALOGUE, ids=lambda file: str(file.relative_to(ROOT / "bot")))
def test_everything_in_the_catalogue_is_said_somewhere(file: Path) -> None:
    module, tree = ".".join(file.relative_to(ROOT).with_suffix("").parts), ast.parse(file.read_text("utf-8"))
    inside = set(read(tree))
    for name in defined(tree):
        assert {
            f"{module}.{name}",
            f"bot.text.{file.stem}.{name}",
            f"bot.text.{name}",
        } & read_somewhere() or name in inside, name


@pytest.mark.parametrize("field", doctor.PERMISSIONS)
def test_every_permission_is_one_of_discord_and_breaks_something(field: str) -> None:
    assert field in discord.Permissions.VALID_FLAGS
    assert all(doctor.PERMISSIONS[field])


@pytest.mark.parametrize(
    ("rules", "terms", "named"),
    [
        ("gin", Terms(Format.LIMIT, limit=100), "Gin to 100 · Asha, Ben"),
        ("gin", Terms(), "Gin · Asha, Ben"),
        ("twentyone", Terms(), "21 cards · Asha, Ben"),
        ("romme", Terms(Format.BEST_OF, 5), "Rommé, Best of five · Asha, Ben"),
        ("circle", Terms(Format.POOL_101), "Pool 101 · Asha, Ben"),
    ],
)
def test_a_thread_is_named_by_game_and_format(rules: str, terms: Terms, named: str) -> None:
    assert thread_name(terms, shipped(rules), ["Asha", "Ben"]) == named
