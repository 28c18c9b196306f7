"""The command line as a program of its own: pipes, Ctrl-C, encodings, terminals, completion."""

import json
import os
import pty
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from command_line import endless_record
from longwood import GAMES, Deal, Session
from longwood.core.cards import CARD_TEXTS
from walks import walk

pytestmark = pytest.mark.slow  # real processes and terminals

SRC = str(Path(__file__).parent.parent / "src")
ENVIRONMENT = {
    **{name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR")},
    "PYTHONPATH": SRC,
    "PYTHONUTF8": "1",
    "TERM": "xterm-256color",
}
COMMAND = [sys.executable, "-m", "longwood"]


@pytest.fixture(autouse=True)
def own_journal(data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test has a journal of its own: nobody else's table is opened in the place of the one that it tests."""
    monkeypatch.setitem(ENVIRONMENT, "LONGWOOD_JOURNAL", str(data_folder / "longwood" / "journal.sqlite"))


def longwood(
    *args: str | bytes, given: bytes = b"", env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run the program to its end; a traceback is never right."""
    done = subprocess.run(
        [*COMMAND, *args], input=given, capture_output=True, env=ENVIRONMENT | (env or {}), timeout=60, check=False
    )
    assert b"Traceback" not in done.stderr
    return done


def on_a_terminal(*args: str, env: dict[str, str] | None = None, typed: bytes = b"") -> str:
    """What the program prints on a terminal."""
    ours, theirs = pty.openpty()
    os.write(ours, typed)
    with subprocess.Popen(
        [*COMMAND, *args], stdin=theirs, stdout=theirs, stderr=theirs, env=ENVIRONMENT | (env or {})
    ) as process:
        os.close(theirs)
        text = b""
        try:
            while part := os.read(ours, 4096):
                text += part
        except OSError:  # Linux says that the other end is closed by an error
            pass
        os.close(ours)
        assert process.wait(60) == 0
    return text.decode()


def test_a_record_replays_in_a_fresh_process() -> None:
    sessions = []
    for slug, game in GAMES.items():
        session = Session(game, Deal(11))
        for _, m in walk(game, 11, 60):
            session.play(m)
        sessions.append(session)
        assert session.acts, slug
    lines = "".join([f"{session.record}\n" for session in sessions])
    done = longwood("show", "-", "--json", given=lines.encode())
    assert done.returncode == 0
    for line, session in zip(done.stdout.splitlines(), sessions, strict=True):
        found = json.loads(line)
        assert found["record"] == str(session.record)
        assert found["score"] == session.score
        assert list(found["piles"].values()) == [
            ["??" if card is None else CARD_TEXTS[card] for card in pile]
            for pile in session.game.faces(session.position)
        ]


def test_a_pipe_of_commands() -> None:
    command = f"{sys.executable} -m longwood"
    done = subprocess.run(
        f"{command} deal terrace 5 | {command} moves - | head -2 | {command} show -q -",
        shell=True, capture_output=True, env=ENVIRONMENT, timeout=60, check=False,
    )  # fmt: skip
    assert (done.stdout, done.stderr) == (b"terrace.5/t1-f1\nterrace.5/t1-f2\n", b"")


def test_a_closed_pipe_is_quiet() -> None:
    with subprocess.Popen(
        [*COMMAND, "replay", endless_record(2000)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT
    ) as process:
        assert process.stdout
        assert process.stderr
        assert process.stdout.readline().startswith(b"Forty Thieves")
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 141


def interrupted(*args: str, wait_for: bytes) -> tuple[int, bytes, bytes]:
    """Press Ctrl-C as soon as a line has been printed."""
    # A shell that starts tests in the background tells them to ignore Ctrl-C: here it has to count.
    code = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); from longwood.cli import main; main()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, *args],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
    ) as process:
        assert process.stdin
        assert process.stdout
        if args[0] == "play":
            process.stdin.write(b"1\n")
            process.stdin.flush()
        while (line := process.stdout.readline()) and wait_for not in line:
            pass
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    return process.returncode, out, err


def test_ctrl_c_while_playing_prints_the_record() -> None:
    status, out, err = interrupted("play", "quatorze.5", wait_for=b"score 2")
    assert (status, err) == (130, b"")
    assert out.splitlines()[-1] == b"quatorze.5/b3-d3"


@pytest.mark.parametrize("module", ["typer", "longwood.cli.commands"])
def test_ctrl_c_while_starting_is_quiet(module: str) -> None:
    code = f"""
import sys
class CtrlC:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            raise KeyboardInterrupt
sys.meta_path.insert(0, CtrlC())
import runpy
runpy.run_module("longwood", run_name="__main__")
"""
    done = subprocess.run([sys.executable, "-c", code, "games"], capture_output=True, env=ENVIRONMENT, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


def test_ctrl_c_while_counting() -> None:
    assert interrupted("perft", "quatorze.5", "9", wait_for=b" 3 ")[::2] == (130, b"")


def test_an_encoding_without_suits() -> None:
    done = longwood("show", "quatorze.5", env={"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0
    assert b"|KC  |" in done.stdout
    assert "│K♣  │".encode() in longwood("show", "quatorze.5").stdout


@pytest.mark.parametrize("encoding", ["utf-8", pytest.param("ascii", marks=pytest.mark.slow)])
def test_bytes_that_are_no_text(encoding: str) -> None:
    env = {"PYTHONUTF8": "0", "PYTHONIOENCODING": encoding}
    for done in (
        longwood("show", b"terrace.1/\xff\xfe", env=env),
        longwood("show", "-", given=b"terrace.1/\xff\xfe\n", env=env),
    ):
        assert done.returncode == 2
        assert done.stderr.count(b"\n") == 1
        assert b"cannot be read" in done.stderr
    done = longwood("play", "quatorze.5", given=b"1\n\xff\xfe\n", env=env)
    assert done.returncode == 2
    assert done.stdout.splitlines()[-1] == b"quatorze.5/b3-d3"


def test_a_full_disk() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([*COMMAND, "games"], stdout=full, stderr=subprocess.PIPE, env=ENVIRONMENT, check=False)
    assert done.returncode == 2
    assert done.stderr == b"longwood: The output cannot be used: No space left on device.\n"


def test_the_status_is_right_even_if_no_word_can_be_said() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([*COMMAND, "show", "nogame"], stderr=full, env=ENVIRONMENT, check=False)
    assert done.returncode == 2, "1 would read as lost"


def test_closed_streams() -> None:
    done = subprocess.run(
        f"{sys.executable} -m longwood play quatorze.5 <&- >&-",
        shell=True, capture_output=True, env=ENVIRONMENT, timeout=60, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")


def test_colour_only_where_the_terminal_has_it() -> None:
    coloured = on_a_terminal("deal", "quatorze", "5")
    assert re.search("\x1b\\[[0-9;]*31m4♥\x1b", coloured)
    for env in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        plain = on_a_terminal("deal", "quatorze", "5", env=env)
        assert "31m" not in plain
        assert "│4♥  │" in plain
    assert b"\x1b" not in longwood("show", "quatorze.5").stdout


def test_the_analyst_says_that_it_thinks() -> None:
    shown = on_a_terminal("play", "elevator.6", typed=b"verdict\nquit\n")
    waiting = shown.index("Getting Elevator ready")
    assert shown.index("Still winnable.") > waiting


def test_many_deals_have_a_bar_at_once() -> None:
    shown = on_a_terminal(
        "solve", "elevator", "--deals", "1-20", "--nodes", "100000", "--jobs", "1", env={"NO_COLOR": "1"}
    )
    ready, searching = shown.index(" 0/20 getting ready"), shown.index(" 0/20 searching on 1 core")
    assert ready < searching < shown.index("Elevator, deals 1 to 20")


def test_games_and_rules_on_a_terminal() -> None:
    games = on_a_terminal("games")
    assert "\t" not in games
    assert all(slug in games for slug in GAMES)
    assert "\x1b[" in on_a_terminal("rules", "quatorze")
    assert "\x1b" not in on_a_terminal("rules", "quatorze", env={"NO_COLOR": "1"})


def test_a_narrow_terminal_breaks_no_word() -> None:
    env = {"COLUMNS": "60", "NO_COLOR": "1"}
    games = on_a_terminal("games", env=env)
    assert max(map(len, games.splitlines())) <= 60
    assert " ".join(GAMES["redheads"].about.split()) in " ".join(games.split())
    shown = on_a_terminal("show", "terrace.5/t1-f1/t4-t3/s-w", env=env)
    assert max(map(len, shown.splitlines())) <= 60
    shown = on_a_terminal("show", "forty-thieves.5", env=env | {"COLUMNS": "40"})
    assert "the whole table needs 50 columns" in " ".join(shown.split())
    assert max(map(len, shown.splitlines())) <= 40


def test_a_record_from_a_pipe_is_played_at_the_terminal() -> None:
    ours, theirs = pty.openpty()
    code = (
        "import fcntl, os, sys, termios; os.setsid(); fcntl.ioctl(1, termios.TIOCSCTTY, 0); "
        "os.execv(sys.executable, [sys.executable, '-m', 'longwood', 'play', '-'])"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=subprocess.PIPE, stdout=theirs, stderr=theirs, env=ENVIRONMENT | {"NO_COLOR": "1"},
    ) as process:  # fmt: skip
        os.close(theirs)
        assert process.stdin
        process.stdin.write(b"quatorze.5\n")
        process.stdin.close()
        os.write(ours, b"b3-d3\nq\n")
        text = b""
        try:
            while part := os.read(ours, 4096):
                text += part
        except OSError:  # the other end is closed
            pass
        os.close(ours)
        assert process.wait(60) == 0
    assert text.splitlines()[-1] == b"quatorze.5/b3-d3"


@pytest.mark.parametrize(
    "shell", ["bash", pytest.param("zsh", marks=pytest.mark.slow), pytest.param("fish", marks=pytest.mark.slow)]
)
def test_shells_complete_slugs(shell: str) -> None:
    env = {"_LONGWOOD_COMPLETE": f"complete_{shell}"}
    if shell == "bash":
        env |= {"COMP_WORDS": "longwood deal fo", "COMP_CWORD": "2"}
    else:
        env |= {"_TYPER_COMPLETE_ARGS": "longwood deal fo", "_TYPER_COMPLETE_FISH_ACTION": "get-args"}
    done = longwood(env=env)
    assert b"forty-thieves" in done.stdout
    assert b"quatorze" not in done.stdout
    done = longwood(env={name: value.replace("deal fo", "show fo") for name, value in env.items()})
    assert b"forty-thieves." in done.stdout


def test_levels_are_completed() -> None:
    env = {"_LONGWOOD_COMPLETE": "complete_bash", "COMP_WORDS": "longwood deal wood --level v", "COMP_CWORD": "4"}
    assert longwood(env=env).stdout.split() == [b"very-hard"]
    env["COMP_WORDS"] = "longwood deal wood --level "
    assert longwood(env=env).stdout.split() == [b"easy", b"medium", b"hard", b"very-hard"]


def test_help_waits_for_nothing_heavy() -> None:
    code = """
import sys
import urllib.request
from longwood.cli.run import run
status = run(["--help"])
names = "rich numba numpy starlette uvicorn msgspec textual concurrent.futures longwood.solver longwood.advice"
heavy = {*names.split()} & set(sys.modules)
sys.exit(f"{status} {heavy}" if status or heavy else 0)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, env=ENVIRONMENT, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("args", [(), ("serve",)])
def test_the_table_is_served_until_ctrl_c(args: tuple[str, ...], tmp_path: Path) -> None:
    # A browser that only writes down which address it was told to open.
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {tmp_path}/opened\n')
    browser.chmod(0o755)
    with subprocess.Popen(
        [*COMMAND, *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT | {"BROWSER": str(browser)},
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        line = process.stdout.readline()
        if "is taken, so this table is" in line:
            line = process.stdout.readline()
        found = re.search(r"Longwood is at (http://127\.0\.0\.1:\d+/)", line)
        assert found, line
        with urllib.request.urlopen(found[1] + "api/games", timeout=60) as answer:
            assert len(json.load(answer)["games"]) == len(GAMES)
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0
        assert process.stderr.read() == ""
    if not args:
        assert (tmp_path / "opened").read_text().strip() == found[1]


def test_a_port_that_cannot_be_had() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        done = longwood("serve", "--port", str(taken.getsockname()[1]))
    assert done.returncode == 2
    assert b"is taken" in done.stderr
    for port in ("-1", "x", "70000"):
        assert longwood("serve", "--port", port).returncode == 2
