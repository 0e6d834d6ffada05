"""Chips: play money, in hundredths."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Self

from bot.rummy.ids import PlayerId, TableId, TournamentId


class AccountKind(StrEnum):
    """Which kinds of owners may hold chips in a server."""

    PLAYER = "player"
    ESCROW = "escrow"
    """The stakes of a running table."""
    PRIZES = "prizes"
    """The entries of an open tournament."""
    HOUSE = "house"
    """The rake."""
    MINT = "mint"
    """Where all chips come from: the one account below zero."""


@dataclass(frozen=True, slots=True)
class Account:
    """Holds chips. Each server has its own."""

    kind: AccountKind
    guild: int
    owner: str = ""  # a player's id, an escrow's table, a tournament, else empty

    def __str__(self) -> str:
        owner = f" {self.owner}" if self.owner else ""
        return f"{self.kind}{owner} of server {self.guild}"

    @classmethod
    def player(cls, guild: int, player: PlayerId) -> Self:
        """Return what a person has in a server."""
        return cls(AccountKind.PLAYER, guild, str(player))

    @classmethod
    def escrow(cls, guild: int, table: TableId) -> Self:
        """Return the stakes of a table."""
        return cls(AccountKind.ESCROW, guild, table)

    @classmethod
    def prizes(cls, guild: int, tournament: TournamentId) -> Self:
        """Return the entries of a tournament."""
        return cls(AccountKind.PRIZES, guild, tournament)

    @classmethod
    def house(cls, guild: int) -> Self:
        """Return where the rake of a server goes."""
        return cls(AccountKind.HOUSE, guild)

    @classmethod
    def mint(cls, guild: int) -> Self:
        """Return where all chips of a server come from."""
        return cls(AccountKind.MINT, guild)


class Cause(StrEnum):
    """What moved chips."""

    START = "start"
    DAILY = "daily"
    STAKE = "stake"
    REJOIN = "rejoin"
    SETTLE = "settle"
    REFUND = "refund"
    ENTRY = "entry"
    PRIZE = "prize"
    ENTRY_BACK = "entry_back"
    VOID = "void"
    """The stakes and winnings of a match that the staff have made void go back."""
    PRIZE_BACK = "prize_back"
    """Prizes that went back as a tournament went on after its end: books of before say so."""


@dataclass(frozen=True, slots=True)
class Leg:
    """What one account gets in a movement; negative where it gives."""

    account: Account
    amount: int  # hundredths


@dataclass(frozen=True, slots=True)
class Movement:
    """Chips on their way, within one server: what is given is what is got."""

    ref: str  # names it once for all: `stake abc123`
    cause: Cause
    at: datetime
    legs: tuple[Leg, ...]
    covered: bool = False
    """Whether the mint gives what the other accounts lack for it."""

    @property
    def accounts(self) -> frozenset[Account]:
        """Return those that it may change."""
        mint = {Account.mint(self.legs[0].account.guild)} if self.covered else set()
        return frozenset({leg.account for leg in self.legs} | mint)

    def __post_init__(self) -> None:
        if sum(leg.amount for leg in self.legs):
            raise ValueError(f"movement {self.ref} makes or loses chips")
        if len({leg.account.guild for leg in self.legs}) != 1:
            raise ValueError(f"movement {self.ref} does not stay in one server")


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """What a movement did to one account."""

    guild: int
    ref: str
    cause: Cause
    amount: int  # hundredths; negative where the account gave
    at: datetime
    table: TableId | None = None  # whose stakes it was about, where that was asked for


@dataclass(frozen=True, slots=True)
class ErasedChips:
    """What a person had in a server when their data was erased, kept for a while under a keyed hash of their id."""

    amount: int  # hundredths
    daily_at: datetime | None  # when the daily chips were last claimed


@dataclass(frozen=True, slots=True)
class Stream:
    """Chips that went from one person to another at the stake tables of a server, and hardly came back."""

    loser: str  # as called at their last such table
    winner: str
    tables: int  # at which both sat
    amount: int  # hundredths, less what came back
