"""Cases of X, S2 and T7: who collects what, and who wins."""

from __future__ import annotations

from typing import Final

from khronos_lab.core import events as e
from khronos_lab.core.actions import EndTurn
from khronos_lab.rulebook.pieces import AGES, FAITH, MIGHT, REASON, ROUNDS, TAX_ROUNDS, Age
from khronos_lab.scenarios.made.cases import Asked, Case, Fits, Sketch
from khronos_lab.scenarios.made.conflict_cases import joining
from khronos_lab.scenarios.made.workshop import Workshop
from khronos_lab.scenarios.questions.tried_action import Look


def taxing(ages: tuple[Age, ...] = AGES, *, last: bool = False) -> Sketch:
    """A turn that ends in a round with taxes, with adventurers in some of these ages.

    The last one of the game ends with little between the players.
    """

    def sketch(shop: Workshop, size: int) -> Look | None:
        rng = shop.rng
        shop.company(4 * size)
        shop.settle(2 + 2 * size)
        ruins = [each.square for each in shop.state.boards[REASON] if each.ruin]
        for anchor in rng.sample(ruins, min(size, len(ruins))):
            shop.restore(anchor, shop.someone)
        where = (rng.choice(ages), rng.choice(ages if size == 1 else AGES))
        if not last:
            return shop.see(shop.turn(shop.someone, where, rounds=TAX_ROUNDS), EndTurn())
        seat = (shop.state.start - 1) % len(shop.state.players)
        state = shop.turn(seat, where, rounds=(ROUNDS,))
        players = tuple(each._replace(coins=4 + rng.randrange(3)) for each in state.players)
        return shop.see(state._replace(players=players), EndTurn())

    return sketch


def collected(*ages: Age) -> Fits:
    """Something is collected there, and the question is about it."""

    def fits(asked: Asked) -> bool:
        paid = any(event.age in ages for event in asked.events(e.TaxCollected))
        return paid and (asked.age is None or asked.age in ages)

    return fits


def _missed(asked: Asked) -> bool:
    """Somebody who is entitled is not there."""
    gone = any(asked.age in (None, event.age) for event in asked.events(e.TaxMissed))
    return gone and asked.telling


def ruled(number: int, *ages: Age) -> Fits:
    """Who rules a domain in one of these ages: nobody, one, or several."""

    def fits(asked: Asked) -> bool:
        assert isinstance(asked.right, tuple)
        return asked.age in ages and asked.telling and min(len(asked.right), 2) == number

    return fits


TAX, RULER = ("tax",), ("ruler",)
ANYWHERE: Final = collected(*AGES)
TAXES: Final[dict[str, tuple[Case, ...]]] = {
    "S2": (
        Case("strength", joining(even=False), ("strength",), lambda x: x.telling),
        Case("tax", taxing(), TAX, ANYWHERE),
    ),
    "T7": (Case("who wins", taxing(last=True), ("winner",), lambda _: True),),
    "X1": (
        Case("all ages", taxing(), TAX, lambda x: x.age is None and ANYWHERE(x)),
        Case("one age", taxing(), TAX, lambda x: x.age is not None and ANYWHERE(x)),
    ),
    "X2": (
        Case("Might: who", taxing(), RULER, ruled(1, MIGHT)),
        Case("Faith: who", taxing(), RULER, ruled(1, FAITH)),
        Case("nobody", taxing(), RULER, ruled(0, MIGHT, FAITH)),
        Case("how much in Might", taxing((MIGHT,)), TAX, collected(MIGHT)),
        Case("how much in Faith", taxing((FAITH,)), TAX, collected(FAITH)),
    ),
    "X3": (
        Case("most cubes", taxing(), RULER, ruled(1, REASON)),
        Case("a tie", taxing(), RULER, ruled(2, REASON)),
        Case("how much", taxing((REASON,)), TAX, collected(REASON)),
    ),
    "X4": (
        Case("not there", taxing(), TAX, _missed),
        Case("there", taxing(), TAX, ANYWHERE),
    ),
}
