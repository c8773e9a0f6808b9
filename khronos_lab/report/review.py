"""The review of a game as a section of its report: three key moments, luck and skill."""

from __future__ import annotations

from collections.abc import Iterator

from khronos_lab.analysis import Review, account_text, heading, verdict
from khronos_lab.drawing import draw_review
from khronos_lab.report.page import Section, limits, paragraph, picture
from khronos_lab.report.replays import replay_link
from khronos_lab.rulebook import say
from khronos_lab.viewer import Markup, tag


def review_section(review: Review, language: str) -> Section:
    """The curve of a game, its three key moments to watch, and where each result came from."""
    return Section("review", say("report-review", language), tuple(_parts(review, language)))


def _parts(review: Review, language: str) -> Iterator[Markup]:
    title = say("title-review", language)
    yield picture(draw_review(review, language=language), title, wide=True)
    moments = review.key_moments()
    if not moments:
        yield paragraph(say("review-none", language, n=review.reviewed))
    for turn in moments:
        yield tag("h3", heading(turn, language), id=f"turn{turn.turn}")
        yield tag("p", replay_link(say("report-watch", language), 0, turn.first + 1))
        yield paragraph(" ".join(verdict(turn, language)))
    yield tag("h3", say("review-luck", language))
    yield tag("ul", *(tag("li", account_text(each, language)) for each in review.accounts))
    yield limits(say("review-caveat", language), language)
