"""A report for people, line by line."""

from collections.abc import Iterator

from longwood.advice.entries import Report
from longwood.advice.reasons import account_words
from longwood.cli.game_words import heading
from longwood.cli.report_words import count_words, mark_lines, outcome_words, par_words
from longwood.session import Session

WIDTH = 70
STEPS = "▁▂▃▄▅▆▇█"
VERDICT_SIGNS = {"won": "+", "lost": "-", "unknown": "?"}


def report_lines(session: Session, report: Report, is_plain: bool = False) -> Iterator[str]:
    """A report for people, line by line."""
    count = len(session.acts)
    yield f"{heading(session)}, {count} {'move' if count == 1 else 'moves'}."
    if report.account:
        yield account_words(report.account, session.game, is_over=session.is_won or session.is_stuck)
    yield outcome_words(session, report)
    yield par_words(session, report)
    if not count:
        return
    yield count_words(session, report)
    yield ""
    scale = "0 to 9" if is_plain else "low to high"
    yield f"Upper line: the win chance before each move, {scale}. The last place is after the last move."
    yield "Lower line: what is proven using hidden cards: + can be won, - lost, ? not known."
    for start in range(0, len(session.positions), WIDTH):
        numbers = range(start, min(start + WIDTH, len(session.positions)))
        yield f"{start + 1:4}  {''.join([_step(report, n, is_plain) for n in numbers])}"
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
