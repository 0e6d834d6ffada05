"""Every scene looks and reads as its golden files do."""

import pytest
from PIL import Image, ImageChops

from tests.render.golden import FOLDER, SCENES, halved, scene

MEAN = 1.5  # of 255, over all pixels and channels
FAR = 64  # of 255: a pixel this far off is wrong, not just smoothed otherwise
FAR_SHARE = 0.004


@pytest.mark.parametrize("name", SCENES)
def test_looks_as_before(name: str) -> None:
    now = halved(scene(name).file).convert("RGBA")
    with Image.open(FOLDER / f"{name}.png") as picture:
        golden = picture.convert("RGBA")
    assert now.size == golden.size
    off = ImageChops.difference(now, golden)
    histogram = off.histogram()
    pixels = now.width * now.height
    total = sum(value % 256 * count for value, count in enumerate(histogram))
    far = sum(count for value, count in enumerate(histogram) if value % 256 >= FAR)
    assert total / (4 * pixels) <= MEAN
    assert far / (4 * pixels) <= FAR_SHARE


@pytest.mark.parametrize("name", SCENES)
def test_reads_as_before(name: str) -> None:
    """Compare cards, names and numbers with their places: a changed one has too few pixels to show in a picture."""
    assert scene(name).told() == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_goldens_are_small_and_all_used() -> None:
    files = {file.stem: file.stat().st_size for file in FOLDER.glob("*.png")}
    assert files.keys() == {file.stem for file in FOLDER.glob("*.txt")} == SCENES.keys()
    assert sum(files.values()) < 750 * 1024
