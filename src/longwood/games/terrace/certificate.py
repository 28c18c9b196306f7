"""The certificates of a lost Terrace game, and their checker: cards of the reserve that need too many foundations.

It knows the rules alone and nothing of the solver. docs/certificates.md has the argument:

    reserve
    base 7: TC at 9, 8C at 4, 8C at 2

The cards lie in the reserve, named from the top down with their places from the bottom. All go on the same kind of
foundation, and none ranks higher, counted from the base card, than one above it. A line may also be one of the other
argument (`certificate_capacity.py`); then the first line says `capacity`.
"""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from longwood.core.cards import CARD_TEXTS, CARDS_BY_TEXT, IS_RED, RANK, RANKS, SUIT, Card
from longwood.games.terrace import certificate_capacity as capacity
from longwood.games.terrace.rules import FOUNDATIONS, RESERVE, Terrace, TerracePosition

KIND = "reserve"
_STEP = re.compile("([A2-9TJQK][CDHS]) at ([1-9][0-9]?)")
_SUITS = ("clubs", "diamonds", "hearts", "spades")

Chain = list[tuple[Card, int]]
"""Cards of the reserve from the top down, and their places, 1 for the bottom."""


def height(card: Card, base: int) -> int:
    """How many cards lie under this one on a foundation."""
    return (RANK[card] - base) % 13


def begins_with(game: Terrace, card: Card, base: int) -> int:
    """What the foundations begin with that can take a card: a suit, or a colour (1 for red)."""
    return SUIT[card] if game.in_suit else IS_RED[card] ^ height(card, base) % 2


def choices(game: Terrace, p: TerracePosition) -> Iterator[tuple[str, TerracePosition]]:
    """The base card, or every one that can be chosen, with the position in which it is known."""
    if p.base:
        yield f"base {RANKS[p.base - 1]}", p
        return
    for m in game.moves(p):
        # Which foundation it begins makes no difference.
        if m.dst == FOUNDATIONS[0]:
            yield f"base {CARD_TEXTS[p.piles[m.src][-1]]}", game.play(p, m)


def places(game: Terrace, p: TerracePosition, chain: Chain) -> tuple[int, int]:
    """How many foundations a chain's cards could use, and how many of these have passed its highest card already."""
    card = chain[0][0]
    kind, most = begins_with(game, card, p.base), height(card, p.base)
    piles = [p.piles[f] for f in FOUNDATIONS]
    passed = sum([bool(pile) and begins_with(game, pile[0], p.base) == kind and len(pile) > most for pile in piles])
    return 2 if game.in_suit else 4, passed


def blocks(game: Terrace, p: TerracePosition, chain: Chain) -> bool:
    """Whether these cards need more foundations than are left."""
    reserve = p.piles[RESERVE]
    if RESERVE in game.fill_from or not chain:
        return False
    if any(place > len(reserve) or reserve[place - 1] != card for card, place in chain):
        return False
    for (upper, above), (lower, below) in pairwise(chain):
        if above <= below or height(upper, p.base) < height(lower, p.base):
            return False
    if len({begins_with(game, card, p.base) for card, _ in chain}) > 1:
        return False
    count, passed = places(game, p, chain)
    return len(chain) + passed > count


def chain_of(text: str) -> Chain:
    """The cards that a line names; none if it names anything else."""
    steps = [_STEP.fullmatch(step) for step in text.split(", ")]
    return [] if None in steps else [(CARDS_BY_TEXT[step[1]], int(step[2])) for step in steps if step]


def check(game: Terrace, p: TerracePosition, lines: list[str]) -> bool:
    """Whether a certificate proves that a position is lost."""
    if game.won(p):
        return False
    if Counter(card for pile in p.piles for card in pile) != Counter(list(range(52)) * game.decks):
        return False
    wanted = dict(choices(game, p))
    told = [line.partition(": ") for line in lines[1:]]
    if not wanted or sorted([head for head, _, _ in told]) != sorted(wanted):
        return False
    others = [(head, text) for head, _, text in told if not blocks(game, wanted[head], chain_of(text))]
    return lines[0] == (capacity.KIND if others else KIND) and all(
        text == capacity.told(game, wanted[head]) for head, text in others
    )


def words(game: Terrace, p: TerracePosition, lines: list[str]) -> list[str]:
    """A certificate in sentences."""
    found = []
    for head, after in dict(choices(game, p)).items():
        text = next(line for line in lines[1:] if line.startswith(f"{head}: ")).partition(": ")[2]
        start, chain = "" if p.base else f"With {head}: ", chain_of(text)
        if not chain:
            sentence = capacity.sentence(game, text)
            found.append(start + sentence if start else sentence[0].upper() + sentence[1:])
            continue
        count, passed = places(game, after, chain)
        cards = " over ".join([CARD_TEXTS[card] for card, _ in chain])
        kind = begins_with(game, chain[0][0], after.base)
        which = f"of {_SUITS[kind]}" if game.in_suit else f"on a {('black', 'red')[kind]} base"
        gone = f", {passed} of them already past {CARD_TEXTS[chain[0][0]]}" if passed else ""
        found.append(
            f"{start}{'The' if p.base else 'the'} reserve holds {cards}. Each has to go up before the one below it, "
            f"which then needs another foundation: {len(chain)} foundations {which}, but there are only {count}{gone}."
        )
    return found
