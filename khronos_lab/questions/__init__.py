"""Questions that many games can be asked, each one class: rows, figure, sentence, limits."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
