"""German captions: every event in one sentence, with articles and endings that agree."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from khronos_lab.core import events as e
from khronos_lab.core.actions import (
    Action,
    Build,
    Demolish,
    EndTurn,
    Exchange,
    Populate,
    Restore,
    Swap,
    Travel,
    Upgrade,
)
from khronos_lab.core.captions import action_text, caption, option_text, question_text
from khronos_lab.core.events import Effect
from khronos_lab.core.resolution import Entry, Question
from khronos_lab.core.squares import square
from khronos_lab.rulebook.language import LANGUAGES, drawer, speaking
from khronos_lab.rulebook.pieces import CIVIL, FAITH, MIGHT, MILITARY, REASON, RELIGIOUS
from tests.core.test_captions import (
    BEGUN,
    CASTLE,
    CHAPEL,
    HAMLET,
    KEEP,
    RUIN,
    SAMPLES,
    SENTENCE,
    TOWER,
    TOWN,
    seats_named,
    shown,
)
from tests.golden.games import GAMES, moves_of

FIRST = next(iter(GAMES))
NAMES = ("Max", "Weiß", "Grün")
CLOISTER = KEEP._replace(kind=RELIGIOUS)

GERMAN: list[tuple[e.Event, str]] = [
    (e.CoinsSpent(0, 2, "T2"), "Max zahlt 2 Taler (T2)."),
    (e.CoinsSpent(1, 1, "T4"), "Weiß zahlt 1 Taler (T4)."),
    (
        e.CardsPlayed(0, MIGHT, (2, 0, 0), "A1"),
        "Max spielt 2 Karten (mm) im Zeitalter der Macht (A1).",
    ),
    (e.CardsDiscarded(2, (1, 0, 0)), "Grün wirft 1 Karte (m) ab (T6)."),
    (e.CardsDrawn(0, (1, 2, 0), "V1", 1), "Max zieht 4 Karten (mrr*) (V1)."),
    (
        e.PileRenewed((1, 1, 0)),
        "2 Karten (mr) vom Ablagestapel werden zu einem neuen Nachziehstapel gemischt (S4).",
    ),
    (
        e.PileRenewed((0, 0, 1)),
        "1 Karte (c) vom Ablagestapel wird zu einem neuen Nachziehstapel gemischt (S4).",
    ),
    (
        e.OpenCardsSwapped(1, (0, 0, 2), (1, 1, 0)),
        "Weiß nimmt die offenen Karten cc und legt dafür mr aus (V2).",
    ),
    (
        e.OpenCardsSwapped(1, (0, 0, 1), (1, 0, 0)),
        "Weiß nimmt die offene Karte c und legt dafür m aus (V2).",
    ),
    (
        e.AdventurerTravelled(0, MIGHT, REASON),
        "Ein Abenteurer von Max reist vom Zeitalter der Macht ins Zeitalter der Vernunft (T4).",
    ),
    (e.BuildingBuilt(1, MIGHT, KEEP), "Weiß baut eine Burg auf f4 im Zeitalter der Macht (A1)."),
    (
        e.BuildingBuilt(1, MIGHT, TOWER),
        "Weiß baut einen Wachturm auf g5 im Zeitalter der Macht (A1).",
    ),
    (
        e.BuildingUpgraded(1, FAITH, KEEP, KEEP._replace(rank=3)),
        "Weiß baut die eigene Burg auf f4 im Zeitalter des Glaubens zu einer Festung aus (A2).",
    ),
    (
        e.BuildingUpgraded(1, FAITH, TOWER, KEEP),
        "Weiß baut den eigenen Wachturm auf g5 im Zeitalter des Glaubens zu einer Burg auf f4 aus "
        "(A2).",
    ),
    (
        e.BuildingUpgraded(0, MIGHT, HAMLET, TOWN),
        "Max baut den gedruckten Weiler auf c3 im Zeitalter der Macht zu einem Dorf auf c2 aus "
        "(A2).",
    ),
    (e.BonusPaid(0, FAITH, 2), "Max erhält im Zeitalter des Glaubens 2 Taler Bonus (A3)."),
    (
        e.BuildingDemolished(1, MIGHT, CHAPEL),
        "Weiß reißt die Kirche von Max auf a1 im Zeitalter der Macht ab; "
        "ein Kontrollwürfel geht an Max zurück (A4).",
    ),
    (
        e.BuildingDemolished(0, MIGHT, CHAPEL),
        "Max reißt die eigene Kirche auf a1 im Zeitalter der Macht ab; "
        "ein Kontrollwürfel geht an Max zurück (A4).",
    ),
    (
        e.CubePlaced(2, TOWN),
        "Grün bevölkert das Dorf auf c2 im Zeitalter der Vernunft mit einem Kontrollwürfel (A5).",
    ),
    (
        e.RuinBegun(2, BEGUN),
        "Grün beginnt mit einem Kontrollwürfel, die Abteiruine auf b2 zu restaurieren (A6).",
    ),
    (
        e.RuinRestored(0, BEGUN),
        "Max restauriert die Abteiruine auf b2; ein Kontrollwürfel geht an Grün zurück (A6).",
    ),
    (
        e.ShadowFalls(FAITH, KEEP._replace(owner=0), "B3"),
        "Der Zeitschatten der Burg von Max auf f4 fällt auf das Zeitalter des Glaubens (B3).",
    ),
    (
        e.ShadowFalls(FAITH, CLOISTER, "B3"),
        "Der Zeitschatten des Klosters von Weiß auf f4 fällt auf das Zeitalter des Glaubens (B3).",
    ),
    (
        e.ShadowBlocked(FAITH, KEEP, "B3a", (1, 3), (square("a1"), square("d2"))),
        "Im Zeitalter des Glaubens ist der Zeitschatten der Burg von Weiß auf f4 verboten: "
        "Er würde die Domänen bei a1 und d2 verbinden (B3a).",
    ),
    (
        e.ShadowBlocked(FAITH, KEEP, "B3a", (), (square("a1"), square("d2")), square("d2")),
        "Im Zeitalter des Glaubens ist der Zeitschatten der Burg von Weiß auf f4 verboten: "
        "Er würde die Domäne des eigenen älteren Zeitschattens bei d2 mit der bei a1 verbinden "
        "(B3a).",
    ),
    (
        e.ShadowBlocked(FAITH, KEEP, "B3b", (square("h4"),), (0,)),
        "Im Zeitalter des Glaubens ist der Zeitschatten der Burg von Weiß auf f4 verboten: "
        "Er wäre so groß wie das höchste Gebäude seiner Art auf h4 (B3b).",
    ),
    (
        e.ShadowMissing(REASON, RUIN, "tile"),
        "Die Burgruine auf f4 wirft keinen Zeitschatten auf das Zeitalter der Vernunft: "
        "Im Vorrat ist keine Burg mehr (B5).",
    ),
    (
        e.ShadowMissing(FAITH, CLOISTER, "tile"),
        "Das Kloster von Weiß auf f4 wirft keinen Zeitschatten auf das Zeitalter des Glaubens: "
        "Im Vorrat ist kein Kloster mehr (B5).",
    ),
    (
        e.ShadowMissing(FAITH, KEEP, "cube"),
        "Die Burg von Weiß auf f4 wirft keinen Zeitschatten auf das Zeitalter des Glaubens: "
        "Es ist kein Kontrollwürfel von Weiß mehr da (B5).",
    ),
    (
        e.BuildingErased(FAITH, KEEP),
        "Zeitparadoxon: Die Burg von Weiß auf f4 im Zeitalter des Glaubens wird ausgelöscht; "
        "ein Kontrollwürfel geht an Weiß zurück (B6).",
    ),
    (
        e.BuildingErased(REASON, TOWN),
        "Zeitparadoxon: Das Dorf auf c2 im Zeitalter der Vernunft wird ausgelöscht; "
        "2 Kontrollwürfel gehen zurück, 1 an Max und 1 an Weiß (B6).",
    ),
    (
        e.BuildingErased(REASON, TOWN._replace(cubes=(1, 1))),
        "Zeitparadoxon: Das Dorf auf c2 im Zeitalter der Vernunft wird ausgelöscht; "
        "2 Kontrollwürfel gehen an Weiß zurück (B6).",
    ),
    (
        e.BuildingErased(REASON, TOWN, lifted=True),
        "Zeitparadoxon: Das Dorf auf c2 im Zeitalter der Vernunft wird ausgelöscht; "
        "die Kontrollwürfel darauf werden abgehoben (B6).",
    ),
    (
        e.HamletCovered(REASON, HAMLET._replace(cubes=(2,)), lifted=True),
        "Der gedruckte Weiler auf c3 im Zeitalter der Vernunft wird überdeckt; "
        "der Kontrollwürfel darauf wird abgehoben (B6).",
    ),
    (
        e.HamletRevealed(FAITH, HAMLET),
        "Der gedruckte Weiler auf c3 erscheint im Zeitalter des Glaubens wieder (S5).",
    ),
    (
        e.ShadowCast(FAITH, KEEP, "B3"),
        "Die Burg von Weiß auf f4 steht nun auch im Zeitalter des Glaubens (B3).",
    ),
    (
        e.CubesMoved(TOWN, (0, 1, 1)),
        "3 Kontrollwürfel ziehen in das Dorf auf c2 um, 1 von Max und 2 von Weiß (B7).",
    ),
    (e.CubesMoved(TOWN, (2, 2)), "2 Kontrollwürfel von Grün ziehen in das Dorf auf c2 um (B7)."),
    (e.CubesMoved(TOWN, (2,)), "Ein Kontrollwürfel von Grün zieht in das Dorf auf c2 um (B7)."),
    (
        e.CubeKept(2, HAMLET),
        "Grün behält im Zeitalter der Vernunft einen Kontrollwürfel im gedruckten Weiler auf c3 "
        "(B8).",
    ),
    (
        e.DomainsJoined(MIGHT, (0, 3, 5), 0),
        "Die Domänen bei a1, d1 und f1 im Zeitalter der Macht werden vereinigt (C2).",
    ),
    (
        e.DomainSplit(FAITH, 0, (0, 17)),
        "Die Domäne bei a1 im Zeitalter des Glaubens zerfällt in Teile bei a1 und a2 (C3).",
    ),
    (
        e.ConflictFound(MIGHT, MILITARY, (KEEP, KEEP._replace(owner=2, square=0)), 0),
        "Die Burg von Weiß auf f4 und die Burg von Grün auf a1 sind die höchsten militärischen "
        "Gebäude derselben Domäne im Zeitalter der Macht (C1).",
    ),
    (
        e.StrengthsCompared(FAITH, RELIGIOUS, ((0, 3), (5, 2))),
        "Religiöse Stärke im Zeitalter des Glaubens: 3 für die Domäne bei a1 und 2 für die Domäne "
        "bei f1 (C2).",
    ),
    (
        e.ChoiceMade(0, MIGHT, KEEP, "C2"),
        "Max entscheidet, dass die Burg von Weiß auf f4 weicht (C2).",
    ),
    (e.ChoiceMade(1, MIGHT, square("g5"), "C4"), "Weiß wählt g5 für das kleinere Gebäude (C4)."),
    (
        e.ChoiceMade(0, REASON, 2, "B8"),
        "Max entscheidet, dass Grün einen Kontrollwürfel behält (B8).",
    ),
    (
        e.BuildingShrunk(MIGHT, KEEP, TOWER),
        "Die Burg von Weiß auf f4 im Zeitalter der Macht schrumpft zu einem Wachturm auf g5 (C4).",
    ),
    (
        e.BuildingDestroyed(FAITH, CHAPEL),
        "Die Kirche von Max auf a1 im Zeitalter des Glaubens wird zerstört; "
        "ein Kontrollwürfel geht an Max zurück (C4).",
    ),
    (
        e.ShadowWithdrawn(REASON, BEGUN),
        "Der Zeitschatten der Abteiruine auf b2 verschwindet aus dem Zeitalter der Vernunft; "
        "ein Kontrollwürfel geht an Grün zurück (C5).",
    ),
    (
        e.ShadowReplaced(FAITH, CASTLE, KEEP),
        "Der Zeitschatten der Festung von Weiß auf f4 im Zeitalter des Glaubens weicht einer Burg "
        "auf f4 (C5).",
    ),
    (
        e.TaxCollected(0, FAITH, square("c2"), 6, "X2"),
        "Max kassiert 6 Taler von der Domäne bei c2 im Zeitalter des Glaubens (X2).",
    ),
    (
        e.TaxMissed(1, MIGHT, square("c2"), 1),
        "Weiß hat im Zeitalter der Macht keinen Abenteurer und verpasst 1 Taler von der Domäne "
        "bei c2 (X4).",
    ),
    (
        e.TurnEnded(0, 1, 3),
        "Max beendet den Zug; nun ist Weiß an der Reihe, Runde 3 (T1).",
    ),
    (e.GameEnded((1,), (4, 9, 2)), "Weiß gewinnt mit 9 Talern (T7)."),
    (e.GameEnded((1,), (0, 1, 0)), "Weiß gewinnt mit 1 Taler (T7)."),
    (e.GameEnded((0, 2), (9, 4, 9)), "Max und Grün gewinnen mit je 9 Talern (T7)."),
]

# Written down once more, by gender: what may stand before a noun in the singular.
ARTICLES = {
    "Wachturm Weiler": {
        "der",
        "den",
        "dem",
        "ein",
        "einen",
        "einem",
        "kein",
        "im",
        "zum",
        "mehrere",
    },
    "Wachturms Weilers Klosters Dorfs": {"des"},
    "Kloster Dorf": {"das", "dem", "ein", "einem", "kein", "im", "zum"},
    "Burg Festung Kirche Abtei Stadt": {"die", "der", "eine", "einer", "keine", "zur"},
    "Burgruine Festungsruine Klosterruine Abteiruine": {"die", "der", "eine", "einer"},
}
BEFORE = {noun: articles for nouns, articles in ARTICLES.items() for noun in nouns.split()}
PHRASE = re.compile(rf"(\w+) (?:eigenen? |gedruckten? )?\b({'|'.join(BEFORE)})\b")
ENGLISH = re.compile(
    r"\b(the|of|and|at|is|keep|town|domain|shadow|cube|coins?|Might|Faith|Reason)\b"
)


@pytest.mark.parametrize(("event", "sentence"), GERMAN, ids=lambda v: type(v).__name__)
def test_an_event_in_german_words(event, sentence):
    assert caption(event, NAMES, "de") == sentence


def test_every_event_type_has_a_german_sample_here():
    assert {type(event) for event, _ in GERMAN} == set(e.EVENT_TYPES)


@pytest.mark.parametrize("file", GAMES)
def test_whatever_happens_in_the_goldens_is_a_german_sentence(file):
    for move in moves_of(file):
        for entry in move.outcome.log:
            said = entry.text("de")
            match = SENTENCE.fullmatch(said)
            assert match is not None, said
            assert match["clause"] == entry.event.clause
            for seat in seats_named(entry.event):
                assert move.before.names[seat] in said
            for article, noun in PHRASE.findall(said):
                assert article.lower() in BEFORE[noun], said
            assert not ENGLISH.search(said), said


@given(
    st.sampled_from([event for event, _ in (*GERMAN, *SAMPLES)]),
    st.lists(st.text(min_size=1), min_size=3, max_size=3, unique=True),
)
def test_odd_names_are_unharmed_in_german(event, names):
    said = caption(event, tuple(names), "de")
    assert said.endswith(f" ({event.clause}).")
    for seat in seats_named(event):
        assert names[seat] in said or said.startswith(shown(names[seat]))


def test_no_name_gets_an_ending():
    for event, _ in GERMAN:
        said = caption(event, ("Xaq", "Yoq", "Zuq"), "de")
        assert not re.search(r"(Xaq|Yoq|Zuq)[\w']", said)


def test_captions_follow_the_setting():
    event = e.CoinsSpent(0, 2, "T2")
    assert caption(event, NAMES) == "Max pays 2 coins (T2)."
    with speaking("de"):
        assert caption(event, NAMES) == "Max zahlt 2 Taler (T2)."
        assert caption(event, NAMES, "en") == "Max pays 2 coins (T2)."


def test_an_entry_speaks_the_language_asked_for_or_set():
    entry = next(each for move in moves_of(FIRST) for each in move.outcome.log)
    assert isinstance(entry, Entry)
    assert str(entry) == entry.text("en") != entry.text("de")
    with speaking("de"):
        assert str(entry) == entry.text("de")


def test_every_event_action_and_effect_has_a_short_name():
    actions = Action.__args__
    for language in LANGUAGES:
        assert set(drawer("event", language)) == {each.__name__ for each in e.EVENT_TYPES}
        assert set(drawer("action", language)) == {each.__name__ for each in actions}
        assert set(drawer("effect", language)) == {each.name for each in Effect}
    assert drawer("effect", "en") == {each.name: each.value for each in Effect}


# ------------------------------------------------------------------ questions and actions


QUESTIONS = [
    (
        Question("C2", 0, MIGHT, (KEEP, KEEP._replace(owner=2, square=0)), None),
        "Max decides which building in Might yields: Weiß's keep at f4 or Grün's keep at a1 (C2).",
        "Max entscheidet, welches Gebäude im Zeitalter der Macht weicht: die Burg von Weiß auf f4 "
        "oder die Burg von Grün auf a1 (C2).",
        ("Weiß's keep at f4", "die Burg von Weiß auf f4"),
    ),
    (
        Question("C3", 2, FAITH, (CHAPEL, CLOISTER), None),
        "Grün decides which building in Faith yields: Max's chapel at a1 or Weiß's monastery at f4 "
        "(C3).",
        "Grün entscheidet, welches Gebäude im Zeitalter des Glaubens weicht: die Kirche von Max "
        "auf a1 oder das Kloster von Weiß auf f4 (C3).",
        ("Max's chapel at a1", "die Kirche von Max auf a1"),
    ),
    (
        Question("C4", 1, MIGHT, (square("f4"), square("g4"), square("f5")), KEEP),
        "Weiß chooses where Weiß's keep at f4 in Might shrinks to: f4, g4 or f5 (C4).",
        "Weiß wählt, wohin die Burg von Weiß auf f4 im Zeitalter der Macht schrumpft: "
        "f4, g4 oder f5 (C4).",
        ("f4", "f4"),
    ),
    (
        Question("B8", 0, REASON, (1, 2), HAMLET),
        "Max decides who keeps a cube on the printed hamlet at c3 in Reason: Weiß or Grün (B8).",
        "Max entscheidet, wer im Zeitalter der Vernunft einen Kontrollwürfel im gedruckten Weiler "
        "auf c3 behält: Weiß oder Grün (B8).",
        ("Weiß", "Weiß"),
    ),
]


@pytest.mark.parametrize(("question", "english", "german", "first"), QUESTIONS)
def test_a_question_is_asked_in_both_languages(question, english, german, first):
    assert question_text(question, NAMES) == english
    assert question_text(question, NAMES, "de") == german
    options = [option_text(question, question.options[0], NAMES, each) for each in LANGUAGES]
    assert tuple(options) == first


@pytest.mark.parametrize(
    ("action", "german"),
    [
        (Exchange((1, 1, 0), 1), "mr* tauschen"),
        (Swap(CIVIL, (1, 0, 0)), "1 offene Karte (bürgerlich) für m nehmen"),
        (Swap(CIVIL, (1, 1, 0)), "2 offene Karten (bürgerlich) für mr nehmen"),
        (Travel(MIGHT, FAITH), "vom Zeitalter der Macht ins Zeitalter des Glaubens reisen"),
        (
            Build(MIGHT, MILITARY, 2, square("f4"), (2, 0, 0)),
            "Burg auf f4 im Zeitalter der Macht für mm bauen",
        ),
        (
            Upgrade(FAITH, RELIGIOUS, 2, square("f4"), (0, 1, 0)),
            "zum Kloster auf f4 im Zeitalter des Glaubens für r ausbauen",
        ),
        (
            Upgrade(FAITH, CIVIL, 3, square("f4"), (0, 0, 2)),
            "zur Stadt auf f4 im Zeitalter des Glaubens für cc ausbauen",
        ),
        (
            Build(MIGHT, MILITARY, 7, square("f4"), (2, 0, 0)),
            "Gebäude der Größe 7 auf f4 im Zeitalter der Macht für mm bauen",
        ),
        (
            Upgrade(MIGHT, MILITARY, 7, square("f4"), (2, 0, 0)),
            "zum Gebäude der Größe 7 auf f4 im Zeitalter der Macht für mm ausbauen",
        ),
        (
            Demolish(MIGHT, square("c2")),
            "das Gebäude auf c2 im Zeitalter der Macht abreißen",
        ),
        (Populate(square("c2")), "das Gebäude auf c2 bevölkern"),
        (Restore(square("c2")), "die Ruine auf c2 restaurieren"),
        (EndTurn(), "Zug beenden"),
        (EndTurn((1, 0, 0), 1), "Zug beenden, m* abwerfen"),
    ],
)
def test_an_action_in_german_words(action, german):
    assert action_text(action, "de") == german
    assert action_text(action) == action_text(action, "en") == str(action)
