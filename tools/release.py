"""Release Longwood: check, build, try what was built, tag. It works on the repository that it is called in.

    python tools/release.py --dry-run     everything but what stays: no tag, nothing in dist/
    python tools/release.py               release the version that src/longwood/__init__.py names
    python tools/release.py --skip-tests  without `make test`, where it has just passed for this commit
    python tools/release.py --package     build into dist/ and try the wheel, nothing else

The tag comes last, so whatever fails leaves nothing to take back. Publishing is left to people: the last line says how.
"""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from datetime import date
from pathlib import Path

BRANCH = "main"
PLACEHOLDER = "longwood.example"


class Refused(Exception):
    """The release cannot be made; the message is the sentence that says why."""


def run(command: Sequence[str | Path], folder: Path, failure: str, *, is_shown: bool = False) -> str:
    """What a command prints; it goes straight to the screen if it is to be shown. `failure` says what went wrong."""
    out = None if is_shown else subprocess.PIPE
    # What git complains of is said by our own sentence; a build or a test says more than we could.
    errors = subprocess.DEVNULL if command[0] == "git" else None
    try:
        done = subprocess.run(command, cwd=folder, check=False, text=True, stdout=out, stderr=errors)
    except FileNotFoundError:
        raise Refused(f"{command[0]} is not installed.") from None
    if done.returncode:
        raise Refused(failure)
    return done.stdout or ""


def repository() -> Path:
    """The top folder of the repository that we are in."""
    here = Path.cwd()
    return Path(run(["git", "rev-parse", "--show-toplevel"], here, f"{here} is not in a git repository.").strip())


def text_of(root: Path, name: str) -> str:
    file = root / name
    if not file.is_file():
        raise Refused(f"{name} is missing.")
    return file.read_text(encoding="utf-8")


def version_of(root: Path) -> str:
    """The version that the package names."""
    found = re.search(r'^__version__ = "(.*)"$', text_of(root, "src/longwood/__init__.py"), re.MULTILINE)
    if not found or not re.fullmatch(r"\d+\.\d+\.\d+", found[1]):
        raise Refused('src/longwood/__init__.py names no version of the form __version__ = "1.2.3".')
    return found[1]


def check_tree(root: Path) -> None:
    if run(["git", "status", "--porcelain"], root, "git status failed."):
        raise Refused("The working tree is not clean: commit or put away what git status lists.")


def check_branch(root: Path) -> None:
    branch = run(["git", "branch", "--show-current"], root, "git branch failed.").strip()
    if branch != BRANCH:
        raise Refused(f"Releases are made on {BRANCH}, and this is {branch or 'no branch'}.")


def check_version(root: Path, version: str) -> None:
    """The version is higher than any that was released."""
    tags = run(["git", "tag", "--list", "v*"], root, "git tag failed.").split()
    released = [tuple(map(int, tag[1:].split("."))) for tag in tags if re.fullmatch(r"v\d+\.\d+\.\d+", tag)]
    if released and tuple(map(int, version.split("."))) <= max(released):
        newest = ".".join(map(str, max(released)))
        raise Refused(f"Version {version} is not higher than {newest}, which is released: raise __version__.")


def check_changelog(root: Path, version: str) -> None:
    """The newest heading is that of the version, with a date."""
    found = re.search(r"^## \[(.*?)\](?: - (.*))?$", text_of(root, "CHANGELOG.md"), re.MULTILINE)
    if not found or found[1] != version:
        raise Refused(f"CHANGELOG.md does not begin with version {version}: its first heading should be [{version}].")
    try:
        date.fromisoformat(found[2] or "")
    except ValueError:
        today = date.today().isoformat()
        raise Refused(f"CHANGELOG.md has no date for {version}: write ## [{version}] - {today}.") from None


def check_citation(root: Path, version: str) -> None:
    found = re.search(r"^version: (.*)$", text_of(root, "CITATION.cff"), re.MULTILINE)
    if not found or found[1] != version:
        raise Refused(f"CITATION.cff does not name version {version}.")


def run_tests(root: Path, *, skip: bool) -> None:
    """All tests, unless they are skipped; what must never change is compared in any case."""
    if not skip:
        run(["make", "test"], root, "make test failed.", is_shown=True)
    run(["make", "perft"], root, "make perft failed: a deal, a count or a node signature has changed.", is_shown=True)


def build(root: Path, version: str, folder: Path) -> tuple[Path, Path]:
    """The sdist, and the wheel that is built from it."""
    run([sys.executable, "-m", "build", "--outdir", folder, root], root, "python -m build failed.")
    sdist, wheel = folder / f"longwood-{version}.tar.gz", folder / f"longwood-{version}-py3-none-any.whl"
    if {file.name for file in folder.iterdir()} != {sdist.name, wheel.name}:
        raise Refused(f"python -m build made something else than {sdist.name} and {wheel.name}.")
    return sdist, wheel


def try_wheel(wheel: Path, version: str, folder: Path) -> None:
    """Install the wheel into a fresh environment, away from the repository, and ask it what it must know."""
    run([sys.executable, "-m", "venv", "env"], folder, "A fresh environment could not be made.")
    pip = ["env/bin/python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    run([*pip, str(wheel)], folder, f"{wheel.name} could not be installed.")
    longwood = folder / "env/bin/longwood"
    said = run([longwood, "--version"], folder, "longwood --version failed in a fresh environment.").strip()
    if said != f"longwood {version}":
        raise Refused(f"The wheel calls itself {said!r}, not 'longwood {version}'.")
    games = run([longwood, "games"], folder, "longwood games failed in a fresh environment.").splitlines()
    slugs = [line.partition("\t")[0] for line in games]
    if "terrace" not in slugs:
        raise Refused("longwood games does not list Terrace in a fresh environment.")
    for slug in slugs:
        if not run([longwood, "rules", slug], folder, f"longwood rules {slug} failed in a fresh environment.").strip():
            raise Refused(f"longwood rules {slug} printed nothing in a fresh environment.")


def package(root: Path, version: str, *, is_kept: bool) -> None:
    """Build and try; what is kept lies in dist/."""
    with tempfile.TemporaryDirectory(prefix="longwood-release-") as name:
        built, fresh = Path(name) / "dist", Path(name) / "fresh"
        built.mkdir()
        fresh.mkdir()
        files = build(root, version, built)
        try_wheel(files[1], version, fresh)
        if is_kept:
            (root / "dist").mkdir(exist_ok=True)
            for file in files:
                shutil.copy(file, root / "dist" / file.name)
                print(f"dist/{file.name}")


def release(root: Path, *, skip_tests: bool, is_dry: bool) -> None:
    version = version_of(root)
    check_tree(root)
    check_branch(root)
    check_version(root, version)
    check_changelog(root, version)
    check_citation(root, version)
    if PLACEHOLDER in text_of(root, "pyproject.toml"):
        print(f"Note: pyproject.toml still gives {PLACEHOLDER} as the project's address.", file=sys.stderr)
    run_tests(root, skip=skip_tests)
    package(root, version, is_kept=not is_dry)
    # The tests and the build may write nothing that git sees: what is tagged is what was built.
    check_tree(root)
    if is_dry:
        print(f"Version {version} can be released. Nothing was tagged or kept.")
        return
    tag = f"v{version}"
    run(["git", "tag", "--annotate", tag, "--message", f"Longwood {version}"], root, f"The tag {tag} failed.")
    print(f"Tagged {tag}. To publish: git push origin {BRANCH} {tag}, then upload what is in dist/.")


def main() -> None:
    parser = argparse.ArgumentParser(description="Check, build, try and tag a release of Longwood.")
    parser.add_argument("--dry-run", action="store_true", help="do everything, but tag nothing and keep nothing")
    parser.add_argument("--skip-tests", action="store_true", help="leave out `make test`; `make perft` is run anyway")
    parser.add_argument("--package", action="store_true", help="only build into dist/ and try the wheel")
    options = parser.parse_args()
    try:
        root = repository()
        if options.package:
            package(root, version_of(root), is_kept=not options.dry_run)
        else:
            release(root, skip_tests=options.skip_tests, is_dry=options.dry_run)
    except Refused as refused:
        sys.exit(f"release: {refused}")


if __name__ == "__main__":
    main()
