"""`paplu daily`: the deal of a past day, read from the bot's database and played again in the terminal."""

import argparse
from datetime import UTC, date, datetime

from bot.config import Config, ConfigError
from bot.console import complain
from bot.games.faces import GAMES
from bot.service.daily import Daily, DayDeal
from bot.service.errors import ServiceError
from bot.store.address import is_missing
from bot.store.errors import DatabaseUnusableError, StoreError
from bot.store.store import Store
from bot.terminal.daily import PastDay, TerminalDay
from bot.terminal.run import converse
from bot.text import terminal


class NoSuchDayError(Exception):
    """An error that says why there is nothing to play."""


def run(arguments: argparse.Namespace) -> int:
    """Play that day's deal over the standard streams. Return the exit status."""
    try:
        config = Config.read()
        return converse(lambda: _opened(config.database_url.get_secret_value(), arguments.date))
    except (ConfigError, StoreError, NoSuchDayError) as error:
        return complain(error)


async def _opened(url: str, day: date | None) -> TerminalDay:
    """Return the deal of *day*; of the newest past day that a person finished if it is None.

    Raises:
        NoSuchDayError: nobody played on that day, or it is not over.
        StoreError: the database cannot be read.
    """
    if is_missing(url):
        raise DatabaseUnusableError(terminal.NO_DATABASE())
    store = await Store.open_to_read(url)
    try:
        return await TerminalDay.open_day(PastDay(await _past(store, day), store))
    except BaseException:
        await store.close()
        raise


async def _past(store: Store, wanted: date | None) -> DayDeal:
    daily = Daily(store, GAMES, {}, lambda: datetime.now(UTC))
    day = wanted or next(iter(await daily.past_days(1)), None)
    if day is None:
        raise NoSuchDayError(terminal.NO_PAST_DAY())
    if not daily.is_public(day):
        raise NoSuchDayError(terminal.day_not_over(day))
    try:
        return await daily.deal(day)
    except ServiceError:
        raise NoSuchDayError(terminal.day_unplayed(day)) from None
