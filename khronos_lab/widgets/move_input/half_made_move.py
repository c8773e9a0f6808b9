"""What has been chosen of a move so far, and small things about squares and cards."""

from __future__ import annotations

from typing import Final, NamedTuple

from khronos_lab.analysis.legality import Where
from khronos_lab.core.board import Building
from khronos_lab.core.resolution import Question
from khronos_lab.core.squares import footprint
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.pieces import AGES, KINDS, NO_CARDS, RANKS, Age, Cards, Kind
from khronos_lab.widgets.kit.base import one_of

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
    """So many of them that nobody wrote down."""
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


def number_in(value: str) -> int:
    """A number as somebody types it."""
    text = str(value).strip()
    if not (text.isascii() and text.isdigit()) or len(text) > 4:
        raise KhronosError(f"{value!r} is no number; write, for example, 2")
    return int(text)


def with_number(cards: Cards, kind: Kind, number: int) -> Cards:
    """The cards with so many of one kind."""
    new = list(cards)
    new[kind] = number
    return (new[0], new[1], new[2])
