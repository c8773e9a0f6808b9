"""The games of the goldens: small crowded boards, both editions, all options, 2 to 5 players."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from khronos_lab.core import GameState
from khronos_lab.engine import new_game
from tests.golden.playthrough import Game, Played, box, played, seeded, told
from tests.golden.scenes import SCENES
from tests.support import position

NARROW = position("""
    player Red: hand mmcc
    player White: hand mrrc
    chance: 11
    Might
    .  .  .  f  ~  .  .  .
    .  h  .  .  ~  .  .  ^
    .  .  .  .  ~  .  h  .
    f  .  .  h  ~  .  .  .
    f  .  .  .  .  ~  .  .
    .  .  H  .  .  ~  h  .
    .  .  .  .  .  ~  .  .
""")

SCARCE = position("""
    rules: first edition
    turn: round 4, Ann acts, Ann starts
    player Ann: coins 5, hand mmmr, cubes 6, at Might Might
    player Bob: coins 6, hand rrcc, cubes 6, at Might Faith
    player Cyd: coins 4, hand mccc, cubes 6, at Faith Faith
    supply: m 2 3 1, r 3 3 1, c 3 5 2
    chance: 4
    Might
    .  .  .  .  .  .  .
    .  h  .  .  .  h  .
    .  .  .  h  .  .  .
    .  .  .  .  .  .  .
    .  h  .  .  .  h  .
    .  .  .  .  .  .  .
""")

OPEN_TABLE = position("""
    rules: hold'em
    turn: round 6, Sky acts, Black starts
    player Black: coins 7, hand mmrc, at Might Faith
    player White: coins 6, hand mrrc, at Might Reason
    player Sky: coins 9, hand ccrr, at Faith Reason
    player Red: coins 5, hand mrcc, at Might Might
    open: mcc
    discards: mmmrrcc
    chance: 3
    Might                           | Faith                           | Reason
    m2B #   .   .   .   m1W .   .   | m2B #   r1W c2  #   .   .   .   | m2% # .   c2:BS #   . .   .
    #   #   h   .   c1  .   h   .   | #   #   h   #   #   .   h   .   | #   # h   #     #   . h:W .
    .   .   .   .   .   .   .   .   | .   .   .   .   .   .   .   .   | .   . .   .     .   . .   .
    h   .   r2R #   m1S .   .   .   | h   .   .   .   .   .   .   .   | h   . .   .     .   . .   .
    .   .   #   #   .   .   .   .   | .   .   .   .   r3S #   #   .   | .   . .   .    r3%B # #   .
    .   .   .   .   .   .   .   .   | .   m1B .   .   #   #   #   .   | .   . .   .     #   # #   .
    .   c1  h   m1R .   .   .   .   | .   .   h   .   #   #   #   .   | .   . h:R .     #   # #   .
""")

FIVE = position("""
    rules: ruins respect domains
    turn: round 6, Eve acts, Dan starts
    player Ann: coins 5, hand mmrc, at Might Faith
    player Bob: coins 6, hand mrcc, at Might Might
    player Cyd: coins 7, hand rrcc, at Faith Reason
    player Dan: coins 4, hand mmcc, at Might Reason
    player Eve: coins 9, hand mrrc, at Faith Faith
    chance: 8
    Might                         | Faith                         | Reason
    . .  .   .   .  .   .  .  .   | . .  .   .   .  .   .  .  .   | . .   .   .   .  .   .  .  .
    . h  m2A #   .  h   .  .  .   | . h  m2A #   .  h   .  .  .   | . h:C m2% #   .  h   .  .  .
    . .  #   #   .  .   .  .  .   | . .  #   #   .  .   .  .  .   | . .   #   #   .  .   .  .  .
    . .  .   .   .  .   .  .  .   | . .  .   .   .  .   .  .  .   | . .   .   .   .  .   .  .  .
    . .  .   h   .  .   .  h  .   | . .  .   h   .  .   .  h  .   | . .   .   h:D .  .   .  h  .
    . .  r2C #   .  m1D .  .  .   | . .  r2C #   .  r1E .  .  .   | . .   r2% #   .  .   .  .  .
    . h  #   #   .  .   .  .  .   | . h  #   #   .  .   .  .  .   | . h   #   #   .  .   .  .  .
""")

VALLEY = box("b2", "i9")


def wild(title: str, start: GameState, seed: int) -> tuple[Game]:
    """A game played at random on a board so small that everything gets in the way."""
    return (Game(title, f"seeded choices, seed {seed}", start, seeded(seed)),)


GAMES: dict[str, tuple[Game, ...]] = {
    "narrow_pass_2_players": wild("The narrow pass, two players, seven rounds", NARROW, 213),
    "scarce_3_players_first_edition": wild(
        "Few tiles and cubes, three players, first edition, from round 4", SCARCE, 187
    ),
    "open_table_4_players_holdem": wild(
        "Four players, Hold'em, from the middle of round 6", OPEN_TABLE, 184
    ),
    "five_players_ruins_respect_domains": wild(
        "Five players, ruins respect domains, from the middle of round 6", FIVE, 214
    ),
    "valley_3_players": (
        Game(
            "A corner of the valley, three players, seven rounds",
            "set up with seed 5; seeded choices, seed 29, confined to b2 to i9",
            new_game(["Red", "White", "Green"], seed=5),
            seeded(29, VALLEY),
            VALLEY,
        ),
    ),
    **SCENES,
}
"""By file name: the games told in it."""

FOLDER = Path(__file__).parent


def golden(file: str) -> Path:
    """The file of a golden."""
    return FOLDER / f"{file}.txt"


@cache
def moves_of(file: str) -> tuple[Played, ...]:
    """Every move of a file's games."""
    return tuple(move for game in GAMES[file] for move in played(game))


@cache
def lines_of(file: str) -> tuple[str, ...]:
    """What a golden says: its games one after the other, never two empty lines in a row."""
    lines: list[str] = []
    for game in GAMES[file]:
        if lines:
            lines += ["", "=" * 72, ""]
        for line in told(game):
            if line or lines[-1]:
                lines.append(line)
    return tuple(lines)
