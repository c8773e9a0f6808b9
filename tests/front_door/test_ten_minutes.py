"""What a notebook shows of values and of mistakes, cell by cell in one kernel.

A row is a cell and a part of what a person sees: of the text, or the kind of what is shown. Rows
about mistakes say how the sentence begins.
"""

from __future__ import annotations

import re

import nbformat
from nbclient import NotebookClient

from tests.jupyter import own_folders
from tests.support import ROOT

WIDGET = "application/vnd.jupyter.widget-view+json"
GAME = "data/games/03-four-players-valley.khr"

CELLS = [
    ("import khronos_lab as kl", ""),
    (f'game = kl.load("{GAME}")', ""),
    ("game", WIDGET),
    ("game.players, game.coins", "'Farid', 'Greta', 'Hugo', 'Ines'"),
    ("game.draw.shadows(step=262)", "image/png"),
    ("kl.scrub(game, lambda frame, ax: ax.bar(game.players, frame.coins))", WIDGET),
    ('game.graph.domains(step=262, age="Faith")', "a node has age, kind, rank, owner"),
    ('state = kl.new_game(["Ada", "Ben"], seed=7)', ""),
    ("state", "<img"),
    ('state.legal("hamlet")', "<img"),
    ('kl.why_not(state, "keep f4 in Faith")', "Ada has no adventurer in Faith (T5)"),
    ('outcome = kl.play(state, "hamlet d8 in Might")', ""),
    ("outcome", "<img"),
    ("kl.lesson()", "Time shadows"),
    ('kl.rules("paradox")', WIDGET),
    ('games = kl.dataset("data/sample").filter(players=4)', ""),
    ("games.describe()", "players"),
    ('games.income(by=["age", "place"])', "Coins that a player earns"),
    ('games.income(by="age").frame', "mean_low"),
    ("games.explore()", WIDGET),
    ("games.longest_cascades().open(0)", WIDGET),
]
MISTAKES = [
    ('kl.play(state, "kep f4")', 'I don\'t know "kep". Did you mean keep? Buildings: watchtower'),
    ("kl.draw.income(state)", "A state is one moment; this needs a whole game: kl.load(...)"),
    ('games.income(by="weather")', "I can't group income by \"weather\". You can use: age, round,"),
    ('kl.compare(kl.dataset("my-games/"), games)', "my-games/ is not there: name a folder or file"),
]  # fmt: skip


def outputs(folder) -> dict[str, list]:
    """By cell: what a fresh kernel shows."""
    sources = [f"folder = {str(folder)!r}", *(cell for cell, _ in CELLS + MISTAKES)]
    cells = [nbformat.v4.new_code_cell(source) for source in sources]
    for cell in cells[1 + len(CELLS) :]:
        cell.metadata["tags"] = ["raises-exception"]
    notebook = nbformat.v4.new_notebook(cells=cells)
    where = {"metadata": {"path": ROOT}}
    NotebookClient(notebook, timeout=600, kernel_name="python3", resources=where).execute()
    return {cell.source: cell.outputs for cell in notebook.cells}


def test_every_line_shows_something_and_every_mistake_gets_one_sentence(tmp_path, monkeypatch):
    for name, value in own_folders(tmp_path / "home").items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    seen = outputs(tmp_path)
    for cell, wanted in CELLS:
        assert bool(seen[cell]) == bool(wanted), cell
        shown = [f"{kind} {text}" for each in seen[cell] for kind, text in each.data.items()]
        assert wanted in "".join(shown), cell
        assert not any(each.output_type == "stream" for each in seen[cell]), cell
    for cell, sentence in MISTAKES:
        [error] = seen[cell]
        line, *more, said = [re.sub(r"\x1b\[[\d;]*m", "", each) for each in error.traceback]
        assert (line, more) == (f"  line 1: {cell}", [])
        assert said.startswith(f"KhronosError: {sentence}")
