"""Faces of cards as emoji: a large index on a card, so that it is legible beside a line of text."""

import hashlib
import io

from PIL import Image

from bot.codes import Look
from bot.render.drawing.palette import PALETTES
from bot.render.drawing.sprites import Size, card_sprite
from bot.render.drawing.theme import PLAIN
from bot.rummy.cards import Card

_SIDE = 128
_SIZE = Size(108, 128, 104, 70, 48, 0, 20, 0, 0, 0)


def card_emoji(card: Card) -> tuple[bytes, str]:
    """Return the face of a card as a square PNG, and the digest of its colours."""
    sprite = card_sprite(card, _SIZE, PLAIN)
    face = sprite.image.convert("P")
    face.putpalette(PALETTES[Look.FELT])
    image = Image.new("RGBA", (_SIDE, _SIDE))
    image.paste(face.convert("RGB"), ((_SIDE - _SIZE.width) // 2, (_SIDE - _SIZE.height) // 2), sprite.shape)
    file = io.BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue(), hashlib.sha256(image.tobytes()).hexdigest()
