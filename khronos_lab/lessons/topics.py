"""Topics: the sorts of questions that can be asked about a trial.

A topic is one class: how it asks, what the answer is and why, what every wrong answer overlooked,
how it hints, and the cases in which it trains a rule. A new one is a class in one of the modules
`actions`, `shadows` and `domains`, and its words in the catalogues.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial, reduce
from typing import ClassVar, Final

from khronos_lab.core import Building, Domain, bits, owned
from khronos_lab.core import events as e
from khronos_lab.core import name as square_name
from khronos_lab.core import values as event_values
from khronos_lab.lessons.exercise import (
    YES_OR_NO,
    Answer,
    AnswerKind,
    AnswerOption,
    Because,
    Exercise,
    Feedback,
    Text,
    Trial,
    Words,
    answer_buildings,
    does,
    label,
)
from khronos_lab.lessons.position_builder import Workshop
from khronos_lab.mechanics import (
    contact_squares,
    joined_by_copy,
    shadows_of,
    touched_by_copy,
    touched_domains,
)
from khronos_lab.rulebook import CIVIL, FAITH, Age, Said, clauses

Values = Mapping[str, object]
Fits = Callable[[Exercise], bool]  # True if an exercise is of the case
SIZES: Final = (1, 2, 3)
SMALLER: Final = (1, 2)


class Case:
    """One case of a rule: a rule is practised case by case, each as often as any other.

    A `sketch` builds a position with these settings, in one of the `sizes` from small (1) to large
    (3), and plays a move; `fits` tells whether it has become the case.
    """

    def __init__(
        self,
        name: str,
        sketch: Callable[..., Trial | None],
        fits: Fits,
        sizes: tuple[int, ...] = SIZES,
        **settings: object,
    ) -> None:
        self.name, self.fits, self.sizes = name, fits, sizes
        self.sketch: Callable[[Workshop, int], Trial | None] = partial(sketch, **settings)


class Topic:
    """One sort of question; every subclass is one, in the order in which a lesson asks them."""

    name: ClassVar[str] = ""
    kind: ClassVar[AnswerKind]
    reveals: ClassVar[tuple[str, ...]] = ()
    """Topics whose answers its verdict gives away; itself is always one."""
    plain: ClassVar[bool] = False
    """True if it can be asked about any building: asked if there is nothing else."""
    depth: ClassVar[int] = 0
    """How far it sees: questions about a game begin with the largest; 0 is not asked there."""
    leading: ClassVar[tuple[type[e.Event], ...]] = ()
    """Events that are part of the reason, but not yet the answer."""
    aside: ClassVar[tuple[str, ...]] = ()
    """Clauses that are part of the reason, but answer another question."""
    repeats: ClassVar[bool] = False
    """True if its events only repeat the answer: what leads to it is told besides."""
    trains: ClassVar[Mapping[str, tuple[Case, ...]]] = {}
    """By rule: the cases in which this is asked about it."""
    told_by: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """By rule: what may tell the answer, because it is the rule itself, as the rank does in B1."""

    known: ClassVar[dict[str, Topic]] = {}

    def __init_subclass__(cls) -> None:
        Topic.known[cls.name] = cls()

    def ask(self, trial: Trial) -> Iterator[Exercise]:
        """The exercises on this topic that a trial makes possible."""
        raise TypeError(f"{type(self).__name__} needs a method: ask(trial)")

    def missed(self, exercise: Exercise) -> Feedback:
        """What every wrong answer has overlooked."""
        match exercise.kind:
            case AnswerKind.YES_NO:
                right = bool(exercise.correct)
                return Feedback({not right: Said(f"missed-{self.name}", {"right": right})})
            case AnswerKind.TURN:
                others = [str(x.value) for x in exercise.options if x.value != exercise.correct]
                return Feedback({letter: Said(f"missed-{self.name}") for letter in others})
            case AnswerKind.CLAUSE:
                others = [str(x.value) for x in exercise.options if x.value != exercise.correct]
                return Feedback({label: Said(f"missed-clause-{label}") for label in others})
        return numbers(exercise, [])

    def hint_squares(self, exercise: Exercise) -> list[tuple[Age, int]]:
        """Where to look, without the answer: what the move places, or what is compared."""
        trial, age = exercise.trial, exercise.age
        if trial.placing is not None:
            return [(trial.placing.age if age is None else age, sq) for sq in bits(trial.mask)]
        if exercise.kind in (AnswerKind.SQUARES, AnswerKind.BUILDINGS):
            return []
        for each in exercise.because:
            if each.age is not None and each.squares:
                return [(each.age, sq) for sq in each.squares]
        return []

    def hint_step(self, exercise: Exercise) -> Text | None:
        """The beginning of the answer, where the log has none."""
        return None

    def answering(self, exercise: Exercise) -> list[int]:
        """The places in the log that tell the answer."""
        names = exercise.state.names
        return [
            number
            for number, entry in enumerate(exercise.trial.log)
            if not isinstance(entry.event, self.leading)
            # Where a smaller building is put says which one shrinks.
            and (
                told(entry.event, names) in exercise.because
                or (self.leading and isinstance(entry.event, e.ChoiceMade))
            )
        ]

    def therefore(self, exercise: Exercise) -> Said:
        """The answer as the end of a sentence that begins with "Therefore"."""
        right, age = exercise.correct, exercise.age
        if isinstance(right, bool):
            where: dict[str, object] = {} if age is None else {"age": age}
            return Said(f"so-{self.name}", where | {"right": right})
        if not isinstance(right, tuple):
            return Said("so-is", {"answer": str(right)})
        if exercise.kind is AnswerKind.PLAYERS:
            names = tuple(exercise.state.names[seat] for seat in right)
            return Said("so-players", {"n": len(names), "names": names})
        if exercise.kind is AnswerKind.BUILDINGS and right:
            return Said("so-is", {"answer": answer_buildings(exercise, right)})
        return Said("so-places", {"n": len(right), "places": tuple(map(square_name, right))})

    def is_answer(self, exercise: Exercise, words: Text) -> bool:
        """True of a sentence that is the answer, not a reason for it."""
        if isinstance(words, Words):
            return False
        if words.key == "why-free":
            return True  # that nothing forbids it
        said = words.values.get("said")
        event = said.key if isinstance(said, Said) else ""
        return self.repeats and event.startswith("caption-") and event != "caption-TaxMissed"

    # -------------------------------------------------------------- making an exercise

    def exercise(
        self, trial: Trial, question: Said, correct: Answer, because: Iterable[Because], *,
        about: str = "", kind: AnswerKind | None = None, options: tuple[str, ...] = (),
        age: Age | None = None, trivial: bool = False, choices: bool = False,
    ) -> Exercise:  # fmt: skip
        """An exercise about a trial; with `choices` the question tells what players chose.

        `about` is what is asked in particular, `options` are the clauses to choose from.
        """
        sort, names = kind or self.kind, trial.before.names
        offered: tuple[AnswerOption, ...] = ()
        match sort:
            case AnswerKind.YES_NO:
                offered = YES_OR_NO
            case AnswerKind.CLAUSE:
                offered = clause_options(options)
            case AnswerKind.BUILDINGS if age is not None:
                standing = trial.before.boards[age]
                offered = tuple(
                    AnswerOption(x.square, label(x, names), x.squares) for x in standing
                )
            case AnswerKind.PLAYERS:
                players = [AnswerOption((seat,), Words(who, who)) for seat, who in enumerate(names)]
                offered = (*players, AnswerOption((), Said("word-nobody")))
        return Exercise(
            trial, f"{self.name} {about}".strip(), sort, prompt(trial, question, choices=choices),
            correct, tuple(because), offered, age, trivial,
        )  # fmt: skip


def clause_options(labels: Iterable[str]) -> tuple[AnswerOption, ...]:
    return tuple(
        AnswerOption(
            label, Said("choice-clause", {"label": label, "motto": Said(f"motto-{label}")})
        )
        for label in labels
    )


# ------------------------------------------------------------------ reasons


def rule(label: str, age: Age | None = None, squares: tuple[int, ...] = ()) -> Because:
    """A clause by its motto."""
    said = Said("sentence-clause", {"said": Said(f"motto-{label}"), "clause": label})
    return Because(label, said, age, squares)


def told(event: e.Event, names: tuple[str, ...]) -> Because:
    said = Said("sentence-clause", {"said": _caption(event, names), "clause": event.clause})
    buildings = [getattr(event, key, None) for key in ("building", "old")]
    mask = 0
    for building in (*buildings, *getattr(event, "buildings", ())):
        mask |= building.mask if isinstance(building, Building) else 0
    for sq in (*getattr(event, "squares", ()), *getattr(event, "domains", ())):
        mask |= 1 << sq
    return Because(event.clause, said, event.age, tuple(bits(mask)))


def _caption(event: e.Event, names: tuple[str, ...]) -> Said:
    return Said(f"caption-{type(event).__name__}", event_values(event, names))


def happened(trial: Trial, *numbers: int) -> tuple[Because, ...]:
    """Events of the log in words, and then the mottos of their clauses, each once."""
    events = [trial.log[number].event for number in numbers]
    clauses = dict.fromkeys(event.clause for event in events)
    return (*(told(event, trial.before.names) for event in events), *map(rule, clauses))


def cubes_there(names: tuple[str, ...], cubes: Sequence[int]) -> Said:
    """How many cubes each player has there, by the seats of the cubes."""
    shares = tuple(
        {"who": who, "n": cubes.count(seat)} for seat, who in enumerate(names) if seat in cubes
    )
    return Said("why-cubes", {"players": len(shares), "shares": shares})


def broken(trial: Trial) -> tuple[Because, ...]:
    violation = trial.violation
    assert violation is not None
    why = {"said": Said(violation.key, violation.values), "clause": violation.clause}
    said = Said("sentence-clause", why)
    because = Because(violation.clause, said, trial.age, violation.squares)
    return (because, rule(violation.clause))


def prompt(trial: Trial, question: Said, *, choices: bool = False) -> Said:
    """What is done, what players chose on the way if wanted, and then the question."""
    parts = [does(trial.before, trial.action)]
    if choices:
        parts += [_caption(event, trial.before.names) for _, event in trial.told(e.ChoiceMade)]
    sentences = (*(Said("sentence-plain", {"said": each}) for each in parts), question)
    return reduce(lambda one, two: Said("sentence-pair", {"first": one, "second": two}), sentences)


# What forbids a building or a copy is told by the engine. To somebody who wrongly saw a reason, the
# explanation says how near it came: one domain only (D1, B3a), a leader that is not its equal (H1,
# B3b).


def why_copied(trial: Trial, cast: e.ShadowCast) -> Iterator[Because]:
    """Why Faith allows a copy; elsewhere, and to civil ones, no such question is put."""
    copy = cast.building
    if cast.age is not FAITH or copy.kind is CIVIL:
        return
    board = trial.before.boards[FAITH]
    upgraded = next((event for _, event in trial.told(e.BuildingUpgraded)), None)
    older = {} if upgraded is None else dict(shadows_of(trial.before, upgraded.age, upgraded.old))
    own = older.get(FAITH)
    touched, beside = touched_by_copy(board, copy, own)
    if own is not None and len(touched) == 1:
        # It touches nothing but the domain of its own older shadow.
        said = Said("why-grows", {"age": FAITH, "place": square_name(own.square)})
        yield Because("B3a", said, FAITH, tuple(bits(beside)))
    else:
        yield _touches(FAITH, touched, tuple(bits(beside)), "B3a", copy=True)
    rest, joined = joined_by_copy(board, copy)
    if touched:
        others = [each for domain in joined for each in rest.members(domain)]
        yield _beside(trial, copy, others, FAITH, "B3b", copy=True)


def why_built(trial: Trial) -> Iterator[Because]:
    action = trial.placing
    touched = [] if action is None else touched_domains(trial.before.boards[action.age], trial.mask)
    if action is None or not touched:
        return
    new, board = Building(action.kind, action.rank, action.square), trial.before.boards[action.age]
    yield _touches(action.age, touched, contact_squares(board, new.mask), "D1")
    if new.kind is not CIVIL:
        others = [x for domain in touched for x in board.members(domain) if not x.mask & new.mask]
        yield _beside(trial, new, others, action.age, "H1")


def _touches(
    age: Age, domains: list[Domain], squares: tuple[int, ...], clause: str, *, copy: bool = False
) -> Because:
    places = tuple(square_name(domain.anchors[0]) for domain in domains)
    told = {"age": age, "n": len(domains), "places": places, "clause": clause, "copy": copy}
    return Because(clause, Said("why-touching", told), age, squares)


def _beside(
    trial: Trial, new: Building, others: list[Building], age: Age, clause: str, *,
    copy: bool = False,
) -> Because:  # fmt: skip
    told = {"kind": new.kind, "clause": clause, "copy": copy}
    rivals = [each for each in others if each.kind is new.kind]
    if not rivals:
        return Because(clause, Said("why-no_rival", told), age)
    leader = max(rivals, key=lambda each: each.rank)
    told |= {"rival": owned(leader, trial.before.names), "lower": leader.rank < new.rank}
    return Because(clause, Said("why-rival", told), age, leader.squares)


# ------------------------------------------------------------------ which rule decides, and why


def deciding_rule(exercise: Exercise, taught: tuple[str, ...] = ()) -> str:
    """The clause that decides: the one that is taught, or else that of the last reason."""
    aside = Topic.known[exercise.topic].aside
    known = [each for each in exercise.clauses if each not in aside] or list(exercise.clauses)
    return next((each for each in taught if each in known), known[-1])


def rule_options(exercise: Exercise, taught: tuple[str, ...], shown: Iterable[str]) -> list[str]:
    """The rule that decides, and two of the same letter that do not; of those that are shown."""
    right, known = deciding_rule(exercise, taught), set(shown)
    near = [x for x in clauses() if x[0] == right[0]] + [x for x in clauses() if x[0] in "BDH"]
    others = [
        each
        for each in dict.fromkeys(near)
        if each[:2] != right[:2] and each not in (*exercise.clauses, *taught) and each in known
    ]
    chosen = {right, others[0], others[len(others) // 2]}
    return [each for each in clauses() if each in chosen]


def chain_of_reasons(exercise: Exercise, taught: tuple[str, ...] = ()) -> tuple[Text, ...]:
    """What happens, the rule that decides in one sentence, and the answer.

    Of several rules only the one that decides is told: a chain has to be short to be followed.
    """
    topic, label = Topic.known[exercise.topic], deciding_rule(exercise, taught)
    decides = rule(label).words
    mottos = [rule(label).words for label in exercise.clauses]
    links = [
        each.words
        for each in exercise.because
        if each.words == decides
        or not (each.words in mottos or topic.is_answer(exercise, each.words))
        # Whether that number of cards may be played (T5) is asked elsewhere.
        if each.clause != "T5" or label == "T5"
    ]
    said = {each.text("en"): each for each in (*links, decides)}
    return (*said.values(), Said("therefore", {"answer": topic.therefore(exercise)}))


# ------------------------------------------------------------------ wrong answers


def numbers(
    exercise: Exercise, wrong: list[tuple[int, Said]], about: Values | None = None
) -> Feedback:
    """Sentences for wrong numbers, the first for each; and for those too small or too large."""
    found: dict[Answer, Said] = {}
    for number, said in wrong:
        if number != exercise.correct:
            found.setdefault(number, said)
    few, many = (
        Said(f"missed-{exercise.topic}_number", {**(about or {}), "few": few})
        for few in (True, False)
    )
    return Feedback(found, few=few, many=many)


def by_part(about: Iterable[tuple[int, Values]], right: tuple[int, ...], key: str) -> Feedback:
    """A sentence for every part that is chosen wrongly, and for every one that is left out."""
    parts = dict(about)
    extra = {x: Said(f"missed-{key}_extra", y) for x, y in parts.items() if x not in right}
    left = {x: Said(f"missed-{key}_left", parts[x]) for x in right if x in parts}
    return Feedback({}, extra, left)


def named(trial: Trial, about: Iterable[tuple[Building, Values]]) -> Iterator[tuple[int, Values]]:
    for each, values in about:
        yield each.square, {"building": owned(each, trial.before.names), **values}


# ------------------------------------------------------------------ what is the case?


def answered(*wanted: object) -> Fits:
    return lambda exercise: exercise.correct in wanted


def forbidden_by(label: str) -> Fits:
    return lambda x: x.trial.violation is not None and x.trial.violation.clause == label


def telling(exercise: Exercise) -> bool:
    return not exercise.trivial
