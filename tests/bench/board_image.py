"""The board image: the time from a view to PNG bytes for two to six seats, with melds and without."""

from statistics import median, quantiles
from time import process_time

from bot.render.table import draw_table
from bot.rummy.cards import Seat
from bot.rummy.view import View
from tests.render.scenes import CALLED, deal_view, match_of, seat_view, view_of
from tests.render.western import TWENTY, romme_table, romme_view

ROUNDS = 60


def run() -> None:
    """Print milliseconds of processor time and KiB of boards, drawn again and again."""
    views: dict[str, View] = {f"{seats} seats": _view(seats, 0) for seats in range(2, 7)}
    views["20 melds"] = romme_table(romme_view("", TWENTY, seats=[seat_view(i) for i in range(6)]))
    for name, view in views.items():
        first = process_time()
        draw_table(view, CALLED)
        first = (process_time() - first) * 1000
        times = []
        for turn in range(ROUNDS):
            shown = view if "melds" in name else _view(len(view.players), turn)
            start = process_time()
            file = draw_table(shown, CALLED)
            times.append((process_time() - start) * 1000)
        print(
            f"{name}: first picture {first:.1f} ms; median {median(times):.2f} ms, "
            f"p99 {quantiles(times, n=100)[98]:.2f} ms, {len(file) / 1024:.1f} KiB"
        )


def _view(seats: int, turn: int) -> View:
    deal = deal_view(seats=[seat_view(i) for i in range(seats)], turn=Seat(turn % seats), closed=90 - turn)
    return view_of(deal, match=match_of((), tuple(range(seats))))
