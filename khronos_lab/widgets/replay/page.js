// The page of a replay: its elements, and the words on them.

const JUMPS = ["paradox", "blocked", "join", "split", "taxation"];
const UNITS = ["action", "turn"];

function icon(triangles, back, bar) {
  const width = triangles * 8 + (bar ? 4 : 0);
  const shapes = [];
  for (let n = 0; n < triangles; n += 1) {
    const x = n * 8;
    shapes.push(`M${x} 1 ${x + 8} 7 ${x} 13Z`);
  }
  if (bar) shapes.push(`M${triangles * 8 + 1} 1h2.6v12h-2.6Z`);
  const turn = back ? ` transform="translate(${width} 0) scale(-1 1)"` : "";
  return `<svg viewBox="0 0 ${width} 14" width="${width}" height="14" aria-hidden="true"><path${turn} d="${shapes.join("")}"/></svg>`;
}
const PAUSE =
  '<svg viewBox="0 0 14 14" width="14" height="14" aria-hidden="true"><path d="M1 1h4v12H1ZM9 1h4v12H9Z"/></svg>';
const PANELS = ["moves", "causes", "clause", "comment", "square", "players", "supply"];

// The elements; what a button does is asked of the view when it is pressed.
function makePage(view) {
  const { model } = view;
  const { guarded } = view.alert;
  const made = new Map(); // buttons and selects by name

  const canvas = element("canvas", { class: "kl-canvas", role: "img", width: 0, height: 0 });
  const box = element("div", { class: "kl-box", hidden: true });
  const frame = element("div", { class: "kl-frame", tabindex: "0", role: "group" }, canvas, box);
  const loading = element("div", { class: "kl-loading", hidden: true });
  const stage = element("div", { class: "kl-stage" }, frame, loading);
  const slider = element("input", { type: "range", min: 0, max: 0, step: 1, class: "kl-slider" });
  const where = element("span", { class: "kl-where" });
  const caption = element("p", { class: "kl-caption", "aria-live": "polite" });
  const note = element("span", { class: "kl-note", role: "status" });
  const bar = element("div", { class: "kl-bar" });
  const jumps = element("div", { class: "kl-part kl-jumps" });
  const help = element("div", { class: "kl-help", hidden: true });
  const cursor = element("div", { class: "kl-cursor" });
  const curveImage = element("img", { alt: "" });
  const curveBox = element("div", { class: "kl-curve" }, curveImage, cursor);
  const legendImage = element("img", { class: "kl-legend-image" });
  const banner = element("div", { class: "kl-banner" });
  const panels = {};
  for (const name of PANELS) panels[name] = element("div", { class: `kl-panel-body kl-${name}` });
  panels.square.setAttribute("aria-live", "polite");
  const titles = {};
  function panel(name, ...children) {
    titles[name] = element("h3");
    return element("section", { class: `kl-panel kl-panel-${name}` }, titles[name], ...children);
  }
  const scroll = (...children) => element("div", { class: "kl-scroll" }, ...children);
  const line = element("div", { class: "kl-line" }, slider, where);
  const main = element("div", { class: "kl-main" }, stage, line, caption);
  const movesPanel = panel("moves", banner, panels.moves);
  const low = element(
    "div",
    { class: "kl-low" },
    panel("causes", scroll(panels.causes, panels.comment, panels.clause)),
    panel("square", scroll(panels.square)),
    panel(
      "players",
      select("coins", (value) => view.set("coins", value)),
      scroll(panels.players, panels.supply),
    ),
    panel("income", curveBox),
  );
  const top = element("div", { class: "kl-top" }, bar, help, view.alert.bar);
  const root = element(
    "div",
    {
      class: "kl-widget kl-replay",
      tabindex: "0",
      role: "group",
      "data-lm-suppress-shortcuts": "true",
    },
    top,
    element("div", { class: "kl-middle" }, main, movesPanel),
    low,
    panel("legend", legendImage),
  );

  function button(name, html, action) {
    const each = element("button", { type: "button", class: "kl-button" });
    each.innerHTML = html;
    each.addEventListener("click", guarded(action));
    made.set(name, each);
    return each;
  }
  function select(name, change) {
    const each = element("select", { class: "kl-select" });
    each.addEventListener(
      "change",
      guarded(() => {
        change(each.value);
        root.focus({ preventScroll: true });
      }),
    );
    made.set(name, each);
    return element("label", { class: "kl-choice" }, element("span"), each);
  }
  const group = (...children) => element("span", { class: "kl-group" }, ...children);
  const way = (name, ...shape) => button(name, icon(...shape), () => view.command(name));
  const views = model.get("choices").views;
  for (const jump of JUMPS) {
    const label = element("span", { class: "kl-jump", "data-jump": jump });
    jumps.append(group(way(`${jump}.back`, 1, true), label, way(`${jump}.forward`, 1)));
  }
  jumps.append(note);
  const keys = button("keys", "", () => {
    help.hidden = !help.hidden;
    keys.setAttribute("aria-expanded", String(!help.hidden));
  });
  keys.classList.add("kl-keys");
  // Four parts: in a narrow cell a part goes to the next line as a whole.
  bar.append(
    element(
      "div",
      { class: "kl-part kl-go" },
      group(
        way("start", 1, true, true),
        way("turn.back", 3, true),
        way("action.back", 2, true),
        way("effect.back", 1, true),
        way("play", 1),
        way("effect.forward", 1),
        way("action.forward", 2),
        way("turn.forward", 3),
        way("end", 1, false, true),
      ),
      select("speed", (value) => view.set("speed", Number(value))),
    ),
    element(
      "div",
      { class: "kl-part kl-group kl-views", role: "group" },
      ...views.map((name) => button(`view-${name}`, "", () => view.set("view", name))),
    ),
    jumps,
    element(
      "div",
      { class: "kl-part kl-tools" },
      select("eyes", (value) => view.set("eyes", value)),
      select("language", (value) => view.set("language", value)),
      button("what_if", "", () => view.command("what_if")),
      keys,
    ),
  );

  const told = {}; // the HTML that each panel shows
  const scrolled = new Set(); // to ask a panel itself would make the browser lay out the page
  view.listen(low, "scroll", ({ target }) => scrolled.add(target), { capture: true });
  function write(name, html) {
    if (told[name] === html) return;
    told[name] = html;
    panels[name].innerHTML = html; // escaped by the kernel, piece by piece
    if (scrolled.delete(panels[name].parentElement)) panels[name].parentElement.scrollTop = 0;
  }

  return {
    ...{ root, top, bar, jumps, main, stage, frame, canvas, box, loading, slider, where, caption },
    ...{ note, help, banner, panels, titles, cursor, curveImage, legendImage, made, write },
  };
}

// ------------------------------------------------------------------ words

function addWords(view) {
  const { model, page, word } = view;
  const { made, titles } = page;

  function nameButton(name) {
    const stop = name === "play" && model.get("playing");
    const said = stop ? word("tip-pause") : word(`do-${name}`);
    made.get(name).title = said;
    made.get(name).setAttribute("aria-label", said);
  }
  function choose(name, label, options, chosen) {
    const each = made.get(name);
    each.previousSibling.textContent = label;
    each.replaceChildren(
      ...options.map(([value, said]) => element("option", { value }, String(said))),
    );
    each.value = String(chosen);
  }
  function writeWords() {
    const choices = model.get("choices");
    for (const name of made.keys()) {
      if (model.get("words")[`do-${name}`]) nameButton(name);
    }
    for (const name of choices.views) made.get(`view-${name}`).textContent = word(`view-${name}`);
    for (const label of page.jumps.querySelectorAll("[data-jump]")) {
      label.textContent = word(`stop-${label.dataset.jump}`);
    }
    const speeds = choices.speeds.map((speed) => [speed, `${speed}/s`]);
    choose("speed", word("panel-speed"), speeds, model.get("speed"));
    made.get("speed").title = word("tip-speed");
    const players = choices.names.map((name, seat) => [seat, name]);
    const eyes = [["all", word("panel-eyes-all")], ...players, ["nobody", word("word-nobody")]];
    choose("eyes", word("panel-hands"), eyes, model.get("eyes"));
    made.get("eyes").title = word("tip-hidden");
    const purses = ["open", "hidden"].map((each) => [each, word(`panel-coins-${each}`)]);
    choose("coins", word("panel-coins"), purses, model.get("coins"));
    made.get("coins").title = word("tip-coins");
    const languages = Object.entries(choices.languages);
    choose("language", "", languages, model.get("language"));
    made.get("language").title = word("panel-language");
    made.get("keys").textContent = word("button-keys");
    for (const name of Object.keys(titles)) titles[name].textContent = word(`title-${name}`);
    if (choices.title) titles.moves.textContent += ` · ${choices.title}`;
    titles.moves.title = choices.title;
    page.slider.title = word("tip-slider");
    page.slider.setAttribute("aria-label", word("panel-step"));
    page.canvas.title = word("tip-square");
    page.frame.setAttribute("aria-label", word("board-keys"));
    page.panels.moves.title = word("tip-move");
    page.loading.textContent = word("panel-loading");
    page.curveImage.alt = word("panel-income");
    page.legendImage.alt = word("panel-legend");
    page.root.setAttribute("aria-label", choices.title || choices.names.join(", "));
    view.nameWhatIf?.();
    writeHelp();
    writeBanner();
    view.showNoStory();
  }
  function writeHelp() {
    const names = { " ": "␣", ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓" };
    const rows = Object.entries(model.get("keys_map")).map(([key, name]) =>
      element(
        "span",
        {},
        element("kbd", {}, names[key] ?? (/^[A-Z]$/.test(key) ? `⇧ ${key}` : key)),
        ` ${word(`do-${name}`).replace(/ \([^)]*\)$/, "")}`,
      ),
    );
    const squares = [
      ["↵", "keys-squares"],
      ["← → ↑ ↓", "keys-square_on"],
      ["Esc", "keys-squares_end"],
    ].map(([key, said]) => element("span", {}, element("kbd", {}, key), ` ${word(said)}`));
    page.help.replaceChildren(element("span", {}, word("panel-keys_hint")), ...rows, ...squares);
  }
  function writeBanner() {
    const line = view.branches();
    if (!line.length) {
      page.banner.replaceChildren();
      return;
    }
    const back = element("button", { type: "button", class: "kl-button" }, word("panel-main_line"));
    back.addEventListener(
      "click",
      view.guarded(() => view.open([], line[0][0])),
    );
    page.banner.replaceChildren(element("span", {}, word("panel-variation_shown")), " ", back);
  }
  function showView() {
    for (const name of model.get("choices").views) {
      made.get(`view-${name}`).setAttribute("aria-pressed", String(name === model.get("view")));
    }
  }
  Object.assign(view, { nameButton, writeWords, writeBanner, showView });
}
