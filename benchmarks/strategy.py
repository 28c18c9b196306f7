"""What the advice on the rules pages is worth: simple players who differ in one habit, over the same deals.

None of them looks at a hidden card or further ahead than one move, so the shares say how much a habit matters and not
how often a deal can be won.
"""

import random
from collections.abc import Callable
from typing import Any

from rich.console import Console
from rich.table import Table

from longwood import GAMES, Deal, Move
from longwood.core.cards import RANK
from longwood.core.game import STOCK, AnyGame
from longwood.games.forty_thieves.rules import run_length

Choose = Callable[[AnyGame, Any, list[Move]], Move | None]
"""Which of the legal moves a player makes; None to give up."""


def play(game: AnyGame, p: Any, choose: Choose) -> tuple[bool, int]:
    """Whether the player won, and the score. Whoever shuffles cards to and fro is stopped."""
    for _ in range(700):
        moves = game.moves(p)
        m = choose(game, p, moves) if moves and not game.won(p) else None
        if m is None:
            break
        p = game.play(p, m)
    return game.won(p), game.score(p)


def row(table: Table, game: AnyGame, habit: str, deals: int, choose: Choose) -> None:
    results = [play(game, game.start(Deal(number)), choose) for number in range(1, deals + 1)]
    add(table, game, habit, results)


def add(table: Table, game: AnyGame, habit: str, results: list[tuple[bool, int]]) -> None:
    won = sum(is_won for is_won, _ in results)
    mean = sum(score for _, score in results) / len(results)
    table.add_row(game.slug, habit, f"1-{len(results)}", f"{100 * won / len(results):.1f} %", f"{mean:.1f}")


# Triple Peaks and Elevator: which of the cards that fit. A player who can play never deals.
def lowest(game: AnyGame, p: Any, moves: list[Move]) -> Move:
    cards = [m for m in moves if m.src != STOCK]
    return cards[-1] if cards else moves[0]


def highest(game: AnyGame, p: Any, moves: list[Move]) -> Move:
    return moves[0]


def turn_up(game: AnyGame, p: Any, moves: list[Move]) -> Move:
    cards = [m for m in moves if m.src != STOCK]
    # What a card covers is plain to see; which card comes to light does not matter here. The lower row settles ties.
    return min(cards or moves, key=lambda m: (len(game.hidden(game.play(p, m))), -m.src))


# Quatorze: which of the pairs.
def shared(moves: list[Move], m: Move) -> int:
    """How many pairs want one of the cards of this one."""
    return sum(not {m.src, m.dst}.isdisjoint((other.src, other.dst)) for other in moves)


def any_pair(game: AnyGame, p: Any, moves: list[Move]) -> Move:
    return random.Random(str(p.piles)).choice(moves)


def lonely_pair(game: AnyGame, p: Any, moves: list[Move]) -> Move:
    if p.piles[STOCK]:
        return min(moves, key=lambda m: shared(moves, m))
    return max(moves, key=lambda m: len(game.moves(game.play(p, m))))


def wanted_pair(game: AnyGame, p: Any, moves: list[Move]) -> Move:
    return max(moves, key=lambda m: shared(moves, m))


# Terrace: up if possible, then free a column of one card, then the waste, then deal.
def terrace_player(is_choosy: bool) -> Choose:
    def choose(game: AnyGame, p: Any, moves: list[Move]) -> Move | None:
        up = [m for m in moves if m.dst in range(3, 11)]
        free = [m for m in moves if m.src > 10 and len(p.piles[m.src]) == 1]
        onto = [m for m in moves if m.src == 1 and m.dst > 10 and p.piles[m.dst]]
        fill = [m for m in moves if m.src == 1 and m.dst > 10 and not p.piles[m.dst]]
        deal = [m for m in moves if STOCK in (m.src, m.dst)]
        if is_choosy and deal and fill and (RANK[p.piles[1][-1]] - p.base) % 13 < 9:
            fill = []
        return next(iter(up + free + onto + fill + deal), None)

    return choose


def wrong_way_round(reserve: tuple[int, ...], base: int) -> int:
    """The pairs of reserve cards of which the upper one is needed later."""
    ranks = [(RANK[card] - base) % 13 for card in reserve]
    return sum(upper > lower for i, lower in enumerate(ranks) for upper in ranks[i + 1 :])


def terrace_bases(table: Table, deals: int) -> None:
    game = GAMES["terrace"]
    measures: dict[str, Callable[[tuple[int, ...], int], int]] = {
        "reserve pairs the wrong way round": wrong_way_round,
        "base cards in the reserve": lambda reserve, base: sum(RANK[card] == base for card in reserve),
    }
    for words, measure in measures.items():
        for which, best in (("fewest", min), ("most", max)):
            results = []
            for number in range(1, deals + 1):
                p = game.start(Deal(number))
                firsts = [Move(src, 3) for src in range(11, 15)]
                m = best(firsts, key=lambda m, p=p: measure(p.piles[2], RANK[p.piles[m.src][0]]))  # type: ignore[misc]
                results.append(play(game, game.play(p, m), terrace_player(False)))
            add(table, game, f"{which} {words}", results)


# Forty Thieves: up, join whole sequences, then the waste and the spaces by habit.
def thieves_player(packs_waste: bool, digs: bool) -> Choose:
    def choose(game: AnyGame, p: Any, moves: list[Move]) -> Move | None:
        up = [m for m in moves if m.dst in range(2, 10)]
        whole = [m for m in moves if m.src > 9 and m.dst > 9 and m.count == run_length(p.piles[m.src])]
        whole.sort(key=lambda m: len(p.piles[m.src]))
        join = [m for m in whole if p.piles[m.dst]]
        pack = [m for m in moves if packs_waste and m.src == 1 and m.dst > 9 and p.piles[m.dst]]
        dig = [m for m in whole if not p.piles[m.dst] and len(p.piles[m.src]) > m.count]
        deal = [m for m in moves if m.src == STOCK]
        fill = [m for m in moves if m.src == 1 and m.dst > 9 and not p.piles[m.dst]]
        rest = dig + deal + fill if digs and fill else deal + fill + dig
        return next(iter(up + join + pack + rest), None)

    return choose


def stuck_at_the_start(deals: int) -> str:
    game = GAMES["quatorze"]
    stuck = sum(not game.moves(game.start(Deal(number))) for number in range(1, deals + 1))
    return f"quatorze: {stuck} of deals 1-{deals:,} have no pair at the start"


def main() -> None:
    table = Table(title="What a habit is worth")
    for heading in ("game", "habit", "deals", "won", "mean score"):
        table.add_column(heading, justify="left" if heading in ("game", "habit") else "right")
    for slug in ("triple-peaks", "elevator"):
        row(table, GAMES[slug], "the lowest row first", 1500, lowest)
        row(table, GAMES[slug], "what turns a card up first", 1500, turn_up)
        row(table, GAMES[slug], "the highest row first", 1500, highest)
    row(table, GAMES["quatorze"], "the pair whose cards others want least", 1000, lonely_pair)
    row(table, GAMES["quatorze"], "any pair", 1000, any_pair)
    row(table, GAMES["quatorze"], "the pair whose cards others want most", 1000, wanted_pair)
    terrace_bases(table, 250)
    row(table, GAMES["falling-stars"], "spaces take any card", 250, terrace_player(False))
    row(table, GAMES["falling-stars"], "spaces wait for the four highest ranks", 250, terrace_player(True))
    thieves = GAMES["forty-thieves"]
    row(table, thieves, "packs the waste, digs with spaces", 250, thieves_player(True, True))
    row(table, thieves, "packs the waste, spaces wait for the end", 250, thieves_player(True, False))
    row(table, thieves, "leaves the waste, digs with spaces", 250, thieves_player(False, True))
    Console().print(table)
    Console().print(stuck_at_the_start(300_000))


if __name__ == "__main__":
    main()
