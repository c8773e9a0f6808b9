"""The first ten minutes, cell by cell in one kernel: every line shows something worth looking at.

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
    ("game.draw.income()", "image/png"),
    ("kl.scrub(game, kl.draw.shadows, kl.draw.control, kl.draw.income)", WIDGET),
    ("kl.scrub(game, lambda frame, ax: ax.bar(game.players, frame.coins))", WIDGET),
    ('game.graph.domains(step=262, age="Faith")', "a node has age, kind, rank, owner"),
    ('game.export(folder + "/game.html")', "game.html"),
    ('state = kl.new_game(["Ada", "Ben"], seed=7)', ""),
    ("state", "<img"),
    ('state.legal("hamlet")', "<img"),
    ('kl.why_not(state, "keep f4 in Faith")', "Ada has no adventurer in Faith (T5)"),
    ('kl.preview(state, "hamlet d8 in Might")', "Ada builds a hamlet at d8 in Might (A1)."),
    ('outcome = kl.play(state, "hamlet d8 in Might")', ""),
    ("outcome", "<img"),
    ('kl.play_against("planner")', WIDGET),
    ("kl.lesson()", "Time shadows"),
    ('kl.lesson("Time shadows")', WIDGET),
    ("kl.practice()", WIDGET),
    ('kl.rules("paradox")', WIDGET),
    ('kl.worksheet("B3", "C2", n=12, seed=7).save(folder + "/sheet.pdf")', "sheet.pdf"),
    ('games = kl.dataset("data/sample")', ""),
    ("games.describe()", "players"),
    ("four = games.filter(players=4)", ""),
    ('four.income(by=["age", "place"])', "A player earns"),
    ('four.income(by="age").frame', "mean_low"),
    ("four.seats()", "Playing first makes no clear difference"),
    ('four.buildings(age="Faith").survival(by="kind")', "still stand"),
    ('games.ratings(anchor="greedy", by="players")', "The strongest by size of table"),
    ("games.explore()", WIDGET),
    ("games.longest_cascades().open(0)", WIDGET),
    ('kl.record_game(folder + "/friday.khr")', WIDGET),
    ('kl.edit_map(folder + "/our-board.txt")', WIDGET),
]
MISTAKES = [
    ('kl.play(state, "kep f4")', 'I don\'t know "kep". Did you mean keep? Buildings: watchtower'),
    ('kl.Build("Might", "keep", "z9")', "There is no square z9: columns go from a to p, rows"),
    ('kl.load("data/games")', "data/games is a folder of 9 games: kl.dataset("),
    ("kl.draw.income(state)", "A state is one moment; this needs a whole game: kl.load(...)"),
    ('games.income(by="weather")', "I can't group income by \"weather\". You can use: age, round,"),
    ('kl.play_game(["greedy", "alphazero"])', 'There is no player "alphazero". There are: random'),
    ('kl.compare(kl.dataset("my-games/"), four)', "my-games/ is not there: name a folder or file"),
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
