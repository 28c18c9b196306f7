"""A report as a page of its own: one file of HTML with the graph, without script, with nothing to fetch."""

from html import escape

from longwood.advice.findings import LOST_THE_GAME, Mark, Report
from longwood.cli.report_graph import SHAPES, class_of, graph
from longwood.cli.report_words import (
    RETRY,
    basis_words,
    count_words,
    deal_words,
    mark_lines,
    moves_words,
    outcome_words,
    par_words,
)
from longwood.cli.words import heading
from longwood.core.game import Move
from longwood.notation import move_text
from longwood.session import Session
from longwood.text import SYMBOLS

WIDE, NARROW = 880, 360
"""The graph is drawn twice, and the page shows the one that fits: scaled down, its text could not be read."""
LEGEND = (
    "The curve is the win chance before each move, from what could be seen: the share of possible worlds that can be "
    "won. The shade is its 95 % interval{undecided}. The band below is all-seeing and proven: green can be won, brown "
    "is lost, grey is not known. "
)
UNDECIDED = ", with possible worlds that were not decided counted both ways"
STYLE = """
:root {
  color-scheme: light dark;
  --ink: #1c2321; --paper: #fbfaf6; --line: #2f6f57; --interval: #2f6f5733;
  --won: #1c7a4a; --lost: #7d3c00; --open: #9a9a92;
  --inaccuracy: #1f5fae; --mistake: #8a5200; --blunder: #b03a12; --turn: #a3123a;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e9e7df; --paper: #16201c; --line: #7fc7a6; --interval: #7fc7a633;
    --won: #7fd6a4; --lost: #ffcf8a; --open: #77776f;
    --inaccuracy: #9ecbff; --mistake: #ffcf8a; --blunder: #ff9d7a; --turn: #ff8fa3;
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
.interval { fill: var(--interval) }
.won { fill: var(--won) }
.lost { fill: var(--lost) }
.unknown { fill: var(--open) }
.marks { stroke: var(--paper) }
.inaccuracy { fill: var(--inaccuracy) }
.mistake { fill: var(--mistake) }
.blunder { fill: var(--blunder) }
.lost-the-game { fill: var(--turn) }
.key { display: inline-block; margin-right: .8em }
.key svg { width: 16px; height: 16px; vertical-align: -2px }
code { overflow-wrap: anywhere; font-size: .85em }
ul { padding: 0; list-style: none }
li { margin: 1.2em 0 }
li p { margin: .2em 0 }
li > p:first-child { font-weight: 600 }
li .key, .key .key { margin-right: .2em }
summary { cursor: pointer }
details p { margin: .2em 0 .6em 1em }
details span { white-space: nowrap }
"""


def report_page(session: Session, report: Report) -> str:
    """The whole page."""
    title = f"Report: {heading(session)}"
    marks = "".join([_item(session, mark) for _, mark in sorted(report.marks.items())])
    words = [par_words(session, report), outcome_words(session, report)]
    picture = ""
    if session.acts:
        words.append(count_words(session, report))
        picture = graph(report, WIDE, "wide") + graph(report, NARROW, "narrow") + _keys(report)
        has_undecided = any(found.share.unknown for found in report.chances.values())
        legend = LEGEND.format(undecided=UNDECIDED if has_undecided else "")
        picture += f"<p>{legend}{basis_words(session, report)}</p>"
    else:
        words.append(deal_words(report))
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style></head>'
        f"<body><h1>{escape(title)}</h1>"
        + "".join([f"<p>{_text(line)}</p>" for line in words if line])
        + _last_win(session, report)
        + picture
        + (f"<h2>Moves to look at</h2><ul>{marks}</ul>" if marks else "")
        + f"<h2>Record</h2><p><code>{escape(str(session.record))}</code></p></body></html>\n"
    )


def _text(line: str) -> str:
    return escape(SYMBOLS.words(line))


def _item(session: Session, mark: Mark) -> str:
    """A move to look at: what it cost, what would have been better, and the win that there was."""
    first, *rest, retry = mark_lines(session, mark)
    words = [f"<p>{_text(line.strip())}</p>" for line in rest]
    if mark.line:
        words[-1] = _details(session, rest[-1].strip(), mark.line)
    loud = f"Lost the game. {first}" if mark.is_turn else first
    command = retry.strip().removeprefix(RETRY.split(" ", 1)[0]).strip()
    return (
        f"<li><p>{_sign(mark.sign)}{_text(loud)}</p>{''.join(words)}<p>Retry: <code>{escape(command)}</code></p></li>"
    )


def _last_win(session: Session, report: Report) -> str:
    """The win that there was at the last position which is known to be winnable, where no mark shows it."""
    last = report.last_winnable
    if last is None or last == report.acts or last in report.marks or not (line := report.verdicts[last].line):
        return ""
    place = f"before move {last + 1}" if last else "when it was dealt"
    goal = "clearing the round" if session.game.has_rounds else "a win"
    return _details(session, f"The last position known to be winnable, {place}: {goal} in {moves_words(line)}.", line)


def _details(session: Session, words: str, line: tuple[Move, ...]) -> str:
    """A sentence that opens to a line, in the notation that `longwood play` reads."""
    moves = " ".join([f"<span>{escape(move_text(session.game, m))}</span>" for m in line])
    return f"<details><summary>{_text(words)}</summary><p><code>{moves}</code></p></details>"


def _sign(name: str) -> str:
    shape = SHAPES[name].format(x=8, y=8)
    return (
        '<span class="key"><svg viewBox="0 0 16 16" aria-hidden="true"><g class="marks">'
        f'<g class="{class_of(name)}">{shape}</g></g></svg></span>'
    )


def _keys(report: Report) -> str:
    """What the signs on the curve mean, those that are there."""
    names = [name for name in SHAPES if any(mark.sign == name for mark in report.marks.values())]
    proven = {LOST_THE_GAME: f"{LOST_THE_GAME}, which is proven"}
    signs = [f'<span class="key">{_sign(name)} {proven.get(name, name)}</span> ' for name in names]
    return f"<p>{''.join(signs)}</p>" if signs else ""
