"""The certificate of a lost Forty Thieves game, and its checker: no column can ever be emptied.

It knows the rules alone and nothing of the solver. docs/certificates.md has the argument:

    columns
    t1: 7H at 3
    ...
    waste: 9S QS 4C

In each column the named card, at this place from the bottom, never leaves. When the stock is dealt these cards are in
the waste, the lowest first.
"""

from collections import Counter

from longwood.core.cards import CARD_TEXTS, RANK, SUIT, Card, Pile
from longwood.core.game import STOCK, Position
from longwood.games.forty_thieves.rules import FOUNDATIONS, WASTE, FortyThieves

KIND = "columns"


class Relaxed:
    """Play in which nothing is ever taken back: what could have moved has moved, and still is where it was."""

    def __init__(self, game: FortyThieves, p: Position) -> None:
        self.columns = [p.piles[t] for t in game.column_piles]
        self.left = [len(pile) for pile in self.columns]
        """How many cards of each column never had a chance to leave, so far."""
        self.gone: list[list[Card]] = [[] for _ in self.columns]
        """The cards that left each column."""
        self.waste: list[tuple[Card, list[Card]]] = []
        """The cards that could not leave it, and those that left from above each."""
        self.built = Counter(card for f in FOUNDATIONS for card in p.piles[f])
        self.seen = Counter(self.built)
        """How often a card may have been free by now, or is on a foundation."""
        self.hosts: set[Card] = set()
        """The cards that may have ended a column by now."""
        for pile in self.columns:
            self.uncover(pile[-1])

    def uncover(self, card: Card) -> None:
        """A card of a column is free."""
        self.hosts.add(card)
        self.see(card)

    def see(self, card: Card) -> None:
        """A card is free: it may end a column if its host may, and so may those that follow it."""
        self.seen[card] += 1
        for one in range(SUIT[card] * 13 + 11, SUIT[card] * 13 - 1, -1):
            if one + 1 in self.hosts and self.seen[one] > self.built[one]:
                self.hosts.add(one)

    def has_host(self, card: Card) -> bool:
        """Whether the next higher card of the suit may end a column."""
        return RANK[card] < 13 and card + 1 in self.hosts

    def can_leave(self, card: Card, above: list[Card]) -> bool:
        """Whether a free card may go to a host or to a foundation; `above` has left from over it."""
        if self.has_host(card):
            return True
        # What was over it, of its suit, no lower and without a host, went up past another card of its rank.
        is_second = self.built[card] > 0 or any(
            SUIT[one] == SUIT[card] and one >= card and not self.has_host(one) for one in above
        )
        lower = range(SUIT[card] * 13, card)
        return all(self.seen[one] >= (2 if is_second else 1) for one in lower)

    def settle(self) -> bool:
        """Let everything leave that can; False if a column is empty then."""
        moved = True
        while moved:
            moved = False
            while self.waste and self.can_leave(*self.waste[-1]):
                card, above = self.waste.pop()
                if self.waste:
                    self.waste[-1][1].extend([*above, card])
                self.see(card)
                moved = True
            for c, pile in enumerate(self.columns):
                while self.can_leave(pile[self.left[c] - 1], self.gone[c]):
                    self.left[c] -= 1
                    if not self.left[c]:
                        return False
                    self.gone[c].append(pile[self.left[c]])
                    self.uncover(pile[self.left[c] - 1])
                    moved = True
        return True

    def run(self, dealt: Pile, stock: Pile) -> bool:
        """Deal to the end; False if a column could be emptied on the way."""
        self.waste = [(card, []) for card in dealt]
        if not self.settle():
            return False
        for card in stock:
            self.waste.append((card, []))
            if not self.settle():
                return False
        return True


def told(game: FortyThieves, p: Position) -> list[str] | None:
    """What a certificate of this position has to say; None if a column may be emptied."""
    if any(not p.piles[t] for t in game.column_piles):
        return None
    play = Relaxed(game, p)
    if not play.run(p.piles[WASTE], p.piles[STOCK][::-1]):
        return None
    return written(game, p, play.left, [card for card, _ in play.waste])


def written(game: FortyThieves, p: Position, left: list[int], waste: list[Card]) -> list[str]:
    """A certificate: how many cards stay in each column, and which ones in the waste."""
    columns = zip(game.column_piles, left, strict=True)
    stuck = [f"{game.piles[t]}: {CARD_TEXTS[p.piles[t][n - 1]]} at {n}" for t, n in columns]
    return [KIND, *stuck, f"waste: {' '.join([CARD_TEXTS[card] for card in waste])}"]


def check(game: FortyThieves, p: Position, lines: list[str]) -> bool:
    """Whether a certificate proves that a position is lost."""
    if Counter(card for pile in p.piles for card in pile) != Counter(list(range(52)) * game.decks):
        return False
    return lines == told(game, p)


def words(game: FortyThieves, p: Position, lines: list[str]) -> list[str]:
    """A certificate in sentences."""
    stuck = [line.partition(": ") for line in lines[1:] if line.startswith("t")]
    cards = ", ".join([f"{card.partition(' ')[0]} in column {name[1:]}" for name, _, card in stuck])
    why = "Each waits for cards of its suit that lie under another of them, or under cards that never leave the waste."
    return [f"No column can ever be emptied. Without an empty one these cards never leave: {cards}. {why}"]
