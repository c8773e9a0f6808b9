"""Notation: an action as a few characters that a player can write at the table, and back.

===========  ==========================================================  ==============
action       written                                                     example
===========  ==========================================================  ==============
exchange     `x` cards `>` cards drawn                                   `xmm>rc`
open cards   `s` cards laid down `>` cards taken                         `smc>rr`
travel       age `>` age                                                 `M>F`
build        age `+` kind, rank, first square, `/` surcharge             `M+m2f4/r`
upgrade      age `^` kind, rank, first square, `/` surcharge             `F^c2a1`
demolish     age `-` square                                              `M-f4`
populate     `R+` square                                                 `R+c7`
restore      `R^` square                                                 `R^f4`
end of turn  `-` cards discarded (first edition only), `>` cards drawn   `>mmrc`
===========  ==========================================================  ==============

Ages are M, F, R; kinds and cards m, r, c; a star is a card that nobody wrote down. Answers to
questions follow after `=`: a square (C2, C3: the building's first; C4: the new place) or `@` and a
player's mark (B8), as in `M+c1b1=d1=e2`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from khronos_lab.core import (
    Building,
    Entry,
    GameState,
    OpenChoice,
    Option,
    add_cards,
    cards_text,
    footprint,
    name,
    square,
)
from khronos_lab.core import actions as a
from khronos_lab.core import events as e
from khronos_lab.engine.moves import Outcome, play
from khronos_lab.rulebook import (
    AGES,
    HAND_SIZE,
    KINDS,
    NO_CARDS,
    Age,
    Cards,
    KhronosError,
    Kind,
    Said,
    excerpt,
)


class NotationError(KhronosError):
    """A token that is not an action."""


class AnswerError(NotationError):
    """An answer that does not fit its question; `log` has what happened before."""

    def __init__(self, message: str, key: str, log: tuple[Entry, ...]) -> None:
        super().__init__(message, Said(key))
        self.log = log


class SurplusAnswer(AnswerError):
    """An answer to a question that is not asked."""


class Written(NamedTuple):
    """A token that was read: the action, the answers as written, the cards drawn."""

    action: a.Action
    answers: tuple[str, ...]
    drawn: Cards | None


AGE_LETTERS = "MFR"
_AGE = dict(zip(AGE_LETTERS, AGES, strict=True))
CARD_LETTERS = "mrc"
EXAMPLES = ("M+m2f4", "M>F", "R+c7", ">mmrc")
DRAWING = (a.Exchange, a.EndTurn)
PLACING = (a.Build, a.Upgrade)
_PLACE = re.compile(r"([MFR])([+^])([mrc])([123])([a-p][0-9]{1,2})(?:/([mrc]{1,4}))?")
_SETTLE = re.compile(r"R([+^])([a-p][0-9]{1,2})")
_DEMOLISH = re.compile(r"([MF])-([a-p][0-9]{1,2})")
_TRAVEL = re.compile(r"([MFR])>([MFR])")
_DRAW = re.compile(r"(?:([x-])([mrc]{0,60}\*{0,60}))?>([mrc]{0,60}\*{0,60})")
_PLAIN = re.compile(r"[MFR][^/]++(?:/m*+r*+c*+(?:=.*)?)?|>(?=.)m*+r*+c*+\**+")
_SWAP = re.compile(r"s([mrc]{1,4})>(m{1,4}|r{1,4}|c{1,4})")


# ------------------------------------------------------------------ writing


def move_text(
    state: GameState, action: a.Action, log: tuple[Entry, ...], marks: tuple[str, ...]
) -> str:
    """The token of a move, from the state before it and the log of what came of it."""
    token = action_text(state, action)
    if isinstance(action, DRAWING):
        token += f">{_letters(*drawn_in(log))}"
    for event, _, _ in log:
        if type(event) is e.ChoiceMade:
            token += f"={option_text(_signed(event.choice, event.clause), marks)}"
    return token


def action_text(state: GameState, action: a.Action) -> str:
    """The token of an action alone, without draws and answers."""
    if isinstance(action, PLACING):
        age, kind = action.age, action.kind
        sign = "+" if isinstance(action, a.Build) else "^"
        place = f"{CARD_LETTERS[kind]}{action.rank}{name(action.square)}"
        extra = surcharge_cards(state, action)
        return f"{AGE_LETTERS[age]}{sign}{place}{f'/{_letters(extra)}' if any(extra) else ''}"
    match action:
        case a.EndTurn():
            gone = "" if action.discard is None else _letters(action.discard, action.hidden)
            return f"-{gone}" if gone else ""
        case a.Travel():
            return f"{AGE_LETTERS[action.origin]}>{AGE_LETTERS[action.target]}"
        case a.Populate():
            return f"R+{name(action.square)}"
        case a.Restore():
            return f"R^{name(action.square)}"
        case a.Demolish():
            return f"{AGE_LETTERS[action.age]}-{name(action.square)}"
        case a.Exchange():
            return f"x{_letters(action.cards, action.hidden)}"
        case a.Swap():
            return f"s{_letters(action.cards)}>{action.kind.letter * sum(action.cards)}"


def option_text(option: Option, marks: tuple[str, ...]) -> str:
    """An answer as written: a building's first square, a square, or `@` and a player's mark."""
    if isinstance(option, Building):
        return name(option.square)
    return f"@{marks[-1 - option]}" if option < 0 else name(option)


def _signed(option: Option, clause: str) -> Option:
    """An option with seats (B8) as negative numbers, to tell them from squares."""
    return -1 - option if clause == "B8" and not isinstance(option, Building) else option


def surcharge_cards(state: GameState, action: a.Build | a.Upgrade) -> Cards:
    """The cards of a payment beyond the price in the building's colour."""
    kind, rank = action.kind, action.rank
    price = state.rules.values[kind][rank]
    if isinstance(action, a.Upgrade):
        price = price_of(state, action.age, kind, rank, action.square, upgrade=True)
    if sum(action.cards) == price:
        return NO_CARDS
    left = list(action.cards)
    left[kind] -= price
    return (left[0], left[1], left[2])


def price_of(state: GameState, age: Age, kind: Kind, rank: int, anchor: int, upgrade: bool) -> int:
    """What a building costs in its own colour; an upgrade is cheaper by what it replaces."""
    values = state.rules.values[kind]
    price = values[rank]
    if upgrade and not footprint(anchor, rank) & ~state.grid.area:
        inside = state.boards[age].overlapping(footprint(anchor, rank))
        price -= max((values[each.rank] for each in inside if each.kind is kind), default=0)
    return max(price, 0)


@lru_cache(maxsize=1024)
def _letters(cards: Cards, hidden: int = 0) -> str:
    text = cards_text(cards, hidden)
    return "" if text == "-" else text


def drawn_in(log: tuple[Entry, ...]) -> tuple[Cards, int]:
    """The cards that a move drew: known ones, and how many hidden ones."""
    cards, hidden = NO_CARDS, 0
    for entry in log:
        event = entry[0]
        if type(event) is e.CardsDrawn:
            cards = add_cards(cards, event.cards)
            hidden += event.hidden
    return cards, hidden


# ------------------------------------------------------------------ reading


def read_token(state: GameState, token: str) -> Written:
    """The action that a token says in this state; whether it is legal is not asked here."""
    body, *answers = token.split("=")
    said = _said(body)
    if said is None:
        raise NotationError(Said("slip-no_action", {"text": excerpt(token), "options": EXAMPLES}))
    if isinstance(said, _Placing):
        verb, age, kind, rank, anchor, extra = said
        paid = list(extra)
        paid[kind] += price_of(state, age, kind, rank, anchor, verb is a.Upgrade)
        action = verb(age, kind, rank, anchor, (paid[0], paid[1], paid[2]))
        return Written(action, tuple(answers), None)
    if isinstance(said, _Drawing):
        return Written(_drawing(state, body, said), tuple(answers), said.drawn)
    return Written(said, tuple(answers), None)


def play_token(state: GameState, token: str, marks: tuple[str, ...]) -> tuple[a.Move, Outcome]:
    """Play what a token says, its answers included."""
    action, said, drawn = read_token(state, token)
    answers: tuple[int, ...] = ()
    while True:
        move = a.Move(action, answers, drawn)
        result = play(state, move)
        if isinstance(result, Outcome):
            if len(said) > len(answers):
                raise _surplus(token, len(said), len(answers), result.log)
            if drawn is not None and state.player.secret:
                _check_stars(token, drawn_in(result.log)[1])
            return move, result
        answers = (*answers, _answer(result, said[len(answers) :], marks, token))


def is_notation(text: str) -> bool:
    """True if a text has the form of a token, whatever the state."""
    return bool(text) and _said(text.partition("=")[0]) is not None


def is_canonical(token: str) -> bool:
    """True if a token is written the canonical way: most are, apart from the order of cards."""
    if "/" not in token and token[0] in AGE_LETTERS:
        return True
    return _PLAIN.fullmatch(token) is not None


def _surplus(token: str, given: int, asked: int, log: tuple[Entry, ...]) -> SurplusAnswer:
    questions = "1 question" if given == 1 else f"{given} questions"
    found = f"{asked or 'none'} {'is' if asked == 1 else 'are'} asked"
    return SurplusAnswer(f"{token[:40]!r} answers {questions}, but {found}", "record-surplus", log)


def _check_stars(token: str, hidden: int) -> None:
    """A star for each hidden card that is drawn, or nothing said of the draw at all."""
    drawn = token.partition("=")[0].rpartition(">")[2]
    if drawn and drawn.count("*") != hidden:
        known = len(drawn) - drawn.count("*")
        about = {"text": excerpt(token), "n": len(drawn), "right": known + hidden}
        raise NotationError(Said("slip-stars", about))


def _answer(question: OpenChoice, left: tuple[str, ...], marks: tuple[str, ...], token: str) -> int:
    options = [option_text(_signed(each, question.clause), marks) for each in question.options]
    choices = ", ".join(options)
    if not left:
        said = f"{token!r} leaves a choice open ({question.clause}): add one of ={choices}"
        raise AnswerError(said, "record-open_choice", question.log)
    if left[0] not in options:
        said = f"{token!r}: {left[0]!r} is not an answer ({question.clause}); there are {choices}"
        raise AnswerError(said, "record-strange_answer", question.log)
    return options.index(left[0])


class _Placing(NamedTuple):
    """What a token says of a building by itself, before the state tells its price."""

    verb: type[a.Build] | type[a.Upgrade]
    age: Age
    kind: Kind
    rank: int
    anchor: int
    extra: Cards


class _Drawing(NamedTuple):
    """What a token says of cards by itself, before the state tells whose they are."""

    verb: str
    gone: str
    letters: str
    drawn: Cards


@lru_cache(maxsize=4096)
def _said(body: str) -> _Placing | _Drawing | a.Action | None:
    if match := _PLACE.fullmatch(body):
        age, sign, letter, digit, place, extra = match.groups(default="")
        verb = a.Build if sign == "+" else a.Upgrade
        kind = KINDS[CARD_LETTERS.index(letter)]
        return _Placing(verb, _AGE[age], kind, int(digit), square(place), cards_from(extra))
    if match := _TRAVEL.fullmatch(body):
        return a.Travel(_AGE[match[1]], _AGE[match[2]])
    if match := _SETTLE.fullmatch(body):
        return (a.Populate if match[1] == "+" else a.Restore)(square(match[2]))
    if match := _DEMOLISH.fullmatch(body):
        return a.Demolish(_AGE[match[1]], square(match[2]))
    if (match := _SWAP.fullmatch(body)) and len(match[1]) == len(match[2]):
        return a.Swap(KINDS[CARD_LETTERS.index(match[2][0])], cards_from(match[1]))
    if match := _DRAW.fullmatch(body):
        sign, gone, letters = match.groups(default="")
        return _Drawing(sign, gone, letters, cards_from(letters))
    return None


def _drawing(state: GameState, body: str, said: _Drawing) -> a.Exchange | a.EndTurn:
    verb, gone, letters, _ = said
    keeps, player = state.rules.keeps_cards, state.player
    if not player.secret:
        # A player whose draws are known must say them all; `play` counts them.
        kept = sum(player.hand) + player.hidden - len(gone)
        full = verb != "x" and keeps and kept >= HAND_SIZE
        if "*" in letters or not (letters or full):
            raise NotationError(f"{body!r} does not say which cards {player.name} draws")
    cards, hidden = cards_from(gone), gone.count("*")
    if verb == "x":
        return a.Exchange(cards, hidden)
    if verb and not keeps:
        raise NotationError(f"{body!r}: only the first edition says which cards are discarded (V1)")
    return a.EndTurn(cards if keeps else None, hidden)


def cards_from(letters: str) -> Cards:
    """Cards from letters; stars are not counted."""
    return (letters.count("m"), letters.count("r"), letters.count("c"))
