"""Scenes: short positions and moves for what the whole games do not meet."""

from __future__ import annotations

from khronos_lab.core import Action, Build, Move, Upgrade, square
from khronos_lab.rulebook import CIVIL, MIGHT, MILITARY, RELIGIOUS
from tests.golden.playthrough import Game, scripted
from tests.support import position


def scene(title: str, text: str, *moves: Move | Action) -> Game:
    return Game(title, "a script", position(text), scripted(*moves))


MOVES = (
    scene(
        "C2, C5: of two castles the weaker one gives way to a keep in all three ages",
        """
        players Red: hand c; White
        Might                           | Faith                           | Reason
        m3R #   #   .   m3W #   #   | m3R #   #   .   m3W #   #   | m3% #   #   .    m3%R #    #
        #   #   #   .   #   #   #   | #   #   #   .   #   #   #   | #   #   #   .    #    #    #
        #   #   #   .   #   #   #   | #   #   #   .   #   #   #   | #   #   #   .    #    #    #
        m1R .   .   .   .   .   h   | .   .   .   .   .   .   h   | .   .   .   .    .    .    h
        """,
        Move(Build(MIGHT, CIVIL, 1, square("d2"), (0, 0, 1)), (3,)),
    ),
    scene(
        "C2, then C3: a shrunk keep splits the joined domain, and its monasteries conflict",
        """
        players Green: hand c; Red; White
        Might                                   | Faith                       | Reason
        .   r2R #   .   .   .   .   m2R # | .  .  .  .  .  .  .  .  . | .  .  .  .  .  .  .  .  .
        .   #   #   m2W #   .   c1  #   # | .  .  .  .  .  .  .  .  . | .  .  .  .  .  .  .  .  .
        r2W #   .   #   #   .   c1  m1R . | .  .  .  .  .  .  .  .  . | .  .  .  .  .  .  .  .  .
        #   #   .   r3W #   #   .   .   . | .  .  .  .  .  .  .  .  . | .  .  .  .  .  .  .  .  .
        .   .   .   #   #   #   .   .   . | .  .  .  .  .  .  .  .  . | .  .  .  .  .  .  .  .  .
        .   .   .   #   #   #   .   .   . | .  .  .  .  .  .  .  .  . | .  .  .  .  .  .  .  .  .
        """,
        Move(Build(MIGHT, CIVIL, 1, square("f2"), (0, 0, 1)), (1, 1, 3)),
    ),
    scene(
        "C5, B5: one keep is left for the castle's successor, so its shadows are not replaced",
        """
        players Red: hand c; White
        supply: m 1 1 0, r 20 20 9, c 20 24 9
        Might                           | Faith                           | Reason
        m3R #   #   .   m3W #   #   | .   .   .   .   m3W #   #   | .   .   .   .    m3   #    #
        #   #   #   .   #   #   #   | .   .   .   .   #   #   #   | .   .   .   .    #    #    #
        #   #   #   .   #   #   #   | .   .   .   .   #   #   #   | .   .   .   .    #    #    #
        m1R .   .   .   .   .   .   | .   .   .   .   .   .   .   | .   .   .   .    .    .    .
        """,
        Move(Build(MIGHT, CIVIL, 1, square("d2"), (0, 0, 1)), (0,)),
    ),
    scene(
        "B6, B8: a keep's shadow erases a town; Red decides who keeps a cube on the bared hamlet",
        """
        players Red: hand mm; White; Green
        Might                   | Faith                   | Reason
        .   .   .   .   .   | .   .   .   .   .   | .   .     .   .   .
        .   h   .   .   .   | .   c2  #   .   .   | .   c2:WG #   .   .
        .   .   .   .   .   | .   #   #   .   .   | .   #     #   .   .
        .   .   .   .   .   | .   .   .   .   .   | .   .     .   .   .
        """,
        Move(Build(MIGHT, MILITARY, 2, square("c3"), (2, 0, 0)), (1,)),
    ),
    scene(
        "B5, S3: erased tiles return, so the ruin of Red's keep gets the tile of White's",
        """
        rules: erased tiles return
        players Red: hand mm; White
        supply: m 20 2 9, r 20 20 9, c 20 24 9
        Might           | Faith           | Reason
        .   .   .   .   | .   .   m2W #   | .   .   m2% #
        .   .   .   .   | .   .   #   #   | .   .   #   #
        """,
        Build(MIGHT, MILITARY, 2, square("b1"), (2, 0, 0)),
    ),
    scene(
        "B5: two keeps are left, so Reason gets none; then a cube is missing in Faith",
        """
        players Red: hand mmrr, cubes 3; White
        supply: m 20 2 9, r 20 20 9, c 20 24 9
        Might               | Faith               | Reason
        .   .   .   .   | .   .   .   .   | .   .   .   .
        h   .   .   .   | h   .   .   .   | h   .   .   .
        .   .   .   .   | .   .   .   .   | .   .   .   .
        .   .   .   .   | .   .   .   .   | .   .   .   .
        .   .   .   .   | .   .   .   .   | .   .   .   .
        """,
        Build(MIGHT, MILITARY, 2, square("a3"), (2, 0, 0)),
        Build(MIGHT, RELIGIOUS, 1, square("d1"), (0, 1, 0)),
        Upgrade(MIGHT, RELIGIOUS, 2, square("c1"), (0, 1, 0)),
    ),
    scene(
        "B3a, B3b: Faith blocks one shadow for its domains and one for its rank",
        """
        players Blue: hand mmrr; Green
        Might                       | Faith                       | Reason
        .   .   .   h   .   .   | r1G .   .   h   .   .   | .   .   .   h   .   .
        .   .   .   .   .   .   | .   .   .   .   .   .   | .   .   .   .   .   .
        .   .   .   .   .   .   | .   .   .   m2G #   .   | .   .   .   m2% #   .
        .   .   .   .   .   .   | .   .   .   #   #   .   | .   .   .   #   #   .
        """,
        Build(MIGHT, RELIGIOUS, 2, square("b1"), (0, 2, 0)),
        Build(MIGHT, MILITARY, 2, square("b3"), (2, 0, 0)),
    ),
)

SCENES = {"scenes": MOVES}
