"""The ages of interactions: the time since Discord made them. Much of it may pass before the bot reads them."""

import math
import time
from collections.abc import Callable

from discord.utils import DISCORD_EPOCH

PERIOD_SECONDS = 300.0
"""The time after which the quickest interaction of a period counts no more. Clocks drift apart meanwhile."""
EPOCH_BITS = 22
"""The number of bits in an id after its time in milliseconds."""
TRUSTED_SECONDS = 3600.0
"""The most that the clocks of Discord and of the machine are apart. Ids that are further off tell no time."""


class Ages:
    """The ages of interactions, beyond that of the quickest one lately.

    An id tells when Discord made it, by Discord's clock. Only differences are compared, so the clocks may be apart.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic, clock: Callable[[], float] = time.time) -> None:
        """`now` is the time that passes, `clock` the time of day."""
        self._now = now
        self._clock = clock
        self._since = now()
        self._least = self._before = math.inf
        """The smallest difference of the clocks that an interaction has shown in this period, and in the one before."""

    def of(self, interaction: int) -> float:
        """Return the age in seconds of an interaction that is read now; 0 where its id tells no time."""
        made = (DISCORD_EPOCH + (interaction >> EPOCH_BITS)) / 1000
        if abs(self._clock() - made) > TRUSTED_SECONDS:
            return 0.0
        now = self._now()
        if now - self._since > PERIOD_SECONDS:
            self._since, self._before, self._least = now, self._least, math.inf
        behind = now - made
        self._least = min(self._least, behind)
        return behind - min(self._least, self._before)
