"""Panels: everything that is said beside the boards about one frame, as escaped HTML."""

from __future__ import annotations

from base64 import b64encode
from typing import Final

from khronos_lab.analysis import Frame
from khronos_lab.board import Markup, tag, together
from khronos_lab.core import Effect, Event
from khronos_lab.drawing import GLYPH, INK, KIND, MARKS, PLAYERS, css
from khronos_lab.kit.hidden_cards import (
    STAR,
    Eyes,
    seen,
)
from khronos_lab.players import ALL
from khronos_lab.rulebook import KINDS, Cards, Kind, say
from khronos_lab.scenes import EFFECT_MARKS

DASH: Final = "\N{EN DASH}"
TIMES: Final = "\N{MULTIPLICATION SIGN}"
SIGNS: Final = {
    Effect.APPEARS: "+", Effect.VANISHES: "✕", Effect.BLOCKED: "⊘", Effect.JOINS: "⋈",
    Effect.SPLITS: "÷", Effect.CONFLICTS: "!", Effect.SHRINKS: "↓", Effect.CUBES: "■",
    Effect.PAYS: "●", Effect.CARDS: "▮",
}  # fmt: skip
"""By sort of effect: a sign, so that a list can be read at a glance."""
FALLS: Final = "→"


# ------------------------------------------------------------------ what happens, and why


def effect_sign(event: Event, class_: str) -> Markup:
    """The sign of what an event does, on the colour of its mark."""
    effect = event.about.effect
    mark = "shadow" if effect is None else EFFECT_MARKS[effect]
    sign = FALLS if event.about.mark == "shadow" else "·" if effect is None else SIGNS[effect]
    return sign_on_mark(sign, mark, class_)


def sign_on_mark(sign: str, mark: str, class_: str) -> Markup:
    """A sign on the colour of a mark."""
    style = f"background:{css(MARKS[mark].colour)}"
    return tag("span", sign, class_=class_, style=style, aria_hidden="true")


def where_text(frame: Frame, last: int) -> str:
    """The number of the step, the round and whose turn it is; `last` is the last step."""
    step = say("viewer-step", n=frame.index, all=last)
    if frame.entry is None:
        step = say("button-start")
    number = say("viewer-round", n=frame.round)
    return " · ".join([step, number, frame.state.players[frame.seat].name])


def caption_text(frame: Frame, eyes: Eyes = ALL) -> str:
    """The event in one sentence with its clause."""
    if frame.entry is None:
        return say("panel-game_start")
    return seen(frame.entry, eyes).text()


# ------------------------------------------------------------------ players


_SHAPES: Final = {
    "o": '<circle cx="8" cy="8" r="5.5"/>',
    "s": '<rect x="3" y="3" width="10" height="10"/>',
    "^": '<path d="M8 2.5 14 13H2Z"/>',
    "D": '<path d="M8 1.5 14.5 8 8 14.5 1.5 8Z"/>',
    "P": '<path d="M6 2h4v4h4v4h-4v4H6v-4H2V6h4Z"/>',
}
"""By matplotlib's letter: the same marker as in the pictures."""


def seat_mark(seat: int) -> Markup:
    """A player's marker in his colour."""
    style = PLAYERS[seat]
    return Markup(
        f'<svg class="kl-seat" viewBox="0 0 16 16" aria-hidden="true" fill="{style.colour}" '
        f'stroke="{INK}" stroke-width="1.2">{_SHAPES[style.marker]}</svg>'
    )


def cards_markup(cards: Cards, hidden: int) -> Markup:
    """Cards as small coloured letters, hidden ones as stars."""
    known = [_card(kind) for kind in KINDS for _ in range(cards[kind])]
    stars = [tag("span", STAR, class_="kl-card", title=say("panel-hidden")) for _ in range(hidden)]
    return together([*known, *stars]) or tag("span", DASH, class_="kl-nil")


def _card(kind: Kind) -> Markup:
    colours = f"background:{KIND[kind]};color:{GLYPH[kind]}"
    return tag("span", "mrc"[kind], class_="kl-card", style=colours, title=say(kind))


def image(png: bytes, words: str, more: str = "") -> Markup:
    """A picture that stands in the page itself, with what it says."""
    source = f"data:image/png;base64,{b64encode(png).decode()}"
    return tag("img", src=source, alt=words, class_=f"kl-what-picture{more}")
