"""Captions: every event is one sentence that ends with its clause and keeps names as they are."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from khronos_lab.core import Building, caption, move_sentence, printed_hamlet, read_position, square
from khronos_lab.core import events as e
from khronos_lab.engine import Outcome, play
from khronos_lab.rulebook import CIVIL, FAITH, MIGHT, MILITARY, REASON, RELIGIOUS, clauses
from tests.golden.games import GAMES, moves_of
from tests.support import in_language

NAMES = ("Red", "White", "Green")

KEEP = Building(MILITARY, 2, square("f4"), 1)
CASTLE = Building(MILITARY, 3, square("f4"), 1)
TOWER = Building(MILITARY, 1, square("g5"), 1)
CHAPEL = Building(RELIGIOUS, 1, square("a1"), 0)
RUIN = Building(MILITARY, 2, square("f4"), ruin=True)
BEGUN = Building(RELIGIOUS, 3, square("b2"), ruin=True, cubes=(2,))
TOWN = Building(CIVIL, 2, square("c2"), cubes=(0, 1))
HAMLET = printed_hamlet(square("c3"))

SAMPLES: list[tuple[e.Event, str]] = [
    (e.CoinsSpent(0, 2, "T2"), "Red pays 2 coins (T2)."),
    (e.CoinsSpent(1, 1, "T4"), "White pays 1 coin (T4)."),
    (e.CardsPlayed(0, MIGHT, (2, 0, 0), "A1"), "Red plays 2 cards (mm) in Might (A1)."),
    (e.CardsDiscarded(2, (1, 0, 0)), "Green discards 1 card (m) (T6)."),
    (e.CardsDrawn(0, (1, 2, 1), "V1"), "Red draws 4 cards (mrrc) (V1)."),
    (
        e.PileRenewed((1, 1, 0)),
        "The draw pile is empty; the 2 discards (mr) are shuffled into a new one (S4).",
    ),
    (
        e.OpenCardsSwapped(1, (0, 0, 2), (1, 1, 0)),
        "White swaps mr for the open cards cc (V2).",
    ),
    (
        e.OpenCardsSwapped(1, (0, 0, 1), (1, 0, 0)),
        "White swaps m for the open card c (V2).",
    ),
    (
        e.AdventurerTravelled(2, MIGHT, REASON),
        "One of Green's adventurers travels from Might to Reason (T4).",
    ),
    (e.BuildingBuilt(1, MIGHT, KEEP), "White builds a keep at f4 in Might (A1)."),
    (
        e.BuildingBuilt(1, MIGHT, KEEP._replace(kind=RELIGIOUS, rank=3)),
        "White builds an abbey at f4 in Might (A1).",
    ),
    (
        e.BuildingUpgraded(1, FAITH, KEEP, KEEP._replace(rank=3)),
        "White upgrades the keep at f4 to a castle on f4–h6 in Faith (A2).",
    ),
    (
        e.BuildingUpgraded(1, FAITH, TOWER, KEEP),
        "White upgrades the watchtower at g5 to a keep on f4–g5 in Faith (A2).",
    ),
    (
        e.BuildingUpgraded(0, MIGHT, HAMLET, TOWN),
        "Red upgrades the printed hamlet at c3 to a town on c2–d3 in Might (A2).",
    ),
    (e.BonusPaid(0, FAITH, 2), "Red gets a bonus of 2 coins in Faith (A3)."),
    (
        e.BuildingDemolished(1, MIGHT, CHAPEL),
        "White demolishes Red's chapel at a1 in Might; Red gets a cube back (A4).",
    ),
    (e.CubePlaced(2, TOWN), "Green puts a cube on the town at c2 in Reason (A5)."),
    (
        e.RuinBegun(2, BEGUN),
        "Green starts to restore the abbey ruin at b2 and marks it with a cube (A6).",
    ),
    (
        e.RuinRestored(0, BEGUN),
        "Red restores the abbey ruin at b2; Green gets a cube back (A6).",
    ),
    (e.ShadowFalls(FAITH, KEEP, "B3"), "The shadow of White's keep at f4 reaches Faith (B3)."),
    (
        e.ShadowBlocked(FAITH, KEEP, "B3a", (1, 3), (square("a1"), square("d2"))),
        "No shadow in Faith: White's keep at f4 would connect the domains at a1 and d2 (B3a).",
    ),
    (
        e.ShadowBlocked(FAITH, KEEP, "B3a", (), (square("a1"), square("d2")), square("d2")),
        "No shadow in Faith: White's keep at f4 would connect the domain of its own older shadow "
        "at d2 with the domain at a1 (B3a).",
    ),
    (
        e.ShadowBlocked(FAITH, KEEP, "B3b", (square("h4"),), (0,)),
        "No shadow in Faith: White's keep at f4 would equal the highest military building of its "
        "domain, at h4 (B3b).",
    ),
    (
        e.ShadowMissing(REASON, RUIN, "tile"),
        "No ruin appears in Reason at f4: there is no keep tile left (B5).",
    ),
    (
        e.ShadowMissing(FAITH, KEEP, "cube"),
        "No shadow appears in Faith at f4: White has no cube left for the keep (B5).",
    ),
    (
        e.BuildingErased(FAITH, KEEP),
        "Paradox: White's keep at f4 in Faith is erased; White gets a cube back (B6).",
    ),
    (
        e.HamletCovered(REASON, HAMLET._replace(cubes=(2,))),
        "The printed hamlet at c3 in Reason is covered; Green gets a cube back (B6).",
    ),
    (
        e.HamletRevealed(FAITH, HAMLET),
        "The printed hamlet at c3 comes to light again in Faith (S5).",
    ),
    (e.ShadowCast(FAITH, KEEP, "B3"), "White's keep at f4 now stands in Faith, too (B3)."),
    (
        e.CubesMoved(TOWN, (0, 1, 1)),
        "The cubes of Red (1) and White (2) move onto the town at c2 (B7).",
    ),
    (e.CubesMoved(TOWN, (2,)), "Green's cube moves onto the town at c2 (B7)."),
    (
        e.CubeKept(2, HAMLET),
        "Green keeps a cube on the printed hamlet at c3 in Reason (B8).",
    ),
    (
        e.DomainsJoined(MIGHT, (0, 3, 5), 0),
        "The domains at a1, d1 and f1 in Might become one (C2).",
    ),
    (
        e.DomainSplit(FAITH, 0, (0, 17)),
        "The domain at a1 in Faith is split: one part around a1, another around a2 (C3).",
    ),
    (
        e.ConflictFound(MIGHT, MILITARY, (KEEP, KEEP._replace(owner=2, square=0)), 0),
        "Conflict in Might: White's keep at f4 and Green's keep at a1 tie as the highest military "
        "buildings of one domain (C1).",
    ),
    (
        e.StrengthsCompared(FAITH, RELIGIOUS, ((0, 3), (5, 2))),
        "Religious strength in Faith before the join: 3 at a1 and 2 at f1 (C2).",
    ),
    (e.ChoiceMade(0, MIGHT, KEEP, "C2"), "Red decides that White's keep at f4 gives way (C2)."),
    (e.ChoiceMade(1, MIGHT, square("g5"), "C4"), "White chooses g5 for the smaller building (C4)."),
    (e.ChoiceMade(0, REASON, 2, "B8"), "Red decides that Green keeps a cube (B8)."),
    (
        e.BuildingShrunk(MIGHT, KEEP, TOWER),
        "White's keep at f4 in Might is reduced to a watchtower at g5 (C4).",
    ),
    (
        e.BuildingDestroyed(FAITH, CHAPEL),
        "Red's chapel at a1 in Faith is destroyed; Red gets a cube back (C4).",
    ),
    (
        e.ShadowWithdrawn(REASON, BEGUN),
        "The shadow of the abbey at b2 disappears from Reason; Green gets a cube back (C5).",
    ),
    (
        e.ShadowReplaced(FAITH, CASTLE, KEEP),
        "The shadow of White's castle at f4 in Faith is replaced by a keep at f4 (C5).",
    ),
    (
        e.TaxCollected(0, FAITH, square("c2"), 6, "X2"),
        "Red collects 6 coins from the domain at c2 in Faith (X2).",
    ),
    (
        e.TaxMissed(1, MIGHT, square("c2"), 1),
        "White misses 1 coin from the domain at c2: no adventurer in Might (X4).",
    ),
    (e.TurnEnded(0, 1, 3), "Red ends the turn; White is next, round 3 (T1)."),
    (e.GameEnded((1,), (4, 9, 2)), "White wins with 9 coins (T7)."),
    (e.GameEnded((0, 2), (9, 4, 9)), "Red and Green share the win with 9 coins each (T7)."),
]

SENTENCE = re.compile(r"[^a-z\s].*[^\s.] \((?P<clause>[A-Z]\d+[a-z]?)\)\.", re.DOTALL)


def seats_named(event: e.Event) -> list[int]:
    """The seats that a sentence about an event has to name."""
    named = [] if event.seat is None else [event.seat]
    named += [event.next_seat] if isinstance(event, e.TurnEnded) else []
    named += list(getattr(event, "winners", ()))
    named += list(getattr(event, "cubes", ()))
    whose = e.ShadowFalls | e.ShadowCast | e.BuildingErased | e.BuildingDestroyed
    if isinstance(event, whose) and event.building.owner is not None:
        named.append(event.building.owner)
    return named


def shown(name: str) -> str:
    """A name with its first letter in upper case, as at the start of a sentence."""
    return name[:1].upper() + name[1:]


@pytest.mark.parametrize(("event", "sentence"), SAMPLES, ids=lambda v: type(v).__name__)
def test_an_event_in_words(event, sentence):
    assert caption(event, NAMES) == sentence


def test_every_event_type_has_a_sample_here():
    assert {type(event) for event, _ in SAMPLES} == set(e.EVENT_TYPES)


@pytest.mark.parametrize("file", GAMES)
def test_whatever_happens_in_the_goldens_is_a_sentence_with_its_clause(file):
    for move in moves_of(file):
        for entry in move.outcome.log:
            said = str(entry)
            match = SENTENCE.fullmatch(said)
            assert match is not None, said
            assert match["clause"] == entry.event.clause
            assert entry.event.clause in clauses(), said
            for seat in seats_named(entry.event):
                assert move.before.names[seat] in said


@pytest.mark.parametrize("event", [event for event, _ in SAMPLES], ids=lambda v: type(v).__name__)
def test_players_are_named_where_there_is_a_seat(event):
    said = caption(event, ("Adelheid", "Bartholomew", "Cunegonde"))
    for seat in seats_named(event):
        assert ("Adelheid", "Bartholomew", "Cunegonde")[seat] in said


@given(
    st.sampled_from([event for event, _ in SAMPLES]),
    st.lists(st.text(min_size=1), min_size=3, max_size=3, unique=True),
)
def test_odd_names_are_unharmed(event, names):
    said = caption(event, tuple(names))
    assert said.endswith(f" ({event.clause}).")
    for seat in seats_named(event):
        assert names[seat] in said or said.startswith(shown(names[seat]))


@pytest.mark.parametrize(
    "name",
    ["<b>Ann</b>", 'A "B" C', "A, B and C", "{0} %s", "日本", "O'Neil's", "$x^2$", "\\n", "a\nb"],
)
def test_odd_names_are_said_as_they_are(name):
    assert caption(e.CoinsSpent(0, 3, "T4"), (name,)) == f"{shown(name)} pays 3 coins (T4)."
    falls = e.ShadowFalls(FAITH, KEEP, "B3")
    said = f"The shadow of {name}'s keep at f4 reaches Faith (B3)."
    assert caption(falls, ("other", name)) == said


def test_a_first_letter_without_upper_case_stays():
    assert caption(e.CoinsSpent(0, 3, "T4"), ("ßeta",)) == "ßeta pays 3 coins (T4)."


def test_one_card_is_shuffled():
    assert "the only discard (m) becomes the new one" in caption(e.PileRenewed((1, 0, 0)), NAMES)


def test_a_shadow_that_grows_with_its_building_is_not_called_erased():
    state = read_position("""
    turn: round 3, Ada acts
    player Ada: hand cc, at Might Might
    player Ben: at Might Might
    Might         | Faith         | Reason
    c2  #  . . .  | c2  #  . . .  | c2 # . . .
    #   #  . . .  | #   #  r1B . .| #  # . . .
    .   .  . . .  | .   .  . . .  | .  . . . . """)
    outcome = play(state, "M^c3a1")
    assert isinstance(outcome, Outcome)
    assert move_sentence(outcome.log) == (
        "upgrades the town at a1 to a city at a1 in Might and erases Ben's chapel at c2 in Faith"
    )
    assert in_language("de", move_sentence, outcome.log) == (
        "vergrößert in der Macht das Dorf auf a1 zur Stadt auf a1 "
        "und löscht im Glauben die Kirche von Ben auf c2 aus"
    )
