"""The hand image: the time from a view to PNG bytes, beside Pillow encoding the same picture in full colour."""

from io import BytesIO
from random import Random
from statistics import median, quantiles
from time import process_time

from PIL import Image

from bot.games.indian.rules import wild_rank
from bot.games.indian.solver import best
from bot.render.drawing.theme import Theme
from bot.render.hand import draw_hand, drawn_fans
from bot.rummy.cards import card_texts, group_texts, packs
from bot.rummy.view import View
from tests.known import shipped
from tests.render.scenes import deal_view, view_of

HANDS = 300
BASELINE = 60
SEED = 13


def run() -> None:
    """Print milliseconds of processor time and KiB for random hands as the solver groups them, plain and large."""
    views = [_view(Random(SEED + number)) for number in range(HANDS)]
    for name, theme in (("plain", Theme()), ("large", Theme(four_colour=True, large=True))):
        first = process_time()
        draw_hand(views[0], theme)
        print(f"{name}: first picture {(process_time() - first) * 1000:.1f} ms")
        times, pictures = _timed(views, theme)
        sizes = [len(png) / 1024 for png in pictures]
        print(f"  median {median(times):.2f} ms, p99 {quantiles(times, n=100)[98]:.2f} ms")
        print(f"  median {median(sizes):.1f} KiB, most {max(sizes):.1f} KiB")
        baseline = _baseline(pictures[:BASELINE])
        print(f"  baseline, RGB at Pillow's default level: {baseline:.2f} ms; ratio {median(times) / baseline:.2f}")


def _view(random: Random) -> View:
    """Return 13 cards of two packs grouped by the solver, and a fourteenth that was just drawn."""
    *cards, cut, drawn = random.sample(packs(2, 1), 15)
    rules = shipped("circle")
    found = best(cards, wild_rank(cut, rules), rules)
    loose = card_texts((*found.deadwood, drawn))
    return view_of(deal_view(group_texts(found.groups), loose, drawn=str(drawn), cut=str(cut)))


def _timed(views: list[View], theme: Theme) -> tuple[list[float], list[bytes]]:
    """Return milliseconds and bytes of each picture, once all sprites are drawn."""
    pictures = [draw_hand(view, theme) for view in views]
    times = []
    for view in views:
        drawn_fans.cache_clear()
        start = process_time()
        draw_hand(view, theme)
        times.append((process_time() - start) * 1000)
    return times, pictures


def _baseline(pictures: list[bytes]) -> float:
    """Return median milliseconds to write those pictures as RGB."""
    times = []
    for png in pictures:
        with Image.open(BytesIO(png)) as picture:
            full = picture.convert("RGBA").convert("RGB")
        start = process_time()
        full.save(BytesIO(), "PNG")
        times.append((process_time() - start) * 1000)
    return median(times)


if __name__ == "__main__":
    run()
