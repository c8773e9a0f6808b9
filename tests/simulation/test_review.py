"""The review of a game: what turns gave away, honestly; stopped, kept and gone on with."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import replace

import pytest

from khronos_lab.analysis import (
    Estimate,
    Loss,
    Review,
    annotated,
    between,
    first_move,
    mark_of,
    with_better_turn,
)
from khronos_lab.core import EndTurn, Move
from khronos_lab.engine import Outcome, new_game, play
from khronos_lab.players import Advice, leaner_turn, other_turns, replayed
from khronos_lab.records import Line, Recorder, nodes_of, read_record, record_text, steps_of
from khronos_lab.rulebook import FAITH, RELIGIOUS, KhronosError, data_file
from khronos_lab.simulation import review_beside, review_game, reviews, tried_turn
from tests.killing import lines_until_killed
from tests.simulation.reviewed import game, reviewed
from tests.support import in_language


def facts(review: Review) -> list[object]:
    """All that was worked out."""
    return [
        (each.label, each.mark, each.loss, each.branch, each.plain, each.draw, each.better)
        for each in review.turns
    ] + [review.start, review.accounts, review.finished]


# ------------------------------------------------------------------ what is called a mistake


def loss(coins: tuple[float, float, float], chance: tuple[float, float, float]) -> Loss:
    return Loss(Estimate(*coins), Estimate(*chance), 12)


EVEN = (0.0, -0.01, 0.01)


@pytest.mark.parametrize(
    ("coins", "chance", "mark"),
    [
        ((9.0, 5.0, 13.0), EVEN, "??"),
        ((9.0, -0.1, 18.1), EVEN, ""),
        ((4.0, 0.1, 7.9), EVEN, "?"),
        ((2.0, 0.1, 3.9), EVEN, "?!"),
        ((1.9, 0.1, 3.9), EVEN, ""),
        ((1.0, 0.5, 1.5), (0.25, 0.1, 0.4), "??"),
        ((1.0, 0.5, 1.5), (0.25, -0.1, 0.6), ""),
        ((9.0, 5.0, 13.0), (-0.1, -0.15, -0.05), ""),
        ((-1.0, -2.0, 0.1), (0.3, 0.2, 0.4), ""),
        ((-9.0, -13.0, -5.0), (-0.3, -0.4, -0.2), ""),
    ],
)
def test_what_may_be_chance_is_no_mistake(coins, chance, mark):
    assert mark_of(loss(coins, chance)) == mark


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


def test_a_better_turn_goes_without_what_adds_nothing():
    """Ada has a watchtower and a chapel far away; only one of them may go, else nothing is left."""
    state = new_game(["Ada", "Ben"], seed=7)
    turn, idle = replayed(state, ["M+m1f4", "M+r1i9", ">cccc"]), [">cccc"]
    texts = [node.text for node in leaner_turn(state, turn, idle, lambda _: True).nodes]
    assert texts[:-1] == ["M+m1f4"]
    assert leaner_turn(state, turn, idle, lambda _: False) == turn


def test_an_action_that_a_later_one_needs_stays():
    state = new_game(["Ada", "Ben"], seed=7)
    turn = replayed(state, ["M>F", "F+r1i9", ">cccc"])

    def has_chapel(leaner: Advice) -> bool:
        return bool(leaner.after.boards[FAITH].sites.get((RELIGIOUS, 1, 0)))

    assert leaner_turn(state, turn, [">cccc"], has_chapel) == turn


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
        place = with_better_turn(game(), review, turn)
        assert place.branches
        node = nodes_of(place.record, place.branches)[place.moves - 1]
        assert turn.why in node.comment
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
    print(each.reviewed, flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
@pytest.mark.parametrize("after", [1, 3])
def test_a_review_that_is_killed_goes_on_and_ends_the_same(file, after):
    shown = lines_until_killed(REVIEWING, str(file), lines=after, longest=0.2)
    kept = next(iter(reviews(file)))
    assert not kept.notes
    assert int(shown[-1]) <= kept.reviewed
    assert facts(review_game(file, progress=False)) == facts(reviewed())


def test_it_grows_turn_by_turn():
    numbers = [each.reviewed for each in reviews(game(8, 6))]
    assert numbers[0] == 0
    assert numbers == sorted(numbers)
    assert set(numbers) == set(range(max(numbers) + 1))


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
