"""What a player may choose otherwise in a game: numbers, switches and choices, each with its text in a record."""

from dataclasses import dataclass
from typing import Any, NamedTuple


class Choice(NamedTuple):
    """A value that an option may take."""

    text: str
    """How a record writes it."""
    value: Any
    words: str
    """What a game has that chose it: `10 columns`."""


@dataclass(frozen=True, slots=True)
class Option:
    """A field of a game, what it means, and the values that it may take."""

    name: str
    """How a record writes it."""
    label: str
    choices: tuple[Choice, ...]
    field: str
    """The field of the game."""
    is_number: bool = False

    def find(self, text: str) -> Choice | None:
        """The choice that a text stands for."""
        return next((choice for choice in self.choices if choice.text == text), None)

    def of(self, game: Any) -> Choice:
        """What a game has chosen."""
        value = getattr(game, self.field)
        return next(choice for choice in self.choices if choice.value == value)

    @property
    def usage(self) -> str:
        """How it is written, with the values that it takes: `columns=4-12`, `in-suit=yes|no`."""
        texts = [choice.text for choice in self.choices]
        return f"{self.name}={f'{texts[0]}-{texts[-1]}' if self.is_number else '|'.join(texts)}"

    @property
    def range_words(self) -> str:
        """The values in words, for a message: `a number from 4 to 12`, `yes or no`."""
        texts = [choice.text for choice in self.choices]
        if self.is_number:
            return f"a number from {texts[0]} to {texts[-1]}"
        return f"{', '.join(texts[:-1])} or {texts[-1]}"


def number(name: str, label: str, least: int, most: int, words: str, **special: str) -> Option:
    """A whole number within a range. In words it stands where `{}` is; `one` and `none` may have words of their own."""
    own = {0: special.get("none"), 1: special.get("one")}
    choices = [Choice(str(n), n, own.get(n) or words.format(n)) for n in range(least, most + 1)]
    return Option(name, label, tuple(choices), _field(name), is_number=True)


def switch(name: str, label: str, yes: str, no: str, field: str = "") -> Option:
    """Yes or no, and what a game has in each case."""
    return Option(name, label, (Choice("yes", True, yes), Choice("no", False, no)), field or _field(name))


def choice(name: str, label: str, *choices: Choice, field: str = "") -> Option:
    """One of several values that have names."""
    return Option(name, label, choices, field or _field(name))


def _field(name: str) -> str:
    return name.replace("-", "_")
