"""What the analyst answers: typed structs, made in a worker and sent to the page as they are."""

from typing import Literal, TypeAlias

import msgspec

from longwood.web.answers import GameAnswer, MoveAnswer, PositionAnswer


class ShareAnswer(msgspec.Struct, frozen=True):
    """Of so many worlds or games how many were won, lost or not decided, and the 95 % interval of the share won."""

    won: int
    lost: int
    unknown: int
    low: float
    high: float


class VerdictAnswer(msgspec.Struct, frozen=True):
    """Whether a position can be won, and what that rests on. The line behind it is not told."""

    verdict: str
    nodes: int
    words: str


class HintAnswer(msgspec.Struct, frozen=True):
    """A hint; `rank` is 0 for the best. Only one using hidden cards has a line.

    Only a fair one has `share`, `played` and `alike`: those of the move's chance.
    """

    rank: int
    kind: str
    move: MoveAnswer | None
    why: str
    share: ShareAnswer | None = None
    played: ShareAnswer | None = None
    alike: list[str] = []
    line: list[str] = []


class ChanceAnswer(msgspec.Struct, frozen=True):
    """The chance of a move; `played` counts games that were played on from there without seeing more.

    It stands for others that come to the same thing, such as to another empty foundation: they are `alike`.
    """

    move: MoveAnswer
    share: ShareAnswer
    played: ShareAnswer | None
    alike: list[str]


class ChancesAnswer(msgspec.Struct, frozen=True):
    """The win chance so far, of the position and of every move, the best first."""

    share: ShareAnswer
    moves: list[ChanceAnswer]
    is_exact: bool


class ParAnswer(msgspec.Struct, frozen=True):
    """The best score of a deal, whether that is proven, and the score of the game."""

    score: int
    is_proven: bool
    reached: int
    is_of_round: bool
    """Whether the best score is that of the first round only."""


class DifficultyAnswer(msgspec.Struct, frozen=True):
    """How hard a deal is: harder than so many of 100 deals that can be won. Null where no win is known."""

    percent: int
    level: int
    words: str


class KnownDealAnswer(msgspec.Struct, frozen=True):
    """What is known of a deal."""

    deal: str
    verdict: str
    difficulty: DifficultyAnswer | None


class VerdictAtAnswer(msgspec.Struct, frozen=True):
    """What is proven of the position before act `number`, seen with all cards open."""

    number: int
    verdict: str


class ChanceAtAnswer(msgspec.Struct, frozen=True):
    """The win chance before act `number` from what the player saw, and how much of it the act lost.

    The loss is counted in worlds, or in games of the quick player where that is more.

    The grade is "good", "inaccuracy", "mistake", "blunder" or, where no world was found that can be won, "nothing to
    lose" if all are lost and "not judged" if not. A weak act that in the end was not compared with the best move is
    told again as "not compared".
    """

    number: int
    share: ShareAnswer
    loss: float
    grade: str
    is_exact: bool
    """Whether these were all the worlds there are."""


class BetterAnswer(msgspec.Struct, frozen=True):
    """The best move from what the player saw, and the worlds that it keeps winnable."""

    move: MoveAnswer
    share: ShareAnswer
    played: ShareAnswer | None
    """The games that a quick player won after it; null where they were not compared."""


class MarkAnswer(msgspec.Struct, frozen=True):
    """An act that lost chances, or the game; then its grade by what could be seen may be a blameless one."""

    number: int
    act: str
    words: str
    loss: float
    """What it is graded by: the greater of the next two."""
    worlds_lost: float
    """The share of worlds that the better move keeps winnable and this one does not."""
    games_lost: float
    """By how much more often a quick player wins after the better move, less the standard error."""
    grade: str
    is_turn: bool
    better: BetterAnswer | None
    line: list[str]
    """A win from before the act, seen with all cards open; empty if none is."""
    played: ShareAnswer | None
    """The games that a quick player won after it; null where they were not compared."""


class SummaryAnswer(msgspec.Struct, frozen=True):
    """What the entries so far amount to: positions by the number of acts before them."""

    acts: int
    last_winnable: int | None
    turn: int | None
    line: list[str]
    """A win from the last position that could be won."""
    returns: int
    """How many acts led back to where the game had been."""
    is_played: bool
    """Whether a quick player's games count for the grades."""


ReportEvent: TypeAlias = (
    tuple[Literal["verdict"], VerdictAtAnswer]
    | tuple[Literal["par"], ParAnswer]
    | tuple[Literal["chance"], ChanceAtAnswer]
    | tuple[Literal["mark"], MarkAnswer]
    | tuple[Literal["summary"], SummaryAnswer]
)


class ReportAnswer(msgspec.Struct, frozen=True):
    """All that the page asks for while it shows a report: what a file of its own holds."""

    record: str
    game: GameAnswer
    events: list[ReportEvent]
    positions: list[PositionAnswer]


class WaitingAnswer(msgspec.Struct, frozen=True):
    """Why there is no answer yet."""

    is_ready: bool
    words: str


class AnalystAnswer(msgspec.Struct, frozen=True):
    """Whether the analyst can be asked."""

    state: str
    words: str
    waiting: int
    workers: int


STREAMS: dict[str, dict[str, type[msgspec.Struct]]] = {
    "verdict": {"waiting": WaitingAnswer, "verdict": VerdictAnswer},
    "hint": {"waiting": WaitingAnswer, "hint": HintAnswer},
    "chances": {"waiting": WaitingAnswer, "chances": ChancesAnswer},
    "report": {
        "waiting": WaitingAnswer,
        "verdict": VerdictAtAnswer,
        "par": ParAnswer,
        "chance": ChanceAtAnswer,
        "mark": MarkAnswer,
        "summary": SummaryAnswer,
    },
}
"""The questions that are answered step by step, and what each event tells. The last one is `end` or `error`."""

SINGLES: dict[str, type[msgspec.Struct]] = {
    "par": ParAnswer,
    "deal": KnownDealAnswer,
    "winnable": KnownDealAnswer,
    "daily": KnownDealAnswer,
}
"""The questions that have one answer."""
