"""Hints of two kinds: fair, from what the player can see, and using hidden cards, from a win that is proven."""

from collections.abc import Collection, Hashable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any

from longwood.advice.chances import chances
from longwood.advice.preference import ranked_moves
from longwood.advice.ranking import Chance
from longwood.advice.reasons import win_words
from longwood.advice.trials import distinct_moves, usual_effort
from longwood.advice.verdicts import KnownWins, verdict
from longwood.advice.worlds import some_worlds
from longwood.core.game import STOCK, AnyGame, Move
from longwood.core.words import counted
from longwood.games import family_of
from longwood.games.family import Effort
from longwood.solver import Limit, Result, Verdict, best_score


class Kind(Enum):
    """Where a hint comes from."""

    FAIR = "fair"
    ALL_SEEING = "all-seeing"


@dataclass(frozen=True, slots=True)
class Hint:
    """A move to make and why; without a move there is nothing left to do but what it says."""

    kind: Kind
    move: Move | None
    why: str
    chance: Chance | None = None
    """What a fair hint rests on."""
    line: tuple[Move, ...] = ()
    """What a hint using hidden cards rests on: a win that begins with the move."""
    is_exact: bool = False
    """Whether the chance was counted over all worlds that there are."""


def fair_hints(
    game: AnyGame, p: Any, effort: Effort | None = None, seed: int = 0, been: Collection[Hashable] = ()
) -> list[Hint]:
    """Every move with its chance, the best first; one without a move if the game is over.

    Of moves that come to the same thing the first stands for all. Moves back to where the game has `been` (keys of
    positions) come last. Two positions that look the same to the player get the same answer.
    """
    over = _over(game, p, Kind.FAIR)
    if over:
        return [over]
    found = chances(game, p, effort, seed)
    world = some_worlds(game, p, 1, seed)[0][0]
    ranked = ranked_moves(game, p, found, effort or usual_effort(game), seed, been)
    only_deal = all(STOCK in (m.src, m.dst) for m in game.moves(p))
    hints = []
    for chance in ranked:
        if only_deal:
            effect = "nothing else to do"
        elif chance is ranked[0] and STOCK in (chance.move.src, chance.move.dst):
            effect = "nothing better to play"
        else:
            effect = family_of(game).effect(game, world, chance.move)
        words = win_words(chance.win, chance.share, is_exact=found.is_exact)
        if chance is ranked[0] and chance.win.is_proven and not chance.win.value:
            words += f" {'Undo' if len(been) > 1 else 'A new deal'} may be better."
        why = f"{effect[0].upper()}{effect[1:]}. {words}"
        hints.append(Hint(Kind.FAIR, chance.move, why, chance, is_exact=found.is_exact))
    return hints


def seeing_hints(game: AnyGame, p: Any, limit: Limit | None = None, wins: KnownWins | None = None) -> Iterator[Hint]:
    """The first move of a win, then other moves that keep a proven win; if there is none, the best that is left."""
    over = _over(game, p, Kind.ALL_SEEING)
    if over:
        yield over
        return
    family = family_of(game)
    limit = limit or Limit(nodes=family.budget(1))
    found = verdict(game, p, limit, wins)
    if found.verdict is not Verdict.WON:
        yield _best_left(game, p, limit, found)
        return
    goal = "clears the round" if game.has_rounds else "wins"
    why = _win_words(goal, found) + family_of(game).order_words(game, p, found.line[0])
    yield Hint(Kind.ALL_SEEING, found.line[0], why, line=found.line)
    same_as = distinct_moves(game, p, [p], is_seen=True)
    first = same_as[found.line[0]]
    # Others are looked for with less: whoever moves on meanwhile should not be kept waiting.
    limit = Limit(nodes=family.budget(0))
    for m in dict.fromkeys(same_as.values()):
        if m == first:
            continue
        after = game.play(p, m)
        other = verdict(game, after, limit, wins)
        if other.verdict is Verdict.WON:
            line = (m, *other.line)
            why = _win_words(f"also {goal}", other, 1) + family_of(game).order_words(game, p, m)
            yield Hint(Kind.ALL_SEEING, m, why, line=line)


def _win_words(goal: str, found: Result, more: int = 0) -> str:
    return f"{goal[0].upper()}{goal[1:]} in {counted(len(found.line) + more, 'move')}."


def _over(game: AnyGame, p: Any, kind: Kind) -> Hint | None:
    if game.won(p):
        return Hint(kind, None, "The game is won.")
    if not game.moves(p):
        return Hint(kind, None, "No moves left: undo, restart or take a new deal.")
    return None


def _best_left(game: AnyGame, p: Any, limit: Limit, found: Result) -> Hint:
    """What to do where no win is known."""
    best = best_score(game, p, limit)
    if found.verdict is Verdict.LOST:
        why = "This cannot be won (proven)"
    else:
        why = f"No win found in {found.nodes:,} positions, but none is ruled out"
    if not best.line:
        return Hint(Kind.ALL_SEEING, None, f"{why}.")
    best_words = "the best score that is left" if best.is_proven else "the best score found"
    why += f". This move leads to {best_words}, {best.score}." + family_of(game).order_words(game, p, best.line[0])
    return Hint(Kind.ALL_SEEING, best.line[0], why, line=best.line)
