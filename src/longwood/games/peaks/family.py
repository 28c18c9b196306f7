"""Triple Peaks and Elevator: two families that share a room, because both clear a heap of covered cards."""

from typing import Any

from longwood.core.game import STOCK, AnyGame, Move
from longwood.games.effects import turned_up
from longwood.games.family import Effort, Family
from longwood.games.options import switch
from longwood.games.peaks.flaws import elevator_flaw, peaks_flaw
from longwood.games.peaks.layout import elevator_places, peaks_places
from longwood.games.peaks.refusals import refusal
from longwood.games.peaks.rules import Elevator, TriplePeaks


def effect(game: AnyGame, p: Any, m: Move) -> str:
    """What a card that comes off the heap turns up."""
    if m.src == STOCK:
        return "deals the next card"
    after = game.play(p, m)
    if game.won(after) or (game.has_rounds and after.round > p.round):
        return "clears the heap"
    match turned_up(game, p, after):
        case 0:
            return "takes a card and turns none up"
        case 1:
            return "turns a card up"
        case turned:
            return f"turns {turned} cards up"


WRAPS = switch("wraps", "Runs wrap from king to ace", yes="runs that wrap from king to ace", no="runs that do not wrap")

TRIPLE_PEAKS = Family(
    name="triple-peaks",
    title="Triple Peaks",
    games=(
        TriplePeaks(
            slug="triple-peaks",
            title="Triple Peaks",
            about="Longer runs score more, and each card from the stock costs five.",
        ),
        TriplePeaks(
            slug="triple-peaks-multiplier",
            title="Triple Peaks, Multiplier Scoring",
            about="Points double with every card of a run, and the stock is free.",
            doubles=True,
        ),
        TriplePeaks(
            slug="triple-peaks-rounds",
            title="Triple Peaks, Progressive Rounds",
            about="Clear the peaks and they are dealt again, until you are stuck.",
            has_rounds=True,
            minutes="5-15",
        ),
        TriplePeaks(
            slug="triple-peaks-rounds-multiplier",
            title="Triple Peaks, Progressive Rounds and Multiplier",
            about="Round after round, with points that double along a run.",
            doubles=True,
            has_rounds=True,
            minutes="5-15",
        ),
    ),
    room=__package__,
    minutes="2-4",
    moves_in_picture=8,
    fun="One long run, up and down, until three mountains are gone.",
    other_names=("Tri Peaks", "TriPeaks", "Three Peaks", "Tri Towers"),
    stands_in_for=("Golf", "Fairway"),
    places=peaks_places,
    refusal=refusal,
    effect=effect,
    knows=lambda game: game.wraps,
    flaw=peaks_flaw,
    options=(
        WRAPS,
        switch("doubles", "Points double along a run", yes="points that double along a run", no="points that add up"),
        switch("rounds", "Clearing the peaks deals a new round", yes="new rounds", no="one round", field="has_rounds"),
    ),
    solver=f"{__package__}.solver.triple_peaks",
    player=f"{__package__}.player",
    is_exact=True,
    is_shortened=False,
    budgets=(None,),
    effort=Effort(30, 0, 24_000),
    fair_effort=Effort(0, 0, 24_000),
    deal_nodes=None,
)

ELEVATOR = Family(
    name="elevator",
    title="Elevator",
    games=(
        Elevator(
            slug="elevator",
            title="Elevator",
            about="Clear a pyramid one rank up or down at a time.",
        ),
    ),
    room=__package__,
    minutes="2-4",
    moves_in_picture=6,
    fun="Quick and unforgiving: one rank up or down, and the pyramid rarely falls.",
    other_names=("Egyptian Solitaire", "Pyramid Golf"),
    stands_in_for=("Black Hole", "Escalator", "Pyramid"),
    places=elevator_places,
    refusal=refusal,
    effect=effect,
    knows=lambda game: game.wraps,
    flaw=elevator_flaw,
    options=(WRAPS,),
    solver=f"{__package__}.solver.elevator",
    player=f"{__package__}.player",
    is_exact=True,
    is_shortened=False,
    budgets=(None,),
    effort=Effort(200, 0),
    fair_effort=Effort(0, 0),
    deal_nodes=None,
)

FAMILIES = (TRIPLE_PEAKS, ELEVATOR)
