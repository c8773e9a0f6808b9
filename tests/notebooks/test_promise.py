"""The hour's promise of the teacher's notes: what is learnt where, and which exercises show it."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from khronos_lab.lessons import CASES, IDEAS, ideas_of, worksheet
from tests.notebooks.test_run_all import FOLDER

NOTES = {"en": FOLDER / "TEACHERS_NOTES.md", "de": FOLDER / "de" / "TEACHERS_NOTES.md"}
HOUR = (*ideas_of("02")[:3], *ideas_of("03")[:2])
BEGIN = {"en": "## What somebody knows", "de": "## Was man nach einer Stunde"}


def promise(language):
    text = NOTES[language].read_text("utf-8")
    return text[text.index(BEGIN[language]) :].split("\n## ")[0]


@pytest.mark.parametrize("language", NOTES)
def test_every_row_names_ideas_of_that_hour_which_teach_its_rules(language):
    rows = [line.split("|")[1:4] for line in promise(language).splitlines() if "`kl.prac" in line]
    assert len(rows) == 4
    taught = []
    for can, where, shown in rows:
        ideas = [each for each in IDEAS if each.title.text(language) in where]
        clauses = {label for idea in ideas for each in idea.scenarios for label in each.clauses}
        rules = re.findall(r"\b[A-Z]\d", can)
        assert clauses >= set(rules), can
        practised = re.findall(r'practice\("(\w+)"\)', shown)
        assert set(practised) <= set(rules) & set(CASES), shown
        taught += ideas
    assert taught == list(HOUR)


@pytest.mark.parametrize("language", NOTES)
def test_it_takes_an_hour(language):
    minutes = sum(idea.minutes for idea in HOUR)
    assert f"{minutes} " in promise(language).replace("\n", " ")
    assert 10 + minutes + 2 * 5 <= 60


@pytest.mark.parametrize("language", NOTES)
def test_the_sheet_asks_about_these_rules_and_guessing_does_not_pass(language):
    call = re.search(r"kl\.worksheet\((.*)\)`", promise(language))
    assert call is not None
    sheet = eval(f"worksheet({call[1]})", {"worksheet": worksheet})
    sorts = Counter(type(each.correct) for each in sheet.exercises)
    assert sorts[bool] > 6
    expected = sum(1 / max(2, len(each.options)) if each.options else 0 for each in sheet.exercises)
    assert 4 <= expected < 5.5
