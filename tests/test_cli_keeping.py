"""Games at the terminal are in the journal: whatever ends the program, the game is found again."""

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
from journals import stuck_record, won_record
from longwood.journal.entries import Ending, Entry
from longwood.journal.filters import Filter
from longwood.journal.store import Journal
from longwood.notation import move_text
from longwood.session import Session

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


def entries(data: Path, *endings: Ending) -> list[Entry]:
    """What is in the journal, the newest first."""
    with Journal(data / "longwood" / "journal.sqlite") as journal:
        return journal.entries(journal.player(), Filter(endings=endings))


def records(data: Path, *endings: Ending) -> list[str]:
    return [entry.record for entry in entries(data, *endings)]


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
        assert records(data_folder) == ["quatorze.5/b3-d3"]
        if number != signal.SIGKILL:
            assert status == 128 + number
            shown = "".join(at.text.split())
            assert "quatorze.5/b3-d3" in shown
            assert "Thegameisinthejournal:longwoodplay--resumecontinuesit." in shown
    with terminal(data_folder, "play", "--resume") as at:
        at.wait_for("Your unfinished game.")
        at.wait_for("> ")
        at.type("undo", "Undone: b3-d3.")
        at.wait_for("> ")
        at.process.kill()
        at.end()
    with terminal(data_folder, "play", "--resume") as at:
        # What was undone can still be had again.
        at.wait_for("> ")
        at.type("redo", "score 2")
        at.wait_for("> ")
        at.type("quit", "legal moves")
        assert at.end() == 0
        assert at.text.rstrip().endswith("quatorze.5/b3-d3")
    (entry,) = entries(data_folder)
    assert (entry.record, entry.ending, entry.undos, entry.source) == ("quatorze.5/b3-d3", "open", 1, "terminal")


def test_a_closed_terminal(data_folder: Path) -> None:
    with terminal(data_folder, "play", "quatorze.5") as at:
        at.wait_for("> ")
        at.type("b3-d3", "score 2")
        at.wait_for("> ")
        os.close(at.ours)
        assert at.process.wait(60) == 128 + signal.SIGHUP
    assert records(data_folder) == ["quatorze.5/b3-d3"]


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
    assert records(data_folder) == ["quatorze.5/b3-d3"]
    assert err == "longwood: The game is in the journal: longwood play --resume continues it.\n"


def test_a_script_that_ends_by_itself_is_no_game_of_a_person(cli: Cli, data_folder: Path) -> None:
    assert cli("play", "quatorze.5", given="1\nq\n") == 0
    assert not list(data_folder.rglob("*.*"))


def test_a_won_game_is_closed_and_what_is_new_is_said(player: Player, data_folder: Path) -> None:
    *before, last = won_record().split("/")
    start = "/".join(before)
    assert player(start, last, "undo", "redo", "q") == won_record()
    assert "Your first win of Elevator!" in player.out
    assert [(e.record, e.ending) for e in entries(data_folder)] == [(won_record(), Ending.WON)]
    # Another way to go on from there is another game; looking back is none.
    session = Session.from_record(won_record())
    while session.undo() and len(session.moves) < 2:
        pass
    played = {move_text(session.game, act[0]) for act in session.undone[:1]}
    other = next(text for m in session.moves if (text := move_text(session.game, m)) not in played)
    steps = f"undo {len(session.undone)}"
    assert player(start, last, steps, other, "q") == f"{session.record}/{other}"
    found = entries(data_folder)
    assert sorted(e.ending for e in found) == ["open", "won", "won"]
    assert "Your 2nd win of Elevator." in player.out


def test_how_games_end(player: Player, data_folder: Path) -> None:
    *before, last = stuck_record().split("/")
    player("/".join(before), last, "q")
    assert [(e.record, e.ending) for e in entries(data_folder)] == [(stuck_record(), Ending.STUCK)]
    player("quatorze.5", "1", "hint", "verdict", "new 7", "1", "give", "give up")
    assert "Type give up to end this game." in player.out
    assert {e.deal: e.ending for e in entries(data_folder)} == {
        stuck_record().partition("/")[0]: Ending.STUCK,
        "quatorze.5": Ending.OPEN,
        "quatorze.7": Ending.GIVEN_UP,
    }
    (open_,) = entries(data_folder, Ending.OPEN)
    assert (open_.fair_hints, open_.verdicts, open_.seeing_hints) == (1, 1, 0), "what was asked last counts too"


def test_help_is_counted(player: Player, data_folder: Path) -> None:
    player("quatorze.5", "hint", "hint all", "verdict", "1", "undo", "1", "1")
    (found,) = entries(data_folder)
    assert (found.fair_hints, found.seeing_hints, found.verdicts, found.undos) == (1, 1, 1, 1)


def test_a_record_that_was_printed_goes_on_with_the_same_game(player: Player, data_folder: Path) -> None:
    record = player("quatorze.5", "1", "q")
    longer = player(record, "1", "q")
    assert records(data_folder) == [longer]
    # Whoever has the shorter one still, plays another game.
    player(record, "2", "q")
    assert len(records(data_folder)) == 2


def test_the_deal_of_the_day_and_one_of_a_level(cli: Cli, data_folder: Path) -> None:
    assert cli("daily", "quatorze", "--record") == 0
    deal = cli.out.strip()
    for options, facts in ((("--daily",), 0), (("--level", "easy"), 1)):
        with terminal(data_folder, "play", "quatorze", *options) as at:
            at.wait_for("> ")
            at.type("1", "> ")
            at.process.kill()
            at.end()
        found = entries(data_folder)[0]
        assert (found.deal == deal) == bool(found.day) == (not facts)
        assert found.level == facts or found.level > facts == 0
    assert found.source == "terminal"
    for wrong in (["--daily"], ["quatorze.5", "--daily"], ["quatorze", "--daily", "--level", "easy"]):
        assert cli("play", *wrong) == 2
        assert "Name a game and one of the two" in cli.err
    assert cli("play", "--resume", "--daily") == 2


def test_unfinished_games_are_offered(player: Player, data_folder: Path) -> None:
    player("quatorze.5", "1")
    player("elevator.1", "1")
    assert player("", "resume").startswith("elevator.1/")
    assert "You have an unfinished game of Elevator (and 1 more). Type resume to continue it." in player.out


def test_nothing_to_resume(cli: Cli, player: Player) -> None:
    assert cli("play", "--resume") == 2
    assert cli.err == "longwood: There is no unfinished game: name a game to play.\n"
    assert cli("play", "--resume", "wood") == 2
    assert player("", "resume", "wood.3") == "wood.3"
    assert "There is no unfinished game" in player.out


def test_where_nothing_can_be_kept(player: Player, data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nowhere = data_folder / "file"
    nowhere.write_text("")
    monkeypatch.setenv("LONGWOOD_JOURNAL", str(nowhere / "journal.sqlite"))
    assert player("quatorze.5", "1", "1", "1").startswith("quatorze.5/b3-d3/")
    assert player.out.count("This game is not being kept: type save FILE, or copy its record.") == 1
    monkeypatch.setenv("LONGWOOD_JOURNAL", "none")
    assert player("quatorze.5", "1").startswith("quatorze.5/b3-d3")
    assert "not kept" not in player.out


def test_games_of_older_versions_are_resumed(player: Player, data_folder: Path) -> None:
    folder = data_folder / "longwood" / "interrupted"
    folder.mkdir(parents=True)
    (folder / "00000000001763467200-77.txt").write_text("quatorze.5/b3-d3\n")
    (folder / "1.txt").write_text("nonsense\n")
    assert player("", "resume") == "quatorze.5/b3-d3"
    assert [file.name for file in folder.iterdir()] == ["1.txt"]


@pytest.mark.parametrize("count", [10])
def test_killed_again_and_again(data_folder: Path, count: int) -> None:
    """Each time the program is killed right after the answer to a move: every move that was answered is there."""
    lost = 0
    for number in range(count):
        with terminal(data_folder, "play", f"elevator.{number}") as at:
            at.wait_for("> ")
            at.type("s-w", "> ")
            at.process.kill()
            at.end()
        lost += f"elevator.{number}/s-w" not in records(data_folder)
    assert lost == 0
    assert len(records(data_folder)) == count


def test_a_journal_that_is_taken_away_meanwhile(data_folder: Path) -> None:
    with terminal(data_folder, "play", "elevator.1") as at:
        at.wait_for("> ")
        at.type("s-w", "> ")
        for file in (data_folder / "longwood").glob("journal.sqlite*"):
            file.unlink()
        at.type("s-w", "> ")
        at.process.kill()
        at.end()
    assert records(data_folder) == ["elevator.1/s-w/s-w"]
