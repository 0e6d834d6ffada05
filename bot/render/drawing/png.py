"""A writer of pictures as PNG files: one byte for each pixel, the palette of its reader's look (https://www.w3.org/TR/png-3/)."""

import struct
import zlib

from PIL import Image

from bot.languages.sentence import look
from bot.render.drawing import palette

try:
    # ISA-L compresses a picture in a fifth of zlib's time.
    from isal.isal_zlib import compress as pack

    _QUICK = 1
except ImportError:  # there is no wheel for this machine
    from zlib import compress as pack

    _QUICK = 3

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_DEPTH, _BY_PALETTE = 8, 3
"""Bits for each pixel, and the type of colour."""
_UNFILTERED = 0
"""The filter type before each row."""
_SMALL = 6
"""The level of zlib that is worth its time for a big picture."""
_BIG = 38 * 1024
"""The number of bytes from which a picture counts as big."""


def _chunk(kind: bytes, data: bytes) -> bytes:
    return b"".join([struct.pack(">I", len(data)), kind, data, struct.pack(">I", zlib.crc32(kind + data))])


_COLOURS = {one: _chunk(b"PLTE", colours) for one, colours in palette.PALETTES.items()}
_ALPHAS = _chunk(b"tRNS", palette.ALPHAS)


def written(image: Image.Image) -> bytes:
    """Return the file of a picture in palette entries."""
    rows = Image.new("L", (image.width + 1, image.height), _UNFILTERED)
    rows.paste(image, (1, 0))
    data = rows.tobytes()
    packed = pack(data, _QUICK)
    if len(packed) > _BIG:
        packed = zlib.compress(data, _SMALL)
    head = struct.pack(">IIBBBBB", *image.size, _DEPTH, _BY_PALETTE, 0, 0, 0)
    parts = _chunk(b"IHDR", head), _COLOURS[look()], _ALPHAS, _chunk(b"IDAT", packed), _chunk(b"IEND", b"")
    return b"".join([_SIGNATURE, *parts])
