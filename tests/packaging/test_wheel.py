"""The wheel in a fresh environment and another folder: everything comes from the wheel.

The wheel alone is installed there (`--no-deps`, `--no-index`), so no network is needed. What
khronos_lab depends on is lent by the environment of the tests, through one path at the end of the
search: an editable khronos_lab there is not on it.
"""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from khronos_lab import __version__
from khronos_lab.native import LIBRARY, compiler

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 600
LARGEST = 8_000_000
"""Bytes of a wheel; the sample of games is most of it."""
GAME = "data/games/08-lesson-three-ages.khr"
REPLAY = f"""
import khronos_lab
game = khronos_lab.load({GAME!r}).replay()
game.go("paradox.forward")
print(game.text)
"""
WHERE = """
import khronos_lab
from khronos_lab.rulebook import data_folder
print(khronos_lab.__file__, data_folder(), sep="\\n")
"""
NOTEBOOK = """
import sys, nbformat
from nbclient import NotebookClient
notebook = nbformat.read(sys.argv[1], as_version=4)
probe = nbformat.v4.new_code_cell("import khronos_lab; print('from', khronos_lab.__file__)")
notebook.cells.append(probe)
NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
print(notebook.cells[-1].outputs[0].text)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    arguments = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    done = subprocess.run(arguments, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    [file] = folder.glob("*.whl")
    return file


class Installed:
    """A fresh environment with the wheel, and a folder to work in."""

    def __init__(self, home: Path, wheel: Path) -> None:
        self.home, self.work = home / "env", home / "work"
        self.work.mkdir()
        venv.create(self.home, with_pip=False, symlinks=os.name == "posix")
        scripts = self.home / ("Scripts" if os.name == "nt" else "bin")
        self.python, self.command = scripts / "python", scripts / "khronos-lab"
        pip = (sys.executable, "-m", "pip", "--python", self.python)
        self.run(*pip, "install", "-q", "--no-deps", "--no-index", wheel)
        [own] = self.home.rglob("site-packages")
        lent = {sysconfig.get_path(name) for name in ("purelib", "platlib")}
        (own / "zz_lent.pth").write_text("\n".join(sorted(lent)), "utf-8")

    def run(self, *arguments: object, code: int = 0) -> str:
        settings = {
            name: value
            for name, value in os.environ.items()
            if name not in ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")
        }
        for name in ("IPYTHONDIR", "JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_DIR", "MPLCONFIGDIR"):
            settings[name] = str(self.home / name.lower())
        done = subprocess.run(
            [str(each) for each in arguments],
            cwd=self.work,
            env=settings,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        assert done.returncode == code, done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory, wheel) -> Installed:
    return Installed(tmp_path_factory.mktemp("installed"), wheel)


def shipped(path: Path) -> bool:
    """Who runs a notebook finds what it wrote beside it: a page, a folder of games."""
    return path.suffix in (".ipynb", ".md")


def test_the_wheel_holds_all_that_the_repository_ships_and_is_small(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    tracked = [
        path.relative_to(ROOT).as_posix()
        for top in ("khronos_lab", "data", "notebooks")
        for path in (ROOT / top).rglob("*")
        if path.is_file() and not {"__pycache__", ".ipynb_checkpoints"} & set(path.parts)
        if top != "notebooks" or shipped(path)
        if not path.name.startswith("_native")  # compiled anew for the wheel
    ]
    wanted = {
        name if name.startswith("khronos_lab/") else f"khronos_lab/{name}"
        for name in tracked
        if not name.startswith("data/pictures/")
    }
    assert wanted - names == set()
    made = (".dist-info/", "/native/_native.")
    extra = {name for name in names - wanted if not any(part in name for part in made)}
    assert extra == set()
    assert wheel.stat().st_size < LARGEST


def test_the_wheel_brings_the_compiled_engine_of_its_platform(wheel, installed):
    names = [name for name in zipfile.ZipFile(wheel).namelist() if "/_native" in name]
    if compiler() is None:
        assert names == []
        assert wheel.name.endswith("-py3-none-any.whl")
    else:
        assert names == [f"khronos_lab/native/{LIBRARY.name}"]
        assert "-py3-none-" in wheel.name
        assert not wheel.name.endswith("-any.whl")
        assert installed.run(installed.command, "--version").endswith("its compiled engine\n")


def test_an_index_page_has_absolute_pictures_and_addresses_if_the_project_has_a_home():
    arguments = [sys.executable, "-m", "hatchling", "metadata"]
    home = {**os.environ, "KHRONOS_LAB_HOME": "https://example.org/khronos/"}
    for environment, begins in (({**home, "KHRONOS_LAB_HOME": ""}, ""), (home, "https://")):
        said = subprocess.check_output(arguments, cwd=ROOT, env=environment, text=True)
        told = json.loads(said)
        assert f"]({'https://example.org/khronos/raw/HEAD/' * bool(begins)}data/pictures" in said
        assert told.get("urls", {}).get("Issues", "").startswith(begins)
        assert bool(told.get("urls")) is bool(begins)


def test_without_a_compiler_the_package_is_built_all_the_same(tmp_path):
    nowhere = {**os.environ, "PATH": str(tmp_path), "CC": "", "KHRONOS_LAB_NATIVE": ""}
    arguments = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    done = subprocess.run(arguments, cwd=ROOT, env=nowhere, capture_output=True, text=True)
    if importlib.util.find_spec("ziglang") is None:
        assert done.returncode == 0, done.stderr
        assert "installed without its compiled engine: no C compiler" in done.stderr + done.stdout
        assert len(list(tmp_path.glob("*-py3-none-any.whl"))) == 1
        must = {**nowhere, "KHRONOS_LAB_NATIVE": "must"}
        done = subprocess.run(arguments, cwd=ROOT, env=must, capture_output=True, text=True)
        assert done.returncode != 0
        assert "no C compiler" in done.stderr
    else:
        assert done.returncode == 0, done.stderr


def test_package_and_data_come_from_the_wheel(installed):
    package, data = map(Path, installed.run(installed.python, "-c", WHERE).split("\n")[:2])
    assert package.is_relative_to(installed.home)
    assert data == package.parent / "data"
    assert not data.is_relative_to(ROOT)


def test_commands_work_in_another_folder(installed):
    command = installed.command
    assert "First steps:" in installed.run(command)
    assert "copied to Faith" in installed.run(command, "where", "B3")
    assert "Paradox: " in installed.run(command, "show", GAME)
    told = installed.run(command, "validate", "data/games", "data/maps/valley.txt")
    assert told.count(": ok, ") == 10
    installed.run(command, "new-map", "hills.txt", "--seed", "7")
    installed.run(
        *(command, "simulate", "--games", "2", "--players", "random,random", "--workers", "1"),
        *("--map", "./hills.txt", "--out", "runs"),
    )
    installed.run(command, "export", GAME, "-o", "lesson.html")
    assert (installed.work / "lesson.html").stat().st_size > 20_000
    assert installed.run(command, "--version").startswith(
        f"khronos-lab, version {__version__}, with"
    )


def test_a_replay_opens(installed):
    assert "erased" in installed.run(installed.python, "-c", REPLAY)


def test_notebooks_are_copied_and_run_from_the_wheel(installed):
    call = "from khronos_lab.commands import server; print(server.notebooks_folder())"
    folder = Path(installed.run(installed.python, "-c", call).strip())
    assert folder == installed.work / "khronos_lab_notebooks"
    for own in (".", "de"):
        copied = {path.name for path in (folder / own).iterdir() if path.is_file()}
        here = (ROOT / "notebooks" / own).iterdir()
        assert copied == {path.name for path in here if shipped(path)}
    told = installed.run(installed.python, "-c", NOTEBOOK, folder / "03_paradoxes.ipynb")
    assert told.startswith(f"from {installed.home}")
