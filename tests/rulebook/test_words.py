"""Words: both languages everywhere, the rules page's own German terms, one setting."""

from __future__ import annotations

import ast
import re
from itertools import chain

import pytest

from khronos_lab.rulebook.clauses import rules_page
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.language import (
    LANGUAGES,
    TERMS,
    age_word,
    building_word,
    coins,
    counted,
    drawer,
    either,
    kind_word,
    language,
    listed,
    number_text,
    percent_text,
    set_language,
    speaking,
    term,
    terrain_word,
)
from khronos_lab.rulebook.language.german import (
    CASES,
    IN_AGE,
    NOUNS,
    OWN,
    PRINTED,
    RUIN_NOUNS,
    THE,
    A,
    phrase,
)
from khronos_lab.rulebook.language.happenings import HAPPENINGS
from khronos_lab.rulebook.language.labels import LABELS
from khronos_lab.rulebook.language.moving import MOVING
from khronos_lab.rulebook.language.recording import RECORDING
from khronos_lab.rulebook.language.reports import REPORTS, SENTENCES, sentence
from khronos_lab.rulebook.language.showing import SHOWING
from khronos_lab.rulebook.language.teaching import TEACHING
from khronos_lab.rulebook.language.vocabulary import COUNTED, VOCABULARY
from khronos_lab.rulebook.language.what_if import WHAT_IF
from khronos_lab.rulebook.pieces import AGES, BUILDING_NAMES, KINDS, OWNED_KINDS, RANKS, Terrain
from tests.architecture.floors import modules

SAME_IN_BOTH = {"phase", "holdem", "bonus", "source.bonus", "legend.median", "button.pause"}
"""Keys whose German word is the English one; any other equal pair was forgotten."""


def table_of_words() -> list[tuple[str, str]]:
    """Pairs of the rules page's table: English, German."""
    rows = re.findall(r"^\| (?!here)([^|]+?) \| ([^|]+?) \| [^|]+ \|$", rules_page(), re.MULTILINE)
    pairs: list[tuple[str, str]] = []
    for english, german in rows:
        here = english.replace("rank 1, 2, 3", "rank 1, rank 2, rank 3").split(", ")
        there = re.sub(r" \(\w+\)", "", german).split(", ")
        pairs += zip(here, there, strict=True)
    return pairs


# ------------------------------------------------------------------ the tables


def test_the_rules_page_has_a_table_of_words():
    assert len(table_of_words()) == 25


@pytest.mark.parametrize(("english", "german"), table_of_words())
def test_the_german_words_of_the_rules_page_are_ours(english, german):
    assert (english, german) in TERMS.values()
    ours = {there for here, there in VOCABULARY.values() if here == english}
    assert ours == {german}


@pytest.mark.parametrize("key", TERMS)
def test_a_key_has_words_in_both_languages(key):
    assert len(TERMS[key]) == len(LANGUAGES)
    for said in TERMS[key]:
        assert said
        assert said == said.strip()
        assert not set(said) & set("{}<>")
    english, german = TERMS[key]
    assert (english.lower() == german.lower()) == (key in SAME_IN_BOTH)


@pytest.mark.parametrize("key", TERMS)
def test_a_key_is_tidy(key):
    assert re.fullmatch(r"[a-z_]+(\.[A-Za-z0-9_]+)*", key)


@pytest.mark.parametrize("key", SENTENCES)
def test_a_sentence_has_the_same_values_in_both_languages(key):
    values = [set(re.findall(r"{(\w+)}", said)) for said in SENTENCES[key]]
    assert values[0] == values[1]
    told = {sentence(key, each, **dict.fromkeys(values[0], "X")) for each in LANGUAGES}
    assert len(told) == len(LANGUAGES)


def test_no_key_is_in_two_tables():
    tables = (
        VOCABULARY,
        HAPPENINGS,
        LABELS,
        TEACHING,
        MOVING,
        RECORDING,
        WHAT_IF,
        REPORTS,
        SHOWING,
    )
    assert len(list(chain(*tables))) == len(TERMS)


@pytest.mark.parametrize(
    "key",
    [
        *("view.boards", "view.shadows", "view.control", "view.domains", "view.difference"),
        *("button.play", "button.pause", "panel.language", "panel.speed", "panel.hands"),
        *(f"{what}.{step}.{way}" for what in ("button", "tip") for step in ("effect", "action",
          "turn") for way in ("back", "forward")),
        *(f"jump.{what}" for what in ("paradox", "blocked", "join", "split", "taxation")),
        *("axis.coins", "axis.turn", "axis.round", "axis.income", "axis.share_of_games"),
    ],
)  # fmt: skip
def test_the_replay_finds_its_words(key):
    assert term(key, "en") != term(key, "de") or key in SAME_IN_BOTH


def test_every_key_that_the_package_asks_for_is_there():
    asked = {
        (path.name, node.args[0].value)
        for path in modules()
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("term", "words.term")
        if isinstance(node.args[0], ast.Constant)
    }
    assert len(asked) > 5
    assert {(file, key) for file, key in asked if key not in TERMS} == set()


def test_enumerations_keep_their_english_words():
    for age in AGES:
        assert age_word(age) == age.title
    for kind in KINDS:
        assert kind_word(kind) == kind.word
        for rank in RANKS:
            assert building_word(kind, rank) == BUILDING_NAMES[kind][rank]
    for kind in OWNED_KINDS:
        for rank in (2, 3):
            assert building_word(kind, rank, ruin=True) == f"{BUILDING_NAMES[kind][rank]} ruin"
            assert building_word(kind, rank, "de", ruin=True).endswith("ruine")
    assert [terrain_word(each, "de") for each in Terrain] == ["Ebene", "Wald", "Gebirge", "Fluss"]


def test_an_unknown_key_is_refused_with_what_is_near():
    with pytest.raises(KhronosError, match=r"no words for the key 'view\.board'; near are view\.b"):
        term("view.board")
    with pytest.raises(KhronosError, match=r"no words for the key '§§§'$"):
        term("§§§")


def test_a_drawer_gives_its_words_in_the_order_of_the_table():
    assert list(drawer("view", "de")) == [
        *("boards", "shadows", "control", "domains", "difference", "income", "causes"),
    ]
    assert drawer("age") == {"might": "Might", "faith": "Faith", "reason": "Reason"}


# ------------------------------------------------------------------ the setting


def test_english_is_spoken_until_somebody_says_otherwise():
    assert language() == "en"
    assert term("paradox") == "paradox"


def test_a_language_is_set_for_all_that_follows():
    set_language("de")
    try:
        assert (language(), term("paradox"), coins(3)) == ("de", "Zeitparadoxon", "3 Taler")
        assert term("paradox", "en") == "paradox"
    finally:
        set_language("en")


def test_speaking_ends_with_its_block():
    with speaking("de"):
        assert language() == "de"
        with speaking("en"):
            assert term("cube") == "cube"
        assert term("cube") == "Kontrollwürfel"
    assert language() == "en"


def test_speaking_ends_with_an_error_too():
    with pytest.raises(ZeroDivisionError), speaking("de"):
        print(1 // 0)
    assert language() == "en"


@pytest.mark.parametrize("asked", ["fr", "", "EN", "deutsch"])
def test_an_unknown_language_is_refused_with_those_there_are(asked):
    said = rf"language {asked!r}; there are 'en' \(English\), 'de' \(Deutsch\)"
    with pytest.raises(KhronosError, match=said):
        set_language(asked)
    with pytest.raises(KhronosError, match=said):
        term("cube", asked)
    with pytest.raises(KhronosError, match=said), speaking(asked):
        pass
    assert language() == "en"


# ------------------------------------------------------------------ numbers and lists


@pytest.mark.parametrize(
    ("number", "english", "german"),
    [(0, "0 cards", "0 Karten"), (1, "1 card", "1 Karte"), (2, "2 cards", "2 Karten")],
)
def test_a_number_and_its_noun_agree(number, english, german):
    assert counted(number, "card", "en") == english
    assert counted(number, "card", "de") == german


@pytest.mark.parametrize("noun", COUNTED)
def test_counted_nouns_are_those_of_the_vocabulary(noun):
    if noun in VOCABULARY:
        for number in range(len(LANGUAGES)):
            assert COUNTED[noun][number][0] == VOCABULARY[noun][number]


def test_an_unknown_noun_is_refused():
    with pytest.raises(KhronosError, match="cannot count 'domain map'"):
        counted(2, "domain map")


def test_lists_end_with_and_or_or():
    assert [listed(["a", "b", "c"][:n]) for n in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert listed(iter("ab"), "de") == "a und b"
    assert either(["a", "b", "c"], "en") == "a, b or c"
    assert either(iter("ab"), "de") == "a oder b"


def test_numbers_have_the_separators_of_their_language():
    assert number_text(-1234567.891, 2, "en") == "-1,234,567.89"
    assert number_text(-1234567.891, 2, "de") == "-1.234.567,89"
    assert percent_text(0.5, language="en") == "50%"
    assert percent_text(1.0, 1, "de") == "100,0\N{NO-BREAK SPACE}%"


# ------------------------------------------------------------------ German grammar


@pytest.mark.parametrize(
    ("name", "forms"),
    [
        ("watchtower", "der Wachturm, den Wachturm, dem Wachturm, des Wachturms"),
        ("keep", "die Burg, die Burg, der Burg, der Burg"),
        ("castle", "die Festung, die Festung, der Festung, der Festung"),
        ("chapel", "die Kirche, die Kirche, der Kirche, der Kirche"),
        ("monastery", "das Kloster, das Kloster, dem Kloster, des Klosters"),
        ("abbey", "die Abtei, die Abtei, der Abtei, der Abtei"),
        ("hamlet", "der Weiler, den Weiler, dem Weiler, des Weilers"),
        ("town", "das Dorf, das Dorf, dem Dorf, des Dorfs"),
        ("city", "die Stadt, die Stadt, der Stadt, der Stadt"),
    ],
)
def test_a_building_is_declined(name, forms):
    assert ", ".join(phrase("the", NOUNS[name], case) for case in CASES) == forms


def test_articles_and_adjectives_agree_with_their_noun():
    tower, keep, cloister = NOUNS["watchtower"], NOUNS["keep"], NOUNS["monastery"]
    said = [phrase("a", noun, case) for noun in (tower, keep, cloister) for case in CASES[:3]]
    assert said == [
        *("ein Wachturm", "einen Wachturm", "einem Wachturm"),
        *("eine Burg", "eine Burg", "einer Burg"),
        *("ein Kloster", "ein Kloster", "einem Kloster"),
    ]
    own = [phrase("the", noun, case, "eigen") for noun in (tower, keep) for case in CASES]
    assert own == [
        *("der eigene Wachturm", "den eigenen Wachturm", "dem eigenen Wachturm"),
        *("des eigenen Wachturms", "die eigene Burg", "die eigene Burg"),
        *("der eigenen Burg", "der eigenen Burg"),
    ]
    assert phrase("the", cloister, "acc", "eigen") == "das eigene Kloster"
    assert phrase("no", keep, "nom") == "keine Burg"
    assert PRINTED["dat"] == "dem gedruckten Weiler"


def test_every_building_and_ruin_is_looked_up():
    buildings = {(kind, rank, False) for kind in KINDS for rank in RANKS}
    ruins = {(kind, rank, True) for kind in OWNED_KINDS for rank in (2, 3)}
    for table in (THE, A, OWN):
        assert {key[:3] for key in table} == buildings | ruins
        assert len(table) == len(CASES) * len(buildings | ruins)
    assert set(NOUNS) == {name for names in BUILDING_NAMES for name in names if name}
    assert RUIN_NOUNS["abbey"].plural == "Abteiruinen"
    assert IN_AGE[1] == "im Zeitalter des Glaubens"
