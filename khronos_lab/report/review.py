"""The review of a game as a section of its report: three key moments, luck and skill."""

from __future__ import annotations

from collections.abc import Iterator

from khronos_lab.analysis import Review, account_text, heading, verdict
from khronos_lab.drawing import draw_review
from khronos_lab.report.page import Section, limits, paragraph, picture
from khronos_lab.report.replays import replay_link
from khronos_lab.rulebook import say
from khronos_lab.viewer import Markup, tag


def review_section(review: Review) -> Section:
    """The curve of a game, its three key moments to watch, and where each result came from."""
    return Section("review", say("report-review"), tuple(_parts(review)))


def _parts(review: Review) -> Iterator[Markup]:
    title = say("title-review")
    yield picture(draw_review(review), title, wide=True)
    moments = review.key_moments()
    if not moments:
        yield paragraph(say("review-none", n=review.reviewed))
    for turn in moments:
        yield tag("h3", heading(turn), id=f"turn{turn.turn}")
        yield tag("p", replay_link(say("report-watch"), 0, turn.first + 1))
        yield paragraph(" ".join(verdict(turn)))
    yield tag("h3", say("review-luck"))
    yield tag("ul", *(tag("li", account_text(each)) for each in review.accounts))
    yield limits(say("review-caveat"))
