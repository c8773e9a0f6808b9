"""Records of table games: nobody wrote the hands down, and all that shows is checked."""

from __future__ import annotations

from itertools import combinations

import pytest

from khronos_lab.core import cards_text
from khronos_lab.engine import new_game
from khronos_lab.records import read_record, record_text, steps_of
from khronos_lab.rulebook import Edition, RecordError, RuleSet
from tests.records.random_games import hide, play_on, without_letters

RULES = {
    "second": RuleSet(),
    "first": RuleSet(Edition.FIRST),
    "holdem": RuleSet(holdem=True),
    "first holdem": RuleSet(Edition.FIRST, holdem=True),
}
TABLE = '[Khronos "2"]\n[Player1 "Ann"]\n[Player2 "Ben"]\n[Map "valley"]\n'


def games():
    for name, rules in RULES.items():
        for players in (2, 3, 4, 5):
            yield pytest.param(rules, players, id=f"{name} {players}")


def same_table(one, other) -> bool:
    """True if everything but hands, pile and discards is equal."""
    return (
        one.boards == other.boards
        and one.supply == other.supply
        and one.turn == other.turn
        and one.open_cards == other.open_cards
        and [(p.coins, p.cubes, p.adventurers) for p in one.players]
        == [(p.coins, p.cubes, p.adventurers) for p in other.players]
        and [sum(p.hand) + p.hidden for p in one.players]
        == [sum(p.hand) + p.hidden for p in other.players]
    )


@pytest.mark.parametrize(("rules", "players"), list(games()))
def test_a_hidden_game_tells_the_same_story(rules, players):
    start = new_game(players, players, rules=rules)
    record = play_on(start, players)
    everybody = set(range(players))
    some = [{0}, everybody - {0}, everybody, *map(set, combinations(everybody, 2))][:5]
    for seats in some:
        hidden, told, known = hide(record, seats)
        assert [without_letters(each) for each in told] == [without_letters(o) for o in known]
        assert [node.digest for node in hidden.line.nodes] == [
            node.digest for node in record.line.nodes
        ]
        text = record_text(hidden)
        again = read_record(text)
        assert again.start == hidden.start
        assert again.line == hidden.line
        assert record_text(again) == text
        for step, true in zip(steps_of(again), steps_of(record), strict=True):
            assert same_table(step.after, true.after)


def test_the_deal_has_stars_for_what_nobody_saw():
    hidden, _, _ = hide(play_on(new_game(3, 1), 1), {0, 2})
    deal = cards_text(hidden.start.players[1].hand)
    text = record_text(hidden)
    assert f'[Deal "**** {deal} ****"]' in text
    assert ">****" in text


def test_without_a_deal_all_hands_are_hidden():
    state = read_record(TABLE).start
    assert [(p.hidden, p.secret) for p in state.players] == [(4, True), (4, True)]


def test_a_played_card_shows_itself():
    record = read_record(TABLE + "1.A M+m2c5 > 1.B")
    before, after = record.start, next(steps_of(record)).after
    assert (before.player.hidden, after.players[0].hidden) == (4, 2)
    assert after.discards == (2, 0, 0)
    assert after.pile == (16, 18, 19)


def test_a_draw_that_nobody_saw_may_be_left_out():
    short = read_record(TABLE + "1.A > 1.B >")
    long = read_record(TABLE + "1.A >**** 1.B >****")
    assert short.line == long.line
    assert record_text(short) == record_text(long)


def test_some_of_the_cards_may_be_known():
    record = read_record(TABLE.replace("[Map", '[Deal "mm** ****"]\n[Map') + "1.A >mr**")
    state = next(steps_of(record)).after
    assert (state.players[0].hand, state.players[0].hidden) == ((1, 1, 0), 2)


# ------------------------------------------------------------------ what is knowable is checked


def refused(moves: str, tags: str = TABLE) -> RecordError:
    with pytest.raises(RecordError) as caught:
        read_record(tags + moves)
    assert caught.value.position
    return caught.value


def test_a1_a_fifth_card_in_a_turn_is_refused():
    fault = refused("1.A M+c1c5 M+c1e5 M+c1g5 M+c1i5 M+c1d9 >")
    assert fault.clause == "A1"
    assert "the hand is -" in fault.reason


def test_t5_three_cards_by_one_adventurer_are_refused():
    assert refused("1.A M>F M+m1c5 M+m1e5 M+m1g5").clause == "T5"


def test_t5_the_age_counts_in_which_cards_are_played():
    assert refused("1.A M>F M+m1c5 F+m1c5 F+m1e5 F+m1g5").clause == "T5"


def test_t6_hands_of_four_are_refilled_whatever_they_are():
    fault = refused("1.A >**")
    assert "4 are drawn here" in fault.reason
    assert refused("1.A >mmmmm").clause == "T6"
    assert "4 are drawn here" in refused("1.A >mm").reason


def test_s4_the_nineteenth_military_card_of_eighteen_is_refused():
    holds = '[Deal "mmmm mmmm mmmm mmmm ****"]\n'
    names = "".join(f'[Player{n} "{name}"]\n' for n, name in enumerate("ABCDE", 1))
    tags = f'[Khronos "2"]\n{names}[Start "E"]\n{holds}'
    read_record(tags + "1.E M+m1c5 M+m1e5")
    fault = refused("1.E M+m1c5 M+m1e5 M+m1g5", tags)
    assert fault.clause == "S4"
    assert "all 18 military cards" in fault.reason


def test_s4_a_draw_of_cards_that_are_all_seen_is_refused():
    # Ten of eleven military cards are in hands or discards.
    tags = TABLE + '[Rules "first edition"]\n[Deal "mmmm mmm*"]\n'
    read_record(tags + "1.A -mmm>mmm 1.B -*>m")
    assert refused("1.A -mmm>mmm 1.B -*>m 2.A -r>m", tags).clause == "V1"
    assert refused("1.A -mmm>mmm 1.B -mm*>mm*", tags).clause == "S4"


def test_only_a_secret_player_may_hide_what_he_draws():
    tags = TABLE + '[Deal "mmrc ****"]\n'
    assert "does not say which cards Ann draws" in refused("1.A >****", tags).reason
    read_record(tags + "1.A >mmrc 1.B >****")


def test_v2_open_cards_taken_are_known():
    record = read_record(TABLE + '[Rules "hold\'em"]\n1.A sm>r')
    state = next(steps_of(record)).after
    assert (state.player.hand, state.player.hidden) == ((0, 1, 0), 3)
    assert state.open_cards == (2, 0, 1)
