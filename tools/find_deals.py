"""Find winnable deals for the shelf of a game in which a player would wait too long for one.

    python tools/find_deals.py generals-patience --deals 120 [--first 3000001] [--nodes 120000]
    python tools/find_deals.py forty-thieves --levels 2 3 4 --deals 30 --nodes 20000

Writes data/GAME.txt of the room, on each line the
positions searched and a record that wins; goes on with what is there.
With --levels only deals of these levels are kept, so many of each.

When a solver has become better, it searches fewer positions in the same deal: what a shelf says of its deals, and what
difficulty.json compares them with, is then out of date. Solve the deals on the shelf anew with --again (those that are
no longer of the levels are left out, and others are looked for). For General's Patience do that before
tools/measure_difficulty.py, which reads its shelf; for the other games after it.
"""

import argparse
from collections import Counter
from itertools import count
from pathlib import Path

from longwood.advice.deals import shelf_page
from longwood.advice.difficulty import difficulty
from longwood.core.game import Deal
from longwood.games import GAMES
from longwood.notation import Record, parse_record
from longwood.solver import Limit, Result, Verdict, solve

ANY = 0
"""Stands for the level of every deal where levels are not told apart."""


def solved_again(nodes: int, record: Record, most: int) -> tuple[int, Record]:
    """What the solver of today needs for a deal; a win that it does not find within the budget is still a win."""
    result = solve(record.game, record.game.start(record.deal), Limit(nodes=most))
    if result.verdict is not Verdict.WON:
        return max(nodes, result.nodes), record
    return result.nodes, Record(record.game, record.deal, tuple([(m,) for m in result.line]))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--levels", type=int, nargs="*", choices=(1, 2, 3, 4), default=[])
    parser.add_argument("--first", type=int, default=3_000_001)
    parser.add_argument("--nodes", type=int, default=120_000)
    parser.add_argument("--again", action="store_true", help="solve what is on the shelf anew")
    args = parser.parse_args()
    game, page = GAMES[args.game], Path(str(shelf_page(GAMES[args.game])))
    wanted = args.levels or [ANY]

    def level_of(number: int, nodes: int) -> int:
        return difficulty(game, number, Result(Verdict.WON, (), nodes, 0.0)).level if args.levels else ANY

    page.parent.mkdir(exist_ok=True)
    page.touch()
    kept = [(int(nodes), parse_record(record)) for nodes, record in map(str.split, page.read_text().splitlines())]
    first = max([args.first, *[record.deal.number + 1 for _, record in kept]])
    if args.again:
        kept = [solved_again(nodes, record, args.nodes) for nodes, record in kept]
        kept = [(nodes, record) for nodes, record in kept if level_of(record.deal.number, nodes) in wanted]
        page.write_text("".join([f"{nodes} {record}\n" for nodes, record in kept]))
    found = Counter([level_of(record.deal.number, nodes) for nodes, record in kept])
    with page.open("a") as file:
        for number in count(first):
            if all(found[level] >= args.deals for level in wanted):
                break
            result = solve(game, game.start(Deal(number)), Limit(nodes=args.nodes))
            level = level_of(number, result.nodes)
            if result.verdict is Verdict.WON and level in wanted and found[level] < args.deals:
                found[level] += 1
                file.write(f"{result.nodes} {Record(game, Deal(number), tuple([(m,) for m in result.line]))}\n")
                file.flush()
                print(dict(found), number, result.nodes, flush=True)


if __name__ == "__main__":
    main()
