"""`paplu verify` and `paplu replay`: the record of a match, in a file."""

import argparse
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from pathlib import Path

from bot.console import FAULTY, OK, complain, plural, show
from bot.faces.face import face_of
from bot.games.faces import GAMES
from bot.languages.error_text import error_sentence
from bot.languages.sentence import Sentence, say, say_many, sentence_in
from bot.rummy.errors import ErrorText, ParseError, cause
from bot.rummy.record import MAX_CHARACTERS, Record
from bot.rummy.toml import document
from bot.rummy.toml import read as read_toml
from bot.rummy.view import Stage, View
from bot.service.beacon import can_check
from bot.service.seating_proof import is_daily, round_in
from bot.service.shuffle import UnprovenError, verify
from bot.text import beacon, daily, endings, events, refusals, words
from bot.text import table as table_text

FILE_ALONE = (
    "A file alone cannot prove that the bot wrote it: anyone can write one with a seed, rules, terms, names or moves "
    "of their own. Compare the commitment with the lobby card, or with the one that was shown a day before a deal of "
    "the day, and the digest with the result of the match; paplu verify FILE --digest HEX compares the digest."
)
SAME_DIGEST = "The digest is the one that you named: no letter of the record has changed since it was written there."


def run(arguments: argparse.Namespace) -> int:
    """Verify or replay a record. Return status 1 if it is not what it promises."""
    try:
        written = read(arguments.file)
        record = Record.parse(written, GAMES)
    except ParseError as error:
        return complain(f"{arguments.file}: {error_sentence(error)}")
    is_verified = arguments.command == "verify"
    try:
        show(verify_lines(record, written, arguments.digest) if is_verified else replay_lines(record))
    except (UnprovenError, ParseError) as error:
        complain(refusals.fault(error, GAMES))
        return FAULTY
    return OK


def read(path: Path) -> str:
    """Return the text of a file that may hold a record.

    Raises:
        ParseError: the file cannot be read.
    """
    try:
        with path.open(encoding="utf-8") as file:
            return file.read(MAX_CHARACTERS + 1)
    except (OSError, UnicodeDecodeError) as error:
        raise ParseError(ErrorText("cannot be read: {error}", error=cause(error))) from None


def verify_lines(record: Record, written: str, digest: str | None = None) -> Iterator[str]:
    """Yield the promises that the record of a finished table keeps, and what a file cannot prove.

    Args:
        record: the record.
        written: the text in which it was found.
        digest: the record's digest as the bot has shown it, in hexadecimal.

    Raises:
        UnprovenError: a promise was not kept.
        ParseError: the rules refuse an action of the record, or a figure is not the result of the actions.
    """
    checked = verify(record)
    _check_spelling(record, written)
    _check_rules(record)
    if digest is not None and digest.lower() != record.digest:
        raise UnprovenError(_other_digest(record))
    for one in checked:
        yield f"{endings.shuffled(one.purpose, one.deal)}: as promised"
    rounds = [one for one in record.replay().rounds if one.signature is not None]
    yield from map(beacon.checked, rounds)
    if doubt := beacon.unproven(rounds, is_checked=can_check()):
        yield doubt
    if _is_removed(record):
        yield endings.REMOVED()
    elif is_daily(record) and record.shuffle is not None:
        yield from (daily.mixed(round_in(line)).removeprefix("-# ") for line in record.shuffle.entropy[1:])
    shuffles = plural(len(checked), "shuffle")
    yield f"Table {record.code}: {shuffles} recomputed from the published seed."
    yield f"Played again: {plural(len(record.entries), 'action')}, and {_figures(record)}."
    assert record.shuffle is not None  # checked above
    yield f"Commitment {record.shuffle.commitment}"
    yield f"Entropy    {record.shuffle.digest}"
    yield f"Digest     {record.digest}"
    yield FILE_ALONE if digest is None else SAME_DIGEST


def _figures(record: Record) -> str:
    return say_many(len(record.figures), "{number} result matches", "{number} results match")


def _other_digest(record: Record) -> str:
    other = f"this is not the record with that digest: the digest of this one is {record.digest}."
    if not _is_removed(record):
        return other
    return (
        f"{other} Since then, a player has had their data erased; that gave the record another digest. A copy saved "
        "before has the first one."
    )


def _is_removed(record: Record) -> bool:
    return record.shuffle is not None and record.shuffle.removed is not None


def _check_spelling(record: Record, written: str) -> None:
    """Raise UnprovenError if the text is not the record as the bot writes it. Its digest then covers every letter."""
    if not record.figures:
        raise UnprovenError("the figures at the end are missing")
    lines = zip_longest(written.removesuffix("\n").split("\n"), str(record).removesuffix("\n").split("\n"))
    for number, (found, right) in enumerate(lines, start=1):
        if found != right:
            raise UnprovenError(f"line {number}: the bot writes {str(right)[:80]!r}, not {str(found)[:80]!r}")


def _check_rules(record: Record) -> None:
    """Raise UnprovenError if the id of the rules is that of another game, or the bot would spell them otherwise."""
    id = record.rules.id
    if id in GAMES.texts and GAMES.shipped(id).game is not record.rules.game:
        raise UnprovenError(f"rules {id}: these are the rules of another game than {id}")
    spelled = document(read_toml(record.rules_text, id))
    for found, right in zip_longest(record.rules_text.splitlines(), spelled.splitlines()):
        if found != right:
            raise UnprovenError(f"rules: the bot writes {str(right)[:80]!r}, not {str(found)[:80]!r}")


def replay_lines(record: Record) -> Iterator[str]:
    """Yield a record played again, in words: what all players saw, and the points.

    Raises:
        ParseError: the rules refuse an action, or a figure of the record is not the result of the actions.
    """
    record.check_figures()
    before = record.opening().view(None)
    for table in record.tables():
        view = table.view(None)
        yield from _change_lines(before, view)
        before = view
    yield say("Table {code}: {stage}.", code=record.code, stage=_STAGES[before.stage])
    for seat, total in enumerate(before.totals):
        player, standing = before.players[seat], table_text.standing(before.match, total)
        if before.match.is_over:
            place = before.match.places[seat]
            told = say(
                "seat {seat}, {player}: place {place}, {points}",
                seat=seat + 1,
                player=player,
                place=place,
                points=standing,
            )
        else:
            told = say("seat {seat}, {player}: {points}", seat=seat + 1, player=player, points=standing)
        yield f"  {told}"
    if record.figures:
        yield f"{_figures(record)}."


_STAGES: Mapping[Stage, Sentence] = {
    Stage.SEATING: sentence_in("a stage of a match", "seating"),
    Stage.DEALING: sentence_in("a stage of a match", "dealing"),
    Stage.PLAYING: sentence_in("a stage of a match", "playing"),
    Stage.BETWEEN: sentence_in("a stage of a match", "between"),
    Stage.FINISHED: sentence_in("a stage of a match", "finished"),
    Stage.VOID: sentence_in("a stage of a match", "void"),
}


def _change_lines(before: View, after: View) -> Iterator[str]:
    """Yield what all players saw happen between two states of a table."""
    if after.deal is None:
        return
    seen = len(before.deal.events) if before.deal and before.deal_number == after.deal_number else 0
    if before.deal is None or (before.deal.outcome and not after.deal.outcome):
        told = face_of(after.rules).face_up
        cut = (told[word](card=words.card(card)) for word, card in after.deal.face_up.items())
        yield " ".join([say("Deal {number}.", number=after.deal_number), *cut])
        seen = 0
    for event in after.deal.events[seen:]:
        yield "  " + events.event(event, say("Seat {number}", number=event.seat + 1), after.rules)
