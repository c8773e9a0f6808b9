"""Random games of every sort as records, with annotations that mean trouble; and their hiding."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from khronos_lab.core import (
    Action,
    EndTurn,
    Exchange,
    GameState,
    Move,
    OpenChoice,
    minus_cards,
    player_marks,
)
from khronos_lab.core import events as e
from khronos_lab.engine import Outcome, choices, play, play_through
from khronos_lab.records import MARKS, GameRecord, Line, Node, Recorder, node_of
from khronos_lab.rulebook import Cards

ODD_TEXTS = (
    "plain words",
    "braces { inside } and }} again",
    "back\\slash \\} and \\",
    'quotes " and "" ]',
    'lines\nof text\n\n[Khronos "2"]\n1.B M>F',
    "<script>alert('x')</script> &amp;",
    "emoji 👩‍👩‍👧 and 城 ü \u202e right to left",
    "(a variation) # 1.R !? ;",
    "  spaces at both ends  ",
    "tabs\there",
)


def any_option(rng: Random):
    def choose(_: GameState, question: OpenChoice) -> int:
        return rng.randrange(len(question.options))

    return choose


def any_action(state: GameState, rng: Random) -> Action:
    """Fewer journeys than uniform choice has, so that more is built and more is asked."""
    for _ in range(3):
        action = choices(state).pick(rng)
        if type(action).__name__ not in ("Travel", "EndTurn"):
            break
    return action


def play_on(start: GameState, seed: object, most: int = 10_000, **tags: str) -> GameRecord:
    """A random game from any state to its end, or for so many moves."""
    rng = Random(f"record {seed}")
    recorder, state = Recorder(start, tags), start
    for _ in range(most):
        if state.over:
            break
        action = any_action(state, rng)
        move, outcome = play_through(state, action, any_option(rng))
        recorder.add(state, move, outcome)
        state = outcome.state
    return recorder.record()


def annotate(record: GameRecord, seed: object, depth: int = 2) -> GameRecord:
    """The record with marks, odd comments and nested variations strewn over it."""
    rng = Random(f"annotate {seed}")
    tags = {**record.tags, "Event": rng.choice(ODD_TEXTS), "Zz_9": rng.choice(ODD_TEXTS)}
    return replace(record, tags=tags, line=_annotated(record.line, record.start, rng, depth))


def _annotated(line: Line, state: GameState, rng: Random, depth: int) -> Line:
    nodes: list[Node] = []
    marks = player_marks(state.names)
    for node in line.nodes:
        outcome = play(state, node.move)
        assert isinstance(outcome, Outcome)
        if rng.random() < 0.15:
            node = node._replace(mark=rng.choice(MARKS))
        if rng.random() < 0.15:
            node = node._replace(comment=rng.choice(ODD_TEXTS))
        if depth and rng.random() < 0.08:
            tries = [_other(state, marks, rng) for _ in range(rng.randint(1, 2))]
            variations = tuple(_annotated(each, state, rng, depth - 1) for each in tries)
            node = node._replace(variations=variations)
        nodes.append(node)
        state = outcome.state
    return Line(tuple(nodes), rng.choice(ODD_TEXTS) if rng.random() < 0.3 else "")


def _other(state: GameState, marks: tuple[str, ...], rng: Random) -> Line:
    nodes = []
    for _ in range(rng.randint(1, 5)):
        if state.over:
            break
        move, outcome = play_through(state, any_action(state, rng), any_option(rng))
        nodes.append(node_of(state, move, outcome, marks))
        state = outcome.state
    return Line(tuple(nodes))


# ------------------------------------------------------------------ hiding hands


def hidden_start(start: GameState, seats: set[int]) -> GameState:
    """The start with the hands of these seats unknown."""
    players, pile = list(start.players), start.pile
    for seat in seats:
        player = players[seat]
        pile = minus_cards(pile, minus_cards((0, 0, 0), player.hand))
        players[seat] = player._replace(
            hand=(0, 0, 0), hidden=sum(player.hand) + player.hidden, secret=True
        )
    return start._replace(players=tuple(players), pile=pile)


def hide(record: GameRecord, seats: set[int]) -> tuple[GameRecord, list[Outcome], list[Outcome]]:
    """The same game as somebody wrote it down who did not see these hands; and both stories."""
    state, known = hidden_start(record.start, seats), record.start
    recorder = Recorder(state, record.tags)
    told, known_told = [], []
    for node in record.line.nodes:
        true = play(known, node.move)
        move = _seen(state, node.move) if state.seat in seats else node.move
        outcome = play(state, move)
        assert isinstance(outcome, Outcome)
        assert isinstance(true, Outcome)
        recorder.add(state, move, outcome)
        told.append(outcome)
        known_told.append(true)
        state, known = outcome.state, true.state
    return recorder.record(), told, known_told


def _seen(state: GameState, move: Move) -> Move:
    """What the others see of a move: cards leave a hand, cards come into it."""
    action = move.action
    if isinstance(action, Exchange):
        shown, hidden = _shown(state, action.cards)
        return Move(Exchange(shown, hidden), move.answers, (0, 0, 0))
    if isinstance(action, EndTurn):
        if action.discard is None:
            return Move(action, move.answers, (0, 0, 0))
        shown, hidden = _shown(state, action.discard)
        return Move(EndTurn(shown, hidden), move.answers, (0, 0, 0))
    return move


def _shown(state: GameState, cards: Cards) -> tuple[Cards, int]:
    """Those of the cards that everybody knows to be in the hand, and how many others."""
    military, religious, civil = (min(a, b) for a, b in zip(cards, state.player.hand, strict=True))
    return (military, religious, civil), sum(cards) - military - religious - civil


CARD_EVENTS = (e.CardsDrawn, e.CardsDiscarded, e.PileRenewed)


def without_letters(outcome: Outcome) -> list[object]:
    """A log in which unplayed cards are only counted."""
    return [
        (type(entry.event), sum(entry.event.cards) + entry.event.hidden, entry.cause)
        if isinstance(entry.event, CARD_EVENTS)
        else (entry.event, entry.cause)
        for entry in outcome.log
    ]
