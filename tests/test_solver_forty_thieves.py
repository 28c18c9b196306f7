"""Forty Thieves: the kernel plays by the rules, the search never lies."""

import random
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

import transcripts
from longwood import solver
from longwood.cards import parse_cards
from longwood.game import Deal, Move, Position
from longwood.games import GAMES
from longwood.games.forty_thieves import FOUNDATIONS
from longwood.solver import Limit, Verdict, search
from longwood.solver import forty_thieves as thieves
from longwood.solver import forty_thieves_kernel as kernel
from longwood.solver.forty_thieves_settle import ALL, DEAD, JOIN, SAFE, SPACES, TAILS
from walks import late_positions, walk

GAME = GAMES["forty-thieves"]
MEMORY = 60_000_000


def rules_moves(p: Position) -> list[Move]:
    """The legal moves; of foundations that take the same cards only the first, because the kernel sees them as one."""
    moves: dict[object, Move] = {}
    for m in GAME.moves(p):
        moves.setdefault((m.src, m.count) if m.dst in FOUNDATIONS else m, m)
    return list(moves.values())


def decode(root: thieves.Root, row: thieves.Array, mask: np.uint64) -> tuple[object, ...]:
    """Stock, waste, columns and foundation heights of a state of the kernel."""
    talon = root.talon.tolist()
    dealt = int(row[kernel.DEALT])
    columns = []
    for c in range(10):
        depth, base, length = (int(row[part + c]) for part in (kernel.DEPTH, kernel.BASE, kernel.LENGTH))
        columns.append((*root.columns[c, :depth].tolist(), *range(base, base - length, -1)))
    waste = tuple(card for i, card in enumerate(talon[:dealt]) if int(mask) >> i & 1)
    return (tuple(talon[:dealt - len(talon) - 1:-1]), waste, *columns, sorted(row[30:38].tolist()))


def plain(p: Position) -> tuple[object, ...]:
    """The same of a position."""
    return (*p.piles[:2], *p.piles[10:], sorted(len(p.piles[f]) for f in FOUNDATIONS))


def endgame(rng: random.Random, lowest: int = 6, most_dealt: int = 24) -> Position:
    """Foundations well begun, the other cards in ten even columns, a stock and a waste: small, but with every trap."""
    low = rng.randint(lowest, 9)
    heights = [low + rng.randint(-1, 1) for _ in range(8)]
    foundations = [tuple(range(i // 2 * 13, i // 2 * 13 + height)) for i, height in enumerate(heights)]
    cards = [i // 2 * 13 + rank for i, height in enumerate(heights) for rank in range(height, 13)]
    rng.shuffle(cards)
    count = max(0, min(rng.randint(0, most_dealt), len(cards) - 30))
    talon, rest = cards[:count], cards[count:]
    dealt = rng.randint(count // 2, count)
    # High cards on low ones, more or less: else nearly every such position is won.
    rest.sort(key=lambda card: card % 13 + rng.gauss(0, rng.choice((1.5, 3, 9))))
    return Position((tuple(talon[dealt:]), tuple(talon[:dealt]), *foundations, *[tuple(rest[i::10]) for i in range(10)]))


def verdict(p: Position, prunings: int = ALL, nodes: int = 20_000) -> Verdict:
    """What a search with only these prunings finds."""
    tried = thieves.Search(thieves.encode(p), MEMORY, prunings)
    tried.run(nodes)
    if tried.score == thieves.MOST:
        return Verdict.WON
    return Verdict.LOST if tried.exhausted else Verdict.UNKNOWN


# The kernel and the rules


def test_kernel_agrees_with_the_rules_on_random_walks() -> None:
    rng = random.Random(1)
    for number in range(30):
        p = GAME.start(Deal(number))
        root = thieves.encode(p)
        row, mask = root.row.copy(), root.mask
        for _ in range(250):
            assert decode(root, row, mask) == plain(p)
            assert kernel.score(row) == GAME.score(p)
            steps = thieves.legal_moves(root, row, mask)
            assert sorted(thieves.decode_move(p, step) for step in steps) == sorted(rules_moves(p))
            eager = [step for step in steps if step & 15 != kernel.STOCK]
            if not steps:
                break
            step = rng.choice(eager if eager and rng.random() < 0.8 else steps)
            mask = np.uint64(kernel.play(row, mask, step, root.talon, root.columns, root.runs))
            p = GAME.play(p, thieves.decode_move(p, step))
            # A state is told from where the search began: any position must do for that.
            if rng.random() < 0.05:
                root = thieves.encode(p)
                row, mask = root.row.copy(), root.mask


def perft(p: Position, plies: int) -> int:
    moves = rules_moves(p)
    return len(moves) if plies == 1 else sum(perft(GAME.play(p, m), plies - 1) for m in moves)


def test_perft_equals_that_of_the_rules() -> None:
    positions = [GAME.start(Deal(number)) for number in range(3)]
    positions += list(late_positions(GAME, range(12), range(1, 60)))
    totals = []
    for p in positions:
        root = thieves.encode(p)
        totals.append(kernel.perft(root.row, root.mask, root.talon, root.columns, root.runs, 3))
        assert totals[-1] == perft(p, 3)
    assert sum(totals) > 10_000


def test_positions_of_the_transcripts_are_understood() -> None:
    names = transcripts.slots(GAME)
    seen = 0
    for transcript in transcripts.read("forty-thieves"):
        for step in transcript.steps[::7]:
            slots = step["state"]["slots"]
            p = Position(tuple(parse_cards(slots[name].upper()) for name in names))
            root = thieves.encode(p)
            assert decode(root, root.row, root.mask) == plain(p)
            steps = thieves.legal_moves(root, root.row, root.mask)
            assert sorted(thieves.decode_move(p, m) for m in steps) == sorted(rules_moves(p))
            seen += 1
    assert seen > 1000


# The search and the plain search


def agree(positions: Iterator[Position], nodes: int) -> Counter[Verdict]:
    """The verdicts of the plain search where it comes to one; ours must be the same."""
    verdicts: Counter[Verdict] = Counter()
    for p in positions:
        expected = search.solve(GAME, p, Limit(nodes=nodes)).verdict
        verdicts[expected] += 1
        if expected is not Verdict.UNKNOWN:
            assert solver.solve(GAME, p, Limit(nodes=50_000, memory=MEMORY)).verdict is expected, p
    return verdicts


def test_verdicts_are_those_of_the_plain_search() -> None:
    rng = random.Random(2)
    verdicts = agree(late_positions(GAME, range(60), range(1, 12)), 300)
    verdicts += agree((endgame(rng) for _ in range(25)), 400)
    assert verdicts[Verdict.WON] >= 10
    assert verdicts[Verdict.LOST] >= 40


@pytest.mark.slow
def test_verdicts_are_those_of_the_plain_search_on_thousands() -> None:
    rng = random.Random(3)
    verdicts = agree(late_positions(GAME, range(100, 1700), range(1, 14)), 300)
    verdicts += agree((endgame(rng) for _ in range(400)), 1500)
    assert verdicts[Verdict.WON] >= 200
    assert verdicts[Verdict.LOST] >= 1000


def without_each_pruning(positions: Iterator[Position]) -> Counter[Verdict]:
    """The verdicts without any pruning; with all, and with all but one, they must be the same if there is one."""
    verdicts: Counter[Verdict] = Counter()
    for p in positions:
        expected = verdict(p, 0)
        verdicts[expected] += 1
        for prunings in (ALL, ALL & ~SAFE, ALL & ~JOIN, ALL & ~TAILS, ALL & ~SPACES, ALL & ~DEAD):
            assert {expected, verdict(p, prunings)} - {Verdict.UNKNOWN} in ({Verdict.WON}, {Verdict.LOST}, set()), (prunings, p)
    return verdicts


def test_no_pruning_changes_a_verdict() -> None:
    rng = random.Random(4)
    verdicts = without_each_pruning(endgame(rng, lowest=4) for _ in range(60))
    assert verdicts[Verdict.WON] >= 5
    assert verdicts[Verdict.LOST] >= 5


@pytest.mark.slow
def test_no_pruning_changes_a_verdict_on_many() -> None:
    rng = random.Random(5)
    verdicts = without_each_pruning(endgame(rng, lowest=3) for _ in range(1000))
    assert verdicts[Verdict.WON] >= 100
    assert verdicts[Verdict.LOST] >= 100


# Traps of two decks


def position(foundations: str, *columns: str, waste: str = "", stock: str = "") -> Position:
    """Foundations by their top cards, columns as text."""
    piles = [tuple(range(top // 13 * 13, top + 1)) for top in parse_cards(foundations)]
    piles += [()] * (8 - len(piles)) + [parse_cards(column) for column in columns] + [()] * (10 - len(columns))
    return Position((parse_cards(stock), parse_cards(waste), *piles))
