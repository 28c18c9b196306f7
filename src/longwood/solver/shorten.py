"""A line without pointless shuffling: no position twice, no move taken back, no card moved in two steps for one."""

from typing import Any

from longwood.game import AnyGame, Move


def shortened(game: AnyGame, position: Any, line: tuple[Move, ...]) -> tuple[Move, ...]:
    """A line, no longer than the given one, to a position with the same key. The given line must be legal."""
    while True:
        shorter = _without_detours(game, position, line)
        line = _two_for_one(game, position, shorter)
        # The line along its own positions is as short as it can be: only a new one is worth another look.
        if len(line) == len(shorter):
            return line


def _positions(game: AnyGame, position: Any, line: tuple[Move, ...]) -> list[Any]:
    found = [position]
    for m in line:
        found.append(game.play(found[-1], m))
    return found


def _step(game: AnyGame, p: Any, wanted: object, first: Move) -> Move | None:
    """A legal move to a position with the wanted key: `first` if that is one."""
    legal = game.moves(p)
    if first in legal and game.key(game.play(p, first)) == wanted:
        return first
    return next((m for m in legal if game.key(game.play(p, m)) == wanted), None)


def _without_detours(game: AnyGame, position: Any, line: tuple[Move, ...]) -> tuple[Move, ...]:
    """The fewest moves that lead along the line's own positions, where one move may leap over many of them."""
    keys = [game.key(p) for p in _positions(game, position, line)]
    # Where a key comes back, the line goes on from its last visit.
    last = {key: i for i, key in enumerate(keys)}
    before: dict[int, int] = {last[keys[0]]: -1}
    reached = [last[keys[0]]]
    places = {reached[0]: position}
    moves: dict[int, Move] = {}
    # Breadth first, so that each position is reached by the fewest moves.
    for i in reached:
        if i == len(line):
            break
        p = places[i]
        # The line's own move first. It may be illegal: equal keys can hide piles that have changed places.
        legal = game.moves(p)
        own = line[i]
        for m in [own, *legal] if own in legal else legal:
            after = game.play(p, m)
            j = last.get(game.key(after), -1)
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


def _two_for_one(game: AnyGame, position: Any, line: tuple[Move, ...]) -> tuple[Move, ...]:
    """Two moves of the same cards, with others between them, made one or none where the rest still fits."""
    whole = _positions(game, position, line)
    i = 0
    while i < len(line):
        m = line[i]
        again = next((j for j in range(i + 1, len(line)) if line[j].src == m.dst and line[j].count == m.count), None)
        if again is not None:
            between, onward = line[i + 1 : again], Move(m.src, line[again].dst, m.count)
            tries = [between] if onward.src == onward.dst else [(onward, *between), (*between, onward)]
            for middle in tries:
                rest = _rest(game, whole, line, i, again + 1, middle)
                if rest is not None:
                    line = (*line[:i], *middle, *rest)
                    whole = _positions(game, position, line)
                    break
        i += 1
    return line


def _rest(
    game: AnyGame, whole: list[Any], line: tuple[Move, ...], i: int, j: int, middle: tuple[Move, ...]
) -> tuple[Move, ...] | None:
    """The line from j on when `middle` is played from i to j; None if that is illegal or leads elsewhere."""
    p = whole[i]
    for m in middle:
        if m not in game.moves(p):
            return None
        p = game.play(p, m)
    if game.key(p) != game.key(whole[j]):
        return None
    rest: list[Move] = []
    for k in range(j, len(line)):
        if p == whole[k]:
            return (*rest, *line[k:])
        step = _step(game, p, game.key(whole[k + 1]), line[k])
        if step is None:
            return None
        rest.append(step)
        p = game.play(p, step)
    return tuple(rest)
