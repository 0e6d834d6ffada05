"""The shuffle: written again from its description, fair, and checked from a record."""

import hashlib
import hmac
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.rummy.actions import DEALER, DealCards, Discard, Draw, End, EndCause, Sort, Source
from bot.rummy.entropy import Secrets
from bot.rummy.errors import ParseError
from bot.rummy.ids import Player, TableId
from bot.rummy.match.formats import Format
from bot.rummy.match.match import Terms
from bot.rummy.record import Entry, Record, Shuffle
from bot.rummy.table import Table
from bot.service.errors import ServiceError
from bot.service.seating_proof import fault_of
from bot.service.shuffle import Dice, UnprovenError, verify
from bot.service.tables.form import TableForm
from bot.service.tables.state import record_of
from bot.service.words import own_word, word_of
from tests.known import GAMES, shipped
from tests.service.context import ASHA, BEN, CARA, DEV, Context, OneOfSeveral, desk
from tests.service.tournaments import PAIRS, open_codes, played_out, running, won_by


def outsider(
    seed: bytes,
    veil: bytes | None,
    entropy: Sequence[str],
    purpose: str,
    deal: int,
    items: list[int],
    beacon: str = "-/-",
) -> list[int]:
    """Return the published description, written again without a look at the code."""
    lines = b"".join(line.encode() + b"\n" for line in entropy)
    if veil is None:
        summary = hashlib.sha256(lines).hexdigest()
    else:
        summary = f"2/{hmac.new(veil, lines, hashlib.sha256).hexdigest()}/{beacon}"
    stream: list[int] = []
    counter = 0
    for i in reversed(range(1, len(items))):
        while True:
            if not stream:
                text = f"{summary}/{purpose}/{deal}/{counter}"
                block = hmac.new(seed, text.encode(), hashlib.sha256).hexdigest()
                stream = [int(block[k : k + 8], 16) for k in range(0, 64, 8)]
                counter += 1
            x = stream.pop(0)
            if x < 2**32 - 2**32 % (i + 1):
                break
        j = x % (i + 1)
        items[i], items[j] = items[j], items[i]
    return items


@pytest.mark.parametrize("purpose", ["toss", "dealer", "packs", "reshuffle-1"])
def test_an_outsider_gets_the_same_order(purpose: str) -> None:
    for number in range(50):
        seed = hashlib.sha256(bytes([number])).digest()
        entropy = [f"join {number} 1", "start 2 3"]
        veil = seed[::-1] if number % 2 else None
        size = (2, 6, 52, 108, 159)[number % 5]
        secrets = Secrets(seed, veil)
        mine = Dice.of(secrets, secrets.digest(entropy)).shuffled(purpose, number, list(range(size)))
        assert mine == outsider(seed, veil, entropy, purpose, number, list(range(size)))


def test_every_order_is_equally_likely() -> None:
    dice = [Dice(bytes([i % 256, i // 256]) * 16, Secrets(b"").digest(["start 1 1"])) for i in range(24_000)]
    counts = Counter(tuple(d.shuffled("packs", 1, "abcd")) for d in dice)
    assert set(counts) == set(permutations("abcd"))
    chi_square = sum((count - 1000) ** 2 / 1000 for count in counts.values())
    assert chi_square < 60  # 23 degrees of freedom: exceeded about once in 30,000 fair runs


def test_seed_entropy_purpose_and_deal_all_matter() -> None:
    seed = bytes(32)
    base = Dice(seed, Secrets(b"").digest("a")).shuffled("packs", 1, range(52))
    others = [
        Dice(b"1" * 32, Secrets(b"").digest("a")).shuffled("packs", 1, range(52)),
        Dice(seed, Secrets(b"").digest("b")).shuffled("packs", 1, range(52)),
        Dice(seed, Secrets(b"").digest("a")).shuffled("toss", 1, range(52)),
        Dice(seed, Secrets(b"").digest("a")).shuffled("packs", 2, range(52)),
    ]
    assert base not in others


@pytest.mark.parametrize("rules", ["circle", "winzo"])
async def test_a_finished_record_verifies_and_a_changed_one_does_not(rules: str) -> None:
    async with desk() as d:
        table = await d.table(ASHA, BEN, CARA, computers=1, options=TableForm(rules_id=rules))
        running = await d.store.tables.load(table.id)
        assert running is not None
        assert record_of(running, GAMES).shuffle is None
        with pytest.raises(UnprovenError, match="still running"):
            verify(record_of(running, GAMES))
        await d.finish(table.id)
        stored = await d.store.tables.finished(table.id)
        assert stored is not None
        record = record_of(stored, GAMES)
        text = str(record)
        checked = verify(Record.parse(text, GAMES))
        assert checked[:2] == (("toss" if rules == "circle" else "dealer", 1), ("packs", 1))
        with pytest.raises(UnprovenError, match="not the one promised"):
            verify(Record.parse(text.replace(stored.row.seed.hex(), "00" * 32), GAMES))
        with pytest.raises(UnprovenError, match="not the shuffled ones"):
            verify(Record.parse(text.replace("entropy join 102", "entropy join 999"), GAMES))


async def test_swapped_cards_are_found() -> None:
    async with desk() as d:
        table = await d.table(ASHA, BEN)
        await d.tables.end(table.id, EndCause.STAFF)
        stored = await d.store.tables.finished(table.id)
        assert stored is not None
        lines = str(record_of(stored, GAMES)).splitlines()
        at = next(i for i, line in enumerate(lines) if line.startswith("dealer deal "))
        words = lines[at].split(" ")
        swap = next(i for i in range(3, len(words)) if words[i] != words[2])
        words[2], words[swap] = words[swap], words[2]
        lines[at] = " ".join(words)
        with pytest.raises(UnprovenError, match="action 2: the cards of 'packs'"):
            verify(Record.parse("\n".join(lines) + "\n", GAMES))


@pytest.mark.parametrize(
    ("numbers", "order"),
    [
        # For three items 2³² − 2³² mod 3 is ffffffff: that number is the only one to be rejected.
        (["ffffffff", "00000002", "00000001"], "abc"),
        (["ffffffff", "ffffffff", "00000000", "00000001"], "cba"),
        (["fffffffe", "00000001"], "abc"),
        (["fffffffd", "00000001"], "acb"),
        # For two items nothing is rejected.
        (["00000002", "ffffffff"], "abc"),
        (["00000002", "fffffffe"], "bac"),
    ],
)
def test_numbers_that_would_favour_an_order_are_rejected(
    numbers: list[str], order: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    block = bytes.fromhex("".join([*numbers, "00000001" * 8])[:64])
    monkeypatch.setattr(hmac, "digest", lambda *_: block)
    assert "".join(Dice(bytes(32), Secrets(b"").digest(["start 1 1"])).shuffled("packs", 1, "abc")) == order


def test_an_order_in_which_a_number_is_rejected_is_an_outsiders() -> None:
    """The number of items is so large that this seed has to reject a number early on; found by trying."""
    seed, entropy = hashlib.sha256(bytes([20, 0])).digest(), ["start 2 3"]
    mine = Dice(seed, Secrets(b"").digest(entropy)).shuffled("packs", 1, range(20_000))
    assert mine == outsider(seed, None, entropy, "packs", 1, list(range(20_000)))


def test_a_record_is_proven_in_which_one_acts_before_the_closed_deck_is_made_again() -> None:
    seed, entropy = bytes(range(32)), (*(f"join {number} 1" for number in range(1, 7)), "start 1 1")
    dice = Dice(seed, Secrets(b"").digest(entropy))
    opened = Table.open(shipped("winzo"), Terms(), tuple(Player(number) for number in range(1, 7)))
    table, entries = opened, list[Entry]()

    def play(entry: Entry) -> None:
        nonlocal table
        table = table.play(entry.seat, entry.action)
        entries.append(entry)

    while chance := table.chance():
        play(dice.answer(chance))
    while (deal := table.deal) is not None and deal.closed:
        play(Entry(deal.turn, Draw(Source.CLOSED)))
        held = table.deal
        assert held is not None
        assert held.drawn is not None
        play(Entry(deal.turn, Discard(held.drawn)))
    assert deal is not None
    play(Entry(deal.turn, Sort()))
    chance = table.chance_before(Draw(Source.CLOSED))
    assert chance is not None
    play(dice.answer(chance))
    play(Entry(deal.turn, Draw(Source.CLOSED)))
    play(Entry(DEALER, End(EndCause.STAFF)))
    proof = Shuffle(Secrets(seed).commitment, seed, entropy)
    record = Record(TableId("abc123"), table.rules, Terms(), opened.players, tuple(entries), proof)
    assert verify(record) == (("dealer", 1), ("packs", 1), ("reshuffle-1", 1))


# -- who sat down -----------------------------------------------------------------------------------


async def proven(d: Context, id: TableId) -> Record:
    """Return the record of a table that staff end, which is proven."""
    await d.tables.end(id, EndCause.STAFF)
    record = await d.tables.record(id)
    assert verify(record)
    return record


async def test_those_who_were_removed_or_came_back_are_told_from_strangers() -> None:
    async with desk() as d:
        lobby = await d.lobby(ASHA, BEN, CARA, computers=2)
        await d.lobbies.leave(lobby.id, BEN.id, d.press())
        await d.lobbies.remove(lobby.id, ASHA.id, Player(CARA.id), d.press())
        await d.lobbies.remove(lobby.id, ASHA.id, Player(1, is_computer=True), d.press())
        await d.lobbies.join(lobby.id, CARA, d.press())
        await d.lobbies.join(lobby.id, DEV, d.press())
        await d.lobbies.remove(lobby.id, ASHA.id, Player(DEV.id), d.press())
        await d.lobbies.join(lobby.id, BEN, d.press())
        table = await d.lobbies.start(lobby.id, ASHA.id, d.press())
        record = await proven(d, table.id)
        assert list(map(str, record.players)) == ["101", "computer-2-level-2", "103", "102"]
        for players in (
            "101 computer-2-level-2 102 103",
            "101 computer-2-level-2 103 104",
            "101 computer-2-level-2 103 105",
            "101 103 103 102",
        ):
            forged = replace(record, players=tuple(map(Player.parse, players.split())), figures=())
            with pytest.raises((UnprovenError, ParseError)):
                verify(forged)


async def test_the_players_of_a_rematch_are_those_who_pressed() -> None:
    async with desk() as d:
        first = await d.table(ASHA, BEN, CARA, computers=1)
        await proven(d, first.id)
        await d.rematches.press(first.id, CARA, d.press())
        await d.rematches.press(first.id, BEN, d.press())
        lobby = await d.rematches.press(first.id, BEN, d.press())
        table = await d.lobbies.start(lobby.id, CARA.id, d.press())
        record = await proven(d, table.id)
        assert [player.id for player in record.players if not player.is_computer] == [BEN.id, CARA.id]
        with pytest.raises(UnprovenError, match="101 has not joined"):
            verify(replace(record, players=(Player(101), *record.players[1:]), figures=()))


async def test_tables_of_a_tournament_are_proven_without_those_who_have_withdrawn() -> None:
    async with desk() as d:
        state = await running(d, PAIRS, 8)
        for code in open_codes(state)[1:]:
            await won_by(d, code)
        gone = (await d.tables.find(open_codes(await d.tournaments.find(state.id))[0])).lobby.persons
        await d.tournaments.leave(state.id, gone[0], d.press())
        await played_out(d, state.id)
        codes = (await d.tournaments.find(state.id)).progress.codes.values()
        assert len(codes) > 6
        for code in codes:
            assert verify(await d.tables.record(code))


WRONG_LINES = ["", "join", "join x", "join 1 two words", "join 1 drawn drawn a", "join 1 A", "join 1 %e4", "join ² a"]


@pytest.mark.parametrize("line", WRONG_LINES)
async def test_what_is_no_line_of_entropy_is_refused(line: str) -> None:
    async with desk() as d:
        table = await d.table(ASHA, BEN)
        row = (await d.tables.find(table.id)).row
        await d.tables.end(table.id, EndCause.STAFF)
        record = await d.tables.record(table.id)
        proof = record.shuffle
        assert proof is not None
        seed = Dice.of(row.secrets, row.secrets.digest([*proof.entropy, line]))
        opened, entries = record.opening(), list[Entry]()
        while chance := opened.chance():
            entries.append(seed.answer(chance))
            opened = opened.play(entries[-1].seat, entries[-1].action)
        entries.append(record.entries[-1])
        made_up = replace(
            record, entries=tuple(entries), figures=(), shuffle=replace(proof, entropy=(*proof.entropy, line))
        )
        with pytest.raises(UnprovenError, match="of the entropy"):
            verify(made_up)


@pytest.mark.parametrize("line", ["", "join", "join 1", "join x 1", "join 1 x", "join 1 1 1", "join ² 1"])
def test_what_is_no_line_of_version_1_is_refused(line: str) -> None:
    players = Player(101), Player(102)
    assert fault_of(players, 2, ["join 101 5", "join 102 6", "start 101 7"]) is None
    assert "of the entropy" in str(fault_of(players, 2, ["join 101 5", "join 102 6", "start 101 7", line]))


# -- version 2 --------------------------------------------------------------------------------------


async def test_a_record_of_version_2_is_worked_out_again_from_itself_alone() -> None:
    async with desk() as d:
        table = await d.lobby(ASHA)
        await d.lobbies.join(table.id, BEN, d.press(), own_word("tea leaf"))
        await d.lobbies.set_word(table.id, BEN.id, d.press(), own_word("Grüße, Ben"))
        await d.lobbies.start(table.id, ASHA.id, d.press())
        await d.finish(table.id)
        text = str(await d.tables.record(table.id))
    lines = text.splitlines()
    assert lines[0] == "paplu record 2"
    said = {word: [line.removeprefix(f"{word} ") for line in lines if line.startswith(f"{word} ")] for word in SAID}
    seed, veil = (bytes.fromhex(said[word][0]) for word in ("seed", "veil"))
    assert re.fullmatch("join 101 drawn [a-z]+-[a-z]+-[a-z]+", said["entropy"][0])
    assert said["entropy"][1:] == ["join 102 tea%20leaf", "word 102 %47r%C3%BC%C3%9Fe%2C%20%42en", "start 101"]
    both = hashlib.sha256(seed).digest() + hashlib.sha256(veil).digest()
    assert said["commitment"] == [hashlib.sha256(both).hexdigest()]
    packs = next(entry.action for entry in Record.parse(text, GAMES).entries if isinstance(entry.action, DealCards))
    order = outsider(seed, veil, said["entropy"], "packs", 1, list(range(len(packs.cards))))
    dice = Dice.of(Secrets(seed, veil), Secrets(seed, veil).digest(said["entropy"]))
    assert dice.shuffled("packs", 1, list(range(len(packs.cards)))) == order
    assert verify(Record.parse(text, GAMES))


SAID = "commitment", "seed", "veil", "entropy"


def orders(text: str) -> list[tuple[str, str]]:
    """Return each toss and pack of a record, worked out from its text alone, beside what was dealt."""
    lines = [line.split(" ", 1) for line in text.splitlines() if " " in line]
    said = {word: [rest for first, rest in lines if first == word] for word in SAID}
    seed, veil = bytes.fromhex(said["seed"][0]), bytes.fromhex(said["veil"][0]) if said["veil"] else None
    suits = [rank + suit for suit in "CDSH" for rank in "A23456789TJQK"]
    found: list[tuple[str, str]] = []
    deal = 1
    for word, *cards in (rest.split(" ") for actor, rest in lines if actor == "dealer"):
        if word not in ("toss", "deal"):
            continue
        # Two packs one after another, each with its jokers.
        items = suits if word == "toss" else [*suits, *["JK"] * (cards.count("JK") // 2)] * 2
        purpose = "toss" if word == "toss" else "packs"
        order = outsider(seed, veil, said["entropy"], purpose, deal, list(range(len(items))))
        found.append((" ".join(items[place] for place in order[: len(cards)]), " ".join(cards)))
        deal += word == "deal"
    return found


@pytest.mark.parametrize("version", [1, 2])
async def test_all_cards_are_worked_out_from_the_text_of_a_record(
    version: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(OneOfSeveral, "shuffle", version)
    async with desk() as d:
        for form in (TableForm(), TableForm(terms=Terms(Format.DEALS, deals=2))):
            table = await d.table(ASHA, BEN, options=form)
            await d.finish(table.id)
            found = orders(str(await d.tables.record(table.id)))
            assert len(found) >= 2
            assert all(mine == dealt for mine, dealt in found)


async def test_ids_of_presses_enter_nothing() -> None:
    """They are the operator's to choose."""
    async with desk() as d:
        state = await d.table(ASHA, BEN)
        others = replace(
            state, entropy=tuple(replace(line, interaction=line.interaction + 71) for line in state.entropy)
        )
        assert others.entropy_digest == state.entropy_digest
        assert replace(state, entropy=state.entropy[::-1]).entropy_digest != state.entropy_digest


async def test_another_word_another_line_or_another_veil_is_found() -> None:
    async with desk() as d:
        table = await d.table(ASHA, BEN)
        await d.finish(table.id)
        text = str(await d.tables.record(table.id))
    word = text.split("join 101 drawn ")[1].split("\n")[0]
    veil = text.split("veil ")[1].split("\n")[0]
    for old, new, found in [
        (f"drawn {word}", word, "not the shuffled ones"),
        ("entropy start 101\n", "entropy start 101\nentropy word 101 more\n", "not the shuffled ones"),
        (veil, "00" * 32, "not the one promised"),
    ]:
        assert old in text
        with pytest.raises(UnprovenError, match=found):
            verify(Record.parse(text.replace(old, new), GAMES))


@pytest.mark.parametrize("version", [1, 2])
def test_a_seed_of_another_length_is_none(version: int) -> None:
    """Both hashes of a commitment of version 2, one after the other, would be a seed of version 1 for it."""
    secrets = Secrets(b"s" * 32, b"v" * 32)
    both = b"".join(hashlib.sha256(one).digest() for one in (b"s" * 32, b"v" * 32))
    forged = Shuffle(Secrets(both).commitment, both, ("start 1 1",), veil=b"v" * 33 if version == 2 else None)
    assert forged.commitment == secrets.commitment
    record = Record(TableId("abc234"), shipped("circle"), Terms(), (Player(1), Player(2)), (), forged)
    with pytest.raises(ParseError, match="64 hexadecimal digits"):
        Record.parse(str(record), GAMES)


def test_nobody_gives_a_word_who_has_not_joined() -> None:
    players, lines = (Player(1), Player(2)), ["join 1 a", "join 2 drawn b", "start 1"]
    for word in ("word 2 c", "replaced 1 drawn c"):
        assert fault_of(players, 2, [*lines[:2], word, lines[2]], 2) is None
    for word in ("word 2 c", "word 9 c", "replaced 9 drawn c"):
        assert fault_of(players, 2, [lines[0], word, *lines[1:]], 2) is not None


@pytest.mark.parametrize(
    "typed", ["", " ", "a\nb", "a\u200bb", "\u202eabc", "x" * 33, "\x00", "\u00a0", "a\u3000b", "\u3164", "\ufe0f"]
)
def test_what_is_no_word_is_refused(typed: str) -> None:
    with pytest.raises(ServiceError):
        own_word(typed)


@given(st.text(min_size=1, max_size=32))
def test_a_word_is_one_line_and_comes_back(typed: str) -> None:
    try:
        line = own_word(typed)
    except ServiceError:
        return
    assert re.fullmatch("([a-z0-9-]|%[0-9A-F]{2})+", line)
    word, is_drawn = word_of(line)
    assert not is_drawn
    assert own_word(word) == line


async def test_a_table_opens_by_the_version_that_all_processes_know(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OneOfSeveral, "shuffle", 1)
    async with desk() as d:
        table = await d.table(ASHA, BEN)
        assert (table.row.shuffle, table.row.veil, table.words) == (1, None, {})
        with pytest.raises(ServiceError):
            await d.lobbies.set_word((await d.lobby(CARA, DEV)).id, CARA.id, d.press(), "mine")
        await d.finish(table.id)
        text = str(await d.tables.record(table.id))
        assert text.startswith("paplu record 1\n")
        assert verify(Record.parse(text, GAMES))
        monkeypatch.setattr(OneOfSeveral, "shuffle", 2)
        again = await d.rematches.press(table.id, ASHA, d.press())
        assert again.row.shuffle == 2
