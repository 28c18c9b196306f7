"""What a player may choose otherwise in a game: numbers, switches and choices, each with its text in a record."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Option:
    """A field of a game, what it means, and the values that it may take with their texts."""

    name: str
    """How a record writes it."""
    label: str
    choices: tuple[tuple[str, Any], ...]
    """The texts and the values that they stand for."""
    field: str
    """The field of the game."""
    is_number: bool = False

    def text_of(self, value: Any) -> str:
        """How a record writes a value; `KeyError` if it is not among the choices."""
        return {choice: text for text, choice in self.choices}[value]

    @property
    def range_words(self) -> str:
        """The values in words, for a message: `from 0 to 30`, `yes or no`."""
        texts = [text for text, _ in self.choices]
        if self.is_number:
            return f"from {texts[0]} to {texts[-1]}"
        return f"{', '.join(texts[:-1])} or {texts[-1]}" if len(texts) > 1 else texts[0]


def number(name: str, label: str, least: int, most: int) -> Option:
    """A whole number within a range."""
    return Option(name, label, tuple([(str(n), n) for n in range(least, most + 1)]), _field(name), is_number=True)


def switch(name: str, label: str, field: str = "") -> Option:
    """Yes or no."""
    return Option(name, label, (("yes", True), ("no", False)), field or _field(name))


def choice(name: str, label: str, choices: dict[str, Any], field: str = "") -> Option:
    """One of several values that have names."""
    return Option(name, label, tuple(choices.items()), field or _field(name))


def _field(name: str) -> str:
    return name.replace("-", "_")
