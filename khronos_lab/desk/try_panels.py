"""What the what-if page shows besides the move: handing over, the line, saving, and results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from khronos_lab.analysis import Timeline
from khronos_lab.board import line_name, tag, together
from khronos_lab.desk.compare import CHOICES, Pin, compare_controls
from khronos_lab.desk.mode import Control, Group, Panel, Value
from khronos_lab.desk.spots import (
    BOTS,
    Spot,
    Timelines,
    line_text,
    spot_after,
    spot_text,
)
from khronos_lab.kit import DASH, Eyes, image, number_in, one_of
from khronos_lab.players import ALL, Rollouts
from khronos_lab.records import MARKS, Branches, Home, Study, line_at
from khronos_lab.rulebook import KhronosError, cached_by_language, number_text, percent_text, say

GAMES: Final = 50
MOST_BRANCHES: Final = 5
"""Places compared in one picture."""


class Typed(NamedTuple):
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
    draws: bool = False
    """True if the cards drawn are entered, not left to chance."""
    pin: Pin | None = None
    seconds: Mapping[str, float] = MappingProxyType({})
    """By player: about how long one game takes from here."""

    def taken(self, name: str, value: Value) -> Typed:
        """The same after something was chosen or typed."""
        match name:
            case "branch.player":
                return self._replace(player=one_of(str(value), BOTS, "player"))
            case "branch.games":
                return self._replace(games=number_in(str(value)))
            case "branch.compare":
                return self._replace(compare=one_of(str(value), CHOICES, "comparison"))
            case "branch.path":
                return self._replace(path=str(value))
            case "branch.draws":
                return self._replace(draws=value is True)
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

    @property
    def place(self) -> tuple[Branches, int]:
        """The position that they belong to; see `place_of`."""
        return self[:2]


def title_text(timelines: Timelines, study: Study, spot: Spot) -> str:
    """What is tried, and from where."""
    head = say("branch-title")
    name = line_text(timelines, study, spot.branches)
    return f"{head} {spot_text(timelines(spot.branches), spot)} ({name})"


# ------------------------------------------------------------------ controls


def more_groups(study: Study, spot: Spot, typed: Typed) -> list[Group]:
    """Handing over, the line, saving."""
    return [
        Group("branch_over", say("branch-over"), _over(spot, typed), place="more"),
        Group("branch_draws", "", (_draws(typed),), place="more"),
        Group("branch_compare", "", compare_controls(typed.compare, typed.pin), place="more"),
        Group("branch_line", say("branch-line"), _line(study, spot), place="more"),
        Group("branch_save", say("branch-file"), _file(typed), place="more"),
    ]


def _over(spot: Spot, typed: Typed) -> tuple[Control, ...]:
    def word(key: str) -> str:
        return say(f"branch-{key}")

    players = tuple((bot, _with_time(bot, typed)) for bot in BOTS)
    idle = typed.busy or spot.state.over
    once = idle or typed.eyes != ALL
    why = word("hidden_once") if typed.eyes != ALL else ""
    return (
        Control("branch.player", "choice", word("over"), typed.player, players),
        Control("branch.turn", "button", word("turn"), disabled=once, hint=why),
        Control("branch.end", "button", word("end"), disabled=once, hint=why),
        Control("branch.games", "number", word("games"), str(typed.games)),
        Control("branch.many", "button", word("many"), disabled=idle, hint=word("many_hint")),
        Control("branch.stop", "button", word("stop"), disabled=not typed.busy, strong=typed.busy),
    )


def _with_time(player: str, typed: Typed) -> str:
    """A player, and how long he takes for as many games as are asked for."""
    seconds = typed.games * typed.seconds.get(player, 0.0)
    if not seconds:
        return player
    minutes = seconds >= 100
    number = max(1, round(seconds / 60 if minutes else seconds))
    return say("branch-takes", player=player, n=number, minutes=minutes)


def _draws(typed: Typed) -> Control:
    return Control("branch.draws", "check", say("branch-draws"), typed.draws)


def _line(study: Study, spot: Spot) -> tuple[Control, ...]:
    def word(key: str) -> str:
        return say(f"branch-{key}")

    line = line_at(spot.branches, spot.moves)
    node = study.nodes_of(spot.branches)[spot.moves - 1] if spot.moves else None
    comment = study.intro_of() if node is None else node.comment
    marks = (("", DASH), *((mark, mark) for mark in MARKS))
    more = len(study.nodes_of(line)) > spot.moves
    controls = []
    if line:
        name = study.name_of(line)
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


def _file(typed: Typed) -> tuple[Control, ...]:
    def word(key: str) -> str:
        return say(f"branch-{key}")

    hint = str(typed.home.path) if typed.home is not None else word("path_hint")
    ready = typed.unsaved and (typed.home is not None or bool(typed.path.strip()))
    controls = [
        Control("branch.path", "text", word("path"), typed.path, hint=hint, wide=True),
        Control("branch.save", "button", word("save"), strong=ready, hint=word("save_hint")),
    ]
    if typed.path.strip():
        controls.insert(1, Control("branch.replace", "check", word("replace"), typed.replace))
    return tuple(controls)


# ------------------------------------------------------------------ results


def more_panels(
    timelines: Timelines, study: Study, spot: Spot, ends: Sequence[Ends], eyes: Eyes = ALL
) -> list[Panel]:
    """How games end from this very position, beside others that were played on by the same player.

    Elsewhere, inside the next move, too, nothing of it holds: there are only links to the positions
    that it belongs to.
    """
    seen = [each for each in ends if each.eyes == eyes]
    here = [each for each in seen if each.place == place_of(spot) and not spot.inside]
    if not here:
        return _elsewhere(timelines, study, seen)
    player = here[-1].player
    others = [each for each in seen if each.player == player and each is not here[-1]]
    shown = [here[-1], *others[1 - MOST_BRANCHES :]]
    named = (_label(timelines, study, each) for each in shown[1:])
    labels = _apart([say("branch-here"), *named])
    branches = {label: each.rollouts for label, each in zip(labels, shown, strict=True)}
    title = f"{say('branch-results')} ({player})"
    picture = _drawn(study.start.names, _end(timelines(())), tuple(branches.items()), player)
    shows = image(picture, ends_text(study.start.names, branches))
    notes = [*_disagreements(study.start.names, here), say("branch-caveat")]
    said = (tag("p", note, class_="klc-note") for note in notes)
    return [Panel("branch_results", title, together([shows, *said]), wide=True)]


def _end(game: Timeline) -> tuple[int, ...] | None:
    """The coins with which the game as played ended; None if it is not over."""
    end = game.moves[-1].after if game.moves else game.start
    return tuple(player.coins for player in end.players) if end.over else None


def _disagreements(names: Sequence[str], here: Sequence[Ends]) -> list[str]:
    """What players think differently about one position, beyond chance."""
    *others, last = here
    found = []
    for seat, name in enumerate(names):
        for other in others:
            (low, high), (least, most) = (
                each.rollouts.win_intervals[seat] for each in (last, other)
            )
            if low > most or high < least:
                one, two = (
                    percent_text(each.rollouts.win_shares[seat], 0) for each in (last, other)
                )
                found.append(
                    say(
                        "branch-disagree",
                        who=name, one=one, two=two, player=last.player, other=other.player
                    )
                )  # fmt: skip
    return found


def _elsewhere(timelines: Timelines, study: Study, ends: Sequence[Ends]) -> list[Panel]:
    """The positions from which games were played on, as links."""
    if not ends:
        return []
    links = [
        tag("li", tag("a", _label(timelines, study, each), href="#", data_index=str(frame),
                      data_line=line_name(each.branches)))
        for each in ends
        for frame in (spot_after(timelines(each.branches), each.branches, each.moves).frame,)
    ]  # fmt: skip
    said = tag("p", say("branch-elsewhere"), class_="klc-note")
    listed = together([said, tag("ul", *links)])
    return [Panel("branch_elsewhere", say("branch-results"), listed, wide=True)]


def place_of(spot: Spot) -> tuple[Branches, int]:
    """A position by the line it belongs to: before its first move a variation is its parent."""
    return line_at(spot.branches, spot.moves), spot.moves


def _label(timelines: Timelines, study: Study, ends: Ends) -> str:
    """The line, and the last move before the position."""
    name = line_text(timelines, study, ends.branches)
    if not ends.moves:
        return f"{name}, {say('branch-at_start')}"
    last = timelines(ends.branches).moves[ends.moves - 1].sentence()
    return f"{name}, {say('branch-after')} {last}"


def _apart(labels: Sequence[str]) -> list[str]:
    """The labels, with a number where one is there twice."""
    return [
        label if labels.count(label) == 1 else f"{label} ({labels[:number].count(label) + 1})"
        for number, label in enumerate(labels)
    ]


@cached_by_language(maxsize=8)
def _drawn(
    names: tuple[str, ...],
    actual: tuple[int, ...] | None,
    branches: tuple[tuple[str, Rollouts], ...],
    player: str,
) -> bytes:
    """The picture of how games ended; kept until games are played on again."""
    from khronos_lab.drawing import draw_prospects  # with polars: slow

    drawing = draw_prospects(dict(branches), names, actual=actual, played_by=player)
    return drawing.png(1.5)


def ends_text(names: Sequence[str], branches: Mapping[str, Rollouts]) -> str:
    """The same in words: final coins on average and the share of wins with its interval."""
    told = []
    for name, rolled in branches.items():
        seats = [_seat_text(rolled, seat, player) for seat, player in enumerate(names)]
        told.append(f"{name} ({rolled.games}): {'; '.join(seats)}")
    return ". ".join(told)


def _seat_text(rolled: Rollouts, seat: int, player: str) -> str:
    low, high = rolled.win_intervals[seat]
    wins = percent_text(rolled.win_shares[seat], 0)
    span = f"{percent_text(low, 0)}{DASH}{percent_text(high, 0)}"
    coins = number_text(rolled.mean_coins[seat], 1)
    return f"{player} {coins}, {wins} ({span})"
