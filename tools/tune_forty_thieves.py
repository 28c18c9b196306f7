"""Learn weights for the Forty Thieves search from its own wins, on deals that no benchmark uses.

Each deal is searched with several weights. In a search that wins, every state on the winning line is compared with a
few states of the same contour that the search expanded in vain: the evaluation should have put the first above the
others. The weights are fitted to these pairs by logistic regression, held near those that the search began with. States
that the search itself chose are the right opponents; several weights keep it from learning one search's blind spots.

    python tools/tune_forty_thieves.py --deals 100101-100280 --nodes 10000 --start a.npy b.npy --pairs p.npz --out c.npy

Without --start the released weights are used. --pairs keeps the pairs: what the file holds already is learnt from too.
--check 100001-100080 counts the wins with the result. --table a.npy b.npy c.npy prints weights as weights.py declares
them; --docs prints the declared ones as the table in docs/solver-forty-thieves.md.
"""

import argparse
from pathlib import Path

import numpy as np

from longwood.core.game import Deal
from longwood.games import GAMES
from longwood.games.forty_thieves.solver.encode import Array, Root, encode, features_of
from longwood.games.forty_thieves.solver.expand import BEST_NODE, CLOSED, MOST, NEXT, PARENT, USED, contour_of
from longwood.games.forty_thieves.solver.search import Search
from longwood.games.forty_thieves.solver.weights import DECLARED, WEIGHTS, W, table

GAME = GAMES["forty-thieves"]
MEMORY = 400_000_000
OPPONENTS = 4


def numbers(text: str) -> range:
    """A range of deals such as 100101-100280."""
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def root_of(number: int) -> Root:
    """A deal as the search sees it."""
    return encode(GAME.start(Deal(number)))


def pairs_of(search: Search, random: np.random.Generator) -> list[tuple[Array, Array]]:
    """States of the winning line, each with states of its contour that led nowhere."""
    line = set()
    rows, masks, links = search.states.rows, search.states.masks, search.states.links
    node = int(links[search.stats[BEST_NODE], PARENT])
    while node > 0:
        line.add(node)
        node = int(links[node, PARENT])
    used = int(search.stats[USED])
    contours: dict[int, list[int]] = {}
    for node in np.nonzero(links[:used, NEXT] == CLOSED)[0].tolist():
        contours.setdefault(contour_of(rows[node]), []).append(node)

    def seen(node: int) -> Array:
        return features_of(search.root, rows[node], masks[node])

    found = []
    for node in sorted(line):
        others = [other for other in contours[contour_of(rows[node])] if other not in line]
        for other in random.permutation(others)[:OPPONENTS].tolist():
            found.append((seen(node), seen(other)))
    return found


def with_progress(f: Array) -> Array:
    """Features, and features times progress: what the two rows of weights are multiplied with."""
    late = (10 * f[:, W.cards_dealt] + f[:, W.on_foundations]) / (64 + 104)
    return np.concatenate([f, f * late[:, None]], axis=1)


def fit(better: Array, worse: Array, deals: Array, start: Array, hold: float) -> Array:
    """Weights that put the better state first, near the weights to start from."""
    difference = with_progress(better) - with_progress(worse)
    spread = difference.std(0) + 1e-6
    x = (difference / spread).astype(np.float32)
    # A deal with many pairs counts for more, but not in proportion.
    _, place, count = np.unique(deals, return_inverse=True, return_counts=True)
    share = count[place] ** -0.5
    share = (share / share.sum()).astype(np.float32)

    def loss(w: Array) -> float:
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


def check(weights: Array, deals: range, nodes: int) -> str:
    """How many deals are won within a sixteenth, a quarter and all of a budget."""
    won = []
    for number in deals:
        search = Search(root_of(number), MEMORY, weights=weights)
        search.run(nodes)
        if search.score == MOST:
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
    parser.add_argument("--docs", action="store_true")
    options = parser.parse_args()
    if options.docs:
        print("\n".join(table()))
        return
    if options.table:
        sets = [np.load(path) for path in options.table]
        for i, weight in enumerate(DECLARED):
            row = ", ".join(f"({w[0, i]:.2f}, {w[1, i]:.2f})" for w in sets)
            print(f'    Weight("{weight.name}", "{weight.meaning}", {row}),')
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
            search = Search(root, MEMORY, weights=weights)
            search.run(options.nodes)
            if search.score == MOST:
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
