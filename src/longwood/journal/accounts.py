"""What a finished game comes to: the pieces of its analysis, each a pure function, so that any process may make one."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from longwood.laid import has_unknown
from longwood.session import Session

if TYPE_CHECKING:
    from longwood.advice.entries import Par
    from longwood.advice.skill import Weighed

SEED = 0
"""What the analyst throws its dice with: the same game is weighed the same way each time."""


class Analysis(NamedTuple):
    """What was found in a game, in shares of the win chance; nothing where it took too long."""

    accuracy: float | None = None
    decisions: int | None = None
    chance: float | None = None
    """Of the fair player to win the deal; where rounds are dealt, the sum over them."""
    skill: float | None = None
    """What play cost, from 0 down, and what it cost to give up."""
    luck: float | None = None
    given_up: float | None = None
    """What giving up cost."""
    is_analyst_won: bool | None = None
    """Whether the fair player won the same deal; None where rounds are dealt."""
    best_score: int | None = None
    is_best_proven: bool | None = None

    @property
    def is_made(self) -> bool:
        """Whether anything was found: a game that was left alone is not analysed."""
        return self.chance is not None


def can_be_analysed(record: str) -> bool:
    """Whether a record can be replayed here and all cards are known: of other games nothing can be said."""
    try:
        return not has_unknown(Session.from_record(record).deal)
    except ValueError:
        # A game that this version does not have, or a move that it does not know.
        return False


def numbers_of(record: str) -> range:
    """The numbers of the positions that are weighed."""
    return range(len(Session.from_record(record).positions))


def analysis_of(
    record: str,
    weighed: Sequence["Weighed"],
    is_analyst_won: bool | None = None,
    best: "Par | None" = None,
    *,
    is_given_up: bool = False,
) -> Analysis:
    """What a finished game comes to, from all its positions in any order."""
    from longwood.advice.skill import account

    session = Session.from_record(record)
    found = account(sorted(weighed, key=lambda each: each.number))
    # Giving up throws away the chance that is left.
    given_up = found.last.value if is_given_up and found.last else 0.0
    return Analysis(
        accuracy=found.accuracy,
        decisions=found.decisions,
        chance=found.dealt,
        skill=found.skill - given_up,
        luck=found.luck,
        given_up=given_up,
        is_analyst_won=None if session.game.has_rounds else is_analyst_won,
        # That of one round is not that of a game.
        best_score=best.score if best and not best.is_of_round else None,
        is_best_proven=best.is_proven if best and not best.is_of_round else None,
    )


def is_won_by_analyst(record: str) -> bool | None:
    """Whether the fair player wins the deal of a game, played once; None where rounds are dealt."""
    *_, at_the_end = wins_of_analyst(record)
    return at_the_end


def wins_of_analyst(record: str) -> Iterator[bool | None]:
    """The same as far as it has been played: the last answer counts."""
    from longwood.advice.fair_player import wins_so_far

    session = Session.from_record(record)
    if session.game.has_rounds:
        yield None
    else:
        yield from wins_so_far(session.game, session.positions[0], seed=SEED)


def best_of(record: str) -> "Par":
    """The best score of the deal."""
    from longwood.advice.report import par

    return par(Session.from_record(record))


def weighed_at(record: str, number: int) -> "Weighed":
    """A position of a game, weighed as a report weighs it."""
    from longwood.advice.report import report_effort
    from longwood.advice.skill import weigh

    return weigh(record, report_effort(Session.from_record(record)), SEED, number)
