"""Story: what stands on a square, whose it is, which domain, and how it came about."""

from __future__ import annotations

from khronos_lab.analysis.provenance import Provenance
from khronos_lab.core.board import Building
from khronos_lab.core.squares import bits, first, name
from khronos_lab.core.state import GameState
from khronos_lab.drawing.control_areas import Holding, holdings
from khronos_lab.players.knowledge import ALL
from khronos_lab.rulebook.language import (
    age_word,
    building_word,
    coins,
    counted,
    listed,
    term,
    terrain_word,
)
from khronos_lab.rulebook.pieces import Age
from khronos_lab.viewer.html import NOTHING, Markup, link, tag, together
from khronos_lab.widgets.kit.frame_panels import DASH, seat_mark
from khronos_lab.widgets.kit.hidden_cards import Eyes, seen


def story_panel(
    provenance: Provenance,
    state: GameState,
    index: int,
    age: Age,
    sq: int,
    language: str,
    eyes: Eyes = ALL,
) -> Markup:
    """Everything about a square of an age at a frame; the steps of its story are links."""
    origin = provenance.of(sq, age, index)
    terrain = terrain_word(state.grid.terrain(sq), language)
    head = tag("h4", f"{name(sq)}, {age_word(age, language)} ({terrain})")
    items = [
        tag("li", link(seen(each.entry, eyes).text(language), each.step + 1))
        for each in origin.links
    ]
    began = tag("p", term("panel.from_start", language)) if origin.from_start else NOTHING
    chain = tag("ol", *items, class_="kl-chain") if items else NOTHING
    story = tag("h4", term("panel.story", language)) if items or origin.from_start else NOTHING
    return together(
        [head, _standing(state, age, sq, origin.building, language), story, began, chain]
    )


def _standing(
    state: GameState, age: Age, sq: int, building: Building | None, language: str
) -> Markup:
    if building is None:
        return tag("p", term("panel.square.empty", language))
    return together(
        [
            tag("p", tag("b", building_text(building, language)), ", ", *_whose(state, building)),
            _domain(state, age, sq, language),
        ]
    )


def building_text(building: Building, language: str) -> str:
    """The name of a building with its first square, and how far a ruin is restored."""
    word = (
        term("building.printed", language)
        if building.printed
        else building_word(building.kind, building.rank, language, ruin=building.ruin)
    )
    half = building.ruin and building.cubes
    state = f" ({term('ruin.half_restored', language)})" if half else ""
    return f"{word} {name(building.square)}{state}"


def _whose(state: GameState, building: Building) -> list[Markup]:
    """The owner, or everybody who has cubes there."""
    seats = (building.owner,) if building.owner is not None else building.cubes
    found = [together([seat_mark(seat), " ", state.players[seat].name, " "]) for seat in seats]
    return found or [together([DASH])]


def _domain(state: GameState, age: Age, sq: int, language: str) -> Markup:
    holding = next(each for each in holdings(state) if each.age is age and each.mask >> sq & 1)
    board = state.boards[age]
    number = sum(1 for anchor in board.buildings if holding.mask >> anchor & 1)
    start = name(first(holding.mask))
    size = (
        f"{term('domain', language).capitalize()} {start}: {counted(number, 'building', language)}"
    )
    squares = listed((name(each) for each in bits(holding.mask)), language)
    return together(
        [
            tag("p", tag("span", size, title=squares), ", ", _control(holding, state, language)),
            _payment(holding, state, language),
        ]
    )


def _control(holding: Holding, state: GameState, language: str) -> str:
    said = term(f"control.{holding.sort}", language)
    names = listed((state.players[seat].name for seat in holding.seats), language)
    return f"{said} ({names})" if names else said


def _payment(holding: Holding, state: GameState, language: str) -> Markup:
    if not holding.amount:
        return NOTHING
    amount = coins(holding.amount, language)
    if not holding.collecting:
        return tag("p", f"{term('panel.pays_nobody', language)} ({amount})")
    names = listed((state.players[seat].name for seat in holding.collecting), language)
    return tag("p", f"{term('panel.pays', language)} {amount}: {names}")
