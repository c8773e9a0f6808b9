// What a pupil hands in: every first answer, packed into a few letters that can be mailed or read aloud.

import { html } from "../../board/browser/nodes.js";

const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"; // without I, L, O and U, which look like others

/** Letters for numbers below 4, five of them in two letters. */
function packed(numbers) {
  let text = "";
  for (let n = 0; n < numbers.length; n += 5) {
    const sum = [0, 1, 2, 3, 4].reduce((all, at) => all * 4 + (numbers[n + at] ?? 0), 0);
    text += LETTERS[sum >> 5] + LETTERS[sum & 31];
  }
  return text;
}
/** Two letters that change with any other one. */
function checksum(text) {
  let sum = 7;
  for (const letter of text) sum = (sum * 31 + letter.codePointAt(0)) % 1021;
  return LETTERS[sum >> 5] + LETTERS[sum & 31];
}
/** 0 not answered, 1 right at once, 2 right in the end, 3 wrong. */
const outcome = (each) => (!each?.tries && !each?.over ? 0 : each.first ? 1 : each.right ? 2 : 3);

export function codeOf({ name, sheet }, answers, pupil) {
  const who = pupil.trim().replace(/\s+/g, " "), body = `${name}.${sheet}.${packed(answers.map(outcome))}`;
  return `${who} ${body}.${checksum(`${who} ${body}`)}`;
}

export function handIn(about, answers, word, name, named) {
  const field = html("input", { type: "text", class: "kll-squares", "aria-label": word("lesson-your_name"), placeholder: word("lesson-your_name") });
  field.value = name;
  const code = html("output", { class: "kll-code" });
  const copy = html("button", { type: "button", class: "kll-button", "data-name": "copy", text: word("lesson-copy") });
  const show = () => {
    code.textContent = field.value.trim() ? codeOf(about, answers, field.value) : "";
    copy.disabled = !code.textContent;
  };
  field.addEventListener("input", () => {
    named(field.value);
    show();
  });
  copy.addEventListener("click", () => {
    getSelection()?.selectAllChildren(code);
    navigator.clipboard?.writeText(code.textContent).then(() => { copy.textContent = "✓"; }, () => {});
  });
  show();
  return html("div", { class: "kll-hand_in" }, [html("p", { text: word("lesson-hand_in") }), field, code, copy]);
}
