"""Verifying and replaying record files: sound ones, and ones that were changed or made up."""

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from bot.cli.main import main
from bot.cli.records import FILE_ALONE, SAME_DIGEST, read, replay_lines, verify_lines
from bot.rummy.errors import ParseError, RummyError
from bot.rummy.record import Record
from bot.service.shuffle import UnprovenError
from bot.service.tables.form import TableForm
from bot.service.tables.state import record_of
from bot.text import endings
from tests.known import GAMES
from tests.service.context import ASHA, BEN, Context, desk

STORED = Path(__file__).parents[1] / "stored" / "v0_1" / "records"
PLAYED = (
    *("finished-circle-points", "finished-circle-deals_2", "finished-circle-pool_101", "finished-circle-best_of_3"),
    *("finished-winzo-points", "finished-toking-pool_201", "finished-by-sharing-the-pool", "void-by-vote"),
    *("finished-romme-points", "finished-romme-best_of_3", "finished-house_romme-limit_100", "void-by-staff"),
    *("finished-with-computers", "finished-by-leaving", "finished-after-a-reshuffle", "finished-without-people"),
)
"""Records of each game and format, as version 0.1 gave them, and of each kind of end."""


async def finished_record(d: Context) -> str:
    table = await d.table(ASHA, BEN, computers=1)
    await d.finish(table.id)
    return str(await d.tables.record(table.id))


def record_in(file: Path) -> tuple[Record, str]:
    written = read(file)
    return Record.parse(written, GAMES), written


def fault_of(written: str) -> str:
    """Return why a record is refused; empty if it is not."""
    try:
        list(verify_lines(Record.parse(written, GAMES), written))
    except RummyError as error:
        return str(error) or type(error).__name__
    return ""


async def test_a_record_file_is_verified_and_replayed(tmp_path: Path) -> None:
    async with desk() as d:
        file = tmp_path / "match.txt"
        file.write_text(await finished_record(d), encoding="utf-8")
        record, written = record_in(file)
        lines = [*verify_lines(record, written)]
        assert lines[0] == "toss, deal 1: as promised"
        assert record.shuffle is not None
        assert lines[-4:] == [
            f"Commitment {record.shuffle.commitment}",
            f"Entropy    {record.shuffle.digest}",
            f"Digest     {record.digest}",
            FILE_ALONE,
        ]
        lines = [*replay_lines(record)]
        assert lines[0].startswith("Deal 1. Cut card: ")
        assert sum("declared" in line or "last" in line for line in lines) >= 1 or "finished" in lines[-4]
        assert lines[-5] == f"Table {record.code}: finished."
        assert sorted(line.split(":")[0].split(", ")[1] for line in lines[-4:-1]) == [
            "101",
            "102",
            "computer-1-level-2",
        ]


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"paplu record 1\n", b"x" * 100])
def test_a_file_that_is_no_record_is_a_clear_no(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "no.txt"
    file.write_bytes(content)
    with pytest.raises(ParseError):
        record_in(file)
    with pytest.raises(ParseError):
        read(tmp_path / "missing.txt")


async def test_verify_and_replay_tell_by_their_status(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with desk() as d:
        written = await finished_record(d)
    (here / "good.txt").write_text(written, encoding="utf-8")
    (here / "bad.txt").write_text(written.replace("entropy join 102", "entropy join 103"), encoding="utf-8")
    (here / "edited.txt").write_text(re.sub("points 1 .*", "points 1 0 0 0", written), encoding="utf-8")
    assert [main(["verify", name]) for name in ("good.txt", "bad.txt", "edited.txt", "missing.txt")] == [0, 1, 1, 2]
    assert [main(["replay", name]) for name in ("good.txt", "edited.txt", "missing.txt")] == [0, 1, 2]
    assert len(capsys.readouterr().err.splitlines()) == 5


# -- the digest -------------------------------------------------------------------------------------


async def test_the_digest_tells_a_record_from_one_that_is_made_up(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with desk() as d, desk() as forger:
        real = await finished_record(d)
        forged = await finished_record(forger)
    digest = Record.parse(real, GAMES).digest
    (here / "real.txt").write_text(real, encoding="utf-8")
    (here / "forged.txt").write_text(forged, encoding="utf-8")
    # A person who knows how to play a match can write its record: alone, the file is as good as any.
    assert main(["verify", "forged.txt"]) == 0
    assert FILE_ALONE in capsys.readouterr().out
    assert main(["verify", "forged.txt", "--digest", digest]) == 1
    assert "not the record with that digest" in capsys.readouterr().err
    assert main(["verify", "real.txt", "--digest", digest.upper()]) == 0
    assert SAME_DIGEST in capsys.readouterr().out
    # Line ends of another system change no letter.
    (here / "real.txt").write_bytes(real.replace("\n", "\r\n").encode())
    assert main(["verify", "real.txt", "--digest", digest]) == 0


@pytest.mark.parametrize("digest", ["", "abc", "g" * 64, "0" * 63, "0" * 65])
def test_what_is_no_digest_is_refused(here: Path, capsys: pytest.CaptureFixture[str], digest: str) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["verify", "any.txt", "--digest", digest])
    assert stop.value.code == 2
    assert "64 hexadecimal digits" in capsys.readouterr().err


def test_an_erasure_is_told_where_the_digest_differs(capsys: pytest.CaptureFixture[str]) -> None:
    file = str(STORED / "finished-with-somebody-erased.txt")
    assert main(["verify", file]) == 0
    assert endings.REMOVED() in capsys.readouterr().out
    assert main(["verify", file, "--digest", "0" * 64]) == 1
    assert "data erased" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["finished-circle-points", "finished-romme-points"])
def test_the_digest_covers_every_line(name: str, capsys: pytest.CaptureFixture[str], here: Path) -> None:
    written = (STORED / f"{name}.txt").read_text(encoding="utf-8")
    digest = Record.parse(written, GAMES).digest
    ways = (removed(written), doubled(written), swapped(written), cut(written))
    for changed in (one for way in ways for one in [*way][::9]):
        (here / "changed.txt").write_text(changed, encoding="utf-8")
        assert main(["verify", "changed.txt", "--digest", digest]) in (1, 2)
        said = capsys.readouterr()
        assert len(said.err.splitlines()) == 1
        assert said.out == ""


# -- what was changed -------------------------------------------------------------------------------


def removed(written: str) -> Iterator[str]:
    lines = written.splitlines()
    for i in range(len(lines)):
        yield "\n".join(lines[:i] + lines[i + 1 :]) + "\n"


def doubled(written: str) -> Iterator[str]:
    lines = written.splitlines()
    for i in range(len(lines)):
        yield "\n".join([*lines[:i], lines[i], *lines[i:]]) + "\n"


def swapped(written: str) -> Iterator[str]:
    lines = written.splitlines()
    for i in range(len(lines) - 1):
        if lines[i] != lines[i + 1]:
            yield "\n".join([*lines[:i], lines[i + 1], lines[i], *lines[i + 2 :]]) + "\n"


def cut(written: str) -> Iterator[str]:
    """Yield the record without its last lines, and without its last letters."""
    lines = written.splitlines()
    for i in range(1, len(lines), 7):
        yield "\n".join(lines[:i]) + "\n"
    yield written[:-2]


def sections(written: str) -> tuple[str, str, str]:
    """Return the three parts of a record: terms and proof, actions, figures."""
    head, _, rest = written.partition("\nactions\n")
    actions, _, figures = rest.partition("\nresult\n")
    return head, actions, figures


@pytest.mark.parametrize("name", PLAYED)
def test_a_record_of_0_1_is_sound(name: str) -> None:
    assert fault_of((STORED / f"{name}.txt").read_text(encoding="utf-8")) == ""


@pytest.mark.parametrize("name", PLAYED)
def test_figures_that_the_actions_do_not_make_are_refused(name: str) -> None:
    head, actions, figures = sections((STORED / f"{name}.txt").read_text(encoding="utf-8"))
    stepped = max(1, len(figures.splitlines()) // 3)
    changed = [
        re.sub(r"\d(?=\D*$)", lambda digit: str((int(digit[0]) + 1) % 10), line) for line in figures.splitlines()
    ]
    edits = [
        *[*removed(figures)][::stepped],
        *[*doubled(figures)][::stepped],
        *[*swapped(figures)][::stepped],
        *("\n".join([*figures.splitlines()[:i], line, *figures.splitlines()[i + 1 :]]) + "\n"
          for i, line in enumerate(changed) if line != figures.splitlines()[i] and i % stepped == 0),
        *[*cut(figures)][-2:],
        figures + "places 1 2\n",
        "",
    ]  # fmt: skip
    for edited in edits:
        assert fault_of(f"{head}\nactions\n{actions}\nresult\n{edited}"), edited
    assert fault_of(f"{head}\nactions\n{actions}\n")


@pytest.mark.parametrize("name", PLAYED)
def test_actions_that_are_cut_off_or_go_on_are_refused(name: str) -> None:
    head, actions, figures = sections((STORED / f"{name}.txt").read_text(encoding="utf-8"))
    lines = actions.splitlines()
    stepped = max(1, len(lines) // 3)
    for kept in (lines[:-1], *(lines[:i] for i in range(1, len(lines) - 1, stepped))):
        # A forger who cuts the end off writes the figures that fit.
        written = f"{head}\nactions\n" + "\n".join(kept) + "\n"
        assert "stop before" in fault_of(str(Record.parse(written, GAMES).counted())), kept[-1]
    for more in ("dealer end staff", "0 leave", "dealer next", lines[-1]):
        assert fault_of(f"{head}\nactions\n{actions}\n{more}\nresult\n{figures}"), more
    for i in [number for number, line in enumerate(lines) if line.startswith("dealer ")][:-1]:
        without = "\n".join(lines[:i] + lines[i + 1 :])
        assert fault_of(f"{head}\nactions\n{without}\nresult\n{figures}"), lines[i]


def edits_of_players(players: list[str]) -> Iterator[list[str]]:
    first, second, *rest = players
    yield [second, first, *rest]
    yield ["1100000000000000999", second, *rest]
    yield [first, "1100000000000000999", *rest]
    yield ["computer-6", second, *rest]
    yield [first, first, *rest]
    yield [first, second, *rest, "1100000000000000999"]
    yield [first, second, *rest, "computer-6"]
    yield players[:-1]


@pytest.mark.parametrize("name", PLAYED)
def test_other_players_than_have_joined_are_refused(name: str) -> None:
    written = (STORED / f"{name}.txt").read_text(encoding="utf-8")
    (line,) = re.findall("^players .*$", written, re.MULTILINE)
    for players in edits_of_players(line.split()[1:]):
        changed = written.replace(line, f"players {' '.join(players)}")
        try:
            changed = str(Record.parse(changed, GAMES).counted())
        except ParseError:
            continue  # the rules do not even play with them
        assert fault_of(changed), players


@pytest.mark.parametrize("name", PLAYED)
def test_another_seed_or_other_entropy_is_refused(name: str) -> None:
    head, actions, figures = sections((STORED / f"{name}.txt").read_text(encoding="utf-8"))
    lines = head.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("commitment"))
    terms, proof = "\n".join(lines[:at]), "\n".join(lines[at:])
    flipped = [re.sub(r".$", lambda last: "1" if last[0] == "0" else "0", line) for line in lines[at:]]
    changed = ["\n".join([*lines[at : at + i], line, *lines[at + i + 1 :]]) for i, line in enumerate(flipped)]
    for edited in (*changed, *removed(proof), *doubled(proof), *swapped(proof), ""):
        assert fault_of(f"{terms}\n{edited.strip()}\nactions\n{actions}\nresult\n{figures}"), edited


TERMS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "finished-circle-points": (("stake 0.50", "stake 0.60"), ("stake 0.50\n", ""), ("points\n", "deals_2\n")),
    "finished-circle-pool_101": (
        ("pool_101\n", "pool_201\n"),
        ("limit = 101\n| first_drop = 20", "limit = 101\n| first_drop = 10"),
    ),
    "finished-circle-deals_2": (("deals_2\n", "deals_3\n"), ("stake 10.00", "stake 1.00")),
    "finished-romme-best_of_3": (("best_of_3\n", "best_of_5\n"), ("stake 10.00", "stake 0.00")),
    "finished-house_romme-limit_100": (("limit_100\n", "limit_200\n"), ("stake 10.00", "stake 010.00")),
    "finished-with-computers": (("points\n", "points\nstake 1.00\n"),),
}
"""The edited terms of a record that is unchanged otherwise."""


@pytest.mark.parametrize(("name", "edit"), [(name, edit) for name, edits in TERMS.items() for edit in edits])
def test_other_terms_than_were_played_are_refused(name: str, edit: tuple[str, str]) -> None:
    written = (STORED / f"{name}.txt").read_text(encoding="utf-8")
    assert edit[0] in written
    assert fault_of(written.replace(*edit, 1))


Spell = Callable[[str], str]


@pytest.mark.parametrize(
    "spell",
    [
        lambda written: written.replace("\nseed ", "\nseed  "),
        lambda written: re.sub("seed .*", lambda line: line[0][:5] + line[0][5:].upper(), written),
        lambda written: written + "\n",
        lambda written: written.replace("\n0 ", "\n0  ", 1),
        lambda written: written.replace("draw closed", "draw  closed", 1),
        lambda written: written.replace("| [packs]", "|  [packs]", 1),
    ],
)
def test_what_the_bot_does_not_write_so_is_refused(spell: Spell) -> None:
    written = (STORED / "finished-circle-points.txt").read_text(encoding="utf-8")
    changed = spell(written)
    assert changed != written
    assert fault_of(changed) or Record.parse(changed, GAMES).digest != Record.parse(written, GAMES).digest


@pytest.mark.parametrize(
    "edit", [("| [packs]", "| # No other rules.\n| [packs]"), ("first_drop = 20", "first_drop = 0x14")]
)
def test_rules_that_are_not_spelled_as_the_bot_does_are_refused(edit: tuple[str, str]) -> None:
    written = (STORED / "finished-circle-points.txt").read_text(encoding="utf-8")
    assert edit[0] in written
    assert fault_of(written.replace(*edit, 1)).startswith("rules: the bot writes ")


async def test_a_shipped_id_belongs_to_the_game_of_the_record() -> None:
    async with desk() as d:
        table = await d.table(ASHA, BEN, options=TableForm("gin", seats=2))
        await d.finish(table.id)
        written = str(await d.tables.record(table.id))
    assert not fault_of(written)
    assert not fault_of(written.replace("rules gin\n", "rules oklahoma\n"))
    assert not fault_of(written.replace("rules gin\n", "rules mine\n"))
    for id in ("circle", "romme", "twentyone"):
        assert f"rules {id}: " in fault_of(written.replace("rules gin\n", f"rules {id}\n"))


def test_control_characters_of_a_file_never_reach_the_terminal(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written = (STORED / "finished-circle-points.txt").read_text(encoding="utf-8")
    evil = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202e"
    for old, new in (
        ("table 8uhfpq", f"table {evil}"),
        ("format points", f"format {evil}"),
        ("rules circle\n", f"rules {evil}\n"),
        ("| [packs]", f'| "{evil}" = 1\n| [packs]'),
        ("| [packs]", '| "\\u001b[2J\\u0007" = 1\n| [packs]'),
        ("\nresult\n", f"\n{evil}\nresult\n"),
        ("\nend won", f"\nend {evil}"),
        ("paplu record 1", evil),
        ("\nentropy start", f"\nentropy {evil} start"),
    ):
        assert old in written
        (here / f"evil{evil[1:4]}.txt").write_text(written.replace(old, new, 1), encoding="utf-8")
        for command in ("verify", "replay"):
            main([command, f"evil{evil[1:4]}.txt"])
            said = capsys.readouterr()
            for char in said.out + said.err:
                assert char.isprintable() or char == "\n", (command, old, repr(said))
    main(["verify", f"{evil}.txt"])
    assert "\x1b" not in capsys.readouterr().err


async def test_a_running_match_is_not_proven() -> None:
    async with desk() as d:
        table = await d.table(ASHA, BEN)
        stored = await d.store.tables.load(table.id)
        assert stored is not None
        with pytest.raises(UnprovenError, match="still running"):
            list(verify_lines(record_of(stored, GAMES), ""))
