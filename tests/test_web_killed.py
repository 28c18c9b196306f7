"""kill -9 of the server in the middle of play, on both databases: whatever was confirmed is there, act by act."""

import json
import os
import random
import signal
import subprocess
import sys
from contextlib import closing
from http.client import HTTPConnection, HTTPException
from threading import Timer
from typing import Any

import pytest

from docs import ROOT
from journals import some_records
from longwood.journal.store import Journal


class Table:
    """`longwood serve` with a journal, and a page that saves every act."""

    def __init__(self, where: str) -> None:
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONUNBUFFERED": "1"}
        command = [sys.executable, "-m", "longwood", "serve", "--port", "0", "--journal", where]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        assert self.process.stdout
        words = self.process.stdout.readline()
        self.address = words.split("http://")[1].split("/")[0]
        self.cookie = self.token = ""
        self.ask("GET", "/api/journal")

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        headers = {"content-type": "application/json", "x-longwood-token": self.token, "cookie": self.cookie}
        with closing(HTTPConnection(self.address, timeout=20)) as connection:
            connection.request(method, path, json.dumps(body) if body else None, headers)
            answer = connection.getresponse()
            told = json.loads(answer.read())
        assert answer.status == 200, told
        if cookie := answer.getheader("set-cookie"):
            self.cookie = cookie.partition(";")[0]
        self.token = told.get("token", self.token)
        return told

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(20)
        assert self.process.stdout
        self.process.stdout.close()
        assert self.process.returncode == -signal.SIGKILL


@pytest.mark.slow
def test_whatever_was_confirmed_is_there(where: str) -> None:
    """In each round a game is saved act by act until the server is killed, at a moment that nobody knows."""
    chance = random.Random(15)
    confirmed, found = [], []
    rounds = 6
    for number in range(rounds):
        table = Table(where)
        acts = some_records("wood", number + 1)[number].split("/")[:100]  # more is too much at once for a shared server
        Timer(chance.uniform(0.05, 0.4), table.kill).start()
        revision = 0
        try:
            for end in range(2, len(acts) + 1):
                body = {"id": f"killed-{number:04}", "based_on": revision, "record": "/".join(acts[:end])}
                revision = table.ask("POST", "/api/journal/save", body)["revision"]
        except (OSError, HTTPException, ValueError):
            pass  # the server is dead
        table.process.wait(20)
        confirmed.append(revision)
        with Journal(where) as journal, journal.reader() as connection:
            asked = f"SELECT acts, revision FROM entries WHERE id = 'killed-{number:04}'"
            row = connection.exec_driver_sql(asked).one_or_none()
            found.append(row[0] if row else 0)
            assert row is None or row[0] == row[1]
    # The one act that was under way may be there or not; none that was confirmed is missing.
    assert all(acts in (sure, sure + 1) for sure, acts in zip(confirmed, found, strict=True)), (confirmed, found)
    assert sum(confirmed) > rounds
