"""Solved deals as rows of a CSV file: written as they come, and believed only as far as they can be checked."""

import csv
import math
import re
from array import array
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, NamedTuple

from longwood.core.game import AnyGame, Deal
from longwood.core.result import VERDICTS, Limit, Verdict
from longwood.core.shares import Share
from longwood.core.words import shorten
from longwood.notation import NotationError, Record, deal_text, find_game
from longwood.session import IllegalMove, Session
from longwood.solver.plain_search import is_goal

if TYPE_CHECKING:
    from longwood.solver.many import Batch


class Row(NamedTuple):
    """One deal's answer; a won one has the record of a line that wins it."""

    game: str
    deal: int
    limit: str
    verdict: Verdict
    nodes: int
    seconds: float
    record: str


class Tally:
    """What rows amount to, without keeping them: millions of deals fit."""

    def __init__(self) -> None:
        self.share = Share()
        self._times = array("d")

    def add(self, row: Row) -> None:
        """Count a row."""
        is_won, is_lost = row.verdict is Verdict.WON, row.verdict is Verdict.LOST
        self.share += Share(is_won, is_lost, not (is_won or is_lost))
        self._times.append(row.seconds)

    def add_all(self, batch: "Batch") -> None:
        """Count all of a batch."""
        self.share += batch.share
        self._times.frombytes(batch.seconds.tobytes())

    @property
    def times(self) -> dict[str, float]:
        """Seconds a deal: mean, median, 99th percentile and longest; none of no deals."""
        times = sorted(self._times)
        if not times:
            return {}
        count = len(times)
        return {"mean": sum(times) / count, "p50": times[count // 2], "p99": times[count * 99 // 100], "max": times[-1]}


def rows_of(game: AnyGame, batch: "Batch", limit: Limit) -> Iterator[Row]:
    """The rows of a batch that has lines."""
    columns = [array.tolist() for array in (batch.numbers, batch.verdicts, batch.nodes, batch.seconds)]
    for number, code, nodes, seconds, record in zip(*columns, batch.lines or (), strict=True):
        yield Row(game.slug, number, limit_text(limit), VERDICTS[code], nodes, seconds, record)


def limit_text(limit: Limit) -> str:
    """A budget in a word, so that rows of different budgets are never taken for each other."""
    nodes = [] if limit.nodes is None else [f"{limit.nodes} nodes"]
    seconds = [] if limit.seconds is None else [f"{limit.seconds:g} s"]
    return " or ".join(nodes + seconds) or "no limit"


HEADER = ",".join(Row._fields)
MAX_LINE = 100_000
"""The longest line that is read, in characters: no record of a solved deal comes near it."""


class RowFileError(ValueError):
    """A file that does not hold rows of this study; the message says where it fails."""


def checked_row(text: str) -> Row:
    """The row that a line of the file holds; `RowFileError` if it is not what solving that deal can have given.

    A won deal is played to its end by the rules. A lost one cannot be checked but by solving it again.
    """
    fields = _fields(text)
    if not fields:
        raise RowFileError("it is not a solved deal")
    game, deal, budget, verdict, nodes, seconds, record = fields
    if not (re.fullmatch("0|[1-9][0-9]{0,15}", deal) and re.fullmatch("[0-9]{1,18}", nodes)):
        raise RowFileError("its deal and its nodes are not numbers")
    if verdict not in [one.value for one in Verdict]:
        raise RowFileError(f'"{shorten(verdict)}" is not a verdict')
    try:
        spent = float(seconds)
    except ValueError:
        spent = math.nan
    if not (math.isfinite(spent) and spent >= 0):
        raise RowFileError(f'"{shorten(seconds)}" is not a time')
    row = Row(game, int(deal), budget, Verdict(verdict), int(nodes), spent, record)
    _check_record(row)
    return row


def _check_record(row: Row) -> None:
    try:
        game, deal = find_game(row.game), Deal(row.deal)
        if row.verdict is not Verdict.WON:
            if row.record != str(Record(game, deal)):
                raise RowFileError("its record is not that of the deal")
            return
        if not row.record.startswith(f"{deal_text(game, deal)}/"):
            raise RowFileError("its record is not one of the deal")
        session = Session.from_record(row.record)
    except (NotationError, IllegalMove, ValueError) as error:
        if isinstance(error, RowFileError):
            raise
        raise RowFileError(f"its record cannot be played ({shorten(str(error))})") from None
    if not is_goal(game, session.positions[0], session.position):
        raise RowFileError("its record does not win")


class RowFile:
    """A CSV file of rows, written as they come. Whatever kills the program, the same study goes on from it.

    Rows that are there already are counted in the tally, as far as they are among the deals that are asked for. Files
    may be joined: headers in between are skipped.
    """

    def __init__(self, path: Path, slug: str, limit: Limit, tally: Tally, numbers: range) -> None:
        self.path = path
        self.known: dict[int, Verdict] = {}
        self._tally = tally
        self._numbers = numbers
        self._study = (slug, limit_text(limit))
        is_there = path.exists()
        if is_there:
            self._read()
        self._file = path.open("a", newline="", encoding="ascii")
        self._writer = csv.writer(self._file)
        if not path.stat().st_size:
            self._begin(is_there)

    def _begin(self, is_there: bool) -> None:
        try:
            self._writer.writerow(Row._fields)
            self._file.flush()
        except OSError:
            # A full disk: what is closed would be written once more, and an empty file is nothing to leave behind.
            with suppress(OSError):
                self._file.close()
            if not is_there:
                self.path.unlink(missing_ok=True)
            raise

    def add(self, *rows: Row) -> None:
        """Write rows at once."""
        for row in rows:
            values = row._asdict() | {"verdict": row.verdict.value, "seconds": f"{row.seconds:.6f}"}
            self._writer.writerow(values.values())
        self._file.flush()

    def close(self) -> None:
        """Nothing more is to come."""
        self._file.close()

    def _read(self) -> None:
        """Count the rows that are there. Nothing is changed before all of them have been believed."""
        whole = 0
        with self.path.open(encoding="ascii", errors="replace", newline="\n") as file:
            for number, line in enumerate(iter(lambda: file.readline(MAX_LINE), ""), 1):
                is_cut = not line.endswith("\n")
                text = line.rstrip("\r\n")
                if number == 1 and (not HEADER.startswith(text) if is_cut else text != HEADER):
                    raise RowFileError(f"{self._name} is not a file of solved deals: give another name.")
                if is_cut:
                    self._check_cut(file, number, line)
                    break
                whole += len(line)
                if text and text != HEADER:
                    self._count(number, text)
        if whole < self.path.stat().st_size:
            # The program was killed in the middle of a row, which is solved again.
            with self.path.open("r+b") as rows:
                rows.truncate(whole)

    def _check_cut(self, file: IO[str], number: int, line: str) -> None:
        """A line without an end is the last one, cut short when the program was killed: the beginning of a row."""
        slug = self._study[0]
        start = f'"{slug}",' if "," in slug else f"{slug},"
        is_row = line.startswith(start) or start.startswith(line) or HEADER.startswith(line)
        if file.read(1) or not is_row:
            raise RowFileError(f"Line {number} of {self._name} is not a solved deal.")

    def _count(self, number: int, text: str) -> None:
        where = f"Line {number} of {self._name}"
        slug, limit = self._study
        row = _fields(text)
        if row and (row[0], row[2]) != (slug, limit):
            held = f"{shorten(row[0], 60)} solved within {shorten(row[2], 60)}"
            raise RowFileError(f"{where} holds {held}, not {slug} within {limit}: give another name.")
        try:
            found = checked_row(text)
        except RowFileError as error:
            raise RowFileError(f"{where} cannot be believed: {error}.") from None
        before = self.known.get(found.deal)
        if before and {before, found.verdict} == {Verdict.WON, Verdict.LOST}:
            raise RowFileError(f"{where} cannot be believed: deal {found.deal} is {before.value} in a line before it.")
        if found.deal in self._numbers and not before:
            self.known[found.deal] = found.verdict
            self._tally.add(found)

    @property
    def _name(self) -> str:
        return shorten(self.path.name)


def _fields(text: str) -> list[str] | None:
    """The fields of a line that has as many as a row."""
    try:
        fields = next(csv.reader([text], strict=True))
    except (csv.Error, StopIteration):
        return None
    return fields if len(fields) == len(Row._fields) else None
