"""Terrace and its relatives: seven rows of one table, and what the house must know of them."""

from longwood.core.game import STOCK
from longwood.games.family import Effort, Family
from longwood.games.options import Choice, choice, number, switch
from longwood.games.terrace.flaws import flaw, nonsense
from longwood.games.terrace.layout import places
from longwood.games.terrace.refusals import refusal
from longwood.games.terrace.rules import RESERVE, WASTE, Terrace

_GAMES = (
    Terrace(slug="terrace", title="Terrace", about="Choose the base card out of four; reserve of 11."),
    Terrace(
        slug="generals-patience",
        title="General's Patience",
        about="Foundations build in suit; reserve of 13; the stock may be turned once.",
        reserve=13,
        in_suit=True,
        redeals=1,
    ),
    Terrace(
        slug="falling-stars",
        title="Falling Stars",
        about="The base card is dealt; reserve of 11.",
        choose_base=False,
    ),
    Terrace(
        slug="signora",
        title="Signora",
        about="Spaces fill themselves from the waste; reserve of 11.",
        choose_base=False,
        fill_from=(WASTE, STOCK),
    ),
    Terrace(
        slug="redheads",
        title="Redheads",
        about="Spaces fill themselves from a reserve of 21; eight columns.",
        reserve=21,
        columns=8,
        choose_base=False,
        fill_from=(RESERVE, WASTE, STOCK),
    ),
    Terrace(
        slug="blondes-and-brunettes",
        title="Blondes and Brunettes",
        about="The base card is dealt; reserve of 10; eight columns.",
        reserve=10,
        columns=8,
        choose_base=False,
    ),
    Terrace(
        slug="wood",
        title="Wood",
        about="The base card is dealt; reserve of 10.",
        reserve=10,
        choose_base=False,
    ),
)

FAMILIES = (
    Family(
        name="terrace",
        title="Terrace and its relatives",
        games=_GAMES,
        room=__package__,
        minutes="10-15",
        places=places,
        refusal=refusal,
        flaw=flaw,
        options=(
            number("reserve", "Cards in the reserve", 0, 30, "a reserve of {}", none="no reserve"),
            number("columns", "Columns", 4, 12, "{} columns"),
            switch(
                "in-suit",
                "Foundations build in suit",
                yes="foundations in suit",
                no="foundations in alternating colours",
            ),
            switch("choose-base", "You pick the base card", yes="a base card you pick", no="a base card that is dealt"),
            number("redeals", "Redeals", 0, 1, "{} redeals", none="no redeal", one="a redeal"),
            choice(
                "fill",
                "Spaces are filled",
                Choice("by-hand", (), "spaces you fill yourself"),
                Choice("from-waste", (WASTE, STOCK), "spaces that fill from the waste"),
                Choice("from-reserve", (RESERVE, WASTE, STOCK), "spaces that fill from the reserve"),
                field="fill_from",
            ),
        ),
        nonsense=nonsense,
        solver=f"{__package__}.solver.solve",
        player=f"{__package__}.player",
        budgets=(12_000, 60_000, 300_000, 1_500_000),
        effort=Effort(20, 12_000, 400),
        fair_effort=Effort(0, 0, 400),
        world_effort=Effort(3, 1_500),
        looks_ahead=True,
        deal_nodes=16_000,
    ),
)
