"""The identity of an SQLite file: whether it is still the one that was opened."""

from pathlib import Path
from threading import Lock
from typing import Protocol


class FileReplacedError(OSError):
    """The file was deleted or replaced: writes to the open one are lost."""


class FileUser(Protocol):
    """An owner of connections to a file."""

    def empty_journal(self) -> bool:
        """Write the content of the journal to the file that was opened. Return whether nothing is left in it."""

    def leave(self) -> None:
        """Close all connections."""


class OpenedFile:
    """A file, identified by its device and its number there, which stay the same when it is written to."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._identity = self._found()
        self._lock = Lock()
        self._is_empty = False
        self.users: list[FileUser] = []

    def check(self) -> None:
        """Check that the file is still there.

        If another one has replaced it, the content of the journal is written to the file that was opened: SQLite would
        take it for the journal of the other file, once that is opened, and spoil that file. From then on the journal
        belongs to the other file, and no connection of this process may touch it. A file that was only deleted is kept
        open: as long as it is, it can be saved.

        Raises:
            FileReplacedError: it was deleted or replaced.
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
