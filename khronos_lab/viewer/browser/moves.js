// The list of moves: sentences under the names of their players, folded by rounds, with variations.
import { MAIN } from "./lines.js";
import { cubeIcon, html, image, pieceIcon } from "../../board/browser/nodes.js";

export function makeMoves(game, view) {
  const { say } = view;
  const title = html("h3", { "data-word": "panel-moves" });
  const notation = html("button", { type: "button", class: "kv-small", "data-word": "viewer-notation", "aria-pressed": "false" });
  const back = html("button", { type: "button", class: "kv-small kv-main-line", "data-word": "panel-main_line", hidden: true });
  const list = html("div", { class: "kv-moves", role: "region", tabindex: 0 });
  const node = html("aside", { class: "kv-aside" }, [html("div", { class: "kv-aside-head" }, [title, back, notation]), list]);
  const buttons = new Map(); // line and number of a move: its button
  const blocks = new Map(); // by line: its block

  notation.addEventListener("click", () => {
    notation.setAttribute("aria-pressed", String(list.classList.toggle("kv-in-notation")));
    marked = null;
    mark();
  });
  back.addEventListener("click", () => { view.pause(); view.go(game.lines[view.at.line].at, MAIN); });

  function draw() {
    const top = list.scrollTop, closed = new Set([...list.querySelectorAll("details:not([open])")].map((each) => each.dataset.round));
    buttons.clear();
    blocks.clear();
    marked = null;
    const line = game.lines[MAIN], rounds = [];
    for (const move of line.moves) {
      let round = rounds.at(-1);
      const number = move.turn.split(".")[0];
      if (!round || round.dataset.round !== number) {
        round = html("details", { class: "kv-round", "data-round": number, open: !closed.has(number) },
          [html("summary", { text: say("viewer-round", { n: number }) })]);
        rounds.push(round);
      }
      add(round, move, true);
    }
    list.replaceChildren(...(line.note ? [remark(line.note)] : []), ...rounds);
    list.title = say("tip-move");
    list.setAttribute("aria-label", say("panel-moves"));
    list.scrollTop = top;
    mark();
  }
  const remark = (text) => html("p", { class: "kv-remark", text });
  function add(parent, move, named) {
    let turn = parent.lastElementChild;
    if (!turn || turn.dataset.turn !== move.turn) {
      turn = html("div", { class: "kv-turn", "data-turn": move.turn }, [html("div", { class: "kv-who" }, [image(cubeIcon(game, move.seat, 13), view.root), ` ${game.names[move.seat]}`,
        html("span", { class: "kv-quiet", text: named ? ` ${move.turn}` : ` · ${move.turn}` })])]);
      parent.append(turn);
    }
    turn.append(button(move));
    if (move.note) turn.append(remark(move.note));
    for (const name of move.others || []) turn.append(variation(name));
  }
  function variation(name) {
    const line = game.lines[name], block = html("div", { class: "kv-other" }, line.note ? [remark(line.note)] : []);
    blocks.set(name, block);
    for (const move of line.moves) add(block, move, false);
    return block;
  }
  function button(move) {
    const said = game.captions[move.say][view.language() + 1], sign = move.mark ? ` ${move.mark}` : "";
    const made = html("button", { type: "button", class: "kv-move", title: move.text + (move.mark || ""), "data-line": move.line, "data-move": move.text + (move.mark || ""),
      on: () => { view.pause(); view.go(move.last, move.line); } }, [
      html("span", { class: "kv-sentence" }, [...(move.icon === undefined ? [] : [image(pieceIcon(game, move.icon, 14), view.root), " "]), said, html("b", { text: sign })]),
      html("span", { class: "kv-notation", text: move.text + (move.mark || "") }),
    ]);
    buttons.set(`${move.line}.${move.index}`, made);
    return made;
  }
  let marked = null; // the button of the move that is shown
  function mark() {
    const step = view.step(), made = step ? buttons.get(`${step.move.line}.${step.move.index}`) : null;
    back.hidden = view.at.line === MAIN;
    if (made === marked && made) return;
    marked?.removeAttribute("aria-current");
    marked = made;
    for (const [name, block] of blocks) block.classList.toggle("kv-open", name === view.at.line);
    if (!made) { list.scrollTop = 0; return; }
    made.setAttribute("aria-current", "step");
    const round = made.closest("details");
    if (round && !round.open) round.open = true;
    const top = made.offsetTop, bottom = top + made.offsetHeight;
    if (top < list.scrollTop + 24 || bottom > list.scrollTop + list.clientHeight - 24) list.scrollTop = top - list.clientHeight / 3;
  }
  return { node, list, draw, mark };
}
