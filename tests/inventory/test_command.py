"""The command line: every command, every option, and the sentence when something is wrong."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from typing import Any

import polars as pl

from tests.inventory.entries import Entry, every, has, inventory, like
from tests.inventory.kit import (
    GAMES,
    LESSON,
    ROOT,
    TWO,
    complaint,
    game,
    kl,
    lesson_game,
    new_file,
    own,
    program,
    run,
    told,
)

START = "import sys; from pkgutil import resolve_name; sys.exit(resolve_name({!r})())"


@cache
def club() -> Path:
    """A file with two games."""
    path = new_file("club.khr")
    kl.records.write_records(path, [game().record, lesson_game().record])
    return path


@cache
def bad() -> Path:
    """A file with a game in which a move is not allowed."""
    path = new_file("bad.khr")
    text = kl.records.record_text(lesson_game().record)
    path.write_text(text.replace(" M+m2h1!", " M+m3a1", 1), "utf-8")
    return path


@cache
def run_of_games() -> Path:
    """Games that the command has simulated."""
    out = new_file("runs")
    told("simulate", "--games", 4, "--players", "random,random", "--out", out, "--seed", 5,
         "--map", "valley", "--map", "delta", "--edition", "first", "--holdem",
         "--ruins-respect-domains", "--erased-tiles-return", "--seats", "fixed", "--paired",
         "--records", "--shard-games", 2, "--workers", 1, "--quiet")  # fmt: skip
    return out


def asked() -> pl.DataFrame:
    """The same games, asked for in Python."""
    rules = kl.rules_with(edition="first", holdem=True, ruins_respect_domains=True,
                          erased_tiles_return=True)  # fmt: skip
    games = kl.simulate(
        4, ["random", "random"], seed=5, maps=["valley", "delta"], rules=rules, seats="fixed",
        paired=True, workers=1, progress=False,
    )  # fmt: skip
    return games.games.collect()


def review_of(path: Path) -> Path:
    """Where a review is kept."""
    return path.with_name(f"{path.name}.review.json")


def reviewed() -> str:
    """The copy that a review writes."""
    path = new_file("copy.khr")
    told("review", own(), "-o", path, "--quiet")
    return path.read_text("utf-8").partition("\n\n{")[2]


FILES: dict[str, tuple[tuple[object, ...], dict[str, Any]]] = {
    "turn.gif": (("--turns", "4.W", "--moves"), {"turns": "4.W", "moves": True}),
    "turn.pdf": (("--turns", "4.W"), {"turns": "4.W"}),
    "game.html": (("--hide-hands", "--language", "de"), {"hide_hands": True, "language": "de"}),
}


def same_file(name: str) -> bool:
    """Whether the command makes of the second game of a file what `game.export` makes of it."""
    options, same = FILES[name]
    path = new_file(name)
    told("export", club(), "--out", path, "--game", 2, *options)
    return path.read_bytes() == lesson_game().export(new_file(name), **same).read_bytes()


def there(*arguments: object) -> str:
    """What the command says that writes a file, without the folder, twice: then it is there."""
    said = told(*arguments)
    code, sentence = complaint(*arguments)
    again = told(*arguments, "--force")
    assert (code, "exists already" in sentence) == (1, True), sentence
    return re.sub(r"/\S*/", "", f"{said}{again}")


# ------------------------------------------------------------------ as processes of their own


def started(*arguments: object) -> subprocess.Popen[str]:
    """The command as a process."""
    name = re.search(r'khronos-lab = "(.+)"', (ROOT / "pyproject.toml").read_text("utf-8"))
    assert name is not None
    return subprocess.Popen(
        [sys.executable, "-c", START.format(name[1]), *map(str, arguments)],
        cwd=new_file("x").parent,
        env={**os.environ, "PYTHONPATH": str(ROOT), "JUPYTER_CONFIG_DIR": str(new_file("j").parent),
             "JUPYTER_RUNTIME_DIR": str(new_file("r").parent)},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip


def served(*arguments: object) -> str:
    """What a command prints that serves a page on a port, until it is answered and stopped."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = started(*arguments, "--no-browser", "--port", port)
    end = time.monotonic() + 90
    try:
        while process.poll() is None and time.monotonic() < end and not answers(port):
            time.sleep(0.1)
        answered = answers(port)
    finally:
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=60)
    return f"{said} answered: {answered}, {process.returncode}"


def answers(port: int) -> bool:
    """True if somebody listens."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def ends_first() -> list[str]:
    """Games of which first only the ends are noted; what is said, and their turns at last."""
    out = new_file("runs")
    asked = ("--games", 3, "--players", "random,random", "--workers", 1)
    said = [told("simulate", *asked, "--out", out, "--no-events"),
            told("simulate", "--out", out, "--events")]  # fmt: skip
    turns = kl.dataset(out).turns.collect().height
    return [*(each.split(": ")[1].split(";")[0] for each in said), str(turns)]


def on_a_cluster() -> str:
    """Games that a Dask cluster has played."""
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None
    ) as crew:
        return told("simulate", "--games", 2, "--players", "random,random", "--out",
            new_file("runs"),
                    "--dask", crew.scheduler_address, "--progress")  # fmt: skip


def taken_port() -> tuple[int, str]:
    """What is said of a port that somebody has."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        return complaint("lab", "--port", other.getsockname()[1])


# ------------------------------------------------------------------ the list


def clauses() -> list[str]:
    """The clauses of the rules page that the README names."""
    text = (ROOT / "khronos_lab/rulebook/RULES.md").read_text("utf-8")
    return [*re.findall(r"^\W*([A-Z]\d)\b", text, re.M), "B3a", "B3b"]


ITSELF = (
    Entry("khronos-lab", "alone it explains itself and names every command", lambda: told(), has(
        "First steps:", *(f"\n  {name} " for name in program().commands))),
    Entry("khronos-lab --help --version", "help and version", lambda: [
        told("--help") == told("-h") == told(), told("--version")],
        [True, f"khronos-lab, version {kl.__version__}, with its compiled engine\n"]),
    *every("khronos-lab {} --help", "has examples and exit codes", lambda name: [
        told(name, "--help"), told(name, "--help") == told(name, "-h")], {
        name: like(rf"khronos-lab {name} \S.*Options:.*Exit codes:\s+0\s+done;.*\nTrue$")
        for name in program().commands}),
    Entry("khronos-lab", "an unknown command is told in one sentence", lambda: complaint("fly"),
          (2, "khronos-lab: No such command 'fly' (see khronos-lab --help)\n")),
    *every("khronos-lab completion / {}", "a script for the shell",
    lambda shell: told("completion", shell), {
        shell: has(f"_KHRONOS_LAB_COMPLETE={shell}_complete") for shell in ("bash", "zsh",
        "fish")}),
    Entry("khronos-lab where", "a clause, the functions that hold it, and tests",
          lambda: told("where", "b6"),
          like(r"^B6  Paradox: whatever a copy covers.*\n  in khronos_lab/\S+:\d+ \w+.*\n  shown "
               r"by tests/")),
    Entry("khronos-lab where", "every clause of the rules page", lambda: sum(
        told("where", each).startswith(f"{each}  ") for each in clauses()), 47),
    Entry("khronos-lab where", "an unknown clause is told", lambda: complaint("where", "zz"), (
        2, "khronos-lab: the rules page has no clause 'zz'; letters are S T A G D H O B C X V\n")),
)  # fmt: skip


def tables(folder: Path) -> set[str]:
    """The tables of a folder that any reader of Parquet can open."""
    found = {
        path.relative_to(folder).parts[0].partition(".")[0]: path
        for path in folder.rglob("*.parquet")
    }
    return {name for name, path in found.items() if pl.read_parquet(path).height}


LOOKING = (
    Entry("khronos-lab show", "tags, every turn, and the boards at the end", lambda: told("show",
          TWO), has(
        "Event: A quiet evening by the river", "1.B (turn 1): Ben; coins: Ada 4, Ben 4", "(A1).",
        "Reason a ")),
    Entry("khronos-lab show --turn", "boards before and after, every effect below its cause",
          lambda: told(
        "show", TWO, "--turn", 3),
        like(r"^Before 2\.B \(Ben\)\ncoins: Ada 4, Ben 5\n.*\n      .*\nAfter 2\.B")),
    Entry("khronos-lab show --game --language", "a game of several, in German", lambda: told(
        "show", club(), "--game", 2, "--language", "de"), like(
            r"(?s)^(?!.*( draws |coins:|hands:|\(turn )).*Taler: Ruth 4, Wim 4.*baut in der Macht"
            r".*\nHandkarten: Ruth ")),
    Entry("khronos-lab show", "a bad move is told; what is before it is shown",
          lambda: complaint("show", bad()),
          like(r"^1\nkhronos-lab: .*bad\.khr, line \d+.*\([A-Z]\d\w?\)")),
    Entry("khronos-lab validate", "games, folders and maps", lambda: told(
        "validate", GAMES, "data/maps/delta.txt"), like(
            r"01-two-players-valley\.khr: ok, 1 game, 56 moves\n.*delta\.txt: ok, a map with 10 "
            r"hamlets, ")),
    Entry("khronos-lab validate --tolerant", "says what is wrong, and how much is good", lambda: (
        lambda result: [result.exit_code, result.stdout])(run("validate", "--tolerant", bad())),
        like(r"^1\n.*bad\.khr, line \d+.*The game at line 1 is good up to there: 1 move\.")),
    Entry("khronos-lab convert", "to one file, packed or not, and to tables", lambda: [
        told("convert", GAMES, (lines := new_file("all.khr"))).partition(": ")[2],
        told("convert", lines, (packed := new_file("all.khr.gz"))).partition(": ")[2],
        told("convert", packed, f"{(folder := new_file('t')).parent}/t/").partition(": ")[2],
        len(kl.dataset(folder)), tables(folder)],
        ["9 games, 759 moves\n"] * 3 + [9, {"games", "players", "turns", "events"}]),
    Entry("khronos-lab convert --to --force", "whatever OUT is named, and over a file",
          lambda: there(
        "convert", LESSON, new_file("x.bin"), "--to", "khr"), "x.bin: 1 game, 14 moves\n" * 2),
    Entry("khronos-lab convert --tolerant", "keeps the good beginning of a bad game", lambda: (
        lambda result: [result.exit_code, result.stdout])(
            run("convert", "--tolerant", bad(), new_file("good.khr"))),
            like(r"^1\n.*1 game, 1 move; 1 bad game")),
    Entry("khronos-lab new-map --seed", "the same seed gives the same map", lambda: [
        told("new-map", "-", "--seed", 7) == told("new-map", "-", "--seed", 7),
        told("new-map", "-", "--seed", 7) == told("new-map", "-", "--seed", 8),
        len(told("new-map", "-", "--seed", 7).splitlines())], [True, False, 21]),
    Entry("khronos-lab new-map --from --force", "a copy of a map; not over a file", lambda: there(
        "new-map", new_file("mine.txt"), "--from", "valley"),
        "mine.txt: a copy of valley; 10 hamlets, 174 plain, 72 forest, 44 mountain, 30 river\n" * 2
    ),
)  # fmt: skip


@cache
def story(*more: object) -> str:
    """The page that tells the story of a game, in German."""
    path = new_file("story.html")
    told("report", own(), "-o", path, "--moments", 1, "--hide-hands", "--language", "de", "--game",
    1,
         "--quiet", "--trust", "my_players", *more)  # fmt: skip
    return path.read_text("utf-8")


@cache
def many_games() -> str:
    """The page about a folder of games."""
    path = new_file("many.html")
    told("report", GAMES, "-o", path, "--moments", 0, "--progress")
    return path.read_text("utf-8")


SENDING = (
    Entry("khronos-lab review", "mistakes, the better turn and why; luck and skill", lambda: told(
        "review", own(), "--quiet"),
        like(r"^Mistakes\s.*\n\d\.[RW]\?\?? .*Better: .*could expect .*coins")),
    Entry("khronos-lab review --player", "of one player, in German", lambda: told(
        "review", own(), "--player", "Wim", "--language", "de", "--game", 1, "--progress"),
        like(r"^Fehler\s.*\n\d\.W\?.*Besser: .*Wim konnte zu Beginn")),
    Entry("khronos-lab review --out", "into a copy, with marks, comments and better turns",
          lambda: there(
        "review", own(), "-o", new_file("copy.khr"), "--quiet"),
        like(r"copy\.khr\n.*copy\.khr\n$")),
    Entry("khronos-lab review --out", "marks and better turns are in the copy", reviewed,
          like(r"\(\{Better turn\} 3\.R .*\{Better by .* coins against Wim .* M>R\? ")),
    Entry("khronos-lab review", "is kept beside a file of one's own, not beside a shipped one",
          lambda: [told("review", each, "--quiet") and review_of(each).exists() for each in (
              own(), ROOT / LESSON)], [True, False]),
    Entry("khronos-lab review --player", "an unknown player is told", lambda: complaint(
        "review", own(), "--player", "Zoe", "--out", new_file("x.khr")),
        like("^1\nkhronos-lab: .*Zoe")),
    Entry("khronos-lab export --out -o --language --force", "a page that replays the game",
          lambda: there(
        "export", LESSON, "-o", new_file("game.html"), "--language", "de"),
        like(r"^(game\.html: \d+ kB\n){2}$")),
    *every("khronos-lab export / {}", "the very file that `game.export` makes", same_file,
           dict.fromkeys(FILES, True)),
    Entry("khronos-lab report", "the story of a game in one page", lambda: story("--no-review"),
          like(r"^<!doctype html>.* zieht 4 Karten \(\*\*\*\*\)")),
    Entry("khronos-lab report --moments", "as many moments as asked replay in it", lambda: [
        page.count("▶ ") for page in (story("--no-review"), many_games())], [1, 0]),
    Entry("khronos-lab report --review", "with its mistakes, and over a file", lambda: story(
        "--review", "--force"), has("Besser: ")),
    Entry("khronos-lab report", "a page and nothing else", lambda: complaint(
        "report", LESSON, "--out", "story.doc"),
        (2, "khronos-lab: a report is a page; name it *.html, not story.doc (see khronos-lab "
            "report --help)\n")),
    Entry("khronos-lab report", "what many games say", lambda: many_games(), like(
        r"<h2[^>]*>What stands out<.*<h2[^>]*>How this was counted<.*<h2[^>]*>Appendix<.*"
        r"<h3[^>]*>Money and cards<.*<h3[^>]*>What was played")),
)  # fmt: skip


PLAYING = (
    Entry("khronos-lab simulate", "games as asked, as a dataset",
          lambda: [str(each) for each in kl.dataset(run_of_games()).describe().row(0)],
          ["2", "first", "True", "random, random", "4", "['delta', 'valley']"]),
    Entry("khronos-lab simulate --seed --map --edition --holdem --seats --paired --records",
          "the very games that `kl.simulate` plays", lambda: [
              kl.dataset(run_of_games()).games.collect().equals(asked()),
              (run_of_games() / "records").exists()], [True, True]),
    Entry("khronos-lab simulate --out", "goes on where it was", lambda: told("simulate", "--out",
          run_of_games()),
          has("4 games in 2 shards, 2 of them there before")),
    Entry("khronos-lab simulate --game --save --trust", "plays one of the games again", lambda: [
        told("simulate", "--out", run_of_games(), "--game", 1, "--save",
        (path := new_file("one.khr")),
             "--trust", "my_players"), len(kl.load(path)) > 50],
             like(r"^game 1: \d+ moves; coins: .*\nTrue$")),
    Entry("khronos-lab simulate --no-events --events", "only how games end, and the rest later",
          ends_first, ["3 games in 1 shard", "3 games in 1 shard", "42"]),
    Entry("khronos-lab simulate --dask --progress", "on a Dask cluster", on_a_cluster,
          has("2 games in 1 shard")),
    Entry("khronos-lab simulate", "what is missing is told", lambda: complaint(
        "simulate", "--out", new_file("x"), "--games", 3),
        like(r"^2\nkhronos-lab: --players is missing")),
    Entry("khronos-lab ladder", "every pair from every seat, rated", lambda: [told(
        "ladder", "--players", "random,greedy", "--out", new_file("l"), "--deals", 1, "--table", 3,
        "--seed", 2,
        "--map", "delta", "--workers", 1, bar) for bar in ("--quiet", "--progress")],
        like(r"^player +rating +95 % interval\n.*greedy above random, 3 players")),
    Entry("khronos-lab lab --port --no-browser --language", "JupyterLab on the first notebook",
          lambda: served(
        "lab", "--language", "de"), like(
            r"Starting JupyterLab on \S*notebooks/de/00_start_here\.ipynb; Ctrl-C stops "
            r"it\..*/lab/tree/notebooks/de/00_start_here\.ipynb\?token=.*\nJupyterLab has stopped\."
            r"\n answered: True, 0$")),
    Entry("khronos-lab lab --port", "a port that is taken is told", taken_port,
          like(r"^1\nkhronos-lab: cannot use port \d+: it is taken; name another one or leave "
               r"--port out\.")),
    Entry("khronos-lab explore --of --language --port --no-browser",
          "many games to brush, in the browser",
          lambda: served("explore", "data/sample", "--of", "players", "--language", "de"),
          like(r"Dataset: 1,104 games, .*; Ctrl-C stops it\..*answered: True")),
    Entry("khronos-lab explore", "what is not there is told", lambda: complaint("explore", "nope"),
          (1, "khronos-lab: nope is not there: name a folder or file of games.\n")),
)  # fmt: skip

ENTRIES = (*ITSELF, *LOOKING, *SENDING, *PLAYING)
test = inventory(*ENTRIES)
