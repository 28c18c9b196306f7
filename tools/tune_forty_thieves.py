"""Climb towards better weights for the Forty Thieves search, on deals that no benchmark uses.

The aim is the mean of log2(states expanded until the win) over deals that are neither trivial nor hopeless; a deal that
is not won within the budget counts as one doubling more. Each step changes a few weights at random and keeps the change
if the mean falls. The result is printed as the table of forty_thieves_weights.py, and saved after every gain.

    python tools/tune_forty_thieves.py --deals 100101-100600 --nodes 8000 --minutes 30 --out weights.npy
"""

import argparse
import time
from pathlib import Path

import numpy as np

from longwood.game import Deal
from longwood.games import GAMES
from longwood.solver import forty_thieves as solver
from longwood.solver.forty_thieves_value import FEATURES
from longwood.solver.forty_thieves_weights import WEIGHTS

GAME = GAMES["forty-thieves"]


def cost(root: solver.Root, weights: solver.Array, nodes: int) -> float:
    """log2 of the states expanded until the win, or one more than that of the budget."""
    search = solver.Search(root, 200_000_000, weights=weights)
    search.run(nodes)
    return float(np.log2(max(search.nodes, 1) if search.score == solver.MOST else 2 * nodes))


def spreads(roots: list[solver.Root]) -> solver.Array:
    """How much each feature varies among the states of a search: weights are changed in proportion to its inverse."""
    found = []
    for root in roots:
        search = solver.Search(root, 200_000_000)
        search.run(1000)
        for node in range(0, int(search.stats[1]), 5):
            found.append(solver.features_of(root, search.rows[node], search.masks[node]))
    return np.asarray(np.std(np.array(found), axis=0) + 0.05)


def main() -> None:
    """Read the options and climb until the time is up."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", default="100101-100400")
    parser.add_argument("--nodes", type=int, default=8000)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=Path)
    parser.add_argument("--out", type=Path, default=Path("weights.npy"))
    options = parser.parse_args()
    first, last = [int(part) for part in options.deals.split("-")]
    random = np.random.default_rng(options.seed)
    weights = np.load(options.start) if options.start else WEIGHTS.copy()

    roots = [solver.encode(GAME.start(Deal(number))) for number in range(first, last + 1)]
    easy = [cost(root, weights, 3 * options.nodes) for root in roots]
    roots = [root for root, c in zip(roots, easy, strict=True) if c < np.log2(6 * options.nodes)]
    costs = np.array([cost(root, weights, options.nodes) for root in roots])
    print(f"{len(roots)} of {last - first + 1} deals, mean {costs.mean():.3f}", flush=True)
    step = 2.0 / spreads(roots[:10])
    end = time.process_time() + 60 * options.minutes
    tried = 0
    while time.process_time() < end:
        tried += 1
        trial = weights.copy()
        for i in random.integers(len(FEATURES), size=random.integers(1, 4)):
            change = random.normal() * step[i] * random.choice([0.3, 1.0])
            # Move the weight at the start, at the end or throughout.
            kind = random.integers(3)
            if kind == 0:
                trial[0, i] += change
            elif kind == 1:
                trial[1, i] += 2 * change
            else:
                trial[0, i] += change
                trial[1, i] -= change
        new = costs.copy()
        # Most trials are worse: give them up early.
        for done, i in enumerate(random.permutation(len(roots)), 1):
            new[i] = cost(roots[i], trial, options.nodes)
            if (new - costs).sum() > 3.0 * done**0.5:
                break
        if new.mean() < costs.mean():
            weights, costs = trial, new
            np.save(options.out, weights)
            won = int((costs < np.log2(2 * options.nodes)).sum())
            print(f"trial {tried}: mean {costs.mean():.3f}, {won} won", flush=True)
    for name, early, late in zip(FEATURES, weights[0], weights[1], strict=True):
        print(f'    "{name}": ({early:.2f}, {late:.2f}),')


if __name__ == "__main__":
    main()
