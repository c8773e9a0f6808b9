"""Positions as text, read; the form is told in `writer.py`.

Everything left out is as usual: the second edition, round 1, the first player acts, 4 coins, no
cards, all adventurers in Might, and whatever tiles, cubes and cards are not on the boards or in
hands. Only what cannot exist at all is refused here; `mechanics.validity` finds what no legal game
can lead to.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from khronos_lab.core.allowances import Purses, full_purses
from khronos_lab.core.board import Board, Building, board_of, empty_board
from khronos_lab.core.grid import TERRAIN_LETTERS, Grid
from khronos_lab.core.maps import load_map, map_names
from khronos_lab.core.position.writer import (
    player_marks,
    usual_cubes,
    usual_pile,
    usual_supply,
)
from khronos_lab.core.squares import STRIDE, bits, name
from khronos_lab.core.state import (
    DEFAULT_NAMES,
    GameState,
    PlayerState,
    Supply,
    Turn,
    cards_text,
    minus_cards,
)
from khronos_lab.rulebook.errors import KhronosError, PositionError
from khronos_lab.rulebook.pieces import (
    AGES,
    COLUMNS,
    LONGEST_NAME,
    MAX_PLAYERS,
    MIGHT,
    MIN_PLAYERS,
    MOST_COINS,
    NO_CARDS,
    OWNED_KINDS,
    REASON,
    ROUNDS,
    ROWS,
    Age,
    Cards,
    Kind,
)
from khronos_lab.rulebook.ruleset import RuleSet, read_fields
from khronos_lab.rulebook.suggestions import quoted, text_of

_TITLES = {"map": None, **{age.title.lower(): age for age in AGES}}
_SUPPLY = re.compile(r"([mrc]) ([0-9]{1,3}) ([0-9]{1,3}) ([0-9]{1,3})")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')


@dataclass(slots=True)
class _Sheet:
    """What a text says, before it is put together."""

    header: list[tuple[int, str, str]] = field(default_factory=list)
    boards: Sheets = field(default_factory=dict)


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
    sheet = _split(text_of(text, "a position"))
    lines = _lines(sheet)
    described = [(number, value) for number, key, value in sheet.header if key == "player"]
    names = [_name(number, value) for number, value in described] or list(DEFAULT_NAMES[:2])
    if not MIN_PLAYERS <= len(names) <= MAX_PLAYERS or len(set(names)) < len(names):
        raise PositionError("a position needs 2 to 5 players with different names (S1)")
    line, words = lines.get("rules", (0, ""))
    rules = read_rules(words, line)
    grid = _named_map(*lines["map"]) if "map" in lines else read_grid(sheet.boards)
    marks = player_marks(names)
    boards = tuple(read_board(grid, age, sheet.boards.get(age, []), marks, rules) for age in AGES)
    assert len(boards) == 3
    players = [
        _player(boards, seat, names[seat], *(described[seat] if described else (0, names[seat])))
        for seat in range(len(names))
    ]
    return _assemble(lines, names, tuple(players), boards)


def _lines(sheet: _Sheet) -> dict[str, tuple[int, str]]:
    """What is said once, by its word."""
    lines: dict[str, tuple[int, str]] = {}
    for number, key, value in sheet.header:
        if key == "player":
            continue
        if key not in _KEYS:
            known = ", ".join(_KEYS)
            raise position_error(number, f"unknown word {key!r}; known are player, {known}")
        if key in lines:
            raise position_error(number, f"{key!r} is said for the second time")
        lines[key] = (number, value)
    return lines


def _named_map(line: int, called: str) -> Grid:
    if called not in map_names():
        raise position_error(
            line, f"no map is called {called!r}; there are {', '.join(map_names())}"
        )
    return load_map(called)


_KEYS = ("rules", "map", "turn", "purses", "pile", "discards", "open", "supply", "chance")


def _assemble(
    lines: dict[str, tuple[int, str]],
    names: list[str],
    players: tuple[PlayerState, ...],
    boards: tuple[Board, Board, Board],
) -> GameState:
    rules = boards[0].rules
    discards, unseen = _hidden_cards(*lines.get("discards", (0, "-")))
    open_cards = _cards(*lines["open"]) if "open" in lines else NO_CARDS
    elsewhere = [discards, open_cards, *(player.hand for player in players)]
    rest = usual_pile(rules, elsewhere)
    pile = _cards(*lines["pile"]) if "pile" in lines else rest
    if min(minus_cards(rest, pile)) < 0 or min(pile) < 0:
        line = lines.get("pile", lines.get("discards", (0, "")))[0]
        raise position_error(line, f"the deck has {cards_text(rules.deck)} and no more (S4)")
    hidden = unseen + sum(player.hidden for player in players)
    if hidden > sum(pile):
        raise position_error(0, f"{hidden} cards are hidden, but {sum(pile)} are unseen (S4)")
    left = usual_supply(boards, rules)
    supply = _supply(*lines["supply"]) if "supply" in lines else left
    pairs = zip(sum(left, ()), sum(supply, ()), strict=True)
    if any(not 0 <= has <= most for most, has in pairs):
        raise position_error(lines.get("supply", (0, ""))[0], "the box has fewer tiles (S3)")
    number, value = lines.get("chance", (0, "0"))
    state = GameState(
        rules, boards, players, supply, pile, discards, open_cards,
        _number(number, value) % (1 << 64), 1, 0, Turn(0, ()), over=False, hidden_discards=unseen,
    )  # fmt: skip
    state = _turn(state, names, *lines.get("turn", (0, "")))
    purses = full_purses(state.player.adventurers)
    if "purses" in lines:
        purses = _purses(*lines["purses"], state.player.adventurers)
    return state._replace(turn=state.turn._replace(purses=purses))


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
                    raise position_error(number, "a board stands here for the second time")
                sheet.boards[title] = []
        elif not titles:
            key, colon, value = stripped.partition(":")
            word, _, _ = key.partition(" ")
            if not colon:
                raise position_error(
                    number, f"expected `word: value` or a board's title, found {stripped!r}"
                )
            said = stripped[len(word) :].strip() if word == "player" else value.strip()
            sheet.header.append((number, word if word == "player" else key.strip(), said))
        else:
            _add_row(sheet, titles, number, cells)
    return sheet


def _add_row(sheet: _Sheet, titles: list[Age | None], number: int, cells: list[list[str]]) -> None:
    if len(cells) != len(titles):
        raise position_error(
            number, f"{len(titles)} boards stand here, but the line has {len(cells)} parts"
        )
    for title, tokens in zip(titles, cells, strict=True):
        squares = tokens[1:] if tokens and tokens[0].isdigit() else tokens
        sheet.boards[title].append((number, squares))


# ------------------------------------------------------------------ header lines


def _number(line: int, text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,20}", text):
        raise position_error(line, f"{text[:30]!r} is not a number")
    return int(text)


def _coins(line: int, text: str) -> int:
    coins = _number(line, text)
    if coins > MOST_COINS:
        raise position_error(line, f"nobody has more than {MOST_COINS:,} coins")
    return coins


def _hidden_cards(line: int, text: str) -> tuple[Cards, int]:
    """Cards of which some may be stars, and how many of them are."""
    stars = len(text) - len(text.rstrip("*"))
    return _cards(line, text[: len(text) - stars]), stars


def _cards(line: int, text: str) -> Cards:
    if not re.fullmatch(r"[mrc]{1,55}|-|", text):
        raise position_error(
            line, f"{text!r} are not cards; write letters like mmrc, or - for none"
        )
    return (text.count("m"), text.count("r"), text.count("c"))


def read_rules(text: str, line: int = 0) -> RuleSet:
    """The rule set that words like `first edition, hold'em` describe."""
    try:
        return RuleSet(**read_fields(text))
    except KhronosError as fault:
        raise position_error(line, str(fault)) from fault


def _supply(line: int, text: str) -> Supply:
    rows = [_SUPPLY.fullmatch(part.strip()) for part in text.split(",")]
    if [row and row[1] for row in rows] != ["m", "r", "c"]:
        raise position_error(line, "a supply reads like m 20 24 9, r 20 20 9, c 20 24 9")
    return tuple((0, int(row[2]), int(row[3]), int(row[4])) for row in rows if row)


def _age(line: int, word: str) -> Age:
    for age in AGES:
        if age.title.lower() == word.lower():
            return age
    raise position_error(line, f"{word!r} is not an age; ages are Might, Faith and Reason")


def _purses(line: int, text: str, adventurers: tuple[Age, ...]) -> Purses:
    accounts = []
    for part in text.split(" or "):
        words = part.split()
        pairs = list(zip(words[::2], words[1::2], strict=False))
        account = tuple(sorted((_age(line, age), _number(line, left)) for age, left in pairs))
        if tuple(age for age, _ in account) != adventurers or any(left > 2 for _, left in account):
            raise position_error(
                line, f"{part!r} does not say what adventurers may still play (T5)"
            )
        accounts.append(account)
    return tuple(sorted(set(accounts)))


def _unquoted(line: int, text: str) -> tuple[str, str]:
    """A name at the start of a text, and what follows it."""
    if not text.startswith('"'):
        plain, _, rest = text.partition(":")
        return plain.strip(), rest
    match = _QUOTED.match(text)
    if match is None:
        raise position_error(line, "a name in quotes does not end")
    try:
        return str(json.loads(match[0])), text[match.end() :].lstrip().removeprefix(":")
    except ValueError as fault:
        raise position_error(line, f"{match[0]} is not a name in quotes") from fault


def _name(line: int, text: str) -> str:
    found = _unquoted(line, text)[0]
    if not found:
        raise position_error(line, "a player needs a name")
    if len(found) > LONGEST_NAME:
        raise position_error(line, f"a name has up to {LONGEST_NAME} letters, not {len(found)}")
    return found


def _player(boards: tuple[Board, ...], seat: int, called: str, line: int, text: str) -> PlayerState:
    left = usual_cubes(boards, seat)
    player = PlayerState(called, boards[0].rules.start_coins, NO_CARDS, left, (MIGHT, MIGHT))
    said: list[str] = []
    for part in filter(None, (each.strip() for each in _unquoted(line, text)[1].split(","))):
        word, _, value = part.partition(" ")
        if word in said:
            raise position_error(line, f"{word!r} is said for the second time")
        said.append(word)
        match word:
            case "coins":
                player = player._replace(coins=_coins(line, value))
            case "hand":
                hand, hidden = _hidden_cards(line, value.strip())
                player = player._replace(hand=hand, hidden=hidden)
            case "secret" if not value:
                player = player._replace(secret=True)
            case "cubes":
                player = player._replace(cubes=_number(line, value))
            case "at":
                places = tuple(sorted(_age(line, each) for each in value.split()))
                if len(places) != 2:
                    raise position_error(line, "each player has two adventurers (S1)")
                player = player._replace(adventurers=places)
            case _:
                raise position_error(
                    line, f"unknown word {word!r}; known are coins, hand, secret, cubes, at"
                )
    if not 0 <= player.cubes <= left:
        raise position_error(line, f"{called} has 25 cubes, on the boards and at home (S1)")
    return player


def _turn(state: GameState, names: list[str], line: int, text: str) -> GameState:
    turn = state.turn
    for part in _commas(text):
        called, word = _seat_word(names, line, part)
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
                raise position_error(
                    line, f"cannot read {part!r}; write e.g. round 4, {quoted(names[0])[1:-1]} acts"
                )
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


def _seat_word(names: list[str], line: int, part: str) -> tuple[int | None, str]:
    """A seat and what it does, for `Red acts`; no seat and all of it otherwise."""
    called, _, word = part.rpartition(" ")
    if called.startswith('"'):
        called = _unquoted(line, called)[0]
    known = word in ("acts", "starts") and called in names
    return (names.index(called), word) if known else (None, part)


Rows = list[tuple[int, list[str]]]
"""The rows of one board: the number of the line, and what its squares say."""
Sheets = dict[Age | None, Rows]
"""The boards of a text; None is the board `Map`."""

# ------------------------------------------------------------------ boards

_BUILDING = re.compile(r"([mrc])([123])(?:(%)(\w?)|:(\w+)|(\w))?")
_HAMLET = re.compile(r"[hH](?::(\w+))?")


def position_error(line: int, reason: str) -> PositionError:
    """One sentence with the line it is about; line 0 is none. What it quotes may be cut off."""
    reason = reason if len(reason) <= 160 else f"{reason[:157]}..."
    return PositionError(f"position, line {line}: {reason}" if line else f"position: {reason}")


def read_grid(sheets: Sheets) -> Grid:
    """The map that the board `Map` tells, or else what shows on the three boards."""
    rows = max(sheets.values(), key=len, default=[])
    columns = max((len(tokens) for _, tokens in rows), default=0)
    if not (1 <= len(rows) <= ROWS and 1 <= columns <= COLUMNS):
        raise PositionError(
            f"position: boards have 1 to {ROWS} rows of 1 to {COLUMNS} squares, or name a map"
        )
    masks = dict.fromkeys(TERRAIN_LETTERS + "hH", 0)
    if None in sheets:
        _check_map(sheets[None], len(rows), columns)
    boards = [sheets[None]] if None in sheets else list(sheets.values())
    for board in boards:
        for row, (_, tokens) in enumerate(board):
            for column, token in enumerate(tokens):
                letter = token[:1] if _HAMLET.fullmatch(token) else token
                if letter in masks:
                    masks[letter] |= 1 << (row * STRIDE + column)
    return Grid(
        columns, len(rows), masks["f"] | masks["H"], masks["^"], masks["~"], masks["h"] | masks["H"]
    )


def _check_map(rows: Rows, height: int, width: int) -> None:
    """Refuse a board `Map` that is not as large as the others or has other letters than maps."""
    for line, tokens in rows:
        unknown = [token for token in tokens if token not in (*TERRAIN_LETTERS, "h", "H")]
        if unknown:
            raise position_error(line, f"{unknown[0]!r} is nothing that a map has")
        if len(tokens) != width:
            raise position_error(line, f"the map has {len(tokens)} squares here, not {width}")
    if len(rows) != height:
        raise position_error(
            rows[-1][0] if rows else 0, f"the map has {len(rows)} rows, not {height}"
        )


def read_board(grid: Grid, age: Age, rows: Rows, marks: tuple[str, ...], rules: RuleSet) -> Board:
    """One age; left out altogether, only the printed hamlets stand there."""
    if not rows:
        return empty_board(grid, rules)
    if len(rows) != grid.rows:
        raise position_error(
            rows[-1][0], f"{age.title} has {len(rows)} rows; the map has {grid.rows}"
        )
    buildings: list[Building] = []
    claimed = 0
    for row, (line, tokens) in enumerate(rows):
        if len(tokens) != grid.columns:
            raise position_error(
                line, f"{age.title} has {len(tokens)} squares here, not {grid.columns}"
            )
        for column, token in enumerate(tokens):
            sq = row * STRIDE + column
            if token == "#":
                claimed |= 1 << sq
                continue
            building = _building(grid, age, line, sq, token, marks, rules)
            if building is not None:
                buildings.append(building)
    _check_cover(grid, age, rows[0][0], buildings, claimed)
    return board_of(grid, buildings, rules)


def _check_cover(grid: Grid, age: Age, line: int, buildings: list[Building], claimed: int) -> None:
    """Buildings lie on the map and not on each other, `#` says the same, and hamlets show."""
    covered = anchors = 0
    for building in buildings:
        if building.mask & covered or building.mask & ~grid.area:
            raise position_error(line, f"the {building} in {age.title} has no room")
        covered |= building.mask
        anchors |= 1 << building.square
    if covered & ~anchors != claimed:
        wrong = name(next(bits((covered & ~anchors) ^ claimed)))
        raise position_error(line, f"{wrong} in {age.title}: # marks just what buildings cover")
    if grid.hamlets & ~covered:
        bare = name(next(bits(grid.hamlets & ~covered)))
        raise position_error(line, f"the printed hamlet of {bare} must show in {age.title} (S5)")


def _building(
    grid: Grid, age: Age, line: int, sq: int, token: str, marks: tuple[str, ...], rules: RuleSet
) -> Building | None:
    """The building whose first square says this, or None for bare ground."""
    if token in TERRAIN_LETTERS:
        if token != "." and TERRAIN_LETTERS[grid.terrain(sq)] != token:
            raise position_error(line, f"{name(sq)} is {grid.terrain(sq).name.lower()} on the map")
        return None
    hamlet = _HAMLET.fullmatch(token)
    if hamlet and grid.hamlets >> sq & 1:
        if hamlet[1] and age is not REASON:
            raise position_error(line, f"{name(sq)} in {age.title}: cubes stand in Reason (A5)")
        cubes = _seats(line, hamlet[1], marks)
        limit = rules.cube_limit(1)
        if len(cubes) > limit:
            holds = "one cube" if limit == 1 else f"{limit} cubes"
            raise position_error(line, f"{name(sq)} in {age.title}: a hamlet holds {holds} (A5)")
        return Building(Kind.CIVIL, 1, sq, None, False, cubes, True)
    match = _BUILDING.fullmatch(token)
    if match is None:
        raise position_error(line, f"{name(sq)} in {age.title}: cannot read {token!r}")
    kind, rank = Kind("mrc".index(match[1])), int(match[2])
    cubes = _seats(line, match[4] or match[5], marks)
    owner = _seats(line, match[6], marks)
    building = Building(kind, rank, sq, owner[0] if owner else None, bool(match[3]), cubes)
    wrong = _impossible(age, building, rules)
    if rank == 1 and grid.hamlets >> sq & 1:
        wrong = "lies on a printed hamlet (S5)"
    if wrong:
        raise position_error(line, f"{name(sq)} in {age.title}: {token!r} {wrong}")
    return building


def _impossible(age: Age, building: Building, rules: RuleSet) -> str | None:
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
    elif not owned and len(building.cubes) > rules.cube_limit(building.rank):
        return f"holds at most {rules.cube_limit(building.rank)} cubes (A5)"
    return None


def _seats(line: int, letters: str | None, marks: tuple[str, ...]) -> tuple[int, ...]:
    unknown = [letter for letter in letters or "" if letter not in marks]
    if unknown:
        raise position_error(
            line, f"no player has the mark {unknown[0]!r}; marks are {', '.join(marks)}"
        )
    return tuple(sorted(marks.index(letter) for letter in letters or ""))
