"""The published data: files are what their list says, the page says what they hold, and a part of each is repeated."""

import hashlib
import json
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from docs import ROOT
from longwood import GAMES, Deal
from longwood.core.result import Reason
from longwood.core.shares import Share, wilson
from longwood.games import family_of
from longwood.notation import find_game
from longwood.solver import Limit
from longwood.solver.certificates import certificate
from longwood.solver.many import VERDICTS, solve_many
from longwood.study.extra import parquet as pq
from longwood.study.questions import entry

pytestmark = pytest.mark.solver

DATA = ROOT / "data" / "winnability"
STUDIES: list[dict[str, Any]] = json.loads((DATA / "studies.json").read_text())
MOST = 8 * 2**20


def name(study: dict[str, Any]) -> str:
    return str(study["file"])


@pytest.mark.parametrize("study", STUDIES, ids=name)
def test_a_file_is_what_the_list_says(study: dict[str, Any]) -> None:
    file = DATA / study["file"]
    assert hashlib.sha256(file.read_bytes()).hexdigest() == study["sha256"]
    table = pq.read_table(file)
    assert table["deal"].to_pylist() == list(range(1, study["deals"][1] + 1))
    assert f"--deals 1-{study['deals'][1]}" in study["command"]
    if study["question"] == "verdict":
        verdicts = table["verdict"].to_pylist()
        for word in ("won", "lost", "unknown"):
            assert verdicts.count(word) == study[word]


@pytest.mark.parametrize("study", STUDIES, ids=name)
def test_a_part_is_repeated_bit_for_bit(study: dict[str, Any]) -> None:
    table = pq.read_table(DATA / study["file"])
    # From the middle of the file, because the first deals are those that everybody looks at.
    count = 1000 if study["nodes"] is None and study["question"] == "verdict" else 20
    first = len(table) // 2
    rows = table.slice(first, count).to_pydict()
    question = study["question"]
    again = solve_many(find_game(study["game"]), rows["deal"], Limit(nodes=study["nodes"]), question=question)
    assert again.nodes.tolist() == rows["nodes"]
    if question == "verdict":
        assert [VERDICTS[code].value for code in again.verdicts] == rows["verdict"]
        names = {reason.value: reason.name.lower() if reason else None for reason in Reason}
        assert [names[code] for code in again.reasons.tolist()] == rows["reason"]
        reasons = {reason for reason in rows["reason"] if reason}
        assert bool(reasons) == ("lost" in rows["verdict"])
    else:
        assert again.scores.tolist() == rows["score"]
        assert again.score_proven.tolist() == rows["is_proven"]


@pytest.mark.parametrize("study", [study for study in STUDIES if study.get("unknown")], ids=name)
def test_no_deal_is_called_unknown_that_an_argument_decides(study: dict[str, Any]) -> None:
    # So that the data is found to be old when the solvers have learnt an argument.
    table = pq.read_table(DATA / study["file"])
    unknown = [deal for deal, word in zip(table["deal"].to_pylist(), table["verdict"].to_pylist()) if word == "unknown"]
    game = find_game(study["game"])
    some = unknown[:: max(len(unknown) // 100, 1)]
    assert [number for number in some if certificate(game, game.start(Deal(number)))] == []


def test_the_page_says_what_the_data_holds() -> None:
    page = (ROOT / "docs" / "winnability.md").read_text(encoding="utf-8")
    card = (DATA / "README.md").read_text(encoding="utf-8")
    assert "e+0" not in page, "figures are written out"
    for study in STUDIES:
        assert study["command"] in page
        assert f"| `{study['file']}` | {study['question']} | 1 to {study['deals'][1]:,} |" in card
        if study["question"] == "verdict":
            share = Share(study["won"], study["lost"], study["unknown"])
            low, high = share.interval
            counts = " | ".join([f"{n:,}" for n in (share.trials, share.won, share.lost, share.unknown)])
            won = f"{100 * share.least:.2f}" + (f" to {100 * share.most:.2f}" if share.unknown else "")
            row = f"| {counts} | {won} | {100 * low:.2f} to {100 * high:.2f} |"
            # Fair play is as often won here as in the lobby.
            game = GAMES[study["game"]]
            fair = json.loads(family_of(game).data("fair_play.json").read_text())[game.slug]
            low, high = wilson(fair["won"], fair["deals"])
            play = fair["won"] / fair["deals"]
            assert family_of(game).fair_wins(game) == play
            assert f"{row} {100 * play:.1f} ({100 * low:.1f} to {100 * high:.1f}) | {fair['deals']:,} |" in page


def tool() -> Any:
    spec = spec_from_file_location("publish_winnability", ROOT / "tools" / "publish_winnability.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_card_tells_of_later_makers_only_if_there_are_any() -> None:
    alone = [study | {"makers": study["makers"][:1]} for study in STUDIES]
    assert "Some files have several makers" not in tool().card(alone)
    later = [study | {"makers": study["makers"][:1] * 2} for study in STUDIES]
    assert "Some files have several makers" in tool().card(later)
    for found in (alone, later):
        assert "{" not in tool().card(found)
        assert "\n\n\n" not in tool().card(found)


def test_times_outlive_the_files_that_leave_them_out() -> None:
    published = [study["times"] for study in STUDIES if study["file"] == "elevator.verdict.parquet"]
    summary = SimpleNamespace(timed=0, processor=0.0, seconds=None)
    tool().recall_times(summary, published[0])
    assert tool().times_of(summary) == published[0]
    assert summary.timed == 1_000_000
    # Times of more deals than were published stay.
    fresh = SimpleNamespace(timed=2_000_000, processor=9.0, seconds=None)
    tool().recall_times(fresh, published[0])
    assert (fresh.timed, fresh.processor) == (2_000_000, 9.0)
    assert all(study["times"]["deals"] <= study["deals"][1] for study in STUDIES)


def test_the_sampling_error_is_told_family_by_family() -> None:
    found = [
        SimpleNamespace(share=share, game=GAMES[slug], entry=entry(slug), note="")
        for slug, share in (
            ("terrace", Share(19_000, 1_000)),
            ("wood", Share(17_000, 1_000, 2_000)),
            ("forty-thieves", Share(1_000, 50, 950)),
        )
    ]
    both = "±0.49 points in Terrace and its relatives and ±2.19 points in Forty Thieves"
    assert tool().sampling_words(found) == both
    assert tool().sampling_words(found[1:2]) == "±0.49 points in Wood"


def test_the_data_is_small() -> None:
    files = [file for file in DATA.iterdir() if file.is_file()]
    assert {file.name for file in files} == {"README.md", "studies.json", *[name(study) for study in STUDIES]}
    assert sum([Path(file).stat().st_size for file in files]) < MOST
