"""Game records (`.khr`): what people write, share and trust; `FORMAT.md` beside this tells how."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
