"""Display: a state, an outcome, a record, a domain, a move at the end of a cell shows its picture.

`register` tells IPython by name which types have pictures. It costs microseconds and loads neither
matplotlib nor the types: both come when the first picture is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

    from khronos_lab.analysis.timeline import Frame, Span, Timeline
    from khronos_lab.core.actions import Action, Move
    from khronos_lab.core.domains import Domain
    from khronos_lab.core.state import GameState
    from khronos_lab.drawing.output.figure import Drawing
    from khronos_lab.engine.moves import Outcome
    from khronos_lab.records.model import GameRecord, Step

Shown = tuple[bytes, dict[str, Any]]
"""PNG and its size, as IPython's formatters take them."""


def register(shell: InteractiveShell | None = None) -> bool:
    """Let the running IPython show pictures of our types; without one, do nothing.

    Called again it changes nothing. Gives True if there is an IPython.
    """
    if shell is None:
        from IPython.core.getipython import get_ipython

        shell = get_ipython()
    if shell is None or shell.display_formatter is None:
        return False
    formatter = shell.display_formatter.formatters["image/png"]
    for (module, name), function in PICTURES.items():
        formatter.for_type_by_name(module, name, function)
    return True


def _shown(drawing: Drawing) -> Shown:
    data, size = drawing._repr_mimebundle_()
    return data["image/png"], size["image/png"]


def _state(state: GameState) -> Shown:
    from khronos_lab.drawing.figures.boards import draw_boards

    return _shown(draw_boards(state))


def _outcome(outcome: Outcome) -> Shown:
    from khronos_lab.drawing.figures.shadows import draw_shadows

    return _shown(draw_shadows(outcome.state, outcome.log))


def _step(step: Step | Span) -> Shown:
    from khronos_lab.drawing.figures.shadows import draw_shadows

    return _shown(draw_shadows(step.after, step.log))


def _frame(frame: Frame) -> Shown:
    from khronos_lab.drawing.figures.boards import draw_boards

    log = () if frame.entry is None else (frame.entry,)
    return _shown(draw_boards(frame.state, log=log))


def _record(record: GameRecord) -> Shown:
    from khronos_lab.analysis.timeline import Timeline as Frames
    from khronos_lab.drawing.figures.boards import draw_boards

    return _shown(draw_boards(Frames.of(record)[-1].state))


def _timeline(timeline: Timeline) -> Shown:
    from khronos_lab.drawing.figures.income import draw_income

    return _shown(draw_income(timeline))


def _domain(domain: Domain) -> Shown:
    from khronos_lab.drawing.figures.squares import draw_squares

    return _shown(draw_squares(domain.mask, anchors=domain.anchors))


def _move(move: Move | Action) -> Shown:
    from khronos_lab.drawing.figures.moves import draw_move

    return _shown(draw_move(move))


ACTIONS: Final = (
    *("Exchange", "Swap", "Travel", "Build", "Upgrade", "Demolish", "Populate", "Restore"),
    *("EndTurn", "Move"),
)
PICTURES: Final = {
    ("khronos_lab.core.state", "GameState"): _state,
    ("khronos_lab.engine.moves", "Outcome"): _outcome,
    ("khronos_lab.records.model", "Step"): _step,
    ("khronos_lab.records.model", "GameRecord"): _record,
    ("khronos_lab.analysis.timeline", "Frame"): _frame,
    ("khronos_lab.analysis.timeline", "Span"): _step,
    ("khronos_lab.analysis.timeline", "Timeline"): _timeline,
    ("khronos_lab.core.domains", "Domain"): _domain,
    **{("khronos_lab.core.actions", name): _move for name in ACTIONS},
}
"""By module and name of a type: what draws it."""
