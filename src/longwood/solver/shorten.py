"""A line without pointless shuffling: no position twice, no move taken back, no card moved in two steps for one."""

from collections.abc import Hashable
from functools import cached_property
from typing import Any

from longwood.core.game import STOCK, AnyGame, Move

MOST_PLACES = 20_000
"""Positions to look at before a line is left as it is. The games of the house need a tenth to a half
of that; a table of ninety columns would need two hundred thousand."""


class Waypoint:
    """A position that remembers where its moves lead: the same ones come up again and again."""

    def __init__(self, game: AnyGame, position: Any, known: dict[Any, "Waypoint"]) -> None:
        self.position = position
        self.key: Hashable = game.key(position)
        self._game = game
        self._known = known
        self._after: dict[Move, Waypoint] = {}

    @cached_property
    def moves(self) -> list[Move]:
        """The legal moves."""
        return self._game.moves(self.position)

    @property
    def is_enough(self) -> bool:
        """Whether so many places are known that nothing new should be tried."""
        return len(self._known) >= MOST_PLACES

    def after(self, m: Move) -> "Waypoint":
        """Where a legal move leads: equal positions are one place."""
        found = self._after.get(m)
        if found is None:
            position = self._game.play(self.position, m)
            found = self._known.get(position)
            if found is None:
                found = self._known[position] = Waypoint(self._game, position, self._known)
            self._after[m] = found
        return found

    def along(self, line: tuple[Move, ...]) -> list["Waypoint"]:
        """The places of a line."""
        found = [self]
        for m in line:
            found.append(found[-1].after(m))
        return found


def shortened(game: AnyGame, position: Any, line: tuple[Move, ...]) -> tuple[Move, ...]:
    """A line, no longer than the given one, to a position with the same key. The given line must be legal."""
    known: dict[Any, Waypoint] = {}
    start = known[position] = Waypoint(game, position, known)
    while True:
        shorter = _without_detours(start, line)
        line = _two_for_one(start, shorter)
        # The line along its own positions is as short as it can be: only a new one is worth another look.
        if len(line) == len(shorter) or start.is_enough:
            return line


def _without_detours(start: Waypoint, line: tuple[Move, ...]) -> tuple[Move, ...]:
    """The fewest moves that lead along the line's own positions, where one move may leap over many of them."""
    # Where a key comes back, the line goes on from its last visit.
    last = {place.key: i for i, place in enumerate(start.along(line))}
    before: dict[int, int] = {last[start.key]: -1}
    reached = [last[start.key]]
    places = {reached[0]: start}
    moves: dict[int, Move] = {}
    # Breadth first, so that each position is reached by the fewest moves.
    for i in reached:
        if i == len(line):
            break
        place = places[i]
        # The line's own move first. It may be illegal: equal keys can hide piles that have changed places.
        own = line[i]
        tries = [own] if own in place.moves else []
        # A leap moves cards that move on the line too, and before the next card is dealt.
        sources = {m.src for m in line[i : next((k for k in range(i, len(line)) if line[k].src == STOCK), len(line))]}
        if not (tries and place.is_enough):
            tries += [m for m in place.moves if m.src in sources or not tries]
        for m in tries:
            after = place.after(m)
            j = last.get(after.key, -1)
            if j > i and j not in before:
                before[j], moves[j], places[j] = i, m, after
                reached.append(j)
    else:
        return line
    found: list[Move] = []
    i = len(line)
    while before[i] >= 0:
        found.append(moves[i])
        i = before[i]
    return tuple(found[::-1])


def _two_for_one(start: Waypoint, line: tuple[Move, ...]) -> tuple[Move, ...]:
    """Two moves of the same cards, with others between them, made one or none where the rest still fits."""
    whole = start.along(line)
    i = 0
    while i < len(line) and not start.is_enough:
        m = line[i]
        again = _again(whole, line, i)
        if again:
            between, onward = line[i + 1 : again], Move(m.src, line[again].dst, m.count)
            tries = [between] if onward.src == onward.dst else [(onward, *between), (*between, onward)]
            for middle in tries:
                rest = _rest(whole, line, i, again + 1, middle)
                if rest is not None:
                    line = (*line[:i], *middle, *rest)
                    whole = start.along(line)
                    break
        i += 1
    return line


def _again(whole: list[Waypoint], line: tuple[Move, ...], i: int) -> int:
    """When the cards of a move go on, as they are, from where it put them; 0 for never."""
    m = line[i]
    # From the stock no card goes anywhere but to the waste.
    if STOCK in (m.src, m.dst):
        return 0
    again = next((j for j in range(i + 1, len(line)) if line[j].src == m.dst and line[j].count == m.count), 0)
    cards = whole[i].position.piles[m.src][-m.count :]
    return again if again and whole[again].position.piles[m.dst][-m.count :] == cards else 0


def _rest(
    whole: list[Waypoint], line: tuple[Move, ...], i: int, j: int, middle: tuple[Move, ...]
) -> tuple[Move, ...] | None:
    """The line from j on when `middle` is played from i to j; None if that is illegal or leads elsewhere."""
    place = whole[i]
    for m in middle:
        if m not in place.moves:
            return None
        place = place.after(m)
    if place.key != whole[j].key:
        return None
    rest: list[Move] = []
    for k in range(j, len(line)):
        if place is whole[k]:
            return (*rest, *line[k:])
        step = _step(place, whole[k + 1].key, line[k])
        if step is None:
            return None
        rest.append(step)
        place = place.after(step)
    return tuple(rest)


def _step(place: Waypoint, wanted: Hashable, first: Move) -> Move | None:
    """A legal move to a position with the wanted key: `first` if that is one."""
    if first in place.moves and place.after(first).key == wanted:
        return first
    return next((m for m in place.moves if place.after(m).key == wanted), None)
