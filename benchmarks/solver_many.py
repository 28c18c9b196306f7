"""Many deals at once beside one by one: deals a second on all cores, and the CPU time of a deal.

One by one is what `longwood solve --deals --csv` does, and did without a file before: each deal is solved in one of
several processes, its line written, replayed by the rules, shortened and made a record. Many at once is what `longwood
solve --deals` does without a file, and `solve_many`: arrays, no lines, a sample of the wins replayed. Both in one run,
taking turns. On a busy machine the wall clock says little; CPU time, in one thread, says what two idle cores do.

    python benchmarks/solver_many.py --jobs 2
    python benchmarks/solver_many.py --overhead

The second prints what `solve_many` adds to the search of two-deck games, CPU time in one thread.
"""

import argparse
from time import perf_counter, thread_time

from rich.console import Console
from rich.table import Table

from longwood import GAMES, Deal
from longwood.core.game import AnyGame
from longwood.games import family_of
from longwood.solver import Limit, solver_for
from longwood.solver.many import Asked, solve_many
from longwood.solver.spread import spread

ROWS = (("elevator", 60_000, 6_000), ("quatorze", 100_000, 6_000), ("triple-peaks", 20_000, 3_000))
"""Games, deals at once and deals one by one."""
BEST = (("elevator", 60_000), ("quatorze", 100_000), ("triple-peaks", 400), ("triple-peaks-multiplier", 400))

TURN = 20
"""Deals of two decks that each way of solving takes before it is the next one's turn."""


def took(game: AnyGame, deals: range, asked: Asked, jobs: int) -> float:
    """Wall time a deal, from the first answer on: then the pool is up and the kernels are loaded."""
    started, first, done = 0.0, 0, 0
    for _, batch in spread(game, deals, asked, jobs):
        if not done:
            started, first = perf_counter(), len(batch)
        done += len(batch)
    return (perf_counter() - started) / (done - first)


def speed(jobs: int, rounds: int) -> Table:
    table = Table(title=f"Deals a second, {jobs} jobs")
    headings = (
        "",
        "one by one",
        "at once",
        "ratio",
        "CPU a deal, one by one",
        "at once",
        "ratio",
        "at once, 2 idle cores",
    )
    for heading in headings:
        table.add_column(heading, justify="right" if heading else "left")
    for slug, many, few in ROWS:
        game = GAMES[slug]
        solve_many(game, range(1, 2000))
        ones, alls = [], []
        for i in range(rounds):
            ones.append(took(game, range(i * few, (i + 1) * few), Asked(Limit(), lines=True, short=True), jobs))
            alls.append(took(game, range(i * many, (i + 1) * many), Asked(Limit()), jobs))
        one, all_ = min(ones), min(alls)
        alone = solve_many(game, range(few), lines=True, short=True).seconds.mean()
        started = thread_time()
        solve_many(game, range(many // 4))
        together = (thread_time() - started) / (many // 4)
        table.add_row(
            game.title,
            f"{1 / one:,.0f}",
            f"{1 / all_:,.0f}",
            f"{one / all_:.1f}",
            f"{alone * 1e6:,.1f} us",
            f"{together * 1e6:,.1f} us",
            f"{alone / together:.1f}",
            f"{2 / together:,.0f}",
        )
    return table


def best() -> Table:
    table = Table(title="Best scores, one thread, CPU time a deal")
    for heading in ("", "deals", "a deal", "100,000 deals on one core"):
        table.add_column(heading, justify="right" if heading else "left")
    for slug, deals in BEST:
        solve_many(GAMES[slug], range(2), question="best")
        started = thread_time()
        solve_many(GAMES[slug], range(1, deals + 1), question="best", sample=0.01)
        each = (thread_time() - started) / deals
        table.add_row(GAMES[slug].title, f"{deals:,}", f"{each * 1e6:,.0f} us", f"{each * 1e5:,.0f} s")
    return table


def overhead(deals: int, nodes: int) -> Table:
    """The search alone, the same by `solve_many`, and by `solve`."""
    table = Table(title=f"CPU time of {deals} deals, {nodes:,} nodes each")
    for heading in ("", "search", "solve_many", "over the search", "replayed", "with lines", "with short lines"):
        table.add_column(heading, justify="right" if heading else "left")
    limit = Limit(nodes=nodes)
    for slug in [slug for slug, game in GAMES.items() if game.decks == 2]:
        game = GAMES[slug]
        assert family_of(game).own_solver
        # Turn by turn, a few deals each: what else the machine does then counts for all alike.
        times = [0.0] * 4
        replayed = 0
        for part, first in enumerate(range(1, deals + 1, TURN)):
            numbers = range(first, min(first + TURN, deals + 1))
            for i in (0, 1, 2, 3) if part % 2 else (3, 2, 1, 0):
                started = thread_time()
                if i == 0:
                    for number in numbers:
                        p = game.start(Deal(number))
                        solver_for(game, p).solve(game, p, limit, brief=True)
                else:
                    found = solve_many(game, numbers, limit, lines=i > 1, short=i == 3)
                    replayed += found.replayed if i == 1 else 0
                times[i] += thread_time() - started
        cells = [f"{value:.2f} s" for value in times]
        table.add_row(game.title, *cells[:2], f"{times[1] / times[0] - 1:+.1%}", str(replayed), *cells[2:])
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--overhead", action="store_true", help="two decks")
    parser.add_argument("--deals", type=int, default=200, help="of two decks")
    parser.add_argument("--nodes", type=int, default=20_000, help="the budget for two decks")
    options = parser.parse_args()
    console = Console(width=140)
    if options.overhead:
        console.print(overhead(options.deals, options.nodes))
        return
    console.print(speed(options.jobs, options.rounds))
    console.print(best())


if __name__ == "__main__":
    main()
