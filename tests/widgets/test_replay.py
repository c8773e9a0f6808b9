"""The replay without a browser: opening, going about, eyes and purses, what the page is told."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

import pytest

from khronos_lab.core import cards_text
from khronos_lab.core import events as e
from khronos_lab.desk import Replay, replay
from khronos_lab.records import GameRecord, Line, Node, read_games
from khronos_lab.rulebook import KhronosError, data_file
from tests.board.test_export_page import data_of
from tests.board.unpacking import inflated
from tests.widgets.conftest import FOUR_PLAYERS, LESSON
from tests.widgets.page import listen, send, set_by_page

HIDDEN = "data/games/07-hidden-hands.khr"
SHIPPED = sorted(path.name for path in data_file("games").glob("*.khr"))


def record_of(name: str) -> GameRecord:
    record = next(iter(read_games(data_file("games", name))))
    assert isinstance(record, GameRecord)
    return record


def game_of(widget: Replay) -> dict:
    """The data of the game, as the page gets it."""
    [(answer, [data])] = send(widget, "game")
    assert answer["kind"] == "game"
    assert len(data) < 60_000
    return inflated(data)


# ------------------------------------------------------------------ going about


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("index", 10_000, "no number 10000"),
        ("view", "moon", "no view 'moon'; there are boards"),
        ("eyes", "Zoe", "nobody here is 'Zoe'"),
        ("coins", "gone", "called 'gone'; there are open, hidden"),
        ("square", [1, 4000], "no square 4000"),
    ],
)
def test_a_value_that_makes_no_sense_is_refused_and_the_old_one_stays(name, value, why):
    widget = replay(LESSON, step=4)
    before = getattr(widget, name)
    with pytest.raises(KhronosError, match=why):
        setattr(widget, name, value)
    set_by_page(widget, **{name: value})
    assert why in widget.error
    assert getattr(widget, name) == before
    set_by_page(widget, index=7)
    assert widget.index == 7


# ------------------------------------------------------------------ lines


@pytest.mark.parametrize("name", SHIPPED)
def test_the_move_list_has_every_move_comment_and_mark_of_a_game(name):
    record = record_of(name)
    widget = replay(record)
    moves = [move for line in widget.lines.values() for move in line["moves"]]
    told = sorted((move["text"], move.get("mark", ""), move.get("note", "")) for move in moves)
    nodes = sorted((node.text, node.mark, node.comment) for node in all_nodes(record.line))
    assert told == nodes
    while widget.index < widget.last:
        before = widget.index
        widget.go("turn.forward" if before < widget.timeline.stops("turn")[-1] else "end")
        assert widget.index > before
        assert widget.caption.endswith(").")


def all_nodes(line: Line) -> Iterator[Node]:
    for node in line.nodes:
        yield node
        for variation in node.variations:
            yield from all_nodes(variation)


def test_a_move_of_a_variation_shows_that_line():
    widget = replay(FOUR_PLAYERS)
    main = widget.timeline
    number = next(span.number for span in main.moves if span.node and span.node.variations)
    line = widget.lines[f"[[{number},0]]"]
    send(widget, "place", line=[[number, 0]], index=line["at"] + line["moves"][0]["steps"])
    assert widget.line == f"[[{number},0]]"
    node = main.moves[number].node
    assert node is not None
    assert widget.frame.node == node.variations[0].nodes[0]
    assert widget.last == len(widget.timeline) - 1 < len(main) - 1
    # Up to the branch both lines are the same.
    assert widget.timeline.state_at(40) is main.state_at(40)
    send(widget, "place", line=[], index=7)
    assert (widget.line, widget.index) == ("[]", 7)


# ------------------------------------------------------------------ messages


def test_steps_ask_the_kernel_for_nothing():
    widget = replay(FOUR_PLAYERS)
    game = game_of(widget)
    assert (game["names"], len(game["lines"]["[]"]["steps"])) == (widget.names, widget.last)
    got = listen(widget)
    for index in range(30):
        widget.index = index
    assert got == []


def test_without_a_kernel_there_is_a_page_and_it_tells_no_hand_that_is_hidden():
    widget = replay(FOUR_PLAYERS)
    page = widget.page()
    assert len(page.encode()) <= 100_000
    assert page.startswith('<iframe class="kl-fallback" srcdoc="&lt;!doctype html&gt;')
    assert "M+m2d3" in data_of(html.unescape(page))["record"]
    widget.eyes = "1"
    assert data_of(html.unescape(widget.page()))["record"] == ""


def test_a_callback_of_the_user_that_fails_shows_its_message():
    widget = replay(LESSON)

    def fail(change):
        raise ValueError("the sky is falling")

    widget.observe(fail, "index")
    set_by_page(widget, index=3)
    assert widget.error == "Something went wrong: ValueError: the sky is falling"
    assert widget.index == 3
    with pytest.raises(ValueError, match="sky"):
        widget.index = 4


# ------------------------------------------------------------------ eyes and purses


def test_one_players_eyes_do_not_see_what_others_hold_and_draw():
    widget, seen = replay(FOUR_PLAYERS, eyes="Greta"), set()
    for frame in widget.timeline:
        event = frame.event
        if isinstance(event, e.CardsDrawn):
            widget.index = frame.index
            assert bool(re.search(r"\([mrc]+\)", widget.caption)) == (event.seat == 1)
            assert ("*" in widget.caption) == (event.seat != 1)
            seen.add(event.seat)
        if isinstance(event, e.CardsDiscarded | e.PileRenewed):
            widget.index = frame.index
            assert f"({cards_text(event.cards)})" in widget.caption, "S4: these lie open"
    assert seen == {0, 1, 2, 3}
    draws = [m for m in widget.lines["[]"]["moves"] if m["text"][0] == ">"]
    assert {move["seat"] for move in draws if move["text"] != ">****"} == {1}
    widget.eyes = "nobody"
    assert {m["text"] for m in widget.lines["[]"]["moves"] if m["text"][0] == ">"} == {">****"}


def test_s6_the_page_gets_only_coins_that_are_seen():
    widget = replay(FOUR_PLAYERS, eyes="1", coins="hidden")

    def coins(game: dict, seat: int) -> set:
        steps = [step.get("now", {}) for step in game["lines"]["[]"]["steps"]]
        return {game["table"][f"c{seat}"], *(now[f"c{seat}"] for now in steps if f"c{seat}" in now)}

    game = game_of(widget)
    assert len(coins(game, 0) - {"?"}) == 1, "purses are opened when the game is over"
    assert "?" not in coins(game, 1)
    # Payments are told all the same.
    paid = next(each for each in widget.timeline if isinstance(each.event, e.TaxCollected))
    widget.index = paid.index
    assert re.search(r"\d+ coins?", widget.caption)
    got = listen(widget)
    widget.coins = "open"
    [(answer, [data])] = got
    assert answer == {"kind": "game"}
    assert "?" not in coins(inflated(data), 0)
