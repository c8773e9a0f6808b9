"""The sample dataset: games of all sorts, small enough to lie beside the code.

Made, or made again to the byte, with::

    python -m tests.making.sample data/sample

A simulation has the same players in all its games. A dataset of several sorts of games is several
simulations in folders of one folder, which `read_tables` reads as one; this module shows how.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final, NamedTuple

from khronos_lab.analysis import Folder
from khronos_lab.core import map_names
from khronos_lab.rulebook import Edition, KhronosError, RuleSet
from khronos_lab.simulation import Report, simulate

RULES: Final = tuple(
    RuleSet(edition, holdem)
    for holdem in (False, True)
    for edition in (Edition.SECOND, Edition.FIRST)
)


class Section(NamedTuple):
    """Games with the same players; their number is balanced over seats, maps and rule sets."""

    name: str
    players: tuple[str, ...]
    games: int
    paired: bool = False
    """Every deal is played from every seat."""
    records: bool = True
    shards: int = 4
    """How many files its tables have: more play side by side, fewer pack better."""


SECTIONS: Final = (
    Section("2-masters", ("master", "planner"), 48, paired=True),
    Section("2-planner-greedy", ("planner", "greedy"), 72, paired=True),
    Section("2-styles", ("might-builder", "faith-raider"), 24),
    Section("3-masters", ("master", "planner", "greedy"), 36),
    Section("3-mixed", ("planner", "reason-settler", "greedy"), 36),
    Section("4-masters", ("master", "planner", "planner", "planner"), 48),
    Section("4-planners", ("planner", "planner", "planner", "planner"), 48),
    Section("4-styles", ("planner", "might-builder", "faith-raider", "reason-settler"), 48),
    Section("4-greedy", ("greedy", "greedy", "greedy", "greedy"), 96, records=False, shards=1),
    Section("4-ladder", ("planner", "greedy", "greedy", "random"), 48),
    Section(
        "5-mixed", ("planner", "might-builder", "faith-raider", "reason-settler", "greedy"), 60
    ),
)


def make_sample(
    out: Folder, *, sections: tuple[Section, ...] = SECTIONS, progress: bool | None = None
) -> list[Report]:
    """Make the sample, a folder for each section; finished sections are kept."""
    return [
        simulate(
            section.games,
            section.players,
            Path(out) / section.name,
            # Of its own: games of two sections with one seed would depend on each other.
            seed=f"sample {section.name}",
            maps=map_names(),
            rules=RULES,
            paired=section.paired,
            records=section.records,
            shard_games=-(-section.games // section.shards),
            progress=progress,
        )
        for section in sections
    ]


def main() -> None:
    """Make the sample in the folder that is named."""
    if len(sys.argv) != 2:
        sys.exit("name the folder of the sample: python -m tests.making.sample FOLDER")
    try:
        for report in make_sample(sys.argv[1]):
            print(report)
    except (KhronosError, OSError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
