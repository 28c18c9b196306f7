"""The recorded games are the judge: legal moves, piles, what is face down, score, won, base, lock and double clicks."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import transcripts
from longwood.core.game import AnyGame
from transcripts import Transcript, recorded_move, recorded_piles

pytestmark = pytest.mark.core

TURNED_WITH_A_SPACE = "the reference locks a stock turned while a column is empty for good"
NO_LATER_DECK = "last of a game for whose next round the recorder had no deck"


def compare(game: AnyGame, transcript: Transcript, count: Counter[str]) -> None:
    """Replay one recorded game on our rules."""
    names = transcripts.slots(game)
    p = game.start(transcript.deal)
    state = transcript.opening["state"]
    # Ruling 3: from here on the reference's stock stays locked, and ours does not.
    is_comparable = True
    for step in transcript.steps:
        moves = {recorded_move(game, names, m): m for m in game.moves(p)}
        played = step["move"]
        text = "deal" if played["kind"] == "deal" else f"{played['from']}:{played['count']}>{played['to']}"
        if not is_comparable:
            count[TURNED_WITH_A_SPACE] += 1
            continue
        count["compared"] += 1
        assert recorded_state(game, names, p) == expected_state(game, state)
        assert sorted(moves) == step["legal"]
        assert len(moves) == len(game.moves(p)), "no move is listed twice"
        if "dbl" in step:
            count["double clicks"] += 1
            assert double_clicks(game, names, p) == expected_double_clicks(game, p, step["dbl"])
        m = moves[text]
        p = game.play(p, m)
        state = step["state"]
        is_comparable = not (names[m.dst] == "stock" and () in p.piles[11:])
    if transcript.end["reason"] == "redeals-exhausted":
        count[NO_LATER_DECK] += 1
    elif is_comparable:
        assert recorded_state(game, names, p) == expected_state(game, state)
        assert sorted(recorded_move(game, names, m) for m in game.moves(p)) == transcript.end["legal"]


def recorded_state(game: AnyGame, names: list[str], p: Any) -> dict[str, Any]:
    state = {"slots": recorded_piles(game, names, p), "score": game.score(p), "won": game.won(p)}
    if game.family == "terrace":
        return state | {"base": p.base, "locked": p.locked, "flips": p.turned}
    # Ruling 5: only Terrace's `over` differs; it says so while pointless moves are left.
    return state | {"over": game.won(p) or not game.moves(p)}


def expected_state(game: AnyGame, state: dict[str, Any]) -> dict[str, Any]:
    keys = ("base", "locked", "flips") if game.family == "terrace" else ("over",)
    return {key: state[key] for key in ("slots", "score", "won", *keys)}


def double_clicks(game: AnyGame, names: list[str], p: Any) -> dict[str, list[str]]:
    found = {name: game.double_click(p, i) for i, name in enumerate(names) if name}
    return {name: [recorded_move(game, names, m) for m in moves] for name, moves in found.items() if moves}


def expected_double_clicks(game: AnyGame, p: Any, recorded: dict[str, list[str]]) -> dict[str, list[str]]:
    if game.family != "terrace":
        return recorded
    # Ruling 2: the reference moves foundation cards about.
    kept = {name: moves for name, moves in recorded.items() if not name.startswith("foundation")}
    # Where a space fills itself the recorder, who compares piles, names the pile that filled it as the source.
    for name in kept:
        if name.startswith("tableau") and len(p.piles[11 + int(name.removeprefix("tableau"))]) == 1:
            kept[name] = [f"{name}:1>{move.partition('>')[2]}" for move in kept[name]]
    return kept


def compare_file(file: str, most: int | None) -> Counter[str]:
    count: Counter[str] = Counter()
    game = transcripts.game_of(file)
    for transcript in transcripts.read(file, most):
        count["games"] += 1
        compare(game, transcript, count)
    return count


@pytest.mark.slow
@pytest.mark.parametrize("file", transcripts.files())
def test_the_first_recorded_games(file: str) -> None:
    assert compare_file(file, 4)["games"] == 4


@pytest.mark.recorded
@pytest.mark.slow
@pytest.mark.parametrize("file", transcripts.files())
def test_all_recorded_games(file: str, record_property: Callable[[str, object], None]) -> None:
    count = compare_file(file, None)
    assert count["games"] == (8 if file.endswith("redeal") else 60)
    record_property("transcripts", (file, dict(count)))
