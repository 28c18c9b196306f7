"""Skill and luck: what play cost and what the cards gave, in points of the win chance.

The win chance V of a position is that of its best move, and that of a move stands before its cards turn up. So

    skill of a move = V(move) - V(position)                 never above 0
    luck of a move  = V(position that came) - V(move)
    V(deal) + all skill + all luck = 1 for a game that was won, 0 for one that was lost

and a game that is not over adds up to the win chance of its last position. Where rounds are dealt each is a game.
"""

from collections.abc import Hashable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from longwood.advice.calibration import CERTAIN, WinChance, number_effort
from longwood.advice.chances import chances
from longwood.advice.preference import ranked_moves
from longwood.advice.ranking import beside
from longwood.advice.trials import usual_effort
from longwood.core.game import AnyGame, Move
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
    begins: bool = False
    """Whether a round begins after it."""
    doubt: float = 0.0
    """How much of what it cost may be luck: a standard error. Grades and accuracy leave it out."""

    @property
    def skill(self) -> float:
        """What it cost, from 0 down."""
        return self.played.value - self.win.value

    @property
    def loss(self) -> float:
        """What it is graded by: what it cost beyond doubt."""
        return max(-self.skill - self.doubt, 0.0)

    @property
    def is_decision(self) -> bool:
        """Whether there was something to choose."""
        return max(self.at_stake, self.loss) > LEAST_AT_STAKE


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

    @property
    def loss(self) -> float:
        """What the act is graded by."""
        return sum([each.loss for each in self.choices])

    @property
    def is_decision(self) -> bool:
        """Whether there was something to choose."""
        return any(each.is_decision for each in self.choices)

    def came(self, after: WinChance) -> list[tuple[Choice, WinChance]]:
        """Each choice with the win chance of the position it led to, if that of the last one is this."""
        return list(zip(self.choices, [*[each.win for each in self.choices[1:]], after], strict=False))

    def luck(self, after: WinChance) -> float:
        """What the cards gave, if the next position has this win chance."""
        return sum([(1.0 if each.clears else then.value) - each.played.value for each, then in self.came(after)])


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
    error_rate: float | None = None
    """The win chance that a decision lost, on average."""
    rounds: int = 1
    first: WinChance | None = field(default=None, compare=False)
    """The win chance of the deal."""
    last: WinChance | None = field(default=None, compare=False)
    """That of the last position."""

    @property
    def result(self) -> float:
        """1 for a win, 0 for a loss, the win chance so far for a game that is not over; of rounds their sum."""
        return self.dealt + self.skill + self.luck

    @property
    def adjusted(self) -> float:
        """The result without the luck: its mean over many games tells strength with less noise than the wins do."""
        return self.dealt + self.skill


def accuracy(loss: float) -> float:
    """The accuracy of a decision in per cent: 100 for the best move, half as much for every 15 points lost."""
    return float(100 * 2 ** (-loss / HALVING))


def account(weighed: list[Weighed]) -> Account:
    """What a game comes to, from all its acts in order and the position after the last."""
    came = [each for act, then in pairwise(weighed) for each in act.came(then.win)]
    begun = [then.value for choice, then in came if choice.begins]
    decided = [choice for choice, _ in came if choice.is_decision]
    count = len(decided)
    return Account(
        dealt=weighed[0].win.value + sum(begun),
        skill=sum([act.skill for act in weighed]),
        luck=sum([act.luck(then.win) for act, then in pairwise(weighed)]),
        accuracy=sum([accuracy(each.loss) for each in decided]) / count if count else None,
        decisions=count,
        error_rate=sum([each.loss for each in decided]) / count if count else None,
        rounds=1 + len(begun),
        first=weighed[0].win,
        last=weighed[-1].win,
    )


def weigh(record: str, effort: Effort, seed: int, number: int) -> Weighed:
    """The win chance before an act, from what the player saw then, and what became of it."""
    session = Session.from_record(record)
    game, p = session.game, session.positions[number]
    act = session.acts[number] if number < len(session.acts) else ()
    been = {game.key(q) for q in session.positions[: number + 1]}
    choices = []
    for m in act:
        choices.append(_choice(game, p, m, effort, seed, been))
        p = game.play(p, m)
        been.add(game.key(p))
    return Weighed(number, choices[0].win if choices else position_win(game, p, effort, seed), tuple(choices))


def position_win(game: AnyGame, p: Any, effort: Effort | None = None, seed: int = 0) -> WinChance:
    """The win chance of a position: certain where the game is over."""
    effort = effort or number_effort(game, usual_effort(game))
    if game.won(p) or not game.moves(p):
        return CERTAIN[game.won(p)]
    return chances(game, p, effort, seed).win


def _choice(game: AnyGame, p: Any, m: Move, effort: Effort, seed: int, been: set[Hashable]) -> Choice:
    if game.won(p):
        return Choice(m, CERTAIN[True], m, CERTAIN[True], 0.0)
    found = chances(game, p, effort, seed)
    best = ranked_moves(game, p, found, effort, seed, been)[0]
    worst = min([each.win.value for each in found.moves])
    played = next(each for each in found.moves if m in (each.move, *each.alike))
    is_best = played.move == best.move
    win, doubt = (best.win, 0.0) if is_best else beside(game, p, best, played, seed)
    if win.value > best.win.value:
        # The best one that leads on: what only leads back may look better.
        win = win._replace(value=best.win.value)
    after = game.play(p, m)
    return Choice(
        move=m,
        played=win,
        # Where the best move comes to the same as the one that was played, it is that one.
        best=m if is_best else best.move,
        win=best.win,
        at_stake=best.win.value - worst,
        clears=is_goal(game, p, after),
        begins=game.has_rounds and not game.won(after) and is_goal(game, p, after),
        doubt=doubt,
    )
