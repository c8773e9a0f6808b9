// What buttons of the verdict do in a notebook. The kernel has the review and sends it with the game.
import { turnAt } from "../../board/browser/lines.js";

export function makeCoach(here) {
  const send = (name, value) => {
    // The kernel has to know where we are before it can judge what was played there.
    here.syncNow();
    here.ask({ kind: "coach", name: `coach.${name}`, value });
  };
  const turn = () => turnAt(here.viewer.game, here.viewer.at.line, here.viewer.at.frame);
  const acts = {
    review: () => send("start"),
    stop: () => send("stop"),
    keep: () => send("keep", turn()?.turn),
    train: () => send("practice", turn()?.turn),
    try() { // from the position before the turn
      here.viewer.go(turn().first);
      here.switchTo("try");
    },
  };
  return { acts, keys: { c: acts.review } };
}
