"""Every pile has a place on the table, inside it and apart from the others."""

from itertools import combinations

import pytest

from longwood import GAMES, Deal
from longwood.games import layout

pytestmark = pytest.mark.core


@pytest.mark.parametrize("tall", [False, True])
@pytest.mark.parametrize("slug", GAMES)
def test_piles_lie_inside_the_table(slug: str, tall: bool) -> None:
    game = GAMES[slug]
    table = layout(game, tall)
    start = game.start(Deal(1))
    for name, pile in zip(game.piles, start.piles, strict=True):
        place = table.places[name]
        spread = min(len(pile), place.shown or len(pile)) - 1
        assert 0 <= place.x <= place.x + 1 + max(spread, 0) * place.fan_x <= table.width + 0.001
        assert 0 <= place.y <= place.y + 1 + max(spread, 0) * place.fan_y <= table.height + 0.001


@pytest.mark.parametrize("tall", [False, True])
@pytest.mark.parametrize("slug", [slug for slug, game in GAMES.items() if game.decks == 2])
def test_there_is_room_for_columns_of_usual_length(slug: str, tall: bool) -> None:
    table = layout(GAMES[slug], tall)
    for name, place in table.places.items():
        if name[0] == "t":
            assert place.y + 1 + 8 * place.fan_y <= table.height + 0.001


def test_no_one_can_spoil_a_layout() -> None:
    with pytest.raises(TypeError):
        del layout(GAMES["wood"]).places["s"]  # type: ignore[attr-defined]


@pytest.mark.parametrize("tall", [False, True])
@pytest.mark.parametrize("slug", GAMES)
def test_piles_do_not_lie_on_each_other(slug: str, tall: bool) -> None:
    game = GAMES[slug]
    places = layout(game, tall).places
    # The cells of a heap overlap on purpose; those of a grid do not.
    names = [name for name in places if not (game.family in ("triple-peaks", "elevator") and name[1:])]
    for a, b in combinations([places[name] for name in names], 2):
        assert abs(a.x - b.x) >= 1 or abs(a.y - b.y) >= 1
    for a, b in combinations(places.values(), 2):
        assert (a.x, a.y) != (b.x, b.y)
