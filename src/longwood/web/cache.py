"""Positions by record: a line of play is replayed only from the longest part of it that is already known."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Generator, Hashable
from dataclasses import dataclass, replace
from hashlib import blake2b
from sys import getsizeof
from threading import Lock
from typing import Any, Generic, TypeVar

from longwood.core.game import Act, AnyGame, Deal
from longwood.core.words import after_colon, shorten
from longwood.games import refusal
from longwood.laid import opening
from longwood.notation import NotationError, deal_text, move_text, parse_act, parse_deal
from longwood.session import IllegalMove

MAX_HEAD = 10_000
"""The longest deal that is read, in characters: decks for ninety rounds."""

MAX_ACT = 104
"""The most moves that one act joins: autoplay cannot put more cards on the foundations."""

SHORTEST_ACT = 3
"""No act has fewer characters than `s-w`, so a record of the greatest length has 15,000 acts at most."""

# Looking for what is known of a long record takes so many acts in a step.
_ACTS_A_STEP = 200

V = TypeVar("V")


class BoundedCache(Generic[V]):
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


ReadLine = Callable[[str, str], Awaitable[Line]]
"""How endpoints get the line of a record that a client asks about."""


class Lines:
    """Lines of play that were asked for, and the positions along them."""

    def __init__(self, most: int = 10_000, most_bytes: int = 8_000_000) -> None:
        self._lines: BoundedCache[Line] = BoundedCache(most, most_bytes)
        # Of a long record that comes from elsewhere every position is kept, but only the last one with its text.
        self._positions: BoundedCache[tuple[Any, Any]] = BoundedCache(most, most_bytes)

    def line(self, text: str) -> Line:
        """The line that a record holds; `NotationError` or `IllegalMove` if it holds none."""
        steps = self.steps(text)
        while True:
            try:
                next(steps)
            except StopIteration as end:
                found: Line = end.value
                return found

    def steps(self, text: str) -> Generator[int, None, Line]:
        """The same in small steps between which others may have their turn; each says how many moves it replayed."""
        text = text.strip()
        line = self._lines.find(text)
        if line is None:
            _refuse_empty_acts(text)
            head, *acts = text.split("/")
            line = self._lines.find(text.rpartition("/")[0])
            if line is None:
                line = yield from self._longest(head, acts)
            known, new = line.text, acts[line.count :]
            for number, act in enumerate(new):
                line = yield from self._next(line, act, lambda: "/".join([known, *new[:number]]))  # noqa: B023
            # The text only now: one for each position on the way would be as much again each time.
            line = replace(line, text="/".join([known, *new]))
            self._lines.put(text, line, 500 + len(text) + _size(line.position))
        return line

    def _longest(self, head: str, acts: list[str]) -> Generator[int, None, Line]:
        """The longest part of a record that is known, or else the deal."""
        game, deal = parse_deal(head)
        # Options and piles may come in any order; from here on there is one spelling.
        head = deal_text(game, deal)
        _refuse_stubs(game, head, acts)
        keys = [_key(b"", head)]
        for act in acts:
            keys.append(_key(keys[-1], act))
            if len(keys) % _ACTS_A_STEP == 0:
                yield 0
        for count in range(len(acts), -1, -1):
            found = self._positions.find(keys[count])
            if found is not None:
                last = parse_act(game, acts[count - 1]) if count else ()
                return Line("/".join([head, *acts[:count]]), keys[count], game, deal, count, last, *found)
            if count % _ACTS_A_STEP == 0:
                yield 0
        start = opening(game, deal)
        self._keep(keys[0], None, start)
        return Line(head, keys[0], game, deal, 0, (), None, start)

    def _next(self, line: Line, text: str, before: Callable[[], str]) -> Generator[int, None, Line]:
        """A line with one more act, but without its text; `before` tells that of the record so far."""
        game, position = line.game, line.position
        number = line.count + 1
        # Counted before they are read: there may be thousands.
        moves = text.count(".") + 1
        if moves > MAX_ACT:
            raise NotationError(f"Move {number} after {shorten(before())} joins {moves} moves, more than {MAX_ACT}.")
        act = _read_act(game, text, number, before)
        for m in act:
            if m not in game.moves(position):
                raise IllegalMove(
                    f"Move {number}, {move_text(game, m)}, is not legal after {shorten(before())}: "
                    f"{after_colon(refusal(game, position, m))}"
                )
            position = game.play(position, m)
            yield 1
        key = _key(line.key, text)
        self._keep(key, line.position, position)
        return Line("", key, game, line.deal, number, act, line.position, position)

    def _keep(self, key: bytes, before: Any, position: Any) -> None:
        self._positions.put(key, (before, position), 300 + _size(position))


def _refuse_empty_acts(text: str) -> None:
    """Refuse a record of nothing but slashes before it is even taken apart."""
    at = text.find("//")
    if at < 0 and text.endswith("/"):
        at = len(text) - 1
    if at >= 0:
        before = text[:at]
        game, _ = parse_deal(before.partition("/")[0])
        _read_act(game, "", before.count("/") + 1, lambda: before)


def _refuse_stubs(game: AnyGame, head: str, acts: list[str]) -> None:
    """Refuse a record with acts too short to be one before any work is done for it."""
    for count, act in enumerate(acts):
        if len(act) < SHORTEST_ACT:
            _read_act(game, act, count + 1, lambda: "/".join([head, *acts[:count]]))  # noqa: B023


def _read_act(game: AnyGame, text: str, number: int, before: Callable[[], str]) -> Act:
    try:
        return parse_act(game, text)
    except NotationError as error:
        raise NotationError(f"Move {number} after {shorten(before())} cannot be read: {error}") from None


def _size(position: Any) -> int:
    """About how many bytes a position takes: more than it really does, because neighbours share most of their piles."""
    return getsizeof(position.piles) + sum(map(getsizeof, position.piles))


def _key(shorter: bytes, part: str) -> bytes:
    """A short key for a record, from that of the record without its last part. Whole texts would take more room."""
    return blake2b(shorter + part.encode("utf-8", "surrogatepass"), digest_size=16).digest()
