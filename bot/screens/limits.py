"""The limits that a player sets themselves."""

from datetime import datetime

from bot.layout import Accent, Button, Choice, Screen, Style, menu, row, screen
from bot.screens.base import relative
from bot.screens.ids import Limit, LimitId
from bot.service.limits import DAYS, HOURS
from bot.store.rows.settings import PlayerSettings
from bot.text import limits as limits_text


def limits(settings: PlayerSettings, now: datetime, note: str | None = None) -> Screen:
    """Return the choices of a reminder after hours of play, and of a pause of some days."""
    hours, until = settings.remind_hours, settings.paused_until
    lines = [limits_text.NO_REMINDER() if hours is None else limits_text.reminded(hours)]
    if until is not None and now < until:
        lines.append(limits_text.paused(relative(until)))
    offered = [Choice(limits_text.every(one), str(one), chosen=one == hours) for one in HOURS]
    never = Choice(limits_text.NEVER(), "0", chosen=hours is None)
    return screen(
        Accent.GREY,
        note,
        "\n".join([limits_text.ABOUT(), *lines]),
        menu(LimitId(Limit.REMIND), limits_text.REMIND(), [never, *offered]),
        menu(LimitId(Limit.PAUSE), limits_text.PAUSE(), [Choice(limits_text.days(one), str(one)) for one in DAYS]),
    )


def ask_pause(days: int) -> Screen:
    """Return whether to begin a pause; it is pressed elsewhere than the menu stood."""
    keep = Button(limits_text.KEEP_ON(), str(LimitId(Limit.MENUS)), Style.PRIMARY)
    begin = Button(limits_text.begin_pause(days), str(LimitId(Limit.SURE, days)), Style.DANGER)
    return screen(Accent.RED, limits_text.ask_pause(days), row(keep, begin))
