"""Certificates of losses: what the solver argues is what an independent checker accepts, and nothing else is."""

import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from late import endgame, late_positions
from longwood import GAMES, Deal, Session
from longwood.certificates import certificate_words, check_certificate
from longwood.core.game import AnyGame, Position
from longwood.core.result import Limit, Reason, Verdict
from longwood.games.forty_thieves import certificate as thieves_checker
from longwood.games.forty_thieves.rules import FOUNDATIONS, FortyThieves
from longwood.games.forty_thieves.solver import state
from longwood.games.forty_thieves.solver.encode import encode
from longwood.games.forty_thieves.solver.search import LEAST_MEMORY, Search
from longwood.games.terrace import certificate as terrace_checker
from longwood.games.terrace import certificate_capacity as capacity_checker
from longwood.games.terrace.rules import Terrace, TerracePosition
from longwood.games.terrace.solver.start import ALL, starts
from longwood.notation import find_game
from longwood.solver import plain_search, solve
from longwood.solver.certificates import certificate, loss_words
from terraces import ALL_WAYS, TERRACE, walk

pytestmark = pytest.mark.solver

THIEVES = GAMES["forty-thieves"]
DEAD_THIEVES = (21, 96, 148, 372, 445)
LOST = ("generals-patience.2", "falling-stars.4", "terrace.4", "forty-thieves.21")
LOST_BY_CAPACITY = ("redheads.80", "redheads.295")


def spoilt(text: str, rng: random.Random) -> Iterator[str]:
    """A certificate with something wrong in it, in every way that comes to mind."""
    lines = text.splitlines()
    for i in range(len(lines)):
        yield "\n".join([*lines[:i], *lines[i + 1 :]])
        yield "\n".join([*lines, lines[i]])
    for i in range(1, len(lines)):
        head, _, rest = lines[i].partition(": ")
        parts = rest.split(", ") if ", " in rest else rest.split(" ")
        joint = ", " if ", " in rest else " "
        for _ in range(3):
            mixed = rng.sample(parts, len(parts))
            if mixed != parts:
                yield "\n".join([*lines[:i], f"{head}: {joint.join(mixed)}", *lines[i + 1 :]])
        for k in range(len(parts)):
            fewer = joint.join([*parts[:k], *parts[k + 1 :]])
            yield "\n".join([*lines[:i], f"{head}: {fewer}", *lines[i + 1 :]])
        yield "\n".join([*lines[:i], f"{head}: {rest.translate(str.maketrans('CDHS', 'DHSC'))}", *lines[i + 1 :]])
        yield "\n".join([*lines[:i], f"{head}: {rest}!", *lines[i + 1 :]])
    yield from ("", "\n", text.upper(), text.replace("at ", "at 9"), text.replace(": ", ":"), f"{text}\nsurely")


def refuses_spoilt_ones(game: AnyGame, p: Position, text: str) -> int:
    bad = set(spoilt(text, random.Random(1))) - {text, text.rstrip("\n")}
    assert not [one for one in bad if check_certificate(game, p, one)]
    return len(bad)


def is_argued(game: Terrace, p: TerracePosition) -> bool:
    """Whether the solver's own numbers call every start dead or refuted."""
    found = starts(game, p, ALL)
    return not game.won(p) and bool(found) and all(start.is_dead or start.is_refuted for start in found)


@pytest.mark.parametrize("record", LOST)
def test_a_lost_deal_has_one_and_spoilt_ones_are_refused(record: str) -> None:
    session = Session.from_record(record)
    game, p = session.game, session.position
    result = solve(game, p, Limit(nodes=1))
    assert (result.verdict, result.nodes) == (Verdict.LOST, 0)
    assert result.reason in (Reason.RESERVE, Reason.COLUMNS)
    text = certificate(game, p)
    assert text
    assert text.splitlines()[0] == result.reason.name.lower()
    assert check_certificate(game, p, text)
    assert refuses_spoilt_ones(game, p, text) > 10
    assert all(sentence.endswith(".") for sentence in certificate_words(game, p, text))


@pytest.mark.parametrize("record", LOST_BY_CAPACITY)
def test_a_deal_lost_by_capacity_is_said_to_be_argued_not_searched(record: str) -> None:
    session = Session.from_record(record)
    game, p = session.game, session.position
    result = solve(game, p, Limit(nodes=5_000))
    assert (result.verdict, result.reason) == (Verdict.LOST, Reason.CAPACITY)
    text = certificate(game, p)
    assert text
    assert text.splitlines()[0] == "capacity"
    assert check_certificate(game, p, text)
    (card, *_), words = text.split()[::-1], loss_words(game, p, result)
    assert words == certificate_words(game, p, text)
    assert words[0].startswith(f"{card} never leaves the waste, nor ")
    assert "searched" not in words[0]
    # The cards, their number, their order and the reserve are all looked at.
    head, _, cards = text.rstrip("\n").rpartition("waste ")
    names = cards.split()
    for bad in (
        text.replace("capacity", "reserve"),
        text.replace("reserve 0", "reserve 1"),
        f"{head}waste {' '.join(names[1:])}\n",
        f"{head}waste {' '.join(names[::-1])}\n",
        "capacity\n",
        text + text.splitlines()[1],
    ):
        assert not check_certificate(game, p, bad), bad


def test_base_cards_may_be_refuted_each_in_its_own_way() -> None:
    game = find_game("terrace,reserve=20,columns=4")
    for number in (37, 54):
        p = game.start(Deal(number))
        result = solve(game, p, Limit(nodes=20_000))
        assert (result.verdict, result.reason) == (Verdict.LOST, Reason.CAPACITY)
        text = certificate(game, p)
        assert text
        assert " at " in text
        assert ", waste " in text
        assert check_certificate(game, p, text)
        assert not check_certificate(game, p, text.replace("capacity", "reserve"))
        sentences = certificate_words(game, p, text)
        assert all(sentence.startswith("With base ") for sentence in sentences)
        assert len(sentences) == len(text.splitlines()) - 1


def test_the_words_name_the_cards_that_block() -> None:
    game = GAMES["generals-patience"]
    p = game.start(Deal(2))
    text = certificate(game, p)
    assert text
    cards = [part.partition(" ")[0] for part in text.splitlines()[1].partition(": ")[2].split(", ")]
    assert f"holds {' over '.join(cards)}." in certificate_words(game, p, text)[0]


def test_base_cards_that_are_alike_are_spoken_of_once() -> None:
    game = GAMES["generals-patience"]
    p = game.start(Deal(61))
    text = certificate(game, p)
    assert text
    sentences = certificate_words(game, p, text)
    assert len(sentences) == len(set(sentences)) == 3, "two of the four base cards are 9C"


@pytest.mark.parametrize("game", ALL_WAYS, ids=lambda game: game.slug)
def test_all_that_the_reserve_decides_and_nothing_else(game: Terrace) -> None:
    known: list[str] = []
    for number in range(1, 41):
        positions = list(walk(game, number))
        for p in positions[:: max(len(positions) // 6, 1)]:
            text = certificate(game, p)
            assert (text is not None) == is_argued(game, p)
            # A proof about other cards proves nothing about these, unless it happens to be one.
            for other in known[-3:]:
                assert not check_certificate(game, p, other) or is_argued(game, p)
            known += [text] if text else []
    if game.slug == "generals-patience":
        assert len(known) > 50


@pytest.mark.parametrize("slug", ["terrace", "generals-patience", "falling-stars", "signora", "wood", "forty-thieves"])
def test_no_position_on_a_winning_line_has_one(slug: str) -> None:
    game = GAMES[slug]
    lines = 0
    # A proof of each kind, to be held up against positions that are won.
    proofs = [text for n in range(1, 60) if (text := certificate(game, game.start(Deal(n))))]
    for number in (29, 39) if game.slug == "generals-patience" else range(1, 25):
        p = game.start(Deal(number))
        found = solve(game, p, Limit(nodes=20_000 if game.slug == "generals-patience" else 6_000))
        if found.verdict is not Verdict.WON:
            continue
        lines += 1
        for m in found.line:
            assert certificate(game, p) is None
            assert not any(check_certificate(game, p, text) for text in proofs[:2])
            p = game.play(p, m)
        assert certificate(game, p) is None
    assert lines


@pytest.mark.parametrize("game", [game for game in TERRACE if not game.choose_base], ids=lambda game: game.slug)
def test_the_plain_search_never_wins_what_the_reserve_decides(game: Terrace) -> None:
    for p in late_positions(game, range(1, 40), range(20, 120)):
        if certificate(game, p):
            assert plain_search.solve(game, p, Limit(nodes=300)).verdict is not Verdict.WON


def test_forty_thieves_deals_that_are_dead() -> None:
    for number in range(1, 500):
        p = THIEVES.start(Deal(number))
        if number < 120 or number in DEAD_THIEVES:
            assert (certificate(THIEVES, p) is not None) == (number in DEAD_THIEVES)


def kernel_says_dead(p: Position) -> bool:
    """As at the root of a search, without the moves that settle it first."""
    from longwood.games.forty_thieves.solver.dead import is_dead

    root = encode(p)
    return not state.spaces(root.row) and bool(
        is_dead(root.row, root.mask, root.cards, Search(root, LEAST_MEMORY).work.dead)
    )


def test_the_checker_relaxes_as_the_kernel_does() -> None:
    rng = random.Random(5)
    dead = 0
    for _ in range(1500):
        p = endgame(rng, lowest=5)
        told = thieves_checker.told(cast("FortyThieves", THIEVES), p)
        assert (told is not None) == kernel_says_dead(p)
        text = certificate(THIEVES, p)
        assert (text is not None) == (told is not None)
        if text:
            dead += 1
            assert text.splitlines() == told
            assert plain_search.solve(THIEVES, p, Limit(nodes=400)).verdict is not Verdict.WON
            if dead < 20:
                refuses_spoilt_ones(THIEVES, p, text)
    assert dead > 30


def test_cards_that_are_not_two_decks_prove_nothing() -> None:
    for record in ("generals-patience.2", "forty-thieves.21"):
        session = Session.from_record(record)
        game, p = session.game, session.position
        text = certificate(game, p)
        assert text
        piles = list(p.piles)
        piles[0] = (piles[0][0], *piles[0][:-1])
        assert not check_certificate(game, type(p)(tuple(piles)), text)


def test_other_games_have_none() -> None:
    for slug in ("elevator", "quatorze", "triple-peaks", "redheads", "forty-thieves,columns=9", "elevator,wraps=no"):
        game = find_game(slug)
        p = game.start(Deal(1))
        assert certificate(game, p) is None
        assert not check_certificate(game, p, "reserve\nbase A: AC at 1")
        assert not check_certificate(game, p, "columns\nt1: AC at 1")


def test_the_checkers_know_no_solver_and_are_short() -> None:
    from longwood.games import FAMILIES

    checkers = [family.checker for family in FAMILIES.values() if family.checker] + [capacity_checker.__name__]
    assert len(checkers) > 2
    code = "import sys, importlib, longwood.certificates\n" + "".join(
        [f"importlib.import_module({name!r})\n" for name in checkers]
    )
    code += "print(*[name for name in sys.modules if 'solver' in name or 'kernel' in name or 'num' in name[:3]])"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert [name for name in loaded if name.startswith(("longwood", "numpy", "numba"))] == []
    for name in ("longwood.certificates", *checkers):
        file = sys.modules[name].__file__ if name in sys.modules else None
        file = file or __import__(name, fromlist=["x"]).__file__
        assert file
        assert len(Path(file).read_text().splitlines()) <= 200


def test_the_documentation_counts_the_lines_of_the_checkers() -> None:
    each = (terrace_checker, capacity_checker, thieves_checker)
    counts = [len(Path(str(checker.__file__)).read_text().splitlines()) for checker in each]
    page = Path(__file__).parents[1] / "docs" / "certificates.md"
    assert f"the checkers have {counts[0]}, {counts[1]} and {counts[2]}," in page.read_text(encoding="utf-8")


def test_forty_thieves_rows_of_another_width_are_checked_by_the_same_rules() -> None:
    game = find_game("forty-thieves,columns=9")
    assert isinstance(game, FortyThieves)
    found = 0
    for number in range(1, 200):
        p = game.start(Deal(number))
        told = thieves_checker.told(game, p)
        if told:
            found += 1
            assert check_certificate(game, p, "\n".join(told))
            assert not game.won(p)
    assert found
    assert len(FOUNDATIONS) == 8
