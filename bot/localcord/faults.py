"""What a test may make the local Discord do wrong."""

import fnmatch
from dataclasses import dataclass, field
from enum import Enum, auto


class FaultKind(Enum):
    """How a request goes wrong."""

    LIMITED = auto()
    FAILED = auto()
    DROPPED = auto()
    SLOW = auto()


@dataclass(slots=True)
class Fault:
    """The next `times` requests of that method whose path matches go wrong."""

    kind: FaultKind
    method: str
    path: str
    times: int
    status: int = 500
    seconds: float = 0.0
    is_global: bool = False
    via: bool = True
    done: bool = False
    """The request does its work all the same; only its answer is lost or late."""
    hits: int = 0


@dataclass
class Faults:
    """Faults waiting for their requests; `method` may be `*`, `path` has wildcards: `/channels/*/messages`."""

    waiting: list[Fault] = field(default_factory=list)

    def limit(
        self,
        method: str,
        path: str,
        *,
        times: int = 1,
        retry_after: float = 0.3,
        is_global: bool = False,
        via: bool = True,
    ) -> Fault:
        """429, to be tried again after so many seconds. Without `via` discord.py takes it for a ban."""
        return self._add(
            Fault(FaultKind.LIMITED, method, path, times, 429, seconds=retry_after, is_global=is_global, via=via)
        )

    def fail(self, method: str, path: str, *, times: int = 1, status: int = 503, done: bool = False) -> Fault:
        """A failure of Discord's own; with `done` only after the work."""
        return self._add(Fault(FaultKind.FAILED, method, path, times, status, done=done))

    def drop(self, method: str, path: str, *, times: int = 1, done: bool = False) -> Fault:
        """The connection breaks without an answer; with `done` only after the work."""
        return self._add(Fault(FaultKind.DROPPED, method, path, times, done=done))

    def delay(self, method: str, path: str, seconds: float, *, times: int = 1, done: bool = False) -> Fault:
        """It takes so long; with `done` the work is quick and its answer slow."""
        return self._add(Fault(FaultKind.SLOW, method, path, times, seconds=seconds, done=done))

    def clear(self) -> None:
        """Let everything go right again."""
        self.waiting.clear()

    def _add(self, fault: Fault) -> Fault:
        self.waiting.append(fault)
        return fault

    def take(self, method: str, path: str) -> Fault | None:
        """The fault meant for this request."""
        for fault in self.waiting:
            if fault.method in (method, "*") and fnmatch.fnmatchcase(path, fault.path):
                fault.hits += 1
                if fault.hits >= fault.times:
                    self.waiting.remove(fault)
                return fault
        return None
