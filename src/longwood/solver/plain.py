"""The reference search: slow, plain, over the rules alone. It judges the kernels in tests."""

from collections.abc import Hashable
from typing import Any

from longwood.core.game import AnyGame, Move
from longwood.core.result import Found, FoundBest, Limit, Verdict


def is_goal(game: AnyGame, start: Any, p: Any) -> bool:
    """Whether a position ends the search from `start`: the game is won, or the round is cleared."""
    return game.won(p) or (game.has_rounds and p.round > start.round)


def solve(game: AnyGame, position: Any, limit: Limit) -> Found:
    """Depth first through every position that differs in its key. Only the node budget is heeded."""
    line: list[Move] = []
    if is_goal(game, position, position):
        return Found(Verdict.WON)
    seen = {game.key(position)}
    # For each position of the line, the position and the moves not yet tried, the best-looking last.
    stack = [(position, game.moves(position)[::-1])]
    while stack:
        p, untried = stack[-1]
        if not untried:
            stack.pop()
            del line[len(stack) - 1 :]
            continue
        m = untried.pop()
        after = game.play(p, m)
        if is_goal(game, position, after):
            return Found(Verdict.WON, (*line, m), len(seen))
        key = game.key(after)
        if key in seen:
            continue
        if limit.nodes is not None and len(seen) >= limit.nodes:
            return Found(Verdict.UNKNOWN, (), len(seen))
        seen.add(key)
        line.append(m)
        stack.append((after, game.moves(after)[::-1]))
    return Found(Verdict.LOST, (), len(seen))


def best(game: AnyGame, position: Any, limit: Limit) -> FoundBest:
    """The best score over every position that can be reached. Only the node budget is heeded."""

    def state(p: Any) -> Hashable:
        # What can still be scored depends on the cards, the points (never below 0) and facts such as the run.
        return game.key(p), game.score(p), tuple(game.facts(p).values())

    came_from: dict[Hashable, tuple[Hashable, Move] | None] = {state(position): None}
    best_state, most = state(position), game.score(position)
    waiting = [] if is_goal(game, position, position) else [position]
    is_proven = True
    while waiting and is_proven:
        p = waiting.pop()
        for m in game.moves(p):
            after = game.play(p, m)
            if state(after) in came_from:
                continue
            came_from[state(after)] = (state(p), m)
            if game.score(after) > most:
                best_state, most = state(after), game.score(after)
            if not is_goal(game, position, after):
                waiting.append(after)
        is_proven = limit.nodes is None or len(came_from) <= limit.nodes
    line: list[Move] = []
    while step := came_from[best_state]:
        best_state, m = step
        line.append(m)
    return FoundBest(most, tuple(line[::-1]), is_proven, len(came_from))
