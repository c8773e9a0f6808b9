"""Graphs of networkx that say what is in them; see `graphs` for what nodes and edges know."""

from __future__ import annotations

from typing import Any

import networkx as nx


def _summary(graph: nx.Graph) -> str:
    """How many nodes and edges there are, and what a node knows."""
    known: dict[str, Any] = next((facts for _, facts in graph.nodes.data()), {})
    return f"{graph}; a node has {', '.join(known)}" if known else str(graph)


class Graph(nx.Graph):  # type: ignore[misc]  # networkx has no types
    """A networkx graph that says what is in it at the end of a cell."""

    __repr__ = _summary


class DiGraph(nx.DiGraph):  # type: ignore[misc]
    """The same with directions."""

    __repr__ = _summary
