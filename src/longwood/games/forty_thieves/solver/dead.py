"""Pruning 5: which Forty Thieves positions without a space are dead, because no column can ever be emptied.

The argument is in docs/solver-forty-thieves.md.
"""

from typing import Any

from longwood.games.forty_thieves.solver.kernel import Cards
from longwood.games.forty_thieves.solver.state import (
    COLUMNS,
    MOST_TALON,
    base_of,
    dealt_of,
    depth_of,
    greater,
    has,
    height_of,
    length_of,
    lesser,
    suit_of,
    top_of,
)
from longwood.kernels.compiled import borrowing, i64, inlined

# Work areas in one row. Per suit the ranks seen once, seen twice and hosting (a bit each, the ace first) and the reach
# of both foundations; per column the cards left; the waste; for each column and waste card the cards that left from
# above; how many cards are in the waste at the end.
_SEEN, _TWICE, _HOSTS, _HIGH, _LOW = 0, 4, 8, 12, 16
_LEFT, _OVER = 20, 20 + COLUMNS
_WASTE = _OVER + COLUMNS
_ABOVE = _WASTE + MOST_TALON
_STUCK = _ABOVE + MOST_TALON
AREAS = _STUCK + 1


@inlined
def _of_suit(cards: Any, suit: Any) -> Any:
    """The ranks of one suit in a set of cards."""
    return cards >> 13 * suit & 0x1FFF


@inlined
def _rank_bit(card: Any) -> Any:
    """The bit of a card's rank within its suit."""
    return 1 << height_of(card)


@borrowing("void(int8[::1], int64[::1], int64)")
def _follow(s: Any, work: Any, suit: Any) -> Any:
    """Draw the conclusions of a newly seen or hosting card within its suit."""
    seen = work[_SEEN + suit]
    while seen >> work[_HIGH + suit] & 1:
        work[_HIGH + suit] += 1
    # Of a rank that one foundation holds there is one card left to see, of others two.
    both = work[_TWICE + suit] | (seen & ((1 << greater(s, suit)) - 1))
    while both >> work[_LOW + suit] & 1:
        work[_LOW + suit] += 1
    hosts = work[_HOSTS + suit]
    while True:
        more = hosts | (seen & hosts >> 1)
        if more == hosts:
            break
        hosts = more
    work[_HOSTS + suit] = hosts


@borrowing("void(int64[::1], int64)")
def _see(work: Any, card: Any) -> Any:
    """Count a card that has come to light."""
    suit = suit_of(card)
    work[_TWICE + suit] |= work[_SEEN + suit] & _rank_bit(card)
    work[_SEEN + suit] |= _rank_bit(card)


@borrowing("boolean(int8[::1], int64[::1], int64, int64)")
def _can_leave(s: Any, work: Any, card: Any, above: Any) -> Any:
    """Whether an uncovered card may have somewhere to go; `above` are the cards that had to leave before it."""
    suit, height = suit_of(card), height_of(card)
    hosts = work[_HOSTS + suit]
    if hosts >> (height + 1) & 1:
        return True
    # Those without a host went to a foundation, on another card of this rank: then this one is the second.
    gone = _of_suit(above, suit) & ~(hosts >> 1)
    second = height < greater(s, suit) or gone >> height != 0
    return height <= (work[_LOW + suit] if second else work[_HIGH + suit])


@inlined
def _begin(s: Any, mask: Any, cards: Any, work: Any) -> Any:
    """Fill the work areas with what a state shows; returns how many cards lie in the waste."""
    for suit in range(4):
        work[_SEEN + suit] = 0
        work[_TWICE + suit] = 0
        work[_HOSTS + suit] = 0
        work[_HIGH + suit] = greater(s, suit)
        work[_LOW + suit] = lesser(s, suit)
    for c in range(COLUMNS):
        work[_LEFT + c] = depth_of(s, c) + length_of(s, c)
        work[_OVER + c] = 0
        card = top_of(s, c)
        _see(work, card)
        work[_HOSTS + suit_of(card)] |= _rank_bit(card)
    for suit in range(4):
        _follow(s, work, suit)
    waste = 0
    for i in range(dealt_of(s)):
        if has(mask, i):
            work[_WASTE + waste] = cards.talon[i]
            work[_ABOVE + waste] = 0
            waste += 1
    return waste


@inlined
def _card_at(s: Any, cards: Any, c: Any, left: Any) -> Any:
    """The top card of a column of which so many cards are left."""
    depth = depth_of(s, c)
    return base_of(s, c) + depth - left + 1 if left > depth else i64(cards.columns[c, left - 1])


@borrowing("boolean(int8[::1], uint64, Cards, int64[::1])", Cards, inline=True)
def is_dead(s: Any, mask: Any, cards: Any, work: Any) -> Any:
    """Whether no column can ever be emptied, in a position without a space. May miss some that are dead.

    Nothing is ever taken back here: a card that could be moved is both moved and still there. All that real play can
    reach before the first space is reached here too, at the same number of cards dealt.
    """
    waste = _begin(s, mask, cards, work)
    dealt = dealt_of(s)
    changed = True
    while True:
        while changed:
            changed = False
            # The waste: cards that could leave do not block the ones below.
            while waste:
                card = work[_WASTE + waste - 1]
                if not _can_leave(s, work, card, work[_ABOVE + waste - 1]):
                    break
                waste -= 1
                if waste:
                    work[_ABOVE + waste - 1] |= work[_ABOVE + waste] | 1 << card
                _see(work, card)
                _follow(s, work, suit_of(card))
                changed = True
            for c in range(COLUMNS):
                left = work[_LEFT + c]
                card = _card_at(s, cards, c, left)
                while _can_leave(s, work, card, work[_OVER + c]):
                    left -= 1
                    if left == 0:
                        return False
                    work[_OVER + c] |= 1 << card
                    card = _card_at(s, cards, c, left)
                    _see(work, card)
                    work[_HOSTS + suit_of(card)] |= _rank_bit(card)
                    _follow(s, work, suit_of(card))
                    changed = True
                work[_LEFT + c] = left
        if dealt == len(cards.talon):
            work[_STUCK] = waste
            return True
        card = i64(cards.talon[dealt])
        work[_WASTE + waste] = card
        work[_ABOVE + waste] = 0
        waste += 1
        dealt += 1
        changed = _can_leave(s, work, card, 0)


def stuck_cards(work: Any) -> tuple[list[int], list[int]]:
    """What a dead position has shown `is_dead`: how many cards stay in each column, and which stay in the waste."""
    waste = work[_WASTE : _WASTE + work[_STUCK]]
    return work[_LEFT : _LEFT + COLUMNS].tolist(), waste.tolist()
