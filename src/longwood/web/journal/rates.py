"""How often something may be done: so many at once, and so many a second in the long run."""

import time
from collections import OrderedDict
from collections.abc import Callable


class Rate:
    """A bucket for each client that fills up again; the clients that were idle for longest are forgotten."""

    def __init__(
        self, at_once: float, a_second: float, most: int = 10_000, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._at_once, self._a_second, self._most, self._clock = at_once, a_second, most, clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, client: str) -> bool:
        """Whether a client may do it once more now; counts that."""
        now = self._clock()
        left, then = self._left.pop(client, (self._at_once, now))
        left = min(left + (now - then) * self._a_second, self._at_once)
        is_allowed = left >= 1
        self._left[client] = (left - 1 if is_allowed else left, now)
        while len(self._left) > self._most:
            self._left.popitem(last=False)
        return is_allowed
