"""The folder of a study: parts appear by rename, and the manifest says which of them count."""

import fcntl
import hashlib
import json
from collections.abc import Callable, Container, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from longwood.core.shares import Share
from longwood.core.words import shorten
from longwood.files import lasting
from longwood.study import StudyError
from longwood.study.extra import arrow as pa
from longwood.study.extra import compute as pc
from longwood.study.extra import parquet as pq
from longwood.study.manifest import BadManifest, Manifest, Part
from longwood.study.questions import Entry
from longwood.study.tables import schema

MANIFEST = "manifest.json"
PARTS = "parts"
UNFINISHED = ".unfinished"
META = b"longwood"
"""The key under which a part says for itself what it answers, in case the manifest cannot be read."""


SLICE = 10_000
"""Rows that are looked at together where all at once would be too many."""


class Folder:
    """A study on disk."""

    is_packed = False
    """Whether its files are published answers: some of the columns, and all deals in one file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> Manifest:
        """The manifest; `StudyError` if there is none or it cannot be read."""
        if not self.path.is_dir():
            raise StudyError(f"There is no folder {name_of(self.path)}.")
        file = self.path / MANIFEST
        if not file.is_file():
            raise StudyError(f"{name_of(self.path)} holds no study: there is no {MANIFEST} in it.")
        try:
            return Manifest.from_text(file.read_text(encoding="utf-8"))
        except UnicodeDecodeError:
            raise BadManifest(f"{name_of(file)} is damaged: it is not text.") from None
        except BadManifest as error:
            raise BadManifest(f"{name_of(file)} is damaged: {error}.") from None

    def write(self, manifest: Manifest) -> None:
        """Replace the manifest: at any moment the old one or the new one is there, whole."""
        data = manifest.to_text().encode()
        placed(self.path / MANIFEST, lambda file: file.write(data))

    def add(self, entry: Entry, table: Any, first: int, last: int, maker: dict[str, Any]) -> Part:
        """Write a part, whole or not at all."""
        name = part_name(entry, first, last)
        about = {"entry": entry.to_json(), "maker": maker}
        table = table.replace_schema_metadata({META: json.dumps(about).encode()})
        sink = pa.BufferOutputStream()
        pq.write_table(table, sink, compression="zstd", write_page_checksum=True)
        data = bytes(sink.getvalue())
        file = self.path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        placed(file, lambda out: out.write(data))
        return _part(name, entry, first, last, table, hashlib.sha256(data).hexdigest())

    def is_whole(self, part: Part) -> bool:
        """Whether a part is what the manifest says, and a table: a forged one may have the right hash."""
        try:
            data = (self.path / part.file).read_bytes()
            is_same = hashlib.sha256(data).hexdigest() == part.sha256
            return is_same and self._is_ours(pq.read_schema(pa.BufferReader(data)))
        except (OSError, pa.ArrowException):
            return False

    def _is_ours(self, found: Any) -> bool:
        """Whether a table has the columns of a study."""
        return bool(found.equals(schema()))

    def table(self, part: Part) -> Any:
        """The rows of a part; `StudyError` if it is not what the manifest says."""
        with self._believed(part):
            return pq.read_table(self.path / part.file, partitioning=None)

    def slices(self, part: Part) -> Iterator[Any]:
        """The rows of a part, some at a time, so that no more of them are in memory at once; `StudyError` as above."""
        with self._believed(part), pq.ParquetFile(self.path / part.file) as file:
            for batch in file.iter_batches(SLICE):
                yield pa.Table.from_batches([batch])

    @contextmanager
    def _believed(self, part: Part) -> Iterator[None]:
        """A part that is read: `StudyError` if it has another hash, or if that was forged and it is no table."""
        sentence = f"{name_of(self.path / part.file)} is damaged: `longwood study run` makes it again."
        if not self.is_whole(part):
            raise StudyError(sentence)
        try:
            yield
        except (pa.ArrowException, OSError):
            raise StudyError(sentence) from None

    def tables(self, parts: Iterable[Part]) -> Iterator[Any]:
        """The rows of some parts."""
        for part in parts:
            yield self.table(part)

    def is_empty(self) -> bool:
        """Whether nothing is there yet, but for what a run leaves that is killed before its first manifest."""
        return {file.name for file in self.path.iterdir()} <= {".lock", f".{MANIFEST}{UNFINISHED}"}

    def check_place(self) -> None:
        """A study is here or can be begun here; `StudyError` otherwise, before anything is written."""
        if self.path.exists() and not self.path.is_dir():
            raise StudyError(f"{name_of(self.path)} is a file, not a folder: choose another name.")
        if self.path.is_dir() and not self.is_empty() and not (self.path / MANIFEST).exists() and not self.told():
            raise StudyError(f"{name_of(self.path)} is not empty, and holds no study: choose a new folder.")

    def told(self) -> list[tuple[Entry, dict[str, Any]]]:
        """What the parts say for themselves: the entry that each answers, and who made it. Damaged ones say nothing."""
        found = []
        for file in sorted((self.path / PARTS).rglob("*.parquet")):
            with suppress(OSError, ValueError, LookupError, TypeError, RecursionError):
                about = json.loads((pq.read_schema(file).metadata or {})[META])
                maker = {"version": about["maker"]["version"], **about["maker"]}
                found.append((Entry.from_json(about["entry"]), maker))
        return found

    def found(self, entries: Iterable[Entry], version: str, listed: Container[str] = ()) -> Iterator[Part]:
        """The parts in the folder that a version made for these entries, but for those that are listed already."""
        for entry in entries:
            for file in sorted((self.path / PARTS / entry.name).glob("*.parquet")):
                if str(file.relative_to(self.path)) not in listed and (part := self._adopted(file, entry, version)):
                    yield part

    def _adopted(self, file: Path, entry: Entry, version: str) -> Part | None:
        """What a part says for itself; None if it is damaged, answers something else or is of another version."""
        try:
            data = file.read_bytes()
            table = pq.read_table(pa.BufferReader(data), page_checksum_verification=True)
            about = json.loads((table.schema.metadata or {})[META])
            asked = Entry.from_json(about["entry"])
            is_ours = about["maker"]["version"] == version
            deals = table["deal"]
            first, last = deals[0].as_py(), deals[-1].as_py()
        except (OSError, ValueError, LookupError, TypeError, RecursionError):  # pyarrow's errors are among these
            return None
        name = str(file.relative_to(self.path))
        is_right = asked == entry and name == part_name(entry, first, last) and len(table) == last - first + 1
        if not is_right or not is_ours or not table.schema.equals(schema()):
            return None
        return _part(name, entry, first, last, table, hashlib.sha256(data).hexdigest())

    def put_aside(self, file: str) -> None:
        """Keep a damaged part, under a name that nobody takes for one."""
        with suppress(FileNotFoundError):
            (self.path / file).replace(self.path / f"{file}.damaged")

    def tidy(self) -> None:
        """Remove what a killed run left half written."""
        for file in [*self.path.glob(f"*{UNFINISHED}"), *(self.path / PARTS).rglob(f"*{UNFINISHED}")]:
            with suppress(FileNotFoundError):
                file.unlink()

    @contextmanager
    def held(self) -> Iterator[None]:
        """Let no other program write here meanwhile. The system unlocks the folder when this one ends."""
        self.check_place()
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            why = error.strerror or str(error)
            raise StudyError(f"The folder {name_of(self.path)} cannot be made: {why}. Choose another one.") from None
        with (self.path / ".lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise StudyError(f"Another program is working in {name_of(self.path)}: wait for it to end.") from None
            except OSError:
                pass  # a file system without locks: then it is up to the caller
            yield


def part_name(entry: Entry, first: int, last: int) -> str:
    """Where a part lies in the folder."""
    return f"{PARTS}/{entry.name}/{first:09}-{last:09}.parquet"


def placed(path: Path, write: Callable[[IO[bytes]], Any]) -> None:
    """Write a file so that the old one or the new one is there, even after a crash or a power cut."""
    try:
        with lasting(path, path.with_name(f".{path.name}{UNFINISHED}")) as file:
            write(file)
    except OSError as error:
        raise type(error)(error.errno, error.strerror, str(path)) from None


def name_of(path: Path) -> str:
    """A path for a message."""
    return shorten(str(path))


def _part(name: str, entry: Entry, first: int, last: int, table: Any, digest: str) -> Part:
    counts = {each["values"]: each["counts"] for each in pc.value_counts(table["verdict"]).to_pylist()}
    share = Share(counts.get("won", 0), counts.get("lost", 0), counts.get("unknown", 0))
    seconds = round(pc.sum(table["seconds"]).as_py() or 0.0, 6)
    return Part(name, entry.name, first, last, share.won, share.lost, share.unknown, seconds, digest)
