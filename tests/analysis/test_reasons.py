"""Why a turn was a mistake, or a good one: the sentences that a player reads.

`games.txt` of the goldens keeps the reasons of many turns, to be read.
"""

from __future__ import annotations

import re

import pytest

from khronos_lab.analysis import Timeline, chapters, losses
from khronos_lab.core import EndTurn, Move, read_position
from khronos_lab.engine import Outcome, play
from khronos_lab.players import NOBODY, watched
from khronos_lab.records import Recorder
from khronos_lab.rulebook import say
from khronos_lab.simulation import review_game, review_last_turn, turns_of
from tests.simulation.reviewed import game, reviewed


def test_every_mistake_has_its_reasons_in_both_languages_and_names_the_rival():
    for turn in reviewed().mistakes:
        for language in ("en", "de"):
            assert turn.reasons(language).endswith(".")
        [rival] = {"Ruth", "Wim"} - {turn.player}
        assert f"coins against {rival} (" in turn.text("en")
        assert f"Taler gegenüber {rival} (" in turn.text("de")


def numbers(text: str) -> list[float]:
    """All numbers with a sign."""
    return [
        float(each.replace("\N{MINUS SIGN}", "-")) for each in re.findall(r"[+\u2212]\d+\.\d", text)
    ]


def test_the_balance_adds_up_to_the_loss_as_it_is_shown():
    for turn in reviewed().mistakes:
        assert turn.loss is not None
        assert turn.case is not None
        whole = sum(part.coins for part in turn.case.parts)
        assert whole == pytest.approx(turn.loss.coins.value)
        [told] = re.findall(r"The balance in coins: .*? Together [^ ]*\d", turn.why)
        *parts, together = numbers(told)
        assert sum(parts) == pytest.approx(together)
        assert together == pytest.approx(turn.loss.coins.value, abs=0.051)
        assert "+" in turn.reasons("de")


def test_b6_what_happened_next_in_the_game_is_told_first():
    """In 1.A of the first game Ben erases the new monastery on his next turn."""
    nodes = game(1).line.nodes
    last = max(at for at, node in enumerate(nodes) if node.label == "2.B")
    [first] = [
        turn for turn in turns_of(Timeline.of(game(1, last + 1))) if turn.texts[:1] == ("M>F",)
    ]
    [(seat, log)] = first.next_logs
    assert first.before.names[seat] == "Ben"
    erased = list(losses(first.known, watched(first.known, log, NOBODY), log, seat, first.seat))
    assert {(each.how, each.clause) for each in erased} == {("erases", "B6")}
    turn = next(each for each in reviewed(1, last + 1).turns if each.label == "1.A")
    assert turn.why.startswith("Then Ben erased the monastery at e5: all 3 coins of Ada's income")
    assert turn.reasons("de").startswith("Dann löschte Ben das Kloster auf e5 aus: Alle 3 Taler")


def test_a_building_taken_step_by_step_is_named_as_it_stood():
    """Quentin reduces the monastery at i8 and destroys the chapel that is left in one turn."""
    [turn] = [each for each in turns_of(Timeline.of(game(5))) if each.label == "6.P"]
    seat, log = turn.next_logs[0]
    [lost] = losses(turn.known, watched(turn.known, log, NOBODY), log, seat, turn.seat)
    assert (lost.how, str(lost.building)) == ("destroys", "monastery at i8")


def test_sentences_that_follow_each_other_name_the_better_turn_once():
    nodes = game(9).line.nodes
    last = max(at for at, node in enumerate(nodes) if node.label == "6.T")
    while not nodes[last].text.startswith(">"):
        last += 1
    turn = review_last_turn(Timeline.of(game(9, last + 1)))
    assert re.search(r"The better turn joins [^.]*\. It also erases ", turn.why)
    assert re.search(r"Der bessere Zug verbindet [^.]*\. Er löscht ", turn.reasons("de"))


@pytest.mark.clause("X4")
def test_x4_taxes_that_nobody_collects_are_named():
    state = read_position("""
    turn: round 7, Ada acts
    player Ada: coins 3, hand m, at Reason Reason
    player Ben: at Faith Faith
    Might         | Faith     | Reason
    m1A c2 # . .  | . . . . . | . . . . .
    .   #  # . .  | . . . . . | . . . . . """)
    recorder = Recorder(state)
    outcome = play(state, EndTurn())
    assert isinstance(outcome, Outcome)
    recorder.add(state, Move(EndTurn()), outcome)
    [turn] = review_game(recorder.record(), progress=False).mistakes
    assert turn.why.startswith("3 coins in Might go to nobody: Ada has no adventurer there (X4).")


def test_mistakes_beyond_those_that_are_told_are_counted():
    number = len(reviewed().mistakes)
    for most in (1, number - 1, number, number + 2):
        mistakes, luck, meaning = chapters(reviewed(), most)
        counted = [[say("review-more", n=number - most)]] if most < number else []
        assert mistakes.items[min(most, number) :] == counted
    assert len(luck.items) == len(reviewed().accounts) == 2
    assert meaning.items == [[say("review-caveat")]]
