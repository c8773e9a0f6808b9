"""Watching a viewer: when which moment is painted, whether a frame is blank, what moves."""

from __future__ import annotations

FASTEST = 30
"""Steps a second."""

# Every moment that is drawn is timed when it has been painted; and at every frame of the screen the
# boards are looked at: they must have their pieces, and stay where they are.
NOTHING = """{
  keys: [], drawn: [], indices: [], passed: [], begun: 0, blank: 0, frames: 0, times: [], boxes: []
}"""
WATCH = """root => {
  const seen = window.seen = NOTHING;
  const turn = window.watched = {};
  const boards = () => root.querySelector('.kv-boards');
  document.addEventListener('keydown', () => {
    seen.keys.push(performance.now());
    seen.begun = seen.frames;
  }, true);
  new MutationObserver(() => {
    const index = Number(root.querySelector('.kv').dataset.frame);
    requestAnimationFrame(() => {
      const painted = new MessageChannel();
      painted.port1.onmessage = () => {
        seen.drawn.push(performance.now());
        seen.indices.push(index);
        seen.passed.push(seen.frames - seen.begun);
      };
      painted.port2.postMessage(0);
    });
  }).observe(root.querySelector('.kv'), { attributes: true, attributeFilter: ['data-frame'] });
  const look = now => {
    if (window.watched !== turn) return;
    seen.frames += 1;
    seen.times.push(now);
    const shown = boards();
    const pieces = shown?.querySelectorAll('[data-layer=b] > g').length ?? 0;
    const ground = shown?.querySelectorAll('.kb-ground path').length ?? 0;
    if (!pieces || !ground || !shown.isConnected) seen.blank += 1;
    const { top, left, width, height } = shown.getBoundingClientRect();
    const box = [top, left, width, height].join();
    if (box !== seen.boxes.at(-1)) seen.boxes.push(box);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}""".replace("NOTHING", NOTHING)
FORGET = f"() => Object.assign(window.seen, {NOTHING})"
UNWATCH = "() => { window.watched = null; }"


def ready(page) -> None:
    """Wait until the first viewer of a page shows its game."""
    page.wait_for_selector(".kv[data-ready]")


def shows(root, index: int) -> None:
    root.locator(f".kv[data-frame='{index}']").wait_for()


# Nothing has moved for some frames of the screen: a window of another size is laid out in several.
STILL = """root => new Promise(done => {
  let last = '', same = 0;
  const look = () => {
    const parts = [root, ...root.querySelectorAll('.kv > *, .kv-boards, .kv-moves, .kv-players')];
    const now = parts.map(each => Object.values(each.getBoundingClientRect().toJSON())).join();
    same = now === last ? same + 1 : 0;
    last = now;
    if (same > 5) done(true); else requestAnimationFrame(look);
  };
  look();
})"""


def still(root) -> None:
    """Wait until nothing moves any more, as after another size of the window."""
    root.page.wait_for_function(STILL, arg=root.element_handle())


def picture(root) -> bytes:
    return root.locator(".kv-boards").screenshot(animations="disabled")


def caption(root) -> str:
    return root.locator(".kv-caption").inner_text()


def click(root, age: int, sq: int) -> None:
    """Click the middle of a square, once the boards are in sight and still."""
    boards = root.locator(".kv-boards")
    boards.scroll_into_view_if_needed()
    x, y = root.locator(".kv").evaluate(
        """(kv, place) => {
          const { x, y } = (kv.viewer ?? viewer).board.middle(place);
          const box = kv.querySelector('.kv-boards').getBoundingClientRect();
          return [x - box.x, y - box.y];
        }""",
        {"age": age, "sq": sq},
    )
    boards.click(position={"x": x, "y": y})


def focus(root) -> None:
    root.locator(".kv").focus()


def drawn_after(page, key: str) -> float:
    """Press a key; milliseconds until another moment is on the screen."""
    page.evaluate(FORGET)
    page.keyboard.press(key)
    page.wait_for_function("() => window.seen.drawn.length > 0", polling=5)
    return page.evaluate("() => window.seen.drawn[0] - window.seen.keys[0]")


def frames_passed(page) -> int:
    """Frames of the screen from the last key to its picture: few, however busy the computer is."""
    return int(page.evaluate("() => window.seen.passed[0]"))


def slid_to(page, root, place: int) -> float:
    """Drag the slider; milliseconds until its moment is on the screen."""
    page.evaluate(FORGET)
    start = root.locator(".kv-slider").evaluate(
        """(slider, place) => {
          const now = performance.now();
          window.seen.begun = window.seen.frames;
          slider.value = place;
          slider.dispatchEvent(new Event('input', { bubbles: true }));
          return now;
        }""",
        place,
    )
    page.wait_for_function(f"() => window.seen.indices.includes({place})", polling=5)
    return float(page.evaluate("() => window.seen.drawn[0]")) - float(start)


def wait_until(page, condition: str, element, *more) -> None:
    page.wait_for_function(condition, arg=[element.element_handle(), *more])


def choose(root, what: str, **option) -> None:
    """Choose something in the menu behind the three dots: `label=`, `value=`, or `tick=`."""
    control = root.locator(f".kv-{what}")
    if not control.is_visible():
        root.locator(".kv-more").click()
    if "tick" in option:
        control.set_checked(option["tick"])
    else:
        control.select_option(**option)
    root.locator(".kv-more").click()


def rate_of_playing(page, root, steps: int) -> tuple[float, dict]:
    """Play so many steps at full speed; how many came in a second, and what was seen."""
    choose(root, "speed", value=str(FASTEST))
    focus(root)
    page.evaluate(FORGET)
    page.keyboard.press(" ")
    page.wait_for_function(f"() => window.seen.drawn.length >= {steps}", polling=20)
    focus(root)
    page.keyboard.press(" ")
    seen = page.evaluate("() => window.seen")
    drawn = seen["drawn"][:steps]
    return 1000 * (len(drawn) - 1) / (drawn[-1] - drawn[0]), seen


def possible(seen: dict, steps: int, speed: float) -> int:
    """So many steps the screen had frames for while so many were seen, at a speed."""
    drawn = seen["drawn"][:steps]
    pause, due, count = 1000 / speed, 0.0, 0
    for now in seen["times"]:
        if drawn[0] <= now <= drawn[-1] and now >= due:
            count += 1
            due = max(due + pause, now - pause)
    return count


def pace(page) -> float:
    """Milliseconds from one frame of the screen to the next: long ones on a busy computer."""
    return page.evaluate(
        """async () => {
          const start = performance.now();
          for (let n = 0; n < 20; n += 1) await new Promise(requestAnimationFrame);
          return (performance.now() - start) / 20;
        }"""
    )
