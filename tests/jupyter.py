"""Jupyter without the user's own settings: shared by the tests that start a kernel or a server."""

from __future__ import annotations

from pathlib import Path

VARIABLES = (
    "IPYTHONDIR",
    "JUPYTER_CONFIG_DIR",
    "JUPYTER_DATA_DIR",
    "JUPYTER_RUNTIME_DIR",
    "JUPYTERLAB_SETTINGS_DIR",
    "JUPYTERLAB_WORKSPACES_DIR",
    "MPLCONFIGDIR",
)


def own_folders(home: Path) -> dict[str, str]:
    """Environment variables that keep Jupyter and IPython inside `home`."""
    folders = {name: home / name.lower() for name in VARIABLES}
    for folder in folders.values():
        folder.mkdir(parents=True, exist_ok=True)
    return {name: str(folder) for name, folder in folders.items()}
