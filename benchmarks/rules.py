"""How fast the rules play: positions a second of random play, and the ratio to copying the position for every move.

The baseline is what a mutable engine without inverse moves does: the same rules, and a deep copy of the piles for every
move so that it can be taken back. Both run in turns in this process, so that load on the machine meets both alike.
"""

import copy
import random
import subprocess
import sys
import time

from rich.console import Console
from rich.table import Table

from longwood import GAMES, Deal
from longwood.core.game import AnyGame

SECONDS = 0.4
TURNS = 3


def positions_a_second(game: AnyGame, first_deal: int, is_copying: bool) -> float:
    choose = random.Random(first_deal).choice
    number = first_deal
    count = 0
    start = time.process_time()
    while time.process_time() - start < SECONDS:
        p = game.start(Deal(number))
        number += 1
        for _ in range(300):
            moves = game.moves(p)
            if not moves:
                break
            if is_copying:
                copy.deepcopy([list(pile) for pile in p.piles])
            p = game.play(p, choose(moves))
            count += 1
    return count / (time.process_time() - start)


def import_milliseconds() -> float:
    program = "import time; t = time.perf_counter(); import longwood; print(time.perf_counter() - t)"
    times = [float(subprocess.check_output([sys.executable, "-c", program])) for _ in range(7)]
    return sorted(times)[3] * 1000


def main() -> None:
    table = Table(title="Random play on the rules, CPU time, one core")
    for heading in ("game", "positions/s", "with deep copies", "ratio", "target"):
        table.add_column(heading, justify="left" if heading == "game" else "right")
    for game in GAMES.values():
        ours = sorted(positions_a_second(game, turn, False) for turn in range(TURNS))[TURNS // 2]
        copying = sorted(positions_a_second(game, turn, True) for turn in range(TURNS))[TURNS // 2]
        target = 15_000 if game.decks == 2 else 40_000
        table.add_row(game.slug, f"{ours:,.0f}", f"{copying:,.0f}", f"{ours / copying:.1f}x", f"{target:,}")
    console = Console()
    console.print(table)
    console.print(f"import longwood: {import_milliseconds():.0f} ms (median of 7; target under 100 ms)")


if __name__ == "__main__":
    main()
