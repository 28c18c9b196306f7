"""The tables of a study: one schema for every question, so that any of them can be queried together."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from longwood.study.extra import arrow as pa
from longwood.study.extra import ipc

VERDICTS = ("unknown", "won", "lost")
"""The words of a verdict, in the order of the codes that a batch gives."""


def schema() -> Any:
    """The columns. What a question does not ask is null; docs/study.md says what each means."""
    word = pa.dictionary(pa.int8(), pa.string())
    return pa.schema(
        [
            ("game", word),
            ("deal", pa.uint64()),
            ("verdict", word),
            ("nodes", pa.int64()),
            ("seconds", pa.float64()),
            ("length", pa.int32()),
            ("reason", word),
            ("score", pa.int64()),
            ("is_proven", pa.bool_()),
            ("measure", pa.float64()),
            ("percent", pa.int16()),
            ("record", pa.string()),
        ]
    )


TIMES = ("seconds",)
"""The columns in which two runs of the same study differ."""


@dataclass
class Answers:
    """What was found of some deals of a game: lists or arrays of equal length; what was not asked for is None."""

    deals: Any
    verdicts: Any = None
    """Codes: places in `VERDICTS`."""
    nodes: Any = None
    seconds: Any = None
    lengths: Any = None
    reasons: Any = None
    scores: Any = None
    are_proven: Any = None
    measures: Any = None
    percents: Any = None
    records: Any = None

    def add(self, **answer: Any) -> None:
        """Put the answer of one more deal at the end of the columns, which are lists."""
        for name, value in answer.items():
            getattr(self, name).append(value)


def made(game: str, found: Answers) -> Any:
    """The table of some answers."""
    asked = schema()
    count = len(found.deals)
    columns: dict[str, Any] = {
        "game": pa.DictionaryArray.from_arrays(pa.array([0] * count, pa.int8()), [game]),
        "deal": found.deals,
        "verdict": None if found.verdicts is None else _words(found.verdicts, VERDICTS),
        "nodes": found.nodes,
        "seconds": found.seconds,
        "length": found.lengths,
        "reason": found.reasons,
        "score": found.scores,
        "is_proven": found.are_proven,
        "measure": found.measures,
        "percent": found.percents,
        "record": found.records,
    }
    arrays = [_column(values, asked.field(name).type, count) for name, values in columns.items()]
    return pa.Table.from_arrays(arrays, schema=asked)


def _words(codes: Sequence[int], words: Sequence[str]) -> Any:
    return pa.DictionaryArray.from_arrays(pa.array(codes, pa.int8()), list(words))


def _column(values: Any, kind: Any, count: int) -> Any:
    if values is None:
        return pa.nulls(count, kind)
    if isinstance(values, pa.Array):
        return values if values.type == kind else values.cast(kind)
    return pa.array(values, kind)


def masked(values: Any, is_known: Any) -> Any:
    """An array whose unknown values are null."""
    return pa.array(values, mask=~is_known)


def to_bytes(table: Any) -> bytes:
    """A table on its way from a worker."""
    sink = pa.BufferOutputStream()
    with ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    return bytes(sink.getvalue())


def from_bytes(data: bytes) -> Any:
    """The table that a worker sent."""
    return ipc.open_stream(data).read_all()


def untimed(tables: Iterable[Any]) -> Any:
    """Tables as one, in the order of games and deals and without times: equal for equal studies."""
    whole = pa.concat_tables([_plain(table) for table in tables], promote_options="default")
    return whole.sort_by([("game", "ascending"), ("deal", "ascending")])


def _plain(table: Any) -> Any:
    """Without times, and with words in place of codes, which parts may number differently."""
    kept = table.drop_columns(list(TIMES))
    fields = [pa.field(each.name, pa.string()) if pa.types.is_dictionary(each.type) else each for each in kept.schema]
    return kept.cast(pa.schema(fields))
