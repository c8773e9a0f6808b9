"""The catalogues of words: complete, alike, tidy, and nothing in them is unused."""

from __future__ import annotations

import ast
import re
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, get_args

import pytest
from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.types import FluentType
from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl
from fluent.syntax.visitor import Visitor

from khronos_lab.core import Action, Effect, caption, values
from khronos_lab.core import events as e
from khronos_lab.desk import UNITS, WAYS
from khronos_lab.lessons import CASES, IDEAS, LESSONS
from khronos_lab.questions import FAMILIES as QUESTION_FAMILIES
from khronos_lab.questions import HOLDS, QUESTIONS
from khronos_lab.rulebook import (
    AGES,
    BUILDING_NAMES,
    KINDS,
    LANGUAGES,
    NUMBERS,
    RANKS,
    RULES,
    KhronosError,
    Terrain,
    capital,
    catalogue,
    clauses,
    say,
)
from khronos_lab.scenes import VIEWS
from tests.core.test_captions import EVENTS
from tests.support import PACKAGE, in_language

FORMS_OF_ONE_LANGUAGE = {"n-coins-dat"}
"""Messages that only one language needs; only other messages may ask for them."""
ITEMS = {"LIST": 1}
"""Functions that say a message for each item of a list, and which argument names it."""
TILES = tuple(f"building-{each}" for row in BUILDING_NAMES for each in row if each)
RUINS = tuple(f"ruin-{each}" for each in ("keep", "castle", "monastery", "abbey"))
CIVILS = ("building-hamlet", "building-town", "building-city", "building-printed")
EVERY_BUILDING = (*TILES, "building-printed", *RUINS)
AGES_, KINDS_ = ("age-might", "age-faith", "age-reason"), tuple(f"kind-{k.word}" for k in KINDS)
NOUNS = {
    **dict.fromkeys(("age", "ages", "origin", "target"), AGES_),
    "kind": KINDS_,
    **dict.fromkeys(
        [
            "building",
            "buildings",
            "loser",
            "new",
            "old",
            "options",
            "others",
            "rival",
            "source",
            "subject",
        ],
        EVERY_BUILDING,
    ),
}
"""By variable: the nouns that it may be given as."""
FEWER = {"no": TILES, "to": TILES, "in": CIVILS}
"""By form of a building: the nouns that need it. Ruins and printed hamlets come from no supply and
nothing becomes one, and cubes live in civil buildings only."""


@cache
def source(language: str) -> str:
    page = files("khronos_lab.rulebook.language").joinpath(f"{language}.ftl")
    return page.read_text("utf-8")


@cache
def entries(language: str) -> dict[str, ftl.Message]:
    body = FluentParser().parse(source(language)).body
    return {each.id.name: each for each in body if isinstance(each, ftl.Message)}


class Asked(Visitor):
    """Variables, messages, items of lists and forms of nouns that a message names."""

    def __init__(self) -> None:
        self.variables: set[str] = set()
        self.messages: set[str] = set()
        self.items: set[str] = set()
        self.forms: set[tuple[str, str]] = set()

    def visit_VariableReference(self, node: Any) -> None:  # noqa: N802
        self.variables.add(node.id.name)

    def visit_MessageReference(self, node: Any) -> None:  # noqa: N802
        self.messages.add(node.id.name)

    def visit_FunctionReference(self, node: Any) -> None:  # noqa: N802
        self.generic_visit(node)
        name, given = node.id.name, node.arguments.positional
        if name in ITEMS:
            self.items.add(given[ITEMS[name]].value)
        elif name in ("FORM", "WHICH", "EITHER") and isinstance(given[0], ftl.VariableReference):
            form = given[1].value if len(given) > 1 else ""
            self.forms.add((given[0].id.name, form))


@cache
def asked(language: str, key: str) -> Asked:
    found = Asked()
    found.visit(entries(language)[key])
    return found


def variables(language: str, key: str) -> set[str]:
    """Variables of a message and of those it is made of; a list gives its items their own."""
    found = asked(language, key)
    inner = (variables(language, each) for each in found.messages)
    return found.variables.union(*inner)


# ------------------------------------------------------------------ both files


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_file_is_fluent_from_end_to_end(language):
    page = FluentParser().parse(source(language))
    assert [each.content for each in page.body if isinstance(each, ftl.Junk)] == []
    names = [each.id.name for each in page.body if isinstance(each, ftl.Message)]
    assert sorted(names) == sorted(set(names))
    assert list(in_language(language, catalogue)) == names


def test_the_languages_have_the_same_messages():
    english, german = (set(entries(each)) for each in LANGUAGES)
    assert english ^ german <= FORMS_OF_ONE_LANGUAGE


def test_a_message_speaks_of_the_same_values_in_both():
    both = set(entries("en")) & set(entries("de"))
    assert {key for key in both if variables("en", key) != variables("de", key)} == set()


def nouns_for(variable: str, form: str) -> tuple[str, ...]:
    """The nouns that a sentence may ask for this form."""
    nouns = NOUNS[variable]
    return FEWER.get(form, nouns) if nouns is EVERY_BUILDING else nouns


@pytest.mark.parametrize("language", LANGUAGES)
def test_nouns_have_the_forms_that_sentences_ask_for_and_no_others(language):
    wanted = {
        (noun, form)
        for key in entries(language)
        for variable, form in asked(language, key).forms
        for noun in nouns_for(variable, form)
        if form
    }
    there = {
        (key, each.id.name) for key, entry in entries(language).items() for each in entry.attributes
    }
    assert wanted - there == set()
    unasked = {form for _, form in there} - {form for _, form in wanted}
    # `es` ("kein militärisches Gebäude") is for sentences that still stand in Python.
    assert unasked <= {"es"}


def choices(language: str, key: str) -> list[tuple[str, set[str]]]:
    """By variable that a message chooses by: the names of its variants, the default last."""
    found: list[tuple[str, set[str]]] = []

    class Selects(Visitor):
        def visit_SelectExpression(self, node: Any) -> None:  # noqa: N802
            keys = [getattr(each.key, "name", None) or each.key.value for each in node.variants]
            found.append((node.selector.id.name, set(keys)))
            self.generic_visit(node)

    Selects().visit(entries(language)[key])
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_number_has_a_form_for_one_and_for_others(language):
    for key in entries(language):
        for variable, names in choices(language, key):
            counts = {each for each in names if each.isdigit() or each in ("one", "other")}
            assert not counts or counts == names, f"{key}: {variable} is a number and a word"
            assert not counts or "other" in names, f"{key}: {variable} has no *[other]"


def test_the_languages_choose_between_the_same_words():
    """`yes` and `no`, `cube` and `tile`; plural forms are each language's own affair."""

    def words(language: str, key: str) -> set[tuple[str, str]]:
        plural = re.compile(r"\d+|one|other")
        return {
            (variable, each)
            for variable, names in choices(language, key)
            for each in names
            if not plural.fullmatch(each)
        }

    both = set(entries("en")) & set(entries("de"))
    # German needs no second word for "building of rank 4" in the infinitive of an upgrade.
    unlike = {key for key in both if words("en", key) != words("de", key)}
    assert unlike == {"deed-Upgrade"}


ALIKE = {"n-coins", "n-cubes", "n-players", "n-buildings"}
"""German nouns that are the same for one and for several."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_counted_noun_differs_for_one_and_for_several(language):
    nouns = [key for key in entries(language) if key.startswith("n-")]
    assert len(nouns) > 6
    for key in nouns:
        one, two = (in_language(language, say, key, n=n).replace(str(n), "") for n in (1, 2))
        assert (one == two) == (language == "de" and key in ALIKE), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_markup_in_a_message(language):
    """Text is escaped where it enters HTML, so a message has no tags and no entities."""
    body = re.sub(r"^#.*$|->", "", source(language), flags=re.MULTILINE)
    assert not re.search(r"[<>\u2066-\u2069]|&\w+;", body)


# ------------------------------------------------------------------ missing and unused keys

KEY = re.compile(r"[a-z][a-z_]*-[\w-]*\w")
"""A key: its drawer, a hyphen, and a name."""
NOT_KEYS = {
    *("action-back", "action-forward", "effect-back", "effect-forward"),  # buttons of the replay
    "rule-text",  # a colour of the viewer
    "mode-NAME",  # said of modes in general
    *("generated-*", "do-*", "step-*"),  # names of maps, words for the browser, anchors
}
"""What looks like a key, or like a family of keys, but is none."""


FAMILIES = {
    "action-*": [each.__name__ for each in get_args(Action)],
    "age-*": [each.name.lower() for each in AGES],
    "hold-*": sorted({hold for holds in HOLDS for hold in holds}),
    "answer-*": ["yes", "no"],
    "ask-decides-*": ["B8", "C4"],
    "axis-*_since": ["turns", "rounds"],
    "axis-often_*": ["built", "erased", "contested", "controlled", "coins"],
    "branch-*": [
        "over", "turn", "end", "games", "many", "many_hint", "stop", "name", "name_hint", "comment",
        "mark", "promote", "promote_hint", "cut", "cut_hint", "delete", "delete_hint", "path",
        "path_hint", "save", "save_hint", "replace", "unsaved", "hidden_once",
        "caveat", "compare", "draws", "elsewhere", "file", "here", "line", "pin", "pin_hint",
        "results", "title",
    ],
    "building-*": [each for row in BUILDING_NAMES for each in row if each],
    "caption-*": [each.__name__ for each in e.EVENT_TYPES],
    "rule_name-*": list(CASES),
    "coach-*": [
        f"{each}{end}"
        for each in ("start", "stop", "keep", "practice", "check", "hint", "next", "leave")
        for end in ("", "_hint")
    ],
    "course-*": list(LESSONS),
    "deed-*": [each.__name__ for each in get_args(Action)],
    "difference-*": ["new", "gone", "joined", "split", "regrouped", "control"],
    "differences-*": ["gone", "new", "touched", "join", "split", "pay"],
    "does-*": ["Populate", "Restore"],
    "edition-*": ["first", "second"],
    "effect-*": [each.name for each in Effect],
    "explain-*": ["forbidden", "allowed"],
    "explain-show-*": ["now", "after"],
    "find-*": list(clauses()),
    "idea-*": [each.name for each in IDEAS],
    "missed-*": ["restored", "vanishes", "late", "mistake"],
    "missed-*_extra": ["against", "conflict", "river", "winner"],
    "missed-*_left": ["against", "conflict", "river", "winner"],
    "missed-*_number": [
        *("bonus", "cards", "cubes", "home", "pays", "shrunk", "strength", "tax", "touches"),
    ],
    "missed-clause-*": [
        "A1", "A2", "G1", "G2", "D1", "H1", "T5", "B1", "B3a", "B3b", "B5", "C2", "C3",
    ],
    "missed-decides-*": ["B8", "C4", "conflict"],
    "missed-forbidden-*": ["D1", "H1", "G1", "T5", "A2", "A4", "A5"],
    "missed-stopped-*": ["B1", "B3a", "B3b", "B5"],
    "so-*": ["shadow", "legal", "vanishes", "late", "restored"],
    "habit-*": ["RandomPlayer", "GreedyPlayer", "PlannerPlayer", "MasterPlayer"],
    "index-letter-*": sorted({each[0] for each in clauses()}),
    "kind-*": [each.word for each in KINDS],
    "legend-shadow-*": [
        "cast", "blocked", "missing", "erased", "withdrawn", "replaced", "nothing", "overgrown",
    ],
    "legend-sides-*": [1, 2, 3],
    "act-*": [
        *("review", "stop", "try", "keep", "train"),
        *("review_hint", "stop_hint", "try_hint", "keep_hint", "train_hint"),
    ],
    "mode-*": ["look", "try", "write", "play", "edit", "train"],
    "viewer-*": ["chance", "expected", "coins_now", "effect", "action", "turn"],
    "lesson-*": [
        "easy", "medium", "hard", "first", "last", "step_back", "step_on", "next", "back", "again",
        "check", "progress", "show", "hint", "forget",
    ],
    "lesson-click_*": ["squares", "buildings"],
    "measure-*": [
        *("first_seat", "open_end", "chosen", "wins"), "coins", "winner", "margin", "win",
        "advantage", "lead", "bonus", "tax_might", "tax_faith", "tax_reason", "tax_missed",
        "spent_exchange", "spent_travel", "spent_demolition", "cards_played", "builds", "upgrades",
        "demolitions", "populates", "restores", "shadows_cast", "shadows_blocked",
        "shadows_missing", "travels", "exchanges", "paradoxes_caused", "paradoxes_suffered",
        "given_away", "given_away_early", "given_away_late", "inaccuracies", "mistakes", "blunders",
        "paradoxes", "joined", "split", "conflicts", "shrunk", "destroyed",
    ],
    # No move shows how a game is set up (S1, S6) or that actions come in any order (T3).
    "motto-*": list(clauses()),
    "move-none-*": ["build", "demolish"],
    "outcome-*": ["cast", "blocked", "missing"],
    "panel-coins-*": ["open", "hidden"],
    "map-*": ["blank", "generated"],
    "explore-*": ["games", "players", "turns", "place", "rank", "won", "gain", "coins_after"],
    "explore-winner-*": ["coins", "lead", "player", "place"],
    "rank-*": RANKS,
    "record-*": ["demolish", "end", "exchange", "menu", "swap"],
    "record-setup-*": [
        "players", "map", "own_map", "first", "second", "start", "hand", "hand_hint", "event",
        "date", "begin", "change",
    ],
    "report-deeds-*": [
        "cast", "blocked", "erased_other", "erased_own", "erased_nobody", "join", "split", "shrunk",
    ],
    "ruin-*": ["keep", "castle", "monastery", "abbey"],
    "number-*": sorted({each.key for each in NUMBERS.values()}),
    "report-family_*": list(QUESTION_FAMILIES),
    "rule-*": [each.name for each in RULES],
    "sandbox-*": [
        *("ask", "cube", "menu", "own", "place", "remove", "take_cube", "turn_over"),
        *(f"{what}_{each}" for what in ("title", "question", "explanation") for each in LANGUAGES),
    ],
    "scrub-*": ["effect", "move", "turn"],
    "source-*": [
        "start", "bonus", "tax-might", "tax-faith", "tax-reason", "exchange", "travel",
        "demolition", "spent",
    ],
    "source-tax-*": [each.name.lower() for each in AGES],
    "terrain-*": [each.name.lower() for each in Terrain],
    "told-*": [
        "BuildingBuilt", "BuildingUpgraded", "BuildingDemolished", "CubePlaced", "RuinBegun",
        "RuinRestored", "AdventurerTravelled", "OpenCardsSwapped",
    ],
    "view-*": [*VIEWS],
    "tip-*": [
        "play",
        "pause",
        "start",
        "end",
        "theme",
        "slider",
        "speed",
        "hide_ending",
        "fullscreen",
        *(f"{unit}-{way}" for unit in UNITS for way in WAYS),
    ],
    "victim-*": ["own", "other", "nobody"],
    "compare-*": ["who", "players", "map", "edition", "holdem"],
    "finding-*": ["income", "spending", "adventurers", "domain_sizes"],
    "axis-*": ["adventurers", "domain_sizes"],
    "n-*": ["rounds", "turns"],
    "title-*": [each.title.partition("-")[2] for each in QUESTIONS.values()],
    "limit-*": [each.limit.partition("-")[2] for each in QUESTIONS.values()],
    "what-*": [
        "income", "wealth", "spending", "cards_spent", "shadows", "paradoxes", "domains",
        "lead_changes", "comebacks", "first_leader", "domain_sizes", "worth",
    ],
    "what-cards_*": ["Build", "Upgrade", "Demolish", "Populate", "Restore"],
}  # fmt: skip
"""Every key that is put together at run time, by the f-string that does it (`*` is what varies).

Whoever writes such an f-string says here what it may become; the tests see that these keys are
there, and nothing else may use a family to stay in the catalogue.
"""


LABELS: dict[str, list[str]] = {
    "birth-*": ["built", "upgraded", "cast", "shrunk", "replaced"],
    "event-*": [each.__name__ for each in e.EVENT_TYPES],
    "fate-*": [
        "upgraded",
        "succeeded",
        "paradox",
        "demolished",
        "shrunk",
        "destroyed",
        "withdrawn",
        "replaced",
        "standing",
    ],
    "taxation-*": ["first", "last"],
    "kind-several": ["several"],
}
"""Words for values of columns, as `label_of` puts them together."""


@cache
def declared() -> set[str]:
    return {
        re.sub(r"\*(-\*)?", str(each), pattern)
        for pattern, names in (FAMILIES | LABELS).items()
        for each in names
    }


@cache
def named() -> tuple[dict[str, str], dict[str, str]]:
    """Texts in the sources of the package, and keys put together there, each with its file.

    A key is a literal, or an f-string with its drawer in front: `f"age-{name}"`, here `age-*`.
    """
    texts: dict[str, str] = {}
    families: dict[str, str] = {}
    for path in sorted(PACKAGE.rglob("*")):
        if path.suffix == ".py":
            _read_python(path, texts, families)
        elif path.suffix in (".js", ".mjs", ".html"):
            text = path.read_text("utf-8")
            texts |= dict.fromkeys(re.findall(r"""["'`]([a-z]\w*-[\w-]+)["'`]""", text), path.name)
            starts = re.findall(r"`([a-z]\w*-[\w-]*)\$\{[^}]*\}`", text)
            families |= dict.fromkeys((f"{start}*" for start in starts), path.name)
    return texts, families


def _read_python(path: Path, texts: dict[str, str], families: dict[str, str]) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    inside = {
        id(each)
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
        for each in node.values
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if id(node) not in inside:
                texts.setdefault(node.value, path.name)
                inner = re.findall(r'data-word="([\w-]+)"', node.value)  # a page as a text
                texts |= dict.fromkeys(inner, path.name)
        elif isinstance(node, ast.JoinedStr):
            shape = "".join(
                str(each.value) if isinstance(each, ast.Constant) else "*" for each in node.values
            )
            if re.fullmatch(r"[a-z]\w*-[\w*-]+", shape):
                families.setdefault(shape, path.name)


def drawers() -> set[str]:
    return {key.partition("-")[0] for key in entries("en") if "-" in key}


def test_every_family_of_keys_is_declared_with_its_members():
    families = named()[1]
    ours = {each: file for each, file in families.items() if each.partition("-")[0] in drawers()}
    assert {each: ours[each] for each in ours if each not in NOT_KEYS | set(FAMILIES)} == {}
    assert set(FAMILIES) - set(families) == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_that_is_put_together_is_there(language):
    assert declared() - set(entries(language)) == set()


def test_every_key_is_used():
    inside = set().union(
        *(
            asked(each, key).messages | asked(each, key).items
            for each in LANGUAGES
            for key in entries(each)
        )
    )
    used = set(named()[0]) | inside | declared()
    assert {key for language in LANGUAGES for key in entries(language)} - used == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_that_a_message_names_is_there(language):
    wanted = set().union(
        *(asked(language, key).messages | asked(language, key).items for key in entries(language))
    )
    assert wanted - set(entries(language)) == set()


def test_every_text_that_looks_like_a_key_is_one():
    """Keys are handed about in tables, too, so every text of the sources is looked at."""
    beginnings = {key[:end] for key in entries("en") for end in range(len(key)) if key[end] == "-"}
    known = set(entries("en")) & set(entries("de")) | beginnings | NOT_KEYS
    missing = {
        text: file
        for text, file in named()[0].items()
        if KEY.fullmatch(key := text.partition(".")[0])
        and key.partition("-")[0] in drawers()
        and key not in known
    }
    assert missing == {}


def test_every_event_has_a_caption_and_no_caption_is_left_over():
    events = {f"caption-{each.__name__}" for each in e.EVENT_TYPES}
    assert {key for key in entries("en") if re.match("caption-[A-Z]", key)} == events


def test_a_caption_uses_only_values_that_its_event_gives():
    given: dict[str, set[str]] = {}
    for event in EVENTS:
        key = f"caption-{type(event).__name__}"
        given.setdefault(key, set()).update(values(event, ("A", "B", "C")))
    for language in LANGUAGES:
        for key, known in given.items():
            assert variables(language, key) <= known, key


# ------------------------------------------------------------------ words


NAMES = ("Max", "Weiß", "Grün")


class Value(FluentType):
    """Fluent's runtime takes only texts, numbers, dates and its own types as variables."""

    def __init__(self, it: Any, judge: Judge) -> None:
        self.it, self.judge = it, judge

    def format(self, locale: object) -> str:
        return self.judge.text(self.it)


class Judge:
    """The same catalogue through Fluent's own runtime."""

    def __init__(self, language: str) -> None:
        functions: dict[str, Any] = {
            "FORM": self.form,
            "WHICH": self.which,
            "LIST": self.listed,
            "CAPITAL": capital,
        }
        functions["EITHER"] = lambda value, form="": self.which(value, form, "or")
        self.bundle = FluentBundle([language], use_isolating=False, functions=functions)
        self.bundle.add_resource(FluentResource(source(language)))

    def say(self, key: str, given: Any) -> str:
        name, _, form = key.partition(".")
        message = self.bundle.get_message(name)
        pattern = message.attributes[form] if form else message.value
        assert pattern is not None
        said, errors = self.bundle.format_pattern(
            pattern, {name: self.value(each) for name, each in given.items()}
        )
        assert not errors, (key, errors)
        return str(said)

    def value(self, it: Any) -> Any:
        if isinstance(it, bool):
            return "yes" if it else "no"
        return it if type(it) in (str, int) else Value(it, self)

    def form(self, value: Value, form: str = "") -> str:
        key = value.it.thing.key
        return self.say(f"{key}.{form}" if form else key, {})

    def which(self, value: Value, form: str = "", last: str = "and") -> str:
        it = value.it
        if isinstance(it, tuple) and not hasattr(it, "thing"):
            return self.joined([self.which(Value(each, self), form) for each in it], last)
        if not hasattr(it, "thing"):
            return self.text(it)
        thing, noun = it.thing, self.form(value, form)
        about = {"noun": noun, "owner": thing.owner, "place": thing.place}
        return self.say(thing.which, about) if thing.which else noun

    def listed(self, value: Value, key: str) -> str:
        return self.joined([self.say(key, each) for each in value.it])

    def joined(self, parts: list[str], last: str = "and") -> str:
        if len(parts) < 2:
            return "".join(parts)
        return f"{', '.join(parts[:-1])} {self.say(last, {})} {parts[-1]}"

    def text(self, it: Any) -> str:
        if hasattr(it, "thing"):
            return self.form(Value(it, self))
        return self.joined([each if isinstance(each, str) else self.text(each) for each in it])


@pytest.mark.parametrize("language", LANGUAGES)
def test_fluents_own_runtime_says_the_same(language):
    judge = Judge(language)
    for event in EVENTS:
        key, told = f"caption-{type(event).__name__}", values(event, NAMES)
        assert in_language(language, catalogue).say(key, told) == judge.say(key, told)


@pytest.mark.parametrize("name", ["<b>Ann</b>", "{ $who }", "日本", "O'Neil", "a\nb", "\u202eX"])
def test_odd_names_are_said_as_they_are(name):
    falls = next(each for each in EVENTS if isinstance(each, e.ShadowFalls))
    for language in LANGUAGES:
        assert name in in_language(language, caption, falls, (name, name))


def test_mistakes_are_errors():
    with pytest.raises(KhronosError, match=r"no message 'caption-CoinSpent' in en\.ftl; near are"):
        say("caption-CoinSpent")
    with pytest.raises(KhronosError, match=r"no message '§§§' in en\.ftl$"):
        say("§§§")
    with pytest.raises(KhronosError, match=r"'caption-CoinsSpent' speaks of \$who"):
        say("caption-CoinsSpent", n=1)
    with pytest.raises(KhronosError, match=r"'age-faith' in de\.ftl has no form 'xyz'"):
        in_language("de", say, "age-faith.xyz")
