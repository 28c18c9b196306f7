"""Moves ranked by the one number, from what is known of them."""

from dataclasses import dataclass
from functools import partial
from math import inf, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from longwood.advice.calibration import (
    Calibration,
    Sample,
    WinChance,
    calibration,
    certain,
    shares_alone,
    unseen_share,
    win_chance,
)
from longwood.advice.trials import race
from longwood.core.game import AnyGame, Move, PileKind
from longwood.core.shares import Share
from longwood.games import family_of

if TYPE_CHECKING:
    from longwood.kernels.racing import Race

CLOSE = 0.015
"""Where worlds are not decided at once, moves whose shares are this close to the best are as good."""
FRESH = 1_000_003
"""What is added to the seed for worlds that chose nothing."""
OPEN = WinChance(0.5, 0.0, 1.0, is_fitted=False)
"""Before anything is known."""
NOTHING = Share()


@dataclass(frozen=True, slots=True)
class Chance:
    """What is known of a move."""

    move: Move
    win: WinChance = OPEN
    """The win chance after it: what the fair player makes of it, before its cards turn up. Moves are ranked by it."""
    share: Share = NOTHING
    """The worlds in which the position after it can be won, by someone who sees all the cards."""
    played: Share | None = None
    """Where there is a quick player: the games won by playing on from there without seeing more than the player."""
    leads: int = 0
    """The worlds in which a win was found that begins with it."""
    alike: tuple[Move, ...] = ()
    """Moves that come to the same thing as far as the player can tell: this one stands for them."""


class Evidence:
    """What was found out about the moves of a position."""

    def __init__(self, game: AnyGame, p: Any, moves: list[Move]) -> None:
        self.game, self.p, self.moves = game, p, moves
        self.shares = dict.fromkeys(moves, Share())
        self.leads = dict.fromkeys(moves, 0)
        self.idle: set[Move] = set()
        self.raced: Race | None = None
        self.is_all = False

    def played(self, m: Move) -> Share | None:
        """The games of a move in the race."""
        if self.raced is None:
            return None
        at = self.moves.index(m)
        won, trials = int(self.raced.won[:, at].sum()), int(self.raced.played[at])
        return Share(won=won, lost=trials - won)


def ranked(known: Evidence) -> list[Chance]:
    """All moves with their win chances, the best first."""
    moves, shares = known.moves, known.shares
    if not moves:
        return []
    raced = {m: known.played(m) for m in moves}
    played = {m: raced[m] or NOTHING for m in moves}
    solved = shares[moves[0]].trials
    weights = calibration(known.game, plays=known.raced is not None, solves=solved > 0)
    unseen = unseen_share(known.game, known.p)

    def win(m: Move, quick: float, won: float, games: int, by: Calibration = weights) -> WinChance:
        undecided = min(shares[m].most - shares[m].least, 1 - won)
        found = Sample(quick, games, won, undecided, solved)
        return certain(shares[m], is_all=known.is_all) or win_chance(by, found, unseen, played[m].trials)

    most = max([played[m].trials for m in moves])
    # The best is chosen by what was found itself: whoever fits the number anew does not change the player.
    by = shares_alone(weights)
    raw = {m: win(m, played[m].least, shares[m].least, most, by) for m in moves}
    merits = partial(_merits, known)
    # Whoever stayed in the race to its end may be the best: a move that dropped out does not overtake by its luck. What
    # is proven to lose comes after all that may still win.
    hopeful = [m for m in moves if not _is_lost(raw[m])] or moves
    longest = max([played[m].trials for m in hopeful])
    leaders = [m for m in hopeful if played[m].trials == longest or raw[m].is_proven]
    best = min(leaders, key=lambda m: (-raw[m].value, -shares[m].middle, *merits(m)))
    if not family_of(known.game).is_exact and not raw[best].is_proven:
        best = min([m for m in leaders if raw[m].value >= raw[best].value - CLOSE], key=merits)
    top = win(best, played[best].least, shares[best].least, most)
    found = [Chance(best, top, shares[best], raced[best], known.leads[best])]
    for m in moves:
        if m == best:
            continue
        quick = max(played[best].least - _behind(known.raced, moves.index(best), moves.index(m)), 0.0)
        won = shares[best].least - _doubted(shares[best].least - shares[m].least, solved)
        its = _capped(win(m, quick, won, longest), top)
        found.append(Chance(m, its, shares[m], raced[m], known.leads[m]))
    found[1:] = sorted(found[1:], key=lambda c: (-c.win.value, -c.share.middle, *merits(c.move)))
    return found


def beside(game: AnyGame, p: Any, best: Chance, other: Chance, seed: int) -> tuple[WinChance, float]:
    """The win chance of a move that is not the best, and how much of what it falls behind may be luck.

    Both are played on in worlds that did not choose the best one, as often as it was in the race: whoever is to be told
    what a move cost should hear it neither from a handful of games nor from the luck of the winner.
    """
    if best.played is None or other.played is None or other.win.is_proven or best.win.is_proven:
        return other.win, 0.0
    trials = best.played.trials
    duel = race(game, p, [best.move, other.move], seed + FRESH, 2 * trials, drop=inf)
    if duel is None or np.array_equal(duel.won[:, 0], duel.won[:, 1]):
        # A move that changes nothing runs with the other one: then the race of all has more to say.
        return other.win, 0.0
    gap, error = _gap(duel, 0, 1)
    quick, share = best.played.least, other.share
    weights = calibration(game, plays=True, solves=share.trials > 0)
    unseen = unseen_share(game, p)

    def win(behind: float) -> WinChance:
        share_of_games = max(quick - max(behind, 0.0), 0.0)
        found = Sample(share_of_games, trials, share.least, share.most - share.least, share.trials)
        return _capped(win_chance(weights, found, unseen), best.win)

    return win(gap), win(gap - error).value - win(gap).value


def _is_lost(win: WinChance) -> bool:
    return win.is_proven and not win.value


def _capped(win: WinChance, best: WinChance) -> WinChance:
    """Nothing is better than the best: what it may seem to be is luck."""
    if win.value <= best.value:
        return win
    return win._replace(value=best.value, low=min(win.low, best.value), is_proven=False)


def _gap(raced: "Race", best: int, other: int) -> tuple[float, float]:
    """By how much a move fell behind the best in the worlds of both, and the standard error of that."""
    common = int(min(raced.played[best], raced.played[other]))
    gaps = raced.won[:common, best].astype(np.int64) - raced.won[:common, other]
    return float(gaps.mean()), float(gaps.std()) / sqrt(common)


def _behind(raced: "Race | None", best: int, other: int) -> float:
    """By how much a move fell behind the best, less a standard error: luck is no mistake."""
    if raced is None:
        return 0.0
    gap, error = _gap(raced, best, other)
    return max(gap - error, 0.0)


def _doubted(gap: float, trials: int) -> float:
    """A difference of shares of the same worlds, less a standard error if they differ in no more than they must."""
    return max(gap - sqrt(gap * (1 - gap) / trials), 0.0) if trials and gap > 0 else 0.0


def _merits(known: Evidence, m: Move) -> tuple[bool, bool, int]:
    # Of equal moves a card up is what a player expects, and one that leads nowhere what no one wants; what is equal
    # still stays in the order of the rules.
    is_up = known.game.kinds[m.dst] is PileKind.FOUNDATION
    return not is_up, m in known.idle, -known.leads[m]
