"""Lessons in a real JupyterLab: notebook 02, every kind of answer, steps, both languages."""

from __future__ import annotations

import json
import re
import shutil

import nbformat
import pytest

from khronos_lab.core import square
from khronos_lab.widgets import VARIABLE
from tests.browser.boards import middle, picture
from tests.browser.lab import (
    READY,
    RUN,
    SHUT,
    free_port,
    jupyterlab,
    run_notebook,
    watched_page,
    write_notebook,
)
from tests.notebooks.test_run_all import FOLDER

NOTEBOOK = "02_time_shadows.ipynb"
KINDS = """
from khronos_lab.widgets import lesson
kinds = lesson([6, 12, 47, 46, 71, 24])
kinds
"""


@pytest.fixture(scope="module")
def progress(tmp_path_factory):
    return tmp_path_factory.mktemp("progress") / "progress.json"


@pytest.fixture(scope="module")
def page(chromium, tmp_path_factory, progress):
    """The notebook, run from top to bottom, with a first scenario and every kind of answer."""
    folder = shutil.copytree(FOLDER, tmp_path_factory.mktemp("lab") / "notebooks")
    notebook = nbformat.read(folder / NOTEBOOK, as_version=4)
    notebook.cells += map(nbformat.v4.new_code_cell, ("kl.lesson(1)", KINDS))
    nbformat.write(notebook, folder / NOTEBOOK)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, str(progress))
        with run_notebook(chromium, folder, tmp_path_factory.mktemp("home"), NOTEBOOK) as page:
            yield page


class Shown:
    """One lesson on the page."""

    def __init__(self, page, number: int) -> None:
        self.page = page
        self.root = page.locator(".kl-lesson").nth(number)
        page.wait_for_function(
            """root => {
              root.scrollIntoView();
              return root.querySelector('.kll-boards').dataset.picture;
            }""",
            arg=self.root.element_handle(),
            polling=100,
        )

    def press(self, name: str) -> None:
        self.root.locator(f"[data-name={name}]").click()

    def stage(self, stage: str) -> None:
        """Wait for a stage and its picture."""
        self.page.wait_for_function(
            """([root, stage]) => root.dataset.stage === stage
                && root.querySelector('.kll-boards').dataset.picture?.startsWith(
                    stage === 'look' ? 'step' : stage)""",
            arg=[self.root.element_handle(), stage],
        )

    def caption(self, words: str) -> None:
        self.root.locator(".kll-caption > :first-child", has_text=words).wait_for()

    def verdict(self, words: str) -> None:
        self.root.locator(".kll-verdict-head", has_text=words).wait_for()

    def choose(self, words: str) -> None:
        self.root.locator(".kll-choice", has_text=words).first.locator("input").check()

    def open(self, place: int) -> None:
        self.root.locator(".kll-list").select_option(str(place))
        # A new question: nothing is chosen, its picture is there.
        self.page.wait_for_function(
            "([root, place]) => root.querySelector('.kll-list').value === String(place)"
            " && root.dataset.stage === 'ask'"
            " && root.querySelector('.kll-boards').dataset.picture === 'ask'",
            arg=[self.root.element_handle(), place],
        )

    def square(self, age: int, name: str) -> tuple[float, float]:
        """The place of a square on the screen."""
        return middle(self.root, age, square(name))


@pytest.fixture
def first(page):
    return Shown(page, page.locator(".kl-lesson").count() - 2)


@pytest.fixture
def kinds(page):
    return Shown(page, page.locator(".kl-lesson").count() - 1)


# ------------------------------------------------------------------ the notebook


def test_the_notebook_runs_and_shows_its_lessons(page):
    page.locator(".kl-lesson").first.wait_for()
    assert page.locator(".jp-OutputArea-output[data-mime-type*='error']").count() == 0
    assert page.locator(".jp-OutputArea-output[data-mime-type*='stderr']").count() == 0
    calls = sum(
        len(re.findall(r"^kl\.(?:lesson|practice)\(", cell.source, re.M))
        for cell in nbformat.read(FOLDER / NOTEBOOK, as_version=4).cells
        if cell.cell_type == "code"
    )
    assert page.locator(".kl-lesson").count() == calls + 2
    assert page.locator(".kl-index").count() == 1


def test_b3_a_wrong_answer_is_explained_and_the_right_one_is_praised(first, progress):
    before = picture(first.root)
    assert first.root.locator("[data-name=check]").is_disabled()
    first.choose("no")
    first.press("check")
    first.stage("told")
    first.verdict("✗ Not quite. The answer is: yes.")
    assert "copied from Might to Faith" in first.root.locator(".kll-reasons").inner_text()
    assert picture(first.root) != before
    assert json.loads(progress.read_text("utf-8"))["answers"]["01"] == {"shadow Faith": [1, 0]}
    first.press("again")
    first.stage("ask")
    first.choose("yes")
    first.press("check")
    first.verdict("✓ Right. The answer is: yes.")
    assert json.loads(progress.read_text("utf-8"))["answers"]["01"] == {"shadow Faith": [2, 2]}


def test_the_steps_go_forwards_and_backwards_by_key(first):
    first.press("show")
    first.stage("look")
    keys, pictures, tops = first.page.keyboard, [], set()
    for step, words in ((2, "Ann builds a keep"), (3, "bonus"), (4, "reaches Faith"), (5, "too")):
        for _ in range(7):  # no more steps than there are, should one be missed
            if first.root.locator(".kll-where").inner_text() == f"Step {step}/7":
                break
            keys.press("ArrowRight")
        first.caption(words)
        first.root.locator(f".kll-boards[data-picture='step {step}']").wait_for()
        pictures.append(picture(first.root))
        tops.add(first.root.locator(".kl-boards").bounding_box()["y"])
    # The bonus is paid in coins: nothing moves on the boards but the highlight; and they stay.
    assert len(tops) == 1
    assert len(set(pictures)) == 4
    faith = first.root.locator(".kll-age.kll-faith").inner_text()
    assert "reaches Faith (B3)" in faith
    assert "now stands in Faith" in faith
    assert (
        "B3 A military or religious building of rank 2 or 3"
        in first.root.locator(".kll-rule").inner_text()
    )
    assert first.root.locator(".kll-causes a").first.inner_text().startswith("Ann builds a keep")
    keys.press("ArrowLeft")
    first.caption("reaches Faith")
    first.root.locator(".kll-boards[data-picture='step 4']").wait_for()
    assert picture(first.root) == pictures[2]
    first.root.locator(".kll-causes a").first.click()
    first.caption("Ann builds a keep")
    keys.press("End")
    first.caption("A keep ruin appears at b1 in Reason")
    assert first.root.locator("[data-name=step_on]").is_disabled()


def test_the_language_can_be_switched_at_any_time(first):
    first.root.locator(".kll-language").select_option("de")
    first.caption("In der Vernunft liegt nun auf b1 eine Burgruine")
    assert first.root.locator(".kll-age h4").first.inner_text() == "Macht"
    assert first.root.locator("[data-name=question]").inner_text() == "Zurück zur Frage"
    assert first.root.locator(".kl-boards .kl-age").first.text_content() == "Macht"
    first.press("question")
    first.verdict("✓ Richtig. Die Antwort ist: ja.")
    first.root.locator(".kll-language").select_option("en")
    first.verdict("✓ Right.")


# ------------------------------------------------------------------ kinds of answers


def test_a_number_is_typed_and_checked_by_enter(kinds):
    kinds.open(0)
    field = kinds.root.locator(".kll-number")
    field.fill("9")
    field.press("Enter")
    kinds.verdict("✗ Not quite.")
    kinds.press("again")
    kinds.stage("ask")
    field.fill("1")
    field.press("Enter")
    kinds.verdict("✓ Right. The answer is: 1.")


def test_a_clause_is_chosen_with_the_keyboard_alone(kinds):
    kinds.open(1)
    kinds.root.locator(".kll-choice input").first.focus()
    kinds.page.keyboard.press("Space")
    kinds.page.keyboard.press("Enter")
    kinds.verdict("✗ Not quite. The answer is: B3b.")
    # The focus went on to what comes next.
    assert kinds.page.evaluate("() => document.activeElement.dataset.name") == "show"
    kinds.press("again")
    kinds.stage("ask")
    kinds.choose("B3b")
    kinds.press("check")
    kinds.verdict("✓ Right.")


def test_squares_are_clicked_or_typed(kinds):
    kinds.open(2)
    for name in ("a1", "d4", "b1"):
        kinds.page.mouse.click(*kinds.square(1, name))
    kinds.root.locator(".kll-picked").nth(2).wait_for()
    assert kinds.root.locator(".kll-squares").input_value() == "a1 d4 b1"
    kinds.press("check")
    kinds.verdict("✗ Not quite. The answer is: a1 b1 a2.")
    assert kinds.root.locator(".kll-good").count() == 2
    assert kinds.root.locator(".kll-bad").get_attribute("data-square") == "d4"
    assert kinds.root.locator(".kll-missed").get_attribute("data-square") == "a2"
    kinds.press("again")
    kinds.stage("ask")
    kinds.root.locator(".kll-squares").fill("a1 q77")
    kinds.press("check")
    kinds.root.locator(".kl-error", has_text="There is no square").wait_for()
    kinds.root.locator(".kll-squares").fill("a1, a2 b1")
    kinds.root.locator(".kll-squares").press("Enter")
    kinds.verdict("✓ Right.")
    assert not kinds.root.locator(".kl-error").is_visible()


def test_buildings_are_clicked_on_the_board(kinds):
    kinds.open(3)
    kinds.choose("nothing")
    kinds.press("check")
    kinds.verdict("✗ Not quite. The answer is: Ben's monastery at b1.")
    kinds.press("again")
    kinds.stage("ask")
    # Any square of the building will do; a click on another board is none.
    kinds.page.mouse.click(*kinds.square(0, "b1"))
    kinds.page.mouse.click(*kinds.square(1, "c2"))
    kinds.root.locator(".kll-picked[data-square=b1]").wait_for()
    assert kinds.root.locator(".kll-choice input:checked").count() == 1
    kinds.press("check")
    kinds.verdict("✓ Right. The answer is: Ben's monastery at b1.")


def test_players_are_chosen(kinds):
    kinds.open(4)
    kinds.choose("nobody")
    kinds.press("check")
    kinds.verdict("✗ Not quite. The answer is: Ann.")
    kinds.press("again")
    kinds.stage("ask")
    kinds.choose("Ann")
    kinds.press("check")
    kinds.verdict("✓ Right.")


def test_h1_a_forbidden_move_shows_why(kinds):
    kinds.open(5)
    kinds.press("hint")
    kinds.root.locator(".kll-hint", has_text="Look at Might.").wait_for()
    kinds.press("show")
    kinds.stage("look")
    kinds.press("last")
    kinds.caption("Forbidden: The keep at a1 would equal the highest military building")
    assert "H1 The highest building of a kind" in kinds.root.locator(".kll-rule").inner_text()


def test_progress_is_shown_and_forgotten_when_that_is_confirmed(kinds, progress):
    kinds.root.locator(".kll-progress", has_text="5/6 right").wait_for()
    kinds.press("forget")
    assert kinds.root.locator(".kll-progress").inner_text() == "5/6 right"
    kinds.press("sure")
    kinds.root.locator(".kll-progress", has_text="0/6 right").wait_for()
    assert set(json.loads(progress.read_text("utf-8"))["answers"]) == {"01"}


# ------------------------------------------------------------------ practice and the index


def test_practice_goes_on_without_end(page):
    number = page.evaluate(
        "() => [...document.querySelectorAll('.kl-lesson')].findIndex("
        "root => !root.querySelector('.kll-difficulty-choice').hidden)"
    )
    shown = Shown(page, number)
    prompts = []
    for _ in range(2):
        prompts.append(shown.root.locator(".kll-prompt").inner_text())
        shown.press("show")
        shown.stage("look")
        shown.press("next")
        shown.stage("ask")
    assert len({*prompts, shown.root.locator(".kll-prompt").inner_text()}) == 3
    last = shown.root.locator(".kll-prompt").inner_text()
    shown.root.locator(".kll-clause-choice").select_option("C2")
    shown.page.wait_for_function(
        "([root, old]) => root.querySelector('.kll-prompt').textContent !== old",
        arg=[shown.root.element_handle(), last],
    )
    assert not shown.root.locator(".kl-error").is_visible()


def test_the_rule_index_opens_a_scenario(page):
    index = page.locator(".kl-index")
    index.evaluate("root => root.scrollIntoView()")
    index.locator(".kll-index-picture[data-clause=B3]").wait_for()
    index.locator("input[type=search]").fill("paradox")
    index.locator(".kll-index-list li[aria-selected=true][data-clause=B6]").click()
    index.locator(".kll-index-picture[data-clause=B6]").wait_for()
    assert "Whatever a copy covers" in index.locator(".kll-plain").inner_text()
    assert not index.locator(".kll-law p").is_visible()
    before = page.locator(".kl-lesson").count()
    index.locator("[data-scenario='46']").click()
    page.wait_for_function(
        "count => document.querySelectorAll('.kl-lesson').length > count", arg=before
    )
    index.locator("text=Close the scenario").click()
    page.wait_for_function(
        "count => document.querySelectorAll('.kl-lesson').length === count", arg=before
    )


# ------------------------------------------------------------------ narrow, and without a kernel


def test_on_a_phone_one_age_fills_the_screen_and_steps_lead_to_theirs(page):
    page.set_viewport_size({"width": 390, "height": 844})
    try:
        number = page.locator(".kl-lesson").count() - 2
        page.locator(".kl-lesson").nth(number).evaluate("root => root.scrollIntoView()")
        shown = Shown(page, number)
        if shown.root.get_attribute("data-stage") != "look":
            shown.press("show")
            shown.stage("look")
        wide, most = shown.root.evaluate("root => [root.scrollWidth, root.clientWidth]")
        assert wide <= most
        strip = shown.root.locator(".kl-strip")
        across, seen = strip.evaluate("strip => [strip.scrollWidth, strip.clientWidth]")
        assert across == pytest.approx(3 * seen, abs=3)
        shown.root.locator(".kl-tab").nth(2).click()
        assert strip.evaluate("strip => strip.scrollLeft") == pytest.approx(2 * seen, abs=3)
        shown.root.focus()
        page.keyboard.press("Home")
        for _ in range(2):
            shown.press("step_on")
        shown.root.locator(".kll-boards[data-picture='step 2']").wait_for()
        assert strip.evaluate("strip => strip.scrollLeft") < seen / 2  # built in Might
    finally:
        page.set_viewport_size({"width": 1400, "height": 900})


def test_a_saved_notebook_without_its_kernel_says_what_to_do(page):
    assert page.locator(".kl-gone").first.is_hidden()
    page.evaluate("() => window.jupyterapp.commands.execute('docmanager:save')")
    page.evaluate(SHUT)
    page.reload()
    page.locator(".kl-gone", has_text="your progress is kept").first.wait_for()
    assert page.get_by_text("model not found").locator("visible=true").count() == 0


def test_after_a_restart_of_the_server_a_lesson_goes_on_where_it_was_left(
    chromium, tmp_path, monkeypatch
):
    home, port = tmp_path / "home", free_port()
    home.mkdir()
    monkeypatch.setenv(VARIABLE, str(tmp_path / "progress.json"))
    write_notebook(tmp_path / "a.ipynb", "import khronos_lab as kl", "kl.lesson('two-domains')")
    with watched_page(chromium) as page:
        with jupyterlab(tmp_path, home, port) as lab:
            lab.open(page, "a.ipynb")
            page.locator(".kl-lesson").wait_for()
            shown = Shown(page, 0)
            shown.press("next")
            for number, words in (("2", "Not quite."), ("1", "Right.")):
                shown.root.locator(".kll-number").fill(number)
                shown.press("check")
                shown.verdict(words)
                if number == "2":
                    shown.press("again")
            page.evaluate("() => window.jupyterapp.commands.execute('docmanager:save')")
            page.goto("about:blank")  # the server takes its kernels with it
        with jupyterlab(tmp_path, home, port) as lab:
            page.goto(f"{lab.address}/doc/tree/a.ipynb?token={lab.token}")
            page.locator(".kl-gone", has_text="goes on where you stopped").wait_for()
            page.wait_for_function(READY)
            page.evaluate(RUN)
            page.locator(".kl-lesson .kll-progress", has_text="1/3 right").wait_for()
            again = Shown(page, 0)
            assert again.root.locator(".kll-list option").all_inner_texts()[1].endswith("✓")
            assert "a town at b1" in again.root.locator(".kll-prompt").inner_text()
            again.choose("yes")
            again.press("check")
            again.choose("B2")
            again.press("check")
            again.verdict("Right.")
            lab.shut(page)
