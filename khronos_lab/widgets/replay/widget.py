"""Replay: a scrubber over a game that feels instant.

The browser shows pictures and words that it already has, and asks for what it will need next;
the kernel draws them with kept figures. So a step costs no message, and a jump costs one.
`replay*.js` beside this file is all that runs in the browser: it flips pictures and draws nothing.

>>> game = replay("data/games/08-lesson-three-ages.khr", step=0)
>>> game.caption
'Ruth plays 1 card (c) in Might (A1).'
>>> game.go("paradox.forward").caption[:40]
'Paradox: the town at i2 in Faith is eras'
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import traitlets
from traitlets import Bunch, observe, validate

from khronos_lab.analysis.timeline import Frame, Timeline
from khronos_lab.analysis.variation_lines import Lines
from khronos_lab.core.grid import Grid
from khronos_lab.core.squares import STRIDE
from khronos_lab.core.squares import square as square_number
from khronos_lab.drawing.figures.board_scene import VIEWS
from khronos_lab.players.knowledge import eyes_of
from khronos_lab.records.tree import Branches
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.language import spoken
from khronos_lab.rulebook.language.vocabulary import LANGUAGE_NAMES
from khronos_lab.rulebook.pieces import AGES, Age
from khronos_lab.widgets.kit.base import Refused, joined, refusing
from khronos_lab.widgets.kit.frame_panels import caption_text, said_of, where_text
from khronos_lab.widgets.kit.frame_pictures import (
    WIDTH,
    Look,
    Pictures,
    curve_of,
    draw_curve,
    draw_legend,
)
from khronos_lab.widgets.kit.hidden_cards import Coins, Eyes, coins_of, purses_seen
from khronos_lab.widgets.kit.html import Markup
from khronos_lab.widgets.kit.opened_game import Opened, Source, opened
from khronos_lab.widgets.kit.square_story import story_panel
from khronos_lab.widgets.replay.browser_words import words_of
from khronos_lab.widgets.replay.keys_and_commands import KEYS, stops_of, target
from khronos_lab.widgets.replay.move_list import line_name, move_list
from khronos_lab.widgets.what_if.trying_moves import Branching

SPEEDS: Final = (1, 2, 4, 8, 15, 30)
"""Steps a second that can be chosen."""
MOST: Final = 16
"""So many frames are asked for at a time."""

_Answer = tuple[dict[str, Any], list[bytes]]
_STALE: Final[_Answer] = {"kind": "stale", "html": "", "box": None}, []
"""A message for the browser, and the pictures that go with it."""


def replay(
    source: Source | Opened,
    *,
    game: int = 1,
    view: str = "boards",
    step: int | None = None,
    language: str | None = None,
    eyes: str | int | None = None,
    coins: str = "open",
    speed: float = 4,
) -> Replay:
    """Open a game: a file (and the number of the `game` in it), a record, or a timeline.

    `step` is the number of an event as in the tables, without one the game begins at its start;
    `eyes` is the player whose hand is shown, `"nobody"`, or None for all hands. With
    `coins="hidden"` the coins of players whose hands are hidden are hidden, too, until the game is
    over (S6).
    """
    shown = Replay(
        opened(source, game), view=view, language=language or spoken(None), eyes=eyes,
        coins=coins, speed=speed,
    )  # fmt: skip
    if step is not None:
        shown.step = step
    return shown


class Replay(Branching):
    """A game that is looked at. Every trait can be read and set, in Python as in the browser."""

    _esm = joined(
        "replay/store.js", "replay/page.js", "replay/ahead.js", "replay/side.js", "kit/form.js",
        "what_if/what_if.js", "replay/replay.js",
    )  # fmt: skip
    _css = joined("kit/form.css", "replay/replay.css")

    index = traitlets.Int(0).tag(sync=True)
    """The frame that is shown: 0 is the first position, then one for each event."""
    view = traitlets.Unicode("boards").tag(sync=True)
    eyes = traitlets.Unicode("all").tag(sync=True)
    """`all`, `nobody`, or the number of a seat."""
    coins = traitlets.Unicode("open").tag(sync=True)
    """`open`, or `hidden` for players whose hands are hidden."""
    playing = traitlets.Bool(False).tag(sync=True)
    speed = traitlets.Float(4.0, min=0.1, max=60.0).tag(sync=True)
    """Steps a second."""
    square: traitlets.List[int] = traitlets.List().tag(sync=True)
    """The square that was clicked: the number of its age and its own; or nothing."""

    # What follows is told to the browser and not meant to be set.
    line = traitlets.Unicode("[]").tag(sync=True)
    last = traitlets.Int(0).tag(sync=True)
    stops = traitlets.Dict().tag(sync=True)
    moves = traitlets.Unicode("").tag(sync=True)
    words = traitlets.Dict().tag(sync=True)
    keys_map = traitlets.Dict(dict(KEYS)).tag(sync=True)
    choices = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        game: Opened,
        *,
        view: str = "boards",
        language: str = "en",
        eyes: str | int | None = None,
        coins: str = "open",
        speed: float = 4,
    ) -> None:
        """Prepare the widget; `replay` opens one on anything that can be looked at."""
        self._begin_branching()
        self._game = game
        self._lines = Lines(game.timeline)
        self._branches: Branches = ()
        self._pictures = Pictures(game.timeline.start)
        names = game.timeline.start.names
        super().__init__(
            view=view,
            language=language,
            eyes=eyes_of(eyes, names),
            coins=coins,
            speed=speed,
            error=game.problem,
            choices={
                "views": list(VIEWS),
                "languages": LANGUAGE_NAMES,
                "speeds": list(SPEEDS),
                "names": list(names),
                "title": _title(game),
                "board": _board(game.timeline.start.grid),
            },
        )
        self._tell_line()
        self._tell_words()
        self._tell_moves()

    def __repr__(self) -> str:
        names = ", ".join(self.timeline.start.names)
        return f"<Replay of {names}: {self.text}>"

    def close(self) -> None:
        """Let go of everything."""
        self._work.stop()
        self._pictures.clear()
        super().close()

    # -------------------------------------------------------------- what is shown

    @property
    def timeline(self) -> Timeline:
        """The line that is shown."""
        return self._lines.timeline(self._branches)

    @property
    def frame(self) -> Frame:
        """The frame that is shown."""
        return self.timeline[self.index]

    @property
    def step(self) -> int:
        """The number of the event that is shown, as in the tables; -1 at the first position."""
        return self.index - 1

    @step.setter
    def step(self, step: int) -> None:
        self.index = 0 if step == -1 else self.timeline.at_step(step).index

    @property
    def caption(self) -> str:
        """What happens, in one sentence with its clause."""
        return caption_text(self.frame, self.language, self.eyes)

    @property
    def text(self) -> str:
        """The line under the picture."""
        where = where_text(self.frame, self.last - 1, self.language)
        return f"{where}: {self.caption}"

    @property
    def branches(self) -> Branches:
        """The name of the line that is shown; see `khronos_lab.analysis.variation_lines`."""
        return self._branches

    def picture(self, width: int = WIDTH, ratio: float = 1.0) -> bytes:
        """What is shown, as PNG."""
        look = Look(self.view, self.language, width, ratio).checked()
        return self._pictures.of(self.timeline, self._branches, self.index, look)

    # -------------------------------------------------------------- going about

    def go(self, command: str) -> Replay:
        """Do what a button does: `effect.forward`, `turn.back`, `paradox.forward`, `end`, `play`.

        Where there is nothing that way, nothing changes.
        """
        if command == "play":
            self.playing = not self.playing
            return self
        if command == "what_if":
            self.what_if(not self.trying)
            return self
        found = target(self.timeline, self.index, command)
        self.index = self.index if found is None else found
        return self

    def press(self, key: str) -> Replay:
        """Do what a key does, named as browsers do: `ArrowRight`, `PageUp`, `p`, a space."""
        if key not in KEYS:
            raise KhronosError(f"the key {key!r} does nothing here; keys are {', '.join(KEYS)}")
        return self.go(KEYS[key])

    def show_line(self, branches: Sequence[Sequence[int]] = (), move: int | None = None) -> Replay:
        """Show a variation, or the game itself for `()`, at the end of a move of that line."""
        line = tuple((int(place), int(number)) for place, number in branches)
        timeline = self._lines.timeline(line)
        if move is None:
            move = line[-1][0] if line else None
        if move is not None and not 0 <= move < len(timeline.moves):
            raise KhronosError(f"this line has {len(timeline.moves)} moves, no number {move}")
        index = min(self.index, len(timeline) - 1) if move is None else timeline.moves[move].last
        with self.hold_sync():
            self._branches = line
            self._tell_line()
            self.index = index
        return self

    def look_at(self, square: str | int, age: Age | int) -> Replay:
        """Show the story of a square of an age, as a click on it does."""
        number = square_number(square) if isinstance(square, str) else square
        self.square = [int(Age(age)), number]
        return self

    def story(self, index: int | None = None) -> Markup:
        """The story of the square that was clicked, as HTML."""
        if not self.square:
            return Markup()
        return self._story(self.square, self._branches, self.index if index is None else index)

    # -------------------------------------------------------------- traits

    @validate("index")
    def _check_index(self, proposal: Bunch) -> int:
        index = int(proposal["value"])
        count = len(self.timeline)
        if not 0 <= index < count:
            raise Refused(f"there are {count} frames in this line, no number {index}")
        return index

    @validate("view")
    def _check_view(self, proposal: Bunch) -> str:
        with refusing():
            return Look(str(proposal["value"])).checked().view

    @validate("eyes")
    def _check_eyes(self, proposal: Bunch) -> Eyes:
        with refusing():
            return eyes_of(proposal["value"], self._game.timeline.start.names)

    @validate("coins")
    def _check_coins(self, proposal: Bunch) -> Coins:
        return coins_of(proposal["value"])

    @validate("square")
    def _check_square(self, proposal: Bunch) -> list[int]:
        return self._square(proposal["value"])

    def _square(self, value: Sequence[int]) -> list[int]:
        """An age and a square of this map, or nothing."""
        if not value:
            return []
        age, number = (int(each) for each in value)
        if age not in AGES or not (number >= 0 and self.timeline.start.grid.area >> number & 1):
            raise Refused(f"there is no square {number} in age {age} on this map")
        return [age, number]

    @observe("language")
    def _tell_words(self, _: object = None) -> None:
        self.words = words_of(self.language)

    @observe("eyes")
    def _tell_moves(self, _: object = None) -> None:
        self.moves = move_list(self._lines.main, self._game.comment, self.eyes)

    def _tell_line(self) -> None:
        """Tell the browser about the line that is shown."""
        timeline = self.timeline
        with self.hold_sync():
            self.index = min(self.index, len(timeline) - 1)
            self.line = line_name(self._branches)
            self.last = len(timeline) - 1
            self.stops = {name: list(frames) for name, frames in stops_of(timeline).items()}

    # -------------------------------------------------------------- messages of the browser

    def _answer_message(self, content: dict[str, Any]) -> None:
        """Answer each message by one, so that the browser knows what is still under way."""
        answer: _Answer = {"kind": "failed"}, []
        try:
            answer = _STALE if self._is_stale(content) else {
                "want": self._want, "click": self._click, "story": self._tell_story,
                "place": self._place, "open": self._open, "legend": self._legend,
                "curve": self._curve, "what_if": self._answer_what_if, "strip": self._draw_strip,
            }[content["kind"]](content)  # fmt: skip
        finally:
            message, buffers = answer
            self.send({**message, "id": content.get("id")}, buffers)

    def _want(self, content: dict[str, Any]) -> _Answer:
        """Frames: pictures in the look asked for, and what is said about them."""
        look, branches = _look(content), _branches(content)
        timeline = self._lines.timeline(branches)
        eyes, coins = _shown_to(content, timeline)
        frames: list[dict[str, Any]] = []
        buffers: list[bytes] = []
        for index, wants_picture, wants_words in content["items"][:MOST]:
            index = int(index)
            if not 0 <= index < len(timeline):
                raise KhronosError(f"there is no frame {index} in this line")
            frame: dict[str, Any] = {"index": index}
            if wants_words:
                said = said_of(timeline[index], len(timeline) - 2, look.language, eyes, coins)
                frame["said"] = said._asdict()
            if wants_picture:
                frame["picture"] = len(buffers)
                buffers.append(self._pictures.of(timeline, branches, index, look))
            frames.append(frame)
        return {"kind": "frames", "frames": frames}, buffers

    def _legend(self, content: dict[str, Any]) -> _Answer:
        look, names = _look(content), self._game.timeline.start.names
        png = self._pictures.still(lambda: draw_legend(names, look), look.ratio)
        return {"kind": "legend"}, [png]

    def _curve(self, content: dict[str, Any]) -> _Answer:
        """The income curve of a line, and what the browser needs to move a cursor over it."""
        look, timeline = _look(content), self._lines.timeline(_branches(content))
        seats = purses_seen(timeline.start, *_shown_to(content, timeline))
        png = self._pictures.still(
            lambda: draw_curve(timeline, look.language, seats), max(2, look.ratio)
        )
        return {"kind": "curve", **curve_of(timeline)._asdict()}, [png]

    def _click(self, content: dict[str, Any]) -> _Answer:
        """A click at a place of the picture, in shares of its width and height."""
        found = self._square_at(content)
        self.square = [] if found is None else [int(found[0]), found[1]]
        return self._tell_story({**content, "square": self.square})

    def _square_at(self, content: dict[str, Any]) -> tuple[Age, int] | None:
        scene = self._pictures.scene(_look(content))
        wide, tall = scene.size
        return scene.square_at(float(content["x"]) * wide, float(content["y"]) * tall)

    def _tell_story(self, content: dict[str, Any]) -> _Answer:
        """The story of the chosen square, and where it lies in the picture."""
        square = self._square(content.get("square", self.square))
        if not square:
            return {"kind": "story", "html": "", "box": None}, []
        story = self._story(square, _branches(content), int(content["index"]))
        return {"kind": "story", "html": story, "box": self._box(square, _look(content))}, []

    def _story(self, square: Sequence[int], branches: Branches, index: int) -> Markup:
        age, number = square
        timeline, provenance = self._lines.timeline(branches), self._lines.provenance(branches)
        state = timeline.state_at(index)
        return story_panel(provenance, state, index, Age(age), number, self.language, self.eyes)

    def _box(self, square: Sequence[int], look: Look) -> list[float]:
        """Left, top, width and height of a square, in shares of the picture."""
        age, number = square
        scene = self._pictures.scene(look)
        x, y = scene.table.corner(Age(age), number)
        box = scene.figure.bbox
        (left, top), (right, bottom) = scene.ax.transData.transform([(x, y), (x + 1, y + 1)])
        wide, tall = box.width, box.height
        return [left / wide, 1 - top / tall, (right - left) / wide, (top - bottom) / tall]

    def _place(self, content: dict[str, Any]) -> _Answer:
        """Where the user has gone; what is told of a line that was left meanwhile is old."""
        if _branches(content) == self._branches:
            self.index = int(content["index"])
        return {"kind": "placed"}, []

    def _open(self, content: dict[str, Any]) -> _Answer:
        """A click on a move of another line."""
        move = content.get("move")
        self.show_line(_branches(content), None if move is None else int(move))
        return {"kind": "opened"}, []


def _look(content: dict[str, Any]) -> Look:
    view, language, width, ratio = content["look"]
    return Look(str(view), spoken(language), int(width), float(ratio)).checked()


def _shown_to(content: dict[str, Any], timeline: Timeline) -> tuple[Eyes, Coins]:
    """Whose hands are shown, and how coins lie."""
    return eyes_of(content["eyes"], timeline.start.names), coins_of(content["coins"])


def _branches(content: dict[str, Any]) -> Branches:
    return tuple((int(move), int(number)) for move, number in content["line"])


def _board(grid: Grid) -> dict[str, int]:
    """What the browser needs to go from square to square."""
    return {"columns": grid.columns, "rows": grid.rows, "stride": STRIDE, "ages": len(AGES)}


def _title(game: Opened) -> str:
    parts = [game.tags.get(key, "") for key in ("Event", "Date")]
    return " · ".join(part for part in parts if part and "?" not in part)
