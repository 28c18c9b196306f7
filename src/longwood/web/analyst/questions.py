"""Questions to the analyst, and the queue of those that wait: fair between clients, and nobody starves."""

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from longwood.web.analyst.wire import Event, Question

LATELY = 60.0
"""Seconds for which a client that has asked something is one to leave room for."""
AGED = 15.0
"""Seconds after which a long question counts no less than a quick one."""
MOST_TURNS = 2000
"""Clients and pages of which it is remembered when they were last served."""


OnEvent = Callable[[Event], None]


@dataclass(eq=False)
class Pending:
    """Something asked and not yet answered."""

    question: Question
    on_event: OnEvent
    client: str = ""
    page: str = ""
    """What the page calls itself. Anyone can say anything here, so it counts only within a client."""
    tries: int = 0
    unheard: int = 0
    """How many workers said nothing at all after they were asked."""
    is_set_back: bool = False
    """Whether it had to make room for another client, which is asked of no question twice."""
    left: list[int] = field(default_factory=list)
    """Acts of a game that nobody has weighed yet."""
    helps: "Pending | None" = None
    is_aside: bool = False
    """Whether it was asked only because the analyst was idle: it gives way, and counts for no client."""
    asked: float = field(default_factory=time.monotonic)
    began: float = 0.0
    """When a worker took it up."""
    heard: float = field(default_factory=time.monotonic)
    """When something was last heard about it."""
    ended: float = 0.0
    """When it was over; a worker may be busy with it still."""

    @property
    def is_over(self) -> bool:
        """Whether nobody waits for an answer any more."""
        return self.ended > 0

    @property
    def is_long(self) -> bool:
        """Whether it may take minutes."""
        kind, options = self.question.kind, self.question.options
        return kind == "report" or options.get("search") == "longer" or bool(options.get("level"))

    def rank(self, now: float) -> int:
        """Quick questions come first, but a long one that has waited is as good."""
        return 1 if self.is_long and now - self.asked < AGED else 0


class Queue:
    """The questions that wait. Clients take turns, and within a client its pages."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.waiting: list[Pending] = []
        self._asked: OrderedDict[str, float] = OrderedDict()
        self._turns: OrderedDict[tuple[str, ...], int] = OrderedDict()
        self._turn = 0

    def __len__(self) -> int:
        return len(self.waiting)

    def __contains__(self, pending: Pending) -> bool:
        return pending in self.waiting

    def add(self, pending: Pending) -> Pending | None:
        """Let a question in. If the queue is full, the client that has most there loses one, perhaps this one."""
        self._asked[pending.client] = pending.asked
        self._asked.move_to_end(pending.client)
        while len(self._asked) > MOST_TURNS:
            self._asked.popitem(last=False)
        leaving = self._who_leaves(pending) if len(self.waiting) >= self.most else None
        self.waiting.append(pending)
        return leaving

    def remove(self, pending: Pending) -> None:
        """A question does not wait any more."""
        if pending in self.waiting:
            self.waiting.remove(pending)

    def next(self, running: Iterable[Pending], size: int) -> Pending | None:
        """The next question, with these under way at `size` workers; None if none may start."""
        now = time.monotonic()
        under_way = [q for q in running if not (q.helps or q.is_aside)]
        is_shared = self._is_shared(under_way, now)
        held = Counter([q.client for q in under_way])
        most = max(1, size - 1)

        def order(q: Pending) -> tuple[object, ...]:
            turns = self._turns.get((q.client,), 0), self._turns.get((q.client, q.page), 0)
            return q.tries + q.unheard == 0, held[q.client], q.rank(now), *turns, q.question.id

        for pending in sorted(self.waiting, key=order):
            if pending.is_long:
                # One worker is left for quick questions. A client that is alone may use it for long searches too.
                is_free = pending.question.kind != "report" and not is_shared
                others = [q for q in under_way if q.is_long and (is_shared or q.question.kind == "report")]
            else:
                # One worker is left for other clients, if there are any.
                is_free = not is_shared
                others = [q for q in under_way if q.client == pending.client and not q.is_long]
            if is_free or len(others) < most:
                self._take(pending)
                return pending
        return None

    def _take(self, pending: Pending) -> None:
        self.waiting.remove(pending)
        self._turn += 1
        for who in ((pending.client,), (pending.client, pending.page)):
            self._turns[who] = self._turn
            self._turns.move_to_end(who)
        while len(self._turns) > MOST_TURNS:
            self._turns.popitem(last=False)

    def _is_shared(self, under_way: list[Pending], now: float) -> bool:
        """Whether more than one client has asked lately or has something under way."""
        lately = [client for client, asked in self._asked.items() if now - asked < LATELY]
        return len({*lately, *[q.client for q in (*under_way, *self.waiting)]}) > 1

    def refuses(self, client: str, page: str) -> bool:
        """Whether one more question would be the one that has to go."""
        return len(self.waiting) >= self.most and self._who_has_most(client, page) == (client, page)

    def _who_leaves(self, newest: Pending) -> Pending:
        """The newest question of the client that has most waiting."""
        client, page = self._who_has_most(newest.client, newest.page)
        theirs = [q for q in (*self.waiting, newest) if (q.client, q.page) == (client, page)]
        return max(theirs, key=lambda q: q.question.id)

    def _who_has_most(self, client: str, page: str) -> tuple[str, str]:
        """The client that has most waiting, and its page that has; among equals, the one that came last."""
        clients = Counter([client, *[q.client for q in self.waiting]])
        most = max(clients, key=lambda c: (clients[c], c == client))
        pages = Counter([q.page for q in self.waiting if q.client == most])
        if most == client:
            pages[page] += 1
        return most, max(pages, key=lambda p: (pages[p], p == page))
