"""Find winnable deals for the shelf of a game in which a player would wait too long for one.

    python tools/find_deals.py generals-patience --deals 200 [--first 3000001] [--nodes 120000]

Writes src/longwood/advice/shelf/GAME.txt, on each line the
positions searched and a record that wins; goes on with what is there.
"""

import argparse
from itertools import count
from pathlib import Path

from longwood.game import Deal
from longwood.games import GAMES
from longwood.notation import Record, parse_record
from longwood.solver import Limit, Verdict, solve

SHELF = Path(__file__).parents[1] / "src" / "longwood" / "advice" / "shelf"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--first", type=int, default=3_000_001)
    parser.add_argument("--nodes", type=int, default=120_000)
    args = parser.parse_args()
    game, page = GAMES[args.game], SHELF / f"{args.game}.txt"
    SHELF.mkdir(exist_ok=True)
    page.touch()
    records = [parse_record(line.split()[1]) for line in page.read_text().splitlines()]
    found = len(records)
    with page.open("a") as file:
        for number in count(max([args.first, *[record.deal.number + 1 for record in records]])):
            if found >= args.deals:
                break
            result = solve(game, game.start(Deal(number)), Limit(nodes=args.nodes))
            if result.verdict is Verdict.WON:
                found += 1
                file.write(f"{result.nodes} {Record(game, Deal(number), tuple([(m,) for m in result.line]))}\n")
                file.flush()
                print(found, number, result.nodes, flush=True)


if __name__ == "__main__":
    main()
