"""Games of the fair player with all their forecasts, played in several processes and kept in files.

`tools/calibrate.py` fits the win chance to such games, `benchmarks/reliability.py` checks it on others, and
`benchmarks/policy.py` counts who won.
"""

import csv
import io
import lzma
import os
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from pathlib import Path

from longwood.advice.calibration import Sample
from longwood.advice.forecasts import Forecast, forecasts
from longwood.files import replaced
from longwood.games import GAMES
from longwood.solver.spread import processes

COLUMNS = ("deal", "number", "win", "is_proven", *Sample._fields, "unseen", "is_won", "share_of_worlds")


class Forecasts:
    """The forecasts that a folder holds: a file for each game, which grows by whole games.

    A file may be packed (`xz -9 GAME.csv`); whoever plays more writes one that is not.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def read(self, slug: str) -> Iterator[Forecast]:
        """The forecasts of a game; a line that was cut off is left out."""
        lines = io.StringIO(self._text(slug), newline="")
        yield from [_forecast(row) for row in csv.reader(lines) if len(row) == len(COLUMNS)]

    def of(self, slug: str, deals: range) -> list[Forecast]:
        """Those of some deals."""
        return [each for each in self.read(slug) if each.deal in deals]

    def play(
        self, slugs: Sequence[str], deals: range, jobs: int | None = None, every: int = 0
    ) -> Iterator[tuple[str, int]]:
        """Play what is missing and keep it; each game and deal as it is there, those that were known first.

        The games take turns, so that whoever stops has something of each. One position in `every` so many gets the
        share of worlds that could be won, too.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        for slug in slugs:
            self._mend(slug)
        known = {(slug, each.deal) for slug in slugs for each in self.read(slug)}
        wanted = [(slug, deal) for deal, slug in product(deals, slugs)]
        yield from [each for each in wanted if each in known]
        rest = [each for each in wanted if each not in known]
        if not rest:
            return
        with processes(jobs or os.cpu_count() or 1, rest[0][0]) as pool:
            tasks = pool.map(_played, *zip(*rest, strict=True), [every] * len(rest))
            for (slug, deal), found in zip(rest, tasks, strict=True):
                rows = io.StringIO(newline="")
                csv.writer(rows).writerows([_row(each) for each in found])
                self._write(slug, self._text(slug) + rows.getvalue())
                yield slug, deal

    def _mend(self, slug: str) -> None:
        """Take a game out of the file that was cut off in the middle."""
        lines = self._text(slug).splitlines(keepends=True)
        if lines and not lines[-1].endswith("\n"):
            cut = lines[-1].partition(",")[0], lines[-2].partition(",")[0] if len(lines) > 1 else ""
            self._write(slug, "".join([line for line in lines[:-1] if line.partition(",")[0] not in cut]))

    def _text(self, slug: str) -> str:
        """All that the file of a game holds, its line ends as they are."""
        packed = self.folder / f"{slug}.csv.xz"
        if self._file(slug).exists():
            return self._file(slug).read_bytes().decode()
        return lzma.decompress(packed.read_bytes()).decode() if packed.exists() else ""

    def _write(self, slug: str, text: str) -> None:
        """Put another file in the place of a game's: whoever is killed meanwhile leaves the one or the other, whole."""
        file = self._file(slug)
        with replaced(file, file.with_suffix(".unfinished")) as part:
            part.write_bytes(text.encode())

    def _file(self, slug: str) -> Path:
        return self.folder / f"{slug}.csv"


def _played(slug: str, deal: int, every: int) -> list[Forecast]:
    return forecasts(GAMES[slug], deal, every=every)


def _row(found: Forecast) -> Iterable[str]:
    sample = [f"{value:.6g}" for value in found.sample]
    win = f"{found.win:.6g}"
    share = "" if found.worlds is None else f"{found.worlds:.6g}"
    facts = (found.deal, found.number, win, int(found.is_proven), *sample, found.unseen, int(found.is_won), share)
    return map(str, facts)


def _forecast(row: list[str]) -> Forecast:
    quick, games, won, undecided, worlds = row[4:9]
    sample = Sample(float(quick), int(games), float(won), float(undecided), int(worlds))
    share = float(row[11]) if row[11] else None
    return Forecast(
        int(row[0]), int(row[1]), float(row[2]), row[3] == "1", sample, float(row[9]), row[10] == "1", share
    )
