// What if: other moves are chosen here and on the boards. The kernel says what there is to choose,
// why not, and what would happen; this page shows it and tells what was clicked, chosen and typed.

function addWhatIf(view) {
  const { model, here, store, page, word } = view;

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
  const marks = element("div", { class: "kl-marks", hidden: true });
  const flag = element("span", { class: "kl-unsaved", role: "status", hidden: true });
  const curve = element("img", { class: "kl-strip", alt: "" });
  const strip = element("div", { class: "kl-strip-line", hidden: true }, curve);
  page.slider.closest(".kl-line").after(strip);
  page.frame.append(marks);
  page.main.append(panel);
  page.note.before(flag);

  const shown = () => model.get("what_if_page");
  const isOn = () => Boolean(shown().groups);
  const send = (what, content = {}) => {
    // The kernel has to know where we are before it can say what may be done there.
    view.syncNow();
    store.ask({ kind: "what_if", what, ...content }, {});
  };
  const press = (name) => send("press", { name });
  const take = (name, value) => send("take", { name, value });
  const form = makeForm({ listen: view.listen, take, press });
  const extra = makeForm({ listen: view.listen, take, press });
  const none = element("div");

  function toggleWhatIf() {
    view.stop();
    send("toggle");
  }
  function showWhatIf() {
    const on = isOn();
    panel.hidden = !on;
    page.made.get("what_if").setAttribute("aria-pressed", String(on));
    page.root.classList.toggle("kl-trying", on);
    showMarks();
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
  function showMarks() {
    const what = shown();
    const wanted = isOn() && what.frame === here.index && !model.get("playing");
    if (wanted && marks.dataset.of !== what.marks) {
      marks.innerHTML = what.marks; // made by the kernel of numbers and colours alone
      marks.dataset.of = what.marks;
    }
    marks.hidden = !wanted;
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
  // It belongs to the game as played, and is as wide as the slider above it.
  let stripOf = null;
  function showStrip() {
    const { words } = model.get("strip");
    strip.hidden = !words || model.get("line") !== "[]";
    const room = page.slider.clientWidth;
    if (strip.hidden || room < 100) return;
    const wanted = [words, room, here.ratio].join("|");
    if (stripOf === wanted) return;
    stripOf = wanted;
    curve.alt = words;
    const answer = (message, blob) => {
      if (stripOf !== wanted || message.kind !== "strip") return;
      const old = curve.src;
      curve.src = URL.createObjectURL(blob);
      curve.style.width = `${room}px`;
      if (old) URL.revokeObjectURL(old);
    };
    store.ask({ kind: "strip", width: room, ratio: here.ratio }, { answer });
  }
  view.listen(curve, "click", (event) => {
    const at = curve.getBoundingClientRect();
    const knob = 8; // pixels beside the ends of the curve
    const share = (event.clientX - at.left - knob) / (at.width - 2 * knob);
    view.stop();
    view.go(Math.round(Math.min(Math.max(share, 0), 1) * model.get("last")));
  });
  const width = new ResizeObserver(view.guarded(showStrip));
  width.observe(page.slider);
  view.ending(() => width.disconnect());
  function nameWhatIf() {
    page.made.get("what_if").textContent = word("button-what_if");
    showUnsaved();
  }
  // True if a click on the boards was meant for the move that is being chosen.
  function clickWhatIf(where) {
    if (!isOn() || view.isPlaying()) return false;
    send("click", { ...where, look: view.look() });
    return true;
  }

  view.listen(close, "click", () => press("branch.close"));
  // What is typed here is no command of the replay.
  panel.addEventListener("keydown", (event) => {
    if (event.target.closest("input[type=text], input[type=number], textarea, select")) {
      event.stopPropagation();
    }
  });
  Object.assign(view, { toggleWhatIf, showWhatIf, showMarks, nameWhatIf, clickWhatIf });
  const changes = {
    what_if_page: showWhatIf,
    progress: showProgress,
    unsaved: showUnsaved,
    strip: showStrip,
    line: showStrip,
    edition: () => view.show(),
  };
  for (const name of Object.keys(changes)) {
    const change = view.guarded(changes[name]);
    model.on(`change:${name}`, change);
    view.ending(() => model.off(`change:${name}`, change));
  }
  showProgress();
  showStrip();
  showWhatIf();
}
