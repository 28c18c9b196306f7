"""A report as a page of its own: one file of HTML with the graph, without script, with nothing to fetch."""

from html import escape

from longwood.advice.findings import BLUNDER, Mark, Report
from longwood.cli.words import heading, mark_lines, outcome_words, par_words
from longwood.session import Session
from longwood.solver.result import Verdict
from longwood.text import SYMBOLS

WIDTH, HEIGHT, LEFT, BAND = 880, 240, 44, 14
SHAPES = {
    "inaccuracy": '<circle cx="{x}" cy="{y}" r="5"/>',
    "mistake": '<path d="M{x} {y}m-6 5h12l-6 -11z"/>',
    BLUNDER: '<path d="M{x} {y}m-6 0l6 -6l6 6l-6 6z"/>',
    "good": '<path d="M{x} {y}m-5 -5h10v10h-10z"/>',
}
LEGEND = (
    "The line is the share of worlds that looked the same to the player and could be won, after as many acts as the "
    "number says; the shade is what was not decided. The band below is what is proven with all cards open: green can "
    "be won, red is lost, grey is not known."
)
STYLE = """
:root {
  color-scheme: light dark;
  --ink: #1c2321; --paper: #fbfaf6; --line: #2f6f57; --spread: #2f6f5733;
  --won: #2f6f57; --lost: #a8352c; --open: #9a9a92;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e9e7df; --paper: #16201c; --line: #7fc7a6; --spread: #7fc7a633;
    --won: #7fc7a6; --lost: #e58a80; --open: #77776f;
  }
}
body {
  font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
}
svg { width: 100%; height: auto }
svg text { fill: var(--ink); font-size: 12px }
.axis { stroke: var(--open) }
.chance { fill: none; stroke: var(--line); stroke-width: 2 }
.spread { fill: var(--spread) }
.won { fill: var(--won) }
.lost { fill: var(--lost) }
.unknown { fill: var(--open) }
.marks { fill: var(--lost); stroke: var(--paper) }
.marks .good { fill: var(--ink) }
code { overflow-wrap: anywhere; font-size: .85em }
li { margin: .8em 0 }
"""


def report_page(session: Session, report: Report) -> str:
    """The whole page."""
    title = f"Report on {heading(session)}"
    marks = "".join([_item(session, mark) for _, mark in sorted(report.marks.items())])
    words = [par_words(session, report), outcome_words(session, report), counts_words(report)]
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style></head>'
        f"<body><h1>{escape(title)}</h1>"
        + "".join([f"<p>{_text(line)}</p>" for line in words if line])
        + _graph(report)
        + f"<p>{LEGEND}</p>"
        + (f"<h2>Marks</h2><ol>{marks}</ol>" if marks else "")
        + f"<h2>Record</h2><p><code>{escape(str(session.record))}</code></p></body></html>\n"
    )


def counts_words(report: Report) -> str:
    """How many acts got each grade."""
    return ", ".join([f"{word}: {count}" for word, count in report.count().items()])


def _text(line: str) -> str:
    return escape(SYMBOLS.words(line))


def _item(session: Session, mark: Mark) -> str:
    first, *rest, retry = mark_lines(session, mark)
    record = retry.strip().removeprefix("Retry: ")
    body = " ".join([_text(line.strip()) for line in rest])
    return f"<li><strong>{_text(first)}</strong> {body}<br>Retry: <code>{escape(record)}</code></li>"


def _graph(report: Report) -> str:
    last = max(report.acts, 1)

    def x(number: float) -> float:
        return round(LEFT + number * (WIDTH - LEFT - 10) / last, 1)

    def y(share: float) -> float:
        return round(10 + (1 - share) * (HEIGHT - 40 - BAND), 1)

    found = [report.chances[n] for n in sorted(report.chances)]
    line = " ".join([f"{x(c.number)},{y((c.share.least + c.share.most) / 2)}" for c in found])
    spread = [f"{x(c.number)},{y(c.share.most)}" for c in found]
    spread += [f"{x(c.number)},{y(c.share.least)}" for c in reversed(found)]
    parts = [f'<line class="axis" x1="{LEFT}" x2="{WIDTH - 10}" y1="{y(s)}" y2="{y(s)}"/>' for s in (0, 0.5, 1)]
    parts += [f'<text x="{LEFT - 6}" y="{y(s) + 4}" text-anchor="end">{s:.0%}</text>' for s in (0, 0.5, 1)]
    parts.append(f'<polygon class="spread" points="{" ".join(spread)}"/><polyline class="chance" points="{line}"/>')
    for number, verdict in sorted(report.verdicts.items()):
        width = max(x(number + 0.5) - x(number - 0.5), 1.0)
        name = _CLASSES[verdict.verdict]
        parts.append(
            f'<rect class="{name}" x="{x(number - 0.5)}" y="{HEIGHT - 24}" width="{width:.1f}" height="{BAND}"/>'
        )
    step = max(last // 10, 1)
    parts += [f'<text x="{x(n)}" y="{HEIGHT}" text-anchor="middle">{n}</text>' for n in range(0, last + 1, step)]
    marks = []
    for number, mark in sorted(report.marks.items()):
        share = report.chances[number].share
        shape = SHAPES[mark.grade].format(x=x(number), y=y((share.least + share.most) / 2))
        marks.append(f'<g class="{mark.grade}"><title>Act {number + 1}: {mark.grade}</title>{shape}</g>')
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="Win chance over the acts of the game">'
        f'{"".join(parts)}<g class="marks">{"".join(marks)}</g></svg>'
    )


_CLASSES = {Verdict.WON: "won", Verdict.LOST: "lost", Verdict.UNKNOWN: "unknown"}
