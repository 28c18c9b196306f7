"""A report for people, line by line."""

from collections.abc import Iterator

from longwood.advice.entries import Report
from longwood.advice.reasons import lead_words, outcome_words
from longwood.cli.game_words import heading
from longwood.cli.report_words import count_words, mark_lines, par_words
from longwood.core.words import counted
from longwood.session import Session

WIDTH = 70
STEPS = "▁▂▃▄▅▆▇█"
VERDICT_SIGNS = {"won": "+", "lost": "-", "unknown": "?"}


def report_lines(session: Session, report: Report, is_plain: bool = False) -> Iterator[str]:
    """A report for people, line by line."""
    count = len(session.acts)
    yield f"{heading(session)}, {counted(count, 'move')}."
    if words := lead_words(session, report):
        yield words
    yield f"{outcome_words(session, report)} {par_words(report)}".rstrip()
    if not count:
        return
    yield count_words(session, report)
    yield ""
    scale = ", 0 to 9" if is_plain else ""
    curve = f"win chance before each move{scale}; at the end, after the last one."
    # A game that was won could be won all along.
    yield f"{'The' if session.is_won else 'Above: the'} {curve}"
    if not session.is_won:
        yield "Below: what is proven with all cards open: + can be won, - lost, ? unknown."
    for start in range(0, len(session.positions), WIDTH):
        numbers = range(start, min(start + WIDTH, len(session.positions)))
        yield f"{start + 1:4}  {''.join([_step(report, n, is_plain) for n in numbers])}"
        if not session.is_won:
            yield f"      {''.join([_sign(report, n) for n in numbers])}"
    for mark in sorted(report.marks.values(), key=lambda mark: mark.number):
        yield ""
        yield from mark_lines(session, mark)


def _step(report: Report, number: int, is_plain: bool) -> str:
    found = report.weighed.get(number)
    if not found:
        return " "
    value = found.win.value
    return str(min(int(value * 10), 9)) if is_plain else STEPS[min(int(value * len(STEPS)), len(STEPS) - 1)]


def _sign(report: Report, number: int) -> str:
    found = report.verdicts.get(number)
    return VERDICT_SIGNS[found.verdict.value] if found else "?"
