"""How long a report takes: wall time until the first entry and until the last, as `longwood report` does it.

    python benchmarks/report.py [--moves N] [GAME ...]

The games are played carelessly, never back to a position of the same game: with two decks N moves long, with one deck
to their end. The solvers are loaded before the clock starts; the processes that help are not. The baseline is a fair
hint at the same game: its mean CPU time at ten positions. Where other programs run too, the wall time says little: then
read "CPU way", which is the CPU time of the main process and its share of that of the helpers, one a core. The last
column is the size of the file that `longwood report --html` writes.
"""

import argparse
import os
import random
from resource import RUSAGE_CHILDREN, getrusage
from time import perf_counter, process_time

from rich.console import Console
from rich.table import Table

from longwood import GAMES, Deal, Session
from longwood.advice.entries import Report
from longwood.advice.hints import fair_hints
from longwood.advice.report import report_on
from longwood.cli.report_lines import report_lines
from longwood.cli.reporting import spread_over_cores
from longwood.core.game import AnyGame
from longwood.web.report_file import report_file

FIRST, WHOLE = 1.0, 60.0
"""Seconds: the targets."""
SLUGS = ("terrace", "forty-thieves", "quatorze", "triple-peaks", "elevator")


def careless_game(game: AnyGame, moves: int) -> Session:
    """A game of so many moves with two decks, to its end with one."""
    number = 700_000
    while True:
        rng = random.Random(number)
        session = Session(game, Deal(number))
        been = {game.key(session.position)}
        while len(session.acts) < moves and not session.is_won:
            ahead = [m for m in session.moves if game.key(game.play(session.position, m)) not in been]
            if not ahead:
                break
            session.play(ahead[0] if rng.random() < 0.8 else rng.choice(ahead))
            been.add(game.key(session.position))
        if game.decks == 1 or len(session.acts) == moves:
            return session
        number += 1


def helpers_seconds() -> float:
    """The CPU time of the processes that have helped and ended."""
    children = getrusage(RUSAGE_CHILDREN)
    return children.ru_utime + children.ru_stime


def hint_seconds(session: Session) -> float:
    """The CPU time of a fair hint, in the mean of ten positions."""
    positions = [p for p in session.positions if session.game.moves(p)]
    some = positions[:: max(len(positions) // 10, 1)][:10]
    fair_hints(session.game, some[0])
    began = process_time()
    for p in some:
        fair_hints(session.game, p)
    return (process_time() - began) / len(some)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--moves", type=int, default=150)
    parser.add_argument("game", nargs="*", default=list(SLUGS))
    args = parser.parse_args()
    table = Table(title=f"A report, seconds on {os.cpu_count()} cores (target: first {FIRST:g}, whole {WHOLE:g})")
    heads = ("game", "moves", "first", "first, CPU", "whole", "CPU way", "all CPU", "a hint", "in hints", "file, kB")
    for head in heads:
        table.add_column(head, justify="left" if head == "game" else "right", no_wrap=True)
    for slug in args.game:
        session = careless_game(GAMES[slug], args.moves)
        hint = hint_seconds(session)
        began, own, helpers = perf_counter(), process_time(), helpers_seconds()
        first: tuple[float, float] | None = None
        report = Report(len(session.acts))
        with spread_over_cores(session) as spread:
            for entry in report_on(session.record, spread=spread):
                report.add(entry)
                first = first or (perf_counter() - began, process_time() - own)
        whole, own, helpers = perf_counter() - began, process_time() - own, helpers_seconds() - helpers
        way = own + helpers / (os.cpu_count() or 1)
        seconds = [f"{s:.2f}" for s in (*(first or ()), whole, way, own + helpers, hint)]
        size = len(report_file(session, report, "\n".join(report_lines(session, report))).encode())
        table.add_row(slug, str(len(session.acts)), *seconds, f"{(own + helpers) / hint:.0f}", f"{size / 1000:.0f}")
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
