"""The course: ideas to learn, one at a time, each in at most twelve minutes.

An idea begins with an example that is shown. Then the last effect of a move is hidden and asked
for, then the last two, then all of them. The plain case comes before its exceptions.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from khronos_lab.rulebook.language import LANGUAGES, Said
from khronos_lab.scenarios.library import scenario
from khronos_lab.scenarios.scenario import Scenario

SHOWN, ASKED = 1.5, 2.0
"""Minutes that an example and a question take."""


class Idea(NamedTuple):
    """One thing to learn: where it is taught, and the scenarios that show it, the example first."""

    name: str
    notebook: str
    ids: tuple[str, ...]

    @property
    def title(self) -> Said:
        """What it is called."""
        return Said(f"idea-{self.name}")

    @property
    def scenarios(self) -> tuple[Scenario, ...]:
        """The example and the questions after it."""
        return tuple(scenario(each) for each in self.ids)

    @property
    def minutes(self) -> int:
        """About how long it takes."""
        return round(SHOWN + ASKED * (len(self.ids) - 1) + 0.5)

    @property
    def rules(self) -> tuple[str, ...]:
        """The clauses that it teaches, the main one of each scenario."""
        return tuple(dict.fromkeys(each.clauses[0] for each in self.scenarios))


IDEAS: Final = (
    Idea("first-shadows", "02", ("01", "02", "03", "04", "05")),
    Idea("two-domains", "02", ("11", "28", "10", "14b")),
    Idea("an-equal", "02", ("12", "13", "14")),
    Idea("missing-piece", "02", ("15", "16", "17")),
    Idea("ruins", "02", ("18", "20")),
    Idea("covered", "03", ("46", "47", "48")),
    Idea("first-allowed", "03", ("58", "49", "59", "59b")),
    Idea("in-vain", "03", ("50", "51", "52")),
    Idea("citizens", "03", ("53", "54")),
    Idea("last-cube", "03", ("55", "56", "57")),
    Idea("connecting", "04", ("21", "22", "23")),
    Idea("one-leader", "04", ("24", "25", "26", "27")),
    Idea("joining", "04", ("68", "70", "69")),
    Idea("ties", "04", ("72", "71", "77")),
    Idea("shrunk-shadows", "04", ("74", "73", "79", "80")),
    Idea("conflict-order", "04", ("75", "76")),
    Idea("breaking-off", "04", ("72b", "75b")),
    Idea("splitting", "04", ("78", "81")),
    Idea("cascades", "04", ("82", "83", "84")),
    Idea("leader-collects", "05", ("60", "61", "66")),
    Idea("citizens-collect", "05", ("62", "63")),
    Idea("nobody-home", "05", ("64", "65", "67")),
    Idea("pooling", "05", ("29", "30", "31", "32")),
    Idea("a-turn", "05", ("33", "34", "36")),
    Idea("ground", "05", ("38", "39", "40", "41")),
    Idea("work-in-reason", "05", ("42", "43", "44", "45")),
    Idea("prices", "05", ("06", "07", "08", "09")),
    Idea("variants", "05", ("19", "35", "37", "59c")),
)
"""In the order of learning."""


def ideas_of(notebook: str) -> tuple[Idea, ...]:
    """The ideas that a notebook teaches.

    >>> [idea.name for idea in ideas_of("03")][:2]
    ['covered', 'first-allowed']
    """
    return tuple(each for each in IDEAS if each.notebook == notebook)


def idea_named(word: str) -> Idea | None:
    """The idea with this name, or with this title in any language; None if there is none.

    >>> idea = idea_named("stopped by an equal")
    >>> idea and idea.name
    'an-equal'
    """
    wanted = word.strip().casefold()
    for each in IDEAS:
        titles = [each.title.text(language).casefold() for language in LANGUAGES]
        if wanted in (each.name, *titles):
            return each
    return None
