// The list of moves: sentences under the names of their players, folded by rounds, with variations.
import { isBad, MAIN } from "./lines.js";
import { cubeIcon, html, image, pieceIcon } from "./nodes.js";

export function makeMoves(game, view) {
  const { say } = view;
  const back = html("button", { type: "button", class: "kv-main-line", "data-word": "panel-main_line", hidden: true });
  const list = html("div", { class: "kv-moves", role: "region", tabindex: 0 });
  const node = html("div", { class: "kv-list" }, [back, list]);
  const effect = html("small", { class: "kv-effect" });
  const buttons = new Map(); // line and number of a move: its button
  const blocks = new Map(); // by line: its block

  function write(notation) {
    list.classList.toggle("kv-in-notation", notation);
    mark(true);
  }
  back.addEventListener("click", () => view.go(game.lines[view.at.line].at, MAIN));

  function draw() {
    const top = list.scrollTop, closed = new Set([...list.querySelectorAll("details:not([open])")].map((each) => each.dataset.round));
    buttons.clear();
    blocks.clear();
    marked = null;
    const line = game.lines[MAIN], rounds = [];
    marks = new Map(game.review?.turns.map((each) => [each.label, each.mark]));
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
    mark(true);
  }
  let marks = new Map(); // by turn: the mark of the review
  const remark = (text) => html("p", { class: "kv-remark", text });
  function add(parent, move, named) {
    let turn = parent.lastElementChild;
    if (!turn || turn.dataset.turn !== move.turn) {
      const sign = named ? marks.get(move.turn) ?? "" : "";
      turn = html("div", { class: "kv-turn", "data-turn": move.turn }, [html("div", { class: "kv-who" }, [image(cubeIcon(game, move.seat, 13), view.root), html("span", { text: game.names[move.seat] }),
        html("span", { class: "kv-quiet", text: move.turn }), html("b", { class: isBad(sign) ? "kv-bad" : "kv-good", text: sign })])]);
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
    // An effect's caption has a clause, says who it was and ends in a full stop.
    const words = game.captions[move.say], told = words[view.language() + 1], said = words[0] ? told.slice(game.names[move.seat].length + 1, -1) : told, sign = move.mark ? ` ${move.mark}` : "";
    const made = html("button", { type: "button", class: "kv-move", title: move.text + (move.mark || ""), "data-line": move.line, "data-move": move.text + (move.mark || ""),
      on: () => view.go(move.last, move.line) }, [
      ...(move.icon === undefined ? [html("i")] : [image(pieceIcon(game, move.icon, 18), view.root)]), html("span", { class: "kv-sentence" }, [said, html("b", { text: sign })]),
      html("span", { class: "kv-notation", text: move.text + (move.mark || "") }),
    ]);
    buttons.set(`${move.line}.${move.index}`, made);
    return made;
  }
  let marked = null; // the button of the move that is shown
  /** Mark the move that is shown and keep it in sight; `anew` also where it was marked already. */
  function mark(anew = false) {
    const step = view.step(), made = step ? buttons.get(`${step.move.line}.${step.move.index}`) : null;
    back.hidden = view.at.line === MAIN;
    if (made) {
      const { steps, first } = step.move, n = view.at.frame - first + 1;
      effect.textContent = steps > 1 ? say("viewer-effect_of", { n, all: steps }) : "";
    }
    const tall = list.clientHeight;
    if (made === marked && made && !anew && tall === seen) return;
    seen = tall;
    marked?.removeAttribute("aria-current");
    marked = made;
    for (const [name, block] of blocks) block.classList.toggle("kv-open", name === view.at.line);
    if (!made) { effect.remove(); list.scrollTop = 0; return; }
    made.setAttribute("aria-current", "step");
    made.querySelector(".kv-sentence").append(effect);
    const round = made.closest("details");
    if (round && !round.open) round.open = true;
    const turn = made.closest(".kv-turn"), top = made.offsetTop, bottom = top + made.offsetHeight;
    const from = bottom - turn.offsetTop < tall - 24 ? turn.offsetTop : made.previousElementSibling.offsetTop;
    if (anew || top < list.scrollTop + 24 || bottom > list.scrollTop + tall - 24) list.scrollTop = from;
  }
  let seen = 0; // how tall the list was when it was scrolled last
  return { node, list, draw, mark, write };
}
