"""A worker process: answers one question at a time, step by step, and leaves when the server is gone.

It reads from its standard input and writes to its standard output; see `wire`.
"""

import os
import signal
import sys
import time
import traceback
from collections import defaultdict
from collections.abc import Iterator
from queue import SimpleQueue
from threading import Lock, Thread
from typing import BinaryIO

import msgspec

from longwood.web.analyst.wire import (
    Alive,
    Done,
    Progress,
    Question,
    Ready,
    Spread,
    Stop,
    Warming,
    line_of,
    read_to_worker,
)

NICENESS = 19
"""The table comes first: analysis gets what it leaves."""
SIGN_OF_LIFE = 5.0
"""Seconds between two signs of life. Searches leave Python's lock to other threads, so they come in time."""


class Inbox:
    """What the server has sent, read as it comes, also in the middle of a search."""

    def __init__(self, pipe: BinaryIO) -> None:
        self._pipe = pipe
        self._asked: SimpleQueue[Question] = SimpleQueue()
        self._stopped: set[int] = set()
        self._weighed: defaultdict[int, list[msgspec.Raw]] = defaultdict(list)

    def read(self) -> None:
        """Read until the server is gone, and then leave at once."""
        for line in self._pipe:
            match read_to_worker(line):
                case Question() as question:
                    self._asked.put(question)
                case Stop(id):
                    self._stopped.add(id)
                case message:
                    self._weighed[message.id].append(message.data)
        os._exit(0)

    def next(self) -> Question:
        """The next question; what was said about earlier ones is forgotten."""
        question = self._asked.get()
        for id in [id for id in list(self._stopped) if id < question.id]:
            self._stopped.discard(id)
        for id in [id for id in list(self._weighed) if id < question.id]:
            del self._weighed[id]
        return question

    def is_stopped(self, id: int) -> bool:
        """Whether nobody waits for an answer any more."""
        return id in self._stopped

    def weighed(self, id: int) -> Iterator[msgspec.Raw]:
        """What others have found out since the last time."""
        found = self._weighed[id]
        while found:
            yield found.pop(0)


class Outbox:
    """The way to the server."""

    def __init__(self, pipe: BinaryIO) -> None:
        self._pipe = pipe
        self._lock = Lock()

    def send(self, message: msgspec.Struct) -> None:
        """Send at once."""
        try:
            with self._lock:
                self._pipe.write(line_of(message))
                self._pipe.flush()
        except OSError:
            os._exit(0)

    def give_signs_of_life(self) -> None:
        """Tell the server every now and then that this process is there."""
        while True:
            time.sleep(SIGN_OF_LIFE)
            self.send(Alive())


def warm(outbox: Outbox) -> None:
    """Compile all kernels, or load them from the cache."""
    from longwood.games import FAMILIES

    steps = len(FAMILIES) + 1
    for step, family in enumerate(FAMILIES.values()):
        outbox.send(Warming(step, steps))
        family.load()
    outbox.send(Warming(steps - 1, steps))
    from longwood.web.analyst import tasks  # noqa: F401

    outbox.send(Ready())


def answer(question: Question, inbox: Inbox, outbox: Outbox) -> None:
    """Answer one question, unless it is stopped on the way."""
    from longwood.web.analyst.tasks import Helpers, steps

    helpers = Helpers(lambda parts: outbox.send(Spread(question.id, parts)), lambda: inbox.weighed(question.id))
    try:
        for event in steps(question, helpers):
            if inbox.is_stopped(question.id):
                break
            outbox.send(Progress(question.id) if event is None else event)
    except Exception:  # noqa: BLE001  # whatever is wrong with one question, the next one is answered
        traceback.print_exc()
        outbox.send(Done(question.id, "Something went wrong in the analyst."))
    else:
        outbox.send(Done(question.id))


def main() -> None:
    """Work until the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(NICENESS)
    # Whatever prints by itself must not get between the messages.
    outbox = Outbox(os.fdopen(os.dup(1), "wb"))
    os.dup2(2, 1)
    inbox = Inbox(sys.stdin.buffer)
    Thread(target=inbox.read, daemon=True).start()
    Thread(target=outbox.give_signs_of_life, daemon=True).start()
    warm(outbox)
    while True:
        answer(inbox.next(), inbox, outbox)


if __name__ == "__main__":
    main()
