"""Parts that many screens share: controls of a table, names, times, and the end of a table."""

import re
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from functools import lru_cache
from typing import Protocol

from bot.languages.sentence import isolated
from bot.layout import Accent, Button, Choice, Menu, Screen, Style, TableControlId, menu, row, screen
from bot.rummy.actions import EndCause, EndWithout
from bot.rummy.cards import Seat
from bot.rummy.deal_view import DealView, Phase
from bot.rummy.game import game_of
from bot.rummy.ids import COMPUTER_SIGN, ERASED, DisplayName, Player, PlayerId, one_line
from bot.rummy.view import View
from bot.service.tables.names import UNKNOWN, computer_number, look, namesakes
from bot.service.tables.state import TableState
from bot.store.rows.alarms import AlarmKind
from bot.store.rows.matches import ResultRow, Standing
from bot.text import hand, lobby, privacy, refusals, table, words

# -- controls ---------------------------------------------------------------------------------------


WORDS = "words"
"""The name of the text field of a form that has one."""


def button(
    state: TableState,
    text: str,
    label: str,
    style: Style = Style.PLAIN,
    *,
    disabled: bool = False,
    own: bool = False,
) -> Button:
    """Return a button of a table for its current step. It carries an action or a request.

    `own`: the screen is one that only its player sees.
    """
    return Button(label, str(TableControlId(state.id, step_of(state), text, own)), style, disabled)


def select(state: TableState, text: str, hint: str, choices: Iterable[Choice], *, most: int = 1) -> Menu | None:
    """Return a menu of a table, for its current step. It sends `text` and the chosen values.

    Return None if there is nothing to choose.
    """
    return menu(TableControlId(state.id, step_of(state), text, is_own=True), hint, choices, most=most)


def question(sentence: str, *answers: Button) -> Screen:
    """Return a question before an action that cannot be undone."""
    return screen(Accent.RED, sentence, row(*answers))


def step_of(state: TableState) -> int:
    """Return the step for a control that is shown now."""
    return state.table.step if state.table is not None else 0


# -- people -----------------------------------------------------------------------------------------


NAMESAKE_LENGTH = 12
"""The most letters of a name before its handle, which is to be seen in pictures too."""
_MENTION = re.compile(r"@(?=everyone|here|[!&]?[0-9]{17,20})")


def escaped(name: str, most: int = 40) -> str:
    """Return a name, or the first `most` characters of a text, so that it shows as it is: no markup, no mention, no
    second line.
    """
    return isolated(_escaped(name, most) or refusals.UNNAMED_MEMBER())


@lru_cache(4096)
def _escaped(name: str, most: int) -> str:
    """Return the escaped text; empty if nothing of it shows."""
    safe = re.sub(r"([\\*_~|`<>#\[\]()])", r"\\\1", words.clipped(one_line(name), most))
    safe = re.sub(r"^([-+]|\d+(?=[.]))", _not_a_list, safe)
    return _MENTION.sub("@\u200b", safe.replace("://", ":\u200b//"))


def _not_a_list(mark: re.Match[str]) -> str:
    """Return the escaped beginning of a list."""
    return f"\\{mark[0]}" if mark[0] in "-+" else f"{mark[0]}\u200b"


class Players(Protocol):
    """A table or tournament, which knows the names of its players."""

    def name(self, player: Player) -> DisplayName:
        """Return the name of a player."""

    @property
    def namesakes(self) -> frozenset[PlayerId]:
        """Return the people who need their handles to be told apart."""

    @property
    def computers(self) -> Collection[int]:
        """Return the numbers of the computers."""


def called(state: Players, player: Player) -> str:
    """Return the name of a player as readers see it: a person's name, or a computer's in their language."""
    if player.is_computer:
        return lobby.computer_name(player.id)
    name = state.name(player)
    is_alike = player.id in state.namesakes or is_like_computer(name, state.computers)
    return with_handle(name) if is_alike else spoken(name)


def is_like_computer(name: str, computers: Iterable[int]) -> bool:
    """Return whether one of these computers has that name in the reader's language."""
    return any(look(lobby.computer_name(number)) == look(f"{COMPUTER_SIGN} {name}") for number in computers)


def with_handle(name: DisplayName) -> str:
    """Return a name that others have too, with the person's handle, as readers see it."""
    if not name.handle:
        return spoken(name)
    return DisplayName(f"{words.clipped(one_line(name), NAMESAKE_LENGTH)} @{name.handle}", name.handle)


def standing_names(standings: Iterable[Standing]) -> list[str]:
    """Return the names of the players of these standings, with their handles where names are alike."""
    named = {one.player: one.called for one in standings}
    alike = namesakes(named)
    return [with_handle(name) if player in alike else spoken(name) for player, name in named.items()]


def spoken(name: str) -> str:
    """Return the name in the reader's language if it stands for an erased or unknown person; else unchanged."""
    return privacy.erased_name() if name == ERASED else lobby.nameless() if name == UNKNOWN else name


def named(result: ResultRow) -> str:
    """Return the name of a match's player as readers see it."""
    number = computer_number(result.name) if result.player is None else None
    return spoken(result.called) if number is None else lobby.computer_name(number)


def name_of(state: TableState, player: Player) -> str:
    """Return the name of a player of a lobby; with a computer's level if computers differ."""
    name = called(state, player)
    if player.level is None or len(game_of(state.rules).levels) == 1:
        return name
    return lobby.computer(name, player.level)


def drawn_names(state: TableState) -> Mapping[Seat, str]:
    """Return the name of each seat, as pictures draw it."""
    return {Seat(i): called(state, player) for i, player in enumerate(state.players)}


def names(state: TableState) -> Mapping[Seat, str]:
    """Return the name of each seat, ready for a message."""
    return {seat: escaped(name) for seat, name in drawn_names(state).items()}


def names_of(state: TableState, seats: Iterable[Seat]) -> list[str]:
    """Return the names of those seats, ready for a message."""
    called = names(state)
    return [called[seat] for seat in seats]


def mentioned(state: TableState, seats: Iterable[Seat]) -> list[str]:
    """Return mentions of the players on those seats."""
    return list(map(mention, (state.players[seat] for seat in seats), names_of(state, seats)))


def mention(player: Player, name: str) -> str:
    """Return a mention of a person, or the name of a computer."""
    return name if player.is_computer else f"<@{player.id}>"


def mentions(state: TableState) -> list[int]:
    """Return the people whom a message to the whole table may ping."""
    return [player.id for player in state.players if not player.is_computer]


def my_view(state: TableState, me: PlayerId) -> View:
    """Return the view of that person.

    Raises:
        ServiceError: the person does not sit here.
    """
    return state.for_player(me)


def link_to(guild: int | None, channel: int, message: int) -> str:
    """Return the link to a message. `guild` None stands for direct messages."""
    return f"https://discord.com/channels/{guild or '@me'}/{channel}/{message}"


# -- time -------------------------------------------------------------------------------------------


def relative(moment: datetime) -> str:
    """Return a moment as text that counts down in the reader's own client."""
    return f"<t:{int(moment.timestamp())}:R>"


def date_and_time(moment: datetime) -> str:
    """Return a moment as text in the reader's own language and zone."""
    return f"<t:{int(moment.timestamp())}:f>"


def deadline(state: TableState) -> str:
    """Return when the running turn, declaration or show ends; empty without a clock, or while it rests."""
    alarm, deal = state.alarm(AlarmKind.TURN), state.public.deal
    if alarm is None or deal is None or state.public.resting is not None:
        return ""
    bank = deal.seats[alarm.seat].bank if alarm.seat is not None else 0
    return table.deadline(relative(alarm.due), bank)


def waiting_for(state: TableState, deal: DealView) -> str:
    """Return the players that the deal waits for, and their tasks."""
    return words.waiting(names_of(state, deal.awaited), deal)


def ends_soon(deal: DealView) -> str:
    """Return a warning that the deal may end without a declaration; empty if it may not."""
    if deal.phase is Phase.DRAW and deal.is_used_up:
        return hand.USED_UP()
    is_turn = deal.phase in (Phase.DRAW, Phase.DISCARD)
    return hand.quiet(deal.quiet_turns) if is_turn and deal.quiet_turns is not None else ""


# -- the end ----------------------------------------------------------------------------------------


def void_sentence(state: TableState) -> str:
    """Return why a void table has ended, from the last line of its journal.

    After a vote, name the player who asked for it and those who agreed.
    """
    word, _, said = state.last_action.partition(" ")
    cause = EndCause(said) if word == "end" else None
    if word == EndWithout.word:
        cause = EndCause.BEACON
    if word == "call-end":
        cause = EndCause.HOST  # a call that ends the table at once comes from a host with nobody to ask
    if state.lobby.put_back is not None:
        return table.put_back(date_and_time(state.lobby.put_back))
    of_tournament = state.row.tournament is not None
    because = table.ended_because(cause, of_tournament=of_tournament)
    if of_tournament and cause in table.ENDED_IN_TOURNAMENT:
        return because
    return " ".join([because, *_voted(state)])


def _voted(state: TableState) -> list[str]:
    """Return the player who asked to end a table that a vote has made void, and those who agreed."""
    vote = state.public.vote
    if vote is None:
        return []
    return [table.ended_by_vote(names(state)[vote.caller], names_of(state, sorted(vote.agreed)))]
