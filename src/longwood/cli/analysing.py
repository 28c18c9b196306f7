"""The command that analyses finished games of the journal now: a bar while it works, and nothing lost by Ctrl-C."""

import os
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any

import typer

from longwood import __version__
from longwood.cli.arguments import InJournal
from longwood.cli.journal import OfGame, Since, Until, opened, wanted
from longwood.cli.output import Output, progress_bar
from longwood.cli.signals import Ended, signals_raised
from longwood.core.words import counted
from longwood.journal.entries import Ending
from longwood.journal.words import cost_words, luck_words

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

    from longwood.cli.output import Advance
    from longwood.journal.accounts import Analysis
    from longwood.journal.entries import Entry


def analyse(
    game: OfGame = "",
    since: Since = "",
    until: Until = "",
    count: Annotated[
        int | None, typer.Option("--count", "-n", metavar="N", min=1, help="Analyse at most N games, the newest first.")
    ] = None,
    is_again: Annotated[
        bool, typer.Option("--again", help="Also redo what another version of Longwood analysed.")
    ] = False,
    journal: InJournal = "",
) -> None:
    """Analyse finished games: what your moves cost and what the cards gave. Ctrl-C keeps what is done."""
    from longwood.journal.accounts import can_be_analysed
    from longwood.journal.analyses import keep, waiting
    from longwood.journal.statistics import summary

    out = Output()
    with opened(journal) as (book, player):
        asked = wanted(game, "", "", since, until)
        # What took the table too long has its time here.
        left = waiting(book, player, asked, other_than=__version__ if is_again else None, or_left_alone=True)
        games = [*islice((entry for entry in left if can_be_analysed(entry.record)), count)]
        done = 0
        try:
            with signals_raised():
                for entry, found in _analysed(games):
                    # Another program may have done the same meanwhile: then its answer stays.
                    keep(book, player, entry.id, found, __version__, is_again=is_again)
                    done += 1
        except (KeyboardInterrupt, Ended):
            out.say(f"{counted(done, 'game')} analysed; {len(games) - done:,} left: the same command continues.")
            raise
        out.say(f"{counted(done, 'game')} analysed." if done else "There is nothing to analyse.")
        luck = summary(book.games(player, asked)).luck
        if luck:
            out.say(" ".join(luck_words(luck)))
            out.say(cost_words(luck))


def _analysed(games: list["Entry"]) -> Iterator[tuple["Entry", "Analysis"]]:
    if not games:
        return
    from longwood.solver.spread import processes

    steps = sum([entry.acts + 3 for entry in games])
    bar = progress_bar("Analysing") if sys.stderr.isatty() else nullcontext()
    # The same processes for all games: each loads what it needs once.
    with processes(os.cpu_count() or 1) as pool, bar as advance:
        before = 0
        for number, entry in enumerate(games, 1):
            words = f"Analysing {number:,} of {len(games):,}"
            yield entry, _analysis(pool, entry, _Steps(advance, before, steps, words))
            before += entry.acts + 3


class _Steps:
    """How far the work has come."""

    def __init__(self, advance: "Advance | None", done: int, steps: int, words: str) -> None:
        self._advance, self._done, self._steps, self._words = advance, done, steps, words
        self._show()

    def one(self) -> None:
        self._done += 1
        self._show()

    def _show(self) -> None:
        if self._advance:
            self._advance(self._done / self._steps, self._words)


def _analysis(pool: "Executor", entry: "Entry", steps: _Steps) -> "Analysis":
    from concurrent.futures import as_completed

    from longwood.journal.accounts import analysis_of, best_of, is_won_by_analyst, weighed_at

    fairly = pool.submit(is_won_by_analyst, entry.record)
    best = pool.submit(best_of, entry.record)
    weighing = [pool.submit(weighed_at, entry.record, number) for number in range(entry.acts + 1)]
    everything: list[Future[Any]] = [fairly, best, *weighing]
    for _ in as_completed(everything):
        steps.one()
    weighed = [each.result() for each in weighing]
    is_given_up = entry.ending is Ending.GIVEN_UP
    return analysis_of(entry.record, weighed, fairly.result(), best.result(), is_given_up=is_given_up)
