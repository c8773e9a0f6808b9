"""Lines of a study: what is played, said, deleted and promoted, undone, and read again."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from khronos_lab.core import EndTurn, Move, Travel
from khronos_lab.engine import new_game
from khronos_lab.records import (
    MARKS,
    Branches,
    GameRecord,
    Line,
    Study,
    read_record,
    record_text,
    steps_of,
)
from khronos_lab.rulebook import Age, IllegalAction, KhronosError
from tests.records.random_games import ODD_TEXTS
from tests.records.sample_games import played as sample
from tests.records.study_games import some_move
from tests.support import in_language

TO_FAITH = Travel(Age.MIGHT, Age.FAITH)
TO_REASON = Travel(Age.MIGHT, Age.REASON)
FAITH: Branches = ((1, 0),)
INNER: Branches = ((1, 0), (2, 0))


def game(turns: int = 4) -> Study:
    """A game in which nobody does anything."""
    return Study(GameRecord({}, new_game(["Ann", "Ben"], seed=7))).play([EndTurn()] * turns)


def branched() -> Study:
    """The same with a variation in a variation."""
    study = game().go((), 1).play([TO_FAITH, EndTurn()])
    return study.go(FAITH, 2).play([TO_REASON, EndTurn()])


def texts(study: Study, line: Branches = ()) -> str:
    return " ".join(node.text for node in study.nodes_of(line))


def same_again(study: Study) -> None:
    again = Study(read_record(record_text(study.record)))
    assert again.record.line == study.record.line
    assert record_text(again.record) == record_text(study.record)
    for line in again.lines():
        played = list(steps_of(again.record, Line(again.nodes_of(line))))
        assert [step.after for step in played] == [step.after for step in again.steps(line)]
        assert [step.log for step in played] == [step.log for step in study.steps(line)]


# ------------------------------------------------------------------ playing


def test_another_move_becomes_a_variation():
    study = game().go((), 1).play([TO_FAITH, EndTurn()])
    assert study.cursor == (FAITH, 3)
    assert texts(study) == texts(game())
    assert [node.label for node in study.nodes[1:]] == ["1.B", "1.B"]
    assert study.unsaved
    same_again(study)


def test_a_move_that_is_on_record_is_followed():
    study = game().go((), 1).play([TO_FAITH, EndTurn()])
    study.go((), 1).play([TO_FAITH, EndTurn(), EndTurn()])
    assert study.cursor == (FAITH, 4)
    record = study.record
    assert [way.node.text for way in study.go((), 1).ways()] == [study.nodes[1].text, "M>F"]
    assert study.play([EndTurn()]).cursor == ((), 2)
    assert study.record is record


def test_at_the_first_move_of_a_variation_others_are_its_sisters():
    study = game().go((), 1).play([TO_FAITH, EndTurn()])
    assert study.go(FAITH, 1).play([EndTurn()]).cursor == ((), 2)
    assert study.go(FAITH, 1).play([TO_FAITH]).cursor == (FAITH, 2)
    assert study.go(FAITH, 1).play([TO_REASON]).cursor == (((1, 1),), 2)


def test_variations_are_nested():
    study = branched()
    assert study.cursor.line == INNER
    assert texts(study, INNER).split()[1:3] == ["M>F", "M>R"]
    assert list(study.lines()) == [(), FAITH, INNER]
    same_again(study)


def test_an_illegal_move_changes_nothing_and_tells_the_clause():
    study = game().go((), 1)
    with pytest.raises(IllegalAction, match="T4"):
        study.play([Travel(Age.REASON, Age.FAITH)])
    assert (study.record, study.cursor) == (game().record, ((), 1))


def test_places_that_do_not_exist_are_refused():
    study = game().go((), 1).play([TO_FAITH])
    for line, moves in (((), 5), ((), -1), (((1, 1),), 1), (((9, 0),), 9), (FAITH, 3)):
        with pytest.raises(KhronosError, match=r"this line has|variations"):
            study.go(line, moves)


def test_a_half_made_move_belongs_to_its_position():
    study = game().go((), 1)
    study.half = Move(TO_FAITH)
    assert study.go((), 1).half == Move(TO_FAITH)
    assert study.go((), 2).half is None
    study.half = Move(TO_FAITH)
    assert study.mark("!").half is None


# ------------------------------------------------------------------ words


@pytest.mark.parametrize("odd", ODD_TEXTS)
def test_names_introductions_and_comments_come_back(odd):
    study = branched().go(FAITH, 2).name_line(odd)
    study.introduce(f"{study.name_of(FAITH)}\n{odd}", FAITH)
    study.go(INNER, 3).name_line(odd)
    study.go(FAITH, 3).comment(odd)
    study.introduce(odd)
    same_again(study)
    again = Study(read_record(record_text(study.record)))
    assert again.name_of(FAITH) == " ".join(odd.split())
    assert again.intro_of(FAITH) == odd
    assert again.intro_of(INNER) == ""
    assert again.intro_of() == odd
    assert again.nodes_of(FAITH)[2].comment == odd


def test_a_move_that_lines_share_is_marked_once():
    study = branched().go(INNER, 1).mark("!").go(INNER, 2).mark("?")
    assert [node.mark for node in study.nodes_of(())] == ["!", "", "", ""]
    assert [node.mark for node in study.nodes_of(FAITH)] == ["!", "?", ""]


def test_before_the_first_move_a_comment_is_about_the_game_and_nothing_can_be_marked():
    start = game().go((), 0)
    assert start.comment("A quiet game.").record.line.comment == "A quiet game."
    with pytest.raises(KhronosError, match="marked"):
        start.mark("!")


@pytest.mark.parametrize(
    ("work", "said"),
    [
        (lambda study: study.mark("!!!"), "marks are"),
        (lambda study: study.comment("x" * 20_001), "20,000 characters"),
        (lambda study: study.remark(4, comment="x"), "there is no move 4"),
    ],
)
def test_what_cannot_be_said_is_refused(work, said):
    with pytest.raises(KhronosError, match=said):
        work(game())


# ------------------------------------------------------------------ deleting and promoting


@pytest.mark.parametrize("edit", ["promote", "delete", "cut"])
def test_what_belongs_to_variations_is_refused_for_the_game_in_both_languages(edit):
    with pytest.raises(KhronosError, match="as it was played"):
        getattr(game(), edit)()
    with pytest.raises(KhronosError, match="gespielt"):
        in_language("de", getattr(game().go((), 1), edit))


def test_a_variation_goes_with_all_that_hangs_on_it():
    study = branched().go(FAITH, 2).delete()
    assert (study.record, study.cursor) == (game().record, ((), 1))
    inner = branched().delete()
    assert (list(inner.lines()), inner.cursor) == ([(), FAITH], (FAITH, 2))


def test_a_line_is_cut_after_a_move():
    study = branched().go(FAITH, 2).cut()
    assert list(study.lines()) == [(), FAITH]
    assert (len(study.nodes), study.cursor) == (2, (FAITH, 2))


def test_a_promoted_variation_changes_places_with_its_line():
    study = branched().go(FAITH, 2).name_line("To Faith").go((), 1).play([TO_REASON])
    before = {line: texts(study, line) for line in study.lines()}
    study.go(FAITH, 3).promote()
    assert study.cursor == ((), 3)
    assert texts(study) == before[FAITH]
    assert texts(study, FAITH) == before[()]
    assert texts(study, ((1, 1),)) == before[((1, 1),)]
    assert study.nodes_of(())[1].comment == "To Faith"
    assert texts(study, ((2, 0),)) == before[INNER]
    same_again(study)


# ------------------------------------------------------------------ undo and redo


def test_every_change_is_undone_and_redone_at_its_place():
    study = game()
    records = [study.record]
    for change in (
        lambda: study.go((), 1).play([TO_FAITH]),
        lambda: study.mark("!"),
        lambda: study.name_line("To Faith"),
        lambda: study.promote(),
    ):
        change()
        records.append(study.record)
    for record in records[-2::-1]:
        assert study.undo().record == record
    assert study.cursor == ((), 1), "where the first change was made"
    for record in records[1:]:
        assert study.redo().record == record
    assert not study.can_redo
    study.undo().go((), 1).comment("Otherwise.")
    with pytest.raises(KhronosError, match="nothing to redo"):
        study.redo()


def test_several_changes_are_one_to_undo_or_none_if_one_is_refused():
    study = game()
    with study.as_one_change():
        study.go((), 1).play([TO_FAITH]).name_line("To Faith").mark("!")
    assert study.undo().record == game().record
    with pytest.raises(KhronosError, match="marks are"), study.as_one_change():
        study.go((), 1).play([TO_FAITH]).mark("!!!")
    assert study.record == game().record


# ------------------------------------------------------------------ anything, in any order


@given(seed=st.integers(0, 10**6), edits=st.integers(1, 12))
def test_any_edits_give_a_record_that_comes_back(seed, edits):
    rng = Random(seed)
    study = Study(sample(seed % 3, 10))
    for _ in range(edits):
        line = rng.choice(list(study.lines()))
        study.go(line, rng.randint(0, len(study.nodes_of(line))))
        edited(study, rng)
        lines = list(study.lines())
        assert len(set(lines)) == len(lines)
    same_again(study)


def edited(study: Study, rng: Random) -> None:
    moves, told = study.cursor.moves, texts(study, study.variation)
    match rng.randrange(8):
        case 0 | 1 | 2 if not study.state.over:
            study.play([some_move(study.state, rng)])
            assert study.cursor.moves == moves + 1
        case 3:
            study.comment(rng.choice(ODD_TEXTS))
        case 4 if moves:
            study.mark(rng.choice(MARKS))
        case 5 if study.variation:
            study.name_line(rng.choice(ODD_TEXTS))
        case 6 if study.variation:
            assert texts(study.promote(), study.cursor.line) == told
        case 7 if study.variation and rng.random() < 0.5:
            study.delete()
