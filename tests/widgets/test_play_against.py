"""A game against players of the roster: your moves, what you may see of theirs, the file."""

from __future__ import annotations

import re
from html import unescape
from random import Random

import pytest

import khronos_lab
from khronos_lab.core import Build, Demolish, EndTurn, Exchange, Travel, Upgrade, cards_text, square
from khronos_lab.engine import choices
from khronos_lab.records import GameRecord, read_games, steps_of
from khronos_lab.rulebook import KINDS, MIGHT, REASON, Edition, KhronosError, RuleSet
from khronos_lab.simulation import review as working
from khronos_lab.widgets import YOU, play_against
from khronos_lab.widgets.recorder import play_against as against
from tests.simulation.reviewed import reviewed
from tests.widgets.test_explainer import controls, html, menu_of, send


@pytest.fixture
def table():
    widget = play_against("random", "random", seed=3, warn=False)
    send(widget, "press", name="skip")
    yield widget
    widget.close()


def click(widget, age, place):
    send(widget, "click", square=[int(age), square(place)])


def act(widget, action):
    """Do by clicks what somebody at the screen would do; ask for nothing that is not offered."""
    match action:
        case Build() | Upgrade():
            send(widget, "click", square=[int(action.age), action.square])
            verb, code = type(action).__name__.lower(), f"{KINDS[action.kind].letter}{action.rank}"
            name = f"{verb} {code} {action.square}"
            entry = next(each for each in menu_of(widget)["entries"] if each["name"] == name)
            assert entry["why"] == ""
            paid = f"{name} {cards_text(action.cards)}"
            send(widget, "choose", name=paid if entry["ways"] else name)
        case Demolish():
            send(widget, "click", square=[int(action.age), action.square])
            send(widget, "choose", name=f"demolish {action.square}")
        case Travel():
            send(widget, "press", name=f"go:{int(action.origin)}{int(action.target)}")
        case Exchange():
            send(widget, "press", name="verb:exchange")
            for kind in KINDS:
                if action.cards[kind]:
                    count = str(action.cards[kind])
                    send(widget, "take", name=f"move.card.{kind.letter}", value=count)
            send(widget, "press", name="enter")
        case EndTurn():
            send(widget, "press", name="verb:end")
            if controls(widget).get("enter") is not None:
                send(widget, "press", name="enter")
        case _:
            send(widget, "click", square=[int(REASON), action.square])
    while widget.model._question is not None:
        send(widget, "press", name="skip")
        send(widget, "choose", name=menu_of(widget)["entries"][0]["name"])
    assert (widget.error, widget.page["refusal"]) == ("", "")


@pytest.mark.parametrize("rules", [RuleSet(), RuleSet(Edition.FIRST)], ids=["second", "first"])
def test_a_whole_game_is_played_by_clicks_and_saved_like_any_other(tmp_path, rules):
    path, rng = tmp_path / "mine.khr", Random(5)
    widget = play_against("greedy", "random", path=path, seed=8, rules=rules, warn=False)
    moves = 0
    while not widget.model.session.state.over:
        send(widget, "press", name="skip")
        state = widget.model.session.state
        assert state.seat == YOU
        move = choices(state).pick(rng)
        before = len(widget.record.line.nodes)
        act(widget, move.action if hasattr(move, "action") else move)
        assert len(widget.record.line.nodes) > before
        moves += 1
    assert moves > 14
    [kept] = read_games(path)
    assert isinstance(kept, GameRecord)
    assert kept.line == widget.record.line
    assert len(list(steps_of(kept))) == len(kept.line.nodes)  # all of it plays again
    send(widget, "press", name="skip")
    assert "won with" in widget.page["status"]
    widget.close()


def test_what_the_others_did_is_shown_effect_by_effect_and_their_cards_are_not(table):
    send(table, "press", name="verb:end")
    frames = len(table.model._watched)
    assert frames > 4
    seen = []
    while table.model._watched:
        seen.append((table.page["status"], table.scene["version"]))
        send(table, "press", name="on")
    assert len(seen) == frames
    assert len({version for _, version in seen}) == frames
    words = " ".join(status for status, _ in seen)
    assert "random" in words
    # What is drawn is told by number only.
    assert "draws 4 cards (****)" in words or "draws" not in words
    assert table.position.player.name == "Guest"
    hands = html(table, "players")
    assert hands.count('title="hidden"') >= 8
    # Your own hand is seen, and stands above the boards.
    assert table.page["acting"].count("kl-card") == 4
    assert 'title="hidden"' not in table.page["acting"]


def test_the_same_seed_and_the_same_clicks_give_the_same_game():
    def ended():
        widget = play_against("greedy", seed=11, warn=False)
        for _ in range(2):
            send(widget, "press", name="skip")
            send(widget, "press", name="verb:end")
        record = widget.record
        widget.close()
        return record

    assert ended() == ended()


def test_a_game_goes_on_where_it_was(tmp_path):
    path = tmp_path / "mine.khr"
    first = play_against("random", path=path, seed=4, warn=False)
    send(first, "press", name="skip")
    send(first, "press", name="verb:end")
    first.close()
    again = khronos_lab.play_against("random", path=path, seed=4, warn=False)
    assert again.record.line == first.record.line
    assert again.position.player.name == "Guest"
    again.close()
    with pytest.raises(KhronosError, match="this game has 2 players; name 1"):
        play_against("random", "random", path=path)


def test_own_moves_of_the_turn_can_be_taken_back_but_no_others(table):
    assert controls(table)["take_back"]["disabled"]
    rng = Random(2)
    build = next(
        each for each in (choices(table.position).pick(rng) for _ in range(99))
        if isinstance(each, Build)
    )  # fmt: skip
    before = table.position
    act(table, build)
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
    click(table, MIGHT, "f7")
    name = next(each["name"] for each in menu_of(table)["entries"] if not each["why"])
    [(answer, _)] = send(table, "try", name=name)
    assert answer["text"]
    assert table.record.line.nodes == nodes
    send(table, "choose", name="")
    assert table.page["menu"] is None


def test_it_speaks_german_and_refuses_what_it_does_not_know(table):
    table.language = "de"
    assert controls(table)["on"]["label"] == "▶ Weiter"
    for kind, more in (("press", {"name": "fly"}), ("take", {"name": "x", "value": ""})):
        send(table, kind, **more)
        assert re.match(r"there is (no button|nothing to choose)", table.error)
    with pytest.raises(KhronosError, match="whom you play against"):
        play_against()


def test_a_turn_that_gives_away_much_is_warned_of_once_and_may_be_taken_back(monkeypatch):
    asked = []

    def found(timeline):
        asked.append(working.review_last_turn(timeline).texts)
        return reviewed().mistakes[0]

    monkeypatch.setattr(against, "review_last_turn", found)
    widget = play_against("greedy", seed=2)
    send(widget, "press", name="skip")
    before = len(widget.record.line.nodes)
    send(widget, "press", name="verb:end")
    assert len(widget.record.line.nodes) == before
    assert reviewed().mistakes[0].why in unescape(html(widget, "warning"))
    assert "end the turn once more" in widget.page["refusal"]
    send(widget, "press", name="verb:end")
    assert len(widget.record.line.nodes) > before
    assert widget.page["refusal"] == ""
    # It was asked of a turn that is about to end, once.
    assert [texts[-1][0] for texts in asked] == [">"]
    widget.close()
