"""The rules page of a way to play, put together from its family's page: what is different here comes first.

A page has one source, the family's Markdown file. Below "Options" it may have a section for each way to play, under its
title. What is true of some ways only stands between `<!-- for SLUG SLUG -->` and `<!-- end -->`; the others do without.
A picture is a block of the language `position`, whose title is a record and maybe a move to be marked there.
"""

import re
from collections.abc import Callable
from typing import NamedTuple

from longwood.core.game import AnyGame

_PICTURE = re.compile(r'^```position title="(\S+)(?: (\S+))?"\n(.*?)^```$', re.DOTALL | re.MULTILINE)
_SECTION = re.compile(r"^(?=## )", re.MULTILINE)
_WAY = re.compile(r"^(?=### )", re.MULTILINE)
_FOR = re.compile(r"^ *<!-- for ([a-z0-9 -]+) -->\n(.*?)^ *<!-- end -->\n", re.DOTALL | re.MULTILINE)


class Picture(NamedTuple):
    """A position that a page shows, the move that it marks there, if any, and what is to be seen."""

    record: str
    move: str
    caption: str


def pictures(page: str) -> list[Picture]:
    """The pictures of a page, in order."""
    return [_picture(found) for found in _PICTURE.finditer(page)]


def with_pictures(page: str, draw: Callable[[Picture], str]) -> str:
    """A page with something else in the place of each picture."""
    return _PICTURE.sub(lambda found: draw(_picture(found)), page)


def _picture(found: re.Match[str]) -> Picture:
    return Picture(found[1], found[2] or "", " ".join(found[3].split()))


def whole_page(page: str) -> str:
    """A page about all ways to play at once."""
    return _FOR.sub(r"\2", page)


def _page_for(page: str, slug: str) -> str:
    """A page without what is said of other ways to play only."""
    kept = _FOR.sub(lambda found: found[2] if slug in found[1].split() else "", page)
    return re.sub(r"\n{3,}", "\n\n", kept)


def page_of(page: str, row: AnyGame, game: AnyGame) -> str:
    """The page about one way to play; `row` is the one of the table that it is, or that it is made from."""
    page = _page_for(page, row.slug)
    head, *sections = _SECTION.split(page)
    ways: dict[str, str] = {}
    for i, section in enumerate(sections):
        if section.startswith("## Options\n"):
            sections[i], *found = _WAY.split(section)
            ways = {title.removeprefix("### "): text for title, _, text in [way.partition("\n") for way in found]}
    own = [ways[row.title].strip()] if row.title in ways else []
    if game is not row:
        own.insert(0, f"*{game.about} All else is as in {row.title}, described below.*")
    if not own:
        return page
    parts = [f"# {game.title}", *own, head.partition("\n")[2], *sections]
    return "\n\n".join([part.strip() for part in parts]) + "\n"
