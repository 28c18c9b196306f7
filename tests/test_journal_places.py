"""Where the journal lies: backups, damage, older and newer versions, a full disk, a lock."""

import sqlite3
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path

import pytest

from journals import DAY, OPEN, many_entries, played, some_records
from longwood.journal import BusyJournal, DamagedJournal, FullJournal, JournalError, NewerJournal
from longwood.journal.accounts import Analysis
from longwood.journal.analyses import found_in, keep
from longwood.journal.entries import judged
from longwood.journal.filters import Filter
from longwood.journal.places import backups, open_journal, restore, take_in_older
from longwood.journal.schema import VERSION
from longwood.journal.store import DAYS_TO_UNDELETE, Journal, now
from longwood.journal.where import chosen, default_path
from longwood.web.journal.to_answers import statistics_answer

VERSIONS = sorted((Path(__file__).parent / "data" / "journal").glob("*.sql"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


def fill(path: Path, count: int = 3) -> None:
    with open_journal(str(path)).journal as journal:
        journal.add(journal.player(), many_entries(count, some_records("quatorze", 3)))


def test_where_it_is(data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert chosen() == str(data_folder / "longwood" / "journal.sqlite")
    assert chosen("none") == "none"
    monkeypatch.setenv("LONGWOOD_JOURNAL", "/elsewhere/j.sqlite")
    assert chosen() == "/elsewhere/j.sqlite"
    monkeypatch.delenv("LONGWOOD_JOURNAL")
    assert chosen() == str(default_path())
    assert default_path().name == "journal.sqlite"


def test_a_copy_a_day_and_the_last_seven(path: Path) -> None:
    fill(path)
    first = date(2026, 11, 1)
    for day in range(10):
        for _ in range(2):
            open_journal(str(path), first + timedelta(days=day)).journal.close()
    found = backups(path, date(2026, 11, 10))
    assert [file.name for file in found] == [f"journal-2026-11-{day:02}.sqlite" for day in range(10, 3, -1)]
    with Journal(found[0]) as copy:
        assert copy.count(copy.player()) == 3


def test_a_clock_that_was_years_ahead_crowds_out_no_copy(path: Path) -> None:
    fill(path)
    for day in (*(date(2099, 1, number) for number in range(1, 10)), date(2026, 11, 17), date(2026, 11, 18)):
        open_journal(str(path), day).journal.close()
    names = [file.name for file in backups(path, date(2026, 11, 18))]
    assert names[:3] == ["journal-2026-11-18.sqlite", "journal-2026-11-17.sqlite", "journal-2099-01-09.sqlite"]
    assert len(names) == 7


@pytest.mark.parametrize("damage", ["header", "middle", "text", "cut"])
def test_a_damaged_journal_is_moved_aside_and_the_backup_brings_it_back(path: Path, damage: str) -> None:
    fill(path, 300)
    open_journal(str(path), date(2026, 11, 18)).journal.close()
    data = bytearray(path.read_bytes())
    if damage == "header":
        data[:100] = bytes(100)
    elif damage == "middle":
        data[4096 : 3 * 4096] = b"\xff" * 2 * 4096
    elif damage == "cut":
        del data[len(data) // 2 :]
    else:
        data[:] = b"this is no database at all" * 100
    path.write_bytes(data)
    opened = open_journal(str(path), date(2026, 11, 19))
    with opened.journal as journal:
        (aside,) = path.parent.glob("journal-damaged-*.sqlite")
        assert aside.read_bytes() == data
        assert f"the old file is {aside}" in opened.note
        assert "There is a backup of 2026-11-18: longwood journal restore" in opened.note
        player = journal.player()
        assert journal.count(player) == 0
        journal.save(player, "game-0001", 0, played(), judged(OPEN))
        assert restore(journal)[1:] == (300, 300)
        assert restore(journal)[1:] == (300, 0)
        assert journal.count(player) == 301
    assert [file for file in path.parent.iterdir() if "restoring" in file.name or ".part" in file.name] == []


def test_the_old_games_come_back_days_later_too(path: Path) -> None:
    """By then the newest backup is one of the journal that was begun anew, or cannot be read."""
    fill(path, 300)
    for day in (1, 2):
        open_journal(str(path), date(2020, 1, day)).journal.close()
    path.write_bytes(b"this is no database at all" * 100)
    with open_journal(str(path), date(2020, 1, 3)).journal as journal:
        journal.save(journal.player(), "game-0001", 0, played(), judged(OPEN))
    for day in (3, 4):
        open_journal(str(path), date(2020, 1, day)).journal.close()
    path.with_name("journal-2020-01-02.sqlite").write_bytes(b"damaged too" * 100)
    with Journal(path) as journal:
        assert restore(journal) == (path.with_name("journal-2020-01-01.sqlite"), 300, 300)
        assert restore(journal) == (path.with_name("journal-2020-01-04.sqlite"), 1, 0)
        with pytest.raises(JournalError, match=r"The backup .*01-02.sqlite is damaged"):
            restore(journal, path.with_name("journal-2020-01-02.sqlite"))


def test_there_is_no_backup_yet(path: Path) -> None:
    with open_journal(str(path)).journal as journal, pytest.raises(JournalError, match="no backup yet"):
        restore(journal)


def test_damage_while_it_is_open_is_said(path: Path) -> None:
    fill(path, 300)
    with Journal(path) as journal:
        player = journal.player()
        journal.close()
        path.write_bytes(b"x" * 50_000)
        for ending in ("-wal", "-shm"):
            path.with_name(path.name + ending).unlink(missing_ok=True)
        with pytest.raises(DamagedJournal, match="is damaged"):
            journal.save(player, "game-0001", 0, played(), judged(OPEN))


def test_a_damaged_index_is_made_anew_and_no_game_is_lost(path: Path) -> None:
    """Its pages fit together, but it names a row that is not there: then every list would fail."""
    fill(path, 30)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        (index,) = connection.execute("SELECT * FROM sqlite_master WHERE name = 'entries_by_time'")
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("DELETE FROM sqlite_master WHERE name = 'entries_by_time'")
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("DELETE FROM entries WHERE id = 'entry-000007'")
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("INSERT INTO sqlite_master VALUES (?, ?, ?, ?, ?)", index)
    with Journal(path) as journal, pytest.raises(DamagedJournal):
        journal.entries(journal.player())
    opened = open_journal(str(path))
    with opened.journal as journal:
        assert (opened.note, len(journal.entries(journal.player()))) == ("", 29)


def test_a_newer_journal_is_left_alone(path: Path) -> None:
    fill(path)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE meta SET value = '99' WHERE name = 'version'")
    connection.close()
    with pytest.raises(NewerJournal, match=f"has version 99, .* knows versions up to {VERSION}"):
        open_journal(str(path))
    assert list(path.parent.glob("*damaged*")) == []
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT count(*) FROM entries").fetchone() == (3,)
    connection.close()


def test_every_released_version_is_here() -> None:
    assert [int(file.stem) for file in VERSIONS] == list(range(1, VERSION + 1))


@pytest.mark.parametrize("file", VERSIONS, ids=lambda file: f"version {file.stem}")
def test_every_version_is_brought_up_to_date(file: Path, path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.executescript(file.read_text())
    connection.close()
    # Not by `open_journal`, which drops what was deleted as long ago as in these files.
    with Journal(path) as journal:
        assert journal.version_before == int(file.stem)
        player = journal.player()
        found = {e.id: e for e in journal.entries(player)}
        assert set(found) == {"entry-won", "entry-open", "entry-gone"} - {"entry-gone"}
        assert (found["entry-won"].ending, found["entry-won"].undos, found["entry-won"].day) == ("won", 2, "2026-11-18")
        assert journal.undelete(player, ["entry-gone"]) == 1
        assert journal.settings(player) == {"page": '{"deck":"four"}'}
        assert journal.games(player)
        journal.save(player, "entry-open", found["entry-open"].revision, played(), judged(OPEN))
    with Journal(path) as again:
        assert again.version_before == VERSION


def test_a_full_disk_is_said_and_what_was_saved_stays(path: Path) -> None:
    with Journal(path) as journal:
        player = journal.player()
        journal.save(player, "game-0001", 0, played(), judged(OPEN))
        with journal.engine.connect() as connection:
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        journal.close()
        # As a disk without room for another page: SQLite itself refuses.
        from sqlalchemy import event

        event.listen(
            journal.engine, "connect", lambda raw, _: raw.execute(f"PRAGMA max_page_count = {pages}").fetchall()
        )
        with pytest.raises(FullJournal, match="the disk is full"):
            journal.add(player, many_entries(200, some_records("quatorze", 2)))
        assert journal.count(player) == 1
        assert journal.save(player, "game-0001", 1, played(seconds=5), judged(OPEN)).revision == 2


def test_a_locked_journal_is_said(path: Path) -> None:
    with Journal(path, busy_seconds=0.05) as journal:
        player = journal.player()
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(BusyJournal, match="locked by another program"):
            journal.save(player, "game-0001", 0, played(), judged(OPEN))
        assert journal.count(player) == 0
        other.execute("ROLLBACK")
        other.close()
        assert journal.save(player, "game-0001", 0, played(), judged(OPEN)).revision == 1


def test_a_folder_that_cannot_be_had(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(JournalError, match=r"cannot be kept in .*: (Not a directory|File exists)"):
        open_journal(str(tmp_path / "file" / "journal.sqlite"))
    with pytest.raises(JournalError):
        open_journal(str(tmp_path))


def test_games_that_older_versions_kept_are_taken_in(path: Path) -> None:
    folder = path.parent / "interrupted"
    folder.mkdir()
    (folder / "1-7.txt").write_text(f"{OPEN}\n")
    (folder / "1-7.lock").write_text("")
    (folder / "2-7.txt").write_text("nonsense\n")
    with open_journal(str(path)).journal as journal:
        assert [e.record for e in journal.entries(journal.player())] == [OPEN]
        assert take_in_older(journal, path.parent) == 0
    assert [file.name for file in folder.iterdir()] == ["2-7.txt"]


def test_what_was_deleted_long_ago_goes_when_the_journal_is_opened(where: str) -> None:
    with open_journal(where).journal as journal:
        player = journal.player()
        journal.add(player, many_entries(2, some_records("quatorze", 2)))
        long_ago = now() - (DAYS_TO_UNDELETE + 1) * DAY
        journal.delete(player, ["entry-000000"], moment=long_ago)
        journal.delete(player, ["entry-000001"])
    with open_journal(where).journal as journal:
        assert journal.undelete(player, ["entry-000000", "entry-000001"]) == 1


@pytest.mark.parametrize("sql", [
    "UPDATE entries SET ending = 'wom' WHERE id = 'entry-000001'",
    "UPDATE entries SET seconds = 'often' WHERE id = 'entry-000001'",
    "UPDATE entries SET undos = x'ff' WHERE id = 'entry-000001'",
    "UPDATE entries SET day = CAST(x'ff' AS TEXT) WHERE id = 'entry-000001'",
    "UPDATE entries SET day = '2026-02-30' WHERE id = 'entry-000001'",
    "UPDATE entries SET game = x'ff00' WHERE id = 'entry-000001'",
    "UPDATE entries SET game = char(27) || '[31m' WHERE id = 'entry-000001'",
    "UPDATE entries SET id = x'00ff' WHERE id = 'entry-000001'",
    "UPDATE entries SET ended = 9223372036854775807 WHERE id = 'entry-000001'",
    "UPDATE entries SET saved = 1e300, offset = -9223372036854775808 WHERE id = 'entry-000001'",
    "UPDATE entries SET level = 9 WHERE id = 'entry-000001'",
])  # fmt: skip
def test_a_damaged_row_hides_no_other_and_comes_back(path: Path, sql: str) -> None:
    fill(path, 5)
    with open_journal(str(path), date(2026, 11, 18)).journal as journal:
        journal.delete(journal.player(), ["entry-000002"])
    with Journal(path) as journal, journal.connection() as connection:
        connection.exec_driver_sql(sql)
    opened = open_journal(str(path))
    with opened.journal as journal:
        assert opened.note == "", "the others are good"
        found = [entry.id for entry in journal.entries(journal.player())]
        assert len(found) == 3
        assert "entry-000001" not in found
        # Numbers are made of the same ones.
        assert statistics_answer(journal, journal.player(), Filter()).all.played == 3
        assert restore(journal, path.with_name("journal-2026-11-18.sqlite")).new == 1
        assert len(journal.entries(journal.player())) == 4, "what was deleted stays so"


@pytest.mark.parametrize("column", ["accuracy", "chance", "is_analyst_won", "best_score"])
def test_a_damaged_analysis_hides_no_game(path: Path, column: str) -> None:
    fill(path, 5)
    with open_journal(str(path)).journal as journal:
        player = journal.player()
        assert keep(journal, player, "entry-000001", Analysis(accuracy=50.0, chance=0.5, best_score=5), "1")
        with journal.connection() as connection:
            connection.exec_driver_sql(f"UPDATE analyses SET {column} = char(27) || 'often'")
        assert statistics_answer(journal, player, Filter()).all.played == len(journal.games(player)) == 5
        assert found_in(journal, player, ["entry-000001"]) == {}


def test_a_damaged_letter_of_a_record_is_shown_as_one(path: Path) -> None:
    fill(path, 5)
    with Journal(path) as journal, journal.connection() as connection:
        connection.exec_driver_sql(
            "UPDATE entries SET record = CAST(record || x'ff' AS TEXT) WHERE id = 'entry-000001'"
        )
    with open_journal(str(path)).journal as journal:
        found = {entry.id: entry.record for entry in journal.entries(journal.player())}
        assert len(found) == 5
        assert found["entry-000001"].endswith("\ufffd")
    with Journal(path) as journal, journal.connection() as connection:
        connection.exec_driver_sql("UPDATE entries SET record = record || char(27) WHERE id = 'entry-000002'")
    with open_journal(str(path)).journal as journal:
        found = {entry.id: entry.record for entry in journal.entries(journal.player())}
        assert found["entry-000002"].endswith("\\x1b"), "no terminal obeys it"


def test_a_damaged_name_of_a_column_is_found_when_it_is_opened(path: Path) -> None:
    fill(path, 5)
    data = path.read_bytes()
    assert data.count(b"fair_hints INTEGER") == 1
    path.write_bytes(data.replace(b"fair_hints INTEGER", b"fair_hintz INTEGER"))
    opened = open_journal(str(path))
    with opened.journal as journal:
        assert opened.note.startswith("The journal was damaged, so a new one was started")
        assert journal.count(journal.player()) == 0
