"""How many Terrace deals the capacity argument refutes: a proof of loss without a search, in plain Python.

    python tools/terrace_capacity.py redheads --deals 1-100

The argument is P5 of docs/solver-terrace.md, only for alternating foundations and no redeal. The solver asks a kernel
(`games/terrace/solver/capacity.py`); this is the checker of its certificates, which knows the rules alone, and a test
compares the two.
"""

import argparse
import time

from longwood.core.game import Deal
from longwood.games import GAMES
from longwood.games.terrace.certificate_capacity import told
from longwood.games.terrace.rules import FOUNDATIONS, Terrace, TerracePosition


def is_refuted(game: Terrace, p: TerracePosition) -> bool:
    """Whether a position is lost by capacity, under each base card that can be chosen."""
    if p.base or game.won(p):
        return told(game, p) is not None
    return all(told(game, game.play(p, m)) is not None for m in game.moves(p) if m.dst == FOUNDATIONS[0])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("slug")
    parser.add_argument("--deals", default="1-100")
    args = parser.parse_args()
    first, last = [int(number) for number in args.deals.split("-")]
    game = GAMES[args.slug]
    assert isinstance(game, Terrace), args.slug
    begun = time.process_time()
    found = [number for number in range(first, last + 1) if is_refuted(game, game.start(Deal(number)))]
    seconds = (time.process_time() - begun) / (last - first + 1)
    print(f"{len(found)} of {last - first + 1} deals refuted, {seconds:.2f} s each: {found}")


if __name__ == "__main__":
    main()
