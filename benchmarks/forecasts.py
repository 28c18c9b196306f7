"""Play deals with the fair player and keep the forecasts of all positions and who won.

    python benchmarks/forecasts.py --folder DIR [--first N] [--games N] [--every N] [--jobs N] [GAME ...]

The games take turns, deal by deal, and the work can be interrupted and resumed. `reliability.py --folder DIR` then
says whether the win chance is true, `policy.py --forecasts DIR` how many were won, and `tools/calibrate.py` fits.
"""

import argparse
from pathlib import Path

from rich.console import Console
from rich.progress import Progress, TimeElapsedColumn

from longwood.advice.kept_forecasts import Forecasts
from longwood.games import GAMES


def play(folder: Path, slugs: list[str], deals: range, jobs: int | None = None, every: int = 0) -> Forecasts:
    """Play what the folder does not hold, under a progress bar."""
    kept = Forecasts(folder)
    bar = Progress(*Progress.get_default_columns(), TimeElapsedColumn(), console=Console(stderr=True), transient=True)
    with bar:
        task = bar.add_task("", total=len(slugs) * len(deals))
        for slug, deal in kept.play(slugs, deals, jobs, every):
            bar.update(task, advance=1, description=f"{slug}.{deal}")
    return kept


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--every", type=int, default=0)
    parser.add_argument("--jobs", type=int)
    parser.add_argument("game", nargs="*", default=[slug for slug, game in GAMES.items() if game.decks == 2])
    args = parser.parse_args()
    play(args.folder, args.game, range(args.first, args.first + args.games), args.jobs, args.every)


if __name__ == "__main__":
    main()
