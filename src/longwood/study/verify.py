"""Checking a study without believing it: hashes and counts, every win by the rules, a sample of losses proven again."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from longwood.certificates import check_certificate
from longwood.core.game import AnyGame, Deal
from longwood.core.result import Limit, Reason, Verdict
from longwood.core.words import shorten
from longwood.notation import NotationError, deal_text, find_game
from longwood.session import IllegalMove, Session
from longwood.solver import SolverError, plain_search
from longwood.solver.certificates import certificate
from longwood.solver.many import WON, solve_many
from longwood.solver.plain_search import is_goal
from longwood.study.folder import Folder, name_of
from longwood.study.manifest import Asked, Manifest, Part
from longwood.study.questions import Entry, Question
from longwood.study.ranges import range_words, without
from longwood.study.tables import VERDICTS

_SEARCHED = Reason.SEARCHED.name.lower()
AT_ONCE = 1000
"""Rows that are checked between two words about the progress."""
LOSSES = 10
"""Losses of an entry that are proven again where nobody says how many."""
PLAIN_NODES = 100_000
"""Positions that the plain search may look at for each."""
_CERTIFICATES = "certificates of argued losses were"
_TIRED = f"too large for a plain search ({PLAIN_NODES:,} nodes)"

Row = dict[str, Any]
Watch = Callable[[str, int, int], None]
"""Who is told what is checked, how much of it is done, and how much there is."""


@dataclass
class Checked:
    """What was found to be right, what is wrong, and what nobody looked at."""

    right: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    unchecked: list[str] = field(default_factory=list)


def verify(folder: Folder, losses: int = LOSSES, watch: Watch | None = None) -> Checked:
    """Check a study. `StudyError` only if there is none: everything else that is wrong is on the list."""
    manifest = folder.read()
    found = Checked()
    whole = _check_parts(folder, manifest, found)
    for asked in manifest.asked:
        parts = [part for part in whole if part.entry == asked.entry.name]
        _Entry(folder, asked, parts, found, watch or (lambda words, done, count: None)).check(losses)
    return found


def _check_parts(folder: Folder, manifest: Manifest, found: Checked) -> list[Part]:
    """Files and hashes."""
    whole = []
    for part in manifest.parts:
        if folder.is_whole(part):
            whole.append(part)
        else:
            found.wrong.append(f"{name_of(folder.path / part.file)} is damaged or missing")
    found.right.append(f"{len(whole)} of {len(manifest.parts)} parts have the hash that the manifest names")
    listed = {part.file for part in manifest.parts}
    for part in folder.found(manifest.entries, manifest.version, listed):
        found.unchecked.append(f"{part.file} is not in the manifest, and counts for nothing")
    return whole


@dataclass
class _Tally:
    """What came out of the rows that were looked at so far."""

    replayed: int = 0
    wins: int = 0
    certificates: int = 0
    scores: int = 0
    proven: int = 0
    tired: int = 0


class _Entry:
    """One entry under examination: its rows are read twice, some at a time, to be counted and to be checked."""

    def __init__(self, folder: Folder, asked: Asked, parts: list[Part], found: Checked, watch: Watch) -> None:
        self.folder = folder
        self.asked = asked
        self.entry: Entry = asked.entry
        self.game = find_game(asked.entry.game)
        self.parts = sorted(parts, key=lambda part: part.first)
        self.found = found
        self.watch = watch
        self.name = asked.entry.name
        self.tally = _Tally()

    def wrong(self, row: Row, why: str) -> None:
        """Something is wrong with a deal."""
        self.found.wrong.append(f"{self.name}: deal {row['deal']:,} {why}")

    def check(self, losses: int) -> None:
        """All that can be checked of it."""
        searched = self.check_counts()
        rows = sum([part.rows for part in self.parts])
        is_best = self.entry.question is Question.BEST
        candidates = rows if is_best else searched
        sample = spread(candidates, losses)
        wanted = set(sample)
        seen = done = 0
        self.watch(self.name, 0, rows)
        for some in self.rows():
            picked = some if is_best else [row for row in some if self.is_searched(row)]
            drawn = [row for place, row in enumerate(picked, seen) if place in wanted]
            seen += len(picked)
            if is_best:
                self.check_scores(drawn)
            else:
                self.check_verdicts(some, drawn)
            done += len(some)
            self.watch(self.name, done, rows)
        self.say(candidates - len(sample))

    def is_searched(self, row: Row) -> bool:
        """Whether a search says that it is lost; what a player lost proves nothing."""
        is_proof = self.entry.question is not Question.FAIR_PLAY
        return is_proof and row["verdict"] == "lost" and row["reason"] in (None, _SEARCHED)

    def check_verdicts(self, rows: list[Row], drawn: list[Row]) -> None:
        """Some rows that say how a deal or a game ends; the searched losses among them that the sample has drawn."""
        if self.entry.question is Question.FAIR_PLAY:
            self.check_records(rows)
            return
        won = [row for row in rows if row["verdict"] == "won"]
        self.check_records([row for row in won if row["record"]])
        self.check_wins([row for row in won if not row["record"]])
        self.check_arguments([row for row in rows if row["verdict"] == "lost" and not self.is_searched(row)])
        self.check_losses(drawn)

    def rows(self) -> Iterator[list[Row]]:
        """The rows, without times, some at a time."""
        columns = ["deal", "verdict", "nodes", "reason", "score", "is_proven", "record"]
        for part in self.parts:
            for table in self.folder.slices(part):
                for begin in range(0, len(table), AT_ONCE):
                    yield table.select(columns).slice(begin, AT_ONCE).to_pylist()

    def check_counts(self) -> int:
        """Every deal once, and as many of each verdict as the manifest says. How many losses are by a search."""
        seen = searched = 0
        for part in self.parts:
            counts = Counter[str]()
            games: set[str] = set()
            is_right = True
            last = part.first - 1
            for table in self.folder.slices(part):
                deals = table["deal"].to_pylist()
                is_right &= deals == list(range(last + 1, last + 1 + len(deals)))
                last += len(deals)
                games |= set(table["game"].unique().to_pylist())
                verdicts, reasons = table["verdict"].to_pylist(), table["reason"].to_pylist()
                counts.update(verdicts)
                searched += [v == "lost" and r in (None, _SEARCHED) for v, r in zip(verdicts, reasons)].count(True)
            if not is_right or last != part.last:
                self.found.wrong.append(f"{part.file} does not hold the deals {part.first:,} to {part.last:,}")
            if games != {self.entry.game}:
                self.found.wrong.append(f"{part.file} holds another game than {self.entry.game}")
            if (counts["won"], counts["lost"], counts["unknown"]) != (part.won, part.lost, part.unknown):
                self.found.wrong.append(f"{part.file} has other counts than the manifest says")
            if self.entry.question is not Question.BEST and sum([counts[word] for word in VERDICTS]) != part.rows:
                self.found.wrong.append(f"{part.file} has deals that are neither won, lost nor unknown")
            seen += last - part.first + 1
        ranges = [part.deals for part in self.parts]
        for one, other in pairwise(ranges):
            if other[0] <= one[1]:
                self.found.wrong.append(f"{self.name}: deal {other[0]:,} is counted twice")
        if seen:
            words = "deal, counted" if seen == 1 else "deals, each counted"
            self.found.right.append(f"{self.name}: {seen:,} {words} once")
        missing = without(self.asked.deals, ranges)
        if missing:
            self.found.unchecked.append(f"{self.name}: deals {range_words(missing)} are not answered here")
        return 0 if self.entry.question is Question.FAIR_PLAY else searched

    def check_records(self, rows: list[Row]) -> None:
        """Records are played by the rules, and end as the table says."""
        for row in rows:
            if why := _record_flaw(self.game, row["deal"], row["record"], row["verdict"] == "won"):
                self.wrong(row, why)
        self.tally.replayed += len(rows)

    def check_wins(self, rows: list[Row]) -> None:
        """Wins without a record are solved again with the same budget, and their lines replayed by the rules."""
        try:
            again = solve_many(self.game, [row["deal"] for row in rows], self.entry.limit, lines=True)
        except SolverError as error:
            self.found.wrong.append(f"{self.name}: {error}")
            return
        for row, verdict, nodes in zip(rows, again.verdicts.tolist(), again.nodes.tolist()):
            if verdict != WON:
                self.wrong(row, "is recorded as won, but no win was found")
            elif nodes != row["nodes"]:
                self.wrong(row, f"takes {nodes:,} nodes, not {row['nodes']:,}")
            else:
                self.tally.wins += 1

    def check_scores(self, rows: list[Row]) -> None:
        """Best scores are found again: a sample, because all would take as long as the study."""
        for row in rows:
            again = solve_many(self.game, [row["deal"]], self.entry.limit, question="best", lines=True)
            if (int(again.scores[0]), bool(again.score_proven[0])) != (row["score"], row["is_proven"]):
                self.wrong(row, "has another best score when asked again")
            self.tally.scores += 1

    def check_arguments(self, rows: list[Row]) -> None:
        """Losses that are argued have a certificate each, which the room's checker accepts; it knows no solver."""
        for row in rows:
            p = self.game.start(Deal(row["deal"]))
            try:
                text = certificate(self.game, p)
            except SolverError as error:
                self.wrong(row, f"is recorded as lost by an argument that fails ({shorten(str(error))})")
                continue
            if text is None or not check_certificate(self.game, p, text):
                self.wrong(row, "is recorded as lost by an argument, but has no certificate")
            elif (argument := text.splitlines()[0]) != row["reason"]:
                self.wrong(row, f"is lost by the argument {argument}, not by {shorten(str(row['reason']))}")
            else:
                self.tally.certificates += 1

    def check_losses(self, rows: list[Row]) -> None:
        """Some losses are proven again by a search that leaves nothing out."""
        for row in rows:
            p = self.game.start(Deal(row["deal"]))
            again = plain_search.solve(self.game, p, Limit(nodes=PLAIN_NODES))
            if again.verdict is Verdict.WON:
                self.wrong(row, "is recorded as lost, but can be won")
            self.tally.proven += again.verdict is Verdict.LOST
            self.tally.tired += again.verdict is Verdict.UNKNOWN

    def say(self, left: int) -> None:
        """What was right, and what was not checked, with the number of losses or scores that were not drawn."""
        tally, is_best = self.tally, self.entry.question is Question.BEST
        unknown = sum([part.unknown for part in self.parts])
        right, unchecked = self.found.right, self.found.unchecked
        for lines, count, one, many, what in (
            (right, tally.replayed, "recorded game was", "recorded games were", "replayed by the rules"),
            (right, tally.wins, "win was", "wins were", "found again with the same budget and replayed by the rules"),
            (right, tally.certificates, "certificate of an argued loss was", _CERTIFICATES, "checked"),
            (right, tally.proven, "loss was", "losses were", "proven again by the plain search"),
            (right, tally.scores, "best score was", "best scores were", "found again and replayed by the rules"),
            (unchecked, tally.tired, "loss of the sample is", "losses of the sample are", _TIRED),
            (unchecked, left * is_best, "best score was", "best scores were", "not looked at"),
            (unchecked, left * (not is_best), "loss was", "losses were", "not looked at"),
            (unchecked, unknown, "deal is", "deals are", "unknown, so there is nothing to check"),
        ):
            if count:
                lines.append(f"{self.name}: {count:,} {one if count == 1 else many} {what}")


def spread(rows: int, count: int) -> list[int]:
    """The places of `count` out of some rows, evenly spread: the same in every run."""
    count = min(count, rows)
    return [(2 * i + 1) * rows // (2 * count) for i in range(count)]


def _record_flaw(game: AnyGame, number: int, record: str | None, is_won: bool) -> str:
    """What is wrong with a record; empty if nothing is."""
    deal = Deal(number)
    if not record or record.partition("/")[0] != deal_text(game, deal):
        return "has a record that is not one of the deal"
    try:
        session = Session.from_record(record)
    except (NotationError, IllegalMove) as error:
        return f"has a record that cannot be played ({shorten(str(error))})"
    if is_goal(game, session.positions[0], session.position) != is_won:
        return f"has a record that {'does not win' if is_won else 'wins'}"
    return ""
