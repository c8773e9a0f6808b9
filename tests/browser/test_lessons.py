"""Lessons in a real JupyterLab: every kind of answer, steps, practice, rules, both languages."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from khronos_lab.lessons import AnswerKind, main_exercise, scenario
from tests.browser.boards import click, picture
from tests.browser.lab import write_notebook

KINDS = (6, 12, 47, 46, 71)
"""Scenarios that ask for a number, a clause, squares, buildings and players."""
CELLS = (
    "import khronos_lab as kl\nkl.lesson(1)",
    f"kl.lesson({list(KINDS)})",
    "kl.practice(seed=1)",
    "kl.rules()",
)


@pytest.fixture(scope="module")
def page(window, folder):
    with window.run(write_notebook(folder / "lessons.ipynb", *CELLS)) as page:
        page.locator(".kl-index").wait_for()
        yield page


@pytest.fixture
def progress(folder):
    """The answers that are kept."""
    return lambda: json.loads((folder / "progress.json").read_text("utf-8"))["answers"]


class Shown:
    """One lesson on the page."""

    def __init__(self, page, number: int) -> None:
        self.page = page
        self.root = page.locator(".kl-lesson").nth(number)
        self.root.evaluate("root => root.scrollIntoView()")
        self.root.locator(".kll-boards[data-picture]").wait_for()

    def press(self, name: str) -> None:
        self.root.locator(f"[data-name={name}]").click()

    def stage(self, stage: str) -> None:
        """Wait for a stage and its picture."""
        picture = "step" if stage == "look" else stage
        here = self.root.and_(self.page.locator(f"[data-stage={stage}]"))
        here.locator(f".kll-boards[data-picture^={picture}]").wait_for()

    def caption(self, words: str) -> None:
        self.root.locator(".kll-caption > :first-child", has_text=words).wait_for()

    def verdict(self, words: str) -> None:
        self.root.locator(".kll-verdict-head", has_text=words).wait_for()

    def choose(self, words: str) -> None:
        self.root.locator(".kll-choice", has_text=words).first.locator("input").check()

    def said(self) -> str:
        return self.root.locator(".kll-verdict").inner_text()

    def open(self, number: int) -> None:
        place = str(KINDS.index(number))
        self.root.locator(".kll-list").select_option(place)
        # A new question: nothing is chosen, its picture is there.
        self.page.wait_for_function(
            "([root, place]) => root.querySelector('.kll-list').value === place"
            " && root.dataset.stage === 'ask'"
            " && root.querySelector('.kll-boards').dataset.picture === 'ask'",
            arg=[self.root.element_handle(), place],
        )


@pytest.fixture
def first(page):
    return Shown(page, 0)


@pytest.fixture
def kinds(page):
    return Shown(page, 1)


def test_b3_a_wrong_answer_is_explained_and_the_right_one_is_praised(first, progress):
    before = picture(first.root)
    assert first.root.locator("[data-name=check]").is_disabled()
    first.choose("no")
    first.press("check")
    first.verdict("✗ Not quite.")
    assert "You expected something to stop the copy" in first.said()
    assert "The answer is" not in first.said()
    assert picture(first.root) == before
    first.choose("no")
    first.press("check")
    first.root.locator(".kll-hint li").wait_for()  # the second wrong answer gets a hint
    first.choose("yes")
    first.press("check")
    first.stage("told")
    first.verdict("✓ Right. The answer is: yes.")
    assert "copied from Might to Faith" in first.root.locator(".kll-reasons").inner_text()
    assert "Therefore the copy appears in Faith." in first.said()
    assert progress()["01"] == {"shadow Faith": [3, 3]}


def test_the_steps_go_forwards_and_backwards_by_key(first):
    first.press("show")
    first.stage("look")
    keys, pictures, tops = first.page.keyboard, [], set()
    where = first.root.locator(".kll-where")
    for step, words in ((2, "Ann builds a keep"), (3, "bonus"), (4, "reaches Faith"), (5, "too")):
        while where.inner_text() != f"Step {step}/7":
            keys.press("ArrowRight")
        first.caption(words)
        first.root.locator(f".kll-boards[data-picture='step {step}']").wait_for()
        pictures.append(picture(first.root))
        tops.add(first.root.locator(".kb-boards").bounding_box()["y"])
    # The bonus is paid in coins: nothing moves on the boards but the highlight; and they stay.
    assert len(tops) == 1
    assert len(set(pictures)) == 4
    faith = first.root.locator(".kll-age.kll-faith").inner_text()
    assert "reaches Faith (B3)" in faith
    assert "now stands in Faith" in faith
    assert "B3 A military or religious" in first.root.locator(".kll-rule").inner_text()
    keys.press("ArrowLeft")
    first.caption("reaches Faith")
    first.root.locator(".kll-boards[data-picture='step 4']").wait_for()
    assert picture(first.root) == pictures[2]
    first.root.locator(".kll-causes a", has_text="Ann builds a keep").first.click()
    first.caption("Ann builds a keep")
    keys.press("End")
    first.caption("A keep ruin appears at b1 in Reason")
    assert first.root.locator("[data-name=step_on]").is_disabled()


# ------------------------------------------------------------------ kinds of answers


def test_every_way_to_answer_is_among_them():
    # A turn of one's own is asked for where the coach found a better one.
    asked = {main_exercise(scenario(each)).kind for each in (1, *KINDS)}
    assert asked == set(AnswerKind) - {AnswerKind.TURN}


def test_a_number_is_typed_and_a_clause_chosen_with_the_keyboard_alone(kinds):
    kinds.open(6)
    field = kinds.root.locator(".kll-number")
    for number, verdict in (("9", "✗ Not quite."), ("1", "✓ Right. The answer is: 1.")):
        field.fill(number)
        field.press("Enter")
        kinds.verdict(verdict)
    kinds.open(12)
    kinds.root.locator(".kll-choice input").first.focus()
    kinds.page.keyboard.press("Space")
    kinds.page.keyboard.press("Enter")
    kinds.verdict("✗ Not quite.")
    kinds.choose("B3b")
    kinds.page.keyboard.press("Enter")
    kinds.verdict("✓ Right.")
    # The focus went on to what comes next.
    assert kinds.page.evaluate("() => document.activeElement.dataset.name") == "next"


def test_squares_are_clicked_or_typed(kinds):
    kinds.open(47)
    for name in ("a1", "d4", "b1"):
        click(kinds.root, 1, name)
    kinds.root.locator(".kll-picked").nth(2).wait_for()
    assert kinds.root.locator(".kll-squares").input_value() == "a1 d4 b1"
    kinds.press("check")
    kinds.verdict("✗ Not quite.")
    assert "d4 was empty before." in kinds.said()
    kinds.root.locator(".kll-squares").fill("a1 q77")
    kinds.press("check")
    kinds.root.locator(".kll-below", has_text="There is no square q77").wait_for()
    for name in ("a1", "d4"):
        click(kinds.root, 1, name)
    kinds.root.locator(".kll-squares").fill("a1 d4 b1")
    kinds.press("check")
    kinds.press("reveal")
    kinds.verdict("✗ Not quite. The answer is: a1 b1 a2.")
    assert kinds.root.locator(".kll-good").count() == 2
    assert kinds.root.locator(".kll-bad").get_attribute("data-square") == "d4"
    assert kinds.root.locator(".kll-missed").get_attribute("data-square") == "a2"


def test_buildings_are_clicked_on_the_board_and_players_chosen(kinds):
    kinds.open(46)
    kinds.choose("nothing")
    kinds.press("check")
    kinds.verdict("✗ Not quite.")
    assert "there is something to find" in kinds.said()
    # Any square of the building will do; a click on another board is none.
    click(kinds.root, 0, "b1")
    click(kinds.root, 1, "c2")
    kinds.root.locator(".kll-picked[data-square=b1]").wait_for()
    assert kinds.root.locator(".kll-choice input:checked").count() == 1
    kinds.press("check")
    kinds.verdict("✓ Right. The answer is: Ben's monastery at b1.")
    kinds.open(71)
    kinds.choose("Ann")
    kinds.press("check")
    kinds.verdict("✓ Right. The answer is: Ann.")


def test_progress_is_shown_and_forgotten_when_that_is_confirmed(kinds, progress):
    kinds.root.locator(".kll-progress", has_text="4/5 right").wait_for()
    kinds.press("forget")
    assert kinds.root.locator(".kll-progress").inner_text() == "4/5 right"
    kinds.press("sure")
    kinds.root.locator(".kll-progress", has_text="0/5 right").wait_for()
    assert set(progress()) == {"01"}


# ------------------------------------------------------------------ practice, rules, a phone


def test_on_a_phone_one_age_fills_the_screen_and_steps_lead_to_theirs(page):
    page.set_viewport_size({"width": 390, "height": 844})
    shown = Shown(page, 0)
    if shown.root.get_attribute("data-stage") != "look":
        shown.press("show")
        shown.stage("look")
    wide, most = shown.root.evaluate("root => [root.scrollWidth, root.clientWidth]")
    assert wide <= most
    large, small = shown.root.locator(".kb-boards"), shown.root.locator(".kb-thumb:visible")
    expect(small).to_have_count(2)
    assert large.bounding_box()["width"] > 2 * small.first.bounding_box()["width"]
    shown.root.focus()
    page.keyboard.press("End")
    expect(shown.root.locator(".kb-thumb[data-age='2']")).to_be_hidden()  # a ruin in Reason
    shown.root.locator(".kb-thumb[data-age='1']").click()
    expect(shown.root.locator(".kb-thumb[data-age='1']")).to_be_hidden()
    shown.root.focus()
    page.keyboard.press("Home")
    for _ in range(2):
        shown.press("step_on")
    shown.root.locator(".kll-boards[data-picture='step 2']").wait_for()
    expect(shown.root.locator(".kb-thumb[data-age='0']")).to_be_hidden()  # built in Might
