"""Saving from the command line: what is there is never lost, and what was saved is found again."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from command_line import Cli, Player, play
from longwood.cli.files import write_whole
from longwood.cli.saving import SavedFiles, WouldReplace
from longwood.notation import parse_record

ENVIRONMENT = os.environ | {"PYTHONPATH": str(Path(__file__).parents[1] / "src"), "PYTHONUTF8": "1"}


def test_save_and_go_on(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "my game"
    play(cli, "quatorze.5", "1", f"save {file}")
    assert file.read_text() == "quatorze.5/b3-d3\n"
    assert play(cli, str(file), "1", "save").startswith("quatorze.5/b3-d3/")
    assert file.read_text() == cli.last + "\n"
    assert list(tmp_path.iterdir()) == [file]


def test_save_loses_nothing(player: Player, tmp_path: Path) -> None:
    file = tmp_path / "letter"
    file.write_text("Dear Josephine\n")
    bad = [
        "save",
        f"save {file}",
        "no",
        f"save {tmp_path}",
        f"save {tmp_path}/no/where",
        "save a\x00b",
        "save ~nobody-here/x",
    ]
    assert player("quatorze.5", *bad, "1") == "quatorze.5/b3-d3"
    assert file.read_text() == "Dear Josephine\n"
    assert "Name a file" in player.out
    assert "already exists" in player.out
    assert player.out.count("cannot be written") >= 2


def test_a_file_of_several_records_is_not_written_over(player: Player, tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text("quatorze.5\nwood.1\n")
    assert player(str(file), "1", "save", f"save {file}", "") == "quatorze.5/b3-d3"
    assert f"This is the first of 2 records in {file}." in player.out
    assert "Name a file" in player.out
    assert "already exists" in player.out
    assert file.read_text() == "quatorze.5\nwood.1\n"


def test_a_file_that_has_grown_is_not_written_over(tmp_path: Path) -> None:
    file = tmp_path / "game"
    file.write_text("wood.1\n")
    files = SavedFiles(file)
    file.write_text("wood.1\nwood.2\n")
    for name in ("", str(file)):
        with pytest.raises(WouldReplace, match="several lines"):
            files.save(parse_record("wood.1"), name)
    assert file.read_text() == "wood.1\nwood.2\n"


@pytest.mark.parametrize(
    ("name", "meant"),
    [("-", "standard input"), ("-x", "an option"), ("wood", "a game"), ("wood.7", "a record"), ("wood.7/t1", "")],
)
def test_a_name_that_would_not_be_found_again(
    player: Player, name: str, meant: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    player("quatorze.5", f"save {name}")
    assert (f"would be read back as {meant}: save it as ./{name}." if meant else "cannot be written") in player.out
    assert not list(tmp_path.iterdir())
    if meant:
        player("quatorze.5", f"save ./{name}")
        assert player(f"./{name}") == "quatorze.5"


def test_files_of_this_game_may_be_written_over(player: Player, tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    player(
        "quatorze.5",
        f"save {first}",
        "1",
        f"save {second}",
        "1",
        f"save {first}",
        "new 7",
        f"save {first}",
        "n",
        "save",
    )
    assert first.read_text().startswith("quatorze.5/b3-d3/")
    assert second.read_text() == "quatorze.5/b3-d3\n"
    assert "already exists" in player.out
    assert "Name a file" in player.out


def test_a_link_stays_a_link(player: Player, tmp_path: Path) -> None:
    file, link = tmp_path / "file", tmp_path / "link"
    file.write_text("quatorze.5\n")
    link.symlink_to(file)
    player(str(link), "1", "save")
    assert link.is_symlink()
    assert file.read_text() == "quatorze.5/b3-d3\n"


def test_a_name_is_shown_as_it_is(player: Player, tmp_path: Path) -> None:
    player("quatorze.5", f"save {tmp_path}/für später")
    assert "für später." in player.out


def test_a_file_is_replaced_if_the_player_agrees_or_the_script_insists(
    player: Player, cli: Cli, tmp_path: Path
) -> None:
    file = tmp_path / "letter"
    file.write_text("Dear Josephine\n")
    file.chmod(0o640)
    player("quatorze.5", f"save {file}", "y")
    assert f"{file} already exists." in player.out
    assert file.read_text() == "quatorze.5\n"
    assert file.stat().st_mode & 0o777 == 0o640
    file.write_text("Dear Josephine\n")
    assert cli("play", "quatorze.5", given=f"save {file}\n1\n") == 2
    assert "already exists. Choose another name, or save --force FILE." in cli.err
    assert file.read_text() == "Dear Josephine\n"
    assert cli("play", "quatorze.5", given=f"save --force {file}\n") == 0
    assert file.read_text() == "quatorze.5\n"
    assert list(tmp_path.iterdir()) == [file]


def test_a_device_is_written_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_whole(pipe, "wood.1\n")
    assert os.read(reader, 100) == b"wood.1\n"
    os.close(reader)
    assert list(tmp_path.iterdir()) == [pipe]
    assert pipe.is_fifo()


@pytest.mark.slow
@pytest.mark.parametrize("has_one", [False, True])
def test_a_full_disk_leaves_the_old_file_or_none(tmp_path: Path, has_one: bool) -> None:
    # No file may grow beyond 5 bytes, which is how a full disk looks to a program.
    code = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (5, 5)); from longwood.cli import main; main()"
    save, page = tmp_path / "save", tmp_path / "page.html"
    for file in (save, page) if has_one else ():
        file.write_text("old\n")
    for args, given in (
        (["play", "quatorze.5"], f"save --force {save}\n"),
        (["report", "quatorze.5/b3-d3", "--html", str(page), "--force"], ""),
    ):
        done = subprocess.run(
            [sys.executable, "-c", code, *args],
            input=given,
            capture_output=True,
            text=True,
            env=ENVIRONMENT,
            check=False,
        )
        assert done.returncode == 2
        assert "File too large" in done.stderr
        assert done.stderr.count("\n") == 1
        assert "quatorze.5" in done.stdout or "Quatorze, deal 5" in done.stdout
    assert sorted(tmp_path.iterdir()) == ([page, save] if has_one else [])
    assert all(file.read_text() == "old\n" for file in tmp_path.iterdir())


def test_a_report_replaces_no_file_without_asking(cli: Cli, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("old")
    assert cli("report", "elevator.1/s-w", "--html", str(page)) == 2
    assert cli.err == f"longwood: {page} already exists: choose another name, or replace it with --force.\n"
    assert page.read_text() == "old"
    assert cli("report", "elevator.1/s-w", "--html", str(page), "--force") == 0
    assert page.read_text().startswith("<!doctype html>")
    assert list(tmp_path.iterdir()) == [page]
