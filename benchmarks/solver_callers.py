"""What a caller of the solver gets, beside the time of the kernel: CPU time a deal, step by step.

Means over fresh deals, one core. The kernel alone: many deals in one call, without a position and without a line (one
deck). Its solver: one position, with the line read off the search. `Result.seconds`: that, and the line replayed by the
rules and shortened; CSV files and the summary of many deals have this one. The call: all of it, and the check that a
game can come to the position.

    python benchmarks/solver_callers.py --deals 300 --nodes 20000
"""

import argparse
from collections.abc import Callable, Sequence
from time import thread_time

import numpy as np
from rich.console import Console
from rich.table import Table

from longwood import GAMES, Deal
from longwood.games import family_of
from longwood.games.peaks.solver import elevator, triple_peaks
from longwood.games.quatorze.solver import solve as quatorze
from longwood.solver import Limit, best_score, solve

MANY: dict[str, Callable[[Sequence[int]], object]] = {
    "elevator": elevator.best_scores,
    "triple-peaks": triple_peaks.verdicts,
    "quatorze": quatorze.best_scores,
}


def duration(value: float) -> str:
    return f"{value * 1e6:,.0f} us" if value < 1e-3 else f"{value * 1e3:,.1f} ms"


def timed(call: Callable[[], object]) -> float:
    started = thread_time()
    call()
    return thread_time() - started


def measured(slug: str, deals: int, nodes: int, asks_best: bool) -> list[str]:
    """The cells of one row."""
    game = GAMES[slug]
    kernel = family_of(game).own_solver
    assert kernel
    limit = Limit() if family_of(game).is_exact else Limit(nodes=nodes)
    ask, ask_kernel = (best_score, kernel.best) if asks_best else (solve, kernel.solve)
    starts = [game.start(Deal(number)) for number in range(1, deals + 1)]
    ask(game, starts[0], limit)
    many = MANY.get(slug) if not asks_best or slug != "triple-peaks" else None
    if many:
        many(range(1, 3))
        numbers = range(1, 10_001)
    alone = timed(lambda: many(numbers)) / len(numbers) if many else None
    found = [ask(game, p, limit).seconds for p in starts]
    steps = [
        np.mean([timed(lambda p=p: ask_kernel(game, p, limit)) for p in starts]),  # type: ignore[misc]
        np.mean(found),
        np.median(found),
        np.mean([timed(lambda p=p: ask(game, p, limit)) for p in starts]),  # type: ignore[misc]
    ]
    return [duration(alone) if alone else "", *[duration(float(step)) for step in steps]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=300, help="deals of one-deck games; a tenth as many of the others")
    parser.add_argument("--nodes", type=int, default=20_000, help="the budget for two decks")
    options = parser.parse_args()
    table = Table(title=f"CPU time a deal, mean; two decks with {options.nodes:,} nodes")
    for heading in ("", "deals", "kernel alone", "its solver", "Result.seconds", "its median", "the call"):
        table.add_column(heading, justify="right" if heading else "left")
    rows = [("elevator", False), ("triple-peaks", False), ("triple-peaks", True), ("quatorze", False)]
    for slug, asks_best in [*rows, ("terrace", False), ("forty-thieves", False)]:
        deals = options.deals if family_of(GAMES[slug]).is_exact else max(options.deals // 10, 1)
        name = f"{GAMES[slug].title}, {'best score' if asks_best else 'verdict'}"
        table.add_row(name, str(deals), *measured(slug, deals, options.nodes, asks_best))
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
