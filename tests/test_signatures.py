"""What each search visits, deal by deal: a search that changes shows here, and has to be meant.

If a change is meant and the benchmarks are no worse, `python tests/test_signatures.py` writes down the new numbers.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from longwood import GAMES, Deal
from longwood.advice.trials import quick_player
from longwood.advice.worlds import some_worlds
from longwood.core.game import AnyGame
from longwood.games import family_of
from longwood.solver import Limit, best_score, solve

pytestmark = [pytest.mark.solver, pytest.mark.frozen]

FILE = Path(__file__).parent / "data" / "signatures.json"
TWO_DECKS = Limit(nodes=6_000), range(1, 11), range(20, 28)
"""Nodes that are enough for some wins; the deals of verdicts and of best scores."""
ONE_DECK = Limit(), range(1, 21), range(20, 25)


def signature(slug: str) -> dict[str, list[Any]]:
    """Verdicts with the nodes they took, best scores with theirs, and the quick player's games, of a few deals."""
    game = GAMES[slug]
    limit, some, others = TWO_DECKS if game.decks == 2 else ONE_DECK
    solved = [solve(game, game.start(Deal(number)), limit) for number in some]
    scored = [best_score(game, game.start(Deal(number)), limit) for number in others]
    player = {"player": played(game)} if quick_player(game) else {}
    return player | {
        "solve": [[found.verdict.value, found.nodes] for found in solved],
        "best": [[found.score, found.nodes] for found in scored],
    }


def played(game: AnyGame) -> list[int]:
    """How often the quick player wins after any first move, in a few worlds of a few deals."""
    player = quick_player(game)
    assert player
    found = []
    for number in range(1, 7):
        p = game.start(Deal(number))
        won, _ = player.play_on(game, some_worlds(game, p, 4)[0], game.moves(p), number)
        found.append(int(won.sum()))
    return found


@pytest.mark.parametrize("slug", [slug for slug, game in GAMES.items() if family_of(game).solver])
def test_searches_visit_what_they_visited(slug: str) -> None:
    assert signature(slug) == json.loads(FILE.read_text())[slug]


if __name__ == "__main__":
    lines = [f"  {json.dumps(slug)}: {json.dumps(signature(slug))}" for slug in GAMES]
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n")
