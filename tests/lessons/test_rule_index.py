"""The rule index without a browser: every clause, both languages, pictures, scenarios."""

from __future__ import annotations

from html import unescape

import pytest

from khronos_lab.lessons import rules
from khronos_lab.rulebook import KhronosError, clause_text, clauses, plain_rule
from tests.support import in_language


@pytest.mark.parametrize(("language", "other"), [("en", "de"), ("de", "en")])
def test_every_clause_has_a_plain_sentence_and_its_text_in_one_language(language, other):
    index = rules(language=language)
    assert [row["id"] for row in index.pages.clauses] == list(clauses())
    for label in clauses():
        index.clause = label
        page = index.pages.page
        more = unescape(page["more"])
        assert in_language(language, plain_rule, label) in unescape(page["html"])
        # A part leaves out the `or` that leads to the next one.
        assert in_language(language, clause_text, label)[:60] in more
        assert in_language(other, clause_text, label)[:60] not in more
        assert bool(index.scenarios) == bool(page["boards"])
        assert "khronos_lab/" not in page["html"] + page["more"]


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
    pages.set_state({"clause": "Q1"})
    assert ("no clause 'Q1'" in pages.error, pages.clause) == (True, found)
    pages.set_state({"sought": "zzz"})
    assert (pages.clause, pages.clauses) == (found, [])
    pages.set_state({"sought": ""})
    assert len(pages.clauses) == len(clauses())
    assert pages.clause == found


def test_b3_and_s6_parts_of_a_clause_and_one_that_no_move_shows():
    html = rules("b3").pages.page["more"]
    assert "a) if it would connect domains" in html
    assert 'data-scenario="11"' in html
    page = rules("S6").pages.page
    assert "No single move shows this rule" in page["more"]
    assert (page["boards"], page["caption"]) == (None, "")
    with pytest.raises(KhronosError, match="no clause 'B99'"):
        rules("B99")


@pytest.mark.parametrize(
    ("label", "said"),
    [
        ("B6", "46 · A paradox: Paradox: "),
        ("C2", "strength in Might"),
        ("H1", "Forbidden: "),
        ("S2", "collects"),
    ],
)
def test_the_picture_of_a_clause_says_what_it_shows_where_the_clause_acts(label, said):
    page = rules(label).pages.page
    assert said in page["caption"]
    assert f"({label})" in page["caption"] or label == "S2"
    assert page["boards"]["picture"]["items"]
