"""A widget on a page without a notebook: the browser talks with the widget in this process.

The script and style are those that JupyterLab gets; a message to the kernel is a call of this
process instead. The script finds a model and nothing more, as anywidget promises it in any host.
"""

from __future__ import annotations

import json
from base64 import b64encode
from typing import Any

PAGE = """<!doctype html><html><head><meta charset="utf-8">
<style>body { margin: 12px; font-family: sans-serif; }</style></head>
<body><div id="host"></div></body></html>"""
HOST = """async ([script, style, state]) => {
  const heard = {};
  let changed = {}, waiting = Promise.resolve();
  const call = (name, ...told) => { for (const hear of heard[name] ?? []) hear(...told); };
  const bytes = text =>
    new DataView(Uint8Array.from(atob(text), each => each.charCodeAt(0)).buffer);
  const take = ({ news, sent }) => {
    Object.assign(state, news);
    for (const name of Object.keys(news)) call(`change:${name}`);
    for (const [content, buffers] of sent) call('msg:custom', content, buffers.map(bytes));
  };
  // One message after the other, as a connection to a kernel has them.
  const tell = (kind, what) => {
    const text = JSON.stringify(what);
    waiting = waiting.then(() => window.tellWidget(kind, text)).then(take);
  };
  const model = {
    get: name => state[name],
    set: (name, value) => {
      state[name] = changed[name] = value;
      call(`change:${name}`);
    },
    save_changes: () => { tell('set', changed); changed = {}; },
    send: content => tell('message', content),
    on: (name, hear) => (heard[name] ??= []).push(hear),
    off: (name, hear) => { heard[name] = (heard[name] ?? []).filter(each => each !== hear); },
  };
  window.settled = async () => {
    let last;
    do { last = waiting; await last; await new Promise(done => setTimeout(done)); }
    while (last !== waiting);
  };
  window.forgetWidget?.();
  const host = document.getElementById('host');
  host.replaceChildren();
  if (window.hostedScript !== script) {
    const address = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
    window.hostedWidget = (await import(address)).default;
    window.hostedScript = script;
    document.head.append(Object.assign(document.createElement('style'), { textContent: style }));
  }
  const made = window.hostedWidget;
  const widget = typeof made === 'function' ? await made() : made;
  window.forgetWidget = await widget.render({ model, el: host });
}"""


class Hosted:
    """A page that shows one widget after the other."""

    def __init__(self, page, content: str = PAGE) -> None:
        self.page = page
        self._widget: Any = None
        self._changed: set[str] = set()
        self._sent: list[tuple[dict, list[str]]] = []
        page.expose_function("tellWidget", self._told)
        page.set_content(content)

    def show(self, widget) -> None:
        """Show another widget in place of the one before."""
        if self._widget is not None:
            self._widget.unobserve(self._note, list(self._widget.keys))
        self._widget = widget
        names = [name for name in widget.keys if not name.startswith("_") and name != "layout"]
        widget.observe(self._note, names)
        widget.send = self._send
        self.page.evaluate(HOST, [widget._esm, widget._css, self._plain(names)])

    def _plain(self, names) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(json.dumps(self._widget.get_state(names), default=str))
        return found

    def _note(self, change) -> None:
        self._changed.add(change["name"])

    def _send(self, content, buffers=None) -> None:
        self._sent.append((content, [b64encode(each).decode() for each in buffers or ()]))

    def _told(self, kind: str, what: str) -> dict[str, Any]:
        self._changed.clear()
        self._sent.clear()
        content = json.loads(what)
        if kind == "set":
            self._widget.set_state(content)
        else:
            self._widget._handle_custom_msg(content, [])
        news = self._plain(sorted(self._changed)) if self._changed else {}
        return {"news": news, "sent": json.loads(json.dumps(self._sent))}
