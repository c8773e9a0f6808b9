"""Positions as text: what a person reads, types and keeps for lessons and tests.

A line for each thing that is not as usual, then the three boards, beside each other if they are
small::

    turn: round 4, Red acts, Red starts
    player Red: coins 5, hand mmc, at Might Faith
    player White: coins 4, hand -, at Might Might

    Might           | Faith           | Reason
    .   m2R #   c1  | .   m2R #   .   | .   m2% #   .
    h   #   #   .   | h   #   #   .   | h:R #   #   .

A square shows its terrain (`.` plain, `f` forest, `^` mountain, `~` river), a printed hamlet (`h`,
on forest `H`), or a building on its first square: kind, rank and then its owner's mark (`m2R`), the
cubes on it (`c2:RRW`), or `%` for a ruin with the cube of a half restoration (`m3%R`). `#` goes on
with the building above or to the left. Columns a, b, c... and row numbers may stand at the edges.
What stands under buildings in all three ages is told by a board `Map`, if it is not plain.

Marks are the players' initials, or the numbers of their seats if initials do not tell them apart.
In a hand and in the discards a star is a card that nobody wrote down, and what a `secret` player
draws stays hidden. Written and read again, a state is the same.

What a text leaves out is as usual: the second edition, round 1, the first player acts, 4 coins, no
cards, all adventurers in Might, and whatever tiles, cubes and cards are not on the boards or in
hands. Reading refuses only what cannot exist at all; `mechanics.validity` finds what no legal game
can lead to.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from typing import Final

from khronos_lab.core.board import USUAL_RULES, Board, Building, board_of, cubes_on, empty_board
from khronos_lab.core.grid import TERRAIN_LETTERS, Grid, grid_text, is_shipped, load_map, map_names
from khronos_lab.core.squares import STRIDE, bits, name
from khronos_lab.core.state import (
    DEFAULT_NAMES,
    GameState,
    PlayerState,
    Purses,
    Supply,
    Turn,
    cards_text,
    full_purses,
    minus_cards,
)
from khronos_lab.rulebook import (
    AGES,
    BUILDING_AGES,
    CIVIL,
    COLUMNS,
    CUBES,
    FOREST,
    LONGEST_NAME,
    MAX_PLAYERS,
    MIGHT,
    MIN_PLAYERS,
    MOST_COINS,
    NO_CARDS,
    OWNED_KINDS,
    RANKS,
    REASON,
    ROUNDS,
    ROWS,
    Age,
    Cards,
    KhronosError,
    Kind,
    PositionError,
    RuleSet,
    Violation,
    quoted,
    read_fields,
    text_of,
    violation,
)

NARROW: Final = 9
"""Columns up to which boards are written side by side."""

_PLAIN_NAME = re.compile(r"[^\W_][\w .'-]*")


def position_text(state: GameState) -> str:
    """The whole state as text."""
    return "\n".join([*_header(state), "", boards_text(state), ""])


def boards_text(state: GameState, *, labels: bool | None = None) -> str:
    """The three boards as text; labels at the edges are given to large ones."""
    grid = state.grid
    wide = grid.columns > NARROW
    labels = wide if labels is None else labels
    marks = player_marks(state.names)
    blocks = [_block(AGES[age].title, _tokens(state.boards[age], marks), labels) for age in AGES]
    if not is_shipped(grid) and not _inferable(state.boards):
        blocks.insert(0, _block("Map", [list(row) for row in grid_text(grid).splitlines()], labels))
    if wide:
        return "\n\n".join("\n".join(line.rstrip() for line in block) for block in blocks)
    return "\n".join(" | ".join(line).rstrip() for line in zip(*blocks, strict=True))


def player_marks(names: Sequence[str]) -> tuple[str, ...]:
    """One character for each player: the initial, or the number of the seat.

    >>> player_marks(["Red", "White"]), player_marks(["Ann", "Anton"])
    (('R', 'W'), ('1', '2'))
    """
    initials = tuple(name[:1].upper() for name in names)
    clear = len(set(initials)) == len(initials) and all(
        len(each) == 1 and "A" <= each <= "Z" for each in initials
    )
    return initials if clear else tuple(str(seat + 1) for seat in range(len(names)))


# ------------------------------------------------------------------ what is usual


def usual_supply(boards: Iterable[Board], rules: RuleSet = USUAL_RULES) -> Supply:
    """The tiles of the box that stand on none of the boards (S3)."""
    left = [list(row) for row in rules.tiles]
    for board in boards:
        for building in board:
            if not building.printed:
                left[building.kind][building.rank] -= 1
    return tuple((row[0], row[1], row[2], row[3]) for row in left)


def usual_cubes(boards: Iterable[Board], seat: int) -> int:
    """A player's cubes that stand on none of the boards (S1)."""
    return CUBES - sum(cubes_on(building).count(seat) for board in boards for building in board)


def usual_pile(rules: RuleSet, elsewhere: Iterable[Cards]) -> Cards:
    """The cards of the deck that are nowhere else (S4)."""
    pile = rules.deck
    for cards in elsewhere:
        pile = minus_cards(pile, cards)
    return pile


# ------------------------------------------------------------------ the lines above the boards


def _header(state: GameState) -> list[str]:
    lines = []
    if state.rules.text:
        lines.append(f"rules: {state.rules.text}")
    if is_shipped(state.grid):
        lines.append(f"map: {state.grid.name}")
    turn, names = state.turn, state.names
    words = [f"round {state.round}", f"{_name_text(names[turn.seat])} acts"]
    words.append(f"{_name_text(names[state.start])} starts")
    words += [word for word in ("exchanged", "swapped", "acted") if getattr(turn, word)]
    lines.append(f"turn: {', '.join(words)}{', over' if state.over else ''}")
    if turn.purses != full_purses(state.player.adventurers):
        accounts = (" ".join(f"{age.title} {left}" for age, left in each) for each in turn.purses)
        lines.append(f"purses: {' or '.join(accounts)}")
    lines += [_player_text(state, seat, player) for seat, player in enumerate(state.players)]
    elsewhere = [state.discards, state.open_cards, *(player.hand for player in state.players)]
    if state.pile != usual_pile(state.rules, elsewhere):
        lines.append(f"pile: {cards_text(state.pile)}")
    if any(state.discards) or state.hidden_discards:
        lines.append(f"discards: {cards_text(state.discards, state.hidden_discards)}")
    if state.open_cards != NO_CARDS:
        lines.append(f"open: {cards_text(state.open_cards)}")
    if state.supply != usual_supply(state.boards, state.rules):
        rows = zip("mrc", state.supply, strict=True)
        tiles = ", ".join(f"{letter} {row[1]} {row[2]} {row[3]}" for letter, row in rows)
        lines.append(f"supply: {tiles}")
    lines.append(f"chance: {state.chance}")
    return lines


def _name_text(name: str) -> str:
    """A name as it stands in a line: plain, or as a JSON string if it has odd characters."""
    return name if _PLAIN_NAME.fullmatch(name) and name == name.strip() else json.dumps(name)


def _player_text(state: GameState, seat: int, player: PlayerState) -> str:
    words = [f"coins {player.coins}", f"hand {cards_text(player.hand, player.hidden)}"]
    if player.secret:
        words.append("secret")
    if player.cubes != usual_cubes(state.boards, seat):
        words.append(f"cubes {player.cubes}")
    words.append("at " + " ".join(age.title for age in player.adventurers))
    return f"player {_name_text(player.name)}: {', '.join(words)}"


# ------------------------------------------------------------------ the boards


def building_token(building: Building, marks: Sequence[str]) -> str:
    """A building as it stands on its first square."""
    cubes = "".join(marks[seat] for seat in building.cubes)
    if building.printed:
        return f"h:{cubes}" if cubes else "h"
    text = f"{building.kind.letter}{building.rank}"
    if building.ruin:
        return f"{text}%{cubes}"
    if building.owner is not None:
        return text + marks[building.owner]
    return f"{text}:{cubes}" if cubes else text


def _tokens(board: Board, marks: Sequence[str]) -> list[list[str]]:
    def token(sq: int) -> str:
        building = board.buildings.get(sq)
        if building is None:
            return "#" if board.occupied >> sq & 1 else TERRAIN_LETTERS[board.grid.terrain(sq)]
        text = building_token(building, marks)
        on_forest = building.printed and board.grid.terrain(sq) is FOREST
        return f"H{text[1:]}" if on_forest else text

    squares, rows = range(board.grid.columns), range(board.grid.rows)
    return [[token(row * STRIDE + column) for column in squares] for row in rows]


def _block(title: str, tokens: list[list[str]], labels: bool) -> list[str]:
    width = max(len(token) for row in tokens for token in row)
    lines = [" ".join(token.ljust(width) for token in row) for row in tokens]
    head = title
    if labels:
        letters = " ".join(chr(ord("a") + col).ljust(width) for col in range(len(tokens[0])))
        margin = len(title) + 1
        lines = [f"{row + 1:>{margin - 1}} {line}" for row, line in enumerate(lines)]
        head = f"{title} {letters}"
    length = max(len(line) for line in [head, *lines])
    return [line.ljust(length) for line in [head, *lines]]


def _inferable(boards: tuple[Board, Board, Board]) -> bool:
    """True if all terrain but plain, and every printed hamlet, shows on some board."""
    grid = boards[0].grid
    shown = printed = 0
    for board in boards:
        shown |= ~board.occupied
        for building in board:
            if building.printed:
                printed |= building.mask
    shown |= printed
    special = grid.forest | grid.mountain | grid.river
    return not special & ~shown and not grid.hamlets & ~printed


_TITLES = {"map": None, **{age.title.lower(): age for age in AGES}}
_SUPPLY = re.compile(r"([mrc]) ([0-9]{1,3}) ([0-9]{1,3}) ([0-9]{1,3})")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
_PARTS = re.compile(r'(?:"(?:[^"\\]|\\.)*"|[^,"])+')


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
    header, sheets = _split(text_of(text, "a position"))
    lines: dict[str, tuple[int, str]] = {}
    described = []
    for number, key, value in header:
        if key == "player":
            described.append((number, value))
            continue
        if key not in _KEYS:
            raise _wrong(number, f"unknown word {key!r}; known are player, {', '.join(_KEYS)}")
        if key in lines:
            raise _wrong(number, f"{key!r} is said for the second time")
        lines[key] = (number, value)
    names = [_name(number, value) for number, value in described] or list(DEFAULT_NAMES[:2])
    if not MIN_PLAYERS <= len(names) <= MAX_PLAYERS or len(set(names)) < len(names):
        raise PositionError("a position needs 2 to 5 players with different names (S1)")
    line, words = lines.get("rules", (0, ""))
    rules = read_rules(words, line)
    line, called = lines.get("map", (0, ""))
    if "map" in lines and called not in map_names():
        raise _wrong(line, f"no map is called {called!r}; there are {', '.join(map_names())}")
    grid = load_map(called) if "map" in lines else read_grid(sheets)
    marks = player_marks(names)
    boards = tuple(read_board(grid, age, sheets.get(age, []), marks, rules) for age in AGES)
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
    rules = boards[0].rules
    discards, unseen = _hidden_cards(*lines.get("discards", (0, "-")))
    open_cards = _cards(*lines["open"]) if "open" in lines else NO_CARDS
    elsewhere = [discards, open_cards, *(player.hand for player in players)]
    rest = usual_pile(rules, elsewhere)
    pile = _cards(*lines["pile"]) if "pile" in lines else rest
    if min(minus_cards(rest, pile)) < 0 or min(pile) < 0:
        line = lines.get("pile", lines.get("discards", (0, "")))[0]
        raise _wrong(line, f"the deck has {cards_text(rules.deck)} and no more (S4)")
    hidden = unseen + sum(player.hidden for player in players)
    if hidden > sum(pile):
        raise _wrong(0, f"{hidden} cards are hidden, but {sum(pile)} are unseen (S4)")
    left = usual_supply(boards, rules)
    supply = _supply(*lines["supply"]) if "supply" in lines else left
    pairs = zip(sum(left, ()), sum(supply, ()), strict=True)
    if any(not 0 <= has <= most for most, has in pairs):
        raise _wrong(lines.get("supply", (0, ""))[0], "the box has fewer tiles (S3)")
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


def _split(text: str) -> tuple[Header, Sheets]:
    """Sort the lines: things said with a colon, and boards under their titles."""
    header: Header = []
    sheets: Sheets = {}
    titles: list[Age | None] = []
    for number, line in enumerate(text.splitlines(), 1):
        stripped = line.strip()
        if not stripped or stripped.startswith("//"):
            continue
        cells = [cell.split() for cell in line.split("|")]
        if all(cell and cell[0].lower() in _TITLES for cell in cells):
            titles = [_TITLES[cell[0].lower()] for cell in cells]
            for title in titles:
                if title in sheets:
                    raise _wrong(number, "a board stands here for the second time")
                sheets[title] = []
        elif not titles:
            key, colon, value = stripped.partition(":")
            word, _, _ = key.partition(" ")
            if not colon:
                raise _wrong(
                    number, f"expected `word: value` or a board's title, found {stripped!r}"
                )
            said = stripped[len(word) :].strip() if word == "player" else value.strip()
            header.append((number, word if word == "player" else key.strip(), said))
        else:
            _add_row(sheets, titles, number, cells)
    return header, sheets


def _add_row(sheets: Sheets, titles: list[Age | None], number: int, cells: list[list[str]]) -> None:
    if len(cells) != len(titles):
        raise _wrong(
            number, f"{len(titles)} boards stand here, but the line has {len(cells)} parts"
        )
    for title, tokens in zip(titles, cells, strict=True):
        squares = tokens[1:] if tokens and tokens[0].isdigit() else tokens
        sheets[title].append((number, squares))


# ------------------------------------------------------------------ header lines


def _number(line: int, text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,20}", text):
        raise _wrong(line, f"{text[:30]!r} is not a number")
    return int(text)


def _hidden_cards(line: int, text: str) -> tuple[Cards, int]:
    """Cards of which some may be stars, and how many of them are."""
    stars = len(text) - len(text.rstrip("*"))
    return _cards(line, text[: len(text) - stars]), stars


def _cards(line: int, text: str) -> Cards:
    if not re.fullmatch(r"[mrc]{1,55}|-|", text):
        raise _wrong(line, f"{text!r} are not cards; write letters like mmrc, or - for none")
    return (text.count("m"), text.count("r"), text.count("c"))


def read_rules(text: str, line: int = 0) -> RuleSet:
    """The rule set that words like `first edition, hold'em` describe."""
    try:
        return RuleSet(**read_fields(text))
    except KhronosError as fault:
        raise _wrong(line, str(fault)) from fault


def _supply(line: int, text: str) -> Supply:
    rows = [_SUPPLY.fullmatch(part.strip()) for part in text.split(",")]
    if [row and row[1] for row in rows] != ["m", "r", "c"]:
        raise _wrong(line, "a supply reads like m 20 24 9, r 20 20 9, c 20 24 9")
    return tuple((0, int(row[2]), int(row[3]), int(row[4])) for row in rows if row)


def _age(line: int, word: str) -> Age:
    for age in AGES:
        if age.title.lower() == word.lower():
            return age
    raise _wrong(line, f"{word!r} is not an age; ages are Might, Faith and Reason")


def _purses(line: int, text: str, adventurers: tuple[Age, ...]) -> Purses:
    accounts = []
    for part in text.split(" or "):
        words = part.split()
        pairs = list(zip(words[::2], words[1::2], strict=False))
        account = tuple(sorted((_age(line, age), _number(line, left)) for age, left in pairs))
        if tuple(age for age, _ in account) != adventurers or any(left > 2 for _, left in account):
            raise _wrong(line, f"{part!r} does not say what adventurers may still play (T5)")
        accounts.append(account)
    return tuple(sorted(set(accounts)))


def _unquoted(line: int, text: str) -> tuple[str, str]:
    """A name at the start of a text, and what follows it."""
    if not text.startswith('"'):
        plain, _, rest = text.partition(":")
        return plain.strip(), rest
    match = _QUOTED.match(text)
    if match is None:
        raise _wrong(line, "a name in quotes does not end")
    try:
        return str(json.loads(match[0])), text[match.end() :].lstrip().removeprefix(":")
    except ValueError as fault:
        raise _wrong(line, f"{match[0]} is not a name in quotes") from fault


def _name(line: int, text: str) -> str:
    found = _unquoted(line, text)[0]
    if not found:
        raise _wrong(line, "a player needs a name")
    if len(found) > LONGEST_NAME:
        raise _wrong(line, f"a name has up to {LONGEST_NAME} letters, not {len(found)}")
    return found


def _player(boards: tuple[Board, ...], seat: int, called: str, line: int, text: str) -> PlayerState:
    left = usual_cubes(boards, seat)
    player = PlayerState(called, boards[0].rules.start_coins, NO_CARDS, left, (MIGHT, MIGHT))
    said: list[str] = []
    for part in filter(None, (each.strip() for each in _unquoted(line, text)[1].split(","))):
        word, _, value = part.partition(" ")
        if word in said:
            raise _wrong(line, f"{word!r} is said for the second time")
        said.append(word)
        match word:
            case "coins":
                player = player._replace(coins=_number(line, value))
                if player.coins > MOST_COINS:
                    raise _wrong(line, f"nobody has more than {MOST_COINS:,} coins")
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
                    raise _wrong(line, "each player has two adventurers (S1)")
                player = player._replace(adventurers=places)
            case _:
                raise _wrong(
                    line, f"unknown word {word!r}; known are coins, hand, secret, cubes, at"
                )
    if not 0 <= player.cubes <= left:
        raise _wrong(line, f"{called} has 25 cubes, on the boards and at home (S1)")
    return player


def _turn(state: GameState, names: list[str], line: int, text: str) -> GameState:
    turn = state.turn
    # The parts between commas, those inside quoted names left alone.
    for part in filter(None, (match[0].strip() for match in _PARTS.finditer(text))):
        called, _, word = part.rpartition(" ")
        if called.startswith('"'):
            called = _unquoted(line, called)[0]
        match word if called in names and word in ("acts", "starts") else part:
            case "acts" if called in names:
                turn = turn._replace(seat=names.index(called))
            case "starts" if called in names:
                state = state._replace(start=names.index(called))
            case "exchanged":
                turn = turn._replace(exchanged=True)
            case "swapped":
                turn = turn._replace(swapped=True)
            case "acted":
                turn = turn._replace(acted=True)
            case "over":
                state = state._replace(over=True)
            case _ if re.fullmatch(f"round [1-{ROUNDS}]", part):
                state = state._replace(round=int(part.split()[1]))
            case _:
                raise _wrong(
                    line, f"cannot read {part!r}; write e.g. round 4, {quoted(names[0])[1:-1]} acts"
                )
    return state._replace(turn=turn)


Header = list[tuple[int, str, str]]
"""What is said with a colon: the number of the line, a word and its value."""
Rows = list[tuple[int, list[str]]]
"""The rows of one board: the number of the line, and what its squares say."""
Sheets = dict[Age | None, Rows]
"""The boards of a text; None is the board `Map`."""

# ------------------------------------------------------------------ boards

_BUILDING = re.compile(r"([mrc])([123])(?:(%)(\w?)|:(\w+)|(\w))?")
_HAMLET = re.compile(r"[hH](?::(\w+))?")


def _wrong(line: int, reason: str) -> PositionError:
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
    for line, tokens in rows:
        unknown = [token for token in tokens if token not in (*TERRAIN_LETTERS, "h", "H")]
        if unknown:
            raise _wrong(line, f"{unknown[0]!r} is nothing that a map has")
        if len(tokens) != width:
            raise _wrong(line, f"the map has {len(tokens)} squares here, not {width}")
    if len(rows) != height:
        raise _wrong(rows[-1][0] if rows else 0, f"the map has {len(rows)} rows, not {height}")


def read_board(grid: Grid, age: Age, rows: Rows, marks: tuple[str, ...], rules: RuleSet) -> Board:
    """One age; left out altogether, only the printed hamlets stand there."""
    if not rows:
        return empty_board(grid, rules)
    if len(rows) != grid.rows:
        raise _wrong(rows[-1][0], f"{age.title} has {len(rows)} rows; the map has {grid.rows}")
    buildings: list[Building] = []
    claimed = 0
    for row, (line, tokens) in enumerate(rows):
        if len(tokens) != grid.columns:
            raise _wrong(line, f"{age.title} has {len(tokens)} squares here, not {grid.columns}")
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
            raise _wrong(line, f"the {building} in {age.title} has no room")
        covered |= building.mask
        anchors |= 1 << building.square
    if covered & ~anchors != claimed:
        wrong = name(next(bits((covered & ~anchors) ^ claimed)))
        raise _wrong(line, f"{wrong} in {age.title}: # marks just what buildings cover")
    if grid.hamlets & ~covered:
        bare = name(next(bits(grid.hamlets & ~covered)))
        raise _wrong(line, f"the printed hamlet of {bare} must show in {age.title} (S5)")


def _building(
    grid: Grid, age: Age, line: int, sq: int, token: str, marks: tuple[str, ...], rules: RuleSet
) -> Building | None:
    """The building whose first square says this, or None for bare ground."""
    if token in TERRAIN_LETTERS:
        if token != "." and TERRAIN_LETTERS[grid.terrain(sq)] != token:
            raise _wrong(line, f"{name(sq)} is {grid.terrain(sq).name.lower()} on the map")
        return None
    hamlet = _HAMLET.fullmatch(token)
    if hamlet and grid.hamlets >> sq & 1:
        if hamlet[1] and age is not REASON:
            raise _wrong(line, f"{name(sq)} in {age.title}: cubes stand in Reason (A5)")
        cubes = _seats(line, hamlet[1], marks)
        limit = rules.cube_limit(1)
        if len(cubes) > limit:
            holds = "one cube" if limit == 1 else f"{limit} cubes"
            raise _wrong(line, f"{name(sq)} in {age.title}: a hamlet holds {holds} (A5)")
        return Building(Kind.CIVIL, 1, sq, None, False, cubes, True)
    match = _BUILDING.fullmatch(token)
    if match is None:
        raise _wrong(line, f"{name(sq)} in {age.title}: cannot read {token!r}")
    kind, rank = Kind("mrc".index(match[1])), int(match[2])
    cubes = _seats(line, match[4] or match[5], marks)
    owner = _seats(line, match[6], marks)
    building = Building(kind, rank, sq, owner[0] if owner else None, bool(match[3]), cubes)
    wrong = impossible(rules, age, building)
    if rank == 1 and grid.hamlets >> sq & 1:
        wrong = violation("S5", "refusal-hamlet_below", building=nameable(building))
    if wrong is not None:
        raise _wrong(line, f"{token!r}: {wrong.text('en')}")
    return building


def impossible(rules: RuleSet, age: Age, building: Building) -> Violation | None:
    """Why no building of an age can be like this; None if one can."""
    owned, cubes, known = building.kind in OWNED_KINDS, len(building.cubes), nameable(building)
    if age in BUILDING_AGES:
        if owned != (building.owner is not None):
            return violation("A1", "refusal-owned", building=known, age=age, needs=owned)
        if building.ruin:
            return violation("B4", "refusal-early_ruin", building=known, age=age)
        return violation("A5", "refusal-early_cubes", building=known, age=age) if cubes else None
    if building.owner is not None:
        return violation("A6", "refusal-late_owner", building=known)
    if owned and building.rank == 1:
        return violation("B1", "refusal-late_small", building=known)
    if building.ruin and not owned:
        return violation("B2", "refusal-civil_ruin", building=known)
    if owned and cubes and (building.rank < RANKS[-1] or not building.ruin):
        return violation("A6", "refusal-cubeless", building=known)
    limit = 1 if owned else rules.cube_limit(building.rank)
    clause = "A6" if owned else "A5"
    return violation(clause, "refusal-crowded", building=known, n=limit) if cubes > limit else None


def nameable(building: Building) -> Building:
    """The building as sentences can name it: small and civil ruins have no name."""
    nameless = building.rank == 1 or building.kind is CIVIL
    return building._replace(ruin=False) if nameless else building


def _seats(line: int, letters: str | None, marks: tuple[str, ...]) -> tuple[int, ...]:
    unknown = [letter for letter in letters or "" if letter not in marks]
    if unknown:
        raise _wrong(line, f"no player has the mark {unknown[0]!r}; marks are {', '.join(marks)}")
    return tuple(sorted(marks.index(letter) for letter in letters or ""))
