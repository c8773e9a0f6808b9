"""Every happening, as a small frozen value with its clause.

A *change* alters the state, and `evolve` is its only reader who writes; a *note* explains and
alters nothing. Folding the changes alone gives the same states. What an event says in words is in
`captions`; what it is called in tables is the name of its class. All else that there is to know of
it is declared with its class: `families` has the facts, and the families that share them.
"""

from __future__ import annotations

from typing import Final

# With a list of names here an event would have to be declared twice. The order is that of the
# rules page, and `EVENT_TYPES` has it.
from khronos_lab.core.events.events import *  # noqa: F403
from khronos_lab.core.events.families import *  # noqa: F403
from khronos_lab.core.events.families import EVENTS, Event

EVENT_TYPES: Final[tuple[type[Event], ...]] = tuple(EVENTS)
"""The closed vocabulary of happenings, in the order of the rules page."""
