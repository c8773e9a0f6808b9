"""Scenes: short positions and the few moves that show one clause at work."""

from __future__ import annotations

from khronos_lab.core import (
    Action,
    Build,
    Demolish,
    EndTurn,
    Exchange,
    Move,
    Populate,
    Restore,
    Swap,
    Travel,
    Upgrade,
    square,
)
from khronos_lab.rulebook import CIVIL, FAITH, MIGHT, MILITARY, REASON, RELIGIOUS
from tests.golden.playthrough import Game, scripted
from tests.support import position


def scene(title: str, text: str, *moves: Move | Action) -> Game:
    return Game(title, "a script", position(text), scripted(*moves))


DOMAINS = (
    scene(
        "C2: a hamlet joins two keeps, and the weaker one shrinks with all its shadows",
        """
        players Red: hand c; White
        Might                       | Faith                       | Reason
        m1R .   .   .   .   .   | .   .   .   .   .   .   | .   .   .   .   .   .
        m2R #   .   m2W #   h   | m2R #   .   m2W #   h   | m2% #   .   m2  #   h
        #   #   .   #   #   .   | #   #   .   #   #   .   | #   #   .   #   #   .
        """,
        Move(Build(MIGHT, CIVIL, 1, square("c3"), (0, 0, 1)), (2,)),
    ),
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
        "C2: nobody is weaker, and none of the rivals is Green's: Green chooses, the owner places",
        """
        players Green: hand c; Red; White
        Might                   | Faith                   | Reason
        m2R #   .   m2W #   | m2R #   .   m2W #   | m2% #   .   m2% #
        #   #   .   #   #   | #   #   .   #   #   | #   #   .   #   #
        r1G .   h   .   r1W | .   .   h   .   .   | .   .   h   .   .
        """,
        Move(Build(MIGHT, CIVIL, 1, square("c2"), (0, 0, 1)), (0, 2)),
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
        "C2: White's watchtower falls off, and strength still decides between the other two",
        """
        players Red: hand c; White; Blue
        Might               | Faith           | Reason
        m1R .   .   .   .   | .  .  .  .  .   | .  .  .  .  .
        m2R #   .   m2W #   | .  .  .  .  .   | .  .  .  .  .
        #   #   .   #   #   | .  .  .  .  .   | .  .  .  .  .
        .   .   c1  .   .   | .  .  .  .  .   | .  .  .  .  .
        .   .   m2B #   .   | .  .  .  .  .   | .  .  .  .  .
        .   .   #   #   .   | .  .  .  .  .   | .  .  .  .  .
        """,
        Move(Build(MIGHT, CIVIL, 1, square("c3"), (0, 0, 1)), (1, 0)),
    ),
    scene(
        "A4, C3: a demolition splits a domain; Red gives up his own monastery",
        """
        players Red: coins 3, hand cr; White
        Might                       | Faith                       | Reason
        r2R #   c1  r3W #   #   | r2R #   .   r3W #   #   | r2% #   .   r3% #   #
        #   #   .   #   #   #   | #   #   .   #   #   #   | #   #   .   #   #   #
        r2W #   .   #   #   #   | .   .   .   #   #   #   | .   .   .   #   #   #
        #   #   .   .   .   m1W | .   .   .   .   .   .   | .   .   .   .   .   .
        """,
        Move(Demolish(MIGHT, square("c1")), (0,)),
    ),
    scene(
        "C4, C5: no keep is left, so a castle becomes a watchtower and its shadows vanish",
        """
        players Red: hand c; White
        supply: m 1 0 0, r 20 20 9, c 20 24 9
        Might                           | Faith                           | Reason
        m3R #   #   .   m3W #   #   | .   .   .   .   m3W #   #   | .   .   .   .    m3%W #    #
        #   #   #   .   #   #   #   | .   .   .   .   #   #   #   | .   .   .   .    #    #    #
        #   #   #   .   #   #   #   | .   .   .   .   #   #   #   | .   .   .   .    #    #    #
        m1R .   .   .   .   .   .   | .   .   .   .   .   .   .   | .   .   .   .    .    .    .
        """,
        Move(Build(MIGHT, CIVIL, 1, square("d2"), (0, 0, 1)), (8,)),
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
        "C6: on the squares of White's keep stands Red's in Faith, so Faith and Reason stay",
        """
        players Red: hand c; White
        Might                   | Faith               | Reason
        m1R .   .   .   .   .   | .   .   .   .   .   . | .   .   .   .   .   .
        m2R #   .   m2W #   h   | m2R #   .   m2R #   h | m2% #   .   m2% #   h
        #   #   .   #   #   .   | #   #   .   #   #   . | #   #   .   #   #   .
        """,
        Move(Build(MIGHT, CIVIL, 1, square("c3"), (0, 0, 1)), (2,)),
    ),
    scene(
        "B2, C1: the copy of a town joins chapels in Faith; the acting player's own goes",
        """
        players Red: hand ccc; White
        Might               | Faith               | Reason
        .   .   .   .   | r1W .   .   r1R | .   .   .   .
        h   .   .   .   | h   .   .   .   | h   .   .   .
        """,
        Build(MIGHT, CIVIL, 2, square("b1"), (0, 0, 3)),
    ),
)

SHADOWS = (
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
        "B3a: an older shadow counts with its domain, so the castle's copy would connect two",
        """
        players Red: hand mm; White
        Might           | Faith           | Reason
        m2R #   .   .   | m2R #   .   c1  | m2% #   .   .
        #   #   .   .   | #   #   .   r1W | #   #   .   .
        .   .   .   .   | .   .   .   .   | .   .   .   .
        """,
        Upgrade(MIGHT, MILITARY, 3, square("a1"), (2, 0, 0)),
    ),
    scene(
        "B6, S3: no keep is left for Reason, but what was erased in Faith has never existed; "
        "its tiles are out of the game",
        """
        players Red: hand mm; White
        supply: m 20 2 9, r 20 18 9, c 20 24 9
        Might           | Faith           | Reason
        .   .   .   .   | .   .   r2W #   | .   .   r2% #
        .   .   .   .   | .   .   #   #   | .   .   #   #
        """,
        Build(MIGHT, MILITARY, 2, square("b1"), (2, 0, 0)),
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
        "B8: Red and White are tied, Red acts, so his cubes drop out and White keeps one unasked",
        """
        players Red: hand mm; White
        Might               | Faith               | Reason
        .   .   .   .   .   | .   .   .   .   .   | .   .     .   .   .
        .   h   .   .   .   | .   c2  #   .   .   | .   c2:RW #   .   .
        .   .   .   .   .   | .   #   #   .   .   | .   #     #   .   .
        .   .   .   .   .   | .   .   .   .   .   | .   .     .   .   .
        """,
        Build(MIGHT, MILITARY, 2, square("c3"), (2, 0, 0)),
    ),
    scene(
        "B7: a town grows to a city; the cubes above it move up, all others go home",
        """
        turn: round 2, White acts, Red starts
        players Red; White: hand cc, at Might Faith
        Might                       | Faith                       | Reason
        h   .   .   .   .   .   | h   .   .   .   .   .   | h:R .     .   .     .   .
        .   c2  #   .   .   .   | .   c2  #   .   .   .   | .   c2:RW #   .     .   .
        .   #   #   .   .   .   | .   #   #   .   .   .   | .   #     #   .     .   .
        .   .   .   .   .   .   | .   .   .   r3R #   #   | .   .     .   r3%R  #   #
        .   .   .   .   .   .   | .   .   .   #   #   #   | .   .     .   #     #   #
        .   .   .   .   .   .   | .   .   .   #   #   #   | .   .     .   #     #   #
        """,
        Upgrade(MIGHT, CIVIL, 3, square("b2"), (0, 0, 2)),
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
    scene(
        "B4: where ruins respect domains, Reason blocks the ruin that would connect two",
        """
        rules: ruins respect domains
        players Blue: hand rr, at Faith Faith; Green
        Might               | Faith               | Reason
        h   .   .   h   | h   .   .   h   | h   .   .   h
        .   .   .   .   | .   .   .   .   | .   .   .   .
        .   .   .   .   | .   .   .   .   | c2:G #  .   .
        .   .   .   .   | .   .   .   .   | #   #   .   .
        """,
        Build(FAITH, RELIGIOUS, 2, square("c2"), (0, 2, 0)),
    ),
    scene(
        "B6: blue's monastery in Might erases green's in Faith, and half a restoration in Reason",
        """
        players Blue: hand rr; Green: at Might Reason
        Might               | Faith               | Reason
        h   .   .   .   | h   .   .   .   | h   .   .   .
        .   .   .   .   | .   r3G #   #   | .   r3%G #  #
        .   .   .   .   | .   #   #   #   | .   #   #   #
        .   .   .   .   | .   #   #   #   | .   #   #   #
        """,
        Build(MIGHT, RELIGIOUS, 2, square("c2"), (0, 2, 0)),
    ),
    scene(
        "A5, A6, T2, T4, V2: cards, journeys, population and restoration",
        """
        rules: hold'em
        turn: round 7, Red acts, White starts
        players Red: coins 5, hand mmrc, at Might Reason; White: coins 7, hand mr, at Might Faith
        open: mcc
        discards: mmmmmmmmmmmmrrrrrrrrrrrrrrcccccccccccccc
        chance: 5
        Might                   | Faith                   | Reason
        m2W #   h   .   .   | m2W #   h   .   .   | m2% #   h   .   .
        #   #   .   .   .   | #   #   .   .   .   | #   #   .   .   .
        .   .   r3R #   #   | .   .   r3R #   #   | c2:W #  r3% #   #
        .   .   #   #   #   | .   .   #   #   #   | #   #   #   #   #
        c1  c1  #   #   #   | .   c1  #   #   #   | .   .   #   #   #
        """,
        Swap(CIVIL, (1, 0, 0)),
        Exchange((1, 0, 0)),
        Populate(square("a3")),
        Restore(square("c3")),
        Travel(MIGHT, REASON),
        Restore(square("c3")),
        EndTurn(),
    ),
)

SCENES = {"scenes_domains": DOMAINS, "scenes_shadows": SHADOWS}
