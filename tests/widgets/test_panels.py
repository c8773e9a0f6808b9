"""What is said beside the boards: hands and eyes, purses, forecast, escaping, the move list."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from khronos_lab.analysis import Timeline, forecast
from khronos_lab.core import EndTurn, Exchange, Swap, allowance, cards_text
from khronos_lab.core import events as e
from khronos_lab.engine import Outcome, new_game, play
from khronos_lab.players import eyes_of
from khronos_lab.records import GameRecord, Line, Node, read_games, read_record
from khronos_lab.rulebook import RELIGIOUS, data_file
from khronos_lab.widgets import (
    TIMES,
    caption_text,
    player_panel,
    replay,
    seen_notation,
    supply_panel,
)
from tests.support import in_language
from tests.widgets.conftest import FOUR_PLAYERS, SHIPPED


@pytest.fixture(scope="module")
def timeline() -> Timeline:
    return replay(FOUR_PLAYERS).timeline


def words_in(markup: str) -> str:
    """HTML without its tags."""
    return " ".join(re.sub(r"<[^>]*>", " ", markup).split())


def rows_of(markup: str) -> list[list[str]]:
    rows = re.findall(r"<tr>(.*?)</tr>", markup)
    return [[words_in(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", r)] for r in rows]


# ------------------------------------------------------------------ players


def test_the_players_panel_shows_what_the_state_says(timeline):
    for index in (0, 100, 250, 400):
        frame = timeline[index]
        rows = rows_of(player_panel(frame.state))[2:]
        taxes = forecast(frame.state)
        for seat, (player, row) in enumerate(zip(frame.state.players, rows, strict=True)):
            assert row[0].split()[0] == player.name
            assert int(row[1]) == player.coins
            letters = row[2].replace(" ", "")
            assert [letters.count(card) for card in "mrc"] == list(player.hand)
            assert int(row[3]) == player.cubes
            for age, cell in enumerate(row[5:]):
                there, here = taxes.there[seat][age], taxes.here[seat][age]
                assert cell == (str(here) if here == there else f"({there})")


def test_t5_the_player_to_act_shows_the_cards_left_in_each_age(timeline):
    shown = set()
    for frame in list(timeline)[::2]:
        state = frame.state
        if state.over:
            continue
        row = rows_of(player_panel(state))[2 + state.turn.seat]
        assert "▶" in row[0]
        told = []
        for age in sorted(set(state.player.adventurers)):
            several = f"2 {TIMES} " if state.player.adventurers.count(age) == 2 else ""
            left = allowance(state.turn.purses, age)
            told.append(f"{several}{age.title}: {left} {'card' if left == 1 else 'cards'} left")
        assert row[4] == " · ".join(told)
        shown.add(len(state.turn.purses))
    assert shown >= {1, 2}


def test_where_a_page_is_too_narrow_for_a_head_every_cell_has_its_own(timeline):
    labels = re.findall(
        r'<td data-head="([^"]*)"', in_language("de", player_panel, timeline[0].state)
    )
    assert labels[:7] == [
        *("Taler", "", "Würfel", "Abenteurer", "Steuern: Macht", "Glaube", "Vernunft"),
    ]


def test_the_supply_panel_counts_tiles(timeline):
    state = timeline[300].state
    rows = rows_of(in_language("de", supply_panel, state))[1:]
    assert [[int(cell) for cell in row[1:]] for row in rows] == [
        list(tiles[1:]) for tiles in state.supply
    ]


# ------------------------------------------------------------------ eyes


def test_one_players_eyes_do_not_see_what_others_hold_and_draw(timeline):
    seen = set()
    for frame in timeline:
        event = frame.event
        if isinstance(event, e.CardsDrawn):
            caption = caption_text(frame, "1")
            assert bool(re.search(r"\([mrc]+\)", caption)) == (event.seat == 1)
            assert ("*" in caption) == (event.seat != 1)
            seen.add(event.seat)
    assert seen == {0, 1, 2, 3}


@pytest.mark.parametrize("eyes", ["1", "nobody"])
def test_s4_every_eye_sees_what_is_discarded_and_what_a_renewed_pile_is_made_of(timeline, eyes):
    told = {e.CardsDiscarded: 0, e.PileRenewed: 0}
    for frame in timeline:
        if isinstance(frame.event, e.CardsDiscarded | e.PileRenewed):
            letters = cards_text(frame.event.cards)
            caption = caption_text(frame, eyes)
            assert f"({letters})" in caption
            assert caption == frame.caption
            told[type(frame.event)] += 1
    assert min(told.values()) > 0


def test_s4_a_pile_renewed_from_hidden_discards_shows_stars():
    (renewed,) = [
        frame for frame in replay("data/games/07-hidden-hands.khr").timeline
        if isinstance(frame.event, e.PileRenewed)
    ][:1]  # fmt: skip
    assert isinstance(renewed.event, e.PileRenewed)
    assert renewed.event.hidden
    said = cards_text(renewed.event.cards, renewed.event.hidden)
    assert f"({said})" in caption_text(renewed, "0")


def test_t2_and_v1_notation_shows_what_others_discard_and_hides_what_they_draw():
    assert seen_notation("xmm>rc", Exchange((2, 0, 0)), 0, "1") == "xmm>**"
    assert seen_notation("xm*>**", Exchange((1, 0, 0), 1), 0, "1") == "xm*>**"
    assert seen_notation("-mc>rc", EndTurn((1, 0, 1)), 0, "nobody") == "-mc>**"
    assert seen_notation("-mc>", EndTurn((1, 0, 1)), 0, "nobody") == "-mc>"
    assert seen_notation("-mc>rc", EndTurn((1, 0, 1)), 0, "0") == "-mc>rc"
    assert seen_notation("smc>rr", Swap(RELIGIOUS, (1, 0, 1)), 0, "1") == "smc>rr"


def test_one_players_eyes_see_only_his_hand(timeline):
    for frame in list(timeline)[::25]:
        rows = rows_of(player_panel(frame.state, "1"))[2:]
        for seat, (row, player) in enumerate(zip(rows, frame.state.players, strict=True)):
            assert row[2].count("*") == (0 if seat == 1 else sum(player.hand) + player.hidden)


# ------------------------------------------------------------------ coins


def purses_told(frame, eyes: str, coins: str) -> list[str]:
    rows = rows_of(player_panel(frame.state, eyes, coins))[2:]
    return [row[1] for row in rows]


def test_s6_coins_lie_open_unless_a_table_hides_them(timeline):
    frame = timeline[250]
    everything = [str(player.coins) for player in frame.state.players]
    for eyes in ("all", "1", "nobody"):
        assert purses_told(frame, eyes, "open") == everything
    assert purses_told(frame, "all", "hidden") == everything
    assert purses_told(frame, "1", "hidden") == ["?", everything[1], "?", "?"]
    assert purses_told(frame, "nobody", "hidden") == ["?"] * 4


def test_s6_hidden_coins_are_counted_when_the_game_is_over(timeline):
    last = timeline[len(timeline) - 1]
    assert last.state.over
    assert purses_told(last, "nobody", "hidden") == [str(p.coins) for p in last.state.players]


def test_s6_a_player_whose_hand_nobody_wrote_down_keeps_the_coins_hidden_too():
    frame = replay("data/games/07-hidden-hands.khr", step=20).frame
    secret = [player.secret for player in frame.state.players]
    assert any(secret)
    assert [each == "?" for each in purses_told(frame, "all", "hidden")] == secret


def test_s6_payments_are_told_even_where_coins_are_hidden(timeline):
    paid = 0
    for frame in timeline:
        if isinstance(frame.event, e.CoinsSpent | e.BonusPaid | e.TaxCollected):
            said = caption_text(frame, "nobody")
            assert said == frame.caption
            assert re.search(r"\d+ coins?", said)
            paid += 1
    assert paid > 50


def test_s6_the_viewer_gets_only_coins_that_are_seen(opened):
    browser = opened(eyes="1", coins="hidden")

    def coins(game: dict, seat: int) -> set:
        steps = [step.get("now", {}) for step in game["lines"]["[]"]["steps"]]
        return {game["table"][f"c{seat}"], *(now[f"c{seat}"] for now in steps if f"c{seat}" in now)}

    game = browser.game()
    # Purses are opened when the game is over.
    assert len([each for each in coins(game, 0) if each != "?"]) == 1
    assert "?" not in coins(game, 1)
    browser.got.clear()
    browser.widget.coins = "open"
    [told] = browser.sent("game")
    assert "?" not in coins(told, 0)


def test_nobodys_eyes_see_no_draw_in_the_move_list():
    widget = replay(FOUR_PLAYERS, eyes="nobody")
    draws = [move["text"] for move in widget.lines["[]"]["moves"] if move["text"][0] == ">"]
    assert len(draws) > 20
    assert set(draws) == {">****"}
    widget.eyes = "all"
    assert ">mmrc" in [move["text"] for move in widget.lines["[]"]["moves"]]


def test_eyes_are_named_by_player_or_seat():
    names = ("Ruth", "Wim")
    assert [eyes_of(each, names) for each in (None, "all", "nobody", "Wim", 0, "1")] == [
        *("all", "all", "nobody", "1", "0", "1"),
    ]


def test_hands_that_nobody_wrote_down_are_stars():
    widget = replay("data/games/07-hidden-hands.khr", step=20)
    rows = rows_of(player_panel(widget.frame.state))[2:]
    assert any("*" in row[2] for row in rows)


# ------------------------------------------------------------------ escaping and the move list

EVIL = "<img src=x onerror=alert(1)>&\"'"


def evil_game() -> GameRecord:
    text = data_file("games", "08-lesson-three-ages.khr").read_text("utf-8")
    record = read_record(text)
    nodes = list(record.line.nodes)
    nodes[0] = nodes[0]._replace(comment=EVIL)
    players = tuple(player._replace(name=f"{player.name}{EVIL}") for player in record.start.players)
    line = type(record.line)(tuple(nodes), EVIL)
    return GameRecord({"Event": EVIL}, record.start._replace(players=players), line)


def test_names_and_comments_are_escaped_everywhere():
    widget = replay(evil_game(), step=1)
    shown = []
    for index in range(0, len(widget.timeline), 3):
        widget.index = index
        shown.append(in_language("de", player_panel, widget.frame.state))
    assert any("&lt;img" in markup for markup in shown)
    assert not any("<img" in markup for markup in shown)
    # What is plain text stays so: the viewer puts it in as text.
    assert EVIL in widget.text
    assert widget.lines["[]"]["note"] == EVIL


@pytest.mark.parametrize("name", SHIPPED)
def test_the_move_list_has_every_move_comment_and_mark_of_a_game(name):
    record = next(iter(read_games(data_file("games", name))))
    assert isinstance(record, GameRecord)
    moves = [move for line in replay(record).lines.values() for move in line["moves"]]
    told = sorted((move["text"], move.get("mark", ""), move.get("note", "")) for move in moves)
    nodes = sorted((node.text, node.mark, node.comment) for node in all_nodes(record.line))
    assert told == nodes


def all_nodes(line: Line) -> Iterator[Node]:
    for node in line.nodes:
        yield node
        for variation in node.variations:
            yield from all_nodes(variation)


def test_moves_that_came_from_elsewhere_are_written_in_notation():
    start = new_game(2, seed=7)
    outcome = play(start, EndTurn())
    assert isinstance(outcome, Outcome)
    timeline = Timeline.of([(start, EndTurn(), outcome.state, outcome.log)])
    [move] = replay(timeline).lines["[]"]["moves"]
    assert (move["text"], move["turn"]) == (">mmrc", f"1.{start.player.name[0]}")
