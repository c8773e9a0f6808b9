"""The explainer: verdicts are `why_not`'s, the map is true square by square, nothing is played."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

import khronos_lab as kl
from khronos_lab.analysis import Price, Wish, explained, in_turn_of, where_allowed
from khronos_lab.core import (
    Build,
    Demolish,
    GameState,
    Populate,
    Restore,
    Travel,
    Upgrade,
    bits,
    cards_text,
    square,
)
from khronos_lab.engine import choices, new_game, play_through, preview, why_not
from khronos_lab.lessons import scenarios
from khronos_lab.rulebook import (
    AGES,
    BUILDING_AGES,
    CIVIL,
    FAITH,
    MIGHT,
    MILITARY,
    REASON,
    RELIGIOUS,
    KhronosError,
)
from tests.board.unpacking import inflated
from tests.support import position
from tests.widgets.page import click, entries, html, panels, place, send


@cache
def midgame(seed: int = 5) -> GameState:
    state, rng = new_game(3, seed=seed), Random(seed)
    for _ in range(55):
        state = play_through(state, choices(state).pick(rng), lambda *_: 0)[1].state
    return state


BETWEEN = """
    player Ann: hand mmm, at Might Might
    player Ben:
    Might               | Faith        | Reason
    m2A #  .  .  m2B #  | . . . . . .  | . . . . . .
    #   #  .  .  #   #  | . . . . . .  | . . . . . .
    .   .  .  .  .   .  | . . . . . .  | . . . . . .
    """


@pytest.fixture
def shown():
    """Two keeps with room for one building between them."""
    widget = kl.explain(position(BETWEEN))
    yield widget
    widget.close()


# ------------------------------------------------------------------ verdicts

EXPLAINED = (Build, Upgrade, Demolish, Populate, Restore, Travel)


def test_a_verdict_is_what_the_engine_says_of_the_scenario():
    asked = [each for each in scenarios() if isinstance(each.action, EXPLAINED)]
    assert len(asked) > 50
    for each in asked:
        state, action = each.state, each.action
        kind, rank = getattr(action, "kind", MILITARY), getattr(action, "rank", 1)
        wish = Wish(type(action).__name__.lower(), kind, rank, getattr(action, "origin", None))
        age = getattr(action, "age", getattr(action, "target", REASON))
        where = (age, getattr(action, "square", 0))
        told = explained(state, wish, where, cards=getattr(action, "cards", None))
        assert told.action == action, each
        broken = why_not(state, action)
        assert str(told.broken[0]) == str(broken) if broken else told.allowed
        if told.allowed:
            seen = preview(state, action)
            assert told.log[: len(seen.log)] == seen.log
            assert (told.question is None) == (seen.question is None)


def test_d1_and_h1_are_both_told_and_cards_can_be_set_aside():
    poor = kl.explain(position(BETWEEN.replace("hand mmm, ", "")))
    poor.wish("build", "keep").at("M c1")
    assert [each.clause for each in poor.told.broken] == ["A1", "D1", "H1"]
    assert "hand is -" in poor.verdict
    send(poor, "take", name="free", value=True)
    assert "hand is" not in poor.verdict
    assert "Set aside: Ann cannot use the cards" in html(poor, "verdict")
    assert ("(D1)" in html(poor, "verdict"), "(H1)" in html(poor, "verdict")) == (True, True)


@pytest.mark.parametrize(
    ("wish", "where", "price"),
    [
        (Wish("build", CIVIL, 2), "M a1", Price(CIVIL, 3, 1, 0)),
        (Wish("build", MILITARY, 3), "M a1", Price(MILITARY, 4, 3, 0)),
        (Wish("upgrade", MILITARY, 2), "M d1", Price(MILITARY, 1, 0, 0)),
        (Wish("demolish"), "M d1", Price(MILITARY, 1, 0, 1)),
        (Wish("populate"), "R d1", Price(CIVIL, 1, 0, 0)),
        (Wish("restore"), "R d3", Price(RELIGIOUS, 1, 0, 0)),
        (Wish("demolish"), "M a2", None),
        (Wish("travel"), "F a1", Price(MILITARY, 0, 0, 1)),
    ],
)
def test_g2_prices_name_the_cards_the_surcharge_and_the_coins(wish, where, price):
    state = position("""
        player Ann: hand ccc
        player Ben:
        Might             | Faith           | Reason
        .   f  ^  m1A .   | .  f  ^  .  .   | .  f  ^  c1  .
        .   .  .  .   .   | .  .  .  .  .   | .  .  .  .   .
        .   .  .  .   .   | .  .  .  .  .   | .  .  .  r2% #
        .   .  .  .   .   | .  .  .  .  .   | .  .  .  #   #
    """)
    age, sq = place(where)
    assert explained(state, wish, (AGES[age], sq)).price == price


def test_g2_every_way_to_pay_is_offered_and_can_be_chosen():
    state = position("""
        player Ann: hand mmrc, at Might Might
        player Ben:
        Might    | Faith   | Reason
        .   f    | .  f    | .  f
        .   .    | .  .    | .  .
    """)
    shown = kl.explain(state, language="de").wish("build", "Burg").at("M a1")
    assert [cards_text(way) for way in shown.told.ways] == ["mmc", "mmr"]
    price = "2 Karten (militärisch) und 1 Karte beliebiger Art für das Gelände (G2)"
    assert price in "".join(panels(shown).values())
    click(shown, "M a1")
    assert [way for way, _ in entries(shown)["build m2 0"]["ways"]] == [
        "build m2 0 mmr", "build m2 0 mmc",
    ]  # fmt: skip
    send(shown, "choose", name="build m2 0 mmr")
    assert shown.told.action == Build(MIGHT, MILITARY, 2, 0, (2, 1, 0))
    assert shown.mode_page["menu"] is None


def test_anybody_can_ask_what_he_could_do_in_his_turn(shown):
    state = position(BETWEEN)
    shown.wish("upgrade", "castle").at("M d1")
    assert "belongs to Ben; only its owner" in shown.verdict
    send(shown, "take", name="player", value="1")
    assert shown.told.state.player.name == "Ben"
    assert "belongs to Ben" not in shown.verdict
    second = in_turn_of(state, 1)
    assert (in_turn_of(second, 0).seat, in_turn_of(second, None).seat) == (0, 1)
    assert second.boards == state.boards
    with pytest.raises(KhronosError, match="there are 2 players, so there is no seat 2"):
        in_turn_of(state, 2)


@pytest.mark.parametrize(
    "wish",
    [
        Wish("build", RELIGIOUS, 2),
        Wish("build", CIVIL, 2),
        Wish("upgrade", MILITARY, 2),
        Wish("demolish"),
        Wish("populate"),
        Wish("restore"),
    ],
    ids=lambda wish: "-".join(map(str, wish[:3])),
)
def test_the_map_is_the_verdict_of_every_square(wish):
    state = midgame()
    ages = BUILDING_AGES if wish.verb in ("build", "upgrade", "demolish") else (REASON,)
    where = where_allowed(state, wish)
    for age in AGES:
        if age not in ages:
            assert where[age] == (0, 0)
            continue
        for sq in list(bits(state.grid.area))[::5]:
            standing = state.boards[age].at(sq)
            if wish.verb in ("demolish", "populate", "restore") and (
                standing is None or standing.square != sq
            ):
                continue
            told = explained(state, wish, (age, sq))
            assert bool(where[age].now >> sq & 1) == told.allowed, (age, sq)
            assert bool(where[age].free >> sq & 1) == told.placeable, (age, sq)


# ------------------------------------------------------------------ the widget


@pytest.mark.parametrize("typed", ["F f4", "f F4", "faith f4", "Glaube, f4", " Ff4 ", "g f4"])
def test_a_place_can_be_typed_in_many_ways(typed):
    shown = kl.explain(new_game(2, seed=1)).wish("build", "keep").at(typed)
    assert shown.place == (FAITH, square("f4"))


def test_a_click_with_a_building_explains_and_another_one_explains_anew(shown):
    send(shown, "take", name="tool", value="m2")
    click(shown, "M c1")
    assert entries(shown) == {}
    assert "✗ Forbidden." in html(shown, "verdict")
    send(shown, "take", name="tool", value="c2")
    assert shown.told.action == Build(MIGHT, CIVIL, 2, square("c1"), (0, 0, 3))
    assert "klc-perhaps" in html(shown, "verdict")
    send(shown, "take", name="free", value=True)
    assert "✓ Allowed." in html(shown, "verdict")
    assert "Ann builds a town at c1 in Might" in html(shown, "log")
    assert shown.position.boards[MIGHT].at(square("c1")) is None


def test_with_the_menu_nothing_is_said_of_a_square_that_nobody_asked(shown):
    click(shown, "M c1")
    assert shown.mode_page["status"] == "c1, Might (plain): Nothing stands here."
    assert panels(shown) == {}
    with pytest.raises(KhronosError, match="say what to do there"):
        _ = shown.told
    click(shown, "M b1")
    assert shown.mode_page["status"] == "b1, Might (plain): keep a1, Ann"


def test_a_building_is_built_or_upgraded_to_and_in_reason_it_cannot_be(shown):
    send(shown, "take", name="tool", value="m3")
    click(shown, "M a1")
    assert isinstance(shown.told.action, Upgrade)
    click(shown, "M c1")
    assert isinstance(shown.told.action, Build)
    click(shown, "R c1")
    assert "(A1)" in shown.verdict
    send(shown, "take", name="tool", value="demolish")
    assert isinstance(shown.told.action, Demolish)


def test_d1_a_click_offers_everything_and_says_why_something_is_forbidden(shown):
    click(shown, "M c1")
    assert len(entries(shown)) == 9
    assert "(D1)" in entries(shown)["build m2 2"]["why"]
    assert entries(shown)["build m1 2"]["why"] == ""
    [(answer, [data])] = send(shown, "try", name="build m2 2")
    assert answer["text"].startswith("Forbidden. ")
    assert inflated(data)["marks"]["items"] != shown.mode_page["marks"]["items"]
    send(shown, "choose", name="build c2 2")
    assert (shown.told.action.kind, shown.told.action.rank) == (CIVIL, 2)
    assert shown.mode_page["menu"] is None


def test_t4_travel_asks_for_the_age_it_begins_in(shown):
    shown.wish("travel").at("R a1")
    assert shown.told.action == Travel(MIGHT, REASON)
    assert shown.told.after.players[0].adventurers == (MIGHT, REASON)
    shown.wish("travel", origin=FAITH)
    assert [each.clause for each in shown.told.broken] == ["T4"]
    assert shown.told.placeable
    click(shown, "R a1")
    send(shown, "choose", name="travel 0 2")
    assert shown.told.action == Travel(MIGHT, REASON)
