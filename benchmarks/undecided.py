"""Still winnable? How often the solver of the Terrace family knows in the middle of a game: without P5, with P5 asked
of the position alone, and asked of what follows too.

    python benchmarks/undecided.py [--first DEAL] [--deals N] [--nodes N] [SLUG ...]

The games are played carelessly: a card to a foundation if there is one, four times out of five, else any move. Asked
are positions with 60, 48, 36, 24 and 12 cards in the stock; the budget of the table's first verdict is the usual one.
"""

import argparse
import random
from collections import Counter
from collections.abc import Iterator
from time import thread_time

from rich.console import Console
from rich.table import Table

from longwood.core.game import STOCK, Deal
from longwood.games import GAMES, family_of
from longwood.games.terrace.rules import FOUNDATIONS, Terrace, TerracePosition
from longwood.games.terrace.solver.solve import ALL, search
from longwood.solver import Limit

STOCKS = (60, 48, 36, 24, 12)
MOST_MOVES = 400
"""A careless player would move cards to and fro for ever."""


def positions(game: Terrace, number: int) -> Iterator[TerracePosition]:
    """One position for each size of the stock that a careless game comes to."""
    dice = random.Random(f"{game.slug} {number}")
    p = game.start(Deal(number))
    for _ in range(MOST_MOVES):
        moves = game.moves(p)
        if not moves or game.won(p):
            return
        up = [m for m in moves if m.dst in FOUNDATIONS]
        cards = [m for m in moves if STOCK not in (m.src, m.dst)]
        wanted = up if up and dice.random() < 0.8 else cards
        before, p = p, game.play(p, dice.choice(wanted if wanted and dice.random() < 0.8 else moves))
        if len(before.piles[STOCK]) in STOCKS and len(p.piles[STOCK]) < len(before.piles[STOCK]) and before.base:
            yield before


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--nodes", type=int)
    usual = [slug for slug, game in GAMES.items() if isinstance(game, Terrace) and not game.in_suit]
    parser.add_argument("slug", nargs="*", default=usual)
    args = parser.parse_args()
    table = Table(title="Verdicts in the middle of careless games")
    for heading in ("game", "capacity", "positions", "won", "lost", "unknown", "ms each"):
        table.add_column(heading, justify="left" if heading in ("game", "capacity") else "right")
    for slug in args.slug:
        game = GAMES[slug]
        assert isinstance(game, Terrace), slug
        limit = Limit(nodes=args.nodes or family_of(game).budget(0))
        asked = [p for number in range(args.first, args.first + args.deals) for p in positions(game, number)]
        for name, capacity, sifts in (("none", False, False), ("the position", True, False), ("rows too", True, True)):
            begun = thread_time()
            found = [search(game, p, limit, ALL._replace(capacity=capacity, sifts=sifts), brief=True) for p in asked]
            milliseconds = 1000 * (thread_time() - begun) / len(asked)
            counts = Counter(
                ["won" if each.score == 104 else "lost" if each.is_proven else "unknown" for each in found]
            )
            shares = [f"{counts[verdict] / len(asked):.1%}" for verdict in ("won", "lost", "unknown")]
            table.add_row(slug, name, str(len(asked)), *shares, f"{milliseconds:.1f}")
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
