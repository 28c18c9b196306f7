"""Typed-in positions: cards on a real table, an endgame, a puzzle. They are written pile by pile.

`GAME@s=7HTD,w=AC,g1=5S` is a deal like any other: it can be played, linked, solved and hinted at. A card that
nobody has seen is `xx`. docs/notation.md states the form.
"""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import MISSING, fields
from functools import lru_cache
from typing import Any, NamedTuple

from longwood.core.cards import CARD_TEXTS, CARDS_BY_TEXT, MAX_DEAL, Card, shuffled
from longwood.core.game import AnyGame, Deal
from longwood.core.words import shorten
from longwood.games import family_of
from longwood.games.flaws import card_flaw, count_flaw, face_flaw

UNKNOWN = "xx"
UNPROVABLE = "Some cards here are unknown, so nothing can be proven: ask for a fair hint or for chances instead."
_NOBODY_KNOWS: Card = -1


class PositionError(ValueError):
    """A position that no game can come to, or of which too little is known; the message says why."""


def check_position(game: AnyGame, p: Any) -> None:
    """Refuse a position that no game can come to, as far as that can be told cheaply: `PositionError` says why."""
    # The sizes come first, because nobody can look at a position without them; what the game itself says comes next.
    why = card_flaw(game, p) or _size_flaw(game, p) or family_of(game).flaw(game, p)
    if why := why or _range_flaw(game, p) or face_flaw(game, p):
        raise PositionError(f"No game of {game.title} can reach this position: {why}.")


def _size_flaw(game: AnyGame, p: Any) -> str:
    """A fact of several numbers with more or fewer of them than the game has."""
    for name, usual in _usual_facts(game).items():
        if isinstance(usual, tuple) and len(getattr(p, name)) != len(usual):
            return f"{_written(name)} takes {len(usual)} numbers, not {len(getattr(p, name))}"
    return ""


def _range_flaw(game: AnyGame, p: Any) -> str:
    """A fact that no record could write."""
    for name, usual in _usual_facts(game).items():
        value = getattr(p, name)
        if not all(0 <= number <= MAX_DEAL for number in (value if isinstance(usual, tuple) else (value,))):
            return f"{_written(name)} goes from 0 to {MAX_DEAL}"
    return ""


def _written(name: str) -> str:
    """A fact as records write it: no underscore, which an underlined link would swallow."""
    return name.replace("_", "-")


def lay_out(game: AnyGame, piles: Mapping[str, str], **facts: int | bool | str | tuple[int, ...]) -> Deal:
    """The deal that lays some piles out, checked; piles that are not named are empty.

    Cards may stand apart (`"7H 10D"`), small letters will do, and a number alone stands for so many unknown cards.
    """
    told = {name: _tidy(text) if name in game.pile_index else text.strip() for name, text in piles.items()}
    told |= {_written(name): value if isinstance(value, str) else _text(value) for name, value in facts.items()}
    return _checked(game, _read(game, told))


def laid_deal(game: AnyGame, text: str) -> Deal:
    """The deal that a text lays out; `PositionError` if it cannot be read or cannot come up."""
    return _checked(game, _read(game, entries(text)))


def laid_text(game: AnyGame, p: Any, *, hides: bool = False) -> str:
    """A position as a text that `laid_deal` reads; the cards that no one has seen are unknown if it `hides` them."""
    unseen = game.unseen(p) if hides else {}
    piles = [[_NOBODY_KNOWS] * unseen.get(i, 0) + list(pile[unseen.get(i, 0) :]) for i, pile in enumerate(p.piles)]
    return _Laid(piles, {name: getattr(p, name) for name in _usual_facts(game)}).text(game)


def opening(game: AnyGame, deal: Deal) -> Any:
    """The position that play starts from: dealt, or typed in."""
    return _laid_out(game, deal.laid) if deal.laid else game.start(deal)


def has_unknown(deal: Deal) -> bool:
    """Whether some cards of a typed-in position are not known: then nothing can be proven of it."""
    return any(UNKNOWN in part.partition("=")[2] for part in deal.laid.split(","))


def check_not_made_up(game: AnyGame, deal: Deal, p: Any) -> None:
    """Refuse to write a position down in which a card lies open that was made up: it would pass for a real one."""
    made_up = sum([part.partition("=")[2].count(UNKNOWN) for part in deal.laid.split(",")])
    if made_up > sum(game.unseen(p).values()):
        raise PositionError("Some cards here were made up as they turned up: type in what you really see instead.")


def check_known(deal: Deal) -> None:
    """Refuse to prove anything of a deal of which some cards are not known."""
    if has_unknown(deal):
        raise PositionError(UNPROVABLE)


class _Laid(NamedTuple):
    """What a text says: the cards of each pile, some of which nobody knows, and the facts."""

    piles: list[list[Card]]
    facts: dict[str, Any]

    def text(self, game: AnyGame) -> str:
        """The one spelling: in the order of the game, without what is empty or usual."""
        usual = _usual_facts(game)
        kept = [f"{name}={_cards_text(pile)}" for name, pile in zip(game.piles, self.piles, strict=True) if pile]
        kept += [f"{_written(name)}={_text(value)}" for name, value in self.facts.items() if value != usual[name]]
        return ",".join(kept)


def _checked(game: AnyGame, laid: _Laid) -> Deal:
    if why := count_flaw(game, [card for pile in laid.piles for card in pile if card != _NOBODY_KNOWS], are_all=False):
        raise PositionError(f"No game of {game.title} can reach this position: {why}.")
    text = laid.text(game)
    check_position(game, _laid_out(game, text))
    return Deal(laid=text)


@lru_cache(maxsize=256)
def _laid_out(game: AnyGame, text: str) -> Any:
    piles, facts = _read(game, entries(text))
    unknown = [(i, k) for i, pile in enumerate(piles) for k, card in enumerate(pile) if card == _NOBODY_KNOWS]
    if unknown:
        _make_up(game, piles, unknown)
    # What is neither a pile nor a fact, such as the deal of later rounds, is that of deal 0.
    start = game.start(Deal())
    others = {field.name: getattr(start, field.name) for field in fields(start)}
    p = type(start)(**others | {"piles": tuple([tuple(pile) for pile in piles])} | facts)
    unseen = game.unseen(p)
    for i, k in unknown:
        if k >= unseen.get(i, 0):
            raise PositionError(
                f"A card of {game.pile_words(i)} that lies face up cannot be {UNKNOWN}: say which it is."
            )
    return p


def _make_up(game: AnyGame, piles: list[list[Card]], unknown: list[tuple[int, int]]) -> None:
    """Put the cards that are left in the places of the unknown ones, in an order that always is the same."""
    laid = Counter(card for pile in piles for card in pile)
    left = []
    for card in shuffled(game.decks, 0):
        if laid[card]:
            laid[card] -= 1
        else:
            left.append(card)
    if len(left) != len(unknown):
        written = f"{len(unknown)} {'card is' if len(unknown) == 1 else 'cards are'} {UNKNOWN}"
        raise PositionError(f"{written}, but {len(left)} of the deck {'is' if len(left) == 1 else 'are'} missing.")
    for (i, k), card in zip(unknown, left, strict=True):
        piles[i][k] = card


def entries(text: str) -> dict[str, str]:
    """What a text says of each pile and fact; `PositionError` names the first part that cannot be read."""
    found: dict[str, str] = {}
    for part in text.split(","):
        name, mark, value = part.partition("=")
        if not mark:
            raise PositionError(f'"{shorten(part)}" is not a pile: write its name and its cards, as in w=7HTD.')
        if name in found:
            raise PositionError(f"{shorten(name)} is typed in twice.")
        found[name] = value
    return found


def _read(game: AnyGame, told: Mapping[str, str]) -> _Laid:
    usual = _usual_facts(game)
    facts_by_text = {_written(name): name for name in usual}
    for name in told:
        if name not in game.pile_index and name not in facts_by_text:
            known = " ".join([*game.piles, *facts_by_text])
            raise PositionError(f'{game.title} has no pile "{shorten(name)}": there are {known}.')
    piles = [_cards(name, told.get(name, "")) for name in game.piles]
    facts = dict(usual)
    for text, name in facts_by_text.items():
        if text in told:
            facts[name] = _value(text, told[text], usual[name])
    return _Laid(piles, facts)


def _cards(name: str, text: str) -> list[Card]:
    cards = []
    for part in [text[i : i + 2] for i in range(0, len(text), 2)]:
        if part != UNKNOWN and part not in CARDS_BY_TEXT:
            raise PositionError(
                f'"{shorten(part)}" in {name} is not a card: write them as in 7HTDAC, and {UNKNOWN} for an unknown one.'
            )
        cards.append(CARDS_BY_TEXT.get(part, _NOBODY_KNOWS))
    return cards


def _cards_text(cards: list[Card]) -> str:
    return "".join([UNKNOWN if card == _NOBODY_KNOWS else CARD_TEXTS[card] for card in cards])


def _tidy(text: str) -> str:
    """Cards as people write them, as a record does."""
    whole = "".join(text.split()).upper()
    if re.fullmatch("[0-9]+", whole, re.ASCII):
        if len(whole) > 3:
            raise PositionError(f"{shorten(whole)} unknown cards are more than the decks have.")
        return UNKNOWN * int(whole)
    return whole.replace("10", "T").replace(UNKNOWN.upper(), UNKNOWN)


@lru_cache(maxsize=256)
def _usual_facts(game: AnyGame) -> dict[str, Any]:
    """What a position remembers beside its piles, as it usually is."""
    start = game.start(Deal())
    found = {}
    for field in fields(start):
        value = getattr(start, field.name) if field.default is MISSING else field.default
        if field.name != "piles" and isinstance(value, int | tuple):
            found[field.name] = value
    return found


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "-".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _value(name: str, text: str, usual: Any) -> Any:
    """A fact of the same kind as the usual one."""
    if isinstance(usual, bool):
        if text not in ("yes", "no"):
            raise PositionError(f'{name} cannot be "{shorten(text)}", only yes or no.')
        return text == "yes"
    parts = text.split("-") if isinstance(usual, tuple) and text else [] if isinstance(usual, tuple) else [text]
    if not all(re.fullmatch("[0-9]{1,16}", part, re.ASCII) and int(part) <= MAX_DEAL for part in parts):
        instead = "numbers, as in 0-1-2" if isinstance(usual, tuple) else "a number"
        instead += f" up to {MAX_DEAL}" if all(re.fullmatch("[0-9]+", part, re.ASCII) for part in parts) else ""
        raise PositionError(f'{name} cannot be "{shorten(text)}", only {instead}.')
    numbers = tuple(map(int, parts))
    if isinstance(usual, tuple) and len(numbers) != len(usual):
        raise PositionError(f"{name} takes {len(usual)} numbers, not {len(numbers)}.")
    return numbers if isinstance(usual, tuple) else numbers[0]
