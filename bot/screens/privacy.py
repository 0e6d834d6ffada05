"""A readable file of what is kept of a person, and the question before it is erased."""

import gzip
import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from bot import text
from bot.layout import Accent, Attachment, Button, Screen, Style, row, screen
from bot.rummy.ids import PlayerId
from bot.rummy.match.league import SHARES
from bot.rummy.match.stakes import chips_text
from bot.screens.ids import DataId
from bot.service.standings import rating
from bot.service.tables.state import Lobby
from bot.service.tournaments.progress import Progress
from bot.store.rows import KeptTable, KeptTournament, MatchRow, PersonalData, PlayerSettings, ResultRow, Standing

PLAIN_BYTES = 8 << 20
"""A larger file is packed: Discord takes 10 MiB."""


def ask_erase(player: PlayerId, now: datetime) -> Screen:
    """Whether to erase all that is kept of a person."""
    asked = int(now.timestamp())
    buttons = row(
        Button(text.privacy.KEEP, str(DataId(player, asked, erase=False))),
        Button(text.privacy.ERASE, str(DataId(player, asked, erase=True)), Style.DANGER),
    )
    return screen(Accent.RED, text.privacy.ASK_ERASE, buttons)


# -- the file ---------------------------------------------------------------------------------------


def export(kept: PersonalData, now: datetime) -> Screen:
    """All that is kept of a person, as a file."""
    name, content = f"paplu-{now:%Y-%m-%d}.json", written(kept).encode()
    if len(content) > PLAIN_BYTES:
        name, content = f"{name}.gz", gzip.compress(content)
    return screen(None, text.privacy.FILE, Attachment(name, content, text.privacy.FILE_ALT))


def written(kept: PersonalData) -> str:
    """The file: JSON with a line for each table, movement and so on."""
    parts = {"about": text.privacy.ABOUT, **_parts(kept)}
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
        "settings": None if kept.settings is None else _settings(kept.settings),
        "tables": [_table(table, kept.player) for table in kept.tables],
        "tournaments": [_tournament(tournament, kept.player) for tournament in kept.tournaments],
        "standings": [_standing(standing) for standing in kept.standings],
        "chips": [{"server": str(guild), "chips": chips_text(amount)} for guild, amount in kept.balances],
        "movements": [
            {
                "at": _time(line.at),
                "server": str(line.guild),
                "cause": line.cause,
                "chips": chips_text(line.amount),
                "movement": line.ref,
            }
            for line in kept.ledger
        ],
        "messages": [
            {
                "table": ref.of,
                "kind": ref.kind.split(" ")[0],
                "channel": str(ref.channel),
                "message": str(ref.message),
            }
            for ref in kept.messages
        ],
    }


def _time(moment: datetime) -> str:
    return moment.isoformat(timespec="seconds")


def _settings(chosen: PlayerSettings) -> dict[str, Any]:
    return {
        "delivery": chosen.delivery,
        "four_colour": chosen.four_colour,
        "large": chosen.large,
        "text_only": chosen.text_only,
    }


def _table(table: KeptTable, player: PlayerId) -> dict[str, Any]:
    lobby = Lobby.parse(table.lobby)
    return {
        "table": table.id,
        "server": None if table.guild is None else str(table.guild),
        "channel": str(table.channel),
        "status": table.status,
        "rules": table.rules_id,
        "format": lobby.terms.course,
        "stake": chips_text(lobby.terms.stake),
        "private": table.private,
        "seats": len(lobby.players),
        "opened_at": _time(table.opened_at),
        "changed_at": _time(table.changed_at),
        "name": lobby.names.get(player),
        "host": table.host == player,
        "seated": player in lobby.persons,
        "invited": player in lobby.invited,
        "match": None if table.match is None else _match(table.match),
        "result": None if table.result is None else _result(table.result),
        "moves": table.moves,
        "entropy": [f"{line.kind} {line.interaction}" for line in table.entropy],
    }


def _tournament(tournament: KeptTournament, player: PlayerId) -> dict[str, Any]:
    own = next((entrant for entrant in Progress.parse(tournament.state).entrants if entrant.id == player), None)
    return {
        "tournament": tournament.id,
        "server": str(tournament.guild),
        "title": tournament.name,
        "status": tournament.status,
        "created_at": _time(tournament.created_at),
        "host": tournament.host == player,
        "name": None if own is None else own.name,
        "checked_in": own is not None and own.checked_in,
        "entropy": [f"{line.kind} {line.interaction}" for line in tournament.entropy],
    }


def _match(match: MatchRow) -> dict[str, Any]:
    return {
        "finished_at": _time(match.finished_at),
        "season": match.season,
        "deals": match.deals,
        "counted": match.counted,
    }


def _result(result: ResultRow) -> dict[str, Any]:
    return {
        "seat": result.seat + 1,
        "place": result.place,
        "sharing": result.sharing,
        "total": result.total,
        "deals": result.deals,
        "deals_won": result.deals_won,
        "points": result.points,
        "drops": result.drops,
        "wrong_declarations": result.wrong,
        "chips": chips_text(result.chips),
        "league_points": round(result.league / SHARES, 2),
        "rating": result.rating,
    }


def _standing(standing: Standing) -> dict[str, Any]:
    return {
        "server": str(standing.guild),
        "season": standing.season,
        "format": standing.format,
        "name": standing.name,
        "matches": standing.matches,
        "won": standing.won,
        "deals": standing.deals,
        "deals_won": standing.deals_won,
        "points": standing.points,
        "drops": standing.drops,
        "wrong_declarations": standing.wrong,
        "streak": standing.streak,
        "best_streak": standing.best_streak,
        "chips": chips_text(standing.chips),
        "league_points": round(standing.league / SHARES, 2),
        "rating": rating(standing),
        "mu": standing.mu,
        "sigma": standing.sigma,
    }
