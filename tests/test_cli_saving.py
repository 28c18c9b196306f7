"""Saving from the command line: what is there is never lost, and what was saved is found again."""

from pathlib import Path

import pytest

from command_line import Cli, Player, play
from longwood.cli.saving import SavedFiles
from longwood.notation import NotationError, parse_record


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
        f"save {tmp_path}",
        f"save {tmp_path}/no/where",
        "save a\x00b",
        "save ~nobody-here/x",
    ]
    assert player("quatorze.5", *bad, "1") == "quatorze.5/b3-d3"
    assert file.read_text() == "Dear Josephine\n"
    assert "Name a file" in player.out
    assert "is there already" in player.out
    assert player.out.count("cannot be written") >= 2


def test_a_file_of_several_records_is_not_written_over(player: Player, tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text("quatorze.5\nwood.1\n")
    assert player(str(file), "1", "save", f"save {file}") == "quatorze.5/b3-d3"
    assert f"There are 2 records in {file}: this is the first." in player.out
    assert "Name a file" in player.out
    assert "is there already" in player.out
    assert file.read_text() == "quatorze.5\nwood.1\n"


def test_a_file_that_has_grown_is_not_written_over(tmp_path: Path) -> None:
    file = tmp_path / "game"
    file.write_text("wood.1\n")
    files = SavedFiles(file)
    file.write_text("wood.1\nwood.2\n")
    for name in ("", str(file)):
        with pytest.raises(NotationError, match="several lines"):
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
    player("quatorze.5", f"save {first}", "1", f"save {second}", "1", f"save {first}", "new 7", f"save {first}", "save")
    assert first.read_text().startswith("quatorze.5/b3-d3/")
    assert second.read_text() == "quatorze.5/b3-d3\n"
    assert "is there already" in player.out
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
