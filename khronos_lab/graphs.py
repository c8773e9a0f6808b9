"""Graphs (networkx) of a position or a move; their attributes are listed in `attributes_of_nodes`.

`domains(state, age)` joins buildings that touch, `shadows(state)` leads from every large building
to what has become of its shadow, `causes(log)` is the tree of a move's effects.
"""

from khronos_lab.analysis import cause_graph as causes
from khronos_lab.analysis import domain_graph as domains
from khronos_lab.analysis import shadow_graph as shadows

__all__ = ["causes", "domains", "shadows"]
