"""Write the types of what the server sends for the page's JavaScript: `static/js/types.js` from the structs.

    python tools/page_types.py

A test fails where the file is out of date. A struct is called there as here, without the "Answer" at its end.
"""

import ast
import inspect
import json
import textwrap
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from datetime import date
from enum import StrEnum
from pathlib import Path
from types import ModuleType, NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from longwood.journal.luck import Luck
from longwood.journal.statistics import Day, Month
from longwood.web import structs as server
from longwood.web.analyst import structs as analyst
from longwood.web.assets import FOLDER
from longwood.web.journal import answers as journal

FILE = FOLDER / "js" / "types.js"
HEAD = """\
// @ts-check
/** What the server sends, as docs/api.md says. Written by tools/page_types.py: change the structs, then run it. */
"""
PLAIN = {date: "string", str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null"}
# Records of the journal that are sent as they are.
SENT = {journal.__name__: (Luck, Day, Month)}
# What stands for itself in the answers has a name in the page too.
NAMED = {"Piles": server.Piles, "Journey": server.Journey, "Facts": server.Facts, "ReportEvent": analyst.ReportEvent}


def type_of(hint: Any) -> str:
    """A Python type as TypeScript writes it."""
    named = [name for name, type in NAMED.items() if type == hint]
    return named[0] if named else _spelled_out(hint)


def _spelled_out(hint: Any) -> str:
    if hint in PLAIN:
        return PLAIN[hint]
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return "string"
    if isinstance(hint, type) and is_struct(hint):
        return name_of(hint)
    origin, args = get_origin(hint), get_args(hint)
    if origin is Literal:
        return " | ".join([json.dumps(arg) for arg in args])
    if origin in (UnionType, Union):
        return " | ".join(dict.fromkeys([type_of(arg) for arg in args]))
    if origin is list or (origin is tuple and args[1:] == (...,)):
        element = type_of(args[0])
        return f"({element})[]" if " | " in element else f"{element}[]"
    if origin is tuple:
        return f"[{', '.join([type_of(arg) for arg in args])}]"
    if origin is dict and args[0] is str:
        return f"Record<string, {type_of(args[1])}>"
    raise TypeError(f"the page has no type for {hint}")


def name_of(struct: type) -> str:
    """What a struct is called in the page."""
    return struct.__name__.removesuffix("Answer")


def structs(module: ModuleType) -> Iterator[type]:
    """The structs and records that a module defines, in order, and what it sends of another one's."""
    for value in vars(module).values():
        if not isinstance(value, type):
            continue
        if value.__module__ == module.__name__ and is_struct(value):
            yield value
    yield from SENT.get(module.__name__, ())


def is_struct(value: type) -> bool:
    """Whether it has fields that are sent."""
    return is_dataclass(value) or (issubclass(value, msgspec.Struct) and value is not msgspec.Struct)


def fields_of(struct: type) -> tuple[str, ...]:
    """The names of a struct's fields."""
    if issubclass(struct, msgspec.Struct):
        return struct.__struct_fields__
    record: Any = struct
    return tuple([field.name for field in fields(record)])


def notes(struct: type) -> dict[str, str]:
    """What is written below the fields of a struct, and of those that it continues."""
    found: dict[str, str] = {}
    for each in reversed(struct.__mro__):
        if is_struct(each):
            found |= _own(each)
    return found


def _own(struct: type) -> dict[str, str]:
    body = ast.parse(textwrap.dedent(inspect.getsource(struct))).body[0]
    assert isinstance(body, ast.ClassDef)
    found = {}
    for field, note in zip(body.body, body.body[1:]):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(note, ast.Expr):
            assert isinstance(note.value, ast.Constant)
            found[field.target.id] = " ".join(str(note.value.value).split())
    return found


def block(words: str, name: str, fields: dict[str, str], said: dict[str, str] | None = None) -> str:
    """A type with its fields."""
    lines = [line.strip() for line in words.splitlines()]
    lines += [f"@typedef {{object}} {name}"]
    lines += [f"@property {{{type}}} {field} {(said or {}).get(field, '')}" for field, type in fields.items()]
    return "\n".join(["/**", *[f" * {line}".rstrip() for line in lines], " */"])


def blocks(module: ModuleType) -> Iterator[str]:
    """The types of a module's structs."""
    for struct in structs(module):
        hints = get_type_hints(struct)
        typed = {field: type_of(hints[field]) for field in fields_of(struct)}
        yield block(inspect.getdoc(struct) or "", name_of(struct), typed, notes(struct))


def text() -> str:
    """The whole file."""
    named = [f"/** @typedef {{{_spelled_out(hint)}}} {name} */" for name, hint in NAMED.items()]
    streams = {kind: _events(events) for kind, events in analyst.STREAMS.items()}
    singles = {kind: name_of(struct) for kind, struct in analyst.SINGLES.items()}
    questions = [
        block("What the analyst tells step by step: the events of each stream.", "Streams", streams),
        block("What the analyst answers at once.", "Singles", singles),
    ]
    return "\n".join(
        [HEAD, *named, *blocks(server), *blocks(analyst), *blocks(journal), *questions, "", "export {};", ""]
    )


def _events(events: dict[str, type[msgspec.Struct]]) -> str:
    return f"{{{', '.join([f'{event}: {name_of(struct)}' for event, struct in events.items()])}}}"


def main() -> None:
    """Write the file."""
    Path(FILE).write_text(text(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
