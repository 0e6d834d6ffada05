"""Draws the golden pictures again: `python -m tests.render.golden`. Look at each before committing it.

Golden pictures have half the width, so that they are small. Beside each is a text with its content.
"""

from functools import cache
from io import BytesIO
from pathlib import Path

from PIL import Image

from tests.render import gin, languages, leagues, scenes, tournaments, twentyone, western
from tests.render.drawn import Picture, read

FOLDER = Path(__file__).parent / "golden"
SCENES = {
    **scenes.SCENES,
    **leagues.SCENES,
    **tournaments.SCENES,
    **western.SCENES,
    **gin.SCENES,
    **twentyone.SCENES,
    **languages.SCENES,
}


@cache
def scene(name: str) -> Picture:
    """Return the scene as it is drawn now."""
    return read(SCENES[name])


def halved(file: bytes) -> Image.Image:
    """Return every second pixel of every second row, with the same palette."""
    with Image.open(BytesIO(file)) as picture:
        return picture.resize((picture.width // 2, picture.height // 2), Image.Resampling.NEAREST)


def main() -> None:
    """Write every scene, packed as small as possible, and its content."""
    for old in (*FOLDER.glob("*.png"), *FOLDER.glob("*.txt")):
        old.unlink()
    for name in SCENES:
        halved(scene(name).file).save(FOLDER / f"{name}.png", optimize=True)
        (FOLDER / f"{name}.txt").write_text(scene(name).told(), encoding="utf-8")


if __name__ == "__main__":
    main()
