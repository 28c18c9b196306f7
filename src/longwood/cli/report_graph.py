"""The graph of a report as SVG: the win chance over the moves, and the band of proven verdicts below it."""

from itertools import groupby

from longwood.advice.findings import BLUNDER, LOST_THE_GAME, Report
from longwood.core.result import Verdict

HEIGHT, BAND = 246, 14
LEFT, RIGHT, TOP = 46, 16, 12
"""Margins: the percentages stand left of the graph, half a number may stick out right, half a mark above."""
FLOOR = HEIGHT - 64
"""Where no chance is left."""
# The signs and colours of the table's report.
SHAPES = {
    "inaccuracy": '<path d="M{x} {y}m-6 0l6 -6l6 6l-6 6z"/>',
    "mistake": '<path d="M{x} {y}m-6 5h12l-6 -11z"/>',
    BLUNDER: '<path d="M{x} {y}m-5 -5h10v10h-10z"/>',
    LOST_THE_GAME: '<path d="M{x} {y}m-7 -4l3 -3l4 4l4 -4l3 3l-4 4l4 4l-3 3l-4 -4l-4 4l-3 -3l4 -4z"/>',
}
CLASSES = {Verdict.WON: "won", Verdict.LOST: "lost", Verdict.UNKNOWN: "unknown"}
ROOM = 44
"""The pixels that a number below the graph takes, with what keeps it from the next one."""


def graph(report: Report, width: int, name: str) -> str:
    """The graph of a game of at least one move, so many pixels wide."""
    last = report.acts

    def x(number: float) -> float:
        return round(LEFT + number * (width - LEFT - RIGHT) / last, 1)

    def y(share: float) -> float:
        return round(TOP + (1 - share) * (FLOOR - TOP), 1)

    found = [report.chances[n] for n in sorted(report.chances)]
    line = " ".join([f"{x(c.number)},{y((c.share.least + c.share.most) / 2)}" for c in found])
    interval = [f"{x(c.number)},{y(c.interval[1])}" for c in found]
    interval += [f"{x(c.number)},{y(c.interval[0])}" for c in reversed(found)]
    parts = [f'<line class="axis" x1="{LEFT}" x2="{x(last)}" y1="{y(s)}" y2="{y(s)}"/>' for s in (0, 0.5, 1)]
    parts += [f'<text x="{LEFT - 6}" y="{y(s) + 4}" text-anchor="end">{s:.0%}</text>' for s in (0, 0.5, 1)]
    parts.append(f'<polygon class="interval" points="{" ".join(interval)}"/><polyline class="chance" points="{line}"/>')
    top = FLOOR + 12
    for verdict, run in groupby(sorted(report.verdicts), lambda number: report.verdicts[number].verdict):
        numbers = list(run)
        # A piece reaches half-way to its neighbours, and not past the first and the last position.
        left, right = x(max(numbers[0] - 0.5, 0)), x(min(numbers[-1] + 0.5, last))
        kind = CLASSES[verdict]
        parts.append(f'<rect class="{kind}" x="{left}" y="{top}" width="{right - left:.1f}" height="{BAND}"/>')
    for number in range(0, last + 1, _step(last, (width - LEFT - RIGHT) // ROOM)):
        parts.append(f'<text x="{x(number)}" y="{top + BAND + 16}" text-anchor="middle">{number}</text>')
    middle = (LEFT + x(last)) / 2
    parts.append(f'<text x="{middle:.1f}" y="{HEIGHT - 4}" text-anchor="middle">moves played</text>')
    marks = []
    for number, mark in sorted(report.marks.items()):
        share = report.chances[number].share
        shape = SHAPES[mark.sign].format(x=x(number), y=y((share.least + share.most) / 2))
        marks.append(f'<g class="{class_of(mark.sign)}"><title>Move {number + 1}: {mark.sign}</title>{shape}</g>')
    return (
        f'<svg class="{name}" viewBox="0 0 {width} {HEIGHT}" role="img" '
        f'aria-label="Win chance over the moves of the game">'
        f'{"".join(parts)}<g class="marks">{"".join(marks)}</g></svg>'
    )


def class_of(sign: str) -> str:
    """The name that a sign has in the style of the page."""
    return sign.replace(" ", "-")


def _step(last: int, most: int) -> int:
    """How far apart numbers stand so that there are no more than so many."""
    steps = [n * ten for ten in (1, 10, 100, 1000, 10_000) for n in (1, 2, 5)]
    return next(step for step in steps if last / step <= most)
