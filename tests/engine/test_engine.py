"""The engine: states never change, questions come one by one, refusals say what and why."""

from __future__ import annotations

import pytest

from khronos_lab import Build, EndTurn, Travel, Upgrade, new_game, play, why_not
from khronos_lab.core import Action, ChoiceMade, Move, OpenChoice, add_cards, position_text
from khronos_lab.engine import Outcome, choices, legal_actions, play_through
from khronos_lab.rulebook import (
    FAITH,
    MIGHT,
    NO_CARDS,
    Edition,
    IllegalAction,
    KhronosError,
    RuleSet,
)
from tests.mechanics.moves import build
from tests.support import asked, do, events_of, position

JOINING = """
    players Red: hand c; White
    Might             | Faith     | Reason
    m1R .  m1W        | . . .     | . . .
"""
"""A hamlet at b1 joins two domains of equal strength; one watchtower is Red's, so it yields."""

CASTLES = """
    players Red: hand c; White; Green
    Might                         | Faith         | Reason
    m2W #   .  m2G #   | . . . . .     | . . . . .
    #   #   .  #   #   | . . . . .     | . . . . .
"""
"""A hamlet at c1 joins two domains of equal strength, and neither keep is Red's."""


def test_a_question_is_returned_and_nothing_has_changed():
    state = position(CASTLES)
    before = position_text(state)
    question = asked(state, build(MIGHT, "c1", "c1", "c"))
    assert (question.clause, question.seat, len(question.options)) == ("C2", 0, 2)
    assert question.log, "what would have happened so far is told"
    assert position_text(state) == before


def test_each_answer_leads_to_the_next_question():
    state = position(CASTLES)
    action = build(MIGHT, "c1", "c1", "c")
    place = asked(state, action, 1)
    assert (place.clause, place.seat) == ("C4", 2)
    outcome = do(state, action, 1, 3)
    chosen = [event.choice for event in events_of(outcome, ChoiceMade)]  # type: ignore[attr-defined]
    assert chosen == [place.subject, place.options[3]]


def test_play_through_answers_everything_and_gives_the_full_move():
    state = position(CASTLES)
    seen: list[OpenChoice] = []

    def last(_: object, question: OpenChoice) -> int:
        seen.append(question)
        return len(question.options) - 1

    move, outcome = play_through(state, build(MIGHT, "c1", "c1", "c"), last)
    assert [question.clause for question in seen] == ["C2", "C4"]
    assert move.answers == (1, 3)
    assert play(state, move) == outcome


@pytest.mark.parametrize("answer", [-1, 2, 99])
def test_an_answer_that_is_no_option_is_refused(answer):
    with pytest.raises(IllegalAction, match=r"answer -?\d+ to question 1 .* 0 to 1 \(C2\)"):
        play(position(CASTLES), Move(build(MIGHT, "c1", "c1", "c"), (answer,)))


def test_an_answer_too_many_is_refused():
    with pytest.raises(IllegalAction, match="asks 0 questions, but has 1 answers"):
        play(position(JOINING), Move(Travel(MIGHT, FAITH), (0,)))


def test_a_refusal_names_action_reason_clause_and_position():
    state = position(JOINING)
    with pytest.raises(IllegalAction) as caught:
        play(state, build(MIGHT, "m1", "b1", "m"))
    message = str(caught.value)
    assert message.startswith("illegal build: ")
    assert message.endswith("build watchtower at b1 in Might for m; round 1, Red to act")
    assert caught.value.violation is not None
    assert f"({caught.value.violation.clause})" in message


def test_drawn_cards_are_taken_from_the_move():
    state = new_game(2, seed=3)
    outcome = play(state, Move(EndTurn(), drawn=(4, 0, 0)))
    assert isinstance(outcome, Outcome)
    assert outcome.state.players[state.seat].hand == (4, 0, 0)
    free = do(state, EndTurn()).state
    assert outcome.state.chance == free.chance, "chance moves on whoever decided the cards"


@pytest.mark.parametrize(
    ("action", "drawn", "reason"),
    [
        (Travel(MIGHT, FAITH), (0, 0, 0), "nothing is drawn"),
        (EndTurn(), (1, 1, 1), "4 cards are drawn here"),
        (EndTurn(), (5, -1, 0), "4 cards are drawn here"),
    ],
)
def test_drawn_cards_that_cannot_be_are_refused(action: Action, drawn, reason):
    with pytest.raises(IllegalAction, match=reason):
        play(new_game(2, seed=3), Move(action, drawn=drawn))


def test_t7_after_the_end_there_is_nothing_to_choose():
    state = new_game(2, seed=1)._replace(over=True)
    assert legal_actions(state) == []
    with pytest.raises(KhronosError, match="the game is over"):
        choices(state).pick(None)  # type: ignore[arg-type]
    with pytest.raises(IllegalAction, match="the game is over"):
        play(state, EndTurn())


@pytest.mark.parametrize("players", [1, 6, ["Ann"], [], "Abe", ["Ann", "Ann"], ["Ann", " "]])
def test_s1_no_game_has_such_players(players):
    with pytest.raises(KhronosError):
        new_game(players)


def test_kinds_of_actions_are_listed_in_a_fixed_order():
    order = [type(action).__name__ for action in legal_actions(new_game(4, seed=1))]
    assert list(dict.fromkeys(order)) == ["Exchange", "Travel", "Build", "Upgrade", "EndTurn"]


@pytest.mark.parametrize("first", [False, True], ids=["second edition", "first edition"])
def test_what_a_hidden_hand_may_do_is_legal_listed_once_and_holds_what_it_turns_out_to_be(first):
    rules = RuleSet(edition=Edition.FIRST if first else Edition.SECOND, holdem=first)
    known = new_game(2, seed=4, rules=rules)
    player = known.player
    hidden = player._replace(hand=NO_CARDS, hidden=4, secret=True)
    players = tuple(hidden if each is player else each for each in known.players)
    state = known._replace(players=players, pile=add_cards(known.pile, player.hand))
    listed = legal_actions(state)
    assert len(set(listed)) == len(listed) == len(choices(state))
    assert [action for action in listed if why_not(state, action) is not None] == []
    board_moves = [a for a in legal_actions(known) if isinstance(a, Build | Upgrade | Travel)]
    assert board_moves
    assert set(board_moves) < set(listed)
