from __future__ import annotations

import io
import re
import time
from itertools import pairwise

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import expect

from khronos_lab.analysis import Timeline, domain_graph
from khronos_lab.core import square
from khronos_lab.export import export_game
from khronos_lab.records import GameRecord, read_games
from khronos_lab.rulebook import AGES, data_file
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
        return int(self.page.evaluate("viewer.at.frame"))

    @property
    def last(self) -> int:
        return int(self.page.evaluate("viewer.path().length"))

    def caption(self) -> str:
        return self.page.inner_text(".kv-caption")

    def picture(self) -> bytes:
        return self.page.locator(".kv-boards").screenshot(animations="disabled")

    def items(self, letter: str) -> int:
        """So many items of a layer are drawn."""
        return self.page.locator(f".kv-boards [data-layer={letter}] > g").count()

    def click_square(self, age: int, sq: int) -> None:
        spot = self.page.evaluate(
            "(place) => { const { x, y } = viewer.scene.pixel(place); return [x, y]; }",
            {"age": age, "sq": sq},
        )
        self.page.mouse.click(*spot)

    def assert_clean(self) -> None:
        """Nothing was asked of the network, nothing went wrong."""
        assert self.faults == []
        assert {url.partition("#")[0] for url in self.requests} == {self.address}


def alike(one: bytes, other: bytes) -> bool:
    """True if two pictures are the same but for what a partial repaint rounds otherwise."""
    pictures = [Image.open(io.BytesIO(each)).convert("RGB") for each in (one, other)]
    return bool(np.abs(np.subtract(*map(np.asarray, pictures), dtype=int)).max() <= 2)


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
              const drawn = document.querySelector("[data-layer=b]");
              for (let n = 0; n <= viewer.path().length; n++) {
                viewer.go(n);
                const said = document.querySelector(".kv-caption").textContent;
                seen.push([said, drawn.children.length]);
              }
              return seen; }"""
        )
        assert len(seen) == opened.last + 1 == 483
        assert seen[0][0].strip() == "The game begins."
        assert seen[-1][0].startswith("Farid wins with 44 coins.")
        assert sum(one[1] != two[1] for one, two in pairwise(seen)) > 100
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
        assert alike(opened.picture(), start)
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
        opened.page.select_option(".kv-speed", "8")
        opened.page.keyboard.press(" ")
        opened.until("viewer.at.frame >= 3")
        assert opened.page.get_attribute("[data-tip=pause]", "aria-label") == "Stop playing (space)"
        opened.page.keyboard.press(" ")
        stopped = opened.frame
        opened.page.wait_for_timeout(300)
        assert opened.frame == stopped
        opened.page.evaluate("viewer.go(viewer.path().length - 1)")
        opened.page.click("[data-tip=play]")
        opened.until("viewer.at.frame === viewer.path().length && !viewer.at.playing")
        opened.assert_clean()


def test_slider_moves_and_curve_lead_to_their_steps(chromium, four):
    with Opened(chromium, four) as opened:
        page = opened.page
        page.fill(".kv-slider", "100")
        assert opened.frame == 100
        page.click(".kv-move[data-move='M^c3j2!!']")
        assert page.inner_text(".kv-note").startswith("The city's copy covers the town")
        marked = page.locator("[aria-current=step]")  # a frame after the picture
        expect(marked).to_have_attribute("title", "M^c3j2!!")
        assert marked.inner_text().strip().startswith("upgrades the town at k2 to a city")
        page.click("[data-tip=start]")
        assert opened.frame == 0
        assert page.is_disabled("[data-tip=effect-back]")
        box = page.locator(".kv-curve").bounding_box()
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 60)
        assert abs(opened.frame - opened.last / 2) < 12
        opened.assert_clean()


def test_moves_are_sentences_and_notation_on_request(chromium, four):
    with Opened(chromium, four) as opened:
        page = opened.page
        move = page.locator(".kv-move").nth(9)
        said = "builds a keep at d3 in Might and erases Hugo's monastery at e4 in Faith"
        assert move.inner_text().strip() == f"{said} !"
        assert move.get_attribute("title") == "M+m2d3!"
        page.get_by_role("button", name="Notation").click()
        assert move.inner_text().strip() == "M+m2d3!"
        rounds = page.locator(".kv-round")
        assert rounds.count() == 7
        assert move.is_visible()
        rounds.first.locator("summary").click()
        assert not move.is_visible()
        opened.assert_clean()


def test_variations_open_from_the_list_and_lead_back(chromium, lesson):
    with Opened(chromium, lesson) as opened:
        page = opened.page
        assert page.locator(".kv-other").count() == 4
        assert page.locator(".kv-other .kv-other").count() == 1
        page.click(".kv-move[data-move='M+r2o1']")
        assert page.evaluate("viewer.at.line") != "[]"
        assert page.inner_text(".kv-note").startswith("The other way to be blocked")
        assert "B3b" in page.inner_text(".kv-chips")
        branch = page.evaluate("viewer.game.lines[viewer.at.line].at")
        opened.press("ArrowUp")
        assert opened.frame == branch
        page.click(".kv-main-line")
        assert page.evaluate("viewer.at.line") == "[]"
        opened.press("ArrowDown")
        expect(page.locator("[aria-current=step]")).to_have_attribute("title", "M+r2n2!?")
        opened.assert_clean()


def test_the_language_switches_everywhere(chromium, lesson):
    with Opened(chromium, lesson) as opened:
        page = opened.page
        opened.press("ArrowRight", 2)
        assert "hamlet" in opened.caption()
        page.select_option(".kv-language", label="Deutsch")
        assert page.get_attribute("html", "lang") == "de"
        assert "Weiler" in opened.caption()
        assert page.inner_text(".kv-aside h3") == "Aktionen"
        assert (
            page.get_attribute("[data-tip=effect-forward]", "aria-label") == "Eine Wirkung vor (→)"
        )
        assert "Macht" in page.locator(".kv-age").first.text_content()
        assert "baut" in page.inner_text(".kv-moves")
        shown = page.inner_text("body")
        assert not re.search(r"\b(panel|view|viewer|tip|jump|legend|title|card)-[a-z]", shown)
        opened.assert_clean()


def test_views_show_arrows_and_domains(chromium, lesson):
    with Opened(chromium, lesson) as opened:
        page = opened.page
        opened.press("ArrowDown", 2)
        assert opened.items("a") == 4
        page.click("[data-view=boards]")
        assert opened.items("a") == opened.items("d") == 0
        before = opened.picture()
        page.click("[data-view=control]")
        assert opened.items("d") > 3
        assert opened.picture() != before
        opened.assert_clean()


def test_the_domain_graph_joins_the_buildings_that_touch(chromium, four):
    timeline = Timeline.of(record_of("03-four-players-valley.khr"))
    with Opened(chromium, four) as opened:
        opened.page.click("[data-view=domains]")
        for index in (0, 120, 300, opened.last):
            opened.page.evaluate(f"viewer.go({index})")
            graphs = [domain_graph(timeline.state_at(index), age) for age in AGES]
            assert opened.items("h") == sum(graph.number_of_edges() for graph in graphs)
            assert opened.items("i") == sum(map(len, graphs))
        opened.assert_clean()


def test_rule_and_cause_open_over_the_page_and_nothing_moves(chromium, lesson):
    with Opened(chromium, lesson) as opened:
        page = opened.page
        page.click(".kv-move[data-move='M+m2h1!']")
        boxes = "[...document.querySelectorAll('.kv-boards, .kv-deck, .kv-low, .kv-moves')].map((each) => { const { x, y, width, height } = each.getBoundingClientRect(); return [x, y, width, height]; })"  # noqa: E501
        before = page.evaluate(boxes)
        page.click(".kv-chip >> nth=0")
        clause = page.inner_text(".kv-chip >> nth=0")
        assert page.inner_text(".kv-pop").startswith(f"{clause}: ")
        assert page.evaluate(boxes) == before
        page.click(".kv-chip >> nth=1")
        assert page.locator(".kv-pop li").count() >= 1
        page.click(".kv-pop li button >> nth=0")
        assert page.locator(".kv-pop").is_hidden()
        opened.press("End")
        opened.press("j")
        assert page.inner_text(".kv-note") == "There is no other after this step."
        assert page.evaluate(boxes) == before
        opened.assert_clean()


def test_the_story_of_a_square_is_told_where_one_clicks(chromium, four):
    """Greta built the town at f2 over a printed hamlet: nothing false is said of it."""
    with Opened(chromium, four) as opened:
        page = opened.page
        boxes = "[...document.querySelectorAll('.kv-boards, .kv-told, .kv-deck, .kv-moves')].map((each) => JSON.stringify(each.getBoundingClientRect()))"  # noqa: E501
        opened.press("PageDown")
        before = page.evaluate(boxes)
        opened.click_square(0, square("g3"))
        card = page.locator(".kv-card")
        assert card.locator("h4").inner_text() == "g3, Might (plain)"
        assert card.locator(".kv-what").inner_text().strip() == "Town"
        assert card.locator("li").all_inner_texts() == [
            "At the start: printed hamlet",
            "Greta upgrades the printed hamlet at g3 to a town on f2–g3 in Might.",
        ]
        assert "pays 3 coins to Greta" in card.inner_text()
        assert page.evaluate(boxes) == before
        box, clicked = card.bounding_box(), page.locator(".kv-chosen").bounding_box()
        assert abs(box["x"] - clicked["x"] - clicked["width"]) < 40
        card.locator("li button").click()
        assert opened.frame == 2
        opened.press("Escape")
        assert card.is_hidden()
        opened.click_square(0, square("c10"))
        assert (
            "It has stood here since the game began." in card.inner_text()
            or card.locator(".kv-quiet").inner_text() == "Nothing has stood here yet."
        )
        opened.assert_clean()


def test_hovering_names_a_building_and_frames_its_domain(chromium, four):
    with Opened(chromium, four, link="#step=20") as opened:
        page = opened.page
        spot = page.evaluate(
            "(place) => { const { x, y } = viewer.scene.pixel(place); return [x, y]; }",
            {"age": 0, "sq": square("g3")},
        )
        page.mouse.move(*spot)
        tip = page.locator(".kv-tip")
        tip.wait_for()
        assert tip.inner_text().startswith("town\nIts domain pays")
        assert page.locator(".kv-border").count() == 1
        # A click opens the card; whoever moves on within the building sees its border again.
        boards = page.locator(".kv-boards").bounding_box()
        page.mouse.click(*spot)
        page.mouse.move(spot[0] + 2, spot[1] + 2)
        assert page.locator(".kv-border").count() == 1
        assert page.locator(".kv-card").is_visible()
        assert page.locator(".kv-boards").bounding_box() == boards
        page.keyboard.press("Escape")
        page.mouse.move(5, 5)
        assert tip.is_hidden()
        assert page.locator(".kv-border").count() == 0
        opened.assert_clean()


def test_the_curve_can_keep_the_ending_to_itself(chromium, four):
    with Opened(chromium, four, link="#step=100") as opened:
        page = opened.page
        right = "Math.max(...[...document.querySelectorAll('.kv-curve polyline')].flatMap((line) => [...line.points].map((point) => point.x)))"  # noqa: E501
        whole = page.evaluate(right)
        page.get_by_role("button", name="Show the curve only up to this step").click()
        assert page.evaluate(right) < whole / 3
        opened.press("ArrowRight", 5)
        assert page.evaluate(right) < whole / 3
        page.evaluate("viewer.go(viewer.path().length)")
        assert abs(page.evaluate(right) - whole) < 1
        opened.assert_clean()


def test_one_age_can_be_enlarged_and_the_height_stays(chromium, four):
    with Opened(chromium, four, size=(1280, 800), link="#step=200") as opened:
        page = opened.page
        height = page.locator(".kv-body").bounding_box()["height"]
        before = page.evaluate(
            "viewer.scene.pixel({age: 1, sq: 18}).x - viewer.scene.pixel({age: 1, sq: 17}).x"
        )
        spot = page.evaluate(
            "(() => { const p = viewer.scene.pixel({age: 1, sq: 40}); return [p.x, p.y]; })()"
        )
        page.mouse.dblclick(*spot)
        after = page.evaluate(
            "viewer.scene.pixel({age: 1, sq: 18}).x - viewer.scene.pixel({age: 1, sq: 17}).x"
        )
        assert after > 1.2 * before
        assert page.inner_text(".kv-ages [aria-pressed=true]").startswith("Faith")
        assert page.locator(".kv-body").bounding_box()["height"] < height + 40
        page.click(".kv-ages button >> nth=3")
        assert page.locator(".kv-ages").is_hidden()
        opened.assert_clean()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_in_a_narrow_window_one_age_is_large_and_two_are_small(chromium, four, scheme):
    with Opened(chromium, four, size=(1000, 800), link="#step=262") as opened:
        page = opened.page
        page.emulate_media(color_scheme=scheme)
        small = page.locator(".kv-ages button:visible")
        assert small.all_inner_texts() == ["Might •", "Reason"]
        board = page.locator(".kv-boards").bounding_box()
        for box in (small.first.bounding_box(), small.last.bounding_box()):
            assert box["x"] > board["x"] + board["width"]
            assert 80 < box["width"] < 0.7 * board["width"]
            assert box["x"] + box["width"] <= page.locator(".kv-moves").bounding_box()["x"]
        assert page.locator(".kv-players").is_visible()
        small.last.click()
        assert page.evaluate("viewer.scene.zoomed()") == 2
        assert small.all_inner_texts() == ["Might •", "Faith •"]
        opened.assert_clean()


def test_a_card_leaves_its_square_in_sight_on_a_phone(chromium, four):
    with Opened(chromium, four, size=(390, 844), link="#step=262") as opened:
        page = opened.page
        for square in (17 * 3 + 5, 17 * 18 + 8):
            spot = page.evaluate(
                "sq => { const p = viewer.scene.pixel({age: viewer.scene.zoomed(), sq});"
                " return [p.x, p.y]; }",
                square,
            )
            page.mouse.click(*spot)
            box = page.locator(".kv-card").bounding_box()
            assert not box["y"] < spot[1] < box["y"] + box["height"]
        opened.assert_clean()


def test_a_step_writes_only_what_is_new(chromium, four):
    """Rows and cells that stay are the same nodes: what is made anew is measured anew."""
    cells = "[...document.querySelectorAll('.kv-players :is(tr, td)')]"
    with Opened(chromium, four) as opened:
        opened.page.evaluate(f"() => {cells}.forEach(node => {{ node.seen = true; }})")
        opened.press("ArrowRight", 40)
        assert opened.page.evaluate(f"() => {cells}.filter(node => !node.seen).length") == 0
        # In the list of moves there are pictures, not their hundreds of nodes.
        assert opened.page.locator(".kv-moves img").count() > 100
        assert opened.page.locator(".kv-moves svg").count() == 0


@pytest.mark.parametrize("calm", [False, True])
def test_a_shadow_travels_and_never_keeps_the_next_key_waiting(chromium, lesson, calm):
    with Opened(chromium, lesson) as opened:
        page = opened.page
        if calm:
            page.emulate_media(reduced_motion="reduce")
        moving = "document.getAnimations().length"
        found = page.evaluate(
            """viewer.path().findIndex((step) =>
              Object.keys(step.new ?? {}).some((key) => key.endsWith('.cast')))"""
        )
        page.evaluate(f"viewer.go({found})")
        opened.press("ArrowRight")
        assert (page.evaluate(moving) > 0) == (not calm)
        opened.press("ArrowRight", 5)
        assert opened.frame == found + 6
        opened.until(f"{moving} === 0")
        opened.assert_clean()


def test_a_link_leads_to_its_step_and_follows(chromium, four):
    with Opened(chromium, four, link="#step=123") as opened:
        assert opened.frame == 123
        opened.press("ArrowRight")
        opened.until("location.hash === '#step=124'")
        opened.page.evaluate("location.hash = '#line=1&step=5'")
        opened.until(
            "viewer.at.line === Object.keys(viewer.game.lines)[1] && viewer.at.frame === 5"
        )
        opened.page.evaluate("location.hash = '#line=99&step=x'")
        opened.until("viewer.at.line === '[]' && viewer.at.frame === 0")
        opened.assert_clean()


def test_jumps_find_the_next_of_their_sort(chromium, four):
    with Opened(chromium, four) as opened:
        opened.page.select_option(".kv-jump", "covered")
        assert opened.caption() == "The printed hamlet at g3 in Faith is covered."
        opened.page.select_option(".kv-jump", "paradox")
        assert opened.caption().startswith("Paradox: Hugo's monastery at e4 in Faith is erased")
        opened.page.select_option(".kv-jump", "blocked")
        assert opened.caption().startswith("No shadow in Faith:")
        opened.page.select_option(".kv-jump", "tax")
        assert "collects" in opened.caption()
        opened.assert_clean()


def test_letters_jump_as_in_the_replay_and_capitals_go_back(chromium, four):
    with Opened(chromium, four) as opened:
        opened.press("p")
        assert opened.caption().startswith("Paradox: ")
        first = opened.frame
        opened.press("b")
        assert opened.caption().startswith("No shadow in Faith:")
        opened.press("P", 99)
        assert opened.frame == first
        assert opened.page.inner_text(".kv-note") == "There is no other before this step."
        opened.press("H", 99)
        assert opened.caption().endswith("is covered.")
        opened.press("t")
        assert "collects" in opened.caption()
        opened.assert_clean()


@pytest.mark.parametrize("language", ["English", "Deutsch"])
def test_on_a_phone_the_age_where_something_happens_is_shown(chromium, four, language):
    with Opened(chromium, four, size=(390, 844)) as opened:
        page = opened.page
        page.select_option(".kv-language", label=language)
        for age in (0, 1, 2):
            found = f"(step, n) => n > viewer.at.frame && step.age === {age}"
            page.evaluate(f"viewer.go(viewer.path().findIndex({found}) + 1)")
            assert page.evaluate("viewer.scene.zoomed()") == age
            assert page.evaluate("document.documentElement.scrollWidth") == 390
        for part in (".kv-boards", ".kv-caption", ".kv-controls", ".kv-players", ".kv-moves"):
            box = page.locator(part).bounding_box()
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= 390
        opened.assert_clean()


@pytest.mark.parametrize("size", [(1440, 900), (1280, 720)])
@pytest.mark.parametrize("language", ["English", "Deutsch"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_whole_game_is_on_one_screen(chromium, four, size, language, scheme):
    with Opened(chromium, four, size=size, link="#step=263") as opened:
        page = opened.page
        page.emulate_media(color_scheme=scheme)
        page.select_option(".kv-language", label=language)
        opened.until(f"document.documentElement.dataset.theme === '{scheme}'")
        for part in (
            ".kv-boards",
            ".kv-told",
            ".kv-deck",
            ".kv-players",
            ".kv-income",
            ".kv-moves",
        ):
            box = page.locator(part).bounding_box()
            assert box["height"] > 20
            assert box["y"] + box["height"] <= size[1], part
            assert box["x"] + box["width"] <= size[0], part
        opened.assert_clean()


def test_bad_texts_stay_texts(chromium, tmp_path):
    path = export_game(hostile_record(), tmp_path / "bad.html")
    with Opened(chromium, path) as opened:
        opened.press("End")
        for _ in range(2):
            opened.page.mouse.move(60, 500)
            opened.page.hover(".kv-name >> nth=0")
        assert opened.page.evaluate("typeof window.bad") == "undefined"
        assert (
            opened.page.locator("main img:not(.kv-icon), main script, main b[onmouseover]").count()
            == 0
        )
        assert "<b onmouseover=window.bad=3>Ann</b>" in opened.page.inner_text(".kv-players")
        assert "</details>" in opened.page.inner_text(".kv-moves")
        opened.assert_clean()


def test_a_script_of_others_does_not_run(chromium, lesson, tmp_path):
    text = lesson.read_text("utf-8").replace(
        "<main hidden", "<script>window.bad=1</script><main hidden"
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


def test_without_scripts_it_says_what_to_do(chromium, lesson):
    context = chromium.new_context(offline=True, java_script_enabled=False)
    page = context.new_page()
    page.goto(lesson.as_uri())
    assert "needs JavaScript: open this file in a browser" in page.inner_text("body")
    assert not page.locator("#record").is_visible()
    context.close()


@pytest.mark.parametrize("width", [660, 900, 1300])
@pytest.mark.parametrize("language", ["English", "Deutsch"])
def test_the_table_of_players_and_the_choices_have_room(chromium, four, width, language):
    with Opened(chromium, four, size=(width, 900), link="#step=263") as opened:
        page = opened.page
        page.select_option(".kv-language", label=language)
        page.locator("tr.kv-acting").wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        cut = "table => table.parentElement.scrollWidth - table.parentElement.clientWidth"
        assert page.locator(".kv-players table").evaluate(cut) <= 0
        hands = """all => Math.max(...all.map((each) =>
          each.scrollWidth - each.parentElement.clientWidth))"""
        assert page.locator(".kv-hand").evaluate_all(hands) <= 0
        opened.assert_clean()
