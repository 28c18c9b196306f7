"""Make data/winnability/ and docs/winnability.md from studies.

    python tools/publish_winnability.py [FOLDER...]

The folders are those of `longwood study run`; the page says which commands made them. Whatever no folder answers stays
as it was published. Fair play is what the lobby says, as tools/fair_play.py wrote it into the rooms.
"""

import argparse
import hashlib
import json
import textwrap
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from longwood.core.shares import Share, wilson
from longwood.games import GAMES, family_of
from longwood.study.extra import arrow as pa
from longwood.study.folder import Folder
from longwood.study.plots import draw, label
from longwood.study.published import LIST, open_folder, pack
from longwood.study.questions import Question
from longwood.study.report import effort_table, percent, score_table, table
from longwood.study.summary import Spread, Summary, read

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT / "data" / "winnability"
PAGE = ROOT / "docs" / "winnability.md"
PICTURES = ROOT / "docs" / "images" / "winnability"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", nargs="*", type=Path)
    folders = [Folder(path) for path in parser.parse_args().folder]
    before = {each["file"]: each for each in json.loads((DATA / LIST).read_text())}
    new = {f"{folder.read().entries[0].name}.parquet" for folder in folders}
    folders += [open_folder(DATA / name) for name in before if name not in new]
    found = read(folders)
    assert not found.damaged, found.damaged
    order = {slug: place for place, slug in enumerate(GAMES)}
    summaries = sorted(found.summaries, key=lambda each: order[each.entry.game])
    for each in summaries:
        recall_times(each, before.get(f"{each.entry.name}.parquet", {}).get("times"))
    times = {each.entry.name: times_of(each) for each in summaries}
    files = [packed(folder, times) for folder in folders]
    files.sort(key=lambda each: (each["question"], order[each["game"]]))
    (DATA / LIST).write_text(json.dumps(files, indent=1) + "\n")
    (DATA / "README.md").write_text(card(files))
    for old in PICTURES.glob("*"):
        old.unlink()
    plots = draw(summaries, PICTURES)
    for picture in PICTURES.glob("*.png"):
        picture.unlink()
    PAGE.write_text(page(summaries, {plot.name: plot.words for plot in plots}))


def times_of(summary: Summary) -> dict[str, Any] | None:
    """What the deals took whose times are known, in seconds: the files leave it out."""
    if summary.seconds is None:
        return None
    figures = {name: round(value, 8) for name, value in asdict(summary.seconds).items()}
    return {"deals": summary.timed, "total": round(summary.processor, 3), **figures}


def recall_times(summary: Summary, times: dict[str, Any] | None) -> None:
    """Let a summary tell the times that were published before, if they are of more deals than its own."""
    if times and times["deals"] > summary.timed:
        summary.timed, summary.processor = times["deals"], times["total"]
        summary.seconds = Spread(*[times[each.name] for each in fields(Spread)])


def packed(folder: Folder, times: dict[str, Any]) -> dict[str, Any]:
    """Write the answers of a study as one small file; returns what there is to say of it."""
    manifest = folder.read()
    (asked,) = manifest.asked
    entry = asked.entry
    rows = pa.concat_tables(
        [part.replace_schema_metadata(None) for part in folder.tables(manifest.of(entry))], promote_options="permissive"
    )
    file = DATA / f"{entry.name}.parquet"
    pack(rows, entry.question, file)
    counts = {"won": 0, "lost": 0, "unknown": 0}
    for part in manifest.parts:
        counts = {word: counts[word] + getattr(part, word) for word in counts}
    return {
        "file": file.name,
        "game": entry.game,
        "question": entry.question.value,
        "nodes": entry.nodes,
        "deals": [asked.deals[0][0], len(rows)],
        **(counts if entry.question is Question.VERDICT else {}),
        "command": command(entry.game, entry.question, entry.nodes, len(rows)),
        "times": times[entry.name],
        "makers": list(manifest.makers),
        "sha256": hashlib.sha256(file.read_bytes()).hexdigest(),
    }


def command(game: str, question: Question, nodes: int | None, deals: int) -> str:
    """What makes the same answers again."""
    asked = "" if question is Question.VERDICT else f" --question {question.value}"
    budget = f" --nodes {nodes}" if nodes else ""
    return f"longwood study run FOLDER --game {game}{asked} --deals 1-{deals}{budget}"


def fair_play(slug: str) -> Share:
    """How often the fair player wins, as the lobby says."""
    page = family_of(GAMES[slug]).data("fair_play.json")
    row = json.loads(page.read_text()).get(slug) if page.is_file() else None
    return Share(row["won"], row["deals"] - row["won"]) if row else Share()


def spans(share: Share) -> tuple[str, str]:
    """A share, with unknowns both ways, and its interval."""
    low, high = share.interval
    return (
        percent(share.least) + (f" to {percent(share.most)}" if share.unknown else ""),
        f"{percent(low)} to {percent(high)}",
    )


def verdict_table(summaries: list[Summary]) -> list[str]:
    head = ["game", "deals", "won", "lost", "unknown", "winnable, %", "95 % interval, %", "fair play wins, %", "of"]
    rows = []
    for each in summaries:
        counts = [f"{n:,}" for n in (each.share.trials, each.share.won, each.share.lost, each.share.unknown)]
        played = fair_play(each.entry.game)
        low, high = played.interval
        words = f"{100 * played.least:.1f} ({100 * low:.1f} to {100 * high:.1f})" if played.trials else "-"
        of = f"{played.trials:,}" if played.trials else "-"
        rows.append([label(each), *counts, *spans(each.share), words, of])
    return table(head, rows)


def sampling(summaries: list[Summary]) -> str:
    """The widest sampling error of the shares: half of the interval of what is won, or of what may be."""
    widest = 0.0
    for each in summaries:
        share = each.share
        for won in (share.won, share.won + share.unknown):
            low, high = wilson(won, share.trials)
            widest = max(widest, (high - low) / 2)
    return f"{100 * widest:.2f}"


def sampling_words(summaries: list[Summary]) -> str:
    """The same for each family: one that takes long has fewer deals than the others."""
    families: dict[int, list[Summary]] = {}
    for each in summaries:
        families.setdefault(id(family_of(each.game)), []).append(each)
    words = []
    for some in families.values():
        name = label(some[0])
        words.append(f"±{sampling(some)} points in {name if len(some) == 1 else f'{name} and its relatives'}")
    return " and ".join(words)


def page(summaries: list[Summary], plots: dict[str, str]) -> str:
    solved = [each for each in summaries if each.entry.question is Question.VERDICT]
    exact = [each for each in solved if not each.share.unknown]
    hard = [each for each in solved if each.share.unknown]
    scored = [each for each in summaries if each.entry.question is Question.BEST]
    reasons = sorted({reason for each in solved for reason in each.reasons})
    lines = [
        "# How often can these games be won?",
        "",
        *text(
            "Every deal from 1 on, solved with all cards known. A deal counts as won if a winning line was found, as "
            "lost if that is proven, else as unknown: its budget was spent. Unknowns count as lost at the low end of "
            "an interval and as won at the high end. We know of no earlier figures for most of these games."
        ),
        *verdict_table(solved),
        "",
        *text(
            f"The games with one deck are decided exactly (sampling error at most ±{sampling(exact)} points). With two "
            "decks the gap between the two shares is what the search left open; the sampling error of either share is "
            f"at most {sampling_words(hard)}. *Fair play* is the share of deals that the analyst's "
            "[fair player](analysis.md) won, who sees no more than you do: between it and winnable lies what hidden "
            "cards cost, and what better play could gain."
        ),
        *picture("winnable", plots),
        "## What a larger budget decides",
        "",
        *text(
            "The share of deals that were decided, won or lost, after so many positions. Where a curve still rises at "
            "its right end, a larger budget decides more."
        ),
        *picture("decided", plots),
        "## Why deals are lost",
        "",
        *table(
            ["game", "lost", *reasons],
            [
                [label(each), f"{each.share.lost:,}", *[f"{each.reasons.get(reason, 0):,}" for reason in reasons]]
                for each in solved
            ],
        ),
        "",
        *text(
            "`searched`: a search that left nothing out came to its end. The others are arguments about the cards as "
            "they lie, and each has a [certificate](certificates.md) that anyone can check."
        ),
        "## What decides a deal",
        "",
        *text(
            "In Terrace's relatives with a base card that is dealt: shares of deals proven to be winnable, with 95 % "
            "intervals. Values with fewer than 20 deals are left out."
        ),
    ]
    for name in plots:
        if name.startswith("by-"):
            lines += picture(name, plots)
    if scored:
        lines += ["## Best scores", "", *score_table(scored), ""]
        for name in plots:
            if name.startswith("scores-"):
                lines += picture(name, plots)
    lines += [
        "## Every figure with its command",
        "",
        *text(
            "Deals and budgets in nodes are all that the answers depend on, so anybody can repeat a part; a test "
            "repeats some of every file at every change. Then `longwood study report FOLDER`, or look at "
            "[the data](../data/winnability/README.md)."
        ),
        "```sh",
        *[command(e.entry.game, e.entry.question, e.entry.nodes, e.count) for e in [*solved, *scored]],
        "python benchmarks/policy.py --save benchmarks/policy.txt && python tools/fair_play.py    # fair play",
        "python tools/publish_winnability.py FOLDER...    # this page",
        "```",
        "",
        "## What it took",
        "",
        *effort_table(summaries),
        "",
        *text(
            "Processor time on one core of a small machine that did other things too. Where many deals are solved in "
            "one call, each has an equal part of its time. Where deals were added to earlier ones, times are of those "
            "that are named."
        ),
    ]
    return "\n".join(lines)


def text(words: str) -> list[str]:
    """A paragraph."""
    return [*textwrap.wrap(words, 118, break_long_words=False, break_on_hyphens=False), ""]


def picture(name: str, plots: dict[str, str]) -> list[str]:
    return [f"![{plots[name]}](images/winnability/{name}.svg)", ""] if name in plots else []


CARD = """# Winnability of patience games: the data

Answers of Longwood's solvers about numbered deals: whether each can be won, and best scores. What came out is on
[the page about it](../../docs/winnability.md); how studies work is explained [for researchers](../../docs/study.md).

{table}

## Files

One Parquet file for each game and question, and `studies.json`: for each file the question, budget, deals, counts, the
command that makes it again, what it took, who made it (version, commit, machine) and its SHA-256.

| column | type | |
|---|---|---|
| `deal` | uint32 | the deal number, from 1 on without gaps; [the shuffle](../../docs/notation.md) is frozen for ever |
| `verdict` | text | `won`: a winning line was found and accepted by the rules, or can be found again; `lost`: proven; `unknown`: the budget was spent |
| `nodes` | int32 | positions that the solver searched: the same on every machine |
| `reason` | text | of a loss: `searched`, or the argument that proves it |
| `score`, `is_proven` | int32, bool | the best score, and whether it is proven that no line scores more |

```py
import polars as pl

pl.read_parquet("elevator.verdict.parquet")["verdict"].value_counts()
```

`longwood study verify`, `query`, `compare` and `report` read this folder, or one file of it, as they read a study. To add
deals, `longwood study merge FOLDER wood.verdict.parquet` makes a study of it, which `study run` extends.

## How it was made, and what was checked

By `longwood study run`, whose commands are in `studies.json`. The solvers see all cards. A random hundredth of the
winning lines was replayed by the rules, which are another program than the solvers, as they were found; `longwood study
verify` replays all of a study that you run, and checks the certificate of every argued loss. Both kinds of losses were
compared with plain searches ([how we know](../../docs/architecture.md#how-we-know-that-it-is-right)). A test of the
project repeats a part of every file.

{makers}## Known limits

- `unknown` is not "lost". Of games with unknowns only bounds are known.
- Deal numbers are Longwood's own. Other programs deal other cards under the same number.
- Nodes depend on the version of the solver, verdicts other than `unknown` do not.
- Some commits in `studies.json` are of a history that was tidied before the first release, and are not in the repository.
  What the repository holds gives the same answers: a test repeats a part of every file.

## Licence and citation

[CC0 1.0](https://creativecommons.org/publicdomain/zero/1.0/): the data is in the public domain. (The program is under
the MIT licence.) If you use it, please cite:

```text
Longwood contributors: Winnability of patience games. Data set, Longwood {version}, 2026. data/winnability.
```
"""  # noqa: E501


MAKERS = """Some files have several makers in `studies.json`: a later commit of the same version resumed the study, or
found its verdicts again to write the reasons of losses."""


def card(files: list[dict[str, Any]]) -> str:
    rows = []
    for each in files:
        has_counts = each["question"] == Question.VERDICT.value
        counts = [f"{each[word]:,}" if has_counts else "-" for word in ("won", "lost", "unknown")]
        budget = f"{each['nodes']:,}" if each["nodes"] else "none needed"
        rows.append([f"`{each['file']}`", each["question"], f"1 to {each['deals'][1]:,}", budget, *counts])
    version = files[0]["makers"][0]["version"]
    head = ["file", "question", "deals", "nodes", "won", "lost", "unknown"]
    makers = "\n".join(text(MAKERS)) + "\n" if any(len(each["makers"]) > 1 for each in files) else ""
    return CARD.format(table="\n".join(table(head, rows)), version=version, makers=makers)


if __name__ == "__main__":
    main()
