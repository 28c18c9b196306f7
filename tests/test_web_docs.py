"""docs/api.md: every example is what the server answers."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from docs import ROOT, blocks
from web_client import Client

PAGE = ROOT / "docs" / "api.md"
EXAMPLES = list(zip(blocks(PAGE, "text"), blocks(PAGE, "json"), strict=True))
client = Client()
ANALYST = {"analyst", "verdict", "hint", "chances", "par", "coach", "deal", "winnable", "daily", "report"}
STREAMS = {"verdict", "hint", "chances", "report"}


def asked(path: Any) -> str:
    return str(path.text).strip().split("/")[2].split("?")[0]


QUICK = [example for example in EXAMPLES if asked(example[0]) not in ANALYST]
THOUGHT = [example for example in EXAMPLES if asked(example[0]) in ANALYST]


@pytest.fixture(scope="module", autouse=True)
def closed() -> Iterator[None]:
    yield
    client.pool.close()


def agrees(told: Any, shown: Any) -> bool:
    """Whether an answer is as it is shown, where `"..."` stands for anything, and at the end of a list for the rest."""
    if shown == "...":
        return True
    if isinstance(shown, dict):
        is_whole = "..." not in shown
        wanted = {key: value for key, value in shown.items() if key != "..."}
        return (
            isinstance(told, dict)
            and (set(told) == set(wanted) if is_whole else set(told) > set(wanted))
            and all(agrees(told[key], value) for key, value in wanted.items())
        )
    if isinstance(shown, list) and shown[-1:] == ["..."]:
        return len(told) >= len(shown) and all(map(agrees, told, shown[:-1]))
    if isinstance(shown, list):
        return len(told) == len(shown) and all(map(agrees, told, shown))
    return bool(told == shown)


@pytest.mark.parametrize(("path", "body"), QUICK, ids=[path.text.strip() for path, _ in QUICK])
def test_examples(path: Any, body: Any) -> None:
    assert agrees(client.get(path.text.strip()).json, json.loads(body.text))


@pytest.mark.slow
@pytest.mark.parametrize(("path", "body"), THOUGHT, ids=[path.text.strip()[:40] for path, _ in THOUGHT])
def test_examples_of_the_analyst(path: Any, body: Any) -> None:
    address = path.text.strip()
    if asked(path) in STREAMS:
        events = client.events(address)
        assert events[-1][0] == "end"
        told = events[-2][1]
    else:
        told = client.get(address).json
    assert agrees(told, json.loads(body.text))


def test_every_endpoint_has_an_example() -> None:
    paths = {route.path for route in client.app.routes if route.path.startswith("/api/")}  # type: ignore[attr-defined]
    paths.remove("/api/review/{record:path}")  # another name for a report
    changes = {path for path in paths if client.get(path).status == 405}
    assert len(paths) == 15 + len(ANALYST) + len(changes)
    for path in changes:
        assert f"`POST {path}`" in PAGE.read_text()
    for path in paths - changes:
        start = path.partition("{")[0]
        in_journal = path.startswith("/api/journal/")  # without a journal there is nothing to show
        assert in_journal or any(example.text.startswith(start) for example, _ in EXAMPLES), path
        assert f"`GET {path.replace(':path', '')}" in PAGE.read_text()


def test_the_comparison_can_fail() -> None:
    assert not agrees({"a": 1, "b": 2}, {"a": 1})
    assert not agrees({"a": 1}, {"a": 1, "...": "..."})
    assert not agrees([1, 2], [1, 3, "..."])
    assert not agrees([1, 2], [1])
