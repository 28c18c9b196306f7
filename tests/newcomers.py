"""A copy of the house with the games of docs/adding-a-game.md in it: a folder and a line each, and nothing else."""

import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path

from docs import ROOT, Block, blocks

PAGE = ROOT / "docs" / "adding-a-game.md"
SOURCE = ROOT / "src" / "longwood"
TABLE = "games/__init__.py"
SLUGS = ("aces-up", "klondike")


def shown_files() -> dict[str, str]:
    """The files that the page shows, by their path below games/."""
    files: dict[str, str] = {}
    for block in _titled():
        if "/" in block.title and block.title != TABLE:
            assert block.title not in files, f"{block.title} is shown twice"
            files[block.title] = block.text
    return files


def shown_lines() -> list[str]:
    """The lines that the page adds to the table of rooms."""
    return [block.text for block in _titled() if block.title == TABLE]


def _titled() -> list[Block]:
    return [block for language in ("python", "markdown", "text") for block in blocks(PAGE, language) if block.title]


class House:
    """A tree with the package in it, and a way to run programs there."""

    def __init__(self, root: Path) -> None:
        self.root = root

    @property
    def environment(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if name.startswith(("HOME", "XDG", "NUMBA"))}
        return kept | {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(self.root), "LC_ALL": "C.UTF-8"}

    def run(self, *args: str, given: str = "") -> "subprocess.CompletedProcess[str]":
        """The command line, as a program."""
        return subprocess.run(
            [sys.executable, "-W", "error", "-m", "longwood", *args],
            input=given,
            capture_output=True,
            text=True,
            cwd=self.root,
            env=self.environment,
        )


def build(root: Path) -> House:
    """The house at a place where it may have stood before: what was compiled there is still good."""
    root.mkdir(parents=True, exist_ok=True)
    with (root / "lock").open("w") as lock:
        # Several processes test at once, and all of them build.
        fcntl.flock(lock, fcntl.LOCK_EX)
        wanted = {
            path.relative_to(SOURCE): path.read_bytes()
            for path in SOURCE.rglob("*")
            if path.is_file() and "__pycache__" not in path.parts
        }
        table = wanted[Path(TABLE)].decode()
        end = table.index(")", table.index("ROOMS = ("))
        wanted[Path(TABLE)] = (table[:end] + "".join(shown_lines()) + table[end:]).encode()
        for name, text in shown_files().items():
            assert Path("games", name) not in wanted, f"{name} is there already"
            wanted[Path("games", name)] = text.encode()
        _write(root / "longwood", wanted)
    return House(root)


def _write(folder: Path, wanted: dict[Path, bytes]) -> None:
    """Make a folder hold these files and no others, leaving alone what is right, so that its date does not change."""
    for path in list(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts and path.relative_to(folder) not in wanted:
            path.unlink()
    for room in (folder / "games").glob("*/"):
        if not any(path.parts[:2] == ("games", room.name) for path in wanted):
            shutil.rmtree(room)
    for name, data in wanted.items():
        path = folder / name
        if not path.is_file() or path.read_bytes() != data:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
