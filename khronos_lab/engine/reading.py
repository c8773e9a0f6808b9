"""Reads what people write for a move, in words of any language or in the notation of records.

>>> from khronos_lab.engine.setup import new_game
>>> state = new_game(["Ada", "Ben"], seed=7)
>>> print(as_move(state, "hamlet d8").action)
build hamlet at d8 in Might for c
>>> print(as_move(state, "M>F").action, "-", as_move(state, "nach Glaube reisen").action)
travel Might to Faith - travel Might to Faith
>>> as_age("Might"), as_building("Burg"), as_square("f4"), as_cards("mmr")
(<Age.MIGHT: 0>, (<Kind.MILITARY: 0>, 2), 56, (2, 1, 0))

A move in words is read word by word, in any order that leaves no doubt: an action, buildings, ages,
squares and cards, by their names in the vocabulary, and small words between them. What is left out
follows from the position if only one thing can be meant: the age, whether a building is an
upgrade, the cards to pay with. Whether the move is legal is not asked here. A value instead of a
name is taken as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from itertools import chain
from typing import Any, Final, NoReturn, TypeVar, get_args

from khronos_lab.core import (
    FULL,
    Building,
    GameState,
    actions,
    cards_of,
    footprint,
    name,
    player_marks,
    square,
)
from khronos_lab.engine.legal import means_of, payments
from khronos_lab.engine.notation import is_notation, play_token, price_of, read_token
from khronos_lab.mechanics import why_not
from khronos_lab.rulebook import (
    AGES,
    BUILDING_AGES,
    BUILDING_NAMES,
    KINDS,
    RANKS,
    REASON,
    Age,
    Cards,
    KhronosError,
    Kind,
    Said,
    building_thing,
    catalogue,
    excerpt,
    in_each_language,
    near,
    nearest,
    quoted,
    say,
    speaking,
)

T = TypeVar("T")
Sort = tuple[Kind, int]
"""Kind and rank: what a building's name says."""

LONGEST_ENDING: Final = 2
"""Endings that a word may have or lack: keeps, Burgen, des Glaubens, baue."""
SHORTEST_STEM: Final = 4

_TOKEN = re.compile(r"[^\W_]+\**|\*+|(?<!\S)-(?!\S)")
_SQUARE = re.compile(r"[a-z][0-9]+")
_CARDS = re.compile(r"[mrc]+\**|\*+|-")
_LETTERS = re.compile(r"[mrc]*|-")
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
_SORTS: Final = tuple((kind, rank) for kind in KINDS for rank in RANKS)


# ------------------------------------------------------------------ names


@lru_cache(maxsize=1)
def _vocabulary() -> tuple[dict[str, Age], dict[str, Kind], dict[str, Sort]]:
    """Ages, kinds and sorts of buildings by their names in all languages, casefolded."""

    def by_name(things: Iterable[T], said: Callable[[T], str]) -> dict[str, T]:
        listed = in_each_language(lambda: [(said(each).casefold(), each) for each in things])
        return dict(chain(*listed))

    return (
        by_name(AGES, say),
        by_name(KINDS, say),
        by_name(_SORTS, lambda sort: say(building_thing(*sort))),
    )


@lru_cache(maxsize=1)
def _verbs() -> dict[tuple[str, ...], type[actions.Action]]:
    """The actions by the words of their names in all languages."""
    listed = get_args(actions.Action)
    named = in_each_language(lambda: [(say(f"action-{each.__name__}"), each) for each in listed])
    spoken = {tuple(words.casefold().split()): each for words, each in chain(*named)}
    return spoken | {("ausbauen",): actions.Upgrade}  # what people say for "vergrößern"


@lru_cache(maxsize=1)
def _small_words() -> frozenset[str]:
    terms = in_each_language(lambda: {say(key).casefold() for key in _SMALL_TERMS})
    return _SMALL_WORDS.union(*terms)


def _found(said: str, known: Mapping[str, T]) -> T | None:
    """What a word means, whatever its case and ending."""
    word = said.strip().casefold()
    if word in known:
        return known[word]
    for each, meaning in known.items():
        short, long = sorted((word, each), key=len)
        ending = len(long) - len(short)
        if long.startswith(short) and ending <= LONGEST_ENDING and len(short) >= SHORTEST_STEM:
            return meaning
    return None


def as_age(said: object) -> Age:
    """The age with this name, letter (`M`) or number."""
    ages = _vocabulary()[0]
    if isinstance(said, str):
        age = _found(said, ages | {age.title[0].casefold(): age for age in AGES})
        if age is not None:
            return age
    elif isinstance(said, int) and said in AGES:
        return Age(said)
    raise _stranger(said, [word.title() for word in ages], "Ages", [age.title for age in AGES])


def as_kind(said: object) -> Kind:
    """The kind with this name, letter (`m`) or number."""
    kinds = _vocabulary()[1]
    if isinstance(said, str):
        kind = _found(said, kinds | {kind.letter: kind for kind in KINDS})
        if kind is not None:
            return kind
    elif isinstance(said, int) and said in KINDS:
        return Kind(said)
    raise _stranger(said, kinds, "Kinds", [kind.word for kind in KINDS])


def as_building(said: object) -> Sort:
    """Kind and rank of the building with this name."""
    buildings = _vocabulary()[2]
    sort = _found(said, buildings) if isinstance(said, str) else None
    if sort is None:
        names = [name for row in BUILDING_NAMES for name in row[1:]]
        raise _stranger(said, buildings, "Buildings", names)
    return sort


def as_rank(said: object) -> int:
    """A rank, refused if no building has it."""
    rank = int(said) if isinstance(said, str) and said.strip().isdigit() else said
    if isinstance(rank, int) and rank in RANKS:
        return rank
    raise KhronosError(f"There is no rank {said}: buildings have rank 1, 2 or 3.")


def as_square(said: object) -> int:
    """The square with this name or number."""
    if isinstance(said, str):
        return square(said)
    if isinstance(said, int) and said >= 0 and FULL >> said & 1:
        return said
    raise KhronosError(f'{quoted(said)} is not a square: write its name, for example "f4".')


def as_cards(said: object) -> Cards:
    """Cards from letters (`mmr`), from names of kinds, or from three numbers."""
    parts: Iterable[object] = (said,)
    if isinstance(said, str):
        text = said.strip().casefold()
        parts = text.strip("-") if _LETTERS.fullmatch(text) else re.split(r"[\s,+]+", text)
    elif isinstance(said, Iterable):
        parts = tuple(said)
        numbers = [each for each in parts if type(each) is int]
        if len(numbers) == len(parts) == len(KINDS):
            return (numbers[0], numbers[1], numbers[2])
    try:
        named = [as_kind(each) for each in parts]
    except KhronosError:
        raise KhronosError(Said("slip-cards", {"text": excerpt(said)})) from None
    return (named.count(KINDS[0]), named.count(KINDS[1]), named.count(KINDS[2]))


def _stranger(said: object, known: Iterable[str], title: str, names: list[str]) -> KhronosError:
    with speaking("en"):  # as all errors are
        listed = f"{title}: {catalogue().joined(names)}."
    return KhronosError(f"I don't know {quoted(said)}.{near(said, known)} {listed}")


# ------------------------------------------------------------------ moves and actions


def as_move(state: GameState, said: object) -> actions.Move:
    """The move that is meant, with its price paid."""
    if isinstance(said, actions.Move):
        return replace(said, action=as_action(state, said.action))
    if isinstance(said, str) and is_notation(said.strip()):
        if "=" in said:
            return play_token(state, said.strip(), player_marks(state.names))[0]
        return actions.Move(as_action(state, said), (), read_token(state, said.strip()).drawn)
    return actions.Move(as_action(state, said))


def as_action(state: GameState, said: object) -> actions.Action:
    """The action that is meant, with its price paid."""
    if isinstance(said, actions.Move):
        said = said.action
    if isinstance(said, actions.Action):
        return paid(state, said)
    if not isinstance(said, str):
        raise KhronosError(Said("slip-no_move", {"text": excerpt(said)}))
    text = said.strip()
    if not is_notation(text):
        return paid(state, _Sentence(text).action(state))
    action = read_token(state, text).action
    if "/" not in text and isinstance(action, actions.Build | actions.Upgrade):
        # A token without a surcharge leaves the terrain's extra cards open.
        action = replace(action, cards=actions.UNPAID)
    return paid(state, action)


def paid(state: GameState, action: actions.Action) -> actions.Action:
    """The action with the cards it costs; unchanged if it names its cards.

    That is the price in the building's colour; the terrain's extra leaves the most even hand (G2).
    Who lacks the cards is given the price all the same, so that the rules can say what is missing.
    """
    if not isinstance(action, actions.Build | actions.Upgrade) or action.cards != actions.UNPAID:
        return action
    kind, rank, sq = action.kind, action.rank, action.square
    if kind not in KINDS or rank not in RANKS or sq < 0 or footprint(sq, rank) & ~state.grid.area:
        return action
    price = price_of(state, action.age, kind, rank, sq, isinstance(action, actions.Upgrade))
    extra = state.grid.surcharge_at(state.terrain_cost, rank, sq)
    ways = payments(means_of(state), kind, price, extra)
    hand = state.player.hand
    ways = ways or (cards_of(kind, price + extra),)
    best = min(ways, key=lambda way: sum(max(0, hand[each] - way[each]) ** 2 for each in KINDS))
    return replace(action, cards=best)


@dataclass(slots=True)
class _Sentence:
    """A move in words, sorted: a word that nobody knows is refused."""

    text: str
    verbs: list[type[actions.Action]] = field(default_factory=list)
    ages: list[Age] = field(default_factory=list)
    kinds: list[Kind] = field(default_factory=list)
    cards: list[tuple[Cards, int]] = field(default_factory=list)
    """Known cards and how many hidden ones."""
    sorts: list[Sort] = field(default_factory=list)
    squares: list[tuple[int, int]] = field(default_factory=list)
    """Each with the number of buildings that were named before it."""

    def __post_init__(self) -> None:
        tokens = _TOKEN.findall(self.text)
        verb_words: set[str] = set()
        for words, action in _verbs().items():
            spoken = [next((t for t in tokens if _found(t, {word: True})), "") for word in words]
            if all(spoken) and action not in self.verbs:
                self.verbs.append(action)
                verb_words.update(spoken)
        for token in tokens:
            if token not in verb_words:
                self._sort(token)

    def _sort(self, token: str) -> None:
        word = token.casefold()
        ages, kinds, buildings = _vocabulary()
        if (age := _found(word, ages)) is not None:
            self.ages.append(age)
        elif token in _AGE_LETTERS:
            self.ages.append(_AGE_LETTERS[token])
        elif (sort := _found(word, buildings)) is not None:
            self.sorts.append(sort)
        elif (kind := _found(word, kinds)) is not None:
            self.kinds.append(kind)
        elif _SQUARE.fullmatch(word):
            self.squares.append((as_square(word), len(self.sorts)))
        elif _CARDS.fullmatch(word):
            self.cards.append((as_cards(word.rstrip("*")), word.count("*")))
        elif word not in _small_words() and not word.isdigit():
            raise _unknown_word(token)

    def unclear(self, what: str) -> NoReturn:
        raise KhronosError(Said("slip-unclear", {"what": what, "text": excerpt(self.text)}))

    @property
    def square(self) -> int:
        """The square of the building named last, or else the first one named."""
        if not self.squares:
            self.unclear("square")
        last = len(self.sorts)
        return next((sq for sq, after in self.squares if after == last), self.squares[0][0])

    def action(self, state: GameState) -> actions.Action:
        """The action that the words say; whether it is legal is not asked here."""
        if len(self.verbs) > 1:
            # "ausbauen" is "bauen" with a syllable before it, and "end turn" may say what goes.
            self.unclear("action")
        verb = self.verbs[0] if self.verbs else None
        if verb is actions.Build or verb is actions.Upgrade or (verb is None and self.sorts):
            return self._placing(state, verb)
        if verb is actions.Travel or (verb is None and self.ages and not self.squares):
            return self._travel(state)
        if verb is actions.Exchange:
            if not self.cards:
                raise KhronosError(Said("slip-exchange"))
            return actions.Exchange(*self.cards[0])
        if verb is actions.Swap:
            taken = [kind for cards, _ in self.cards[1:] for kind in Kind if cards[kind]]
            wanted = [*self.kinds, *taken]
            if not self.cards or len(set(wanted)) != 1:
                raise KhronosError(Said("slip-swap"))
            return actions.Swap(wanted[0], self.cards[0][0])
        if verb is actions.Demolish:
            return self._in_some_age(
                state, lambda age: actions.Demolish(age, _anchor(state, age, self.square))
            )
        if verb is actions.Populate or verb is actions.Restore:
            return verb(_anchor(state, REASON, self.square))
        if verb is actions.EndTurn:
            return actions.EndTurn(*self.cards[0]) if self.cards else actions.EndTurn()
        return self.unclear("action")

    def _travel(self, state: GameState) -> actions.Action:
        """From one age to another; the first may be left out if all adventurers stand there."""
        if len(self.ages) == 1:
            origins = sorted(set(state.player.adventurers) - {self.ages[0]})
            if len(origins) == 1:
                return actions.Travel(origins[0], self.ages[0])
        if len(self.ages) != 2:
            raise KhronosError(Said("slip-travel"))
        return actions.Travel(*self.ages)

    def _placing(self, state: GameState, verb: type[actions.Action] | None) -> actions.Action:
        if not self.sorts:
            self.unclear("building")
        kind, rank = self.sorts[-1]
        if verb is actions.Upgrade and len(self.sorts) == 1:
            self._check_larger(state, kind, rank)
        cards = self.cards[0][0] if self.cards else actions.UNPAID

        def placed(age: Age) -> actions.Action:
            mask = footprint(self.square, rank)
            inside = [] if mask & ~state.grid.area else state.boards[age].overlapping(mask)
            grows = any(each.kind is kind and each.rank < rank for each in inside)
            upgrades = verb is actions.Upgrade or (verb is None and grows)
            chosen = actions.Upgrade if upgrades else actions.Build
            return paid(state, chosen(age, kind, rank, self.square, cards))

        return self._in_some_age(state, placed)

    def _check_larger(self, state: GameState, kind: Kind, rank: int) -> None:
        ages = self.ages or BUILDING_AGES
        standing = [state.boards[age].buildings.get(self.square) for age in ages]
        if any(each is not None and (each.kind, each.rank) == (kind, rank) for each in standing):
            where = {"building": Building(kind, rank, self.square)}
            if rank == RANKS[-1]:
                raise KhronosError(Said("slip-largest", where))
            about = {**where, "place": name(self.square), "new": building_thing(kind, rank + 1)}
            raise KhronosError(Said("slip-upgrade", about))

    def _in_some_age(
        self, state: GameState, make: Callable[[Age], actions.Action]
    ) -> actions.Action:
        """The action in the age that is said, or in the only one where it is possible.

        If it is possible nowhere, it is that of an age with an adventurer: the rules say why not.
        """
        if self.ages:
            return make(self.ages[-1])
        tried: Sequence[tuple[Age, actions.Action]] = [(age, make(age)) for age in BUILDING_AGES]
        legal = [action for _, action in tried if why_not(state, action) is None]
        if len(legal) > 1:
            raise KhronosError(Said("slip-which_age", {"text": self.text}))
        there = [action for age, action in tried if age in state.player.adventurers]
        return (legal or there or [tried[0][1]])[0]


def refuse_unknown_words(words: Iterable[str]) -> None:
    """Refuse words that no action can be described by."""
    verbs = {word: True for spoken in _verbs() for word in spoken}
    for word in words:
        if _found(word, verbs) is None:
            _Sentence(word)


def _unknown_word(token: str) -> KhronosError:
    ages, _, buildings = _vocabulary()
    hint = nearest(token, [*buildings, *ages, *(" ".join(words) for words in _verbs())])
    sorts = tuple(building_thing(*sort) for sort in _SORTS)
    if hint:
        return KhronosError(Said("slip-near", {"text": excerpt(token), "near": hint, "all": sorts}))
    verbs = tuple(Said(f"action-{each.__name__}") for each in get_args(actions.Action))
    about = {"text": excerpt(token), "actions": verbs, "all": sorts}
    return KhronosError(Said("slip-unknown", about))


def _anchor(state: GameState, age: Age, sq: int) -> int:
    """The first square of the building that covers a square; the square itself if none does."""
    building = state.boards[age].at(sq) if state.grid.area >> sq & 1 else None
    return sq if building is None else building.square


# ------------------------------------------------------------------ actions as people call them

_READERS: Final[dict[str, Callable[[Any], object]]] = {
    "age": as_age, "origin": as_age, "target": as_age, "kind": as_kind, "rank": as_rank,
    "square": as_square, "cards": as_cards, "discard": as_cards,
}  # fmt: skip
"""By the name of an action's field: the function that reads it."""


class Natural(type):
    """The type of classes that stand for an action; their docstring shows how one is written."""

    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, cls.__bases__[1])

    def __call__(cls, *args: object, **named: object) -> Any:  # noqa: ANN401
        """The plain action that the arguments say."""
        plain: type[Any] = cls.__bases__[1]
        names = [each.name for each in fields(plain)]
        if names[0] == "age":
            args = _age_first(args)
        if "rank" in names:
            named = {"cards": actions.UNPAID} | named
            if "building" in named:
                named["kind"], named["rank"] = as_building(named.pop("building"))
            elif len(args) > 1 and not _is_kind(args[1]):
                args = (args[0], *as_building(args[1]), *args[2:])
        given = named | dict(zip(names, args, strict=False))
        values = {
            each: said
            if said is None or each not in _READERS or _is_unpaid(said)
            else _READERS[each](said)
            for each, said in given.items()
        }
        try:
            if len(args) > len(names):
                raise TypeError(f"{len(args)} arguments")
            return plain(**values)
        except TypeError:
            example = (cls.__doc__ or "").partition(": ")[2].replace("`", "")
            raise KhronosError(f"A {cls.__name__} is written like this: {example}") from None


def _is_unpaid(said: object) -> bool:
    return type(said) is tuple and said == actions.UNPAID


def _age_first(args: tuple[object, ...]) -> tuple[object, ...]:
    """The arguments with the age first, even if written as `"keep", "f4", "Might"`."""
    ages = _vocabulary()[0]
    named = [each for each in args if isinstance(each, str) and _found(each, ages) is not None]
    if len(named) != 1 or isinstance(args[0], Age):
        return args
    return (named[0], *(each for each in args if each is not named[0]))


def _is_kind(said: object) -> bool:
    try:
        as_kind(said)
    except KhronosError:
        return False
    return True


class AsWritten:
    """What a type checker is told: a natural action takes whatever people write."""

    __slots__ = ()

    def __init__(self, *args: object, **named: object) -> None:
        raise AssertionError("the type makes the plain action instead")


class Exchange(AsWritten, actions.Exchange, metaclass=Natural):
    """T2: `kl.Exchange("mm")`, with a letter for each card."""


class Swap(AsWritten, actions.Swap, metaclass=Natural):
    """V2: `kl.Swap("religious", "mc")`, the kind to take and the cards to lay down."""


class Travel(AsWritten, actions.Travel, metaclass=Natural):
    """T4: `kl.Travel("Might", "Faith")`."""


class Build(AsWritten, actions.Build, metaclass=Natural):
    """A1: `kl.Build("Might", "keep", "f4")`, and the cards if you want to choose them."""


class Upgrade(AsWritten, actions.Upgrade, metaclass=Natural):
    """A2: `kl.Upgrade("Faith", "abbey", "c3")`, the larger building and its first square."""


class Demolish(AsWritten, actions.Demolish, metaclass=Natural):
    """A4: `kl.Demolish("Might", "c5")`."""


class Populate(AsWritten, actions.Populate, metaclass=Natural):
    """A5: `kl.Populate("e4")`, the first square of a civil building in Reason."""


class Restore(AsWritten, actions.Restore, metaclass=Natural):
    """A6: `kl.Restore("c3")`, the first square of a ruin in Reason."""


class EndTurn(AsWritten, actions.EndTurn, metaclass=Natural):
    """T6: `kl.EndTurn()`, or in the first edition `kl.EndTurn("mr")` to discard cards."""
