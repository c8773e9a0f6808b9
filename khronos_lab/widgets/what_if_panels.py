"""What the what-if page shows besides the move: handing over, the line, saving, and results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from khronos_lab.play.players.endings import Rollouts
from khronos_lab.play.records import tree
from khronos_lab.play.records.model import MARKS, GameRecord
from khronos_lab.play.records.saving import Home
from khronos_lab.play.records.tree import Branches
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.words import number_text, percent_text, term
from khronos_lab.widgets.careful import one_of
from khronos_lab.widgets.clickboard import Control, Group, Panel, Value
from khronos_lab.widgets.eyes import ALL, Eyes
from khronos_lab.widgets.markup import Markup, table, tag, together
from khronos_lab.widgets.mover_half import number_in
from khronos_lab.widgets.panels import DASH, seat_mark
from khronos_lab.widgets.what_if import BOTS, Spot, line_text, spot_text

GAMES: Final = 50
TIMES: Final = "\N{MULTIPLICATION SIGN}"


class Desk(NamedTuple):
    """What was typed and chosen on the page, and what it has to know."""

    player: str = BOTS[0]
    games: int = GAMES
    path: str = ""
    replace: bool = False
    saved: str = ""
    """Where the game was saved last."""
    busy: bool = False
    eyes: Eyes = ALL
    unsaved: bool = False
    home: Home | None = None

    def taken(self, name: str, value: Value) -> Desk:
        """The desk after something was chosen or typed."""
        match name:
            case "branch.player":
                return self._replace(player=one_of(str(value), BOTS, "player"))
            case "branch.games":
                return self._replace(games=number_in(str(value)))
            case "branch.path":
                return self._replace(path=str(value))
            case "branch.replace":
                return self._replace(replace=value is True)
        raise KhronosError(f"there is nothing to choose by the name {name!r}")


class Ends(NamedTuple):
    """How games ended that were played on from one place."""

    branches: Branches
    moves: int
    player: str
    eyes: Eyes
    rollouts: Rollouts

    @property
    def key(self) -> tuple[Branches, int, str, Eyes]:
        """Asked again, these are replaced."""
        return self[:4]


def title_text(record: GameRecord, spot: Spot, language: str, eyes: Eyes = ALL) -> str:
    """What is tried, and from where."""
    head = term("branch.title", language)
    line = line_text(record, spot.branches, language, eyes)
    return f"{head} {spot_text(record, spot, language, eyes)} ({line})"


# ------------------------------------------------------------------ controls


def more_groups(record: GameRecord, spot: Spot, desk: Desk, language: str) -> list[Group]:
    """Handing over, the line, saving."""
    return [
        Group("branch_over", term("branch.over", language), _over(spot, desk, language)),
        Group("branch_line", term("branch.line", language), _line(record, spot, language)),
        Group("branch_save", term("branch.file", language), _file(desk, language)),
    ]


def _over(spot: Spot, desk: Desk, language: str) -> tuple[Control, ...]:
    def say(key: str) -> str:
        return term(f"branch.{key}", language)

    players = tuple((bot, bot) for bot in BOTS)
    idle = desk.busy or spot.state.over
    once = idle or desk.eyes != ALL
    why = say("hidden_once") if desk.eyes != ALL else ""
    return (
        Control("branch.player", "choice", say("over"), desk.player, players),
        Control("branch.turn", "button", say("turn"), disabled=once, hint=why),
        Control("branch.end", "button", say("end"), disabled=once, hint=why),
        Control("branch.games", "number", say("games"), str(desk.games)),
        Control("branch.many", "button", say("many"), disabled=idle, hint=say("many_hint")),
        Control("branch.stop", "button", say("stop"), disabled=not desk.busy, strong=desk.busy),
    )


def _line(record: GameRecord, spot: Spot, language: str) -> tuple[Control, ...]:
    def say(key: str) -> str:
        return term(f"branch.{key}", language)

    line = spot.branches
    while line and line[-1][0] >= spot.moves:
        line = line[:-1]
    nodes = tree.nodes_of(record, spot.branches)
    node = nodes[spot.moves - 1] if spot.moves else None
    comment = tree.remark_of(record, ()) if node is None else node.comment
    marks = (("", DASH), *((mark, mark) for mark in MARKS))
    more = len(tree.nodes_of(record, line)) > spot.moves
    controls = []
    if line:
        name = tree.name_of(record, line)
        controls.append(Control("branch.name", "text", say("name"), name, hint=say("name_hint")))
    controls.append(Control("branch.comment", "text", say("comment"), comment, wide=True))
    if node is not None:
        controls.append(Control("branch.mark", "select", say("mark"), node.mark, marks))
    if line:
        controls += [
            Control("branch.promote", "button", say("promote"), hint=say("promote_hint")),
            Control("branch.cut", "button", say("cut"), hint=say("cut_hint"), disabled=not more),
            Control("branch.delete", "button", say("delete"), hint=say("delete_hint")),
        ]
    return tuple(controls)


def _file(desk: Desk, language: str) -> tuple[Control, ...]:
    def say(key: str) -> str:
        return term(f"branch.{key}", language)

    hint = str(desk.home.path) if desk.home is not None else say("path_hint")
    ready = desk.unsaved and (desk.home is not None or bool(desk.path.strip()))
    controls = [
        Control("branch.path", "text", say("path"), desk.path, hint=hint, wide=True),
        Control("branch.save", "button", say("save"), strong=ready, hint=say("save_hint")),
    ]
    if desk.path.strip():
        controls.insert(1, Control("branch.replace", "check", say("replace"), desk.replace))
    return tuple(controls)


# ------------------------------------------------------------------ results


def more_panels(
    record: GameRecord, spot: Spot, ends: Sequence[Ends], language: str, eyes: Eyes = ALL
) -> list[Panel]:
    """How games ended that were played on, the last ones first, beside the game as played."""
    shown = [each for each in ends if each.eyes == eyes]
    if not shown:
        return []
    names = record.names
    head = [tag("th", term("branch.from", language), scope="col")]
    head += [tag("th", seat_mark(seat), f" {name}", scope="col") for seat, name in enumerate(names)]
    rows = [_ends_row(record, each, language, eyes) for each in reversed(shown)]
    notes = tag("p", term("branch.caveat", language), class_="klc-note")
    title = term("branch.results", language)
    return [Panel("branch_results", title, together([table(head, rows), notes]), wide=True)]


def _ends_row(record: GameRecord, ends: Ends, language: str, eyes: Eyes) -> list[Markup]:
    line = line_text(record, ends.branches, language, eyes)
    where = f"{line} · {ends.rollouts.games} {TIMES} {ends.player}"
    cells = [tag("th", where, scope="row")]
    rolled = ends.rollouts
    for seat in range(len(record.names)):
        low, high = rolled.win_intervals[seat]
        wins = percent_text(rolled.win_shares[seat], 0, language)
        span = f"{percent_text(low, 0, language)}{DASH}{percent_text(high, 0, language)}"
        coins = number_text(rolled.mean_coins[seat], 1, language)
        cells.append(
            tag("td", tag("b", coins), f" · {wins} ", tag("span", span, class_="klc-note"))
        )
    return cells
