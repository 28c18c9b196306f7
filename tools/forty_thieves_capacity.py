"""How many Forty Thieves positions the capacity argument refutes: a proof of loss without a search, in plain Python.

    python tools/forty_thieves_capacity.py --deals 1-100
    python tools/forty_thieves_capacity.py --deals 1-20 --nodes 20000

The first line asks it of deals as they lie. The second lets the solver search each deal and asks it of some of the
positions that it has expanded, and of all on the winning line, of which none may be refuted. The argument is in
docs/solver-forty-thieves.md ("Capacity"). The solver does not use it; `is_refuted` knows the rules alone.
"""

import argparse
import time
from collections import Counter
from functools import cache

import numpy as np

from longwood.core.game import STOCK, Deal, Position
from longwood.games import GAMES
from longwood.games.forty_thieves.rules import FOUNDATIONS, WASTE, FortyThieves
from longwood.games.forty_thieves.solver import state
from longwood.games.forty_thieves.solver.encode import Array, Root, encode
from longwood.games.forty_thieves.solver.expand import BEST_NODE, CLOSED, MOST, NEXT, PARENT, USED
from longwood.games.forty_thieves.solver.search import Search

NEVER = 1_000
"""More than any number of columns, or cards dealt."""

# What a card may be at one instant.
HIDDEN, END, EITHER, ANYWHERE, OUT, UP, MOVED = range(7)
# Each way of being so: whether it is on a foundation, whether it is the last one there for now, whether it needs a host
# or a column, whether it hosts.
WAYS = {
    HIDDEN: [(0, 0, 0, 0)],
    END: [(0, 0, 0, 1)],
    EITHER: [(0, 0, 0, 1), (1, 0, 0, 0)],
    ANYWHERE: [(0, 0, 0, 0), (1, 0, 0, 0), (0, 0, 1, 1)],
    OUT: [(1, 0, 0, 0), (0, 0, 1, 1)],
    UP: [(1, 0, 0, 0)],
    MOVED: [(1, 1, 0, 0), (0, 0, 1, 0)],
}


@cache
def pairs(one: int, other: int) -> list[tuple[int, int, int, int]]:
    """The ways of two equal cards together: on foundations, of these with something on them, loose, hosting."""
    both = {tuple(a + b for a, b in zip(x, y, strict=True)) for x in WAYS[one] for y in WAYS[other]}
    return [(up, up - last, loose, hosts) for up, last, loose, hosts in both]


@cache
def least_heads(kinds: tuple[int, ...]) -> int:
    """The fewest columns that the cards of a suit need, two of each rank from the ace on."""
    costs = {(2, 0): 0}
    for rank in range(13):
        found: dict[tuple[int, int], int] = {}
        for (room, below), cost in costs.items():
            for up, covered, loose, hosts in pairs(kinds[2 * rank], kinds[2 * rank + 1]):
                if up <= room:
                    heads = cost + max(0, below - hosts)
                    found[covered, loose] = min(heads, found.get((covered, loose), NEVER))
        costs = found
    return min([cost + loose for (_, loose), cost in costs.items()], default=NEVER)


class Relaxed:
    """What may have left its place by when, stage by stage of the stock."""

    def __init__(self, game: FortyThieves, p: Position) -> None:
        copies: Counter[int] = Counter()
        self.kinds = [HIDDEN] * 104

        def name(card: int, kind: int = HIDDEN) -> int:
            """Tell equal cards apart: the two of a rank stand side by side."""
            place = 2 * card + copies[card]
            copies[card] += 1
            self.kinds[place] = kind
            return place

        for f in FOUNDATIONS:
            for card in p.piles[f]:
                name(card, UP)
        piles = [p.piles[t] for t in game.column_piles]
        self.spaces = piles.count(())
        self.columns = [[name(card) for card in pile] for pile in piles if pile]
        self.staying = [len(column) for column in self.columns]
        """How many cards of each column can never have left, so far."""
        for column in self.columns:
            self.kinds[column[-1]] = END
        self.talon = [name(card) for card in p.piles[WASTE] + p.piles[STOCK][::-1]]
        self.dealt = len(p.piles[WASTE])
        self.left = [NEVER] * len(self.talon)
        """How many cards had been dealt, at least, when a card of the talon left the waste."""

    def costs(self, kinds: list[int]) -> int:
        """The fewest columns needed in all."""
        return sum([least_heads(tuple(kinds[suit : suit + 26])) for suit in range(0, 104, 26)])

    def fits(self, kinds: list[int], emptied: int, columns: list[list[int]]) -> bool:
        """Whether what is out has room when some of these columns are emptied besides others, in whichever way."""
        needed = self.costs(kinds)
        if needed <= emptied:
            return True
        # More cards out never need fewer columns.
        if needed > emptied + len(columns):
            return False
        first, rest = columns[0], columns[1:]
        after = kinds.copy()
        for place in first:
            after[place] = OUT
        return self.fits(after, emptied + 1, rest) or self.fits(kinds, emptied, rest)

    def may_leave(self, moved: int, out: list[int], may: list[int], dealt: list[int]) -> bool:
        """Whether a card may leave while `out` are out, and of the dealt cards of the talon only `may` besides."""
        kinds = self.kinds.copy()
        for place in dealt:
            kinds[place] = HIDDEN
        for place in may:
            kinds[place] = ANYWHERE
        for place in out:
            kinds[place] = OUT
        kinds[moved] = MOVED
        emptied = [column for column, left in zip(self.columns, self.staying, strict=True) if not left]
        return self.fits(kinds, self.spaces, emptied)

    def unwind(self, dealt: int) -> bool:
        """Let the waste's cards leave, from the top, as far as they may; whether one does."""
        moved = False
        for i in reversed(range(dealt)):
            if self.left[i] == NEVER:
                before = [place for place, left in zip(self.talon[:i], self.left[:i], strict=True) if left <= i]
                if not self.may_leave(self.talon[i], self.talon[i + 1 : dealt], before, self.talon[:dealt]):
                    break
                self.left[i] = dealt
                moved = True
        return moved

    def unpack(self, dealt: int) -> bool:
        """Let the columns' cards leave as far as they may; whether one does."""
        gone = [place for place, left in zip(self.talon[:dealt], self.left[:dealt], strict=True) if left < NEVER]
        moved = False
        for c, column in enumerate(self.columns):
            while self.staying[c]:
                last = self.staying[c] - 1
                if not self.may_leave(column[last], column[last + 1 :], gone, self.talon[:dealt]):
                    break
                self.staying[c] = last
                self.kinds[column[last]] = EITHER
                if last:
                    self.kinds[column[last - 1]] = END
                moved = True
        return moved

    def is_lost(self) -> bool:
        """Whether some card never leaves."""
        for dealt in range(self.dealt, len(self.talon) + 1):
            # A card that stays in the waste changes nothing for the columns.
            if self.unwind(dealt) or dealt == self.dealt:
                while self.unpack(dealt):
                    self.unwind(dealt)
        return any(self.staying) or NEVER in self.left


def is_refuted(game: FortyThieves, p: Position) -> bool:
    """Whether a position is lost by capacity."""
    return Relaxed(game, p).is_lost()


def position_of(root: Root, row: Array, mask: np.uint64) -> Position:
    """A state of the solver as the rules see it."""
    talon = root.cards.talon.tolist()
    dealt = int(state.dealt_of(row))
    waste = tuple([card for i, card in enumerate(talon[:dealt]) if int(mask) >> i & 1])
    heights = [int(height(row, suit)) for suit in range(4) for height in (state.greater, state.lesser)]
    foundations = [tuple(range(13 * (i // 2), 13 * (i // 2) + height)) for i, height in enumerate(heights)]
    columns = []
    for c in range(state.COLUMNS):
        depth, base, length = [int(part(row, c)) for part in (state.depth_of, state.base_of, state.length_of)]
        columns.append((*root.cards.columns[c, :depth].tolist(), *range(base, base - length, -1)))
    return Position((tuple(talon[dealt:][::-1]), waste, *foundations, *columns))


def met(p: Position, nodes: int, asked: int) -> tuple[bool, list[Position]]:
    """Whether one search wins, and so many positions that it has expanded; all of the winning line if it does."""
    search = Search(encode(p), 200_000_000)
    search.run(nodes)
    states = search.states
    is_won = search.score == MOST
    if is_won:
        chosen, node = [], int(search.stats[BEST_NODE])
        while node >= 0:
            chosen.append(node)
            node = int(states.links[node, PARENT])
    else:
        closed = np.flatnonzero(states.links[: search.stats[USED], NEXT] == CLOSED)
        chosen = closed[:: max(1, len(closed) // asked)].tolist()
    return is_won, [position_of(search.root, states.rows[node], states.masks[node]) for node in chosen]


def ask(game: FortyThieves, numbers: range, nodes: int, asked: int) -> None:
    """Print how many positions are refuted of those that a search meets."""
    begun = time.process_time()
    on_lines = wrong = 0
    tens: Counter[tuple[int, bool]] = Counter()
    for number in numbers:
        is_won, positions = met(game.start(Deal(number)), nodes, asked)
        for p in positions:
            lost = is_refuted(game, p)
            if is_won:
                on_lines += 1
                wrong += lost
            else:
                tens[(64 - len(p.piles[STOCK])) // 10 * 10, lost] += 1
    print(f"positions on winning lines: {on_lines}, refuted {wrong}")
    for ten in range(0, 70, 10):
        refuted, others = tens[ten, True], tens[ten, False]
        if refuted + others:
            print(f"not won, {ten} cards dealt or more: {refuted} of {refuted + others} refuted")
    positions_asked = max(1, on_lines + tens.total())
    print(f"{1000 * (time.process_time() - begun) / positions_asked:.0f} ms a position, the search included")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", default="1-100")
    parser.add_argument("--nodes", type=int, default=0, help="search each deal, and ask of positions met")
    parser.add_argument("--asked", type=int, default=50, help="positions of each deal that is not won")
    args = parser.parse_args()
    first, last = [int(number) for number in args.deals.split("-")]
    game = GAMES["forty-thieves"]
    assert isinstance(game, FortyThieves)
    numbers = range(first, last + 1)
    if args.nodes:
        ask(game, numbers, args.nodes, args.asked)
        return
    begun = time.process_time()
    found = [number for number in numbers if is_refuted(game, game.start(Deal(number)))]
    seconds = (time.process_time() - begun) / len(numbers)
    print(f"{len(found)} of {len(numbers)} deals refuted, {seconds:.2f} s each: {found}")


if __name__ == "__main__":
    main()
