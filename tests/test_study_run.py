"""Running a study: parts by rename, resumed after anything, nothing counted twice, and bad input in a sentence."""

import json
import resource
import shutil
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from random import Random
from time import thread_time

import pytest

from command_line import Cli
from longwood import GAMES, Deal, __version__
from longwood.core.shares import Share
from longwood.solver import solve
from longwood.study import StudyError, api
from longwood.study.folder import Folder
from longwood.study.manifest import maker
from longwood.study.plan import asked, read_plan
from longwood.study.questions import Entry, Question, entry
from longwood.study.ranges import joined, pieces, without
from longwood.study.run import Order, run
from longwood.study.until import deals_needed, half_width, most_deals, pilot
from longwood.study.workers import Answer, Task, local
from studies import Counting, elevator, kill_after, manifest, program, rows, study

pytestmark = pytest.mark.solver

HARD = ("--game", "terrace", "--deals", "1-60", "--nodes", "2000000")
"""Parts of ten deals that take a while each."""


def test_ranges() -> None:
    assert joined([(5, 9), (1, 3), (4, 4), (20, 30)]) == [(1, 9), (20, 30)]
    assert without([(1, 100)], [(10, 20), (90, 200)]) == [(1, 9), (21, 89)]
    assert without([(1, 10)], [(1, 10)]) == []
    assert list(pieces([(8, 25)], 10)) == [(8, 10), (11, 20), (21, 25)]
    assert list(pieces([(0, 3)], 2)) == [(0, 0), (1, 2), (3, 3)]


def test_ranges_of_random_deals() -> None:
    rng = Random(17)
    for _ in range(300):
        ranges, done = (
            [(first, first + rng.randrange(6)) for first in [rng.randrange(40) for _ in range(rng.randrange(6))]]
            for _ in range(2)
        )
        deals, gone = ({deal for first, last in some for deal in range(first, last + 1)} for some in (ranges, done))
        left = without(ranges, done)
        assert [deal for first, last in left for deal in range(first, last + 1)] == sorted(deals - gone)
        assert left == [each for each in left if each[0] <= each[1]]


def test_many_shards_of_many_parts_are_told_apart_at_once() -> None:
    # A shard of a million deals in parts of ten: the square of their number would take minutes.
    mine = [(first, first + 9) for first in range(1, 1_000_000, 20)]
    began = thread_time()
    assert without(mine, mine[:-1]) == mine[-1:]
    assert thread_time() - began < 2


def test_all_the_deals_that_there_are_can_be_begun(tmp_path: Path) -> None:
    def some(tasks: Iterator[Task]) -> Iterator[Answer]:
        yield from islice(local(1)(tasks), 2)

    # Of a list of their parts no machine could hold the first tenth.
    study(tmp_path, asked("elevator", "fair-play", "1-9007199254740991", policy="first"), workers=some)
    assert [part.deals for part in manifest(tmp_path).parts] == [(1, 10), (11, 20)]


def test_answers_are_those_of_the_solver(tmp_path: Path) -> None:
    study(tmp_path, elevator("1-40", lines=True))
    game = GAMES["elevator"]
    for row in rows(tmp_path).to_pylist():
        expected = solve(game, game.start(Deal(row["deal"])))
        assert (row["verdict"], row["nodes"]) == (expected.verdict.value, expected.nodes)
        assert row["length"] == (len(expected.line) if row["verdict"] == "won" else None)
        assert bool(row["record"]) == (row["verdict"] == "won")
    assert {part.share for part in manifest(tmp_path).parts} == {Share(6, 34)}


def test_what_is_done_is_not_done_again(tmp_path: Path) -> None:
    first, second, third = Counting(), Counting(), Counting()
    study(tmp_path, elevator("11-20"), workers=first)
    study(tmp_path, elevator("1-30"), workers=second)
    study(tmp_path, elevator("1-30"), workers=third)
    assert [task[1:] for task in first.tasks + second.tasks] == [(11, 20), (1, 10), (21, 30)]
    assert third.tasks == []
    assert rows(tmp_path)["deal"].to_pylist() == list(range(1, 31))
    assert [each.deals for each in manifest(tmp_path).asked] == [((1, 30),)]


def test_two_processes_find_what_one_finds(tmp_path: Path) -> None:
    question = asked("terrace", deals="1-30", nodes=2_000_000)
    study(tmp_path / "one", question)
    study(tmp_path / "two", question, workers=local(2))
    assert rows(tmp_path / "one").equals(rows(tmp_path / "two"))
    assert len(manifest(tmp_path / "two").parts) == 3


@pytest.mark.slow
def test_killed_three_times_and_resumed(tmp_path: Path) -> None:
    killed, undisturbed = tmp_path / "killed", tmp_path / "undisturbed"
    for _ in range(3):
        kill_after(1, killed, "run", str(killed), *HARD, "--jobs", "2")
    assert len(list(killed.rglob("*.parquet"))) < 6
    assert program("run", str(killed), *HARD, "--jobs", "2").returncode == 0
    assert program("run", str(undisturbed), *HARD, "--jobs", "1").returncode == 0
    assert rows(killed).equals(rows(undisturbed))
    assert rows(killed)["deal"].to_pylist() == list(range(1, 61))
    assert not list(killed.rglob("*.unfinished"))
    assert manifest(killed).to_text().count('"first"') == 6


def test_a_part_that_the_manifest_has_not_heard_of_is_adopted(tmp_path: Path) -> None:
    # Killed between the part and the manifest.
    study(tmp_path, elevator("1-10"))
    before = (tmp_path / "manifest.json").read_text()
    study(tmp_path, elevator("1-20"))
    (tmp_path / "manifest.json").write_text(before)
    counting = Counting()
    study(tmp_path, elevator("1-20"), workers=counting)
    assert counting.tasks == []
    assert len(rows(tmp_path)) == 20


def test_what_a_killed_run_left_half_written_is_removed(tmp_path: Path) -> None:
    study(tmp_path, elevator("1-10"))
    half = tmp_path / "parts" / "elevator.verdict" / ".000000011-000000020.parquet.unfinished"
    half.write_bytes(b"PAR1")
    study(tmp_path, elevator("1-20"))
    assert not half.exists()
    assert len(rows(tmp_path)) == 20


def damage_part(folder: Path) -> None:
    part = next(folder.rglob("*.parquet"))
    data = bytearray(part.read_bytes())
    data[len(data) // 2] ^= 255
    part.write_bytes(data)


def remove_part(folder: Path) -> None:
    next(folder.rglob("*.parquet")).unlink()


def swap_part(folder: Path) -> None:
    # A part of another question, under the name of this one.
    study(folder.parent / "other", asked("elevator", "best", "1-10"))
    shutil.copy(next((folder.parent / "other").rglob("*.parquet")), next(folder.rglob("*.parquet")))


@pytest.mark.parametrize("damage", [damage_part, remove_part, swap_part])
def test_a_damaged_part_is_named_and_made_again(tmp_path: Path, cli: Cli, damage: Callable[[Path], None]) -> None:
    folder = tmp_path / "study"
    study(folder, elevator("1-10"))
    study(folder, elevator("1-20"))
    expected = rows(folder)
    damage(folder)
    assert cli("study", "run", str(folder), "--game", "elevator", "--deals", "1-20", "--jobs", "1") == 0
    assert "is damaged or gone, and is made again" in cli.err
    assert ".parquet" in cli.err
    assert rows(folder).equals(expected)


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "[" * 100_000, '{"format": "longwood study 1"}', '{"format": "longwood study 99"}']
)
def test_a_damaged_manifest_is_named_and_made_again_from_the_parts(tmp_path: Path, cli: Cli, text: str) -> None:
    study(tmp_path, elevator("1-10"))
    study(tmp_path, elevator("1-20"))
    expected = rows(tmp_path)
    (tmp_path / "manifest.json").write_text(text)
    parts = {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*.parquet")}
    assert cli("study", "run", str(tmp_path), "--game", "elevator", "--deals", "1-20", "--jobs", "1") == 0
    assert "manifest.json is damaged" in cli.err
    assert rows(tmp_path).equals(expected)
    assert {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*.parquet")} == parts


def test_a_lost_manifest_is_made_again_from_the_parts(tmp_path: Path, cli: Cli) -> None:
    study(tmp_path, elevator("1-10"))
    study(tmp_path, elevator("1-20"))
    expected = rows(tmp_path)
    (tmp_path / "manifest.json").unlink()
    words = ("study", "run", str(tmp_path), "--game", "elevator", "--deals", "1-20", "--jobs", "1")
    # Another question would write over the parts of this one.
    assert cli(*words, "--nodes", "500") == 2
    assert 'holds another study ("elevator, verdict", not "elevator, verdict, 500 nodes"): choose' in cli.err
    parts = {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*.parquet")}
    assert cli(*words) == 0
    assert "There is no manifest in " in cli.err
    assert rows(tmp_path).equals(expected)
    assert {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*.parquet")} == parts


def test_killed_while_the_first_manifest_is_written(tmp_path: Path) -> None:
    (tmp_path / ".manifest.json.unfinished").write_text('{"form')
    study(tmp_path, elevator("1-10"))
    assert len(rows(tmp_path)) == 10
    assert not (tmp_path / ".manifest.json.unfinished").exists()


@pytest.mark.parametrize("text", [None, "{"])
def test_parts_of_another_version_are_not_taken_for_ones_own(
    tmp_path: Path, cli: Cli, monkeypatch: pytest.MonkeyPatch, text: str | None
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr("longwood.study.run.__version__", "0.0.9")
        patched.setattr("longwood.study.run.maker", lambda: maker() | {"version": "0.0.9"})
        study(tmp_path, elevator("1-10"))
    before = next(tmp_path.rglob("*.parquet")).read_bytes()
    if text is None:
        (tmp_path / "manifest.json").unlink()
    else:
        (tmp_path / "manifest.json").write_text(text)
    assert cli("study", "run", str(tmp_path), "--game", "elevator", "--deals", "1-20", "--jobs", "1") == 2
    assert "was made by Longwood 0.0.9" in cli.err
    assert next(tmp_path.rglob("*.parquet")).read_bytes() == before
    assert list(Folder(tmp_path).found([entry("elevator")], "0.0.9"))
    assert not list(Folder(tmp_path).found([entry("elevator")], __version__))


def test_a_manifest_may_not_name_files_elsewhere(tmp_path: Path) -> None:
    study(tmp_path, elevator("1-10"))
    text = (tmp_path / "manifest.json").read_text()
    (tmp_path / "manifest.json").write_text(text.replace("parts/elevator.verdict/", "../../"))
    with pytest.raises(StudyError, match="is damaged"):
        Folder(tmp_path).read()


def test_a_full_disk_stops_a_run_and_nothing_is_lost(tmp_path: Path) -> None:
    words = ("run", str(tmp_path), "--game", "elevator", "--deals")

    def bound() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (6000, 6000))

    assert program(*words, "1-10", "--jobs", "1").returncode == 0
    done = program(*words, "1-3000", "--jobs", "1", preexec_fn=bound)
    assert done.returncode == 1
    assert done.stderr.startswith("longwood: There is no room left on the disk of ")
    assert "What is done is kept; resume with: longwood study run" in done.stderr
    assert "Traceback" not in done.stderr
    assert not list(tmp_path.rglob("*.unfinished"))
    assert len(rows(tmp_path)) == 10
    assert program(*words, "1-3000", "--jobs", "1").returncode == 0
    assert len(rows(tmp_path)) == 3000


def test_a_folder_that_cannot_be_made(tmp_path: Path, cli: Cli) -> None:
    (tmp_path / "letter.txt").touch()
    folder = tmp_path / "letter.txt" / "study"
    assert cli("study", "run", str(folder), "--game", "elevator", "--deals", "1-10") == 2
    assert cli.err == f"longwood: The folder {folder} cannot be made: Not a directory. Choose another one.\n"


def test_two_runs_in_one_folder(tmp_path: Path, cli: Cli) -> None:
    with Folder(tmp_path).held():
        assert cli("study", "run", str(tmp_path), "--game", "elevator", "--deals", "1-10") == 2
    assert cli.err.startswith("longwood: Another program is working in ")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--deals", "1-10"], "Which game? Say --game NAME, or --plan FILE for several."),
        (["--game", "elevater", "--deals", "1-10"], 'There is no game "elevater": did you mean elevator?'),
        (["--game", "elevator", "--question", "why", "--deals", "1-9"], '"why" is not a question: choose'),
        (["--game", "elevator"], "Which deals? Say --deals 1-1000, or --until 0.1"),
        (["--game", "elevator", "--deals", "9-1"], '"9-1" is not a range of deals'),
        (["--game", "elevator", "--deals", "1-9007199254740992"], "is not a range of deals"),
        (["--game", "elevator", "--deals", "all"], '"all" is not a range of deals'),
        (["--game", "elevator", "--deals", "1-9", "--nodes", "0"], '"0" is not a number of positions'),
        (["--game", "elevator", "--until", "soon"], '"soon" is not a width'),
        (["--game", "elevator", "--until", "0"], "0 is not a width"),
        (["--game", "elevator", "--until", "nan"], "nan is not a width"),
        (["--game", "elevator", "--question", "best", "--until", "1"], "--until needs a share"),
        (["--game", "elevator", "--deals", "1-960", "--until", "1"], "--until 1 needs more deals than the 960 of its"),
        (["--game", "elevator", "--deals", "1-9", "--shard", "3/2"], '"3/2" is not a share'),
        (["--game", "elevator", "--deals", "1-9", "--shard", "1/" + "9" * 5000], "is not a share"),
        (["--game", "elevator", "--until", "1", "--shard", "1/2"], "--until and --shard do not go together"),
        (["--game", "elevator", "--deals", "1-9", "--policy", "first"], "A policy goes with the question fair-play."),
        (["--game", "elevator", "--question", "fair-play", "--deals", "1", "--policy", "x"], '"x" is not a policy'),
        (["--game", "elevator", "--question", "fair-play", "--deals", "1", "--nodes", "5"], "Fair play has no budget"),
        (["--game", "elevator", "--question", "fair-play", "--deals", "1", "--policy", "no.py:X"], "There is no file"),
        (["--game", "elevator", "--deals", "1-9", "--dask", "here"], '"here" is not the address of a scheduler'),
        (["--plan", "missing.toml"], "missing.toml cannot be used: No such file"),
        (["--plan", "missing.toml", "--game", "elevator"], "--plan says what to ask"),
    ],
)  # fmt: skip
def test_bad_input_is_refused_in_a_sentence(tmp_path: Path, cli: Cli, words: list[str], sentence: str) -> None:
    folder = tmp_path / "study"
    assert cli("study", "run", str(folder), *words) == 2
    assert cli.err.startswith(f"longwood: {sentence}") or sentence in cli.err
    assert cli.err.count("\n") == 1
    assert not folder.exists()


@pytest.mark.parametrize(
    ("words", "held"),
    [
        (["--game", "quatorze"], "elevator, verdict"),
        (["--game", "elevator", "--nodes", "5000"], "elevator, verdict"),
        (["--game", "elevator", "--question", "best"], "elevator, verdict"),
        (["--game", "elevator", "--lines"], '("elevator, verdict", not "elevator, verdict, with lines")'),
        (["--game", "elevator", "--shard", "1/2"], "a study that is not sharded"),
    ],
)
def test_the_folder_of_another_study(tmp_path: Path, cli: Cli, words: list[str], held: str) -> None:
    study(tmp_path, elevator("1-10"))
    before = (tmp_path / "manifest.json").read_text()
    assert cli("study", "run", str(tmp_path), "--deals", "1-20", *words) == 2
    assert held in cli.err
    assert "choose another folder" in cli.err
    assert (tmp_path / "manifest.json").read_text() == before


def test_a_study_of_another_version(tmp_path: Path, cli: Cli) -> None:
    study(tmp_path, elevator("1-10"))
    file = tmp_path / "manifest.json"
    found = json.loads(file.read_text())
    found["makers"][0]["version"] = "0.0.9"
    file.write_text(json.dumps(found))
    assert cli("study", "run", str(tmp_path), "--game", "elevator", "--deals", "1-20") == 2
    assert "was made by Longwood 0.0.9" in cli.err


def test_a_folder_with_something_else_in_it(tmp_path: Path, cli: Cli) -> None:
    (tmp_path / "letter.txt").write_text("Dear Josephine")
    assert cli("study", "run", str(tmp_path), "--game", "elevator", "--deals", "1-10") == 2
    assert "is not empty, and holds no study" in cli.err
    assert {file.name for file in tmp_path.iterdir()} == {"letter.txt"}
    letter = tmp_path / "letter.txt"
    assert cli("study", "run", str(letter), "--game", "elevator", "--deals", "1-10") == 2
    assert cli.err == f"longwood: {letter} is a file, not a folder: choose another name.\n"
    assert letter.read_text() == "Dear Josephine"


def test_several_games_from_a_file(tmp_path: Path, cli: Cli) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text('deals = "1-12"\n[[entry]]\ngame = "elevator"\n[[entry]]\ngame = "terrace"\nnodes = 5000\n')
    folder = tmp_path / "study"
    assert cli("study", "run", str(folder), "--plan", str(plan), "--jobs", "1") == 0
    assert cli.out.splitlines()[0].startswith("elevator, verdict: 12 deals, won ")
    assert cli.out.splitlines()[1].startswith("terrace, verdict, 5,000 nodes: 12 deals, won ")
    assert [each.entry.nodes for each in manifest(folder).asked] == [None, 5000]
    # More of them may be asked later.
    plan.write_text(plan.read_text() + '[[entry]]\ngame = "quatorze"\n')
    assert cli("study", "run", str(folder), "--plan", str(plan), "--jobs", "1") == 0
    assert len(rows(folder)) == 36


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("game =", "is no TOML"),
        ("nodes = " + "9" * 5000, "is no TOML"),
        ("nodes = " + "[" * 10_000, "is no TOML"),
        ("", "asks nothing"),
        ("entry = 5", "asks nothing"),
        ('[[entry]]\ndeals = "1-9"', "an entry without a game"),
        ('[[entry]]\ngame = "elevator"\ncolour = "red"', 'says "colour", which is none of game'),
        ('[[entry]]\ngame = "elevator"\ndeals = 5', "has deals = 5, which is not valid"),
        ('[[entry]]\ngame = "elevator"\ndeals = "1-9"\nnodes = true', "has nodes = True, which is not valid"),
        ('[[entry]]\ngame = "elevator"\ndeals = "1-9"\nnodes = -1', "give a whole number from 1"),
        ('deals = "1-9"\n[[entry]]\ngame = "elevator"\n[[entry]]\ngame = "elevator"', "asks elevator.verdict twice"),
    ],
)
def test_a_plan_that_cannot_be(tmp_path: Path, text: str, why: str) -> None:
    file = tmp_path / "plan.toml"
    file.write_text(text)
    with pytest.raises(StudyError, match=why):
        read_plan(file)


def test_two_entries_of_one_name_are_refused(tmp_path: Path) -> None:
    with pytest.raises(StudyError, match=r"terrace\.verdict is asked twice"):
        api.run(
            tmp_path / "study", api.ask("terrace", deals="1-9", nodes=10), api.ask("terrace", deals="1-9", nodes=99)
        )
    with pytest.raises(StudyError, match="do not go together"):
        api.run(tmp_path / "study", api.ask("elevator", until=5), shard=(1, 2))
    assert not (tmp_path / "study").exists()


def test_entries_are_read_back() -> None:
    for each in (entry("elevator"), entry("terrace", "best", 7, "", True), entry("quatorze", "fair-play")):
        assert Entry.from_json(json.loads(json.dumps(each.to_json()))) == each
    assert entry("terrace").nodes == 100_000
    assert entry("elevator").nodes is None
    assert entry("elevator,wraps=no").nodes == 100_000, "the kernels do not know it"
    assert [entry("terrace", nodes=n).part for n in (1, 100_000, 10**9)] == [50_000, 200, 10]
    assert {entry("elevator", each.value).part for each in Question} == {50_000, 500, 10, 100}


def test_until_takes_as_many_deals_as_the_pilot_asks_for(tmp_path: Path, cli: Cli) -> None:
    # Parts of 200, so that the steps are small.
    words = ("run", str(tmp_path), "--game", "elevator", "--nodes", "100000", "--until", "2.5", "--jobs", "1")
    assert cli("study", *words) == 0
    (found,) = manifest(tmp_path).asked
    assert found.pilot == (1, 153)
    assert found.until == 2.5
    seen = [row["verdict"] for row in rows(tmp_path).to_pylist()]
    assert len(seen) == found.deals[0][1]
    after = seen[153:]
    assert len(after) == deals_needed(Share(seen[:153].count("won"), seen[:153].count("lost")), 2.5, 200)
    assert half_width(after.count("won") / len(after), len(after)) <= 0.025
    # The last line counts what the report counts.
    won = f"{after.count('won') / len(after):.2%}"
    assert f": {len(after):,} deals after a pilot of 153, won {won} " in cli.last
    before = manifest(tmp_path).to_text()
    assert cli("study", *words) == 0
    assert manifest(tmp_path).to_text() == before


def test_until_keeps_its_pilot(tmp_path: Path, cli: Cli) -> None:
    words = ("study", "run", str(tmp_path / "a"), "--game", "elevator", "--nodes", "100000", "--jobs", "1")
    assert cli(*words, "--until", "5", "--deals", "1-150") == 0
    assert "and --deals allows 50." in cli.err
    assert cli("study", "report", str(tmp_path / "a")) == 0
    assert "too few for that" in (tmp_path / "a" / "report" / "report.md").read_text()
    before = manifest(tmp_path / "a").to_text()
    for others in (["--until", "4"], ["--deals", "1-300"], ["--until", "5", "--deals", "2-500"]):
        assert cli(*words, *others) == 2
        assert "with another --until or first deal" in cli.err
    assert manifest(tmp_path / "a").to_text() == before
    assert cli(*words, "--until", "5") == 0
    assert cli("study", "report", str(tmp_path / "a")) == 0
    assert "too few for that" not in (tmp_path / "a" / "report" / "report.md").read_text()
    study(tmp_path / "b", elevator("1-150", nodes=100_000))
    assert cli("study", "merge", str(tmp_path / "c"), str(tmp_path / "a"), str(tmp_path / "b")) == 2
    assert "cannot be merged" in cli.err


def test_how_many_deals_until_needs() -> None:
    assert most_deals(0.1) == 960_365
    assert pilot(1, 0.1) == (1, 2000)
    assert pilot(101, 5) == (101, 200)
    for share in (Share(0, 2000), Share(300, 1700), Share(1000, 1000), Share(500, 500, 1000)):
        for points in (0.1, 0.5, 2.0):
            needed = deals_needed(share, points, 500)
            assert needed % 500 == 0
            assert needed <= most_deals(points) * 1.02 + 500
            assert half_width(share.least, needed) <= points / 100
            assert half_width(share.most, needed) <= points / 100


def test_the_best_score_difficulty_and_fair_play(tmp_path: Path) -> None:
    study(tmp_path / "best", asked("quatorze", "best", "1-8"))
    assert all(row["score"] > 0 and row["is_proven"] for row in rows(tmp_path / "best").to_pylist())
    study(tmp_path / "hard", asked("terrace", "difficulty", "1-8", nodes=100_000))
    for row in rows(tmp_path / "hard").to_pylist():
        assert (row["percent"] is not None) == (row["verdict"] == "won")
    study(tmp_path / "argued", asked("generals-patience", "difficulty", "1-5", nodes=100))
    lost = [row["reason"] for row in rows(tmp_path / "argued").to_pylist() if row["verdict"] == "lost"]
    assert lost
    assert set(lost) == {"reserve"}
    study(tmp_path / "fair", asked("elevator", "fair-play", "1-12", policy="first"))
    for row in rows(tmp_path / "fair").to_pylist():
        assert row["record"].count("/") == row["length"]


def test_a_stop_on_the_way_keeps_what_is_done(tmp_path: Path) -> None:
    class Stop(Exception):
        pass

    def workers(tasks):  # type: ignore[no-untyped-def]
        for number, answer in enumerate(local(1)(tasks)):
            if number == 2:
                raise Stop
            yield answer

    question = asked("terrace", deals="1-50", nodes=2_000_000)
    with pytest.raises(Stop):
        run(Folder(tmp_path), Order((question,)), workers)
    assert rows(tmp_path)["deal"].to_pylist() == list(range(1, 21))
