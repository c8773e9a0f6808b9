"""Turning points in words: what a turn did, how far it moved the game, what was missed."""

from __future__ import annotations

from typing import Final

from khronos_lab.analysis.review.turning_points import Swing, TurningPoints, TurnValue
from khronos_lab.core import events as e
from khronos_lab.core.resolution import Entry
from khronos_lab.players.intervals import Span
from khronos_lab.rulebook.language import number_text, percent_text, spoken

MINUS: Final = "\N{MINUS SIGN}"
_MAY_BE_CHANCE: Final = {"en": " This may be chance.", "de": " Sicher ist das nicht."}


def main_effect(log: tuple[Entry, ...]) -> Entry | None:
    """The happening of a turn that is told first: what others lose, then what meets, then taxes."""
    told = [entry for entry in log if entry.event.about.weight]
    return max(told, key=lambda entry: _weight(entry.event), default=None)


def _weight(event: e.Event) -> int:
    """How much it is worth telling; a large building or a high tax adds to that."""
    weight = event.about.weight
    if isinstance(event, e.OfBuilding):
        weight += 2 * (event.old if isinstance(event, e.Replacement) else event.building).rank
    return weight + (event.amount if isinstance(event, e.Tax) else 0)


def turn_text(value: TurnValue, names: tuple[str, ...], language: str | None = None) -> str:
    """Which turn, whose, its moves in notation and its most important effect."""
    effect = main_effect(value.log)
    said = f" {effect.text(language)}" if effect is not None else ""
    return f"{value.label} {names[value.seat]}: {' '.join(value.texts)}.{said}"


def swing_text(points: TurningPoints, swing: Swing, language: str | None = None) -> str:
    """How far a turn moved a player's chances, with intervals."""
    turn, seat = swing.value.turn, swing.seat
    before = percent_text(points.values[turn - 1].ends.win_shares[seat], 0, language)
    after = percent_text(swing.value.ends.win_shares[seat], 0, language)
    name = points.names[seat]
    points_between = between(
        (100 * swing.win_interval[0], 100 * swing.win_interval[1]), 0, language
    )
    coins = signed(swing.coins, 1, language)
    coins_between = between(swing.coin_interval, 1, language)
    if spoken(language) == "de":
        sure = "" if swing.sure else _MAY_BE_CHANCE["de"]
        return (
            f"Gewinnchance von {name}: {before} → {after} (Änderung {points_between} "
            f"Prozentpunkte); erwartete Taler am Ende {coins} ({coins_between}).{sure}"
        )
    sure = "" if swing.sure else _MAY_BE_CHANCE["en"]
    return (
        f"{name}'s chance to win: {before} → {after} (change {points_between} points); expected "
        f"final coins {coins} ({coins_between}).{sure}"
    )


def best_text(points: TurningPoints, value: TurnValue, language: str | None = None) -> str:
    """The best turn found beside the one played, and what it is worth; empty if none was sought."""
    if value.best is None or value.missed is None:
        return ""
    german = spoken(language) == "de"
    if value.same:
        found = f"{points.adviser} found the same turn."
        return f"{points.adviser} fand denselben Zug." if german else found
    moves = " ".join(node.text for node in value.best.nodes)
    name = points.names[value.seat]
    coins = signed(value.missed.coins[value.seat], 1, language)
    ends = between(value.missed.coin_intervals[value.seat], 1, language)
    doubts = _doubts(value, german)
    low, high = value.missed.coin_intervals[value.seat]
    chance = "" if low > 0 or high < 0 else _MAY_BE_CHANCE[spoken(language)]
    if german:
        return f"{points.adviser} fand {moves}: {coins} Taler für {name} ({ends}){doubts}.{chance}"
    return f"{points.adviser} found {moves}: {coins} coins for {name} ({ends}){doubts}.{chance}"


def kept_text(points: TurningPoints, language: str | None = None) -> str:
    """What such a difference rests on, for a comment that stands alone in a file."""
    if spoken(language) == "de":
        return (
            f"Nach beiden Zügen je {points.games} Partien, zu Ende gespielt von {points.players}; "
            "Intervall zu 95\N{NO-BREAK SPACE}%."
        )
    return (
        f"After both turns {points.games} games each, played on by {points.players}; interval of "
        "95%."
    )


def _doubts(value: TurnValue, german: bool) -> str:
    assert value.best is not None
    said = ""
    if value.best.shown_only:
        said += (
            "; nur mit den Karten, die in diesem Zug gezeigt wurden"
            if german
            else "; only with cards that were shown in this turn"
        )
    if value.best.exchanged:
        said += (
            "; gespielt wurde mit getauschten Karten, also auch mit Glück (T2)"
            if german
            else "; the turn played had exchanged cards, so luck is in it (T2)"
        )
    return said


def caveat(points: TurningPoints, language: str | None = None) -> str:
    """What the numbers mean and what they do not, to be shown beside them."""
    if spoken(language) == "de":
        sought = (
            f" Die besten Züge suchte {points.adviser} aus Sicht des Spielers, ohne Kartentausch; "
            "eine negative Differenz heißt, dass der gespielte Zug besser war."
            if points.adviser
            else ""
        )
        return (
            f"Nach jedem Zug {points.games} Partien, zu Ende gespielt von {points.players}, die "
            "nur wissen, was alle am Tisch sehen konnten. Diese Spieler sind keine Meister: was "
            "sie nicht ausnutzen können, zählt hier zu wenig, und die Zahlen gelten für ihr Spiel, "
            f"nicht für Ihre Runde.{sought} Intervalle zu 95\N{NO-BREAK SPACE}% gelten für jeden "
            "Zug einzeln: die größten von vielen sind zum Teil die zufälligsten. Alle Stellungen "
            "treffen dasselbe Kartenglück."
        )
    sought = (
        f" The best turns were sought by {points.adviser} from the player's own view, without "
        "exchanging cards; a negative difference says that the turn played was better."
        if points.adviser
        else ""
    )
    return (
        f"After every turn {points.games} games, played on by {points.players}, who know only what "
        "everybody at the table could see. These players are no masters: what they cannot use "
        "counts too little here, and the numbers hold for their play, not for your group."
        f"{sought} Intervals of 95% hold for each turn alone: the largest of many are partly the "
        "luckiest. All positions meet the same luck."
    )


def turning_summary(
    points: TurningPoints, number: int = 3, language: str | None = None
) -> list[str]:
    """The largest swings, the best turns missed and the caveat, a sentence or two each."""
    lines = [
        f"{turn_text(swing.value, points.names, language)} {swing_text(points, swing, language)}"
        for swing in points.swings(number)
    ]
    lines += [
        f"{value.label}: {best_text(points, value, language)}" for value in points.missed(number)
    ]
    return [*lines, caveat(points, language), *points.notes]


# ------------------------------------------------------------------ numbers


def signed(value: float, digits: int = 0, language: str | None = None) -> str:
    """A number with its sign, a true minus; no sign for zero.

    >>> signed(1.25, 1), signed(-3.0, 1)[1:], signed(-0.04, 1)
    ('+1.2', '3.0', '0.0')
    """
    text = number_text(abs(value), digits, language)
    if not float(f"{abs(value):.{digits}f}"):
        return text
    return f"{'+' if value > 0 else MINUS}{text}"


def between(span: Span, digits: int, language: str | None) -> str:
    """The ends of an interval in words; with a single game nothing is known."""
    low, high = span
    german = spoken(language) == "de"
    if high == float("inf"):
        return "unbekannt" if german else "unknown"
    word = "bis" if german else "to"
    return f"{signed(low, digits, language)} {word} {signed(high, digits, language)}"
