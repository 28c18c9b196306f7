"""Where a guided game stands: which step of the lesson comes next, whichever way the player went."""

from dataclasses import dataclass
from typing import Any

from longwood.core.game import AnyGame, Deal, Move
from longwood.games import family_of
from longwood.games.family import Family
from longwood.games.lesson import lesson_for
from longwood.notation import deal_text, parse_move
from longwood.session import Session


@dataclass(frozen=True, slots=True)
class Shown:
    """Where a guided game stands: the step that is next and its move here."""

    number: int
    """How many steps were made."""
    move: Move | None
    """Null when all were made, or when the player went another way."""
    say: str
    is_strayed: bool = False


def is_lesson(game: AnyGame, deal: Deal) -> bool:
    """Whether a lesson is written on a deal."""
    return lesson_for(family_of(game), game).deal == deal_text(game, deal)


def shown_step(session: Session) -> Shown:
    """The step that comes next in a game on the lesson's deal. Of moves that come to the same thing any will do."""
    game, acts = session.game, session.acts
    family = family_of(game)
    lesson = lesson_for(family, game)
    planned = here = session.positions[0]
    for number, step in enumerate(lesson.steps):
        m = parse_move(game, step.move)
        wanted = _as_planned(game, planned, here, m)
        if wanted is None or number == len(acts):
            return Shown(number, wanted, step.say if wanted else lesson.end)
        if len(acts[number]) != 1 or not _is_alike(family, game, here, acts[number][0], wanted):
            return Shown(number, None, f"That works too. The lesson's move: {game.describe(here, wanted)}.", True)
        planned, here = game.play(planned, m), game.play(here, acts[number][0])
    return Shown(len(lesson.steps), None, lesson.end)


def _as_planned(game: AnyGame, planned: Any, here: Any, m: Move) -> Move | None:
    """The move that does here what one does in the position of the plan; None if there is none."""

    def told(p: Any, each: Move) -> tuple[Any, ...]:
        return p.piles[each.src][-each.count :], p.piles[each.dst][-1:], game.kinds[each.dst]

    wanted = told(planned, m)
    alike = [each for each in game.moves(here) if told(here, each) == wanted]
    return m if m in alike else next(iter(alike), None)


def _is_alike(family: Family, game: AnyGame, p: Any, played: Move, wanted: Move) -> bool:
    if played == wanted:
        return True
    if played not in game.moves(p):
        return False
    if family.twin and (twin := family.twin(game, p, wanted)) and twin == family.twin(game, p, played):
        return True
    return game.key(game.play(p, played)) == game.key(game.play(p, wanted))
