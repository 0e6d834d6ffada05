"""`paplu review`: ratings of the decisions in a record, by seat."""

import argparse
import json
from collections.abc import Iterator
from typing import Any

from bot.cli.records import read
from bot.console import FAULTY, OK, complain, show
from bot.games.faces import GAMES
from bot.languages.error_text import error_sentence
from bot.languages.sentence import say
from bot.rummy.cards import Seat
from bot.rummy.decisions import review
from bot.rummy.errors import ParseError
from bot.rummy.record import Record
from bot.rummy.review import Option, Review, Reviewed
from bot.text import refusals
from bot.text import review as review_text


def run(arguments: argparse.Namespace) -> int:
    """Review a record. Return status 1 if it cannot be replayed, is not over, or has no such seat."""
    try:
        record = Record.parse(read(arguments.file), GAMES)
    except ParseError as error:
        return complain(f"{arguments.file}: {error_sentence(error)}")
    try:
        found = [(seat, review(record, seat)) for seat in _seats(record, arguments.seat)]
    except ParseError as error:
        complain(refusals.fault(error, GAMES))
        return FAULTY
    if arguments.json:
        print(json.dumps([_figures(seat, one) for seat, one in found if one is not None]))
        return OK
    for seat, one in found:
        lines = (
            [review_text.NO_REVIEW()] if one is None else review_text.lines(one, say("seat {number}", number=seat + 1))
        )
        show(lines)
    return OK


def _seats(record: Record, asked: int | None) -> list[Seat]:
    """Return the seat *asked* for, counted from 1; else the seats of people, or all seats if there are no people.

    Raises:
        ParseError: the record cannot be played again.
    """
    if asked is not None:
        return [Seat(asked - 1)]
    players = record.replay().players
    people = [Seat(i) for i, player in enumerate(players) if not player.is_computer]
    return people or [*map(Seat, range(len(players)))]


# -- as JSON ----------------------------------------------------------------------------------------


def _figures(seat: Seat, found: Review) -> dict[str, Any]:
    lost = found.lost
    return {
        "seat": seat + 1,
        "grade": found.grade,
        "grades": [*found.grades()],
        "turns": len(found.turn_costs),
        "lost_a_turn": None if lost is None else round(lost.mean, 4),
        "lost_interval": None if lost is None else [round(lost.low, 4), round(lost.high, 4)],
        "dealt": round(found.dealt, 3),
        "drawn": round(found.drawn, 3),
        "given_away": round(found.given_away, 3),
        "deals": [
            {
                "deal": deal.number,
                "won": deal.won,
                "points": deal.points,
                "turns": deal.turns,
                "dealt": round(deal.dealt, 3),
                "drawn": round(deal.drawn, 3),
                "lost": round(deal.lost, 3),
            }
            for deal in found.deals
        ],
        "decisions": [*map(_decision, found.decisions)],
        "turning_points": [found.decisions.index(one) for one in found.turning_points()],
    }


def _decision(one: Reviewed) -> dict[str, Any]:
    return {
        "deal": one.deal,
        "turn": one.turn,
        "finding": one.finding,
        "basis": one.basis,
        "cost": round(one.cost, 4),
        "points": round(one.points, 1),
        "taken": dict(_option(one.taken)),
        "best": dict(_option(one.best)),
    }


def _option(option: Option) -> Iterator[tuple[str, Any]]:
    yield "deed", option.deed
    if option.card is not None:
        yield "card", str(option.card)
    for name in ("chance", "missing", "helps", "points"):
        if (value := getattr(option, name)) is not None:
            yield name, round(value, 4)
