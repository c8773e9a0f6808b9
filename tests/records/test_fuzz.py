"""Bad input is a sentence or a harmless record, in bounded time, and never anything else."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from khronos_lab.records import read_record
from khronos_lab.rulebook import KhronosError, RecordError
from tests.fuzz.messages import check_message
from tests.fuzz.records import PIECES, check

HEAD = '[Khronos "2"]\n[Player1 "Ann"]\n[Player2 "Ben"]\n'
WORDS = st.sampled_from(
    [*PIECES, "1.A", "1.B", "2.A", "M+m2c5", "F+c1c5", "M>R", "M>F!", "(", ")", "{x}", ">****"]
)


@given(st.text(max_size=300))
def test_any_text(text):
    with pytest.raises(RecordError):
        read_record(text)


@settings(max_examples=150)
@given(st.lists(WORDS, max_size=30), st.booleans(), st.sampled_from([" ", "", "\n"]))
def test_any_words(words, tolerant, between):
    check(HEAD + between.join(words), tolerant=tolerant)


@given(
    st.dictionaries(
        st.sampled_from(
            ["Player1", "Player2", "Player3", "Map", "Position", "Rules", "Start", "Deal", "Seed"]
        ),
        st.text(max_size=40) | st.sampled_from(["Ann", "valley", "mmrc mmrc", "A", "hold'em", "."]),
        max_size=6,
    )
)
def test_any_tags(tags):
    lines = [f'[{key} "{value}"]' for key, value in tags.items()]
    check('[Khronos "2"]\n' + "\n".join(lines) + "\nM>F", tolerant=False)


POSITION_LINES = st.sampled_from(
    ["player Red: hand mmrc", "player White:", "player Red: hand ****, secret", "turn: round 4",
     "player White: coins 99999999999999999999", "pile: -", "pile: m", "discards: mmm**",
     "supply: m 0 0 0, r 0 0 0, c 0 0 0", "rules: first edition, hold'em", "open: mrc",
     "turn: round 7, White acts, White starts, acted", "purses: Might 0 Might 0", "chance: 7",
     "Might | Faith | Reason", "h . . | h . . | h . .", "m1R . . | . . . | . . .",
     "m2R # | . . | . .", "map: delta",
     "#   # | . . | . .", ". . . | . . . | c1 . .", "turn: over", "player White: cubes 0"],
)  # fmt: skip


@settings(max_examples=150)
@given(st.lists(POSITION_LINES, max_size=10), st.lists(WORDS, max_size=8))
def test_any_position(lines, words):
    text = "\n".join(lines)
    check(f'[Khronos "2"]\n[Position "\n{text}\n"]\n{" ".join(words)}', tolerant=True)


@pytest.mark.parametrize(
    "flood",
    [
        "(" * 300_000,
        "M>F " + "(M>R " * 300_000,
        "{a}" * 300_000,
        "[" * 300_000,
        '[a "b"]' * 100_000,
        "{" + "\\" * 300_000,
        " \n" * 300_000,
        "x" * 1_000_000,
        "M>F" + "=a1" * 100_000,
        ">" + "m" * 300_000,
        '[Position "' + "\n" * 19_000 + '"]',
        '[Position "purses: ' + "Might 1 or " * 1_700 + '"]',
        '[Deal "' + "m " * 9_000 + '"]',
    ],
    ids=lambda flood: repr(flood[:14]),
)
def test_floods_end_in_bounded_time(flood):
    start = time.perf_counter()
    for text in (HEAD + flood, flood):
        try:
            read_record(text)
        except KhronosError as fault:
            check_message(str(fault))
    assert time.perf_counter() - start < 10


def test_nothing_in_a_record_is_executed(tmp_path):
    target = tmp_path / "pwned"
    code = f"__import__('pathlib').Path({str(target)!r}).touch()"
    for text in (code, f"{{{code}}}", f'[Site "{code}"]', f'[Map "{code}"]', f'[Seed "{code}"]'):
        check(HEAD + text, tolerant=True)
    assert not target.exists()
