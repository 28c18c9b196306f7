"""What the server answers: typed structs, and the pure functions from a record's position to them."""

from typing import Any

import msgspec

from longwood.core.cards import CARD_TEXTS
from longwood.core.changes import trace
from longwood.core.game import STOCK, Act, AnyGame, Deal, Fact, Game, PileKind, Position
from longwood.core.layout import Layout
from longwood.core.order import listed_moves
from longwood.games import FAMILIES, GAMES, family_of, layout, refusal
from longwood.games.variants import settings
from longwood.laid import has_unknown
from longwood.notation import act_text, deal_text, move_text, parse_move
from longwood.web.cache import Line

FACE_DOWN = "??"

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
    last: LastAnswer | None
    has_unknown: bool
    """Whether cards of a typed-in position are unknown: what turns up is made up, and nothing can be proven."""


class WhyAnswer(msgspec.Struct, frozen=True):
    """Whether a move is legal, and if not why."""

    is_legal: bool
    reason: str


class RulesAnswer(msgspec.Struct, frozen=True):
    """A rules page."""

    game: str
    title: str
    html: str


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


def seen_piles(game: AnyGame, p: Position) -> Piles:
    """The piles as a player sees them."""
    return {
        name: [FACE_DOWN if card is None else CARD_TEXTS[card] for card in pile]
        for name, pile in zip(game.piles, game.faces(p), strict=True)
    }


def games_answer() -> GamesAnswer:
    """Every game of the table."""
    families = [
        FamilyAnswer(
            family.name,
            family.title,
            [OptionAnswer(o.name, o.label, [choice.text for choice in o.choices], o.is_number) for o in family.options],
        )
        for family in FAMILIES.values()
    ]
    return GamesAnswer(families, [game_answer(game) for game in GAMES.values()])


def game_answer(game: AnyGame) -> GameAnswer:
    """One way to play."""
    family = family_of(game)
    return GameAnswer(
        slug=game.slug,
        title=game.title,
        family=game.family,
        about=game.about,
        goal=game.goal,
        decks=game.decks,
        minutes=family.minutes_of(game),
        piles=game.piles,
        kinds={name: kind.value for name, kind in zip(game.piles, game.kinds, strict=True)},
        can_autoplay=type(game).autoplay is not Game.autoplay,
        one_click=game.one_click,
        is_exact=family.is_exact,
        layouts={"wide": _layout_answer(layout(game)), "tall": _layout_answer(layout(game, tall=True))},
        preview=seen_piles(game, game.start(Deal(1))),
        options=settings(family, game),
    )


def _layout_answer(table: Layout) -> LayoutAnswer:
    places = {name: PlaceAnswer(*place) for name, place in table.places.items()}
    return LayoutAnswer(table.width, table.height, places)


def position_answer(line: Line) -> PositionAnswer:
    """The position at the end of a line of play."""
    game, p = line.game, line.position
    moves = listed_moves(game, p)
    names = game.piles
    is_won = game.won(p)
    autoplay = act_text(game, tuple(game.autoplay(p)))
    # Where no move starts, a double click can only stand for autoplay.
    sources = range(len(names)) if autoplay else sorted({m.src for m in moves})
    clicks = {names[i]: act_text(game, tuple(game.double_click(p, i))) for i in sources}
    return PositionAnswer(
        record=line.text,
        deal=deal_text(game, line.deal),
        game=game.slug,
        title=game.title,
        number=None if line.deal.given or line.deal.laid else str(line.deal.number),
        acts=line.count,
        piles=seen_piles(game, p),
        moves=[MoveAnswer(move_text(game, m), names[m.src], names[m.dst], m.count, game.describe(p, m)) for m in moves],
        score=game.score(p),
        is_won=is_won,
        is_stuck=not is_won and not moves,
        facts={"stock": len(p.piles[STOCK]), **game.facts(p)},
        prompt=game.prompt(p),
        spaces={name: words for i, name in enumerate(names) if not p.piles[i] and (words := game.space_words(p, i))},
        double_click={name: act for name, act in clicks.items() if act},
        autoplay=autoplay,
        last=_last_answer(game, line.before, line.act) if line.act else None,
        has_unknown=has_unknown(line.deal),
    )


def _last_answer(game: AnyGame, before: Any, act: Act) -> LastAnswer:
    changes = trace(game, before, act)
    names = game.piles
    changed = None
    if changes.journeys is not None:
        changed = [(names[j.src], j.src_height, names[j.dst], j.dst_height) for j in changes.journeys]
    return LastAnswer(act_text(game, act), _act_words(game, before, act), changes.followed, changed)


def _act_words(game: AnyGame, p: Any, act: Act) -> str:
    """An act in words. Autoplay moves many cards, and nobody wants to hear of each."""
    if len(act) > 1 and all(game.kinds[m.dst] is PileKind.FOUNDATION for m in act):
        return f"{sum([m.count for m in act])} cards to the foundations"
    words = []
    for m in act:
        words.append(game.describe(p, m))
        p = game.play(p, m)
    return "; ".join(words)


def why_answer(line: Line, text: str) -> WhyAnswer:
    """Whether a move is legal at the end of a line of play, and if not why."""
    m = parse_move(line.game, text)
    if m in line.game.moves(line.position):
        return WhyAnswer(True, "")
    return WhyAnswer(False, refusal(line.game, line.position, m))
