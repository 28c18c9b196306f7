"""What a solver is asked and what it answers."""

from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import NamedTuple

from longwood.core.game import Move


class Verdict(Enum):
    """What is proven about a position. A spent budget is UNKNOWN, never a "no"."""

    WON = "won"
    LOST = "lost"
    UNKNOWN = "unknown"


VERDICTS = (Verdict.UNKNOWN, Verdict.WON, Verdict.LOST)
"""The verdict of each number in the tables of many deals. The numbers never change."""
UNKNOWN, WON, LOST = 0, 1, 2
"""These numbers."""


class Reason(IntEnum):
    """Why a position is lost. The numbers are those of the tables of many deals, and never change."""

    NONE = 0
    """It is not, or nobody knows."""
    SEARCHED = 1
    """A search that left nothing out came to its end."""
    RESERVE = 2
    """The order of the cards in the reserve: no search was needed."""
    COLUMNS = 3
    """No column can ever be emptied: no search was needed."""
    CAPACITY = 4
    """More cards would have to be out at some moment than the columns hold, whatever was searched before that."""


@dataclass(frozen=True, slots=True)
class Limit:
    """A budget: whatever is spent first ends the search. Nodes reproduce; seconds are the thread's CPU time."""

    nodes: int | None = None
    seconds: float | None = None
    memory: int = 400_000_000
    """Bytes that the search may hold."""


class Found(NamedTuple):
    """What a family's solver finds: its line is not yet checked, and `solve` replays it through the rules."""

    verdict: Verdict
    line: tuple[Move, ...] = ()
    nodes: int = 0
    reason: Reason = Reason.NONE
    """Of a loss."""
    length: int = 0
    """How many moves the line of a win has where only its beginning is given; 0 if that is not known."""


class FoundBest(NamedTuple):
    """What a family's solver finds of the best score: the line is not yet checked."""

    score: int
    line: tuple[Move, ...]
    is_proven: bool
    nodes: int = 0


@dataclass(frozen=True, slots=True)
class Result:
    """A verdict; if it is WON, with a line that the rules have accepted move by move."""

    verdict: Verdict
    line: tuple[Move, ...]
    nodes: int
    seconds: float
    """CPU time of the search, the replay of its line and the shortening: docs/solver.md, "What a time is"."""
    reason: Reason = Reason.NONE
    """Of a loss: a search that came to its end, or an argument."""


@dataclass(frozen=True, slots=True)
class Best:
    """The best score known, and whether it is proven that there is no better one."""

    score: int
    line: tuple[Move, ...]
    is_proven: bool
    nodes: int
    seconds: float
