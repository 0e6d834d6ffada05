"""A Discord that is far away: requests and answers take a while, and stay in order."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from bot.localcord.server import HOST, LocalDiscord

CHUNK = 1 << 16


@asynccontextmanager
async def distance(server: LocalDiscord, seconds: float) -> AsyncIterator[None]:
    """Let bots that start from now on wait that long for each round trip; the people stay near."""
    port = server.port
    tasks: set[asyncio.Task[None]] = set()

    async def connect(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection(HOST, port)
        for way in ((reader, far_writer), (far_reader, writer)):
            task = asyncio.create_task(_carry(*way, seconds / 2))
            tasks.add(task)
            task.add_done_callback(tasks.discard)

    carrier = await asyncio.start_server(connect, HOST, 0)
    server.port = carrier.sockets[0].getsockname()[1]
    try:
        yield
    finally:
        server.port = port
        carrier.close()
        for task in list(tasks):
            task.cancel()


async def _carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, seconds: float) -> None:
    """Copy everything to the other side, each part that many seconds later."""
    loop = asyncio.get_running_loop()
    parts: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

    async def bring() -> None:
        while True:
            due, part = await parts.get()
            await asyncio.sleep(due - loop.time())
            if not part:
                break
            writer.write(part)
        writer.close()

    bringing = asyncio.create_task(bring())
    try:
        while part := await reader.read(CHUNK):
            parts.put_nowait((loop.time() + seconds, part))
    except OSError:
        pass  # torn off: that is an end as well
    finally:
        parts.put_nowait((loop.time() + seconds, b""))
        with suppress(OSError):
            await bringing
