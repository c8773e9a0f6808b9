"""Whether this computer can show a page by itself."""

from __future__ import annotations

import os
import sys
import webbrowser

DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY")


def why_no_browser() -> str:
    """Why no window of a browser can be opened here; empty if one can.

    Without a display Python would start a browser of the terminal, such as lynx, in which no
    notebook runs; so nothing is opened then, unless the user has named a browser.
    """
    if os.environ.get("BROWSER"):
        return ""
    windows = sys.platform in ("win32", "cygwin", "darwin")
    if not windows and not any(os.environ.get(name) for name in DISPLAYS):
        return "there is no display here"
    try:
        webbrowser.get()
    except webbrowser.Error:
        return "there is no browser here"
    return ""
