"""The floors of the house as data, and the functions that find what breaks them.

They read the source only and import nothing of khronos_lab. An import counts wherever it stands:
in a function, under `TYPE_CHECKING`, or as `importlib.import_module("…")`.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "khronos_lab"

# From the ground up; a module may import its own floor and those before it.
FLOORS = (
    "rulebook",
    "core",
    "mechanics",
    "engine",
    "native",
    "records",
    "players",
    "scenarios",
    "analysis",
    "simulation",
    "drawing",
    "answers",
    "viewer",
    "export",
    "report",
    "widgets",
    "front",
    "cli",
)
# The package's `__init__`: it offers names of all floors, and loads none before it is used.
FACADE = "the facade"
# What lets a package offer names that load later; only an `__init__` needs it.
LOADER = "lazy_loader"

# Third-party packages a floor may import. Up to `scenarios`: the parser of our catalogues only.
_TABLES = frozenset({"networkx", "numpy", "polars"})
_DRAWING = _TABLES | {"matplotlib", "IPython", "PIL"}
THIRD_PARTY = {
    "rulebook": frozenset({"fluent"}),
    "native": frozenset({"hatchling", "packaging"}),  # the build hook, at build time only
    "analysis": _TABLES,
    "simulation": _TABLES | {"distributed", "fsspec", "tqdm"},
    "drawing": _DRAWING,
    "answers": _DRAWING,
    "viewer": _DRAWING,
    "export": _DRAWING,
    "report": _DRAWING,
    "widgets": _DRAWING | {"anywidget", "ipywidgets", "platformdirs", "traitlets"},
    "front": _DRAWING,
    "cli": frozenset({"click", "jupyter_core", "jupyterlab", "jupyterlab_server", "voila"}),
}
# Import names that no dependency of ours is called by, and the dependency that brings each.
COMES_WITH = {
    "numpy": "matplotlib",
    "IPython": "ipywidgets",
    "PIL": "matplotlib",
    "traitlets": "ipywidgets",
    "fsspec": "dask",
    "jupyter_core": "jupyterlab",
    "jupyterlab_server": "jupyterlab",
}

PASSED_ON = {"Random", "SystemRandom", "default_rng", "Generator"}
GLOBAL_RANDOM = ("random", "numpy.random")


def modules() -> list[Path]:
    """Every module of the package."""
    return sorted(PACKAGE.rglob("*.py"))


def floor_of(path: Path) -> str:
    """The floor a module stands on, from its place in the package."""
    first = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    return ROOMS.get(first, first)


ROOMS = {"__init__": FACADE, "draw": "front", "graphs": "front", "commands": "cli"}


def imports(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and full name of everything a module imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = "." * node.level + (node.module or "")
            yield from ((node.lineno, f"{base}.{alias.name}") for alias in node.names)
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in LOADERS:
            yield from ((node.lineno, name) for name in _text_arguments(node))


LOADERS = {"__import__", "import_module", "importlib.import_module"}


def _text_arguments(call: ast.Call) -> list[str]:
    values = [argument.value for argument in call.args if isinstance(argument, ast.Constant)]
    return [value for value in values if isinstance(value, str)]


def broken_imports(source: str, floor: str) -> list[str]:
    """What a module with this source imports although it stands on this floor."""
    tree = ast.parse(source)
    found = [(line, name, _why_not(name, floor)) for line, name in imports(tree)]
    return [f"line {line}: {name}: {why}" for line, name, why in found if why]


def _why_not(name: str, floor: str) -> str | None:
    top, _, rest = name.partition(".")
    if not top:
        return "a relative import"
    if top in sys.stdlib_module_names or top == LOADER:
        return None
    if top == "khronos_lab":
        room = rest.partition(".")[0]
        return _why_not_floor(ROOMS.get(room, room), floor)
    return None if top in THIRD_PARTY.get(floor, ()) else f"{floor} may not import {top}"


def _why_not_floor(other: str, floor: str) -> str | None:
    if floor == "cli":
        return None
    if floor == FACADE:
        return None if other == "widgets" else f"importing khronos_lab would load {other}"
    if other not in FLOORS:
        return "imports the facade, which stands above every floor; import from the floor itself"
    if FLOORS.index(other) > FLOORS.index(floor):
        return f"{floor} may not import {other}, which stands above it"
    return None


def global_random(source: str) -> list[str]:
    """Where a module uses the random numbers that the whole process shares."""
    tree = ast.parse(source)
    names = dict(_random_names(tree))
    found = [f"line {line}: {name}" for line, name in imports(tree) if _is_shared(name)]
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            head, _, rest = ast.unparse(node).partition(".")
            full = f"{names[head]}.{rest}" if head in names else ""
            found += [f"line {node.lineno}: {full}"] if _is_shared(full) else []
    return found


def _random_names(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """Local names that stand for `random`, `numpy` or `numpy.random`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                local = alias.asname or alias.name.partition(".")[0]
                yield local, alias.name if alias.asname else local
        elif isinstance(node, ast.ImportFrom) and node.module == "numpy":
            yield from ((a.asname or a.name, f"numpy.{a.name}") for a in node.names)


def _is_shared(name: str) -> bool:
    module, _, member = name.rpartition(".")
    return module in GLOBAL_RANDOM and member not in PASSED_ON
