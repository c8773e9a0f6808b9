"""Faults: small changes of the code that a good test notices. Words are left alone."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

SWAPS: Final[dict[type[ast.AST], tuple[str, str]]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "+"),
    ast.And: ("and", "or"),
    ast.Or: ("or", "and"),
}

LOOKS: Final = frozenset(
    {
        *("alpha", "fontsize", "labelpad", "length", "linewidth", "lw", "mew", "ms", "pad"),
        *("rotation", "zorder"),
        *("maintain_order", "strict"),
    }
)
"""How a drawing looks is judged by eyes. `strict` is an assertion: things are equally many; rows
whose order is not maintained are in another order only by chance."""


class Fault(NamedTuple):
    """One change: what stands between two places of a file, and what replaces it."""

    path: Path
    start: int
    end: int
    new: str
    line: int

    def applied(self, source: str) -> str:
        """The source with the fault in it."""
        return source[: self.start] + self.new + source[self.end :]


def faults_of(path: Path) -> list[Fault]:
    """All faults that can be put into a module."""
    module = Module(path)
    skipped = set(_skipped(module.tree))
    nodes = (node for node in ast.walk(module.tree) if node not in skipped)
    return [fault for node in nodes for fault in module.faults_at(node)]


class Module:
    """A module with the places of its lines, so that a node leads to the text it was made from."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.source = path.read_text("utf-8")
        self.tree = ast.parse(self.source)
        self.lines = [0]
        for line in self.source.splitlines(keepends=True):
            self.lines.append(self.lines[-1] + len(line))

    def faults_at(self, node: ast.AST) -> Iterator[Fault]:
        """What can be wrong at one node."""
        match node:
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                yield from self.between(left, right, op)
            case ast.BinOp(left=left, op=op, right=right) if not (
                _is_text(left) or _is_text(right)
            ):
                yield from self.between(left, right, op)
            case ast.BoolOp(op=op, values=[left, right, *_]):
                yield from self.between(left, right, op)
            case ast.Constant(value=bool() as value):
                yield self.replaced(node, str(not value))
            case ast.Constant(value=int() as value):
                # 700 milliseconds or 701: nobody would notice that, and nobody should.
                yield self.replaced(node, str(value + 1 if value < 10 else 2 * value))
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                last = self.place(operand.lineno, operand.col_offset)
                first = self.place(node.lineno, node.col_offset)
                yield Fault(self.path, first, last, "", node.lineno)

    def place(self, line: int, column: int) -> int:
        """Where a node begins in the text; Python counts columns in bytes."""
        text = self.source[self.lines[line - 1] : self.lines[line]]
        return self.lines[line - 1] + len(text.encode()[:column].decode())

    def end(self, node: ast.expr) -> int:
        """Where a node ends in the text."""
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.place(node.end_lineno, node.end_col_offset)

    def between(self, one: ast.expr, other: ast.expr, sign: ast.AST) -> Iterator[Fault]:
        """Another sign between two operands."""
        if type(sign) in SWAPS:
            old, new = SWAPS[type(sign)]
            found = self.source.find(old, self.end(one), self.place(other.lineno, other.col_offset))
            if found >= 0:
                yield Fault(self.path, found, found + len(old), new, one.lineno)

    def replaced(self, node: ast.Constant, new: str) -> Fault:
        """Another constant."""
        first = self.place(node.lineno, node.col_offset)
        return Fault(self.path, first, self.end(node), new, node.lineno)


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def _skipped(tree: ast.AST) -> Iterator[ast.AST]:
    """What says nothing about behaviour: annotations, decorators, assertions, refusals, looks."""
    for node in ast.walk(tree):
        parts: list[ast.AST | None] = []
        match node:
            case ast.AnnAssign():
                parts = [node.annotation]
            case ast.ClassDef():
                parts = [*node.decorator_list]
            case ast.keyword(arg=name) if name in LOOKS:
                parts = [node]
            case ast.FunctionDef():
                parts = [node.returns, *node.decorator_list]
                parts += [each.annotation for each in node.args.args + node.args.kwonlyargs]
            case ast.Assert() | ast.Raise():
                parts = [node]
            case ast.If() if ast.unparse(node.test) in ("TYPE_CHECKING", "__name__ == '__main__'"):
                parts = [node]
        for part in parts:
            if part is not None:
                yield from ast.walk(part)
