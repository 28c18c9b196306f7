"""The door: how many connections there may be, in all and of each client, and who leaves when it gets crowded."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Protocol

TOO_MANY = "There are too many connections: try again in a moment."
TOO_MANY_OF_YOU = "There are too many connections from your address: close some of them."


class Visitor(Protocol):
    """A connection."""

    visitor: str
    """The client that it belongs to."""

    @property
    def is_waiting(self) -> bool:
        """Whether nothing is being answered: it is idle, or has not sent all of a request."""

    def dismiss(self) -> None:
        """Close it at once."""


class Door:
    """All connections by client."""

    def __init__(self, most: int, most_of_one: int, trusted: Iterable[str] = ()) -> None:
        self._most, self._most_of_one, self._trusted = most, most_of_one, frozenset(trusted)
        # Of each client those first that have done nothing for longest.
        self._visitors: defaultdict[str, dict[Visitor, None]] = defaultdict(dict)
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def enter(self, visitor: Visitor) -> str:
        """Let a connection in, if need be in the place of another one; a sentence if that cannot be."""
        client = visitor.visitor
        mine = self._visitors.get(client, {})
        if len(mine) >= self._most_of_one and client not in self._trusted:
            leaving = _longest_waiting(mine)
            if leaving is None:
                return TOO_MANY_OF_YOU
            self._send_away(leaving)
        elif self._count >= self._most:
            leaving = self._who_leaves(len(mine))
            if leaving is None:
                return TOO_MANY
            self._send_away(leaving)
        self._visitors[client][visitor] = None
        self._count += 1
        return ""

    def stir(self, visitor: Visitor) -> None:
        """A connection has just done something."""
        visitors = self._visitors.get(visitor.visitor, {})
        if visitor in visitors:
            del visitors[visitor]
            visitors[visitor] = None

    def leave(self, visitor: Visitor) -> None:
        """A connection is closed."""
        visitors = self._visitors.get(visitor.visitor, {})
        if visitor in visitors:
            del visitors[visitor]
            self._count -= 1
            if not visitors:
                del self._visitors[visitor.visitor]

    def _who_leaves(self, share: int) -> Visitor | None:
        """A connection of whoever has most of them: one that waits, or else one that is being answered."""
        most = max(self._visitors.values(), key=len)
        waiting = _longest_waiting(most)
        if waiting is None and len(most) > share + 1:
            return next(reversed(most))
        return waiting

    def _send_away(self, visitor: Visitor) -> None:
        self.leave(visitor)
        visitor.dismiss()


def _longest_waiting(visitors: Iterable[Visitor]) -> Visitor | None:
    return next((visitor for visitor in visitors if visitor.is_waiting), None)
