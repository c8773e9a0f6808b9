// What every widget has in the browser; `joined` puts this file before the widget's own.

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "class") made.className = value;
    else if (value !== null && value !== undefined && value !== false) {
      made.setAttribute(key, value === true ? "" : value);
    }
  }
  made.append(...children);
  return made;
}

// Several traits come in one message: what shows them all runs once.
function once(work) {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    queueMicrotask(() => {
      waiting = false;
      work();
    });
  };
}

// A line for errors, of the kernel and of this page: one that is only logged is never seen.
function makeAlert(model, word, signal) {
  const said = element("span");
  const close = element("button", { type: "button", class: "kl-dismiss" }, "×");
  const bar = element("div", { class: "kl-error", role: "alert", hidden: true }, said, close);

  function write(text) {
    said.textContent = text;
    bar.hidden = !text;
    close.setAttribute("aria-label", word("board-close"));
    close.title = word("board-close");
  }
  const show = () => write(model.get("error"));
  function fail(fault) {
    write(`${word("panel-error")}: ${fault?.message ?? fault}`);
    console.error(fault);
  }
  function guarded(work) {
    return (...all) => {
      try {
        const result = work(...all);
        if (result instanceof Promise) result.catch(fail);
        return result;
      } catch (fault) {
        fail(fault);
      }
    };
  }
  function dismiss() {
    bar.hidden = true;
    if (!model.get("error")) return;
    model.set("error", "");
    model.save_changes();
  }
  close.addEventListener("click", dismiss, { signal });
  model.on("change:error", show);
  signal.addEventListener("abort", () => model.off("change:error", show));
  show();
  return { bar, fail, guarded, dismiss };
}
