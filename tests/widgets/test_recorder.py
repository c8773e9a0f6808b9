"""The recorder without a browser: whole games by clicks, corrections, the form, two languages."""

from __future__ import annotations

import re
from typing import Any

import pytest

import khronos_lab
from khronos_lab.core import cards_text
from khronos_lab.engine import new_game
from khronos_lab.records import GameRecord, read_games, record_text
from khronos_lab.rulebook import (
    RULES,
    Edition,
    RuleSet,
    data_folder,
)
from tests.records.random_games import hide, play_on
from tests.records.study_games import whole
from tests.widgets.clicks import Clerk
from tests.widgets.page import Hand, click, controls, entries, html, send


@pytest.fixture
def path(tmp_path):
    return tmp_path / "my-game.khr"


@pytest.fixture
def opened(path):
    made = []

    def open_one(*arguments, **more):
        made.append(khronos_lab.record_game(path, *arguments, **more))
        return made[-1]

    yield open_one
    for widget in made:
        widget.close()


@pytest.fixture
def two(opened):
    return opened(["Ann", "Ben"])


# ------------------------------------------------------------------ whole games


GAMES = {
    "second edition, all hidden": (RuleSet(), 2, {0, 1}, 1000),
    "first edition, one hand known": (RuleSet(Edition.FIRST), 3, {1, 2}, 40),
    "hold'em of the first edition, all known": (RuleSet(Edition.FIRST, holdem=True), 2, set(), 40),
}


@pytest.mark.parametrize("name", GAMES)
def test_a_game_entered_by_clicks_is_the_record_it_came_from(name, opened, path):
    rules, players, hidden, most = GAMES[name]
    record, _, _ = hide(play_on(new_game(players, 5, rules=rules), name, most), hidden)
    start = record.start
    hands = {player.name: cards_text(player.hand) for player in start.players if not player.secret}
    widget = opened(start.names, rules=rules, start=start.start, hands=hands)
    # One after the other: with tools, and with menus only.
    clerks, state = [Clerk(Hand(widget), menus) for menus in (False, True)], widget.position
    for number, node in enumerate(record.line.nodes, 1):
        clerk = clerks[state.round % 2]
        send(widget, "take", name="tool", value=clerk.tool)
        clerk.enter(state, node)
        assert widget.record.line.nodes[-1] == node
        assert len(widget.study.nodes) == number
        state = widget.position
        if number % 20 == 0:
            assert path.read_text("utf-8") == record_text(widget.record)
    [kept] = read_games(path)
    assert isinstance(kept, GameRecord)
    assert kept.line == record.line
    assert ("game is over" in widget.mode_page["status"]) == (most == 1000)


# ------------------------------------------------------------------ clicks


def test_a_click_that_means_nothing_says_why_and_changes_nothing(two, path):
    kept = path.read_bytes()
    send(two, "take", name="tool", value="m2")
    click(two, "M c6")
    assert two.mode_page["refusal"].endswith("(A1).")
    click(two, "F c5")
    assert two.mode_page["refusal"].endswith("(T5).")
    click(two, "R c5")
    assert "(A5, A6)" in two.mode_page["refusal"]
    click(two, "R d7")
    assert two.mode_page["refusal"].endswith("(T5).")
    assert path.read_bytes() == kept
    assert two.error == ""
    click(two, "M c5")
    assert two.mode_page["refusal"] == ""
    assert two.mode_page["status"] == (
        "Round 1, Ann · Ann builds a keep at c5 in Might (Ann +1) · saved in my-game.khr, 1 move"
    )


def test_g2_terrain_is_paid_with_what_is_chosen(two):
    send(two, "take", name="tool", value="m1")
    click(two, "M a1")
    assert (entries(two)["pay mrc"]["words"], entries(two)["pay mrc"]["cost"]) == ("+ rc", "mrc")
    send(two, "press", name="escape")
    click(two, "M f9")
    assert two.mode_page["menu"]["title"] == "Which cards pay for the terrain (G2)?"
    assert [(each["name"], each["words"]) for each in two.mode_page["menu"]["entries"]] == [
        ("pay mm", "+ military"), ("pay mr", "+ religious"), ("pay mc", "+ civil"),
    ]  # fmt: skip
    assert two.study.nodes == ()
    send(two, "press", name="escape")
    assert two.mode_page["menu"] is None
    click(two, "M f9")
    send(two, "choose", name="pay mr")
    assert two.study.nodes[-1].text == "M+m1f9/r"
    assert two.mode_page["menu"] is None


def test_what_is_typed_may_be_a_whole_turn_and_a_fault_keeps_it_to_be_mended(two):
    send(two, "take", name="typed", value="M+m2c5! {A start.} M>F >")
    assert [node.text for node in two.study.nodes] == ["M+m2c5", "M>F", ">****"]
    assert controls(two)["typed"]["value"] == ""
    send(two, "take", name="typed", value="M+m2c5")
    assert two.mode_page["refusal"].startswith("Not free in Might: c5")
    assert controls(two)["typed"]["value"] == "M+m2c5"
    send(two, "take", name="typed", value="")
    assert two.mode_page["refusal"] == ""


def test_taking_back_and_doing_again_by_buttons_and_after_a_new_start(two, opened):
    assert all(controls(two)[each]["disabled"] for each in ("take_back", "redo"))
    two.enter("M+m2c5 M>F > M+c2f4 >")
    assert not controls(two)["take_back"]["disabled"]
    for _ in range(3):
        send(two, "press", name="take_back")
    assert (
        'taken back: <span title="&gt;****">Ann 1.A: end turn</span> · '
        '<span title="M+c2f4">Ben 1.B: build town at f4 in Might for ccc</span>'
    ) in html(two, "moves")
    again = opened()
    assert whole(again.study) == whole(two.study)
    send(again, "press", name="redo")
    assert len(again.study.undone) == 2
    send(two, "press", name="redo")
    assert "changed by somebody else since it was opened" in two.error
    assert len(two.study.nodes) == 2


# ------------------------------------------------------------------ corrections


@pytest.fixture
def played(two):
    return two.enter("M+m2c5 > M+c2f4 > M>F >")


def test_a_move_in_the_middle_is_clicked_and_corrected_by_a_click(played):
    send(played, "press", name="pick:0")
    assert played.position == played.study.start
    assert "The boards show the position before it" in played.mode_page["status"]
    send(played, "take", name="tool", value="m2")
    click(played, "M e12")
    assert [node.text for node in played.study.nodes[:3]] == ["M+m2e12", ">****", "M+c2f4"]
    assert "Corrected; everything fits" in played.mode_page["status"]
    assert played.position == played.study.state


def test_what_no_longer_fits_is_shown_with_its_reason_kept_and_mended(played, opened):
    send(played, "press", name="pick:0")
    send(played, "take", name="typed", value="M+c2f4")
    told = html(played, "waiting")
    why = "Not free in Might: f4, g4, f5 and g5 (A1)."
    head = "Ben 1.B: build town at f4 in Might for ccc, no longer fits: "
    assert f'<b title="M+c2f4">✗ {head}</b>{why}' in told
    assert played.mode_page["refusal"] == head + why
    assert "Still to come: Ben 1.B: end turn · Ann 2.A: travel Might to Faith · " in re.sub(
        "<[^>]*>", "", told
    )
    # A new start: the same.
    again = opened(language="de")
    assert whole(again.study) == whole(played.study)
    told = html(again, "waiting")
    assert "✗ Ben 1.B: Dorf auf f4 in der Macht für ccc bauen, passt nicht mehr: </b>" in told
    assert "In der Macht nicht frei: f4, g4, f5 und g5" in told
    assert 'data-press="revert"' not in told
    send(again, "take", name="tool", value="m2")
    click(again, "M c5")
    assert again.study.is_clean
    assert [node.text for node in again.study.nodes] == [
        "M+c2f4", ">****", "M+m2c5", ">****", "M>F", ">****",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("button", "left"),
    [
        ("drop", ["M+c2f4", ">****", ">****", "M>F", ">****"]),
        ("give_up", ["M+c2f4", ">****"]),
        ("revert", ["M+m2c5", ">****", "M+c2f4", ">****", "M>F", ">****"]),
    ],
)
def test_ways_out_of_a_correction(played, button, left):
    played.correct(0, "M+c2f4")
    Hand(played).press(button)
    assert [node.text for node in played.study.nodes] == left
    assert played.study.is_clean


def test_something_is_put_before_a_move_or_left_out(played):
    send(played, "press", name="pick:4")
    send(played, "take", name="manner", value="before")
    send(played, "press", name="go:02")
    assert [node.text for node in played.study.nodes][3:] == [">****", "M>R", "M>F", ">****"]
    send(played, "press", name="pick:4")
    send(played, "press", name="delete")
    assert [node.text for node in played.study.nodes][3:] == [">****", "M>F", ">****"]
    send(played, "press", name="pick:1")
    send(played, "press", name="escape")
    # Its place stays, so that the list does not move under the pointer.
    [group] = [each for each in played.mode_page["side"]["groups"] if each["name"] == "picked"]
    assert not group["controls"]


def test_comments_and_marks_are_of_the_last_move_or_of_the_one_that_is_picked(played, path):
    send(played, "take", name="comment", value="<b>At last</b>")
    send(played, "press", name="pick:0")
    send(played, "take", name="mark", value="!")
    send(played, "take", name="comment", value="A start.")
    send(played, "take", name="preface", value="A fine evening.")
    [record] = read_games(path)
    assert isinstance(record, GameRecord)
    first, *_, last = record.line.nodes
    assert (first.mark, first.comment) == ("!", "A start.")
    assert last.comment == "<b>At last</b>"
    assert record.line.comment == "A fine evening."
    assert played.lines["[]"]["moves"][-1]["note"] == "<b>At last</b>"


# ------------------------------------------------------------------ the set-up


def test_a_form_asks_who_plays_and_nothing_is_saved_before(opened, path):
    widget = opened()
    assert not path.exists()
    for name, value in {
        "setup.number": "3", "setup.name.0": "Ann", "setup.name.1": "Ben", "setup.name.2": "Cleo",
        "setup.hand.0": "mmrc", "setup.start": "2", "setup.map": "delta", "setup.edition": "first",
        "setup.event": "Club", "setup.date": "2026",
        **{f"setup.{rule.name}": True for rule in RULES if rule.is_switch},
    }.items():  # fmt: skip
        send(widget, "take", name=name, value=value)
        assert widget.error == ""
    assert widget.position.grid.name == "delta"
    send(widget, "take", name="setup.number", value="2")
    assert controls(widget)["setup.start"]["value"] == "1", "the last of them starts instead"
    send(widget, "take", name="setup.number", value="3")
    send(widget, "take", name="setup.start", value="2")
    send(widget, "press", name="begin")
    state = widget.study.start
    assert state.names == ("Ann", "Ben", "Cleo")
    turned: dict[str, Any] = {rule.name: not rule.default for rule in RULES if rule.is_switch}
    assert (state.rules, state.seat) == (RuleSet(Edition.FIRST, **turned), 2)
    assert [(player.hand, player.hidden) for player in state.players] == [
        ((2, 1, 1), 0), ((0, 0, 0), 4), ((0, 0, 0), 4),
    ]  # fmt: skip
    [record] = read_games(path)
    assert isinstance(record, GameRecord)
    assert (record.tags["Event"], record.tags["Date"]) == ("Club", "2026")


def test_a_wrong_set_up_is_changed_afterwards_and_the_moves_stay(played, path):
    send(played, "take", name="setup.name.0", value="Anna")
    send(played, "take", name="setup.start", value="1")
    send(played, "press", name="begin")
    assert played.record.names == ("Anna", "Ben")
    assert [node.label for node in played.study.nodes[:3]] == ["1.B", "1.B", "1.A"]
    [record] = read_games(path)
    assert isinstance(record, GameRecord)
    assert record.names == ("Anna", "Ben")


def test_a_choice_that_nobody_has_to_make_any_more_is_left_out_by_a_click(opened, path):
    text = (data_folder() / "games" / "01-two-players-valley.khr").read_text("utf-8")
    path.write_text(text, "utf-8")
    widget = opened()
    number = [node.text for node in widget.study.nodes].index("M+c1f5=g4=g4")
    keep = max(n for n, node in enumerate(widget.study.nodes[:number]) if node.text == "M+m2d5")
    # Without the second keep nothing is in conflict.
    widget.delete(keep)
    told = html(widget, "waiting")
    assert '"M+c1f5=g4=g4">✗ Ben 2.B: build hamlet at f5 in Might for c?, no longer fits' in told
    assert "answers a question that is not asked any more" in told
    assert 'data-press="unanswered"' in told
    send(widget, "press", name="unanswered")
    assert widget.study.nodes[number - 1].text == "M+c1f5"
    assert widget.study.nodes[number - 1].mark == "?"
    # A move that waits for another reason has no such way out.
    assert widget.study.pending
    assert 'data-press="unanswered"' not in html(widget, "waiting")
    send(widget, "press", name="unanswered")
    assert "answers nothing" in widget.error
