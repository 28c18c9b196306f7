"""Wins that workers have found, by record: any worker can tell a player who follows one its next move."""

from collections import OrderedDict
from hashlib import blake2b


class Wins:
    """For every record along a win what is left of it. Dropping one loses no truth: it is found again."""

    def __init__(self, most: int = 20_000) -> None:
        self._most = most
        self._rest: OrderedDict[bytes, tuple[tuple[str, ...], int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._rest)

    def remember(self, record: str, line: list[str], skip: int = 0) -> None:
        """Keep a win from a record on, for all positions along it after the first `skip` moves."""
        whole = tuple(line)
        for at, move in enumerate(whole):
            if at >= skip:
                self._rest[_key(record)] = whole, at
                self._rest.move_to_end(_key(record))
            record = f"{record}/{move}"
        while len(self._rest) > self._most:
            self._rest.popitem(last=False)

    def rest(self, record: str) -> list[str]:
        """What is left of a win from here; nothing if none is known."""
        line, at = self._rest.get(_key(record), ((), 0))
        return list(line[at:])


def _key(record: str) -> bytes:
    # Records can be long, and there are many along a win.
    return blake2b(record.encode(), digest_size=16).digest()
