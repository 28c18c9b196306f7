"""docs/study.md: its Python blocks are one session, its console blocks run in one shell's folder."""

import doctest
import re
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml

from docs import ROOT, blocks
from longwood.study.extra import PACKAGES
from longwood.study.plan import read_plan
from longwood.study.tables import schema
from test_readme import commands, shell

__all__ = ["shell"]
pytestmark = [pytest.mark.solver, pytest.mark.slow]
PAGE = ROOT / "docs" / "study.md"


def test_python_blocks_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = "\n".join([block.text for block in blocks(PAGE, "python")])
    test = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0)
    assert len(test.examples) > 20
    assert doctest.DocTestRunner().run(test).failed == 0


def test_console_blocks_print_this(tmp_path: Path, shell: dict[str, str]) -> None:
    (block,) = blocks(PAGE, "console")
    for command, output in commands(block):
        done = subprocess.run(
            ["sh", "-c", command], env=shell, cwd=tmp_path, capture_output=True, encoding="utf-8", check=True
        )
        assert done.stdout.rstrip() == output.rstrip(), command


def test_the_plan_can_be_read(tmp_path: Path) -> None:
    (block,) = blocks(PAGE, "toml")
    file = tmp_path / "plan.toml"
    file.write_text(block.text)
    assert [each.entry.nodes for each in read_plan(file)] == [None, 5000]


def test_every_column_is_told() -> None:
    section = PAGE.read_text(encoding="utf-8").partition("| column |")[2].partition("\n\n")[0]
    told = [name for row in section.splitlines()[1:] for name in re.findall("`([a-z_]+)`", row.split("|")[1])]
    assert told == list(schema().names)


def test_jobs_of_a_cluster_are_written_as_they_should_be() -> None:
    (job,) = blocks(PAGE, "yaml")
    command = yaml.safe_load(job.text)["spec"]["template"]["spec"]["containers"][0]["args"][0]
    for block in [block.text for block in blocks(PAGE, "sh") if "--shard" in block.text] + [command]:
        assert re.search(r"longwood study run \S+ +--game forty-thieves --deals 1-100000 --nodes 500000", block)


def test_the_extra_is_what_is_imported() -> None:
    extra = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]["study"]
    for name in PACKAGES:
        assert any(name in line for line in extra)
