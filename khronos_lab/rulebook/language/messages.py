"""Catalogue: the messages of one language, made ready when they are first asked for.

The syntax is Fluent's, and its own parser reads it (`fluent.syntax`). What is made of it here is a
function per message, because captions of whole games are formatted by the thousand: Fluent's own
runtime needs 1.4 s to begin (30 ms here) and six times as long for a message; the tests compare the
two. Mistakes are errors: an unknown key, form or variable raises, nothing is guessed or left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import partial
from typing import Any, Final

from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.language import Said, Thing, capital

Values = Mapping[str, Any]
Say = Callable[[Values], str]

_ENTRY: Final = re.compile(r"^(-?[A-Za-z][\w-]*) *=", re.MULTILINE)
_PLAIN: Final = re.compile(r"[^\s{}\[*.\"][^{}\n]*")
_DIGITS: Final = {"en": ",", "de": "."}
"""What stands between thousands."""


class Catalogue:
    """The messages of one language."""

    def __init__(self, language: str, source: str) -> None:
        self.language = language
        self._sources = dict(_entries(source))
        self._ready: dict[str, Say] = {}
        self._functions: dict[str, Callable[..., str]] = {
            "FORM": self.form,
            "WHICH": self.which,
            "EITHER": partial(self.which, last="or"),
            "LIST": self.listed,
            "CAPITAL": lambda value: capital(self.text(value)),
        }

    # ------------------------------------------------------------------ asking

    def say(self, key: str, values: Values) -> str:
        """A message, or one of its forms (`age-faith.in`), with its values."""
        return (self._ready.get(key) or self._made(key))(values)

    def __contains__(self, key: str) -> bool:
        return key in self._sources

    def __iter__(self) -> Iterator[str]:
        """All messages, in the order of the file."""
        return iter(self._sources)

    def form(self, what: Any, form: str = "") -> str:
        """FORM: the noun of a thing in the form asked for (`gen`, `in`)."""
        key = what.thing.key
        key = f"{key}.{form}" if form else key
        return (self._ready.get(key) or self._made(key))({})

    def which(self, what: Any, form: str = "", last: str = "and") -> str:
        """WHICH: a thing with its owner and place; several are joined by `and` (EITHER: `or`).

        What is no thing is said as it is: a choice may be between squares or players.
        """
        if isinstance(what, tuple) and not hasattr(what, "thing"):
            return self.joined([self.which(each, form) for each in what], last)
        thing: Thing | None = getattr(what, "thing", None)
        if thing is None:
            return self.text(what)
        noun = self.form(thing, form)
        if not thing.which:
            return noun
        return self.say(thing.which, {"noun": noun, "owner": thing.owner, "place": thing.place})

    def listed(self, items: Iterable[Values], key: str) -> str:
        """LIST: a message for each item, joined by `and`."""
        return self.joined([self.say(key, each) for each in items])

    def joined(self, parts: list[str], last: str = "and") -> str:
        """`a1, d1 and f1`."""
        if len(parts) < 2:
            return "".join(parts)
        return f"{', '.join(parts[:-1])} {self.say(last, {})} {parts[-1]}"

    def text(self, value: Any) -> str:
        """A variable as it is shown."""
        if isinstance(value, str):
            return value
        if hasattr(value, "thing"):
            return self.form(value)
        if isinstance(value, int):
            return f"{value:,}".replace(",", _DIGITS[self.language])
        if isinstance(value, Said):
            return self.say(value.key, value.values)
        if isinstance(value, tuple):
            return self.joined([self.text(each) for each in value])
        return str(value)

    # ------------------------------------------------------------------ making ready

    def _made(self, key: str) -> Say:
        name, _, form = key.partition(".")
        source = self._sources.get(name)
        if source is None:
            near = get_close_matches(name, self._sources, 3)
            hint = f"; near are {', '.join(near)}" if near else ""
            raise KhronosError(f"there is no message {name!r} in {self.language}.ftl{hint}")
        text = source.partition("=")[2].strip()
        if not form and _PLAIN.fullmatch(text):
            # Most messages are a few plain words: no parser is needed for these.
            self._ready[key] = _constant(text)
            return self._ready[key]
        self._parse(name, source)
        if key not in self._ready:
            raise KhronosError(f"the message {name!r} in {self.language}.ftl has no form {form!r}")
        return self._ready[key]

    def _parse(self, name: str, source: str) -> None:
        from fluent.syntax import FluentParser, ast

        entry = FluentParser(with_spans=False).parse_entry(source)
        if not isinstance(entry, ast.Message):
            raise KhronosError(f"cannot read this in {self.language}.ftl:\n{source}")
        if entry.value is not None:
            self._ready[name] = self._pattern(name, entry.value)
        for each in entry.attributes:
            key = f"{name}.{each.id.name}"
            self._ready[key] = self._pattern(key, each.value)

    def _pattern(self, key: str, pattern: Any) -> Say:
        parts = [self._element(key, each) for each in pattern.elements]
        if len(parts) == 1:
            return parts[0]
        return lambda values: "".join([each(values) for each in parts])

    def _element(self, key: str, element: Any) -> Say:
        if type(element).__name__ == "TextElement":
            return _constant(element.value)
        inner = element.expression
        made: Say = (
            self._select(key, inner)
            if type(inner).__name__ == "SelectExpression"
            else self._expression(key, inner)
        )
        if type(inner).__name__ != "VariableReference":
            return made
        text = self.text

        def shown(values: Values) -> str:
            found = made(values)
            return found if type(found) is str else text(found)

        return shown

    def _expression(self, key: str, node: Any) -> Callable[[Values], Any]:
        match type(node).__name__:
            case "StringLiteral":
                return _constant(node.parse()["value"])
            case "VariableReference":
                return partial(_value, key, node.id.name)
            case "MessageReference":
                name = node.id.name + (f".{node.attribute.name}" if node.attribute else "")
                return partial(self.say, name)
            case "FunctionReference":
                return self._call(key, node)
        raise KhronosError(f"{key} in {self.language}.ftl: we use no {type(node).__name__}")

    def _call(self, key: str, node: Any) -> Say:
        function = self._functions[node.id.name]
        first, *rest = (self._expression(key, each) for each in node.arguments.positional)
        if not rest:
            return lambda values: function(first(values))
        (second,) = rest
        return lambda values: function(first(values), second(values))

    def _select(self, key: str, node: Any) -> Say:
        """A choice: by an exact number, by `one` or `other`, by `yes` or `no`, or by a word."""
        chosen = self._expression(key, node.selector)
        variants: dict[object, Say] = {}
        for each in node.variants:
            made = self._pattern(key, each.value)
            named = type(each.key).__name__ == "Identifier"
            variants[each.key.name if named else int(each.key.value)] = made
            if each.default:
                fallback = made

        def select(values: Values) -> str:
            value = chosen(values)
            if value.__class__ is bool:
                value = "yes" if value else "no"
            found = variants.get(value)
            if found is None and value.__class__ is int:
                # English and German have two forms; a language with more takes Babel's rule.
                found = variants.get("one" if value == 1 else "other")
            return (found or fallback)(values)

        return select


def _entries(source: str) -> Iterator[tuple[str, str]]:
    """Each message with its lines; comments end one."""
    starts = list(_ENTRY.finditer(source))
    ends = [each.start() for each in starts[1:]] + [len(source)]
    for start, end in zip(starts, ends, strict=True):
        text = source[start.start() : end]
        comment = text.find("\n#")
        yield start[1], text if comment < 0 else text[:comment]


def _constant(text: str) -> Say:
    return lambda values: text


def _value(key: str, name: str, values: Values) -> Any:
    if name not in values:
        raise KhronosError(f"the message {key!r} speaks of ${name}, which it was not given")
    return values[name]
