"""The code and the examples in our Markdown files, so that tests can run them."""

import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("src/**/*.md"), *ROOT.glob("tests/**/*.md")])

_FENCE = re.compile(r'^(`{3,})(\w*)(?: title="([^"]*)")?\n(.*?)^\1$', re.DOTALL | re.MULTILINE)
_LINK = re.compile(r"\]\(([^)\s]+)\)")


class Block(NamedTuple):
    """A fenced block of a page."""

    language: str
    text: str
    line: int
    title: str = ""
    """The file that it shows, if it says so."""


def blocks(page: Path, language: str) -> list[Block]:
    """The blocks of a page in one language, in order."""
    text = page.read_text(encoding="utf-8")
    return [
        Block(match[2], match[4], text.count("\n", 0, match.start()) + 1, match[3] or "")
        for match in _FENCE.finditer(text)
        if match[2] == language
    ]


def links(page: Path) -> list[str]:
    """Where a page links to within the repository, without what follows a #."""
    text = _FENCE.sub("", page.read_text(encoding="utf-8"))
    return [link.partition("#")[0] for link in _LINK.findall(text) if "://" not in link and not link.startswith("#")]


def spans(text: str) -> list[str]:
    """What stands in backticks in a text, outside of its blocks."""
    return re.findall(r"`([^`\n]+)`", _FENCE.sub("", text))
