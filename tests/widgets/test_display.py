"""Every value at the end of a cell shows itself: words, a picture, nothing unescaped, no walls."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from html.parser import HTMLParser

import polars as pl
import pytest
from IPython.core.interactiveshell import InteractiveShell

from khronos_lab.analysis import Timeline
from khronos_lab.core import Build, EndTurn, Move, OpenChoice, Travel, square
from khronos_lab.desk import register_displays
from khronos_lab.engine import (
    Outcome,
    choices,
    legal_actions,
    new_game,
    play,
    preview,
    why_not,
)
from khronos_lab.lessons import scenario, scenarios
from khronos_lab.players import GreedyPlayer
from khronos_lab.records import read_games, steps_of
from khronos_lab.rulebook import (
    FAITH,
    LONGEST_NAME,
    MIGHT,
    MILITARY,
    Edition,
    RuleSet,
    data_file,
    speaking,
)
from khronos_lab.simulation import Ladder
from tests.board.hostile import BAD, hostile_record
from tests.simulation.reviewed import glanced

BUILT = Build(MIGHT, MILITARY, 1, square("k3"), (1, 0, 0))


@pytest.fixture
def shell(tmp_path, monkeypatch):
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    made = InteractiveShell()
    assert register_displays(made)
    yield made
    assert made.history_manager is not None
    made.history_manager.end_session()
    InteractiveShell.clear_instance()


def state(names=("Ada", "Ben")):
    return new_game(names, seed=7)


@cache
def played() -> Outcome:
    """A town with two shadows."""
    start = state()
    outcome = play(start, legal_actions(start).of("town", "n8")[0])
    assert isinstance(outcome, Outcome)
    return outcome


@cache
def question() -> OpenChoice:
    for each in scenarios():
        if why_not(each.state, each.action) is None:
            found = play(each.state, each.action)
            if isinstance(found, OpenChoice):
                return found
    raise AssertionError("no scenario asks anything")


def ladder() -> Ladder:
    ratings = pl.DataFrame(
        {"player": ["<a>"], "rating": [12.0], "rating_low": [-3.0], "rating_high": [1234.0]}
    )
    duels = pl.DataFrame(
        {
            **{"one": ["<a>"], "other": ["b"], "players": [2], "share": [0.255]},
            **{"share_low": [None], "share_high": [None], "clusters": [1]},
        }
    )
    return Ladder(ratings, duels)


def record():
    return next(iter(read_games(data_file("games", "08-lesson-three-ages.khr"))))


# By name: how to make the value, what it says, whether it has a picture, and lines of text.
VALUES: dict[str, tuple[Callable[[], object], str, bool, int]] = {
    "GameState": (state, "Round 1 of 7", True, 80),
    "Outcome": (played, "gets a bonus of 1 coin", True, 12),
    "Log": (lambda: played().log, "gets a bonus of 1 coin", False, 12),
    "OpenChoice": (question, "decides who keeps a cube", False, 6),
    "Preview": (lambda: preview(state(), BUILT), "Build watchtower at k3 in Might", False, 6),
    "Violation": (
        lambda: why_not(state(), Build(FAITH, MILITARY, 1, 5, (2, 0, 0))),
        "Ada has no adventurer in Faith (T5).", False, 1,
    ),
    "Actions": (lambda: legal_actions(state()), "build: watchtower", False, 20),
    "Choices": (lambda: choices(state()), "build: watchtower", False, 20),
    "Player": (GreedyPlayer, "gains most at once", False, 1),
    "RuleSet": (lambda: RuleSet(Edition.FIRST), "first edition", False, 1),
    "ReviewedTurn": (lambda: glanced().mistakes[0], "This gives away", False, 1),
    "Review": (glanced, "", True, 80),
    "Domain": (lambda: played().state.boards[0].domains[0], "1 building, 1 square", True, 1),
    "Scenario": (lambda: scenario(3), "Too small for a shadow", True, 1),
    "Ladder": (ladder, "25.5%", False, 6),
    "Timeline": (lambda: Timeline.of(record()), "Ruth and Wim", True, 1),
    "Frame": (lambda: Timeline.of(record())[3], "Round 3", True, 1),
    "Span": (lambda: Timeline.of(record()).moves[0], "Ruth", True, 1),
    "Step": (lambda: next(steps_of(record())), "Ruth", True, 1),
    "Move": (lambda: Move(BUILT), "", True, 1),
    "Travel": (lambda: Travel(MIGHT, FAITH), "", True, 1),
}  # fmt: skip


class Seen(HTMLParser):
    """The words of a page and the elements they stand in."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.elements: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.elements.append(tag)
        assert not [key for key, _ in attrs if key.startswith("on")]

    def handle_data(self, data):
        self.words.append(data)

    @property
    def text(self) -> str:
        return "".join(self.words)


def html_of(shell, value) -> str:
    return shell.display_formatter.format(value)[0]["text/html"]


@pytest.mark.parametrize("name", VALUES)
def test_a_value_shows_words_in_both_languages_and_perhaps_a_picture(shell, name):
    make, said, pictured, lines = VALUES[name]
    value = make()
    data, _ = shell.display_formatter.format(value)
    seen = Seen(data["text/html"])
    assert said in seen.text
    assert ("img" in seen.elements) is pictured
    assert pictured or len(data["text/html"]) < 25_000
    assert "image/png" not in data
    text = data["text/plain"]
    assert text.count("\n") < lines
    assert not any(wall in text for wall in ("PlayerState(", "Entry(", "Building("))
    if not pictured or name in ("GameState", "Scenario"):
        with speaking("de"):
            assert Seen(html_of(shell, make())).text != seen.text


def test_names_and_comments_are_escaped(shell):
    start = state(tuple(name[:LONGEST_NAME] for name in BAD[:4]))
    done = play(start, EndTurn())
    assert isinstance(done, Outcome)
    game = Timeline.of(hostile_record())
    for value in (
        *(start, done, done.log, preview(start, BUILT), why_not(start, Travel(FAITH, MIGHT))),
        *(game, game[1], game.moves[0], ladder()),
    ):
        seen = Seen(html_of(shell, value))
        assert not {"script", "i", "title"} & set(seen.elements)
        assert seen.elements.count("img") <= 1
        assert seen.elements.count("svg") <= 4


def test_a_bare_record_shows_the_replay(shell, monkeypatch):
    shown: list[dict] = []
    monkeypatch.setattr(shell.display_pub, "publish", lambda data, **_: shown.append(data))
    monkeypatch.setattr(InteractiveShell, "initialized", lambda: True)
    monkeypatch.setattr(InteractiveShell, "instance", lambda *_, **__: shell)
    assert shell.display_formatter.ipython_display_formatter(record())
    widget, page = shown
    assert widget["application/vnd.jupyter.widget-view+json"]["model_id"]
    assert widget["text/plain"].startswith("<Replay of Ruth, Wim")
    # It stands in for the widget once the kernel is gone.
    assert "<iframe" in page["text/html"]


def test_without_ipython_nothing_is_registered():
    assert register_displays() is False
