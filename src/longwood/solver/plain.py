"""The plain search, over the rules alone: it solves every game that brings no solver, and judges those that do.

It keeps its budget of nodes, seconds and memory. Given enough it is complete: what it calls lost it has looked through.
"""

import sys
from collections.abc import Hashable, Iterator
from random import Random
from typing import Any

from longwood.core.game import AnyGame, Move
from longwood.core.result import Found, FoundBest, Limit, Verdict
from longwood.kernels.spending import Clock, most_nodes

LOOK = 32
"""Positions between two looks at the clock."""
LONGEST = 400
"""Moves after which a game that was played by lot is given up."""
OVERHEAD = 400
"""Bytes that a known position takes beside its key: its place in the table, its moves, its link."""


def is_goal(game: AnyGame, start: Any, p: Any) -> bool:
    """Whether a position ends the search from `start`: the game is won, or the round is cleared."""
    return game.won(p) or (game.has_rounds and p.round > start.round)


class Spending:
    """What is left of a budget. A node is a position that was not known before, or a move played by lot."""

    def __init__(self, game: AnyGame, position: Any, limit: Limit) -> None:
        self.nodes = 0
        self.known = 0
        self._nodes = most_nodes(limit)
        self._clock = Clock(limit.seconds)
        self._most_known = limit.memory // (_size(game.key(position)) + _size(position) + OVERHEAD)

    def can_know(self) -> bool:
        """Whether one more position may be looked at and remembered; it counts as spent."""
        if self.known >= self._most_known or not self.can_play():
            return False
        self.known += 1
        return True

    def can_play(self) -> bool:
        """Whether one more position may be looked at; it counts as spent."""
        if self.nodes >= self._nodes or (self.nodes % LOOK == 0 and self._clock.is_up):
            return False
        self.nodes += 1
        return True

    def half(self) -> "Spending":
        """The same spending, but this part may use no more than half of the nodes and of the time."""
        part = object.__new__(Spending)
        part.nodes = part.known = 0
        part._nodes = (self._nodes + 1) // 2
        part._clock = Clock(self._clock.left / 2)
        part._most_known = self._most_known
        return part


def _size(value: Any) -> int:
    """About how many bytes a value of nested tuples takes if it shares nothing."""
    if isinstance(value, tuple):
        return sys.getsizeof(value) + sum([_size(part) for part in value])
    piles = getattr(value, "piles", None)
    return sys.getsizeof(value) + (_size(piles) if piles is not None else 0)


def solve(game: AnyGame, position: Any, limit: Limit, *, brief: bool = False) -> Found:
    """Whether a position can be won: by looking through all of it, and with a limit for half of that by lot."""
    if is_goal(game, position, position):
        return Found(Verdict.WON)
    spending = Spending(game, position, limit)
    # Without a limit the whole is looked through, however long that takes.
    is_bounded = limit.nodes is not None or limit.seconds is not None
    part = spending.half() if is_bounded else spending
    verdict, line = _through(game, position, part)
    if part is not spending:
        spending.nodes = part.nodes
        if verdict is Verdict.UNKNOWN:
            line = _by_lot(game, position, spending)
            verdict = Verdict.WON if line else Verdict.UNKNOWN
    return Found(verdict, tuple(line), spending.nodes)


def _through(game: AnyGame, start: Any, spending: Spending) -> tuple[Verdict, list[Move]]:
    """Depth first through every position that differs in its key."""
    if not spending.can_know():
        return Verdict.UNKNOWN, []
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
            return Verdict.WON, [*line, m]
        key = game.key(after)
        if key in seen:
            continue
        if not spending.can_know():
            return Verdict.UNKNOWN, []
        seen.add(key)
        line.append(m)
        stack.append((after, game.moves(after)[::-1]))
    return Verdict.LOST, []


def _by_lot(game: AnyGame, start: Any, spending: Spending) -> list[Move]:
    """A win that turns up in games played by lot, the best-looking moves more often; nothing if none does."""
    # Not for secrets: the same question must get the same answer.
    random = Random(0)  # noqa: S311
    while True:
        for line, p in game_by_lot(game, start, random):
            if is_goal(game, start, p):
                return line
            if not spending.can_play():
                return []


def game_by_lot(game: AnyGame, start: Any, random: Random) -> Iterator[tuple[list[Move], Any]]:
    """A game in which moves near the head of the list are made more often, step by step: the line and where it leads.

    It never comes back to a position, and so comes to an end.
    """
    line: list[Move] = []
    p = start
    been = {game.key(p)}
    yield line, p
    while len(line) < LONGEST:
        for m in _drawn(game.moves(p), random):
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


def _drawn(moves: list[Move], random: Random) -> Iterator[Move]:
    """The moves in a random order that favours the head of the list: two of three times the next one comes."""
    moves = list(moves)
    while moves:
        at = 0
        while at + 1 < len(moves) and random.random() < 1 / 3:
            at += 1
        yield moves.pop(at)


def best(game: AnyGame, position: Any, limit: Limit) -> FoundBest:
    """The best score over every position that can be reached, as far as the budget goes."""

    def state(p: Any) -> Hashable:
        # What can still be scored depends on the cards, the points (never below 0) and facts such as the run.
        return game.key(p), game.score(p), tuple(game.facts(p).values())

    spending = Spending(game, position, limit)
    came_from: dict[Hashable, tuple[Hashable, Move] | None] = {state(position): None}
    best_state, most = state(position), game.score(position)
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
            if not is_goal(game, position, after):
                waiting.append(after)
    line: list[Move] = []
    while step := came_from[best_state]:
        best_state, m = step
        line.append(m)
    return FoundBest(most, tuple(line[::-1]), is_proven, spending.nodes)


def fits(game: AnyGame, position: Any) -> bool:
    """It takes every position."""
    return True
