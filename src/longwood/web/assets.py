"""The files of the page, read and compressed once; a file that changes on disk is read again."""

from pathlib import Path

from longwood.web import parcel
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
# The later ones have the last word.
STYLES = ("base", "cards", "table", "lobby", "dialogs", "analyst", "report", "journal")


class Assets:
    """The files below a folder, by their path in it, and the two that are put together from them."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder.resolve()
        # By what is sent, not by what it was called: `js/a.js` has endless names such as `1/../js/a.js`.
        self._bodies: dict[str | Path, tuple[list[int], Body]] = {}

    def find(self, name: str) -> Body | None:
        """The file of a name; None if there is none, or if the name leads out of the folder."""
        try:
            files = self._files(name)
            if not files:
                return None
            changed = [path.stat().st_mtime_ns for path in files]
            key = name if name in (SCRIPT, SHEET) else files[0]
            known = self._bodies.get(key)
            if known is None or known[0] != changed:
                body = _body(name, files)
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
        path = (self._folder / name).resolve()
        is_ours = path.is_relative_to(self._folder) and path.suffix in MEDIA_TYPES and path.is_file()
        return [path] if is_ours else []


def _body(name: str, files: list[Path]) -> bytes:
    if name == SCRIPT:
        return parcel.script(files[0].parent).encode()
    if name == SHEET:
        return parcel.sheet(files).encode()
    return files[0].read_bytes()
