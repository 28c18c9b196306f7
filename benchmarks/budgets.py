"""Whether the Terrace solver keeps a limit of seconds on tables that no game of the house has.

    python benchmarks/budgets.py [--seconds 0.5] [--deals 3]

For each table the processor's seconds of the search for a win, of that for the best score, and of all that an answer
takes, with the replay and the shortening of its line.
"""

import argparse
from dataclasses import replace
from itertools import pairwise
from time import thread_time

from longwood.core.game import STOCK, Deal
from longwood.games import family_of
from longwood.games.terrace.rules import RESERVE, WASTE, Terrace
from longwood.solver import Limit, solve, solver_for, warm

BASE = Terrace(slug="custom", title="Custom", about="", choose_base=False)
TABLES = {
    "3 columns": replace(BASE, columns=3),
    "12 columns": replace(BASE, columns=12),
    "16 columns, reserve of 30": replace(BASE, columns=16, reserve=30),
    "17 columns, reserve of 30": replace(BASE, columns=17, reserve=30),
    "60 columns": replace(BASE, columns=60),
    "60 columns, in suit": replace(BASE, columns=60, in_suit=True, redeals=1),
    "90 columns": replace(BASE, columns=90),
    "reserve of 12": replace(BASE, reserve=12, columns=10),
    "reserve of 40": replace(BASE, reserve=40),
    "reserve of 40 that fills": replace(BASE, reserve=40, fill_from=(RESERVE, WASTE, STOCK)),
    "16 columns, filled": replace(BASE, columns=16, reserve=20, fill_from=(WASTE, STOCK), redeals=1),
    "201 columns (plain search)": replace(BASE, columns=201, reserve=1),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--deals", type=int, default=3)
    options = parser.parse_args()
    warm([family_of(BASE)])
    limit = Limit(seconds=options.seconds)
    print(
        f"{'table':<28}{'verdicts':<25}{'nodes':>12}{'search':>9}{'best':>9}{'all':>9}   (seconds, the most of a deal)"
    )
    for name, game in TABLES.items():
        verdicts, nodes, most = [], 0, [0.0] * 3
        for number in range(1, options.deals + 1):
            p = game.start(Deal(number))
            solver = solver_for(game, p)
            times = [thread_time()]
            nodes += solver.solve(game, p, limit).nodes
            times.append(thread_time())
            nodes += solver.best(game, p, limit).nodes
            times.append(thread_time())
            verdicts.append(solve(game, p, limit, is_trusted=True).verdict.value)
            times.append(thread_time())
            most = [max(longest, b - a) for longest, (a, b) in zip(most, pairwise(times), strict=True)]
        cells = "".join([f"{seconds:>9.2f}" for seconds in most])
        print(f"{name:<28}{' '.join(verdicts):<25}{nodes:>12,}{cells}", flush=True)


if __name__ == "__main__":
    main()
