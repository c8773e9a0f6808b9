"""The language that is spoken, and the files that come with the package."""

from __future__ import annotations

import ast
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import khronos_lab as kl
from khronos_lab.rulebook import (
    AGES,
    BUILDING_NAMES,
    FAITH,
    KINDS,
    OWNED_KINDS,
    RANKS,
    KhronosError,
    Said,
    Terrain,
    building_thing,
    cached_by_language,
    catalogue,
    current_language,
    data_file,
    in_each_language,
    in_language,
    keeping_language,
    multilingual,
    number_text,
    percent_text,
    say,
    set_language,
    speaking,
)
from tests.support import PACKAGE

RULES_PAGE = (PACKAGE / "rulebook/RULES.md").read_text("utf-8")


def table_of_words() -> list[tuple[str, str]]:
    """Pairs of the rules page's table: English, German."""
    rows = re.findall(r"^\| (?!here)([^|]+?) \| ([^|]+?) \| [^|]+ \|$", RULES_PAGE, re.MULTILINE)
    pairs: list[tuple[str, str]] = []
    for english, german in rows:
        here = english.replace("rank 1, 2, 3", "rank 1, rank 2, rank 3").split(", ")
        there = re.sub(r" \(\w+\)", "", german).split(", ")
        pairs += zip(here, there, strict=True)
    return pairs


@pytest.mark.parametrize(("english", "german"), table_of_words())
def test_the_german_words_of_the_rules_page_are_ours(english, german):
    plain = [
        key
        for key in catalogue()
        if key in in_language("de", catalogue) and not key.startswith("n-")
    ]
    nouns = ("building-", "ruin-", "age-", "terrain-", "word-")
    ours = {
        in_language("de", catalogue).say(key, {})
        for key in plain
        if key.startswith(nouns) and catalogue().say(key, {}) == english
    }
    assert ours <= {german}


def test_enumerations_keep_their_english_words():
    for age in AGES:
        assert say(age) == age.title
    for kind in KINDS:
        assert say(kind) == kind.word
        for rank in RANKS:
            assert say(building_thing(kind, rank)) == BUILDING_NAMES[kind][rank]
    for kind in OWNED_KINDS:
        for rank in (2, 3):
            ruin = building_thing(kind, rank, ruin=True)
            assert say(ruin) == f"{BUILDING_NAMES[kind][rank]} ruin"
            assert in_language("de", say, ruin).endswith("ruine")
    assert [in_language("de", say, each) for each in Terrain] == [
        "Ebene",
        "Wald",
        "Gebirge",
        "Fluss",
    ]


@pytest.mark.parametrize(
    ("name", "forms"),
    [
        ("watchtower", "der Wachturm, den Wachturm, dem Wachturm, des Wachturms, zum Wachturm"),
        ("keep", "die Burg, die Burg, der Burg, der Burg, zur Burg"),
        ("castle", "die Festung, die Festung, der Festung, der Festung, zur Festung"),
        ("chapel", "die Kirche, die Kirche, der Kirche, der Kirche, zur Kirche"),
        ("monastery", "das Kloster, das Kloster, dem Kloster, des Klosters, zum Kloster"),
        ("abbey", "die Abtei, die Abtei, der Abtei, der Abtei, zur Abtei"),
        ("hamlet", "der Weiler, den Weiler, dem Weiler, des Weilers, zum Weiler"),
        ("town", "das Dorf, das Dorf, dem Dorf, des Dorfs, zum Dorf"),
        ("city", "die Stadt, die Stadt, der Stadt, der Stadt, zur Stadt"),
    ],
)
def test_a_building_is_declined(name, forms):
    asked = ("nom", "acc", "dat", "gen", "to")
    assert ", ".join(in_language("de", say, f"building-{name}.{form}") for form in asked) == forms


# ------------------------------------------------------------------ the setting


def test_english_is_spoken_until_somebody_says_otherwise():
    assert current_language() == "en"
    assert say("word-nobody") == "nobody"


def test_a_language_is_set_for_all_that_follows():
    set_language("de")
    try:
        assert current_language() == "de"
        assert (say("word-nobody"), say("n-coins", n=3)) == ("niemand", "3 Taler")
        assert in_language("en", say, "word-nobody") == "nobody"
        assert str(Said("age-faith")) == "Glaube"
    finally:
        set_language("en")


def test_speaking_ends_with_its_block():
    with speaking("de"):
        assert current_language() == "de"
        with speaking("en"):
            assert say(FAITH) == "Faith"
        assert say(FAITH) == "Glaube"
    assert current_language() == "en"


def test_a_language_that_is_set_inside_a_block_is_spoken_after_it():
    try:
        with speaking("de"):
            set_language("de")
            with speaking("en"):
                assert (current_language(), say(FAITH)) == ("en", "Faith")
            with speaking(None):
                assert say(FAITH) == "Glaube"
        assert say(FAITH) == "Glaube"
        with speaking("en"):
            set_language("en")
            set_language("de")
            assert say(FAITH) == "Faith"
        assert say(FAITH) == "Glaube"
    finally:
        set_language("en")


def test_a_public_call_takes_a_language_by_place_or_by_name():
    @multilingual
    def coins(n, language=None):
        return say("n-coins", n=n)

    assert (coins(1, "de"), coins(1, language="de"), coins(n=1), coins(1, None)) == (
        *("1 Taler", "1 Taler"),
        *("1 coin", "1 coin"),
    )
    with speaking("de"):
        assert (coins(1), coins(1, "en")) == ("1 Taler", "1 coin")
    with pytest.raises(KhronosError, match="no words in the language 'fr'"):
        coins(1, "fr")
    assert current_language() == "en"


def test_work_done_later_speaks_as_when_it_was_handed_over():
    with speaking("de"):
        later = keeping_language(lambda: say(FAITH))
    assert (later(), say(FAITH)) == ("Glaube", "Faith")
    with speaking("de"), ThreadPoolExecutor(1) as threads:
        here, there = threads.submit(say, FAITH), threads.submit(in_language, "de", say, FAITH)
        assert (here.result(), there.result()) == ("Faith", "Glaube")


def test_what_is_kept_is_kept_for_each_language():
    asked = []

    @cached_by_language(maxsize=4)
    def age(which):
        asked.append(which)
        return say(which)

    for _ in range(3):
        assert in_each_language(lambda: age(FAITH)) == ["Faith", "Glaube"]
    assert len(asked) == 2


HANDED_TO = {
    *("speaking", "spoken", "text", "lesson", "report", "export_game"),
    *("__init__", "option", "format"),
}
"""Besides widgets: what speaks it at once, other public calls, and what keeps it."""


def test_nobody_hands_the_language_on():
    # Edges take `language=` and speak it; only they, and widgets, which keep it, are handed it.
    for file in Path(kl.__file__).parent.rglob("*.py"):
        for call in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not isinstance(call, ast.Call):
                continue
            given = [*call.args, *(each.value for each in call.keywords)]
            if any(isinstance(each, ast.Name) and each.id == "language" for each in given):
                called = ast.unparse(call.func).rpartition(".")[2]
                assert called in HANDED_TO or called[0].isupper(), f"{file.name}:{call.lineno}"


def test_speaking_ends_with_an_error_too():
    with pytest.raises(ZeroDivisionError), speaking("de"):
        print(1 // 0)
    assert current_language() == "en"


@pytest.mark.parametrize("asked", ["fr", "", "EN", "deutsch"])
def test_an_unknown_language_is_refused_with_those_there_are(asked):
    said = rf"language {asked!r}; there are 'en' \(English\), 'de' \(Deutsch\)"
    with pytest.raises(KhronosError, match=said):
        set_language(asked)
    with pytest.raises(KhronosError, match=said):
        Said("age-faith").text(asked)
    with pytest.raises(KhronosError, match=said), speaking(asked):
        pass
    assert current_language() == "en"


# ------------------------------------------------------------------ numbers and lists


@pytest.mark.parametrize(
    ("number", "english", "german"),
    [(0, "0 cards", "0 Karten"), (1, "1 card", "1 Karte"), (2000, "2,000 cards", "2.000 Karten")],
)
def test_a_number_and_its_noun_agree(number, english, german):
    assert say("n-cards", n=number) == english
    assert in_language("de", say, "n-cards", n=number) == german


def test_lists_end_with_and():
    said = [say("list-and", items=("a", "b", "c")[:n]) for n in range(4)]
    assert said == ["", "a", "a and b", "a, b and c"]
    assert in_language("de", say, "list-and", items=("a", "b")) == "a und b"


def test_numbers_have_the_separators_of_their_language():
    assert number_text(-1234567.891, 2) == "-1,234,567.89"
    assert in_language("de", number_text, -1234567.891, 2) == "-1.234.567,89"
    assert percent_text(0.5) == "50%"
    assert in_language("de", percent_text, 1.0, 1) == "100,0\N{NO-BREAK SPACE}%"


def test_a_file_of_this_copy_is_found():
    assert data_file("maps", "valley.txt").is_file()
    assert data_file("maps").is_dir()


def test_a_missing_file_is_refused_in_one_sentence():
    with pytest.raises(KhronosError) as caught:
        data_file("maps", "atlantis.txt")
    assert str(caught.value) == (
        "data/maps/atlantis.txt is missing from this copy of khronos_lab; install it again"
    )
