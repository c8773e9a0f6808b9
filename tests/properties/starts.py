"""Starts that make rare things likely: what seldom happens in a game is one action away here.

They are positions in round 1 that hold to the rules page; drivers go on from them.
"""

from __future__ import annotations

from textwrap import dedent

from khronos_lab.core import GameState
from tests.support import position

CASTLES = position(
    """
    player Red: coins 12, hand cccm, at Might Might
    player White: coins 12, hand ccrr, at Might Faith
    player Green: coins 12, hand cccc, at Faith Faith

    Might                     | Faith                     | Reason
    m3R #  #  .  m3W #  #  . .| m3R #  #  .  m3W #  #  . .| m3% #  #  .  m3%R #  #  . .
    #   #  #  .  #   #  #  . h| #   #  #  .  #   #  #  . h| #   #  #  .  #    #  #  . h
    #   #  #  .  #   #  #  . .| #   #  #  .  #   #  #  . .| #   #  #  .  #    #  #  . .
    .   .  .  .  .   .  .  . .| .   .  .  .  .   .  .  . .| .   .  .  .  .    .  .  . .
    r3G #  #  .  r3W #  #  . .| r3G #  #  .  r3W #  #  . .| r3  #  #  .  r3%  #  #  . .
    #   #  #  .  #   #  #  . .| #   #  #  .  #   #  #  . .| #   #  #  .  #    #  #  . .
    #   #  #  .  #   #  #  . h| #   #  #  .  #   #  #  . h| #   #  #  .  #    #  #  . h
    .   .  .  .  .   .  .  . .| .   .  .  .  .   .  .  . .| .   .  .  .  .    .  .  . .
    .   h  .  .  .   .  .  . .| .   h  .  .  .   .  .  . .| .   h  .  .  .    .  .  . .
    """
)
"""Castles and abbeys with their shadows in all ages: a hamlet between two makes them clash (C5)."""

FEW_KEEPS = CASTLES._replace(
    supply=((0, 8, 1, 1), (0, 8, 1, 0), (0, 9, 4, 1)),
)
"""The same with one keep and one monastery left: successors' shadows lack a tile (C5, B5)."""

NO_SUCCESSORS = CASTLES._replace(supply=((0, 3, 0, 0), (0, 0, 0, 0), (0, 9, 1, 1)))
"""The same with nothing to shrink to: rank 3 becomes rank 1 or is destroyed (C4)."""

CUBES_TIED = position(
    """
    player Red: coins 12, hand mmrr, at Might Might
    player White: coins 12, hand mmrr, at Might Might
    player Green: coins 12, hand mmrr, at Might Might
    player Blue: coins 12, hand mmrr, at Might Faith

    Might           | Faith           | Reason
    h . . .   . . h | c2 # . . . c2 # | c2:WG  # . . . c2:RB #
    . . . .   . . . | #  # . . . #  # | #      # . . . #     #
    . . . .   . . . | .  . . . . .  . | .      . . . . .     .
    . . . m1R . . . | .  . . . . .  . | .      . . . . .     .
    . . . .   . . . | .  . . . . .  . | .      . . . . .     .
    . . . .   . . . | c2 # . . . c2 # | c2:RWG # . . . c2:GB #
    h . . .   . . h | #  # . . . #  # | #      # . . . #     #
    """
)
"""Towns of Faith with tied cubes above printed hamlets: a keep of Might bares them (B8)."""

BRIDGES = position(
    """
    player Red: coins 12, hand mmcc, at Might Faith
    player White: coins 12, hand rrcc, at Might Faith
    player Green: coins 12, hand mrcc, at Might Faith

    Might                         | Faith                         | Reason
    m3R # #  c1 m2W #  c1 m2G #   | m3R # #  .  m2W #  .  m2G #   | m3% # #  .  m2% #  .  m2  #
    #   # #  .  #   #  .  #   #   | #   # #  .  #   #  .  #   #   | #   # #  .  #   #  .  #   #
    #   # #  .  .   .  .  .   .   | #   # #  .  .   .  .  .   .   | #   # #  .  .   .  .  .   .
    .   . .  .  .   .  .  .   .   | .   . .  .  .   .  .  .   .   | .   . .  .  .   .  .  .   .
    h   . .  .  .   .  .  .   h   | h   . .  .  .   .  .  .   h   | h   . .  .  .   .  .  .   h
    .   . .  .  .   .  .  .   .   | .   . .  .  .   .  .  .   .   | .   . .  .  .   .  .  .   .
    r1W . .  .  .   .  .  .   .   | r3G # #  c1 r2W #  c1 r2R #   | r3% # #  .  r2% #  .  r2% #
    .   . .  .  .   .  .  .   .   | #   # #  .  #   #  .  #   #   | #   # #  .  #   #  .  #   #
    .   . .  .  .   .  .  .   .   | #   # #  .  .   .  .  .   .   | #   # #  .  .   .  .  .   .
    """
)
"""A castle above two keeps, an abbey above two monasteries, held together by hamlets (C3)."""

NO_TOWERS = BRIDGES._replace(supply=((0, 0, 9, 2), (0, 0, 9, 2), (0, 9, 9, 2)))
"""The same without watchtowers and chapels: what shrinks from rank 2 is destroyed (C4)."""

_LINKS = """
    players Red: coins 12, hand mmrr, at Might Faith; White: coins 12, hand mmrr, at Faith Faith

    Might         | Faith             | Reason
    . . . . . .   | c2 # c1 c1 c2 #   | c2:R # . . c2 #
    . . . . . .   | #  # .  .  #  #   | #    # . . #  #
    . . . . . h   | .  . .  .  .  h   | .    . . . .  h
"""

LINKED = position("rules: ruins respect domains\n" + dedent(_LINKS))
"""Towns that only Faith links: a keep between them has no ruin with the switch on (B4)."""

LAST_CUBES = position(dedent(_LINKS))
LAST_CUBES = LAST_CUBES._replace(
    players=tuple(player._replace(cubes=1) for player in LAST_CUBES.players),
)
"""One cube each: what is built in Might has none left for its shadow (B5)."""

TRIO = position(
    """
    player Red: coins 12, hand cmmm, at Might Might
    player White: coins 12, hand crrr, at Might Might
    player Green: coins 12, hand crrr, at Might Might

    Might                | Faith                | Reason
    ~   ~ m2W #   ~ h    | ~   ~ m2G # ~ h      | ~   ~ m2% #   ~ h
    ~   ~ #   #   ~ ~    | ~   ~ #   # ~ ~      | ~   ~ #   #   ~ ~
    ~   ~ c1  ~   ~ ~    | ~   ~ .   ~ ~ ~      | ~   ~ .   ~   ~ ~
    m2R # .   m2G # ~    | m2R # .   . . ~      | m2% # .   m2% # ~
    #   # ~   #   # ~    | #   # ~   . . ~      | #   # ~   #   # ~
    m1R ~ ~   ~   ~ ~    | .   ~ ~   ~ ~ ~      | .   ~ ~   ~   ~ ~
    """
)
"""A hamlet at c4, the one dry square, joins three keeps, two of them weaker (C2); in Faith one
shadow is another's, and one is missing, though its ruin stands (C6)."""

APART = position(
    """
    player Red: coins 12, hand cccc, at Might Might
    player White: coins 12, hand cccc, at Might Might
    player Green: coins 12, hand cccc, at Might Might

    Might               | Faith            | Reason
    r3W # # .   . .     | r3W # # .   . .  | r3  # # .   . .
    #   # # .   . h     | #   # # .   . h  | #   # # .   . h
    #   # # .   . .     | #   # # .   . .  | #   # # .   . .
    m2W # . .   . .     | m2W # . .   . .  | m2% # . .   . .
    #   # . .   . .     | #   # . .   . .  | #   # . .   . .
    r2R # . m2R # m1R   | .   . . m2R # .  | .   . . m2% # .
    #   # . #   # .     | .   . . #   # .  | .   . . #   # .
    .   . . r2G # .     | .   . . r2G # .  | .   . . r2% # .
    h   . . #   # .     | h   . . #   # .  | h   . . #   # .
    """
)
"""A hamlet at c6 or c7 joins two keeps; the weaker one shrinks, the abbey is cut off, and two
monasteries of what is left conflict without strengths (C2, then C3)."""

OWN_CUBE = position(
    """
    player Red: coins 12, hand mmcc, cubes 0, at Might Might
    player White: coins 12, hand mmrr, at Might Might

    Might             | Faith             | Reason
    . . . .   . . h   | . . . .   . . h   | . . . .   . . h
    . . . .   . . .   | . . . .   . . .   | . . . .   . . .
    . . . m2R # . .   | . . . m2R # . .   | . . . m2% # . .
    . . . #   # . .   | . . . #   # . .   | . . . #   # . .
    . . . .   . . .   | . . . .   . . .   | . . . .   . . .
    """
)
"""Red's castle can only have the cube that its own shadow sends home (B5)."""

BARED = position(
    """
    players Red: coins 12, hand mmmr, at Might Might; White: coins 12, hand mmrr, at Might Might

    Might     | Faith       | Reason
    . h . .   | c2 # . .    | c2:W # . .
    . . . .   | #  # . .    | #    # . .
    . . . .   | .  . . c1   | .    . . .
    """
)
"""A keep at b2 would bare the hamlet beside it and so connect two domains in Faith (B3a)."""

ACROSS = position(
    """
    player Red: coins 12, hand cccc, at Might Might
    player White: coins 12, hand cccc, at Might Might
    player Green: coins 12, hand cccc, at Might Might

    Might     | Faith      | Reason
    h . . ~   | h .  . ~   | h:R .      . ~
    . . . ~   | . c2 # ~   | .   c2:WRG # ~
    . . . ~   | . #  # ~   | .   #      # ~
    """
)
"""A city from the hamlet of Might covers hamlet and town of Reason: cubes of the hamlet move, those
of the town go home (B7)."""

ENLARGED = position(
    """
    players Red: coins 12, hand mmmm, at Might Might; White: coins 12, hand rrcc, at Might Faith

    Might         | Faith           | Reason
    m2R # . . .   | m2R # .  .  .   | m2% # . . .
    #   # . . .   | #   # .  .  .   | #   # . . .
    .   . . . .   | .   . .  c1 .   | .   . . . .
    .   . . . h   | .   . r1W . h   | .   . . . h
    """
)
"""Red's castle would connect the domain of its own older shadow with another (B3a)."""

NEVER_WAS = position(
    """
    players Red: coins 12, hand mmcc, at Might Might; White: coins 12, hand mmrr, at Might Faith
    supply: m 8 2 1, r 8 4 1, c 8 1 1

    Might         | Faith             | Reason
    . . . . h     | .   . r2W # h     | .    .  r2% #  h
    . . . . .     | .   . #   # .     | .    .  #   #  .
    . . . . .     | .   . .   . .     | .    .  .   .  .
    h . . . .     | c2  # .   . .     | c2:RW # .   .  .
    . . . . .     | #   # .   . .     | #     # .   .  .
    """
)
"""One keep tile for Faith and none for Reason: what the copy erases loses its shadow (B6)."""

LAST_TURN = position(
    """
    turn: round 7, White acts, Red starts
    players Red: coins 0, hand m; White: coins 0, hand -

    Might | Faith | Reason
    h .   | h .   | h .
    . .   | . .   | . .
    """
)
"""Nobody has anything in the last turn: a shared win (T7)."""

STARTS: dict[str, GameState] = {
    "castles": CASTLES,
    "few keeps": FEW_KEEPS,
    "no successors": NO_SUCCESSORS,
    "cubes tied": CUBES_TIED,
    "bridges": BRIDGES,
    "no towers": NO_TOWERS,
    "linked": LINKED,
    "last cubes": LAST_CUBES,
    "trio": TRIO,
    "apart": APART,
    "own cube": OWN_CUBE,
    "bared": BARED,
    "across": ACROSS,
    "enlarged": ENLARGED,
    "never was": NEVER_WAS,
    "last turn": LAST_TURN,
}
