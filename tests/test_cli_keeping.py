"""Games under way are kept: whatever ends the program, the game is found again."""

import os
import pty
import signal
import subprocess
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from command_line import Cli, Player
from longwood.cli.keeping import KeptGame, interrupted_games
from longwood.notation import parse_record

pytestmark = pytest.mark.slow  # real processes and terminals

# SIGHUP and SIGTERM as a shell would leave them, whoever starts the tests.
CODE = """
import fcntl, os, signal, sys, termios
for number in (signal.SIGHUP, signal.SIGTERM, signal.SIGINT):
    signal.signal(number, signal.SIG_DFL if number != signal.SIGINT else signal.default_int_handler)
if os.isatty(0):
    os.setsid()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
from longwood.cli import main
main()
"""


def environment(data: Path) -> dict[str, str]:
    source = str(Path(__file__).parents[1] / "src")
    return os.environ | {"PYTHONPATH": source, "PYTHONUTF8": "1", "NO_COLOR": "1", "XDG_DATA_HOME": str(data)}


class Terminal:
    """A player at a terminal of their own."""

    def __init__(self, data: Path, *args: str) -> None:
        self.ours, theirs = pty.openpty()
        settings = termios.tcgetattr(theirs)
        settings[3] &= ~termios.ECHO
        termios.tcsetattr(theirs, termios.TCSANOW, settings)
        self.process = subprocess.Popen(
            [sys.executable, "-c", CODE, *args], stdin=theirs, stdout=theirs, stderr=theirs, env=environment(data)
        )
        os.close(theirs)
        self.text = ""

    def wait_for(self, words: str) -> None:
        while words not in self.text:
            self.text += os.read(self.ours, 4096).decode(errors="replace")

    def type(self, line: str, answer: str) -> None:
        self.text = ""
        os.write(self.ours, f"{line}\n".encode())
        self.wait_for(answer)

    def end(self) -> int:
        """Read to the end."""
        try:
            while part := os.read(self.ours, 4096):
                self.text += part.decode(errors="replace")
        except OSError:  # Linux says that the other end is closed by an error
            pass
        return self.process.wait(60)


@contextmanager
def terminal(data: Path, *args: str) -> Iterator[Terminal]:
    found = Terminal(data, *args)
    try:
        yield found
    finally:
        if found.process.poll() is None:
            found.process.kill()
        found.process.wait()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_a_game_is_kept_whatever_ends_the_program(data_folder: Path, number: signal.Signals) -> None:
    with terminal(data_folder, "play", "quatorze.5") as at:
        at.wait_for("> ")
        at.type("b3-d3", "score 2")
        at.wait_for("> ")
        at.process.send_signal(number)
        status = at.end()
        (file,) = interrupted_games()
        assert file.read_text() == "quatorze.5/b3-d3\n"
        if number != signal.SIGKILL:
            assert status == 128 + number
            shown = "".join(at.text.split())
            assert "quatorze.5/b3-d3" in shown
            assert f"Thegameiskeptin{file}:longwoodplay--resumecontinuesit." in shown
    with terminal(data_folder, "play", "--resume") as at:
        at.wait_for("Your interrupted game.")
        at.wait_for("> ")
        at.type("undo", "Undone: b3-d3.")
        at.type("redo", "score 2")
        # It is kept anew from the start, and nobody else is offered what is being played.
        assert interrupted_games() == []
        at.type("quit", "legal moves")
        assert at.end() == 0
        assert at.text.rstrip().endswith("quatorze.5/b3-d3")
    assert not list(data_folder.rglob("*.*"))


def test_a_closed_terminal(data_folder: Path) -> None:
    with terminal(data_folder, "play", "quatorze.5") as at:
        at.wait_for("> ")
        at.type("b3-d3", "score 2")
        at.wait_for("> ")
        os.close(at.ours)
        assert at.process.wait(60) == 128 + signal.SIGHUP
    assert [file.read_text() for file in interrupted_games()] == ["quatorze.5/b3-d3\n"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_script_that_is_told_to_end(data_folder: Path, number: signal.Signals) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", CODE, "play", "quatorze.5"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(data_folder), text=True,
    ) as process:  # fmt: skip
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write("1\ndescribe a1\n")
        process.stdin.flush()
        while "a1: 1 card" not in process.stdout.readline():
            pass
        process.send_signal(number)
        out, err = process.stdout.read(), process.stderr.read()
        assert process.wait(60) == 128 + number
    assert out.splitlines()[-1] == "quatorze.5/b3-d3"
    (file,) = interrupted_games()
    assert file.read_text() == "quatorze.5/b3-d3\n"
    assert err == f"longwood: The game is kept in {file}: longwood play --resume continues it.\n"


def test_a_player_who_leaves_has_the_record(player: Player, data_folder: Path) -> None:
    assert player("quatorze.5", "1", "q") == "quatorze.5/b3-d3"
    assert player("quatorze.5", "1") == "quatorze.5/b3-d3"
    assert player("quatorze.5", "1", "new 7", "1").startswith("quatorze.7/")
    assert not list(data_folder.rglob("*.*"))


def test_interrupted_games_are_offered(player: Player, data_folder: Path) -> None:
    played, left = KeptGame(), KeptGame()
    played.keep(parse_record("quatorze.5/b3-d3"))
    left.keep(parse_record("wood.3"))
    assert interrupted_games() == []
    assert left.path
    assert left._lock
    left._lock.close()  # as the end of the program would
    assert interrupted_games() == [left.path]
    player("elevator.1")
    assert "A game was interrupted. longwood play --resume continues it." in player.out
    assert player("", "resume") == "wood.3"
    assert "A game was interrupted. Type resume to continue it." in player.out
    assert interrupted_games() == []
    played.forget()
    assert not list(data_folder.rglob("*.*"))


def test_nothing_to_resume(cli: Cli, player: Player) -> None:
    assert cli("play", "--resume") == 2
    assert cli.err == "longwood: No interrupted game is kept: name a game to play.\n"
    assert cli("play", "--resume", "wood") == 2
    assert player("", "resume", "wood.3") == "wood.3"
    assert "No interrupted game is kept" in player.out


def test_where_nothing_can_be_kept(player: Player, data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nowhere = data_folder / "file"
    nowhere.write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(nowhere))
    assert player("quatorze.5", "1", "1", "1").startswith("quatorze.5/b3-d3/")
    assert player.out.count("This game is not kept if the terminal closes (Not a directory)") == 1


def test_a_kept_game_that_cannot_be_read_stays(cli: Cli, data_folder: Path) -> None:
    folder = data_folder / "longwood" / "interrupted"
    folder.mkdir(parents=True)
    (folder / "1.txt").write_text("nonsense\n")
    assert cli("play", "--resume") == 2
    assert (folder / "1.txt").read_text() == "nonsense\n"
