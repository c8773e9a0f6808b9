"""The first ten minutes: what a person writes about one game, by tab completion and by guessing."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

import khronos_lab as kl
from khronos_lab.rulebook import KhronosError, data_file


def names() -> dict[str, Any]:
    """What the lines speak of."""
    state = kl.new_game(["Ada", "Ben"], seed=7)
    return {
        "kl": kl, "game": kl.load("03"), "state": state,
        "outcome": kl.play(state, "hamlet d8 in Might"), "folder": data_file("games"),
    }  # fmt: skip


NAMES = names()
FOUR = "Game: Farid 44, Greta 28, Hugo 41, Ines 43 (valley, 7 rounds, 482 steps)"

STUDY = [
    ('kl.load("03")', FOUR),
    ('kl.load("03-four-players-valley")', FOUR),
    ('kl.load("data/games/03-four-players-valley.khr")', FOUR),
    ("game.players, game.winner", "(('Farid', 'Greta', 'Hugo', 'Ines'), 'Farid')"),
    ("game.scores", "{'Farid': 44, 'Greta': 28, 'Hugo': 41, 'Ines': 43}"),
    ("game.moves.columns", "['step', 'turn', 'player', 'move', 'notation', 'comment']"),
    ("game.turns.height, game.coins.height", "(28, 28)"),
    ('game["4.F"]', "4.F: 26 coins\n  Farid upgrades the town at k2 to a city at j2 in Might"),
    ('game["4.f"].player, game.turn("4.F").round', "('Farid', 4)"),
    ("game[262]", "<frame 262, round 5, Greta"),
    ('game.player("hugo")', "Hugo: 41 coins, place 3 of 4, 7 turns"),
    ("game.show()", "<Replay of Farid, Greta, Hugo, Ines: Start"),
    ('game.show(step="4.F")', "<Replay of Farid, Greta, Hugo, Ines: Step 258 of 482 · Round 4"),
    ('game.replay(eyes="greta").eyes', "1"),
    ("next(kl.records.steps_of(game))", "<1.G M^c2f2, effects: 9>"),
    ("game.boards(262)", "Drawing("),
    ("game.draw(262)", "Drawing("),
    ("game.draw.shadows(step=262)", "Drawing("),
    ('game.draw.shadows(step="4.F")', "Drawing("),
    ('game.draw.causes(step="4.F")', "Drawing("),
    ('game.draw.changes("3.F", "4.F")', "Drawing("),
    ("game.draw.income()", "Drawing("),
    (
        "kl.scrub(game, kl.draw.shadows, kl.draw.control, kl.draw.income)",
        "<scrub over 483 frames, now 0>",
    ),
    (
        "kl.scrub(game, lambda frame, ax: ax.bar(game.players, frame.coins))",
        "<scrub over 483 frames, now 0>",
    ),
    ('game.graph.domains(step=262, age="Faith")', "Graph with"),
    ('game.graph.domains(step="4.F", age="Faith")', "Graph with 24 nodes"),
    ('kl.forecast(game, step="4.F")', "Might, domain at g1: 9 coins for Ines"),
    ("state", ""),
    ('state.legal("hamlet")', "build: hamlet"),
    ('kl.why_not(state, "keep f4 in Faith")', "Ada has no adventurer in Faith (T5)"),
    ('kl.preview(state, "hamlet d8 in Might")', "build hamlet at d8 in Might for c:"),
    ("outcome", "Ada plays 1 card (c) in Might (A1)."),
    ('kl.play_against("planner")', "<GameTable: "),
    ("kl.lesson()", ""),
    ('kl.lesson("Time shadows")', "<Lesson"),
    ('kl.practice("paradox").clause', "B6"),
    ('kl.practice("Zeitschatten").clause', "B1"),
    ('kl.rules("paradox").clause', "B6"),
    ('kl.rules("Zeitschatten").clause', "B1"),
    ('kl.worksheet("B3", "C2", n=2, seed=7)', "1. Ann builds a monastery at c5 in Might."),
]

SLIPS = [
    ('kl.play(state, "kep f4")', "Did you mean keep?"),
    ('kl.Build("Might", "keep", "z9")', "columns go from a to p, rows from 1 to 20"),
    ("kl.load(folder)", 'is a folder of 9 games: kl.dataset("'),
    ("kl.draw.income(state)", "A state is one moment"),
    ('kl.load("04-four")', "There are: 03-four-players-valley, 04-five-players-highlands;"),
    ("game.plot()", "A Game draws through game.draw: boards, shadows, "),
    ("game.analyze()", "game.review() finds the mistakes and the better turns"),
    ("game.best_move()", "game.review() finds the mistakes and the better turns"),
    ("game.score", "game.scores has everybody's coins"),
    ("game.income", "game.draw.income() draws it"),
    ("game.print()", "print(game) prints its result"),
    ("game.wnner", "Did you mean game.winner?"),
    ("game.turn(3)", 'Turns are named 3.F, 3.G, 3.H, 3.I: game["3.F"].'),
    ('game["4.X"]', 'This game has no turn "4.X"; turns are named 1.G to 7.F'),
    ('game.replay(step="F4")', 'This game has no turn "F4"'),
    ('game.player("Hug")', 'There is no player "Hug". Did you mean Hugo?'),
    ('kl.play_game(["greedy", "alphazero"])', 'There is no player "alphazero"'),
    ('kl.new_game(2, map="delta")', "new_game takes no map=. Did you mean grid=?"),
    ("game.replay(turn=4)", 'This game has no turn "4"; turns are named 1.G to 7.F'),
    ("game.replay(moment=4)", "replay takes no moment=. Did you mean step=?"),
    ("game.review(nonsense=1)", "review takes no nonsense=. It takes seed, progress, stop,"),
    ('kl.compare(1, 2, None, "a", "b")', "Several names are one list: ['a', 'b']."),
    ("kl.load()", "load: missing a required argument: 'source'."),
    ("kl.help()", "press Tab"),
    ("kl.records.record_text([1])", "record_text takes one record, not a list"),
    ("kl.records.steps_of(7)", "steps_of takes one record, not an int"),
    ('kl.records.write_records("x.khr", 7)', "write_records takes one record, not an int"),
    ("list(kl.records.read_games(5))", "a file or folder has a name, and 5 is none"),
]


@pytest.mark.parametrize(("line", "said"), STUDY)
def test_a_line_shows_something(line, said):
    assert repr(eval(line, NAMES)).strip("'").startswith(said)


@pytest.mark.parametrize(("line", "said"), SLIPS)
def test_a_slip_is_answered_by_what_to_write(line, said):
    with pytest.raises((KhronosError, AttributeError)) as told:
        eval(line, NAMES)
    assert said in str(told.value)
    assert "\n" not in str(told.value)


def test_a_turn_shows_its_picture_and_its_moves_at_the_end_of_a_cell():
    data, _ = NAMES["game"]["4.F"]._repr_mimebundle_()
    assert data["text/plain"].startswith("4.F: 26 coins")
    assert len(data["image/png"]) > 10_000
    # The picture is that of the move that did most, not of the end of the turn.
    assert data["image/png"] == NAMES["game"].draw.boards(249)._repr_mimebundle_()[0]["image/png"]


def test_what_is_wrong_inside_a_call_is_not_taken_for_its_arguments():
    with pytest.raises(TypeError, match="unsupported operand"):
        kl.scrub(NAMES["game"], lambda frame, ax: frame + ax)


def test_other_processes_find_what_is_offered():
    assert pickle.loads(pickle.dumps(kl.load)) is kl.load


def test_names_and_places_are_found_in_the_folder_one_works_in(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    kl.load("08").save("friday.khr")
    assert str(kl.load("friday").path) == "friday.khr"
    with pytest.raises(KhronosError, match=r"no file frida\.khr\. Did you mean friday\.khr"):
        kl.load("frida.khr")
    desk = kl.record_game("table.khr", ["Ann", "Ben"], start="ben", hands={"ann": "mmrc"})
    assert desk.record.start.player.name == "Ben"
    assert sum(desk.record.start.players[0].hand) == 4
