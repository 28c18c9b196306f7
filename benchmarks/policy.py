"""How good are fair hints? Deals played by them alone, beside the first legal move and random play.

    python benchmarks/policy.py [--deals N] [--jobs N] [GAME ...]

The first legal move is what programs without an analyst show as a hint: the rules list moves with the best-looking
first. No player goes back to a position of the same game, and whoever has made 400 moves stops. Where rounds are dealt,
a game is won when its first round is cleared. With two decks the fair player looks at fewer worlds than a hint does:
at the full effort a thousand deals of each would take days.
"""

import argparse
import os
import random
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any

from rich.console import Console
from rich.progress import track
from rich.table import Table

from longwood import GAMES, Deal, Move
from longwood.advice.chances import HINT_EFFORT, Effort
from longwood.advice.hints import fair_hints
from longwood.advice.trials import distinct_moves
from longwood.game import AnyGame
from longwood.shares import Share
from longwood.solver.search import is_goal

Choose = Callable[[AnyGame, Any, list[Move], set[Any], int], Move]
QUICK = {"terrace": Effort(3, 1_500), "forty-thieves": Effort(3, 800)}


def first(game: AnyGame, p: Any, moves: list[Move], been: set[Any], number: int) -> Move:
    return moves[0]


def at_random(game: AnyGame, p: Any, moves: list[Move], been: set[Any], number: int) -> Move:
    return random.Random(f"{number} {p.piles}").choice(moves)


def fair(game: AnyGame, p: Any, moves: list[Move], been: set[Any], number: int) -> Move:
    if len(set(distinct_moves(game, p, [p]).values())) == 1:
        return moves[0]
    effort = QUICK.get(game.family, HINT_EFFORT[game.family])
    m = fair_hints(game, p, effort, number, been)[0].move
    return m or moves[0]


PLAYERS: dict[str, Choose] = {"fair hints": fair, "first legal move": first, "random": at_random}


def play(slug: str, player: str, number: int) -> bool:
    """Whether a player wins a deal."""
    game = GAMES[slug]
    p = start = game.start(Deal(number))
    been = {game.key(p)}
    for _ in range(400):
        moves = [m for m in game.moves(p) if game.key(game.play(p, m)) not in been]
        if is_goal(game, start, p) or not moves:
            break
        p = game.play(p, PLAYERS[player](game, p, moves, been, number))
        been.add(game.key(p))
    return is_goal(game, start, p)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("game", nargs="*", default=[slug for slug, game in GAMES.items() if game.decks == 1])
    args = parser.parse_args()
    table = Table(title="Deals won by hints alone")
    for heading in ("game", "player", "deals", "won", "95 % interval", "times random"):
        table.add_column(heading, justify="left" if heading in ("game", "player") else "right")
    with ProcessPoolExecutor(args.jobs) as pool:
        for slug in args.game:
            shares = {}
            for player in PLAYERS:
                tries = pool.map(partial(play, slug, player), range(1, args.deals + 1), chunksize=4)
                won = sum(track(tries, f"{slug}, {player}", args.deals, transient=True))
                shares[player] = Share(won, args.deals - won)
            for player, share in shares.items():
                low, high = share.interval
                least = shares["random"].least
                ratio = f"{share.least / least:.1f}" if least else "-"
                table.add_row(slug, player, f"1-{args.deals}", f"{share.least:.1%}", f"{low:.1%} - {high:.1%}", ratio)
                print(slug, player, share, flush=True)
    Console().print(table)


if __name__ == "__main__":
    main()
