"""The turns of a person in a deal played alone, and the end of the deal for them."""

from dataclasses import dataclass

from bot.codes import Nearness, OwnEnd
from bot.rummy.actions import DealCards, Discard, Draw, Source
from bot.rummy.cards import Card, Seat
from bot.rummy.game import game_of
from bot.rummy.outcome import SeatStatus
from bot.rummy.table import Table
from bot.rummy.view import View
from bot.service.solo import Solo


@dataclass(frozen=True, slots=True)
class OwnTurn:
    """A turn of the person."""

    source: Source
    drawn: Card | None
    thrown: Card | None = None
    """None if the turn ended the deal for them."""
    change: Nearness | None = None
    """None if the turn ended the deal for them."""


@dataclass(frozen=True, slots=True)
class Story:
    """A finished deal, as the person played it."""

    first: View
    """The person's view when the cards were dealt."""
    turns: tuple[OwnTurn, ...]
    end: OwnEnd


def story_of(opening: Table, solo: Solo) -> Story:
    """Return the story of the person's turns. `opening` is the table before the first entry."""
    return Story(_first_view(opening, solo), turns_of(opening, solo), end_of(solo))


def turns_of(opening: Table, solo: Solo) -> tuple[OwnTurn, ...]:
    """Return the person's turns in order. `opening` is the table before the first entry."""
    turns: list[OwnTurn] = []
    table, seat, missing = opening, solo.seat, 0
    for entry in solo.entries:
        if entry.seat == seat and isinstance(entry.action, Draw):
            missing = _missing(table, seat)
        table = table.play(entry.seat, entry.action)
        if entry.seat != seat:
            continue
        match entry.action:
            case Draw(source):
                deal = table.view(seat).deal
                turns.append(OwnTurn(source, deal.drawn if deal is not None else None))
            case Discard(card):
                change = _change(missing, _missing(table, seat))
                turns[-1] = OwnTurn(turns[-1].source, turns[-1].drawn, card, change)
    return tuple(turns)


def _first_view(opening: Table, solo: Solo) -> View:
    """Return the person's view right after the last deal was dealt."""
    table, found = opening, opening
    for entry in solo.entries:
        table = table.play(entry.seat, entry.action)
        if isinstance(entry.action, DealCards):
            found = table
    return found.view(solo.seat)


def _missing(table: Table, seat: Seat) -> int:
    return game_of(table.rules).missing(table.view(seat))


def _change(before: int, after: int) -> Nearness:
    if after == before:
        return Nearness.SAME
    return Nearness.NEARER if after < before else Nearness.FURTHER


def end_of(solo: Solo) -> OwnEnd:
    """Return how a finished deal ended for the person."""
    outcome = solo.table.match.outcomes[-1]
    if solo.seat in outcome.winners:
        return OwnEnd.WON
    match outcome.statuses[solo.seat]:
        case SeatStatus.WRONG:
            return OwnEnd.WRONG
        case SeatStatus.DROPPED | SeatStatus.LEFT:
            return OwnEnd.DROPPED
    return OwnEnd.BEATEN
