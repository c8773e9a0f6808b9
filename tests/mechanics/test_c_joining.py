"""C2: conflicts in a joined domain are settled by the strengths of the original ones."""

from __future__ import annotations

import pytest

from khronos_lab.core import events as e
from khronos_lab.rulebook import MIGHT
from tests.mechanics.moves import build, squares, told, upgrade
from tests.mechanics.pictures import choosing, legal, options, playing
from tests.support import asked, assert_story, boards, events_of

# ------------------------------------------------------------------ strength


def test_c2_strength_is_that_of_the_kind_whoever_owns_it():
    # Red's watchtower makes White's side stronger; his own keep yields, monastery or not.
    playing(build(MIGHT, "c1", "c1", "c"), "d2").on("""
        m2W #   .   m2R #      | .   .   .   .   .      | .   .   .   .   .
        #   #   .   #   #      | .   .   .   .   .      | .   .   .   .   .
        m1R .   .   r2R #      | .   .   .   .   .      | .   .   .   .   .
        .   .   .   #   #      | .   .   .   .   .      | .   .   .   .   .
        ->
        m2W #   c1  .   .      | .   .   .   .   .      | .   .   .   .   .
        #   #   .   m1R .      | .   .   .   .   .      | .   .   .   .   .
        m1R .   .   r2R #      | .   .   .   .   .      | .   .   .   .   .
        .   .   .   #   #      | .   .   .   .   .      | .   .   .   .   .
        Conflict in Might: White's keep at a1 and Red's keep at d1 tie as the highest military
          buildings of one domain (C1).
        Military strength in Might before the join: 3 at a1 and 2 at d1 (C2).
        Red chooses d2 for the smaller building (C4).
        Red's keep at d1 in Might is reduced to a watchtower at d2 (C4).
        """)


def test_c2_the_acting_players_own_building_stays_if_another_is_weaker():
    playing(build(MIGHT, "c1", "c1", "c"), "a1").on("""
        m2W #   .   m2R #      | .   .   .   .   .      | .   .   .   .   .
        #   #   .   #   #      | .   .   .   .   .      | .   .   .   .   .
        .   .   .   .   m1W    | .   .   .   .   .      | .   .   .   .   .
        ->
        m1W .   c1  m2R #      | .   .   .   .   .      | .   .   .   .   .
        .   .   .   #   #      | .   .   .   .   .      | .   .   .   .   .
        .   .   .   .   m1W    | .   .   .   .   .      | .   .   .   .   .
        """)


def test_c2_every_conflict_of_the_joined_domain_has_its_own_strengths():
    # White is stronger in keeps and watchtowers, Green in monasteries and chapels.
    playing(build(MIGHT, "c1", "e2", "c"), "h1", "b1").on("""
        players Red: hand c; White; Green
        Might                                   | Faith
        r2W #   m2W #   .   r2G #   m2G #       | .  .  .  .  .  .  .  .  .
        #   #   #   #   .   #   #   #   #       | .  .  .  .  .  .  .  .  .
        m1W .   .   .   .   .   r1G .   .       | .  .  .  .  .  .  .  .  .
        ->
        Military strength in Might before the join: 3 at a1 and 2 at f1 (C2).
        Green's keep at h1 in Might is reduced to a watchtower at h1 (C4).
        Religious strength in Might before the join: 2 at a1 and 3 at f1 (C2).
        White's monastery at a1 in Might is reduced to a chapel at b1 (C4).
        """)


def test_c2_original_domains_are_those_before_an_upgrade_too():
    # The hamlet that grows was of White's domain, and so its keep and watchtower count together.
    playing(upgrade(MIGHT, "c2", "c1", "cc"), "f2").on("""
        players Red: hand cc; White; Green
        m2W #   c1  .   m2G #      | .   .   .   .   .   .      | .   .   .   .   .   .
        #   #   .   .   #   #      | .   .   .   .   .   .      | .   .   .   .   .   .
        m1W .   .   .   .   .      | .   .   .   .   .   .      | .   .   .   .   .   .
        ->
        The domains at a1 and e1 in Might become one (C2).
        Military strength in Might before the join: 3 at a1 and 2 at e1 (C2).
        Green's keep at e1 in Might is reduced to a watchtower at f2 (C4).
        """)


SPLIT_OFF = """
    players Red: hand ccc; White; Green
    .   .   .   .   .   .      | .   .   .   .   m2G #      | .   .   .   .   m2% #
    .   .   .   .   .   .      | m2W #   .   .   #   #      | m2% #   .   .   #   #
    .   .   .   .   .   .      | #   #   r2W #   .   .      | #   #   r2% #   .   .
    .   .   .   .   .   .      | .   .   #   #   .   .      | .   .   #   #   .   .
    .   .   .   .   .   .      | .   .   m1W .   .   .      | .   .   .   .   .   .
    """
"""A town at c2 erases the monastery in Faith, and the watchtower of c5 is cut off."""


def test_c2_what_fell_off_the_joined_domain_still_counts():
    # White's watchtower is cut off, but stands and was of the same original domain: 3 to 2.
    playing(build(MIGHT, "c2", "c2", "ccc"), "e2").on(SPLIT_OFF).shows("""
        .   .   .   .   .   .      | .   .   .   .   .   .      | .   .   .   .   .   .
        .   .   c2  #   .   .      | m2W #   c2  #   m1G .      | m2% #   c2  #   .   .
        .   .   #   #   .   .      | #   #   #   #   .   .      | #   #   #   #   .   .
        .   .   .   .   .   .      | .   .   .   .   .   .      | .   .   .   .   .   .
        .   .   .   .   .   .      | .   .   m1W .   .   .      | .   .   .   .   .   .
        Paradox: White's monastery at c3 in Faith is erased; White gets a cube back; its tile is out
          of the game (B6).
        The domains at e1 and a2 in Faith become one (C2).
        The domain at a2 in Faith is split: one part around e1, another around c5 (C3).
        Military strength in Faith before the join: 2 at e1 and 3 at a2 (C2).
        Green's keep at e1 in Faith is reduced to a watchtower at e2 (C4).
        """)


# ------------------------------------------------------------------ whatever falls off meanwhile


@pytest.mark.parametrize(
    ("place", "second", "third"),
    [("d3", ".   .   .", "#   c1  m1W ."), ("e2", ".   .   m1W", "#   c1  .   .")],
)
def test_c2_strength_decides_wherever_the_loser_puts_his_watchtower(place, second, third):
    # 3, 2 and 2: White's keep and then Blue's give way, also when White's watchtower falls off.
    outcome = playing(build(MIGHT, "c1", "c3", "c"), place, "c5").on("""
        players Red: hand c; White; Blue
        m1R .   .   .   .    | .  .  .  .  .    | .  .  .  .  .
        m2R #   .   m2W #    | .  .  .  .  .    | .  .  .  .  .
        #   #   .   #   #    | .  .  .  .  .    | .  .  .  .  .
        .   .   c1  .   .    | .  .  .  .  .    | .  .  .  .  .
        .   .   m2B #   .    | .  .  .  .  .    | .  .  .  .  .
        .   .   #   #   .    | .  .  .  .  .    | .  .  .  .  .
        """)
    assert_story(
        outcome,
        "Military strength in Might before the join: 3 at a1, 2 at d2 and 2 at c4 (C2).",
        f"White's keep at d2 in Might is reduced to a watchtower at {place} (C4).",
        "Military strength in Might before the join: 3 at a1 and 2 at c4 (C2).",
        "Blue's keep at c5 in Might is reduced to a watchtower at c5 (C4).",
    )
    boards(outcome).are(f"""
        m1R .   .   .   .    | .  .  .  .  .    | .  .  .  .  .
        m2R #   {second}     | .  .  .  .  .    | .  .  .  .  .
        #   {third}          | .  .  .  .  .    | .  .  .  .  .
        .   .   c1  .   .    | .  .  .  .  .    | .  .  .  .  .
        .   .   m1B .   .    | .  .  .  .  .    | .  .  .  .  .
        .   .   .   .   .    | .  .  .  .  .    | .  .  .  .  .
        """)


@pytest.mark.parametrize(
    ("place", "third", "fourth"),
    [("f3", ".   m1W .", ".   .   ."), ("g4", ".   .   .", ".   .   m1W")],
)
def test_c2_every_conflict_of_the_joining_keeps_its_strengths(place, third, fourth):
    # Military 3 to 2, then religious 3 to 2. White's watchtower may fall off in between.
    outcome = playing(build(MIGHT, "c1", "d1", "c"), place, "e1").on("""
        r1R r2R #   .   r2W #   .    | .  .  .  .  .  .  .    | .  .  .  .  .  .  .
        m1R #   #   .   #   #   .    | .  .  .  .  .  .  .    | .  .  .  .  .  .  .
        m2R #   .   .   .   m2W #    | .  .  .  .  .  .  .    | .  .  .  .  .  .  .
        #   #   .   .   .   #   #    | .  .  .  .  .  .  .    | .  .  .  .  .  .  .
        """)
    assert_story(
        outcome,
        "Military strength in Might before the join: 3 at a1 and 2 at e1 (C2).",
        f"White's keep at f3 in Might is reduced to a watchtower at {place} (C4).",
        "Religious strength in Might before the join: 3 at a1 and 2 at e1 (C2).",
        "White's monastery at e1 in Might is reduced to a chapel at e1 (C4).",
    )
    boards(outcome).are(f"""
        r1R r2R #   c1  r1W .   .    | .  .  .  .  .  .  .    | .  .  .  .  .  .  .
        m1R #   #   .   .   .   .    | .  .  .  .  .  .  .    | .  .  .  .  .  .  .
        m2R #   .   .   {third}      | .  .  .  .  .  .  .    | .  .  .  .  .  .  .
        #   #   .   .   {fourth}     | .  .  .  .  .  .  .    | .  .  .  .  .  .  .
        """)


def test_c3_a_shrunk_building_in_a_new_conflict_is_no_conflict_of_the_joining():
    # White's castle shrinks to a keep and then meets White's other keep, which was in no conflict
    # of the joining: Red, who owns neither, chooses; 6 against 5 no longer matters.
    state = legal("""
        players Red: hand c; White; Green
        Might                                | Faith
        m3W #   #   .   m3G #   #   m1G      | .  .  .  .  .  .  .  .
        #   #   #   .   #   #   #   .        | .  .  .  .  .  .  .  .
        #   #   #   .   #   #   #   .        | .  .  .  .  .  .  .  .
        m2W #   .   .   m2G #   .   .        | .  .  .  .  .  .  .  .
        #   #   .   .   #   #   .   .        | .  .  .  .  .  .  .  .
        """)
    action = build(MIGHT, "c1", "d1", "c")
    question = asked(state, action, 2)
    assert_story(
        question,
        "Military strength in Might before the join: 6 at a1 and 7 at e1 (C2).",
        "White's castle at a1 in Might is reduced to a keep at a2 (C4).",
        "The domain at a1 in Might is split: one part around d1, another around a2 (C3).",
        "Conflict in Might: White's keep at a2 and White's keep at a4 tie as the highest military "
        "buildings of one domain (C1).",
    )
    assert (question.clause, question.seat) == ("C3", 0)
    assert options(state, question) == ["a2", "a4"]


# ------------------------------------------------------------------ present values

ONE_HOLDS_SEVERAL = """
    players Red: hand ccc; White; Green
    .   .   .   .   .   .      | m3W #   #   .   .   .      | m3% #   #   .   .   .
    .   .   .   .   .   .      | #   #   #   .   m1W m1R    | #   #   #   .   .   .
    .   .   .   .   .   .      | #   #   #   .   m2W #      | #   #   #   .   m2% #
    .   .   .   .   .   .      | m2G #   .   .   #   #      | m2% #   .   .   #   #
    .   .   .   .   .   .      | #   #   m2W #   .   .      | #   #   m2% #   .   .
    .   .   .   .   .   .      | .   .   #   #   .   .      | .   .   #   #   .   .
    """
"""A town at c3 erases the castle in Faith and joins its two keeps with White's third one."""


def test_c2_strengths_are_counted_at_present_values():
    # 4 against 4, Red chooses Green's keep. Then it is 3 against 4, and White's keep beside it
    # yields without a choice.
    playing(build(MIGHT, "c2", "c3", "ccc"), "a4", "b4", "c5").on(ONE_HOLDS_SEVERAL).shows("""
        .   .   .   .   .   .      | .   .   .   .   .   .      | .   .   .   .   .   .
        .   .   .   .   .   .      | .   .   .   .   m1W m1R    | .   .   .   .   .   .
        .   .   c2  #   .   .      | .   .   c2  #   m2W #      | .   .   c2  #   m2% #
        .   .   #   #   .   .      | .   m1G #   #   #   #      | .   .   #   #   #   #
        .   .   .   .   .   .      | .   .   m1W .   .   .      | .   .   .   .   .   .
        .   .   .   .   .   .      | .   .   .   .   .   .      | .   .   .   .   .   .
        Military strength in Faith before the join: 4 at a1 and 4 at e2 (C2).
        Red decides that Green's keep at a4 gives way (C2).
        Green's keep at a4 in Faith is reduced to a watchtower at b4 (C4).
        Military strength in Faith before the join: 3 at a1 and 4 at e2 (C2).
        White's keep at c5 in Faith is reduced to a watchtower at c5 (C4).
        """)


def test_c2_if_one_domain_alone_holds_several_the_acting_player_chooses():
    # Red chooses the third keep; the two of one original domain are left.
    state = legal(ONE_HOLDS_SEVERAL)
    action = build(MIGHT, "c2", "c3", "ccc")
    first = asked(state, action)
    assert options(state, first) == ["e3", "a4", "c5"]
    second = asked(state, action, 0, 0)
    assert (second.clause, options(state, second)) == ("C2", ["a4", "c5"])
    assert_story(second, "Military strength in Faith before the join: 4 at a1 (C2).")


# ------------------------------------------------------------------ which domains are compared

THREE_SIDES = """
    players Red: hand c; White; Green
    Might                          | Faith
    m3W #   #   .   m3G #   #      | .   .   .   .   .   .   .
    #   #   #   .   #   #   #      | .   .   .   .   .   .   .
    #   #   #   .   #   #   #      | .   .   .   .   .   .   .
    {}  .   .   m1W .   .   .      | .   .   .   .   .   .   .
    .   .   m1W m2W #   m1W .      | .   .   .   .   .   .   .
    .   .   m1W #   #   .   .      | .   .   .   .   .   .   .
    """
"""A hamlet at d3 joins two castles with a domain of strength 6 that has none."""


def test_c2_ruling_only_domains_that_hold_a_conflicting_building_are_compared():
    # Both castles are weaker than the domain below; White's, the first in reading order, is not
    # weaker than Green's, and so it stays.
    playing(build(MIGHT, "c1", "d3", "c"), "e2").on(THREE_SIDES.format("m1R")).shows("""
        m3W #   #   .   .   .   .      | . . . . . . .   | . . . . . . .
        #   #   #   .   m2G #   .      | . . . . . . .   | . . . . . . .
        #   #   #   c1  #   #   .      | . . . . . . .   | . . . . . . .
        m1R .   .   m1W .   .   .      | . . . . . . .   | . . . . . . .
        .   .   m1W m2W #   m1W .      | . . . . . . .   | . . . . . . .
        .   .   m1W #   #   .   .      | . . . . . . .   | . . . . . . .
        The domains at a1, e1 and d4 in Might become one (C2).
        Military strength in Might before the join: 5 at a1 and 4 at e1 (C2).
        Green's castle at e1 in Might is reduced to a keep at e2 (C4).
        """)


def test_c2_ruling_a_stronger_domain_without_a_conflicting_building_breaks_no_tie():
    state = legal(THREE_SIDES.format("."))
    question = asked(state, build(MIGHT, "c1", "d3", "c"))
    assert (question.clause, question.seat, options(state, question)) == ("C2", 0, ["a1", "e1"])


# ------------------------------------------------------------------ three domains

TRIO = """
    players Red: hand ccc; White; Green
    Might                           | Faith
    {0}     #   .   .   {1} #       | .   .   .   .   .   .
    #       #   .   .   #   #       | .   .   .   .   .   .
    {3}     {4} .   .   {5} .       | .   .   .   .   .   .
    .       .   {2} #   .   .       | .   .   .   .   .   .
    .       .   #   #   .   .       | .   .   .   .   .   .
    """
"""A town at c2 joins the keeps of a1, e1 and c4; a3, b3 and e3 strengthen the upper ones."""


def test_c2_three_domains_with_a_tie_for_the_strongest():
    # Red's own keep is weaker and goes first; between the other two he chooses.
    playing(build(MIGHT, "c2", "c2", "ccc"), "c4", "e1", "e2").on(
        TRIO.format("m2W", "m2G", "m2R", "m1W", ".", "m1G")
    ).shows("""
        m2W #   .   .   .   .       | .  .  .   .   .  .     | .  .  .   .   .  .
        #   #   c2  #   m1G .       | .  .  c2  #   .  .     | .  .  c2  #   .  .
        m1W .   #   #   m1G .       | .  .  #   #   .  .     | .  .  #   #   .  .
        .   .   m1R .   .   .       | .  .  .   .   .  .     | .  .  .   .   .  .
        .   .   .   .   .   .       | .  .  .   .   .  .     | .  .  .   .   .  .
        Military strength in Might before the join: 3 at a1, 3 at e1 and 2 at c4 (C2).
        Red's keep at c4 in Might is reduced to a watchtower at c4 (C4).
        Military strength in Might before the join: 3 at a1 and 3 at e1 (C2).
        Red decides that Green's keep at e1 gives way (C2).
        Green's keep at e1 in Might is reduced to a watchtower at e2 (C4).
        """)


def test_c2_weaker_ones_shrink_one_at_a_time_in_reading_order():
    # 4, 3 and 2: the keep of e1 comes before that of c4, although c4's domain is the weakest.
    state = legal(TRIO.format("m2W", "m2G", "m2R", "m1W", "m1W", "m1G"))
    outcome = choosing(state, build(MIGHT, "c2", "c2", "ccc"), "e2", "d4")
    assert [event.old.square for event in told(outcome, e.BuildingShrunk)] == list(
        squares("e1", "c4")
    )
    assert [
        [value for _, value in event.strengths] for event in told(outcome, e.StrengthsCompared)
    ] == [
        [4, 3, 2],
        [4, 2],
    ]


def test_c2_all_equal_the_acting_player_gives_up_his_own_and_chooses_among_them():
    # Two of three are Red's: he chooses one of them, and then the other one is his only one.
    state = legal(TRIO.format("m2R", "m2W", "m2R", ".", ".", "."))
    action = build(MIGHT, "c2", "c2", "ccc")
    question = asked(state, action)
    assert (question.clause, question.seat, options(state, question)) == ("C2", 0, ["a1", "c4"])
    outcome = choosing(state, action, "c4", "c4", "b2")
    boards(outcome).are("""
        .   .   .   .   m2W #       | .  .  .   .   .  .     | .  .  .   .   .  .
        .   m1R c2  #   #   #       | .  .  c2  #   .  .     | .  .  c2  #   .  .
        .   .   #   #   .   .       | .  .  #   #   .  .     | .  .  #   #   .  .
        .   .   m1R .   .   .       | .  .  .   .   .  .     | .  .  .   .   .  .
        .   .   .   .   .   .       | .  .  .   .   .  .     | .  .  .   .   .  .
        """)


def test_c2_all_equal_and_none_his_own_the_acting_player_chooses_any():
    state = legal(TRIO.format("m2W", "m2W", "m2G", ".", ".", "."))
    question = asked(state, build(MIGHT, "c2", "c2", "ccc"))
    assert (question.seat, options(state, question)) == (0, ["a1", "e1", "c4"])


def test_c2_his_only_own_one_is_taken_without_asking():
    # The first question is already about the place of Red's watchtower.
    state = legal(TRIO.format("m2W", "m2R", "m2G", ".", ".", "."))
    question = asked(state, build(MIGHT, "c2", "c2", "ccc"))
    assert (question.clause, question.seat) == ("C4", 0)
    assert question.subject is not None
    assert question.subject.square == squares("e1")[0]


def test_c2_a_building_that_joins_nothing_settles_nothing():
    outcome = playing(build(MIGHT, "c1", "b1", "c")).on("""
        m1W .   .   m1R    | .   .   .   .      | .   .   .   .
        """)
    assert events_of(outcome, e.DomainsJoined, e.ConflictFound) == []
