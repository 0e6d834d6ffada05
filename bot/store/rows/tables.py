"""Tables, without their journals."""

from dataclasses import dataclass, field
from datetime import datetime

from bot.codes import TableStatus
from bot.rummy.entropy import Secrets
from bot.rummy.ids import PlayerId, TableId, TournamentId

OVER = frozenset({TableStatus.FINISHED, TableStatus.VOID})


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table without its journal; the defaults are those of one that was never committed.

    `id`, `guild`, `private`, `rules_id`, `rules`, `seed`, `commitment`, `shuffle`, `veil`, `opened_at` and
    `tournament` are written once, with the first version.
    `channel` and `thread` also change by `TableRepository.set_channel`, which makes a version of its own, so that no
    commit writes an older place. `entropy_sha256` and `veil` change by `PrivacyRepository.erase` alone.
    """

    id: TableId
    guild: int | None
    channel: int
    host: PlayerId
    private: bool
    rules_id: str
    rules: str  # text of the rule set as it was; empty if the record was pruned
    pace: str
    seed: bytes = field(repr=False)  # secret until the match is over
    commitment: str
    opened_at: datetime
    changed_at: datetime
    status: TableStatus = TableStatus.LOBBY
    version: int = 0  # 1 for the first commit
    step: int = 0
    thread: int | None = None
    lobby: str = ""  # JSON: seats and settings; only the service reads it
    digest: str = ""  # digest of the replayed state
    entropy_sha256: str | None = None  # digest of the lines of entropy, if an erasure has changed those
    tournament: TournamentId | None = None  # the tournament that it belongs to
    preview: str | None = field(default=None, repr=False)  # secret; only the service reads it
    shuffle: int | None = None  # version of the shuffle; None is version 1
    veil: bytes | None = field(default=None, repr=False)  # second secret of version 2; its SHA-256 after an erasure

    @property
    def secrets(self) -> Secrets:
        """Return what was drawn for the shuffle."""
        return Secrets(self.seed, self.veil)

    @property
    def is_pruned(self) -> bool:
        """Return whether its moves have been deleted."""
        return not self.rules
