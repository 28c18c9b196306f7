"""What the server answers: typed structs, from which the page's types are written."""

import msgspec

from longwood.core.game import Fact

Piles = dict[str, list[str]]
Journey = tuple[str, int, str, int]
"""The pile and the height that a card had, and those that it has."""
Facts = dict[str, Fact]


class PlaceAnswer(msgspec.Struct, frozen=True):
    """Where a pile lies, in card widths and heights."""

    x: float
    y: float
    fan_x: float
    fan_y: float
    shown: int


class LayoutAnswer(msgspec.Struct, frozen=True):
    """A table and its piles."""

    width: float
    height: float
    places: dict[str, PlaceAnswer]


class GameAnswer(msgspec.Struct, frozen=True):
    """A way to play, as the lobby shows it."""

    slug: str
    title: str
    family: str
    about: str
    goal: str
    decks: int
    minutes: str
    piles: tuple[str, ...]
    kinds: dict[str, str]
    """What each pile is for."""
    can_autoplay: bool
    one_click: bool
    """Whether a click plays a card that has one place to go."""
    is_exact: bool
    """Whether the analyst decides every position at once."""
    layouts: dict[str, LayoutAnswer]
    preview: Piles
    options: dict[str, str]
    """What it has chosen of its family's options."""
    fair_wins: float | None
    """The share of deals that the fair player wins; none where that was not measured."""


class OptionAnswer(msgspec.Struct, frozen=True):
    """What may be chosen otherwise in a family's games: the texts of the values, in order."""

    name: str
    label: str
    values: list[str]
    is_number: bool


class FamilyAnswer(msgspec.Struct, frozen=True):
    """Games that share a room."""

    name: str
    title: str
    fun: str
    """Why to play it, in a line."""
    other_names: tuple[str, ...]
    """What its games are called elsewhere."""
    stands_in_for: tuple[str, ...]
    """Games that people ask for and that may not be here."""
    is_for_newcomers: bool
    """Whether somebody who is new to the table should start here."""
    options: list[OptionAnswer]


class GamesAnswer(msgspec.Struct, frozen=True):
    """All ways to play, and the families that they belong to."""

    families: list[FamilyAnswer]
    games: list[GameAnswer]


class MoveAnswer(msgspec.Struct, frozen=True):
    """A legal move."""

    text: str
    src: str
    dst: str
    count: int
    words: str


class LastAnswer(msgspec.Struct, frozen=True):
    """The last act: what was played, what followed by itself and where each card went."""

    act: str
    words: str
    followed: tuple[str, ...]
    changed: list[Journey] | None


class PositionAnswer(msgspec.Struct, frozen=True):
    """All that a player may know of a position."""

    record: str
    deal: str
    game: str
    title: str
    number: str | None
    acts: int
    piles: Piles
    moves: list[MoveAnswer]
    score: int
    is_won: bool
    is_stuck: bool
    facts: Facts
    prompt: str
    """What to do first, where that is not plain to see."""
    spaces: dict[str, str]
    """What an empty pile waits for: a rank, or a word or two."""
    double_click: dict[str, str]
    autoplay: str
    finish: str
    """The moves that win, where nothing can go wrong any more."""
    last: LastAnswer | None
    has_unknown: bool
    """Whether cards of a typed-in position are unknown: what turns up is made up, and nothing can be proven."""


class WhyAnswer(msgspec.Struct, frozen=True):
    """Whether a move is legal, and if not why."""

    is_legal: bool
    reason: str


class PartAnswer(msgspec.Struct, frozen=True):
    """A part of the table by its name: the piles that it is made of, and what it is for."""

    name: str
    piles: list[str]
    say: str


class PictureAnswer(msgspec.Struct, frozen=True):
    """A position to be drawn, and the move that is marked there."""

    record: str
    game: str
    piles: Piles
    move: MoveAnswer | None


class RulesAnswer(msgspec.Struct, frozen=True):
    """A rules page. Where a figure of the HTML has `data-picture`, it is that one of `pictures`."""

    game: str
    title: str
    html: str
    parts: list[PartAnswer]
    """The parts of the table by name."""
    pictures: list[PictureAnswer]


class LessonAnswer(msgspec.Struct, frozen=True):
    """A guided first game: the goal and the parts of the table. Its steps are asked for one by one."""

    game: str
    title: str
    deal: str
    """The deal that its moves are written for; empty where the fair hint names them on any deal."""
    goal: str
    parts: list[PartAnswer]
    count: int
    """How many steps there are."""
    end: str
    """What to say after the last."""


class StepAnswer(msgspec.Struct, frozen=True):
    """Where a guided game stands."""

    number: int
    """How many steps were made."""
    count: int
    move: MoveAnswer | None
    """The move to make; null when all were made, or when the player went another way."""
    say: str
    """Why to make it, or what there is to say instead."""
    is_strayed: bool
    """Whether the player made another move than the one that was shown."""


class DealAnswer(msgspec.Struct, frozen=True):
    """A deal to play."""

    deal: str


class TableAnswer(msgspec.Struct, frozen=True):
    """What is served here, for another Longwood that finds the port taken."""

    program: str
    version: str
    place: str
    """Stands for the journal that is kept here."""


class ComplaintAnswer(msgspec.Struct, frozen=True):
    """What is wrong with a request, in one sentence."""

    error: str
