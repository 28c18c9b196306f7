"""A first game, guided: the goal, the parts of the table by name, and a few moves with a reason each.

A way to play has its lesson as a file in the room of its family; docs/adding-a-game.md says how. One without a file
gets the plain parts, and the fair hint names its moves.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from longwood.core.game import AnyGame, Deal, PileKind

if TYPE_CHECKING:
    from longwood.games.family import Family

HINTED_STEPS = 4
"""The moves of a lesson that nobody has written."""
LAST_WORDS = "That's all you need to start. Play on from here!"


@dataclass(frozen=True, slots=True)
class Part:
    """Something on the table that has a name: piles of a kind, or some of them."""

    name: str
    at: str
    """A kind of pile, such as `column`, or the names of piles, such as `w` or `t1 t2`."""
    say: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """A move to make, and why."""

    move: str
    say: str


@dataclass(frozen=True, slots=True)
class Lesson:
    """What a newcomer is shown. Without steps the fair hint names the moves, on any deal that can be won."""

    goal: str
    parts: tuple[Part, ...]
    deal: str = ""
    steps: tuple[Step, ...] = ()
    end: str = LAST_WORDS


PLAIN_PARTS = (
    Part("Stock", "stock", "New cards come from here."),
    Part("Waste", "waste", "Cards from the stock go here."),
    Part("Reserve", "reserve", "Cards that wait to be played."),
    Part("Cells", "cell", "Each holds one card for you."),
    Part("Foundations", "foundation", "Here the cards are built up."),
    Part("Columns", "column", "Most of the play happens here."),
    Part("Cards to play", "place", "The cards you play with."),
    Part("Discard", "discard", "Cards that are out of the game."),
)


def read_lesson(found: Mapping[str, Any]) -> Lesson:
    """The lesson of a file; one with a slip in it raises what tells so."""
    parts = tuple([Part(**each) for each in found["parts"]])
    steps = tuple([Step(**each) for each in found["steps"]])
    rest = {name: value for name, value in found.items() if name not in ("parts", "steps")}
    return Lesson(parts=parts, steps=steps, **rest)


def lesson_for(family: "Family", game: AnyGame) -> Lesson:
    """The lesson of a way to play: the one written for it, or else its goal, what is special about it and the parts."""
    written = family.lessons.get(game.slug)
    if written is None:
        return Lesson(f"{game.goal} {game.about}", _present(game, PLAIN_PARTS))
    return replace(written, parts=_present(game, written.parts))


def piles_of(game: AnyGame, part: Part) -> list[str]:
    """The piles that a part names, in the order of the game."""
    if part.at in {kind.value for kind in PileKind}:
        return [name for name, kind in zip(game.piles, game.kinds, strict=True) if kind.value == part.at]
    return [name for name in part.at.split() if name in game.piles]


def _present(game: AnyGame, parts: Sequence[Part]) -> tuple[Part, ...]:
    dealt = dict(zip(game.piles, game.start(Deal()).piles, strict=True))
    # A stock that is never dealt from lies there in name only.
    named = {part: piles for part in parts if (piles := piles_of(game, part))}
    return tuple([part for part, piles in named.items() if part.at != "stock" or dealt[piles[0]]])
