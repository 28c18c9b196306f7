"""Positions by record: a line of play is replayed only from the longest part of it that is already known."""

from collections import OrderedDict
from collections.abc import Generator, Hashable
from dataclasses import dataclass
from hashlib import blake2b
from sys import getsizeof
from threading import Lock
from typing import Any, Generic, TypeVar

from longwood.game import AnyGame, Deal
from longwood.notation import Act, Record, act_text, deal_text, move_text, parse_record, shorten
from longwood.refusals import refusal
from longwood.session import IllegalMove

MAX_RECORD = 65_536
"""The longest record that is read, in characters: some ten thousand moves."""

V = TypeVar("V")


class Shelf(Generic[V]):
    """Values by key, bounded in number and in bytes: the one that was not asked for longest goes first. Thread-safe."""

    def __init__(self, most: int, most_bytes: int) -> None:
        self._most, self._most_bytes = most, most_bytes
        self._values: OrderedDict[Hashable, tuple[V, int]] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._values)

    @property
    def bytes(self) -> int:
        """The size of all values, as it was stated when they were put here."""
        return self._bytes

    def find(self, key: Hashable) -> V | None:
        """The value of a key, if it is still here."""
        with self._lock:
            found = self._values.get(key)
            if found is None:
                return None
            self._values.move_to_end(key)
            return found[0]

    def put(self, key: Hashable, value: V, size: int) -> None:
        """Keep a value of so many bytes."""
        with self._lock:
            old = self._values.pop(key, None)
            self._bytes += size - (old[1] if old else 0)
            self._values[key] = (value, size)
            while len(self._values) > self._most or self._bytes > self._most_bytes:
                _, (_, dropped) = self._values.popitem(last=False)
                self._bytes -= dropped


@dataclass(frozen=True, slots=True)
class Line:
    """A line of play that the rules have accepted: its last act and the positions around it."""

    text: str
    game: AnyGame
    deal: Deal
    count: int
    """How many acts were played."""
    act: Act
    """The last of them; empty at the deal."""
    before: Any
    position: Any


class Lines:
    """Lines of play, kept by every prefix of their record."""

    def __init__(self, most: int = 50_000, most_bytes: int = 100_000_000) -> None:
        self._shelf: Shelf[tuple[Any, Any]] = Shelf(most, most_bytes)

    def line(self, text: str) -> Line:
        """The line that a record holds; `NotationError` or `IllegalMove` if it holds none."""
        steps = self.steps(text)
        while True:
            try:
                next(steps)
            except StopIteration as end:
                found: Line = end.value
                return found

    def steps(self, text: str) -> Generator[None, None, Line]:
        """The same in small steps, one for each act that has to be replayed, so that others may have their turn."""
        record = parse_record(text)
        game, deal, acts = record.game, record.deal, record.acts
        head = deal_text(game, deal)
        keys = _keys(head, [act_text(game, act) for act in acts])
        known = len(acts)
        found = self._shelf.find(keys[known])
        while found is None and known > 0:
            known -= 1
            found = self._shelf.find(keys[known])
        if found is None:
            found = (None, game.start(deal))
            self._keep(keys[0], found)
        before, position = found
        for number in range(known, len(acts)):
            before, position = position, _played(record, number, position)
            self._keep(keys[number + 1], (before, position))
            yield
        return Line(str(record), game, deal, len(acts), acts[-1] if acts else (), before, position)

    def _keep(self, key: bytes, found: tuple[Any, Any]) -> None:
        # Piles that a move leaves alone are shared between positions, so this is more than they really take.
        piles = found[1].piles
        self._shelf.put(key, found, 400 + getsizeof(piles) + sum(map(getsizeof, piles)))


def _keys(head: str, acts: list[str]) -> list[bytes]:
    """A short key for each prefix of a record, from the deal on. Whole texts would take the square of its length."""
    digest = blake2b(head.encode(), digest_size=16)
    keys = [digest.digest()]
    for act in acts:
        digest.update(b"/" + act.encode())
        keys.append(digest.digest())
    return keys


def _played(record: Record, number: int, position: Any) -> Any:
    """The position after one act of a record."""
    game = record.game
    for m in record.acts[number]:
        if m not in game.moves(position):
            done = Record(game, record.deal, record.acts[:number])
            raise IllegalMove(
                f"Move {number + 1}, {move_text(game, m)}, is not legal after {shorten(str(done))}: "
                f"{refusal(game, position, m)}"
            )
        position = game.play(position, m)
    return position
