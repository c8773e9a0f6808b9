"""A half-made move: a position, the action that was chosen in it, and what is open of it.

It takes what is clicked or chosen: which cards pay, what is drawn, the answers to what is asked.
Each step gives a new one. Nothing recomputes a rule: why not is `why_not`, what would happen is
`play`. `board_input.py` leads it and shows it.

>>> from khronos_lab.core import square
>>> from khronos_lab.engine import new_game
>>> half, keep = HalfMove(new_game(2, seed=2)), Wish("build", Kind.MILITARY, 2)
>>> half.at(keep, Age.FAITH, square("f4")).refused[-5:]
'(T5).'
>>> str(half.at(keep, Age.MIGHT, square("f4")).whole().action)
'build keep at f4 in Might for mm'
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Final

from khronos_lab.analysis import PLACING, Explained, Wish, explained, where_allowed
from khronos_lab.core import (
    Action,
    Build,
    Building,
    EndTurn,
    Exchange,
    GameState,
    Move,
    OpenChoice,
    Swap,
    Upgrade,
    action_text,
    cards_text,
    footprint,
    pile_size,
    question_text,
    violation_text,
)
from khronos_lab.desk.mode import Place
from khronos_lab.engine import Outcome, means_of, play, why_not
from khronos_lab.kit import number_in, one_of
from khronos_lab.rulebook import (
    CIVIL,
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
    capital,
    say,
)

BUILDINGS: Final = {f"{kind.letter}{rank}": (kind, rank) for kind in KINDS for rank in RANKS}
DEMOLISH: Final = "demolish"
CHANCE: Final = "chance"
GIVEN: Final = "given"
explained_once: Final = lru_cache(maxsize=256)(explained)


@dataclass(frozen=True)
class HalfMove:
    """A position, and what is chosen so far of a move of the player to act."""

    state: GameState
    action: Action | None = None
    """What is chosen; it may be illegal only for want of the cards that it is to name."""
    paid: bool = False
    """True if somebody said which cards pay; else it is the first way to pay."""
    drawn: Cards | None = None
    """What is drawn; None is what chance gives, or what nobody sees."""
    answers: tuple[int, ...] = ()
    refused: str = ""
    """Why the last click or choice did nothing; empty if it did something."""
    asks_draws: bool = False
    """True if draws of known hands must be entered, as at a table; else chance may give them."""

    # -------------------------------------------------------------- what is open

    @property
    def place(self) -> Place | None:
        """Age and square; of a building that is put down, its first one."""
        square = getattr(self.action, "square", None)
        return None if square is None else (getattr(self.action, "age", REASON), square)

    @cached_property
    def told(self) -> Explained | None:
        action, place = self.action, self.place
        if action is None or place is None:
            return None
        verb, cards = type(action).__name__.lower(), getattr(action, "cards", None)
        wish = Wish(verb, getattr(action, "kind", Kind.MILITARY), getattr(action, "rank", 1))
        return explained_once(self.state, wish, place, cards=cards if self.paid else None)

    @property
    def ways(self) -> tuple[Cards, ...]:
        """The ways to pay what is chosen, if there is a choice between them (G2)."""
        if self.told is None or not isinstance(self.action, Build | Upgrade):
            return ()
        return self.told.ways if len(self.told.ways) > 1 else ()

    @property
    def to_pay(self) -> bool:
        return bool(self.ways) and not self.paid

    @property
    def names_cards(self) -> bool:
        """True if cards of the hand are to be named; at the end of a turn in the first edition."""
        ends = isinstance(self.action, EndTurn) and self.state.rules.keeps_cards
        return ends or isinstance(self.action, Exchange | Swap)

    @property
    def cards(self) -> Cards:
        if isinstance(self.action, EndTurn):
            return self.action.discard or NO_CARDS
        return self.action.cards if isinstance(self.action, Exchange | Swap) else NO_CARDS

    @property
    def hidden(self) -> int:
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
        gone = number = sum(self.cards) + self.hidden
        if isinstance(self.action, EndTurn):
            held = sum(player.hand) + player.hidden
            gone = gone if self.names_cards else held
            number = max(0, HAND_SIZE - (held - gone))
        elif not isinstance(self.action, Exchange):
            return 0
        return min(number, pile_size(state) + sum(state.discards) + state.hidden_discards + gone)

    @property
    def gives_draws(self) -> bool:
        known = not self.state.player.secret
        return self.draws > 0 and (self.drawn is not None or (self.asks_draws and known))

    @cached_property
    def broken(self) -> Violation | None:
        """Why the action is forbidden; None if it is not, or there is none."""
        return None if self.action is None else why_not(self.state, self.action)

    @cached_property
    def result(self) -> Outcome | OpenChoice | None:
        """What would come of it, or what is asked next; None if nothing can be played yet."""
        if self.action is None or self.broken is not None:
            return None
        try:
            return play(self.state, Move(self.action, self.answers))
        except IllegalAction:
            return None

    @property
    def question(self) -> OpenChoice | None:
        return self.result if isinstance(self.result, OpenChoice) else None

    @property
    def asked(self) -> OpenChoice | None:
        """The same, if it is to be answered now: first it is said what pays."""
        return None if self.to_pay else self.question

    @property
    def draw_fault(self) -> KhronosError | None:
        """Why the cards entered cannot be drawn; None if they can."""
        if not self.gives_draws or self.action is None or self.broken is not None:
            return None
        try:
            play(self.state, self._move(self.action))
        except IllegalAction as fault:
            return fault
        return None

    @property
    def move(self) -> Move | None:
        if self.action is None or not isinstance(self.result, Outcome) or self.draw_fault:
            return None
        return self._move(self.action)

    def _move(self, action: Action) -> Move:
        drawn = (self.drawn or NO_CARDS) if self.gives_draws else None
        return Move(action, self.answers, drawn)

    def whole(self, *, answered: bool = True) -> Move | None:
        """The move, if nothing is left to choose or to confirm.

        Unless it is to be `answered`, it is whole as soon as its action is: what is asked on the
        way is put to those whom it concerns.
        """
        if self.to_pay or self.names_cards:
            return None
        if answered:
            return self.move
        return None if self.action is None or self.broken is not None else Move(self.action)

    @property
    def status(self) -> str:
        """One sentence: what is to be chosen next of a move that was begun."""
        if self.to_pay:
            return say("menu-pay")
        if self.question is not None:
            return question_text(self.question, self.state.names)
        if self.broken is not None:
            return reason_text(self.broken)
        fault = self.draw_fault
        if fault is not None:
            entered, number = sum(self.drawn or NO_CARDS), self.draws
            if entered == number or self.state.player.secret:
                return fault.text()
            return f"{say('move-enter_draws')} {entered}/{number}."
        if self.action is None:
            return say("record-first_tool")
        return f"{say('move-ready')}: {action_text(self.action)}."

    # -------------------------------------------------------------- choosing

    def cleared(self) -> HalfMove:
        return HalfMove(self.state, asks_draws=self.asks_draws)

    def _with(self, **changes: object) -> HalfMove:
        return replace(self, refused="", **changes)  # type: ignore[arg-type]

    def begin(self, action: Action) -> HalfMove:
        """Choose an action; one that is forbidden, whatever cards it named, is only told why."""
        chosen = replace(self.cleared(), action=action)
        if chosen.broken is None or chosen.names_cards:
            return chosen
        return replace(self, refused=reason_text(chosen.broken))

    def at(self, wish: Wish, age: Age, sq: int) -> HalfMove:
        """Choose something at a square of an age; where it is forbidden, `refused` tells why.

        An upgrade with one place that holds the square goes there.
        """
        if wish.verb == "upgrade":
            allowed = where_allowed(self.state, wish)[age].now
            near = [each for each in around(sq, wish.rank) if allowed >> each & 1]
            sq = near[0] if len(near) == 1 else sq
        told = explained_once(self.state, wish, (age, sq))
        if told.broken:
            return replace(self, refused=" ".join(map(reason_text, told.broken)))
        return replace(self.cleared(), action=told.action)

    def meant(self, tool: str, age: Age, sq: int) -> tuple[Wish, HalfMove] | None:
        """What a tool is used for at a square, and the move that has chosen it."""
        fresh = self.cleared()
        wish = meant_wish(self.state, tool, age, sq, lambda x: not fresh.at(x, age, sq).refused)
        return None if wish is None else (wish, fresh.at(wish, age, sq))

    def pay(self, way: str) -> HalfMove:
        known = {cards_text(each): each for each in self.ways}
        cards = known[one_of(way, known, "payment")]
        assert isinstance(self.action, Build | Upgrade)
        return self._with(action=replace(self.action, cards=cards), paid=True, answers=())

    def answer(self, number: int) -> HalfMove:
        question = self.question
        if question is None:
            raise KhronosError("nothing is asked that could be answered")
        if not 0 <= number < len(question.options):
            raise KhronosError(f"there are {len(question.options)} answers, no number {number}")
        return self._with(answers=(*self.answers, number))

    def answer_at(self, age: Age, sq: int) -> HalfMove:
        """Answer the open question by one of the squares that it is about."""
        question = self.question
        assert question is not None
        for number, option in enumerate(question.options):
            if age is question.age and option_mask(question, option) >> sq & 1:
                return self.answer(number)
        key = "move-choose_player" if question.clause == "B8" else "move-no_option"
        return replace(self, refused=f"{say(key).rstrip('.')} ({question.clause}).")

    def take(self, control: str, value: str) -> HalfMove:
        """Name cards: of the hand, of those that lie open (V2), or those that are drawn."""
        name, _, letter = control.removeprefix("move.").partition(".")
        action = self.action
        if name == "open" and isinstance(action, Swap):
            return self._with(action=replace(action, kind=kind_named(value)))
        if name == "card" and self.names_cards:
            kind = kind_named(letter)
            number = one_of(value, map(str, range(self.hand[kind] + 1)), "number of cards")
            named = _with_number(self.cards, kind, int(number))
            field = "discard" if isinstance(action, EndTurn) else "cards"
            return self._with(action=replace(action, **{field: named}))  # type: ignore[type-var]
        if name == "hidden" and isinstance(action, Exchange | EndTurn):
            known = map(str, range(self.state.player.hidden + 1))
            hidden = int(one_of(value, known, "number of cards"))
            return self._with(action=replace(action, hidden=hidden))
        if name == "draw" and letter:
            kind = kind_named(letter)
            return self._with(drawn=_with_number(self.drawn or NO_CARDS, kind, number_in(value)))
        if name == "draw":
            given = one_of(value, (CHANCE, GIVEN), "way to draw") == GIVEN
            return self._with(drawn=NO_CARDS if given else None)
        raise KhronosError(f"there is nothing to choose by the name {control!r}")


def reason_text(broken: Violation) -> str:
    """Why something is not possible, with its clause, as a sentence of its own."""
    return f"{capital(violation_text(broken))}."


def kind_named(letter: str) -> Kind:
    known = {kind.letter: kind for kind in KINDS}
    return known[one_of(letter, known, "kind of cards")]


def _with_number(cards: Cards, kind: Kind, number: int) -> Cards:
    military, religious, civil = (number if each is kind else cards[each] for each in KINDS)
    return military, religious, civil


# ------------------------------------------------------------------ tools and squares


def tool_wishes(tool: str) -> list[Wish]:
    """What a tool is for in Might and Faith; nothing is upgraded to the smallest."""
    if tool == DEMOLISH:
        return [Wish("demolish")]
    kind, rank = BUILDINGS[tool]
    return [Wish(verb, kind, rank) for verb in (("build",) if rank == 1 else PLACING)]


def meant_wish(
    state: GameState, tool: str, age: Age, sq: int, fits: Callable[[Wish], bool]
) -> Wish | None:
    """Of what a tool is for, the first that fits; else what was meant, by what stands there.

    In Reason, where nobody builds, a click populates or restores whatever the tool is.
    """
    standing = state.boards[age].at(sq)
    if age is REASON:
        if standing is None:
            return None
        return Wish("populate" if standing.kind is CIVIL else "restore")
    wishes = tool_wishes(tool)
    last, fitting = wishes[-1], [wish for wish in wishes if fits(wish)]
    grows = standing is not None and standing.kind is last.kind and standing.rank < last.rank
    return fitting[0] if fitting else last if grows else wishes[0]


def around(sq: int, rank: int) -> list[int]:
    """The first squares of buildings of a rank that cover a square."""
    side = footprint(0, rank).bit_length()
    near = range(max(0, sq - side), sq + 1)
    return [each for each in near if footprint(each, rank) >> sq & 1]


def option_mask(question: OpenChoice, option: Building | int) -> int:
    """The squares of an option; players (B8) have none."""
    if isinstance(option, Building):
        return option.mask
    return 0 if question.clause == "B8" else 1 << option
