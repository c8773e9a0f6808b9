"""The replay in a real JupyterLab: on one screen, at once, and nothing moves under a click."""

from __future__ import annotations

import re
from statistics import median

import pytest
from playwright.sync_api import expect

from khronos_lab.core import square
from tests.browser.lab import write_notebook
from tests.browser.watch import (
    FORGET,
    UNWATCH,
    WATCH,
    caption,
    choose,
    click,
    drawn_after,
    focus,
    frames_passed,
    pace,
    picture,
    possible,
    rate_of_playing,
    ready,
    shows,
    slid_to,
    still,
    wait_until,
)

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
PARTS = (".kv-boards", ".kv-told", ".kv-time", ".kv-players", ".kv-side", ".kv-moves")
BOXES = """root => ['boards', 'told', 'time', 'players', 'moves']
  .map((each) => root.querySelector(`.kv-${each}`))
  .map((each) => JSON.stringify(each.getBoundingClientRect()))"""
OVER = "part => part.scrollWidth - part.clientWidth"
SIZE = {"width": 1440, "height": 900}
LANGUAGES = ("English", "Deutsch")


@pytest.fixture(scope="module")
def page(window, folder):
    """A notebook of replays, run from top to bottom, with JupyterLab's sidebar open."""
    notebook = write_notebook(folder / "replays.ipynb", *CELLS)
    with window.run(notebook, size=(SIZE["width"], SIZE["height"]), sidebar=True) as page:
        page.locator(".kl-replay").first.evaluate("root => root.scrollIntoView()")
        ready(page)
        page.locator(".kl-replay").first.evaluate(WATCH)
        yield page
        page.evaluate(UNWATCH)


@pytest.fixture
def root(page):
    """The first replay, at its start, in the boards view, in English, with the keyboard."""
    root = page.locator(".kl-replay").first
    if page.viewport_size != SIZE:
        page.set_viewport_size(SIZE)
        still(root)
    root.evaluate("root => root.scrollIntoView()")
    speak(root, "English")
    root.locator(".kv-views").select_option("boards")
    for key in ("Escape", "Escape", "Home"):
        focus(root)
        page.keyboard.press(key)
    shows(root, 0)
    page.evaluate(FORGET)
    return root


@pytest.fixture
def no_sidebar(page, root):
    """JupyterLab's sidebar closed, as `khronos-lab lab` does it."""
    toggle = "() => window.jupyterapp.commands.execute('application:toggle-left-area')"
    page.evaluate(toggle)
    expect(page.locator("#jp-left-stack")).to_be_hidden()
    yield
    page.evaluate(toggle)


def speak(root, language: str) -> None:
    choose(root, "language", label=language)


def assert_in_sight(page, root) -> None:
    view = page.locator(".jp-WindowedPanel-outer").bounding_box()
    for part in PARTS:
        box = root.locator(part).bounding_box()
        assert box["height"] > 20
        assert box["x"] + box["width"] <= view["x"] + view["width"], part
        assert box["y"] + box["height"] <= view["y"] + view["height"], part


# ------------------------------------------------------------------ on one screen


def test_the_whole_game_is_on_one_screen_beside_the_sidebar(page, root):
    assert page.locator(".kl-replay").count() == 3
    assert page.locator("#jp-left-stack").is_visible()
    page.keyboard.press("PageDown")
    for language, said in zip(LANGUAGES, ("Look", "Ansehen"), strict=True):
        speak(root, language)
        expect(root.locator("[data-mode=look]")).to_have_text(said)
        still(root)
        assert_in_sight(page, root)
        top = root.locator(".kv-bar").bounding_box()["y"]
        bottom = root.locator(".kv-bank").bounding_box()
        assert bottom["y"] + bottom["height"] - top <= 660
        assert root.locator(".kv-bar").bounding_box()["height"] <= 44  # one line
        for part in (".kv-title", ".kv-bar", ".kv-players table", ".kv-units"):
            assert root.locator(part).evaluate(OVER) <= 1, part


def test_without_the_sidebar_it_fits_a_small_screen_and_a_phone(page, root, no_sidebar):
    page.set_viewport_size({"width": 1280, "height": 720})
    root.locator(".kv:not(.kv-one-age)").wait_for()
    still(root)
    root.evaluate("root => root.scrollIntoView()")
    assert_in_sight(page, root)
    page.set_viewport_size({"width": 390, "height": 844})
    speak(root, "Deutsch")
    root.locator(".kv-one-age").wait_for()
    still(root)
    for part in (*PARTS, ".kv-bar"):
        assert root.locator(part).evaluate(OVER) <= 1, part


def test_nothing_is_cut_off_in_a_narrow_window(page, root):
    for width in (1000, 760, 680):
        page.set_viewport_size({"width": width, "height": 900})
        for language in LANGUAGES:
            speak(root, language)
            still(root)
            wide = root.evaluate("root => root.clientWidth")
            for part in (*PARTS, ".kv-bar"):
                assert root.locator(part).evaluate(OVER) <= 1, (part, width, language)
                assert root.locator(part).bounding_box()["width"] <= wide + 1


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


# ------------------------------------------------------------------ stepping and playing


def test_steps_and_places_of_the_slider_come_at_once(page, root):
    """Within frames of the screen, not milliseconds: on a busy computer a frame takes long."""
    passed, captions = [], {caption(root)}
    for index in range(1, 16):
        drawn_after(page, "ArrowRight")
        passed.append(frames_passed(page))
        shows(root, index)
        captions.add(caption(root))
    assert len(captions) > 12
    assert median(passed) <= 2
    passed.clear()
    for place in (440, 20, 345, 120, 482, 300):
        slid_to(page, root, place)
        passed.append(frames_passed(page))
    assert median(passed) <= 2


def test_keys_belong_to_the_replay_and_others_to_the_notebook(page, root):
    cells = page.locator(".jp-Cell").count()
    for key in ("b", "j", "s", "t", "p", "h", "ArrowDown", "PageDown"):
        page.keyboard.press(key)
    assert page.locator(".jp-Cell").count() == cells
    kv = root.locator(".kv")
    assert kv.evaluate("kv => kv === document.activeElement")
    taken = kv.evaluate(
        """kv => ['Escape', 'a', 'x', 'm'].map((key) => {
          const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
          return kv.viewer.press(Object.defineProperty(event, 'target', { value: kv }));
        })"""
    )
    assert taken == [False] * 4


def test_no_frame_is_blank_and_nothing_moves_while_stepping(page, root):
    root.locator(".kv").evaluate(
        """async kv => {
          for (let n = 0; n < 50; n += 1) {
            const key = n % 10 === 9 ? 'PageDown' : n % 7 === 6 ? 'ArrowLeft' : 'ArrowRight';
            kv.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
            await new Promise(requestAnimationFrame);
            await new Promise(requestAnimationFrame);
          }
        }"""
    )
    seen = page.evaluate("() => window.seen")
    assert seen["frames"] > 30
    assert len(seen["drawn"]) > 30
    assert seen["blank"] == 0
    assert len(seen["boxes"]) == 1


def test_playing_is_smooth_leaves_no_step_out_and_stops(page, root):
    _, seen = rate_of_playing(page, root, 60)
    indices = seen["indices"][:60]
    assert indices[0] <= 3
    assert indices == list(range(indices[0], indices[0] + 60))
    assert seen["blank"] == 0
    # A busy computer has fewer frames for steps to be shown in; but whenever there was one and a
    # step was due, it was there.
    assert 0.9 * possible(seen, 60, 30) <= 60
    shown = int(root.locator(".kv").get_attribute("data-frame") or 0)
    pace(page)
    shows(root, shown)


# ------------------------------------------------------------------ squares, views, lines


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
    expect(root.locator(".kv-note")).to_contain_text("Nothing has stood here yet.")
    for key in (*["ArrowLeft"] * 2, *["ArrowUp"] * 4, "Enter"):
        page.keyboard.press(key)
    root.locator(".kv-card h4", has_text="n16, Might").wait_for()
    # The game itself did not move; Escape gives it the arrows back.
    assert root.locator(".kv").get_attribute("data-frame") == "0"
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowRight")
    shows(root, 1)


def test_two_views_of_one_replay_go_together_also_to_a_variation_and_back(page, root):
    kv, second = root.locator(".kv"), page.locator(".kl-replay").nth(1).locator(".kv")
    page.keyboard.press("PageDown")
    root.locator(".kv:not([data-frame='0'])").wait_for()
    expect(second).to_have_attribute("data-frame", kv.get_attribute("data-frame"))
    assert second.locator(".kv-caption").text_content() == kv.locator(".kv-caption").text_content()
    notation = root.locator(".kv-other .kv-move").first.get_attribute("title")
    # A click right after keys, the first of which the kernel is being told of: it hears of the
    # places in their order.
    kv.evaluate(
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
    expect(second).not_to_have_attribute("data-line", "[]")
    expect(second).to_have_attribute("data-line", kv.get_attribute("data-line"))
    expect(root.locator(".kv-move[aria-current]")).to_have_attribute("title", notation)
    root.locator(".kv-main-line").click()
    root.locator(".kv-main-line").wait_for(state="hidden")
    expect(second).to_have_attribute("data-line", "[]")


# ------------------------------------------------------------------ errors, themes, screen readers


def test_nothing_moves_under_the_pointer_nor_when_a_callback_fails(page, root):
    """Clicks, messages, rules, errors: not a pixel."""
    page.keyboard.press("PageDown")
    before = root.evaluate(BOXES)
    click(root, 0, square("g3"))
    root.locator(".kv-card h4").wait_for()
    assert root.evaluate(BOXES) == before
    root.locator(".kv-chip").first.click()
    assert root.evaluate(BOXES) == before
    for key in ("End", "j"):
        page.keyboard.press(key)
    click(root, 2, square("a1"))
    assert root.evaluate(BOXES) == before
    hand, error = root.locator(".kv-hand").first, root.locator(".kl-error")
    root.locator(".kv-more").click()
    root.locator(".kl-eyes").select_option("nobody")
    expect(error).to_contain_text("ValueError: the sky is falling")
    expect(hand).to_have_attribute("aria-label", re.compile(r"\*"))
    assert root.evaluate(BOXES) == before
    error.get_by_role("button").click()
    error.wait_for(state="hidden")
    root.locator(".kv-more").click()  # the game came anew
    root.locator(".kl-eyes").select_option("all")
    error.wait_for()
    error.get_by_role("button").click()
    expect(hand).not_to_have_attribute("aria-label", re.compile(r"\*"))


def test_the_moment_is_evaluated_where_one_rests(page, root):
    page.keyboard.press("PageDown")
    verdict = root.locator(".kv-verdict")
    expect(verdict).to_contain_text("Best turn found")
    expect(root.locator(".kv-chance b")).to_have_count(4)
    first = verdict.inner_text()
    page.keyboard.press("PageDown")
    expect(verdict).not_to_have_class(re.compile("waiting"))
    expect(verdict).not_to_have_text(first)


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
    named = """all => all.map(each => each.ariaLabel || each.title || each.textContent
      || [...each.labels ?? []].map(label => label.textContent).join(" "))"""
    controls = root.locator(":is(.kv-bar, .kv-time) :is(button, select, input)")
    names = controls.evaluate_all(named)
    assert len(names) > 10
    assert all(name.strip() for name in names)
