"""Panels of a lesson, as escaped HTML: the table, the verdict, every step, and what is known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple
from urllib.parse import quote

from khronos_lab.analysis import Frame
from khronos_lab.core import Entry, GameState, question_text, violation_text
from khronos_lab.kit import effect_sign, player_table, seat_mark, sign_on_mark
from khronos_lab.rulebook import (
    AGES,
    KINDS,
    RANKS,
    Said,
    Violation,
    building_thing,
    capital,
    current_language,
    plain_rule,
    say,
    speaking,
    whole_text,
)
from khronos_lab.scenarios import (
    CASES,
    IDEAS,
    LESSONS,
    MASTERED,
    Deck,
    Exercise,
    Idea,
    Turn,
    answer_said,
    best_gain,
    chain_of_reasons,
    due_cards,
    due_day,
    rule,
    scenarios,
    stars,
)
from khronos_lab.viewer import NOTHING, Markup, link, table, tag, together
from khronos_lab.widgets.lessons.items import Item
from khronos_lab.widgets.lessons.progress import Progress, today
from khronos_lab.widgets.lessons.steps import cubes_home

FEW: Final = 2
"""With this number of tiles or fewer, what is left of a sort is shown."""


class StepSaid(NamedTuple):
    """What is said about one step; `where` and `caption` are plain text, the others HTML."""

    where: str
    caption: str
    ages: list[str]
    """By age: what has happened there so far."""
    causes: Markup
    clause: Markup
    players: Markup
    """What the players have after it."""
    note: str


# ------------------------------------------------------------------ the table


def players_panel(state: GameState) -> Markup:
    """A line a player: coins, hand, cubes, adventurers; and tiles that are short."""
    number = f"{capital(say('word-round'))} {state.round}"
    tiles = ", ".join(few_tiles(state))
    left = [f"{say('lesson-tiles_left')}: {tiles}"] if tiles else []
    few = tag("p", " · ".join([number, *left]), class_="kll-few")
    return together([player_table(state), few])


def few_tiles(state: GameState) -> Iterator[str]:
    """The sorts of tiles of which few are left, each with their number."""
    for kind in KINDS:
        for rank in RANKS:
            left = state.supply[kind][rank]
            if left <= FEW:
                yield f"{say(building_thing(kind, rank))} {left}"


# ------------------------------------------------------------------ answers


def verdict_head(exercise: Exercise, right: bool) -> Markup:
    """Right or wrong, and the answer."""
    judged = tag("b", say("lesson-right" if right else "lesson-wrong"))
    answer = tag("b", answer_said(exercise, exercise.correct))
    head = ["✓ " if right else "✗ ", judged, f" {say('lesson-the_answer')} ", answer]
    return tag("p", *head, ".", class_="kll-verdict-head")


def missed_panel(said: Said) -> Markup:
    """What a wrong answer has overlooked."""
    return tag("p", said.text(), class_="kll-overlooked")


def rule_panel(label: str, right: bool) -> Markup:
    """Whether the reader named the rule that decides, and which one it is."""
    key = "rule_named-right" if right else "rule_named-wrong"
    said = say(key) if right else say(key, clause=label)
    return tag("p", "✓ " if right else "✗ ", said, class_="kll-named")


def verdict_tail(item: Item, exercise: Exercise) -> Markup:
    """The chain of reasons, what somebody has written about it, and the rules behind it."""
    *links, end = (each.text() for each in chain_of_reasons(exercise, item.clauses))
    points = [tag("li", words) for words in links]
    points.append(tag("li", tag("b", end), class_="kll-therefore"))
    title = tag("h4", say("lesson-why"))
    parts = [tag("div", title, tag("ol", *points), class_="kll-reasons")]
    own = item.explanation if exercise is item.exercises[0] else None
    if own is not None:
        parts.append(tag("p", own.text(), class_="kll-explanation"))
    return together([*parts, clauses_panel(exercise.clauses)])


def clauses_panel(labels: Sequence[str]) -> Markup:
    """The exact texts of clauses, folded away: their plain sentences have been said."""
    folded = [
        tag("details", tag("summary", label), tag("p", whole_text(label))) for label in labels
    ]
    title = tag("h4", say("index-exact"))
    return tag("div", title, *folded, class_="kll-clauses") if folded else NOTHING


# ------------------------------------------------------------------ steps


def steps_said(item: Item) -> list[StepSaid]:
    """What is said about every step of an item."""
    return [_step(item, index) for index in range(item.last + 1)]


def _step(item: Item, index: int) -> StepSaid:
    where = f"{say('panel-step')} {index}/{item.last}"
    state = item.timeline[min(index, len(item.timeline) - 1)].state
    have, note = players_panel(state), _note(item, index)
    if index >= len(item.timeline):
        caption, label = _end(item)
        ages = age_columns(item, len(item.timeline) - 1, caption)
        return StepSaid(where, caption, ages, NOTHING, one_clause(label), have, note)
    frame = item.timeline[index]
    if frame.event is None:
        caption, ages = say("lesson-before"), age_columns(item, 0)
        return StepSaid(where, caption, ages, NOTHING, NOTHING, have, note)
    assert frame.entry is not None
    return StepSaid(
        where,
        frame.entry.text(),
        age_columns(item, index),
        chain(frame),
        one_clause(frame.event.clause),
        have,
        note,
    )


def _note(item: Item, index: int) -> str:
    """What a scene tells at a step; after the reader's turn, what it has brought."""
    if item.turn is not None:
        if not item.turn.over or index != item.last:
            return ""
        best = best_gain(Turn(item.turn.start, item.turn.offers))
        told = {"n": item.turn.gain, "best": best, "most": item.turn.gain == best}
        return say("own_turn-over", **told)
    return item.notes[min(index, len(item.notes) - 1)].text() if item.notes else ""


def refusal_panel(broken: Violation) -> Markup:
    """Why the reader may not do that now, and the rule in one sentence."""
    said = tag("b", f"{capital(violation_text(broken))}.")
    return together([tag("p", "⊘ ", said), tag("p", rule(broken.clause).words.text())])


def _end(item: Item) -> tuple[str, str]:
    """The last words about a move that is refused, or that waits for a choice."""
    broken, question = item.look.violation, item.open
    if broken is not None:
        refused = capital(violation_text(broken))
        return f"{capital(say('answer-forbidden'))}: {refused}.", broken.clause
    assert question is not None
    asked = question_text(question, item.look.before.names)
    return asked, question.clause


def one_clause(label: str) -> Markup:
    """The rule behind a step: one plain sentence, and the exact text below it."""
    exact = tag("details", tag("summary", say("index-exact")),
                tag("p", whole_text(label)))  # fmt: skip
    return together([tag("p", tag("b", label), " ", plain_rule(label)), exact])


def chain(frame: Frame) -> Markup:
    """The causes of an event, first cause first; each leads to its step."""
    assert frame.entry is not None
    causes = [tag("li", link(cause.entry.text(), cause.step)) for cause in frame.causes]
    now = tag("li", tag("b", frame.entry.text()), aria_current="step")
    return tag("ol", *causes, now)


def age_columns(item: Item, index: int, end: str = "") -> list[str]:
    """By age: a list of what has happened there up to a step, the last one strong."""
    columns: list[list[Markup]] = [[], [], []]
    span = item.timeline.moves[0] if item.timeline.moves else None
    for number, entry in enumerate(span.log[:index] if span else (), 1):
        age = entry.event.age
        if age is not None:
            columns[age].append(_line(entry, number, number == index and not end))
    if end:
        at = item.open.age if item.open else getattr(item.look.action, "age", AGES[0])
        sign = sign_on_mark("⊘" if item.look.violation else "?", "blocked", "kll-sign")
        columns[at].append(tag("li", sign, end, class_="kll-now"))
    nothing = tag("p", say("lesson-nothing_yet"), class_="kll-nothing")
    return [tag("ul", *lines) if lines else nothing for lines in columns]


def _line(entry: Entry, number: int, now: bool) -> Markup:
    seats = [seat_mark(seat) for seat in cubes_home(entry.event)]
    home = [tag("span", *seats, "↗", class_="kll-home")] if seats else []
    words = link(entry.text(), number)
    sign = effect_sign(entry.event, "kll-sign")
    return tag("li", sign, words, *home, class_="kll-now" if now else None)


def rule_name(label: str) -> str:
    """A rule that can be practised, in words: `Blocked shadows (B3)`."""
    name = say(f"rule_name-{label}")
    return say("rule_name-with_clause", name=name, clause=label)


# ------------------------------------------------------------------ what somebody knows


def known_panel(progress: Progress) -> Markup:
    """The map of the rules, each with a star for every day on which it went right."""
    deck = progress.deck
    due = {label for label, _ in due_cards(deck, today())}
    rows = [
        tag("div", *(_chip(deck, label, label in due) for label in labels),
            class_="kll-known-row")
        for _, labels in groupby(CASES, key=lambda label: label[0])
    ]  # fmt: skip
    summary = tag("summary", known_text(deck))
    how = tag("p", say("practice-how", n=MASTERED), class_="kll-known-how")
    return tag("div", tag("details", summary, how, *rows, _keep(progress)))


def known_text(deck: Deck) -> str:
    """How many rules are mastered, and how many questions are due."""
    mastered = sum(stars(deck, label) == MASTERED for label in CASES)
    due = len(due_cards(deck, today()))
    return say("practice-known", n=mastered, all=len(CASES), due=due)


def _chip(deck: Deck, label: str, due: bool) -> Markup:
    """A rule with its stars; a click practises it."""
    number = stars(deck, label)
    shown = "●" * number + "○" * (MASTERED - number)
    days = [due_day(tries) for card, tries in deck.items() if card[0] == label]
    again = [say("practice-again", day=min(days).isoformat())] if days else []
    told = ". ".join([rule_name(label), f"{number}/{MASTERED}", *again])
    mark = [tag("span", capital(say("practice-due")), class_="kll-known-due")]
    return tag(
        "button", tag("b", label), " ", shown, *(mark if due else []), type="button", title=told,
        aria_label=told, data_rule=label, class_=f"kll-known-{number}",
    )  # fmt: skip


def _keep(progress: Progress) -> Markup:
    """Where it is kept, and a copy."""
    copy = tag(
        "a", say("practice-copy"), download="khronos-progress.json",
        href="data:application/json;charset=utf-8," + quote(progress.exported()),
    )  # fmt: skip
    kept = say("practice-kept", path=str(progress.path))
    return tag("p", kept, " ", copy, class_="kll-known-how")


class LessonList:
    """All lessons in the order of learning, with what is mastered and what is due.

    The introduction comes first; below each lesson are the ideas that it can be taken in.
    """

    def __init__(self, progress: Progress) -> None:
        self._progress, self._language = progress, current_language()
        self.rows = [(say("course-introduction"), "", "", "")]
        """Title, questions right, rules mastered, questions due; of an idea only the first two."""
        for name, title in LESSONS.items():
            ideas = (each for each in IDEAS if each.scenarios[0].lesson == name)
            self.rows += [self._row(name, title), *map(self._idea, ideas)]

    def _idea(self, idea: Idea) -> tuple[str, str, str, str]:
        asked = idea.scenarios[1:]
        right = self._progress.right((each.id, each.asks) for each in asked)
        return (idea.title.text(), f"{right}/{len(asked)}", "", "")

    def _row(self, name: str, title: Said) -> tuple[str, str, str, str]:
        taught = [each for each in scenarios() if each.lesson == name]
        right = self._progress.right((each.id, each.asks) for each in taught)
        rules = [label for label in CASES if any(label in each.clauses for each in taught)]
        deck = self._progress.deck
        mastered = sum(stars(deck, label) == MASTERED for label in rules)
        due = sum(label in rules for label, _ in due_cards(deck, today()))
        told = (f"{right}/{len(taught)}", f"{mastered}/{len(rules)}", str(due))
        return (title.text(), *told)

    def _heads(self) -> list[str]:
        keys = ("practice-lesson", "practice-scenarios", "practice-mastered", "practice-questions")
        return [capital(say(key)) for key in keys]

    def _repr_html_(self) -> str:
        with speaking(self._language):
            head = [tag("th", each, scope="col") for each in self._heads()]
            known = tag("p", known_text(self._progress.deck), " ", tag("code", "kl.practice()"))
        rows = [(self._name(title, idea=bool(right) and not mastered), right, mastered, due)
                for title, right, mastered, due in self.rows]  # fmt: skip
        return together([table(head, rows), known])

    def _name(self, title: str, *, idea: bool) -> Markup:
        """A lesson and how it is opened; an idea stands further in."""
        style = f"text-align: left; padding-left: {2.5 if idea else 0.5}em"
        opens = tag("code", f'kl.lesson("{title}")')
        return tag("td" if idea else "th", title, " ", opens, scope=None if idea else "row",
                   style=style)  # fmt: skip

    def __repr__(self) -> str:
        with speaking(self._language):
            lines = [self._heads(), *map(list, self.rows)]
        for line in lines:
            line[0] = f"  {line[0]}" if line[1] and not line[2] else line[0]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        rows = ("  ".join(x.ljust(n) for x, n in zip(line, widths, strict=True)) for line in lines)
        return "\n".join(row.rstrip() for row in rows)
