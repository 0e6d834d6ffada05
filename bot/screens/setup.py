"""The welcome of a server, and the steps in which its staff set up the bot."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, ClassVar

from bot.codes import Look
from bot.faces.face import Face
from bot.languages.language import Language
from bot.layout import (
    MAX_CHOICES,
    Accent,
    Button,
    ChannelMenu,
    Choice,
    ControlId,
    Field,
    Form,
    Menu,
    Screen,
    Style,
    menu,
    one_of,
    row,
    screen,
)
from bot.rummy.rules import GameRules
from bot.screens.base import WORDS
from bot.screens.ids import AS_IN_DISCORD, QuickId
from bot.screens.menus import doctor
from bot.screens.server_settings import line
from bot.store.rows.settings import ServerSettings
from bot.text import lobby, setup
from bot.text.settings import AS_IN_DISCORD as AS_IN_DISCORD_LABEL
from bot.text.settings import LOOKS, language_name

LONGEST_ZONE = 40


class SetupStep(StrEnum):
    """The steps, in their order. But for the first and the last, each has the name of its setting."""

    PERMISSIONS = "permissions"
    LANGUAGE = "language"
    ZONE = "zone"
    DISPUTES = "dispute_channel"
    LOOK = "look"
    TELL = "tells"
    DONE = "done"


class SetupWord(StrEnum):
    """The purpose of a control of a step."""

    SHOW = "show"
    SET = "set"
    ASK = "ask"
    """Opens a form."""


@dataclass(frozen=True, slots=True)
class SetupId(ControlId):
    """A control of a step in which staff set up a server: it shows the step, or sets its value and goes on."""

    PREFIX: ClassVar[str] = "rummy:z"

    step: Annotated[SetupStep, one_of(SetupStep)]
    word: Annotated[SetupWord, one_of(SetupWord)] = SetupWord.SHOW


def setup_button() -> Button:
    """Return the button that leads to the first step."""
    return Button(setup.SET_UP(), str(SetupId(SetupStep.PERMISSIONS)))


def welcome(games: Iterable[GameRules]) -> Screen:
    """Return the message to a server that has just added the bot."""
    titles = (game.face.title() for game in games if isinstance(game.face, Face))
    play = Button(lobby.PLAY_NOW(), str(QuickId()), Style.SUCCESS)
    return screen(Accent.GREEN, setup.welcome(titles), row(play, setup_button()))


def permissions(findings: Sequence[tuple[str, bool, str]]) -> Screen:
    """Return the first step: the permissions that the bot lacks."""
    again = Button(setup.CHECK_AGAIN(), str(SetupId(SetupStep.PERMISSIONS)), Style.PRIMARY)
    go_on = Button(setup.GO_ON(), str(SetupId(SetupStep.LANGUAGE)))
    told = doctor(findings)
    return screen(told.accent, setup.TITLE(), *told.parts, row(again, go_on))


def step(
    here: SetupStep, after: SetupStep, chosen: ServerSettings, languages: Iterable[Language], note: str | None = None
) -> Screen:
    """Return the step of a setting, with its value and a button that keeps it.

    `after`: the step that follows. `languages`: those that a server may choose.
    """
    known = {one.code: one for one in languages}
    keep = Button(setup.KEEP(), str(SetupId(after)), Style.SUCCESS)
    ask, off = None, None
    if here is SetupStep.ZONE:
        ask = Button(setup.TYPE_ZONE(), str(SetupId(here, SetupWord.ASK)))
    if here is SetupStep.TELL:
        off = Button(setup.SWITCH_OFF(), str(SetupId(here, SetupWord.SET)))
    return screen(
        Accent.BLURPLE,
        note,
        setup.TITLE(),
        line(here, chosen, known.get(chosen.language or "")),
        setup.ABOUT[here](),
        _menu(here, known.values()),
        row(keep, ask, off),
    )


def _menu(here: SetupStep, languages: Iterable[Language]) -> Menu | ChannelMenu | None:
    """Return the menu of a step, whose present value is the default one. Return None if it has none."""
    id = SetupId(here, SetupWord.SET)
    if here is SetupStep.DISPUTES:
        return ChannelMenu(str(id), setup.STAFF_CHANNEL())
    if here is SetupStep.LANGUAGE:
        named = [Choice(language_name(one), one.code) for one in languages][: MAX_CHOICES - 1]
        return menu(id, None, [Choice(AS_IN_DISCORD_LABEL(), AS_IN_DISCORD, chosen=True), *named])
    if here is SetupStep.LOOK:
        return menu(id, None, (Choice(words(), look, chosen=look is Look.FELT) for look, words in LOOKS.items()))
    return None


def zone_form() -> Form:
    """Return the form for the time zone of a server."""
    field = Field(WORDS, setup.ZONE(), setup.ABOUT_ZONE(), "", "Asia/Kolkata", LONGEST_ZONE)
    return Form(str(SetupId(SetupStep.ZONE, SetupWord.SET)), setup.TYPE_ZONE(), (field,))
