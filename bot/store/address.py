"""Addresses of databases: parsed, and named in messages."""

from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from bot.rummy.errors import ErrorText
from bot.store.errors import DatabaseUnusableError

SQLITE = "sqlite+aiosqlite"
POSTGRESQL = "postgresql+asyncpg"


def parse_url(text: str) -> URL:
    """Return a database's address in SQLAlchemy's form.

    Raises:
        DatabaseUnusableError: the store cannot use it.
    """
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        url = None
    if url is None or not _is_usable(url):
        addresses = {"file": f"{SQLITE}:///paplu.db", "server": f"{POSTGRESQL}://user@host/name"}
        raise DatabaseUnusableError(ErrorText("a database's address looks like {file} or {server}", **addresses))
    if is_sqlite(url) and url.query:
        raise DatabaseUnusableError(ErrorText("the address of an SQLite file has no options: end it before the ?"))
    if _is_torn(text, url):
        raise DatabaseUnusableError(
            ErrorText("in a password of a database's address @ is written as %40, and ? as %3F")
        )
    return url


def _is_usable(url: URL) -> bool:
    if url.drivername == SQLITE:
        return not (url.host or url.username) and "\0" not in (url.database or "")
    return url.drivername == POSTGRESQL and (url.port is None or 0 < url.port < 65_536)


def _is_torn(text: str, url: URL) -> bool:
    """Return whether a character of a password ended it too early.

    A message would then show its rest as another part.
    """
    options = filter(None, text.partition("@")[2].partition("?")[2].split("&"))  # before the @ it is the password's
    return url.password is not None and ("@" in f"{url.host}{url.database}" or any("=" not in one for one in options))


def is_sqlite(url: URL) -> bool:
    return url.get_backend_name() == "sqlite"


def sqlite_file(url: URL) -> Path | None:
    """Return the file of an SQLite database; None for one in memory or on a server."""
    if not is_sqlite(url) or url.database in (None, "", ":memory:"):
        return None
    return Path(str(url.database))


def is_missing(text: str) -> bool:
    """Return whether that is the address of an SQLite file which does not exist.

    Raises:
        DatabaseUnusableError: it is no address.
    """
    file = sqlite_file(parse_url(text))
    return file is not None and not file.exists()


def safe_name(url: URL) -> str:
    """Return a name of this database for messages, never with its password or with options that may be one."""
    return str(sqlite_file(url) or bare_address(url, url.drivername))


def bare_address(url: URL, driver: str) -> str:
    """Return the address of a server's database with this driver: user, host, port and database, and nothing else."""
    where = {key: value for key, value in url.query.items() if key in ("host", "port")}
    made = URL.create(driver, url.username, host=url.host, port=url.port, database=url.database, query=where)
    return made.render_as_string()
