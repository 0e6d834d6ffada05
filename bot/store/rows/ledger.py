"""Chips: play money, in hundredths."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Self

from bot.codes import Cause
from bot.rummy.ids import PlayerId, TableId, TournamentId


class AccountKind(StrEnum):
    """The kinds of owners that may hold chips in a server."""

    PLAYER = "player"
    ESCROW = "escrow"
    """The stakes of a running table."""
    PRIZES = "prizes"
    """The entries of an open tournament."""
    HOUSE = "house"
    """The rake."""
    MINT = "mint"
    """The source of all chips: the only account below zero."""


@dataclass(frozen=True, slots=True)
class Account:
    """Holds chips. Each server has its own."""

    kind: AccountKind
    guild: int
    owner: str = ""  # a player's id, an escrow's table, a tournament; otherwise empty

    def __str__(self) -> str:
        owner = f" {self.owner}" if self.owner else ""
        return f"{self.kind}{owner} of server {self.guild}"

    @classmethod
    def player(cls, guild: int, player: PlayerId) -> Self:
        """Return the account of a person in a server."""
        return cls(AccountKind.PLAYER, guild, str(player))

    @classmethod
    def escrow(cls, guild: int, table: TableId) -> Self:
        """Return the account with the stakes of a table."""
        return cls(AccountKind.ESCROW, guild, table)

    @classmethod
    def prizes(cls, guild: int, tournament: TournamentId) -> Self:
        """Return the account with the entries of a tournament."""
        return cls(AccountKind.PRIZES, guild, tournament)

    @classmethod
    def house(cls, guild: int) -> Self:
        """Return the account that receives the rake of a server."""
        return cls(AccountKind.HOUSE, guild)

    @classmethod
    def mint(cls, guild: int) -> Self:
        """Return the account from which all chips of a server come."""
        return cls(AccountKind.MINT, guild)


@dataclass(frozen=True, slots=True)
class Leg:
    """The amount that one account gets in a movement; negative if it gives."""

    account: Account
    amount: int  # hundredths


@dataclass(frozen=True, slots=True)
class Movement:
    """Chips that move within one server: the amounts sum to zero."""

    ref: str  # its unique name: `stake abc123`
    cause: Cause
    at: datetime
    legs: tuple[Leg, ...]
    covered: bool = False
    """Whether the mint gives the chips that the other accounts lack."""

    @property
    def accounts(self) -> frozenset[Account]:
        """Return the accounts that the movement may change."""
        mint = {Account.mint(self.legs[0].account.guild)} if self.covered else set()
        return frozenset({leg.account for leg in self.legs} | mint)

    def __post_init__(self) -> None:
        if sum(leg.amount for leg in self.legs):
            raise ValueError(f"movement {self.ref} makes or loses chips")
        if len({leg.account.guild for leg in self.legs}) != 1:
            raise ValueError(f"movement {self.ref} does not stay in one server")


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """The effect of a movement on one account."""

    guild: int
    ref: str
    cause: Cause
    amount: int  # hundredths; negative if the account gave
    at: datetime
    table: TableId | None = None  # the table with the stakes, if the query asked for it


@dataclass(frozen=True, slots=True)
class ErasedChips:
    """A person's chips in a server when their data was erased, kept for a while under a keyed hash of their id."""

    amount: int  # hundredths
    daily_at: datetime | None  # last claim of the daily chips


@dataclass(frozen=True, slots=True)
class Stream:
    """Chips that went from one person to another at the stake tables of a server, with few coming back."""

    loser: str  # name at their last such table
    winner: str
    tables: int  # number of tables at which both sat
    amount: int  # hundredths, without what came back
