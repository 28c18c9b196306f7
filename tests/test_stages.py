"""The stages of `make test`: together with `make prove` they run every test, and none twice."""

import os
import shlex
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from docs import ROOT

pytestmark = pytest.mark.slow  # all tests are collected


def stages(*targets: str) -> list[str]:
    """Which markers `make` would ask of pytest, stage by stage."""
    done = subprocess.run(
        ["make", "--always-make", "--dry-run", *targets], cwd=ROOT, capture_output=True, text=True, check=True
    )
    words = [shlex.split(line) for line in done.stdout.splitlines() if "-m pytest" in line]
    return [line[line.index("-m", line.index("pytest")) + 1] for line in words]


@pytest.fixture(scope="module")
def marks() -> Mapping[str, set[str]]:
    """The markers of every test there is."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "listing", "-n0", "--no-cov", "--collect-only", "-q"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT / "tests")},
        capture_output=True,
        text=True,
        check=True,
    )
    rows = [line.split("\t")[1:] for line in done.stdout.splitlines() if line.startswith("\t")]
    return {test: set(names) for test, *names in rows}


class Names(dict[str, bool]):
    """The markers of a test as an expression of markers sees them."""

    def __missing__(self, name: str) -> bool:
        return False


def test_every_test_is_run_by_exactly_one_stage(marks: Mapping[str, set[str]]) -> None:
    expressions = stages("test", "prove")
    assert len(expressions) == 6
    assert len(marks) > 4000
    for test, names in marks.items():
        run = [e for e in expressions if eval(e, {"__builtins__": {}}, Names(dict.fromkeys(names, True)))]
        assert len(run) == 1, f"{test} is run by {run}"


def test_every_file_with_tests_is_collected(marks: Mapping[str, set[str]]) -> None:
    files = {str(file.relative_to(ROOT)) for file in (ROOT / "tests").rglob("test_*.py")}
    assert {Path(test.partition("::")[0]).as_posix() for test in marks} == files
