"""Frames of a game for the browser: pictures, words, stories of squares, curves. No widget here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from khronos_lab.analysis.review.turning_points import TurningPoints
from khronos_lab.analysis.timeline import Timeline
from khronos_lab.analysis.variation_lines import Lines
from khronos_lab.players.knowledge import eyes_of
from khronos_lab.records.tree import Branches
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.language import spoken
from khronos_lab.rulebook.pieces import AGES, Age
from khronos_lab.viewer.html import Markup
from khronos_lab.widgets.coach.turning_points import strip_png
from khronos_lab.widgets.kit.base import Refused
from khronos_lab.widgets.kit.frame_panels import said_of
from khronos_lab.widgets.kit.frame_pictures import Look, Pictures, curve_of, draw_curve, draw_legend
from khronos_lab.widgets.kit.hidden_cards import Audience, Coins, Eyes, coins_of, purses_seen
from khronos_lab.widgets.kit.square_story import story_panel

MOST: Final = 16
"""How many frames are asked for at a time."""

Content = dict[str, Any]
"""A message of the browser."""
Answer = tuple[Content, list[bytes]]
"""A message for the browser, and the pictures that go with it."""


class FrameAnswers(NamedTuple):
    """What is asked about the lines of a game, and drawn with pictures that are kept."""

    lines: Lines
    pictures: Pictures
    audience: Audience = Audience()
    points: TurningPoints | None = None
    """The turning points of the game, if they are known and may be seen."""

    @staticmethod
    def branches(content: Content) -> Branches:
        """The line that a message is about."""
        return tuple((int(move), int(number)) for move, number in content["line"])

    def want(self, content: Content) -> Answer:
        """Frames: pictures in the look asked for, and what is said about them."""
        look, branches = _look(content), self.branches(content)
        timeline = self.lines.timeline(branches)
        eyes, coins = _shown_to(content, timeline)
        frames: list[Content] = []
        buffers: list[bytes] = []
        for index, wants_picture, wants_words in content["items"][:MOST]:
            index = int(index)
            if not 0 <= index < len(timeline):
                raise KhronosError(f"there is no frame {index} in this line")
            frame: Content = {"index": index}
            if wants_words:
                said = said_of(timeline[index], len(timeline) - 2, look.language, eyes, coins)
                frame["said"] = said._asdict()
            if wants_picture:
                frame["picture"] = len(buffers)
                buffers.append(self.pictures.of(timeline, branches, index, look))
            frames.append(frame)
        return {"kind": "frames", "frames": frames}, buffers

    def legend(self, content: Content) -> Answer:
        """What the marks of the pictures mean."""
        look, names = _look(content), self.lines.main.start.names
        png = self.pictures.still(lambda: draw_legend(names, look), look.ratio)
        return {"kind": "legend"}, [png]

    def curve(self, content: Content) -> Answer:
        """The income curve of a line, and what the browser needs to move a cursor over it."""
        look, timeline = _look(content), self.lines.timeline(self.branches(content))
        seats = purses_seen(timeline.start, *_shown_to(content, timeline))
        png = self.pictures.still(
            lambda: draw_curve(timeline, look.language, seats), max(2, look.ratio)
        )
        return {"kind": "curve", **curve_of(timeline)._asdict()}, [png]

    def strip(self, content: Content) -> Answer:
        """The curve of turning points, as wide as the slider above it."""
        if self.points is None:
            return {"kind": "nothing"}, []
        width, ratio = int(content["width"]), float(content["ratio"])
        if not (100 <= width <= 4000 and 0.5 <= ratio <= 4):
            raise KhronosError(f"no curve is drawn {width} pixels wide at {ratio:g} per pixel")
        frames, language = len(self.lines.main), self.audience.language
        return {"kind": "strip"}, [strip_png(self.points, frames, width, ratio, language)]

    # -------------------------------------------------------------- squares

    def checked_square(self, value: Sequence[int]) -> list[int]:
        """An age and a square of this map, or nothing."""
        if not value:
            return []
        age, number = (int(each) for each in value)
        area = self.lines.main.start.grid.area
        if age not in AGES or not (number >= 0 and area >> number & 1):
            raise Refused(f"there is no square {number} in age {age} on this map")
        return [age, number]

    def square_at(self, content: Content) -> tuple[Age, int] | None:
        """The square at a place of the picture, or one that was chosen by keyboard."""
        if "x" not in content:
            named = self.checked_square(content["square"])
            return (Age(named[0]), named[1]) if named else None
        scene = self.pictures.scene(_look(content))
        wide, tall = scene.size
        # Places are told in shares of its width and height.
        return scene.square_at(float(content["x"]) * wide, float(content["y"]) * tall)

    def tell_story(self, content: Content) -> Answer:
        """The story of the chosen square, and where it lies in the picture."""
        square = self.checked_square(content["square"])
        if not square:
            return {"kind": "story", "html": "", "box": None}, []
        story = self.story(square, self.branches(content), int(content["index"]))
        return {"kind": "story", "html": story, "box": self._box(square, _look(content))}, []

    def story(self, square: Sequence[int], branches: Branches, index: int) -> Markup:
        """The story of a square up to a frame of a line."""
        age, number = square
        timeline, provenance = self.lines.timeline(branches), self.lines.provenance(branches)
        state, (language, eyes, _) = timeline.state_at(index), self.audience
        return story_panel(provenance, state, index, Age(age), number, language, eyes)

    def _box(self, square: Sequence[int], look: Look) -> list[float]:
        """Left, top, width and height of a square, in shares of the picture."""
        age, number = square
        scene = self.pictures.scene(look)
        x, y = scene.table.corner(Age(age), number)
        box = scene.figure.bbox
        (left, top), (right, bottom) = scene.ax.transData.transform([(x, y), (x + 1, y + 1)])
        wide, tall = box.width, box.height
        return [left / wide, 1 - top / tall, (right - left) / wide, (top - bottom) / tall]


def _look(content: Content) -> Look:
    view, language, width, ratio = content["look"]
    return Look(str(view), spoken(language), int(width), float(ratio)).checked()


def _shown_to(content: Content, timeline: Timeline) -> tuple[Eyes, Coins]:
    """Whose hands are shown, and how coins lie."""
    return eyes_of(content["eyes"], timeline.start.names), coins_of(content["coins"])


def stale_answer(content: Content, edition: int) -> Answer | None:
    """The answer to a question about a line that an edit may have renamed: it is asked anew."""
    about_a_line = content["kind"] in ("want", "story", "curve", "click", "place")
    stale = about_a_line and content.get("edition", edition) != edition
    return ({"kind": "stale", "html": "", "box": None}, []) if stale else None
