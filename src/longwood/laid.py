"""Positions without a history: cards on a real table, an endgame, a puzzle. They are written pile by pile.

`elevator@s=7HTD,w=AC,g1=5S` is a deal like any other: it can be played, linked, solved and hinted at. A card that
nobody has seen is `xx`. docs/notation.md states the form.
"""

from collections import Counter
from dataclasses import MISSING, fields
from functools import lru_cache
from typing import Any

from longwood.core.cards import CARDS_BY_TEXT, Card, cards_text, shuffled
from longwood.core.game import AnyGame, Deal
from longwood.games import family_of
from longwood.games.flaws import card_flaw

UNKNOWN = "xx"


class PositionError(ValueError):
    """A position that no game can come to; the message says why."""


def check_position(game: AnyGame, p: Any) -> None:
    """Refuse a position that no game can come to, as far as that can be told cheaply: `PositionError` says why."""
    if why := card_flaw(game, p) or family_of(game).flaw(game, p):
        raise PositionError(f"No game of {game.title} comes to this position: {why}.")


def opening(game: AnyGame, deal: Deal) -> Any:
    """The position that play starts from: dealt, or laid out."""
    return _laid_out(game, deal.laid) if deal.laid else game.start(deal)


def has_unknown(deal: Deal) -> bool:
    """Whether some cards of a laid-out position are not known: then nothing can be proven of it."""
    return UNKNOWN in deal.laid


def laid_deal(game: AnyGame, text: str) -> Deal:
    """The deal that a text lays out; `PositionError` if it cannot be read or cannot come up."""
    deal = Deal(laid=_canonical(game, _entries(game, text)))
    check_position(game, opening(game, deal))
    return deal


def laid_text(game: AnyGame, p: Any) -> str:
    """A position as a text that `laid_deal` reads."""
    piles = {name: cards_text(pile) for name, pile in zip(game.piles, p.piles, strict=True) if pile}
    facts = {name: _text(getattr(p, name)) for name in _fact_names(game)}
    return _canonical(game, piles | facts)


def _canonical(game: AnyGame, entries: dict[str, str]) -> str:
    """The entries in the order of the game, without those that say nothing."""
    usual = _defaults(game)
    kept = [f"{name}={entries[name]}" for name in game.piles if entries.get(name)]
    kept += [f"{name}={entries[name]}" for name in usual if entries.get(name, usual[name]) != usual[name]]
    return ",".join(kept)


def _entries(game: AnyGame, text: str) -> dict[str, str]:
    """What a text says of each pile and fact; `PositionError` names the first part that cannot be read."""
    found: dict[str, str] = {}
    usual = _defaults(game)
    for part in text.split(","):
        name, mark, value = part.partition("=")
        if not mark:
            raise PositionError(f'"{part[:40]}" is not a pile: write its name and its cards, as in w=7HTD.')
        if name not in game.pile_index and name not in usual:
            known = " ".join([*game.piles, *usual])
            raise PositionError(f'{game.title} has no pile "{name[:20]}": what can be laid out is {known}.')
        if name in found:
            raise PositionError(f"{name} is laid out twice.")
        found[name] = value
    return found


@lru_cache(maxsize=256)
def _laid_out(game: AnyGame, text: str) -> Any:
    entries = _entries(game, text)
    start = game.start(Deal())
    piles = [_cards(name, entries.get(name, "")) for name in game.piles]
    values = {name: _value(name, entries.get(name, usual)) for name, usual in _defaults(game).items()}
    unknown = [(i, k) for i, pile in enumerate(piles) for k, card in enumerate(pile) if card < 0]
    if unknown:
        _fill(game, piles, unknown)
    # What is neither a pile nor a fact, such as the deal of later rounds, is that of deal 0.
    others = {field.name: getattr(start, field.name) for field in fields(start)}
    p = type(start)(**others | {"piles": tuple([tuple(pile) for pile in piles])} | values)
    unseen = game.unseen(p)
    for i, k in unknown:
        if k >= unseen.get(i, 0):
            raise PositionError(f"A card of {game.piles[i]} lies open: say which one instead of {UNKNOWN}.")
    return p


def _cards(name: str, text: str) -> list[Card]:
    """The cards of a pile; -1 stands for one that is not known."""
    cards = []
    for i in range(0, len(text), 2):
        part = text[i : i + 2]
        if part != UNKNOWN and part not in CARDS_BY_TEXT:
            raise PositionError(
                f'"{part}" in {name} is not a card: write them as in 7HTDAC, and {UNKNOWN} for one nobody has seen.'
            )
        cards.append(CARDS_BY_TEXT.get(part, -1))
    return cards


def _fill(game: AnyGame, piles: list[list[Card]], unknown: list[tuple[int, int]]) -> None:
    """Put the cards that are left in the places of the unknown ones, in an order that always is the same."""
    laid = Counter(card for pile in piles for card in pile if card >= 0)
    left = []
    for card in shuffled(game.decks, 0):
        if laid[card]:
            laid[card] -= 1
        else:
            left.append(card)
    if len(left) != len(unknown):
        raise PositionError(f"{len(unknown)} cards are not known, but {len(left)} are left of the deck.")
    for (i, k), card in zip(unknown, left, strict=True):
        piles[i][k] = card


@lru_cache(maxsize=256)
def _defaults(game: AnyGame) -> dict[str, str]:
    """What a position remembers beside its piles, with the texts of what is usual."""
    start = game.start(Deal())
    found = {}
    for field in fields(start):
        value = getattr(start, field.name) if field.default is MISSING else field.default
        if field.name != "piles" and isinstance(value, int | tuple):
            found[field.name] = _text(value)
    return found


def _fact_names(game: AnyGame) -> list[str]:
    return list(_defaults(game))


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "-".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _value(name: str, text: str) -> Any:
    if text in ("yes", "no"):
        return text == "yes"
    parts = text.split("-")
    if not all(part.isascii() and part.isdigit() and len(part) < 10 for part in parts):
        raise PositionError(f'{name} cannot be "{text[:40]}": write a number, or yes or no.')
    return int(text) if len(parts) == 1 else tuple(map(int, parts))
