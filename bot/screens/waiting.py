"""A table that has lost the place where it plays, as its players and the staff see it."""

from bot.layout import Accent, Screen, Style, row, screen
from bot.rummy.actions import End, EndCause
from bot.screens.base import button
from bot.screens.between import public_vote
from bot.service.tables.state import TableState
from bot.service.tables.waiting import missing_consent, seated_people
from bot.text import buttons
from bot.text import waiting as text


def waiting(state: TableState, note: str | None = None, *, plays: bool = True, hosts: bool = False) -> Screen:
    """Return the screen of a table that waits, with the ways to go on. `note` stands above.

    `plays`: whether its reader sits there; a private match is not shown to another as one that they can move.
    `hosts`: whether they may ask the others to end it.
    """
    here = button(state, "go-on", text.GO_ON_HERE(), Style.PRIMARY, own=True)
    if state.is_lobby:
        return screen(Accent.GREY, note, text.LOBBY(), text.lobby_way(), row(here))
    leave = button(state, "ask-leave", buttons.ASK_LEAVE(), own=True)
    end = button(state, "ask-end", buttons.ASK_END(), own=True) if hosts else None
    vote = public_vote(state, state.public) if plays else []
    if state.row.tournament is not None:
        refresh = button(state, "hand", buttons.REFRESH(), own=True)
        said = f"{text.IN_TOURNAMENT()} {text.DAYS()}", text.tournament_way()
        return screen(Accent.GREY, note, *said, row(refresh) if plays else "")
    if not state.is_kept_private:
        found = row(here, leave, end) if plays else row(here)
        return screen(Accent.GREY, note, f"{text.PUBLIC()} {text.DAYS()}", text.public_way(), found, *vote)
    if not plays:
        return screen(Accent.GREY, note, f"{text.PRIVATE()} {text.DAYS()}")
    people = len(seated_people(state))
    agreed = people - missing_consent(state)
    return screen(
        Accent.GREY,
        note,
        f"{text.PRIVATE()} {text.DAYS()}",
        text.private_way(),
        text.agreed(agreed, people) if agreed else "",
        row(here, button(state, "go-public", text.GO_ON_IN_PUBLIC(), own=True), leave, end),
        *vote,
    )


def waiting_call(state: TableState) -> Screen:
    """Return the message to the players of a private table that waits or has just ended, without its content."""
    people = [f"<@{person}>" for person in state.lobby.persons]
    if state.row.status.is_over:
        by_time = state.last_action == str(End(EndCause.PLACE))
        return screen(Accent.GREY, text.over(people, by_time=by_time))
    return screen(Accent.GREY, text.call(people), row(button(state, "hand", buttons.HAND(), Style.PRIMARY)))
