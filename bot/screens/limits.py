"""The limits that a player sets themselves."""

from datetime import datetime

from bot import text
from bot.layout import Accent, Button, Choice, Screen, Style, menu, row, screen
from bot.screens.base import relative
from bot.screens.ids import Limit, LimitId
from bot.service.limits import DAYS, HOURS
from bot.store.rows.settings import PlayerSettings


def limits(settings: PlayerSettings, now: datetime, note: str | None = None) -> Screen:
    """A reminder after so many hours of play, and a pause of some days."""
    hours, until = settings.remind_hours, settings.paused_until
    lines = [text.limits.NO_REMINDER() if hours is None else text.limits.reminded(hours)]
    if until is not None and now < until:
        lines.append(text.limits.paused(relative(until)))
    offered = [Choice(text.limits.every(one), str(one), chosen=one == hours) for one in HOURS]
    never = Choice(text.limits.NEVER(), "0", chosen=hours is None)
    return screen(
        Accent.GREY,
        note,
        "\n".join([text.limits.ABOUT(), *lines]),
        menu(LimitId(Limit.REMIND), text.limits.REMIND(), [never, *offered]),
        menu(LimitId(Limit.PAUSE), text.limits.PAUSE(), [Choice(text.limits.days(one), str(one)) for one in DAYS]),
    )


def ask_pause(days: int) -> Screen:
    """Whether to begin a pause; it is pressed elsewhere than the menu stood."""
    keep = Button(text.limits.KEEP_ON(), str(LimitId(Limit.MENUS)), Style.PRIMARY)
    begin = Button(text.limits.begin_pause(days), str(LimitId(Limit.SURE, days)), Style.DANGER)
    return screen(Accent.RED, text.limits.ask_pause(days), row(keep, begin))
