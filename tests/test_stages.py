"""The stages of `make test`: together with `make prove` they run every test, and none twice."""

import shlex
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from docs import ROOT

pytestmark = pytest.mark.slow  # every stage collects all tests


def stages(*targets: str) -> list[list[str]]:
    """What `make` would tell pytest, stage by stage."""
    done = subprocess.run(
        ["make", "--always-make", "--dry-run", *targets], cwd=ROOT, capture_output=True, text=True, check=True
    )
    words = [shlex.split(line) for line in done.stdout.splitlines() if "-m pytest" in line]
    return [line[line.index("pytest") + 1 :] for line in words]


def collected(arguments: list[str]) -> list[str]:
    """The tests that pytest would run."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *arguments, "-n0", "--no-cov", "--collect-only"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return [line for line in done.stdout.splitlines() if "::" in line]


def test_every_test_is_run_by_exactly_one_stage() -> None:
    commands = stages("test", "prove")
    assert len(commands) == 6
    run = Counter(test for command in commands for test in collected(command))
    everything = Counter(collected([]))
    assert {test for test, times in run.items() if times > 1} == set()
    assert run == everything


def test_every_file_with_tests_is_collected() -> None:
    files = {str(file.relative_to(ROOT)) for file in (ROOT / "tests").rglob("test_*.py")}
    assert {Path(test.partition("::")[0]).as_posix() for test in collected([])} == files
