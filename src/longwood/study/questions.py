"""What a study asks: a question about a game, a budget in nodes, and how many deals one part holds."""

from dataclasses import asdict, dataclass
from enum import Enum
from typing import Any

from longwood.core.result import Limit
from longwood.core.words import shorten
from longwood.games import family_of
from longwood.notation import NotationError, find_game
from longwood.study import StudyError

DEFAULT_NODES = 100_000
"""The budget of a deal where nobody says another and the solver does not decide every position at once."""
NODES_IN_A_PART = 20_000_000
"""About what a part may search: some ten seconds, which is all that a killed run has to do again."""


class Question(Enum):
    """What is asked of each deal."""

    VERDICT = "verdict"
    """Can it be won?"""
    BEST = "best"
    """What is the best score?"""
    FAIR_PLAY = "fair-play"
    """Does a player win it who sees no more than anybody at the table?"""
    DIFFICULTY = "difficulty"
    """How hard is it, if it can be won?"""


_PARTS = {Question.VERDICT: 50_000, Question.BEST: 500, Question.FAIR_PLAY: 10, Question.DIFFICULTY: 100}


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of a study: all that its answers depend on, except for the numbers of the deals."""

    game: str
    question: Question
    nodes: int | None = None
    """Positions to search in each deal; None where the solver needs no budget."""
    policy: str = ""
    """Who plays, where somebody plays: `fair`, or a `Policy` as module:name."""
    has_lines: bool = False
    """Whether the line of every win is kept."""

    @property
    def name(self) -> str:
        """What its parts are called, and what tells it from the other entries of a study."""
        return f"{self.game}.{self.question.value}"

    @property
    def limit(self) -> Limit:
        """The budget of a deal. Nodes alone: the same number, the same answer."""
        return Limit(nodes=self.nodes)

    @property
    def words(self) -> str:
        """What is asked, for a message."""
        budget = f", {self.nodes:,} nodes" if self.nodes else ""
        policy = f", played by {self.policy}" if self.policy else ""
        return f"{self.game}, {self.question.value}{budget}{policy}{', with lines' if self.has_lines else ''}"

    @property
    def part(self) -> int:
        """How many deals a part holds: fixed, so that every run of a study has the same parts."""
        most = _PARTS[self.question]
        if self.nodes and self.question in (Question.VERDICT, Question.BEST):
            most = min(most, max(NODES_IN_A_PART // self.nodes, 10))
        elif self.question is Question.VERDICT and not family_of(find_game(self.game)).is_exact:
            most = 10
        return most

    def to_json(self) -> dict[str, Any]:
        """The entry as the manifest holds it."""
        return asdict(self) | {"question": self.question.value}

    @classmethod
    def from_json(cls, found: Any) -> "Entry":
        """The entry that `to_json` wrote; `ValueError` if it is none."""
        if not isinstance(found, dict) or set(found) != set(cls.__slots__):
            raise ValueError("not an entry")
        nodes, policy, has_lines = found["nodes"], found["policy"], found["has_lines"]
        is_budget = nodes is None or (type(nodes) is int and nodes > 0)
        is_policy = isinstance(policy, str) and policy.isprintable()
        if not (is_budget and is_policy and isinstance(has_lines, bool)):
            raise ValueError("not an entry")
        return cls(find_game(found["game"]).slug, Question(found["question"]), nodes, policy, has_lines)


def entry(
    game: str,
    question: str = Question.VERDICT.value,
    nodes: int | None = None,
    policy: str = "",
    has_lines: bool = False,
) -> Entry:
    """An entry as a person asks for it: checked, and with the defaults filled in."""
    try:
        found = find_game(game)
    except NotationError as error:
        raise StudyError(str(error)) from error
    names = [each.value for each in Question]
    if question not in names:
        raise StudyError(f'"{shorten(question)}" is not a question: choose one of {", ".join(names)}.')
    asked = Question(question)
    if asked is not Question.FAIR_PLAY and policy:
        raise StudyError("A policy goes with the question fair-play.")
    if asked is Question.FAIR_PLAY:
        if nodes is not None:
            raise StudyError("Fair play has no budget in nodes: its effort is that of the fair player.")
        return Entry(found.slug, asked, None, policy or "fair", True)
    if nodes is None and not family_of(found).is_exact:
        nodes = DEFAULT_NODES
    return Entry(found.slug, asked, nodes, "", has_lines)
