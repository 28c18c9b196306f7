"""A copy of the house with the games of docs/adding-a-game.md in it: a folder and a line each, and nothing else."""

import fcntl
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

from docs import ROOT, Block, blocks
from longwood import games

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
        return {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(self.root), "LC_ALL": "C.UTF-8"}

    def python(self, *args: str, given: str = "") -> "subprocess.CompletedProcess[str]":
        """Python, with this house in place of the other one; a warning is an error."""
        return subprocess.run(
            [sys.executable, "-W", "error", *args],
            input=given,
            capture_output=True,
            text=True,
            cwd=self.root,
            env=self.environment,
        )

    def longwood(self, *args: str, given: str = "") -> str:
        """What the command line prints; it may say "lost" or "not known" by its status, but nothing may be wrong."""
        done = self.python("-m", "longwood", *args, given=given)
        assert done.stderr.count("\n") <= 1, done.stderr
        assert done.returncode in ((0, 1, 3) if args[0] == "solve" else (0,)), done.stderr
        return done.stdout


@contextmanager
def entered(house: House) -> Iterator[None]:
    """Let this process know the games of the page too, so that what another one does can be compared with the rules."""
    folder = str(house.root / "longwood" / "games")
    games.__path__.append(folder)
    try:
        for slug in SLUGS:
            (family,) = import_module(f"longwood.games.{slug.replace('-', '_')}.family").FAMILIES
            games.FAMILIES[family.name] = family
            games.GAMES.update({game.slug: game for game in family.games})
        games.find_variant.cache_clear()
        yield
    finally:
        games.__path__.remove(folder)
        for slug in SLUGS:
            games.FAMILIES.pop(slug, None)
            games.GAMES.pop(slug, None)
        games.find_variant.cache_clear()


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
        _take_kernels(root / "longwood")
    return House(root)


def _take_kernels(folder: Path) -> None:
    """Take along what is compiled already: kernels are kept by what their sources say, not by where those lie."""
    for kernel in SOURCE.rglob("*.kernel"):
        copy = folder / kernel.relative_to(SOURCE)
        if not copy.exists():
            copy.parent.mkdir(parents=True, exist_ok=True)
            # Another process may be reading it a moment later: whole or not at all.
            beside = copy.with_suffix(".taken")
            shutil.copyfile(kernel, beside)
            beside.replace(copy)


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
