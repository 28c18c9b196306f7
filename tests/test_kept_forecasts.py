"""Forecasts in files: games take turns, nothing is played twice, and what was cut off is played again."""

import lzma
import os
from pathlib import Path

import pytest

from longwood import GAMES
from longwood.advice.forecasts import forecasts
from longwood.advice.kept_forecasts import COLUMNS, Forecasts

pytestmark = pytest.mark.solver

SLUGS = ["elevator", "quatorze"]


def test_games_take_turns_and_are_played_once(tmp_path: Path) -> None:
    kept = Forecasts(tmp_path / "new")
    assert kept.of("elevator", range(5)) == []
    assert list(kept.play(SLUGS, range(5, 7), jobs=1, every=3)) == [
        ("elevator", 5),
        ("quatorze", 5),
        ("elevator", 6),
        ("quatorze", 6),
    ]
    for slug in SLUGS:
        found, real = kept.of(slug, range(6, 7)), forecasts(GAMES[slug], 6, every=3)
        for one, other in zip(found, real, strict=True):
            assert (one.deal, one.number, one.is_proven, one.is_won) == (6, other.number, other.is_proven, other.is_won)
            assert (*one.sample, one.win, one.unseen) == pytest.approx(
                (*other.sample, other.win, other.unseen), rel=1e-5
            )
        assert [each.worlds is None for each in found] == [each.worlds is None for each in real]
    file = tmp_path / "new" / "quatorze.csv"
    whole = file.read_text()
    assert len(whole.splitlines()[0].split(",")) == len(COLUMNS)
    assert len(list(kept.play(["quatorze"], range(5, 7), jobs=1, every=3))) == 2
    assert file.read_text() == whole
    # A game that was cut off in the middle of a line is played again, whole.
    file.write_text(whole[:-9])
    assert list(kept.play(["quatorze"], range(5, 7), jobs=1, every=3)) == [("quatorze", 5), ("quatorze", 6)]
    assert file.read_text() == whole


def test_a_file_is_replaced_whole_and_never_grows_by_half_a_game(tmp_path: Path) -> None:
    kept = Forecasts(tmp_path)
    assert list(kept.play(["quatorze"], range(5, 6), jobs=1)) == [("quatorze", 5)]
    file, seen = tmp_path / "quatorze.csv", tmp_path / "seen"
    first = file.read_bytes()
    # A second name for the file as it is now: what is written into it in place would show here.
    os.link(file, seen)
    assert list(kept.play(["quatorze"], range(5, 7), jobs=1)) == [("quatorze", 5), ("quatorze", 6)]
    assert seen.read_bytes() == first
    assert file.read_bytes().startswith(first)
    assert {each.deal for each in kept.read("quatorze")} == {5, 6}
    assert sorted(each.name for each in tmp_path.iterdir()) == ["quatorze.csv", "seen"]


def test_a_packed_file_is_read_and_more_is_written_beside_it(tmp_path: Path) -> None:
    kept = Forecasts(tmp_path)
    assert len(list(kept.play(["quatorze"], range(5, 6), jobs=1))) == 1
    file, packed = tmp_path / "quatorze.csv", tmp_path / "quatorze.csv.xz"
    before, whole = list(kept.read("quatorze")), file.read_bytes()
    packed.write_bytes(lzma.compress(whole))
    file.unlink()
    assert list(kept.read("quatorze")) == before
    assert list(kept.play(["quatorze"], range(5, 7), jobs=1)) == [("quatorze", 5), ("quatorze", 6)]
    assert file.read_bytes().startswith(whole)
    assert {each.deal for each in kept.read("quatorze")} == {5, 6}
