"""Display: a record at the end of a cell shows its replay.

Other types show the picture that `khronos_lab.drawing.notebook_pictures` registers; a record's
picture stays in the notebook, too, for readers that show no widgets.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from khronos_lab.drawing import notebook_pictures as display

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

    from khronos_lab.records.model import GameRecord


def register(shell: InteractiveShell | None = None) -> bool:
    """Let the running IPython show our types; without one, do nothing.

    It loads neither matplotlib nor widgets: these come when the first thing is shown. Gives True if
    there is an IPython.
    """
    if shell is None:
        from IPython.core.getipython import get_ipython

        shell = get_ipython()
    if not display.register(shell) or shell is None or shell.display_formatter is None:
        return False
    formatter = shell.display_formatter.mimebundle_formatter
    formatter.for_type_by_name("khronos_lab.records.model", "GameRecord", _record)
    return True


def _record(record: GameRecord, **_: object) -> Any:  # noqa: ANN401
    from khronos_lab.widgets.replay.widget import replay

    return replay(record)._repr_mimebundle_()
