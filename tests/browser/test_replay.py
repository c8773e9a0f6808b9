"""The replay in a real JupyterLab: on one screen, at once, and nothing moves under a click."""

from __future__ import annotations

import re
import shutil
from statistics import median

import nbformat
import pytest
from playwright.sync_api import expect

from khronos_lab.core import square
from khronos_lab.widgets import JUMPS
from tests.browser.lab import jupyterlab, run_notebook, write_notebook
from tests.browser.watch import (
    FORGET,
    WATCH,
    caption,
    drawn_after,
    focus,
    frames_passed,
    picture,
    possible,
    rate_of_playing,
    ready,
    shows,
    slid_to,
    wait_until,
)
from tests.notebooks.test_run_all import FOLDER

NOTEBOOK = "01_replay_a_game.ipynb"
OWN = "replays.ipynb"
CELLS = (
    """
import khronos_lab as kl
game = kl.load("data/games/03-four-players-valley.khr")
shown = game.replay()
shown
""",
    "shown",
    """
def fail(change):
    raise ValueError("the sky is falling")

shown.observe(fail, "eyes")
""",
    "game.replay(step=263)",
)
"""A replay, the same replay again, a callback that fails, and a replay that opens late."""
PARTS = (".kv-boards", ".kv-told", ".kv-deck", ".kv-players", ".kv-income", ".kv-moves")
BOXES = """root => [...root.querySelectorAll('.kv-boards, .kv-told, .kv-deck, .kv-low, .kv-moves')]
  .map((each) => JSON.stringify(each.getBoundingClientRect()))"""
SIZE = {"width": 1440, "height": 900}


@pytest.fixture(scope="module")
def page(chromium, tmp_path_factory):
    """A notebook of replays, run from top to bottom, with JupyterLab's sidebar open."""
    folder = shutil.copytree(FOLDER, tmp_path_factory.mktemp("lab") / "notebooks")
    write_notebook(folder / OWN, *CELLS)
    home = tmp_path_factory.mktemp("home")
    size = (SIZE["width"], SIZE["height"])
    with run_notebook(
        chromium, folder, home, OWN, size=size, patience=90_000, sidebar=True
    ) as page:
        expect.set_options(timeout=60_000)
        page.locator(".kl-replay").first.evaluate("root => root.scrollIntoView()")
        ready(page)
        page.locator(".kl-replay").first.evaluate(WATCH)
        yield page


@pytest.fixture
def root(page):
    """The first replay, at its start, in the boards view, in English, with the keyboard."""
    page.set_viewport_size(SIZE)
    root = page.locator(".kl-replay").first
    root.evaluate("root => root.scrollIntoView()")
    root.locator(".kv-language").select_option(label="English")
    root.get_by_role("button", name="Boards").click()
    focus(root)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    focus(root)
    page.keyboard.press("Home")
    shows(root, 0)
    page.evaluate(FORGET)
    return root


def click(page, root, age: int, sq: int) -> None:
    """Click the middle of a square."""
    spot = root.locator(".kv").evaluate(
        "(kv, place) => { const { x, y } = kv.viewer.scene.pixel(place); return [x, y]; }",
        {"age": age, "sq": sq},
    )
    page.mouse.click(*spot)


# ------------------------------------------------------------------ the notebook


def test_a_notebook_shows_every_replay_once(page):
    assert page.locator(".jp-OutputArea-output[data-mime-type*='error']").count() == 0
    assert page.locator(".jp-OutputArea-output[data-mime-type*='stderr']").count() == 0
    assert page.locator(".kl-replay").count() == 3


@pytest.mark.parametrize("language", ["English", "Deutsch"])
def test_the_whole_game_is_on_one_screen_beside_the_sidebar(page, root, language):
    root.locator(".kv-language").select_option(label=language)
    page.keyboard.press("PageDown")
    assert page.locator("#jp-left-stack").is_visible()
    view = page.locator(".jp-WindowedPanel-outer").bounding_box()
    for part in PARTS:
        box = root.locator(part).bounding_box()
        assert box["height"] > 20
        assert box["x"] + box["width"] <= view["x"] + view["width"], part
        assert box["y"] + box["height"] <= view["y"] + view["height"], part
    heights = root.locator(".kv-bar button").evaluate_all("all => all.map((b) => b.offsetHeight)")
    tops = root.locator(".kv-bar > *").evaluate_all("all => all.map((b) => b.offsetTop)")
    assert max(heights) < 34
    assert max(tops) - min(tops) < 12  # one line
    cut = """part =>
      Math.max(part.scrollHeight - part.clientHeight, part.scrollWidth - part.clientWidth)"""
    for part in (".kv-title", *(f".kv-players th:nth-child({n})" for n in range(1, 7))):
        assert root.locator(part).evaluate(cut) <= 1, part


@pytest.fixture
def no_sidebar(page, root):
    """JupyterLab's sidebar closed, as `khronos-lab lab` does it."""
    toggle = "() => window.jupyterapp.commands.execute('application:toggle-left-area')"
    page.evaluate(toggle)
    expect(page.locator("#jp-left-stack")).to_be_hidden()
    yield
    page.set_viewport_size(SIZE)
    page.evaluate(toggle)


def test_the_whole_game_is_on_a_small_screen_without_the_sidebar(page, root, no_sidebar):
    page.set_viewport_size({"width": 1280, "height": 720})
    root.locator(".kv:not(.kv-one-age)").wait_for()
    page.wait_for_timeout(300)
    root.evaluate("root => root.scrollIntoView()")
    view = page.locator(".jp-WindowedPanel-outer").bounding_box()
    for part in PARTS:
        box = root.locator(part).bounding_box()
        assert box["height"] > 20
        assert box["x"] + box["width"] <= view["x"] + view["width"], part
        assert box["y"] + box["height"] <= view["y"] + view["height"], part


def test_a_phone_shows_the_replay_in_german_without_sideways_scrolling(page, root, no_sidebar):
    page.set_viewport_size({"width": 390, "height": 844})
    root.locator(".kv-language").select_option(label="Deutsch")
    root.locator(".kv-one-age:not(.kv-beside)").wait_for()
    for part in (*PARTS, ".kv-bar", ".kv-views"):
        over = root.locator(part).evaluate("part => part.scrollWidth - part.clientWidth")
        assert over <= 1, part


def test_two_views_of_one_replay_go_together(page, root):
    page.keyboard.press("PageDown")
    root.locator(".kv:not([data-frame='0'])").wait_for()
    index = int(root.locator(".kv").get_attribute("data-frame") or 0)
    second = page.locator(".kl-replay").nth(1)
    second.evaluate("root => root.scrollIntoView()")
    shows(second, index)
    assert caption(second) == caption(root)


@pytest.mark.parametrize("language", ["English", "Deutsch"])
@pytest.mark.parametrize("width", [1000, 760, 560])
def test_nothing_is_cut_off_in_a_narrow_window(page, root, width, language):
    page.set_viewport_size({"width": width, "height": 900})
    root.locator(".kv-language").select_option(label=language)
    page.wait_for_timeout(300)
    wide = root.evaluate("root => root.clientWidth")
    for part in (*PARTS, ".kv-bar"):
        over = root.locator(part).evaluate("part => part.scrollWidth - part.clientWidth")
        assert over <= 1, part
        assert root.locator(part).bounding_box()["width"] <= wide + 1
    # Beside the sidebar a window of 560 leaves less than a phone does.
    heads = root.locator(".kv-players th").all() if width > 560 else []
    for head in heads:
        over = head.evaluate("head => head.scrollWidth - head.clientWidth")
        assert over <= 0, head.inner_text()


def test_a_replay_that_opens_late_in_a_game_shows_its_move(page, root):
    late = page.locator(".kl-replay").last
    late.evaluate("late => late.scrollIntoView()")
    shows(late, 263)
    inside = """([list]) => {
      const [frame, link] = [list, list.querySelector('[aria-current]')]
        .map((each) => each.getBoundingClientRect());
      return frame.height > 99 && link.top >= frame.top && link.bottom <= frame.bottom;
    }"""
    wait_until(page, inside, late.locator(".kv-moves"))


# ------------------------------------------------------------------ stepping


def test_steps_come_at_once_and_each_has_its_words(page, root):
    times, passed, captions = [], [], {caption(root)}
    for index in range(1, 16):
        times.append(drawn_after(page, "ArrowRight"))
        passed.append(frames_passed(page))
        shows(root, index)
        captions.add(caption(root))
    assert len(captions) > 12
    print(f"\nkey to picture: median {median(times):.0f} ms, slowest {max(times):.0f} ms")
    # Frames of the screen, not milliseconds: on a busy computer a frame takes long.
    assert median(passed) <= 2


def test_jumps_lead_to_what_they_promise(page, root):
    times = []
    for key, words in (("h", "B6"), ("p", "B6"), ("b", "B3"), ("j", "C2"), ("s", "C3"), ("t", "X")):
        before = root.locator(".kv").get_attribute("data-frame")
        times.append(drawn_after(page, key))
        says = "([chip, words]) => chip.textContent.startsWith(words)"
        wait_until(page, says, root.locator(".kv-chip").first, words)
        assert root.locator(".kv").get_attribute("data-frame") != before
    print(f"\njump to picture: median {median(times):.0f} ms, slowest {max(times):.0f} ms")
    assert len(JUMPS) == len(times)
    page.keyboard.press("End")
    page.keyboard.press("p")
    assert "no other after" in root.locator(".kv-note").inner_text()


def test_any_place_of_the_slider_is_there_at_once(page, root):
    times, passed = [], []
    for place in (440, 20, 345, 120, 482, 300):
        times.append(slid_to(page, root, place))
        passed.append(frames_passed(page))
    print(f"\nslider to picture: median {median(times):.0f} ms, slowest {max(times):.0f} ms")
    assert median(passed) <= 2


def test_keys_belong_to_the_replay_and_others_to_the_notebook(page, root):
    cells = page.locator(".jp-Cell").count()
    for key in ("b", "j", "s", "t", "p", "h", "ArrowDown", "PageDown"):
        page.keyboard.press(key)
    assert page.locator(".jp-Cell").count() == cells
    assert root.locator(".kv").evaluate("kv => kv === document.activeElement")
    assert (
        root.locator(".kv").evaluate(
            """kv => ['Escape', 'a', 'x', 'm'].map((key) => {
          const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
          return kv.viewer.press(Object.defineProperty(event, 'target', { value: kv }));
        })"""
        )
        == [False] * 4
    )


def test_no_frame_is_blank_and_nothing_moves_while_stepping(page, root):
    page.evaluate(
        """async kv => {
          for (let n = 0; n < 50; n += 1) {
            const key = n % 10 === 9 ? 'PageDown' : n % 7 === 6 ? 'ArrowLeft' : 'ArrowRight';
            kv.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
            await new Promise(done => setTimeout(done, 40));
          }
        }""",
        root.locator(".kv").element_handle(),
    )
    seen = page.evaluate("() => window.seen")
    print(f"\n{len(seen['drawn'])} pictures for 50 keys, {seen['frames']} frames looked at")
    assert seen["frames"] > 30
    assert seen["blank"] == 0
    assert len(seen["boxes"]) == 1


def test_nothing_moves_under_the_pointer(page, root):
    """Clicks, messages, rules, errors: not a pixel."""
    page.keyboard.press("PageDown")
    before = root.evaluate(BOXES)
    click(page, root, 0, square("g3"))
    root.locator(".kv-card h4").wait_for()
    assert root.evaluate(BOXES) == before
    root.locator(".kv-chip").first.click()
    assert root.evaluate(BOXES) == before
    page.keyboard.press("End")
    page.keyboard.press("j")
    assert root.evaluate(BOXES) == before
    click(page, root, 2, square("a1"))
    assert root.evaluate(BOXES) == before


# ------------------------------------------------------------------ playing


def test_playing_is_smooth_and_leaves_no_step_out(page, root):
    rate, seen = rate_of_playing(page, root, 80)
    indices = seen["indices"][:80]
    room = possible(seen, 80, 30)
    print(f"\n{rate:.1f} steps a second; {room} possible in {seen['frames']} frames")
    assert indices[0] <= 3
    assert indices == list(range(indices[0], indices[0] + 80))
    assert seen["blank"] == 0
    # A busy computer has fewer frames for steps to be shown in; but whenever there was one and a
    # step was due, it was there.
    assert 0.9 * room <= 80
    shown = int(root.locator(".kv").get_attribute("data-frame") or 0)
    page.wait_for_timeout(300)
    shows(root, shown)


def test_two_thousand_steps_leave_nothing_behind(page, root):
    nodes = "kv => kv.querySelectorAll('*').length"
    kv = root.locator(".kv")
    before = kv.evaluate(nodes)
    kv.evaluate(
        """async kv => {
          for (let n = 0; n < 2000; n += 1) kv.viewer.go((n * 37) % 483);
          kv.viewer.go(0);
        }"""
    )
    shows(root, 0)
    assert abs(kv.evaluate(nodes) - before) < 30


# ------------------------------------------------------------------ squares, views, words, lines


def test_a_click_on_a_square_tells_its_story_beside_it(page, root):
    for _ in range(3):
        page.keyboard.press("b")
    click(page, root, 1, square("l3"))
    card = root.locator(".kv-card")
    wait_until(page, "([card]) => card.textContent.includes('ity')", card)
    box, spot = card.bounding_box(), root.locator(".kv-chosen").bounding_box()
    assert min(abs(box["x"] - spot["x"]), abs(box["x"] + box["width"] - spot["x"])) < 60
    links = card.locator(".kv-link")
    said = links.first.inner_text()
    links.first.click()
    assert caption(root) == said


def test_squares_can_be_reached_by_keyboard(page, root):
    page.keyboard.press("Enter")
    for keys, where in (
        ([], "i11, Might"),
        (["ArrowRight"] * 8, "a11, Faith"),  # beside the edge of Might begins Faith
        (["ArrowLeft", "ArrowUp"], "p10, Might"),
        (["ArrowDown"] * 12, "p20, Might"),
    ):
        for key in keys:
            page.keyboard.press(key)
        assert root.locator(".kv-note").inner_text().startswith(where)
    page.keyboard.press("Enter")
    root.locator(".kv-card h4", has_text="p20, Might").wait_for()
    # The game itself did not move; Escape gives it the arrows back.
    assert root.locator(".kv").get_attribute("data-frame") == "0"
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowRight")
    shows(root, 1)


def test_every_view_shows_another_picture(page, root):
    page.keyboard.press("j")
    page.keyboard.press("b")
    pictures = set()
    for view in ("Shadows", "Control map", "Domain graph", "Difference", "Boards"):
        root.get_by_role("button", name=view).click()
        key = {"Control map": "control", "Domain graph": "domains"}.get(view, view.lower())
        root.locator(f".kv[data-view='{key}']").wait_for()
        pictures.add(picture(root))
    assert len(pictures) == 5
    assert page.evaluate("() => window.seen.blank") == 0


def test_the_language_can_be_switched(page, root):
    page.keyboard.press("ArrowRight")
    shows(root, 1)
    root.locator(".kv-language").select_option(label="Deutsch")
    assert "Karte" in caption(root)
    root.get_by_role("button", name="Spielpläne").wait_for()
    assert "Taler" in root.locator(".kv-players").inner_text()
    # The kernel follows, and its own words with it.
    expect(root.locator(".kl-what-if")).to_have_text("Was wäre wenn")


def test_a_variation_can_be_shown_and_left(page, root):
    move = root.locator(".kv-other .kv-move").first
    notation = move.get_attribute("title")
    page.wait_for_timeout(400)
    # A click right after keys: the kernel hears of the places in their order.
    root.locator(".kv").evaluate(
        """async kv => {
          const press = (key) =>
            kv.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
          press('End');
          await new Promise((done) => setTimeout(done, 125));
          press('Home');
          press('ArrowRight');
          kv.querySelector('.kv-other .kv-move').click();
        }"""
    )
    root.locator(".kv-main-line").wait_for()
    page.wait_for_timeout(600)
    expect(root.locator(".kv-move[aria-current]")).to_have_attribute("title", notation)
    second = page.locator(".kl-replay").nth(1)
    expect(second.locator(".kv")).to_have_attribute(
        "data-line", root.locator(".kv").get_attribute("data-line")
    )
    root.locator(".kv-main-line").click()
    root.locator(".kv-main-line").wait_for(state="hidden")
    expect(second.locator(".kv")).to_have_attribute("data-line", "[]")


# ------------------------------------------------------------------ errors, themes, screen readers


def test_a_callback_that_fails_shows_its_message_and_moves_nothing(page, root):
    before = root.evaluate(BOXES)
    root.locator(".kl-eyes").select_option("nobody")
    error = root.locator(".kl-error")
    error.wait_for()
    assert "ValueError: the sky is falling" in error.inner_text()
    hands = root.locator(".kv-hand").first
    wait_until(page, "([hand]) => hand.getAttribute('aria-label').includes('*')", hands)
    assert root.evaluate(BOXES) == before
    error.get_by_role("button").click()
    error.wait_for(state="hidden")
    root.locator(".kl-eyes").select_option("all")
    error.wait_for()
    error.get_by_role("button").click()
    expect(root.locator(".kv-hand").first).not_to_have_attribute("aria-label", "****")


def test_s6_coins_can_be_hidden(page, root):
    late = page.locator(".kl-replay").last  # no callback of its own fails
    late.evaluate("root => root.scrollIntoView()")
    late.locator(".kl-eyes").select_option("nobody")
    late.locator(".kl-coins").select_option("hidden")
    expect(late.locator(".kv-coins").first).to_have_text("?")
    # Purses are opened at the end: that one point is no curve.
    assert " " not in late.locator(".kv-curve polyline").first.get_attribute("points")
    late.locator(".kl-coins").select_option("open")
    expect(late.locator(".kv-coins").first).not_to_have_text("?")
    shows(late, 263)


def test_the_boards_fit_a_dark_theme(page, root):
    def bright() -> float:
        return root.locator(".kv").evaluate(
            """kv => {
              const [r, g, b] = getComputedStyle(kv).backgroundColor.match(/[0-9.]+/g).map(Number);
              return (r + g + b) / 3;
            }"""
        )

    change = "theme => window.jupyterapp.commands.execute('apputils:change-theme', { theme })"
    assert bright() > 200
    light = picture(root)
    page.evaluate(change, "JupyterLab Dark")
    expect(page.locator("body")).to_have_attribute("data-jp-theme-light", "false")
    expect(root).to_have_attribute("data-theme", "dark")
    assert bright() < 80
    assert picture(root) != light
    page.evaluate(change, "JupyterLab Light")
    expect(root).to_have_attribute("data-theme", "light")


def test_screen_readers_find_the_sentence_and_names(page, root):
    page.keyboard.press("ArrowRight")
    shows(root, 1)
    assert root.locator(".kv-caption").get_attribute("aria-live") == "polite"
    ends = re.compile(re.escape(caption(root)) + "$")
    expect(root.locator(".kv-boards")).to_have_attribute("aria-label", ends)
    named = """each => each.ariaLabel || each.title || each.textContent
      || [...each.labels ?? []].map(label => label.textContent).join(" ")"""
    for each in root.locator(".kv-bar, .kv-deck").locator("button, select, input").all():
        assert each.evaluate(named).strip()


# ------------------------------------------------------------------ the notebook about it


def test_the_notebook_about_replays_runs_to_its_end(chromium, tmp_path):
    folder = shutil.copytree(FOLDER, tmp_path / "notebooks")
    (tmp_path / "home").mkdir()
    with jupyterlab(folder, tmp_path / "home") as lab:
        page = chromium.new_page(viewport={"width": 1400, "height": 900})
        page.set_default_timeout(90_000)
        lab.open(page, NOTEBOOK)
        page.get_by_text("game.html").last.wait_for()
        assert page.locator(".jp-OutputArea-output[data-mime-type*='error']").count() == 0
        cells = nbformat.read(folder / NOTEBOOK, as_version=4).cells
        ends = [cell.source.splitlines()[-1] for cell in cells if cell.cell_type == "code"]
        replays = [end for end in ends if re.match(r"game$|game\.replay\(|kl\.load\(", end)]
        assert page.locator(".kl-replay").count() == len(replays)
        lab.shut(page)
        page.close()


def test_without_a_kernel_the_replay_is_still_there(chromium, tmp_path):
    """A saved notebook, opened again when its kernel is gone: the page stands in for the widget."""
    folder = tmp_path / "notebooks"
    (tmp_path / "home").mkdir()
    folder.mkdir()
    source = (
        f"import khronos_lab as kl\n"
        f"kl.load({str(FOLDER.parent / 'data/games/08-lesson-three-ages.khr')!r}).replay(step=5)"
    )
    write_notebook(folder / "saved.ipynb", source)
    with jupyterlab(folder, tmp_path / "home") as lab:
        page = chromium.new_page(viewport={"width": 1400, "height": 900})
        page.set_default_timeout(90_000)
        lab.open(page, "saved.ipynb")
        ready(page)
        assert page.locator("iframe.kl-fallback").is_hidden()
        page.evaluate("() => window.jupyterapp.commands.execute('docmanager:save')")
        page.wait_for_timeout(1500)
        hidden = page.frame_locator("iframe.kl-fallback")
        assert not hidden.locator(".kv").count()  # nothing is drawn where nobody sees it
        lab.shut(page)
        page.reload()
        inner = page.frame_locator("iframe.kl-fallback")
        inner.locator(".kv[data-frame='5']").wait_for()
        inner.locator(".kv").press("ArrowRight")
        inner.locator(".kv[data-frame='6']").wait_for()
        # Where the widget was, nothing is seen: neither it nor JupyterLab's "model not found".
        assert page.locator(".jp-OutputArea-child").count() == 2
        assert not page.locator(".jp-OutputArea-child").first.is_visible()
        page.close()
    saved = nbformat.read(folder / "saved.ipynb", as_version=4)
    sizes = [len(str(out.get("data", {}))) for out in saved.cells[0].outputs]
    assert sum(sizes) <= 100_000
