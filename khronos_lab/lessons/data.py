"""A lesson as data, made once: steps, pictures, questions, hints, feedback, answers, reasons.

One model in the browser (`browser/model.js`) runs it, in a notebook, on a phone and on a projector.
What is said in several languages is kept once, by language. Somebody sees these moves for the first
time, so there is more on their pictures than in a replay: who is compared with whom, which domain
is meant, and where to look.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
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
    if exercise.age is not None and exercise.kind in PLACES:
        chosen = sum(1 << sq for sq in exercise.parts)
        marked = chosen | sum(each.mask for each in state.boards[exercise.age].overlapping(chosen))
    return [
        (each.age, sq)
        for each in exercise.because
        if each.age is not None
        for sq in each.squares
        if each.age is not exercise.age or not marked >> sq & 1
    ]


def question_scene(state: GameState, action: Action) -> Scene:
    return Scene(state, tuple(plan_marks(state, action)))


# ------------------------------------------------------------------ step by step


def step_scene(item: Item, index: int) -> Scene:
    timeline = item.timeline
    if index >= len(timeline):
        return _end_scene(item)
    frame = timeline[index]
    if frame.event is None:
        return question_scene(item.trial.before, item.trial.action)
    boards = frame.state.boards
    # Whose a building is must be seen above every line.
    owners = [Owners(age, each) for age in AGES for each in boards[age].buildings.values()]
    marks = (*_effect(frame), *_underway(frame), *owners, *areas_of(timeline, index))
    return Scene(frame.state, (*marks, *_reasons(frame)))


def age_of(item: Item, index: int) -> int | None:
    event = item.timeline[index].event if index < len(item.timeline) else None
    return None if event is None or event.age is None else int(event.age)


def _effect(frame: Frame) -> Iterator[Mark]:
    """The effect, and thinly what led to it."""
    event, state, recent = frame.event, frame.state, _recent(frame)
    assert event is not None
    # Domains with letters, cards and small pawns stand for these marks.
    instead = domain_mark(event) if any(marks.domain for marks in frame.marks) else ""
    if isinstance(event, e.ShadowBlocked):
        instead = "conflict" if len(event.domains) > 1 else ""
    # The clause on a card says more, and on one square there is room only for a cube on its way.
    crowded = isinstance(event, e.OfBuilding) and event.building.rank == 1 and cubes_home(event)
    badge = not (isinstance(event, e.ShadowBlocked) or crowded)
    now = [each for each in highlights_of(event, state) if each.mark != instead]
    known = {(each.age, each.mask) for each in now}
    yield from lost_by(event, state)
    for each in trail(recent[:-1], state):
        # What stands there since is not crossed out.
        bare = each.mask & ~state.boards[each.age].occupied if each.mark == "gone" else each.mask
        if bare and (each.age, bare) not in known:
            yield each._replace(mask=bare)
    yield from (each._replace(badge=badge) for each in now)
    # What was erased is crossed out apart, and clauses are cards of their own.
    yield from (each._replace(clause="") for each in arrows_of(recent) if each.sort != "erased")
    for entry in recent[:-1]:
        if isinstance(entry.event, e.BuildingErased):
            bare = entry.event.building.mask & ~state.boards[entry.event.age].occupied
            if bare:
                yield Erased(entry.event.age, first(bare))
    yield from arrival(event, state)


def _recent(frame: Frame) -> Sequence[Entry]:
    """The log of the move up to this effect, without what is settled.

    Every conflict begins with a clean picture: arrows of shadows that stand, and marks of what was
    put right before, would only hide who is compared now.
    """
    happened = frame.so_far
    found = [n for n, each in enumerate(happened) if isinstance(each.event, e.ConflictFound)]
    return happened[found[-1] :] if found else happened


def _underway(frame: Frame) -> Iterator[Mark]:
    """The arrow of a shadow that has not been cast yet; rivals, and thinly what they share."""
    happened, event = [entry.event for entry in _recent(frame)], frame.event
    cast = {each.age for each in happened if isinstance(each, e.ShadowCast)}
    for each in happened:
        if isinstance(each, e.ShadowFalls) and each.age not in cast:
            yield Arrow("cast", each.age, each.building)
    if isinstance(event, e.ConflictFound):
        yield SharedDomain(event.age, frame.state.boards[event.age].domain_at(event.domain).mask)
        yield from (Highlight("conflict", event.age, each.mask) for each in event.buildings)


def _reasons(frame: Frame) -> Iterator[Mark]:
    """The clause that keeps a shadow away, where it would have been; cubes that go home."""
    for entry in _recent(frame):
        if isinstance(entry.event, e.NoShadow):
            yield Note(entry.event.age, entry.event.building, entry.event.clause)
    event = frame.event
    seats = cubes_home(event) if event is not None else ()
    if seats and isinstance(event, e.OfBuilding):
        yield CubesHome(event.age, event.lost or event.building, seats)


def _end_scene(item: Item) -> Scene:
    """The picture of a refusal, or of a choice that is left open."""
    broken, question = item.trial.violation, item.open
    if broken is not None:
        state, action, age = item.trial.before, item.trial.action, item.trial.age
        if age is None:
            return Scene(state, tuple(plan_marks(state, action, "blocked")))
        # Letters say more than the symbol, which would lie on one of them.
        badge = not lettered(state, age, broken.domains)
        about = obstacle_marks(state, age, broken.domains, broken.squares)
        return Scene(state, (*plan_marks(state, action, "blocked", badge=badge), *about))
    scene = step_scene(item, len(item.timeline) - 1)
    if question is not None and isinstance(question.options[0], Building):
        options = [sq for each in question.options for sq in getattr(each, "squares", ())]
        squares = ((question.age, sq) for sq in options)
        return scene.with_marks(*spotlights(item.timeline[-1].state, squares))
    return scene


# ------------------------------------------------------------------ domains


def areas_of(timeline: Timeline, index: int) -> list[Lettered]:
    """The domains that an effect is about, each with its letter and what it counts."""
    frame = timeline[index]
    event, state = frame.event, frame.state
    if isinstance(event, e.DomainsJoined):
        masks = _originals(timeline, index, event.age, event.domains)
        return letters_on(state, event.age, masks)
    if isinstance(event, e.StrengthsCompared):
        masks = _originals(timeline, index, event.age, [sq for sq, _ in event.strengths])
        numbers = [f" {strength}" for _, strength in event.strengths]
        return letters_on(state, event.age, masks, numbers)
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
    """What is left of the domains with these first squares as they were while they were apart.

    A building that reaches beyond such a domain is not a part of it.
    """
    now, masks = timeline.state_at(index).boards[age], [1 << sq for sq in firsts]
    for earlier in range(index, -1, -1):
        board = timeline.state_at(earlier).boards[age]
        if all(board.occupied >> sq & 1 for sq in firsts):
            found = [board.domain_at(sq).mask for sq in firsts]
            if len(set(found)) == len(found):
                masks = found
                break
    return [
        sum(each.mask for each in now.overlapping(mask) if not each.mask & ~mask) for mask in masks
    ]


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


# ------------------------------------------------------------------ words

Data = dict[str, Any]

NONE: Final = "-"  # how the browser says that nothing, or nobody, is the answer
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
FEW: Final = 2  # with this number of tiles or fewer, what is left of a sort is told
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
        self._texts: dict[str, tuple[int, list[Any]]] = {}

    def whole(self, items: Sequence[Item]) -> Data:
        # Adventurers must not stand elsewhere in another language.
        with speaking(LANGUAGES[0]):
            found = {
                "items": [self._item(each) for each in items],
                "grounds": list(self._grounds.values()),
                "shapes": [drawn_with(each) for each in self._drawn.values()],
                "rules": {
                    x: self.text(lambda label: [plain_rule(label), whole_text(label)], x)
                    for x in self._rules
                },
            }
        texts = zip(*(said for _, said in self._texts.values()), strict=True)
        return {**found, "texts": dict(zip(self.languages, texts, strict=False))}

    def text(self, told: Callable[..., Any], *about: object) -> Any:  # noqa: ANN401
        """What is said; if languages differ, a mark in place of it, which the page looks up."""
        found = []
        for language in self.languages:
            with speaking(language):
                found.append(told(*about))
        if all(each == found[0] for each in found):
            return found[0]
        number, _ = self._texts.setdefault(json.dumps(found), (len(self._texts), found))
        return f"\1{number}"

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
            "title": self.text(item.title.text),
            "asked": self.text(item.heading(solved=False).text),
            "plan": self.text(_plan, item),
            "players": self.text(players_told, item.state),
            "text": position_text(item.state),
            "story": bool(item.notes),
            "told": item.told,
            "idea": item.idea,
            "ground": list(self._grounds).index(key),
            "shapes": list(self._drawn).index(sizes),
            "picture": self._picture(item, question_scene(item.state, item.action)),
            "steps": [] if item.turn else self._steps(item),
            "questions": [self._question(item, n) for n in range(len(item.exercises))],
            "turn": self._turn(item, item.turn) if item.turn else None,
        }

    def _picture(self, item: Item, scene: Scene) -> Data:
        return self._drawn[sizes_of(item.state.grid, len(item.state.players))].scene(scene)

    def _steps(self, item: Item) -> list[Data]:
        found = []
        for number in range(item.last + 1):
            frame = item.timeline[number] if number < len(item.timeline) else None
            event = frame.event if frame else None
            label, sign, at = "", None, None
            if event is not None:
                label, sign, at = event.clause, _sign(event), event.age
            elif frame is None:
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
                "said": self.text(step_told, item, number),
            })  # fmt: skip
        return found

    def _question(self, item: Item, number: int) -> Data:
        exercise, text = item.exercises[number], self.text
        shown = [shown_before(item, exercise, item.hides) if number == 0 else 0]
        shown.append(shown_before(item, exercise))
        pointed = Topic.known[exercise.topic].hint_squares(exercise)
        look = look_squares(item.trial.before, exercise)
        found = feedback_on(exercise)
        missed = _sentences(found)
        named = rule_options(exercise, item.clauses, shown_clauses()) if item.asks_rule else []
        self._rules |= dict.fromkeys(exercise.clauses)

        def numbered(parts: Sequence[tuple[Answer, Said]]) -> dict[str, int]:
            return {",".join(sorted(written(exercise, x))): missed.index(y) for x, y in parts}

        def picture(step: int, squares: Sequence[tuple[Age, int]]) -> Data:
            scene = step_scene(item, step) if step else question_scene(item.state, item.action)
            return self._picture(item, scene.with_marks(*spotlights(item.state, squares)))

        return {
            "asks": exercise.asks,
            "sort": SORTS[exercise.kind],
            "age": None if exercise.age is None else int(exercise.age),
            "prompt": text(exercise.prompt),
            "how": text(_how, exercise),
            "right": written(exercise, exercise.correct),
            "options": [
                [" ".join(written(exercise, x.value)), [*map(name, x.squares)], text(x.words.text)]
                for x in exercise.options
                if x.value != ()
            ],
            "none": text(_nothing, exercise),
            "hints": text(hints, item, exercise),
            "plans": [text(_so_far, item, step) for step in shown],
            "rules": [[str(x.value), text(x.words.text)] for x in clause_options(named)],
            "missed": [text(each.text) for each in missed],
            "answers": numbered([*found.answers.items()]),
            "extra": numbered([((x,), y) for x, y in found.extra.items()]),
            "left": numbered([((x,), y) for x, y in found.left.items()]),
            "unlike": [missed.index(each) for each in (found.few, found.many) if each],
            "answer": text(answer_said, exercise, exercise.correct),
            "solution": _solution(exercise),
            "rule": deciding_rule(exercise, item.clauses),
            "hints_to_rule": hints_to_rule(item, exercise) if number == 0 and item.asks_rule else 0,
            "reasons": [text(each.text) for each in chain_of_reasons(exercise, item.clauses)],
            "explanation": text(item.explanation.text) if item.explanation and not number else "",
            "clauses": exercise.clauses,
            "look": text(_where_to_look, exercise, bool(look)),
            "pictures": [
                picture(shown[0], ()),
                picture(shown[0], pointed),
                picture(shown[1], pointed),
                picture(0, look),
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
                shows[key] = shows.get(key) or self._steps(now)
            if not each.over and (so_far := " ".join(sorted(each.played))) not in asks:
                broken = {x: why for x in each.open if (why := each.forbidden(x)) is not None}
                titles = {x: title(each.state, each.tried(x).action) for x in each.open}
                asks[so_far] = {
                    "offers": [[x, self.text(words.text)] for x, words in titles.items()],
                    "refused": {x: self.text(refusal, why) for x, why in broken.items()},
                    "picture": self._picture(now, question_scene(now.state, now.action)),
                    "prompt": self.text(turn_prompt, item, each),
                    "players": self.text(players_told, each.state),
                }
        return {"asks": asks, "shows": shows, "end": turn.offers[-1]}


# ------------------------------------------------------------------ a question in words


def turn_prompt(item: Item, turn: ReaderTurn) -> str:
    """What the reader is told before the next action."""
    coins = turn.state.player.coins
    return say("own_turn-next", n=coins) if turn.played else item.notes[0].text()


def refusal(broken: Violation) -> list[str]:
    """Why the reader may not do that now, and the rule in one sentence."""
    return [f"{capital(violation_text(broken))}.", rule(broken.clause).words.text()]


def _how(exercise: Exercise) -> str:
    if exercise.kind not in PLACES or exercise.age is None:
        return ""
    return f"{say(exercise.age)}: {say(f'lesson-click_{SORTS[exercise.kind]}')}"


def _nothing(exercise: Exercise) -> str:
    if exercise.kind is AnswerKind.PLAYERS:
        return say("word-nobody")
    return say("answer-none") if exercise.kind in PLACES else ""


def _so_far(item: Item, step: int) -> str:
    return say("hint-so_far", said=item.trial.log[step - 1].text()) if step else _plan(item)


def _where_to_look(exercise: Exercise, look: bool) -> str:
    marked = exercise.kind in PLACES
    return " ".join([say("lesson-marked")] * marked + [say("lesson-look_here")] * look)


def _plan(item: Item) -> str:
    """What the line on the boards means before the move, if there is one."""
    if item.turn is not None:
        return ""
    if item.trial.placing is not None:
        return say("lesson-planned")
    targets = isinstance(item.trial.action, Demolish | Populate | Restore)
    return say("lesson-target") if targets else ""


def _sentences(found: Feedback) -> list[Said]:
    """Everything that is said of wrong answers, each sentence once."""
    said = [*found.answers.values(), *found.extra.values(), *found.left.values()]
    unlike: list[Said] = []
    for each in (*said, found.few, found.many):
        if each is not None and each not in unlike:
            unlike.append(each)
    return unlike


def shown_clauses() -> set[str]:
    shown = {label for each in scenarios() for label in each.clauses}
    return shown | {label[:2] for label in shown}


# ------------------------------------------------------------------ hints

_SILENT: Final = (
    e.CardsPlayed, e.CardsDiscarded, e.CardsDrawn, e.CoinsSpent, e.BonusPaid, e.BuildingBuilt,
    e.BuildingUpgraded, e.ShadowFalls,
)  # fmt: skip
"""What nobody has to predict: it is not an effect, or the question tells it."""
MANY: Final = 5  # from this many squares on only the first and the last are named


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
    where = state.players[seat].adventurers
    said = []
    for age in dict.fromkeys(sorted(where)):
        number = where.count(age)
        words = say(age) if number == 1 else f"{number} {TIMES} {say(age)}"
        left = say("panel-still", n=allowance(state.turn.purses, age)) if acting else ""
        said.append(f"{words}: {left}" if left else words)
    return " · ".join(said)


# ------------------------------------------------------------------ steps in words


def step_told(item: Item, number: int) -> Data:
    """What is said about a step: its number, the event, a note, the players after it."""
    frame = item.timeline[min(number, len(item.timeline) - 1)]
    caption = frame.entry.text() if frame.entry else say("lesson-before")
    return {
        "where": f"{say('panel-step')} {number}/{item.last}",
        "caption": caption if number < len(item.timeline) else _end(item)[0],
        "note": _note(item, number),
        "players": players_told(frame.state),
    }


def _note(item: Item, index: int) -> str:
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
    if exercise.kind not in PLACES:
        return []
    covered = {option.value: option.squares for option in exercise.options}
    return [[name(sq) for sq in covered.get(part, (part,))] for part in exercise.parts]
