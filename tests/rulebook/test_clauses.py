"""Clauses: each has a function and a test, and a German reading with the same numbers."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from khronos_lab.rulebook import (
    RULES,
    KhronosError,
    UnknownClause,
    clause,
    clause_text,
    clause_texts,
    clauses,
    where,
    whole_text,
)
from tests.support import PACKAGE, in_language

LETTERS = (("S", 6), ("T", 7), ("A", 6), ("G", 2), ("D", 1), ("H", 1), ("O", 1))
LATER_LETTERS = (("C", 6), ("X", 4), ("V", 2))
EXPECTED = [
    *(f"{letter}{number}" for letter, last in LETTERS for number in range(1, last + 1)),
    *("B1", "B2", "B3", "B3a", "B3b", "B4", "B5", "B6", "B7", "B8", "B9"),
    *(f"{letter}{number}" for letter, last in LATER_LETTERS for number in range(1, last + 1)),
]
RULINGS = [
    *("S6", "T5", "T7", "A1", "A6", "G2"),
    *("B3a", "B4", "B5", "B6", "B8", "B9", "C1", "C2", "C5", "V1"),
]


def test_the_page_has_exactly_these_clauses_in_this_order():
    assert list(clauses()) == EXPECTED


def test_clauses_are_read_whole_and_without_their_neighbours():
    last_words = {
        "S5": "forest and mountain is mountain, and a river square is never either.",
        "T5": "Surcharge and demolition cards count, exchanged ones do not.",
        "G1": "River squares may be covered by towns and cities only.",
        "B3": "and then there is no ruin in Reason either,",
        "B3a": "counts with its domain, although the copy covers it (ruling), or",
        "B4": "a smaller one even if that was restored or half restored (its cube goes home).",
        "V2": "The open cards come out of the deck.",
    }
    for label, words in last_words.items():
        assert clauses()[label].endswith(words), label
    assert not [label for label, text in clauses().items() if re.search(r" - \w+[)\d]", text)]


def test_every_clause_number_that_the_page_cites_is_a_clause():
    text = (PACKAGE / "rulebook/RULES.md").read_text("utf-8")
    cited = re.findall(r"\b[A-Z]\d[ab]?\b", text)
    assert set(EXPECTED) <= set(cited)
    assert set(cited) <= set(EXPECTED)


@pytest.mark.parametrize("label", EXPECTED)
def test_a_clause_is_implemented_by_a_function(label):
    readable = [each for each in where(label).functions if ".py:" in each]
    assert readable, f"no function has @implements({label!r})"


@pytest.mark.parametrize("label", EXPECTED)
def test_a_clause_is_shown_by_a_test(label):
    assert where(label).tests, f"no test is called test_{label.lower()}_..."


def test_rulings_are_marked_on_the_page():
    assert [label for label, text in clauses().items() if "ruling" in text] == RULINGS


def test_a_switch_is_a_field_of_the_rule_set_with_the_default_of_the_page():
    texts = {label: text for label, text in clauses().items() if "switch `" in text}
    said = [
        (label, *re.findall(r"switch `(\w+)`, default (on|off)", text)[0])
        for label, text in texts.items()
    ]
    switches = [rule for rule in RULES if rule.is_switch and rule.clause[0] != "V"]
    assert sorted(said) == sorted(
        (rule.clause, rule.name, "on" if rule.default else "off") for rule in switches
    )
    assert {("S3", "erased_tiles_return", "off"), ("B4", "ruins_respect_domains", "off")} <= {*said}


def test_where_prints_the_text_the_functions_and_the_tests():
    told = str(where("g1")).splitlines()
    assert told[0] == "G1  River squares may be covered by towns and cities only."
    assert any(
        re.fullmatch(r"  in khronos_lab/mechanics/placement\.py:\d+ river", line) for line in told
    )
    shown = "  shown by tests/mechanics/test_g_terrain.py::test_g1_a_town_may_cover_the_river"
    assert shown in told
    assert repr(where("G1")) == str(where(" g1 "))


def test_where_names_the_compiled_functions_that_cite_a_clause():
    assert any(
        re.search(r"native/b_shadows\.c:\d+ connects$", each) for each in where("B3a").functions
    )
    silent = {label for label in clauses() if not any(".c:" in f for f in where(label).functions)}
    # A bank that never runs out and actions in any order need no code.
    assert silent <= {"S2", "S6", "T3"}


def test_where_shows_a_clause_with_the_functions_of_its_parts():
    whole, parts = where("b3"), [where("b3a"), where("b3b")]
    assert whole.clause == "B3"
    assert len(whole.functions) >= 3
    for part in parts:
        assert part.functions
        assert set(part.functions) < set(whole.functions)
        assert set(part.tests) <= set(whole.tests)


@pytest.mark.parametrize(("asked", "found"), [("b3A", "B3a"), (" x4 ", "X4"), ("S5", "S5")])
def test_case_and_spaces_do_not_matter(asked, found):
    assert clause(asked) == found


@pytest.mark.parametrize(
    ("asked", "hint"),
    [
        ("B12", "clauses with that letter are B1, B2, B3, B3a, B3b, B4, B5, B6, B7, B8, B9"),
        ("Q1", "letters are S T A G D H O B C X V"),
        ("", "letters are"),
    ],
)
def test_an_unknown_clause_is_refused_with_what_there_is(asked, hint):
    with pytest.raises(UnknownClause, match=f"no clause {asked!r}; .*{hint}"):
        where(asked)


NUMBER = re.compile(r"[A-Z]?\d+[ab]?")
ENGLISH = re.compile(r"\b(the|and|of|is|with|building|cube|domain|age)\b")
NUMBER_WORDS = {"three": "drei", "seven": "sieben", "ten": "zehn"}


def test_the_german_reading_has_exactly_the_clauses_of_the_page():
    assert list(in_language("de", clause_texts)) == list(clauses())


@pytest.mark.parametrize("label", clauses())
def test_numbers_and_clauses_cited_agree(label):
    english, german = clause_text(label), in_language("de", clause_text, label)
    assert Counter(NUMBER.findall(german)) == Counter(NUMBER.findall(english))
    for here, there in NUMBER_WORDS.items():
        count = len(re.findall(rf"\b{here}\b", english, re.IGNORECASE))
        assert len(re.findall(rf"\b{there}(en)?\b", german, re.IGNORECASE)) == count


@pytest.mark.parametrize("label", clauses())
def test_a_clause_is_read_in_german_and_whole(label):
    english, german = clause_text(label), in_language("de", clause_text, label)
    assert not ENGLISH.search(german)
    assert 0.8 < len(german) / len(english) < 1.8
    assert german[-1] == english[-1] or label == "B3a"


@pytest.mark.parametrize("label", clauses())
def test_rulings_and_switches_are_marked_in_german_too(label):
    english, german = clauses()[label], in_language("de", clause_text, label)
    assert ("Festlegung" in german) == ("ruling" in english)
    assert re.findall(r"Schalter `(\w+)`", german) == re.findall(r"switch `(\w+)`", english)


@pytest.mark.parametrize("label", clauses())
def test_ages_are_named_in_both_readings(label):
    pairs = (("Might", "Macht"), ("Faith", "Glaube"), ("Reason", "Vernunft"))
    for here, there in pairs:
        named = re.search(rf"\b{here}\b", clause_text(label)) is not None
        assert (there in in_language("de", clause_text, label)) == named


def test_an_unknown_clause_or_language_is_refused():
    with pytest.raises(UnknownClause, match="no clause 'Q9'"):
        in_language("de", clause_text, "Q9")
    with pytest.raises(KhronosError, match="language 'fr'"):
        in_language("fr", clause_text, "G1")


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("label", [*clauses()])
def test_a_text_that_is_shown_is_never_the_beginning_of_a_sentence(label, language):
    assert in_language(language, whole_text, label)[-1] in ".)", in_language(
        language, whole_text, label
    )
