"""The German reading of the rules page: the same clauses, the same numbers."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from khronos_lab.rulebook import (
    KhronosError,
    UnknownClause,
    clause_text,
    clause_texts,
    clauses,
    whole_text,
)
from tests.support import in_language

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
    english, german = clauses()[label].text, in_language("de", clause_text, label)
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
