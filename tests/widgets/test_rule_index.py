"""The rule index without a browser: every clause, both languages, pictures, scenarios."""

from __future__ import annotations

import pytest

from khronos_lab.core import events as e
from khronos_lab.rulebook import KhronosError, clause_text, clauses, plain_rule
from khronos_lab.viewer import text
from khronos_lab.widgets import VARIABLE, rules, scenario_item, sizes_of, step_strokes, telling_step
from tests.support import in_language


@pytest.fixture(autouse=True)
def own_progress(tmp_path, monkeypatch):
    monkeypatch.setenv(VARIABLE, str(tmp_path / "progress.json"))


@pytest.mark.parametrize(("language", "other"), [("en", "de"), ("de", "en")])
def test_every_clause_has_a_plain_sentence_and_its_text_in_one_language(language, other):
    index = rules(language=language)
    assert [row["id"] for row in index.pages.clauses] == list(clauses())
    for label in clauses():
        index.clause = label
        page = index.pages.page
        assert text(in_language(language, plain_rule, label)) in page["html"]
        # A part leaves out the `or` that leads to the next one.
        assert text(in_language(language, clause_text, label)[:60]) in page["more"]
        assert text(in_language(other, clause_text, label)[:60]) not in page["more"]
        assert bool(index.scenarios) == bool(page["boards"])
        assert "khronos_lab/" not in page["html"] + page["more"]


def test_b3_a_clause_with_parts_shows_them():
    html = rules("b3").pages.page["more"]
    assert "a) if it would connect domains" in html
    assert 'data-scenario="11"' in html


@pytest.mark.parametrize(
    ("asked", "language", "found"),
    [
        ("paradox", "en", "B6"),
        ("who shrinks", "en", "C2"),
        ("Fluss", "de", "G1"),
        ("wer schrumpft", "de", "C2"),
    ],
)
def test_a_rule_is_found_by_a_word(asked, language, found):
    pages = rules(asked, language=language).pages
    assert (pages.clause, pages.sought, pages.clauses[0]["id"]) == (found, asked, found)
    pages.set_state({"sought": ""})
    assert len(pages.clauses) == len(clauses())
    assert pages.clause == found


def test_looking_for_another_word_shows_the_best_that_was_found():
    pages = rules("B6").pages
    assert pages.sought == ""
    pages.set_state({"sought": "river"})
    assert (pages.clause, pages.page["clause"]) == ("G1", "G1")
    pages.set_state({"sought": "zzz"})
    assert (pages.clause, pages.clauses) == ("G1", [])


def test_s6_a_clause_that_no_move_shows_says_so():
    index = rules("S6")
    assert "No single move shows this rule" in index.pages.page["more"]
    assert index.pages.page["boards"] is None


@pytest.mark.parametrize(("label", "event"), [("B6", "erased"), ("C2", "strength"), ("H1", "")])
def test_the_picture_shows_the_step_at_which_the_clause_acts(label, event):
    index = rules(label)
    item = scenario_item(index.scenarios[0])
    step = telling_step(item, label)
    caption = item.timeline[step].caption if step < len(item.timeline) else ""
    assert event in caption.lower()
    assert (label in caption) == bool(event)
    boards = index.pages.page["boards"]
    table = sizes_of(item.look.before.grid, len(item.look.before.players)).table
    shown = [each for each in step_strokes(item, step, table) if len(each.path)]
    assert len(boards["picture"]["items"]) == len(shown)


def test_a_click_opens_the_scenario_below_and_another_one_closes_it():
    index = rules("B6")
    assert len(index.children) == 1
    index.pages.set_state({"opened": "46"})
    assert index.lesson is not None
    assert list(index.children) == [index.pages, index.lesson]
    assert index.lesson.item.title.text("en") == "A paradox"
    index.pages.set_state({"opened": "47"})
    assert index.lesson.item.title.text("en") == "A corner is enough"
    index.pages.set_state({"opened": ""})
    assert index.lesson is None
    assert list(index.children) == [index.pages]


def test_the_language_switch_reaches_the_scenario_too():
    index = rules("B6", language="de")
    index.pages.set_state({"opened": "46"})
    assert index.lesson is not None
    assert index.lesson.language == "de"
    assert "<h3>B6 · Zeitschatten</h3>" in index.pages.page["html"]
    index.language = "en"
    assert index.lesson.language == "en"
    assert "<h3>B6 · Time shadows</h3>" in index.pages.page["html"]


def test_what_the_browser_sets_wrongly_is_shown():
    pages = rules("B6").pages
    pages.set_state({"clause": "Q1"})
    assert "no clause 'Q1'" in pages.error
    assert pages.clause == "B6"
    pages.set_state({"opened": "99"})
    assert "No scenario is called '99'" in pages.error


def test_an_unknown_clause_is_refused():
    with pytest.raises(KhronosError, match="no clause 'B99'"):
        rules("B99")


def test_the_picture_of_a_clause_says_what_it_shows():
    pages = rules("B6").pages
    assert pages.page["caption"].startswith("46 · A paradox: Paradox: ")
    pages.language = "de"
    assert pages.page["caption"].startswith("46 · Ein Zeitparadoxon: Zeitparadoxon: ")
    pages.clause = "S6"
    assert pages.page["caption"] == ""


def test_s2_the_picture_is_of_something_that_can_be_seen():
    item = scenario_item(rules("S2").scenarios[0])
    step = telling_step(item, "S2")
    assert isinstance(item.timeline[step].event, e.TaxCollected)
