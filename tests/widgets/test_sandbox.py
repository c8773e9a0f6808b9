"""The sandbox: edits, faults, undo, text, scenarios saved and opened; all without a browser."""

from __future__ import annotations

import pytest

import khronos_lab as kl
from khronos_lab.core import plain_grid, read_position, square
from khronos_lab.lessons import load_scenario, problems, scenario
from khronos_lab.rulebook import (
    MIGHT,
    REASON,
    KhronosError,
    data_folder,
)
from tests.board.unpacking import inflated
from tests.support import position
from tests.widgets.page import click, controls, entries, html, send

GAME = "data/games/08-lesson-three-ages.khr"


@pytest.fixture
def desk():
    widget = kl.sandbox(grid=plain_grid(7, 5, (square("a5"),)))
    yield widget
    widget.close()


def standing(widget, place: str) -> list[str]:
    """What stands on a square in each age."""
    return [str(board.at(square(place))) for board in widget.state.boards]


# ------------------------------------------------------------------ editing


def test_a_click_places_and_what_cannot_stand_is_told_with_its_clause(desk):
    send(desk, "take", name="tool", value="place")
    click(desk, "M b2")
    assert standing(desk, "b2") == ["keep at b2", "None", "None"]
    assert "✓ The position is legal." in html(desk, "faults")
    click(desk, "M d2")
    assert "✗ What cannot stand (1)" in html(desk, "faults")
    tie = "The keep at b2 and the keep at d2 tie as the highest military buildings of one domain"
    assert f"{tie} in Might (H1)." in html(desk, "faults")
    assert "(H1)" in desk.mode_page["status"]
    assert "Thick outline: squares that break a rule." in html(desk, "faults")


def test_with_shadows_the_rules_are_kept_and_told(desk):
    send(desk, "take", name="tool", value="place")
    send(desk, "take", name="cast", value=True)
    click(desk, "M b2")
    assert standing(desk, "c3") == ["keep at b2", "keep at b2", "keep ruin at b2"]
    assert "Black builds a keep at b2 in Might" in html(desk, "log")
    assert "plays" not in html(desk, "log")
    assert "coin" not in html(desk, "log")
    click(desk, "M d2")
    assert "(H1)" in desk.error
    assert standing(desk, "d2")[0] == "None"
    assert desk.place == (MIGHT, square("d2"))
    click(desk, "R e1")
    assert "Nobody builds in Reason (A1)" in desk.error


def test_c4_a_choice_on_the_way_is_asked_answered_or_given_up(desk):
    desk.use("place", "keep", player=0).edit("M a1").use("place", "keep", player=1).edit("M d1")
    desk.use("place", "hamlet", cast=True)
    click(desk, "M c1")
    assert desk.question is not None
    assert desk.question.clause == "C4"
    names = list(entries(desk))
    assert names == ["answer 0", "answer 1", "answer 2", "answer 3", ""]
    assert standing(desk, "c1")[0] == "None"
    send(desk, "choose", name="")
    assert desk.question is None
    click(desk, "M c1")
    send(desk, "choose", name="answer 9")
    assert "4 options, so there is no option 9" in desk.error
    send(desk, "choose", name="answer 1")
    assert desk.question is None
    assert str(desk.state.boards[MIGHT].at(square("b1"))) == "watchtower at b1"
    assert desk.faults == []


def test_undo_and_redo_go_any_number_of_steps(desk):
    seen = [desk.state]
    for place in ("M a1", "M d1", "F a1", "F d1", "M a3"):
        seen.append(desk.edit(place).state)
    for state in reversed(seen[:-1]):
        assert desk.undo().state == state
    assert not controls(desk)["redo"]["disabled"]
    assert controls(desk)["undo"]["disabled"]
    with pytest.raises(KhronosError, match="nothing to undo"):
        desk.undo()
    for state in seen[1:]:
        assert desk.redo().state == state
    send(desk, "press", name="redo")
    assert desk.error == "There is nothing to redo."
    desk.undo().edit("F f1").edit("F f1")  # the second time nothing changes, so it is no step
    assert desk.undo().state == seen[-2]
    desk.redo()
    with pytest.raises(KhronosError, match="nothing to redo"):
        desk.redo()


# ------------------------------------------------------------------ table, text, keys


def test_the_table_is_edited_player_by_player(desk):
    send(desk, "take", name="chosen", value="1")
    for name, value in [("coins", "12"), ("hand", "mmc*"), ("cubes", "3"), ("second", "2"),
                        ("round", "4"), ("acts", "1"), ("starts", "1")]:  # fmt: skip
        send(desk, "take", name=name, value=value)
        assert desk.error == ""
    player = desk.state.players[1]
    assert (player.coins, player.hand, player.hidden, player.cubes) == (12, (2, 0, 1), 1, 3)
    assert player.adventurers == (MIGHT, REASON)
    assert (desk.state.round, desk.state.seat, desk.state.start) == (4, 1, 1)
    send(desk, "take", name="sort", value="c3")
    send(desk, "take", name="tiles", value="0")
    assert desk.state.supply[2][3] == 0
    assert read_position(desk.text) == desk.state


def test_a_position_goes_out_and_comes_in_as_text(desk):
    desk.edit("M b2")
    text = controls(desk)["text"]["value"]
    assert read_position(text) == desk.state
    send(desk, "take", name="text", value="nonsense")
    send(desk, "press", name="take_text")
    assert "expected `word: value`" in desk.error
    # What was typed stays, so that it can be put right.
    assert controls(desk)["text"]["value"] == "nonsense"
    send(desk, "take", name="text", value=scenario(11).state.__repr__())
    send(desk, "press", name="take_text")
    assert desk.state == scenario(11).state
    assert desk.undo().state.grid.columns == 7


def test_keys_press_buttons_and_delete_removes_what_is_pointed_at(desk):
    assert desk.mode_page["keys"]["Ctrl+z"] == "undo"
    desk.edit("M b2")
    send(desk, "press", name="delete")
    assert standing(desk, "b2")[0] == "None"
    send(desk, "press", name="undo")
    send(desk, "press", name="clear")
    assert [str(each) for each in desk.state.boards[MIGHT]] == ["hamlet at a5"]
    send(desk, "press", name="explode")
    assert "no button" in desk.error


def test_the_menu_of_a_square_places_and_changes_what_stands_there(desk):
    place = [int(MIGHT), square("b2")]
    send(desk, "click", square=place)
    names = list(entries(desk))
    assert names[:2] == ["place m1", "place m2"]
    assert len(names) == 9  # nothing stands there that could be owned or removed
    [(_, [data])] = send(desk, "try", name="place m2")
    assert f"b0.{square('b2')}" in inflated(data)["items"]
    assert standing(desk, "b2")[0] == "None"
    send(desk, "choose", name="place m2")
    assert standing(desk, "b2") == ["keep at b2", "None", "None"]
    assert desk.mode_page["menu"] is None
    send(desk, "click", square=place)
    refused = {name: each["why"] for name, each in entries(desk).items()}
    assert "remove" in refused
    assert "cube" not in refused  # that is for Reason (A5)
    send(desk, "choose", name="remove")
    assert standing(desk, "b2")[0] == "None"


# ------------------------------------------------------------------ saving


@pytest.fixture
def taught():
    """The position of a scenario, ready to be saved again."""
    widget = kl.sandbox(11)
    yield widget
    widget.close()


def test_a_scenario_is_saved_whole_and_never_over_another_unasked(taught, tmp_path):
    path = tmp_path / "Ein Schatten.khs"
    for name, value in [("move", "M+r2b1"), ("asks", "shadow Faith"), ("level", "2"),
                        ("title_en", "Blocked"), ("file", str(path))]:  # fmt: skip
        send(taught, "take", name=name, value=value)
    send(taught, "press", name="save")
    assert taught.error == ""
    assert f"Saved: {path}" in taught.mode_page["status"]
    taught.language = "de"
    assert f"Gespeichert: {path}" in taught.mode_page["status"]
    taught.language = "en"
    kept = load_scenario(path)
    assert (kept.id, kept.level, kept.title.en) == ("ein-schatten", 2, "Blocked")
    assert kept.state == taught.state
    before = path.read_text("utf-8")
    send(taught, "take", name="title_en", value="Other")
    send(taught, "press", name="save")
    assert "exists already" in taught.error
    assert path.read_text("utf-8") == before
    send(taught, "take", name="replace", value=True)
    send(taught, "press", name="save")
    assert load_scenario(path).title.en == "Other"
    # The permission is for one time.
    assert controls(taught)["replace"]["value"] is False
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


def test_the_form_offers_what_can_be_asked_and_checks(taught):
    send(taught, "take", name="move", value="M+r2b1")
    asks = controls(taught)["asks"]
    assert "shadow Faith" in [value for value, _ in asks["options"]]
    send(taught, "take", name="asks", value="shadow Faith")
    send(taught, "press", name="check")
    assert "The answer of the engine: <b>no</b>" in html(taught, "scenario")
    # After an edit the move is looked at again: now nothing stands in the way.
    taught.use("remove").edit("F d1")
    assert "scenario" not in [panel["name"] for panel in taught.mode_page["panels"]]
    send(taught, "press", name="check")
    assert "The answer of the engine: <b>yes</b>" in html(taught, "scenario")
    # On a map without that square only this can be asked.
    taught.become(kl.sandbox(grid=plain_grid(1, 1)).state)
    assert [value for value, _ in controls(taught)["asks"]["options"]] == ["legal", "clause"]


# ------------------------------------------------------------------ opening


def test_a_sandbox_opens_states_scenarios_texts_records_and_files():
    made, game = scenario(11), kl.load(GAME)
    file = next((data_folder() / "scenarios").glob("11*.khs"))
    for source in (made.state, made, 11, "11", str(made.state), file):
        assert kl.sandbox(source).state == made.state
    for moment in (GAME, game.record, game.timeline):
        assert kl.sandbox(moment, step=5).state == game[5].state
    assert kl.sandbox(game.timeline).state == game[-1].state
    assert len(kl.sandbox(players=3).state.players) == 3


# ------------------------------------------------------------------ scenarios of one's own


def fill(widget, **fields):
    for name, value in fields.items():
        send(widget, "take", name=name, value=value)


def saved(widget, path):
    """Save by the button; the error if it was refused."""
    fill(widget, file=str(path))
    send(widget, "press", name="save")
    return widget.error


def test_the_engine_writes_what_is_left_empty(taught, tmp_path):
    fill(taught, move="M+r2b1", asks="shadow Faith")
    assert saved(taught, tmp_path / "one") == ""
    made = load_scenario(tmp_path / "one.khs")
    assert (made.asks, made.answer, made.clauses[0]) == ("shadow Faith", "no", "B3a")
    assert made.title.de == "Ann baut in der Macht ein Kloster auf b1"
    assert problems(made) == ()
    fill(taught, asks="", title_en="Mine", question_de="Und?")
    assert saved(taught, tmp_path / "two") == ""
    own = load_scenario(tmp_path / "two.khs")
    offered = [value for value, _ in controls(taught)["asks"]["options"]]
    assert (own.title.en, own.question.de, own.asks) == ("Mine", "Und?", offered[0])
    # What only this move does is asked before its price.
    assert offered.index("shadow Reason") < offered.index("cards")


def test_a_position_with_faults_is_kept_but_not_saved(taught, tmp_path):
    fill(taught, move="M+r2a1")
    taught.use("place", "watchtower", player="Ann").edit("F b1")
    assert [fault.clause for fault in taught.faults] == ["H1"]
    assert "(H1)" in repr(taught)
    with pytest.raises(KhronosError, match=r"not saved.*\(H1\)"):
        taught.save(tmp_path / "bad")
    assert list(tmp_path.iterdir()) == []
    assert taught.undo().save(tmp_path / "good").name == "good.khs"


@pytest.fixture
def asking():
    """A position about whose moves something can be asked, by clicks."""
    return kl.sandbox(position(BLOCKED)).use("ask", "monastery", player="Ann")


BLOCKED = """
    player Ann:
    player Ben: coins 0
    Might        | Faith          | Reason
    . . . . .    | m1B . . r1B .  | . . . . .
    . . . . .    | . . . . .      | . . . . .
    . . . . h    | . . . . h      | . . . . h
    """


def test_a_click_is_the_move_and_whoever_makes_it_can_pay_for_it(asking):
    before, marked = asking.state, asking.mode_page["marks"]
    click(asking, "M b1")
    assert controls(asking)["move"]["value"] == "M+r2b1"
    ann = asking.state.player
    assert (ann.name, ann.hand, ann.adventurers) == ("Ann", (0, 2, 0), (MIGHT, MIGHT))
    assert "Ann builds a monastery at b1 in Might: M+r2b1" in asking.mode_page["status"]
    asked = [value for value, _ in controls(asking)["asks"]["options"]]
    assert asked[0] == "shadow Faith"
    assert "stopped" in asked
    assert asking.mode_page["marks"] != marked
    assert asking.undo().state == before


def test_a_small_building_of_the_same_sort_is_demolished_even_without_coins(asking):
    asking.use("ask", "watchtower", player="Ben")
    click(asking, "F a1")
    assert controls(asking)["move"]["value"] == "F-a1"
    assert asking.state.player.coins == 1


def test_in_reason_a_click_is_a_cube_or_a_card(asking):
    click(asking, "R e3")
    assert controls(asking)["move"]["value"] == "R+e3"
    click(asking, "R a1")
    assert "In Reason a move puts a cube on a building" in asking.error


def test_a_forbidden_move_may_be_asked_about_too(asking):
    asking.use("ask", "chapel", player="Ann")
    click(asking, "F e1")
    assert controls(asking)["asks"]["options"][0][0] == "legal"
    send(asking, "press", name="check")
    assert "The answer of the engine: <b>no</b>" in html(asking, "scenario")


def test_it_is_practised_and_printed(asking, tmp_path):
    click(asking, "M b1")
    fill(asking, asks="shadow Faith")
    assert saved(asking, tmp_path / "mine") == ""
    opened = kl.practice(str(tmp_path / "mine.khs"), language="de")
    assert "Ann" in opened.prompt
    assert opened.solve().check().stage == "told"
    sheet = kl.worksheet(tmp_path / "mine.khs")
    assert [each.asks for each in sheet.exercises] == ["shadow Faith"]


# ------------------------------------------------------------------ refusals in German


def test_a_german_page_refuses_in_german(desk):
    desk.language = "de"
    for tool, where, german in (
        ("place", "M g5", "Die Burg auf g5 passt nicht auf die Karte (S5)."),
        ("remove", "M b2", "Auf b2 steht in der Macht nichts."),
        ("turn_over", "R a5", "Der aufgedruckte Weiler auf a5 hat keine Ruinenseite: "
         "Die hat kein bürgerliches Gebäude (B2)."),
        ("cube", "M a5",
         "Kontrollwürfel und Ruinen gibt es in der Vernunft, nicht in der Macht (A5, A6, B4)."),
    ):  # fmt: skip
        click(desk.use(tool), where)
        assert desk.error == german
    for name, value, german in (
        ("coins", "x", "„x“ ist keine Zahl; schreibe zum Beispiel 2."),
        ("round", "9", "Eine Partie hat die Runden 1 bis 7; eine Runde 9 gibt es nicht (T1)."),
        ("move", "hello",
         "„hello“ ist keine Aktion; schreibe zum Beispiel M+m2f4, M>F, R+c7 oder >mmrc."),
    ):  # fmt: skip
        fill(desk, **{name: value})
        assert desk.error == german
