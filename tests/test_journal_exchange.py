"""The journal to take along: what was written reads back, and what does not replay is named by its line."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from journals import OPEN, entry, many_entries, some_records, won_record
from longwood.journal import JournalError
from longwood.journal.entries import Entry
from longwood.journal.exchange import FORMATS, read, written
from longwood.journal.store import Journal

MOMENT = 1_763_467_200_000
RECORDS = [OPEN, won_record(), *some_records("quatorze", 1), "redheads,columns=9.3"]
entries = st.lists(
    st.builds(
        lambda number, record, seconds, undos, fair_hints, day, level, started: entry(
            record, id=f"entry-{number:05}", seconds=seconds / 10, undos=undos, fair_hints=fair_hints, day=day,
            level=level, started=started * 1000, ended=started * 1000 + seconds * 100, ending="given up",
        ),
        st.integers(0, 99_999), st.sampled_from(RECORDS), st.integers(0, 99_999), st.integers(0, 9), st.integers(0, 9),
        st.sampled_from(["", "2026-11-18"]), st.integers(0, 4), st.integers(1, 2_000_000_000),
    ),
    max_size=3,
    unique_by=lambda found: found.id,
)  # fmt: skip


def same(found: list[Entry]) -> list[Entry]:
    """Seconds are written to whole seconds of the clock; the rest reads back exactly."""
    return [
        replace(e, started=e.started // 1000, saved=e.saved // 1000, ended=None if e.ended is None else e.ended // 1000)
        for e in found
    ]


@settings(max_examples=30)
@given(entries, st.sampled_from(FORMATS))
def test_what_was_written_reads_back(found: list[Entry], format: str) -> None:
    again = read("".join(written(found, format)), MOMENT)
    assert again.problems == []
    assert same(again.entries) == same(found)


@pytest.mark.parametrize("format", FORMATS)
def test_importing_twice_changes_nothing(where: str, format: str) -> None:
    with Journal(where) as journal:
        player = journal.player()
        journal.add(player, many_entries(20, RECORDS))
        before = journal.entries(player)
        text = "".join(written(before, format))
        assert journal.add(player, read(text, MOMENT).entries) == 0
        assert journal.entries(player) == before
        other = journal.player("another")
        assert journal.add(other, read(text, MOMENT).entries) == 20
        assert journal.add(other, read(text, MOMENT).entries) == 0


def test_bare_records_and_links_are_welcome_twice() -> None:
    text = f"""
# my games
{OPEN}
https://example.org/play/elevator.2/s-w?x=1
http://127.0.0.1:7108/view/redheads,columns=9.3
http://127.0.0.1:7108/report/elevator.1/s-w#here
    wood.5   # a word of mine, seconds=12
"""
    found = read(text, MOMENT)
    later = read(text, MOMENT + 5000)
    assert [e.record for e in found.entries] == [
        OPEN,
        "elevator.2/s-w",
        "redheads,columns=9.3",
        "elevator.1/s-w",
        "wood.5",
    ]
    assert found.problems == []
    assert [e.id for e in found.entries] == [e.id for e in later.entries]
    assert found.entries[-1].seconds == 12
    assert {e.source for e in found.entries} == {"import"}


def test_what_does_not_replay_is_named_and_the_others_are_taken() -> None:
    text = f"{OPEN}\nquatorze.5/a1-a2\nnonsense\nwood.5 # seconds=long\nwood.6 # started=never\nelevator.1/s-w\n"
    found = read(text, MOMENT)
    assert [e.record for e in found.entries] == [OPEN, "elevator.1/s-w"]
    assert [problem.partition(":")[0] for problem in found.problems] == ["Line 2", "Line 3", "Line 4", "Line 5"]
    assert "not legal" in found.problems[0]
    assert '"long" is not a number of seconds' in found.problems[2]


def test_what_was_undone_has_to_replay_too() -> None:
    found = read(
        f"{OPEN} # redo=b4-b5\n{OPEN} # redo=zz-zz\n{OPEN} # redo=a1-a2\n{OPEN} # ending=given-up redo=b4-b5", 1
    )
    assert [(e.ending, e.redo) for e in found.entries] == [("open", "b4-b5")]
    assert [problem.partition(":")[0] for problem in found.problems] == ["Line 2", "Line 3"]
    (given_up,) = read(f"{OPEN} # ending=given-up redo=b4-b5", 1).entries
    assert given_up.redo == ""


def test_letters_that_are_none_are_refused_where_they_stand() -> None:
    half = chr(0xD800)
    found = read(
        json.dumps({"version": 1, "entries": [{"record": half}, {"record": OPEN, "redo": half}, {"record": OPEN}]}), 1
    )
    assert [e.record for e in found.entries] == [OPEN]
    assert [problem.partition(":")[0] for problem in found.problems] == ["Entry 1", "Entry 2"]
    assert all(problem.isascii() for problem in found.problems)


def test_a_row_without_a_record_says_so() -> None:
    found = read('id,record\n"abc,elevator.4/s-w\n', 1)
    assert [problem.partition(": ")[2] for problem in found.problems] == ["there is no record here."]


@pytest.mark.parametrize("ending", ["won", "stuck"])
def test_a_forged_ending_is_not_believed(ending: str) -> None:
    (found,) = read(f"{OPEN} # ending={ending} ended=2026-11-18T10:00:00Z score=52 moves=99", MOMENT).entries
    assert (found.ending, found.ended, found.score, found.acts) == ("open", None, 2, 1)
    (given_up,) = read(f"{OPEN} # ending=given-up ended=2026-11-18T10:00:00Z", MOMENT).entries
    assert given_up.ending == "given up"
    (won,) = read(f"{won_record()} # ending=stuck", MOMENT).entries
    assert (won.ending, won.ended) == ("won", MOMENT)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "not JSON"),
        ("{}", "holds no journal"),
        (json.dumps({"version": 99, "entries": []}), "newer Longwood"),
        ('{"entries": ' + "[" * 100_000, "nested too deeply"),
    ],
)
def test_json_that_is_no_journal(text: str, words: str) -> None:
    with pytest.raises(JournalError, match=words):
        read(text, MOMENT)


def test_entries_of_json_and_csv_that_are_none() -> None:
    found = read(json.dumps({"version": 1, "entries": [7, {"record": OPEN}, {}]}), MOMENT)
    assert len(found.entries) == 1
    assert [problem.partition(":")[0] for problem in found.problems] == ["Entry 1", "Entry 3"]
    found = read(f"id,record,seconds\n,{OPEN},7\n,quatorze.5/zz-top,7\n", MOMENT)
    assert [e.seconds for e in found.entries] == [7]
    assert found.problems[0].startswith("Line 3: ")


def test_an_unknown_format() -> None:
    with pytest.raises(JournalError, match="not a format"):
        list(written([], "xml"))


@pytest.mark.parametrize("redo", ["\x1b[31m", "\ud800", "s-w\0", "s-w # id=1"])
def test_what_was_undone_is_written_as_acts_are(redo: str) -> None:
    found = read(json.dumps({"version": 1, "entries": [{"record": OPEN, "redo": redo}, {"record": OPEN}]}), MOMENT)
    assert [e.redo for e in found.entries] == [""]
    (problem,) = found.problems
    assert problem.startswith("Entry 1: ")
    assert problem.endswith("is not the end of a record, so it cannot be redone.")
    assert problem.isprintable()
