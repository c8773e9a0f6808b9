"""The desk: a whole game on one screen, in a notebook, and what is done to it there.

The viewer in the browser has the game's data, sent once: a step costs no message. The kernel is
asked for what only it can do: a mode answers clicks, hands are hidden, a line is new.

A desk has modes, one of which is on: `look`, and beside it those in which something is done. They
stand in `try_mode.py`, `write_mode.py` and so on, and know of no widget.

>>> game = replay("data/games/08-lesson-three-ages.khr", step=1)
>>> game.caption
'Ruth plays 1 card (c) in Might (A1).'
>>> game.go("paradox.forward").caption[:40]
'Paradox: the town at i2 in Faith is eras'
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Sequence
from functools import partial
from html import escape
from typing import Any, Final, Self

import traitlets
from traitlets import Bunch, observe, validate

from khronos_lab.analysis import (
    Frame,
    Review,
    Timeline,
    as_record,
    first_move,
    keep_better_turn,
    settled,
)
from khronos_lab.board import (
    STYLE,
    GameData,
    Part,
    Sight,
    line_name,
    menu_looks,
    overlay,
    page_of,
    viewer_script,
    words_in,
)
from khronos_lab.core import GameState
from khronos_lab.desk.background import BackgroundGames
from khronos_lab.desk.coach import Coach, Practice
from khronos_lab.desk.frames import Frames, target
from khronos_lab.desk.mode import Mode, Place
from khronos_lab.desk.try_mode import TryMode
from khronos_lab.kit import (
    OPEN,
    WORDS,
    Audience,
    Coins,
    Eyes,
    Refused,
    SafeWidget,
    Shared,
    caption_text,
    coins_of,
    forwarded,
    in_its_language,
    joined,
    one_of,
    purses_seen,
    refusing,
    seen,
    seen_notation,
    sees,
    where_text,
)
from khronos_lab.players import ALL, eyes_of
from khronos_lab.records import Branches, GameRecord, PathName, Study
from khronos_lab.rulebook import AGES, Age, KhronosError, Said, in_any_case, say, speaking, spoken
from khronos_lab.scenes import VIEWS

Content = dict[str, Any]
"""A message of the browser."""
Answer = tuple[Content, list[bytes]]
"""A message for the browser, and the bytes that go with it."""

EVERY_GAME: Final = ("look", "try", "edit", "train")
"""The modes of a game that somebody opens."""
MOST_TEXT: Final = 200_000
"""Characters of a text that a page sends: a position or a whole record has fewer."""
KEYS_OF_WORDS: Final = (
    *WORDS,
    *("desk-gone", "desk-gone_unsaved", "desk-silent"),
    *("branch-unsaved", "branch-close", "record-take_back", "panel-loading"),
    *("panel-eyes-all", "panel-eyes-nobody", "tip-hidden"),
    *("panel-hands", "panel-coins", "panel-coins-open", "panel-coins-hidden", "tip-coins"),
)


_SCRIPT: Final = viewer_script() + joined(
    "../board/browser/menu.js",
    "../desk/browser/form.js",
    "../desk/browser/mode.js",
    "../desk/browser/replay.js",
)


class Desk(SafeWidget):
    """A game and what is done to it; every trait can be read and set, in Python and elsewhere."""

    _esm = _SCRIPT
    _css = joined(
        STYLE,
        "../board/browser/viewer.css",
        "../board/browser/verdict.css",
        "../desk/browser/desk.css",
    )

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
    mode = traitlets.Unicode("look").tag(sync=True)
    """What is done with the game, one of `modes`."""

    # What follows is told to the browser and not meant to be set.
    modes: traitlets.List[str] = traitlets.List().tag(sync=True)
    line = traitlets.Unicode("[]").tag(sync=True)
    last = traitlets.Int(0).tag(sync=True)
    words = traitlets.Dict().tag(sync=True)
    names: traitlets.List[str] = traitlets.List().tag(sync=True)
    title = traitlets.Unicode("").tag(sync=True)
    menu_looks = traitlets.Dict().tag(sync=True)
    """Pictures for the menu of a square, from the first mode on that has one."""
    mode_page = traitlets.Dict().tag(sync=True)
    """What the mode shows around the boards; nothing while one only looks."""
    progress = traitlets.Dict().tag(sync=True)
    """How much of the work in the background is done."""
    outlook = traitlets.Dict().tag(sync=True)
    """What the moment on the boards promises, with its line and frame; empty if nobody knows."""
    unsaved = traitlets.Bool(False).tag(sync=True)
    """True if the record has unsaved changes."""

    def __init__(
        self,
        frames: Frames,
        own: Mode | None = None,
        *,
        view: str = "boards",
        language: str | None = None,
        eyes: str | int | None = None,
        coins: str = "open",
        speed: float = 4,
    ) -> None:
        """A desk on a game, with a mode of its `own` beside those that every game has."""
        self._coach = Coach(self._show_coach)
        self._try = TryMode(frames, self._show_work, self._coach.forget)
        self._games = self._try.games
        self._game = frames
        """The game that is looked at; a mode may show one of its own."""
        self._own = own
        for mode in filter(None, (self._try, own)):
            mode.edited = partial(self._show_change, edited=True)
        self._active: Mode | None = None
        self._branches: Branches = ()
        self._data: GameData | None = None
        self._known: dict[str, Part] = {}
        self._told_review: tuple[object, ...] = (None, False)
        """Of the review: what the browser knows."""
        self._left: tuple[Branches, int] = ((), 0)
        """Where one looked when a mode began that shows a game of its own."""
        names = frames.start.names
        super().__init__(
            view=view, language=language or spoken(None),
            eyes=eyes_of(in_any_case(eyes, names), names),
            coins=coins, speed=speed, modes=list(EVERY_GAME if own is None else own.tabs),
        )  # fmt: skip
        self._tell_game()
        with speaking(self.language):
            self._speak()
        if own is not None:
            self.mode = own.name

    def __repr__(self) -> str:
        names = ", ".join(self.timeline.start.names)
        return f"<{type(self).__name__} of {names}: {self.text}>"

    def close(self) -> None:
        """Let go of everything."""
        self._games.stop()
        self._coach.close()
        super().close()

    # -------------------------------------------------------------- what is shown

    @property
    def _frames(self) -> Frames:
        return self._game if self._active is None else self._active.frames

    @property
    def timeline(self) -> Timeline:
        """The line that is shown."""
        return self._frames.of(self._branches)

    @property
    def frame(self) -> Frame:
        """The frame that is shown."""
        return self.timeline[self.index]

    @property
    def position(self) -> GameState:
        """The position that clicks are about; without a mode, the one that is shown."""
        return self.frame.state if self._active is None else self._active.position

    @property
    def place(self) -> Place | None:
        """The age and the square that were clicked last."""
        return None if self._active is None else self._active.place

    @property
    def step(self) -> int:
        """The moment that is shown: 0 is the first position, `n` the game after `n` events."""
        return self.index

    @step.setter
    def step(self, step: int | str) -> None:
        count = len(self.timeline)
        if isinstance(step, str):
            step = self.timeline.index_of(step)
        if not -count <= step < count:
            raise KhronosError(f"this line has {count - 1} steps after its start, no step {step}")
        self.index = step % count

    @property
    @in_its_language
    def caption(self) -> str:
        """What happens, in one sentence with its clause."""
        return caption_text(self.frame, self.eyes)

    @property
    @in_its_language
    def text(self) -> str:
        """The line under the picture."""
        return f"{where_text(self.frame, self.last)}: {self.caption}"

    @property
    def status(self) -> str:
        """What the mode says: whose turn it is, what comes next, why something was refused."""
        return str(self.mode_page.get("refusal") or self.mode_page.get("status") or self.text)

    @property
    def branches(self) -> Branches:
        """The name of the line that is shown; see `khronos_lab.analysis.timeline`."""
        return self._branches

    @property
    def lines(self) -> dict[str, Part]:
        """By name: all lines of the game as the viewer gets them, with moves and sentences."""
        frames = self._frames
        comment = frames.study.intro_of() if frames.has_record else ""
        return self._viewer_data().lines(frames.of(), comment)

    # -------------------------------------------------------------- going about

    def go(self, command: str) -> Self:
        """Do what a button does: `effect.forward`, `turn.back`, `paradox.forward`, `end`, `play`.

        Where there is nothing that way, nothing changes.
        """
        if command == "play":
            self.playing = not self.playing
        elif command == "what_if":
            self.mode = "look" if self.mode == "try" else "try"
        else:
            found = target(self.timeline, self.index, command)
            self.index = self.index if found is None else found
        return self

    def show_line(self, branches: Sequence[Sequence[int]] = (), move: int | None = None) -> Self:
        """Show a variation, or the game itself for `()`, at the end of a move of that line."""
        line = tuple((int(place), int(number)) for place, number in branches)
        timeline = self._frames.of(line)
        if move is None:
            move = line[-1][0] if line else None
        if move is not None and not 0 <= move < len(timeline.moves):
            raise KhronosError(f"this line has {len(timeline.moves)} moves, no number {move}")
        self._stand_at(line, self.index if move is None else timeline.moves[move].last)
        return self

    # -------------------------------------------------------------- modes

    @validate("mode")
    def _check_mode(self, proposal: Bunch) -> str:
        return one_of(proposal["value"], self.modes, "mode")

    @observe("mode")
    def _switch(self, _: object) -> None:
        """Leave one mode for another; one that cannot begin leaves the desk looking."""
        try:
            self._begin(self._mode_named(self.mode))
            if self.mode == "train" and self._coach.practice is None:
                self._train()
        except Exception:
            self._begin(None)
            self.set_trait("mode", "look")
            raise
        finally:
            if self.mode != "train":
                self._coach.practice = None
            self._show_change()
            self._show_coach()

    def _mode_named(self, name: str) -> Mode | None:
        own = self._own
        if name == "look":
            return None
        if own is not None and own.name == name:
            return own
        if name != "edit":
            return self._try
        from khronos_lab.desk.edit_mode import EditMode  # with lessons, which take time

        return EditMode(settled(self.frame))

    def _begin(self, mode: Mode | None) -> None:
        """Leave the mode that is on for another; a mode may show a game of its own."""
        old, shown = self._active, self._frames
        if mode is old:
            return
        if old is not None:
            old.leave()
        if shown is self._game:
            self._left = self._branches, self.index
        self._active = mode
        if self._frames is not shown:
            self._branches, index = self._left if self._frames is self._game else ((), 0)
            self._tell_game(index)
        if mode is not None:
            self.playing, self.menu_looks = False, menu_looks()
            if mode.eyes is not None:
                self.eyes = mode.eyes
            mode.speak_to(self._audience)
            mode.settle(self._branches, self.index)

    def _tell_game(self, index: int = 0) -> None:
        game = self._frames.game
        study = game if isinstance(game, Study) else None
        names, tags = game.start.names, study.tags if study is not None else {}
        problem = study.record.problem if study is not None else None
        parts = (tags.get(key, "") for key in ("Event", "Date"))
        with self.hold_sync():
            self.names = list(names)
            self.title = " · ".join(part for part in parts if part and "?" not in part)
            if problem is not None:
                self.error = str(problem)
            self._show_anew()
            self._stand_at(self._branches, index)

    # -------------------------------------------------------------- the coach

    @property
    def coach(self) -> Coach:
        """The review of the game as far as it is worked out, and practice."""
        return self._coach

    @in_its_language
    def review(self, on: bool = True) -> Self:
        """Show the coach and let him review the game, in the background; or put him away."""
        self._coach.on = on
        if on and self._coach.review is None:
            self._start_review()
        if not on and self.mode == "train":
            self.mode = "look"
        if on:
            self._look()
        self._show_coach()
        return self

    def _start_review(self) -> None:
        study = self._game.study
        self._coach.start(study.record, study.home, self._audience)

    @in_its_language
    def keep_better(self) -> Self:
        """Keep the better turn that the coach shows as a variation, named and commented."""
        review, turn = self._coach.review, self._coach.turn
        if review is None or turn is None:
            raise KhronosError(say("coach-nothing"))
        self._try.edit_anywhere(lambda study: keep_better_turn(study, review, turn))
        return self

    @in_its_language
    def practice(self, player: str | None = None, review: Review | None = None) -> Self:
        """Stand before a mistake, of one player or of all, and try another turn.

        It is the one of the turn on the boards, if that was one, or else the worst.
        """
        self._coach.review = review or self._coach.review
        self._coach.practice = None
        self._train(player)
        self.mode = "train"
        self._show_coach()
        return self

    def next_mistake(self) -> Self:
        """Go on to the next mistake of the practice."""
        with speaking(self.language):
            self._practise("next")
            self._show_coach()
        return self

    def _train(self, player: str | None = None) -> None:
        review = self._coach.review
        if review is None:
            raise KhronosError(say("coach-nothing"))
        shown = self.index if not self._branches and self._frames is self._game else None
        name = in_any_case(player, review.names)
        self._coach.on, self._coach.practice = True, Practice.of(review, name, shown)
        self._stand_before()

    def _stand_before(self) -> None:
        assert self._coach.practice is not None
        self._begin(self._try)
        self.show_line(())
        self.index = self._coach.practice.turn.first
        self._show_change()

    def _practise(self, change: str) -> None:
        practice = self._coach.practice
        if practice is None:
            raise KhronosError(say("coach-nothing"))
        if change == "check":
            first = first_move(practice.review, practice.turn)
            texts = self._try.played_since(first) if self._active is self._try else []
            self._coach.practice = practice.attempt(texts)
        elif change == "hint":
            self._coach.practice = practice.hint()
        elif change == "next":
            self._coach.practice = practice.next()
            self._stand_before()

    @in_its_language
    def _show_coach(self, fault: Exception | None = None) -> None:
        with self._shown_if_it_fails():
            if fault is not None:
                raise fault
        hopes = self._coach.outlook() if self._is_judged else {}
        self.outlook = {"line": self.line, "frame": self.index, **hopes} if hopes else {}
        self._tell_review()

    def _tell_review(self) -> None:
        now = self._coach.review if self._is_judged else None, self._coach.working
        if self._data is None or now == self._told_review:
            return
        self._told_review, (review, working) = now, now
        facts = {} if review is None else self._data.review(review, working=working)
        self.send({"kind": "review"}, [deflated(facts)])

    @property
    def _is_judged(self) -> bool:
        """True if the coach may speak: of the game that is looked at, to whoever sees all hands."""
        looks = self._active in (None, self._try) and self._frames is self._game
        return looks and self._audience.eyes == ALL

    def _coached(self, content: Content) -> Answer:
        self.error, name = "", str(content.get("name"))
        work: dict[str, Callable[[], object]] = {
            "coach.toggle": lambda: self.review(not self._coach.on),
            "coach.start": self._start_review,
            "coach.stop": self._coach.stop,
            "coach.keep": self.keep_better,
            "coach.practice": self.practice,
            "coach.leave": lambda: self.set_trait("mode", "look"),
            **{
                f"coach.{each}": partial(self._practise, each) for each in ("check", "hint", "next")
            },
        }
        if content.get("value") is not None:
            self._coach.choose(number_of(content["value"]))
        if name not in work:
            raise KhronosError(Said("slip-message"))
        work[name]()
        if self._coach.practice is not None:
            self._show_change()
        self._show_coach()
        return {"kind": "coach"}, []

    # -------------------------------------------------------------- traits

    @validate("index")
    def _check_index(self, proposal: Bunch) -> int:
        index = number_of(proposal["value"])
        count = len(self.timeline)
        if not 0 <= index < count:
            raise Refused(f"there are {count} frames in this line, no number {index}")
        return index

    @validate("view")
    def _check_view(self, proposal: Bunch) -> str:
        with refusing():
            return one_of(str(proposal["value"]), VIEWS, "view")

    @validate("eyes")
    def _check_eyes(self, proposal: Bunch) -> Eyes:
        with refusing():
            names = self._frames.start.names
            eyes = eyes_of(in_any_case(proposal["value"], names), names)
            own = None if self._own is None else self._own.eyes
            if own not in (None, eyes):
                raise KhronosError(Said("slip-eyes"))
            return eyes

    @validate("coins")
    def _check_coins(self, proposal: Bunch) -> Coins:
        return coins_of(proposal["value"])

    @validate("square")
    def _check_square(self, proposal: Bunch) -> list[int]:
        value = proposal["value"]
        if not isinstance(value, list | tuple) or len(value) not in (0, 2):
            raise Refused(Said("slip-message").text())
        place = [number_of(each) for each in value]
        area = self._frames.start.grid.area
        if place and (place[0] not in tuple(AGES) or place[1] < 0 or not area >> place[1] & 1):
            raise Refused(f"there is no square {place[1]} in age {place[0]} on this map")
        return place

    @observe("language", "eyes", "coins")
    def _speak(self, _: object = None) -> None:
        self.words = {key: say(key) for key in KEYS_OF_WORDS}
        for mode in filter(None, (self._try, self._active)):
            mode.speak_to(self._audience)
        self._show_change()
        self._show_coach()

    @observe("eyes", "coins")
    def _show_anew(self, _: object = None) -> None:
        if self._data is not None:
            self._data = None
            self.send({"kind": "game"}, [deflated(self._facts())])

    @observe("index", "line", "playing")
    def _moved(self, _: object) -> None:
        mode = self._active
        if mode is not None and not self.playing and mode.settle(self._branches, self.index):
            self._show_change()

    @in_its_language
    def _look(self) -> None:
        """Let the coach say what the moment on the boards promises, where no review does."""
        coach = self._coach
        known = not self._branches and coach.has_judged(self.index)
        if self._is_judged and coach.practice is None and not known:
            coach.look_at(settled(self.frame))
            self._show_coach()

    def _stand_at(self, line: Branches, index: int) -> None:
        """Show a frame of a line, or else its last one."""
        last = len(self._frames.of(line)) - 1
        with self.hold_sync():
            self._branches = line
            self.index = min(index, last)
            self.line, self.last = line_name(line), last

    @in_its_language
    def _show_change(self, *, edited: bool = False) -> None:
        with self.hold_sync():
            mode = self._active
            if edited or (self._data is not None and self._data.start is not self._frames.start):
                line, index = self._try.edited_at if mode is None else mode.at
                self._branches = line
                self._tell_news()
                self._stand_at(line, index)
            elif mode is not None and not (mode.looks_on or self.playing):
                # What is chosen is seen on the position that it is chosen for.
                line, index = mode.at
                if line == self._branches:
                    self.index = index
            frames = self._frames
            self.unsaved = frames.has_record and frames.study.unsaved
            if self._own is not None:
                self.modes = list(self._own.tabs)
            self.mode_page = self._page()

    def _page(self) -> dict[str, Any]:
        mode, judged = self._active, self._is_judged
        if mode is None:
            return {"judged": judged}
        told = mode.page().told()
        if self._coach.practice is not None:
            told["side"] = self._coach.practising()
        return {
            **told,
            "mode": self.mode,
            "frame": mode.at[1],
            "judged": judged,
            "marks": overlay(mode.position, mode.marks()),
        }

    @in_its_language
    def _show_work(self, fault: Exception | None) -> None:
        begun, self.progress = self.progress, self._games.progress
        if begun and self.progress:
            return
        with self._shown_if_it_fails():
            if fault is not None:
                raise fault
        self._show_change()

    # -------------------------------------------------------------- the viewer's data

    @property
    def _audience(self) -> Audience:
        return Audience(self.eyes, self.coins)

    def _viewer_data(self) -> GameData:
        if self._data is None:
            self._data = GameData(self._frames.start, sight_of(self._audience))
        return self._data

    def _facts(self) -> Part:
        """All data of the game for a viewer."""
        self._known, review = self.lines, self._coach.review if self._is_judged else None
        self._told_review = review, False
        return self._viewer_data().whole(self._known, review) | {"words": words_in(_SCRIPT)}

    def _tell_news(self) -> None:
        """Tell the browser what an edit has changed, if it has the game."""
        data, start = self._data, self._frames.start
        if data is None:
            return
        if not data.fits(start):
            # Of another map, or other players, it knows nothing.
            self.names = list(start.names)
            self._show_anew()
            return
        first = data.restart(start) if data.start is not start else {}
        lines = self.lines
        news, self._known = data.news(lines, self._known), lines
        self.send({"kind": "news"}, [deflated(news | first)])

    def _repr_mimebundle_(self, **more: Any) -> Any:  # noqa: ANN401
        """The widget; and, for where there are no widgets, the same game as a page of its own."""
        bundle = super()._repr_mimebundle_(**more)
        data = bundle[0] if isinstance(bundle, tuple) else bundle
        if isinstance(data, dict):
            data["text/html"] = self.page()
        return bundle

    def stand_in(self) -> str:
        """The page of the game, out of sight as long as the widget is there."""
        return LATER + self.page()

    @in_its_language
    def page(self) -> str:
        """The game as it is shown here, as a page inside another one; it needs no kernel."""
        # Whoever may not see all hands may not read them in the record.
        whole = self.eyes == ALL and self.coins == OPEN and self._frames.has_record
        record = self._frames.study.record if whole else None
        facts = self._facts() | {"at": [self.line, self.index, self.view]}
        page = page_of(facts, self.title, self.names, record)
        return (
            f'<iframe class="kl-fallback" srcdoc="{escape(page)}" '
            'sandbox="allow-scripts allow-downloads"></iframe>'
        )

    # -------------------------------------------------------------- messages of the browser

    def _answer_message(self, content: Content) -> None:
        """Answer each message by one, so that the browser knows what is still under way."""
        answer: Answer = {"kind": "failed"}, []
        try:
            match content.get("kind"):
                case "game":
                    answer = {"kind": "game"}, [deflated(self._facts())]
                case "place":
                    answer = self._place(content)
                case "mode":
                    answer = self._do(content)
                case "coach":
                    answer = self._coached(content)
                case _:
                    raise KhronosError(Said("slip-message"))
        finally:
            message, buffers = answer
            self.send({**message, "id": content.get("id")}, buffers)

    def _place(self, content: Content) -> Answer:
        line = content.get("line")
        if not isinstance(line, list) or not all(isinstance(x, list) and len(x) == 2 for x in line):
            raise KhronosError(Said("slip-message"))
        branches = tuple((number_of(move), number_of(number)) for move, number in line)
        index = number_of(content.get("index"))
        if branches != self._branches:
            self._stand_at(branches, index)
        else:
            self.index = index
        if not self.playing:
            self._look()
        return {"kind": "placed"}, []

    def _do(self, content: Content) -> Answer:
        what, name = text_in(content, "what"), text_in(content, "name")
        if what == "press" and name.startswith("coach."):
            return self._coached(content)
        if what == "switch":
            self.error, self.mode = "", name
            return {"kind": "mode"}, []
        mode = self._active
        if mode is None:
            raise KhronosError(Said("slip-message"))
        if what == "try":
            return self._tried(mode, name)
        self.error = ""
        try:
            match what:
                case "click":
                    place = self._check_square(Bunch(value=content.get("square")))
                    if place:
                        mode.click(Age(place[0]), place[1], menu=content.get("menu") is True)
                case "choose":
                    mode.choose(name)
                case "press":
                    mode.press(name)
                case "take":
                    value = content.get("value")
                    mode.take(name, value if isinstance(value, bool) else text_in(content, "value"))
                case "paint" if isinstance(squares := content.get("squares"), list):
                    mode.paint([self._check_square(Bunch(value=[0, x]))[1] for x in squares])
                case _:
                    raise KhronosError(Said("slip-message"))
        finally:
            # After an error, too: what was refused must not stay on the page.
            self._show_change()
        return {"kind": "mode"}, []

    def _tried(self, mode: Mode, entry: str) -> Answer:
        would = mode.tried(entry)
        told: Content = {"kind": "tried", "name": entry, "text": would.text}
        if would.after is None:
            return told, []
        facts = self._viewer_data().preview(mode.position, would.after)
        facts["marks"] = overlay(would.after, would.marks)
        return told, [deflated(facts)]


def number_of(value: object) -> int:
    """A number of a message or a trait; anything else is refused."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise Refused(Said("slip-message").text())
    return value


def text_in(content: Content, key: str) -> str:
    """A text of a message, empty if there is none."""
    value = content.get(key, "")
    if not isinstance(value, str) or len(value) > MOST_TEXT:
        raise KhronosError(Said("slip-message"))
    return value


LATER = """<style>
.kl-fallback { width: 100%; height: 720px; border: 0; }
.jp-OutputArea .kl-fallback { height: 0; animation: kl-late 1s 4s forwards; }
.jp-OutputArea:has(> * > * > * > .kl-replay) > .jp-OutputArea-child:has(> * > .kl-fallback),
.jp-OutputArea-child:not(:has(> * > * > .kl-replay)):has(+ * > * > .kl-fallback),
.cell_container:has(.kl-replay) .kl-fallback {
  display: none;
}
@keyframes kl-late { to { height: 720px; } }
</style>"""
"""How a page that stands in for a widget waits until it is clear that there is none.

Then JupyterLab's own "model not found", in the output before it, is out of sight, too. Cells of VS
Code are a `cell_container` each. The way down to the replay is spelled out: where `:has` looks at
all descendants, every step of the replay has the browser ask again."""


def sight_of(audience: Audience) -> Sight:
    """What an audience sees."""
    eyes, coins = audience
    if eyes == ALL and coins == OPEN:
        return Sight()
    return Sight(
        entry=lambda entry: seen(entry, eyes),
        hand=lambda seat: sees(eyes, seat),
        purses=lambda state: purses_seen(state, eyes, coins),
        notation=lambda text, action, seat: seen_notation(text, action, seat, eyes),
    )


def deflated(facts: dict[str, Any]) -> bytes:
    """Facts as JSON, made small."""
    packer = zlib.compressobj(6, zlib.DEFLATED, -15, 9)  # without a head: `deflate-raw` of browsers
    text = json.dumps(facts, ensure_ascii=False, separators=(",", ":"))
    return packer.compress(text.encode("utf-8", "replace")) + packer.flush()


# ------------------------------------------------------------------ a game that somebody opens


def replay(
    source: PathName | GameRecord | Timeline | Study,
    *,
    game: int = 1,
    view: str = "boards",
    step: int | str | None = None,
    language: str | None = None,
    eyes: str | int | None = None,
    coins: str = "open",
    speed: float = 4,
) -> Replay:
    """Open a game: a file (and the number of the `game` in it), a record, a timeline, a study.

    `step` is a moment: 0 is the first position, `n` the game after `n` events, -1 its end, `"4.F"`
    the end of a turn. `eyes` is the player whose hand is shown, `"nobody"`, or None for all hands.
    With `coins="hidden"` the coins of players whose hands are hidden are hidden, too, until the
    game is over (S6).
    """
    if not isinstance(source, Study | Timeline):
        source = Study(*as_record(source, game))
    shown = Replay(
        Frames(source), view=view, language=language, eyes=eyes, coins=coins, speed=speed
    )
    if step is not None:
        shown.step = step
    return shown


class Replay(Desk):
    """A desk on a game: it is looked at, other moves are tried, mistakes are practised."""

    trying = Shared("_try", TryMode.trying)
    record = Shared("_try", TryMode.record)
    spot = Shared("_try", TryMode.spot)
    results = Shared("_games", BackgroundGames.results)
    click_square = forwarded("_try", TryMode.click_square, "_show_change")
    choose = forwarded("_try", TryMode.choose, "_show_change")
    take_back = forwarded("_try", TryMode.take_back, "_show_change")
    play_move = forwarded("_try", TryMode.play_move)
    remember = forwarded("_try", TryMode.remember, "_show_change")
    compare = forwarded("_try", TryMode.compare, "_show_change")
    hand_over = forwarded("_try", TryMode.hand_over)
    play_on = forwarded("_try", TryMode.play_on)
    wait = forwarded("_games", BackgroundGames.wait)
    stop = forwarded("_games", BackgroundGames.stop)
    name_line = forwarded("_try", TryMode.name_line)
    comment = forwarded("_try", TryMode.comment)
    mark = forwarded("_try", TryMode.mark)
    promote = forwarded("_try", TryMode.promote)
    delete = forwarded("_try", TryMode.delete)
    cut = forwarded("_try", TryMode.cut)
    save = forwarded("_try", TryMode.save, "_show_change")

    @in_its_language
    def what_if(self, on: bool = True) -> Self:
        """Try other moves from what is shown, or leave off trying them."""
        self.mode = "try" if on else "look"
        return self
