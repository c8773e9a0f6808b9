"""Counted action trees: how many legal actions a position has, and how many come after each.

`positions.perft` holds the positions with their counts. One ply is the number of legal actions by
kind. Two plies is the sum, over every legal action and every way to answer what it asks, of the
legal actions after it; cards are drawn as the position's own chance has it. Beside it stands how
many different states there are after one action.

A file is a list of blocks::

    == name
    // what it is for, on one or more lines
    (the position, as in khronos_lab.core.position)
    -- counts
    1 ply: Build 12, EndTurn 1 = 13
    states: 11
    2 plies: Build 80, EndTurn 12 = 92

A large position has one ply only. To add a position, write it with `1 ply:`, and `2 plies:` if it
is small, and let `regenerate.py` count.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from khronos_lab.core import Action, GameState, Move, OpenChoice, read_position
from khronos_lab.engine import choices, legal_actions, play

FILE = Path(__file__).parent / "positions.perft"

Counts = dict[str, int]


@dataclass(frozen=True)
class Perft:
    """One position of the file."""

    name: str
    text: str
    """The position, with the comment on what it is for."""
    one: Counts
    states: int = 0
    two: Counts | None = None

    @property
    def state(self) -> GameState:
        """The position."""
        return read_position(self.text)


# ------------------------------------------------------------------ counting


def one_ply(state: GameState) -> Counts:
    """Legal actions by kind."""
    return choices(state).count_by_kind()


def answered(state: GameState, action: Action) -> Iterator[tuple[Move, GameState]]:
    """An action with every way to answer what it asks, and the state after it."""
    open_moves = [Move(action)]
    while open_moves:
        move = open_moves.pop(0)
        result = play(state, move)
        if isinstance(result, OpenChoice):
            numbers = range(len(result.options))
            open_moves += [Move(action, (*move.answers, number)) for number in numbers]
        else:
            yield move, result.state


def branches(state: GameState) -> Iterator[tuple[Move, GameState]]:
    """Every move with its state."""
    for action in legal_actions(state):
        yield from answered(state, action)


def two_plies(state: GameState) -> tuple[Counts, int]:
    """Legal actions by kind after every move, and the number of different states after one."""
    total: Counter[str] = Counter()
    states = set()
    for _, after in branches(state):
        total.update(one_ply(after))
        states.add(after)
    return dict(sorted(total.items())), len(states)


def recounted(perft: Perft) -> Perft:
    """The same position with what is counted now; two plies only if they were counted before."""
    state = perft.state
    if perft.two is None:
        return replace(perft, one=one_ply(state))
    two, states = two_plies(state)
    return replace(perft, one=one_ply(state), two=two, states=states)


# ------------------------------------------------------------------ the file


def read_perft(text: str) -> list[Perft]:
    """The positions of a file."""
    found = []
    for block in re.split(r"^== ", text, flags=re.MULTILINE)[1:]:
        name, _, rest = block.partition("\n")
        head, _, tail = rest.partition("-- counts\n")
        counts = {}
        for line in filter(None, tail.splitlines()):
            key, _, value = line.partition(":")
            counts[key] = value.strip()
        found.append(
            Perft(
                name,
                head.strip("\n"),
                read_counts(counts.get("1 ply", "")),
                int(counts.get("states") or 0),
                read_counts(counts["2 plies"]) if "2 plies" in counts else None,
            )
        )
    return found


def perft_text(perfts: list[Perft]) -> str:
    """The text of a file; `read_perft` reads the same positions from it."""
    return "\n".join(block_text(each) for each in perfts)


def block_text(perft: Perft) -> str:
    """One position with its counts."""
    lines = [f"== {perft.name}", perft.text, "-- counts"]
    lines.append(f"1 ply: {counts_text(perft.one)}")
    if perft.two is not None:
        lines += [f"states: {perft.states}", f"2 plies: {counts_text(perft.two)}"]
    return "\n".join([*lines, ""])


def counts_text(counts: Counts) -> str:
    """Kinds with their numbers and the sum, or `none`."""
    if not counts:
        return "none"
    return f"{', '.join(f'{kind} {n}' for kind, n in counts.items())} = {sum(counts.values())}"


def read_counts(text: str) -> Counts:
    """What `counts_text` wrote; nothing if it is not counted yet."""
    listed, _, _ = text.removeprefix("none").partition(" = ")
    pairs = (part.split() for part in listed.split(", ") if part)
    return {kind: int(number) for kind, number in pairs}
