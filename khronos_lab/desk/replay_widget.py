"""Replay: a whole game on one screen, in a notebook.

The viewer in the browser has the game's data, sent once: a step costs no message. The kernel is
asked for what only it can do: another move is tried, hands are hidden, a line is new.

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
from typing import Any, Final

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
from khronos_lab.board import STYLE, menu_looks, overlay
from khronos_lab.desk.background_games import BackgroundGames
from khronos_lab.desk.coach import Coach
from khronos_lab.desk.commands import target
from khronos_lab.desk.practice import Practice
from khronos_lab.desk.what_if import WhatIf
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
from khronos_lab.rulebook import AGES, KhronosError, in_any_case, say, speaking, spoken
from khronos_lab.scenes import VIEWS, effects
from khronos_lab.viewer import (
    GameData,
    Part,
    Sight,
    line_name,
    page_of,
    viewer_script,
    words_in,
)

Content = dict[str, Any]
"""A message of the browser."""
Answer = tuple[Content, list[bytes]]
"""A message for the browser, and the bytes that go with it."""


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
        source, view=view, language=language or spoken(None), eyes=eyes,
        coins=coins, speed=speed,
    )  # fmt: skip
    if step is not None:
        shown.step = step
    return shown


KEYS_OF_WORDS: Final = (
    *WORDS,
    *("desk-gone", "desk-gone_unsaved", "desk-silent"),
    *(
        "button-what_if",
        "tip-what_if",
        "branch-unsaved",
        "branch-close",
        "record-take_back",
        "panel-loading",
    ),
    *("panel-eyes-all", "panel-eyes-nobody", "tip-hidden"),
    *("panel-hands", "panel-coins", "panel-coins-open", "panel-coins-hidden", "tip-coins"),
)


def words_of() -> dict[str, str]:
    """Words by key."""
    return {key: say(key) for key in KEYS_OF_WORDS}


_SCRIPT = viewer_script() + joined(
    "../board/browser/menu.js",
    "../kit/browser/form.js",
    "../desk/browser/what_if.js",
    "../desk/browser/coach.js",
    "../desk/browser/replay.js",
)


class Replay(SafeWidget):
    """A game that is looked at. Every trait can be read and set, in Python as in the browser."""

    _esm = _SCRIPT
    _css = joined(
        STYLE,
        "../viewer/browser/viewer.css",
        "../kit/browser/form.css",
        "../desk/browser/menu.css",
        "../desk/browser/replay.css",
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

    # What follows is told to the browser and not meant to be set.
    line = traitlets.Unicode("[]").tag(sync=True)
    last = traitlets.Int(0).tag(sync=True)
    words = traitlets.Dict().tag(sync=True)
    names: traitlets.List[str] = traitlets.List().tag(sync=True)
    title = traitlets.Unicode("").tag(sync=True)
    menu_looks = traitlets.Dict().tag(sync=True)
    """Pictures for the menu of a square, from the first move on that is tried."""
    what_if_page = traitlets.Dict().tag(sync=True)
    """What the page shows of moves that are tried; nothing while none are."""
    progress = traitlets.Dict().tag(sync=True)
    """How much of the work in the background is done."""
    coach_page = traitlets.Dict().tag(sync=True)
    """What practice shows; empty while there is none."""
    outlook = traitlets.Dict().tag(sync=True)
    """What the moment on the boards promises, with its line and frame; empty if nobody knows."""
    unsaved = traitlets.Bool(False).tag(sync=True)
    """True if the record has unsaved changes."""

    def __init__(
        self,
        game: Study | Timeline,
        *,
        view: str = "boards",
        language: str = "en",
        eyes: str | int | None = None,
        coins: str = "open",
        speed: float = 4,
    ) -> None:
        """Prepare the widget; `replay` opens one on anything that can be looked at."""
        self._coach = Coach(self._show_coach)
        self._what_if = WhatIf(game, self._show_change, self._show_work, self._coach.forget)
        self._games = self._what_if.games
        self._branches: Branches = ()
        self._data: GameData | None = None
        self._known: dict[str, Part] = {}
        self._told_review: tuple[object, ...] = (None, False, ALL)
        """Of the review: what the browser knows."""
        problem = game.record.problem if isinstance(game, Study) else None
        tags = game.tags if isinstance(game, Study) else {}
        names, parts = game.start.names, (tags.get(key, "") for key in _TITLE)
        super().__init__(
            view=view, language=language, eyes=eyes_of(in_any_case(eyes, names), names),
            coins=coins, speed=speed,
            error="" if problem is None else str(problem), names=list(names),
            title=" · ".join(part for part in parts if part and "?" not in part),
        )  # fmt: skip
        self._tell_line()
        with speaking(self.language):
            self._speak()

    def __repr__(self) -> str:
        names = ", ".join(self.timeline.start.names)
        return f"<Replay of {names}: {self.text}>"

    def close(self) -> None:
        """Let go of everything."""
        self.stop()
        self._coach.close()
        super().close()

    # -------------------------------------------------------------- what is shown

    @property
    def timeline(self) -> Timeline:
        """The line that is shown."""
        return self._what_if.timeline(self._branches)

    @property
    def _game(self) -> Timeline:
        """The game as it was played."""
        return self._what_if.timeline(())

    @property
    def frame(self) -> Frame:
        """The frame that is shown."""
        return self.timeline[self.index]

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
        where = where_text(self.frame, self.last)
        return f"{where}: {self.caption}"

    @property
    def branches(self) -> Branches:
        """The name of the line that is shown; see `khronos_lab.analysis.timeline`."""
        return self._branches

    @property
    def lines(self) -> dict[str, Part]:
        """By name: all lines of the game as the viewer gets them, with moves and sentences."""
        comment = self._what_if.study.intro_of() if self._what_if.has_record else ""
        return self._viewer_data().lines(self._game, comment)

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

    def show_line(self, branches: Sequence[Sequence[int]] = (), move: int | None = None) -> Replay:
        """Show a variation, or the game itself for `()`, at the end of a move of that line."""
        line = tuple((int(place), int(number)) for place, number in branches)
        timeline = self._what_if.timeline(line)
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

    # -------------------------------------------------------------- trying other moves

    record = Shared("_what_if", WhatIf.record)
    trying = Shared("_what_if", WhatIf.trying)
    spot = Shared("_what_if", WhatIf.spot)
    results = Shared("_games", BackgroundGames.results)

    @in_its_language
    def what_if(self, on: bool = True) -> Replay:
        """Try other moves from what is shown, or leave off trying them."""
        if on:
            self._what_if.settle(self._branches, self.index)
            self.playing, self.menu_looks = False, menu_looks()
        else:
            self._what_if.leave()
        self._show_change()
        return self

    click_square = forwarded("_what_if", WhatIf.click_square)
    choose = forwarded("_what_if", WhatIf.choose)
    take_back = forwarded("_what_if", WhatIf.take_back)
    play_move = forwarded("_what_if", WhatIf.play_move)
    remember = forwarded("_what_if", WhatIf.remember)
    compare = forwarded("_what_if", WhatIf.compare)
    hand_over = forwarded("_what_if", WhatIf.hand_over)
    play_on = forwarded("_what_if", WhatIf.play_on)
    wait = forwarded("_games", BackgroundGames.wait)
    stop = forwarded("_games", BackgroundGames.stop)
    name_line = forwarded("_what_if", WhatIf.name_line)
    comment = forwarded("_what_if", WhatIf.comment)
    mark = forwarded("_what_if", WhatIf.mark)
    promote = forwarded("_what_if", WhatIf.promote)
    delete = forwarded("_what_if", WhatIf.delete)
    cut = forwarded("_what_if", WhatIf.cut)
    save = forwarded("_what_if", WhatIf.save)

    # -------------------------------------------------------------- the coach

    @property
    def coach(self) -> Coach:
        """The review of the game as far as it is worked out, and practice."""
        return self._coach

    @in_its_language
    def review(self, on: bool = True) -> Replay:
        """Show the coach and let him review the game, in the background; or put him away."""
        self._coach.on = on
        if on and self._coach.review is None:
            self._coach.start(self.record, self._what_if.study.home, self._audience)
        if not on and self._coach.practice is not None:
            self._coach.practice = None
            self.what_if(False)
        if on:
            self._look()
        self._show_coach()
        return self

    @in_its_language
    def keep_better(self) -> Replay:
        """Keep the better turn that the coach shows as a variation, named and commented."""
        review, turn = self._coach.review, self._coach.turn
        if review is None or turn is None:
            raise KhronosError(say("coach-nothing"))
        self._what_if.edit_anywhere(lambda study: keep_better_turn(study, review, turn))
        return self

    @in_its_language
    def practice(self, player: str | None = None, review: Review | None = None) -> Replay:
        """Stand before each mistake, of one player or of all, and try another turn."""
        self._coach.review = review or self._coach.review
        if self._coach.review is None:
            raise KhronosError(say("coach-nothing"))
        self._coach.on, self._coach.practice = (
            True,
            Practice.of(self._coach.review, in_any_case(player, self._coach.review.names)),
        )
        return self._stand_before()

    @in_its_language
    def next_mistake(self) -> Replay:
        """Go on to the next mistake of the practice."""
        self._practise("next")
        self._show_coach()
        return self

    def _stand_before(self) -> Replay:
        """Go to the position before the mistake that is practised, ready to try."""
        assert self._coach.practice is not None
        self.show_line(())
        self.index = self._coach.practice.turn.first
        self.what_if()
        self._show_coach()
        return self

    def _check_attempt(self) -> None:
        """Judge the turn that was tried from the position of the mistake on."""
        practice = self._coach.practice
        assert practice is not None
        first = first_move(practice.review, practice.turn)
        texts = self._what_if.played_since(first) if self.trying else []
        self._coach.practice = practice.attempt(texts)

    def _practise(self, change: str) -> None:
        practice = self._coach.practice
        if practice is None:
            raise KhronosError(say("coach-nothing"))
        if change == "check":
            self._check_attempt()
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
        self.coach_page = self._coach.page(self._audience)
        hopes = self._coach.outlook() if self._audience.eyes == ALL else {}
        self.outlook = {"line": self.line, "frame": self.index, **hopes} if hopes else {}
        self._tell_review()

    def _tell_review(self) -> None:
        """Tell the browser the review as it is now, if it has the game and knows another."""
        now = self._coach.review, self._coach.working, self._audience.eyes
        if self._data is None or now == self._told_review:
            return
        self._told_review = now
        facts = self._coach.facts(self._data, self._audience)
        self.send({"kind": "review"}, [deflated(facts or {})])

    def _coached(self, content: Content) -> Answer:
        """Do what the page of the coach asks for."""
        self.error, name = "", str(content.get("name"))
        work: dict[str, Callable[[], object]] = {
            "coach.toggle": lambda: self.review(not self._coach.on),
            "coach.start": lambda: self._coach.start(
                self.record, self._what_if.study.home, self._audience
            ),
            "coach.stop": self._coach.stop,
            "coach.keep": self.keep_better,
            "coach.practice": self.practice,
            "coach.leave": self._leave_practice,
            **{
                f"coach.{each}": partial(self._practise, each) for each in ("check", "hint", "next")
            },
        }
        if content.get("value") is not None:
            self._coach.choose(int(content["value"]))
        work[name]()
        self._show_coach()
        return {"kind": "coach"}, []

    def _leave_practice(self) -> None:
        self._coach.practice = None
        self.what_if(False)

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
            return one_of(str(proposal["value"]), VIEWS, "view")

    @validate("eyes")
    def _check_eyes(self, proposal: Bunch) -> Eyes:
        with refusing():
            names = self._game.start.names
            return eyes_of(in_any_case(proposal["value"], names), names)

    @validate("coins")
    def _check_coins(self, proposal: Bunch) -> Coins:
        return coins_of(proposal["value"])

    @validate("square")
    def _check_square(self, proposal: Bunch) -> list[int]:
        if not proposal["value"]:
            return []
        age, number = (int(each) for each in proposal["value"])
        area = self._game.start.grid.area
        if age not in AGES or not (number >= 0 and area >> number & 1):
            raise Refused(f"there is no square {number} in age {age} on this map")
        return [age, number]

    @observe("language", "eyes", "coins")
    def _speak(self, _: object = None) -> None:
        self.words = words_of()
        self._what_if.speak_to(self._audience)
        self._show_change()
        self._show_coach()

    @observe("eyes", "coins")
    def _show_anew(self, _: object) -> None:
        """What others may see is another game for the browser."""
        if self._data is not None:
            self._data = None
            self.send({"kind": "game"}, [self._whole()])

    @observe("index", "line", "playing")
    def _moved(self, _: object) -> None:
        if self.trying and not self.playing and self._what_if.settle(self._branches, self.index):
            self._show_change()

    @in_its_language
    def _look(self) -> None:
        """Let the coach say what the moment on the boards promises, where no review does."""
        coach = self._coach
        known = not self._branches and coach.has_judged(self.index)
        if self._audience.eyes == ALL and coach.practice is None and not known:
            coach.look_at(settled(self.frame))
            self._show_coach()

    def _tell_line(self) -> None:
        """Tell the browser about the line that is shown."""
        last = len(self.timeline) - 1
        with self.hold_sync():
            self.index = min(self.index, last)
            self.line = line_name(self._branches)
            self.last = last

    @in_its_language
    def _show_change(self, edited: bool = False) -> None:
        """Show what is tried; and, if the game was edited, the place of the edit."""
        what_if = self._what_if
        with self.hold_sync():
            if edited:
                self._go_to_edit()
            elif what_if.trying and not (what_if.spot.inside or self.playing):
                # What is chosen is seen on the position that it is chosen for.
                self.index = what_if.spot.frame
            self.unsaved = what_if.unsaved
            self.what_if_page = what_if.page()

    def _go_to_edit(self) -> None:
        """Show the place of an edit, as the end of its last move."""
        self._branches = self._what_if.study.cursor.line
        self._tell_news()
        self.index = self._what_if.spot_edited.frame
        self._tell_line()

    @in_its_language
    def _show_work(self, fault: Exception | None) -> None:
        """Show how far the work in the background is, and at its end what came of it."""
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
            self._data = GameData(self._game.start, sight_of(self._audience))
        return self._data

    def _facts(self) -> Part:
        """All data of the game for a viewer."""
        self._known, review = self.lines, self._coach.review
        self._told_review = review, False, self.eyes
        seen = review if self.eyes == ALL else None
        return self._viewer_data().whole(self._known, seen) | {"words": words_in(_SCRIPT)}

    def _whole(self) -> bytes:
        return deflated(self._facts())

    def _tell_news(self) -> None:
        """Tell the browser what an edit has changed, if it has the game."""
        if self._data is not None:
            lines = self.lines
            news, self._known = self._data.news(lines, self._known), lines
            self.send({"kind": "news"}, [deflated(news)])

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
        whole = self.eyes == ALL and self.coins == OPEN and self._what_if.has_record
        record = self.record if whole else None
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
            answer = {
                "game": self._send_game, "place": self._place, "what_if": self._try,
                "coach": self._coached,
            }[content["kind"]](content)  # fmt: skip
        finally:
            message, buffers = answer
            self.send({**message, "id": content.get("id")}, buffers)

    def _send_game(self, _: Content) -> Answer:
        return {"kind": "game"}, [self._whole()]

    def _place(self, content: Content) -> Answer:
        """Where the user has gone."""
        branches: Branches = tuple((int(move), int(number)) for move, number in content["line"])
        if branches != self._branches:
            timeline = self._what_if.timeline(branches)
            index = min(int(content["index"]), len(timeline) - 1)
            with self.hold_sync():
                self._branches = branches
                self.index = min(self.index, index)
                self._tell_line()
                self.index = index
        else:
            self.index = int(content["index"])
        if not self.playing:
            self._look()
        return {"kind": "placed"}, []

    def _try(self, content: Content) -> Answer:
        """Do what the page of moves that are tried asks for."""
        self.error, what, name = "", content["what"], str(content.get("name"))
        try:
            if what == "toggle" or name == "branch.close":
                self.what_if(what == "toggle" and not self.trying)
            elif what == "click":
                place = self._check_square(Bunch(value=content["square"]))
                if place:
                    self._what_if.click_square(*place, menu=bool(content.get("menu")))
            elif what == "choose":
                self._what_if.choose(name)
            elif what == "try":
                return self._tried(name)
            elif what == "press":
                self._what_if.press(name)
            else:
                self._what_if.take(name, content["value"])
        except Exception:
            # What was refused must not stay on the page.
            self._show_change()
            raise
        return {"kind": "what_if"}, []

    def _tried(self, entry: str) -> Answer:
        """What an entry of the menu would do: in words, and everything that the viewer shows."""
        state, would = self.spot.state, self._what_if.tried(entry)
        told: Content = {"kind": "tried", "name": entry, "text": would.words}
        if would.after is None:
            return told, []
        facts = self._viewer_data().preview(state, would.after)
        facts["marks"] = overlay(would.after, effects(would.log, would.after))
        return told, [deflated(facts)]


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

_TITLE = ("Event", "Date")
"""Tags that a replay shows."""


_RAW: Final = -15
"""Deflate without a head, as browsers call `deflate-raw`."""


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
    packer = zlib.compressobj(6, zlib.DEFLATED, _RAW, 9)
    text = json.dumps(facts, ensure_ascii=False, separators=(",", ":"))
    return packer.compress(text.encode("utf-8", "replace")) + packer.flush()
