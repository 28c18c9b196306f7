"""What the analyst answers: typed structs, made in a worker and sent to the page as they are."""

from typing import Literal, TypeAlias

import msgspec

from longwood.web.structs import GameAnswer, MoveAnswer, PositionAnswer


class ShareAnswer(msgspec.Struct, frozen=True):
    """How many worlds or games were won, lost or not decided, and the 95 % interval of the share won."""

    won: int
    lost: int
    unknown: int
    low: float
    high: float


class WinAnswer(msgspec.Struct, frozen=True):
    """The win chance: how likely the fair player is to win, from 0 to 1, with the 95 % interval of what was sampled."""

    value: float
    low: float
    high: float
    is_proven: bool
    """Whether it is certain: only then is it 0 or 1."""
    is_fitted: bool
    """Whether it was fitted to games of the fair player; a rough guess otherwise."""
    is_vague: bool
    """Whether it is a guess with so wide an interval that it is too early to tell."""


class VerdictAnswer(msgspec.Struct, frozen=True):
    """Whether a position can be won, and what that rests on. The line behind it is not told."""

    verdict: str
    nodes: int
    words: str


class HintAnswer(msgspec.Struct, frozen=True):
    """A hint; `rank` is 0 for the best. Only one using hidden cards has a line.

    Only a fair one has `win`, `share`, `played` and `alike`: those of the move's chance.
    """

    rank: int
    kind: str
    move: MoveAnswer | None
    why: str
    win: WinAnswer | None = None
    share: ShareAnswer | None = None
    played: ShareAnswer | None = None
    alike: list[str] = []
    line: list[str] = []


class ChanceAnswer(msgspec.Struct, frozen=True):
    """The win chance of a move, and what it rests on.

    It stands for others that come to the same thing, such as to another empty foundation: they are `alike`.
    """

    move: MoveAnswer
    win: WinAnswer
    share: ShareAnswer
    """The possible worlds that could be won after it by someone who sees all the cards."""
    played: ShareAnswer | None
    """The games that a quick player, who sees no more than the player, wins after it."""
    alike: list[str]


class ChancesAnswer(msgspec.Struct, frozen=True):
    """The win chance so far, of the position and of every move, the best first."""

    win: WinAnswer
    share: ShareAnswer
    """The possible worlds that could be won by someone who sees all the cards."""
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
    """How hard a deal is: the share of winnable deals that are easier. Null where no win is known."""

    percent: int
    level: int
    words: str


class KnownDealAnswer(msgspec.Struct, frozen=True):
    """What is known of a deal."""

    deal: str
    verdict: str
    difficulty: DifficultyAnswer | None
    win: WinAnswer
    """The win chance of the deal, from what can be seen of it."""


class VerdictAtAnswer(msgspec.Struct, frozen=True):
    """What is proven of the position before act `number`, seen with all cards open."""

    number: int
    verdict: str


class ChanceAtAnswer(msgspec.Struct, frozen=True):
    """The win chance before act `number` from what the player saw, and what the act cost of it.

    The grade is "good", "inaccuracy", "mistake" or "blunder"; "nothing to lose" where next to nothing could be won; and
    "not judged" where it is too early to tell.
    """

    number: int
    win: WinAnswer
    skill: float
    """What the act cost, from 0 down."""
    grade: str
    is_decision: bool
    """Whether there was something to choose."""


class BetterAnswer(msgspec.Struct, frozen=True):
    """The move that a fair hint names instead, and the win chance after it."""

    move: MoveAnswer
    win: WinAnswer
    after: list[str]
    """The moves of the act that come before it."""


class MarkAnswer(msgspec.Struct, frozen=True):
    """An act that cost something, or lost the game; then its grade by what could be seen may be a blameless one."""

    number: int
    act: str
    words: str
    loss: float
    """What it cost of the win chance."""
    grade: str
    is_turn: bool
    """Whether it is proven that it lost a game that could be won."""
    played: WinAnswer
    """The win chance after it, before its cards turned up."""
    better: BetterAnswer
    line: list[str]
    """A win from before the act, using hidden cards; empty if none is known."""


class CoachAnswer(msgspec.Struct, frozen=True):
    """A word on the last act of a game, from what could be seen before it.

    The grade is that of a report. An act that was no decision deserves no mark.
    """

    act: str
    grade: str
    is_decision: bool
    skill: float
    """What it cost of the win chance, from 0 down."""
    words: str
    """Why, in a sentence or two."""
    better: MoveAnswer | None
    """What would have been better, where something would."""


class AccountAnswer(msgspec.Struct, frozen=True):
    """Skill and luck of a whole game, in parts of the win chance: dealt + skill + luck = result."""

    dealt: float
    skill: float
    luck: float
    result: float
    accuracy: float | None
    """In per cent, over decisions only; null where there was none."""
    decisions: int
    error_rate: float | None
    """The win chance that a decision lost, on average."""
    lucks: list[float]
    """What the cards gave after each act."""


class SummaryAnswer(msgspec.Struct, frozen=True):
    """What the entries so far amount to: positions by the number of acts before them."""

    acts: int
    last_winnable: int | None
    turn: int | None
    line: list[str]
    """A win from the last position that could be won."""
    wasted: int
    """How many acts led back to an earlier position."""
    grades: dict[str, int]
    """How many acts got each grade, of those that are weighed."""
    outcome: str
    """How the game ended, and until when it could be won, in words."""
    account: AccountAnswer | None
    """Null until all positions are weighed."""
    words: str
    """What the account says, in a sentence; empty until then."""


class ActAnswer(msgspec.Struct, frozen=True):
    """What one undo takes back, and what it did in words."""

    act: str
    words: str


class ActsAnswer(msgspec.Struct, frozen=True):
    """All acts of a game."""

    moves: list[ActAnswer]


ReportEvent: TypeAlias = (
    tuple[Literal["moves"], ActsAnswer]
    | tuple[Literal["verdict"], VerdictAtAnswer]
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
        "moves": ActsAnswer,
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
    "coach": CoachAnswer,
    "deal": KnownDealAnswer,
    "winnable": KnownDealAnswer,
    "daily": KnownDealAnswer,
}
"""The questions that have one answer."""
