"""Measure how hard winnable deals are: the percentiles that src/longwood/advice/difficulty.json holds.

    python tools/measure_difficulty.py [--deals N] [GAME ...]

Deals from 2,000,000 on are tried until N of each game were won; the table of the other games stays as it is.
"""

import argparse
import json
from pathlib import Path

from longwood.advice.deals import shelf_wins
from longwood.advice.difficulty import effort_of
from longwood.core.game import Deal
from longwood.games import GAMES
from longwood.solver import Limit, Verdict, solve

TABLE = Path(__file__).parents[1] / "src" / "longwood" / "advice" / "difficulty.json"
NODES = {"terrace": 60_000, "forty-thieves": 20_000}
SHELVED = ("generals-patience",)
"""Games of which all deals come from a shelf."""


def percentiles(slug: str, deals: int) -> list[float]:
    """The efforts at 1 %, 2 %, ... 100 % of so many winnable deals."""
    game, number = GAMES[slug], 2_000_000
    # This shelf has been filled at great expense: what is on it is what players get.
    efforts = [effort_of(game, number, found) for number, found in shelf_wins(game)] if slug in SHELVED else []
    is_shelved = bool(efforts)
    while not is_shelved and len(efforts) < deals:
        found = solve(game, game.start(Deal(number)), Limit(nodes=NODES.get(game.family)))
        if found.verdict is Verdict.WON:
            efforts.append(effort_of(game, number, found))
        number += 1
    efforts.sort()
    return [round(efforts[min(len(efforts) * k // 100, len(efforts) - 1)], 6) for k in range(1, 101)]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--deals", type=int, default=400)
    parser.add_argument("game", nargs="*", default=list(GAMES))
    args = parser.parse_args()
    table = json.loads(TABLE.read_text()) if TABLE.exists() else {}
    for slug in args.game:
        table[slug] = percentiles(slug, args.deals)
        print(slug, "quartiles", *[table[slug][k - 1] for k in (25, 50, 75)], flush=True)
        TABLE.write_text(json.dumps(table, indent=None, separators=(",", ":")).replace("],", "],\n") + "\n")


if __name__ == "__main__":
    main()
