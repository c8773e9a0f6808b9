"""The page of a game from disk, with the network off: all that can be done there without Python."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from playwright.sync_api import expect

import khronos_lab as kl
from khronos_lab.analysis import domain_graph
from khronos_lab.board import page_html
from khronos_lab.core import square
from khronos_lab.export import export_game
from khronos_lab.rulebook import AGES
from tests.board.hostile import hostile_record
from tests.browser.lab import PATIENCE
from tests.browser.watch import caption, choose, click, pace, picture
from tests.simulation.reviewed import game as reviewed_game
from tests.simulation.reviewed import glanced

FOUR, LESSON = "data/games/03-four-players-valley.khr", "data/games/08-lesson-three-ages.khr"
LANGUAGES = ("English", "Deutsch")
BOXES = """() => ['boards', 'told', 'time', 'players', 'moves'].map((each) => document
  .querySelector(`.kv-${each}`)).map((each) => JSON.stringify(each.getBoundingClientRect()))"""
# The page's policy forbids playwright's own way to ask repeatedly.
UNTIL = """() => new Promise((done, fail) => {
  const end = performance.now() + PATIENCE;
  const look = () => {
    if (EXPRESSION) done();
    else if (performance.now() > end) fail(new Error(`this never came true: EXPRESSION`));
    else requestAnimationFrame(look);
  };
  look();
})""".replace("PATIENCE", str(PATIENCE))


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
        self.root = self.page.locator("body")

    def __enter__(self):
        return self

    def __exit__(self, kind, *_) -> None:
        try:
            if kind is None:
                self.assert_clean()
        finally:
            self.context.close()

    def resize(self, width: int, height: int) -> None:
        self.page.set_viewport_size({"width": width, "height": height})
        self.until(f"innerWidth === {width}")
        pace(self.page)

    def speak(self, language: str) -> None:
        choose(self.root, "language", label=language)

    def press(self, key: str, times: int = 1) -> None:
        for _ in range(times):
            self.page.keyboard.press(key)

    def until(self, expression: str) -> None:
        """Wait for something."""
        self.page.evaluate(UNTIL.replace("EXPRESSION", expression))

    @property
    def frame(self) -> int:
        return int(self.page.evaluate("viewer.at.frame"))

    @property
    def last(self) -> int:
        return int(self.page.evaluate("viewer.path().length"))

    def caption(self) -> str:
        return caption(self.root)

    def picture(self) -> bytes:
        return picture(self.root)

    def items(self, sort: str) -> int:
        """So many marks of a sort are drawn."""
        return self.page.locator(f".kv-boards [data-sort={sort}] > g").count()

    def pixel(self, age: int | str, sq: int) -> tuple[float, float]:
        at = self.page.evaluate(f"viewer.board.middle({{ age: {age}, sq: {sq} }})")
        return at["x"], at["y"]

    def assert_clean(self) -> None:
        """Nothing was asked of the network, nothing went wrong."""
        assert self.faults == []
        asked = {url.partition("#")[0] for url in self.requests if not url.startswith("blob:")}
        assert asked == {self.address}


@pytest.fixture(scope="module")
def four(tmp_path_factory):
    return kl.load(FOUR).export(tmp_path_factory.mktemp("four") / "game.html")


@pytest.fixture(scope="module")
def lesson(tmp_path_factory):
    return kl.load(LESSON).export(tmp_path_factory.mktemp("lesson") / "game.html")


# ------------------------------------------------------------------ steps


def test_every_step_of_a_game_is_shown_and_no_step_goes_wrong(chromium, four):
    with Opened(chromium, four) as opened:
        nodes = "document.querySelectorAll('*').length"
        before = opened.page.evaluate(nodes)
        seen = opened.page.evaluate(
            """() => { const seen = [];
              const drawn = document.querySelector("[data-layer=b]");
              for (let n = 0; n <= viewer.path().length; n++) {
                viewer.go(n);
                const said = document.querySelector(".kv-caption").textContent;
                seen.push([said, drawn.children.length]);
              }
              viewer.go(0);
              return seen; }"""
        )
        assert len(seen) == opened.last + 1 == 483
        assert seen[0][0].strip() == "The game begins."
        assert seen[-1][0].startswith("Farid wins with 44 coins.")
        assert sum(one[1] != two[1] for one, two in pairwise(seen)) > 100
        # Nothing is left behind.
        assert abs(opened.page.evaluate(nodes) - before) < 30


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
        opened.press("Home")
        assert opened.frame == 0
        assert page.is_disabled(".kv-back")
        page.get_by_role("radio", name="turn").click()
        page.click(".kv-forward")
        assert page.inner_text(".kv-caption").startswith("Greta ends the turn")
        box = page.locator(".kv-plot").bounding_box()
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 40)
        assert abs(opened.frame - opened.last / 2) < 12
        assert page.inner_text(".kv-cursor b") == page.evaluate("viewer.step().move.turn")
        # A move is a sentence, and notation on request.
        move = page.locator(".kv-move").nth(9)
        said = "builds a keep at d3 in Might and erases Hugo's monastery at e4 in Faith"
        assert move.inner_text().strip() == f"{said} !"
        choose(opened.root, "write", tick=True)
        assert move.inner_text().strip() == move.get_attribute("title") == "M+m2d3!"
        page.locator(".kv-round summary").first.click()
        assert not move.is_visible()
        # The curve can keep the ending to itself.
        curve = page.locator(".kv-plot")
        for step, told in ((100, False), (opened.last, True)):
            page.evaluate(f"viewer.go({step})")
            whole = curve.screenshot()
            choose(opened.root, "spoiler", tick=True)
            assert (curve.screenshot() == whole) == told
            choose(opened.root, "spoiler", tick=False)


def test_a_page_with_the_coach_shows_verdict_and_curve_with_every_step(chromium, tmp_path):
    path, review = tmp_path / "game.html", glanced()
    path.write_text(page_html(reviewed_game(), review), "utf-8")
    with Opened(chromium, path) as opened:
        page, verdict = opened.page, opened.page.locator(".kv-verdict")
        assert page.locator(".kv-turn-mark").all_inner_texts() == [
            each.mark for each in review.turns if each.mark
        ]
        for turn in sorted(review.mistakes, key=lambda each: each.turn):
            opened.press("m")
            assert turn.first < opened.frame <= turn.step
            assert verdict.locator("h2").inner_text().startswith(turn.mark)
            assert turn.better in verdict.inner_text()
            assert page.locator(".kb-added, .kb-out").count() > 0
        verdict.get_by_role("checkbox").uncheck()
        assert page.locator(".kb-added, .kb-out").count() == 0
        rows = page.locator(".kv-chance b").all_inner_texts()
        assert abs(sum(int(each.removesuffix("\u00a0%")) for each in rows) - 100) <= 2
        verdict.locator(".kv-clause").first.click()
        clause = verdict.locator(".kv-clause").first.inner_text()
        assert page.inner_text(".kv-pop").startswith(f"{clause}: ")
        page.get_by_text("Luck and skill").click()
        assert "could expect" in page.inner_text(".kv-luck")
        assert verdict.get_by_role("button", name="Try it").count() == 0  # there is no kernel


def test_a_link_leads_to_its_step_or_variation_and_follows(chromium, four):
    with Opened(chromium, four, link="#step=123") as opened:
        assert opened.frame == 123
        opened.press("ArrowRight")
        opened.until("location.hash === '#step=124'")
        opened.page.locator(".kv-other .kv-move").first.click()
        opened.until("viewer.at.line !== '[]' && location.hash.startsWith('#line=')")
        opened.page.click(".kv-main-line")
        opened.until("viewer.at.line === '[]'")
        opened.page.evaluate("location.hash = '#line=1&step=5'")
        opened.until(
            "viewer.at.line === Object.keys(viewer.game.lines)[1] && viewer.at.frame === 5"
        )
        opened.page.evaluate("location.hash = '#line=99&step=x'")
        opened.until("viewer.at.line === '[]' && viewer.at.frame === 0")


def test_a_shadow_travels_and_never_keeps_the_next_key_waiting(chromium, lesson):
    moving = "document.getAnimations().length"
    with Opened(chromium, lesson) as opened:
        found = opened.page.evaluate(
            """viewer.path().findIndex((step) =>
              step.items.some(([key]) => key.endsWith('.cast')))"""
        )
        for calm in (False, True):
            opened.page.emulate_media(reduced_motion="reduce" if calm else "no-preference")
            opened.page.evaluate(f"viewer.go({found})")
            opened.press("ArrowRight")
            assert (opened.page.evaluate(moving) > 0) == (not calm)
            opened.press("ArrowRight", 5)
            assert opened.frame == found + 6
            opened.until(f"{moving} === 0")


# ------------------------------------------------------------------ words, views, squares


def test_views_show_arrows_and_domains_and_the_graph_joins_what_touches(chromium, lesson, four):
    with Opened(chromium, lesson) as opened:
        opened.press("ArrowDown", 2)
        pictures = set()
        for view in ("shadows", "control", "domains", "difference", "boards"):
            opened.page.select_option(".kv-views", view)
            pictures.add(opened.picture())
            assert opened.items("Arrow") == (4 if view == "shadows" else 0)
            assert (opened.items("Holding") > 3) == (view == "control")
        assert len(pictures) == 5
    game = kl.load(FOUR)
    with Opened(chromium, four) as opened:
        opened.page.select_option(".kv-views", "domains")
        for index in (0, 120, 300, opened.last):
            opened.page.evaluate(f"viewer.go({index})")
            graphs = [domain_graph(game.state(index), age) for age in AGES]
            assert opened.items("Touching") == sum(graph.number_of_edges() for graph in graphs)
            assert opened.items("Piece") == sum(map(len, graphs))


def test_rule_and_cause_open_over_the_page_and_nothing_moves(chromium, lesson):
    with Opened(chromium, lesson) as opened:
        page = opened.page
        page.click(".kv-move[data-move='M+m2h1!']")
        before = page.evaluate(BOXES)
        page.click(".kv-chip >> nth=0")
        clause = page.inner_text(".kv-chip >> nth=0")
        assert page.inner_text(".kv-pop").startswith(f"{clause}: ")
        assert page.evaluate(BOXES) == before
        page.click(".kv-chip >> nth=1")
        assert page.locator(".kv-pop li").count() >= 1
        page.click(".kv-pop li button >> nth=0")
        assert page.locator(".kv-pop").is_hidden()
        opened.press("End")
        opened.press("j")
        assert page.inner_text(".kv-note") == "There is no other after this step."
        assert page.evaluate(BOXES) == before


def test_the_story_of_a_square_is_told_where_one_clicks(chromium, four):
    """Greta built the town at f2 over a printed hamlet: nothing false is said of it."""
    with Opened(chromium, four) as opened:
        page, card = opened.page, opened.page.locator(".kv-card")
        opened.press("PageDown")
        before = page.evaluate(BOXES)
        click(opened.root, 0, square("g3"))
        assert card.locator("h4").inner_text() == "g3, Might (plain)"
        assert card.locator(".kv-what").inner_text().strip() == "Town"
        assert card.locator("li").all_inner_texts() == [
            "At the start: printed hamlet",
            "Greta upgrades the printed hamlet at g3 to a town on f2–g3 in Might.",
        ]
        assert "pays 3 coins to Greta" in card.inner_text()
        assert page.evaluate(BOXES) == before
        box, clicked = card.bounding_box(), page.locator(".kb-chosen").bounding_box()
        assert abs(box["x"] - clicked["x"] - clicked["width"]) < 40
        card.locator("li button").click()
        assert opened.frame == 2
        opened.press("Escape")
        assert card.is_hidden()
        # Where nothing ever stood, nothing opens that would stay.
        click(opened.root, 0, square("c10"))
        assert card.is_hidden()
        assert page.inner_text(".kv-note") == "c10, Might (plain). Nothing has stood here yet."
        # A card is closed by the next step: it never lies over Faith while one steps.
        click(opened.root, 0, square("g3"))
        opened.press("ArrowRight")
        assert card.is_hidden()


def test_hovering_names_a_building_and_frames_its_domain(chromium, four):
    with Opened(chromium, four, link="#step=20") as opened:
        page, tip, border = opened.page, *map(opened.page.locator, (".kv-tip", ".kb-border"))
        x, y = opened.pixel(0, square("g3"))
        page.mouse.move(x, y)
        tip.wait_for()
        assert tip.inner_text().startswith("town\nIts domain pays")
        assert border.count() == 1
        # A click opens the card; whoever moves on within the building sees its border again.
        boards = page.locator(".kv-boards").bounding_box()
        page.mouse.click(x, y)
        page.mouse.move(x + 2, y + 2)
        assert border.count() == 1
        assert page.locator(".kv-card").is_visible()
        assert page.locator(".kv-boards").bounding_box() == boards
        page.keyboard.press("Escape")
        page.mouse.move(5, 5)
        assert tip.is_hidden()
        assert border.count() == 0


# ------------------------------------------------------------------ sizes and themes


def test_the_whole_game_is_on_one_screen(chromium, four):
    with Opened(chromium, four, link="#step=263") as opened:
        for scheme in ("light", "dark"):
            opened.page.emulate_media(color_scheme=scheme)
            opened.until(f"document.documentElement.dataset.theme === '{scheme}'")
            for width, height in ((1440, 900), (1280, 720)):
                opened.resize(width, height)
                for language in LANGUAGES:
                    opened.speak(language)
                    for part in ("boards", "told", "time", "players", "moves"):
                        box = opened.page.locator(f".kv-{part}").bounding_box()
                        assert box["height"] > 20
                        assert box["y"] + box["height"] <= height, (part, width, language)
                        assert box["x"] + box["width"] <= width, (part, width, language)


def test_the_table_of_players_and_the_choices_have_room(chromium, four):
    cut = "table => table.parentElement.scrollWidth - table.parentElement.clientWidth"
    hands = "all => Math.max(...all.map(each => each.scrollWidth - each.parentElement.clientWidth))"
    with Opened(chromium, four, link="#step=263") as opened:
        page = opened.page
        for width in (660, 900, 1300):
            opened.resize(width, 900)
            for language in LANGUAGES:
                opened.speak(language)
                page.locator("tr.kv-acting").wait_for()
                assert page.evaluate("document.documentElement.scrollWidth") <= width
                assert page.locator(".kv-players table").evaluate(cut) <= 0
                assert page.locator(".kv-hand").evaluate_all(hands) <= 0


def test_one_age_can_be_enlarged_and_in_a_narrow_window_two_are_small(chromium, four):
    with Opened(chromium, four, link="#step=262") as opened:
        page = opened.page
        height = page.locator(".kv-body").bounding_box()["height"]
        before = opened.pixel(1, 18)[0] - opened.pixel(1, 17)[0]
        page.mouse.dblclick(*opened.pixel(1, 40))
        assert opened.pixel(1, 18)[0] - opened.pixel(1, 17)[0] > 1.2 * before
        assert page.text_content(".kb-thumb[aria-pressed=true]").startswith("Faith")
        assert page.locator(".kv-body").bounding_box()["height"] < height + 40
        page.click(".kb-thumb >> nth=3")
        assert page.locator(".kb-thumbs").is_hidden()
        opened.resize(640, 800)
        assert page.locator(".kb-thumbs").is_hidden(), "three ages stand side by side"
        opened.resize(560, 800)
        small = page.locator(".kb-thumb:visible")
        assert small.all_inner_texts() == ["Might •", "Reason"]
        board = page.locator(".kv-boards").bounding_box()
        for box in (small.first.bounding_box(), small.last.bounding_box()):
            assert box["x"] > board["x"] + board["width"]
            assert 70 < box["width"] < 0.5 * board["width"]
            assert box["x"] + box["width"] <= 560
        assert page.locator(".kv-players").is_visible()
        small.last.click()
        assert page.evaluate("viewer.board.zoomed()") == 2
        assert small.all_inner_texts() == ["Might •", "Faith •"]


def test_on_a_phone_the_age_where_something_happens_and_the_clicked_square_are_shown(
    chromium, four
):
    with Opened(chromium, four, size=(390, 844)) as opened:
        page = opened.page
        for language in LANGUAGES:
            opened.speak(language)
            page.evaluate("viewer.go(0)")
            for age in (0, 1, 2):
                found = f"(step, n) => n > viewer.at.frame && step.age === {age}"
                page.evaluate(f"viewer.go(viewer.path().findIndex({found}) + 1)")
                assert page.evaluate("viewer.board.zoomed()") == age
                assert page.evaluate("document.documentElement.scrollWidth") == 390
            for part in (".kv-boards", ".kv-caption", ".kv-controls", ".kv-players", ".kv-moves"):
                box = page.locator(part).bounding_box()
                assert box["x"] >= 0
                assert box["x"] + box["width"] <= 390
        page.evaluate("viewer.go(262)")
        age = page.evaluate("viewer.board.zoomed()")
        pieces = sorted(kl.load(FOUR).state(262).boards[age].buildings)
        for sq in (pieces[0], pieces[-1]):
            spot = opened.pixel(age, sq)
            page.mouse.click(*spot)
            box = page.locator(".kv-card").bounding_box()
            assert not box["y"] < spot[1] < box["y"] + box["height"]


# ------------------------------------------------------------------ safe and whole


def test_bad_texts_stay_texts(chromium, tmp_path):
    path = export_game(hostile_record(), tmp_path / "bad.html")
    with Opened(chromium, path) as opened:
        page = opened.page
        opened.press("End")
        for _ in range(2):
            page.mouse.move(60, 500)
            page.hover(".kv-name >> nth=0")
        assert page.evaluate("typeof window.bad") == "undefined"
        assert page.locator("main :is(img:not(.kv-icon), script, b[onmouseover])").count() == 0
        assert "<b onmouseover=window.bad=3>Ann</b>" in page.inner_text(".kv-players")
        assert "</details>" in page.inner_text(".kv-moves")


def test_a_script_of_others_does_not_run(chromium, lesson, tmp_path):
    text = lesson.read_text("utf-8").replace(
        "<main hidden", "<script>window.bad=1</script><main hidden"
    )
    changed = tmp_path / "changed.html"
    changed.write_text(text, "utf-8")
    with Opened(chromium, changed) as opened:
        assert opened.page.evaluate("typeof window.bad") == "undefined"
        assert "Content Security Policy" in "".join(opened.faults)
        opened.faults.clear()


def test_damaged_data_and_missing_scripts_are_told(chromium, lesson, tmp_path):
    text = re.sub(r'(id="data">)(.{5000}).{40}', r"\1\2", lesson.read_text("utf-8"))
    damaged = tmp_path / "damaged.html"
    damaged.write_text(text, "utf-8")
    for path, scripts, told in (
        (damaged, True, "This page cannot be shown: "),
        (lesson, False, "needs JavaScript: open this file in a browser"),
    ):
        context = chromium.new_context(offline=True, java_script_enabled=scripts)
        page = context.new_page()
        page.goto(path.as_uri())
        expect(page.locator("body")).to_contain_text(told, use_inner_text=True)
        assert not page.locator("#record").is_visible()
        context.close()
