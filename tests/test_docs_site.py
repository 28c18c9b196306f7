"""The documentation site: every page is on it, and what links right in the repository links right there."""

import posixpath
import re
from pathlib import Path

import pytest

from docs import PAGES, ROOT
from longwood.games import FAMILIES
from tools.docs_site import Nav, module_page, modules, navigation, pages, site_text


def leaves(nav: Nav) -> list[str]:
    """The pages of a navigation, in order."""
    found: list[str] = []
    for entry in nav:
        if isinstance(entry, str):
            found.append(entry)
        else:
            for below in entry.values():
                found += leaves(below) if isinstance(below, list) else [below]
    return found


def test_every_page_of_the_repository_is_on_the_site() -> None:
    assert set(PAGES) <= set(pages())


def test_the_rules_of_every_family_are_on_the_site() -> None:
    texts = {name: file.read_text(encoding="utf-8") for file, name in pages().items() if name.startswith("rules/")}
    assert {f"rules/{family.name}.md": family.page for family in FAMILIES.values()} == texts


def test_the_navigation_names_every_page_once() -> None:
    named = leaves(navigation())
    assert len(named) == len(set(named))
    assert set(named) == set(pages().values()) | {module_page(module) for module in modules()}


def test_every_module_has_a_page() -> None:
    assert {"longwood", "longwood.session", "longwood.core.game", "longwood.games.terrace.rules"} <= set(modules())
    assert module_page("longwood.core") == "reference/longwood/core/index.md"
    assert module_page("longwood.session") == "reference/longwood/session.md"


@pytest.mark.parametrize("file", pages(), ids=lambda file: str(file.relative_to(ROOT)))
def test_links_lead_to_pages(file: Path) -> None:
    text = re.sub(
        r"^```.*?^```$", "", site_text(file.read_text(encoding="utf-8"), file), flags=re.DOTALL | re.MULTILINE
    )
    for target in re.findall(r"\]\(([^)\s#]+)[^)]*\)", text):
        if "://" not in target:
            assert posixpath.normpath(posixpath.join(posixpath.dirname(pages()[file]), target)) in pages().values()


def test_links_are_turned_and_code_is_left_alone() -> None:
    text = "[a](docs/notation.md#deals) [b](LICENSE) [c](https://example.org/x)\n\n```text\n[d](LICENSE)\n```\n[e](none.md)\n"
    turned = "[a](notation.md#deals) b [c](https://example.org/x)\n\n```text\n[d](LICENSE)\n```\n[e](none.md)\n"
    assert site_text(text, ROOT / "README.md") == turned
    assert site_text("[a](../CHANGELOG.md)", ROOT / "docs" / "notation.md") == "[a](changelog.md)"


def test_what_belongs_to_an_item_stays_with_it() -> None:
    text = "1. One.\n   Still one.\n\n   A paragraph.\n2. Two.\n   - Below.\n\n```text\n\n   code\n```\n"
    indented = "1. One.\n   Still one.\n\n    A paragraph.\n2. Two.\n    - Below.\n\n```text\n\n   code\n```\n"
    assert site_text(text, ROOT / "README.md") == indented
