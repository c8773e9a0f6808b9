"""The desk: a game looked at, tried, written down, played, edited and trained in a notebook."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
