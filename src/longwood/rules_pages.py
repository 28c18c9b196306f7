"""The rules pages: docs/rules in a checkout, part of the package where it is installed."""

from pathlib import Path

_PACKAGE = Path(__file__).parent
FOLDERS = (_PACKAGE / "rules", _PACKAGE.parent.parent / "docs" / "rules")


def rules_page(family: str) -> str:
    """The rules page of a family, as Markdown; `FileNotFoundError` if there is none."""
    for folder in FOLDERS:
        page = folder / f"{family}.md"
        if page.is_file():
            return page.read_text(encoding="utf-8")
    raise FileNotFoundError(f"there is no rules page for {family}")
