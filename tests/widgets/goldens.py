"""Walks through the widgets that are kept: somebody clicks about, and what the page is told stays.

Whoever clicks is drawn from a seed: squares, entries of menus, buttons, choices and words typed
into fields, sensible ones and others. Of each step the file holds what was done and what the page
was told anew; what is long is a checksum. `python -m tests.golden.regenerate` writes it anew.
"""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import chdir
from datetime import date
from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import khronos_lab as kl
from khronos_lab.core import bits, plain_grid, square
from khronos_lab.rulebook import BUILDING_AGES, REASON, KhronosError
from khronos_lab.scenarios import scenario
from khronos_lab.widgets import COMMANDS, VARIABLE, replay
from khronos_lab.widgets.lessons import panels, progress
from khronos_lab.widgets.lessons import widget as lessons
from tests.golden.sections import Goldens, checksum
from tests.simulation.reviewed import game, glanced
from tests.viewer.unpacking import inflated

FOLDER = Path(__file__).parents[1] / "golden" / "widgets"
FOUR_PLAYERS = "data/games/03-four-players-valley.khr"
MIDDLE = 200
"""A moment of the game of four in which much stands on the boards."""
LONGEST = 40
"""Letters, up to which something is written out."""
MONDAY = date(2026, 3, 2)
PRESSED = re.compile(r'data-press="([^"]+)"')
UNTOLD = ("layout", "tabbable", "tooltip", "words")
Told = dict[str, str]
Step = tuple[str, Callable[[], object]]
Walk = Callable[[], Iterator[str]]


def goldens() -> Goldens:
    """By file and name: what makes the lines."""
    walks: dict[str, Walk] = {
        **{f"sandbox {seed}": partial(_sandbox, seed) for seed in (1, 2)},
        **{f"explainer {seed}": partial(_explainer, seed) for seed in (1, 2)},
        **{f"recorder {seed}": partial(_recorder, seed) for seed in (1, 2)},
        "form of the recorder": _form,
        "play against": _table,
        **{f"map editor {seed}": partial(_map_editor, seed) for seed in (1, 2)},
        "replay": _replay,
        **{f"what if {seed}": partial(_what_if, seed) for seed in (1, 2)},
        "coach": _coach,
        **{f"lesson {name}": partial(_lesson, name) for name in LESSONS},
        "lesson of a game": partial(_lesson, None),
        "practice": _practice,
        "rules": _rules,
        "scrub": _scrub,
        "explorer": _explorer,
    }
    return Goldens(FOLDER, {"walks": {name: partial(_alone, walk) for name, walk in walks.items()}})


def _alone(walk: Walk) -> list[str]:
    """The lines of a walk in an empty folder, on a certain day."""
    modules = (progress, lessons, panels)
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        days = [patch.object(module, "today", lambda: MONDAY) for module in modules]
        for each in days:
            each.start()
        try:
            with patch.dict(os.environ, {VARIABLE: str(Path.cwd() / "progress.json")}):
                return list(walk())
        finally:
            for each in days:
                each.stop()


# ------------------------------------------------------------------ what a page is told


def short(value: object) -> str:
    """A value as one line; a checksum if it is long."""
    if isinstance(value, bytes | memoryview):
        return f"{len(value)}{checksum(bytes(value).hex())}"
    text = json.dumps(value, ensure_ascii=False, default=str).replace(str(Path.cwd()), "…")
    return text if len(text) <= LONGEST else f"{len(text)}{checksum(text)}"


def facts(state: Mapping[str, Any]) -> Told:
    """By name: what a page shows, controls and panels one by one."""
    found: Told = {}
    for key, value in state.items():
        if isinstance(value, Mapping) and "groups" in value and "menu" in value:
            found |= {f"{key}.{part}": short(value[part]) for part in value if part not in _PARTS}
            for group in (*value["groups"], *value.get("more", ())):
                found[group["name"]] = short({**group, "controls": len(group["controls"])})
                found |= {f"{group['name']}.{x['name']}": control(x) for x in group["controls"]}
            panels = (*value.get("panels", ()), *value.get("results", ()))
            found |= {f"panel {each['name']}": short(each) for each in panels}
        elif isinstance(value, Mapping) and value:
            found |= {f"{key}.{part}": short(value[part]) for part in value}
        else:
            found[key] = short(value)
    return found


_PARTS = ("groups", "more", "panels", "results", "words", "languages")


def control(told: Mapping[str, Any]) -> str:
    """What a control holds, and a checksum of everything else about it."""
    off = " (off)" if told["disabled"] else ""
    return f"{short(told['value'])}{off} {checksum(json.dumps(told))}"


def told_by(widget: Any) -> Told:
    """Everything that a widget tells its page, without its program."""
    keys = [key for key in widget.keys if not key.startswith("_") and key not in UNTOLD]
    return facts(widget.get_state(keys))


def walked(
    widget: Any, steps: Iterable[Step], tell: Callable[[Any], Told] = told_by
) -> Iterator[str]:
    """What a widget tells after each step, as far as it is new; and what it sends."""
    sent: list[tuple[Any, Any]] = []
    object.__setattr__(
        widget, "send", lambda content, buffers=(): sent.append((content, buffers or ()))
    )
    known: Told = {}
    for what, do in _opened(steps):
        sent.clear()
        try:
            do()
        except KhronosError as fault:
            yield f"{what} ! {short(str(fault))}"
        else:
            yield what
        yield from (f"    > {sent_text(*each)}" for each in sent if each[0].get("kind") != "done")
        now = tell(widget)
        yield from (f"    {key}: {value}" for key, value in now.items() if known.get(key) != value)
        yield from (f"    no {key}" for key in known if key not in now)
        known = now
    widget.close()


def _opened(steps: Iterable[Step]) -> Iterator[Step]:
    yield "open", lambda: None
    yield from steps


def sent_text(content: Mapping[str, Any], buffers: Iterable[Any]) -> str:
    """A message to the page; packed data is unpacked, so that it does not matter how it is."""
    told = {key: short(value) for key, value in content.items() if key != "id"}
    return " ".join([*told.values(), *map(_buffer, buffers)])


def _buffer(data: Any) -> str:
    try:
        return short(inflated(bytes(data)))
    except Exception:  # it was not packed
        return short(bytes(data))


def message(widget: Any, kind: str, **more: Any) -> Step:
    """A message of the page, to be sent."""
    told = " ".join(str(value) for value in more.values())
    return f"{kind} {told}".strip(), lambda: widget._handle_custom_msg({"kind": kind, **more}, [])


# ------------------------------------------------------------------ somebody who clicks about


def clicking(
    widget: Any, rng: Random, number: int, typed: Mapping[str, list[str]]
) -> Iterator[Step]:
    """Steps of somebody who clicks on what clickable boards offer."""
    for _ in range(number):
        page = widget.page
        menu, die = page["menu"], rng.random()
        if menu is not None and menu["entries"] and die < 0.75:
            names = entries(menu, rng)
            yield message(widget, rng.choice(["try", "choose", "choose"]), name=rng.choice(names))
        elif die < 0.45:
            yield message(widget, "click", square=place(widget, rng), menu=rng.random() < 0.2)
        elif die < 0.52:
            yield message(widget, rng.choice(["hover", "point"]), square=place(widget, rng))
        else:
            yield used(widget, rng, typed)
        if rng.random() < 0.03:
            language = "de" if widget.language == "en" else "en"
            yield language, partial(setattr, widget, "language", language)


def entries(menu: Mapping[str, Any], rng: Random) -> list[str]:
    """An entry of a menu in all its ways, more often than not one that is allowed."""
    every = menu["entries"]
    allowed = [each for each in every if not each["why"]]
    entry = rng.choice(allowed if allowed and rng.random() < 0.8 else every)
    return [entry["name"], *(way for way, _ in entry["ways"])]


def place(widget: Any, rng: Random) -> list[int]:
    """A square, more often than not one where something stands or beside it."""
    state = widget.position
    age = rng.choice((*BUILDING_AGES, *BUILDING_AGES, REASON))
    occupied = list(bits(state.boards[age].occupied))
    near = [sq + way for sq in occupied for way in (0, 1, -1, 17, -17)]
    near = [sq for sq in near if sq >= 0 and state.grid.area >> sq & 1]
    return [
        int(age),
        rng.choice(near if near and rng.random() < 0.7 else list(bits(state.grid.area))),
    ]


def used(widget: Any, rng: Random, typed: Mapping[str, list[str]]) -> Step:
    """A control or a button that is used."""
    page = widget.page
    controls = [each for group in page["groups"] for each in group["controls"]]
    pressed = PRESSED.findall(json.dumps(page["panels"]).replace('\\"', '"') + page["acting"])
    usable = [each for each in controls if not each["disabled"]]
    if (pressed and rng.random() < 0.3) or not usable:
        return message(widget, "press", name=rng.choice(pressed or ["nothing"]))
    chosen = rng.choice(usable)
    name, sort = chosen["name"], chosen["sort"]
    if sort == "button":
        return message(widget, "press", name=name)
    values: list[Any] = [value for value, *_ in chosen["options"]] or typed.get(name, ["3", "x"])
    if sort == "check":
        values = [not chosen["value"]]
    return message(widget, "take", name=name, value=rng.choice(values))


def changed(widget: Any, name: str, *values: Any) -> Iterator[Step]:
    """A trait that is set, to one value after the other."""
    for value in values:
        yield f"{name} = {value}", partial(setattr, widget, name, value)


# ------------------------------------------------------------------ the walks

SMALL = plain_grid(8, 6, (square("a5"), square("e2")))
TABLE = {
    "coins": ["7", "0", "x"],
    "hand": ["mmrc", "", "mz", "mm**"],
    "cubes": ["2", "30"],
    "tiles": ["1", "99"],
    "file": ["my.khs", ""],
    "source": [FOUR_PLAYERS, "nowhere.khr", "11"],
    "step": ["30", "", "x"],
    "move": ["M+m2b2", "M+c1d4", "nonsense", ""],
    "title_en": ["A keep"],
    "players": ["3", "5", "2", "9"],
}


def _sandbox(seed: int) -> Iterator[str]:
    desk = kl.sandbox(grid=SMALL) if seed == 1 else kl.sandbox(FOUR_PLAYERS, step=MIDDLE)
    return walked(desk, clicking(desk, Random(f"sandbox {seed}"), 110, TABLE))


def _explainer(seed: int) -> Iterator[str]:
    state = replay(FOUR_PLAYERS, step=MIDDLE).frame.state
    shown = kl.explain(state if seed == 1 else scenario(11).state)
    return walked(shown, clicking(shown, Random(f"explainer {seed}"), 80, {}))


WRITTEN = {
    "typed": ["M+m1f4", "M>F", ">mrcc", "M+m9z9", ">"],
    "preface": ["well done"],
    "setup.date": ["2026-03-02", "yesterday"],
    **{f"setup.hand.{seat}": ["mmrc", "mz", ""] for seat in range(5)},
    **{f"setup.name.{seat}": ["Ann", "Ben", "Cleo", "Dora", ""] for seat in range(5)},
}


def _recorder(seed: int) -> Iterator[str]:
    hands = {"Ann": "mmrc", "Ben": "mrcc"} if seed == 1 else {}
    desk = kl.record_game("game.khr", ["Ann", "Ben"], start="Ann", hands=hands)
    return walked(desk, clicking(desk, Random(f"recorder {seed}"), 120, WRITTEN))


def _form() -> Iterator[str]:
    desk = kl.record_game("game.khr")
    return walked(desk, clicking(desk, Random("form"), 90, WRITTEN))


def _table() -> Iterator[str]:
    table = kl.play_against("greedy", "random", seed=3, warn=False, grid="valley")
    steps = clicking(table, Random("table"), 120, WRITTEN)
    return walked(table, steps)


def _map_editor(seed: int) -> Iterator[str]:
    editor, rng = kl.edit_map("our-board.txt"), Random(f"map {seed}")
    typed = {"path": ["our-board.txt", "a/b.txt", ""], "title": ["Our board"], "seed": ["4", "x"]}

    def steps() -> Iterator[Step]:
        for step in clicking(editor, rng, 60, typed):
            yield step
            squares = rng.sample(list(bits(editor.position.grid.area)), 3)
            if rng.random() < 0.5:
                yield message(editor, "paint", squares=squares)

    return walked(editor, steps())


def _replay() -> Iterator[str]:
    shown = replay(FOUR_PLAYERS, step=MIDDLE)

    def steps() -> Iterator[Step]:
        yield message(shown, "game")
        for command in COMMANDS:
            yield command, partial(shown.go, command)
        shown.what_if(False)
        yield from changed(shown, "view", "shadows", "control", "moon")
        yield from changed(shown, "eyes", "0", "nobody", "Zoe", "all")
        yield from changed(shown, "coins", "hidden", "open")
        yield from changed(shown, "square", [1, 40], [3, 0], [0, -1], [])
        yield from changed(shown, "index", 0, shown.last, shown.last + 1, -1)
        yield from changed(shown, "step", -1, -shown.last - 1, -shown.last - 2, shown.last + 1)
        yield from changed(shown, "language", "de", "en")
        yield message(shown, "place", line=[], index=30)
        yield message(shown, "place", line=[], index=9999)
        yield message(shown, "place", line=[[3, 1]], index=5)

    def tell(widget: Any) -> Told:
        return {**told_by(widget), "text": widget.text, "shown": repr(widget)}

    return walked(shown, steps(), tell)


def _what_if(seed: int) -> Iterator[str]:
    shown, rng = replay(FOUR_PLAYERS, step=(MIDDLE, 60)[seed - 1]), Random(f"what if {seed}")
    typed = {
        "branch.name": ["A try", ""],
        "branch.comment": ["why not"],
        "branch.games": ["3", "x", "0"],
        "branch.path": ["tried.khr", ""],
    }
    # What works in the background ends when it ends.
    never = ("branch.many", "branch.end", "branch.turn", "branch.stop")

    def trying() -> Iterator[Step]:
        yield message(shown, "game")
        yield message(shown, "what_if", what="toggle")
        for _ in range((60, 130)[seed - 1]):
            page, die = shown.what_if_page, rng.random()
            if not page or die < 0.04:
                yield message(shown, "what_if", what="toggle")
                continue
            menu = page["menu"]
            if menu is not None and menu["entries"] and die < 0.6:
                ways = entries(menu, rng)
                what = rng.choice(["try", "choose", "choose"])
                yield message(shown, "what_if", what=what, name=rng.choice(ways))
            elif die < 0.7:
                age = rng.choice((*BUILDING_AGES, REASON))
                sq = rng.choice(list(bits(shown.spot.state.grid.area)))
                yield message(shown, "what_if", what="click", square=[int(age), sq])
            elif die < 0.78:
                yield message(
                    shown,
                    "place",
                    line=[list(x) for x in shown.branches],
                    index=rng.randrange(shown.last),
                )
            else:
                yield _tried(page)

    def _tried(page: Mapping[str, Any]) -> Step:
        groups = (*page["groups"], *page["more"])
        controls = [each for group in groups for each in group["controls"]]
        usable = [x for x in controls if not x["disabled"] and x["name"] not in never]
        if not usable:
            return message(shown, "what_if", what="press", name="nothing")
        chosen = rng.choice(usable)
        if chosen["sort"] == "button":
            return message(shown, "what_if", what="press", name=chosen["name"])
        values = [value for value, *_ in chosen["options"]] or typed.get(chosen["name"], ["1"])
        values = [not chosen["value"]] if chosen["sort"] == "check" else values
        return message(shown, "what_if", what="take", name=chosen["name"], value=rng.choice(values))

    return walked(shown, trying())


def _coach() -> Iterator[str]:
    shown = replay(game())
    shown.coach.review = glanced()

    def steps() -> Iterator[Step]:
        yield "review", shown.review
        for turn in glanced().turns:
            yield message(shown, "coach", name="coach.turn", value=turn.turn)
        yield message(shown, "coach", name="coach.keep")
        for name in ("practice", *("hint",) * 5, "check", "next", "check", "next", "next", "leave"):
            yield message(shown, "coach", name=f"coach.{name}")
        yield from changed(shown, "language", "de")
        yield from changed(shown, "eyes", "0")
        yield message(shown, "coach", name="coach.toggle")
        yield message(shown, "what_if", what="toggle")
        yield "end", partial(shown.go, "end")

    return walked(shown, steps())


LESSONS = ("28", "46", "63", "68", "B6", "first-shadows", "How Khronos is played")


def answered(shown: Any, rng: Random, number: int, actions: tuple[str, ...]) -> Iterator[Step]:
    """Steps of somebody who answers questions, now rightly, now wrongly, and looks at moves."""
    for _ in range(number):
        die, asked = rng.random(), shown.item.exercises
        offers = [str(each.value) for each in shown.exercise.options] if asked else []
        if shown.stage == "look" and die < 0.5:
            yield from changed(shown, "step", rng.randrange(len(shown.steps) + 1))
        elif shown.stage in ("ask", "rule") and die < 0.3 and asked:
            yield "solve", shown.solve
        elif shown.stage in ("ask", "rule") and die < 0.6:
            yield from changed(shown, "given", [rng.choice([*offers, "1", "b2", "-", "3"])])
        else:
            what = rng.choice(actions)
            yield message(shown, "do", what=what)
        if rng.random() < 0.05:
            yield from changed(shown, "language", "de" if shown.language == "en" else "en")


ACTIONS = ("check", "check", "check", "hint", "again", "show", "more", "next", "back", "restart")


def _lesson(name: str | None) -> Iterator[str]:
    shown = kl.practice(game(5, 60)) if name is None else kl.lesson(name)
    return walked(shown, answered(shown, Random(f"lesson {name}"), 50, ACTIONS))


def _practice() -> Iterator[str]:
    shown = kl.practice()

    def steps() -> Iterator[Step]:
        yield from answered(shown, Random("practice"), 50, (*ACTIONS, "reset"))
        yield from changed(shown, "clause", "B6", "wrong", "Q1", "")
        yield from changed(shown, "difficulty", "hard", "tough", "easy", "")

    return walked(shown, steps())


def _rules() -> Iterator[str]:
    shown = kl.rules("paradox")

    def steps() -> Iterator[Step]:
        pages = shown.pages
        yield from changed(pages, "sought", "who shrinks", "b6", "nonsense", "")
        yield from changed(pages, "clause", "X2", "T5", "S1", "Q9")
        yield from changed(pages, "opened", "11", "", "999")
        yield from changed(pages, "language", "de")

    def tell(widget: Any) -> Told:
        return {**told_by(widget), "lesson": repr(shown.lesson), "below": str(len(shown.children))}

    return walked(shown.pages, steps(), tell)


def _explorer() -> Iterator[str]:
    shown = kl.dataset("data/sample").explore()
    page, rng = shown.pictures, Random("explorer")

    def steps() -> Iterator[Step]:
        yield message(page, "ready")
        for number in range(45):
            names, axes = list(page.sheet.axes), page.sheet.axes
            name, die = rng.choice(names), rng.random()
            ends = sorted(rng.choices(range(axes[name].size), k=2))
            if die < 0.4:
                span = None if die < 0.1 else ends
                yield message(page, "brush", ranges={name: span}, done=die < 0.3, id=number)
            elif die < 0.55:
                yield message(page, "bar", bins={name: ends[:1] * 2})
            elif die < 0.65:
                yield message(page, "open", row=rng.choice([0, 1, 99999]))
            else:
                what = rng.choice(["unit", "colour", "shown", "shown", "scatter", "reset"])
                known = {"unit": ["games", "players", "turns"], "colour": [*names, "", "player"]}
                value = rng.choice(known.get(what, names))
                yield message(page, "choose", what=what, value=value, place=rng.randrange(4))
        yield from changed(page, "language", "de")

    def tell(widget: Any) -> Told:
        told = {**told_by(widget), "chosen": str(widget.chosen().height)}
        if shown.game is not None:
            told["game"] = repr(shown.game)
        return told

    return walked(page, steps(), tell)


def _scrub() -> Iterator[str]:
    shown = kl.scrub(game(), kl.draw.boards, start=20)
    parts = {"slider": shown.slider, "play": shown.play, "unit": shown.unit, "said": shown.caption}

    def steps() -> Iterator[Step]:
        for unit in ("turn", "move", "effect"):
            yield from changed(shown.unit, "value", unit)
            yield from changed(shown.slider, "value", 1, shown.slider.max, 0)
            yield from ((f"go {index}", partial(shown.go, index)) for index in (0, 33, -1))

    def tell(_: Any) -> Told:
        told: Told = {}
        for name, each in parts.items():
            keys = [key for key in ("value", "max", "interval", "description") if key in each.keys]
            told |= {f"{name}.{key}": short(value) for key, value in each.get_state(keys).items()}
        sizes = [image.layout.width for image in shown.images]
        return {**told, "shown": repr(shown), "wide": short([shown.layout.width, *sizes])}

    return walked(shown.slider, steps(), tell)
