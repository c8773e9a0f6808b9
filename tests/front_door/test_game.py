"""Game: one object from which a notebook finds everything about a game."""

from __future__ import annotations

import pickle

import pytest

import khronos_lab as kl
from khronos_lab.engine import new_game
from khronos_lab.rulebook import KhronosError, data_file

FILE = data_file("games", "03-four-players-valley.khr")
NAMES = ("Farid", "Greta", "Hugo", "Ines")


@pytest.fixture(scope="module")
def game() -> kl.Game:
    return kl.load(FILE)


# ------------------------------------------------------------------ what it tells


def test_coins_are_those_after_every_turn(game):
    assert game.coins.columns == ["turn", "round", "player", "step", *NAMES]
    assert game.coins.height == 28
    for row in game.coins.iter_rows(named=True):
        players = game[row["step"]].state.players
        assert [row[name] for name in NAMES] == [player.coins for player in players]


# ------------------------------------------------------------------ pictures and graphs


@pytest.mark.parametrize("figure", ["boards", "shadows"])
def test_a_picture_shows_what_the_move_has_done_up_to_its_step(game, figure):
    span = game[262].span
    assert span.first < 262 < span.first + len(span.log) - 1
    so_far = [game[step].entry for step in range(span.first, 263)]
    drawn = getattr(kl.draw, figure)(game.state(262), log=so_far)
    assert getattr(game.draw, figure)(262).png(1) == drawn.png(1)


def test_a_player_who_is_called_like_a_column_has_one_all_the_same():
    coins = kl.load(kl.play_game(["random", "random"], new_game(["turn", "Ann"], 3))).coins
    assert coins.columns == ["turn", "round", "player", "step", "turn (seat 1)", "Ann"]


# ------------------------------------------------------------------ replay and files


def test_a_shipped_game_is_not_written_over(game):
    with pytest.raises(KhronosError, match="came with khronos_lab: save it under another name"):
        game.save()


def test_a_game_without_a_file_asks_for_a_name(game):
    with pytest.raises(KhronosError, match="lies in no file yet"):
        kl.Game(game.record).save()


def test_a_line_is_added_as_a_variation_or_at_the_end(game):
    move = game.timeline.moves[5]  # greedy plays others
    line = kl.players.continuation(move.before, "greedy", seed=1)
    branched = game.branch(5, line)
    assert [len(each.nodes) for each in branched.timeline.moves[5].node.variations] == [len(line)]
    assert branched.coins.equals(game.coins)
    with pytest.raises(KhronosError, match=r"this game has \d+ moves, so no line starts after 999"):
        game.branch(999, line)
    with pytest.raises(KhronosError):
        game.branch(12, line)
    with pytest.raises(KhronosError, match='before a line is a whole number from 0 on, not "x"'):
        game.branch("x", line)
    with pytest.raises(KhronosError, match="a line is a list of nodes"):
        game.branch(3, "M>F")


def test_a_game_can_be_pickled_after_it_was_drawn():
    game = kl.load("data/games/01-two-players-valley.khr")
    assert game.draw.income().figure.axes
    assert game.graph is not None
    copied = pickle.loads(pickle.dumps(game))
    assert (copied.players, len(copied), copied.coins.rows()) == (
        game.players, len(game), game.coins.rows(),
    )  # fmt: skip
    assert copied.draw.income().figure.axes
