"""The page of a widget, without a browser: send what a page sends, read what a page shows.

Messages go over the widget's comm, the wire that Jupyter gives every widget.
"""

from __future__ import annotations

import re
from html import unescape
from itertools import islice
from typing import Any

from khronos_lab.core import square
from khronos_lab.rulebook import AGES
from tests.board.test_game_data import moments
from tests.board.unpacking import inflated

Answer = tuple[dict[str, Any], list[bytes]]
ACTS = ("take", "press", "click", "choose", "try", "paint", "switch")
"""What is done to a mode of the desk."""


def send(widget: Any, kind: str, **more: Any) -> list[Answer]:
    """Send a message as the page does; the answers, without the note that it is done."""
    got = listen(widget)
    content = {"kind": "mode", "what": kind} if kind in ACTS else {"kind": kind}
    over_the_wire(widget, {"method": "custom", "content": {**content, **more}})
    return [each for each in got if each[0]["kind"] not in ("done", "mode", "failed")]


def listen(widget: Any) -> list[Answer]:
    """A list that grows with every message that the widget sends from now on."""
    got: list[Answer] = []

    def hear(_: str, data: Any = None, metadata: Any = None, buffers: Any = None, **__: Any):
        if (data or {}).get("method") == "custom":
            got.append((data["content"], [bytes(each) for each in buffers or ()]))

    widget.comm.publish_msg = hear
    return got


def over_the_wire(widget: Any, data: dict[str, Any]) -> None:
    widget.comm.handle_msg({"content": {"data": data}, "buffers": []})


def set_by_page(widget: Any, **state: Any) -> None:
    """Set traits as the page does."""
    over_the_wire(widget, {"method": "update", "state": state, "buffer_paths": []})


def place(text: str) -> list[int]:
    """An age and a square as the page sends them: `M c5`."""
    age, name = text.split()
    return [next(int(each) for each in AGES if each.title[0] == age), square(name)]


def click(widget: Any, where: str, **more: Any) -> None:
    """Click on a square."""
    send(widget, "click", square=place(where), **more)


def shown(widget: Any) -> dict[str, Any]:
    """What stands around the boards."""
    page: dict[str, Any] = widget.mode_page if "mode_page" in widget.keys else widget.page
    return page


def side(page: dict[str, Any], what: str) -> list[dict[str, Any]]:
    """What stands above the list of moves."""
    found: list[dict[str, Any]] = page.get("side", {}).get(what, [])
    return found


def controls(widget: Any) -> dict[str, dict[str, Any]]:
    """By name: what can be chosen, typed or pressed."""
    page = shown(widget)
    groups = [*page.get("groups", ()), *page.get("more", ()), *side(page, "groups")]
    return {each["name"]: each for group in groups for each in group["controls"]}


def panels(widget: Any) -> dict[str, str]:
    """By name: what is told beside the boards, as HTML."""
    page = shown(widget)
    told = [*page.get("panels", ()), *side(page, "panels")]
    return {each["name"]: each["html"] for each in told}


def html(widget: Any, name: str) -> str:
    return panels(widget)[name]


def entries(widget: Any) -> dict[str, dict[str, Any]]:
    """By name: the entries of the menu that is open; empty if none is."""
    menu = shown(widget).get("menu")
    return {each["name"]: each for each in (menu or {"entries": ()})["entries"]}


def words(markup: str) -> str:
    """HTML without its tags."""
    return unescape(re.sub(r"<[^>]+>", "", markup))


def rows(markup: str) -> list[list[str]]:
    """The cells of a table."""
    return [
        [" ".join(words(cell).split()) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row)]
        for row in re.findall(r"<tr>(.*?)</tr>", markup)
    ]


class Screen:
    """What a browser knows of a desk's game: all that it is told, added up as its scripts do."""

    def __init__(self, desk: Any) -> None:
        self.desk = desk
        self.game: dict[str, Any] = {}
        told = desk.send

        def hear(content: dict[str, Any], buffers: Any = None) -> None:
            if content["kind"] in ("game", "news", "tried") and buffers:
                self._learn(content["kind"], inflated(bytes(buffers[0])))
            told(content, buffers)

        desk.send = hear
        send(desk, "game")

    def _learn(self, kind: str, facts: dict[str, Any]) -> None:
        if kind == "game":
            self.game = facts
            return
        self.game["pieces"] |= facts["pieces"]
        if kind == "tried":
            return
        self.game |= {name: facts[name] for name in ("start", "table", "map") if name in facts}
        for name, line in facts["lines"].items():
            if line is None:
                del self.game["lines"][name]
            else:
                self.game["lines"][name] = self.game["lines"].get(name, {}) | line

    def moment(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Items and accounts of the frame that is shown."""
        found = islice(moments(self.game, self.desk.line), self.desk.index, None)
        return next(found)

    def buildings(self) -> set[tuple[int, int, int]]:
        """Age, first square and rank of every building that is shown."""
        items, _ = self.moment()
        return {
            (int(key[1]), int(key[3:]), self.game["pieces"][str(item)][0])
            for key, item in items.items()
            if key[0] == "b"
        }


def tiles(ground: dict[str, Any], picture: dict[str, Any]) -> set[tuple[int, int, int]]:
    """The buildings that a picture shows: age, first square and rank."""
    found = set()
    for key, shape in picture["items"].items():
        if key[0] == "b":
            paths = "".join(path for path in picture["shapes"][int(shape)][1::2] if path)
            width = max(float(each) for each in re.findall(r"h([\d.]+)", paths))
            age, sq = map(int, key[1:].split("."))
            found.add((age, sq, round(width + 0.5)))
    return found


def standing(state: Any) -> set[tuple[int, int, int]]:
    """The buildings of a position, in the same way."""
    return {(int(age), each.square, each.rank) for age in AGES for each in state.boards[age]}


class Hand:
    """Clicks as somebody would, on what the page shows and on nothing else; see `clicks.Clerk`."""

    def __init__(self, widget: Any) -> None:
        self.widget = widget

    def choose(self, control: str, value: str) -> None:
        told = controls(self.widget)[control]
        assert value in dict(told["options"]), (control, value, told["options"])
        self._send("take", name=control, value=value)

    def press(self, button: str) -> None:
        told = controls(self.widget).get(button)
        assert told is None or not told["disabled"], (button, told)
        assert told is not None or f'data-press="{button}"' in str(panels(self.widget))
        self._send("press", name=button)

    def click(self, age: int, sq: int) -> None:
        self._send("click", square=[int(age), sq])

    def pick(self, entry: str) -> None:
        assert self.offers(entry), (entry, entries(self.widget))
        self._send("choose", name=entry)

    def offers(self, entry: str) -> bool:
        return entry in [
            name
            for each in entries(self.widget).values()
            if not each["why"]
            for name in (each["name"], *(way for way, _ in each["ways"]))
        ]

    def _send(self, kind: str, **more: Any) -> None:
        send(self.widget, kind, **more)
        page = shown(self.widget)
        assert (self.widget.error, page.get("refusal", "")) == ("", ""), page["status"]
