"""The plain search, over the rules alone: it solves every game that brings no solver, and judges those that do.

It keeps its budget of nodes, seconds and memory. Given enough it is complete: what it calls lost it has looked through.
"""

import sys
from collections import deque
from collections.abc import Hashable, Iterator
from random import Random
from typing import Any

from longwood.core.game import AnyGame, Move
from longwood.core.result import Found, FoundBest, Limit, Reason, Verdict
from longwood.kernels.spending import Clock, most_nodes

LOOK = 32
"""Positions between two looks at the clock."""
TURN = 200
"""Positions after which one way of searching gives way to the other."""
LONGEST = 400
"""Moves after which a game that was played by lot is given up."""
OVERHEAD = 400
"""Bytes that a known position takes beside its key: its place in the table, its moves, its link."""
STEADY, DARING = 0.1, 1 / 3
"""How often a player by lot passes a move over for the next one of the list. It takes daring to find something new in
a deal that is played again and again; in many worlds, each of them played once, a steady player wins more."""


def is_goal(game: AnyGame, start: Any, p: Any) -> bool:
    """Whether a position ends the search from `start`: the game is won, or the round is cleared."""
    return game.won(p) or (game.has_rounds and p.round > start.round)


class Spending:
    """What is left of a budget. A node is a position that was not known before, or a move played by lot."""

    def __init__(self, game: AnyGame, position: Any, limit: Limit) -> None:
        self.nodes = 0
        self._known = 0
        self._most = most_nodes(limit)
        self._clock = Clock(limit.seconds)
        key = game.key(position)
        size = _size(position) + (0 if key is position else _size(key)) + OVERHEAD
        self._most_known = limit.memory // size

    def can_know(self) -> bool:
        """Whether one more position may be looked at and remembered; it counts as spent."""
        if self._known >= self._most_known or not self.can_play():
            return False
        self._known += 1
        return True

    def can_play(self) -> bool:
        """Whether one more position may be looked at; it counts as spent."""
        if self.nodes >= self._most or (self.nodes % LOOK == 0 and self._clock.is_up):
            return False
        self.nodes += 1
        return True


def _is_bounded(limit: Limit) -> bool:
    """Whether a search with this limit comes to its end however large the game is."""
    return limit.nodes is not None or limit.seconds is not None


def _size(value: Any) -> int:
    """About how many bytes a value of nested tuples takes if it shares nothing but its cards."""
    if isinstance(value, int):
        return 0
    if isinstance(value, tuple):
        return sys.getsizeof(value) + sum([_size(part) for part in value])
    piles = getattr(value, "piles", ())
    return sys.getsizeof(value) + _size(piles)


Turns = Iterator[tuple[Verdict, list[Move]] | None]
"""A way of searching, turn by turn: None as long as nothing is known, and the answer as the last one."""


def solve(game: AnyGame, position: Any, limit: Limit, *, brief: bool = False) -> Found:
    """Whether a position can be won: by looking through all of it and, if there is a limit, by playing it by lot."""
    if is_goal(game, position, position):
        return Found(Verdict.WON)
    spending = Spending(game, position, limit)
    searches = deque([_through(game, position, spending)])
    # Without a limit the whole is looked through, however long that takes.
    if _is_bounded(limit):
        searches.append(_by_lot(game, position, spending))
    while searches:
        search = searches.popleft()
        for found in search:
            if found:
                verdict, line = found
                reason = Reason.SEARCHED if verdict is Verdict.LOST else Reason.NONE
                return Found(verdict, tuple(line), spending.nodes, reason, len(line))
            searches.append(search)
            break
    return Found(Verdict.UNKNOWN, (), spending.nodes)


def _through(game: AnyGame, start: Any, spending: Spending) -> Turns:
    """Depth first through every position that differs in its key."""
    if not spending.can_know():
        return
    line: list[Move] = []
    seen = {game.key(start)}
    # For each position of the line, the position and the moves not yet tried, the best-looking last.
    stack = [(start, game.moves(start)[::-1])]
    while stack:
        p, untried = stack[-1]
        if not untried:
            stack.pop()
            del line[len(stack) - 1 :]
            continue
        m = untried.pop()
        after = game.play(p, m)
        if is_goal(game, start, after):
            yield Verdict.WON, [*line, m]
        key = game.key(after)
        if key in seen:
            continue
        if not spending.can_know():
            return
        seen.add(key)
        line.append(m)
        stack.append((after, game.moves(after)[::-1]))
        if len(seen) % TURN == 0:
            yield None
    yield Verdict.LOST, []


def _by_lot(game: AnyGame, start: Any, spending: Spending) -> Turns:
    """A win that turns up in games played by lot."""
    # Not for secrets: the same question must get the same answer.
    random = Random(0)  # noqa: S311
    turn = spending.nodes + TURN
    while True:
        for line, p in game_by_lot(game, start, random, DARING):
            if is_goal(game, start, p):
                yield Verdict.WON, line
            if not spending.can_play():
                return
        if spending.nodes >= turn:
            yield None
            turn = spending.nodes + TURN


def game_by_lot(game: AnyGame, start: Any, random: Random, passing: float) -> Iterator[tuple[list[Move], Any]]:
    """A game in which moves near the head of the list are made more often, step by step: the line and where it leads.

    It never comes back to a position, and so comes to an end.
    """
    line: list[Move] = []
    p = start
    been = {game.key(p)}
    yield line, p
    while len(line) < LONGEST:
        for m in _drawn(game.moves(p), random, passing):
            after = game.play(p, m)
            key = game.key(after)
            if key not in been:
                break
        else:
            return
        been.add(key)
        line.append(m)
        p = after
        yield line, p
        if is_goal(game, start, p):
            return


def _drawn(moves: list[Move], random: Random, passing: float) -> Iterator[Move]:
    """The moves in a random order that favours the head of the list."""
    moves = list(moves)
    while moves:
        at = 0
        while at + 1 < len(moves) and random.random() < passing:
            at += 1
        yield moves.pop(at)


def best(game: AnyGame, position: Any, limit: Limit) -> FoundBest:
    """The best score over every position that can be reached, as far as the budget goes."""

    def state(p: Any) -> Hashable:
        # What can still be scored depends on the cards, the points (never below 0) and facts such as the run.
        return game.key(p), game.score(p), tuple(game.facts(p).values())

    spending = Spending(game, position, limit)
    most, best_line, is_perfect = _best_by_lot(game, position, limit, spending)
    if is_perfect:
        return FoundBest(most, tuple(best_line), True, spending.nodes)
    came_from: dict[Hashable, tuple[Hashable, Move] | None] = {state(position): None}
    best_state: Hashable = None
    waiting = [] if is_goal(game, position, position) else [position]
    is_proven = spending.can_know()
    while waiting and is_proven:
        p = waiting.pop()
        # The best-looking move last, so that it is looked at first.
        for m in game.moves(p)[::-1]:
            after = game.play(p, m)
            reached = state(after)
            if reached in came_from:
                continue
            if not spending.can_know():
                is_proven = False
                break
            came_from[reached] = (state(p), m)
            if game.score(after) > most:
                best_state, most = reached, game.score(after)
                if game.is_perfect(after):
                    waiting.clear()
                    break
            if not is_goal(game, position, after):
                waiting.append(after)
    if best_state is not None:
        best_line = []
        while step := came_from[best_state]:
            best_state, m = step
            best_line.insert(0, m)
    return FoundBest(most, tuple(best_line), is_proven, spending.nodes)


def _best_by_lot(game: AnyGame, start: Any, limit: Limit, spending: Spending) -> tuple[int, list[Move], bool]:
    """The best score that games by lot come to with a quarter of the budget, and whether none can be better.

    Without a limit there are no such games.
    """
    most: int = game.score(start)
    best_line: list[Move] = []
    is_perfect = game.is_perfect(start)
    nodes = None if limit.nodes is None else limit.nodes // 4
    part = Spending(game, start, Limit(nodes=nodes, seconds=None if limit.seconds is None else limit.seconds / 4))
    random = Random(0)  # noqa: S311
    while _is_bounded(limit) and not is_perfect and part.can_play():
        for line, p in game_by_lot(game, start, random, DARING):
            if game.score(p) > most:
                most, best_line, is_perfect = game.score(p), list(line), game.is_perfect(p)
            if is_perfect or not part.can_play():
                break
    spending.nodes = part.nodes
    return most, best_line, is_perfect


def fits(game: AnyGame, position: Any) -> bool:
    """It takes every position."""
    return True
