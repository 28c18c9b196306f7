"""Two studies of the same deals: the paired difference with its interval, and the deals on which they differ."""

from dataclasses import dataclass, field
from math import nan, sqrt
from typing import Any

from longwood.core.shares import Z
from longwood.study import StudyError
from longwood.study.folder import Folder, name_of
from longwood.study.questions import Entry, Question


@dataclass(frozen=True)
class Difference:
    """One answer that is not the same in both."""

    game: str
    deal: int
    here: str
    there: str
    is_contradiction: bool
    """Whether both claim to be proven."""


@dataclass
class Compared:
    """An entry of one study beside an entry of another."""

    one: Entry
    other: Entry
    deals: int
    """How many both have answered. Of none, the numbers below are not a number."""
    here: float
    """The share that is won, or the mean score."""
    there: float
    difference: float
    low: float
    high: float
    differing: list[Difference] = field(default_factory=list)
    damaged: list[str] = field(default_factory=list)
    """Parts that were left out because they are not what their manifest says."""

    @property
    def is_share(self) -> bool:
        """Whether shares are compared, and not scores."""
        return self.one.question is not Question.BEST


def compare(one: Folder, other: Folder) -> list[Compared]:
    """Every entry that both studies ask, on the deals that both have answered. With one entry each, those two."""
    here, there = one.read(), other.read()
    if len(here.entries) == len(there.entries) == 1:
        pairs = [(here.entries[0], there.entries[0])]
    else:
        names = {entry.name: entry for entry in there.entries}
        pairs = [(entry, names[entry.name]) for entry in here.entries if entry.name in names]
    pairs = [pair for pair in pairs if (pair[0].question is Question.BEST) == (pair[1].question is Question.BEST)]
    if not pairs:
        raise StudyError(f"{name_of(one.path)} and {name_of(other.path)} ask nothing in common.")
    found = [_compared(one, pair[0], other, pair[1]) for pair in pairs]
    if not any(each.deals for each in found):
        damaged = [name for each in found for name in each.damaged]
        why = f": {damaged[0]} is damaged" if damaged else ""
        raise StudyError(f"{name_of(one.path)} and {name_of(other.path)} have no deal in common{why}.")
    return found


def _compared(one: Folder, here: Entry, other: Folder, there: Entry) -> Compared:
    damaged: list[str] = []
    ours, theirs = _answers(one, here, damaged), _answers(other, there, damaged)
    deals = sorted(ours.keys() & theirs.keys())
    if not deals:
        return Compared(here, there, 0, nan, nan, nan, nan, nan, damaged=damaged)
    pairs = [(ours[deal], theirs[deal]) for deal in deals]
    compared = (_by_score if here.question is Question.BEST else _by_share)(here, there, pairs)
    compared.damaged = damaged
    # What a player wins and what can be won are two things; two proofs about one game are one.
    are_proofs = here.game == there.game and Question.FAIR_PLAY not in (here.question, there.question)
    for deal, (mine, yours) in zip(deals, pairs):
        if mine["answer"] != yours["answer"]:
            is_contradiction = are_proofs and mine["is_final"] and yours["is_final"]
            compared.differing.append(
                Difference(here.game, deal, str(mine["answer"]), str(yours["answer"]), is_contradiction)
            )
    return compared


def _answers(folder: Folder, entry: Entry, damaged: list[str]) -> dict[int, dict[str, Any]]:
    """What a study says of each deal; parts that are damaged are put on the list."""
    found: dict[int, dict[str, Any]] = {}
    parts = folder.read().of(entry)
    whole = [part for part in parts if folder.is_whole(part)]
    damaged += [name_of(folder.path / part.file) for part in parts if part not in whole]
    for table in folder.tables(whole):
        for row in table.select(["deal", "verdict", "score", "is_proven"]).to_pylist():
            is_best = entry.question is Question.BEST
            found[row["deal"]] = {
                "answer": row["score"] if is_best else row["verdict"],
                "is_final": row["is_proven"] if is_best else row["verdict"] != "unknown",
            }
    return found


Pairs = list[tuple[dict[str, Any], dict[str, Any]]]


def _by_share(one: Entry, other: Entry, pairs: Pairs) -> Compared:
    """The difference of two shares of the same deals; its interval is Wald's with half a deal more in each cell.

    (Agresti and Min: honest for few deals too. Deals on which both agree say nothing.)
    """
    wins = [(mine["answer"] == "won", yours["answer"] == "won") for mine, yours in pairs]
    only_here = sum([mine and not yours for mine, yours in wins])
    only_there = sum([yours and not mine for mine, yours in wins])
    count = len(wins)
    b, c, n = only_here + 0.5, only_there + 0.5, count + 2
    middle, spread = (c - b) / n, Z * sqrt(b + c - (c - b) ** 2 / n) / n
    here, there = (sum([pair[i] for pair in wins]) / count for i in (0, 1))
    return Compared(one, other, count, here, there, there - here, max(middle - spread, -1.0), min(middle + spread, 1.0))


def _by_score(one: Entry, other: Entry, pairs: Pairs) -> Compared:
    """The mean difference of two scores, with the interval of a mean."""
    gaps = [yours["answer"] - mine["answer"] for mine, yours in pairs]
    count = len(gaps)
    mean = sum(gaps) / count
    spread = Z * sqrt(sum([(gap - mean) ** 2 for gap in gaps]) / max(count - 1, 1) / count)
    here, there = (sum([pair[i]["answer"] for pair in pairs]) / count for i in (0, 1))
    return Compared(one, other, count, here, there, mean, mean - spread, mean + spread)
