"""The client of a public beacon: it asks a server for rounds, and believes none of its answers unchecked."""

import asyncio
import json
import time

import aiohttp
import structlog

from bot.error_fields import error_fields
from bot.rummy.beacon import SIGNATURE_BYTES, Chain
from bot.rummy.errors import ExplainedError
from bot.service.beacon import can_check, is_signed
from bot.service.lru import LruDict

SECONDS = 5.0
"""The longest that one request may take."""
MOST_BYTES = 4096
"""The longest answer that is read."""
KEPT = 256
"""The rounds that are kept in memory."""

log = structlog.get_logger()


class NoBeaconError(ExplainedError):
    """The setting of a beacon cannot be used. The message is one line for a terminal."""


class HttpBeacon:
    """Asks a server of drand, by its address with the hash of the chain, for rounds of that chain."""

    def __init__(self, url: str, chain: Chain) -> None:
        """Raise NoBeaconError if the library that checks signatures is missing, or the chain has not begun: tables
        would wait for its first round, and nobody could leave them.
        """
        if not can_check():
            raise NoBeaconError("BEACON_URL", "needs the library for signatures: pip install '.[beacon]'")
        if chain.genesis > time.time():
            raise NoBeaconError("BEACON_KEY", "the first round of this chain lies in the future")
        self.chain = chain
        self._url = url
        self._known: LruDict[int, bytes] = LruDict(KEPT)
        self._asking: dict[int, asyncio.Task[None]] = {}

    def signature(self, number: int) -> bytes | None:
        """Return the signature of that round, which has been checked. Return None if it is not known yet: it is asked
        for now.
        """
        if number not in self._known and number not in self._asking:
            task = self._asking[number] = asyncio.create_task(self._ask(number), name=f"round {number}")
            task.add_done_callback(lambda _: self._asking.pop(number, None))
        return self._known.get(number)

    async def _ask(self, number: int) -> None:
        try:
            answer = await self._answer(number)
            signature = _signature(answer, number)
        except (aiohttp.ClientError, OSError, TimeoutError, ValueError, RecursionError) as error:
            log.info("no round of the beacon", round=number, **error_fields(error))
            return
        if is_signed(self.chain, number, signature):
            self._known[number] = signature
        else:
            log.warning("forged round of the beacon", round=number)

    async def _answer(self, number: int) -> bytes:
        timeout = aiohttp.ClientTimeout(total=SECONDS)
        async with (
            aiohttp.ClientSession(timeout=timeout) as session,
            session.get(f"{self._url}/public/{number}", allow_redirects=False) as response,
        ):
            if response.status != 200:
                raise ValueError("another answer")
            answer = b""
            async for part in response.content.iter_any():
                answer += part
                if len(answer) > MOST_BYTES:
                    raise ValueError("too long")
            return answer


def _signature(answer: bytes, number: int) -> bytes:
    """Return the signature in an answer. Raise ValueError if it is none for that round."""
    found = json.loads(answer)
    if not isinstance(found, dict) or found.get("round") != number:
        raise ValueError("another round")
    signature = bytes.fromhex(str(found.get("signature"))[: 2 * SIGNATURE_BYTES + 1])
    if len(signature) != SIGNATURE_BYTES:
        raise ValueError("no signature")
    return signature
