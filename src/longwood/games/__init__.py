"""The table of games: the rooms, and every way to play that they offer."""

from difflib import get_close_matches
from functools import lru_cache
from importlib import import_module
from typing import Any

from longwood.core.game import AnyGame, Move
from longwood.core.layout import Layout
from longwood.games.family import Family
from longwood.games.pages import page_of
from longwood.games.variants import VariantError, example, variant

# A game is added by a folder beside this file and its name here.
ROOMS = (
    "terrace",
    "forty_thieves",
    "quatorze",
    "peaks",
)

FAMILIES: dict[str, Family] = {
    family.name: family for room in ROOMS for family in import_module(f"{__name__}.{room}.family").FAMILIES
}
GAMES: dict[str, AnyGame] = {game.slug: game for family in FAMILIES.values() for game in family.games}

EXAMPLE = next(iter(GAMES))
"""A game to name in examples."""


def family_of(game: AnyGame) -> Family:
    """What the rest of the house asks about a game; one that is not at the table has the defaults."""
    family = FAMILIES.get(game.family) or _unlisted(game.family)
    return family if family.knows(game) else family.plain


@lru_cache(maxsize=64)
def _unlisted(name: str) -> Family:
    return Family(name=name, title=name, games=(), room=__name__)


@lru_cache(maxsize=4096)
def find_variant(slug: str) -> AnyGame | None:
    """The game of a slug, one of the table's or one with options of its own; None if there is none of that name."""
    if slug in GAMES:
        return GAMES[slug]
    name, *parts = slug.split(",")
    if name not in GAMES or not parts:
        return None
    row = GAMES[name]
    family = family_of(row)
    chosen: dict[str, str] = {}
    for part in parts:
        option, mark, value = part.partition("=")
        if not mark:
            raise VariantError(f'"{part}" is not an option: write its name and value, as in {example(family.options)}')
        if option in chosen:
            raise VariantError(f"{option} is chosen twice")
        chosen[option] = value
    return variant(family, row, chosen)


def nearest_slug(text: str) -> str | None:
    """The slug that a mistyped one most likely meant; options stay as they are."""
    name, mark, options = text.partition(",")
    # What is longer than twice a slug is far from all of them, and comparing takes long.
    near = get_close_matches(name[:60].lower(), GAMES, n=1, cutoff=0.5)
    return f"{near[0]}{mark}{options}" if near else None


def rules_page(game: AnyGame) -> str:
    """The rules as Markdown: what is different in this way to play comes first."""
    row = GAMES.get(game.slug.partition(",")[0], game)
    return page_of(family_of(game).page, row, game)


def layout(game: AnyGame, tall: bool = False) -> Layout:
    """Where the piles of a game lie: on a wide table, or on a tall one for a phone held upright."""
    return family_of(game).layout(game, tall=tall)


def refusal(game: AnyGame, p: Any, m: Move) -> str:
    """A short sentence that says why a move is refused, given that it is. It never decides what is legal."""
    return family_of(game).refuse(game, p, m)
