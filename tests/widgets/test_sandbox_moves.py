"""Exercises of one's own: the move is clicked, checked by the engine, saved and practised."""

from __future__ import annotations

import pytest

from khronos_lab.core import square
from khronos_lab.rulebook import FAITH, MIGHT, REASON, KhronosError
from khronos_lab.scenarios import load_scenario, problems
from khronos_lab.widgets import VARIABLE, SandboxModel, practice, worksheet
from tests.support import position

BLOCKED = """
    player Ann:
    player Ben: coins 0
    Might        | Faith          | Reason
    . . . . .    | m1B . . r1B .  | . . . . .
    . . . . .    | . . . . .      | m2! m2! . . .
    . . . . h    | . . . . h      | m2! m2! . . h
    """


@pytest.fixture(autouse=True)
def file(tmp_path, monkeypatch):
    monkeypatch.setenv(VARIABLE, str(tmp_path / "progress.json"))


@pytest.fixture
def shown():
    model = SandboxModel(position(BLOCKED.replace("m2! m2!", ".   .  ")))
    model.use("ask", "monastery", player="Ann")
    return model


def test_a_click_is_the_move_and_whoever_makes_it_can_pay_for_it(shown):
    shown.click(MIGHT, square("b1"))
    assert shown.draft.move == "M+r2b1"
    assert shown.state.player.name == "Ann"
    assert shown.state.player.hand == (0, 2, 0)
    assert shown.state.player.adventurers == (MIGHT, MIGHT)
    assert "Ann builds a monastery at b1 in Might: M+r2b1" in shown.page().status
    asked = {each.asks for each in shown._questions}
    assert {"shadow Faith", "stopped"} <= asked


def test_a_small_building_of_the_same_sort_is_demolished_even_without_coins(shown):
    shown.use("ask", "watchtower", player="Ben")
    shown.click(FAITH, square("a1"))
    assert shown.draft.move == "F-a1"
    assert shown.state.player.coins == 1


def test_in_reason_a_click_is_a_cube_or_a_card(shown):
    shown.click(REASON, square("e3"))
    assert shown.draft.move.startswith("R")
    with pytest.raises(KhronosError, match="In Reason a move puts a cube on a building"):
        shown.click(REASON, square("a1"))


def test_a_forbidden_move_may_be_asked_about_too(shown):
    shown.use("ask", "chapel", player="Ann")
    shown.click(FAITH, square("e1"))
    assert [each.asks for each in shown._questions][:1] == ["legal"]
    assert shown._questions[0].correct is False


def test_what_only_this_move_does_is_asked_before_its_price(shown):
    shown.click(MIGHT, square("b1"))
    asked = [each.asks for each in shown._questions]
    assert asked[0] == "shadow Faith"
    assert asked.index("shadow Reason") < asked.index("cards")


def test_it_is_saved_checked_practised_and_printed(shown, tmp_path):
    shown.click(MIGHT, square("b1"))
    shown.take("asks", "shadow Faith")
    shown.take("file", str(tmp_path / "mine"))
    shown.press("save")
    made = load_scenario(tmp_path / "mine.khs")
    assert problems(made) == ()
    assert made.answer == "no"
    assert "B3a" in made.clauses
    opened = practice(str(tmp_path / "mine.khs"), language="de")
    assert "Ann" in opened.prompt
    opened.solve().check()
    assert opened.page["right"] is True
    sheet = worksheet(tmp_path / "mine.khs")
    assert [each.asks for each in sheet.exercises] == ["shadow Faith"]
    assert sheet.save(tmp_path / "sheet.pdf").stat().st_size > 1000


def test_the_move_is_drawn_and_undone_with_its_cards(shown):
    before = shown.state
    key = shown.picture_key()
    shown.click(MIGHT, square("b1"))
    assert shown.picture_key() != key
    shown.undo()
    assert shown.state == before
