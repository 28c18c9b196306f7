"""What an act changed: where each card went, and what followed by itself, in words.

Nothing here knows a rule: the cards are marked, the rules play with the marked cards, and the marks are read off.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from longwood.cards import CARD_TEXTS, Card
from longwood.game import STOCK, AnyGame, Move, Position
from longwood.notation import Act

RANK_WORDS = {"A": "ace", "T": "10", "J": "jack", "Q": "queen", "K": "king"}


class Journey(NamedTuple):
    """A card's way from one place to another: pile and height in it, before and after the act."""

    src: int
    src_height: int
    dst: int
    dst_height: int


class Changes(NamedTuple):
    """The journeys of an act, the played cards first (none of them if a new round was dealt), and what followed."""

    journeys: tuple[Journey, ...] | None
    followed: tuple[str, ...]


class _Marked(int):
    """A card that remembers where it lay. To the rules it is a card like any other."""

    home: tuple[int, int]


def _mark(p: Any) -> Any:
    """The same position with every card marked."""
    piles = []
    for i, pile in enumerate(p.piles):
        cards = [_Marked(card) for card in pile]
        for height, card in enumerate(cards):
            card.home = (i, height)
        piles.append(tuple(cards))
    return replace(p, piles=tuple(piles))


def _places(p: Position) -> dict[tuple[int, int], tuple[int, int, Card]]:
    """Where each marked card lies now, by the place it came from."""
    return {
        card.home: (i, height, card)
        for i, pile in enumerate(p.piles)
        for height, card in enumerate(pile)
        if isinstance(card, _Marked)
    }


def trace(game: AnyGame, p: Any, act: Act) -> Changes:
    """What a legal act changes in a position."""
    p = _mark(p)
    moved: dict[tuple[int, int], None] = {}
    followed: list[str] = []
    same_round = True
    for m in act:
        before, after = p, game.play(p, m)
        was, now = _places(before), _places(after)
        steps = [
            (was[home][0], now[home][0], now[home][2], home)
            for home in sorted(now, key=lambda home: _turn(game, m, was[home], now[home]))
            if was[home] != now[home]
        ]
        if len(now) == len(was):
            moved |= dict.fromkeys([home for *_, home in steps])
            followed += _followed(game, before, after, m, [step[:3] for step in steps])
            p = after
        else:
            # Cards without a mark come from a new deck: the next round.
            same_round = False
            followed.append(f"round {int(game.facts(after)['rounds']) + 1} is dealt")
            p = _mark(after)
    if not same_round:
        return Changes(None, tuple(followed))
    ends = _places(p)
    return Changes(tuple([Journey(*home, *ends[home][:2]) for home in moved]), tuple(followed))


def _turn(game: AnyGame, m: Move, was: tuple[int, int, Card], now: tuple[int, int, Card]) -> tuple[int, ...]:
    """When a card moves: the played ones first, then what fills spaces, then what is dealt to the empty waste."""
    (src, src_height, _), (dst, dst_height, _) = was, now
    height = -src_height if src == STOCK else dst_height
    return src != m.src, src != m.dst, game.piles[dst] == "w", height, dst


def _followed(game: AnyGame, before: Any, after: Any, m: Move, steps: list[tuple[int, int, Card]]) -> Iterator[str]:
    """What one move brought about beside itself, in the order in which it happens. No face-down card is named."""
    facts, new_facts = game.facts(before), game.facts(after)
    if facts.get("base") == "" and new_facts["base"]:
        rank = str(new_facts["base"])
        yield f"the base card is {RANK_WORDS.get(rank, rank)}"
    hidden = game.hidden(after)
    seen = [step for step in steps if step[1] not in hidden]
    for src, dst, card in seen:
        is_column = game.piles[dst][0] == "t" and not game.has_cells
        where, text = game.pile_words(game.piles[dst]), CARD_TEXTS[card]
        if is_column and (src, dst) != (m.src, m.dst):
            yield f"{where} filled with {text} from {game.pile_words(game.piles[src])}"
        elif src == STOCK:
            yield f"{text} dealt to {where}"
    if game.has_cells and any(src != STOCK and game.piles[dst][1:] for src, dst, _ in seen):
        yield "the cards close up"
    if m.src == STOCK and facts.get("run"):
        yield f"the run of {facts['run']} ends"
    for i in sorted(game.hidden(before) - hidden):
        if after.piles[i]:
            yield f"{CARD_TEXTS[after.piles[i][-1]]} turned up at {game.pile_words(game.piles[i])}"
    if new_facts.get("locked") and not facts.get("locked"):
        yield "the stock is locked"
    elif facts.get("locked") and not new_facts.get("locked"):
        yield "the stock is open again"
