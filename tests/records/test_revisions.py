"""Records written under an earlier rules page: the reader names the clause that has changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from khronos_lab.core import position_text
from khronos_lab.records import read_record
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
    player Red: hand mm
    player White:
    Might              | Faith              | Reason
    m2R #   .   .      | m2R #   .   c1     | m2% #   .   .
    #   #   .   .      | #   #   .   r1W    | #   #   .   .
    .   .   .   .      | .   .   .   .      | .   .   .   .
    """
NEVER_WAS = """
    player Red: hand mm
    player White:
    supply: m 20 2 9, r 20 18 9, c 20 24 9
    Might              | Faith              | Reason
    .   .   .   .      | .   .   r2W #      | .   .   r2% #
    .   .   .   .      | .   .   #   #      | .   .   #   #
    """
LETS_GO = """
    player Red: hand c
    player White:
    player Blue:
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
