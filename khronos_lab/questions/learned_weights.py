"""What players think an income is worth: the weights of the learned value, round by round."""

from __future__ import annotations

from typing import Final

from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from khronos_lab.drawing import INK, MUTED, Drawing, charts, themed
from khronos_lab.native import stages
from khronos_lab.rulebook import AGES, MAX_PLAYERS, MIN_PLAYERS, ROUNDS, KhronosError, quoted, say

HOLDS: Final = (
    ("watchtower", "keep", "castle"),
    ("chapel", "open", "safe"),
    ("tie", "open", "safe"),
)
"""By age, from the weakest on, in the order of `traits.INCOMES`: the last parts of their words."""
LEGEND: Final = 0.3
"""Room for the legends above the lines, as a share of their height."""
LINES: Final = (("o", ":", MUTED), ("s", "--", INK), ("^", "-", INK))


@themed
def draw_income_worth(
    players: int = 4, *, ax: Axes | None = None, language: str | None = None
) -> Drawing:
    """Draw what players expect of one coin of income, by age, hold and round.

    A point says how many coins more a player has at the end, on average, for one coin more of such
    an income when the turn of that round is over. Two taxations are still to come up to round 3, so
    the most is about 2 there and about 1 later. The weights are those of `learned_value`.
    """
    if players not in range(MIN_PLAYERS, MAX_PLAYERS + 1):
        raise KhronosError(f"two to five play Khronos, not {quoted(players)} (S1)")
    sheet = charts.Sheet.of(ax, "title-income_worth")
    panels = sheet.panels([say(f"age-{age.name.lower()}") for age in AGES])
    rounds = list(range(1, ROUNDS))
    for age, panel in zip(AGES, panels, strict=True):
        for hold, (marker, line, colour) in enumerate(LINES):
            trait = 1 + len(LINES) * age + hold
            worths = [stages(players)[ROUNDS - number].end[trait] for number in rounds]
            word = say(f"hold-{HOLDS[age][hold]}")
            panel.plot(rounds, worths, line, marker=marker, ms=5, color=colour, label=word)
        panel.axhline(0, color=MUTED, lw=0.8, zorder=0)
        panel.xaxis.set_major_locator(MaxNLocator(integer=True))
        panel.legend(fontsize=7.5, loc="upper right", borderaxespad=0.2)
        charts.number_axis(panel.yaxis)
    low, high = panels[0].get_ylim()
    panels[0].set_ylim(low, high + LEGEND * (high - low))
    panels[0].set_ylabel(say("axis-income_worth"))
    sheet.ax.set_xlabel(say("axis-round"))
    return sheet.finished(say("income_worth-note", players=players), panels=panels)
