"""docs/adding-a-game.md: its games are entered as a folder and a line each, and then everything is asked of them."""

import doctest
import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from docs import ROOT, blocks
from longwood.cli.commands import app
from longwood.games.lesson import piles_of, read_lesson
from longwood.session import Session
from newcomers import PAGE, SLUGS, House, entered, shown_files, shown_lines

DAY = "2026-11-16"
some_game = pytest.mark.parametrize("slug", SLUGS)


def test_a_game_is_a_folder_and_a_line() -> None:
    rooms = [slug.replace("-", "_") for slug in SLUGS]
    assert shown_lines() == [f'    "{room}",\n' for room in rooms]
    files = [f"{room}/{name}" for room in rooms for name in ("__init__.py", "family.py", "rules.py")]
    pages = [f"{room}/{slug}.md" for room, slug in zip(rooms, SLUGS, strict=True)]
    assert sorted(shown_files()) == sorted(files + pages)


def test_the_copy_differs_by_nothing_else(house: House) -> None:
    source = ROOT / "src" / "longwood"
    copy = house.root / "longwood"
    there = {path.relative_to(copy) for path in copy.rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    here = {
        path.relative_to(source) for path in source.rglob("*") if path.is_file() and "__pycache__" not in path.parts
    }
    assert there - here == {Path("games", name) for name in shown_files()}
    assert here <= there
    changed = {path for path in here if (source / path).read_bytes() != (copy / path).read_bytes()}
    assert changed == {Path("games/__init__.py")}
    before, after = [(root / "games/__init__.py").read_text().splitlines(True) for root in (source, copy)]
    assert [line for line in after if line not in before] == shown_lines()
    assert len(after) == len(before) + len(SLUGS)


def test_sessions_of_the_page(house: House) -> None:
    sessions = [block for block in blocks(PAGE, "python") if block.text.startswith(">>>")]
    assert len(sessions) == 2
    text = "\n".join([block.text for block in sessions])
    assert len(doctest.DocTestParser().get_examples(text)) > 10
    (house.root / "sessions.txt").write_text(text)
    done = house.python("-m", "doctest", "sessions.txt")
    assert (done.returncode, done.stdout) == (0, "")


def test_the_lesson_of_the_page(house: House) -> None:
    (shown,) = blocks(PAGE, "toml")
    lesson = read_lesson(tomllib.loads(shown.text))
    with entered(house):
        session = Session.from_record(lesson.deal)
        assert piles_of(session.game, lesson.parts[0]) == ["t1", "t2", "t3", "t4"]
        for step in lesson.steps:
            session.play(step.move)


@pytest.mark.slow
def test_code_of_the_page_is_as_strict_as_ours(house: House) -> None:
    rooms = [str(house.root / "longwood" / "games" / slug.replace("-", "_")) for slug in SLUGS]
    config = f"--config-file={ROOT / 'pyproject.toml'}"
    done = subprocess.run(
        [sys.executable, "-m", "mypy", config, "--cache-dir", str(house.root / "mypy"), *rooms],
        cwd=house.root,
        capture_output=True,
        text=True,
        env=os.environ | {"MYPYPATH": str(house.root)},
    )
    assert done.returncode == 0, done.stdout
    done = subprocess.run(
        [sys.executable, "-m", "ruff", "check", config.replace("-file", ""), *rooms], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout


LEFT_OUT = ["browser", "test_adding_a_game.py", "test_docs_site.py"]
LAWS = ["tests", "-k", " or ".join(SLUGS), *[f"--ignore=tests/{name}" for name in LEFT_OUT]]


def run_over(house: House, *arguments: str) -> int:
    """Run tests over the house with the newcomers in it; returns how many passed, and all must."""
    options = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-o", f"pythonpath={house.root} tests"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        env={name: value for name, value in os.environ.items() if not name.startswith("PYTEST")},
    )
    assert done.returncode == 0, done.stdout[-3000:]
    return len(re.findall(r"\.", "".join(re.findall(r"^\.+ ", done.stdout, re.MULTILINE))))


@pytest.mark.slow
def test_they_obey_the_laws_of_every_game(house: House) -> None:
    """What is tested for every row of the table is tested for these rows."""
    assert run_over(house, *LAWS, "-m", "not proof and not slow") > 80


@pytest.mark.proof
def test_they_obey_the_slow_laws_too(house: House) -> None:
    assert run_over(house, *LAWS, "-m", "slow and not proof") > 20


TABLE_TESTS = [
    "test_cli.py",
    "test_cli_play.py",
    "test_cli_variants.py",
    "test_docs.py",
    "test_layout.py",
    "test_lobby_words.py::test_names_are_told_once",
    "test_refusals.py",
    "test_rooms.py",
    "test_solver.py::test_a_family_without_a_solver_has_the_plain_search",
    "test_variants.py::test_every_family_has_variants_at_both_ends",
    "test_web_app.py",
    "test_web_hidden.py",
]
"""Tests that go over the whole table in one piece, so that no slug is in their names."""


@pytest.mark.proof
def test_a_newcomer_fails_no_test_of_the_whole_table(house: House) -> None:
    """What the page promises: nothing else has to change."""
    assert run_over(house, *[f"tests/{name}" for name in TABLE_TESTS], "-m", "not slow and not proof") > 100


def played(house: House, slug: str, acts: int) -> str:
    """The record of a game in which the first move of the list was made so many times."""
    record = f"{slug}.1"
    for _ in range(acts):
        record = house.longwood("moves", record).splitlines()[0]
    return record


def test_every_command_is_asked_below() -> None:
    asked = {test.removeprefix("test_command_") for test in globals() if test.startswith("test_command_")}
    commands = get_command(app).commands  # type: ignore[attr-defined]
    # The server has its own tests, and a hidden command is another name of one that is shown.
    assert asked | {"serve"} == {name for name, command in commands.items() if not command.hidden}


@some_game
def test_command_games(house: House, slug: str) -> None:
    assert [line for line in house.longwood("games").splitlines() if line.split("\t")[0] == slug]
    assert slug in [game["slug"] for game in json.loads(house.longwood("games", "--json"))["games"]]


@some_game
def test_command_rules(house: House, slug: str) -> None:
    assert house.longwood("rules", slug).startswith("# ")


@some_game
def test_command_show(house: House, slug: str) -> None:
    golden = json.loads((ROOT / "tests" / "data" / "golden.json").read_text())[slug]
    for flags in ([], ["--ascii"]):
        drawn = house.longwood("show", f"{slug}.1", *flags)
        frames = re.findall(r"[╭.]([a-z]\d?)[─╌.-]+[╮.]", drawn)
        told = json.loads(house.longwood("show", f"{slug}.1", "--json"))
        # Every pile has its name on it, and none lies over another.
        assert sorted(frames) == sorted(told["piles"])
    for name, cards in golden.items():
        assert cards[-2:] in drawn or name == "s"


@some_game
def test_command_moves(house: House, slug: str) -> None:
    assert len(house.longwood("moves", f"{slug}.1").splitlines()) == 3
    assert house.longwood("moves", f"{slug}.1", "--table").splitlines()[-1].split()[0] == "3"


@some_game
def test_command_replay(house: House, slug: str) -> None:
    record = played(house, slug, 3)
    assert house.longwood("replay", record, "-q").splitlines()[-1] == record


@some_game
def test_command_perft(house: House, slug: str) -> None:
    counts = json.loads((ROOT / "tests" / "data" / "perft.json").read_text())[slug]
    assert json.loads(house.longwood("perft", f"{slug}.1", "5", "--json"))["counts"] == [1, *counts[:5]]


@pytest.mark.slow
@some_game
def test_command_play(house: House, slug: str) -> None:
    lines = ["help", "moves", "1", "show", "hint", "hint", "hint hidden", "chances", "verdict", "undo", "redo"]
    lines += ["restart", "describe s", "auto", "rules", "record", "new 7", "1", "quit"]
    out = house.longwood("play", f"{slug}.1", given="\n".join([*lines, ""]))
    assert re.fullmatch(rf"{slug}\.7/[a-z0-9-]+", out.splitlines()[-1])
    for words in ("From what you can see:", "Using hidden cards:", "to win from here"):
        assert words in out
    assert re.search("positions were searched|Still winnable|proven|in [0-9,]+ positions", out)


@some_game
def test_command_deal(house: House, slug: str) -> None:
    assert house.longwood("deal", slug, "5") == f"{slug}.5\n"


@pytest.mark.slow
@some_game
def test_deals_that_can_be_won(house: House, slug: str) -> None:
    assert json.loads(house.longwood("deal", slug, "--level", "easy", "--json"))["difficulty"]["words"] == "easy"
    deal = house.longwood("deal", slug, "--winnable").strip()
    # Whatever was found to be winnable within its budget is found again.
    assert json.loads(house.longwood("solve", deal, "--nodes", "20000", "--json"))["verdict"] == "won"


@some_game
def test_command_journal(house: House, slug: str, tmp_path: Path) -> None:
    kept = f"--journal={tmp_path / 'journal.db'}"
    record = played(house, slug, 2)
    house.longwood("journal", "import", "-", kept, given=f"{record}\n")
    assert record in house.longwood("journal", "export", kept)
    assert "open, 2 moves" in house.longwood("journal", "list", kept)


@some_game
def test_command_stats(house: House, slug: str, tmp_path: Path) -> None:
    kept = f"--journal={tmp_path / 'journal.db'}"
    house.longwood("journal", "import", "-", kept, given=f"{played(house, slug, 1)}\n")
    assert json.loads(house.longwood("stats", "--json", "--game", slug, kept))


@some_game
def test_command_solve(house: House, slug: str) -> None:
    answer = json.loads(house.longwood("solve", f"{slug}.1", "--nodes", "3000", "--json"))
    assert answer["verdict"] in ("won", "unknown")
    assert 0 < answer["nodes"] <= 3000
    tally = json.loads(house.longwood("solve", slug, "--deals", "1-4", "--nodes", "300", "--jobs", "2", "--json"))
    assert tally["done"] == 4


@some_game
def test_command_study(house: House, slug: str, tmp_path: Path) -> None:
    folder = str(tmp_path / "s")
    house.longwood("study", "run", folder, "--game", slug, "--deals", "1-4", "--nodes", "300", "--jobs", "1")
    count = house.longwood("study", "query", folder, "SELECT count(*) FROM deals")
    assert count.splitlines()[-1] == "4"


@some_game
def test_command_best(house: House, slug: str) -> None:
    answer = json.loads(house.longwood("best", f"{slug}.1", "--nodes", "2000", "--json"))
    assert json.loads(house.longwood("show", answer["line_record"], "--json"))["score"] == answer["score"] > 4


@pytest.mark.slow
@some_game
def test_command_hint(house: House, slug: str) -> None:
    record = played(house, slug, 6)
    legal = {text.rpartition("/")[2] for text in house.longwood("moves", record).split()}
    for kind in ("--fair", "--hidden"):
        (hint,) = json.loads(house.longwood("hint", record, kind, "--json"))["hints"]
        assert hint["move"]["text"] in legal
        assert len(hint["why"]) >= len("Wins in 9 moves.")


@pytest.mark.slow
@some_game
def test_command_chances(house: House, slug: str) -> None:
    record = played(house, slug, 6)
    answer = json.loads(house.longwood("chances", record, "--json"))
    named = [m["text"] for each in answer["moves"] for m in (each["move"], *each["alike"])]
    assert sorted(named) == sorted(text.rpartition("/")[2] for text in house.longwood("moves", record).split())


@pytest.mark.slow
@some_game
def test_command_report(house: House, slug: str, tmp_path: Path) -> None:
    record = played(house, slug, 8)
    report = json.loads(house.longwood("report", record, "--json"))
    assert len(report["verdicts"]) == len(report["chances"]) == 9
    house.longwood("report", record, "--html", str(tmp_path / "report.html"))
    assert "</html>" in (tmp_path / "report.html").read_text()


@pytest.mark.slow
@some_game
def test_command_daily(house: House, slug: str) -> None:
    answer = json.loads(house.longwood("daily", slug, "--date", DAY, "--json"))
    assert answer["record"].startswith(f"{slug}.")
    assert (answer["verdict"], answer["difficulty"]["words"] in ("easy", "medium", "hard", "very hard")) == (
        "won",
        True,
    )
    assert house.longwood("daily", slug, "--date", DAY) == answer["record"] + "\n"


def test_what_cannot_lie_face_down_is_refused(house: House) -> None:
    laid = house.longwood("position", "klondike.1").strip()
    for facts, reason in (
        ("down=1-2", "down takes 7 numbers, not 2"),
        ("down=", "down takes 7 numbers, not 0"),
        ("down=9-9-9-9-9-9-9", "cannot lie face down: it holds"),
    ):
        for command in ("show", "hint", "solve"):
            done = house.python("-m", "longwood", command, f"{laid.partition(',down=')[0]},{facts}")
            assert (done.returncode, done.stdout) == (2, "")
            assert reason in done.stderr
            assert done.stderr.count("\n") == 1


@some_game
def test_command_position(house: House, slug: str) -> None:
    record = played(house, slug, 9)
    before = json.loads(house.longwood("show", record, "--json"))
    for flags in ([], ["--hide"]):
        laid = house.longwood("position", record, *flags).strip()
        assert laid.startswith(f"{slug}@")
        told = json.loads(house.longwood("show", laid, "--json"))
        assert told["record"] == laid
        # What is seen is the same, and so is what can be done.
        assert [told[name] for name in ("piles", "moves", "score")] == [
            before[name] for name in ("piles", "moves", "score")
        ]
    house.longwood("play", laid, given="hint\n1\nquit\n")


def test_an_option_makes_a_game_of_its_own(house: House) -> None:
    drawn = json.loads(house.longwood("show", "klondike,draw=1.1/s-w/s-w", "--json"))
    assert len(drawn["piles"]["w"]) == 2
    done = house.python("-m", "longwood", "show", "klondike,draw=4.1")
    assert done.returncode == 2
    assert "only a number from 1 to 3" in done.stderr


FAIR = """
from random import Random
from longwood import GAMES, Deal, Move, Session
from longwood.advice.hints import fair_hints
from longwood.core.cards import shuffled
from longwood.games import family_of, refusal
from longwood.text import table

game = GAMES["klondike"]

def told(deck):
    \"\"\"All that may be said of a game on its way, and the cards that were seen.\"\"\"
    session = Session(game, Deal(given=(tuple(deck),)))
    said, seen = [], set()
    for step in range(6):
        p, moves = session.position, session.moves
        said += [game.faces(p), moves, [game.describe(p, m) for m in moves], game.facts(p), table(game, p)]
        tried = [Move(a, b, count) for a in range(13) for b in range(13) for count in (1, 3)]
        said += [refusal(game, p, m) for m in tried if m not in moves]
        said += [(hint.move, hint.why) for hint in fair_hints(game, p)]
        seen |= {card for pile in game.faces(p) for card in pile}
        session.play(moves[step % len(moves)])
    return said, seen

deck = shuffled(1, 11)
first, seen = told(deck)
assert 7 < len(seen) < 30
others = [card for card in deck if card not in seen]
Random(1).shuffle(others)
second, _ = told([card if card in seen else others.pop() for card in deck])
print(first == second)
"""


@pytest.mark.slow
def test_nothing_fair_knows_the_face_down_cards(house: House) -> None:
    done = house.python("-c", FAIR)
    assert (done.returncode, done.stdout) == (0, "True\n"), done.stderr


def test_a_face_down_card_does_not_move(house: House) -> None:
    done = house.python("-m", "longwood", "show", "klondike.1/t7-t1x3")
    assert done.returncode == 2
    assert "is not legal" in done.stderr
    told: Any = json.loads(house.longwood("show", "klondike.1", "--json"))["piles"]
    assert [pile.count("??") for name, pile in told.items() if name[0] == "t"] == list(range(7))
