"""Config: what a host may set, read once from the environment and `.env`."""

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, Self
from urllib.parse import urlsplit

from pydantic import BeforeValidator, Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from bot.rummy.errors import StatedError, Statement, cause

DISCORD_API = "https://discord.com/api/v10"
GLOBAL_LIMIT = 50
"""Requests a second that Discord allows a bot in all, unless it grants a large one more."""
MOST_SHARDS = 4096
"""Enough for ten million servers; a process with all of them starts as quickly as with one."""
AUTO = "auto"


_HOST_AND_PORT = re.compile(r"([A-Za-z0-9._-]+|\[[0-9a-fA-F:.]+\]):([0-9]{1,5})")
_TOKEN = re.compile(r"[!-~]*")
MAY_BE_EMPTY = frozenset({"monitoring_address"})
"""Settings for which an empty text is a value; elsewhere it stands for the default."""


class ConfigError(StatedError):
    """A setting that is missing or malformed; its text is one line for a terminal."""


class Config(BaseSettings):
    """Every setting. Names are those of the environment, in lower case."""

    model_config = SettingsConfigDict(env_file=".env", env_file_encoding="utf-8", extra="ignore", frozen=True)

    discord_token: SecretStr | None = None
    """None: nothing but the commands that need no Discord."""
    database_url: SecretStr = SecretStr("sqlite+aiosqlite:///paplu.db")
    """May hold a password."""
    upgrade_unsaved: bool = False
    """Whether a database that holds anything may be upgraded without a copy."""
    backup_dir: Path | None = None
    """Where copies of an SQLite database are made while the bot runs; None: nowhere."""
    backup_hours: int = Field(default=24, ge=1, le=8760)
    backups_kept: int = Field(default=7, ge=1, le=10_000)
    server_days_kept: int = Field(default=30, ge=1, le=3650)
    """How long the data of a server outlasts its throwing the bot out."""
    host_name: str = Field(default="", max_length=100)
    """Who runs this bot, as the privacy paper and the terms name them."""
    host_contact: str = Field(default="", max_length=200)
    """Where people ask the host, such as an address; with it both papers are served beside `/health`."""
    papers_url: str | None = Field(default=None, max_length=200)
    """Where people read both papers, `/privacy` and `/terms` left out; None: the help links to none."""
    owner_server: int | None = Field(default=None, ge=1, lt=1 << 63)
    """The server that has the owner's commands; None: none has."""
    discord_api_url: str = DISCORD_API
    global_limit: int | None = Field(default=None, ge=0, le=10_000)
    """Requests a second of all processes together; 0: a proxy keeps the limit."""
    global_limit_shares: int | None = Field(default=None, ge=1, le=10_000)
    """How many processes share that; None: as many as are connected."""
    rules_dir: Path | None = None
    languages_dir: Path | None = None
    fonts_dir: Path | None = None
    """Where the host keeps words of their own, a catalogue a language; None: they have none."""
    log_level: Annotated[Literal["DEBUG", "INFO", "WARNING", "ERROR"], BeforeValidator(str.upper)] = "INFO"
    log_format: Annotated[Literal["text", "json"], BeforeValidator(str.lower)] = "text"
    monitoring_address: str = "127.0.0.1:9464"
    """Host and port where `/health` and `/metrics` are served; empty: nowhere."""
    sentry_dsn: SecretStr | None = None
    """Where errors are sent; None: nowhere."""
    lobbies_per_person: int = Field(default=3, ge=1, le=100)
    tables_per_server: int = Field(default=50, ge=1, le=10_000)
    tables_per_person: int = Field(default=5, ge=1, le=10_000)
    tables_alone: int = Field(default=3, ge=1, le=10_000)
    drain_seconds: float = Field(default=10.0, ge=0, le=600)
    """How long a process that is told to stop may take to finish what it has begun."""
    shard_count: int | None = Field(default=None, ge=1, le=MOST_SHARDS)
    shard_ids: Annotated[tuple[int, ...] | Literal["auto"] | None, NoDecode] = None
    """Which shards this process runs; auto: a share of all; None: all."""

    @model_validator(mode="before")
    @classmethod
    def _empty_is_unset(cls, given: Mapping[str, object]) -> Mapping[str, object]:
        return {name: value for name, value in given.items() if value != "" or name in MAY_BE_EMPTY}

    @field_validator("discord_token")
    @classmethod
    def _is_token(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None and not _TOKEN.fullmatch(value.get_secret_value().strip()):
            raise ValueError(Statement("the token as Discord gives it, in one line and without spaces"))
        return value

    @classmethod
    def read(cls, env_file: str | Path | None = ".env") -> Self:
        """The settings of this process.

        Raises:
            ConfigError: one is malformed; says which and what is allowed, never its value.
        """
        try:
            return cls(_env_file=env_file)  # type: ignore[call-arg]
        except ValidationError as error:
            raise _first(error) from None
        except (OSError, UnicodeDecodeError) as error:
            raise ConfigError(str(env_file), Statement("cannot be read: {error}", error=cause(error))) from None

    @property
    def monitoring(self) -> tuple[str, int] | None:
        """Where `/health` and `/metrics` are served; None: nowhere."""
        return host_and_port(self.monitoring_address)

    @property
    def token(self) -> str:
        """What the bot logs in with; empty where none is set."""
        return self.discord_token.get_secret_value().strip() if self.discord_token else ""

    @property
    def is_real_discord(self) -> bool:
        """Whether requests go to Discord itself, not to a proxy or a local server."""
        return self.discord_api_url == DISCORD_API

    @property
    def requests_per_second(self) -> int:
        """Requests a second that all processes keep to by themselves; 0: behind another address that is not theirs."""
        if self.global_limit is not None:
            return self.global_limit
        return GLOBAL_LIMIT if self.is_real_discord else 0

    @field_validator("discord_api_url")
    @classmethod
    def _is_address(cls, value: str) -> str:
        value = value.strip().rstrip("/")
        try:
            parts = urlsplit(value)
            port = parts.port  # reading it checks it
        except ValueError:
            parts, port = urlsplit(""), None
        if parts.scheme not in ("http", "https") or not _is_host(parts.hostname or "") or port == 0:
            raise ValueError(Statement("an address such as http://127.0.0.1:8080/api/v10"))
        if "@" in parts.netloc or " " in value or not value.isprintable():
            raise ValueError(Statement("an address without a user, a password and spaces"))
        return value

    @field_validator("papers_url")
    @classmethod
    def _is_web(cls, value: str | None) -> str | None:
        value = None if value is None else value.strip().rstrip("/")
        if value is not None and (not re.fullmatch(r"https?://[^\s()<>]+", value)):
            raise ValueError(Statement("an address such as https://rummy.example.org"))
        return value

    @field_validator("monitoring_address")
    @classmethod
    def _is_host_and_port(cls, value: str) -> str:
        value = value.strip()
        if value and host_and_port(value) is None:
            raise ValueError(Statement("a host and a port, such as 127.0.0.1:9464; empty: nowhere"))
        return value

    @field_validator("database_url")
    @classmethod
    def _lasts(cls, value: SecretStr) -> SecretStr:
        address = value.get_secret_value().strip()
        if address.partition("?")[0] in ("sqlite+aiosqlite://", "sqlite+aiosqlite:///", "sqlite+aiosqlite:///:memory:"):
            allowed = Statement("a file or a server, such as sqlite+aiosqlite:///paplu.db: memory is gone at the end")
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
            raise ValueError(Statement("numbers such as 0,1,2, or auto"))
        return tuple(map(int, words))

    @field_validator("rules_dir", "languages_dir", "fonts_dir")
    @classmethod
    def _is_folder(cls, value: Path | None) -> Path | None:
        if value is not None and not value.is_dir():
            raise ValueError(Statement("a folder that exists"))
        return value

    @field_validator("backup_dir")
    @classmethod
    def _can_be_folder(cls, value: Path | None) -> Path | None:
        if value is not None:
            there = next(one for one in (value, *value.absolute().parents) if os.path.lexists(one))
            if not os.path.isdir(there):  # which raises nothing
                raise ValueError(Statement("a folder, or a path where one can be made"))
        return value

    @model_validator(mode="after")
    def _can_be_copied(self) -> Self:
        if self.backup_dir is not None and self.database_url.get_secret_value().startswith("postgresql"):
            fault = Statement("PostgreSQL is copied by pg_dump, called by cron: leave this empty")
            raise ValueError("BACKUP_DIR", fault)
        return self

    @model_validator(mode="after")
    def _shards_fit(self) -> Self:
        if not isinstance(self.shard_ids, tuple):
            return self
        if self.shard_count is None:
            fault = Statement("needs SHARD_COUNT, the number of shards of all processes together")
            raise ValueError("SHARD_IDS", fault)
        if len(set(self.shard_ids)) != len(self.shard_ids) or max(self.shard_ids) >= self.shard_count:
            raise ValueError("SHARD_IDS", Statement("different numbers below {count}", count=self.shard_count))
        return self


def host_and_port(text: str) -> tuple[str, int] | None:
    """The parts of an address such as 127.0.0.1:9464 or [::1]:9464; None: it is none that can be looked up."""
    found = _HOST_AND_PORT.fullmatch(text)
    if found is None or not _is_host(found[1]) or int(found[2]) > 65535:
        return None
    return found[1].strip("[]"), int(found[2])


def _is_host(text: str) -> bool:
    """Whether a name can be looked up."""
    try:
        return bool(text.encode("idna"))
    except UnicodeError:
        return False


def _first(error: ValidationError) -> ConfigError:
    """What is wrong first, in one line that never repeats a value: it may be a secret."""
    first = error.errors(include_input=False, include_url=False)[0]
    name = ".".join(map(str, first["loc"])).upper()
    return ConfigError(*filter(None, [name]), *_faults(first["type"], first.get("ctx", {}), first["msg"]))


def _faults(kind: str, context: Mapping[str, Any], message: str) -> tuple[object, ...]:
    """What is allowed, by the kind of an error of Pydantic; where the kind is not known, what Pydantic says."""
    match kind:
        case "value_error":
            return context["error"].args  # type: ignore[no-any-return]
        case "int_parsing" | "int_parsing_size":
            return (Statement("a whole number"),)
        case "float_parsing":
            return (Statement("a number"),)
        case "bool_parsing":
            return (Statement("true or false"),)
        case "literal_error":
            return (Statement("one of {names}", names=context["expected"].replace("'", "").replace(" or ", ", ")),)
        case "greater_than_equal":
            return (Statement("at least {least}", least=context["ge"]),)
        case "less_than_equal":
            return (Statement("at most {most}", most=f"{context['le']:g}"),)
        case "less_than":
            return (Statement("less than {limit}", limit=context["lt"]),)
        case "string_too_long":
            return (Statement("at most {most} characters", most=context["max_length"]),)
    return (message.replace("\n", " "),)
