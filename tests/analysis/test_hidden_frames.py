"""A record that names no hands gives the frames of the game as it was, cards aside."""

from __future__ import annotations

import pytest

from khronos_lab.analysis import Timeline, forecast
from khronos_lab.export import without_hands
from khronos_lab.records import GameRecord, read_games
from khronos_lab.rulebook import data_file

GAMES = ("01-two-players-valley.khr", "03-four-players-valley.khr")
CARDS = {"CardsDrawn", "CardsDiscarded", "PileRenewed"}


@pytest.mark.parametrize("name", GAMES)
def test_hidden_hands_change_no_frame_but_for_the_cards(name):
    record = next(iter(read_games(data_file("games", name))))
    assert isinstance(record, GameRecord)
    known, hidden = Timeline.of(record), Timeline.of(without_hands(record))
    assert len(known) == len(hidden)
    assert any(player.hidden for player in hidden[0].state.players)
    for one, other in zip(known, hidden, strict=True):
        assert one.state.boards == other.state.boards
        assert one.coins == other.coins
        assert type(one.event) is type(other.event)
        assert (one.index, one.move, one.turn, one.round) == (
            other.index,
            other.move,
            other.turn,
            other.round,
        )
        if type(one.event).__name__ not in CARDS:
            assert one.caption == other.caption
            assert one.marks == other.marks
    for index in range(0, len(known), 40):
        assert forecast(known[index].state).domains == forecast(hidden[index].state).domains
