"""What the pool counts: questions, waits and workers."""

import time
from collections import Counter
from collections.abc import Iterator, Mapping

from longwood.web.analyst.questions import Pending
from longwood.web.ledger import Waits, gauge, head


class Tally:
    """Counters, written to under the pool's lock."""

    def __init__(self) -> None:
        self.questions: Counter[str] = Counter()
        self.waits = Waits()
        self.events: Counter[str] = Counter()

    def asked(self, pending: Pending) -> None:
        """Someone asks."""
        self.questions[pending.question.kind] += 1

    def began(self, pending: Pending) -> None:
        """A worker takes a question up."""
        if not pending.helps:
            self.waits.add(time.monotonic() - pending.asked)

    def refused(self) -> None:
        """The queue was full."""
        self.events["refused"] += 1

    def set_back(self) -> None:
        """A question made room for one of another client."""
        self.events["set back"] += 1

    def died(self) -> None:
        """A worker is gone."""
        self.events["died"] += 1

    def failed_start(self) -> None:
        """A worker could not be started."""
        self.events["failed start"] += 1

    def lines(self, waiting: int, workers: Mapping[str, int]) -> Iterator[str]:
        """In the text format of Prometheus."""
        yield from head("longwood_questions_total", "counter", "Questions to the analyst.")
        for kind, count in sorted(self.questions.items()):
            yield f'longwood_questions_total{{kind="{kind}"}} {count}'
        yield from gauge("longwood_questions_waiting", "Questions in the queue.", waiting)
        yield from head("longwood_queue_seconds", "histogram", "From a question to the moment a worker takes it up.")
        yield from self.waits.lines("longwood_queue_seconds")
        refused = self.events["refused"]
        yield from gauge("longwood_questions_refused_total", "Questions that a full queue refused.", refused, "counter")
        back = self.events["set back"]
        yield from gauge("longwood_questions_set_back_total", "Questions that made room for others.", back, "counter")
        yield from head("longwood_workers", "gauge", "Worker processes by what they do.")
        for state, count in workers.items():
            yield f'longwood_workers{{state="{state}"}} {count}'
        died = self.events["died"]
        yield from gauge("longwood_worker_deaths_total", "Workers that ended and were replaced.", died, "counter")
        failed = self.events["failed start"]
        yield from gauge("longwood_worker_failed_starts_total", "Starts of a worker that failed.", failed, "counter")
