"""Moves and records as text. One line is the save file, the link, the bug report and the test case.

The grammar is in docs/notation.md. Reading back what was written gives the same thing.
"""

import re
from dataclasses import dataclass

from longwood.core.cards import MAX_DEAL, cards_text, parse_cards
from longwood.core.game import Act, AnyGame, Deal, Move
from longwood.core.words import counted, decks_words, shorten
from longwood.games import find_variant, nearest_slug
from longwood.games.flaws import count_flaw, some_cards
from longwood.games.variants import VariantError
from longwood.laid import PositionError, laid_deal

MAX_SLUG = 200
"""The longest name of a game with its options, in characters."""
MAX_RECORD = 60_000
"""The longest record that a server reads and a journal keeps, in characters: some ten thousand moves."""
LINK = re.compile(r"\s*https?://[^?#\s]*?/(?:play|view|report|review)/([^?#\s]+)(?:[?#]\S*)?\s*", re.IGNORECASE)
"""A link to a game at a table; its group is the record, as addresses write it."""


class NotationError(ValueError):
    """A text that is no record, deal or move; the message quotes it."""


class UnknownGame(NotationError):
    """A name that is like that of no game."""


_MOVE = re.compile(r"([a-z][0-9]*)-([a-z][0-9]*)(?:x([1-9][0-9]{0,2}))?")


def move_text(game: AnyGame, m: Move) -> str:
    """A move such as `t3-t7` or `t3-t7x4`. Turning the whole waste over is `w-s`."""
    text = f"{game.piles[m.src]}-{game.piles[m.dst]}"
    return f"{text}x{m.count}" if m.count > 1 else text


def parse_move(game: AnyGame, text: str) -> Move:
    """The move that a text names, legal or not; `NotationError` if it names none."""
    match = _MOVE.fullmatch(text)
    if not match or match[3] == "1" or not text.isascii():
        raise NotationError(
            f'"{shorten(text)}" is not a move: write the piles as in s-w or t3-t7, or t3-t7x4 for 4 cards.'
        )
    index = game.pile_index
    for name in (match[1], match[2]):
        if name not in index:
            raise NotationError(f'"{shorten(text)}" is not a move: {game.title} has no pile {shorten(name)}.')
    return Move(index[match[1]], index[match[2]], int(match[3] or 1))


def act_text(game: AnyGame, act: Act) -> str:
    """One act: a move, or several joined by dots."""
    return ".".join([move_text(game, m) for m in act])


def parse_act(game: AnyGame, text: str) -> Act:
    """The act that a text names, legal or not; `NotationError` if it names none."""
    return tuple([parse_move(game, m) for m in text.split(".")])


@dataclass(frozen=True, slots=True)
class Record:
    """A deal and what was played. Its moves are well written but not yet checked against the rules."""

    game: AnyGame
    deal: Deal
    acts: tuple[Act, ...] = ()

    def __str__(self) -> str:
        return "/".join([deal_text(self.game, self.deal), *[act_text(self.game, act) for act in self.acts]])


def deal_text(game: AnyGame, deal: Deal) -> str:
    """A deal such as `slug.12345`, `slug:7STD...` if the cards are given, `slug@w=7S,...` if a position is typed in."""
    if deal.laid:
        return f"{game.slug}@{deal.laid}"
    if deal.given:
        return ":".join([game.slug, *[cards_text(deck) for deck in deal.given]])
    return f"{game.slug}.{deal.number}"


def find_game(slug: str) -> AnyGame:
    """The game of a slug, which may choose options as in `slug,columns=8`; `NotationError` suggests the nearest one."""
    try:
        found = find_variant(slug) if len(slug) <= MAX_SLUG else None
    except VariantError as error:
        raise NotationError(f'There is no game "{shorten(slug)}": {_ended(shorten(str(error), 200))}') from None
    if found:
        return found
    near = nearest_slug(slug) if len(slug) <= MAX_SLUG else None
    if near:
        raise NotationError(f'There is no game "{shorten(slug)}": did you mean {shorten(near)}?')
    raise UnknownGame(f'There is no game "{shorten(slug)}".')


def _ended(sentence: str) -> str:
    return sentence if sentence.endswith("?") else f"{sentence}."


def parse_number(text: str) -> int:
    """A deal number; `NotationError` if it is none or out of range."""
    if not re.fullmatch("0|[1-9][0-9]{0,15}", text) or int(text) > MAX_DEAL:
        raise NotationError(f'"{shorten(text)}" is not a deal number: they go from 0 to {MAX_DEAL}.')
    return int(text)


def check_deal(game: AnyGame, deal: Deal) -> None:
    """The cards of a deal are what the game is played with; `NotationError` names what is not."""
    if deal.laid:
        try:
            laid_deal(game, deal.laid)
        except PositionError as error:
            raise NotationError(str(error)) from None
    if len(deal.given) > 1 and not game.has_rounds:
        raise NotationError(f"{len(deal.given)} decks are given, but {game.slug} has no rounds.")
    for deck in deal.given:
        if why := count_flaw(game, list(deck)):
            has = f'The deck "{some_cards(deck)}" of {game.slug} has {counted(len(deck), "card")}: {why}'
            raise NotationError(f"{has}. The game takes {decks_words(game.decks)}.")


def parse_deal(text: str) -> tuple[AnyGame, Deal]:
    """The game and deal that a text such as `slug.1` names."""
    slug, mark, rest = re.fullmatch(r"([^.:@]*)([.:@]?)(.*)", text, re.DOTALL).groups()  # type: ignore[union-attr]
    game = find_game(slug)
    if mark == ".":
        return game, Deal(parse_number(rest))
    if not mark:
        raise NotationError(f'"{shorten(text)}" is not a deal: write {slug}.1 for deal 1, or {slug}: and the cards.')
    if mark == "@":
        try:
            return game, laid_deal(game, rest)
        except PositionError as error:
            raise NotationError(str(error)) from None
    try:
        deal = Deal(given=tuple([parse_cards(deck) for deck in rest.split(":")]))
    except ValueError as error:
        raise NotationError(f'"{shorten(text)}" cannot be read: {error}.') from None
    check_deal(game, deal)
    return game, deal


def parse_record(text: str) -> Record:
    """The record that a line holds; its moves are read, not yet played."""
    text = text.strip()
    head, *acts = text.split("/")
    game, deal = parse_deal(head)
    found: list[Act] = []
    number = 0
    for act in acts:
        moves = []
        for part in act.split("."):
            number += 1
            try:
                moves.append(parse_move(game, part))
            except NotationError as error:
                raise NotationError(f"Move {number} of {shorten(text)} cannot be read: {error}") from None
        found.append(tuple(moves))
    return Record(game, deal, tuple(found))
