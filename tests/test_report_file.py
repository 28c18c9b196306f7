"""The file that `longwood report --html` writes: the page's own script, and what the server would have answered."""

import gzip
import re
from base64 import b64decode, b64encode
from hashlib import sha256
from html import unescape
from pathlib import Path
from typing import Any

import msgspec
import pytest

from command_line import Cli
from longwood import GAMES, Session
from longwood.advice.report import report_on
from longwood.laid import laid_text
from longwood.web.analyst.to_structs import report_events
from longwood.web.answers import FACE_DOWN
from web_client import Client

pytestmark = pytest.mark.slow  # whole reports

LOST = "triple-peaks.11/d7-w/s-w/s-w/s-w/d5-w/s-w/s-w/d3-w/d8-w/c7-w/s-w/d4-w/d1-w/d10-w"
# A position of Elevator that was typed in, with two cards in the stock that nobody has seen.
LAID = "elevator@" + laid_text(GAMES["elevator"], Session.from_record("elevator.1/s-w").position)
RECORDS = [LOST, f"{LAID}/s-w", "elevator.6", "quatorze,size=4.1/a1-b1", "forty-thieves.18/t10-f7"]
CARD = re.compile(r"\b[A2-9TJQK][CDHS]\b")


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Cli:
    return Cli(capsys, monkeypatch)


def written(cli: Cli, record: str, folder: Path) -> str:
    page = folder / "report.html"
    assert cli("report", record, "--html", str(page), "--force") == 0
    assert cli.out == ""
    assert cli.err == f"longwood: The report is in {page}.\n"
    # As bytes: a line that ends otherwise would have another hash.
    return page.read_bytes().decode()


def part(page: str, start: str, end: str) -> str:
    assert page.count(start) == 1
    return page.partition(start)[2].partition(end)[0]


def enclosed(page: str) -> Any:
    """The answers in a file."""
    data = part(page, '<script type="application/gzip" id="answers">', "</script>")
    return msgspec.json.decode(gzip.decompress(b64decode(data)))


def test_a_file_is_the_same_every_time(cli: Cli, tmp_path: Path) -> None:
    assert written(cli, LOST, tmp_path) == written(cli, LOST, tmp_path)


def test_nothing_but_what_the_file_holds_may_run(cli: Cli, tmp_path: Path) -> None:
    page = written(cli, LOST, tmp_path)
    policy = part(page, '<meta http-equiv="content-security-policy" content="', '"')
    assert policy.startswith("default-src 'none'; ")
    for kind, text in (
        ("style", part(page, "<style>", "</style>")),
        ("script", part(page, '<script type="module">', "</script>")),
    ):
        assert f"{kind}-src 'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" in policy
        # Nothing in it ends it early.
        assert "</" + kind not in text
        assert "<!--" not in text
    # The policy comes before anything that it is about.
    assert page.index("content-security-policy") < page.index("<style>")
    addresses = set(re.findall(r"https?://[\w./]*", page)) - {"http://www.w3.org/2000/svg"}
    assert addresses == set()
    assert not re.search(r'(?:src|href)="/', page)


def test_who_allows_no_script_reads_what_the_command_prints(cli: Cli, tmp_path: Path) -> None:
    page = written(cli, LOST, tmp_path)
    text = unescape(part(page, "<pre>", "</pre>"))
    assert cli("report", LOST) == 0
    assert text + "\n" == cli.out
    assert "Move 10, c7-w: Q♦ from c7 onto J♦." in text
    assert page.index("<noscript>") < page.index("<pre>") < page.index("</noscript>")


@pytest.mark.parametrize("record", RECORDS)
def test_a_file_tells_what_the_analyst_tells(cli: Cli, tmp_path: Path, record: str) -> None:
    session = Session.from_record(record)
    told: dict[tuple[str, int | None], Any] = {}
    for event, answer in report_events(session, report_on(record)):
        told[event, getattr(answer, "number", None)] = msgspec.to_builtins(answer)
    found = enclosed(written(cli, record, tmp_path))
    events = {(event, answer.get("number")): answer for event, answer in found["events"]}
    assert events == told
    assert len(events) == len(found["events"])
    assert found["record"] == record


@pytest.mark.parametrize("record", RECORDS)
def test_the_positions_are_those_that_the_page_can_show_as_the_server_shows_them(
    cli: Cli, tmp_path: Path, record: str
) -> None:
    client = Client()
    found = enclosed(written(cli, record, tmp_path))
    deal, *acts = record.split("/")
    shown = {"/".join([deal, *acts[:n]]) for n in range(len(acts) + 1)}
    for event, answer in found["events"]:
        number = {"mark": answer.get("number"), "summary": answer.get("last_winnable")}.get(event)
        for line in (answer.get("line", []), [answer["better"]["move"]["text"]] if answer.get("better") else []):
            shown |= {"/".join([deal, *acts[:number], *line[: n + 1]]) for n in range(len(line))}
    assert sorted(position["record"] for position in found["positions"]) == sorted(shown)
    for position in found["positions"]:
        assert position == client.position(position["record"])
    assert found["game"] == client.get(f"/api/game/{found['game']['slug']}").json


def test_no_card_is_named_that_no_position_shows(cli: Cli, tmp_path: Path) -> None:
    # There is no win of this deal: one that is shown to its end shows all cards.
    page = written(cli, "elevator.1/s-w/s-w/s-w", tmp_path)
    found = enclosed(page)
    piles = [pile for position in found["positions"] for pile in position["piles"].values()]
    seen = {card for pile in piles for card in pile} - {FACE_DOWN}
    assert 5 < len(seen) < 52, "some cards stay hidden, or else this could not fail"
    assert set(CARD.findall(msgspec.json.encode(found | {"game": None}).decode())) <= seen
    words = part(page, "<pre>", "</pre>")
    for sign, suit in zip("♣♦♥♠", "CDHS", strict=True):
        words = words.replace("10" + sign, "T" + sign).replace(sign, suit)
    assert set(CARD.findall(words)) <= seen
