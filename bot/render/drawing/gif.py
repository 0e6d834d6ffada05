"""A writer of pictures that move, as GIF files in the palette of their reader's look."""

from collections.abc import Sequence
from io import BytesIO

from PIL import Image

from bot.languages.sentence import look
from bot.render.drawing import palette
from bot.render.drawing.palette import Colour


def moving(images: Sequence[Image.Image], durations: Sequence[int]) -> bytes:
    """Return pictures in palette entries as one that repeats for ever; each stays for its milliseconds.

    The pictures have one width. Lower ones stand at the top of a panel as tall as the tallest.
    """
    tallest = max(image.height for image in images)
    first, *others = (_framed(image, tallest) for image in images)
    file = BytesIO()
    first.save(
        file,
        "GIF",
        save_all=True,
        append_images=others,
        duration=list(durations),
        loop=0,
        disposal=1,
        optimize=False,
    )
    return file.getvalue()


def _framed(image: Image.Image, height: int) -> Image.Image:
    frame = Image.new("P", (image.width, height), palette.solid(Colour.PANEL))
    frame.putpalette(palette.PALETTES[look()])
    frame.paste(image, (0, 0))
    return frame
