"""Tune the quick player of Terrace: random hill-climbing on deals that no benchmark uses.

    python tools/tune_quick_player.py terrace falling-stars wood --seconds 300
    python tools/tune_quick_player.py signora --seconds 150
    python tools/tune_quick_player.py wood --seconds 0    (only how good it is)

Each step changes a few weights of the best so far and keeps the change if the player does better: a won deal counts
100, a card on a foundation a quarter of a point. It prints each improvement as a row for player.py, and at
the end what that comes to on deals that it was not tuned on.
"""

import argparse
import random
import time

from longwood.core.game import Deal
from longwood.games import GAMES
from longwood.games.terrace.player import PLAYER, TUNED, play_out, sit
from longwood.games.terrace.rules import Terrace
from longwood.games.terrace.solver.packed import on_foundations
from longwood.games.terrace.solver.rows import FND
from longwood.games.terrace.solver.start import ALL, Start, starts
from longwood.games.terrace.solver.tuned import relative
from longwood.games.terrace.solver.weights import START, WEIGHTS, array_of, changed

DEALS = 900
TRIED = [weight for weight in WEIGHTS if weight.of != "beam"]
"""Not what the player must not see, nor what only a beam has."""


def terrace(slug: str) -> Terrace:
    """A game that has a quick player to tune."""
    game = GAMES[slug]
    if not isinstance(game, Terrace) or not PLAYER.knows(game):
        raise SystemExit(f"{slug} has no quick player to tune.")
    return game


def some_starts(slugs: list[str], first: int) -> list[Start]:
    """Deals of each game; where the player picks the base card, one of the four."""
    found = []
    for game in map(terrace, slugs):
        for number in range(first, first + DEALS // len(slugs)):
            choices = starts(game, game.start(Deal(number)), ALL)
            found.append(choices[number % len(choices)])
    return found


def merit(values: dict[str, int], deals: list[Start]) -> tuple[float, float]:
    """What the player comes to on average, and the share of deals won."""
    weights = array_of(values)
    seats = {start.game: sit(start.game, weights=weights) for start in deals}
    won = up = 0
    for start in deals:
        row = start.row.copy()
        is_won = play_out(row, start.encoded.given, seats[start.game], 0, 0)
        won += is_won
        up += 104 if is_won else on_foundations(row[FND])
    return (100 * won + up / 4) / len(deals), won / len(deals)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("slugs", nargs="+", choices=list(GAMES), metavar="GAME")
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    deals = some_starts(options.slugs, 10_000)
    best = START | TUNED[relative(terrace(options.slugs[0]))]
    top = merit(best, deals)
    print(f"{top[1]:.1%} won at the start", flush=True)
    spent = time.process_time()
    while time.process_time() - spent < options.seconds:
        tried = dict(best)
        for weight in chance.sample(TRIED, chance.choice((1, 1, 2, 3, 4))):
            now = tried[weight.name]
            tried[weight.name] = weight.within(now + round(chance.gauss(0, max(30, abs(now) / 2))))
        found = merit(tried, deals)
        if found > top:
            best, top = tried, found
            print(f"{top[1]:.1%} won: {changed(best)}", flush=True)
    print(f"{merit(best, some_starts(options.slugs, 50_000))[1]:.1%} of other deals won")


if __name__ == "__main__":
    main()
