from __future__ import annotations

import io
import json
import re
import sys
from functools import cache

import pytest
from click.testing import CliRunner
from matplotlib.backends.backend_pdf import PdfPages
from PIL import GifImagePlugin, Image

from khronos_lab.analysis import Timeline
from khronos_lab.commands import main
from khronos_lab.drawing import panels
from khronos_lab.engine import new_game
from khronos_lab.export import RATE, export_game, gif_bytes, pdf_bytes, shots, some_turns
from khronos_lab.records import GameRecord, Line, read_games, record_text
from khronos_lab.rulebook import KhronosError, data_file
from tests.support import in_language
from tests.viewer.hostile import hostile_record
from tests.viewer.unpacking import unpacked

LESSON = data_file("games", "08-lesson-three-ages.khr")


@cache
def lesson(turns: str) -> GameRecord:
    record = next(iter(read_games(LESSON)))
    assert isinstance(record, GameRecord)
    return some_turns(record, turns)


# ------------------------------------------------------------------ films


def test_a_film_shows_every_effect_and_gives_time_to_read():
    record = lesson("3")
    film = list(shots(record))
    timeline = Timeline.of(record)
    assert len(film) == len(timeline)
    assert len({shot.picture.shape for shot in film}) == 1
    said = [len(frame.caption) for frame in timeline][1:-1]
    seconds = [shot.seconds for shot in film][1:-1]
    assert sorted(seconds) == [second for _, second in sorted(zip(said, seconds, strict=True))]
    boards = {shot.picture[:-80].tobytes() for shot in film}
    assert len(boards) > len(timeline) // 2


def test_a_gif_has_a_picture_for_each_move_and_its_boards_change():
    record = lesson("4")
    data = gif_bytes(record, moves=True)
    with Image.open(io.BytesIO(data)) as film:
        assert isinstance(film, GifImagePlugin.GifImageFile)
        assert film.n_frames == 1 + len(record.line.nodes)
        assert film.info["loop"] == 0
        pictures = set()
        for number in range(film.n_frames):
            film.seek(number)
            pictures.add(film.convert("RGB").tobytes())
            # Flat colours are exact: paper is white.
            assert film.convert("RGB").getpixel((2, 2)) == (255, 255, 255)
    assert len(pictures) == 1 + len(record.line.nodes)
    assert gif_bytes(record, moves=True) == data


def test_a_gif_shows_each_picture_for_as_long_as_it_takes_to_read():
    with Image.open(io.BytesIO(gif_bytes(lesson("4"), moves=True))) as film:
        shown = []
        for number in range(getattr(film, "n_frames", 0)):
            film.seek(number)
            shown.append(film.info["duration"])
    # A GIF counts in hundredths of a second, and tells thousandths.
    assert shown == [round(100 * shot.seconds) * 10 for shot in shots(lesson("4"), moves=True)]


def test_without_ffmpeg_a_video_is_refused_in_one_sentence(tmp_path, monkeypatch):
    monkeypatch.setattr("shutil.which", lambda name: None)
    with pytest.raises(KhronosError, match="needs the program ffmpeg, which is not installed"):
        export_game(lesson("4"), tmp_path / "game.mp4")
    assert list(tmp_path.iterdir()) == []


def stand_in(folder, body: str) -> str:
    """A program that is called like ffmpeg."""
    program = folder / "ffmpeg"
    program.write_text(f"#!{sys.executable}\nimport sys\n{body}")
    program.chmod(0o755)
    return str(program)


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in needs a first line with #!")
def test_a_video_gets_each_picture_for_as_long_as_it_is_shown(tmp_path, monkeypatch):
    read = "size = len(sys.stdin.buffer.read())"
    program = stand_in(tmp_path, f"{read}\nopen(sys.argv[-1], 'w').write(repr((sys.argv, size)))")
    monkeypatch.setattr("shutil.which", lambda name: program)
    target = export_game(lesson("4"), tmp_path / "game.mp4", moves=True)
    film = list(shots(lesson("4"), moves=True))
    tall, wide = (side // 2 * 2 for side in film[0].picture.shape[:2])
    frames = sum(max(1, round(shot.seconds * RATE)) for shot in film)
    text = target.read_text()
    assert f"'{wide}x{tall}'" in text
    assert text.endswith(f", {wide * tall * 3 * frames})")


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in needs a first line with #!")
def test_a_video_that_fails_says_why(tmp_path, monkeypatch):
    program = stand_in(tmp_path, "sys.exit('first line\\nno such codec')")
    monkeypatch.setattr("shutil.which", lambda name: program)
    with pytest.raises(KhronosError, match="ffmpeg could not make the video: no such codec"):
        export_game(lesson("4"), tmp_path / "game.mp4", moves=True)
    assert not (tmp_path / "game.mp4").exists()


# ------------------------------------------------------------------ paper


def pages(data: bytes) -> int:
    return len(re.findall(rb"/Type /Page\b", data))


def test_a_pdf_has_a_cover_and_a_page_for_each_turn():
    data = pdf_bytes(lesson("3-4"))
    assert data.startswith(b"%PDF")
    assert pages(data) == 3
    assert pdf_bytes(lesson("3-4")) == data


def test_the_words_of_a_page_lie_on_it_the_title_first(monkeypatch):
    seen = []
    monkeypatch.setattr(PdfPages, "savefig", lambda _, page: seen.append(page))
    pdf_bytes(lesson("3-4"))
    for page in seen:
        heights = [words.get_position()[1] for words in page.texts]
        assert heights[0] == max(heights)
        assert all(0 < height < 1 for height in heights)


def test_a_pdf_of_moves_has_the_storyboard_of_each_move_that_is_seen():
    record = lesson("4")
    seen = [span for span in Timeline.of(record).moves if panels(span.before, span.log)]
    assert pages(in_language("de", pdf_bytes, record, moves=True)) == 1 + len(seen)


def test_names_and_comments_are_written_as_they_are():
    # A dollar sign would begin a formula, and a bad formula is an error.
    assert pages(pdf_bytes(hostile_record())) >= 2
    assert len(list(shots(hostile_record(), moves=True))) == 3


@pytest.mark.parametrize("ending", ["html", "gif", "pdf"])
def test_a_game_without_moves_and_with_odd_letters_can_be_exported(ending, tmp_path):
    start = new_game(("Zoë 🎲", "龍"), seed=7)
    record = GameRecord({}, start, Line((), "half a letter: \ud800, a dollar: $\\x$"))
    assert export_game(record, tmp_path / f"game.{ending}", moves=True).stat().st_size > 5_000


# ------------------------------------------------------------------ files


def test_an_unknown_ending_is_refused(tmp_path):
    with pytest.raises(KhronosError, match=r"games become \.html, \.gif, \.mp4, \.pdf"):
        export_game(lesson("4"), tmp_path / "game.png")


def test_an_existing_file_stays_unless_it_may_be_replaced(tmp_path):
    target = tmp_path / "game.html"
    target.write_text("mine")
    with pytest.raises(KhronosError, match="exists already"):
        export_game(lesson("4"), target, replace=False)
    assert target.read_text() == "mine"
    export_game(lesson("4"), target)
    assert target.read_text().startswith("<!doctype html>")


# ------------------------------------------------------------------ the command


def run(*arguments: object):
    return CliRunner().invoke(main, ["export", *map(str, arguments)])


def test_the_command_writes_a_page_and_says_its_size(tmp_path):
    target = tmp_path / "game.html"
    result = run(LESSON, "-o", target, "--turns", "3.R", "--language", "de")
    assert result.exit_code == 0, result.output
    assert re.search(r"game\.html: \d+ kB\n$", result.output)
    assert '<html lang="de">' in target.read_text("utf-8")
    assert "3.W M+r2n2" not in target.read_text("utf-8")


def test_the_command_replaces_a_file_only_by_force(tmp_path):
    target = tmp_path / "game.html"
    target.write_text("mine")
    result = run(LESSON, "-o", target)
    assert result.exit_code == 1
    assert result.output == f"khronos-lab: {target}: exists already; --force replaces it\n"
    assert target.read_text() == "mine"
    assert run(LESSON, "-o", target, "--turns", "4", "--force").exit_code == 0
    assert target.read_text() != "mine"


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["-o", "x.html", "--turns", "9"], 1, "there is no turn '9'"),
        (["-o", "x.html", "--game", "2"], 1, "there is no game 2 in"),
        (["-o", "x.doc"], 1, "x.doc: games become .html, .gif"),
        ([], 2, "Missing option '-o'"),
    ],
)
def test_what_cannot_be_exported_is_told_in_one_sentence(
    arguments, code, said, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    result = run(LESSON, *arguments)
    assert result.exit_code == code
    assert said in result.output
    assert result.output.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_the_command_picks_a_game_and_hides_hands(tmp_path):
    both, target = tmp_path / "both.khr", tmp_path / "game.html"
    holdem = next(iter(read_games(data_file("games", "06-holdem.khr"))))
    assert isinstance(holdem, GameRecord)
    both.write_text(f"{record_text(lesson('4'))}\n{record_text(some_turns(holdem, '1'))}", "utf-8")
    assert run(both, "-o", target, "--game", "2", "--hide-hands").exit_code == 0
    text = target.read_text("utf-8")
    assert holdem.names[0] in text
    packed = re.search(r'id="data">([^<]*)<', text)
    assert packed
    assert ">****" in json.loads(unpacked(packed[1]).split("\0")[2])["record"]


def test_a_game_with_a_bad_move_is_exported_up_to_there(tmp_path):
    source, target = tmp_path / "bad.khr", tmp_path / "bad.html"
    source.write_text(record_text(lesson("4")).replace("M^c2h7", "M^c2a1"), "utf-8")
    result = run(source, "-o", target)
    assert result.exit_code == 1
    assert "bad.khr" in result.output.splitlines()[-1]
    assert target.read_text("utf-8").startswith("<!doctype html>")
