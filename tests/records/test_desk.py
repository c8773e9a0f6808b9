"""A game at the desk: entered, taken back, corrected in the middle, mended; nothing is lost."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice
from random import Random

import pytest

from khronos_lab.core import cards_text, player_marks
from khronos_lab.engine import new_game, play_token
from khronos_lab.records import (
    GameFile,
    GameRecord,
    Line,
    begin,
    read_record,
    record_text,
    steps_of,
    write_records,
)
from khronos_lab.rulebook import Edition, IllegalAction, KhronosError, RuleSet
from tests.records.desk_games import changes, new_session, some_move
from tests.records.random_games import hide, play_on

GAMES = range(8)
"""One for each set of rules, with two to five players and hands of all sorts."""


def texts(session) -> list[str]:
    """All that was written and not given up; a hidden hand's unseen draw follows from the rules."""
    written = (*session.nodes, *session.undone, *session.waiting)
    return [re.sub(r">\*+$", ">", each.text) for each in written]


@lru_cache
def whole_game(number: int):
    """A random game to its end, entered move by move."""
    session, rng = new_session(number), Random(number)
    while not session.state.over:
        session = session.enter(some_move(session.state, rng))
    return session


# ------------------------------------------------------------------ whole games


@pytest.mark.parametrize("number", GAMES)
def test_a_game_entered_move_by_move_is_the_record_that_its_reader_makes(number):
    session = whole_game(number)
    again = read_record(record_text(session.record))
    assert again.line == session.record.line
    assert [step.after for step in steps_of(again)] == list(session.after)

    assert session.record.tags["Result"].startswith(f"Ann {session.state.players[0].coins}, Ben")
    # All in one go, as it stands in a file, is the same.
    told = record_text(session.record).rpartition("\n\n")[2]
    assert new_session(number).enter(told).nodes == session.nodes


@pytest.mark.parametrize("players", [2, 4])
def test_a_table_game_with_hidden_hands_is_entered_from_what_the_others_saw(players):
    record = play_on(new_game(players, 3), players)
    hidden, _, _ = hide(record, set(range(players)))
    session = begin(record.names, start=record.start.start)
    for node in hidden.line.nodes:
        session = session.enter(node.text)
    assert session.record.line == hidden.line
    assert [cards_text(p.hand, p.hidden) for p in session.start.players] == ["****"] * players


@pytest.mark.parametrize("number", GAMES)
def test_any_number_of_moves_is_taken_back_and_done_again(number):
    session, rng = whole_game(number), Random(number)
    for count in (1, 2, rng.randint(3, len(session.nodes)), len(session.nodes)):
        back = session.take_back(count)
        assert back.nodes == session.nodes[:-count]
        assert back.state == (session.after[-count - 1] if back.nodes else session.start)
        assert texts(back) == texts(session)
        assert back.redo(count) == session
        # The same move again, or another in its place: what comes after it stays.
        again = back.enter(session.nodes[-count].text)
        assert again == session.take_back(count - 1) if count > 1 else again == session
        other = back.enter(some_move(back.state, rng))
        assert other.undone == (() if other.state.over else again.undone)
        assert other.forget().undone == ()
        assert other.forget().nodes == other.nodes
    with pytest.raises(KhronosError, match="0 moves can be done again, not 1"):
        session.redo()
    with pytest.raises(KhronosError, match="can be taken back, not 9999"):
        session.take_back(9999)


# ------------------------------------------------------------------ corrections


@pytest.mark.parametrize("number", GAMES)
def test_a_correction_in_the_middle_loses_nothing_and_can_be_corrected_back(number):
    session, rng = whole_game(number), Random(f"middle {number}")
    for _ in range(6):
        k = rng.randrange(len(session.nodes))
        new = some_move(session.before(k), rng)
        changed = session.correct(k, new)
        assert changed.nodes[:k] == session.nodes[:k]
        written = texts(session)
        written[k] = re.sub(r">\*+$", ">", new)
        assert texts(changed) == written
        if changed.waiting:
            fault, text = changed.fault, changed.waiting[0].text
            with pytest.raises(type(fault), match=re.escape(str(fault))):
                play_token(changed.state, text, player_marks(changed.state.names))
        assert changed.correct(k, session.nodes[k].text) == session
        assert changed.revert() == session


@pytest.mark.parametrize("number", GAMES)
def test_what_is_left_out_and_put_in_again_is_the_game_as_it_was(number):
    session, rng = whole_game(number), Random(f"out {number}")
    for _ in range(6):
        k = rng.randrange(len(session.nodes))
        out = session.delete(k)
        assert texts(out) == [*texts(session)[:k], *texts(session)[k + 1 :]]
        assert out.insert(k, session.nodes[k].text) == session


@pytest.mark.parametrize("number", GAMES)
def test_after_any_changes_all_moves_are_legal_and_the_record_reads(number):
    rng = Random(f"any {number}")
    met = set()
    for session in islice(changes(new_session(number), rng), 150):
        record = session.record
        assert read_record(record_text(record)).line == record.line
        assert tuple(step.after for step in steps_of(record)) == session.after
        assert (session.fault is not None) == bool(session.waiting and not session.undone)
        met |= {bool(session.waiting), bool(session.undone) + 2}
    assert met == {False, True, 2, 3}


def game():
    return begin(["Ann", "Ben"]).enter("M+m2c5 > M+c2f4 > M>F >")


def test_the_first_move_that_no_longer_fits_is_told_with_its_reason_and_mended():
    session = game().correct(0, "M+c2f4")
    assert [node.text for node in session.nodes] == ["M+c2f4", ">****"]
    assert [note.text for note in session.waiting] == ["M+c2f4", ">****", "M>F", ">****"]
    assert isinstance(session.fault, IllegalAction)
    assert session.fault.violation is not None
    assert session.fault.violation.clause == "A1"
    mended = session.mend("M+m2c5")
    assert [node.text for node in mended.nodes] == [
        "M+c2f4", ">****", "M+m2c5", ">****", "M>F", ">****",
    ]  # fmt: skip
    assert mended.is_whole
    assert mended.fault is None
    # Left out instead, everything after it fits, too; given up, it is gone.
    assert [node.text for node in session.drop().nodes[2:]] == [">****", "M>F", ">****"]
    assert session.give_up().nodes == session.nodes
    assert session.give_up().revert() == session
    # Something entered before what waits is put before it.
    more = session.enter("M>F")
    assert [node.text for node in more.nodes] == ["M+c2f4", ">****", "M>F"]
    assert more.waiting == session.waiting


def test_a_forgotten_end_of_turn_gives_the_moves_after_it_to_the_next_player():
    session = begin(["Ann", "Ben"]).enter("M+m2c5 M>F M+m1h4 > M>R >")
    assert [node.label for node in session.nodes] == ["1.A"] * 4 + ["1.B"] * 2
    fixed = session.insert(2, ">")
    assert [node.label for node in fixed.nodes] == ["1.A"] * 3 + ["1.B"] * 2 + ["2.A"] * 2
    assert (fixed.shifted, fixed.is_whole) == (4, True)
    assert fixed.delete(2) == session


def test_a_wrong_start_player_or_map_is_corrected_at_the_end():
    session = game()
    other = session.restarted(begin(["Ann", "Ben"], start="Ben").start)
    assert [node.label for node in other.nodes] == ["1.B", "1.B", "1.A", "1.A", "2.B", "2.B"]
    assert other.is_whole
    assert other.revert() == session
    names = session.restarted(begin(["Anna", "Bert"]).start)
    assert names.record.names == ("Anna", "Bert")
    assert len(names.nodes) == len(session.nodes)


def test_a_hidden_hand_of_the_first_edition_draws_what_it_has_to_after_a_correction():
    rules = RuleSet(Edition.FIRST)
    session = begin(["Ann", "Ben"], rules=rules).enter("M+m2c5 > > M>F")
    assert session.nodes[1].text == ">**"
    fixed = session.correct(0, "M+m1c5")
    assert [node.text for node in fixed.nodes] == ["M+m1c5", ">*", ">", "M>F"]


def test_a_known_hand_must_say_what_it_draws():
    session = begin(["Ann", "Ben"], hands={"Ann": "mmrc"}).enter("M+m2c5")
    with pytest.raises(KhronosError, match="does not say which cards Ann draws"):
        session.enter(">")
    assert session.enter(">mmrc").enter(">").nodes[-1].text == ">****"
    move = session.enter(">mmrc").nodes[-1].move
    assert session.enter(move).nodes[-1].text == ">mmrc"
    with pytest.raises(KhronosError, match="say which cards Ann draws"):
        session.enter(type(move)(move.action))


# ------------------------------------------------------------------ words


def test_marks_and_comments_stay_with_their_moves():
    session = game().remark(0, mark="!", comment="A start.").remark(2, comment="Why?").preface("Hi")
    fixed = session.correct(0, "M+m2e12")
    assert (fixed.nodes[0].mark, fixed.nodes[0].comment) == ("!", "A start.")
    assert fixed.nodes[2].comment == "Why?"
    assert session.correct(0, "M+c2f4").waiting[0].comment == "Why?"
    back = session.take_back(6).enter("M+m2c5? {No.}")
    assert (back.nodes[0].mark, back.nodes[0].comment) == ("?", "No.")
    again = session.take_back(6).enter(session.nodes[0].text)
    assert (again.nodes[0].mark, again.nodes[0].comment) == ("!", "A start.")
    assert session.take_back(6).enter("M+m2c8").nodes[0].comment == "", "that was another move"
    before = session.take_back(6).enter("{First.} M+m2c5 {Then.} M>F")
    assert [node.comment for node in before.nodes] == ["First. Then.", ""]
    assert session.remark(0, mark="", comment="").nodes[0] == game().nodes[0]
    with pytest.raises(KhronosError, match="is not a mark"):
        session.remark(0, mark="?!?")
    with pytest.raises(KhronosError, match="there is no move 6"):
        session.remark(6, mark="!")


def test_a_variation_that_a_correction_makes_impossible_is_kept_as_words(tmp_path):
    session = game()
    nodes = list(session.nodes)
    other = begin(["Ann", "Ben"]).enter("M+m2c5 > M+m2e12").nodes[2]
    nodes[2] = nodes[2]._replace(variations=(Line((other,)),))
    path = tmp_path / "game.khr"
    write_records(path, [GameRecord({}, session.start, Line(tuple(nodes)))])
    session = GameFile(path).load()
    kept = session.correct(0, "M+m2c8")
    assert kept.nodes[2].variations == nodes[2].variations
    assert kept.correct(0, "M+m2e12").nodes[2].comment == "(no longer fits: 1.B M+m2e12)"


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
    session = begin(["Ann", "Ben"])
    with pytest.raises(KhronosError, match=re.escape(said)) as told:
        session.enter(written)
    assert "column" not in str(told.value)


@pytest.mark.parametrize(
    ("work", "said"),
    [
        (lambda: begin(["Ann"]), "for 2 to 5 players"),
        (lambda: begin(["Ann", "Ann"]), "different names"),
        (lambda: begin(["Ann", "Ben"], start="Zoe"), "nobody here is called 'Zoe'"),
        (lambda: begin(["Ann", "Ben"], hands={"Zoe": "mmrc"}), "nobody here is called 'Zoe'"),
        (lambda: begin(["Ann", "Ben"], hands={"Ann": "mmrcc"}), "a deal has four cards"),
        (lambda: begin(["Ann", "Ben"], grid="moon"), "no map of this name"),
        (lambda: game().mend("M>F"), "no move waits"),
        (lambda: game().revert(), "no correction to undo"),
        (lambda: game().correct(0, "M+c2f4").take_back().drop(), "do them again before"),
    ],
)
def test_what_makes_no_sense_is_refused(work, said):
    with pytest.raises(KhronosError, match=said):
        work()


@pytest.mark.parametrize(
    "said", ["keep c5 in Might", "build a keep at c5 in Might", "Burg c5 in Macht"]
)
def test_a_move_may_be_written_in_words_of_any_language(said):
    assert begin(["Ann", "Ben"]).enter(said).nodes == begin(["Ann", "Ben"]).enter("M+m2c5").nodes


@pytest.mark.parametrize(
    ("said", "why"),
    [("keep z9 in Might", "z9"), ("kep c5", "Did you mean"), ("kep", "is not an action")],
)
def test_words_that_are_no_move_say_what_is_wrong_with_them(said, why):
    with pytest.raises(KhronosError, match=why):
        begin(["Ann", "Ben"]).enter(said)
