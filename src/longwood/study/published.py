"""Answers as they are published: a small file for each game and question, and a list that says what each holds.

Such a folder is read as a study is, so that anybody can verify, query and compare it.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from longwood.study import StudyError
from longwood.study.extra import arrow as pa
from longwood.study.extra import parquet as pq
from longwood.study.folder import Folder, name_of
from longwood.study.manifest import Asked, BadManifest, Manifest, Part
from longwood.study.questions import Entry, Question
from longwood.study.tables import schema

LIST = "studies.json"
COLUMNS = {
    Question.VERDICT: ("deal", "verdict", "nodes", "reason"),
    Question.BEST: ("deal", "score", "is_proven", "nodes"),
}
"""What is published of an answer. The game is in the list, times belong to a machine, and lines can be found again."""


def is_published(path: Path) -> bool:
    """Whether a path is that of published answers: their folder, or one of its files."""
    return (path / LIST).is_file() or (path.suffix == ".parquet" and (path.parent / LIST).is_file())


def open_folder(path: Path) -> Folder:
    """The study in a folder, or the published answers there."""
    return Published(path) if is_published(path) else Folder(path)


class Published(Folder):
    """Published answers: all of a folder, or those of one file."""

    is_packed = True

    def __init__(self, path: Path) -> None:
        super().__init__(path if path.is_dir() else path.parent)
        self.only = None if path.is_dir() else path.name

    def read(self) -> Manifest:
        """What the list says, as a manifest: each file is a part."""
        file = self.path / LIST
        try:
            listed = json.loads(file.read_text(encoding="utf-8"))
            files = [each for each in listed if self.only in (None, each["file"])]
            entries = [Entry(each["game"], Question(each["question"]), each["nodes"]) for each in files]
            entries = [Entry.from_json(entry.to_json()) for entry in entries]
            asked = [Asked(entry, ((each["deals"][0], each["deals"][1]),)) for entry, each in zip(entries, files)]
            parts = [_part(entry, each) for entry, each in zip(entries, files)]
            makers = {json.dumps(maker): maker for each in files for maker in each["makers"]}
            found = Manifest(tuple(asked), tuple(makers.values()), None, tuple(parts))
            # By way of the text, which checks it all.
            found = Manifest.from_text(found.to_text()) if files else found
        except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
            raise BadManifest(f"{name_of(file)} is damaged: it cannot be read.") from None
        if not files:
            raise StudyError(f"{name_of(file)} does not name {name_of(Path(self.only or 'any file'))}.")
        return found

    def _is_ours(self, found: Any) -> bool:
        return "deal" in found.names and set(found.names) <= set(schema().names)

    def table(self, part: Part) -> Any:
        """The rows of a file with the columns of a study; what is not published is null."""
        return pa.concat_tables(self.slices(part)).unify_dictionaries().combine_chunks()

    def slices(self, part: Part) -> Iterator[Any]:
        """The same, some rows at a time."""
        game = part.entry.rpartition(".")[0]
        for table in super().slices(part):
            columns = {name: table[name] for name in table.schema.names}
            columns["game"] = pa.array([game] * len(table))
            kinds = schema()
            arrays = [
                columns[kind.name].cast(kind.type) if kind.name in columns else pa.nulls(len(table), kind.type)
                for kind in kinds
            ]
            yield pa.Table.from_arrays(arrays, schema=kinds)


def pack(table: Any, question: Question, file: Path) -> None:
    """Write the answers to a question as one small file."""
    rows = table.select(COLUMNS[question])
    kinds = {"deal": pa.uint32(), "nodes": pa.int32(), "score": pa.int32()}
    names = rows.schema.names
    rows = rows.cast(pa.schema([(name, kinds.get(name, _plain(rows.schema.field(name).type))) for name in names]))
    pq.write_table(
        rows,
        file,
        compression="zstd",
        compression_level=19,
        use_dictionary=[name for name in names if name not in kinds],
        column_encoding={name: "DELTA_BINARY_PACKED" for name in names if name in kinds},
        row_group_size=max(len(rows), 1),
        write_statistics=False,
    )


def _plain(kind: Any) -> Any:
    return pa.string() if pa.types.is_dictionary(kind) else kind


def _part(entry: Entry, listed: dict[str, Any]) -> Part:
    first, last = listed["deals"]
    won, lost, unknown = (listed.get(word, 0) for word in ("won", "lost", "unknown"))
    return Part(listed["file"], entry.name, first, last, won, lost, unknown, 0.0, listed["sha256"])
