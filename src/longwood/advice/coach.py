"""A word on the move that was just made: the report's own grade, from what could be seen before it."""

from dataclasses import dataclass

from longwood.advice.entries import Better, grade_of, is_weak, mark_of
from longwood.advice.report import report_effort
from longwood.advice.skill import Weighed, weigh
from longwood.core.words import counted
from longwood.games.family import Effort
from longwood.session import Session


@dataclass(frozen=True, slots=True)
class Coached:
    """The grade of the last act, and why. What was forced has none to speak of: it was no decision."""

    weighed: Weighed
    grade: str
    is_decision: bool
    words: str
    better: Better | None
    """What would have been better, where something would."""


def coached(session: Session, effort: Effort | None = None, seed: int = 0) -> Coached:
    """The grade of the last act of a game, and the reason in a sentence or two."""
    if not session.acts:
        raise ValueError("nothing was played yet")
    number = len(session.acts) - 1
    found = weigh(str(session.record), report_effort(session, effort), seed, number)
    better = mark_of(found, is_turn=False, line=()).better if is_weak(found) else None
    return Coached(found, grade_of(found), found.is_decision, _words(session, found, better), better)


def _words(session: Session, found: Weighed, better: Better | None) -> str:
    game = session.game
    if better is None:
        is_best = all(each.move == each.best for each in found.choices)
        return "No move was better." if is_best else "No move was clearly better."
    p = better.position(game, session.positions[found.number])
    before, after = better.win, min([each.played for each in found.choices], key=lambda win: win.value)
    cost = max(round(-100 * found.skill), 1)
    words = f"Better: {game.describe(p, better.move)}, {before.words} to win."
    return f"{words} Yours cost {counted(cost, 'point')}." if after.is_vague else f"{words} Your move: {after.words}."
