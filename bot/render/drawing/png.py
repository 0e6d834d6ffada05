"""A writer of pictures as PNG files: one byte for each pixel, the palette of its reader's look (https://www.w3.org/TR/png-3/)."""

import struct
import zlib
from collections.abc import Callable
from typing import Any

from PIL import Image

from bot.languages.sentence import look
from bot.render.drawing import palette

try:
    # ISA-L compresses a picture in a fifth of zlib's time.
    from isal.isal_zlib import compressobj

    _quickly: Callable[[int], Any] = compressobj
    _QUICK = 1
except ImportError:  # there is no wheel for this machine
    _quickly = zlib.compressobj
    _QUICK = 3

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_DEPTH, _BY_PALETTE = 8, 3
"""Bits for each pixel, and the type of colour."""
_UNFILTERED = b"\0"
"""The filter type before each row."""
_SMALL = 6
"""The level of zlib that is worth its time for a big picture."""
_BIG = 38 * 1024
"""The number of bytes from which a picture counts as big."""


def _chunk(kind: bytes, data: bytes) -> bytes:
    return b"".join([struct.pack(">I", len(data)), kind, data, struct.pack(">I", zlib.crc32(kind + data))])


_COLOURS = {one: _chunk(b"PLTE", colours) for one, colours in palette.PALETTES.items()}
_ALPHAS = _chunk(b"tRNS", palette.ALPHAS)


def _packed(by: Any, rows: memoryview) -> bytes:
    return b"".join((by.compress(_UNFILTERED), by.compress(rows), by.flush()))


def written(image: Image.Image) -> bytes:
    """Return the file of a picture in palette entries."""
    # Each row ends with a byte of 0: the filter of the next one. The first row needs one more, the last one less.
    rows = memoryview(image.tobytes("raw", "L", image.width + 1, 1))[:-1]
    packed = _packed(_quickly(_QUICK), rows)
    if len(packed) > _BIG:
        packed = _packed(zlib.compressobj(_SMALL), rows)
    head = struct.pack(">IIBBBBB", *image.size, _DEPTH, _BY_PALETTE, 0, 0, 0)
    parts = _chunk(b"IHDR", head), _COLOURS[look()], _ALPHAS, _chunk(b"IDAT", packed), _chunk(b"IEND", b"")
    return b"".join([_SIGNATURE, *parts])
