"""A rule is declared once, and its text is read as it was written."""

from __future__ import annotations

import re
from dataclasses import fields
from inspect import getsource
from pathlib import Path

import pytest

import khronos_lab
from khronos_lab.rulebook import (
    NUMBERS,
    RULES,
    Edition,
    KhronosError,
    Number,
    Rule,
    RuleSet,
    clauses,
    read_fields,
    rules_with,
)
from tests.support import other_amount, rule_sets, rule_values


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_what_is_not_usual_is_read_as_it_was_written(rule):
    for value in rule_values(rule):
        if value != rule.default:
            assert rule.read(rule.text(value)) == value
            assert "," not in rule.text(value)


@pytest.mark.parametrize(
    "number",
    # These two cannot grow alone: a keep and a monastery are worth 2.
    [each for each in NUMBERS.values() if each.name not in ("watchtower", "chapel")],
    ids=lambda number: number.name,
)
def test_a_number_is_read_as_it_was_written_and_changes_nothing_else(number):
    value = other_amount(number)
    rules = rules_with(**{number.name: value})
    assert number.read(number.text(value)) == value
    assert rules.unusual() == [(number, value)]
    assert number.of(rules) == value


def test_no_rule_takes_the_words_of_another():
    said = [rule.text(value) for rule in RULES for value in rule_values(rule)]
    said += [number.text(other_amount(number)) for number in NUMBERS.values()]
    every: list[Rule | Number] = [*RULES, *NUMBERS.values()]
    assert all(sum(rule.read(each) is not None for rule in every) == 1 for each in said)


@pytest.mark.parametrize("name", rule_sets())
def test_a_rule_set_is_read_as_it_was_written(name):
    rules = rule_sets()[name]
    assert RuleSet(**read_fields(rules.text)) == rules
    assert RuleSet.of_plain(rules.plain()) == rules


def test_s3_where_nothing_tells_it_erased_tiles_returned():
    older = RuleSet.of_plain({"edition": "first"})
    assert older == RuleSet(Edition.FIRST, erased_tiles_return=True)


@pytest.mark.parametrize(
    ("words", "returns"), [("erased tiles return", True), ("erased tiles do not return", False)]
)
def test_s3_both_phrases_can_be_read(words, returns):
    assert RuleSet(**read_fields(words)).erased_tiles_return is returns


def test_s4_a_deck_follows_its_edition_but_for_what_is_said():
    assert rules_with(edition="first", civil_cards=15).deck == (11, 11, 15)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_a_rule_names_its_clause_and_needs_no_sentence(rule):
    assert rule.clause in clauses()
    assert rule.meaning[0].islower()
    assert not rule.meaning.endswith(".")


@pytest.mark.parametrize("text", ["castle value", "castle value 05", "value 5", "", "9" * 5000])
def test_a_number_is_read_only_as_it_is_written(text):
    assert NUMBERS["castle"].text(12) == "castle value 12"
    assert NUMBERS["castle"].read(text) is None


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"castel": 3}, 'The rules have no number "castel". Did you mean castle? '),
        ({"castle": 2}, "military values cannot be 1, 2 and 2: "),
        ({"castle": 12}, "castle value cannot be 12: it goes from 1 to 9 (S2)"),
        ({"castle": "3"}, 'castle value cannot be "3": '),
        ({"abbey": True}, "abbey value cannot be True: "),
        ({"tax_rounds": 9}, "tax rounds cannot be (9,): it goes from 1 to 7 (T1)"),
        ({"tax_rounds": []}, "tax rounds cannot be (): "),
        ({"ruin_2": 3}, "a rank 3 ruin cannot be worth less than a rank 2 ruin (S2)"),
        ({"edition": "third"}, 'There is no edition "third". There are: first, second.'),
        ({"holdem": 1}, "holdem is a switch: write holdem=True or holdem=False."),
    ],
)
def test_numbers_with_which_nobody_could_play_are_refused_in_a_sentence(said, sentence):
    with pytest.raises(KhronosError) as told:
        rules_with(**said)
    assert str(told.value).startswith(sentence)


def test_every_field_is_read_by_a_rule():
    package = Path(khronos_lab.__file__).parent
    rules = "".join(
        path.read_text("utf-8")
        for floor in ("core", "mechanics", "engine")
        for path in sorted((package / floor).rglob("*.py"))
    )
    through = "".join(getsource(vars(RuleSet)[each].fget) for each in ("deck", "keeps_cards"))
    read = {*re.findall(r"rules\.(\w+)", rules), *re.findall(r"self\.(\w+)", through)}
    assert [each.name for each in fields(RuleSet) if each.name not in read] == []
