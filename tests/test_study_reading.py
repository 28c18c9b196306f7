"""What is made of a study: reports with plots, SQL, checks, comparisons and merged shards."""

import hashlib
import json
import resource
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from command_line import Cli
from longwood import GAMES, Deal
from longwood.advice.worlds import some_worlds
from longwood.core.game import AnyGame, Move
from longwood.core.shares import Share, wilson
from longwood.study import StudyError, plots
from longwood.study.extra import arrow as pa
from longwood.study.extra import parquet as pq
from longwood.study.folder import META, Folder
from longwood.study.manifest import Manifest
from longwood.study.plan import asked
from longwood.study.plots import draw
from longwood.study.policy import play, shown
from longwood.study.published import pack
from longwood.study.summary import Summary, read
from studies import elevator, manifest, program, rows, study

pytestmark = pytest.mark.solver


@pytest.fixture(scope="module")
def several(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study of all questions."""
    folder = tmp_path_factory.mktemp("several") / "study"
    study(
        folder,
        elevator("1-60"),
        asked("falling-stars", deals="1-60", nodes=4000),
        asked("quatorze", "best", "1-30"),
        asked("wood", "difficulty", "1-20", nodes=20_000),
        asked("elevator", "fair-play", "1-30", policy="first"),
    )
    return folder


def forge(folder: Path, change: dict[str, list[object]], part: int = 0) -> None:
    """Change a column of a part, and the hash in the manifest with it: a forgery that no hash shows."""
    found = manifest(folder)
    file = folder / found.parts[part].file
    table = pq.read_table(file, partitioning=None)
    for name, values in change.items():
        place = table.schema.get_field_index(name)
        table = table.set_column(place, table.schema.field(name), pa.array(values, table.schema.field(name).type))
    assert META in table.schema.metadata
    pq.write_table(table, file)
    text = json.loads(found.to_text())
    text["parts"][part]["sha256"] = hashlib.sha256(file.read_bytes()).hexdigest()
    (folder / "manifest.json").write_text(json.dumps(text))


def column(folder: Path, name: str) -> list[object]:
    return list(rows(folder)[name].to_pylist())


def test_a_report_has_its_table_and_all_plots(several: Path, cli: Cli, tmp_path: Path) -> None:
    assert cli("study", "report", str(several), "--to", str(tmp_path)) == 0
    text = (tmp_path / "report.md").read_text()
    verdicts = [r["verdict"] for r in rows(several).to_pylist() if r["game"] == "falling-stars"]
    won, unknown = verdicts.count("won"), verdicts.count("unknown")
    assert unknown
    assert won
    low, high = wilson(won, 60)[0], wilson(won + unknown, 60)[1]
    expected = f"| {won} | {60 - won - unknown} | {unknown} | {100 * won / 60:.2f} to {100 * (won + unknown) / 60:.2f} "
    assert f"| Falling Stars | 60 {expected}| {100 * low:.2f} to {100 * high:.2f} |" in text
    drawn = {file.stem for file in tmp_path.glob("*.svg")}
    assert drawn == {file.stem for file in tmp_path.glob("*.png")}
    assert drawn >= {
        "winnable",
        "fair-play",
        "decided",
        "scores-quatorze",
        "difficulty",
        "by-base-cards-in-the-reserve",
    }
    for file in tmp_path.glob("*.svg"):
        assert len(list(ET.parse(file).iter("{http://www.w3.org/2000/svg}path"))) > 10
        assert f"]({file.name})" in text
    page = (tmp_path / "report.html").read_text()
    assert page.count("<svg ") == len(drawn)
    assert "<img" not in page, "the page is one file"
    assert "http-equiv" not in page
    assert str(tmp_path / "report.html") in cli.out


def test_a_game_stands_once_in_a_plot(tmp_path: Path, cli: Cli) -> None:
    study(
        tmp_path / "both",
        elevator("1-20"),
        asked("elevator", "difficulty", "1-20"),
        asked("quatorze", "difficulty", "1-5"),
        asked("wood,reserve=6", deals="1-15", nodes=100),
    )
    assert cli("study", "report", str(tmp_path / "both")) == 0
    drawn = {file.stem for file in (tmp_path / "both" / "report").glob("*.svg")}
    assert drawn >= {"winnable", "difficulty"}
    assert not [name for name in drawn if name.startswith("by-")], "no value has deals enough for a point"
    found = read([Folder(tmp_path / "both")]).summaries
    with shares_noted() as told:
        draw(found, tmp_path / "plots")
    assert told == [["elevator.verdict", "quatorze.difficulty", "wood,reserve=6.verdict"]]


@pytest.mark.parametrize(("low", "high"), [(0, 28), (29, 289), (0, 80), (7, 7), (1, 61), (3, 1_000)])
def test_every_bar_of_a_score_holds_as_many_scores_as_the_next(low: int, high: int) -> None:
    edges = plots.whole_edges(low, high, plots.BARS)
    counts, _ = np.histogram(np.arange(low - 500, high + 500), edges)
    assert len(set(counts.tolist())) == 1
    assert len(counts) <= plots.BARS
    assert edges[0] == low - 0.5
    assert edges[-2] < high < edges[-1]


@contextmanager
def shares_noted() -> Iterator[list[list[str]]]:
    """What is drawn as shares, plot by plot."""
    told: list[list[str]] = []
    real = plots.shares

    def drawn(some: list[Summary]) -> Any:
        told.append([each.entry.name for each in some])
        return real(some)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(plots, "shares", drawn)
        yield told


def test_studies_of_one_game_are_told_apart(tmp_path: Path, cli: Cli) -> None:
    for name, nodes in (("few", 100), ("more", 2000)):
        study(tmp_path / name, asked("wood", deals="1-10", nodes=nodes))
    for name, deals in (("first", "1-5"), ("others", "6-10")):
        study(tmp_path / name, asked("quatorze", "best", deals))
    folders = [str(tmp_path / name) for name in ("few", "more", "first", "others")]
    assert cli("study", "report", *folders, "--to", str(tmp_path)) == 0
    text = (tmp_path / "report.md").read_text()
    for label in ("Wood (100 nodes)", "Wood (2,000 nodes)", "Quatorze (first)", "Quatorze (others)"):
        assert f"| {label} |" in text
    assert "](scores-quatorze-first.svg)" in text
    assert "](scores-quatorze-others.svg)" in text
    assert (tmp_path / "report.html").read_text().count("<svg ") == len(list(tmp_path.glob("*.svg")))


def test_a_report_is_the_same_twice(several: Path, cli: Cli, tmp_path: Path) -> None:
    for name in ("one", "two"):
        assert cli("study", "report", str(several), "--to", str(tmp_path / name)) == 0
    for file in (tmp_path / "one").iterdir():
        assert file.read_bytes() == (tmp_path / "two" / file.name).read_bytes(), file.name


def test_numbers_of_a_summary(several: Path) -> None:
    found = {each.entry.name: each for each in read([Folder(several)]).summaries}
    falling = found["falling-stars.verdict"]
    assert falling.share.trials == falling.count == 60
    assert len(falling.decided) == falling.share.won + falling.share.lost
    assert np.all(np.diff(falling.decided) >= 0)
    by_base = {trait.name: trait for trait in falling.traits}["base card"]
    assert sum(by_base.shares.values(), Share()) == falling.share
    assert next(iter(by_base.shares)) == "A"
    assert not found["elevator.verdict"].traits, "its room tells deals by nothing"
    assert found["quatorze.best"].scores.max() <= 52
    assert len(found["wood.difficulty"].measures) == found["wood.difficulty"].share.won


def test_a_pilot_is_in_no_estimate(tmp_path: Path, cli: Cli) -> None:
    words = ("--game", "elevator", "--nodes", "100000", "--until", "5", "--jobs", "1")
    assert cli("study", "run", str(tmp_path), *words) == 0
    (found,) = read([Folder(tmp_path)]).summaries
    verdicts = column(tmp_path, "verdict")
    assert found.share.won == verdicts[100:].count("won")
    assert found.count == len(verdicts) - 100
    assert cli("study", "report", str(tmp_path)) == 0
    assert "The pilot, deals 1 to 100, chose how many" in (tmp_path / "report" / "report.md").read_text()
    assert cli("study", "query", str(tmp_path), "SELECT count(*) FROM deals WHERE is_pilot") == 0
    assert cli.last == "100"


def wins(folder: Path, name: str) -> int:
    """How many deals of an entry are won."""
    return sum([part.won for part in manifest(folder).parts if part.entry == name])


def test_sql(several: Path, cli: Cli) -> None:
    sql = "SELECT game, question, count(*) AS n FROM deals WHERE verdict = 'won' GROUP BY ALL ORDER BY ALL"
    assert cli("study", "query", str(several), sql) == 0
    assert cli.out.splitlines()[0] == "game,question,n"
    for name in ("elevator.verdict", "falling-stars.verdict", "wood.difficulty"):
        assert f"{name.replace('.', ',')},{wins(several, name)}\n" in cli.out
    assert cli("study", "query", str(several), "SELECT colour FROM deals") == 2
    assert cli.err.startswith('longwood: DuckDB cannot answer that: Binder Error: Referenced column "colour"')
    assert cli.err.count("\n") == 1


def test_damaged_parts_are_named_and_the_rest_is_used(tmp_path: Path, cli: Cli) -> None:
    study(tmp_path, elevator("1-10"))
    study(tmp_path, elevator("1-30"))
    part = tmp_path / manifest(tmp_path).parts[0].file
    part.write_bytes(part.read_bytes()[:-9])
    assert cli("study", "query", str(tmp_path), "SELECT count(*) FROM deals") == 1
    assert cli.out == "count_star()\n20\n"
    assert f"{part.name} is damaged, and was left out" in cli.err
    assert cli("study", "report", str(tmp_path)) == 1
    assert "| Elevator | 20 |" in (tmp_path / "report" / "report.md").read_text()
    assert cli("study", "verify", str(tmp_path)) == 1
    assert "WRONG" in cli.out
    assert "is damaged or missing" in cli.out
    study(tmp_path / "other", elevator("1-30"))
    for pair in ((tmp_path, tmp_path / "other"), (tmp_path / "other", tmp_path)):
        assert cli("study", "compare", *map(str, pair)) == 1
        assert "B - A on 20 deals: +0.00 points" in cli.out
        assert f"{part.name} is damaged, and was left out" in cli.err


def test_a_game_without_answers_does_not_stop_the_others(tmp_path: Path, cli: Cli) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    for folder in (one, other):
        study(folder, elevator("1-5"), asked("quatorze", deals="1-5"))
    part = other / manifest(other).of(asked("quatorze", deals="1-5").entry)[0].file
    part.write_bytes(b"")
    assert cli("study", "compare", str(one), str(other)) == 1
    assert "B - A on 5 deals: +0.00 points" in cli.out
    assert "quatorze, verdict: no deal in common\n" in cli.out
    assert cli.err.count(f"{part.name} is damaged, and was left out") == 1
    assert cli("study", "verify", str(other)) == 1
    assert "quatorze.verdict: deals 1 to 5 are not answered here" in cli.out
    assert "0 deals, each counted once" not in cli.out
    (one / manifest(one).parts[0].file).write_bytes(b"")
    assert cli("study", "compare", str(one), str(other)) == 2
    assert "have no deal in common: " in cli.err
    assert cli.err.endswith(".parquet is damaged.\n")


@pytest.mark.parametrize("command", [["report"], ["query"], ["verify"], ["compare"], ["merge"]])
def test_no_study_to_read(tmp_path: Path, cli: Cli, command: list[str]) -> None:
    more = {"query": ["SELECT 1"], "compare": [str(tmp_path)], "merge": [str(tmp_path)]}.get(command[0], [])
    for path, sentence in ((tmp_path / "none", "There is no folder"), (tmp_path, "holds no study")):
        words = [str(tmp_path / "into"), str(path)] if command == ["merge"] else [str(path), *more]
        assert cli("study", *command, *words) == 2
        assert sentence in cli.err
        assert cli.err.count("\n") == 1
    study(tmp_path / "study", elevator("1-5"))
    (tmp_path / "study" / "manifest.json").write_text("{}")
    words = [str(tmp_path / "into"), str(tmp_path / "study")]
    assert cli("study", *command, *(words if command == ["merge"] else [str(tmp_path / "study"), *more])) == 2
    assert "manifest.json is damaged: it cannot be read" in cli.err
    assert cli.err.endswith(" The command that made the study makes it again.\n")


def test_a_good_study_is_verified(several: Path, cli: Cli) -> None:
    assert cli("study", "verify", str(several), "--losses", "2") == 0
    assert "WRONG" not in cli.out
    won = wins(several, "elevator.verdict")
    assert f"right: elevator.verdict: {won} wins were found again with the same budget and replayed" in cli.out
    assert "right: elevator.verdict: 2 losses were proven again by the plain search." in cli.out
    assert f"not checked: elevator.verdict: {58 - won} losses were not looked at." in cli.out
    assert "right: elevator.fair-play: 30 recorded games were replayed by the rules." in cli.out
    assert "right: quatorze.best: 2 best scores were found again" in cli.out
    assert "deals are unknown, so there is nothing to check" in cli.out
    argued = [row for row in rows(several).to_pylist() if row["reason"] == "reserve" and row["game"] == "falling-stars"]
    assert argued
    assert f"right: falling-stars.verdict: {len(argued)} certificates of argued losses were checked." in cli.out


def test_an_argued_loss_without_a_certificate_is_found_out(tmp_path: Path, cli: Cli) -> None:
    study(tmp_path, asked("falling-stars", deals="1-20", nodes=4000))
    verdicts = column(tmp_path, "verdict")
    place = verdicts.index("won")
    reasons = [reason if i != place else "reserve" for i, reason in enumerate(column(tmp_path, "reason"))]
    forge(tmp_path, {"verdict": flipped(verdicts, "won", "lost"), "reason": reasons})
    assert cli("study", "verify", str(tmp_path), "--losses", "1") == 1
    assert f"deal {place + 1} is recorded as lost by an argument, but has no certificate" in cli.out


def test_an_argument_of_another_name_is_found_out(tmp_path: Path, cli: Cli) -> None:
    study(tmp_path, asked("generals-patience", deals="1-5", nodes=100))
    reasons = column(tmp_path, "reason")
    place = reasons.index("reserve")
    forge(tmp_path, {"reason": flipped(reasons, "reserve", "columns")})
    assert cli("study", "verify", str(tmp_path)) == 1
    assert f"deal {place + 1} is lost by the argument reserve, not by columns" in cli.out


def test_forged_counts_are_found_out(tmp_path: Path, cli: Cli) -> None:
    study(tmp_path, elevator("1-20"))
    file = tmp_path / "manifest.json"
    text = file.read_text()
    for change in ({"won": 20, "lost": 0}, {"deals": 40}):
        found = json.loads(text)
        found["counts"]["elevator.verdict"] |= change
        file.write_text(json.dumps(found))
        assert cli("study", "verify", str(tmp_path)) == 2
        assert "manifest.json is damaged: its counts are not those of its parts." in cli.err
    assert cli("study", "run", str(tmp_path), "--game", "elevator", "--deals", "1-20", "--jobs", "1") == 0
    assert file.read_text() == text
    forge(tmp_path, {"verdict": [None] * 20})
    found = json.loads(file.read_text())
    nothing = {"won": 0, "lost": 0, "unknown": 0}
    found["parts"][0] |= nothing
    found["counts"]["elevator.verdict"] |= nothing
    file.write_text(json.dumps(found))
    assert cli("study", "verify", str(tmp_path)) == 1
    assert "has deals that are neither won, lost nor unknown" in cli.out


def flipped(values: list[object], here: object, there: object) -> list[object]:
    place = values.index(here)
    return [*values[:place], there, *values[place + 1 :]]


def test_forged_answers_are_found_out(tmp_path: Path, cli: Cli) -> None:
    study(tmp_path, elevator("1-20", lines=True))
    verdicts, records, nodes = (column(tmp_path, name) for name in ("verdict", "record", "nodes"))
    place = verdicts.index("won")
    forgeries: list[tuple[dict[str, list[object]], str]] = [
        ({"verdict": flipped(verdicts, "lost", "won")}, "has other counts than the manifest says"),
        ({"verdict": flipped(verdicts, "lost", "won")}, "is recorded as won, but no win was found"),
        ({"record": [r and r.rpartition("/")[0] for r in records]}, "has a record that does not win"),  # type: ignore[attr-defined]
        ({"record": [r and f"{r}/s-w/s-w" for r in records]}, "has a record that cannot be played"),
        ({"record": ["elevator.99/s-w" if r else None for r in records]}, "has a record that is not one of the deal"),
        ({"deal": [2, *range(2, 21)]}, "does not hold the deals 1 to 20"),
        ({"game": ["quatorze"] * 20}, "holds another game than elevator"),
        ({"verdict": flipped(verdicts, "won", "lost")}, f"deal {place + 1} is recorded as lost, but can be won"),
        ({"record": [None] * 20, "nodes": [7] * 20}, "nodes, not 7"),
    ]
    for change, sentence in forgeries:
        folder = tmp_path / hashlib.sha256(sentence.encode()).hexdigest()[:8]
        study(folder, elevator("1-20", lines=True))
        forge(folder, change)
        # A plain search of each loss takes a while: all of them only where one is forged.
        losses = "20" if "is recorded as lost" in sentence else "1"
        assert cli("study", "verify", str(folder), "--losses", losses) == 1, sentence
        assert sentence in cli.out
    assert nodes


def test_shards_make_the_whole(tmp_path: Path, cli: Cli) -> None:
    words = ("--game", "terrace", "--deals", "1-50", "--nodes", "2000000", "--jobs", "1")
    for shard in ("1/3", "3/3"):
        assert cli("study", "run", str(tmp_path / shard[0]), *words, "--shard", shard) == 0
    assert [part.first for part in manifest(tmp_path / "1").parts] == [1, 31]
    into = str(tmp_path / "into")
    assert cli("study", "merge", into, str(tmp_path / "1"), str(tmp_path / "3")) == 0
    assert "terrace.verdict: deals 11 to 20 and 41 to 50 are still missing" in cli.err
    assert cli("study", "run", str(tmp_path / "2"), *words, "--shard", "2/3") == 0
    # What is there already is compared and not counted twice.
    assert cli("study", "merge", into, *[str(tmp_path / n) for n in "123"]) == 0
    assert cli.err == ""
    assert cli("study", "run", str(tmp_path / "whole"), *words) == 0
    assert rows(tmp_path / "into").equals(rows(tmp_path / "whole"))
    assert cli("study", "run", into, *words) == 0


def bound() -> None:
    """A disk on which a manifest has room, and no part."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))


@pytest.fixture
def published(tmp_path: Path) -> Path:
    """Answers as they are published: 45 deals of a game, and best scores of another."""
    place = tmp_path / "published"
    place.mkdir()
    listed = []
    for name, entry_asked in (
        ("wood.verdict", asked("wood", deals="1-45", nodes=2_000_000)),
        ("quatorze.best", asked("quatorze", "best", "1-8")),
    ):
        found = manifest(study(tmp_path / name, entry_asked).path)
        file = place / f"{name}.parquet"
        folder = Folder(tmp_path / name)
        pack(pa.concat_tables(folder.tables(found.parts)), entry_asked.entry.question, file)
        share = sum([part.share for part in found.parts], Share())
        listed.append(
            {
                "file": file.name,
                "game": entry_asked.entry.game,
                "question": entry_asked.entry.question.value,
                "nodes": entry_asked.entry.nodes,
                "deals": list(entry_asked.deals[0]),
                "won": share.won,
                "lost": share.lost,
                "unknown": share.unknown,
                "makers": list(found.makers),
                "sha256": hashlib.sha256(file.read_bytes()).hexdigest(),
            }
        )
    (place / "studies.json").write_text(json.dumps(listed))
    return place


def test_published_answers_are_extended(published: Path, tmp_path: Path, cli: Cli) -> None:
    into = str(tmp_path / "into")
    assert cli("study", "merge", into, str(published / "wood.verdict.parquet")) == 0
    parts = manifest(tmp_path / "into").parts
    assert [part.deals for part in parts] == [(1, 10), (11, 20), (21, 30), (31, 40), (41, 45)]
    words = ("--game", "wood", "--nodes", "2000000", "--jobs", "1", "--deals")
    assert cli("study", "run", into, *words, "1-50") == 0
    assert cli.err == "", "no part is made again"
    assert manifest(tmp_path / "into").parts[:5] == parts
    assert cli("study", "run", str(tmp_path / "whole"), *words, "1-50") == 0
    without = [rows(folder).drop_columns(["length"]) for folder in (tmp_path / "into", tmp_path / "whole")]
    assert without[0].equals(without[1])
    assert cli("study", "verify", into, "--losses", "1") == 0
    assert cli("study", "report", into) == 0
    assert " s for 5 deals |" in (tmp_path / "into" / "report" / "report.md").read_text()
    # Without its manifest the study is made again from what its parts say.
    (tmp_path / "into" / "manifest.json").unlink()
    assert cli("study", "run", into, *words, "1-50") == 0
    assert [part.deals for part in manifest(tmp_path / "into").parts] == [*[part.deals for part in parts], (46, 50)]
    # What is there already is compared.
    assert cli("study", "merge", str(tmp_path / "whole"), str(published / "wood.verdict.parquet")) == 0
    assert len(rows(tmp_path / "whole")) == 50
    forge(tmp_path / "whole", {"nodes": [1] * 10})
    assert cli("study", "merge", str(tmp_path / "whole"), str(published / "wood.verdict.parquet")) == 2
    assert "wood.verdict.parquet answers deal 1 of wood differently from another study." in cli.err


def test_published_answers_are_read_like_a_study(published: Path, tmp_path: Path, cli: Cli) -> None:
    assert cli("study", "verify", str(published), "--losses", "1") == 0
    assert "right: wood.verdict: 45 deals, each counted once." in cli.out
    assert cli("study", "query", str(published), "SELECT game, count(*) AS n FROM deals GROUP BY ALL ORDER BY ALL") == 0
    assert cli.out == "game,n\nquatorze,8\nwood,45\n"
    assert cli("study", "compare", str(published / "wood.verdict.parquet"), str(tmp_path / "wood.verdict")) == 0
    assert "0 deals differ" in cli.out
    assert cli("study", "report", str(published), "--to", str(tmp_path / "report")) == 0
    assert "| Wood | verdict | 2,000,000 nodes |" in (tmp_path / "report" / "report.md").read_text()
    assert cli("study", "merge", str(tmp_path / "all"), str(published)) == 0
    assert len(rows(tmp_path / "all")) == 53


def test_what_cannot_be_merged(tmp_path: Path, cli: Cli) -> None:
    study(tmp_path / "a", elevator("1-10"))
    study(tmp_path / "b", asked("elevator", "best", "1-10"))
    study(tmp_path / "c", elevator("5-15"))
    study(tmp_path / "d", elevator("1-10"))
    forge(tmp_path / "d", {"nodes": [1] * 10})
    into = str(tmp_path / "into")
    for others, sentence in (("ab", "asks another question"), ("ad", "answers deal 1 of elevator differently")):
        assert cli("study", "merge", into, *[str(tmp_path / name) for name in others]) == 2
        assert sentence in cli.err
    assert cli("study", "merge", into, str(tmp_path / "a"), str(tmp_path / "c")) == 2
    assert "holds deals that are there already and others that are not" in cli.err
    assert cli("study", "merge", str(tmp_path / "a"), str(tmp_path / "a")) == 2
    assert "cannot be merged into itself" in cli.err
    done = program("merge", str(tmp_path / "full"), str(tmp_path / "a"), preexec_fn=bound)
    assert done.returncode == 1
    assert done.stderr.startswith("longwood: There is no room left on the disk of ")
    assert "What is done is kept; resume with: longwood study merge" in done.stderr
    assert program("merge", str(tmp_path / "full"), str(tmp_path / "a")).returncode == 0
    assert rows(tmp_path / "full").equals(rows(tmp_path / "a"))
    part = tmp_path / "c" / manifest(tmp_path / "c").parts[0].file
    part.write_bytes(b"")
    assert cli("study", "merge", str(tmp_path / "other"), str(tmp_path / "c")) == 1
    assert f"{part.name} is damaged" in cli.err


def test_two_policies_are_compared(tmp_path: Path, cli: Cli) -> None:
    study(tmp_path / "a", asked("quatorze", "fair-play", "1-60", policy="random"))
    study(tmp_path / "b", asked("quatorze", "fair-play", "11-60", policy="first"))
    assert cli("study", "compare", str(tmp_path / "a"), str(tmp_path / "b"), "--all") == 0
    ours = [verdict == "won" for verdict in column(tmp_path / "a", "verdict")[10:]]
    theirs = [verdict == "won" for verdict in column(tmp_path / "b", "verdict")]
    differ = sum([mine != yours for mine, yours in zip(ours, theirs)])
    assert differ
    points = 100 * (sum(theirs) - sum(ours)) / 50
    assert f"B - A on 50 deals: {points:+.2f} points (95 %: " in cli.out
    assert f"; {differ} deals differ" in cli.out
    assert cli.out.count("\n  quatorze.") == differ


def test_contradicting_proofs_are_found(tmp_path: Path, cli: Cli) -> None:
    study(tmp_path / "a", elevator("1-20"))
    study(tmp_path / "b", elevator("1-20"))
    assert cli("study", "compare", str(tmp_path / "a"), str(tmp_path / "b")) == 0
    assert "0 deals differ" in cli.out
    forge(tmp_path / "b", {"verdict": flipped(column(tmp_path / "b", "verdict"), "lost", "won")})
    assert cli("study", "compare", str(tmp_path / "a"), str(tmp_path / "b")) == 1
    assert "Both claim to have proven their answer in 1 of these deals" in cli.err
    study(tmp_path / "c", asked("quatorze", "best", "1-5"))
    study(tmp_path / "d", asked("quatorze", "best", "1-5", nodes=10))
    assert cli("study", "compare", str(tmp_path / "c"), str(tmp_path / "d")) == 0
    assert cli("study", "compare", str(tmp_path / "a"), str(tmp_path / "c")) == 2
    assert "ask nothing in common" in cli.err
    study(tmp_path / "e", elevator("50-60"))
    assert cli("study", "compare", str(tmp_path / "a"), str(tmp_path / "e")) == 2
    assert "have no deal in common" in cli.err


def test_the_interval_of_a_paired_difference_covers(tmp_path: Path) -> None:
    """Of many pairs of made-up studies about 95 in 100 have the true difference in their interval."""
    from longwood.study.compare import _by_share
    from longwood.study.questions import entry

    draw = np.random.default_rng(1)
    one = entry("elevator", "fair-play", policy="first")
    inside = 0
    for _ in range(400):
        pairs = []
        for here, there in draw.random((200, 2)):
            is_won = (here < 0.3 and there < 0.8) or there > 0.95
            pairs.append(({"answer": "won" if here < 0.3 else "lost"}, {"answer": "won" if is_won else "lost"}))
        truth = 0.3 * 0.8 + 0.3 * 0.05 + 0.7 * 0.05 - 0.3
        found = _by_share(one, one, pairs)
        inside += found.low <= truth <= found.high
    assert 365 <= inside <= 396


def test_without_the_extra_one_sentence_says_what_to_install(
    tmp_path: Path, cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("longwood.study.extra.find_spec", lambda name: None if name == "duckdb" else object())
    for words in (["run", str(tmp_path), "--game", "elevator", "--deals", "1"], ["report", str(tmp_path)]):
        assert cli("study", *words) == 2
        assert cli.err == (
            "longwood: A study needs duckdb: `pip install 'longwood[study]'` gets all that belongs to it.\n"
        )
    monkeypatch.setattr("longwood.study.extra.find_spec", lambda name: None)
    assert cli("study", "verify", str(tmp_path)) == 2
    assert cli.err.startswith("longwood: A study needs pyarrow, duckdb, matplotlib and distributed: `pip install")


def test_a_policy_of_ones_own(tmp_path: Path, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    code = "class Last:\n    def choose(self, game, seen, moves, seed):\n        return moves[-1]\n"
    Path("mine.py").write_text(code)
    words = (
        "run",
        "study",
        "--game",
        "quatorze",
        "--question",
        "fair-play",
        "--deals",
        "1-5",
        "--policy",
        "mine.py:Last",
    )
    assert cli("study", *words, "--jobs", "1") == 0
    assert cli("study", "verify", "study") == 0
    Path("mine.py").write_text(code.replace("-1", "0"))
    assert cli("study", *words, "--jobs", "1") == 2
    assert "holds another study" in cli.err
    for text, sentence in (
        ("x = 1", "is not a policy"),
        ("1 / 0", "cannot be loaded: ZeroDivisionError"),
        ("raise SystemExit(3)", "cannot be loaded: SystemExit: 3."),
    ):
        Path("bad.py").write_text(text)
        assert cli("study", *words[:-1], "bad.py:x", "--jobs", "1") == 2
        assert sentence in cli.err
    Path("cheat.py").write_text(code.replace("moves[-1]", "(9, 9, 9)"))
    assert cli("study", "run", "other", *words[2:-1], "cheat.py:Last", "--jobs", "1") == 2
    assert "which is none of its moves" in cli.err
    for text, sentence in (
        (code.replace("moves[-1]", "moves[10**6]"), "The policy failed in quatorze.1: IndexError: "),
        ("class Last:\n    def __init__(self):\n        1 / 0\n", "cannot be made: ZeroDivisionError"),
    ):
        Path("broken.py").write_text(text)
        assert cli("study", "run", "broken", *words[2:-1], "broken.py:Last", "--jobs", "1") == 2
        assert sentence in cli.err
        assert cli.err.count("\n") == 1


@pytest.mark.parametrize("slug", GAMES)
def test_a_policy_sees_the_same_whatever_is_hidden(slug: str) -> None:
    game = GAMES[slug]
    p = game.start(Deal(7))
    for other in some_worlds(game, p, 3, seed=5)[0]:
        if "deal" in [each.name for each in fields(other)]:
            other = replace(other, deal=Deal(8))
        assert shown(game, other, 0) == shown(game, p, 0)
    assert shown(game, p, 0).seed != shown(game, p, 1).seed


def test_a_policy_that_peeks_learns_nothing() -> None:
    told: list[tuple[Any, int]] = []

    class Peek:
        def choose(self, game: AnyGame, seen: Any, moves: list[Move], seed: int) -> Move:
            told.append((seen, seed))
            return moves[0]

    game = GAMES["triple-peaks"]
    play(game, 7, Peek())
    start = game.start(Deal(7))
    assert told[0] == tuple(shown(game, start, 0))
    assert len({seed for _, seed in told}) == len(told) > 1
    assert all(seen.deal != Deal(7) and 7 not in (seed, seed // 400) for seen, seed in told)


def test_manifests_are_read_back(several: Path) -> None:
    found = manifest(several)
    assert Manifest.from_text(found.to_text()) == found
    with pytest.raises(StudyError, match="another"):
        study(several, elevator("1-5"))


def test_a_forged_part_that_is_no_table_is_left_out(tmp_path: Path, cli: Cli) -> None:
    study(tmp_path, elevator("1-10"))
    study(tmp_path, elevator("1-30"))
    part = tmp_path / manifest(tmp_path).parts[0].file
    table = pq.read_table(part, partitioning=None)
    forge(tmp_path, {})
    for change in ("cut", "column"):
        if change == "cut":
            part.write_bytes(part.read_bytes()[:-9])
        else:
            pq.write_table(table.drop_columns(["verdict"]), part)
        text = json.loads((tmp_path / "manifest.json").read_text())
        text["parts"][0]["sha256"] = hashlib.sha256(part.read_bytes()).hexdigest()
        (tmp_path / "manifest.json").write_text(json.dumps(text))
        assert cli("study", "query", str(tmp_path), "SELECT count(*) FROM deals") == 1
        assert cli.out == "count_star()\n20\n"
        assert f"{part.name} is damaged, and was left out" in cli.err
        assert cli("study", "verify", str(tmp_path)) == 1
        assert "is damaged or missing" in cli.out


def test_a_part_that_is_damaged_inside_is_said(tmp_path: Path, cli: Cli) -> None:
    study(tmp_path, elevator("1-30"))
    part = tmp_path / manifest(tmp_path).parts[0].file
    data = part.read_bytes()
    part.write_bytes(data[:100] + bytes(60) + data[160:])
    text = (tmp_path / "manifest.json").read_text()
    digest = hashlib.sha256(part.read_bytes()).hexdigest()
    (tmp_path / "manifest.json").write_text(text.replace(manifest(tmp_path).parts[0].sha256, digest))
    for words in (["verify", str(tmp_path)], ["compare", str(tmp_path), str(tmp_path)]):
        assert cli("study", *words) == 2
        assert cli.err.endswith(f"{part.name} is damaged: `longwood study run` makes it again.\n")
        assert cli.err.count("\n") == 1


@pytest.mark.parametrize("file", ["parts/a\0b", "\ud800", "\x1b[31m"])
def test_a_manifest_names_files_in_plain_letters(tmp_path: Path, cli: Cli, file: str) -> None:
    study(tmp_path, elevator("1-5"))
    text = json.loads((tmp_path / "manifest.json").read_text())
    text["parts"][0]["file"] = file
    (tmp_path / "manifest.json").write_text(json.dumps(text))
    assert cli("study", "verify", str(tmp_path)) == 2
    assert "manifest.json is damaged: it cannot be read" in cli.err
    assert cli.err.count("\n") == 1
