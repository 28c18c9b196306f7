"""How fast the one-deck solvers are: CPU time a deal, and the ratio to plainer searches on the same deals.

Means come from one call for all deals, shuffling included; percentiles from calls with one deal many times over, so
that what a call costs does not count. The baselines run in this process too, on the first deals of the same range:
compiled searches without any pruning for Triple Peaks and Elevator (tests/plain_heaps.py), the reference search for
Quatorze.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from time import thread_time

import numpy as np
from rich.console import Console
from rich.table import Table

from longwood import GAMES, Deal, shuffled
from longwood.games.peaks.rules import PEAKS, PYRAMID, TriplePeaks
from longwood.games.peaks.solver import elevator, triple_peaks
from longwood.games.quatorze.solver import solve as quatorze
from longwood.kernels.decks import decks_of
from longwood.solver import Limit
from longwood.solver import plain_search as search

sys.path.append(str(Path(__file__).parents[1] / "tests"))

FIRST = 1


def seconds(solve: Callable[[Sequence[int]], object], numbers: Sequence[int]) -> float:
    """CPU seconds a deal in one call."""
    started = thread_time()
    solve(numbers)
    return (thread_time() - started) / len(numbers)


def duration(value: float) -> str:
    return f"{value * 1e6:,.0f} us" if value < 1e-3 else f"{value * 1e3:,.1f} ms"


def row(
    table: Table,
    name: str,
    solve: Callable[[Sequence[int]], object],
    deals: int,
    plain: Callable[[Sequence[int]], object],
    plain_deals: int,
    target: float,
) -> None:
    """Measure one solver and its baseline, and add them to the table."""
    numbers = range(FIRST, FIRST + deals)
    solve(numbers[:2])
    plain(numbers[:1])
    mean = seconds(solve, numbers)
    # About 2 ms for each deal, in one call.
    again = max(round(2e-3 / mean), 1)
    singles = [seconds(solve, [number] * again) for number in numbers[: min(deals, 1000)]]
    p50, p99 = np.percentile(singles, [50, 99]).tolist()
    common = numbers[:plain_deals]
    baseline, ours = seconds(plain, common), seconds(solve, common)
    cells = [duration(value) for value in (mean, p50, p99, target, baseline)]
    table.add_row(name, f"{deals:,}", *cells, f"{baseline / ours:,.0f}x")


def cold_and_warm() -> tuple[float, float]:
    """CPU seconds until a new process has solved a deal of each family, without and with compiled kernels on disk."""
    program = """
from time import process_time
from longwood import GAMES, Deal
from longwood.solver import solve
for slug in ("elevator", "triple-peaks", "quatorze"):
    solve(GAMES[slug], GAMES[slug].start(Deal(1)))
print(process_time())
"""
    with tempfile.TemporaryDirectory() as folder:
        env = os.environ | {"NUMBA_CACHE_DIR": folder}
        times = [float(subprocess.check_output([sys.executable, "-c", program], env=env)) for _ in range(2)]
    return times[0], times[1]


def main() -> None:
    from plain_heaps import plain_best_score, plain_size

    standard, multiplier = GAMES["triple-peaks"], GAMES["triple-peaks-multiplier"]
    assert isinstance(standard, TriplePeaks)
    assert isinstance(multiplier, TriplePeaks)
    game = GAMES["quatorze"]
    decks: dict[int, tuple[int, ...]] = {number: shuffled(1, number) for number in range(FIRST, FIRST + 500)}
    table = Table(title="One-deck solvers, exact, CPU time a deal, one core")
    for heading in ("", "deals", "mean", "p50", "p99", "target (mean)", "plain search", "ratio"):
        table.add_column(heading, justify="right" if heading else "left")
    row(
        table,
        "Elevator, verdict and best",
        elevator.best_scores,
        20_000,
        lambda numbers: [plain_size(PYRAMID, decks[number]) for number in numbers],
        200,
        60e-6,
    )
    row(
        table,
        "Triple Peaks, verdict",
        triple_peaks.verdicts,
        20_000,
        lambda numbers: [plain_size(PEAKS, decks[number]) for number in numbers],
        200,
        500e-6,
    )
    for peaks, target in ((standard, 120e-3), (multiplier, 12e-3)):
        row(
            table,
            f"Triple Peaks, best, {'multiplier' if peaks.doubles else 'standard'}",
            lambda numbers, peaks=peaks: triple_peaks.best_scores(peaks, numbers),  # type: ignore[misc]
            300,
            lambda numbers, peaks=peaks: [plain_best_score(peaks, decks[number]) for number in numbers],  # type: ignore[misc]
            10,
            target,
        )
    row(
        table,
        "Quatorze, verdict and best",
        quatorze.best_scores,
        50_000,
        lambda numbers: [search.solve(game, game.start(Deal(number)), Limit(nodes=20_000)) for number in numbers],
        200,
        60e-6,
    )
    console = Console(width=120)
    console.print(table)
    started = thread_time()
    decks_of(range(100_000))
    console.print(f"A shuffled deck takes {(thread_time() - started) * 10:.2f} us of it.")
    numbers = range(FIRST, FIRST + 20_000)
    scores, clear = elevator.best_scores(numbers)[0], triple_peaks.verdicts(numbers)[0]
    fourteens = quatorze.best_scores(numbers)[0]
    console.print(
        f"Deals {numbers[0]:,} to {numbers[-1]:,}: Elevator {np.mean(scores == 28):.2%} winnable, best score "
        f"{scores.mean():.1f} of 28 on average; Triple Peaks {clear.mean():.2%} winnable; "
        f"Quatorze {np.mean(fourteens == 52):.3%} winnable."
    )
    cold, warm = cold_and_warm()
    console.print(f"A new process solves a deal of each in {warm:.1f} s of CPU time, the very first in {cold:.1f} s.")


if __name__ == "__main__":
    main()
