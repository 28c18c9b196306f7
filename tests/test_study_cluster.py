"""A study on a Dask cluster: a real scheduler, and workers in processes of their own, one of which is killed."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import distributed
import pytest

from command_line import Cli
from longwood import __version__
from longwood.study import StudyStopped
from longwood.study.cluster import Rounds
from longwood.study.questions import entry
from longwood.study.workers import Done, Task
from studies import command, program, rows

pytestmark = [pytest.mark.solver, pytest.mark.slow]

# Parts of ten deals.
QUESTION = ("--game", "terrace", "--deals", "1-80", "--nodes", "2000000")


def started(*words: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", "dask", *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


class Cluster:
    """A scheduler and its workers."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{port}"
        self.folder = folder
        self.processes = [started("scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard")]

    def add_worker(self) -> "subprocess.Popen[bytes]":
        words = ("--nthreads", "1", "--no-dashboard", "--no-nanny", "--local-directory", str(self.folder))
        self.processes.append(started("worker", self.address, *words))
        return self.processes[-1]

    def kill(self, process: "subprocess.Popen[bytes]") -> None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@contextmanager
def cluster(folder: Path, workers: int) -> Iterator[Cluster]:
    found = Cluster(folder)
    try:
        for _ in range(workers):
            found.add_worker()
        yield found
    finally:
        for process in found.processes:
            if process.poll() is None:
                found.kill(process)


def wait_for_parts(folder: Path, count: int, process: "subprocess.Popen[str]") -> None:
    while len(list(folder.rglob("*.parquet"))) < count:
        assert process.poll() is None, process.communicate()
        time.sleep(0.01)


def start_run(folder: Path, address: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        command("run", str(folder), *QUESTION, "--dask", address),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_a_worker_is_killed_and_the_tables_are_the_same(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    with cluster(tmp_path, workers=2) as found:
        run = start_run(there, found.address)
        wait_for_parts(there, 2, run)
        found.kill(found.processes[1])
        output = run.communicate(timeout=300)
        assert run.returncode == 0, output
    assert program("run", str(here), *QUESTION, "--jobs", "1").returncode == 0
    assert rows(there).equals(rows(here))
    assert len(rows(there)) == 80


def test_a_cluster_that_vanishes_and_comes_back(tmp_path: Path) -> None:
    folder = tmp_path / "study"
    with cluster(tmp_path, workers=1) as found:
        run = start_run(folder, found.address)
        wait_for_parts(folder, 1, run)
        found.kill(found.processes[0])
        _, complaint = run.communicate(timeout=120)
    assert run.returncode == 1
    # On a slow machine a line of progress comes first.
    assert "longwood: The cluster has vanished. What is done is kept; resume with: longwood study" in complaint
    assert "Traceback" not in complaint
    done = len(rows(folder))
    assert 10 <= done < 80
    assert program("run", str(folder), *QUESTION, "--dask", "local", "--jobs", "1").returncode == 0
    assert len(rows(folder)) == 80


class Future:
    """An answer that is there already."""

    def __init__(self, done: Done) -> None:
        self.done = done

    def result(self, timeout: float) -> Done:
        return self.done


class Client:
    """A cluster that answers at once, and says that it took some seconds for each part."""

    status = "running"

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.sent: list[int] = []

    def nthreads(self) -> dict[str, int]:
        return {"worker": 1}

    def submit(self, work: object, tasks: list[Task], pure: bool) -> "Future":
        self.sent.append(len(tasks))
        done = Done(__version__, [b"" for _ in tasks], self.seconds * len(tasks))
        return Future(done)


@pytest.mark.parametrize(("seconds", "parts"), [(0.01, 100), (0.4, 3), (5.0, 1), (0.0, 1000)])
def test_quick_parts_are_sent_together(monkeypatch: pytest.MonkeyPatch, seconds: float, parts: int) -> None:
    """A task has at least a second of work, as soon as the first answers tell how long a part takes."""
    wait = SimpleNamespace(wait=lambda futures, **options: SimpleNamespace(done=futures[:1]), client=distributed.client)
    monkeypatch.setattr("longwood.study.cluster.distributed", wait)
    client = Client(seconds)
    tasks = [Task(entry("elevator"), first, first) for first in range(1, 5001)]
    answered = [task for task, _ in Rounds(client, tasks[0], iter(tasks[1:])).answers()]
    assert answered == tasks
    assert client.sent[:4] == [1, 1, 1, 1]
    assert set(client.sent[4:-1]) == {parts}


class Lost(Client):
    """A cluster whose connection breaks at one question or another."""

    def __init__(self, where: str) -> None:
        super().__init__(1.0)
        self.where = where

    def nthreads(self) -> dict[str, int]:
        if self.where == "nthreads":
            raise OSError("Timed out trying to connect")
        return super().nthreads()

    def submit(self, work: object, tasks: list[Task], pure: bool) -> "Future":
        if self.where == "submit":
            raise OSError("in <Comm>: stream is closed")
        return super().submit(work, tasks, pure)


@pytest.mark.parametrize("where", ["nthreads", "submit", "wait"])
def test_a_connection_that_breaks_at_any_question(monkeypatch: pytest.MonkeyPatch, where: str) -> None:
    def broken(futures: list[Future], **options: object) -> None:
        raise OSError("Timed out trying to connect")

    wait = SimpleNamespace(wait=broken, client=distributed.client)
    monkeypatch.setattr("longwood.study.cluster.distributed", wait)
    with pytest.raises(StudyStopped, match=r"^The cluster has vanished\.$"):
        list(Rounds(Lost(where), Task(entry("elevator"), 1, 1), iter([])).answers())


def test_a_cluster_that_cannot_be_reached(tmp_path: Path, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("longwood.study.cluster.CONNECT", 1)
    assert cli("study", "run", str(tmp_path), *QUESTION, "--dask", "tcp://127.0.0.1:9") == 1
    assert cli.err.startswith("longwood: No Dask scheduler can be reached at tcp://127.0.0.1:9.")
    assert cli("study", "run", str(tmp_path), *QUESTION, "--dask", "the cluster") == 2
    assert cli.err.startswith('longwood: "the cluster" is not the address of a scheduler')
