"""Export: a game as one file to send to others, some of its turns, or all of it without hands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import groupby
from pathlib import Path
from types import MappingProxyType
from typing import Final

from khronos_lab.analysis import Review
from khronos_lab.board import page_html
from khronos_lab.core import EndTurn, Exchange, GameState, Move, add_cards, player_marks
from khronos_lab.export.film import gif_bytes, mp4_bytes
from khronos_lab.export.paper import pdf_bytes
from khronos_lab.records import (
    GameRecord,
    Line,
    PathName,
    Step,
    local_path,
    played_step,
    steps_of,
    whole_file,
)
from khronos_lab.rulebook import NO_CARDS, KhronosError, multilingual

Maker = Callable[[GameRecord, bool, Review | None], bytes]

MAKERS: Final[Mapping[str, Maker]] = MappingProxyType(
    {
        "html": lambda record, _, review: page_html(record, review).encode("utf-8", "replace"),
        "gif": lambda record, moves, _: gif_bytes(record, moves=moves),
        "mp4": lambda record, moves, _: mp4_bytes(record, moves=moves),
        "pdf": lambda record, moves, _: pdf_bytes(record, moves=moves),
    }
)
"""By the end of a file's name: what makes it."""


@multilingual
def export_game(
    record: GameRecord,
    path: PathName,
    *,
    turns: str | None = None,
    moves: bool = False,
    hide_hands: bool = False,
    review: Review | None = None,
    language: str | None = None,
    replace: bool = True,
) -> Path:
    """Write a game as a page (`.html`), a film (`.gif`, `.mp4`) or paper (`.pdf`).

    `turns` are some turns only, as `3-5` or `2.R`. With `moves` a film has one picture for each
    move, and paper a storyboard of each; a page has all of that anyway. `hide_hands` leaves out
    every card that was not played. With a `review` of the whole game a page has the coach inside.
    The file is written whole or not at all; with `replace=False` an existing one is an error.
    """
    target = local_path(path)
    maker = MAKERS.get(target.suffix.lower().removeprefix("."))
    if maker is None:
        known = ", ".join(f".{ending}" for ending in MAKERS)
        raise KhronosError(f"{target}: games become {known}; end the name with one of these")
    if not replace and target.exists():
        raise KhronosError(f"{target}: exists already; name another file")
    if turns is not None or hide_hands:
        review = None  # it speaks of turns that are not there, or of cards that are hidden
    if turns is not None:
        record = some_turns(record, turns)
    if hide_hands:
        record = without_hands(record)
    data = maker(record, moves, review)
    with whole_file(target, replace=replace) as file:
        file.buffer.write(data)
    return target


# ------------------------------------------------------------------ some turns


def some_turns(record: GameRecord, wanted: str) -> GameRecord:
    """The record of some turns alone, named `5`, `3-5`, `2.R` or `2.R-3.W`.

    It begins with the position before them, and keeps their comments and variations.
    """
    turns = turns_of(record)
    one, dash, other = wanted.partition("-")
    first = turn_named(turns, one)
    last = turn_named(turns, other) if dash else first
    if last < first:
        raise KhronosError(f"turn {other.strip()} comes before turn {one.strip()}")
    if (first, last) == (0, len(turns) - 1):
        return record
    nodes = tuple(step.node for turn in turns[first : last + 1] for step in turn)
    tags = {key: said for key, said in record.tags.items() if key not in ("Position", "Result")}
    comment = record.line.comment if first == 0 else ""
    return GameRecord(tags, turns[first][0].before, Line(nodes, comment))


def turns_of(record: GameRecord) -> list[list[Step]]:
    """The moves of a game, turn by turn."""
    return [list(steps) for _, steps in groupby(steps_of(record), lambda step: step.node.label)]


def turn_named(turns: list[list[Step]], wanted: str) -> int:
    """The place of the turn with this number or label."""
    if not turns:
        raise KhronosError("the game has no turns")
    wanted = wanted.strip()
    for place, turn in enumerate(turns):
        if wanted in (str(place + 1), turn[0].node.label):
            return place
    first, last = turns[0][0].node.label, turns[-1][0].node.label
    raise KhronosError(
        f"there is no turn {wanted!r}; turns are 1 to {len(turns)}, or {first} to {last}"
    )


# ------------------------------------------------------------------ without hands

_TELLING: Final = ("Seed", "Chance", "Deal")  # tags from which hands could be worked out


def without_hands(record: GameRecord) -> GameRecord:
    """The game with only those cards that were played or lay open; all others are stars.

    That is less than the table saw, where discards lie open (S4): a hand is shown to the reader
    neither while it is held nor after it was thrown away.
    """
    start = _covered(record.start)
    tags = {key: said for key, said in record.tags.items() if key not in _TELLING}
    marks = player_marks(record.names)
    line = _hidden_line(record.line, start, marks)
    return GameRecord(tags, start, line, record.problem)


def _covered(start: GameState) -> GameState:
    """The state with all hands, and what chance will bring, unknown."""
    players, pile = [], start.pile
    for player in start.players:
        pile = add_cards(pile, player.hand)
        count = sum(player.hand) + player.hidden
        players.append(player._replace(hand=NO_CARDS, hidden=count, secret=True))
    return start._replace(players=tuple(players), pile=pile, chance=0)


def _hidden_line(line: Line, state: GameState, marks: tuple[str, ...]) -> Line:
    nodes = []
    for node in line.nodes:
        variations = tuple(_hidden_line(each, state, marks) for each in node.variations)
        hidden = played_step(state, _seen(state, node.move), marks)
        state = hidden.after
        nodes.append(
            hidden.node._replace(mark=node.mark, comment=node.comment, variations=variations)
        )
    return Line(tuple(nodes), line.comment)


def _seen(state: GameState, move: Move) -> Move:
    """The move with stars for the cards that it draws or discards unused."""
    action = move.action
    if not isinstance(action, Exchange | EndTurn):
        return move
    cards = action.cards if isinstance(action, Exchange) else action.discard
    if cards is not None:
        known = state.player.hand
        shown = (min(cards[0], known[0]), min(cards[1], known[1]), min(cards[2], known[2]))
        action = type(action)(shown, sum(cards) - sum(shown) + action.hidden)
    return Move(action, move.answers, NO_CARDS)
