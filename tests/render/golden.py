"""Draws the golden pictures anew: `python -m tests.render.golden`. Look at each before committing it."""

from io import BytesIO
from pathlib import Path

from PIL import Image

from tests.render import leagues, scenes, tournaments, western

FOLDER = Path(__file__).parent / "golden"
SCENES = {**scenes.SCENES, **leagues.SCENES, **tournaments.SCENES, **western.SCENES}


def main() -> None:
    """Writes every scene, packed as small as it gets."""
    for old in FOLDER.glob("*.png"):
        old.unlink()
    for name, draw in SCENES.items():
        with Image.open(BytesIO(draw())) as picture:
            picture.save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
