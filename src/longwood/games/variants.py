"""Ways to play of one's own: a row of the table with other numbers, named by the row and its differences.

`redheads,reserve=18,columns=9` is a slug like any other: it stands in records, links and files, and whoever reads it
knows the game.
"""

from collections.abc import Mapping
from dataclasses import replace

from longwood.core.game import AnyGame
from longwood.games.family import Family
from longwood.games.options import Option


class VariantError(ValueError):
    """Options that make no game; the message says why, in a sentence without its full stop."""


def variant(family: Family, row: AnyGame, chosen: Mapping[str, str]) -> AnyGame:
    """The row with some options chosen otherwise, by their names and texts; the row itself if nothing differs."""
    known = {option.name: option for option in family.options}
    fields = {}
    for name, text in chosen.items():
        if name not in known:
            names = ", ".join(known) or "nothing"
            raise VariantError(f'{row.title} has no option "{name}": what can be chosen is {names}')
        option = known[name]
        values = dict(option.choices)
        if text not in values:
            raise VariantError(f'{name} cannot be "{text}": it goes {_range(option)}')
        fields[option.field] = values[text]
    game = replace(row, **fields)
    if game == row:
        return row
    if why := family.nonsense(game):
        raise VariantError(why)
    options = differences(family, row, game)
    return replace(
        game,
        slug=",".join([row.slug, *[f"{option.name}={option.text_of(_value(game, option))}" for option in options]]),
        title=f"{row.title} of your own",
        about=f"{row.title} with {', '.join([_words(game, option) for option in options])}.",
    )


def differences(family: Family, row: AnyGame, game: AnyGame) -> list[Option]:
    """The options that a game has chosen otherwise than a row."""
    return [option for option in family.options if _value(game, option) != _value(row, option)]


def settings(family: Family, game: AnyGame) -> dict[str, str]:
    """What a game has chosen, of all options that there are."""
    return {option.name: option.text_of(_value(game, option)) for option in family.options}


def _value(game: AnyGame, option: Option) -> object:
    return getattr(game, option.field)


def _words(game: AnyGame, option: Option) -> str:
    return f"{option.label[0].lower()}{option.label[1:]}: {option.text_of(_value(game, option))}"


def _range(option: Option) -> str:
    return option.range_words if option.is_number else f"by {option.range_words}"
