"""Fit the win chance to games of the fair player: the weights in data/calibration.json of each room.

    python tools/calibrate.py --games N [--folder DIR] [--jobs N] [--terms TERM,TERM,...] [GAME ...]
    python tools/calibrate.py --compare [--folder DIR] [GAME ...]

The games are those of deals 600,001 on, which no benchmark plays. They are kept in the folder, so that the work can be
interrupted and resumed. Games that differ in their scores only are fitted once. Games of one family that are named
together are fitted together: they share all weights but the base. Few games bear few terms: with two decks those that
other games do not confirm are left out: --compare says which, by the folder's games alone. It fits several choices
of terms to nine tenths of the deals and forecasts the others, each tenth once.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track

from longwood.advice.calibration import Calibration, features
from longwood.advice.forecasts import Forecast
from longwood.advice.kept_forecasts import Forecasts
from longwood.games import GAMES, family_of

FIRST = 600_001
COUNTS = 10.0
"""The positions of one game have one outcome: all of them count as so many that know nothing of each other."""
STIFFNESS, APART = 0.1, 16.0
"""How strongly weights are held near 0, and the bases of a family's games near each other: as strongly as is right if
they lie a quarter apart. With hundreds of games of each that is next to nothing."""
ALIKE = {
    "triple-peaks": ("triple-peaks-multiplier", "triple-peaks-rounds", "triple-peaks-rounds-multiplier"),
}
"""Where a game is fitted, these have the same chances: they differ in what counts after a round, or by its score."""
TERMS = ("quick", "worlds", "won", "lost", "unseen", "unseen_squared", "won_unseen")
USUAL = ("quick", "won", "lost", "unseen", "unseen_squared")
ALL = ("base", *TERMS)
BY_GAMES = ("quick", "quick,unseen", "quick,unseen,unseen_squared")
BY_WORLDS = ("worlds", "won", "won,lost", "worlds,unseen", "won,unseen", "won,lost,unseen", "won,unseen,won_unseen")
"""What --compare compares: the shares of games, or those of worlds, and what is unseen."""
PARTS, BINS = 10, 10
CLOSE = 1e-9
"""The search for the likeliest weights ends where they change by no more than this."""


class Rows(NamedTuple):
    """What there is to fit to: a row for each position that is not proven."""

    slugs: tuple[str, ...]
    which: NDArray[np.int64]
    """The game of a row, by its place among the slugs."""
    deals: NDArray[np.int64]
    features: NDArray[np.float64]
    won: NDArray[np.float64]

    def some(self, chosen: NDArray[np.bool_]) -> "Rows":
        return Rows(self.slugs, self.which[chosen], self.deals[chosen], self.features[chosen], self.won[chosen])

    @property
    def games(self) -> int:
        return len(np.unique(self.which * 10 * FIRST + self.deals))


def rows_of(found: dict[str, list[Forecast]]) -> Rows:
    """The rows of some games."""
    open_ = [(i, each) for i, its in enumerate(found.values()) for each in its if not each.is_proven]
    return Rows(
        tuple(found),
        np.array([i for i, _ in open_]),
        np.array([each.deal for _, each in open_]),
        np.array([features(each.sample, each.unseen) for _, each in open_]),
        np.array([float(each.is_won) for _, each in open_]),
    )


def fitted(rows: Rows, terms: Sequence[str] = TERMS) -> dict[str, Calibration]:
    """The weights under which the outcomes were most likely: a base for each game of a family, the rest shared."""
    games = len(rows.slugs)
    x = np.hstack([np.ones((len(rows.won), 1)), np.eye(games)[rows.which], rows.features])
    first = 1 + games
    # What is known of a few positions only, such as worlds where nothing else is hidden, tells nothing of the others.
    known = dict(zip(TERMS, np.count_nonzero(rows.features, axis=0) > len(x) / 2, strict=True))
    used = [*range(first), *[first + i for i, term in enumerate(TERMS) if term in terms and known[term]]]
    stiffness = np.array([1e-6] + [APART] * games + [STIFFNESS] * len(TERMS))
    weights = np.zeros(x.shape[1])
    weights[used] = _likeliest(x[:, used], rows.won, stiffness[used], COUNTS * rows.games / len(x))
    shared = dict(zip(TERMS, [round(float(value), 4) for value in weights[first:]], strict=True))
    bases = [round(float(weights[0] + weights[1 + i]), 4) for i in range(games)]
    return {slug: Calibration(base=base, **shared) for slug, base in zip(rows.slugs, bases, strict=True)}  # type: ignore[arg-type]


def _likeliest(
    x: NDArray[np.float64], y: NDArray[np.float64], stiffness: NDArray[np.float64], counts: float
) -> NDArray[np.float64]:
    """Logistic regression by Newton's method, each row counting as so many."""
    weights = np.zeros(x.shape[1])
    for _ in range(60):
        p = 1 / (1 + np.exp(-x @ weights))
        curvature = (x * (counts * p * (1 - p))[:, None]).T @ x + np.diag(stiffness)
        step = np.linalg.solve(curvature, counts * x.T @ (y - p) - stiffness * weights)
        weights += step
        if np.abs(step).max() < CLOSE:
            break
    return weights


def compared(rows: Rows, terms: Sequence[str]) -> tuple[float, float, float]:
    """What the terms are worth on deals that were left out: log loss, Brier score and mean error of calibration."""
    chance = np.zeros(len(rows.won))
    for part in range(PARTS):
        left_out = rows.deals % PARTS == part
        weights = [list(each[:-1]) for each in fitted(rows.some(~left_out), terms).values()]
        base, *shared = np.array(weights).T
        odds = base[rows.which[left_out]] + rows.features[left_out] @ np.array(shared)[:, 0]
        chance[left_out] = 1 / (1 + np.exp(-odds))
    chance, won = np.clip(chance, 1e-4, 1 - 1e-4), rows.won
    at = np.minimum((chance * BINS).astype(int), BINS - 1)
    gaps = np.abs(np.bincount(at, chance, BINS) - np.bincount(at, won, BINS))
    loss = -np.log(np.where(won > 0, chance, 1 - chance)).mean()
    return float(loss), float(((chance - won) ** 2).mean()), float(gaps.sum() / len(won))


def print_compared(found: dict[str, list[Forecast]]) -> None:
    """The choices of terms that these games can bear, the least loss first."""
    plays = any(each.sample.games for its in found.values() for each in its)
    choices = BY_GAMES if plays else BY_WORLDS
    rows = rows_of(found)
    print(", ".join([f"{slug} {len({each.deal for each in its})} deals" for slug, its in found.items()]))
    for (loss, brier, error), terms in sorted([(compared(rows, terms.split(",")), terms) for terms in choices]):
        print(f"  log loss {loss:.4f}  Brier {brier:.4f}  mean error {100 * error:4.1f}  {terms}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--games", type=int)
    what.add_argument("--compare", action="store_true")
    parser.add_argument("--folder", type=Path, default=Path("build/forecasts"))
    parser.add_argument("--jobs", type=int)
    parser.add_argument("--terms", default=",".join(USUAL))
    parser.add_argument("game", nargs="*", default=[slug for slug in GAMES if slug not in sum(ALIKE.values(), ())])
    args = parser.parse_args()
    families: dict[str, list[str]] = {}
    for slug in args.game:
        families.setdefault(GAMES[slug].family, []).append(slug)
    kept = Forecasts(args.folder)
    for slugs in families.values():
        if args.compare:
            print_compared({slug: list(kept.read(slug)) for slug in slugs})
            continue
        deals = range(FIRST, FIRST + args.games)
        games = kept.play(slugs, deals, args.jobs)
        for _ in track(games, slugs[0], len(slugs) * len(deals), console=Console(stderr=True), transient=True):
            pass
        found = {slug: kept.of(slug, deals) for slug in slugs}
        page = Path(str(family_of(GAMES[slugs[0]]).data("calibration.json")))
        table = json.loads(page.read_text()) if page.exists() else {}
        for slug, weights in fitted(rows_of(found), args.terms.split(",")).items():
            row: dict[str, Any] = {name: value for name, value in weights._asdict().items() if name in ALL and value}
            row |= {"games": len({each.deal for each in found[slug]}), "first_deal": FIRST}
            table |= dict.fromkeys((slug, *ALIKE.get(slug, ())), row)
            print(slug, row, flush=True)
        rows = [f"  {json.dumps(name)}: {json.dumps(values)}" for name, values in table.items()]
        page.write_text("{\n" + ",\n".join(rows) + "\n}\n")


if __name__ == "__main__":
    main()
