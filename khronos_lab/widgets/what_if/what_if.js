// What if: other moves are chosen here and on the boards. The kernel says what there is to choose,
// why not, and what would happen; this drawer shows it and tells what was clicked, chosen and typed.

function makeWhatIf(here) {
  const { model, word, ask, listen, guarded, signal, flag, whatIf } = here;
  const title = element("h3", { class: "kl-what-title" });
  const close = element("button", { type: "button", class: "kl-button kl-what-close" }, "×");
  const tools = element("div", { class: "klc-tools" });
  const status = element("p", { class: "kl-what-status", role: "status", "aria-live": "polite" });
  const below = element("p", { class: "klc-note" });
  const told = element("div", { class: "klc-panels" });
  const more = element("div", { class: "klc-tools kl-what-more" });
  const bar = element("progress", { class: "kl-what-progress" });
  const count = element("span", { class: "klc-note" });
  const work = element("div", { class: "kl-what-work", hidden: true }, bar, count);
  const results = element("div", { class: "klc-panels" });
  const panel = element(
    "section",
    { class: "kl-form kl-what", hidden: true },
    element("div", { class: "kl-what-head" }, title, close),
    ...[tools, status, below, told, more, work, results],
  );
  const curve = element("img", { class: "kl-strip", alt: "" });
  const strip = element("div", { class: "kl-strip-line", hidden: true }, curve);

  const shown = () => model.get("what_if_page");
  const isOn = () => Boolean(shown().groups);
  const send = (what, content = {}) => {
    // The kernel has to know where we are before it can say what may be done there.
    here.syncNow();
    ask({ kind: "what_if", what, ...content });
  };
  const press = (name) => send("press", { name });
  const take = (name, value) => send("take", { name, value });
  const form = makeForm({ listen, take, press });
  const extra = makeForm({ listen, take, press });
  const none = element("div");

  function toggle() {
    here.viewer?.pause();
    send("toggle");
  }
  function show() {
    const on = isOn();
    panel.hidden = !on;
    whatIf.setAttribute("aria-pressed", String(on));
    here.root.classList.toggle("kl-trying", on);
    showMarks();
    here.viewer?.retell();
    if (!on) return;
    const what = shown();
    title.textContent = what.title;
    close.title = word("branch-close");
    close.setAttribute("aria-label", word("branch-close"));
    status.textContent = what.status;
    status.classList.toggle("kl-refused", what.refused);
    below.textContent = what.below;
    form.showGroups(what.groups, tools, none);
    form.showPanels(what.panels, told);
    extra.showGroups(what.more, more, none);
    extra.showPanels(what.results, results);
  }
  // Marks belong to one frame; while another is looked at, they are out of sight.
  let marked = "";
  function showMarks() {
    const { viewer } = here, what = shown();
    if (!viewer) return;
    const wanted = isOn() && what.frame === viewer.at.frame && !viewer.at.playing ? what.marks : "";
    if (marked === wanted && viewer.scene.over.childElementCount) return;
    marked = wanted;
    // Made by the kernel of numbers and colours alone.
    const drawn = wanted ? new DOMParser().parseFromString(wanted, "image/svg+xml").documentElement.children : [];
    viewer.scene.over.replaceChildren(...[...drawn].map((each) => document.importNode(each, true)));
  }
  function showProgress() {
    const { done, total } = model.get("progress");
    work.hidden = done === undefined;
    if (total) {
      bar.max = total;
      bar.value = done;
    } else {
      bar.removeAttribute("value");
    }
    count.textContent = total ? `${done}/${total}` : "";
  }
  function showUnsaved() {
    flag.hidden = !model.get("unsaved");
    flag.textContent = `● ${word("branch-unsaved")}`;
  }
  // It belongs to the game as played, and is as wide as the slider.
  let stripOf = null;
  function showStrip() {
    const { words } = model.get("strip"), slider = here.viewer?.deck.querySelector(".kv-slider");
    strip.hidden = !words || model.get("line") !== "[]" || !slider;
    const room = slider?.clientWidth ?? 0, ratio = Math.min(Math.max(window.devicePixelRatio || 1, 1), 3);
    if (strip.hidden || room < 100) return;
    const wanted = [words, room, ratio].join("|");
    if (stripOf === wanted) return;
    stripOf = wanted;
    curve.alt = words;
    ask({ kind: "strip", width: room, ratio }, (message, buffers) => {
      if (stripOf !== wanted || message.kind !== "strip") return;
      const old = curve.src;
      curve.src = URL.createObjectURL(new Blob([buffers[0]], { type: "image/png" }));
      curve.style.width = `${room}px`;
      strip.style.paddingLeft = `${slider.getBoundingClientRect().left - here.root.getBoundingClientRect().left}px`;
      if (old) URL.revokeObjectURL(old);
    });
  }
  listen(curve, "click", (event) => {
    const at = curve.getBoundingClientRect();
    const knob = 8; // pixels beside the ends of the curve
    const share = (event.clientX - at.left - knob) / (at.width - 2 * knob);
    here.viewer.pause();
    here.viewer.go(Math.round(Math.min(Math.max(share, 0), 1) * here.viewer.path().length));
  });
  function speak() {
    whatIf.textContent = word("button-what_if");
    whatIf.title = word("tip-what_if");
    whatIf.setAttribute("aria-label", word("tip-what_if"));
    showUnsaved();
  }
  // True if a click on the boards was meant for the move that is being chosen.
  function click({ age, sq }) {
    if (!isOn() || here.isPlaying()) return false;
    send("click", { square: [age, sq] });
    return true;
  }

  listen(close, "click", () => press("branch.close"));
  // Links of a panel lead to steps.
  listen(panel, "click", (event) => {
    const link = event.target.closest("a[data-index]");
    if (!link) return;
    event.preventDefault();
    here.viewer.pause();
    here.viewer.go(Number(link.dataset.index), "[]");
  });
  // What is typed here is no command of the replay, nor of the notebook.
  panel.addEventListener("keydown", (event) => {
    if (event.target.closest("input[type=text], input[type=number], textarea, select")) event.stopPropagation();
  });
  const changes = { what_if_page: show, progress: showProgress, unsaved: showUnsaved, strip: showStrip, line: showStrip };
  for (const name of Object.keys(changes)) {
    const change = guarded(changes[name]);
    model.on(`change:${name}`, change);
    signal.addEventListener("abort", () => model.off(`change:${name}`, change));
  }
  const width = new ResizeObserver(guarded(showStrip));
  width.observe(here.root);
  signal.addEventListener("abort", () => width.disconnect());
  showProgress();
  const said = () => (isOn() && !here.isPlaying() ? shown().status : "");
  return { panel, strip, show, showMarks, toggle, click, speak, said };
}
