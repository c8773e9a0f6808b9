"""Old records stay readable, and where the rules page has changed since, the reader says so."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from khronos_lab.core import position_text
from khronos_lab.engine import new_game
from khronos_lab.records import GameRecord, read_games, read_record, record_text
from khronos_lab.rulebook import RecordError
from tests.mechanics.pictures import legal

OLD = Path(__file__).with_name("revised") / "five_players_before_0_2.khr"


def refused(text: str) -> RecordError:
    with pytest.raises(RecordError) as caught:
        read_record(text, "old.khr")
    return caught.value


def record(board: str, moves: str) -> str:
    """A record that begins with a position."""
    position = position_text(legal(board)).replace("\\", "\\\\").replace('"', '\\"')
    return f'[Khronos "2"]\n[Position "{position}"]\n\n{moves}\n'


ENLARGED = """
    players Red: hand mm; White
    Might              | Faith              | Reason
    m2R #   .   .      | m2R #   .   c1     | m2% #   .   .
    #   #   .   .      | #   #   .   r1W    | #   #   .   .
    .   .   .   .      | .   .   .   .      | .   .   .   .
    """
NEVER_WAS = """
    players Red: hand mm; White
    supply: m 20 2 9, r 20 18 9, c 20 24 9
    Might              | Faith              | Reason
    .   .   .   .      | .   .   r2W #      | .   .   r2% #
    .   .   .   .      | .   .   #   #      | .   .   #   #
    """
LETS_GO = """
    players Red: hand c; White; Blue
    Might                | Faith            | Reason
    m1R .   .   .   .    | .  .  .  .  .    | .  .  .  .  .
    m2R #   .   m2W #    | .  .  .  .  .    | .  .  .  .  .
    #   #   .   #   #    | .  .  .  .  .    | .  .  .  .  .
    .   .   c1  .   .    | .  .  .  .  .    | .  .  .  .  .
    .   .   m2B #   .    | .  .  .  .  .    | .  .  .  .  .
    .   .   #   #   .    | .  .  .  .  .    | .  .  .  .  .
    """


@pytest.mark.parametrize(
    ("board", "moves", "clause"),
    [
        (ENLARGED, "1.R M^m3a1 >mmrr #000000", "B3a"),
        (NEVER_WAS, "1.R M+m2b1 >mmrr #000000", "B6"),
        (LETS_GO, "1.R M+c1c3=e2=c5 >mmrr #000000", "C2"),
        # Under the earlier page Red had to choose between his own keep and Blue's.
        (LETS_GO, "1.R M+c1c3=e2=a2=a2", "C2"),
    ],
)
def test_a_record_that_no_longer_fits_names_the_revised_clause(board, moves, clause):
    fault = refused(record(board, moves))
    assert fault.clause == clause
    assert "and turn 1.R meets the change: " in fault.reason
    assert fault.reason.endswith(f" ({clause})")


def test_a_wrong_digest_without_a_revised_clause_blames_none():
    board = ENLARGED.replace("c1     |", ".      |").replace("r1W    |", ".      |")
    fault = refused(record(board, "1.R M^m3a1 >mmrr #000000"))
    assert fault.clause is None
    assert fault.reason.endswith("it was written under other rules, or changed since")


def test_a_turn_before_the_last_fitting_digest_is_not_blamed():
    good = read_record(record(ENLARGED, "1.R M^m3a1 >mmrr")).line.nodes[-1].digest
    fault = refused(record(ENLARGED, f"1.R M^m3a1 >mmrr #{good} 1.W >mmrr #000000"))
    assert fault.clause is None


def test_a_shipped_game_of_the_first_version_is_read_up_to_the_change():
    record = read_record(OLD.read_text("utf-8"), OLD.name, tolerant=True)
    assert record.line.nodes[-1].label == "5.L"
    assert "turn 5.L meets the change" in str(record.problem)
    assert str(record.problem).endswith("(C2)")


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
