"""Replay: a scrubber over a game that feels instant.

The browser shows pictures and words that it already has, and asks for what it will need next;
the kernel draws them with kept figures. So a step costs no message, and a jump costs one.
`replay*.js` beside this file is all that runs in the browser: it flips pictures and draws nothing.

>>> game = replay("data/games/08-lesson-three-ages.khr", step=0)
>>> game.caption
'Ruth plays 1 card (c) in Might (A1).'
>>> game.go("paradox.forward").caption[:40]
'Paradox: the town at i2 in Faith is eras'
"""

from __future__ import annotations

from collections.abc import Sequence

import traitlets
from traitlets import Bunch, observe, validate

from khronos_lab.analysis.timeline import Frame, Timeline
from khronos_lab.analysis.variation_lines import Lines
from khronos_lab.core.squares import square as square_number
from khronos_lab.players.knowledge import eyes_of
from khronos_lab.records.record_editor import RecordEditor
from khronos_lab.records.tree import Branches
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.language import spoken
from khronos_lab.rulebook.pieces import Age
from khronos_lab.viewer.html import Markup
from khronos_lab.widgets.kit.base import Refused, SafeWidget, joined, refusing
from khronos_lab.widgets.kit.frame_panels import caption_text, where_text
from khronos_lab.widgets.kit.frame_pictures import WIDTH, Look, Pictures
from khronos_lab.widgets.kit.hidden_cards import Audience, Coins, Eyes, coins_of
from khronos_lab.widgets.kit.opened_game import Opened, Source, opened
from khronos_lab.widgets.kit.parts import Shared, forwarded
from khronos_lab.widgets.replay.browser_words import choices_of, words_of
from khronos_lab.widgets.replay.frame_answers import Answer, Content, FrameAnswers, stale_answer
from khronos_lab.widgets.replay.keys_and_commands import KEYS, stops_of, target
from khronos_lab.widgets.replay.move_list import line_name, move_list
from khronos_lab.widgets.what_if.background_games import BackgroundGames
from khronos_lab.widgets.what_if.trying_moves import WhatIf


def replay(
    source: Source | Opened,
    *,
    game: int = 1,
    view: str = "boards",
    step: int | None = None,
    language: str | None = None,
    eyes: str | int | None = None,
    coins: str = "open",
    speed: float = 4,
) -> Replay:
    """Open a game: a file (and the number of the `game` in it), a record, or a timeline.

    `step` is the number of an event as in the tables, without one the game begins at its start;
    `eyes` is the player whose hand is shown, `"nobody"`, or None for all hands. With
    `coins="hidden"` the coins of players whose hands are hidden are hidden, too, until the game is
    over (S6).
    """
    shown = Replay(
        opened(source, game), view=view, language=language or spoken(None), eyes=eyes,
        coins=coins, speed=speed,
    )  # fmt: skip
    if step is not None:
        shown.step = step
    return shown


class Replay(SafeWidget):
    """A game that is looked at. Every trait can be read and set, in Python as in the browser."""

    _esm = joined(
        "replay/store.js", "replay/page.js", "replay/ahead.js", "replay/side.js", "kit/form.js",
        "what_if/what_if.js", "replay/replay.js",
    )  # fmt: skip
    _css = joined("kit/form.css", "replay/replay.css")

    index = traitlets.Int(0).tag(sync=True)
    """The frame that is shown: 0 is the first position, then one for each event."""
    view = traitlets.Unicode("boards").tag(sync=True)
    eyes = traitlets.Unicode("all").tag(sync=True)
    """`all`, `nobody`, or the number of a seat."""
    coins = traitlets.Unicode("open").tag(sync=True)
    """`open`, or `hidden` for players whose hands are hidden."""
    playing = traitlets.Bool(False).tag(sync=True)
    speed = traitlets.Float(4.0, min=0.1, max=60.0).tag(sync=True)
    """Steps a second."""
    square: traitlets.List[int] = traitlets.List().tag(sync=True)
    """The square that was clicked: the number of its age and its own; or nothing."""

    # What follows is told to the browser and not meant to be set.
    line = traitlets.Unicode("[]").tag(sync=True)
    last = traitlets.Int(0).tag(sync=True)
    stops = traitlets.Dict().tag(sync=True)
    moves = traitlets.Unicode("").tag(sync=True)
    words = traitlets.Dict().tag(sync=True)
    keys_map = traitlets.Dict(dict(KEYS)).tag(sync=True)
    choices = traitlets.Dict().tag(sync=True)
    what_if_page = traitlets.Dict().tag(sync=True)
    """What the page shows of moves that are tried; nothing while none are."""
    progress = traitlets.Dict().tag(sync=True)
    """How much of the work in the background is done."""
    edition = traitlets.Int(0).tag(sync=True)
    """Another number after every edit: what the browser kept of the game before is stale."""
    strip = traitlets.Dict().tag(sync=True)
    """The curve of turning points under the slider; empty if it has not been worked out."""
    unsaved = traitlets.Bool(False).tag(sync=True)
    """True if the record has changes that are in no file."""

    def __init__(
        self,
        game: Opened,
        *,
        view: str = "boards",
        language: str = "en",
        eyes: str | int | None = None,
        coins: str = "open",
        speed: float = 4,
    ) -> None:
        """Prepare the widget; `replay` opens one on anything that can be looked at."""
        self._what_if = WhatIf(game, self._show_change, self._show_work)
        self._games = self._what_if.games
        self._comment = game.comment
        self._branches: Branches = ()
        self._renamed = 0
        self._pictures = Pictures(game.timeline.start)
        super().__init__(
            view=view, language=language, eyes=eyes_of(eyes, game.timeline.start.names),
            coins=coins, speed=speed, error=game.problem, choices=choices_of(game),
        )  # fmt: skip
        self._tell_line()
        self._tell_moves()
        self._speak()

    def __repr__(self) -> str:
        names = ", ".join(self.timeline.start.names)
        return f"<Replay of {names}: {self.text}>"

    def close(self) -> None:
        """Let go of everything."""
        self.stop()
        self._pictures.clear()
        super().close()

    # -------------------------------------------------------------- what is shown

    @property
    def timeline(self) -> Timeline:
        """The line that is shown."""
        return self._lines.timeline(self._branches)

    @property
    def _lines(self) -> Lines:
        return self._what_if.lines

    @property
    def _frames(self) -> FrameAnswers:
        points = self._what_if.points_seen
        return FrameAnswers(self._lines, self._pictures, self._what_if.audience, points)

    @property
    def frame(self) -> Frame:
        """The frame that is shown."""
        return self.timeline[self.index]

    @property
    def step(self) -> int:
        """The number of the event that is shown, as in the tables; -1 at the first position."""
        return self.index - 1

    @step.setter
    def step(self, step: int) -> None:
        self.index = 0 if step == -1 else self.timeline.at_step(step).index

    @property
    def caption(self) -> str:
        """What happens, in one sentence with its clause."""
        return caption_text(self.frame, self.language, self.eyes)

    @property
    def text(self) -> str:
        """The line under the picture."""
        where = where_text(self.frame, self.last - 1, self.language)
        return f"{where}: {self.caption}"

    @property
    def branches(self) -> Branches:
        """The name of the line that is shown; see `khronos_lab.analysis.variation_lines`."""
        return self._branches

    def picture(self, width: int = WIDTH, ratio: float = 1.0) -> bytes:
        """What is shown, as PNG."""
        look = Look(self.view, self.language, width, ratio).checked()
        return self._pictures.of(self.timeline, self._branches, self.index, look)

    # -------------------------------------------------------------- going about

    def go(self, command: str) -> Replay:
        """Do what a button does: `effect.forward`, `turn.back`, `paradox.forward`, `end`, `play`.

        Where there is nothing that way, nothing changes.
        """
        if command == "play":
            self.playing = not self.playing
            return self
        if command == "what_if":
            self.what_if(not self.trying)
            return self
        found = target(self.timeline, self.index, command)
        self.index = self.index if found is None else found
        return self

    def press(self, key: str) -> Replay:
        """Do what a key does, named as browsers do: `ArrowRight`, `PageUp`, `p`, a space."""
        if key not in KEYS:
            raise KhronosError(f"the key {key!r} does nothing here; keys are {', '.join(KEYS)}")
        return self.go(KEYS[key])

    def show_line(self, branches: Sequence[Sequence[int]] = (), move: int | None = None) -> Replay:
        """Show a variation, or the game itself for `()`, at the end of a move of that line."""
        line = tuple((int(place), int(number)) for place, number in branches)
        timeline = self._lines.timeline(line)
        if move is None:
            move = line[-1][0] if line else None
        if move is not None and not 0 <= move < len(timeline.moves):
            raise KhronosError(f"this line has {len(timeline.moves)} moves, no number {move}")
        index = min(self.index, len(timeline) - 1) if move is None else timeline.moves[move].last
        with self.hold_sync():
            self._branches = line
            self._tell_line()
            self.index = index
        return self

    def look_at(self, square: str | int, age: Age | int) -> Replay:
        """Show the story of a square of an age, as a click on it does."""
        number = square_number(square) if isinstance(square, str) else square
        self.square = [int(Age(age)), number]
        return self

    def story(self, index: int | None = None) -> Markup:
        """The story of the square that was clicked, as HTML."""
        if not self.square:
            return Markup()
        index = self.index if index is None else index
        return self._frames.story(self.square, self._branches, index)

    # -------------------------------------------------------------- trying other moves

    record = Shared("_what_if", WhatIf.record)
    trying = Shared("_what_if", WhatIf.trying)
    spot = Shared("_what_if", WhatIf.spot)
    mover = Shared("_what_if", WhatIf.mover)
    results = Shared("_games", BackgroundGames.results)

    def what_if(self, on: bool = True) -> Replay:
        """Try other moves from what is shown, or leave off trying them."""
        if on:
            self._what_if.settle(self._branches, self.index)
            self.playing = False
        else:
            self._what_if.leave()
        self._show_change()
        return self

    choose = forwarded("_what_if", WhatIf.choose)
    click_square = forwarded("_what_if", WhatIf.click_square)
    take_back = forwarded("_what_if", WhatIf.take_back)
    play_move = forwarded("_what_if", WhatIf.play_move)
    remember = forwarded("_what_if", WhatIf.remember)
    compare = forwarded("_what_if", WhatIf.compare)
    hand_over = forwarded("_what_if", WhatIf.hand_over)
    play_on = forwarded("_what_if", WhatIf.play_on)
    turning = forwarded("_what_if", WhatIf.turning)
    keep_best = forwarded("_what_if", WhatIf.keep_best)
    wait = forwarded("_games", BackgroundGames.wait)
    stop = forwarded("_games", BackgroundGames.stop)
    name_line = forwarded("_what_if", WhatIf.name_line)
    comment = forwarded("_what_if", WhatIf.comment)
    mark = forwarded("_what_if", WhatIf.mark)
    promote = forwarded("_what_if", WhatIf.promote)
    delete = forwarded("_what_if", WhatIf.delete)
    cut = forwarded("_what_if", WhatIf.cut)
    save = forwarded("_what_if", WhatIf.save)

    # -------------------------------------------------------------- traits

    @validate("index")
    def _check_index(self, proposal: Bunch) -> int:
        index = int(proposal["value"])
        count = len(self.timeline)
        if not 0 <= index < count:
            raise Refused(f"there are {count} frames in this line, no number {index}")
        return index

    @validate("view")
    def _check_view(self, proposal: Bunch) -> str:
        with refusing():
            return Look(str(proposal["value"])).checked().view

    @validate("eyes")
    def _check_eyes(self, proposal: Bunch) -> Eyes:
        with refusing():
            return eyes_of(proposal["value"], self._lines.main.start.names)

    @validate("coins")
    def _check_coins(self, proposal: Bunch) -> Coins:
        return coins_of(proposal["value"])

    @validate("square")
    def _check_square(self, proposal: Bunch) -> list[int]:
        return self._frames.checked_square(proposal["value"])

    @observe("eyes")
    def _tell_moves(self, _: object = None) -> None:
        self.moves = move_list(self._lines.main, self._comment, self.eyes)

    @observe("language", "eyes", "coins")
    def _speak(self, _: object = None) -> None:
        self.words = words_of(self.language)
        self._what_if.speak_to(Audience(self.language, self.eyes, self.coins))
        self._show_change()

    @observe("index", "line", "playing")
    def _moved(self, _: object) -> None:
        if self.trying and not self.playing and self._what_if.settle(self._branches, self.index):
            self._show_change()

    def _tell_line(self) -> None:
        """Tell the browser about the line that is shown."""
        timeline = self.timeline
        with self.hold_sync():
            self.index = min(self.index, len(timeline) - 1)
            self.line = line_name(self._branches)
            self.last = len(timeline) - 1
            self.stops = {name: list(frames) for name, frames in stops_of(timeline).items()}

    def _show_change(self, edited: RecordEditor | None = None) -> None:
        """Show what is tried; and, if the record was edited, the place of the edit."""
        what_if = self._what_if
        with self.hold_sync():
            if edited is not None:
                self._go_to(edited)
            elif what_if.trying and not (what_if.spot.inside or self.playing):
                # What is chosen is seen on the position that it is chosen for.
                self.index = what_if.spot.frame
            self.unsaved, self.strip = what_if.unsaved, what_if.strip()
            self.what_if_page = what_if.page()

    def _go_to(self, edited: RecordEditor) -> None:
        """Show the place of an edit, as the end of its last move."""
        if edited.renamed != self._renamed:
            self._renamed = edited.renamed
            self._pictures.clear()
        self._branches, self._comment = edited.branches, edited.record.line.comment
        self.index = self._what_if.spot_edited.frame
        self._tell_line()
        self._tell_moves()
        self.edition += 1

    def _show_work(self, fault: Exception | None) -> None:
        """Show how far the work in the background is, and at its end what came of it."""
        begun, self.progress = self.progress, self._games.progress
        if begun and self.progress:
            return
        with self._shown_if_it_fails():
            if fault is not None:
                raise fault
        self._show_change()

    # -------------------------------------------------------------- messages of the browser

    def _answer_message(self, content: Content) -> None:
        """Answer each message by one, so that the browser knows what is still under way."""
        answer: Answer = {"kind": "failed"}, []
        content = {"square": self.square, **content}
        try:
            answer = stale_answer(content, self.edition) or {
                "want": self._frames.want, "click": self._click, "story": self._frames.tell_story,
                "place": self._place, "open": self._open, "legend": self._frames.legend,
                "curve": self._frames.curve, "what_if": self._try, "strip": self._frames.strip,
            }[content["kind"]](content)  # fmt: skip
        finally:
            message, buffers = answer
            self.send({**message, "id": content.get("id")}, buffers)

    def _click(self, content: Content) -> Answer:
        """A click at a place of the picture, in shares of its width and height."""
        found = self._frames.square_at(content)
        self.square = [] if found is None else [int(found[0]), found[1]]
        return self._frames.tell_story({**content, "square": self.square})

    def _place(self, content: Content) -> Answer:
        """Where the user has gone; what is told of a line that was left meanwhile is old."""
        if self._frames.branches(content) == self._branches:
            self.index = int(content["index"])
        return {"kind": "placed"}, []

    def _open(self, content: Content) -> Answer:
        """A click on a move of another line."""
        move = content.get("move")
        self.show_line(self._frames.branches(content), None if move is None else int(move))
        return {"kind": "opened"}, []

    def _try(self, content: Content) -> Answer:
        """Do what the page of moves that are tried asks for."""
        self.error, what, name = "", content["what"], str(content.get("name"))
        try:
            if what == "toggle" or name == "branch.close":
                self.what_if(what == "toggle" and not self.trying)
            elif what == "click":
                place = self._frames.square_at(content)
                if place is not None:
                    self.click_square(*place)
            elif what == "press":
                self._what_if.press(name)
            else:
                self._what_if.take(name, content["value"])
        except Exception:
            # What was refused must not stay on the page.
            self._show_change()
            raise
        return {"kind": "what_if"}, []
