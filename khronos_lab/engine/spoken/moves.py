"""Reads moves that are written in words or in the notation of records.

>>> from khronos_lab.engine.setup import new_game
>>> state = new_game(["Ada", "Ben"], seed=7)
>>> print(as_move(state, "hamlet d8").action)
build hamlet at d8 in Might for c
>>> print(as_move(state, "M>F").action, "-", as_move(state, "nach Glaube reisen").action)
travel Might to Faith - travel Might to Faith

A move in words is read word by word, in any order that leaves no doubt: an action, buildings, ages,
squares and cards, by their names in any language, and small words between them. What is left out
follows from the position if only one thing can be meant: the age, whether a building is an
upgrade, the cards to pay with. Whether the move is legal is not asked here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain
from typing import Final, NoReturn, get_args

from khronos_lab.core import Building, GameState, cards_of, footprint, name, player_marks
from khronos_lab.core import actions as a
from khronos_lab.engine.legal import means_of, payments
from khronos_lab.engine.notation import is_notation, play_token, price_of, read_token
from khronos_lab.engine.spoken.names import (
    Sort,
    ages,
    as_cards,
    as_square,
    building_things,
    buildings,
    found,
    kinds,
)
from khronos_lab.mechanics import why_not
from khronos_lab.rulebook import (
    AGES,
    BUILDING_AGES,
    KINDS,
    RANKS,
    REASON,
    Age,
    Cards,
    KhronosError,
    Kind,
    Said,
    building_thing,
    excerpt,
    in_each_language,
    nearest,
    say,
)

_TOKEN = re.compile(r"[^\W_]+\**|\*+|(?<!\S)-(?!\S)")
_SQUARE = re.compile(r"[a-z][0-9]+")
_CARDS = re.compile(r"[mrc]+\**|\*+|-")
_AGE_LETTERS: Final = {age.title[0]: age for age in AGES}
_SMALL_WORDS: Final = frozenset(
    re.findall(
        r"\w+",
        """a an at for from in into its my of on open the their then to with discard
        am auf aus bei das dem den der des die ein eine einen für im in ins mit nach und vom von zu
        zum zur abwerfen""",
    )
)
_SMALL_TERMS: Final = (
    "word-age", "word-building", "word-square", "word-card", "word-cards", "word-ruin",
    "word-adventurer",
)  # fmt: skip


# ------------------------------------------------------------------ moves and actions


def as_move(state: GameState, said: object) -> a.Move:
    """The move that is meant, with its price paid."""
    if isinstance(said, a.Move):
        return replace(said, action=as_action(state, said.action))
    if isinstance(said, str) and is_notation(said.strip()):
        if "=" in said:
            return play_token(state, said.strip(), player_marks(state.names))[0]
        return a.Move(as_action(state, said), (), read_token(state, said.strip()).drawn)
    return a.Move(as_action(state, said))


def as_action(state: GameState, said: object) -> a.Action:
    """The action that is meant, with its price paid."""
    if isinstance(said, a.Move):
        return as_action(state, said.action)
    if isinstance(said, a.Action):
        return paid(state, said)
    if not isinstance(said, str):
        raise KhronosError(Said("slip-no_move", {"text": excerpt(said)}))
    text = said.strip()
    if not is_notation(text):
        return paid(state, _action(state, text))
    action = read_token(state, text).action
    if "/" not in text and isinstance(action, a.Build | a.Upgrade):
        # A token without a surcharge leaves the terrain's extra cards open.
        action = replace(action, cards=a.UNPAID)
    return paid(state, action)


# ------------------------------------------------------------------ words


@dataclass(slots=True)
class _Said:
    """What the words of a move say, sort by sort."""

    text: str
    verbs: list[type[a.Action]] = field(default_factory=list)
    ages: list[Age] = field(default_factory=list)
    kinds: list[Kind] = field(default_factory=list)
    cards: list[tuple[Cards, int]] = field(default_factory=list)
    """Known cards and how many hidden ones."""
    sorts: list[Sort] = field(default_factory=list)
    squares: list[tuple[int, int]] = field(default_factory=list)
    """Each with the number of buildings that were named before it."""

    def unclear(self, what: str) -> NoReturn:
        raise KhronosError(Said("slip-unclear", {"what": what, "text": excerpt(self.text)}))

    @property
    def square(self) -> int:
        """The square of the building named last, or else the first one named."""
        if not self.squares:
            self.unclear("square")
        last = len(self.sorts)
        return next((sq for sq, after in self.squares if after == last), self.squares[0][0])

    @property
    def payment(self) -> Cards:
        return self.cards[0][0] if self.cards else a.UNPAID


@lru_cache(maxsize=1)
def _verbs() -> dict[tuple[str, ...], type[a.Action]]:
    """The actions by the words of their names in all languages."""
    actions = get_args(a.Action)
    named = in_each_language(lambda: [(say(f"action-{each.__name__}"), each) for each in actions])
    spoken = {tuple(words.casefold().split()): each for words, each in chain(*named)}
    return spoken | {("ausbauen",): a.Upgrade}  # what people say for "vergrößern"


@lru_cache(maxsize=1)
def _small_words() -> frozenset[str]:
    terms = in_each_language(lambda: {say(key).casefold() for key in _SMALL_TERMS})
    return _SMALL_WORDS.union(*terms)


def _understood(text: str) -> _Said:
    """Sort the words of a move; one that nobody knows is refused."""
    said = _Said(text)
    tokens = _TOKEN.findall(text)
    verb_words: set[str] = set()
    for words, action in _verbs().items():
        spoken = [next((t for t in tokens if found(t, {word: True})), "") for word in words]
        if all(spoken) and action not in said.verbs:
            said.verbs.append(action)
            verb_words.update(spoken)
    for token in tokens:
        if token not in verb_words:
            _sort_word(said, token)
    return said


def _sort_word(said: _Said, token: str) -> None:
    word = token.casefold()
    if (age := found(word, ages())) is not None:
        said.ages.append(age)
    elif token in _AGE_LETTERS:
        said.ages.append(_AGE_LETTERS[token])
    elif (sort := found(word, buildings())) is not None:
        said.sorts.append(sort)
    elif (kind := found(word, kinds())) is not None:
        said.kinds.append(kind)
    elif _SQUARE.fullmatch(word):
        said.squares.append((as_square(word), len(said.sorts)))
    elif _CARDS.fullmatch(word):
        said.cards.append((as_cards(word.rstrip("*")), word.count("*")))
    elif word not in _small_words() and not word.isdigit():
        raise _unknown(token)


def _unknown(token: str) -> KhronosError:
    """The error for an unknown word: the nearest known one, and all words of that sort."""
    actions = [" ".join(words) for words in _verbs()]
    hint = nearest(token, [*buildings(), *ages(), *actions])
    sorts = building_things()
    if hint:
        return KhronosError(Said("slip-near", {"text": excerpt(token), "near": hint, "all": sorts}))
    verbs = tuple(Said(f"action-{each.__name__}") for each in get_args(a.Action))
    about = {"text": excerpt(token), "actions": verbs, "all": sorts}
    return KhronosError(Said("slip-unknown", about))


# ------------------------------------------------------------------ from words to an action


def _action(state: GameState, text: str) -> a.Action:
    said = _understood(text)
    verbs = said.verbs
    if len(verbs) > 1:
        # "ausbauen" is "bauen" with a syllable before it, and "end turn" may say what goes.
        said.unclear("action")
    if verbs:
        return _MAKERS[verbs[0]](state, said)
    if said.sorts:
        return _placing(state, said, None)
    if said.ages and not said.squares:
        return _travel(state, said)
    return said.unclear("action")


def _exchange(state: GameState, said: _Said) -> a.Action:
    if not said.cards:
        raise KhronosError(Said("slip-exchange"))
    return a.Exchange(*said.cards[0])


def _swap(state: GameState, said: _Said) -> a.Action:
    taken = [kind for cards, _ in said.cards[1:] for kind in Kind if cards[kind]]
    wanted = [*said.kinds, *taken]
    if not said.cards or len(set(wanted)) != 1:
        raise KhronosError(Said("slip-swap"))
    return a.Swap(wanted[0], said.cards[0][0])


def _travel(state: GameState, said: _Said) -> a.Action:
    """From one age to another; the first may be left out if all adventurers stand there."""
    if len(said.ages) == 1:
        origins = sorted(set(state.player.adventurers) - {said.ages[0]})
        if len(origins) == 1:
            return a.Travel(origins[0], said.ages[0])
    if len(said.ages) != 2:
        raise KhronosError(Said("slip-travel"))
    return a.Travel(*said.ages)


def _demolish(state: GameState, said: _Said) -> a.Action:
    return _in_some_age(state, said, lambda age: a.Demolish(age, _anchor(state, age, said.square)))


def _anchor(state: GameState, age: Age, sq: int) -> int:
    """The first square of the building that covers a square; the square itself if none does."""
    building = state.boards[age].at(sq) if state.grid.area >> sq & 1 else None
    return sq if building is None else building.square


def _placing(
    state: GameState, said: _Said, verb: type[a.Build] | type[a.Upgrade] | None
) -> a.Action:
    if not said.sorts:
        said.unclear("building")
    kind, rank = said.sorts[-1]
    if verb is a.Upgrade and len(said.sorts) == 1:
        _check_larger(state, said, kind, rank)

    def placed(age: Age) -> a.Action:
        chosen = verb or (a.Upgrade if _replaces(state, age, kind, rank, said.square) else a.Build)
        return paid(state, chosen(age, kind, rank, said.square, said.payment))

    return _in_some_age(state, said, placed)


def _check_larger(state: GameState, said: _Said, kind: Kind, rank: int) -> None:
    """Refuse to upgrade a building to what it is already."""
    standing = [state.boards[age].buildings.get(said.square) for age in said.ages or BUILDING_AGES]
    if any(each is not None and (each.kind, each.rank) == (kind, rank) for each in standing):
        where = {"building": Building(kind, rank, said.square)}
        if rank == RANKS[-1]:
            raise KhronosError(Said("slip-largest", where))
        about = {**where, "place": name(said.square), "new": building_thing(kind, rank + 1)}
        raise KhronosError(Said("slip-upgrade", about))


def _replaces(state: GameState, age: Age, kind: Kind, rank: int, sq: int) -> bool:
    """True if a smaller building of the kind stands where this one would."""
    mask = footprint(sq, rank)
    if mask & ~state.grid.area:
        return False
    inside = state.boards[age].overlapping(mask)
    return any(each.kind is kind and each.rank < rank for each in inside)


def _in_some_age(state: GameState, said: _Said, make: Callable[[Age], a.Action]) -> a.Action:
    """The action in the age that is said, or in the only one where it is possible.

    If it is possible nowhere, it is the one of an age with an adventurer: the rules say why not.
    """
    if said.ages:
        return make(said.ages[-1])
    tried: Sequence[tuple[Age, a.Action]] = [(age, make(age)) for age in BUILDING_AGES]
    legal = [action for _, action in tried if why_not(state, action) is None]
    if len(legal) > 1:
        raise KhronosError(Said("slip-which_age", {"text": said.text}))
    there = [action for age, action in tried if age in state.player.adventurers]
    return (legal or there or [tried[0][1]])[0]


_MAKERS: Final[dict[type[a.Action], Callable[[GameState, _Said], a.Action]]] = {
    a.Exchange: _exchange,
    a.Swap: _swap,
    a.Travel: _travel,
    a.Build: lambda state, said: _placing(state, said, a.Build),
    a.Upgrade: lambda state, said: _placing(state, said, a.Upgrade),
    a.Demolish: _demolish,
    a.Populate: lambda state, said: a.Populate(_anchor(state, REASON, said.square)),
    a.Restore: lambda state, said: a.Restore(_anchor(state, REASON, said.square)),
    a.EndTurn: lambda _, said: a.EndTurn(*said.cards[0]) if said.cards else a.EndTurn(),
}


def paid(state: GameState, action: a.Action) -> a.Action:
    """The action with the cards it costs; unchanged if it names its cards.

    That is the price in the building's colour; the terrain's extra leaves the most even hand (G2).
    Who lacks the cards is given the price all the same, so that the rules can say what is missing.
    """
    if not isinstance(action, a.Build | a.Upgrade) or action.cards != a.UNPAID:
        return action
    kind, rank, sq = action.kind, action.rank, action.square
    if kind not in KINDS or rank not in RANKS or sq < 0 or footprint(sq, rank) & ~state.grid.area:
        return action
    price = price_of(state, action.age, kind, rank, sq, isinstance(action, a.Upgrade))
    extra = state.grid.surcharge_at(state.terrain_cost, rank, sq)
    ways = payments(means_of(state), kind, price, extra)
    hand = state.player.hand
    ways = ways or (cards_of(kind, price + extra),)
    best = min(ways, key=lambda way: sum(max(0, hand[each] - way[each]) ** 2 for each in KINDS))
    return replace(action, cards=best)
