// The coach in a notebook: what buttons of the verdict do. The kernel has the review and sends it with the
// game; the viewer shows it, and practice is a mode.
import { turnAt } from "../../viewer/browser/verdict.js";

export function makeCoach(here) {
  const send = (name, value) => {
    // The kernel has to know where we are before it can judge what was tried there.
    here.syncNow();
    here.ask({ kind: "coach", name, value });
  };
  const turn = () => turnAt(here.viewer.game, here.viewer.at.line, here.viewer.at.frame);
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
  return { acts, keys: { c: acts.review } };
}
