"""The program that tests the tests makes faults that are faults."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path

from khronos_lab.players import table_names
from tests.mutation.faults import Fault, faults_of
from tests.mutation.forked import outer_function, put_in
from tests.mutation.map_of_tests import block_at

SOURCE = '''\
"""Words 3 < 4 stay."""
LIMIT: int = 3


@dataclass(frozen=True)
class Stroke:
    """Two words."""

def bold(ä: int, found: bool = True) -> bool:
    """Also here: not 1."""
    assert ä >= 0
    text = "a" + "b"
    stroke(text, alpha=1, lw=2)
    return not found and ä + 1 < LIMIT and text is not None
'''


def test_faults_change_behaviour_and_never_words(tmp_path):
    path = tmp_path / "module.py"
    path.write_text(SOURCE, "utf-8")
    made = [fault.applied(SOURCE) for fault in faults_of(path)]
    last = "return not found and ä + 1 < LIMIT and text is not None"
    expected = {
        SOURCE.replace("= 3", "= 4"),
        SOURCE.replace("= True", "= False"),
        SOURCE.replace(last, last.replace("not found", "found", 1)),
        SOURCE.replace(last, last.replace("and", "or", 1)),
        SOURCE.replace(last, last.replace("+ 1", "- 1")),
        SOURCE.replace(last, last.replace("+ 1", "+ 2")),
        SOURCE.replace(last, last.replace("<", "<=")),
        SOURCE.replace(last, last.replace("is not", "is")),
    }
    assert set(made) == expected
    assert len(made) == len(expected)
    for source in made:
        ast.parse(source)


BLOCKS = """\
LIMIT = 3


class Table:
    def bold(self, number):
        if number > LIMIT:
            return [each for each in range(number)]

        def inner():
            return LIMIT

        return inner()
"""


def test_a_line_belongs_to_its_innermost_block_and_to_the_outermost_function(tmp_path):
    path = tmp_path / "module.py"
    path.write_text(BLOCKS, "utf-8")
    blocks = {line: block_at(path, line, tmp_path) for line in (1, 5, 6, 7, 10, 12)}
    assert blocks == {
        1: None,
        5: None,
        6: "module.py:Table.bold#1",
        7: "module.py:Table.bold#2",
        10: "module.py:Table.bold.inner#1",
        12: "module.py:Table.bold#1",
    }
    functions = [outer_function(BLOCKS, line) for line in (1, 5, 7, 10)]
    assert [each and each.name for each in functions] == [None, None, "bold", "bold"]


def test_a_fault_is_put_into_the_function_that_is_loaded():
    path = Path(inspect.getfile(table_names))
    source = path.read_text("utf-8")
    start = source.index("number == 1") + len("number ")
    fault = Fault(path, start, start + 2, "!=", source[:start].count("\n") + 1)
    assert table_names("aa") == ("a", "a#2")
    good = table_names.__code__
    try:
        assert put_in(fault)
        assert table_names("aa") == ("a#1", "a")
    finally:
        table_names.__code__ = good
