"""The analyst on the command line: hints, chances, reports and deals, for people and programs."""

import json
import re
from pathlib import Path
from urllib.parse import quote

import pytest

from command_line import Cli
from families import change_family
from longwood import Session
from longwood.advice import calibration
from longwood.games.family import Effort
from longwood.web.analyst.tasks import Helpers, steps
from longwood.web.analyst.wire import Question

pytestmark = [pytest.mark.solver, pytest.mark.slow]  # whole reports

WON, LOST = "elevator.6", "elevator.1"
GAME = "triple-peaks.11/d7-w/s-w/s-w/s-w/d5-w/s-w/s-w/d3-w/d8-w/c7-w/s-w/d4-w/d1-w/d10-w"


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Cli:
    return Cli(capsys, monkeypatch)


def test_a_hint_says_what_and_why(cli: Cli) -> None:
    assert cli("hint", GAME) == 0
    first, why = cli.out.splitlines()
    assert first.startswith("d9-w: ")
    assert re.search(r"[.] About \d+ % to win from here[.]", why)
    assert cli("hint", "quatorze.1", "--hidden", "-n", "2") == 0
    lines = cli.out.splitlines()
    assert len(lines) == 4
    assert "Wins in 26 moves." in lines[1]
    assert "Also wins" in lines[3]


def test_hints_for_programs(cli: Cli) -> None:
    assert cli("hint", GAME, "--json", "-n", "9") == 0
    answer = json.loads(cli.out)
    assert answer["kind"] == "fair"
    for hint in answer["hints"]:
        assert Session.from_record(f"{GAME}/{hint['move']['text']}").acts[:-1] == Session.from_record(GAME).acts
        assert sum([hint["share"][name] for name in ("won", "lost", "unknown")]) > 0
    assert cli("hint", LOST, "--all-seeing", "--json") == 0
    assert "proven" in json.loads(cli.out)["hints"][0]["why"]


def test_chances_of_every_move(cli: Cli) -> None:
    assert cli("chances", GAME) == 0
    first, heads, *rows = cli.out.splitlines()
    assert re.search(r"[.] About \d+ % to win from here[.]$", first)
    assert re.split("  +", heads) == ["", "move", "to win", "interval"]
    assert cli("chances", GAME, "--worlds") == 0
    again, opened, quick, heads, *_ = cli.out.splitlines()
    assert again == first
    assert opened.startswith("With all cards open: ")
    assert quick.startswith("Quick games: ")
    assert re.split("  +", heads) == ["", "move", "to win", "interval", "winnable worlds", "quick games"]
    moves = {row.split()[0] for row in rows}
    assert cli("chances", GAME, "--json") == 0
    answer = json.loads(cli.out)
    assert {m["move"]["text"] for m in answer["moves"]} == moves
    assert answer["is_exact"] is False
    share = answer["share"]
    assert share["low"] <= share["won"] / (share["won"] + share["lost"]) <= share["high"]


def test_what_is_not_decided_counts_both_ways(cli: Cli) -> None:
    assert cli("chances", "forty-thieves.5/t1-t5/s-w", "--json") == 0
    answer = json.loads(cli.out)
    won, lost, unknown = [answer["share"][name] for name in ("won", "lost", "unknown")]
    assert unknown > 1
    worlds = won + lost + unknown
    assert cli("chances", "forty-thieves.5/t1-t5/s-w", "--worlds") == 0
    _, first, heads, *rows = cli.out.splitlines()
    if won + lost:
        assert f"{won + lost} of {worlds} possible worlds w" in first
        assert f"The other {unknown} count both ways, so {won} to {won + unknown} of {worlds} can be won: " in first
    else:
        assert f"none of {worlds} possible worlds was decided" in first
    assert re.split("  +", heads) == ["", "move", "to win", "interval", "winnable worlds"]
    for row, m in zip(rows, answer["moves"], strict=True):
        assert row.split()[0] == m["move"]["text"]
        won, unknown = m["share"]["won"], m["share"]["unknown"]
        assert f"  {won} to {won + unknown} of {worlds}  " in row or not unknown


def test_moves_that_come_to_the_same_are_named_once(cli: Cli) -> None:
    assert cli("hint", "quatorze.2") == 0
    assert cli.out.endswith("Either order will do, as far as you can see.\n")
    assert cli("chances", "quatorze.2", "--json") == 0
    told = [[m["move"]["text"], *m["alike"]] for m in json.loads(cli.out)["moves"]]
    assert ["c3-c5", "c5-c3"] in told
    assert cli("hint", "terrace.3", "--json") == 0
    assert len(json.loads(cli.out)["hints"][0]["alike"]) == 7
    assert cli("hint", "terrace.3") == 0
    assert cli.out.endswith("Any other empty foundation will do as well.\n")


def test_a_report(cli: Cli, tmp_path: Path) -> None:
    assert cli("review", GAME) == 0
    once = cli.out
    assert cli("report", GAME) == 0
    assert cli.out == once
    assert "Not over, but the hidden cards rule out a win. Winnable until move 10." in cli.out
    assert "Retry: longwood play triple-peaks.11/" in cli.out
    assert cli("report", GAME, "--json") == 0
    answer = json.loads(cli.out)
    assert answer["turn"] == 9
    assert [found["verdict"] for found in answer["verdicts"]] == ["won"] * 10 + ["lost"] * 5
    assert [found["number"] for found in answer["verdicts"]] == list(range(15))
    assert [chance["number"] for chance in answer["chances"]] == list(range(15))
    assert answer["par"]["is_proven"] is True
    assert answer["outcome"] == "Not over, but the hidden cards rule out a win. Winnable until move 10."
    assert answer["words"] in once
    assert sum(answer["grades"].values()) == len(answer["moves"]) == answer["acts"] == 14
    assert [move["act"] for move in answer["moves"]] == GAME.split("/")[1:]
    assert 0 < answer["account"]["accuracy"] <= 100
    mark = next(mark for mark in answer["marks"] if mark["is_turn"])
    before = GAME.split("/")[: 1 + mark["number"]]
    assert Session.from_record("/".join([*before, *mark["line"]])).is_won
    assert cli("report", GAME, "--html", str(tmp_path / "no" / "such")) == 2


def test_a_page_holds_one_report(cli: Cli, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    assert cli("report", f"{GAME}\n{GAME}", "--html", str(page)) == 2
    assert cli.err == "longwood: A page holds one report: give one record with --html.\n"
    assert cli("report", GAME, "--html", str(page), "--json") == 2
    assert cli.err == "longwood: Choose only one of --json, --html.\n"
    assert not page.exists()


LINKS = (
    "http://127.0.0.1:8000/play/{}",
    "https://example.org/report/{}?x=1",
    "https://example.org/review/{}",
    "HTTPS://Example.org/cards/view/{}#end",
    " http://h/play/{}\n",
    "{}",
)


@pytest.mark.parametrize("link", LINKS)
def test_a_link_is_a_record(cli: Cli, link: str) -> None:
    assert cli("show", link.format("quatorze.5/e4-b4"), "--record") == 0
    assert cli.out == "quatorze.5/e4-b4\n"


@pytest.mark.parametrize("command", ["show", "play"])
def test_a_link_names_no_file(cli: Cli, command: str, tmp_path: Path) -> None:
    file = tmp_path / "secret"
    file.write_text("quatorze.5\n")
    for name in (quote(str(file), safe=""), f"..{file}", "-"):
        assert cli(command, f"http://h/play/{name}") == 2
        assert "quatorze" not in cli.out
        assert cli.err.startswith("longwood: ")


def test_a_report_is_not_written_over_a_folder(cli: Cli, tmp_path: Path) -> None:
    assert cli("report", "elevator.1/s-w", "--html", str(tmp_path)) == 2
    assert "is a folder: name a file to write the report into." in cli.err


def test_what_is_over_is_told_as_over(cli: Cli) -> None:
    assert cli("chances", "elevator.1" + "/s-w" * 23) == 0
    assert "to win from here" in cli.out
    assert cli("chances", "elevator.1" + "/s-w" * 24 + "/g1-w/g5-w") == 0
    assert cli.out == "Elevator, deal 1: no moves left.\n"


def test_what_was_not_decided_is_not_judged_for_programs_either(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    # So little effort decides nothing, and nobody has fitted what that is worth.
    change_family(monkeypatch, "terrace", world_effort=Effort(2, 20, 200))
    monkeypatch.setattr(calibration, "_fitted", lambda game: None)
    record = "generals-patience.3000883/t1-f1"
    assert cli("report", record, "--json") == 0
    first, last = json.loads(cli.out)["chances"]
    assert first["grade"] == "not judged"
    assert first["win"]["high"] - first["win"]["low"] > 0.5
    assert last["number"] == 1
    helpers = Helpers(lambda count: None, list)
    told = [step for step in steps(Question(1, "report", record), helpers) if step and step.name == "chance"]
    assert [json.loads(bytes(step.data))["grade"] for step in told if step.number == 0] == ["not judged"]


def test_a_report_of_a_game_that_is_not_over(cli: Cli) -> None:
    assert cli("report", WON) == 0
    assert re.search(r"^About \d+ % to win\.\nThis deal can be won\. ", cli.out, re.MULTILINE)
    assert cli("report", LOST) == 0
    assert "This deal cannot be won." in cli.out


def test_winnable_deals_and_levels(cli: Cli) -> None:
    assert cli("deal", "elevator", "--winnable") == 0
    assert cli("solve", cli.out.strip()) == 0
    assert cli("deal", "quatorze", "--level", "hard", "--table") == 0
    assert re.search(r"Hard \(\d+(st|nd|rd|th) percentile\): (about \d+|over 99) % to win", cli.out)
    assert cli("deal", "quatorze", "--level", "hard", "--json") == 0
    assert json.loads(cli.out)["difficulty"]["words"] == "hard"


def test_daily_deals(cli: Cli) -> None:
    assert cli("daily", "elevator", "--date", "2026-11-16") == 0
    record = cli.out.strip()
    assert cli("daily", "elevator", "--date", "2026-11-16", "--table") == 0
    assert re.fullmatch(rf"  {record} +\w+( \w+)? \(\d+\w\w percentile\)\n", cli.out)
    assert cli("daily", "elevator", "--date", "2026-11-16", "--json") == 0
    answer = json.loads(cli.out)
    assert answer["record"] == record
    assert answer["difficulty"]["level"] in (1, 2, 3, 4)
    assert cli("solve", record) == 0


@pytest.mark.parametrize(
    "args",
    [
        ("hint", "elevator"),
        ("hint", "elevator.1/zz"),
        ("hint", "elevator.1", "--fair", "--hidden"),
        ("hint", "elevator.1", "-n", "0"),
        ("chances", "nothing.1"),
        ("report", "elevator.1/s-w/s-w/a1-w"),
        ("deal", "elevator", "--level", "silly"),
        ("deal", "elevator", "5", "--winnable"),
        ("daily", "elevator", "--date", "yesterday"),
        ("daily", "chess"),
        ("daily", "elevator", "--json", "--table"),
    ],
)
def test_bad_input(cli: Cli, args: tuple[str, ...]) -> None:
    assert cli(*args) == 2
    assert cli.out == ""
    assert len(cli.err.splitlines()) == 1
    assert "Traceback" not in cli.err


def test_only_who_can_solve_many_deals_is_told_of_that(cli: Cli) -> None:
    for command in ("hint", "chances", "report", "best"):
        assert cli(command, "quatorze") == 2
        assert cli.err == "longwood: quatorze is a game: name a deal such as quatorze.1.\n"
        assert cli(command, "--help") == 0
        assert "--deals" not in cli.out
    assert cli("solve", "quatorze") == 2
    assert "--deals" in cli.err
    assert cli("report", GAME, "--html", "no/such/page.html") == 2
    assert cli.err == "longwood: There is no folder no/such to write the report into.\n"
