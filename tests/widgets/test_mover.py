"""The mover: every legal move can be chosen, every other click says why not."""

from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from khronos_lab.core.actions import (
    Build,
    Demolish,
    EndTurn,
    Exchange,
    Move,
    Populate,
    Restore,
    Swap,
    Travel,
    Upgrade,
)
from khronos_lab.core.board import Building
from khronos_lab.core.captions import action_text
from khronos_lab.core.squares import bits, square
from khronos_lab.core.state import GameState, cards_text
from khronos_lab.engine.legal_actions import choices
from khronos_lab.engine.moves import Outcome, Question, play
from khronos_lab.engine.setup import new_game
from khronos_lab.players.knowledge import ALL
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.language import say
from khronos_lab.rulebook.pieces import AGES, KINDS, NO_CARDS, Age, Kind
from khronos_lab.rulebook.ruleset import Edition, RuleSet
from khronos_lab.widgets.move_input.move_choice import Mover
from khronos_lab.widgets.move_input.panels import (
    below_text,
    move_groups,
    move_panels,
    pressed,
    preview_log,
    status_text,
)
from tests.properties import starts
from tests.properties.strategies import SEEDS, crowded_states, mid_games, states
from tests.records.random_games import hidden_start
from tests.support import position

VERBS = {
    Build: "build", Upgrade: "upgrade", Demolish: "demolish", Populate: "populate",
    Restore: "restore", Travel: "travel", Exchange: "exchange", Swap: "swap", EndTurn: "end",
}  # fmt: skip
CLAUSE = re.compile(r"\([A-Z][0-9][a-z]?\)")


# ------------------------------------------------------------------ through what is shown


def controls(mover: Mover) -> dict:
    return {each.name: each for group in move_groups(mover, "en") for each in group.controls}


def choose(mover: Mover, control: str, value: str) -> Mover:
    """Choose something that is on the page, and not dimmed."""
    shown = controls(mover)[control]
    assert value in [each for each, _ in shown.options]
    assert value not in [each for each, _ in shown.dimmed]
    return mover.take(control, value)


def reach(mover: Mover, action) -> Mover:
    """Choose an action by what is shown: controls, and squares with a dot."""
    mover = choose(mover, "move.verb", VERBS[type(action)])
    if isinstance(action, Build | Upgrade):
        mover = choose(mover, "move.building", f"{action.kind.letter}{action.rank}")
    if isinstance(action, Build | Upgrade | Demolish | Populate | Restore):
        age = getattr(action, "age", Age.REASON)
        assert mover.where[age].now >> action.square & 1
        mover = mover.click(age, action.square)
    if isinstance(action, Build | Upgrade) and "move.pay" in controls(mover):
        mover = choose(mover, "move.pay", cards_text(action.cards))
    if isinstance(action, Travel):
        if "move.from" in controls(mover):
            mover = choose(mover, "move.from", str(int(action.origin)))
        mover = mover.click(action.target, next(bits(mover.state.grid.area)))
    if isinstance(action, Swap):
        mover = choose(mover, "move.open", action.kind.letter)
    if isinstance(action, Exchange | Swap):
        mover = with_cards(mover, action.cards, getattr(action, "hidden", 0))
    if isinstance(action, EndTurn) and action.discard is not None:
        mover = with_cards(mover, action.discard, action.hidden)
    return mover


def with_cards(mover: Mover, cards, hidden: int) -> Mover:
    for kind in KINDS:
        if cards[kind]:
            mover = choose(mover, f"move.card.{kind.letter}", str(cards[kind]))
    return choose(mover, "move.hidden", str(hidden)) if hidden else mover


def answered(mover: Mover, rng: Random) -> Mover:
    """Answer whatever is asked: by clicking where that is possible."""
    while mover.question is not None:
        assert mover.missing == "answer"
        assert mover.move is None
        question = mover.question
        number = rng.randrange(len(question.options))
        option = question.options[number]
        if question.clause == "B8":
            mover = choose(mover, "move.answer", str(number))
            continue
        sq = option.square if isinstance(option, Building) else option
        assert mover.where[question.age].now >> sq & 1
        mover = mover.click(question.age, sq)
        assert mover.half.answers[-1] == number
    return mover


# ------------------------------------------------------------------ every legal action


@given(state=states(), seed=SEEDS)
def test_every_legal_action_can_be_chosen(state, seed):
    check_that_all_can_be_chosen(state, seed)


@given(state=mid_games(), seed=SEEDS)
def test_every_legal_action_of_a_hidden_hand_can_be_chosen(state, seed):
    assume(not state.over)
    check_that_all_can_be_chosen(hidden_start(state, {state.seat}), seed)


def check_that_all_can_be_chosen(state: GameState, seed: int) -> None:
    rng = Random(seed)
    legal = list(choices(state))
    for action in rng.sample(legal, min(12, len(legal))):
        mover = reach(Mover(state), action)
        assert mover.action == action
        mover = answered(mover, rng)
        assert mover.missing == ""
        move = mover.move
        assert move is not None
        assert move.action == action
        assert isinstance(play(state, move), Outcome)


@pytest.mark.parametrize(
    ("state", "clauses"),
    [
        (starts.CASTLES, {"C2", "C4"}),
        (starts.CUBES_TIED, {"B8"}),
        (starts.BRIDGES, {"C2", "C3", "C4"}),
    ],
)
def test_questions_are_answered_by_clicking(state, clauses):
    asked = set()
    for action in choices(state):
        result = play(state, action)
        if isinstance(result, Question):
            asked.add(result.clause)
            answered(reach(Mover(state), action), Random(1))
    assert asked == clauses


# ------------------------------------------------------------------ every other click


def wishes(mover: Mover):
    """The mover after each choice of an action and a building."""
    for verb in mover.verbs:
        chosen = mover.take("move.verb", verb.value)
        assert bool(chosen.said) is not verb.possible
        if chosen.buildings:
            for building in chosen.buildings:
                yield chosen.take("move.building", building.value)
        else:
            yield chosen


@given(state=crowded_states() | mid_games(), seed=SEEDS)
def test_a_click_is_allowed_or_says_why_not_with_its_clause(state, seed):
    rng = Random(seed)
    squares = list(bits(state.grid.area))
    for mover in wishes(Mover(state)):
        if mover.wish is None:
            continue
        for age in AGES:
            for sq in rng.sample(squares, 4):
                clicked = mover.click(age, sq)
                if clicked.said:
                    assert clicked.half == mover.half
                    assert not mover.where[age].now >> sq & 1
                    for reason in clicked.said:
                        assert CLAUSE.search(reason.text("en"))
                        assert CLAUSE.search(reason.text("de"))
                else:
                    assert clicked.broken is None
                    assert clicked.action is not None


@given(state=states())
def test_an_action_that_is_not_offered_has_a_reason_with_a_clause(state):
    counts = choices(state).count_by_kind()
    legal = {VERBS[verb] for verb in VERBS if counts.get(verb.__name__)}
    for offer in Mover(state).verbs:
        assert offer.possible == (offer.value in legal)
        if offer.why is not None:
            assert CLAUSE.search(offer.why.text("en"))
            assert CLAUSE.search(offer.why.text("de"))


@given(state=states())
def test_a_building_that_is_not_offered_has_a_reason_with_a_clause(state):
    families = choices(state).families
    for verb, action in (("build", Build), ("upgrade", Upgrade)):
        legal = {f"{f.kind.letter}{f.rank}" for f in families if f.verb is action}
        offers = Mover(state).take("move.verb", verb).buildings
        assert {each.value for each in offers if each.possible} == legal
        for offer in offers:
            if offer.why is not None:
                assert CLAUSE.search(offer.why.text("en"))


def test_swapping_is_offered_only_in_holdem():
    assert "swap" not in [each.value for each in Mover(new_game(2, 1)).verbs]
    holdem = new_game(2, 1, rules=RuleSet(holdem=True))
    assert "swap" in [each.value for each in Mover(holdem).verbs]


# ------------------------------------------------------------------ sentences


def test_a_click_before_anything_is_chosen_says_what_comes_first():
    mover = Mover(new_game(2, seed=2))
    assert status_text(mover, "en") == say("move-next-verb", "en")
    assert status_text(mover.click(Age.MIGHT, 0), "en") == say("move-first-verb", "en")
    building = mover.take("move.verb", "build").click(Age.MIGHT, 0)
    assert status_text(building, "de") == say("move-first-building", "de")


def test_an_illegal_click_tells_all_reasons():
    mover = Mover(new_game(2, seed=2)).take("move.verb", "build").take("move.building", "m3")
    said = status_text(mover.click(Age.FAITH, square("f4")), "en")
    assert "(A1)" in said or "(T5)" in said
    assert said.endswith(").")


def told_by(mover: Mover, eyes: str = ALL) -> str:
    return "\n".join(entry.text("en") for entry in preview_log(mover, eyes))


def test_the_preview_tells_what_happens_and_not_what_is_drawn():
    state = new_game(2, seed=2)
    mover = Mover(state).take("move.verb", "build").take("move.building", "m2")
    mover = mover.click(Age.MIGHT, square("f4"))
    action = Build(Age.MIGHT, Kind.MILITARY, 2, square("f4"), (2, 0, 0))
    assert mover.action == action
    assert status_text(mover, "en").startswith(say("move-ready", "en"))
    assert action_text(action, "en") in status_text(mover, "en")
    told = told_by(mover)
    assert "(B3)" in told
    end = Mover(state).take("move.verb", "end")
    assert "draws" not in told_by(end)
    hidden = told_by(end, "1")
    assert cards_text(state.player.hand) not in hidden
    assert "4 cards" in hidden


def test_marks_of_a_question_are_explained():
    state = starts.CASTLES
    asked = next(action for action in choices(state) if isinstance(play(state, action), Question))
    mover = reach(Mover(state), asked)
    question = mover.question
    assert question is not None
    assert mover.state.names[question.seat] in status_text(mover, "en")
    assert below_text(mover, "en") == say("move-map_answers", "en")
    elsewhere = mover.click(AGES[question.age - 1], 0)
    assert elsewhere.half == mover.half
    assert f"({question.clause})" in status_text(elsewhere, "en")


def test_names_in_panels_are_escaped():
    state = new_game(["<b>Ann</b>", "Ben"], seed=2)
    mover = Mover(state).take("move.verb", "travel").take("move.to", "1")
    html = "".join(panel.html for panel in move_panels(mover, "en"))
    assert "<b>Ann" not in html
    assert "&lt;b&gt;Ann" in html


# ------------------------------------------------------------------ draws


def test_draws_come_by_chance_or_are_entered():
    state = new_game(2, seed=2)
    mover = Mover(state).take("move.verb", "end")
    assert mover.move == Move(EndTurn())
    mover = choose(mover, "move.draw", "given")
    assert mover.missing == "draws"
    assert status_text(mover, "en") == f"{say('move-enter_draws', 'en')} 0/4."
    mover = choose(choose(mover, "move.draw.m", "3"), "move.draw.c", "1")
    assert mover.move == Move(EndTurn(), (), (3, 0, 1))
    assert mover.take("move.draw", "chance").move == Move(EndTurn())


def test_at_a_table_known_draws_must_be_entered_and_hidden_ones_may():
    state = new_game(2, seed=2)
    mover = Mover(state, asks_draws=True).take("move.verb", "end")
    assert "move.draw" not in controls(mover)
    assert mover.missing == "draws"
    assert mover.take("move.draw.r", "4").move == Move(EndTurn(), (), (0, 4, 0))
    hidden = Mover(hidden_start(state, {0, 1}), asks_draws=True).take("move.verb", "end")
    assert hidden.move == Move(EndTurn())
    known = hidden.take("move.draw", "given").take("move.draw.m", "1")
    assert known.move == Move(EndTurn(), (), (1, 0, 0))


def test_s4_more_cards_of_a_kind_than_there_are_cannot_be_drawn():
    state = new_game(2, seed=2)._replace(pile=(0, 20, 19), discards=(0, 0, 0))
    mover = Mover(state).take("move.verb", "end").take("move.draw", "given")
    mover = mover.take("move.draw.m", "4")
    assert mover.move is None
    assert "(S4)" in status_text(mover, "en")


def test_an_exchange_of_hidden_cards_is_a_number():
    state = hidden_start(new_game(2, seed=2), {0, 1})
    mover = Mover(state).take("move.verb", "exchange")
    assert mover.missing == "cards"
    assert "(T2)" in status_text(mover, "en")
    assert mover.take("move.hidden", "2").move == Move(Exchange(NO_CARDS, 2))
    with pytest.raises(KhronosError, match="number of cards"):
        mover.take("move.hidden", "5")


def test_v1_the_first_edition_names_what_is_discarded():
    state = new_game(2, seed=2, rules=RuleSet(Edition.FIRST))
    mover = Mover(state).take("move.verb", "end")
    assert mover.move == Move(EndTurn(NO_CARDS))
    assert mover.draws == 0
    kind = next(kind for kind in KINDS if state.player.hand[kind])
    mover = choose(mover, f"move.card.{kind.letter}", "1")
    assert mover.draws == 1


# ------------------------------------------------------------------ taking back


@given(state=mid_games(), seed=st.integers(0, 10**6))
def test_every_choice_can_be_taken_back(state, seed):
    assume(not state.over)
    action = choices(state).pick(Random(seed))
    mover = answered(reach(Mover(state), action), Random(seed))
    halves = []
    while mover.can_go_back:
        halves.append(mover.half)
        mover = pressed(mover, "move.back")
    assert mover == Mover(state)
    assert len(set(halves)) == len(halves)


def test_a_new_building_forgets_the_square_and_a_new_verb_everything_else():
    mover = Mover(new_game(2, seed=2)).take("move.verb", "build").take("move.building", "m2")
    placed = mover.click(Age.MIGHT, square("f4"))
    assert placed.take("move.building", "c1").half.place is None
    upgrade = placed.take("move.verb", "upgrade")
    assert (upgrade.half.building, upgrade.half.place) == ("m2", None)
    assert pressed(upgrade, "move.clear") == Mover(new_game(2, seed=2))


def test_what_is_not_there_is_refused():
    mover = Mover(new_game(2, seed=2))
    for control, value in (("verb", "fly"), ("verb", "swap"), ("nothing", ""), ("answer", "0")):
        with pytest.raises(KhronosError):
            mover.take(f"move.{control}", value)
    with pytest.raises(KhronosError, match="building"):
        mover.take("move.verb", "upgrade").take("move.building", "c1")


def test_an_upgrade_may_be_clicked_anywhere_on_the_building():
    """Where only one place holds the square, that one is meant."""
    state = position("""
        player Red: coins 4, hand cccc, at Might Might
        player White: coins 4, hand cccc, at Might Might

        Might      | Faith      | Reason
        . . . m1W  | . . . .    | . . . .
        h . . .    | h . . .    | h . . .
        m1W . . .  | . . . .    | . . . .
        """)
    mover = Mover(state).take("move.verb", "upgrade").take("move.building", "c2")
    assert [*bits(mover.where[0].now)] == [square("a1")]
    assert mover.click(Age.MIGHT, square("a2")).action == Upgrade(
        Age.MIGHT, Kind.CIVIL, 2, square("a1"), (0, 0, 2)
    )
    assert mover.click(Age.MIGHT, square("c2")).said
