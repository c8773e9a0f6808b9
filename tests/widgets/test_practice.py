"""Practice that remembers: what is due, what went wrong, the map of rules, the list of lessons."""

from __future__ import annotations

import json
from datetime import date, timedelta
from urllib.parse import unquote

import pytest

from khronos_lab.rulebook import KhronosError
from khronos_lab.widgets import VARIABLE, Progress, lesson, practice
from khronos_lab.widgets.lessons import panels, progress, widget

MONDAY = date(2026, 3, 2)


@pytest.fixture(autouse=True)
def file(tmp_path, monkeypatch):
    path = tmp_path / "progress.json"
    monkeypatch.setenv(VARIABLE, str(path))
    return path


@pytest.fixture
def on(monkeypatch):
    """Go to a day: 0 is the first."""

    def go(number):
        for module in (progress, widget, panels):
            monkeypatch.setattr(module, "today", lambda: MONDAY + timedelta(number))

    go(0)
    return go


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


def test_a_first_answer_is_kept_with_its_day_on_its_card(on, file):
    shown = practice()
    card = shown._items[0].card
    wrong(shown)
    shown.again().solve().check()
    assert Progress().deck == {card: ((MONDAY, False),)}
    kept = json.loads(file.read_text("utf-8"))
    assert kept["deck"] == {card[0]: {card[1]: [["2026-03-02", False]]}}


def test_what_is_due_comes_first_in_a_fresh_position(on):
    shown = practice()
    cards, states = [], []
    for number in range(3):
        cards.append(shown._items[number].card)
        states.append(shown.exercise.state)
        shown.solve().check()
        shown.next()
    on(1)
    later = practice()
    for number in range(3):
        assert later._items[number].card in cards
        assert later.exercise.state not in states
        later.solve().check()
        later.next()
    assert len({each.card for each in later._items[:3]}) == 3
    assert later._items[3].card not in cards


def test_what_went_wrong_can_be_repeated(on):
    shown = practice("B6", "easy")
    card = shown._items[0].card
    with pytest.raises(KhronosError, match="Nothing to repeat: your last answers were all right"):
        practice("wrong")
    wrong(shown)
    again = practice("wrong")
    assert again._items[0].card == card
    again.solve().check()
    with pytest.raises(KhronosError, match="Nothing to repeat"):
        again.next()


def test_three_days_fill_a_rule_on_the_map(on):
    for day, filled in enumerate(("●○○", "●●○", "●●●")):
        on(day)
        shown = practice("H1")
        shown.solve().check()
        assert f"<b>H1</b> {filled}" in shown.page["known"]
    assert "1 of 35 rules mastered" in shown.page["known"]
    assert "<b>B6</b> ○○○" in shown.page["known"]
    shown.language = "de"
    assert "1 von 35 Regeln sitzen · heute ist nichts fällig" in shown.page["known"]


def test_it_can_be_seen_taken_away_and_deleted(on, file):
    shown = practice("H1")
    shown.solve().check()
    told = shown.page["known"]
    assert str(file) in told
    copy = told.partition("charset=utf-8,")[2].partition('"')[0]
    assert unquote(copy) == file.read_text("utf-8")
    practice("B6").solve().check()
    shown.reset()
    assert {card[0] for card in Progress().deck} == {"B6"}
    practice().reset()
    assert Progress().deck == {}


def test_with_a_seed_everybody_gets_the_same_whatever_they_know(on):
    first = practice(seed=7)
    prompts = [first.prompt, first.next().prompt]
    first.solve().check()
    second = practice(seed=7)
    assert [second.prompt, second.next().prompt] == prompts


def test_a_disk_that_is_full_is_told_and_practice_goes_on(on, monkeypatch):
    def full(*_, **__):
        raise OSError(28, "No space left on device")

    shown = practice("H1")
    monkeypatch.setattr(progress, "whole_file", full)
    shown.solve().check()
    assert "Progress is not kept" in shown.error
    assert shown.next().prompt
    assert len(shown.progress.deck) == 1


def test_a_file_from_before_the_deck_is_read(file):
    file.write_text('{"format": "khronos progress 1", "practice": {"B3": [2, 1]}}', "utf-8")
    kept = Progress()
    assert kept.score("B3") == (2, 1)
    assert kept.deck == {}
    assert kept.told is None


@pytest.mark.parametrize(
    "deck", ['{"B3": {"shadow": []}}', '{"B3": {"shadow": [["2026-13-02", true]]}}', '{"B3": [1]}']
)
def test_a_damaged_deck_is_put_aside(file, deck):
    file.write_text(f'{{"format": "khronos progress 2", "deck": {deck}}}', "utf-8")
    told = Progress().told
    assert told
    assert "could not be read" in told.text("en")


def test_the_rule_list_offers_only_what_can_be_asked(on):
    shown = practice("B3", "hard")
    assert shown.choices["clauses"]["B1"] == ["easy", "medium"]
    shown.clause = "B1"
    assert shown.difficulty == ""
    assert shown.words["rule-B3"] == "Blocked shadows (B3)"


def test_lessons_are_listed_with_what_is_mastered_and_due(on):
    lesson(11).answer("no")
    for day in range(3):
        on(day)
        practice("B3").solve().check()
    on(10)
    listed = lesson()
    rows = {row[0]: row[1:] for row in listed.rows}
    assert rows["Time shadows"][0] == "1/21"
    assert rows["Time shadows"][1].startswith("1/")
    assert int(rows["Time shadows"][2]) >= 1
    assert "Time shadows" in repr(listed)
    assert 'kl.lesson("Time shadows")' in listed._repr_html_()
    german = [row[0] for row in lesson(language="de").rows]
    assert german[:3] == [
        "Wie Khronos gespielt wird",
        "Zeitschatten",
        "Ein Gebäude wirft einen Zeitschatten",
    ]
    assert rows["How Khronos is played"] == ("", "", "")
    assert rows["Stopped by two domains"] == ("0/3", "", "")


def test_every_lesson_of_the_list_can_be_opened_by_its_name(on):
    for language in ("en", "de"):
        for title, *_ in lesson(language=language).rows:
            assert lesson(title, language=language).page["lesson"] == title
