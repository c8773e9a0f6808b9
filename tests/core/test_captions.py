"""Captions: every event is one sentence in both languages, with its clause and plain names."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from khronos_lab.core import (
    Action,
    Build,
    Building,
    Demolish,
    Effect,
    EndTurn,
    Entry,
    Exchange,
    OpenChoice,
    Populate,
    Restore,
    Swap,
    Travel,
    Upgrade,
    action_text,
    caption,
    move_sentence,
    option_text,
    printed_hamlet,
    question_text,
    square,
    values,
)
from khronos_lab.core import events as e
from khronos_lab.engine import Outcome, play
from khronos_lab.rulebook import (
    CIVIL,
    FAITH,
    LANGUAGES,
    MIGHT,
    MILITARY,
    REASON,
    RELIGIOUS,
    catalogue,
    clauses,
    say,
    speaking,
)
from tests.golden.games import GAMES, moves_of
from tests.support import in_language, position

NAMES = {"en": ("Red", "White", "Green"), "de": ("Max", "Weiß", "Grün")}

KEEP = Building(MILITARY, 2, square("f4"), 1)
CASTLE = Building(MILITARY, 3, square("f4"), 1)
TOWER = Building(MILITARY, 1, square("g5"), 1)
CHAPEL = Building(RELIGIOUS, 1, square("a1"), 0)
RUIN = Building(MILITARY, 2, square("f4"), ruin=True)
BEGUN = Building(RELIGIOUS, 3, square("b2"), ruin=True, cubes=(2,))
CLOISTER = KEEP._replace(kind=RELIGIOUS)
TOWN = Building(CIVIL, 2, square("c2"), cubes=(0, 1))
HAMLET = printed_hamlet(square("c3"))

CAPTIONS: list[tuple[e.Event, str, str]] = [
    (e.CoinsSpent(0, 2, "T2"), "Red pays 2 coins (T2).", "Max zahlt 2 Taler (T2)."),
    (e.CoinsSpent(1, 1, "T4"), "White pays 1 coin (T4).", "Weiß zahlt 1 Taler (T4)."),
    (e.CardsPlayed(0, MIGHT, (2, 0, 0), "A1"),
     "Red plays 2 cards (mm) in Might (A1).",
     "Max spielt in der Macht 2 Karten (mm) (A1)."),
    (e.CardsDiscarded(2, (1, 0, 0)),
     "Green discards 1 card (m) (T6).",
     "Grün wirft 1 Karte (m) ab (T6)."),
    (e.CardsDrawn(0, (1, 2, 1), "V1"),
     "Red draws 4 cards (mrrc) (V1).",
     "Max zieht 4 Karten (mrrc) (V1)."),
    (e.CardsDrawn(0, (1, 2, 0), "V1", 1),
     "Red draws 4 cards (mrr*) (V1).",
     "Max zieht 4 Karten (mrr*) (V1)."),
    (e.PileRenewed((1, 1, 0)),
     "The draw pile is empty; the 2 discards (mr) are shuffled into a new one (S4).",
     "Der Nachziehstapel ist leer; die 2 abgeworfenen Karten (mr) werden zu einem neuen gemischt "
     "(S4)."),
    (e.PileRenewed((0, 0, 1)),
     "The draw pile is empty; the only discard (c) becomes the new one (S4).",
     "Der Nachziehstapel ist leer; die einzige abgeworfene Karte (c) wird zum neuen (S4)."),
    (e.OpenCardsSwapped(1, (0, 0, 2), (1, 1, 0)),
     "White swaps mr for the open cards cc (V2).",
     "Weiß tauscht mr gegen die offenen Karten cc (V2)."),
    (e.OpenCardsSwapped(1, (0, 0, 1), (1, 0, 0)),
     "White swaps m for the open card c (V2).",
     "Weiß tauscht m gegen die offene Karte c (V2)."),
    (e.AdventurerTravelled(2, MIGHT, REASON),
     "One of Green's adventurers travels from Might to Reason (T4).",
     "Ein Abenteurer von Grün reist aus der Macht in die Vernunft (T4)."),
    (e.AdventurerTravelled(0, MIGHT, REASON),
     "One of Red's adventurers travels from Might to Reason (T4).",
     "Ein Abenteurer von Max reist aus der Macht in die Vernunft (T4)."),
    (e.BuildingBuilt(1, MIGHT, KEEP),
     "White builds a keep at f4 in Might (A1).",
     "Weiß baut in der Macht eine Burg auf f4 (A1)."),
    (e.BuildingBuilt(1, MIGHT, KEEP._replace(kind=RELIGIOUS, rank=3)),
     "White builds an abbey at f4 in Might (A1).",
     "Weiß baut in der Macht eine Abtei auf f4 (A1)."),
    (e.BuildingBuilt(1, MIGHT, TOWER),
     "White builds a watchtower at g5 in Might (A1).",
     "Weiß baut in der Macht einen Wachturm auf g5 (A1)."),
    (e.BuildingUpgraded(1, FAITH, KEEP, KEEP._replace(rank=3)),
     "White upgrades the keep at f4 to a castle on f4–h6 in Faith (A2).",
     "Weiß vergrößert im Glauben die Burg auf f4 zur Festung auf f4–h6 (A2)."),
    (e.BuildingUpgraded(1, FAITH, TOWER, KEEP),
     "White upgrades the watchtower at g5 to a keep on f4–g5 in Faith (A2).",
     "Weiß vergrößert im Glauben den Wachturm auf g5 zur Burg auf f4–g5 (A2)."),
    (e.BuildingUpgraded(0, MIGHT, HAMLET, TOWN),
     "Red upgrades the printed hamlet at c3 to a town on c2–d3 in Might (A2).",
     "Max vergrößert in der Macht den aufgedruckten Weiler auf c3 zum Dorf auf c2–d3 (A2)."),
    (e.BonusPaid(0, FAITH, 2),
     "Red gets a bonus of 2 coins in Faith (A3).",
     "Max bekommt im Glauben 2 Taler Bonus (A3)."),
    (e.BuildingDemolished(1, MIGHT, CHAPEL),
     "White demolishes Red's chapel at a1 in Might; Red gets a cube back (A4).",
     "Weiß reißt in der Macht die Kirche von Max auf a1 ab; Max bekommt einen Kontrollwürfel "
     "zurück (A4)."),
    (e.BuildingDemolished(0, MIGHT, CHAPEL),
     "Red demolishes the chapel at a1 in Might; Red gets a cube back (A4).",
     "Max reißt in der Macht die Kirche auf a1 ab; Max bekommt einen Kontrollwürfel zurück (A4)."),
    (e.CubePlaced(2, TOWN),
     "Green puts a cube on the town at c2 in Reason (A5).",
     "Grün bevölkert in der Vernunft das Dorf auf c2 mit einem Kontrollwürfel (A5)."),
    (e.RuinBegun(2, BEGUN),
     "Green starts to restore the abbey ruin at b2 and marks it with a cube (A6).",
     "Grün beginnt die Abteiruine auf b2 zu restaurieren und markiert sie mit einem "
     "Kontrollwürfel (A6)."),
    (e.RuinRestored(0, BEGUN),
     "Red restores the abbey ruin at b2; Green gets a cube back (A6).",
     "Max restauriert die Abteiruine auf b2; Grün bekommt einen Kontrollwürfel zurück (A6)."),
    (e.ShadowFalls(FAITH, KEEP, "B3"),
     "The shadow of White's keep at f4 reaches Faith (B3).",
     "Der Zeitschatten der Burg von Weiß auf f4 fällt in den Glauben (B3)."),
    (e.ShadowFalls(FAITH, KEEP._replace(owner=0), "B3"),
     "The shadow of Red's keep at f4 reaches Faith (B3).",
     "Der Zeitschatten der Burg von Max auf f4 fällt in den Glauben (B3)."),
    (e.ShadowFalls(FAITH, CLOISTER, "B3"),
     "The shadow of White's monastery at f4 reaches Faith (B3).",
     "Der Zeitschatten des Klosters von Weiß auf f4 fällt in den Glauben (B3)."),
    (e.ShadowBlocked(FAITH, KEEP, "B3a", (1, 3), (square("a1"), square("d2"))),
     "No shadow in Faith: White's keep at f4 would connect the domains at a1 and d2 (B3a).",
     "Kein Zeitschatten im Glauben: Die Burg von Weiß auf f4 würde dort die Domänen bei a1 und "
     "d2 verbinden (B3a)."),
    (e.ShadowBlocked(FAITH, KEEP, "B3a", (), (square("a1"), square("d2")), square("d2")),
     "No shadow in Faith: White's keep at f4 would connect the domain of its own older shadow at "
     "d2 with the domain at a1 (B3a).",
     "Kein Zeitschatten im Glauben: Die Burg von Weiß auf f4 würde dort die Domäne des eigenen "
     "älteren Zeitschattens bei d2 mit der bei a1 verbinden (B3a)."),
    (e.ShadowBlocked(FAITH, KEEP, "B3b", (square("h4"),), (0,)),
     "No shadow in Faith: White's keep at f4 would equal the highest military building of its "
     "domain, at h4 (B3b).",
     "Kein Zeitschatten im Glauben: Die Burg von Weiß auf f4 wäre dort gleichrangig mit dem "
     "höchstrangigen militärischen Gebäude der Domäne, auf h4 (B3b)."),
    (e.ShadowMissing(REASON, RUIN, "tile"),
     "No ruin appears in Reason at f4: there is no keep tile left (B5).",
     "In der Vernunft erscheint auf f4 keine Ruine: Im Vorrat ist keine Burg mehr (B5)."),
    (e.ShadowMissing(FAITH, KEEP, "cube"),
     "No shadow appears in Faith at f4: White has no cube left for the keep (B5).",
     "Im Glauben erscheint auf f4 kein Zeitschatten: Weiß hat keinen Kontrollwürfel mehr für die "
     "Burg (B5)."),
    (e.ShadowMissing(FAITH, CLOISTER, "tile"),
     "No shadow appears in Faith at f4: there is no monastery tile left (B5).",
     "Im Glauben erscheint auf f4 kein Zeitschatten: Im Vorrat ist kein Kloster mehr (B5)."),
    (e.BuildingErased(FAITH, KEEP),
     "Paradox: White's keep at f4 in Faith is erased; White gets a cube back (B6).",
     "Zeitparadoxon: Die Burg von Weiß auf f4 wird im Glauben ausgelöscht; Weiß bekommt einen "
     "Kontrollwürfel zurück (B6)."),
    (e.BuildingErased(REASON, TOWN),
     "Paradox: the town at c2 in Reason is erased; cubes go back to Red (1) and White (1) (B6).",
     "Zeitparadoxon: Das Dorf auf c2 wird in der Vernunft ausgelöscht; Kontrollwürfel gehen "
     "zurück an Max (1) und Weiß (1) (B6)."),
    (e.BuildingErased(REASON, TOWN._replace(cubes=(1, 1))),
     "Paradox: the town at c2 in Reason is erased; White gets 2 cubes back (B6).",
     "Zeitparadoxon: Das Dorf auf c2 wird in der Vernunft ausgelöscht; Weiß bekommt 2 "
     "Kontrollwürfel zurück (B6)."),
    (e.BuildingErased(REASON, TOWN, lifted=True),
     "Paradox: the town at c2 in Reason is erased; its cubes will move onto the new building "
     "(B6).",
     "Zeitparadoxon: Das Dorf auf c2 wird in der Vernunft ausgelöscht; die Kontrollwürfel darauf "
     "ziehen gleich auf das neue Gebäude um (B6)."),
    (e.HamletCovered(REASON, HAMLET._replace(cubes=(2,))),
     "The printed hamlet at c3 in Reason is covered; Green gets a cube back (B6).",
     "Der aufgedruckte Weiler auf c3 wird in der Vernunft überdeckt; Grün bekommt einen "
     "Kontrollwürfel zurück (B6)."),
    (e.HamletCovered(REASON, HAMLET._replace(cubes=(2,)), lifted=True),
     "The printed hamlet at c3 in Reason is covered; its cube will move onto the new building "
     "(B6).",
     "Der aufgedruckte Weiler auf c3 wird in der Vernunft überdeckt; der Kontrollwürfel darauf "
     "zieht gleich auf das neue Gebäude um (B6)."),
    (e.HamletRevealed(FAITH, HAMLET),
     "The printed hamlet at c3 comes to light again in Faith (S5).",
     "Der aufgedruckte Weiler auf c3 kommt im Glauben wieder zum Vorschein (S5)."),
    (e.ShadowCast(FAITH, KEEP, "B3"),
     "White's keep at f4 now stands in Faith, too (B3).",
     "Die Burg von Weiß auf f4 steht nun auch im Glauben (B3)."),
    (e.CubesMoved(TOWN, (0, 1, 1)),
     "The cubes of Red (1) and White (2) move onto the town at c2 (B7).",
     "Die Kontrollwürfel von Max (1) und Weiß (2) ziehen in das Dorf auf c2 um (B7)."),
    (e.CubesMoved(TOWN, (2,)),
     "Green's cube moves onto the town at c2 (B7).",
     "Ein Kontrollwürfel von Grün zieht in das Dorf auf c2 um (B7)."),
    (e.CubesMoved(TOWN, (2, 2)),
     "2 of Green's cubes move onto the town at c2 (B7).",
     "2 Kontrollwürfel von Grün ziehen in das Dorf auf c2 um (B7)."),
    (e.CubeKept(2, HAMLET),
     "Green keeps a cube on the printed hamlet at c3 in Reason (B8).",
     "Grün behält in der Vernunft einen Kontrollwürfel im aufgedruckten Weiler auf c3 (B8)."),
    (e.DomainsJoined(MIGHT, (0, 3, 5), 0),
     "The domains at a1, d1 and f1 in Might become one (C2).",
     "In der Macht werden die Domänen bei a1, d1 und f1 vereinigt (C2)."),
    (e.DomainSplit(FAITH, 0, (0, 17)),
     "The domain at a1 in Faith is split: one part around a1, another around a2 (C3).",
     "Im Glauben wird die Domäne bei a1 geteilt: ein Teil um a1, einer um a2 (C3)."),
    (e.ConflictFound(MIGHT, MILITARY, (KEEP, KEEP._replace(owner=2, square=0)), 0),
     "Conflict in Might: White's keep at f4 and Green's keep at a1 tie as the highest military "
     "buildings of one domain (C1).",
     "Konflikt in der Macht: Die Burg von Weiß auf f4 und die Burg von Grün auf a1 sind die "
     "höchstrangigen militärischen Gebäude derselben Domäne (C1)."),
    (e.StrengthsCompared(FAITH, RELIGIOUS, ((0, 3), (5, 2))),
     "Religious strength in Faith before the join: 3 at a1 and 2 at f1 (C2).",
     "Religiöse Stärke im Glauben vor der Vereinigung: 3 bei a1 und 2 bei f1 (C2)."),
    (e.ChoiceMade(0, MIGHT, KEEP, "C2"),
     "Red decides that White's keep at f4 gives way (C2).",
     "Max entscheidet, dass die Burg von Weiß auf f4 weicht (C2)."),
    (e.ChoiceMade(1, MIGHT, square("g5"), "C4"),
     "White chooses g5 for the smaller building (C4).",
     "Weiß wählt g5 für das kleinere Gebäude (C4)."),
    (e.ChoiceMade(0, REASON, 2, "B8"),
     "Red decides that Green keeps a cube (B8).",
     "Max entscheidet, dass Grün einen Kontrollwürfel behält (B8)."),
    (e.BuildingShrunk(MIGHT, KEEP, TOWER),
     "White's keep at f4 in Might is reduced to a watchtower at g5 (C4).",
     "Die Burg von Weiß auf f4 wird in der Macht zum Wachturm auf g5 verkleinert (C4)."),
    (e.BuildingDestroyed(FAITH, CHAPEL),
     "Red's chapel at a1 in Faith is destroyed; Red gets a cube back (C4).",
     "Die Kirche von Max auf a1 wird im Glauben zerstört; Max bekommt einen Kontrollwürfel "
     "zurück (C4)."),
    (e.ShadowWithdrawn(REASON, BEGUN),
     "The shadow of the abbey at b2 disappears from Reason; Green gets a cube back (C5).",
     "Der Zeitschatten der Abtei auf b2 verschwindet aus der Vernunft; Grün bekommt einen "
     "Kontrollwürfel zurück (C5)."),
    (e.ShadowReplaced(FAITH, CASTLE, KEEP),
     "The shadow of White's castle at f4 in Faith is replaced by a keep at f4 (C5).",
     "Den Zeitschatten der Festung von Weiß auf f4 ersetzt im Glauben eine Burg auf f4 (C5)."),
    (e.TaxCollected(0, FAITH, square("c2"), 6, "X2"),
     "Red collects 6 coins from the domain at c2 in Faith (X2).",
     "Max kassiert im Glauben 6 Taler von der Domäne bei c2 (X2)."),
    (e.TaxMissed(1, MIGHT, square("c2"), 1),
     "White misses 1 coin from the domain at c2: no adventurer in Might (X4).",
     "Weiß verpasst 1 Taler von der Domäne bei c2: kein Abenteurer in der Macht (X4)."),
    (e.TurnEnded(0, 1, 3),
     "Red ends the turn; White is next, round 3 (T1).",
     "Max beendet den Zug; nun ist Weiß an der Reihe, Runde 3 (T1)."),
    (e.GameEnded((1,), (4, 9, 2)),
     "White wins with 9 coins (T7).",
     "Weiß gewinnt mit 9 Talern (T7)."),
    (e.GameEnded((0, 2), (9, 4, 9)),
     "Red and Green share the win with 9 coins each (T7).",
     "Max und Grün teilen sich den Sieg mit je 9 Talern (T7)."),
    (e.GameEnded((1,), (0, 1, 0)),
     "White wins with 1 coin (T7).",
     "Weiß gewinnt mit 1 Taler (T7)."),
]  # fmt: skip
EVENTS = [event for event, _, _ in CAPTIONS]

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


# Written down once more, by gender: what may stand before a noun in the singular.
ARTICLES = {
    "Wachturm Weiler": {
        *("der", "den", "dem", "ein", "einen", "einem", "kein", "im", "zum", "mehrere"),
    },
    "Wachturms Weilers Klosters Dorfs": {"des"},
    "Kloster Dorf": {"das", "dem", "ein", "einem", "kein", "im", "zum"},
    "Burg Festung Kirche Abtei Stadt": {"die", "der", "eine", "einer", "keine", "zur"},
    "Burgruine Festungsruine Klosterruine Abteiruine": {"die", "der", "eine", "einer"},
}
BEFORE = {noun: articles for nouns, articles in ARTICLES.items() for noun in nouns.split()}
PHRASE = re.compile(rf"(\w+) (?:(?:auf)?gedruckten? )?\b({'|'.join(BEFORE)})\b")
ENGLISH = re.compile(
    r"\b(the|of|and|at|is|keep|town|domain|shadow|cube|coins?|Might|Faith|Reason)\b"
)


@pytest.mark.parametrize(("event", "english", "german"), CAPTIONS, ids=lambda v: type(v).__name__)
def test_an_event_in_words(event, english, german):
    assert in_language("en", caption, event, NAMES["en"]) == english
    assert in_language("de", caption, event, NAMES["de"]) == german


def test_every_event_type_has_a_sample_here():
    assert set(map(type, EVENTS)) == set(e.EVENT_TYPES)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("file", GAMES)
def test_whatever_happens_in_the_goldens_is_a_sentence_with_its_clause(file, language):
    for move in moves_of(file):
        for entry in move.outcome.log:
            said = entry.text(language)
            match = SENTENCE.fullmatch(said)
            assert match is not None, said
            assert match["clause"] == entry.event.clause
            assert entry.event.clause in clauses(), said
            for seat in seats_named(entry.event):
                assert move.before.names[seat] in said
            if language == "de":
                for article, noun in PHRASE.findall(said):
                    assert article.lower() in BEFORE[noun], said
                assert not ENGLISH.search(said), said


@pytest.mark.parametrize("language", LANGUAGES)
@given(st.sampled_from(EVENTS), st.lists(st.text(min_size=1), min_size=3, max_size=3, unique=True))
def test_odd_names_are_unharmed(language, event, names):
    said = in_language(language, caption, event, tuple(names))
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


def test_a_shadow_that_grows_with_its_building_is_not_called_erased():
    state = position("""
    turn: round 3, Ada acts
    players Ada: hand cc, at Might Might; Ben: at Might Might
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


def test_no_name_gets_an_ending():
    for event in EVENTS:
        said = in_language("de", caption, event, ("Xaq", "Yoq", "Zuq"))
        assert not re.search(r"(Xaq|Yoq|Zuq)[\w']", said)


@pytest.mark.parametrize(
    ("handed", "english", "german"),
    [
        (
            (0, 0, 1),
            "swaps a civil card for an open religious one",
            "tauscht eine bürgerliche Karte gegen eine offene religiöse",
        ),
        (
            (1, 0, 2),
            "swaps a military card and 2 civil cards for 3 open religious ones",
            "tauscht eine militärische Karte und 2 bürgerliche Karten gegen 3 offene religiöse",
        ),
    ],
)
def test_v2_a_swap_within_a_turn_is_told_in_words(handed, english, german):
    told = values(e.OpenCardsSwapped(0, (0, sum(handed), 0), handed), ("Ada", "Ben"))
    assert say("told-OpenCardsSwapped", **told) == english
    assert in_language("de", say, "told-OpenCardsSwapped", **told) == german


def test_captions_follow_the_setting():
    event = e.CoinsSpent(0, 2, "T2")
    assert caption(event, NAMES["de"]) == "Max pays 2 coins (T2)."
    with speaking("de"):
        assert caption(event, NAMES["de"]) == "Max zahlt 2 Taler (T2)."


def test_an_entry_speaks_the_language_asked_for_or_set():
    entry = next(each for move in moves_of(next(iter(GAMES))) for each in move.outcome.log)
    assert isinstance(entry, Entry)
    assert str(entry) == entry.text("en") != entry.text("de")
    with speaking("de"):
        assert str(entry) == entry.text("de")


def test_every_event_action_and_effect_has_a_short_name():
    for language in LANGUAGES:
        known = in_language(language, catalogue)
        named = {key for key in known if key.startswith(("event-", "action-", "effect-"))}
        assert named == {
            *(f"event-{each.__name__}" for each in e.EVENT_TYPES),
            *(f"action-{each.__name__}" for each in Action.__args__),
            *(f"effect-{each.name}" for each in Effect),
        }
    assert all(say(f"effect-{each.name}") == each.value for each in Effect)


# ------------------------------------------------------------------ questions and actions


QUESTIONS = [
    (
        OpenChoice("C2", 0, MIGHT, (KEEP, KEEP._replace(owner=2, square=0)), None),
        "Max decides which building in Might gives way: Weiß's keep at f4 or Grün's keep at a1 "
        "(C2).",
        "Max entscheidet, welches Gebäude in der Macht weicht: die Burg von Weiß auf f4 oder die "
        "Burg von Grün auf a1 (C2).",
        ("Weiß's keep at f4", "die Burg von Weiß auf f4"),
    ),
    (
        OpenChoice("C3", 2, FAITH, (CHAPEL, CLOISTER), None),
        "Grün decides which building in Faith gives way: Max's chapel at a1 or Weiß's monastery "
        "at f4 (C3).",
        "Grün entscheidet, welches Gebäude im Glauben weicht: die Kirche von Max auf a1 oder das "
        "Kloster von Weiß auf f4 (C3).",
        ("Max's chapel at a1", "die Kirche von Max auf a1"),
    ),
    (
        OpenChoice("C4", 1, MIGHT, (square("f4"), square("g4"), square("f5")), KEEP),
        "Weiß chooses a square for what is left of Weiß's keep at f4 in Might: f4, g4 or f5 (C4).",
        "Weiß wählt, auf welchem Feld der Rest der Burg von Weiß auf f4 in der Macht stehen "
        "bleibt: f4, g4 oder f5 (C4).",
        ("f4", "f4"),
    ),
    (
        OpenChoice("B8", 0, REASON, (1, 2), HAMLET),
        "Max decides who keeps a cube on the printed hamlet at c3 in Reason: Weiß or Grün (B8).",
        "Max entscheidet, wer in der Vernunft einen Kontrollwürfel im aufgedruckten Weiler auf c3 "
        "behält: Weiß oder Grün (B8).",
        ("Weiß", "Weiß"),
    ),
]


@pytest.mark.parametrize(("question", "english", "german", "first"), QUESTIONS)
def test_a_question_is_asked_in_both_languages(question, english, german, first):
    assert question_text(question, NAMES["de"]) == english
    assert in_language("de", question_text, question, NAMES["de"]) == german
    options = [
        in_language(each, option_text, question, question.options[0], NAMES["de"])
        for each in LANGUAGES
    ]
    assert tuple(options) == first


@pytest.mark.parametrize(
    ("action", "german"),
    [
        (Exchange((1, 1, 0), 1), "mr* tauschen"),
        (Swap(CIVIL, (1, 0, 0)), "1 offene Karte (bürgerlich) für m nehmen"),
        (Swap(CIVIL, (1, 1, 0)), "2 offene Karten (bürgerlich) für mr nehmen"),
        (Travel(MIGHT, FAITH), "aus der Macht in den Glauben reisen"),
        (
            Build(MIGHT, MILITARY, 2, square("f4"), (2, 0, 0)),
            "Burg auf f4 in der Macht für mm bauen",
        ),
        (
            Upgrade(FAITH, RELIGIOUS, 2, square("f4"), (0, 1, 0)),
            "zum Kloster auf f4 im Glauben für r vergrößern",
        ),
        (
            Upgrade(FAITH, CIVIL, 3, square("f4"), (0, 0, 2)),
            "zur Stadt auf f4 im Glauben für cc vergrößern",
        ),
        (
            Build(MIGHT, MILITARY, 7, square("f4"), (2, 0, 0)),
            "Gebäude vom Rang 7 auf f4 in der Macht für mm bauen",
        ),
        (
            Upgrade(MIGHT, MILITARY, 7, square("f4"), (2, 0, 0)),
            "zum Gebäude vom Rang 7 auf f4 in der Macht für mm vergrößern",
        ),
        (
            Demolish(MIGHT, square("c2")),
            "das Gebäude auf c2 in der Macht abreißen",
        ),
        (Populate(square("c2")), "das Gebäude auf c2 bevölkern"),
        (Restore(square("c2")), "die Ruine auf c2 restaurieren"),
        (EndTurn(), "Zug beenden"),
        (EndTurn((1, 0, 0), 1), "Zug beenden, m* abwerfen"),
    ],
)
def test_an_action_in_german_words(action, german):
    assert in_language("de", action_text, action) == german
    assert action_text(action) == in_language("en", action_text, action) == str(action)
