// The menu at a square: what can be done there, what it costs, what it would do, why something cannot
// be done. It lies over the page, so nothing moves when it opens, and has a fixed place for words.
//
// A menu is `{ place, title, said, entries }`; an entry `{ name, words, cost, icon, why, ways }`, where
// cost is one letter a card, `why` says what forbids it, and ways are `[name, words]` of other payments.
// `card(letter)` draws one.

import { html, shapeNode, svg } from "./nodes.js";

const PATIENCE = 60; // milliseconds that the pointer rests on an entry before it is tried out
const ACROSS = 3; // entries with a picture stand in rows, a kind of buildings in each

/** The picture of a building, by kind and rank; null if there is none. */
export function iconNode({ menu }, name) {
  if (!menu?.icons[name]) return null;
  const [shape, spot, scale] = menu.icons[name];
  return svg("svg", { class: "kl-icon", viewBox: "0 0 3 3", "aria-hidden": "true" }, [shapeNode(menu, shape, spot, spot, scale)]);
}

export function makeMenu({ choose, hover, close, card }) {
  const title = html("div", { class: "kl-menu-title" });
  const entries = html("div", { class: "kl-menu-entries" });
  const said = html("div", { class: "kl-menu-said", "aria-live": "polite" });
  const element = html("div", { class: "kl-menu", role: "menu", hidden: true }, [title, entries, said]);
  let shown = null;
  let drawn = "";
  let over = "";
  let resting = null;

  const buttons = () => [...entries.querySelectorAll("button")];

  function makeButton(name, kind, ...children) {
    const made = html("button", { type: "button", class: kind, role: "menuitem", "data-name": name, on: () => choose(name) }, children);
    made.addEventListener("pointerenter", () => rest(name));
    made.addEventListener("focus", () => rest(name));
    return made;
  }
  const makeCard = (letter) => (letter === "*" ? html("span", { class: "kl-card", text: "+1" }) : card(letter));
  function makeEntry({ name, words, cost, icon, why, ways }, looks) {
    const cards = (cost.match(/(.)\1*/g) ?? []).flatMap((same) => (same.length > 3 ? [same.length, makeCard(same[0])] : [...same].map(makeCard)));
    const drawn = icon && iconNode(looks, icon), picture = drawn ? [drawn] : [];
    const main = makeButton(name, "kl-entry", ...picture, html("span", { class: "kl-entry-words", text: words }), html("span", { class: "kl-cost" }, cards));
    if (why) main.setAttribute("aria-disabled", "true");
    const other = ways.map(([way, text]) => makeButton(way, "kl-way", text));
    return html("div", { class: icon ? "kl-item kl-pictured" : "kl-item" }, [main, ...(other.length ? [html("span", { class: "kl-ways" }, other)] : [])]);
  }
  function rest(name) {
    if (over === name) return;
    over = name;
    clearTimeout(resting);
    tell();
    resting = setTimeout(() => hover(name), PATIENCE);
  }
  function leave() {
    const focused = document.activeElement;
    if (focused && element.contains(focused) && focused.dataset.name) return rest(focused.dataset.name);
    rest("");
  }
  // The reason of the entry under the pointer; what it would do comes from whoever tries it out.
  function tell(text) {
    const entry = shown?.entries.find(({ name, ways }) => name === over || ways.some(([way]) => way === over));
    said.textContent = text || entry?.why || (over ? "" : shown?.said ?? "");
    said.classList.toggle("kl-why", !!entry?.why);
  }
  // Above the square if there is room, else below what would be built there, else beside it: up to three
  // squares stay in sight, or at least the one that was clicked.
  function place(at, { width, top = 0, bottom }) {
    element.style.maxWidth = `${width}px`;
    const { offsetWidth: wide, offsetHeight: tall } = element, far = at.size * 3 + 8;
    let left = at.x - wide / 2, y = at.y - tall - 8;
    const sides = [at.x + far, at.x - wide - 8].filter((side) => side >= 0 && side + wide <= width);
    if (y < top && at.y + far + tall > bottom && sides.length) {
      left = sides[0];
      y = Math.max(top, Math.min(at.y - tall / 2, bottom - tall));
    } else if (y < top) y = Math.max(Math.min(at.y + far, bottom - tall), top && at.y + at.size + 4, 0);
    element.style.left = `${Math.min(Math.max(left, 0), Math.max(width - wide, 0))}px`;
    element.style.top = `${y}px`;
  }
  // `looks` has icons of buildings and colours of cards; `at` says where a square lies, `bounds` how much
  // room there is (below a `top` that has to stay in sight), both seen from the menu's own place.
  function show(menu, looks, at, bounds, focus) {
    const key = JSON.stringify(menu ?? null);
    const known = key === drawn;
    drawn = key;
    shown = menu;
    if (!menu) {
      element.hidden = true;
      clearTimeout(resting);
      over = "";
      return;
    }
    if (known) { tell(); return; } // it stays where it is, whatever is scrolled
    title.textContent = menu.title;
    entries.replaceChildren(...menu.entries.map((entry) => makeEntry(entry, looks)));
    over = "";
    element.hidden = false;
    tell();
    place(at(menu.place), bounds());
    if (focus) (buttons().find((each) => !each.hasAttribute("aria-disabled")) ?? buttons()[0])?.focus({ preventScroll: true });
  }
  element.addEventListener("pointerleave", leave);
  element.addEventListener("keydown", (event) => {
    const all = buttons();
    const at = all.indexOf(document.activeElement);
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: ACROSS, ArrowUp: -ACROSS }[event.key];
    if (event.key === "Escape") close();
    else if (step && all.length) all[Math.min(Math.max(at + step, 0), all.length - 1)].focus({ preventScroll: true });
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  return { element, show, tell, get open() { return !!shown; }, get over() { return over; } };
}
