"""What is worked out from games, kept as lines: answers, statistics, reviews, accounts of games.

Numbers are written to six digits, few rows as they are and many as a checksum of each column, so
that a change shows in which column it is. `python -m tests.golden.regenerate` writes them anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from pathlib import Path

import polars as pl

import khronos_lab as kl
from khronos_lab.analysis import (
    Timeline,
    age_differences,
    cause_graph,
    deeds,
    differences,
    domain_graph,
    forecast,
    lead_history,
    moments,
    parts_of,
    shadow_graph,
    standings,
    tax_lines,
    taxations_left,
)
from khronos_lab.analysis.review.reasons import _Case, _stories
from khronos_lab.answers import Answer
from khronos_lab.players import ShortGames, other_turns
from khronos_lab.rulebook import AGES, FAITH, MIGHT
from khronos_lab.simulation import ReviewJob, TurnNotes, jobs_of
from khronos_lab.simulation.review import _judging, _reviewed
from tests.analysis.statistics.rows import played_tables
from tests.drawing.games import timeline
from tests.drawing.statistics_cases import FIGURES, frames
from tests.front_door.test_answers import ASKED
from tests.golden.sections import Goldens, checksum, plain
from tests.support import in_language

FOLDER = Path(__file__).parents[1] / "golden" / "analysis"
FEW = 4
"""Rows, up to which they are written out."""
REVIEWED = (2, 3, 4, 5)
"""Games whose turns are compared with others."""
TOLD = (1, 4, 5, 6)
"""Games that are told."""


def goldens() -> Goldens:
    """By file and name: what makes the lines."""
    statistics = {
        **{f"table {name}": partial(_table, name) for name in ("games", "turns", "events")},
        **{name: partial(_statistic, name) for name in FIGURES},
    }
    answers = {name: partial(_answer, ask, sample) for name, ask in (ASKED | MORE).items()}
    lonely = {name: partial(_answer, ask, one_game) for name, ask in ALONE.items()}
    games = {
        **{f"game {number}": partial(_told, number) for number in TOLD},
        **{f"reasons in game {number}": partial(_reasons, number) for number in REVIEWED},
    }
    files = {"statistics": statistics, "answers": answers, "one_game": lonely, "games": games}
    return Goldens(FOLDER, files)


# ------------------------------------------------------------------ frames


def frame_lines(frame: pl.DataFrame) -> Iterator[str]:
    """A frame: of many rows a checksum of each column."""
    rounded = frame.with_columns(pl.selectors.float().round_sig_figs(6))
    yield f"{frame.height} rows"
    for name, values in zip(rounded.columns, rounded.get_columns(), strict=True):
        told = [_cell(each) for each in values]
        shown = " ".join(told) if len(told) <= FEW else checksum("|".join(told))
        yield f"  {name}: {shown}"


def _cell(value: object) -> str:
    # What is nothing but the rest of an addition has no digits that matter.
    return f"{value:.5g}" if isinstance(value, float) and abs(value) > 1e-9 else str(value or 0)


def _table(name: str) -> Iterator[str]:
    return frame_lines(getattr(played_tables(), name))


def _statistic(name: str) -> Iterator[str]:
    return frame_lines(frames()[name])


@cache
def sample() -> kl.Dataset:
    """A folder of the sample: three players of unlike strength."""
    return kl.dataset("data/sample/3-mixed")


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
    "heat of what was built": lambda d: d.heat("built", map="valley"),
    "heat of what was erased": lambda d: d.heat("erased", map="delta"),
    "three longest cascades": lambda d: d.longest_cascades(3),
    "upgrades pay": lambda d: d.pays(event="BuildingUpgraded", rank=2),
}
"""Questions with other options than the usual ones."""


SEVERAL = ("compare", "balance", "heat", "heat of what was built")
"""Questions that one game refuses to answer: too few deals, or another map."""
ALONE = {name: ask for name, ask in (ASKED | MORE).items() if name not in SEVERAL}


def _answer(ask: Callable[[kl.Dataset], Answer], games: Callable[[], kl.Dataset]) -> Iterator[str]:
    answer = ask(games())
    yield from frame_lines(answer.frame)
    for language in ("en", "de"):
        yield f"{language} {checksum(answer.told(language))} of {answer.games}"


# ------------------------------------------------------------------ games


def _told(number: int) -> Iterator[str]:
    game = timeline(number)
    yield f"standings {[each[:4] for each in standings(game)]}"
    yield f"leads {lead_history(game)}"
    yield from (f"taxes {each[:4]}" for each in tax_lines(game))
    yield from (f"{each}" for each in deeds(game))
    yield from (f"moment {x.span.first} {x.sorts} {x.weight:.5g}" for x in moments(game, 8))
    for stop in ("move", "turn", "paradox", "covered", "blocked", "join", "split", "tax"):
        yield f"{stop} {checksum(str(game.stops(stop)))}"
    yield from _positions(game)


def _positions(game: Timeline) -> Iterator[str]:
    turns = game.stops("turn")
    for before, after in zip(turns[::6], turns[3::6], strict=False):
        one, two = game.state_at(before), game.state_at(after)
        yield f"step {before}: taxes {forecast(one).here} of {forecast(one).there}"
        yield f"  domains {checksum(plain(_bare(forecast(one).domains)))}"
        yield f"  left {[taxations_left(one, seat) for seat in range(len(one.players))]}"
        apart = differences(one, two)
        counts = len(apart.buildings), len(apart.domains), len(apart.players)
        yield f"  to step {after} {counts} {checksum(repr(apart.buildings))}"
        yield f"  {checksum(repr(apart.domains))} {checksum(repr(apart.players))}"
        ages = age_differences(one, MIGHT, FAITH)
        yield f"  said {checksum(apart.text())} {checksum(in_language('de', ages.text))}"
        graphs = [domain_graph(one, age) for age in AGES] + [shadow_graph(one)]
        yield from (f"  {_graph(each)}" for each in graphs)
    longest = max(game.moves, key=lambda span: len(span.log))
    yield _graph(cause_graph(longest.log))


def _bare(things: Iterable[object]) -> list[str]:
    return [repr(each) for each in things]


def _graph(graph) -> str:
    nodes, edges = (sorted(map(repr, each(data=True))) for each in (graph.nodes, graph.edges))
    return f"graph {len(nodes)} {checksum(str(nodes))} {len(edges)} {checksum(str(edges))}"


def _reasons(number: int) -> Iterator[str]:
    """Turns of a game beside some other turn: what it is worth to whom, and why."""
    jobs = [job for job in jobs_of(timeline(number)) if job.held is not None]
    for job in jobs[2::5]:
        yield from _compared(job)


def _compared(job: ReviewJob) -> Iterator[str]:
    assert job.held is not None
    others = other_turns(job.held, job.left, seed=1)
    if not others:
        return
    other, deals = others[0], _judging(0)
    played = tuple(ShortGames(job.known, deals).samples(2))
    better = tuple(ShortGames(job.known_after(other), deals).samples(2))
    moves = tuple(node.text for node in other.nodes)
    turn = _reviewed(job, 0, TurnNotes(played, moves, better))
    yield f"{turn.label} {' '.join(turn.texts)} or {' '.join(moves)}: {turn.mark}"
    case = _Case(turn)
    for part in parts_of(case):
        if part.coins <= 0:
            continue  # only what speaks for the other turn is explained
        stories = [plain(said) for said in _stories(case, part)]
        kept = " ".join(each.partition("{")[0] for each in stories)
        yield f"  {part.seat} {plain(part.age)} {part.coins:.4f}: {kept} {checksum(str(stories))}"
    yield from (f"  {plain(each.said)}" for each in turn.found_reasons)
