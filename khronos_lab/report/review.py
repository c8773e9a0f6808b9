"""The review of a game as a section of its report: its mistakes in words, luck and skill."""

from __future__ import annotations

from collections.abc import Iterator

from khronos_lab.analysis import Review, chapters, heading
from khronos_lab.board import Markup, tag
from khronos_lab.drawing import draw_review
from khronos_lab.report.page import Section, paragraph, picture, replay_link
from khronos_lab.rulebook import say


def review_section(review: Review) -> Section:
    """The curve of a game, its mistakes to watch, and where each result came from."""
    return Section("review", say("report-review"), tuple(_parts(review)))


def _parts(review: Review) -> Iterator[Markup]:
    title = say("title-review")
    yield picture(draw_review(review), title, wide=True)
    starts = {heading(turn): turn for turn in review.turns if turn.mark}
    for title, items in chapters(review):
        yield tag("h3", title)
        for first, *rest in items:
            turn = starts.get(first)
            if turn is None:
                yield paragraph(first)
                continue
            watch = replay_link(say("report-watch"), 0, turn.first + 1)
            yield tag("p", tag("b", first), " ", watch, id=f"turn{turn.turn}")
            yield from map(paragraph, rest)
