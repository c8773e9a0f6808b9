// Controls and panels as the kernel names them (`Group`, `Control`, `Panel`), for any widget.

/**
 * @param {{listen: any, take: any, press: any, picture?: (value: string) => Node | undefined}} host
 * `take` may give a promise of the kernel's answer.
 */
function makeForm({ listen, take: send, press, picture }) {
  // Every widget loads this file for itself, so a number counted here would not tell them apart.
  const own = `klc${Math.random().toString(36).slice(2)}`;
  const groups = new Map(); // by name: element, controls
  const panels = new Map();

  // What was chosen or typed stays until the kernel has answered: a page that it sent before it heard
  // of it must not undo it. With the answer, what was refused goes back to what it was.
  const unanswered = new Map(); // by control: what was told last
  function take(name, value) {
    const answer = send(name, value), told = { value };
    if (!answer) return;
    unanswered.set(name, told);
    answer.then(() => {
      if (unanswered.get(name) !== told) return;
      unanswered.delete(name);
      for (const { controls } of groups.values()) controls.has(name) && showControl(controls.get(name));
    });
  }
  function showControl(made, control = made.control) {
    made.control = control;
    made.show({ ...control, ...unanswered.get(control.name) });
  }

  function write(target, html) {
    if (target.dataset.html === html) return;
    target.dataset.html = html;
    target.innerHTML = html; // escaped by the kernel, piece by piece
  }

  // -------------------------------------------------------------- controls

  // A control stays as long as its sort and options do, so that nobody loses the focus.
  function showGroups(wanted, tools, drawers) {
    const shape = wanted.map((group) => `${group.name}:${group.folded}`).join("|");
    if (tools.dataset.shape !== shape) {
      tools.dataset.shape = shape;
      groups.clear();
      tools.replaceChildren(...wanted.filter((group) => !group.folded).map(makeGroup));
      drawers.replaceChildren(...wanted.filter((group) => group.folded).map(makeGroup));
    }
    for (const group of wanted) {
      const kept = groups.get(group.name);
      kept.title.textContent = group.title;
      kept.element.setAttribute("aria-label", group.title);
      showControls(kept, group.controls);
    }
  }
  function makeGroup(group) {
    const name = element(group.folded ? "summary" : "span", { class: "klc-group-title" });
    const body = element("div", { class: "klc-controls" });
    const kind = group.folded ? "details" : "div";
    const made = element(kind, { class: `klc-group klc-group-${group.name}`, role: "group" }, name, body);
    groups.set(group.name, { element: made, title: name, body, controls: new Map() });
    return made;
  }
  function showControls(kept, wanted) {
    const shape = wanted.map((each) => `${each.name}:${each.sort}`).join("|");
    if (kept.body.dataset.shape !== shape) {
      const now = document.activeElement;
      const focused = now && kept.body.contains(now) ? now.dataset.name : "";
      kept.body.dataset.shape = shape;
      kept.controls.clear();
      kept.body.replaceChildren(
        ...wanted.map((each) => {
          const made = makeControl(each);
          kept.controls.set(each.name, made);
          return made.element;
        }),
      );
      if (focused) kept.body.querySelector(`[data-name="${focused}"]`)?.focus({ preventScroll: true });
    }
    for (const each of wanted) showControl(kept.controls.get(each.name), each);
  }
  function makeControl(control) {
    return ({ choice: makeChoice, button: makeButton }[control.sort] ?? makeField)(control);
  }
  function makeButton({ name }) {
    const made = element("button", { type: "button", class: "klc-button", "data-name": name });
    listen(made, "click", () => press(name));
    const show = ({ label, disabled, hint, strong }) => {
      made.textContent = label;
      made.disabled = disabled;
      made.title = hint;
      made.classList.toggle("klc-strong", strong);
    };
    return { element: made, show };
  }
  function makeChoice({ name }) {
    const said = element("span", { class: "klc-label", id: `${own}-${name}` });
    const row = element("span", { class: "klc-segments" });
    const made = element("span", { class: "klc-field", role: "radiogroup", "aria-labelledby": `${own}-${name}` }, said, row);
    let known = "";
    const show = ({ label, value, options, disabled, hint, dimmed = [] }) => {
      said.textContent = label;
      made.title = hint;
      const reasons = new Map(dimmed);
      const wanted = JSON.stringify(options);
      if (known !== wanted) {
        known = wanted;
        const had = row.contains(document.activeElement);
        row.replaceChildren(
          ...options.map(([each, text]) => {
            const input = element("input", { type: "radio", name: `${own}-${name}`, value: each, "data-name": `${name}.${each}`, "aria-label": text });
            listen(input, "change", () => take(name, each));
            return element("label", { class: "klc-segment", "data-said": text }, input, element("span", {}, picture?.(each) ?? text));
          }),
        );
        if (had) row.querySelector(`[value="${value}"]`)?.focus({ preventScroll: true });
      }
      for (const input of row.querySelectorAll("input")) {
        input.checked = input.value === value;
        input.disabled = disabled;
        const { said } = input.parentElement.dataset, why = reasons.get(input.value) ?? "";
        input.parentElement.title = picture ? [said, why].filter(Boolean).join(": ") : why;
        input.parentElement.classList.toggle("klc-dim", reasons.has(input.value));
      }
    };
    return { element: made, show };
  }
  // A box to tick, a list, or something to type in.
  function makeField({ name, sort }) {
    const ticks = sort === "check", lists = sort === "select", area = sort === "area", typed = !ticks && !lists;
    const type = ticks ? "checkbox" : area || lists ? null : sort, spellcheck = typed && sort !== "number" ? "false" : null;
    const input = element(area ? "textarea" : lists ? "select" : "input", {
      type, "data-name": name, autocomplete: typed && !area ? "off" : null, spellcheck, rows: area && 12, min: sort === "number" ? 0 : null,
    });
    const said = element("span", { class: ticks ? "" : "klc-label" });
    const made = element("label", { class: ticks ? "klc-check" : `klc-field klc-${sort}` }, ...(ticks ? [input, said] : [said, input]));
    let sent = null;
    const tell = () => {
      if (typed && input.value === sent) return;
      sent = input.value;
      take(name, ticks ? input.checked : input.value);
    };
    listen(input, "change", tell);
    listen(input, "keydown", (event) => {
      if (event.key === "Enter" && typed && !area) tell();
    });
    const show = ({ label, value, options, disabled, hint, wide }) => {
      said.textContent = label;
      input.disabled = disabled;
      if (typed) input.placeholder = hint; else made.title = hint;
      made.classList.toggle("klc-long", Boolean(wide));
      if (ticks) input.checked = value === true;
      else if (lists) fill(input, options, value);
      // What somebody is typing stays.
      else if (sent === null || document.activeElement !== input || input.value === sent) {
        sent = value;
        if (input.value !== value) input.value = value;
      }
    };
    return { element: made, show };
  }
  function fill(select, options, value) {
    const wanted = JSON.stringify(options);
    if (select.dataset.options !== wanted) {
      select.dataset.options = wanted;
      select.replaceChildren(...options.map(([each, said]) => element("option", { value: each }, said)));
    }
    select.value = value;
  }

  // -------------------------------------------------------------- panels

  function showPanels(wanted, told) {
    const shape = wanted.map((panel) => `${panel.name}:${panel.wide}`).join("|");
    if (told.dataset.shape !== shape) {
      told.dataset.shape = shape;
      panels.clear();
      told.replaceChildren(
        ...wanted.map((panel) => {
          const name = element("h4", {});
          const body = element("div", { class: "klc-panel-body" });
          panels.set(panel.name, { name, body });
          return element("section", { class: `klc-panel klc-panel-${panel.name}${panel.wide ? " klc-wide" : ""}` }, name, body);
        }),
      );
    }
    for (const panel of wanted) {
      const kept = panels.get(panel.name);
      kept.name.textContent = panel.title;
      kept.name.hidden = !panel.title;
      write(kept.body, panel.html);
    }
  }

  return { showGroups, showPanels };
}
