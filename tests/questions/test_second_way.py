"""Lives of buildings and openings recomputed by plain loops over what happened in whole games.

All other numbers are recomputed from the tables, in `tests/front_door/test_every_number.py`.
"""

from __future__ import annotations

from collections import Counter
from functools import cache

from khronos_lab.analysis import TableBuilder
from khronos_lab.core import EndTurn, Move
from khronos_lab.core import actions as a
from khronos_lab.core import events as e
from khronos_lab.questions import lives, openings
from khronos_lab.records import read_record, steps_of
from khronos_lab.rulebook import MIGHT, REASON, data_file
from tests.analysis.games import played
from tests.mechanics.moves import build
from tests.questions.naive import naive_lives
from tests.questions.rows import played_games, rows
from tests.support import position


@cache
def all_games() -> tuple:
    """Shipped and random games, and one with castles: id, first state, steps."""
    files = sorted(data_file("games").glob("*.khr"))
    records = [read_record(path.read_text("utf-8")) for path in files]
    replays = [
        (f"s{n}", each.start, [(s.before, s.node.move, s.after, s.log) for s in steps_of(each)])
        for n, each in enumerate(records)
    ]
    return (*replays, ("castles", *castles()), *played_games())


def castles():
    """Red's castle loses to White's and becomes a keep down right, in all three ages (C5)."""
    start = position("""
        turn: round 1, Red acts, Red starts
        player Red: hand mmmm
        player White: hand c
        Might                         | Faith                     | Reason
        .   .   .   .   m3W #   #   . | .   .   .   .   . . . .   | .   .   .   .   . . . .
        .   .   .   .   #   #   #   . | .   .   .   .   . . . .   | .   .   .   .   . . . .
        .   .   .   .   #   #   #   . | .   .   .   .   . . . .   | .   .   .   .   . . . .
        .   .   .   .   m1W .   .   . | .   .   .   .   . . . .   | .   .   .   .   . . . .
        """)
    joining = Move(build(MIGHT, "c1", "d2", "c"), (3,))
    return start, played(start, build(MIGHT, "m3", "a1", "mmmm"), EndTurn(), joining, EndTurn())


@cache
def events_of_all():
    builder = TableBuilder()
    for game, start, steps in all_games():
        builder.add_game(game, start, steps)
    return builder.tables().events.lazy()


LIFE = (
    "game", "step", "end_step", "age", "kind", "rank", "owner", "square", "birth", "fate", "turns",
)  # fmt: skip


def test_the_life_of_every_building():
    expected = [life for game, _, steps in all_games() for life in naive_lives(game, steps)]
    finished = {game for game, _, steps in all_games() if steps and steps[-1][2].over}
    for one, other in zip(rows(lives(events_of_all()), *LIFE), expected, strict=True):
        # What stands at the end of an unfinished game may be counted to the turn that ended last.
        cut = -1 if one[0] not in finished and one[-2] == "standing" else len(one)
        assert one[:cut] == other[:cut]
    fates_met = Counter(life[-2] for life in expected)
    assert len(fates_met) == 9, f"some fate never came up: {fates_met}"


def word(action, state):
    """An action of a first turn as the statistic calls it."""
    if isinstance(action, a.Exchange):
        return "exchange"
    if isinstance(action, a.Swap):
        return "swap"
    if isinstance(action, a.Travel):
        return f"travel to {action.target.title}"
    if isinstance(action, a.Build | a.Upgrade):
        verb = "build" if isinstance(action, a.Build) else "upgrade"
        return f"{verb} {action.kind.word} {action.rank} in {action.age.title}"
    age = action.age if isinstance(action, a.Demolish) else REASON
    there = state.boards[age].at(action.square)
    if isinstance(action, a.Populate):
        return f"populate rank {there.rank}"
    verb = "demolish" if isinstance(action, a.Demolish) else "restore"
    return f"{verb} {there.kind.word} {there.rank} in {age.title}"


def first_turns(steps):
    """Of each player: the seat and the words of the first turn, in order."""
    words: list[str] = []
    for before, move, _, log in steps:
        action = move.action if isinstance(move, a.Move) else move
        if before.round > 1:
            return
        if any(isinstance(entry.event, e.TurnEnded) for entry in log):
            yield before.turn.seat, words
            words = []
        else:
            words.append(word(action, before))


def test_openings():
    expected = sorted(
        (game, seat, "; ".join(sorted(words)) or "nothing", (words or ["nothing"])[0], len(words))
        for game, start, steps in all_games()
        if start.round == 1
        for seat, words in first_turns(steps)
    )
    columns = ("game", "seat", "opening", "first_action", "actions")
    assert sorted(rows(openings(events_of_all()), *columns)) == expected
    assert len(expected) > 70
