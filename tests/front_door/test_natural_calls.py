"""What people naturally write works, or gets one sentence; never a traceback from inside.

A row is a call and what it should say: the beginning of what comes of it as text, or, after `!`,
words of the sentence that refuses it.
"""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import Any

import pytest

import khronos_lab as kl
from khronos_lab.core import actions as plain
from khronos_lab.players import GreedyPlayer
from khronos_lab.rulebook import KhronosError, data_file
from khronos_lab.simulation import planned

FILE = "data/games/01-two-players-valley.khr"
BUILDINGS = "Buildings: watchtower, keep, castle, chapel, monastery, abbey, hamlet, town and city."


class Mine:
    """A player of one's own that no other process can make by name."""

    choose = answer = staticmethod(lambda *_: None)


def names() -> dict[str, Any]:
    """What the calls of the table speak of."""
    state = kl.new_game(["Ada", "Ben"], seed=7)
    game = kl.load(FILE)
    return {
        "kl": kl,
        "state": state,
        "outcome": kl.play(state, "hamlet d8 in Might"),
        "game": game,
        "record": game.record,
        "FILE": FILE,
        "Path": Path,
        "StringIO": StringIO,
        "text": data_file("games", "01-two-players-valley.khr").read_text("utf-8"),
        "planned": planned,
        "GreedyPlayer": GreedyPlayer,
        "Mine": Mine,
        "plain": plain,
    }


NAMES = names()

MOVES = [
    ('kl.play(state, "hamlet d8 in Might")', "Ada plays 1 card (c) in Might"),
    ('kl.play(state, "hamlet d8")', "Ada plays 1 card (c) in Might"),
    ('kl.play(state, "M+c1d8")', "Ada plays 1 card (c) in Might"),
    ('kl.play(state, "Weiler d8 im Zeitalter der Macht")', "Ada plays 1 card (c) in Might"),
    ('kl.play(state, "baue einen Weiler auf d8")', "Ada plays 1 card (c) in Might"),
    ('kl.play(state, kl.Build("Might", "hamlet", "d8"))', "Ada plays 1 card (c) in Might"),
    ('kl.play(state, kl.Build(age="Might", building="hamlet", square="d8"))', "Ada plays 1 card"),
    ('kl.play(state, kl.Build(kl.MIGHT, kl.CIVIL, 1, "d8", (0, 0, 1)))', "Ada plays 1 card (c)"),
    ('kl.play(state, plain.Move(kl.Build("Might", "hamlet", "d8")))', "Ada plays 1 card (c)"),
    ('kl.play(state, "hamlet d8", answers=[1])', "!asks 0 questions, but has 1 answers"),
    ('state.legal("hamlet", "d8")', "build: hamlet  Might  c  d8"),
    ('outcome.state.legal("keep")', 'There is no such action now. kl.why_not(state, "keep'),
    ('state.legal("kep")', '!I don\'t know "kep". Did you mean keep?'),
    ('state.legal("bulid", "d8")', '!I don\'t know "bulid". Did you mean build?'),
    ('kl.play(outcome, "end turn")', "Ada discards 3 cards"),
    ('kl.play(state, "Might to Faith")', "Ada pays 1 coin (T4)"),
    ('kl.play(state, "to Faith")', "Ada pays 1 coin (T4)"),
    ('kl.play(state, kl.Travel("Might", "Faith"))', "Ada pays 1 coin (T4)"),
    ('kl.play(state, "exchange cc")', "Ada pays 2 coins (T2)"),
    ('kl.play(state, "Zug beenden")', "Ada discards 4 cards"),
    ('kl.why_not(state, "hamlet d8")', "None"),
    ('kl.why_not(state, "keep f4 in Faith")', "Ada has no adventurer in Faith (T5)"),
    ('kl.why_not(state, kl.Build("Faith", "keep", "f4"))', "Ada has no adventurer in Faith (T5)"),
    ('kl.why_not(state, "populate e4")', "nothing stands at e4 (A5)"),
    ('kl.why_not(state, "swap mc for religious")', "there are open cards only in Hold'em (V2)"),
    ('kl.why_not(state, "upgrade keep a1 to castle a1 in Might")', "no building stands where"),
    ('kl.why_not(state, "castle p20 in Might")', "the castle"),
    ('kl.preview(state, "hamlet d8 in Might")', "build hamlet at d8 in Might for c:"),
    ("next(iter(kl.legal_actions(outcome)))", "travel Might to Faith"),
    ('type(kl.Upgrade("Faith", "abbey", "c3")) is plain.Upgrade', "True"),
    ('kl.play(state, "kep f4")', f'!I don\'t know "kep". Did you mean keep? {BUILDINGS}'),
    ('kl.play(state, "keep f4 in Mihgt")', '!I don\'t know "Mihgt". Did you mean might?'),
    ('kl.play(state, "hamlet")', '!Which square in "hamlet"? Write for example "keep f4 in Might"'),
    ('kl.play(state, "d8")', '!What is to be done in "d8"?'),
    ('kl.play(state, "exchange")', "!Exchange which cards?"),
    ('kl.play(state, "travel")', "!Travel from where to where?"),
    ('kl.play(outcome, "upgrade hamlet d8")', '!for example "upgrade d8 to town"'),
    ('kl.play(kl.play(state, "to Faith"), "hamlet d8")', '!for example "hamlet d8 in Might"'),
    ('kl.play(state, "hamlet z9")', "!There is no square z9: columns go from a to p, rows from 1"),
    ('kl.play(state, "M+c1a21")', "!There is no square a21"),
    ('kl.play(state, "dance")', "!Actions: exchange, swap, travel, build"),
    ("kl.play(state, 42)", "!42 is not a move: write it in words"),
    ('kl.play("state", "hamlet d8")', "!A position is needed here, not a str"),
    ('kl.play(state, "keep f4 in Might")', "!Ada cannot use the cards mm"),
    ('kl.Build("Might", "keep", "z9")', "!There is no square z9: columns go from a to p, rows"),
    ('kl.Build("Might", "kep", "f4")', f'!I don\'t know "kep". Did you mean keep? {BUILDINGS}'),
    (
        'kl.Build("Mihgt", "keep", "f4")',
        "!Did you mean Might? Ages: Might, Faith and Reason.",
    ),
    ('kl.Build("Might", "keep")', '!A Build is written like this: kl.Build("Might", "keep", "f4")'),
    ('kl.Build("Might", "keep", "f4", "xx")', '!"xx" is not a choice of cards'),
    ("kl.Populate(3.5)", "!3.5 is not a square"),
    ('kl.Travel("Might")', '!A Travel is written like this: kl.Travel("Might", "Faith").'),
]

PLAYERS = [
    ('kl.new_game(["Ada", "Ben"], seed=7).names', "('Ada', 'Ben')"),
    ('kl.new_game("Ada, Ben").names', "('Ada', 'Ben')"),
    ("len(kl.new_game(4).players)", "4"),
    ('kl.new_game(2, grid=Path(kl.new_game(2).grid.name + ".txt"))', "!there is no such file"),
    ('kl.new_game("Ada")', '!"Ada" is not a list of players: write ["Ann", "Ben"]'),
    ("kl.new_game(1)", "!Khronos is for 2 to 5 players, not 1 (S1)"),
    ("kl.new_game(2.5)", "!2.5 is not a list of players"),
    ('kl.new_game(2, grid="vally")', "!did you mean valley?"),
    ("kl.new_game(2, grid=42)", "!this is not a map; name one of delta, highlands, valley"),
    (
        'kl.new_game(2, rules="holdem")',
        '!"holdem" is not a rule set: write kl.rules_with(',
    ),
    ('kl.play_game(["random", "greedy"]).names', "('random', 'greedy')"),
    ('kl.play_game("random, random", seed=3).names', "('random', 'random#2')"),
    ("kl.play_game([GreedyPlayer(), 'random']).names", "('greedy', 'random')"),
    ("kl.play_game([GreedyPlayer, 'random']).names", "('greedy', 'random')"),
    (
        'kl.play_game(["greedy", "alphazero"])',
        '!There is no player "alphazero". There are: random, greedy, planner, ',
    ),
    ('kl.play_game(["greedy", "alphazero"])', '!; your own: "my_file:MyPlayer".'),
    ('kl.play_game(["gredy", "random"])', "!Did you mean greedy?"),
    ('kl.play_game(["greedy", "random"], kl.new_game(3))', "!2 players cannot take the 3 seats"),
    ('kl.play_game(["greedy", "random"], 7)', "!A position is needed here, not an int"),
    ("kl.play_game([state, 'random'])", "!is not a player: it needs the methods choose and answer"),
    ("planned(2, [GreedyPlayer(), 'random']).players", "('greedy', 'random')"),
    ("planned(2, 'greedy, random').players", "('greedy', 'random')"),
    ("planned(2, [Mine(), 'random'])", '!write "my_file:MyPlayer"'),
    ("planned('2', ['greedy', 'random'])", '!a simulation has at least one game, not "2"'),
]

THINGS = [
    ('kl.Game("friday.khr")', '!A game is opened by kl.load: write kl.load("friday.khr").'),
    ('kl.Dataset("runs")', '!Games are read by kl.dataset: write kl.dataset("runs").'),
    ('kl.lesson((state, "monastery b1 in Might"))', "<Lesson 1/1: Ada builds a monastery at b1"),
    ('kl.lesson([state, "M+r2b1"])', "<Lesson 1/1: Ada builds a monastery at b1"),
    ("kl.draw.boards(outcome)", "Drawing("),
    ("kl.draw.boards(game[7])", "Drawing("),
    ("kl.draw.income(record)", "Drawing("),
    ("kl.draw.income(text)", "Drawing("),
    ("kl.draw.shadows(record, 162)", "Drawing("),
    ("kl.draw.shadows(outcome)", "Drawing("),
    ("kl.draw.causes(outcome)", "Drawing("),
    ("kl.draw.storyboard(game, step=100)", "Drawing("),
    ("kl.draw.storyboard(game, step=100, columns=0)", "!side by side, 1 or more"),
    ("kl.draw.changes(state, outcome)", "Drawing("),
    ('kl.draw.two_ages(game, "Might", "Faith")', "Drawing("),
    ('kl.graphs.domains(game, "Faith")', "Graph with 23 nodes"),
    ("kl.graphs.causes(outcome)", "DiGraph with 2 nodes"),
    ("kl.load(StringIO(text)).players", "('Ada', 'Ben')"),
    ("kl.draw.income(state)", "!A state is one moment; this needs a whole game: kl.load(...)"),
    ("kl.draw.income(outcome)", "!An outcome is one move; this needs a whole game"),
    ("kl.draw.income([record, record])", "!That is a list of 2 games: choose one"),
    ("kl.draw.income(42)", "!I can't load a game from an int."),
    ('kl.draw.income("data/games")', "!data/games is a folder of 9 games"),
    ('kl.load("data/games")', "!or name one: 01-two-players-valley.khr"),
    ('kl.load("data/games/01-two-players-vally.khr")', "!Did you mean 01-two-players-valley.khr?"),
    ("kl.draw.shadows(state)", "!A state is one moment; kl.draw.shadows also needs what happened"),
    ("kl.draw.shadows(record, 9999)", "!This game has steps 0 to 254; there is no step 9999."),
    ("kl.draw.storyboard(outcome)", "!needs the position before the move"),
    ("kl.draw.domains()", "!kl.draw.domains needs state."),
    ("kl.draw.shadows(game, foo=1)", "!kl.draw.shadows: got an unexpected keyword argument"),
    ("kl.draw.boards(state, lagend=False)", "!'lagend'. Did you mean legend?"),
    ('kl.draw.move("keep f4")', "!write it as an action"),
    ("kl.draw.income_bands(state)", "!This needs the tables of many games, not a GameState"),
    ("kl.draw.review(game)", "!This needs the review of a game, not a Game"),
    (
        "kl.dataset(FILE).income(by='weather')",
        '!I can\'t group income by "weather". You can use: age, round, place, player, source, ',
    ),
    ("kl.compare([1], kl.dataset(FILE))", "!Compare two datasets"),
    ('kl.graphs.domains(state, "Fath")', '!I don\'t know "Fath". Did you mean Faith?'),
]


@pytest.mark.parametrize(("call", "said"), MOVES + PLAYERS + THINGS)
def test_what_is_natural_works_or_gets_one_sentence(call, said):
    try:
        answer = str(eval(call, NAMES))
    except KhronosError as refused:
        sentence = str(refused)
        assert said.startswith("!"), sentence
        assert said.removeprefix("!") in sentence
        assert "\n" not in sentence
    else:
        assert answer.startswith(said), answer


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("new_gane", "khronos_lab has no new_gane. Did you mean new_game?"),
        ("shadws", "khronos_lab has no shadws. Pictures are in khronos_lab.draw. dir"),
    ],
)
def test_an_unknown_name_of_the_front_door_is_answered_by_the_nearest(name, said):
    with pytest.raises(AttributeError) as fault:
        getattr(kl, name)
    assert str(fault.value).startswith(said)
    assert not hasattr(kl, "__wrapped__")


def test_a_notebook_shows_the_callers_lines_and_the_sentence():
    def my_function():
        return kl.load("no-such-game.khr")

    with pytest.raises(KhronosError) as refused:
        my_function()
    *lines, sentence = refused.value._render_traceback_()
    assert [line.partition(": ")[2] for line in lines] == [
        "my_function()",
        'return kl.load("no-such-game.khr")',
    ]
    assert sentence == "KhronosError: There is no file no-such-game.khr."


def test_a_figure_is_refused_by_the_name_that_people_type():
    for name in kl.draw.__all__:
        function = getattr(kl.draw, name)
        if getattr(function, "__name__", "").startswith("draw_"):
            assert function.__name__ == f"draw_{name}"
            with pytest.raises(KhronosError, match=rf"^kl\.draw\.{name}: .*'no_such'"):
                function(no_such=1)
