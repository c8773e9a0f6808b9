"""The review of a game: what turns gave away, honestly; stopped, kept and gone on with."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from khronos_lab.analysis import Review, Timeline, annotated, between, first_move, keep_better_turn
from khronos_lab.core import EndTurn, Move
from khronos_lab.core import events as e
from khronos_lab.engine import Outcome, new_game, play
from khronos_lab.players import other_turns, play_game
from khronos_lab.records import Line, Recorder, Study, read_record, record_text, steps_of
from khronos_lab.rulebook import KhronosError, data_file
from khronos_lab.simulation import review_beside, review_game, reviews, tried_turn, turns_of
from tests.killing import lines_until_killed
from tests.simulation.reviewed import game, reviewed
from tests.support import in_language


def facts(review: Review) -> list[object]:
    """All that was worked out."""
    return [
        (each.label, each.mark, each.loss, each.branch, each.draw, each.better)
        for each in review.turns
    ] + [review.start, review.accounts, review.finished]


# ------------------------------------------------------------------ mistakes


def test_a_turn_thrown_away_is_found_and_the_better_one_uses_its_cards():
    state = new_game(["Ada", "Ben"], seed=7)
    recorder = Recorder(state)
    for _ in range(2):
        outcome = play(state, EndTurn())
        assert isinstance(outcome, Outcome)
        recorder.add(state, Move(EndTurn()), outcome)
        state = outcome.state
    review = review_game(recorder.record(), progress=False)
    worst = review.mistakes[0]
    assert worst.mark in ("?", "??")
    assert worst.loss is not None
    assert worst.loss.coins.low > 0
    assert "builds" in worst.better or "upgrades" in worst.better
    assert worst.why.endswith(".")
    assert worst.played == "ends the turn"


def test_a_review_grows_turn_by_turn_and_first_marks_come_before_the_last_ones():
    seen = list(reviews(game(8, 6), keep=False))
    numbers = [each.reviewed for each in seen]
    assert numbers == sorted(numbers)
    assert set(numbers) == set(range(max(numbers) + 1))
    first = next(each for each in seen if each.reviewed == len(each.turns))
    assert not any(turn.final for turn in first.turns)
    assert all(turn.loss is not None for turn in first.turns if turn.other is not None)
    assert all(turn.final for turn in seen[-1].turns)
    assert seen[-1].finished


def test_the_number_of_workers_changes_nothing():
    found = []
    for workers in (1, 3):
        with ThreadPoolExecutor(workers) as pool:
            found.append(facts(review_game(game(8, 6), progress=False, executor=pool)))
    assert found[0] == found[1]


def test_free_cards_are_played_in_better_turns_or_it_is_said_why_not():
    said = 0
    for turn in reviewed(1).mistakes:
        assert turn.other is not None
        left = [
            sum(entry.event.cards)
            for entry in turn.other.logs[-1]
            if isinstance(entry.event, e.CardsDiscarded)
        ]
        assert ("gain" in turn.why.rsplit(". ", 1)[-1]) == bool(sum(left))
        said += bool(sum(left))
    assert said


# ------------------------------------------------------------------ luck and skill


def test_the_parts_of_a_result_add_up_to_it():
    review = reviewed()
    for account in review.accounts:
        assert account.draws is not None
        parts = account.start.value + account.draws + account.decisions.value
        assert parts + account.others.value == pytest.approx(account.result)
        assert account.decisions.low < account.decisions.value < account.decisions.high


def test_what_every_game_agrees_on_has_no_interval():
    assert between((7.4, 7.4), 1) == "in every game"
    assert in_language("de", between, (7.4, 7.4), 1) == "in jeder Partie"
    assert between((7.3, 7.4), 1) == "+7.3 to +7.4"


def test_hidden_hands_leave_draws_and_decisions_together():
    review = reviewed(7, 12)
    hidden = [each for each in review.turns if each.shown_only]
    assert hidden
    assert all(each.draw is None for each in hidden)
    assert any(account.draws is None for account in review.accounts)


# ------------------------------------------------------------------ better turns


@pytest.mark.clause("C4")
def test_c4_a_turn_is_not_better_for_what_somebody_else_chooses():
    """In 5.J Luis put his chapel at c1; left to themselves other turns would have it at d1."""
    turn = [step for step in steps_of(game(4)) if step.node.label == "5.J"]
    played = [step.node.text for step in turn]
    firsts = {other.nodes[0].text for other in other_turns(turn[0].before, played)}
    assert "F+c1f4=c1" in firsts
    assert "F+c1f4=d1" not in firsts


def test_the_better_turns_are_legal_and_come_back_from_a_file():
    review = reviewed()
    written = annotated(game(), review)
    read = read_record(record_text(written))
    assert read == written
    for turn in review.mistakes:
        study = Study(game())
        keep_better_turn(study, review, turn)
        assert study.variation
        assert turn.why in study.nodes[study.cursor.moves - 1].comment
        assert study.undo().record == game(), "one change"
        assert read.line.nodes[first_move(review, turn)].mark


def test_what_somebody_wrote_stays():
    record, review = game(), reviewed()
    turn = review.mistakes[0]
    first = first_move(review, turn)
    nodes = list(record.line.nodes)
    nodes[first] = nodes[first]._replace(mark="!!", comment="I like it.")
    written = annotated(replace(record, line=Line(tuple(nodes))), review)
    assert written.line.nodes[first].mark == "!!"
    assert written.line.nodes[first].comment == "I like it."


def test_a_turn_that_is_tried_is_judged_by_the_same_deals():
    turn = reviewed().mistakes[0]
    assert turn.other is not None
    again = tried_turn(turn, turn.texts)
    assert turn.loss is not None
    assert again.coins.value == pytest.approx(turn.loss.coins.value)
    right = tried_turn(turn, [node.text for node in turn.other.nodes])
    assert right.coins.value == pytest.approx(0)
    unfinished = tried_turn(turn, ())
    assert unfinished.coins.value > 0


def test_one_players_review_has_only_that_players_mistakes():
    review = reviewed()
    of_ruth = review.of_player("Ruth")
    assert of_ruth.mistakes == tuple(each for each in review.mistakes if each.player == "Ruth")
    with pytest.raises(KhronosError, match="Did you mean Ruth"):
        review.of_player("Rut")


# ------------------------------------------------------------------ stopped, kept, gone on with


@pytest.fixture
def file(tmp_path):
    return shutil.copy(data_file("games", "08-lesson-three-ages.khr"), tmp_path / "game.khr")


def test_a_review_that_was_stopped_goes_on_and_ends_the_same(file):
    looks = iter([False, False, True, True, True])
    part = review_game(file, progress=False, stop=lambda: next(looks))
    assert not part.finished
    assert 0 < part.reviewed < len(part.turns)
    assert facts(review_game(file, progress=False)) == facts(reviewed())


REVIEWING = """
import sys
from khronos_lab.simulation import reviews
for each in reviews(sys.argv[1]):
    print(each.judged, flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
@pytest.mark.parametrize("after", [7, 9])
def test_a_review_that_is_killed_goes_on_and_ends_the_same(file, after):
    shown = lines_until_killed(REVIEWING, str(file), lines=after, longest=0.2)
    kept = next(iter(reviews(file)))
    assert not kept.notes
    assert 0 < int(shown[-1]) <= kept.judged
    assert facts(review_game(file, progress=False)) == facts(reviewed())


def test_a_spoiled_file_is_worked_out_anew(file):
    kept = review_beside(file)
    review_game(file, progress=False)
    kept.write_bytes(kept.read_bytes().replace(b"1", b"2", 9))
    again = review_game(file, progress=False)
    assert facts(again) == facts(reviewed())
    assert again.notes


def test_the_same_game_has_the_same_review_in_any_process(tmp_path):
    code = (
        "from tests.simulation.reviewed import game\n"
        "from khronos_lab.simulation import review_game\n"
        "import sys\n"
        "review_game(game(8, 6), progress=False, keep=sys.argv[1])\n"
    )
    texts = []
    for hash_seed in ("1", "2"):
        out = tmp_path / hash_seed
        run = [sys.executable, "-c", code, str(out)]
        subprocess.run(run, check=True, env={**os.environ, "PYTHONHASHSEED": hash_seed})
        texts.append(out.read_text("utf-8"))
    assert texts[0] == texts[1]


def test_a_record_lies_nowhere():
    with pytest.raises(KhronosError, match="name the file"):
        review_game(game(), keep=True)


def test_c4_a_plan_ends_where_somebody_chooses_otherwise_than_it_expected():
    """In the game another player chose in C4; likewise, the planned watchtower is illegal."""
    record = play_game(["greedy", "planner"] * 2, seed="coach 7")
    [turn] = [each for each in turns_of(Timeline.of(record)) if each.turn == 24]
    assert turn.held is not None
    turns = other_turns(turn.held, turn.texts)
    assert all(other.nodes[-1].text.startswith(">") for other in turns)
