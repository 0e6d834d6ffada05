"""Draws the golden pictures again: `python -m tests.render.golden`. Look at each before committing it.

Beside each picture is a text with its content.
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


def main() -> None:
    """Write every scene, packed as small as possible, and its content."""
    for old in (*FOLDER.glob("*.png"), *FOLDER.glob("*.txt")):
        old.unlink()
    for name in SCENES:
        with Image.open(BytesIO(scene(name).file)) as picture:
            picture.save(FOLDER / f"{name}.png", optimize=True)
        (FOLDER / f"{name}.txt").write_text(scene(name).told(), encoding="utf-8")


if __name__ == "__main__":
    main()
