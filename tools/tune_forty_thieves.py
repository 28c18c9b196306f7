"""Learn weights for the Forty Thieves search from its own wins, on deals that no benchmark uses.

Each deal is searched with several weights. In a search that wins, every state on the winning line is compared with a
few states of the same contour that the search expanded in vain: the evaluation should have put the first above the
others. The weights are fitted to these pairs by logistic regression, held near those that the search began with. States
that the search itself chose are the right opponents; several weights keep it from learning one search's blind spots.

    python tools/tune_forty_thieves.py --deals 100101-100280 --nodes 10000 --start a.npy b.npy --pairs p.npz --out c.npy

Without --start the released weights are used. --pairs keeps the pairs: what the file holds already is learnt from too.
--check 100001-100080 counts the wins with the result. --table prints weights as forty_thieves_weights.py has them.
"""

import argparse
from pathlib import Path

import numpy as np

from longwood.core.game import Deal
from longwood.games import GAMES
from longwood.games.forty_thieves.solver import search as searching
from longwood.games.forty_thieves.solver import solve as solver
from longwood.games.forty_thieves.solver.value import FEATURES
from longwood.games.forty_thieves.solver.weights import WEIGHTS

GAME = GAMES["forty-thieves"]
MEMORY = 400_000_000
OPPONENTS = 4


def numbers(text: str) -> range:
    """A range of deals such as 100101-100280."""
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def root_of(number: int) -> solver.Root:
    """A deal as the search sees it."""
    return solver.encode(GAME.start(Deal(number)))


def pairs_of(search: solver.Search, random: np.random.Generator) -> list[tuple[solver.Array, solver.Array]]:
    """States of the winning line, each with states of its contour that led nowhere."""
    line = set()
    node = int(search.links[search.stats[searching.BEST_NODE], 0])
    while node > 0:
        line.add(node)
        node = int(search.links[node, 0])
    used = int(search.stats[searching.USED])
    contours: dict[int, list[int]] = {}
    for node in np.nonzero(search.links[:used, 2] == searching.CLOSED)[0].tolist():
        contours.setdefault(searching.contour_of(search.rows[node]), []).append(node)

    def seen(node: int) -> solver.Array:
        return solver.features_of(search.root, search.rows[node], search.masks[node])

    found = []
    for node in sorted(line):
        others = [other for other in contours[searching.contour_of(search.rows[node])] if other not in line]
        for other in random.permutation(others)[:OPPONENTS].tolist():
            found.append((seen(node), seen(other)))
    return found


def with_progress(f: solver.Array) -> solver.Array:
    """Features, and features times progress: what the two rows of weights are multiplied with."""
    late = (10 * f[:, 1] + f[:, 0]) / (64 + 104)
    return np.concatenate([f, f * late[:, None]], axis=1)


def fit(
    better: solver.Array, worse: solver.Array, deals: solver.Array, start: solver.Array, hold: float
) -> solver.Array:
    """Weights that put the better state first, near the weights to start from."""
    difference = with_progress(better) - with_progress(worse)
    spread = difference.std(0) + 1e-6
    x = (difference / spread).astype(np.float32)
    # A deal with many pairs counts for more, but not in proportion.
    _, place, count = np.unique(deals, return_inverse=True, return_counts=True)
    share = count[place] ** -0.5
    share = (share / share.sum()).astype(np.float32)

    def loss(w: solver.Array) -> float:
        return float((share * np.log1p(np.exp(-np.clip(x @ w, -30, 30)))).sum())

    prior = start.reshape(-1) * spread
    factor = min(np.geomspace(0.01, 1, 25).tolist(), key=lambda k: loss(k * prior))
    prior = (factor * prior).astype(np.float32)
    w, slope, square = prior.copy(), np.zeros_like(prior), np.zeros_like(prior)
    for step in range(1, 401):
        pull = 1 / (1 + np.exp(np.clip(x @ w, -30, 30)))
        gradient = hold * (w - prior) - x.T @ (share * pull)
        slope = 0.9 * slope + 0.1 * gradient
        square = 0.99 * square + 0.01 * gradient**2
        w = w - 0.02 * (slope / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-9)
    print(f"{len(x)} pairs of {len(count)} deals, loss {loss(prior):.4f} -> {loss(w):.4f}")
    return np.asarray((w / factor / spread).reshape(2, -1), np.float32)


def check(weights: solver.Array, deals: range, nodes: int) -> str:
    """How many deals are won within a sixteenth, a quarter and all of a budget."""
    won = []
    for number in deals:
        search = solver.Search(root_of(number), MEMORY, weights=weights)
        search.run(nodes)
        if search.score == solver.MOST:
            won.append(search.nodes)
    counts = [sum(n <= budget for n in won) for budget in (nodes // 16, nodes // 4, nodes)]
    return f"won {counts} of {len(deals)} deals within {nodes // 16}, {nodes // 4} and {nodes} states"


def main() -> None:
    """Read the options; play, learn, check."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=numbers)
    parser.add_argument("--nodes", type=int, default=10_000)
    parser.add_argument("--start", type=Path, nargs="*", default=[])
    parser.add_argument("--pairs", type=Path)
    parser.add_argument("--hold", type=float, default=0.03)
    parser.add_argument("--out", type=Path, default=Path("weights.npy"))
    parser.add_argument("--check", type=numbers)
    parser.add_argument("--table", type=Path, nargs="*", default=[])
    options = parser.parse_args()
    if options.table:
        sets = [np.load(path) for path in options.table]
        for i, name in enumerate(FEATURES):
            row = ", ".join(f"({w[0, i]:.2f}, {w[1, i]:.2f})" for w in sets)
            print(f'    "{name}": ({row}),')
        return
    starts = [np.ascontiguousarray(np.load(path), np.float32) for path in options.start] or list(WEIGHTS)
    better, worse, deals = [], [], []
    if options.pairs and options.pairs.exists():
        kept = np.load(options.pairs)
        better, worse, deals = [list(kept[name]) for name in ("P", "N", "G")]
    random = np.random.default_rng(1)
    for number in options.deals or ():
        root = root_of(number)
        for weights in starts:
            search = solver.Search(root, MEMORY, weights=weights)
            search.run(options.nodes)
            if search.score == solver.MOST:
                for one, other in pairs_of(search, random):
                    better.append(one)
                    worse.append(other)
                    deals.append(number)
    if options.pairs:
        np.savez(options.pairs, P=np.array(better), N=np.array(worse), G=np.array(deals))
    weights = fit(np.array(better), np.array(worse), np.array(deals), starts[0], options.hold)
    np.save(options.out, weights)
    if options.check:
        print(check(weights, options.check, 2 * options.nodes))


if __name__ == "__main__":
    main()
