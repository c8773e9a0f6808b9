"""A lesson's page in a browser without Python, on a phone: shown, asked and judged."""

from __future__ import annotations

import pytest

from khronos_lab.widgets import lesson_page


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
    assert "Watch first" in page.locator(".kll-note").inner_text()
    press(page, "last")
    assert page.locator(".kll-boards[data-picture='step 9']").count() == 1
    press(page, "next")
    for _ in range(3):
        press(page, "hint")
    assert page.locator(".kll-hint li").count() == 3
    page.locator(".kll-squares").fill("a1")
    press(page, "check")
    assert "You left out squares of Ben's keep" in page.locator(".kll-verdict").inner_text()
    press(page, "again")
    page.locator(".kll-squares").fill("a2 b1 a1")
    press(page, "check")
    assert page.locator(".kll-verdict").inner_text().startswith("✓ Right.")
    assert page.locator(".kll-progress").inner_text() == "1/2 right"
    page.locator(".kll-language").select_option("de")
    assert page.locator(".kll-verdict").inner_text().startswith("✓ Richtig.")
    press(page, "next")
    page.locator("input[value='-']").check()
    press(page, "check")
    assert "Welche Regel entscheidet?" in page.locator(".kll-prompt").inner_text()
    page.locator("input[value=B6]").check()
    press(page, "check")
    assert "Du hast die Regel genannt" in page.locator(".kll-verdict").inner_text()
    press(page, "next")
    assert "Das weißt du jetzt" in page.locator(".kll-note").inner_text()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
