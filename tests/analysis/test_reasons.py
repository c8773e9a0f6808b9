"""Why a turn was a mistake, or a good one: the sentences that a player reads.

`games.txt` of the goldens keeps the reasons of many turns, to be read.
"""

from __future__ import annotations

import re

import pytest

from khronos_lab.analysis import Timeline, review_lines
from khronos_lab.core import EndTurn, Move, read_position
from khronos_lab.engine import Outcome, play
from khronos_lab.records import Recorder
from khronos_lab.rulebook import say
from khronos_lab.simulation import review_game, review_last_turn
from tests.simulation.reviewed import game, glanced, reviewed


def test_every_mistake_has_its_reasons_in_both_languages_and_names_the_rival():
    for turn in reviewed().mistakes:
        assert turn.found_reasons
        for language in ("en", "de"):
            assert turn.reasons(language).endswith(".")
        [rival] = {"Ruth", "Wim"} - {turn.player}
        assert f"coins against {rival} (" in turn.text("en")
        assert f"Taler gegenüber {rival} (" in turn.text("de")


def test_a_good_turn_has_its_reasons_and_says_what_a_planner_plays():
    """3.E of the second game: Elif erases Dmitri's monastery, and a planner would not."""
    nodes = game(2).line.nodes
    number = max(at for at, node in enumerate(nodes) if node.label == "3.E")
    turn = review_last_turn(Timeline.of(game(2, number + 1)))
    assert turn.mark == "!"
    assert "This turn erases Dmitri's monastery at m2 in Faith: 4 coins less for Dmitri" in turn.why
    assert "The planner's turn: Elif builds a monastery at c8 in Faith" in turn.text("en")
    assert "Dieser Zug löscht im Glauben das Kloster von Dmitri auf m2 aus" in turn.reasons("de")
    for words, language in (("better turn|turn played", "en"), ("bessere|gespielte", "de")):
        assert not re.search(words, turn.text(language))


def test_of_three_like_parts_all_are_told():
    """In 4.R of the lesson three parts of 3 coins each are lost, and another comes back."""
    [turn] = [each for each in reviewed().mistakes if each.label == "4.R"]
    assert [round(each.part.coins) for each in turn.found_reasons] == [3, 3, 3]
    assert "4 coins in taxes from Might at once instead of 2" in turn.why


def test_what_is_built_in_the_meantime_tells_how_much_it_brings():
    [turn] = [each for each in reviewed().mistakes if each.label == "3.W"]
    ending = "what Ruth builds there in the meantime brings hardly anything instead of about 1 coin"
    assert ending in turn.why


def test_what_the_turn_played_has_for_it_is_told_where_the_reasons_come_to_more():
    told = 0
    for turn in reviewed().mistakes:
        assert turn.loss is not None
        *reasons, last = turn.found_reasons
        if last.said.key == "why-but":
            told += 1
            assert last.part.coins < 0
        else:
            reasons.append(last)
        over = sum(each.part.coins for each in reasons) - turn.loss.coins.value
        assert (last.said.key == "why-but") == (over > max(1.0, turn.loss.coins.value / 2))
    assert told


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


@pytest.mark.parametrize(("most", "more"), [(1, 3), (2, 2), (4, None), (5, None)])
def test_mistakes_beyond_those_that_are_told_are_counted(most, more):
    assert len(glanced().mistakes) == 4
    told = review_lines(glanced(), most)
    counted = [line for line in told if line == say("review-more", n=more)] if more else []
    assert len(counted) == (more is not None)
    accounts = len(glanced().accounts)
    assert len(told) == min(most, 4) + len(counted) + accounts + 1
