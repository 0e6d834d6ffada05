"""A whole table as text: its rules, its players, and everything that happened, packs as dealt included.

A record replays to the same table on any machine. A finished one also holds the shuffle's seed and entropy, so that the
cards can be checked against the commitment made before anyone sat down. It also holds figures that need no replay:
hands, points, totals, places and chips (000 L28). If a player's data was erased, the entropy's SHA-256 stands in place
of its lines.
"""

import hashlib
import re
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import zip_longest

from bot.rummy.actions import DEALER, Action, DealCards, Vocabulary, parse_action
from bot.rummy.cards import Seat, card_texts
from bot.rummy.entropy import Secrets, committed
from bot.rummy.errors import ErrorText, IllegalAction, ParseError, RulesError
from bot.rummy.game import game_of
from bot.rummy.ids import Player, TableId
from bot.rummy.match import stakes
from bot.rummy.match.match import Terms
from bot.rummy.match.stakes import chips_text, parse_chips
from bot.rummy.rules import Games, Rules
from bot.rummy.table import Table
from bot.rummy.view import Stage

HEADERS = {1: "paplu record 1", 2: "paplu record 2"}
"""The first line of a record, by the version of its shuffle."""
RESULT = "result"
REMOVED = {1: "entropy-sha256", 2: "entropy-hmac-sha256"}
VEILED = "veil-sha256"
MAX_CHARACTERS = 4_000_000


@dataclass(frozen=True, slots=True)
class Entry:
    """One action and its seat."""

    seat: Seat
    action: Action

    def __str__(self) -> str:
        return f"{seat_text(self.seat)} {self.action}"

    @classmethod
    def parse(cls, line: str, game: Vocabulary) -> "Entry":
        """Return the value for a text; the inverse of `str`, at a table of that game.

        Raises:
            ParseError: the line is no entry.
        """
        seat, _, action = line.partition(" ")
        return cls(parse_seat(seat), parse_action(action, game))


def seat_text(seat: Seat) -> str:
    """Return `dealer`, or the number of the seat."""
    return "dealer" if seat == DEALER else str(seat)


def parse_seat(text: str) -> Seat:
    """Return the value for a text; the inverse of `seat_text`.

    Raises:
        ParseError: the text is no seat.
    """
    if text == "dealer":
        return DEALER
    if len(text) != 1 or text not in "012345":
        raise ParseError(ErrorText("no seat: {typed}", typed=repr(text[:20])))
    return Seat(int(text))


@dataclass(frozen=True, slots=True)
class Shuffle:
    """The proof of a finished table's shuffle."""

    commitment: str
    """In hexadecimal; shown before anyone joined. Version 1: SHA-256 of the seed. Version 2: see `committed`."""
    seed: bytes
    """32 bytes, secret until the end."""
    entropy: tuple[str, ...]
    """A line for each join, leave, … in the order of commits; empty if they were removed. Version 1: `kind user-id
    interaction-id`. Version 2: `kind user-id`, and the person's word where they have given one.
    """
    removed: str | None = None
    """The digest of those lines as the shuffle uses it, if they were removed at a player's request."""
    veil: bytes | None = None
    """32 bytes, secret until the end, or their SHA-256 if the lines were removed. None in version 1."""

    @property
    def promised(self) -> str:
        """Return the commitment that the seed and the veil lead to."""
        if self.veil is not None and self.removed is not None:
            return committed(self.seed, self.veil)
        return Secrets(self.seed, self.veil).commitment

    @property
    def digest(self) -> str:
        """Return the digest of the lines of entropy, in hexadecimal."""
        return Secrets(self.seed, self.veil).digest(self.entropy) if self.removed is None else self.removed

    @property
    def mixed(self) -> str:
        """Return the beginning of what is hashed for each shuffle."""
        return Secrets(self.seed, self.veil).mixed(self.digest)

    @property
    def version(self) -> int:
        return 1 if self.veil is None else 2

    def lines(self, *, with_digest: bool = False) -> Iterator[str]:
        """Yield the lines of a record about the shuffle; `with_digest`: also the digest of lines that it holds."""
        yield f"commitment {self.commitment}"
        yield f"seed {self.seed.hex()}"
        if self.veil is not None:
            yield f"{'veil' if self.removed is None else VEILED} {self.veil.hex()}"
        if with_digest or self.removed is not None:
            yield f"{REMOVED[self.version]} {self.digest}"
        yield from (f"entropy {line}" for line in self.entropy)


@dataclass(frozen=True, slots=True)
class Record:
    """A table from its opening to its last entry.

    >>> from bot.games.registry import GAMES
    >>> players = (Player(101), Player(1, is_computer=True, level=2))
    >>> record = Record(TableId("abc234"), GAMES.shipped("circle"), Terms(), players, entries=())
    >>> str(record).splitlines()[:4]
    ['paplu record 1', 'table abc234', 'format points', 'players 101 computer-1-level-2']
    """

    code: TableId
    rules: Rules
    terms: Terms
    players: tuple[Player, ...]
    """The players in the order in which they joined."""
    entries: tuple[Entry, ...]
    shuffle: Shuffle | None = None
    figures: tuple[str, ...] = ()
    """The figures of `counted`, as they are written down."""
    rules_text: str = ""
    """The rules as the table stored them; if empty, the text of `rules`."""

    def __post_init__(self) -> None:
        if not self.rules_text:
            object.__setattr__(self, "rules_text", self.rules.text())

    def __str__(self) -> str:
        lines = [
            HEADERS[1 if self.shuffle is None else self.shuffle.version],
            f"table {self.code}",
            f"format {self.terms.course}",
            *([f"stake {chips_text(self.terms.stake)}"] if self.terms.stake else ()),
            f"players {' '.join(map(str, self.players))}",
            f"rules {self.rules.id}",
            *(f"| {line}".rstrip() for line in self.rules_text.splitlines()),
        ]
        if self.shuffle is not None:
            lines.extend(self.shuffle.lines())
        lines.append("actions")
        lines.extend(map(str, self.entries))
        if self.figures:
            lines += [RESULT, *self.figures]
        return "\n".join(lines) + "\n"

    @property
    def digest(self) -> str:
        """Return the SHA-256 of the whole record in hexadecimal, as `sha256sum` computes it for the file."""
        return hashlib.sha256(str(self).encode()).hexdigest()

    @classmethod
    def parse(cls, text: str, games: Games) -> "Record":
        """Return the value for a text; the inverse of `str`.

        Raises:
            ParseError: the text is no record; the error names the line.
        """
        if len(text) > MAX_CHARACTERS:
            raise ParseError(ErrorText("too long for a record"))
        lines = _Lines(text)
        version = lines.version()
        code = TableId(lines.take("table"))
        course = lines.take("format")
        stake = next(iter(lines.take_all("stake")), "0")
        players = tuple(Player.parse(word) for word in lines.take("players").split())
        rules_id = lines.take("rules")
        rules_text = "\n".join(lines.take_all("|"))
        shuffle = _parse_shuffle(lines, version)
        lines.expect("actions")
        try:
            rules = Rules.parse(rules_text, rules_id, games)
            entries = tuple(Entry.parse(line, game_of(rules)) for line in lines.rest(until=RESULT))
            figures = tuple(lines.rest())
            terms = Terms.parse(course, parse_chips(stake))
            return cls(code, rules, terms, players, entries, shuffle, figures, rules_text + "\n")
        except (RulesError, ParseError, ValueError) as error:
            raise ParseError(ErrorText("line {number}: {fault}", number=lines.number, fault=error)) from None

    def opening(self) -> Table:
        """Return the table before the first entry.

        Raises:
            ParseError: the rules do not play with these players.
        """
        try:
            return Table.open(self.rules, self.terms, self.players)
        except ValueError as error:
            raise ParseError(*error.args) from None

    def tables(self) -> Iterator[Table]:
        """Yield the table after each entry.

        Raises:
            ParseError: the rules refuse an entry; the error names it.
        """
        table = self.opening()
        for number, entry in enumerate(self.entries, start=1):
            try:
                table = table.play(entry.seat, entry.action)
            except IllegalAction as error:
                raise ParseError(
                    ErrorText(
                        "action {number}, {action}: {refusal}",
                        number=number,
                        action=repr(str(entry)[:80]),
                        refusal=error.refusal,
                    )
                ) from None
            yield table

    def replay(self) -> Table:
        """Return the table after all entries.

        Raises:
            ParseError: as `tables`.
        """
        return deque(self.tables(), maxlen=1).pop() if self.entries else self.opening()

    # -- figures ------------------------------------------------------------------------------------

    def counted(self) -> "Record":
        """Return the record with its figures, found by playing it.

        Raises:
            ParseError: as `tables`.
        """
        return replace(self, figures=tuple(self._figures()))

    def _figures(self) -> Iterator[str]:
        before = self.opening()
        for entry, table in zip(self.entries, self.tables(), strict=True):
            if isinstance(entry.action, DealCards):
                yield from _dealt(table)
            yield from _changed(before, table)
            before = table
        yield from _ended(before)

    def check_figures(self) -> None:
        """Compare the figures written down with what the actions make.

        Raises:
            ParseError: a figure differs, and the error names it; or as `tables`.
        """
        found = self.counted().figures
        if not self.figures:
            return
        for number, (written, right) in enumerate(zip_longest(self.figures, found), start=1):
            if written != right:
                raise ParseError(_wrong_figure(number, written, right))


def _wrong_figure(number: int, written: str | None, right: str | None) -> ErrorText:
    """Return the error for a figure that differs from what the actions make.

    `written` or `right` is None if there is no such figure.
    """
    found, made = repr((written or "")[:80]), repr((right or "")[:80])
    if written is None:
        return ErrorText("figure {number} is missing: {made}", number=number, made=made)
    if right is None:
        return ErrorText("figure {number} is {found}; the actions make no more", number=number, found=found)
    return ErrorText("figure {number} is {found}; the actions make {made}", number=number, found=found, made=made)


def _dealt(table: Table) -> Iterator[str]:
    """Yield the hands as dealt and the cards that lie face up, each with the number of the deal."""
    number, deal = len(table.match.outcomes) + 1, table.deal
    assert deal is not None
    for seat in deal.still_in:
        yield f"hand {number} {seat} {card_texts(deal.hands[seat].cards)}"
    for word, card in deal.face_up:
        yield f"{word} {number} {card}"


def _changed(before: Table, after: Table) -> Iterator[str]:
    """Yield the rejoins of a change, and a finished deal's points and totals by seat."""
    for rejoined in after.match.rejoins[len(before.match.rejoins) :]:
        yield f"rejoin {rejoined.deal} {rejoined.seat} {rejoined.total}"
    if len(after.match.outcomes) > len(before.match.outcomes):
        number = len(after.match.outcomes)
        outcome = after.match.outcomes[-1]
        yield f"ending {number} {outcome.ending}"
        yield f"status {number} {' '.join(outcome.statuses)}"
        yield f"points {number} {_numbers(outcome.points)}"
        yield f"totals {number} {_numbers(after.match.totals)}"


def _ended(table: Table) -> Iterator[str]:
    """Yield the end of the match: places by seat, and the chips that each paid and got."""
    match = table.match
    if table.stage is Stage.FINISHED:
        yield f"end {match.end}"
        yield f"places {_numbers(match.places)}"
    if table.is_over and match.terms.stake:
        got = stakes.payouts(match) if table.stage is Stage.FINISHED else stakes.paid(match)
        yield f"paid {' '.join(map(chips_text, stakes.paid(match)))}"
        yield f"got {' '.join(map(chips_text, got))}"


def _numbers(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))


class _Lines:
    """The lines of a record, taken one by one."""

    def __init__(self, text: str) -> None:
        self._lines = [line.rstrip("\r") for line in text.split("\n")]
        if self._lines and not self._lines[-1]:
            self._lines.pop()
        self.number = 0

    def _peek(self) -> str:
        return self._lines[self.number] if self.number < len(self._lines) else ""

    def expect(self, wanted: str) -> None:
        self._check(wanted, self._peek())

    def take(self, word: str) -> str:
        found, _, rest = self._peek().partition(" ")
        self._check(word, found)
        return rest

    def _check(self, wanted: str, found: str) -> None:
        """Go on to the next line if this one holds the wanted word. Raise ParseError if it does not."""
        self.number += 1
        if found != wanted:
            found = repr(found[:40])
            raise ParseError(
                ErrorText(
                    "line {number}: {wanted} expected, not {found}",
                    number=self.number,
                    wanted=repr(wanted),
                    found=found,
                )
            )

    def version(self) -> int:
        """Return the version of the record, from its first line."""
        found = next((number for number, header in HEADERS.items() if header == self._peek()), 1)
        self.expect(HEADERS[found])
        return found

    def is_next(self, word: str) -> bool:
        """Return whether the next line begins with that word."""
        return self._peek().split(" ", 1)[0] == word

    def take_bytes(self, word: str) -> bytes:
        """Return the 32 bytes of the next line, which begins with that word.

        A seed of another length could fit the commitment of another version.
        """
        found = self.take(word)
        if not re.fullmatch("[0-9a-f]{64}", found):
            raise ParseError(ErrorText("line {number}: 64 hexadecimal digits expected", number=self.number))
        return bytes.fromhex(found)

    def take_all(self, word: str) -> Iterable[str]:
        while self.is_next(word):
            yield self.take(word)

    def rest(self, until: str | None = None) -> Iterable[str]:
        while self.number < len(self._lines):
            self.number += 1
            if self._lines[self.number - 1] == until:
                return
            yield self._lines[self.number - 1]


def _parse_shuffle(lines: _Lines, version: int) -> Shuffle | None:
    commitment = next(iter(lines.take_all("commitment")), None)
    if commitment is None and version == 1:
        return None
    if commitment is None:
        lines.expect("commitment")
    seed, veil, is_veiled = lines.take_bytes("seed"), None, False
    if version == 2:
        is_veiled = lines.is_next(VEILED)
        veil = lines.take_bytes(VEILED if is_veiled else "veil")
    entropy = () if is_veiled else tuple(lines.take_all("entropy"))
    is_removed = not entropy and lines.is_next(REMOVED[version])
    removed = lines.take_bytes(REMOVED[version]).hex() if is_removed else None
    if is_veiled != (version == 2 and removed is not None):
        lines.expect(REMOVED[2] if is_veiled else "entropy")
    return Shuffle(commitment or "", seed, entropy, removed, veil)
