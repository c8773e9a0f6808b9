"""The front door: `Game` and `Dataset`, from which everything else is found by tab completion."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
