"""What the box and the rules page say: words, numbers, clauses, errors; no behaviour."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
