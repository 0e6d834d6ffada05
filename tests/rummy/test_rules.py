"""Rule sets: those that come with the program, house rules, and files that cannot be used."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.games.indian.rules import LoserPolicy, own, wild_rank
from bot.rummy.cards import Card, Rank
from bot.rummy.errors import RulesError
from bot.rummy.match.formats import Format
from bot.rummy.rules import Rules, StakeUnit
from tests.known import GAMES, INDIAN, load, shipped

SHIPPED = ("circle", "circle_detailed", "toking", "winzo")
BASES = {"circle": 'name = "x"'}


def test_eight_rule_sets_come_with_the_program() -> None:
    assert set(load()) == {*SHIPPED, "romme", "gin", "oklahoma", "twentyone"}
    for id in SHIPPED:
        assert shipped(id).id == id


def test_two_sheets_of_one_operator_play_alike() -> None:
    circle, detailed = shipped("circle"), shipped("circle_detailed")
    assert replace(detailed, id="circle", name=circle.name, listed=True) == circle


def test_a_house_rule_is_one_file(tmp_path: Path) -> None:
    text = 'base = "circle"\nname = "Gentle"\n[pool_201]\nlimit = 250\nfirst_drop = 10\n'
    (tmp_path / "gentle.toml").write_text(text, encoding="utf-8")
    gentle = load(tmp_path)["gentle"]
    pool = own(gentle).pool_201
    assert (pool.limit, pool.first_drop, pool.middle_drop) == (250, 10, 50)
    assert gentle.scoring == shipped("circle").scoring
    assert gentle.listed
    assert gentle.sheet == ""


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ('base = "circle"\nnom = 1', "nom: unknown key"),
        ('base = "circle"\n[scoring]\nfull = 1', "scoring.full: unknown key"),
        ('base = "circle"\n[scoring]\nfull_count = "80"', "scoring.full_count: a whole number from 1 to 1000"),
        ('base = "circle"\n[scoring]\nfull_count = true', "scoring.full_count"),
        ('base = "circle"\n[scoring]\nfull_count = -1', "scoring.full_count"),
        ('base = "circle"\n[scoring]\nloser_policy = "mild"', "scoring.loser_policy: one of two_seq_or_all"),
        (
            'base = "circle"\n[scoring]\npoints_stake = "pot"',
            "scoring.points_stake: one of point_value, boot, entry, not 'pot'",
        ),
        ('base = "circle"\n[scoring]\nrake_percent = 51', "scoring.rake_percent: a whole number from 0 to 50"),
        ('base = "circle"\n[pool_101]\nlimit = 1', "pool_101.limit: a whole number from 2 to 10000"),
        ('base = "circle"\n[deals]\ncounts = []', "deals.counts: at least one number"),
        ('base = "circle"\n[deals]\ncounts = [0]', "deals.counts: a whole number from 1 to 100"),
        ('base = "circle"\n[deals]\ncounts = [2, 3, 2]', "deals.counts: numbers, each once"),
        ('base = "circle"\n[pool_201]\nmiddle_drop = 0', "pool_201.middle_drop: a whole number from 1"),
        (
            'base = "circle"\n[turns]\nlapse_first_drop = true\n[pool_101]\nfirst_drop = 0',
            "pool_101.first_drop: a whole number from 1",
        ),
        ('base = "romme"\n[romme]\nbest_of = [5, 5]', "romme.best_of: numbers, each once"),
        ('base = "romme"\n[romme]\nlimits = [100, 200, 100]', "romme.limits: numbers, each once"),
        ('base = "romme"\n[scoring]\npoints_stake = "boot"', "scoring.points_stake: entry with a table [romme]"),
        ('base = "circle"\n[scoring]\ndeal_show = 1', "scoring.deal_show: true or false"),
        ('base = "circle"\n[turns]\nmax_reshuffles = -2', "turns.max_reshuffles: a whole number from -1 to 1000"),
        ('base = "circle"\n[turns]\nquiet_rounds = 0', "turns.quiet_rounds: at least 1 where max_reshuffles is -1"),
        ('base = "romme"\n[turns]\nquiet_rounds = "10"', "turns.quiet_rounds: a whole number from 0 to 1000"),
        ('base = "circle"\n[packs]\nby_players = [2, 2]', "packs.by_players: a list of 5"),
        ('base = "circle"\nscoring = 1', "scoring: a table"),
        ('base = "circle"\nformats = []', "formats: at least one"),
        ('base = "circle"\nmin_players = 5\nmax_players = 4', "min_players"),
        ('base = "square"', "base: one of circle"),
        ('base = "own"', "base: one of"),
        ('id = "x"', "id: unknown key"),
        ('name = "x"', "missing"),
        ("name = ", "cannot be read"),
        ('base = "circle"\nname = "two\\nlines"', "name: one line"),
    ],
)
def test_a_bad_file_is_refused_by_file_and_key(tmp_path: Path, text: str, named: str) -> None:
    (tmp_path / "own.toml").write_text(text, encoding="utf-8")
    with pytest.raises(RulesError) as caught:
        load(tmp_path)
    assert str(caught.value).startswith("own.toml: ")
    assert named in str(caught.value)


@pytest.mark.parametrize(
    ("wrong", "known"),
    [
        ("[jokers]\nfoo = 1", "pick, printed_cut, wild_natural_pure"),
        (
            "[scoring]\nfoo = 1",
            "arrange_shown, auto_arrange_losers, deal_show, deal_show_min, full_count, loser_policy, "
            "min_loser_points, points_stake, rake_percent",
        ),
        (
            "[turns]\nfoo = 1",
            "bank_seconds, declare_seconds, lapse_ends_first_drop, lapse_first_drop, lapse_limit, lapse_mode, "
            "max_reshuffles, quiet_rounds, turn_seconds",
        ),
        (
            "foo = 1",
            "base, deals, formats, gin, groups, jokers, listed, max_players, min_players, name, packs, points, "
            "pool_101, pool_201, romme, scoring, sheet, start, turns, twentyone",
        ),
    ],
)
def test_a_wrong_key_is_answered_with_all_that_may_stand_there(tmp_path: Path, wrong: str, known: str) -> None:
    (tmp_path / "own.toml").write_text(f'base = "circle"\n{wrong}', encoding="utf-8")
    with pytest.raises(RulesError) as caught:
        load(tmp_path)
    assert str(caught.value).endswith(f"unknown key; known here: {known}")


@pytest.mark.parametrize("name", ["two\nlines", "esc\x1b[31m", "x" * 41, "x" * 200])
def test_an_id_is_one_short_line(tmp_path: Path, name: str) -> None:
    """Ids are shown in records, menus and errors."""
    (tmp_path / f"{name}.toml").write_text('base = "circle"', encoding="utf-8")
    with pytest.raises(RulesError, match="one line of at most 40 characters") as caught:
        load(tmp_path)
    assert str(caught.value).isprintable()
    with pytest.raises(RulesError, match="one line of at most 40 characters"):
        Rules.parse(shipped("circle").text(), name, GAMES)


def without_keys(text: str, *keys: str) -> str:
    """Return a rule set's text as it was before there were these keys."""
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith(keys))


@pytest.mark.parametrize("id", ["circle", "romme"])
def test_a_text_without_the_newer_keys_plays_as_before(id: str) -> None:
    text = shipped(id).text().replace("max_reshuffles = -1", "max_reshuffles = 3")
    before = Rules.parse(without_keys(text, "quiet_rounds", "lapse_ends_first_drop", "arrange_shown"), id, GAMES)
    assert (before.turns.max_reshuffles, before.turns.quiet_rounds) == (3, 0)
    if before.game is INDIAN:
        assert not own(before).turns.lapse_ends_first_drop
        assert not own(before).scoring.arrange_shown
        assert before.with_help(False) == before
    assert Rules.parse(before.text(), id, GAMES) == before


def test_a_limit_of_reshuffles_that_a_host_has_set_is_kept(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text('base = "circle"\n[turns]\nmax_reshuffles = 2', encoding="utf-8")
    assert load(tmp_path)["own"].turns.max_reshuffles == 2
    assert all(load()[id].turns.max_reshuffles == -1 for id in (*SHIPPED, "romme"))


def test_a_file_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text('base = "circle"\nname = "Own"', encoding="utf-8-sig")
    assert load(tmp_path)["own"].name == "Own"


def test_a_file_cannot_take_a_shipped_id(tmp_path: Path) -> None:
    (tmp_path / "winzo.toml").write_text('base = "circle"', encoding="utf-8")
    with pytest.raises(RulesError, match=r"winzo.toml"):
        load(tmp_path)


def test_a_circle_of_bases_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text('base = "b"', encoding="utf-8")
    (tmp_path / "b.toml").write_text('base = "a"', encoding="utf-8")
    with pytest.raises(RulesError, match="base"):
        load(tmp_path)


def test_unknown_rule_set() -> None:
    with pytest.raises(RulesError, match="nope"):
        shipped("nope")


@pytest.mark.parametrize(
    ("id", "cut", "wild"),
    [
        ("circle", "QD", Rank.QUEEN),
        ("circle", "JK", Rank.ACE),
        ("toking", "JK", Rank.ACE),
        ("winzo", "JK", None),
        ("winzo", "AS", Rank.ACE),
    ],
)
def test_what_the_cut_card_makes_wild(id: str, cut: str, wild: Rank | None) -> None:
    assert wild_rank(Card.parse(cut), shipped(id)) is wild


def test_where_the_sheets_differ() -> None:
    winzo, toking = shipped("winzo"), shipped("toking")
    assert own(winzo).scoring.loser_policy is LoserPolicy.PURE_PROTECTS
    assert winzo.packs.printed_jokers == 2
    assert [toking.packs_for(players) for players in range(2, 7)] == [2, 2, 2, 3, 3]
    assert (winzo.scoring.points_stake, winzo.scoring.rake_percent) == (StakeUnit.BOOT, 10)
    for id in SHIPPED[:3]:
        assert (shipped(id).scoring.points_stake, shipped(id).scoring.rake_percent) == (StakeUnit.POINT_VALUE, 0)


def test_which_rule_set_offers_which_format() -> None:
    assert shipped("winzo").formats == (Format.POINTS,)
    for id in SHIPPED[:3]:
        assert shipped(id).formats == INDIAN.formats
        assert own(shipped(id)).deals.counts == (2, 3, 6)
        pools = (shipped(id).pool(Format.POOL_101), shipped(id).pool(Format.POOL_201))
        assert [pool and (pool.limit, pool.rejoin_max, pool.split_min) for pool in pools] == [
            (101, 79, 80),
            (201, 174, 175),
        ]
        assert shipped(id).pool(Format.DEALS) is None


def test_rules_are_frozen() -> None:
    with pytest.raises(AttributeError):
        shipped("circle").name = "x"  # type: ignore[misc]


def test_a_base_may_be_given_as_text() -> None:
    with pytest.raises(RulesError, match="missing"):
        Rules.parse('base = "circle"', "own", GAMES, BASES)
