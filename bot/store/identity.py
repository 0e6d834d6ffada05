"""Whether the file of an SQLite database is still the one that was opened."""

from pathlib import Path


class FileReplacedError(OSError):
    """The file was deleted or replaced: what is written to the open one is lost."""


class OpenedFile:
    """A file by what stays the same when it is written to: its device and its number there."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._identity = self._found()

    def check(self) -> None:
        """Do nothing, as long as that file lies there.

        Raises:
            FileReplacedError: it does not.
        """
        if self._found() != self._identity:
            raise FileReplacedError(
                f"the database {self._file} was deleted or replaced while the bot ran: put it back, or restart the bot"
            )

    def _found(self) -> tuple[int, int] | None:
        try:
            found = self._file.stat()
        except FileNotFoundError:
            return None
        return found.st_dev, found.st_ino
