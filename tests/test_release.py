"""The release script, as a program on small repositories of its own: every check refuses in a sentence."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from docs import ROOT

pytestmark = pytest.mark.slow  # real repositories and processes

PACKAGE = "src/longwood/__init__.py"
FILES = {
    PACKAGE: '__version__ = "1.2.3"\n',
    "CHANGELOG.md": "# Changelog\n\n## [1.2.3] - 2026-01-31\n\n- A change.\n\n## [1.2.2] - 2026-01-01\n",
    "CITATION.cff": "cff-version: 1.2.0\nversion: 1.2.3\n",
    "pyproject.toml": '[project]\nname = "longwood"\nversion = "1.2.3"\n',
    "Makefile": "test:\n\t@echo all tests\nperft:\n\t@echo what never changes\n",
}


class Repository:
    """A repository that is ready for a release, as far as the checks can see."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.git("init", "--quiet", "--initial-branch=main")
        for name, text in FILES.items():
            self.write(name, text)
        self.commit()
        self.git("tag", "v1.2.2")
        self.git("tag", "vintage")

    def git(self, *arguments: str) -> str:
        who = {f"GIT_{role}_{what}": "tester" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
        done = subprocess.run(
            ["git", *arguments], cwd=self.folder, env=os.environ | who, check=True, text=True, capture_output=True
        )
        return done.stdout

    def write(self, name: str, text: str) -> None:
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def commit(self) -> None:
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "A commit")

    def refusal(self, *options: str) -> str:
        """The one line that a refused release prints to stderr."""
        done = subprocess.run(
            [sys.executable, ROOT / "tools" / "release.py", *options],
            cwd=self.folder,
            text=True,
            capture_output=True,
            check=False,
        )
        assert done.returncode == 1, done.stdout + done.stderr
        assert self.git("tag", "--list", "v1.2.3") == ""
        return done.stderr


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path)


@pytest.mark.parametrize(
    ("file", "text", "sentence"),
    [
        (PACKAGE, "", 'src/longwood/__init__.py names no version of the form __version__ = "1.2.3".'),
        (
            PACKAGE,
            '__version__ = "2.0"\n',
            'src/longwood/__init__.py names no version of the form __version__ = "1.2.3".',
        ),
        (
            PACKAGE,
            '__version__ = "1.2.2"\n',
            "Version 1.2.2 is not higher than 1.2.2, which is released: raise __version__.",
        ),
        (
            PACKAGE,
            '__version__ = "1.10.0"\n',
            "CHANGELOG.md does not begin with version 1.10.0: its first heading should be [1.10.0].",
        ),
        ("CHANGELOG.md", "", "CHANGELOG.md does not begin with version 1.2.3: its first heading should be [1.2.3]."),
        ("CITATION.cff", "version: 1.2.2\n", "CITATION.cff does not name version 1.2.3."),
    ],
)
def test_versions_that_do_not_agree(repository: Repository, file: str, text: str, sentence: str) -> None:
    repository.write(file, text)
    repository.commit()
    assert repository.refusal("--dry-run") == f"release: {sentence}\n"


@pytest.mark.parametrize("date", ["", " - Unreleased", " - 31.1.2026"])
def test_a_changelog_without_a_date(repository: Repository, date: str) -> None:
    repository.write("CHANGELOG.md", f"# Changelog\n\n## [1.2.3]{date}\n")
    repository.commit()
    assert repository.refusal("--dry-run").startswith(
        "release: CHANGELOG.md has no date for 1.2.3: write ## [1.2.3] - 2"
    )


def test_a_newer_release_than_ours(repository: Repository) -> None:
    repository.git("tag", "v1.10.0")
    assert "not higher than 1.10.0," in repository.refusal("--dry-run")


def test_a_tree_that_is_not_clean(repository: Repository) -> None:
    repository.write("stray.txt", "")
    sentence = "release: The working tree is not clean: commit or put away what git status lists.\n"
    assert repository.refusal("--dry-run") == sentence


def test_another_branch_and_no_branch(repository: Repository) -> None:
    repository.git("switch", "--quiet", "--create", "side")
    assert repository.refusal("--dry-run") == "release: Releases are made on main, and this is side.\n"
    repository.git("switch", "--quiet", "--detach", "main")
    assert repository.refusal("--dry-run") == "release: Releases are made on main, and this is no branch.\n"


def test_a_missing_file(repository: Repository) -> None:
    (repository.folder / "CITATION.cff").unlink()
    repository.commit()
    assert repository.refusal("--dry-run") == "release: CITATION.cff is missing.\n"


def test_tests_that_fail(repository: Repository) -> None:
    repository.write("Makefile", "test:\n\t@false\nperft:\n\t@true\n")
    repository.commit()
    assert repository.refusal("--dry-run").endswith("release: make test failed.\n")


def test_what_never_changes_is_compared_even_without_the_tests(repository: Repository) -> None:
    repository.write("Makefile", "test:\n\t@echo called; false\nperft:\n\t@false\n")
    repository.commit()
    said = repository.refusal("--dry-run", "--skip-tests")
    assert said.endswith("release: make perft failed: a deal, a count or a node signature has changed.\n")


def test_a_build_that_fails_leaves_no_tag(repository: Repository) -> None:
    repository.write("pyproject.toml", "not TOML\n")
    repository.commit()
    assert repository.refusal().endswith("release: python -m build failed.\n")
    assert not (repository.folder / "dist").exists()


def test_outside_a_repository(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "tools" / "release.py", "--package"],
        cwd=tmp_path,
        env=os.environ | {"GIT_CEILING_DIRECTORIES": str(tmp_path.parent)},
        text=True,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr == f"release: {tmp_path} is not in a git repository.\n"
