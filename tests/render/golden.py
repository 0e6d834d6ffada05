"""Draws the golden pictures that have changed: `python -m tests.render.golden`. Look at each before committing it.

Golden pictures have half the width, so that they are small. Beside each is a text with its content.
"""

from functools import cache
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops

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


MEAN = 1.5  # of 255, over all pixels and channels
FAR = 64  # of 255: a pixel this far off is wrong, not just smoothed otherwise
FAR_SHARE = 0.004


def difference(name: str) -> Image.Image | None:
    """Return how the scene differs from its golden picture. Return None if that is missing or has another size."""
    if not (FOLDER / f"{name}.png").exists():
        return None
    now = halved(scene(name).file).convert("RGBA")
    with Image.open(FOLDER / f"{name}.png") as picture:
        golden = picture.convert("RGBA")
    return ImageChops.difference(now, golden) if now.size == golden.size else None


def looks_as_before(name: str) -> bool:
    """Return whether the scene looks like its golden picture, apart from how edges are smoothed."""
    off = difference(name)
    if off is None:
        return False
    histogram = off.histogram()
    channels = 4 * off.width * off.height
    total = sum(value % 256 * count for value, count in enumerate(histogram))
    far = sum(count for value, count in enumerate(histogram) if value % 256 >= FAR)
    return total <= MEAN * channels and far <= FAR_SHARE * channels


def main() -> None:
    """Write the scenes that have changed, packed as small as possible, and the content of all."""
    for old in (*FOLDER.glob("*.png"), *FOLDER.glob("*.txt")):
        if old.stem not in SCENES:
            old.unlink()
    for name in SCENES:
        off = difference(name)
        if off is None or off.getbbox(alpha_only=False):
            halved(scene(name).file).save(FOLDER / f"{name}.png", optimize=True)
        (FOLDER / f"{name}.txt").write_text(scene(name).told(), encoding="utf-8")


if __name__ == "__main__":
    main()
