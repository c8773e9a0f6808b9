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
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Final, TypeVar

from khronos_lab.core import (
    Board,
    GameState,
    board_of,
    cards_text,
    check_grid,
    empty_board,
    grid_text,
    is_shipped,
    load_map,
    map_names,
    player_marks,
    position_text,
    read_map,
    read_position,
    read_rules,
    seed_of,
    skip,
)
from khronos_lab.engine import cards_from, dealt, seat_names
from khronos_lab.records.model import VERSION
from khronos_lab.rulebook import (
    HAND_SIZE,
    MAX_PLAYERS,
    KhronosError,
    RuleSet,
    read_fields,
)

ORDER: Final = (
    "Event", "Site", "Date", "Player1", "Player2", "Player3", "Player4", "Player5", "Map",
    "Position", "Rules", "Seed", "Start", "Deal", "Chance", "Result",
)  # fmt: skip
"""Known tags in the order in which they are written; others follow in alphabetical order."""

FOREIGN: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
"""Characters that no text has: controls, and halves of characters."""
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,39}")
_RULES_LINE = re.compile(r"^[ \t]*rules:(.*)$", re.MULTILINE)

LONGEST_COMMENT: Final = 20_000
LONGEST: Final = 20_000
"""Characters of a tag; a position on a full map has about 5,000."""


class TagError(KhronosError):
    """A tag that gives no first position; `tag` is its name."""

    def __init__(self, tag: str, reason: str) -> None:
        super().__init__(reason)
        self.tag = tag


def tags_of(start: GameState, said: Mapping[str, str]) -> dict[str, str]:
    """All tags of a record in the order in which they are written."""
    names = seat_names(start.names)
    tags = {key: _said(key, value) for key, value in said.items() if key not in DERIVED}
    for seat, name in enumerate(names):
        tags[f"Player{seat + 1}"] = name
    if is_first_position(start):
        tags["Map"] = start.grid.name if is_shipped(start.grid) else f"\n{grid_text(start.grid)}"
        if start.rules != RuleSet():
            tags["Rules"] = start.rules.text
        tags["Start"] = player_marks(names)[start.start]
        hands = ((p.hand, p.hidden) for p in start.players)
        tags["Deal"] = " ".join(cards_text(*hand) for hand in hands)
        if start.chance != _chance(tags, len(names)):
            tags["Chance"] = str(start.chance)
    else:
        tags["Position"] = f"\n{position_text(start)}"
    rest = sorted(key for key in tags if key not in ORDER)
    return {key: tags[key] for key in (*ORDER, *rest) if key in tags}


def _said(key: str, value: str) -> str:
    """A tag for people, refused if it could not be read again."""
    if not _NAME.fullmatch(key):
        raise KhronosError(
            f"{key[:40]!r} cannot be the name of a tag; use up to 40 letters and digits"
        )
    value = harmless(value)
    if len(value) > LONGEST:
        raise KhronosError(f"the tag {key} has more than {LONGEST:,} characters")
    return value


def harmless(text: str) -> str:
    """A text that any file can hold: lines end alike, and controls become a replacement sign."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return FOREIGN.sub("\ufffd", text)


DERIVED: Final = (
    "Khronos",
    *(f"Player{n}" for n in range(1, MAX_PLAYERS + 1)),
    "Map",
    "Position",
    "Rules",
    "Start",
    "Deal",
    "Chance",
)
"""Tags that follow from the first position; the others are for people."""


def start_of(tags: Mapping[str, str], version: int = VERSION) -> GameState:
    """The first position that tags of a version of the format describe."""
    if "Position" in tags:
        return _position(tags, version)
    names = _names(tags)
    rules = _blaming("Rules", lambda told: _rules(told, version), tags.get("Rules", ""))
    hands = _hands(tags.get("Deal", " ".join(["****"] * len(names))), len(names))
    marks = player_marks(names)
    start = tags.get("Start", marks[0])
    if start not in marks:
        raise TagError(
            "Start", f"{start[:20]!r} is nobody's mark; players have the marks {', '.join(marks)}"
        )
    cards = [(cards_from(hand), hand.count("*")) for hand in hands]
    board = _blaming("Map", lambda told: _empty_map(told, rules), tags.get("Map", "valley"))
    state = dealt(names, board, cards, marks.index(start), _chance(tags, len(names)))
    if min(state.pile) < 0:
        raise TagError("Deal", f"the deck has {cards_text(rules.deck)} and no more (S4)")
    return state


def _rules(text: str, version: int) -> RuleSet:
    """The rule set that a tag tells; before version 2 erased tiles returned unless it says (S3)."""
    rules = read_rules(text)
    if version > 1 or "erased_tiles_return" in read_fields(text):
        return rules
    return replace(rules, erased_tiles_return=True)


T = TypeVar("T")


def _blaming(tag: str, read: Callable[[str], T], value: str) -> T:
    """What a tag's value says; a fault is this tag's."""
    try:
        return read(value)
    except KhronosError as fault:
        raise TagError(tag, str(fault)) from fault


def _names(tags: Mapping[str, str]) -> tuple[str, ...]:
    said = [n for n in range(1, MAX_PLAYERS + 1) if f"Player{n}" in tags]
    if said != list(range(1, len(said) + 1)):
        missing = min(set(range(1, said[-1])) - set(said))
        raise TagError(f"Player{said[-1]}", f"there is a tag Player{said[-1]}, but no {missing}")
    try:
        return seat_names([tags[f"Player{n}"] for n in said])
    except KhronosError as fault:
        raise TagError("Player1", str(fault)) from fault


def _position(tags: Mapping[str, str], version: int) -> GameState:
    """The first position as the tag Position tells it, boards and all."""
    told = [key for key in ("Map", "Rules", "Start", "Deal", "Chance") if key in tags]
    if told:
        raise TagError(told[0], f"the tag Position says this already, so {told[0]} is left out")
    state = _blaming("Position", read_position, tags["Position"])
    said = _RULES_LINE.search(tags["Position"])
    rules = _rules(said[1] if said else "", version)
    if rules != state.rules:
        boards = tuple(board_of(board.grid, board, rules) for board in state.boards)
        state = state._replace(rules=rules, boards=(boards[0], boards[1], boards[2]))
    names = _blaming("Position", lambda _: seat_names(state.names), "")
    if any(f"Player{n}" in tags for n in range(1, MAX_PLAYERS + 1)) and _names(tags) != names:
        raise TagError("Player1", "the tags Player1, Player2, ... and Position name other players")
    return state


def _chance(tags: Mapping[str, str], players: int) -> int:
    """The generator after the deal: told by the tag Chance, or by the Seed, or 0."""
    if "Chance" in tags:
        said = tags["Chance"]
        if not re.fullmatch(r"[0-9]{1,20}", said) or int(said) >> 64:
            raise TagError(
                "Chance", f"{said[:30]!r} is not a state of the random generator (0 to 2^64 - 1)"
            )
        return int(said)
    return skip(seed_of("khronos", tags["Seed"]), HAND_SIZE * players + 1) if "Seed" in tags else 0


def is_first_position(state: GameState) -> bool:
    """True if a state is the set-up of a game (S1), so that a few tags tell all of it."""
    if any(sum(player.hand) + player.hidden != HAND_SIZE for player in state.players):
        return False
    try:
        check_grid(state.grid)
    except KhronosError:  # smaller ones of lessons need a Position (S5)
        return False
    hands = [(player.hand, player.hidden) for player in state.players]
    board = empty_board(state.grid, state.rules)
    return state == dealt(state.names, board, hands, state.start, state.chance)


@lru_cache(maxsize=16)
def _empty_map(text: str, rules: RuleSet) -> Board:
    """The board before the first move, on the map with this name or in these characters."""
    if "\n" in text:
        return empty_board(read_map(text.removeprefix("\n"), "<map>"), rules)
    if text not in map_names():
        raise KhronosError(
            f"no map is called {text[:40]!r}; shipped ones are {', '.join(map_names())}"
        )
    return empty_board(load_map(text), rules)


def _hands(text: str, players: int) -> list[str]:
    hands = text.split()
    if len(hands) != players or any(len(h) != HAND_SIZE or set(h) - set("mrc*") for h in hands):
        raise TagError(
            "Deal", "a deal has four cards for each player, as in mmrc rr**; a star is a hidden one"
        )
    return hands
