"""Small JSON files that know their own sum: what is read is what was written, or is refused.

The sum is that of the values, not of the text: a file may be reformatted, but not changed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any, Final, NoReturn

SUM: Final = "sum"


def sealed(data: Mapping[str, Any]) -> dict[str, Any]:
    """The values with their sum; it comes last."""
    return {**data, SUM: _sum(data)}


def read_sealed(text: str | bytes, *, needed: bool = True) -> dict[str, Any]:
    """The values in a text, without their sum; a `ValueError` says what is wrong with them.

    The first files of progress had no sum; whoever reads them does not need it, and looks at every
    value.

    >>> read_sealed('{"games": 7, "sum": "0123"}')
    Traceback (most recent call last):
    ValueError: it is not what was written: its sum is another
    """
    try:
        data = json.loads(text, parse_constant=_refuse)
    except RecursionError:
        raise ValueError("it is nested too deep") from None
    except UnicodeDecodeError:
        raise ValueError("it is not UTF-8 text") from None
    if not isinstance(data, dict):
        raise ValueError("it is not a JSON object")
    told = data.pop(SUM, None)
    if told is None and not needed:
        return data
    if told != _sum(data):
        raise ValueError("it is not what was written: its sum is another")
    return data


def whole_number(data: Mapping[str, Any], name: str, *, least: int = 0) -> int:
    """A count in an object; a `ValueError` if it is none that can be counted with."""
    number = data[name]
    if type(number) is not int or not least <= number <= MOST:
        raise ValueError(f"{name} is not a whole number from {least} on")
    return number


MOST: Final = 10**12
"""More than anything here counts."""


def _sum(data: Mapping[str, Any]) -> str:
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")
