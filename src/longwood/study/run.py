"""Running a study: what is left to do, done, and kept part by part."""

import errno
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Protocol

from longwood import __version__
from longwood.core.shares import Share
from longwood.core.words import shorten
from longwood.study import StudyError
from longwood.study.folder import Folder, name_of
from longwood.study.manifest import Asked, BadManifest, Manifest, Part, maker
from longwood.study.questions import Entry
from longwood.study.ranges import Range, count, joined, pieces, without
from longwood.study.tables import from_bytes
from longwood.study.until import deals_needed, pilot
from longwood.study.workers import Task, Workers

BETWEEN = 50
"""The manifest is written anew whenever it has grown by a fiftieth: after every part would be quadratic work. The next
run finds the parts that it does not list."""


class Watch(Protocol):
    """Who is told how a run goes on."""

    def note(self, sentence: str) -> None:
        """Something that one should know."""

    def begin(self, entry: Entry, deals: int, done: int, share: Share) -> None:
        """An entry is begun or resumed: the number of its deals, how many are done, and what came out so far."""

    def add(self, deals: int, share: Share) -> None:
        """More deals are done, and this came out."""


class Silent:
    """Nobody watches."""

    def note(self, sentence: str) -> None:
        """Nothing."""

    def begin(self, entry: Entry, deals: int, done: int, share: Share) -> None:
        """Nothing."""

    def add(self, deals: int, share: Share) -> None:
        """Nothing."""


@dataclass(frozen=True)
class Order:
    """What a run is asked to do."""

    asked: tuple[Asked, ...]
    shard: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        # Parts are told apart by the names of their entries: two of one name would share their answers.
        names = [each.entry.name for each in self.asked]
        for name in names:
            if names.count(name) > 1:
                raise StudyError(f"{name} is asked twice: a study asks each game a question once.")
        if self.shard and any(each.until is not None for each in self.asked):
            raise StudyError("--until and --shard do not go together: no shard knows how wide the interval of all is.")


def run(folder: Folder, order: Order, workers: Workers, watch: Watch | None = None) -> Manifest:
    """Do what is left of a study. However it ends, the same call resumes it, and nothing is counted twice."""
    with folder.held():
        study = Study(folder, order, watch or Silent())
        for asked in study.manifest.asked:
            study.answer(asked, workers)
        return study.manifest


class Study:
    """A study under way."""

    def __init__(self, folder: Folder, order: Order, watch: Watch) -> None:
        self.folder = folder
        self.watch = watch
        self.maker = maker()
        self.manifest = self._opened(order)
        self.written = len(self.manifest.parts)

    def _opened(self, order: Order) -> Manifest:
        """The manifest, extended to what is asked, with the parts that are really there."""
        folder = self.folder
        try:
            old = folder.read()
        except BadManifest as error:
            self.watch.note(f"{error} It is made again from the parts.")
            old = self._rebuilt(order)
        except StudyError:
            if folder.told():
                self.watch.note(f"There is no manifest in {name_of(folder.path)}: it is made again from the parts.")
            old = self._rebuilt(order)
        check_same(folder, old, order)
        folder.tidy()
        manifest = replace(old, asked=_extended(old, order), makers=_joined_makers(old, self.maker))
        manifest = manifest.with_parts(self._sound_parts(manifest))
        folder.write(manifest)
        return manifest

    def _rebuilt(self, order: Order) -> Manifest:
        """A manifest of what is asked, and of what the parts say that they answer and who made them."""
        told = self.folder.told()
        wanted = [asked.entry for asked in order.asked]
        others = [Asked(entry, ()) for entry, _ in told if entry not in wanted]
        makers: list[dict[str, object]] = []
        for _, made_by in told:
            if made_by not in makers:
                makers.append(made_by)
        return Manifest((*order.asked, *others), tuple(makers) or (self.maker,), order.shard)

    def _sound_parts(self, manifest: Manifest) -> Iterator[Part]:
        """The parts that are what the manifest says, and those that it has not heard of yet."""
        listed = {part.file: part for part in manifest.parts}
        for part in listed.values():
            if self.folder.is_whole(part):
                yield part
            else:
                self.watch.note(f"{name_of(self.folder.path / part.file)} is damaged or gone, and is made again.")
                self.folder.put_aside(part.file)
        done = {entry.name: manifest.done(entry) for entry in manifest.entries}
        for part in self.folder.found(manifest.entries, manifest.version, listed):
            if without([part.deals], done[part.entry]) == [part.deals]:
                done[part.entry] = joined([*done[part.entry], part.deals])
                yield part

    def answer(self, asked: Asked, workers: Workers) -> None:
        """Answer what is left of an entry; where a pilot chooses how many deals there are, that first."""
        points = asked.until
        if points is None:
            self.work(asked, workers)
            return
        most = asked.deals[-1][1]
        begin, end = asked.pilot or pilot(asked.deals[0][0], points)
        asked = replace(asked, deals=((begin, min(end, most)),), pilot=(begin, end))
        self.work(asked, workers)
        needed = deals_needed(self._share(asked.entry, begin, end), points, asked.entry.part)
        asked = replace(asked, deals=((begin, min(end + needed, most)),))
        self.manifest = replace(
            self.manifest, asked=tuple([asked if each.entry == asked.entry else each for each in self.manifest.asked])
        )
        self.folder.write(self.manifest)
        fewer = f", and --deals allows {most - end:,}" if most < end + needed else ""
        self.watch.note(f"The pilot, deals {begin:,} to {end:,}, asks for {needed:,} more{fewer}.")
        self.work(asked, workers)

    def _share(self, entry: Entry, first: int, last: int) -> Share:
        """What came out in some deals."""
        parts = [part for part in self.manifest.of(entry) if first <= part.last and part.first <= last]
        found = Counter[str]()
        for table in self.folder.tables(parts):
            verdicts = zip(table["deal"].to_pylist(), table["verdict"].to_pylist())
            found.update([verdict for deal, verdict in verdicts if first <= deal <= last])
        return Share(found["won"], found["lost"], found["unknown"])

    def work(self, asked: Asked, workers: Workers) -> None:
        """Answer what is left of some deals of an entry."""
        entry = asked.entry
        mine = self.mine(asked)
        left = without(mine, self.manifest.done(entry))
        is_pilot = asked.pilot is not None and asked.deals[-1][1] <= asked.pilot[1]
        counted = self.manifest.of(entry) if is_pilot else self.manifest.counted(asked)
        share = sum([part.share for part in counted], Share())
        self.watch.begin(entry, count(mine), count(mine) - count(left), share)
        # One by one: of all the deals that there are, a list would fill any memory.
        tasks = (Task(entry, *piece) for piece in pieces(left, entry.part))
        try:
            with closing(workers(tasks)) as answers:  # type: ignore[type-var]
                for task, data in answers:
                    self.keep(task, data)
        finally:
            if self.written < len(self.manifest.parts):
                self.write()

    def mine(self, asked: Asked) -> list[Range]:
        """The deals of an entry that this folder is to hold."""
        if not self.manifest.shard:
            return list(asked.deals)
        number, shards = self.manifest.shard
        size = asked.entry.part
        return [piece for piece in pieces(asked.deals, size) if (piece[0] - 1) // size % shards == number - 1]

    def keep(self, task: Task, data: bytes) -> None:
        """Write a part and say so in the manifest, now or soon."""
        part = self.folder.add(task.entry, from_bytes(data), task.first, task.last, self.maker)
        self.manifest = self.manifest.with_parts([*self.manifest.parts, part])
        if len(self.manifest.parts) >= self.written + max(1, self.written // BETWEEN):
            self.write()
        self.watch.add(task.deals, part.share)

    def write(self) -> None:
        """Put the manifest on the disk as it is now."""
        self.folder.write(self.manifest)
        self.written = len(self.manifest.parts)


def check_same(folder: Folder, old: Manifest, order: Order) -> None:
    """The folder holds this study and no other; `StudyError` says what it holds."""
    wanted = {asked.entry for asked in order.asked}
    for there in old.entries:
        if there not in wanted:
            # What comes nearest tells best how they differ.
            asked_for = next((entry for entry in wanted if entry.name == there.name), order.asked[0].entry)
            raise StudyError(
                f'{name_of(folder.path)} holds another study ("{there.words}", not "{asked_for.words}"): '
                "choose another folder."
            )
    if old.shard != order.shard:
        held = "shard {} of {}".format(*old.shard) if old.shard else "a study that is not sharded"
        raise StudyError(f"{name_of(folder.path)} holds {held}: choose another folder.")
    versions = [str(maker["version"]) for maker in old.makers if maker["version"] != __version__]
    if versions:
        raise StudyError(
            f"{name_of(folder.path)} was made by Longwood {shorten(versions[0])}, and this is {__version__}, whose "
            "answers may differ: choose another folder."
        )
    before = {asked.entry: asked for asked in old.asked}
    for asked in order.asked:
        known = before.get(asked.entry, asked)
        # What the deals of one pilot have told, another one must not choose by.
        if known.until != asked.until or known.pilot not in (None, asked.pilot):
            raise StudyError(
                f"{name_of(folder.path)} holds {asked.entry.words} with another --until or first deal: choose another "
                "folder."
            )


def _extended(old: Manifest, order: Order) -> tuple[Asked, ...]:
    """What was asked before and is asked now, of all the deals together."""
    before = {asked.entry: asked.deals for asked in old.asked}
    return tuple(
        [replace(asked, deals=tuple(joined([*asked.deals, *before.get(asked.entry, ())]))) for asked in order.asked]
    )


def _joined_makers(old: Manifest, maker: dict[str, object]) -> tuple[dict[str, object], ...]:
    return old.makers if maker in old.makers else (*old.makers, maker)


def stopped_words(error: OSError, folder: Folder) -> str:
    """Why a run had to stop, in a sentence."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return f"There is no room left on the disk of {name_of(folder.path)}."
    return f"{error.filename or name_of(folder.path)} cannot be used: {error.strerror or error}."
