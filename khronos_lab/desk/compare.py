"""Comparing what is shown with another position or age."""

from __future__ import annotations

from typing import Final, NamedTuple

from khronos_lab.analysis import Timeline, age_differences, differences
from khronos_lab.board import tag, together
from khronos_lab.core import GameState
from khronos_lab.desk.mode import Control, Panel
from khronos_lab.desk.spots import Spot, spot_text
from khronos_lab.drawing import draw_side_by_side, draw_two_ages
from khronos_lab.kit import OPEN, Coins, Eyes, image, purses_seen
from khronos_lab.rulebook import AGES, Age, cached_by_language, say

NOTHING: Final = ""
GAME: Final = "game"
PINNED: Final = "pinned"
PAIRS: Final = {"01": (AGES[0], AGES[1]), "12": (AGES[1], AGES[2]), "02": (AGES[0], AGES[2])}
CHOICES: Final = (NOTHING, GAME, PINNED, *PAIRS)


class Pin(NamedTuple):
    """A position that is remembered, and what it is called."""

    state: GameState
    label: str


# ------------------------------------------------------------------ two positions, two ages


def compare_controls(chosen: str, pin: Pin | None) -> tuple[Control, ...]:
    """What is compared with, and the button that remembers a position."""
    pairs = [(key, f"{say(one)} / {say(other)}") for key, (one, other) in PAIRS.items()]
    options = [(NOTHING, say("branch-compare-nothing"))]
    options.append((GAME, say("branch-compare-game")))
    if pin is not None:
        options.append((PINNED, pin.label))
    said = say("branch-compare")
    hint = say("branch-pin_hint")
    return (
        Control("branch.compare", "select", said, chosen, (*options, *pairs)),
        Control("branch.pin", "button", say("branch-pin"), hint=hint),
    )


def compare_panel(
    game: Timeline,
    line: Timeline,
    spot: Spot,
    chosen: str,
    pin: Pin | None,
    eyes: Eyes,
    coins: Coins = OPEN,
) -> list[Panel]:
    """What differs between what is shown and what it is compared with."""
    if chosen in PAIRS:
        return [_panel(*_ages(spot.state, *PAIRS[chosen]))]
    if chosen == GAME:
        pin = played_then(game, line, spot)
    elif chosen != PINNED:
        pin = None
    if pin is None:
        return []
    labels = (pin.label, spot_text(line, spot))
    seen = [set(purses_seen(state, eyes, coins)) for state in (pin.state, spot.state)]
    purses = tuple(sorted(seen[0] & seen[1]))
    return [_panel(*_sides(pin.state, spot.state, labels, purses))]


def _panel(png: bytes, words: str) -> Panel:
    """The boards, and what differs in sentences that stay readable on a narrow page."""
    title = say("view-difference")
    said = tag("ul", *(tag("li", line) for line in words.split("\n")), class_="kl-what-list")
    shows = image(png, title, " kl-what-boards")
    return Panel("branch_compared", title, together([shows, said]), wide=True)


def played_then(game: Timeline, line: Timeline, spot: Spot) -> Pin:
    """The game as it was played, at the end of the turn that is shown."""
    span = line.span_at(spot.frame)
    turn = 0 if span is None else span.turn
    moves = sum(each.turn <= turn for each in game.moves)
    state = game.moves[moves - 1].after if moves else game.start
    there = Spot((), moves, 0, state)
    return Pin(state, spot_text(game, there))


@cached_by_language(maxsize=8)
def _sides(
    first: GameState, second: GameState, labels: tuple[str, str], purses: tuple[int, ...]
) -> tuple[bytes, str]:
    # The boards stand one above the other under their labels, which are too long for sentences.
    places = (say("differences-upper"), say("differences-lower"))
    words = differences(first, second).text(places, purses)
    drawing = draw_side_by_side(first, second, labels=labels, words=False, purses=purses)
    return drawing.png(1.5), words


@cached_by_language(maxsize=8)
def _ages(state: GameState, first: Age, second: Age) -> tuple[bytes, str]:
    words = age_differences(state, first, second).text()
    return draw_two_ages(state, first, second, words=False).png(1.5), words
