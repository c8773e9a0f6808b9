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


SECTIONS: Final = (
    Section("2-masters", ("master", "planner"), 24, paired=True),
    Section("2-levels", ("planner", "greedy"), 120, paired=True),
    Section("2-beginners", ("greedy", "random"), 48, paired=True),
    Section("2-planners", ("planner",) * 2, 120),
    Section("3-masters", ("master", "planner", "greedy"), 36, paired=True),
    Section("3-levels", ("planner", "greedy", "random"), 108, paired=True),
    Section("3-planners", ("planner",) * 3, 108),
    Section("4-masters", ("master", "planner", "planner", "greedy"), 48, paired=True),
    Section("4-levels", ("planner", "planner", "greedy", "random"), 96, paired=True),
    Section("4-planners", ("planner",) * 4, 96),
    Section("5-masters", ("master", "planner", "planner", "planner", "greedy"), 60, paired=True),
    Section("5-levels", ("planner", "planner", "greedy", "greedy", "random"), 120, paired=True),
    Section("5-planners", ("planner",) * 5, 120),
)
"""At every size of table: the strongest among others, players of all levels, and equals. Each
section has every map under every rule set equally often, so that a question about one of these, or
about a size of table, meets the same mix of the others."""


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
            records=True,
            # Large shards pack better than the usual ones, and two keep two processes busy.
            shard_games=-(-section.games // 2),
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
