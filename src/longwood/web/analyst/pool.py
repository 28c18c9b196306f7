"""The workers: hired one after the other, watched over, and replaced when they die or say nothing any more."""

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from threading import Event as Signal
from threading import RLock, Thread

import msgspec

from longwood.web.analyst.hired import Worker
from longwood.web.analyst.questions import OnEvent, Pending, Queue
from longwood.web.analyst.structs import AnalystAnswer, WaitingAnswer
from longwood.web.analyst.tally import Tally
from longwood.web.analyst.wins import Wins
from longwood.web.analyst.wire import (
    Alive,
    Done,
    Event,
    FromWorker,
    Progress,
    Question,
    Ready,
    Spread,
    Stop,
    Warming,
    Weighed,
    raw,
)

MOST_WAITING = 60
"""Questions that wait; one more is refused."""
MOST_TRIES = 2
TRIES_AT_ONCE = 3
"""Failed starts after which there is a pause before the next one."""
PART = 1
"""Acts of a game that a helper weighs at once: few, so that it is soon free for the next question."""
HELP = "weigh"

GETTING_READY = "The analyst is getting ready"
BUSY = "The analyst is busy: ask again in a moment."
UNAVAILABLE = "The analyst is not available: it could not be started. It will try again by itself."
GAVE_UP = "The analyst failed twice on this question."
REPLACED = "A newer question replaced this one."
CLOSED = "The table is closing."


class NoAnswer(RuntimeError):
    """A question that is not taken; the message says why."""


@dataclass(frozen=True)
class Patience:
    """How long the pool waits, in seconds."""

    tick: float = 1.0
    """Between two looks at the workers."""
    silence: float = 30.0
    """For a sign of life: workers give one every few seconds, whatever they do."""
    start: float = 300.0
    """For a step of getting ready; on a machine's first run a compiler works there."""
    step: float = 120.0
    """For a step of an answer."""
    stop: float = 5.0
    """For a worker to turn away from what nobody wants to know any more, if somebody waits for it."""
    room: float = 3.0
    """For a client that has no worker while another one has them all."""
    young: float = 5.0
    """A worker that dies unasked at this age has not really started."""
    pause: float = 2.0
    """Before another start after several that failed; doubled each time, up to the longest."""
    longest_pause: float = 60.0


class Pool:
    """The workers and the questions. All methods may be called from any thread."""

    def __init__(
        self, size: int | None = None, most_waiting: int = MOST_WAITING, patience: Patience | None = None
    ) -> None:
        # Two at the least: a long question never keeps a quick one waiting.
        self.size = size or max(2, min(4, os.cpu_count() or 1))
        self.patience = patience or Patience()
        self.workers: list[Worker] = []
        self.queue = Queue(most_waiting)
        self.wins = Wins()
        self.tally = Tally()
        self._numbers = count(1)
        self._lock = RLock()
        self._failed_starts = 0
        self._asked_at = 0.0
        self._hire_at = 0.0
        self._words = GETTING_READY
        self._state = "idle"
        self._closed = Signal()

    @property
    def waiting(self) -> list[Pending]:
        """The questions that nobody works on yet."""
        return self.queue.waiting

    @property
    def state(self) -> AnalystAnswer:
        """Whether the analyst can be asked."""
        with self._lock:
            words = {"ready": "", "unavailable": UNAVAILABLE}.get(self._state, self._words)
            ready = len([w for w in self.workers if w.is_ready])
            return AnalystAnswer(self._state, words, len(self.queue), ready)

    def start(self) -> None:
        """Start the first worker, unless that was done; the next ones follow when it is ready.

        One after the other, because on a machine's first run they would all compile the same kernels.
        """
        with self._lock:
            if self._state == "idle":
                self._state = "starting"
                Thread(target=self._watch, daemon=True).start()
                self._hire()

    def ask(
        self,
        kind: str,
        record: str,
        on_event: OnEvent,
        options: dict[str, str] | None = None,
        page: str = "",
        client: str = "",
    ) -> Pending:
        """Ask; `on_event` is called with each event from another thread. `NoAnswer` if the queue is full."""
        with self._lock:
            self.start()
            if self._state in ("unavailable", "closed"):
                raise NoAnswer(UNAVAILABLE if self._state == "unavailable" else CLOSED)
            self._asked_at = time.monotonic()
            for worker in self.workers:
                if worker.pending and worker.pending.is_aside:
                    self.cancel(worker.pending, REPLACED)
            if page:
                for old in [q for q in self._all() if (q.client, q.page, q.question.kind) == (client, page, kind)]:
                    self.cancel(old, REPLACED)
            question = Question(next(self._numbers), kind, record, options or {}, self.wins.rest(record))
            pending = Pending(question, on_event, client, page)
            self.tally.asked(pending)
            leaving = self.queue.add(pending)
            if leaving:
                self.tally.refused()
                self.queue.remove(leaving)
                if leaving is pending:
                    raise NoAnswer(BUSY)
                self._finish(leaving, BUSY)
            self._dispatch()
            if pending in self.queue:
                self._say_why(pending)
            return pending

    def ask_aside(
        self, kind: str, record: str, on_event: OnEvent, options: dict[str, str], quiet: float
    ) -> Pending | None:
        """Ask if nobody has asked anything for `quiet` seconds and a worker is idle; None otherwise.

        The next question stops it: its last event is then an error, and it may be asked again.
        """
        with self._lock:
            idle = next((w for w in self.workers if w.is_ready and not w.pending), None)
            is_quiet = time.monotonic() - self._asked_at >= quiet
            if self._state != "ready" or not idle or not is_quiet or self._all():
                return None
            question = Question(next(self._numbers), kind, record, options)
            pending = Pending(question, on_event, is_aside=True)
            pending.began = pending.heard = time.monotonic()
            idle.pending = pending
            idle.send(question)
            return pending

    def check_room(self, kind: str, page: str = "", client: str = "") -> None:
        """`NoAnswer` if the queue is full for this client, told before any work is done for its question."""
        with self._lock:
            takes_place = page and any((q.client, q.page, q.question.kind) == (client, page, kind) for q in self._all())
            if not takes_place and self.queue.refuses(client, page):
                self.tally.refused()
                raise NoAnswer(BUSY)

    def cancel(self, pending: Pending, why: str = "") -> None:
        """Nobody waits for this answer any more. A reason is told, for one who listens still."""
        with self._lock:
            if pending.is_over:
                return
            self._finish(pending, why or None)
            for worker in self.workers:
                if worker.pending is pending:
                    worker.send(Stop(pending.question.id))

    def close(self) -> None:
        """Answer everyone and send the workers home."""
        with self._lock:
            self._state = "closed"
            self._closed.set()
            for pending in self._all():
                self._finish(pending, CLOSED)
            for worker in self.workers:
                worker.end()

    def counters(self) -> Iterator[str]:
        """The numbers of the pool in the text format of Prometheus."""
        with self._lock:
            starting = len([w for w in self.workers if not w.is_ready])
            busy = len([w for w in self.workers if w.pending])
            idle = len(self.workers) - starting - busy
            yield from self.tally.lines(len(self.queue), {"starting": starting, "busy": busy, "idle": idle})

    def _all(self) -> list[Pending]:
        return [*self.queue.waiting, *[w.pending for w in self.workers if w.pending and not w.pending.is_over]]

    def _hire(self) -> None:
        self._hire_at = 0.0
        try:
            self.workers.append(Worker(self._heard))
        except (OSError, RuntimeError):
            # No such program, no memory, or no more threads.
            self._cannot_start()

    def _cannot_start(self) -> None:
        """Try again: at once, and after a few times only now and then. It is never given up for good."""
        self._failed_starts += 1
        self.tally.failed_start()
        if self._failed_starts < TRIES_AT_ONCE:
            self._hire()
            return
        pause = self.patience.pause * 2 ** min(self._failed_starts - TRIES_AT_ONCE, 20)
        self._hire_at = time.monotonic() + min(pause, self.patience.longest_pause)
        if not any(w.is_ready for w in self.workers):
            self._state = "unavailable"
            for pending in [*self.queue.waiting]:
                self._finish(pending, UNAVAILABLE)

    # The watch.

    def _watch(self) -> None:
        while not self._closed.wait(self.patience.tick):
            with self._lock:
                if self._state == "closed":
                    return
                self._look(time.monotonic())

    def _look(self, now: float) -> None:
        """See to it that nobody is stuck, whether or not anyone waits for an answer."""
        for worker in self.workers:
            if self._is_stuck(worker, now):
                # That it is gone is heard soon, and another one hired.
                worker.end()
        if self._hire_at and now >= self._hire_at and len(self.workers) < self.size:
            self._hire()
        self._make_room(now)
        if self._state == "ready":
            self._dispatch()

    def _is_stuck(self, worker: Worker, now: float) -> bool:
        patience, pending = self.patience, worker.pending
        if now - worker.heard > (patience.silence if worker.is_ready else patience.start):
            return True
        if pending is None:
            return False
        if pending.is_over and self.queue.waiting and now - pending.ended > patience.stop:
            return True
        return now - pending.heard > patience.step

    def _make_room(self, now: float) -> None:
        """A client that holds all workers gives one of them back if another one waits for too long."""
        holders = {w.pending.client if w.pending else None for w in self.workers}
        if len(holders) != 1 or None in holders or len(self.workers) < 2:
            return
        is_pressing = any(q.client not in holders and now - q.asked > self.patience.room for q in self.queue.waiting)
        is_coming = any(w.pending and w.pending.is_over for w in self.workers)
        if not is_pressing or is_coming:
            return
        newest = max(self.workers, key=lambda w: w.pending.question.id if w.pending else 0)
        pending = newest.pending
        if pending is None or pending.helps or pending.is_set_back:
            return
        # Someone else takes up the question later; the worker stays busy with one that nobody waits for.
        self.tally.set_back()
        newest.pending = Pending(pending.question, _unheard, pending.client, ended=now)
        newest.send(Stop(pending.question.id))
        pending.question = msgspec.structs.replace(pending.question, id=next(self._numbers))
        pending.is_set_back = True
        pending.left = []
        self.queue.waiting.append(pending)
        self._say_why(pending)

    # What workers say.

    def _heard(self, worker: Worker, message: FromWorker | None) -> None:
        with self._lock:
            if message is None:
                self._lost(worker)
                if self._state == "ready":
                    self._dispatch()
                return
            worker.heard = time.monotonic()
            if isinstance(message, Alive):
                return
            if isinstance(message, Warming):
                if self._state == "unavailable":
                    self._state = "starting"
                if self._state == "starting":
                    self._words = f"{GETTING_READY} ({message.step + 1} of {message.steps})"
                    for pending in self.queue.waiting:
                        self._say_why(pending)
            elif isinstance(message, Ready):
                worker.is_ready = True
                worker.ready_since = worker.heard
                if self._state in ("starting", "unavailable"):
                    self._state = "ready"
                if len(self.workers) < self.size and self._state == "ready" and not self._hire_at:
                    self._hire()
            else:
                self._answered(worker, message)
            if self._state == "ready":
                self._dispatch()

    def _answered(self, worker: Worker, message: Event | Progress | Spread | Done) -> None:
        pending = worker.pending
        if pending is None or pending.question.id != message.id:
            return
        pending.heard = worker.heard
        if isinstance(message, Event):
            for win in message.wins:
                self.wins.remember(win.record, win.line, win.skip)
            asker = pending.helps or pending
            if message.number in asker.left:
                asker.left.remove(message.number)
            if pending.helps:
                self._pass_on(pending.helps, message)
            elif not pending.is_over:
                pending.on_event(message)
        elif isinstance(message, Spread):
            pending.left = list(range(message.parts))
        elif isinstance(message, Done):
            self._failed_starts = 0
            worker.pending = None
            self._finish(pending, message.error or None)

    def _pass_on(self, asker: Pending, message: Event) -> None:
        for worker in self.workers:
            if worker.pending is asker:
                worker.send(Weighed(asker.question.id, message.data))

    def _lost(self, worker: Worker) -> None:
        """A worker is gone: another one takes its place and its question."""
        if worker in self.workers:
            self.workers.remove(worker)
        if self._state == "closed":
            return
        self.tally.died()
        pending = worker.pending
        if pending and pending.is_aside:
            self._finish(pending, GAVE_UP)
        elif pending and not pending.is_over and not pending.helps:
            # One that was dead before it was asked is not the question's fault; but all of them cannot have been.
            is_innocent = worker.heard < pending.began and pending.unheard < self.size
            pending.unheard += is_innocent
            pending.tries += not is_innocent
            pending.left = []
            if pending.tries < MOST_TRIES:
                self.queue.waiting.insert(0, pending)
            else:
                self._finish(pending, GAVE_UP)
        is_young = time.monotonic() - worker.ready_since < self.patience.young and not pending
        if worker.is_ready and not is_young:
            self._hire()
        else:
            self._cannot_start()

    # Questions come and go.

    def _finish(self, pending: Pending, error: str | None) -> None:
        self.queue.remove(pending)
        if pending.is_over:
            return
        pending.ended = time.monotonic()
        pending.left = []
        if not pending.helps:
            name, data = ("error", {"error": error}) if error else ("end", {})
            pending.on_event(Event(pending.question.id, name, raw(data)))

    def _dispatch(self) -> None:
        idle = [w for w in self.workers if w.is_ready and not w.pending]
        for worker in idle:
            pending = self._next()
            if pending is None:
                return
            pending.heard = pending.began = time.monotonic()
            self.tally.began(pending)
            worker.pending = pending
            worker.send(pending.question)

    def _next(self) -> Pending | None:
        """Who comes next; helpers of long questions come when nobody else may."""
        found = self.queue.next([w.pending for w in self.workers if w.pending], self.size)
        if found:
            return found
        for worker in self.workers:
            asker = worker.pending
            if asker and not asker.is_over and len(asker.left) > 2 * PART:
                numbers, asker.left = asker.left[-PART:], asker.left[:-PART]
                options = {"numbers": ",".join(map(str, reversed(numbers)))}
                question = Question(next(self._numbers), HELP, asker.question.record, options)
                return Pending(question, asker.on_event, asker.client, helps=asker)
        return None

    def _say_why(self, pending: Pending) -> None:
        is_ready = self._state == "ready"
        words = "The analyst is busy with other questions" if is_ready else self._words
        pending.on_event(Event(pending.question.id, "waiting", raw(WaitingAnswer(is_ready, words))))


def _unheard(event: Event) -> None:
    """Nobody listens."""
