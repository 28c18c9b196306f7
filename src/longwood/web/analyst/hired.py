"""A worker process as the server sees it: started, told something, listened to."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Thread

import msgspec

from longwood.web.analyst.questions import Pending
from longwood.web.analyst.wire import FromWorker, line_of, read_from_worker


class Worker:
    """A worker process, and what it is busy with."""

    def __init__(self, heard: Callable[["Worker", FromWorker | None], None]) -> None:
        here = str(Path(__file__).parents[3])
        paths = [here, *filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))]
        # In a session of its own: Ctrl-C at the terminal is for the server, which then sends the workers home.
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", "longwood.web.analyst.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)},
        )
        self.is_ready = False
        self.pending: Pending | None = None
        self.heard = self.ready_since = time.monotonic()
        self._heard = heard
        Thread(target=self._listen, daemon=True).start()

    def send(self, message: msgspec.Struct) -> None:
        """Tell it something. If it is gone, that is heard elsewhere."""
        pipe = self.process.stdin
        assert pipe
        with suppress(OSError, ValueError):
            pipe.write(line_of(message))
            pipe.flush()

    def end(self) -> None:
        """Send it home, whatever it is doing."""
        self.process.kill()

    def _listen(self) -> None:
        pipe = self.process.stdout
        assert pipe
        with pipe:
            for line in pipe:
                try:
                    message = read_from_worker(line)
                except msgspec.DecodeError:
                    # It died in the middle of a line.
                    break
                self._heard(self, message)
        if self.process.stdin:
            with suppress(OSError):
                self.process.stdin.close()
        self.process.kill()
        self.process.wait()
        self._heard(self, None)
