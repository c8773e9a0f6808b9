"""The review of a game: what turns gave away, honestly; stopped, kept and gone on with."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from statistics import fmean
from typing import Any

import pytest

from khronos_lab.analysis import (
    Estimate,
    Loss,
    Review,
    Timeline,
    account_text,
    annotated,
    between,
    first_move,
    mark_of,
    with_better_turn,
)
from khronos_lab.core import EndTurn, GameState, Move, read_position
from khronos_lab.engine import Outcome, new_game, play
from khronos_lab.players import (
    QUICK,
    Advice,
    Estimator,
    ShortGames,
    leaner_turn,
    other_turns,
    replayed,
    seen_by,
)
from khronos_lab.players.thinking.short_games import _gone_first
from khronos_lab.records import (
    Line,
    Recorder,
    nodes_of,
    read_record,
    record_text,
    sealed,
    write_records,
)
from khronos_lab.rulebook import FAITH, MIGHT, RELIGIOUS, KhronosError, data_file
from khronos_lab.simulation import jobs_of, review_beside, review_game, reviews, tried_turn
from khronos_lab.simulation import review as working
from tests.benchmarks.chance_marks import compared_with_itself, turns_of
from tests.killing import lines_until_killed
from tests.simulation.reviewed import game, reviewed
from tests.support import in_language


def facts(review: Review) -> list[object]:
    """All that was worked out."""
    return [
        (each.label, each.mark, each.loss, each.branch, each.plain, each.draw, each.better)
        for each in review.turns
    ] + [review.start, review.accounts, review.finished]


# ------------------------------------------------------------------ short games


def opening() -> GameState:
    return seen_by(new_game(3, seed=5), -1)


def test_the_luck_of_all_hands_is_nothing_on_average():
    games = ShortGames(opening(), 1)
    for seat in range(3):
        lucks = [games.luck_of(hand.cards) for hand in games.hands]
        total = sum(
            hand.share * luck.coins[seat]
            for hand, luck in zip(games.hands, lucks, strict=True)
            if luck is not None
        )
        assert total == pytest.approx(0, abs=0.01)
    assert games.luck_of((9, 9, 9)) is None


def test_games_are_the_same_whenever_they_are_played():
    games = ShortGames(opening(), 1)
    begun = games.samples(2)
    assert games.samples(6)[:2] == begun
    assert ShortGames(opening(), 1).samples(6) == games.samples(6)
    assert ShortGames(opening(), 2).samples(2) != begun


def test_every_game_draws_a_new_lot_between_squares_that_look_alike():
    """One lot for all games of a branch would be luck that no interval shows."""
    games = ShortGames(opening(), 1)
    cards = games.hands[0].cards
    tables = {games._next_turn(cards, lot)[-1].boards for lot in range(8)}
    assert len(tables) > 1


def test_a_turn_compared_with_itself_is_rarely_marked():
    """At most one of forty by chance; over all shipped games `chance_marks` measures it."""
    jobs = [job for number in (8, 9) for job in turns_of(game(number))]
    marks = [mark for job in jobs for mark in compared_with_itself(job, 1)]
    # One of forty would be about one here; five or more would be hard to call chance.
    assert len(marks) > 30
    assert sum(map(bool, marks)) <= 4


def test_a_game_that_is_over_is_what_it_is():
    over = opening()._replace(round=7, over=True)
    [sample] = ShortGames(over, 1).samples(1)
    assert sample.outlook.coins == tuple(float(each.coins) for each in over.players)
    assert not any(sample.luck.coins)


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


def test_every_mistake_rests_on_all_the_games():
    assert {turn.loss.games for turn in reviewed().mistakes if turn.loss} == {working.MORE_GAMES}


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


@pytest.mark.clause("T4")
def test_t4_a_turn_may_begin_with_a_journey_where_that_pays():
    """Else a table with an adventurer elsewhere would look worse than the coin that it costs."""
    state = read_position(TWO_CASTLES_AWAY)
    gone = _gone_first(state, Estimator(state, QUICK))
    assert gone.player.adventurers == (MIGHT, MIGHT)
    assert gone.player.coins == state.player.coins - 1


TWO_CASTLES_AWAY = """
turn: round 2, Ada acts
player Ada: coins 4, hand mmmm, at Might Faith
player Ben: at Might Might
Might           | Faith           | Reason
c2 #   .  . .  .| .  . .  . .  .  | .  . .  . .  .
#  #   .  . .  .| .  . .  . .  .  | .  . .  . .  .
c2 #   .  . .  .| .  . .  . .  .  | .  . .  . .  .
#  #   .  . .  .| .  . .  . .  .  | .  . .  . .  .
c2 #  m2B # .  .| .  . .  . .  .  | .  . .  . .  .
#  #   #  # .  .| .  . .  . .  .  | .  . .  . .  .  """


def test_a_turn_is_compared_by_other_deals_than_it_was_chosen_by():
    """Else the best of many would look better than it is."""
    seeds = set()
    whole = ShortGames.__init__

    def note(self, known, seed, *more):
        seeds.add(seed)
        whole(self, known, seed, *more)

    job = list(working.jobs_of(Timeline.of(game())))[1]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ShortGames, "__init__", note)
        patch.setattr(working, "GAMES", 2)
        working.judged(job, 0)
    assert {"0 choose", "0 judge"} <= seeds <= {"0 choose", "0 judge", "0 spare"}


# ------------------------------------------------------------------ luck and skill


def test_the_parts_of_a_result_add_up_to_it():
    review = reviewed()
    for account in review.accounts:
        assert account.draws is not None
        parts = account.start.value + account.draws + account.decisions.value
        assert parts + account.others.value == pytest.approx(account.result)
        assert account.decisions.low < account.decisions.value < account.decisions.high


@pytest.mark.parametrize("number", range(1, 10))
def test_luck_and_skill_add_up_to_the_coins_of_every_shipped_game(number, monkeypatch):
    """By two short games a turn and without better turns, which have no part in it."""
    monkeypatch.setattr(working, "GAMES", 2)
    monkeypatch.setattr(working, "_best_other", lambda *_: ())
    monkeypatch.setattr(working, "_plain", lambda *_: ((), ()))
    review = review_game(game(number), progress=False)
    last = Timeline.of(game(number))[-1].state
    assert len(review.accounts) == len(last.players)
    for account, player in zip(review.accounts, last.players, strict=True):
        parts = account.start.value + (account.draws or 0.0) + account.decisions.value
        assert parts + account.others.value == pytest.approx(account.result)
        assert not last.over or account.result == pytest.approx(player.coins)
        for language in ("en", "de"):
            *shown, result = numbers_of(in_language(language, account_text, account))
            assert sum(shown) == pytest.approx(result)


def numbers_of(text: str) -> list[float]:
    """The numbers of a sentence outside brackets."""
    plain = re.sub(r"\(.*?\)", "", text).replace("\N{MINUS SIGN}", "-").replace(",", ".")
    return [float(each) for each in re.findall(r"[+-]?\d+(?:\.\d+)?", plain)]


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
    [job] = [
        job
        for job in jobs_of(Timeline.of(game(4)))
        if job.spans and job.spans[0].node and job.spans[0].node.label == "5.J"
    ]
    assert job.held is not None
    firsts = {turn.nodes[0].text for turn in other_turns(job.held, job.texts)}
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


@pytest.mark.clause("T2")
def test_an_exchange_is_taken_as_it_was():
    exchanged = [
        turn
        for number in (1, 2, 5)
        for turn in working.jobs_of(Timeline.of(game(number)))
        if turn.begun is not None
    ]
    for job in exchanged:
        assert job.begun is not None
        assert job.held is not None
        assert job.texts[: len(job.begun.nodes)] == tuple(n.text for n in job.begun.nodes)
        assert (
            sum(job.held.player.hand) + job.held.player.hidden
            == sum(job.before.player.hand) + job.before.player.hidden
        )


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


def test_a_script_without_a_main_guard_is_told_so(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "from khronos_lab.simulation.pools import process_pool\n"
        "from khronos_lab.simulation.review import review_game\n"
        "with process_pool(2) as pool:\n"
        "    review_game('data/games/08-lesson-three-ages.khr', keep=False, executor=pool)\n",
        "utf-8",
    )
    ended = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=120)
    assert ended.returncode == 1
    assert "KhronosError: the processes that were to help have ended." in ended.stderr
    assert "must call them under `if __name__ == '__main__':`" in ended.stderr
    assert "RuntimeError" not in ended.stderr


def test_what_is_kept_is_not_worked_out_again(file, monkeypatch):
    review_game(file, progress=False)

    def never(*_: object) -> None:
        raise AssertionError("this was to come from the file")

    monkeypatch.setattr(working, "judged", never)
    assert facts(review_game(file, progress=False)) == facts(reviewed())


def test_it_grows_turn_by_turn():
    numbers = [each.reviewed for each in reviews(game(8, 6))]
    assert numbers[0] == 0
    assert numbers == sorted(numbers)
    assert set(numbers) == set(range(max(numbers) + 1))


def test_comments_leave_what_is_kept_as_it_is(file, monkeypatch):
    review_game(file, progress=False)
    record = game()
    nodes = list(record.line.nodes)
    nodes[3] = nodes[3]._replace(comment="Look!", mark="!")
    write_records(file, [replace(record, line=Line(tuple(nodes)))])
    monkeypatch.setattr(working, "judged", None)
    assert review_game(file, progress=False).finished


def _cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


def _resealed(found: dict[str, Any]) -> bytes:
    del found["sum"]
    return json.dumps(sealed(found)).encode()


def _other_coins(data: bytes) -> bytes:
    found = json.loads(data)
    found["turns"][2]["played"][0][0][0] += 1
    return json.dumps(found).encode()


def _wrong_type(data: bytes) -> bytes:
    found = json.loads(data)
    found["turns"][2]["played"][0][0] = "<b>9</b>"
    return _resealed(found)


def _endless(data: bytes) -> bytes:
    found = json.loads(data)
    found["turns"][2]["draw"] = 10**400
    return _resealed(found)


def _no_moves(data: bytes) -> bytes:
    found = json.loads(data)
    found["turns"][2]["moves"] = ["<script>"]
    return _resealed(found)


@pytest.mark.parametrize("spoil", [_cut, _other_coins, _wrong_type, _endless, _no_moves])
def test_a_spoiled_file_is_worked_out_anew(file, spoil):
    review_game(file, progress=False)
    kept = review_beside(file)
    kept.write_bytes(spoil(kept.read_bytes()))
    again = review_game(file, progress=False)
    assert facts(again) == facts(reviewed())
    assert bool(again.notes) == (spoil is not _no_moves)


def test_the_same_game_has_the_same_review_in_any_process(tmp_path):
    code = (
        "from tests.simulation.reviewed import game\n"
        "from khronos_lab.simulation.review import review_game\n"
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


def test_the_means_of_the_curve_are_those_of_its_games():
    review = reviewed()
    _, coins, _ = review.curve(0)[1]
    turn = next(each for each in review.turns if each.branch.games)
    assert coins.value == pytest.approx(fmean(turn.branch.coins(0)))
