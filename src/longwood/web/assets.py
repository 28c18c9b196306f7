"""The files of the page, read and compressed once; a file that changes on disk is read again."""

import os
from pathlib import Path
from time import monotonic

from longwood.web import install, parcel
from longwood.web.bodies import REVALIDATE, Body, body_of

FOLDER = Path(__file__).parent / "static"

# Our own table: what the system's says differs from machine to machine.
MEDIA_TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
    ".txt": "text/plain",
}


SCRIPT, SHEET = "page.js", "page.css"
"""What the page loads; both are put together here."""
PAGE, WORKER = "page.html", "worker.js"
"""The page itself and the worker that keeps it: both name those files by what is in them."""
_SOURCES = {PAGE: "index.html", WORKER: "sw.js"}
# The later ones have the last word.
STYLES = ("base", "cards", "table", "lobby", "dialogs", "analyst", "report", "journal", "lesson", "choices")


class Assets:
    """The files below a folder, by their path in it, and those that are put together from them."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder.resolve()
        # By what is sent, not by what it was called: `js/a.js` has endless names such as `1/../js/a.js`.
        self._bodies: dict[str | Path, tuple[list[int], Body]] = {}
        self._looked, self._version = float("-inf"), ""
        self._seen: dict[str, int] | None = None

    def find(self, name: str) -> Body | None:
        """The file of a name; None if there is none, or if the name leads out of the folder."""
        try:
            files = self._files(name)
            if not files:
                return None
            changed = [path.stat().st_mtime_ns for path in files]
            key = name if name in (SCRIPT, SHEET, PAGE, WORKER) else files[0]
            known = self._bodies.get(key)
            if known is None or known[0] != changed:
                body = self._body(name, files)
                known = changed, body_of(body, MEDIA_TYPES[files[0].suffix], REVALIDATE)
                self._bodies[key] = known
        except (OSError, ValueError):
            # A name too long for the file system, or with a null character in it.
            return None
        return known[1]

    def _files(self, name: str) -> list[Path]:
        if name == SCRIPT:
            return sorted((self._folder / "js").glob("*.js"))
        if name == SHEET:
            return [self._folder / "css" / f"{style}.css" for style in STYLES]
        if name in _SOURCES:
            source, index = self._folder / _SOURCES[name], self._folder / "index.html"
            return [source, index, *self._files(SCRIPT), *self._files(SHEET)]
        path = (self._folder / name).resolve()
        is_ours = path.is_relative_to(self._folder) and path.suffix in MEDIA_TYPES and path.is_file()
        return [path] if is_ours else []

    def _body(self, name: str, files: list[Path]) -> bytes:
        if name == SCRIPT:
            return parcel.script(files[0].parent).encode()
        if name == SHEET:
            return parcel.sheet(files).encode()
        if name not in _SOURCES:
            return files[0].read_bytes()
        source = files[0].read_text(encoding="utf-8")
        parts = {part: body for part in (SHEET, SCRIPT) if (body := self.find(part))}
        if name == PAGE:
            return install.page(source, parts).encode()
        return install.worker(source, self.page_text(), parts).encode()

    def page_text(self) -> str:
        """The page as it is sent."""
        page = self.find(PAGE)
        return page.plain.decode() if page else ""

    @property
    def version(self) -> str:
        """The name of the page, looked at once a second at most."""
        now = monotonic()
        if now > self._looked + 1.0:
            self._looked = now
            # Everybody waits meanwhile: the page is put together only if something has changed.
            stamps = self._stamps()
            if stamps != self._seen:
                self._seen, self._version = stamps, install.name_of(self.page_text())
        return self._version

    def _stamps(self) -> dict[str, int]:
        """When each file that the page is made of was changed."""
        found: dict[str, int] = {}
        for folder in (self._folder, self._folder / "js", self._folder / "css"):
            try:
                with os.scandir(folder) as entries:
                    found.update((entry.path, entry.stat().st_mtime_ns) for entry in entries)
            except OSError:
                # A file that goes just now: the next look finds the others.
                found[str(folder)] = 0
        return found
