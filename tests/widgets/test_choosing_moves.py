"""Moves by clicks, from any position: every legal one can be chosen, every other says why not."""

from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import assume, given, settings

from khronos_lab.core import Build, Demolish, GameState, OpenChoice, Upgrade, bits, player_marks
from khronos_lab.desk import Replay, replay
from khronos_lab.engine import choices, new_game, play, play_through
from khronos_lab.records import GameRecord, Study, node_of
from khronos_lab.rulebook import AGES, KINDS, Edition, RuleSet
from tests.properties import starts
from tests.properties.strategies import SEEDS, crowded_states, mid_games, states
from tests.records.random_games import any_option, hidden_start
from tests.support import position
from tests.widgets.clicks import Clerk
from tests.widgets.page import Hand, controls, entries, place, send, shown

CLAUSE = re.compile(r"\([A-Z][0-9][a-z]?(, [A-Z][0-9][a-z]?)*\)")
FEW = settings(max_examples=10)


def desk(state: GameState, *, draws: bool = False) -> Replay:
    """A game that begins with a position, ready to try moves."""
    widget = replay(GameRecord({}, state)).what_if()
    if draws:
        send(widget, "take", name="branch.draws", value=True)
    return widget


def nodes(widget: Replay) -> list:
    return list(Study(widget.record).nodes_of(widget.branches)[: widget.spot.moves])


def assert_can_be_chosen(state: GameState, actions, rng: Random) -> None:
    """Each with a hand of its own, by tools and by menus."""
    for menus, action in enumerate(actions):
        move, outcome = play_through(state, action, any_option(rng))
        node = node_of(state, move, outcome, player_marks(state.names))
        widget = desk(state, draws=True)
        Clerk(Hand(widget), menus=bool(menus % 2)).enter(state, node)
        assert [each.move for each in nodes(widget)] == [node.move]
        assert widget.spot.state.boards == outcome.state.boards


@FEW
@given(state=states(), seed=SEEDS)
def test_every_legal_action_can_be_chosen(state, seed):
    rng, legal = Random(seed), list(choices(state))
    assert_can_be_chosen(state, rng.sample(legal, min(4, len(legal))), rng)


@FEW
@given(state=mid_games(), seed=SEEDS)
def test_every_legal_action_of_a_hidden_hand_can_be_chosen(state, seed):
    assume(not state.over)
    state, rng = hidden_start(state, {state.seat}), Random(seed)
    legal = list(choices(state))
    assert_can_be_chosen(state, rng.sample(legal, min(4, len(legal))), rng)


@pytest.mark.parametrize(
    ("state", "clauses"),
    [
        (starts.CASTLES, {"C2", "C4"}),
        (starts.CUBES_TIED, {"B8"}),
        (starts.BRIDGES, {"C2", "C3", "C4"}),
    ],
)
def test_questions_are_answered_by_clicking(state, clauses):
    asked: dict[str, list] = {}
    for action in choices(state):
        result = play(state, action)
        if isinstance(result, OpenChoice):
            asked.setdefault(result.clause, []).append(action)
    assert set(asked) == clauses
    for actions in asked.values():
        assert_can_be_chosen(state, actions[:3], Random(1))


def test_c4_a_question_is_put_in_words_and_another_square_is_refused():
    state = starts.CASTLES
    asked = next(each for each in choices(state) if isinstance(play(state, each), OpenChoice))
    question = play(state, asked)
    assert isinstance(question, OpenChoice)
    assert isinstance(asked, Build | Upgrade)
    widget = desk(state)
    send(widget, "take", name="tool", value=f"{asked.kind.letter}{asked.rank}")
    send(widget, "click", square=[int(asked.age), asked.square])
    assert state.names[question.seat] in shown(widget)["status"]
    assert set(entries(widget)) >= {f"answer {n}" for n in range(len(question.options))}
    send(widget, "click", square=[int(AGES[question.age - 1]), 0])
    assert f"({question.clause})" in shown(widget)["status"]
    assert nodes(widget) == []
    send(widget, "press", name="take_back")
    assert entries(widget) == {}


PLACED = (Build, Upgrade, Demolish)


def entry_of(action) -> tuple:
    """What the menu of a square calls an action, and where."""
    tool = "" if isinstance(action, Demolish) else f"{action.kind.letter}{action.rank} "
    return action.age, f"{type(action).__name__.lower()} {tool}{action.square}"


@FEW
@given(state=crowded_states() | mid_games(), seed=SEEDS)
def test_a_menu_offers_what_is_legal_and_says_of_the_rest_why_not(state, seed):
    assume(not state.over)
    rng, widget = Random(seed), desk(state)
    legal = {entry_of(each) for each in choices(state) if isinstance(each, PLACED)}
    for _ in range(4):
        age, sq = rng.choice(AGES[:2]), rng.choice(list(bits(state.grid.area)))
        send(widget, "click", square=[int(age), sq], menu=True)
        for name, entry in entries(widget).items():
            if name.startswith(("build", "upgrade", "demolish")):
                assert bool(entry["why"]) != ((age, name) in legal), (age, entry)
            assert not entry["why"] or CLAUSE.search(entry["why"]), entry
        widget.language = "de" if widget.language == "en" else "en"


@FEW
@given(state=states())
def test_a_tool_or_button_that_leads_to_nothing_has_a_reason_with_a_clause(state):
    assume(not state.over)  # then nothing is offered
    possible = {
        name.removesuffix("Turn").lower() for name, n in choices(state).count_by_kind().items() if n
    }
    families = choices(state).families
    possible |= {f"{f.kind.letter}{f.rank}" for f in families if f.verb in (Build, Upgrade)}
    widget = desk(state)
    offered = controls(widget)
    dimmed = dict(offered["tool"]["dimmed"])
    for tool, _ in offered["tool"]["options"]:
        assert not tool or (tool in dimmed) != (tool in possible), tool
    assert all(CLAUSE.search(why) for why in dimmed.values())
    for name in offered:
        if name.startswith("verb:"):
            assert offered[name]["disabled"] != (name.removeprefix("verb:") in possible)
            assert not offered[name]["disabled"] or CLAUSE.search(offered[name]["hint"])
    assert ("verb:swap" in offered) == state.rules.holdem


# ------------------------------------------------------------------ cards


def test_s4_draws_are_entered_and_no_more_of_a_kind_than_there_are():
    widget = desk(new_game(2, seed=2)._replace(pile=(0, 20, 19), discards=(0, 0, 0)), draws=True)
    send(widget, "press", name="verb:end")
    assert shown(widget)["status"].endswith("0/4.")
    send(widget, "take", name="move.draw.m", value="4")
    assert "(S4)" in shown(widget)["status"]
    assert nodes(widget) == []
    send(widget, "take", name="move.draw.m", value="0")
    send(widget, "take", name="move.draw.r", value="4")
    assert [node.text for node in nodes(widget)] == [">rrrr"]


def test_t2_an_exchange_of_hidden_cards_is_a_number():
    widget = desk(hidden_start(new_game(2, seed=2), {0, 1}))
    send(widget, "press", name="verb:exchange")
    assert "(T2)" in shown(widget)["status"]
    send(widget, "take", name="move.hidden", value="5")
    assert "number of cards" in widget.error
    send(widget, "take", name="move.hidden", value="2")
    send(widget, "press", name="enter")
    assert [node.text for node in nodes(widget)] == ["x**>**"]


def test_v1_the_first_edition_names_what_is_discarded():
    state = new_game(2, seed=2, rules=RuleSet(Edition.FIRST))
    kind = next(kind for kind in KINDS if state.player.hand[kind])
    widget = desk(state)
    send(widget, "press", name="verb:end")
    send(widget, "take", name=f"move.card.{kind.letter}", value="1")
    send(widget, "press", name="enter")
    [node] = nodes(widget)
    assert node.text.startswith(f"-{kind.letter}>")
    assert len(node.text) == 4


# ------------------------------------------------------------------ squares


def test_a2_an_upgrade_may_be_clicked_anywhere_on_the_building():
    """Where only one place holds the square, that one is meant."""
    state = position("""
        player Red: coins 4, hand cccc, at Might Might
        player White: coins 4, hand cccc, at Might Might

        Might      | Faith      | Reason
        . . . m1W  | . . . .    | . . . .
        h . . .    | h . . .    | h . . .
        m1W . . .  | . . . .    | . . . .
        """)
    widget = desk(state)
    send(widget, "take", name="tool", value="c2")
    send(widget, "click", square=place("M c3"))
    assert nodes(widget) == []
    send(widget, "click", square=place("M a2"))
    assert [node.text for node in nodes(widget)] == ["M^c2a1"]
