"""Compiled kernels are kept where they can be, and never outlive the sources they were made of."""

import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from numba.core.errors import TypingError

from docs import ROOT
from longwood.kernels.compiled import borrowing, sources
from longwood.kernels.kept import read_checked, write_checked

GAMES = ROOT / "src" / "longwood" / "games"
KERNELS = [*GAMES.glob("*/solver/*.py"), *(ROOT / "src" / "longwood" / "kernels").glob("*.py")]
FUNCTION = """from longwood.kernels.compiled import compiled
{imports}

@compiled("int64(int64)")
def {name}(x):
    return {value}
"""


def run(code: str, folder: Path, **environment: str) -> str:
    """What a new process prints that finds `near` and `far` in a folder."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"PYTHONPATH": f"{ROOT / 'src'}", "PYTHONDONTWRITEBYTECODE": "1"} | environment,
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_a_kernel_depends_on_the_files_it_takes_from() -> None:
    names = {file.stem for file in sources(GAMES / "terrace" / "solver" / "beam.py")}
    own = {
        "beam",
        "chain",
        "digging",
        "forced",
        "packed",
        "plain",
        "rows",
        "runs",
        "store",
        "value",
        "weights",
        "widths",
    }
    assert names == own | {"bits", "compiled", "kept", "mixing", "records", "tables"}


@pytest.mark.parametrize("file", sorted(KERNELS), ids=lambda file: "/".join(file.parts[-3:]))
def test_kernels_take_from_each_other_in_the_one_way_that_is_followed(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    if "longwood.kernels.compiled import" in text:
        lines = [line for line in text.splitlines() if line.startswith(("from longwood", "import longwood"))]
        assert all(re.match(r"from longwood\.(kernels\.|games\.\w+\.solver\.)", line) for line in lines)


def test_a_kernel_that_borrows_makes_no_array() -> None:
    def make(x: int) -> int:
        return len(np.empty(x))

    with pytest.raises(TypingError, match="returning of array"):
        borrowing("int64(int64)")(make)


@pytest.mark.slow
def test_a_change_in_another_file_is_seen(tmp_path: Path) -> None:
    # The two files join the package's folder by its search path alone.
    code = "import longwood.kernels; longwood.kernels.__path__.append('.'); import longwood.kernels.far as far;"
    code += "print(far.far(1))"
    near, far = tmp_path / "near.py", tmp_path / "far.py"
    imports = "from longwood.kernels.near import near"
    far.write_text(FUNCTION.format(imports=imports, name="far", value="near(x) + 1"))
    for value in (10, 20, 20):
        near.write_text(FUNCTION.format(imports="", name="near", value=value))
        assert run(code, tmp_path, NUMBA_CACHE_DIR=str(tmp_path / "kept")) == str(value + 1)
    # Each of the two states of the sources has its folders.
    assert len(list((tmp_path / "kept").iterdir())) == 4


@pytest.mark.slow
def test_without_a_place_to_keep_them_kernels_are_compiled_each_time(tmp_path: Path) -> None:
    nowhere = tmp_path / "file"
    nowhere.write_text("")
    code = "from longwood.kernels.decks import decks_of; print(decks_of([1]).shape)"
    assert run(code, tmp_path, NUMBA_CACHE_DIR=str(nowhere)) == "(1, 52)"


IN_THE_PACKAGE = "import longwood.kernels; longwood.kernels.__path__.append('.'); import longwood.kernels.near as near;"
ANSWER = IN_THE_PACKAGE + "print(near.near(1))"


@pytest.fixture
def near(tmp_path: Path) -> Path:
    """A folder with a kernel of its own that has been compiled once, and its only file."""
    (tmp_path / "near.py").write_text(FUNCTION.format(imports="", name="near", value="x + 41"))
    assert run(ANSWER, tmp_path, NUMBA_CACHE_DIR=str(tmp_path / "kept")) == "42"
    (file,) = (tmp_path / "kept").glob("*/*")
    return file


def test_a_file_is_read_back_or_not_at_all(tmp_path: Path) -> None:
    file = tmp_path / "file"
    write_checked(file, b"machine code")
    whole = file.read_bytes()
    assert read_checked(file) == b"machine code"
    damaged = [whole[:n] for n in range(len(whole))]
    damaged += [whole[:n] + bytes([whole[n] ^ 1 << n % 8]) + whole[n + 1 :] for n in range(len(whole))]
    damaged += [whole + b"x", b"", bytes(len(whole)), whole * 2]
    for text in damaged:
        file.write_bytes(text)
        assert read_checked(file) is None
        assert not file.exists()
    assert read_checked(file) is None
    assert read_checked(tmp_path) is None


@pytest.mark.slow
def test_a_damaged_kernel_is_compiled_again(near: Path) -> None:
    # In one process that reads the kernel anew after each damage: any of them may end a process that trusts the file.
    code = f"""
{IN_THE_PACKAGE}
import importlib, pathlib, random
from longwood.kernels.kept import read_checked
file, choose = pathlib.Path({str(near)!r}), random.Random(1)
whole = file.read_bytes()
flips = [choose.randrange(len(whole)) for _ in range(40)]
damages = {{"emptied": b"", "foreign": b"Dear Josephine", "zeros": bytes(len(whole)), "doubled": whole * 2}}
damages |= {{f"cut at {{n}}": whole[:n] for n in (1, 17, 49, 50, 1000, len(whole) - 1)}}
damages |= {{f"flipped at {{n}}": whole[:n] + bytes([whole[n] ^ 255]) + whole[n + 1:] for n in flips}}
for what, text in damages.items():
    file.write_bytes(text)
    importlib.reload(near)
    assert near.near(1) == 42, what
    assert read_checked(file), what
print("mended", len(damages) - 1)
"""
    assert run(code, near.parents[2], NUMBA_CACHE_DIR=str(near.parents[1])).startswith("mended")


@pytest.mark.slow
def test_what_numba_cannot_load_is_compiled_again(near: Path) -> None:
    # With the right checksum: such a file may come from a program that calls itself the same version and is not.
    for payload in (b"", b"not a pickle", b"N.", b"(lp0\n."):
        write_checked(near, payload)
        assert run(ANSWER, near.parents[2], NUMBA_CACHE_DIR=str(near.parents[1])) == "42"
        assert len(read_checked(near) or b"") > 1000


@pytest.mark.slow
def test_the_solver_gets_over_damaged_files(tmp_path: Path) -> None:
    code = "from longwood.cli import main; main(['solve', 'elevator.6', '--nodes', '100000', '--json'])"
    first = run(code, tmp_path, NUMBA_CACHE_DIR=str(tmp_path / "kept"))
    files = sorted((tmp_path / "kept").glob("*/*"))
    assert len(files) > 5
    for number, file in enumerate(files):
        text = file.read_bytes()
        damages = (b"", text[:100], text[:-1], text[:200] + b"\xff" + text[201:], b"x" * len(text))
        file.write_bytes(damages[number % len(damages)])
    again = run(code, tmp_path, NUMBA_CACHE_DIR=str(tmp_path / "kept"))
    assert re.sub(r'"seconds": [^,}]*', "", again) == re.sub(r'"seconds": [^,}]*', "", first)
    assert all(read_checked(file) for file in files)


@pytest.fixture
def small_disk() -> Iterator[Path]:
    """A file system of a few kilobytes, where one can be had."""
    folder = Path(tempfile.mkdtemp())
    mount = shutil.which("mount")
    command = [mount or "mount", "-t", "tmpfs", "-o", "size=8k", "tmpfs", str(folder)]
    if not mount or subprocess.run(command, capture_output=True, check=False).returncode:
        folder.rmdir()
        pytest.skip("a small file system cannot be mounted here; only root may")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)
        folder.rmdir()


@pytest.mark.slow
def test_a_full_disk_costs_nothing_but_time(near: Path, small_disk: Path) -> None:
    assert run(ANSWER, near.parents[2], NUMBA_CACHE_DIR=str(small_disk)) == "42"
    assert not [file for file in small_disk.rglob("*") if file.is_file()]


@pytest.mark.slow
def test_a_file_that_may_not_grow_costs_nothing_but_time(near: Path, tmp_path: Path) -> None:
    place = tmp_path / "limited"
    limit = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (4096, {resource.RLIM_INFINITY}));"
    assert run(limit + ANSWER, near.parents[2], NUMBA_CACHE_DIR=str(place)) == "42"
    assert not [file for file in place.rglob("*") if file.is_file()]


LEAVE = """
import os, pwd
import longwood.kernels.compiled, numba
numba.njit("int64(int64)")(lambda x: x + 1)  # loads what compiling needs: Python itself may lie where only root reads
for name in ("HOME", "XDG_CACHE_HOME", "NUMBA_CACHE_DIR"):
    os.environ.pop(name, None)
os.setgroups([])
os.setgid({user})
os.setuid({user})
"""


@pytest.fixture
def shared_near() -> Iterator[Path]:
    """A folder that other users may read, with a kernel."""
    if os.getuid() != 0:
        pytest.skip("only root can become another user")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "near.py").write_text(FUNCTION.format(imports="", name="near", value="x + 41"))
        yield folder


@pytest.mark.slow
@pytest.mark.parametrize("user", [65534, 54321], ids=["nobody", "not on the list of users"])
def test_a_user_without_a_home(shared_near: Path, user: int) -> None:
    assert run(LEAVE.format(user=user) + ANSWER, shared_near) == "42"
    assert [file.name for file in shared_near.iterdir()] == ["near.py"]


@pytest.mark.slow
def test_what_another_user_compiled_is_read(shared_near: Path) -> None:
    assert run(ANSWER, shared_near) == "42"
    found = run(LEAVE.format(user=65534) + ANSWER + "; print(sum(near.near.stats.cache_hits.values()))", shared_near)
    assert found.split() == ["42", "1"]


@pytest.mark.slow
def test_three_processes_at_once(tmp_path: Path) -> None:
    (tmp_path / "near.py").write_text(FUNCTION.format(imports="", name="near", value="x + 41"))
    environment = os.environ | {"PYTHONPATH": f"{ROOT / 'src'}", "NUMBA_CACHE_DIR": str(tmp_path / "kept")}
    processes = [
        subprocess.Popen([sys.executable, "-c", ANSWER], env=environment, cwd=tmp_path, stdout=subprocess.PIPE)
        for _ in range(3)
    ]
    assert [process.communicate()[0].strip() for process in processes] == [b"42"] * 3
    (file,) = (tmp_path / "kept").glob("*/*")
    assert read_checked(file)
