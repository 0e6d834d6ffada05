"""Errors between the service and its database."""

from bot.error_fields import LoggableError
from bot.rummy.ids import PlayerId, TableId, TournamentId
from bot.store.rows.ledger import Account
from bot.store.rows.subjects import Quota

UNREADABLE = (LookupError, ValueError, TypeError, ArithmeticError)
"""The errors that reading a value raises if the type of its column does not know it."""


class StoreError(LoggableError):
    """Any failure of the store. Its text is one line, fit for a log or a terminal."""


class StaleError(StoreError):
    """Another process or task committed to this table or tournament first. Nothing of the change was written."""

    def __init__(self, of: TableId | TournamentId, expected: int, found: int) -> None:
        super().__init__(f"{of} is at version {found}, not {expected}")
        self.of = of
        self.expected = expected
        self.found = found


class CannotCoverError(StoreError):
    """An account has fewer chips than a movement takes from it. Nothing was written."""

    def __init__(self, account: Account) -> None:
        super().__init__(f"{account} cannot cover that")
        self.account = account


class RepeatedMovementError(StoreError):
    """A change moves chips that were moved already. Nothing of it was written. Its draft is at fault."""

    def __init__(self, ref: str) -> None:
        super().__init__(f"movement {ref} is in the books already")
        self.ref = ref


class QuotaError(StoreError):
    """The limit of open tables or tournaments is reached. Nothing of the change was written."""

    def __init__(self, quota: Quota) -> None:
        super().__init__(f"{quota.of} has {quota.most} {quota.kind} already")
        self.quota = quota


class NotWaitingError(StoreError):
    """A person who was to get company has stopped waiting, or got it elsewhere. Nothing of the change was written."""

    def __init__(self, player: PlayerId) -> None:
        super().__init__(f"{player} waits no longer")


class PlayedAlreadyError(StoreError):
    """The person began the deal of that day before they had their data erased. Nothing was written."""

    def __init__(self, place: str) -> None:
        super().__init__(f"{place} was begun before")


class StoreClosedError(StoreError):
    """The store was closed before this was written."""


class StoreFailedError(StoreError):
    """The database refused or vanished while the bot was running."""


class OutcomeUnknownError(StoreFailedError):
    """It is unknown whether this was written: the answer was lost, and the server does not say."""


class DatabaseUnusableError(StoreError):
    """The database cannot be opened, read, written or upgraded."""


class DatabaseCorruptError(DatabaseUnusableError):
    """An SQLite file is no sound database."""


class DatabaseNewerError(DatabaseUnusableError):
    """A newer version of the bot has upgraded this database."""


class DatabaseForeignError(DatabaseUnusableError):
    """The database belongs to another application of Discord."""


class DatabaseInUseError(DatabaseUnusableError):
    """The database cannot be changed in this way while a process works with it."""


class DatabaseAwayError(DatabaseUnusableError):
    """The database cannot be used now, but may be later: its server is away, its file is locked or the disk is full."""
