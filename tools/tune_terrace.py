"""Tune the weights of the Terrace search: random hill-climbing on deals that no benchmark uses.

    python tools/tune_terrace.py falling-stars --seconds 120

Each step changes a few weights of the best weighting so far and keeps the change if narrow beams do better: they win
more deals, or come nearer to it. It prints each improvement as a row for terrace_weights.py.
"""

import argparse
import random
import time

from longwood.game import Deal
from longwood.games import GAMES
from longwood.solver import terrace_beam as beam
from longwood.solver.result import Limit
from longwood.solver.terrace import ALL, Beam, starts
from longwood.solver.terrace_weights import START, TUNED, config

STEPS = {name: max(20, abs(value) // 4) for name, value in START.items()} | {"decay": 8, "cap": 5}


def merit(values: dict[str, int], slug: str, deals: range, width: int, stop: float = -1.0) -> float:
    """Deals won by one beam a base card, and some credit for cards on foundations; given up when it cannot reach `stop`."""
    setting = config(values)
    total, left = 0.0, len(deals)
    for number in deals:
        game = GAMES[slug]
        best = 0.0
        for start in starts(game, game.start(Deal(number)), ALL)[:2]:
            if start.is_dead:
                continue
            tried = Beam(start, width, setting, Limit())
            status = tried.run(10**9)
            best = max(best, 1.0 if status == beam.WON else tried.best / 104 * 0.4)
            if status == beam.WON:
                break
        total += best
        left -= 1
        if total + left * 0.9 < stop:
            return total
    return total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("slug")
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--deals", default="100001-100100")
    parser.add_argument("--width", type=int, default=24)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--like", help="start from the weights of another way to play")
    options = parser.parse_args()
    first, last = map(int, options.deals.split("-"))
    deals = range(first, last + 1)
    chance = random.Random(options.seed)
    rows = TUNED.get(options.like or options.slug, ({},))
    best = START | rows[0]
    top = merit(best, options.slug, deals, options.width)
    print(f"{top:.2f} of {len(deals)} at the start", flush=True)
    spent, tries = time.process_time(), 0
    while time.process_time() - spent < options.seconds:
        tried = dict(best)
        for name in chance.sample(list(STEPS), chance.choice((1, 1, 2, 3))):
            scale = max(STEPS[name], abs(tried[name]) // 3)
            tried[name] += round(chance.gauss(0, scale))
        tried["cap"] = max(2, min(100, tried["cap"]))
        tried["decay"] = max(0, min(100, tried["decay"]))
        tries += 1
        result = merit(tried, options.slug, deals, options.width, top)
        if result > top:
            best, top = tried, result
            print(f"{top:.2f} after {tries}: { {k: v for k, v in best.items() if v != START[k]} }", flush=True)
    print(f"{tries} tries", flush=True)


if __name__ == "__main__":
    main()
