"""What all widgets share: errors that are shown, forms, panels about a moment, hidden cards."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
