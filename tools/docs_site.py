"""Which pages the documentation site has, and where their links lead: a hook of MkDocs, see mkdocs.yml.

The site is made from files where they are: what lies in docs/, the rules page of every family, the papers
at the top of the repository, and a page for every module, whose text mkdocstrings takes from the docstrings. Links that
are right in the repository are right on the site.
"""

import posixpath
import re
from functools import cache
from pathlib import Path
from typing import Any

from longwood.games import FAMILIES
from longwood.games.pages import whole_page
from longwood.text import page_text

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src"
REFERENCE = "reference"

# Papers that lie elsewhere than in docs/, and the names of their pages.
PAPERS = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "security.md",
    "tests/data/transcripts/README.md": "recorded-games.md",
    "data/winnability/README.md": "winnability-data.md",
}
# The order in which the pages of docs/ are best read; one that is not named here comes after these.
FIRST = [
    *("table.md", "notation.md", "analysis.md", "solver.md", "winnability.md", "study.md"),
    *("architecture.md", "adding-a-game.md", "api.md", "json.md"),
]

Nav = list[dict[str, Any] | str]

_FENCE = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
# MkDocs wants four blanks before what belongs to an item of a list, where CommonMark is content with two or three.
_ITEM = re.compile(r"(?:(?<=\n\n) {2,3}(?=\S))|(?:^ {2,3}(?=(?:[-*]|\d+\.) ))", re.MULTILINE)
_LINK = re.compile(r"\[([^\]]*)\]\(([^)\s#]+)(#[^)\s]*)?\)")


@cache
def rules_pages() -> dict[Path, str]:
    """The rules pages of all families by their files. A page is known by its words, wherever its room keeps it."""
    files = {file.read_text(encoding="utf-8"): file for file in SOURCE.rglob("*.md")}
    return {files[family.page]: f"rules/{family.name}.md" for family in FAMILIES.values()}


@cache
def pages() -> dict[Path, str]:
    """Every file that is a page of the site, and its name there."""
    docs = {file: file.relative_to(ROOT / "docs").as_posix() for file in sorted((ROOT / "docs").rglob("*.md"))}
    return docs | rules_pages() | {ROOT / file: name for file, name in PAPERS.items()}


@cache
def modules() -> list[str]:
    """All modules of the package, a package before what it holds."""
    files = [file.relative_to(SOURCE).with_suffix("") for file in (SOURCE / "longwood").rglob("*.py")]
    names = sorted(".".join(file.parts) for file in files if file.name != "__main__")
    return sorted(name.removesuffix(".__init__") for name in names)


def module_page(module: str) -> str:
    """The name of a module's page; that of a package stands at the head of its folder."""
    path = module.replace(".", "/")
    return f"{REFERENCE}/{path}/index.md" if (SOURCE / path).is_dir() else f"{REFERENCE}/{path}.md"


def site_text(text: str, file: Path) -> str:
    """A page as MkDocs wants it, with links turned from files to pages. One to a file without a page becomes plain."""

    def turn(link: re.Match[str]) -> str:
        words, target, anchor = link[1], link[2], link[3] or ""
        if "://" in target:
            return link[0]
        aim = (file.parent / target).resolve()
        if aim in pages():
            there = posixpath.relpath(pages()[aim], posixpath.dirname(pages()[file]) or ".")
            return f"[{words}]({there}{anchor})"
        return words if aim.exists() else link[0]

    text = page_text(whole_page(text))
    parts, end = [], 0
    for fence in _FENCE.finditer(text):
        parts += [_ITEM.sub("    ", _LINK.sub(turn, text[end : fence.start()])), fence[0]]
        end = fence.end()
    return "".join([*parts, _ITEM.sub("    ", _LINK.sub(turn, text[end:]))])


def branch(package: str) -> Nav:
    """The pages of a package and all it holds."""
    nav: Nav = [module_page(package)]
    depth = package.count(".") + 1
    for module in modules():
        if module.startswith(f"{package}.") and module.count(".") == depth:
            page, name = module_page(module), module.rpartition(".")[2]
            nav.append({name: branch(module) if page.endswith("/index.md") else page})
    return nav


def navigation() -> Nav:
    """The pages in the order in which they are best read."""
    rules = sorted(rules_pages().values())
    apart = {*rules, *PAPERS.values()}
    rest = [name for name in pages().values() if name not in apart]
    rest.sort(key=lambda name: (FIRST.index(name) if name in FIRST else len(FIRST), name))
    return [
        {"Start": "index.md"},
        {"Rules": rules},
        {"Guide": rest},
        {"Python": branch("longwood")},
        {"Project": [name for name in PAPERS.values() if name != "index.md"]},
    ]


def on_config(config: Any) -> Any:
    """MkDocs asks for the order of the pages."""
    config.nav = navigation()
    return config


def on_files(files: Any, config: Any) -> Any:
    """MkDocs asks for the pages."""
    from mkdocs.structure.files import File

    for file, name in pages().items():
        if old := files.get_file_from_path(name):
            files.remove(old)
        files.append(File.generated(config, name, content=site_text(file.read_text(encoding="utf-8"), file)))
    for module in modules():
        files.append(File.generated(config, module_page(module), content=f"::: {module}\n"))
    return files
