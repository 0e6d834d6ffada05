"""Discord's rate limits: a number of requests for each route and channel in some seconds, announced in headers."""

import re
import time
from collections import deque
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Rule:
    """A limit on requests of one kind, for each value of its first group."""

    method: str
    path: re.Pattern[str]
    most: int
    seconds: float

    @property
    def name(self) -> str:
        """Return the name of the bucket in Discord's form: a meaningless text."""
        return f"{abs(hash((self.method, self.path.pattern))):032x}"[:32]


def _rule(method: str, path: str, most: int, seconds: float) -> Rule:
    return Rule(method, re.compile(path), most, seconds)


RULES = (
    # As measured by users of Discord; it publishes none and asks to read the headers.
    _rule("POST", r"/channels/(\d+)/messages", 5, 5),
    _rule("PATCH", r"/channels/(\d+)/messages/\d+", 5, 5),
    _rule("DELETE", r"/channels/(\d+)/messages/\d+", 5, 1),
    _rule("GET", r"/channels/(\d+)/messages.*", 5, 1),
    _rule("*", r"/webhooks/\d+/([^/]+).*", 5, 2),
    _rule("*", r"/interactions/\d+/([^/]+)/callback", 5, 2),
    _rule("*", r"/(?:channels|guilds)/(\d+).*", 10, 1),
)
GLOBAL_MOST, GLOBAL_SECONDS = 50, 1.0
OUTSIDE_GLOBAL = ("/interactions/", "/webhooks/")


@dataclass(slots=True)
class _Window:
    ends: float
    used: int = 0


@dataclass(frozen=True, slots=True)
class LimitVerdict:
    """Whether a request may pass, and the headers about the next one."""

    headers: dict[str, str] = field(default_factory=dict)
    wait: float = 0.0
    """Seconds; 0: it may pass."""
    is_global: bool = False


class RateLimits:
    """Counts requests. Switched off it lets all pass, without headers."""

    def __init__(self, on: bool = True, most: int = GLOBAL_MOST) -> None:
        """`most`: the most requests in any second, for all routes that Discord counts together."""
        self.on = on
        self.most = most
        self.asked = 0
        """The number of requests that count."""
        self.refused = 0
        """The number of requests that came too early."""
        self._counted: deque[float] = deque()
        self._windows: dict[tuple[str, str], _Window] = {}

    def judge(self, method: str, path: str) -> LimitVerdict:
        """Count a request. Return the verdict on it."""
        verdict = self._judge(method, path) if self.on else LimitVerdict()
        self.refused += verdict.wait > 0
        return verdict

    def _judge(self, method: str, path: str) -> LimitVerdict:
        now = time.monotonic()
        self._forget(now)
        if not path.startswith(OUTSIDE_GLOBAL):
            self.asked += 1
            while self._counted and self._counted[0] <= now - GLOBAL_SECONDS:
                self._counted.popleft()
            if len(self._counted) >= self.most:
                return LimitVerdict(wait=self._counted[0] + GLOBAL_SECONDS - now, is_global=True)
            self._counted.append(now)
        for rule in RULES:
            if rule.method in (method, "*") and (found := rule.path.fullmatch(path)):
                return self._count(rule, found.group(1), now)
        return LimitVerdict()

    def _count(self, rule: Rule, major: str, now: float) -> LimitVerdict:
        window = self._window((rule.name, major), now, rule.seconds)
        full = window.used >= rule.most
        window.used += not full
        after = window.ends - now
        headers = {
            "X-RateLimit-Limit": str(rule.most),
            "X-RateLimit-Remaining": str(rule.most - window.used),
            "X-RateLimit-Reset": f"{time.time() + after:.3f}",
            "X-RateLimit-Reset-After": f"{after:.3f}",
            "X-RateLimit-Bucket": rule.name,
        }
        return LimitVerdict(headers, after if full else 0.0)

    def _window(self, key: tuple[str, str], now: float, seconds: float) -> _Window:
        window = self._windows.get(key)
        if window is None or window.ends <= now:
            window = self._windows[key] = _Window(now + seconds)
        return window

    def _forget(self, now: float) -> None:
        if len(self._windows) > 5_000:
            self._windows = {key: window for key, window in self._windows.items() if window.ends > now}
