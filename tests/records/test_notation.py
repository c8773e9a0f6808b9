"""Notation: every action as a few characters, and back; the page about it tells the truth."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from khronos_lab.core import GameState, player_marks, read_rules
from khronos_lab.core import actions as a
from khronos_lab.engine import (
    Outcome,
    action_text,
    legal_actions,
    move_text,
    new_game,
    play,
    play_token,
    read_token,
)
from khronos_lab.records import GameRecord, read_record, record_text, steps_of
from khronos_lab.rulebook import FAITH, MIGHT, REASON, Edition, KhronosError, RuleSet
from tests.fuzz.messages import check_message
from tests.mechanics.moves import build, cards, demolish, exchange, populate, restore, swap, upgrade
from tests.properties import starts
from tests.records.random_games import play_on
from tests.support import position

STATE = position(
    """
    rules: hold'em
    players Red: coins 9, hand mrcc, at Might Faith; White: hand mrcc, at Reason Reason
    open: mrc
    Might               | Faith               | Reason
    m1R .   .   .   f   | m2R #   .   .   f   | m2% #   .   .   f
    .   .   .   .   ^   | #   #   .   .   ^   | #   #   .   .   ^
    h   .   .   r1W .   | h   .   .   c1  .   | h   .   .   .   .
    """
)
FIRST = STATE._replace(rules=RuleSet(Edition.FIRST))

ACTIONS = [
    ("M+c1c1", build(MIGHT, "c1", "c1", "c")),
    ("M+m2b1", build(MIGHT, "m2", "b1", "mm")),
    ("F+c1e1/m", build(FAITH, "c1", "e1", "mc")),
    ("M+r1e2/mc", build(MIGHT, "r1", "e2", "mrc")),
    ("M+c2d1/mmr", build(MIGHT, "c2", "d1", "mmrccc")),
    ("M^m2a1", upgrade(MIGHT, "m2", "a1", "m")),
    ("F^c2d2/mr", upgrade(FAITH, "c2", "d2", "mrcc")),
    ("F^m3a1", upgrade(FAITH, "m3", "a1", "mm")),
    ("M-d3", demolish(MIGHT, "d3")),
    ("F-d3", demolish(FAITH, "d3")),
    ("R+a3", populate("a3")),
    ("R^a1", restore("a1")),
    ("M>F", a.Travel(MIGHT, FAITH)),
    ("R>M", a.Travel(REASON, MIGHT)),
    ("sm>r", swap("r", "m")),
    ("smrcc>mmmm", swap("m", "mrcc")),
]


@pytest.mark.parametrize(("token", "action"), ACTIONS)
def test_an_action_both_ways(token, action):
    assert action_text(STATE, action) == token
    assert read_token(STATE, token) == (action, (), None)


@pytest.mark.parametrize(
    ("state", "token", "action", "drawn"),
    [
        (STATE, "xmr>cc", exchange("mr"), "cc"),
        (STATE, ">mmrc", a.EndTurn(), "mmrc"),
        (FIRST, ">", a.EndTurn((0, 0, 0)), ""),
        (FIRST, "-mc>rr", a.EndTurn(cards("mc")), "rr"),
        (FIRST, "-mrcc>mmmm", a.EndTurn(cards("mrcc")), "mmmm"),
    ],
)
def test_cards_discarded_and_drawn(state, token, action, drawn):
    assert read_token(state, token) == (action, (), cards(drawn))
    move, outcome = play_token(state, token, ("R", "W"))
    assert move.drawn == cards(drawn)
    assert move_text(state, action, outcome.log, ("R", "W")) == token


def test_hidden_cards_are_stars():
    players = (STATE.players[0]._replace(hand=(1, 0, 0), hidden=3, secret=True), STATE.players[1])
    state = FIRST._replace(players=players)
    assert read_token(state, "xm**>***") == (a.Exchange((1, 0, 0), 2), (), (0, 0, 0))
    assert read_token(state, "-m*>r*") == (a.EndTurn((1, 0, 0), 1), (), (0, 1, 0))
    for token in ("xm**>***", "xm*>c*", "-m*>r*", "-***>***", ">"):
        move, outcome = play_token(state, token, ("R", "W"))
        assert move_text(state, move.action, outcome.log, ("R", "W")) == token


# ------------------------------------------------------------------ answers


C2 = position(
    """
    players Green: hand c; Red; White
    Might                 | Faith                 | Reason
    m2R #  . m2W #   h    | .   .  . .   .   h    | .   .  . .   .   h
    #   #  . #   #   .    | .   .  . .   .   .    | .   .  . .   .   .
    """
)
B8 = starts.CUBES_TIED


def test_c2_and_c4_answers_stand_beside_the_action():
    move, outcome = play_token(C2, "M+c1c1=d1=e2", ("G", "R", "W"))
    assert move.answers == (1, 3)
    assert move_text(C2, move.action, outcome.log, ("G", "R", "W")) == "M+c1c1=d1=e2"
    assert [str(b) for b in outcome.state.boards[0] if b.kind == 0] == [
        "keep at a1",
        "watchtower at e2",
    ]


def test_c3_answer_names_a_building():
    state = position(
        """
        players Green: hand c, coins 4; Red; White
        Might                    | Faith                    | Reason
        m2R #  c1 m3W #  #   h   | .   .  . .   .  .   h    | .   .  . .   .  .   h
        #   #  .  #   #  #   .   | .   .  . .   .  .   .    | .   .  . .   .  .   .
        m2W #  .  #   #  #   .   | .   .  . .   .  .   .    | .   .  . .   .  .   .
        #   #  .  .   .  .   .   | .   .  . .   .  .   .    | .   .  . .   .  .   .
        """
    )
    marks = ("G", "R", "W")
    with pytest.raises(KhronosError, match=r"open \(C3\): add one of =a1, a3"):
        play_token(state, "M-c1", marks)
    move, outcome = play_token(state, "M-c1=a3=b4", marks)
    assert (move.answers, move_text(state, move.action, outcome.log, marks)) == (
        (1, 3),
        "M-c1=a3=b4",
    )


def test_b8_answer_names_a_player():
    asked = []
    marks = player_marks(B8.names)
    for action in legal_actions(B8):
        result = play(B8, action)
        if not isinstance(result, Outcome) and result.clause == "B8":
            asked.append((action, result))
    assert asked
    for action, question in asked[:20]:
        for number, seat in enumerate(question.options):
            assert isinstance(seat, int)
            token = f"{action_text(B8, action)}=@{marks[seat]}"
            try:
                move, outcome = play_token(B8, token, marks)
            except KhronosError:  # another question follows
                continue
            assert move.answers[0] == number
            assert move_text(B8, action, outcome.log, marks) == token


@pytest.mark.parametrize(
    ("token", "sentence"),
    [
        ("M+c1c1", "'M+c1c1' leaves a choice open (C2): add one of =a1, d1"),
        ("M+c1c1=d1", "'M+c1c1=d1' leaves a choice open (C4): add one of =d1, e1, d2, e2"),
        ("M+c1c1=c1=e2", "'M+c1c1=c1=e2': 'c1' is not an answer (C2); there are a1, d1"),
        ("M+c1c1=d1=@R", "'M+c1c1=d1=@R': '@R' is not an answer (C4); there are d1, e1, d2, e2"),
        ("M+c1c1=d1=e2=a1", "'M+c1c1=d1=e2=a1' answers 3 questions, but 2 are asked"),
        ("M>F=a1", "'M>F=a1' answers 1 question, but none are asked"),
        ("M>F=", "'M>F=' answers 1 question, but none are asked"),
    ],
)
def test_wrong_answers_are_told_in_one_sentence(token, sentence):
    with pytest.raises(KhronosError) as caught:
        play_token(C2, token, ("G", "R", "W"))
    assert str(caught.value) == sentence


# ------------------------------------------------------------------ every legal action


def some_states(rules: RuleSet, players: int) -> list[GameState]:
    steps = list(steps_of(play_on(new_game(players, 4, rules=rules), 4)))
    return [step.before for step in steps[:: max(1, len(steps) // 6)]]


@pytest.mark.parametrize(
    "state",
    [
        *some_states(RuleSet(), 2),
        *some_states(RuleSet(Edition.FIRST, holdem=True), 3),
        *some_states(RuleSet(holdem=True), 5),
        starts.CASTLES,
        starts.BRIDGES,
        starts.CUBES_TIED,
        starts.APART,
    ],
    ids=lambda state: f"{len(state.players)} players, round {state.round}",
)
def test_every_legal_action_goes_through_text(state):
    seen = set()
    for action in legal_actions(state):
        token = action_text(state, action)
        if isinstance(action, a.EndTurn | a.Exchange):
            drawn = "mmmm" if isinstance(action, a.EndTurn) else "m" * sum(action.cards)
            if isinstance(action, a.EndTurn) and action.discard is not None:
                kept = sum(state.player.hand) - sum(action.discard)
                drawn = "m" * (4 - kept)
            token += f">{drawn}"
        assert read_token(state, token).action == action
        assert token not in seen
        seen.add(token)


# ------------------------------------------------------------------ what is wrong


@pytest.mark.parametrize(
    "token",
    ["", "=", "x", "-", "s", "M", "M+", "M+m4a1", "M+m2q1", "M+m2a1/", "M+m2a1/mmmmm", "M*F",
     "sm>rr", "sm>", "s>m", "R-a1", "M>X", "m>f", "xq>m", "x*m>mm", "1-0", "M+m2a1 ", "M+m2a1\n",
     "²", "end", "M+m2a1/*", ">mmrc>", "M>F>R", "+m2a1", "M+M2a1", "M+m2A1"],
)  # fmt: skip
def test_what_is_no_action_is_told_in_one_sentence(token):
    with pytest.raises(KhronosError, match=r"is not an action; write e\.g\.") as caught:
        play_token(STATE, token, ("R", "W"))
    assert str(caught.value).startswith(repr(token))


@pytest.mark.parametrize("token", ["M+m2a21", "M+m2a0", "M-a99", "R+p21", "R^b00", "M+m2a01"])
def test_what_is_no_square_is_told_in_one_sentence(token):
    with pytest.raises(
        KhronosError, match=r"There is no square .*: columns go from a to p, rows from 1 to 20"
    ):
        read_token(STATE, token)


@pytest.mark.parametrize("token", ["x>", "xm>", "xm>*", ">", ">****", ">mm**"])
def test_a_known_player_says_what_he_draws(token):
    with pytest.raises(KhronosError, match="does not say which cards Red draws"):
        read_token(STATE, token)


@given(st.text("MFRxs-+^>=/mrc123abp@*", max_size=14) | st.text(max_size=12))
def test_any_token_is_played_or_refused_with_a_sentence(token):
    for state in (STATE, FIRST, C2):
        try:
            play_token(state, token, player_marks(state.names))
        except KhronosError as fault:
            check_message(str(fault))


PAGE = files("khronos_lab.records").joinpath("FORMAT.md").read_text("utf-8")
EXAMPLE = PAGE.split("```\n")[1]


def test_the_example_is_a_whole_game_with_all_its_digests():
    record = read_record(EXAMPLE, "FORMAT.md")
    *_, last = steps_of(record)
    assert last.after.over
    assert [player.coins for player in last.after.players] == [3, 17]
    assert record_text(record) == EXAMPLE
    assert len(re.findall("#[0-9a-f]{6}", EXAMPLE)) == 15


def test_the_example_shows_what_the_page_explains():
    for piece in ("!", "{", "(", "=", "*", "/", "x", "M-", "R+", "R^", "M>"):
        assert piece in EXAMPLE.partition("\n\n")[2]


def test_the_page_names_every_tag_and_the_version():
    named = PAGE.replace("`Player1` ... `Player5`", "".join(f"`Player{n}`" for n in range(1, 6)))
    people = dict.fromkeys(("Event", "Site", "Date", "Result"), "x")
    starts = (
        new_game(5, 1),
        new_game(2, 1)._replace(round=2),
        new_game(2, 1, rules=RuleSet(holdem=True)),
    )
    written = {
        tag
        for start in starts
        for tag in re.findall(r"^\[(\w+) ", record_text(GameRecord(people, start)), re.MULTILINE)
    }
    assert len(written) >= 14
    assert [tag for tag in sorted(written) if f"`{tag}`" not in named] == []
    assert "version 2" in PAGE.splitlines()[0]


def test_the_page_says_rules_in_words_that_can_be_read():
    [row] = [line for line in PAGE.splitlines() if line.startswith("| `Rules`")]
    words = re.findall("`([^`]+)`", row)[1:]
    assert [read_rules(each).text for each in words] == words
    assert len(words) == 6


def test_every_example_of_the_table_is_an_action():
    rows = re.findall(r"^\| .* \((?:[A-Z][0-9])\) \| .* \| `([^`]+)` \|$", PAGE, re.MULTILINE)
    assert len(rows) == 10
    state = new_game(2, 1)
    first = new_game(2, 1, rules=RuleSet(Edition.FIRST))
    for token in rows:
        read_token(first if token.startswith("-") else state, token)


def test_inline_examples_are_tokens():
    state = new_game(2, 1)
    for token in ("M+c1b1=d1=e2", "M+m2c3=@W"):
        assert f"`{token}`" in PAGE
        read_token(state, token)
