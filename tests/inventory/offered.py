"""Everything that khronos_lab offers, found by asking it, and the list of it: `offered.txt`.

`python -m tests.inventory.offered` writes the list anew. It keeps what has gone until CHANGELOG.md
names it under "Upcoming".
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import click
import traitlets

from khronos_lab.questions import Answer
from tests.inventory import kit
from tests.inventory.kit import game, kl, new_file, refused, sample, table

LIST = Path(__file__).with_name("offered.txt")
AGAIN = "python -m tests.inventory.offered"
NAMESPACES = ("draw", "graphs", "players", "records")

OBJECTS: dict[str, Callable[[], Any]] = {
    "game": game,
    "timeline": lambda: game().timeline,
    "moment": lambda: game()[5],
    "move": lambda: game().timeline.moves[0],
    "game.draw": lambda: game().draw,
    "game.graph": lambda: game().graph,
    "review": kit.review,
    "turn": lambda: kit.review().mistakes[0],
    "account": lambda: kit.review().accounts[0],
    "record": lambda: game().record,
    "node": lambda: game().record.line.nodes[0],
    "state": table,
    "outlook": lambda: kit.lesson_game().evaluate(0),
    "player": lambda: table().player,
    "rules": lambda: table().rules,
    "actions": lambda: table().legal(),
    "outcome": lambda: kl.play(table(), "town f2 in Might"),
    "entry": lambda: kl.play(table(), "town f2 in Might").log[0],
    "choice": lambda: kl.play(kit.scenario(68), "hamlet c2 in Might"),
    "preview": lambda: kl.preview(table(), "town f2 in Might"),
    "violation": lambda: kl.why_not(table(), "keep f4 in Faith"),
    "forecast": lambda: kl.forecast(game().state(262)),
    "drawing": lambda: kl.draw.boards(table()),
    "named_turn": lambda: game()["4.F"],
    "greta": lambda: game().player("Greta"),
    "games": sample,
    "answer": lambda: sample().income(),
    "buildings": lambda: sample().buildings(),
    "position": lambda: next(sample().positions(event="TaxCollected", games=1)),
    "mistakes": lambda: kl.dataset(kit.own()).mistakes(progress=False),
    "explorer": lambda: sample().explore(),
    "ladder": kit.ladder,
    "ends": kit.ends,
    "contrast": lambda: kl.players.contrast(kit.ends(), kit.ends()),
    "advice": lambda: kl.players.advised_turn(table(), "greedy"),
    "recorder": lambda: kl.records.Recorder(table()),
    "replay": lambda: game().replay(),
    "coach": lambda: game().replay().coach,
    "scrub": lambda: kl.scrub(kit.lesson_game(), "boards"),
    "explainer": lambda: kl.explain(table()),
    "lesson": lambda: kl.lesson(1),
    "exercise": lambda: kl.lesson(1).exercise,
    "verdict": lambda: kl.lesson(1).exercise.check("yes"),
    "lessons": lambda: kl.lesson(),
    "page": lambda: kl.lesson_page("covered"),
    "sheet": lambda: kl.worksheet("B3", n=1),
    "classroom": lambda: kl.classroom("Tuesday", "B3", n=1),
    "results": lambda: kl.classroom("Tuesday", "B3", n=1).results([]),
    "index": lambda: kl.rules("B3"),
    "sandbox": lambda: kl.sandbox(),
    "editor": lambda: kl.edit_map(new_file("map.txt")),
    "desk": lambda: kl.record_game(new_file("game.khr"), ["Ann", "Ben"]),
    "opponents": lambda: kl.play_against("random"),
}
"""What people hold in their hands, by the name that a notebook would give it."""

PLUMBING = re.findall(
    r"\S+",
    """
    answer.asked answer.opener answer.options
    buildings.asked buildings.conditions buildings.of buildings.opener choice.age choice.log
    choice.names choice.seat choice.subject coach.forget coach.on coach.page coach.start
    coach.stop coach.working exercise.action exercise.age exercise.asks exercise.case
    exercise.clause exercise.difficulty exercise.parts exercise.trial classroom.items classroom.told
    exercise.because exercise.correct exercise.options exercise.trivial
    exercise.words explorer.pictures lesson.item moment.marks move.first
    move.last preview.of replay.branches replay.choose replay.click_square replay.lines
    replay.spot rules.bonus rules.cards rules.cube_limit rules.deck rules.keeps_cards
    rules.of_plain rules.plain rules.ruin_values rules.terrain rules.tiles rules.unusual
    state.chance state.hidden_discards state.pile state.supply state.terrain_cost
    state.with_player timeline.frames_since timeline.of timeline.span_at timeline.state_at
    timeline.turn_named named_turn.biggest
    outlook.branch turn.branch turn.case turn.known turn.known_before turn.next_logs turn.seed
    turn.begun turn.held turn.instead advice.goes_on advice.then
    coach.close coach.has_judged coach.look_at coach.outlook coach.practising
    violation.domains violation.key violation.squares violation.values
""",
)
"""Public by name, but parts of the inside handing things to one another; no page speaks of them."""
WIRES = ("become", "close", "kernel_gone", "model", "notify_change", "place", "position",
         "set_state", "stand_in", "study")  # fmt: skip
"""Between a widget and its page."""
TRAITS = {
    "replay": "coins eyes language playing speed title unsaved view",
    "lesson": "clause difficulty language",
}
"""Of the traits that a page and a widget share, those that people are told to set or read."""
OPTIONS = {
    "game.replay": "coins eyes language speed view",
    "game.export": "hide_hands language moves replace turns",
    "game.review": "executor keep progress seed stop",
}
"""What goes through `**options`, as the documentation has it."""


# ------------------------------------------------------------------ names, methods, arguments


def members(name: str, thing: object) -> Iterator[str]:
    """The public names of an object that its class, or itself, has."""
    ours = [each for each in type(thing).__mro__ if each.__module__.startswith("khronos_lab")]
    if name != "replay":  # what every desk can do is listed there
        ours = [each for each in ours if each.__name__ != "Desk"]
    found = {word for each in ours for word in (*vars(each), *inspect.get_annotations(each))}
    # Of widgets only what a class says: the rest belongs to Jupyter.
    if not isinstance(thing, traitlets.HasTraits):
        found |= set(getattr(thing, "__dict__", {}))
    if isinstance(thing, Answer):  # what a question has for whoever writes one is not offered
        found &= set(dir(thing))
    for word in found:
        sort = inspect.getattr_static(type(thing), word, None)
        hidden = word.startswith("_") or word in WIRES or f"{name}.{word}" in PLUMBING
        if not hidden and not isinstance(sort, traitlets.TraitType):
            yield word


def arguments(name: str, function: object) -> Iterator[str]:
    """A function, and each of its arguments with its default: `kl.load(game=None)`."""
    yield name
    if inspect.isclass(function) or not callable(function):
        return
    for each in inspect.signature(function).parameters.values():
        if each.name != "self" and each.kind not in (each.VAR_POSITIONAL, each.VAR_KEYWORD):
            yield f"{name}({each.name}{default(each)})"
    yield from (f"{name}({option})" for option in OPTIONS.get(name, "").split())


def default(argument: inspect.Parameter) -> str:
    """What an argument is if nothing is said, where that can be written down."""
    value = argument.default
    plain = value is None or isinstance(value, str | int | float | tuple)
    return f"={value!r}" if plain else ""


@cache
def names_and_arguments() -> tuple[str, ...]:
    """All that `import khronos_lab as kl` leads to, the arguments of a function in their order."""
    return tuple(_names_and_arguments())


def _names_and_arguments() -> Iterator[str]:
    for name in kl.__all__:
        yield from arguments(f"kl.{name}", getattr(kl, name))
    for space in NAMESPACES:
        for name in getattr(kl, space).__all__:
            yield from arguments(f"kl.{space}.{name}", getattr(getattr(kl, space), name))
    for name, make in OBJECTS.items():
        thing = make()
        for word in members(name, thing):
            yield from arguments(f"{name}.{word}", getattr(type(thing), word, None))
    yield from (f"{name}.{trait}" for name in TRAITS for trait in TRAITS[name].split())


# ------------------------------------------------------------------ commands


def commands() -> Iterator[str]:
    """Every command, and every option of it by each of its names."""
    top = click.Context(kit.program(), info_name="khronos-lab", **kit.program().context_settings)
    for name, command in [("", kit.program()), *kit.program().commands.items()]:
        whole = f"khronos-lab {name}".strip()
        yield whole
        with click.Context(command, info_name=name, parent=top if name else None) as context:
            context.help_option_names = top.help_option_names
            for each in command.get_params(context):
                if isinstance(each, click.Option):
                    yield from (f"{whole} {flag}" for flag in (*each.opts, *each.secondary_opts))


# ------------------------------------------------------------------ what is named when one errs


def listed(sentence: str) -> list[str]:
    """The words that a refusal lists: `there is no view 'x'; there are boards, shadows`."""
    found = re.search(
        r"(?:there are|There are:|seats are|become|saved as|one of|what= is) (.*)", sentence
    )
    assert found is not None, sentence
    words = re.sub(r"[;] .*|, not ['\"].*|\.$", "", found[1])
    return re.sub("['\"]", "", words).replace(" or ", ", ").split(", ")


def choices() -> Iterator[str]:
    """Every word that one may say where only some are understood."""
    asked: dict[str, Callable[[], object]] = {
        "view": lambda: game().replay(view="x"),
        "way through a game": lambda: game().replay().go("x"),
        "stop": lambda: game().timeline.stops("x"),
        "export": lambda: game().export("game.x"),
        "picture": lambda: kl.draw.boards(table()).save("picture.x"),
        "player": lambda: kl.players.player_named("x"),
        "heat": lambda: sample().heat("x", map="valley").frame,
        "explore": lambda: sample().explore("x"),
        "brush": lambda: sample().explore().brush(x=(1, 2)),
        "scrub": lambda: kl.scrub(game(), "x"),
        "difficulty": lambda: kl.practice("B3", "x"),
        "tool": lambda: kl.sandbox().use("x"),
        "terrain": lambda: kl.edit_map(new_file("map.txt")).use("x"),
        "action": lambda: kl.explain(table()).wish("x"),
        "seats": lambda: kl.simulate(2, ["random", "random"], seats="x"),
        "comparison": lambda: game().replay().what_if().compare("x"),
        "lesson by name": lambda: kl.lesson("x"),
        "practice": lambda: kl.practice("V2", seed=1),
    }
    for sort, ask in asked.items():
        yield from (f"{sort}: {word}" for word in listed(refused(ask)) if " " not in word)
    for event in kl.dataset("data/games").events.select("event").unique().collect()["event"]:
        yield f"event: {event}"
    for language in re.findall(r"'(\w+)' \(", refused(lambda: kl.set_language("x"))):
        yield f"language: {language}"


# ------------------------------------------------------------------ lessons, questions, files


@cache
def scenario_ids() -> list[str]:
    """The scenarios of the library, by the number that `kl.lesson` takes."""
    files = (kit.ROOT / "data/scenarios").glob("*.khs")
    return sorted(file.stem.partition("_")[0] for file in files)


@cache
def exercises() -> dict[str, Any]:
    """By topic: an exercise of the library that asks about it, the first one."""
    found: dict[str, Any] = {}
    for number in scenario_ids():
        asked = kl.lesson(number).exercise
        found.setdefault(asked.topic, asked)
    return found


def questions() -> Iterator[str]:
    """What many games can be asked: every method and function that gives an answer."""
    answer = "Answer"
    for owner in (kl.Dataset, type(sample().buildings()), kl):
        for name in dir(owner):
            function = getattr(owner, name)
            if inspect.isfunction(function) and not name.startswith("_"):
                given = str(inspect.signature(function).return_annotation)
                if given.rpartition(".")[2] == answer:
                    yield f"question: {name}"


def files() -> Iterator[str]:
    """What lies in folders: lessons, notebooks, maps, games."""
    for row in kl.lesson().rows:
        yield f"lesson: {row[0]}"
    yield from (f"scenario: {number}" for number in scenario_ids())
    yield from (f"topic: {topic}" for topic in exercises())
    for path in (*kit.ROOT.glob("notebooks/[0-9]*.ipynb"), *kit.ROOT.glob("notebooks/de/*.ipynb")):
        yield f"notebook: {path.relative_to(kit.ROOT / 'notebooks').as_posix()}"
    for folder in ("games", "games-de", "maps"):
        for path in (kit.ROOT / "data" / folder).glob("*.[kt]*"):
            yield f"data: {folder}/{path.name}"


@cache
def offered() -> frozenset[str]:
    """Everything that is offered now."""
    from tests.inventory.screens import shown

    return frozenset(
        (*names_and_arguments(), *commands(), *choices(), *questions(), *files(), *shown())
    )


# ------------------------------------------------------------------ the list


def remembered() -> list[str]:
    """What the list says."""
    return LIST.read_text("utf-8").splitlines()


def named_in_changelog(text: str) -> list[str]:
    """The snippets of code in the section "Upcoming", as `offered.txt` would write them."""
    section = re.search(r"^## Upcoming$(.*?)(?=^## |\Z)", text, re.M | re.S)
    snippets = re.findall(r"`([^`]+)`", section[1]) if section else []
    return [re.sub(r"\((?!\w+\)$).*|^khronos-lab (?=\w+$)", "", each) for each in snippets]


def is_named(thing: str, snippets: list[str]) -> bool:
    """True if the changelog names a thing, or what it belongs to."""
    owners = [thing, thing.partition("(")[0], thing.partition("(")[0].rpartition(".")[0]]
    owners += [each.removeprefix("kl.").removeprefix("khronos-lab ") for each in owners]
    owners.append(thing.partition(": ")[2])
    # A control of a screen: its words alone.
    words = thing.rpartition(" / ")[2].partition(" ")[2]
    owners += [words, words.partition("(")[0]]
    return any(each and each in snippets for each in owners)


def main() -> int:
    """Write the list; refuse to drop what the changelog does not name."""
    snippets = named_in_changelog((kit.ROOT / "CHANGELOG.md").read_text("utf-8"))
    gone = sorted(set(remembered()) - offered()) if LIST.exists() else []
    kept = [each for each in gone if not is_named(each, snippets)]
    LIST.write_text("".join(f"{each}\n" for each in sorted({*offered(), *kept})), "utf-8")
    for each in kept:
        print(f"{each} is gone: name it in CHANGELOG.md under Upcoming, as code", file=sys.stderr)
    return 1 if kept else 0


if __name__ == "__main__":
    sys.exit(main())
