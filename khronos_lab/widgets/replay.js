// The replay in the browser: flips pictures that the kernel drew, shows words that it wrote, and
// asks ahead for what will be needed next. Nothing is drawn here.

const PICTURE_BYTES = 64e6; // of pictures kept as they came
const BITMAP_BYTES = 96e6; // of pictures kept ready to be shown
const AHEAD = 120; // frames asked for before they are needed
const JUMPS = ["paradox", "blocked", "join", "split", "taxation"];
const UNITS = ["action", "turn"];

// ------------------------------------------------------------------ what came from the kernel

function makeStore(model) {
  const pictures = new Map();
  const said = new Map();
  const asked = new Map();
  const awaited = new Set();
  const listeners = new Set();
  let bytes = 0;
  let number = 0;

  function keep(key, blob, width) {
    if (pictures.has(key)) return;
    pictures.set(key, { blob, width });
    bytes += blob.size;
    for (const [old, picture] of pictures) {
      if (bytes <= PICTURE_BYTES || old === key) break;
      pictures.delete(old);
      bytes -= picture.blob.size;
    }
  }

  function receive(message, buffers) {
    const request = asked.get(message.asked ?? message.id);
    if (!request) return;
    const blob = buffers.length ? new Blob([buffers[0]], { type: "image/png" }) : null;
    if (message.kind === "frame") {
      const { picture, words } = request.keys(message.index);
      if (blob) keep(picture, blob, message.width);
      if (message.said) said.set(words, message.said);
    } else if (message.kind === "done") {
      asked.delete(message.id);
      for (const key of request.awaited) awaited.delete(key);
    } else {
      request.answer(message, blob);
    }
    for (const listener of listeners) listener(message.kind);
  }
  model.on("msg:custom", receive);

  return {
    pictures,
    said,
    awaited,
    listeners,
    driver: null, // of several views of one replay, the one that plays
    get outstanding() {
      let wants = 0;
      for (const request of asked.values()) wants += request.keys ? 1 : 0;
      return wants;
    },
    ask(content, request) {
      const id = `${(number += 1)}`;
      asked.set(id, { awaited: [], answer() {}, ...request });
      for (const key of asked.get(id).awaited) awaited.add(key);
      model.send({ ...content, id });
    },
    touch(key) {
      const picture = pictures.get(key);
      pictures.delete(key);
      pictures.set(key, picture);
      return picture;
    },
  };
}

// ------------------------------------------------------------------ pictures ready to be shown

function makeBitmaps(store) {
  const ready = new Map();
  const coming = new Map();
  let bytes = 0;

  function keep(key, bitmap) {
    ready.set(key, bitmap);
    bytes += bitmap.width * bitmap.height * 4;
    for (const [old, other] of ready) {
      if (bytes <= BITMAP_BYTES || old === key) break;
      drop(old, other);
    }
  }
  function drop(key, bitmap) {
    ready.delete(key);
    bytes -= bitmap.width * bitmap.height * 4;
    bitmap.close();
  }
  function make(key) {
    if (ready.has(key) || !store.pictures.has(key)) return null;
    if (!coming.has(key)) {
      const work = createImageBitmap(store.pictures.get(key).blob).then((bitmap) => {
        coming.delete(key);
        keep(key, bitmap);
      });
      coming.set(key, work);
    }
    return coming.get(key);
  }
  return {
    make,
    get(key) {
      const bitmap = ready.get(key);
      if (bitmap) {
        ready.delete(key);
        ready.set(key, bitmap);
      }
      return bitmap;
    },
    clear() {
      for (const [key, bitmap] of [...ready]) drop(key, bitmap);
    },
  };
}

// ------------------------------------------------------------------ small helpers

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "class") made.className = value;
    else if (value !== null) made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

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

// The place of the first number that is not smaller (or, if after, greater) than the one sought.
function place(numbers, sought, after = false) {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] < sought || (after && numbers[middle] === sought)) low = middle + 1;
    else high = middle;
  }
  return low;
}

// ------------------------------------------------------------------ one replay on the page

function makeView(model, el, store) {
  const bitmaps = makeBitmaps(store);
  const here = { index: model.get("index"), width: 0, ratio: 1, visible: false };
  const told = {}; // the HTML that each panel shows
  const made = new Map(); // buttons and selects by name
  const clean = new AbortController();
  const me = {};
  let displayed = null; // the key of the picture that is shown
  let spoken = null; // and of the words
  let touched = 0; // when the user last did something
  let moveLinks = new Map();
  let curve = null;
  let marked = null;
  let playing = null;
  let syncing = null;
  let resizing = null;

  const word = (key) => model.get("words")[key] ?? key;
  const branches = () => JSON.parse(model.get("line"));
  const look = () => [model.get("view"), model.get("language"), here.width, here.ratio];
  const pictureKey = (index) => [model.get("line"), ...look(), index].join("|");
  const wordsKey = (index) =>
    [model.get("line"), model.get("language"), model.get("eyes"), index].join("|");

  // -------------------------------------------------------------- the page

  const canvas = element("canvas", { class: "kl-canvas", role: "img", width: 0, height: 0 });
  const box = element("div", { class: "kl-box", hidden: "" });
  const frame = element("div", { class: "kl-frame" }, canvas, box);
  const loading = element("div", { class: "kl-loading", hidden: "" });
  const stage = element("div", { class: "kl-stage" }, frame, loading);
  const slider = element("input", { type: "range", min: 0, max: 0, step: 1, class: "kl-slider" });
  const where = element("span", { class: "kl-where" });
  const caption = element("p", { class: "kl-caption", "aria-live": "polite" });
  const error = element("span", {});
  const dismiss = element("button", { type: "button", class: "kl-dismiss" }, "×");
  const alertBar = element("div", { class: "kl-error", role: "alert", hidden: "" }, error, dismiss);
  const note = element("span", { class: "kl-note", role: "status" });
  const bar = element("div", { class: "kl-bar" });
  const jumps = element("div", { class: "kl-bar kl-jumps" });
  const help = element("div", { class: "kl-help", hidden: "" });
  const cursor = element("div", { class: "kl-cursor" });
  const curveImage = element("img", { alt: "" });
  const curveBox = element("div", { class: "kl-curve" }, curveImage, cursor);
  const legendImage = element("img", { class: "kl-legend-image" });
  const banner = element("div", { class: "kl-banner" });
  const panels = {};
  for (const name of ["moves", "causes", "clause", "comment", "square", "players", "supply"]) {
    panels[name] = element("div", { class: `kl-panel-body kl-${name}` });
  }
  const titles = {};
  function panel(name, ...children) {
    titles[name] = element("h3", {});
    return element("section", { class: `kl-panel kl-panel-${name}` }, titles[name], ...children);
  }
  const scroll = (...children) => element("div", { class: "kl-scroll" }, ...children);
  const movesPanel = panel("moves", banner, panels.moves);
  const main = element(
    "div",
    { class: "kl-main" },
    stage,
    element("div", { class: "kl-line" }, slider, where),
    caption,
  );
  const low = element(
    "div",
    { class: "kl-low" },
    panel("causes", scroll(panels.causes, panels.clause, panels.comment)),
    panel("square", scroll(panels.square)),
    panel("players", scroll(panels.players, panels.supply)),
    panel("income", curveBox),
  );
  const legend = panel("legend", legendImage);
  const root = element(
    "div",
    { class: "kl-replay", tabindex: "0", role: "group", "data-lm-suppress-shortcuts": "true" },
    element("div", { class: "kl-top" }, bar, jumps, help, alertBar),
    element("div", { class: "kl-middle" }, main, movesPanel),
    low,
    legend,
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
    return element("label", { class: "kl-choice" }, element("span", {}), each);
  }
  function set(name, value) {
    model.set(name, value);
    model.save_changes();
  }

  const commands = (names, count, back, barred) =>
    names.map((name) => button(name, icon(count, back, barred), () => command(name)));
  bar.append(
    element(
      "span",
      { class: "kl-group" },
      ...commands(["start"], 1, true, true),
      ...commands(["turn.back"], 3, true),
      ...commands(["action.back"], 2, true),
      ...commands(["effect.back"], 1, true),
      button("play", icon(1), () => command("play")),
      ...commands(["effect.forward"], 1, false),
      ...commands(["action.forward"], 2, false),
      ...commands(["turn.forward"], 3, false),
      ...commands(["end"], 1, false, true),
    ),
    select("speed", (value) => set("speed", Number(value))),
    element(
      "span",
      { class: "kl-group kl-views", role: "group" },
      ...model
        .get("choices")
        .views.map((view) => button(`view.${view}`, "", () => set("view", view))),
    ),
    select("eyes", (value) => set("eyes", value)),
    select("language", (value) => set("language", value)),
  );
  for (const jump of JUMPS) {
    jumps.append(
      element(
        "span",
        { class: "kl-group" },
        button(`${jump}.back`, icon(1, true), () => command(`${jump}.back`)),
        element("span", { class: "kl-jump", "data-jump": jump }),
        button(`${jump}.forward`, icon(1), () => command(`${jump}.forward`)),
      ),
    );
  }
  const keys = button("keys", "", () => {
    help.hidden = !help.hidden;
    keys.setAttribute("aria-expanded", String(!help.hidden));
  });
  keys.classList.add("kl-keys");
  jumps.append(note, keys);

  // -------------------------------------------------------------- errors

  function fail(fault) {
    const text = `${word("panel.error")}: ${fault?.message ?? fault}`;
    error.textContent = text;
    alertBar.hidden = false;
    console.error(fault);
  }
  function guarded(work) {
    return (...all) => {
      try {
        const result = work(...all);
        if (result instanceof Promise) result.catch(fail);
      } catch (fault) {
        fail(fault);
      }
    };
  }
  function showError() {
    error.textContent = model.get("error");
    alertBar.hidden = !model.get("error");
  }

  // -------------------------------------------------------------- going about

  function stopsOf(name) {
    return model.get("stops")[name] ?? [];
  }
  function target(name) {
    const { index } = here;
    const last = model.get("last");
    if (name === "start") return 0;
    if (name === "end") return last;
    const [unit, way] = name.split(".");
    if (unit === "effect") {
      const next = index + (way === "forward" ? 1 : -1);
      return next >= 0 && next <= last ? next : null;
    }
    const stops = stopsOf(unit);
    const at = way === "forward" ? place(stops, index, true) : place(stops, index) - 1;
    return stops[at] ?? null;
  }
  function command(name) {
    touched = performance.now();
    if (name === "play") {
      store.driver = me;
      set("playing", !model.get("playing"));
      return;
    }
    const found = target(name);
    const nothing = name.endsWith("back") ? "jump.none_before" : "jump.none";
    note.textContent = found === null && JUMPS.includes(name.split(".")[0]) ? word(nothing) : "";
    if (model.get("playing")) set("playing", false);
    if (found !== null) go(found);
  }
  function go(index) {
    if (index !== here.index) note.textContent = "";
    here.index = index;
    slider.value = index;
    if (here.width && here.ratio !== fineness()) measure();
    else show();
    sync();
  }
  // The kernel is told where we are when we stay there, or now and then while playing.
  function sync() {
    if (syncing !== null) return;
    syncing = setTimeout(
      () => {
        syncing = null;
        if (model.get("index") !== here.index) set("index", here.index);
      },
      model.get("playing") ? 250 : 40,
    );
  }

  // -------------------------------------------------------------- showing

  function draw(key, bitmap) {
    // A canvas that gets another size is empty until it is drawn, which happens before the next
    // frame of the screen: nobody ever sees it blank.
    if (canvas.width !== bitmap.width || canvas.height !== bitmap.height) {
      canvas.width = bitmap.width;
      canvas.height = bitmap.height;
    }
    canvas.style.width = `${bitmap.width / here.ratio}px`;
    canvas.getContext("2d").drawImage(bitmap, 0, 0);
    canvas.dataset.index = here.index;
    canvas.dataset.view = model.get("view");
    displayed = key;
    stage.classList.add("kl-ready");
  }
  function write(name, html) {
    if (told[name] === html) return;
    told[name] = html;
    panels[name].innerHTML = html;
    panels[name].parentElement.scrollTop = 0;
  }
  let toldAt = 0;
  function tell(said) {
    where.textContent = said.where;
    caption.textContent = said.caption;
    // Nobody reads tables that change thirty times a second.
    const now = performance.now();
    if (playing !== null && now - toldAt < 120) return;
    toldAt = now;
    spoken = wordsKey(here.index);
    canvas.setAttribute("aria-label", `${said.where}: ${said.caption}`);
    slider.setAttribute("aria-valuetext", said.where);
    for (const name of ["clause", "causes", "comment", "players", "supply"]) write(name, said[name]);
  }
  function show() {
    // A replay out of sight costs nothing: it catches up when it is looked at.
    if (!here.visible) return;
    const key = pictureKey(here.index);
    const words = store.said.get(wordsKey(here.index));
    if (words && store.pictures.has(key)) {
      const bitmap = bitmaps.get(key);
      if (bitmap) {
        store.touch(key);
        if (displayed !== key) draw(key, bitmap);
        if (spoken !== wordsKey(here.index)) tell(words);
        markMove();
        markCurve();
        askStory();
        late(false);
        prepare();
        askOthers();
      } else {
        bitmaps.make(key)?.then(show, fail);
      }
    } else {
      late(true);
    }
    feed();
  }
  let lateTimer = null;
  function late(is) {
    if (!is) {
      clearTimeout(lateTimer);
      lateTimer = null;
      loading.hidden = true;
    } else if (lateTimer === null) {
      lateTimer = setTimeout(() => {
        loading.hidden = false;
      }, 700);
    }
  }
  // Decode what will be shown next.
  function prepare() {
    const ahead = model.get("playing") ? 8 : 3;
    for (let n = 1; n <= ahead; n += 1) bitmaps.make(pictureKey(here.index + n))?.catch(fail);
    bitmaps.make(pictureKey(here.index - 1))?.catch(fail);
    if (!model.get("playing")) {
      for (const index of neighbours()) bitmaps.make(pictureKey(index))?.catch(fail);
    }
  }

  // -------------------------------------------------------------- asking ahead

  function neighbours() {
    const found = [];
    for (const unit of [...UNITS, ...JUMPS]) {
      for (const way of ["forward", "back"]) found.push(target(`${unit}.${way}`));
    }
    return found.filter((index) => index !== null);
  }
  function* plan() {
    const { index } = here;
    yield index;
    for (let n = 1; n <= 6; n += 1) yield index + n;
    if (!model.get("playing")) {
      yield index - 1;
      yield index - 2;
      yield* neighbours();
    }
    for (let n = 7; n <= AHEAD; n += 1) yield index + n;
    for (let n = 3; n <= 10; n += 1) yield index - n;
  }
  function lacks(index) {
    const picture = pictureKey(index);
    const words = wordsKey(index);
    const needs = [
      !store.pictures.has(picture) && !store.awaited.has(picture),
      !store.said.has(words) && !store.awaited.has(words),
    ];
    return needs[0] || needs[1] ? needs : null;
  }
  function feed() {
    if (!here.width || !here.visible) return;
    const urgent = lacks(here.index);
    // While the user is at it, ask for one frame at a time, so that what he wants next need not
    // wait for others; a film has two requests on the way, so that the kernel never waits.
    const busy = performance.now() - touched < 800 && !model.get("playing");
    if (!urgent && store.outstanding >= (model.get("playing") ? 2 : 1)) return;
    const most = urgent || busy ? 1 : model.get("playing") ? 4 : 2;
    const items = [];
    const seen = new Set();
    const last = model.get("last");
    for (const index of plan()) {
      if (items.length >= most) break;
      if (index < 0 || index > last || seen.has(index)) continue;
      seen.add(index);
      const needs = lacks(index);
      if (needs) items.push([index, ...needs]);
    }
    if (items.length) want(items);
  }
  function want(items) {
    const keyed = { line: model.get("line"), look: look(), eyes: model.get("eyes") };
    const keys = (index) => ({
      picture: [keyed.line, ...keyed.look, index].join("|"),
      words: [keyed.line, keyed.look[1], keyed.eyes, index].join("|"),
    });
    const awaited = items.flatMap(([index, picture, words]) => [
      ...(picture ? [keys(index).picture] : []),
      ...(words ? [keys(index).words] : []),
    ]);
    const content = { kind: "want", look: keyed.look, line: branches(), eyes: keyed.eyes, items };
    store.ask(content, { keys, awaited });
  }
  // How many frames from here on are at hand.
  function countAhead() {
    let ahead = 0;
    while (store.pictures.has(pictureKey(here.index + ahead + 1))) ahead += 1;
    root.dataset.ahead = ahead;
  }
  function arrived(kind) {
    if (kind === "done") countAhead();
    if (kind !== "frame") {
      if (kind === "done") feed();
    } else if (displayed === pictureKey(here.index) && spoken === wordsKey(here.index)) {
      prepare();
    } else {
      show();
    }
  }

  // -------------------------------------------------------------- playing

  function play() {
    made.get("play").innerHTML = model.get("playing") ? PAUSE : icon(1);
    nameButton("play");
    // Nobody can listen to a sentence for every picture of a film.
    caption.setAttribute("aria-live", model.get("playing") ? "off" : "polite");
    if (!model.get("playing")) {
      if (store.driver === me) store.driver = null;
      if (playing === null) return;
      cancelAnimationFrame(playing);
      playing = null;
      show();
      sync();
      return;
    }
    store.driver ??= me;
    if (store.driver !== me) return;
    if (here.index === model.get("last")) go(0);
    if (playing !== null) return;
    let due = performance.now();
    const tick = (now) => {
      playing = requestAnimationFrame(tick);
      // A picture that is not there yet is waited for: none is left out.
      if (now < due || displayed !== pictureKey(here.index)) return;
      if (here.index >= model.get("last")) {
        set("playing", false);
        return;
      }
      const pause = 1000 / model.get("speed");
      due = Math.max(due + pause, now - pause);
      go(here.index + 1);
    };
    playing = requestAnimationFrame(tick);
  }

  // -------------------------------------------------------------- moves, curve, square, legend

  function writeMoves() {
    panels.moves.innerHTML = model.get("moves");
    moveLinks = new Map();
    for (const link of panels.moves.querySelectorAll("a[data-move]")) {
      moveLinks.set(`${link.dataset.line}#${link.dataset.move}`, link);
    }
    marked = null;
    markMove();
  }
  function markMove() {
    const move = place(stopsOf("action"), here.index) - 1;
    let line = branches();
    while (line.length && move < line[line.length - 1][0]) line = line.slice(0, -1);
    const link = moveLinks.get(`${JSON.stringify(line)}#${move}`) ?? null;
    if (link === marked) return;
    marked?.removeAttribute("aria-current");
    marked = link;
    if (link === null) return;
    link.setAttribute("aria-current", "true");
    const list = panels.moves;
    const top = link.getBoundingClientRect().top - list.getBoundingClientRect().top;
    if (top < 20 || top > list.clientHeight - 40) list.scrollTop += top - list.clientHeight / 3;
  }
  function markCurve() {
    if (!curve) return;
    const { frames, left, right } = curve;
    const at = Math.max(1, place(frames, here.index));
    const [from, to] = [frames[at - 1], frames[at] ?? frames[at - 1] + 1];
    const turns = at - 1 + (here.index - from) / (to - from);
    const share = left + ((right - left) * turns) / Math.max(1, frames.length - 1);
    cursor.style.left = `${share * 100}%`;
  }
  // Pictures that change seldom are asked for after the one that is looked at.
  let curveOf = null;
  let legendOf = null;
  function askOthers() {
    const [view, language, , ratio] = look();
    const wantedCurve = [model.get("line"), language].join("|");
    if (curveOf !== wantedCurve) {
      curveOf = wantedCurve;
      const answer = (message, blob) => {
        if (curveOf !== wantedCurve) return;
        curve = message;
        swap(curveImage, blob);
        markCurve();
      };
      store.ask({ kind: "curve", look: look(), line: branches() }, { answer });
    }
    // The legend may be wider than the boards: it has the room of the moves, too.
    const width = Math.max(here.width, Math.floor((root.clientWidth - 12) / 10) * 10);
    const wanted = [view, language, width, ratio];
    if (legendOf !== wanted.join("|")) {
      legendOf = wanted.join("|");
      const answer = (message, blob) => {
        if (legendOf === wanted.join("|")) swap(legendImage, blob, width);
      };
      store.ask({ kind: "legend", look: wanted }, { answer });
    }
  }
  function swap(image, blob, width = null) {
    const old = image.src;
    image.src = URL.createObjectURL(blob);
    if (width) image.style.width = `${width}px`;
    if (old) URL.revokeObjectURL(old);
  }
  let storyOf = null;
  let storyComing = false;
  function storyKey() {
    return [wordsKey(here.index), model.get("square"), ...look()].join("|");
  }
  function askStory(content = { kind: "story" }) {
    const square = model.get("square");
    if (content.kind === "story" && (storyComing || storyOf === storyKey())) return;
    if (content.kind === "story" && !square.length) {
      storyOf = storyKey();
      showStory({ html: "", box: null });
      return;
    }
    if (!here.width) return;
    const { index } = here;
    storyComing = true;
    store.ask(
      { ...content, look: look(), line: branches(), index },
      {
        answer(message) {
          storyComing = false;
          showStory(message);
          storyOf = index === here.index ? storyKey() : null;
          if (storyOf === null) askStory();
        },
      },
    );
  }
  function showStory({ html, box: at }) {
    const hint = element("p", { class: "kl-note" }, word("tip.square"));
    write("square", html || hint.outerHTML);
    box.hidden = !at;
    if (at) {
      const names = ["left", "top", "width", "height"];
      names.forEach((name, n) => (box.style[name] = `${at[n] * 100}%`));
    }
  }

  // -------------------------------------------------------------- words on buttons

  function nameButton(name) {
    const stop = name === "play" && model.get("playing");
    const said = stop ? word("tip.pause") : word(`do.${name}`);
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
      if (model.get("words")[`do.${name}`]) nameButton(name);
    }
    for (const view of choices.views) made.get(`view.${view}`).textContent = word(`view.${view}`);
    for (const label of jumps.querySelectorAll("[data-jump]")) {
      label.textContent = word(`stop.${label.dataset.jump}`);
    }
    const speeds = choices.speeds.map((speed) => [speed, `${speed}/s`]);
    choose("speed", word("panel.speed"), speeds, model.get("speed"));
    made.get("speed").title = word("tip.speed");
    const players = choices.names.map((name, seat) => [seat, name]);
    const eyes = [["all", word("panel.eyes.all")], ...players, ["nobody", word("nobody")]];
    choose("eyes", word("panel.hands"), eyes, model.get("eyes"));
    made.get("eyes").title = word("tip.hidden");
    const languages = Object.entries(choices.languages);
    choose("language", "", languages, model.get("language"));
    made.get("language").title = word("panel.language");
    made.get("keys").textContent = word("button.keys");
    for (const name of Object.keys(titles)) titles[name].textContent = word(`title.${name}`);
    if (choices.title) titles.moves.textContent += ` · ${choices.title}`;
    titles.moves.title = choices.title;
    slider.title = word("tip.slider");
    slider.setAttribute("aria-label", word("panel.step"));
    canvas.title = word("tip.square");
    panels.moves.title = word("tip.move");
    loading.textContent = word("panel.loading");
    curveImage.alt = word("panel.income");
    legendImage.alt = word("panel.legend");
    root.setAttribute("aria-label", choices.title || choices.names.join(", "));
    writeHelp();
    writeBanner();
    if (!model.get("square").length) showStory({ html: "", box: null });
  }
  function writeHelp() {
    const names = { " ": "␣", ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓" };
    const rows = Object.entries(model.get("keys_map")).map(([key, name]) =>
      element(
        "span",
        {},
        element("kbd", {}, names[key] ?? (/^[A-Z]$/.test(key) ? `⇧ ${key}` : key)),
        ` ${word(`do.${name}`).replace(/ \([^)]*\)$/, "")}`,
      ),
    );
    help.replaceChildren(element("span", {}, word("panel.keys_hint")), ...rows);
  }
  function writeBanner() {
    const line = branches();
    if (!line.length) {
      banner.replaceChildren();
      return;
    }
    const back = element("button", { type: "button", class: "kl-button" }, word("panel.main_line"));
    back.addEventListener(
      "click",
      guarded(() => open([], line[0][0])),
    );
    banner.replaceChildren(element("span", {}, word("panel.variation_shown")), " ", back);
  }
  function showView() {
    for (const view of model.get("choices").views) {
      made.get(`view.${view}`).setAttribute("aria-pressed", String(view === model.get("view")));
    }
  }

  // -------------------------------------------------------------- the user

  function open(line, move) {
    store.ask({ kind: "open", line, move }, {});
  }
  function follow(event) {
    const link = event.target.closest("a[data-index], a[data-move]");
    if (!link || !root.contains(link)) return;
    event.preventDefault();
    touched = performance.now();
    if (model.get("playing")) set("playing", false);
    if (link.dataset.index !== undefined) {
      go(Number(link.dataset.index));
    } else {
      const move = Number(link.dataset.move);
      if (link.dataset.line === model.get("line")) go(stopsOf("action")[move + 1]);
      else open(JSON.parse(link.dataset.line), move);
    }
  }
  function press(event) {
    const name = model.get("keys_map")[event.key];
    const held = event.ctrlKey || event.altKey || event.metaKey;
    if (!name || held || event.target.closest("select, input:not([type=range])")) return;
    // A button or link that has the focus answers to the space key itself.
    if (event.key === " " && event.target.closest("button, a")) return;
    event.preventDefault();
    event.stopPropagation();
    command(name);
  }
  function listen(target, name, work) {
    target.addEventListener(name, guarded(work), { signal: clean.signal });
  }
  listen(root, "click", follow);
  listen(root, "keydown", press);
  listen(root, "pointerup", (event) => {
    // After a click with the mouse the keys belong to the replay, not to the button.
    if (event.target.closest("button, a, canvas")) setTimeout(() => root.focus({ preventScroll: true }));
  });
  listen(slider, "input", () => {
    touched = performance.now();
    if (model.get("playing")) set("playing", false);
    go(Number(slider.value));
  });
  listen(dismiss, "click", () => {
    alertBar.hidden = true;
    if (model.get("error")) set("error", "");
  });
  listen(canvas, "click", (event) => {
    touched = performance.now();
    const at = canvas.getBoundingClientRect();
    const x = (event.clientX - at.left) / at.width;
    const y = (event.clientY - at.top) / at.height;
    askStory({ kind: "click", x, y });
  });
  listen(curveImage, "click", (event) => {
    if (!curve) return;
    const at = curveImage.getBoundingClientRect();
    const share = ((event.clientX - at.left) / at.width - curve.left) / (curve.right - curve.left);
    const turns = Math.round(share * (curve.frames.length - 1));
    const turn = Math.min(Math.max(turns, 0), curve.frames.length - 1);
    go(curve.frames[turn]);
  });

  // -------------------------------------------------------------- changes from elsewhere

  const changes = {
    index() {
      if (model.get("index") === here.index || syncing !== null) return;
      here.index = model.get("index");
      slider.value = here.index;
      show();
    },
    line() {
      slider.max = model.get("last");
      here.index = model.get("index");
      slider.value = here.index;
      writeBanner();
      show();
    },
    view() {
      showView();
      show();
    },
    language: show,
    eyes() {
      made.get("eyes").value = model.get("eyes");
      show();
    },
    square: () => askStory(),
    words: writeWords,
    moves: writeMoves,
    error: showError,
    playing: play,
    speed() {
      made.get("speed").value = String(model.get("speed"));
    },
  };
  for (const name of Object.keys(changes)) {
    changes[name] = guarded(changes[name]);
    model.on(`change:${name}`, changes[name]);
  }
  const listener = guarded(arrived);
  store.listeners.add(listener);

  const fineness = () =>
    Math.round(Math.min(Math.max(window.devicePixelRatio || 1, 1), 3) * 4) / 4;
  // The kernel draws as many pixels as there is room for, so that nothing is blurred.
  function measure() {
    const room = Math.floor(stage.clientWidth / 10) * 10;
    const ratio = fineness();
    if (room < 200 || (room === here.width && ratio === here.ratio)) return;
    here.width = room;
    here.ratio = ratio;
    show();
  }
  // A window that is moved to another screen keeps its size, but not its pixels.
  function watchScreen() {
    const screen = window.matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
    const change = guarded(() => {
      measure();
      watchScreen();
    });
    screen.addEventListener("change", change, { once: true, signal: clean.signal });
  }
  listen(window, "resize", () => here.width && measure());
  const observer = new ResizeObserver(() => {
    if (!here.width) {
      measure();
      return;
    }
    clearTimeout(resizing);
    resizing = setTimeout(guarded(measure), 150);
  });

  const sight = new IntersectionObserver(
    guarded((entries) => {
      here.visible = entries[entries.length - 1].isIntersecting;
      show();
    }),
    { rootMargin: "200px" },
  );

  slider.max = model.get("last");
  slider.value = here.index;
  showView();
  writeWords();
  writeMoves();
  showError();
  el.append(root);
  observer.observe(stage);
  sight.observe(root);
  watchScreen();
  if (model.get("playing")) play();

  return () => {
    observer.disconnect();
    sight.disconnect();
    clean.abort();
    if (store.driver === me) store.driver = null;
    cancelAnimationFrame(playing);
    for (const timer of [syncing, resizing, lateTimer]) clearTimeout(timer);
    for (const name of Object.keys(changes)) model.off(`change:${name}`, changes[name]);
    store.listeners.delete(listener);
    bitmaps.clear();
  };
}

export default () => {
  let store = null;
  return {
    initialize({ model }) {
      store = makeStore(model);
    },
    render({ model, el }) {
      return makeView(model, el, store);
    },
  };
};
