"""The documentation: examples run, links lead somewhere, records can be played, tables say what the rules do."""

import doctest
import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from docs import PAGES, ROOT, blocks, links, spans
from longwood import GAMES, Session, parse_move, shuffled
from longwood.core.cards import CARD_TEXTS, cards_text, mix
from longwood.games import FAMILIES

NOTATION = ROOT / "docs" / "notation.md"
RULES = sorted((ROOT / "src" / "longwood" / "games").glob("*/*.md"))
SECTIONS = ["Set-up", "Goal", "Rules", "Options", "Scoring", "Strategy", "Notation"]
GAMMA = 0x9E3779B97F4A7C15


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_somewhere(page: Path) -> None:
    for link in links(page):
        assert (page.parent / link).exists(), link


# Files that a page names: with an ending, or a folder. An address begins with a slash, and capitals stand for any name.
ENDINGS = "py|js|css|html|md|json|toml|txt|sh|yml"
FILE = re.compile(rf"(?<![\w/.*-])(?:[a-z_.-][\w.-]*/)*(?:[a-z_][\w.-]*\.(?:{ENDINGS})|[a-z_]+/)(?![\w/.*-])")
MODULE = re.compile(r"(?<![\w./-])longwood(?:\.[a-z_]+)+(?![\w.])")
BASES = [ROOT, ROOT / "src" / "longwood", ROOT / "src" / "longwood" / "web"]
FOLDERS = ["src", "tests", "tools", "benchmarks", "docs"]
NAMED = [ROOT / "README.md", *sorted(ROOT.glob("docs/*.md"))]


def is_there(named: str) -> bool:
    """Whether there is such a file or folder: from the root, the package or the server, or by the end of its path."""
    if any((base / named).exists() for base in BASES):
        return True
    return any(True for folder in FOLDERS for _ in (ROOT / folder).rglob(named))


@pytest.mark.parametrize("page", NAMED, ids=name)
def test_files_and_modules_that_a_page_names_are_there(page: Path) -> None:
    for span in spans(page.read_text(encoding="utf-8")):
        for named in FILE.findall(span):
            assert is_there(named), f"`{span}`"
        for module in MODULE.findall(span):
            assert find_spec(module), f"`{span}`"


def test_what_is_not_there_is_missed() -> None:
    assert not is_there("advice/findings.py")
    assert not is_there("no_such_file.py")
    assert FILE.findall("python benchmarks/gone.py --moves 3") == ["benchmarks/gone.py"]
    assert not FILE.findall("/static/page.js")
    assert find_spec("longwood.no_such_module") is None


def definitions() -> dict[str, set[str]]:
    """Where each function and class of the package is defined: by the names of files and, for methods, of classes."""
    found: dict[str, set[str]] = {}
    for file in (ROOT / "src" / "longwood").rglob("*"):
        if file.suffix not in (".py", ".js"):
            continue
        holder = file.parent.name if file.stem == "__init__" else file.stem if file.suffix == ".py" else file.name
        inside = holder
        for line in file.read_text(encoding="utf-8").splitlines():
            if match := re.match(r"(\s*)(?:export )?(?:async )?(?:def|class|function)? ?(\w+)\b(?=[(:])", line):
                inside = inside if match[1] else match[2] if " class " in f" {line}" else holder
                found.setdefault(match[2], set()).update((holder, inside))
    return found


def test_the_walks_through_the_house_name_functions_that_are_there() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    walks = page.partition("## Four walks")[2].partition("## ")[0]
    known = definitions()
    named = [span for span in spans(walks) if "/" not in span]
    assert len(named) > 25
    for span in named:
        *holders, last = re.findall(r"\w+\.js|\w+", span)
        assert last in known or (ROOT / "src" / "longwood" / holders[0] / f"{last}.py").exists(), span
        if holders and holders[-1] != "game" and last in known:
            assert holders[-1] in known[last], span


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_pages_are_plain_markdown(page: Path) -> None:
    text = re.sub(r"```.*?```|`[^`]*`", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert not re.search(r"</?[a-z]+[^>]*>", text), "no HTML: the pages are shown in terminals too"


@pytest.mark.parametrize("page", RULES, ids=name)
def test_rules_pages_have_their_sections_and_every_way_to_play(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert re.findall("^## (.*)$", text, re.MULTILINE) == SECTIONS
    ways = [game for game in GAMES.values() if game.family == page.stem]
    assert ways
    options = text.partition("## Options")[2].partition("## ")[0]
    assert sorted(re.findall("`([a-z-]+)`", options)) == sorted({game.slug for game in ways})


@pytest.mark.parametrize("page", RULES, ids=name)
def test_moves_and_sketches_of_rules_pages_name_piles_of_the_game(page: Path) -> None:
    text = page.read_text(encoding="utf-8").partition("## Notation")[2]
    game = max((game for game in GAMES.values() if game.family == page.stem), key=lambda game: len(game.piles))
    (sketch,) = blocks(page, "text")
    assert set(sketch.text.split()) == set(game.piles)
    moves = [part for code in re.findall("`([a-z0-9.]+-[a-z0-9.-]+)`", text) for part in code.split(".")]
    assert moves
    for move in moves:
        parse_move(game, move)


def test_the_table_of_terrace_is_the_table_of_the_rules() -> None:
    text = (ROOT / "src" / "longwood" / "games" / "terrace" / "terrace.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([a-z-]+)` \| (\d+) \| (\d+) \| (.*) \| (.*) \| (.*) \|$", text, re.MULTILINE)
    assert len(rows) == 7
    for slug, reserve, columns, built, base, spaces in rows:
        game = GAMES[slug]
        assert (game.reserve, game.columns) == (int(reserve), int(columns))  # type: ignore[attr-defined]
        assert built == ("in suit" if game.in_suit else "alternating")  # type: ignore[attr-defined]
        assert base == ("chosen" if game.choose_base else "dealt")  # type: ignore[attr-defined]
        assert spaces == ("fill up" if game.fill_from else "yours")  # type: ignore[attr-defined]


def test_the_table_of_options_is_that_of_the_families() -> None:
    section = NOTATION.read_text(encoding="utf-8").partition("## Games of your own")[2].partition("## ")[0]
    rows = re.findall(r"^\| ((?!Game)[A-Za-z ]+) \| (.*`.*) \|$", section, re.MULTILINE)
    assert len(rows) >= 5
    # A newcomer need not be in the table; what is there must be right.
    families = {family.games[0].title: family for family in FAMILIES.values() if family.options}
    for title, told in rows:
        family = next(family for first, family in families.items() if first in title)
        texts = []
        for option in family.options:
            first, last = option.choices[0].text, option.choices[-1].text
            if not option.is_number:
                named = [f"`{choice.text}`" for choice in option.choices if choice.text not in ("yes", "no")]
                texts.append(f"`{option.name}`" + (f" {', '.join(named[:-1])} or {named[-1]}" if named else ""))
            else:
                texts.append(f"`{option.name}` {first} {'or' if len(option.choices) == 2 else 'to'} {last}")
        assert told == ", ".join(texts)


def test_python_blocks_of_the_notation_run() -> None:
    found = blocks(NOTATION, "python")
    assert found
    for block in found:
        test = doctest.DocTestParser().get_doctest(block.text, {}, NOTATION.name, str(NOTATION), block.line)
        assert doctest.DocTestRunner().run(test).failed == 0


def test_records_of_the_notation_can_be_played() -> None:
    lines = [line for block in blocks(NOTATION, "text") for line in block.text.splitlines()]
    records = [line for line in lines if re.split("[,.:@]", line)[0] in GAMES]
    assert len(records) >= 7
    for record in records:
        assert str(Session.from_record(record).record) == record


def test_worked_example_of_the_shuffle() -> None:
    text = NOTATION.read_text(encoding="utf-8").partition("An example")[2]
    values = dict(re.findall(r"^\| (.*) \| (.*) \|$", text, re.MULTILINE))
    state = mix(mix(1) ^ 0)
    assert values["`mix(1)`"] == f"`0x{mix(1):X}`"
    assert values["state = `mix(mix(1) ^ 0)`"] == f"`0x{state:X}`"
    cards = list(CARD_TEXTS)
    for last, draw in ((51, "first draw"), (50, "second draw"), (49, "third draw")):
        value = mix(state)
        state = (state + GAMMA) % 2**64
        pick = value % (last + 1)
        assert values[draw] == f"`0x{value:X}`"
        swap = f"{pick}: `{cards[last]}` at index {last} and `{cards[pick]}` at index {pick} change places"
        assert values[f"mod {last + 1}"] == swap
        cards[last], cards[pick] = cards[pick], cards[last]
    # What lies at the end is never touched again.
    assert cards_text(shuffled(1, 1)).endswith("".join(cards[49:]))


def test_shuffle_can_be_rewritten_from_the_page() -> None:
    (formula,) = [block.text for block in blocks(NOTATION, "text") if block.text.startswith("mix(x)")]
    code = formula.replace("mix(x):", "def mix(x):").replace("z = x + 0x9E3779B97F4A7C15", f"z = (x + {GAMMA}) % 2**64")
    code = re.sub(r"z = (\(z .*)", r"z = \1 % 2**64", code)
    names: dict[str, object] = {}
    exec(code, names)
    mix = names["mix"]
    assert callable(mix)
    for number, round in ((0, 0), (1, 0), (1, 1), (2**53 - 1, 7)):
        state, cards = mix(mix(number) ^ round), list(range(52))
        for last in range(51, 0, -1):
            value, state = mix(state), (state + GAMMA) % 2**64
            assert value < 2**64 - 2**64 % (last + 1)
            cards[last], cards[value % (last + 1)] = cards[value % (last + 1)], cards[last]
        assert tuple(cards) == shuffled(1, number, round)
