"""What a replay sends to the browser: the data of its game, as those who look may see it."""

from __future__ import annotations

import json
import zlib
from typing import Any, Final

from khronos_lab.players import ALL
from khronos_lab.viewer import Sight
from khronos_lab.widgets.kit.hidden_cards import (
    OPEN,
    Audience,
    purses_seen,
    seen,
    seen_notation,
    sees,
)

_RAW: Final = -15
"""Deflate without a head, as browsers call `deflate-raw`."""


def sight_of(audience: Audience) -> Sight:
    """What an audience sees."""
    eyes, coins = audience
    if eyes == ALL and coins == OPEN:
        return Sight()
    return Sight(
        entry=lambda entry: seen(entry, eyes),
        hand=lambda seat: sees(eyes, seat),
        purses=lambda state: purses_seen(state, eyes, coins),
        notation=lambda text, action, seat: seen_notation(text, action, seat, eyes),
    )


def deflated(facts: dict[str, Any]) -> bytes:
    """Facts as JSON, made small."""
    packer = zlib.compressobj(6, zlib.DEFLATED, _RAW, 9)
    text = json.dumps(facts, ensure_ascii=False, separators=(",", ":"))
    return packer.compress(text.encode("utf-8", "replace")) + packer.flush()
