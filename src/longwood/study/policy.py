"""Policies: who plays, where a study asks how often somebody wins. Anybody's own will do."""

import hashlib
import random
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, replace
from importlib import import_module
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, Protocol, runtime_checkable

from longwood.advice.fair_player import MOST_MOVES, fair_game
from longwood.advice.worlds import every_world, some_worlds
from longwood.core.game import AnyGame, Deal, Move
from longwood.core.words import shorten
from longwood.solver.plain_search import is_goal
from longwood.study import StudyError


@runtime_checkable
class Policy(Protocol):
    """Somebody who plays by what can be seen."""

    def choose(self, game: AnyGame, seen: Any, moves: list[Move], seed: int) -> Move:
        """One of some moves: the legal ones that lead to no position that this game has been in.

        `seen` looks as the table does, and what nobody has seen yet is dealt anew in it: peeking tells nothing.
        `seed` is another number at every move and the same in every run, for those who choose by lot.
        """
        ...


class First:
    """The first legal move: the rules list the best-looking first."""

    def choose(self, game: AnyGame, seen: Any, moves: list[Move], seed: int) -> Move:
        """The first."""
        return moves[0]


class Lot:
    """Any legal move, by lot."""

    def choose(self, game: AnyGame, seen: Any, moves: list[Move], seed: int) -> Move:
        """One by lot."""
        return random.Random(seed).choice(moves)  # noqa: S311  # a game, not a secret


FAIR = "fair"
"""The player whose wins the win chance forecasts: it follows the first fair hint at every move."""
KNOWN: dict[str, Policy] = {"first": First(), "random": Lot()}


class Played(NamedTuple):
    """How a game went."""

    is_won: bool
    line: tuple[Move, ...]


def play(game: AnyGame, number: int, policy: Policy | None) -> Played:
    """A deal as a policy plays it, or as the fair player does if there is none.

    No player goes back to a position of the same game, and after 400 moves the game ends. Where rounds are dealt, the
    game is won when its first round is cleared.
    """
    p = start = game.start(Deal(number))
    line: list[Move] = []
    if policy is None:
        for decision in fair_game(game, start, seed=number):
            line.append(decision.chosen.move)
            p = game.play(decision.position, decision.chosen.move)
        return Played(is_goal(game, start, p), tuple(line))
    been = {game.key(p)}
    for turn in range(MOST_MOVES):
        moves = [m for m in game.moves(p) if game.key(game.play(p, m)) not in been]
        if is_goal(game, start, p) or not moves:
            break
        m = _chosen(policy, game, number, shown(game, p, turn), list(moves))
        if m not in moves:
            raise StudyError(
                f"The policy chose {shorten(repr(m))} in {game.slug}.{number}, which is none of its moves."
            )
        line.append(m)
        p = game.play(p, m)
        been.add(game.key(p))
    return Played(is_goal(game, start, p), tuple(line))


class Shown(NamedTuple):
    """What a policy gets to know."""

    seen: Any
    seed: int


def shown(game: AnyGame, p: Any, turn: int) -> Shown:
    """A position as a policy may see it. It follows from what lies open and from the turn alone.

    So does the seed: one made of the deal's number would name every card. Rounds to come are those of another deal.
    """
    open_cards = next(every_world(game, p)).piles
    seed = int.from_bytes(hashlib.sha256(repr((open_cards, turn)).encode()).digest()[:6])
    seen = some_worlds(game, p, 1, seed)[0][0]
    if "deal" in [each.name for each in fields(seen)]:
        seen = replace(seen, deal=Deal(seed))
    return Shown(seen, seed)


def _chosen(policy: Policy, game: AnyGame, number: int, view: Shown, moves: list[Move]) -> Move:
    """What the policy chooses."""
    with _said(f"The policy failed in {game.slug}.{number}"):
        return policy.choose(game, view.seen, moves, view.seed)


@contextmanager
def _said(words: str) -> Iterator[None]:
    """Say in a sentence what goes wrong in a policy, for it is not our code. Nor may it end the program."""
    try:
        yield
    except (Exception, SystemExit) as error:
        raise StudyError(f"{words}: {shorten(f'{type(error).__name__}: {error}')}.") from error


def find_policy(text: str) -> Policy | None:
    """The policy of a name, of a `FILE.py:Name` or of a `package.module:Name`; None is the fair player.

    A `#` and some digits after it are those of the source: `StudyError` if that has changed since.
    """
    name, mark, digits = text.partition("#")
    if name == FAIR:
        return None
    if name in KNOWN:
        return KNOWN[name]
    module, attribute = _loaded(name)
    if mark and digits != _digits(module):
        raise StudyError(f"The policy {shorten(name)} is not the one that the study began with: its file has changed.")
    found = getattr(module, attribute, None)
    if isinstance(found, type):
        with _said(f"The policy {shorten(name)} cannot be made"):
            found = found()
    if not isinstance(found, Policy):
        raise StudyError(
            f"{shorten(attribute)} in {shorten(name.rpartition(':')[0])} is not a policy: it cannot choose."
        )
    return found


def policy_text(name: str) -> str:
    """A policy as a study keeps it: with some digits of its source, so that another one is not taken for it."""
    find_policy(name)
    if "#" in name or name == FAIR or name in KNOWN:
        return name
    return f"{name}#{_digits(_loaded(name)[0])}"


def _loaded(name: str) -> tuple[ModuleType, str]:
    where, mark, attribute = name.rpartition(":")
    if not mark or not where or not attribute:
        known = ", ".join([FAIR, *KNOWN])
        raise StudyError(f'"{shorten(name)}" is not a policy: choose {known}, or name your own as in FILE.py:Name.')
    if where.endswith(".py") and not Path(where).is_file():
        raise StudyError(f"There is no file {shorten(where)} to take a policy from.")
    with _said(f"The policy {shorten(name)} cannot be loaded"):
        return _module(where), attribute


class _Fresh(SourceFileLoader):
    """Reads a file anew: what Python has kept may be of an older one, if both were written within a second."""

    def path_stats(self, path: Any) -> Mapping[str, Any]:
        raise OSError("nothing is kept")


def _module(where: str) -> ModuleType:
    if not where.endswith(".py"):
        return import_module(where)
    known_as = f"longwood_policy_{Path(where).stem}"
    spec = spec_from_file_location(known_as, where, loader=_Fresh(known_as, where))
    if not spec or not spec.loader:
        raise ImportError(where)
    module = sys.modules[known_as] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _digits(module: ModuleType) -> str:
    file = getattr(module, "__file__", None)
    return hashlib.sha256(Path(file).read_bytes()).hexdigest()[:12] if file else "0"
