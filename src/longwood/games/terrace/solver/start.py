"""Where a search starts from: a position with its base card, as the kernel sees it."""

from functools import cached_property
from typing import NamedTuple

from longwood.core.game import Move
from longwood.games.terrace.rules import Terrace, TerracePosition
from longwood.games.terrace.solver.encode import encode
from longwood.games.terrace.solver.forced import forced
from longwood.games.terrace.solver.line import write
from longwood.games.terrace.solver.packed import within
from longwood.games.terrace.solver.proof import limits
from longwood.games.terrace.solver.refutation import is_refuted
from longwood.games.terrace.solver.rows import FND, LEFT, RES, WCOUNT
from longwood.games.terrace.solver.runs import tidy
from longwood.games.terrace.solver.widths import is_wide


class Switches(NamedTuple):
    """What can be turned off to check it: R3 and R4 with H1, P1, P3, P5, and the beam that asks P5 of its rows."""

    reduced: bool = True
    forced: bool = True
    deadlock: bool = True
    capacity: bool = True
    sifts: bool = True


ALL = Switches()


class Start:
    """A position with its base card, and the moves that led to it."""

    def __init__(self, game: Terrace, p: TerracePosition, moves: tuple[Move, ...], switches: Switches) -> None:
        self.game = game
        self.p = p
        self.moves = moves
        self.encoded = encode(game, p)
        self.reduced = switches.reduced and not game.in_suit and not is_wide(game)
        self.switches = switches
        self.row = self.encoded.root.copy()
        if self.reduced:
            tidy(self.row)
        if switches.forced:
            while forced(self.row, self.encoded.given, self.reduced):
                pass
        self.is_won = not (self.row[LEFT] + self.row[WCOUNT] + self.row[RES])
        self.limits = limits(game, p)
        self.is_dead = switches.deadlock and not within(self.encoded.root[FND], self.limits[-1])

    @cached_property
    def is_refuted(self) -> bool:
        """Whether it is lost by capacity (P5): asked only if somebody wants to know, because it takes a millisecond."""
        return self.switches.capacity and is_refuted(self.game, self.p)

    def line(self, codes: list[int], *, finish: bool, brief: bool = False) -> tuple[Move, ...]:
        """A line of the search as moves from before the base card was chosen; if `brief`, its beginning."""
        if brief and self.moves:
            return self.moves
        if brief and codes:
            codes, finish = codes[:1], False
        writer = write(self.game, self.p, self.encoded, codes, reduced=self.reduced, forced=self.switches.forced)
        if finish:
            writer.finish()
        return (*self.moves, *writer.line)


def starts(game: Terrace, p: TerracePosition, switches: Switches) -> list[Start]:
    """The position, or each choice of the base card."""
    if p.base:
        return [Start(game, p, (), switches)]
    firsts = {m.src: m for m in reversed(game.moves(p))}
    return [Start(game, game.play(p, m), (m,), switches) for _, m in sorted(firsts.items())]
