"""What all messages are made of: layouts that keep nothing in memory, and a few ways to fill them."""

import io
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum

import discord
from discord import ButtonStyle, ui

from bot import text
from bot.rummy.actions import EndCause
from bot.rummy.cards import Seat
from bot.rummy.deal_view import DealView
from bot.rummy.ids import Player, PlayerId
from bot.rummy.view import View
from bot.screens.ids import ButtonId, SelectId
from bot.service.state import TableState
from bot.service.timing import turn_ends
from bot.store.rows import AlarmKind

MAX_TEXT = 3900
"""Characters in all displays of a message; Discord takes 4000."""
MAX_TYPED = 400
"""Characters of cards or groups that are typed."""
MOST_CHOICES = 25
"""Choices that Discord shows in a menu, or while somebody types."""


class Accent(IntEnum):
    """The stripe beside a message."""

    GREEN = 0x3BA55D
    """Your turn; something to do."""
    BLURPLE = 0x5865F2
    """The game goes on."""
    GREY = 0x6D7480
    """Waiting, or nothing left to do."""
    GOLD = 0xE0A526
    """Over: somebody has won."""
    RED = 0xD83C3E
    """Think twice."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture in a message, and what it says in words."""

    name: str
    data: bytes
    alt: str

    @property
    def url(self) -> str:
        return f"attachment://{self.name}"


class Layout(ui.LayoutView):
    """A layout that discord.py never stores: clicks are routed by their custom ids.

    A stored view that ends would take our buttons' patterns with it, for the whole process.
    """

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.stop()

    def is_finished(self) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class Message:
    """All of a message: its layout, and the pictures the layout refers to."""

    layout: Layout
    pictures: tuple[Picture, ...] = ()

    def files(self) -> list[discord.File]:
        """The pictures as new files: a file can be sent once."""
        return [discord.File(io.BytesIO(p.data), p.name, description=p.alt) for p in self.pictures]


def message(accent: Accent, *parts: ui.Item[Layout] | str | Picture | None) -> Message:
    """A message of one container; texts, pictures and rows from top to bottom."""
    pictures = tuple(part for part in parts if isinstance(part, Picture))
    room = MAX_TEXT
    items: list[ui.Item[Layout]] = []
    for part in parts:
        if isinstance(part, str) and part.strip():
            shown = text.clipped(part.strip(), max(1, room))
            room -= len(shown)
            items.append(ui.TextDisplay(shown))
        elif isinstance(part, Picture):
            items.append(ui.MediaGallery(discord.MediaGalleryItem(part.url, description=part.alt)))
        elif isinstance(part, ui.Item):
            items.append(part)
    layout = Layout()
    layout.add_item(ui.Container(*items, accent_colour=discord.Colour(accent)))
    return Message(layout, pictures)


# -- controls ---------------------------------------------------------------------------------------


def button(
    state: TableState, action: str, label: str, style: ButtonStyle = ButtonStyle.secondary, *, disabled: bool = False
) -> ui.Button[Layout]:
    """A button of a table, as of its step."""
    id = ButtonId(state.id, step_of(state), action)
    return ui.Button(style=style, label=label, custom_id=str(id), disabled=disabled)


def row(*items: ui.Item[Layout] | None) -> ui.ActionRow[Layout] | None:
    """A row of the buttons that are there; None: none is."""
    there = [item for item in items if item is not None]
    return ui.ActionRow(*there) if there else None


def select(
    state: TableState, action: str, hint: str, options: Iterable[discord.SelectOption], *, most: int = 1
) -> ui.ActionRow[Layout] | None:
    """A select of a table in a row of its own; None: there is nothing to choose."""
    choices = list(options)
    if not choices:
        return None
    menu: ui.Select[Layout] = ui.Select(
        custom_id=str(SelectId(state.id, step_of(state), action)),
        placeholder=hint,
        options=choices,
        max_values=min(most, len(choices)),
    )
    return ui.ActionRow(menu)


def step_of(state: TableState) -> int:
    """The step that a control shown now belongs to."""
    return state.table.step if state.table is not None else 0


# -- people -----------------------------------------------------------------------------------------


_BLANK = dict.fromkeys(map(ord, "\u115f\u1160\u2800\u3164\uffa0"), " ")
"""Letters of which nothing shows: a name of these alone would be none."""


def escaped(name: str) -> str:
    """A name that shows as it is: no markup, no mention, no second line."""
    line = " ".join("".join(char if char.isprintable() else " " for char in name.translate(_BLANK)).split())
    safe = re.sub(r"([\\*_~|`<>#\[\]()])", r"\\\1", line[:40])
    safe = re.sub(r"^([-+]|\d+(?=[.]))", _not_a_list, safe)
    return discord.utils.escape_mentions(safe.replace("://", ":\u200b//")) or text.refusals.UNNAMED_MEMBER


def _not_a_list(mark: re.Match[str]) -> str:
    """What would begin a list, so that it does not."""
    return f"\\{mark[0]}" if mark[0] in "-+" else f"{mark[0]}\u200b"


def names(state: TableState) -> Mapping[Seat, str]:
    """What everybody is called, by seat, ready for a message."""
    return {seat: escaped(name) for seat, name in state.names.items()}


def mention(player: Player, name: str) -> str:
    """A mention of a person; a computer is called by its name."""
    return name if player.is_computer else f"<@{player.id}>"


def mentions(state: TableState) -> list[int]:
    """The people whom a message to all of the table may ping."""
    return [player.id for player in state.players if not player.is_computer]


def my_view(state: TableState, me: PlayerId) -> View:
    """What that person may know.

    Raises:
        ServiceError: the person does not sit here.
    """
    return state.for_player(me)


# -- time -------------------------------------------------------------------------------------------


def relative(moment: datetime) -> str:
    """A moment that counts down in the reader's own client."""
    return f"<t:{int(moment.timestamp())}:R>"


def deadline(state: TableState) -> str:
    """When the running turn, declaration or show is over; empty where no clock runs."""
    alarm, deal = state.alarm(AlarmKind.TURN), state.public.deal
    if alarm is None or deal is None:
        return ""
    bank = deal.seats[alarm.seat].bank if alarm.seat is not None else 0
    if not bank:
        return f"⏳ {relative(alarm.due)}"
    return text.table.extra_time(relative(turn_ends(alarm, bank)), relative(alarm.due))


def waiting_for(state: TableState, deal: DealView) -> str:
    """Whom the deal waits for, and for what."""
    called = names(state)
    return text.waiting((called[seat] for seat in deal.awaited), deal.phase)


# -- the end ----------------------------------------------------------------------------------------


def void_sentence(state: TableState) -> str:
    """Why a void table has ended, by the last line of its journal; after a vote, who asked for it and who agreed."""
    word, _, cause = state.last_action.partition(" ")
    if word == "call-end":
        cause = EndCause.HOST  # a call that ends the table at once is that of a host with nobody to ask
    cause = cause if word in ("end", "call-end") else "vote"
    if state.row.tournament is not None and cause in text.table.ENDED_IN_TOURNAMENT:
        return text.table.ENDED_IN_TOURNAMENT[cause]
    return " ".join([text.table.ENDED[cause], *_voted(state)])


def _voted(state: TableState) -> list[str]:
    """Who asked to end a table that a vote has made void, and who agreed."""
    vote = state.public.vote
    if vote is None:
        return []
    called = names(state)
    return [text.table.ended_by_vote(called[vote.caller], [called[seat] for seat in sorted(vote.agreed)])]
