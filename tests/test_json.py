"""`--json`: docs/json.md lists every key that is printed and no other, and the names are those of the web server."""

import json
import re
from typing import Any

import pytest

from command_line import Cli
from docs import ROOT
from longwood import GAMES, Session, __version__
from longwood.core.order import listed_moves
from web_client import Client

PAGE = ROOT / "docs" / "json.md"
# Won until move 10 lost it; all that a report may hold is in this one.
LOST = "triple-peaks.11/d7-w/s-w/s-w/s-w/d5-w/s-w/s-w/d3-w/d8-w/c7-w/s-w/d4-w"
LATE = "elevator.1/s-w/s-w/g3-w"
COMMANDS: dict[str, list[list[str]]] = {
    "games": [["games"]],
    "show": [["show", LATE], ["show", "forty-thieves.18"], ["show", "terrace.5"], ["show", "wood.1/s-w"]],
    "deal": [["deal", "quatorze", "5"], ["deal", "quatorze", "--winnable"]],
    "position": [["position", LATE], ["position", "elevator.1", "--hide"]],
    "replay": [["replay", LATE]],
    "rules": [["rules", "terrace"]],
    "moves": [["moves", LATE]],
    "perft": [["perft", "quatorze.5", "2"]],
    "solve": [["solve", "elevator.6"], ["solve", LATE, "--nodes", "5000", "--check"]],
    "solve --deals": [["solve", "elevator", "--deals", "1-3", "--jobs", "1"]],
    "best": [["best", "elevator.1"]],
    "hint": [["hint", LATE], ["hint", "quatorze.1", "--hidden"]],
    "chances": [["chances", LATE]],
    "report": [["report", LOST]],
    "daily": [["daily", "elevator", "--date", "2026-11-16"]],
}


def tables() -> dict[str, dict[str, str]]:
    """The keys of each section of the page, and what is said of them."""
    found: dict[str, dict[str, str]] = {}
    for title, text in re.findall(
        r"^## (.*?)\n(.*?)(?=^## |\Z)", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    ):
        rows = re.findall(r"^\| `([^`]+)` \| (.+) \|$", text, re.MULTILINE)
        found[title.replace("`", "").removeprefix("longwood ")] = dict(rows)
    return found


TABLES = tables()
PARTS = {name: frozenset(rows) for name, rows in TABLES.items() if name.startswith("A ")}


def keys(value: Any, listed: dict[str, str], path: str = "") -> set[str]:
    """The keys of an answer, those of objects in lists marked by []. Parts that have a section are not looked into."""
    if isinstance(value, list):
        found = [keys(one, listed, f"{path}[]") for one in value if isinstance(one, dict) and not is_part(one)]
        return set().union(*found) if found else {path}
    if not isinstance(value, dict) or (path and is_part(value)):
        return {path}
    if f"{path}.*" in listed:
        return {f"{path}.*"}
    return set().union(*[keys(one, listed, f"{path}.{name}".lstrip(".")) for name, one in value.items()])


def is_part(value: dict[str, Any]) -> bool:
    return frozenset(value) in PARTS.values()


def answers(cli: Cli, command: str) -> list[Any]:
    found = []
    for args in COMMANDS[command]:
        assert cli(*args, "--json") in (0, 1)
        found += [json.loads(line) for line in cli.out.splitlines()][-1:]
    return found


def test_every_command_has_its_section() -> None:
    assert {name for name in TABLES if not name.startswith("A ")} == {*COMMANDS, "In every answer"}


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_the_page_lists_what_is_printed(command: str, cli: Cli) -> None:
    listed = TABLES[command] | TABLES["In every answer"]
    listed |= TABLES["show"] if command in ("deal", "position", "replay") else {}
    for key in {"games": ("game", "record"), "rules": ("record",), "solve --deals": ("record",)}.get(command, ()):
        del listed[key]
    printed = set().union(*[keys(answer, listed) for answer in answers(cli, command)])
    # What is null or empty in one answer is looked into in another.
    printed -= {key for key in printed if any(other.startswith((f"{key}.", f"{key}[]")) for other in printed)}
    if command in ("deal", "position"):
        # Nothing has been played there.
        printed = (printed - {"last"}) | {key for key in listed if key.startswith("last.")}
    assert printed == set(listed)


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_every_answer_says_what_it_is_about(command: str, cli: Cli) -> None:
    for args, answer in zip(COMMANDS[command], answers(cli, command), strict=True):
        assert answer["version"] == __version__
        if command != "games":
            assert answer["game"] in GAMES
        if "." in "".join(args[1:2]) and command != "position":
            assert answer["record"] == args[1]
        if command in ("solve", "solve --deals", "best", "hint", "chances", "report"):
            assert set(answer["budget"]) == PARTS["A budget"]


def test_positions_and_games_are_those_of_the_server(cli: Cli) -> None:
    client = Client()
    for record in (LATE, "wood.1", "terrace.5/t1-f1/t9-f2/w-t9/t4-t3/w-t4"):
        assert cli("show", record, "--json") == 0
        assert json.loads(cli.out) == client.position(record) | {"version": __version__}
        session = Session.from_record(record)
        assert cli("moves", record, "--json") == 0
        assert json.loads(cli.out)["moves"] == client.position(record)["moves"]
        assert len(client.position(record)["moves"]) == len(listed_moves(session.game, session.position))
    assert cli("games", "--json") == 0
    assert json.loads(cli.out) == client.get("/api/games").json | {"version": __version__}


def test_a_replay_is_told_step_by_step(cli: Cli) -> None:
    assert cli("replay", LATE, "--json") == 0
    told = [json.loads(line)["record"] for line in cli.out.splitlines()]
    assert told == ["elevator.1", "elevator.1/s-w", "elevator.1/s-w/s-w", LATE]


def test_a_position_is_told_under_its_own_record(cli: Cli) -> None:
    assert cli("position", LATE, "--json", "--hide") == 0
    told = json.loads(cli.out)
    assert told["record"].startswith("elevator@")
    assert told["has_unknown"] is True


def test_a_key_that_nobody_listed_is_found() -> None:
    assert keys({"a": [{"b": 1}, {"e": []}], "c": {"d": 1}, "f": [1]}, {}) == {"a[].b", "a[].e", "c.d", "f"}
    assert keys({"c": {"d": 1}}, {"c.*": ""}) == {"c.*"}
    share = {"won": 1, "lost": 2, "unknown": 3, "low": 0.1, "high": 0.2}
    assert keys({"share": share}, {}) == {"share"}
    assert keys({"share": share | {"new": 1}}, {}) > {"share.new"}
