"""Generated exercises: random games on small boards, played until a move shows what is wanted.

One seed gives the same exercises in any process. A game is random play from a new game on a board
of its own; at every step a few legal actions, and for the rules of placing a few forbidden ones,
are looked at, and the first that fits becomes an exercise. If nothing fits within a bound of
tries, an error says so: there is no endless search.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import count, islice
from random import Random
from typing import Final

from khronos_lab.core import events as e
from khronos_lab.core.actions import Action, Build, EndTurn, Upgrade
from khronos_lab.core.allowances import full_purses
from khronos_lab.core.board import Board
from khronos_lab.core.grid import Grid
from khronos_lab.core.resolution import Question
from khronos_lab.core.squares import STRIDE, column_of, footprint, halo, nth, row_of
from khronos_lab.core.state import GameState, Supply
from khronos_lab.engine.legal_actions import Choices, choices
from khronos_lab.engine.moves import play_through, why_not
from khronos_lab.engine.notation import price_of
from khronos_lab.engine.setup import new_game
from khronos_lab.rulebook.clauses import clause as clause_of
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.pieces import (
    AGES,
    BUILDING_AGES,
    KINDS,
    MIGHT,
    RANKS,
    TAX_ROUNDS,
    TILES,
    Cards,
)
from khronos_lab.scenarios.clauses_shown import shows
from khronos_lab.scenarios.questions.all_questions import exercises_on
from khronos_lab.scenarios.questions.exercise import AnswerKind, Exercise
from khronos_lab.scenarios.questions.tried_action import Look, look

DIFFICULTIES: Final = {"easy": range(1, 4), "medium": range(4, 8), "hard": range(8, 1000)}
"""By name: how much a move does, see `effects`."""

BOUND: Final = 30_000
"""How many actions are tried for one exercise before giving up; that takes a few seconds."""

PLAYERS: Final = ("Ann", "Ben", "Cleo")
COLUMNS, ROWS = 8, 7
TRIES: Final = 8
"""Legal actions looked at in one position."""
FORBIDDEN_TRIES: Final = 12
"""Forbidden ones, if they are wanted; few if anything will do, and none if something else is."""
SKIPPED: Final = 30
"""Actions passed over after an exercise."""
FORBIDDING: Final = ("D1", "H1", "G1", "T5", "A2")
"""Broken clauses that are worth an exercise."""
LAWFUL: Final = 3
"""One in this number of exercises on such a clause is about an allowed action."""
TRIVIAL: Final = 8
"""One in this number of exercises on a clause may have little to find out."""
TRIVIAL_ONLY: Final = 40
"""One in this number of moves with nothing else to ask about is taken."""
BUSY: Final = 5
"""If any clause will do, a move with this many effects is always taken, a quieter one rarely."""
PATIENCE: Final = 600
"""How many actions are tried to find the answer, yes or no, that has been rarer so far."""
UNEVEN: Final = 8
"""One in this number of exercises is taken although its answer has been the commoner one."""
PLAIN_TOPICS: Final = ("legal", "cards", "bonus")
"""What can be asked of any building: asked only if there is nothing else, and then rarely."""
PLAIN: Final = 6
CROWD: Final = 7
"""This many buildings in the joined domains count as one more effect."""
SMALL: Final = 60
"""One in this number of moves that compare only single small buildings is taken for strengths."""

_AFTERMATH: Final = (e.DomainSplit, e.ShadowWithdrawn, e.ShadowReplaced, e.ShadowCast)
_ELSEWHERE: Final = {"B6": ("cubes",)}
"""By clause: topics that it has a part in, but that are asked about with another (B7)."""
SETTLING: Final = ("C1", "C2", "C3")
"""Clauses about who has to yield."""


def exercises(
    clause: str | None = None,
    difficulty: str | None = None,
    seed: int | str = 0,
    *,
    bound: int = BOUND,
) -> Iterator[Exercise]:
    """Exercises without end: about a clause or any, easy, medium, hard or as they come.

    >>> exercise = next(exercises("B6", "easy", seed=1))
    >>> "B6" in exercise.clauses
    True
    """
    wanted = None if clause is None else clause_of(clause).id
    if difficulty is not None and difficulty not in DIFFICULTIES:
        raise KhronosError(f"{difficulty!r} is no difficulty; there are {', '.join(DIFFICULTIES)}")
    return _exercises(wanted, difficulty, Random(f"exercises {seed} {wanted} {difficulty}"), bound)


def _exercises(
    wanted: str | None, difficulty: str | None, rng: Random, bound: int
) -> Iterator[Exercise]:
    looked = 0
    looks = _looks(wanted, rng)
    lawful = rng.randrange(LAWFUL) == 0
    lead = 0  # of yes over no, so that nobody gets far by always saying the same
    for seen in looks:
        looked += 1
        fitting = wanted not in FORBIDDING or lawful is (seen.violation is None)
        found = _exercise(seen, wanted, difficulty, rng) if fitting else None
        weight = 0 if found is None else _yes_or_no(found)
        if weight * lead > 0 and looked < PATIENCE and rng.randrange(UNEVEN):
            continue
        if found is not None:
            yield found
            lead += weight
            looked = 0
            lawful = rng.randrange(LAWFUL) == 0
            # On to another position: two questions in a row about one are too much alike.
            deque(islice(looks, SKIPPED), maxlen=0)
        elif looked >= bound:
            how = "" if difficulty is None else f"{difficulty} "
            what = "" if wanted is None else f" on {wanted}"
            raise KhronosError(
                f"no {how}exercise{what} was found in {bound:,} actions of random games; try "
                "another difficulty or clause, or the scenarios"
            )


def _yes_or_no(exercise: Exercise) -> int:
    """1 for yes, -1 for no, 0 for any other answer; whether a move is legal is balanced already."""
    if exercise.kind is not AnswerKind.YES_NO or exercise.topic == "legal":
        return 0
    return 1 if exercise.correct else -1


def effects(seen: Look, wanted: str | None = None) -> int:
    """How much there is to see: effects, buildings of domains that forbid, coins to add up.

    Who has to yield is settled before anything goes, so for the clauses of C what follows from it
    does not make an exercise harder.
    """
    if seen.violation is not None:
        age = getattr(seen.action, "age", MIGHT)
        return max(1, _crowd(seen.before.boards[age], seen.violation.domains))
    quiet = _AFTERMATH if wanted in SETTLING else ()
    log = [entry.event for entry in seen.log if not isinstance(entry.event, quiet)]
    found = sum(_weight(seen, event) for event in log)
    if quiet:
        # Full boards are harder to read.
        compared = [event for event in log if isinstance(event, e.DomainsJoined)][:1]
        found += sum(
            _crowd(seen.before.boards[each.age], each.domains) // CROWD for each in compared
        )
    return max(1, found)


def _weight(seen: Look, event: e.Event) -> int:
    if isinstance(event, e.ShadowBlocked):
        return _crowd(seen.before.boards[event.age], event.domains)
    if isinstance(event, e.Tax):
        return event.amount
    about = event.about
    told = event.changes or about.stop is not None
    return int(told and about.ripple and not about.action and not isinstance(event, e.Payment))


def _crowd(board: Board, domains: tuple[int, ...]) -> int:
    """How many buildings the domains with these first squares have."""
    return sum(len(domain.anchors) for domain in board.domains if domain.anchors[0] in domains)


def _exercise(
    seen: Look, wanted: str | None, difficulty: str | None, rng: Random
) -> Exercise | None:
    """One of the questions about a move, if the move fits."""
    if difficulty is not None and effects(seen, wanted) not in DIFFICULTIES[difficulty]:
        return None
    if not _worth_it(seen, wanted, rng):
        return None
    possible = exercises_on(seen, trivial=True)
    about = [each for each in possible if wanted is None or _concerns(each, wanted)]
    # Which clause it is, is said by the practice already: that is no question then.
    about = [each for each in about if each.correct != wanted] or about
    good = [each for each in about if not each.trivial and each.correct != wanted]
    if wanted is None:
        telling = [each for each in good if each.topic not in PLAIN_TOPICS or each.correct is False]
        good = telling or (good if rng.randrange(PLAIN) == 0 else [])
    elif rng.randrange(TRIVIAL if good else TRIVIAL_ONLY) == 0:
        good = about  # A clause whose questions are all simple ones (B1) is asked about, too.
    return rng.choice(good) if good else None


def _worth_it(seen: Look, wanted: str | None, rng: Random) -> bool:
    """True if a move shows what is wanted; of any moves, those that do much come more often."""
    if wanted is None:
        return rng.randrange(BUSY) < effects(seen)
    if wanted == "C2" and _small(seen) and rng.randrange(SMALL):
        return False
    return shows(seen, wanted)


def _small(seen: Look) -> bool:
    """True if only single small buildings are compared, as happens most of the time."""
    compared = [event.strengths for _, event in seen.told(e.StrengthsCompared)]
    return all(value == 1 for strengths in compared for _, value in strengths)


def _concerns(exercise: Exercise, wanted: str) -> bool:
    if exercise.topic in _ELSEWHERE.get(wanted, ()):
        return False
    return any(label == wanted or label[:-1] == wanted for label in exercise.clauses)


# ------------------------------------------------------------------ random games


def _looks(wanted: str | None, rng: Random) -> Iterator[Look]:
    """Actions of random games, each with what the engine says of it."""
    attempts = 2 if wanted is None else 0
    attempts = FORBIDDEN_TRIES if wanted in FORBIDDING else attempts
    for number in count():
        state = _new_game(wanted, number, rng)
        while not state.over:
            options = choices(state)
            for action in _candidates(state, options, rng):
                yield _played(state, action, rng)
            for action in _attempts(state, attempts, rng):
                yield look(state, action)
            state = _after(state, _pick(options, rng), rng)


def _played(state: GameState, action: Action, rng: Random) -> Look:
    """A legal action with answers by chance; the same as `look`, but played only once."""
    asked: list[Question] = []

    def choose(_: GameState, question: Question) -> int:
        asked.append(question)
        return rng.randrange(len(question.options))

    move, outcome = play_through(state, action, choose, trusted=True)
    return Look(state, action, move.answers, None, outcome.log, tuple(asked), outcome.state)


def _after(state: GameState, action: Action, rng: Random) -> GameState:
    after = _played(state, action, rng).after
    assert after is not None
    return after


def _candidates(state: GameState, options: Choices, rng: Random) -> list[Action]:
    """Some legal actions, each once, and the end of a turn with taxes."""
    found = [_pick(options, rng) for _ in range(TRIES)]
    if state.round in TAX_ROUNDS:
        found.append(EndTurn())
    return list(dict.fromkeys(found))


def _attempts(state: GameState, number: int, rng: Random) -> Iterator[Action]:
    """Forbidden actions of the sort that people try."""
    for _ in range(number):
        action = _attempt(state, rng)
        broken = None if action is None else why_not(state, action)
        if action is not None and broken is not None and broken.clause in FORBIDDING:
            yield action


def _pick(options: Choices, rng: Random) -> Action:
    """A legal action, each *sort* as likely as any other.

    Each action as likely would almost always be a small building: there are so many places.
    """
    families = options.families
    if families and rng.randrange(5):
        family = rng.choice(families)
        square = nth(family.anchors, rng.randrange(family.anchors.bit_count()))
        return family.member(square, rng.choice(family.payments))
    return options.pick(rng)


def _attempt(state: GameState, rng: Random) -> Action | None:
    """A building somewhere, paid for with cards that the player has, legal or not.

    Every other time it is one more of what stands nearby: that is what H1 and D1 are about.
    """
    age, kind, rank = rng.choice(BUILDING_AGES), rng.choice(KINDS), rng.choice(RANKS)
    grid = state.grid
    row, column = rng.randrange(grid.rows), rng.randrange(grid.columns)
    model = rng.choice(list(state.boards[age]))
    if rng.randrange(2):
        kind, rank = model.kind, model.rank
        row = row_of(model.square) + rng.randint(-rank, rank)
        column = column_of(model.square) + rng.randint(-rank, rank)
    if not (0 <= row <= grid.rows - rank and 0 <= column <= grid.columns - rank):
        return None
    square = row * STRIDE + column
    inside = state.boards[age].overlapping(footprint(square, rank))
    verb = Upgrade if any(each.kind is kind and each.rank < rank for each in inside) else Build
    price = price_of(state, age, kind, rank, square, verb is Upgrade)
    hand = list(state.player.hand)
    if hand[kind] < price:
        return None
    paid = [0, 0, 0]
    paid[kind] += price
    hand[kind] -= price
    for _ in range(grid.surcharge_at(len(state.players), rank, square)):
        other = max(KINDS, key=hand.__getitem__)
        if not hand[other]:
            return None
        hand[other] -= 1
        paid[other] += 1
    cards: Cards = (paid[0], paid[1], paid[2])
    return verb(age, kind, rank, square, cards)


def _new_game(wanted: str | None, number: int, rng: Random) -> GameState:
    """A first position on a small board; tiles are short where they matter, or now and then."""
    state = _spread_out(new_game(PLAYERS, rng.getrandbits(32), grid=small_grid(rng)), rng)
    if wanted == "B5" or (wanted is None and number % 6 == 5):
        return state._replace(supply=_short_supply(rng))
    return state


def _spread_out(state: GameState, rng: Random) -> GameState:
    """The adventurers somewhere in time, so that every age comes to life."""
    players = tuple(
        player._replace(adventurers=tuple(sorted(rng.choice(AGES) for _ in player.adventurers)))
        for player in state.players
    )
    purses = full_purses(players[state.seat].adventurers)
    return state._replace(players=players, turn=state.turn._replace(purses=purses))


def _short_supply(rng: Random) -> Supply:
    return tuple((0, row[1], rng.randrange(2, 6), rng.randrange(1, 4)) for row in TILES)


def small_grid(rng: Random) -> Grid:
    """A board for exercises: some printed hamlets, a wood, a mountain, perhaps a river."""
    squares = [row * STRIDE + column for row in range(ROWS) for column in range(COLUMNS)]
    river = 0
    if rng.randrange(2):
        column = rng.randrange(1, COLUMNS - 1)
        river = sum(1 << (row * STRIDE + column) for row in range(ROWS))
    hamlets = 0
    for sq in rng.sample(squares, len(squares)):
        if hamlets.bit_count() < 3 and not (1 << sq) & (river | hamlets | halo(hamlets)):
            hamlets |= 1 << sq
    ground = [sq for sq in squares if not (river | hamlets) >> sq & 1]
    rough = rng.sample(ground, 6)
    forest = sum(1 << sq for sq in rough[:4])
    mountain = sum(1 << sq for sq in rough[4:])
    return Grid(COLUMNS, ROWS, forest, mountain, river, hamlets)
