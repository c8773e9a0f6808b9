"""Which picture a value has: a state its boards, a move its squares, a timeline its curve.

The table goes by the names of types, so that nothing loads before the first picture is asked for;
`khronos_lab.widgets.replay.notebook_display` tells IPython.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from khronos_lab.analysis.review.review import Review
    from khronos_lab.analysis.timeline import Frame, Span, Timeline
    from khronos_lab.core.actions import Action, Move
    from khronos_lab.core.domains import Domain
    from khronos_lab.core.state import GameState
    from khronos_lab.drawing.output.figure import Drawing
    from khronos_lab.engine.legal_actions import Actions
    from khronos_lab.engine.moves import Outcome
    from khronos_lab.records.model import GameRecord, Step
    from khronos_lab.scenarios.scenario import Scenario


def _state(state: GameState) -> Drawing:
    from khronos_lab.drawing.figures.boards import draw_boards

    return draw_boards(state)


def _outcome(outcome: Outcome) -> Drawing:
    from khronos_lab.drawing.figures.shadows import draw_shadows

    return draw_shadows(outcome.state, outcome.log)


def _step(step: Step | Span) -> Drawing:
    from khronos_lab.drawing.figures.shadows import draw_shadows

    return draw_shadows(step.after, step.log)


def _frame(frame: Frame) -> Drawing:
    from khronos_lab.drawing.figures.boards import draw_boards

    log = () if frame.entry is None else (frame.entry,)
    return draw_boards(frame.state, log=log)


def _record(record: GameRecord) -> Drawing:
    from khronos_lab.analysis.timeline import Timeline as Frames
    from khronos_lab.drawing.figures.boards import draw_boards

    return draw_boards(Frames.of(record)[-1].state)


def _timeline(timeline: Timeline) -> Drawing:
    from khronos_lab.drawing.figures.income import draw_income

    return draw_income(timeline)


def _review(review: Review) -> Drawing:
    from khronos_lab.drawing.figures.review import draw_review

    return draw_review(review)


def _domain(domain: Domain) -> Drawing:
    from khronos_lab.drawing.figures.squares import draw_squares

    return draw_squares(domain.mask, anchors=domain.anchors)


def _move(move: Move | Action) -> Drawing:
    from khronos_lab.drawing.figures.moves import draw_move

    return draw_move(move)


def _actions(actions: Actions) -> Drawing | None:
    from khronos_lab.drawing.figures.moves import draw_places, first_squares

    state = actions.state
    squares = {} if state is None else first_squares(actions, state.grid)
    return draw_places(state, squares) if state is not None and squares else None


def _scenario(scenario: Scenario) -> Drawing:
    from khronos_lab.drawing.figures.boards import draw_boards

    return draw_boards(scenario.state)


ACTIONS: Final = (
    *("Exchange", "Swap", "Travel", "Build", "Upgrade", "Demolish", "Populate", "Restore"),
    *("EndTurn", "Move"),
)
PICTURES: Final = {
    ("khronos_lab.core.state", "GameState"): _state,
    ("khronos_lab.engine.legal_actions", "Actions"): _actions,
    ("khronos_lab.engine.moves", "Outcome"): _outcome,
    ("khronos_lab.records.model", "Step"): _step,
    ("khronos_lab.records.model", "GameRecord"): _record,
    ("khronos_lab.analysis.timeline", "Frame"): _frame,
    ("khronos_lab.analysis.timeline", "Span"): _step,
    ("khronos_lab.analysis.timeline", "Timeline"): _timeline,
    ("khronos_lab.analysis.review.review", "Review"): _review,
    ("khronos_lab.core.domains", "Domain"): _domain,
    ("khronos_lab.scenarios.scenario", "Scenario"): _scenario,
    **{("khronos_lab.core.actions", name): _move for name in ACTIONS},
}
"""By module and name of a type: what draws it; None where a value has nothing to draw."""
