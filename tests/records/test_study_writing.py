"""A game that is written down: entered, taken back, corrected, fixed; nothing is lost."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice
from random import Random

import pytest

from khronos_lab.core import GameState, cards_text, player_marks
from khronos_lab.engine import new_game, play_token
from khronos_lab.records import (
    GameRecord,
    Line,
    Study,
    read_record,
    record_text,
    steps_of,
    write_records,
)
from khronos_lab.rulebook import Edition, IllegalAction, KhronosError, RuleSet
from tests.records.random_games import hide, play_on
from tests.records.study_games import changes, new_study, some_move, whole

GAMES = range(8)
"""One for each set of rules, with two to five players and hands of all sorts."""


def texts(study) -> list[str]:
    """All that was written and not given up; a hidden hand's unseen draw follows from the rules."""
    written = (*study.nodes, *study.undone, *study.pending)
    return [re.sub(r">\*+$", ">", each.text) for each in written]


def states(study) -> list[GameState]:
    """The positions after every move."""
    return [step.after for step in study.steps(())]


@lru_cache
def whole_game(number: int):
    """A random game to its end, entered move by move."""
    study, rng = new_study(number), Random(number)
    while not study.state.over:
        study.enter(some_move(study.state, rng))
    return study


# ------------------------------------------------------------------ whole games


@pytest.mark.parametrize("number", GAMES)
def test_a_game_entered_move_by_move_is_the_record_that_its_reader_makes(number):
    study = whole_game(number)
    again = read_record(record_text(study.record))
    assert again.line == study.record.line
    assert [step.after for step in steps_of(again)] == states(study)

    assert study.record.tags["Result"].startswith(f"Ann {study.state.players[0].coins}, Ben")
    # All in one go, as it stands in a file, is the same.
    told = record_text(study.record).rpartition("\n\n")[2]
    assert new_study(number).enter(told).nodes == study.nodes


@pytest.mark.parametrize("players", [2, 4])
def test_a_table_game_with_hidden_hands_is_entered_from_what_the_others_saw(players):
    record = play_on(new_game(players, 3), players)
    hidden, _, _ = hide(record, set(range(players)))
    study = Study.new(record.names, start=record.start.start)
    for node in hidden.line.nodes:
        study.enter(node.text)
    assert study.record.line == hidden.line
    assert [cards_text(p.hand, p.hidden) for p in study.start.players] == ["****"] * players


@pytest.mark.parametrize("number", GAMES)
def test_any_number_of_moves_is_taken_back_and_done_again(number):
    study, rng = whole_game(number), Random(number)
    for count in (1, 2, rng.randint(3, len(study.nodes)), len(study.nodes)):
        back = study.copy().take_back(count)
        assert back.nodes == study.nodes[:-count]
        assert back.state == (states(study)[-count - 1] if back.nodes else study.start)
        assert texts(back) == texts(study)
        assert whole(back.copy().do_again(count)) == whole(study)
        # The same move again, or another in its place: what comes after it stays.
        again = back.copy().enter(study.nodes[-count].text)
        rest = study.copy().take_back(count - 1) if count > 1 else study
        assert whole(again) == whole(rest)
        other = back.copy().enter(some_move(back.state, rng))
        assert other.undone == (() if other.state.over else again.undone)
        nodes = other.nodes
        assert other.discard_undone().undone == ()
        assert other.nodes == nodes
    with pytest.raises(KhronosError, match="0 moves can be done again, not 1"):
        study.do_again()
    with pytest.raises(KhronosError, match="can be taken back, not 9999"):
        study.take_back(9999)


# ------------------------------------------------------------------ corrections


@pytest.mark.parametrize("number", GAMES)
def test_a_correction_in_the_middle_loses_nothing_and_can_be_corrected_back(number):
    study, rng = whole_game(number), Random(f"middle {number}")
    for _ in range(6):
        k = rng.randrange(len(study.nodes))
        new = some_move(study.before(k), rng)
        changed = study.copy().replace(k, new)
        assert changed.nodes[:k] == study.nodes[:k]
        written = texts(study)
        written[k] = re.sub(r">\*+$", ">", new)
        assert texts(changed) == written
        if changed.pending:
            fault, text = changed.fault, changed.pending[0].text
            with pytest.raises(type(fault), match=re.escape(str(fault))):
                play_token(changed.state, text, player_marks(changed.state.names))
        assert whole(changed.copy().replace(k, study.nodes[k].text)) == whole(study)
        assert whole(changed.revert()) == whole(study)


@pytest.mark.parametrize("number", GAMES)
def test_what_is_left_out_and_put_in_again_is_the_game_as_it_was(number):
    study, rng = whole_game(number), Random(f"out {number}")
    for _ in range(6):
        k = rng.randrange(len(study.nodes))
        out = study.copy().leave_out(k)
        assert texts(out) == [*texts(study)[:k], *texts(study)[k + 1 :]]
        assert whole(out.insert(k, study.nodes[k].text)) == whole(study)


@pytest.mark.parametrize("number", GAMES)
def test_after_any_changes_all_moves_are_legal_and_the_record_reads(number):
    rng = Random(f"any {number}")
    met = set()
    study = new_study(number)
    for _ in islice(changes(study, rng), 150):
        record = study.record
        assert read_record(record_text(record)).line == record.line
        assert [step.after for step in steps_of(record)] == states(study)
        assert (study.fault is not None) == bool(study.pending and not study.undone)
        met |= {bool(study.pending), bool(study.undone) + 2}
    assert met == {False, True, 2, 3}


def game():
    return Study.new(["Ann", "Ben"]).enter("M+m2c5 > M+c2f4 > M>F >")


def test_the_first_move_that_no_longer_fits_is_told_with_its_reason_and_mended():
    study = game().replace(0, "M+c2f4")
    assert [node.text for node in study.nodes] == ["M+c2f4", ">****"]
    assert [note.text for note in study.pending] == ["M+c2f4", ">****", "M>F", ">****"]
    assert isinstance(study.fault, IllegalAction)
    assert study.fault.violation is not None
    assert study.fault.violation.clause == "A1"
    mended = study.copy().fix_pending("M+m2c5")
    assert [node.text for node in mended.nodes] == [
        "M+c2f4", ">****", "M+m2c5", ">****", "M>F", ">****",
    ]  # fmt: skip
    assert mended.is_clean
    assert mended.fault is None
    # Left out instead, everything after it fits, too; given up, it is gone.
    left = study.copy().skip_pending().nodes[2:]
    assert [node.text for node in left] == [">****", "M>F", ">****"]
    assert study.copy().discard_pending().nodes == study.nodes
    assert whole(study.copy().discard_pending().revert()) == whole(study)
    # Something entered before what waits is put before it.
    more = study.copy().enter("M>F")
    assert [node.text for node in more.nodes] == ["M+c2f4", ">****", "M>F"]
    assert more.pending == study.pending


def test_a_forgotten_end_of_turn_gives_the_moves_after_it_to_the_next_player():
    study = Study.new(["Ann", "Ben"]).enter("M+m2c5 M>F M+m1h4 > M>R >")
    assert [node.label for node in study.nodes] == ["1.A"] * 4 + ["1.B"] * 2
    fixed = study.copy().insert(2, ">")
    assert [node.label for node in fixed.nodes] == ["1.A"] * 3 + ["1.B"] * 2 + ["2.A"] * 2
    assert (fixed.shifted, fixed.is_clean) == (4, True)
    assert whole(fixed.leave_out(2)) == whole(study)


def test_a_wrong_start_player_or_map_is_corrected_at_the_end():
    study = game()
    other = study.copy().restart(Study.new(["Ann", "Ben"], start="Ben").start)
    assert [node.label for node in other.nodes] == ["1.B", "1.B", "1.A", "1.A", "2.B", "2.B"]
    assert other.is_clean
    assert whole(other.revert()) == whole(study)
    names = study.copy().restart(Study.new(["Anna", "Bert"]).start)
    assert names.record.names == ("Anna", "Bert")
    assert len(names.nodes) == len(study.nodes)


def test_a_hidden_hand_of_the_first_edition_draws_what_it_has_to_after_a_correction():
    rules = RuleSet(Edition.FIRST)
    study = Study.new(["Ann", "Ben"], rules=rules).enter("M+m2c5 > > M>F")
    assert study.nodes[1].text == ">**"
    fixed = study.copy().replace(0, "M+m1c5")
    assert [node.text for node in fixed.nodes] == ["M+m1c5", ">*", ">", "M>F"]


def test_a_known_hand_must_say_what_it_draws():
    study = Study.new(["Ann", "Ben"], hands={"Ann": "mmrc"}).enter("M+m2c5")
    with pytest.raises(KhronosError, match="does not say which cards Ann draws"):
        study.enter(">")
    assert study.copy().enter(">mmrc").enter(">").nodes[-1].text == ">****"
    move = study.copy().enter(">mmrc").nodes[-1].move
    assert study.copy().enter(move).nodes[-1].text == ">mmrc"
    with pytest.raises(KhronosError, match="say which cards Ann draws"):
        study.enter(type(move)(move.action))


# ------------------------------------------------------------------ words


def test_marks_and_comments_stay_with_their_moves():
    study = game().remark(0, mark="!", comment="A start.").remark(2, comment="Why?")
    study.introduce("Hi")
    fixed = study.copy().replace(0, "M+m2e12")
    assert (fixed.nodes[0].mark, fixed.nodes[0].comment) == ("!", "A start.")
    assert fixed.nodes[2].comment == "Why?"
    assert study.copy().replace(0, "M+c2f4").pending[0].comment == "Why?"
    back = study.copy().take_back(6).enter("M+m2c5? {No.}")
    assert (back.nodes[0].mark, back.nodes[0].comment) == ("?", "No.")
    again = study.copy().take_back(6).enter(study.nodes[0].text)
    assert (again.nodes[0].mark, again.nodes[0].comment) == ("!", "A start.")
    other = study.copy().take_back(6).enter("M+m2c8")
    assert other.nodes[0].comment == "", "that was another move"
    before = study.copy().take_back(6).enter("{First.} M+m2c5 {Then.} M>F")
    assert [node.comment for node in before.nodes] == ["First. Then.", ""]
    assert study.copy().remark(0, mark="", comment="").nodes[0] == game().nodes[0]
    with pytest.raises(KhronosError, match="is not a mark"):
        study.remark(0, mark="?!?")
    with pytest.raises(KhronosError, match="there is no move 6"):
        study.remark(6, mark="!")


def test_a_variation_that_a_correction_makes_impossible_is_kept_as_words(tmp_path):
    study = game()
    nodes = list(study.nodes)
    other = Study.new(["Ann", "Ben"]).enter("M+m2c5 > M+m2e12").nodes[2]
    nodes[2] = nodes[2]._replace(variations=(Line((other,)),))
    path = tmp_path / "game.khr"
    write_records(path, [GameRecord({}, study.start, Line(tuple(nodes)))])
    kept = Study.open(path).copy().replace(0, "M+m2c8")
    assert kept.nodes[2].variations == nodes[2].variations
    # Taken back and done again, it is there once.
    assert kept.take_back(4).do_again(4).nodes[2].variations == nodes[2].variations
    assert kept.replace(0, "M+m2e12").nodes[2].comment == "(no longer fits: 1.B M+m2e12)"


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("", "there is no move in this"),
        ("{only words}", "there is no move in this"),
        ("M+m2c5 M+m2c5", "not free in Might"),
        ("1.B M+m2c5", "it is turn 1.A"),
        ("hello", "'hello' is not an action"),
        ('[Event "x"]', "tags stand before the moves"),
        ("(M>F)", "a variation follows the move it replaces"),
    ],
)
def test_what_cannot_be_entered_is_refused_and_changes_nothing(written, said):
    study = Study.new(["Ann", "Ben"])
    with pytest.raises(KhronosError, match=re.escape(said)) as told:
        study.enter(written)
    assert "column" not in str(told.value)


@pytest.mark.parametrize(
    ("work", "said"),
    [
        (lambda: Study.new(["Ann"]), "for 2 to 5 players"),
        (lambda: Study.new(["Ann", "Ann"]), "different names"),
        (lambda: Study.new(["Ann", "Ben"], start="Zoe"), "nobody here is called 'Zoe'"),
        (lambda: Study.new(["Ann", "Ben"], hands={"Zoe": "mmrc"}), "nobody here is called 'Zoe'"),
        (lambda: Study.new(["Ann", "Ben"], hands={"Ann": "mmrcc"}), "a deal has four cards"),
        (lambda: Study.new(["Ann", "Ben"], grid="moon"), "no map of this name"),
        (lambda: game().fix_pending("M>F"), "no move waits"),
        (lambda: game().revert(), "no correction to undo"),
        (lambda: game().replace(0, "M+c2f4").take_back().skip_pending(), "do them again before"),
    ],
)
def test_what_makes_no_sense_is_refused(work, said):
    with pytest.raises(KhronosError, match=said):
        work()


@pytest.mark.parametrize(
    "said", ["keep c5 in Might", "build a keep at c5 in Might", "Burg c5 in Macht"]
)
def test_a_move_may_be_written_in_words_of_any_language(said):
    [keep] = Study.new(["Ann", "Ben"]).enter("M+m2c5").nodes
    assert Study.new(["Ann", "Ben"]).enter(said).nodes == (keep,)


@pytest.mark.parametrize(
    ("said", "why"),
    [("keep z9 in Might", "z9"), ("kep c5", "Did you mean"), ("kep", "is not an action")],
)
def test_words_that_are_no_move_say_what_is_wrong_with_them(said, why):
    with pytest.raises(KhronosError, match=why):
        Study.new(["Ann", "Ben"]).enter(said)


def test_positions_are_those_of_the_set_up_even_where_the_moves_read_alike():
    study = Study.new(["Ann", "Ben"], grid="valley").enter("M>F")
    study.restart(Study.new(["Ann", "Ben"], grid="delta").start)
    assert (study.nodes[0].text, study.state.grid.name) == ("M>F", "delta")
    assert study.undo().state.grid.name == "valley"
    assert study.redo().state.grid.name == "delta"
