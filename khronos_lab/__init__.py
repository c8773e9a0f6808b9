"""khronos_lab: study games of Khronos, where what is built early casts shadows on later ages.

Two objects carry a notebook: `Game` (`khronos_lab.load(...)`) and `Dataset`
(`khronos_lab.dataset(...)`). Beside them are the rules (`new_game`, `play`, `why_not`, …), lessons,
and the namespaces `draw`, `graphs`, `players` and `records`. All names are listed in
`__init__.pyi`; heavy parts load when they are used.
"""

import sys
from difflib import get_close_matches
from inspect import isfunction

import lazy_loader

__version__ = "0.3.0"

_load, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)


def __getattr__(name: str) -> object:
    """What `name` stands for, loaded now; a name that is unknown is answered by the nearest one."""
    if name in __all__:
        return _front(name)
    if name == "help":
        raise AttributeError(
            "For what khronos_lab offers, type khronos_lab. and press Tab, or read "
            "notebooks/00_start_here.ipynb; for one thing, help(khronos_lab.load)."
        )
    near = get_close_matches(name, __all__, 1)
    hint = f"Did you mean {near[0]}?" if near else "Pictures are in khronos_lab.draw."
    raise AttributeError(f"khronos_lab has no {name}. {hint} dir(khronos_lab) lists its names.")


def _front(name: str) -> object:
    """What is offered under a name; of a function, one that tells wrong arguments in a sentence."""
    found = _load(name)
    if isfunction(found):
        from khronos_lab.rulebook import told_arguments

        found = told_arguments(found)
        found.__module__, found.__qualname__ = __name__, name  # other processes find it here
        globals()[name] = found
    return found


# In a notebook our types show their pictures; that, too, loads nothing before the first one.
if "IPython" in sys.modules:
    from khronos_lab.desk import register_displays as _register_displays

    _register_displays()
