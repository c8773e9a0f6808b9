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

const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%,()*+-;.=:?@^_`{|}~"; // of base85

function bytesOf(text) {
  const [missing, length] = [Number(text[0]), (text.length - 1) / 5 * 4], bytes = new DataView(new ArrayBuffer(length));
  for (let at = 0; at < length; at += 4) {
    bytes.setUint32(at, [...text.slice(at * 1.25 + 1, at * 1.25 + 6)].reduce((sum, letter) => sum * 85 + LETTERS.indexOf(letter), 0));
  }
  return bytes.buffer.slice(0, length - missing);
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
