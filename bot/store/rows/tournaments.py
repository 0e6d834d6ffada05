"""Tournaments, and the series that announce them."""

from dataclasses import dataclass, field
from datetime import datetime

from bot.codes import TournamentStatus
from bot.rummy.entropy import Secrets
from bot.rummy.ids import PlayerId, TournamentId


@dataclass(frozen=True, slots=True)
class TournamentRow:
    """A tournament; the defaults are those of one that was never committed.

    `id`, `guild`, `host`, `rules_id`, `rules`, `seed`, `commitment`, `shuffle`, `veil`, `created_at` and `series` are
    written once, with the first version; `entropy_sha256` and `veil` change by `PrivacyRepository.erase` alone.
    """

    id: TournamentId
    guild: int
    channel: int  # channel of the announcement, in which its tables open
    name: str
    host: PlayerId  # the person who announced it
    rules_id: str
    rules: str  # text of the rule set as it was, with the times of its pace
    seed: bytes = field(repr=False)  # secret until it is over
    commitment: str
    created_at: datetime
    changed_at: datetime
    status: TournamentStatus = TournamentStatus.SIGN_UP
    version: int = 0  # 1 for the first commit
    plan: str = ""  # JSON; only the service reads it
    state: str = ""  # JSON; only the service reads it
    entropy_sha256: str | None = None  # digest of the lines of entropy, if an erasure has changed those
    series: TournamentId | None = None  # the pattern of the series that announced it
    shuffle: int | None = None  # version of the shuffle; None is version 1
    veil: bytes | None = field(default=None, repr=False)  # second secret of version 2; its SHA-256 after an erasure

    @property
    def secrets(self) -> Secrets:
        """Return what was drawn for the shuffle."""
        return Secrets(self.seed, self.veil)


@dataclass(frozen=True, slots=True)
class SeriesRow:
    """Tournaments that announce themselves again and again, each at its time. Once the series is ended there is no such
    row.

    The code of the next one is chosen beforehand: whatever fails and however many processes try, it is announced once.
    """

    id: TournamentId  # id of the pattern, which has the plan
    guild: int
    rhythm: str  # only the service reads it
    next: TournamentId  # code of the next tournament
    start_at: datetime  # start of the next tournament
    due: datetime  # time of the next announcement
    version: int = 1
