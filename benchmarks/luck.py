"""How many games does it take to tell two players apart: by the games they won, and by results without the luck?

    python benchmarks/luck.py [--games N] [--jobs N] [GAME ...]

Three players play deals 800,001 on: the fair player; the quick player by itself, with the family's habit (the card that
turns up most, or the pair that fewest others want); and one who takes the first legal move. The games are weighed with
other dice than those that chose the moves. To tell two players apart takes games in proportion to the variance of a
game over the square of their difference. That difference is the same with the luck and without, because luck is nothing
on average where the number is true (compare the columns of wins); so the last column, how many times fewer games are
needed without the luck, is by how much the variance of both falls, with a 95 % interval from games drawn anew.
"""

import argparse
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from strategy import Choose, lonely_pair, turn_up

from longwood import GAMES, Deal, Session
from longwood.advice.fair_player import MOST_MOVES, fair_effort, fair_game
from longwood.advice.report import account_of
from longwood.core.game import AnyGame, Move

FIRST = 800_001
PLAYERS = ("fair player", "quick player", "first legal move")
HABITS: dict[str, Choose] = {"triple-peaks": turn_up, "elevator": turn_up, "quatorze": lonely_pair}


def moves(player: str, game: AnyGame, start: Any, seed: int) -> Iterator[Move]:
    """A player's game."""
    if player == "fair player":
        yield from [chosen.move for _, chosen in fair_game(game, start, seed=seed)]
        return
    p, been = start, {game.key(start)}
    for _ in range(MOST_MOVES):
        new = [m for m in game.moves(p) if game.key(game.play(p, m)) not in been]
        if game.won(p) or not new:
            return
        m = HABITS[game.family](game, p, new) if player == "quick player" else new[0]
        assert m
        yield m
        p = game.play(p, m)
        been.add(game.key(p))


def played(slug: str, player: str, number: int) -> tuple[float, float]:
    """The result of a game, and the result without its luck."""
    game = GAMES[slug]
    session = Session(game, Deal(number))
    for m in moves(player, game, session.position, number):
        session.play(m)
    found = account_of(session.record, fair_effort(game), seed=number + 1)
    return float(session.is_won), found.adjusted


def fewer(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """How many times fewer games are needed without the luck."""
    of_results, without_luck = one.var(axis=0) + other.var(axis=0)
    return float(of_results / without_luck)


def fewer_words(one: NDArray[np.float64], other: NDArray[np.float64]) -> str:
    """The same with an interval from games that are drawn anew out of these."""
    rng = np.random.default_rng(1)
    drawn = [fewer(*[rng.choice(games, len(games)) for games in (one, other)]) for _ in range(1000)]
    low, high = np.percentile(drawn, [2.5, 97.5])
    return f"{fewer(one, other):.1f} ({low:.1f} to {high:.1f})"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("game", nargs="*", default=["triple-peaks", "quatorze", "elevator"])
    args = parser.parse_args()
    table = Table(title=f"Strength from {args.games:,} games each")
    for heading in (
        "game",
        "player",
        "won",
        "without luck",
        "error",
        "error without luck",
        "variance",
        "fewer games to tell",
    ):
        table.add_column(heading, justify="left" if heading in ("game", "player") else "right")
    deals = range(FIRST, FIRST + args.games)
    with Progress(console=Console(stderr=True), transient=True) as bar, ProcessPoolExecutor(args.jobs) as pool:
        for slug in args.game:
            found: dict[str, NDArray[np.float64]] = {}
            for player in PLAYERS:
                each = pool.map(partial(played, slug, player), deals, chunksize=10)
                found[player] = np.array(list(bar.track(each, args.games, description=f"{slug}, {player}")))
            for player, figures in found.items():
                mean, error = figures.mean(axis=0), figures.std(axis=0) / len(figures) ** 0.5
                ratio = "" if player == PLAYERS[0] else fewer_words(found[PLAYERS[0]], figures)
                cells = [f"{value:.1%}" for value in (*mean, *error)]
                table.add_row(slug, player, *cells, f"1/{(error[0] / error[1]) ** 2:.1f}", ratio)
    Console(width=140).print(table)


if __name__ == "__main__":
    main()
