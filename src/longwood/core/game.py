"""What a move, a position and a game are. A game is four pure functions; everything else has a default."""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar, Generic, NamedTuple, TypeAlias, TypeVar

from longwood.core.cards import CARD_TEXTS, MAX_DEAL, Card, Pile, shuffled


class Move(NamedTuple):
    """Take `count` cards off pile `src` and put them on pile `dst`."""

    src: int
    dst: int
    count: int = 1  # type: ignore[assignment]  # hides tuple.count, which no one needs of a move


Act: TypeAlias = tuple[Move, ...]
"""What one undo takes back: a move, or the moves of one autoplay."""


@dataclass(frozen=True, slots=True)
class Position:
    """All that undo restores, and nothing that it does not. Games subclass it to remember more."""

    piles: tuple[Pile, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """Where the cards come from: a number, decks given card by card, or a position that is typed in as it is.

    Rounds that are not given are deal 0's.
    """

    number: int = 0
    given: tuple[Pile, ...] = ()
    laid: str = ""
    """The piles of a typed-in position, as its record writes them; longwood.laid reads them."""

    def __post_init__(self) -> None:
        # What has no text must not be played: its record could not be read back.
        if type(self.number) is not int or not 0 <= self.number <= MAX_DEAL:
            raise ValueError(f"{self.number!a} is not a deal number: they go from 0 to {MAX_DEAL}")
        if bool(self.given) + bool(self.number) + bool(self.laid) > 1:
            raise ValueError("a deal has a number, given decks or a typed-in position, and only one of them")

    def deck(self, decks: int, round: int = 0) -> Pile:
        """The cards of a round, in the order in which they are dealt."""
        if round < len(self.given):
            return self.given[round]
        return shuffled(decks, self.number, round)


class PileKind(Enum):
    """What a pile is for. Nobody reads that out of its name."""

    STOCK = "stock"
    WASTE = "waste"
    RESERVE = "reserve"
    FOUNDATION = "foundation"
    COLUMN = "column"
    CELL = "cell"
    PLACE = "place"
    """A place of a grid or a heap: it holds one card, and has no outline when that is gone."""
    DISCARD = "discard"


_SINGLE = {"s": PileKind.STOCK, "w": PileKind.WASTE, "r": PileKind.RESERVE, "d": PileKind.DISCARD}
_NUMBERED = {"f": PileKind.FOUNDATION, "t": PileKind.COLUMN, "c": PileKind.CELL, "r": PileKind.RESERVE}
_KIND_WORDS = {PileKind.DISCARD: "discard pile"}


def usual_kinds(names: tuple[str, ...], *, has_places: bool = False) -> tuple[PileKind, ...]:
    """The kinds of piles with the usual names: s w r d, f1.. t1.. c1..; or numbered piles that are places of a grid."""
    numbered = {} if has_places else _NUMBERED
    return tuple([(_SINGLE if len(name) == 1 else numbered).get(name[0], PileKind.PLACE) for name in names])


P = TypeVar("P", bound=Position)
Fact: TypeAlias = int | str | bool


@dataclass(frozen=True, kw_only=True)
class Game(ABC, Generic[P]):
    """A way to play; an instance is a variant. Rules know pile names, never coordinates."""

    slug: str
    title: str
    about: str
    """What sets this way to play apart, in a line."""

    minutes: str = ""
    """How long a game takes, such as 5-15; empty for as long as the family's games usually take."""

    family: ClassVar[str]
    """The games that share a room: rules, page, layout, solver."""
    goal: ClassVar[str]
    decks: ClassVar[int] = 1
    one_click: ClassVar[bool] = False
    """Whether a click plays a card that has one place to go, without a second click there."""
    has_rounds: bool = False
    """Whether a new round is dealt when one is cleared."""

    @property
    @abstractmethod
    def piles(self) -> tuple[str, ...]:
        """The names of the piles, in the order of `Position.piles`."""

    @abstractmethod
    def start(self, deal: Deal) -> P:
        """The position when the cards have been dealt."""

    @abstractmethod
    def moves(self, p: P) -> list[Move]:
        """All legal moves, the best-looking first, dealing last."""

    @abstractmethod
    def play(self, p: P, m: Move) -> P:
        """The position after a legal move and all that follows by itself. The move is trusted."""

    @abstractmethod
    def won(self, p: P) -> bool:
        """Whether the goal is reached."""

    @abstractmethod
    def score(self, p: P) -> int:
        """The points so far."""

    def is_perfect(self, p: P) -> bool:
        """Whether no game can score more than this. By default that is so when every card lies on a foundation."""
        built = [len(pile) for pile, kind in zip(p.piles, self.kinds, strict=True) if kind is PileKind.FOUNDATION]
        return sum(built) == 52 * self.decks

    @cached_property
    def kinds(self) -> tuple[PileKind, ...]:
        """What each pile is for, in the order of `piles`."""
        return usual_kinds(self.piles)

    def hidden(self, p: P) -> Mapping[int, int]:
        """How many cards at the bottom of each pile lie face down; piles that lie open need not be named."""
        return {STOCK: len(p.piles[STOCK])}

    def unseen(self, p: P) -> Mapping[int, int]:
        """How many cards at the bottom of each pile no one has seen yet. Some face-down cards lay open before."""
        return self.hidden(p)

    def faces(self, p: P) -> list[list[Card | None]]:
        """What a player sees of each pile, from the bottom: None is a card's back."""
        down = self.hidden(p)
        return [
            [None if i < count else card for i, card in enumerate(pile)] if (count := down.get(n)) else list(pile)
            for n, pile in enumerate(p.piles)
        ]

    def key(self, p: P) -> Hashable:
        """What winning depends on: of two positions with equal keys both can be won, or neither."""
        return p

    def facts(self, p: P) -> dict[str, Fact]:
        """What a player may know beside the cards, such as the base card or the run."""
        return {}

    def fact_words(self, p: P) -> list[str]:
        """The facts in a few words each; what is not so need not be said."""
        return [
            name if value is True else f"{name} {value}" for name, value in self.facts(p).items() if value is not False
        ]

    def prompt(self, p: P) -> str:
        """What to do first, in a sentence, where that is not plain to see; empty otherwise."""
        return ""

    def double_click(self, p: P, pile: int) -> list[Move]:
        """The moves that a double click on a pile stands for, played as one act."""
        return next(([m] for m in self.moves(p) if m.src == pile), [])

    def autoplay(self, p: P) -> list[Move]:
        """The moves that finish by themselves what is plainly ready, played as one act."""
        return []

    def space_words(self, p: P, pile: int) -> str:
        """What an empty pile waits for, to be written on its place: a rank such as `A`, or a word or two."""
        return ""

    def describe(self, p: P, m: Move) -> str:
        """A move in words. Output only: it is never read back."""
        kinds = self.kinds
        if m.src == STOCK:
            return "deal a card from the stock"
        if m.dst == STOCK:
            return "turn the waste over to form a new stock"
        pile, target = p.piles[m.src], p.piles[m.dst]
        first, last = CARD_TEXTS[pile[-m.count]], CARD_TEXTS[pile[-1]]
        match m.count:
            case 1:
                cards = first
            case 2:
                cards = f"{first} and {last}"
            case _:
                cards = f"{m.count} cards, {first} to {last},"
        if kinds[m.dst] in (PileKind.FOUNDATION, PileKind.DISCARD):
            where = f"to {self.pile_words(m.dst)}"
        elif not target:
            where = f"to empty {self.pile_words(m.dst)}"
        else:
            where = f"onto {CARD_TEXTS[target[-1]]}"
            if kinds[m.dst] is not PileKind.WASTE:
                where += f" in {self.pile_words(m.dst)}"
        return f"{cards} from {self.pile_words(m.src)} {where}"

    def pile_words(self, pile: int) -> str:
        """A pile in words: `column 3` for `t3`; a place of a grid keeps its name."""
        name, kind = self.piles[pile], self.kinds[pile]
        if kind is PileKind.PLACE:
            return name
        words = _KIND_WORDS.get(kind, kind.value)
        return f"{words} {name[1:]}" if name[1:] else f"the {words}"

    @cached_property
    def pile_index(self) -> Mapping[str, int]:
        """Where each pile name stands in `piles`."""
        return MappingProxyType({name: i for i, name in enumerate(self.piles)})


AnyGame: TypeAlias = Game[Any]

# The stock is pile 0 of every game: the one face-down pile that a move may start from.
STOCK = 0
