"""Scenarios: small positions that teach a clause each, and exercises that the engine checks."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
