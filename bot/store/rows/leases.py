"""Processes at a database, and which of them answers for which shard."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class ProcessRow:
    """A process at this database. It counts its beats; where the count stands still, it is dead."""

    name: str
    beat: int = 0
    shares: bool = False  # whether it shares out all shards with others
    leaves: bool = False  # whether it ends, and takes nothing more


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to answer for a shard: one process has it at a time."""

    shard: int
    shards: int  # how many there are in all
    holder: str | None = None  # the process that answers
    heir: str | None = None  # the one that is to answer next: connected and silent until then
    is_heir_ready: bool = False  # whether it is connected
    served: str = ""  # ids of the interactions that the last holder took just before it handed the shard over


@dataclass(frozen=True, slots=True)
class Roster:
    """All processes at this database by their names, and all leases by their shards."""

    processes: Mapping[str, ProcessRow] = field(default_factory=dict)
    leases: Mapping[int, Lease] = field(default_factory=dict)
