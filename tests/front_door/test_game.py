"""Game: one object from which a notebook finds everything about a game."""

from __future__ import annotations

import io
import shutil

import polars as pl
import pytest

import khronos_lab as kl
from khronos_lab.core import events as e
from khronos_lab.drawing import Drawing
from khronos_lab.engine import new_game
from khronos_lab.records import read_games, record_text
from khronos_lab.rulebook import KhronosError, data_file
from khronos_lab.widgets import Replay

FILE = data_file("games", "03-four-players-valley.khr")
NAMES = ("Farid", "Greta", "Hugo", "Ines")


@pytest.fixture(scope="module")
def game() -> kl.Game:
    return kl.load(FILE)


# ------------------------------------------------------------------ loading


def test_a_game_is_loaded_from_whatever_holds_it(game):
    text = FILE.read_text("utf-8")
    [record] = read_games(FILE)
    for source in (str(FILE), text, io.StringIO(text), io.BytesIO(text.encode()), record, game):
        assert kl.load(source).record == game.record
    assert kl.load(game) is game


def test_a_shipped_game_is_found_from_any_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert kl.load("data/games/03-four-players-valley.khr").players == NAMES


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("data/games", "is a folder of 9 games: kl.dataset("),
        ("data/maps", "is a folder without games (*.khr); name a file."),
        ("data/games/none.khr", "none.khr"),
        (7, "I can't load a game from an int."),
        (None, "I can't load a game from a NoneType."),
    ],
)
def test_what_holds_no_game_is_answered_in_a_sentence(source, sentence):
    with pytest.raises(KhronosError) as refused:
        kl.load(source)
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_file_of_several_games_asks_for_a_number(tmp_path, game):
    file = tmp_path / "two.khr"
    file.write_text(FILE.read_text("utf-8") + "\n" + record_text(game.record), "utf-8")
    with pytest.raises(KhronosError, match="holds 2 games; say which one"):
        kl.load(file)
    assert kl.load(file, game=2).record == game.record
    with pytest.raises(KhronosError, match="there is no game 3"):
        kl.load(file, game=3)


# ------------------------------------------------------------------ what it tells


def test_it_says_who_played_and_how_it_ended(game):
    score = ", ".join(
        f"{name} {game[-1].state.players[seat].coins}" for seat, name in enumerate(NAMES)
    )
    assert repr(game) == f"Game: {score} (valley, 7 rounds, {len(game) - 1} steps)"
    assert game.players == NAMES
    assert game.tags["Map"] == "valley"
    assert game.path == FILE


def test_steps_count_what_has_happened(game):
    assert game[0].event is None
    assert game.state(0) == game.record.start
    assert game.state() == game[len(game) - 1].state == game[-1].state
    assert [frame.index for frame in game][:3] == [0, 1, 2]
    for step in (len(game), -len(game) - 1, "x"):
        with pytest.raises(KhronosError, match=f"This game has steps 0 to {len(game) - 1}"):
            game[step]


def test_coins_are_those_after_every_turn(game):
    assert game.coins.columns == ["turn", "round", "player", "step", *NAMES]
    assert game.coins.height == 28
    for row in game.coins.iter_rows(named=True):
        players = game[row["step"]].state.players
        assert [row[name] for name in NAMES] == [player.coins for player in players]


def test_a_step_of_the_events_is_the_moment_after_the_event(game):
    assert game.events.height == len(game) - 1
    erased = game.events.filter(pl.col("event") == "BuildingErased").row(0, named=True)
    assert isinstance(game[erased["step"]].event, e.BuildingErased)
    cause = game[erased["cause"]].event
    assert isinstance(cause, e.ShadowFalls)
    assert game.turns.height == 28


# ------------------------------------------------------------------ pictures and graphs


def test_steps_and_the_whole_game_are_drawn(game):
    for figure in ("shadow_chains", "control", "domains", "storyboard", "causes"):
        assert isinstance(getattr(game.draw, figure)(262), Drawing)
    assert isinstance(game.draw.causes(), Drawing)
    assert isinstance(game.draw.boards(0), Drawing)
    assert isinstance(game.draw.income(), Drawing)
    assert isinstance(game.draw.sources(), Drawing)
    assert isinstance(game.draw.changes(0, 200), Drawing)
    assert isinstance(game.draw.side_by_side(0, 200), Drawing)


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


def test_it_opens_its_replay_at_a_step(game):
    shown = game.replay(step=262, view="shadows")
    assert isinstance(shown, Replay)
    assert (shown.index, shown.view) == (262, "shadows")
    assert game.replay(step=-1).index == len(game) - 1


def test_it_is_exported_and_saved(tmp_path, game):
    assert kl.load(game.record).export(tmp_path / "game.html").stat().st_size > 10_000
    copy = kl.load(shutil.copy(FILE, tmp_path / "mine.khr"))
    assert copy.save() == tmp_path / "mine.khr"
    assert copy.save(tmp_path / "other.khr") == tmp_path / "other.khr"
    assert kl.load(tmp_path / "other.khr").record == game.record


def test_another_file_is_replaced_only_if_that_is_wanted(tmp_path, game):
    other = tmp_path / "other.khr"
    other.write_text("mine", "utf-8")
    with pytest.raises(KhronosError, match=r"other\.khr"):
        kl.load(game.record).save(other)
    assert other.read_text("utf-8") == "mine"
    kl.load(game.record).save(other, replace=True)
    assert kl.load(other).record == game.record


def test_a_shipped_game_is_not_written_over(game):
    with pytest.raises(KhronosError, match="came with khronos_lab: save it under another name"):
        game.save()


def test_a_game_without_a_file_asks_for_a_name(game):
    with pytest.raises(KhronosError, match="lies in no file yet"):
        kl.Game(game.record).save()


def test_a_line_is_added_as_a_variation_or_at_the_end(game):
    move = game.timeline.moves[3]
    line = kl.players.continuation(move.before, "greedy", seed=1)
    branched = game.branch(3, line)
    assert [len(each.nodes) for each in branched.timeline.moves[3].node.variations] == [len(line)]
    assert branched.coins.equals(game.coins)
    with pytest.raises(KhronosError, match=r"this game has \d+ moves, so no line starts after 999"):
        game.branch(999, line)
    with pytest.raises(KhronosError):
        game.branch(12, line)
    with pytest.raises(KhronosError, match='before a line is a whole number from 0 on, not "x"'):
        game.branch("x", line)
    with pytest.raises(KhronosError, match="a line is a list of nodes"):
        game.branch(3, "M>F")
