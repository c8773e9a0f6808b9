"""Games of players: own chance for each seat, nobody trusted, whole records."""

from __future__ import annotations

import pickle
from collections import Counter

import pytest

from khronos_lab.core import Build, EndTurn, Travel
from khronos_lab.engine import new_game, why_not
from khronos_lab.players import continuation, moves_of_game, play_game, player_named
from khronos_lab.records import read_record, record_text, steps_of
from khronos_lab.rulebook import FAITH, MILITARY, IllegalAction, KhronosError

ROSTER = (
    *("random", "greedy", "planner", "master"),
    *("might-builder", "faith-raider", "reason-settler"),
)


class Idler:
    """Ends every turn."""

    def choose(self, view, rng):
        return EndTurn()

    def answer(self, view, move, question, rng):
        return 0


class Listener(Idler):
    """Ends every turn and keeps the numbers that its chance gave."""

    def __init__(self):
        self.heard = []

    def choose(self, view, rng):
        self.heard.append(rng.random())
        return EndTurn()


class NoPlayer:
    """Has no method of a player."""


class Needy(Idler):
    """Cannot be made without an argument."""

    def __init__(self, name):
        self.name = name


def test_exchanging_one_player_leaves_the_chance_of_the_others_alone():
    heard = []
    for other in (Idler(), player_named("random")):
        listener = Listener()
        list(moves_of_game([listener, other], new_game(2, 3), 3))
        heard.append(listener.heard)
    assert heard[0] == heard[1]
    assert len(set(heard[0])) == 7


def test_the_moves_of_a_game_hang_together_and_make_its_record():
    start, players = new_game(4, 2), [player_named("random")] * 4
    steps = list(moves_of_game(players, start, 2))
    assert steps[0][0] == start
    assert [after[0] for after in steps[1:]] == [outcome.state for _, _, outcome in steps[:-1]]
    record = play_game(players, start, 2, {"Event": "a test"})
    assert [node.move.action for node in record.line.nodes] == [move.action for _, move, _ in steps]
    assert record.tags["Event"] == "a test"
    assert [step.after for step in steps_of(record)][-1] == steps[-1][2].state
    text = record_text(record)
    assert record_text(read_record(text)) == text


def test_too_few_players_are_refused():
    with pytest.raises(KhronosError, match="2 players cannot take the 3 seats"):
        play_game([Idler(), Idler()], new_game(3), 1)


class Cheat(Idler):
    def choose(self, view, rng):
        return Build(FAITH, MILITARY, 1, 0, (1, 0, 0))


class Dreamer(Idler):
    def choose(self, view, rng):
        return "build a castle"


def test_an_illegal_action_is_refused_and_names_the_player():
    with pytest.raises(IllegalAction, match=r"Black, played by Cheat, made an illegal build: .*G2"):
        list(moves_of_game([Cheat(), Cheat()], new_game(2, 7), 1))


def test_what_is_no_action_is_refused_and_names_the_player():
    with pytest.raises(IllegalAction, match="Black, played by Dreamer, chose 'build a castle'"):
        list(moves_of_game([Dreamer(), Dreamer()], new_game(2, 7), 1))


ASKING = 6
"""A seed with which random players meet a question."""


@pytest.mark.parametrize("wrong", [99, -1, None, 0.5])
def test_a_wrong_answer_is_refused_and_names_who_gave_it(wrong):
    class Mumbler(type(player_named("random"))):  # type: ignore[misc]
        def answer(self, view, move, question, rng):
            return wrong

    with pytest.raises(IllegalAction, match=r"played by Mumbler, answered .* options, 0 to \d"):
        list(moves_of_game([Mumbler()] * 4, new_game(4, 0), ASKING))


# ------------------------------------------------------------------ the roster


@pytest.mark.parametrize("name", ROSTER)
def test_every_player_of_the_roster_travels_to_other_processes(name):
    player = player_named(name)
    again = pickle.loads(pickle.dumps(player))
    assert again == player
    assert repr(again) == repr(player)


@pytest.mark.parametrize("name", ROSTER)
def test_every_player_of_the_roster_makes_legal_moves(name):
    start, player = new_game(3, 4), player_named(name)
    for number, (before, move, _) in enumerate(moves_of_game([player] * 3, start, 4)):
        assert why_not(before, move.action) is None
        if number >= (4 if name == "master" else 12):
            break


def test_a_players_own_class_is_found_by_module_and_name():
    player = player_named(f"{__name__}:Idler")
    assert isinstance(player, Idler)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("greedi", 'There is no player "greedi". Did you mean greedy. There are: random, greedy'),
        ("nowhere.at.all:Idler", "cannot be made: No module named 'nowhere'"),
        (f"{__name__}:Nobody", "has no attribute 'Nobody'"),
        (f"{__name__}:NoPlayer", "needs the methods choose and answer"),
        (f"{__name__}:Needy", "cannot be made: .*missing 1 required positional"),
        (f"{__name__}:", "cannot be made"),
        (":Idler", "cannot be made: Empty module name"),
    ],
)
def test_a_name_of_no_player_is_refused(name, said):
    with pytest.raises(KhronosError, match=said):
        player_named(name)


def test_t4_greedy_does_not_go_to_and_fro_between_two_ages_that_only_promise_something():
    nodes = continuation(new_game(4, seed=11), "greedy", seed=11)
    journeys = Counter(node.label for node in nodes if isinstance(node.move.action, Travel))
    assert 1 <= max(journeys.values()) <= 2
