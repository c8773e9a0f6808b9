"""Positions as text: what cannot be read is refused with a sentence that names the line."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from khronos_lab.core import position_text, read_position
from khronos_lab.rulebook import KhronosError, PositionError
from tests.golden.games import FIVE, NARROW, OPEN_TABLE, SCARCE
from tests.golden.perft import FILE, read_perft

TWO = "player Red:\nplayer White:\n"
"""Two players with the marks R and W, on the first two lines."""


def case(name, text, line, *words):
    return pytest.param(text, line, words, id=name.replace(" ", "-"))


BOARDS = [
    case(
        "a purse of 20 digits",
        f"player Red: coins {'9' * 20}\nplayer White:\nMight\n. .",
        1,
        "nobody has more than 1,000,000,000 coins",
    ),
    case(
        "a name without end",
        f"player {'x' * 61}:\nplayer White:\nMight\n. .",
        1,
        "a name has up to 60 letters, not 61",
    ),
    case("unknown token", TWO + "Might\n. x9 .", 4, "b1 in Might", "'x9'"),
    case("a hamlet that is none on the map", TWO + "Map\n. .\n\nMight\n. h", 7, "b1", "'h'"),
    case("unknown mark of an owner", TWO + "Might\n. m1G .", 4, "mark 'G'", "R, W"),
    case("a row too few", TWO + "Might\n. .\n. .\nFaith\n. .", 7, "Faith has 1 rows", "has 2"),
    case("a square too few", TWO + "Might\n. . .\n. .", 5, "Might has 2 squares here, not 3"),
    case("a part too few", TWO + "Might | Faith\n. . | . .\n. .", 5, "2 boards", "1 parts"),
    case("a square without #", TWO + "Might\nm2R #\n# .", 4, "b2 in Might: # marks"),
    case("a # without a building", TWO + "Might\nm1R #\n. .", 4, "b1 in Might: # marks"),
    case("an overlap", TWO + "Might\nm2R # .\n# m2W #\n. # #", 4, "the keep at b2 in Might"),
    case("a building over the right edge", TWO + "Might\n. m2R\n. #", 4, "keep at b1", "no room"),
    case("a missing hamlet", TWO + "Might | Faith\nh . | . .", 4, "hamlet of a1", "Faith", "S5"),
    case("a tower in Might without owner", TWO + "Might\n. m1", 4, "'m1'", "needs an owner", "A1"),
    case("a hamlet with an owner", TWO + "Might\n. c1R", 4, "'c1R'", "cannot have an owner", "A1"),
    case("cubes in Might", TWO + "Might\n. c1:R", 4, "'c1:R'", "only in Reason", "A5"),
    case("a ruin in Might", TWO + "Might\nm2% #\n# #", 4, "'m2%'"),
    case("a civil ruin", TWO + "Reason\nc2% #\n# #", 4, "'c2%'", "cannot be a ruin", "B2"),
    case("cubes on a restored keep", TWO + "Reason\nm2:R #\n# #", 4, "carries no cube", "A6"),
    case("wood against the map", TWO + "Map\n. ^\n\nMight\n. f", 7, "b1 is mountain on the map"),
    case("a board twice", TWO + "Might\n. .\nMight\n. .", 5, "for the second time"),
]

HEADERS = [
    case("an unknown word", "weather: fine\nMight\n. .", 1, "'weather'", "known are player, rules"),
    case("a player without name", "player : coins 3\nMight\n. .", 1, "needs a name"),
    case("a name whose quotes do not end", 'player "Ann: coins 3\nMight\n. .', 1, "does not end"),
    case("an unknown word of a player", "player A: gold 3\nplayer B:\nMight\n.", 1, "'gold'"),
    case("a debt", "player A: coins -3\nplayer B:\nMight\n.", 1, "'-3' is not a number"),
    case(
        "cards that are none", "player A: hand mmx\nplayer B:\nMight\n.", 1, "'mmx' are not cards"
    ),
    case("an age that is none", "player A: at Might Hope\nplayer B:\nMight\n.", 1, "'Hope'"),
    case("one adventurer", "player A: at Might\nplayer B:\nMight\n.", 1, "two adventurers", "S1"),
    case("an unknown rule", "rules: chess\nMight\n.", 1, "unknown rule 'chess'"),
    case("a supply of one kind", "supply: m 1 2 3\nMight\n.", 1, "a supply reads like"),
    case("a chance that is not a number", "chance: luck\nMight\n.", 1, "'luck' is not a number"),
    case("round 8", "turn: round 8\nMight\n.", 1, "cannot read 'round 8'"),
    case("an unknown player acts", TWO + "turn: Green acts\nMight\n.", 3, "'Green acts'"),
    case("an unknown word of the turn", "turn: sleeping\nMight\n.", 1, "cannot read 'sleeping'"),
    case("purses elsewhere", "purses: Might 1 Faith 1\nMight\n.", 1, "'Might 1 Faith 1'", "T5"),
    case("empty purses", "purses:\nMight\n.", 1, "T5"),
]

WHOLE = [
    case("one player", "player Red:\nMight\n.", None, "2 to 5 players", "S1"),
    case("two players alike", "player Red:\nplayer Red:\nMight\n.", None, "different names", "S1"),
    case("no boards", TWO, None, "1 to 20 rows of 1 to 16 squares"),
    case("too wide", TWO + "Might\n" + ". " * 17, None, "1 to 16 squares"),
    case("too many cards", f"player A: hand {'m' * 19}\nplayer B:\nMight\n.", None, "S4"),
    case("too many tiles", TWO + "Might\n" + ("c1 " * 7 + "\n") * 3, None, "S3"),
    case("too many cubes", TWO + "Reason\n" + ("h:R " * 13 + "\n") * 2, None, "25 cubes", "S1"),
]


@pytest.mark.parametrize(("text", "line", "words"), [*BOARDS, *HEADERS, *WHOLE])
def test_refused_with_one_sentence_that_names_the_line(text, line, words):
    with pytest.raises(PositionError) as caught:
        read_position("// a comment\n\n" + text)
    message = str(caught.value)
    if line is not None:
        assert message.startswith(f"position, line {line + 2}: ")
    for word in words:
        assert word in message
    assert "\n" not in message
    assert 20 < len(message) < 200


# ------------------------------------------------------------------ what no box or line can hold

ODD = {
    "a supply larger than the box": TWO + "supply: m 99 24 9, r 20 20 9, c 20 24 9\nMight\n.",
    "more cubes than there are": "player A: cubes 26\nplayer B:\nMight\n.",
    "a pile larger than the deck": f"pile: {'m' * 19}\nMight\n.",
    "a line said twice": "chance: 1\nchance: 2\nMight\n.",
    "an unknown token on the map": TWO + "Map\n. x9\n\nMight\n. .",
    "too many digits": f"supply: m {'9' * 5000} 1 1, r 1 1 1, c 1 1 1\nMight\n.",
    "a map that is not there": "map: nowhere",
}


@pytest.mark.parametrize("text", ODD.values(), ids=ODD)
def test_odd_lines_are_refused_with_their_number(text):
    with pytest.raises(PositionError, match=r"^position, line "):
        read_position(text)


# ------------------------------------------------------------------ texts with mistakes

TEXTS = [
    *(position_text(state) for state in (NARROW, SCARCE, OPEN_TABLE, FIVE)),
    *(each.text for each in read_perft(FILE.read_text("utf-8"))),
]
WORDS = r"""
    . # f ^ ~ h H h:R H:WW m1 m1R m2W m3B r1W r2% r3%R r3 c1 c2 c3:RW c2:1 | || : // 1 20 ²
    Might Faith Reason Map player turn: rules: purses: pile: open: supply: chance: map:
    round 9 acts starts over or hold'em hand coins cubes at mmm - "a" " \ 99999
"""
TOKENS = [*WORDS.split(), "", " ", "\n", "\x00"]
edits = st.lists(
    st.tuples(
        st.sampled_from(["delete", "put", "replace", "repeat line", "drop line", "swap lines"]),
        st.integers(0, 10_000),
        st.integers(0, 10_000),
        st.one_of(st.sampled_from(TOKENS), st.text(max_size=3)),
    ),
    min_size=1,
    max_size=5,
)


def with_mistakes(text: str, some) -> str:
    """The text with a few words or lines changed."""
    for what, here, there, word in some:
        if what.endswith("line") or what.endswith("lines"):
            lines = text.split("\n")
            one, two = here % len(lines), there % len(lines)
            if what == "repeat line":
                lines.insert(two, lines[one])
            elif what == "drop line":
                del lines[one]
            else:
                lines[one], lines[two] = lines[two], lines[one]
            text = "\n".join(lines)
        else:
            words = re.split(r"([ \n]+)", text)
            place = here % len(words)
            words[place : place + (what != "put")] = [] if what == "delete" else [word]
            text = "".join(words)
    return text


def assert_read_or_refused(text: str) -> None:
    """No exception but ours; and what was read can be written and read again."""
    try:
        state = read_position(text)
    except KhronosError:
        return
    assert read_position(position_text(state)) == state


@settings(max_examples=300)
@given(st.sampled_from(TEXTS), edits)
def test_a_text_with_mistakes_is_read_or_refused(text, some):
    assert_read_or_refused(with_mistakes(text, some))


@settings(max_examples=200)
@given(st.text())
def test_any_text_is_read_or_refused(text):
    assert_read_or_refused(text)
