"""How many Terrace deals are decided within a budget of CPU time, for each way to play.

    python benchmarks/solver_terrace.py --deals 1-200 --seconds 10 [--jobs 2] [--time-all] [SLUG ...]

Each deal is solved once with the largest budget, and counted for every smaller one that it kept to. The time is the
search and the writing of the line; with --time-all also the replay through the rules and the shortening. Every win is
replayed by the rules.
"""

import argparse
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from time import thread_time

from longwood.core.game import Deal
from longwood.games import GAMES
from longwood.games.terrace.rules import Terrace
from longwood.games.terrace.solver import solve as terrace
from longwood.solver import Limit, Verdict, solve

BUDGETS = (0.1, 1.0, 10.0, 60.0)


def decide(slug: str, number: int, seconds: float, time_all: bool) -> tuple[Verdict, float, int]:
    """The verdict on a deal, the CPU time it took and the nodes."""
    game = GAMES[slug]
    assert isinstance(game, Terrace)
    p = game.start(Deal(number))
    started = thread_time()
    if time_all:
        result = solve(game, p, Limit(seconds=seconds))
        return result.verdict, thread_time() - started, result.nodes
    found = terrace.solve(game, p, Limit(seconds=seconds))
    spent = thread_time() - started
    if found.verdict is Verdict.WON:
        for m in found.line:
            if m not in game.moves(p):
                raise AssertionError(f"{slug}.{number}: the rules refuse {m}")
            p = game.play(p, m)
        if not game.won(p):
            raise AssertionError(f"{slug}.{number}: the line does not win")
    return found.verdict, spent, found.nodes


def decide_all(
    slug: str, deals: range, seconds: float, time_all: bool, jobs: int
) -> Iterator[tuple[Verdict, float, int]]:
    if jobs == 1:
        yield from map(decide, repeat(slug), deals, repeat(seconds), repeat(time_all))
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(decide, repeat(slug), deals, repeat(seconds), repeat(time_all), chunksize=4)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("slugs", nargs="*", metavar="SLUG")
    parser.add_argument("--deals", default="1-200")
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--time-all", action="store_true")
    options = parser.parse_args()
    first, last = map(int, options.deals.split("-"))
    deals = range(first, last + 1)
    budgets = [seconds for seconds in BUDGETS if seconds <= options.seconds] or [options.seconds]
    heads = "".join([f"{f'won {seconds:g} s':>11}{f'lost {seconds:g} s':>11}" for seconds in budgets])
    print(f"{'% of deals ' + options.deals:<24}{heads}{'unknown':>9}{'nodes':>13}{'nodes/s':>9}")
    for slug in options.slugs or [slug for slug, game in GAMES.items() if game.family == "terrace"]:
        results = list(decide_all(slug, deals, options.seconds, options.time_all, options.jobs))
        cells = ""
        for seconds in budgets:
            for verdict in (Verdict.WON, Verdict.LOST):
                share = sum([v is verdict and spent <= seconds for v, spent, _ in results]) / len(deals)
                cells += f"{100 * share:>11.1f}"
        unknown = sum([v is Verdict.UNKNOWN for v, _, _ in results]) / len(deals)
        nodes, spent = sum([n for _, _, n in results]), sum([s for _, s, _ in results])
        print(f"{slug:<24}{cells}{100 * unknown:>9.1f}{nodes:>13,}{nodes / spent:>9,.0f}", flush=True)


if __name__ == "__main__":
    main()
