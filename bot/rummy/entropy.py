"""The secrets of a shuffle, the lines of entropy of its people, and how both are hashed.

Version 1 has one secret, the seed. Version 2 has a veil too: without it nobody can work out what a line of entropy does
to the shuffle.
"""

import hmac
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import sha256


@dataclass(frozen=True, slots=True)
class Secrets:
    """What the bot draws when a lobby opens, and publishes when its table closes."""

    seed: bytes = field(repr=False)
    """32 bytes."""
    veil: bytes | None = field(default=None, repr=False)
    """32 bytes; None in version 1."""

    @property
    def version(self) -> int:
        return 1 if self.veil is None else 2

    @property
    def commitment(self) -> str:
        """Return the promise that stands on the lobby's card, in hexadecimal."""
        if self.veil is None:
            return sha256(self.seed).hexdigest()
        return committed(self.seed, sha256(self.veil).digest())

    def digest(self, lines: Iterable[str]) -> str:
        """Return the digest of these lines of entropy, each ended by a line feed, in hexadecimal.

        It is their SHA-256 in version 1, and their HMAC-SHA-256 under the veil in version 2.
        """
        text = "".join(f"{line}\n" for line in lines).encode()
        return sha256(text).hexdigest() if self.veil is None else hmac.digest(self.veil, text, "sha256").hex()

    def mixed(self, digest: str) -> str:
        """Return the beginning of what is hashed for each shuffle, given the digest of the lines."""
        return mixed(digest, is_veiled=self.veil is not None)


NO_BEACON = "-/-"
"""Stands for the round of a beacon and its randomness: there is none."""


def committed(seed: bytes, veil_sha256: bytes) -> str:
    """Return the commitment of version 2: the SHA-256 of the SHA-256 of the seed and that of the veil."""
    return sha256(sha256(seed).digest() + veil_sha256).hexdigest()


def mixed(digest: str, *, is_veiled: bool) -> str:
    """Return the beginning of what is hashed for each shuffle: the digest of the lines, in version 2 after `2/`.

    It ends with the round of a beacon and its randomness, or with two hyphens.
    """
    return f"2/{digest}/{NO_BEACON}" if is_veiled else digest
