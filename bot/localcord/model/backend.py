"""SimCord's Discord with the needs of a world that runs for days: private changes, bounded memory, nonces."""

import secrets
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import discord
from simcord.backend import Backend
from simcord.backend.errors import BackendError
from simcord.backend.models import Channel, Interaction, Message
from simcord.enums import ChannelType
from simcord.http import client as _client  # noqa: F401  (importing it registers every route)
from simcord.http.router import dispatch

from bot.localcord.model.cdn import LocalCdn
from bot.localcord.model.clock import RealClock
from bot.localcord.views import WorldEventKind

__all__ = ["BackendError", "Interaction", "Message", "Model"]

KEPT_NONCES = 5_000
ENTRY_POINT = 4
"""The type of the command that starts an Activity; Discord creates it by itself."""
ENTRY_POINT_LEFT_OUT = (
    400,
    50240,
    (
        "You cannot remove this app's Entry Point command in a bulk update operation. Please include the Entry Point "
        "command in your update request or delete it separately."
    ),
)
KEPT_IDS = 10_000

MessageListener = Callable[[WorldEventKind, Message], None]
AnswerListener = Callable[[Interaction], None]


class Model(Backend):
    """One Discord: its people, servers, channels, messages and interactions."""

    cdn: LocalCdn

    def __init__(self) -> None:
        super().__init__(clock=RealClock())
        self.cdn = LocalCdn()
        self.on_message: list[MessageListener] = []
        """Called when a message was created, updated or deleted, even if only one person can see it."""
        self.on_answer: list[AnswerListener] = []
        """Called when an interaction got an answer, or its answer changed."""
        self.nonces: OrderedDict[tuple[int, str], int] = OrderedDict()
        """The message sent with each nonce of a channel."""
        self.entry_point: dict[str, Any] | None = None
        """The command of an Activity, if the application has one."""
        self.locales: dict[int, str] = {}
        """The language of each person's client; American English if none is set."""
        # SimCord keeps both logs for ever and copies every body into them; a world may run for days.
        self.http_requests = _NoLog()
        self.transcript = _NoLog()

    def create_thread(
        self, parent_id: int, name: str, owner_id: int, *, type: int = ChannelType.PUBLIC_THREAD, **options: Any
    ) -> Channel:
        """Create a thread. Unlike SimCord's, a private one is not announced in its channel."""
        if type != ChannelType.PRIVATE_THREAD:
            return super().create_thread(parent_id, name, owner_id, type=type, **options)
        thread = super().create_thread(parent_id, name, owner_id, type=type, **{**options, "broadcast": False})
        self.announce_thread_create(thread)
        return thread

    def emit(self, event: str, payload: Mapping[str, Any]) -> None:
        """Emit as SimCord does; an interaction also names the language of the person's client."""
        if event == "INTERACTION_CREATE":
            user = (payload.get("member") or payload)["user"]
            payload = {**payload, "locale": self.locales.get(int(user["id"]), payload["locale"])}
        super().emit(event, payload)

    # -- requests -----------------------------------------------------------------------------------

    def request(
        self,
        method: str,
        path: str,
        body: Any = None,
        params: Mapping[str, str] | None = None,
        files: Sequence[discord.File] = (),
        reason: str | None = None,
    ) -> Any:
        """Handle a request and return the body of the response. Return None if it has none.

        Raises:
            BackendError: Discord refuses it. With status 501, this Discord does not implement it.
        """
        if path == f"/applications/{self.application_id}/commands":
            return self._commands(method, path, body)
        again = self._already_sent(method, path, body)
        if again is not None:
            return again
        answer = dispatch(self, method, path, json=body, params=dict(params or {}), files=list(files), reason=reason)
        if (method, path) == ("POST", f"/applications/{self.application_id}/emojis"):
            self.cdn.store_emoji(answer["id"], body["image"])
        self._note_nonce(path, body, answer)
        self._note_answer(path)
        return answer

    def _commands(self, method: str, path: str, body: Any) -> Any:
        """Return or overwrite all commands. An entry point may not be left out, and SimCord knows none."""
        theirs = [self.entry_point] if self.entry_point is not None else []
        if method == "PUT" and isinstance(body, list):
            sent = [command for command in body if isinstance(command, dict) and command.get("type") == ENTRY_POINT]
            if theirs and not sent:
                raise BackendError(*ENTRY_POINT_LEFT_OUT)
            body = [command for command in body if command not in sent]
        return [*dispatch(self, method, path, json=body), *theirs]

    def _already_sent(self, method: str, path: str, body: Any) -> Any:
        """Return the message already sent with an enforced nonce; SimCord ignores nonces."""
        nonce = _nonce(path, body) if method == "POST" else None
        message = self.nonces.get(nonce) if nonce else None
        if nonce is None or message is None or message not in self.messages.get(nonce[0], {}):
            return None
        return dispatch(self, "GET", f"/channels/{nonce[0]}/messages/{message}")

    def _note_nonce(self, path: str, body: Any, answer: Any) -> None:
        if (nonce := _nonce(path, body)) and isinstance(answer, dict):
            self.nonces[nonce] = int(answer["id"])
            while len(self.nonces) > KEPT_NONCES:
                self.nonces.popitem(last=False)

    def _note_answer(self, path: str) -> None:
        parts = path.strip("/").split("/")
        if parts[0] not in ("interactions", "webhooks") or len(parts) < 3:
            return
        record = self.interactions.get(self.interaction_tokens.get(parts[2], 0))
        if record is not None:
            for listener in self.on_answer:
                listener(record)

    # -- what SimCord does not report ----------------------------------------------------------------

    def commit_message(self, message: Message, *, broadcast: bool = True) -> Message:
        """Commit as SimCord does, and notify the listeners."""
        created = super().commit_message(message, broadcast=broadcast)
        self._notify(WorldEventKind.CREATED, created)
        return created

    def edit_message(self, channel_id: int, message_id: int, fields: dict[str, Any]) -> Message:
        """Edit as SimCord does, notify the listeners, and delete files that are no longer shown."""
        before = list(self.get_message(channel_id, message_id).attachments)
        message = super().edit_message(channel_id, message_id, fields)
        shown = {attachment["id"] for attachment in message.attachments}
        self.cdn.drop(attachment for attachment in before if attachment["id"] not in shown)
        self._notify(WorldEventKind.UPDATED, message)
        return message

    def delete_message(self, channel_id: int, message_id: int) -> None:
        """Delete as SimCord does, and notify the listeners."""
        message = self.get_message(channel_id, message_id)
        super().delete_message(channel_id, message_id)
        self.cdn.drop(message.attachments)
        self._notify(WorldEventKind.DELETED, message)

    def bulk_delete_messages(self, channel_id: int, message_ids: Any) -> list[int]:
        """Delete as SimCord does, and notify the listeners."""
        wanted = list(message_ids)
        gone = [found for id in wanted if (found := self.messages.get(channel_id, {}).get(id))]
        deleted = super().bulk_delete_messages(channel_id, wanted)
        for message in gone:
            self.cdn.drop(message.attachments)
            self._notify(WorldEventKind.DELETED, message)
        return deleted

    def new_interaction(self, type: int, channel_id: int, user_id: int, guild_id: int | None) -> Interaction:
        """Create an interaction with a token that cannot be guessed. Delete those whose token has expired."""
        now = self.now_iso()
        while self.interactions:
            oldest = next(iter(self.interactions.values()))
            if oldest.expires_at is None or oldest.expires_at > now:
                break
            del self.interactions[oldest.id]
            self.interaction_tokens.pop(oldest.token, None)
        created = super().new_interaction(type, channel_id, user_id, guild_id)
        # SimCord's token is the id, which is the time. The token gives access to the private answer.
        del self.interaction_tokens[created.token]
        created.token = secrets.token_urlsafe(32)
        self.interaction_tokens[created.token] = created.id
        return created

    def _allocate_at(self, milliseconds: int) -> int:
        """Allocate as SimCord does, but forget past ids: the clock never goes back."""
        if len(self._sequences) > KEPT_IDS and milliseconds not in self._sequences:
            self._sequences.clear()
            self._reserved_ids.clear()
        return super()._allocate_at(milliseconds)

    def _notify(self, what: WorldEventKind, message: Message) -> None:
        for listener in self.on_message:
            listener(what, message)

    # -- looking ------------------------------------------------------------------------------------

    def find_message(self, message_id: int) -> Message | None:
        """Return the message with that id, in any channel."""
        return next((found for place in self.messages.values() if (found := place.get(message_id))), None)


class _NoLog(list[Any]):
    """A log that keeps nothing."""

    def append(self, _: Any) -> None:
        """Keep nothing."""


def _nonce(path: str, body: Any) -> tuple[int, str] | None:
    """Return channel and nonce of a request to send a message at most once."""
    parts = path.strip("/").split("/")
    if len(parts) != 3 or (parts[0], parts[2]) != ("channels", "messages") or not isinstance(body, dict):
        return None
    if not body.get("enforce_nonce") or not body.get("nonce"):
        return None
    return int(parts[1]), str(body["nonce"])
