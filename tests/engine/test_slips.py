"""Slips: what is said to a typed move that cannot be read, in both languages."""

from __future__ import annotations

import re

import pytest

from khronos_lab.core import Action
from khronos_lab.engine import as_action, new_game
from khronos_lab.rulebook import LANGUAGES, KhronosError, say
from tests.support import in_language


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", ["slip-examples", "slip-exchange", "slip-swap", "slip-travel"])
def test_whatever_a_slip_tells_to_write_is_understood(key, language):
    examples = re.findall('["„]([^"“]*)["“]', in_language(language, say, key))
    assert examples
    for each in examples:
        assert isinstance(as_action(new_game(2), each), Action)


@pytest.mark.parametrize(
    ("typed", "german"),
    [
        ("Brug f4", "„Brug“ kenne ich nicht. Ist burg gemeint?"),
        ("Burg", "Welches Feld ist mit „Burg“ gemeint?"),
        ("Burg z9", "Ein Feld z9 gibt es nicht"),
        ("tauschen", "Welche Karten werden getauscht?"),
    ],
)
def test_a_slip_is_told_in_german_and_raised_in_english(typed, german):
    with pytest.raises(KhronosError) as fault:
        as_action(new_game(2), typed)
    assert fault.value.text("de").startswith(german)
    assert str(fault.value) == fault.value.text("en")
