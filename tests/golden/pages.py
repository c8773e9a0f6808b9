"""Pages that are kept: reports, paper, worksheets, lessons, what the viewer gets, cards of values.

Words between tags and data are checksums; pictures are left out, `tests/drawing/goldens.py` keeps
what they draw. `python -m tests.golden.regenerate` writes them anew.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from matplotlib.figure import Figure

from khronos_lab.analysis import account_text, annotated, review_lines, turn_text, with_better_turn
from khronos_lab.core import GameState
from khronos_lab.engine import legal_actions, new_game, play, preview
from khronos_lab.export import shots, some_turns, turns_of, without_hands
from khronos_lab.export.paper import _cover, _moves, _turns
from khronos_lab.records import GameRecord, record_text
from khronos_lab.report import dataset_html, review_section, story_html
from khronos_lab.rulebook import AGES, RuleSet
from khronos_lab.scenarios import scenario
from khronos_lab.viewer import GameData
from khronos_lab.widgets import lesson_page, words_of, worksheet
from tests.analysis.goldens import one_game
from tests.drawing.as_text import drawing_lines
from tests.drawing.games import timeline
from tests.golden.sections import Goldens, Lines, checksum
from tests.simulation.reviewed import game, glanced
from tests.support import in_language
from tests.widgets.test_lesson_page import facts

FOLDER = Path(__file__).parent / "pages"
DATA = re.compile(r"data:image/\w+;base64,[\w+/=]+|<script.*?</script>|<style.*?</style>", re.S)
LONGEST = 40


def goldens() -> Goldens:
    """By file and name: what makes the lines."""
    pages: dict[str, Lines] = {
        "report of a game": partial(_report, 8, "en"),
        "report in German": partial(_report, 9, "de"),
        "report of many games": _dataset,
        "review": _review,
        "data of the viewer": partial(_viewer, 4),
        "data of a game with variations": partial(_viewer, 9),
        "page of a lesson": _lesson,
        "cards of values": _cards,
        "film": _film,
        "parts of a record": _parts,
    }
    paper: dict[str, Lines] = {
        "worksheet": _worksheet,
        "turns on paper": partial(_paper, moves=False),
        "moves on paper": partial(_paper, moves=True),
    }
    return Goldens(FOLDER, {"pages": pages, "paper": paper})


# ------------------------------------------------------------------ pages


def html_lines(page: str) -> Iterator[str]:
    """A page: its tags with their attributes as they come, and checksums of the words."""
    for part in re.split(
        r"(?=<section|<h[1-4]|<table|<figure|<details|<p[ >])", DATA.sub("", page)
    ):
        words = re.sub(r"<[^>]*>", " ", part).split()
        tags = re.findall(r"<[^/][^>]*>", part)
        told = " ".join(words)
        shown = told if len(told) <= LONGEST else f"{len(words)} words {checksum(told)}"
        yield f"{tags[0][:LONGEST] if tags else ''} {len(tags)} {checksum(str(tags))} {shown}"


def _report(number: int, language: str) -> Iterator[str]:
    return html_lines(in_language(language, story_html, game(number), version="1"))


def _dataset() -> Iterator[str]:
    def nowhere(wanted: str) -> GameRecord:
        raise KeyError(wanted)

    page = dataset_html(one_game()._chosen, title="Sample", record=nowhere)
    return html_lines(page)


def _review() -> Iterator[str]:
    review, record = glanced(), game()
    for language in ("en", "de"):
        yield from html_lines("".join(map(str, in_language(language, review_section, review))))
        yield from (checksum(line) for line in in_language(language, review_lines, review))
        yield from (checksum(in_language(language, account_text, each)) for each in review.accounts)
        yield from (
            f"{x.label}{x.mark} {checksum(in_language(language, turn_text, x))}"
            for x in review.turns
        )
        yield checksum(record_text(in_language(language, annotated, record, review)))
    for turn in review.mistakes:
        yield checksum(record_text(with_better_turn(record, review, turn).record))


def _viewer(number: int) -> Iterator[str]:
    record = game(number)
    made = GameData(record.start)
    yield from told(made.whole(made.lines(timeline(number), record.line.comment)))


def told(value: Any, name: str = "", deep: int = 2) -> Iterator[str]:
    """Data: by name, down to some depth; below it a checksum."""
    text = json.dumps(value, ensure_ascii=False)
    if isinstance(value, Mapping) and deep and len(text) > LONGEST and len(value) < 60:
        for key, each in value.items():
            yield from told(each, f"{name}.{key}", deep - 1)
    else:
        yield f"{name} {text if len(text) <= LONGEST else f'{len(text)} {checksum(text)}'}"


def _lesson() -> Iterator[str]:
    page = facts(lesson_page("02"))
    for item in page["items"]:
        yield from told(item, deep=1)
    yield from told({key: each for key, each in page.items() if key != "items"}, deep=1)


def _cards() -> Iterator[str]:
    game, start = timeline(4), new_game(3, seed=5)
    span = max(game.moves, key=lambda each: len(each.log))
    middle: GameState = span.before
    [first, *_] = legal_actions(start)
    assert span.node is not None
    values: dict[str, object] = {
        "state": middle,
        "frame": game[span.last],
        "timeline": game,
        "span": span,
        "outcome": play(span.before, span.node.move),
        "preview": preview(start, first),
        "actions": legal_actions(start),
        "rules": RuleSet(holdem=True),
        "scenario": scenario(46),
        "turn": glanced().mistakes[0],
        **{f"domain {age.name}": middle.boards[age].domains[0] for age in AGES},
    }
    for name, value in values.items():
        yield name
        yield from (f"  {line}" for line in html_lines(words_of(value)))


def _film() -> Iterator[str]:
    for moves in (False, True):
        film = shots(some_turns(game(), "3"), moves=moves)
        yield " ".join(f"{shot.seconds:.2f} {shot.picture.shape}" for shot in film)


def _parts() -> Iterator[str]:
    record = game(3)
    yield f"{len(turns_of(record))} turns"
    for wanted in ("1", "3", "2-4", "5-"):
        try:
            yield f"{wanted} {checksum(record_text(some_turns(record, wanted)))}"
        except ValueError as fault:
            yield f"{wanted} ! {fault}"
    yield checksum(record_text(without_hands(record)))


# ------------------------------------------------------------------ paper


def figure_lines(figures: Iterable[Figure]) -> Iterator[str]:
    """Sheets of paper, one after the other."""
    for number, figure in enumerate(figures, 1):
        yield f"sheet {number}"
        drawing: Any = SimpleNamespace(figure=figure, axes=figure.axes)
        yield from drawing_lines(drawing)


def _worksheet() -> Iterator[str]:
    sheet = worksheet("B6", "C2", "X2", n=14, seed=3, language="de")
    numbered = list(enumerate(sheet.exercises, 1))
    made = in_language("de", lambda: [sheet._sheet(numbered[10:]), *sheet._key_pages(numbered)])
    return figure_lines(made)


@cache
def _short() -> GameRecord:
    return some_turns(game(), "3")


def _paper(*, moves: bool) -> Iterator[str]:
    record = _short()
    line = timeline(8) if not moves else type(timeline(8)).of(record)
    pages = in_language("de", lambda: list(_moves(line))) if moves else _turns(line)
    return figure_lines([_cover(record, line), *pages])
