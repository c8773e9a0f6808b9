"""Parts of a record to share: some of its turns, or all of it without the players' hands.

A module of its own, because the command line needs it where no figures are drawn.
"""

from __future__ import annotations

from itertools import groupby
from typing import Final

from khronos_lab.core import EndTurn, Exchange, GameState, Move, add_cards, player_marks
from khronos_lab.records import GameRecord, Line, Step, played_step, steps_of
from khronos_lab.rulebook import NO_CARDS, KhronosError

_TELLING: Final = ("Seed", "Chance", "Deal")  # tags from which hands could be worked out


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
