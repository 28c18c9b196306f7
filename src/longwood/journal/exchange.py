"""The journal to take along: lines of text, JSON and CSV. Reading back what was written changes nothing."""

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

from longwood.core.words import after_colon, shorten
from longwood.journal import BadEntry, JournalError
from longwood.journal.entries import (
    COUNTS,
    ID,
    SOURCES,
    Entry,
    Judged,
    Played,
    derived_id,
    imported,
    judged,
    parse_time,
    time_text,
)
from longwood.notation import LINK

FORMATS = ("lines", "json", "csv")
FORMAT_VERSION = 1
_NO_RECORD = "there is no record here."
_MOST_COLUMNS = 100
COLUMNS = (
    "id", "record", "ending", "started", "ended", "seconds", "score", "moves", *COUNTS, "day", "level", "offset",
    "source", "redo",
)  # fmt: skip


def facts_of(entry: Entry) -> dict[str, Any]:
    """An entry as the formats write it."""
    found: dict[str, Any] = {"id": entry.id, "record": entry.record, "ending": entry.ending.value}
    found |= {"started": time_text(entry.started), "ended": "" if entry.ended is None else time_text(entry.ended)}
    found |= {"seconds": round(entry.seconds, 1), "score": entry.score, "moves": entry.acts}
    found |= {name: getattr(entry, name) for name in (*COUNTS, "day", "level", "offset", "source", "redo")}
    return found


def written(entries: Iterable[Entry], format: str) -> Iterator[str]:
    """Entries as text, part by part."""
    if format == "lines":
        for entry in entries:
            yield f"{entry.record} # {_comment(entry)}\n"
    elif format == "csv":
        page = io.StringIO()
        writer = csv.DictWriter(page, COLUMNS, lineterminator="\n")
        writer.writeheader()
        for entry in entries:
            writer.writerow(facts_of(entry))
            yield page.getvalue()
            page.seek(0)
            page.truncate()
        yield page.getvalue()
    elif format == "json":
        yield f'{{"format": "longwood journal", "version": {FORMAT_VERSION}, "entries": ['
        mark = "\n"
        for entry in entries:
            yield mark + json.dumps(facts_of(entry))
            mark = ",\n"
        yield "\n]}\n"
    else:
        raise JournalError(f'"{shorten(format)}" is not a format: choose {", ".join(FORMATS)}.')


def _comment(entry: Entry) -> str:
    facts = facts_of(entry)
    facts["ending"] = facts["ending"].replace(" ", "-")
    return " ".join([f"{name}={facts[name]}" for name in COLUMNS if name != "record" and facts[name] not in ("", 0)])


Facts = dict[str, Any] | BadEntry
"""What a row of a text says of a game, or what is wrong with it."""


@dataclass(slots=True)
class Reading:
    """What was found in a text: entries, and what is wrong with the rest, line by line."""

    moment: int
    """When it is read: a game that says nothing of its time was played now."""
    entries: list[Entry] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    _seen: set[str] = field(default_factory=set)

    def take(self, where: str, facts: Facts, found: Judged | BadEntry | None = None) -> None:
        """Take in a row, judged by the rules unless that was done already; what is wrong is named by its place."""
        try:
            for each in (facts, found):
                if isinstance(each, BadEntry):
                    raise each
            assert isinstance(facts, dict)
            assert not isinstance(found, BadEntry)
            entry = entry_of(facts, self.moment, found)
        except BadEntry as error:
            self.problems.append(f"{where}: {after_colon(str(error))}")
            return
        if entry.id not in self._seen:
            self._seen.add(entry.id)
            self.entries.append(entry)


def read(text: str, moment: int) -> Reading:
    """The entries of a text in any of the formats. Each is replayed; what does not replay is named by its line."""
    found = Reading(moment)
    for where, facts in rows(text):
        found.take(where, facts)
    return found


def rows(text: str, before: int = 0) -> Iterator[tuple[str, Facts]]:
    """The rows of a text in any of the formats, and where each stands; `before` counts those sent earlier."""
    text = text.removeprefix("\ufeff")
    start = text.lstrip()[:200]
    if start.startswith("{"):
        return _json_rows(text, before)
    if re.match(r"id,record\b", start):
        return _csv_rows(text, before)
    return _line_rows(text, before)


def record_of(facts: Facts) -> str:
    """The record of a row."""
    return "" if isinstance(facts, BadEntry) else str(facts.get("record") or "").strip()


def with_redo(record: str, facts: Facts, found: Judged) -> str:
    """What has to replay too: a player who resumes the game can redo what was undone. Empty if there is nothing."""
    redo = "" if isinstance(facts, BadEntry) or found.is_won else str(facts.get("redo") or "")
    return f"{record}/{redo}" if redo else ""


def entry_of(facts: dict[str, Any], moment: int, found: Judged | None = None) -> Entry:
    """The entry that some facts make; `BadEntry` if the rules refuse the record or a fact makes no sense.

    `found` is what the rules say, if the caller has replayed the game already, with what can be redone.
    """
    record = record_of(facts)
    source = str(facts.get("source") or "")
    told: dict[str, Any] = {"record": record, "source": source if source in SOURCES else "import"}
    for name in (*COUNTS, "level", "offset"):
        told[name] = _number(name, facts.get(name, 0), int)
    told["seconds"] = _number("seconds", facts.get("seconds", 0), float)
    told["day"] = str(facts.get("day") or "")
    told["redo"] = str(facts.get("redo") or "")
    played = Played(**told)
    ended = facts.get("ended")
    started = facts.get("started")
    end = parse_time(str(ended)) if ended else None
    # A bare record says nothing of when: it counts as played at its import, but is named by itself.
    begin = parse_time(str(started)) if started else 0
    if found is None:
        found = judged(record)
        if longer := with_redo(record, facts, found):
            judged(longer)
    id = str(facts.get("id") or "")
    if not ID.fullmatch(id):
        id = derived_id(record, begin)
    begin = begin or (end if end is not None else moment)
    ending = str(facts.get("ending") or "").replace("-", " ")
    return imported(played, found, id=id, started=begin, ended=end, ending=ending)


def _number(name: str, value: Any, kind: type[int] | type[float]) -> Any:
    try:
        return kind(value or 0)
    except (TypeError, ValueError, OverflowError):
        raise BadEntry(f'"{shorten(str(value))}" is not a number of {name}.') from None


def _line_rows(text: str, before: int) -> Iterator[tuple[str, Facts]]:
    for number, line in enumerate(text.splitlines(), before + 1):
        record, _, comment = line.partition("#") if not LINK.match(line.strip()) else (line, "", "")
        record = record.strip()
        if not record:
            continue
        link = LINK.fullmatch(record)
        facts = dict(part.split("=", 1) for part in comment.split() if "=" in part)
        yield f"Line {number}", {**facts, "record": unquote(link[1]) if link else record}


def _csv_rows(text: str, before: int) -> Iterator[tuple[str, Facts]]:
    reader = csv.DictReader(io.StringIO(text))
    try:
        if len(reader.fieldnames or ()) > _MOST_COLUMNS:
            # Each row would be that much work, however short it is.
            raise BadEntry(f"This is no export of a journal: it has more than {_MOST_COLUMNS} columns.")
        for row in reader:
            facts = {name: value for name, value in row.items() if name in COLUMNS}
            yield f"Line {before + reader.line_num}", facts if facts.get("record") else BadEntry(_NO_RECORD)
    except csv.Error as error:
        yield f"Line {before + reader.line_num}", BadEntry(f"this is not CSV: {error}.")


def _json_rows(text: str, before: int) -> Iterator[tuple[str, Facts]]:
    try:
        page = json.loads(text)
    except ValueError as error:
        raise BadEntry(f"This is not JSON: {error}.") from None
    except RecursionError:
        raise BadEntry("This JSON holds no journal: it is nested too deeply.") from None
    entries = page.get("entries") if isinstance(page, dict) else None
    if not isinstance(entries, list) or not isinstance(page.get("version"), int):
        raise BadEntry("This JSON holds no journal: it has no version and no entries.")
    if page["version"] > FORMAT_VERSION:
        raise BadEntry("This export is from a newer Longwood: update Longwood to import it.")
    for number, entry in enumerate(entries, before + 1):
        is_entry = isinstance(entry, dict) and entry.get("record")
        yield f"Entry {number}", entry if is_entry else BadEntry(_NO_RECORD)
