"""The table and the hand of one player as plain data, for a page that draws them itself. Only a view leaves."""

from collections.abc import Iterable
from itertools import chain
from typing import Any

from bot.faces.face import face_of
from bot.faces.zones import HandGroup, Zone, Zones
from bot.render.phrases import seat_status, total_word
from bot.rummy.cards import Card, Groups, Seat, is_joker
from bot.rummy.outcome import SeatStatus
from bot.rummy.view import Stage, View
from bot.screens.base import drawn_names
from bot.service.tables.state import TableState
from bot.store.rows.alarms import AlarmKind
from bot.text.table import game_and_format

PageData = dict[str, Any]


def felt(state: TableState, view: View) -> PageData:
    """Return the table as that view shows it: the seats and, while a deal is played, the decks and the own hand."""
    deal, names = view.deal, drawn_names(state)
    alarm = state.alarm(AlarmKind.TURN)
    shown: PageData = {
        "title": game_and_format(view.match.terms, view.rules),
        "seat": view.seat,
        "step": view.step,
        "seats": [_seat(view, Seat(at), names[Seat(at)]) for at in range(len(view.players))],
        "due": None if alarm is None else alarm.due.timestamp(),
    }
    if deal is None or view.stage is not Stage.PLAYING:
        return shown
    mine = deal.is_my_turn or deal.must_show
    return shown | {"mine": mine, "turn": deal.turns} | laid(view)


def laid(view: View, groups: Groups | None = None) -> PageData:
    """Return the hand and the decks; with `groups`, the hand as if they were saved.

    Raises:
        IllegalAction: the hand cannot be laid so.
    """
    deal, face = view.deal, face_of(view.rules)
    assert deal is not None
    zones = face.zones(view if groups is None else face.grouped(view, groups))
    shown: PageData = {
        "zones": [_zone(zone) for zone in zones.zones],
        "jokers": sorted({str(card) for card in _seen(zones) if is_joker(card, deal.jokers)}),
    }
    if deal.seat is None or deal.seats[deal.seat].status is not SeatStatus.IN:
        return shown
    return shown | {
        "groups": [_group(group) for group in zones.groups],
        "loose": _texts(zones.loose),
        "worth": zones.worth,
        "canSave": zones.can_save,
        "drawn": None if deal.drawn is None else str(deal.drawn),
    }


def _seen(zones: Zones) -> Iterable[Card]:
    groups = chain.from_iterable(group.cards for group in zones.groups)
    return chain(groups, zones.loose, chain.from_iterable(zone.cards for zone in zones.zones))


def _group(group: HandGroup) -> PageData:
    return {"cards": _texts(group.cards), "kind": group.kind, "band": group.band}


def _zone(zone: Zone) -> PageData:
    controls = {"take": zone.take, "put": zone.put, "asks": zone.asks, "many": zone.takes_many}
    swaps = {"swap": zone.swap, "swaps": _texts(zone.swaps)}
    shown = {"name": zone.name, "label": zone.label, "cards": _texts(zone.cards), "hidden": zone.hidden}
    return shown | controls | swaps


def _texts(cards: Iterable[Card]) -> list[str]:
    return [str(card) for card in cards]


def _seat(view: View, seat: Seat, name: str) -> PageData:
    deal = view.deal
    is_computer = view.players[seat].is_computer
    shown = {"name": name, "computer": is_computer, "total": total_word(view.match, seat), "left": seat in view.left}
    if deal is None:
        return shown | {"cards": 0, "status": "", "turn": False}
    own = deal.seats[seat]
    return shown | {
        "cards": own.cards,
        "status": seat_status(own, view, deal)[0].words,
        "turn": view.stage is Stage.PLAYING and seat in deal.awaited,
    }
