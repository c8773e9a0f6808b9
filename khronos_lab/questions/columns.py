"""Columns: the words, the order and the colours of what rows are about.

Colours are those of the theme by their meaning there: an age has the style of its taxes, a kind its
own, what ends a building the mark of what happens to it. Each has stripes, a dash or a shape, too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from khronos_lab.drawing import (
    GRID,
    INK,
    KIND,
    MARKS,
    MUTED,
    PAPER,
    PLAYERS,
    SOURCES,
    charts,
    kind_fill,
    mixed,
    source_fill,
)
from khronos_lab.rulebook import (
    BUILDING_NAMES,
    KINDS,
    KhronosError,
    building_thing,
    catalogue,
    say,
    there_is_no,
)

Fills = Mapping[str, tuple[str, dict[str, Any]]]
"""Words and style of the parts of bars, in their order."""
_KINDS: Final = {kind.word: kind for kind in KINDS}

# ------------------------------------------------------------------ words


def label_of(column: str, value: object) -> str:
    """The words for a value of a column.

    >>> label_of("age", "Faith"), label_of("seat", 0), label_of("player", "greedy")
    ('Faith', 'seat 1', 'greedy')
    """
    if value is None:
        return say("caption-unknown")
    if said := _SAID.get(column):
        return said(value)
    key = f"{column}-{value}"
    return say(key) if key in catalogue() else str(value)


def labels_of(names: Sequence[str], row: Mapping[str, Any]) -> str:
    """The words for several columns of a row; a kind and its rank are a building."""
    building = {"kind", "rank"} <= {name for name in names if row[name] is not None}
    single = [name for name in names if not building or name not in ("kind", "rank")]
    said = [label_of(name, row[name]) for name in single]
    if building:
        said.append(say(building_thing(_KINDS[row["kind"]], row["rank"])))
    return ", ".join(said) or say("caption-all_players")


BUILDINGS: Final = {
    name: (kind, rank) for kind in KINDS for rank, name in enumerate(BUILDING_NAMES[kind]) if rank
}
"""By name: kind and rank of the buildings that players choose."""


def building_of(name: object) -> tuple[str, int]:
    """Kind and rank of a building by its English name.

    >>> building_of("keep")
    ('military', 2)
    """
    if name not in BUILDINGS:
        raise KhronosError(there_is_no("building", name, list(BUILDINGS)))
    kind, rank = BUILDINGS[str(name)]
    return kind.word, rank


_WHOSE: Final = {"own": "own", "another's": "other", "nobody's": "nobody"}

_SAID: Final[Mapping[str, Callable[[Any], str]]] = {
    "age": lambda value: say(f"age-{value.lower()}"),
    "round": lambda value: f"{say('word-round')} {value}",
    "seat": lambda value: f"{say('word-seat')} {value + 1}",
    "place": lambda value: f"{say('caption-place')} {value + 1}",
    "players": lambda value: say("n-players", n=value),
    "won": lambda value: say("word-winners" if value else "caption-others"),
    "is_start": lambda value: say("word-start_player" if value else "caption-others"),
    "holdem": lambda value: say("rule-holdem" if value else "caption-no_holdem"),
    "purpose": lambda value: say(f"source-{value}"),
    "victim": lambda value: say(f"victim-{_WHOSE[value]}"),
    "building": lambda value: say(building_thing(*BUILDINGS[value])),
}


def measure_word(name: str) -> str:
    """The words for a measure of games or players; one of your own is called as its column."""
    what, _, building = name.partition("_")
    if what in ("chosen", "wins") and building in BUILDINGS:
        return say(f"measure-{what}", building=building_thing(*BUILDINGS[building]))
    key = f"measure-{name}"
    return say(key) if key in catalogue() else name.replace("_", " ")


_VERBS: Final = {
    "build": "action-Build", "upgrade": "action-Upgrade", "demolish": "action-Demolish",
    "restore": "action-Restore", "populate": "action-Populate", "exchange": "action-Exchange",
    "swap": "action-Swap", "travel": "action-Travel", "nothing": "panel-nothing",
}  # fmt: skip


def opening_words(opening: str) -> str:
    """An opening as the statistic tells it, in words for a figure.

    >>> opening_words("build civil 2 in Might; build military 1 in Might; travel to Faith")
    'build town, watchtower (Might); travel (Faith)'
    """
    found: dict[tuple[str, str], list[str]] = {}
    for action in opening.split("; "):
        words = action.split()
        verb, key = words[0], f"age-{words[-1].lower()}"
        verb = say(_VERBS[verb]) if verb in _VERBS else verb
        age = f"({say(key)})" if key in catalogue() else ""
        things = found.setdefault((verb, age), [])
        for word, following in pairwise(words):
            if word in _KINDS and following.isdecimal():
                things.append(say(building_thing(_KINDS[word], int(following))))
            elif word == "rank" and following.isdecimal():
                things.append(say(f"rank-{following}"))
    parts = [(verb, ", ".join(what), age) for (verb, age), what in found.items()]
    said = (say("opening-part", verb=verb, what=what, age=age) for verb, what, age in parts)
    return "; ".join(" ".join(each.split()) for each in said)


# ------------------------------------------------------------------ fills

PARTS: Final = ("bonus", "tax_might", "tax_faith", "tax_reason", "taxes")
"""Parts of an income, in the order of their drawing."""


def part_of(source: str, age: str | None) -> str:
    return source if source == "bonus" or age is None else f"tax_{age.lower()}"


def part_word(part: str) -> str:
    return say("word-taxes" if part == "taxes" else f"source-{part.replace('_', '-')}")


def part_fill(part: str) -> dict[str, Any]:
    """How a part of an income is filled; taxes of no known age have the mark of a payment."""
    return charts.filled(MARKS["pay"].colour, "xx") if part == "taxes" else source_fill(part)


def age_fill(age: str) -> dict[str, Any]:
    return source_fill(f"tax_{age.lower()}")


def kind_word_fill(kind: str | None) -> dict[str, Any]:
    """How a kind is filled; None is several kinds together."""
    return charts.filled(PAPER, "xx") if kind is None else kind_fill(_KINDS[kind])


PURPOSES: Final[Mapping[str, dict[str, Any]]] = {
    "exchange": charts.filled(mixed(INK, PAPER, 0.25), ""),
    "travel": charts.filled(mixed(INK, PAPER, 0.85), "//"),
    "demolition": charts.filled(mixed(INK, PAPER, 0.55), "xx"),
}

_NEW, _GONE, _CONFLICT = (MARKS[name].colour for name in ("new", "gone", "conflict"))
_SHADOW = MUTED

FATES: Final[Mapping[str, dict[str, Any]]] = {
    "standing": charts.filled(mixed(GRID, PAPER, 0.5)),
    "upgraded": charts.filled(_NEW),
    "succeeded": charts.filled(mixed(_NEW, PAPER, 0.6), "//"),
    "paradox": charts.filled(_GONE, "xx"),
    "demolished": charts.filled(MARKS["pay"].colour, "\\\\"),
    "shrunk": charts.filled(mixed(_CONFLICT, PAPER, 0.5), ".."),
    "destroyed": charts.filled(_CONFLICT, "++"),
    "withdrawn": charts.filled(_SHADOW, ".."),
    "replaced": charts.filled(mixed(_SHADOW, PAPER, 0.6), "--"),
}
"""By fate; what still stands comes first, then what grew, then what died."""

OUTCOMES: Final[Mapping[str, dict[str, Any]]] = {
    "cast": charts.filled(mixed(_SHADOW, PAPER, 0.65)),
    "blocked.B3a": charts.filled(_GONE, "//"),
    "blocked.B3b": charts.filled(mixed(_GONE, PAPER, 0.55), "\\\\"),
    "blocked": charts.filled(_GONE, "xx"),
    "missing": charts.filled(SOURCES["bonus"].colour, ".."),
}
"""By how a copy ends, with the clause that blocked it."""

VICTIMS: Final[Mapping[str, dict[str, Any]]] = {
    "own": charts.filled(mixed(MUTED, PAPER, 0.6), ".."),
    "another's": charts.filled(_GONE, "//"),
    "nobody's": charts.filled(PAPER, "xx"),
}


def fills_of(column: str, fills: Mapping[str, dict[str, Any]]) -> Fills:
    return {value: (label_of(column, value), style) for value, style in fills.items()}


# ------------------------------------------------------------------ lines


def line_style(column: str, value: object, place: int) -> dict[str, Any]:
    """How a curve is drawn: the colour by meaning where there is one, dash and shape by place."""
    style = PLAYERS[place % len(PLAYERS)]
    colour = style.line
    if column == "kind" and value in _KINDS:
        colour = KIND[_KINDS[str(value)]]
    elif column == "age" and value is not None:
        colour = SOURCES[f"tax_{str(value).lower()}"].colour
    return {"color": colour, "linestyle": style.dash, "marker": style.marker}


CAUSES: Final[Mapping[str, dict[str, Any]]] = {
    "paradox": {"color": _GONE, "linestyle": "-", "marker": "*"},
    "demolished": {
        "color": MARKS["pay"].colour, "linestyle": (0, (6, 1.5, 1.5, 1.5)), "marker": "v",
    },
    "shrunk": {"color": _CONFLICT, "linestyle": (0, (2.5, 1)), "marker": "s"},
    "destroyed": {"color": INK, "linestyle": (0, (7, 2)), "marker": "D"},
    "withdrawn": {"color": MUTED, "linestyle": (0, (1.5, 1.5)), "marker": "o"},
    "replaced": {"color": MARKS["touched"].colour, "linestyle": (0, (4, 2)), "marker": "^"},
}  # fmt: skip
