"""The explainer: verdicts are `why_not`'s, the map is true square by square, nothing is played."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from khronos_lab.analysis import VERBS, Price, Wish, action_at, explained, in_turn_of, where_allowed
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
    plain_grid,
    square,
)
from khronos_lab.drawing import Table
from khronos_lab.engine import at_leisure, choices, new_game, play_through, preview, why_not
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
from khronos_lab.scenarios import scenario, scenarios
from khronos_lab.widgets import (
    explain,
    now_strokes,
    place_text,
    price_text,
    read_place,
    verdict_panel,
    verdict_text,
)
from tests.support import in_language, position


@cache
def midgame(seed: int = 5) -> GameState:
    state, rng = new_game(3, seed=seed), Random(seed)
    for _ in range(55):
        state = play_through(state, choices(state).pick(rng), lambda *_: 0)[1].state
    return state


@pytest.fixture
def between() -> GameState:
    """Two keeps with room for one building between them."""
    return position("""
        player Ann: hand mmm, at Might Might
        player Ben:
        Might               | Faith        | Reason
        m2A #  .  .  m2B #  | . . . . . .  | . . . . . .
        #   #  .  .  #   #  | . . . . . .  | . . . . . .
        .   .  .  .  .   .  | . . . . . .  | . . . . . .
    """)


def with_no_cards(state: GameState) -> GameState:
    poor = state.players[0]._replace(hand=(0, 0, 0))
    return state._replace(players=(poor, *state.players[1:]))


# ------------------------------------------------------------------ verdicts


def test_d1_domains_that_may_not_be_connected_have_letters_instead_of_a_symbol(between):
    """One broken clause about a single domain keeps the symbol that says "blocked"."""
    table = Table.of(between.grid)

    def symbols(kind, rank, sq) -> int:
        told = explained(between, Wish("build", kind, rank), (MIGHT, square(sq)))
        assert told.broken
        strokes = now_strokes(told, False, table)
        return sum(stroke.label.startswith(("badge", "symbol")) for stroke in strokes)

    assert symbols(MILITARY, 2, "c1") == 0
    assert symbols(CIVIL, 1, "c1") > 0


def test_h1_a_reason_about_one_domain_keeps_the_symbol():
    state = position("""
        player Ann: hand mmm, at Might Might
        player Ben:
        Might         | Faith      | Reason
        m2A #  .  .   | . . . .    | . . . .
        #   #  .  .   | . . . .    | . . . .
    """)
    told = explained(state, Wish("build", MILITARY, 2), (MIGHT, square("c1")))
    assert [(each.clause, len(each.domains)) for each in told.broken] == [("H1", 1)]
    labels = [stroke.label for stroke in now_strokes(told, False, Table.of(state.grid))]
    assert any(label.startswith(("badge", "symbol")) for label in labels)


def test_any_player_can_be_asked_for_as_if_it_were_his_turn(between):
    second = in_turn_of(between, 1)
    assert (second.seat, in_turn_of(second, 0).seat, in_turn_of(second, None).seat) == (1, 0, 1)
    assert in_turn_of(second, 0).boards == between.boards
    for seat in (-1, 2):
        with pytest.raises(KhronosError, match=f"there are 2 players, so there is no seat {seat}"):
            in_turn_of(between, seat)


EXPLAINED = (Build, Upgrade, Demolish, Populate, Restore, Travel)


@pytest.mark.parametrize(
    "chosen", [each for each in scenarios() if isinstance(each.action, EXPLAINED)], ids=str
)
def test_a_verdict_is_what_the_engine_says_of_the_scenario(chosen):
    state, action = chosen.state, chosen.action
    verb = type(action).__name__.lower()
    kind, rank = getattr(action, "kind", MILITARY), getattr(action, "rank", 1)
    wish = Wish(verb, kind, rank, getattr(action, "origin", None))
    age = getattr(action, "age", getattr(action, "target", REASON))
    cards = getattr(action, "cards", None)
    told = explained(state, wish, (age, getattr(action, "square", 0)), cards=cards)
    assert told.action == action
    broken = why_not(state, action)
    assert str(told.broken[0]) == str(broken) if broken else told.allowed
    if told.allowed:
        shown = preview(state, action)
        assert told.log[: len(shown.log)] == shown.log
        assert (told.question is None) == (shown.question is None)


def test_d1_and_h1_are_both_told_and_cards_can_be_set_aside(between):
    told = explained(between, Wish("build", MILITARY, 2), (MIGHT, square("c1")))
    assert [each.clause for each in told.broken] == ["D1", "H1"]
    bare = between._replace(
        players=(between.players[0]._replace(hand=(0, 0, 0)), *between.players[1:])
    )
    told = explained(bare, Wish("build", MILITARY, 2), (MIGHT, square("c1")))
    assert [each.clause for each in told.broken] == ["A1", "D1", "H1"]
    assert [each.clause for each in told.beyond] == ["D1", "H1"]
    assert "hand is -" in verdict_text(told, False)
    assert "hand is" not in verdict_text(told, True)
    assert "Set aside: Ann cannot use the cards" in verdict_panel(told, True)


def test_with_adventurer_and_cards_missing_it_tells_both_and_what_would_happen(between):
    bare = between._replace(
        players=(between.players[0]._replace(hand=(0, 0, 0)), *between.players[1:])
    )
    told = explained(bare, Wish("build", RELIGIOUS, 2), (FAITH, square("c1")))
    assert [each.clause for each in told.broken] == ["T5", "A1"]
    assert told.placeable
    assert not told.allowed
    assert [entry.event.clause for entry in told.log] == ["A1", "A1", "A3", "B4", "B4"]
    assert told.money[0].coins == 2
    # Only the boards, tiles and cubes change: what was pretended is gone.
    assert told.after is not None
    assert told.after.players[0] == bare.players[0]._replace(cubes=bare.players[0].cubes - 1)
    assert told.after.turn == bare.turn


def test_c2_an_open_choice_is_told_and_goes_on_with_what_pays(between):
    state = position("""
        player Ann: hand c, at Might Might
        player Ben:
        Might             | Faith         | Reason
        m2A #  .  m2B #   | . . . . .     | . . . . .
        #   #  .  #   #   | . . . . .     | . . . . .
    """)
    told = explained(state, Wish("build", CIVIL, 1), (MIGHT, square("c1")))
    assert told.question is not None
    assert told.question.clause == "C4"
    assert told.after is not None
    assert sum(each.rank for each in told.after.boards[MIGHT]) == 4
    shown = explain(state).wish("build", "hamlet").at("M c1")
    assert [panel["name"] for panel in shown.page["panels"]].count("question") == 1
    shown.close()


@pytest.mark.parametrize(
    ("wish", "place", "price"),
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
def test_g2_prices_name_the_cards_the_surcharge_and_the_coins(wish, place, price):
    state = position("""
        player Ann: hand ccc
        player Ben:
        Might             | Faith           | Reason
        .   f  ^  m1A .   | .  f  ^  .  .   | .  f  ^  c1  .
        .   .  .  .   .   | .  .  .  .  .   | .  .  .  .   .
        .   .  .  .   .   | .  .  .  .  .   | .  .  .  r2% #
        .   .  .  .   .   | .  .  .  .  .   | .  .  .  #   #
    """)
    told = explained(state, wish, read_place(place, state.grid))
    assert told.price == price


def test_g2_every_way_to_pay_is_offered_and_can_be_chosen():
    state = position("""
        player Ann: hand mmrc, at Might Might
        player Ben:
        Might    | Faith   | Reason
        .   f    | .  f    | .  f
        .   .    | .  .    | .  .
    """)
    shown = explain(state).wish("build", "keep").at("M a1")
    assert [cards_text(way) for way in shown.told.ways] == ["mmc", "mmr"]
    send(shown, "click", square=[int(MIGHT), 0])
    assert entry(shown, "build m2 0")["ways"] == (
        ("build m2 0 mmr", "+ religious"), ("build m2 0 mmc", "+ civil")
    )  # fmt: skip
    send(shown, "choose", name="build m2 0 mmr")
    assert shown.told.action == Build(MIGHT, MILITARY, 2, 0, (2, 1, 0))
    assert shown.page["menu"] is None
    shown.close()


def test_anybody_can_ask_what_he_could_do_in_his_turn(between):
    wish, place = Wish("upgrade", MILITARY, 3), (MIGHT, square("d1"))
    assert "belongs to Ben; only its owner" in str(explained(between, wish, place).broken[0])
    assert explained(in_turn_of(between, 1), wish, place).state.player.name == "Ben"
    with pytest.raises(KhronosError, match="no seat 2"):
        in_turn_of(between, 2)


def test_t7_after_the_game_nothing_is_allowed(between):
    told = explained(between._replace(over=True), Wish("travel"), (FAITH, 0))
    assert [each.clause for each in told.broken] == ["T7"]
    assert not told.placeable


# ------------------------------------------------------------------ what is set aside

MEANS = {
    "refusal-not_in_hand", "refusal-no_adventurer", "refusal-allowance",
    "refusal-demolition_price", "refusal-travel_price",
}  # fmt: skip


def test_at_leisure_only_cards_coins_and_adventurers_are_set_aside():
    state = midgame()
    seen = set()
    for verb in VERBS:
        for kind, rank in [(MILITARY, 1), (RELIGIOUS, 2), (CIVIL, 2)]:
            for age in AGES:
                for sq in list(bits(state.grid.area))[::7]:
                    action = action_at(state, Wish(verb, kind, rank), age, sq)
                    real = why_not(state, action)
                    paying = getattr(action, "age", getattr(action, "origin", REASON))
                    free = why_not(at_leisure(state, state.seat, paying), action)
                    if real is None:
                        assert free is None
                    elif free is None:
                        assert real.key in MEANS, str(real)
                        seen.add(real.clause)
    assert {"T5", "A1"} <= seen


# ------------------------------------------------------------------ the map


@pytest.mark.parametrize("seed", [5, 8])
@pytest.mark.parametrize(
    "wish",
    [
        Wish("build", MILITARY, 1),
        Wish("build", RELIGIOUS, 2),
        Wish("build", CIVIL, 2),
        Wish("upgrade", MILITARY, 2),
        Wish("upgrade", CIVIL, 2),
        Wish("demolish"),
        Wish("populate"),
        Wish("restore"),
    ],
    ids=lambda wish: "-".join(map(str, wish[:3])),
)
def test_the_map_is_the_verdict_of_every_square(wish, seed):
    state = midgame(seed)
    ages = BUILDING_AGES if wish.verb in ("build", "upgrade", "demolish") else (REASON,)
    where = where_allowed(state, wish)
    for age in AGES:
        if age not in ages:
            assert where[age] == (0, 0)
            continue
        for sq in list(bits(state.grid.area))[::3]:
            standing = state.boards[age].at(sq)
            if wish.verb in ("demolish", "populate", "restore") and (
                standing is None or standing.square != sq
            ):
                continue
            told = explained(state, wish, (age, sq))
            assert bool(where[age].now >> sq & 1) == told.allowed, (age, sq)
            assert bool(where[age].free >> sq & 1) == told.placeable, (age, sq)


# ------------------------------------------------------------------ words and places


@pytest.mark.parametrize("typed", ["F f4", "f F4", "faith f4", "Glaube, f4", " Ff4 ", "g f4"])
def test_a_place_can_be_typed_in_many_ways(typed):
    assert read_place(typed, plain_grid(8, 8)) == (FAITH, square("f4"))


@pytest.mark.parametrize("typed", ["f4", "X f4", "F z4", "F f40", "", "F p20"])
def test_what_is_no_place_is_refused_with_a_hint(typed):
    with pytest.raises(KhronosError):
        read_place(typed, plain_grid(8, 8))


def test_a_price_is_said_in_german_too():
    assert in_language("de", price_text, Price(CIVIL, 1, 2, 1)) == (
        "1 Karte (bürgerlich), 2 Karten beliebiger Art für das Gelände (G2) und 1 Taler"
    )


# ------------------------------------------------------------------ the widget


def send(widget, kind, **more):
    """What the page sends, and what it gets."""
    got = []
    object.__setattr__(widget, "send", lambda content, buffers=(): got.append((content, buffers)))
    widget._handle_custom_msg({"kind": kind, **more}, [])
    assert got[-1][0] == {"kind": "done", "of": kind}
    return got[:-1]


def controls(widget):
    return {c["name"]: c for group in widget.page["groups"] for c in group["controls"]}


def html(widget, name):
    return next(panel["html"] for panel in widget.page["panels"] if panel["name"] == name)


@pytest.fixture
def shown(between):
    widget = explain(between)
    yield widget
    widget.close()


def test_before_a_square_is_chosen_the_map_is_there_and_no_verdict(shown):
    assert shown.verdict == ""
    assert shown.page["status"] == "Choose a square."
    assert shown.page["panels"] == []
    assert shown.page["below"] == ""
    send(shown, "take", name="tool", value="m2")
    assert "Dots" in shown.page["below"]
    with pytest.raises(KhronosError, match="no square is chosen"):
        _ = shown.told


def test_a_click_with_a_building_explains_and_another_one_explains_anew(shown):
    send(shown, "take", name="tool", value="m2")
    send(shown, "click", square=[int(MIGHT), square("c1")])
    assert shown.page["menu"] is None
    assert "✗ Forbidden." in html(shown, "verdict")
    assert "(D1)" in html(shown, "verdict")
    assert "(H1)" in html(shown, "verdict")
    send(shown, "take", name="tool", value="c2")
    assert shown.told.action == Build(MIGHT, CIVIL, 2, square("c1"), (0, 0, 3))
    assert "klc-perhaps" in html(shown, "verdict")
    send(shown, "take", name="free", value=True)
    assert "✓ Allowed." in html(shown, "verdict")
    assert "Ann builds a town at c1 in Might" in html(shown, "log")
    assert shown.position.boards[MIGHT].at(square("c1")) is None


def test_with_the_menu_nothing_is_said_of_a_square_that_nobody_asked(shown):
    send(shown, "click", square=[int(MIGHT), square("c1")])
    assert shown.page["status"] == "c1, Might (plain): Nothing stands here."
    assert shown.page["panels"] == []
    with pytest.raises(KhronosError, match="say what to do there"):
        _ = shown.told


def test_a_building_is_built_or_upgraded_to_and_in_reason_it_cannot_be(shown):
    send(shown, "take", name="tool", value="m3")
    send(shown, "point", square=[int(MIGHT), square("a1")])
    assert isinstance(shown.told.action, Upgrade)
    send(shown, "point", square=[int(MIGHT), square("c1")])
    assert isinstance(shown.told.action, Build)
    send(shown, "point", square=[int(REASON), square("c1")])
    assert "(A1)" in shown.verdict
    send(shown, "take", name="tool", value="demolish")
    assert "no tool" not in shown.error
    assert isinstance(shown.told.action, Demolish)


def test_the_picture_changes_with_what_is_asked_and_is_drawn_once(shown):
    send(shown, "take", name="tool", value="m2")
    first = shown.scene
    send(shown, "point", square=[0, square("c1")])
    planned = shown.scene
    assert planned["version"] == first["version"] + 1
    send(shown, "take", name="view", value="now")
    assert shown.scene is planned
    send(shown, "take", name="tool", value="c2")
    send(shown, "take", name="free", value=True)
    send(shown, "take", name="view", value="after")
    assert len({str(each["items"]) for each in (first, planned, shown.scene)}) == 3


# ------------------------------------------------------------------ the menu


def menu_of(widget):
    return widget.page["menu"]


def entry(widget, name):
    [found] = [each for each in menu_of(widget)["entries"] if each["name"] == name]
    return found


def test_d1_a_click_offers_everything_and_says_why_something_is_forbidden(shown):
    send(shown, "click", square=[int(MIGHT), square("c1")])
    assert len(shown.page["menu"]["entries"]) == 9
    assert "(D1)" in entry(shown, "build m2 2")["why"]
    assert entry(shown, "build m1 2")["why"] == ""
    [(answer, _)] = send(shown, "try", name="build m2 2")
    assert answer["text"].startswith("Forbidden. ")
    assert answer["picture"]["items"] != shown.scene["items"]
    send(shown, "choose", name="build c2 2")
    assert (shown.told.action.kind, shown.told.action.rank) == (CIVIL, 2)
    assert shown.page["menu"] is None


def test_what_cards_forbid_is_set_aside_in_the_menu_too(shown):
    send(shown, "click", square=[int(MIGHT), square("c1")])
    assert "(A1)" in entry(shown, "build c2 2")["why"]
    [(answer, _)] = send(shown, "try", name="build c2 2")
    assert answer["text"].startswith("Forbidden. Ann cannot use the cards")
    assert "What would happen: Coins: Ann +1. " in answer["text"]
    send(shown, "take", name="free", value=True)
    send(shown, "click", square=[int(MIGHT), square("c2")])
    assert entry(shown, "build c2 19")["why"] == ""
    [(answer, _)] = send(shown, "try", name="build c2 19")
    assert "Ann builds a town at c2 in Might (A1)." in answer["text"]


def test_the_menu_closes_by_the_same_square_and_stays_shut_with_a_building(shown):
    place = [int(MIGHT), square("c1")]
    send(shown, "click", square=place)
    send(shown, "click", square=place)
    assert shown.page["menu"] is None
    send(shown, "take", name="tool", value="m2")
    send(shown, "click", square=place)
    assert shown.page["menu"] is None
    send(shown, "click", square=place, menu=True)
    assert menu_of(shown)["title"] == "c1, Might (plain): Nothing stands here."
    send(shown, "choose", name="")
    assert shown.page["menu"] is None
    send(shown, "click", square=place, menu=True)
    send(shown, "choose", name="fly m2 2")
    assert "no entry 'fly m2 2'" in shown.error


def test_hovering_tells_the_reason_of_a_square_without_choosing_it(shown):
    send(shown, "take", name="tool", value="m2")
    [(answer, _)] = send(shown, "hover", square=[int(MIGHT), square("c1")])
    assert answer["text"].startswith("c1, Might (plain): Nothing stands here.\nForbidden. The keep")
    assert shown.place is None


def test_travel_asks_for_the_age_it_begins_in(shown):
    shown.wish("travel").at("R a1")
    assert shown.told.action == Travel(MIGHT, REASON)
    assert shown.told.after.players[0].adventurers == (MIGHT, REASON)
    shown.wish("travel", origin=FAITH)
    assert [each.clause for each in shown.told.broken] == ["T4"]
    assert shown.told.placeable
    send(shown, "click", square=[int(REASON), 0])
    send(shown, "choose", name="travel 0 2")
    assert shown.told.action == Travel(MIGHT, REASON)


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        ({"kind": "click", "square": [0, 340]}, "no square"),
        ({"kind": "click", "square": [7, 0]}, "no square"),
        ({"kind": "take", "name": "tool", "value": "x9"}, "no tool 'x9'"),
        ({"kind": "take", "name": "nothing", "value": ""}, "no control"),
        ({"kind": "take", "name": "player", "value": "Zoe"}, "nobody here is 'Zoe'"),
        ({"kind": "press", "name": "launch"}, "no button"),
        ({"kind": "nonsense"}, "KeyError"),
    ],
)  # fmt: skip
def test_what_fails_is_shown_in_the_widget(shown, message, reason):
    object.__setattr__(shown, "send", lambda *_: None)
    shown.log.setLevel("CRITICAL")
    shown._handle_custom_msg(message, [])
    assert reason in shown.error
    send(shown, "click", square=[0, 0])
    assert shown.error == ""


def test_all_of_it_speaks_german(between):
    shown = explain(between, seat="Ben", language="de").wish("build", "town").at("M c1")
    assert shown.page["title"] == "Darf ich?"
    assert "Auf den Spielplänen spricht nichts dagegen" in html(shown, "verdict")
    assert shown.page["status"].startswith("c1, Macht (Ebene): Hier steht nichts. → Verboten.")
    assert controls(shown)["tool"]["options"][0] == ("", "Menü")
    assert "sofort" in html(shown, "money").lower()
    with pytest.raises(KhronosError, match="no words in the language"):
        shown.language = "fr"
    shown.close()


def test_names_are_escaped():
    state = new_game(["<i>Ann</i>", "Ben & Co"], seed=2)
    shown = explain(state).wish("build", "keep").at("M f4")
    told = "".join(panel["html"] for panel in shown.page["panels"])
    assert "<i>" not in told
    assert "&lt;i&gt;Ann" in told
    shown.close()


def test_only_positions_can_be_explained():
    with pytest.raises(KhronosError, match="cannot explain a str"):
        explain("data/games/01.khr")  # type: ignore[arg-type]
    with pytest.raises(KhronosError, match="nobody here is 'Zoe'"):
        explain(new_game(2), seat="Zoe")


def test_place_text_names_owner_and_cubes():
    state = scenario(11).state
    assert place_text(state, (FAITH, square("a1"))) == "a1, Faith (plain): watchtower a1, Ben"
    assert place_text(state, None) == ""
