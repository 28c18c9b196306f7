"""The command line: what it prints, what can be typed, and what it says of bad input."""

import errno
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import pytest
from typer.testing import CliRunner

from command_line import Cli, endless_record
from families import change_family
from longwood import GAMES, __version__
from longwood.cli.commands import app
from longwood.cli.run import run
from longwood.core.cards import cards_text, shuffled
from transcripts import won_record


def test_what_there_is(cli: Cli) -> None:
    assert cli("--version") == 0
    assert re.fullmatch(r"longwood \d+\.\d+\.\d+\n", cli.out)
    assert cli("--help") == 0
    assert all(
        f"  {name}" in cli.out
        for name in ("games", "rules", "deal", "show", "moves", "replay", "perft", "play", "serve")
    )


def test_help_cuts_no_description(cli: Cli) -> None:
    assert cli("--help") == 0
    assert "..." not in cli.out.partition("Commands:")[2]
    words = " ".join(cli.out.split())
    for command in app.registered_commands:
        assert command.callback
        first = re.split(r"(?<=[.:;]) ", " ".join((command.callback.__doc__ or "").split()))[0].rstrip(".")
        assert first in words


def test_the_version_is_said_before_anything_is_imported() -> None:
    code = """
import sys
from longwood.cli import main
try:
    main(["--version"])
finally:
    loaded = sorted(name for name in sys.modules if name.startswith(("longwood.", "typer", "rich", "numpy")))
    sys.stderr.write(" ".join(loaded))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (
        0,
        f"longwood {__version__}\n",
        "longwood.cli longwood.cli.statuses",
    )


def test_the_runner_of_typer_agrees() -> None:
    result = CliRunner().invoke(app, ["deal", "wood", "7"])
    assert (result.exit_code, result.stdout) == (0, "wood.7\n")


def test_games(cli: Cli) -> None:
    assert cli("games") == 0
    rows = [line.split("\t") for line in cli.out.splitlines()]
    assert [row[:3] for row in rows] == [[game.slug, game.title, str(game.decks)] for game in GAMES.values()]
    assert cli("games", "--json") == 0
    found = json.loads(cli.out)["games"]
    assert [game["slug"] for game in found] == list(GAMES)
    assert found[0]["piles"][:3] == ["s", "w", "r"]


@pytest.mark.parametrize("family", sorted({game.family for game in GAMES.values()}))
def test_rules(cli: Cli, family: str) -> None:
    slug = next(game.slug for game in GAMES.values() if game.family == family)
    assert cli("rules", slug) == 0
    assert cli.out.startswith("# ")


@pytest.mark.parametrize("slug", GAMES)
def test_deal_and_show(cli: Cli, slug: str) -> None:
    assert cli("deal", slug, "5") == 0
    assert cli.out == f"{slug}.5\n"
    assert cli("deal", slug, "5", "--table") == 0
    table = cli.out
    assert cli.last == f"{slug}.5"
    assert "0 played, " in table
    assert cli("show", f"{slug}.5") == 0
    assert cli.out == table
    assert cli("show", f"{slug}.5", "--ascii") == 0
    assert cli.out.isascii()


def test_a_random_deal(cli: Cli) -> None:
    assert cli("deal", "wood") == 0
    assert re.fullmatch(r"wood\.\d+\n", cli.out)


def test_json_hides_what_lies_face_down(cli: Cli) -> None:
    assert cli("deal", "triple-peaks", "5", "--json") == 0
    found = json.loads(cli.out)
    assert found["record"] == "triple-peaks.5"
    assert found["piles"]["s"] == ["??"] * 23
    assert found["piles"]["a1"] == ["??"]
    assert found["piles"]["w"] == ["8H"]
    assert (found["score"], found["is_won"], found["is_stuck"]) == (0, False, False)
    assert found["facts"] == {"stock": 23, "run": 0}


def test_moves(cli: Cli) -> None:
    assert cli("moves", "triple-peaks.5") == 0
    assert cli.out.split() == ["triple-peaks.5/d1-w", "triple-peaks.5/d8-w", "triple-peaks.5/s-w"]
    assert cli("moves", "triple-peaks.5", "--table") == 0
    assert cli.out.splitlines()[1] == "  1  d1-w      9♠ from d1 onto 8♥"
    assert cli("moves", "triple-peaks.5", "--json") == 0
    assert [m["text"] for m in json.loads(cli.out)["moves"]] == ["d1-w", "d8-w", "s-w"]


def test_moves_of_moves_are_perft(cli: Cli) -> None:
    given = "quatorze.5\n"
    for depth in (1, 2):
        assert cli("moves", "-", given=given) == 0
        given = cli.out
        assert cli("perft", "quatorze.5", str(depth), "-q") == 0
        assert int(cli.out) == len(given.splitlines())


def test_perft(cli: Cli) -> None:
    assert cli("perft", "quatorze.5", "4") == 0
    assert [line.split() for line in cli.out.splitlines()] == [
        ["0", "1"],
        ["1", "12"],
        ["2", "122"],
        ["3", "1068"],
        ["4", "9560"],
    ]
    assert cli("perft", "quatorze.5", "3", "--json") == 0
    assert json.loads(cli.out)["counts"] == [1, 12, 122, 1068]


def test_perft_of_several_records_names_them(cli: Cli) -> None:
    assert cli("perft", "-", "1", given="quatorze.1\nquatorze.5\n") == 0
    assert [line.split()[-1] for line in cli.out.splitlines()] == ["quatorze.1:", "1", "18", "quatorze.5:", "1", "12"]
    assert cli("perft", "-", "1", given="quatorze.5\n") == 0
    assert ":" not in cli.out


@pytest.mark.parametrize(
    ("locale", "is_ascii"),
    [
        ({"LC_ALL": "C", "LANG": "de_DE.UTF-8"}, True),
        ({"LC_ALL": "POSIX"}, True),
        ({"LANG": "C"}, True),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, True),  # so Python makes it when it starts with LANG=C
        ({"LC_CTYPE": "C", "LANG": "de_DE.UTF-8"}, True),
        ({"LC_CTYPE": "de_DE.UTF-8", "LANG": "C"}, False),
        ({"LC_CTYPE": "C.UTF-8"}, False),
        ({"LANG": "C.UTF-8"}, False),
        ({"LC_ALL": "", "LANG": "en_US.UTF-8"}, False),
        ({"LC_ALL": "C", "PYTHONIOENCODING": "utf-8"}, False),
        ({}, False),
    ],
)
def test_a_plain_locale_gets_ascii(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, locale: dict[str, str], is_ascii: bool
) -> None:
    for name in ("LC_ALL", "LC_CTYPE", "LANG", "PYTHONIOENCODING", "PYTHONUTF8"):
        monkeypatch.delenv(name, raising=False)
    for name, value in locale.items():
        monkeypatch.setenv(name, value)
    assert cli("show", "wood.5") == 0
    assert cli.out.isascii() == is_ascii


def test_replay(cli: Cli) -> None:
    assert cli("replay", "triple-peaks.5/d1-w/s-w") == 0
    assert "1 of 2: d1-w, 9♠ from d1 onto 8♥" in cli.out
    assert "2 of 2: s-w, deal a card from the stock" in cli.out
    assert cli.out.count("a2──") == 3
    assert cli("replay", "triple-peaks.5/d1-w/s-w", "-q") == 0
    assert cli.out.split() == ["triple-peaks.5", "triple-peaks.5/d1-w", "triple-peaks.5/d1-w/s-w"]


def test_a_won_game(cli: Cli) -> None:
    record = str(won_record("elevator"))
    assert cli("show", record) == 0
    assert "the game is won" in cli.out
    assert cli("play", record) == 0
    assert "You won! Score 28." in cli.out
    assert cli("moves", record) == 0


def test_records_from_standard_input(cli: Cli) -> None:
    assert cli("show", "-", "-q", given="wood.1\n\n  terrace.5/t1-f1  \n") == 0
    assert cli.out == "wood.1\nterrace.5/t1-f1\n"
    assert cli("show", "wood.1\nwood.2", "-q") == 0
    assert cli.out == "wood.1\nwood.2\n"


def test_records_from_a_file(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text("wood.1\nwood.2\n")
    assert cli("show", str(file), "-q") == 0
    assert cli.out == "wood.1\nwood.2\n"


def test_decks_as_people_type_them(cli: Cli, tmp_path: Path) -> None:
    record = f"elevator:{DECK}/s-w"
    pairs = [DECK[i : i + 2] for i in range(0, len(DECK), 2)]
    file = tmp_path / "deck.txt"
    for cards in (
        " ".join(pairs),
        DECK.lower(),
        " ".join(pairs).replace("T", "10"),
        "".join(pairs).replace("T", "10").lower(),
        "  ".join(pairs).replace("T", "10").title(),
    ):
        typed = f"elevator:{cards}/s-w"
        file.write_text(f"{typed}\n")
        for args, given in (([typed], ""), (["-"], typed), ([str(file)], "")):
            assert cli("show", *args, "-q", given=given) == 0
            assert cli.out == f"{record}\n"
        assert cli("play", typed, "-q") == 0
        assert cli.out == f"{record}\n"
    assert cli("play", "wood.1", given=f"new elevator: {' '.join(pairs).lower()}\n") == 0
    assert cli.last == f"elevator:{DECK}"
    assert cli("show", "elevator:7s 10x") == 2
    assert "is not a card" in cli.err


def test_a_byte_order_mark_is_skipped(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text("wood.1\n", encoding="utf-8-sig")
    assert cli("show", str(file), "-q") == 0
    assert cli("show", "-", "-q", given="\ufeffwood.1\n") == 0
    assert cli("show", "-", "-q", given="\udcef\udcbb\udcbfwood.1\n") == 0
    assert cli.out == "wood.1\n"


def test_a_pipe_is_read_like_a_file(cli: Cli, tmp_path: Path) -> None:
    reader, writer = os.pipe()
    os.write(writer, b"wood.1\nwood.2\n")
    os.close(writer)
    assert cli("show", f"/dev/fd/{reader}", "-q") == 0
    os.close(reader)
    assert cli.out == "wood.1\nwood.2\n"
    assert cli("show", "/dev/stdin", "-q", given="wood.3\n") == 0
    assert cli.out == "wood.3\n"
    assert cli("play", "/dev/stdin", given="quatorze.5\n1\n") == 0
    assert cli.last == "quatorze.5/b3-d3"


def test_what_cannot_be_read(cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text("wood.1\n")

    def fails(*_: object, **__: object) -> NoReturn:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(Path, "open", fails)
    assert cli("show", str(file)) == 2
    assert cli.err == f"longwood: {file} cannot be read: Input/output error.\n"


@pytest.mark.slow
def test_a_record_of_ten_thousand_moves(cli: Cli) -> None:
    record = endless_record(10_000)
    assert cli("show", record, "-q") == 0
    assert cli.out == record + "\n"
    assert cli("show", record + "/t1-f1") == 2
    assert "t1-f1 is not legal as move 10001" in cli.err
    assert len(cli.err) < 1000


DECK = cards_text(shuffled(1, 3))
BAD = [
    (["deal", "terace"], "did you mean terrace?"),
    (["deal", "zzz"], 'There is no game "zzz". `longwood games` lists them.'),
    (["rules", "terace"], "did you mean terrace?"),
    (["play", "terace"], "did you mean terrace?"),
    (["deal", "wood", "x"], "not a deal number"),
    (["deal", "wood", "-1"], "not a deal number"),
    (["deal", "wood", "1.5"], "not a deal number"),
    (["deal", "wood", "9007199254740992"], "from 0 to 9007199254740991"),
    (["deal", "wood", "--jsno"], "No such option: --jsno"),
    (["deal", "wood", "5", "--jsno"], "No such option: --jsno"),
    (["deal", "--jsno", "wood", "5"], "No such option: --jsno"),
    (["perft", "wood.1", "1", "--jsno"], "No such option: --jsno"),
    (["serve", "--prot", "80"], "No such option: --prot"),
    (["deal", "wood", "5", "--json", "--record"], "Choose only one of --json, --record"),
    (["show", "wood.5", "--json", "-q"], "Choose only one of --json, --record"),
    (["moves", "wood.5", "--record", "--table"], "Choose only one of --record, --table"),
    (["perft", "wood.5", "1", "--json", "-q"], "Choose only one of --json, --quiet"),
    (["deal"], "Missing argument"),
    (["foo"], "No such command"),
    (["show", "wood.1", "wood.2"], "unexpected extra argument"),
    (["show", f"elevator:{DECK[:-2]}"], "has 51 cards: "),
    (["show", f"elevator:{DECK[:2]}{DECK[:2]}{DECK[4:]}"], "too many"),
    (["show", "terrace"], "is not a deal"),
    (["show", ""], "There is no game"),
    (["show", "terrace.5/t1-f1/s-"], "Move 2 of terrace.5/t1-f1/s- cannot be read"),
    (["show", "terrace.5/t1-f1/\x00"], "cannot be read"),
    (["show", "terrace.5/t1-f1/w-t9/s-w"], "w-t9 is not legal as move 2 after terrace.5/t1-f1; legal: t9-f2"),
    (["show", "térrace.1"], "There is no game"),
    (["moves", "\udcff\udcfe"], "There is no game"),
    (["replay", "wood.1/ß-w"], "cannot be read"),
    (["show", "no/such/file"], "There is no file no/such/file."),
    (["show", "./quatorze.1"], "There is no file ./quatorze.1."),
    (["show", "/nowhere"], "There is no file /nowhere."),
    (["show", "spiele-für-zwei.txt"], "There is no file spiele-für-zwei.txt."),
    (["show", "terrace.txt"], "There is no file terrace.txt, and a deal has a number, as in terrace.1."),
    (["solve", "elevator.x"], "There is no file elevator.x, and a deal has a number, as in elevator.1."),
    (["hint", "elevator.x/s-w.y"], "There is no file elevator.x/s-w.y, and a deal has a number, as in elevator.1."),
    (["play", "quatroze.1/a1-a4"], "did you mean quatorze?"),
    (["play", "terrace/t1-f1"], "is not a deal"),
    (["show", "."], ". is a directory"),
    (["play", "/"], "/ is a directory"),
    (["show", "x" * 5000], "There is no game"),
    (["show", "-"], "There is no record in standard input"),
    (["perft", "wood.1", "-1"], "not a depth"),
    (["perft", "wood.1", "100"], "from 0 to 99"),
    (["perft", "wood.1", "two"], "not a depth"),
    (["perft", "wood.1", "٣"], "not a depth"),
]


@pytest.mark.parametrize(("args", "message"), BAD)
def test_bad_input_is_one_sentence_and_status_2(cli: Cli, args: list[str], message: str) -> None:
    assert cli(*args) == 2
    assert message in cli.err
    assert cli.err.startswith("longwood: ")
    assert cli.err.endswith((".\n", "?\n"))
    assert cli.err.count("\n") == 1
    assert cli.out == ""


def test_a_bad_line_is_named(cli: Cli) -> None:
    assert cli("show", "-", "-q", given="wood.1\nwood.x\nwood.3\n") == 2
    assert cli.out == "wood.1\n"
    assert "Line 2 of standard input" in cli.err


def test_a_missing_rules_page(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    change_family(monkeypatch, "terrace", room="longwood.core")
    assert cli("rules", "wood") == 2
    assert "missing" in cli.err
    assert cli("play", "wood.1", given="rules\n1\n") == 2
    assert "missing" in cli.err


@pytest.mark.parametrize("error", [EOFError("cut short"), ZeroDivisionError("oh")])
def test_a_bug_is_neither_a_verdict_nor_ctrl_c(cli: Cli, monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def fails(*_: object, **__: object) -> NoReturn:
        raise error

    monkeypatch.setattr("longwood.solver.solve", fails)
    assert cli("solve", "elevator.1") == 70
    assert type(error).__name__ in cli.err
    assert "This is a bug" in cli.err


RED = "\x1b[31m\x9b5m\x07\u202e"


@pytest.mark.parametrize(
    "args",
    [
        ["show", f"terrace.1/{RED}"],
        ["show", f"{RED}.1"],
        ["show", f"elevator:{RED}"],
        ["show", f"elevator@{RED}"],
        ["show", f"elevator@{RED}=7S"],
        ["show", f"elevator@w={RED}"],
        ["show", f"elevator,{RED}=5.1"],
        ["show", f"elevator,wraps={RED}.1"],
        ["show", f"./{RED}"],
        ["show", f"http://localhost/play/{RED}.1"],
        ["show", "http://localhost/play/%1b%5b31m%07.1"],
        ["deal", "wood", RED],
        ["perft", "wood.1", RED],
        ["play", RED],
        [RED],
        ["show", f"--{RED}"],
        ["hint", "wood.1", "--count", RED],
        ["daily", "--date", RED],
        ["deal", "wood", "--level", RED],
        ["solve", "wood.1", "--seconds", RED],
        ["solve", "wood", "--deals", RED],
        ["solve", "wood", "--deals", "1-2", "--csv", f"/nowhere/{RED}"],
        ["report", "wood.1", "--html", f"/nowhere/{RED}/x"],
        ["report", "wood.1", "--html", f"/proc/{RED}"],
        ["serve", "--host", RED],
        ["serve", "--port", RED],
    ],
)
def test_no_escape_reaches_the_terminal(cli: Cli, args: list[str]) -> None:
    assert cli(*args) == 2
    assert all(char.isprintable() or char == "\n" for char in cli.out + cli.err)
    assert cli.err.startswith("longwood: ")
    assert cli.err.count("\n") == 1


def test_no_escape_of_a_script_reaches_the_terminal(cli: Cli, tmp_path: Path) -> None:
    lines = [f"describe {RED}", f"new {RED}", RED, f"save {tmp_path}/{RED}", f"undo {RED}", f"hint {RED}", f"{RED}!"]
    for line in lines:
        cli("play", "quatorze.5", given=f"{line}\n")
        assert all(char.isprintable() or char == "\n" for char in cli.out + cli.err)
    file = tmp_path / f"games{RED}"
    file.write_text(f"{RED}\n")
    assert cli("show", str(file)) == 2
    assert all(char.isprintable() or char == "\n" for char in cli.err)
    rows = tmp_path / f"rows{RED}.csv"
    rows.write_text(f"{RED}\n")
    assert cli("solve", "elevator", "--deals", "1-2", "--csv", str(rows)) == 2
    assert all(char.isprintable() or char == "\n" for char in cli.err)


def test_an_endless_line_is_refused(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text("wood.1\n" + "wood.1/" * 200_000)
    for args, name in ((["show", str(file), "-q"], str(file)), (["show", "-", "-q"], "standard input")):
        assert cli(*args, given=file.read_text()) == 2
        assert cli.out == "wood.1\n"
        assert cli.err == f"longwood: Line 2 of {name} is longer than 1,000,000 characters, too long for a record.\n"
    assert cli("play", "wood.1", given="x" * 2_000_000) == 2
    assert "is longer than 1,000,000 characters" in cli.err
    assert cli.last == "wood.1"


class Endless(io.StringIO):
    """A hundred megabytes without a line end; whoever takes them all at once is found out."""

    def readline(self, size: int | None = -1) -> str:  # type: ignore[override]
        assert size
        assert 0 < size <= 2_000_000
        return "s-w/" * (size // 4) + "s-w/"[: size % 4]


@pytest.mark.parametrize("args", [["show", "-"], ["play", "-"], ["play", "wood.1"]])
def test_no_more_is_read_than_the_bound(
    args: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", Endless())
    assert run(args) == 2
    assert "is longer than 1,000,000 characters" in capsys.readouterr().err
