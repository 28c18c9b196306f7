"""README.md: every Python block is run as it stands, and every console block in a shell."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from docs import ROOT, Block, blocks

README = ROOT / "README.md"


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment in which `longwood` is this checkout's."""
    folder = tmp_path_factory.mktemp("bin")
    program = folder / "longwood"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m longwood "$@"\n')
    program.chmod(0o755)
    return os.environ | {
        "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT / "src"),
        "PYTHONIOENCODING": "utf-8",
        "COLUMNS": "100",
    }


ESTIMATE = re.compile(r"\d+(?= % (?:to win|game))|(?<=play cost )\d+ points?|(?<=cards )\w+ \d+")
"""Win chances and what is made of them: they change a little whenever the weights are fitted again."""


def commands(block: Block) -> list[tuple[str, str]]:
    """Each command of a console block and what it is said to print."""
    first, *parts = ("\n" + block.text).split("\n$ ")
    assert not first.strip(), f"line {block.line}: text before the first command"
    return [(command, output) for command, _, output in (part.partition("\n") for part in parts)]


def test_python_blocks_run() -> None:
    # One session from the first block to the last, as a reader would type it.
    text = "\n".join([block.text for block in blocks(README, "python")])
    test = doctest.DocTestParser().get_doctest(text, {}, README.name, str(README), 0)
    assert test.examples
    assert doctest.DocTestRunner().run(test).failed == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "output"), [example for block in blocks(README, "console") for example in commands(block)]
)
def test_console_blocks_print_this(command: str, output: str, shell: dict[str, str], tmp_path: Path) -> None:
    assert "longwood" in command
    done = subprocess.run(
        ["sh", "-c", command], env=shell, cwd=tmp_path, capture_output=True, encoding="utf-8", timeout=60, check=False
    )
    printed = done.stdout + done.stderr
    # Lines end where they end: trailing blanks do not show on a page.
    printed = "".join(f"{line.rstrip()}\n" for line in printed.splitlines())
    output = f"{output.rstrip()}\n" if output.strip() else ""
    output, printed = ESTIMATE.sub("N", output), ESTIMATE.sub("N", printed)
    assert doctest.OutputChecker().check_output(output, printed, doctest.ELLIPSIS), printed
    assert done.returncode == (2 if output.startswith("longwood: ") else 0)
