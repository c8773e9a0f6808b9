"""Differences: what differs between two positions, or between two ages of one, as values.

The two may be steps of one game, ends of two branches, or ages: nothing is asked about how one came
of the other. What a change of one move did, and why, is in its log.
`khronos_lab.drawing` draws differences.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from khronos_lab.analysis.forecasts import amounts
from khronos_lab.core import Board, Building, GameState, PlayerState, name, owned
from khronos_lab.mechanics import entitled, yields
from khronos_lab.rulebook import AGES, Age, KhronosError, Said, say

Names = tuple[str, ...]
Side = str | Said
"""What one of the two positions is called in a sentence: `after 3.A`, `in Faith`."""
Ages = tuple[Age, Age]
"""The age of the first side and of the second; the same one twice for two positions."""

BuildingSort = Literal["new", "gone", "other", "changed"]
DomainSort = Literal["new", "gone", "joined", "split", "regrouped", "control"]


class BuildingChange(NamedTuple):
    """One place on both sides: what stands there on the first and on the second."""

    ages: Ages
    first: Building | None
    second: Building | None

    @property
    def sort(self) -> BuildingSort:
        """`new` or `gone` if one side has it only, `other` if another building begins there.

        `changed` is the same building with other cubes or its other side up.
        """
        if self.first is None:
            return "new"
        if self.second is None:
            return "gone"
        same = _piece(self.first) == _piece(self.second)
        return "changed" if same else "other"

    @property
    def masks(self) -> tuple[int, int]:
        """The squares it covers on the first side and on the second."""
        return (
            self.first.mask if self.first is not None else 0,
            self.second.mask if self.second is not None else 0,
        )


class DomainSide(NamedTuple):
    """A domain of one side: where it is and whom it would pay (X2, X3)."""

    square: int
    """Its first square."""
    mask: int
    seats: tuple[int, ...]
    amount: int

    @property
    def pays(self) -> tuple[tuple[int, ...], int]:
        """Whom it pays and how much; a tax that nobody collects counts as 0."""
        return (self.seats, self.amount) if self.seats and self.amount else ((), 0)


class DomainChange(NamedTuple):
    """Domains on the same squares that are grouped or paid differently on the second side."""

    ages: Ages
    first: tuple[DomainSide, ...]
    second: tuple[DomainSide, ...]

    @property
    def sort(self) -> DomainSort:
        """What has become of them."""
        before, after = len(self.first), len(self.second)
        if not before:
            return "new"
        if not after:
            return "gone"
        if before == after == 1:
            return "control"
        if after == 1:
            return "joined"
        return "split" if before == 1 else "regrouped"


class PlayerSide(NamedTuple):
    """What one player has on one side."""

    coins: int
    cubes: int
    adventurers: tuple[Age, ...]
    cards: int
    taxes: int
    """What the player would collect if taxes were due now."""


class PlayerChange(NamedTuple):
    """A player whose coins, cards or pieces differ on the second side."""

    seat: int
    first: PlayerSide
    second: PlayerSide


@dataclass(frozen=True, slots=True)
class Differences:
    """All that differs between two sides."""

    names: tuple[str, ...]
    buildings: tuple[BuildingChange, ...]
    """Age by age, in reading order."""
    domains: tuple[DomainChange, ...]
    players: tuple[PlayerChange, ...]
    """The players who differ; none between two ages."""

    def __bool__(self) -> bool:
        """True if anything differs."""
        return bool(self.buildings or self.domains or self.players)

    def text(
        self,
        labels: tuple[str, str] | None = None,
        purses: Sequence[int] | None = None,
    ) -> str:
        """The differences in sentences, a line each; labels name the two sides.

        `purses` are the seats whose coins are told, None for all. Of the others only the
        difference is: their coins are hidden (S6).
        """
        if not self:
            return say("differences-none")
        said = [
            *(_line(each, _building_said(each, self.names, labels)) for each in self.buildings),
            *(
                _line(each, _domain_said(each, self.names, labels))
                for each in self.domains
                if _told(each)
            ),
        ]
        players = (
            f"{self.names[each.seat]}: {'; '.join(_parts(each, purses))}." for each in self.players
        )
        return "\n".join([*(each.text() for each in said), *players])

    def __str__(self) -> str:
        return self.text()


def differences(first: GameState, second: GameState) -> Differences:
    """What differs between two positions of games on one map by the same players.

    >>> from khronos_lab import MIGHT, MILITARY, Build, new_game, play
    >>> from khronos_lab.core import square
    >>> state = new_game(2, seed=2)
    >>> after = play(state, Build(MIGHT, MILITARY, 2, square("f4"), (2, 0, 0))).state
    >>> print(differences(state, after).text(labels=("before", "after")))
    Might: Black's keep at f4 only after.
    ...
    """
    if first.grid != second.grid:
        raise KhronosError("the two positions are on different maps, so they cannot be compared")
    if len(first.players) != len(second.players):
        raise KhronosError(
            f"games of {len(first.players)} and of {len(second.players)} players cannot be compared"
        )
    buildings: list[BuildingChange] = []
    domains: list[DomainChange] = []
    for age in AGES:
        sides = (first.boards[age], second.boards[age])
        buildings += building_changes(*sides, (age, age))
        domains += _domains(*sides, (age, age))
    players = tuple(_players(first, second))
    return Differences(second.names, tuple(buildings), tuple(domains), players)


def age_differences(state: GameState, first: Age, second: Age) -> Differences:
    """What differs between two ages of one position: where shadows fell and where they did not.

    An owner's cube does not fall on Reason, and shadows are ruins there (B4); a ruin or restored
    building that stands exactly where its original does is not told as a difference.
    """
    if first is second:
        raise KhronosError(f"{first.title} is one age; name two")
    sides, ages = (state.boards[first], state.boards[second]), (first, second)
    found = [each for each in building_changes(*sides, ages) if not _shadow(each)]
    return Differences(state.names, tuple(found), tuple(_domains(*sides, ages)), ())


def _shadow(change: BuildingChange) -> bool:
    """True if the two are one building and its shadow, as far as an age allows."""
    one, other = change.first, change.second
    if one is None or other is None or Age.REASON not in change.ages:
        return False
    return (one.kind, one.rank) == (other.kind, other.rank)


# ------------------------------------------------------------------ buildings


def _piece(building: Building) -> tuple[object, ...]:
    """What identifies a building: if this differs, it is another one."""
    return building.kind, building.rank, building.owner, building.printed


def building_changes(one: Board, other: Board, ages: Ages) -> Iterator[BuildingChange]:
    """The places where something else stands on the second board, in reading order."""
    for anchor in sorted(one.buildings.keys() | other.buildings.keys()):
        first, second = one.buildings.get(anchor), other.buildings.get(anchor)
        if first is not second and first != second:
            yield BuildingChange(ages, first, second)


# ------------------------------------------------------------------ domains


def _domains(one: Board, other: Board, ages: Ages) -> Iterator[DomainChange]:
    """Groups of domains on the same squares that differ in number, ruler or tax."""
    sides = (_sides(one, ages[0]), _sides(other, ages[1]))
    for first, second in _groups(*sides):
        if len(first) == len(second) == 1 and first[0].pays == second[0].pays:
            continue
        yield DomainChange(ages, first, second)


def _sides(board: Board, age: Age) -> list[DomainSide]:
    return [
        DomainSide(
            domain.anchors[0],
            domain.mask,
            entitled(board, age, domain),
            yields(board, age, domain),
        )
        for domain in board.domains
    ]


Group = tuple[tuple[DomainSide, ...], tuple[DomainSide, ...]]


def _groups(one: Sequence[DomainSide], other: Sequence[DomainSide]) -> list[Group]:
    """Domains that are connected by shared squares, in reading order of their first squares."""
    groups: list[tuple[int, list[DomainSide], list[DomainSide]]] = []
    firsts: list[DomainSide]
    seconds: list[DomainSide]
    for side, domains in enumerate((one, other)):
        for domain in domains:
            touched = [each for each in groups if each[0] & domain.mask]
            groups = [each for each in groups if not each[0] & domain.mask]
            mask = domain.mask
            firsts, seconds = ([domain], []) if side == 0 else ([], [domain])
            for met, before, after in touched:
                mask |= met
                firsts += before
                seconds += after
            groups.append((mask, firsts, seconds))
    groups.sort(key=lambda each: each[0] & -each[0])
    return [(tuple(sorted(firsts)), tuple(sorted(seconds))) for _, firsts, seconds in groups]


# ------------------------------------------------------------------ players


def _players(one: GameState, other: GameState) -> Iterator[PlayerChange]:
    taxes = (amounts(one)[1], amounts(other)[1])
    for seat, (before, after) in enumerate(zip(one.players, other.players, strict=True)):
        first = _player(before, sum(taxes[0][seat]))
        second = _player(after, sum(taxes[1][seat]))
        if first != second:
            yield PlayerChange(seat, first, second)


def _player(player: PlayerState, taxes: int) -> PlayerSide:
    cards = sum(player.hand) + player.hidden
    return PlayerSide(player.coins, player.cubes, player.adventurers, cards, taxes)


# ------------------------------------------------------------------ words


def _line(change: BuildingChange | DomainChange, said: Said) -> Said:
    age, other = change.ages
    return Said("difference-line", {"same": age is other, "age": age, "said": said})


def _labels(
    change: BuildingChange | DomainChange, labels: tuple[str, str] | None
) -> tuple[Side, Side]:
    one, other = change.ages
    if one is not other:
        return Said("difference-in", {"age": one}), Said("difference-in", {"age": other})
    return labels or (Said("differences-first"), Said("differences-second"))


def _building_said(change: BuildingChange, names: Names, labels: tuple[str, str] | None) -> Said:
    first, second = change.first, change.second
    if first is None or second is None:
        building, side = first or second, _labels(change, labels)[first is None]
        assert building is not None
        return Said("difference-only", {"building": _with_cubes(building, names), "side": side})
    if change.sort == "changed" and first.ruin == second.ruin:
        told = {"was": _cubes(first, names), "now": _cubes(second, names)}
        return Said("difference-cubes", {"building": owned(first, names), **told})
    told = {"was": _with_cubes(first, names), "now": _with_cubes(second, names)}
    return Said("difference-became", told)


def _with_cubes(building: Building, names: Names) -> Said:
    told = {"building": owned(building, names), "cubes": _cubes(building, names)}
    return Said("difference-building", {**told, "n": len(building.cubes)})


def _cubes(building: Building, names: Names) -> Side:
    """The cubes on a building, player by player."""
    seats = sorted(set(building.cubes))
    each = (f"{names[seat]} {building.cubes.count(seat)}" for seat in seats)
    return ", ".join(each) or Said("n-cubes", {"n": 0})


def _told(change: DomainChange) -> bool:
    """A domain that is only new or gone is told by its buildings, unless it pays somebody."""
    if change.sort not in ("new", "gone"):
        return True
    return any(side.seats and side.amount for side in (*change.first, *change.second))


def _domain_said(change: DomainChange, names: Names, labels: tuple[str, str] | None) -> Said:
    first, second = _labels(change, labels)
    was, now = (tuple(name(each.square) for each in side) for side in (change.first, change.second))
    told = {"was": was, "now": now, "first": first, "second": second}
    said = Said(f"difference-{change.sort}", told)
    before, after = _pay(change.first, names), _pay(change.second, names)
    if before == after:
        return said
    pays = {"was": before, "now": after, "said": said}
    return Said("difference-pays", {**pays, "control": change.sort == "control"})


def _pay(sides: tuple[DomainSide, ...], names: Names) -> Said:
    """Whom domains pay, and how much."""
    shares = tuple(
        {"who": tuple(names[seat] for seat in side.seats), "n": side.amount}
        for side in sides
        if side.seats and side.amount
    )
    return Said("difference-paid", {"n": len(shares), "shares": shares})


def _parts(change: PlayerChange, purses: Sequence[int] | None) -> Iterator[str]:
    """What differs for a player, one thing after the other."""
    one, other = change.first, change.second
    more = other.coins - one.coins
    if more and (purses is None or change.seat in purses):
        yield f"{one.coins} → {say('n-coins', n=other.coins)}"
    elif more:
        sign = "+" if more > 0 else "\N{MINUS SIGN}"
        yield f"{sign}{say('n-coins', n=abs(more))}"
    for key, was, now in (
        ("differences-cubes_left", one.cubes, other.cubes),
        ("word-adventurers", one.adventurers, other.adventurers),
        ("word-cards", one.cards, other.cards),
        ("differences-taxes", one.taxes, other.taxes),
    ):
        if was != now:
            sides = (say("list-and", items=each) for each in (was, now))
            yield f"{say(key)} {' → '.join(sides)}"
