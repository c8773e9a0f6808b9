"""The menu at a square: what can be done there with the cards in hand, what it would do, why not.

A menu is made for a mover and a square; the name of an entry leads to the mover that has chosen it.
Whoever keeps a game plays that mover's move as soon as it is whole (`whole_move`), and shows the
menu again as long as something is open: a payment, or the answer to a question.

>>> from khronos_lab.core import square
>>> from khronos_lab.engine import new_game
>>> mover, place = Mover(new_game(2, seed=2)), (Age.MIGHT, square("f4"))
>>> [entry.name for entry in menu_at(mover, place).entries if not entry.why]
['build m1 56', 'build m2 56', 'build c1 56']
>>> str(whole_move(chosen(mover, place, "build m2 56")).action)
'build keep at f4 in Might for mm'
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from khronos_lab.analysis import Wish, action_at, price_of, signed
from khronos_lab.board import Markup, tag
from khronos_lab.core import (
    Effect,
    Entry,
    GameState,
    Move,
    Question,
    Travel,
    allowance,
    cards_text,
    name,
    option_text,
    question_text,
)
from khronos_lab.desk.mode import Menu, MenuEntry, Place, place_text
from khronos_lab.desk.move_choice import (
    BUILDINGS,
    DEMOLISH,
    Mover,
    Reason,
    age_named,
    around,
    tool_wishes,
)
from khronos_lab.engine import Outcome, choices, coin_changes, why_not
from khronos_lab.kit import (
    OPEN,
    Coins,
    Eyes,
    cards_markup,
    effect_sign,
    expected,
    number_in,
    purses_seen,
    seat_mark,
    sees,
)
from khronos_lab.players import ALL
from khronos_lab.rulebook import (
    AGES,
    CIVIL,
    KINDS,
    NO_CARDS,
    REASON,
    Age,
    Cards,
    KhronosError,
    building_thing,
    capital,
    say,
)

# ------------------------------------------------------------------ one thing at a square


def clicked(mover: Mover, tool: str, age: Age, sq: int) -> Mover:
    """What a click on a square makes of the half-made move: a building (`m2`), or `demolish`.

    A building is built or, where a smaller one stands, upgraded to. In Reason, where nobody
    builds, a click populates or restores whatever the tool is.
    """
    if open_question(mover) is not None:
        return mover.answer_at(age, sq)
    meant = meant_by(mover, tool, age, sq)
    if meant is None:
        return replace(mover.cleared(), said=(Reason("menu-nothing_there"),))
    return meant[1]


def meant_by(mover: Mover, tool: str, age: Age, sq: int) -> tuple[Wish, Mover] | None:
    """What a tool is used for at a square, and the mover that has chosen it."""
    fresh = mover.cleared()
    wish = meant_wish(mover.state, tool, age, sq, lambda each: not fresh.at(each, age, sq).said)
    return None if wish is None else (wish, fresh.at(wish, age, sq))


def meant_wish(
    state: GameState, tool: str, age: Age, sq: int, fits: Callable[[Wish], bool]
) -> Wish | None:
    """Of what a tool is for, the first that fits; else what was meant, by what stands there."""
    wishes = wishes_for(state, tool, age, sq)
    fitting = [wish for wish in wishes if fits(wish)]
    if fitting or not wishes:
        return fitting[0] if fitting else None
    last, standing = wishes[-1], state.boards[age].at(sq)
    grows = standing is not None and standing.kind is last.kind and standing.rank < last.rank
    return last if grows else wishes[0]


def wishes_for(state: GameState, tool: str, age: Age, sq: int) -> list[Wish]:
    """What a click with a tool may mean there."""
    if age is not REASON:
        return tool_wishes(tool)
    standing = state.boards[REASON].at(sq)
    if standing is None:
        return []
    return [Wish("populate" if standing.kind is CIVIL else "restore")]


def whole_move(mover: Mover) -> Move | None:
    """The move, if nothing is left to choose or to confirm."""
    return None if to_pay(mover) or mover.names_cards else mover.move


def unasked_move(mover: Mover) -> Move | None:
    """The move as soon as its action is whole: questions are put to those whom they concern."""
    action = mover.action
    is_open = to_pay(mover) or mover.names_cards or mover.broken is not None
    return None if action is None or is_open else Move(action)


def to_pay(mover: Mover) -> bool:
    """True if it is still to be said which cards pay (G2)."""
    return bool(mover.ways) and not mover.paid


def open_question(mover: Mover) -> Question | None:
    """What somebody has to answer now: first it is said what pays."""
    return None if to_pay(mover) else mover.question


def journeys(state: GameState) -> tuple[Travel, ...]:
    """All journeys that can be made now (T4)."""
    return tuple(each for each in choices(state).plain if isinstance(each, Travel))


# ------------------------------------------------------------------ the menu


def menu_at(mover: Mover, place: Place) -> Menu:
    """Everything that can be done at a square; or what is open of a move that was begun."""
    title = place_text(mover.state, place)
    question = open_question(mover)
    if question is not None:
        return question_menu(question, place, mover.state.names)
    if to_pay(mover):
        ways = tuple(
            MenuEntry(f"pay {cards_text(way)}", words, cards_text(way))
            for way, words in payment_words(mover.ways)
        )
        return Menu(place, say("menu-pay"), ways)
    entries = (*_actions(mover, place), *_trips(mover.state, place[0]))
    return Menu(place, title, entries, _said(entries))


def question_menu(question: Question, place: Place, names: tuple[str, ...]) -> Menu:
    """What somebody has to answer (B8, C2, C3, C4), with its answers."""
    answers = tuple(
        MenuEntry(f"answer {number}", capital(option_text(question, each, names)))
        for number, each in enumerate(question.options)
    )
    return Menu(place, question_text(question, names), answers)


def _said(entries: tuple[MenuEntry, ...]) -> str:
    """What is said before an entry is pointed at: the one reason, if nothing can be done."""
    if not entries:
        return say("menu-nothing_there")
    reasons = list(dict.fromkeys(each.why for each in entries))
    return reasons[0] if len(reasons) == 1 else say("menu-hint") if "" in reasons else ""


def _actions(mover: Mover, place: Place) -> Iterator[MenuEntry]:
    age, sq = place
    if age is not REASON:
        for tool in BUILDINGS:
            yield _entry(mover, tool, place)
    meant = meant_by(mover, DEMOLISH, age, sq)
    if meant is not None and mover.state.boards[age].at(sq) is not None:
        verb = meant[0].verb
        yield MenuEntry(f"{verb} {sq}", say(f"action-{verb.title()}"), why=_why(meant[1]))


def _why(tried: Mover) -> str:
    return " ".join(each.text() for each in tried.said)


def _nearest(state: GameState, tool: str, age: Age, sq: int) -> int:
    """The first square of the building: the one that is pointed at, or else one it would cover.

    Of several the cheapest, so that nobody pays for terrain without having meant it (G2).
    """
    found = []
    for first in (sq, *around(sq, BUILDINGS[tool][1])):
        for wish in tool_wishes(tool):
            if state.grid.area >> first & 1 and not why_not(
                state, action_at(state, wish, age, first)
            ):
                if first == sq:
                    return sq
                price = price_of(state, wish, age, first)
                found.append((0 if price is None else price.extra, first))
    return min(found)[1] if found else sq


def _entry(mover: Mover, tool: str, place: Place) -> MenuEntry:
    """A building at a square: what it costs there and how it can be paid, or why not."""
    state, (age, pointed) = mover.state, place
    meant = meant_by(mover, tool, age, _nearest(state, tool, age, pointed))
    assert meant is not None
    wish, tried = meant
    words = say(building_thing(wish.kind, wish.rank))
    if tried.place is None:
        cards = wish.kind.letter * state.rules.values[wish.kind][wish.rank]
        return MenuEntry(f"{wish.verb} {tool} {pointed}", words, cards, tool, _why(tried))
    sq = tried.place[1]
    entry, price = f"{wish.verb} {tool} {sq}", price_of(state, wish, age, sq)
    cost = "" if price is None else price.kind.letter * price.cards + "*" * price.extra
    ways = tuple((f"{entry} {cards_text(way)}", said) for way, said in payment_words(tried.ways))
    spot = "" if sq == pointed else f" {name(sq)}"
    return MenuEntry(entry, f"{words}{spot}", cost, tool, ways=ways)


def _trips(state: GameState, age: Age) -> Iterator[MenuEntry]:
    """Journeys to an age."""
    for trip in journeys(state):
        if trip.target is age:
            words = f"{say(trip.origin)} → {say(trip.target)}"
            yield MenuEntry(f"travel {int(trip.origin)} {int(age)}", words)


def chosen(mover: Mover, place: Place, entry: str) -> Mover:
    """The mover that has chosen an entry; what is refused is `said`, as after a click."""
    match entry.split():
        case ["answer", number]:
            return mover.answer(number_in(number))
        case ["pay", way]:
            return mover.pay(way)
    wish, (age, sq), way = wish_of(place, entry)
    tried = mover.cleared().at(wish, age, sq)
    return tried.pay(way) if way and tried.ways else tried


def wish_of(place: Place, entry: str) -> tuple[Wish, Place, str]:
    """What an entry wishes for, where, and the cards it pays with, whether allowed or not."""
    age = place[0]
    match entry.split():
        case ["travel", origin, _]:
            return Wish("travel", origin=age_named(origin)), place, ""
        case [("build" | "upgrade") as verb, tool, sq, *way] if (
            tool in BUILDINGS and sq.isdigit() and len(way) < 2
        ):
            return Wish(verb, *BUILDINGS[tool]), (age, int(sq)), "".join(way)
        case [("demolish" | "populate" | "restore") as verb, sq] if sq.isdigit():
            return Wish(verb), (age, int(sq)), ""
    raise KhronosError(f"the menu has no entry {entry!r}")


# ------------------------------------------------------------------ trying an entry out


_TOLD_FIRST: Final = (Effect.VANISHES, Effect.SHRINKS, Effect.BLOCKED, Effect.SPLITS)
_LEFT_OUT: Final = (None, Effect.CARDS, Effect.PAYS)
"""Coins are added up, and cards are on the entry itself."""


class WouldBe(NamedTuple):
    """What a choice would do."""

    words: str
    """What happens besides what the boards show, losses first; or why it cannot be done."""
    log: tuple[Entry, ...] = ()
    after: GameState | None = None
    """The position afterwards; None if the boards stay as they are."""


def would_be(mover: Mover, eyes: Eyes = ALL) -> WouldBe:
    """What a choice would do, as far as these eyes may know."""
    if mover.said or mover.result is None:
        why = [each.text() for each in mover.said] or [reason_of(mover)]
        return WouldBe(" ".join(why))
    names, log = mover.state.names, preview_log(mover, eyes)
    words = log_words(log, names)
    if mover.question is not None:
        words = f"{words} {question_text(mover.question, names)}"
    return WouldBe(words, log, _after(mover))


def preview_log(mover: Mover, eyes: Eyes = ALL) -> tuple[Entry, ...]:
    """What would happen as far as these eyes may know: nothing that chance would give."""
    result = mover.result
    if result is None:
        return ()
    known = (entry for entry in result.log if entry.event.about.effect is not None)
    return tuple(expected(entry, eyes) for entry in known)


def reason_of(mover: Mover) -> str:
    """Why the action that is chosen is forbidden."""
    return "" if mover.broken is None else Reason.of(mover.broken).text()


def log_words(log: Sequence[Entry], names: Sequence[str]) -> str:
    """What would happen, in sentences: coins added up, then what is lost, then the rest."""
    coins = coins_text(log, names)
    told = [entry for entry in log if entry.event.about.effect not in _LEFT_OUT]
    told.sort(key=lambda entry: entry.event.about.effect not in _TOLD_FIRST)
    head = [f"{capital(say('word-coins'))}: {coins}."] if coins else []
    return " ".join([*head, *(entry.text() for entry in told)])


def _after(mover: Mover) -> GameState | None:
    """The position afterwards; what is still open pays best for whoever is asked."""
    if isinstance(mover.result, Outcome):
        return mover.result.state
    return mover.told.after if mover.told is not None and not mover.answers else None


def coins_text(log: Sequence[Entry], names: Sequence[str]) -> str:
    """Who wins or loses coins: `Ann +1`."""
    changes = coin_changes(tuple(log), len(names))
    return ", ".join(
        f"{name} {signed(each)}" for name, each in zip(names, changes, strict=True) if each
    )


# ------------------------------------------------------------------ who is to act, and what happens


def happenings(log: Sequence[Entry], age: Age) -> Markup:
    """What would happen in an age, one line for each effect."""
    lines = [
        tag("li", effect_sign(entry.event, "klc-sign"), tag("span", entry.text()))
        for entry in log
        if entry.event.age is age
    ]
    if not lines:
        return tag("p", say("explain-nothing"), class_="klc-note")
    return tag("ul", *lines, class_="klc-effects")


def log_panel(log: Sequence[Entry]) -> Markup:
    """What would happen, or has happened, age by age."""
    parts = [tag("div", tag("h4", say(age)), happenings(log, age)) for age in AGES]
    return tag("div", *parts, class_="klc-columns")


def acting_line(state: GameState, coins: Coins = OPEN, eyes: Eyes = ALL) -> Markup:
    """Whoever is to act: hand, coins, cubes; where adventurers may still play how many cards."""
    if state.over:
        return Markup("")
    seat, player = state.seat, state.player
    hand = player.hand if sees(eyes, seat) else NO_CARDS
    cards = cards_markup(hand, player.hidden + sum(player.hand) - sum(hand))
    purse = str(player.coins) if seat in purses_seen(state, eyes, coins) else "?"
    left = [
        f"{say(age)} {allowance(state.turn.purses, age)}"
        for age in AGES
        if age in player.adventurers
    ]
    facts = (
        (say("panel-coins"), purse),
        (say("panel-cubes-short"), str(player.cubes)),
        (say("panel-cards_left"), " · ".join(left)),
    )
    told = [tag("span", f"{word} ", tag("b", value)) for word, value in facts]
    return tag("p", tag("b", seat_mark(seat), " ", player.name), tag("span", cards), *told)


def payment_words(ways: Sequence[Cards]) -> list[tuple[Cards, str]]:
    """Ways to pay for terrain (G2), each by the cards that another way would not use.

    One is said in words, several in letters: a row of them must not get long.
    """
    if len(ways) < 2:
        return []
    fixed = tuple(map(min, zip(*ways, strict=True)))
    said = []
    for way in reversed(ways):  # military first, as everywhere
        extra = [paid - least for paid, least in zip(way, fixed, strict=True)]
        words = [say(kind) for kind in KINDS if extra[kind]]
        letters = cards_text((extra[0], extra[1], extra[2]))
        said.append((way, f"+ {words[0] if sum(extra) == 1 else letters}"))
    return said
