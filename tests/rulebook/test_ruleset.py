"""A rule is declared once, and its text is read as it was written."""

from __future__ import annotations

import pytest

from khronos_lab.rulebook.clauses import clauses
from khronos_lab.rulebook.ruleset import RULES, Rule
from tests.support import rule_values

NUMBER = Rule("castle_value", 4, "X2", "castle value", "coins of a castle")


@pytest.mark.parametrize("rule", [*RULES, NUMBER], ids=lambda rule: rule.name)
def test_what_is_not_usual_is_read_as_it_was_written(rule):
    for value in rule_values(rule):
        if value != rule.default:
            assert rule.read(rule.text(value)) == value
            assert "," not in rule.text(value)


def test_no_rule_takes_the_words_of_another():
    said = [rule.text(value) for rule in RULES for value in rule_values(rule)]
    assert all(sum(rule.read(each) is not None for rule in RULES) == 1 for each in said)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_a_rule_names_its_clause_and_needs_no_sentence(rule):
    assert rule.clause in clauses()
    assert rule.meaning[0].islower()
    assert not rule.meaning.endswith(".")


@pytest.mark.parametrize("text", ["castle value", "castle value 05", "value 5", "", "9" * 5000])
def test_a_number_is_read_only_as_it_is_written(text):
    assert NUMBER.text(12) == "castle value 12"
    assert NUMBER.read(text) is None
