"""Players: what one is, what it sees, games of players, and those that come with khronos_lab."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
