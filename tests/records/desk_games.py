"""Random sessions at the desk: games of all sorts, entered, taken back, corrected, mended."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from khronos_lab.core import GameState, player_marks
from khronos_lab.engine import play_through
from khronos_lab.records import MARKS, Session, begin, node_of
from khronos_lab.rulebook import Edition, KhronosError, RuleSet
from tests.records.random_games import ODD_TEXTS, any_action, any_option

RULES = tuple(
    RuleSet(edition, holdem, ruins)
    for edition in Edition
    for holdem in (False, True)
    for ruins in (False, True)
)
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")
DEALS = ("mmrc", "rrcc", "m***", "****", "mrc*")


def new_session(number: int) -> Session:
    """A game of its own sort for every number: rules, players, map, hands, start player."""
    rng = Random(f"desk {number}")
    names = NAMES[: 2 + number % 4]
    return begin(
        names,
        grid=rng.choice(("valley", "delta", "highlands")),
        rules=RULES[number % len(RULES)],
        start=rng.choice(names),
        hands={name: rng.choice(DEALS) for name in names if rng.random() < 0.5},
        tags={"Event": rng.choice(ODD_TEXTS)},
    )


def some_move(state: GameState, rng: Random) -> str:
    """A legal move as somebody would type it; what a known hand draws is made up by chance."""
    move, outcome = play_through(state, any_action(state, rng), any_option(rng))
    return node_of(state, move, outcome, player_marks(state.names)).text


def changes(session: Session, rng: Random) -> Iterator[Session]:
    """Sessions, each a random change of the one before; what is refused is tried otherwise."""
    while True:
        try:
            session = _changed(session, rng)
        except KhronosError:
            continue
        yield session


def _changed(session: Session, rng: Random) -> Session:
    state, number = session.state, len(session.nodes)
    k = rng.randrange(number) if number else 0
    if session.waiting and not session.undone and rng.random() < 0.6:
        work = rng.choice(("mend", "drop", "mend", "drop", "enter", "give_up", "revert"))
    else:
        often = ("enter",) * 14
        work = rng.choice(
            (*often, "take_back", "redo", "correct", "insert", "delete", "remark", "preface",
             "revert", "restarted", "forget")
        )  # fmt: skip
    match work:
        case "take_back" | "redo":
            return getattr(session, work)(rng.randint(1, 5))
        case "enter" | "mend":
            return getattr(session, work)(some_move(state, rng))
        case "correct" | "insert":
            return getattr(session, work)(k, some_move(session.before(k), rng))
        case "delete":
            return session.delete(k)
        case "remark":
            return session.remark(k, mark=rng.choice(MARKS), comment=rng.choice(ODD_TEXTS))
        case "preface":
            return session.preface(rng.choice(ODD_TEXTS))
        case "restarted":
            seat = rng.randrange(len(state.players))
            turn = session.start.turn._replace(seat=seat)
            return session.restarted(session.start._replace(start=seat, turn=turn))
    return getattr(session, work)()
