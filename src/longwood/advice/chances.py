"""The win chance from what the player can see: unseen cards are reshuffled, and each world is solved.

Where the quick player races, its race alone ranks the moves; elsewhere the worlds count too.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from longwood.advice.trials import distinct_moves, glance, idle_moves, play_on, quick_player, race, trial
from longwood.advice.worlds import some_worlds
from longwood.advice.worlds import worlds as more_worlds
from longwood.core.game import AnyGame, Move, PileKind
from longwood.core.shares import Share
from longwood.games import family_of
from longwood.games.family import Effort
from longwood.solver import Limit, Verdict

ONE = {Verdict.WON: Share(won=1), Verdict.LOST: Share(lost=1), Verdict.UNKNOWN: Share(unknown=1)}
IN_A_BATCH = 20
FOCUS = ((8, 3), (3, 6))
"""Without a race: so many of the best moves are played on in so many times the worlds that were solved."""
FOCUS_SEED = 1_000_003
CLOSE = 0.015
"""Where worlds are not decided at once, moves this close to the best are as good: that is two games in 134."""


@dataclass(frozen=True, slots=True)
class Chance:
    """What is known of a move."""

    move: Move
    share: Share
    """The worlds in which the position after it can be won, by someone who saw all the cards."""
    played: Share | None = None
    """Where there is a quick player: the games won by playing on from there without seeing more than the player."""
    is_raced: bool = False
    """Whether it was played on in a race of all moves. Then it is ranked by nothing else."""
    leads: int = 0
    """The worlds in which a win was found that begins with it."""
    alike: tuple[Move, ...] = ()
    """Moves that come to the same thing as far as the player can tell: this one stands for them."""

    @property
    def value(self) -> float:
        """What moves are ranked by."""
        if self.played is None:
            return self.share.middle
        return self.played.least if self.is_raced else (self.share.middle + 2 * self.played.least) / 3


@dataclass(frozen=True, slots=True)
class Chances:
    """The share of worlds in which a position can be won, and that of every move, the best first.

    Moves that come to the same thing are there once.
    """

    share: Share
    moves: tuple[Chance, ...]
    is_exact: bool
    """Whether these are all the worlds there are; with nothing hidden that is one, and the chance is the verdict."""


def chances(game: AnyGame, p: Any, effort: Effort | None = None, seed: int = 0) -> Chances:
    """The win chance of a position and of every move. Same question, same seed: same answer."""
    *_, last = look(game, p, effort, seed)
    return last


def look(game: AnyGame, p: Any, effort: Effort | None = None, seed: int = 0) -> Iterator[Chances]:
    """The chances after a few worlds, after some more, and so on to the last."""
    family = family_of(game)
    effort = effort or family.effort
    worlds, is_all = some_worlds(game, p, effort.worlds, seed)
    # One world gets the budget of all.
    limit = Limit(nodes=effort.nodes * (effort.worlds // len(worlds)))
    same_as = distinct_moves(game, p, worlds)
    moves = list(dict.fromkeys(same_as.values()))
    tally = _Tally(game, moves, limit, idle_moves(game, worlds[0], moves))
    is_played = quick_player(game) is not None and len(worlds) > 1 and bool(moves)
    is_raced = is_played and tally.race(p, seed, effort.games)
    size = IN_A_BATCH if family.is_exact else 1
    for at in range(0, len(worlds), size):
        batch = worlds[at : at + size]
        for world in batch:
            winners = tally.add(world, same_as)
            if is_played and not is_raced:
                tally.count(winners)
        done = at + len(batch)
        yield tally.chances(same_as, is_exact=is_all and done == len(worlds))
    if is_played and not is_raced and not is_all:
        for keep, batch, its_seed in _further(game, p, effort, seed):
            tally.focus(keep)
            tally.play_on(batch, tally.leaders, its_seed)
            yield tally.chances(same_as, is_exact=False)
        if tally.catch_up(batch, its_seed):
            yield tally.chances(same_as, is_exact=False)


def _further(game: AnyGame, p: Any, effort: Effort, seed: int) -> Iterator[tuple[int, list[Any], int]]:
    """How many of the best moves are played on in which further worlds, and with which seed."""
    for keep, times in FOCUS:
        seed += FOCUS_SEED
        yield keep, list(islice(more_worlds(game, p, seed), times * effort.worlds)), seed


def played_worlds(game: AnyGame, p: Any, effort: Effort, seed: int = 0) -> list[tuple[list[Any], int]]:
    """All worlds in which a hint without a race plays its best moves on, batch by batch with their seeds."""
    worlds, is_all = some_worlds(game, p, effort.worlds, seed)
    batches = [(worlds, seed)]
    return batches if is_all else batches + [(batch, at) for _, batch, at in _further(game, p, effort, seed)]


class _Tally:
    """The shares so far."""

    def __init__(self, game: AnyGame, moves: list[Move], limit: Limit, idle: set[Move]) -> None:
        self.game, self.moves, self.limit, self.idle = game, moves, limit, idle
        self.share = Share()
        self.shares = dict.fromkeys(moves, Share())
        self.leads = dict.fromkeys(moves, 0)
        self.played = dict.fromkeys(moves, Share())
        self.leaders = moves
        self.is_raced = False

    def race(self, p: Any, seed: int, games: int) -> bool:
        """Play all moves on in a race, if there is a player for it; those that stay in it to the end lead."""
        found = race(self.game, p, self.moves, seed, games)
        if found is None:
            return False
        played = found.played.tolist()
        for m, won, trials in zip(self.moves, found.wins, played, strict=True):
            self.played[m] = Share(won=won, lost=trials - won)
        self.leaders = [m for m, trials in zip(self.moves, played, strict=True) if trials == max(played)]
        self.is_raced = True
        return True

    def add(self, world: Any, same_as: dict[Move, Move]) -> set[Move]:
        """Count a world; the moves after which the quick player was seen to win it."""
        winners, losers, found = glance(self.game, world, self.moves, self.limit)
        first = same_as.get(found.first, found.first) if found.first else None
        self.share += ONE[found.verdict]
        for m in self.moves:
            # After a lost world every move is lost; one that was too hard is seldom easier a move later.
            verdict = Verdict.LOST if m in losers else found.verdict
            if verdict is Verdict.WON and m != first and m not in winners:
                verdict = trial(self.game, world, self.game.play(world, m), self.limit).verdict
            self.shares[m] += ONE[verdict]
        for m in self.leads:
            self.leads[m] += m in winners or m == first
        return winners

    def count(self, winners: set[Move]) -> None:
        """What the quick player came to after each move."""
        for m in self.moves:
            self.played[m] += Share(won=1) if m in winners else Share(lost=1)

    def play_on(self, batch: list[Any], moves: list[Move], seed: int) -> None:
        won, each = play_on(self.game, batch, moves, seed)
        for m, n in zip(moves, won.sum(axis=0, dtype=int).tolist(), strict=True):
            self.played[m] += Share(won=n, lost=each * len(batch) - n)

    def focus(self, keep: int) -> None:
        """From now on only the best moves are played on."""
        self.leaders = [c.move for c in sorted(map(self._chance, self.leaders), key=self._rank)[:keep]]

    def catch_up(self, batch: list[Any], seed: int) -> bool:
        """Play moves on that were left out and now look better than all that were not; whether there are any."""
        best = max([self._chance(m).value for m in self.leaders])
        behind = [m for m in self.moves if m not in self.leaders and self._chance(m).value > best]
        if behind:
            self.play_on(batch, behind, seed)
            self.leaders = [*self.leaders, *behind]
        return bool(behind)

    def chances(self, same_as: dict[Move, Move], *, is_exact: bool) -> Chances:
        leaders = set(self.leaders)
        alike: dict[Move, list[Move]] = {}
        for m, same in same_as.items():
            alike.setdefault(same, []).append(m)
        found = [
            (same not in leaders, replace(self._chance(same), move=first, alike=tuple(others)))
            for same, (first, *others) in alike.items()
        ]
        # The first is one of those that were played on most; after it figures that stand side by side decide.
        found.sort(key=lambda each: (each[0], self._rank(each[1])))
        ranked = [chance for _, chance in found]
        ranked[1:] = sorted(ranked[1:], key=self._rank)
        if not family_of(self.game).is_exact and ranked:
            close = [c for c in ranked if c.value >= ranked[0].value - CLOSE and c.move in leaders]
            ranked = sorted(close, key=self._merits) + [c for c in ranked if c not in close]
        return Chances(self.share, tuple(ranked), is_exact)

    def _chance(self, m: Move) -> Chance:
        played = self.played[m] if self.played[m].trials else None
        return Chance(m, self.shares[m], played, self.is_raced, self.leads[m])

    def _rank(self, chance: Chance) -> tuple[float, float, bool, bool, int]:
        # Where no game of a race was won, or all were, the worlds decide after all.
        return -chance.value, -chance.share.middle if chance.is_raced else 0.0, *self._merits(chance)

    def _merits(self, chance: Chance) -> tuple[bool, bool, int]:
        # Of equal moves a card up is what a player expects, and one that leads nowhere what no one wants; what is equal
        # still stays in the order of the rules.
        is_up = self.game.kinds[chance.move.dst] is PileKind.FOUNDATION
        return not is_up, chance.move in self.idle, -chance.leads
