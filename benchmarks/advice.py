"""How long the analyst takes: CPU time on one core, at positions all over games that are played carelessly.

    python benchmarks/advice.py [--positions N] [GAME ...]

The baseline, by game, is one call of `solve` with the first budget of a live verdict at the same positions.
"""

import argparse
import random
from collections.abc import Callable
from time import thread_time
from typing import Any

from rich.console import Console
from rich.table import Table

from longwood import GAMES, Deal
from longwood.advice.deals import find_winnable
from longwood.advice.hints import fair_hints, seeing_hints
from longwood.core.game import AnyGame
from longwood.games import FAMILIES, family_of
from longwood.solver import Limit, solve


def positions(game: AnyGame, count: int) -> list[Any]:
    """One position from each deal, anywhere in a game."""
    found: list[Any] = []
    number = 500_000
    while len(found) < count:
        rng = random.Random(number)
        p = game.start(Deal(number))
        line = [p]
        while game.moves(p) and len(line) < 150:
            p = game.play(p, game.moves(p)[0] if rng.random() < 0.7 else rng.choice(game.moves(p)))
            line.append(p)
        p = rng.choice(line)
        if len(game.moves(p)) > 1:
            found.append(p)
        number += 1
    return found


def times(do: Callable[[Any], object], what: list[Any]) -> list[float]:
    found = []
    for one in what:
        started = thread_time()
        do(one)
        found.append(thread_time() - started)
    return sorted(found)


def asked(game: AnyGame, some: list[Any]) -> dict[str, tuple[Callable[[Any], object], list[Any], float]]:
    """The questions: what is done, with what, and the target in milliseconds."""
    nodes = family_of(game).budget(0)
    verdict_target, hint_target = (50, 20) if game.decks == 1 else (1000, 1500)
    return {
        "live verdict": (lambda p: solve(game, p, Limit(nodes=nodes)), some, verdict_target),
        "fair hint": (lambda p: fair_hints(game, p), some, hint_target),
        "all-seeing hint": (lambda p: next(seeing_hints(game, p)), some, hint_target),
        "winnable deal": (lambda seed: find_winnable(game, seed), list(range(len(some))), 2000),
        "one of a level": (lambda seed: find_winnable(game, seed, seed % 4 + 1), list(range(len(some))), 2000),
    }


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--positions", type=int, default=40)
    parser.add_argument("game", nargs="*", default=list(GAMES))
    args = parser.parse_args()
    table = Table(title="The analyst, CPU milliseconds on one core")
    for heading in ("game", "question", "p50", "p95", "most", "times baseline", "target p95"):
        table.add_column(heading, justify="left" if heading in ("game", "question") else "right")
    for slug in args.game:
        game = GAMES[slug]
        some = positions(game, args.positions)
        fair_hints(game, some[0])
        questions = asked(game, some)
        baseline = 0.0
        for words, (do, what, target) in questions.items():
            taken = times(do, what)
            mean = sum(taken) / len(taken)
            baseline = baseline or mean
            p50, p95 = taken[len(taken) // 2], taken[min(len(taken) * 95 // 100, len(taken) - 1)]
            cells = [f"{1000 * seconds:.1f}" for seconds in (p50, p95, taken[-1])]
            table.add_row(slug, words, *cells, f"{mean / baseline:.1f}", f"{target:g}")
    Console().print(table)
    Console().print(f"Worlds and positions for each: { ({name: family.effort for name, family in FAMILIES.items()}) }")


if __name__ == "__main__":
    main()
