"""What the journal shows: laws that hold for any games, and examples by hand."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from journals import entry, stuck_record, won_record
from longwood.journal.statistics import (
    CLEAN,
    FIRST,
    HARD,
    Day,
    Game,
    calendar,
    day_streaks,
    milestones,
    month,
    news,
    over_time,
    streaks,
    summaries,
    summary,
    won_days,
)
from longwood.journal.words import news_words, percent, share_text, share_words, time_words, title_of

DAY = 86_400_000
NOON = 1_763_467_200_000  # 2025-11-18T12:00:00Z


def game(number: int = 0, **facts: object) -> Game:
    base = Game(f"g{number}", "elevator", "won", NOON, NOON + number * DAY, 60.0, 50, 28, 0, 0, "", 0, 0)
    return base._replace(**facts)  # type: ignore[arg-type]


games = st.builds(
    game,
    st.integers(0, 1000),
    game=st.sampled_from(["elevator", "quatorze", "wood"]),
    ending=st.sampled_from(["won", "stuck", "given up", "open"]),
    seconds=st.floats(0, 10_000),
    acts=st.integers(1, 200),
    score=st.integers(0, 104),
    undos=st.integers(0, 3),
    offset=st.sampled_from([-480, 0, 60, 720]),
)


def in_order(found: list[Game]) -> list[Game]:
    return sorted([g._replace(id=f"g{i}") for i, g in enumerate(found)], key=lambda g: (g.when, g.id))


@given(st.lists(games, max_size=40))
def test_every_game_is_counted_once_whatever_it_is_sorted_by(found: list[Game]) -> None:
    found = in_order(found)
    whole = summary(found)
    assert whole.played + whole.open == len(found)
    assert whole.won + whole.stuck + whole.given_up == whole.played
    assert whole.low <= whole.share <= whole.high or not whole.played
    assert whole.streak <= whole.longest_streak <= whole.won
    for key in (lambda g: g.game, month, lambda g: g.ending):
        parts = summaries(found, key).values()
        assert sum(part.won for part in parts) == whole.won
        assert sum(part.played for part in parts) == whole.played
        assert max([part.best_acts for part in parts if part.best_acts], default=0) >= (whole.best_acts or 0)
    assert sum(day.played for day in calendar(found)) == whole.played
    assert sum(day.won for day in calendar(found)) == whole.won
    assert sum(point.played for point in over_time(found)) == whole.played


def test_the_best_possible_is_that_of_a_best_game_that_was_analysed() -> None:
    def game(id: str, score: int, best: int | None) -> Game:
        return Game(id, "quatorze", "stuck", 0, int(id), 60, 9, score, 0, 0, "", 0, 0, best_score=best)

    found = [game("1", 40, None), game("2", 42, None), game("3", 42, 50), game("4", 30, 52)]
    assert (summary(found).best_score, summary(found).best_possible) == (42, 50)
    assert (summary(found[:2]).best_score, summary(found[:2]).best_possible) == (42, None)
    assert (summary([]).best_score, summary([]).best_possible) == (None, None)


def test_a_game_without_a_time_is_no_quickest_one() -> None:
    """As a link says nothing of its time."""
    found = [Game(str(i), "quatorze", "won", 0, i, s, 26, 52, 0, 0, "", 0, 0) for i, s in enumerate((0.0, 90.0, 70.0))]
    whole = summary(found)
    assert (whole.won, whole.best_seconds, whole.mean_seconds) == (3, 70.0, 80.0)
    assert (summary(found[:1]).best_seconds, summary(found[:1]).mean_seconds) == (None, None)
    assert [getattr(news(found, id), "best_seconds", None) for id in "012"] == [None, None, 90.0]
    assert getattr(news([*found[1:], found[0]], "0"), "best_seconds", "") is None


def test_a_best_time_is_one_that_the_clock_shows_as_better() -> None:
    found = [Game(str(i), "quatorze", "won", 0, i, s, 26, 52, 0, 0, "", 0, 0) for i, s in enumerate((70.9, 70.2, 69.9))]
    assert [getattr(news(found, id), "best_seconds", None) for id in "012"] == [None, None, 70.2]


@given(st.lists(st.booleans()))
def test_streaks_of_wins(wins: list[bool]) -> None:
    text = "".join("w" if won else " " for won in wins)
    now, longest = streaks(wins)
    assert longest == max(map(len, text.split()), default=0)
    assert now == len(text) - len(text.rstrip("w"))
    assert streaks([*wins, True]) == (now + 1, max(longest, now + 1))
    assert streaks([*wins, False]) == (0, longest)


@given(st.sets(st.integers(0, 60)), st.integers(0, 60))
def test_streaks_of_days(days: set[int], today: int) -> None:
    start = date(2026, 2, 1)
    now, longest = day_streaks([start + timedelta(days=d) for d in days], start + timedelta(days=today))
    row = [day in days for day in range(62)]
    assert longest == streaks(row)[1]
    past = row[: today + 1] if row[today] else row[:today]
    assert now == streaks(past)[0]


@given(st.lists(games, max_size=30))
def test_news_are_what_the_statistics_say(found: list[Game]) -> None:
    found = in_order(found)
    for at, each in enumerate(found):
        told = news(found, each.id)
        assert (told is not None) == each.is_won
        if told is None:
            continue
        same = [g for g in found[: at + 1] if g.game == each.game]
        assert told.nth == summary(same).won
        assert told.streak == summary(found[: at + 1]).streak
        assert (told.best_seconds is not None) == (
            told.nth > 1 and int(each.seconds) < int(min(g.seconds for g in same[:-1] if g.is_won))
        )
        assert told.is_longest_streak <= (told.streak == summary(found[: at + 1]).longest_streak)
        assert all(words for words in news_words(told, each.game))


def test_milestones_are_reached_once() -> None:
    found = [
        game(0, ending="stuck"),
        game(1, undos=3),
        game(2, game="wood", undos=1),
        game(3),
        game(4, level=4),
        game(5, level=4),
    ]
    assert [(m.name, m.game, m.id) for m in milestones(found)] == [
        (FIRST, "elevator", "g1"),
        (FIRST, "wood", "g2"),
        (CLEAN, "elevator", "g3"),
        (HARD, "elevator", "g4"),
    ]


def test_a_day_is_won_on_the_day_itself() -> None:
    day = "2025-11-18"
    assert won_days([game(0, day=day)]) == {date(2025, 11, 18)}
    assert won_days([game(1, day=day), game(0, day=day, ending="stuck"), game(0)]) == set()
    assert calendar([game(0, day=day), game(0, ending="stuck")]) == [Day(date(2025, 11, 18), 2, 1, True)]


def test_the_players_own_calendar() -> None:
    late = game(0, when=NOON + DAY // 2 - 60_000)
    assert late.date == date(2025, 11, 18)
    assert late._replace(offset=60).date == date(2025, 11, 19)
    assert late._replace(offset=-13 * 60).date == date(2025, 11, 18)


def test_nothing_played_yet() -> None:
    empty = summary([])
    assert (empty.played, empty.share, empty.low, empty.high, empty.best_seconds) == (0, 0.0, 0.0, 1.0, None)
    assert share_words(empty) == "no finished game"
    assert news([], "g1") is None


def test_words() -> None:
    two = [game(0, seconds=100, acts=60, ending="stuck"), game(1, seconds=90, acts=60), game(2, seconds=67.9, acts=55)]
    assert share_words(summary(two)) == "won 2 of 3 (67 %, likely 21 to 94 %)"
    told = news(two, "g2")
    assert told
    assert news_words(told, "elevator") == [
        "New best time (was 1:30).",
        "New shortest win (was 60 moves).",
        "2 wins in a row, your longest streak.",
        "Your 2nd win of Elevator.",
    ]
    first = news(two, "g1")
    assert first
    assert news_words(first, "elevator") == ["Your first win of Elevator!", "Your first win without undo."]
    assert [percent(share) for share in (0, 0.001, 0.5, 0.999, 1)] == ["0 %", "1 %", "50 %", "99 %", "100 %"]
    assert (time_words(7), time_words(247.8), time_words(3723)) == ("0:07", "4:07", "1:02:03")
    assert title_of("no-such-game") == "no-such-game"


@pytest.mark.parametrize(
    ("facts", "accuracy", "words"),
    [
        ({}, None, "won in {n} moves, 4:07, no help, no undo"),
        ({"undos": 2, "fair_hints": 1}, 91.6, "won in {n} moves, 4:07, 2 undos and 1 hint, accuracy 92 %"),
        ({"record": stuck_record()}, 87.4, "not won in {n} moves, 4:07, no help, no undo, accuracy 87 %"),
    ],
)
def test_a_text_to_share_names_no_card(facts: dict[str, object], accuracy: float | None, words: str) -> None:
    told: dict[str, object] = {
        "record": won_record(),
        "day": "2026-11-18",
        "seconds": 247.0,
        "ending": "stuck",
        **facts,
    }
    found = entry(**told)  # type: ignore[arg-type]
    assert share_text(found, accuracy) == f"Longwood: 18 November 2026, Elevator\n{words.format(n=found.acts)}"
