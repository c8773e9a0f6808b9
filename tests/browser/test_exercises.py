"""Every sort of question in a real JupyterLab, answered wrongly and rightly in both languages."""

from __future__ import annotations

import pytest

from khronos_lab.rulebook import say
from khronos_lab.scenarios import TOPICS, AnswerKind, Exercise, answer_said, chain_of_reasons
from khronos_lab.widgets import NONE, SORTS, VARIABLE, answer_controls, written
from tests.browser.lab import run_notebook, write_notebook
from tests.support import in_language

NOTEBOOK = "exercises.ipynb"
SEARCH = """
from khronos_lab.scenarios import scenarios
from khronos_lab.scenarios import TOPICS, exercises_on
found = {}
for each in scenarios():
    for exercise in exercises_on(each.last.look, trivial=True):
        found.setdefault(exercise.topic, exercise)
chosen = [found[topic] for topic in TOPICS]
"""
"""One exercise of each topic, from the library; the notebook and the test find the same ones."""
SHOW = "from khronos_lab.widgets.lessons.widget import lesson\nlesson(chosen)"
READY = """([root, place, language]) => {
  const list = root.querySelector('.kll-list');
  return list.value === String(place) && root.dataset.stage === 'ask'
    && root.querySelector('.kll-language').value === language
    && root.querySelector('.kll-boards').dataset.picture === 'ask';
}"""


def exercises() -> dict[str, Exercise]:
    """By topic."""
    names: dict[str, object] = {}
    exec(compile(SEARCH, "search", "exec"), names)
    chosen = names["chosen"]
    assert isinstance(chosen, list)
    return {exercise.topic: exercise for exercise in chosen}


@pytest.fixture(scope="module")
def by_topic():
    return exercises()


@pytest.fixture(scope="module")
def root(chromium, tmp_path_factory):
    """A lesson with one question of every sort."""
    folder = tmp_path_factory.mktemp("lab")
    home = tmp_path_factory.mktemp("home")
    write_notebook(folder / NOTEBOOK, SEARCH, SHOW)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, str(folder / "progress.json"))
        with run_notebook(chromium, folder, home, NOTEBOOK, size=(1400, 1400)) as page:
            root = page.locator(".kl-lesson")
            root.locator(".kll-boards[data-picture]").wait_for()
            yield root


def wrong_answer(exercise: Exercise) -> list[str]:
    """What somebody might say who is mistaken."""
    right = written(exercise, exercise.correct)
    if exercise.kind is AnswerKind.NUMBER:
        return [str(int(right[0]) + 1)]
    offered = [option["value"] for option in answer_controls(exercise)["options"]]
    if exercise.kind in (AnswerKind.YES_NO, AnswerKind.CLAUSE):
        return [next(value for value in offered if value != right[0])]
    return [NONE] if right != [NONE] else offered[:1]


def give(root, exercise: Exercise, answer: list[str]) -> None:
    """Enter an answer as a person does, and have it checked."""
    sort = SORTS[exercise.kind]
    if answer != [NONE] and sort in ("number", "squares"):
        root.locator(f".kll-{sort}").fill(" ".join(answer))
    else:
        for value in answer:
            root.locator(f".kll-choice input[value='{value}']").check()
    root.locator("[data-name=check]").click()


def told(root, right: bool, exercise: Exercise, language: str) -> None:
    """The verdict with the answer, reasons in this language, and the text of a clause."""
    judged = in_language(language, say, "lesson-right" if right else "lesson-wrong")
    head = f"{'✓' if right else '✗'} {judged} {in_language(language, say, 'lesson-the_answer')} "
    head += in_language(language, answer_said, exercise, exercise.correct)
    root.locator(".kll-verdict-head", has_text=head).wait_for()
    reasons = root.locator(".kll-reasons li").all_inner_texts()
    expected = chain_of_reasons(exercise)
    assert reasons == [each.text(language) for each in expected]
    # The exact texts are folded away.
    assert root.locator(".kll-clauses details p").first.text_content()
    assert root.locator(".kll-clauses summary").all_inner_texts() == list(exercise.clauses)


@pytest.mark.parametrize("topic", TOPICS)
def test_a_question_is_answered_wrongly_and_rightly_in_both_languages(root, by_topic, topic):
    exercise, place = by_topic[topic], list(TOPICS).index(topic)
    languages = root.locator(".kll-language")
    first, second = ("en", "de") if place % 2 else ("de", "en")
    languages.select_option(first)
    root.locator(".kll-list").select_option(str(place))
    ready = [root.element_handle(), place, first]
    root.page.wait_for_function(READY, arg=ready)
    root.locator(".kll-prompt", has_text=exercise.prompt(first)).wait_for()
    give(root, exercise, wrong_answer(exercise))
    told(root, False, exercise, first)
    languages.select_option(second)
    root.locator(".kll-prompt", has_text=exercise.prompt(second)).wait_for()
    told(root, False, exercise, second)
    root.locator("[data-name=again]").click()
    root.page.wait_for_function(READY, arg=[*ready[:2], second])
    give(root, exercise, written(exercise, exercise.correct))
    told(root, True, exercise, second)
    languages.select_option(first)
    told(root, True, exercise, first)


def test_every_way_to_answer_is_among_them(by_topic):
    assert {exercise.kind for exercise in by_topic.values()} == set(AnswerKind)
