"""Story: what stands on a square, whose it is, which domain, and how it came about."""

from __future__ import annotations

from khronos_lab.analysis.provenance import Origin, Provenance
from khronos_lab.core.board import Building
from khronos_lab.core.squares import bits, first, name
from khronos_lab.core.state import GameState
from khronos_lab.drawing.control_areas import Holding, holdings
from khronos_lab.players.knowledge import ALL
from khronos_lab.rulebook.language import capital, say
from khronos_lab.rulebook.pieces import Age, building_thing
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
    terrain = say(state.grid.terrain(sq), language)
    head = tag("h4", f"{name(sq)}, {say(age, language)} ({terrain})")
    items = [
        tag("li", link(seen(each.entry, eyes).text(language), each.step)) for each in origin.links
    ]
    began = _began(provenance, age, sq, origin, language) if origin.from_start else NOTHING
    chain = tag("ol", *items, class_="kl-chain") if items else NOTHING
    story = tag("h4", say("panel-story", language)) if items or origin.from_start else NOTHING
    return together(
        [head, _standing(state, age, sq, origin.building, language), story, began, chain]
    )


def _began(provenance: Provenance, age: Age, sq: int, origin: Origin, language: str) -> Markup:
    """What was there at the start; of something else than what stands there now by its name."""
    if not origin.links:
        return tag("p", say("card-begins", language))
    first = provenance.of(sq, age, 0).building
    if first is None:
        return NOTHING
    return tag("p", say("card-first", language, what=_noun(first, language)))


def _standing(
    state: GameState, age: Age, sq: int, building: Building | None, language: str
) -> Markup:
    if building is None:
        return tag("p", say("panel-square-empty", language))
    return together(
        [
            tag("p", tag("b", building_text(building, language)), ", ", *_whose(state, building)),
            _domain(state, age, sq, language),
        ]
    )


def building_text(building: Building, language: str) -> str:
    """The name of a building with its first square, and how far a ruin is restored."""
    word = _noun(building, language)
    half = building.ruin and building.cubes
    state = f" ({say('ruin-half_restored', language)})" if half else ""
    return f"{word} {name(building.square)}{state}"


def _noun(building: Building, language: str) -> str:
    if building.printed:
        return say("building-printed", language)
    return say(building_thing(building.kind, building.rank, ruin=building.ruin), language)


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
    domain, built = say("word-domain", language), say("n-buildings", language, n=number)
    size = f"{capital(domain)} {start}: {built}"
    squares = say("list-and", language, items=tuple(name(each) for each in bits(holding.mask)))
    return together(
        [
            tag("p", tag("span", size, title=squares), ", ", _control(holding, state, language)),
            _payment(holding, state, language),
        ]
    )


def _control(holding: Holding, state: GameState, language: str) -> str:
    said = say(f"control-{holding.sort}", language)
    names = say(
        "list-and", language, items=tuple(state.players[seat].name for seat in holding.seats)
    )
    return f"{said} ({names})" if names else said


def _payment(holding: Holding, state: GameState, language: str) -> Markup:
    if not holding.amount:
        return NOTHING
    amount = say("n-coins", language, n=holding.amount)
    if not holding.collecting:
        return tag("p", f"{say('panel-pays_nobody', language)} ({amount})")
    names = say(
        "list-and", language, items=tuple(state.players[seat].name for seat in holding.collecting)
    )
    return tag("p", f"{say('panel-pays', language)} {amount}: {names}")
