"""Studies for tests: run in this process or as a program of their own, and compared."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from longwood.study.folder import Folder
from longwood.study.manifest import Asked, Manifest
from longwood.study.plan import asked
from longwood.study.run import Order, run
from longwood.study.tables import untimed
from longwood.study.workers import Task, Workers, local


def study(path: Path, *entries: Asked, shard: tuple[int, int] | None = None, workers: Workers | None = None) -> Folder:
    """A study, run in this process."""
    folder = Folder(path)
    run(folder, Order(entries, shard), workers or local(1))
    return folder


def elevator(deals: str = "1-40", **options: Any) -> Asked:
    """A small question."""
    return asked("elevator", deals=deals, **options)


def rows(folder: Path) -> Any:
    """All that a study holds, but for times: equal for equal studies."""
    found = Folder(folder)
    return untimed(found.tables(found.read().parts))


def manifest(folder: Path) -> Manifest:
    return Folder(folder).read()


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "longwood", "study", *words]


def program(*words: str, **options: Any) -> "subprocess.CompletedProcess[str]":
    """The command as a program of its own."""
    return subprocess.run(command(*words), capture_output=True, text=True, timeout=300, check=False, **options)


def kill_after(parts: int, folder: Path, *words: str) -> None:
    """Start a run and kill it, as nobody can catch it, when it has written so many more parts than there were."""
    before = len(list(folder.rglob("*.parquet")))
    process = subprocess.Popen(
        command(*words), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    while len(list(folder.rglob("*.parquet"))) < before + parts:
        assert process.poll() is None, "it was done before it could be killed"
        time.sleep(0.005)
    # With its workers, as a reboot would.
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


class Counting:
    """Workers of this process that note what they are asked."""

    def __init__(self) -> None:
        self.tasks: list[Task] = []

    def __call__(self, tasks: Any) -> Any:
        for task, data in local(1)(tasks):
            self.tasks.append(task)
            yield task, data
