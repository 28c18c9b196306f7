"""Proven verdicts of all positions of a game, seen with all cards open."""

from collections.abc import Iterator

from longwood.advice.entries import VerdictAt
from longwood.core.game import Move
from longwood.session import Session
from longwood.solver import Limit, Verdict, solve

MOST_UNKNOWN = 5
"""After so many positions that a budget does not decide, it is left at that."""


class Hindsight:
    """What is known of the positions of a game. It is found by halves, because verdicts do not come alone.

    What could be won after an act could be won before it, and what was lost before it is lost after it. A round that
    is dealt starts this anew.
    """

    def __init__(self, session: Session) -> None:
        self.game = session.game
        self.positions = session.positions
        self.acts = session.acts
        self.known: dict[int, VerdictAt] = {}
        self.rounds = self._rounds()

    def _rounds(self) -> list[range]:
        """The positions of each round."""
        starts = [0]
        for number in range(len(self.positions)):
            if self._round(number) != self._round(starts[-1]):
                starts.append(number)
        return [range(a, b) for a, b in zip(starts, [*starts[1:], len(self.positions)], strict=True)]

    def ends(self) -> Iterator[VerdictAt]:
        """What needs no search: a game that was won, a round that was cleared, an end without a move."""
        for numbers in self.rounds:
            last = numbers[-1]
            if last + 1 < len(self.positions):
                yield from self._learn(numbers, last, Verdict.WON, self.acts[last])
            elif self.game.won(self.positions[last]):
                yield from self._learn(numbers, last, Verdict.WON)
            elif not self.game.moves(self.positions[last]):
                yield from self._learn(numbers, last, Verdict.LOST)

    def search(self, limit: Limit) -> Iterator[VerdictAt]:
        """Ask for verdicts where they decide most; what stays unknown within the budget is passed by."""
        for numbers in self.rounds:
            unknown: set[int] = set()
            while len(unknown) <= MOST_UNKNOWN:
                between = [number for number in self._between(numbers) if number not in unknown]
                if not between:
                    break
                # The deal itself first: a player wants to know that before all else.
                is_deal_open = numbers[0] in between
                number = numbers[0] if is_deal_open else between[len(between) // 2]
                found = solve(self.game, self.positions[number], limit)
                if found.verdict is Verdict.UNKNOWN:
                    unknown.add(number)
                else:
                    yield from self._learn(numbers, number, found.verdict, found.line)

    def rest(self) -> Iterator[VerdictAt]:
        """The positions of which nothing is known."""
        for number in range(len(self.positions)):
            if number not in self.known:
                yield VerdictAt(number, Verdict.UNKNOWN, (), self._round(number))

    def is_turn(self, number: int) -> bool:
        """Whether an act is proven to have lost a game that could be won."""
        is_same_round = number + 1 < len(self.positions) and self._round(number) == self._round(number + 1)
        return is_same_round and self._is(number, Verdict.WON) and self._is(number + 1, Verdict.LOST)

    def line(self, number: int) -> tuple[Move, ...]:
        """A win from a position, if one is known."""
        return self.known[number].line if number in self.known else ()

    def _round(self, number: int) -> int:
        return int(getattr(self.positions[number], "round", 0))

    def _is(self, number: int, verdict: Verdict) -> bool:
        return number in self.known and self.known[number].verdict is verdict

    def _between(self, numbers: range) -> range:
        """The positions of a round after the last that can be won and before the first that is lost."""
        won = max([n for n in numbers if self._is(n, Verdict.WON)], default=numbers[0] - 1)
        lost = min([n for n in numbers if self._is(n, Verdict.LOST)], default=numbers[-1] + 1)
        return range(won + 1, lost)

    def _learn(self, numbers: range, number: int, verdict: Verdict, line: tuple[Move, ...] = ()) -> Iterator[VerdictAt]:
        """All that follows from one verdict."""
        is_won = verdict is Verdict.WON
        for at in range(number, numbers[0] - 1, -1) if is_won else range(number, numbers[-1] + 1):
            if at in self.known:
                return
            played = [m for act in self.acts[at:number] for m in act]
            self.known[at] = VerdictAt(at, verdict, (*played, *line) if is_won else (), self._round(at))
            yield self.known[at]
