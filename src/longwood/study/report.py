"""The report on a study: a table and plots, as a Markdown page and as an HTML page."""

from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path
from typing import NamedTuple

import numpy as np
from markdown_it import MarkdownIt

from longwood.study.folder import Folder, placed
from longwood.study.plots import Plot, draw, label
from longwood.study.questions import Question
from longwood.study.ranges import range_words
from longwood.study.summary import Read, Summary, is_share, read
from longwood.study.until import half_width

TITLES = {
    Question.VERDICT: "Can it be won?",
    Question.BEST: "The best score",
    Question.FAIR_PLAY: "Won in play",
    Question.DIFFICULTY: "How hard it is",
}
SHEET = """
body { font: 16px/1.5 system-ui, sans-serif; color: #1f2a24; background: #fff; max-width: 60rem; margin: 2rem auto;
  padding: 0 1rem; }
h1, h2 { line-height: 1.2; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .8rem; border-bottom: 1px solid #d8dfda; text-align: left; }
th { border-bottom: 2px solid #1f2a24; }
img, svg { max-width: 100%; height: auto; }
li { overflow-wrap: anywhere; }
code { background: #f0f3f1; padding: .1em .3em; }
"""


class Reported(NamedTuple):
    """The files of a report, and what was left out of it."""

    markdown: Path
    html: Path
    plots: list[Plot]
    damaged: list[str]


def report(folders: list[Folder], target: Path, title: str = "") -> Reported:
    """Write the report on some studies into a folder."""
    found = read(folders)
    plots = draw(found.summaries, target)
    text = markdown(found, plots, title or f"Study: {', '.join([folder.path.name for folder in folders])}")
    files = target / "report.md", target / "report.html"
    placed(files[0], lambda file: file.write(text.encode()))
    placed(files[1], lambda file: file.write(html(text, target).encode()))
    return Reported(*files, plots, found.damaged)


def markdown(found: Read, plots: list[Plot], title: str) -> str:
    """The page."""
    lines = [f"# {title}", ""]
    for question, words in TITLES.items():
        some = [each for each in found.summaries if each.entry.question is question]
        if some:
            lines += [f"## {words}", "", *(share_table(some) if is_share(some[0]) else score_table(some)), ""]
    if reasons := list(_reasons(found.summaries)):
        lines += ["## Why deals are lost", "", *reasons, ""]
    for plot in plots:
        lines += [f"![{plot.words}]({plot.name}.svg)", "", f"*{plot.words}*", ""]
    lines += ["## What it took", "", *effort_table(found.summaries), "", "## How it was made", ""]
    lines += [*_making(found.summaries), ""]
    if found.damaged:
        lines += ["Left out because they are damaged: " + ", ".join([f"`{name}`" for name in found.damaged]) + ".", ""]
    return "\n".join(lines)


def html(text: str, target: Path) -> str:
    """The same page for a browser, in one file: the plots are in it."""
    body = MarkdownIt("commonmark").enable("table").render(text)
    body = body.replace("<table>", '<div class="wide"><table>').replace("</table>", "</table></div>")
    for file in target.glob("*.svg"):
        drawing = file.read_text(encoding="utf-8")
        drawing = drawing[drawing.index("<svg") :]
        before, mark, after = body.partition(f'<img src="{file.name}" alt="')
        if mark:
            words, _, rest = after.partition('"')
            drawing = drawing.replace("<svg ", f'<svg role="img" aria-label="{words}" ', 1)
            body = before + _own_names(drawing, file.stem) + rest.partition(">")[2]
    title = escape(text.partition("\n")[0].removeprefix("# "))
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>'
    return f'<!doctype html>\n<html lang="en"><head>{head}<style>{SHEET}</style></head>\n<body>{body}</body></html>\n'


def _own_names(drawing: str, name: str) -> str:
    """A drawing whose names do not meet those of another one on the same page."""
    for mark in ('id="', 'href="#', "url(#"):
        drawing = drawing.replace(mark, f"{mark}{name}-")
    return drawing


def table(head: list[str], rows: Iterable[list[str]]) -> list[str]:
    """A table in Markdown."""
    return [f"| {' | '.join(row)} |" for row in [head, ["---"] * len(head), *rows]]


def percent(value: float) -> str:
    """A share as a per cent with as many figures as are worth it."""
    return f"{100 * value:.2f}"


def share_table(summaries: list[Summary]) -> list[str]:
    """Shares with their intervals: what is unknown counts as lost at the low end and as won at the high end."""
    head = ["game", "deals", "won", "lost", "unknown", "won, %", "95 % interval, %"]
    rows = []
    for each in summaries:
        share = each.share
        low, high = share.interval
        won = percent(share.least) + (f" to {percent(share.most)}" if share.unknown else "")
        counts = [f"{n:,}" for n in (share.trials, share.won, share.lost, share.unknown)]
        rows.append([label(each), *counts, won, f"{percent(low)} to {percent(high)}"])
    return table(head, rows)


def score_table(summaries: list[Summary]) -> list[str]:
    """Best scores."""
    head = ["game", "deals", "proven", "mean", "least", "5 %", "median", "95 %", "most"]
    rows = []
    for each in summaries:
        values = each.scores
        marks = np.percentile(values, (0, 5, 50, 95, 100))
        counts = [f"{len(values):,}", f"{each.proven:,}", f"{values.mean():,.2f}"]
        rows.append([label(each), *counts, *[f"{mark:,.0f}" for mark in marks]])
    return table(head, rows)


def effort_table(summaries: list[Summary]) -> list[str]:
    """Nodes and times."""
    head = ["game", "question", "budget", "nodes: mean, median, 99 %", "ms: mean, median, 99 %, most", "processor"]
    rows = []
    for each in summaries:
        spread = each.nodes
        nodes = "-" if spread is None else f"{spread.mean:,.0f}, {spread.median:,.0f}, {spread.p99:,.0f}"
        times = "-"
        if each.seconds:
            spread = each.seconds
            times = ", ".join(
                [_figure(1000 * value) for value in (spread.mean, spread.median, spread.p99, spread.most)]
            )
        budget = f"{each.entry.nodes:,} nodes" if each.entry.nodes else "none needed"
        if each.entry.question is Question.FAIR_PLAY:
            budget = "the fair player's" if each.entry.policy == "fair" else "its own"
        spent = f"{each.processor:,.0f} s" if each.processor < 7200 else f"{each.processor / 3600:,.1f} h"
        if each.timed < each.count:
            spent = f"{spent} for {each.timed:,} deals" if each.timed else "-"
        rows.append([label(each), each.entry.question.value, budget, nodes, times, spent])
    return table(head, rows)


def _figure(value: float) -> str:
    """A number with three figures, or all those before its point."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _reasons(summaries: list[Summary]) -> Iterator[str]:
    rows = [
        [label(each), *[f"{each.reasons.get(reason, 0):,}" for reason in _all_reasons(summaries)]]
        for each in summaries
        if each.reasons
    ]
    if rows:
        yield from table(["game", *_all_reasons(summaries)], rows)


def _all_reasons(summaries: list[Summary]) -> list[str]:
    return sorted({reason for each in summaries for reason in each.reasons})


def _making(summaries: list[Summary]) -> Iterator[str]:
    for each in summaries:
        yield f"- {label(each)}, {each.entry.question.value}: deals {range_words(each.deals)}.{_until(each)}"
    makers = [maker for each in summaries for maker in each.manifest.makers]
    for maker in {str(maker): maker for maker in makers}.values():
        commit = f", commit {maker['commit']}" if maker.get("commit") else ""
        yield f"- Longwood {maker['version']}{commit}, on {maker.get('machine', 'a machine that is not named')}."
    yield (
        "- Intervals are Wilson's at 95 %. What is unknown counts as lost at the low end and as won at the high end. "
        "Times are processor time."
    )


def _until(summary: Summary) -> str:
    if summary.pilot is None:
        return ""
    first, last = summary.pilot
    share, points = summary.share, summary.until or 0.0
    width = max([half_width(each, share.trials) for each in (share.least, share.most)]) if share.trials else 1.0
    wider = " The deals that are answered are too few for that." if width > points / 100 else ""
    return (
        f" The pilot, deals {first:,} to {last:,}, chose how many, for +-{points:g} points of sampling error, "
        f"and is not counted.{wider}"
    )
