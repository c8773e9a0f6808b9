"""Mover: from a position to a whole move, choice by choice.

A `Mover` is a position and the action that was chosen in it, with what is open of it: which cards
pay, what is drawn, the answers to what is asked. It takes what is clicked or chosen; each step
gives a new mover. Nothing recomputes a rule: why not is `why_not`, what would happen is `play`. It
is pure; `menu` shows it, and `board_input` leads it.

>>> from khronos_lab.core import square
>>> from khronos_lab.engine import new_game
>>> mover, keep = Mover(new_game(2, seed=2)), Wish("build", Kind.MILITARY, 2)
>>> mover.at(keep, Age.FAITH, square("f4")).said[0].clause
'T5'
>>> str(mover.at(keep, Age.MIGHT, square("f4")).move.action)
'build keep at f4 in Might for mm'
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from operator import or_
from typing import Final, NamedTuple

from khronos_lab.analysis import (
    PLACING,
    Explained,
    Where,
    Wish,
    action_at,
    explained,
    where_allowed,
)
from khronos_lab.core import (
    Action,
    Build,
    Building,
    EndTurn,
    Exchange,
    GameState,
    Move,
    Question,
    Swap,
    Upgrade,
    cards_of,
    cards_text,
    first,
    footprint,
    pile_size,
    violation_text,
)
from khronos_lab.desk.mode import Place
from khronos_lab.engine import Outcome, means_of, play, why_not
from khronos_lab.kit import number_in, one_of
from khronos_lab.rulebook import (
    AGES,
    BUILDING_AGES,
    HAND_SIZE,
    KINDS,
    NO_CARDS,
    RANKS,
    REASON,
    Age,
    Cards,
    IllegalAction,
    KhronosError,
    Kind,
    Violation,
    building_thing,
    capital,
    say,
)

BUILDINGS: Final = {f"{kind.letter}{rank}": (kind, rank) for kind in KINDS for rank in RANKS}
DEMOLISH: Final = "demolish"
CHANCE: Final = "chance"
GIVEN: Final = "given"
_told: Final = lru_cache(maxsize=256)(explained)


class Reason(NamedTuple):
    """Why something is not possible: a violation of the rules, or other words with a clause."""

    key: str
    """The key of the words; empty if the violation speaks for itself."""
    clause: str = ""
    violation: Violation | None = None

    @classmethod
    def of(cls, broken: Violation) -> Reason:
        """The reason that a violation is."""
        return cls("", broken.clause, broken)

    def text(self) -> str:
        """One sentence, with its clause."""
        if self.violation is not None:
            return f"{capital(violation_text(self.violation))}."
        words = say(self.key)
        return f"{words.rstrip('.')} ({self.clause})." if self.clause else words


@dataclass(frozen=True)
class Mover:
    """A position, and a half-made move of the player to act."""

    state: GameState
    action: Action | None = None
    """What is chosen; it may be illegal only for want of the cards that it is to name."""
    paid: bool = False
    """True if somebody said which cards pay; else it is the first way to pay."""
    drawn: Cards | None = None
    """What is drawn; None is what chance gives, or what nobody sees."""
    answers: tuple[int, ...] = ()
    said: tuple[Reason, ...] = ()
    """Why the last click or choice did nothing; empty if it did something."""
    asks_draws: bool = False
    """True if draws of known hands must be entered, as at a table; else chance may give them."""

    # -------------------------------------------------------------- what is open

    @property
    def place(self) -> Place | None:
        """Age and square; of a building that is put down, its first one."""
        square = getattr(self.action, "square", None)
        return None if square is None else (getattr(self.action, "age", REASON), square)

    @property
    def told(self) -> Explained | None:
        """Everything about the action at its square."""
        action, place = self.action, self.place
        if action is None or place is None:
            return None
        verb, cards = type(action).__name__.lower(), getattr(action, "cards", None)
        wish = Wish(verb, getattr(action, "kind", Kind.MILITARY), getattr(action, "rank", 1))
        return _told(self.state, wish, place, cards=cards if self.paid else None)

    @property
    def ways(self) -> tuple[Cards, ...]:
        """The ways to pay what is chosen, if there is a choice between them (G2)."""
        if self.told is None or not isinstance(self.action, Build | Upgrade):
            return ()
        return self.told.ways if len(self.told.ways) > 1 else ()

    @property
    def names_cards(self) -> bool:
        """True if cards of the hand are to be named; at the end of a turn in the first edition."""
        ends = isinstance(self.action, EndTurn) and self.state.rules.keeps_cards
        return ends or isinstance(self.action, Exchange | Swap)

    @property
    def cards(self) -> Cards:
        """The cards of the hand that are named."""
        if isinstance(self.action, EndTurn):
            return self.action.discard or NO_CARDS
        return self.action.cards if isinstance(self.action, Exchange | Swap) else NO_CARDS

    @property
    def hidden(self) -> int:
        """How many cards are named that nobody has written down."""
        return self.action.hidden if isinstance(self.action, Exchange | EndTurn) else 0

    @property
    def hand(self) -> Cards:
        """By kind: how many cards can be named; hidden ones may be any that nobody has seen."""
        held = self.state.player.hand
        if not isinstance(self.action, Swap):
            return held
        _, _, unseen = means_of(self.state)
        return (held[0] + unseen[0], held[1] + unseen[1], held[2] + unseen[2])

    @property
    def draws(self) -> int:
        """How many cards the action draws; the discards count that it brings about itself (S4)."""
        state, player = self.state, self.state.player
        gone = sum(self.cards) + self.hidden
        number = gone
        if isinstance(self.action, EndTurn):
            held = sum(player.hand) + player.hidden
            gone = gone if self.names_cards else held
            number = max(0, HAND_SIZE - (held - gone))
        elif not isinstance(self.action, Exchange):
            return 0
        return min(number, pile_size(state) + sum(state.discards) + state.hidden_discards + gone)

    @property
    def gives_draws(self) -> bool:
        """True if the cards drawn are entered."""
        known = not self.state.player.secret
        return self.draws > 0 and (self.drawn is not None or (self.asks_draws and known))

    @property
    def broken(self) -> Violation | None:
        """Why the action is forbidden; None if it is not, or there is none."""
        return None if self.action is None else why_not(self.state, self.action)

    @property
    def result(self) -> Outcome | Question | None:
        """What would come of it, or what is asked next; None if nothing can be played yet."""
        if self.action is None or self.broken is not None:
            return None
        try:
            return play(self.state, Move(self.action, self.answers))
        except IllegalAction:
            return None

    @property
    def question(self) -> Question | None:
        """The choice that somebody has to make next (B8, C2, C3, C4)."""
        result = self.result
        return result if isinstance(result, Question) else None

    @property
    def draw_fault(self) -> KhronosError | None:
        """Why the cards entered cannot be drawn; None if they can."""
        if not self.gives_draws or self.action is None or self.broken is not None:
            return None
        try:
            play(self.state, self._whole(self.action))
        except IllegalAction as fault:
            return fault
        return None

    @property
    def move(self) -> Move | None:
        """The whole move, if it is legal and nothing is missing."""
        if self.action is None or not isinstance(self.result, Outcome) or self.draw_fault:
            return None
        return self._whole(self.action)

    def _whole(self, action: Action) -> Move:
        drawn = (self.drawn or NO_CARDS) if self.gives_draws else None
        return Move(action, self.answers, drawn)

    # -------------------------------------------------------------- choosing

    def begin(self, action: Action) -> Mover:
        """Choose an action; one that is forbidden, whatever cards it named, is only told why."""
        chosen = Mover(self.state, action, asks_draws=self.asks_draws)
        if chosen.broken is None or chosen.names_cards:
            return chosen
        return replace(self, said=(Reason.of(chosen.broken),))

    def at(self, wish: Wish, age: Age, sq: int) -> Mover:
        """Choose something at a square of an age; where it is forbidden, `said` tells why."""
        told = _told(self.state, wish, (age, _anchor(self.state, wish, age, sq)))
        if told.broken:
            return replace(self, said=tuple(Reason.of(each) for each in told.broken))
        return Mover(self.state, told.action, asks_draws=self.asks_draws)

    def pay(self, way: str) -> Mover:
        """Pay with these cards."""
        known = {cards_text(each): each for each in self.ways}
        cards = known[one_of(way, known, "payment")]
        assert isinstance(self.action, Build | Upgrade)
        return self._with(action=replace(self.action, cards=cards), paid=True, answers=())

    def answer(self, number: int) -> Mover:
        """Answer the open question with the number of an option."""
        question = self.question
        if question is None:
            raise KhronosError("nothing is asked that could be answered")
        if not 0 <= number < len(question.options):
            raise KhronosError(f"there are {len(question.options)} answers, no number {number}")
        return self._with(answers=(*self.answers, number))

    def answer_at(self, age: Age, sq: int) -> Mover:
        """Answer the open question by one of the squares that it is about."""
        question = self.question
        found = None if question is None else option_at(question, age, sq)
        if question is None or found is not None:
            return self.answer(-1 if found is None else found)
        key = "move-choose_player" if question.clause == "B8" else "move-no_option"
        return replace(self, said=(Reason(key, question.clause),))

    def take(self, control: str, value: str) -> Mover:
        """Name cards: of the hand, of those that lie open (V2), or those that are drawn."""
        name, _, letter = control.removeprefix("move.").partition(".")
        action = self.action
        if name == "open" and isinstance(action, Swap):
            return self._with(action=replace(action, kind=kind_named(value)))
        if name == "card" and self.names_cards:
            kind = kind_named(letter)
            number = one_of(value, map(str, range(self.hand[kind] + 1)), "number of cards")
            named = with_number(self.cards, kind, int(number))
            field = "discard" if isinstance(action, EndTurn) else "cards"
            return self._with(action=replace(action, **{field: named}))  # type: ignore[type-var]
        if name == "hidden" and isinstance(action, Exchange | EndTurn):
            known = map(str, range(self.state.player.hidden + 1))
            return self._with(
                action=replace(action, hidden=int(one_of(value, known, "number of cards")))
            )
        if name == "draw" and letter:
            drawn = with_number(self.drawn or NO_CARDS, kind_named(letter), number_in(value))
            return self._with(drawn=drawn)
        if name == "draw":
            given = one_of(value, (CHANCE, GIVEN), "way to draw") == GIVEN
            return self._with(drawn=NO_CARDS if given else None)
        raise KhronosError(f"there is nothing to choose by the name {control!r}")

    def _with(self, **changes: object) -> Mover:
        return replace(self, said=(), **changes)  # type: ignore[arg-type]

    def cleared(self) -> Mover:
        """Begin again."""
        return Mover(self.state, asks_draws=self.asks_draws)


# ------------------------------------------------------------------ squares


def _anchor(state: GameState, wish: Wish, age: Age, sq: int) -> int:
    """The square that a click means: an upgrade with one place that holds it goes there."""
    if wish.verb != "upgrade":
        return sq
    allowed = where_allowed(state, wish)[age].now
    near = [each for each in around(sq, wish.rank) if allowed >> each & 1]
    return near[0] if len(near) == 1 else sq


def around(sq: int, rank: int) -> list[int]:
    """The first squares of buildings of a rank that cover a square."""
    side = footprint(0, rank).bit_length()
    near = range(max(0, sq - side), sq + 1)
    return [each for each in near if footprint(each, rank) >> sq & 1]


def option_at(question: Question, age: Age, sq: int) -> int | None:
    """The option of a question that a square means, if any."""
    masks = [_mask(question, each) for each in question.options]
    found = [number for number, mask in enumerate(masks) if mask >> sq & 1]
    return found[0] if found and age is question.age else None


def where_asked(question: Question) -> list[Where]:
    """The squares of the options."""
    mask = reduce(or_, (_mask(question, option) for option in question.options))
    return [Where(mask, mask) if age is question.age else Where(0, 0) for age in AGES]


def where_any(state: GameState, wishes: Iterable[Wish]) -> list[Where]:
    """By age: the squares where one of several wishes may be done."""
    found = [Where(0, 0) for _ in AGES]
    for wish in wishes:
        more = where_allowed(state, wish)
        found = [Where(*map(or_, one, two)) for one, two in zip(found, more, strict=True)]
    return found


def _mask(question: Question, option: Building | int) -> int:
    """The squares of an option; players (B8) have none."""
    if isinstance(option, Building):
        return option.mask
    return 0 if question.clause == "B8" else 1 << option


# ------------------------------------------------------------------ values of controls


def age_named(value: str) -> Age:
    """An age by its number."""
    return Age(int(one_of(value, (str(int(age)) for age in AGES), "age")))


def building_options() -> tuple[tuple[str, str], ...]:
    """All buildings to choose from, in words."""
    return tuple((code, say(building_thing(*each))) for code, each in BUILDINGS.items())


def seat_named(state: GameState, asked: str | int) -> int:
    """A seat by its number or its player's name."""
    number = str(asked)
    if asked in state.names:
        return state.names.index(number)
    if number.isascii() and number.isdigit() and int(number) < len(state.players):
        return int(number)
    raise KhronosError(f"nobody here is {asked!r}; players are {', '.join(state.names)}")


def seat_options(state: GameState) -> tuple[tuple[str, str], ...]:
    """All players to choose from, by number."""
    return tuple((str(seat), name) for seat, name in enumerate(state.names))


def kind_named(letter: str) -> Kind:
    """A kind by its letter."""
    known = {kind.letter: kind for kind in KINDS}
    return known[one_of(letter, known, "kind of cards")]


def with_number(cards: Cards, kind: Kind, number: int) -> Cards:
    """The cards, with this number of one kind."""
    military, religious, civil = (number if each is kind else cards[each] for each in KINDS)
    return military, religious, civil


# ------------------------------------------------------------------ tools


def tool_wishes(tool: str) -> list[Wish]:
    """What a tool is for in Might and Faith; nothing is upgraded to the smallest."""
    if tool == DEMOLISH:
        return [Wish("demolish")]
    kind, rank = BUILDINGS[tool]
    return [Wish(verb, kind, rank) for verb in (("build",) if rank == 1 else PLACING)]


@lru_cache(maxsize=256)
def why_no_tool(state: GameState, tool: str) -> Reason | None:
    """Why no click with a tool is a move now; None if one is.

    It is what stands in the way of the nearest place besides the boards; without a place, these.
    """
    if state.over:
        return _why_not(state, EndTurn())
    wishes, home = tool_wishes(tool), state.player.adventurers
    if any(where.now for wish in wishes for where in where_allowed(state, wish)):
        return None
    wish = wishes[0]
    for age in sorted(BUILDING_AGES, key=lambda age: age not in home):
        free = where_allowed(state, wish)[age].free
        reason = _why_not(state, action_at(state, wish, age, first(free))) if free else None
        if reason is not None:
            return reason
    return Reason(f"move-none-{wish.verb}", "A4" if tool == DEMOLISH else "A1")


def _why_not(state: GameState, action: Action) -> Reason | None:
    broken = why_not(state, action)
    return None if broken is None else Reason.of(broken)


# ------------------------------------------------------------------ buttons


def card_verbs(state: GameState) -> tuple[str, ...]:
    """What is done with cards alone, under the rules of the game."""
    return ("exchange", "swap", "end") if state.rules.holdem else ("exchange", "end")


@lru_cache(maxsize=64)
def why_no_button(state: GameState, verb: str) -> Reason | None:
    """Why nothing can be done with cards now, in this way; None if something can."""
    reasons = [_why_not(state, each) for each in _samples(state, verb)]
    if not reasons:
        return Reason("move-none-cards", "T2" if verb == "exchange" else "V2")
    return None if None in reasons else reasons[0]


def _samples(state: GameState, verb: str) -> list[Action]:
    """Actions of a sort such that one of them is allowed if any is."""
    player = state.player
    held = [kind for kind in KINDS if player.hand[kind]]
    match verb:
        case "exchange":
            known: list[Action] = [Exchange(cards_of(kind)) for kind in held]
            return known + ([Exchange(NO_CARDS, 1)] if player.hidden else [])
        case "swap":
            mine = KINDS if player.hidden else held
            return [Swap(kind, cards_of(each)) for kind in KINDS for each in mine]
    return [EndTurn(NO_CARDS if state.rules.keeps_cards else None)]
