"""Practice that remembers: what is due, what went wrong, the map of rules, the list of lessons."""

from __future__ import annotations

import json
from datetime import date, timedelta
from urllib.parse import unquote

import pytest

from khronos_lab.lessons import booked, lesson, practice


@pytest.fixture
def file(progress_file):
    return progress_file


def deck(file) -> dict:
    """By clause and topic: the days on which it was asked, and whether the answer was right."""
    return json.loads(file.read_text("utf-8"))["deck"]


def later(file, days: int) -> None:
    """Some days pass: what was answered is so much older."""
    kept = json.loads(file.read_text("utf-8"))
    for topics in kept["deck"].values():
        for answered in topics.values():
            for each in answered:
                each[0] = str(date.fromisoformat(each[0]) - timedelta(days))
    kept.pop("sum", None)
    file.write_text(json.dumps(kept), "utf-8")


def wrong(shown):
    """Answer a question in a way that is not right."""
    given = shown.exercise.correct
    if isinstance(given, bool):
        return shown.answer(not given)
    if isinstance(given, int):
        return shown.answer(given + 1)
    if isinstance(given, str):
        return shown.answer(next(x.value for x in shown.exercise.options if x.value != given))
    return shown.answer(None if given else [0])


def test_a_first_answer_is_kept_with_its_day_on_its_card(file):
    shown = practice()
    card = booked(shown.exercise, shown.item.clauses)
    assert card is not None
    wrong(shown)
    shown.again().solve().check()
    [[day, right]] = deck(file)[card[0]][card[1]]
    assert abs(date.fromisoformat(day) - date.today()) <= timedelta(1)
    assert right is False


def test_b3a_a_wrong_answer_is_booked_to_the_rule_that_decides(file):
    shown = practice("B2", "easy", seed=1)
    while shown.exercise.clauses != ("B3a",):
        shown.next()
    wrong(shown)
    assert set(deck(file)) == {"B3a"}


def test_what_a_lesson_shows_to_be_unknown_comes_back_today(file):
    shown = lesson(11)
    shown.answer("yes")
    shown.answer("no")
    assert deck(file) == {"B3a": {"shadow": [[str(date.today()), False]]}}
    assert "1 question due today" in practice().about["known"]
    assert booked(practice().exercise) == ("B3a", "shadow")
    lesson(12).answer("B3b")
    assert set(deck(file)) == {"B3a"}, "what was right is no fresh exercise"


def test_what_is_due_comes_first_in_a_fresh_position(file):
    shown = practice()
    cards, states = [], []
    for _ in range(3):
        cards.append(booked(shown.exercise, right=True))
        states.append(shown.exercise.state)
        shown.solve().check()
        shown.next()
    later(file, 1)
    again, seen = practice(), []
    for _ in range(3):
        seen.append(booked(again.exercise, right=True))
        assert again.exercise.state not in states
        again.solve().check()
        again.next()
    assert set(seen) == set(cards)
    assert booked(again.exercise, right=True) not in cards


def test_three_days_fill_a_rule_on_the_map(file):
    for filled in ("●○○", "●●○", "●●●"):
        shown = practice("H1")
        shown.solve().check()
        assert f"<b>H1</b> Hierarchy: no equal at the top {filled}" in shown.about["known"]
        later(file, 1)
    assert "1 of 35 rules mastered" in shown.about["known"]
    assert "<b>B6</b> Paradoxes ○○○" in shown.about["known"]
    shown.language = "de"
    assert "1 von 35 Regeln sitzen · " in shown.about["known"]


def test_it_can_be_seen_taken_away_and_deleted(file):
    shown = practice("H1")
    shown.solve().check()
    told = shown.about["known"]
    assert str(file) in told
    copy = told.partition("charset=utf-8,")[2].partition('"')[0]
    assert unquote(copy) == file.read_text("utf-8")
    practice("B6").solve().check()
    shown.reset()
    assert set(deck(file)) == {"B6"}
    practice().reset()
    assert deck(file) == {}


def test_the_rule_list_offers_only_what_can_be_asked():
    shown = practice("B3", "hard")
    assert shown.about["clauses"]["B1"] == ["easy", "medium"]
    shown.clause = "B1"
    assert shown.difficulty == ""
    assert shown.words["rule-B3"] == "Blocked shadows (B3)"


def test_lessons_are_listed_with_what_is_mastered_and_due(file):
    lesson(11).answer("no")
    for days in (1, 1, 8):
        practice("B3").solve().check()
        later(file, days)
    listed = lesson()
    rows = {row[0]: row[1:] for row in listed.rows}
    assert rows["Time shadows"][0] == "1/21"
    assert rows["Time shadows"][1].startswith("1/")
    assert int(rows["Time shadows"][2]) >= 1
    assert "\nTime shadows  " in repr(listed)
    assert "\n  Stopped by two domains  " in repr(listed)
    assert 'kl.lesson("Time shadows")' in listed._repr_html_()
    german = [row[0] for row in lesson(language="de").rows]
    assert german[:3] == [
        "Wie Khronos gespielt wird",
        "Zeitschatten",
        "Ein Gebäude wirft einen Zeitschatten",
    ]
    assert rows["How Khronos is played"] == ("", "", "")
    assert rows["Stopped by two domains"] == ("0/3", "", "")
