"""What the lobby says of each family: every room has it, it is short, and its numbers were measured."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from docs import ROOT
from longwood.games import FAMILIES, GAMES
from longwood.games.family import Family
from test_defaults import MOTLEY

families = pytest.mark.parametrize("family", FAMILIES.values(), ids=FAMILIES)


def tool(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@families
def test_every_family_says_why_to_play_it(family: Family) -> None:
    fun = family.fun or family.games[0].goal
    assert 15 < len(fun) <= 90
    assert fun.endswith(".")
    for game in family.games:
        assert len(game.about) <= 75, game.about


def test_one_family_is_for_newcomers_and_easy() -> None:
    (first,) = [family for family in FAMILIES.values() if family.is_for_newcomers]
    shares = {family.name: family.fair_wins(family.games[0]) or 0.0 for family in FAMILIES.values()}
    assert shares[first.name] == max(shares.values())


def test_names_are_told_once() -> None:
    own = [family.title for family in FAMILIES.values()]
    own += [name for family in FAMILIES.values() for name in family.other_names]
    assert len({name.lower() for name in own}) == len(own)
    # A game that is offered instead of a missing one may move in later: the search names it first then.
    for family in FAMILIES.values():
        names = {name.lower() for name in (family.title, *family.other_names)}
        assert not names & {name.lower() for name in family.stands_in_for}


def test_win_shares_are_those_that_were_measured() -> None:
    wanted: dict[Path, str] = tool("fair_play").files()
    assert {path for path, text in wanted.items() if path.read_text() != text} == set(), "run tools/fair_play.py"
    page = (ROOT / "docs" / "analysis.md").read_text(encoding="utf-8")
    for slug, row in tool("fair_play").measured().items():
        share = f"{100 * row['won'] / row['deals']:.1f} %"
        assert f"| {GAMES[slug].title} | 1 to {row['deals']:,} | {share} (" in page
    shares = [family.fair_wins(game) for family in FAMILIES.values() for game in family.games]
    assert all(share is None or 0 < share < 1 for share in shares)
    assert shares.count(None) < len(shares)


def test_a_game_that_nobody_measured_has_no_share() -> None:
    family = Family(name="motley", title="Motley", games=(MOTLEY,), room="longwood.games")
    assert family.fair_wins(MOTLEY) is None
    assert (family.fun, family.other_names, family.stands_in_for) == ("", (), ())
