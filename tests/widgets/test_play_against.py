"""A game against players of the roster: your moves, what you may see of theirs, the file."""

from __future__ import annotations

from html import unescape
from random import Random

import pytest

import khronos_lab as kl
from khronos_lab.core import Build, player_marks
from khronos_lab.engine import choices, play_through
from khronos_lab.records import GameRecord, node_of, read_games, steps_of
from khronos_lab.rulebook import Edition, RuleSet
from tests.board.unpacking import inflated
from tests.records.random_games import any_option
from tests.widgets.clicks import Clerk
from tests.widgets.page import Hand, click, controls, entries, html, panels, send

YOU = 0


@pytest.fixture
def table():
    widget = kl.play_against("random", "random", seed=3, warn=False)
    send(widget, "press", name="skip")
    yield widget
    widget.close()


def act(widget, action, rng):
    """Do by clicks what somebody at the screen would do; ask for nothing that is not offered."""
    state = widget.position
    move, outcome = play_through(state, action, any_option(rng))
    node = node_of(state, move, outcome, player_marks(state.names))
    # Chance draws: what it draws is not entered.
    Clerk(Hand(widget), menus=True).enter(state, node._replace(move=move))
    assert (widget.error, widget.mode_page["refusal"]) == ("", "")


@pytest.mark.parametrize("rules", [RuleSet(), RuleSet(Edition.FIRST)], ids=["second", "first"])
def test_a_whole_game_is_played_by_clicks_and_saved_like_any_other(tmp_path, rules):
    path, rng = tmp_path / "mine.khr", Random(5)
    widget = kl.play_against("random", path=path, seed=8, rules=rules, warn=False)
    send(widget, "press", name="skip")
    moves = 0
    while not widget.position.over:
        assert widget.position.seat == YOU
        before = len(widget.record.line.nodes)
        act(widget, choices(widget.position).pick(rng), rng)
        assert len(widget.record.line.nodes) > before
        send(widget, "press", name="skip")
        moves += 1
    assert moves > 7
    [kept] = read_games(path)
    assert isinstance(kept, GameRecord)
    assert kept.line == widget.record.line
    assert len(list(steps_of(kept))) == len(kept.line.nodes)  # all of it plays again
    assert "won with" in widget.mode_page["status"]


def test_what_the_others_did_is_shown_effect_by_effect_and_their_cards_are_not(table):
    send(table, "press", name="verb:end")
    seen, told = [], []
    while not controls(table)["on"]["disabled"]:
        seen.append((table.mode_page["status"], table.index))
        send(table, "press", name="on")
        told.append(table.caption)
    assert len(seen) > 4
    assert seen[0][0] == f"{len(seen)} more to see"
    assert len({index for _, index in seen}) == len(seen)
    words = " ".join(told)
    assert "random" in words
    # What is drawn is told by number only.
    assert "draws 4 cards (****)" in words or "draws" not in words
    assert table.position.player.name == "Guest"
    assert "random ends the turn" in unescape(html(table, "since"))
    [(_, [data])] = send(table, "game")
    hands = inflated(data)["table"]
    assert (hands["h1"], len(hands["h0"])) == ("****", 4)
    assert "*" not in hands["h0"]


def test_own_moves_of_the_turn_can_be_taken_back_but_no_others(table):
    assert controls(table)["take_back"]["disabled"]
    rng = Random(2)
    build = next(
        each for each in (choices(table.position).pick(rng) for _ in range(99))
        if isinstance(each, Build)
    )  # fmt: skip
    before = table.position
    act(table, build, rng)
    assert table.position != before
    send(table, "press", name="take_back")
    assert table.position == before
    send(table, "press", name="verb:end")
    send(table, "press", name="skip")
    assert controls(table)["take_back"]["disabled"]
    send(table, "press", name="take_back")
    assert len(table.record.line.nodes) > 2


def test_a_preview_shows_no_card_that_you_could_not_know(table):
    nodes = table.record.line.nodes
    click(table, "M f7")
    name = next(name for name, each in entries(table).items() if not each["why"])
    [(answer, _)] = send(table, "try", name=name)
    assert answer["text"]
    assert table.record.line.nodes == nodes
    send(table, "choose", name="")
    assert table.mode_page["menu"] is None


def test_a_turn_that_gives_away_much_is_warned_of_once_and_may_be_taken_back():
    widget = kl.play_against("greedy", seed=2)
    send(widget, "press", name="skip")
    before = len(widget.record.line.nodes)
    send(widget, "press", name="verb:end")
    assert len(widget.record.line.nodes) == before
    assert "This gives away" in panels(widget)["warning"]
    assert "end the turn once more" in widget.mode_page["refusal"]
    send(widget, "press", name="verb:end")
    assert len(widget.record.line.nodes) > before
    assert widget.mode_page["refusal"] == ""
