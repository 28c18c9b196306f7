"""The page's types are those of the server's structs, and the analyst tells what they say."""

import json
import runpy
import sys
from pathlib import Path
from typing import Any, Literal

import msgspec
import pytest

from longwood.web.analyst import structs
from longwood.web.analyst.tasks import Helpers, steps
from longwood.web.analyst.wire import Question
from longwood.web.structs import PositionAnswer

TOOL = runpy.run_path(str(Path(__file__).parents[1] / "tools" / "page_types.py"))
LOST_ON_THE_WAY = "triple-peaks.11/d7-w/s-w/s-w/s-w/d5-w/s-w/s-w/d3-w/d8-w/c7-w/s-w/d4-w/d1-w/d10-w"


def test_the_types_are_up_to_date() -> None:
    assert TOOL["FILE"].read_text(encoding="utf-8") == TOOL["text"](), "run `python tools/page_types.py`"


@pytest.mark.parametrize(
    ("hint", "words"),
    [
        (int | float, "number"),
        (bool, "boolean"),
        (str | None, "string | null"),
        (Literal["won", "lost"] | None, '"won" | "lost" | null'),
        (list[str | None], "(string | null)[]"),
        (tuple[str, ...], "string[]"),
        (tuple[str, int], "[string, number]"),
        (dict[str, list[int]], "Record<string, number[]>"),
        (dict[str, list[str]], "Piles"),
        (list[PositionAnswer] | None, "Position[] | null"),
    ],
)
def test_how_types_are_written(hint: Any, words: str) -> None:
    assert TOOL["type_of"](hint) == words


def test_what_the_page_cannot_read_is_not_written() -> None:
    with pytest.raises(TypeError):
        TOOL["type_of"](dict[int, str])
    with pytest.raises(TypeError):
        TOOL["type_of"](bytes)


class OneMoreAnswer(msgspec.Struct, frozen=True):
    """A struct
    of two lines."""

    plain: int
    noted: str | None
    """Of this
    something is said."""


def test_a_struct_is_written_with_all_that_is_said_of_it() -> None:
    assert list(TOOL["blocks"](sys.modules[__name__])) == [
        """/**
 * A struct
 * of two lines.
 * @typedef {object} OneMore
 * @property {number} plain
 * @property {string | null} noted Of this something is said.
 */"""
    ]


@pytest.mark.slow
@pytest.mark.parametrize("kind", [*structs.STREAMS, *structs.SINGLES])
def test_the_analyst_tells_what_the_types_say(kind: str) -> None:
    whole = dict.fromkeys(("report", "coach"), LOST_ON_THE_WAY)
    record = {**whole, "winnable": "quatorze", "daily": "quatorze"}.get(kind, "quatorze.2")
    options = {"winnable": {"seed": "1"}, "daily": {"date": "2026-11-16"}}.get(kind, {})
    events = structs.STREAMS.get(kind) or dict.fromkeys(("par", "deal", "coach"), structs.SINGLES[kind])
    told = [step for step in steps(Question(1, kind, record, options), Helpers(lambda parts: None, list)) if step]
    for step in told:
        struct = events[step.name]
        msgspec.json.decode(step.data, type=struct)
        assert set(json.loads(bytes(step.data))) == set(struct.__struct_fields__)
    if kind in structs.STREAMS:
        # Those that wait are told so by the server, not by a worker.
        assert {step.name for step in told} == {*events} - {"waiting"}
