"""The editor of a record, alone: every edit gives another editor, and the old one stays."""

from __future__ import annotations

import pytest

from khronos_lab.core import EndTurn, Travel
from khronos_lab.engine import new_game
from khronos_lab.records import GameRecord, RecordEditor, read_games, tree
from khronos_lab.rulebook import Age, KhronosError
from tests.support import in_language

TO_FAITH = Travel(Age.MIGHT, Age.FAITH)


@pytest.fixture
def game() -> RecordEditor:
    """Three turns, each ended at once."""
    return RecordEditor(GameRecord({}, new_game(2, seed=7))).play([EndTurn()] * 3)


def test_another_move_is_a_variation_and_the_old_editor_stays(game):
    other = game.at((), 1).play([TO_FAITH])
    assert (other.branches, other.moves, other.unsaved) == (((1, 0),), 2, True)
    assert (
        tree.nodes_of(game.record)
        == tree.nodes_of(other.record, ())[:1] + game.record.line.nodes[1:]
    )
    assert not game.record.line.nodes[1].variations


@pytest.mark.parametrize("edit", ["promote", "delete", "cut"])
def test_what_belongs_to_variations_is_refused_for_the_game_in_both_languages(game, edit):
    with pytest.raises(KhronosError, match="as it was played"):
        getattr(game, edit)()
    with pytest.raises(KhronosError, match="gespielt"):
        in_language("de", getattr(game.at((), 1), edit))


def test_promoting_and_deleting_lead_to_where_the_line_is_then(game):
    other = game.at((), 1).play([TO_FAITH, EndTurn()])
    promoted = other.promote()
    assert (promoted.branches, promoted.moves) == ((), 3)
    assert promoted.record.line.nodes[1].text == "M>F"
    deleted = other.delete()
    assert (deleted.branches, deleted.moves, deleted.record) == ((), 1, game.record)


def test_before_the_first_move_a_comment_is_about_the_game_and_nothing_can_be_marked(game):
    start = game.at((), 0)
    assert start.comment("A quiet game.").record.line.comment == "A quiet game."
    with pytest.raises(KhronosError, match="marked"):
        start.mark("!")


def test_it_is_saved_under_a_name_and_then_in_its_place(game, tmp_path):
    path = tmp_path / "mine.khr"
    with pytest.raises(KhronosError, match="lies in no file yet"):
        game.save()
    saved = game.save(path)
    assert (saved.unsaved, saved.own_file) == (False, saved.home)
    again = saved.at((), 1).mark("?").save()
    assert [record.line for record in read_games(path)] == [again.record.line]
    with pytest.raises(KhronosError, match="exists already"):
        game.save(path)
    assert next(read_games(game.save(path, overwrite=True).home.path)).line == game.record.line
