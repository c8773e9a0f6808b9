"""Watching a replay on a page: when which picture is painted, and whether one is ever blank."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

FASTEST = 30
"""Pictures a second."""

# Every picture that is drawn is timed, and at every frame of the screen the canvas is looked at:
# its middle must not be of one colour, and its place must stay. What the page asks the kernel for
# is read on its way.
NOTHING = """{ keys: [], drawn: [], indices: [], blank: 0, frames: 0, times: [], heights: [],
  asked: [], before: [] }"""
WATCH = """root => {
  const canvas = root.querySelector('.kl-canvas');
  const small = new OffscreenCanvas(32, 14).getContext('2d', { willReadFrequently: true });
  const seen = window.seen = NOTHING;
  document.addEventListener('keydown', () => seen.keys.push(performance.now()), true);
  const draw = CanvasRenderingContext2D.prototype.drawImage;
  CanvasRenderingContext2D.prototype.drawImage = function (...all) {
    draw.apply(this, all);
    if (this.canvas !== canvas) return;
    seen.before.push(seen.asked.length);
    requestAnimationFrame(() => {
      const painted = new MessageChannel();
      painted.port1.onmessage = () => {
        seen.drawn.push(performance.now());
        seen.indices.push(Number(canvas.dataset.index));
      };
      painted.port2.postMessage(0);
    });
  };
  const ever = window.everAsked = new Set();
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (data) {
    const text = typeof data === 'string' ? data : new TextDecoder().decode(data);
    const items = /"kind":"want".*"items":(\\[\\[.*?\\]\\])/.exec(text);
    if (items) {
      seen.asked.push(JSON.parse(items[1]));
      for (const [index] of seen.asked.at(-1)) ever.add(index);
    }
    send.call(this, data);
  };
  const look = now => {
    small.clearRect(0, 0, 32, 14);
    if (canvas.width && canvas.isConnected) small.drawImage(canvas, 0, 0, 32, 14);
    const { data } = small.getImageData(0, 0, 32, 14);
    let low = 255, high = 0;
    for (let n = 0; n < data.length; n += 4) {
      const grey = data[n + 3] ? (data[n] + data[n + 1] + data[n + 2]) / 3 : 0;
      low = Math.min(low, grey); high = Math.max(high, grey);
    }
    seen.frames += 1;
    seen.times.push(now);
    if (high - low < 20) seen.blank += 1;
    const box = canvas.getBoundingClientRect();
    if (box.height !== seen.heights.at(-1)) seen.heights.push(box.height);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}""".replace("NOTHING", NOTHING)
FORGET = f"() => Object.assign(window.seen, {NOTHING})"
SLIDE = """async ([root, places, pause]) => {
  Object.assign(window.seen, NOTHING);
  const slider = root.querySelector('.kl-slider');
  for (const place of places) {
    window.seen.keys = [performance.now()];
    slider.value = place;
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    await new Promise(done => setTimeout(done, pause));
  }
}""".replace("NOTHING", NOTHING)


def shows(root, index: int) -> None:
    root.locator(f".kl-canvas[data-index='{index}']").wait_for()


def picture(root) -> str:
    return root.locator(".kl-canvas").evaluate("canvas => canvas.toDataURL()")


def caption(root) -> str:
    return root.locator(".kl-caption").inner_text()


def drawn_after(page, key: str) -> float:
    """Press a key; milliseconds until another picture is on the screen."""
    page.evaluate(FORGET)
    page.keyboard.press(key)
    page.wait_for_function("() => window.seen.drawn.length > 0", polling=5)
    return page.evaluate("() => window.seen.drawn[0] - window.seen.keys[0]")


def slid_to(page, root, *places: int, pause: int = 4) -> float:
    """Drag the slider; milliseconds from the last place until its picture is on the screen."""
    page.evaluate(SLIDE, [root.element_handle(), places, pause])
    page.wait_for_function(f"() => window.seen.indices.includes({places[-1]})", polling=5)
    return page.evaluate(
        "place => window.seen.drawn[window.seen.indices.indexOf(place)] - window.seen.keys[0]",
        places[-1],
    )


def wait_until(page, condition: str, element, *more) -> None:
    page.wait_for_function(condition, arg=[element.element_handle(), *more])


def wait_for_ahead(page, root, frames: int) -> None:
    wait_until(page, "([root, frames]) => Number(root.dataset.ahead) >= frames", root, frames)


def rate_of_playing(page, root, pictures: int) -> tuple[float, dict]:
    """Play so many pictures at full speed; how many came in a second, and what was seen."""
    root.locator("select[title='Steps a second']").select_option(str(FASTEST))
    wait_for_ahead(page, root, 100)
    root.focus()
    page.evaluate(FORGET)
    page.keyboard.press(" ")
    enough = f"() => window.seen.drawn.length >= {pictures}"
    page.wait_for_function(enough, polling=20)
    root.focus()
    page.keyboard.press(" ")
    seen = page.evaluate("() => window.seen")
    drawn = seen["drawn"][:pictures]
    return 1000 * (len(drawn) - 1) / (drawn[-1] - drawn[0]), seen


# Nothing but pictures: as large as those of the replay, made before, shown at the same speed.
PEER = """async ([width, height, shown, speed]) => {
  const canvas = document.querySelector('.kl-canvas');
  Object.assign(canvas, { width, height });
  canvas.style.width = shown;
  const context = canvas.getContext('2d', { alpha: false });
  const bitmaps = [];
  for (let n = 0; n < 24; n += 1) {
    context.fillStyle = `hsl(${15 * n} 60% 60%)`;
    context.fillRect(0, 0, width, height);
    bitmaps.push(await createImageBitmap(canvas));
  }
  const pause = 1000 / speed;
  let due = performance.now();
  let number = 0;
  const tick = now => {
    requestAnimationFrame(tick);
    if (now < due) return;
    due = Math.max(due + pause, now - pause);
    context.drawImage(bitmaps[number % bitmaps.length], 0, 0);
    canvas.dataset.index = number += 1;
  };
  requestAnimationFrame(tick);
}"""


@contextmanager
def peer_of(page, root) -> Iterator:
    """A page that shows pictures and does nothing else, watched in the same way."""
    sizes = "canvas => [canvas.width, canvas.height, canvas.style.width]"
    size = root.locator(".kl-canvas").evaluate(sizes)
    peer = page.context.browser.new_page(viewport=page.viewport_size)
    peer.set_content("<div class='kl-replay'><canvas class='kl-canvas'></canvas></div>")
    peer.locator(".kl-replay").evaluate(WATCH)
    peer.evaluate(PEER, [*size, FASTEST])
    yield peer
    peer.close()


def rate_of(page, pictures: int) -> float:
    """How many pictures come in a second while so many are shown."""
    page.evaluate(FORGET)
    page.wait_for_function(f"() => window.seen.drawn.length >= {pictures}", polling=20)
    drawn = page.evaluate("() => window.seen.drawn")[:pictures]
    return 1000 * (len(drawn) - 1) / (drawn[-1] - drawn[0])


def possible(seen: dict, pictures: int, speed: float) -> int:
    """So many pictures the screen had frames for while so many were seen, at a speed."""
    drawn = seen["drawn"][:pictures]
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
