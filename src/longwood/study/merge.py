"""Shards of a study, studies of other deals or published answers, as one: every deal once."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from longwood.study import StudyError
from longwood.study.folder import Folder, name_of, placed
from longwood.study.manifest import Manifest, Part
from longwood.study.questions import Entry
from longwood.study.ranges import Range, joined, pieces, without
from longwood.study.tables import untimed


class Merged(NamedTuple):
    """What was put together, and what could not be."""

    manifest: Manifest
    damaged: list[str]
    """Parts that were left out because they are not what their manifest says."""
    missing: dict[str, list[Range]]
    """The deals of each entry that nobody has answered yet."""


def merge(target: Folder, sources: Sequence[Folder]) -> Merged:
    """Put the parts of some studies into one folder; `StudyError` if they are not of one study, or contradict."""
    manifests = [source.read() for source in sources]
    first = manifests[0]
    for source, found in zip(sources, manifests):
        if set(found.entries) != set(first.entries):
            raise StudyError(f"{name_of(source.path)} asks another question than {name_of(sources[0].path)}.")
        if found.version != first.version:
            raise StudyError(f"{name_of(source.path)} was made by Longwood {found.version}, not {first.version}.")
        if source.path.resolve() == target.path.resolve():
            raise StudyError(f"{name_of(target.path)} cannot be merged into itself.")
    with target.held():
        merged = _opened(target, manifests)
        target.write(merged)  # from here on the folder holds a study, however far this gets
        damaged: list[str] = []
        for source, found in zip(sources, manifests):
            for part in found.parts:
                if not source.is_whole(part):
                    damaged.append(name_of(source.path / part.file))
                elif source.is_packed:
                    merged = _unpacked(target, merged, source, part, found.makers[0])
                else:
                    merged = _taken(target, merged, source, part)
            target.write(merged)
    missing = {each.entry.name: without(each.deals, merged.done(each.entry)) for each in merged.asked}
    return Merged(merged, damaged, {name: deals for name, deals in missing.items() if deals})


def _opened(target: Folder, manifests: list[Manifest]) -> Manifest:
    """What the target holds already, asked of the deals of all."""
    asked = {each.entry: each for each in manifests[0].asked}
    held: tuple[Part, ...] = ()
    everyone = manifests
    if not target.is_empty():
        old = target.read()
        if set(old.entries) != set(asked) or old.shard or old.version != manifests[0].version:
            raise StudyError(f"{name_of(target.path)} holds another study: {old.entries[0].words}.")
        held = tuple([part for part in old.parts if target.is_whole(part)])
        everyone = [old, *manifests]
    for each in [each for manifest in everyone for each in manifest.asked]:
        if (each.until, each.pilot) != (asked[each.entry].until, asked[each.entry].pilot):
            raise StudyError(f"{each.entry.words}: studies with another --until or pilot cannot be merged.")
    deals: dict[Entry, list[Range]] = {entry: [] for entry in asked}
    makers: list[dict[str, object]] = []
    for manifest in everyone:
        for each in manifest.asked:
            deals[each.entry] += each.deals
        makers += [maker for maker in manifest.makers if maker not in makers]
    whole = tuple([replace(asked[entry], deals=tuple(joined(ranges))) for entry, ranges in deals.items()])
    return Manifest(whole, tuple(makers), None, held)


def _taken(target: Folder, merged: Manifest, source: Folder, part: Part) -> Manifest:
    """The study with one more part; one that is there already is compared."""
    others = [each for each in merged.parts if each.entry == part.entry and _overlap(each, part)]
    if others:
        _compare(target, others, name_of(source.path), source.table(part))
        if without([part.deals], [each.deals for each in others]):
            raise StudyError(
                f"{name_of(source.path / part.file)} holds deals that are there already and others that are not: run "
                "both studies with the same parts."
            )
        return merged
    data = (source.path / part.file).read_bytes()
    file = target.path / part.file
    file.parent.mkdir(parents=True, exist_ok=True)
    placed(file, lambda out: out.write(data))
    return merged.with_parts([*merged.parts, part])


def _unpacked(target: Folder, merged: Manifest, source: Folder, packed: Part, maker: dict[str, Any]) -> Manifest:
    """The study with published answers: their file is cut into the parts that a run would have made."""
    (entry,) = [each for each in merged.entries if each.name == packed.entry]
    table = source.table(packed)
    others = [part for part in merged.of(entry) if _overlap(part, packed)]
    if others:
        _compare(target, others, name_of(source.path / packed.file), table)
    for first, last in pieces(without([packed.deals], merged.done(entry)), entry.part):
        rows = table.slice(first - packed.first, last - first + 1)
        merged = merged.with_parts([*merged.parts, target.add(entry, rows, first, last, maker)])
    return merged


def _overlap(one: Part, other: Part) -> bool:
    return one.first <= other.last and other.first <= one.last


def _compare(target: Folder, others: list[Part], source: str, table: Any) -> None:
    """Deals that two studies answered have one answer."""
    known = {row["deal"]: row for row in untimed(target.tables(others)).to_pylist()}
    for row in untimed([table]).to_pylist():
        if row["deal"] in known and not _agree(known[row["deal"]], row):
            raise StudyError(f"{source} answers deal {row['deal']:,} of {row['game']} differently from another study.")


def _agree(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether two answers are one. What was published leaves out how long a line is that nobody kept."""
    return all(one[name] == other[name] or (name == "length" and None in (one[name], other[name])) for name in one)
