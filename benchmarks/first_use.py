"""What the first use of the solvers costs: processor time to compile all kernels, and then to load them.

    python benchmarks/first_use.py

Each row is what comes on top of the one before: verdict, best score, many deals and quick player. The first one has the
import of Numba in it.
"""

import os
import subprocess
import sys
import tempfile
import time

from longwood import GAMES, Deal
from longwood.advice.trials import quick_player
from longwood.advice.worlds import some_worlds
from longwood.games import FAMILIES
from longwood.solver import Limit, best_score, solve
from longwood.solver.many import solve_many

LITTLE = Limit(nodes=3_000)


def use(slug: str) -> None:
    """Ask for everything that is compiled for a game."""
    game = GAMES[slug]
    p = game.start(Deal(1))
    solve(game, p, LITTLE)
    best_score(game, p, LITTLE)
    solve_many(game, range(1, 4), LITTLE)
    player = quick_player(game)
    if player:
        player.play_on(game, some_worlds(game, p, 2)[0], game.moves(p), 1)


def main() -> None:
    if sys.argv[1:]:
        print(f"processor seconds, {sys.argv[1]}")
        before = 0.0
        for family in FAMILIES.values():
            for variant in family.games:
                use(variant.slug)
            now = time.process_time()
            print(f"  {family.title:<16}{now - before:6.1f}", flush=True)
            before = now
        print(f"  {'all':<16}{before:6.1f}")
        return
    with tempfile.TemporaryDirectory() as folder:
        for state in ("compiled", "loaded"):
            subprocess.run([sys.executable, __file__, state], env={**os.environ, "NUMBA_CACHE_DIR": folder}, check=True)


if __name__ == "__main__":
    main()
