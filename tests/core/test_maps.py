"""Map files: what is read, what is refused and where, and the maps that we ship."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from khronos_lab.core import (
    Grid,
    anchors_inside,
    bits,
    check_grid,
    footprint,
    grid_text,
    load_map,
    map_names,
    map_text,
    name,
    plain_grid,
    read_map,
    square,
)
from khronos_lab.rulebook import FOREST, MOUNTAIN, PLAIN, RIVER, MapError
from tests.shapes import parts

PLAIN_ROW = "." * 16
HAMLET_ROW = ".h..............\n" + PLAIN_ROW + "\n"
SMALLEST = HAMLET_ROW * 10  # a valid map: hamlets at b1, b3, ... b19 and nothing else
MAPS = map_names()


def rows(text: str = SMALLEST) -> list[str]:
    return text.splitlines()


def with_row(line: int, row: str) -> str:
    return "\n".join([*rows()[: line - 1], row, *rows()[line:]])


def refusal(text: str) -> MapError:
    with pytest.raises(MapError) as caught:
        read_map(text, "my.txt")
    assert caught.value.file == "my.txt"
    assert "\n" not in str(caught.value)
    return caught.value


def assert_refused(text: str, line: int, column: int, reason: str) -> None:
    error = refusal(text)
    assert (error.line, error.column) == (line, column)
    assert str(error) == f"my.txt, line {line}, column {column}: {reason}"


def refused_grid(grid: Grid) -> MapError:
    with pytest.raises(MapError) as caught:
        check_grid(grid, "made by hand")
    assert "S5" in str(caught.value)
    return caught.value


# Reading.


def test_s5_every_character_is_read():
    grid = read_map(with_row(2, ".f^~.........H..").replace("h", ".", 1))
    assert [grid.terrain(square(sq)) for sq in ("a2", "b2", "c2", "d2", "n2")] == [
        PLAIN,
        FOREST,
        MOUNTAIN,
        RIVER,
        FOREST,
    ]
    assert [name(sq) for sq in bits(grid.hamlets)] == ["n2", *(f"b{r}" for r in range(3, 20, 2))]
    assert (grid.columns, grid.rows) == (16, 20)


def test_s5_comments_blank_lines_and_line_ends_do_not_count():
    dressed = "# A title\n\n" + SMALLEST.replace("\n", "   # a row\r\n\r\n") + "  # the end"
    assert read_map(dressed) == read_map(SMALLEST)


# Refusals of texts.


def test_s5_a_missing_row_is_refused_at_the_last_one():
    text = "# a title\n" + "\n".join(rows()[:19]) + "\n# the end\n"
    assert_refused(text, 20, 1, "a map has 20 rows (S5) and this one ends after 19; add the others")


def test_s5_a_row_too_many_is_refused_where_it_stands():
    text = SMALLEST + "\n" + PLAIN_ROW + "\n" + PLAIN_ROW
    assert_refused(text, 22, 1, "a map has 20 rows (S5) and this is one more; remove it")


def test_s5_a_short_row_is_refused_where_it_ends():
    reason = "a row has 16 squares (S5) and this one only 14; add the others"
    assert_refused(with_row(4, "." * 14 + "  # short"), 4, 15, reason)


def test_s5_a_long_row_is_refused_where_it_goes_on():
    reason = "a row has 16 squares (S5) and this one 2 more; remove them"
    assert_refused(with_row(7, "." * 18), 7, 17, reason)


@pytest.mark.parametrize(
    ("row", "column", "shown"),
    [
        (".......x........", 8, "'x'"),
        ("F...............", 1, "'F'"),
        (" ...............", 1, "' '"),
        ("...\t............", 4, r"'\t'"),
        ("...............\x00", 16, r"'\x00'"),
        ("..ü.............", 3, "'ü'"),
        ("..\ud800.............", 3, r"'\ud800'"),
    ],
)
def test_s5_an_unknown_character_is_refused_with_its_place(row, column, shown):
    reason = (
        f"{shown} means nothing on a map (S5); use . plain, f forest, ^ mountain, ~ river, "
        "h hamlet or H hamlet on forest, and # before a comment"
    )
    assert_refused(with_row(3, row), 3, column, reason)


def test_s5_touching_hamlets_are_refused_with_both_squares():
    reason = "the printed hamlets b3 and c3 touch along a side (S5); move one of them"
    assert_refused(with_row(3, ".hH............."), 3, 3, reason)
    reason = "the printed hamlets b1 and b2 touch along a side (S5); move one of them"
    assert_refused("# title\n" + with_row(2, ".h.............."), 3, 2, reason)


def test_s5_an_eleventh_hamlet_is_refused_where_it_stands():
    reason = "a map has 10 printed hamlets (S5), not 12; remove one here"
    assert_refused(with_row(19, ".h..H..........h"), 19, 5, reason)


@pytest.mark.parametrize("number", [0, 9])
def test_s5_too_few_hamlets_are_refused(number):
    text = "# title\n" + SMALLEST.replace("h", ".", 10 - number)
    reason = f"a map has 10 printed hamlets (S5), not {number}; add the others"
    assert_refused(text, 2, 1, reason)


# Refusals of grids that were not read from a text.


def test_s5_a_hamlet_on_the_river_is_refused():
    grid = replace(read_map(SMALLEST), river=1 << square("b5"))
    error = refused_grid(grid)
    assert (error.line, error.column) == (5, 2)
    assert str(error) == (
        "made by hand, line 5, column 2: the printed hamlet b5 is on the river (S5); "
        "move it to dry land"
    )
    with pytest.raises(MapError, match="b5 is on the river"):
        map_text(grid)


def test_s5_a_grid_of_another_size_is_refused():
    assert "16 columns and 20 rows (S5), not 8 and 6" in str(refused_grid(plain_grid(8, 6)))


# Round trip.


@st.composite
def map_texts(draw: st.DrawFn) -> str:
    """Any valid map: hamlets on squares of one colour of the chessboard, terrain at will."""
    terrain = draw(st.lists(st.sampled_from(".f^~"), min_size=320, max_size=320))
    dark = [sq for sq in range(320) if (sq + sq // 16) % 2]
    for sq in draw(st.lists(st.sampled_from(dark), min_size=10, max_size=10, unique=True)):
        terrain[sq] = draw(st.sampled_from("hH"))
    return "".join("".join(terrain[at : at + 16]) + "\n" for at in range(0, 320, 16))


@given(map_texts())
def test_s5_any_valid_text_survives_reading_and_writing(text):
    assert map_text(read_map(text)) == text


def read_or_refuse(text: str) -> Grid | MapError:
    try:
        return read_map(text, "f.txt")
    except MapError as error:
        return error


def assert_grid_or_map_error(text: str) -> None:
    answer = read_or_refuse(text)
    if isinstance(answer, Grid):
        assert read_map(grid_text(answer)) == answer
        return
    lines = text.split("\n")
    assert answer.line is not None
    assert 1 <= answer.line <= len(lines)
    assert answer.column in range(1, len(lines[answer.line - 1]) + 2)
    assert "S5" in str(answer)


@given(st.text(st.sampled_from(".f^~hH# \n\r") | st.characters(), max_size=400))
def test_s5_any_text_gives_a_grid_or_a_map_error(text):
    assert_grid_or_map_error(text)


# Names and files.


@pytest.mark.parametrize("wanted", ["vally", "", "Valley"])
def test_s5_an_unknown_name_is_refused_with_the_shipped_ones(wanted):
    with pytest.raises(MapError, match=r"which has delta, highlands, valley;.* name") as caught:
        load_map(wanted)
    assert str(caught.value).startswith(f"{wanted!r}: ")


def test_s5_a_map_is_loaded_from_a_path(tmp_path):
    file = tmp_path / "mine.txt"
    file.write_text("\ufeff# with the mark that some editors set\n" + SMALLEST, encoding="utf-8")
    assert load_map(str(file)) == load_map(file) == read_map(SMALLEST)
    assert load_map(file).name == "mine"


def assert_unreadable(path: str | Path, reason: str) -> MapError:
    with pytest.raises(MapError) as caught:
        load_map(path)
    assert reason in str(caught.value)
    assert str(caught.value).isprintable()
    return caught.value


@pytest.mark.parametrize("path", ["no/such.txt", "valley.txt", "a\x00b.txt", "a\nb.txt", "."])
def test_s5_a_missing_file_is_refused(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert_unreadable(path, "there is no such file")


def test_s5_a_binary_file_is_refused_where_the_text_ends(tmp_path):
    file = tmp_path / "picture.png"
    file.write_bytes("# ü\n..".encode() + b"\xff\xfe\x00")
    error = assert_unreadable(file, "not text in UTF-8")
    assert (error.line, error.column) == (2, 3)


def test_s5_a_huge_file_is_refused_after_a_bounded_part(tmp_path):
    file = tmp_path / "huge.txt"
    with file.open("wb") as stream:
        stream.truncate(1 << 32)  # a hole: it takes no room on the disk
    assert_unreadable(file, "the file has more than ")


# The shipped maps.


@pytest.mark.parametrize("map_name", MAPS)
def test_s5_each_hamlet_of_a_shipped_map_can_become_a_city(map_name):
    grid = load_map(map_name)
    for sq in bits(grid.hamlets):
        open_land = grid.area & ~grid.mountain & ~(grid.hamlets & ~(1 << sq))
        cities = [footprint(at, 3) for at in bits(anchors_inside(open_land, 3))]
        assert [city for city in cities if city >> sq & 1], f"{name(sq)} has no room for a city"


@pytest.mark.parametrize("map_name", MAPS)
def test_s5_the_river_of_a_shipped_map_parts_its_hamlets(map_name):
    grid = load_map(map_name)
    assert len(parts(grid.river)) == 1
    banks = [bank & grid.hamlets for bank in parts(grid.area & ~grid.river)]
    assert len([bank for bank in banks if bank.bit_count() >= 3]) >= 2


def test_s5_the_default_map_is_an_open_valley_with_five_hamlets_on_either_bank():
    grid = load_map("valley")
    edge = sum(1 << square(f"{c}{r}") for c in "abcdefghijklmnop" for r in (1, 20))
    assert (grid.river & edge).bit_count() == 2
    assert [(bank & grid.hamlets).bit_count() for bank in parts(grid.area & ~grid.river)] == [5, 5]
    inner = sum(1 << square(f"{c}{r}") for c in "cdefghijklmn" for r in range(3, 19))
    plain = inner & ~grid.forest & ~grid.mountain & ~grid.river
    assert plain.bit_count() >= 0.7 * inner.bit_count()
