"""A lesson's page in a browser without Python, on a phone: shown, asked and judged."""

from __future__ import annotations

import pytest

from khronos_lab.lessons import lesson_page


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
    low = """() => [...document.querySelectorAll('.kl-lesson :is(button, select, .kll-choice)')]
        .filter(each => each.offsetParent && each.type !== 'checkbox')
        .filter(each => each.getBoundingClientRect().height < 44).length"""
    assert page.evaluate(low) == 0
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
