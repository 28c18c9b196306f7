"""Compiled kernels are kept where they can be, and never outlive the sources they were made of."""

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from numba.core.errors import TypingError

from docs import ROOT
from longwood.kernels.compiled import borrowing, sources

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
    assert names == own | {"bits", "compiled", "mixing", "records", "tables"}


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
