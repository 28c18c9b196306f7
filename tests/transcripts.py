"""The recorded games of the reference program, in our terms. tests/data/transcripts/README.md gives the format."""

import gzip
import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from longwood.core.cards import cards_text, parse_cards
from longwood.core.game import STOCK, AnyGame, Deal, Move, PileKind, Position
from longwood.games import GAMES
from longwood.session import Session

FOLDER = Path(__file__).parent / "data" / "transcripts"
SLUGS = {
    "terrace-terrace": "terrace",
    "terrace-generals-patience-redeal": "generals-patience",
    "triple-peaks-plain": "triple-peaks",
    "triple-peaks-multiplier": "triple-peaks-multiplier",
    "triple-peaks-progressive": "triple-peaks-rounds",
    "triple-peaks-progressive+multiplier": "triple-peaks-rounds-multiplier",
}


class Transcript(NamedTuple):
    """One recorded game: its opening line, its steps and its last line."""

    opening: dict[str, Any]
    steps: list[dict[str, Any]]
    end: dict[str, Any]

    @property
    def deal(self) -> Deal:
        decks = [self.opening["deck"], *(self.opening.get("redeals") or [])]
        return Deal(given=tuple(parse_cards(deck if isinstance(deck, str) else "".join(deck)) for deck in decks))


def files() -> list[str]:
    return sorted(path.name.removesuffix(".jsonl.gz") for path in FOLDER.glob("*.jsonl.gz"))


def game_of(file: str) -> AnyGame:
    return GAMES[SLUGS.get(file, file.removeprefix("terrace-"))]


def read(file: str, most: int | None = None) -> Iterator[Transcript]:
    """The games of a file, all or the first few."""
    return islice(_games(file), most)


def _games(file: str) -> Iterator[Transcript]:
    opening: dict[str, Any] = {}
    steps: list[dict[str, Any]] = []
    with gzip.open(FOLDER / f"{file}.jsonl.gz", "rt", encoding="ascii") as lines:
        for line in lines:
            entry = json.loads(line)
            if entry["t"] == "game":
                opening, steps = entry, []
            elif entry["t"] == "step":
                steps.append(entry)
            else:
                yield Transcript(opening, steps, entry)


def slots(game: AnyGame) -> list[str]:
    """The reference program's names of our piles, in our order; empty for a pile that it does not have."""
    heap = [name for name, kind in zip(game.piles, game.kinds) if kind is PileKind.PLACE]
    plain = {"s": "stock", "w": "waste", "r": "reserve", "d": "" if game.slug == "quatorze" else "spent"}
    names = []
    for name in game.piles:
        if name in plain:
            names.append(plain[name])
        elif name in heap:
            names.append(f"cell{heap.index(name)}")
        else:
            names.append(f"{'foundation' if name[0] == 'f' else 'tableau'}{int(name[1:]) - 1}")
    return names


def recorded_move(game: AnyGame, names: list[str], m: Move) -> str:
    """One of our moves as the reference program writes it."""
    if "stock" in (names[m.src], names[m.dst]):
        return "deal"
    return f"{names[m.src]}:{m.count}>{names[m.dst]}"


def recorded_piles(game: AnyGame, names: list[str], p: Position) -> dict[str, str]:
    """Our piles as the reference program writes them: lower case for face down."""
    down = game.hidden(p)
    texts = [
        cards_text(pile[: down.get(i, 0)]).lower() + cards_text(pile[down.get(i, 0) :])
        for i, pile in enumerate(p.piles)
    ]
    return {name: text for name, text in zip(names, texts, strict=True) if name}


def positions(game: AnyGame, transcript: Transcript) -> list[Any]:
    """All positions of a recorded game, replayed on our rules."""
    names = slots(game)
    found = [game.start(transcript.deal)]
    for step in transcript.steps:
        move = step["move"]
        text = "deal" if move["kind"] == "deal" else f"{move['from']}:{move['count']}>{move['to']}"
        m = next(m for m in game.moves(found[-1]) if recorded_move(game, names, m) == text)
        found.append(game.play(found[-1], m))
    return found


def won_record(slug: str) -> str:
    """The first recorded game of a slug that was won, as a record of ours."""
    file = next(file for file in files() if game_of(file).slug == slug and not file.endswith("redeal"))
    game = game_of(file)
    names = slots(game)
    transcript = next(t for t in read(file) if t.end["reason"] == "won")
    session = Session(game, transcript.deal)
    for step in transcript.steps:
        move = step["move"]
        if move["kind"] == "deal":
            session.play(next(m for m in session.moves if STOCK in (m.src, m.dst)))
        else:
            session.play(Move(names.index(move["from"]), names.index(move["to"]), move["count"]))
    return str(session.record)
