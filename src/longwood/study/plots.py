"""The plots of a study, as SVG and PNG: the same numbers give the same picture."""

import math
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from longwood.core.shares import wilson
from longwood.study.extra import matplotlib
from longwood.study.folder import placed
from longwood.study.questions import Question
from longwood.study.summary import Summary, place

INK, PALE, FELT = "#1f2a24", "#b9c7bd", "#1d6b4a"
COLOURS = ("#1d6b4a", "#b5442e", "#2f5d9b", "#b98a1d", "#7a4a86", "#3b8f95", "#8a5a3c", "#5f6b62")
"""Told apart by those who see few colours too; lines have marks of their own besides."""
MARKS = ("o", "s", "^", "D", "v", "P", "X", "*")
STYLE = {
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "grid.color": "#e3e8e4",
    "legend.frameon": False,
    # The same picture, the same bytes; letters as shapes, so that it looks alike everywhere.
    "svg.hashsalt": "longwood",
    "svg.fonttype": "path",
    "figure.dpi": 100,
    "savefig.dpi": 144,
}
WIDTH = 7.6
BARS = 60
"""That best scores are drawn in, at most."""
FEWEST = 20
"""Deals of one value of a trait that are worth a point."""


class Plot(NamedTuple):
    """A picture: its files without their endings, and what it shows, for those who cannot see it."""

    name: str
    words: str


def draw(summaries: list[Summary], folder: Path) -> list[Plot]:
    """Draw all that these numbers can show, each as NAME.svg and NAME.png."""
    folder.mkdir(parents=True, exist_ok=True)
    found: list[Plot] = []
    with _style():
        for name, words, paint in _plots(summaries):
            figure = paint()
            for ending, about in (("svg", {"Date": None}), ("png", {"Software": None})):
                placed(folder / f"{name}.{ending}", _saving(figure, ending, about))
            _pyplot().close(figure)
            found.append(Plot(name, words))
    return found


def _saving(figure: Any, ending: str, about: dict[str, None]) -> Callable[[Any], Any]:
    return lambda file: figure.savefig(file, format=ending, metadata=about, bbox_inches="tight", facecolor="white")


def _pyplot() -> Any:
    matplotlib.use("Agg")
    return import_module("matplotlib.pyplot")


@contextmanager
def _style() -> Iterator[None]:
    _pyplot()
    with matplotlib.rc_context(STYLE):
        yield


Painted = tuple[str, str, Callable[[], Any]]


def _plots(summaries: list[Summary]) -> Iterator[Painted]:
    asked = {each.entry.game for each in summaries if each.entry.question is Question.VERDICT}
    # A study of the difficulty tells what can be won too; once is enough.
    solved = [
        each
        for each in summaries
        if each.entry.question is Question.VERDICT
        or (each.entry.question is Question.DIFFICULTY and each.entry.game not in asked)
    ]
    played = [each for each in summaries if each.entry.question is Question.FAIR_PLAY]
    if solved:
        yield "winnable", "Share of deals that can be won, by game, with 95 % intervals.", lambda: shares(solved)
    if played:
        yield "fair-play", "Share of deals that are won in play, by game, with 95 % intervals.", lambda: shares(played)
    bounded = [each for each in solved if each.entry.nodes and len(each.decided)]
    if bounded:
        yield "decided", "Share of deals decided, against the nodes searched.", lambda: decided(bounded)
    for each in summaries:
        if len(each.scores):
            name = re.sub(r"[^\w,=-]+", "-", f"scores-{each.entry.game}" + (f"-{each.note}" if each.note else ""))
            yield name, f"Distribution of the best score of {label(each)}.", partial(scores, each)
    hard = [each for each in summaries if len(each.measures)]
    if hard:
        yield "difficulty", "Distribution of the difficulty of deals that can be won.", lambda: difficulty(hard)
    names = dict.fromkeys([trait.name for each in solved for trait in each.traits])
    for name in names:
        some = [each for each in solved if _is_worth_a_point(each, name)]
        if some:
            words = f"Share of deals proven to be winnable, by {name} (where there are {FEWEST} deals or more)."
            yield f"by-{name.replace(' ', '-')}", words, partial(traits, some, name)


def _is_worth_a_point(summary: Summary, name: str) -> bool:
    """Whether some value of a trait has enough deals to be drawn."""
    shares = [share for trait in summary.traits if trait.name == name for share in trait.shares.values()]
    return any(share.trials >= FEWEST for share in shares)


def label(summary: Summary) -> str:
    """A game in a plot: with its options, if it has some of its own, with who plays it, and what else is different."""
    entry = summary.entry
    title = summary.game.title if "," not in entry.game else entry.game
    others = [each for each in (entry.policy.partition("#")[0], summary.note) if each]
    return f"{title} ({', '.join(others)})" if others else title


def shares(summaries: list[Summary]) -> Any:
    """Games one below the other: what is known to be won, what may be, and the interval of both."""
    figure, axes = _pyplot().subplots(figsize=(WIDTH, 0.9 + 0.42 * len(summaries)), layout="constrained")
    for row, each in enumerate(reversed(summaries)):
        share = each.share
        low, high = share.interval
        if share.unknown:
            axes.barh(row, 100 * (share.most - share.least), left=100 * share.least, height=0.5, color=PALE)
        axes.plot([100 * low, 100 * high], [row, row], color=FELT, linewidth=1.6, solid_capstyle="butt")
        for end in (low, high):
            axes.plot([100 * end] * 2, [row - 0.16, row + 0.16], color=FELT, linewidth=1.6, clip_on=False)
        for value in dict.fromkeys((share.least, share.most)):
            axes.plot(100 * value, row, "o", color=FELT, markersize=5, clip_on=False)
        words = _percent(share.least) + (f" to {_percent(share.most)}" if share.unknown else "")
        axes.annotate(f"{words} %", (1.02, row), xycoords=("axes fraction", "data"), va="center", fontsize=9)
    axes.set_yticks(range(len(summaries)), [label(each) for each in reversed(summaries)])
    axes.set_ylim(-0.6, len(summaries) - 0.4)
    axes.set_xlim(0, 100)
    axes.set_xlabel("deals won, %" if summaries[0].entry.policy else "deals that can be won, %")
    axes.grid(axis="x")
    axes.tick_params(axis="y", length=0)
    return figure


def _percent(share: float) -> str:
    """A share with one figure after the point; with two where it would read as all or none, and is neither."""
    short = f"{100 * share:.1f}"
    return f"{100 * share:.2f}" if short in ("0.0", "100.0") and 0 < share < 1 else short


def decided(summaries: list[Summary]) -> Any:
    """How the number of decided deals grows with the nodes."""
    figure, axes = _pyplot().subplots(figsize=(WIDTH, 4.2), layout="constrained")
    searched = np.concatenate([each.decided[each.decided > 0] for each in summaries])
    least = max(int(searched.min()) // 2, 1) if len(searched) else 1
    for number, each in enumerate(summaries):
        most = each.entry.nodes or 1
        budgets = np.unique(np.geomspace(least, most, 60).astype(np.int64))
        done = 100 * np.searchsorted(each.decided, budgets, side="right") / each.count
        colour, mark = COLOURS[number % len(COLOURS)], MARKS[number % len(MARKS)]
        axes.plot(budgets, done, color=colour, marker=mark, markevery=8, markersize=5, label=label(each))
    axes.set_xscale("log")
    axes.set_ylim(0, 100)
    axes.set_xlabel("nodes searched in a deal")
    axes.set_ylabel("deals decided, %")
    axes.grid()
    axes.legend(fontsize=8.5)
    return figure


def whole_edges(low: int, high: int, bars: int) -> NDArray[np.float64]:
    """Between which values so many bars stand at most: each is of as many whole scores as the others."""
    width = -(-(high - low + 1) // bars)
    return np.arange(low, high + width + 1, width, dtype=np.float64) - 0.5


def scores(summary: Summary) -> Any:
    """The best scores of a game."""
    figure, axes = _pyplot().subplots(figsize=(WIDTH, 3.4), layout="constrained")
    values = summary.scores
    low, high = int(values.min()), int(values.max())
    has_bins = high - low > 80
    # A few very high scores would leave the rest no room: those beyond the 99.5th percentile share the last bar.
    top = int(np.percentile(values, 99.5)) if has_bins else high
    # Points that double along a run spread over powers of ten.
    is_wide = has_bins and low > 0 and top > 50 * np.median(values)
    top = high if is_wide else top
    edges = np.geomspace(low, top, BARS + 1) if is_wide else whole_edges(low, top, BARS if has_bins else top - low + 1)
    counts, _ = np.histogram(np.minimum(values, top), edges)
    axes.bar(edges[:-1], 100 * counts / len(values), np.diff(edges) * 0.92, align="edge", color=FELT)
    middle = float(np.median(values))
    axes.axvline(middle, color=COLOURS[1], linewidth=1.4)
    if counts.max() > 0.9 * len(values):
        axes.set_yscale("log")  # else nothing but the one bar would show
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
    else:
        axes.set_ylim(0, 100 * counts.max() / len(values) * 1.05)
    if is_wide:
        axes.set_xscale("log")
    side = "right" if middle > edges[len(edges) // 2] else "left"
    # Above the axes, where no bar can hide it.
    where = {"xycoords": ("data", "axes fraction"), "va": "bottom", "ha": side, "color": COLOURS[1]}
    axes.annotate(f" median {middle:,.0f} ", (middle, 1.0), **where)
    rest = f" (the last bar: {math.ceil(edges[-2]):,} and more)" if top < high else ""
    axes.set_xlabel(f"best score of {label(summary)}{rest}")
    axes.set_ylabel("deals, %")
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    axes.grid(axis="y")
    return figure


def difficulty(summaries: list[Summary]) -> Any:
    """How hard deals are that can be won: a panel for each game, because each has a measure of its own."""
    rows = len(summaries)
    figure, panels = _pyplot().subplots(rows, 1, figsize=(WIDTH, 1.2 + 1.7 * rows), layout="constrained", squeeze=False)
    for axes, each in zip(panels[:, 0], summaries):
        values = each.measures
        is_share_lost = float(values.max()) <= 1.01
        values = 100 * values if is_share_lost else np.log10(np.maximum(values, 1))
        axes.hist(
            values,
            bins=min(max(len(values) // 20, 10), 50),
            weights=np.full(len(values), 100 / len(values)),
            color=FELT,
            rwidth=0.92,
        )
        axes.set_title(label(each), loc="left", fontsize=10)
        axes.set_xlabel("games that the quick player loses, %" if is_share_lost else "nodes searched, power of ten")
        axes.set_ylabel("deals, %")
        axes.grid(axis="y")
    return figure


def traits(summaries: list[Summary], name: str) -> Any:
    """What came out for each value of a trait: from what is won to what may be, with the interval."""
    figure, axes = _pyplot().subplots(figsize=(WIDTH, 4.2), layout="constrained")
    told = [trait for each in summaries for trait in each.traits if trait.name == name]
    drawn = {value for trait in told for value, share in trait.shares.items() if share.trials >= FEWEST}
    values = sorted(drawn, key=place)
    lowest = 100.0
    places = {value: place for place, value in enumerate(values)}
    for number, each in enumerate(summaries):
        (trait,) = [trait for trait in each.traits if trait.name == name]
        shift = (number - (len(summaries) - 1) / 2) * 0.09
        colour, mark = COLOURS[number % len(COLOURS)], MARKS[number % len(MARKS)]
        known = {value: share for value, share in trait.shares.items() if share.trials >= FEWEST}
        x = [places[value] + shift for value in known]
        least = [100 * share.least for share in known.values()]
        ends = [[100 * end for end in wilson(share.won, share.trials)] for share in known.values()]
        lowest = min([lowest, *[end[0] for end in ends]])
        bars = [[y - end[0] for y, end in zip(least, ends)], [end[1] - y for y, end in zip(least, ends)]]
        axes.errorbar(x, least, bars, color=colour, fmt=mark, markersize=4.5, linewidth=1.1, label=label(each))
    axes.set_xticks(range(len(values)), values)
    axes.set_xlim(-0.6, len(values) - 0.4)
    axes.set_ylim(max(10 * ((lowest - 2) // 10), 0), 100)
    axes.set_xlabel(name)
    axes.set_ylabel("deals proven to be winnable, %")
    axes.grid(axis="y")
    axes.legend(fontsize=8.5, ncols=3, loc="lower left", bbox_to_anchor=(0, 1.01))
    return figure
