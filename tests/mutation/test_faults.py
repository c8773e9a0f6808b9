"""The program that tests the tests makes faults that are faults."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

from tests.mutation.__main__ import ROOT, outer_function
from tests.mutation.faults import faults_of

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


def test_a_line_belongs_to_the_outermost_function_around_it():
    assert [outer_function(SOURCE, line) for line in (2, 7, 11, 13)] == ["", "", "bold", "bold"]


def test_lines_whose_faults_nobody_could_notice_still_stand():
    listed = Path(__file__).with_name("equivalents.toml").read_text("utf-8")
    for each in tomllib.loads(listed)["equivalent"]:
        assert each["line"] in (ROOT / each["path"]).read_text("utf-8")
