"""What a report of a game is made of, and what it amounts to."""

from dataclasses import dataclass, field
from typing import TypeAlias

from longwood.game import Move
from longwood.shares import Share
from longwood.solver.result import Verdict

GRADES = ((0.05, "good"), (0.10, "inaccuracy"), (0.20, "mistake"))
BLUNDER = "blunder"
NOT_COMPARED = "not compared"
NOT_JUDGED = "not judged"
_ROUNDING = 1e-9


def grade(loss: float) -> str:
    """A word for the chance that a move lost."""
    return next((word for most, word in GRADES if loss <= most + _ROUNDING), BLUNDER)


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
    loss: float
    is_exact: bool


@dataclass(frozen=True, slots=True)
class Better:
    """The best move in a position from what the player saw, and the worlds that it keeps winnable."""

    move: Move
    share: Share
    is_exact: bool


@dataclass(frozen=True, slots=True)
class Mark:
    """An act that lost chances, or the one that is proven to have lost the game, and what would have been better."""

    number: int
    loss: float
    is_turn: bool
    better: Better | None
    line: tuple[Move, ...]
    """A win from before the act, if one is known: with all cards open, so it may begin otherwise than `better`."""

    @property
    def grade(self) -> str:
        """A word for it."""
        return grade(self.loss)


@dataclass(frozen=True, slots=True)
class Par:
    """The best score of the deal, whether that is proven, and the score of the game."""

    score: int
    is_proven: bool
    reached: int
    is_of_round: bool = False
    """Whether the best score is that of the first round only."""


Finding: TypeAlias = VerdictAt | ChanceAt | Mark | Par


@dataclass(slots=True)
class Report:
    """All findings on a game so far."""

    acts: int
    verdicts: dict[int, VerdictAt] = field(default_factory=dict)
    chances: dict[int, ChanceAt] = field(default_factory=dict)
    marks: dict[int, Mark] = field(default_factory=dict)
    par: Par | None = None

    def add(self, finding: Finding) -> None:
        """Take a finding in."""
        match finding:
            case VerdictAt():
                self.verdicts[finding.number] = finding
            case ChanceAt():
                self.chances[finding.number] = finding
            case Mark():
                self.marks[finding.number] = finding
            case Par():
                self.par = finding

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

    def count(self) -> dict[str, int]:
        """How many moves got each grade; of many weak ones in a long game not all are compared with the best move.

        Where no world was found to be winnable before a move and some were not decided, it cannot be judged.
        """
        counts = dict.fromkeys([word for _, word in GRADES] + [BLUNDER], 0)
        for number, found in self.chances.items():
            if number < self.acts:
                is_graded = number in self.marks or grade(found.loss) == "good"
                word = grade(found.loss) if is_graded else NOT_COMPARED
                if found.share.unknown and not found.share.won and number not in self.marks:
                    word = NOT_JUDGED
                counts[word] = counts.get(word, 0) + 1
        return counts
