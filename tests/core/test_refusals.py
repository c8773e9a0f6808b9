"""Violations: a rule names a message and its values; both catalogues say it."""

from __future__ import annotations

import ast
import re
from functools import cache

import pytest

from khronos_lab.core import (
    Build,
    Building,
    Demolish,
    Travel,
    printed_hamlet,
    square,
    violation_text,
)
from khronos_lab.engine import play, why_not
from khronos_lab.rulebook import (
    CIVIL,
    FAITH,
    KINDS,
    LANGUAGES,
    MILITARY,
    RANKS,
    REASON,
    RELIGIOUS,
    IllegalAction,
    Violation,
    speaking,
)
from tests.core.test_captions import BEFORE, PHRASE
from tests.golden.games import GAMES, moves_of
from tests.rulebook.test_catalogue import asked, entries, variables
from tests.support import PACKAGE, in_language

FIRST = next(iter(GAMES))
MAKERS = {"Violation": 1, "violation": 1, "too_poor": 2}
"""Who makes violations, and which argument is the message."""
HANDED_ON = {"too_poor": {"n", "who", "coins"}, "**about": {"building", "age"}}
"""Values that do not stand beside the message."""

PLACES = ("a1", "b1")
BUILDINGS = (
    printed_hamlet(square("c2")),
    *(Building(kind, rank, square("f4"), 0) for kind in KINDS for rank in RANKS),
    *(
        Building(kind, rank, square("f4"), None, ruin=True)
        for kind in (MILITARY, RELIGIOUS)
        for rank in (2, 3)
    ),
)
STANDARD = {
    "age": FAITH, "allowed": 0, "answer": 7, "buildings": BUILDINGS[1:3], "cards": "mm",
    "coins": 0, "extra": 1, "first": "f4", "hand": "mrrc", "kind": MILITARY, "last": 3, "n": 2,
    "most": 9, "needs": True,
    "others": BUILDINGS[:2], "owner": "Max", "pile": "mrc", "place": "g5", "places": PLACES,
    "question": 2, "rank": 4, "square": 999, "who": "Max",
}  # fmt: skip


@cache
def refusals() -> dict[str, set[str]]:
    """Every message that the rules ask for, with the names of the values given to it."""
    found: dict[str, set[str]] = {}
    others = ("core/position.py", "core/resolution.py", "engine/position_editing.py")
    for path in (*sorted((PACKAGE / "mechanics").glob("*.py")), *map(PACKAGE.joinpath, others)):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in MAKERS:
                maker = ast.unparse(node.func)
                key = node.args[MAKERS[maker]]
                if isinstance(key, ast.Constant):
                    found.setdefault(str(key.value), set()).update(_given(maker, node))
                else:  # A maker hands on what it was given.
                    assert ast.unparse(key) == "key", f"{path.name}: {ast.unparse(node)}"
    return found


def _given(maker: str, call: ast.Call) -> set[str]:
    named = {word.arg for word in call.keywords if word.arg}
    more = [maker, *(f"**{ast.unparse(word.value)}" for word in call.keywords if not word.arg)]
    return named.union(*(HANDED_ON.get(each, set()) for each in more))


def samples(key: str) -> list[Violation]:
    """The refusal with every building, every kind, and with none, one and several of its number."""
    used = variables("en", key)
    nouns = sorted(used - set(STANDARD))
    # Of what lies in the supply no tile is a ruin, and none is printed.
    sorts = ("refusal-supply", "refusal-no_tile", "refusal-tiles")
    shown = BUILDINGS if key not in sorts else BUILDINGS[1:10]
    base = {name: STANDARD[name] for name in used - set(nouns)}
    made = [{**base, **dict.fromkeys(nouns, each)} for each in shown] if nouns else [base]
    made += [{**made[0], "kind": each} for each in KINDS if "kind" in used]
    made += [{**made[0], name: n} for name in ("n", "extra", "coins") if name in used
             for n in (0, 1, 2)]  # fmt: skip
    return [Violation("D1", key, values=each) for each in made]


def test_every_refusal_of_the_rules_is_a_message_and_none_is_left_over():
    whole = {key for key in entries("en") if key.startswith("refusal-")}
    parts = set().union(*(asked("en", key).messages for key in whole))
    assert set(refusals()) == whole - parts


@pytest.mark.parametrize("key", refusals())
def test_a_refusal_is_given_the_values_it_names(key):
    for language in LANGUAGES:
        assert variables(language, key) == refusals()[key]


@pytest.mark.parametrize("key", refusals())
def test_a_refusal_is_said_in_both_languages(key):
    for broken in samples(key):
        english, german = violation_text(broken), in_language("de", violation_text, broken)
        assert english == str(broken)
        assert german.endswith(" (D1)")
        assert german != english
        for article, noun in PHRASE.findall(re.sub("aufgedruckte[rn]? ", "", german)):
            assert article in BEFORE[noun], german
        used = broken.values.keys() & {"cards", "first", "hand", "place", "who", "owner"}
        for name in used:
            assert str(broken.values[name]) in english
            assert str(broken.values[name]) in german


@pytest.mark.parametrize(
    ("action", "german"),
    [
        (Travel(FAITH, FAITH), "eine Reise führt in ein anderes Zeitalter (T4)"),
        (
            Build(REASON, MILITARY, 1, square("a1"), (1, 0, 0)),
            "gebaut und vergrößert wird nur in der Macht und im Glauben (A1)",
        ),
        (Demolish(FAITH, 999), "das Feld 999 liegt nicht auf der Karte (A4)"),
    ],
)
def test_a_refusal_in_german_words(action, german):
    state = next(iter(moves_of(FIRST))).before
    broken = why_not(state, action)
    assert broken is not None
    assert in_language("de", violation_text, broken) == german
    with speaking("de"):
        assert str(broken) == repr(broken) == violation_text(broken) == german
        # Errors stay English, people search for them; their violation speaks every language.
        with pytest.raises(IllegalAction) as fault:
            play(state, action)
    assert broken.text("en") in str(fault.value)
    assert fault.value.violation == broken


HAMLET, TOWN = printed_hamlet(square("c2")), Building(CIVIL, 2, square("f4"))
KEEP, TOWER = (Building(MILITARY, rank, square("f4"), 0) for rank in (2, 1))


@pytest.mark.parametrize(
    ("key", "values", "english", "german"),
    [
        ("allowance", {"n": 1, "age": FAITH, "allowed": 0},
         "this takes 1 card in Faith, and the adventurers there may play no more this turn",
         "das braucht im Glauben 1 Karte, und die Abenteurer dort dürfen in diesem Zug keine mehr "
         "spielen"),
        ("allowance", {"n": 2, "age": FAITH, "allowed": 1},
         "this takes 2 cards in Faith, and the adventurers there may play 1 more this turn",
         "das braucht im Glauben 2 Karten, und die Abenteurer dort dürfen in diesem Zug nur noch 1 "
         "spielen"),
        ("travel_price", {"n": 1, "who": "Max", "coins": 0},
         "a journey costs 1 coin and Max has none",
         "eine Reise kostet 1 Taler, und Max hat keinen"),
        ("exchange_price", {"n": 2, "who": "Max", "coins": 1},
         "an exchange costs 2 coins and Max has 1", "ein Tausch kostet 2 Taler, und Max hat 1"),
        ("price", {"building": KEEP, "kind": MILITARY, "last": 3, "n": 2, "extra": 0, "cards": "m"},
         "the keep at f4 costs 2 military cards, not m",
         "die Burg auf f4 kostet 2 militärische Karten, nicht m"),
        ("price", {"building": TOWER, "kind": MILITARY, "n": 1, "extra": 1, "cards": "m"},
         "the watchtower at f4 costs 1 military card and 1 card of any kind for the terrain (G2), "
         "not m",
         "der Wachturm auf f4 kostet 1 militärische Karte und 1 Karte beliebiger Art für das "
         "Gelände (G2), nicht m"),
        ("printed", {"building": HAMLET},
         "the printed hamlet at c2 is never demolished",
         "der aufgedruckte Weiler auf c2 wird nie abgerissen"),
        ("two_buildings", {"new": TOWN},
         "a town is never made of two buildings", "ein Dorf entsteht nie aus zwei Gebäuden"),
        ("upgrade_taken", {"new": KEEP, "others": (HAMLET, TOWN)},
         "the squares of the keep are not free: the printed hamlet at c2 and the town at f4",
         "die Felder der Burg sind nicht frei: der aufgedruckte Weiler auf c2 und das Dorf auf f4"),
        ("equals", {"building": TOWER, "kind": MILITARY, "rival": TOWER},
         "the watchtower at f4 would equal the highest military building of its domain, "
         "the watchtower at f4",
         "der Wachturm auf f4 wäre gleichrangig mit dem höchstrangigen militärischen Gebäude der "
         "Domäne, dem Wachturm auf f4"),
        ("full", {"building": TOWN, "age": REASON},
         "the town at f4 in Reason is full", "das Dorf auf f4 in der Vernunft ist voll"),
        ("too_few_open", {"n": 1, "kind": CIVIL},
         "only 1 civil card lies open", "nur 1 bürgerliche Karte liegt offen"),
        ("drawn", {"n": 1, "cards": "mm"},
         "1 card is drawn here, not mm", "hier wird 1 Karte gezogen, nicht mm"),
    ],
)  # fmt: skip
def test_a_refusal_word_for_word(key, values, english, german):
    broken = Violation("T5", f"refusal-{key}", values=values)
    assert broken.text("en") == f"{english} (T5)"
    assert broken.text("de") == f"{german} (T5)"
