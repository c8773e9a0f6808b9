"""A lesson as data, made once: steps, pictures, questions, hints, feedback, answers, reasons.

One model in the browser (`browser/model.js`) runs it, in a notebook, on a phone and on a projector.
What is the same in every language stands beside `said`, which has the words by language. Somebody
sees these moves for the first time, so there is more on their pictures than in a replay: who is
compared with whom, which domain is meant, and where to look.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final

from khronos_lab.analysis import Frame, Timeline
from khronos_lab.board import Encoder, Sizes, drawn_with, ground_of, sizes_of
from khronos_lab.core import (
    Action,
    Building,
    Demolish,
    Effect,
    Entry,
    Event,
    GameState,
    PlayerState,
    Populate,
    Restore,
    allowance,
    cubes_on,
    first,
    name,
    position_text,
    question_text,
    violation_text,
)
from khronos_lab.core import events as e
from khronos_lab.lessons.course import Item, ReaderTurn, turn_item
from khronos_lab.lessons.exercise import Answer, AnswerKind, Exercise, Feedback, answer_said, title
from khronos_lab.lessons.library import scenarios
from khronos_lab.lessons.questions import CASES, feedback_on
from khronos_lab.lessons.topics import (
    Topic,
    chain_of_reasons,
    clause_options,
    deciding_rule,
    rule,
    rule_options,
)
from khronos_lab.rulebook import (
    AGES,
    KINDS,
    LANGUAGES,
    RANKS,
    REASON,
    Age,
    KhronosError,
    Said,
    Violation,
    building_thing,
    capital,
    catalogue,
    plain_rule,
    say,
    speaking,
    whole_text,
)
from khronos_lab.scenes import (
    EFFECT_MARKS,
    Arrow,
    CubesHome,
    Erased,
    Highlight,
    Lettered,
    Mark,
    Note,
    Owners,
    Scene,
    SharedDomain,
    arrival,
    arrows_of,
    domain_mark,
    highlights_of,
    lettered,
    letters_on,
    lost_by,
    obstacle_marks,
    plan_marks,
    spotlights,
    trail,
)


def look_squares(state: GameState, exercise: Exercise) -> list[tuple[Age, int]]:
    """The squares that the reasons are about; those of the answer itself the browser marks."""
    marked = 0
    if exercise.age is not None and exercise.kind in (AnswerKind.SQUARES, AnswerKind.BUILDINGS):
        assert isinstance(exercise.correct, tuple)
        chosen = sum(1 << sq for sq in exercise.correct)
        marked = chosen | sum(each.mask for each in state.boards[exercise.age].overlapping(chosen))
    return [
        (each.age, sq)
        for each in exercise.because
        if each.age is not None
        for sq in each.squares
        if each.age is not exercise.age or not marked >> sq & 1
    ]


def question_scene(state: GameState, action: Action) -> Scene:
    """The position, and what somebody wants to do."""
    return Scene(state, tuple(plan_marks(state, action)))


def asked_scene(item: Item, step: int, squares: Sequence[tuple[Age, int]]) -> Scene:
    """The picture of a question: the move up to a step, and squares that a hint points at."""
    shown = step_scene(item, step) if step else question_scene(item.state, item.action)
    return shown.with_marks(*spotlights(item.state, squares))


def look_scene(item: Item, exercise: Exercise) -> Scene:
    """The picture of an answer: where to look."""
    asked = question_scene(item.state, item.action)
    return asked.with_marks(*spotlights(item.state, look_squares(item.state, exercise)))


# ------------------------------------------------------------------ step by step


def step_scene(item: Item, index: int) -> Scene:
    """The boards after one effect, and what it is about."""
    timeline = item.timeline
    if index >= len(timeline):
        return _end_scene(item)
    frame = timeline[index]
    if frame.event is None:
        return question_scene(item.trial.before, item.trial.action)
    state = frame.state
    return Scene(
        state,
        (
            *_effect(frame),
            *_falling(frame),
            *_rivals(frame),
            # Whose a building is must be seen above every line.
            *(Owners(age, each) for age in AGES for each in state.boards[age].buildings.values()),
            *areas_of(timeline, index),
            *_reasons(frame),
            *_homeward(frame.event),
        ),
    )


def age_of(item: Item, index: int) -> int | None:
    """The age in which a step happens, if it happens in one."""
    event = item.timeline[index].event if index < len(item.timeline) else None
    return None if event is None or event.age is None else int(event.age)


def _effect(frame: Frame) -> Iterator[Mark]:
    """The effect, and thinly what led to it."""
    event, state = frame.event, frame.state
    assert event is not None
    # The clause on a card says more, and on one square there is room for the cube only.
    badge = not (isinstance(event, e.ShadowBlocked) or _crowded(event))
    now = [each for each in highlights_of(event, state) if each.mark not in _own_way(frame)]
    known = {(each.age, each.mask) for each in now}
    recent = _recent(frame)
    yield from lost_by(event, state)
    for each in _bare(trail(recent[:-1], state), state):
        if (each.age, each.mask) not in known:
            yield each
    yield from (each._replace(badge=badge) for each in now)
    # What was erased is crossed out apart, and clauses are cards of their own.
    yield from (each._replace(clause="") for each in arrows_of(recent) if each.sort != "erased")
    yield from _crosses(recent[:-1], state)
    yield from arrival(event, state)


def _recent(frame: Frame) -> Sequence[Entry]:
    """The log of the move up to this effect, without what is settled.

    Every conflict begins with a clean picture: arrows of shadows that stand, and marks of what was
    put right before, would only hide who is compared now.
    """
    happened = frame.so_far
    found = [n for n, each in enumerate(happened) if isinstance(each.event, e.ConflictFound)]
    return happened[found[-1] :] if found else happened


def _bare(highlights: Sequence[Highlight], state: GameState) -> Iterator[Highlight]:
    """What is gone, where the ground is bare now; what stands there since is not crossed out."""
    for each in highlights:
        if each.mark != "gone":
            yield each
            continue
        bare = each.mask & ~state.boards[each.age].occupied
        if bare:
            yield each._replace(mask=bare)


def _crosses(log: Sequence[Entry], state: GameState) -> Iterator[Erased]:
    """A cross where a paradox has left bare ground."""
    for entry in log:
        event = entry.event
        if isinstance(event, e.BuildingErased):
            bare = event.building.mask & ~state.boards[event.age].occupied
            if bare:
                yield Erased(event.age, first(bare))


def _own_way(frame: Frame) -> tuple[str, ...]:
    """The marks for which domains with letters, cards, or small pawns stand here."""
    event = frame.event
    if isinstance(event, e.ShadowBlocked):
        return ("conflict",) if len(event.domains) > 1 else ()
    if event is None or not any(marks.domain for marks in frame.marks):
        return ()
    return (domain_mark(event),)


def _crowded(event: e.Event) -> bool:
    """True if a cube goes home from a single square, where a symbol would lie on its way."""
    return bool(cubes_home(event)) and isinstance(event, e.OfBuilding) and event.building.rank == 1


def _rivals(frame: Frame) -> Iterator[Mark]:
    """The buildings in conflict, strongly, and thinly the domain that has room for one."""
    event = frame.event
    if isinstance(event, e.ConflictFound):
        domain = frame.state.boards[event.age].domain_at(event.domain).mask
        yield SharedDomain(event.age, domain)
        yield from (Highlight("conflict", event.age, each.mask) for each in event.buildings)


def _reasons(frame: Frame) -> Iterator[Note]:
    """The clause that keeps a shadow away, on the squares where it would have been."""
    for entry in _recent(frame):
        event = entry.event
        if isinstance(event, e.NoShadow):
            yield Note(event.age, event.building, event.clause)


def _end_scene(item: Item) -> Scene:
    """A move that is refused, or ends at a choice that is left open."""
    broken, question = item.trial.violation, item.open
    if broken is not None:
        state = item.trial.before
        age = getattr(item.trial.action, "age", None)
        lettered_ = lettered(state, age, broken.domains) if isinstance(age, Age) else []
        # The letters say more than the symbol, which would lie on one of them.
        plan = plan_marks(state, item.trial.action, "blocked", badge=not lettered_)
        about = (
            obstacle_marks(state, age, broken.domains, broken.squares)
            if isinstance(age, Age)
            else []
        )
        return Scene(state, (*plan, *about))
    scene = step_scene(item, len(item.timeline) - 1)
    if question is not None and isinstance(question.options[0], Building):
        options = [sq for each in question.options for sq in getattr(each, "squares", ())]
        squares = ((question.age, sq) for sq in options)
        return scene.with_marks(*spotlights(item.timeline[-1].state, squares))
    return scene


def _falling(frame: Frame) -> Iterator[Arrow]:
    """The arrow of a shadow that is on its way: it has not been cast yet."""
    happened = [entry.event for entry in _recent(frame)]
    cast = {each.age for each in happened if isinstance(each, e.ShadowCast)}
    for each in happened:
        if isinstance(each, e.ShadowFalls) and each.age not in cast:
            yield Arrow("cast", each.age, each.building)


# ------------------------------------------------------------------ domains


def areas_of(timeline: Timeline, index: int) -> list[Lettered]:
    """The domains that an effect is about, each with its letter and what it counts."""
    frame = timeline[index]
    event, state = frame.event, frame.state
    if isinstance(event, e.DomainsJoined):
        masks = _originals(timeline, index, event.age, event.domains)
        left = [_remaining_squares(state, event.age, mask) for mask in masks]
        return letters_on(state, event.age, left)
    if isinstance(event, e.StrengthsCompared):
        firsts = [sq for sq, _ in event.strengths]
        masks = _originals(timeline, index, event.age, firsts)
        numbers = [f" {strength}" for _, strength in event.strengths]
        left = [_remaining_squares(state, event.age, mask) for mask in masks]
        return letters_on(state, event.age, left, numbers)
    if isinstance(event, e.DomainSplit | e.ShadowBlocked):
        return lettered(state, event.age, event.domains)
    if isinstance(event, e.Taxation):
        sign = "+" if event.changes else "0 / "
        board = state.boards[event.age]
        mask = board.domain_at(event.domain).mask
        inside = tuple(board.overlapping(mask))
        return [Lettered(event.age, mask, f"{sign}{event.amount}", 0, inside)]
    return []


def _originals(timeline: Timeline, index: int, age: Age, firsts: Sequence[int]) -> list[int]:
    """The domains with these first squares, as they last were while they were apart."""
    for earlier in range(index, -1, -1):
        board = timeline.state_at(earlier).boards[age]
        if all(board.occupied >> sq & 1 for sq in firsts):
            masks = [board.domain_at(sq).mask for sq in firsts]
            if len(set(masks)) == len(masks):
                return masks
    return [1 << sq for sq in firsts]


def _remaining_squares(state: GameState, age: Age, mask: int) -> int:
    """Remaining squares of an original domain, without buildings that reach beyond it."""
    left = 0
    for each in state.boards[age].overlapping(mask):
        if not each.mask & ~mask:
            left |= each.mask
    return left


# ------------------------------------------------------------------ cubes


def cubes_home(event: e.Event) -> tuple[int, ...]:
    """The seats whose cubes an event sends home, one for each cube."""
    if isinstance(event, e.Removal):
        return () if event.lifted else cubes_on(event.building)
    if isinstance(event, e.RuinRestored):
        return event.building.cubes
    if isinstance(event, e.ShadowReplaced):
        stay = list(cubes_on(event.building))
        return tuple(seat for seat in cubes_on(event.old) if seat not in stay)
    return ()


def _homeward(event: e.Event) -> Iterator[CubesHome]:
    """Cubes that leave the board."""
    seats = cubes_home(event)
    if seats and isinstance(event, e.OfBuilding):
        yield CubesHome(event.age, event.lost or event.building, seats)


Data = dict[str, Any]

NONE: Final = "-"
"""How the browser says that nothing, or nobody, is the answer."""
PLACES: Final = (AnswerKind.SQUARES, AnswerKind.BUILDINGS)
SORTS: Final = {
    AnswerKind.YES_NO: "choice",
    AnswerKind.CLAUSE: "choice",
    AnswerKind.TURN: "choice",
    AnswerKind.NUMBER: "number",
    AnswerKind.SQUARES: "squares",
    AnswerKind.BUILDINGS: "buildings",
    AnswerKind.PLAYERS: "players",
}
"""By kind of answer: the controls that the browser shows."""
SIGNS: Final = {
    Effect.APPEARS: "+", Effect.VANISHES: "✕", Effect.BLOCKED: "⊘", Effect.JOINS: "⋈",
    Effect.SPLITS: "÷", Effect.CONFLICTS: "!", Effect.SHRINKS: "↓", Effect.CUBES: "■",
    Effect.PAYS: "●", Effect.CARDS: "▮",
}  # fmt: skip
"""By sort of effect: a sign, so that a list can be read at a glance."""
TIMES: Final = "\N{MULTIPLICATION SIGN}"
FEW: Final = 2
"""With this number of tiles or fewer, what is left of a sort is told."""
WORDS: Final = (
    "panel-error", "board-close", "panel-language", "panel-loading", "panel-step", "panel-coins",
    "panel-hands-short", "panel-cubes-short", "panel-adventurers", "word-player", "index-exact",
    "practice-today", "practice-wrong", "answer-none", "rule_named-asked", "rule_named-right",
    "rule_named-not", *(f"age-{age}" for age in ("might", "faith", "reason")),
)  # fmt: skip


def lesson_words() -> dict[str, str]:
    """The words that the browser shows by itself, by key."""
    lessons = [key for key in catalogue() if key.startswith("lesson-")]
    names = {f"rule-{label}": rule_name(label) for label in CASES}
    return {key: say(key) for key in (*lessons, *WORDS)} | names


def rule_name(label: str) -> str:
    """A rule that can be practised, in words: `Blocked shadows (B3)`."""
    return say("rule_name-with_clause", name=say(f"rule_name-{label}"), clause=label)


def few_tiles(state: GameState) -> list[str]:
    """The sorts of tiles of which few are left, each with their number."""
    sorts = [(kind, rank, state.supply[kind][rank]) for kind in KINDS for rank in RANKS]
    return [
        f"{say(building_thing(kind, rank))} {left}" for kind, rank, left in sorts if left <= FEW
    ]


class LessonData:
    """The data of a lesson; what its items share is kept once."""

    def __init__(self, languages: Sequence[str] = LANGUAGES) -> None:
        self.languages = languages
        self._grounds: dict[str, Data] = {}
        self._drawn: dict[Sizes, Encoder] = {}
        self._rules: dict[str, None] = {}

    def whole(self, items: Sequence[Item]) -> Data:
        """Several items with everything that they share."""
        # Adventurers must not stand elsewhere in another language.
        with speaking(LANGUAGES[0]):
            told = [self._item(each) for each in items]
        return {
            "items": told,
            "grounds": list(self._grounds.values()),
            "shapes": [drawn_with(each) for each in self._drawn.values()],
            "rules": self._in_each(
                lambda: {x: [plain_rule(x), whole_text(x)] for x in self._rules}
            ),
        }

    def _in_each(self, told: Callable[[], Any]) -> Data:
        """By language: what is said in it."""
        found = {}
        for language in self.languages:
            with speaking(language):
                found[language] = told()
        return found

    def _item(self, item: Item) -> Data:
        players = len(item.state.players)
        sizes = sizes_of(item.state.grid, players)
        self._drawn.setdefault(sizes, Encoder(sizes.table, players, sizes.lines))
        ground = ground_of(item.state.grid, players)
        kept = {x: y for x, y in ground.items() if x not in ("menu", "cards", "ages")}
        key = json.dumps(kept)
        self._grounds.setdefault(key, kept)
        return {
            "key": item.key,
            "story": bool(item.notes),
            "told": item.told,
            "idea": item.idea,
            "ground": list(self._grounds).index(key),
            "shapes": list(self._drawn).index(sizes),
            "picture": self._picture(item, question_scene(item.state, item.action)),
            "steps": [] if item.turn else self._steps(item),
            "questions": [self._question(item, n) for n in range(len(item.exercises))],
            "turn": self._turn(item, item.turn) if item.turn else None,
            "said": self._in_each(lambda: self._said(item)),
        }

    def _said(self, item: Item) -> Data:
        return {
            "title": item.title.text(),
            "asked": item.heading(solved=False).text(),
            "plan": _plan(item),
            "players": players_told(item.state),
            "text": position_text(item.state),
            "steps": [] if item.turn else steps_told(item),
            "questions": [_question_said(item, n) for n in range(len(item.exercises))],
        }

    def _picture(self, item: Item, scene: Scene) -> Data:
        return self._drawn[sizes_of(item.state.grid, len(item.state.players))].scene(scene)

    def _steps(self, item: Item) -> list[Data]:
        found = []
        for number in range(item.last + 1):
            frame = item.timeline[number] if number < len(item.timeline) else None
            event = frame.event if frame else None
            if event is not None:
                label, sign, at = event.clause, _sign(event), event.age
            elif frame is not None:
                label, sign, at = "", None, None
            else:
                label, sign = _end(item)[1], ["⊘" if item.trial.violation else "?", "blocked"]
                at = item.open.age if item.open else item.trial.age or AGES[0]
            if label:
                self._rules[label] = None
            found.append({
                "items": self._picture(item, step_scene(item, number)),
                "age": age_of(item, number),
                "clause": label,
                "sign": sign,
                "at": None if at is None else int(at),
                "home": list(cubes_home(event)) if event else [],
                "causes": [each.step for each in frame.causes] if frame and event else [],
            })  # fmt: skip
        return found

    def _question(self, item: Item, number: int) -> Data:
        exercise = item.exercises[number]
        first, last = _shown(item, number)
        pointed = Topic.known[exercise.topic].hint_squares(exercise)
        found = feedback_on(exercise)
        missed = _sentences(found)
        self._rules |= dict.fromkeys(exercise.clauses)

        def numbered(parts: Sequence[tuple[Answer, Said]]) -> dict[str, int]:
            return {",".join(sorted(written(exercise, x))): missed.index(y) for x, y in parts}

        return {
            "asks": exercise.asks,
            "sort": SORTS[exercise.kind],
            "age": None if exercise.age is None else int(exercise.age),
            "right": written(exercise, exercise.correct),
            "options": [
                [" ".join(written(exercise, x.value)), [name(sq) for sq in x.squares]]
                for x in exercise.options
                if x.value != ()
            ],
            "answers": numbered([*found.answers.items()]),
            "extra": numbered([((x,), y) for x, y in found.extra.items()]),
            "left": numbered([((x,), y) for x, y in found.left.items()]),
            "unlike": [missed.index(each) for each in (found.few, found.many) if each],
            "solution": _solution(exercise),
            "rule": deciding_rule(exercise, item.clauses),
            "hints_to_rule": hints_to_rule(item, exercise) if number == 0 and item.asks_rule else 0,
            "clauses": exercise.clauses,
            "pictures": [
                self._picture(item, scene)
                for scene in (
                    asked_scene(item, first, ()),
                    asked_scene(item, first, pointed),
                    asked_scene(item, last, pointed),
                    look_scene(item, exercise),
                )
            ],
        }

    def _turn(self, item: Item, turn: ReaderTurn) -> Data:
        """The turn that the reader plays: every way through it."""
        asks: Data = {}
        shows: Data = {}
        for each in turn.all():
            now = turn_item(item, each)
            if each.played:
                key = f"{' '.join(sorted(each.played[:-1]))}|{each.played[-1]}"
                if key not in shows:
                    told = self._in_each(partial(steps_told, now))
                    shows[key] = {"steps": self._steps(now), "said": told}
            if not each.over and (so_far := " ".join(sorted(each.played))) not in asks:
                asks[so_far] = {
                    "offers": each.open,
                    "refused": [x for x in each.open if each.forbidden(x) is not None],
                    "picture": self._picture(now, question_scene(now.state, now.action)),
                    "said": self._in_each(partial(_choice, now, each)),
                }
        return {"asks": asks, "shows": shows, "end": turn.offers[-1]}


def _choice(item: Item, turn: ReaderTurn) -> Data:
    """What can be done now in the reader's turn, and why something may not be."""
    broken = {each: found for each in turn.open if (found := turn.forbidden(each)) is not None}
    prompt = say("own_turn-next", n=turn.state.player.coins)
    return {
        "prompt": prompt if turn.played else item.notes[0].text(),
        "options": [title(turn.state, turn.tried(each).action).text() for each in turn.open],
        "players": players_told(turn.state),
        "refused": {offer: refusal(found) for offer, found in broken.items()},
    }


def refusal(broken: Violation) -> list[str]:
    """Why the reader may not do that now, and the rule in one sentence."""
    return [f"{capital(violation_text(broken))}.", rule(broken.clause).words.text()]


# ------------------------------------------------------------------ a question in words


def _shown(item: Item, number: int) -> tuple[int, int]:
    """The steps that may be shown with a question, and with its last hint."""
    exercise = item.exercises[number]
    first = shown_before(item, exercise, item.hides) if number == 0 else 0
    return first, shown_before(item, exercise)


def _question_said(item: Item, number: int) -> Data:
    exercise = item.exercises[number]
    sort, places = SORTS[exercise.kind], exercise.kind in PLACES
    how = ""
    if places and exercise.age is not None:
        how = f"{say(exercise.age)}: {say(f'lesson-click_{sort}')}"
    none = {"buildings": "answer-none", "squares": "answer-none", "players": "word-nobody"}
    named = rule_options(exercise, item.clauses, shown_clauses()) if item.asks_rule else []
    look = bool(look_squares(item.trial.before, exercise))
    own = item.explanation if number == 0 else None
    return {
        "prompt": exercise.prompt(),
        "how": how,
        "options": [x.words.text() for x in exercise.options if x.value != ()],
        "none": say(none[sort]) if sort in none else "",
        "hints": hints(item, exercise),
        "plans": [
            say("hint-so_far", said=item.trial.log[step - 1].text()) if step else _plan(item)
            for step in _shown(item, number)
        ],
        "rules": [[str(x.value), x.words.text()] for x in clause_options(named)],
        "missed": [each.text() for each in _sentences(feedback_on(exercise))],
        "answer": answer_said(exercise, exercise.correct),
        "reasons": [each.text() for each in chain_of_reasons(exercise, item.clauses)],
        "explanation": own.text() if own is not None else "",
        "look": " ".join([say("lesson-marked")] * places + [say("lesson-look_here")] * look),
    }


def _sentences(found: Feedback) -> list[Said]:
    """Everything that is said of wrong answers, each sentence once."""
    said = [*found.answers.values(), *found.extra.values(), *found.left.values()]
    unlike: list[Said] = []
    for each in (*said, found.few, found.many):
        if each is not None and each not in unlike:
            unlike.append(each)
    return unlike


def shown_clauses() -> set[str]:
    """The clauses that scenarios show."""
    shown = {label for each in scenarios() for label in each.clauses}
    return shown | {label[:2] for label in shown}


def _plan(item: Item) -> str:
    """What the line on the boards means before the move, if there is one."""
    if item.turn is not None:
        return ""
    if item.trial.placing is not None:
        return say("lesson-planned")
    targets = isinstance(item.trial.action, Demolish | Populate | Restore)
    return say("lesson-target") if targets else ""


# ------------------------------------------------------------------ hints

_SILENT: Final = (
    e.CardsPlayed, e.CardsDiscarded, e.CardsDrawn, e.CoinsSpent, e.BonusPaid, e.BuildingBuilt,
    e.BuildingUpgraded, e.ShadowFalls,
)  # fmt: skip
"""What nobody has to predict: it is not an effect, or the question tells it."""
MANY: Final = 5
"""From this many squares on only the first and the last are named."""


def shown_before(item: Item, exercise: Exercise, hidden: int | None = 1) -> int:
    """The last step that may be shown while an exercise is asked; 0 if none may.

    With `hidden` 1 only the effect that is asked for is hidden, with 2 the one before it, too.
    """
    if hidden is None:
        return 0
    log = [entry.event for entry in item.trial.log]
    answering = Topic.known[exercise.topic].answering(exercise)
    if not answering:
        return 0
    step = answering[0]
    for _ in range(hidden - 1):
        # What only leads to an effect, as a falling shadow does, goes with it.
        while step > 0 and isinstance(log[step - 1], _SILENT):
            step -= 1
        step -= 1
    if all(isinstance(each, _SILENT) for each in log[: max(step, 0)]):
        return 0
    return step


def hints(item: Item, exercise: Exercise) -> list[str]:
    """All hints for an exercise, the smallest first; what the question says is no hint.

    Which age, which squares, the rule in plain words, the first step.
    """
    topic, asked = Topic.known[exercise.topic], exercise.prompt()
    found = []
    places = topic.hint_squares(exercise)
    squares = tuple(dict.fromkeys(name(sq) for _, sq in places))
    if not places:
        found.append(_age_hint(item, exercise))
    elif any(square not in asked for square in squares):
        told = squares if len(squares) < MANY else (f"{squares[0]}–{squares[-1]}",)
        found.append(say("hint-squares", places=told, age=places[0][0]))
    found.append(_rule_hint(item, exercise))
    step = shown_before(item, exercise)
    if step > shown_before(item, exercise, item.hides):
        found.append(say("hint-step", said=item.trial.log[step - 1].text()))
    elif (first := topic.hint_step(exercise)) is not None:
        found.append(say("hint-step", said=first))
    return list(filter(None, found))


def hints_to_rule(item: Item, exercise: Exercise) -> int:
    """How many hints it takes to be told the rule."""
    found, told = hints(item, exercise), _rule_hint(item, exercise)
    return found.index(told) + 1 if told else len(found) + 1


def _age_hint(item: Item, exercise: Exercise) -> str:
    """The ages to look at, unless the question names them; or the table."""
    acts = REASON if isinstance(exercise.action, Populate) else exercise.trial.age
    told = sorted({each.age for each in exercise.because if each.age is not None})
    ages = told if exercise.age is None else [exercise.age]
    if not ages and acts is not None and deciding_rule(exercise, item.clauses) != "T5":
        ages = [acts]
    if not ages:
        return say("lesson-hint_cards")
    new = tuple(age for age in ages if say(age) not in exercise.prompt())
    return say("hint-age", ages=new) if new else ""


def _rule_hint(item: Item, exercise: Exercise) -> str:
    """The rule in plain words; where one of several is asked for, one that it is not."""
    if exercise.kind is not AnswerKind.CLAUSE:
        rule = deciding_rule(exercise, item.clauses)
        return say("hint-rule", said=Said(f"motto-{rule}"))
    first, *more = (x.value for x in exercise.options if x.value != exercise.correct)
    return say("hint-not", said=Said(f"motto-{first}")) if more else ""


# ------------------------------------------------------------------ the table


def players_told(state: GameState) -> Data:
    """A row a player: coins, hand, cubes, adventurers; and what else lies on the table."""
    rows = []
    for seat, player in enumerate(state.players):
        acting = seat == state.turn.seat and not state.over
        kinds = [int(kind) for kind in KINDS for _ in range(player.hand[kind])]
        rows.append({
            "name": player.name, "acting": acting, "coins": player.coins,
            "hand": hand_text(player), "kinds": kinds,
            "hidden": player.hidden, "cubes": player.cubes,
            "adventurers": _adventurers(state, seat, acting),
        })  # fmt: skip
    tiles = ", ".join(few_tiles(state))
    left = [f"{say('lesson-tiles_left')}: {tiles}"] if tiles else []
    number = f"{capital(say('word-round'))} {state.round}"
    return {"rows": rows, "below": " · ".join([number, *left])}


def hand_text(player: PlayerState) -> str:
    """The known cards of a hand by the first letters of their kinds: `MMC`, in German `MMB`."""
    return "".join(say(kind)[0].upper() * player.hand[kind] for kind in KINDS)


def _adventurers(state: GameState, seat: int, acting: bool) -> str:
    """Where they stand; for the player to act also how many cards they may still play (T5)."""
    where = state.players[seat].adventurers
    said = []
    for age in dict.fromkeys(sorted(where)):
        number = where.count(age)
        words = say(age) if number == 1 else f"{number} {TIMES} {say(age)}"
        left = say("panel-still", n=allowance(state.turn.purses, age)) if acting else ""
        said.append(f"{words}: {left}" if left else words)
    return " · ".join(said)


# ------------------------------------------------------------------ steps in words


def steps_told(item: Item) -> list[Data]:
    """What is said about every step: the number, the event, a note, the players after it."""
    found = []
    for number in range(item.last + 1):
        frame = item.timeline[min(number, len(item.timeline) - 1)]
        caption = frame.entry.text() if frame.entry else say("lesson-before")
        if number >= len(item.timeline):
            caption = _end(item)[0]
        found.append({
            "where": f"{say('panel-step')} {number}/{item.last}", "caption": caption,
            "note": _note(item, number), "players": players_told(frame.state),
        })  # fmt: skip
    return found


def _note(item: Item, index: int) -> str:
    """What a scene tells at a step; after the reader's turn, what it has brought."""
    turn = item.turn
    if turn is None:
        return item.notes[min(index, len(item.notes) - 1)].text() if item.notes else ""
    if not turn.over or index != item.last:
        return ""
    best = max(turn.best, turn.gain)
    return say("own_turn-over", n=turn.gain, best=best, most=turn.gain == best)


def _end(item: Item) -> tuple[str, str]:
    """The last words about a move that is refused, or that waits for a choice; and the clause."""
    broken, question = item.trial.violation, item.open
    if broken is not None:
        refused = capital(violation_text(broken))
        return f"{capital(say('answer-forbidden'))}: {refused}.", broken.clause
    assert question is not None
    return question_text(question, item.trial.before.names), question.clause


def _sign(event: Event) -> list[str]:
    """The sign of what an event does, and the mark whose colour it has."""
    effect = event.about.effect
    mark = "shadow" if effect is None else EFFECT_MARKS[effect]
    falls = event.about.mark == "shadow"
    return ["→" if falls else "·" if effect is None else SIGNS[effect], mark]


# ------------------------------------------------------------------ answers


def written(exercise: Exercise, answer: Answer) -> list[str]:
    """An answer as the browser writes it."""
    if isinstance(answer, bool):
        return ["yes" if answer else "no"]
    parts = answer if isinstance(answer, tuple) else (answer,)
    on_board = exercise.kind in PLACES
    return [name(x) if on_board and isinstance(x, int) else str(x) for x in parts] or [NONE]


def answer_from_browser(exercise: Exercise, given: Sequence[str]) -> object:
    """What the browser wrote, as `Exercise.check` takes it; refused if nothing is chosen."""
    parts = [str(part).strip() for part in given if str(part).strip()]
    if not parts:
        raise KhronosError(say("lesson-choose"))
    if exercise.kind not in (*PLACES, AnswerKind.PLAYERS):
        return parts[0]
    if parts == [NONE]:
        return []
    seats = exercise.kind is AnswerKind.PLAYERS
    return [int(x) if seats and x.isascii() and x.isdigit() else x for x in parts]


def _solution(exercise: Exercise) -> list[list[str]]:
    """The squares of the right answer on the board, building by building."""
    if exercise.kind not in PLACES:
        return []
    covered = {option.value: option.squares for option in exercise.options}
    return [[name(sq) for sq in covered.get(part, (part,))] for part in exercise.parts]
