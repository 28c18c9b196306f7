"""The command that reports on a played game."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from longwood.cli import inputs
from longwood.cli.arguments import AsJson, RecordText, only_one
from longwood.cli.files import write_whole
from longwood.cli.output import Output, name_words, progress_bar
from longwood.cli.saving import may_write
from longwood.cli.signals import signals_raised
from longwood.cli.solving import get_ready, with_deal
from longwood.games import family_of
from longwood.laid import check_known
from longwood.notation import NotationError
from longwood.session import Session
from longwood.text import ASCII, SYMBOLS

if TYPE_CHECKING:
    from longwood.advice.entries import Report
    from longwood.advice.report import Map
    from longwood.advice.skill import Weighed


def report(
    record: RecordText,
    html: Annotated[
        Path | None,
        typer.Option("--html", metavar="FILE", help="Write it to a file that opens in any browser, without a server."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the --html file without asking.")] = False,
    as_json: AsJson = False,
) -> None:
    """Report on a played game: how accurate it was, where it was lost, what would have been better."""
    from longwood.cli.report_lines import report_lines

    out = Output()
    only_one(json=as_json, html=html is not None)
    if html and not may_write(html, "the report", is_forced=force):
        out.problem("No report was made.", is_apart=True)
        return
    games = inputs.sessions(with_deal(record))
    if html:
        first = list(islice(games, 2))
        if len(first) > 1:
            raise NotationError("A page holds one report: give one record with --html.")
        games = iter(first)
    for session in games:
        check_known(session.deal)
        made = _report(session)
        if html:
            from longwood.web.report_file import report_file

            text = SYMBOLS.words("\n".join(report_lines(session, made)))
            try:
                write_whole(html, report_file(session, made, text))
            except OSError:
                out.say(text)  # it took its time to make
                raise
            out.problem(f"The report is in {name_words(str(html))}.", is_apart=True)
        elif as_json:
            from longwood.cli.json_text import report_json

            out.line(report_json(session, made))
        else:
            for line in report_lines(session, made, is_plain=out.glyphs is ASCII):
                out.say(line)


def _report(session: Session) -> "Report":
    """All entries, with a bar while they come in."""
    from longwood.advice.entries import Report
    from longwood.advice.report import report_on

    report = Report(len(session.acts))
    with ExitStack() as stack:
        get_ready(session.game)
        spread = stack.enter_context(spread_over_cores(session))
        advance = stack.enter_context(progress_bar("Reporting")) if sys.stderr.isatty() else None
        for entry in report_on(session.record, spread=spread):
            report.add(entry)
            if advance:
                advance(len(report.weighed) / len(session.positions))
    return report


@contextmanager
def spread_over_cores(session: Session) -> "Iterator[Map]":
    """How to weigh many moves: here, or over all cores where that takes longer than to start them."""
    cores = os.cpu_count() or 1
    if family_of(session.game).is_exact or cores == 1 or len(session.acts) < 5:
        yield map
        return
    from concurrent.futures import as_completed

    from longwood.solver.spread import processes

    with signals_raised(), processes(cores, session.game.slug) as pool:

        def spread(weigh: "Callable[[int], Weighed]", numbers: Iterable[int]) -> "Iterator[Weighed]":
            for future in as_completed([pool.submit(weigh, number) for number in numbers]):
                yield future.result()

        yield spread
