"""The library: the scenarios of `data/scenarios`, in the order of learning, and by clause."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from khronos_lab.rulebook.clauses import Clause, clause, clauses
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.language import Said
from khronos_lab.rulebook.resources import data_file
from khronos_lab.scenarios.scenario import Scenario
from khronos_lab.scenarios.scenario_files import SUFFIX, load_scenario


@cache
def scenarios() -> tuple[Scenario, ...]:
    """All scenarios of the library, from the first shadow to cascades.

    >>> scenarios()[0].id
    '01'
    """
    files = sorted(data_file("scenarios").glob(f"*{SUFFIX}"))
    return tuple(sorted(map(load_scenario, files), key=lambda each: each.id))


def scenario(wanted: str | int) -> Scenario:
    """The scenario with this number.

    >>> scenario("03") is scenario(3)
    True
    """
    label = f"{wanted:02}" if isinstance(wanted, int) else wanted.strip().lower()
    for each in scenarios():
        if each.id == label:
            return each
    ids = [each.id for each in scenarios()]
    about = {"text": repr(wanted), "first": ids[0], "last": ids[-1]}
    raise KhronosError(Said("slip-scenario", about))


def scenarios_for(label: str) -> tuple[Scenario, ...]:
    """The scenarios that show a clause, those that name it first before the others.

    A clause with parts (B3) is shown by what shows its parts (B3a, B3b), too.
    """
    wanted = clause(label).id
    ranked = [
        (min(places), each)
        for each in scenarios()
        if (places := [n for n, shows in enumerate(each.clauses) if _belongs(shows, wanted)])
    ]
    return tuple(each for _, each in sorted(ranked, key=lambda pair: (pair[0] > 0, pair[1].id)))


def _belongs(label: str, wanted: str) -> bool:
    return label == wanted or label[:-1] == wanted


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """A clause with what shows it."""

    clause: Clause
    scenarios: tuple[Scenario, ...]


def clause_entries() -> tuple[IndexEntry, ...]:
    """Every clause of the rules page with its scenarios, in the page's order.

    Set-up clauses (S1, S6) have no scenario: no move shows them.
    """
    return tuple(IndexEntry(each, scenarios_for(label)) for label, each in clauses().items())
