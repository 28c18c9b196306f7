"""A study of several games, from a small TOML file: defaults at the top, a table for each entry.

question = "verdict"
deals = "1-1000"

[[entry]]
game = "NAME"
nodes = 100000
"""

import tomllib
from pathlib import Path
from typing import Any

from longwood.core.words import shorten
from longwood.study import StudyError
from longwood.study.folder import name_of
from longwood.study.manifest import Asked
from longwood.study.policy import policy_text
from longwood.study.questions import Question, entry
from longwood.study.ranges import parse_range
from longwood.study.until import most_deals, pilot

KINDS: dict[str, type | tuple[type, ...]] = {
    "game": str,
    "question": str,
    "deals": str,
    "nodes": int,
    "policy": str,
    "lines": bool,
    "until": (int, float),
}
"""What an entry may say, and what kind of value that is."""


def asked(
    game: str,
    question: str = Question.VERDICT.value,
    deals: str | None = None,
    nodes: int | None = None,
    policy: str = "",
    lines: bool = False,
    until: float | None = None,
) -> Asked:
    """One entry as a person asks for it."""
    if question == Question.FAIR_PLAY.value and policy:
        policy = policy_text(policy)
    found = entry(game, question, nodes, policy, lines)
    if until is None:
        if deals is None:
            raise StudyError("Which deals? Say --deals 1-1000, or --until 0.1 for as many as that takes.")
        return Asked(found, (parse_range(deals),))
    if found.question is Question.BEST:
        raise StudyError("--until needs a share of deals that are won, and the question best has none.")
    if not 0.001 <= until <= 20:
        raise StudyError(f"{until:g} is not a width: give percentage points from 0.001 to 20, as in --until 0.1.")
    if deals is None:
        first = pilot(1, until)
        return Asked(found, ((1, first[1] + most_deals(until) + found.part),), first, until)
    given = parse_range(deals)
    first = pilot(given[0], until)
    if given[1] <= first[1]:
        count = first[1] - first[0] + 1
        raise StudyError(
            f"--until {until:g} needs more deals than the {count:,} of its pilot: give more, or no --deals."
        )
    return Asked(found, (given,), first, until)


def read_plan(path: Path) -> tuple[Asked, ...]:
    """The entries of a file; `StudyError` says what is wrong with it."""
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:  # beside TOML's own: no text, a number without end
        raise StudyError(f"{name_of(path)} is no TOML: {shorten(str(error))}.") from None
    rows = found.pop("entry", None)
    if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
        raise StudyError(f"{name_of(path)} asks nothing: it needs [[entry]] and a game below it.")
    entries = tuple([_entry(path, found | row) for row in rows])
    names = [each.entry.name for each in entries]
    for name in names:
        if names.count(name) > 1:
            raise StudyError(f"{name_of(path)} asks {name} twice: a study asks each game a question once.")
    return entries


def _entry(path: Path, row: dict[str, Any]) -> Asked:
    for name, value in row.items():
        if name not in KINDS:
            raise StudyError(f'{name_of(path)} says "{shorten(name)}", which is none of {", ".join(KINDS)}.')
        if not isinstance(value, KINDS[name]) or (isinstance(value, bool) and KINDS[name] is not bool):
            raise StudyError(f"{name_of(path)} has {name} = {shorten(repr(value))}, which is not valid.")
    if "game" not in row:
        raise StudyError(f"{name_of(path)} has an entry without a game.")
    if row.get("nodes", 1) < 1:
        raise StudyError(f"{name_of(path)} says nodes = {row['nodes']}: give a whole number from 1.")
    return asked(**row)
