"""Games for a journal: real ones, so that every record replays."""

import random
from itertools import cycle

from longwood.core.game import Deal
from longwood.games import GAMES
from longwood.journal.entries import Ending, Entry, Played, imported, judged
from longwood.session import Session

OPEN = "quatorze.5/b3-d3"
DAY = 86_400_000
MOST_ACTS = 180


def played(record: str = OPEN, **facts: object) -> Played:
    return Played(record=record, **facts)  # type: ignore[arg-type]


def won_record() -> str:
    """A game that is won: Triple Peaks and Elevator are short."""
    return _WINS[0]


def stuck_record() -> str:
    return _STUCK[0]


def _random_game(slug: str, number: int) -> Session:
    session = Session(GAMES[slug], Deal(number))
    chance = random.Random(number)
    # With two decks whoever takes what looks best goes in circles.
    while session.moves and not session.is_won and len(session.acts) < MOST_ACTS:
        session.play(session.moves[0] if chance.random() < 0.9 else chance.choice(session.moves))
    return session


def some_records(slug: str, count: int) -> list[str]:
    """Finished games, played by taking what looks best."""
    return [str(_random_game(slug, number).record) for number in range(count)]


def entry(record: str = OPEN, **facts: object) -> Entry:
    """An entry as an import makes it."""
    given: dict[str, object] = {
        "id": "entry-00001",
        "started": 1_700_000_000_000,
        "ended": None,
        "ending": "open",
    } | facts
    told = {name: value for name, value in given.items() if name in ("seconds", "undos", "day", "level", "fair_hints")}
    rest = {name: value for name, value in given.items() if name not in told}
    return imported(played(record, **told), judged(record), **rest)  # type: ignore[arg-type]


def _found(is_won: bool) -> list[str]:
    games = (_random_game("elevator", number) for number in range(5000))
    for session in games:
        if session.is_won == is_won:
            return [str(session.record)]
    raise AssertionError


_WINS, _STUCK = _found(True), _found(False)


def many_entries(count: int, records: list[str], start: int = 1_700_000_000_000) -> list[Entry]:
    """A long journal: so many games over the years, of a few real records."""
    chance = random.Random(count)
    found = []
    judgements = [(record, judged(record)) for record in records]
    for number, (record, judgement) in zip(range(count), cycle(judgements)):
        begin = start + number * DAY // 4 + chance.randrange(DAY // 8)
        seconds = chance.uniform(60, 900)
        facts = played(record, seconds=seconds, undos=chance.choice((0, 0, 1, 5)), level=chance.randrange(5))
        ending = Ending.STUCK if judgement.is_stuck else Ending.GIVEN_UP
        found.append(
            imported(
                facts,
                judgement,
                id=f"entry-{number:06}",
                started=begin,
                ended=begin + int(seconds * 1000),
                ending=ending,
            )
        )
    return found
