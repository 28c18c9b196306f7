"""The queue before the workers: bounded, newest first where one page asks twice, and nobody is left hanging."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from threading import RLock, Thread
from typing import NamedTuple

import msgspec

from longwood.web.analyst.answers import StateAnswer, WaitingAnswer
from longwood.web.analyst.wins import Wins
from longwood.web.analyst.wire import (
    Ask,
    Done,
    FromWorker,
    Ready,
    Spread,
    Stop,
    Told,
    Warming,
    Weighed,
    line_of,
    read_answer,
)

MOST_WAITING = 60
"""Questions that wait; one more is refused."""
MOST_TRIES = 2
MOST_FAILED_STARTS = 3
PART = 1
"""Acts of a game that a helper weighs at once: few, so that it soon has time for whoever asks next."""
LONG = ("review",)
HELP = "weigh"

GETTING_READY = "The analyst is getting ready"
BUSY = "The analyst is busy: ask again in a moment."
UNAVAILABLE = "The analyst is not available: it could not be started."
GAVE_UP = "The analyst broke off twice over this question."
REPLACED = "Another question took the place of this one."
CLOSED = "The table is being closed."


class Refusal(RuntimeError):
    """A question that is not taken; the message says why."""


class Event(NamedTuple):
    """A step of an answer as it is sent on. `end` and `error` are the last."""

    name: str
    data: bytes

    @property
    def is_last(self) -> bool:
        """Whether nothing follows."""
        return self.name in ("end", "error")


Tell = Callable[[Event], None]


@dataclass(eq=False)
class Question:
    """Something asked and not yet answered."""

    ask: Ask
    tell: Tell
    page: str = ""
    tries: int = 0
    is_over: bool = False
    left: list[int] = field(default_factory=list)
    """Acts of a game that nobody has weighed yet."""
    helps: "Question | None" = None
    heard: float = field(default_factory=time.monotonic)
    """When something was last heard about it."""

    @property
    def rank(self) -> tuple[int, int]:
        """Who comes first: quick questions, then long ones, then those who help with them."""
        return 2 if self.helps else 1 if self.ask.kind in LONG else 0, self.ask.id


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
        self.question: Question | None = None
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
                    message = read_answer(line)
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


class Pool:
    """The workers and the questions. All methods may be called from any thread."""

    def __init__(self, size: int | None = None, most_waiting: int = MOST_WAITING) -> None:
        # Two at the least: a long question never keeps a quick one waiting.
        self.size = size or max(2, min(4, os.cpu_count() or 1))
        self.most_waiting = most_waiting
        self.workers: list[Worker] = []
        self.waiting: list[Question] = []
        self.wins = Wins()
        self._numbers = count(1)
        self._lock = RLock()
        self._failed_starts = 0
        self._words = GETTING_READY
        self._state = "idle"

    @property
    def state(self) -> StateAnswer:
        """Whether the analyst can be asked."""
        with self._lock:
            words = {"ready": "", "unavailable": UNAVAILABLE}.get(self._state, self._words)
            ready = len([w for w in self.workers if w.is_ready])
            return StateAnswer(self._state, words, len(self.waiting), ready)

    def start(self) -> None:
        """Start the first worker, unless that was done; the next ones follow when it is ready.

        One after the other, because on a machine's first run they would all compile the same kernels.
        """
        with self._lock:
            if self._state == "idle":
                self._state = "starting"
                self._hire()

    def ask(
        self, kind: str, record: str, tell: Tell, options: dict[str, str] | None = None, page: str = ""
    ) -> Question:
        """Ask; `tell` is called with each step from another thread. `Refusal` if the queue is full."""
        with self._lock:
            self.start()
            if self._state in ("unavailable", "closed"):
                raise Refusal(UNAVAILABLE if self._state == "unavailable" else CLOSED)
            if page:
                for old in [q for q in self._all() if q.page == page and q.ask.kind == kind]:
                    self.cancel(old, REPLACED)
            if len([q for q in self.waiting if not q.helps]) >= self.most_waiting:
                raise Refusal(BUSY)
            ask = Ask(next(self._numbers), kind, record, options or {}, self.wins.rest(record))
            question = Question(ask, tell, page)
            self.waiting.append(question)
            self._dispatch()
            if question in self.waiting:
                self._say_why(question)
            return question

    def cancel(self, question: Question, why: str = "") -> None:
        """Nobody waits for this answer any more. A reason is told, for one who listens still."""
        with self._lock:
            if question.is_over:
                return
            self._finish(question, why or None)
            for worker in self.workers:
                if worker.question is question:
                    worker.send(Stop(question.ask.id))

    def give_up(self, question: Question) -> None:
        """Nothing was heard about a question for too long: whoever works on it is replaced."""
        with self._lock:
            for worker in self.workers:
                if worker.question is question:
                    worker.end()

    def close(self) -> None:
        """Answer everyone and send the workers home."""
        with self._lock:
            self._state = "closed"
            for question in self._all():
                self._finish(question, CLOSED)
            for worker in self.workers:
                worker.end()

    def _all(self) -> list[Question]:
        return [*self.waiting, *[w.question for w in self.workers if w.question and not w.question.is_over]]

    def _hire(self) -> None:
        try:
            self.workers.append(Worker(self._heard))
        except OSError:
            self._cannot_start()

    def _cannot_start(self) -> None:
        self._failed_starts += 1
        if self._failed_starts < MOST_FAILED_STARTS:
            self._hire()
        elif not any(w.is_ready for w in self.workers):
            self._state = "unavailable"
            for question in [*self.waiting]:
                self._finish(question, UNAVAILABLE)

    def _heard(self, worker: Worker, message: FromWorker | None) -> None:
        with self._lock:
            if message is None:
                self._lost(worker)
            elif isinstance(message, Warming):
                if self._state == "starting":
                    self._words = f"{GETTING_READY} ({message.step + 1} of {message.steps})"
                    for question in self.waiting:
                        self._say_why(question)
            elif isinstance(message, Ready):
                worker.is_ready = True
                self._failed_starts = 0
                if self._state == "starting":
                    self._state = "ready"
                if len(self.workers) < self.size and self._state == "ready":
                    self._hire()
            else:
                self._answered(worker, message)
            if self._state == "ready":
                self._dispatch()

    def _answered(self, worker: Worker, message: Told | Spread | Done) -> None:
        question = worker.question
        if question is None or question.ask.id != message.id:
            return
        question.heard = time.monotonic()
        if isinstance(message, Told):
            for win in message.wins:
                self.wins.remember(win.record, win.line, win.skip)
            asker = question.helps or question
            if message.number in asker.left:
                asker.left.remove(message.number)
            if question.helps:
                self._pass_on(question.helps, message)
            elif not question.is_over:
                question.tell(Event(message.event, bytes(message.data)))
        elif isinstance(message, Spread):
            question.left = list(range(message.parts))
        else:
            worker.question = None
            self._finish(question, message.error or None)

    def _pass_on(self, asker: Question, message: Told) -> None:
        for worker in self.workers:
            if worker.question is asker:
                worker.send(Weighed(asker.ask.id, message.data))

    def _lost(self, worker: Worker) -> None:
        """A worker is gone: another one takes its place and its question."""
        if worker in self.workers:
            self.workers.remove(worker)
        if self._state == "closed":
            return
        question = worker.question
        if question and not question.is_over and not question.helps:
            question.tries += 1
            question.left = []
            if question.tries < MOST_TRIES:
                self.waiting.insert(0, question)
            else:
                self._finish(question, GAVE_UP)
        if worker.is_ready:
            self._hire()
        else:
            self._cannot_start()

    def _finish(self, question: Question, error: str | None) -> None:
        if question in self.waiting:
            self.waiting.remove(question)
        if question.is_over:
            return
        question.is_over = True
        question.left = []
        for helper in [q for q in self.waiting if q.helps is question]:
            self.waiting.remove(helper)
        if not question.helps:
            last = Event("error", msgspec.json.encode({"error": error})) if error else Event("end", b"{}")
            question.tell(last)

    def _dispatch(self) -> None:
        idle = [w for w in self.workers if w.is_ready and not w.question]
        for worker in idle:
            question = self._next()
            if question is None:
                return
            question.heard = time.monotonic()
            worker.question = question
            worker.send(question.ask)

    def _next(self) -> Question | None:
        """Who comes next. Long questions leave one worker free; helpers come when nobody else waits."""
        long = len([w for w in self.workers if w.question and w.question.ask.kind in LONG])
        for question in sorted(self.waiting, key=lambda q: (q.tries == 0, q.rank)):
            if question.ask.kind not in LONG or long < max(1, self.size - 1):
                self.waiting.remove(question)
                return question
        for worker in self.workers:
            asker = worker.question
            if asker and not asker.is_over and len(asker.left) > 2 * PART:
                numbers, asker.left = asker.left[-PART:], asker.left[:-PART]
                options = {"numbers": ",".join(map(str, reversed(numbers)))}
                ask = Ask(next(self._numbers), HELP, asker.ask.record, options)
                return Question(ask, asker.tell, helps=asker)
        return None

    def _say_why(self, question: Question) -> None:
        is_ready = self._state == "ready"
        words = "The analyst is busy with other questions" if is_ready else self._words
        question.tell(Event("waiting", msgspec.json.encode(WaitingAnswer(is_ready, words))))
