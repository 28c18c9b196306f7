"""Tune the weights of the Terrace search: random hill-climbing on deals that no benchmark uses.

    python tools/tune_terrace.py falling-stars wood --seconds 120
    python tools/tune_terrace.py falling-stars wood --seconds 120 --hard
    python tools/tune_terrace.py --table    (only the table of docs/solver-terrace.md)

Each step changes a few weights of the best weighting so far and keeps the change if narrow beams do better: they win
more deals, or come nearer to it. It prints each improvement as a row for tuned.py. Which weights there are, how
far a step goes and within which bounds is declared in weights.py.
"""

import argparse
import random
import time

from longwood.core.game import Deal
from longwood.core.result import Limit
from longwood.games import GAMES
from longwood.games.terrace.rules import Terrace
from longwood.games.terrace.solver import beam
from longwood.games.terrace.solver.solve import ALL, Beam, starts
from longwood.games.terrace.solver.tuned import SETS, TUNED, config
from longwood.games.terrace.solver.weights import START, WEIGHTS, changed, table

TRIED = [weight for weight in WEIGHTS if weight.of != "player"]

Deals = list[tuple[str, int]]


def credit(values: dict[str, int], slug: str, number: int, width: int) -> float:
    """1 for a deal won by one beam a base card (two at most), else something for the cards on foundations."""
    game, best = GAMES[slug], 0.0
    assert isinstance(game, Terrace), slug
    for start in [start for start in starts(game, game.start(Deal(number)), ALL) if not start.is_dead][:2]:
        tried = Beam(start, width, config(values, digs=game.in_suit), Limit())
        if tried.run(10**9) == beam.WON:
            return 1.0
        best = max(best, tried.best / 104 * 0.4)
    return best


def merit(values: dict[str, int], deals: Deals, width: int, stop: float = 0.0) -> float:
    """The credit for all deals; given up when it will hardly reach `stop`."""
    total, left = 0.0, len(deals)
    for slug, number in deals:
        total += credit(values, slug, number, width)
        left -= 1
        if total + left * 0.9 < stop:
            return total
    return total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("slugs", nargs="*")
    parser.add_argument("--table", action="store_true", help="print the weights there are, as Markdown")
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--deals", default="100001-100100")
    parser.add_argument("--width", type=int, default=24)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hard", action="store_true", help="only deals that no weighting so far wins: for one more")
    options = parser.parse_args()
    if options.table:
        print(table(SETS))
        return
    if not options.slugs:
        parser.error("name a game to tune")
    first, last = map(int, options.deals.split("-"))
    deals = [(slug, number) for number in range(first, last + 1) for slug in options.slugs]
    chance = random.Random(options.seed)
    if options.hard:
        for values in TUNED[options.slugs[0]]:
            deals = [deal for deal in deals if credit(values, *deal, options.width) < 1]
    else:
        # A deal without a start that can be won tells nothing.
        deals = [deal for deal in deals if credit({}, *deal, 1)]
    best = START | TUNED[options.slugs[0]][0]
    top = merit(best, deals, options.width)
    print(f"{top:.2f} of {len(deals)} at the start", flush=True)
    spent, tries = time.process_time(), 0
    while time.process_time() - spent < options.seconds:
        tried = dict(best)
        for weight in chance.sample(TRIED, chance.choice((1, 1, 2, 3))):
            scale = max(weight.step, abs(tried[weight.name]) // 3)
            tried[weight.name] = weight.within(tried[weight.name] + round(chance.gauss(0, scale)))
        tries += 1
        result = merit(tried, deals, options.width, top)
        if result > top:
            best, top = tried, result
            print(f"{top:.2f} after {tries}: {changed(best)}", flush=True)
    print(f"{tries} tries", flush=True)


if __name__ == "__main__":
    main()
