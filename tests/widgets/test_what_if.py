"""What if in the replay: other moves are tried, kept, named, taken back, saved and read."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from khronos_lab.analysis import signed
from khronos_lab.core import Upgrade, square
from khronos_lab.desk import replay
from khronos_lab.records import Line, Study
from khronos_lab.rulebook import MIGHT, KhronosError
from tests.board.unpacking import inflated
from tests.records.random_games import hide
from tests.widgets.conftest import FOUR_PLAYERS, at_move, ended
from tests.widgets.page import controls, entries, html, listen, panels, send

# ------------------------------------------------------------------ where it begins


def test_between_moves_it_begins_with_what_is_shown_and_inside_one_before_it():
    widget = at_move(3)
    for span in widget.timeline.moves[3:8]:
        for index in range(span.first, span.last):
            widget.index = index
            assert (widget.spot.moves, widget.spot.state) == (span.number, span.before)
            assert f"before {span.sentence('en')}" in widget.mode_page["title"]
            assert widget.mode_page["frame"] == span.first - 1
        widget.index = span.last
        assert (widget.spot.moves, widget.spot.state) == (span.number + 1, span.after)
        assert f"after {span.sentence('en')}" in widget.mode_page["title"]


def test_a_choice_inside_a_move_is_made_on_the_position_before_it_and_forgotten_elsewhere():
    widget = at_move(3)
    span = widget.timeline.moves[3]
    widget.index = span.first
    widget.click_square(MIGHT, 0)
    assert widget.index == span.first - 1
    assert entries(widget)
    assert widget.go("turn.forward").mode_page["menu"] is None


# ------------------------------------------------------------------ playing


def test_another_move_is_a_variation_shown_at_once():
    widget = ended(at_move(3))
    assert (widget.branches, widget.unsaved, widget.index) == (((3, 0),), True, widget.last)
    assert "[[3,0]]" in widget.lines
    ended(ended(widget)).show_line(((3, 0),), 3).play_move("travel to Reason")
    assert widget.branches == ((3, 0), (4, 0))


def test_the_move_that_was_played_leads_on_in_the_game():
    widget = at_move(0)
    action = widget.record.line.nodes[0].move.action
    assert isinstance(action, Upgrade)
    widget.click_square(action.age, action.square)
    widget.choose(f"upgrade {action.kind.letter}{action.rank} {action.square}")
    assert (widget.branches, widget.unsaved) == ((), False)
    assert widget.index == widget.timeline.moves[0].last


def test_every_legal_square_is_marked_and_an_illegal_click_says_why():
    widget = at_move(55)
    assert not widget.mode_page["marks"]["items"]
    send(widget, "take", name="tool", value="m2")
    assert len(widget.mode_page["marks"]["items"]) > 10
    assert widget.mode_page["ghost"] == 2
    send(widget, "click", square=[1, 0])
    assert re.search(r"\((T5|A1|G1)\)", widget.mode_page["refusal"])
    assert widget.branches == ()
    with pytest.raises(KhronosError, match="T5"):
        widget.play_move("keep a1 in Faith")


def test_an_entry_of_the_menu_is_previewed_as_the_viewer_shows_it():
    widget, sq = at_move(0), square("l11")
    send(widget, "game")
    send(widget, "click", square=[int(MIGHT), sq])
    # What is forbidden says so, and the menu stays.
    name, why = next((name, each["why"]) for name, each in entries(widget).items() if each["why"])
    send(widget, "choose", name=name)
    assert widget.mode_page["refusal"] == why
    assert widget.mode_page["menu"]["place"] == (MIGHT, sq)
    [(answer, [packed])] = send(widget, "try", name=f"build m1 {sq}")
    assert "builds a watchtower at l11" in answer["text"]
    facts, acting = inflated(packed), widget.spot.state
    assert facts["items"][f"b0.{sq}"]
    assert facts["marks"]["items"]
    assert facts["table"][f"u{acting.seat}"] == acting.player.cubes - 1
    # Nothing has been played, and one who pointed elsewhere meanwhile gets no error.
    assert (widget.branches, widget.unsaved) == ((), False)
    send(widget, "choose", name="")
    [(answer, _)] = send(widget, "try", name=f"build m1 {sq}")
    assert (answer["text"], widget.error) == ("", "")


# ------------------------------------------------------------------ words and order


def test_what_belongs_to_variations_is_refused_for_the_game():
    widget = at_move(3)
    for work in (widget.promote, widget.delete, widget.cut, lambda: widget.name_line("x")):
        with pytest.raises(KhronosError, match="as it was played"):
            work()
    assert "branch.delete" not in controls(widget)
    widget.comment("Said of the game.")
    assert widget.record.line.nodes[2].comment == "Said of the game."


def test_promoting_cutting_and_deleting():
    widget = ended(ended(at_move(3)))
    moves = [node.text for node in Study(widget.record).nodes_of(((3, 0),))]
    game = [node.text for node in widget.record.line.nodes]
    widget.promote()
    assert widget.branches == ()
    assert [node.text for node in widget.record.line.nodes] == moves
    assert [node.text for node in Study(widget.record).nodes_of(((3, 0),))] == game
    widget.show_line(((3, 0),), 5)
    assert not controls(widget)["branch.cut"]["disabled"]
    widget.cut()
    assert controls(widget)["branch.cut"]["disabled"], "nothing is left to be cut off"
    assert widget.last == widget.timeline.moves[5].last
    widget.delete()
    assert (widget.branches, widget.spot.moves) == ((), 3)
    assert list(Study(widget.record).lines()) == [()]


def test_everything_is_taken_back_in_turn():
    """The half-made choice, then every change of the record, a deleted variation included."""
    widget = at_move(0)
    records = [widget.record]
    for change in (
        lambda: ended(widget),
        lambda: widget.name_line("Wait"),
        lambda: ended(widget),
        widget.delete,
    ):
        change()
        records.append(widget.record)
    send(widget, "press", name="verb:exchange")
    send(widget, "press", name="take_back")
    assert widget.record == records[-1]
    for record in reversed(records[:-1]):
        assert widget.take_back().record == record
    assert (widget.branches, widget.spot.moves, widget.unsaved) == ((), 0, False)
    assert widget.take_back().record == records[0]


def test_the_page_hears_of_a_new_line_of_one_deleted_and_of_another_with_its_name():
    widget = replay(FOUR_PLAYERS).show_line((), 2).what_if()
    [(_, [data])] = send(widget, "game")
    assert "[[3,0]]" not in inflated(data)["lines"]
    got = listen(widget)

    def told() -> dict:
        answer, [packed] = got[-1]
        assert (answer["kind"], len(packed) < 15_000) == ("news", True)
        return inflated(packed)["lines"]

    ended(widget)
    first = told()
    assert [name for name, line in first.items() if line and "steps" in line] == ["[[3,0]]"]
    widget.delete()
    assert told()["[[3,0]]"] is None
    widget.play_move("travel from Faith to Reason")
    assert widget.line == "[[3,0]]"
    assert told()["[[3,0]]"]["steps"] != first["[[3,0]]"]["steps"]
    # Whoever opens the page now gets all of it.
    [(_, [data])] = send(widget, "game")
    assert "[[3,0]]" in inflated(data)["lines"]


# ------------------------------------------------------------------ one player's eyes


@pytest.mark.parametrize("eyes", ["2", "nobody"])
def test_what_these_eyes_see_is_what_a_record_without_the_other_hands_tells(eyes):
    """Page, moves and words are the same, byte for byte: so no hidden card shows anywhere."""
    record = replay(FOUR_PLAYERS).record
    bare = [node._replace(variations=(), comment="", mark="") for node in record.line.nodes]
    plain = replace(record, line=Line(tuple(bare)))
    hidden, _, _ = hide(plain, {0, 1, 2, 3} - ({int(eyes)} if eyes != "nobody" else set()))
    one, other = replay(plain, eyes=eyes), replay(hidden, eyes=eyes)
    told = []
    for widget in (one, other):
        [(_, [data])] = send(widget, "game")
        facts = inflated(data)
        [line] = facts["lines"].values()
        steps = [{key: each[key] for key in each if key != "say"} for each in line["steps"]]
        for step in steps:
            # Their own cards they see, and what they draw from an unknown pile may be others.
            step["now"] = {key: v for key, v in step.get("now", {}).items() if key != f"h{eyes}"}
        # Discards lie open (S4), so a record of all hands tells more about them.
        said = [each for each in facts["captions"] if not re.search("discard| draws ", each[1])]
        moves = [move["text"] for move in line["moves"]]
        told.append([steps, said, moves, facts["table"], facts["shapes"], facts["pieces"]])
    assert told[0] == told[1]
    own = 0
    for move in range(0, len(one.timeline.moves), 9):
        for widget in (one, other):
            widget.show_line((), move).what_if()
        assert (one.text, one.mode_page) == (other.text, other.mode_page)
        if str(one.spot.state.seat) == eyes:
            own += 1
            for widget in (one, other):
                widget.click_square(MIGHT, 40)
            assert one.mode_page == other.mode_page
            assert controls(one)["verb:end"]
        elif not one.spot.state.over:
            assert one.mode_page["groups"] == []
            assert "hidden" in one.mode_page["status"]
            with pytest.raises(KhronosError, match="hidden"):
                one.play_move("end of turn")
    assert own or eyes == "nobody"


def test_one_continuation_would_show_hidden_hands_and_is_refused():
    widget = at_move(20, eyes=1)
    assert controls(widget)["branch.end"]["disabled"]
    with pytest.raises(KhronosError, match="others' cards"):
        widget.hand_over()


# ------------------------------------------------------------------ comparing


def test_a_position_is_compared_with_one_remembered_the_game_or_another_age():
    widget = at_move(3)
    with pytest.raises(KhronosError, match="remembered"):
        widget.compare()
    ended(widget.remember()).compare()
    told = html(widget, "branch_compared")
    assert "cards 1 → 4" in told
    assert "data:image/png" in told
    assert html(widget.compare("01"), "branch_compared").count("only in Might") >= 1
    assert "branch_compared" not in panels(widget.compare(""))
    with pytest.raises(KhronosError, match="comparison"):
        widget.compare("all")


def test_the_game_compared_with_is_at_the_end_of_the_same_turn():
    widget = at_move(0)
    ends = [span.number for span in widget.timeline.moves if span.ends_turn]
    widget.show_line((), ends[1]).compare("game")
    assert "Nothing differs." in html(widget, "branch_compared")
    widget.show_line((), ends[1] - 1).compare("game")
    assert "Hugo: cards 4 → 1." in html(widget, "branch_compared")


def test_s6_a_comparison_tells_no_coins_that_are_hidden():
    """Everybody's coins differ: of the player who looks as totals, of the others as a change."""
    widget = at_move(20, eyes=1, coins="hidden").remember()
    before = widget.spot.state
    after = widget.show_line((), 60).compare().spot.state
    told = html(widget, "branch_compared")
    for seat, (one, other) in enumerate(zip(before.players, after.players, strict=True)):
        assert one.coins != other.coins
        total = f"{one.name}: {one.coins} → {other.coins} coin"
        change = f"{one.name}: {signed(other.coins - one.coins)} coin"
        assert (total in told, change in told) == (seat == 1, seat != 1)
    widget.coins = "open"
    assert all(f"{p.name}: {p.coins} → " in html(widget, "branch_compared") for p in before.players)


def test_other_eyes_forget_what_was_remembered():
    widget = at_move(3).remember().compare()
    widget.eyes = "2"
    assert "branch_compared" not in panels(widget)
    offered = [value for value, _ in controls(widget)["branch.compare"]["options"]]
    assert offered == ["", "game", "01", "12", "02"]
