"""SQL over the tables of a study, by DuckDB."""

from typing import Any, NamedTuple

from longwood.core.words import shorten
from longwood.study import StudyError
from longwood.study.extra import duckdb
from longwood.study.folder import Folder, name_of
from longwood.study.manifest import Asked, Part


class Rows(NamedTuple):
    """What a query found."""

    columns: list[str]
    rows: list[tuple[Any, ...]]


class Opened(NamedTuple):
    """A connection that knows the study as the view `deals`, and the parts that were left out as damaged."""

    connection: Any
    damaged: list[str]


def opened(folder: Folder) -> Opened:
    """The deals of a study as a view: the columns of the tables, the question, and whether a deal is of a pilot."""
    manifest = folder.read()
    damaged = [part for part in manifest.parts if not folder.is_whole(part)]
    selects = []
    for asked in manifest.asked:
        parts = [part for part in manifest.of(asked.entry) if part not in damaged]
        if parts:
            selects.append(_select(folder, asked, parts))
    if not selects:
        raise StudyError(f"{name_of(folder.path)} holds no answers yet.")
    connection = duckdb.connect()
    query(connection, f"CREATE VIEW deals AS {' UNION ALL BY NAME '.join(selects)}")
    return Opened(connection, [name_of(folder.path / part.file) for part in damaged])


def _select(folder: Folder, asked: Asked, parts: list[Part]) -> str:
    files = ", ".join([_quoted(str(folder.path / part.file)) for part in parts])
    pilot = f"deal BETWEEN {asked.pilot[0]} AND {asked.pilot[1]}" if asked.pilot else "false"
    question = _quoted(asked.entry.question.value)
    source = f"read_parquet([{files}], hive_partitioning = false)"
    game = f"{_quoted(asked.entry.game)} AS game, " if folder.is_packed else ""
    return f"SELECT {question} AS question, {game}*, {pilot} AS is_pilot FROM {source}"  # noqa: S608  # our own words


def _quoted(text: str) -> str:
    escaped = text.replace("'", "''")
    return f"'{escaped}'"


def query(connection: Any, sql: str) -> Rows:
    """The answer to a question in SQL; `StudyError` says what is wrong with it."""
    try:
        found = connection.execute(sql)
        if found is None or found.description is None:
            return Rows([], [])
        return Rows([column[0] for column in found.description], found.fetchall())
    except duckdb.Error as error:
        words = " ".join(str(error).split())
        raise StudyError(f"DuckDB cannot answer that: {shorten(words, 300)}") from None
