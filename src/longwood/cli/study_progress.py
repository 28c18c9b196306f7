"""How a study goes on, for people who wait: a bar on a terminal, a line now and then elsewhere."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from longwood.core.shares import Share

if TYPE_CHECKING:
    from longwood.study.questions import Entry

EVERY = 30.0
"""Seconds between lines about the progress, where there is no terminal."""


def share_words(share: Share) -> str:
    """What came out so far, with its interval."""
    if not share.trials:
        return ""
    low, high = share.interval
    unknown = f" to {share.most:.2%}" if share.unknown else ""
    return f", won {share.least:.2%}{unknown} (95 %: {low:.2%} to {high:.2%})"


class _Lines:
    """Progress where there is no terminal: a line now and then."""

    def __init__(self) -> None:
        self.words = ""
        self.deals = self.done = self.began_with = 0
        self.share = Share()
        self.began = self.said = time.monotonic()

    def note(self, sentence: str) -> None:
        """Say it apart from the result."""
        sys.stderr.write(f"longwood: {sentence}\n")

    def begin(self, entry: "Entry", deals: int, done: int, share: Share) -> None:
        """Count from here."""
        self.words, self.deals, self.done, self.share = entry.words, deals, done, share
        self.began_with, self.began = done, time.monotonic()

    def add(self, deals: int, share: Share) -> None:
        """Count, and say so after a while."""
        self.done += deals
        self.share += share
        if time.monotonic() - self.said > EVERY:
            self.said = time.monotonic()
            self.note(f"{self.words}: {self.done:,} of {self.deals:,}{self.how()}")

    def how(self) -> str:
        """The rate, what came out so far, and the time left."""
        spent = time.monotonic() - self.began
        rate = (self.done - self.began_with) / spent if spent else 0.0
        left = f", {time_words((self.deals - self.done) / rate)} left" if rate else ""
        return f", {rate:,.1f}/s{share_words(self.share)}{left}"


class _Bar(_Lines):
    """Progress on a terminal."""

    def __init__(self, progress: Any) -> None:
        super().__init__()
        self.progress = progress
        self.task = progress.add_task("getting ready, longer the first time", total=1, how="")

    def note(self, sentence: str) -> None:
        """Above the bar."""
        self.progress.console.print(sentence, highlight=False)

    def begin(self, entry: "Entry", deals: int, done: int, share: Share) -> None:
        """Another bar, or the same one from its beginning."""
        super().begin(entry, deals, done, share)
        words = f"{entry.game}, {entry.question.value}"
        self.progress.update(self.task, total=deals, completed=done, description=words, how="")

    def add(self, deals: int, share: Share) -> None:
        """Count and show."""
        self.done += deals
        self.share += share
        self.progress.update(self.task, completed=self.done, how=self.how().removeprefix(", "))


@contextmanager
def watching() -> Iterator[_Lines]:
    """Whoever is told how a run goes on."""
    if not sys.stderr.isatty():
        yield _Lines()
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[how]}"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        yield _Bar(progress)


def time_words(seconds: float) -> str:
    """A time as one says it: 40 s, 12 min, 3.5 h."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
