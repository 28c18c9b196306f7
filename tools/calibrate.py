"""Fit the win chance to games of the fair player: the weights in data/calibration.json of each room.

    python tools/calibrate.py --games N [--folder DIR] [--jobs N] [GAME ...]

The games are those of deals 600,001 on, which no benchmark plays. They are kept in the folder, so that the work can be
interrupted and resumed. Games that differ in their scores only are fitted once.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from longwood.advice.calibration import Calibration, features
from longwood.advice.forecasts import Forecast
from longwood.games import GAMES, family_of

sys.path.insert(0, str(Path(__file__).parent.parent / "benchmarks"))
from forecasts import played

FIRST = 600_001
STIFFNESS = 1.0
"""How strongly weights are held near 0: next to nothing beside thousands of positions."""
ALIKE = {
    "triple-peaks": ("triple-peaks-multiplier", "triple-peaks-rounds", "triple-peaks-rounds-multiplier"),
}
"""Where a game is fitted, these have the same chances: they differ in what counts after a round, or by its score."""
TERMS = ("base", "quick", "worlds", "undecided", "unseen", "unseen_squared")


def fitted(found: list[Forecast]) -> Calibration:
    """The weights under which the outcomes were most likely."""
    open_ = [each for each in found if not each.is_proven]
    x = np.array([(1.0, *features(each.sample, each.unseen)) for each in open_])
    y = np.array([float(each.is_won) for each in open_])
    used = [0, *[i for i in range(1, x.shape[1]) if x[:, i].std() > 0]]
    weights = np.zeros(x.shape[1])
    weights[used] = _likeliest(x[:, used], y)
    figures = [round(float(value), 4) for value in weights]
    return Calibration(**dict(zip(TERMS, figures, strict=True)))  # type: ignore[arg-type]


def _likeliest(x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.float64]:
    """Logistic regression by Newton's method."""
    weights = np.zeros(x.shape[1])
    for _ in range(60):
        p = 1 / (1 + np.exp(-x @ weights))
        curvature = (x * (p * (1 - p))[:, None]).T @ x + STIFFNESS * np.eye(len(weights))
        weights += np.linalg.solve(curvature, x.T @ (y - p) - STIFFNESS * weights)
    return weights


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, required=True)
    parser.add_argument("--folder", type=Path, default=Path("build/forecasts"))
    parser.add_argument("--jobs", type=int)
    parser.add_argument("game", nargs="*", default=[slug for slug in GAMES if slug not in sum(ALIKE.values(), ())])
    args = parser.parse_args()
    for slug in args.game:
        deals = range(FIRST, FIRST + args.games)
        found = played(slug, deals, args.folder, args.jobs)
        weights = fitted(found)
        row: dict[str, Any] = {
            name: value for name, value in weights._asdict().items() if name != "is_fitted" and value
        }
        row |= {"games": args.games, "first_deal": FIRST}
        page = Path(str(family_of(GAMES[slug]).data("calibration.json")))
        table = json.loads(page.read_text()) if page.exists() else {}
        table |= dict.fromkeys((slug, *ALIKE.get(slug, ())), row)
        rows = [f"  {json.dumps(name)}: {json.dumps(values)}" for name, values in table.items()]
        page.write_text("{\n" + ",\n".join(rows) + "\n}\n")
        print(slug, row, flush=True)


if __name__ == "__main__":
    main()
