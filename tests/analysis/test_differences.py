"""Differences: two positions, branches or ages compared square by square, by hand."""

from __future__ import annotations

import pytest

from khronos_lab.analysis import age_differences, differences
from khronos_lab.core import Build, Populate, square
from khronos_lab.engine import new_game
from khronos_lab.rulebook import CIVIL, FAITH, MIGHT, REASON, KhronosError
from tests.drawing.games import timeline as timeline_of
from tests.support import do, in_language, position

SIDES = ("before", "after")
SEITEN = ("vorher", "nachher")

TWO_DOMAINS = """
    turn: round 1, Red acts, Red starts
    player Red: coins 4, hand mccc, at Might Reason
    player White: coins 4, hand -, at Might Might
    Might             | Faith             | Reason
    m1R h  .   h  m1W | .   h  .   h  .   | .   h  .   h  .
    .   .  .   .  .   | .   .  .   .  .   | .   .  .   .  .
    """


def texts(before, after, language="en"):
    sides = SIDES if language == "en" else SEITEN
    return in_language(language, differences(before, after).text, sides)


def squares_of(found, age, side):
    """The squares of an age whose buildings differ, on the first side (0) or the second (1)."""
    return sum(each.masks[side] for each in found.buildings if each.ages[side] is age)


def test_nothing_differs_from_itself():
    state = position(TWO_DOMAINS)
    found = differences(state, state)
    assert not found
    assert found.text() == "Nothing differs."
    assert in_language("de", found.text) == "Nichts unterscheidet sich."


def test_a_hamlet_that_joins_two_domains():
    before = position(TWO_DOMAINS)
    after = do(before, Build(MIGHT, CIVIL, 1, square("c1"), (0, 0, 1))).state
    found = differences(before, after)
    # Red's watchtower is his own and yields (C2): destroyed, it leaves White the ruler.
    sorts = [(each.sort, each.ages[0]) for each in found.buildings]
    assert sorts == [("gone", MIGHT), ("new", MIGHT)]
    assert squares_of(found, MIGHT, 0) == 1 << square("a1")
    assert squares_of(found, MIGHT, 1) == 1 << square("c1")
    assert squares_of(found, FAITH, 1) == 0
    [domain] = found.domains
    assert domain.sort == "joined"
    assert [(each.seats, each.amount) for each in domain.first] == [((0,), 1), ((1,), 1)]
    assert [(each.seats, each.amount) for each in domain.second] == [((1,), 3)]
    assert texts(before, after).splitlines() == [
        "Might: Red's watchtower at a1 only before.",
        "Might: the hamlet at c1 only after.",
        "Might: the domains at a1 and d1 are one after; pays Red 1 and White 1 → White 3.",
        "Red: cubes left 24 → 25; cards 4 → 3; taxes if due now 1 → 0.",
        "White: taxes if due now 1 → 3.",
    ]
    assert texts(before, after, "de").splitlines() == [
        "Macht: der Wachturm von Red auf a1 nur vorher.",
        "Macht: der Weiler auf c1 nur nachher.",
        "Macht: die Domänen bei a1 und d1 sind nachher vereinigt; zahlt Red 1 und White 1 → "
        "White 3.",
        "Red: Kontrollwürfel übrig 24 → 25; Karten 4 → 3; Steuern, wenn jetzt fällig 1 → 0.",
        "White: Steuern, wenn jetzt fällig 1 → 3.",
    ]
    back = differences(after, before)
    assert [each.sort for each in back.buildings] == ["new", "gone"]
    assert [each.sort for each in back.domains] == ["split"]


def test_cubes_are_a_change_of_the_same_building():
    before = position(TWO_DOMAINS)
    after = do(before, Populate(square("b1"))).state
    found = differences(before, after)
    [change] = found.buildings
    assert (change.sort, change.ages) == ("changed", (REASON, REASON))
    assert "Reason: the printed hamlet at b1: 0 cubes → Red 1." in found.text()
    german = in_language("de", found.text)
    assert "Vernunft: der aufgedruckte Weiler auf b1: 0 Kontrollwürfel → Red 1." in german


def test_ages_of_one_position_are_compared():
    state = position(
        """
        player Red: hand -
        player White: hand -
        Might             | Faith             | Reason
        m2R #  h  .  .    | m2R #  h  r1W .   | m2% #  h  .  .
        #   #  .  .  m1W  | #   #  .  .   .   | #   #  .  .  .
        """
    )
    early = age_differences(state, MIGHT, FAITH)
    assert early.text().splitlines() == [
        "White's chapel at d1 only in Faith.",
        "White's watchtower at e2 only in Might.",
        "The domain at a1 pays Red 1 → White 1.",
    ]
    assert in_language("de", early.text).splitlines()[0] == (
        "Die Kirche von White auf d1 nur im Glauben."
    )
    assert early.players == ()
    # A keep and its ruin are no difference between Faith and Reason.
    late = age_differences(state, FAITH, REASON)
    assert [each.sort for each in late.buildings] == ["gone"]
    with pytest.raises(KhronosError, match="Faith is one age; name two"):
        age_differences(state, FAITH, FAITH)


@pytest.mark.parametrize("number", [3, 5])
def test_every_turn_of_a_game_differs_in_exactly_what_has_changed(number):
    """The squares told are those at which the boards differ, whatever came of what."""
    timeline = timeline_of(number)
    for span in timeline.moves[::3]:
        found = differences(span.before, span.after)
        for age in (MIGHT, FAITH, REASON):
            old, new = (each.boards[age] for each in (span.before, span.after))
            for sq in range(0, 16 * 21):
                one, other = old.at(sq), new.at(sq)
                told = (squares_of(found, age, 0) | squares_of(found, age, 1)) >> sq & 1
                assert told == (one != other), (span.node, age, sq)
        coins = {each.seat: each.second.coins - each.first.coins for each in found.players}
        for seat, player in enumerate(span.before.players):
            assert coins.get(seat, 0) == span.after.players[seat].coins - player.coins


def test_positions_of_other_games_cannot_be_compared():
    with pytest.raises(KhronosError, match="games of 2 and of 3 players"):
        differences(new_game(2, 1), new_game(3, 1))
    with pytest.raises(KhronosError, match="different maps"):
        differences(new_game(2, 1), position(TWO_DOMAINS))
