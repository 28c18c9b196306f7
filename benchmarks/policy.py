"""How good are fair hints? Deals played by them alone, beside the first legal move and random play.

    python benchmarks/policy.py [--deals N] [--jobs N] [--save FILE] [--forecasts DIR] [GAME ...]

With two decks a thousand deals take an hour. With --save every deal that was played is kept, one line for each game
and player, so that the work can be interrupted and resumed; benchmarks/policy.txt holds the deals that
docs/analysis.md tells of, and is printed, without playing any, where no game is named. With --forecasts the fair
player's games are taken from such a folder (forecasts.py), after those that the file has. Whoever changes hints
starts anew, and may leave what the last ones won in the file as "earlier hints": the same deals are compared one by
one.

The first legal move is what programs without an analyst show as a hint: the rules list moves with the best-looking
first. No player goes back to a position of the same game, and whoever has made 400 moves stops. Where rounds are dealt,
a game is won when its first round is cleared. The fair player is the one whose wins the win chance forecasts
(`advice/fair_player.py`, with the family's `fair_effort`); with two decks a hint may look at more.
"""

import argparse
import os
import random
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import count, product
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import Any

from rich.console import Console
from rich.progress import Progress, TimeElapsedColumn
from rich.table import Table

from longwood import GAMES, Deal, Move
from longwood.advice.fair_player import wins_fairly
from longwood.advice.kept_forecasts import Forecasts
from longwood.core.game import AnyGame
from longwood.core.shares import Share, Z
from longwood.solver.plain_search import is_goal

Choose = Callable[[AnyGame, Any, list[Move], set[Any], int], Move]
IN_TURN = 50


def first(game: AnyGame, p: Any, moves: list[Move], been: set[Any], number: int) -> Move:
    return moves[0]


def at_random(game: AnyGame, p: Any, moves: list[Move], been: set[Any], number: int) -> Move:
    return random.Random(f"{number} {p.piles}").choice(moves)


FAIR = "fair hints"
EARLIER = "earlier hints"
CHOOSERS: dict[str, Choose] = {"first legal move": first, "random": at_random}
PLAYERS = (FAIR, *CHOOSERS)


def play(slug: str, player: str, number: int) -> bool:
    """Whether a player wins a deal."""
    game = GAMES[slug]
    p = start = game.start(Deal(number))
    if player == FAIR:
        return wins_fairly(game, start, seed=number)
    been = {game.key(p)}
    for _ in range(400):
        moves = [m for m in game.moves(p) if game.key(game.play(p, m)) not in been]
        if is_goal(game, start, p) or not moves:
            break
        p = game.play(p, CHOOSERS[player](game, p, moves, been, number))
        been.add(game.key(p))
    return is_goal(game, start, p)


class Played:
    """The deals that were played, from the first on: for each game and player a 1 for every win, a 0 for every loss."""

    def __init__(self, file: Path | None) -> None:
        self.file = file
        self.outcomes: dict[tuple[str, str], str] = {}
        if file and file.exists():
            for line in file.read_text().splitlines():
                slug, player, outcomes = line.split(", ")
                self.outcomes[slug, player] = outcomes

    @property
    def games(self) -> list[str]:
        return list(dict.fromkeys([slug for slug, _ in self.outcomes]))

    def count(self, slug: str, player: str) -> int:
        return len(self.outcomes.get((slug, player), ""))

    def add(self, slug: str, player: str, is_won: bool) -> None:
        self.keep(slug, player, self.outcomes.get((slug, player), "") + str(int(is_won)))

    def keep(self, slug: str, player: str, outcomes: str) -> None:
        """Put a row into the file."""
        self.outcomes[slug, player] = outcomes
        if self.file:
            # Whole or not at all, whatever happens meanwhile.
            beside = self.file.with_suffix(".new")
            beside.write_text("".join([f"{', '.join(who)}, {found}\n" for who, found in self.outcomes.items()]))
            beside.replace(self.file)

    def share(self, slug: str, player: str, deals: int) -> Share:
        outcomes = self.outcomes[slug, player][:deals]
        return Share(outcomes.count("1"), outcomes.count("0"))

    def gain(self, slug: str, deals: int) -> str:
        """By how many points fair hints win more than earlier ones did, of the same deals, with a 95 % interval."""
        both = zip(self.outcomes[slug, FAIR][:deals], self.outcomes.get((slug, EARLIER), ""), strict=False)
        apart = [int(new) - int(old) for new, old in both]
        if len(apart) < 2:
            return ""
        middle, error = mean(apart), Z * stdev(apart) / sqrt(len(apart))
        return f"{100 * middle:+.1f} ({100 * (middle - error):+.1f} to {100 * (middle + error):+.1f})"


def outcomes_of(folder: Path, slug: str, before: str) -> str:
    """Who won the fair player's games: those that are known, from the first deal on, and those of a folder that follow.

    A deal that both have must have ended alike: otherwise the player is another one, and its row starts anew.
    """
    known = {each.deal: str(int(each.is_won)) for each in Forecasts(folder).read(slug)}
    is_same = all(known.get(deal, won) == won for deal, won in enumerate(before, 1))
    known |= dict(enumerate(before, 1)) if is_same else {}
    first_missing = next(deal for deal in count(1) if deal not in known)
    return "".join([known[deal] for deal in range(1, first_missing)])


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--save", type=Path)
    parser.add_argument("--forecasts", type=Path)
    parser.add_argument("game", nargs="*", help="those of the file, or else all of one deck, unless named")
    args = parser.parse_args()
    played = Played(args.save)
    plays = args.game or not played.games
    args.game = args.game or played.games or [slug for slug, game in GAMES.items() if game.decks == 1]
    if args.forecasts:
        for slug in args.game:
            if found := outcomes_of(args.forecasts, slug, played.outcomes.get((slug, FAIR), "")):
                played.keep(slug, FAIR, found)
        plays = False
    if plays:
        play_all(args.game, played, args.deals, args.jobs)
    table = Table(title="Deals won by hints alone")
    for heading in ("game", "player", "deals", "won", "95 % interval", "times random", "points beside earlier hints"):
        table.add_column(heading, justify="left" if heading in ("game", "player") else "right")
    for slug, player in product(args.game, (FAIR, EARLIER, *CHOOSERS)):
        if not played.count(slug, player):
            continue
        share, least = [played.share(slug, who, args.deals) for who in (player, "random")]
        low, high = share.interval
        ratio = f"{share.least / least.least:.1f}" if least.won else "-"
        cells = f"1-{share.trials}", f"{share.least:.1%}", f"{low:.1%} - {high:.1%}", ratio
        table.add_row(slug, player, *cells, played.gain(slug, args.deals) if player == FAIR else "")
    Console(width=140).print(table)


def play_all(slugs: list[str], played: Played, deals: int, jobs: int | None) -> None:
    """Play what is missing of the first so many deals."""
    whole = sum([max(deals - played.count(slug, player), 0) for slug, player in product(slugs, PLAYERS)])
    bar = Progress(*Progress.get_default_columns(), TimeElapsedColumn(), console=Console(stderr=True), transient=True)
    with bar, ProcessPoolExecutor(jobs) as pool:
        task = bar.add_task("", total=whole)
        # All games go on side by side, so that whoever breaks off has something of each.
        for end in [*range(IN_TURN, deals, IN_TURN), deals]:
            for slug, player in product(slugs, PLAYERS):
                bar.update(task, description=f"{slug}, {player}")
                rest = range(played.count(slug, player) + 1, end + 1)
                for is_won in pool.map(partial(play, slug, player), rest):
                    played.add(slug, player, is_won)
                    bar.advance(task)


if __name__ == "__main__":
    main()
