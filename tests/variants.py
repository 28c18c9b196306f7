"""Games with options of their own, for laws that hold for every one that a player may make."""

from random import Random

from hypothesis import strategies as st

from longwood.core.game import AnyGame
from longwood.games import FAMILIES, GAMES, find_variant
from longwood.games.family import Family
from longwood.games.variants import VariantError


def made(row: AnyGame, **chosen: str) -> AnyGame | None:
    """The row with some options chosen otherwise; None if that makes no game."""
    slug = ",".join([row.slug, *[f"{name.replace('_', '-')}={text}" for name, text in chosen.items()]])
    try:
        return find_variant(slug)
    except VariantError:
        return None


def _random_choice(family: Family, random: Random) -> dict[str, str]:
    return {option.name: random.choice(option.choices).text for option in family.options}


def _unlisted(games: list[AnyGame | None]) -> list[AnyGame]:
    return list({game.slug: game for game in games if game and game.slug not in GAMES}.values())


def _extremes(family: Family) -> list[AnyGame | None]:
    """Each option at both its ends, alone and with all others at theirs."""
    row = family.games[0]
    ends = [{option.name: option.choices[end].text for option in family.options} for end in (0, -1)]
    alone = [{name: text} for end in ends for name, text in end.items()]
    return [made(row, **chosen) for chosen in [*ends, *alone]]


def _sample(family: Family, count: int) -> list[AnyGame | None]:
    random = Random(7)
    return [made(random.choice(family.games), **_random_choice(family, random)) for _ in range(count)]


EXTREMES = _unlisted([game for family in FAMILIES.values() for game in _extremes(family)])
SAMPLE = _unlisted([game for family in FAMILIES.values() for game in _sample(family, 6)])
VARIANTS = _unlisted([*EXTREMES, *SAMPLE])
"""The extremes of every family and some others."""

EVERY_VALUE = _unlisted(
    [
        made(family.games[0], **{option.name: choice.text})
        for family in FAMILIES.values()
        for option in family.options
        for choice in option.choices
    ]
)
"""Every value of every option, one at a time."""


@st.composite
def variants(draw: st.DrawFn) -> AnyGame:
    """Any game that a player may make."""
    family = draw(st.sampled_from([family for family in FAMILIES.values() if family.options]))
    row = draw(st.sampled_from(family.games))
    chosen = {option.name: draw(st.sampled_from(option.choices)).text for option in family.options}
    return made(row, **chosen) or row
