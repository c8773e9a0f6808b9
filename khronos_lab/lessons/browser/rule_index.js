// The rule index in the browser: a list of clauses to choose from, and the page of one.

import { makeBoard } from "../../board/browser/board.js";

let serial = 0;

function render({ model, el }) {
  const clean = new AbortController();
  const own = `kli${(serial += 1)}`;
  const word = (key) => model.get("words")[key] ?? key;
  const alert = makeAlert(model, word, clean.signal);
  const { guarded } = alert;

  const title = element("h3", { class: "kll-title", id: `${own}-title` });
  const search = element("input", { type: "search", class: "kll-search", autocomplete: "off", spellcheck: "false" });
  const found = element("span", { class: "kll-progress", role: "status" });
  const languages = element("select", { class: "kll-language" });
  const list = element("ul", { class: "kll-index-list", role: "listbox", tabindex: "0", "aria-labelledby": `${own}-title` });
  const body = element("div", { class: "kll-index-page", "aria-live": "polite" });
  const board = makeBoard("kll-index-picture", { names: () => model.get("page").boards?.ground.ages ?? [] });
  board.element.setAttribute("role", "img");
  const caption = element("p", { class: "kll-index-caption" });
  const picture = element("div", { class: "kll-index-stage" }, board.box, caption);
  const close = element("button", { type: "button", class: "kll-button" });
  const more = element("div", { class: "kll-index-more" });
  const right = element("div", { class: "kll-index-right" }, body, picture, more, close);
  const root = element(
    "div",
    { class: "kl-widget kl-index", "data-lm-suppress-shortcuts": "true" },
    element("div", { class: "kll-head" }, title, search, found, element("span", { class: "kll-space" }), languages),
    alert.bar,
    element("div", { class: "kll-index-body" }, list, right),
  );

  const listen = (target, event, work) =>
    target.addEventListener(event, guarded(work), { signal: clean.signal });
  function set(name, value) {
    model.set(name, value);
    model.save_changes();
  }

  function showList() {
    const rows = model.get("clauses");
    const sought = model.get("sought").trim();
    let letter = "";
    const items = [];
    for (const { id, text } of rows) {
      // What was looked for stands in the order of its fit, so letters would only repeat.
      if (!sought && id[0] !== letter) {
        letter = id[0];
        items.push(element("li", { role: "presentation", class: "kll-letter" }, `${letter} · ${word(`index-letter-${letter}`)}`));
      }
      const now = id === model.get("clause");
      items.push(
        element(
          "li",
          { role: "option", id: `${own}-${id}`, "data-clause": id, "aria-selected": String(now) },
          element("b", {}, id),
          " ",
          text,
        ),
      );
    }
    list.replaceChildren(...items);
    list.setAttribute("aria-activedescendant", `${own}-${model.get("clause")}`);
    const told = word(rows.length === 1 ? "index-found_one" : "index-found");
    found.textContent = sought ? `${rows.length} ${told}` : "";
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
    const box = el.closest(".widget-box, .jp-OutputArea-output, body");
    const lesson = box?.querySelector(".kl-lesson");
    if (lesson) lesson.scrollIntoView({ block: "start" });
    else if (patience && model.get("opened")) setTimeout(() => showScenario(patience - 1), 100);
  }
  function showPage() {
    const page = model.get("page");
    title.textContent = word("index-title");
    search.placeholder = word("index-search");
    search.setAttribute("aria-label", word("index-search"));
    languages.setAttribute("aria-label", word("panel-language"));
    languages.replaceChildren(
      ...Object.entries(page.languages).map(([code, name]) => element("option", { value: code }, name)),
    );
    languages.value = model.get("language");
    body.innerHTML = page.html; // escaped by the kernel, piece by piece
    more.innerHTML = page.more;
    picture.hidden = !page.boards;
    caption.textContent = page.caption;
    if (page.boards) {
      board.stand(page.boards.ground);
      board.draw(new Map(Object.entries(page.boards.picture.items)), page.boards.picture);
      board.element.setAttribute("aria-label", page.caption);
      board.element.dataset.clause = page.clause;
    }
    close.textContent = word("index-close");
    close.hidden = !model.get("opened");
  }
  listen(search, "input", () => set("sought", search.value));
  listen(languages, "change", () => set("language", languages.value));
  listen(close, "click", () => set("opened", ""));
  listen(list, "click", (event) => {
    const row = event.target.closest("[data-clause]");
    if (row) set("clause", row.dataset.clause);
  });
  listen(more, "click", (event) => {
    const button = event.target.closest("[data-scenario]");
    if (button) set("opened", button.dataset.scenario);
  });
  listen(root, "keydown", (event) => {
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (way && (event.target === list || event.target === search)) {
      event.preventDefault();
      const ids = model.get("clauses").map(({ id }) => id);
      const at = ids.indexOf(model.get("clause")) + way;
      if (ids.length) set("clause", ids[Math.min(Math.max(at, 0), ids.length - 1)]);
    }
    event.stopPropagation();
  });

  const watched = {
    clauses: guarded(showList),
    clause: guarded(showList),
    page: guarded(showPage),
    words: guarded(showPage),
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
