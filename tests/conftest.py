"""Shared set-up: hypothesis without deadlines, stages, the command line, and the summary of the recorded games."""

import os
import secrets
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from hypothesis import settings

import postgres
from command_line import Cli, Player
from newcomers import House, build

# The machines that run the tests are shared and noisy: no time is ever asserted.
settings.register_profile("longwood", deadline=None, max_examples=60, derandomize=True)
settings.load_profile("longwood")

BROWSER = Path(__file__).parent / "browser"
STAGES = {"core", "recorded", "solver", "browser", "proof"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A test that names no stage of its own belongs to the rest, so none is left out."""
    for item in items:
        if item.path.is_relative_to(BROWSER):
            item.add_marker(pytest.mark.browser)
        if STAGES.isdisjoint(mark.name for mark in item.iter_markers()):
            item.add_marker(pytest.mark.rest)


@pytest.fixture(autouse=True)
def data_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where games that tests play are kept, so that nobody finds them among their own."""
    folder = tmp_path_factory.mktemp("data")
    monkeypatch.setenv("XDG_DATA_HOME", str(folder))
    # Where the system has another folder for data, the journal is the tests' own all the same.
    monkeypatch.setenv("LONGWOOD_JOURNAL", str(folder / "longwood" / "journal.sqlite"))
    return folder


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Cli:
    """The command line as a program."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    return Cli(capsys, monkeypatch)


@pytest.fixture
def player(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Player:
    """Someone at a terminal."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    return Player(capsys, monkeypatch)


@pytest.fixture(scope="session")
def house(pytestconfig: pytest.Config) -> House:
    """A copy of the house with the games of the walk-through in it."""
    assert pytestconfig.cache
    return build(pytestconfig.cache.mkdir("newcomers"))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how much of the transcripts was compared, and what was not and why."""
    rows = [
        value
        for report in terminalreporter.stats.get("passed", [])
        for name, value in getattr(report, "user_properties", [])
        if name == "transcripts"
    ]
    if not rows:
        return
    total: Counter[str] = Counter()
    for _, count in rows:
        total.update(count)
    terminalreporter.section("recorded games")
    games, steps, clicks = total.pop("games"), total.pop("compared"), total.pop("double clicks")
    terminalreporter.line(f"{games} games and {steps} steps compared, {clicks} of them with every double click")
    for reason, number in sorted(total.items()):
        terminalreporter.line(f"not compared: {number} steps: {reason}")


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """A real PostgreSQL, started when a test first asks for it."""
    if not postgres.programs():
        if os.environ.get("LONGWOOD_POSTGRES") == "required":
            pytest.fail("LONGWOOD_POSTGRES asks for PostgreSQL, and none is installed: `make database` gets it")
        pytest.skip("PostgreSQL is not installed: `make database` gets it or says how")
    with postgres.server() as address:
        yield address


@pytest.fixture
def postgres_journal(postgres_server: str) -> str:
    """The address of an empty database."""
    name = f"journal_{secrets.token_hex(6)}"
    with psycopg.connect(f"{postgres_server}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return f"{postgres_server}/{name}"


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a journal may be kept: in a file, or by a database server."""
    if request.param == "sqlite":
        return str(tmp_path / "journal.sqlite")
    return str(request.getfixturevalue("postgres_journal"))
