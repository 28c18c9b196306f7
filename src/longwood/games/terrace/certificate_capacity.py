"""The certificate of a Terrace game that is lost by capacity: cards that never leave, because the columns are too few.

It knows the rules alone and nothing of the solver, which asks a compiled kernel. The argument, with the numbers of its
points, is P5 of docs/solver-terrace.md; a line of the certificate says what never leaves:

    base 7: reserve 0, waste 6D QH AS
"""

from functools import cache

from longwood.core.cards import CARD_TEXTS, IS_RED, RANK, Card, Pile
from longwood.core.game import STOCK
from longwood.core.words import counted
from longwood.games.terrace.rules import FIRST_COLUMN, FOUNDATIONS, RESERVE, WASTE, Terrace, TerracePosition

KIND = "capacity"
NEVER = 1_000
"""More than any number of columns, or cards dealt."""

Counts = tuple[int, ...]
"""How many cards there are of each rank of one chain."""


@cache
def least_heads(out: Counts, may: Counts, up: Counts, roots: Counts) -> int:
    """The fewest columns that hold what must be in them, of one chain; `NEVER` if there is no way (point 2).

    Of each rank `out` cards have left reserve, waste and stock, `may` at most; `up` at least are on foundations, where
    no rank has more cards than a lower one. At most `roots` columns begin with a card of this rank.
    """
    costs = {(0, 0): 0}
    for rank in range(12, -1, -1):
        found: dict[tuple[int, int], int] = {}
        for (above_up, above), cost in costs.items():
            for built in range(max(above_up, up[rank]), may[rank] + 1):
                for held in range(max(0, out[rank] - built), may[rank] - built + 1):
                    heads = max(0, held - above)
                    if heads <= roots[rank] and cost + heads < found.get((built, held), NEVER):
                        found[built, held] = cost + heads
        costs = found
    return min(costs.values(), default=NEVER)


def dealt_in_order(p: TerracePosition) -> Pile:
    """Waste and stock in the order of dealing."""
    return (*p.piles[WASTE], *p.piles[STOCK][::-1])


class Relaxed:
    """What may have left by when: stage by stage of the stock, for each number of cards left in the reserve."""

    def __init__(self, game: Terrace, p: TerracePosition) -> None:
        self.base, self.columns = p.base, game.columns
        self.fills = RESERVE in game.fill_from
        # Whether each column begins with a card that lay in a column or in the reserve, as long as there is a reserve.
        self.is_closed = game.fill_from[:1] == (RESERVE,) and () not in p.piles[FIRST_COLUMN:]
        self.waste = len(p.piles[WASTE])
        self.sequence = [self.kind(card) for card in dealt_in_order(p)]
        self.reserve = [self.kind(card) for card in p.piles[RESERVE]]
        self.built = self.counted([self.kind(card) for f in FOUNDATIONS for card in p.piles[f]])
        self.laid = self.counted([self.kind(card) for pile in p.piles[FIRST_COLUMN:] for card in pile])
        # For each number of cards left in the reserve: the fewest cards dealt when a card of the sequence has left.
        self.left = [[NEVER] * len(self.sequence) for _ in range(len(self.reserve) + 1)]

    def kind(self, card: Card) -> int:
        """Chain and rank in one number."""
        rank = (RANK[card] - self.base) % 13
        return 13 * (IS_RED[card] ^ rank & 1) + rank

    @staticmethod
    def counted(kinds: list[int]) -> list[int]:
        """How many there are of each kind."""
        return [kinds.count(kind) for kind in range(26)]

    def heads(self, reserve: int, first: int, dealt: int, covered: int) -> int:
        """The fewest columns needed when the dealt cards from `first` on are out, and of those before `covered` only
        what left before `covered` was dealt (points 1 and 3)."""
        released = self.counted(self.reserve[reserve:])
        out = [a + b + c for a, b, c in zip(self.built, self.laid, released, strict=True)]
        roots = [4] * 26
        if self.is_closed and reserve:
            roots = [a + b for a, b in zip(self.laid, released, strict=True)]
        up = self.built if self.fills else [a + b for a, b in zip(self.built, released, strict=True)]
        for kind in self.sequence[first:dealt]:
            out[kind] += 1
        may = out.copy()
        for place in range(covered):
            if self.left[reserve][place] <= covered:
                may[self.sequence[place]] += 1
        chains = (slice(0, 13), slice(13, 26))
        return sum([least_heads(tuple(out[c]), tuple(may[c]), tuple(up[c]), tuple(roots[c])) for c in chains])

    def leave(self, reserve: int, dealt: int) -> None:
        """Let the waste's cards leave, from the top."""
        left = self.left[reserve]
        for place in range(dealt - 1, -1, -1):
            if left[place] == NEVER:
                if self.heads(reserve, place, dealt, place) > self.columns:
                    return
                left[place] = dealt

    def releases(self, reserve: int, dealt: int) -> bool:
        """Whether the reserve's top card may leave now, whichever card is then the top of the waste (point 4)."""
        for top in range(dealt - 1, -2, -1):
            if top + 1 < dealt and self.left[reserve][top + 1] == NEVER:
                return False
            covered = max(top, 0)
            if self.heads(reserve - 1, top + 1, dealt, covered) > self.columns:
                continue
            if not self.fills or self.goes_up(reserve, top + 1, dealt, covered):
                return True
            # A column was emptied for it: all others held what was out.
            if self.heads(reserve, top + 1, dealt, covered) < self.columns:
                return True
        return False

    def goes_up(self, reserve: int, first: int, dealt: int, covered: int) -> bool:
        """Whether each lower rank of the reserve's top card may be on a foundation."""
        kind = self.reserve[reserve - 1]
        known = {k for k in range(26) if self.built[k] + self.laid[k]} | set(self.reserve[reserve:])
        known |= set(self.sequence[first:dealt])
        known |= {self.sequence[i] for i in range(covered) if self.left[reserve][i] <= covered}
        return known.issuperset(range(kind - kind % 13, kind))

    def run(self) -> int:
        """Deal to the end; returns how many cards never leave the reserve (point 5)."""
        reached = len(self.reserve)
        for dealt in range(self.waste, len(self.sequence) + 1):
            reserve = len(self.reserve)
            while reserve >= reached:
                if reserve < len(self.reserve):
                    before = self.left[reserve + 1]
                    self.left[reserve] = [min(a, b) for a, b in zip(self.left[reserve], before, strict=True)]
                self.leave(reserve, dealt)
                if reserve == reached and reserve:
                    # What has left so far counts for the smaller reserve too.
                    self.left[reserve - 1] = self.left[reserve].copy()
                    reached -= self.releases(reserve, dealt)
                reserve -= 1
        return reached


def told(game: Terrace, p: TerracePosition) -> str | None:
    """What a certificate has to say of a position with its base card; None if all may leave."""
    if game.in_suit or game.redeals or game.won(p):
        return None
    play = Relaxed(game, p)
    kept = play.run()
    cards = [card for card, stage in zip(dealt_in_order(p), play.left[kept], strict=True) if stage == NEVER]
    return written(kept, cards) if kept or cards else None


def written(kept: int, cards: list[Card]) -> str:
    """What never leaves: how many cards of the reserve, and which ones of waste and stock, in the order of dealing."""
    return f"reserve {kept}, waste {' '.join([CARD_TEXTS[card] for card in cards])}".rstrip()


def sentence(game: Terrace, text: str) -> str:
    """The same for people."""
    reserve, _, waste = text.partition(", ")
    kept, cards = int(reserve.split()[1]), waste.split()[1:]
    found = []
    if cards:
        below = f", nor {counted(len(cards) - 1, 'card')} under it" if len(cards) > 1 else ""
        found.append(f"{cards[-1]} never leaves the waste{below}")
    if kept:
        found.append(f"the reserve keeps at least {counted(kept, 'card')}")
    why = f"Too many cards have to leave before that: the foundations and {game.columns} columns cannot hold them."
    return f"{' and '.join(found)}. {why}"
