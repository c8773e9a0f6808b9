"""Games as pages, films and paper, whole or in part, from Python and by the command."""

from __future__ import annotations

import re
import sys
from functools import cache

import pytest
from click.testing import CliRunner
from PIL import Image

from khronos_lab.analysis import Timeline
from khronos_lab.commands import main
from khronos_lab.engine import new_game
from khronos_lab.export import export_game, without_hands
from khronos_lab.records import (
    GameRecord,
    Line,
    read_games,
    read_record,
    record_text,
    steps_of,
    table_digest,
)
from khronos_lab.rulebook import KhronosError, data_file
from tests.board.hostile import hostile_record
from tests.board.test_export_page import data_of

GAMES = sorted(data_file("games").glob("*.khr"))
LESSON = data_file("games", "08-lesson-three-ages.khr")


@cache
def record_of(start: str) -> GameRecord:
    path = next(path for path in GAMES if path.name.startswith(start))
    record = next(iter(read_games(path)))
    assert isinstance(record, GameRecord)
    return record


LESSON_GAME = record_of("08")


@pytest.fixture
def exported(tmp_path):
    """Export a game, and the file."""

    def export(record: GameRecord, name: str, **more):
        return export_game(record, tmp_path / name, **more)

    return export


# ------------------------------------------------------------------ films


def film_of(path) -> list[tuple[bytes, int]]:
    """The pictures of a film, each with its thousandths of a second."""
    shown = []
    with Image.open(path) as film:
        assert film.info["loop"] == 0
        for number in range(getattr(film, "n_frames", 0)):
            film.seek(number)
            picture = film.convert("RGB")
            assert picture.getpixel((2, 2)) == (255, 255, 255), "flat colours are exact"
            shown.append((picture.tobytes(), film.info["duration"]))
    return shown


def test_a_film_shows_every_effect_and_gives_time_to_read(exported):
    film = film_of(exported(LESSON_GAME, "game.gif", turns="3.W"))
    turn = [step for step in steps_of(LESSON_GAME) if step.node.label == "3.W"]
    said = [len(str(entry)) for step in turn for entry in step.log]
    assert len(film) == 1 + len(said)
    seconds = [duration for _, duration in film][1:-1]
    assert sorted(seconds) == [each for _, each in sorted(zip(said, seconds, strict=False))]
    assert len({picture for picture, _ in film}) == len(film)


def test_a_film_of_moves_is_the_same_bytes_each_time(exported):
    one, two = (exported(LESSON_GAME, f"{n}.gif", turns="4", moves=True) for n in "12")
    assert one.read_bytes() == two.read_bytes()
    moves = [node for node in LESSON_GAME.line.nodes if node.label == "4.W"]
    assert len(film_of(one)) == 1 + len(moves)


def test_without_ffmpeg_a_video_is_refused_in_one_sentence(exported, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(KhronosError, match="needs the program ffmpeg, which is not installed"):
        exported(LESSON_GAME, "game.mp4", turns="4")
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def stand_in(tmp_path_factory, monkeypatch):
    """A program that is called like ffmpeg."""
    if sys.platform == "win32":
        pytest.skip("the stand-in needs a first line with #!")
    folder = tmp_path_factory.mktemp("programs")
    monkeypatch.setenv("PATH", str(folder))

    def write(body: str) -> None:
        program = folder / "ffmpeg"
        program.write_text(f"#!{sys.executable}\nimport sys\n{body}")
        program.chmod(0o755)

    return write


def test_a_video_gets_each_picture_for_as_long_as_it_is_shown(exported, stand_in):
    read = "size = len(sys.stdin.buffer.read())"
    stand_in(f"{read}\nopen(sys.argv[-1], 'w').write(repr((sys.argv, size)))")
    text = exported(LESSON_GAME, "game.mp4", turns="4", moves=True).read_text()
    film = film_of(exported(LESSON_GAME, "game.gif", turns="4", moves=True))
    found = re.search(r"'(\d+)x(\d+)', '-r', '(\d+)'", text)
    assert found
    wide, tall, rate = map(int, found.groups())
    assert (wide % 2, tall % 2) == (0, 0)
    frames = int(text.rpartition(", ")[2].rstrip(")")) / (wide * tall * 3)
    assert frames == sum(max(1, round(duration / 1000 * rate)) for _, duration in film)


def test_a_video_that_fails_says_why(exported, stand_in, tmp_path):
    stand_in("sys.exit('first line\\nno such codec')")
    with pytest.raises(KhronosError, match="ffmpeg could not make the video: no such codec"):
        exported(LESSON_GAME, "game.mp4", turns="4", moves=True)
    assert not (tmp_path / "game.mp4").exists()


# ------------------------------------------------------------------ paper


def pages(path) -> int:
    return len(re.findall(rb"/Type /Page\b", path.read_bytes()))


def test_a_pdf_has_a_cover_and_a_page_for_each_turn_and_the_same_bytes_each_time(exported):
    paper = exported(LESSON_GAME, "game.pdf", turns="3-4")
    assert paper.read_bytes().startswith(b"%PDF")
    assert pages(paper) == 3
    assert exported(LESSON_GAME, "again.pdf", turns="3-4").read_bytes() == paper.read_bytes()


@pytest.mark.parametrize("ending", ["html", "gif", "pdf"])
def test_odd_letters_and_names_are_written_as_they_are(ending, exported):
    # A dollar sign would begin a formula, and a bad formula is an error.
    start = new_game(("Zoë 🎲", "龍"), seed=7)
    empty = GameRecord({}, start, Line((), "half a letter: \ud800, a dollar: $\\x$"))
    for record in (empty, hostile_record()):
        assert exported(record, f"game.{ending}", moves=True).stat().st_size > 5_000


# ------------------------------------------------------------------ parts of a game


def turns_in(path) -> GameRecord:
    """The record in an exported page."""
    return read_record(data_of(path.read_text("utf-8"))["record"])


@pytest.mark.parametrize(
    ("wanted", "labels"),
    [
        ("1", ["1.G"]),
        ("3-5", ["1.I", "1.F", "2.G"]),
        (" 4.F - 5.G ", ["4.F", "5.G"]),
        ("28", ["7.F"]),
    ],
)
def test_some_turns_are_a_record_of_their_own(wanted, labels, exported):
    whole = record_of("03")
    part = turns_in(exported(whole, "game.html", turns=wanted))
    assert list(dict.fromkeys(node.label for node in part.line.nodes)) == labels
    assert list(part.line.nodes) == [node for node in whole.line.nodes if node.label in labels]
    before = next(step.before for step in steps_of(whole) if step.node.label == labels[0])
    assert table_digest(part.start) == table_digest(before)
    # What is said before the first move stays with the first turn only.
    assert part.line.comment == (whole.line.comment if wanted == "1" else "")


@pytest.mark.parametrize("path", GAMES[::2], ids=lambda path: path.name)
def test_without_hands_a_record_tells_the_same_table_and_no_card_that_was_not_played(path):
    record = record_of(path.name[:2])
    hidden = without_hands(record)
    for one, other in zip(steps_of(record), steps_of(hidden), strict=True):
        assert table_digest(one.after) == table_digest(other.after)
        assert (one.node.comment, one.node.digest) == (other.node.comment, other.node.digest)
        assert len(one.node.variations) == len(other.node.variations)
    text = record_text(hidden)
    assert record_text(read_record(text)) == text
    moves = re.sub(r"\{[^}]*\}", "", text)
    assert re.findall(r">[mrc]+", moves) == []
    assert "Seed" not in moves
    assert hidden.start.chance == 0
    assert all(player.hand == (0, 0, 0) for player in hidden.start.players)


# ------------------------------------------------------------------ the command


def run(*arguments: object):
    return CliRunner().invoke(main, ["export", *map(str, arguments)])


def test_a_game_with_a_bad_move_is_exported_up_to_there(tmp_path):
    source, target = tmp_path / "bad.khr", tmp_path / "bad.html"
    source.write_text(LESSON.read_text("utf-8").replace("M^c2h7", "M^c2a1"), "utf-8")
    result = run(source, "-o", target)
    assert result.exit_code == 1
    assert "bad.khr" in result.output.splitlines()[-1]
    assert len(Timeline.of(turns_in(target)).moves) == len(LESSON_GAME.line.nodes) - 2
