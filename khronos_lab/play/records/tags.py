"""Tags: what stands above the moves of a record, and the first position that follows from it.

`Khronos` (the version of the format) comes first. `Player1` to `Player5` name the players in seat
order. `Map` is the name of a shipped map or, over several lines, the map itself; `Position` is a
whole first position as text and replaces map, deal and start. `Rules` lists what differs from the
usual rules, `Start` is the mark of the player who starts, `Deal` the first hands (a star is a card
that nobody wrote down, and its player's draws stay secret), `Seed` is what the game came from, and
`Chance` the state of the generator where no seed tells it. `Event`, `Site`, `Date`, `Result`, and
any other tag, are for people.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from khronos_lab.core.board import empty_board
from khronos_lab.core.chance import seed_of, skip
from khronos_lab.core.grid import Grid, grid_text
from khronos_lab.core.maps import load_map, map_names, read_map
from khronos_lab.core.position import player_marks, position_text, rules_text, usual_pile
from khronos_lab.core.position_reader import read_position, read_rules
from khronos_lab.core.purses import full_purses
from khronos_lab.core.state import GameState, PlayerState, Turn, cards_text
from khronos_lab.play.records.notation import cards_from
from khronos_lab.play.setup import new_game, seat_names
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.pieces import (
    ADVENTURERS,
    CUBES,
    HAND_SIZE,
    MAX_PLAYERS,
    MIGHT,
    NO_CARDS,
    START_COINS,
    TILES,
)

ORDER: Final = (
    "Event", "Site", "Date", "Player1", "Player2", "Player3", "Player4", "Player5", "Map",
    "Position", "Rules", "Seed", "Start", "Deal", "Chance", "Result",
)  # fmt: skip
"""Known tags in the order in which they are written; others follow in alphabetical order."""

LONGEST: Final = 20_000
"""Characters of a tag; a position on a full map has about 5,000."""


def tags_of(start: GameState, said: Mapping[str, str]) -> dict[str, str]:
    """All tags of a record in the order in which they are written, empty ones left out."""
    tags = {key: value for key, value in said.items() if key not in _DERIVED}
    for seat, name in enumerate(start.names):
        tags[f"Player{seat + 1}"] = name
    if is_first_position(start):
        tags["Map"] = start.grid.name if _shipped(start.grid) else f"\n{grid_text(start.grid)}"
        tags["Rules"] = rules_text(start.rules)
        tags["Start"] = player_marks(start.names)[start.start]
        hands = ((p.hand, p.hidden) for p in start.players)
        tags["Deal"] = " ".join(cards_text(*hand) for hand in hands)
        if start.chance != _chance(tags, len(start.players)):
            tags["Chance"] = str(start.chance)
    else:
        tags["Position"] = f"\n{position_text(start)}"
    rest = sorted(key for key in tags if key not in ORDER)
    return {key: tags[key] for key in (*ORDER, *rest) if tags.get(key)}


_DERIVED = (
    *(f"Player{n}" for n in range(1, MAX_PLAYERS + 1)),
    "Map",
    "Position",
    "Rules",
    "Start",
    "Deal",
    "Chance",
)


def start_of(tags: Mapping[str, str]) -> GameState:
    """The first position that tags describe."""
    if "Position" in tags:
        state = read_position(tags["Position"])
        _check_names(tags, state.names)
        return state
    names = seat_names(
        [tags[f"Player{n}"] for n in range(1, MAX_PLAYERS + 1) if f"Player{n}" in tags]
    )
    rules = read_rules(tags.get("Rules", ""))
    hands = _hands(tags.get("Deal", " ".join(["****"] * len(names))), len(names))
    marks = player_marks(names)
    start = tags.get("Start", marks[0])
    if start not in marks:
        raise KhronosError(
            f"the tag Start names {start!r}; players have the marks {', '.join(marks)}"
        )
    seat = marks.index(start)
    adventurers = (MIGHT,) * ADVENTURERS
    players = tuple(
        PlayerState(
            name, START_COINS, cards_from(hand), CUBES, adventurers, hand.count("*"), "*" in hand
        )
        for name, hand in zip(names, hands, strict=True)
    )
    open_cards = (1, 1, 1) if rules.holdem else NO_CARDS
    pile = usual_pile(rules, [open_cards, *(player.hand for player in players)])
    if min(pile) < 0:
        raise KhronosError("the tag Deal has more cards than the deck (S4)")
    board = empty_board(_map(tags.get("Map", "valley")))
    chance = _chance(tags, len(names))
    turn = Turn(seat, full_purses(adventurers))
    return GameState(
        rules, (board, board, board), players, TILES, pile, NO_CARDS, open_cards, chance, 1, seat,
        turn, over=False,
    )  # fmt: skip


def _chance(tags: Mapping[str, str], players: int) -> int:
    """The generator after the deal: told by the tag Chance, or by the Seed, or 0."""
    if re.fullmatch(r"[0-9]{1,20}", tags.get("Chance", "")):
        return int(tags["Chance"]) % (1 << 64)
    return skip(seed_of("khronos", tags["Seed"]), HAND_SIZE * players + 1) if "Seed" in tags else 0


def is_first_position(state: GameState) -> bool:
    """True if a state is the set-up of a game (S1), so that a few tags tell all of it."""
    usual = new_game(state.names, grid=state.grid, rules=state.rules)
    hands = [player.hand for player in state.players]
    return state._replace(chance=0) == usual._replace(
        chance=0,
        players=tuple(
            player._replace(hand=has.hand, hidden=has.hidden, secret=has.hidden > 0)
            for player, has in zip(usual.players, state.players, strict=True)
        ),
        pile=usual_pile(state.rules, [state.open_cards, *hands]),
        start=state.start,
        turn=Turn(state.start, state.turn.purses),
    ) and all(sum(p.hand) + p.hidden == HAND_SIZE for p in state.players)


def _shipped(grid: Grid) -> bool:
    return grid.name in map_names() and load_map(grid.name) == grid


def _map(text: str) -> Grid:
    if "\n" in text:
        return read_map(text.strip("\n") + "\n", "the tag Map")
    if text not in map_names():
        raise KhronosError(f"the tag Map names {text!r}; shipped maps are {', '.join(map_names())}")
    return load_map(text)


def _hands(text: str, players: int) -> list[str]:
    hands = text.split()
    if len(hands) != players or any(len(h) != HAND_SIZE or set(h) - set("mrc*") for h in hands):
        raise KhronosError("the tag Deal has four cards for each player, as in mmrc rr**")
    return hands


def _check_names(tags: Mapping[str, str], names: tuple[str, ...]) -> None:
    said = [tags[f"Player{n}"] for n in range(1, MAX_PLAYERS + 1) if f"Player{n}" in tags]
    if said and tuple(said) != names:
        raise KhronosError("the tags Player1, Player2, ... do not name the players of the Position")
