"""Reports: one page that holds everything, in both languages, with texts that stay texts."""

from __future__ import annotations

import base64
import io
import json
import re
import tempfile
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from matplotlib.colors import to_rgb
from PIL import Image

import khronos_lab
from khronos_lab.analysis import Timeline, read_tables
from khronos_lab.drawing import KIND
from khronos_lab.records import GameRecord, Line, read_games
from khronos_lab.report import review_section, story_html
from khronos_lab.rulebook import KhronosError, data_file, say
from khronos_lab.simulation import simulate
from tests.board.hostile import BAD, hostile_record
from tests.board.unpacking import unpacked
from tests.drawing.vision import contrast
from tests.simulation.reviewed import glanced
from tests.support import in_language

LESSON = data_file("games", "08-lesson-three-ages.khr")


class Parts(HTMLParser):
    """The elements of a page, and the words between them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.words = ""
        self.feed(page)

    def handle_starttag(self, tag, attrs) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data) -> None:
        self.words += data


@cache
def lesson() -> GameRecord:
    record = next(iter(read_games(LESSON)))
    assert isinstance(record, GameRecord)
    return record


@cache
def story(language="en") -> str:
    return in_language(language, story_html, lesson(), most=2, version="1.2")


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    home = tmp_path_factory.mktemp("runs")
    simulate(3, ["random", "random"], home / "one", workers=1)
    return home


@pytest.fixture(scope="module")
def statistics(folder) -> str:
    return page_of(folder)


def page_of(source, language="en", replays=2) -> str:
    with tempfile.TemporaryDirectory() as home:
        path = khronos_lab.dataset(source).report(
            Path(home) / "page.html", replays=replays, language=language
        )
        return path.read_text("utf-8")


# ------------------------------------------------------------------ one page, nothing outside


def test_a_page_points_nowhere_outside(statistics):
    for page in (story(), statistics):
        parts = Parts(page)
        names = {facts.get("id") for _, facts in parts.found}
        for tag, facts in parts.found:
            assert tag not in ("iframe", "object", "base", "form")
            assert not [fact for fact in facts if fact.startswith("on") or fact == "style"]
            assert tag != "script" or "src" not in facts
            assert (facts.get("src") or "data:image/webp;base64,").startswith("data:image/webp")
            target = facts.get("href")
            assert target is None or target == "data:," or target.removeprefix("#") in names
        policy = next(f["content"] for _, f in parts.found if "http-equiv" in f)
        assert "default-src 'none'; script-src 'sha256-" in (policy or "")
        assert "url(" not in page
        assert not re.search(r"https?://", page.partition('<script type="application')[0])


def test_every_picture_has_words_for_those_who_do_not_see_it(statistics):
    for page in (story(), statistics):
        images = [facts for tag, facts in Parts(page).found if tag == "img"]
        assert len(images) >= 2
        for facts in images:
            data = base64.b64decode((facts["src"] or "").partition(",")[2])
            assert (data[:4], data[8:12]) == (b"RIFF", b"WEBP")
            assert facts["alt"]
            assert int(facts["width"] or 0) > 300


def test_words_can_be_read_on_light_and_dark_screens():
    screens = re.findall(r":root\{(--[^}]*)\}", story())
    assert len(screens) == 2
    for each in screens:
        colours = dict(re.findall(r"--(\w+):(#\w+);", each))
        for name in ("ink", "muted", "link"):
            assert contrast(colours[name], colours["paper"]) >= 4.5
        for ground in ("wash", "sun"):
            assert contrast(colours["ink"], colours[ground]) >= 4.5


def test_a_picture_keeps_the_colours_that_have_a_meaning():
    seen = set()
    for facts in (facts for tag, facts in Parts(story()).found if tag == "img"):
        data = base64.b64decode((facts["src"] or "").partition(",")[2])
        image = Image.open(io.BytesIO(data)).convert("RGB")
        seen |= {colour for _, colour in image.getcolors(image.width * image.height) or ()}
    assert {tuple(round(255 * part) for part in to_rgb(each)) for each in KIND.values()} <= seen


# ------------------------------------------------------------------ the story of a game


def games_in(page: str) -> list[dict]:
    """The data of the games that replay in a page."""
    found = re.search(r'<script type="application/octet-stream" id="data">(.*?)</script>', page)
    assert found is not None
    return json.loads(unpacked(found[1]).split("\0")[2])["games"]


def links(page: str) -> list[tuple[int, int]]:
    """The links of a page to its replays: number of the game, and step."""
    found = (facts for tag, facts in Parts(page).found if tag == "a" and "data-replay" in facts)
    return [(int(each["data-replay"] or 0), int(each["data-step"] or 0)) for each in found]


def test_the_links_of_a_story_show_its_moments_in_the_page():
    firsts = [span.first for span in Timeline.of(lesson()).moves]
    shown = links(story())
    assert len(shown) == 2
    assert [each for each in shown if each[0] != 0 or each[1] not in firsts] == []
    assert [game["names"] for game in games_in(story())] == [list(lesson().names)]
    rooms = [facts for tag, facts in Parts(story()).found if facts.get("class") == "replay"]
    assert [(each["data-step"], "open" in each) for each in rooms] == [(str(shown[0][1]), True)]


def test_texts_of_a_record_never_become_markup():
    page, plain = (story_html(hostile_record(harmless=harmless)) for harmless in (False, True))
    assert [tag for tag, _ in Parts(page).found] == [tag for tag, _ in Parts(plain).found]
    for bad in BAD:
        assert bad not in page


def test_a_game_without_moves_and_a_broken_one_have_pages():
    empty = replace(lesson(), line=Line((), ""))
    assert say("report-result") in story_html(empty)
    broken = replace(lesson(), problem=KhronosError("move 7 is <bad>"))
    assert "move 7 is &lt;bad&gt;" in story_html(broken, most=0)


# ------------------------------------------------------------------ what many games say


def test_a_dataset_says_how_many_games_and_who_plays(statistics):
    words = Parts(statistics).words
    assert "3 games, 2 players, played on valley." in words
    assert say("report-who", who=("random",)) in words


def test_caveats_and_numbers_are_folded(statistics):
    depth = 0
    for part in re.findall(r"</?details|<table>|class=.limits|</?article", statistics):
        depth += {"<details": 1, "</details": -1}.get(part, 0)
        assert depth or part not in ("<table>", 'class="limits')


def test_a_page_opens_with_what_is_large_and_sure_and_folds_the_rest(tmp_path):
    games = khronos_lab.dataset(["data/sample/2-levels", "data/sample/3-levels"])
    path = games.report(tmp_path / "a.html", title="Does <first> matter?", date="1 May", replays=0)
    page = path.read_text("utf-8")
    assert "<h1>Does &lt;first&gt; matter?</h1>" in page
    assert ">1 May · data/sample/2-levels, data/sample/3-levels<" in page
    first, appendix = page.split('id="appendix"')
    findings = re.findall(r"<article><h3>(.*?)<figure class=\"full\">", first)
    assert 3 <= len(findings) <= 5
    assert not [each for each in findings if "no clear" in each or "not beyond" in each]
    said = re.findall(r"<h[34]>(.*?)</h[34]>", page)
    assert len(said) == len(set(said)), "each is told once"
    assert appendix.count("<article>") > 8
    assert page.count("Based on") == 0


def test_the_tools_of_others_are_shown_the_folder(tmp_path):
    page = khronos_lab.dataset("data/sample/3-levels").report(tmp_path / "a.html", replays=0)
    words = Parts(page.read_text("utf-8")).words
    assert "'data/sample/3-levels/**/players/*.parquet'" in words
    assert 'kl.dataset("data/sample/3-levels")' in words
    for tool in ("DuckDB", "pandas", "R"):
        assert tool in words


def test_the_moments_of_a_dataset_replay_in_the_page(statistics, folder):
    games = games_in(statistics)
    rooms: list[dict[str, str]] = [
        {key: value or "" for key, value in found.items()}
        for _, found in Parts(statistics).found
        if found.get("class") == "replay"
    ]
    assert sorted(each["data-number"] for each in rooms) == [str(n) for n in range(len(games))]
    tables = read_tables(folder).games.collect()
    for each in rooms:
        assert set(games[int(each["data-number"])]["names"]) <= set(tables["player"])
        assert 0 < int(each["data-step"]) <= max(tables["step"].to_list())


def test_names_in_tables_never_become_markup():
    record = replace(hostile_record(), line=Line((), ""))
    games = khronos_lab.dataset([record, lesson()])
    games.name = "<script>"
    with tempfile.TemporaryDirectory() as home:
        page = games.report(Path(home) / "page.html", replays=0).read_text("utf-8")
    for bad in (*BAD, "<script>"):
        assert bad not in page.replace('<script>"use strict"', "")


def test_the_mistakes_of_a_review_are_told_and_replay_in_place():
    review = glanced()
    section = review_section(review)
    parts = Parts("".join(str(each) for each in section.parts))
    links = [facts for tag, facts in parts.found if tag == "a" and facts.get("class") == "watch"]
    # From the first event of the turn on, in the game of the page.
    assert [(each["data-replay"], each["data-step"]) for each in links] == [
        ("0", str(turn.first + 1)) for turn in review.mistakes
    ]
    assert links
    assert all(f"Better: {turn.player} " in "".join(section.parts) for turn in review.mistakes)
