"""A preview in German: the action, the ages, every effect, and why something is forbidden."""

from __future__ import annotations

from khronos_lab import preview
from khronos_lab.rulebook import MIGHT, REASON, speaking
from tests.mechanics.moves import build
from tests.support import position

BOARDS = """
    player Max: hand mm
    player Weiß:
    Might       | Faith       | Reason
    .   .   .   | .   r1W .   | .   .   .
    .   .   .   | .   .   .   | .   .   .
"""
GERMAN = """\
Burg auf a1 in der Macht für mm bauen:
  Macht
    erscheint: Max baut in der Macht eine Burg auf a1 (A1).
    Taler: Max bekommt in der Macht 1 Taler Bonus (A3).
    Karten: Max spielt in der Macht 2 Karten (mm) (A1).
  Glaube
    erscheint: Die Burg von Max auf a1 steht nun auch im Glauben (B3).
    verschwindet: Zeitparadoxon: Die Kirche von Weiß auf b1 wird im Glauben ausgelöscht; Weiß \
bekommt einen Kontrollwürfel zurück; das Plättchen ist aus dem Spiel (B6).
  Vernunft
    erscheint: In der Vernunft liegt nun auf a1 eine Burgruine (B4)."""


def test_b6_a_preview_in_german_says_age_by_age_what_appears_and_vanishes():
    shown = preview(position(BOARDS), build(MIGHT, "m2", "a1", "mm"))
    assert shown.text("de") == GERMAN
    assert str(shown) == shown.text("en") != GERMAN
    with speaking("de"):
        assert str(shown) == GERMAN


def test_a1_a_preview_in_german_says_what_is_forbidden():
    shown = preview(position(BOARDS), build(REASON, "m2", "a1", "mm"))
    assert shown.text("de") == (
        "Burg auf a1 in der Vernunft für mm bauen: verboten: gebaut und vergrößert wird nur in "
        "der Macht und im Glauben (A1)"
    )
