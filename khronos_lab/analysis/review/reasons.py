"""Why another turn would have been better, or a good one was, in sentences with their clauses.

Short games are played on from both tables, and what they say of the end is taken apart: by player,
what each age brings, and the coins in hand. These parts add up to the difference. The largest ones
are told, each by what on the boards brought it about: who collects what, what can be erased, what
was joined or taken. They explain the difference that short games found; they do not prove it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from statistics import fmean
from typing import Any, Final, NamedTuple

from khronos_lab.analysis.forecasts import Amounts, amounts, taxations_left
from khronos_lab.analysis.review.review import GOOD, OtherTurn, ReviewedTurn
from khronos_lab.core import Building, GameState, owned
from khronos_lab.core import events as e
from khronos_lab.mechanics import RULING_KIND, dues_to, entitled, stakes
from khronos_lab.players import (
    TRAIT_AGES,
    TRAITS,
    ShortGames,
    lead,
    moment_of,
    reach_of,
    traits_of,
    weights_at,
)
from khronos_lab.rulebook import AGES, CIVIL, FAITH, MIGHT, REASON, Age, Said, number_text, say

Tables = list[GameState]

TOLD: Final = 3
"""How many reasons are told."""
LEAST: Final = 0.5
"""Coins from which a further reason is worth telling."""
PART: Final = 0.2
"""The part of what was given away that a further reason has to explain."""
SMALL: Final = 1 / 3
"""If the first reason explains less than this, that is said."""
OFTEN: Final = 0.4
"""The share of these games in which something must be lost before it is called a danger."""
CLEAR: Final = 0.15
"""The share of these games by which something collects more or less often before that is told."""


class Part(NamedTuple):
    """What becomes of one player in one place, in coins that count for whoever is to act."""

    coins: float
    seat: int
    age: Age | None
    """None for the coins in hand."""


class Reason(NamedTuple):
    """A part of the difference, and the sentence that explains it."""

    part: Part
    said: Said


def why(turn: ReviewedTurn) -> str:
    """The main reasons for which one turn is better than the other; one sentence each."""
    if not turn.found_reasons:
        return ""
    told = [each.said.text() for each in turn.found_reasons]
    lost, most = _lost(turn), turn.found_reasons[0].part.coins
    if most < SMALL * lost:
        part = number_text(most, 1)
        told[:0] = [say("why-several", part=part, whole=number_text(lost, 1))]
    return " ".join(told)


def reasons(turn: ReviewedTurn) -> tuple[Reason, ...]:
    """The parts that weigh most, explained; one at least.

    If they come to far more than was given away, the last tells what the worse turn has for it.
    """
    if (turn.plain if turn.mark == GOOD else turn.other) is None:
        return ()
    case, lost = _Case(turn), _lost(turn)
    least = max(LEAST, PART * lost)
    parts = sorted(parts_of(case), key=lambda each: -each.coins)
    found: dict[Said, Reason] = {}
    for part in parts:
        if len(found) < TOLD and (part.coins >= least or not found):
            said = next(each for each in _stories(case, part) if case.tells(each))
            found.setdefault(said, Reason(part, case.worded(said)))
    back = parts[-1]
    if sum(each.part.coins for each in found.values()) - lost > max(1.0, lost / 2):
        found.setdefault(said := _comes_back(case, back), Reason(back, case.worded(said)))
    return tuple(found.values())


def _lost(turn: ReviewedTurn) -> float:
    loss = turn.gain if turn.mark == GOOD else turn.loss
    return 0.0 if loss is None else loss.coins.value


OF_THE_WORSE: Final = (
    *("why-absent", "why-blocked", "why-costs", "why-exposed", "why-gives"),
    *("why-lost", "why-nobody", "why-pays", "why-shrinks", "why-soon-pays"),
)
"""What is said of the worse turn alone: nobody asks that of a turn that a planner would play."""


def _comes_back(case: _Case, part: Part) -> Said:
    """What the worse turn has for it."""
    told: dict[str, object] = {"who": case.names[part.seat], "own": part.seat == case.seat}
    told["n"] = max(1, round(-case.coins_of(part)))
    told |= {"where": "purse"} if part.age is None else {"where": "age", "age": part.age}
    return Said("why-but", told)


class _Case:
    """The two turns that are compared: a mistake with the better turn, a planner's with a good one.

    Below, the turn played is the worse of the two and the other one is the better.
    """

    def __init__(self, turn: ReviewedTurn) -> None:
        self.good = turn.mark == GOOD
        played = OtherTurn((), turn.logs, turn.known, turn.branch)
        worse, better = (turn.plain, played) if self.good else (played, turn.other)
        assert worse is not None
        assert better is not None
        self.seat, self.names, self.who = turn.seat, turn.before.names, turn.player
        self.before, self.known, self.known_other = turn.before, worse.known, better.known
        self.events = [entry.event for log in worse.logs for entry in log]
        self.other_events = [entry.event for log in better.logs for entry in log]
        self._deals = turn.deals
        self._pairs = list(zip(worse.branch.games, better.branch.games, strict=False))
        self.games = len(self._pairs)

    def tells(self, said: Said) -> bool:
        """Whether a sentence is about something that was played."""
        return not self.good or said.key not in OF_THE_WORSE

    def worded(self, said: Said) -> Said:
        """A sentence that knows which of the two turns was played."""
        return Said(said.key, {**said.values, "good": self.good})

    @cached_property
    def new(self) -> list[e.Event]:
        """What only the other turn does."""
        return [event for event in self.other_events if event not in self.events]

    @cached_property
    def put_up(self) -> list[tuple[Age, Building]]:
        """The buildings that only the turn played puts up, and that still stand."""
        return [
            (event.age, event.building)
            for event in self.events
            if isinstance(event, e.BuildingBuilt | e.BuildingUpgraded)
            and event not in self.other_events
            and not _gone(self.known, event.age, event.building)
        ]

    @cached_property
    def round(self) -> tuple[list[Tables], list[Tables]]:
        """The next round, game by game: after the turn played and after the other one."""
        played, other = (ShortGames(each, self._deals) for each in (self.known, self.known_other))
        return (
            [played.tables_in(number) for number in range(self.games)],
            [other.tables_in(number) for number in range(self.games)],
        )

    @cached_property
    def later(self) -> tuple[Tables, Tables]:
        """The tables a round later: after the turn played and after the other one."""
        played, other = ([tables[-1] for tables in side] for side in self.round)
        return played, other

    @cached_property
    def incomes(self) -> tuple[Amounts, Amounts, Amounts]:
        """By seat and age: what players are entitled to before and after each of the turns."""
        before, now, other = (
            amounts(each)[0] for each in (self.before, self.known, self.known_other)
        )
        return before, now, other

    def more(self, measure: Callable[..., float], *about: object) -> float:
        """How much larger something is a round later after the other turn, on average."""
        return self._difference(self.later, measure, *about)

    def more_in_round(self, measure: Callable[..., float], *about: object) -> float:
        """How much more of something there is in the next round after the other turn."""
        return self._difference(self.round, measure, *about)

    def _difference(
        self, sides: tuple[list[Any], list[Any]], measure: Callable[..., float], *about: object
    ) -> float:
        pairs = zip(*sides, strict=True)
        return self.average([measure(other, *about) - measure(one, *about) for one, other in pairs])

    def average(self, values: Sequence[float]) -> float:
        """The mean over the games, luck taken out as from the loss: so parts add up to it."""
        return sum(weight * value for weight, value in zip(self._weights, values, strict=True))

    @cached_property
    def _weights(self) -> list[float]:
        """What each game counts: the mean of `without_luck` as a weighted one."""
        luck, won = (
            [
                lead(other[which].coins, self.seat) - lead(one[which].coins, self.seat)
                for one, other in self._pairs
            ]
            for which in (1, 0)
        )
        usual, middle = fmean(luck), fmean(won)
        off = [each - usual for each in luck]
        spread = sum(each * each for each in off)
        goes = sum(each * (value - middle) for each, value in zip(off, won, strict=True))
        # As there, luck counts from not at all to in full.
        bend = usual * min(1.0, goes / spread) / goes if spread > 1e-9 and goes > 0 else 0.0
        return [1 / self.games - bend * each for each in off]

    def building(self, building: Building, seat: int | None = None) -> object:
        """A building as sentences name it; whose it is, unless they have named him already."""
        thing = owned(building, self.names)
        return thing._replace(which="which-own") if seat == building.owner is not None else thing

    def coins_of(self, part: Part) -> float:
        """A part in coins of the player whom it is about."""
        return part.coins if part.seat == self.seat else part.coins * (len(self.names) - 1)


# ------------------------------------------------------------------ the parts of a difference


def parts_of(case: _Case) -> Iterator[Part]:
    """By player: what each age brings after the other turn more than after the one played.

    Taxes that have been collected by then count in their age.
    """
    for seat in range(len(case.names)):
        sign = 1.0 if seat == case.seat else -1 / (len(case.names) - 1)
        purse = case.more(_purse_of, seat)
        for age in AGES:
            taxes = case.more_in_round(_taxed, seat, age)
            if seat == case.seat:
                taxes += _collected(case.other_events, age) - _collected(case.events, age)
            purse -= taxes
            yield Part(sign * (taxes + case.more(_worth, seat, age)), seat, age)
        yield Part(sign * purse, seat, None)


def _purse_of(table: GameState, seat: int) -> int:
    return table.players[seat].coins


def _income(table: GameState, seat: int, age: Age) -> int:
    return amounts(table)[0][seat][age]


def _collected(events: list[e.Event], age: Age) -> int:
    return sum(
        event.amount for event in events if isinstance(event, e.TaxCollected) and event.age is age
    )


def _taxed(tables: Tables, seat: int, age: Age) -> int:
    """What a player collects in an age in a round of play."""
    return sum(
        amounts(before)[1][seat][age]
        for before, after in pairwise(tables)
        if before.seat == seat and _is_over(before, after)
        if before.round in before.rules.tax_rounds
    )


def _is_over(before: GameState, after: GameState) -> bool:
    """Whether a turn ends between two tables."""
    return after.over or after.seat != before.seat


def _worth(table: GameState, seat: int, age: Age) -> float:
    """What a player's hold on an age is worth to him by the learned value."""
    worths = trait_worths(table, seat)
    return sum(worth for where, worth in zip(TRAIT_AGES, worths, strict=True) if where == age)


def trait_worths(table: GameState, seat: int) -> list[float]:
    """By trait: what it is worth to a player before the next turn; nothing when all is over."""
    player, moment = table.players[seat], moment_of(table, seat, over=False)
    if table.over or not moment[0]:
        return [0.0] * len(TRAITS)
    traits = traits_of(table, seat, player.coins, player.adventurers, over=False)
    _, *weights = weights_at(len(table.players), *moment)
    return [weight * trait for weight, trait in zip(weights, traits, strict=True)]


# ------------------------------------------------------------------ what explains a part


def _stories(case: _Case, part: Part) -> Iterator[Said]:
    """What may be said of a part, the best first; there is always something."""
    own = part.seat == case.seat
    if part.age is None:
        yield from _purse(case, part)
        return
    if own:
        yield from _taxes(case, part.age)
        yield from _harm(case, part.age)
        yield from _dangers(case, part.age)
        yield from _incomes(case, part.age, part.coins)
        yield from _copies(case, part.age)
        yield from _shielded(case, part.age)
        yield from _unruled(case, part.age)
    else:
        yield from _taken(case, part.age, part.seat, case.coins_of(part))
        yield from _gifts(case, part.age, part.seat)
    yield from _later(case, part.age, part)


def _gone(state: GameState, age: Age, building: Building) -> bool:
    """Whether it does not stand any more as it did; one that has grown does."""
    found = state.boards[age].overlapping(building.mask)
    return not any(
        each.kind is building.kind and each.owner == building.owner and each.rank >= building.rank
        for each in found
    )


def _clause(age: Age) -> str:
    return "X3" if age is REASON else "X2"


def _taxes(case: _Case, age: Age) -> Iterator[Said]:
    """Taxes of this very turn."""
    sides = case.events, case.other_events
    now, other = (_collected(events, age) for events in sides)
    whole = [sum(_collected(events, each) for each in AGES) for events in sides]
    # What is only collected in another age explains nothing.
    if other <= now or 2 * (whole[1] - whole[0]) < other - now:
        return
    for event in case.events:
        if isinstance(event, e.TaxMissed) and event.age is age:
            yield Said("why-absent", {"n": event.amount, "age": age, "who": case.who})
    yield Said("why-taxes", {"n": other, "instead": now, "age": age})


def _dangers(case: _Case, age: Age) -> Iterator[Said]:
    """What was put up in this turn and is often gone a round later."""
    for where, building in case.put_up:
        lost = fmean(_gone(table, age, building) for table in case.later[0])
        # What neither collects nor pays in an age is no loss there.
        if where is not age or building.kind not in (CIVIL, RULING_KIND.get(age)) or lost < OFTEN:
            continue
        told = {
            "who": case.known.player.name, "building": case.building(building), "age": age,
            "n": round(lost * case.games), "games": case.games,
        }  # fmt: skip
        open_to = age is FAITH and building.mask & reach_of(case.known.boards[MIGHT])
        yield Said("why-exposed" if open_to else "why-lost", told)


def _incomes(case: _Case, age: Age, worth: float) -> Iterator[Said]:
    """What the other turn makes the player entitled to, unless that is the smaller part."""
    before, now, other = (each[case.seat][age] for each in case.incomes)
    more = other - now
    left = taxations_left(case.known, case.seat)
    if more <= 0 or 2 * more * left < worth or 2 * more < _more_income(case, age, case.seat):
        return
    told = {"n": more, "age": age, "who": case.who, "twice": left > 1}
    told["lasting"] = _lasting(more, worth / left)
    told["building"] = _place(case, age, case.seat, 1)
    if before - now > other - before:
        yield Said("why-costs", {**told, "n": before - now, "clause": _clause(age)})
    joined = any(isinstance(event, e.DomainsJoined) and event.age is age for event in case.new)
    if joined and age in RULING_KIND:
        yield Said("why-joins", told)
    yield Said("why-income", {**told, "clause": _clause(age)})


def _harm(case: _Case, age: Age) -> Iterator[Said]:
    """What the turn played does to the player's own buildings."""
    for event in case.events:
        if (
            isinstance(event, e.BuildingShrunk)
            and event not in case.other_events
            and event.age is age
            and event.old.owner == case.seat
            and event.old.kind is RULING_KIND.get(age)
        ):
            yield Said("why-shrinks", {"building": case.building(event.old), "age": age})


def _copies(case: _Case, age: Age) -> Iterator[Said]:
    """Copies that the turn played does not get, and the other one does not miss."""
    missed = [event for event in case.other_events if isinstance(event, e.NoShadow)]
    for event in case.events:
        if (
            isinstance(event, e.ShadowBlocked | e.ShadowMissing)
            and event.age is age
            and event not in missed
        ):
            told = {"building": case.building(event.building), "age": age, "clause": event.clause}
            yield Said("why-blocked", told)


def _shielded(case: _Case, age: Age) -> Iterator[Said]:
    """A copy from Might that only the other turn gets: nothing can fall on it."""
    if age is FAITH and not any(_shields(case, event) for event in case.events):
        for event in case.other_events:
            if isinstance(event, e.ShadowCast) and _shields(case, event):
                yield Said("why-shielded", {"building": case.building(event.building)})


def _shields(case: _Case, event: e.Event) -> bool:
    """Whether it is a copy in Faith by which the player may collect there."""
    return (
        isinstance(event, e.ShadowCast)
        and event.age is FAITH
        and event.building.owner == case.seat
        and event.building.kind is RULING_KIND[FAITH]
    )


def _unruled(case: _Case, age: Age) -> Iterator[Said]:
    """Civil buildings of the turn played for which nobody collects."""
    for where, building in _civil(case, age):
        board = case.known.boards[where]
        if not entitled(board, age, board.domain_at(building.square)):
            told = {"building": case.building(building), "age": age, "kind": RULING_KIND[age]}
            yield Said("why-nobody", told)


def _gifts(case: _Case, age: Age, seat: int) -> Iterator[Said]:
    """Civil buildings of the turn played for which somebody else collects, or soon will."""
    told: dict[str, object] = {"age": age, "victim": case.names[seat]}
    for _, building in _civil(case, age):
        shares = [
            fmean(_pays(table, age, building, seat) for table in tables)
            for tables in ([case.known], case.later[0])
        ]
        told["building"] = case.building(building)
        if shares[0]:
            yield Said("why-pays", told)
        elif shares[1] >= OFTEN:
            number = round(shares[1] * case.games)
            yield Said("why-soon-pays", {**told, "n": number, "games": case.games})


def _civil(case: _Case, age: Age) -> Iterator[tuple[Age, Building]]:
    for where, building in case.put_up:
        if where is age and age in RULING_KIND and building.kind is CIVIL:
            yield where, building


def _pays(table: GameState, age: Age, building: Building, seat: int) -> bool:
    """Whether a player collects for what stands there."""
    board = table.boards[age]
    found = board.overlapping(building.mask)
    return any(seat in entitled(board, age, board.domain_at(each.square)) for each in found)


def _taken(case: _Case, age: Age, seat: int, worth: float) -> Iterator[Said]:
    """How the other turn takes an income from somebody, unless that is the smaller part.

    Told by the event that does it.
    """
    before, now, other = (each[seat][age] for each in case.incomes)
    left = taxations_left(case.known, seat)
    if now <= other or not left or 2 * (now - other) * left < worth:
        return
    if now - before > before - other:
        yield from _gifts(case, age, seat)
        gift = {"n": now - before, "age": age, "victim": case.names[seat], "clause": _clause(age)}
        yield Said("why-gives", gift | {"building": _place(case, age, seat, -1)})
    told: dict[str, object] = {"n": now - other, "age": age, "victim": case.names[seat]}
    told["lasting"] = _lasting(now - other, worth / left)
    for sort, key in _TAKERS:
        for event in case.new:
            if not isinstance(event, sort) or event.age is not age:
                continue
            if not isinstance(event, e.OfBuilding):
                yield Said(key, told)
                continue
            building = event.old if isinstance(event, e.Replacement) else event.building
            # What is demolished to be built again took nothing.
            if _pays(case.before, age, building, seat) and _gone(case.known_other, age, building):
                yield Said(key, {**told, "building": case.building(building)})
    place = _place(case, age, seat, -1)
    yield Said("why-takes", {**told, "building": place, "clause": _clause(age)})


def _lasting(at_once: int, worth: float) -> int:
    """How much of an income that changes at once is left in the end, if less than half; or 0."""
    lasts = max(1, round(worth))
    return lasts if 2 * lasts < at_once else 0


_TAKERS: Final = (
    (e.BuildingErased, "why-erases"),
    (e.BuildingDemolished, "why-demolishes"),
    (e.BuildingShrunk, "why-reduces"),
    (e.DomainSplit, "why-splits"),
)

# ------------------------------------------------------------------ coins, and a round later


LEDGER: Final = ("A3", "T4", "A4", "T2")
"""What coins are earned and spent for, taxes aside."""


def _purse(case: _Case, part: Part) -> Iterator[Said]:
    """Coins that are earned or spent otherwise than at others' cost, at once or in a round."""
    own = part.seat == case.seat
    told: dict[str, object] = {"who": case.names[part.seat], "own": own}
    sign = 1 if own else -1
    books = dict.fromkeys(LEDGER, 0.0)
    if own:
        for clause in LEDGER:
            books[clause] += _paid(case.other_events, clause) - _paid(case.events, clause)
        at_once = sum(books.values())
        if at_once > 0 and 2 * at_once >= part.coins:
            yield Said("why-coins", {**told, "n": round(at_once), "how": _entries(books, 1)})
    for clause in LEDGER:
        books[clause] += case.more_in_round(_earned, part.seat, clause)
    told |= {"n": max(1, round(case.coins_of(part))), "how": _entries(books, sign)}
    yield Said("why-later-coins", told)


def _entries(books: dict[str, float], sign: int) -> tuple[Said, ...]:
    """The entries that make the most of a difference: more is earned, less is spent."""
    most = max(sign * coins for coins in books.values())
    return tuple(
        Said("why-entry", {"clause": clause, "more": (coins > 0) == (clause == "A3")})
        for clause, coins in books.items()
        if 2 * sign * coins >= most > 0
    )


def _paid(events: list[e.Event], clause: str) -> int:
    """What a turn pays (or, less than 0, costs) its player by a clause."""
    paid = [each for each in events if isinstance(each, e.Payment) and each.clause == clause]
    return sum(each.amount for each in paid) * (1 if clause == "A3" else -1)


def _earned(tables: Tables, seat: int, clause: str) -> int:
    """The same for the player's turn in a round of play, by what it changes."""
    total = 0
    for before, after in pairwise(tables):
        one, other = before.players[seat], after.players[seat]
        if before.seat == seat and not _is_over(before, after):
            coins = other.coins - one.coins
            travelled = one.adventurers != other.adventurers
            total += coins * (clause == ("T4" if travelled else "A3" if coins > 0 else "A4"))
    return total


def _more_income(case: _Case, age: Age, seat: int) -> int:
    """How much more a player is entitled to a round later after the other turn, about."""
    return round(case.more(_income, seat, age))


class Source(NamedTuple):
    """Where most of the difference between two incomes comes from."""

    building: Building | None
    """That by which the player collects; None if it is only put up in the games."""
    collects: tuple[int, int]
    """In how many of the games it does, after the turn played and after the other one."""
    pays: int
    """What it brings in these games, on average."""
    brings: tuple[float, float]
    """The same over all games, also those in which it does not collect."""


def _source(
    case: _Case,
    age: Age,
    seat: int,
    sign: int,
    tables: tuple[list[GameState], list[GameState]],
    average: Callable[[Sequence[float]], float],
) -> Source:
    """What makes a player's income larger (or, with sign -1, smaller) after the other turn."""
    roots: list[Building] = []
    for state in (case.known_other, case.known):
        for building in _held(state, age, seat):
            if not any(building.mask & each.mask for each in roots):
                roots.append(building)
    incomes = [[_by_root(table, age, seat, roots) for table in side] for side in tables]
    pairs = list(zip(*incomes, strict=True))

    def change(key: int | None) -> float:
        return sign * average([other.get(key, 0) - one.get(key, 0) for one, other in pairs])

    def brought(side: list[dict[int | None, int]]) -> float:
        return average([each.get(most, 0) for each in side])

    most = max([*range(len(roots)), None], key=change)
    found = [[each[most] for each in side if each.get(most)] for side in incomes]
    played, other = (len(each) for each in found)
    paid = [coins for side in found for coins in side]
    pays = round(fmean(paid)) if paid else 0
    brings = brought(incomes[0]), brought(incomes[1])
    return Source(None if most is None else roots[most], (played, other), pays, brings)


def _held(state: GameState, age: Age, seat: int) -> list[Building]:
    """The buildings by which a player may collect."""
    board = state.boards[age]
    own = stakes(board, age, seat)
    return [each for each in board if own >> each.square & 1]


def _by_root(
    table: GameState, age: Age, seat: int, roots: Sequence[Building]
) -> dict[int | None, int]:
    """A player's income by the building that brings it, counted as in `roots`; None: a new one."""
    board, found = table.boards[age], dict[int | None, int]()
    held = _held(table, age, seat)
    for due in dues_to(board, age, seat):
        domain = board.domain_at(due.domain)
        inside = [each for each in held if each.mask & domain.mask]
        # In Might and Faith the highest building collects; in Reason any with a cube may be named.
        first = max(inside, key=lambda each: each.rank) if age in RULING_KIND else None
        mask = domain.mask if first is None else first.mask
        key = next((number for number, root in enumerate(roots) if root.mask & mask), None)
        found[key] = found.get(key, 0) + due.amount
    return found


def _place(case: _Case, age: Age, seat: int, sign: int) -> object:
    """The building in whose domain a turn changes what a player is entitled to at once."""
    found = _source(case, age, seat, sign, ([case.known], [case.known_other]), fmean).building
    assert found is not None, "at once a player collects only by what stands"
    return case.building(found, seat)


def _later(case: _Case, age: Age, part: Part) -> Iterator[Said]:
    """How an income differs a round later, or how firmly it is held if that weighs more."""
    seat = part.seat
    own = seat == case.seat
    told: dict[str, object] = {"who": case.names[seat], "own": own, "age": age}
    sign = 1 if own else -1
    ready = own and _is_readier(case, age)
    told["adventurers"] = case.known_other.players[seat].adventurers.count(age)
    more = _more_income(case, age, seat) * sign
    left = taxations_left(case.later[0][0], seat)
    if more > 0 and 3 * more * max(1, left) > case.coins_of(part):
        source = _source(case, age, seat, sign, case.later, case.average)
        told |= {"n": more, "clause": _clause(age), "by": "turn", "games": case.games}
        told["twice"] = left > 1
        seldom, often = source.collects
        told |= {"often": often, "seldom": seldom, "pays": source.pays}
        more_coins = max(1, round(max(source.brings)))
        less_coins = min(more_coins - 1, round(min(source.brings)))
        told["brings"], told["instead"] = (more_coins, less_coins)[::sign]
        clear = sign * (often - seldom) > CLEAR * case.games
        if 2 * sign * (source.brings[1] - source.brings[0]) < more:
            told["by"] = "several"
        elif source.building is not None:
            told |= {"building": case.building(source.building, seat)}
            told["by"] = ("hold" if age in RULING_KIND else "cubes") if clear else "domain"
        elif ready:
            told |= {"by": "stays", "clause": f"T5, {_clause(age)}"}
        elif clear:
            told["by"] = "new"
        yield Said("why-later-income", told)
    told["n"] = max(1, round(case.coins_of(part)))
    yield Said("why-later-safer", {**told, "how": "stays" if ready else _how_held(case, age, seat)})


def _is_readier(case: _Case, age: Age) -> bool:
    """Whether all that the other turn does for an age is that more adventurers are there.

    Whoever is there need not travel first, and two may pool their cards (T5).
    """
    tables = case.known, case.known_other
    now, other = (each.players[case.seat].adventurers.count(age) for each in tables)
    held, held_other = (_held(each, age, case.seat) for each in tables)
    return other > now and all(each in held for each in held_other)


_HOWS: Final = dict(
    zip(
        TRAITS,
        ("more", "rank", "rank", "more", "more", "reach", "more", "majority", "reach")
        + ("more",) * 3
        + ("small", "small", "large", "large", "more"),
        strict=True,
    )
)
"""By trait: what to say if it makes the difference."""


def _how_held(case: _Case, age: Age, seat: int) -> str:
    """What makes a player's hold on an age firmer or larger, or less so for another player."""
    sign = 1 if seat == case.seat else -1
    changes = [
        sign * case.more(_trait_worth, seat, number) if where == age else 0.0
        for number, where in enumerate(TRAIT_AGES)
    ]
    return _HOWS[TRAITS[changes.index(max(changes))]]


def _trait_worth(table: GameState, seat: int, number: int) -> float:
    return trait_worths(table, seat)[number]
