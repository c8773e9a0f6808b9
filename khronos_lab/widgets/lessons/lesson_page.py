"""A lesson as one page that works without Python, on a phone, too: its questions are checked there.

>>> page = lesson_page("Stopped by an equal")
>>> page.title, "<script" in page.html
('Stopped by an equal', True)
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from khronos_lab.board import (
    SCRIPTS,
    STYLE,
    Encoder,
    Sizes,
    drawn_with,
    ground_of,
    sizes_of,
)
from khronos_lab.kit import joined
from khronos_lab.records import PathName, whole_file
from khronos_lab.rulebook import (
    LANGUAGE_NAMES,
    LANGUAGES,
    Said,
    in_each_language,
    multilingual,
    speaking,
)
from khronos_lab.scenarios import Answer, Exercise, Turn, deciding_rule, feedback_on, ideas_of
from khronos_lab.scenes import Scene
from khronos_lab.viewer import packed_page
from khronos_lab.widgets.lessons import page as pages
from khronos_lab.widgets.lessons import panels
from khronos_lab.widgets.lessons.items import Item, Source, items_of, lesson_title, turn_item
from khronos_lab.widgets.lessons.steps import age_of, asked_scene, lesson_scene, step_scene

_LONG: Final = 20
"""Letters from which a text is kept once for the whole page."""
NOTEBOOKS: Final = {
    "00": "introduction",
    "02": "shadows",
    "03": "paradoxes",
    "04": "domains",
    "05": "taxes",
}
"""By notebook: the lesson whose title the page has."""

Data = dict[str, Any]


@dataclass(frozen=True)
class LessonPage:
    """A lesson as HTML; `save` writes it to a file."""

    title: str
    html: str

    def save(self, path: PathName) -> None:
        """Write the page to a file, whole or not at all."""
        with whole_file(path) as file:
            file.write(self.html)

    def __repr__(self) -> str:
        size = len(self.html.encode()) / 1000
        return f'<LessonPage {self.title!r}, {size:.0f} kB: .save("lesson.html")>'


@multilingual
def lesson_page(source: Source, *, language: str | None = None) -> LessonPage:
    """A lesson as one offline page in both languages: a notebook's ideas (`"02"`), or any lesson.

    Whatever `lesson` opens can be made a page; `"00"` is the introduction.
    """
    notebook = source.strip() if isinstance(source, str) else ""
    if notebook in NOTEBOOKS:
        name = lesson_title(NOTEBOOKS[notebook])
        ideas = ideas_of(notebook)
        items = [item for idea in ideas for item in items_of(idea.name)] or items_of("introduction")
    else:
        name, items = lesson_title(source), items_of(source)
    named = name or items[0].title
    # The data are the same, whatever language the page begins with.
    with speaking(LANGUAGES[0]):
        data = _Lesson(items).data(in_each_language(named.text))
    return LessonPage(named.text(), _page(data, named.text()))


def _page(lesson: Data, title: str) -> str:
    texts: dict[str, int] = {}
    facts = {"lesson": _numbered(lesson, texts), "texts": list(texts)}
    script = joined(*SCRIPTS, "../widgets/lessons/lesson.js", "../widgets/lessons/lesson_page.js")
    script = script.replace("export default { render };", "")
    style = joined(STYLE, "../widgets/lessons/lesson.css", "../widgets/lessons/lesson_page.css")
    return packed_page(
        title, facts, style, script, body="<main></main>",
        policy="; style-src-attr 'unsafe-inline'",
    )  # fmt: skip


def _numbered(value: object, texts: dict[str, int]) -> object:
    """The same value with the number of each long text in its place."""
    if isinstance(value, str):
        text = str(value)
        return f"\1{texts.setdefault(text, len(texts))}" if len(text) >= _LONG else text
    if isinstance(value, Mapping):
        return {key: _numbered(each, texts) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_numbered(each, texts) for each in value]
    return value


class _Lesson:
    """The data of a lesson: what its widget would tell the browser, whatever is pressed."""

    def __init__(self, items: Sequence[Item]) -> None:
        self._items = items
        self._grounds: dict[str, Data] = {}
        self._drawn: dict[Sizes, Encoder] = {}

    def data(self, title: Sequence[str]) -> Data:
        """Everything about the lesson."""
        items = [self._item(each) for each in self._items]
        words = in_each_language(pages.lesson_words)
        return {
            "languages": LANGUAGE_NAMES,
            "title": title,
            "words": {key: [each[key] for each in words] for key in words[0]},
            "items": items,
            "asked": sum(1 for each in items if each["key"]),
            "grounds": list(self._grounds.values()),
            "shapes": [drawn_with(each) for each in self._drawn.values()],
        }

    def _item(self, item: Item) -> Data:
        shown = in_each_language(lambda: pages.question_page(item, 0))
        return {
            "key": item.key,
            "title": in_each_language(item.title.text),
            "asked": in_each_language(item.heading(solved=False).text),
            "told": item.told,
            "rule": pages.hints_to_rule(item) if item.asks_rule else 0,
            "page": [{key: page[key] for key in _KEPT} for page in shown],
            "ground": in_each_language(lambda: self._ground(item)),
            "picture": self._picture(item, lesson_scene(item, 0, "ask")),
            "steps": [] if item.turn else self._steps(item),
            "questions": [self._question(item, n) for n in range(len(item.exercises))],
            "turn": self._turn(item, item.turn) if item.turn else None,
            "shapes": list(self._drawn).index(self._sizes(item)),
        }

    # -------------------------------------------------------------- pictures

    def _sizes(self, item: Item) -> Sizes:
        return sizes_of(item.state.grid, len(item.state.players))

    def _encoder(self, item: Item) -> Encoder:
        """The shapes of all items whose boards are laid out like this one's."""
        sizes, players = self._sizes(item), len(item.state.players)
        return self._drawn.setdefault(sizes, Encoder(sizes.table, players, sizes.lines))

    def _ground(self, item: Item) -> int:
        """The number of the boards' ground; most items share theirs."""
        own = ground_of(item.state.grid, len(item.state.players))
        with speaking(LANGUAGES[0]):  # Adventurers must not stand elsewhere in another language.
            first = ground_of(item.state.grid, len(item.state.players))
        ground = {**first, "ages": own["ages"]}
        told = {key: value for key, value in ground.items() if key not in ("menu", "cards")}
        self._grounds.setdefault(json.dumps(told), told)
        return list(self._grounds).index(json.dumps(told))

    def _picture(self, item: Item, scene: Scene) -> Data:
        return {"items": self._encoder(item).scene(scene)}

    def _steps(self, item: Item) -> list[Data]:
        said = in_each_language(lambda: panels.steps_said(item))
        silent = {"ages": ["", "", ""], "causes": "", "clause": ""}
        return [
            {
                "items": self._encoder(item).scene(step_scene(item, number)),
                "age": age_of(item, number),
                # A scene shows neither lists nor causes.
                "said": [each[number]._asdict() | (silent if item.notes else {}) for each in said],
            }
            for number in range(item.last + 1)
        ]

    # -------------------------------------------------------------- questions

    def _question(self, item: Item, number: int) -> Data:
        exercise = item.exercises[number]
        count = len(pages.hints(item, exercise))
        first, last = (pages.shown_step(item, number, hinted) for hinted in (0, count))
        pointed = pages.hint_squares(item, exercise)
        found = feedback_on(item.look, exercise)
        missed: dict[str, Said] = {}

        def number_of(said: Said) -> int:
            """The place of a sentence among those of this question, each kept once."""
            missed.setdefault(said.text(), said)
            return list(missed).index(said.text())

        return {
            "sort": pages.question_page(item, number)["answer"]["sort"],
            "right": pages.written(exercise, exercise.correct),
            "answers": {_whole(exercise, x): number_of(y) for x, y in found.answers.items()},
            "extra": {_whole(exercise, (x,)): number_of(y) for x, y in found.extra.items()},
            "left": {_whole(exercise, (x,)): number_of(y) for x, y in found.left.items()},
            "unlike": [number_of(each) for each in (found.few, found.many) if each is not None],
            "solution": pages.solution(exercise),
            "pictures": {
                "ask": self._picture(item, asked_scene(item, first, ())),
                "squares": self._picture(item, asked_scene(item, first, pointed)),
                "step": self._picture(item, asked_scene(item, last, pointed)),
                "told": self._picture(item, lesson_scene(item, number, "told")),
            },
            "told": in_each_language(lambda: self._told(item, number, list(missed.values()))),
        }

    def _told(self, item: Item, number: int, missed: Sequence[Any]) -> Data:
        exercise = item.exercises[number]
        found = pages.hints(item, exercise)
        shown = [pages.question_page(item, number, None, n) for n in (0, len(found))]
        rule = deciding_rule(exercise, item.clauses)
        asks_rule = item.asks_rule and number == 0
        options = (
            [str(each.value) for each in pages.rule_options(item, exercise)] if asks_rule else []
        )
        return {
            "prompt": shown[0]["prompt"],
            "answer": shown[0]["answer"],
            "count": shown[0]["count"],
            "plans": [each["plan"] for each in shown],
            "hints": found,
            "lists": [pages.hint_list(found[: n + 1]) for n in range(len(found))],
            "look": pages.verdict_look(item, exercise),
            "rule": pages.rule_page(item, exercise) if asks_rule else None,
            "verdict": {
                "head": [panels.verdict_head(exercise, right) for right in (False, True)],
                "missed": [panels.missed_panel(each) for each in missed],
                "rules": {each: panels.rule_panel(rule, each == rule) for each in options},
                "tail": panels.verdict_tail(item, exercise),
            },
        }

    # -------------------------------------------------------------- the reader's turn

    def _turn(self, item: Item, turn: Turn) -> Data:
        asks: Data = {}
        shows: Data = {}
        for each in turn.all():
            now = turn_item(item, each)
            if each.played:
                key = f"{' '.join(sorted(each.played[:-1]))}|{each.played[-1]}"
                if key not in shows:
                    shows[key] = {"steps": self._steps(now)}
            if not each.over and (so_far := " ".join(sorted(each.played))) not in asks:
                asks[so_far] = self._choice(now, each)
        return {"asks": asks, "shows": shows, "end": turn.offers[-1]}

    def _choice(self, item: Item, turn: Turn) -> Data:
        keys = ("prompt", "answer", "players")
        shown = in_each_language(lambda: pages.question_page(item, 0))
        broken = {each: found for each in turn.open if (found := turn.forbidden(each)) is not None}
        return {
            "told": [{key: page[key] for key in keys} for page in shown],
            "refused": {
                offer: in_each_language(partial(panels.refusal_panel, found))
                for offer, found in broken.items()
            },
            "picture": self._picture(item, lesson_scene(item, 0, "ask")),
        }


_KEPT: Final = ("players", "text", "prompt", "plan", "scene")


def _whole(exercise: Exercise, answer: Answer) -> str:
    return ",".join(sorted(pages.written(exercise, answer)))
