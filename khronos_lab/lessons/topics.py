"""Topics: the sorts of questions that can be asked about a trial.

A topic is one class: how it asks, what the answer is and why, what every wrong answer overlooked,
how it hints, and the cases in which it trains a rule. A new one is a class in one of the modules
`placing`, `shadows`, `conflicts` and `taxes`, and its words in the catalogues.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import ClassVar, Final, NamedTuple

from khronos_lab.core import Building, bits, owned
from khronos_lab.core import events as e
from khronos_lab.core import name as square_name
from khronos_lab.lessons.exercise import (
    YES_OR_NO,
    Answer,
    AnswerKind,
    Because,
    Choice,
    Exercise,
    Feedback,
    Text,
    Words,
    answer_buildings,
)
from khronos_lab.lessons.reasons import prompt, rule, told
from khronos_lab.lessons.trial import Trial, label
from khronos_lab.lessons.workshop import Workshop
from khronos_lab.rulebook import CIVIL, REASON, Age, Said, clauses

Values = Mapping[str, object]
Fits = Callable[[Exercise], bool]
"""True if an exercise is of the case."""

SIZES: Final = (1, 2, 3)
SMALLER: Final = (1, 2)


class Case(NamedTuple):
    """One case of a rule: a rule is practised case by case, each as often as any other."""

    name: str
    """For tables and tests: `tie with own`."""
    sketch: Callable[[Workshop, int], Trial | None]
    """Builds a position, small (1) to large (3), and plays a move."""
    fits: Fits
    sizes: tuple[int, ...] = SIZES
    """Too small for some, too plain for others."""


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
        super().__init_subclass__()
        Topic.known[cls.name] = cls()

    def ask(self, trial: Trial) -> Iterator[Exercise]:
        """The exercises on this topic that a trial makes possible."""
        raise NotImplementedError

    def missed(self, exercise: Exercise) -> Feedback:
        """What every wrong answer has overlooked."""
        return numbers(exercise, [])

    def hint_squares(self, exercise: Exercise) -> list[tuple[Age, int]]:
        """Where to look, without the answer: what the move places, or what is compared."""
        trial, age = exercise.trial, exercise.age
        if trial.placing is not None:
            return [(trial.placing.age if age is None else age, sq) for sq in bits(trial.mask)]
        if exercise.kind in (AnswerKind.SQUARES, AnswerKind.BUILDINGS):
            return []
        pointed = (each for each in exercise.because if each.age is not None and each.squares)
        first = next(pointed, None)
        return (
            [] if first is None or first.age is None else [(first.age, sq) for sq in first.squares]
        )

    def hint_step(self, exercise: Exercise) -> Text | None:
        """The beginning of the answer, where the log has none."""
        return None

    def answering(self, exercise: Exercise) -> list[int]:
        """The places in the log that tell the answer."""
        trial = exercise.trial
        names = trial.before.names
        return [
            number
            for number, entry in enumerate(trial.log)
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
        if exercise.kind is AnswerKind.PLAYERS and isinstance(right, tuple):
            names = tuple(exercise.state.names[seat] for seat in right)
            return Said("so-players", {"n": len(names), "names": names})
        if exercise.kind is AnswerKind.BUILDINGS and isinstance(right, tuple) and right:
            return Said("so-is", {"answer": answer_buildings(exercise, right)})
        if isinstance(right, tuple):
            places = tuple(map(square_name, right))
            return Said("so-places", {"n": len(places), "places": places})
        return Said("so-is", {"answer": str(right)})

    def is_answer(self, exercise: Exercise, words: Text) -> bool:
        """True of a sentence that is the answer, not a reason for it."""
        assert isinstance(words, Said)
        if words.key == "why-free":
            return True  # that nothing forbids it
        said = words.values.get("said")
        event = said.key if isinstance(said, Said) else ""
        return self.repeats and event.startswith("caption-") and event != "caption-TaxMissed"

    # -------------------------------------------------------------- making an exercise

    def exercise(
        self,
        trial: Trial,
        question: Said,
        correct: Answer,
        because: Iterable[Because],
        *,
        about: str = "",
        kind: AnswerKind | None = None,
        options: tuple[str, ...] = (),
        age: Age | None = None,
        trivial: bool = False,
        choices: bool = False,
    ) -> Exercise:
        """An exercise about a trial; with `choices` the question tells what players chose.

        `about` is what is asked in particular, `options` are the clauses to choose from.
        """
        sort = self.kind if kind is None else kind
        return Exercise(
            trial,
            f"{self.name} {about}".strip(),
            sort,
            prompt(trial, question, choices=choices),
            correct,
            tuple(because),
            _options(trial, sort, age, options),
            age,
            trivial,
        )


def _options(
    trial: Trial, kind: AnswerKind, age: Age | None, labels: tuple[str, ...]
) -> tuple[Choice, ...]:
    """What can be chosen: clauses, the buildings of an age before the action, players or nobody."""
    names = trial.before.names
    match kind:
        case AnswerKind.YES_NO:
            return YES_OR_NO
        case AnswerKind.CLAUSE:
            return clause_options(labels)
        case AnswerKind.BUILDINGS if age is not None:
            standing = trial.before.boards[age]
            return tuple(Choice(each.square, label(each, names), each.squares) for each in standing)
        case AnswerKind.PLAYERS:
            players = [Choice((seat,), Words(who, who)) for seat, who in enumerate(names)]
            return (*players, Choice((), Said("word-nobody")))
    return ()


def clause_options(labels: Iterable[str]) -> tuple[Choice, ...]:
    """Clauses to choose from, each with its motto."""
    return tuple(
        Choice(label, Said("choice-clause", {"label": label, "motto": Said(f"motto-{label}")}))
        for label in labels
    )


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
    """By square: what is said of a building, and which one it is."""
    for each, values in about:
        yield each.square, {"building": owned(each, trial.before.names), **values}


def other_clauses(exercise: Exercise) -> Feedback:
    """Why each other clause does not decide."""
    others = [str(each.value) for each in exercise.options if each.value != exercise.correct]
    return Feedback({label: Said(f"missed-clause-{label}") for label in others})


def yes_no(exercise: Exercise, key: str) -> Feedback:
    """The one wrong answer to a question with two."""
    right = bool(exercise.correct)
    return Feedback({not right: Said(key, {"right": right})})


# ------------------------------------------------------------------ what is the case?


def answered(*wanted: object) -> Fits:
    """Questions with one of these answers."""
    return lambda exercise: exercise.correct in wanted


def forbidden_by(label: str) -> Fits:
    """Moves that break a clause."""
    return lambda x: x.trial.violation is not None and x.trial.violation.clause == label


def stopped_by(label: str) -> Fits:
    """A shadow that a clause keeps away."""
    return lambda x: any(event.clause == label for event in x.trial.events(e.NoShadow))


def appears(exercise: Exercise) -> bool:
    """A copy that appears although something stands beside it."""
    return exercise.correct is True and not exercise.trivial


def telling(exercise: Exercise) -> bool:
    """There is something to find out."""
    return not exercise.trivial


def is_ruin(exercise: Exercise) -> bool:
    """True if the question is about a ruin in Reason."""
    civil = getattr(exercise.action, "kind", None) is CIVIL
    return exercise.age is REASON and not civil
