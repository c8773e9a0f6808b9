"""Coins and cards."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from tests.front_door.plain.rows import COST, Plain, Told, grouped, means, share_of


def income(plain: Plain, keys: Sequence[str] = ("source", "age", "round")) -> Told:
    paid = [
        row
        | {"source": "bonus" if row["event"] == "BonusPaid" else "taxes"}
        | {"who": plain.people[row["game"], row["seat"]]["who"]}
        for row in plain.named("BonusPaid", "TaxCollected")
    ]
    found = {}
    for key, rows in grouped(paid, *keys).items():
        coins: Counter = Counter()
        for row in rows:
            coins[plain.seed[row["game"]]] += row["amount"]
        people = plain.people_of(**({"who": key[-1]} if keys and keys[-1] == "who" else {}))
        found[key] = {
            "coins": sum(coins.values()), "payments": len(rows), "players": people.total(),
            **share_of(coins, people, "mean"),
        }  # fmt: skip
    return found


def wealth(plain: Plain) -> Told:
    coins = defaultdict(list)
    for row in plain.turns:
        if row["round"] == 1:
            coins[0].append(row["coins_before"])
        coins[row["round"]].append(row["coins_after"])
    return {
        (number, q): {
            "coins": next(v for v in sorted(have) if sum(h <= v for h in have) >= q * len(have)),
            "rows": len(have),
        }
        for number, have in coins.items()
        for q in (0.1, 0.25, 0.5, 0.75, 0.9)
    }


def how_won(plain: Plain) -> Told:
    found, wholes = {}, defaultdict[bool, Counter](Counter)
    paid = plain.named("BonusPaid", "TaxCollected")
    for row in paid:
        row["won"] = plain.people[row["game"], row["seat"]]["won"]
        row["source"] = "bonus" if row["event"] == "BonusPaid" else "taxes"
        wholes[row["won"]][plain.seed[row["game"]]] += row["amount"]
    for key, rows in grouped(paid, "won", "source", "age").items():
        coins: Counter = Counter()
        for row in rows:
            coins[plain.seed[row["game"]]] += row["amount"]
        people = plain.people_of(won=key[0])
        found[key] = {
            "coins": sum(coins.values()), "payments": len(rows), "players": sum(people.values()),
            **share_of(coins, wholes[key[0]], "share", share=True),
            **share_of(coins, people, "mean"),
        }  # fmt: skip
    return found


def spending(plain: Plain, rounds: Sequence[int] = range(1, 8)) -> Told:
    """By purpose and round; without rounds by purpose alone."""
    found: Told = {}
    for number in rounds or (None,):
        turns = [row for row in plain.turns if number in (None, row["round"])]
        total = sum(row[f"spent_{each}"] for row in turns for each in PURPOSES)
        for purpose in PURPOSES:
            coins: Counter = Counter()
            for row in turns:
                coins[plain.seed[row["game"]]] += row[f"spent_{purpose}"]
            found[purpose, number] = {
                "coins": coins.total(), "players": len(plain.games),
                **share_of(coins, plain.people_of(), "mean"), "share": coins.total() / total,
            }  # fmt: skip
    return found


PURPOSES = ("exchange", "travel", "demolition")


def cards_spent(plain: Plain, keys: Sequence[str] = ("clause", "age", "kind")) -> Told:
    played = plain.named("CardsPlayed")
    wholes: Counter = Counter()
    for row in played:
        wholes[plain.seed[row["game"]]] += row["amount"]
    found = {}
    for key, rows in grouped(played, *keys).items():
        cards: Counter = Counter()
        for row in rows:
            cards[plain.seed[row["game"]]] += row["amount"]
        found[key] = {
            "cards": sum(cards.values()), "actions": len(rows),
            **share_of(cards, wholes, "share", share=True),
        }  # fmt: skip
    return found


def cards_held(plain: Plain) -> Told:
    found = {}
    rows = [row | {"won": plain.people[row["game"], row["seat"]]["won"]} for row in plain.turns]
    for (won,), turns in grouped(rows, "won").items():
        every = Counter(plain.seed[row["game"]] for row in turns)
        for kind in COST:
            cards: Counter = Counter()
            for row in turns:
                cards[plain.seed[row["game"]]] += row[f"hand_{kind}"]
            found[won, kind] = {
                "cards": sum(cards.values()), "hands": len(turns),
                **share_of(cards, every, "mean"),
            }  # fmt: skip
    return found


def coins_per_card(plain: Plain) -> Told:
    """What came in, by cards played, of every player of every game."""
    income, cards = Counter[tuple](), Counter[tuple]()
    for row in plain.turns:
        key = row["game"], row["seat"]
        income[key] += row["bonus"] + row["tax_might"] + row["tax_faith"] + row["tax_reason"]
        cards[key] += row["cards_played"]
    rows = [
        {"cluster": plain.seed[key[0]], "mean": income[key] / cards[key]}
        for key in plain.people
        if cards[key]
    ]
    return {(): means(rows, "mean")}
