"use strict";
// The page holds its style, its script and the game as one packed text (see text_packing.py). This
// unpacks them; the policy of the page names both by their digests, so nothing else can be run.

function failed(reason) { // nothing goes wrong silently
  const notice = document.createElement("p");
  notice.className = "notice";
  notice.setAttribute("role", "alert");
  notice.textContent = `This page cannot be shown: ${reason}`;
  document.body.prepend(notice);
}

async function unpacked(text) {
  const digits = new Map([..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%.()*+-;,=>?@^_`{|}~"].map((letter, n) => [letter, n]));
  const bytes = new DataView(new ArrayBuffer((text.length - 1) / 5 * 4));
  for (let n = 0; n < bytes.byteLength; n += 4) {
    let value = 0;
    for (const letter of text.substr(1 + n / 4 * 5, 5)) value = value * 85 + digits.get(letter);
    bytes.setUint32(n, value);
  }
  const packed = new Blob([bytes.buffer.slice(0, bytes.byteLength - text[0])]);
  return new Response(packed.stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
}

function add(name, text) {
  const node = document.createElement(name);
  node.textContent = text;
  document.head.append(node);
}


addEventListener("error", (event) => failed(event.message));
unpacked(document.getElementById("data").textContent).then((text) => {
  const [style, script, facts] = text.split("\0");
  window.game = JSON.parse(facts);
  add("style", style);
  add("script", script);
}).catch((error) => failed(error.message));
