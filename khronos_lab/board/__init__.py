"""The board in the browser: scenes as data, and the scripts and styles in `browser`."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
