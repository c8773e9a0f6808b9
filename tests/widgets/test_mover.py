"""The mover: every legal move can be chosen, every other click says why not."""

from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from khronos_lab.analysis import Wish, where_allowed
from khronos_lab.core import (
    Build,
    Building,
    Demolish,
    EndTurn,
    Exchange,
    GameState,
    Move,
    Populate,
    Question,
    Restore,
    Swap,
    Travel,
    Upgrade,
    bits,
    cards_text,
    square,
)
from khronos_lab.engine import Outcome, choices, new_game, play
from khronos_lab.players import ALL
from khronos_lab.rulebook import (
    AGES,
    KINDS,
    NO_CARDS,
    Age,
    Edition,
    KhronosError,
    Kind,
    RuleSet,
    say,
)
from khronos_lab.widgets import (
    BUILDINGS,
    BoardInput,
    Mover,
    acting_line,
    card_verbs,
    details,
    open_question,
    preview_log,
    status_text,
    where_asked,
    why_no_button,
    why_no_tool,
)
from tests.properties import starts
from tests.properties.strategies import SEEDS, crowded_states, mid_games, states
from tests.records.random_games import hidden_start
from tests.support import in_language, position

CLAUSE = re.compile(r"\([A-Z][0-9][a-z]?\)")


# ------------------------------------------------------------------ through what is shown


def controls(touch: BoardInput) -> dict:
    return {each.name: each for group in touch.groups() for each in group.controls}


def entries(touch: BoardInput) -> dict:
    menu = touch.menu()
    assert menu is not None
    return {each.name: each for each in menu.entries}


def choose(touch: BoardInput, control: str, value: str) -> Move | None:
    """Choose something that is on the page."""
    assert value in [each for each, _ in controls(touch)[control].options]
    return touch.take(control, value)


def press(touch: BoardInput, button: str) -> Move | None:
    """Press a button that is on the page and can be pressed."""
    assert not controls(touch)[button].disabled
    return touch.press(button)


def reach(touch: BoardInput, action) -> Move | None:
    """Choose an action by what is shown: a square, its menu, and buttons."""
    match action:
        case Build() | Upgrade():
            touch.click(action.age, action.square)
            tool = f"{action.kind.letter}{action.rank}"
            entry = entries(touch)[f"{type(action).__name__.lower()} {tool} {action.square}"]
            assert not entry.why
            paid = f"{entry.name} {cards_text(action.cards)}"
            return touch.choose(paid if paid in dict(entry.ways) else entry.name)
        case Demolish() | Populate() | Restore():
            touch.click(getattr(action, "age", Age.REASON), action.square, menu=True)
            entry = entries(touch)[f"{type(action).__name__.lower()} {action.square}"]
            assert not entry.why
            return touch.choose(entry.name)
        case Travel():
            return press(touch, f"go:{int(action.origin)}{int(action.target)}")
        case EndTurn() if action.discard is None:
            return press(touch, "verb:end")
    verb = "end" if isinstance(action, EndTurn) else type(action).__name__.lower()
    press(touch, f"verb:{verb}")
    if isinstance(action, Swap):
        choose(touch, "move.open", action.kind.letter)
    gone = action.discard if isinstance(action, EndTurn) else action.cards
    assert gone is not None
    for kind in KINDS:
        if gone[kind]:
            choose(touch, f"move.card.{kind.letter}", str(gone[kind]))
    if getattr(action, "hidden", 0):
        choose(touch, "move.hidden", str(action.hidden))
    return press(touch, "enter")


def answered(touch: BoardInput, move: Move | None, rng: Random) -> Move:
    """Answer whatever is asked: by clicking where that is possible, else in the menu."""
    while move is None:
        question = open_question(touch.mover)
        assert question is not None
        number = rng.randrange(len(question.options))
        option = question.options[number]
        if question.clause == "B8":
            move = touch.choose(f"answer {number}")
            continue
        sq = option.square if isinstance(option, Building) else option
        assert where_asked(question)[question.age].now >> sq & 1
        elsewhere = [each for age, each in zip(AGES, where_asked(question), strict=True)
                     if age is not question.age]  # fmt: skip
        assert not any(mask for each in elsewhere for mask in each)
        assert f"answer {number}" in entries(touch)
        move = touch.click(question.age, sq)
    return move


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
        touch = BoardInput(state)
        move = answered(touch, reach(touch, action), rng)
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
            touch = BoardInput(state)
            answered(touch, reach(touch, action), Random(1))
    assert asked == clauses


# ------------------------------------------------------------------ every other click


WISHES = [
    *(Wish(verb, *BUILDINGS[tool]) for tool in BUILDINGS for verb in ("build", "upgrade")
      if verb == "build" or BUILDINGS[tool][1] > 1),
    Wish("demolish"), Wish("populate"), Wish("restore"),
]  # fmt: skip


@given(state=crowded_states() | mid_games(), seed=SEEDS)
def test_a_click_is_allowed_or_says_why_not_with_its_clause(state, seed):
    rng = Random(seed)
    squares = list(bits(state.grid.area))
    mover = Mover(state)
    for wish in WISHES:
        for age in AGES:
            for sq in rng.sample(squares, 4):
                clicked = mover.at(wish, age, sq)
                if clicked.said:
                    assert clicked.action is None
                    assert not where_allowed(state, wish)[age].now >> sq & 1
                    for reason in clicked.said:
                        assert CLAUSE.search(reason.text())
                        assert CLAUSE.search(in_language("de", reason.text))
                else:
                    assert clicked.broken is None
                    assert clicked.action is not None


@given(state=states())
def test_a_tool_or_button_that_leads_to_nothing_has_a_reason_with_a_clause(state):
    legal = {
        name.removesuffix("Turn").lower() for name, n in choices(state).count_by_kind().items() if n
    }
    placed = {
        f"{f.kind.letter}{f.rank}" for f in choices(state).families if f.verb in (Build, Upgrade)
    }
    reasons = {verb: (why_no_button(state, verb), verb in legal) for verb in card_verbs(state)}
    reasons["demolish"] = why_no_tool(state, "demolish"), "demolish" in legal
    reasons |= {tool: (why_no_tool(state, tool), tool in placed) for tool in BUILDINGS}
    for why, possible in reasons.values():
        assert (why is None) == possible
        if why is not None:
            assert CLAUSE.search(why.text())
            assert CLAUSE.search(in_language("de", why.text))


def test_swapping_is_offered_only_in_holdem():
    assert "swap" not in card_verbs(new_game(2, 1))
    assert "swap" in card_verbs(new_game(2, 1, rules=RuleSet(holdem=True)))


# ------------------------------------------------------------------ sentences


def test_an_illegal_click_tells_all_reasons():
    touch = BoardInput(new_game(2, seed=2))
    touch.take("tool", "m3")
    touch.click(Age.FAITH, square("f4"))
    said = touch.refused
    assert "(A1)" in said or "(T5)" in said
    assert said.endswith(").")


def told_by(mover: Mover, eyes: str = ALL) -> str:
    return "\n".join(entry.text("en") for entry in preview_log(mover, eyes))


def test_the_preview_tells_what_happens_and_not_what_is_drawn():
    state = new_game(2, seed=2)
    mover = Mover(state).at(Wish("build", Kind.MILITARY, 2), Age.MIGHT, square("f4"))
    action = Build(Age.MIGHT, Kind.MILITARY, 2, square("f4"), (2, 0, 0))
    assert mover.action == action
    told = told_by(mover)
    assert "(B3)" in told
    end = Mover(state).begin(EndTurn())
    assert "draws" not in told_by(end)
    hidden = told_by(end, "1")
    assert cards_text(state.player.hand) not in hidden
    assert "4 cards" in hidden


def test_marks_of_a_question_are_explained():
    state = starts.CASTLES
    asked = next(action for action in choices(state) if isinstance(play(state, action), Question))
    touch = BoardInput(state)
    assert reach(touch, asked) is None
    question = touch.mover.question
    assert question is not None
    assert state.names[question.seat] in touch.next_text()
    assert touch.below_text() == say("move-map_answers")
    half = touch.mover
    assert touch.click(AGES[question.age - 1], 0) is None
    assert (touch.mover.action, touch.mover.answers) == (half.action, half.answers)
    assert f"({question.clause})" in touch.refused


def test_names_are_escaped():
    state = new_game(["<b>Ann</b>", "Ben"], seed=2)
    assert "<b>Ann" not in acting_line(state)
    assert "&lt;b&gt;Ann" in acting_line(state)


# ------------------------------------------------------------------ draws


def test_draws_come_by_chance_or_are_entered():
    state = new_game(2, seed=2)
    assert BoardInput(state).press("verb:end") == Move(EndTurn())
    touch = BoardInput(state, asks_draws=True)
    assert touch.press("verb:end") is None
    assert touch.next_text() == f"{say('move-enter_draws')} 0/4."
    assert choose(touch, "move.draw.m", "3") is None
    assert choose(touch, "move.draw.c", "1") == Move(EndTurn(), (), (3, 0, 1))


def test_at_a_table_known_draws_must_be_entered_and_hidden_ones_may():
    state = new_game(2, seed=2)
    mover = Mover(state, asks_draws=True).begin(EndTurn())
    assert "move.draw" not in [each.name for each in details(mover)]
    assert mover.move is None
    assert mover.draw_fault
    assert mover.take("move.draw.r", "4").move == Move(EndTurn(), (), (0, 4, 0))
    hidden = Mover(hidden_start(state, {0, 1}), asks_draws=True).begin(EndTurn())
    assert hidden.move == Move(EndTurn())
    known = hidden.take("move.draw", "given").take("move.draw.m", "1")
    assert known.move == Move(EndTurn(), (), (1, 0, 0))


def test_s4_more_cards_of_a_kind_than_there_are_cannot_be_drawn():
    state = new_game(2, seed=2)._replace(pile=(0, 20, 19), discards=(0, 0, 0))
    mover = Mover(state).begin(EndTurn()).take("move.draw", "given")
    mover = mover.take("move.draw.m", "4")
    assert mover.move is None
    assert "(S4)" in status_text(mover)


def test_an_exchange_of_hidden_cards_is_a_number():
    state = hidden_start(new_game(2, seed=2), {0, 1})
    mover = Mover(state).begin(Exchange(NO_CARDS))
    assert mover.move is None
    assert "(T2)" in status_text(mover)
    assert mover.take("move.hidden", "2").move == Move(Exchange(NO_CARDS, 2))
    with pytest.raises(KhronosError, match="number of cards"):
        mover.take("move.hidden", "5")


def test_v1_the_first_edition_names_what_is_discarded():
    state = new_game(2, seed=2, rules=RuleSet(Edition.FIRST))
    mover = Mover(state).begin(EndTurn(NO_CARDS))
    assert mover.move == Move(EndTurn(NO_CARDS))
    assert mover.draws == 0
    kind = next(kind for kind in KINDS if state.player.hand[kind])
    mover = mover.take(f"move.card.{kind.letter}", "1")
    assert mover.draws == 1


# ------------------------------------------------------------------ taking back


@given(state=mid_games(), seed=st.integers(0, 10**6))
def test_what_is_half_chosen_can_be_let_go(state, seed):
    assume(not state.over)
    touch = BoardInput(state)
    reach(touch, choices(state).pick(Random(seed)))
    touch.cancel()
    assert touch.mover == Mover(state)
    assert not touch.begun
    assert touch.menu() is None


def test_no_button_is_made_up():
    touch = BoardInput(new_game(2, seed=2))
    for button in ("fly", "go:0", "go:77", "verb:fly", "enter"):
        with pytest.raises(KhronosError):
            touch.press(button)


def test_what_is_not_there_is_refused():
    mover = Mover(new_game(2, seed=2))
    for control, value in (("nothing", ""), ("open", "m"), ("card.m", "1"), ("hidden", "1")):
        with pytest.raises(KhronosError):
            mover.take(f"move.{control}", value)
    with pytest.raises(KhronosError, match="nothing is asked"):
        mover.answer(0)
    with pytest.raises(KhronosError, match="payment"):
        mover.pay("mm")
    with pytest.raises(KhronosError, match="no action 'swap'"):
        BoardInput(mover.state).press("verb:swap")


def test_t4_a_journey_that_cannot_be_made_says_why():
    touch = BoardInput(new_game(2, seed=2))
    assert touch.press("go:12") is None
    assert "(T4)" in touch.refused
    assert not touch.begun


def test_v2_a_swap_begins_with_cards_that_lie_open_and_can_be_changed():
    touch = BoardInput(new_game(2, seed=2, rules=RuleSet(holdem=True)))
    lying = [kind for kind in KINDS if touch.mover.state.open_cards[kind]]
    touch.press("verb:swap")
    assert controls(touch)["move.open"].value == lying[0].letter
    choose(touch, "move.open", lying[-1].letter)
    assert touch.mover.action == Swap(lying[-1], NO_CARDS)


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
    mover, town = Mover(state), Wish("upgrade", Kind.CIVIL, 2)
    assert [*bits(where_allowed(state, town)[0].now)] == [square("a1")]
    assert mover.at(town, Age.MIGHT, square("a2")).action == Upgrade(
        Age.MIGHT, Kind.CIVIL, 2, square("a1"), (0, 0, 2)
    )
    assert mover.at(town, Age.MIGHT, square("c2")).said
