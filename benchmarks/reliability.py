"""Is the win chance true? Forecasts at all positions of fresh games of the fair player, beside what became of them.

    python benchmarks/reliability.py [--games N | --kept] [--folder DIR] [--jobs N] [--plot FILE.svg] [GAME ...]

The games are those of deals 700,001 on, and with two decks of deals 55 on (50 and 80 where the first ones had a say
in which terms the formula has), which tell how many are won, too (policy.py); nothing was fitted to either. Without
--games 3,000 with one deck (6,000 where few games are won) and 300 with two. They are kept in the folder, so that the
work can be interrupted and resumed; with --kept none is played but those of the folder are looked at. Games of a
family that were fitted together are also looked at together.

Positions of one game hang together, so that the interval of a bin is that of so many games. "Enough" is a bin with
positions of at least 100 games. The share of worlds that could be won by someone who sees all the cards is looked at
in one position of 8, or of 120 with two decks, and its Brier score is that of these positions.
"""

import argparse
from math import nan, sqrt
from pathlib import Path
from typing import NamedTuple

import numpy as np
from forecasts import play
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from longwood.advice.calibration import calibration, win_chance
from longwood.advice.forecasts import Forecast
from longwood.advice.kept_forecasts import Forecasts
from longwood.core.game import AnyGame
from longwood.games import GAMES

FIRST = {1: 700_001, 2: 55}
FIRST_OF = {"forty-thieves": 50, "generals-patience": 80}
"""The first deal that had no say in anything: by those before it the terms of the formula were once compared."""
GAMES_PLAYED = {1: 3_000, 2: 300}
RARE = {"elevator": 6_000}
"""Games of which few are won: more of them are needed to see anything in the middle."""
EVERY = {1: 8, 2: 120}
BINS, ENOUGH = 10, 100


class Bin(NamedTuple):
    """The positions whose forecast lies between two numbers."""

    positions: int
    games: int
    forecast: float
    happened: float
    error: float
    """The standard error of what happened, over games."""


class Reliability(NamedTuple):
    """How true the forecasts of a game are, or of several."""

    name: str
    title: str
    games: int
    won: float
    bins: list[Bin | None]
    calibration_error: float
    brier: float
    of_worlds: float
    beside_worlds: float
    """The score of the forecasts at those positions for which the share of worlds is known."""
    of_constant: float
    proven: int
    proven_wrong: int

    @property
    def worst(self) -> float:
        """The widest gap of a bin with enough games."""
        return max([abs(b.forecast - b.happened) for b in self.bins if b and b.games >= ENOUGH], default=0.0)


def forecast_of(game: AnyGame, found: Forecast) -> float:
    """The win chance of a position by the present weights."""
    weights = calibration(game, plays=found.sample.games > 0, solves=found.sample.worlds > 0)
    return found.win if found.is_proven else win_chance(weights, found.sample, found.unseen).value


def reliability(name: str, title: str, all_found: dict[str, list[Forecast]]) -> Reliability:
    """What the forecasts of one game, or of several, are worth."""
    found = [(slug, each) for slug, forecasts in all_found.items() for each in forecasts]
    whose = [slug for slug, each in found if not each.is_proven]
    open_ = [each for _, each in found if not each.is_proven]
    proven = [each for _, each in found if each.is_proven]
    p = np.array([forecast_of(GAMES[slug], each) for slug, each in zip(whose, open_, strict=True)])
    won = np.array([float(each.is_won) for each in open_])
    deals = np.array([f"{slug}.{each.deal}" for slug, each in zip(whose, open_, strict=True)])
    at = np.minimum((p * BINS).astype(int), BINS - 1)
    bins = [_bin(p[at == i], won[at == i], deals[at == i]) for i in range(BINS)]
    gaps = [b.positions * abs(b.forecast - b.happened) for b in bins if b]
    outcomes = {(slug, each.deal): each.is_won for slug, each in found}
    asked = [i for i, each in enumerate(open_) if each.worlds is not None]
    worlds = np.array([open_[i].worlds for i in asked], float)
    return Reliability(
        name,
        title,
        len(outcomes),
        sum(outcomes.values()) / len(outcomes),
        bins,
        sum(gaps) / len(open_),
        float(np.mean((p - won) ** 2)),
        float(np.mean((worlds - won[asked]) ** 2)) if asked else nan,
        float(np.mean((p[asked] - won[asked]) ** 2)) if asked else nan,
        float(np.mean((won.mean() - won) ** 2)),
        len(proven),
        sum([each.is_won != bool(each.win) for each in proven]),
    )


def _bin(p: NDArray[np.float64], won: NDArray[np.float64], deals: NDArray[np.str_]) -> Bin | None:
    if not len(p):
        return None
    _, which = np.unique(deals, return_inverse=True)
    games = int(which.max()) + 1
    # The positions of one game have one outcome: the error is that of a ratio over games.
    residuals = np.bincount(which, won - won.mean())
    return Bin(len(p), games, float(p.mean()), float(won.mean()), sqrt(float((residuals**2).sum())) / len(p))


def tables(all_found: list[Reliability]) -> list[Table]:
    """What is printed."""
    summary = Table(title="The win chance beside what happened, games of the fair player that nothing was fitted to")
    columns = (
        "game",
        "games",
        "won",
        "positions",
        "mean error",
        "widest gap",
        "Brier",
        "constant",
        "at some",
        "worlds",
    )
    for heading in (*columns, "proven (wrong)"):
        summary.add_column(heading, justify="left" if heading == "game" else "right")
    bins = Table(title="Forecast: what happened ± standard error (games)")
    bins.add_column("game")
    for i in range(BINS):
        bins.add_column(f"{100 * i // BINS}-{100 * (i + 1) // BINS} %", justify="right")
    for found in all_found:
        positions = sum([b.positions for b in found.bins if b])
        figures = (found.brier, found.of_constant, found.beside_worlds, found.of_worlds)
        summary.add_row(
            found.name,
            f"{found.games:,}",
            f"{found.won:.1%}",
            f"{positions:,}",
            f"{100 * found.calibration_error:.1f}",
            f"{100 * found.worst:.1f}",
            *[f"{figure:.4f}" for figure in figures],
            f"{found.proven:,} ({found.proven_wrong})",
        )
        cells = [
            f"{100 * b.forecast:.0f}: {100 * b.happened:.0f} ± {100 * b.error:.0f} ({b.games})" if b else "-"
            for b in found.bins
        ]
        bins.add_row(found.name, *cells)
    return [summary, bins]


SIDE, GAP, ACROSS = 180, 46, 4


def plot(all_found: list[Reliability]) -> str:
    """A picture for each game: what happened over what was forecast, with the games of each bin as bars below."""
    across = min(ACROSS, len(all_found))
    down = -(-len(all_found) // across)
    width, height = across * (SIDE + GAP) + GAP, down * (SIDE + 2 * GAP) + GAP // 2
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            'font-family="sans-serif" font-size="11" role="img">'
        ),
        "<title>Win chance forecast (across) and share of games won (up), with 95 % intervals</title>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
    ]
    for i, found in enumerate(all_found):
        x, y = GAP + i % across * (SIDE + GAP), GAP + i // across * (SIDE + 2 * GAP)
        parts.append(f'<g transform="translate({x} {y})">{_panel(found)}</g>')
    return "\n".join([*parts, "</svg>", ""])


def _panel(found: Reliability) -> str:
    parts = [
        f'<text x="{SIDE / 2}" y="-10" text-anchor="middle" font-weight="bold">{found.title}</text>',
        f'<rect width="{SIDE}" height="{SIDE}" fill="#f6f6f2" stroke="#999"/>',
        f'<line x1="0" y1="{SIDE}" x2="{SIDE}" y2="0" stroke="#999" stroke-dasharray="4 3"/>',
    ]
    for tick in (0, 50, 100):
        at = SIDE * tick / 100
        parts.append(f'<text x="{at}" y="{SIDE + 14}" text-anchor="middle" fill="#555">{tick}</text>')
        parts.append(f'<text x="-5" y="{SIDE - at + 4}" text-anchor="end" fill="#555">{tick}</text>')
    most = max([b.positions for b in found.bins if b])
    for i, b in enumerate(found.bins):
        if not b:
            continue
        tall = 26 * sqrt(b.positions / most)
        left = SIDE * i / BINS
        parts.append(
            f'<rect x="{left + 1}" y="{SIDE - tall:.1f}" width="{SIDE / BINS - 2}" height="{tall:.1f}" fill="#ddd"/>'
        )
    for b in found.bins:
        if not b or b.games < ENOUGH // 4:
            continue
        x, y, half = SIDE * b.forecast, SIDE * (1 - b.happened), SIDE * 1.96 * b.error
        shade = "#1d6b45" if b.games >= ENOUGH else "#a9c4b5"
        top, bottom = max(y - half, 0), min(y + half, SIDE)
        parts.append(
            f'<line x1="{x:.1f}" y1="{top:.1f}" x2="{x:.1f}" y2="{bottom:.1f}" stroke="{shade}" stroke-width="2"/>'
        )
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{shade}"/>')
    return "".join(parts)


def fitted_together(slugs: list[str]) -> list[list[str]]:
    """The games that share their weights but for the base."""
    groups: dict[object, list[str]] = {}
    for slug in slugs:
        weights = calibration(GAMES[slug], plays=True, solves=True)
        groups.setdefault((GAMES[slug].family, weights._replace(base=0)), []).append(slug)
    return [group for group in groups.values() if len(group) > 1]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int)
    parser.add_argument("--kept", action="store_true")
    parser.add_argument("--folder", type=Path, default=Path("build/reliability"))
    parser.add_argument("--jobs", type=int)
    parser.add_argument("--plot", type=Path)
    usual = [slug for slug in GAMES if not slug.startswith("triple-peaks-")]
    parser.add_argument("game", nargs="*", default=usual)
    args = parser.parse_args()
    forecasts = {}
    for slug in args.game:
        decks = GAMES[slug].decks
        games = args.games or RARE.get(slug) or GAMES_PLAYED[decks]
        begin = FIRST_OF.get(slug, FIRST[decks])
        deals = range(begin, begin + games)
        if not args.kept:
            play(args.folder, [slug], deals, args.jobs, EVERY[decks])
        forecasts[slug] = Forecasts(args.folder).of(slug, deals)
    forecasts = {slug: its for slug, its in forecasts.items() if its}
    found = [reliability(slug, GAMES[slug].title, {slug: its}) for slug, its in forecasts.items()]
    found += [
        reliability(f"these {len(slugs)}", f"These {len(slugs)} together", {slug: forecasts[slug] for slug in slugs})
        for slugs in fitted_together(list(forecasts))
    ]
    for table in tables(found):
        Console(width=200).print(table)
    if args.plot:
        args.plot.write_text(plot(found))


if __name__ == "__main__":
    main()
