"""The inventory is whole: everything offered has an entry, and nothing goes without being named."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from inspect import unwrap
from pathlib import Path

import nbformat
import pytest

from tests.inventory import kit
from tests.inventory.entries import Entry
from tests.inventory.offered import (
    AGAIN,
    NAMESPACES,
    is_named,
    named_in_changelog,
    names_and_arguments,
    offered,
    remembered,
)
from tests.notebooks.test_run_all import IN_A_BROWSER, NAMES

MODULES = ("study", "play", "learn", "many", "questions", "record", "command", "files", "pictures",
           "browser")  # fmt: skip
FOLDER = Path(__file__).parent


# ------------------------------------------------------------------ what the entries name and use


@cache
def functions(module: str) -> dict[str, ast.AST]:
    """By name: the functions and tables of a module of the inventory."""
    tree = ast.parse((FOLDER / f"{module}.py").read_text("utf-8"))
    found: dict[str, ast.AST] = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            found[node.name] = node
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found |= {each.id: node.value for each in targets if isinstance(each, ast.Name)}
    return found


@cache
def lambdas(module: str) -> dict[int, list[ast.AST]]:
    """By line: what is written in a module where an entry's function begins."""
    found: dict[int, list[ast.AST]] = {}
    for node in ast.walk(ast.parse((FOLDER / f"{module}.py").read_text("utf-8"))):
        if isinstance(node, ast.Lambda | ast.FunctionDef):
            found.setdefault(node.lineno, []).append(node)
    return found


def code_of(entry: Entry) -> Iterator[ast.AST]:
    """Everything that an entry runs, as far as it stands in its own module."""
    made = [unwrap(getattr(entry.get, "func", entry.get)), *getattr(entry.get, "args", ())]
    code = [each.__code__ for each in made if hasattr(each, "__code__")]
    module = Path(code[0].co_filename).stem
    todo = [node for each in code for node in lambdas(module).get(each.co_firstlineno, ())]
    seen = set()
    while todo:
        node = todo.pop()
        yield node
        for each in ast.walk(node):
            if isinstance(each, ast.Name) and each.id not in seen and each.id in functions(module):
                seen.add(each.id)
                todo.append(functions(module)[each.id])


def used(entry: Entry) -> Iterator[str]:
    """The arguments and options that an entry's code uses, as `offered.txt` begins to name them."""
    for node in code_of(entry):
        for each in ast.walk(node):
            if isinstance(each, ast.Constant) and str(each.value).startswith("-"):
                yield str(each.value)
            if isinstance(each, ast.Call):
                name = getattr(each.func, "attr", getattr(each.func, "id", ""))
                yield from (f"{name}({word.arg}" for word in each.keywords)
                yield f"{name}(*{len(each.args)}"


@cache
def entries() -> tuple[Entry, ...]:
    """The whole inventory."""
    return tuple(
        entry
        for module in MODULES
        for entry in import_module(f"tests.inventory.test_{module}").ENTRIES
    )


@cache
def covered() -> frozenset[str]:
    """Everything that has an entry: names, and the arguments and options that are used there."""
    found: set[str] = set()
    for entry in entries():
        evidence = set(used(entry))
        for name in entry.names:
            whole = " ".join(name.split()[:2]) if name.startswith("khronos-lab") else name
            whole = "khronos-lab" if whole.startswith("khronos-lab -") else whole
            found.add(whole)
            # A word that one may say (`heat: built`) stands for whatever it is said to.
            short = r"\w+" if ": " in whole else re.escape(whole.rpartition(".")[2])
            for each in evidence:
                call = re.fullmatch(rf"({short})\((\*?)(\w+)", each)
                if each.startswith("-"):
                    found.add(f"{whole} {each}")
                elif call is not None:
                    owner = call[1] if ": " in whole else whole
                    words = range(int(call[3])) if call[2] else [call[3]]
                    found |= {f"{owner}({'#' * bool(call[2])}{word}" for word in words}
    return frozenset(found)


def has_entry(thing: str, place: int) -> bool:
    """True if a thing is named by an entry; an argument also if it is given in its place."""
    whole, bracket, argument = thing.partition("(")
    if not bracket or ": " in thing:
        return thing.partition(" / ")[0] in covered()
    word = re.split(r"[=)]", argument)[0]
    owners = (whole, whole.rpartition(".")[2])
    return any(f"{each}({given}" in covered() for each in owners for given in (word, f"#{place}"))


def places() -> dict[str, int]:
    """By argument: its place among those of its function."""
    order: dict[str, list[str]] = {}
    for thing in names_and_arguments():
        if "(" in thing:
            order.setdefault(thing.partition("(")[0], []).append(thing)
    return {thing: each.index(thing) for each in order.values() for thing in each}


def test_everything_that_is_offered_has_an_entry():
    order = places()
    missing = [each for each in sorted(offered()) if not has_entry(each, order.get(each, 99))]
    assert missing == [], "add entries to tests/inventory that show what these do"


def test_the_list_names_everything_that_is_offered():
    new = sorted(offered() - set(remembered()))
    assert new == [], f"new: write the list anew with {AGAIN}"


def test_nothing_goes_without_a_line_in_the_changelog():
    snippets = named_in_changelog((kit.ROOT / "CHANGELOG.md").read_text("utf-8"))
    gone = [each for each in sorted(set(remembered()) - offered()) if not is_named(each, snippets)]
    assert gone == [], (
        "these are no longer offered, or have another default: bring them back, or name them as "
        f"code under '## Upcoming' in CHANGELOG.md and run {AGAIN}"
    )


def test_no_entry_is_about_what_is_not_offered():
    known = {re.split(r"[(]| / ", each)[0] for each in offered() | set(remembered())}
    known.add("screen: page of a report")
    stale = {
        name for entry in entries() for name in entry.names
        if not name.startswith(("khronos-lab", "cell: ")) and name not in known
    }  # fmt: skip
    assert sorted(stale) == []


@pytest.mark.parametrize(
    ("thing", "snippet", "is_it"),
    [
        ("kl.explain", "kl.explain", True),
        ("kl.explain(seat=None)", "kl.explain", True),
        ("replay.promote", "replay.promote", True),
        ("khronos-lab simulate --records", "simulate --records", True),
        ("player: planner-1", "planner-1", True),
        ("kl.explain", "explain", True),
        ("kl.explain", "kl.explore", False),
        ("khronos-lab simulate --records", "simulate", False),
    ],
)
def test_a_thing_is_named_by_its_own_name_or_its_owner(thing, snippet, is_it):
    text = f"# Changelog\n\n## Upcoming\n\n- `{snippet}` is gone.\n\n## 0.2.0\n\n- `nothing`\n"
    assert is_named(thing, named_in_changelog(text)) == is_it


def test_only_the_upcoming_version_counts():
    text = "## Upcoming\n\n- `kl.a` is gone.\n\n## 0.2.0\n\n- `kl.b` is gone.\n"
    assert named_in_changelog(text) == ["kl.a"]


# ------------------------------------------------------------------ README and notebooks


README = kit.ROOT / "README.md"


def blocks(kind: str) -> list[str]:
    """The blocks of code of one kind in the README."""
    return re.findall(rf"^```{kind}\n(.*?)^```", README.read_text("utf-8"), re.M | re.S)


def test_every_block_of_python_in_the_readme_is_a_doctest():
    settings = (kit.ROOT / "pyproject.toml").read_text("utf-8")
    assert '"--doctest-glob=README.md"' in settings
    assert re.search(r'^testpaths = \[.*"README\.md".*\]', settings, re.M)
    lines = [line for block in blocks("python") for line in block.splitlines()]
    assert [line for line in lines if line.startswith((">>> ", "... "))]
    # Every statement has its prompt: what stands without one is an answer, and comes after one.
    assert all(block.startswith(">>> ") for block in blocks("python"))
    assert set(re.findall(r"^```(\w+)$", README.read_text("utf-8"), re.M)) == {"python", "sh"}


def test_every_shell_line_of_the_readme_is_a_command_with_an_entry():
    lines = [line for block in blocks("sh") for line in block.splitlines()]
    ours = [part for line in lines for part in re.split(r" && ", line) if "khronos-lab" in part]
    others = [
        part for line in lines for part in re.split(r" && ", line) if "khronos-lab" not in part
    ]
    # tests/packaging installs it, tests/cli parses each line, `python -m tests` is what runs this.
    progress = r""" | while read -r line; do printf '\r\033[K%.70s' "$line"; done"""
    assert {re.sub(r'-e "?\.(\[test\])?"?(?= |$)', "-e .", part) for part in others} == {
        "python3 -m venv .venv", f".venv/bin/pip install -e .{progress}",
        ".venv/bin/python -m tests",
    }  # fmt: skip
    for part in ours:
        program, command, *words = part.split()
        assert program == ".venv/bin/khronos-lab"
        whole = f"khronos-lab {command}"
        assert {whole, *(f"{whole} {word}" for word in words if word.startswith("-"))} <= covered()


def test_every_call_in_the_text_of_the_readme_is_offered():
    calls = set(re.findall(r"`(kl\.\w+|games?\.\w+)", README.read_text("utf-8")))
    known = {each.partition("(")[0] for each in offered()}
    assert len(calls) > 25
    assert sorted(each for each in calls if each not in known) == []


def test_every_notebook_is_run_and_uses_only_what_is_offered():
    english = sorted(path.name for path in (kit.ROOT / "notebooks").glob("[0-9]*.ipynb"))
    # The German ones have the same code, which tests/notebooks/test_german.py holds.
    assert set(english) <= {*NAMES, *IN_A_BROWSER}
    known = {each.partition("(")[0] for each in offered()}
    for name in english:
        cells = nbformat.read(kit.ROOT / "notebooks" / name, as_version=4).cells
        code = "\n".join(cell.source for cell in cells if cell.cell_type == "code")
        calls = set(re.findall(r"\b(kl(?:\.(?:draw|graphs|players|records))?\.\w+)", code))
        assert sorted(each for each in calls if each not in known) == [], name


def test_few_names_each_shown_to_readers_and_explained():
    cells = [
        cell.source
        for path in (kit.ROOT / "notebooks").glob("[0-9]*.ipynb")
        for cell in nbformat.read(path, as_version=4).cells
        if cell.cell_type == "code"
    ]
    shown = "\n".join([*cells, README.read_text("utf-8")])
    assert len(kit.kl.__all__) <= 49
    assert [name for name in kit.kl.__all__ if not re.search(rf"\b{name}\b", shown)] == []
    for space in NAMESPACES:
        home = getattr(kit.kl, space)
        assert [name for name in home.__all__ if not getattr(home, name).__doc__] == []
