"""Threads and links: by example, by taking every building away, by putting every hamlet down."""

from __future__ import annotations

from hypothesis import given, settings

from khronos_lab.analysis.threats.weak_spots import links, threads
from khronos_lab.core import events as e
from khronos_lab.core.actions import Build
from khronos_lab.core.allowances import full_purses
from khronos_lab.core.board import printed_hamlet
from khronos_lab.core.squares import name, square
from khronos_lab.core.state import Turn
from khronos_lab.engine.moves import play, why_not
from khronos_lab.rulebook.pieces import AGES, CIVIL, FAITH, MIGHT, MILITARY, REASON, RELIGIOUS
from tests.naive import entitled, naive_domains, pays, places
from tests.properties.strategies import states
from tests.support import position

HELD = """
    player Red:
    player White:
    Might               | Faith              | Reason
    m1R c1 c1 m2W #  .  | r1R c1 r1W . . .   | c1:R m2 # c1:W . .
    .   .  .  #   #  c1 | .   .  .   . . .   | .    #  # .    . .
    h   .  .  .   .  .  | h   .  .   . . .   | h    .  . .    . .
    """


def test_a_thread_is_named_with_its_parts_and_who_would_have_them():
    told = {(each.age, name(each.building.square)): each for each in threads(position(HELD))}
    assert sorted(told) == [
        (MIGHT, "b1"), (MIGHT, "c1"), (MIGHT, "d1"), (FAITH, "b1"), (REASON, "b1"),
    ]  # fmt: skip
    b1 = told[MIGHT, "b1"]
    assert b1.demolishable
    assert (b1.whole.seats, b1.whole.amount) == ((1,), 3)
    assert [(name(p.domain), p.seats, p.amount) for p in b1.parts] == [
        ("a1", (0,), 0),
        ("c1", (1,), 2),
    ]
    assert b1.taxes == (0, -1)
    assert not told[MIGHT, "d1"].demolishable
    assert told[MIGHT, "d1"].taxes == (2, -3)
    # In Reason nothing can be demolished; there a paradox would take it.
    assert not told[REASON, "b1"].demolishable
    assert told[REASON, "b1"].taxes == (-2, -2)


def test_a_town_between_two_owners_holds_them_together():
    state = position("""
        player Red:
        player White:
        Might                  | Faith           | Reason
        m1R c2  #  m1W m2W #   | . . . . . .     | . . . . . .
        .   #   #  .   #   #   | . . . . . .     | . . . . . .
        """)
    (_, keep_side) = (each for each in threads(state) if each.age is MIGHT)
    assert str(keep_side.building) == "watchtower at d1"
    assert keep_side.demolishable
    (town, _) = (each for each in threads(state) if each.age is MIGHT)
    assert [part.seats for part in town.parts] == [(0,), (1,)]
    assert not any(part.conflicts for part in town.parts)


def test_s5_a_printed_hamlet_that_would_re_appear_is_a_part():
    state = position("""
        player Red:
        player White:
        Might       | Faith    | Reason
        m1R c2 #    | . . .    | . . .
        .   #  #    | . h .    | . h .
        """)
    (thread,) = threads(state)
    assert [name(part.domain) for part in thread.parts] == ["a1", "b2"]
    assert thread.taxes == (-3, 0)


def test_c1_parts_name_what_would_be_in_conflict():
    state = position("""
        player Red:
        player White:
        Might              | Faith         | Reason
        m1R c1 m1W c1 m2W #| . . . . . .   | . . . . . .
        .   .  .   .  #   #| . . . . . .   | . . . . . .
        """)
    thread = next(each for each in threads(state) if name(each.building.square) == "d1")
    ((rivals,), ()) = (part.conflicts for part in thread.parts)
    assert [str(each) for each in rivals] == ["watchtower at a1", "watchtower at c1"]


def naive_parts(age, board, building, hamlets):
    """The groups that are left of a building's domain without it, printed hamlets bared."""
    bare = [sq for sq in building.squares if sq in hamlets and not building.printed]
    whole = next(group for group in naive_domains(board) if building in group)
    left = [each for each in board if each != building] + [printed_hamlet(sq) for sq in bare]
    inside = {place for each in whole for place in places(each)}
    parts = [
        group
        for group in naive_domains(left)
        if any(place in inside for each in group for place in places(each))
    ]
    return whole, parts


@settings(max_examples=25)
@given(states())
def test_threads_are_what_taking_every_building_away_finds(state):
    told = {(each.age, each.building): each for each in threads(state)}
    hamlets = {sq for sq in range(400) if state.grid.hamlets >> sq & 1}
    for age in AGES:
        for building in state.boards[age]:
            whole, parts = naive_parts(age, state.boards[age], building, hamlets)
            thread = told.pop((age, building), None)
            assert (thread is not None) == (len(parts) > 1)
            if thread is None:
                continue
            small = building.rank == 1 and not building.printed and age is not REASON
            assert thread.demolishable == small
            assert thread.whole.amount == pays(age, whole)
            assert set(thread.whole.seats) == entitled(age, whole)
            found = sorted((min(b.square for b in part), pays(age, part)) for part in parts)
            assert [(part.domain, part.amount) for part in thread.parts] == found
    assert not told


# ------------------------------------------------------------------ links

APART = """
    player Red:
    player White:
    Might                 | Faith                   | Reason
    m2R # . m2W # .  .    | r1R . r1W r1W . .  .    | . . . . . . .
    #   # . #   # .  .    | .   . .   .   . .  .    | . . . . . . .
    m1R . . .   . .  h    | .   . .   .   . .  h    | . . . . . . h
    """


def test_c2_links_say_who_is_stronger():
    told = {(each.age, name(each.square)): each for each in links(position(APART))}
    assert {sq for age, sq in told if age is MIGHT} == {"c1", "c2"}
    link = told[MIGHT, "c1"]
    assert [name(part.domain) for part in link.domains] == ["a1", "d1"]
    (clash,) = link.clashes
    assert (clash.kind, clash.strengths) == (MILITARY, ((square("a1"), 3), (square("d1"), 2)))
    assert [str(each) for each in clash.losers] == ["keep at d1"]
    faith = told[FAITH, "b1"]
    (clash,) = faith.clashes
    assert clash.kind is RELIGIOUS
    assert [strength for _, strength in clash.strengths] == [1, 2]
    assert [str(each) for each in clash.losers] == ["chapel at a1"]


def test_c2_equal_strengths_name_no_loser():
    text = APART.replace("m1R . . .", ".   . . .")
    link = next(each for each in links(position(text)) if each.age is MIGHT)
    (clash,) = link.clashes
    assert clash.losers == ()
    assert len(clash.rivals) == 2


def test_a1_no_hamlet_in_the_supply_no_link():
    state = position(APART)
    supply = (*state.supply[:2], (0, 0, 24, 9))
    assert links(state)
    assert links(state._replace(supply=supply)) == ()


def able(state, age):
    """The first player with a civil card and any surcharge, standing in an age."""
    player = state.players[0]._replace(adventurers=(age, age), hand=(0, 0, 4), hidden=0)
    turn = Turn(0, full_purses((age, age)))
    return state._replace(players=(player, *state.players[1:]), turn=turn, over=False)


@settings(max_examples=15)
@given(states())
def test_links_are_the_hamlets_that_join_when_they_are_built(state):
    told = {(each.age, each.square): each for each in links(state)}
    players = len(state.players)
    for age in (MIGHT, FAITH):
        now = able(state, age)
        for sq in range(340):
            if not state.grid.area >> sq & 1:
                continue
            extra = state.grid.surcharge_at(players, 1, sq)
            action = Build(age, CIVIL, 1, sq, (0, 0, 1 + extra))
            joins = _joins(now, action) if why_not(now, action) is None else []
            link = told.pop((age, sq), None)
            assert (link is not None) == bool(joins)
            if link is not None:
                assert tuple(part.domain for part in link.domains) == joins[0].domains
                _same_clash(link, now, action)
    assert not told


def _joins(state, action):
    log = play(state, action).log
    return [entry.event for entry in log if isinstance(entry.event, e.DomainsJoined)]


def _same_clash(link, state, action):
    """What is compared first is the first clash that the link tells of."""
    events = [entry.event for entry in play(state, action).log]
    compared = [each for each in events if isinstance(each, e.StrengthsCompared)]
    found = [(each.kind, each.strengths) for each in compared][:1]
    assert [(each.kind, each.strengths) for each in link.clashes][:1] == found
