"""A family is a room: nothing outside it names it, and no room knows another."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from docs import ROOT
from longwood.games import FAMILIES, ROOMS

HOUSE = ROOT / "src" / "longwood"
TABLE = HOUSE / "games" / "__init__.py"
KINDS = (".py", ".js", ".css", ".html", ".json", ".txt", ".svg")


def room_of(path: Path) -> str:
    """The room that a file belongs to; empty for what belongs to all."""
    parts = path.relative_to(HOUSE).parts
    return parts[1] if parts[0] == "games" and len(parts) > 2 else ""


def files() -> list[Path]:
    found = [path for path in sorted(HOUSE.rglob("*")) if path.suffix in KINDS and "__pycache__" not in path.parts]
    assert len(found) > 150
    return found


def names(room: str) -> set[str]:
    """What a room, its families and its games are called, as they are written in code, in addresses and in words."""
    families = [family for family in FAMILIES.values() if family.room == f"longwood.games.{room}"]
    assert families
    found = {room}
    for family in families:
        found |= {family.name, family.title, *[game.slug for game in family.games], *[g.title for g in family.games]}
        found |= {type(game).__name__ for game in family.games}
    return {"[-_ ]?".join(re.findall(r"[^-_ ]+", name)) for name in found}


PATTERNS = {
    room: re.compile(rf"(?<![A-Za-z0-9])({'|'.join(sorted(names(room)))})(?![A-Za-z0-9])", re.IGNORECASE)
    for room in ROOMS
}


def text_of(path: Path) -> str:
    """What a file says, without the one line where the rooms are entered and the other names that a room knows."""
    text = path.read_text(encoding="utf-8")
    if path == TABLE:
        text, entries = re.subn(r"^ROOMS = \(.*?^\)$", "", text, flags=re.MULTILINE | re.DOTALL)
        assert entries == 1
    if path.name != "family.py":
        return text
    # A game that is offered instead of a missing one names it, or is called after it as Pyramid Golf is. Both stay as
    # they are when that one moves in.
    return re.sub(r"\b(stands_in_for|other_names)=\(.*?\)", "", text, flags=re.DOTALL)


def named(path: Path, text: str) -> list[str]:
    """The rooms' names that a file should not know."""
    own = room_of(path)
    return [match[0] for room in ROOMS if room != own for match in PATTERNS[room].finditer(text)]


def test_nothing_outside_a_room_names_it() -> None:
    found = {str(path.relative_to(HOUSE)): named(path, text_of(path)) for path in files()}
    assert {path: rooms for path, rooms in found.items() if rooms} == {}


@pytest.mark.parametrize(
    "text",
    [
        'if game.family == "terrace":',
        "from longwood.games.forty_thieves import rules",
        "const isHeap = slug.startsWith('Triple-Peaks');",
        ".board.elevator { color: red }",
        "# as General's Patience does",
        "isinstance(game, FortyThieves)",
    ],
)
def test_the_test_can_fail(text: str) -> None:
    assert named(HOUSE / "text.py", text)
    assert named(HOUSE / "games" / "family.py", text)


def test_a_room_may_name_itself() -> None:
    assert named(HOUSE / "games" / "terrace" / "rules.py", "Terrace, General's Patience and Wood") == []
    assert named(HOUSE / "games" / "terrace" / "rules.py", "from longwood.games.peaks import rules") == ["peaks"]
    assert named(HOUSE / "text.py", "a wooden table with an interrace") == []


def contracts(folder: Path) -> "subprocess.CompletedProcess[str]":
    program = "import sys; from importlinter.cli import lint_imports_command; sys.exit(lint_imports_command())"
    return subprocess.run(
        [sys.executable, "-c", program, "--no-cache"],
        cwd=folder,
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(folder / "src"), "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"},
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "imported"),
    [
        ("solver/plain_search.py", "longwood.games.peaks.rules"),
        ("games/family.py", "longwood.games.terrace.layout"),
        ("games/quatorze/refusals.py", "longwood.games.peaks.heap"),
    ],
)
def test_the_contract_of_the_rooms_can_be_broken(tmp_path: Path, file: str, imported: str) -> None:
    for path in HOUSE.rglob("*.py"):
        copy = tmp_path / "src" / "longwood" / path.relative_to(HOUSE)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    (tmp_path / "pyproject.toml").write_bytes((ROOT / "pyproject.toml").read_bytes())
    assert contracts(tmp_path).returncode == 0
    changed = tmp_path / "src" / "longwood" / file
    changed.write_text(f"{changed.read_text()}\nimport {imported}\n")
    done = contracts(tmp_path)
    assert done.returncode == 1
    assert re.search(r"^Only a room imports what is in it BROKEN$", done.stdout, re.MULTILINE), done.stdout
