"""Watching a replay on a page: when which picture is painted, and whether one is ever blank."""

from __future__ import annotations

# Every picture that is drawn is timed, and at every frame of the screen the canvas is looked at:
# its middle must not be of one colour, and its place must stay.
WATCH = """root => {
  const canvas = root.querySelector('.kl-canvas');
  const small = new OffscreenCanvas(32, 14).getContext('2d', { willReadFrequently: true });
  const seen = window.seen = { keys: [], drawn: [], indices: [], blank: 0, frames: 0, heights: [] };
  document.addEventListener('keydown', () => seen.keys.push(performance.now()), true);
  const draw = CanvasRenderingContext2D.prototype.drawImage;
  CanvasRenderingContext2D.prototype.drawImage = function (...all) {
    draw.apply(this, all);
    if (this.canvas !== canvas) return;
    requestAnimationFrame(() => {
      const painted = new MessageChannel();
      painted.port1.onmessage = () => {
        seen.drawn.push(performance.now());
        seen.indices.push(Number(canvas.dataset.index));
      };
      painted.port2.postMessage(0);
    });
  };
  const look = () => {
    small.clearRect(0, 0, 32, 14);
    if (canvas.width && canvas.isConnected) small.drawImage(canvas, 0, 0, 32, 14);
    const { data } = small.getImageData(0, 0, 32, 14);
    let low = 255, high = 0;
    for (let n = 0; n < data.length; n += 4) {
      const grey = data[n + 3] ? (data[n] + data[n + 1] + data[n + 2]) / 3 : 0;
      low = Math.min(low, grey); high = Math.max(high, grey);
    }
    seen.frames += 1;
    if (high - low < 20) seen.blank += 1;
    const box = canvas.getBoundingClientRect();
    if (box.height !== seen.heights.at(-1)) seen.heights.push(box.height);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""
FORGET = """() => Object.assign(window.seen,
  { keys: [], drawn: [], indices: [], blank: 0, frames: 0, heights: [] })"""


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


def wait_until(page, condition: str, element, *more) -> None:
    page.wait_for_function(condition, arg=[element.element_handle(), *more])


def wait_for_ahead(page, root, frames: int) -> None:
    wait_until(page, "([root, frames]) => Number(root.dataset.ahead) >= frames", root, frames)


def rate_of_playing(page, root, pictures: int) -> tuple[float, dict]:
    """Play so many pictures at full speed; how many came in a second, and what was seen."""
    root.locator("select[title='Steps a second']").select_option("30")
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


def pace(page) -> float:
    """Milliseconds from one frame of the screen to the next: long ones on a busy computer."""
    return page.evaluate(
        """async () => {
          const start = performance.now();
          for (let n = 0; n < 20; n += 1) await new Promise(requestAnimationFrame);
          return (performance.now() - start) / 20;
        }"""
    )
