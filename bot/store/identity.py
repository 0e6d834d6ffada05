"""Whether the file of an SQLite database is still the one that was opened."""

from pathlib import Path
from threading import Lock
from typing import Protocol


class FileReplacedError(OSError):
    """The file was deleted or replaced: what is written to the open one is lost."""


class FileUser(Protocol):
    """Has connections to a file."""

    def empty_journal(self) -> bool:
        """Write what the journal holds to the file that was opened; answers whether nothing is left in it."""

    def leave(self) -> None:
        """Close all connections."""


class OpenedFile:
    """A file by what stays the same when it is written to: its device and its number there."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._identity = self._found()
        self._lock = Lock()
        self._is_empty = False
        self.users: list[FileUser] = []

    def check(self) -> None:
        """Do nothing, as long as that file lies there.

        Where another one does, what the journal holds is written to the file that was opened: SQLite would take it for
        the journal of the other file, once that is opened, and spoil it. From then on that journal is the other's, and
        no connection of this process may touch it. A file that was only deleted is kept open: as long as it is, it can
        be saved.

        Raises:
            FileReplacedError: it does not.
        """
        found = self._found()
        if found == self._identity:
            self._is_empty = False
            return
        with self._lock:
            self._is_empty = self._is_empty or all(user.empty_journal() for user in self.users)
            if self._is_empty and found is not None:
                for user in self.users:
                    user.leave()
        raise FileReplacedError(
            f"the database {self._file} was deleted or replaced while the bot ran: put it back, or restart the bot"
        )

    def _found(self) -> tuple[int, int] | None:
        try:
            found = self._file.stat()
        except FileNotFoundError:
            return None
        return found.st_dev, found.st_ino
