"""Values: grids, boards, domains, states, actions, events; nothing here decides anything."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
