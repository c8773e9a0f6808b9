"""T and V: exchange, open cards, travel, refill, the order of turns, the end of the game."""

from __future__ import annotations

from khronos_lab.core import events as e
from khronos_lab.core.actions import EndTurn, Exchange, Swap, Travel, Violation
from khronos_lab.core.chance import draw
from khronos_lab.core.script import Script
from khronos_lab.core.state import GameState, cards_of, cards_text, minus_cards
from khronos_lab.rulebook.clauses import implements
from khronos_lab.rulebook.errors import IllegalAction
from khronos_lab.rulebook.pieces import (
    AGES,
    EXCHANGE_COST,
    HAND_SIZE,
    NO_CARDS,
    ROUNDS,
    TRAVEL_COST,
    Cards,
)
from khronos_lab.rules.taxes import collect_taxes


def holds(hand: Cards, cards: Cards) -> bool:
    """True if these cards are all in the hand, and none of the numbers is negative."""
    return all(0 <= wanted <= held for wanted, held in zip(cards, hand, strict=True))


def not_held(state: GameState, cards: Cards, clause: str) -> Violation:
    """The sentence for cards that the player to act does not have."""
    player = state.player
    return Violation(
        clause,
        f"{player.name} cannot use the cards {cards_text(cards)}: the hand is "
        f"{cards_text(player.hand)}",
    )


def too_poor(state: GameState, price: int, what: str, clause: str) -> Violation | None:
    """The sentence for a price that the player to act cannot pay, if he cannot."""
    player = state.player
    if player.coins >= price:
        return None
    return Violation(clause, f"{what} costs {price} and {player.name} has {player.coins}")


# ------------------------------------------------------------------ phase I


@implements("T2")
def check_exchange(state: GameState, action: Exchange) -> Violation | None:
    """At most once, before any action of phase II, for 2 coins, at least one card."""
    if state.turn.exchanged:
        return Violation("T2", "cards can be exchanged only once a turn")
    if state.turn.acted:
        return Violation("T2", "cards can be exchanged only before the first action of the turn")
    if sum(action.cards) < 1:
        return Violation("T2", "an exchange discards at least one card")
    if not holds(state.player.hand, action.cards):
        return not_held(state, action.cards, "T2")
    return too_poor(state, EXCHANGE_COST, "an exchange", "T2")


@implements("T2")
def exchange(script: Script, action: Exchange) -> None:
    """Pay, discard, draw as many."""
    script.tell(e.CoinsSpent(script.seat, EXCHANGE_COST, "T2"))
    number = script.tell(e.CardsDiscarded(script.seat, action.cards, "T2"))
    draw_cards(script, sum(action.cards), "T2", number)


@implements("V2")
def check_swap(state: GameState, action: Swap) -> Violation | None:
    """Hold'em only, once, in phase I: open cards of one kind for as many of the hand."""
    number = sum(action.cards)
    if not state.rules.holdem:
        return Violation("V2", "there are open cards only in Hold'em")
    if state.turn.swapped:
        return Violation("V2", "open cards can be taken only once a turn")
    if state.turn.acted:
        return Violation("V2", "open cards can be taken only before the first action of the turn")
    if number < 1:
        return Violation("V2", "a swap takes at least one open card")
    if number > state.open_cards[action.kind]:
        return Violation(
            "V2", f"only {state.open_cards[action.kind]} {action.kind.word} cards lie open"
        )
    return None if holds(state.player.hand, action.cards) else not_held(state, action.cards, "V2")


@implements("V2")
def swap(script: Script, action: Swap) -> None:
    """Take the open cards and lay the others down, free of charge."""
    taken = cards_of(action.kind, sum(action.cards))
    script.tell(e.OpenCardsSwapped(script.seat, taken, action.cards))


# ------------------------------------------------------------------ travel


@implements("T4")
def check_travel(state: GameState, action: Travel) -> Violation | None:
    """An adventurer must stand there, the target must be another age, and 1 coin is paid."""
    if action.origin not in AGES or action.target not in AGES or action.origin == action.target:
        return Violation("T4", "a journey leads to another age")
    if action.origin not in state.player.adventurers:
        return Violation("T4", f"{state.player.name} has no adventurer in {action.origin.title}")
    return too_poor(state, TRAVEL_COST, "a journey", "T4")


@implements("T4")
def travel(script: Script, action: Travel) -> None:
    """Pay and go."""
    script.tell(e.CoinsSpent(script.seat, TRAVEL_COST, "T4"))
    script.tell(e.AdventurerTravelled(script.seat, action.origin, action.target))


# ------------------------------------------------------------------ the end of a turn


@implements("T6", "V1")
def check_end(state: GameState, action: EndTurn) -> Violation | None:
    """A turn can always end; the first edition lets the player name what he discards."""
    if not state.rules.keeps_cards:
        if action.discard is None:
            return None
        return Violation(
            "T6", "every unused card is discarded; only the first edition has a choice"
        )
    if action.discard is None:
        return Violation("V1", "the first edition asks which unused cards to discard")
    return (
        None if holds(state.player.hand, action.discard) else not_held(state, action.discard, "V1")
    )


@implements("T1", "T6")
def end_turn(script: Script, action: EndTurn) -> None:
    """Refill, taxes, next player: phases III and IV."""
    refill(script, action)
    collect_taxes(script)
    pass_on(script)


@implements("T6", "V1")
def refill(script: Script, action: EndTurn) -> None:
    """Discard all unused cards, or in the first edition those named, and draw up to 4."""
    hand = script.state.player.hand
    clause = "V1" if script.state.rules.keeps_cards else "T6"
    unused = hand if action.discard is None else action.discard
    if any(unused):
        script.tell(e.CardsDiscarded(script.seat, unused, clause))
    draw_cards(script, max(0, HAND_SIZE - sum(minus_cards(hand, unused))), clause, None)


@implements("S4")
def draw_cards(script: Script, number: int, clause: str, cause: int | None) -> None:
    """Draw from the pile; when it is empty the discards become the new pile.

    If a record says what was drawn, that is drawn. Should pile and discards together hold too
    few cards, which no deck of the rules page can bring about, there is nothing more to draw.
    """
    wanted = script.drawn
    if wanted is not None and sum(wanted) != number:
        raise IllegalAction(f"{number} cards are drawn here, not {cards_text(wanted)} ({clause})")
    while number:
        state = script.state
        if not any(state.pile):
            if not any(state.discards):
                return
            cause = script.tell(e.PileRenewed(state.discards), cause)
            state = script.state
        now = min(number, sum(state.pile))
        cards = draw(state.chance, state.pile, now)[1]
        if wanted is not None:
            # A pile that runs out in between is drawn to its last card.
            cards = state.pile if now < number else wanted
            wanted = minus_cards(wanted, cards)
            if not holds(state.pile, cards) or min(wanted) < 0:
                raise IllegalAction(
                    f"the pile of {cards_text(state.pile)} cannot give {cards_text(cards)} (S4)"
                )
        script.tell(e.CardsDrawn(script.seat, cards, clause), cause)
        number -= now


@implements("T1", "T7")
def pass_on(script: Script) -> None:
    """The next seat is on turn; after the last turn of round 7 the richest win."""
    state = script.state
    following = (script.seat + 1) % len(state.players)
    number = state.round + (following == state.start)
    if number <= ROUNDS:
        script.tell(e.TurnEnded(script.seat, following, number))
        return
    coins = tuple(player.coins for player in state.players)
    script.tell(e.GameEnded(winners(coins), coins))


@implements("T7")
def winners(coins: tuple[int, ...]) -> tuple[int, ...]:
    """The richest; equal wealth is a shared win (ruling).

    >>> winners((4, 9, 9))
    (1, 2)
    """
    return tuple(seat for seat, each in enumerate(coins) if each == max(coins))


__all__ = ["NO_CARDS", "check_end", "check_exchange", "check_swap", "check_travel", "end_turn"]
