"""The command explains itself, and whatever stands in its way has a clear sentence."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import webbrowser

import click
import pytest

from khronos_lab.commands import cli, server
from khronos_lab.core import load_map
from khronos_lab.rulebook import clauses
from tests.cli.calls import PATIENCE, assert_one_sentence, assert_refused, khronos_lab, real_command

GAME = "data/games/01-two-players-valley.khr"
COMMANDS = sorted(cli.main.commands)
HEAVY = {"polars", "matplotlib", "ipywidgets", "networkx", "numpy", "jupyterlab", "distributed"}
needs_linux = pytest.mark.skipif(sys.platform != "linux", reason="limits of another kind")


# ------------------------------------------------------------------ it explains itself


def examples():
    """Every line of help that shows the command, without what is said beside it."""
    told = "".join(khronos_lab(*name, "--help").stdout for name in ((), *([n] for n in COMMANDS)))
    for line in re.sub(r" \\\n +", " ", told).splitlines():
        if line.startswith("    khronos-lab "):
            yield re.split(r" {3,}| >>? ", line.strip())[0].split()[1:]


def examples_of_the_readme():
    text = (server.PACKAGE.parent / "README.md").read_text("utf-8")
    return [line.split()[1:] for line in re.findall(r"^\.venv/bin/khronos-lab .+$", text, re.M)]


def test_the_readme_names_every_command():
    text = (server.PACKAGE.parent / "README.md").read_text("utf-8")
    table = text.partition("## The command")[2].partition("## ")[0]
    assert set(re.findall(r"`([a-z-]+)`(?=[^|\n]*\|)", table)) >= set(COMMANDS)


@pytest.mark.parametrize("words", [*examples(), *examples_of_the_readme()], ids=" ".join)
def test_every_example_is_a_call_that_click_understands(words):
    name, *arguments = words
    command = cli.main.commands[name]
    context = click.Context(command, info_name=name)
    assert command.parse_args(context, arguments) == []


def test_help_loads_nothing_heavy():
    probe = "import atexit, sys\natexit.register(lambda: print(*sys.modules, sep='\\n'))"
    answer = real_command("--help", code=probe)
    loaded = {line.partition(".")[0] for line in answer.stdout.splitlines()}
    assert answer.returncode == 0
    assert "khronos_lab" in loaded
    assert loaded & HEAVY == set()


def test_shipped_data_is_found_from_any_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert khronos_lab("show", GAME, "--turn", 1).exit_code == 0
    assert khronos_lab("validate", "data/games", "data/maps/delta.txt").exit_code == 0
    assert khronos_lab("convert", GAME, "game.khr.gz").exit_code == 0
    assert_refused(khronos_lab("show", "data/games/none.khr"), 1, "none.khr", "check the name")


# ------------------------------------------------------------------ completion


def completed(*words):
    variables = {"COMP_WORDS": " ".join(("khronos-lab", *words)), "COMP_CWORD": str(len(words))}
    answer = real_command(_KHRONOS_LAB_COMPLETE="bash_complete", **variables)
    return [line.partition(",")[2] for line in answer.stdout.splitlines()]


def test_the_shell_gets_commands_options_and_clauses():
    assert {"simulate", "show"} <= set(completed("s"))
    assert "--no-browser" in completed("lab", "--n")
    assert completed("where", "b3") == [label for label in clauses() if label.startswith("B3")]
    assert completed("completion", "z") == ["zsh"]


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_bash_takes_the_script(tmp_path):
    script = tmp_path / "script"
    script.write_text(khronos_lab("completion", "bash").stdout, "utf-8")
    told = subprocess.run(
        ["bash", "-c", f"source {script} && complete -p khronos-lab"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert "_khronos_lab_completion khronos-lab" in told.stdout


# ------------------------------------------------------------------ new maps


def test_a_new_map_is_one_that_can_be_played(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = khronos_lab("new-map", "hills.txt", "--seed", "7")
    assert result.exit_code == 0
    assert result.stdout.startswith("hills.txt: a map from seed 7; 10 hamlets, ")
    assert load_map("./hills.txt").name == "hills"
    told = khronos_lab("validate", "hills.txt").stdout
    assert told == result.stdout.replace("a map from seed 7; ", "ok, a map with ")
    simulated = khronos_lab(
        *("simulate", "--games", 1, "--players", "random,random", "--workers", 1),
        *("--map", "./hills.txt", "--out", "runs"),
    )
    assert simulated.exit_code == 0


def test_a_new_map_depends_on_its_seed_alone(tmp_path):
    one, two = (khronos_lab("new-map", "-", "--seed", seed).stdout for seed in ("7", "8"))
    assert one == khronos_lab("new-map", "-", "--seed", "7").stdout != two
    fresh = {khronos_lab("new-map", "-").stdout for _ in range(3)}
    assert len(fresh) == 3
    [seed] = re.findall(r"^# a map from seed (\w+)$", min(fresh), re.M)
    assert khronos_lab("new-map", "-", "--seed", seed).stdout == min(fresh)


def test_a_bad_map_is_told_with_its_place(tmp_path):
    file = tmp_path / "bad.txt"
    text = khronos_lab("new-map", "-", "--seed", "7").stdout
    file.write_text(text.replace("h", "?", 1), "utf-8")
    result = khronos_lab("validate", file)
    assert result.exit_code == 1
    assert re.match(rf"{re.escape(str(file))}, line \d+, column \d+: ", result.stdout)


# ------------------------------------------------------------------ what stands in the way


def test_without_a_display_no_browser_is_opened(monkeypatch):
    for name in (*server.DISPLAYS, "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    calls: list[list[str]] = []
    monkeypatch.setattr(server, "launch", lambda *given: calls.append(given[2]))
    result = khronos_lab("lab")
    assert result.exit_code == 0
    assert "No browser is opened, because there is no display here; open " in result.stderr
    assert "--ServerApp.open_browser=False" in calls[0]
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(webbrowser, "get", lambda: None)
    assert "No browser" not in khronos_lab("lab").stderr
    assert "--ServerApp.open_browser=False" not in calls[1]


def test_a_checkout_that_is_read_only_still_opens(monkeypatch):
    monkeypatch.setattr(os, "access", lambda *_: False)
    monkeypatch.setattr(server, "launch", lambda *_: None)
    result = khronos_lab("lab", "--no-browser")
    assert result.exit_code == 0
    assert "notebooks is read-only: everything runs, but changes cannot be saved" in result.stderr


def test_a_home_that_jupyter_cannot_write_to_is_told_without_a_traceback(tmp_path):
    (tmp_path / "file").touch()
    answer = real_command("lab", "--no-browser", JUPYTER_RUNTIME_DIR=str(tmp_path / "file" / "x"))
    *_, last = answer.stderr.splitlines()
    assert answer.returncode == 1
    assert "Traceback" not in answer.stderr
    assert_one_sentence(f"{last}\n", "cannot write into", "JUPYTER_RUNTIME_DIR")


@pytest.mark.parametrize(
    ("missing", "arguments", "words"),
    [
        ("distributed", ("simulate", "--dask", "tcp://x:1", "--games", "1", "--players",
                         "random,random", "--out", "runs"), ["khronos-lab[dask]"]),
        ("jupyterlab", ("lab", "--no-browser"), ["pip install jupyterlab"]),
        ("polars", ("convert", GAME, "tables/"), ["polars is missing", "pip install polars"]),
        ("matplotlib", ("export", GAME, "-o", "x.pdf"), ["pip install matplotlib"]),
    ],
)  # fmt: skip
def test_a_missing_package_is_named_with_what_to_install(tmp_path, missing, arguments, words):
    # As if it were not installed: no finder knows it.
    code = (
        "import sys\nclass Missing:\n    def find_spec(self, name, *_):\n"
        f"        if name.partition('.')[0] == {missing!r}:\n"
        f"            raise ModuleNotFoundError(f'No module named {{name!r}}', name={missing!r})\n"
        "sys.meta_path.insert(0, Missing())"
    )
    answer = real_command(*arguments, code=code, folder=tmp_path)
    *_, last = answer.stderr.splitlines()
    assert (answer.returncode, answer.stdout) == (1, "")
    assert "Traceback" not in answer.stderr
    assert_one_sentence(f"{last}\n", *words)
    assert list(tmp_path.iterdir()) == []


def test_a_missing_ffmpeg_is_told_with_another_way(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    target = tmp_path / "game.mp4"
    assert_refused(khronos_lab("export", GAME, "-o", target), 1, "ffmpeg", "*.gif")
    assert not target.exists()


WRITING = [
    pytest.param(("convert", GAME, "out.khr"), id="convert"),
    pytest.param(("new-map", "out.txt"), id="new-map"),
    pytest.param(("export", GAME, "-o", "out.html"), id="export"),
]


@needs_linux
@pytest.mark.parametrize("arguments", WRITING)
def test_a_disk_that_takes_no_more_leaves_nothing_behind(tmp_path, arguments):
    limit = "import resource\nresource.setrlimit(resource.RLIMIT_FSIZE, (200, 200))"
    answer = real_command(*arguments, code=limit, folder=tmp_path, PYTHONDONTWRITEBYTECODE="1")
    assert (answer.returncode, answer.stdout) == (1, "")
    assert_one_sentence(answer.stderr, "out.", "cannot be written", "File too large")
    assert list(tmp_path.iterdir()) == []


def test_a_defect_of_ours_is_told_and_shows_where_when_asked():
    code = "import khronos_lab.rulebook as page\npage.where = lambda _: 1 / 0"
    answer = real_command("where", "B3", code=code)
    assert (answer.returncode, answer.stdout) == (3, "")
    assert_one_sentence(answer.stderr, "a defect", "ZeroDivisionError", cli.TRACEBACK)
    shown = real_command("where", "B3", code=code, KHRONOS_LAB_TRACEBACK="1")
    assert "Traceback" in shown.stderr
