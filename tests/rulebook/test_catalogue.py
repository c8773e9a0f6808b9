"""The catalogues of words: complete, alike, tidy, and nothing in them is unused."""

from __future__ import annotations

import ast
import re
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.types import FluentType
from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl
from fluent.syntax.visitor import Visitor

from khronos_lab.core import events as e
from khronos_lab.core.captions import caption, values
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.language import LANGUAGES, Said, capital, catalogue, say
from khronos_lab.rulebook.language.messages import Catalogue
from tests.architecture.floors import PACKAGE
from tests.core.test_captions import SAMPLES
from tests.core.test_captions_german import GERMAN

FORMS_OF_ONE_LANGUAGE = {"n-coins-dat"}
"""Messages that only one language needs; only other messages may ask for them."""
ITEMS = {"LIST": 1}
"""Functions that say a message for each item of a list, and which argument names it."""
FORMS = {
    "age": ("age", "origin", "target"),
    "kind": ("kind",),
    "building": ("building", "old", "new", "source", "rival"),
}
"""Drawers of nouns, and the variables that they are given as."""


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
    assert list(catalogue(language)) == names


def test_the_languages_have_the_same_messages():
    english, german = (set(entries(each)) for each in LANGUAGES)
    assert english ^ german <= FORMS_OF_ONE_LANGUAGE


def test_a_message_speaks_of_the_same_values_in_both():
    both = set(entries("en")) & set(entries("de"))
    extra = {"owners", "players", "shares", "single"}  # Ways to say whose cubes.
    unlike = {
        key: found
        for key in both
        if (found := variables("en", key) ^ variables("de", key)) - extra
        and not key.startswith("caption-")
    }
    assert unlike == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_nouns_of_a_drawer_have_the_forms_that_sentences_ask_for(language):
    for key in entries(language):
        for variable, form in asked(language, key).forms:
            for drawer in (each for each, names in FORMS.items() if variable in names and form):
                for noun in (each for each in entries(language) if each.startswith(f"{drawer}-")):
                    there = {each.id.name for each in entries(language)[noun].attributes}
                    rare = drawer == "building" and form in ("no", "in", "plural", "to")
                    assert form in there or rare, f"{key}: {noun}.{form}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_markup_in_a_message(language):
    """Text is escaped where it enters HTML, so a message has no tags and no entities."""
    body = re.sub(r"^#.*$|->", "", source(language), flags=re.MULTILINE)
    assert not re.search(r"[<>\u2066-\u2069]|&\w+;", body)


@pytest.mark.parametrize("language", LANGUAGES)
def test_plain_messages_need_no_parser(language):
    """The short cut for plain words says what the parser says."""
    for key, entry in entries(language).items():
        found = entry.value.elements if entry.value else []
        if len(found) == 1 and isinstance(only := found[0], ftl.TextElement):
            assert catalogue(language).say(key, {}) == only.value


# ------------------------------------------------------------------ missing and unused keys

KEY = re.compile(r"[a-z][a-z_]*-[\w-]*\w")
"""A key: its drawer, a hyphen, and a name."""


@cache
def named() -> tuple[dict[str, str], list[re.Pattern[str]]]:
    """Texts in the sources of the package with their file, and families of keys put together.

    A key is a literal, or an f-string with its drawer in front: `f"age-{name}"`.
    """
    texts: dict[str, str] = {}
    families: list[re.Pattern[str]] = []
    for path in sorted(PACKAGE.rglob("*")):
        if path.suffix == ".py":
            _read_python(path, texts, families)
        elif path.suffix in (".js", ".mjs", ".html"):
            text = path.read_text("utf-8")
            texts |= dict.fromkeys(re.findall(r"""["'`]([a-z]\w*-[\w-]+)["'`]""", text), path.name)
            families += [
                re.compile(re.escape(start) + r"[\w-]+")
                for start in re.findall(r"`([a-z]\w*-[\w-]*)\$\{", text)
            ]
    return texts, families


def _read_python(path: Path, texts: dict[str, str], families: list[re.Pattern[str]]) -> None:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            texts.setdefault(node.value, path.name)
        elif isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
            start = str(node.values[0].value)
            if re.match(r"[a-z]\w*-", start):
                parts = (
                    re.escape(str(each.value)) if isinstance(each, ast.Constant) else r"[\w-]+"
                    for each in node.values
                )
                families.append(re.compile("".join(parts)))


def test_every_key_is_used():
    texts, families = named()
    inside = set().union(
        *(
            asked(each, key).messages | asked(each, key).items
            for each in LANGUAGES
            for key in entries(each)
        )
    )
    unused = {
        key
        for language in LANGUAGES
        for key in entries(language)
        if key not in texts
        and key not in inside
        and not any(each.fullmatch(key) for each in families)
    }
    assert unused == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_that_a_message_names_is_there(language):
    wanted = set().union(
        *(asked(language, key).messages | asked(language, key).items for key in entries(language))
    )
    assert wanted - set(entries(language)) == set()


def test_every_key_that_the_package_asks_for_is_there():
    missing = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and node.args:
                maker = ast.unparse(node.func).rpartition(".")[2]
                first = node.args[0]
                if maker in ("say", "Said", "Thing") and isinstance(first, ast.Constant):
                    key = str(first.value).partition(".")[0]
                    there = key in entries("en") and key in entries("de")
                    if KEY.fullmatch(key) and not there:
                        missing[key] = path.name
    assert missing == {}


def test_every_event_has_a_caption_and_no_caption_is_left_over():
    events = {f"caption-{each.__name__}" for each in e.EVENT_TYPES}
    assert {key for key in entries("en") if re.match("caption-[A-Z]", key)} == events


def test_a_caption_uses_only_values_that_its_event_gives():
    given: dict[str, set[str]] = {}
    for event, _ in (*SAMPLES, *GERMAN):
        key = f"caption-{type(event).__name__}"
        given.setdefault(key, set()).update(values(event, ("A", "B", "C")))
    for language in LANGUAGES:
        for key, known in given.items():
            assert variables(language, key) <= known, key


# ------------------------------------------------------------------ words


NAMES = ("Max", "Weiß", "Grün")
EVENTS = list({repr(event): event for event, _ in (*SAMPLES, *GERMAN)}.values())


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
        assert catalogue(language).say(key, told) == judge.say(key, told)


@pytest.mark.parametrize("name", ["<b>Ann</b>", "{ $who }", "日本", "O'Neil", "a\nb", "\u202eX"])
def test_odd_names_are_said_as_they_are(name):
    falls = next(each for each in EVENTS if isinstance(each, e.ShadowFalls))
    for language in LANGUAGES:
        assert name in caption(falls, (name, name), language)


def test_no_isolation_marks():
    for language in LANGUAGES:
        for event in EVENTS:
            assert not set(caption(event, NAMES, language)) & set("\u2066\u2067\u2068\u2069")


def test_mistakes_are_errors():
    with pytest.raises(KhronosError, match=r"no message 'caption-CoinSpent' in en\.ftl; near are"):
        say("caption-CoinSpent")
    with pytest.raises(KhronosError, match=r"no message '§§§' in en\.ftl$"):
        say("§§§")
    with pytest.raises(KhronosError, match=r"'caption-CoinsSpent' speaks of \$who"):
        say("caption-CoinsSpent", n=1)
    with pytest.raises(KhronosError, match=r"'age-faith' in de\.ftl has no form 'xyz'"):
        say("age-faith.xyz", "de")
    broken = Catalogue("en", "a = {\nb = { -term }\n")
    with pytest.raises(KhronosError, match="cannot read this"):
        broken.say("a", {})
    with pytest.raises(KhronosError, match="we use no TermReference"):
        broken.say("b", {})


def test_values_are_shown_as_the_language_has_them():
    page = Catalogue("de", "and = und\nx = { $it }\ny = z\n")
    shown = [1234567, "a", ("a", "b", 3), Said("y"), (Said("y"), Said("y"))]
    assert [page.say("x", {"it": each}) for each in shown] == [
        *("1.234.567", "a", "a, b und 3", "z", "z und z"),
    ]
