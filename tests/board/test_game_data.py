"""The data of a game in its page: steps add up to every state, in all layers."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from khronos_lab.analysis import Timeline, shared_sides
from khronos_lab.board import Encoder
from khronos_lab.core import cards_text
from khronos_lab.drawing import BoardLayout, Look, Stroke, circle, closed
from khronos_lab.mechanics import dues
from khronos_lab.rulebook import AGES, KINDS, MIGHT, whole_text
from khronos_lab.scenes import Ghost, Owners, Piece
from tests.board.test_export_page import data_of as data_in
from tests.board.test_export_page import game, page_of, record_of
from tests.support import in_language


def data_of(path: Path) -> dict:
    """The data of a game as its page holds it."""
    return data_in(page_of(path))


def moments(data: dict, name: str):
    """Items and accounts at every frame of a line, added up as the browser does it."""
    line = data["lines"][name]
    if "in" in line:
        before = list(islice(moments(data, line["in"]), line["at"] + 1))
    else:
        before = [(data["start"], data["table"])]
    yield from before
    items, table = before[-1]
    for step in line["steps"]:
        items = {key: each for key, each in items.items() if key[0] not in step.get("off", "")}
        new = (each.partition("=") for each in step.get("new", "").split(";") if each)
        items |= {key: item or None for key, _, item in new}
        table = table | step.get("now", {})
        items = {key: each for key, each in items.items() if each is not None}
        table = {key: each for key, each in table.items() if each is not None}
        yield items, table


def words_of(data: dict, items: dict, age: int) -> dict[int, str]:
    """By first square: what the buildings of an age are called."""
    return {
        int(key[3:]): data["pieces"][str(item)][2]
        for key, item in items.items()
        if key.startswith(f"b{age}.")
    }


def marked(data: dict, items: dict, sort: str, age: int, view: str = "") -> dict[str, Any]:
    """By place within an age: the items of a sort of marks, perhaps of one view alone."""
    letters = [
        letter
        for letter, (_, of, views) in data["layers"].items()
        if of == sort and view in (*views, "")
    ]
    start = f"{int(age)}."
    return {
        key[1:].removeprefix(start): item
        for key, item in items.items()
        if key[0] in letters and key[1:].startswith(start)
    }


def called(building, names) -> str:
    """What a building is called, told without the code under test."""
    noun = str(building).partition(" at ")[0]
    if building.printed:
        return "printed hamlet"
    if building.owner is not None:
        return f"{names[building.owner]}'s {noun}"
    return noun


# ------------------------------------------------------------------ pieces and accounts


@pytest.mark.parametrize("start", ["03", "07"])
def test_steps_add_up_to_every_state_of_the_main_line(start):
    path = game(start)
    data, timeline = data_of(path), Timeline.of(record_of(path))
    assert len(data["lines"]["[]"]["steps"]) == len(timeline) - 1
    names = timeline.start.names
    for frame, (items, table) in zip(timeline, moments(data, "[]"), strict=True):
        state = frame.state
        for age in AGES:
            found = words_of(data, items, int(age))
            assert set(found) == set(state.boards[age].buildings), frame
            for sq, building in state.boards[age].buildings.items():
                assert found[sq].startswith(called(building, names)), frame
        for seat, player in enumerate(state.players):
            assert table[f"c{seat}"] == player.coins
            assert table[f"u{seat}"] == player.cubes
            assert table[f"h{seat}"] == cards_text(player.hand, player.hidden)
        for kind in KINDS:
            assert table[f"s{kind.letter}"] == [state.supply[kind][rank] for rank in (1, 2, 3)]


# ------------------------------------------------------------------ the other layers


def test_domains_and_edges_are_those_of_every_frame():
    path = game("08")
    data, timeline = data_of(path), Timeline.of(record_of(path))
    for frame, (items, _) in zip(timeline, moments(data, "[]"), strict=True):
        for age in AGES:
            board = frame.state.boards[age]
            paid = sorted((due.amount, "".join(map(str, due.seats))) for due in dues(board, age))
            told = [
                i.split(",")[-1].split(" ") for i in marked(data, items, "Holding", age).values()
            ]
            assert sorted((int(amount), seats) for amount, seats, _ in told) == paid
            edges = {*marked(data, items, "Touching", age)}
            assert edges == {f"{one}.{other - one}" for one, other in shared_sides(board)}


def test_the_difference_is_the_one_to_the_turn_before():
    path = game("03")
    data, timeline = data_of(path), Timeline.of(record_of(path))
    seen = 0
    for frame, (items, _) in zip(timeline, moments(data, "[]"), strict=True):
        before = timeline.state_at(timeline.previous(frame.index, "turn") or 0)
        for age in AGES:
            other = set(frame.state.boards[age]) - set(before.boards[age])
            shown = {*marked(data, items, "Piece", age)}
            assert shown == {f"{each.square}" for each in other}, frame
            seen += len(shown)
    assert seen > 100


def test_a_building_that_is_gone_is_not_drawn_like_one_that_stands():
    """Marks of different sorts may have equal values; their shapes are their own."""
    record = record_of(game("03"))
    timeline = Timeline.of(record)
    encoder = Encoder(BoardLayout.of(record.start.grid), 4)
    building = next(iter(timeline.start.boards[0]))
    alike = (
        Piece(MIGHT, building),
        Ghost(MIGHT, building),
        Owners(MIGHT, building._replace(cubes=(1,))),
    )
    shapes = [*(item for mark in alike for item in encoder.mark(mark).values())]
    assert len({*shapes}) == len(shapes) == 3


def test_a_circle_is_two_arcs_and_a_hole_goes_the_other_way_round():
    encoder = Encoder(BoardLayout.of(record_of(game("03")).start.grid), 4)
    ring = Stroke(closed(circle(0.5), circle(0.2)[::-1]), Look("#000000"))
    [_, path] = encoder.shapes[encoder.shape([ring])]
    disc = "M-.5 0A.5 .5 0 1 1 .5 0A.5 .5 0 1 1 -.5 0z"
    assert path == f"{disc}M-.2 0A.2 .2 0 1 0 .2 0A.2 .2 0 1 0 -.2 0z"


# ------------------------------------------------------------------ words


def test_captions_come_in_both_languages_with_their_clause():
    path = game("08")
    data, timeline = data_of(path), Timeline.of(record_of(path))
    say = -1
    for frame, step in zip(list(timeline)[1:], data["lines"]["[]"]["steps"], strict=True):
        say = step.get("say", say + 1)
        clause, english, german = data["captions"][say]
        assert frame.entry is not None
        assert f"{english[:-1]} ({clause})." == frame.entry.text("en")
        assert f"{german[:-1]} ({clause})." == frame.entry.text("de")
        assert data["clauses"][clause] == [
            whole_text(clause),
            in_language("de", whole_text, clause),
        ]
        if frame.causes:
            assert frame.index - step["why"] == frame.causes[-1].step
        else:
            assert "why" not in step
