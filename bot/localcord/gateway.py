"""The websocket side of the local Discord: gateway version 10, sessions that can be resumed, any number of shards."""

import asyncio
import contextlib
import json
import secrets
import time
import zlib
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import discord
from aiohttp import WSMsgType, web
from discord.gateway import DiscordWebSocket as Op

from bot.localcord.model.backend import Model
from bot.localcord.model.outlet import Outlet, members_chunk, own_user, privileged

NORMAL = 1000
UNKNOWN_OPCODE, BAD_PAYLOAD, NOT_IDENTIFIED, BAD_TOKEN, IDENTIFIED_TWICE = 4001, 4002, 4003, 4004, 4005
BAD_SEQUENCE, TIMED_OUT, BAD_SHARD, BAD_VERSION, PRIVILEGED_INTENTS = 4007, 4009, 4010, 4012, 4014
"""Codes with which connections are closed."""

HEARTBEAT_SECONDS = 41.25
SESSION_SECONDS = 120
"""The time for which a session can be resumed after its connection was lost."""
KEPT_EVENTS = 2_000


class CloseConnection(Exception):
    """Closes the connection with a code."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code


@contextlib.contextmanager
def decoding() -> Iterator[None]:
    """Close the connection if its client's message cannot be read."""
    try:
        yield
    except (ValueError, TypeError, LookupError, RecursionError):
        raise CloseConnection(BAD_PAYLOAD, "Error while decoding payload.") from None


class Session:
    """The events sent to a shard, so that it can resume after it has lost its connection."""

    def __init__(self, model: Model, intents: discord.Intents, shard: int, shards: int) -> None:
        self.id = secrets.token_hex(16)
        self.shard = shard
        self.shards = shards
        self.connection: Connection | None = None
        self.lost_at: float | None = None
        self._sequence = 0
        self._sent: deque[tuple[int, str]] = deque(maxlen=KEPT_EVENTS)
        self.outlet = Outlet(model, intents, shard, shards, self.send)

    def send(self, event: str, payload: Mapping[str, Any]) -> None:
        """Send an event, now or when the session is resumed."""
        self._sequence += 1
        text = json.dumps({"op": Op.DISPATCH, "t": event, "s": self._sequence, "d": payload})
        self._sent.append((self._sequence, text))
        if self.connection is not None:
            self.connection.send_text(text)

    def sent_after(self, sequence: int) -> list[str] | None:
        """Return the events after that sequence number. Return None if more were sent than are kept.

        Raises:
            CloseConnection: that number was never sent.
        """
        if sequence > self._sequence:
            raise CloseConnection(BAD_SEQUENCE, "Invalid seq.")
        if self._sent and self._sent[0][0] > sequence + 1:
            return None
        return [text for number, text in self._sent if number > sequence]

    @property
    def is_stale(self) -> bool:
        """Return whether its connection was lost too long ago to resume."""
        return self.lost_at is not None and time.monotonic() - self.lost_at > SESSION_SECONDS


class Connection:
    """One websocket. Events are queued, because their source does not wait."""

    def __init__(self, socket: web.WebSocketResponse, compressed: bool) -> None:
        self.session: Session | None = None
        self._socket = socket
        self._compressor = zlib.compressobj() if compressed else None
        self._queue: asyncio.Queue[str | CloseConnection] = asyncio.Queue()

    def send(self, op: int, data: Any = None) -> None:
        """Queue a message that is not an event."""
        self.send_text(json.dumps({"op": op, "d": data, "s": None, "t": None}))

    def send_text(self, text: str) -> None:
        """Queue a message."""
        self._queue.put_nowait(text)

    def close(self, code: int, reason: str = "") -> None:
        """Close the connection after all that is queued."""
        self._queue.put_nowait(CloseConnection(code, reason))

    async def write(self) -> None:
        """Send the queued messages, until the connection is to be closed."""
        while True:
            item = await self._queue.get()
            if isinstance(item, CloseConnection):
                await self._socket.close(code=item.code, message=str(item).encode())
                return
            if self._compressor is None:
                await self._socket.send_str(item)
            else:
                data = self._compressor.compress(item.encode()) + self._compressor.flush(zlib.Z_SYNC_FLUSH)
                await self._socket.send_bytes(data)


class Gateway:
    """All sessions of all bot processes."""

    def __init__(self, model: Model, token: str, address: Callable[[], str]) -> None:
        self._model = model
        self._token = token
        self._address = address
        self.sessions: dict[str, Session] = {}
        self.connections: set[Connection] = set()
        self.heartbeat_seconds = HEARTBEAT_SECONDS
        self.identified: list[tuple[int, int]] = []
        """Shard and shard count of every session started so far."""
        self.resumed: list[int] = []
        """Shard of every session resumed so far."""
        model.subscribers.append(self._on_event)

    # -- connections --------------------------------------------------------------------------------

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one websocket until it closes."""
        socket = web.WebSocketResponse(max_msg_size=1 << 20, autoclose=False)
        await socket.prepare(request)
        connection = Connection(socket, request.query.get("compress") == "zlib-stream")
        self.connections.add(connection)
        writer = asyncio.create_task(connection.write())
        connection.send(Op.HELLO, {"heartbeat_interval": int(self.heartbeat_seconds * 1000)})
        try:
            if request.query.get("v") != "10":
                raise CloseConnection(BAD_VERSION, "Invalid API version.")
            await self._read(socket, connection)
            # The client says goodbye. It still gets what was queued for it: people who pressed wait for an answer.
            self._on_disconnect(connection)
            connection.close(NORMAL)
            await asyncio.gather(writer, return_exceptions=True)
        except CloseConnection as closing:
            await socket.close(code=closing.code, message=str(closing).encode())
        finally:
            writer.cancel()
            # An error of a broken socket in the writer ends the reader, too.
            await asyncio.gather(writer, return_exceptions=True)
            self._on_disconnect(connection)
        return socket

    async def _read(self, socket: web.WebSocketResponse, connection: Connection) -> None:
        while True:
            try:
                message = await socket.receive(timeout=2 * self.heartbeat_seconds)
            except TimeoutError:
                raise CloseConnection(TIMED_OUT, "Session timed out.") from None
            if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                return
            self._receive(connection, message.data)

    def _receive(self, connection: Connection, text: str | bytes) -> None:
        with decoding():
            message = json.loads(text)
            op, data = message["op"], message.get("d")
        match op:
            case Op.HEARTBEAT:
                connection.send(Op.HEARTBEAT_ACK)
            case Op.IDENTIFY:
                self._identify(connection, data)
            case Op.RESUME:
                self._resume(connection, data)
            case _ if connection.session is None:
                raise CloseConnection(NOT_IDENTIFIED, "Not authenticated.")
            case Op.REQUEST_MEMBERS:
                with decoding():
                    chunk = members_chunk(self._model, data)
                connection.session.send("GUILD_MEMBERS_CHUNK", chunk)
            case Op.PRESENCE | Op.VOICE_STATE:
                pass
            case _:
                raise CloseConnection(UNKNOWN_OPCODE, "Unknown opcode.")

    def _identify(self, connection: Connection, data: Any) -> None:
        if connection.session is not None:
            raise CloseConnection(IDENTIFIED_TWICE, "Already authenticated.")
        self._check_token(data)
        with decoding():
            shard, shards = map(int, data.get("shard") or (0, 1))
            intents = discord.Intents.none()
            intents.value = int(data["intents"])
        if not 0 <= shard < shards:
            raise CloseConnection(BAD_SHARD, "Invalid shard.")
        if privileged(intents):
            raise CloseConnection(PRIVILEGED_INTENTS, "Disallowed intent(s).")
        session = Session(self._model, intents, shard, shards)
        self.sessions = {id: old for id, old in self.sessions.items() if not old.is_stale}
        self.sessions[session.id] = session
        self.identified.append((shard, shards))
        connection.session, session.connection = session, connection
        self._welcome(session)

    def _welcome(self, session: Session) -> None:
        guilds = list(session.outlet.guilds())
        ready = {
            "v": 10,
            "user": own_user(self._model),
            "guilds": [{"id": guild["id"], "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self._address(),
            "shard": [session.shard, session.shards],
            "application": {"id": str(self._model.application_id), "flags": 0},
        }
        session.send("READY", ready)
        for guild in guilds:
            session.outlet.feed("GUILD_CREATE", {**guild, "unavailable": False})

    def _resume(self, connection: Connection, data: Any) -> None:
        self._check_token(data)
        with decoding():
            session, sequence = self.sessions.get(data["session_id"]), int(data["seq"] or 0)
        missed = session.sent_after(sequence) if session and not session.is_stale else None
        if session is None or missed is None:
            connection.send(Op.INVALIDATE_SESSION, False)
            return
        if session.connection is not None:
            session.connection.session = None
            session.connection.close(NORMAL)
        connection.session, session.connection, session.lost_at = session, connection, None
        self.resumed.append(session.shard)
        for text in missed:
            connection.send_text(text)
        session.send("RESUMED", {})

    def _check_token(self, data: Any) -> None:
        if not isinstance(data, dict) or data.get("token") != self._token:
            raise CloseConnection(BAD_TOKEN, "Authentication failed.")

    def _on_disconnect(self, connection: Connection) -> None:
        self.connections.discard(connection)
        session = connection.session
        if session is not None and session.connection is connection:
            session.connection, session.lost_at = None, time.monotonic()

    def _on_event(self, event: str, payload: Mapping[str, Any]) -> None:
        for session in list(self.sessions.values()):
            session.outlet.feed(event, payload)

    async def stop(self) -> None:
        """Close every connection with the code of a server that shuts down."""
        for connection in list(self.connections):
            connection.close(1001)
        for _ in range(100):
            if not self.connections:
                return
            await asyncio.sleep(0.01)
