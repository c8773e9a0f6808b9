"""What somebody knows: a small map of the rules page that fills up, and what is due."""

from __future__ import annotations

from itertools import groupby
from urllib.parse import quote

from khronos_lab.rulebook.language import Said, capital, say
from khronos_lab.scenarios.course import IDEAS, Idea
from khronos_lab.scenarios.deck import MASTERED, Deck, due_cards, due_day, stars
from khronos_lab.scenarios.library import scenarios
from khronos_lab.scenarios.made.mix import CASES
from khronos_lab.scenarios.scenario import LESSONS
from khronos_lab.viewer.html import Markup, table, tag, together
from khronos_lab.widgets.lessons.page import rule_name
from khronos_lab.widgets.lessons.progress import Progress, today


def known_panel(progress: Progress, language: str) -> Markup:
    """The map of the rules, each with a star for every day on which it went right."""
    deck = progress.deck
    due = {label for label, _ in due_cards(deck, today())}
    rows = [
        tag("div", *(_chip(deck, label, label in due, language) for label in labels),
            class_="kll-known-row")
        for _, labels in groupby(CASES, key=lambda label: label[0])
    ]  # fmt: skip
    summary = tag("summary", known_text(deck, language))
    how = tag("p", say("practice-how", language, n=MASTERED), class_="kll-known-how")
    return tag("div", tag("details", summary, how, *rows, _keep(progress, language)))


def known_text(deck: Deck, language: str) -> str:
    """How many rules are mastered, and how many questions are due."""
    mastered = sum(stars(deck, label) == MASTERED for label in CASES)
    due = len(due_cards(deck, today()))
    return say("practice-known", language, n=mastered, all=len(CASES), due=due)


def _chip(deck: Deck, label: str, due: bool, language: str) -> Markup:
    """A rule with its stars; a click practises it."""
    number = stars(deck, label)
    shown = "●" * number + "○" * (MASTERED - number)
    days = [due_day(tries) for card, tries in deck.items() if card[0] == label]
    again = [say("practice-again", language, day=min(days).isoformat())] if days else []
    told = ". ".join([rule_name(label, language), f"{number}/{MASTERED}", *again])
    mark = [tag("span", capital(say("practice-due", language)), class_="kll-known-due")]
    return tag(
        "button", tag("b", label), " ", shown, *(mark if due else []), type="button", title=told,
        aria_label=told, data_rule=label, class_=f"kll-known-{number}",
    )  # fmt: skip


def _keep(progress: Progress, language: str) -> Markup:
    """Where it is kept, and a copy."""
    copy = tag(
        "a", say("practice-copy", language), download="khronos-progress.json",
        href="data:application/json;charset=utf-8," + quote(progress.exported()),
    )  # fmt: skip
    kept = say("practice-kept", language, path=str(progress.path))
    return tag("p", kept, " ", copy, class_="kll-known-how")


class LessonList:
    """All lessons in the order of learning, with what is mastered and what is due.

    The introduction comes first; below each lesson are the ideas that it can be taken in.
    """

    def __init__(self, progress: Progress, language: str) -> None:
        self._progress, self._language = progress, language
        self.rows = [(say("course-introduction", language), "", "", "")]
        """Title, questions right, rules mastered, questions due; of an idea only the first two."""
        for name, title in LESSONS.items():
            ideas = (each for each in IDEAS if each.scenarios[0].lesson == name)
            self.rows += [self._row(name, title), *map(self._idea, ideas)]

    def _idea(self, idea: Idea) -> tuple[str, str, str, str]:
        asked = idea.scenarios[1:]
        right = self._progress.right((each.id, each.asks) for each in asked)
        return (idea.title.text(self._language), f"{right}/{len(asked)}", "", "")

    def _row(self, name: str, title: Said) -> tuple[str, str, str, str]:
        taught = [each for each in scenarios() if each.lesson == name]
        right = self._progress.right((each.id, each.asks) for each in taught)
        rules = [label for label in CASES if any(label in each.clauses for each in taught)]
        deck = self._progress.deck
        mastered = sum(stars(deck, label) == MASTERED for label in rules)
        due = sum(label in rules for label, _ in due_cards(deck, today()))
        told = (f"{right}/{len(taught)}", f"{mastered}/{len(rules)}", str(due))
        return (title.text(self._language), *told)

    def _heads(self) -> list[str]:
        keys = ("practice-lesson", "practice-scenarios", "practice-mastered", "practice-questions")
        return [capital(say(key, self._language)) for key in keys]

    def _repr_html_(self) -> str:
        head = [tag("th", each, scope="col") for each in self._heads()]
        rows = [(self._name(title, idea=bool(right) and not mastered), right, mastered, due)
                for title, right, mastered, due in self.rows]  # fmt: skip
        known = tag("p", known_text(self._progress.deck, self._language), " ",
                    tag("code", "kl.practice()"))  # fmt: skip
        return together([table(head, rows), known])

    def _name(self, title: str, *, idea: bool) -> Markup:
        """A lesson and how it is opened; an idea stands further in."""
        style = f"text-align: left; padding-left: {2.5 if idea else 0.5}em"
        opens = tag("code", f'kl.lesson("{title}")')
        return tag("td" if idea else "th", title, " ", opens, scope=None if idea else "row",
                   style=style)  # fmt: skip

    def __repr__(self) -> str:
        lines = [self._heads(), *map(list, self.rows)]
        for line in lines:
            line[0] = f"  {line[0]}" if line[1] and not line[2] else line[0]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        rows = ("  ".join(x.ljust(n) for x, n in zip(line, widths, strict=True)) for line in lines)
        return "\n".join(row.rstrip() for row in rows)
