"""Records: text both ways, and the same table from every replay."""

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.rummy.errors import ParseError
from bot.rummy.ids import TableId
from bot.rummy.match.match import Terms
from bot.rummy.record import Record, Shuffle
from bot.rummy.table import Table
from tests.known import GAMES, load, shipped
from tests.playing import played, players

PROOF = Shuffle("ab" * 32, bytes(range(32)), ("join 101 5", "computer 101 6", "start 101 7"))
REMOVED = Shuffle("ab" * 32, bytes(range(32)), (), PROOF.digest)


def recorded(id: str, seed: int, shuffle: Shuffle | None = None) -> tuple[Record, object]:
    dice = random.Random(seed)
    count = dice.randint(2, shipped(id).max_players)
    *_, (table, entries) = played(shipped(id), count, dice)
    record = Record(TableId("abc234"), shipped(id), Terms(), players(count), tuple(entries), shuffle)
    return record, table


@pytest.mark.parametrize("id", sorted(load()))
@pytest.mark.parametrize("shuffle", [None, PROOF, REMOVED])
def test_a_record_is_its_text_and_replays_to_the_same_table(id: str, shuffle: Shuffle | None) -> None:
    for seed in range(2):
        record, table = recorded(id, seed, shuffle)
        again = Record.parse(str(record), GAMES)
        assert again == record
        assert str(again) == str(record)
        assert again.replay() == table


def test_rules_are_their_text() -> None:
    for id, rules in load().items():
        assert type(rules).parse(rules.text(), id, GAMES) == rules


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("paplu record 1", "paplu record 3", "line 1"),
        ("paplu record 1", "paplu record 2", "'veil' expected"),
        ("format points", "format bridge", "bridge"),
        ("format points", "format points\nstake 1.005", "no chips"),
        ("format points", "stake 1.00\nformat points", "'format' expected"),
        ("players 101", "players zero", "zero"),
        ("| full_count = 80", "| full_count = -1", "full_count"),
        ("actions", "acts", "'actions' expected"),
        ("dealer toss", "dealer throw", "no action"),
        ("dealer deal", "7 deal", "no seat"),
        ("seed ", "seed x", "hexadecimal"),
    ],
)
def test_a_spoiled_record_says_where(old: str, new: str, says: str) -> None:
    text = str(recorded("circle", 1, PROOF)[0])
    assert old in text
    with pytest.raises(ParseError, match=says):
        Record.parse(text.replace(old, new, 1), GAMES)


def test_a_replay_names_the_action_the_rules_refuse() -> None:
    record, _ = recorded("circle", 2)
    lines = str(record).splitlines()
    first = lines.index("actions") + 3
    spoiled = [*lines[:first], "0 draw closed", "0 draw closed", *lines[first:]]
    with pytest.raises(ParseError, match="action 4, '0 draw closed': already_drawn"):
        Record.parse("\n".join(spoiled) + "\n", GAMES).replay()


def test_removed_entropy_leaves_its_digest() -> None:
    text = str(recorded("circle", 1, REMOVED)[0])
    assert f"\nentropy-sha256 {PROOF.digest}\nactions\n" in text
    for spoiled in (
        text.replace("entropy-sha256 ", "entropy-sha256 x"),
        text.replace("\nactions", "\nentropy\nactions"),
    ):
        with pytest.raises(ParseError):
            Record.parse(spoiled, GAMES)


@given(st.text(max_size=300))
def test_any_text_is_a_record_or_a_parse_error(text: str) -> None:
    for candidate in (text, f"paplu record 1\n{text}", f"paplu record 1\ntable x\nformat points\nplayers 1 2\n{text}"):
        with pytest.raises(ParseError):
            Record.parse(candidate, GAMES).replay()


@pytest.mark.parametrize(
    ("old", "new"), [("format points", "format deals_4"), ("format points", "format points\nstake -1.00")]
)
def test_terms_the_rules_do_not_offer_are_no_opening(old: str, new: str) -> None:
    text = str(recorded("circle", 1)[0])
    with pytest.raises(ParseError, match="does not play"):
        Record.parse(text.replace(old, new, 1), GAMES).replay()


def test_figures_tell_what_was_dealt_and_what_it_came_to() -> None:
    record, table = recorded("circle", 3)
    assert isinstance(table, Table)
    figures = record.counted().figures
    assert sum(line.startswith("hand 1 ") for line in figures) == len(record.players)
    assert f"totals 1 {' '.join(map(str, table.match.totals))}" in figures
    assert figures[-2:] == ("end won", f"places {' '.join(map(str, table.match.places))}")


def test_a_record_without_figures_is_not_held_to_any() -> None:
    record, _ = recorded("circle", 1)
    assert not record.figures
    record.check_figures()


def test_a_wrong_figure_is_named() -> None:
    record = recorded("circle", 1)[0].counted()
    wrong = tuple(line.replace("end won", "end split") for line in record.figures)
    with pytest.raises(ParseError, match="'end split'; the actions make 'end won'"):
        replace(record, figures=wrong).check_figures()
