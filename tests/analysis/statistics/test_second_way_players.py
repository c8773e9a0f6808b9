"""Numbers about players recomputed by plain loops over states and actions of random games."""

from __future__ import annotations

from collections import Counter, defaultdict
from math import ceil

from khronos_lab.analysis import (
    STRENGTHS,
    cards_held,
    cards_spent,
    cascade_lengths,
    cascades,
    coin_curve,
    domain_events,
    hand_results,
    how_won,
    income,
    opening_results,
    openings,
    results,
    seat_effects,
    spending,
)
from khronos_lab.core import actions as a
from khronos_lab.core import events as e
from khronos_lab.rulebook import REASON
from tests.analysis.statistics.naive import naive_cascades, told
from tests.analysis.statistics.naive_intervals import quotient
from tests.analysis.statistics.rows import played_games, played_tables, rows

GAMES = [(game, start, steps) for game, start, steps in played_games()]
SEED = {game: int(game) // 2 for game, *_ in GAMES}
"""Games of one seed are one cluster, as `played_tables` has them."""


def counter() -> Counter:
    return Counter()


def by_cluster() -> defaultdict:
    return defaultdict(Counter)


def lists() -> defaultdict:
    return defaultdict(list)


def tables():
    return played_tables().lazy()


def means(values, *, share=False):
    """By group: rows, mean and interval, from lists of (cluster, value)."""
    found = {}
    for group, pairs in values.items():
        parts, sizes = counter(), counter()
        for seed, value in pairs:
            parts[seed] += value
            sizes[seed] += 1
        alone = (round(sum(parts.values()) / len(pairs), 6), None, None)
        sure = len(sizes) > 1
        found[group] = (len(pairs), quotient(parts, sizes, share=share) if sure else alone)
    return found


def told_means(frame, key, value):
    columns = (key, "rows", value, f"{value}_low", f"{value}_high")
    return {row[0]: (row[1], row[2:]) for row in rows(frame, *columns)}


def paid():
    """Every payment: game, seat, source, age, coins."""
    for game, _, steps in GAMES:
        for *_, event, _ in told(steps):
            if isinstance(event, e.BonusPaid | e.TaxCollected):
                source = "bonus" if isinstance(event, e.BonusPaid) else "taxes"
                yield game, event.seat, source, event.age.title, event.amount


def people(of=lambda _: True):
    """By cluster: how many players; `of` chooses seats."""
    return Counter(
        SEED[game] for game, start, _ in GAMES for seat in range(len(start.players)) if of(seat)
    )


def test_income_and_its_interval():
    coins = by_cluster()
    by_seat = by_cluster()
    for game, seat, source, age, amount in paid():
        coins[source, age][SEED[game]] += amount
        by_seat[seat, source][SEED[game]] += amount
    columns = ("mean", "mean_low", "mean_high")
    found = {row[:2]: row[2:] for row in rows(income(tables()), "source", "age", *columns)}
    assert found == {key: quotient(parts, people()) for key, parts in coins.items()}
    asked = rows(income(tables(), ("seat", "source")), "seat", "source", *columns)
    assert {row[:2]: row[2:] for row in asked} == {
        key: quotient(parts, people(lambda seat, own=key[0]: seat == own))
        for key, parts in by_seat.items()
    }


def test_spending_and_its_interval():
    names = {"T2": "exchange", "T4": "travel", "A4": "demolition"}
    spent = by_cluster()
    for game, _, steps in GAMES:
        for _, _, number, _, event, _ in told(steps):
            if isinstance(event, e.CoinsSpent):
                spent[names[event.clause], number][SEED[game]] += event.amount
    columns = ("purpose", "round", "mean", "mean_low", "mean_high")
    found = {row[:2]: row[2:] for row in rows(spending(tables()), *columns) if row[2]}
    assert found == {key: quotient(parts, people()) for key, parts in spent.items()}


def winners(steps):
    coins = [player.coins for player in steps[-1][2].players]
    return {seat for seat, own in enumerate(coins) if own == max(coins)}


def test_how_it_was_won():
    best = {game: winners(steps) for game, _, steps in GAMES}
    parts, wholes = by_cluster(), by_cluster()
    for game, seat, source, age, amount in paid():
        won = seat in best[game]
        parts[won, source, age][SEED[game]] += amount
        wholes[won][SEED[game]] += amount
    columns = ("won", "source", "age", "share", "share_low", "share_high")
    found = {row[:3]: row[3:] for row in rows(how_won(tables()), *columns)}
    assert found == {key: quotient(each, wholes[key[0]], share=True) for key, each in parts.items()}


def turns_of(steps):
    """Every turn: round, seat, state before, its actions, state after."""
    first, actions = None, []
    for before, move, after, log in steps:
        first = first or before
        actions.append(move.action if isinstance(move, a.Move) else move)
        if any(isinstance(entry.event, e.TurnEnded | e.GameEnded) for entry in log):
            yield first.round, first.turn.seat, first, actions, after
            first, actions = None, []


def test_quantiles_of_coins():
    coins = lists()
    for _, _, steps in GAMES:
        for number, seat, before, _, after in turns_of(steps):
            coins[number].append(after.players[seat].coins)
            if number == 1:
                coins[0].append(before.players[seat].coins)
    expected = []
    for number, values in sorted(coins.items()):
        values.sort()
        for share in (0.25, 0.5, 0.9):
            expected.append((number, share, values[ceil(share * len(values)) - 1], len(values)))
    assert rows(coin_curve(tables(), quantiles=(0.25, 0.5, 0.9))) == expected


KINDS = ("military", "religious", "civil")


def test_cards():
    spent, held, hands = by_cluster(), by_cluster(), by_cluster()
    for game, _, steps in GAMES:
        best = winners(steps)
        for *_, event, _ in told(steps):
            if isinstance(event, e.CardsPlayed):
                spent[event.clause][SEED[game]] += sum(event.cards)
        for _, seat, before, _, _ in turns_of(steps):
            hands[seat in best][SEED[game]] += 1
            for kind, number in zip(KINDS, before.players[seat].hand, strict=True):
                held[seat in best, kind][SEED[game]] += number
    names = ("clause", "cards", "share", "share_low", "share_high")
    found = {row[0]: row[1:] for row in rows(cards_spent(tables(), ("clause",)), *names)}
    every = counter()
    for cards in spent.values():
        every.update(cards)
    assert found == {
        clause: (sum(cards.values()), *quotient(cards, every, share=True))
        for clause, cards in spent.items()
    }
    columns = ("won", "kind", "mean", "mean_low", "mean_high")
    means = {row[:2]: row[2:] for row in rows(cards_held(tables()), *columns)}
    assert means == {key: quotient(cards, hands[key[0]]) for key, cards in held.items()}


def leads(game, steps):
    coins = [player.coins for player in steps[-1][2].players]
    return {seat: (SEED[game], own - sum(coins) / len(coins)) for seat, own in enumerate(coins)}


def test_seats():
    by_place = lists()
    for game, start, steps in GAMES:
        for seat, pair in leads(game, steps).items():
            by_place[(seat - start.start) % len(start.players)].append(pair)
    effects = seat_effects(results(tables().games), ("place",))
    found = told_means(effects, "place", "lead")
    assert found == means(by_place)
    wins = lists()
    for game, start, steps in GAMES:
        best = winners(steps)
        for seat in range(len(start.players)):
            place = (seat - start.start) % len(start.players)
            wins[place].append((SEED[game], 1 / len(best) if seat in best else 0))
    assert told_means(effects, "place", "win") == means(wins, share=True)


WORTH = ((1, 2, 4), (1, 2, 4), (1, 3, 5))


def strength(hand):
    paid_for = [
        value
        for number, values in zip(hand, WORTH, strict=True)
        for value in values
        if number >= value
    ]
    return max(paid_for, default=0)


def test_hands_and_results():
    groups = lists()
    for game, _, steps in GAMES:
        strengths = lists()
        for _, seat, before, _, _ in turns_of(steps):
            strengths[seat].append(strength(before.players[seat].hand))
        for seat, pair in leads(game, steps).items():
            mean = sum(strengths[seat]) / len(strengths[seat])
            groups[max(limit for limit in STRENGTHS if limit <= mean)].append(pair)
    found = told_means(hand_results(tables(), results(tables().games)), "strength", "lead")
    assert found == means(groups)


def word(action, state):
    """An action of a first turn as the statistic calls it."""
    if isinstance(action, a.Exchange):
        return "exchange"
    if isinstance(action, a.Swap):
        return "swap"
    if isinstance(action, a.Travel):
        return f"travel to {action.target.title}"
    if isinstance(action, a.Build | a.Upgrade):
        verb = "build" if isinstance(action, a.Build) else "upgrade"
        return f"{verb} {action.kind.word} {action.rank} in {action.age.title}"
    age = action.age if isinstance(action, a.Demolish) else REASON
    there = state.boards[age].at(action.square)
    if isinstance(action, a.Populate):
        return f"populate rank {there.rank}"
    verb = "demolish" if isinstance(action, a.Demolish) else "restore"
    return f"{verb} {there.kind.word} {there.rank} in {age.title}"


def first_turns():
    """Game, seat, the words of his first turn in order, of each player."""
    for game, _, steps in GAMES:
        states = iter(steps)
        for number, seat, _, actions, _ in turns_of(steps):
            here = [next(states)[0] for _ in actions]
            if number == 1:
                acts = list(zip(actions, here, strict=True))[:-1]  # the last one ends the turn
                yield game, seat, [word(action, state) for action, state in acts]


def test_openings():
    expected = sorted(
        (game, seat, "; ".join(sorted(words)) or "nothing", (words or ["nothing"])[0], len(words))
        for game, seat, words in first_turns()
    )
    frame = openings(played_tables().events.lazy())
    found = rows(frame, "game", "seat", "opening", "first_action", "actions")
    assert sorted(found) == expected
    ends = {game: leads(game, steps) for game, _, steps in GAMES}
    for column, place in (("opening", 2), ("first_action", 3)):
        groups = lists()
        for row in expected:
            groups[row[place]].append(ends[row[0]][row[1]])
        fared = results(played_tables().games.lazy())
        assert told_means(opening_results(frame, fared, column), column, "lead") == means(groups)


def test_domain_events_and_cascades_by_game():
    number = by_cluster()
    for game, _, steps in GAMES:
        for *_, event, _ in told(steps):
            if isinstance(event, e.DomainsJoined | e.DomainSplit | e.ConflictFound):
                number[type(event).__name__, event.age.title][SEED[game]] += 1
    columns = ("event", "age", "per_game", "per_game_low", "per_game_high")
    found = rows(domain_events(tables()), *columns)
    counted = {row[:2]: row[2:] for row in found if not row[0].startswith("Building")}
    games = Counter(SEED[game] for game, *_ in GAMES)
    assert counted == {key: quotient(each, games) for key, each in number.items()}
    lengths = Counter(row[2] for game, _, steps in GAMES for row in naive_cascades(game, steps))
    told_lengths = rows(cascade_lengths(cascades(tables().events), ()), "length", "number")
    assert dict(told_lengths) == lengths
