from __future__ import annotations

import re
import time
from collections import Counter
from itertools import pairwise

import pytest

from khronos_lab.analysis.graphs import domain_graph
from khronos_lab.analysis.timeline import Timeline
from khronos_lab.drawing.board_layout import Table
from khronos_lab.drawing.figures.changes import change_strokes, compare
from khronos_lab.export.export_game import export_game
from khronos_lab.records.game_files import read_games
from khronos_lab.records.model import GameRecord
from khronos_lab.rulebook.pieces import AGES
from khronos_lab.rulebook.resources import data_file
from tests.viewer.hostile import hostile_record


class Opened:
    """A page that was opened from disk with the network off, and all it complained about."""

    def __init__(self, browser, path, size=(1280, 800), link="") -> None:
        self.context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, offline=True, accept_downloads=True
        )
        self.page = self.context.new_page()
        self.faults: list[str] = []
        self.page.on("console", lambda said: self.faults.append(f"console: {said.text}"))
        self.page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        self.page.on("dialog", lambda box: self.faults.append(f"dialog: {box.message}"))
        self.requests: list[str] = []
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.address = path.as_uri()
        self.page.goto(self.address + link)
        self.page.wait_for_selector("body[data-ready]")

    def __enter__(self):
        return self

    def __exit__(self, *_) -> None:
        self.context.close()

    def press(self, key: str, times: int = 1) -> None:
        for _ in range(times):
            self.page.keyboard.press(key)

    def until(self, expression: str) -> None:
        """Wait for something; the page's policy forbids playwright's own way to ask repeatedly."""
        end = time.monotonic() + 20
        while not self.page.evaluate(expression):
            assert time.monotonic() < end, f"{expression} never came true"
            time.sleep(0.02)

    @property
    def frame(self) -> int:
        return int(self.page.evaluate("at.frame"))

    @property
    def last(self) -> int:
        return int(self.page.evaluate("path().length"))

    def caption(self) -> str:
        return self.page.inner_text("#caption")

    def picture(self) -> bytes:
        return self.page.locator("#boards").screenshot(animations="disabled")

    def assert_clean(self) -> None:
        """Nothing was asked of the network, nothing went wrong."""
        assert self.faults == []
        assert {url.partition("#")[0] for url in self.requests} == {self.address}


def record_of(name: str) -> GameRecord:
    game = next(iter(read_games(data_file("games", name))))
    assert isinstance(game, GameRecord)
    return game


def exported(folder, name: str, **options):
    return export_game(record_of(name), folder / "game.html", **options)


@pytest.fixture(scope="module")
def four(tmp_path_factory):
    return exported(tmp_path_factory.mktemp("four"), "03-four-players-valley.khr")


@pytest.fixture(scope="module")
def lesson(tmp_path_factory):
    return exported(tmp_path_factory.mktemp("lesson"), "08-lesson-three-ages.khr")


def test_every_step_of_a_game_is_shown_and_no_step_goes_wrong(chromium, four):
    with Opened(chromium, four) as opened:
        seen = opened.page.evaluate(
            """() => { const seen = [];
              for (let n = 0; n <= path().length; n++) {
                go(n);
                seen.push([$("caption").textContent, $("boards").children.length, drawn.size,
                  $("players").textContent]);
              }
              return seen; }"""
        )
        assert len(seen) == opened.last + 1 == 483
        assert seen[0][0].strip() == "The game begins."
        assert seen[-1][0].startswith("Farid wins with 44 coins.")
        assert sum(one[2] != two[2] for one, two in pairwise(seen)) > 100
        opened.assert_clean()


def test_boards_change_with_the_keys_that_the_tips_name(chromium, four):
    with Opened(chromium, four) as opened:
        start = opened.picture()
        opened.press("ArrowRight", 2)
        assert opened.frame == 2
        assert opened.caption().startswith("Greta upgrades the printed hamlet")
        assert opened.picture() != start
        opened.press("ArrowLeft", 2)
        assert opened.frame == 0
        assert opened.picture() == start
        opened.press("ArrowDown")
        first_action = opened.frame
        opened.press("ArrowDown")
        assert opened.frame > first_action
        opened.press("ArrowUp")
        assert opened.frame == first_action
        opened.press("ArrowUp")
        assert opened.frame == 0
        opened.press("PageDown")
        assert opened.caption().startswith("Greta ends the turn")
        opened.press("PageDown")
        assert opened.caption().startswith("Hugo ends the turn")
        opened.press("PageUp")
        assert opened.caption().startswith("Greta ends the turn")
        opened.press("End")
        assert opened.frame == opened.last
        opened.press("Home")
        assert opened.frame == 0
        opened.assert_clean()


def test_playing_goes_on_until_it_is_stopped(chromium, lesson):
    with Opened(chromium, lesson) as opened:
        opened.page.select_option("#speed", "8")
        opened.page.keyboard.press(" ")
        opened.until("at.frame >= 3")
        assert opened.page.get_attribute("#play", "aria-label") == "Stop playing (space)"
        opened.page.keyboard.press(" ")
        stopped = opened.frame
        opened.page.wait_for_timeout(300)
        assert opened.frame == stopped
        opened.page.evaluate("go(path().length - 1)")
        opened.page.click("#play")
        opened.until("at.frame === path().length && !at.timer")
        opened.assert_clean()


def test_slider_moves_and_curve_lead_to_their_steps(chromium, four):
    with Opened(chromium, four) as opened:
        page = opened.page
        page.fill("#slider", "100")
        assert opened.frame == 100
        page.click("#moves button:text-is('M^c3j2!!')")
        assert page.inner_text("#note").startswith("The city's copy covers the town")
        assert page.inner_text("[aria-current=step]") == "M^c3j2!!"
        page.click("#controls #start")
        assert opened.frame == 0
        assert page.is_disabled("#effect-back")
        box = page.locator("#curve").bounding_box()
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 60)
        assert abs(opened.frame - opened.last / 2) < 12
        opened.assert_clean()


def test_variations_open_from_the_list_and_lead_back(chromium, lesson):
    with Opened(chromium, lesson) as opened:
        page = opened.page
        assert page.locator(".other").count() == 4
        assert page.locator(".other .other").count() == 1
        page.click("#moves button:text-is('M+r2o1')")
        assert opened.page.evaluate("at.line") > 0
        assert page.inner_text("#note").startswith("The other way to be blocked")
        assert "B3b" in page.inner_text("#told")
        branch = opened.page.evaluate("data.lines[at.line].offset")
        opened.press("ArrowUp")
        assert opened.frame == branch
        page.click("#main-line")
        assert opened.page.evaluate("at.line") == 0
        opened.press("ArrowDown")
        assert page.inner_text("[aria-current=step]") == "M+r2n2!"
        opened.assert_clean()


def test_the_language_switches_everywhere(chromium, lesson):
    with Opened(chromium, lesson) as opened:
        page = opened.page
        opened.press("ArrowRight", 2)
        assert "hamlet" in opened.caption()
        page.select_option("#language", label="Deutsch")
        assert page.get_attribute("html", "lang") == "de"
        assert "Weiler" in opened.caption()
        assert page.inner_text("aside h2") == "Aktionen"
        assert page.get_attribute("#effect-forward", "aria-label") == "Eine Wirkung vor (→)"
        assert "Macht" in page.locator("#boards .age").first.text_content()
        assert not re.search(r"(panel|view|tip|jump|legend|title)\.[a-z]", page.inner_text("body"))
        opened.assert_clean()


def test_views_show_arrows_and_domains(chromium, lesson):
    with Opened(chromium, lesson) as opened:
        page = opened.page
        opened.press("ArrowDown", 2)
        assert page.locator("#boards .arrow").count() == 2
        page.click("[data-view=boards]")
        assert page.locator("#boards .arrow").count() == 0
        assert page.locator("#boards .areas *").count() == 0
        before = opened.picture()
        page.click("[data-view=control]")
        assert page.locator("#boards .band").count() > 3
        assert opened.picture() != before
        opened.assert_clean()


def test_the_domain_graph_joins_the_buildings_that_touch(chromium, four):
    timeline = Timeline.of(record_of("03-four-players-valley.khr"))
    with Opened(chromium, four) as opened:
        opened.page.click("[data-view=domains]")
        for index in (0, 120, 300, opened.last):
            opened.page.evaluate(f"go({index})")
            graphs = [domain_graph(timeline.state_at(index), age) for age in AGES]
            edges = Counter(sides for graph in graphs for _, _, sides in graph.edges.data("sides"))
            drawn = {n: opened.page.locator(f"#boards .link{n}").count() for n in (1, 2, 3)}
            assert drawn == {n: edges[n] for n in (1, 2, 3)}
            nodes = opened.page.locator("#boards .areas circle").count()
            assert nodes == sum(map(len, graphs))
        assert sum(edges.values()) > 5
        opened.assert_clean()


def test_the_difference_is_the_one_to_the_turn_before(chromium, four):
    timeline = Timeline.of(record_of("03-four-players-valley.khr"))
    seen: Counter[str] = Counter()
    with Opened(chromium, four) as opened:
        opened.page.click("[data-view=difference]")
        for index in (
            0,
            *timeline.stops("turn")[3::4],
            *timeline.stops("paradox"),
            *range(185, 189),
        ):
            opened.page.evaluate(f"go({index})")
            before = timeline.state_at(timeline.previous(index, "turn") or 0)
            found = [compare(before, timeline.state_at(index), age) for age in AGES]
            new, _, touched = (sum(len(each[n]) for each in found) for n in range(3))
            assert opened.page.locator("#boards .marks .mark-new").count() == new
            assert opened.page.locator("#boards .marks .mark-touched").count() == touched
            strokes = change_strokes(before, timeline.state_at(index), Table.of(before.grid))
            gone = any(stroke.label == "gone" for stroke in strokes)
            assert (opened.page.locator("#boards .marks .mark-gone").count() > 0) == gone
            seen.update(new=new, touched=touched, gone=gone)
        assert min(seen.values()) > 2
        opened.assert_clean()


def test_rule_cause_and_story_of_a_square_can_be_opened(chromium, lesson):
    with Opened(chromium, lesson) as opened:
        page = opened.page
        page.click("#moves button:text-is('M+m2h1!')")
        page.click("#caption button")
        assert page.inner_text("#rule").startswith(f"{page.inner_text('#caption button')}: ")
        page.click("#why summary")
        assert page.locator("#why li").count() >= 1
        # The upper left square of the keep at h1, in Faith.
        spot = page.evaluate(
            """() => { const p = new DOMPoint(map.lefts[1] + 7.5, .5)
              .matrixTransform($("boards").getScreenCTM()); return [p.x, p.y]; }"""
        )
        page.mouse.click(*spot)
        assert page.inner_text("#square h2") == "Faith h1 (plain)"
        assert page.inner_text("#square p") == "Keep: Ruth"
        assert page.locator("#square li").count() == 1
        page.click("#square li button")
        assert opened.caption().startswith("Ruth's keep at h1 now stands in Faith, too.")
        opened.assert_clean()


def test_a_link_leads_to_its_step_and_follows(chromium, four):
    with Opened(chromium, four, link="#step=123") as opened:
        assert opened.frame == 123
        opened.press("ArrowRight")
        opened.until("location.hash === '#step=124'")
        opened.page.evaluate("location.hash = '#line=1&step=5'")
        opened.until("at.line === 1 && at.frame === 5")
        opened.page.evaluate("location.hash = '#line=99&step=x'")
        opened.until("at.line === 0 && at.frame === 0")
        opened.assert_clean()


def test_jumps_find_the_next_of_their_sort(chromium, four):
    with Opened(chromium, four) as opened:
        opened.page.select_option("#jump", "paradox")
        assert opened.caption() == "The printed hamlet at g3 in Faith is covered. B6"
        opened.page.select_option("#jump", "blocked")
        assert opened.caption().startswith("No shadow in Faith:")
        opened.page.select_option("#jump", "tax")
        assert "collects" in opened.caption()
        opened.press("End")
        opened.page.select_option("#jump", "join")
        assert opened.caption() == "There is no other after this step."
        opened.assert_clean()


def test_letters_jump_as_in_the_replay_and_capitals_go_back(chromium, four):
    with Opened(chromium, four) as opened:
        opened.press("p")
        assert opened.caption() == "The printed hamlet at g3 in Faith is covered. B6"
        first = opened.frame
        opened.press("b")
        assert opened.caption().startswith("No shadow in Faith:")
        opened.press("P", 99)
        assert opened.frame == first
        assert opened.caption() == "There is no other before this step."
        opened.press("t")
        assert "collects" in opened.caption()
        opened.assert_clean()


def test_on_a_phone_the_age_where_something_happens_is_shown(chromium, four):
    with Opened(chromium, four, size=(390, 844)) as opened:
        page = opened.page
        page.click("#moves button:text-is('F+r2e4')")
        opened.press("ArrowUp")
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        for age, name in enumerate(("Might", "Faith", "Reason")):
            found = f"path().findIndex((step, n) => n > at.frame && step.age === {age}) + 1"
            page.evaluate(f"go({found})")
            left = f"{age} * map.pitch * $('strip').scrollWidth / map.width"
            opened.until(f"Math.abs($('strip').scrollLeft - {left}) < 25")
            assert name in page.inner_text("#ages [aria-pressed=true]")
        opened.assert_clean()


def test_bad_texts_stay_texts(chromium, tmp_path):
    path = export_game(hostile_record(), tmp_path / "bad.html")
    with Opened(chromium, path) as opened:
        opened.press("End")
        for _ in range(2):
            opened.page.mouse.move(60, 500)
            opened.page.hover("#players .name >> nth=0")
        assert opened.page.evaluate("typeof window.bad") == "undefined"
        assert opened.page.locator("main img, main script, main b[onmouseover]").count() == 0
        assert "<b onmouseover=window.bad=3>Ann</b>" in opened.page.inner_text("#players")
        assert "</details>" in opened.page.inner_text("#moves")
        opened.assert_clean()


def test_a_script_of_others_does_not_run(chromium, lesson, tmp_path):
    text = lesson.read_text("utf-8").replace(
        "<main hidden>", "<script>window.bad=1</script><main hidden>"
    )
    changed = tmp_path / "changed.html"
    changed.write_text(text, "utf-8")
    with Opened(chromium, changed) as opened:
        assert opened.page.evaluate("typeof window.bad") == "undefined"
        assert any("Content Security Policy" in fault for fault in opened.faults)


def test_damaged_data_is_told_and_not_swallowed(chromium, lesson, tmp_path):
    text = re.sub(r'(id="data">)(.{5000}).{40}', r"\1\2", lesson.read_text("utf-8"))
    damaged = tmp_path / "damaged.html"
    damaged.write_text(text, "utf-8")
    context = chromium.new_context(offline=True)
    page = context.new_page()
    page.goto(damaged.as_uri())
    page.wait_for_selector(".notice[role=alert]")
    assert page.inner_text(".notice[role=alert]").startswith("This page cannot be shown: ")
    context.close()


def test_the_record_can_be_saved_and_read(chromium, lesson):
    with Opened(chromium, lesson) as opened:
        opened.page.click("#record summary")
        with opened.page.expect_download() as saved:
            opened.page.click("#save")
        assert saved.value.suggested_filename == "game.khr"
        text = saved.value.path().read_text("utf-8")
        assert text == data_file("games", "08-lesson-three-ages.khr").read_text("utf-8")
        assert opened.faults == []


def test_without_scripts_the_record_can_be_read(chromium, lesson):
    context = chromium.new_context(offline=True, java_script_enabled=False)
    page = context.new_page()
    page.goto(lesson.as_uri())
    assert "needs JavaScript" in page.inner_text("body")
    assert "M+c1d8=f7!" in (page.text_content("#record pre") or "")
    context.close()


@pytest.mark.parametrize("width", [900, 1300])
@pytest.mark.parametrize("language", ["English", "Deutsch"])
def test_the_table_of_players_and_the_choices_have_room(chromium, four, width, language):
    with Opened(chromium, four, size=(width, 900)) as opened:
        page = opened.page
        page.select_option("#language", label=language)
        page.locator("#slider").evaluate(
            """slider => {
              slider.value = 263;
              slider.dispatchEvent(new Event('input', { bubbles: true }));
            }"""
        )
        page.locator("#players tr.acting").wait_for()
        page.click("[data-view=control]")
        nobodys = page.locator("#boards .nobodys").all_text_contents()
        assert nobodys
        assert all(text.isdecimal() for text in nobodys)  # no sign that makes a loss of it
        cut = "table => table.parentElement.scrollWidth - table.parentElement.clientWidth"
        assert page.locator("#players table").evaluate(cut) <= 0
        tops = [page.locator(name).bounding_box()["y"] for name in ("#jump", "#language")]
        assert abs(tops[0] - tops[1]) < 12
        opened.assert_clean()
