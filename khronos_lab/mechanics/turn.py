"""T and V: exchange, open cards, travel, refill, the order of turns, the end of the game."""

from __future__ import annotations

from khronos_lab.core import (
    EndTurn,
    Exchange,
    GameState,
    Script,
    Swap,
    Travel,
    cards_of,
    cards_text,
    draw,
    minus_cards,
    pile_size,
    shortage,
)
from khronos_lab.core import events as e
from khronos_lab.mechanics.taxes import collect_taxes
from khronos_lab.rulebook import (
    AGES,
    EXCHANGE_COST,
    HAND_SIZE,
    KINDS,
    NO_CARDS,
    ROUNDS,
    TRAVEL_COST,
    Cards,
    IllegalAction,
    Violation,
    implements,
    violation,
)


def holds(state: GameState, cards: Cards, hidden: int = 0) -> bool:
    """True if the player to act can hold these cards and `hidden` unseen ones besides.

    What the known hand lacks must be among his hidden cards, and not all seen already (S4).
    """
    player = state.player
    lacking = shortage(player.hand, cards)
    if not any(lacking) and not hidden:
        return min(cards) >= 0
    return (
        min(cards) >= 0
        and 0 <= hidden <= player.hidden - sum(lacking)
        and min(minus_cards(state.pile, lacking)) >= 0
    )


def not_held(state: GameState, cards: Cards, clause: str, hidden: int = 0) -> Violation:
    """The sentence for cards that the player to act does not have."""
    player = state.player
    lacking = shortage(player.hand, cards)
    if min(cards) >= 0 and sum(lacking) + hidden <= player.hidden:
        short = next(kind for kind in KINDS if lacking[kind] > state.pile[kind])
        return violation(
            "S4",
            "refusal-seen_elsewhere",
            who=player.name,
            cards=cards_text(cards),
            n=state.rules.deck[short],
            kind=short,
        )
    return violation(
        clause,
        "refusal-not_in_hand",
        who=player.name,
        cards=cards_text(cards, hidden),
        hand=cards_text(player.hand, player.hidden),
    )


def too_poor(state: GameState, price: int, key: str, clause: str) -> Violation | None:
    """The violation for a price that the player to act cannot pay, if he cannot."""
    player = state.player
    if player.coins >= price:
        return None
    return violation(clause, key, n=price, who=player.name, coins=player.coins)


# ------------------------------------------------------------------ phase I


@implements("T2")
def check_exchange(state: GameState, action: Exchange) -> Violation | None:
    """At most once, before any action of phase II, for 2 coins, at least one card."""
    if state.turn.exchanged:
        return Violation("T2", "refusal-exchanged_before")
    if state.turn.acted:
        return Violation("T2", "refusal-exchange_late")
    if sum(action.cards) + action.hidden < 1:
        return Violation("T2", "refusal-exchange_nothing")
    if not holds(state, action.cards, action.hidden):
        return not_held(state, action.cards, "T2", action.hidden)
    return too_poor(state, EXCHANGE_COST, "refusal-exchange_price", "T2")


@implements("T2")
def exchange(script: Script, action: Exchange) -> None:
    """Pay, discard, draw as many."""
    script.tell(e.CoinsSpent(script.seat, EXCHANGE_COST, "T2"))
    number = script.tell(e.CardsDiscarded(script.seat, action.cards, "T2", action.hidden))
    draw_cards(script, sum(action.cards) + action.hidden, "T2", number)


@implements("V2")
def check_swap(state: GameState, action: Swap) -> Violation | None:
    """Hold'em only, once, in phase I: open cards of one kind for as many of the hand."""
    number = sum(action.cards)
    if not state.rules.holdem:
        return Violation("V2", "refusal-no_open_cards")
    if state.turn.swapped:
        return Violation("V2", "refusal-swapped_before")
    if state.turn.acted:
        return Violation("V2", "refusal-swap_late")
    if number < 1 or action.kind not in KINDS:
        return Violation("V2", "refusal-swap_nothing")
    if number > state.open_cards[action.kind]:
        return violation(
            "V2", "refusal-too_few_open", n=state.open_cards[action.kind], kind=action.kind
        )
    return None if holds(state, action.cards) else not_held(state, action.cards, "V2")


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
        return Violation("T4", "refusal-same_age")
    if action.origin not in state.player.adventurers:
        return violation("T4", "refusal-no_adventurer", who=state.player.name, age=action.origin)
    return too_poor(state, TRAVEL_COST, "refusal-travel_price", "T4")


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
        if action.discard is None and not action.hidden:
            return None
        return Violation("T6", "refusal-no_discard_choice")
    if action.discard is None:
        return Violation("V1", "refusal-discard_choice")
    if holds(state, action.discard, action.hidden):
        return None
    return not_held(state, action.discard, "V1", action.hidden)


@implements("T1", "T6")
def end_turn(script: Script, action: EndTurn) -> None:
    """Refill, taxes, next player: phases III and IV."""
    refill(script, action)
    collect_taxes(script)
    pass_on(script)


@implements("T6", "V1")
def refill(script: Script, action: EndTurn) -> None:
    """Discard all unused cards, or in the first edition those named, and draw up to 4."""
    player = script.state.player
    clause = "V1" if script.state.rules.keeps_cards else "T6"
    cards, hidden = player.hand, player.hidden
    if action.discard is not None:
        cards, hidden = action.discard, action.hidden
    unused = sum(player.hand) + player.hidden - sum(cards) - hidden
    if any(cards) or hidden:
        script.tell(e.CardsDiscarded(script.seat, cards, clause, hidden))
    draw_cards(script, max(0, HAND_SIZE - unused), clause, None)


@implements("S4")
def draw_cards(script: Script, number: int, clause: str, cause: int | None) -> None:
    """Draw from the pile; when it is empty the discards become the new pile.

    If the move says what was drawn, that is drawn; what a secret player draws besides stays
    hidden. Pile and discards together may hold too few cards in a position made by hand; then
    fewer are drawn.
    """
    state = script.state
    number = min(number, pile_size(state) + sum(state.discards) + state.hidden_discards)
    known = known_draws(script, number, clause)
    while number:
        state = script.state
        size = pile_size(state)
        if not size:
            renewed = e.PileRenewed(state.discards, hidden=state.hidden_discards)
            cause = script.tell(renewed, cause)
            continue
        now = min(number, size)
        if known is None:
            cards = draw(state.chance, state.pile, now)[1]
        else:
            cards = part_drawn(state, known, now, last=now == number)
            known = minus_cards(known, cards)
        script.tell(e.CardsDrawn(script.seat, cards, clause, now - sum(cards)), cause)
        number -= now


def part_drawn(state: GameState, known: Cards, number: int, *, last: bool) -> Cards:
    """Those of the known cards that come now; a pile that runs out in between gives what it can."""
    cards = first_cards(known, state.pile, number)
    if cards == known or (not last and (sum(cards) == number or state.player.secret)):
        return cards
    raise IllegalAction(
        violation("S4", "refusal-pile", pile=cards_text(state.pile), cards=cards_text(known))
    )


def known_draws(script: Script, number: int, clause: str) -> Cards | None:
    """What the move says of the cards drawn; None where chance decides."""
    secret = script.state.player.secret
    known = script.drawn
    if known is None:
        return NO_CARDS if secret else None
    if min(known) < 0 or sum(known) > number or (sum(known) < number and not secret):
        raise IllegalAction(violation(clause, "refusal-drawn", n=number, cards=cards_text(known)))
    return known


def first_cards(cards: Cards, pile: Cards, number: int) -> Cards:
    """The first `number` of these cards, as far as a pile can give them."""
    taken = [0, 0, 0]
    for kind in KINDS:
        taken[kind] = min(cards[kind], pile[kind], number - sum(taken))
    return (taken[0], taken[1], taken[2])


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
