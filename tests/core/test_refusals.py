"""Violations: the English sentence stands beside the rule, the German one in one table."""

from __future__ import annotations

import ast
import re
from functools import cache
from string import Formatter

import pytest

from khronos_lab.core.actions import Action, Build, Demolish, Populate, Restore, Travel, Upgrade
from khronos_lab.core.board import Building
from khronos_lab.core.captions import violation_text
from khronos_lab.core.captions.refusals import GERMAN
from khronos_lab.core.squares import bits, square
from khronos_lab.engine.moves import why_not
from khronos_lab.rulebook.errors import (
    Ands,
    CardCount,
    CoinCount,
    Commas,
    SoMany,
    Violation,
    violation,
)
from khronos_lab.rulebook.language import speaking
from khronos_lab.rulebook.pieces import AGES, FAITH, KINDS, MILITARY, NO_CARDS, RANKS, REASON
from tests.architecture.floors import PACKAGE
from tests.core.test_captions_german import BEFORE, FIRST, PHRASE
from tests.golden.games import GAMES, moves_of

MAKERS = {"Violation": 1, "a.Violation": 1, "violation": 1, "too_poor": 2}
"""Who makes violations, and which argument is the sentence."""

KEEP = Building(MILITARY, 2, square("f4"), 0)
VALUES = {
    "age": FAITH, "allowed": 0, "building": KEEP, "cards": "mm", "coins": 0, "extra": 1,
    "first": "f4", "hand": "mrrc", "kind": MILITARY, "limit": 3, "new": KEEP, "number": 2,
    "numbers": Ands((2, 5)), "old": KEEP, "others": Commas((KEEP, KEEP)), "owner": "Max",
    "place": "g5", "places": Ands(("a1", "b1")), "player": "Max", "price": 2, "rank": 4,
    "rival": KEEP, "square": 999,
}  # fmt: skip


@cache
def sentences() -> dict[str, set[str]]:
    """Every sentence of the rules floor with the names of the values given to it."""
    found: dict[str, set[str]] = {}
    for path in sorted((PACKAGE / "rules").glob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef):
                found |= _sentences_of(function)
    return found


def _sentences_of(function: ast.FunctionDef) -> dict[str, set[str]]:
    local = {
        node.targets[0].id: node.value.value
        for node in ast.walk(function)
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and isinstance(node.value, ast.Constant)
    }
    found = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in MAKERS:
            maker = ast.unparse(node.func)
            said = node.args[MAKERS[maker]]
            text = said.value if isinstance(said, ast.Constant) else local.get(ast.unparse(said))
            if text is None:
                # A maker hands on what it was given.
                assert function.name in MAKERS, f"{function.name}: {ast.unparse(node)}"
                continue
            names = {word.arg or "**" for word in node.keywords}
            found[str(text)] = set() if "**" in names else names
    return found


def fields(sentence: str) -> set[str]:
    """The values that a sentence names."""
    names = [name for _, name, _, _ in Formatter().parse(sentence) if name]
    return {re.split(r"[.\[]", name)[0] for name in names}


def test_every_sentence_of_the_rules_has_a_german_one_and_none_is_left_over():
    assert set(sentences()) == set(GERMAN)


@pytest.mark.parametrize("sentence", sentences())
def test_a_sentence_is_given_the_values_it_names(sentence):
    given = sentences()[sentence]
    # `too_poor` gives its own values, and `**about` shows no names.
    assert not given or fields(sentence) == given


@pytest.mark.parametrize("sentence", GERMAN)
def test_a_sentence_is_said_in_both_languages(sentence):
    used = fields(sentence)
    broken = Violation("D1", sentence, values={name: VALUES[name] for name in used})
    english, german = violation_text(broken, "en"), violation_text(broken, "de")
    assert english == str(broken) == f"{broken.reason} (D1)"
    assert german.endswith(" (D1)")
    assert german != english
    for said in (english, german):
        assert not set(said) & set("{}")
    for article, noun in PHRASE.findall(german):
        assert article in BEFORE[noun], german
    for name in used & {"cards", "extra", "first", "hand", "limit", "number", "player", "price"}:
        assert str(VALUES[name]) in german


@pytest.mark.parametrize(
    ("action", "german"),
    [
        (Travel(FAITH, FAITH), "eine Reise führt in ein anderes Zeitalter (T4)"),
        (
            Build(REASON, MILITARY, 1, square("a1"), (1, 0, 0)),
            "gebaut und ausgebaut wird nur in den Zeitaltern der Macht und des Glaubens (A1)",
        ),
        (Demolish(FAITH, 999), "das Feld 999 liegt nicht auf der Karte (A4)"),
    ],
)
def test_a_refusal_in_german_words(action, german):
    state = next(iter(moves_of(FIRST))).before
    broken = why_not(state, action)
    assert broken is not None
    assert violation_text(broken, "de") == german
    with speaking("de"):
        assert violation_text(broken) == german
        # Errors and logs stay English: people search for them.
        assert str(broken) == violation_text(broken, "en")


@pytest.mark.parametrize("file", GAMES)
def test_whatever_a_game_forbids_is_said_in_both_languages(file):
    said = set()
    moves = list(moves_of(file))
    state = moves[len(moves) // 2].before
    squares = list(bits(state.grid.area))[::7]
    for sq in squares:
        actions: list[Action] = [Populate(sq), Restore(sq), *(Demolish(age, sq) for age in AGES)]
        for kind in KINDS:
            for rank in RANKS:
                for cards in (NO_CARDS, (2, 2, 2)):
                    actions += [Build(FAITH, kind, rank, sq, cards)]
                    actions += [Upgrade(FAITH, kind, rank, sq, cards)]
        for action in actions:
            broken = why_not(state, action)
            if broken is not None:
                said.add(broken.sentence)
                german = violation_text(broken, "de")
                assert german.endswith(f" ({broken.clause})")
                for article, noun in PHRASE.findall(german):
                    assert article in BEFORE[noun], german
    assert len(said) > 5


def test_a_violation_looks_and_compares_as_its_sentence_says():
    one = violation("T5", "{player} waits", (1, 2), player="{age.title} %s")
    assert str(one) == "{age.title} %s waits (T5)"
    assert repr(one) == str(one)
    assert one == violation("T5", "{player} waits", (1, 2), player="{age.title} %s")
    assert one != violation("T5", "{player} waits", (1, 2), player="Max")
    assert hash(one) == hash(violation("T5", "{player} waits", (1, 2), player="Max"))


@pytest.mark.parametrize(
    ("allowed", "english", "german"),
    [
        (0, "this takes 1 card in Faith, and the adventurers there may play no more this turn (T5)",
         "das braucht 1 Karte im Zeitalter des Glaubens, und die Abenteurer dort dürfen in diesem "
         "Zug keine mehr spielen (T5)"),
        (1, "this takes 1 card in Faith, and the adventurers there may play 1 more this turn (T5)",
         "das braucht 1 Karte im Zeitalter des Glaubens, und die Abenteurer dort dürfen in diesem "
         "Zug nur noch 1 spielen (T5)"),
    ],
)  # fmt: skip
def test_t5_one_card_is_not_several(allowed, english, german):
    [sentence] = [each for each in GERMAN if each.startswith("this takes")]
    broken = violation("T5", sentence, number=CardCount(1), age=FAITH, allowed=SoMany(allowed))
    assert violation_text(broken, "en") == english
    assert violation_text(broken, "de") == german


def test_values_are_listed():
    assert str(Commas(("a1", "b1", "c1"))) == "a1, b1, c1"
    assert [str(Ands(range(n))) for n in (1, 2, 3)] == ["0", "0 and 1", "0, 1 and 2"]


def test_t4_the_price_is_told_in_coins():
    [sentence] = [each for each in GERMAN if each.startswith("a journey costs")]
    broken = violation("T4", sentence, price=CoinCount(1), player="Max", coins=0)
    assert violation_text(broken, "en") == "a journey costs 1 coin and Max has 0 (T4)"
    assert violation_text(broken, "de") == "eine Reise kostet 1 Taler, und Max hat keinen (T4)"
