"""Previews: what an action would do, by age and effect, in both languages."""

from __future__ import annotations

from khronos_lab import Demolish, EndTurn, new_game, preview
from khronos_lab.core import Effect, square
from khronos_lab.core import events as e
from khronos_lab.rulebook import AGES, FAITH, MIGHT, REASON, speaking
from tests.mechanics.moves import build
from tests.support import position


def said(shown, age, effect):
    return [str(entry) for entry in shown.of(age, effect)]


def test_b6_a_preview_says_age_by_age_what_appears_and_vanishes():
    state = position("""
        players Red: hand mm; White
        Might       | Faith       | Reason
        .   .   .   | .   r1W .   | .   .   .
        .   .   .   | .   .   .   | .   .   .
    """)
    shown = preview(state, build(MIGHT, "m2", "a1", "mm"))
    assert said(shown, MIGHT, Effect.APPEARS) == ["Red builds a keep at a1 in Might (A1)."]
    assert said(shown, MIGHT, Effect.PAYS) == ["Red gets a bonus of 1 coin in Might (A3)."]
    assert said(shown, FAITH, Effect.VANISHES) == [
        "Paradox: White's chapel at b1 in Faith is erased; White gets a cube back; its tile is "
        "out of the game (B6)."
    ]
    assert said(shown, FAITH, Effect.APPEARS) == ["Red's keep at a1 now stands in Faith, too (B3)."]
    assert said(shown, REASON, Effect.APPEARS) == ["A keep ruin appears at a1 in Reason (B4)."]
    assert shown.coins == (1, 0)
    assert shown.violation is None
    assert shown.question is None


def test_b3b_a_preview_says_what_is_blocked():
    state = position("""
        players Red: hand mm; White
        Might         | Faith         | Reason
        .   .   .   . | m2W #   .   . | .   .   .   .
        .   .   .   . | #   #   .   . | .   .   .   .
    """)
    shown = preview(state, build(MIGHT, "m2", "c1", "mm"))
    assert [entry.event.clause for entry in shown.of(FAITH, Effect.BLOCKED)] == ["B3b"]
    assert not any(shown.of(REASON, effect) for effect in Effect)


def test_c2_a_preview_shows_joins_and_stops_at_a_question():
    state = position("""
        players Red: hand c; White
        Might                  | Faith         | Reason
        m2R #   .  m2W #       | . . . . .     | . . . . .
        #   #   .  #   #       | . . . . .     | . . . . .
        m1R .   .  .   .       | . . . . .     | . . . . .
    """)
    hamlet = build(MIGHT, "c1", "c1", "c")
    shown = preview(state, hamlet)
    assert said(shown, MIGHT, Effect.JOINS) == [
        "The domains at a1 and d1 in Might become one (C2)."
    ]
    assert said(shown, MIGHT, Effect.CONFLICTS)[-1] == (
        "Military strength in Might before the join: 3 at a1 and 2 at d1 (C2)."
    )
    assert shown.question is not None
    assert shown.question.clause == "C4"
    assert str(shown).endswith("then a choice is open (C4)")
    answered = preview(state, hamlet, (0,))
    assert answered.question is None
    assert said(answered, MIGHT, Effect.SHRINKS) == [
        "White's keep at d1 in Might is reduced to a watchtower at d1 (C4)."
    ]


def test_c3_a_preview_says_what_splits():
    state = position("""
        players Red: hand c, coins 4; White
        Might           | Faith     | Reason
        m1R c1  r1W     | . . .     | . . .
    """)
    shown = preview(state, Demolish(MIGHT, square("b1")))
    assert said(shown, MIGHT, Effect.SPLITS) == [
        "The domain at a1 in Might is split: one part around a1, another around c1 (C3)."
    ]
    assert said(shown, MIGHT, Effect.VANISHES) == ["Red demolishes the hamlet at b1 in Might (A4)."]
    assert shown.coins == (-1, 0)


def test_a_forbidden_action_has_a_preview_that_says_why():
    state = new_game(2, seed=1)
    shown = preview(state, build(REASON, "m1", "a1", "m"))
    assert shown.violation is not None
    assert shown.log == ()
    assert "forbidden: players build and upgrade only in Might and Faith (A1)" in str(shown)


def test_a_preview_never_shows_cards_that_chance_would_give():
    state = new_game(2, seed=1)
    shown = preview(state, EndTurn())
    assert e.CardsDrawn.about.effect is None
    assert "draws" not in str(shown)
    drawn = [each for age in (None, *AGES) for effect in Effect for each in shown.of(age, effect)]
    assert not [entry for entry in drawn if isinstance(entry.event, e.CardsDrawn)]


BOARDS = """
    players Max: hand mm; Weiß
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
