"""Skill and luck: what play cost and what the cards gave, in points of the win chance.

The win chance V of a position is that of its best move, and that of a move stands before its cards turn up. So

    skill of a move = V(move) - V(position)                 never above 0
    luck of a move  = V(position that came) - V(move)
    V(deal) + all skill + all luck = 1 for a game that was won, 0 for one that was lost

and a game that is not over adds up to the win chance of its last position. Where rounds are dealt each is a game.
"""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from longwood.advice.calibration import CERTAIN, WinChance, number_effort
from longwood.advice.chances import chances
from longwood.advice.ranking import beside
from longwood.core.game import AnyGame, Move
from longwood.games import family_of
from longwood.games.family import Effort
from longwood.session import Session
from longwood.solver.plain_search import is_goal

HALVING = 0.15
"""Accuracy halves with every so much of the win chance that a decision loses."""
LEAST_AT_STAKE = 0.01
"""Moves that differ by less come to the same: choosing one of them is no decision."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A move of a game among those that were open, by what could be seen before it."""

    move: Move
    played: WinChance
    """The win chance after it, before its cards turned up."""
    best: Move
    """The move that a fair hint names."""
    win: WinChance
    """The win chance of that one, and so of the position."""
    at_stake: float
    """By how much the best move is better than the worst."""
    clears: bool = False
    """Whether it won the game or cleared a round."""

    @property
    def skill(self) -> float:
        """What it cost, from 0 down."""
        return self.played.value - self.win.value

    @property
    def is_decision(self) -> bool:
        """Whether there was something to choose."""
        return self.at_stake > LEAST_AT_STAKE


@dataclass(frozen=True, slots=True)
class Weighed:
    """The win chance of the position before act `number`, and the choices of the act: autoplay makes several at once.

    After the last act there is a position and no choice.
    """

    number: int
    win: WinChance
    choices: tuple[Choice, ...] = ()

    @property
    def skill(self) -> float:
        """What the act cost, from 0 down."""
        return sum([each.skill for each in self.choices])

    def luck(self, after: WinChance) -> float:
        """What the cards gave, if the next position has this win chance."""
        came = [each.win for each in self.choices[1:]] + [after]
        given = zip(self.choices, came, strict=False)
        return sum([(1.0 if each.clears else then.value) - each.played.value for each, then in given])

    @property
    def starts(self) -> bool:
        """Whether a new round begins with the next position."""
        return any(each.clears for each in self.choices)


@dataclass(frozen=True, slots=True)
class Account:
    """A whole game in points of the win chance: what it began with, what play cost, what the cards gave."""

    dealt: float
    """The win chance of the deal; where rounds are dealt, the sum over them."""
    skill: float
    luck: float
    accuracy: float | None
    """In per cent, over decisions only; None where there was none."""
    decisions: int

    @property
    def result(self) -> float:
        """1 for a win, 0 for a loss, the win chance so far for a game that is not over; of rounds their sum."""
        return self.dealt + self.skill + self.luck

    @property
    def adjusted(self) -> float:
        """The result without the luck: its mean over many games tells strength with less noise than the wins do."""
        return self.dealt + self.skill

    @property
    def error_rate(self) -> float | None:
        """The win chance that a decision lost, on average."""
        return abs(self.skill) / self.decisions if self.decisions else None


def accuracy(loss: float) -> float:
    """The accuracy of a decision in per cent: 100 for the best move, half as much for every 15 points lost."""
    return float(100 * 2 ** (-loss / HALVING))


def account(weighed: list[Weighed]) -> Account:
    """What a game comes to, from all its acts in order and the position after the last."""
    acts = list(pairwise(weighed))
    dealt = weighed[0].win.value + sum([then.win.value for act, then in acts if act.starts and then.choices])
    decided = [each for act in weighed for each in act.choices if each.is_decision]
    mean = sum([accuracy(-each.skill) for each in decided]) / len(decided) if decided else None
    skill = sum([act.skill for act in weighed])
    return Account(dealt, skill, sum([act.luck(then.win) for act, then in acts]), mean, len(decided))


def weigh(record: str, effort: Effort, seed: int, number: int) -> Weighed:
    """The win chance before an act, from what the player saw then, and what became of it."""
    session = Session.from_record(record)
    game, p = session.game, session.positions[number]
    act = session.acts[number] if number < len(session.acts) else ()
    choices = []
    for m in act:
        choices.append(_choice(game, p, m, effort, seed))
        p = game.play(p, m)
    return Weighed(number, choices[0].win if choices else position_win(game, p, effort, seed), tuple(choices))


def position_win(game: AnyGame, p: Any, effort: Effort | None = None, seed: int = 0) -> WinChance:
    """The win chance of a position: certain where the game is over."""
    effort = effort or number_effort(game, family_of(game).effort)
    if game.won(p) or not game.moves(p):
        return CERTAIN[game.won(p)]
    return chances(game, p, effort, seed).win


def _choice(game: AnyGame, p: Any, m: Move, effort: Effort, seed: int) -> Choice:
    if game.won(p):
        return Choice(m, CERTAIN[True], m, CERTAIN[True], 0.0)
    found = chances(game, p, effort, seed)
    best, worst = found.moves[0], found.moves[-1]
    played = next(each for each in found.moves if m in (each.move, *each.alike))
    win = played.win if played is best else beside(game, p, best, played, seed)
    # Where the best move comes to the same as the one that was played, it is that one.
    named = m if played is best else best.move
    clears = is_goal(game, p, game.play(p, m))
    return Choice(m, win, named, best.win, best.win.value - worst.win.value, clears)
