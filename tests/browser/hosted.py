"""A widget on an empty page, without a notebook: the browser talks with the widget in this process.

The script and style are those that JupyterLab gets; what a kernel would carry goes through two
functions of the page instead, so that thousands of clicks take minutes.
"""

from __future__ import annotations

import json
from typing import Any

PAGE = """<!doctype html><html><head><meta charset="utf-8">
<style>body { margin: 12px; font-family: sans-serif; } %s</style></head>
<body><div id="host"></div><script type="module">%s
window.widgetRender = render;
</script></body></html>"""
HOST = """state => {
  const heard = {}, changed = {};
  let waiting = Promise.resolve();
  const take = news => {
    for (const [name, value] of Object.entries(news)) state[name] = value;
    for (const name of Object.keys(news)) for (const work of heard[`change:${name}`] ?? []) work();
  };
  const tell = (kind, what) => {
    waiting = waiting.then(() => window.tellWidget(kind, JSON.stringify(what)))
      .then(news => take(JSON.parse(news)));
  };
  const model = {
    get: name => state[name],
    set: (name, value) => {
      state[name] = changed[name] = value;
      for (const work of heard[`change:${name}`] ?? []) work();
    },
    save_changes: () => {
      tell('set', { ...changed });
      for (const name of Object.keys(changed)) delete changed[name];
    },
    send: content => tell('message', content),
    on: (name, work) => (heard[name] ??= []).push(work),
    off: (name, work) => { heard[name] = (heard[name] ?? []).filter(each => each !== work); },
  };
  window.settled = async () => {
    let last;
    do { last = waiting; await last; await new Promise(done => setTimeout(done)); }
    while (last !== waiting);
  };
  window.forgetWidget?.();
  const host = document.getElementById('host');
  host.replaceChildren();
  window.forgetWidget = window.widgetRender({ model, el: host });
}"""


class Hosted:
    """A page that shows one widget after the other, all of one class."""

    def __init__(self, page, kind: Any) -> None:
        self.page = page
        self._widget: Any = None
        self._changed: set[str] = set()
        page.expose_function("tellWidget", self._told)
        page.set_content(PAGE % (kind._css, kind._esm))
        page.wait_for_function("() => window.widgetRender")

    def show(self, widget) -> None:
        """Show another widget in place of the one before."""
        if self._widget is not None:
            self._widget.unobserve(self._note, list(self._widget.keys))
        self._widget = widget
        names = [name for name in widget.keys if not name.startswith("_")]
        widget.observe(self._note, names)
        self.page.evaluate(HOST, {name: self._plain(name) for name in names if name != "layout"})

    def _plain(self, name: str) -> Any:
        return json.loads(json.dumps(getattr(self._widget, name), default=str))

    def _note(self, change) -> None:
        self._changed.add(change["name"])

    def _told(self, kind: str, what: str) -> str:
        self._changed.clear()
        content = json.loads(what)
        if kind == "set":
            self._widget.set_state(content)
        else:
            self._widget._handle_custom_msg(content, [])
        return json.dumps({name: self._plain(name) for name in sorted(self._changed)})
