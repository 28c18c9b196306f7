"""Many deals or positions in one call, as arrays. One thread; `jobs` spreads them over several."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from time import thread_time
from typing import Any, Literal, NamedTuple, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from longwood.core.cards import MAX_DEAL, mix
from longwood.core.game import AnyGame, Deal, Move, Position
from longwood.core.result import LOST, UNKNOWN, VERDICTS, WON, Limit, Reason, Verdict
from longwood.core.shares import Share
from longwood.games import family_of
from longwood.laid import check_position, laid_text
from longwood.notation import Record
from longwood.solver import SolverError, best_score, is_spent, replayed, solve, solver_for
from longwood.solver.plain_search import is_goal

__all__ = ["LOST", "UNKNOWN", "VERDICTS", "WON", "Batch", "Question", "Reason", "solve_many"]

Question: TypeAlias = Literal["verdict", "best"]
CODES = {verdict: code for code, verdict in enumerate(VERDICTS)}
SAMPLE = 0.01
"""The share of wins that the rules replay where no line is asked for."""
ROOM = 1000
"""Deals that a kernel takes at once: between two such calls a program can be interrupted."""


@dataclass(frozen=True, eq=False)
class Batch:
    """What was found of some deals, in the order in which they were asked for: arrays of equal length."""

    numbers: NDArray[np.uint64]
    """The deal numbers; of positions their places in what was given, from 0 on."""
    verdicts: NDArray[np.uint8]
    """0 unknown, 1 won, 2 lost; 0 where the best score was asked for."""
    nodes: NDArray[np.int64]
    scores: NDArray[np.int64]
    """The best score found, -1 where the verdict was asked for."""
    score_proven: NDArray[np.bool_]
    """Whether no line scores more."""
    lengths: NDArray[np.int32]
    """Moves of the line that was found, as long as the search left it unless short lines were asked for; 0 if there is
    none, and -1 if nobody knows without writing it."""
    reasons: NDArray[np.uint8]
    """Why a lost deal is lost: a `Reason`."""
    seconds: NDArray[np.float64]
    """CPU time; where a kernel takes many deals at once, each has an equal part: only their sum is measured."""
    lines: list[str] | None = None
    """Records: of a win with its line, else of the deal alone. None if they were not asked for."""
    replayed: int = 0
    """How many lines the rules have replayed."""

    def __len__(self) -> int:
        return len(self.numbers)

    @property
    def share(self) -> Share:
        """How many were won, lost and not decided."""
        unknown, won, lost = np.bincount(self.verdicts, minlength=3).tolist()
        return Share(won, lost, unknown)

    @classmethod
    def joined(cls, parts: Iterable["Batch"]) -> "Batch":
        """Several batches as one; they all have lines, or none has."""
        found = list(parts)
        if not found:
            return _empty(0)
        arrays = {name: np.concatenate([getattr(part, name) for part in found]) for name in _ARRAYS}
        lines = None if found[0].lines is None else [line for part in found for line in part.lines or []]
        return cls(**arrays, lines=lines, replayed=sum([part.replayed for part in found]))


_ARRAYS = [field.name for field in fields(Batch) if field.name not in ("lines", "replayed")]


def _empty(count: int) -> Batch:
    return Batch(
        numbers=np.arange(count, dtype=np.uint64),
        verdicts=np.zeros(count, np.uint8),
        nodes=np.zeros(count, np.int64),
        scores=np.full(count, -1, np.int64),
        score_proven=np.zeros(count, np.bool_),
        lengths=np.zeros(count, np.int32),
        reasons=np.zeros(count, np.uint8),
        seconds=np.zeros(count, np.float64),
    )


class Asked(NamedTuple):
    """What is to be found of every deal."""

    limit: Limit
    question: Question = "verdict"
    lines: bool = False
    short: bool = False
    sample: float = SAMPLE
    seed: int = 0


Deals: TypeAlias = range | Sequence[int] | Sequence[Position] | NDArray[np.integer[Any]]


def solve_many(
    game: AnyGame,
    deals: Deals,
    limit: Limit | None = None,
    *,
    question: Question = "verdict",
    lines: bool = False,
    short: bool = False,
    sample: float = SAMPLE,
    seed: int = 0,
    jobs: int = 1,
) -> Batch:
    """Solve deals, given by number, or positions: what `solve` or `best_score` says of each, as arrays.

    With `lines` every line that is found is replayed by the rules and comes as a record, shortened only if `short`.
    Without, a share of the wins (`sample`) is replayed, drawn by `seed` and deal number; a line that the rules refuse
    raises `SolverError`. `PositionError` if no game can come to a given position.
    """
    if question not in ("verdict", "best"):
        raise ValueError(f'"{question}" is not a question: ask for "verdict" or "best"')
    asked = Asked(limit or Limit(), question, lines, short, sample, seed)
    if jobs <= 1:
        return solved(game, deals, asked)
    from longwood.solver.spread import spread

    parts = sorted(spread(game, deals, asked, jobs), key=lambda part: part[0])
    return Batch.joined([batch for _, batch in parts])


def solved(game: AnyGame, deals: Deals, asked: Asked, first: int = 0) -> Batch:
    """The same, in this thread. Positions are numbered from `first` on: they may be a part of many."""
    found = _empty(len(deals))
    if not len(deals):
        return found
    if isinstance(deals[0], Position):
        found.numbers[:] += np.uint64(first)
        positions: Iterator[tuple[Deal, Any]] = _laid(game, cast("Sequence[Position]", deals))
    else:
        numbers = _numbers(deals)
        found.numbers[:] = numbers
        positions = ((deal, game.start(deal)) for deal in map(Deal, numbers.tolist()))
        if has_kernel(game, asked):
            return _by_kernel(game, found, asked)
    drawn = _drawn(found.numbers, asked)
    records: list[str] = []
    checked = 0
    for i, (deal, p) in enumerate(positions):
        started = thread_time()
        line = (
            _best(game, p, asked, found, i)
            if asked.question == "best"
            else _verdict(game, p, asked, drawn[i], found, i)
        )
        found.seconds[i] = thread_time() - started
        checked += line is not None
        if asked.lines:
            records.append(str(Record(game, deal, tuple([(m,) for m in line or ()]))))
    return Batch(
        **{name: getattr(found, name) for name in _ARRAYS}, lines=records if asked.lines else None, replayed=checked
    )


def has_kernel(game: AnyGame, asked: Asked) -> bool:
    """Whether fresh deals are solved many at once."""
    return not (asked.lines or is_spent(asked.limit)) and family_of(game).own_many is not None


def _by_kernel(game: AnyGame, found: Batch, asked: Asked) -> Batch:
    """All deals by the room's kernel; those of the sample once more, one by one."""
    solver = family_of(game).own_many
    assert solver
    asks_best = asked.question == "best"
    for begin in range(0, len(found), ROOM):
        part = slice(begin, begin + ROOM)
        started = thread_time()
        told = solver.many(game, found.numbers[part], asked.limit, asks_best=asks_best)
        found.verdicts[part], found.nodes[part], found.lengths[part] = told.verdicts, told.nodes, told.lengths
        found.scores[part], found.score_proven[part] = told.scores, told.proven
        found.reasons[part] = np.where(told.verdicts == LOST, Reason.SEARCHED, Reason.NONE)
        if asks_best:
            found.lengths[part] = -1
        found.seconds[part] = (thread_time() - started) / len(told.nodes)
    sample = _drawn(found.numbers, asked) & ((found.verdicts == WON) | asks_best)
    for i in np.flatnonzero(sample).tolist():
        _check(game, found, i, asked)
    return replace(found, replayed=int(sample.sum()))


def _check(game: AnyGame, found: Batch, i: int, asked: Asked) -> None:
    """Solve one deal of the sample by itself, its line replayed by the rules: `SolverError` if that differs."""
    number = int(found.numbers[i])
    alone = solved(game, [number], asked._replace(lines=True))
    asks_best = asked.question == "best"
    if asked.limit.seconds is not None and not (alone.score_proven[0] if asks_best else alone.verdicts[0]):
        return  # one of the two came to its end in time, and the other did not
    for name in ("scores", "score_proven", "nodes") if asks_best else ("verdicts", "lengths", "nodes"):
        if getattr(alone, name)[0] != getattr(found, name)[i]:
            raise SolverError(f"Many deals at once and one by one disagree on {name} of {game.slug}.{number}.")


def _laid(game: AnyGame, positions: Sequence[Position]) -> Iterator[tuple[Deal, Any]]:
    for p in positions:
        check_position(game, p)
        yield Deal(laid=laid_text(game, p)), p


def _numbers(deals: Any) -> NDArray[np.uint64]:
    """Deal numbers as an array; `ValueError` if one is none."""
    numbers = np.arange(deals.start, deals.stop, deals.step) if isinstance(deals, range) else np.asarray(deals)
    if numbers.dtype.kind not in "iu" or numbers.ndim != 1 or numbers.min() < 0 or numbers.max() > MAX_DEAL:
        raise ValueError(f"deals are numbers from 0 to {MAX_DEAL}, or positions")
    return numbers.astype(np.uint64)


def _drawn(numbers: NDArray[np.uint64], asked: Asked) -> NDArray[np.bool_]:
    """Which deals are in the sample: the same ones however they are divided."""
    words = mix(numbers ^ np.uint64(mix(asked.seed)))
    drawn: NDArray[np.bool_] = (words >> 11) * 2.0**-53 < asked.sample
    return drawn


def _verdict(game: AnyGame, p: Any, asked: Asked, is_drawn: bool, found: Batch, i: int) -> tuple[Move, ...] | None:
    """Find the verdict of one position; its line if that was replayed."""
    if asked.short or game.won(p) or is_spent(asked.limit):
        result = solve(game, p, asked.limit, is_trusted=True)
        answer = result.verdict, result.nodes, result.reason, len(result.line)
        line = result.line or None
    else:
        is_written = asked.lines or is_drawn
        told = solver_for(game, p).solve(game, p, asked.limit, brief=not is_written)
        line = told.line if is_written and told.verdict is Verdict.WON else None
        if line is not None and not is_goal(game, p, replayed(game, p, line)):
            raise SolverError(f"The solver of {game.slug} found a line that does not win.")
        # What a drawn deal says must not depend on having been drawn.
        length = len(told.line) if asked.lines else told.length
        if told.verdict is Verdict.WON and not length:
            length = -1
        answer = told.verdict, told.nodes, told.reason, length
    verdict, found.nodes[i], found.reasons[i], found.lengths[i] = answer
    found.verdicts[i] = CODES[verdict]
    return line


def _best(game: AnyGame, p: Any, asked: Asked, found: Batch, i: int) -> tuple[Move, ...]:
    """Find the best score of one position; its line."""
    best = best_score(game, p, asked.limit, is_trusted=True)
    found.scores[i], found.score_proven[i], found.nodes[i] = best.score, best.is_proven, best.nodes
    found.lengths[i] = len(best.line)
    return best.line
