"""Replay: a desk on a game that somebody opens, to look at it and to try other moves.

>>> game = replay("data/games/08-lesson-three-ages.khr", step=1)
>>> game.caption
'Ruth plays 1 card (c) in Might (A1).'
>>> game.go("paradox.forward").caption[:40]
'Paradox: the town at i2 in Faith is eras'
"""

from __future__ import annotations

from typing import Self

from khronos_lab.analysis import Timeline, as_record
from khronos_lab.desk.background import BackgroundGames
from khronos_lab.desk.desk import Desk
from khronos_lab.desk.frames import Frames
from khronos_lab.desk.try_mode import TryMode
from khronos_lab.kit import Shared, forwarded, in_its_language
from khronos_lab.records import GameRecord, PathName, Study


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
