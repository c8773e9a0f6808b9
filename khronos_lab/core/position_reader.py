"""Positions as text, read; the form is told in `position.py`.

Everything left out is as usual: the second edition, round 1, the first player acts, 4 coins, no
cards, all adventurers in Might, and whatever tiles, cubes and cards are not on the boards or in
hands. Only what cannot exist at all is refused here; `rules.validity` finds what the rules could
not have brought about.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from khronos_lab.core.board import Board, Building, board_of, printed_hamlet
from khronos_lab.core.grid import TERRAIN_LETTERS, Grid
from khronos_lab.core.maps import load_map
from khronos_lab.core.position import (
    player_marks,
    usual_cubes,
    usual_pile,
    usual_supply,
)
from khronos_lab.core.purses import Purses, full_purses
from khronos_lab.core.squares import STRIDE, bits, name
from khronos_lab.core.state import DEFAULT_NAMES, GameState, PlayerState, Supply, Turn
from khronos_lab.rulebook.errors import PositionError
from khronos_lab.rulebook.pieces import (
    AGES,
    COLUMNS,
    MAX_PLAYERS,
    MIGHT,
    MIN_PLAYERS,
    NO_CARDS,
    OWNED_KINDS,
    REASON,
    ROUNDS,
    ROWS,
    START_COINS,
    Age,
    Cards,
    Kind,
)
from khronos_lab.rulebook.ruleset import Edition, RuleSet

_TITLES = {"map": None, **{age.title.lower(): age for age in AGES}}
_BUILDING = re.compile(r"([mrc])([123])(?:(%)(\w?)|:(\w+)|(\w))?")
_HAMLET = re.compile(r"[hH](?::(\w+))?")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')


@dataclass(slots=True)
class _Sheet:
    """What a text says, before it is put together."""

    header: list[tuple[int, str, str]] = field(default_factory=list)
    boards: dict[Age | None, list[tuple[int, list[str]]]] = field(default_factory=dict)


def read_position(text: str) -> GameState:
    """The state that a text describes.

    >>> state = read_position('''
    ... player Red: hand mm
    ... player White:
    ... Might      | Faith      | Reason
    ... h .  .     | h .  .     | h .  .
    ... ''')
    >>> state.player.name, state.grid.columns
    ('Red', 3)
    """
    sheet = _split(text)
    lines = {key: (number, value) for number, key, value in sheet.header if key != "player"}
    unknown = [key for key in lines if key not in _KEYS]
    if unknown:
        number = lines[unknown[0]][0]
        raise _error(number, f"unknown word {unknown[0]!r}; known are player, {', '.join(_KEYS)}")
    described = [(number, value) for number, key, value in sheet.header if key == "player"]
    names = [_name(number, value) for number, value in described] or list(DEFAULT_NAMES[:2])
    if not MIN_PLAYERS <= len(names) <= MAX_PLAYERS or len(set(names)) < len(names):
        raise PositionError("a position needs 2 to 5 players with different names (S1)")
    grid = _grid(sheet, lines)
    marks = player_marks(names)
    boards = tuple(_board(grid, age, sheet.boards.get(age, []), marks) for age in AGES)
    assert len(boards) == 3
    players = [
        _player(boards, seat, names[seat], *(described[seat] if described else (0, names[seat])))
        for seat in range(len(names))
    ]
    return _assemble(lines, names, tuple(players), boards)


_KEYS = ("rules", "map", "turn", "purses", "pile", "discards", "open", "supply", "chance")


def _assemble(
    lines: dict[str, tuple[int, str]],
    names: list[str],
    players: tuple[PlayerState, ...],
    boards: tuple[Board, Board, Board],
) -> GameState:
    rules = _rules(*lines.get("rules", (0, "")))
    discards = _cards(*lines.get("discards", (0, "-")))
    open_cards = _cards(*lines["open"]) if "open" in lines else NO_CARDS
    elsewhere = [discards, open_cards, *(player.hand for player in players)]
    pile = _cards(*lines["pile"]) if "pile" in lines else usual_pile(rules, elsewhere)
    supply = _supply(*lines["supply"]) if "supply" in lines else usual_supply(boards)
    if min(pile) < 0 or min(min(row) for row in supply) < 0:
        raise PositionError("the box has fewer cards or tiles than this position shows (S3, S4)")
    if any(player.cubes < 0 for player in players):
        raise PositionError("a player has more than 25 cubes on the boards (S1)")
    number, value = lines.get("chance", (0, "0"))
    state = GameState(
        rules, boards, players, supply, pile, discards, open_cards,
        _number(number, value) % (1 << 64), 1, 0, Turn(0, ()), over=False,
    )  # fmt: skip
    state = _turn(state, names, *lines.get("turn", (0, "")))
    purses = full_purses(state.player.adventurers)
    if "purses" in lines:
        purses = _purses(*lines["purses"], state.player.adventurers)
    return state._replace(turn=state.turn._replace(purses=purses))


def _error(line: int, reason: str) -> PositionError:
    return PositionError(f"position, line {line}: {reason}" if line else f"position: {reason}")


# ------------------------------------------------------------------ splitting lines


def _split(text: str) -> _Sheet:
    """Sort the lines: things said with a colon, and boards under their titles."""
    sheet = _Sheet()
    titles: list[Age | None] = []
    for number, line in enumerate(text.splitlines(), 1):
        stripped = line.strip()
        if not stripped or stripped.startswith("//"):
            continue
        cells = [cell.split() for cell in line.split("|")]
        if all(cell and cell[0].lower() in _TITLES for cell in cells):
            titles = [_TITLES[cell[0].lower()] for cell in cells]
            for title in titles:
                if title in sheet.boards:
                    raise _error(number, "a board stands here for the second time")
                sheet.boards[title] = []
        elif not titles:
            key, colon, value = stripped.partition(":")
            word, _, _ = key.partition(" ")
            if not colon:
                raise _error(
                    number, f"expected `word: value` or a board's title, found {stripped!r}"
                )
            said = stripped[len(word) :].strip() if word == "player" else value.strip()
            sheet.header.append((number, word if word == "player" else key.strip(), said))
        else:
            _add_row(sheet, titles, number, cells)
    return sheet


def _add_row(sheet: _Sheet, titles: list[Age | None], number: int, cells: list[list[str]]) -> None:
    if len(cells) != len(titles):
        raise _error(
            number, f"{len(titles)} boards stand here, but the line has {len(cells)} parts"
        )
    for title, tokens in zip(titles, cells, strict=True):
        squares = tokens[1:] if tokens and tokens[0].isdigit() else tokens
        sheet.boards[title].append((number, squares))


# ------------------------------------------------------------------ header lines


def _number(line: int, text: str) -> int:
    if not re.fullmatch(r"\d{1,20}", text):
        raise _error(line, f"{text!r} is not a number")
    return int(text)


def _cards(line: int, text: str) -> Cards:
    if not re.fullmatch(r"[mrc]{1,55}|-|", text):
        raise _error(line, f"{text!r} are not cards; write letters like mmrc, or - for none")
    return (text.count("m"), text.count("r"), text.count("c"))


def _rules(line: int, text: str) -> RuleSet:
    rules = RuleSet()
    for word in filter(None, (part.strip().lower() for part in text.split(","))):
        match word:
            case "first edition":
                rules = replace(rules, edition=Edition.FIRST)
            case "second edition":
                pass
            case "hold'em" | "holdem":
                rules = replace(rules, holdem=True)
            case "ruins respect domains":
                rules = replace(rules, ruins_respect_domains=True)
            case _:
                raise _error(line, f"unknown rule {word!r}")
    return rules


def _supply(line: int, text: str) -> Supply:
    rows = [re.fullmatch(r"([mrc]) (\d+) (\d+) (\d+)", part.strip()) for part in text.split(",")]
    if [row and row[1] for row in rows] != ["m", "r", "c"]:
        raise _error(line, "a supply reads like m 20 24 9, r 20 20 9, c 20 24 9")
    return tuple((0, int(row[2]), int(row[3]), int(row[4])) for row in rows if row)


def _age(line: int, word: str) -> Age:
    for age in AGES:
        if age.title.lower() == word.lower():
            return age
    raise _error(line, f"{word!r} is not an age; ages are Might, Faith and Reason")


def _purses(line: int, text: str, adventurers: tuple[Age, ...]) -> Purses:
    accounts = []
    for part in text.split(" or "):
        words = part.split()
        pairs = list(zip(words[::2], words[1::2], strict=False))
        account = tuple(sorted((_age(line, age), _number(line, left)) for age, left in pairs))
        if tuple(age for age, _ in account) != adventurers or any(left > 2 for _, left in account):
            raise _error(line, f"{part!r} does not say what adventurers may still play (T5)")
        accounts.append(account)
    return tuple(sorted(set(accounts)))


def _unquoted(line: int, text: str) -> tuple[str, str]:
    """A name at the start of a text, and what follows it."""
    if not text.startswith('"'):
        plain, _, rest = text.partition(":")
        return plain.strip(), rest
    match = _QUOTED.match(text)
    if match is None:
        raise _error(line, "a name in quotes does not end")
    try:
        return str(json.loads(match[0])), text[match.end() :].lstrip().removeprefix(":")
    except ValueError as fault:
        raise _error(line, f"{match[0]} is not a name in quotes") from fault


def _name(line: int, text: str) -> str:
    found = _unquoted(line, text)[0]
    if not found:
        raise _error(line, "a player needs a name")
    return found


def _player(boards: tuple[Board, ...], seat: int, called: str, line: int, text: str) -> PlayerState:
    player = PlayerState(called, START_COINS, NO_CARDS, usual_cubes(boards, seat), (MIGHT, MIGHT))
    for part in filter(None, (each.strip() for each in _unquoted(line, text)[1].split(","))):
        word, _, value = part.partition(" ")
        match word:
            case "coins":
                player = player._replace(coins=_number(line, value))
            case "hand":
                player = player._replace(hand=_cards(line, value.strip()))
            case "cubes":
                player = player._replace(cubes=_number(line, value))
            case "at":
                places = tuple(sorted(_age(line, each) for each in value.split()))
                if len(places) != 2:
                    raise _error(line, "each player has two adventurers (S1)")
                player = player._replace(adventurers=places)
            case _:
                raise _error(line, f"unknown word {word!r}; known are coins, hand, cubes, at")
    return player


def _turn(state: GameState, names: list[str], line: int, text: str) -> GameState:
    turn = state.turn
    for part in _commas(text):
        called, word = _seat_word(names, part)
        match word:
            case "acts" if called is not None:
                turn = turn._replace(seat=called)
            case "starts" if called is not None:
                state = state._replace(start=called)
            case "exchanged":
                turn = turn._replace(exchanged=True)
            case "swapped":
                turn = turn._replace(swapped=True)
            case "acted":
                turn = turn._replace(acted=True)
            case "over":
                state = state._replace(over=True)
            case _ if match_round(word):
                state = state._replace(round=int(word.split()[1]))
            case _:
                raise _error(line, f"cannot read {part!r}; write e.g. round 4, {names[0]} acts")
    return state._replace(turn=turn)


def match_round(word: str) -> bool:
    """True for `round 1` to `round 7`."""
    found = re.fullmatch(r"round (\d)", word)
    return found is not None and 1 <= int(found[1]) <= ROUNDS


def _commas(text: str) -> Iterator[str]:
    """The parts of a line between commas, those inside quoted names left alone."""
    for match in re.finditer(r'(?:"(?:[^"\\]|\\.)*"|[^,"])+', text):
        if match[0].strip():
            yield match[0].strip()


def _seat_word(names: list[str], part: str) -> tuple[int | None, str]:
    """A seat and what it does, for `Red acts`; no seat and all of it otherwise."""
    called, _, word = part.rpartition(" ")
    if called.startswith('"'):
        called = _unquoted(0, called)[0]
    return (names.index(called), word) if called in names else (None, part)


# ------------------------------------------------------------------ boards


def _grid(sheet: _Sheet, lines: dict[str, tuple[int, str]]) -> Grid:
    """The named map, the board `Map`, or what shows on the three boards."""
    if "map" in lines:
        return load_map(lines["map"][1])
    rows = max(sheet.boards.values(), key=len, default=[])
    columns = max((len(tokens) for _, tokens in rows), default=0)
    if not (1 <= len(rows) <= ROWS and 1 <= columns <= COLUMNS):
        raise PositionError(
            f"position: boards have 1 to {ROWS} rows of 1 to {COLUMNS} squares, or name a map"
        )
    masks = dict.fromkeys(TERRAIN_LETTERS + "hH", 0)
    boards = [sheet.boards[None]] if None in sheet.boards else list(sheet.boards.values())
    for board in boards:
        for row, (_, tokens) in enumerate(board):
            for column, token in enumerate(tokens):
                letter = token[:1] if _HAMLET.fullmatch(token) else token
                if letter in masks:
                    masks[letter] |= 1 << (row * STRIDE + column)
    return Grid(
        columns, len(rows), masks["f"] | masks["H"], masks["^"], masks["~"], masks["h"] | masks["H"]
    )


def _board(
    grid: Grid, age: Age, rows: list[tuple[int, list[str]]], marks: tuple[str, ...]
) -> Board:
    if not rows:
        return board_of(grid, (printed_hamlet(sq) for sq in bits(grid.hamlets)))
    if len(rows) != grid.rows:
        raise _error(rows[-1][0], f"{age.title} has {len(rows)} rows; the map has {grid.rows}")
    buildings: list[Building] = []
    claimed = 0
    for row, (line, tokens) in enumerate(rows):
        if len(tokens) != grid.columns:
            raise _error(line, f"{age.title} has {len(tokens)} squares here, not {grid.columns}")
        for column, token in enumerate(tokens):
            sq = row * STRIDE + column
            if token == "#":
                claimed |= 1 << sq
                continue
            building = _building(grid, age, line, sq, token, marks)
            if building is not None:
                buildings.append(building)
    _check_cover(grid, age, rows[0][0], buildings, claimed)
    return board_of(grid, buildings)


def _check_cover(grid: Grid, age: Age, line: int, buildings: list[Building], claimed: int) -> None:
    """Buildings lie on the map and not on each other, `#` says the same, and hamlets show."""
    covered = anchors = 0
    for building in buildings:
        if building.mask & covered or building.mask & ~grid.area:
            raise _error(line, f"the {building} in {age.title} has no room")
        covered |= building.mask
        anchors |= 1 << building.square
    if covered & ~anchors != claimed:
        wrong = name(next(bits((covered & ~anchors) ^ claimed)))
        raise _error(line, f"{wrong} in {age.title}: # marks just what buildings cover")
    if grid.hamlets & ~covered:
        bare = name(next(bits(grid.hamlets & ~covered)))
        raise _error(line, f"the printed hamlet of {bare} must show in {age.title} (S5)")


def _building(
    grid: Grid, age: Age, line: int, sq: int, token: str, marks: tuple[str, ...]
) -> Building | None:
    """The building whose first square says this, or None for bare ground."""
    if token in TERRAIN_LETTERS:
        if token != "." and TERRAIN_LETTERS[grid.terrain(sq)] != token:
            raise _error(line, f"{name(sq)} is {grid.terrain(sq).name.lower()} on the map")
        return None
    hamlet = _HAMLET.fullmatch(token)
    if hamlet and grid.hamlets >> sq & 1:
        return Building(Kind.CIVIL, 1, sq, None, False, _seats(line, hamlet[1], marks), True)
    match = _BUILDING.fullmatch(token)
    if match is None:
        raise _error(line, f"{name(sq)} in {age.title}: cannot read {token!r}")
    kind, rank = Kind("mrc".index(match[1])), int(match[2])
    cubes = _seats(line, match[4] or match[5], marks)
    owner = _seats(line, match[6], marks)
    building = Building(kind, rank, sq, owner[0] if owner else None, bool(match[3]), cubes)
    wrong = _impossible(age, building)
    if wrong:
        raise _error(line, f"{name(sq)} in {age.title}: {token!r} {wrong}")
    return building


def _impossible(age: Age, building: Building) -> str | None:
    """What no building of an age can be."""
    owned = building.kind in OWNED_KINDS
    if age is not REASON:
        if owned != (building.owner is not None):
            return "needs an owner (A1)" if owned else "has no owner (A1)"
        if building.ruin or building.cubes:
            return "can be a ruin or carry cubes only in Reason (A5, B4)"
    elif building.owner is not None or (owned and building.rank == 1):
        return "does not exist in Reason (A6, B1)"
    elif building.ruin and (not owned or (building.rank == 2 and building.cubes)):
        return "is no such ruin (A6)"
    elif owned and building.cubes and not building.ruin:
        return "cannot carry cubes (A5)"
    return None


def _seats(line: int, letters: str | None, marks: tuple[str, ...]) -> tuple[int, ...]:
    unknown = [letter for letter in letters or "" if letter not in marks]
    if unknown:
        raise _error(line, f"no player has the mark {unknown[0]!r}; marks are {', '.join(marks)}")
    return tuple(sorted(marks.index(letter) for letter in letters or ""))
