"""`khronos-lab show --language de`: the sentences change, the boards and the record do not."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from khronos_lab.commands import main
from khronos_lab.rulebook import current_language, data_file

GAME = str(data_file("games", "01-two-players-valley.khr"))


def run(*arguments):
    return CliRunner().invoke(main, ["show", GAME, *arguments])


@pytest.mark.parametrize("turn", [(), ("--turn", "3")])
def test_a_game_is_shown_in_german(turn):
    english, german = run(*turn), run(*turn, "--language", "de")
    assert english.exit_code == german.exit_code == 0
    assert "\ncoins: Ada" in english.output
    assert "\nTaler: Ada" in german.output
    assert "\nHandkarten: Ada" in german.output
    assert " zieht 4 Karten (" in german.output
    for word in (" draws ", "coins:", "hands:", "(turn ", "Before ", "After "):
        assert word not in german.output
    lines = [line for line in english.output.splitlines() if line.startswith("   10 ")]
    assert lines
    assert [line for line in german.output.splitlines() if line.startswith("   10 ")] == lines
    assert current_language() == "en"


def test_an_unknown_language_is_refused_with_those_there_are():
    refused = run("--language", "fr")
    assert refused.exit_code == 2
    assert "'en', 'de'" in refused.output
