"""Rows that make sense: a damaged file of SQLite may hold anything, and one such row must not hide all others."""

from typing import Any

from sqlalchemy import Boolean, literal_column
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement

from longwood.journal.entries import MOST_SECONDS, Ending

_LAST = 32_503_680_000_000
"""The year 3000, in milliseconds since 1970: a clock may be wrong, but calendars end."""
_MOST = 2**31


def _is_text(name: str) -> str:
    return f"typeof({name}) = 'text' AND {name} NOT GLOB '*[^ -~]*'"


def _is_in(name: str, least: float, most: float) -> str:
    # What is no number is more than any.
    return f"{name} BETWEEN {least} AND {most}"


def _is_share(name: str) -> str:
    return f"({name} IS NULL OR {_is_in(name, -1000, 1000)})"


_ENTRY = " AND ".join([
    *[_is_text(f"entries.{name}") for name in ("id", "game")],
    f"entries.ending IN ({', '.join([repr(ending.value) for ending in Ending])})",
    *[_is_in(f"entries.{name}", 0, _LAST) for name in ("started", "saved", "first_seen", "last_seen")],
    f"(entries.ended IS NULL OR {_is_in('entries.ended', 0, _LAST)})",
    _is_in("entries.seconds", 0, MOST_SECONDS),
    *[_is_in(f"entries.{name}", 0, _MOST) for name in (
        "acts", "undos", "fair_hints", "seeing_hints", "verdicts", "chances", "revision", "leap",
    )],
    _is_in("entries.score", -_MOST, _MOST),
    _is_in("entries.level", 0, 4),
    _is_in("entries.offset", -24 * 60, 24 * 60),
    # A day that there is not comes back as another one.
    "(entries.day = '' OR date(entries.day, '+0 days') IS entries.day)",
])  # fmt: skip
_ANALYSIS = " AND ".join([
    *[_is_share(f"analyses.{name}") for name in ("accuracy", "skill", "luck", "chance", "given_up")],
    *[f"(analyses.{name} IS NULL OR {_is_in(f'analyses.{name}', 0, 1)})" for name in
      ("is_best_proven", "is_analyst_won")],
    *[f"(analyses.{name} IS NULL OR {_is_in(f'analyses.{name}', -_MOST, _MOST)})" for name in
      ("best_score", "decisions")],
])  # fmt: skip


class _Sound(FunctionElement[bool]):
    """A condition for SQLite; other databases keep to the types of their columns."""

    type = Boolean()
    inherit_cache = True
    name = "sound"


@compiles(_Sound)
def _anything(element: _Sound, compiler: SQLCompiler, **_: Any) -> str:
    return "true"


@compiles(_Sound, "sqlite")
def _checked(element: _Sound, compiler: SQLCompiler, **options: Any) -> str:
    return f"({compiler.process(element.clauses, **options)})"


SOUND_ENTRY = _Sound(literal_column(_ENTRY, Boolean))
"""Whether an entry makes sense. It says nothing of the record, which statistics do not read."""
SOUND_ANALYSIS = _Sound(literal_column(_ANALYSIS, Boolean))
"""Whether what the analyst found makes sense."""
