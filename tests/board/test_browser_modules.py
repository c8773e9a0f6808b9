"""The viewer's modules under node: what they work out is what Python says."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

from khronos_lab.analysis import Timeline
from khronos_lab.board import GameData, viewer_script
from khronos_lab.core import EndTurn, bits
from khronos_lab.records import Study
from khronos_lab.rulebook import AGES
from khronos_lab.scenes import holdings
from tests.board.test_export_page import game, record_of

TESTS = Path(__file__).with_name("modules.test.mjs")
FOLDERS = [Path(__file__).parents[2] / "khronos_lab" / name for name in ("board",)]


def copied(to: Path) -> None:
    """Copy all modules, in folders as they import each other."""
    for folder in FOLDERS:
        shutil.copytree(folder / "browser", to / folder.name / "browser")
    (to / "package.json").write_text('{"type": "module"}')


JUMPS = ("paradox", "covered", "blocked", "join", "split", "tax")


def expected(timeline: Timeline) -> dict:
    """What the modules should find, told by the timeline and its states."""
    frames = list(timeline)
    last = frames[-1].state
    stops = {stop: timeline.stops(stop) for stop in JUMPS}  # type: ignore[arg-type]
    stops |= {"action": timeline.stops("move"), "turn": timeline.stops("turn")}
    if stops["turn"][-1] != len(frames) - 1:
        stops["turn"] = (*stops["turn"], len(frames) - 1)
    squares = [(age, sq) for age in AGES for sq in bits(timeline.start.grid.area)]
    return {
        "frames": [
            {
                "buildings": sorted(
                    f"{int(age)}.{sq}" for age in AGES for sq in frame.state.boards[age].buildings
                ),
                "coins": frame.coins,
            }
            for frame in frames
        ],
        "stops": stops,
        "causes": [[cause.step for cause in frame.causes] for frame in frames],
        "stories": [story(frames, age, sq) for age, sq in squares],
        "squares": [square(last, age, sq) for age, sq in squares],
    }


def story(frames, age, sq) -> dict:
    """The frames at which what stands on a square is another than before."""
    standing = [frame.state.boards[age].at(sq) for frame in frames]
    changed = [n for n in range(1, len(standing)) if standing[n] != standing[n - 1]]
    return {"age": age, "sq": sq, "frames": changed, "fromStart": standing[0] is not None}


def square(state, age, sq) -> dict:
    building = state.boards[age].at(sq)
    held = next((each for each in holdings(state) if each.age is age and each.mask >> sq & 1), None)
    seats = [] if held is None else [held.seats, held.collecting]
    facts = held and [held.amount, *("".join(map(str, each)) for each in seats)]
    return {"age": age, "sq": sq, "building": building and building.square, "domain": facts}


def edit(record) -> dict:
    made = GameData(record.start)
    lines = made.lines(Timeline.of(record), record.line.comment)
    before = json.loads(json.dumps(made.whole(lines)))
    nodes = record.line.nodes
    count = next(n for n, each in enumerate(nodes) if n > 5 and not each.digest)
    edited = Study(record).go((), count).play([EndTurn()]).record
    after = made.lines(Timeline.of(edited), edited.line.comment)
    return {"before": before, "news": made.news(after, lines), "after": made.whole(after)}


def test_the_modules_agree_with_python(node, tmp_path):
    record = record_of(game("08"))
    timeline = Timeline.of(record)
    made = GameData(record.start)
    copied(tmp_path)
    shutil.copy(TESTS, tmp_path)
    (tmp_path / "game.json").write_text(json.dumps(made.whole(made.lines(timeline))), "utf-8")
    told = expected(timeline) | {"edit": edit(record)}
    (tmp_path / "expected.json").write_text(json.dumps(told), "utf-8")
    run = subprocess.run([node, "--test", TESTS.name], cwd=tmp_path, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout[-4000:] + run.stderr[-2000:]
    assert "# pass 9" in run.stdout


def test_squares_are_counted_and_named(node, tmp_path):
    copied(tmp_path)
    shutil.copy(TESTS.with_name("squares.test.mjs"), tmp_path)
    call = [node, "--test", "squares.test.mjs"]
    run = subprocess.run(call, cwd=tmp_path, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout[-4000:] + run.stderr[-2000:]
    assert "# pass 2" in run.stdout


def test_the_modules_load_and_their_join_is_a_script(node, tmp_path):
    """Each imports what it says from the others; joined, no name is there twice."""
    copied(tmp_path)
    (tmp_path / "joined.js").write_text(viewer_script(), "utf-8")
    call = [node, "--check", "joined.js"]
    run = subprocess.run(call, cwd=tmp_path, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    load = 'import("./board/browser/viewer.js").then((each) => console.log(typeof each.mount))'
    run = subprocess.run([node, "-e", load], cwd=tmp_path, capture_output=True, text=True)
    assert run.stdout.strip() == "function", run.stderr
