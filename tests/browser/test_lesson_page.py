"""A lesson's page in a browser without Python, on a phone: shown, asked and judged."""

from __future__ import annotations

import pytest

from khronos_lab.lessons import classroom, lesson_page, written

LOW = """() => [...document.querySelectorAll(
  '.kl-lesson :is(button, select, input:not([type=checkbox], [type=radio]), .kll-choice)')]
  .filter(each => each.offsetParent && each.getBoundingClientRect().height < 44).length"""
"""How many things to touch are lower than a finger needs."""


@pytest.fixture
def page(chromium, tmp_path):
    path = tmp_path / "covered.html"
    lesson_page("covered").save(path)
    page = chromium.new_page(viewport={"width": 390, "height": 844})
    faults: list[str] = []
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    page.on("request", lambda each: faults.append(each.url) if "http" in each.url else None)
    page.goto(path.as_uri())
    page.wait_for_selector("body[data-ready=yes]")
    yield page
    page.close()
    assert faults == []


def press(page, name):
    page.locator(f".kl-lesson [data-name={name}]").last.click()


def test_b6_an_idea_is_gone_through_on_a_phone_without_python(page):
    assert "First watch" in page.locator(".kll-note").inner_text()
    press(page, "last")
    assert page.locator(".kll-boards[data-picture='step 9']").count() == 1
    press(page, "next")
    assert page.locator(".kb-thumb[data-age='1']").is_hidden()  # it is asked about Faith
    assert page.evaluate(LOW) == 0
    press(page, "hint")
    press(page, "hint")
    assert page.locator(".kll-hint li").count() == 2
    page.locator(".kll-squares").fill("a1")
    press(page, "check")
    said = page.locator(".kll-verdict").inner_text()
    assert "something is still missing" in said
    assert "The answer is" not in said
    page.locator(".kll-squares").fill("a2 b1 a1")
    press(page, "check")
    assert page.locator(".kll-verdict").inner_text().startswith("✓ Right.")
    assert page.locator(".kll-progress").inner_text() == "1/2 right"
    page.locator(".kll-language").select_option("de")
    assert page.locator(".kll-verdict").inner_text().startswith("✓ Richtig.")
    press(page, "next")
    page.locator("input[value='-']").check()
    press(page, "check")
    assert "3 · Frage\n" in page.locator(".kll-list").inner_text()  # nothing leaks
    assert "Welche Regel entscheidet?" in page.locator(".kll-prompt").inner_text()
    page.locator("input[value=B6]").check()
    press(page, "check")
    assert "Du hast die Regel genannt" in page.locator(".kll-verdict").inner_text()
    press(page, "reveal")
    assert "Also: " in page.locator(".kll-therefore").inner_text()
    page.reload()  # what was answered is remembered on this device
    page.wait_for_selector("body[data-ready=yes]")
    assert page.locator(".kll-progress").inner_text() == "1/2 richtig"
    press(page, "next")
    assert "Das weißt du jetzt" in page.locator(".kll-note").inner_text()
    press(page, "repeat")  # what was missed is asked again
    assert page.locator(".kll-prompt").inner_text().endswith("?")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_class_hands_in_a_code_that_the_teacher_reads(chromium, tmp_path):
    tuesday = classroom("Tuesday", "B3", "A3", n=3)
    path = tuesday.save(tmp_path / "tuesday.html")
    page = chromium.new_page(viewport={"width": 390, "height": 844})
    page.goto(path.as_uri())
    page.wait_for_selector("body[data-ready=yes]")
    for number, exercise in enumerate(tuesday.sheet.exercises):
        given = written(exercise, exercise.correct)[0]
        wrong = "99" if given.isdigit() else {"yes": "no", "no": "yes"}.get(given, "B1")
        for answer in [wrong, given] if number == 1 else [given]:
            if page.locator(".kll-number").count():
                page.locator(".kll-number").fill(answer)
            else:
                page.locator(f".kll-answer input[value='{answer}']").check()
            press(page, "check")
        press(page, "next")
    page.locator(".kll-hand_in input").fill("Mia  Ö.")
    code = page.locator(".kll-code").inner_text()
    assert code == tuesday.code("Mia Ö.", [1, 2, 1])
    assert tuesday.results([code]).answers == {"Mia Ö.": (1, 2, 1)}
    page.close()


def test_on_a_projector_the_answer_waits_for_a_key(page):
    press(page, "next")
    press(page, "projector")
    assert page.locator(".kll-answer").is_hidden()
    assert page.locator(".kll-verdict").inner_text() == ""
    page.keyboard.press("Space")
    assert "The answer is" in page.locator(".kll-verdict").inner_text()
