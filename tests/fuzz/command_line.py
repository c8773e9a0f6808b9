"""Calls of the command with odd arguments: one sentence, no traceback, no defect of ours.

Every call works in a folder of its own. No name leads out of it: where a check is missing, nothing
of the machine may suffer. What is reviewed, exported or reported is a game of one turn: whole games
take many seconds by their nature, and their size is not what is odd about an input.
"""

from __future__ import annotations

import shutil
from contextlib import chdir
from functools import cache
from pathlib import Path
from random import Random
from tempfile import mkdtemp

import click
from click.testing import CliRunner

from khronos_lab.commands import main
from khronos_lab.export import some_turns
from khronos_lab.records import read_record, record_text
from khronos_lab.rulebook import data_file

GAME = "data/games/08-lesson-three-ages.khr"
LONG = (GAME, "data/sample/2-levels")
SHORT = ("games/a.khr", "tables", "games", "bad.khr")
NAMES = (
    "", " ", "x", "x.khr", "x.json", "x.khr.gz", "tables/", "games", "games/a.khr", "no/x.html",
    "x.html", "page.html", "x.gif", "x.txt", "map.txt", "x" * 300, "ä ö.khr", "-x", "--", "a\nb",
    "bad.khr", "bad.json", "run", "run/simulation.json", "s3://", "file://", "x://y",
    "nothing", "*.khr", "~", "?", GAME, *LONG, "data/maps/valley.txt",
)  # fmt: skip
NUMBERS = (
    "0", "1", "1", "1", "2", "2", "3", "-1", "1.5", "x", "", "1e3", "9" * 30, "9" * 5000, "٣",
)  # fmt: skip
PLAYERS = (
    "random,random", "random,random", "random,greedy", "random", "", ",", "nobody,random", "a:b:c",
    "no.where:A,random", "x" * 300, ",".join(["random"] * 6), "os.path:join,random", ":,:",
)  # fmt: skip
WORDS = ("B3", "b3", "Z9", "", "3", "1.A", "7.B", "M>F", "de", "en", "fr", "bash", "valley")
COMMANDS = [name for name in main.commands if name not in ("lab", "explore")]
"""Not those that start a server."""
HARD_WORK = ("review", "report", "export")
LEFT_OUT = ("workers", "games", "deals", "help")
"""Given as small numbers below, so that a call takes no longer than a moment."""
VALUES: dict[str, tuple[str, ...]] = {
    "players": PLAYERS, "maps": (*WORDS, *NAMES), "model": (*WORDS, *NAMES), "dask": ("x", "tcp:"),
    "moments": ("0", "1", "x"), "table": ("2", "3", "x"),
    "form": ("khr", "parquet", "x"), "shell": ("bash", "x"),
}  # fmt: skip

FITTING = {
    "file": SHORT, "files": SHORT, "source": SHORT, "target": ("x.khr", "new/", "x.json"),
    "out": ("x.html", "x.html", "x.html", "x.pdf", "x.gif", "new"), "turn": ("3.R",),
    "turns": ("3", "3.R"), "game": ("1",), "player": ("Ruth",), "clause": ("B3",),
}  # fmt: skip
"""What works, half of the time."""


@cache
def template() -> Path:
    """A folder with some files in it."""
    here = Path(mkdtemp(prefix="fuzz-commands-"))
    (here / "games").mkdir()
    whole = read_record(data_file("games", "08-lesson-three-ages.khr").read_text("utf-8"))
    game = record_text(some_turns(whole, "3.R"))
    (here / "games" / "a.khr").write_text(game, "utf-8")
    (here / "bad.khr").write_text(game.rstrip() + " M>M\n", "utf-8")
    (here / "bad.json").write_text("{", "utf-8")
    (here / "page.html").write_text("mine", "utf-8")
    (here / "map.txt").write_text("....\n", "utf-8")
    (here / "run").mkdir()
    (here / "run" / "simulation.json").write_text('{"format": 1}', "utf-8")
    with chdir(here):
        CliRunner().invoke(main, ["convert", "games", "tables/"])
    return here


def value_for(parameter: click.Parameter, rng: Random) -> str:
    """What somebody may write for a parameter, mostly of the right sort."""
    if parameter.name in VALUES:
        return rng.choice(VALUES[parameter.name])
    if parameter.name in FITTING and rng.random() < 0.5:
        return rng.choice(FITTING[parameter.name])
    if isinstance(parameter.type, click.Choice):
        return rng.choice([*map(str, parameter.type.choices), "x"])
    if isinstance(parameter.type, click.types.IntParamType | click.IntRange):
        return rng.choice(NUMBERS)
    return rng.choice(NAMES if isinstance(parameter.type, click.Path) else (*WORDS, *NUMBERS))


def arguments(rng: Random) -> list[str]:
    """A command with what it needs and some of its options; now and then one is missing."""
    name = rng.choice(COMMANDS)
    said = [name]
    for parameter in main.commands[name].params:
        is_option = isinstance(parameter, click.Option)
        wanted = 0.95 if parameter.required else 0.15
        if parameter.name in LEFT_OUT or rng.random() > wanted:
            continue
        if is_option:
            said.append(rng.choice(parameter.opts))
        if not getattr(parameter, "is_flag", False):
            said.append(value_for(parameter, rng))
    if name == "simulate" and rng.random() < 0.8:
        said += ["--games", rng.choice(("1", "2", "0", "9" * 30)), "--players", rng.choice(PLAYERS)]
    if name == "ladder":
        said += ["--deals", rng.choice(("1", "1", "0", "x", "9" * 30))]
    if name in ("simulate", "ladder"):
        said += ["--workers", "1", "--quiet"]
    if name in HARD_WORK:
        said = [rng.choice(SHORT) if word in LONG else word for word in said]
    return said


def attempt(rng: Random, folder: Path) -> str:
    """Call the command."""
    said = arguments(rng)
    here = folder / "here"
    if here.exists():
        shutil.rmtree(here)
    shutil.copytree(template(), here)
    with chdir(here):
        result = CliRunner().invoke(main, said)
    assert isinstance(result.exception, SystemExit | None), (said, result.exception)
    assert result.exit_code in (0, 1, 2), (said, result.exit_code, result.stderr)
    assert "defect of khronos_lab" not in result.stderr, (said, result.stderr)
    assert "[Errno" not in result.output, (said, result.output)
    assert "Traceback" not in result.output, (said, result.output)
    if result.exit_code:
        assert result.output.strip(), said
    return "refused" if result.exit_code else "accepted"
