"""Fit the win chance to games of the fair player: the weights in data/calibration.json of each room.

    python tools/calibrate.py --games N [--folder DIR] [--jobs N] [GAME ...]

The games are those of deals 600,001 on, which no benchmark plays. They are kept in the folder, so that the work can be
interrupted and resumed. Games that differ in their scores only are fitted once. Games of one family that are named
together are fitted together: they share all weights but the base.
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
TERMS = ("quick", "worlds", "undecided", "unseen", "unseen_squared")
ALL = ("base", *TERMS)


def fitted(found: dict[str, list[Forecast]]) -> dict[str, Calibration]:
    """The weights under which the outcomes were most likely: a base for each game of a family, the rest shared."""
    rows, y = [], []
    for i, forecasts in enumerate(found.values()):
        for each in forecasts:
            if not each.is_proven:
                rows.append([*np.eye(len(found))[i], *features(each.sample, each.unseen)])
                y.append(float(each.is_won))
    x = np.array(rows)
    # What is known of a few positions only, such as worlds where nothing else is hidden, tells nothing of the others.
    used = [i for i in range(x.shape[1]) if i < len(found) or np.count_nonzero(x[:, i]) > len(x) / 2]
    weights = np.zeros(x.shape[1])
    weights[used] = _likeliest(x[:, used], np.array(y))
    figures = [round(float(value), 4) for value in weights]
    shared = dict(zip(TERMS, figures[len(found) :], strict=True))
    return {slug: Calibration(base=figures[i], **shared) for i, slug in enumerate(found)}  # type: ignore[arg-type]


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
    families: dict[str, list[str]] = {}
    for slug in args.game:
        families.setdefault(GAMES[slug].family, []).append(slug)
    for slugs in families.values():
        found = {slug: played(slug, range(FIRST, FIRST + args.games), args.folder, args.jobs) for slug in slugs}
        page = Path(str(family_of(GAMES[slugs[0]]).data("calibration.json")))
        table = json.loads(page.read_text()) if page.exists() else {}
        for slug, weights in fitted(found).items():
            row: dict[str, Any] = {name: value for name, value in weights._asdict().items() if name in ALL and value}
            row |= {"games": len({each.deal for each in found[slug]}), "first_deal": FIRST}
            table |= dict.fromkeys((slug, *ALIKE.get(slug, ())), row)
            print(slug, row, flush=True)
        rows = [f"  {json.dumps(name)}: {json.dumps(values)}" for name, values in table.items()]
        page.write_text("{\n" + ",\n".join(rows) + "\n}\n")


if __name__ == "__main__":
    main()
