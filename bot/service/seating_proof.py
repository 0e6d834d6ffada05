"""The players of a table, worked out from its lines of entropy: the record names its players, and the shuffle proves
the lines.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from bot.rummy.actions import DEALER, CallEnd, DealCards, Lapse, PickDealer, Reshuffle, Toss, UseBank
from bot.rummy.beacon import BeaconRound, Chain
from bot.rummy.errors import ErrorText, ParseError
from bot.rummy.ids import Player
from bot.rummy.match.match import Terms
from bot.rummy.record import Record
from bot.service.beacon import can_check, first_of, is_signed

COMPUTER = "computer"
"""Stands for any computer among those who sit."""


DAILY = re.compile(r"daily[ -](\d{4}-\d{2}-\d{2})")
"""Matches the first line of entropy of a deal of the day and, with a hyphen, the code of its records."""
_OTHER_LINES = ErrorText("the lines of entropy are not those of a deal of the day")
_ROUND = re.compile(r"round ([1-9][0-9]{0,14}) (\S+) ([0-9a-f]{96})")

OPPONENTS = tuple(Player(number, is_computer=True, level=3) for number in (1, 2))
"""The opponents of everybody in the deal of the day."""


def daily_line(day: date) -> str:
    """Return the first line of entropy of the deal of that day. There is no other without a beacon."""
    return f"daily {day}"


def round_line(chain: Chain, number: int, signature: bytes) -> str:
    """Return the second line of entropy of a deal of the day: the round of a beacon, its chain and its signature."""
    return f"round {number} {chain} {signature.hex()}"


def round_in(line: str) -> BeaconRound:
    """Return the round in a line of entropy; the inverse of `round_line`.

    Raises:
        ParseError: the line names no round.
    """
    found = _ROUND.fullmatch(line)
    chain = Chain.parse(found[2]) if found is not None else None
    # Another spelling of the same chain would give other cards.
    if found is None or chain is None or str(chain) != found[2]:
        raise ParseError(_OTHER_LINES)
    return BeaconRound(1, int(found[1]), chain, signature=bytes.fromhex(found[3]))


def is_daily(record: Record) -> bool:
    """Return whether the record claims to be a deal of the day."""
    entropy = record.shuffle.entropy if record.shuffle is not None else ()
    return any(line.startswith("daily") for line in (record.code, *entropy))


def daily_fault_of(record: Record) -> ErrorText | None:
    """Return why the record is no deal of the day, which one person plays against two computers.

    Return None if it is one.
    """
    day = DAILY.fullmatch(record.code)
    if day is None or record.shuffle is None or record.shuffle.entropy[:1] != (f"daily {day[1]}",):
        return ErrorText("the line of entropy and the code do not name the same day")
    if fault := _round_fault_of(day[1], record.shuffle.entropy[1:]):
        return fault
    person, *others = record.players
    if person.is_computer or tuple(others) != OPPONENTS:
        return ErrorText("a deal of the day is played by one person against two computers of level 3")
    if record.terms != Terms():
        return ErrorText("a deal of the day is one deal for points with nothing at stake")
    for number, entry in enumerate(record.entries, start=1):
        shuffles = isinstance(entry.action, Toss | PickDealer | DealCards | Reshuffle)
        if (entry.seat == DEALER and not shuffles) or isinstance(entry.action, Lapse | UseBank | CallEnd):
            return ErrorText("action {number}: a deal of the day has no clock and no host", number=number)
    return None


def _round_fault_of(day: str, lines: Sequence[str]) -> ErrorText | None:
    """Return what is wrong with the lines of entropy that follow the day. Return None if nothing is."""
    if not lines:
        return None
    try:
        found, date_of = round_in("\n".join(lines)), date.fromisoformat(day)
    except (ParseError, ValueError):
        return _OTHER_LINES
    if found.number != first_of(found.chain, date_of):
        return ErrorText("round {number} is not the first of its day", number=found.number)
    if can_check() and not is_signed(found.chain, found.number, found.signature or b""):
        return ErrorText("deal {deal}: the beacon has not signed round {number}", deal=1, number=found.number)
    return None


@dataclass(frozen=True, slots=True)
class _Press:
    """A line of entropy, read: an action and its person."""

    kind: str
    person: str
    following: "_Press | None"
    """The next action of the same person."""
    number: int

    @property
    def deadline(self) -> int | None:
        """Return the number of the line before which the person must have been removed, after this one. Return None if
        nobody need have removed them.
        """
        return self.following.number if self.following is not None and self.following.kind == "join" else None


LINES = {1: re.compile("[^ ]* [0-9]+ [0-9]+"), 2: re.compile("[a-z]+ [0-9]+( (drawn )?([a-z0-9-]|%[0-9A-F]{2})+)?")}
"""The form of a line of entropy, by the version of the shuffle."""
WORDS = "word", "replaced"
"""The kinds of lines that change a word, and nobody's seat."""


def fault_of(players: Sequence[Player], most: int, entropy: Sequence[str], version: int = 1) -> ErrorText | None:
    """Return why these cannot be the players of a table with these lines of entropy. Return None if they can.

    No line names a player whom the host has removed. A rematch begins with the seats of the match before. A person who
    has withdrawn from a tournament gets no cards at its tables, and nobody presses Start there.

    Args:
        players: in the order they joined.
        most: the number of seats.
        entropy: a line for each press.
        version: that of the shuffle.
    """
    if wrong := _wrong_line(entropy, LINES[version]):
        return wrong
    if unseated := _unseated(entropy):
        return ErrorText("player {id} has not joined by the lines of the entropy", id=unseated)
    presses = [*_presses(entropy)][::-1]
    found = [COMPUTER if player.is_computer else str(player) for player in players]
    kinds = {press.kind for press in presses}
    seated = _seated(presses, found, most)
    if seated is None:
        return ErrorText("more have joined by the lines of the entropy than there are seats")
    people, joined = ([one for one in many if one != COMPUTER] for many in (found, seated))
    if stranger := next((one for one in people if one not in joined), None):
        return ErrorText("player {id} has not joined by the lines of the entropy", id=stranger)
    if len({(player.id, player.is_computer) for player in players}) < len(players):
        return ErrorText("a player sits on two seats")
    is_tournament = not kinds & {"start", "rematch"}
    if absent := next((one for one in joined if one not in people and not is_tournament), None):
        return ErrorText("player {id} has joined by the lines of the entropy and has no seat", id=absent)
    if "rematch" in kinds:
        return None
    same = people == [one for one in joined if one in people] and (is_tournament or len(found) == len(seated))
    # No line says which of several computers was removed.
    exact = found == seated or is_tournament or "remove" in kinds
    return None if same and exact else ErrorText("the players do not sit in the order in which they joined")


def _wrong_line(entropy: Sequence[str], form: re.Pattern[str]) -> ErrorText | None:
    """Return the fault of the first line that cannot be read. Return None if all can."""
    for number, line in enumerate(entropy, start=1):
        if not form.fullmatch(line):
            return ErrorText("line {number} of the entropy is none: {line}", number=number, line=repr(line[:80]))
    return None


def _unseated(entropy: Sequence[str]) -> str | None:
    """Return a person whose word was changed before they had joined. Return None if there is none."""
    joined = set()
    for kind, person, *_ in (line.split(" ") for line in entropy):
        if kind in WORDS and person not in joined:
            return person
        joined.add(person)
    return None


def _presses(entropy: Sequence[str]) -> Iterator[_Press]:
    """Yield the presses, the last one first."""
    last: dict[str, _Press] = {}
    for number, line in reversed([*enumerate(entropy, start=1)]):
        kind, person, *_ = line.split(" ")
        if kind not in WORDS:
            last[person] = _Press(kind, person, last.get(person), number)
            yield last[person]


def _seated(presses: Sequence[_Press], found: Sequence[str], most: int) -> list[str] | None:
    """Return who sits after these presses, if `found` are the players. Return None if more join than there are
    seats.
    """
    seated: list[str] = []
    latest: dict[str, _Press] = {}
    for press in presses:
        latest[press.person] = press
        if press.kind == "remove":
            gone = _removed([latest[one] for one in seated if one != COMPUTER], found)
            if gone in seated:
                seated.remove(gone)
        elif press.kind == COMPUTER:
            seated.append(COMPUTER)
        elif press.kind == "leave":
            seated = [one for one in seated if one != press.person]
        elif press.kind == "join" or press.person not in seated:
            seated.append(press.person)
        if len(seated) > most:
            return None
    return seated


def _removed(latest: Sequence[_Press], found: Sequence[str]) -> str:
    """Return who was removed: the person who must be gone first. If all of them stay, return a computer."""
    due = {press.person: press.deadline for press in latest if press.deadline is not None}
    if due:
        return min(due, key=lambda person: due[person] or 0)
    absent = (press.person for press in latest if press.following is None and press.person not in found)
    return next(absent, COMPUTER)
