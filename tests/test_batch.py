"""Many deals over several processes, and the file that survives whatever ends the program."""

import resource
from pathlib import Path

import pytest

from longwood import GAMES
from longwood.solver import Limit, Verdict
from longwood.solver.csv_rows import HEADER, Row, RowFile, RowFileError, Tally, limit_text, rows_of
from longwood.solver.many import Asked, solved
from longwood.solver.spread import spread

pytestmark = pytest.mark.solver

LIMIT = Limit(nodes=20_000)
DEALS = range(1, 41)


def test_budgets_in_a_word() -> None:
    assert limit_text(Limit()) == "no limit"
    assert limit_text(Limit(nodes=5, seconds=0.5)) == "5 nodes or 0.5 s"


@pytest.mark.proof
def test_rows_are_the_same_in_other_processes() -> None:
    game = GAMES["elevator"]
    asked = Asked(LIMIT, lines=True, short=True)
    expected = {row.deal: row._replace(seconds=0) for row in rows_of(game, solved(game, DEALS, asked), LIMIT)}
    batches = [batch for _, batch in spread(game, DEALS, asked, 2)]
    rows = {row.deal: row._replace(seconds=0) for batch in batches for row in rows_of(game, batch, LIMIT)}
    assert rows == expected
    assert {row.verdict for row in rows.values()} == {Verdict.WON, Verdict.LOST}


def row(number: int) -> Row:
    return Row("elevator", number, limit_text(LIMIT), Verdict.LOST, 10 * number, number / 1000, f"elevator.{number}")


def write(path: Path, *numbers: int) -> Tally:
    tally = Tally()
    file = RowFile(path, "elevator", LIMIT, tally, DEALS)
    for number in numbers:
        tally.add(row(number))
        file.add(row(number))
    file.close()
    return tally


def test_a_file_is_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    write(path, 1, 2, 99)
    tally = write(path, 3)
    assert tally.share.trials == 3, "deal 99 was not asked for"
    assert tally.times == {"mean": pytest.approx(0.002), "p50": 0.002, "p99": 0.003, "max": 0.003}
    assert len(path.read_text().splitlines()) == 5


def test_a_row_cut_off_in_the_middle_is_solved_again(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    write(path, 1, 2)
    path.write_bytes(path.read_bytes()[:-9])
    tally = Tally()
    file = RowFile(path, "elevator", LIMIT, tally, DEALS)
    file.close()
    assert set(file.known) == {1}
    write(path, 2)
    assert len(path.read_text().splitlines()) == 3


@pytest.mark.parametrize("cut", [0, 3])
def test_a_file_that_was_hardly_begun(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "rows.csv"
    write(path)
    path.write_bytes(path.read_bytes()[:cut])
    write(path, 1)
    assert path.read_text().splitlines()[0] == ",".join(Row._fields)
    assert len(path.read_text().splitlines()) == 2


GOOD = "elevator,1,20000 nodes,lost,1380,0.001,elevator.1\n"
WON = (
    "elevator.6/s-w/g3-w/g5-w/s-w/g6-w/g4-w/g1-w/f4-w/s-w/s-w/g7-w/g2-w/s-w/f3-w/f6-w/f1-w/s-w/s-w"
    "/f2-w/f5-w/e5-w/s-w/s-w/e2-w/e4-w/d4-w/e1-w/s-w/e3-w/s-w/s-w/s-w/d3-w/d2-w/d1-w/s-w"
    "/c2-w/s-w/c3-w/s-w/c1-w/b2-w/b1-w/s-w/s-w/s-w/s-w/s-w/s-w/s-w/s-w/a1-w"
)
CONTRADICTION = f"{HEADER}\nelevator,6,20000 nodes,won,1,1.0,{WON}\nelevator,6,20000 nodes,lost,1,1.0,elevator.6\n"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("some,thing,else\n1,2,3\n", "is not a file of solved deals"),
        ("Dear Josephine, no line ends here", "is not a file of solved deals"),
        ("x" * 200_000, "is not a file of solved deals"),
        (f"{HEADER}\nelevator,1\n", "Line 2 of .* it is not a solved deal"),
        (f"{HEADER}\nelevator,1,no limit,won,1,1.0,elevator.1\n", "give another name"),
        (f"{HEADER}\nquatorze,1,20000 nodes,won,1,1.0,quatorze.1\n", "holds quatorze"),
        (f"{HEADER}\n{GOOD}elevator,2,20000 nodes,won,1,1.0,FORGED\n", "Line 3 .* not one of the deal"),
        (f"{HEADER}\nelevator,2,20000 nodes,won,1,1.0,elevator.2\n", "not one of the deal"),
        (f"{HEADER}\nelevator,2,20000 nodes,won,1,1.0,elevator.2/s-w\n", "does not win"),
        (f"{HEADER}\nelevator,2,20000 nodes,won,1,1.0,elevator.2/s-w/a1-w\n", "cannot be played"),
        (f"{HEADER}\nelevator,2,20000 nodes,won,1,1.0,elevator.2/zz\n", "cannot be played"),
        (f"{HEADER}\nelevator,7,20000 nodes,won,1,1.0,{WON}\n", "not one of the deal"),
        (f"{HEADER}\nelevator,2,20000 nodes,lost,1,1.0,elevator.2/s-w\n", "not that of the deal"),
        (f"{HEADER}\nelevator,2,20000 nodes,lost,1,nan,elevator.2\n", '"nan" is not a time'),
        (f"{HEADER}\nelevator,2,20000 nodes,lost,1,-1,elevator.2\n", '"-1" is not a time'),
        (f"{HEADER}\nelevator,2,20000 nodes,lost,1,inf,elevator.2\n", "is not a time"),
        (f"{HEADER}\nelevator,2,20000 nodes,maybe,1,1.0,elevator.2\n", '"maybe" is not a verdict'),
        (f"{HEADER}\nelevator,-2,20000 nodes,lost,1,1.0,elevator.-2\n", "not numbers"),
        (f"{HEADER}\nelevator,2,20000 nodes,lost,1e9,1.0,elevator.2\n", "not numbers"),
        (f"{HEADER}\nelevator,99999999999999999,20000 nodes,lost,1,1.0,x\n", "not numbers"),
        (f"{HEADER}\nelevator,9999999999999999,20000 nodes,lost,1,1.0,x\n", "cannot be played"),
        (f"{HEADER}\n{GOOD}elevator,1,20000 no{HEADER}\n{GOOD}", "Line 3 of"),
        (CONTRADICTION, "is won in a line before it"),
        (f"{HEADER}\n{GOOD}Dear Josephine", "Line 3 of"),
        (f"{HEADER}\n{GOOD}" + "x" * 200_000 + "\n", "Line 3 of"),
        (f"{HEADER}\n\x1b[31m,1,20000 nodes,lost,1,1.0,x\n", r"holds \\x1b\[31m solved"),
    ],
)  # fmt: skip
def test_what_cannot_be_believed_is_refused(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "rows.csv"
    path.write_text(content)
    with pytest.raises(RowFileError, match=message):
        RowFile(path, "elevator", LIMIT, Tally(), DEALS)
    assert path.read_text() == content


def test_joined_files_are_read(tmp_path: Path) -> None:
    first, second, both = tmp_path / "a.csv", tmp_path / "b.csv", tmp_path / "both.csv"
    write(first, 1, 2)
    write(second, 3, 2)
    both.write_bytes(first.read_bytes() + second.read_bytes())
    tally = write(both, 4)
    assert tally.share.lost == 4
    assert both.read_bytes().count(HEADER.encode()) == 2


def test_a_won_row_is_replayed_and_counted(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_text(f"{HEADER}\nelevator,6,20000 nodes,won,1,1.0,{WON}\n")
    tally = Tally()
    RowFile(path, "elevator", LIMIT, tally, range(6, 7)).close()
    assert tally.share.won == 1


def test_a_variant_with_a_comma_in_its_name(tmp_path: Path) -> None:
    path, slug = tmp_path / "rows.csv", "elevator,wraps=no"
    for number in (1, 2):
        tally = Tally()
        file = RowFile(path, slug, LIMIT, tally, DEALS)
        assert tally.share.trials == number - 1
        file.add(Row(slug, number, limit_text(LIMIT), Verdict.LOST, 1, 1.0, f"{slug}.{number}"))
        file.close()
    whole = path.read_bytes()
    path.write_bytes(whole[:-9])
    RowFile(path, slug, LIMIT, Tally(), DEALS).close()
    assert whole.startswith(path.read_bytes())
    assert path.read_bytes().count(b"\n") == 2


def test_a_full_disk_leaves_no_empty_file(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (5, before[1]))
    try:
        with pytest.raises(OSError, match="too large"):
            RowFile(path, "elevator", LIMIT, Tally(), DEALS)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert not path.exists()


def test_no_rows_have_no_times() -> None:
    assert Tally().times == {}
