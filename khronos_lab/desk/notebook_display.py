"""Display: every value at the end of a cell shows itself, as words and a picture; a record replays.

`register_displays` tells IPython the names of the types. It costs microseconds and loads neither
matplotlib nor the types: all that comes when the first value is shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

    from khronos_lab.records import GameRecord

ACTIONS: Final = (
    *("Exchange", "Swap", "Travel", "Build", "Upgrade", "Demolish", "Populate", "Restore"),
    *("EndTurn", "Move"),
)
SHOWN: Final = (
    *(("khronos_lab.core.actions", name) for name in ACTIONS),
    ("khronos_lab.core.board", "Domain"),
    ("khronos_lab.analysis.review.review", "ReviewedTurn"),
    ("khronos_lab.core.resolution", "Log"),
    ("khronos_lab.core.resolution", "OpenChoice"),
    ("khronos_lab.core.state", "GameState"),
    ("khronos_lab.engine.legal", "Actions"),
    ("khronos_lab.engine.legal", "Choices"),
    ("khronos_lab.engine.moves", "Outcome"),
    ("khronos_lab.engine.moves", "Preview"),
    ("khronos_lab.records.model", "GameRecord"),
    ("khronos_lab.records.model", "Step"),
    ("khronos_lab.players.player", "Described"),
    ("khronos_lab.lessons.library", "Scenario"),
    *(("khronos_lab.analysis.timeline", name) for name in ("Frame", "Span", "Timeline")),
    ("khronos_lab.analysis.review.review", "Review"),
    ("khronos_lab.rulebook.errors", "Violation"),
    ("khronos_lab.rulebook.ruleset", "RuleSet"),
    ("khronos_lab.simulation.ladders", "Ladder"),
)
"""Types that show themselves, by module and name; `reprs` has their words."""


def register_displays(shell: InteractiveShell | None = None) -> bool:
    """Let the running IPython show our types; without one, do nothing.

    Called again it changes nothing. Gives True if there is an IPython.
    """
    if shell is None:
        from IPython.core.getipython import get_ipython

        shell = get_ipython()
    if shell is None or shell.display_formatter is None:
        return False
    html = shell.display_formatter.formatters["text/html"]
    for module, name in SHOWN:
        html.for_type_by_name(module, name, _card)
    shown = shell.display_formatter.ipython_display_formatter
    shown.for_type_by_name("khronos_lab.records.model", "GameRecord", _record)
    return True


def _card(value: object) -> str:
    from khronos_lab.desk.reprs import card_of

    return card_of(value)


def _record(record: GameRecord) -> None:
    from khronos_lab.desk.desk import replay

    replay(record)._ipython_display_()
