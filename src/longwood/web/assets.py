"""The files of the page, read and compressed once; a file that changes on disk is read again."""

from pathlib import Path

from longwood.web.replies import REVALIDATE, Reply, reply

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


class Assets:
    """The files below a folder, by their path in it."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder.resolve()
        self._replies: dict[str, tuple[int, Reply]] = {}

    def find(self, name: str) -> Reply | None:
        """The file of a name; None if there is none, or if the name leads out of the folder."""
        try:
            path = (self._folder / name).resolve()
            if not path.is_relative_to(self._folder) or path.suffix not in MEDIA_TYPES or not path.is_file():
                return None
            changed = path.stat().st_mtime_ns
            known = self._replies.get(name)
            if known is None or known[0] != changed:
                known = changed, reply(path.read_bytes(), MEDIA_TYPES[path.suffix], REVALIDATE)
                self._replies[name] = known
        except (OSError, ValueError):
            # A name too long for the file system, or with a null character in it.
            return None
        return known[1]
