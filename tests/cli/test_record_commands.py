"""`khronos-lab validate`, `show` and `convert`: what they print, write and refuse."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
from dataclasses import replace

import pytest
from click.testing import CliRunner

from khronos_lab import cli
from khronos_lab.records.format.writer import record_text
from khronos_lab.records.game_files import read_games, write_records
from khronos_lab.records.model import GameRecord, Line, steps_of
from tests.records.sample_games import annotated, played, spoiled, text_of

PATIENCE = 60
ROOT = cli.PACKAGE.parent


def khronos_lab(*arguments):
    result = CliRunner().invoke(cli.main, [str(each) for each in arguments])
    assert isinstance(result.exception, SystemExit | None), result.exception
    return result


def assert_refused(result, code, *words):
    """One sentence on the error stream and nothing else."""
    assert (result.exit_code, result.stdout) == (code, "")
    assert result.stderr.startswith("khronos-lab: ")
    assert result.stderr.count("\n") == 1
    assert [word for word in words if word not in result.stderr] == []


def command(*arguments, **options):
    return subprocess.run(
        [sys.executable, "-m", "khronos_lab.cli", *map(str, arguments)],
        cwd=ROOT,
        capture_output=True,
        timeout=PATIENCE,
        **options,
    )


@pytest.fixture
def good(tmp_path):
    path = tmp_path / "good.khr"
    path.write_text(text_of(1, 2), "utf-8")
    return path


@pytest.fixture
def mixed(tmp_path):
    path = tmp_path / "mixed.khr"
    path.write_text(f"{text_of(1)}\n{spoiled(text_of(2))}\n{text_of(3)}", "utf-8")
    return path


@pytest.fixture
def notes(tmp_path):
    """A game with comments and variations."""
    path = tmp_path / "notes.khr"
    write_records(path, [annotated(played(1))])
    return path


# ------------------------------------------------------------------ validate


def test_validate_prints_a_line_for_each_good_file(good, notes):
    result = khronos_lab("validate", good, notes)
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        f"{good}: ok, 2 games, 48 moves",
        f"{notes}: ok, 1 game, 24 moves",
    ]


def test_validate_tells_what_is_wrong_with_the_position_and_goes_on(mixed):
    result = khronos_lab("validate", mixed)
    first, *boards, last = result.stdout.splitlines()
    assert result.exit_code == 1
    assert first.startswith(f"{mixed}, line ")
    assert "R+c7" in first
    assert any(line.startswith("    Reason") for line in boards)
    assert all(line.startswith("    ") or not line for line in boards)
    assert last == f"{mixed}: ok, 2 games, 48 moves; 1 bad"


def test_validate_tolerant_says_how_far_a_game_is_good(tmp_path):
    path = tmp_path / "game.khr"
    path.write_text(text_of(1).rstrip() + " M>M\n", "utf-8")
    result = khronos_lab("validate", "--tolerant", path)
    assert result.exit_code == 1
    assert "is good up to there: 24 moves" in result.stdout.splitlines()[1]


def test_validate_reads_folders_and_goes_on_after_bad_files(tmp_path, good, mixed):
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "binary.khr").write_bytes(os.urandom(1000))
    (tmp_path / "deep" / "cut.khr.gz").write_bytes(gzip.compress(text_of(1).encode())[:-10])
    (tmp_path / "none").mkdir()
    result = khronos_lab("validate", tmp_path, tmp_path / "none", tmp_path / "nowhere.khr")
    lines = [line for line in result.stdout.splitlines() if line.startswith(str(tmp_path))]
    assert result.exit_code == 1
    assert [line[len(str(tmp_path)) + 1 :].split(",")[0].split(":")[0] for line in lines] == [
        os.path.join("deep", "binary.khr"),
        os.path.join("deep", "cut.khr.gz"),
        "good.khr",
        "mixed.khr",
        "mixed.khr",
        "none",
        "nowhere.khr",
    ]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x00" * 100,
        b"<script>alert(1)</script>",
        b'[Khronos "1"]\n[Player1 "\x1b]0;owned\x07"]',
        b'[Khronos "1"]\n[Player1 "a"][Player2 "b"]\n' + b"(" * 10_000,
        b'[Khronos "1"]\n[Player1 "__import__(\'os\')"]',
        b'[Khronos "1"]\n[Map "../../../etc/passwd"][Player1 "a"][Player2 "b"]',
    ],
)
def test_validate_answers_bad_input_with_a_harmless_line(tmp_path, data):
    path = tmp_path / "bad.khr"
    path.write_bytes(data)
    result = khronos_lab("validate", path)
    assert result.exit_code == 1
    assert result.stdout.startswith(f"{path}, line ")
    assert result.stdout.replace("\n", "").isprintable()


def test_unknown_tags_and_html_in_names_are_harmless(tmp_path):
    path = tmp_path / "odd.khr"
    record = played(1, 24, ("<b>Ann</b>", "Ben&co"))
    write_records(path, [replace(record, tags={"Weather": "<script>", **record.tags})])
    assert khronos_lab("validate", path).exit_code == 0
    shown = khronos_lab("show", path)
    assert "Weather: <script>" in shown.stdout


# ------------------------------------------------------------------ show


def test_show_prints_tags_turns_effects_comments_and_boards(notes):
    result = khronos_lab("show", notes)
    assert result.exit_code == 0
    record = annotated(played(1))
    lines = result.stdout.splitlines()
    first = record.line.nodes[0]
    assert "Player1: Ann" in lines
    assert any(line.startswith(f"{first.label} (turn 1): ") for line in lines)
    assert f"  {first.text} !" in lines
    assert any(line.startswith("    {A <b>bold</b>") for line in lines)
    assert any(line.startswith("    ({A <b>bold</b>") for line in lines)
    assert any("ends the turn" in line for line in lines)
    assert [line.split()[0] for line in lines if " a " in line and line[0] in "MFR"] == [
        "Might",
        "Faith",
        "Reason",
    ]


def test_show_turn_prints_the_boards_before_and_after_and_every_effect(good):
    record = played(1)
    label = record.line.nodes[0].label
    result = khronos_lab("show", good, "--turn", "1")
    assert result.stdout == khronos_lab("show", good, "--turn", label).stdout
    assert result.stdout.count("Reason a") == 2
    told = [str(e) for s in steps_of(record) if s.node.label == label for e in s.log]
    shown = [line.strip() for line in result.stdout.splitlines()]
    assert [sentence for sentence in told if sentence not in shown] == []


def test_show_indents_an_effect_below_its_cause(good):
    for step in steps_of(played(1)):
        for entry in step.log:
            if entry.cause is None:
                continue
            shown = khronos_lab("show", good, "--turn", step.node.label).stdout.splitlines()
            [effect] = {line for line in shown if line.strip() == str(entry)}
            [cause] = {line for line in shown if line.strip() == str(step.log[entry.cause])}
            assert effect.index(str(entry)) == cause.index(str(step.log[entry.cause])) + 2
            return
    pytest.fail("the game has no effect with a cause")


def test_show_finds_another_game(good):
    assert "Seed: 2" in khronos_lab("show", good, "--game", 2).stdout
    assert_refused(khronos_lab("show", good, "--game", 3), 1, "no game 3", "has 2")
    assert_refused(khronos_lab("show", good, "--game", 0), 2, "0")


@pytest.mark.parametrize("turn", ["0", "99", "9.Z", "-1", "\x1b[31m"])
def test_show_refuses_a_turn_that_is_not_there(good, turn):
    assert_refused(khronos_lab("show", good, f"--turn={turn}"), 2, "turns are 1 to")


def test_show_prints_a_bad_game_up_to_the_bad_move(tmp_path):
    path = tmp_path / "game.khr"
    path.write_text(text_of(1).rstrip() + " M>M\n", "utf-8")
    result = khronos_lab("show", path)
    assert result.exit_code == 1
    assert "Reason" in result.stdout
    assert "(T4)" in result.stderr


def test_show_refuses_what_is_no_game(tmp_path):
    path = tmp_path / "bad.khr"
    path.write_bytes(b"\x00\x01\x02")
    assert_refused(khronos_lab("show", path), 1, "bad.khr", "line 1")
    assert_refused(khronos_lab("show", tmp_path / "no.khr"), 1, "no.khr", "No such file")


def test_nothing_that_a_game_says_reaches_the_terminal_raw(tmp_path):
    record = played(1)
    comment = "right-to-left \u202e and \u2028 and a\u00a0space"
    nodes = (record.line.nodes[0]._replace(comment=comment), *record.line.nodes[1:])
    path = tmp_path / "odd.khr"
    write_records(path, [replace(record, line=Line(nodes))])
    shown = khronos_lab("show", path).stdout
    assert "right-to-left \\u202e and \\u2028 and a\u00a0space" in shown


def test_show_works_in_a_terminal_with_few_letters(notes):
    answer = command("show", notes, env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert (answer.returncode, answer.stderr) == (0, b"")
    assert b"\\u57ce" in answer.stdout


# ------------------------------------------------------------------ convert


@pytest.mark.parametrize("name", ["there.jsonl", "there.jsonl.gz", "there.khr.gz"])
def test_convert_there_and_back_changes_nothing(tmp_path, notes, name):
    there, back = tmp_path / name, tmp_path / "back.khr"
    result = khronos_lab("convert", notes, there)
    assert (result.exit_code, result.stdout) == (0, f"{there}: 1 game, 24 moves\n")
    assert khronos_lab("convert", there, back).exit_code == 0
    assert back.read_bytes() == notes.read_bytes()


def test_convert_takes_a_folder_of_games(tmp_path, good, notes):
    target = tmp_path / "all.jsonl"
    assert khronos_lab("convert", tmp_path, target).exit_code == 0
    assert len(list(read_games(target))) == 3


def test_convert_never_overwrites_unless_told(tmp_path, good):
    target = tmp_path / "mine.jsonl"
    target.write_text("mine", "utf-8")
    assert_refused(khronos_lab("convert", good, target), 1, "mine.jsonl", "--force")
    assert target.read_text("utf-8") == "mine"
    assert khronos_lab("convert", good, target, "--force").exit_code == 0
    assert len(list(read_games(target))) == 2


def test_convert_may_replace_its_own_source(good):
    before = good.read_bytes()
    assert khronos_lab("convert", good, good, "--force").exit_code == 0
    assert good.read_bytes() == before


def test_convert_tells_bad_games_and_writes_the_good(tmp_path, mixed):
    target = tmp_path / "good.jsonl"
    result = khronos_lab("convert", mixed, target)
    assert result.exit_code == 1
    assert "R+c7" in result.stderr
    assert result.stdout == f"{target}: 2 games, 48 moves; 1 bad game told above\n"
    found = [game for game in read_games(target) if isinstance(game, GameRecord)]
    assert [record_text(game) for game in found] == [record_text(played(s)) for s in (1, 3)]


def test_convert_tolerant_keeps_the_good_beginning(tmp_path):
    source, target = tmp_path / "game.khr", tmp_path / "game.jsonl"
    source.write_text(text_of(1).rstrip() + " M>M\n", "utf-8")
    assert khronos_lab("convert", "--tolerant", source, target).exit_code == 1
    [game] = read_games(target)
    assert isinstance(game, GameRecord)
    assert record_text(game) == text_of(1)


def test_convert_writes_nothing_without_a_good_game(tmp_path):
    source = tmp_path / "bad.khr"
    source.write_text(spoiled(text_of(1)), "utf-8")
    for name in ("out.jsonl", "out.khr", "out/"):
        result = khronos_lab("convert", source, f"{tmp_path}/{name}")
        assert result.exit_code == 1
        assert result.stderr.splitlines()[-1].endswith("no good game, so nothing was written")
    assert list(tmp_path.iterdir()) == [source]


def test_convert_refuses_a_name_that_says_nothing(tmp_path, good):
    assert_refused(khronos_lab("convert", good, tmp_path / "out.pdf"), 2, "out.pdf", ".jsonl")
    assert_refused(khronos_lab("convert", good, "x.khr", "--to", "pdf"), 2, "pdf")


def test_convert_says_where_it_cannot_write(tmp_path, good):
    result = khronos_lab("convert", good, tmp_path / "nowhere" / "out.khr")
    assert_refused(result, 1, "nowhere", "make it first")


def test_convert_takes_the_format_from_an_option(tmp_path, good):
    target = tmp_path / "out.txt"
    assert khronos_lab("convert", good, target, "--to", "jsonl").exit_code == 0
    assert target.read_text("utf-8").startswith('{"khronos": 2')


@pytest.mark.parametrize("arguments", [("tables/",), ("tables", "--to", "parquet")])
def test_convert_makes_tables(tmp_path, good, monkeypatch, arguments):
    import polars

    monkeypatch.chdir(tmp_path)
    result = khronos_lab("convert", good, *arguments)
    assert (result.exit_code, result.stderr) == (0, "")
    assert sorted(file.name for file in (tmp_path / "tables").iterdir()) == [
        "events.parquet",
        "games.parquet",
        "tables.json",
        "turns.parquet",
    ]
    games = polars.read_parquet(tmp_path / "tables" / "games.parquet")
    assert len(games) == 4
    assert_refused(khronos_lab("convert", good, *arguments), 1, "tables", "--force")
    assert khronos_lab("convert", good, *arguments, "--force").exit_code == 0


def test_convert_refuses_tables_where_a_file_is(tmp_path, good):
    result = khronos_lab("convert", good, good, "--to", "parquet", "--force")
    assert_refused(result, 1, "good.khr", "cannot be written")


# ------------------------------------------------------------------ as a real command


@pytest.mark.parametrize("name", ["validate", "show", "convert"])
def test_help_has_an_example(name):
    result = khronos_lab(name, "--help")
    assert result.exit_code == 0
    assert f"khronos-lab {name} friday.khr" in " ".join(result.stdout.split())
    assert name in khronos_lab("--help").stdout


def test_a_wrong_call_is_told_in_one_sentence(good):
    assert_refused(khronos_lab("validate"), 2, "FILE")
    assert_refused(khronos_lab("show", good, "--colour"), 2, "--colour")
    assert_refused(khronos_lab("convert", good), 2, "OUT")


def test_exit_codes_of_the_real_command(good, mixed):
    codes = [command("validate", path).returncode for path in (good, mixed)]
    assert [*codes, command("validate").returncode] == [0, 1, 2]


@pytest.mark.skipif(sys.platform == "win32", reason="pipes of another kind")
def test_a_closed_pipe_ends_it_quietly(tmp_path):
    path = tmp_path / "long.khr"
    write_records(path, [played(7, 10_000)])
    process = subprocess.Popen(
        [sys.executable, "-m", "khronos_lab.cli", "show", str(path)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.read(10)
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    process.wait(PATIENCE)


@pytest.mark.skipif(sys.platform != "linux", reason="limits of another kind")
def test_a_giant_line_fits_into_little_memory(tmp_path):
    path = tmp_path / "giant.khr"
    with path.open("wb") as file:
        for _ in range(200):
            file.write(b"x" * (1 << 20))
        file.write(b"\n" + text_of(1).encode())
    probe = (
        # Not `ru_maxrss`: that remembers the memory of the process which started this one.
        "import sys; from khronos_lab.cli import main\n"
        "try: main(['validate', sys.argv[1]])\n"
        "finally: print(open('/proc/self/status').read().split('VmHWM:')[1].split()[0])"
    )
    answer = subprocess.run(
        [sys.executable, "-c", probe, str(path)], cwd=ROOT, capture_output=True, text=True
    )
    *_, last, kilobytes = answer.stdout.splitlines()
    assert last == f"{path}: ok, 1 game, 24 moves; 1 bad"
    assert int(kilobytes) < 150_000
