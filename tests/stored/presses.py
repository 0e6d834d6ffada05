"""The effects of controls that version 0.1 has put on messages.

Only `Presses` knows how the code is built: when the way of a press to the services changes, `_requests` and `_changes`
below change with it, and nothing in the tests. A press comes in the form of Discord, by `Interactions.press`. A change
that it would make is recorded and not made, so that every press finds the same database.
"""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import discord

from bot.app import App
from bot.config import Config
from bot.discord import answers
from bot.discord.translate import view_of
from bot.faces.controls import without_copy
from bot.flows.context import Handler
from bot.flows.exits import ExitFlow
from bot.flows.lobby import LobbyFlow
from bot.flows.moves import MoveFlow
from bot.flows.privacy import PrivacyFlow
from bot.flows.settings import SettingsFlow
from bot.flows.standings import StandingsFlow
from bot.flows.table import TableFlow
from bot.flows.tournaments.flow import TournamentFlow
from bot.flows.wallet import WalletFlow
from bot.layout import ControlId, TableControlId
from bot.rummy.ids import Player, PlayerId, TableId
from bot.screens.lobby import NewField, NewTableId
from bot.service.privacy import Privacy
from bot.service.seasons import Seasons
from bot.service.tables.lobby import Lobbies, Person
from bot.service.tables.rematch import Rematches
from bot.service.tables.service import Tables
from bot.service.tournaments.service import Tournaments
from bot.service.wallet import Wallet
from bot.store.repositories.settings import SettingsRepository
from bot.store.rows.settings import PlayerSettings
from tests.ids import parse

TOKEN = "MTIzNDU2Nzg5.stored.token"
BUTTON, SELECT, INPUT = 2, 3, 4
"""Discord's component types."""
FORM = 5
"""Discord's interaction type of a typed form that was sent; a press is 3."""
MEMBER, STAFF = 0x7FFFFFFFFFFF & ~0x20 & ~0x8, 0x7FFFFFFFFFFF
"""Permissions: all but managing the server; all."""
NEVER_CHOSEN = (
    " reviewed=none remind_hours=none paused_until=none language=none locale=none look=none portrait=none"
    " card_buttons=none"
)
"""Settings that 0.1 did not have, as long as nobody chose them."""
UNDERSTOOD_NOT = "not understood"
ASKED_THEN = {"ask_leave": 1}
"""The number of values of requests that take more today, of which no control of 0.1 has any."""


@dataclass(frozen=True)
class Press:
    """A control of a message, with the person and the place of its use."""

    custom_id: str
    kind: str
    """`button`, `select` or `modal`."""
    by: int
    where: str
    """`shared`, `private` (an ephemeral message) or `direct` (a message that the bot has sent to that person)."""
    values: tuple[str, ...] = ()
    """Chosen in a select."""
    typed: Mapping[str, str] = field(default_factory=dict)
    """Typed texts by the custom id of the input."""
    staff: bool = False
    beside: tuple[str, ...] = ()
    """The custom ids of all controls of the message."""


@dataclass
class Meaning:
    """The effect of a press."""

    text: str
    shown: list[tuple[str, list[dict[str, Any]]]]
    """The answers shown: `private`, `shared` or `form`, and the components in the form of Discord."""


class _Noted(BaseException):
    """A change that was noted in the place of being made; nothing in the bot catches that."""


class Presses:
    """A bot over a stored database that is never connected."""

    def __init__(self, app: App, guild: int, channel: int) -> None:
        self.app = app
        self.guild = guild
        self.channel = channel
        self._number = 1_300_000_000_000_000_000
        self._request = ""
        self._change = ""
        self._shown: list[tuple[str, list[dict[str, Any]]]] = []

    @classmethod
    @asynccontextmanager
    async def open(
        cls, database: Path, rules: Path, now: datetime, guild: int, channel: int
    ) -> AsyncIterator["Presses"]:
        """Yield the bot; changes that it would make are recorded."""
        config = Config.model_validate(
            {"database_url": f"sqlite+aiosqlite:///{database}", "discord_token": TOKEN, "rules_dir": rules}
        )
        with ExitStack() as patches:
            made: list[Presses] = []
            _spy(patches, made)
            app = await App.open(config, clock=lambda: now)
            state = app.client._connection
            state.user = discord.ClientUser(state=state, data=_user(1))
            made.append(cls(app, guild, channel))
            try:
                app.leases.check = lambda guild: None  # type: ignore[method-assign]  # there is no other process
                await app.services.beats.connected()
                yield made[0]
            finally:
                await app.store.close()

    async def meaning(self, press: Press) -> Meaning:
        """Return the effect of a press."""
        return await self._noted(self.app.interactions.press(self.interaction(press)))

    async def ask(self, handler: Handler, by: int, *, staff: bool = False) -> Meaning:
        """Return the answer to a typed command with this handler."""
        interaction = self.interaction(Press("-", "button", by, "shared", staff=staff))
        return await self._noted(self.app.interactions.command(interaction, handler))

    async def _noted(self, work: Any) -> Meaning:
        self._request, self._change, self._shown = "", "", []
        with suppress(_Noted):
            await work
        return Meaning(self._change or self._named_form() or self._request or UNDERSTOOD_NOT, self._shown)

    def _named_form(self) -> str:
        """Return the place at which the form for a new table is shown, since it is filled in then."""
        if not self._request.startswith("form_used"):
            return ""
        for _, components in self._shown:
            for id in (parse(str(one.get("custom_id"))) for one in controls(components)):
                if isinstance(id, NewTableId) and id.field is NewField.OPEN and (form := id.form):
                    chosen = f"rules={form.rules_id} format={form.terms.course} stake={form.terms.stake}"
                    flags = f"private={_word(form.private)} help={_word(form.help)}"
                    return f"fill in {chosen} pace={form.pace} seats={form.seats} {flags}"
        return ""

    def interaction(self, press: Press) -> discord.Interaction[Any]:
        """Return the press as Discord delivers it."""
        self._number += 1
        data: dict[str, Any] = {"custom_id": press.custom_id, "component_type": BUTTON}
        if press.kind == "select":
            data |= {"component_type": SELECT, "values": list(press.values)}
        if press.kind == "modal":
            typed = [{"type": INPUT, "custom_id": name, "value": text} for name, text in press.typed.items()]
            data = {"custom_id": press.custom_id, "components": [{"type": 18, "component": one} for one in typed]}
        user = _user(press.by)
        payload: dict[str, Any] = {
            "id": str(self._number),
            "application_id": "1",
            "type": FORM if press.kind == "modal" else 3,
            "token": "t",
            "version": 1,
            "data": data,
            "channel_id": str(self.channel),
            "channel": {"id": str(self.channel), "type": 0, "name": "rummy", "position": 0, "permissions": "0"},
            "app_permissions": str(STAFF),
            "attachment_size_limit": 1,
            "message": self._message(press),
        }
        if press.where == "direct":
            payload |= {"user": user, "channel": {"id": str(self.channel), "type": 1, "recipients": [user]}}
        else:
            allowed = STAFF if press.staff else MEMBER
            member = {"user": user, "roles": [], "joined_at": None, "deaf": False, "mute": False, "flags": 0}
            payload |= {"guild_id": str(self.guild), "member": member | {"permissions": str(allowed)}}
        return discord.Interaction(data=payload, state=self.app.client._connection)  # type: ignore[arg-type]

    def _message(self, press: Press) -> dict[str, Any]:
        ids = press.beside or (press.custom_id,)
        buttons = [{"type": BUTTON, "style": 2, "label": "-", "custom_id": id} for id in ids]
        rows = [{"type": 1, "components": buttons[at : at + 5]} for at in range(0, len(buttons), 5)]
        return {
            "id": str(self._number + 1),
            "channel_id": str(self.channel),
            "author": _user(1),
            "content": "",
            "timestamp": "2026-01-01T00:00:00+00:00",
            "edited_timestamp": None,
            "tts": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": [],
            "embeds": [],
            "pinned": False,
            "type": 0,
            "flags": 64 if press.where == "private" else 0,
            "components": rows,
        }

    # -- what is noted ------------------------------------------------------------------------------

    def requested(self, text: str) -> None:
        """Record the request, at the first flow that takes it up."""
        self._request = self._request or text

    def changed(self, text: str) -> None:
        """Record the change, and go no further."""
        self._change = text
        raise _Noted

    def show(self, where: str, components: list[dict[str, Any]]) -> None:
        """Record a shown screen."""
        self._shown.append((where, components))


def _user(id: int) -> Any:
    return {"id": str(id), "username": f"u{id}", "discriminator": "0", "avatar": None, "global_name": None}


def controls(components: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return all controls in the components of a message or form."""
    found: list[Mapping[str, Any]] = []
    for one in components:
        if "custom_id" in one:
            found.append(one)
        inner = [*(one.get("components") or ()), *([one["component"]] if "component" in one else ())]
        found += controls(inner)
        if "accessory" in one:
            found += controls([one["accessory"]])
    return found


def _values(value: Any, but: str = "") -> str:
    """Return the fields of a custom id."""
    return " ".join(f"{one.name}={_word(getattr(value, one.name))}" for one in fields(value) if one.name != but)


def _word(value: object) -> str:
    if isinstance(value, tuple | list):
        return " ".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) or value is None else str(value) or "-"


# -- version 0.1 ------------------------------------------------------------------------------------

FLOWS = (MoveFlow, LobbyFlow, ExitFlow, TableFlow, StandingsFlow, SettingsFlow, WalletFlow, PrivacyFlow, TournamentFlow)
"""The flows to which the router takes presses; each public coroutine of them is a branch."""

NO_BRANCHES = ((MoveFlow, "pressed"), (ExitFlow, "leave"))
"""Coroutines that take a press to another branch."""

REQUESTS = {"ask-groups": "ask_groups", "ask-declare": "ask_declare", "groups": "group_typed", "pick": "pick"}
"""Requests that the games answer themselves, and their names in 0.1."""


def _spy(patches: ExitStack, made: list[Presses]) -> None:
    def put(owner: type, name: str, function: Any) -> None:
        patches.enter_context(patch.object(owner, name, function))

    for flow in FLOWS:
        for name, function in list(vars(flow).items()):
            known = name in ("formats", "all_rules", "routes") or (flow, name) in NO_BRANCHES
            if not name.startswith("_") and callable(function) and not known:
                put(flow, name, _request(made, name, function))
    put(MoveFlow, "pressed", _game_request(made, MoveFlow.pressed))
    for owner, changes in _changes().items():
        for name, told in changes.items():
            put(owner, name, _change(made, told))
    put(SettingsRepository, "change", _preference(made))
    patches.enter_context(patch.object(answers, "sendable", lambda screen, _: (view_of(screen), [])))
    response = discord.InteractionResponse

    async def send_message(self: Any, *_: Any, view: Any, ephemeral: bool = False, **__: Any) -> Any:
        made[0].show("private" if ephemeral else "shared", view.to_components())
        return SimpleNamespace(message_id=0)

    async def edit_message(self: Any, *_: Any, view: Any, **__: Any) -> None:
        made[0].show("private", view.to_components())

    async def send_modal(self: Any, modal: Any) -> None:
        made[0].show("form", [modal.to_dict()])

    async def defer(self: Any, **_: Any) -> None:
        pass

    async def delete_original_response(self: Any) -> None:
        pass

    for function in (send_message, edit_message, send_modal, defer):
        put(response, function.__name__, function)
    put(discord.Interaction, "delete_original_response", delete_original_response)


def _request(made: list[Presses], name: str, function: Any) -> Any:
    async def noted(self: Any, answer: Any, *args: Any, **named: Any) -> Any:
        if made:
            values = (*args, *named.values())
            assert not any(values[ASKED_THEN.get(name, len(values)) :])
            values = values[: ASKED_THEN.get(name)]
            said = [_values(arg) if isinstance(arg, ControlId) else _word(arg) for arg in values]
            made[0].requested(" ".join([name, *said]))
        return await function(self, answer, *args, **named)

    async def plainly(self: Any, *args: Any, **named: Any) -> Any:
        return await function(self, *args, **named)

    first = function.__code__.co_varnames[1:2]
    return noted if first == ("answer",) else plainly


def _game_request(made: list[Presses], function: Any) -> Any:
    """Record the request to a game, unless it is an action."""

    async def noted(self: Any, answer: Any, id: TableControlId, press: Any) -> Any:
        if made and id.word in REQUESTS:
            step = [str(id.step)] if id.word == "pick" else []
            typed = [_word(text) for text in press.typed.values()]
            chosen = [without_copy(value) for value in press.values]
            made[0].requested(" ".join([REQUESTS[id.word], id.table, *step, *chosen, *typed]))
        return await function(self, answer, id, press)

    return noted


def _change(made: list[Presses], told: Callable[..., str]) -> Any:
    async def noted(self: Any, *args: Any) -> None:
        made[0].changed(told(*args))

    return noted


def _preference(made: list[Presses]) -> Any:
    """Return a change of settings that is told as in 0.1, which wrote all settings of a person at once."""

    async def noted(self: SettingsRepository[PlayerSettings], player: PlayerId, **fields: Any) -> None:
        chosen = replace(await self.of(player), **fields)
        # Nobody has chosen what 0.1 did not ask about.
        made[0].changed(f"prefer {_values(chosen, but='player')}".removesuffix(NEVER_CHOSEN))

    return noted


def _changes() -> dict[type, dict[str, Callable[..., str]]]:
    """Return everything that makes changes, with its text."""

    def act(table: TableId, step: int | None, player: int, *actions: object) -> str:
        when = "at any step" if step is None else f"at step {step}"
        return f"play {'; '.join(map(str, actions))} at table {table} {when}"

    def lobby(word: str) -> Callable[..., str]:
        def told(id: str, *args: object) -> str:
            extra = [f" {arg}" for arg in args if isinstance(arg, Player)]
            return f"{word} {id}{''.join(extra)}"

        return told

    def open_lobby(host: Person, guild: int | None, channel: int, options: Any, interaction: int) -> str:
        return f"open a lobby: {_values(options, but='terms')} {_values(options.terms)}"

    words = ("join", "leave", "remove", "add_computer", "start", "cancel", "invite")
    cups = ("join", "leave", "check_in", "cancel", "start", "pause", "resume", "remove", "advance", "move")
    return {
        Tables: {
            "act": act,
            "end": lambda id, cause: f"end table {id}: {cause}",
            "end_broken": lambda id: f"end broken table {id}",
        },
        Lobbies: {"open": open_lobby} | {word: lobby(f"lobby: {word}") for word in words},
        Rematches: {"press": lobby("lobby: rematch")},
        Wallet: {"daily": lambda guild, player: "claim the chips of the day"},
        Privacy: {"erase": lambda player: "erase what is kept"},
        Seasons: {"close": lambda guild, number=None: f"close season {number}"},
        Tournaments: {word: lobby(f"tournament: {word}") for word in cups},
    }
