"""Processes at a database, and the process that answers for each shard."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class ProcessRow:
    """A process at this database. It counts its beats; if the count stands still, it is dead."""

    name: str
    beat: int = 0
    shares: bool = False  # whether it divides all shards with others
    leaves: bool = False  # whether it is ending, and takes no more shards
    shuffle: int | None = None  # newest version of the shuffle that it knows; None is version 1


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to answer for a shard: one process has it at a time."""

    shard: int
    shards: int  # number of shards in all
    holder: str | None = None  # the process that answers
    heir: str | None = None  # the process that will answer next: connected, and silent until then
    is_heir_ready: bool = False  # whether the heir is connected
    served: str = ""  # ids of the interactions that the last holder took just before it handed over the shard


@dataclass(frozen=True, slots=True)
class Roster:
    """All processes at this database by name, and all leases by shard."""

    processes: Mapping[str, ProcessRow] = field(default_factory=dict)
    leases: Mapping[int, Lease] = field(default_factory=dict)
