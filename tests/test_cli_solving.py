"""`longwood solve` and `longwood best`: answers for people and programs, exit statuses, many deals, bad input."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from longwood import GAMES, Session
from longwood.certificates import check_certificate
from longwood.cli.run import run
from longwood.core.result import Found, Reason, Verdict
from longwood.games import family_of

pytestmark = pytest.mark.solver

# Deals whose verdicts follow from an exhausted search, and late positions that need hardly any.
WON, LOST = "elevator.6", "elevator.1"
Q_WIN = (
    "quatorze.5/b3-d3/b3-c3/b4-b5/b1-b4/b1-d1/a1-b1/b4-b5/b1-b4/b1-e1/b4-e4/b1-b4/a1-b1/b1-b2/b1-b5/a4-e4/a3-a5/a1-a5"
    "/a1-a4/a2-a4/a1-b1/a1-a2/a1-a3/a1-a5/a1-a3/a1-a4/a1-a2"
)


def test_verdicts_and_exit_status(capsys: pytest.CaptureFixture[str]) -> None:
    for record, status, verdict in ((WON, 0, "won"), (LOST, 1, "lost")):
        assert run(["solve", record, "--json"]) == status
        answer = json.loads(capsys.readouterr().out)
        assert answer["verdict"] == verdict
        assert answer["record"] == record
        assert Session.from_record(answer["line_record"]).is_won == (verdict == "won")
        assert answer["line_record"] == "/".join([record, *answer["line"]])


def test_a_spent_budget_is_unknown(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "forty-thieves.1", "--nodes", "1"]) == 3
    printed = capsys.readouterr().out.splitlines()
    assert "unknown: the budget is spent" in printed[0]
    assert printed[-1] == "forty-thieves.1"


def test_a_line_is_explained_and_the_record_comes_last(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", WON, "--explain"]) == 0
    first, *lines, last = capsys.readouterr().out.splitlines()
    assert first.startswith("Elevator, deal 6, can be won in ")
    assert "deal a card from the stock" in lines[0]
    assert Session.from_record(last).is_won
    assert len(lines) == len(Session.from_record(last).acts)
    assert run(["solve", last]) == 0
    assert "is won" in capsys.readouterr().out
    assert run(["solve", last.rpartition("/")[0]]) == 0
    assert "can be won in 1 move (" in capsys.readouterr().out


def test_a_loss_says_why(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", LOST, "--explain"]) == 1
    assert "Every line of play was searched to its end: 1,380 positions" in capsys.readouterr().out
    assert run(["solve", "generals-patience.2", "--explain"]) == 1
    printed = capsys.readouterr().out
    assert printed.count("foundations of") == 4
    assert " over " in printed
    assert run(["solve", "generals-patience.2", "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["reason"] == "reserve"
    assert len(answer["why"]) == 4
    session = Session.from_record(answer["record"])
    assert check_certificate(session.game, session.position, answer["certificate"])
    assert answer["check"] is None


def test_the_plain_search_beside_it(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    late = "/".join(Q_WIN.split("/")[:16])
    assert run(["solve", late, "--check"]) == 0
    assert "Check: the plain search agrees: won (" in capsys.readouterr().out
    assert run(["solve", "terrace.4", "--check", "--nodes", "50"]) == 1
    assert "Check: the plain search did not finish (50 positions" in capsys.readouterr().out
    assert run(["solve", "elevator.6", "--check", "--nodes", "100", "--json"]) == 3
    assert json.loads(capsys.readouterr().out)["check"]["verdict"] == "unknown"
    # A solver with a bug: the plain search has the last word, and the status says so.
    solver = family_of(GAMES["quatorze"]).own_solver
    monkeypatch.setattr(solver, "solve", lambda *_, **__: Found(Verdict.LOST, (), 1, Reason.SEARCHED))
    assert run(["solve", late, "--check"]) == 4
    assert "DISAGREES: won" in capsys.readouterr().out


def test_best_scores(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["best", LOST, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["is_proven"] is True
    assert Session.from_record(answer["line_record"]).score == answer["score"] < 28
    assert run(["best", WON]) == 0
    assert "best score 28 (proven" in capsys.readouterr().out


def test_several_records(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "games"
    file.write_text(f"{WON}\n{LOST}\n")
    run(["solve", str(file), "--json"])
    verdicts = [json.loads(line)["verdict"] for line in capsys.readouterr().out.splitlines()]
    assert verdicts == ["won", "lost"]


UNKNOWN = "forty-thieves.1"


@pytest.mark.parametrize(
    ("records", "status"),
    [
        ([WON, WON], 0),
        ([WON, LOST], 1),
        ([LOST, WON], 1),
        ([UNKNOWN, WON, LOST], 3),
        ([LOST, UNKNOWN, WON], 3),
        ([LOST, "elevator.x"], 2),
    ],
)
def test_the_status_of_several_records(
    records: list[str], status: int, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "games"
    file.write_text("\n".join(records))
    assert run(["solve", str(file), "--nodes", "5000" if UNKNOWN not in records else "2000"]) == status
    capsys.readouterr()


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["solve", "elevator"], "name a deal such as elevator.1"),
        (["solve", "elevater.1"], "did you mean elevator?"),
        (["solve", "elevator.1/a1-w"], "is not legal"),
        (["solve", "elevator.1", "--seconds", "0"], "is not a time"),
        (["solve", "elevator.1", "--seconds", "nan"], "is not a time"),
        (["solve", "elevator.1", "--nodes", "-5"], "is not a number of positions"),
        (["solve", "elevator.1", "--jobs", "2"], "need --deals"),
        (["solve", "elevator", "--deals", "9-1"], "is not a range of deals"),
        (["solve", "elevator", "--deals", "x"], "is not a range of deals"),
        (["solve", "elevator", "--deals", "1-2", "--check"], "--explain and --check are for single positions"),
        (["solve", "elevator", "--deals", "1-2", "--jobs", "0"], "is not a number of processes"),
        (["solve", "nothing", "--deals", "1-2"], "There is no game"),
        (["best", "elevator"], "name a deal such as elevator.1"),
    ],
)
def test_bad_input(args: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(args) == 2
    printed = capsys.readouterr()
    assert message in printed.err
    assert printed.err.count("\n") == 1
    assert printed.out == ""


def test_a_foreign_file_is_not_touched(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "letters.csv"
    file.write_text("dear,reader\n")
    assert run(["solve", "elevator", "--deals", "1-2", "--csv", str(file)]) == 2
    assert "is not a file of solved deals" in capsys.readouterr().err
    assert file.read_text() == "dear,reader\n"


@pytest.mark.proof
def test_many_deals_and_going_on(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "rows.csv"
    args = ["solve", "elevator", "--jobs", "2", "--nodes", "1000000", "--csv", str(file)]
    assert run([*args, "--deals", "1-30"]) == 0
    printed = capsys.readouterr().out
    assert "Elevator, deals 1 to 30, 1000000 nodes each" in printed
    assert "95 % interval" in printed
    assert run([*args, "--deals", "1-50", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["done"] == 50 == answer["share"]["won"] + answer["share"]["lost"]
    lines = file.read_text().splitlines()
    assert len(lines) == 51
    assert len({line.split(",")[1] for line in lines}) == 51


@pytest.mark.proof
def test_ctrl_c_prints_what_is_done_and_loses_nothing(tmp_path: Path) -> None:
    file = tmp_path / "rows.csv"
    command = [sys.executable, "-m", "longwood", "solve", "forty-thieves", "--deals", "1-500", "--seconds", "0.2"]
    process = subprocess.Popen(
        [*command, "--jobs", "2", "--csv", str(file)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[1] / "src")},
    )
    while not file.exists() or file.read_text().count("\n") < 5:
        assert process.poll() is None
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert "done" in out
    rows = file.read_text().splitlines()[1:]
    done = next(line for line in out.splitlines() if line.startswith("done"))
    assert int(done.split()[1]) == len(rows) >= 4
