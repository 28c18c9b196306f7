"""Measure how hard winnable deals are: the percentiles in data/difficulty.json of each room.

    python tools/measure_difficulty.py [--deals N] [GAME ...]

Deals from 2,000,000 on are tried until N of each game were won; the table of the other games stays as it is.
"""

import argparse
import json
from pathlib import Path

from longwood.advice.deals import shelf_wins
from longwood.advice.difficulty import is_judged_at_once, measure_of
from longwood.core.game import Deal
from longwood.games import GAMES, family_of
from longwood.solver import Limit, Verdict, solve

NODES = {"terrace": 60_000, "forty-thieves": 20_000}
SHELVED = ("generals-patience",)
"""Games of which all deals come from a shelf."""
ALL_LOST = 1.0
"""The measure of a deal that the quick player loses every time."""


def percentiles(slug: str, deals: int) -> list[float]:
    """The measures at 1 %, 2 %, ... 100 % of so many winnable deals."""
    game, number = GAMES[slug], 2_000_000
    # This shelf has been filled at great expense: what is on it is what players get.
    measures = [measure_of(game, number, found) for number, found in shelf_wins(game)] if slug in SHELVED else []
    is_shelved = bool(measures)
    while not is_shelved and len(measures) < deals:
        measure = measure_of(game, number) if is_judged_at_once(game) else ALL_LOST
        # Whatever the quick player wins can be won.
        if measure < ALL_LOST:
            measures.append(measure)
        else:
            found = solve(game, game.start(Deal(number)), Limit(nodes=NODES.get(game.family)))
            if found.verdict is Verdict.WON:
                measures.append(measure if is_judged_at_once(game) else measure_of(game, number, found))
        number += 1
    measures.sort()
    return [round(measures[min(len(measures) * k // 100, len(measures) - 1)], 6) for k in range(1, 101)]


def table_of(slug: str) -> Path:
    """The file that holds a game's percentiles."""
    return Path(str(family_of(GAMES[slug]).data("difficulty.json")))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--deals", type=int, default=400)
    parser.add_argument("game", nargs="*", default=list(GAMES))
    args = parser.parse_args()
    for slug in args.game:
        page = table_of(slug)
        table = json.loads(page.read_text()) if page.exists() else {}
        table[slug] = percentiles(slug, args.deals)
        print(slug, "quartiles", *[table[slug][k - 1] for k in (25, 50, 75)], flush=True)
        rows = [f"  {json.dumps(name)}: {json.dumps(values)}" for name, values in table.items()]
        page.write_text("{\n" + ",\n".join(rows) + "\n}\n")


if __name__ == "__main__":
    main()
