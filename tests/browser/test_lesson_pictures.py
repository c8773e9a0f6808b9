"""The picture of a lesson is that of its item, whatever was shown before."""

from __future__ import annotations

from khronos_lab.lessons import lesson
from tests.browser.hosted import Hosted
from tests.browser.walk_school import exercises_about

SCENE = """() => document.querySelector('.kl-lesson .kb-scene').innerHTML
  .replace(/ style="[^"]*"/g, '')"""
ON = """async () => {
  for (const name of ['show', 'last', 'next-item']) {
    document.querySelector(`.kl-lesson [data-name=${name}]`).click();
    await window.settled();
  }
}"""


def test_no_building_of_the_item_before_stays(chromium):
    asked = list(exercises_about("tax", 11))[-2:]
    page, other = chromium.new_page(), chromium.new_page()
    shown, alone = Hosted(page), Hosted(other)
    shown.show(lesson(asked))
    for number, exercise in enumerate(asked):
        if number:
            page.evaluate(ON)
        alone.show(lesson(exercise))
        other.wait_for_timeout(300)
        page.wait_for_timeout(300)
        assert page.evaluate(SCENE) == other.evaluate(SCENE), number
    page.close()
    other.close()
