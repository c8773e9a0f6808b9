// The coach in a notebook: what buttons of the verdict do, and practice beside the boards. The kernel has the
// review and sends it with the game; the viewer shows it.
import { turnAt } from "../../viewer/browser/verdict.js";

export function makeCoach(here) {
  const { model, ask, listen, guarded, signal } = here;
  const tools = element("div", { class: "klc-tools" });
  const told = element("div", { class: "klc-panels" });
  const panel = element("section", { class: "kl-form kl-coach" }, tools, told);
  const shown = () => model.get("coach_page");
  const send = (name, value) => {
    // The kernel has to know where we are before it can judge what was tried there.
    here.syncNow();
    ask({ kind: "coach", name, value });
  };
  const form = makeForm({ listen, take: send, press: (name) => send(name) });
  const none = element("div");
  const isOn = () => Boolean(shown().groups);
  const turn = () => turnAt(here.viewer.game, here.viewer.at.line, here.viewer.at.frame);

  function show() {
    const { groups = [], panels = [] } = shown();
    form.showGroups(groups, tools, none);
    form.showPanels(panels, told);
    here.showMode();
  }
  const acts = {
    review: () => send("coach.start"),
    stop: () => send("coach.stop"),
    keep: () => send("coach.keep", turn()?.turn),
    train: () => send("coach.practice", turn()?.turn),
    try() { // from the position before the turn
      here.viewer.go(turn().first);
      here.setMode("try");
    },
  };
  const change = guarded(show);
  model.on("change:coach_page", change);
  signal.addEventListener("abort", () => model.off("change:coach_page", change));
  return { panel, show, isOn, acts, train: acts.train, leave: () => send("coach.leave"), keys: { c: acts.review } };
}
