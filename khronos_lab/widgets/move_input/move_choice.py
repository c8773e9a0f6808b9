"""Mover: from a position to a whole move, choice by choice.

A `Mover` is a position with a half-made choice. It says what can be chosen next, on the boards and
beside them, and takes what is clicked or chosen; each step gives a new mover. Nothing recomputes a
rule: what is legal is `choices`, why not is `why_not`, what would happen is `play`. It is pure;
`menu` and `panels` show it, and `board_input` leads it.

>>> from khronos_lab.core.squares import square
>>> from khronos_lab.engine.setup import new_game
>>> mover = Mover(new_game(2, seed=2)).take("move.verb", "build").take("move.building", "m2")
>>> mover.missing, mover.move
('place', None)
>>> mover.click(Age.FAITH, square("f4")).said[0].clause
'T5'
>>> str(mover.click(Age.MIGHT, square("f4")).move.action)
'build keep at f4 in Might for mm'
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, NamedTuple

from khronos_lab.analysis.legality import (
    PLACING,
    Explained,
    Where,
    Wish,
    action_at,
    explained,
    where_allowed,
)
from khronos_lab.core.actions import (
    Action,
    EndTurn,
    Exchange,
    Move,
    Swap,
    Travel,
    Violation,
)
from khronos_lab.core.board import Building
from khronos_lab.core.resolution import Question
from khronos_lab.core.squares import footprint
from khronos_lab.core.state import GameState, cards_text, pile_size
from khronos_lab.engine.legal_actions import means_of
from khronos_lab.engine.moves import Outcome, play, why_not
from khronos_lab.rulebook.errors import IllegalAction, KhronosError
from khronos_lab.rulebook.pieces import AGES, HAND_SIZE, KINDS, NO_CARDS, RANKS, Age, Cards, Kind
from khronos_lab.widgets.kit.base import number_in, one_of
from khronos_lab.widgets.move_input.offers import Offer, Reason, buildings_of, verbs_of

ON_BOARDS: Final = ("build", "upgrade", "demolish", "populate", "restore")
"""What is done at a square."""
WITH_CARDS: Final = ("exchange", "swap", "end")
"""What names cards of the hand; `end` only in the first edition (V1)."""
BUILDINGS: Final = {f"{kind.letter}{rank}": (kind, rank) for kind in KINDS for rank in RANKS}
NOWHERE: Final = (Where(0, 0),) * 3

CHANCE: Final = "chance"
GIVEN: Final = "given"


class Half(NamedTuple):
    """What has been chosen so far."""

    verb: str = ""
    building: str = ""
    """Kind and rank, as `m2`."""
    place: tuple[Age, int] | None = None
    """Age and square; of a building that is put down, its first one."""
    origin: Age | None = None
    target: Age | None = None
    kind: Kind | None = None
    """Of the open cards that are taken (V2)."""
    payment: Cards | None = None
    """None is the first way to pay."""
    cards: Cards = NO_CARDS
    """Cards of the hand that are exchanged, laid down or discarded."""
    hidden: int = 0
    """How many of them nobody wrote down."""
    drawn: Cards | None = None
    """What is drawn; None is what chance gives, or what nobody sees."""
    answers: tuple[int, ...] = ()


NOTHING_YET: Final = Half()


def option_at(question: Question, age: Age, sq: int) -> int | None:
    """The option of a question that a square means, if any."""
    if age is not question.age or question.clause == "B8":
        return None
    for number, option in enumerate(question.options):
        if isinstance(option, Building) and option.mask >> sq & 1:
            return number
        if not isinstance(option, Building) and option == sq:
            return number
    return None


def where_asked(question: Question) -> tuple[Where, Where, Where]:
    """The squares of the options."""
    mask = 0
    if question.clause != "B8":
        for option in question.options:
            mask |= option.mask if isinstance(option, Building) else 1 << option
    might, faith, reason = (
        Where(mask, mask) if age is question.age else Where(0, 0) for age in AGES
    )
    return might, faith, reason


def around(sq: int, rank: int) -> list[int]:
    """The first squares of buildings of a rank that cover a square."""
    side = footprint(0, rank).bit_length()
    near = range(max(0, sq - side), sq + 1)
    return [each for each in near if footprint(each, rank) >> sq & 1]


def age_named(value: str) -> Age:
    """An age by its number."""
    return Age(int(one_of(value, (str(int(age)) for age in AGES), "age")))


def kind_named(letter: str) -> Kind:
    """A kind by its letter."""
    known = {kind.letter: kind for kind in KINDS}
    return known[one_of(letter, known, "kind of cards")]


def with_number(cards: Cards, kind: Kind, number: int) -> Cards:
    """The cards, with this number of one kind."""
    new = list(cards)
    new[kind] = number
    return (new[0], new[1], new[2])


@dataclass(frozen=True)
class Mover:
    """A position and a half-made choice of the player to act."""

    state: GameState
    half: Half = NOTHING_YET
    said: tuple[Reason, ...] = ()
    """Why the last click or choice did nothing; empty if it did something."""
    asks_draws: bool = False
    """True if draws of known hands must be entered, as at a table; else chance may give them."""

    # -------------------------------------------------------------- what can be chosen

    @property
    def verbs(self) -> tuple[Offer, ...]:
        """The actions, and for one that is not possible now the reason."""
        return verbs_of(self.state)

    @property
    def buildings(self) -> tuple[Offer, ...]:
        """What can be built, or upgraded to."""
        return buildings_of(self.state, self.half.verb) if self.half.verb in PLACING else ()

    @property
    def where(self) -> tuple[Where, Where, Where]:
        """By age: the squares that can be clicked now, and those where only means are missing."""
        if self.question is not None:
            return where_asked(self.question)
        wish = self.wish
        return NOWHERE if wish is None else where_allowed(self.state, wish)

    @property
    def wish(self) -> Wish | None:
        """The choice as far as it is about squares; None if that is not known yet."""
        verb = self.half.verb
        if verb not in ON_BOARDS or (verb in PLACING and not self.half.building):
            return None
        kind, rank = BUILDINGS[self.half.building] if verb in PLACING else (Kind.MILITARY, 1)
        return Wish(verb, kind, rank)

    @property
    def ways(self) -> tuple[Cards, ...]:
        """The ways to pay what is chosen, if there is a choice between them (G2)."""
        if self.told is None or self.half.verb not in PLACING or not self.told.allowed:
            return ()
        return self.told.ways if len(self.told.ways) > 1 else ()

    @property
    def origins(self) -> tuple[Age, ...]:
        """Where a journey can begin."""
        return tuple(age for age in AGES if age in self.state.player.adventurers)

    @property
    def hand(self) -> Cards:
        """By kind: how many cards can be named; hidden ones may be any that nobody has seen."""
        if self.half.verb != "swap":
            return self.state.player.hand
        _, _, unseen = means_of(self.state)
        held = self.state.player.hand
        return (held[0] + unseen[0], held[1] + unseen[1], held[2] + unseen[2])

    @property
    def names_cards(self) -> bool:
        """True if cards of the hand are to be named."""
        verb = self.half.verb
        return verb in WITH_CARDS and (verb != "end" or self.state.rules.keeps_cards)

    @property
    def draws(self) -> int:
        """How many cards the choice draws; 0 if it draws none."""
        half, player = self.half, self.state.player
        number = sum(half.cards) + half.hidden
        if half.verb == "end":
            kept = sum(player.hand) + player.hidden - number if self.names_cards else 0
            number = max(0, HAND_SIZE - kept)
        elif half.verb != "exchange":
            return 0
        discards = self._discarded
        return min(number, pile_size(self.state) + discards)

    @property
    def _discarded(self) -> int:
        """The discards at the moment of drawing, those of this very action included (S4)."""
        state, half = self.state, self.half
        gone = sum(half.cards) + half.hidden
        if half.verb == "end" and not self.names_cards:
            gone = sum(state.player.hand) + state.player.hidden
        return sum(state.discards) + state.hidden_discards + gone

    @property
    def gives_draws(self) -> bool:
        """True if the cards drawn are entered."""
        known = not self.state.player.secret
        return self.draws > 0 and (self.half.drawn is not None or (self.asks_draws and known))

    # -------------------------------------------------------------- what has been chosen

    @property
    def action(self) -> Action | None:
        """The action, as soon as everything about it is known, legal or not."""
        half = self.half
        match half.verb:
            case "travel":
                origin = half.origin if half.origin is not None else self._only_origin
                return (
                    None if origin is None or half.target is None else Travel(origin, half.target)
                )
            case "exchange":
                return Exchange(half.cards, half.hidden)
            case "swap":
                return None if half.kind is None else Swap(half.kind, half.cards)
            case "end":
                return EndTurn(half.cards, half.hidden) if self.names_cards else EndTurn()
        wish = self.wish
        if wish is None or half.place is None:
            return None
        return action_at(self.state, wish, *half.place, half.payment)

    @property
    def _only_origin(self) -> Age | None:
        places = [age for age in self.origins if age is not self.half.target]
        return places[0] if len(places) == 1 else None

    @property
    def told(self) -> Explained | None:
        """Everything about the choice at its square."""
        wish, place = self.wish, self.half.place
        if wish is None or place is None:
            return None
        return _told(self.state, wish, place, self.half.payment)

    @property
    def broken(self) -> Violation | None:
        """Why the action is forbidden; None if it is not, or not known yet."""
        action = self.action
        return None if action is None else why_not(self.state, action)

    @property
    def result(self) -> Outcome | Question | None:
        """What would come of it, or what is asked next; None if nothing can be played yet."""
        action = self.action
        if action is None or self.broken is not None:
            return None
        try:
            return play(self.state, Move(action, self.half.answers))
        except IllegalAction:
            return None

    @property
    def question(self) -> Question | None:
        """The choice that somebody has to make next (B8, C2, C3, C4)."""
        result = self.result
        return result if isinstance(result, Question) else None

    @property
    def missing(self) -> str:
        """What is to be chosen next, in a word; empty if nothing is missing.

        `place` for whatever the boards and the menu ask, `kind`, `cards`, `answer`, `draws`, or
        `other` if what is chosen is forbidden.
        """
        half = self.half
        if self.state.over:
            return "other"
        if self.action is None:
            return "kind" if half.verb == "swap" else "place"
        if self.broken is not None:
            return "cards" if self.names_cards and not sum(half.cards) + half.hidden else "other"
        if self.question is not None:
            return "answer"
        return "draws" if self._draw_fault() is not None else ""

    @property
    def move(self) -> Move | None:
        """The whole move, if it is legal and nothing is missing."""
        return None if self.missing or self.action is None else self._whole()

    def _whole(self) -> Move:
        assert self.action is not None
        drawn = (self.half.drawn or NO_CARDS) if self.gives_draws else None
        return Move(self.action, self.half.answers, drawn)

    def _draw_fault(self) -> str | None:
        """Why the cards entered cannot be drawn; None if they can, or chance gives them."""
        if not self.gives_draws:
            return None
        try:
            play(self.state, self._whole())
        except IllegalAction as fault:
            return str(fault)
        return None

    @property
    def draw_fault(self) -> str:
        """Why the cards entered cannot be drawn, in a sentence; empty if they can."""
        if not self.gives_draws or self.action is None or self.broken is not None:
            return ""
        return self._draw_fault() or ""

    # -------------------------------------------------------------- choosing

    def take(self, control: str, value: str) -> Mover:
        """Choose something beside the boards; an option that does not exist is refused."""
        name, _, letter = control.removeprefix("move.").partition(".")
        if name == "verb":
            return self._verb(value)
        if name == "answer":
            return self.answer(number_in(value))
        change = _CHANGES.get(f"{name}.*" if letter else name)
        if change is None:
            raise KhronosError(f"there is nothing to choose by the name {control!r}")
        new = change(self, letter, str(value))
        if name not in ("draw", "pay"):
            new = new._replace(payment=None)
        # What was asked on the way may be asked otherwise now.
        return self._with(new if name == "draw" else new._replace(answers=()))

    def _verb(self, value: str) -> Mover:
        verb = one_of(value, (each.value for each in self.verbs), "action")
        why = next(each.why for each in self.verbs if each.value == verb)
        keeps = self.half.building if verb in PLACING else ""
        said = () if why is None else (why,)
        return self._with(Half(verb, building=keeps), said)

    def answer(self, number: int) -> Mover:
        """Answer the open question with the number of an option."""
        question = self.question
        if question is None:
            raise KhronosError("nothing is asked that could be answered")
        if not 0 <= number < len(question.options):
            raise KhronosError(f"there are {len(question.options)} answers, no number {number}")
        return self._with(self.half._replace(answers=(*self.half.answers, number)))

    def click(self, age: Age, sq: int) -> Mover:
        """Click a square of an age; where that means nothing or is forbidden, `said` tells why."""
        if self.question is not None:
            return self._answered(self.question, age, sq)
        wish = self.wish
        if wish is None:
            raise KhronosError("say first what is to be done at a square")
        place = age, self._anchor(wish, age, sq)
        told = _told(self.state, wish, place, None)
        if told.broken:
            said = tuple(Reason.of(each) for each in told.broken)
            return replace(self, said=said)
        return self._with(self.half._replace(place=place, payment=None, answers=()))

    def _anchor(self, wish: Wish, age: Age, sq: int) -> int:
        """The square that a click means: an upgrade with one place that holds it goes there."""
        if wish.verb not in ("upgrade", "build"):
            standing = self.state.boards[age].at(sq)
            return sq if standing is None else standing.square
        if wish.verb == "build":
            return sq
        allowed = where_allowed(self.state, wish)[age].now
        near = [each for each in around(sq, wish.rank) if allowed >> each & 1]
        return near[0] if len(near) == 1 else sq

    def _answered(self, question: Question, age: Age, sq: int) -> Mover:
        """A click on one of the squares that a question is about."""
        found = option_at(question, age, sq)
        if found is None:
            key = "move-choose_player" if question.clause == "B8" else "move-no_option"
            return replace(self, said=(Reason(key, question.clause),))
        return self.answer(found)

    def _with(self, half: Half, said: tuple[Reason, ...] = ()) -> Mover:
        return replace(self, half=half, said=said)

    def cleared(self) -> Mover:
        """Begin again."""
        return Mover(self.state, asks_draws=self.asks_draws)

    def in_state(self, state: GameState) -> Mover:
        """The same with nothing chosen, in another position."""
        return Mover(state, asks_draws=self.asks_draws)


# ------------------------------------------------------------------ what is chosen by a control


def _pay(mover: Mover, value: str) -> Half:
    known = {cards_text(way): way for way in mover.ways}
    return mover.half._replace(payment=known[one_of(value, known, "payment")])


def _building(mover: Mover, value: str) -> Half:
    known = (each.value for each in mover.buildings)
    return mover.half._replace(building=one_of(value, known, "building"), place=None)


def _card(mover: Mover, letter: str, value: str) -> Half:
    kind = kind_named(letter)
    number = one_of(value, map(str, range(mover.hand[kind] + 1)), "number of cards")
    return mover.half._replace(cards=with_number(mover.half.cards, kind, int(number)))


def _hidden(mover: Mover, value: str) -> Half:
    most = mover.state.player.hidden
    number = one_of(value, map(str, range(most + 1)), "number of cards")
    return mover.half._replace(hidden=int(number))


def _draw(mover: Mover, value: str) -> Half:
    given = one_of(value, (CHANCE, GIVEN), "way to draw") == GIVEN
    return mover.half._replace(drawn=NO_CARDS if given else None)


def _draw_kind(mover: Mover, letter: str, value: str) -> Half:
    drawn = mover.half.drawn or NO_CARDS
    return mover.half._replace(drawn=with_number(drawn, kind_named(letter), number_in(value)))


_CHANGES: Final[dict[str, Callable[[Mover, str, str], Half]]] = {
    "building": lambda mover, _, value: _building(mover, value),
    "pay": lambda mover, _, value: _pay(mover, value),
    "from": lambda mover, _, value: mover.half._replace(origin=age_named(value)),
    "to": lambda mover, _, value: mover.half._replace(target=age_named(value)),
    "open": lambda mover, _, value: mover.half._replace(kind=kind_named(value)),
    "card.*": _card,
    "hidden": lambda mover, _, value: _hidden(mover, value),
    "draw": lambda mover, _, value: _draw(mover, value),
    "draw.*": _draw_kind,
}
"""By control: what it changes; the star stands for a kind of cards."""


# ------------------------------------------------------------------ small things


@lru_cache(maxsize=256)
def _told(state: GameState, wish: Wish, place: tuple[Age, int], cards: Cards | None) -> Explained:
    return explained(state, wish, place, cards=cards)
