"""Nobody's own progress is touched."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def progress_file(tmp_path, monkeypatch):
    """The file in which lessons keep their progress."""
    path = tmp_path / "kept" / "progress.json"
    monkeypatch.setenv("KHRONOS_LAB_PROGRESS", str(path))
    return path
