"""The controls and panels of the sandbox."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from khronos_lab.core.actions import Violation
from khronos_lab.core.captions import violation_text
from khronos_lab.core.resolution import Question
from khronos_lab.core.state import GameState, cards_text
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.language import capital, say
from khronos_lab.rulebook.pieces import AGES, KINDS, OWNED_KINDS, ROUNDS
from khronos_lab.scenarios.questions.exercise import Exercise
from khronos_lab.scenarios.scenario import LESSONS, LEVELS, Scenario
from khronos_lab.viewer.html import Markup, tag, together
from khronos_lab.widgets.clickable_boards.clickboard import Control, Group, MenuEntry, Place
from khronos_lab.widgets.explainer.panels import reason
from khronos_lab.widgets.kit.base import one_of
from khronos_lab.widgets.move_input.move_choice import BUILDINGS, building_options, seat_options
from khronos_lab.widgets.sandbox.editing import TOOLS, Brush, Draft, applied

TEXTS: Final = (
    "title_en", "title_de", "question_en", "question_de", "explanation_en", "explanation_de",
)  # fmt: skip
"""The texts of a scenario, in the order in which they are asked for."""


class Saving(NamedTuple):
    """What is written into the form of a scenario."""

    draft: Draft
    possible: tuple[Exercise, ...]
    """What can be asked about the move."""
    file: str
    replace: bool


# ------------------------------------------------------------------ controls


def tool_group(
    state: GameState, brush: Brush, undo: bool, redo: bool, language: str
) -> Group:  # fmt: skip
    """The tools, and what they put down."""
    tools = tuple((tool, say(f"sandbox-{tool}", language)) for tool in TOOLS)
    controls = [
        Control("undo", "button", f"↶ {say('sandbox-undo', language)}", disabled=not undo,
                hint="Ctrl+Z"),
        Control("redo", "button", f"↷ {say('sandbox-redo', language)}", disabled=not redo,
                hint="Ctrl+Y"),
        Control("tool", "choice", say("sandbox-tool", language), brush.tool, tools),
    ]  # fmt: skip
    # What a tool has no use for stays in its place: the boards must not move.
    building, chosen = building_options(language), f"{brush.kind.letter}{brush.rank}"
    word, player = say("explain-building", language), capital(say("word-player", language))
    cast, hint = say("sandbox-cast", language), say("sandbox-cast_hint", language)
    controls += [
        Control("building", "choice", word, chosen, building, brush.tool not in ("place", "ask")),
        Control("seat", "choice", player, str(brush.seat), seat_options(state),
                not _needs_player(brush)),
        Control("cast", "check", cast, brush.cast, hint=hint,
                disabled=brush.tool not in ("menu", "place", "remove")),
    ]  # fmt: skip
    return Group("tools", say("sandbox-tool", language), tuple(controls))


def _needs_player(brush: Brush) -> bool:
    if brush.tool == "place":
        return brush.kind in OWNED_KINDS
    return brush.tool in ("menu", "own", "cube", "take_cube", "ask")


def table_group(state: GameState, chosen: int, language: str) -> Group:
    """What players have, one player at a time, and whose turn it is."""
    player = state.players[chosen]
    names = seat_options(state)
    ages = tuple((str(int(age)), say(age, language)) for age in AGES)
    rounds = tuple((str(number), str(number)) for number in range(1, ROUNDS + 1))
    hand = cards_text(player.hand, player.hidden)
    first, second = (str(int(age)) for age in player.adventurers)
    pawn = say("sandbox-adventurer", language)
    return Group(
        "table",
        say("sandbox-table", language),
        (
            Control("chosen", "choice", capital(say("word-player", language)), str(chosen), names),
            Control("coins", "number", say("panel-coins", language), str(player.coins)),
            Control("hand", "text", say("sandbox-hand", language), hand,
                    hint=say("sandbox-hand_hint", language)),
            Control("cubes", "number", say("sandbox-cubes_home", language), str(player.cubes)),
            Control("first", "select", f"{pawn} 1", first, ages),
            Control("second", "select", f"{pawn} 2", second, ages),
            Control("round", "select", capital(say("word-round", language)), str(state.round),
                    rounds),
            Control("acts", "select", say("sandbox-acts", language), str(state.seat), names),
            Control("starts", "select", say("sandbox-starts", language), str(state.start), names),
        ),
        folded=True,
    )  # fmt: skip


def supply_group(state: GameState, building: tuple[int, int], language: str) -> Group:
    """How many tiles of a building are left; fewer than the box has show B5 and C4."""
    kind, rank = building
    word = say("explain-building", language)
    return Group(
        "supply",
        say("sandbox-tiles", language),
        (
            Control("sort", "select", word, f"{KINDS[kind].letter}{rank}",
                    building_options(language)),
            Control("tiles", "number", say("sandbox-tiles", language),
                    str(state.supply[kind][rank])),
            Control("clear", "button", say("sandbox-clear", language)),
        ),
        folded=True,
    )  # fmt: skip


def text_group(text: str, language: str) -> Group:
    """The position as text, to copy and to paste."""
    return Group(
        "text",
        say("sandbox-text", language),
        (
            Control("text", "area", "", text),
            Control("take_text", "button", say("sandbox-take_text", language)),
            Control("reset_text", "button", say("sandbox-reset_text", language)),
        ),
        folded=True,
    )


def open_group(source: str, step: str, language: str) -> Group:
    """What to open instead."""
    return Group(
        "open",
        say("sandbox-open", language),
        (
            Control("source", "text", say("sandbox-source", language), source,
                    hint=say("sandbox-source_hint", language)),
            Control("step", "number", say("sandbox-step", language), step),
            Control("open", "button", say("sandbox-open", language)),
        ),
        folded=True,
    )  # fmt: skip


def save_group(saving: Saving, language: str, *, folded: bool = True) -> Group:
    """The form of a scenario."""
    draft = saving.draft
    asks = tuple((each.asks, _short(each.prompt(language))) for each in saving.possible)
    lessons = tuple((key, words.text(language)) for key, words in LESSONS.items())
    levels = tuple((str(level), str(level)) for level in LEVELS)
    empty = say("sandbox-by_engine", language)
    chosen = draft.asks or (asks[0][0] if asks else "")
    return Group(
        "save",
        say("sandbox-save", language),
        (
            Control("move", "text", say("sandbox-move", language), draft.move,
                    hint=say("sandbox-move_hint", language)),
            Control("asks", "select", say("sandbox-asks", language), chosen, asks,
                    disabled=not asks),
            Control("lesson", "select", say("sandbox-lesson", language), draft.lesson, lessons),
            Control("level", "select", say("sandbox-level", language), str(draft.level), levels),
            *(Control(name, "text", say(f"sandbox-{name}", language), getattr(draft, name),
                      hint=empty, wide=True) for name in TEXTS),
            Control("file", "text", say("sandbox-file", language), saving.file, hint="my.khs"),
            Control("replace", "check", say("sandbox-replace", language), saving.replace),
            Control("check", "button", say("sandbox-check", language)),
            Control("save", "button", say("sandbox-write", language), strong=True),
        ),
        folded=folded,
    )  # fmt: skip


def _short(prompt: str) -> str:
    """The question itself, without the sentences that lead to it."""
    return prompt.rsplit(". ", 1)[-1]


# ------------------------------------------------------------------ the menu


def menu_entries(state: GameState, brush: Brush, place: Place, language: str) -> list[MenuEntry]:
    """What can be put on a square, then what can be done to what stands there."""
    entries = [
        MenuEntry(f"place {code}", word, icon=code) for code, word in building_options(language)
    ]
    others = [tool for tool in TOOLS if tool not in ("menu", "place", "ask")]
    entries += [MenuEntry(tool, say(f"sandbox-{tool}", language)) for tool in others]
    tried = [
        each._replace(why=_refused(state, brush_of(brush, each.name), place, language))
        for each in entries
    ]
    return [each for each in tried if each.icon or not each.why]


def brush_of(brush: Brush, entry: str) -> Brush:
    """The tool that an entry of the menu means."""
    tool, _, code = entry.partition(" ")
    tool = one_of(tool, TOOLS, "tool")
    if tool != "place":
        return brush._replace(tool=tool)
    kind, rank = BUILDINGS[one_of(code, BUILDINGS, "building")]
    return brush._replace(tool=tool, kind=kind, rank=rank)


def _refused(state: GameState, brush: Brush, place: Place, language: str) -> str:
    """Why a tool does nothing there."""
    try:
        done = applied(state, brush, *place)
    except KhronosError as fault:
        return fault.text(language)
    changes = isinstance(done, Question) or done.state != state
    return "" if changes else say("sandbox-same", language)


# ------------------------------------------------------------------ panels


def faults_panel(faults: Sequence[Violation], language: str) -> Markup:
    """Everything that cannot stand, with the clauses, or that all is well."""
    if not faults:
        words = tag("b", "✓ ", say("sandbox-valid", language))
        return tag("p", words, class_="klc-verdict klc-yes", role="status")
    number = f"✗ {say('sandbox-faults', language)} ({len(faults)})"
    head = tag("p", tag("b", number), class_="klc-verdict klc-no")
    return together([head, *(reason(each, language) for each in faults)])


def faults_text(faults: Sequence[Violation], language: str) -> str:
    """The same in one line, for screen readers."""
    if not faults:
        return say("sandbox-valid", language)
    return f"{say('sandbox-faults', language)}: " + "; ".join(
        violation_text(each, language) for each in faults
    )


def scenario_panel(made: Scenario, wrong: Sequence[str], language: str) -> Markup:
    """What the scenario of the form would ask and answer, and what is wrong with it."""
    said = [
        tag("p", tag("b", made.title.text(language))),
        tag("p", made.question.text(language)),
        tag("p", say("sandbox-answer", language), ": ", tag("b", made.answer)),
        tag("p", say("sandbox-shows", language), ": ", ", ".join(made.clauses)),
        tag("p", made.explanation.text(language), class_="klc-note"),
    ]
    faults = [tag("li", each) for each in wrong]
    head = tag("p", tag("b", f"✗ {say('sandbox-faults', language)}"), class_="klc-verdict klc-no")
    return together([*said, *([head, tag("ul", *faults)] if faults else [])])
