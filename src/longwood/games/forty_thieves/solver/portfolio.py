"""Searches of Forty Thieves with different weights that take turns: what one misses for long another often finds."""

from longwood.games.forty_thieves.solver.encode import Root
from longwood.games.forty_thieves.solver.expand import MOST
from longwood.games.forty_thieves.solver.search import CROWDING, LEAST_MEMORY, Search
from longwood.games.forty_thieves.solver.settle import PROVING
from longwood.games.forty_thieves.solver.weights import WEIGHTS
from longwood.kernels.spending import Budget

SHARES = (3, 1, 1)
"""How the searches divide states and memory: proofs of loss come mostly from the first."""
CROWDINGS = (CROWDING, CROWDING, 0)
"""How much each of them avoids crowds; one does not, because some wins lie in a crowd."""
FIRST_TURN = 1000
"""States that a share stands for in the first round; each further round doubles it."""
ASKING_TURN = 2 * FIRST_TURN
"""At this turn, after 5,000 states, pruning 6 is asked of the first state: it takes a millisecond."""
PROVING_TURN = 16_000
"""From this turn on, after 40,000 states, one more search begins each round: it looks for a proof of loss."""
PROVING_STATES = 500
"""So many states a round, however long the others' turns are: its states take much longer, and proofs come soon."""
PROVING_MEMORY = 8
"""It has one part of so many of the memory."""
PROVING_LEAST = 5 * LEAST_MEMORY
"""With fewer bytes than these it is left out."""


def shares_of(memory: int) -> list[int]:
    """The bytes of each search; where they do not suffice for all, the first has them all, or there is none."""
    parts = [memory * share // sum(SHARES) for share in SHARES]
    if min(parts) >= LEAST_MEMORY:
        return parts
    return [memory] if memory >= LEAST_MEMORY else []


class Portfolio:
    """The searches, as far as they have begun."""

    def __init__(self, root: Root, memory: int, *, proving: bool = False) -> None:
        self.root = root
        self.proving_memory = memory // PROVING_MEMORY if proving else 0
        if self.proving_memory < PROVING_LEAST:
            self.proving_memory = 0
        self.parts = shares_of(memory - self.proving_memory)
        self.searches: list[Search] = []
        self.prover: Search | None = None

    @property
    def nodes(self) -> int:
        return sum(search.nodes for search in self.searches) + (self.prover.nodes if self.prover else 0)

    def proves(self, budget: Budget, turn: int) -> bool:
        """Let the search for a proof have its turn; whether it has decided."""
        if turn < ASKING_TURN or not self.proving_memory:
            return False
        if not self.prover:
            self.prover = Search(self.root, self.proving_memory, PROVING)
            # What is lost as it lies takes no search.
            self.prover.give_up_if_refuted()
        if turn >= PROVING_TURN:
            spend(self.prover, budget, self.prover.nodes + PROVING_STATES)
        return self.prover.score == MOST or self.prover.exhausted

    def run(self, budget: Budget) -> Search | None:
        """Spend a budget; returns the search that has decided, or the one with the best score. None without memory."""
        turn = FIRST_TURN
        while True:
            is_idle = True
            if self.proves(budget, turn):
                return self.prover
            for i, memory in enumerate(self.parts):
                # All searches have the same states before them: where the first comes to an end, no other is needed.
                if i and self.searches[0].is_closing:
                    break
                if i == len(self.searches):
                    self.searches.append(Search(self.root, memory, weights=WEIGHTS[i], crowding=CROWDINGS[i]))
                search = self.searches[i]
                if spend(search, budget, turn * SHARES[i]):
                    is_idle = False
                if search.score == MOST or search.exhausted:
                    return search
                if budget.is_spent:
                    break
            if is_idle or budget.is_spent:
                return max(self.searches, key=lambda search: search.score, default=None)
            turn *= 2


def spend(search: Search, budget: Budget, until: int | None = None) -> bool:
    """Run a search until it has so many states or the budget is spent; False if there is nothing left to do."""
    while until is None or search.nodes < until:
        before = search.nodes
        slice = budget.slice() if until is None else min(budget.slice(), until - before)
        if slice == 0:
            break
        has_more = search.run(before + slice)
        budget.spend(search.nodes - before)
        if not has_more:
            return False
    return True
