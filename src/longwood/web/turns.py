"""Turns: what one client asks for, however much it is, never keeps the others waiting."""

import asyncio
from collections import OrderedDict, deque

MOST_CLIENTS = 8
"""How many clients may go in one round of the server's loop, once each, before there is a queue."""


class Turns:
    """A queue in which the clients alternate. In each round of the loop each may go once, and what comes in is read."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self._went: set[str] = set()
        self._loop: asyncio.AbstractEventLoop | None = None

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    async def take(self, client: str, is_long: bool = False) -> None:
        """Wait for a turn, unless there is no queue. Long work waits for the next round at least."""
        loop = asyncio.get_running_loop()
        if self._loop is not loop:
            # Whoever waited in a loop that has ended does not wait any more.
            self._waiting.clear()
            self._went.clear()
            self._loop = loop
        if not self._went and not self._waiting:
            loop.call_soon(self._next_round)
        if not (is_long or client in self._waiting or client in self._went) and len(self._went) < MOST_CLIENTS:
            self._went.add(client)
            return
        turn = loop.create_future()
        self._waiting.setdefault(client, deque()).append(turn)
        await turn

    def _next_round(self) -> None:
        self._went.clear()
        for client in [*self._waiting][:MOST_CLIENTS]:
            turns = self._waiting.pop(client)
            # Whoever has left meanwhile gives the turn to the next one.
            while turns:
                turn = turns.popleft()
                if not turn.done():
                    turn.set_result(None)
                    self._went.add(client)
                    break
            if turns:
                # At the end of the queue.
                self._waiting[client] = turns
        if self._loop and (self._went or self._waiting):
            self._loop.call_soon(self._next_round)
