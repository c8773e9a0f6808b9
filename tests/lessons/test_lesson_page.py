"""A lesson as a page: its size, its parts, and what it knows of every answer."""

from __future__ import annotations

import json
import re

import pytest

from khronos_lab.lessons import ideas_of, lesson_page
from tests.board.unpacking import unpacked

DATA = re.compile(r'id="data">(.*?)</script>', re.S)


def facts(page, language="en"):
    """The lesson that a page holds, with the texts of a language in their places."""
    [packed] = DATA.findall(page.html)
    data = json.loads(unpacked(packed).split("\0")[2])

    def whole(value):
        if isinstance(value, str):
            return data["texts"][language][int(value[1:])] if value.startswith("\1") else value
        if isinstance(value, dict):
            return {key: whole(each) for key, each in value.items()}
        return [whole(each) for each in value] if isinstance(value, list) else value

    return {key: whole(value) for key, value in data.items() if key != "texts"}


@pytest.mark.parametrize("notebook", ["00", "02", "03", "04", "05"])
def test_a_page_is_small_and_asks_for_nothing_outside(notebook):
    page = lesson_page(notebook)
    assert len(page.html.encode()) < 200_000
    assert "http" not in page.html.replace("http-equiv", "")
    assert "default-src &#x27;none&#x27;" in page.html


def test_a_notebooks_page_has_all_its_ideas_in_both_languages():
    page = lesson_page("02", language="de")
    told = facts(page)
    assert page.title == "Zeitschatten"
    assert len(told["items"]) == sum(len(idea.ids) + 1 for idea in ideas_of("02"))
    assert [each["idea"] for each in told["items"] if each["idea"]] == [
        idea.name for idea in ideas_of("02")
    ]
    assert told["title"] == {"en": "Time shadows", "de": "Zeitschatten"}


def test_b2_what_is_said_of_an_answer_is_in_the_page():
    page = lesson_page("Stopped by two domains")
    english, german = (facts(page, x)["items"][2]["questions"][0] for x in ("en", "de"))
    assert (english["sort"], english["right"]) == ("choice", ["yes"])
    assert "Towns and cities are never stopped" in english["missed"][english["answers"]["no"]]
    assert german["reasons"][-1] == "Also: Die Kopie erscheint im Glauben."


def test_the_turn_of_the_introduction_can_be_played_in_the_page():
    turn = facts(lesson_page("00"))["items"][-1]["turn"]
    assert "no adventurer in Faith (T5)" in turn["asks"][""]["refused"]["F+r1g3"][0]
    end = turn["shows"]["F+r1g3 M+m1g3 M>F|>mrrc"][-1]
    assert "you found 7" in end["said"]["note"]
