"""A readable file of a person's data, and the question before an erasure."""

import gzip
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Annotated, Any, ClassVar

from bot.layout import Attachment, Button, ControlId, Part, Screen, Style, flag, screen
from bot.rummy.ids import DisplayName, PlayerId
from bot.rummy.match.league import SHARES
from bot.rummy.match.stakes import chips_text
from bot.screens.base import question
from bot.screens.ids import PlayerNumber
from bot.screens.web import signed_in
from bot.service.match_effects import rating
from bot.service.tables.state import Lobby
from bot.service.tournaments.progress import Progress
from bot.service.words import word_of
from bot.store.rows.privacy import PersonalData, PersonalTable, PersonalTournament
from bot.store.rows.settings import PlayerSettings
from bot.store.rows.subjects import EntropyLine
from bot.text import privacy

PLAIN_BYTES = 8 << 20
"""A larger file is packed: Discord takes 10 MiB."""


@dataclass(frozen=True, slots=True)
class DataId(ControlId):
    """An answer to the question whether to erase a person's data."""

    PREFIX: ClassVar[str] = "rummy:d"

    player: PlayerNumber
    asked: Annotated[int, Part("0|[1-9][0-9]{0,10}", int)]
    """The time of the question, in unix seconds."""
    erase: Annotated[bool, flag("erase", "keep")]


def ask_erase(player: PlayerId, now: datetime, *, is_blocked: bool = False) -> Screen:
    """Return the question whether to erase all data of a person."""
    asked = int(now.timestamp())
    keep = Button(privacy.KEEP(), str(DataId(player, asked, erase=False)))
    erase = Button(privacy.ERASE(), str(DataId(player, asked, erase=True)), Style.DANGER)
    return question(privacy.ask_erase(is_blocked=is_blocked), keep, erase)


# -- the file ---------------------------------------------------------------------------------------


def export(kept: PersonalData, now: datetime) -> Screen:
    """Return all data of a person as a file."""
    name, content = f"paplu-{now:%Y-%m-%d}.json", written(kept).encode()
    if len(content) > PLAIN_BYTES:
        name, content = f"{name}.gz", gzip.compress(content)
    file = Attachment(name, content, privacy.FILE_ALT())
    return screen(None, privacy.file(kept.unreadable), file, *signed_in(kept.browsers))


def written(kept: PersonalData) -> str:
    """Return the file: JSON with a line for each table, movement and so on."""
    parts = {"about": {part: said() for part, said in privacy.ABOUT.items()}, **_parts(kept)}
    return "{\n" + ",\n".join(f"  {json.dumps(name)}: {_part(part)}" for name, part in parts.items()) + "\n}\n"


def _part(part: Any) -> str:
    match part:
        case Mapping():
            return "{\n" + ",\n".join(f"    {_json(key)}: {_json(value)}" for key, value in part.items()) + "\n  }"
        case [_, *_]:
            return "[\n" + ",\n".join(f"    {_json(one)}" for one in part) + "\n  ]"
    return _json(part)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _parts(kept: PersonalData) -> dict[str, Any]:
    return {
        "player": str(kept.player),
        "settings": None if kept.settings is None else _fields(kept.settings, *PREFERENCES),
        "tables": [_table(table, kept.player) for table in kept.tables],
        "tournaments": [_tournament(tournament, kept.player) for tournament in kept.tournaments],
        "standings": [
            {**_fields(one, *COUNTED), "rating": rating(one), **_fields(one, "mu", "sigma")} for one in kept.standings
        ],
        "chips": [{"server": str(guild), "chips": chips_text(amount)} for guild, amount in kept.balances],
        "movements": [_fields(line, "at", "guild", "cause", "amount", "ref") for line in kept.ledger],
        "disputes": [{"table": of, **_fields(line, "at", "event", "words")} for of, line in kept.disputes],
        "alone": [_fields(row, "place", "changed_at") for row in kept.solos],
        "days": [_fields(one, "day", "points", "turns", "finished_at") for one in kept.daily],
        "reviews": [_fields(one, "table", "at", *REVIEWED) for one in kept.reviews],
        "practice": [_fields(one, "puzzle", "rung", "streak", "due_at", "answered_at") for one in kept.practice],
        "avoided": [_fields(one, "other", "name", "at") for one in kept.avoided],
        "browsers": [
            _fields(one, "guild", "channel", "name", "handle", "opened_at", "used_at", "looks_at", "visible_until")
            for one in kept.browsers
        ],
        "told": [_fields(one, "guild", "game", "quiet_from", "quiet_until", "told_at") for one in kept.told],
        "waits": [
            _fields(one, "guild", "rules_id", "channel", "name", "handle", "since", "until") for one in kept.waits
        ],
        "shown": [_fields(one, "day", "guild", "name", "shared_at") for one in kept.shared],
        "messages": [_fields(ref, "of", "kind", "channel", "message") for ref in kept.messages],
        "unreadable": list(kept.unreadable),
        "blocked": None if kept.blocked_at is None else _time(kept.blocked_at),
    }


def _time(moment: datetime) -> str:
    return moment.isoformat(timespec="seconds")


PREFERENCES = tuple(one.name for one in fields(PlayerSettings) if one.name != "player")
REVIEWED = ("deals", "declared", "turns", "discards", "lost", "missed", "wrong", "drops", "bad_drops")
PLAYED = ("finished_at", "season", "deals", "counted")
SUMS = ("deals", "deals_won", "points", "drops", "wrong")
REACHED = ("seat", "place", "sharing", "total", *SUMS, "chips", "league", "rating", "exit")
COUNTED = ("guild", "season", "format", "name", "matches", "won", *SUMS, "streak", "best_streak", "chips", "league")
"""The fields of a row in the file, in this order."""

CALLED: Mapping[str, str] = {
    "of": "table",
    "guild": "server",
    "rules_id": "rules",
    "wrong": "wrong_declarations",
    "league": "league_points",
    "amount": "chips",
    "ref": "movement",
}
"""The names of fields in the file, if they differ."""

WRITTEN: Mapping[str, Callable[[Any], Any]] = {
    **dict.fromkeys(("at", "opened_at", "changed_at", "created_at", "finished_at", "shared_at", "used_at"), _time),
    **dict.fromkeys(("since", "until"), _time),
    "guild": lambda guild: None if guild is None else str(guild),
    "channel": str,
    "other": str,
    **dict.fromkeys(
        ("told_at", "due_at", "answered_at", "visible_until"), lambda at: None if at is None else _time(at)
    ),
    "day": str,
    "message": str,
    "kind": lambda kind: kind.split(" ")[0],
    "paused_until": lambda until: None if until is None else _time(until),
    "seat": lambda seat: seat + 1,
    "amount": chips_text,
    "chips": chips_text,
    "league": lambda sixtieths: round(sixtieths / SHARES, 2),
}
"""The form of the values of fields in the file, if it differs."""


def _fields(row: object, *names: str) -> dict[str, object]:
    """Return these fields of a row, with names and values as in the file."""
    return {CALLED.get(name, name): WRITTEN.get(name, lambda value: value)(getattr(row, name)) for name in names}


def _called(name: DisplayName | None) -> dict[str, str | None]:
    """Return a person's name and handle."""
    return {"name": name, "handle": name.handle or None if name is not None else None}


def _table(table: PersonalTable, player: PlayerId) -> dict[str, Any]:
    lobby = Lobby.parse(table.lobby)
    return {
        "table": table.id,
        **_fields(table, "guild", "channel", "status", "rules_id"),
        "format": lobby.terms.course,
        "stake": chips_text(lobby.terms.stake),
        "private": table.private,
        "seats": len(lobby.players),
        **_fields(table, "opened_at", "changed_at"),
        **_called(lobby.names.get(player)),
        "host": table.host == player,
        "seated": player in lobby.persons,
        "invited": player in lobby.invited,
        "match": None if table.match is None else _fields(table.match, *PLAYED),
        "result": None if table.result is None else _fields(table.result, *REACHED),
        "moves": table.moves,
        "entropy": [_line(line) for line in table.entropy],
    }


def _line(line: EntropyLine) -> str:
    """Return what a person added to a shuffle: the kind of the press, its id, and their word."""
    return " ".join([line.kind, str(line.interaction), *([word_of(line.word)[0]] if line.word else [])])


def _tournament(tournament: PersonalTournament, player: PlayerId) -> dict[str, Any]:
    progress = Progress.parse(tournament.state)
    people = (*progress.entrants, *progress.waiting, *progress.passed)
    own = next((one for one in people if one.id == player), None)
    return {
        "tournament": tournament.id,
        "server": str(tournament.guild),
        "title": tournament.name,
        **_fields(tournament, "status", "created_at"),
        "host": tournament.host == player,
        **_called(None if own is None else own.name),
        "checked_in": own is not None and own.checked_in,
        "waits": own in progress.waiting,
        "entropy": [
            *map(_line, tournament.entropy),
            *([f"wait {word_of(own.word)[0]}"] if own is not None and own.word else []),
        ],
    }
