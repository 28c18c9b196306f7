"""Positions by record: a line of play is replayed only from the longest part of it that is already known."""

from collections import OrderedDict
from collections.abc import Generator, Hashable
from dataclasses import dataclass
from hashlib import blake2b
from itertools import accumulate
from sys import getsizeof
from threading import Lock
from typing import Any, Generic, TypeVar

from longwood.game import AnyGame, Deal
from longwood.notation import Act, NotationError, Record, move_text, parse_move, parse_record, shorten
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
    key: bytes
    game: AnyGame
    deal: Deal
    count: int
    """How many acts were played."""
    act: Act
    """The last of them; empty at the deal."""
    before: Any
    position: Any


class Lines:
    """Lines of play that were asked for, and the positions along them."""

    def __init__(self, most: int = 50_000, most_bytes: int = 60_000_000) -> None:
        self._lines: Shelf[Line] = Shelf(most, most_bytes)
        # A line and the next one differ by an act; a link to a game already played leads to all its positions.
        self._positions: Shelf[tuple[Any, Any]] = Shelf(most, most_bytes)

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
        text = text.strip()
        line = self._lines.find(text) or self._one_act_on(text)
        if line is None:
            record = parse_record(text)
            keys = list(accumulate(text.split("/"), _key, initial=b""))[1:]
            before, position, known = self._longest(record, keys)
            for number in range(known, len(record.acts)):
                before, position = position, _played(record, number, position)
                self._keep(keys[number + 1], before, position)
                yield
            act = record.acts[-1] if record.acts else ()
            line = Line(text, keys[-1], record.game, record.deal, len(record.acts), act, before, position)
        # Beside its text a line takes what its positions take.
        self._lines.put(text, line, 500 + len(text) + _size(line.position))
        return line

    def _one_act_on(self, text: str) -> Line | None:
        """The line after a known one; None if there is none, or if the act is wrong (the long way says what is)."""
        shorter, _, last = text.rpartition("/")
        line = self._lines.find(shorter)
        if line is None:
            return None
        try:
            act = tuple([parse_move(line.game, m) for m in last.split(".")])
        except NotationError:
            return None
        position = line.position
        for m in act:
            if m not in line.game.moves(position):
                return None
            position = line.game.play(position, m)
        key = _key(line.key, last)
        self._keep(key, line.position, position)
        return Line(text, key, line.game, line.deal, line.count + 1, act, line.position, position)

    def _longest(self, record: Record, keys: list[bytes]) -> tuple[Any, Any, int]:
        """The positions around the last known act of a record, and how many acts lead to them."""
        for known in range(len(record.acts), -1, -1):
            found = self._positions.find(keys[known])
            if found is not None:
                return *found, known
        start = record.game.start(record.deal)
        self._keep(keys[0], None, start)
        return None, start, 0

    def _keep(self, key: bytes, before: Any, position: Any) -> None:
        self._positions.put(key, (before, position), 300 + _size(position))


def _size(position: Any) -> int:
    """About how many bytes a position takes: more than it really does, because neighbours share most of their piles."""
    return getsizeof(position.piles) + sum(map(getsizeof, position.piles))


def _key(shorter: bytes, part: str) -> bytes:
    """A short key for a record, from that of the record without its last part. Whole texts would take more room."""
    return blake2b(shorter + part.encode(), digest_size=16).digest()


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
