"""The capacity argument of docs/solver-forty-thieves.md: pruning 6 and `tools/forty_thieves_capacity.py`, which are two
programs, say the same and never refute a win."""

import random
from collections import Counter

import pytest

from late import endgame, late_positions
from longwood.core.game import Deal, Position
from longwood.core.result import Limit, Reason, Verdict
from longwood.games import GAMES
from longwood.games.forty_thieves.rules import FortyThieves
from longwood.games.forty_thieves.solver import portfolio
from longwood.games.forty_thieves.solver import solve as thieves
from longwood.games.forty_thieves.solver.capacity import capacity_room
from longwood.games.forty_thieves.solver.capacity import is_refuted as is_refuted_here
from longwood.games.forty_thieves.solver.encode import encode
from longwood.games.forty_thieves.solver.expand import MOST
from longwood.games.forty_thieves.solver.search import Search
from longwood.games.forty_thieves.solver.settle import ALL, PROVING
from longwood.games.forty_thieves.solver.suits import suit_table
from longwood.solver import plain_search
from tools.forty_thieves_capacity import ANYWHERE, END, HIDDEN, MOVED, OUT, UP, is_refuted, least_heads, met

pytestmark = pytest.mark.solver

GAME = next(game for game in GAMES.values() if isinstance(game, FortyThieves))

ROOM, SUITS = capacity_room(), suit_table()


def is_pruned(p: Position) -> bool:
    """Whether pruning 6 refutes a position."""
    root = encode(p)
    return bool(is_refuted_here(root.row, root.mask, root.cards.talon, root.cards.columns, ROOM, SUITS))


def heads(**kinds: int) -> int:
    """The columns that a suit needs: cards named a to m, ace to king; a second one of a rank as `b2`; others hidden."""
    places = [HIDDEN] * 26
    for name, kind in kinds.items():
        places[2 * "abcdefghijklm".index(name[0]) + (len(name) > 1)] = kind
    return least_heads(tuple(places))


def test_what_is_out_needs_columns() -> None:
    assert heads() == 0
    assert heads(a=OUT, b=OUT) == 0
    assert heads(b=OUT, c=OUT, e=OUT) == 2
    assert heads(b=OUT, c=END) == 0
    assert heads(b=OUT, b2=OUT, c=END) == 1
    assert heads(a=UP, b=OUT, b2=OUT) == 1
    assert heads(a=UP, a2=ANYWHERE, b=OUT, b2=OUT) == 0
    assert heads(m=OUT, l=OUT, l2=OUT) == 2


def test_the_card_that_moves_hosts_nothing_and_is_the_last_of_its_foundation() -> None:
    assert heads(c=MOVED, b=OUT) == 2
    assert heads(a=UP, b=MOVED) == 0
    assert heads(a=UP, b=MOVED, c=OUT) == 1
    assert heads(a=UP, a2=UP, b=UP, b2=MOVED, c=OUT) == 0


def test_deals() -> None:
    assert [number for number in (1, 71, 72) if is_refuted(GAME, GAME.start(Deal(number)))] == [71, 72]


@pytest.mark.slow
def test_no_position_of_a_winning_line_is_refuted() -> None:
    asked = 0
    for number in range(1, 9):
        is_won, positions = met(GAME.start(Deal(number)), 5000, 1)
        for p in positions[number::9] if is_won else ():
            assert not is_refuted(GAME, p), (number, p)
            asked += 1
    assert asked > 20


@pytest.mark.slow
def test_what_is_refuted_is_lost_for_the_plain_search() -> None:
    rng = random.Random(5)
    positions: list[Position] = [*late_positions(GAME, range(40), range(1, 12)), *[endgame(rng) for _ in range(30)]]
    found: Counter[tuple[Verdict, bool]] = Counter()
    for p in positions:
        judged = plain_search.solve(GAME, p, Limit(nodes=300)).verdict
        if judged is not Verdict.UNKNOWN:
            found[judged, is_refuted(GAME, p)] += 1
    assert not found[Verdict.WON, True]
    assert found[Verdict.WON, False] > 5
    assert found[Verdict.LOST, True] > 5, found


def test_both_programs_say_the_same() -> None:
    rng = random.Random(6)
    positions: list[Position] = [GAME.start(Deal(number)) for number in (1, 71, 72)]
    positions += [*late_positions(GAME, range(100, 120), range(1, 60)), *[endgame(rng, lowest=3) for _ in range(10)]]
    found = [is_pruned(p) for p in positions]
    assert found == [is_refuted(GAME, p) for p in positions]
    assert 5 < sum(found) < len(found) - 5


def test_pruning_6_never_refutes_a_position_that_is_won() -> None:
    """All positions of some winning lines, as the search met them."""
    asked = 0
    for number in range(100_001, 100_021):
        is_won, positions = met(GAME.start(Deal(number)), 5000, 1)
        if is_won:
            assert not any(map(is_pruned, positions)), number
            asked += len(positions)
    assert asked > 500


def test_a_search_with_pruning_6_finds_the_same() -> None:
    rng = random.Random(7)
    positions = [*late_positions(GAME, range(200, 240), range(1, 30)), *[endgame(rng, lowest=4) for _ in range(30)]]
    fewer = 0
    for p in positions:
        plain, proving = (Search(encode(p), 60_000_000, prunings) for prunings in (ALL, PROVING))
        for search in (plain, proving):
            search.run(800)
        if plain.exhausted:
            assert proving.score < MOST
            assert proving.nodes <= plain.nodes
            fewer += proving.nodes < plain.nodes
        if plain.score == MOST:
            assert not proving.exhausted
        if proving.score == MOST:
            assert not plain.exhausted
        if proving.exhausted:
            assert plain.score < MOST
    assert fewer > 3


def test_the_last_member_of_the_portfolio_proves_what_the_others_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    p, limit = GAME.start(Deal(205_802)), Limit(nodes=12_000)
    assert thieves.solve(GAME, p, limit).verdict is Verdict.UNKNOWN
    monkeypatch.setattr(portfolio, "PROVING_TURN", 1000)
    found = thieves.solve(GAME, p, limit)
    assert (found.verdict, found.reason) == (Verdict.LOST, Reason.SEARCHED)
    assert found.nodes < 6000
    # Not for a best score, and not with little memory.
    assert thieves.solve(GAME, p, Limit(nodes=2000, memory=60_000_000)).verdict is Verdict.UNKNOWN


def test_what_is_refuted_as_it_lies_takes_no_long_search() -> None:
    """After 5,000 states pruning 6 is asked of the deal itself; a budget that ends before knows nothing of it."""
    p = GAME.start(Deal(71))
    assert is_pruned(p)
    assert thieves.solve(GAME, p, Limit(nodes=5000)).verdict is Verdict.UNKNOWN
    found = thieves.solve(GAME, p, Limit(nodes=5001))
    assert (found.verdict, found.reason, found.nodes) == (Verdict.LOST, Reason.SEARCHED, 5000)
