"""Terrace and its relatives: seven rows of one table, and what the house must know of them."""

from longwood.core.cards import RANK
from longwood.core.game import STOCK
from longwood.core.words import rank_sign
from longwood.games.family import Effort, Family
from longwood.games.options import Choice, choice, number, switch
from longwood.games.terrace.flaws import flaw, nonsense
from longwood.games.terrace.layout import places
from longwood.games.terrace.refusals import refusal
from longwood.games.terrace.rules import RESERVE, WASTE, Terrace, TerracePosition

_GAMES = (
    Terrace(slug="terrace", title="Terrace", about="You pick the card every foundation starts from."),
    Terrace(
        slug="generals-patience",
        title="General's Patience",
        about="The sternest: foundations keep to one suit, with one redeal.",
        reserve=13,
        in_suit=True,
        redeals=1,
    ),
    Terrace(
        slug="falling-stars",
        title="Falling Stars",
        about="The base card is dealt, so you start with what you get.",
        choose_base=False,
    ),
    Terrace(
        slug="signora",
        title="Signora",
        about="Empty columns fill themselves from the waste.",
        choose_base=False,
        fill_from=(WASTE, STOCK),
    ),
    Terrace(
        slug="redheads",
        title="Redheads",
        about="A long reserve fills every empty column by itself.",
        reserve=21,
        columns=8,
        choose_base=False,
        fill_from=(RESERVE, WASTE, STOCK),
    ),
    Terrace(
        slug="blondes-and-brunettes",
        title="Blondes and Brunettes",
        about="One column fewer, so there is less room to hide cards.",
        reserve=10,
        columns=8,
        choose_base=False,
    ),
    Terrace(
        slug="wood",
        title="Wood",
        about="A shorter reserve makes it one of the friendlier ones.",
        reserve=10,
        choose_base=False,
    ),
)


def traits(game: Terrace, p: TerracePosition) -> dict[str, str]:
    """What deals are told by: the base card, if it is dealt, and how the reserve lies to it."""
    if not p.base:
        return {}
    steps = [(RANK[card] - p.base) % 13 for card in p.piles[RESERVE]]
    found = {"base card": rank_sign(p.base), "base cards in the reserve": str(steps.count(0))}
    # A foundation must be built so far before the reserve gives its first card.
    return found | ({"steps from the base card to the top of the reserve": str(steps[-1])} if steps else {})


FAMILIES = (
    Family(
        name="terrace",
        title="Terrace",
        games=_GAMES,
        room=__package__,
        minutes="10-15",
        moves_in_picture=45,
        fun="The reserve lies open from the start. The whole game is about getting it out.",
        other_names=("The General's Patience", "Falling Star"),
        stands_in_for=(
            "Klondike",
            "Canfield",
            "Demon",
            "Storehouse",
            "Yukon",
            "American Toad",
            "Queen of Italy",
            "Madame",
        ),
        places=places,
        refusal=refusal,
        flaw=flaw,
        traits=traits,
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
                "Empty columns are filled",
                Choice("by-hand", (), "empty columns you fill yourself"),
                Choice("from-waste", (WASTE, STOCK), "empty columns that fill from the waste"),
                Choice("from-reserve", (RESERVE, WASTE, STOCK), "empty columns that fill from the reserve"),
                field="fill_from",
            ),
        ),
        nonsense=nonsense,
        solver=f"{__package__}.solver.solve",
        checker=f"{__package__}.certificate",
        player=f"{__package__}.player",
        budgets=(12_000, 60_000, 300_000, 1_500_000),
        effort=Effort(20, 12_000, 400),
        fair_effort=Effort(0, 0, 400),
        world_effort=Effort(8, 4_000),
        looks_ahead=True,
        deal_nodes=16_000,
    ),
)
