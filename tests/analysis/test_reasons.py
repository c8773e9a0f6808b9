"""Why a turn was a mistake: the parts of what it gave away, and a sentence for the largest."""

from __future__ import annotations

import re
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest

from khronos_lab.analysis import (
    GOOD,
    LEDGER,
    OF_THE_WORSE,
    ReviewedTurn,
    Timeline,
    parts_of,
    review_lines,
    taxations_left,
)
from khronos_lab.analysis.review.reasons import (
    _HOWS,
    _Case,
    _dangers,
    _earned,
    _entries,
    _is_readier,
    _lasting,
    _stories,
    _taxed,
)
from khronos_lab.core import EndTurn, Move, read_position
from khronos_lab.engine import Outcome, play
from khronos_lab.records import Recorder
from khronos_lab.rulebook import AGES, MIGHT, MILITARY, say
from khronos_lab.simulation import review_game, review_last_turn
from tests.simulation.reviewed import game, glanced, reviewed


def test_every_mistake_has_a_reason():
    for turn in reviewed().mistakes:
        assert turn.found_reasons
        for language in ("en", "de"):
            assert turn.reasons(language).endswith(".")


@cache
def well_played() -> ReviewedTurn:
    """3.E of the second game: Elif erases Dmitri's monastery, and a planner would not."""
    nodes = game(2).line.nodes
    number = max(at for at, node in enumerate(nodes) if node.label == "3.E")
    return review_last_turn(Timeline.of(game(2, number + 1)))


def test_a_good_turn_has_its_reasons_and_says_what_a_planner_plays():
    turn = well_played()
    assert turn.mark == GOOD
    assert "This turn erases Dmitri's monastery at m2 in Faith: 4 coins less for Dmitri" in turn.why
    assert "The planner's turn: Elif builds a monastery at c8 in Faith" in turn.text("en")
    assert "Dieser Zug löscht im Glauben das Kloster von Dmitri auf m2 aus" in turn.reasons("de")
    for words, language in (("better turn|turn played", "en"), ("bessere|gespielte", "de")):
        assert not re.search(words, turn.text(language))


def test_what_only_the_worse_turn_does_is_not_said_of_a_good_one():
    case = _Case(well_played())
    told = [said.key for part in parts_of(case) for said in _stories(case, part)]
    assert set(told) & set(OF_THE_WORSE)
    assert not {each.said.key for each in well_played().found_reasons} & set(OF_THE_WORSE)


def test_of_three_like_parts_all_are_told():
    """In 4.R of the lesson three parts of 3 coins each are lost, and another comes back."""
    [turn] = [each for each in reviewed().mistakes if each.label == "4.R"]
    assert [round(each.part.coins) for each in turn.found_reasons] == [3, 3, 3]
    assert "4 coins in taxes from Might at once instead of 2" in turn.why


@pytest.mark.parametrize(("at_once", "worth", "lasts"), [(11, 2.7, 3), (4, 0.3, 1), (6, 3.1, 0)])
def test_what_is_won_back_soon_is_told(at_once, worth, lasts):
    assert _lasting(at_once, worth) == lasts


def test_the_parts_add_up_to_what_the_turn_gave_away():
    for turn in reviewed().mistakes:
        assert turn.loss is not None
        parts = sum(part.coins for part in parts_of(_Case(turn)))
        # Being poor is no matter of an age; it is left out.
        assert parts == pytest.approx(turn.loss.coins.value, abs=0.3)


def test_an_income_that_is_taken_explains_half_of_its_part_at_least():
    # In 4.W of the lesson 1 coin is taken from Ruth at once, and she loses 2.5 by it.
    for turn in reviewed().mistakes:
        case = _Case(turn)
        for part, said in turn.found_reasons:
            if said.key in ("why-takes", "why-erases", "why-demolishes", "why-reduces"):
                taken = said.values["n"]
                assert isinstance(taken, int)
                left = taxations_left(case.known, part.seat)
                assert 2 * taken * left >= case.coins_of(part)


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


@pytest.mark.parametrize(
    ("trait", "how"),
    [
        ("Might by a watchtower", "rank"),
        ("Faith by a chapel", "rank"),
        ("Faith, open to a shadow", "reach"),
        ("Reason, open to a shadow", "reach"),
        ("Reason, tied", "majority"),
    ],
)
def test_a_weak_hold_is_not_called_firm(trait, how):
    assert _HOWS[trait] != how


BEFORE = """
turn: round 1, Ada acts
player Ada: at {at}
player Ben: at Might Might
Might         | Faith     | Reason
m1A c1 . r2A #| . . . . . | . . . . .
.   .  . #   #| . . . . . | . . . . . """


def case_of(at: str = "Might Might", other: str = "Might Might") -> Any:
    """Two turns that differ in where adventurers are; a round later all buildings are gone."""
    known, known_other = (read_position(BEFORE.format(at=each)) for each in (at, other))
    bare = read_position("""
    turn: round 2, Ada acts
    player Ada: at Might Might
    player Ben: at Might Might
    Might         | Faith     | Reason
    .   .  . .   .| . . . . . | . . . . .
    .   .  . .   .| . . . . . | . . . . . """)
    return SimpleNamespace(
        seat=0, known=known, known_other=known_other, later=([bare] * 4, [bare] * 4), games=4,
        put_up=[(MIGHT, building) for building in known.boards[MIGHT] if building.owner == 0],
        building=lambda building: building,
    )  # fmt: skip


def test_only_what_collects_or_pays_in_an_age_is_in_danger_there():
    """A monastery that falls in Might costs nothing in Might."""
    lost: list[Any] = [said.values["building"] for said in _dangers(case_of(), MIGHT)]
    assert [each.kind for each in lost] == [MILITARY]


@pytest.mark.clause("T5")
@pytest.mark.parametrize(
    ("at", "other", "readier"),
    [
        ("Might Faith", "Might Might", True),
        ("Might Might", "Might Faith", False),
        ("Might Might", "Might Might", False),
    ],
)
def test_t5_more_adventurers_in_an_age_are_a_reason(at, other, readier):
    assert _is_readier(case_of(at, other), MIGHT) is readier


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


LEDGERS = """
turn: round {round}, {who} acts
player Ada: coins {coins}, at {at}
player Ben: at Might Might
Might    | Faith | Reason
m1A c1 . | . . . | . . .
.   .  . | . . . | . . . """


@pytest.mark.parametrize(
    ("after", "clause", "coins"),
    [
        (("Ada", 6, "Might Might"), "A3", 1),
        (("Ada", 4, "Might Might"), "A4", -1),
        (("Ada", 4, "Might Faith"), "T4", -1),
    ],
)
def test_coins_are_booked_by_what_a_turn_changes(after, clause, coins):
    def table(who: str, coins: int, at: str, number: int = 3) -> Any:
        return read_position(LEDGERS.format(round=number, who=who, coins=coins, at=at))

    tables = [table("Ada", 5, "Might Might"), table(*after), table("Ben", 9, after[2])]
    assert [_earned(tables, 0, each) for each in LEDGER if each != clause] == [0, 0, 0]
    assert _earned(tables, 0, clause) == coins
    assert _earned(tables, 1, clause) == 0


@pytest.mark.clause("X2")
def test_x2_taxes_are_counted_where_they_are_collected():
    def tables(number: int) -> Any:
        made = [LEDGERS.format(round=number, who=who, coins=5, at="Might Faith") for who in NAMES]
        return [read_position(each) for each in made]

    assert [_taxed(tables(4), 0, age) for age in AGES] == [1, 0, 0]
    assert [_taxed(tables(3), 0, age) for age in AGES] == [0, 0, 0]
    assert _taxed(tables(4), 1, MIGHT) == 0


NAMES = ("Ada", "Ben")


def test_only_what_makes_the_difference_is_named():
    books = {"A3": 2.0, "T4": 1.2, "A4": -1.0, "T2": 0.3}
    for language, said in (
        ("en", ["more from bonuses (A3)", "less spent on journeys (T4)"]),
        ("de", ["mehr Boni (A3)", "weniger Reisekosten (T4)"]),
    ):
        assert [each.text(language) for each in _entries(books, 1)] == said
    assert [each.text("en") for each in _entries(books, -1)] == ["more spent on demolitions (A4)"]


def test_with_two_players_the_rival_is_named():
    turn = reviewed().mistakes[0]
    [rival] = {"Ruth", "Wim"} - {turn.player}
    assert f"coins against {rival} (" in turn.text("en")
    assert f"Taler gegenüber {rival} (" in turn.text("de")


@pytest.mark.parametrize(("most", "more"), [(1, 1), (2, None), (3, None)])
def test_mistakes_beyond_those_that_are_told_are_counted(most, more):
    assert len(glanced().mistakes) == 2
    told = review_lines(glanced(), most)
    counted = [line for line in told if line == say("review-more", n=more)] if more else []
    assert len(counted) == (more is not None)
    accounts = len(glanced().accounts)
    assert len(told) == min(most, 2) + len(counted) + accounts + 1
