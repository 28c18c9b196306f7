"""What an act changed: where each card went, and what followed by itself, in words.

Nothing here knows a rule: the cards are marked, the rules play with the marked cards, and the marks are read off.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from longwood.core.cards import CARD_TEXTS, RANKS, Card
from longwood.core.game import STOCK, Act, AnyGame, Move, PileKind, Position
from longwood.core.words import rank_words


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
    """A card that can be told from every other one. To the rules it is a card like any other."""


class _Step(NamedTuple):
    """A card and its way in one move."""

    card: Card
    src: int
    src_height: int
    dst: int
    dst_height: int


def trace(game: AnyGame, p: Any, act: Act) -> Changes:
    """What a legal act changes in a position."""
    # Where each card that has moved came from in the first place, by where it lies now, in the order of moving.
    homes: dict[tuple[int, int], tuple[int, int]] = {}
    followed: list[str] = []
    is_new_round = False
    for m in act:
        marked = replace(p, piles=tuple([tuple(map(_Marked, pile)) for pile in p.piles]))
        after = game.play(marked, m)
        steps = _steps(marked, after)
        if steps is None:
            is_new_round = True
            followed.append(f"round {int(game.facts(after)['rounds']) + 1} is dealt")
        else:
            steps.sort(key=lambda step: _turn(game, m, step))
            left = {step[1:3]: homes.pop(step[1:3], step[1:3]) for step in steps}
            homes |= {step[3:5]: left[step[1:3]] for step in steps}
            followed += _followed(game, p, after, m, steps)
        p = after
    journeys = [Journey(*home, *place) for place, home in homes.items() if home != place]
    return Changes(None if is_new_round else tuple(journeys), tuple(followed))


def _steps(before: Position, after: Position) -> list[_Step] | None:
    """The cards that lie elsewhere after a move; None if cards came from a new deck."""
    places = {id(card): (i, height) for i, pile in enumerate(before.piles) for height, card in enumerate(pile)}
    steps = []
    for i, pile in enumerate(after.piles):
        # The rules hand on piles that a move does not touch as they are.
        if pile is before.piles[i]:
            continue
        for height, card in enumerate(pile):
            place = places.get(id(card))
            if place is None:
                return None
            if place != (i, height):
                steps.append(_Step(card, *place, i, height))
    return steps


def _turn(game: AnyGame, m: Move, step: _Step) -> tuple[int, ...]:
    """When a card moves: the played ones first, then what fills spaces, then what is dealt to the empty waste."""
    height = -step.src_height if step.src == STOCK else step.dst_height
    is_to_waste = game.kinds[step.dst] is PileKind.WASTE
    return step.src != m.src, step.src != m.dst, is_to_waste, height, step.dst


def _followed(game: AnyGame, before: Any, after: Any, m: Move, steps: list[_Step]) -> Iterator[str]:
    """What one move brought about beside itself, in the order in which it happens. No face-down card is named."""
    facts, new_facts = game.facts(before), game.facts(after)
    if facts.get("base") == "" and new_facts["base"]:
        yield f"the base rank is {rank_words(RANKS.index(str(new_facts['base'])) + 1)}"
    if m.src == STOCK and facts.get("run"):
        yield f"the run of {facts['run']} ends"
    down = game.hidden(after)
    seen = [step for step in steps if step.dst_height >= down.get(step.dst, 0)]
    for card, src, _, dst, _ in seen:
        where, text = game.pile_words(dst), CARD_TEXTS[card]
        if src == STOCK and (m.src == STOCK or game.kinds[dst] is not PileKind.COLUMN):
            yield f"{text} dealt to {where}"
        elif game.kinds[dst] is PileKind.COLUMN and (src, dst) != (m.src, m.dst):
            yield f"{where} filled with {text} from {game.pile_words(src)}"
    if any(step.src != STOCK and game.kinds[step.dst] is PileKind.PLACE for step in seen):
        yield "the cards close up"
    for i, count in sorted(game.hidden(before).items()):
        if i != STOCK and down.get(i, 0) < min(count, len(after.piles[i])):
            yield f"{CARD_TEXTS[after.piles[i][down.get(i, 0)]]} turned up at {game.pile_words(i)}"
    if new_facts.get("locked") and not facts.get("locked"):
        yield "the stock is locked"
    elif facts.get("locked") and not new_facts.get("locked"):
        yield "the stock is unlocked"
