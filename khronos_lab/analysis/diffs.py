"""Differences between two positions, or between two ages of one, as values.

The two may be steps of one game, ends of two branches, or ages: nothing is asked about how one came
of the other. What a change of one move did, and why, is in its log.
`khronos_lab.drawing` draws differences.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from khronos_lab.analysis.forecasts import amounts
from khronos_lab.core import Board, Building, GameState, name, owned
from khronos_lab.mechanics import entitled, yields
from khronos_lab.rulebook import AGES, Age, KhronosError, Said, say

Side = str | Said
"""The name of one of the two positions in a sentence: `after 3.A`, `in Faith`."""
Ages = tuple[Age, Age]
"""The age of the first side and of the second; the same one twice for two positions."""


class BuildingChange(NamedTuple):
    """One place on both sides: what stands there on the first and on the second."""

    ages: Ages
    first: Building | None
    second: Building | None

    @property
    def sort(self) -> Literal["new", "gone", "other", "changed"]:
        """`new` or `gone` if one side has it only, `other` if another building begins there.

        `changed` is the same building with other cubes or its other side up.
        """
        if self.first is None:
            return "new"
        if self.second is None:
            return "gone"
        one, other = ((b.kind, b.rank, b.owner, b.printed) for b in (self.first, self.second))
        return "changed" if one == other else "other"

    @property
    def masks(self) -> tuple[int, int]:
        """The squares it covers on the first side and on the second."""
        one, other = (0 if each is None else each.mask for each in (self.first, self.second))
        return one, other


class DomainSide(NamedTuple):
    """A domain of one side: where it is and whom it would pay (X2, X3)."""

    square: int
    """Its first square."""
    mask: int
    seats: tuple[int, ...]
    amount: int

    @property
    def pays(self) -> bool:
        """False for a tax that nobody collects."""
        return bool(self.seats and self.amount)


class DomainDifference(NamedTuple):
    """Domains on the same squares that are grouped or paid differently on the second side."""

    ages: Ages
    first: tuple[DomainSide, ...]
    second: tuple[DomainSide, ...]

    @property
    def sort(self) -> Literal["new", "gone", "joined", "split", "regrouped", "control"]:
        """The kind of change."""
        match len(self.first), len(self.second):
            case 0, _:
                return "new"
            case _, 0:
                return "gone"
            case 1, 1:
                return "control"
            case _, 1:
                return "joined"
            case 1, _:
                return "split"
        return "regrouped"


class PlayerSide(NamedTuple):
    """A player's pieces and coins on one side."""

    coins: int
    cubes: int
    adventurers: tuple[Age, ...]
    cards: int
    taxes: int
    """Coins if taxes were due now."""


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
    domains: tuple[DomainDifference, ...]
    players: tuple[PlayerChange, ...]
    """The players who differ; none between two ages."""

    def __bool__(self) -> bool:
        """True if anything differs."""
        return bool(self.buildings or self.domains or self.players)

    def text(
        self, labels: tuple[str, str] | None = None, purses: Sequence[int] | None = None
    ) -> str:
        """The differences in sentences, a line each; labels name the two sides.

        `purses` are the seats whose coins are told, None for all. Of the others only the
        difference is: their coins are hidden (S6).
        """
        if not self:
            return say("differences-none")
        said = [(each.ages, self._building(each, labels)) for each in self.buildings]
        # A domain that is only new or gone is told by its buildings, unless it pays somebody.
        said += [
            (each.ages, self._domains(each, labels))
            for each in self.domains
            if each.sort not in ("new", "gone")
            or any(side.pays for side in (*each.first, *each.second))
        ]
        lines = [
            Said("difference-line", {"same": one is other, "age": one, "said": each}).text()
            for (one, other), each in said
        ]
        for player in self.players:
            lines.append(f"{self.names[player.seat]}: {'; '.join(_parts(player, purses))}.")
        return "\n".join(lines)

    def _building(self, change: BuildingChange, labels: tuple[str, str] | None) -> Said:
        first, second = change.first, change.second
        if first is None or second is None:
            building, side = first or second, _labels(change.ages, labels)[first is None]
            assert building is not None
            return Said("difference-only", {"building": self._with_cubes(building), "side": side})
        if change.sort == "changed" and first.ruin == second.ruin:
            cubes = {"was": self._cubes(first), "now": self._cubes(second)}
            return Said("difference-cubes", {"building": owned(first, self.names), **cubes})
        told = {"was": self._with_cubes(first), "now": self._with_cubes(second)}
        return Said("difference-became", told)

    def _with_cubes(self, building: Building) -> Said:
        told = {"building": owned(building, self.names), "cubes": self._cubes(building)}
        return Said("difference-building", {**told, "n": len(building.cubes)})

    def _cubes(self, building: Building) -> Side:
        seats = sorted(set(building.cubes))
        each = (f"{self.names[seat]} {building.cubes.count(seat)}" for seat in seats)
        return ", ".join(each) or Said("n-cubes", {"n": 0})

    def _domains(self, change: DomainDifference, labels: tuple[str, str] | None) -> Said:
        first, second = _labels(change.ages, labels)
        was, now = (
            tuple(name(each.square) for each in side) for side in (change.first, change.second)
        )
        told = {"was": was, "now": now, "first": first, "second": second}
        said = Said(f"difference-{change.sort}", told)
        before, after = self._pay(change.first), self._pay(change.second)
        if before == after:
            return said
        pays = {"was": before, "now": after, "said": said}
        return Said("difference-pays", {**pays, "control": change.sort == "control"})

    def _pay(self, sides: tuple[DomainSide, ...]) -> Said:
        shares = tuple(
            {"who": tuple(self.names[seat] for seat in side.seats), "n": side.amount}
            for side in sides
            if side.pays
        )
        return Said("difference-paid", {"n": len(shares), "shares": shares})

    def __str__(self) -> str:
        return self.text()


def differences(first: GameState, second: GameState) -> Differences:
    """The differences between two positions of games on one map by the same players.

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
    boards = [(first.boards[age], second.boards[age], (age, age)) for age in AGES]
    return Differences(
        second.names,
        tuple(each for sides in boards for each in building_changes(*sides)),
        tuple(each for sides in boards for each in _regroupings(*sides)),
        tuple(_players(first, second)),
    )


def age_differences(state: GameState, first: Age, second: Age) -> Differences:
    """The differences between two ages of one position: where shadows fell and where not.

    An owner's cube does not fall on Reason, and shadows are ruins there (B4); a ruin or restored
    building that stands exactly where its original does is not told as a difference.
    """
    if first is second:
        raise KhronosError(f"{first.title} is one age; name two")
    sides, ages = (state.boards[first], state.boards[second]), (first, second)
    found = [each for each in building_changes(*sides, ages) if not _shadow(each)]
    return Differences(state.names, tuple(found), tuple(_regroupings(*sides, ages)), ())


def _shadow(change: BuildingChange) -> bool:
    """True if the two are one building and its shadow, as far as an age allows."""
    one, other = change.first, change.second
    if one is None or other is None or Age.REASON not in change.ages:
        return False
    return (one.kind, one.rank) == (other.kind, other.rank)


def building_changes(one: Board, other: Board, ages: Ages) -> Iterator[BuildingChange]:
    """The places where something else stands on the second board, in reading order."""
    for anchor in sorted(one.buildings.keys() | other.buildings.keys()):
        first, second = one.buildings.get(anchor), other.buildings.get(anchor)
        if first is not second and first != second:
            yield BuildingChange(ages, first, second)


def _regroupings(one: Board, other: Board, ages: Ages) -> Iterator[DomainDifference]:
    """Groups of domains on the same squares that differ in number, ruler or tax."""
    groups: list[tuple[int, list[DomainSide], list[DomainSide]]] = []
    for side, board in enumerate((one, other)):
        for found in board.domains:
            pays = entitled(board, ages[side], found), yields(board, ages[side], found)
            domain = DomainSide(found.anchors[0], found.mask, *pays)
            touched = [each for each in groups if each[0] & domain.mask]
            groups = [each for each in groups if not each[0] & domain.mask]
            mask = domain.mask
            sides: tuple[list[DomainSide], list[DomainSide]] = ([], [])
            for met, firsts, seconds in touched:
                mask |= met
                sides[0].extend(firsts)
                sides[1].extend(seconds)
            sides[side].append(domain)
            groups.append((mask, *sides))
    for _, firsts, seconds in sorted(groups, key=lambda each: each[0] & -each[0]):
        first, second = sorted(firsts), sorted(seconds)
        if len(first) == len(second) == 1:
            was, now = (each[0][2:] if each[0].pays else None for each in (first, second))
            if was == now:
                continue
        yield DomainDifference(ages, tuple(first), tuple(second))


def _players(one: GameState, other: GameState) -> Iterator[PlayerChange]:
    sides = [
        [
            PlayerSide(
                each.coins,
                each.cubes,
                each.adventurers,
                cards=sum(each.hand) + each.hidden,
                taxes=sum(taxes),
            )
            for each, taxes in zip(state.players, amounts(state)[1], strict=True)
        ]
        for state in (one, other)
    ]
    for seat, (first, second) in enumerate(zip(*sides, strict=True)):
        if first != second:
            yield PlayerChange(seat, first, second)


def _labels(ages: Ages, labels: tuple[str, str] | None) -> tuple[Side, Side]:
    one, other = ages
    if one is not other:
        return Said("difference-in", {"age": one}), Said("difference-in", {"age": other})
    return labels or (Said("differences-first"), Said("differences-second"))


def _parts(change: PlayerChange, purses: Sequence[int] | None) -> Iterator[str]:
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
