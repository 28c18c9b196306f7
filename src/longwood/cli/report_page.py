"""A report as a page of its own: one file of HTML with the graph, without script, with nothing to fetch."""

from html import escape

from longwood.advice.findings import Mark, Report
from longwood.cli.report_graph import SHAPES, graph
from longwood.cli.report_words import RETRY, basis_words, count_words, mark_lines, outcome_words, par_words
from longwood.cli.words import heading
from longwood.session import Session
from longwood.text import SYMBOLS

WIDE, NARROW = 880, 360
"""The graph is drawn twice, and the page shows the one that fits: scaled down, its text could not be read."""
LEGEND = (
    "The curve is the win chance before each move, from what could be seen: the share of possible worlds that can be "
    "won. {undecided}The band below is all-seeing and proven: green can be won, red is lost, grey is not known. "
)
UNDECIDED = "Worlds that were not decided count half in the curve, and the shade shows them counted both ways. "
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
  max-width: 55rem; margin: 2rem auto; padding: 0 1rem;
}
h1 { font-size: 1.6rem; line-height: 1.25 }
svg.wide, svg.narrow { display: block; width: 100%; height: auto }
svg.narrow { display: none }
@media (max-width: 40rem) {
  svg.wide { display: none }
  svg.narrow { display: block }
}
svg text { fill: var(--ink); font-size: 13px }
.axis { stroke: var(--open); stroke-width: .7 }
.chance { fill: none; stroke: var(--line); stroke-width: 2; stroke-linejoin: round }
.spread { fill: var(--spread) }
.won { fill: var(--won) }
.lost { fill: var(--lost) }
.unknown { fill: var(--open) }
.marks { fill: var(--lost); stroke: var(--paper) }
.marks .good { fill: var(--ink) }
.key { display: inline-block; margin-right: .8em }
.key svg { width: 16px; height: 16px; vertical-align: -2px }
code { overflow-wrap: anywhere; font-size: .85em }
ul { padding: 0; list-style: none }
li { margin: 1.2em 0 }
li p { margin: .2em 0 }
"""


def report_page(session: Session, report: Report) -> str:
    """The whole page."""
    title = f"Report: {heading(session)}"
    marks = "".join([_item(session, mark) for _, mark in sorted(report.marks.items())])
    words = [par_words(session, report), outcome_words(session, report)]
    picture = ""
    if session.acts:
        words.append(count_words(report))
        picture = graph(report, WIDE, "wide") + graph(report, NARROW, "narrow") + _keys(report)
        has_undecided = any(found.share.unknown for found in report.chances.values())
        legend = LEGEND.format(undecided=UNDECIDED if has_undecided else "")
        picture += f"<p>{legend}{basis_words(report)}</p>"
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style></head>'
        f"<body><h1>{escape(title)}</h1>"
        + "".join([f"<p>{_text(line)}</p>" for line in words if line])
        + picture
        + (f"<h2>Moves to look at</h2><ul>{marks}</ul>" if marks else "")
        + f"<h2>Record</h2><p><code>{escape(str(session.record))}</code></p></body></html>\n"
    )


def _text(line: str) -> str:
    return escape(SYMBOLS.words(line))


def _item(session: Session, mark: Mark) -> str:
    first, *rest, retry = mark_lines(session, mark)
    body = "".join([f"<p>{_text(line.strip())}</p>" for line in rest])
    command = retry.strip().removeprefix(RETRY.split(" ", 1)[0]).strip()
    return f"<li><strong>{_text(first)}</strong>{body}<p>Retry: <code>{escape(command)}</code></p></li>"


def _keys(report: Report) -> str:
    """What the signs on the curve mean, those that are there."""
    words = {mark.grade: mark.grade for _, mark in sorted(report.marks.items())}
    if "good" in words:
        words["good"] = "good as far as could be seen, but lost the game"
    signs = [
        f'<span class="key"><svg viewBox="0 0 16 16" aria-hidden="true"><g class="marks"><g class="{name}">'
        f"{SHAPES[name].format(x=8, y=8)}</g></g></svg> {word}</span> "
        for name, word in words.items()
    ]
    return f"<p>{''.join(signs)}</p>" if signs else ""
