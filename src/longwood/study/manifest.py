"""The manifest of a study: what was asked, who made it, and the parts with their counts and hashes."""

import json
import os
import platform
import subprocess
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from longwood import __version__
from longwood.core.shares import Share
from longwood.core.words import shorten
from longwood.study import StudyError
from longwood.study.questions import Entry
from longwood.study.ranges import Range, joined

FORMAT = "longwood study 1"


class BadManifest(StudyError):
    """A manifest that cannot be read; the parts may still be."""


@dataclass(frozen=True, slots=True)
class Part:
    """A file of the study: which deals it holds and what came out, so that nobody has to open it to count."""

    file: str
    entry: str
    """The name of the entry that it answers."""
    first: int
    last: int
    won: int
    lost: int
    unknown: int
    seconds: float
    """Processor time."""
    sha256: str

    @property
    def deals(self) -> Range:
        """The deals that it holds."""
        return self.first, self.last

    @property
    def rows(self) -> int:
        """How many."""
        return self.last - self.first + 1

    @property
    def share(self) -> Share:
        """What came out."""
        return Share(self.won, self.lost, self.unknown)


@dataclass(frozen=True, slots=True)
class Asked:
    """An entry, the deals that it is asked of, and how their number was chosen if a pilot chose it."""

    entry: Entry
    deals: tuple[Range, ...]
    pilot: Range | None = None
    """The deals that only chose how many follow: they are in the tables, and in no estimate."""
    until: float | None = None
    """The half-width, in points, that the number of deals was chosen for."""


def maker() -> dict[str, Any]:
    """Who makes answers here: the version, the commit if it is known, and the machine."""
    return {"version": __version__, "commit": commit(), "machine": machine()}


@lru_cache(maxsize=1)
def machine() -> str:
    """The machine in a line, without its name."""
    return f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"


@lru_cache(maxsize=1)
def commit() -> str | None:
    """The commit of the checkout that this runs from; None if it runs from none, or if files have been changed."""
    here = str(Path(__file__).resolve().parents[1])
    try:
        head = _git(here, "rev-parse", "HEAD")
        changed = _git(here, "status", "--porcelain", "--untracked-files=no", "--", here)
    except (OSError, subprocess.SubprocessError):
        return None
    return None if changed else head


def _git(folder: str, *words: str) -> str:
    command = ["git", "-C", folder, *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=10, check=True)  # noqa: S603
    return done.stdout.strip()


@dataclass(frozen=True)
class Manifest:
    """What a study is."""

    asked: tuple[Asked, ...]
    makers: tuple[dict[str, Any], ...] = field(default_factory=lambda: (maker(),))
    shard: tuple[int, int] | None = None
    """Which share of the parts this folder holds: the second of four is 2, 4."""
    parts: tuple[Part, ...] = ()

    @property
    def entries(self) -> list[Entry]:
        """What is asked, without the deals."""
        return [each.entry for each in self.asked]

    @property
    def version(self) -> str:
        """The version that makes all of its answers."""
        return str(self.makers[0]["version"])

    def of(self, entry: Entry) -> list[Part]:
        """The parts of an entry, in the order of their deals."""
        return sorted([part for part in self.parts if part.entry == entry.name], key=lambda part: part.first)

    def counted(self, asked: Asked) -> list[Part]:
        """The parts that an estimate counts: without those of a pilot, and without any beyond what it asked for."""
        parts = self.of(asked.entry)
        if asked.pilot is None:
            return parts
        begin, end = asked.pilot[1], asked.deals[-1][1]
        return [part for part in parts if begin < part.first and part.last <= end]

    def done(self, entry: Entry) -> list[Range]:
        """The deals of an entry that are answered."""
        return joined([part.deals for part in self.parts if part.entry == entry.name])

    def with_parts(self, parts: Iterable[Part]) -> "Manifest":
        """The same study with other parts."""
        return replace(self, parts=tuple(sorted(parts, key=lambda part: (part.entry, part.first))))

    @property
    def counts(self) -> dict[str, dict[str, int]]:
        """How many deals of each entry are answered, and what came out."""
        return {entry.name: _counts(self.of(entry)) for entry in self.entries}

    def to_text(self) -> str:
        """The manifest as its file holds it."""
        found = {
            "format": FORMAT,
            "asked": [asdict(each) | {"entry": each.entry.to_json()} for each in self.asked],
            "makers": list(self.makers),
            "shard": self.shard,
            "counts": self.counts,
            "parts": [asdict(part) for part in self.parts],
        }
        return json.dumps(found, indent=1) + "\n"

    @classmethod
    def from_text(cls, text: str) -> "Manifest":
        """The manifest that `to_text` wrote; `BadManifest` if it is none."""
        try:
            found = json.loads(text)
            _check_format(found["format"])
            asked = [
                Asked(
                    Entry.from_json(each["entry"]),
                    tuple([_range(deals) for deals in each["deals"]]),
                    None if each["pilot"] is None else _range(each["pilot"]),
                    None if each["until"] is None else float(each["until"]),
                )
                for each in found["asked"]
            ]
            shard = None if found["shard"] is None else _range(found["shard"])
            makers = tuple([{"version": str(each["version"]), **each} for each in found["makers"]])
            parts = tuple([_part(each) for each in found["parts"]])
        except BadManifest:
            raise
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
            raise BadManifest(f"it cannot be read ({type(error).__name__})") from None
        if not asked or not makers:
            raise BadManifest("it asks nothing")
        manifest = cls(tuple(asked), makers, shard, parts)
        if found.get("counts") != manifest.counts:
            raise BadManifest("its counts are not those of its parts")
        return manifest


def _counts(parts: list[Part]) -> dict[str, int]:
    share = sum([part.share for part in parts], Share())
    deals = sum([part.rows for part in parts])
    return {"deals": deals, "won": share.won, "lost": share.lost, "unknown": share.unknown}


def _check_format(found: str) -> None:
    if found != FORMAT:
        raise BadManifest(f'its format is "{shorten(found)}", and this Longwood reads "{FORMAT}"')


def _range(found: Any) -> Range:
    first, last = found
    if type(first) is not int or type(last) is not int or not 0 <= first <= last:
        raise ValueError("not a range")
    return first, last


def _part(found: Any) -> Part:
    part = Part(**found)
    _range(part.deals)
    # Nobody's manifest names a file elsewhere.
    if Path(part.file).is_absolute() or ".." in Path(part.file).parts or not part.file.isprintable():
        raise ValueError("not a file of the study")
    if not all(type(each) is int for each in (part.won, part.lost, part.unknown)) or not isinstance(part.sha256, str):
        raise ValueError("not a part")
    # Of each deal one of the three is counted, or where no verdict is asked for, none.
    if min(part.won, part.lost, part.unknown) < 0 or part.share.trials not in (0, part.rows):
        raise ValueError("not a part")
    return part
