// The coach: marks in the list of moves, keys to the mistakes, what is said of a turn, practice. The
// kernel has the review; this shows it and tells what was pressed.

export function makeCoach(here) {
  const { model, word, ask, listen, guarded, signal } = here;
  const button = element("button", { type: "button", class: "kl-coach-button", "aria-pressed": "false" });
  const tools = element("div", { class: "klc-tools" });
  const told = element("div", { class: "klc-panels" });
  const panel = element("section", { class: "kl-form kl-coach", hidden: true }, tools, told);
  const shown = () => model.get("coach_page");
  const send = (name, value) => {
    // The kernel has to know where we are before it can judge what was tried there.
    here.syncNow();
    ask({ kind: "coach", name, value });
  };
  const form = makeForm({ listen, take: send, press: (name) => send(name) });
  const none = element("div");

  function show() {
    const { on, groups = [], panels = [] } = shown();
    panel.hidden = !on;
    button.setAttribute("aria-pressed", String(Boolean(on)));
    form.showGroups(groups, tools, none);
    form.showPanels(panels, told);
    showMarks();
    showGhosts();
  }
  // Marks of turns stand beside the names in the list of moves; it is drawn anew now and then.
  function showMarks() {
    const marks = shown().marks ?? {};
    for (const turn of here.viewer?.root.querySelectorAll(".kv-round > .kv-turn") ?? []) {
      const who = turn.querySelector(".kv-who"), mark = marks[turn.dataset.turn] ?? "";
      if ((who.dataset.mark ?? "") !== mark) who.dataset.mark = mark;
    }
  }
  // Both branches lie over the position before the turn, unless something is being tried there.
  function showGhosts() {
    const { viewer } = here, { frame, marks } = shown().ghosts ?? {};
    if (!viewer || here.isTrying()) return;
    const wanted = frame === viewer.at.frame && viewer.at.line === "[]" && !viewer.at.playing ? marks : null;
    viewer.board.overlay(wanted);
  }
  let visited = null; // the turn of the last jump
  // To the position before the next mistake, or back to the one before.
  function jump(way) {
    const { viewer } = here, stops = shown().stops ?? [], now = viewer.at.frame;
    // Whoever stands before a mistake already, as at the start, is told of it before the next one.
    const isNext = ([frame, turn]) => frame > now || (frame === now && turn !== visited);
    const found = way > 0 ? stops.find(isNext) : stops.findLast(([frame]) => frame < now);
    if (!found) return stops.length > 0; // without a review the key is not ours
    visited = found[1];
    viewer.pause();
    viewer.go(found[0], "[]");
    if (shown().on) send("coach.turn", found[1]);
    return true;
  }
  function speak() {
    button.textContent = word("coach-title");
    button.title = word("tip-coach");
    button.setAttribute("aria-label", word("tip-coach"));
  }
  const toggle = () => send("coach.toggle");
  listen(button, "click", toggle);
  listen(panel, "click", (event) => {
    const link = event.target.closest("a[data-turn]");
    if (!link) return;
    event.preventDefault();
    here.viewer.pause();
    here.viewer.go(Number(link.dataset.index), "[]");
    send("coach.turn", Number(link.dataset.turn));
  });
  const change = guarded(show);
  model.on("change:coach_page", change);
  signal.addEventListener("abort", () => model.off("change:coach_page", change));
  // What a step shows anew; nothing while there is no review.
  let reviewed = false;
  const drawn = () => {
    const was = reviewed;
    reviewed = Boolean(shown().marks);
    if (!was && !reviewed) return;
    showMarks();
    showGhosts();
  };
  return { button, panel, show, drawn, speak, keys: { c: toggle, m: () => jump(1), M: () => jump(-1) } };
}
