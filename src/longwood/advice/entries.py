"""What a report of a game is made of, and what it amounts to."""

from dataclasses import dataclass, field
from typing import TypeAlias

from longwood.core.game import Move
from longwood.core.result import Verdict
from longwood.core.shares import Share
from longwood.session import Session

GRADES = ((0.05, "good"), (0.10, "inaccuracy"), (0.20, "mistake"))
BLUNDER = "blunder"
NOT_COMPARED = "not compared"
NOT_JUDGED = "not judged"
NOTHING_TO_LOSE = "nothing to lose"
BLAMELESS = ("good", NOTHING_TO_LOSE, NOT_JUDGED)
ROUNDING = 1e-9
"""Less than this is no loss: what a sum of shares leaves over."""


def grade(loss: float) -> str:
    """A word for the chance that a move lost."""
    return next((word for most, word in GRADES if loss <= most + ROUNDING), BLUNDER)


@dataclass(frozen=True, slots=True)
class VerdictAt:
    """What is proven of the position before act `number`, or after the last, with a line if it can be won."""

    number: int
    verdict: Verdict
    line: tuple[Move, ...]
    round: int = 0


@dataclass(frozen=True, slots=True)
class ChanceAt:
    """The win chance before act `number`, from what the player saw, and how much of it the act lost."""

    number: int
    share: Share
    worlds_lost: float
    """The share of worlds that could be won and, after the act, no longer can; or that a better move would keep."""
    is_exact: bool
    games_lost: float = 0.0
    """By how much more often the quick player wins after a better move, less what luck makes of it."""

    @property
    def loss(self) -> float:
        """What the act is graded by: who sees all cards overlooks some losses, and a weak player others."""
        return max(self.worlds_lost, self.games_lost)


def grade_of(found: ChanceAt) -> str:
    """A word for an act. Where no world was found to be winnable there is nothing to lose, or nothing to judge by."""
    if found.share.won:
        return grade(found.loss)
    return NOT_JUDGED if found.share.unknown else NOTHING_TO_LOSE


def is_weak(found: ChanceAt) -> bool:
    """Whether an act seems to have lost something."""
    return grade_of(found) not in BLAMELESS


def returns(session: Session) -> int:
    """How many acts led back to where the game had been. Each may be good by its chances, and yet lead nowhere."""
    keys = [session.game.key(p) for p in session.positions]
    return len(keys) - len(set(keys))


@dataclass(frozen=True, slots=True)
class Better:
    """The best move in a position from what the player saw, and the worlds that it keeps winnable."""

    move: Move
    share: Share
    is_exact: bool
    played: Share | None = None
    """The games that the quick player wins after it, where they are compared with those after the act."""


@dataclass(frozen=True, slots=True)
class Mark:
    """An act that lost chances, or the one that is proven to have lost the game, and what would have been better."""

    number: int
    worlds_lost: float
    games_lost: float
    grade: str
    is_turn: bool
    better: Better | None
    line: tuple[Move, ...]
    """A win from before the act, if one is known: with all cards open, so it may begin otherwise than `better`."""
    played: Share | None = None
    """The games that the quick player wins after the act, in the same worlds as after the better move."""

    @property
    def loss(self) -> float:
        """What the act is graded by."""
        return max(self.worlds_lost, self.games_lost)


@dataclass(frozen=True, slots=True)
class Par:
    """The best score of the deal, whether that is proven, and the score of the game."""

    score: int
    is_proven: bool
    reached: int
    is_of_round: bool = False
    """Whether the best score is that of the first round only."""


Entry: TypeAlias = VerdictAt | ChanceAt | Mark | Par


@dataclass(slots=True)
class Report:
    """All entries of a report so far."""

    acts: int
    verdicts: dict[int, VerdictAt] = field(default_factory=dict)
    chances: dict[int, ChanceAt] = field(default_factory=dict)
    marks: dict[int, Mark] = field(default_factory=dict)
    par: Par | None = None

    def add(self, entry: Entry) -> None:
        """Take an entry in."""
        match entry:
            case VerdictAt():
                self.verdicts[entry.number] = entry
            case ChanceAt():
                self.chances[entry.number] = entry
            case Mark():
                self.marks[entry.number] = entry
            case Par():
                self.par = entry

    @property
    def entries(self) -> list[Entry]:
        """All of them, as they stand."""
        par = [self.par] if self.par else []
        return [*self.verdicts.values(), *par, *self.chances.values(), *self.marks.values()]

    @property
    def last_winnable(self) -> int | None:
        """The last position that is proven to be winnable."""
        return max([at for at, found in self.verdicts.items() if found.verdict is Verdict.WON], default=None)

    @property
    def first_lost(self) -> int | None:
        """The first position that is proven to be lost (of the last round)."""
        last = self.last_winnable
        lost = [at for at, found in self.verdicts.items() if found.verdict is Verdict.LOST]
        return min([at for at in lost if last is None or at > last], default=None)

    @property
    def turn(self) -> int | None:
        """The act that is proven to have lost the game."""
        last, lost = self.last_winnable, self.first_lost
        if last is None or lost != last + 1:
            return None
        # What could be won before and not after a new round was dealt was not lost by the act that cleared the old one.
        return last if self.verdicts[last].round == self.verdicts[lost].round else None

    def grade_at(self, number: int) -> str:
        """The grade of an act; of many weak ones in a long game not all are compared with the best move."""
        word = grade_of(self.chances[number])
        return word if number in self.marks or not is_weak(self.chances[number]) else NOT_COMPARED

    def count(self) -> dict[str, int]:
        """How many acts got each grade."""
        counts = dict.fromkeys([word for _, word in GRADES] + [BLUNDER], 0)
        for number in self.chances:
            if number < self.acts:
                word = self.grade_at(number)
                counts[word] = counts.get(word, 0) + 1
        return counts
