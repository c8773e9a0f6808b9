"use strict";
// The page holds its style, its script and the game as one packed text (see page.py). This
// unpacks them; the policy of the page names both by their digests, so nothing else can be run.

function failed(reason) { // nothing goes wrong silently
  const notice = document.createElement("p");
  notice.className = "notice";
  notice.setAttribute("role", "alert");
  notice.textContent = `This page cannot be shown: ${reason}`;
  document.body.prepend(notice);
}

const LETTERS = Array.from({ length: 95 }, (_, n) => String.fromCharCode(n + 32)).filter((each) => !"\"&'<>".includes(each)).join("");

// 37 letters for 30 bytes, the lowest digit first; the first letter of all says how many bytes are too many.
function bytesOf(text) {
  const bytes = new Uint8Array((text.length - 1) / 37 * 30), digits = new Uint8Array(128);
  [...LETTERS].forEach((letter, n) => { digits[letter.charCodeAt(0)] = n; });
  for (let at = 1, to = 0; at < text.length; at += 37, to += 30) {
    for (let n = at + 36; n >= at; n--) {
      let carry = digits[text.charCodeAt(n)];
      for (let place = to + 29; place >= to; place--, carry >>= 8) bytes[place] = carry += bytes[place] * 90;
    }
  }
  return bytes.subarray(0, bytes.length - digits[text.charCodeAt(0)]);
}

async function unpacked(text) {
  const packed = new Blob([bytesOf(text)]);
  return new Response(packed.stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
}

function add(name, text) {
  const node = document.createElement(name);
  node.textContent = text;
  document.head.append(node);
}

addEventListener("error", (event) => failed(event.message));

function start() {
  /** @type {any} */
  const packed = document.getElementById("data");
  unpacked(packed.textContent).then((text) => {
    const [style, script, facts] = text.split("\0");
    window.game = JSON.parse(facts);
    add("style", style);
    add("script", script);
  }).catch((error) => failed(error.message));
}

// A page that stands in for a widget is out of sight while the widget is there: it has no height.
if (innerHeight || self === top) start();
else addEventListener("resize", start, { once: true });
