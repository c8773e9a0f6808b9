"""How figures of statistics name and show what rows are about: ages, kinds, fates, purposes.

Colours are those of the theme by their meaning there: an age has the style of its taxes, a kind its
own, what ends a building the mark of what happens to it. Each has stripes, a dash or a shape, too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Final

from khronos_lab.drawing.statistics.figure_parts import filled
from khronos_lab.drawing.themes import (
    GRID,
    INK,
    KIND,
    MARKS,
    MUTED,
    PAPER,
    PLAYERS,
    SOURCES,
    kind_fill,
    mixed,
    source_fill,
)
from khronos_lab.rulebook import BUILDING_NAMES, KINDS, building_thing, catalogue, say

_KINDS: Final = {kind.word: kind for kind in KINDS}
_BUILDINGS: Final = {
    name: building_thing(kind, rank)
    for kind in KINDS
    for rank, name in enumerate(BUILDING_NAMES[kind])
    if rank
}

# ------------------------------------------------------------------ words


def label_of(column: str, value: object, language: str | None = None) -> str:
    """The words for a value of a column.

    >>> label_of("age", "Faith", "de"), label_of("seat", 0), label_of("player", "greedy")
    ('Glaube', 'seat 1', 'greedy')
    """
    if value is None:
        return say("caption-unknown", language)
    said = _SAID.get(column)
    return said(value, language) if said else str(value)


def labels_of(names: Sequence[str], row: Mapping[str, Any], language: str | None = None) -> str:
    """The words for several columns of a row; a kind and its rank are a building."""
    building = {"kind", "rank"} <= {name for name in names if row[name] is not None}
    single = [name for name in names if not building or name not in ("kind", "rank")]
    said = [label_of(name, row[name], language) for name in single]
    if building:
        said.append(say(building_thing(_KINDS[row["kind"]], row["rank"]), language))
    return ", ".join(said) or say("caption-all_players", language)


def _counted_from_one(key: str) -> Callable[[Any, str | None], str]:
    return lambda value, language: f"{say(key, language)} {value + 1}"


def _yes_no(yes: str, no: str) -> Callable[[Any, str | None], str]:
    return lambda value, language: say(yes if value else no, language)


_WHOSE: Final = {"own": "own", "another's": "other", "nobody's": "nobody"}

_SAID: Final[Mapping[str, Callable[[Any, str | None], str]]] = {
    "age": lambda value, language: say(f"age-{value.lower()}", language),
    "kind": lambda value, language: say(f"kind-{value}", language),
    "rank": lambda value, language: say(f"rank-{value}", language),
    "round": lambda value, language: f"{say('word-round', language)} {value}",
    "seat": _counted_from_one("word-seat"),
    "place": _counted_from_one("caption-place"),
    "players": lambda value, language: say("n-players", language, n=value),
    "won": _yes_no("word-winners", "caption-others"),
    "is_start": _yes_no("word-start_player", "caption-others"),
    "holdem": _yes_no("rule-holdem", "caption-no_holdem"),
    "edition": lambda value, language: say(f"edition-{value}", language),
    "event": lambda value, language: say(f"event-{value}", language),
    "fate": lambda value, language: say(f"fate-{value}", language),
    "birth": lambda value, language: say(f"birth-{value}", language),
    "purpose": lambda value, language: say(f"source-{value}", language),
    "victim": lambda value, language: say(f"victim-{_WHOSE[value]}", language),
}


def measure_word(name: str, language: str | None = None) -> str:
    """The words for a measure of games or players; one of your own is called as its column."""
    what, _, building = name.partition("_")
    if what in ("chosen", "wins") and building in _BUILDINGS:
        return say(f"measure-{what}", language, building=_BUILDINGS[building])
    key = f"measure-{name}"
    return say(key, language) if key in catalogue(language) else name.replace("_", " ")


_VERBS: Final = {
    "build": "action-Build", "upgrade": "action-Upgrade", "demolish": "action-Demolish",
    "restore": "action-Restore", "populate": "action-Populate", "exchange": "action-Exchange",
    "swap": "action-Swap", "travel": "action-Travel", "nothing": "panel-nothing",
}  # fmt: skip


def opening_words(opening: str, language: str | None = None) -> str:
    """An opening as the statistic tells it, in words for a figure.

    >>> opening_words("build civil 2 in Might; build military 1 in Might; travel to Faith")
    'build town, watchtower (Might); travel (Faith)'
    """
    found: dict[tuple[str, str], list[str]] = {}
    for action in opening.split("; "):
        verb, what, age = _action(action.split(), language)
        found.setdefault((verb, age), []).extend(what)
    parts = [(verb, ", ".join(what), age) for (verb, age), what in found.items()]
    said = (
        say("opening-part", language, verb=verb, what=what, age=age) for verb, what, age in parts
    )
    return "; ".join(" ".join(each.split()) for each in said)


def _action(words: Sequence[str], language: str | None) -> tuple[str, list[str], str]:
    """Of an action: the verb, what it is done to, and the age in brackets."""
    verb, key = words[0], f"age-{words[-1].lower()}"
    what = []
    for word, following in pairwise(words):
        if word in _KINDS and following.isdecimal():
            what.append(say(building_thing(_KINDS[word], int(following)), language))
        elif word == "rank" and following.isdecimal():
            what.append(say(f"rank-{following}", language))
    said = say(_VERBS[verb], language) if verb in _VERBS else verb
    return said, what, f"({say(key, language)})" if key in catalogue(language) else ""


# ------------------------------------------------------------------ fills

PARTS: Final = ("bonus", "tax_might", "tax_faith", "tax_reason", "taxes")
"""Parts of an income, in the order of their drawing."""


def part_of(source: str, age: str | None) -> str:
    """The part of an income that a payment belongs to."""
    return source if source == "bonus" or age is None else f"tax_{age.lower()}"


def part_word(part: str, language: str | None = None) -> str:
    """The words for a part of an income."""
    if part == "taxes":
        return say("word-taxes", language)
    return say(f"source-{part.replace('_', '-')}", language)


def part_fill(part: str) -> dict[str, Any]:
    """How a part of an income is filled; taxes of no known age have the mark of a payment."""
    return filled(MARKS["pay"].colour, "xx") if part == "taxes" else source_fill(part)


def age_fill(age: str) -> dict[str, Any]:
    """How an age is filled: as its taxes are."""
    return source_fill(f"tax_{age.lower()}")


def kind_word_fill(kind: str | None) -> dict[str, Any]:
    """How a kind is filled; None is several kinds together."""
    return filled(PAPER, "xx") if kind is None else kind_fill(_KINDS[kind])


PURPOSES: Final[Mapping[str, dict[str, Any]]] = MappingProxyType(
    {
        "exchange": filled(mixed(INK, PAPER, 0.25), ""),
        "travel": filled(mixed(INK, PAPER, 0.85), "//"),
        "demolition": filled(mixed(INK, PAPER, 0.55), "xx"),
    }
)

_NEW, _GONE, _CONFLICT, _SHADOW = (
    MARKS[name].colour for name in ("new", "gone", "conflict", "shadow")
)

FATES: Final[Mapping[str, dict[str, Any]]] = MappingProxyType(
    {
        "standing": filled(mixed(GRID, PAPER, 0.5)),
        "upgraded": filled(_NEW),
        "succeeded": filled(mixed(_NEW, PAPER, 0.6), "//"),
        "paradox": filled(_GONE, "xx"),
        "demolished": filled(MARKS["pay"].colour, "\\\\"),
        "shrunk": filled(mixed(_CONFLICT, PAPER, 0.5), ".."),
        "destroyed": filled(_CONFLICT, "++"),
        "withdrawn": filled(_SHADOW, ".."),
        "replaced": filled(mixed(_SHADOW, PAPER, 0.6), "--"),
    }
)
"""By fate; what still stands comes first, then what grew, then what died."""

OUTCOMES: Final[Mapping[str, dict[str, Any]]] = MappingProxyType(
    {
        "cast": filled(mixed(_SHADOW, PAPER, 0.65)),
        "blocked.B3a": filled(_GONE, "//"),
        "blocked.B3b": filled(mixed(_GONE, PAPER, 0.55), "\\\\"),
        "blocked": filled(_GONE, "xx"),
        "missing": filled(SOURCES["bonus"].colour, ".."),
    }
)
"""By how a copy ends, with the clause that blocked it."""

VICTIMS: Final[Mapping[str, dict[str, Any]]] = MappingProxyType(
    {
        "own": filled(mixed(MUTED, PAPER, 0.6), ".."),
        "another's": filled(_GONE, "//"),
        "nobody's": filled(PAPER, "xx"),
    }
)

# ------------------------------------------------------------------ lines


def line_of(column: str, value: object, place: int) -> dict[str, Any]:
    """How a curve is drawn: the colour by meaning where there is one, dash and shape by place."""
    style = PLAYERS[place % len(PLAYERS)]
    colour = style.line
    if column == "kind" and value in _KINDS:
        colour = KIND[_KINDS[str(value)]]
    elif column == "age" and value is not None:
        colour = SOURCES[f"tax_{str(value).lower()}"].colour
    return {"color": colour, "linestyle": style.dash, "marker": style.marker}


CAUSES: Final[Mapping[str, dict[str, Any]]] = MappingProxyType(
    {
        "paradox": {"color": _GONE, "linestyle": "-", "marker": "*"},
        "demolished": {"color": MARKS["pay"].colour, "linestyle": (0, (6, 1.5, 1.5, 1.5)),
                       "marker": "v"},
        "shrunk": {"color": _CONFLICT, "linestyle": (0, (2.5, 1)), "marker": "s"},
        "destroyed": {"color": INK, "linestyle": (0, (7, 2)), "marker": "D"},
        "withdrawn": {"color": MUTED, "linestyle": (0, (1.5, 1.5)), "marker": "o"},
        "replaced": {"color": MARKS["touched"].colour, "linestyle": (0, (4, 2)), "marker": "^"},
    }
)  # fmt: skip
"""By cause of death."""
