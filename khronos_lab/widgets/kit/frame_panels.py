"""Panels: everything that is said beside the boards about one frame, as escaped HTML."""

from __future__ import annotations

from collections import Counter
from typing import Final

from khronos_lab.analysis import Frame, amounts
from khronos_lab.core import Effect, Event, GameState, allowance, pile_size
from khronos_lab.drawing import GLYPH, INK, KIND, MARKS, PLAYERS, css
from khronos_lab.players import ALL
from khronos_lab.rulebook import AGES, KINDS, RANKS, Cards, Kind, building_thing, say
from khronos_lab.scenes import EFFECT_MARKS
from khronos_lab.viewer import Markup, table, tag, together
from khronos_lab.widgets.kit.hidden_cards import (
    OPEN,
    STAR,
    Coins,
    Eyes,
    purses_seen,
    seen,
    sees,
)

DASH: Final = "\N{EN DASH}"
TIMES: Final = "\N{MULTIPLICATION SIGN}"
SIGNS: Final = {
    Effect.APPEARS: "+", Effect.VANISHES: "✕", Effect.BLOCKED: "⊘", Effect.JOINS: "⋈",
    Effect.SPLITS: "÷", Effect.CONFLICTS: "!", Effect.SHRINKS: "↓", Effect.CUBES: "■",
    Effect.PAYS: "●", Effect.CARDS: "▮",
}  # fmt: skip
"""By sort of effect: a sign, so that a list can be read at a glance."""
FALLS: Final = "→"


# ------------------------------------------------------------------ what happens, and why


def effect_sign(event: Event, class_: str) -> Markup:
    """The sign of what an event does, on the colour of its mark."""
    effect = event.about.effect
    mark = "shadow" if effect is None else EFFECT_MARKS[effect]
    sign = FALLS if event.about.mark == "shadow" else "·" if effect is None else SIGNS[effect]
    return sign_on_mark(sign, mark, class_)


def sign_on_mark(sign: str, mark: str, class_: str) -> Markup:
    """A sign on the colour of a mark."""
    style = f"background:{css(MARKS[mark].colour)}"
    return tag("span", sign, class_=class_, style=style, aria_hidden="true")


def where_text(frame: Frame, last: int) -> str:
    """The number of the step, the round and whose turn it is; `last` is the last step."""
    step = say("viewer-step", n=frame.index, all=last)
    if frame.entry is None:
        step = say("button-start")
    number = say("viewer-round", n=frame.round)
    return " · ".join([step, number, frame.state.players[frame.seat].name])


def caption_text(frame: Frame, eyes: Eyes = ALL) -> str:
    """The event in one sentence with its clause."""
    if frame.entry is None:
        return say("panel-game_start")
    return seen(frame.entry, eyes).text()


# ------------------------------------------------------------------ players


def player_panel(state: GameState, eyes: Eyes = ALL, coins: Coins = OPEN) -> Markup:
    """A line a player: coins, hand, cubes, adventurers with the cards left, taxes by age."""
    shown = player_table(state, eyes, coins, taxes=True)
    note = tag("p", say("panel-here_there"), class_="kl-note")
    return together([shown, note])


def player_table(
    state: GameState, eyes: Eyes = ALL, coins: Coins = OPEN, *, taxes: bool = False
) -> Markup:
    """A row a player: coins, hand, cubes, adventurers with the cards left; perhaps taxes by age."""
    short = ("panel-coins", "panel-hands-short", "panel-cubes-short", "panel-adventurers")
    words = [say(key) for key in short]
    whole = [words[0], say("panel-hands"), say("word-cubes").capitalize(), None]
    labels = [words[0], "", *words[2:]]
    head = [_head(say("word-player").capitalize()), *map(_head, words, whole)]
    above = []
    if taxes:
        ages, forecast = [say(age) for age in AGES], say("panel-forecast")
        labels += [f"{say('viewer-taxes')}: {ages[0]}", *ages[1:]]
        head += map(_head, ages)
        above = [tag("td", colspan=5), tag("th", forecast, colspan=3, scope="colgroup")]
    there, here = amounts(state) if taxes else ((), ())
    rows = []
    purses = purses_seen(state, eyes, coins)
    for seat, player in enumerate(state.players):
        acting = seat == state.turn.seat and not state.over
        hand = player.hand if sees(eyes, seat) else (0, 0, 0)
        hidden = player.hidden + sum(player.hand) - sum(hand)
        rows.append(
            [
                _named(state, seat, acting),
                tag("b", str(player.coins)) if seat in purses else _hidden_purse(),
                cards_markup(hand, hidden),
                str(player.cubes),
                _adventurers(state, seat, acting),
                *(_tax(there[seat][age], here[seat][age]) for age in AGES if taxes),
            ]
        )
    return table(head, rows, above=above, labels=labels, class_="kl-players")


def _hidden_purse() -> Markup:
    return tag("span", "?", class_="kl-nil", title=say("panel-hidden"))


def _head(words: str, whole: str | None = None) -> Markup:
    """The head of a column; what there is no room for shows when it is pointed at."""
    return tag("th", words, scope="col", title=whole or words)


def _tax(there: int, here: int) -> Markup:
    """What a player would collect, in brackets what he would if he stood there."""
    if there == here:
        return tag("span", str(here), class_=None if here else "kl-nil")
    return tag("span", f"({there})", class_="kl-away")


def _named(state: GameState, seat: int, acting: bool) -> Markup:
    player = state.players[seat]
    to_act = tag("span", "▶", title=say("panel-to_act"), class_="kl-acting")
    return tag(
        "th", seat_mark(seat), " ", player.name, *([" ", to_act] if acting else []), scope="row",
        aria_current="true" if acting else None,
    )  # fmt: skip


_SHAPES: Final = {
    "o": '<circle cx="8" cy="8" r="5.5"/>',
    "s": '<rect x="3" y="3" width="10" height="10"/>',
    "^": '<path d="M8 2.5 14 13H2Z"/>',
    "D": '<path d="M8 1.5 14.5 8 8 14.5 1.5 8Z"/>',
    "P": '<path d="M6 2h4v4h4v4h-4v4H6v-4H2V6h4Z"/>',
}
"""By matplotlib's letter: the same marker as in the pictures."""


def seat_mark(seat: int) -> Markup:
    """A player's marker in his colour."""
    style = PLAYERS[seat]
    return Markup(
        f'<svg class="kl-seat" viewBox="0 0 16 16" aria-hidden="true" fill="{style.colour}" '
        f'stroke="{INK}" stroke-width="1.2">{_SHAPES[style.marker]}</svg>'
    )


def cards_markup(cards: Cards, hidden: int) -> Markup:
    """Cards as small coloured letters, hidden ones as stars."""
    known = [_card(kind) for kind in KINDS for _ in range(cards[kind])]
    stars = [tag("span", STAR, class_="kl-card", title=say("panel-hidden")) for _ in range(hidden)]
    return together([*known, *stars]) or tag("span", DASH, class_="kl-nil")


def _card(kind: Kind) -> Markup:
    colours = f"background:{KIND[kind]};color:{GLYPH[kind]}"
    return tag("span", "mrc"[kind], class_="kl-card", style=colours, title=say(kind))


def _adventurers(state: GameState, seat: int, acting: bool) -> str:
    """Where they stand; for the player to act also how many cards they may still play (T5)."""
    said = []
    for age, number in sorted(Counter(state.players[seat].adventurers).items()):
        words = say(age) if number == 1 else f"{number} {TIMES} {say(age)}"
        left = say("panel-still", n=allowance(state.turn.purses, age)) if acting else ""
        said.append(f"{words}: {left}" if left else words)
    return " · ".join(said)


# ------------------------------------------------------------------ supply


def supply_panel(state: GameState) -> Markup:
    """Tiles left by kind and rank, and the cards on the table."""
    rows = [
        [
            tag("th", say(kind), scope="row"),
            *(_tiles(state, kind, rank) for rank in RANKS),
        ]
        for kind in KINDS
    ]
    words = [say("panel-supply"), *(say(f"rank-{rank}") for rank in RANKS)]
    head = [_head(each) for each in words]
    cards = [f"{say('panel-pile')}: {pile_size(state)}"]
    if sum(state.open_cards):
        shown = cards_markup(state.open_cards, 0)
        cards.append(together([f"{say('word-open_cards')}: ", shown]))
    said = tag("p", together(cards, " · "), class_="kl-note")
    return together([table(head, rows, class_="kl-supply"), said])


def _tiles(state: GameState, kind: Kind, rank: int) -> Markup:
    number = state.supply[kind][rank]
    word = say(building_thing(kind, rank))
    return tag("span", str(number), title=word, class_=None if number else "kl-none")
