"""Walks through the whole school in a browser: every lesson, and many exercises of each kind.

`python -m tests.browser.walk_school --each 40 --pictures FOLDER` answers every question wrongly,
twice if there are two ways to be wrong, takes all hints, then answers rightly and watches the move,
in English and in German. It prints what a learner would stumble over: an error, an empty, foreign
or unknown word, a wrong verdict, a board that moves, a question whose answer was just told; and for
each kind of question how many wrong answers were told what they overlooked.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import chain, islice
from pathlib import Path
from random import Random

from khronos_lab.lessons import (
    CASES,
    IDEAS,
    INTRODUCTION,
    NONE,
    SORTS,
    TOPICS,
    VARIABLE,
    AnswerKind,
    Exercise,
    Lesson,
    Maker,
    exercises_on,
    lesson,
    mixed,
    rule,
    scenarios,
    topics_of,
    written,
)
from khronos_lab.rulebook import LANGUAGES, catalogue, say
from tests.browser.fixtures import FLAGS
from tests.browser.hosted import Hosted
from tests.support import in_language

WIDTHS = (1440, 1000, 390)
SEEN = """async () => {
  await window.settled();
  const root = document.querySelector('.kl-lesson'), box = root.querySelector('.kll-boards');
  const { left, top, width, height } = box.getBoundingClientRect();
  const words = [];
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node; (node = walk.nextNode());) {
    const holder = node.parentElement;
    if (holder.closest('.kll-language, pre, svg, .kll-known') || !node.data.trim()) continue;
    if (holder.closest('option') || holder.offsetParent) words.push(node.data.trim());
  }
  const text = name => root.querySelector(name)?.innerText ?? '';
  const all = name => [...root.querySelectorAll(name)].map(each => each.innerText);
  return {
    stage: root.dataset.stage, words: words.join(' · '),
    box: [left, top + scrollY, width, height].map(Math.round), picture: box.dataset.picture ?? '',
    drawn: box.querySelector('.kb-scene')?.childElementCount ?? 0, error: text('.kl-error span'),
    prompt: text('.kll-prompt'), head: text('.kll-verdict-head'), missed: all('.kll-overlooked'),
    reasons: all('.kll-reasons li'), explanation: text('.kll-explanation'),
    named: text('.kll-named'),
    hints: all('.kll-hint li'), caption: text('.kll-caption'), note: text('.kll-note'),
    chosen: root.querySelector('.kll-list')?.selectedOptions[0]?.innerText ?? '',
    count: root.querySelectorAll('.kll-choice').length, wide: root.scrollWidth - root.clientWidth,
    buttons: [...root.querySelectorAll('.kll-buttons button')].map(each => each.dataset.name),
    onward: !root.querySelector('[data-name=step_on]').disabled,
  };
}"""
PRESS = f"""async name => {{
  const found = document.querySelector(`.kl-lesson [data-name=${{name}}]`);
  if (!found || found.disabled) throw new Error(`no button ${{name}}`);
  found.click();
  return await ({SEEN})();
}}"""
GIVE = f"""async ([sort, parts]) => {{
  const root = document.querySelector('.kl-lesson');
  const field = root.querySelector('.kll-number, .kll-squares');
  if (field && parts[0] !== '-') {{
    field.value = parts.join(' ');
    field.dispatchEvent(new Event('input'));
  }} else for (const part of parts) {{
    root.querySelector(`.kll-answer input[value="${{part}}"]`).click();
  }}
  await window.settled();
  root.querySelector('[data-name=check]').click();
  return await ({SEEN})();
}}"""
STEP = f"""async name => {{
  document.querySelector(`.kl-lesson [data-name=${{name}}]`).click();
  await new Promise(done => setTimeout(done, 50));
  return await ({SEEN})();
}}"""
ENGLISH = """\
the and of which does this that with without their there has have are from building
castle keep town city hamlet chapel monastery abbey watchtower coin coins card cards cube cubes
might faith reason ruin shadow copy your you not yes answer because rule"""
GERMAN = """\
der das und nicht ist eine einen wird dem den auf mit von burg festung wachturm kloster
kirche abtei weiler dorf stadt taler karte karten würfel domäne ruine vernunft glaube macht
regel"""
FOREIGN = {
    "de": re.compile(rf"\b(?:{'|'.join(ENGLISH.split())})\b", re.IGNORECASE),
    "en": re.compile(rf"\b(?:{'|'.join(GERMAN.split())})\b|[äöüß]", re.IGNORECASE),
}
BROKEN = re.compile(r"undefined|\bNone,|=None|\bNaN\b|\[object|[{}]|\bSaid\(")


class Walker:
    """Goes through lessons as a learner does, and notes what is wrong."""

    def __init__(self, hosted: Hosted, language: str, pictures: Path | None, every: int) -> None:
        self.hosted, self.page, self.language = hosted, hosted.page, language
        self.pictures, self.every = pictures, every
        self.faults: Counter[str] = Counter()
        self.told: Counter[tuple[str, str]] = Counter()
        """For each kind of question: wrong answers, those told something, pairs told the same."""
        self.questions = 0
        self._keys = {key for key in in_language(language, catalogue) if "-" in key and "_" in key}
        self._where = ""

    # -------------------------------------------------------------- looking

    def fault(self, what: str) -> None:
        self.faults[what] += 1
        print(f"  ✗ {self._where}: {what}", flush=True)

    def check(self, seen: dict) -> dict:
        """Rules for every page."""
        if seen["error"]:
            self.fault(f"an error: {seen['error']}")
        if not seen["drawn"]:
            self.fault("an empty board")
        foreign = FOREIGN[self.language].search(seen["words"])
        if foreign:
            start = max(0, foreign.start() - 30)
            self.fault(f"a foreign word: …{seen['words'][start : foreign.end() + 30]}…")
        if broken := BROKEN.search(seen["words"]):
            self.fault(f"no word for people: {broken[0]}")
        if known := [key for key in self._keys if key in seen["words"]]:
            self.fault(f"the name of a word: {known[0]}")
        if seen["stage"] != "look" and not seen["prompt"].strip():
            self.fault("an empty question")
        if seen["wide"] > 1:
            self.fault(f"{seen['wide']} px too wide")
        return seen

    def still(self, before: dict, after: dict, doing: str) -> None:
        if before["box"] != after["box"]:
            self.fault(f"the boards move while {doing}")

    def see(self) -> dict:
        return self.check(self.page.evaluate(SEEN))

    def press(self, name: str) -> dict:
        return self.check(self.page.evaluate(PRESS, name))

    def give(self, exercise: Exercise, parts: list[str]) -> dict:
        return self.check(self.page.evaluate(GIVE, [SORTS[exercise.kind], parts]))

    def shoot(self, name: str) -> None:
        if self.pictures is None:
            return
        for width in WIDTHS:
            self.page.set_viewport_size({"width": width, "height": 900})
            self.page.evaluate("() => new Promise(done => setTimeout(done, 120))")
            place = self.pictures / f"{self.language}-{name}-{width}.png"
            self.page.screenshot(path=place, full_page=True)
        self.page.set_viewport_size({"width": WIDTHS[0], "height": 900})

    # -------------------------------------------------------------- walking

    def walk(self, shown: Lesson, name: str) -> None:
        """Go through everything that a lesson has."""
        # What the lesson before has still to tell must not reach this one.
        self.page.evaluate("() => new Promise(done => setTimeout(done, 80))")
        self.hosted.show(shown)
        for place, item in enumerate(shown._items):
            self._where = f"{self.language} {name} {place + 1}"
            seen = self.see()
            if shown.place != place:
                self.fault(f"at {shown.place}, not at {place}")
                return
            if item.turn is not None:
                self.own_turn(shown)
            elif item.exercises:
                self.item(shown, f"{name}-{place + 1}")
            else:
                self.watch(seen, f"{name}-{place + 1}")
            if place + 1 < len(shown._items):
                self.press("next" if "next" in self.see()["buttons"] else "next-item")
                self.page.evaluate("() => window.settled()")

    def item(self, shown: Lesson, name: str) -> None:
        """All questions about a move, then the move."""
        revealed = ""
        for number in range(len(shown.item.exercises)):
            seen = self.answer(shown, revealed, f"{name}-{number + 1}")
            revealed += " ".join((*seen["reasons"], seen["explanation"], seen["head"]))
            if number + 1 < len(shown.item.exercises):
                if "more" not in seen["buttons"]:
                    self.fault("no way to the next question")
                    return
                self.press("more")
        self.watch(self.press("show"), name)

    def answer(self, shown: Lesson, revealed: str, name: str) -> dict:
        """Wrongly, with hints and rightly; gives what is seen in the end."""
        exercise, first = shown.exercise, self.see()
        self.questions += 1
        shoot = self.questions % self.every == 0
        if revealed and _revealed(exercise, revealed, self.language):
            self.fault(f"{exercise.asks} was just told")
        heard = []
        for parts in wrong_answers(exercise)[:2]:
            seen = self.tried(shown, self.give(exercise, parts))
            self.still(first, seen, "an answer is checked")
            heard.append(" ".join(seen["missed"]))
            self.told[exercise.topic, "wrong"] += 1
            self.told[exercise.topic, "told"] += bool(heard[-1])
            if len(heard) == 2 and not seen["hints"]:
                self.fault("no hint after the second wrong answer")
            if shoot:
                self.shoot(f"{name}-{exercise.topic}-wrong-{len(heard)}")
        self.hints(self.see())
        if shoot:
            self.shoot(f"{name}-{exercise.topic}-hints")
        if len(heard) > 1 and heard[0]:
            self.told[exercise.topic, "pairs"] += 1
            self.told[exercise.topic, "alike"] += heard[0] == heard[1]
        right = written(exercise, exercise.correct)
        seen = self.judged(shown, self.give(exercise, right))
        if shoot:
            self.shoot(f"{name}-{exercise.topic}-right")
        return seen

    def hints(self, seen: dict) -> None:
        """All hints, one after the other."""
        while "hint" in seen["buttons"]:
            before, seen = seen, self.press("hint")
            self.still(before, seen, "a hint is given")
            if len(seen["hints"]) <= len(before["hints"]) or not seen["hints"][-1].strip():
                self.fault("an empty hint")
                break

    def tried(self, shown: Lesson, seen: dict) -> dict:
        """A wrong answer: what it overlooked, and not the answer; before that perhaps the rule."""
        if seen["stage"] == "rule":
            if seen["count"] < 3:
                self.fault("too few rules to choose from")
            if seen["head"] or "✗" in seen["chosen"]:
                self.fault("the verdict is seen before the rule is named")
            self.page.evaluate("() => document.querySelector('.kll-answer input').click()")
            seen = self.press("check")
            if not seen["named"]:
                self.fault("nothing is said about the rule")
        wrong = in_language(self.language, say, "lesson-wrong")
        if seen["stage"] != "ask" or wrong not in seen["head"]:
            self.fault(f"the verdict on {shown.exercise.asks} is {seen['head']!r}")
        if seen["reasons"]:
            self.fault(f"{shown.exercise.asks} is answered at the first try")
        return seen

    def judged(self, shown: Lesson, seen: dict) -> dict:
        """The verdict on the right answer, with its reasons."""
        expected = in_language(self.language, say, "lesson-right")
        if seen["stage"] != "told" or expected not in seen["head"]:
            self.fault(f"the verdict on {shown.exercise.asks} is {seen['head']!r}")
        if not seen["reasons"] or not all(each.strip() for each in seen["reasons"]):
            self.fault(f"no reason for {shown.exercise.asks}")
        start = {"en": "Therefore ", "de": "Also: "}[self.language]
        if seen["reasons"] and not seen["reasons"][-1].startswith(start):
            self.fault("the chain does not end with the answer")
        if seen["missed"]:
            self.fault("a right answer has overlooked something")
        return seen

    def watch(self, seen: dict, name: str) -> None:
        """Step after step to the end; of exercises every fifth, the others jump to it."""
        if seen["stage"] != "look":
            self.fault(f"nothing to watch but {seen['stage']}")
            return
        first = seen
        walking = bool(seen["caption"] or seen["note"])
        while seen["onward"] and walking:
            jump = name.startswith("ex-") and self.questions % 5
            seen = self.check(self.page.evaluate(STEP, "last" if jump else "step_on"))
            if not (seen["caption"] or seen["note"]).strip():
                self.fault("an empty step")
            if seen["box"] != first["box"]:
                self.fault("the boards move between steps")
                first = seen
        if self.questions % self.every == 0:
            self.shoot(f"{name}-last")

    def own_turn(self, shown: Lesson) -> None:
        """Play the reader's turn: always the first action that is offered."""
        for _ in range(20):
            seen = self.see()
            if "restart" in seen["buttons"]:
                self.shoot("own-turn")
                return
            if "check" in seen["buttons"]:
                self.page.evaluate("() => document.querySelector('.kll-answer input').click()")
                self.page.evaluate(SEEN)
                self.press("check")
            elif "question" in seen["buttons"] or "again" in seen["buttons"]:
                if seen["stage"] == "told":
                    self.shoot("own-turn-refused")
                    self.press("again")
                    last = (
                        "() => [...document.querySelectorAll('.kll-answer input')].at(-1).click()"
                    )
                    self.page.evaluate(last)
                    self.page.evaluate(SEEN)
                    self.press("check")
                else:
                    self.press("question")
        self.fault("the reader's turn has no end")


def _revealed(exercise: Exercise, told: str, language: str) -> bool:
    """True if all events that answer an exercise were already named."""
    mottos = [rule(label) for label in exercise.clauses]
    events = [each.words.text(language) for each in exercise.because if each not in mottos]
    return bool(events) and all(each in told for each in events)


def wrong_answers(exercise: Exercise) -> list[list[str]]:
    """One or two ways to be mistaken, as unlike as possible."""
    right = written(exercise, exercise.correct)
    if exercise.kind is AnswerKind.NUMBER:
        number = int(right[0])
        return [[str(number + 1)], [str(number - 1 if number else number + 2)]]
    offered = [
        " ".join(written(exercise, each.value)) for each in exercise.options if each.value != ()
    ]
    if exercise.kind in (AnswerKind.YES_NO, AnswerKind.CLAUSE):
        return [[value] for value in offered if value != right[0]][:2]
    if exercise.kind is AnswerKind.SQUARES:
        squares = [name for name in ("a1", "d3", "f5", "b2") if name not in right]
        return [[squares[0]], [*right[1:]] or [NONE]] if right != [NONE] else [squares[:1]]
    others = [[value] for value in offered if value not in right]
    return [*others[:1], *([[NONE]] if right != [NONE] else others[1:2])]


def exercises_about(topic: str, number: int) -> Iterator[Exercise]:
    """So many different exercises that ask one kind of question."""
    labels = [label for label in CASES if topic in topics_of(label)]
    if labels:
        makers = [Maker(label, Random(f"walk {topic} {label}")) for label in labels]
        for each in range(number):
            yield makers[each % len(makers)].make(None, (topic,))
        return
    library = (x for taught in scenarios() for x in exercises_on(taught.trial, trivial=True))
    made = (
        x for each in mixed(seed=f"walk {topic}") for x in exercises_on(each.trial, trivial=True)
    )
    found = (each for each in chain(library, islice(made, 40_000)) if each.topic == topic)
    yield from islice(found, number)


def _note(thrown: list[str], fault: object) -> None:
    thrown.append(str(fault))


def main() -> None:
    reading = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reading.add_argument("--each", type=int, default=40, help="exercises of each kind")
    reading.add_argument("--pictures", type=Path, help="a folder for screenshots of a sample")
    reading.add_argument("--every", type=int, default=60, help="a picture of every so many")
    reading.add_argument("--topics", nargs="*", default=list(TOPICS))
    reading.add_argument("--languages", nargs="*", default=list(LANGUAGES))
    reading.add_argument("--no-lessons", action="store_true")
    asked = reading.parse_args()
    if asked.pictures:
        asked.pictures.mkdir(parents=True, exist_ok=True)
    os.environ[VARIABLE] = str(Path(tempfile.mkdtemp()) / "progress.json")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        for language in asked.languages:
            page = browser.new_page(viewport={"width": WIDTHS[0], "height": 900})
            thrown: list[str] = []
            page.on("pageerror", partial(_note, thrown))
            walker = Walker(Hosted(page), language, asked.pictures, asked.every)
            if not asked.no_lessons:
                for name in (INTRODUCTION, *(idea.name for idea in IDEAS)):
                    walker.walk(lesson(name, language=language), name)
            for topic in asked.topics if asked.each else ():
                chosen = list(exercises_about(topic, asked.each))
                walker.walk(lesson(chosen, language=language), f"ex-{topic}")
                told = {key: walker.told[topic, key] for key in ("wrong", "told", "pairs", "alike")}
                print(f"{language} {topic}: {len(chosen)} exercises, {told}", flush=True)
            print(f"{language}: {walker.questions} questions, {walker.faults.total()} faults")
            print(
                *(f"{number:5} {what}" for what, number in walker.faults.most_common(40)), sep="\n"
            )
            print(*thrown, sep="\n")
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
