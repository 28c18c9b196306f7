"""The win chance of a position and of each of its moves, from what the player can see.

The moves race: the quick player plays all of them on in the same worlds. Beside that some worlds are solved. What both
find becomes one number by `calibration`, and the moves are ranked by it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from longwood.advice.calibration import CERTAIN, WinChance
from longwood.advice.ranking import Chance, Evidence, ranked
from longwood.advice.trials import distinct_moves, glance, idle_moves, race, trial, usual_effort
from longwood.advice.worlds import count_worlds, some_worlds
from longwood.core.game import AnyGame, Move
from longwood.core.shares import Share
from longwood.games import family_of
from longwood.games.family import Effort
from longwood.solver import Limit, Verdict

ONE = {Verdict.WON: Share(won=1), Verdict.LOST: Share(lost=1), Verdict.UNKNOWN: Share(unknown=1)}
IN_A_BATCH = 20


@dataclass(frozen=True, slots=True)
class Chances:
    """The win chance of every move, the best first. Moves that come to the same thing are there once."""

    share: Share
    """The worlds in which the position can be won, by someone who sees all the cards."""
    moves: tuple[Chance, ...]
    is_exact: bool
    """Whether these are all the worlds there are; with nothing hidden that is one, and the chance is the verdict."""

    @property
    def win(self) -> WinChance:
        """The win chance of the position: that of its best move."""
        return self.moves[0].win if self.moves else CERTAIN[False]


def chances(game: AnyGame, p: Any, effort: Effort | None = None, seed: int = 0) -> Chances:
    """The win chance of a position and of every move. Same question, same seed: same answer."""
    *_, last = look(game, p, effort, seed)
    return last


def look(game: AnyGame, p: Any, effort: Effort | None = None, seed: int = 0) -> Iterator[Chances]:
    """The chances after the race, after a few worlds, and so on to the last."""
    family = family_of(game)
    usual = usual_effort(game)
    effort = effort or usual
    # Two worlds tell moves apart even where none is solved. All that are left are always solved, if that takes no time:
    # what is proven must not depend on who asks.
    is_few = family.is_exact and count_worlds(game, p) <= usual.worlds
    worlds, is_all = some_worlds(game, p, usual.worlds if is_few else max(effort.worlds, 2), seed)
    same_as = distinct_moves(game, p, worlds)
    tally = _Tally(game, p, same_as)
    tally.idle = idle_moves(game, worlds[0], tally.moves)
    solved = worlds if effort.worlds or is_few or len(worlds) == 1 else []
    if len(worlds) > 1 or not family.is_exact:
        tally.race(seed, effort.games)
    # An only world gets the budget of all, and no less than a verdict has.
    least = (family.budget(0) or 0) if len(worlds) == 1 else 0
    limit = Limit(nodes=max(effort.nodes * max(effort.worlds // len(worlds), 1), least))
    size = IN_A_BATCH if family.is_exact else 1
    for at in range(0, len(solved), size):
        for world in solved[at : at + size]:
            tally.add(world, limit)
        if at + size < len(solved):
            yield tally.chances(is_all=False)
    yield tally.chances(is_all=is_all and bool(solved))


class _Tally(Evidence):
    """What is known so far, and how more becomes known."""

    def __init__(self, game: AnyGame, p: Any, same_as: dict[Move, Move]) -> None:
        super().__init__(game, p, list(dict.fromkeys(same_as.values())))
        self.same_as = same_as
        self.share = Share()

    def race(self, seed: int, games: int) -> None:
        """Play all moves on in a race, if there is a player for it."""
        self.raced = race(self.game, self.p, self.moves, seed, games) if self.moves else None

    def add(self, world: Any, limit: Limit) -> None:
        """Count a world."""
        winners, losers, found = glance(self.game, world, self.moves, limit)
        first = self.same_as.get(found.first, found.first) if found.first else None
        self.share += ONE[found.verdict]
        for m in self.moves:
            # After a lost world every move is lost; one that was too hard is seldom easier a move later.
            verdict = Verdict.LOST if m in losers else found.verdict
            if verdict is Verdict.WON and m != first and m not in winners:
                verdict = trial(self.game, world, self.game.play(world, m), limit).verdict
            self.shares[m] += ONE[verdict]
            self.leads[m] += m in winners or m == first

    def chances(self, *, is_all: bool) -> Chances:
        """The moves as they stand."""
        self.is_all = is_all
        alike: dict[Move, list[Move]] = {}
        for m, same in self.same_as.items():
            alike.setdefault(same, []).append(m)
        found = [replace(c, move=alike[c.move][0], alike=tuple(alike[c.move][1:])) for c in ranked(self)]
        return Chances(self.share, tuple(found), is_all)
