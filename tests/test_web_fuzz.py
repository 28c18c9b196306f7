"""Whatever the address is, the answer is a page, a position or one sentence: never an error of the server."""

import re
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from longwood.core.game import AnyGame, Deal, Move
from longwood.games import GAMES
from longwood.notation import Record
from longwood.session import Session
from walks import records
from web_client import Client

pytestmark = pytest.mark.slow  # hundreds of requests

client = Client()
LETTERS = "".join(sorted(set("".join(GAMES)))) + "0123456789.:-/xACDHSTJQK %~"


def check(path: str) -> int:
    answer = client.get(path)
    assert answer.status in (200, 400, 404), (path, answer.text)
    if answer.status != 200:
        assert list(answer.json) == ["error"]
        assert answer.json["error"].strip()
        assert "\n" not in answer.json["error"]
        assert "Traceback" not in answer.text
    return answer.status


@settings(max_examples=25)
@given(st.text(max_size=40))
def test_any_text(text: str) -> None:
    path = quote(text, errors="surrogatepass")
    for start in ("/api/position/", "/api/why/", "/api/rules/", "/api/random/", "/static/", "/play/", "/", ""):
        if start + path:
            check(f"/{(start + path).lstrip('/')}")
    check(f"/api/why/wood.1?move={path}")


@given(st.text(LETTERS, max_size=60))
def test_any_text_in_the_letters_of_records(text: str) -> None:
    check(f"/api/position/{quote(text)}")
    check(f"/api/position/wood.1/{quote(text)}")
    check(f"/api/why/wood.1/s-w?move={quote(text)}")


@given(records())
def test_played_records_are_read(played: tuple[AnyGame, Deal, list[Move]]) -> None:
    game, deal, moves = played
    record = Record(game, deal, tuple([(m,) for m in moves]))
    answer = client.position(record)
    assert answer["record"] == str(record)
    assert answer["score"] == Session.from_record(record).score


@given(records(), st.data())
def test_records_with_a_slip_of_the_pen(played: tuple[AnyGame, Deal, list[Move]], data: st.DataObject) -> None:
    game, deal, moves = played
    text = str(Record(game, deal, tuple([(m,) for m in moves])))
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(start + 4, len(text))))
    broken = text[:start] + data.draw(st.text(LETTERS, max_size=4)) + text[end:]
    status = check(f"/api/position/{quote(broken)}")
    if status == 200:
        # It is still a record: then it is the one that the session reads.
        assert client.position(broken)["record"] == str(Session.from_record(broken).record)


def test_ending_in_a_sentence() -> None:
    errors = [client.get(f"/api/position/{text}").json["error"] for text in ("x", "wood", "wood.x", "wood.1/x")]
    assert all(re.search(r"[.?]$", error) for error in errors)
