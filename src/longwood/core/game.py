"""What a move, a position and a game are. A game is four pure functions; everything else has a default."""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar, Generic, NamedTuple, TypeAlias, TypeVar

from longwood.core.cards import CARD_TEXTS, MAX_DEAL, Pile, shuffled


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
    """Where the cards come from: a number, or decks given card by card. Rounds that are not given are deal 0's."""

    number: int = 0
    given: tuple[Pile, ...] = ()

    def __post_init__(self) -> None:
        # What has no text must not be played: its record could not be read back.
        if type(self.number) is not int or not 0 <= self.number <= MAX_DEAL:
            raise ValueError(f"{self.number!a} is not a deal number: they go from 0 to {MAX_DEAL}")
        if self.given and self.number:
            raise ValueError("a deal has a number or given decks, not both")

    def deck(self, decks: int, round: int = 0) -> Pile:
        """The cards of a round, in the order in which they are dealt."""
        if round < len(self.given):
            return self.given[round]
        return shuffled(decks, self.number, round)


P = TypeVar("P", bound=Position)
Fact: TypeAlias = int | str | bool

_PILE_WORDS = {"s": "the stock", "w": "the waste", "r": "the reserve", "d": "the discard pile"}


@dataclass(frozen=True, kw_only=True)
class Game(ABC, Generic[P]):
    """A way to play; an instance is a variant. Rules know pile names, never coordinates."""

    slug: str
    title: str
    about: str
    """What sets this way to play apart, in a line."""

    family: ClassVar[str]
    """The games that share a rules page and a layout."""
    goal: ClassVar[str]
    decks: ClassVar[int] = 1
    has_cells: ClassVar[bool] = False
    """Whether the numbered piles are cells of a grid or a heap, rather than foundations f1.. and columns t1..."""
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

    def hidden(self, p: P) -> frozenset[int]:
        """The piles that lie face down."""
        return _STOCK_ONLY

    def unseen(self, p: P) -> frozenset[int]:
        """The piles whose cards no one at the table has seen yet. Some face-down cards lay open before."""
        return self.hidden(p)

    def key(self, p: P) -> Hashable:
        """What winning depends on: of two positions with equal keys both can be won, or neither."""
        return p

    def facts(self, p: P) -> dict[str, Fact]:
        """What a player may know beside the cards, such as the base card or the run."""
        return {}

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
        src, dst = self.piles[m.src], self.piles[m.dst]
        if src == "s":
            return "deal a card from the stock"
        if dst == "s":
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
        if dst[0] == "f":
            where = f"to {self.pile_words(dst)}"
        elif not target:
            where = f"to empty {self.pile_words(dst)}"
        else:
            where = f"onto {CARD_TEXTS[target[-1]]}"
            if dst != "w":
                where += f" in {self.pile_words(dst)}"
        return f"{cards} from {self.pile_words(src)} {where}"

    def pile_words(self, name: str) -> str:
        """A pile's name in words: `column 3` for `t3`; a cell keeps its name."""
        if name in _PILE_WORDS:
            return _PILE_WORDS[name]
        if self.has_cells:
            return name
        return f"{'foundation' if name[0] == 'f' else 'column'} {name[1:]}"

    @cached_property
    def pile_index(self) -> Mapping[str, int]:
        """Where each pile name stands in `piles`."""
        return MappingProxyType({name: i for i, name in enumerate(self.piles)})


AnyGame: TypeAlias = Game[Any]

# The stock is pile 0 of every game: the one face-down pile that a move may start from.
STOCK = 0
_STOCK_ONLY = frozenset((STOCK,))
