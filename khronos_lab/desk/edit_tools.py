"""What the sandbox does, without a page: tools, sources, scenarios made of a position."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, NamedTuple

from khronos_lab.analysis import Timeline, as_moment
from khronos_lab.core import (
    Action,
    Building,
    Demolish,
    GameState,
    Grid,
    OpenChoice,
    Populate,
    Restore,
    cards_of,
    player_marks,
    read_position,
)
from khronos_lab.engine import Outcome, action_text, as_cards, move_text, play_through, why_not
from khronos_lab.engine import position_editing as editing
from khronos_lab.kit import number_in
from khronos_lab.lessons import (
    SUFFIX,
    TOPICS,
    Exercise,
    Scenario,
    Text,
    Trial,
    Words,
    attempt_token,
    clauses_shown,
    exercises_on,
    problems,
    scenario_named,
    title,
    write_scenario,
)
from khronos_lab.records import GameRecord
from khronos_lab.rulebook import (
    AGES,
    DEMOLITION_COST,
    OWNED_KINDS,
    REASON,
    Age,
    KhronosError,
    Kind,
    Said,
    in_each_language,
)

TOOLS: Final = ("menu", "place", "own", "cube", "take_cube", "turn_over", "remove", "ask")
"""What a click does: open the menu of the square, or use a tool."""


# ------------------------------------------------------------------ tools


class Brush(NamedTuple):
    """A tool with what it puts down."""

    tool: str = "menu"
    kind: Kind = Kind.MILITARY
    rank: int = 2
    seat: int = 0
    """The owner of what is placed, or of a cube."""
    cast: bool = False
    """True: through the rules; False: just put down in one age."""


def applied(
    state: GameState, brush: Brush, age: Age, sq: int, answers: tuple[int, ...] = ()
) -> Outcome | OpenChoice:
    """What a tool makes of a position at a square; through the rules it may ask a question."""
    tool = brush.tool
    if tool in ("cube", "take_cube", "turn_over") and age is not REASON:
        raise KhronosError(Said("slip-only_reason", {"age": age}))
    match tool:
        case "place":
            owned = brush.kind in OWNED_KINDS
            owner = brush.seat if owned and age is not REASON else None
            ruin = owned and age is REASON
            building = Building(brush.kind, brush.rank, sq, owner=owner, ruin=ruin)
            if not brush.cast:
                return Outcome(editing.put(state, age, building), ())
            if age is REASON:
                raise KhronosError(Said("slip-no_shadows"))
            return editing.cast(state, age, building, answers)
        case "remove":
            if brush.cast:
                return editing.torn_down(state, age, sq, answers)
            after = editing.removed(state, age, sq)
        case "menu":
            after = state
        case "own":
            after = editing.owned(state, age, sq, brush.seat)
        case "cube":
            after = editing.settled(state, sq, brush.seat)
        case "take_cube":
            after = editing.unsettled(state, sq, brush.seat)
        case "turn_over":
            after = editing.turned(state, sq)
        case _:
            raise KhronosError(f"there is no tool {tool!r}; there are {', '.join(TOOLS)}")
    return Outcome(after, ())


def changed_table(
    state: GameState, field: str, seat: int, sort: tuple[Kind, int], word: str
) -> GameState:
    """The position with something else at the table: of a player, of the turn, or the tiles."""
    match field:
        case "hand":
            # Letters, stars for hidden cards: `mmc`, `m**`, `-` or nothing for none.
            return editing.with_hand(state, seat, as_cards(word.replace("*", "")), word.count("*"))
        case "coins":
            return editing.with_coins(state, seat, number_in(word))
        case "cubes":
            return editing.with_cubes(state, seat, number_in(word))
        case "first" | "second":
            ages = list(state.players[seat].adventurers)
            ages[field == "second"] = AGES[number_in(word) % len(AGES)]
            return editing.with_adventurers(state, seat, ages)
        case "round":
            return editing.with_turn(state, round=number_in(word))
        case "acts":
            return editing.with_turn(state, seat=number_in(word))
        case "starts":
            return editing.with_turn(state, start=number_in(word))
    return editing.with_supply(state, *sort, number_in(word))


TABLE: Final = (
    "coins", "hand", "cubes", "first", "second", "round", "acts", "starts", "tiles",
)  # fmt: skip
"""What can be changed at the table."""


# ------------------------------------------------------------------ sources

Source = GameState | Scenario | GameRecord | Timeline | str | int | os.PathLike[str] | None


def opened_state(
    source: Source, step: int | None = None, players: int = 2, grid: Grid | str = "valley"
) -> GameState:
    """The position of anything that a sandbox opens: none at all is an empty one.

    A state, a scenario, its number or its file (`*.khs`), a position as text, or a record, a
    timeline or a file of games (`*.khr`), of which `step` is the number of the effect; left out,
    it is the last.
    """
    if source is None:
        return editing.empty_position(players, grid)
    if isinstance(source, Scenario):
        return source.state
    if not isinstance(source, str | int | os.PathLike) or isinstance(source, bool):
        return as_moment(source, step).state
    name = source if isinstance(source, int) else str(os.fspath(source))
    if isinstance(name, str) and "\n" in name.strip():
        return read_position(name)
    if name == "" or str(name).isspace():
        raise KhronosError(Said("slip-open"))
    found = scenario_named(name)
    return as_moment(str(name).strip(), step).state if found is None else found.state


# ------------------------------------------------------------------ scenarios


@dataclass(frozen=True)
class Draft:
    """What a scenario needs besides its position; texts that are left empty are written for you.

    `asks` is one of `askable`; left empty it is the first of them.
    """

    move: str = ""
    asks: str = ""
    lesson: str = "shadows"
    level: int = 1
    title_en: str = ""
    title_de: str = ""
    question_en: str = ""
    question_de: str = ""
    explanation_en: str = ""
    explanation_de: str = ""

    def with_field(self, name: str, value: str) -> Draft:
        """The draft with one field changed."""
        if name not in FIELDS:
            raise KhronosError(f"a scenario has no {name!r}; it has {', '.join(FIELDS)}")
        text: str | int = number_in(value) if name == "level" else value.strip()
        return replace(self, **{name: text})  # type: ignore[arg-type]


FIELDS: Final = tuple(Draft.__dataclass_fields__)


def move_at(state: GameState, brush: Brush, age: Age, sq: int) -> tuple[GameState, str]:
    """The move that a click means, in notation, and the position in which it can be paid.

    In Might and Faith the building of the brush is built there, or upgraded to; on a small one of
    the same sort it means a demolition. In Reason it is a cube, or a card for a ruin. Whoever makes
    it gets the cards and stands there; whether it is allowed is another matter.
    """
    stands = state.boards[age].at(sq)
    action: Action
    if age is REASON:
        if stands is None:
            raise KhronosError(Said("sandbox-ask_reason"))
        action = (Restore if stands.ruin else Populate)(stands.square)
        cards = cards_of(stands.kind)
    elif stands is not None and stands[:2] == (brush.kind, 1) and brush.rank == 1:
        action, cards = Demolish(age, stands.square), cards_of(stands.kind)
    else:
        action = placing = editing.placing(state, age, brush.kind, brush.rank, sq)
        cards = placing.cards
    state = editing.with_turn(state, seat=brush.seat)
    player = state.player
    if 2 * player.adventurers.count(age) < max(1, sum(cards)):
        state = editing.with_adventurers(state, brush.seat, (age, age))
    if any(wanted > held for wanted, held in zip(cards, player.hand, strict=True)):
        state = editing.with_hand(state, brush.seat, cards)
    if isinstance(action, Demolish) and not player.coins:
        state = editing.with_coins(state, brush.seat, DEMOLITION_COST)
    if why_not(state, action) is not None:
        return state, action_text(state, action)
    _, outcome = play_through(state, action, lambda *_: 0)
    return state, move_text(state, action, outcome.log, player_marks(state.names))


def _looked_at(state: GameState, draft: Draft) -> Trial:
    if not draft.move:
        raise KhronosError(Said("slip-scenario_move"))
    if len(draft.move.split()) > 1:
        raise KhronosError(Said("slip-one_move", {"text": draft.move}))
    return attempt_token(state, draft.move)


def askable(state: GameState, draft: Draft) -> tuple[Exercise, ...]:
    """The questions that can be asked about a draft's move, those worth asking first."""
    looked = _looked_at(state, draft)
    allowed = looked.violation is None
    worth = sorted(exercises_on(looked), key=lambda each: allowed and TOPICS[each.topic].plain)
    rest = [each for each in exercises_on(looked, trivial=True) if each not in worth]
    return (*worth, *rest)


def drafted(state: GameState, draft: Draft, id: str = "sandbox") -> Scenario:
    """The scenario of a draft: the engine gives the answer and the clauses, and missing texts."""
    looked, possible = _looked_at(state, draft), askable(state, draft)
    if not possible:
        raise KhronosError(Said("slip-nothing_to_ask", {"text": draft.move}))
    found = [each for each in possible if draft.asks in ("", each.asks)]
    if not found:
        others = ", ".join(each.asks for each in possible)
        raise KhronosError(f"{draft.asks!r} cannot be asked about {draft.move}; there is {others}")
    asked, shown = found[0], clauses_shown(looked)
    first = [label for label in asked.clauses if label in shown]
    reasons = [each.words for each in asked.because]
    return Scenario(
        id=id,
        lesson=draft.lesson,
        level=draft.level,
        title=_words(draft.title_en, draft.title_de, title(state, looked.action)),
        question=_words(draft.question_en, draft.question_de, asked.words),
        explanation=_words(draft.explanation_en, draft.explanation_de, *reasons),
        clauses=tuple(first) or tuple(shown[:1]),
        asks=asked.asks,
        answer=asked.answer,
        position=state,
        move=draft.move,
    )


def _words(english: str, german: str, *written: Text) -> Words:
    made = in_each_language(lambda: " ".join(dict.fromkeys(each.text() for each in written)))
    return Words(*(own or text for own, text in zip((english, german), made, strict=True)))


def saved(
    state: GameState, draft: Draft, path: str | os.PathLike[str], *, replace: bool = False
) -> Path:
    """Write a scenario file, whole or not at all; one that breaks a rule is refused.

    An existing file is an error unless `replace` says otherwise. Gives the path, which ends in
    `.khs`.
    """
    name = os.fspath(path).strip()
    if not name:
        raise KhronosError(Said("slip-scenario_name"))
    target = Path(name if name.endswith(SUFFIX) else f"{name}{SUFFIX}")
    id = re.sub(r"[^a-z0-9_-]+", "-", target.stem.lower()).strip("-_")[:40]
    made = drafted(state, draft, id or "sandbox")
    wrong = problems(made)
    if wrong:
        raise KhronosError(f"not saved, for the scenario is not true: {'; '.join(wrong)}")
    write_scenario(made, target, replace=replace)
    return target
