"""A mistake in somebody's own player is named with the file and the line, and is not ours."""

from __future__ import annotations

import sys

import pytest

from tests.cli.calls import assert_refused, khronos_lab

GOOD = "from khronos_lab.players import RandomPlayer\n"
CLASS = f"{GOOD}class Miser(RandomPlayer):\n    def __init__(self):\n        "
MISTAKES = {
    "syntax": ("class Miser(:\n    pass\n", 1, "SyntaxError: "),
    "import": ("import math\nimport nowhere_at_all\n", 2, "No module named 'nowhere_at_all'"),
    "name": (f"{GOOD}class Miser(Player):\n    pass\n", 2, "NameError: name 'Player'"),
    "exit": (f"{CLASS}raise SystemExit('bye')\n", 4, "SystemExit: bye"),
    "nul": ("\0", 0, "null bytes"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
@pytest.mark.parametrize("command", ["simulate", "ladder"])
def test_a_mistake_is_told_with_its_file_and_line(tmp_path, monkeypatch, mistake, command):
    text, line, words = MISTAKES[mistake]
    (tmp_path / "my_players.py").write_text(text)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "my_players", raising=False)
    number = ["--games", "1"] if command == "simulate" else ["--deals", "1"]
    result = khronos_lab(
        command, "--players", "random,my_players:Miser", *number, "--out", "x", "--workers", "1"
    )
    monkeypatch.delitem(sys.modules, "my_players", raising=False)
    place = f"my_players.py, line {line}: " if line else "my_players:Miser"
    assert_refused(result, 1, place, words)
    assert not (tmp_path / "x").exists()
