"""Old files stay readable: a file for each version of the format, read for ever.

A file here is never written again. A new version of the format gets a new file, and its line below.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from khronos_lab.engine import new_game
from khronos_lab.records import GameRecord, read_games, record_text

FOLDER = Path(__file__).with_name("golden")
GOLDEN = {
    1: "084b75cd2c9128a2b1fc343caa01b3f3035202b43c43e50d570a5224ef682750",
    2: "1b7b730ad1fd01006a2c28ff85a84a5dee0badb0452b0cc573f0d21f950a4df0",
}
LAST_DIGESTS = {
    1: ["29fb95", "35e5d2", "787389", "80842a", "090f6c", "127dce", "a1e2c7", "2ae4b6"],
    2: ["29fb95", "35e5d2", "787389", "80842a", "090f6c", "127dce", "a1e2c7", "2ae4b6", "59805f"],
}


def games(version: int) -> list[GameRecord]:
    found = list(read_games(FOLDER / f"version_{version}.khr"))
    bad = [str(game.error) for game in found if not isinstance(game, GameRecord)]
    assert bad == []
    return [game for game in found if isinstance(game, GameRecord)]


def test_every_version_has_its_file():
    written = record_text(GameRecord({}, new_game(2, 1))).splitlines()[0]
    assert written == f'[Khronos "{max(GOLDEN)}"]'
    assert {path.name for path in FOLDER.iterdir()} == {f"version_{n}.khr" for n in GOLDEN}


@pytest.mark.parametrize("version", GOLDEN)
def test_nobody_wrote_the_file_again(version):
    content = (FOLDER / f"version_{version}.khr").read_bytes()
    assert hashlib.sha256(content).hexdigest() == GOLDEN[version]


@pytest.mark.parametrize("version", GOLDEN)
def test_every_game_is_read_and_checked(version):
    lasts = [[n.digest for n in game.line.nodes if n.digest][-1:] for game in games(version)]
    assert ["".join(last) for last in lasts] == LAST_DIGESTS[version]


def test_the_present_version_is_written_as_it_was():
    text = (FOLDER / f"version_{max(GOLDEN)}.khr").read_text("utf-8")
    assert "\n".join(record_text(game) for game in games(max(GOLDEN))) == text


def test_s3_in_version_1_erased_tiles_return_unless_it_says_otherwise():
    assert {game.start.rules.erased_tiles_return for game in games(1)} == {True}
    assert [game.start.rules.erased_tiles_return for game in games(2)] == [True] * 8 + [False]
