"""What a family of games tells the rest of the house. Everything but its name, title and games has a default."""

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, cast, runtime_checkable

from longwood.core.game import AnyGame, Move
from longwood.core.layout import COLUMN_LENGTH, Layout, Places, laid_out, usual_places
from longwood.core.result import Found, FoundBest, Limit
from longwood.games.effects import plain_effect
from longwood.games.flaws import plain_flaw
from longwood.games.options import Option
from longwood.games.refusals import no_card, plain_refusal

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    import numpy as np
    from numpy.typing import NDArray

    from longwood.games.lesson import Lesson
    from longwood.games.quick_player import QuickPlayer
    from longwood.kernels.decks import Decided


class Solver(Protocol):
    """What a room's solver offers, as the functions of a module. Importing it compiles its kernels, or loads them."""

    def solve(self, game: AnyGame, position: Any, limit: Limit, *, brief: bool = False) -> Found:
        """Whether a position can be won. If `brief`, the line may be no longer than a first move, or missing."""
        ...

    def best(self, game: AnyGame, position: Any, limit: Limit) -> FoundBest:
        """The best score that can be reached."""
        ...

    def fits(self, game: AnyGame, position: Any) -> bool:
        """Whether the kernels can represent a position; the plain search takes those that they cannot."""
        ...


@runtime_checkable
class SolvesMany(Protocol):
    """What a solver offers beside, if its kernels shuffle and solve many fresh deals at once."""

    def many(self, game: AnyGame, numbers: "NDArray[np.uint64]", limit: Limit, *, asks_best: bool) -> "Decided":
        """The verdict of each deal number, or its best score: the same, with the same nodes, as one by one."""
        ...


@runtime_checkable
class Argues(Protocol):
    """What a solver offers beside, if it can prove losses by an argument."""

    def certificate(self, game: AnyGame, position: Any) -> list[str] | None:
        """The lines of a proof that a position is lost; None if no argument shows it."""
        ...


class Checker(Protocol):
    """Who checks the certificates of a family's losses, as the functions of a module that knows the rules alone."""

    def check(self, game: Any, position: Any, lines: list[str]) -> bool:
        """Whether a certificate proves that a position is lost."""
        ...

    def words(self, game: Any, position: Any, lines: list[str]) -> list[str]:
        """A certificate that was checked, in sentences."""
        ...


class Effort(NamedTuple):
    """How many worlds a hint looks at, and how many positions it searches for each world and move."""

    worlds: int
    nodes: int
    games: int = 8_000
    """How many games a race between moves takes at the most, where the quick player races."""


PLAIN_EFFORT = Effort(6, 3_000, 300)
MOST_LAYOUTS = 500
"""Tables that a family keeps: players may make up games without end."""


class MissingPage(LookupError):
    """This copy of Longwood came without a page; the message names it."""


@dataclass(frozen=True, kw_only=True)
class Family:
    """A room: the games of a family and what is particular to them."""

    name: str
    title: str
    games: tuple[AnyGame, ...]
    """The ways to play, each stating only its difference. A released row never changes."""
    room: str
    """The package that holds the rules page, the solver and the data: `__package__`."""
    minutes: str = "5-15"
    fun: str = ""
    """Why to play it, in a line; the goal of its first game without one."""
    other_names: tuple[str, ...] = ()
    """What its games are called elsewhere."""
    stands_in_for: tuple[str, ...] = ()
    """Games that people ask for and that may not be here: this is what comes nearest."""
    moves_in_picture: int = 0
    """How many moves were made in the pictures of its games: some tables have little to show when they are dealt."""
    is_for_newcomers: bool = False
    """Whether somebody who is new to the table should start here."""

    places: Callable[[Any, bool], Places] = usual_places
    """Where each pile lies, on a wide table or a tall one."""
    column_length: int = COLUMN_LENGTH
    refusal: Callable[[Any, Any, Move], str] = plain_refusal
    """Why a move is refused, given that it is and that there is a card to move."""
    effect: Callable[[Any, Any, Move], str] = plain_effect
    """What a move does, as far as it can be seen beforehand."""
    order_words: Callable[[Any, Any, Move], str] = lambda game, p, m: ""
    """For those who know the stock: what the order of two equal-looking moves decides."""
    twin: Callable[[Any, Any, Move], Move | None] | None = None
    """The move that stands for another one as long as the player cannot tell them apart; None to compare positions."""
    flaw: Callable[[Any, Any], str] = plain_flaw
    """Why no game can come to a typed-in position; empty if nothing speaks against it."""
    hint_of_use: str = ""
    """One more thing to know about typing moves, for the terminal's help."""

    traits: Callable[[Any, Any], dict[str, str]] | None = None
    """What a study may tell fresh deals by, such as the base card: names and values. None where there is nothing."""

    options: tuple[Option, ...] = ()
    """The numbers and switches that a player may choose otherwise."""
    nonsense: Callable[[Any], str] = lambda game: ""
    """Why chosen options make no game; empty if they do."""
    knows: Callable[[Any], bool] = lambda game: True
    """Whether solver and quick player know a game with these options; the plain ones do their work otherwise."""

    solver: str = ""
    """The module of the solver; the plain search without one."""
    checker: str = ""
    """The module that checks certificates of losses; without one there are none."""
    player: str = ""
    """The module of the quick player, which offers it as `PLAYER`; the plain player without one."""
    is_exact: bool = False
    """Whether the solver decides every position at once."""
    is_shortened: bool = True
    """Whether lines may have something to drop: not where every move takes a card out of play."""
    looks_ahead: bool = False
    """Whether what is too hard to decide may become obvious a move later."""
    budgets: tuple[int | None, ...] = (5_000, 30_000, 150_000, 600_000)
    """The positions to search for a verdict, step by step."""
    effort: Effort = PLAIN_EFFORT
    """What a player can wait for when asking for a hint."""
    fair_effort: Effort = PLAIN_EFFORT
    """The effort of the fair player whose wins the win chance forecasts. A hint may take more."""
    world_effort: Effort = PLAIN_EFFORT
    """The same for games of the family that its quick player does not know, if it has one: there worlds tell all, and
    a hint takes no more than this."""
    deal_nodes: int | None = 20_000
    """Positions to search in a deal before the next one is tried."""

    def layout(self, game: AnyGame, *, tall: bool = False) -> Layout:
        """The table of a game: wide for a desktop, or tall for a phone held upright."""
        found = self._layouts.get((game.slug, tall))
        if found is None:
            if len(self._layouts) >= MOST_LAYOUTS:
                self._layouts.clear()
            found = self._layouts[game.slug, tall] = laid_out(game, self.places(game, tall), self.column_length)
        return found

    @cached_property
    def _layouts(self) -> dict[tuple[str, bool], Layout]:
        """The tables that were asked for: by slug, because a game is slow to hash."""
        return {}

    def refuse(self, game: AnyGame, p: Any, m: Move) -> str:
        """A short sentence that says why a move is refused, given that it is."""
        return no_card(game, p, m) or self.refusal(game, p, m)

    def budget(self, step: int) -> int | None:
        """The positions to search at a step, or at the last one there is."""
        return self.budgets[min(step, len(self.budgets) - 1)]

    def minutes_of(self, game: AnyGame) -> str:
        """How long a game takes."""
        return game.minutes or self.minutes

    @cached_property
    def plain(self) -> "Family":
        """The same family without what knows only its usual games."""
        names = (
            "solver",
            "player",
            "is_exact",
            "looks_ahead",
            "budgets",
            "effort",
            "fair_effort",
            "world_effort",
            "deal_nodes",
        )
        defaults: dict[str, Any] = {field.name: field.default for field in fields(self) if field.name in names}
        return replace(self, **defaults)

    def load(self) -> None:
        """Compile or load all that an answer about its games may need; the first time on a machine that takes long."""
        _ = self.own_solver, self.own_quick_player

    @cached_property
    def own_solver(self) -> Solver | None:
        """The solver, loaded when it is first asked for; None if the plain search does its work."""
        return cast("Solver", import_module(self.solver)) if self.solver else None

    @cached_property
    def own_checker(self) -> Checker | None:
        """Who checks certificates of losses; None if there are none."""
        return cast("Checker", import_module(self.checker)) if self.checker else None

    @property
    def own_many(self) -> SolvesMany | None:
        """The same solver, if it takes many deals at once."""
        return self.own_solver if isinstance(self.own_solver, SolvesMany) else None

    @cached_property
    def own_quick_player(self) -> "QuickPlayer | None":
        """The quick player, loaded when it is first asked for; None if the plain player does its work."""
        return cast("QuickPlayer", import_module(self.player).PLAYER) if self.player else None

    def data(self, name: str) -> "Traversable":
        """A file of the room, which may not be there."""
        from importlib.resources import files  # takes longer to import than the rules

        return files(self.room).joinpath("data", name)

    def fair_wins(self, game: AnyGame) -> float | None:
        """The share of deals that the fair player wins; None where that was not measured."""
        measured = self._fair_play.get(game.slug)
        return measured["won"] / measured["deals"] if measured else None

    @cached_property
    def _fair_play(self) -> dict[str, dict[str, int]]:
        """Deals that the fair player played and won, by slug: those of benchmarks/policy.txt."""
        from json import loads

        table = self.data("fair_play.json")
        found: dict[str, dict[str, int]] = loads(table.read_text()) if table.is_file() else {}
        return found

    @cached_property
    def page(self) -> str:
        """The rules as Markdown; `MissingPage` if this copy of Longwood came without them."""
        from importlib.resources import files

        page = files(self.room).joinpath(f"{self.name}.md")
        if not page.is_file():
            raise MissingPage(f"The rules page of {self.title} is missing from this copy of Longwood.")
        return page.read_text(encoding="utf-8")

    @cached_property
    def lessons(self) -> "dict[str, Lesson]":
        """The first games that the room has written, by the slug of the way to play."""
        import tomllib
        from importlib.resources import files

        from longwood.games.lesson import read_lesson

        room = files(self.room)
        written = {game.slug: room.joinpath(f"{game.slug}-lesson.toml") for game in self.games}
        return {
            slug: read_lesson(tomllib.loads(file.read_text(encoding="utf-8")))
            for slug, file in written.items()
            if file.is_file()
        }
