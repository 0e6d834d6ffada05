"""The process of the bot, which connects, and reconnects, until it is told to stop."""

import asyncio
import os
import signal
import stat
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache, partial
from pathlib import Path

import structlog

from bot.app import App
from bot.beacon import NoBeaconError
from bot.config import ENV_FILE, Config
from bot.console import OK, complain
from bot.discord.errors import OUT_OF_REACH, UnknownTokenError
from bot.error_fields import error_fields
from bot.languages.error_text import error_sentence
from bot.languages.language import Language, Languages
from bot.languages.sentence import reading
from bot.log import configure
from bot.memory import give_back
from bot.monitoring.report import BotIdentity
from bot.monitoring.sentry import ErrorReports, SentryError
from bot.monitoring.server import Monitor, Paper, serving
from bot.monitoring.systemd import supervised
from bot.render.drawing.scripts import can_shape, use_fonts
from bot.rummy.errors import RulesError
from bot.service.tables.computers import keep_pauses_short
from bot.store.address import parse_url, safe_name, sqlite_file
from bot.store.errors import DatabaseAwayError, StoreError
from bot.text import papers, process

FIRST_PAUSE, LONGEST_PAUSE = 2.0, 300.0  # seconds between two tries to reach Discord
STEADY = 60.0  # seconds of running after which pauses start short again

log = structlog.get_logger()


def run(config: Config) -> int:
    """Run the bot until it is told to stop. Return the exit status of the process."""
    if not config.token:
        return complain(process.no_token())
    try:
        reports = None if config.sentry_dsn is None else ErrorReports(config.sentry_dsn.get_secret_value())
    except SentryError as error:
        return complain(error)
    configure(config.log_level, config.log_format, report=None if reports is None else reports.send)
    if not can_shape():
        log.warning(process.NOTHING_SHAPES)
    for fault in use_fonts(config.fonts_dir):
        log.warning("font of the host", fault=fault)
    keep_pauses_short()
    try:
        for file in _open_to_all(config):
            log.warning("everybody on this machine can read a file with secrets: chmod 600", file=str(file))
        return asyncio.run(_run_until_stopped(config))
    except (RulesError, NoBeaconError) as error:
        return complain(error)
    except StoreError as error:
        return complain(f"DATABASE_URL: {error_sentence(error)}")
    finally:
        if reports is not None:
            reports.close()


def _open_to_all(config: Config) -> Iterator[Path]:
    """Yield the files with secrets that every user of this machine can read."""
    database = sqlite_file(parse_url(config.database_url.get_secret_value()))
    for file in (Path(ENV_FILE), *([database] if database else ())):
        with suppress(OSError):  # there is no such file
            whole = file.resolve(strict=True)
            can_enter = all(folder.stat().st_mode & stat.S_IXOTH for folder in whole.parents)
            if os.name == "posix" and can_enter and whole.stat().st_mode & stat.S_IROTH:
                yield file


async def _run_until_stopped(config: Config) -> int:
    """Run until Ctrl-C or SIGTERM. Finish what has begun, unless a second signal stops the process at once."""
    serving = asyncio.create_task(serve(config), name="serve")
    with suppress(NotImplementedError):  # Windows has no such handlers: there Ctrl-C interrupts
        for sign in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(sign, serving.cancel)
    try:
        return await serving
    except asyncio.CancelledError:
        log.info("stopped")
        return OK


def _papers(config: Config) -> Mapping[str, Paper]:
    """Return the papers to serve, by path. There are none if the host has set no contact."""
    if not config.host_contact:
        return {}
    languages = Languages(config.languages_dir)

    @cache  # making one blocks the event loop for milliseconds, and anybody may ask for it
    def filled(path: str, language: Language) -> str:
        with reading(language):
            return papers.filled(path, config.host_name, config.host_contact, config.server_days_kept)

    def paper(path: str, accepted: str) -> str:
        return filled(path, languages.wanted(accepted))

    return {path: partial(paper, path) for path in papers.PAPERS}


async def serve(config: Config) -> int:
    """Connect and stay connected. Serve health and metrics meanwhile."""
    identity = BotIdentity.of(config.token, config.database_url.get_secret_value())
    async with supervised(), serving(identity, config.monitoring, _papers(config)) as monitor:
        giving_back = asyncio.create_task(give_back(), name="memory")
        try:
            return await _serve(config, monitor)
        finally:
            giving_back.cancel()


async def _serve(config: Config, monitor: Monitor) -> int:
    """Connect, and try again with growing pauses while Discord or the server of the database is out of reach."""
    pause, loop = FIRST_PAUSE, asyncio.get_running_loop()
    while True:
        try:
            app, began = await App.open(config, counts=monitor.counts), loop.time()
        except DatabaseAwayError as error:
            monitor.lack_database()
            where = safe_name(parse_url(config.database_url.get_secret_value()))
            log.error("database out of reach", at=where, next_try_in=pause, **error_fields(error))
            await asyncio.sleep(pause)
            pause = min(LONGEST_PAUSE, 2 * pause)
            continue
        monitor.attach(app.watched())
        try:
            await app.run()
            return OK
        except UnknownTokenError:
            return complain(process.bad_token())
        except OUT_OF_REACH as error:
            pause = FIRST_PAUSE if loop.time() - began > STEADY else pause
            log.error("Discord out of reach", at=config.discord_api_url, next_try_in=pause, **error_fields(error))
        finally:
            monitor.detach()
            await app.close()
        await asyncio.sleep(pause)
        pause = min(LONGEST_PAUSE, 2 * pause)
