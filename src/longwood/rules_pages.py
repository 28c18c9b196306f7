"""The rules pages: Markdown files that the package carries with it, one for each family."""

from functools import cache
from pathlib import Path

# An installed package holds the pages beside its modules; a source checkout keeps them with the other documents.
_FOLDERS = (Path(__file__).parent / "rules", Path(__file__).parents[2] / "docs" / "rules")


class MissingPage(LookupError):
    """This copy of Longwood came without a page; the message names it."""


@cache
def rules_page(family: str) -> str:
    """The rules of a family as Markdown; `MissingPage` if this copy of Longwood came without it."""
    for folder in _FOLDERS:
        page = folder / f"{family}.md"
        if page.is_file():
            return page.read_text(encoding="utf-8")
    raise MissingPage(f"The rules page of {family} is missing from this copy of Longwood.")
