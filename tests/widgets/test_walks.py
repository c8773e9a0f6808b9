"""Somebody clicks about at random, now sensibly, now not; some things hold whatever is done.

Nothing fails inside, every sentence is in the language of the page, trying something out changes
nothing, what is saved is what is shown, and everything can be taken back.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

import pytest

import khronos_lab as kl
from khronos_lab.core import bits, grid_text, plain_grid, read_position, read_sketch, square
from khronos_lab.desk import replay
from khronos_lab.lessons import scenario
from khronos_lab.records import GameRecord, Study, read_games, read_record, record_text, steps_of
from khronos_lab.rulebook import KhronosError
from tests.simulation.reviewed import game, glanced
from tests.widgets.conftest import FOUR_PLAYERS, LESSON
from tests.widgets.page import (
    Screen,
    controls,
    entries,
    panels,
    send,
    shown,
    standing,
    words,
)

PRESSED = re.compile(r'data-press="([^"]+)"')
ENGLISH = re.compile(r"\b(the|of|and|with|has|is not)\b")
GERMAN = re.compile(r"\b(der|das|und|nicht|ist|auf|mit|im)\b")
MIDDLE = 200
"""A moment of the game of four in which much stands on the boards."""
SMALL = plain_grid(8, 6, (square("a5"), square("e2")))
TYPED = {
    "coins": ["7", "0", "x"],
    "hand": ["mmrc", "", "mz", "mm**"],
    "cubes": ["2", "30"],
    "tiles": ["1", "99"],
    "file": ["my.khs", ""],
    "source": [FOUR_PLAYERS, "nowhere.khr", "11"],
    "step": ["30", "", "x"],
    "move": ["M+m2b2", "M+c1d4", "nonsense", ""],
    "players": ["3", "5", "2", "9"],
    "typed": ["M+m1f4", "M>F", ">mrcc", "M+m9z9", ">"],
    "setup.date": ["2026-03-02", "yesterday"],
    **{f"setup.hand.{seat}": ["mmrc", "mz", ""] for seat in range(5)},
    **{f"setup.name.{seat}": ["Ann", "Ben", "Cleo", "Dora", ""] for seat in range(5)},
    "seed": ["4", "x"],
    "branch.games": ["3", "x", "0"],
}
NEVER = tuple(
    f"branch.{each}" for each in ["many", "end", "turn", "stop", "save", "path", "compare"]
)
"""What works in the background, writes where nobody looks, or draws for a second."""

STEPS = int(os.environ.get("KHRONOS_LAB_STEPS", "60"))
"""Steps of a walk; 3,000 of each mode are looked at before a release."""
Send = Callable[..., Any]


def step(widget: Any, rng: Random, tell: Send, **places: Any) -> None:
    """Do one thing that the page offers, or click somewhere."""
    offered, die = list(entries(widget).values()), rng.random()
    if offered and die < 0.7:
        allowed = [each for each in offered if not each["why"]]
        entry = rng.choice(allowed if allowed and rng.random() < 0.8 else offered)
        name = rng.choice([entry["name"], *(way for way, _ in entry["ways"])])
        if rng.random() < 0.4:
            try_out(widget, tell, "try", name=name)
        tell(widget, "choose", name=name)
    elif die < 0.5:
        tell(widget, "click", square=near(widget, rng), menu=rng.random() < 0.2)
    else:
        use(widget, rng, tell)


def try_out(widget: Any, tell: Send, kind: str, **more: Any) -> None:
    before = json.dumps(shown(widget), default=str)
    answers = tell(widget, kind, **more)
    assert json.dumps(shown(widget), default=str) == before, "trying something out changes nothing"
    assert all(speaks(answer["text"], widget.language) for answer, _ in answers if "text" in answer)


def near(widget: Any, rng: Random) -> list[int]:
    """A square, more often than not one where something stands or beside it."""
    state = widget.spot.state if hasattr(widget, "spot") else widget.position
    age = rng.choice((0, 0, 1, 1, 2))
    squares = list(bits(state.grid.area))
    taken = [sq + way for sq in bits(state.boards[age].occupied) for way in (0, 1, -1, 17, -17)]
    taken = [sq for sq in taken if sq in squares]
    return [age, rng.choice(taken if taken and rng.random() < 0.7 else squares)]


def use(widget: Any, rng: Random, tell: Send) -> None:
    """Use a control or a button."""
    usable = [x for x in controls(widget).values() if not x["disabled"] and x["name"] not in NEVER]
    pressed = PRESSED.findall("".join(panels(widget).values()))
    if pressed and rng.random() < 0.3:
        tell(widget, "press", name=rng.choice(pressed))
    elif usable:
        chosen = rng.choice(usable)
        name = chosen["name"]
        values = [value for value, *_ in chosen["options"]] or TYPED.get(name, ["3", "x"])
        if chosen["sort"] == "button":
            tell(widget, "press", name=name)
        elif chosen["sort"] == "check":
            tell(widget, "take", name=name, value=not chosen["value"])
        else:
            tell(widget, "take", name=name, value=rng.choice(values))


def speaks(text: str, language: str) -> bool:
    """True unless a text has words of the other language."""
    return not (ENGLISH if language == "de" else GERMAN).search(text)


def assert_sound(widget: Any) -> None:
    """What must hold of any page at any time."""
    assert "Something went wrong" not in widget.error
    assert "Etwas ging schief" not in widget.error
    page, language = shown(widget), widget.language
    if "title" not in page:  # one only looks
        return
    assert page["title"]
    # What was refused stays as it was said when the language changes.
    said = [] if page.get("refusal") else [page["status"]]
    said.append(page.get("below", ""))
    said += [words(html).partition("kl.")[0] for html in panels(widget).values()]
    said += [each["why"] for each in entries(widget).values()]
    for text in said:
        assert speaks(text, language), text
    for each in controls(widget).values():
        known = [value for value, *_ in each["options"]]
        assert each["value"] in known or not known, each


def walk(
    widget: Any, seed: str, steps: int, tell: Send = send, hold: Callable[[], None] = lambda: None
) -> None:
    """So many steps; `hold` says what must hold after each."""
    rng = Random(seed)
    for number in range(steps):
        step(widget, rng, tell)
        if number % 20 == 19:
            widget.language = "de" if widget.language == "en" else "en"
        assert_sound(widget)
        hold()


def undone(widget: Any, value: str) -> list[Any]:
    """What there was before each step that can be undone, last first; all is done again."""
    found, steps = [getattr(widget, value)], 0
    while not controls(widget)["undo"]["disabled"]:
        send(widget, "press", name="undo")
        found.append(getattr(widget, value))
        steps += 1
    for before in found[-2::-1]:
        send(widget, "press", name="redo")
        assert getattr(widget, value) == before
    return found


# ------------------------------------------------------------------ the walks


@pytest.mark.parametrize("seed", range(3))
def test_a_position_is_put_together_and_taken_apart(seed, tmp_path, monkeypatch):
    desk = kl.sandbox(FOUR_PLAYERS, step=MIDDLE) if seed == 2 else kl.sandbox(grid=SMALL)
    monkeypatch.chdir(tmp_path)  # where a scenario may be saved
    start, screen = desk.state, Screen(desk)

    def hold():
        assert read_position(desk.text) == desk.state
        assert bool(desk.faults) == ("✗" in panels(desk)["faults"])
        assert screen.buildings() == standing(desk.state)

    walk(desk, f"sandbox {seed}", STEPS, hold=hold)
    assert STEPS > 200 or undone(desk, "state")[-1] == start


@pytest.mark.parametrize("seed", range(2))
def test_whatever_is_asked_nothing_is_played(seed):
    state = scenario(11).state if seed else replay(FOUR_PLAYERS, step=MIDDLE).frame.state
    asked = kl.explain(state)

    def hold():
        after = controls(asked)["view"]["value"] == "after"
        assert after or asked.position.boards == state.boards
        if "verdict" in panels(asked):
            allowed = "✓" in panels(asked)["verdict"]
            assert allowed or not asked.told.allowed
            assert asked.verdict in shown(asked)["status"]

    walk(asked, f"explainer {seed}", STEPS, hold=hold)


@pytest.mark.parametrize("seed", range(3))
def test_what_is_written_down_is_in_the_file_at_once(seed, tmp_path):
    path = tmp_path / "game.khr"
    players, hands = ["Ann", "Ben"], {"Ann": "mmrc", "Ben": "mrcc"}
    desk = (
        kl.record_game(path, players, hands=hands if seed == 1 else None)
        if seed
        else kl.record_game(path)
    )
    screen = Screen(desk)

    def hold():
        assert screen.buildings() == standing(desk.position)
        if not path.exists():
            return
        [kept] = read_games(path)
        assert kept.line == desk.record.line
        again = Study.open(path)
        assert (again.record, again.undone, again.pending) == (
            desk.record, desk.study.undone, desk.study.pending,
        )  # fmt: skip
        number = f"{len(desk.study.nodes)} move"
        assert desk.study.pending or number in repr(desk)

    walk(desk, f"recorder {seed}", STEPS, hold=hold)


@pytest.mark.parametrize("seed", range(2))
def test_a_game_against_others_is_always_one_that_can_be_read_again(seed, tmp_path):
    path = tmp_path / "mine.khr"
    table = kl.play_against("greedy", "random", path=path, seed=seed, warn=False)
    screen = Screen(table)

    def hold():
        record = table.record
        assert screen.buildings() == standing(table.position)
        assert len(list(steps_of(record))) == len(record.line.nodes)
        _, accounts = screen.moment()
        assert set(accounts["h1"] + accounts["h2"]) <= {*"*-"}, "nobody shows his hand"

    walk(table, f"table {seed}", STEPS, hold=hold)
    [kept] = read_games(path)
    assert kept.line == table.record.line


@pytest.mark.parametrize("seed", range(2))
def test_a_map_is_in_its_file_after_every_stroke(seed, tmp_path):
    path = tmp_path / "our-board.txt"
    editor, rng = kl.edit_map(path), Random(seed)
    start, screen = editor.grid, Screen(editor)

    def hold():
        terrain = grid_text(editor.grid).replace("h", ".").replace("H", "f").split()
        assert screen.game["map"]["rows"] == terrain
        assert screen.buildings() == standing(editor.position)
        squares = rng.sample(list(bits(editor.grid.area)), 3)
        if rng.random() < 0.5:
            send(editor, "paint", squares=squares)
        if path.exists():
            assert read_sketch(path.read_text("utf-8")) == editor.grid
        listed = words(panels(editor)["checks"])
        assert all(fault in listed for fault in editor.faults)

    walk(editor, f"map {seed}", STEPS, hold=hold)
    assert STEPS > 200 or undone(editor, "grid")[-1] == start
    assert read_sketch(path.read_text("utf-8")) == editor.grid


@pytest.mark.parametrize("seed", range(2))
def test_other_moves_are_tried_and_all_of_it_is_taken_back(seed):
    widget, rng = replay(LESSON, step=(20, 60)[seed]).what_if(), Random(seed)
    start, screen = widget.record, Screen(widget)

    def hold():
        if not widget.trying:
            widget.what_if()
        assert screen.buildings() == standing(widget.frame.state)
        if rng.random() < 0.1:
            send(widget, "place", line=list(widget.branches), index=rng.randrange(widget.last))
        assert widget.caption.endswith(".")
        assert widget.unsaved or widget.record == start

    walk(widget, f"what if {seed}", STEPS, hold=hold)
    assert widget.line in widget.lines
    assert read_record(record_text(widget.record)).line == widget.record.line
    while shown(widget)["undo"]:
        send(widget, "press", name="take_back")
    # Not everything that was done in a long walk can be undone.
    assert STEPS > 200 or (widget.record, widget.unsaved) == (start, False)


def test_mistakes_are_practised_whatever_is_tried():
    widget = replay(game())
    start, screen = widget.record, Screen(widget)

    def stand():
        """Practise again: another game than the reviewed one has nothing to practise."""
        widget.mode = "try"
        while shown(widget)["undo"]:
            send(widget, "press", name="take_back")
        widget.coach.review = glanced()
        widget.practice()

    def hold():
        if widget.mode != "train" or widget.coach.practice is None:
            stand()
        practice = widget.coach.practice
        assert practice is not None
        assert screen.buildings() == standing(widget.frame.state)
        assert widget.unsaved or widget.record == start
        assert practice.turn.player in words(panels(widget)["coach_practice"])

    stand()
    walk(widget, "train", STEPS, hold=hold)


@pytest.mark.parametrize("unit", ["games", "players", "turns"])
def test_however_it_is_brushed_the_explorer_counts_the_rows_that_are_left(unit):
    explorer, rng = kl.dataset("data/sample").explore(unit), Random(unit)
    page = explorer.pictures
    for number in range(25):
        names = [name for name, _ in page.page["measures"]]
        name, die = rng.choice(names), rng.random()
        size = len(page.page["labels"][name])
        ends = sorted(rng.choices(range(size), k=2))
        if die < 0.5:
            span = None if die < 0.1 else ends
            [(told, _), *_] = send(page, "brush", ranges={name: span}, done=True, id=number)
            said = int(told["said"].split()[0].replace(",", ""))
            assert said == page.chosen().height
            assert set(page.brushes) <= set(names)
        elif die < 0.7:
            send(page, "bar", bins={name: ends[:1] * 2})
        else:
            what = rng.choice(["colour", "shown", "scatter", "reset"])
            value = rng.choice([*names, ""]) if what == "colour" else name
            send(page, "choose", what=what, value=value, place=rng.randrange(2))
        assert "Something went wrong" not in page.error
    assert explorer.clear().pictures.brushes == {}


# ------------------------------------------------------------------ scripts


def every_widget(tmp_path) -> Iterator[Any]:
    yield kl.load(FOUR_PLAYERS).replay()
    yield kl.sandbox()
    yield kl.explain(kl.new_game(2, seed=1))
    yield kl.edit_map(tmp_path / "map.txt")
    yield kl.record_game(tmp_path / "game.khr")
    yield kl.play_against("random", warn=False)
    yield kl.lesson(11)
    yield kl.practice("B6")
    yield kl.rules("B6").pages
    yield kl.dataset("data/sample").explore().pictures


def test_every_widget_tells_its_page_what_its_script_asks_for(tmp_path):
    for widget in every_widget(tmp_path):
        state = widget.get_state()
        asked = set(re.findall(r'model\.(?:get|set)\("(\w+)"', state["_esm"]))
        assert asked, widget
        assert asked <= set(state), widget
        said = set(re.findall(r'\bword\("([^"]+)"\)', state["_esm"]))
        known = {**state.get("words", {}), **(state.get("page") or {}).get("words", {})}
        assert said <= set(known), widget
        with pytest.raises(KhronosError, match="no words in the language 'fr'"):
            widget.language = "fr"


MEANT = ("press", "choose", "take", "switch")
NONSENSE: Mapping[str, tuple[tuple[str, dict[str, Any]], ...]] = {
    "mode_page": (
        ("take", {"name": "nothing", "value": "x"}),
        ("take", {"name": "tool", "value": "x9"}),
        ("take", {"name": "move.open", "value": "1"}),
        ("press", {"name": "nothing"}),
        ("press", {"name": "go:77"}),
        ("click", {"square": [0, 9999]}),
        ("click", {"square": [7, 0]}),
        *(("click", {"square": each}) for each in ("a1", 3, [1], [1, None], [True, 2], {"a": 1})),
        *((kind, {"name": each}) for kind in MEANT for each in (None, 7, ["x"], "x" * 10**7)),
        ("take", {"name": "tool", "value": 3.5}),
        ("paint", {"squares": "all"}),
        ("paint", {"squares": [0, "x"]}),
        ("switch", {"name": "dance"}),
        ("mode", {}),
        ("mode", {"what": 3}),
        ("mode", {"what": "fly"}),
        ("coach", {"name": "coach.turn"}),
        ("coach", {"name": "coach.fly"}),
        ("place", {"line": [[0, 5]], "index": 0}),
        ("place", {"line": "[]", "index": 0}),
        ("place", {"line": [], "index": "0"}),
        ("place", {}),
        ("fly", {}),
    ),
    "stage": (("do", {"what": "cheat"}), ("do", {"what": "back"})),
    "brushes": (
        ("open", {"row": 10_000}),
        ("bar", {"bins": {"weather": [0, 1]}}),
        ("choose", {"what": "sound", "value": "on"}),
        ("brush", {"ranges": {"coins": [0, 999]}, "done": True, "id": 1}),
        ("fly", {}),
    ),
}


def test_what_makes_no_sense_is_told_in_a_sentence_and_changes_nothing(tmp_path):
    for widget in every_widget(tmp_path):
        if widget.keys and getattr(widget, "mode", "") == "look":
            widget.mode = "try"
        before, files = widget.get_state(), sorted(tmp_path.iterdir())
        for key in set(NONSENSE) & set(widget.keys):
            for kind, more in NONSENSE[key]:
                widget.error = ""
                send(widget, kind, **more)
                assert re.search(r"\w \w", widget.error), (widget, kind, more)
                assert "Something went wrong" not in widget.error
        assert sorted(tmp_path.iterdir()) == files
        now = widget.get_state()
        assert [key for key in now if now[key] != before[key]] in ([], ["error"])


def test_names_are_written_as_they_are_and_never_as_markup(tmp_path):
    evil = "<img src=x onerror=alert(1)>&'"
    state = kl.new_game((evil, "Ben"), seed=2)
    desk = kl.record_game(tmp_path / "game.khr", (evil, "Ben"), start=1).enter("M>F >")
    told: list[str] = []
    asked = kl.explain(state).wish("build", "keep").at("M f4")
    widget = replay(GameRecord({"Event": evil}, state)).what_if()
    for shown_ in (asked, desk, kl.sandbox(state), widget):
        told += panels(shown_).values()
    assert "&lt;img" in "".join(told)
    assert not any("<img src=x" in each for each in told)
    assert evil in widget.text
    assert widget.title == evil
