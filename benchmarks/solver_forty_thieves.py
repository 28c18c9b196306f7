"""Forty Thieves: the share of fresh deals decided within a budget of CPU time.

    python benchmarks/solver_forty_thieves.py [--deals 1-200] [--seconds 10] [--memory 400] [--each]

One run with the largest budget gives all columns: a shorter budget ends the same search earlier. The time is that of
the search with setting up and writing down the line; every line is then replayed by the rules, off the clock.
"""

import argparse
from time import thread_time

from longwood.core.game import Deal
from longwood.core.result import Limit, Verdict
from longwood.games import GAMES
from longwood.games.forty_thieves.solver import solve as forty_thieves

GAME = GAMES["forty-thieves"]
BUDGETS = (0.1, 1.0, 10.0, 60.0)


def main() -> None:
    """Solve the deals one after the other and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", default="1-200", help="first and last deal")
    parser.add_argument("--seconds", type=float, default=10.0, help="CPU seconds a deal at most")
    parser.add_argument("--memory", type=int, default=400, help="megabytes")
    parser.add_argument("--each", action="store_true", help="print a line for each deal")
    options = parser.parse_args()
    first, _, last = options.deals.partition("-")
    numbers = range(int(first), int(last or first) + 1)

    decided: list[tuple[Verdict, float]] = []
    nodes = 0
    started = thread_time()
    for number in numbers:
        start = GAME.start(Deal(number))
        before = thread_time()
        found = forty_thieves.solve(GAME, start, Limit(seconds=options.seconds, memory=options.memory * 1_000_000))
        seconds = thread_time() - before
        nodes += found.nodes
        decided.append((found.verdict, seconds))
        if found.verdict is Verdict.WON:
            p = start
            for m in found.line:
                assert m in GAME.moves(p)
                p = GAME.play(p, m)
            assert GAME.won(p)
        if options.each:
            print(f"{number:6} {found.verdict.value:8} {seconds:8.3f} s {found.nodes:9} nodes", flush=True)

    print(f"Forty Thieves, deals {options.deals}, {options.memory} MB")
    print("within      won     lost  unknown")
    for budget in [b for b in BUDGETS if b < options.seconds] + [options.seconds]:
        shares = [
            100 * sum(v is verdict and (s <= budget or budget == options.seconds) for v, s in decided) / len(decided)
            for verdict in (Verdict.WON, Verdict.LOST)
        ]
        print(f"{budget:5g} s {shares[0]:7.1f}% {shares[1]:7.1f}% {100 - sum(shares):7.1f}%")
    print(f"{nodes} states expanded in {thread_time() - started:.0f} s of CPU time")


if __name__ == "__main__":
    main()
