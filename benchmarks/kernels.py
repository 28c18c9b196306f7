"""Two source trees against each other: the nodes of every search, which must be equal, and the time it takes.

    python benchmarks/kernels.py --base PATH [--rounds 5] [SLUG ...]

PATH is another checkout (its own sources are used, and a cache of its own for what is compiled). Both trees search the
same deals with the same budget of nodes, by turns within one run, so that a busy machine slows both; the least time of
the rounds counts. Prints a table, and fails if any node count
differs. What players come to stands in the column of nodes.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parents[1]
DEALS = {"terrace": (40, 8_000), "forty-thieves": (30, 4_000), "quatorze": (3_000, None), "triple-peaks": (1_500, None)}
"""By family the deals and the nodes for each; a game of one deck needs no limit."""
OTHERS = (4_000, None)
BATCH = {"quatorze": 100_000, "elevator": 30_000, "triple-peaks": 8_000}
"""The deals of those that have a kernel for many at once."""
PLAYED = {"terrace": 4, "quatorze": 60, "triple-peaks": 150, "elevator": 200}
"""The worlds of a few deals in which the quick player is asked."""

WORKER = """
import json, sys, time
from longwood import GAMES, Deal
from longwood.advice.trials import play_on
from longwood.advice.worlds import some_worlds
from longwood.solver import Limit
try:
    from longwood.solver import solver_for
except ImportError:  # before families were rooms
    from longwood.solver import kernel
    def solver_for(game, position):
        return kernel(game.family)

def batch(game, deals, nodes):
    family = solver_for(game, game.start(Deal(1)))
    run = getattr(family, "verdicts", None) or family.best_scores
    run(range(1, 3))
    begun = time.thread_time()
    result, count = run(range(1, deals + 1))
    return [int(result.sum()), int(count)], time.thread_time() - begun

def play(game, worlds, nodes):
    found, spent = [], 0.0
    for number in range(1, 6):
        p = game.start(Deal(number))
        some, moves = some_worlds(game, p, worlds)[0], game.moves(p)
        begun = time.thread_time()
        found.append(int(play_on(game, some, moves, number)[0].sum()))
        spent += time.thread_time() - begun
    return found, spent

def search(game, deals, nodes, what):
    starts = [game.start(Deal(number)) for number in range(1, deals + 1)]
    ask, limit = getattr(solver_for(game, starts[0]), what), Limit(nodes=nodes)
    begun = time.thread_time()
    # The replay and the shortening of lines are Python's time, not the kernel's.
    found = [ask(game, p, limit).nodes for p in starts]
    return found, time.thread_time() - begun

for line in sys.stdin:
    slug, what, deals, nodes = json.loads(line)
    game = GAMES[slug]
    if what == "batch":
        answer = batch(game, deals, nodes)
    elif what == "player":
        answer = play(game, deals, nodes)
    else:
        answer = search(game, deals, nodes, what)
    print(json.dumps(answer), flush=True)
"""


class Tree:
    """A process that searches with the sources of one tree."""

    def __init__(self, root: Path, cache: Path) -> None:
        environment = os.environ | {"PYTHONPATH": str(root / "src"), "NUMBA_CACHE_DIR": str(cache)}
        self._process = subprocess.Popen(
            [sys.executable, "-c", WORKER], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, task: Any) -> tuple[list[int], float]:
        """The nodes of each deal, and the processor's seconds."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(task) + "\n")
        self._process.stdin.flush()
        nodes, seconds = json.loads(self._process.stdout.readline())
        return nodes, seconds

    def close(self) -> None:
        """Let the process end."""
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait()


def tasks(slugs: list[str]) -> list[tuple[str, str, int, int | None]]:
    """What is asked: verdicts, best scores, and where there is a kernel for it many deals at once and the player."""
    from longwood import GAMES

    found: list[tuple[str, str, int, int | None]] = []
    for slug in slugs or GAMES:
        game = GAMES[slug]
        deals, nodes = DEALS.get(game.family, OTHERS)
        found.append((slug, "solve", deals, nodes))
        found.append((slug, "best", deals // 4 if nodes else deals // 20, nodes))
        if game.family in BATCH and game.slug in (game.family, *BATCH):
            found.append((slug, "batch", BATCH[game.family], None))
        if game.family in PLAYED and slug != "generals-patience":
            found.append((slug, "player", PLAYED[game.family], None))
    return found


def main() -> int:
    """Read the options; search by turns; print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("slugs", nargs="*", metavar="SLUG")
    parser.add_argument("--base", type=Path, required=True, help="the checkout to compare with")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    differs = False
    with tempfile.TemporaryDirectory() as kept:
        trees = [Tree(options.base.resolve(), Path(kept, "old")), Tree(HERE, Path(kept, "new"))]
        print(f"{'game':<32}{'what':<7}{'nodes':>12}{'old s':>9}{'new s':>9}{'new/old':>9}")
        sums = [0.0, 0.0]
        for slug, what, deals, nodes in tasks(options.slugs):
            least = [float("inf")] * 2
            found: list[list[int]] = [[], []]
            for turn in range(options.rounds + 1):
                # Whoever is second finds a warmer machine: they take turns in that too. The first round is a warm-up.
                for i in (0, 1) if turn % 2 else (1, 0):
                    found[i], seconds = trees[i].ask((slug, what, deals, nodes))
                    if turn:
                        least[i] = min(least[i], seconds)
            same = found[0] == found[1]
            differs |= not same
            sums = [a + b for a, b in zip(sums, least, strict=True)]
            count = f"{sum(found[1]):,}" if same else "DIFFERENT"
            print(
                f"{slug:<32}{what:<7}{count:>12}{least[0]:>9.3f}{least[1]:>9.3f}{least[1] / least[0]:>9.3f}", flush=True
            )
        print(f"{'all':<39}{'':>12}{sums[0]:>9.3f}{sums[1]:>9.3f}{sums[1] / sums[0]:>9.3f}")
        for tree in trees:
            tree.close()
    return int(differs)


if __name__ == "__main__":
    raise SystemExit(main())
