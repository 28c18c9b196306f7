"""The page's modules as one script and its styles as one sheet: the first card waits for two files, not for fifty.

The sources stay plain modules, each with its own names. A module becomes a function that is called once, after those it
imports; what it exports is what the function returns. So there can be no circle of imports, and no export that changes.
"""

import re
from pathlib import Path

_IMPORT = re.compile(r'^import \{ ((?:\w+, )*\w+) \} from "\./(\w+)\.js";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:(?:async )?function|const|class) (\w+))", re.MULTILINE)
# Comments that have their lines for themselves; those among code stay.
_COMMENT = re.compile(r"^[ \t]*(?://.*|/\*(?:(?!\*/)[\s\S])*\*/[ \t]*)\n", re.MULTILINE)
_OTHER = re.compile(r"^(?:import|export)\b.*|^.*\bimport\(.*", re.MULTILINE)


class Unfit(Exception):
    """A module that cannot be put into the parcel; the message says which and why."""


def script(folder: Path, entry: str = "main") -> str:
    """What a module in a folder needs, itself last, as one."""
    return "\n".join([_wrapped(path) for path in _in_order(folder, entry)])


def _in_order(folder: Path, entry: str) -> list[Path]:
    """The modules that one needs, each after all that it imports."""
    found: dict[str, Path] = {}
    open_: list[str] = []

    def visit(name: str) -> None:
        if name in open_:
            raise Unfit(f"{name}.js imports itself by way of {open_[-1]}.js")
        path = folder / f"{name}.js"
        if name not in found:
            open_.append(name)
            for names, other in _IMPORT.findall(path.read_text()):
                visit(other)
                if missing := set(names.split(", ")) - set(_EXPORT.findall(found[other].read_text())):
                    raise Unfit(f"{name}.js imports what {other}.js does not export: {', '.join(sorted(missing))}")
            open_.pop()
            found[name] = path

    visit(entry)
    return list(found.values())


def _wrapped(path: Path) -> str:
    text = path.read_text()
    names = _EXPORT.findall(text)
    text = _EXPORT.sub("", _IMPORT.sub(r"const { \1 } = $\2;", text))
    if other := _OTHER.search(text):
        raise Unfit(f"{path.name}: {other[0]}")
    text = _COMMENT.sub("", text)
    return f"const ${path.stem} = (() => {{\n{text}\nreturn {{ {', '.join(names)} }};\n}})();"


def sheet(styles: list[Path]) -> str:
    """Style sheets, the later ones having the last word, as one."""
    return "\n".join([path.read_text() for path in styles])
