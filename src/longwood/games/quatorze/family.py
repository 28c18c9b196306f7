"""Quatorze, and what the house must know of it."""

from longwood.core.cards import CARD_TEXTS
from longwood.core.game import STOCK, Move, Position
from longwood.games.family import Effort, Family
from longwood.games.options import number
from longwood.games.quatorze.flaws import flaw
from longwood.games.quatorze.layout import places
from longwood.games.quatorze.refusals import refusal
from longwood.games.quatorze.rules import Quatorze


def effect(game: Quatorze, p: Position, m: Move) -> str:
    """What a pair brings."""
    left = len(p.piles[STOCK])
    if left == 0:
        return "closes the grid up"
    return "brings two new cards" if left > 1 else "brings the last card of the stock"


def order_words(game: Quatorze, p: Position, m: Move) -> str:
    """What the order of a pair decides: both orders look like the same move otherwise."""
    return f" Take {CARD_TEXTS[p.piles[m.src][0]]} first." if p.piles[STOCK] else ""


def twin(game: Quatorze, p: Position, m: Move) -> Move | None:
    """Both places are refilled with cards that no one knows: which one first makes no difference beforehand."""
    return min(m, Move(m.dst, m.src)) if len(p.piles[STOCK]) > 1 else None


FAMILIES = (
    Family(
        name="quatorze",
        title="Quatorze",
        games=(
            Quatorze(
                slug="quatorze",
                title="Quatorze",
                about="Pair cards in a row or column that add up to 14.",
            ),
        ),
        room=__package__,
        minutes="3-5",
        fun="Spot pairs that make 14. Learned in a minute, and nearly always winnable.",
        other_names=("Fourteens", "Fourteen", "14"),
        stands_in_for=("Pyramid", "Fourteen Out", "Monte Carlo", "Thirteens", "Elevens", "Nestor", "Mahjong"),
        is_for_newcomers=True,
        places=places,
        refusal=refusal,
        effect=effect,
        order_words=order_words,
        twin=twin,
        flaw=flaw,
        knows=lambda game: game.size == 5,
        options=(number("size", "Rows and columns of the grid", 3, 7, "a grid {0} by {0}"),),
        solver=f"{__package__}.solver.solve",
        player=f"{__package__}.player",
        is_exact=True,
        is_shortened=False,
        budgets=(None,),
        effort=Effort(40, 0, 4_000),
        fair_effort=Effort(0, 0, 4_000),
        deal_nodes=None,
    ),
)
