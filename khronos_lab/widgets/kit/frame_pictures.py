"""Pictures that were drawn with matplotlib, in a page."""

from __future__ import annotations

from base64 import b64encode

from khronos_lab.viewer import Markup, tag


def image(png: bytes, words: str, more: str = "") -> Markup:
    """A picture that stands in the page itself, with what it says."""
    source = f"data:image/png;base64,{b64encode(png).decode()}"
    return tag("img", src=source, alt=words, class_=f"kl-what-picture{more}")
