"""Try: another move is tried at a place of a game and kept as a variation. No widget here.

>>> from khronos_lab.records import game_at
>>> study = Study(*game_at("data/games/01-two-players-valley.khr"))
>>> game = TryMode(Frames(study), lambda _: None)
>>> game.settle((), 0)
True
>>> game.play_move("end of turn")
>>> study.cursor.line, study.unsaved
(((0, 0),), True)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from khronos_lab.analysis import age_differences, differences
from khronos_lab.board import line_name, tag, together
from khronos_lab.core import Action, GameState, Move, OpenChoice, question_text
from khronos_lab.desk.background import BOTS, BackgroundGames, SpotRollouts, place_of
from khronos_lab.desk.board_input import MENU, MoveMode, edits
from khronos_lab.desk.frames import Frames, Spot
from khronos_lab.desk.mode import Control, Group, Page, Panel, Value, note
from khronos_lab.drawing import draw_side_by_side, draw_two_ages
from khronos_lab.engine import as_move, play
from khronos_lab.kit import DASH, Audience, image, number_in, one_of, purses_seen, sees
from khronos_lab.players import ALL, Rollouts
from khronos_lab.records import (
    MARKS,
    Branches,
    Cursor,
    GameRecord,
    Node,
    PathName,
    Study,
    line_at,
)
from khronos_lab.rulebook import (
    AGES,
    Age,
    KhronosError,
    cached_by_language,
    number_text,
    percent_text,
    say,
)

GAME: Final = "game"
PINNED: Final = "pinned"
NOT_TRYING: Final = "nothing is being tried; begin with .what_if()"
PAIRS: Final = {"01": (AGES[0], AGES[1]), "12": (AGES[1], AGES[2]), "02": (AGES[0], AGES[2])}
COMPARISONS: Final = ("", GAME, PINNED, *PAIRS)
MOST_BRANCHES: Final = 5
"""Places compared in one picture."""


class Pin(NamedTuple):
    """A position that is remembered, and what it is called."""

    state: GameState
    label: str


class TryMode(MoveMode):
    """The move that is tried, the study that it is kept in, and what the page says of both."""

    name = "try"
    at_once = False

    def __init__(
        self,
        frames: Frames,
        worked: Callable[[Exception | None], None],
        other_game: Callable[[], None] = lambda: None,
    ) -> None:
        """`worked` is called by what goes on in the background, see `BackgroundGames`.

        `other_game` is called if the game as played has become another one.
        """
        self.frames = frames
        self.games = BackgroundGames(worked)
        self._other_game = other_game
        self._spot: Spot | None = None
        self._pin: Pin | None = None
        # What is chosen and typed on the page, and only kept until it is used.
        self._player = BOTS[0]
        self._games = 50
        self._path, self._replace = "", False
        self._compared = ""

    @property
    def study(self) -> Study:
        return self.frames.study

    @property
    def record(self) -> GameRecord:
        """The game with all its variations, those included that are not saved yet."""
        return self.study.record

    # -------------------------------------------------------------- on and off

    @property
    def trying(self) -> bool:
        """True while other moves can be tried."""
        return self._spot is not None

    @property
    def spot(self) -> Spot:
        """Where something else is tried."""
        if self._spot is None:
            raise KhronosError(NOT_TRYING)
        return self._spot

    @property
    def position(self) -> GameState:
        return self.spot.state

    @property
    def at(self) -> tuple[Branches, int]:
        return self.spot.branches, self.spot.frame

    @property
    def looks_on(self) -> bool:
        """True inside a move: what is tried would be played before it."""
        return self.spot.inside

    @property
    def edited_at(self) -> tuple[Branches, int]:
        """Where the game was edited last."""
        spot = self.frames.spot_after(*self.study.cursor)
        return spot.branches, spot.frame

    def settle(self, line: Branches, index: int) -> bool:
        """Try moves at a frame of a line; what was half chosen elsewhere is forgotten.

        False if they were tried there already.
        """
        old, spot = self._spot, self.frames.spot_at(line, index)
        self.study.go(*spot[:2])
        if old is None or spot[:2] != old[:2]:
            self.stand(spot.state)
        self._spot = spot
        return spot != old

    def leave(self) -> None:
        self._spot, self.tool = None, MENU

    def speak_to(self, audience: Audience) -> None:
        if audience.eyes != self.audience.eyes:
            # What it is called may tell cards that these eyes do not see.
            self._pin, self._compared = None, ""
        super().speak_to(audience)

    # -------------------------------------------------------------- choosing a move

    def click_square(self, age: Age | int, square: int, *, menu: bool = False) -> None:
        """Open the menu of a square, or do what the chosen tool makes of it."""
        self.click(Age(age), square, menu=menu)

    @property
    def _may_move(self) -> bool:
        return sees(self.audience.eyes, self.spot.state.seat)

    @property
    def chooses(self) -> bool:
        return self._may_move and not self.spot.state.over

    def ready(self) -> None:
        if not self._may_move:
            raise KhronosError(say("branch-hidden_turn"))
        # What is chosen is seen on the position that it is chosen for.
        self._spot = self.spot._replace(inside=False)
        super().ready()

    def play_whole(self, move: Move) -> None:
        self.play_move(move)

    def play_move(self, move: Move | Action | str) -> None:
        """Play a move where something is tried; a new one becomes a variation.

        It may be said in words, `"keep f4 in Might"`, or in notation.
        """
        self.ready()
        state = self.spot.state
        meant = as_move(state, move)
        asked = play(state, meant)
        if isinstance(asked, OpenChoice):
            raise KhronosError(question_text(asked, state.names))
        self.edit(lambda study: study.play([meant]))

    def take_back(self) -> None:
        """Let go of a half-chosen move; or else undo the last change of the game."""
        if not self.trying:
            raise KhronosError(NOT_TRYING)
        if self.has_selection:
            self.cancel()
        elif self.study.can_undo:
            self.edit_anywhere(Study.undo)

    # -------------------------------------------------------------- editing the game

    def edit(self, change: Callable[[Study], object]) -> None:
        """Change the game at the place that is shown."""
        self.study.go(*self.spot[:2])
        self.edit_anywhere(change)

    def edit_anywhere(self, change: Callable[[Study], object]) -> None:
        """Change the game at a place that the change knows, and show that place."""
        study = self.study
        moves, renamed = [node.move for node in study.nodes_of(())], study.renamed
        change(study)
        if moves != [node.move for node in study.nodes_of(())]:
            # Of another game as played nothing is known yet.
            self._other_game()
        if renamed != study.renamed:
            # What was worked out in the background belongs nowhere.
            self.games.forget_places()
        if self.trying:
            self._spot = self.frames.spot_after(*study.cursor)
            self.stand(self._spot.state)
        self.edited()

    name_line = edits(Study.name_line)
    comment = edits(Study.comment)
    mark = edits(Study.mark)
    promote = edits(Study.promote)
    delete = edits(Study.delete)
    cut = edits(Study.cut)

    def save(self, path: PathName | None = None, *, replace: bool = False) -> None:
        """Save the game with its variations; see `Study.save`."""
        self.study.save(path, replace=replace)
        self._path, self._replace = "", False

    def played_since(self, move: int) -> list[str]:
        """The moves of the line that is tried, in notation, from this one on to the spot."""
        nodes = self.study.nodes_of(self.spot.branches)
        return [node.text for node in nodes[move : self.spot.moves]]

    # -------------------------------------------------------------- comparing, playing on

    def remember(self) -> None:
        """Remember the position that is shown, to compare others with it."""
        self._pin = Pin(self.spot.state, self.frames.spot_text(self.spot))

    def compare(self, what: str = PINNED) -> None:
        """Show what differs from the `pinned` position, from the `game` as played, or two ages.

        Ages are compared by their numbers: `01`, `12`, `02`; an empty text compares nothing.
        """
        if what == PINNED and self._pin is None:
            raise KhronosError("no position is remembered yet; use .remember() where it is shown")
        self._compared = one_of(what, COMPARISONS, "comparison")

    def hand_over(self, player: str = BOTS[0], to: str = "game") -> None:
        """Let players play on to the end of the `turn` or of the `game`, once; it is kept.

        Every time it is asked, cards fall otherwise. It works in the background; `wait` for it.
        """
        spot = self.spot

        def keep(nodes: list[Node]) -> None:
            self.edit_anywhere(lambda study: study.grow(nodes, Cursor(*spot[:2])))

        self.games.hand_over(spot.state, keep, player, to, self.audience)

    def play_on(self, player: str = BOTS[0], games: int = 50) -> None:
        """Let players finish the game several times with other draws, and see how it ends.

        What the eyes of this replay do not see is dealt again in every game. It works in the
        background; `wait` for it.
        """
        # What comes of it is seen on the position that it belongs to.
        self._spot = self.spot._replace(inside=False)
        self.games.play_on(self.frames, self._spot, player, games, self.audience)

    # -------------------------------------------------------------- the page

    def page(self) -> Page:
        spot = self.spot
        if spot.state.over:
            status = say("move-over")
        elif not self.chooses:
            status = say("branch-hidden_turn")
        else:
            status = self.next_text() or say("record-first_tool")
        where = f"{self.frames.spot_text(spot)} ({self.frames.line_text(spot.branches)})"
        more = {
            "over": ("over", self._over_controls()),
            "draws": ("", [Control("branch.draws", "check", _word("draws"), self.asks_draws)]),
            "compare": ("", self._compare_controls()),
            "line": ("line", self._line_controls()),
            "save": ("file", self._file_controls()),
        }
        groups = [
            Group(f"branch_{name}", title and _word(title), tuple(controls), place="more")
            for name, (title, controls) in more.items()
        ]
        tray, panels = self.move_groups() if self.chooses else [], self._results()
        return self.move_page(
            f"{_word('title')} {where}",
            status,
            [*tray, *groups],
            [*self._comparison(), *panels],
            undo=self.study.can_undo,
        )

    def _over_controls(self) -> list[Control]:
        busy, hidden = bool(self.games.progress), self.audience.eyes != ALL
        idle = busy or self.spot.state.over
        why = _word("hidden_once") if hidden else ""
        players = []
        for player, pace in self.games.seconds(self.spot.state).items():
            seconds = self._games * pace
            minutes = seconds >= 100
            number = max(1, round(seconds / 60 if minutes else seconds))
            takes = say("branch-takes", player=player, n=number, minutes=minutes)
            players.append((player, takes if seconds else player))
        return [
            Control("branch.player", "choice", _word("over"), self._player, tuple(players)),
            Control("branch.turn", "button", _word("turn"), disabled=idle or hidden, hint=why),
            Control("branch.end", "button", _word("end"), disabled=idle or hidden, hint=why),
            Control("branch.games", "number", _word("games"), str(self._games)),
            Control("branch.many", "button", _word("many"), disabled=idle, hint=_word("many_hint")),
            Control("branch.stop", "button", _word("stop"), disabled=not busy, strong=busy),
        ]

    def _compare_controls(self) -> list[Control]:
        options = [("", say("branch-compare-nothing")), (GAME, say("branch-compare-game"))]
        if self._pin is not None:
            options.append((PINNED, self._pin.label))
        options += [(key, f"{say(one)} / {say(two)}") for key, (one, two) in PAIRS.items()]
        shown = tuple(options)
        return [
            Control("branch.compare", "select", _word("compare"), self._compared, shown),
            Control("branch.pin", "button", _word("pin"), hint=_word("pin_hint")),
        ]

    def _line_controls(self) -> list[Control]:
        study, spot = self.study, self.spot
        line = line_at(spot.branches, spot.moves)
        node = study.nodes_of(spot.branches)[spot.moves - 1] if spot.moves else None
        comment = study.intro_of() if node is None else node.comment
        controls = [Control("branch.comment", "text", _word("comment"), comment, wide=True)]
        if node is not None:
            marks = (("", DASH), *((mark, mark) for mark in MARKS))
            controls.append(Control("branch.mark", "select", _word("mark"), node.mark, marks))
        if not line:
            return controls
        last = len(study.nodes_of(line)) <= spot.moves
        name, hint = study.name_of(line), _word("name_hint")
        return [
            Control("branch.name", "text", _word("name"), name, hint=hint),
            *controls,
            Control("branch.promote", "button", _word("promote"), hint=_word("promote_hint")),
            Control("branch.cut", "button", _word("cut"), hint=_word("cut_hint"), disabled=last),
            Control("branch.delete", "button", _word("delete"), hint=_word("delete_hint")),
        ]

    def _file_controls(self) -> list[Control]:
        home, typed = self.study.own_file, bool(self._path.strip())
        hint = _word("path_hint") if home is None else str(home.path)
        ready = self.study.unsaved and (home is not None or typed)
        again = Control("branch.replace", "check", _word("replace"), self._replace)
        return [
            Control("branch.path", "text", _word("path"), self._path, hint=hint, wide=True),
            *([again] if typed else []),
            Control("branch.save", "button", _word("save"), strong=ready, hint=_word("save_hint")),
        ]

    # -------------------------------------------------------------- what is compared

    def _comparison(self) -> list[Panel]:
        spot, pin, (eyes, coins) = self.spot, self._pin, self.audience
        if self._compared in PAIRS:
            png, words = _two_ages(spot.state, *PAIRS[self._compared])
        else:
            if self._compared == GAME:
                pin = self._as_played()
            if not self._compared or pin is None:
                return []
            labels = (pin.label, self.frames.spot_text(spot))
            seen = [set(purses_seen(state, eyes, coins)) for state in (pin.state, spot.state)]
            purses = tuple(sorted(seen[0] & seen[1]))
            png, words = _two_positions(pin.state, spot.state, labels, purses)
        title = say("view-difference")
        said = tag("ul", *(tag("li", line) for line in words.split("\n")), class_="kl-what-list")
        shows = image(png, title, " kl-what-boards")
        return [Panel("branch_compared", title, together([shows, said]), wide=True)]

    def _as_played(self) -> Pin:
        """The game as it was played, at the end of the turn that is shown."""
        span = self.frames.of(self.spot.branches).span_at(self.spot.frame)
        turn = 0 if span is None else span.turn
        moves = sum(each.turn <= turn for each in self.frames.of().moves)
        there = self.frames.spot_after((), moves)
        return Pin(there.state, self.frames.spot_text(there))

    # -------------------------------------------------------------- how games ended

    def _results(self) -> list[Panel]:
        """How games end from this very position, beside others played on by the same player.

        Elsewhere, inside the next move, too, nothing of it holds: there are only links to the
        positions that it belongs to.
        """
        spot, names, game = self.spot, self.study.start.names, self.frames.of()
        seen = [each for each in self.games.results if each.eyes == self.audience.eyes]
        here = [each for each in seen if each[:2] == place_of(spot) and not spot.inside]
        if not seen:
            return []
        if not here:
            links = []
            for each in seen:
                frame = self.frames.spot_after(each.branches, each.moves).frame
                where = {"data_index": str(frame), "data_line": line_name(each.branches)}
                links.append(tag("li", tag("a", self._label(each), href="#", **where)))
            listed = together([note(_word("elsewhere")), tag("ul", *links)])
            return [Panel("branch_elsewhere", _word("results"), listed, wide=True)]
        last = here[-1]
        others = [each for each in seen if each.player == last.player and each is not last]
        shown = [last, *others[1 - MOST_BRANCHES :]]
        labels = [_word("here"), *map(self._label, shown[1:])]
        # A label that is there twice gets a number.
        labels = [
            each if labels.count(each) == 1 else f"{each} ({labels[:number].count(each) + 1})"
            for number, each in enumerate(labels)
        ]
        rolled = {label: each.rollouts for label, each in zip(labels, shown, strict=True)}
        end = game.moves[-1].after if game.moves else game.start
        actual = tuple(player.coins for player in end.players) if end.over else None
        picture = _prospects(names, actual, tuple(rolled.items()), last.player)
        notes = [*_disagreements(names, here), _word("caveat")]
        told = together([image(picture, _ends_text(names, rolled)), *map(note, notes)])
        return [Panel("branch_results", f"{_word('results')} ({last.player})", told, wide=True)]

    def _label(self, ends: SpotRollouts) -> str:
        name = self.frames.line_text(ends.branches)
        if not ends.moves:
            return f"{name}, {_word('at_start')}"
        last = self.frames.of(ends.branches).moves[ends.moves - 1].sentence()
        return f"{name}, {_word('after')} {last}"

    # -------------------------------------------------------------- what the browser does

    def take(self, control: str, value: Value) -> None:
        word = str(value)
        edits = {
            "name": self.name_line, "comment": self.comment, "mark": self.mark,
            "compare": self.compare,
        }  # fmt: skip
        name = control.removeprefix("branch.")
        if name in edits:
            edits[name](word)
            return
        match name:
            case "player":
                self._player = one_of(word, BOTS, "player")
            case "games":
                self._games = number_in(word)
            case "path":
                self._path = word
            case "replace":
                self._replace = value is True
            case "draws":
                self.asks_draws = value is True
                if self._spot is not None:
                    self.stand(self._spot.state)
            case _:
                super().take(control, value)

    def buttons(self) -> Mapping[str, Callable[[], object]]:
        return {
            "take_back": self.take_back,
            "branch.turn": lambda: self.hand_over(self._player, "turn"),
            "branch.end": lambda: self.hand_over(self._player, "game"),
            "branch.many": lambda: self.play_on(self._player, self._games),
            "branch.stop": self.games.stop,
            "branch.pin": self.remember,
            "branch.promote": self.promote,
            "branch.delete": self.delete,
            "branch.cut": self.cut,
            "branch.save": lambda: self.save(self._path.strip() or None, replace=self._replace),
        }


def _word(key: str) -> str:
    return say(f"branch-{key}")


# ------------------------------------------------------------------ pictures, and what they say


@cached_by_language(maxsize=8)
def _two_positions(
    first: GameState, second: GameState, labels: tuple[str, str], purses: tuple[int, ...]
) -> tuple[bytes, str]:
    # The boards stand one above the other under their labels, which are too long for sentences.
    places = (say("differences-upper"), say("differences-lower"))
    words = differences(first, second).text(places, purses)
    drawing = draw_side_by_side(first, second, labels=labels, words=False, purses=purses)
    return drawing.png(1.5), words


@cached_by_language(maxsize=8)
def _two_ages(state: GameState, first: Age, second: Age) -> tuple[bytes, str]:
    words = age_differences(state, first, second).text()
    return draw_two_ages(state, first, second, words=False).png(1.5), words


@cached_by_language(maxsize=8)
def _prospects(
    names: tuple[str, ...],
    actual: tuple[int, ...] | None,
    branches: tuple[tuple[str, Rollouts], ...],
    player: str,
) -> bytes:
    from khronos_lab.drawing import draw_prospects  # with polars: slow

    return draw_prospects(dict(branches), names, actual=actual, played_by=player).png(1.5)


def _disagreements(names: Sequence[str], here: Sequence[SpotRollouts]) -> list[str]:
    """What players think differently about one position, beyond chance."""
    *others, last = here
    found = []
    for seat, name in enumerate(names):
        for other in others:
            (low, high), (least, most) = (x.rollouts.win_intervals[seat] for x in (last, other))
            if low > most or high < least:
                one, two = (percent_text(x.rollouts.win_shares[seat], 0) for x in (last, other))
                players = {"player": last.player, "other": other.player}
                found.append(say("branch-disagree", who=name, one=one, two=two, **players))
    return found


def _ends_text(names: Sequence[str], branches: Mapping[str, Rollouts]) -> str:
    told = []
    for name, rolled in branches.items():
        seats = []
        for seat, player in enumerate(names):
            low, high = (percent_text(each, 0) for each in rolled.win_intervals[seat])
            coins, wins = number_text(rolled.mean_coins[seat], 1), rolled.win_shares[seat]
            seats.append(f"{player} {coins}, {percent_text(wins, 0)} ({low}{DASH}{high})")
        told.append(f"{name} ({rolled.games}): {'; '.join(seats)}")
    return ". ".join(told)
