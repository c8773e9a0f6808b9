"""Reports: one page that holds everything, in both languages, with texts that stay texts."""

from __future__ import annotations

import base64
import re
import shutil
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import polars as pl
import pytest

import khronos_lab
from khronos_lab.analysis.statistics.standard_report import standard_report
from khronos_lab.analysis.tables.game_tables import tables_of
from khronos_lab.analysis.tables.parquet_files import read_tables
from khronos_lab.analysis.timeline import Timeline
from khronos_lab.core.events import TaxCollected
from khronos_lab.records.game_files import read_games
from khronos_lab.records.identity import game_id
from khronos_lab.records.model import GameRecord, Line
from khronos_lab.report.dataset import Shelf, dataset_html, question_of
from khronos_lab.report.game import story_html
from khronos_lab.report.page import DARK, LIGHT
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.language import catalogue, say
from khronos_lab.rulebook.pieces import Age
from khronos_lab.rulebook.resources import data_file
from khronos_lab.simulation.game_of_row import place_of
from khronos_lab.simulation.run import simulate
from khronos_lab.widgets.replay.widget import Replay
from tests.drawing.vision import contrast
from tests.viewer.hostile import BAD, hostile_record

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
    return story_html(lesson(), most=2, file="lesson.khr", version="1.2", language=language)


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    home = tmp_path_factory.mktemp("runs")
    simulate(home / "one", 3, ["random", "random"], workers=1)
    return home


@pytest.fixture(scope="module")
def statistics(folder) -> str:
    return page_of(folder)


def page_of(folder, **more) -> str:
    shelf = Shelf(folder=folder, shown="runs")
    return dataset_html(read_tables(folder), title="runs", shelf=shelf, most=1, **more)


# ------------------------------------------------------------------ one page, nothing outside


def test_a_page_points_nowhere_outside(statistics):
    for page in (story(), statistics):
        parts = Parts(page)
        names = {facts.get("id") for _, facts in parts.found}
        for tag, facts in parts.found:
            assert tag not in ("script", "iframe", "object", "base", "form")
            assert not [fact for fact in facts if fact.startswith("on") or fact == "style"]
            assert (facts.get("src") or "data:image/png;base64,").startswith("data:image/png")
            target = facts.get("href")
            assert target is None or target == "data:," or target.removeprefix("#") in names
        policy = next(f["content"] for _, f in parts.found if "http-equiv" in f)
        assert "default-src 'none'; script-src 'none'; style-src 'sha256-" in (policy or "")
        assert "url(" not in page
        assert not re.search(r"https?://", page)


def test_every_picture_is_a_png_with_words_for_those_who_do_not_see_it(statistics):
    for page in (story(), statistics):
        images = [facts for tag, facts in Parts(page).found if tag == "img"]
        assert len(images) >= 4
        for facts in images:
            data = base64.b64decode((facts["src"] or "").partition(",")[2])
            assert data.startswith(b"\x89PNG")
            assert facts["alt"]
            assert int(facts["width"] or 0) > 300


def test_the_same_game_gives_the_same_bytes():
    assert story_html(lesson(), most=2, file="lesson.khr", version="1.2") == story()


def test_words_can_be_read_on_light_and_dark_screens():
    for colours in (LIGHT, DARK):
        for name in ("ink", "muted", "link"):
            assert contrast(colours[name], colours["paper"]) >= 4.5
        for ground in ("wash", "sun"):
            assert contrast(colours["ink"], colours[ground]) >= 4.5


# ------------------------------------------------------------------ the story of a game


def test_a_story_tells_result_taxes_moments_and_the_whole_game():
    words = Parts(story()).words
    assert "in front with 14 coins: Wim" in words
    for key in ("result", "course", "taxes", "deeds", "moments", "final", "telling"):
        assert say(f"report-{key}") in words
    told = [str(entry) for step in _steps() for entry in step.log]
    assert [sentence for sentence in told if sentence not in words] == []
    assert lesson().line.comment.strip().splitlines()[0] in words
    assert "khronos-lab show lesson.khr --turn " in words


def _steps():
    from khronos_lab.records.model import steps_of

    return list(steps_of(lesson()))


def opened_by(page: str) -> list[Replay]:
    """What one sees after typing the page's lines into a notebook."""
    typed = r"khronos_lab\.(?:load|dataset)\([^()]*\)(?:\.game\([^()]*\))?\.replay\(step=\d+\)"
    lines = re.findall(typed, Parts(page).words)
    return [eval(line, {"khronos_lab": khronos_lab}) for line in lines]


def test_the_commands_of_a_story_open_the_moment_itself(tmp_path, monkeypatch):
    shutil.copy(LESSON, tmp_path / "lesson.khr")
    monkeypatch.chdir(tmp_path)
    firsts = [span.first for span in Timeline.of(lesson()).moves]
    shown = opened_by(story())
    assert len(shown) == 2
    assert [each.index for each in shown if each.index not in firsts] == []


def test_a_story_speaks_german():
    page = story("de")
    words = Parts(page).words
    assert '<html lang="de">' in page
    for key in ("result", "course", "taxes", "deeds", "moments", "final", "telling"):
        assert say(f"report-{key}", "de") in words
        assert say(f"report-{key}", "en") not in words
    assert " builds a " not in words.replace(_comments(), "")


def _comments() -> str:
    return "".join(node.comment for node in lesson().line.nodes)


def test_texts_of_a_record_never_become_markup():
    page, plain = (
        story_html(hostile_record(harmless=harmless), file="<x>&.khr") for harmless in (False, True)
    )
    assert [tag for tag, _ in Parts(page).found] == [tag for tag, _ in Parts(plain).found]
    for bad in BAD:
        assert bad not in page
    assert "<x>" not in page


def test_a_game_without_moves_and_a_broken_one_have_pages():
    empty = replace(lesson(), line=Line((), ""))
    assert say("report-result") in story_html(empty)
    broken = replace(lesson(), problem=KhronosError("move 7 is <bad>"))
    assert "move 7 is &lt;bad&gt;" in story_html(broken, most=0)


# ------------------------------------------------------------------ what many games say


def test_every_question_has_a_place_and_says_what_it_cannot_say(folder):
    from khronos_lab.analysis.statistics.paradox_costs import (
        control_changes,
        paradox_costs,
        replayed,
    )

    costs, changes = (each(replayed([lesson()])).lazy() for each in (paradox_costs,
                                                                     control_changes))  # fmt: skip
    asked = standard_report(read_tables(folder), costs=costs, changes=changes)
    assert [name for name in asked if question_of(name).title not in catalogue("en")] == []
    bare = [name for name in asked if question_of(name).draw is None]
    assert bare == ["coin_curve", "survival_by_age"]
    assert [name for name in asked if f"limit-{name}" not in catalogue("en")] == []


def test_a_dataset_has_a_section_a_table_and_limits_for_every_question(statistics, folder):
    words = Parts(statistics).words
    for name in standard_report(read_tables(folder)):
        assert f"{say('report-numbers')}: {name}" in words
        assert say(f"limit-{name}") in words
        assert say(question_of(name).title) in words
    assert "3 games, 2 players, played on valley." in words


def test_games_of_tables_lead_to_where_they_are_opened(statistics, folder):
    parts = Parts(statistics)
    links = [facts for tag, facts in parts.found if tag == "a" and facts.get("href") == "#open"]
    assert links
    assert re.search(r"khronos-lab simulate --out runs/one --game \d --save game\.khr", parts.words)


def test_the_commands_of_a_dataset_open_a_moment_that_its_tables_name(folder, monkeypatch):
    monkeypatch.chdir(folder.parent)
    shelf = Shelf(folder=folder, shown=folder.name)
    taxes = read_tables(folder).events.filter(pl.col("event") == "TaxCollected").collect()
    row = taxes.row(-1, named=True)
    [shown] = opened_by(shelf.commands(row["game"], row["step"])[0])
    event = shown.frame.event
    assert isinstance(event, TaxCollected)
    assert (event.seat, event.age, event.amount) == (
        row["seat"],
        Age[row["age"].upper()],
        row["amount"],
    )


def test_a_game_that_cannot_be_played_again_is_told_without_a_picture(folder):
    tables = tables_of([lesson()]).lazy()
    words = Parts(dataset_html(tables, title="t", shelf=Shelf(folder=folder, shown="x"))).words
    assert "no picture, because" in words
    game = game_id(lesson())
    with_records = Shelf(records={game: lesson()}, places={game: ("a b.khr", 2)})
    words = Parts(dataset_html(tables, title="t", shelf=with_records)).words
    assert "no picture, because" not in words
    assert re.search(r'khronos_lab\.load\("a b\.khr", game=2\)\.replay\(step=\d+\)', words)
    assert "khronos-lab show 'a b.khr' --game 2" in words


def test_names_in_tables_never_become_markup():
    record = replace(hostile_record(), line=Line((), ""))
    page = dataset_html(tables_of([record, lesson()]).lazy(), title="<script>", most=0)
    for bad in (*BAD, "<script>"):
        assert bad not in page


def test_places_of_games(folder):
    game = read_tables(folder).games.collect()["game"][-1]
    place = place_of(folder, game)
    assert place is not None
    assert (place.folder, place.number) == (folder / "one", 2)
    assert place_of(folder, "nothing-7") is place_of(folder, "000001") is None
    (folder / "odd").mkdir()
    (folder / "odd" / "simulation.json").write_text("[1]", "utf-8")
    assert place_of(folder, game) == place
