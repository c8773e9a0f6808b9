"""The plan of a simulation: one value that says for every number which game it is.

Games are numbered from 0. A game depends on the plan and its number alone, not on how many there
are, on shards or on workers:

- Players sit in another order in every game. `seats="rotate"` moves each on by a seat, so that
  after as many games as players everybody has had every seat; `"all"` goes through all orders;
  `"fixed"` leaves them as they are named. One round through the orders is a block.
- All games of a block have the same map and rule set; from block to block the map changes first,
  and when all maps had their turn, the rule set. So N games are balanced when N is a multiple of
  orders x maps x rule sets.
- Every game has a seed of its own, drawn from the seed of the simulation and its number. With
  `paired`, all games of a block have the same one: the same hands, start and draws with other
  players in the seats, so that the luck of the deal and of the seat falls out of a comparison.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from itertools import chain, permutations, repeat
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, get_args

from khronos_lab.analysis import FORMAT, PLAN_FILE, damaged, read_json
from khronos_lab.core import (
    GameState,
    Grid,
    load_map,
    map_names,
    map_text,
    read_map,
    seed_of,
    shipped_map,
)
from khronos_lab.engine import generate_map, listed_names, new_game, seat_names
from khronos_lab.native import is_there
from khronos_lab.players import level_named, player_named, roster_name, table_names
from khronos_lab.rulebook import BEFORE, KhronosError, RuleSet, quoted, say

Seats = Literal["rotate", "all", "fixed"]
GENERATED: Final = "generated"
"""A map of its own for every block; `generated:7` is the one map with the seed 7."""

LARGEST_SHARD: Final = 500
"""Games in a file, which are packed together: a greedy game of four takes 1.4 kB in files of 1000
games, 1.7 in files of 250."""
SHARD_SECONDS: Final = 10
"""Seconds that a kill may lose: a shard is made and kept as a whole."""
SECONDS: Final = {"random": 0.0001, "greedy": 0.008, "planner": 0.025, "master": 2.5}
"""About how long each of these thinks in a game of four."""
STYLE: Final = SECONDS["planner"]
UNKNOWN: Final = 0.1
TELLING: Final = 0.01
"""Seconds in which the readable engine tells the events of a game."""
MOST_GAMES: Final = 100_000_000
MOST_SHARDS: Final = 1_000_000
"""As many as a computer can list in a moment."""


@dataclass(frozen=True, slots=True)
class MapChoice:
    """A map by name; with its text if it is neither shipped nor generated."""

    name: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """The request of a simulation; `planned` makes one and checks it."""

    games: int
    players: tuple[str, ...]
    """Of the roster, or `module:ClassName`."""
    seed: str
    maps: tuple[MapChoice, ...]
    rules: tuple[RuleSet, ...]
    seats: Seats
    paired: bool
    shard_games: int | None
    """Games in each shard; None: what takes a second at first, and some seconds later."""
    records: bool
    events: bool = True
    """False: only the ends of the games are noted until somebody asks for more."""
    native: bool = False
    """The compiled engine plays; where it has all players."""

    @property
    def name(self) -> str:
        """A short name that changes with the games, not with their number or how they are kept.

        The ids of the games begin with it, so those of different simulations differ.
        """
        return _name(self)

    @property
    def seconds(self) -> float:
        """About how long one processor works at a game."""
        return thinking_seconds(self.players) + TELLING * (self.events or self.records)

    @property
    def shards(self) -> int:
        """The number of shards."""
        return len(_firsts(self)) - 1

    def numbers(self, shard: int) -> range:
        """The numbers of a shard's games."""
        return range(*_firsts(self)[shard : shard + 2])


@lru_cache(maxsize=4)
def _name(plan: Plan) -> str:
    data = {**_data(plan), "games": 0, "shard_games": 0, "records": False}
    del data["events"]
    if not plan.native:  # as in version 0.2.0, whose names stay
        del data["native"]
    return hashlib.sha256(json.dumps(data).encode()).hexdigest()[:8]


@lru_cache(maxsize=4)
def _firsts(plan: Plan) -> list[int]:
    """The numbers of the shards' first games, and that of all games."""
    sizes: Iterable[int]
    if plan.shard_games is None:
        most = usual_shard(plan.players)
        few = max(1, most // SHARD_SECONDS)
        growing = (min(most, few << step // 2) for step in range(2 * SHARD_SECONDS.bit_length()))
        sizes = chain(growing, repeat(most))
    else:
        sizes = repeat(plan.shard_games)
    firsts = [0]
    for size in sizes:
        if firsts[-1] >= plan.games:
            return [*firsts[:-1], plan.games]
        firsts.append(firsts[-1] + size)
    raise AssertionError


def usual_shard(players: Sequence[str]) -> int:
    """Games that take about ten seconds, and no more than pack well.

    >>> usual_shard(["random"] * 4), usual_shard(["greedy"] * 4), usual_shard(["master"] * 4)
    (500, 238, 1)
    """
    return max(1, min(LARGEST_SHARD, round(SHARD_SECONDS / (thinking_seconds(players) + TELLING))))


def thinking_seconds(players: Sequence[str]) -> float:
    """About how long these players think in a game."""
    unknown = (UNKNOWN if ":" in player else STYLE for player in players)
    return sum(map(SECONDS.get, players, unknown))


class PlannedGame(NamedTuple):
    """One game of a plan: all that is needed to play it."""

    number: int
    id: str
    seed: int
    roster: tuple[str, ...]
    """Who plays, in seat order."""
    names: tuple[str, ...]
    """As `roster`; who plays a second time is called `greedy#2`."""
    map: MapChoice
    rules: RuleSet

    def start(self) -> GameState:
        """Its first position."""
        fresh = self.map.name == GENERATED and not self.map.text
        grid = generate_map(self.seed) if fresh else _grid(self.map)
        return new_game(self.names, self.seed, grid=grid, rules=self.rules)


def game_of(plan: Plan, number: int) -> PlannedGame:
    """The game with this number."""
    names = table_names(plan.players)
    orders = seat_orders(plan.players, plan.seats, paired=plan.paired)
    block, turn = divmod(number, len(orders))
    condition = block % (len(plan.maps) * len(plan.rules))
    rules, grid = divmod(condition, len(plan.maps))
    lot = ("deal", block) if plan.paired else ("game", number)
    return PlannedGame(
        number,
        f"{plan.name}-{number:06}",
        seed_of("simulation", plan.seed, *lot),
        tuple(plan.players[each] for each in orders[turn]),
        tuple(names[each] for each in orders[turn]),
        plan.maps[grid],
        plan.rules[rules],
    )


@lru_cache(maxsize=16)
def seat_orders(
    players: tuple[str, ...], seats: Seats, *, paired: bool
) -> tuple[tuple[int, ...], ...]:
    """The orders in which players sit, as indices, one game after the other.

    In paired games two orders that only change equal players would be the same game twice.

    >>> seat_orders(("planner", "greedy", "random"), "rotate", paired=False)
    ((0, 1, 2), (2, 0, 1), (1, 2, 0))
    >>> seat_orders(("planner", "greedy", "greedy"), "all", paired=True)
    ((0, 1, 2), (1, 0, 2), (1, 2, 0))
    """
    usual = tuple(range(len(players)))
    orders: list[tuple[int, ...]] = [usual]
    if seats == "rotate":
        orders = [usual[-turn:] + usual[:-turn] if turn else usual for turn in usual]
    elif seats == "all":
        orders = list(permutations(usual))
    if not paired:
        return tuple(orders)
    alike: dict[tuple[str, ...], tuple[int, ...]] = {}
    for order in orders:
        alike.setdefault(tuple(players[each] for each in order), order)
    return tuple(alike.values())


@lru_cache(maxsize=64)
def _grid(choice: MapChoice) -> Grid:
    if choice.text:
        return read_map(choice.text, choice.name)
    if choice.name.startswith(f"{GENERATED}:"):
        return generate_map(choice.name.partition(":")[2])
    return shipped_map(choice.name)


# ------------------------------------------------------------------ making plans


def planned(
    games: int,
    players: Sequence[str],
    *,
    seed: int | str = 0,
    maps: Sequence[str | Grid] = ("valley",),
    rules: Sequence[RuleSet] = (RuleSet(),),
    seats: Seats = "rotate",
    paired: bool = False,
    shard_games: int | None = None,
    records: bool = False,
    events: bool = True,
) -> Plan:
    """A plan, refused with a sentence if no game can be played by it.

    Parameters
    ----------
    games, players
        How many, and who plays: named as in the roster, or `module:ClassName`.
    seed, seats, paired
        Which games; see the head of this module.
    maps, rules
        They take turns: maps by name, file or value, or `generated` for a new one in each block.
    shard_games
        How many games a shard has, which is made and kept as a whole; by default few at first, and
        then what takes some seconds.
    records
        Keep the records of the games, too.
    events
        Tell what happens in the games. False notes only how they end, which is much faster; the
        same call with True tells the rest.
    """
    if type(games) is not int or games < 1:
        raise KhronosError(f"a simulation has at least one game, not {quoted(games)}")
    players = [roster_name(each) for each in listed_names(players)]
    seat_names(table_names(players))
    for player in players:
        player_named(player)
    if seats not in get_args(Seats):
        raise KhronosError(f"seats are {', '.join(get_args(Seats))}, not {seats!r}")
    if not all(isinstance(each, RuleSet) for each in rules):
        raise KhronosError(f"rules= are rule sets, as rules_with(...) makes, not {quoted(rules)}")
    if not maps or not rules:
        raise KhronosError("name at least one map and one rule set")
    if shard_games is not None and shard_games < 1:
        raise KhronosError(f"a shard has at least one game, not {shard_games}")
    if games > min(MOST_GAMES, MOST_SHARDS * (shard_games or usual_shard(players))):
        raise KhronosError(say("files-too_many", games=str(games), most=MOST_GAMES))
    return Plan(
        games=games,
        players=tuple(players),
        seed=str(seed),
        maps=tuple(_choice(each) for each in maps),
        rules=tuple(rules),
        seats=seats,
        paired=paired,
        shard_games=shard_games,
        records=records,
        events=events,
        native=is_there() and all(map(level_named, players)),
    )


def _choice(wanted: str | Grid) -> MapChoice:
    """A map, with its text where a worker elsewhere could not find it."""
    if isinstance(wanted, Grid):
        return MapChoice(wanted.name or "map", map_text(wanted))
    if wanted == GENERATED or wanted.startswith(f"{GENERATED}:") or wanted in map_names():
        return MapChoice(wanted)
    grid = load_map(wanted)
    return MapChoice(grid.name, map_text(grid))


# ------------------------------------------------------------------ plans as text


def plan_text(plan: Plan, version: str) -> str:
    """A plan as the text of `simulation.json`, made by this version of khronos_lab."""
    head = {"format": FORMAT, "khronos_lab": version, "simulation": plan.name}
    return json.dumps(head | _data(plan), indent=2, ensure_ascii=False) + "\n"


def _data(plan: Plan) -> dict[str, Any]:
    data = asdict(plan)
    # Without what held before it could be told, so older plans keep their names.
    data["rules"] = [
        {key: value for key, value in rules.plain().items() if (key, value) not in BEFORE.items()}
        for rules in plan.rules
    ]
    return data


def read_plan(folder: Path) -> tuple[Plan, str, int]:
    """The plan in a folder, the version of khronos_lab that wrote it, and the format.

    Plans of version 0.2.0 are read, too.
    """
    data = read_json(folder / PLAN_FILE)
    data.pop("sum", None)
    try:
        format_, version, name = (data.pop(key) for key in ("format", "khronos_lab", "simulation"))
        data["players"] = tuple(data["players"])
        data["maps"] = tuple(MapChoice(**each) for each in data["maps"])
        data["rules"] = tuple(map(RuleSet.of_plain, data["rules"]))
        plan = Plan(**data)
        sizes = (plan.games, plan.games if plan.shard_games is None else plan.shard_games)
        if plan.name != name or not all(0 < int(each) <= MOST_GAMES for each in sizes):
            raise ValueError("the name does not fit")
    except (ValueError, KeyError, TypeError, AttributeError) as fault:
        raise damaged(folder / PLAN_FILE) from fault
    return plan, version, format_


def refuse_untrusted(plan: Plan, trust: Sequence[str], where: str) -> None:
    """Refuse players whose module only a file names: to make them would run whatever is there.

    The file may be anybody's; the user has to name the module, too.
    """
    allowed = [trust] if isinstance(trust, str) else trust
    for player in plan.players:
        module, colon, _ = player.partition(":")
        if colon and module not in allowed:
            raise KhronosError(say("files-untrusted", place=where, player=player, module=module))


def differences(there: Plan, asked: Plan) -> list[str]:
    """The differences of a new request from the plan on disk, in words."""
    old, new = _data(there), _data(asked)
    return [
        f"{key} {_short(old[key])} there, {_short(new[key])} asked"
        for key in old
        if old[key] != new[key]
    ]


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:57]}..."
