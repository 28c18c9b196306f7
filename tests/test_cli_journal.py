"""The commands of the journal, as a person at a shell uses them."""

import json
import signal
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from command_line import Cli, Player
from journals import OPEN, entry, many_entries, some_records, won_record
from longwood import __version__
from longwood.journal.accounts import Analysis
from longwood.journal.analyses import keep
from longwood.journal.store import Journal


@pytest.fixture
def filled(data_folder: Path) -> Path:
    """A journal with forty games in it."""
    path = data_folder / "longwood" / "journal.sqlite"
    path.parent.mkdir()
    with Journal(path) as journal:
        journal.add(journal.player(), many_entries(40, [won_record(), *some_records("quatorze", 3)]))
    return path


def test_an_empty_journal(cli: Cli, data_folder: Path) -> None:
    for command in (("journal",), ("stats",)):
        assert cli(*command) == 0
        assert cli.out == "The journal is empty. longwood, or longwood play, starts a game.\n"
    assert cli("journal", "list") == 0
    assert cli.out == "No such game in the journal.\n"
    assert cli("journal", "path") == 0
    assert cli.out == f"{data_folder / 'longwood' / 'journal.sqlite'}\n"
    assert cli("journal", "undelete") == 2
    assert cli("journal", "restore") == 2
    assert "There is no backup yet." in cli.err


@pytest.mark.parametrize("before", [("--journal",), ("journal", "--journal")])
def test_a_journal_may_be_named_before_the_command(
    cli: Cli, filled: Path, tmp_path: Path, before: tuple[str, ...]
) -> None:
    other = tmp_path / "other.sqlite"
    rest = ("path",) if before[0] == "journal" else ("journal", "path")
    assert cli(*before, str(other), *rest) == 0
    assert cli.out == f"{other}\n"
    assert cli(*before, str(other), *rest, "--journal", "none") == 0
    assert cli.out == "none\n"


def test_nothing_is_kept_where_that_was_said_before_the_command(player: Player, cli: Cli, data_folder: Path) -> None:
    player("quatorze.7", "1", "quit", before=("--journal", "none"))
    assert cli("journal", "list") == 0
    assert cli.out == "No such game in the journal.\n"


def test_a_journal_that_is_not_there_is_not_an_empty_one(cli: Cli, tmp_path: Path) -> None:
    missing = tmp_path / "folder" / "journal.sqlite"
    for command in (["journal"], ["journal", "list"], ["journal", "export"], ["stats"], ["journal", "analyse"]):
        assert cli(*command, "--journal", str(missing)) == 2
        assert "There is no journal at " in cli.err
    assert not missing.parent.exists()
    assert cli("journal", "list", "--journal", str(tmp_path)) == 2
    assert "is a folder" in cli.err


def test_a_file_of_records_is_no_damaged_journal(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "records.txt"
    file.write_text("elevator.1/s-w  # der schönste\n", encoding="utf-8")
    for command in (["journal", "list"], ["stats"], ["journal", "import", str(file)]):
        assert cli(*command, "--journal", str(file)) == 2
        assert "is no journal but a file of text" in cli.err
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["records.txt"]
    assert file.read_text(encoding="utf-8").startswith("elevator.1")


def test_an_export_replaces_no_file_unasked(cli: Cli, filled: Path, tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text("precious")
    assert cli("journal", "export", str(file)) == 2
    assert "already exists" in cli.err
    assert file.read_text() == "precious"
    assert cli("journal", "export", str(file), "--force") == 0
    assert file.read_text().count("\n") == 40


def test_the_journal_is_for_its_owner_alone(player: Player, data_folder: Path) -> None:
    player("quatorze.7", "1", "quit")
    player("quatorze.8", "1", "quit")
    files = [path for path in (data_folder / "longwood").iterdir() if path.is_file()]
    assert len(files) >= 2, "the journal and a backup"
    assert {path.stat().st_mode & 0o077 for path in [*files, data_folder / "longwood"]} == {0}


def test_a_hint_counts_even_if_nothing_is_played_after_it(player: Player, cli: Cli) -> None:
    player("elevator.7", "1", "hint", "quit")
    assert cli("journal", "list", "--json") == 0
    assert [entry["fair_hints"] for entry in json.loads(cli.out)] == [1]


def test_the_overview_and_the_numbers(cli: Cli, filled: Path) -> None:
    assert cli("journal") == 0
    assert "You won " in cli.out
    assert "Finished last:" in cli.out
    assert cli("stats") == 0
    assert "Elevator" in cli.out
    assert "Quatorze" in cli.out
    assert "First win of Elevator" in cli.out
    assert cli("stats", "--json", "--game", "elevator") == 0
    found = json.loads(cli.out)
    assert found["all"]["won"] == found["all"]["played"] == 10
    assert found["games"].keys() == {"elevator"}
    assert found["milestones"][0]["name"] == "first win"


def test_levels_come_in_their_order_and_mix_no_scores(cli: Cli, filled: Path) -> None:
    assert cli("stats") == 0
    games, levels, months = [part.splitlines() for part in cli.out.split("\n\n")[1:4]]
    assert "best score" in games[0]
    assert [row.split("  ")[0].strip() for row in levels] == ["Level", "Easy", "Medium", "Hard", "Very hard"]
    assert "best score" not in levels[0] + months[0]


def test_the_list_and_its_filters(cli: Cli, filled: Path) -> None:
    assert cli("journal", "list") == 0
    assert len(cli.out.splitlines()) == 21
    assert cli.out.splitlines()[-1] == "20 more: --count 40 lists all."
    assert cli("journal", "list", "--ending", "won", "--record", "-n", "99") == 0
    assert set(cli.out.splitlines()) >= {won_record()}
    assert cli("journal", "list", "--game", "elevator", "--json") == 0
    assert {entry["ending"] for entry in json.loads(cli.out)} == {"won"}
    assert cli("journal", "list", "--until", "2023-11-15", "-q") == 0
    assert len(cli.out.splitlines()) < 20
    assert cli("journal", "list", "--deal", won_record(), "-n", "1") == 0
    for option, value in (("--ending", "lost"), ("--since", "yesterday"), ("--game", "no-game")):
        assert cli("journal", "list", option, value) == 2


@pytest.mark.parametrize("name", ["out.txt", "out.json", "out.csv"])
def test_taking_it_along(cli: Cli, filled: Path, tmp_path: Path, name: str) -> None:
    file = str(tmp_path / name)
    other = str(tmp_path / "other.sqlite")
    assert cli("journal", "export", file) == 0
    assert cli.out == f"40 games written to {file}.\n"
    assert cli("journal", "import", file) == 0
    assert cli.out == "0 games imported, 40 were there already.\n"
    assert cli("journal", "import", file, "--journal", other) == 0
    assert cli.out == "40 games imported.\n"
    assert cli("stats", "--json") == 0
    numbers = json.loads(cli.out)
    assert cli("stats", "--json", "--journal", other) == 0
    assert json.loads(cli.out)["all"]["won"] == numbers["all"]["won"]


def test_an_export_is_a_file_of_records(cli: Cli, filled: Path, tmp_path: Path) -> None:
    file = str(tmp_path / "games.txt")
    cli("journal", "export", file, "--game", "elevator")
    assert cli("show", "-q", file) == 0
    assert cli.out.splitlines() == [won_record()] * 10
    assert cli("journal", "export", "--format", "xml") == 2


def test_what_does_not_replay_is_named(cli: Cli) -> None:
    assert cli("journal", "import", "-", given=f"{OPEN}\nquatorze.5/a1-a2\nhttp://x/play/wood.3\n") == 2
    assert cli.out == "2 games imported.\n"
    assert cli.err.startswith("longwood: Line 2: a1-a2 is not legal")
    assert cli("journal", "import", "/no/such/file") == 2


def test_a_game_whose_undone_moves_make_no_sense_is_resumed(player: Player, data_folder: Path) -> None:
    path = data_folder / "longwood" / "journal.sqlite"
    path.parent.mkdir()
    with Journal(path) as journal:
        journal.add(journal.player(), [replace(entry(OPEN), redo="zz-zz")])
    assert player("--resume") == OPEN


def test_deleting_and_having_it_back(cli: Cli, filled: Path) -> None:
    assert cli("journal", "delete", "entry-000001", "entry-000002") == 0
    assert cli.out == "2 games deleted; longwood journal undelete brings them back.\n"
    assert cli("journal", "delete", "entry-000001") == 2
    assert cli("journal", "undelete") == 0
    assert cli.out == "2 games brought back.\n"
    assert cli("journal", "delete", "entry-000003") == 0
    assert cli("journal", "undelete", "entry-000003") == 0


def test_a_damaged_journal_and_its_backup(cli: Cli, player: Player, filled: Path) -> None:
    assert cli("journal") == 0
    filled.write_bytes(b"nonsense" * 1000)
    assert player("quatorze.5", "1").startswith("quatorze.5/")
    assert "The journal was damaged, so a new one was started" in " ".join(player.out.split())
    assert cli("journal", "restore") == 0
    assert cli.out.startswith("40 of 40 games in ")
    assert cli("stats", "--json") == 0
    assert json.loads(cli.out)["all"]["open"] == 1


def test_a_newer_journal(cli: Cli, player: Player, filled: Path) -> None:
    with Journal(filled) as journal, journal.connection() as connection:
        connection.exec_driver_sql("UPDATE meta SET value = '99' WHERE name = 'version'")
    assert cli("stats") == 2
    assert cli.err.startswith("longwood: This journal has version 99, from a newer Longwood")
    assert player("quatorze.5", "1").startswith("quatorze.5/")
    assert "version 99" in player.out


def test_no_journal(cli: Cli) -> None:
    assert cli("stats", "--journal", "none") == 2
    assert cli.err == "longwood: There is no journal: --journal none was chosen.\n"
    assert cli("stats", "--journal", "mysql://x/y") == 2


@pytest.mark.slow
def test_analysing_now_and_going_on(cli: Cli, filled: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert cli("stats") == 0
    assert "No game is analysed yet: longwood journal analyse tells skill from luck." in cli.out
    assert cli("journal", "analyse", "--count", "2") == 0
    assert cli.out == "2 games analysed.\n"
    assert cli("journal", "list", "--json", "--count", "3") == 0
    accuracies = [entry["accuracy"] for entry in json.loads(cli.out)]
    assert [accuracy is None for accuracy in accuracies] == [False, False, True]

    kept: list[str] = []

    def keep_or_end(journal: Journal, player: int, entry: str, *rest: Any, **named: Any) -> bool:
        if kept:
            signal.raise_signal(signal.SIGTERM)
        kept.append(entry)
        return keep(journal, player, entry, *rest, **named)

    # The system ends it, and what is done is kept.
    with monkeypatch.context() as changed:
        changed.setattr("longwood.journal.analyses.keep", keep_or_end)
        assert cli("journal", "analyse", "--count", "2") == 128 + signal.SIGTERM
    assert cli.out == "1 game analysed; 1 left: the same command continues.\n"
    # The next ones, and nothing twice.
    assert cli("journal", "analyse", "--count", "4") == 0
    assert cli.out.startswith("4 games analysed.\nYou won ")
    assert "of 7 analysed games. With average luck it would be " in cli.out
    assert cli("stats", "--json") == 0
    luck = json.loads(cli.out)["all"]["luck"]
    assert luck["games"] == 7
    assert luck["low"] <= luck["adjusted"] <= luck["high"]
    assert cli("journal", "analyse", "--game", "wood") == 0
    assert cli.out == "There is nothing to analyse.\n"


@pytest.mark.slow
def test_analysing_what_the_table_left_alone(cli: Cli, data_folder: Path) -> None:
    path = data_folder / "longwood" / "journal.sqlite"
    path.parent.mkdir()
    with Journal(path) as journal:
        player = journal.player()
        journal.add(player, many_entries(2, [won_record()]))
        keep(journal, player, "entry-000000", Analysis(), __version__)
        with journal.connection() as connection:
            connection.exec_driver_sql("UPDATE entries SET record = 'no-such-game.1' WHERE id = 'entry-000001'")
    # The newer one cannot be read, and is passed over.
    assert cli("journal", "analyse", "--count", "1") == 0
    assert cli.out == "1 game analysed.\n"
    assert cli("journal", "analyse", "--again") == 0
    assert cli.out == "There is nothing to analyse.\n"


def test_a_list_longer_than_any(cli: Cli, filled: Path) -> None:
    assert cli("journal", "list", "-n", "9" * 23) == 2
    assert cli.err.startswith("longwood: Invalid value for '--count' / '-n'")
    assert cli.err.count("\n") == 1


def test_an_import_without_end_is_refused_after_a_bound(cli: Cli, tmp_path: Path, data_folder: Path) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("longwood.cli.inputs.MAX_TEXT", 1000)
        for file, given in (("/dev/zero", ""), ("-", "x" * 1001)):
            assert cli("journal", "import", file, given=given) == 2
            assert cli.err.endswith("is longer than 1,000 characters, too long for a journal.\n")
        assert cli("journal", "import", "-", given=f"{OPEN}\n") == 0


def test_what_cannot_be_redone_keeps_no_game_from_being_resumed(player: Player, filled: Path) -> None:
    with Journal(filled) as journal:
        journal.add(journal.player(), [replace(entry(OPEN), redo="a1-a2")])
    assert player("--resume") == OPEN
