"""Markdown to HTML, without anything that the page's security policy forbids."""

from functools import cache
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt


@cache
def _reader() -> "MarkdownIt":
    # Read only when the first rules page is asked for: the table should be set at once.
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"html": False}).enable("table")


def html_of(text: str) -> str:
    """A page as HTML: no raw HTML passes, no inline style, and links between rules pages lead to the table's own."""
    reader = _reader()
    tokens = reader.parse(text)
    count = 0
    for token in tokens:
        if token.type == "fence" and token.info.startswith("position "):
            # What is to be seen there is sent beside the page, which draws it.
            caption = escape(" ".join(token.content.split()))
            figure = f'<figure data-picture="{count}"><figcaption>{caption}</figcaption></figure>'
            token.type, token.content = "html_block", f"{figure}\n"
            count += 1
        for part in [token, *(token.children or ())]:
            style = part.attrs.pop("style", None)
            if style:
                part.attrSet("class", str(style).removeprefix("text-align:"))
            href = part.attrGet("href")
            if isinstance(href, str) and "/" not in href:
                name, _, anchor = href.partition("#")
                if name.endswith(".md"):
                    part.attrSet("href", f"/rules/{name[:-3]}" + (f"#{anchor}" if anchor else ""))
    return str(reader.renderer.render(tokens, reader.options, {}))
