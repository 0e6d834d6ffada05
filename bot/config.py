"""The settings of a host, read once from the environment and `.env`."""

import os
import re
from collections.abc import Mapping
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Annotated, Any, Literal, Self
from urllib.parse import urlsplit

from pydantic import BeforeValidator, Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from bot.rummy.beacon import Chain
from bot.rummy.errors import ExplainedError, ParseError, cause

ENV_FILE = ".env"
"""The file of settings, in the folder where the bot is started."""
DISCORD_API = "https://discord.com/api/v10"
GLOBAL_LIMIT = 50
"""Requests a second that Discord allows a bot in all. Discord may grant a large bot more."""
MOST_SHARDS = 4096
"""The most shards, enough for ten million servers. A process with all of them starts as quickly as with one."""
AUTO = "auto"


_HOST_AND_PORT = re.compile(r"([A-Za-z0-9._-]+|\[[0-9a-fA-F:.]+\]):([0-9]{1,5})")
_TOKEN = re.compile(r"[!-~]*")
IN_FILES = ("discord_token", "database_url")
"""Settings that may stand in a file of their own, named by the setting with `_file` behind its name."""
MAY_BE_EMPTY = frozenset({"monitoring_address", "web_address"})
"""Settings for which an empty text is a value. For all others it stands for the default."""


class ConfigError(ExplainedError):
    """A setting that is missing or malformed. The message is one line for a terminal."""


class Config(BaseSettings):
    """The settings. Their names are those of the environment, in lower case.

    `python -m tests.papers` makes `docs/SETTINGS.md` and `.env.example` from the text below each setting.
    """

    model_config = SettingsConfigDict(env_file=ENV_FILE, env_file_encoding="utf-8-sig", extra="ignore", frozen=True)

    # -- Discord

    discord_token: SecretStr | None = None
    """The token of the bot, from Discord's developer portal: **Bot**, **Reset Token**. `paplu run` needs it; the other
    commands do not."""
    discord_token_file: Path | None = None
    """A file that holds the token, in place of DISCORD_TOKEN. Empty: none."""
    discord_api_url: str = DISCORD_API
    """The address of Discord's API. A proxy that keeps the rate limit, or a local server, may stand here."""
    global_limit: int | None = Field(default=None, ge=0, le=10_000)
    """Requests a second that Discord allows this bot, in all its processes together. Empty: 50, or no limit where
    DISCORD_API_URL names another address. 0: no limit."""
    global_limit_shares: int | None = Field(default=None, ge=1, le=10_000)
    """The number of processes that share this limit. Empty: those that are connected at the time."""
    shard_count: int | None = Field(default=None, ge=1, le=MOST_SHARDS)
    """The number of shards of all processes together. Empty: as many as Discord advises."""
    shard_ids: Annotated[tuple[int, ...] | Literal["auto"] | None, NoDecode] = None
    """The shards of this process, such as 0,1,2. Empty: all of them. auto: a share of them, which grows when another
    process ends."""

    # -- The database

    database_url: SecretStr = SecretStr("sqlite+aiosqlite:///paplu.db")
    """The address of the database: sqlite+aiosqlite:///FILE, or postgresql+asyncpg://USER:PASSWORD@HOST/NAME."""
    database_url_file: Path | None = None
    """A file that holds the address of the database, in place of DATABASE_URL. Empty: none."""
    upgrade_unsaved: bool = False
    """Whether a new version may upgrade the database at its start without a copy. false: an SQLite file is copied
    beside itself first, and PostgreSQL waits for paplu db upgrade --no-backup. true: you make your own copies."""
    backup_dir: Path | None = None
    """A folder into which the bot copies its SQLite database while it runs. Empty: no copies. PostgreSQL is copied by
    pg_dump instead."""
    backup_hours: int = Field(default=24, ge=1, le=8760)
    """The hours between two copies."""
    backups_kept: int = Field(default=7, ge=1, le=10_000)
    """The number of copies to keep. The oldest are deleted."""
    dumps_dir: Path | None = None
    """A folder into which pg_dump copies PostgreSQL, as files that end in .dump. The bot only tells the age of the
    newest one, as a metric. Empty: none."""
    server_days_kept: int = Field(default=30, ge=1, le=3650)
    """The days after which the data of a server that has removed the bot is erased."""

    # -- You, the host

    host_name: str = Field(default="", max_length=100)
    """Your name, as the privacy paper and the terms give it."""
    host_contact: str = Field(default="", max_length=200)
    """A way to reach you, such as a mail address. With it, the bot serves both papers at /privacy and /terms."""
    papers_url: str | None = Field(default=None, max_length=200)
    """The public address of both papers without /privacy and /terms, such as https://rummy.example.org. The help links
    to them. Empty: no links."""
    owner_server: int | None = Field(default=None, ge=1, lt=1 << 63)
    """The id of your own server. People who may manage it get the command /paplu there. Empty: nobody gets it."""

    # -- The page in a browser

    web_address: str = ""
    """The host and port at which this process serves the page where people play in a browser, such as 127.0.0.1:8080.
    Empty: nowhere, and nobody is offered the page."""
    web_url: str | None = Field(default=None, max_length=200)
    """The public address of that page, such as https://play.example.org. Empty: http:// and WEB_ADDRESS."""

    web_proxies: Annotated[frozenset[IPv4Network | IPv6Network] | None, NoDecode] = None
    """The addresses of your web servers before that page, or networks of theirs, such as 127.0.0.1 or 10.0.0.0/8, with
    commas between them. The process then believes them which address a person has. Empty: none."""

    # -- A public beacon for the shuffle

    beacon_url: str | None = Field(default=None, max_length=200)
    """The address of a public beacon with the hash of its chain, such as https://api.drand.sh/HASH. Each deal then
    waits for a round that nobody can know before; docs/FAIRNESS.md says what that proves, and docs/RUNNING.md has the
    whole address. It needs the extra `beacon`. Empty: shuffles have no beacon."""
    beacon_key: str = Field(default="quicknet", max_length=300)
    """The chain of the beacon: quicknet of the League of Entropy, or KEY:GENESIS:PERIOD of another with the same
    scheme, its public key in hexadecimal, the unix seconds of its first round and the seconds between two rounds."""

    # -- Rules, words and fonts of your own

    rules_dir: Path | None = None
    """A folder with your own rule sets, one TOML file each. Empty: none."""
    languages_dir: Path | None = None
    """A folder with your own words, one gettext catalogue for each language, such as de.po. Empty: none."""
    fonts_dir: Path | None = None
    """A folder with fonts (.ttf, .otf, .ttc) for letters that the fonts of Paplu lack, such as Chinese, Japanese and
    Korean. Empty: none."""

    # -- Limits

    lobbies_per_person: int = Field(default=3, ge=1, le=100)
    """Lobbies that one person may have open."""
    tables_per_server: int = Field(default=50, ge=1, le=10_000)
    """Lobbies and tables that one server may have open."""
    tables_per_person: int = Field(default=5, ge=1, le=10_000)
    """Running tables that one person may play at, in all servers and direct messages together. Tables of tournaments do
    not count."""
    tables_alone: int = Field(default=3, ge=1, le=10_000)
    """The number of these tables that may be against computers alone."""

    # -- Watching it run

    log_level: Annotated[Literal["DEBUG", "INFO", "WARNING", "ERROR"], BeforeValidator(str.upper)] = "INFO"
    """The lowest level of messages that are logged."""
    log_format: Annotated[Literal["text", "json"], BeforeValidator(str.lower)] = "text"
    """The format of the log."""
    monitoring_address: str = "127.0.0.1:9464"
    """The host and port at which this process serves /health/live, /health/ready and /metrics. If the port is taken,
    the process uses the next free one of ten. Empty: nowhere."""
    sentry_dsn: SecretStr | None = None
    """The address to which errors are sent, as Sentry gives it. It needs pip install '.[sentry]'. Empty: nowhere."""
    drain_seconds: float = Field(default=10.0, ge=0, le=600)
    """The seconds that a process may take to end after it was told to stop. It answers and posts what it has begun."""

    @model_validator(mode="before")
    @classmethod
    def _as_meant(cls, given: Mapping[str, object]) -> Mapping[str, object]:
        """Return the settings without empty ones and without quotes around a value, and with secrets from files."""
        bare = {name: _unquoted(value) for name, value in given.items()}
        found = {name: value for name, value in bare.items() if value != "" or name in MAY_BE_EMPTY}
        for name in IN_FILES:
            if (file := found.get(f"{name}_file")) is None:
                continue
            if name in found:
                raise ValueError(f"{name}_file".upper(), f"leave {name.upper()} empty beside it")
            try:
                found[name] = _unquoted(Path(str(file)).read_text(encoding="utf-8-sig"))
            except (OSError, ValueError) as error:
                raise ValueError(f"{name}_file".upper(), f"the file cannot be read: {cause(error)}") from None
            if found[name] == "":
                raise ValueError(f"{name}_file".upper(), "the file is empty")
        return found

    @field_validator("discord_token")
    @classmethod
    def _is_token(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None and not _TOKEN.fullmatch(value.get_secret_value().strip()):
            raise ValueError("the token as Discord gives it, in one line and without spaces")
        return value

    @classmethod
    def read(cls, env_file: str | Path | None = ENV_FILE) -> Self:
        """Return the settings of this process.

        Raises:
            ConfigError: one is malformed. The message names it and what is allowed, never its value.
        """
        try:
            return cls(_env_file=env_file)  # type: ignore[call-arg]
        except ValidationError as error:
            raise _first(error) from None
        except (OSError, UnicodeDecodeError) as error:
            raise ConfigError(str(env_file), f"cannot be read: {cause(error)}") from None

    @property
    def monitoring(self) -> tuple[str, int] | None:
        """Return the host and port that serve `/health` and `/metrics`; None if they are not served."""
        return host_and_port(self.monitoring_address)

    @property
    def token(self) -> str:
        """Return the token of the bot; an empty text if none is set."""
        return self.discord_token.get_secret_value().strip() if self.discord_token else ""

    @property
    def is_real_discord(self) -> bool:
        """Return whether requests go to Discord itself, not to a proxy or a local server."""
        return self.discord_api_url == DISCORD_API

    @property
    def requests_per_second(self) -> int:
        """Return the requests a second that all processes together may send; 0: no limit."""
        if self.global_limit is not None:
            return self.global_limit
        return GLOBAL_LIMIT if self.is_real_discord else 0

    @field_validator("discord_api_url", "beacon_url")
    @classmethod
    def _is_address(cls, value: str | None) -> str | None:
        if value is None:
            return None
        value = value.strip().rstrip("/")
        try:
            parts = urlsplit(value)
            port = parts.port  # reading the port checks it
        except ValueError:
            parts, port = urlsplit(""), None
        if parts.scheme not in ("http", "https") or not _is_host(parts.hostname or "") or port == 0:
            raise ValueError("an address such as http://127.0.0.1:8080/api/v10")
        if "@" in parts.netloc or " " in value or not value.isprintable():
            raise ValueError("an address without a user, a password and spaces")
        return value

    @field_validator("beacon_key")
    @classmethod
    def _is_chain(cls, value: str) -> str:
        try:
            return str(Chain.parse(value.strip()))
        except ParseError:
            raise ValueError("quicknet, or the chain as KEY:GENESIS:PERIOD") from None

    @property
    def chain(self) -> Chain:
        """Return the chain of the beacon."""
        return Chain.parse(self.beacon_key)

    @property
    def web(self) -> tuple[str, int] | None:
        """Return the host and port that serve the page in a browser; None if it is not served."""
        return host_and_port(self.web_address)

    @property
    def web_origin(self) -> str:
        """Return the public address of the page in a browser, without a path; empty if it is not served."""
        return "" if self.web is None else self.web_url or f"http://{self.web_address}"

    @field_validator("web_url")
    @classmethod
    def _is_origin(cls, value: str | None) -> str | None:
        value = None if value is None else value.strip().rstrip("/").lower()
        if value is not None and not re.fullmatch(r"https?://[a-z0-9._-]+(:[0-9]{1,5})?", value):
            raise ValueError("an address without a path, such as https://play.example.org")
        return value

    @field_validator("papers_url")
    @classmethod
    def _is_web(cls, value: str | None) -> str | None:
        value = None if value is None else value.strip().rstrip("/")
        if value is not None and (not re.fullmatch(r"https?://[^\s()<>]+", value)):
            raise ValueError("an address such as https://rummy.example.org")
        return value

    @field_validator("monitoring_address", "web_address")
    @classmethod
    def _is_host_and_port(cls, value: str) -> str:
        value = value.strip()
        if value and host_and_port(value) is None:
            raise ValueError("a host and a port, such as 127.0.0.1:9464; empty: nowhere")
        return value

    @field_validator("database_url")
    @classmethod
    def _lasts(cls, value: SecretStr) -> SecretStr:
        address = value.get_secret_value().strip()
        if address.partition("?")[0] in ("sqlite+aiosqlite://", "sqlite+aiosqlite:///", "sqlite+aiosqlite:///:memory:"):
            allowed = "a file or a server, such as sqlite+aiosqlite:///paplu.db: memory is gone at the end"
            raise ValueError(allowed)
        return SecretStr(address)

    @field_validator("shard_ids", mode="before")
    @classmethod
    def _numbers(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        words = value.replace(",", " ").split()
        if [word.lower() for word in words] == [AUTO]:
            return AUTO
        if not words or not all(word.isascii() and word.isdecimal() and len(word) < 7 for word in words):
            raise ValueError("numbers such as 0,1,2, or auto")
        return tuple(map(int, words))

    @field_validator("web_proxies", mode="before")
    @classmethod
    def _addresses(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        try:
            return frozenset(map(ip_network, value.replace(",", " ").split()))
        except ValueError:
            raise ValueError("addresses or networks such as 127.0.0.1,10.0.0.0/8") from None

    @field_validator("rules_dir", "languages_dir", "fonts_dir")
    @classmethod
    def _is_folder(cls, value: Path | None) -> Path | None:
        if value is not None and not value.is_dir():
            raise ValueError("a folder that exists")
        return value

    @field_validator("backup_dir")
    @classmethod
    def _can_be_folder(cls, value: Path | None) -> Path | None:
        if value is not None:
            there = next(one for one in (value, *value.absolute().parents) if os.path.lexists(one))
            if not os.path.isdir(there):  # this raises nothing, unlike Path.is_dir
                raise ValueError("a folder, or a path where one can be made")
        return value

    @model_validator(mode="after")
    def _can_be_copied(self) -> Self:
        if self.backup_dir is not None and self.database_url.get_secret_value().startswith("postgresql"):
            fault = "PostgreSQL is copied by pg_dump, called by cron: leave this empty"
            raise ValueError("BACKUP_DIR", fault)
        return self

    @model_validator(mode="after")
    def _shards_fit(self) -> Self:
        if not isinstance(self.shard_ids, tuple):
            return self
        if self.shard_count is None:
            fault = "needs SHARD_COUNT, the number of shards of all processes together"
            raise ValueError("SHARD_IDS", fault)
        if len(set(self.shard_ids)) != len(self.shard_ids) or max(self.shard_ids) >= self.shard_count:
            raise ValueError("SHARD_IDS", f"different numbers below {self.shard_count}")
        return self


def _unquoted(value: object) -> object:
    """Return a text without the blanks and the pair of quotes around it. Containers leave quotes where they stand."""
    if not isinstance(value, str):
        return value
    value = value.strip()
    is_quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "\"'"
    return value[1:-1].strip() if is_quoted else value


def host_and_port(text: str) -> tuple[str, int] | None:
    """Return the host and port of an address such as 127.0.0.1:9464 or [::1]:9464; None if it cannot be looked up."""
    found = _HOST_AND_PORT.fullmatch(text)
    if found is None or not _is_host(found[1]) or int(found[2]) > 65535:
        return None
    return found[1].strip("[]"), int(found[2])


def _is_host(text: str) -> bool:
    """Return whether a name can be looked up."""
    try:
        return bool(text.encode("idna"))
    except UnicodeError:
        return False


def _first(error: ValidationError) -> ConfigError:
    """Return the first error. It never repeats a value, because that may be a secret."""
    first = error.errors(include_input=False, include_url=False)[0]
    name = ".".join(map(str, first["loc"])).upper()
    return ConfigError(*filter(None, [name]), _fault(first["type"], first.get("ctx", {}), first["msg"]))


def _fault(kind: str, context: Mapping[str, Any], message: str) -> str:
    """Return what a setting must be, by the kind of Pydantic's error; for an unknown kind, Pydantic's message."""
    match kind:
        case "value_error":
            return ": ".join(context["error"].args)
        case "int_parsing" | "int_parsing_size":
            return "a whole number"
        case "float_parsing":
            return "a number"
        case "bool_parsing":
            return "true or false"
        case "literal_error":
            names = context["expected"].replace("'", "").replace(" or ", ", ")
            return f"one of {names}"
        case "greater_than_equal":
            return f"at least {context['ge']}"
        case "less_than_equal":
            return f"at most {context['le']:g}"
        case "less_than":
            return f"less than {context['lt']}"
        case "string_too_long":
            return f"at most {context['max_length']} characters"
    return message.replace("\n", " ")
