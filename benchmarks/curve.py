"""How many deals of the two-deck games are decided, against the budget in processor seconds.

    python benchmarks/curve.py [--deals 7200001-7200100] [--seconds 10] [--rows FILE] [--plot FILE] [--print] [SLUG ...]

Each budget (0.1, 1, 10, 60 and 600 s, up to --seconds) is finished for all deals before the next one begins, and only
deals still unknown are solved again with a larger one. Every answer is a row in a file: stop the command whenever you
like, call it again and it resumes. A budget is shown when all deals are answered for it, because those answered first
are the easy ones. --print solves nothing; with it, ask for fewer deals to see what is done of a larger budget.

The time is that of the family's solver, with writing down the line; loading the kernels and the replay by the rules,
which checks every win, are off the clock. Rows of one version of the solvers say nothing about another: use a new file.
"""

import argparse
import csv
from collections.abc import Iterable
from math import log10, sqrt
from pathlib import Path
from time import thread_time
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from longwood.core.game import Deal
from longwood.core.result import Limit, Verdict
from longwood.games import GAMES
from longwood.solver import replayed, solver_for

BUDGETS = (0.1, 1.0, 10.0, 60.0, 600.0)
SLUGS = ("forty-thieves", "generals-patience", "redheads")


class Row(NamedTuple):
    """What a budget came to on a deal."""

    slug: str
    deal: int
    verdict: Verdict
    reason: str
    seconds: float
    nodes: int
    limit: float

    def is_answer(self, budget: float) -> bool:
        """Whether it says what a budget decides: it had that much, or needed less."""
        return self.limit >= budget or self.verdict is not Verdict.UNKNOWN

    def verdict_within(self, budget: float) -> Verdict:
        # The clock is looked at between slices, so a search may end a little after its limit.
        is_within = self.seconds <= budget or self.limit <= budget
        return self.verdict if is_within else Verdict.UNKNOWN


Rows = dict[tuple[str, int], Row]


def read(file: Path) -> Rows:
    """The rows of a file; the last one of a deal holds."""
    rows: Rows = {}
    if file.exists():
        with file.open(newline="") as lines:
            for slug, deal, verdict, reason, seconds, nodes, limit in csv.reader(lines):
                row = Row(slug, int(deal), Verdict(verdict), reason, float(seconds), int(nodes), float(limit))
                rows[slug, row.deal] = row
    return rows


def write(file: Path, row: Row) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a", newline="") as lines:
        cells = (row.verdict.value, row.reason, f"{row.seconds:.4f}", row.nodes, row.limit)
        csv.writer(lines, lineterminator="\n").writerow((row.slug, row.deal, *cells))


def solved(slug: str, deal: int, limit: float) -> Row:
    """Solve a deal; the rules replay a win."""
    game = GAMES[slug]
    start = game.start(Deal(deal))
    solver = solver_for(game, start)
    began = thread_time()
    found = solver.solve(game, start, Limit(seconds=limit))
    spent = thread_time() - began
    if found.verdict is Verdict.WON:
        assert game.won(replayed(game, start, found.line)), f"{slug}.{deal}: the line does not win"
    return Row(slug, deal, found.verdict, found.reason.name.lower(), spent, found.nodes, limit)


def solve_all(file: Path, slugs: list[str], deals: range, budgets: Iterable[float]) -> None:
    """Answer all that the file does not answer yet."""
    rows = read(file)
    for limit in budgets:
        for slug in slugs:
            for deal in deals:
                known = rows.get((slug, deal))
                if known is None or not known.is_answer(limit):
                    rows[slug, deal] = row = solved(slug, deal, limit)
                    write(file, row)


def answered(rows: Rows, slug: str, deals: range, budget: float) -> list[Row]:
    """The rows of all deals if each is answered for a budget, else none."""
    found = [rows[slug, deal] for deal in deals if (slug, deal) in rows]
    return found if len(found) == len(deals) and all(row.is_answer(budget) for row in found) else []


def share(rows: list[Row], budget: float, verdict: Verdict) -> float:
    return sum([row.verdict_within(budget) is verdict for row in rows]) / len(rows)


def table(rows: Rows, slugs: list[str], deals: range) -> Table:
    found = Table(title=f"Deals {deals[0]:,} to {deals[-1]:,}: % decided by processor seconds, ± one standard error")
    for head in ("game", "seconds", "deals", "won", "lost", "unknown"):
        found.add_column(head, justify="left" if head == "game" else "right")
    for slug in slugs:
        for budget in BUDGETS:
            its = answered(rows, slug, deals, budget)
            if not its:
                break
            cells = []
            for verdict in (Verdict.WON, Verdict.LOST, Verdict.UNKNOWN):
                p = share(its, budget, verdict)
                cells.append(f"{100 * p:.1f} ± {100 * sqrt(p * (1 - p) / len(its)):.1f}")
            found.add_row(GAMES[slug].title, f"{budget:g}", str(len(its)), *cells)
    return found


SIDE, TALL, GAP = 220, 180, 50
FIRST = 0.01
"""Seconds at the left edge of the plot."""
STEPS = 120
"""Points of a curve."""
COLOURS = {Verdict.WON: "#1d6b45", Verdict.LOST: "#a33b2a"}


def plot(rows: Rows, slugs: list[str], deals: range, last: float) -> str:
    """A panel for each game: won from below, lost from above, what is unknown between them, over the seconds."""
    width, height = len(slugs) * (SIDE + GAP) + GAP // 2, TALL + 2 * GAP + 10
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            'font-family="sans-serif" font-size="11" role="img">'
        ),
        "<title>Share of deals won and lost, against processor seconds</title>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
    ]
    for i, slug in enumerate(slugs):
        panel = _panel(rows, slug, deals, last)
        parts.append(f'<g transform="translate({GAP - 10 + i * (SIDE + GAP)} {GAP - 15})">{panel}</g>')
    return "\n".join([*parts, "</svg>", ""])


def _panel(rows: Rows, slug: str, deals: range, last: float) -> str:
    across = SIDE / log10(last / FIRST)
    parts = [
        f'<text x="{SIDE / 2}" y="-10" text-anchor="middle" font-weight="bold">{_escaped(GAMES[slug].title)}</text>',
        f'<rect width="{SIDE}" height="{TALL}" fill="#f6f6f2" stroke="#999"/>',
    ]
    areas: dict[Verdict, list[str]] = {Verdict.WON: [], Verdict.LOST: []}
    x = 0.0
    for step in range(STEPS + 1):
        budget = FIRST * (last / FIRST) ** (step / STEPS)
        its = answered(rows, slug, deals, budget * 0.999)
        if not its:
            break
        x = across * log10(budget / FIRST)
        areas[Verdict.WON].append(f"{x:.1f},{TALL * (1 - share(its, budget, Verdict.WON)):.1f}")
        areas[Verdict.LOST].append(f"{x:.1f},{TALL * share(its, budget, Verdict.LOST):.1f}")
    for verdict, points in areas.items():
        edge = TALL if verdict is Verdict.WON else 0
        parts.append(f'<polygon points="0,{edge} {" ".join(points)} {x:.1f},{edge}" fill="{COLOURS[verdict]}"/>')
    parts.append(f'<text x="{SIDE - 6}" y="{TALL - 8}" text-anchor="end" fill="#fff">won</text>')
    parts.append(f'<text x="{SIDE - 6}" y="-2" text-anchor="end" fill="{COLOURS[Verdict.LOST]}">lost</text>')
    for tick in (0, 25, 50, 75, 100):
        y = TALL * (1 - tick / 100)
        parts.append(f'<line x1="0" y1="{y}" x2="{SIDE}" y2="{y}" stroke="#999" stroke-opacity=".4"/>')
        parts.append(f'<text x="-5" y="{y + 4}" text-anchor="end" fill="#555">{tick}</text>')
    for seconds in (FIRST, *[b for b in BUDGETS if b <= last]):
        at = across * log10(seconds / FIRST)
        parts.append(f'<text x="{at:.1f}" y="{TALL + 14}" text-anchor="middle" fill="#555">{seconds:g}</text>')
    parts.append(f'<text x="{SIDE / 2}" y="{TALL + 32}" text-anchor="middle" fill="#555">processor seconds</text>')
    return "".join(parts)


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("slugs", nargs="*", metavar="SLUG", default=list(SLUGS))
    parser.add_argument("--deals", default="7200001-7200100", help="first and last deal")
    parser.add_argument("--seconds", type=float, default=10.0, help="the largest budget")
    parser.add_argument("--rows", type=Path, default=Path("build/curve.csv"), help="where the rows are kept")
    parser.add_argument("--plot", type=Path, help="draw the curve into this SVG file")
    parser.add_argument("--print", action="store_true", help="solve nothing, say what the rows say")
    options = parser.parse_args()
    first, _, last = options.deals.partition("-")
    deals = range(int(first), int(last or first) + 1)
    # One run with a second says what a tenth of it decides.
    budgets = [seconds for seconds in BUDGETS if 1.0 <= seconds < options.seconds] + [options.seconds]
    if not options.print:
        for slug in options.slugs:
            solved(slug, 1, 0.01)  # loads the kernels
        solve_all(options.rows, options.slugs, deals, budgets)
    rows = read(options.rows)
    Console(width=110).print(table(rows, options.slugs, deals))
    if options.plot:
        options.plot.write_text(plot(rows, options.slugs, deals, options.seconds))


if __name__ == "__main__":
    main()
