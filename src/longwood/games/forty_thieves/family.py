"""Forty Thieves, and what the house must know of it."""

from longwood.games.family import Effort, Family
from longwood.games.forty_thieves.flaws import flaw
from longwood.games.forty_thieves.layout import places
from longwood.games.forty_thieves.refusals import refusal
from longwood.games.forty_thieves.rules import FortyThieves
from longwood.games.options import number

FAMILIES = (
    Family(
        name="forty-thieves",
        title="Forty Thieves",
        games=(
            FortyThieves(
                slug="forty-thieves",
                title="Forty Thieves",
                about="All forty cards lie open, but the stock comes round only once.",
            ),
        ),
        room=__package__,
        minutes="10-20",
        moves_in_picture=14,
        fun="Slow, open and stern: every space you clear feels earned.",
        other_names=("Napoleon at St Helena", "Big Forty", "Le Cadran", "Roosevelt at San Juan"),
        stands_in_for=("FreeCell", "Spider", "Josephine", "Lucas", "Maria", "Limited", "Congress", "Scorpion"),
        places=places,
        column_length=11,
        refusal=refusal,
        hint_of_use="t3-t7x4 moves four cards",
        flaw=flaw,
        options=(
            number("columns", "Columns", 6, 13, "{} columns"),
            number("rows", "Cards dealt to each column", 1, 8, "{} cards to a column", one="one card to a column"),
        ),
        knows=lambda game: game.columns == 10 and game.talon <= 64,
        solver=f"{__package__}.solver.solve",
        checker=f"{__package__}.certificate",
        budgets=(4_000, 20_000, 100_000, 500_000),
        world_effort=Effort(8, 1_000),
        deal_nodes=4_000,
    ),
)
