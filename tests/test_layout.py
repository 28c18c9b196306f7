"""Every pile has a place on the table, inside it and apart from the others, also in games of one's own."""

from itertools import combinations

import pytest

from longwood import GAMES, Deal
from longwood.core.game import AnyGame, PileKind
from longwood.core.layout import Place
from longwood.games import layout
from variants import EVERY_VALUE, VARIANTS

WAYS = list({game.slug: game for game in [*GAMES.values(), *EVERY_VALUE, *VARIANTS]}.values())
every_way = pytest.mark.parametrize("game", WAYS, ids=[game.slug for game in WAYS])
wide_and_tall = pytest.mark.parametrize("tall", [False, True], ids=["wide", "tall"])

Box = tuple[float, float, float, float]

pytestmark = pytest.mark.core


def box(place: Place, cards: int) -> Box:
    """What a pile of so many cards covers: left, top, right and bottom."""
    steps = max(min(cards, place.shown or cards) - 1, 0)
    return place.x, place.y, place.x + 1 + steps * place.fan_x, place.y + 1 + steps * place.fan_y


@wide_and_tall
@every_way
def test_piles_lie_inside_the_table(game: AnyGame, tall: bool) -> None:
    table = layout(game, tall)
    assert list(table.places) == list(game.piles)
    for name, pile in zip(game.piles, game.start(Deal(1)).piles, strict=True):
        left, top, right, bottom = box(table.places[name], len(pile))
        assert 0 <= left <= right <= table.width + 0.001
        assert 0 <= top <= bottom <= table.height + 0.001


@wide_and_tall
@every_way
def test_there_is_room_for_columns_of_usual_length(game: AnyGame, tall: bool) -> None:
    table = layout(game, tall)
    for (_, place), kind in zip(table.places.items(), game.kinds, strict=True):
        if kind is PileKind.COLUMN:
            assert place.y + 1 + 8 * place.fan_y <= table.height + 0.001


@wide_and_tall
@every_way
def test_a_fan_of_the_waste_is_never_tightened(game: AnyGame, tall: bool) -> None:
    table = layout(game, tall)
    for place in table.places.values():
        if place.shown and place.fan_x:
            assert box(place, place.shown)[2] <= table.width + 0.001


def test_a_thick_pile_does_not_touch_the_edge_of_a_phone() -> None:
    for game in GAMES.values():
        table = layout(game, tall=True)
        for name, kind in zip(game.piles, game.kinds, strict=True):
            if kind is PileKind.DISCARD and game.family == "triple-peaks":
                assert table.places[name].x + 1 <= table.width - 0.3


def test_no_one_can_spoil_a_layout() -> None:
    with pytest.raises(TypeError):
        del layout(GAMES["wood"]).places["s"]  # type: ignore[attr-defined]


@wide_and_tall
@every_way
def test_piles_do_not_lie_on_each_other(game: AnyGame, tall: bool) -> None:
    places = layout(game, tall).places
    is_heap = game.family in ("triple-peaks", "elevator")
    sizes = [len(pile) for pile in game.start(Deal(1)).piles]
    # The cells of a heap overlap on purpose; those of a grid do not. A waste is empty at first and spread out later.
    boxes = {
        name: box(places[name], max(size, places[name].shown))
        for name, kind, size in zip(game.piles, game.kinds, sizes, strict=True)
        if not (is_heap and kind is PileKind.PLACE)
    }
    for (a, one), (b, other) in combinations(boxes.items(), 2):
        is_apart = (
            one[2] <= other[0] + 0.001
            or other[2] <= one[0] + 0.001
            or one[3] <= other[1] + 0.001
            or other[3] <= one[1] + 0.001
        )
        assert is_apart, (a, b)
    for first, second in combinations(places.values(), 2):
        assert (first.x, first.y) != (second.x, second.y)
