"""Spoiled positions: what is read is written and read again as the same text."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

from khronos_lab.core import position_text, read_position
from khronos_lab.engine import legal_actions
from khronos_lab.rulebook import KhronosError
from khronos_lab.scenarios import scenarios
from tests.fuzz.messages import check_message
from tests.fuzz.records import MUTATIONS
from tests.golden.perft import FILE, read_perft


@cache
def sources() -> list[str]:
    """Positions of all sorts, small ones first."""
    small = [position_text(each.state) for each in scenarios()]
    return small + [position_text(each.state) for each in read_perft(FILE.read_text("utf-8"))]


def attempt(rng: Random, _: Path) -> str:
    """Read a spoiled position."""
    text = rng.choice(sources())
    for _number in range(rng.choice((1, 1, 2, 4))):
        text = rng.choice(MUTATIONS)(text, rng)
    try:
        state = read_position(text)
    except KhronosError as fault:
        check_message(str(fault))
        return "refused"
    written = position_text(state)
    assert position_text(read_position(written)) == written, "not the same text"
    written.encode()
    if rng.random() < 0.1:
        len(legal_actions(state))
    return "accepted"
