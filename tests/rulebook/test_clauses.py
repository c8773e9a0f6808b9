"""The rules page, the functions and the tests name the same clauses."""

from __future__ import annotations

import re
from itertools import chain
from pathlib import Path

import pytest

from khronos_lab.rulebook import clauses as page
from khronos_lab.rulebook.errors import UnknownClause
from khronos_lab.rulebook.ruleset import RULES

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


def parts_of(label: str) -> list[str]:
    """A clause and its parts: B3 with B3a and B3b."""
    return [each for each in EXPECTED if each == label or each[:-1] == label]


def test_the_page_has_exactly_these_clauses_in_this_order():
    assert list(page.clauses()) == EXPECTED


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
        assert page.clause(label).text.endswith(words), label
    assert not [each.id for each in page.clauses().values() if re.search(r" - \w+[)\d]", each.text)]


def test_every_clause_number_that_the_page_cites_is_a_clause():
    text = Path(page.__file__).with_name("RULES.md").read_text("utf-8")
    cited = re.findall(r"\b[A-Z]\d[ab]?\b", text)
    assert set(EXPECTED) <= set(cited)
    assert set(cited) <= set(EXPECTED)


@pytest.mark.parametrize("label", EXPECTED)
def test_a_clause_is_implemented_by_a_function(label):
    found = [function for each in parts_of(label) for function in page.implementers().get(each, ())]
    assert found, f"no function has @implements({label!r})"


@pytest.mark.parametrize("label", EXPECTED)
def test_a_clause_is_shown_by_a_test(label):
    found = [test for each in parts_of(label) for test in page.shown_by().get(each, ())]
    assert found, f"no test is called test_{label.lower()}_..."


def test_only_clauses_of_the_page_are_implemented():
    assert set(page.implementers()) <= set(EXPECTED)


def test_only_clauses_of_the_page_are_shown():
    strange = {label: tests for label, tests in page.shown_by().items() if label not in EXPECTED}
    assert strange == {}


def test_no_function_is_tied_twice_to_one_clause():
    for label, functions in page.implementers().items():
        places = [(each.__module__, each.__qualname__) for each in functions]
        assert len(set(places)) == len(places), label


def test_no_test_hides_behind_another_of_its_name():
    every = list(chain.from_iterable(page.shown_by().values()))
    assert [test for test in every if every.count(test) > 1] == []


def test_rulings_are_marked_on_the_page():
    assert [each.id for each in page.clauses().values() if "ruling" in each.text] == RULINGS


@pytest.mark.parametrize("label", RULINGS)
def test_a_ruling_has_an_implementing_function(label):
    assert page.implementers().get(label), f"the ruling of {label} has no place in the code"


def test_a_switch_is_a_field_of_the_rule_set_with_the_default_of_the_page():
    texts = {each.id: each.text for each in page.clauses().values() if "switch `" in each.text}
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
    told = str(page.where("g1")).splitlines()
    assert told[0] == "G1  River squares may be covered by towns and cities only."
    assert any(
        re.fullmatch(r"  in khronos_lab/mechanics/placement\.py:\d+ river", line) for line in told
    )
    shown = "  shown by tests/mechanics/test_g_terrain.py::test_g1_a_town_may_cover_the_river"
    assert shown in told
    assert repr(page.where("G1")) == str(page.where(" g1 "))


def test_where_names_the_line_of_the_function():
    place = next(each for each in page.where("B8").functions if each.endswith(" heirs"))
    found = re.fullmatch(r"(khronos_lab/\S+\.py):(\d+) heirs", place)
    assert found is not None, place
    file, number = found.groups()
    lines = (Path(page.__file__).parents[2] / file).read_text("utf-8").splitlines()
    assert "def heirs(" in "".join(lines[int(number) - 1 : int(number) + 2])


def test_where_shows_a_clause_with_the_functions_of_its_parts():
    whole, parts = page.where("b3"), [page.where("b3a"), page.where("b3b")]
    assert whole.clause.id == "B3"
    assert len(whole.functions) >= 3
    for part in parts:
        assert part.functions
        assert set(part.functions) < set(whole.functions)
        assert set(part.tests) <= set(whole.tests)


def test_where_has_nothing_twice():
    for label in EXPECTED:
        found = page.where(label)
        assert len(set(found.functions)) == len(found.functions)
        assert len(set(found.tests)) == len(found.tests)


@pytest.mark.parametrize(("asked", "found"), [("b3A", "B3a"), (" x4 ", "X4"), ("S5", "S5")])
def test_case_and_spaces_do_not_matter(asked, found):
    assert page.clause(asked).id == found


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
        page.where(asked)
