"""What a public project promises about itself: its files agree with each other, and a browser is found or asked for."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from docs import ROOT
from longwood import __version__

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def read(file: Path) -> Any:
    return yaml.safe_load(file.read_text(encoding="utf-8"))


def test_the_citation_is_of_this_version() -> None:
    citation = read(ROOT / "CITATION.cff")
    assert citation["version"] == __version__
    assert citation["license"] == PYPROJECT["license"]
    assert citation["url"] == PYPROJECT["urls"]["Homepage"]
    assert [author["name"] for author in citation["authors"]] == [author["name"] for author in PYPROJECT["authors"]]


def test_every_python_we_promise_is_tested() -> None:
    named = [re.fullmatch(r"Programming Language :: Python :: (3\.\d+)", line) for line in PYPROJECT["classifiers"]]
    versions = [found[1] for found in named if found]
    job = read(ROOT / ".github" / "workflows" / "tests.yml")["jobs"]["test"]
    assert job["strategy"]["matrix"]["python"] == versions
    assert PYPROJECT["requires-python"] == f">={versions[0]}"
    assert {"run": "make test"} in job["steps"]


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.name)
def test_actions_are_pinned_and_may_only_read(file: Path) -> None:
    workflow = read(file)
    assert workflow["permissions"] == {"contents": "read"}
    steps = [step for job in workflow["jobs"].values() for step in job["steps"]]
    actions = [step["uses"] for step in steps if "uses" in step]
    assert actions
    for action in actions:
        assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", action), action


def test_workflows_and_hooks_call_what_there_is() -> None:
    makefile = (ROOT / "Makefile").read_text()
    targets = re.findall(r"^([a-z]+):.*##", makefile, re.MULTILINE)
    for file in WORKFLOWS:
        for target in re.findall(r"run: make (.*)", file.read_text()):
            assert target in targets
    for hook in read(ROOT / ".pre-commit-config.yaml")["repos"][0]["hooks"]:
        tool = hook["entry"].split()[0].removeprefix(".venv/bin/")
        assert f"$(BIN)/{tool}" in makefile


def test_a_bug_report_asks_for_the_record() -> None:
    fields = {field["id"]: field for field in read(ROOT / ".github" / "ISSUE_TEMPLATE" / "bug.yml")["body"]}
    assert fields["record"]["validations"]["required"]


class Elsewhere:
    """A system without Chromium: its name, who asks, and a Python that notes what it is asked for."""

    def __init__(self, folder: Path, system: str, user: int) -> None:
        self.folder = folder
        self.asked = folder / "asked"
        self.program("uname", f"echo {system}")
        self.program("id", f"echo {user}")
        self.program("grep", "exit 1")
        self.program("python", f'[ "$1" = -c ] && exec {sys.executable} "$@"; echo "$@" >> {self.asked}')

    def program(self, name: str, code: str) -> None:
        file = self.folder / name
        file.write_text(f"#!/bin/sh\n{code}\n")
        file.chmod(0o755)

    def get_browser(self, **environment: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            ["/bin/sh", ROOT / "tools" / "chromium.sh", self.folder / "python"],
            env={"PATH": str(self.folder), "PLAYWRIGHT_BROWSERS_PATH": str(self.folder), **environment},
            text=True,
            capture_output=True,
            check=True,
        )


@pytest.mark.slow
@pytest.mark.parametrize(("system", "how"), [("Darwin", "brew install"), ("Linux", "apt install")])
def test_without_a_browser_it_is_said_how_to_get_one(system: str, how: str, tmp_path: Path) -> None:
    elsewhere = Elsewhere(tmp_path, system, 1000)
    done = elsewhere.get_browser()
    assert "the tests in a real browser are skipped" in done.stderr
    assert how in done.stderr
    assert not elsewhere.asked.exists()


@pytest.mark.slow
@pytest.mark.parametrize(("system", "options"), [("Darwin", ""), ("Linux", "--with-deps ")])
def test_a_browser_is_downloaded_only_when_asked_for(system: str, options: str, tmp_path: Path) -> None:
    elsewhere = Elsewhere(tmp_path, system, 1000)
    done = elsewhere.get_browser(LONGWOOD_BROWSER="playwright")
    assert done.stdout == "Downloading Playwright's own Chromium for the browser tests.\n"
    assert elsewhere.asked.read_text() == f"-m playwright install {options}chromium\n"


@pytest.mark.slow
def test_a_browser_on_the_path_is_enough(tmp_path: Path) -> None:
    elsewhere = Elsewhere(tmp_path, "Darwin", 1000)
    elsewhere.program("chromium", "exit 0")
    done = elsewhere.get_browser(LONGWOOD_BROWSER="playwright")
    assert (done.stdout, done.stderr, elsewhere.asked.exists()) == ("", "", False)
