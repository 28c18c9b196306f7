"""What a report of a game is made of, and what it amounts to."""

from dataclasses import dataclass, field
from typing import Any, TypeAlias

from longwood.advice.calibration import WinChance
from longwood.advice.skill import Account, Weighed, account
from longwood.core.game import AnyGame, Move
from longwood.core.result import Verdict
from longwood.session import Session

GRADES = ((0.05, "good"), (0.10, "inaccuracy"), (0.20, "mistake"))
"""The words for what an act cost of the win chance, at the most; beyond that it is a blunder."""
BLUNDER = "blunder"
NOTHING_TO_LOSE = "nothing to lose"
NOT_JUDGED = "not judged"
BLAMELESS = ("good", NOTHING_TO_LOSE, NOT_JUDGED)
LOST_CAUSE = 0.01
"""With a win chance below this there is nothing to lose."""
ROUNDING = 1e-9
"""Less than this is no loss: what a sum of shares leaves over."""


def grade(loss: float) -> str:
    """A word for the win chance that an act lost."""
    return next((word for most, word in GRADES if loss <= most + ROUNDING), BLUNDER)


@dataclass(frozen=True, slots=True)
class VerdictAt:
    """What is proven of the position before act `number`, or after the last, with a line if it can be won."""

    number: int
    verdict: Verdict
    line: tuple[Move, ...]
    round: int = 0


def grade_of(found: Weighed) -> str:
    """A word for an act. Where the win chance could be nearly anything, nobody is praised for having kept it."""
    if found.win.value < LOST_CAUSE:
        return NOTHING_TO_LOSE
    word = grade(found.loss)
    return NOT_JUDGED if word == "good" and found.win.is_vague else word


def is_weak(found: Weighed) -> bool:
    """Whether an act lost something."""
    return grade_of(found) not in BLAMELESS


def wasted(session: Session) -> int:
    """How many acts were wasted: they led back to an earlier position, however good each looked by its chances."""
    keys = [session.game.key(p) for p in session.positions]
    return len(keys) - len(set(keys))


@dataclass(frozen=True, slots=True)
class Better:
    """The move that a fair hint names instead, and the win chance after it."""

    move: Move
    win: WinChance
    after: tuple[Move, ...] = ()
    """The moves of the act that come before it: of several that were one act, a later one may be the weak one."""

    def position(self, game: AnyGame, p: Any) -> Any:
        """Where it is made, from the position before the act."""
        for m in self.after:
            p = game.play(p, m)
        return p


@dataclass(frozen=True, slots=True)
class Mark:
    """An act that cost something, or the one that is proven to have lost the game, and what would have been better."""

    number: int
    loss: float
    """What it cost of the win chance."""
    grade: str
    is_turn: bool
    played: WinChance
    """The win chance after the weakest move of the act."""
    better: Better
    line: tuple[Move, ...]
    """A win from before the act, if one is known: it uses hidden cards, so it may begin otherwise than `better`."""


def mark_of(found: Weighed, *, is_turn: bool, line: tuple[Move, ...]) -> Mark:
    """An act with what would have been better than its weakest move."""
    at = min(range(len(found.choices)), key=lambda i: -found.choices[i].loss)
    weakest = found.choices[at]
    better = Better(weakest.best, weakest.win, tuple([each.move for each in found.choices[:at]]))
    return Mark(found.number, -found.skill, grade_of(found), is_turn, weakest.played, better, line)


@dataclass(frozen=True, slots=True)
class Par:
    """The best score of the deal, whether that is proven, and the score of the game."""

    score: int
    is_proven: bool
    reached: int
    is_of_round: bool = False
    """Whether the best score is that of the first round only."""


Entry: TypeAlias = VerdictAt | Weighed | Mark | Par


@dataclass(slots=True)
class Report:
    """All entries of a report so far."""

    acts: int
    verdicts: dict[int, VerdictAt] = field(default_factory=dict)
    weighed: dict[int, Weighed] = field(default_factory=dict)
    marks: dict[int, Mark] = field(default_factory=dict)
    par: Par | None = None

    def add(self, entry: Entry) -> None:
        """Take an entry in."""
        match entry:
            case VerdictAt():
                self.verdicts[entry.number] = entry
            case Weighed():
                self.weighed[entry.number] = entry
            case Mark():
                self.marks[entry.number] = entry
            case Par():
                self.par = entry

    @property
    def entries(self) -> list[Entry]:
        """All of them, as they stand."""
        par = [self.par] if self.par else []
        return [*self.verdicts.values(), *par, *self.weighed.values(), *self.marks.values()]

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

    @property
    def account(self) -> Account | None:
        """Skill and luck, once all positions are weighed."""
        if len(self.weighed) <= self.acts:
            return None
        return account([self.weighed[number] for number in range(self.acts + 1)])

    def count(self) -> dict[str, int]:
        """How many acts got each grade."""
        counts = dict.fromkeys([*[word for _, word in GRADES], BLUNDER, NOTHING_TO_LOSE, NOT_JUDGED], 0)
        for number in range(self.acts):
            if number in self.weighed:
                counts[grade_of(self.weighed[number])] += 1
        return counts
