"""Uploaded files, under links that cannot be guessed."""

import base64
import secrets
from collections.abc import Iterable
from typing import Any
from urllib.parse import quote

from simcord.backend.cdn import CdnStore


class Upload(bytes):
    """A file that a person has added to a command. Files of messages are for those who see these alone."""


class LocalCdn(CdnStore):
    """Keeps uploads in memory until no message shows them."""

    def __init__(self) -> None:
        super().__init__()
        self.base = "http://127.0.0.1"
        """The address of the server."""

    def store_attachment(
        self, attachment_id: int, channel_id: int, filename: str, data: bytes, description: str | None
    ) -> dict[str, Any]:
        """Keep a file and return its entry in a message. Its link carries a secret, as on Discord."""
        stored = super().store_attachment(attachment_id, channel_id, filename, data, description)
        del self._blobs[stored["url"]]
        path = f"/attachments/{channel_id}/{attachment_id}/{quote(filename)}?hm={secrets.token_hex(16)}"
        self._blobs[path] = data
        return {**stored, "url": self.base + path, "proxy_url": self.base + path}

    def store_emoji(self, id: str, image: str) -> None:
        """Keep the picture of an emoji, which came as a data URI."""
        self._blobs[f"/emojis/{id}.png"] = base64.b64decode(image.partition(",")[2])

    def find(self, path: str) -> bytes | None:
        """Return the file under that path and query."""
        return self._blobs.get(path)

    def drop(self, attachments: Iterable[dict[str, Any]]) -> None:
        """Delete the files of these attachments."""
        for attachment in attachments:
            self._blobs.pop(attachment["url"].removeprefix(self.base), None)
