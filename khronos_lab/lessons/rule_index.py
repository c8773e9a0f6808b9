"""The rules in plain words: a sentence for each clause, a picture, and the exact text below.

>>> index = rules("paradox")
>>> index.clause, index.scenarios[0].id
('B6', '46')
"""

from __future__ import annotations

from typing import Any, Final

import ipywidgets
import traitlets
from traitlets import Bunch, observe, validate

from khronos_lab.board import (
    SCRIPTS,
    STYLE,
    Markup,
    ground_of,
    picture,
    sizes_of,
    tag,
    together,
)
from khronos_lab.core import events as e
from khronos_lab.kit import WORDS, SafeWidget, in_its_language, joined, refusing
from khronos_lab.lessons.course import Item, scenario_item
from khronos_lab.lessons.data import age_of, step_scene, step_told
from khronos_lab.lessons.library import Scenario, scenario, scenarios_for
from khronos_lab.lessons.widget import Lesson
from khronos_lab.rulebook import (
    LANGUAGE_NAMES,
    catalogue,
    clauses,
    multilingual,
    plain_rule,
    rules_about,
    say,
    spoken,
    text_of,
    whole_text,
)
from khronos_lab.rulebook import clause as clause_of

FIRST: Final = "B1"  # where the index opens: it is the shadows that people look up


def rules(about: str = "", *, language: str | None = None) -> RuleIndex:
    """Look a rule up, by a word or two (`"paradox"`, `"who shrinks"`) or by its number (`"B6"`)."""
    return RuleIndex(about, language=language)


class RulePages(SafeWidget):
    """The list of clauses and the page of one of them."""

    _esm = joined(*SCRIPTS, "../lessons/browser/rule_index.js")
    _css = joined(STYLE, "../lessons/browser/lesson.css")

    clause = traitlets.Unicode(FIRST).tag(sync=True)
    sought = traitlets.Unicode("").tag(sync=True)  # what is looked for
    opened = traitlets.Unicode("").tag(sync=True)
    """The number of the scenario that is open, or empty."""

    # What follows is told to the browser and not meant to be set.
    clauses = traitlets.List(traitlets.Dict()).tag(sync=True)
    """The clauses that were found, with their plain sentences."""
    page = traitlets.Dict().tag(sync=True)
    words = traitlets.Dict().tag(sync=True)

    @multilingual
    def __init__(self, about: str, language: str) -> None:
        self._items: dict[str, Item] = {}
        sought = "" if about.strip().casefold() in map(str.casefold, clauses()) else about
        found = rules_about(about) if about.strip() else [FIRST]
        # What looks like a number of a clause is told which ones there are.
        clause = found[0] if found else clause_of(about)
        super().__init__(clause=clause, sought=sought, language=language)
        self._tell_words()

    @property
    def scenarios(self) -> tuple[Scenario, ...]:
        """The scenarios that show the clause, those that name it first before the others."""
        return scenarios_for(self.clause)

    @in_its_language
    def boards(self) -> dict[str, Any] | None:
        """The boards after the move of the first scenario; None if no move shows the clause."""
        item = self._item()
        if item is None:
            return None
        look = (item.trial.before.grid, len(item.trial.before.players))
        step = telling_step(item, self.clause)
        drawn = picture(step_scene(item, step), sizes_of(*look))
        return {"ground": ground_of(*look), "picture": drawn, "age": age_of(item, step)}

    @property
    @in_its_language
    def caption(self) -> str:
        """What the picture shows: a scenario, and what happens in it."""
        item = self._item()
        if item is None:
            return ""
        caption = step_told(item, telling_step(item, self.clause))["caption"]
        taught = self.scenarios[0]
        return f"{taught.id} · {taught.title.text()}: {caption}"

    def _item(self) -> Item | None:
        if not self.scenarios:
            return None
        first = self.scenarios[0]
        if first.id not in self._items:
            self._items[first.id] = scenario_item(first)
        return self._items[first.id]

    # -------------------------------------------------------------- traits

    @validate("clause")
    def _check_clause(self, proposal: Bunch) -> str:
        with refusing():
            return clause_of(str(proposal["value"]))

    @validate("opened")
    def _check_opened(self, proposal: Bunch) -> str:
        with refusing():
            return scenario(str(proposal["value"])).id if proposal["value"] else ""

    @observe("language")
    def _tell_words(self, _: object = None) -> None:
        more = [key for key in catalogue() if key.startswith("index-")]
        keys = (*WORDS, "panel-language", "panel-loading", *more)
        self.words = {key: say(key) for key in keys}
        self._tell_found()
        self._tell()

    @observe("sought")
    def _tell_found(self, _: object = None) -> None:
        found = rules_about(self.sought)
        self.clauses = [{"id": each, "text": plain_rule(each)} for each in found]
        if found and self.clause not in found:
            self.clause = found[0]

    @observe("clause")
    def _tell(self, _: object = None) -> None:
        label = self.clause
        head = tag("h3", label, " · ", say(f"index-letter-{label[0]}"))
        plain = tag("p", plain_rule(label), class_="kll-plain")
        exact = tag("summary", say("index-exact"))
        whole = tag("details", exact, tag("p", whole_text(label)), class_="kll-law")
        self.page = {
            "clause": label,
            "html": together([head, plain]),
            "more": together([self._scenario_links(), whole]),
            "boards": self.boards(),
            "caption": self.caption,
            "languages": LANGUAGE_NAMES,
        }

    def _scenario_links(self) -> Markup:
        title = tag("h4", say("index-tests"))
        if not self.scenarios:
            return together([title, tag("p", say("index-no_scenario"))])
        links = [
            tag(
                "button", f"{each.id} · {each.title.text()}", type="button",
                title=say("index-open"), class_="kll-button kll-scenario", data_scenario=each.id,
            )
            for each in self.scenarios
        ]  # fmt: skip
        return together([title, tag("div", *links, class_="kll-scenarios")])


class RuleIndex(ipywidgets.VBox):  # type: ignore[misc]
    """The index, and below it the scenario that was opened."""

    def __init__(self, about: str = "", *, language: str | None = None) -> None:
        self.pages = RulePages(text_of(about, "a rule"), spoken(language))
        self.lesson: Lesson | None = None
        super().__init__(children=(self.pages,))
        self.pages.observe(self._opened, "opened")
        self.pages.observe(self._spoken, "language")

    @property
    def clause(self) -> str:
        """The clause that is shown; setting it shows another."""
        return str(self.pages.clause)

    @clause.setter
    def clause(self, label: str) -> None:
        self.pages.clause = label

    @property
    def language(self) -> str:
        """The language that is spoken; setting it switches."""
        return str(self.pages.language)

    @language.setter
    def language(self, language: str) -> None:
        self.pages.language = language

    @property
    def scenarios(self) -> tuple[Scenario, ...]:
        """The scenarios that show the clause, those that name it first before the others."""
        return self.pages.scenarios

    def _opened(self, change: Bunch) -> None:
        if self.lesson is not None:
            self.lesson.close()
        self.lesson = None
        if change["new"]:
            taught = scenario(change["new"])
            self.lesson = Lesson((scenario_item(taught),), language=self.language)
        self.children = (self.pages,) if self.lesson is None else (self.pages, self.lesson)

    def _spoken(self, change: Bunch) -> None:
        if self.lesson is not None:
            self.lesson.language = change["new"]


def telling_step(item: Item, label: str) -> int:
    """The step of a scenario that shows a clause best: its own event, or else the last."""
    events = [(x.index, x.event) for x in item.timeline if x.event is not None]
    found = [number for number, event in events if label in (event.clause, event.clause[:-1])]
    if not found and item.trial.violation is None:
        # That a turn ends, or cards are drawn, shows nothing on the boards.
        found = [n for n, event in events if not isinstance(event, e.TurnEnded | e.CardsDrawn)]
    return found[-1] if found else item.last
