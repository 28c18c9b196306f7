"""What a study found, in numbers: what tables and plots are made of."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from longwood.core.cards import MAX_DEAL
from longwood.core.game import AnyGame, Deal
from longwood.core.shares import Share
from longwood.games import family_of
from longwood.notation import find_game
from longwood.study import StudyError
from longwood.study.extra import arrow as pa
from longwood.study.folder import Folder, name_of
from longwood.study.manifest import Asked, Manifest
from longwood.study.questions import Entry, Question
from longwood.study.ranges import Range, joined, without
from longwood.study.tables import VERDICTS

COLUMNS = ("deal", "verdict", "nodes", "seconds", "length", "reason", "score", "is_proven", "measure", "percent")


@dataclass(frozen=True)
class Spread:
    """How some numbers lie: none of no numbers."""

    mean: float
    median: float
    p99: float
    most: float

    @classmethod
    def of(cls, values: NDArray[Any]) -> "Spread | None":
        """That of an array."""
        if not len(values):
            return None
        middle, far = np.percentile(values, (50, 99))
        return cls(float(values.mean()), float(middle), float(far), float(values.max()))


@dataclass(frozen=True)
class Trait:
    """Something to tell deals by, and what came out for each of its values."""

    name: str
    shares: dict[str, Share]


@dataclass
class Summary:
    """An entry of a study in numbers."""

    entry: Entry
    game: AnyGame
    deals: list[Range]
    """The deals that count: without those of a pilot."""
    pilot: Range | None
    until: float | None
    manifest: Manifest
    share: Share
    nodes: Spread | None
    seconds: Spread | None
    processor: float
    """Seconds of processor time in all."""
    timed: int
    """Of how many deals the time is known: published answers leave it out."""
    decided: NDArray[np.int64]
    """The nodes of each decided deal, in order: how many a smaller budget would have decided."""
    reasons: dict[str, int]
    scores: NDArray[np.int64]
    proven: int
    """How many of the scores are proven."""
    measures: NDArray[np.float64]
    traits: list[Trait] = field(default_factory=list)
    note: str = ""
    """What tells it from others that ask the same of the same game: their budgets, or else the folders."""

    @property
    def count(self) -> int:
        """How many deals."""
        return self.share.trials or len(self.scores)


@dataclass
class Read:
    """Studies that were read, and the parts that were left out."""

    summaries: list[Summary] = field(default_factory=list)
    damaged: list[str] = field(default_factory=list)


def read(folders: list[Folder], *, has_traits: bool = True) -> Read:
    """Studies in numbers; damaged parts are named and left out."""
    found = Read()
    names: list[str] = []
    for folder in folders:
        manifest = folder.read()
        whole = [part for part in manifest.parts if folder.is_whole(part)]
        found.damaged += [name_of(folder.path / part.file) for part in manifest.parts if part not in whole]
        for asked in manifest.asked:
            parts = [part for part in whole if part.entry == asked.entry.name]
            if parts:
                table = pa.concat_tables([_narrow(table) for table in folder.tables(parts)])
                ranges = joined([part.deals for part in parts])
                found.summaries.append(_summary(manifest, asked, ranges, table, has_traits))
                names.append(folder.path.name)
    if not found.summaries:
        raise StudyError(f"{', '.join([name_of(folder.path) for folder in folders])} holds no answers yet.")
    _tell_apart(found.summaries, names)
    return found


def _tell_apart(summaries: list[Summary], folders: list[str]) -> None:
    """Note what is different about entries that ask the same of the same game in several studies."""
    alike: dict[tuple[str, str], list[int]] = {}
    for place, each in enumerate(summaries):
        alike.setdefault((each.entry.name, each.entry.policy), []).append(place)
    for places in alike.values():
        budgets = [f"{summaries[place].entry.nodes:,} nodes" for place in places if summaries[place].entry.nodes]
        notes = budgets if len(set(budgets)) == len(places) else [folders[place] for place in places]
        if len(set(notes)) < len(places):
            notes = [f"{folders[place]}, {number}" for number, place in enumerate(places, 1)]
        if len(places) > 1:
            for place, note in zip(places, notes):
                summaries[place].note = note


def _narrow(table: Any) -> Any:
    kept = table.select(list(COLUMNS)).replace_schema_metadata(None)
    fields = [pa.field(each.name, pa.string()) if pa.types.is_dictionary(each.type) else each for each in kept.schema]
    return kept.cast(pa.schema(fields))


def _summary(manifest: Manifest, asked: Asked, deals: list[Range], table: Any, has_traits: bool) -> Summary:
    if asked.pilot:
        # The pilot chose how many follow: neither it nor deals beyond them count.
        last, most = asked.pilot[1], asked.deals[-1][1]
        numbers = table["deal"].to_numpy()
        table = table.filter(pa.array((numbers > last) & (numbers <= most)))
        deals = without(deals, [(0, last), (most + 1, MAX_DEAL + 1)])
    verdicts = table["verdict"]
    words = np.asarray(verdicts.to_pylist(), dtype=object)
    share = Share(*[int((words == word).sum()) for word in ("won", "lost", "unknown")])
    nodes, seconds = _known(table["nodes"]), _known(table["seconds"])
    game = find_game(asked.entry.game)
    is_decided = (words == "won") | (words == "lost")
    has_nodes = len(nodes) == len(words)
    reasons = [reason for reason in table["reason"].to_pylist() if reason]
    return Summary(
        asked.entry,
        game,
        deals,
        asked.pilot,
        asked.until,
        manifest,
        share,
        Spread.of(nodes),
        Spread.of(seconds),
        float(seconds.sum()),
        len(seconds),
        np.sort(nodes[is_decided]) if has_nodes else np.empty(0, np.int64),
        {reason: reasons.count(reason) for reason in sorted(set(reasons))},
        _known(table["score"]),
        sum([bool(value) for value in table["is_proven"].to_pylist()]),
        _known(table["measure"]),
        list(_traits(game, table["deal"].to_pylist(), words)) if has_traits and share.trials else [],
    )


def _known(column: Any) -> NDArray[Any]:
    """The values of a column that are not null."""
    found: NDArray[Any] = column.drop_null().to_numpy()
    return found


def _traits(game: AnyGame, deals: list[int], words: NDArray[Any]) -> Iterator[Trait]:
    """What the room tells deals by, and what came out for each value; nothing where it tells none."""
    tell = family_of(game).traits
    if tell is None:
        return
    counts: dict[str, dict[str, list[int]]] = {}
    for deal, word in zip(deals, words):
        for name, value in tell(game, game.start(Deal(deal))).items():
            row = counts.setdefault(name, {}).setdefault(value, [0, 0, 0])
            row[VERDICTS.index(word)] += 1
    for name, values in counts.items():
        shares = {value: Share(won, lost, unknown) for value, (unknown, won, lost) in values.items()}
        yield Trait(name, dict(sorted(shares.items(), key=lambda item: place(item[0]))))


def place(value: str) -> tuple[int, str]:
    """Values in their natural order: numbers by size, ranks as a player counts them."""
    ranks = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
    if value in ranks:
        return ranks.index(value), value
    return (int(value), value) if value.isdecimal() else (99, value)


def is_share(summary: Summary) -> bool:
    """Whether it has a share of deals that are won."""
    return summary.entry.question is not Question.BEST
