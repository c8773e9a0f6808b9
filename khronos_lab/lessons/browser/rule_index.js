// The rule index in the browser: a list of clauses to choose from, and the page of one.

import { makeBoard } from "../../board/browser/board.js";
import { html } from "../../board/browser/nodes.js";

function render({ model, el }) {
  const clean = new AbortController();
  const own = `kli${Math.random().toString(36).slice(2)}`;
  const word = (key) => model.get("words")[key] ?? key;
  const alert = makeAlert(model, word, clean.signal);
  const { guarded } = alert;
  const part = (name, children = [], facts = {}) => html("div", { class: name, ...facts }, children);

  const title = html("h3", { class: "kll-title", id: `${own}-title` });
  const search = html("input", { type: "search", class: "kll-search", autocomplete: "off", spellcheck: "false" });
  const found = html("span", { class: "kll-progress", role: "status" });
  const languages = html("select", { class: "kll-language" });
  const list = html("ul", { class: "kll-index-list", role: "listbox", tabindex: "0", "aria-labelledby": `${own}-title` });
  const body = part("kll-index-page", [], { "aria-live": "polite" }), more = part("kll-index-more");
  const board = makeBoard("kll-index-picture", {
    names: () => model.get("page").boards?.ground.ages ?? [], busiest: () => model.get("page").boards?.age,
  });
  board.element.setAttribute("role", "img");
  const caption = html("p", { class: "kll-index-caption" });
  const picture = part("kll-index-stage", [board.box, caption]);
  const close = html("button", { type: "button", class: "kll-button" });
  const root = html("div", { class: "kl-widget kl-index", "data-lm-suppress-shortcuts": "true" }, [
    part("kll-head", [title, search, found, html("span", { class: "kll-space" }), languages]), alert.bar,
    part("kll-index-body", [list, part("kll-index-right", [body, picture, more, close])])]);

  const listen = (target, event, work) => target.addEventListener(event, guarded(work), { signal: clean.signal });
  const set = (name, value) => {
    model.set(name, value);
    model.save_changes();
  };

  function showList() {
    const rows = model.get("clauses"), sought = model.get("sought").trim(), items = [];
    let letter = "";
    for (const { id, text } of rows) {
      // What was looked for stands in the order of its fit, so letters would only repeat.
      if (!sought && id[0] !== letter) {
        letter = id[0];
        items.push(html("li", { role: "presentation", class: "kll-letter", text: `${letter} · ${word(`index-letter-${letter}`)}` }));
      }
      items.push(html("li", { role: "option", id: `${own}-${id}`, "data-clause": id, "aria-selected": String(id === model.get("clause")) },
        [html("b", { text: id }), ` ${text}`]));
    }
    list.replaceChildren(...items);
    list.setAttribute("aria-activedescendant", `${own}-${model.get("clause")}`);
    found.textContent = sought ? `${rows.length} ${word(rows.length === 1 ? "index-found_one" : "index-found")}` : "";
    if (document.activeElement !== search) search.value = model.get("sought");
    showChosen();
  }
  function showChosen() {
    const now = list.querySelector('[aria-selected="true"]');
    if (!now || !list.clientHeight) return;
    const lowest = now.offsetTop - list.clientHeight + 40;
    list.scrollTop = Math.min(Math.max(list.scrollTop, lowest), now.offsetTop - 30);
  }
  // The scenario appears below the index, perhaps out of sight.
  function showScenario(patience = 20) {
    const lesson = el.closest(".widget-box, .jp-OutputArea-output, body")?.querySelector(".kl-lesson");
    if (lesson) lesson.scrollIntoView({ block: "start" });
    else if (patience && model.get("opened")) setTimeout(() => showScenario(patience - 1), 100);
  }
  function showPage() {
    const page = model.get("page");
    title.textContent = word("index-title");
    search.placeholder = word("index-search");
    search.setAttribute("aria-label", word("index-search"));
    languages.setAttribute("aria-label", word("panel-language"));
    languages.replaceChildren(...Object.entries(page.languages).map(([value, text]) => html("option", { value, text })));
    languages.value = model.get("language");
    body.innerHTML = page.html; // escaped by the kernel, piece by piece
    more.innerHTML = page.more;
    picture.hidden = !page.boards;
    caption.textContent = page.caption;
    if (page.boards) {
      board.stand(page.boards.ground);
      board.draw(new Map(), page.boards.picture); // Every picture has shapes of its own.
      board.draw(new Map(Object.entries(page.boards.picture.items)), page.boards.picture);
      if (board.isNarrow() && page.boards.age !== null) board.zoom(page.boards.age);
      board.element.setAttribute("aria-label", page.caption);
      board.element.dataset.clause = page.clause;
    }
    close.textContent = word("index-close");
    close.hidden = !model.get("opened");
  }
  listen(search, "input", () => set("sought", search.value));
  listen(languages, "change", () => set("language", languages.value));
  listen(close, "click", () => set("opened", ""));
  for (const [box, name, trait] of [[list, "clause", "clause"], [more, "scenario", "opened"]]) {
    listen(box, "click", (event) => {
      const link = event.target.closest(`[data-${name}]`);
      if (link) set(trait, link.dataset[name]);
    });
  }
  listen(root, "keydown", (event) => {
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key], ids = model.get("clauses").map(({ id }) => id);
    if (way && [list, search].includes(event.target)) {
      event.preventDefault();
      const at = ids.indexOf(model.get("clause")) + way;
      if (ids.length) set("clause", ids[Math.min(Math.max(at, 0), ids.length - 1)]);
    }
    event.stopPropagation();
  });
  const watched = {
    clauses: guarded(showList), clause: guarded(showList), page: guarded(showPage), words: guarded(showPage),
    opened: guarded(() => {
      showPage();
      if (model.get("opened")) setTimeout(showScenario, 200);
    }),
  };
  for (const [name, work] of Object.entries(watched)) model.on(`change:${name}`, work);
  el.append(root);
  showList();
  showPage();
  requestAnimationFrame(showChosen); // before that the list has no height
  return () => {
    clean.abort();
    for (const [name, work] of Object.entries(watched)) model.off(`change:${name}`, work);
  };
}

export default { render };
