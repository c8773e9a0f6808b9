"""What the what-if page shows besides the move: handing over, the line, saving, and results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from khronos_lab.analysis.review.turning_points import TurningPoints
from khronos_lab.core.actions import Move
from khronos_lab.core.state import GameState
from khronos_lab.drawing.figures.rollout_results import draw_prospects
from khronos_lab.engine.moves import Outcome, play
from khronos_lab.players.knowledge import ALL
from khronos_lab.players.rollout_results import Rollouts
from khronos_lab.records import tree
from khronos_lab.records.model import MARKS, GameRecord
from khronos_lab.records.record_editor import RecordEditor
from khronos_lab.records.saving import Home
from khronos_lab.records.tree import Branches
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.language import number_text, percent_text, say
from khronos_lab.viewer.html import tag, together
from khronos_lab.widgets.clickable_boards.clickboard import Control, Group, Panel, Value
from khronos_lab.widgets.coach.turning_points import best_controls
from khronos_lab.widgets.kit.base import number_in, one_of
from khronos_lab.widgets.kit.frame_panels import DASH
from khronos_lab.widgets.kit.frame_pictures import LOCK
from khronos_lab.widgets.kit.hidden_cards import Eyes
from khronos_lab.widgets.what_if.branch_points import BOTS, Spot, line_text, notation, spot_text
from khronos_lab.widgets.what_if.compare import CHOICES, Pin, compare_controls, image

GAMES: Final = 50
MOST_BRANCHES: Final = 5
"""Places compared in one picture."""


class Desk(NamedTuple):
    """What was typed and chosen on the page, and what it has to know."""

    player: str = BOTS[0]
    games: int = GAMES
    path: str = ""
    replace: bool = False
    busy: bool = False
    eyes: Eyes = ALL
    unsaved: bool = False
    home: Home | None = None
    compare: str = ""
    pin: Pin | None = None
    best: str = ""
    """The number of the turn whose best turn may be kept."""
    points: TurningPoints | None = None

    def taken(self, name: str, value: Value) -> Desk:
        """The desk after something was chosen or typed."""
        match name:
            case "branch.player":
                return self._replace(player=one_of(str(value), BOTS, "player"))
            case "branch.games":
                return self._replace(games=number_in(str(value)))
            case "branch.compare":
                return self._replace(compare=one_of(str(value), CHOICES, "comparison"))
            case "branch.best":
                return self._replace(best=str(number_in(str(value))))
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
    head = say("branch-title", language)
    line = line_text(record, spot.branches, language, eyes)
    return f"{head} {spot_text(record, spot, language, eyes)} ({line})"


# ------------------------------------------------------------------ controls


def more_groups(record: GameRecord, spot: Spot, desk: Desk, language: str) -> list[Group]:
    """Handing over, the line, saving."""
    best = best_controls(desk.points, desk.best, language)
    return [
        Group("branch_over", say("branch-over", language), _over(spot, desk, language)),
        Group("branch_compare", "", _study(desk, language)),
        *([Group("branch_best", "", best)] if best else []),
        Group("branch_line", say("branch-line", language), _line(record, spot, language)),
        Group("branch_save", say("branch-file", language), _file(desk, language)),
    ]


def _over(spot: Spot, desk: Desk, language: str) -> tuple[Control, ...]:
    def word(key: str) -> str:
        return say(f"branch-{key}", language)

    players = tuple((bot, bot) for bot in BOTS)
    idle = desk.busy or spot.state.over
    once = idle or desk.eyes != ALL
    why = word("hidden_once") if desk.eyes != ALL else ""
    return (
        Control("branch.player", "choice", word("over"), desk.player, players),
        Control("branch.turn", "button", word("turn"), disabled=once, hint=why),
        Control("branch.end", "button", word("end"), disabled=once, hint=why),
        Control("branch.games", "number", word("games"), str(desk.games)),
        Control("branch.many", "button", word("many"), disabled=idle, hint=word("many_hint")),
        Control("branch.stop", "button", word("stop"), disabled=not desk.busy, strong=desk.busy),
    )


def _study(desk: Desk, language: str) -> tuple[Control, ...]:
    """Comparing, and the turning points."""
    said, hint = (say(f"branch-{key}", language) for key in ("turning", "turning_hint"))
    return (
        *compare_controls(desk.compare, desk.pin, language),
        Control(
            "branch.turning", "button", said, disabled=desk.busy or desk.eyes != ALL, hint=hint
        ),
    )


def _line(record: GameRecord, spot: Spot, language: str) -> tuple[Control, ...]:
    def word(key: str) -> str:
        return say(f"branch-{key}", language)

    line = RecordEditor(record, spot.branches, spot.moves).variation
    nodes = tree.nodes_of(record, spot.branches)
    node = nodes[spot.moves - 1] if spot.moves else None
    comment = tree.remark_of(record, ()) if node is None else node.comment
    marks = (("", DASH), *((mark, mark) for mark in MARKS))
    more = len(tree.nodes_of(record, line)) > spot.moves
    controls = []
    if line:
        name = tree.name_of(record, line)
        controls.append(Control("branch.name", "text", word("name"), name, hint=word("name_hint")))
    controls.append(Control("branch.comment", "text", word("comment"), comment, wide=True))
    if node is not None:
        controls.append(Control("branch.mark", "select", word("mark"), node.mark, marks))
    if line:
        controls += [
            Control("branch.promote", "button", word("promote"), hint=word("promote_hint")),
            Control("branch.cut", "button", word("cut"), hint=word("cut_hint"), disabled=not more),
            Control("branch.delete", "button", word("delete"), hint=word("delete_hint")),
        ]
    return tuple(controls)


def _file(desk: Desk, language: str) -> tuple[Control, ...]:
    def word(key: str) -> str:
        return say(f"branch-{key}", language)

    hint = str(desk.home.path) if desk.home is not None else word("path_hint")
    ready = desk.unsaved and (desk.home is not None or bool(desk.path.strip()))
    controls = [
        Control("branch.path", "text", word("path"), desk.path, hint=hint, wide=True),
        Control("branch.save", "button", word("save"), strong=ready, hint=word("save_hint")),
    ]
    if desk.path.strip():
        controls.insert(1, Control("branch.replace", "check", word("replace"), desk.replace))
    return tuple(controls)


# ------------------------------------------------------------------ results


def more_panels(
    record: GameRecord, spot: Spot, ends: Sequence[Ends], language: str, eyes: Eyes = ALL
) -> list[Panel]:
    """How games ended that were played on by the same players, beside the game as played."""
    shown = _comparable(ends, eyes)
    if not shown:
        return []
    labels = _labels(record, shown, language, eyes)
    branches = {label: each.rollouts for label, each in zip(labels, shown, strict=True)}
    title = f"{say('branch-results', language)} ({shown[-1].player})"
    picture = prospects_png(record, branches, shown[-1].player, language)
    shows = image(picture, ends_text(record, branches, language))
    note = tag("p", say("branch-caveat", language), class_="klc-note")
    return [Panel("branch_results", title, together([shows, note]), wide=True)]


def _comparable(ends: Sequence[Ends], eyes: Eyes) -> list[Ends]:
    """Those of the last player asked, by these eyes; no more than fit on a page."""
    seen = [each for each in ends if each.eyes == eyes]
    same = [each for each in seen if each.player == seen[-1].player]
    return same[-MOST_BRANCHES:]


def _labels(record: GameRecord, shown: Sequence[Ends], language: str, eyes: Eyes) -> list[str]:
    """The names of the lines; where one is there twice, with the last move before the place."""
    lines = [line_text(record, each.branches, language, eyes) for each in shown]
    return [
        line if lines.count(line) == 1 else f"{line}, {_after(record, each, language, eyes)}"
        for line, each in zip(lines, shown, strict=True)
    ]


def _after(record: GameRecord, ends: Ends, language: str, eyes: Eyes) -> str:
    if not ends.moves:
        return say("branch-at_start", language)
    spot = Spot(ends.branches, ends.moves, 0, record.start)
    return f"{say('branch-after', language)} {notation(record, spot, -1, eyes)}"


@lru_cache(maxsize=8)
def _drawn(
    names: tuple[str, ...],
    actual: tuple[int, ...] | None,
    branches: tuple[tuple[str, Rollouts], ...],
    player: str,
    language: str,
) -> bytes:
    drawing = draw_prospects(
        dict(branches), names, actual=actual, played_by=player, language=language
    )
    return drawing.png(1.5)


def prospects_png(
    record: GameRecord, branches: Mapping[str, Rollouts], player: str, language: str
) -> bytes:
    """The picture of how games ended, as PNG; kept as long as nothing is played on anew."""
    with LOCK:
        return _drawn(record.names, played_coins(record), tuple(branches.items()), player, language)


@lru_cache(maxsize=4)
def _final(start: GameState, moves: tuple[Move, ...]) -> tuple[int, ...] | None:
    state = start
    for move in moves:
        result = play(state, move)
        assert isinstance(result, Outcome)
        state = result.state
    return tuple(player.coins for player in state.players) if state.over else None


def played_coins(record: GameRecord) -> tuple[int, ...] | None:
    """The coins with which the game as played ended; None if it is not over."""
    return _final(record.start, tuple(node.move for node in record.line.nodes))


def ends_text(record: GameRecord, branches: Mapping[str, Rollouts], language: str) -> str:
    """The same in words: final coins on average and the share of wins with its interval."""
    told = []
    for name, rolled in branches.items():
        seats = [
            _seat_text(rolled, seat, player, language) for seat, player in enumerate(record.names)
        ]
        told.append(f"{name} ({rolled.games}): {'; '.join(seats)}")
    return ". ".join(told)


def _seat_text(rolled: Rollouts, seat: int, player: str, language: str) -> str:
    low, high = rolled.win_intervals[seat]
    wins = percent_text(rolled.win_shares[seat], 0, language)
    span = f"{percent_text(low, 0, language)}{DASH}{percent_text(high, 0, language)}"
    coins = number_text(rolled.mean_coins[seat], 1, language)
    return f"{player} {coins}, {wins} ({span})"
