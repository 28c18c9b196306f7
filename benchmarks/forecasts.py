"""Games of the fair player with the win chance of every position, played in several processes and kept in a file.

`tools/calibrate.py` fits the win chance to such games, `benchmarks/reliability.py` checks it on others.
"""

import csv
import os
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.progress import Progress, TimeElapsedColumn

from longwood import GAMES
from longwood.advice.calibration import Sample
from longwood.advice.forecasts import Forecast, forecasts

IN_A_TASK = 10
COLUMNS = ("deal", "number", "win", "is_proven", *Sample._fields, "unseen", "is_won", "share_of_worlds")


def played(slug: str, deals: range, folder: Path, jobs: int | None = None, every: int = 0) -> list[Forecast]:
    """The forecasts of all deals. Those that the folder holds are read, the others played and kept there.

    One position in `every` so many gets the share of worlds that could be won, too.
    """
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{slug}.csv"
    known = list(read(file)) if file.exists() else []
    done = {each.deal for each in known}
    rest = [deal for deal in deals if deal not in done]
    tasks = [rest[at : at + IN_A_TASK] for at in range(0, len(rest), IN_A_TASK)]
    bar = Progress(*Progress.get_default_columns(), TimeElapsedColumn(), console=Console(stderr=True), transient=True)
    with bar, ProcessPoolExecutor(jobs or os.cpu_count()) as pool:
        for found in bar.track(pool.map(partial(_play, slug, every), tasks), total=len(tasks), description=slug):
            # Whole games only: whoever stops in the middle of a line loses that task, and no more.
            with file.open("a", newline="") as out:
                csv.writer(out).writerows([_row(each) for each in found])
            known += found
    wanted = set(deals)
    return [each for each in known if each.deal in wanted]


def _play(slug: str, every: int, deals: list[int]) -> list[Forecast]:
    return [each for deal in deals for each in forecasts(GAMES[slug], deal, every=every)]


def _row(found: Forecast) -> Iterable[str]:
    sample = [f"{value:.6g}" for value in found.sample]
    win = f"{found.win:.6g}"
    share = "" if found.worlds is None else f"{found.worlds:.6g}"
    facts = (found.deal, found.number, win, int(found.is_proven), *sample, found.unseen, int(found.is_won), share)
    return map(str, facts)


def read(file: Path) -> Iterator[Forecast]:
    """The forecasts of a file; a line that was cut off is left out."""
    with file.open(newline="") as lines:
        for row in csv.reader(lines):
            if len(row) == len(COLUMNS):
                quick, games, won, undecided, worlds = row[4:9]
                sample = Sample(float(quick), int(games), float(won), float(undecided), int(worlds))
                share = float(row[11]) if row[11] else None
                facts = int(row[0]), int(row[1]), float(row[2]), row[3] == "1"
                yield Forecast(*facts, sample, float(row[9]), row[10] == "1", share)
