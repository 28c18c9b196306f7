"""Tune the weights of the quick player of the Terrace games by cross-entropy, on deals that no benchmark uses.

    python tools/tune_quick_player.py falling-stars wood --seconds 120

Each generation draws weightings around the present one, lets each of them play the same deals as the others and others
than the last generation, and moves to the mean of the best ones. It prints the weighting as a row for player.py from
time to time, and at the end what it comes to on deals that it was not tuned on.
"""

import argparse
import time

import numpy as np

from longwood.core.game import Deal
from longwood.games import GAMES
from longwood.games.terrace.player import PLAYER, TUNED, sit
from longwood.games.terrace.race import play_out
from longwood.games.terrace.rules import Terrace
from longwood.games.terrace.solver.packed import on_foundations
from longwood.games.terrace.solver.rows import FND
from longwood.games.terrace.solver.start import ALL, Start, starts
from longwood.games.terrace.solver.tuned import relative
from longwood.games.terrace.solver.weights import START, WEIGHTS, array_of, changed

FIRST, OTHERS, DEALS = 400_001, 450_001, 2_000
POPULATION, BEST, PLAYED = 32, 8, 300
TRIED = [weight for weight in WEIGHTS if weight.of != "beam"]
"""Not what the player must not see, nor what only a beam has."""
PART = 0.25
"""What a card on a foundation is worth in a game that is lost, when a game won is worth 100."""


def terrace(slug: str) -> Terrace:
    """A game that has a quick player to tune."""
    game = GAMES[slug]
    if not isinstance(game, Terrace) or not PLAYER.knows(game):
        raise SystemExit(f"{slug} has no quick player to tune.")
    return game


def some_starts(slugs: list[str], first: int, deals: int = DEALS) -> list[Start]:
    """Deals of each game in turn; where the player picks the base card, one of the four."""
    found = []
    for number in range(first, first + deals // len(slugs)):
        for game in map(terrace, slugs):
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
    return (100 * won + PART * up) / len(deals), won / len(deals)


def rounded(mean: np.ndarray) -> dict[str, int]:
    """A weighting for the kernels."""
    return START | {w.name: w.within(round(x)) for w, x in zip(TRIED, mean.tolist(), strict=True)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("slugs", nargs="+", choices=list(GAMES), metavar="GAME")
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = np.random.default_rng(options.seed)
    deals, others = [some_starts(options.slugs, first) for first in (FIRST, OTHERS)]
    begin = START | TUNED[relative(terrace(options.slugs[0]))]
    mean = np.array([begin[weight.name] for weight in TRIED], float)
    spread = np.maximum(30, np.abs(mean) / 3)
    floor = np.maximum(4, np.abs(mean) / 40)
    print(f"{merit(begin, others)[1]:.1%} won at the start", flush=True)
    began, generation = time.process_time(), 0
    while time.process_time() - began < options.seconds:
        generation += 1
        played = [deals[i] for i in chance.choice(len(deals), PLAYED, replace=False)]
        drawn = mean + spread * chance.standard_normal((POPULATION, len(TRIED)))
        merits = [merit(rounded(one), played) for one in drawn]
        best = drawn[sorted(range(POPULATION), key=lambda i: merits[i], reverse=True)[:BEST]]
        mean = 0.5 * mean + 0.5 * best.mean(axis=0)
        spread = np.maximum(0.7 * spread + 0.3 * best.std(axis=0), floor)
        if generation % 10 == 0:
            top = sorted([share for _, share in merits])
            print(f"{generation}: {top[-1]:.1%} and {top[len(top) // 2]:.1%} {changed(rounded(mean))}", flush=True)
    print(f"{merit(rounded(mean), others)[1]:.1%} of other deals won: {changed(rounded(mean))}", flush=True)


if __name__ == "__main__":
    main()
