// The replay in the browser: flips pictures that the kernel drew, shows words that it wrote, and
// asks ahead for what will be needed next. Nothing is drawn here.
//
// One view of a replay is an object that its parts share: each part (`addWays`, `addSide`) takes it
// and adds what the others may call.

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

// ------------------------------------------------------------------ ways through the game

function addWays(view) {
  const { model, here, store, page } = view;
  let syncing = null;
  let told = here.index; // the place that the kernel knows or is being told
  let telling = 0; // how often it is being told

  const stopsOf = (name) => model.get("stops")[name] ?? [];
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
    if (name === "play") {
      store.driver = view;
      view.set("playing", !model.get("playing"));
      return;
    }
    if (name === "what_if") {
      view.toggleWhatIf();
      return;
    }
    const found = target(name);
    const nothing = name.endsWith("back") ? "jump-none_before" : "jump-none";
    const jumped = JUMPS.includes(name.split(".")[0]);
    page.note.textContent = found === null && jumped ? view.word(nothing) : "";
    stop();
    if (found !== null) go(found);
  }
  function stop() {
    if (model.get("playing")) view.set("playing", false);
  }
  function go(index) {
    if (index !== here.index) {
      page.note.textContent = "";
      here.way = index > here.index ? 1 : -1;
    }
    here.index = index;
    store.refused.clear();
    page.slider.value = index;
    if (!view.measureAnew()) view.show();
    sync();
  }
  // The kernel is told where we are when we stay there, or now and then while playing.
  function sync() {
    if (syncing !== null) return;
    syncing = setTimeout(syncNow, model.get("playing") ? 500 : 120);
  }
  // By a message with its line, not by the trait: ipywidgets holds a trait back while the kernel is
  // busy, and then other messages overtake it.
  function syncNow() {
    clearTimeout(syncing);
    syncing = null;
    if (told === here.index) return;
    told = here.index;
    telling += 1;
    const done = () => {
      telling -= 1;
      follow();
    };
    store.ask({ kind: "place", line: view.branches(), index: told }, { done });
  }
  // The kernel has gone somewhere else, unless it has yet to hear where we are.
  function follow() {
    if (model.get("index") === here.index || syncing !== null || telling) return;
    jump();
  }
  function jump() {
    told = here.index = model.get("index");
    page.slider.value = here.index;
    view.show();
  }
  function open(line, move) {
    syncNow();
    store.ask({ kind: "open", line, move }, {});
  }
  view.ending(() => clearTimeout(syncing));
  Object.assign(view, { stopsOf, target, command, stop, go, sync, syncNow, follow, jump, open });
}

// ------------------------------------------------------------------ showing

function addShowing(view) {
  const { model, here, store, bitmaps, page } = view;
  const { canvas } = page;
  let displayed = null; // the key of the picture that is shown
  let spoken = null; // and of the words
  let toldAt = 0;
  let lateTimer = null;

  const context = canvas.getContext("2d", { alpha: false });
  function draw(key, bitmap) {
    // A canvas that gets another size is empty until it is drawn, which happens before the next
    // frame of the screen: nobody ever sees it blank.
    if (canvas.width !== bitmap.width || canvas.height !== bitmap.height) {
      canvas.width = bitmap.width;
      canvas.height = bitmap.height;
    }
    canvas.style.width = `${bitmap.width / here.ratio}px`;
    context.drawImage(bitmap, 0, 0);
    canvas.dataset.index = here.index;
    canvas.dataset.view = model.get("view");
    displayed = key;
    page.stage.classList.add("kl-ready");
  }
  function tell(said) {
    // Nobody reads words that change thirty times a second.
    const now = performance.now();
    if (view.isPlaying() && model.get("speed") > 10 && now - toldAt < 120) return;
    toldAt = now;
    spoken = view.wordsKey(here.index);
    page.where.textContent = said.where;
    page.caption.textContent = said.caption;
    canvas.setAttribute("aria-label", `${said.where}: ${said.caption}`);
    page.slider.setAttribute("aria-valuetext", said.where);
    for (const name of ["clause", "causes", "comment", "players", "supply"]) {
      page.write(name, said[name]);
    }
    view.markMove();
  }
  const isShown = () => displayed === view.pictureKey(here.index);
  function show() {
    // A replay out of sight costs nothing: it catches up when it is looked at.
    if (!here.visible) return;
    const key = view.pictureKey(here.index);
    const words = store.said.get(view.wordsKey(here.index));
    if (words && store.pictures.has(key)) {
      const bitmap = bitmaps.get(key);
      if (bitmap) {
        store.touch(key);
        if (displayed !== key) draw(key, bitmap);
        if (spoken !== view.wordsKey(here.index)) tell(words);
        view.markCurve();
        view.showMarks();
        view.askStory();
        late(false);
        afterwards();
      } else {
        bitmaps.make(key)?.then(show, view.alert.fail);
      }
    } else {
      late(true);
      view.feed();
    }
  }
  // What may be needed next must not hold up what is being shown: the kernel draws it, and the
  // browser unpacks it, when the picture is on the screen. A film has no such moment.
  let waiting = false;
  function afterwards() {
    if (view.isPlaying()) {
      goOn();
    } else if (!waiting) {
      waiting = true;
      requestAnimationFrame(() => setTimeout(view.guarded(goOn)));
    }
  }
  function goOn() {
    waiting = false;
    if (view.signal.aborted || !here.visible) return;
    view.prepare();
    view.askOthers();
    view.feed();
    view.countAhead();
  }
  function late(is) {
    if (!is) {
      clearTimeout(lateTimer);
      lateTimer = null;
      page.loading.hidden = true;
    } else if (lateTimer === null) {
      lateTimer = setTimeout(() => {
        page.loading.hidden = false;
      }, 700);
    }
  }
  function arrived(kind) {
    if (kind === "frames" && !(isShown() && spoken === view.wordsKey(here.index))) {
      show();
    } else {
      if (kind === "frames") view.prepare();
      view.feed();
    }
    view.countAhead();
  }
  const listener = view.guarded(arrived);
  store.listeners.add(listener);
  view.ending(() => {
    store.listeners.delete(listener);
    clearTimeout(lateTimer);
  });
  Object.assign(view, { show, isShown });
}

// ------------------------------------------------------------------ playing

function addPlaying(view) {
  const { model, here, store, page } = view;
  let playing = null;

  function play() {
    page.made.get("play").innerHTML = model.get("playing") ? PAUSE : icon(1);
    view.nameButton("play");
    // Nobody can listen to a sentence for every picture of a film.
    page.caption.setAttribute("aria-live", model.get("playing") ? "off" : "polite");
    if (!model.get("playing")) {
      if (store.driver === view) store.driver = null;
      if (playing === null) return;
      cancelAnimationFrame(playing);
      playing = null;
      view.show();
      view.sync();
      return;
    }
    store.driver ??= view;
    if (store.driver !== view) return;
    if (here.index === model.get("last")) view.go(0);
    if (playing !== null) return;
    let due = performance.now();
    const tick = (now) => {
      playing = requestAnimationFrame(tick);
      // A picture that is not there yet is waited for: none is left out.
      if (now < due || !view.isShown()) return;
      if (here.index >= model.get("last")) {
        view.set("playing", false);
        return;
      }
      const pause = 1000 / model.get("speed");
      due = Math.max(due + pause, now - pause);
      view.go(here.index + 1);
    };
    playing = requestAnimationFrame(tick);
  }
  view.ending(() => {
    if (store.driver === view) store.driver = null;
    cancelAnimationFrame(playing);
  });
  Object.assign(view, { play, isPlaying: () => playing !== null });
}

// ------------------------------------------------------------------ the user

function addUser(view) {
  const { model, here, page } = view;
  const { root, slider } = page;

  function follow(event) {
    const link = event.target.closest("a[data-index], a[data-move]");
    if (!link || !root.contains(link)) return;
    event.preventDefault();
    view.stop();
    if (link.dataset.index !== undefined) {
      view.go(Number(link.dataset.index));
    } else {
      const move = Number(link.dataset.move);
      if (link.dataset.line === model.get("line")) view.go(view.stopsOf("action")[move + 1]);
      else view.open(JSON.parse(link.dataset.line), move);
    }
  }
  function press(event) {
    const name = model.get("keys_map")[event.key];
    const held = event.ctrlKey || event.altKey || event.metaKey;
    if (!held && view.pressSquare(event)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (!name || held || event.target.closest("select, input:not([type=range])")) return;
    // A button or link that has the focus answers to the space key itself.
    if (event.key === " " && event.target.closest("button, a")) return;
    event.preventDefault();
    event.stopPropagation();
    view.command(name);
  }
  view.listen(root, "click", follow);
  view.listen(root, "keydown", press);
  view.listen(root, "pointerup", (event) => {
    // After a click with the mouse the keys belong to the replay, not to the button.
    if (event.target.closest("button, a, canvas")) {
      setTimeout(() => root.focus({ preventScroll: true }));
    }
  });
  view.listen(slider, "input", () => {
    view.stop();
    view.drag();
    view.go(Number(slider.value));
  });
}

// ------------------------------------------------------------------ the size of the picture

function addSize(view) {
  const { here, page } = view;
  let resizing = null;

  const fineness = () =>
    Math.round(Math.min(Math.max(window.devicePixelRatio || 1, 1), 3) * 4) / 4;
  // The kernel draws as many pixels as there is room for, so that nothing is blurred.
  function measure() {
    const room = Math.floor(page.stage.clientWidth / 10) * 10;
    const ratio = fineness();
    here.wide = page.root.clientWidth;
    view.revealMove();
    if (room < 200 || (room === here.width && ratio === here.ratio)) return;
    here.width = room;
    here.ratio = ratio;
    view.show();
  }
  // True if the screen has changed and the picture is measured, and shown, again.
  function measureAnew() {
    const changed = here.width > 0 && here.ratio !== fineness();
    if (changed) measure();
    return changed;
  }
  // A window that is moved to another screen keeps its size, but not its pixels.
  function watchScreen() {
    const screen = window.matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
    const change = view.guarded(() => {
      measure();
      watchScreen();
    });
    screen.addEventListener("change", change, { once: true, signal: view.signal });
  }
  view.listen(window, "resize", () => here.width && measure());
  const observer = new ResizeObserver(() => {
    if (!here.width) {
      measure();
      return;
    }
    clearTimeout(resizing);
    resizing = setTimeout(view.guarded(measure), 150);
  });
  const sight = new IntersectionObserver(
    view.guarded((entries) => {
      here.visible = entries[entries.length - 1].isIntersecting;
      view.show();
    }),
    { rootMargin: "200px" },
  );
  function watch() {
    observer.observe(page.stage);
    sight.observe(page.root);
    watchScreen();
  }
  view.ending(() => {
    observer.disconnect();
    sight.disconnect();
    clearTimeout(resizing);
  });
  Object.assign(view, { measureAnew, watch });
}

// ------------------------------------------------------------------ one replay on the page

function makeView(model, el, store) {
  const clean = new AbortController();
  const { signal } = clean;
  const word = (key) => model.get("words")[key] ?? key;
  const alert = makeAlert(model, word, signal);
  const { guarded } = alert;
  const here = {
    index: model.get("index"),
    width: 0, // of the picture
    wide: 0, // of everything
    ratio: 1,
    way: 1, // or -1 for whoever goes back
    visible: false,
  };
  const view = { model, store, here, word, alert, guarded, signal, bitmaps: makeBitmaps(store) };
  view.branches = () => JSON.parse(model.get("line"));
  view.set = (name, value) => {
    model.set(name, value);
    model.save_changes();
  };
  view.listen = (target, name, work, options = {}) =>
    target.addEventListener(name, guarded(work), { signal, ...options });
  view.ending = (work) => signal.addEventListener("abort", work);
  view.page = makePage(view);
  const { page } = view;
  for (const add of [addWords, addAhead, addWays, addShowing, addPlaying, addSide, addWhatIf, addUser, addSize]) {
    add(view);
  }

  const changes = {
    index: view.follow,
    line() {
      page.slider.max = model.get("last");
      view.writeBanner();
      view.jump();
    },
    view() {
      view.showView();
      view.show();
    },
    language: view.show,
    eyes() {
      page.made.get("eyes").value = model.get("eyes");
      view.show();
    },
    coins() {
      page.made.get("coins").value = model.get("coins");
      view.show();
    },
    square: () => view.askStory(),
    words: view.writeWords,
    moves: view.writeMoves,
    playing: view.play,
    speed() {
      page.made.get("speed").value = String(model.get("speed"));
    },
  };
  for (const name of Object.keys(changes)) {
    const change = guarded(changes[name]);
    model.on(`change:${name}`, change);
    view.ending(() => model.off(`change:${name}`, change));
  }

  page.slider.max = model.get("last");
  page.slider.value = here.index;
  view.showView();
  view.writeWords();
  view.writeMoves();
  el.append(page.root);
  view.watch();
  if (model.get("playing")) view.play();

  return () => {
    clean.abort();
    view.bitmaps.clear();
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
