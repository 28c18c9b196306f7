"""What lets the page be installed: its files named by their content, and a worker that keeps them.

An old page never meets a new server: the names change with the content, the worker changes with the names, and the
server tells every page that asks for games or the journal which page it has itself (`PAGE_HEADER`).
"""

import re
from hashlib import blake2b

import msgspec

from longwood.web.bodies import Body

PAGE_HEADER = "x-longwood-page"
"""Names the page that this server has."""
FOREVER = "private, max-age=31536000, immutable"
"""For a file whose address says what is in it."""
MANIFEST = "/static/manifest.webmanifest"
# With the cookie: a table with a token shows its files to nobody else.
_HEAD = f"""\
<link rel="manifest" href="{MANIFEST}" crossorigin="use-credentials">
<link rel="apple-touch-icon" href="/static/icons/icon-180.png">
<meta name="theme-color" content="#0c211a">
"""


def tag_of(body: Body) -> str:
    """A short name of what a body holds."""
    return body.etag.removeprefix("W/").strip('"')[:12]


def address_of(name: str, body: Body) -> str:
    """Where a file of the page is found, by its content."""
    return f"/static/{name}?v={tag_of(body)}"


def page(index: str, files: dict[str, Body]) -> str:
    """The page with the files that it loads by their content, and with its own name."""
    name = blake2b("".join([index, *[body.etag for body in files.values()]]).encode(), digest_size=8).hexdigest()
    for file, body in files.items():
        plain = f'"/static/{file}"'
        assert index.count(plain) == 1, file
        index = index.replace(plain, f'"{address_of(file, body)}"')
    index = index.replace('<html lang="en">', f'<html lang="en" data-page="{name}">')
    return index.replace('<link rel="stylesheet"', f'{_HEAD}<link rel="stylesheet"')


def name_of(page: str) -> str:
    """What a page is called: it changes whenever a file of it does."""
    found = re.search(r'data-page="([^"]+)"', page)
    assert found
    return found[1]


def worker(source: str, page: str, files: dict[str, Body]) -> str:
    """The worker of a page, which keeps its files."""
    kept = ["/", *[address_of(file, body) for file, body in files.items()]]
    source = source.replace('const VERSION = "";', f'const VERSION = "{name_of(page)}";')
    return source.replace("const FILES = [];", f"const FILES = {msgspec.json.encode(kept).decode()};")
