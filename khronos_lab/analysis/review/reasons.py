"""Reasons why another turn would have been better, or a good one was, with their clauses.

First the one thing that happened in the game, or happens in most games that are played on; then
what the better turn does at once; then the balance: what each side gets, adding up to the loss that
is told. They explain the difference that the games found; they do not prove it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from statistics import fmean
from typing import TYPE_CHECKING, Final, NamedTuple

from khronos_lab.analysis.forecasts import Amounts, amounts, taxations_left
from khronos_lab.core import Building, Entry, GameState, name, owned
from khronos_lab.core import events as e
from khronos_lab.mechanics import RULING_KIND, dues_to, entitled, stakes
from khronos_lab.native import NativePosition
from khronos_lab.players import GOOD, MARKS, NOBODY, Branch, deals, watched
from khronos_lab.rulebook import AGES, CIVIL, REASON, Age, Said, Thing, number_text, say

if TYPE_CHECKING:
    from khronos_lab.analysis.review.review import OtherTurn, ReviewedTurn

REPLAYED: Final = 8
"""Games that are looked at for what happens in the next round."""
OFTEN: Final = 0.4
"""The share of these games in which something happens before it is told."""
LARGE: Final = 2
"""Coins of income that are worth a sentence."""
TOLD: Final = 2
"""Sentences about what the better turn does, at most."""
SMALL: Final = 0.5
"""Coins below which a part of the balance is not told by itself."""
MINUS: Final = "\N{MINUS SIGN}"
HARDLY: Final = 0.03
"""Of the chance to win: less than this is hardly any."""


def why(turn: ReviewedTurn) -> list[str]:
    """Two paragraphs: what happened and what the better turn does; the balance."""
    case = turn.case
    if case is None:
        return []
    lost = case.lost.coins.value
    stories = dict(_stories(case, lost / 4))
    found = list(stories)
    if 2 * sum(stories.values()) < lost:
        mostly = list(_mostly(case))
        if not stories and not mostly:
            stories = dict([*_stories(case, lost / 5)][:1])
        found = [*(mostly or [Said("why-several")]), *stories]
    return [
        " ".join(_sentences(paragraph, good=case.good))
        for paragraph in (found, [_balance_said(case), *_reconciled(case)])
    ]


def _sentences(paragraph: Sequence[Said], *, good: bool) -> Iterator[str]:
    """Two sentences in a row that begin with the better turn name it only once."""
    heads = [f"{say(key, good=good, again=False)} " for key in ("why-better", "why-with")]
    last = None
    for said in paragraph:
        values = {**said.values, "good": good, "again": False}
        text = say(said.key, **values)
        head = next((each for each in heads if text.startswith(each)), None)
        yield say(said.key, **{**values, "again": True}) if head and head == last else text
        last = head


def signed(value: float, digits: int = 0) -> str:
    """A number with its sign, a true minus; no sign for zero.

    >>> signed(1.25, 1), signed(-3.0, 1)[1:], signed(-0.04, 1)
    ('+1.2', '3.0', '0.0')
    """
    text = number_text(abs(value), digits)
    if not float(f"{abs(value):.{digits}f}"):
        return text
    return f"{'+' if value > 0 else MINUS}{text}"


class BalancePart(NamedTuple):
    """A part of the difference between two turns, in coins that count for the player."""

    coins: float
    own: bool
    """A gain of the player; otherwise what the others get less, on average."""
    where: str
    """`now`, an age, `purse` (coins earned and spent later) or `ahead` (after these games)."""
    age: Age | None = None


class Happening(NamedTuple):
    """Something that takes an income from a player within a round."""

    seat: int
    """Who does it."""
    age: Age
    lost: int
    of: int
    how: str
    building: Building | None
    place: str
    clause: str
    last: bool
    """Nobody has a turn after it."""


class Side:
    """One of the two turns that are compared: what it does, and what follows within a round."""

    def __init__(self, turn: ReviewedTurn, taken: ReviewedTurn | OtherTurn) -> None:
        self.logs, self.known, self.branch = taken.logs, taken.known, taken.branch
        self.events = [entry.event for log in self.logs for entry in log]
        self.income = amounts(self.known)[0]
        """Entitlements by seat and age."""
        self._seat, self._deals = turn.seat, deals(f"{turn.seed} why", REPLAYED)

    @cached_property
    def _round(self) -> list[tuple[list[Happening], Amounts]]:
        """Losses of income until the player's next turn, and incomes then, by game of planners."""
        if self.known.over:
            return [([], self.income)] * REPLAYED
        position, found = NativePosition.of(self.known), []
        for deal in self._deals:
            table, log, happened = self.known, list[Entry](), list[Happening]()
            turns = len(table.players) - 1
            for before, _, outcome in position.rollout(deal, "planner", turns):
                log += outcome.log
                if outcome.state.over or outcome.state.seat != before.seat:
                    happened += losses(table, outcome.state, log, before.seat, self._seat)
                    table, log = outcome.state, []
            found.append((happened, amounts(table)[0]))
        return found

    @property
    def happenings(self) -> list[list[Happening]]:
        return [happened for happened, _ in self._round]

    @cached_property
    def later(self) -> Amounts:
        """Mean incomes when the player's next turn comes, by seat and age."""
        incomes = [income for _, income in self._round]
        return tuple(
            tuple(round(fmean(each[seat][age] for each in incomes)) for age in AGES)
            for seat in range(len(self.income))
        )

    def taxes(self, age: Age) -> int:
        paid = [event for event in self.events if isinstance(event, e.TaxCollected)]
        return sum(event.amount for event in paid if event.age is age)

    def paid(self, clause: str) -> int:
        """Coins that the turn pays (or, less than 0, costs) its player by a clause."""
        paid = [each for each in self.events if isinstance(each, e.Payment)]
        return sum(each.amount for each in paid if each.clause == clause) * (
            1 if clause == "A3" else -1
        )

    @property
    def unused(self) -> int:
        """Cards thrown away at its end (T6)."""
        thrown = [event for event in self.events if isinstance(event, e.CardsDiscarded)]
        return sum(sum(each.cards) + each.hidden for each in thrown if each.clause == "T6")


class Comparison:
    """The two turns that are compared: a mistake with a better one, the next best with a good one.

    Below, `worse` and `better` are these, whichever was played.
    """

    def __init__(self, turn: ReviewedTurn) -> None:
        assert turn.other is not None
        assert turn.loss is not None
        self.turn, self.good = turn, turn.mark == GOOD
        sides = Side(turn, turn), Side(turn, turn.other)
        self.worse, self.better = reversed(sides) if self.good else sides
        self.lost = turn.loss.turned if self.good else turn.loss
        self.seat, self.names, self.who = turn.seat, turn.before.names, turn.player
        self.income = amounts(turn.before)[0]
        """Entitlements before the turn, by seat and age."""
        self.parts = balance(self.worse.branch, self.better.branch, self.seat)
        self.new = [event for event in self.better.events if event not in self.worse.events]
        """Events of the better turn alone."""

    def own_taxes(self, age: Age) -> float:
        return sum(each.coins for each in self.parts if each.own and each.age is age)


# ------------------------------------------------------------------ the balance


def balance(worse: Branch, better: Branch, seat: int) -> tuple[BalancePart, ...]:
    """The gains of each side by the better turn; they add up to the loss in coins."""
    worse, better = worse.counted, better.counted
    kinds = [
        list(zip(one, two, strict=False))
        for one, two in zip(worse.kinds, better.kinds, strict=False)
    ]

    def more(who: int) -> list[float]:
        """Means of coins held, taxes by age, purse and what is ahead."""
        means = [
            [fmean(two[who][at] - one[who][at] for one, two in games) for at in range(5)]
            for games in kinds
        ]
        return [better.held[who] - worse.held[who], *map(fmean, zip(*means, strict=True))]

    others = [more(number) for number in range(len(worse.held)) if number != seat]
    less = [-fmean(column) for column in zip(*others, strict=True)]
    ages = ((age.name.lower(), age) for age in AGES)
    places = (("now", None), *ages, ("purse", None), ("ahead", None))
    return tuple(
        BalancePart(coins, own, where, age)
        for own, row in ((True, more(seat)), (False, less))
        for coins, (where, age) in zip(row, places, strict=True)
    )


def _balance_said(case: Comparison) -> Said:
    whole = round(case.lost.coins.value, 1)
    least = max(SMALL, abs(whole) / 10)
    told = [each for each in case.parts if abs(each.coins) >= least]
    rest = whole - sum(round(each.coins, 1) for each in told)
    if abs(rest) >= least:  # it is no small thing
        told = [each for each in case.parts if abs(each.coins) >= SMALL]
        rest = whole - sum(round(each.coins, 1) for each in told)

    def listed(own: bool) -> tuple[Said, ...]:
        return tuple(
            Said("why-part", {"coins": signed(each.coins, 1), "own": own, **_where(each)})
            for each in told
            if each.own == own
        )

    own, theirs = listed(True), listed(False)
    others = [name for name in case.names if name != case.who]
    values: dict[str, object] = {
        "who": case.who, "duel": len(others) == 1, "rival": others[0], "own": own,
        "others": theirs, "mine": bool(own), "theirs": bool(theirs), "over": abs(rest) >= 0.05,
        "rest": signed(rest, 1), "whole": signed(whole, 1),
    }  # fmt: skip
    return Said("why-balance", values)


def _where(part: BalancePart) -> dict[str, object]:
    return {"where": part.where} if part.age is None else {"where": "age", "age": part.age}


def _reconciled(case: Comparison) -> Iterator[Said]:
    coins, chance = case.lost.coins.value, case.lost.chance.value
    _, great, much = MARKS[1]
    if chance >= much and coins < great:
        yield Said("why-decides")
    elif coins >= great and chance < HARDLY:
        yield Said("why-hardly", {"who": case.who})
    if case.better.unused and not case.good:
        yield Said("why-idle", {"n": case.better.unused})


# ------------------------------------------------------------------ what happens in a round


def losses(
    before: GameState, after: GameState, log: Sequence[Entry], seat: int, victim: int
) -> Iterator[Happening]:
    """The incomes that a turn takes from a player who will collect again, with what does it."""
    if not taxations_left(after, victim):
        return
    events = [entry.event for entry in log]
    for age in AGES:
        had, has = (amounts(each)[0][victim][age] for each in (before, after))
        if had - has < LARGE:
            continue
        event, how, clause = next(
            _takers(before, events, age, victim), (None, "takes", _clause(age))
        )
        place = name(event.square) if isinstance(event, e.Regrouping) else ""
        taken = _taken(event) if event else _richest(before, after, age, victim)[1]
        building = taken and _as_it_stood(before, age, taken)
        yield Happening(seat, age, had - has, had, how, building, place, clause, after.over)


TAKERS: Final[tuple[tuple[type[e.Event], str, str], ...]] = (
    (e.BuildingErased, "erases", "B6"),
    (e.BuildingDestroyed, "destroys", ""),
    (e.BuildingShrunk, "reduces", "C4"),
    (e.BuildingDemolished, "demolishes", "A4"),
    (e.DomainsJoined, "joins", "C2"),
    (e.DomainSplit, "splits", "C3"),
    (e.CubePlaced, "populates", "X3"),
    (e.RuinRestored, "populates", "X3"),
)
"""Events that take an income, with their word, and their clause if it is always the same."""


def _takers(
    before: GameState, events: Sequence[e.Event], age: Age, victim: int
) -> Iterator[tuple[e.Event, str, str]]:
    """Events that may have taken a player's income, the likeliest first, with word and clause."""
    board = before.boards[age]

    def pays(building: Building) -> bool:
        return building.owner in (victim, None) and any(
            victim in entitled(board, age, board.domain_at(each.square))
            for each in board.overlapping(building.mask)
        )

    for sort, how, clause in TAKERS:
        for event in events:
            if isinstance(event, sort) and event.age is age:
                building = _taken(event)
                if building is None or pays(building):
                    # In Reason nobody rules: what changes with a domain is who has most cubes.
                    cubes = age is REASON and isinstance(event, e.Regrouping)
                    yield event, how, "X3" if cubes else clause or event.clause


def _taken(event: e.Event) -> Building | None:
    if isinstance(event, e.Replacement):
        return event.old
    return event.building if isinstance(event, e.OfBuilding) else None


def _as_it_stood(before: GameState, age: Age, building: Building) -> Building:
    """The building before a turn that took it step by step."""
    there = [each for each in before.boards[age].overlapping(building.mask)
             if (each.owner, each.kind) == (building.owner, building.kind)]  # fmt: skip
    return building if building in there else next(iter(there), building)


def _happened(case: Comparison) -> Iterator[Said]:
    """The next deed of others, or a likely one, in the age where the worse turn loses most."""
    games = case.worse.happenings, case.better.happenings
    drops = [
        [fmean(sum(each.lost for each in game if each.age is age) for game in side) for age in AGES]
        for side in games
    ]
    did = list(_did(case))
    for age in sorted(AGES, key=lambda age: drops[1][age] - drops[0][age]):
        more = drops[0][age] - drops[1][age]
        worse, better = (side.income[case.seat][age] for side in (case.worse, case.better))
        if more <= 0 or (case.own_taxes(age) < SMALL and worse <= better):
            continue  # nothing that the better turn keeps, or that the worse one was played for
        for each in did:
            if each.age is age and each.lost - drops[1][age] >= 1:
                yield _happening_said(case, each, "why-happened", known=True)
                return
        found = [each for game in games[0] for each in game if each.age is age]
        often = sum(any(each.age is age for each in game) for game in games[0])
        if more >= 1 and often >= OFTEN * REPLAYED:
            kind = Counter((x.how, x.building, x.clause) for x in found).most_common(1)[0][0]
            alike = [x for x in found if (x.how, x.building, x.clause) == kind]
            lost = min(round(fmean(x.lost for x in found)), alike[0].of)
            known = len({x.seat for x in alike}) == 1
            usual = alike[0]._replace(lost=lost)
            yield _happening_said(
                case, usual, "why-happens", often=often, games=REPLAYED, known=known
            )
            return


def _did(case: Comparison) -> Iterator[Happening]:
    """Losses of income in the game itself until the player's next turn."""
    table = case.turn.known
    for seat, log in case.turn.next_logs:
        after = watched(table, log, NOBODY)
        yield from losses(table, after, log, seat, case.seat)
        table = after


def _happening_said(case: Comparison, each: Happening, key: str, **values: object) -> Said:
    building = each.building and owned(each.building, case.names)
    told: dict[str, object] = {
        "who": case.names[each.seat], "victim": case.who, "age": each.age, "n": each.lost,
        "all": each.of, "how": each.how, "place": each.place, "clause": each.clause,
        "last": each.last, "whole": each.lost == each.of, "building": building or "",
        "named": building is not None,
    }  # fmt: skip
    return Said(key, told | values)


# ------------------------------------------------------------------ what the turns do


def _stories(case: Comparison, least: float) -> Iterator[tuple[Said, float]]:
    """The happening of the next round, then what the turns do, the largest part first.

    Each with the coins that it explains; what others do, and cards unused, explain all. Parts below
    `least` coins are left out.
    """
    if not case.good:
        yield from ((said, case.lost.coins.value) for said in _happened(case))
        if (unused := case.worse.unused - case.better.unused) > 0:
            yield Said("why-unused", {"n": unused, "who": case.who}), case.lost.coins.value
    told = set[tuple[bool, object]]()
    for part in sorted(case.parts, key=lambda each: -each.coins):
        if len(told) == TOLD or part.coins < max(SMALL, least):
            return
        for said in _story(case, part):
            about, worth = (part.own, said.values.get("age")), _worth(case, said, part)
            # What a sentence names has to make up a good half of the part.
            if about not in told and 2 * worth >= part.coins:
                told.add(about)
                yield said, worth if part.where != "now" else part.coins
                break


def _worth(case: Comparison, said: Said, part: BalancePart) -> float:
    """The coins that a sentence names, over all taxations left; all of a part if it names none."""
    coins = said.values.get("n")
    if not isinstance(coins, int):
        return part.coins
    times = max(1, taxations_left(case.worse.known, case.seat))
    return coins * times / (1 if part.own else len(case.names) - 1)


def _story(case: Comparison, part: BalancePart) -> Iterator[Said]:
    if part.own and part.where == "now":
        yield from _coins_now(case)
    elif part.own and part.age is not None:
        yield from _own_age(case, part.age)
    elif part.own and part.where == "ahead":

        def gain(age: Age) -> int:
            (now, later), (before, after) = (
                (side.income[case.seat][age], side.later[case.seat][age])
                for side in (case.better, case.worse)
            )
            return now - before + later - after

        if ages := [age for age in AGES if case.own_taxes(age) >= SMALL]:
            yield from _own_age(case, max(ages, key=gain))
    elif part.where not in ("now", "purse"):
        yield from _of_others(case, part.age)


def _mostly(case: Comparison) -> Iterator[Said]:
    """The one place from which most of the difference comes later."""
    half = len(case.parts) // 2
    coins, part = max(
        (
            (own.coins + others.coins, own)
            for own, others in zip(case.parts[:half], case.parts[half:], strict=True)
        ),
        key=lambda each: each[0],
    )
    if 2 * coins >= case.lost.coins.value and part.where != "now":
        yield Said("why-mostly", _where(part))


def _clause(age: Age) -> str:
    return "X3" if age is REASON else "X2"


def _coins_now(case: Comparison) -> Iterator[Said]:
    worse, better = case.worse, case.better
    books = {clause: better.paid(clause) - worse.paid(clause) for clause in LEDGER}
    at_once = sum(books.values())
    more = sum(better.taxes(age) - worse.taxes(age) for age in AGES)
    for age in AGES:
        taxes, instead = better.taxes(age), worse.taxes(age)
        # What is only collected in another age explains nothing.
        if taxes <= instead or 2 * more < taxes - instead:
            continue
        for event in worse.events:
            if isinstance(event, e.TaxMissed) and event.age is age and not case.good:
                yield Said("why-absent", {"n": event.amount, "age": age, "who": case.who})
        cost = max(0, -at_once)
        yield Said("why-taxes", {"n": taxes, "instead": instead, "age": age, "cost": cost})
    if at_once > 0:
        how = tuple(
            Said("why-entry", {"clause": clause, "more": (coins > 0) == (clause == "A3")})
            for clause, coins in books.items()
            if 2 * coins >= max(books.values())
        )
        fewer = max(0, -more)
        yield Said("why-coins", {"who": case.who, "n": at_once, "how": how, "fewer": fewer})


LEDGER: Final = ("A3", "T4", "A4", "T2")
"""Clauses by which coins are earned and spent, taxes aside."""


def _own_age(case: Comparison, age: Age) -> Iterator[Said]:
    before, worse, better = (
        income[case.seat][age] for income in (case.income, case.worse.income, case.better.income)
    )
    twice = taxations_left(case.worse.known, case.seat) > 1
    told: dict[str, object] = {
        "age": age, "who": case.who, "twice": twice, "n": better - worse, "clause": _clause(age)
    }  # fmt: skip
    if better > worse:
        if before - worse > better - before and not case.good:
            _, building = _richest(case.turn.before, case.worse.known, age, case.seat)
            if building is not None:
                lost = {"n": before - worse, "building": _his(building, case, case.seat)}
                yield Said("why-costs", told | lost)
        joined = any(isinstance(each, e.DomainsJoined) and each.age is age for each in case.new)
        if joined and age in RULING_KIND:
            yield Said("why-joins", told)
        if (building := _source(case, age, case.seat, 1)) is not None:
            yield Said("why-income", told | {"building": _his(building, case, case.seat)})
    if not case.good:
        yield from _harm(case, age)
    more = case.better.later[case.seat][age] - case.worse.later[case.seat][age]
    if more >= LARGE:
        yield Said("why-later", told | {"n": more, "own": True})


def _his(building: Building, case: Comparison, seat: int) -> Thing:
    """A building where a player collects, with its owner's name if that is somebody else."""
    return building.thing if building.owner == seat else owned(building, case.names)


def _harm(case: Comparison, age: Age) -> Iterator[Said]:
    """Own buildings reduced, copies missed, civil buildings that pay nobody or another player."""
    done = [each for each in case.worse.events if each not in case.better.events]
    done = [each for each in done if each.age is age]
    board = case.worse.known.boards[age]
    for event in done:
        if isinstance(event, e.BuildingShrunk) and event.old.owner == case.seat:
            yield Said("why-shrinks", {"building": owned(event.old, case.names), "age": age})
        elif isinstance(event, e.NoShadow):
            told = {"building": owned(event.building, case.names), "age": age}
            yield Said("why-blocked", {**told, "clause": event.clause})
    for event in done if age in RULING_KIND else ():
        if not isinstance(event, e.BuildingBuilt | e.BuildingUpgraded):
            continue
        building = event.building
        if building.kind is CIVIL and building in board.buildings.values():
            rulers = entitled(board, age, board.domain_at(building.square))
            told = {"building": owned(building, case.names), "age": age}
            if not rulers:
                yield Said("why-nobody", {**told, "kind": RULING_KIND[age]})
            elif case.seat not in rulers:
                yield Said("why-pays", {**told, "victim": case.names[rulers[0]]})


TAKEN_BY: Final = {"erases": "why-erases", "reduces": "why-reduces", "demolishes": "why-demolishes"}


def _of_others(case: Comparison, only: Age | None) -> Iterator[Said]:
    """Incomes that the better turn takes from somebody, or the worse one gives."""
    worse, better = case.worse, case.better
    rivals = [
        (seat, age)
        for seat in range(len(case.names))
        if seat != case.seat
        for age in AGES
        if only is None or age is only
    ]
    taken, seat, age = max((worse.income[s][a] - better.income[s][a], s, a) for s, a in rivals)
    if taken <= 0:
        taken, seat, age = max((worse.later[s][a] - better.later[s][a], s, a) for s, a in rivals)
        if taken >= LARGE:
            told = {"n": taken, "age": age, "who": case.names[seat], "own": False}
            yield Said("why-later", {**told, "twice": False, "clause": _clause(age)})
        return
    told = {"n": taken, "age": age, "victim": case.names[seat]}
    building = _source(case, age, seat, -1)
    place = building and {"building": _his(building, case, seat), "clause": _clause(age)}
    before = case.income[seat][age]
    given = worse.income[seat][age] - before > before - better.income[seat][age]
    if place and given and not case.good:
        yield Said("why-gives", told | place)
    for event, how, clause in _takers(case.turn.before, case.new, age, seat):
        lost = _taken(event)
        if lost is not None and how in TAKEN_BY:
            yield Said(TAKEN_BY[how], {**told, "building": owned(lost, case.names)})
        elif how == "splits":
            yield Said("why-splits", {**told, "clause": clause})
    if place:
        yield Said("why-takes", told | place)


# ------------------------------------------------------------------ which building it is about


def _source(case: Comparison, age: Age, seat: int, sign: int) -> Building | None:
    """The building in whose domain a player's income differs most between the two turns."""
    more, less = (case.better.known, case.worse.known)[::sign]
    found = _richest(more, less, age, seat), _richest(more, less, age, seat, there=False)
    return max(found, key=lambda each: each[0])[1]


def _richest(
    more: GameState, less: GameState, age: Age, seat: int, *, there: bool = True
) -> tuple[int, Building | None]:
    """The largest gain of a player's in one position over another, and the building it is at.

    Buildings of the first position are looked at; of the second if not `there`.
    """
    most, found = 0, None
    board = (more if there else less).boards[age]
    for building in board:
        if stakes(board, age, seat) >> building.square & 1:
            change = _due(more, age, building, seat) - _due(less, age, building, seat)
            if change > most:
                most, found = change, building
    return most, found


def _due(table: GameState, age: Age, building: Building, seat: int) -> int:
    """A player's tax in the domain of a building, or of what stands in its place."""
    board = table.boards[age]
    domains = {board.domain_at(each.square).mask for each in board.overlapping(building.mask)}
    return sum(
        due.amount
        for due in dues_to(board, age, seat)
        if board.domain_at(due.domain).mask in domains
    )
