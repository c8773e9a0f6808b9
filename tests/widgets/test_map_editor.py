"""The map editor without a browser: brushes, checks of S5, undo, the file, and where it is used."""

from __future__ import annotations

import pytest

import khronos_lab as kl
from khronos_lab.core import grid_text, load_map, plain_grid, read_sketch, square
from khronos_lab.rulebook import FOREST, MIGHT, MOUNTAIN, PLAIN, RIVER, KhronosError, MapError
from tests.widgets.page import controls, html, send

APART = ("a1", "c1", "e1", "g1", "i1", "k1", "m1", "o1", "a3", "c3")


@pytest.fixture
def place(tmp_path):
    return tmp_path / "our-board.txt"


def finished(place):
    editor = kl.edit_map(place).use("hamlet")
    for each in APART:
        editor.paint(each)
    return editor


def test_s5_terrain_replaces_terrain_and_a_hamlet_gives_way_to_mountain_and_river(place):
    editor, sq = kl.edit_map(place), square("c3")
    for brush, terrain, stays in (
        ("forest", FOREST, True),
        ("plain", PLAIN, True),
        ("mountain", MOUNTAIN, False),
        ("river", RIVER, False),
    ):
        editor.use("plain").paint("c3", "d3").use("hamlet").paint("c3")
        if not editor.grid.hamlets:
            editor.paint("c3")
        editor.use(brush).paint("c3", "d3")
        assert [editor.grid.terrain(each) for each in (sq, square("d3"))] == [terrain] * 2
        assert bool(editor.grid.hamlets) == stays


def test_s5_is_said_live_a_sentence_each(place):
    editor = kl.edit_map(place)
    assert editor.faults == ["0 of 10 printed hamlets: 10 still to place (S5)."]
    editor.use("hamlet").paint("c3").paint("c4")
    assert editor.faults == [
        "2 of 10 printed hamlets: 8 still to place (S5).",
        "The hamlets at c3 and c4 touch along a side: move one of them (S5).",
    ]
    assert "✗ The hamlets at c3 and c4" in html(editor, "checks")
    editor.language = "de"
    assert "Die Weiler auf c3 und c4 berühren sich" in html(editor, "checks")
    editor.language = "en"
    editor.undo()
    for each in (*APART, "e3"):
        editor.paint(each)
    # c3 was put down twice, so it is gone again.
    assert editor.faults == []
    editor.paint("o3")
    assert editor.faults == ["11 printed hamlets: remove 1, because a map has 10 (S5)."]


def test_s5_a_hamlet_in_the_river_is_refused_in_the_line_for_it(place):
    editor = kl.edit_map(place).use("river").paint("c3").use("hamlet")
    before = place.read_bytes()
    send(editor, "paint", squares=[square("c3")])
    assert editor.mode_page["refusal"] == "Square c3 is river: a hamlet needs plain or forest (S5)."
    assert (place.read_bytes(), editor.error) == (before, "")
    editor.language = "de"
    assert editor.mode_page["refusal"].startswith("Auf c3 ist Fluss")
    send(editor, "paint", squares=[square("d3")])
    assert editor.mode_page["refusal"] == ""


def test_a_stroke_is_one_step_of_undo_and_every_step_is_saved(place):
    editor = kl.edit_map(place)
    assert not place.exists()
    send(editor, "take", name="brush", value="river")
    send(editor, "paint", squares=[square("a1"), square("b1"), square("b1")])
    assert place.read_text().splitlines()[0] == "~~.............."
    send(editor, "press", name="undo")
    assert read_sketch(place.read_text()) == plain_grid(16, 20)
    assert controls(editor)["undo"]["disabled"]
    send(editor, "press", name="redo")
    assert place.read_text().startswith("~~.")
    send(editor, "press", name="brush:forest")
    send(editor, "click", square=[int(MIGHT), square("p20")])
    assert place.read_text().splitlines()[-1] == "...............f"
    assert editor.place == (MIGHT, square("p20"))


def test_starting_over_can_be_undone(place):
    editor = kl.edit_map(place, "valley").use("river").paint("a1")
    mine = editor.grid
    for start in ("blank", "delta", "generated", "generated"):
        send(editor, "take", name="start", value=start)
        send(editor, "press", name="begin")
        assert read_sketch(place.read_text()) == editor.grid != mine
    second = editor.grid
    assert editor.undo().grid != second, "each time another one"
    editor.redo()
    for _ in range(4):
        editor.undo()
    assert editor.grid == mine


def test_a_file_goes_on_where_it_was_finished_or_not_and_keeps_its_comments(place):
    place.write_text("# our table\n" + grid_text(plain_grid(16, 20)).replace("\n", "  # row\n"))
    editor = kl.edit_map(place).use("hamlet").paint("c3")
    lines = place.read_text().splitlines()
    assert (lines[0], lines[3]) == ("# our table", "..h.............  # row")
    assert kl.edit_map(place).grid == editor.grid
    with pytest.raises(MapError, match="a map has 10 printed hamlets"):
        kl.new_game(2, grid=place)


def test_what_somebody_else_wrote_is_not_written_over(place):
    editor = kl.edit_map(place).use("river").paint("a1")
    place.write_text(place.read_text() + "# mine\n")
    before = editor.grid
    send(editor, "paint", squares=[square("b1")])
    assert "somebody else has changed the file" in editor.error
    assert (editor.grid, place.read_text().endswith("# mine\n")) == (before, True)
    kl.edit_map(place).use("river").paint("b1")
    assert place.read_text().startswith("~~.")
    assert place.read_text().endswith("# mine\n")


def test_a_name_that_cannot_be_is_refused(tmp_path):
    for name, said in (("board.map", r"named \*.txt"), ("nowhere/x.txt", "there is no folder")):
        with pytest.raises(KhronosError, match=said):
            kl.edit_map(tmp_path / name)
    for other in (None, 7, "", "s3://", "a\0.txt"):
        with pytest.raises(KhronosError):
            kl.edit_map(other)  # type: ignore[arg-type]
    with pytest.raises(KhronosError, match="begins as is a text"):
        kl.edit_map(tmp_path / "x.txt", 7)  # type: ignore[arg-type]


def test_the_map_is_used_by_a_game_a_simulation_and_the_recorder(place, tmp_path):
    editor = finished(place)
    assert editor.faults == []
    assert kl.new_game(2, grid=place).grid == editor.grid == load_map(place)
    played = kl.simulate(2, ["random", "random"], maps=[str(place)], workers=1)
    assert played.games.collect()["map"].unique().to_list() == ["our-board"]
    recorder = kl.record_game(tmp_path / "friday.khr")
    offered = dict(controls(recorder)["setup.map"]["options"])
    assert offered[str(place)] == "our-board.txt"
    send(recorder, "take", name="setup.map", value=str(place))
    assert recorder.position.grid == editor.grid
    for seat, name in enumerate(("Ann", "Ben")):
        send(recorder, "take", name=f"setup.name.{seat}", value=name)
    send(recorder, "press", name="begin")
    assert recorder.error == ""
    assert kl.load(tmp_path / "friday.khr")[0].state.grid == editor.grid
    named = kl.record_game(tmp_path / "saturday.khr", ["Ann", "Ben"], grid=str(place))
    assert named.position.grid == editor.grid
