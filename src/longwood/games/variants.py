"""Ways to play of one's own: a row of the table with other numbers, named by the row and its differences.

`GAME,reserve=18,columns=9` is a slug like any other: it stands in records, links and files, and whoever reads it
knows the game. docs/notation.md states the form.
"""

from collections.abc import Mapping
from dataclasses import replace
from difflib import get_close_matches

from longwood.core.game import AnyGame
from longwood.games.family import Family
from longwood.games.options import Choice, Option


class VariantError(ValueError):
    """Options that make no game; the message says why, in a sentence without its full stop."""


def variant(family: Family, row: AnyGame, chosen: Mapping[str, str]) -> AnyGame:
    """The row with some options chosen otherwise, by their names and texts.

    What comes to the same as a game of the table is that game.
    """
    known = {option.name: option for option in family.options}
    fields = {}
    for name, text in chosen.items():
        if name not in known:
            raise VariantError(f'{row.title} has no option "{name}": {_instead(name, list(known))}')
        found = known[name].find(text)
        if not found:
            raise VariantError(f'{name} cannot be "{text}", only {known[name].range_words}')
        fields[known[name].field] = found.value
    game = replace(row, **fields)
    for listed in (row, *family.games):
        if settings(family, listed) == settings(family, game):
            return listed
    if why := family.nonsense(game):
        raise VariantError(why)
    own = [(option, option.of(game)) for option in family.options if option.of(game) != option.of(row)]
    return replace(
        game,
        slug=",".join([row.slug, *[f"{option.name}={choice.text}" for option, choice in own]]),
        title=f"Custom {row.title}",
        about=f"{row.title} with {_listed([choice for _, choice in own])}.",
    )


def settings(family: Family, game: AnyGame) -> dict[str, str]:
    """What a game has chosen, of all options that there are."""
    return {option.name: option.of(game).text for option in family.options}


def example(options: tuple[Option, ...]) -> str:
    """How an option is written, for a message."""
    if not options:
        return "name=value"
    choices = options[0].choices
    # One past the middle is none of ours, and makes a game that somebody might want to play.
    return f"{options[0].name}={choices[min(len(choices) // 2 + 1, len(choices) - 1)].text}"


def _instead(name: str, known: list[str]) -> str:
    if not known:
        return "nothing can be chosen in it"
    near = get_close_matches(name, known, n=1)
    return f"did you mean {near[0]}?" if near else f"it has {', '.join(known)}"


def _listed(choices: list[Choice]) -> str:
    *most, last = [choice.words for choice in choices]
    return f"{', '.join(most)} and {last}" if most else last
