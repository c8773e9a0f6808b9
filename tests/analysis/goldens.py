"""What is worked out from games, to be read and judged: answers, accounts of games, reviews.

Of a table the first rows are kept, an interval in brackets behind its number; every number of every
row is found a second way in `tests/front_door/test_every_number.py`. `python -m
tests.golden.regenerate` writes them anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from textwrap import wrap

import polars as pl

import khronos_lab as kl
from khronos_lab.analysis import (
    DEEDS,
    Timeline,
    age_differences,
    deeds,
    differences,
    forecast,
    lead_history,
    moments,
    standings,
    tax_lines,
)
from khronos_lab.questions import Answer
from khronos_lab.rulebook import FAITH, MIGHT
from tests.drawing.games import timeline
from tests.front_door.test_answers import ASKED
from tests.golden.sections import Goldens
from tests.questions.findings import asked, finding
from tests.support import in_language

FOLDER = Path(__file__).parents[1] / "golden" / "analysis"
WIDTH = 110
ROWS = 4
"""Rows of a table that are kept."""
TOLD = (1, 4, 5, 6)
"""Games that are told."""


def goldens() -> Goldens:
    """By file and name: what makes the lines."""
    answers = {name: partial(_answer, ask) for name, ask in (ASKED | MORE).items()}
    lonely = {name: partial(_lonely, ask) for name, ask in ALONE.items()}
    games = {f"game {number}": partial(_told, number) for number in TOLD}
    said = {code: partial(finding, code) for code in asked()}
    files = {"answers": answers, "findings": said, "one_game": lonely, "games": games}
    return Goldens(FOLDER, files)


def wrapped(text: str) -> list[str]:
    """A sentence in lines."""
    return wrap(text, WIDTH, subsequent_indent="  ", break_on_hyphens=False)


# ------------------------------------------------------------------ answers


@cache
def sample() -> kl.Dataset:
    """A folder of the sample: three players of unlike strength."""
    return kl.dataset("data/sample/3-levels")


@cache
def one_game() -> kl.Dataset:
    """One game: no interval, often no row."""
    return sample().filter(game=sample().games.collect()["game"].min())


MORE: dict[str, Callable[[kl.Dataset], Answer]] = {
    "seats as they are": lambda d: d.seats(adjust=None),
    "first actions": lambda d: d.openings(by="first_action"),
    "income by player": lambda d: d.income(by="player"),
    "spending by player": lambda d: d.spending(by=("player", "purpose")),
    "wealth by place": lambda d: d.wealth(by="place"),
    "survival of castles": lambda d: d.buildings(kind="military", rank=3).survival(by="age"),
    "survival of all": lambda d: d.buildings().survival(by=()),
    "fates by rank": lambda d: d.buildings(age="Faith").fates(by="rank"),
    "hands in round 3": lambda d: d.hands(rounds=[3]),
    "luck in two rounds": lambda d: d.luck(by="player", rounds=[2, 3]),
    "ratings from greedy": lambda d: d.ratings(anchor="greedy"),
    "heat in the valley": lambda d: d.heat("built", map="valley"),
    "heat in the delta": lambda d: d.heat("erased", map="delta"),
    "three longest cascades": lambda d: d.longest_cascades(3),
    "upgrades pay": lambda d: d.pays(event="BuildingUpgraded", rank=2),
}
"""Questions with other options than the usual ones."""


SEVERAL = ("compare", "balance", "heat", "heat in the valley")
"""Questions that one game refuses to answer: too few deals, or another map."""
ALONE = {name: ask for name, ask in (ASKED | MORE).items() if name not in SEVERAL}


def _answer(ask: Callable[[kl.Dataset], Answer]) -> Iterator[str]:
    yield from table_lines(ask(sample()).frame)


def _lonely(ask: Callable[[kl.Dataset], Answer]) -> Iterator[str]:
    yield from wrapped(ask(one_game()).told(alone=False))


def table_lines(frame: pl.DataFrame) -> Iterator[str]:
    """The first rows of a table below the names of its columns."""
    names = [each for each in frame.columns if not each.endswith(("_low", "_high"))]
    rows = [
        [_cell(row[name]) + _ends(row, name) for name in names]
        for row in frame.head(ROWS).iter_rows(named=True)
    ]
    widths = [max(map(len, column)) for column in zip(names, *rows, strict=True)]
    for line in (names, *rows):
        cells = [cell.ljust(width) for cell, width in zip(line, widths, strict=True)]
        yield f"  {'  '.join(cells)}".rstrip()
    if frame.height > ROWS:
        yield f"  and {frame.height - ROWS} rows more"


def _ends(row: dict[str, object], name: str) -> str:
    ends = [row.get(f"{name}_{end}") for end in ("low", "high")]
    return "" if ends == [None, None] else f" ({_cell(ends[0])} to {_cell(ends[1])})"


def _cell(value: object) -> str:
    if isinstance(value, float):  # the rest of an addition has no digits that matter
        return f"{value if abs(value) > 1e-9 else 0.0:.4g}"
    return "-" if value is None else str(value)


# ------------------------------------------------------------------ games


def _told(number: int) -> Iterator[str]:
    game = timeline(number)
    names = game.start.names
    ranks = ", ".join(f"{each.rank}. {each.name} {each.coins}" for each in standings(game))
    yield f"standings: {ranks}"
    leads = ", ".join(
        f"{names[seat]} from round {number} on" for number, seat in lead_history(game)
    )
    yield f"in the lead: {leads}"
    for line in tax_lines(game):
        might, faith, reason = line.collected
        yield (
            f"taxes of round {line.round}: {names[line.seat]} {might} from Might, {faith} from "
            f"Faith, {reason} from Reason, {line.missed} missed"
        )
    for name, done in zip(names, deeds(game), strict=True):
        counts = ", ".join(f"{deed} {done[deed]}" for deed in DEEDS if done[deed])
        yield f"deeds of {name}: {counts}"
    for moment in moments(game, 8):
        sorts = ", ".join(moment.sorts)
        yield f"moment at step {moment.span.first}, weight {moment.weight:.4g}: {sorts}"
    for stop in ("paradox", "covered", "blocked", "join", "split", "conflict", "shrink", "tax"):
        yield from wrapped(f"{stop} at steps {', '.join(map(str, game.stops(stop)))}")
    yield from _positions(game)


def _positions(game: Timeline) -> Iterator[str]:
    turns = game.stops("turn")
    first, second, third = (turns[len(turns) * part // 4] for part in (1, 2, 3))
    yield f"taxes at step {second}:"
    for line in forecast(game.state_at(second)).text().splitlines():
        yield from wrapped(line)
    yield f"from step {first} to step {second}:"
    for line in differences(game.state_at(first), game.state_at(second)).text().splitlines():
        yield from wrapped(line)
    yield f"Might and Faith at step {third}:"
    apart = age_differences(game.state_at(third), MIGHT, FAITH)
    for line in in_language("de", apart.text).splitlines():
        yield from wrapped(line)
