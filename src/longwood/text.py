"""A position as plain text: the table drawn with characters, placed by the one layout that every front end shares."""

import re
from itertools import accumulate, groupby, pairwise
from typing import Any, NamedTuple

from longwood.core.cards import CARD_TEXTS, CARDS_BY_TEXT, IS_RED, RANK, RANKS, SUIT, SUITS, Card
from longwood.core.game import AnyGame, PileKind
from longwood.core.layout import Layout
from longwood.core.words import rank_sign
from longwood.games import layout
from longwood.games.pages import Picture, with_pictures
from longwood.notation import parse_move
from longwood.session import Session

SIZES = ((8, 6), (7, 6), (6, 5), (5, 5))
"""How many characters lie from a pile to its neighbour, and how many of them its card takes: the best size first."""
FAN = 3
"""The fewest characters that a covered card of a row shows where there is room: its edge, its rank and its suit."""


class Span(NamedTuple):
    """A piece of a line and what it is, so that a terminal may colour it."""

    text: str
    style: str = ""


STYLES = ("", "frame", "space", "label", "count", "back", "black", "red")
"""What a piece may be: nothing, the edge of a card or of an empty pile, a pile's name or size, a card."""
Line = list[Span]


class Frame(NamedTuple):
    """The outline of a card: four corners, the lines above and below, the sides."""

    upper_left: str
    upper_right: str
    lower_left: str
    lower_right: str
    line: str
    side: str


class Glyphs(NamedTuple):
    """What the table is drawn with: the suits, a card's back, the outlines of a card and of an empty pile."""

    suits: str
    back: str
    frame: Frame
    space: Frame
    dot: str
    more: str
    """Stands for cards that there is no room for."""

    def card(self, card: Card) -> str:
        """A card such as `7♠` or `10♥`; with letters for suits it stays as it is typed, `TH`."""
        return CARD_TEXTS[card] if self.suits == SUITS else rank_sign(RANK[card]) + self.suits[SUIT[card]]

    def words(self, text: str) -> str:
        """A description with its cards written as on the table."""
        return _CARD.sub(lambda found: self.card(CARDS_BY_TEXT[found[0]]), text)


_CARD = re.compile(rf"\b[{RANKS}][{SUITS}]\b")
_SIGN = re.compile("(10|[A2-9JQK])([♣♦♥♠])")

SYMBOLS = Glyphs("♣♦♥♠", "▒", Frame(*"╭╮╰╯─│"), Frame(*"╭╮╰╯╌╎"), " · ", "…")
ASCII = Glyphs(SUITS, "#", Frame(*"..''-|"), Frame(*"..''.:"), ", ", "~")


def glyphs_for(encoding: str | None) -> Glyphs:
    """Suit symbols where the encoding can print them, letters otherwise."""
    try:
        "".join([SYMBOLS.suits, SYMBOLS.back, SYMBOLS.more, *SYMBOLS.frame, *SYMBOLS.space]).encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return ASCII
    return SYMBOLS


def table_width(game: AnyGame) -> int:
    """The columns that a table of this game keeps to: 80, or 100 where a reserve is spread out or many piles lie."""
    is_wide = PileKind.RESERVE in game.kinds or _extent(layout(game), *SIZES[0]) > 80
    return 100 if is_wide else 80


def least_width(game: AnyGame) -> int:
    """The fewest columns that a table of this game can be drawn in."""
    return _extent(layout(game), *SIZES[-1])


def table(game: AnyGame, p: Any, glyphs: Glyphs = SYMBOLS, width: int | None = None) -> list[Line]:
    """The table, line by line. Face-down cards are backs, and every pile that a move can name has its name on it.

    In a narrower `width` cards are smaller and a pile that lies in a row is squeezed. Below `least_width` the right
    edge is cut off.
    """
    width = min(width or table_width(game), table_width(game))
    plan = layout(game)
    step, card_width = next((size for size in SIZES if _extent(plan, *size) <= width), SIZES[-1])
    across, down = _scale(plan, step)
    faces = game.faces(p)
    canvas = _Canvas(glyphs, card_width)
    for i, (name, place) in enumerate(plan.places.items()):
        x, y = _at(place.x, across), _at(place.y, down)
        cards = faces[i]
        is_cell = game.kinds[i] is PileKind.PLACE
        if not cards:
            if not is_cell:
                canvas.space(x, y, name)
        elif place.fan_y:
            canvas.column(x, y, name, cards)
        else:
            shown = cards[-(place.shown or len(cards)) :] if place.fan_x else cards[-1:]
            canvas.row(x, y, name, shown, max(FAN, round(place.fan_x * across)), width - x)
            if not is_cell:
                canvas.count(x, y + 2, len(cards))
    return [_cut(line, width) for line in canvas.lines()]


def page_text(page: str, glyphs: Glyphs = SYMBOLS, width: int | None = None) -> str:
    """A rules page with each of its pictures drawn with characters, and its cards written with these signs."""

    def draw(picture: Picture) -> str:
        session = Session.from_record(picture.record)
        game, p = session.game, session.position
        lines = ["".join([span.text for span in line]) for line in table(game, p, glyphs, width)]
        words = f" Here: {glyphs.words(game.describe(p, parse_move(game, picture.move)))}." if picture.move else ""
        return "\n".join(["```text", *[line.rstrip() for line in lines], "```", "", f"*{picture.caption}{words}*"])

    return with_pictures(_SIGN.sub(lambda found: glyphs.card(_card_of(found)), page), draw)


def _card_of(found: re.Match[str]) -> Card:
    rank = "T" if found[1] == "10" else found[1]
    return CARDS_BY_TEXT[rank + SUITS["♣♦♥♠".index(found[2])]]


def facts_text(game: AnyGame, p: Any, glyphs: Glyphs = SYMBOLS) -> str:
    """The score and what else a player may know, in a line."""
    return glyphs.dot.join([f"score {game.score(p)}", *game.fact_words(p)])


def _scale(plan: Layout, step: int) -> tuple[float, float]:
    """Characters to a card's width and lines to its height: neighbours in a row lie `step` apart, rows touch."""
    places = sorted(plan.places.values(), key=lambda place: (place.y, place.x))
    xs = [[place.x for place in row] for _, row in groupby(places, key=lambda place: place.y)]
    across = min([b - a for row in xs for a, b in pairwise(row)], default=1.0)
    down = min([b - a for a, b in pairwise(sorted({place.y for place in places}))], default=1.0)
    # A card is three lines high; where rows overlap, its lower edge is what the next row hides.
    return step / across, (3 if down >= 1 else 2) / down


def _at(place: float, scale: float) -> int:
    return int(place * scale + 0.5)


def _extent(plan: Layout, step: int, card_width: int) -> int:
    """The columns that the piles take, those in a row with their first card only."""
    across = _scale(plan, step)[0]
    return max([_at(place.x, across) for place in plan.places.values()]) + card_width


def _cut(line: Line, width: int) -> Line:
    """What of a line lies within a width."""
    kept: Line = []
    for span in line:
        if width > 0:
            kept.append(Span(span.text[:width], span.style))
        width -= len(span.text)
    return kept


class _Canvas:
    """Characters by line and column, each with its style; what is drawn later lies on top."""

    def __init__(self, glyphs: Glyphs, card_width: int) -> None:
        self._glyphs = glyphs
        self._card_width = card_width
        self._cells: list[list[Span]] = []

    def lines(self) -> list[Line]:
        """What was drawn, neighbours of one style joined."""
        return [
            [
                Span("".join([cell.text for cell in cells]), style)
                for style, cells in groupby(row, key=lambda c: c.style)
            ]
            for row in self._cells
        ]

    def space(self, x: int, y: int, name: str) -> None:
        """A pile without cards."""
        self._upper_edge(x, y, name, "space")
        self._sides(x, y + 1, "space")
        self._lower_edge(x, y + 2, "space")

    def column(self, x: int, y: int, name: str, cards: list[Card | None]) -> None:
        """A pile spread downwards, a line for each card. None is a card's back."""
        self._upper_edge(x, y, name)
        for line, card in enumerate(cards, y + 1):
            self._face(x, line, card)
        self._lower_edge(x, y + len(cards) + 1)

    def row(self, x: int, y: int, name: str, cards: list[Card | None], step: int, room: int) -> None:
        """A pile spread to the right; each card but the last lies under the next. None is a card's back."""
        # A ten is wider than the others where it is written as on a card.
        texts = ["" if card is None else self._glyphs.card(card) for card in cards]
        for least in (step, FAN):
            steps = [max(least, 1 + len(text)) for text in texts[:-1]]
            if self._card_width + sum(steps) <= room or len(cards) == 1:
                break
        else:
            self._squeezed_row(x, y, name, cards, room)
            return
        for left, card in zip(accumulate(steps, initial=x), cards, strict=True):
            self._upper_edge(left, y, name if left == x else "")
            self._face(left, y + 1, card)
            self._lower_edge(left, y + 2)

    def _squeezed_row(self, x: int, y: int, name: str, cards: list[Card | None], room: int) -> None:
        """A row without the edges between its cards, and with a mark if not even so all of them can be shown."""
        widths = [2 if card is None else len(self._glyphs.card(card)) for card in cards]
        mark = self._glyphs.more if sum(widths) + 2 > room else ""
        first = 0
        while first < len(cards) - 1 and sum(widths[first:]) + len(mark) + 2 > room:
            first += 1
        width = len(mark) + sum(widths[first:]) + 2
        self._upper_edge(x, y, name, width=width)
        self._sides(x, y + 1, width=width)
        self._put(x + 1, y + 1, mark, "count")
        for left, card, size in zip(
            accumulate(widths[first:], initial=x + 1 + len(mark)), cards[first:], widths[first:]
        ):
            self._card(left, y + 1, card, size)
        self._lower_edge(x, y + 2, width=width)

    def count(self, x: int, y: int, count: int) -> None:
        """How many cards a pile holds, on its lower edge."""
        self._put(x + 1, y, str(count), "count")

    def _upper_edge(self, x: int, y: int, name: str, style: str = "frame", width: int = 0) -> None:
        frame = self._frame(style)
        self._put(x, y, frame.upper_left + frame.line * self._inside(width) + frame.upper_right, style)
        self._put(x + 1, y, name, "label")

    def _lower_edge(self, x: int, y: int, style: str = "frame", width: int = 0) -> None:
        frame = self._frame(style)
        self._put(x, y, frame.lower_left + frame.line * self._inside(width) + frame.lower_right, style)

    def _sides(self, x: int, y: int, style: str = "frame", width: int = 0) -> None:
        frame = self._frame(style)
        self._put(x, y, frame.side + " " * self._inside(width) + frame.side, style)

    def _inside(self, width: int) -> int:
        return (width or self._card_width) - 2

    def _frame(self, style: str) -> Frame:
        return self._glyphs.space if style == "space" else self._glyphs.frame

    def _face(self, x: int, y: int, card: Card | None) -> None:
        self._sides(x, y)
        self._card(x + 1, y, card, self._inside(0))

    def _card(self, x: int, y: int, card: Card | None, width: int) -> None:
        if card is None:
            self._put(x, y, self._glyphs.back * width, "back")
        else:
            self._put(x, y, self._glyphs.card(card), "red" if IS_RED[card] else "black")

    def _put(self, x: int, y: int, text: str, style: str) -> None:
        while len(self._cells) <= y:
            self._cells.append([])
        row = self._cells[y]
        row += [Span(" ")] * (x + len(text) - len(row))
        row[x : x + len(text)] = [Span(char, style) for char in text]
