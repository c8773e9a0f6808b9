"""Why another turn would have been better, or a good one was, in sentences with their clauses.

First the one thing that happened in the game, or happens in most games that are played on; then
what the better turn does at once; then the balance: what each side gets, adding up to the loss that
is told. They explain the difference that the games found; they do not prove it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from statistics import fmean
from typing import Final, NamedTuple

from khronos_lab.analysis.forecasts import Amounts, amounts, taxations_left
from khronos_lab.analysis.review.review import OtherTurn, ReviewedTurn
from khronos_lab.core import Building, Entry, GameState, name, owned
from khronos_lab.core import events as e
from khronos_lab.mechanics import RULING_KIND, dues_to, entitled, stakes
from khronos_lab.native import NativePosition
from khronos_lab.players import GOOD, MARKS, NOBODY, Branch, deals, watched
from khronos_lab.rulebook import AGES, CIVIL, REASON, Age, Said

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
HARDLY: Final = 0.03
"""Of the chance to win: less than this is hardly any."""


class BalancePart(NamedTuple):
    """A part of the difference between two turns, in coins that count for the player."""

    coins: float
    own: bool
    """What the player gets; otherwise what the others get less, on average."""
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


def why(turn: ReviewedTurn) -> list[str]:
    """Two paragraphs: what happened and what the better turn does; the balance."""
    case = turn.case
    if case is None:
        return []
    lost = case.lost.coins.value
    found = list(dict.fromkeys(_stories(case, lost / 4))) or list(_slowly(case))
    found = found or list(_stories(case, lost / 5))[:1] or [Said("why-several")]
    paragraphs = found, [_balance_said(case), *_reconciled(case)]
    return [" ".join(case.worded(each).text() for each in some) for some in paragraphs]


class Comparison:
    """The two turns that are compared: a mistake with a better one, the next best with a good one.

    Below, `worse` and `better` are these, whichever was played.
    """

    def __init__(self, turn: ReviewedTurn) -> None:
        assert turn.other is not None
        assert turn.loss is not None
        self.turn, self.good = turn, turn.mark == GOOD
        played = OtherTurn((), turn.logs, turn.known, turn.branch)
        sides = (turn.other, played) if self.good else (played, turn.other)
        self.worse, self.better = sides
        self.lost = turn.loss.turned if self.good else turn.loss
        self.seat, self.names, self.who = turn.seat, turn.before.names, turn.player
        self.parts = balance(self.worse.branch, self.better.branch, self.seat)

    def worded(self, said: Said) -> Said:
        """A sentence that knows which of the two turns was played."""
        return Said(said.key, {**said.values, "good": self.good})

    @cached_property
    def incomes(self) -> tuple[Amounts, Amounts, Amounts]:
        """By seat and age: what players are entitled to before and after each of the turns."""
        tables = self.turn.before, self.worse.known, self.better.known
        before, worse, better = (amounts(each)[0] for each in tables)
        return before, worse, better

    @cached_property
    def events(self) -> tuple[list[e.Event], list[e.Event]]:
        """What happens in the turns: the worse one and the better one."""
        worse, better = (
            [entry.event for log in side.logs for entry in log]
            for side in (self.worse, self.better)
        )
        return worse, better

    @property
    def new(self) -> list[e.Event]:
        """What only the better turn does."""
        return [event for event in self.events[1] if event not in self.events[0]]

    def part(self, where: str, *, own: bool = True, age: Age | None = None) -> float:
        """A part of the balance."""
        found = [each for each in self.parts if (each.own, each.where) == (own, where)]
        return sum(each.coins for each in found if age is None or each.age is age)

    def building(self, building: Building) -> object:
        """A building as sentences name it."""
        return owned(building, self.names)

    @cached_property
    def rounds(self) -> tuple[list[list[Happening]], list[list[Happening]]]:
        """The next round in some games: what takes income from the player, by side and game."""
        worse, better = (self._rounds(side.known) for side in (self.worse, self.better))
        return worse, better

    @cached_property
    def later(self) -> tuple[Amounts, Amounts]:
        """By seat and age: incomes when the player's next turn comes, on average."""
        self.rounds  # noqa: B018
        worse, better = (
            tuple(
                tuple(round(fmean(each[seat][age] for each in side)) for age in AGES)
                for seat in range(len(self.names))
            )
            for side in self._ends
        )
        return worse, better

    def _rounds(self, known: GameState) -> list[list[Happening]]:
        """What happens to the player's income in games of planners, until his next turn."""
        self._ends: list[list[Amounts]] = getattr(self, "_ends", [])
        found, ends = [], []
        if known.over:
            self._ends.append([amounts(known)[0]] * REPLAYED)
            return [[]] * REPLAYED
        position = NativePosition.of(known)
        for deal in deals(f"{self.turn.seed} why", REPLAYED):
            turns = _by_turn(position.rollout(deal, "planner", len(self.names) - 1))
            table, happened = known, list[Happening]()
            for seat, log, after in turns:
                happened += losses(table, after, log, seat, self.seat)
                table = after
            found.append(happened)
            ends.append(amounts(table)[0])
        self._ends.append(ends)
        return found


def _by_turn(
    moves: Sequence[tuple[GameState, object, object]],
) -> Iterator[tuple[int, tuple[Entry, ...], GameState]]:
    """The turns of a game played on: who, all that happened, and the position after it."""
    log: list[Entry] = []
    for before, _, outcome in moves:
        log += outcome.log  # type: ignore[attr-defined]
        after = outcome.state  # type: ignore[attr-defined]
        if after.over or after.seat != before.seat:
            yield before.seat, tuple(log), after
            log = []


# ------------------------------------------------------------------ the balance


def balance(worse: Branch, better: Branch, seat: int) -> tuple[BalancePart, ...]:
    """What each side gets by the better turn; the parts add up to the loss in coins."""
    games = [min(map(len, kinds)) for kinds in zip(worse.kinds, better.kinds, strict=False)]
    more = [
        [two - one for one, two in zip(*rows, strict=True)]
        for rows in zip(_means(worse, games), _means(better, games), strict=True)
    ]
    others = [row for number, row in enumerate(more) if number != seat]
    less = [-fmean(column) for column in zip(*others, strict=True)]
    places = (("now", None), *((age.name.lower(), age) for age in AGES), ("purse", None))
    found = []
    for own, row in ((True, more[seat]), (False, less)):
        for coins, (where, age) in zip(row, (*places, ("ahead", None)), strict=True):
            found.append(BalancePart(coins, own, where, age))
    return tuple(found)


def _means(branch: Branch, games: Sequence[int]) -> list[list[float]]:
    """By seat: coins held, taxes by age, purse and what is ahead, on average."""
    found = []
    for seat, held in enumerate(branch.held):
        kinds = [
            [
                fmean(column)
                for column in zip(*(game[seat][:5] for game in kind[:number]), strict=True)
            ]
            for kind, number in zip(branch.kinds, games, strict=True)
        ]
        found.append([float(held), *(fmean(column) for column in zip(*kinds, strict=True))])
    return found


def _balance_said(case: Comparison) -> Said:
    """The balance in numbers that add up as they are shown."""
    whole = round(case.lost.coins.value, 1)
    least = max(SMALL, abs(whole) / 10)
    told = [each for each in case.parts if abs(each.coins) >= least]
    rest = whole - sum(round(each.coins, 1) for each in told)

    def listed(own: bool) -> tuple[Said, ...]:
        return tuple(_part_said(each) for each in told if each.own == own)

    others = [name for name in case.names if name != case.who]
    values: dict[str, object] = {
        "who": case.who, "duel": len(others) == 1, "rival": others[0], "own": listed(True),
        "others": listed(False), "mine": any(each.own for each in told),
        "theirs": any(not each.own for each in told), "over": abs(rest) >= 0.05,
        "rest": _signed(rest), "whole": _signed(whole),
    }  # fmt: skip
    return Said("why-balance", values)


def _part_said(part: BalancePart) -> Said:
    told: dict[str, object] = {"coins": _signed(part.coins), "where": "age", "own": part.own}
    told |= {"age": part.age} if part.age is not None else {"where": part.where}
    return Said("why-part", told)


def _signed(coins: float) -> str:
    from khronos_lab.analysis.review.review_words import signed

    return signed(coins, 1)


def _reconciled(case: Comparison) -> Iterator[Said]:
    """Where coins and chance to win seem to disagree, why they do not; and idle cards."""
    coins, chance = case.lost.coins.value, case.lost.chance.value
    _, great, much = MARKS[1]
    if chance >= much and coins < great:
        yield Said("why-decides")
    elif coins >= great and chance < HARDLY:
        yield Said("why-hardly", {"who": case.who})
    idle = _unused(case.better.logs)
    if idle and not case.good:
        yield Said("why-idle", {"n": idle})


def _unused(logs: Sequence[Sequence[Entry]]) -> int:
    """The cards that are thrown away at the end of a turn (T6)."""
    return sum(
        sum(entry.event.cards) + entry.event.hidden
        for log in logs
        for entry in log
        if isinstance(entry.event, e.CardsDiscarded) and entry.event.clause == "T6"
    )


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
        building = _taken(event) if event else _richest(before, after, age, victim)[1]
        yield Happening(seat, age, had - has, had, how, building, place, clause, after.over)


def _takers(
    before: GameState, events: Sequence[e.Event], age: Age, victim: int
) -> Iterator[tuple[e.Event, str, str]]:
    """What may have taken a player's income, the likeliest first: the event, a word, the clause."""
    for sort, how, clause in _TAKERS:
        for event in events:
            if isinstance(event, sort) and event.age is age:
                building = _taken(event)
                if building is None or (
                    building.owner in (victim, None) and _pays(before, age, building, victim)
                ):
                    yield event, how, clause or event.clause


def _taken(event: e.Event) -> Building | None:
    """The building that an event is about, as it was."""
    if isinstance(event, e.Replacement):
        return event.old
    return event.building if isinstance(event, e.OfBuilding) else None


def _pays(table: GameState, age: Age, building: Building, seat: int) -> bool:
    """Whether a player collects for what stands there."""
    board = table.boards[age]
    found = board.overlapping(building.mask)
    return any(seat in entitled(board, age, board.domain_at(each.square)) for each in found)


_TAKERS: Final[tuple[tuple[type[e.Event], str, str], ...]] = (
    (e.BuildingErased, "erases", "B6"),
    (e.BuildingDestroyed, "destroys", ""),
    (e.BuildingShrunk, "reduces", "C4"),
    (e.BuildingDemolished, "demolishes", "A4"),
    (e.DomainsJoined, "joins", "C2"),
    (e.DomainSplit, "splits", "C3"),
    (e.CubePlaced, "populates", "X3"),
    (e.RuinRestored, "populates", "X3"),
)
"""What takes an income: the event, its word, and its clause if it is always the same."""


def _happened(case: Comparison) -> Iterator[Said]:
    """What others did next, or would, in the age in which the worse turn loses most by it."""
    if case.good:
        return
    drops = [
        {age: fmean(sum(each.lost for each in game if each.age is age) for game in side)
         for age in AGES}
        for side in case.rounds
    ]  # fmt: skip
    more = {age: drops[0][age] - drops[1][age] for age in AGES}
    did = list(_did(case))
    for age in sorted(AGES, key=lambda age: -more[age]):
        worse, better = (each[case.seat][age] for each in case.incomes[1:])
        if more[age] <= 0 or (case.part(age.name.lower()) < SMALL and worse <= better):
            continue  # nothing that the better turn keeps, or that the worse one was played for
        for each in did:
            if each.age is age and each.lost - drops[1][age] >= 1:
                yield _happening_said(case, each, "why-happened", {"known": True})
                return
        found = [each for game in case.rounds[0] for each in game if each.age is age]
        often = sum(any(each.age is age for each in game) for game in case.rounds[0])
        if more[age] >= 1 and often >= OFTEN * REPLAYED:
            kind = Counter((x.how, x.building, x.clause) for x in found).most_common(1)[0][0]
            alike = [x for x in found if (x.how, x.building, x.clause) == kind]
            lost = min(round(fmean(x.lost for x in found)), alike[0].of)
            known = len({x.seat for x in alike}) == 1
            values: dict[str, object] = {"often": often, "games": REPLAYED, "known": known}
            yield _happening_said(case, alike[0]._replace(lost=lost), "why-happens", values)
            return


def _did(case: Comparison) -> Iterator[Happening]:
    """What took income from the player in the game itself, until his next turn."""
    table = case.turn.known
    for seat, log in case.turn.next_logs:
        after = watched(table, log, NOBODY)
        yield from losses(table, after, log, seat, case.seat)
        table = after


def _happening_said(case: Comparison, each: Happening, key: str, values: dict[str, object]) -> Said:
    told: dict[str, object] = {
        "who": case.names[each.seat], "victim": case.who, "age": each.age, "n": each.lost,
        "all": each.of, "how": each.how, "place": each.place, "clause": each.clause,
        "last": each.last, "whole": each.lost == each.of, "building": "", "named": False,
    }  # fmt: skip
    if each.building is not None:
        told |= {"building": case.building(each.building), "named": True}
    return Said(key, told | values)


# ------------------------------------------------------------------ what the turns do


def _stories(case: Comparison, least: float) -> Iterator[Said]:
    """The happening of the next round, then what the turns do, the largest part first.

    Parts below `least` coins are left out.
    """
    yield from _happened(case)
    if not case.good:
        unused = [_unused(side.logs) for side in (case.worse, case.better)]
        if unused[0] > unused[1]:
            yield Said("why-unused", {"n": unused[0] - unused[1], "who": case.who})
    told = set[tuple[bool, object]]()
    for part in sorted(case.parts, key=lambda each: -each.coins):
        if len(told) == TOLD or part.coins < max(SMALL, least):
            return
        for said in _story(case, part):
            about = part.own, said.values.get("age")
            if about not in told and _weighs(case, said, part):
                told.add(about)
                yield said
                break


def _weighs(case: Comparison, said: Said, part: BalancePart) -> bool:
    """Whether what a sentence names can make up a good half of a part."""
    coins = said.values.get("n")
    if not isinstance(coins, int):
        return True
    times = max(1, taxations_left(case.worse.known, case.seat))
    others = 1 if part.own else len(case.names) - 1
    return 2 * coins * times >= part.coins * others


def _story(case: Comparison, part: BalancePart) -> Iterator[Said]:
    """What may be said of a part, the best first."""
    if part.own and part.where == "now":
        yield from _coins_now(case)
    elif part.own and part.age is not None:
        yield from _own_age(case, part.age)
    elif part.own and part.where == "ahead":
        ages = [age for age in AGES if case.part(age.name.lower()) >= SMALL]
        if ages:
            yield from _own_age(case, max(ages, key=lambda age: _more_income(case, age)))
    elif part.where not in ("now", "purse"):
        yield from _of_others(case, part.age)


def _more_income(case: Comparison, age: Age) -> int:
    """What the better turn brings its player in an age, at once and a round later."""
    (_, worse, better), later = case.incomes, case.later
    pairs = (worse, better), later
    return sum(two[case.seat][age] - one[case.seat][age] for one, two in pairs)


def _slowly(case: Comparison) -> Iterator[Said]:
    """Where most of the difference comes from if nothing shows within a round."""
    where = {
        place: sum(each.coins for each in case.parts if each.where == place)
        for place in dict.fromkeys(each.where for each in case.parts)
    }
    place = max(where, key=lambda each: where[each])
    if 2 * where[place] >= case.lost.coins.value and place != "now":
        ages = [each.age for each in case.parts if each.where == place and each.age is not None]
        told = {"where": "age", "age": ages[0]} if ages else {"where": place}
        yield Said("why-slowly", told)


def _clause(age: Age) -> str:
    return "X3" if age is REASON else "X2"


def _coins_now(case: Comparison) -> Iterator[Said]:
    """Taxes and coins of this very turn."""
    books = {
        clause: _paid(case.events[1], clause) - _paid(case.events[0], clause) for clause in LEDGER
    }
    at_once = sum(books.values())
    whole = [sum(_collected(events, each) for each in AGES) for events in case.events]
    for age in AGES:
        worse, better = (_collected(events, age) for events in case.events)
        # What is only collected in another age explains nothing.
        if better <= worse or 2 * (whole[1] - whole[0]) < better - worse:
            continue
        for event in case.events[0]:
            if isinstance(event, e.TaxMissed) and event.age is age and not case.good:
                yield Said("why-absent", {"n": event.amount, "age": age, "who": case.who})
        yield Said("why-taxes", {"n": better, "instead": worse, "age": age,
                                  "cost": max(0, -at_once)})  # fmt: skip
    if at_once > 0:
        how = tuple(
            Said("why-entry", {"clause": clause, "more": (coins > 0) == (clause == "A3")})
            for clause, coins in books.items()
            if 2 * coins >= max(books.values())
        )
        fewer = max(0, whole[0] - whole[1])
        yield Said("why-coins", {"who": case.who, "n": at_once, "how": how, "fewer": fewer})


LEDGER: Final = ("A3", "T4", "A4", "T2")
"""What coins are earned and spent for, taxes aside."""


def _collected(events: Sequence[e.Event], age: Age) -> int:
    return sum(
        event.amount for event in events if isinstance(event, e.TaxCollected) and event.age is age
    )


def _paid(events: Sequence[e.Event], clause: str) -> int:
    """What a turn pays (or, less than 0, costs) its player by a clause."""
    paid = [each for each in events if isinstance(each, e.Payment) and each.clause == clause]
    return sum(each.amount for each in paid) * (1 if clause == "A3" else -1)


def _own_age(case: Comparison, age: Age) -> Iterator[Said]:
    """Why the player gets more in an age."""
    before, worse, better = (each[case.seat][age] for each in case.incomes)
    told: dict[str, object] = {"age": age, "who": case.who}
    told["twice"] = taxations_left(case.worse.known, case.seat) > 1
    if better > worse:
        told["n"] = better - worse
        if before - worse > better - before and not case.good:
            yield Said("why-costs", {**told, "n": before - worse, "clause": _clause(age)})
        joined = any(isinstance(each, e.DomainsJoined) and each.age is age for each in case.new)
        if joined and age in RULING_KIND:
            yield Said("why-joins", told)
        building = _source(case, age, case.seat, 1)
        if building is not None:
            told["building"] = case.building(building)
            yield Said("why-income", {**told, "clause": _clause(age)})
    if not case.good:
        yield from _harm(case, age)
        yield from _unruled(case, age)
    later = [each[case.seat][age] for each in case.later]
    if later[1] - later[0] >= LARGE:
        values = {"n": later[1] - later[0], "own": True, "clause": _clause(age)}
        yield Said("why-later", told | values)


def _harm(case: Comparison, age: Age) -> Iterator[Said]:
    """What the worse turn does to the player's own buildings, and copies that it does not get."""
    for event in case.events[0]:
        if event in case.events[1] or event.age is not age:
            continue
        if isinstance(event, e.BuildingShrunk) and event.old.owner == case.seat:
            yield Said("why-shrinks", {"building": case.building(event.old), "age": age})
        elif isinstance(event, e.NoShadow):
            told = {"building": case.building(event.building), "age": age, "clause": event.clause}
            yield Said("why-blocked", told)


def _unruled(case: Comparison, age: Age) -> Iterator[Said]:
    """Civil buildings of the worse turn for which nobody collects, or somebody else."""
    board = case.worse.known.boards[age]
    for event in case.events[0]:
        if (
            age not in RULING_KIND
            or not isinstance(event, e.BuildingBuilt | e.BuildingUpgraded)
            or event in case.events[1]
            or event.age is not age
            or event.building.kind is not CIVIL
            or event.building not in board.buildings.values()
        ):
            continue
        rulers = entitled(board, age, board.domain_at(event.building.square))
        told = {"building": case.building(event.building), "age": age}
        if not rulers:
            yield Said("why-nobody", {**told, "kind": RULING_KIND[age]})
        elif case.seat not in rulers:
            yield Said("why-pays", {**told, "victim": case.names[rulers[0]]})


def _of_others(case: Comparison, only: Age | None) -> Iterator[Said]:
    """How the better turn takes an income from somebody, or the worse one gives it."""
    changes = [
        (case.incomes[1][seat][age] - case.incomes[2][seat][age], seat, age)
        for seat in range(len(case.names))
        if seat != case.seat
        for age in AGES
        if only is None or age is only
    ]
    taken, seat, age = max(changes)
    if taken <= 0:
        later = [
            (case.later[0][seat][age] - case.later[1][seat][age], seat, age)
            for _, seat, age in changes
        ]
        taken, seat, age = max(later)
        if taken >= LARGE:
            told = {"n": taken, "age": age, "who": case.names[seat], "own": False}
            yield Said("why-later", {**told, "twice": False, "clause": _clause(age)})
        return
    told = {"n": taken, "age": age, "victim": case.names[seat]}
    before = case.incomes[0][seat][age]
    if case.incomes[1][seat][age] - before > before - case.incomes[2][seat][age] and not case.good:
        building = _source(case, age, seat, -1)
        if building is not None:
            gift = {"building": case.building(building), "clause": _clause(age)}
            yield Said("why-gives", told | gift)
    for event, how, _ in _takers(case.turn.before, case.new, age, seat):
        lost = _taken(event)
        if lost is not None and how in _TAKEN_BY:
            yield Said(_TAKEN_BY[how], {**told, "building": case.building(lost)})
        elif how == "splits":
            yield Said("why-splits", told)
    building = _source(case, age, seat, -1)
    if building is not None:
        place = {"building": case.building(building), "clause": _clause(age)}
        yield Said("why-takes", told | place)


_TAKEN_BY: Final = {
    "erases": "why-erases",
    "reduces": "why-reduces",
    "demolishes": "why-demolishes",
}
"""By the word for it: what the better turn does to somebody's building."""


def _source(case: Comparison, age: Age, seat: int, sign: int) -> Building | None:
    """The building in whose domain a player's income differs most between the two turns."""
    more, less = (case.better.known, case.worse.known)[::sign]
    found = _richest(more, less, age, seat), _richest(more, less, age, seat, there=False)
    return max(found, key=lambda each: each[0])[1]


def _richest(
    more: GameState, less: GameState, age: Age, seat: int, *, there: bool = True
) -> tuple[int, Building | None]:
    """By how much a player collects more in one position than in another, and where most.

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
    """What a player collects in the domain of a building, or of what stands in its place."""
    board = table.boards[age]
    domains = {board.domain_at(each.square).mask for each in board.overlapping(building.mask)}
    return sum(
        due.amount
        for due in dues_to(board, age, seat)
        if board.domain_at(due.domain).mask in domains
    )
