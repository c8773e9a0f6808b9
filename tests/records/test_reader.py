"""Reading: every move through the rules, every digest compared, every fault in its place."""

from __future__ import annotations

from dataclasses import replace

import pytest

from khronos_lab.core import position_text, read_position
from khronos_lab.records import MARKS, read_record, record_text, steps_of
from khronos_lab.rulebook import RecordError

TAGS = """\
[Khronos "2"]
[Player1 "Ann"]
[Player2 "Ben"]
[Map "valley"] [Start "A"]
[Deal "mmrc mrcc"]
"""
GAME = TAGS + "\n1.A M+m2c5 M>F >mmmr\n1.B M+c1g5 >rrrr\n2.A >cccc\n"


def digests() -> list[str]:
    return [node.digest for node in read_record(GAME).line.nodes if node.digest]


def refused(text: str, **options) -> RecordError:
    with pytest.raises(RecordError) as caught:
        read_record(text, "club/a.khr", **options)
    fault = caught.value
    assert str(fault) == f"club/a.khr, line {fault.line}, column {fault.column}: {fault.reason}"
    return fault


def place(fault: RecordError) -> tuple[int, int]:
    return fault.line, fault.column


# ------------------------------------------------------------------ good games


def test_a_game_typed_by_hand():
    record = read_record(GAME)
    assert [node.text for node in record.line.nodes] == [
        "M+m2c5", "M>F", ">mmmr", "M+c1g5", ">rrrr", ">cccc",
    ]  # fmt: skip
    assert [node.label for node in record.line.nodes] == ["1.A", "1.A", "1.A", "1.B", "1.B", "2.A"]
    assert record.problem is None


def test_labels_digests_and_ends_of_lines_may_be_left_out_or_doubled():
    bare = read_record(TAGS + "M+m2c5 M>F >mmmr M+c1g5 >rrrr >cccc")
    full = TAGS + "1.A M+m2c5 1.A\n\n M>F\t>mmmr\u00a0#" + digests()[0] + " 1.B M+c1g5>rrrr >cccc"
    assert bare.line == read_record(GAME).line
    assert read_record(full.replace("5>", "5 >")).line == bare.line


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_ends_of_lines_of_other_systems(end):
    record = read_record(
        "\ufeff" + GAME.replace("\n", end).replace("M>F", f"M>F {{two{end}lines}}")
    )
    assert record.line.nodes[1].comment == "two\nlines"
    assert read_record(record_text(record)) == record


def test_comments_stand_before_the_first_move_and_after_any():
    record = read_record(
        TAGS + "{first} {of all} 1.A {before} M>F {after} {it} ({try} M>R {x}) {y}"
    )
    assert record.line.comment == "first of all before"
    node = record.line.nodes[0]
    assert node.comment == "after it y"
    assert (node.variations[0].comment, node.variations[0].nodes[0].comment) == ("try", "x")


@pytest.mark.parametrize("mark", MARKS)
def test_marks_are_glued_or_stand_alone(mark):
    for text in (
        f"M>F{mark} >mmrc{mark}",
        f"M>F {mark} >mmrc {mark}",
        f"M>F {{!}} {mark} >mmrc{mark}",
    ):
        record = read_record(TAGS + text)
        assert [node.mark for node in record.line.nodes] == [mark, mark]
        assert read_record(record_text(record)) == record


def test_variations_nest_and_begin_where_their_move_began():
    record = read_record(
        TAGS + "1.A M+m2c5 (M>F (M>R {deeper} R>M) F+m1c5) (>mmmm 1.B M>F) M>F >mmmr 1.B >rrrr"
    )
    first = record.line.nodes[0]
    assert [[n.text for n in line.nodes] for line in first.variations] == [
        ["M>F", "F+m1c5"],
        [">mmmm", "M>F"],
    ]
    assert [n.label for n in first.variations[1].nodes] == ["1.A", "1.B"]
    inner = first.variations[0].nodes[0].variations[0]
    assert [n.text for n in inner.nodes] == ["M>R", "R>M"]
    assert len(list(steps_of(record))) == 4
    assert len(list(steps_of(record, inner, record.start))) == 2
    assert read_record(record_text(record)) == record


def test_unknown_tags_are_kept():
    record = read_record(TAGS + '[Arbiter "Eve <b>"]\n[x_1 ""]\n1.A >mmmm')
    assert record.tags["Arbiter"] == "Eve <b>"
    assert '[Arbiter "Eve <b>"]\n[x_1 ""]' in record_text(record)


# ------------------------------------------------------------------ faults


@pytest.mark.parametrize(
    ("moves", "column", "clause", "word"),
    [
        ("1.A M+m2c5 M+m2c5", 12, "A1", "M+m2c5: illegal build"),
        ("1.A  M+m3c5", 6, "A1", "illegal build"),
        ("1.A M>F M>F M>R", 13, "T4", "illegal travel"),
        ("1.A M+m1a1", 5, "G2", "illegal build"),
        ("1.A M>F >mmm", 9, "T6", "4 cards are drawn here"),
        ("1.A M>F xm>m", 9, "T2", "illegal exchange"),
        ("1.A sm>m", 5, "V2", "Hold'em"),
        ("1.A -m>m", 5, "V1", "first edition"),
        ("1.A M+m2z9", 5, None, "is not an action"),
        ("1.A M+m2a77", 5, None, "no square a77"),
        ("1.B >mmrc", 1, None, "1.B stands here, but it is turn 1.A"),
        ("2.A >mmrc", 1, None, "2.A stands here, but it is turn 1.A"),
        ("1.A >mmrc 1.A", 11, None, "it is turn 1.B"),
        ("1.A M>F #123456", 9, None, "after the end of a turn"),
        ("#123456", 1, None, "after the end of a turn"),
        ("! M>F", 1, None, "belongs to no move"),
        ("M>F! ?", 6, None, "belongs to no move"),
        ("M>F!!!", 1, None, "is not an action"),
        ("(M>F)", 1, None, "follows the move"),
        ("M>F ((M>R))", 6, None, "follows the move"),
        ("M>F )", 5, None, "no variation is open"),
        ("M>F (M>R", 9, None, "not closed"),
        ("M>F {never", 5, None, "does not end with }"),
        ("M>F {never \\}", 5, None, "does not end with }"),
        ("M>F }", 5, None, "no meaning"),
        ('M>F "x"', 5, None, "no meaning"),
        ("M>F [x]", 5, None, "a tag reads like"),
        ('M>F [Site "x', 5, None, 'does not end with "'),
        ('M>F [Site "x" ]', 14, None, "does not end with ]"),
        ('M>F [Site "x"]', 5, None, "tags stand before the moves"),
        ("M>F \x00", 5, None, "control character U+0000"),
        ("M>F {a\x1b}", 7, None, "control character U+001B"),
        ("M>F \ud800", 5, None, "control character U+D800"),
        ("x" * 201, 1, None, "too long for a move"),
        ("M>F {" + "x" * 20_001 + "}", 5, None, "too long"),
        ("M>F {" + "x" * 15_000 + "} {" + "x" * 15_000 + "}", 15_008, None, "20,000"),
        ("²", 1, None, "stands here"),
        ("1.A\u200b", 1, None, "'1.A\\u200b' stands here"),
    ],
)  # fmt: skip
def test_a_fault_is_told_with_its_place(moves, column, clause, word):
    fault = refused(TAGS + "\n" + moves)
    assert place(fault) == (7, column)
    assert fault.clause == clause
    assert word in fault.reason
    assert "\n" not in str(fault)
    assert str(fault).isprintable()


def test_an_illegal_move_comes_with_the_position_before_it():
    fault = refused(GAME.replace("M+c1g5", "M+c1c5"))
    assert (place(fault), fault.clause) == ((8, 5), "A1")
    before = list(steps_of(read_record(GAME)))[3].before
    assert fault.position == position_text(before)
    assert read_position(fault.position) == before


def test_t7_nothing_is_played_after_the_end():
    turns = "".join(f"{r}.A >mmmm {r}.B >mmmm\n" for r in range(1, 8))
    secret = TAGS.replace("mmrc mrcc", "**** ****")
    turns = turns.replace("mmmm", "****")
    assert refused(secret + turns + "8.A").reason == "8.A stands here, but the game is over"
    assert refused(secret + turns + ">").clause == "T7"


def test_a_changed_digest_is_refused_at_its_turn():
    text = record_text(read_record(GAME))
    for number, digest in enumerate(digests()):
        changed = text.replace(f"#{digest}", f"#{'0' if digest[0] != '0' else '1'}{digest[1:]}")
        fault = refused(changed)
        line = text[: text.index(f"#{digest}")].count("\n") + 1
        assert fault.line == line
        assert f"is #{digest}" in fault.reason
        assert f"after turn {['1.A', '1.B', '2.A'][number]}" in fault.reason
        assert fault.position is not None


def test_a_changed_move_is_found_by_the_digest_of_its_turn():
    text = record_text(read_record(GAME))
    fault = refused(text.replace("M+c1g5", "M+c1h5"))
    assert "other rules, or changed since" in fault.reason
    assert "turn 1.B" in fault.reason


@pytest.mark.parametrize(
    ("text", "line", "word"),
    [
        ("", 1, 'begins with the tag [Khronos "2"]'),
        ("\n\n1.A M>F", 1, 'begins with the tag [Khronos "2"]'),
        ('[Event "x"]\n[Khronos "2"]', 1, 'begins with the tag [Khronos "2"]'),
        ('\n[Khronos "3"]', 2, "version 3; this khronos_lab reads up to version 2: update it"),
        ('[Khronos "0"]', 1, "version 0"),
        ('[Khronos "one"]', 1, "'one' is not a version"),
        ('[Khronos "²"]', 1, "not a version"),
        (f'[Khronos "{"9" * 5000}"]', 1, "not a version"),
        ('[Khronos "2"]\n[Khronos "2"]', 2, "second time"),
        ('[Khronos "2"]\n[Site "a"]\n[Site "b"]', 3, "Site stands here for the second time"),
        (f'[Khronos "2"]\n[Site "{"x" * 20_001}"]', 2, "too long"),
        (f'[Khronos "2"]\n[{"x" * 41} "x"]', 2, "a tag reads like"),
        ('[Khronos "2"]\n[Site x]', 2, "a tag reads like"),
    ],
)
def test_bad_tags(text, line, word):
    fault = refused(text)
    assert fault.line == line
    assert word in fault.reason


def test_variations_up_to_the_limit_and_no_deeper():
    def nested(depth: int) -> str:
        return TAGS + "M>F" + " (M>R" * depth + ")" * depth

    record = read_record(nested(40))
    assert read_record(record_text(record)) == record
    assert "nested more than 40 deep" in refused(nested(41)).reason
    assert "nested more than 40 deep" in refused(nested(100_000)).reason


def test_a_flood_of_moves_is_refused():
    assert "up to 20,000 moves" in refused(TAGS + "M>F" + " ()" * 20_001).reason


# ------------------------------------------------------------------ tolerant


def test_a_tolerant_reader_keeps_what_was_good_and_says_so():
    record = read_record(GAME.replace("M+c1g5", "M+c1c5"), "a.khr", tolerant=True)
    assert [node.text for node in record.line.nodes] == ["M+m2c5", "M>F", ">mmmr"]
    assert isinstance(record.problem, RecordError)
    assert place(record.problem) == (8, 5)
    assert record_text(record) == record_text(replace(record, problem=None))


def test_a_tolerant_reader_keeps_the_good_part_of_a_variation():
    record = read_record(TAGS + "1.A M>F (M>R R>M {good} R>M) F>M", tolerant=True)
    assert [node.text for node in record.line.nodes] == ["M>F"]
    assert [node.text for node in record.line.nodes[0].variations[0].nodes] == ["M>R", "R>M"]
    assert record.problem is not None


@pytest.mark.parametrize("end", ["{never", "(M>R", "\x00", '"', "[x", "M>F {a\x01}", "#000000"])
def test_a_tolerant_reader_stops_at_whatever_is_wrong(end):
    record = read_record(TAGS + "1.A M>F " + end, tolerant=True)
    assert record.line.nodes[0].text == "M>F"
    assert record.problem is not None


def test_a_tolerant_reader_needs_a_first_position():
    assert "version" in refused('[Khronos "7"]', tolerant=True).reason
    assert "players" in refused('[Khronos "1"]', tolerant=True).reason
