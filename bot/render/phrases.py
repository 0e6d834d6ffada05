"""Phrases that describe a table of any game."""

from collections.abc import Iterable, Mapping

from bot.render.pictures import Phrase, pictures_of
from bot.render.scores import Exit, exit_of, signed
from bot.rummy.cards import Seat
from bot.rummy.deal_view import DealView, Phase, SeatView
from bot.rummy.match.formats import Format
from bot.rummy.match.match import Match
from bot.rummy.outcome import Ending, EndingCode, SeatStatus
from bot.rummy.view import View
from bot.text.words import OUT, clipped, count, points, sentence

ALT_LIMIT = 1024
"""Characters that Discord takes as a description."""

ENDINGS: Mapping[EndingCode, tuple[str, str]] = {
    Ending.LAST_IN: ("is the last one in", ""),
    Ending.STALEMATE: ("has the lowest hand", "no cards left to draw"),
    Ending.QUIET: ("has the lowest hand", "nobody drew from the closed deck"),
    Ending.UNATTENDED: ("has the lowest hand", "no person was left in the deal"),
}
"""What follows the winners' names, and why."""

EXITS = {Exit.LEFT: "left the table", Exit.ELIMINATED: "out of the match", Exit.MAY_REJOIN: "out, may rejoin"}


def sentences(parts: Iterable[str]) -> str:
    """Each part that is not empty as a sentence."""
    return " ".join(sentence(part) for part in parts if part)


def limited(parts: Iterable[str]) -> str:
    """Sentences, as many characters as a description may have."""
    return clipped(sentences(parts), ALT_LIMIT)


# -- seats ------------------------------------------------------------------------------------------


def own_status(deal: DealView) -> str | None:
    """How the own seat left the deal; None while it is in."""
    if deal.seat is None or deal.seats[deal.seat].status is SeatStatus.IN:
        return None
    own = deal.seats[deal.seat]
    return f"You: {OUT[own.status]}" + (f", {points(own.points)}" if own.points else "")


def has_totals(view: View) -> bool:
    """Whether the match has more than this deal."""
    return view.format is not Format.POINTS or any(view.totals)


def total_word(match: Match, seat: Seat) -> str:
    """`total 63`, `stack 272`."""
    return f"{'stack' if match.has_stacks else 'total'} {signed(match.totals[seat])}"


def seat_status(seat: SeatView, view: View, deal: DealView) -> tuple[Phrase, ...]:
    """How a seat stands, the most important first."""
    exit = exit_of(view, seat.seat)
    if exit and not (exit is Exit.LEFT and seat.status is SeatStatus.LEFT):  # the deal tells that one
        return (Phrase(EXITS[exit]),)
    charged = (Phrase(points(seat.points), signed(seat.points)),) if seat.points else ()
    if seat.status is SeatStatus.ABSENT:
        return (Phrase(OUT[seat.status]),)
    if seat.status is not SeatStatus.IN:
        return (Phrase(OUT[seat.status]), *charged)
    if deal.outcome is not None:
        return (Phrase("won" if seat.seat in deal.outcome.winners else "lost"), *charged)
    stands = tuple(pictures_of(view.rules).seat_status(seat, deal)) or (Phrase(doing(seat, deal)),)
    return (*stands, *([Phrase(count(seat.lapses, "lapse"))] if seat.lapses else ()))


TURN = {Phase.DRAW: "to draw", Phase.DISCARD: "to discard", Phase.DECLARE: "to declare"}
"""What a deal waits for its turn to do."""


def doing(seat: SeatView, deal: DealView) -> str:
    """What a seat that is in the deal is waited for with, if it is."""
    if deal.phase is Phase.SHOW:
        declared = "declared" if seat.seat == deal.turn else "has shown"
        return declared if seat.shown else "to show groups"
    return TURN.get(deal.phase, "in") if seat.seat == deal.turn else "in"
