"""One walk per widget and page in a browser: what is on the screen, what keys and clicks do.

Everything is found as a person finds it: by its role, its name, its text. The walks share one
JupyterLab and one notebook; a widget goes on where the entry before has left it.
"""

from __future__ import annotations

import re
import shutil
from functools import cache, partial
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.lab import DONE, SCROLL, write_notebook
from tests.inventory.entries import Entry, every, has, inventory, like
from tests.inventory.kit import LESSON, ROOT, kl, lesson_game, new_file, share_of, told
from tests.inventory.screens import SCREENS, listed

CELLS = {
    "replay": "import khronos_lab as kl\nkl.load('mine.khr')",
    "explainer": "kl.explain(kl.lesson(11).exercise.state)",
    "sandbox": "kl.sandbox(11)",
    "recorder": "kl.record_game('table.khr', ['Ann', 'Ben'])",
    "set-up": "kl.record_game('new.khr')",
    "play against": "kl.play_against('greedy', seed=1, path='game.khr')",
    "map editor": "kl.edit_map('board.txt', 'valley')",
    "lesson": "kl.lesson([46, 6])",
    "introduction": "kl.lesson('How Khronos is played')",
    "practice": "kl.practice('B3', 'easy', seed=1)",
    "rules": "kl.rules('B6')",
    "explorer": "kl.dataset('data/sample').explore()",
    "scrub": "kl.scrub('data/games/08-lesson-three-ages.khr', kl.draw.shadows, start=3)",
}
"""A notebook with every widget."""
PATIENCE = 60_000
EYES = "Hide what opponents hold"
COINS = "Hidden: you see the coins of players whose hands you see"


class Desk:
    """What is open: the notebook, and the browser for pages beside it."""

    notebook: Any = None
    browser: Any = None


@pytest.fixture(scope="module", autouse=True)
def desk(chromium, window, folder):
    """The notebook, run from top to bottom."""
    shutil.copy(ROOT / LESSON, folder / "mine.khr")
    notebook = write_notebook(folder / "walk.ipynb", *CELLS.values())
    with window.run(notebook, size=(1400, 1300)) as page:
        page.wait_for_function(DONE, timeout=3 * PATIENCE)
        Desk.notebook, Desk.browser = page, chromium
        yield


# ------------------------------------------------------------------ looking


def widget(name: str) -> Any:
    """A widget of the notebook, in sight."""
    line = CELLS[name].rpartition("\n")[2]
    Desk.notebook.evaluate(SCROLL, line)
    cell = Desk.notebook.locator(".jp-CodeCell").filter(has_text=line)
    shown = cell.locator(".jp-Cell-outputWrapper")
    shown.get_by_role("combobox").first.wait_for()
    return shown


@cache
def page(name: str) -> Any:
    """A page that was written to a file, opened from there."""
    path = new_file("page.html")
    if name == "page of a game":
        lesson_game().export(path)
    elif name == "page of a lesson":
        kl.lesson_page("covered").save(path)
    else:
        told("report", LESSON, "-o", path, "--no-review", "--moments", 1)
    found = Desk.browser.new_page(viewport={"width": 1280, "height": 800})
    found.set_default_timeout(PATIENCE)
    found.goto(path.as_uri())
    return found.locator("body")


def place(name: str) -> Any:
    """A widget or a page."""
    return widget(name) if name in CELLS else page(name)


def controls(shown: Any) -> dict[str, list[str]]:
    """By role: the names of what is on the screen, each once; a list of moves does not count."""
    found: dict[str, list[str]] = {}
    inside = -1
    for line in shown.aria_snapshot().splitlines():
        depth = len(line) - len(line.lstrip())
        inside = inside if depth > inside >= 0 else -1
        said = re.match(r""" *- '?(\w+) "((?:[^"\\]|\\.)*)\"""", line)
        if said is None or inside >= 0:
            continue
        if said[0].lstrip(" -").startswith('region "Moves"'):
            inside = depth
        name = said[2].replace("''", "'")
        names = found.setdefault(said[1], [])
        # Long ones are what somebody has said about a move.
        if name and name not in names and len(name) < 120:
            names.append(name)
    return found


def menu_open(shown: Any) -> Any:
    """A replay whose menu of rarer things is open; elsewhere there is none."""
    more = shown.get_by_role("button", name="More: jumps, speed, language")
    if more.count() and more.get_attribute("aria-expanded") == "false":
        more.click()
    return shown


def missing_or_new(shown: Any, screen: str, *, all_of_it: bool = True) -> list[str]:
    """Controls that should be on the screen and are not, and those that nobody expects there."""
    there = controls(menu_open(shown))
    # Marks of turns on the curve are another one's in every game.
    there["button"] = [
        each for each in there.get("button", ()) if not re.match(r"\d+\.\w [!?]", each)
    ]
    close = shown.get_by_role("button", name="More: jumps, speed, language", expanded=True)
    if close.count():
        close.click()
    wrong = []
    for role, names in listed(screen).items():
        wrong += [f"no {role} {name}" for name in names if name not in there.get(role, ())]
        if all_of_it:
            wrong += [f"new {role} {name}" for name in there.get(role, ()) if name not in names]
    return wrong


def says(shown: Any, *texts: str) -> bool:
    """Wait until all of these can be read."""
    for text in texts:
        shown.get_by_text(re.compile(text)).locator("visible=true").first.wait_for()
    return True


def click(shown: Any, name: str) -> Any:
    """Press a button by its name."""
    shown.get_by_role("button", name=name, exact=True).locator("visible=true").first.click()
    return shown


def choose(shown: Any, label: str, option: str) -> Any:
    """Choose from a list by its name."""
    if not shown.get_by_role("combobox", name=label, exact=True).count():
        menu_open(shown)
    shown.get_by_role("combobox", name=label, exact=True).first.select_option(label=option)
    return shown


def tick(shown: Any, name: str) -> Any:
    """Choose one of several, or tick a box, by its name, as soon as that is possible."""
    found = shown.get_by_label(name, exact=True).locator("visible=true")
    box = (found if found.count() else shown.get_by_label(name, exact=True)).first
    expect(box).to_be_enabled()
    box.check(force=True)
    return shown


def stepped(shown: Any, *pressed: str) -> str:
    """Press keys in a replay; what it says then."""
    moves = shown.get_by_role("region", name=re.compile("Moves|Aktionen|Züge"))
    for key in pressed:
        moves.press(key)
    where, said = shown.get_by_role("status"), shown.get_by_role("paragraph").first
    # Where a mode has its tray, the number of the step makes room.
    return f"{''.join(where.all_inner_texts()[:1])}: {said.inner_text()}"


def picture(shown: Any) -> bytes:
    """The boards as they are seen."""
    boards = shown.get_by_role("img", name=re.compile("^The three ages"))
    return bytes(boards.screenshot(animations="disabled"))


# ------------------------------------------------------------------ replay, what if, coach


def looks_different(view: str) -> bool:
    """Whether the boards look different in another view, at a step with shadows."""
    shown = choose(widget("replay"), "View", "Boards" if view != "Boards" else "Shadows")
    stepped(shown, "Home", "ArrowDown", "ArrowDown", "Escape")
    before = picture(shown)
    choose(shown, "View", view)
    after = picture(shown)
    choose(shown, "View", "Boards")
    return before != after


def outlined() -> bool:
    """Whether the buildings that a turn brought are outlined in the view of the difference."""
    shown = widget("replay")
    stepped(shown, "Home", "PageDown")
    seen = picture(choose(shown, "View", "Difference"))
    choose(shown, "View", "Boards")
    return share_of("#00523B", seen) > 1e-4


def played() -> str:
    """The game plays by itself until it is stopped."""
    shown = choose(widget("replay"), "Steps a second", "30\N{MULTIPLICATION SIGN}")
    stepped(shown, "Home", " ")
    says(shown, r"^Step \d\d of 78$")
    return stepped(shown, " ")


def square_story() -> str:
    """The story of a square that was chosen with keys."""
    shown = widget("replay")
    stepped(shown, "Home", "Enter", "ArrowRight", "Enter")
    says(shown, r"^j5, Might \(plain\)\. Nothing has stood here yet\.$")
    stepped(
        shown, "Escape", "Escape", "End", "Enter", *["ArrowLeft"] * 5, *["ArrowDown"] * 3, "Enter"
    )
    said = str(shown.get_by_role("dialog").inner_text())
    stepped(shown, "Escape", "Escape")
    return said


def legend() -> bool:
    """The legend, opened and closed."""
    shown = widget("replay")
    click(menu_open(shown), "Legend")
    says(shown, "^forest$|forest")
    click(menu_open(shown), "Legend")
    return True


def notation() -> bool:
    """Whether moves can be read as they stand in a record."""
    shown = tick(menu_open(widget("replay")), "Notation")
    found = says(shown, r"M\+c1d8")
    shown.get_by_label("Notation", exact=True).uncheck()
    return found


def full_screen() -> list[bool]:
    """Whether the replay fills the screen, after one press of the button and after another."""
    fills = "document.fullscreenElement !== null"
    found = []
    for condition in (fills, f"!({fills})"):
        click(widget("replay"), "Full screen")
        Desk.notebook.wait_for_function(condition)
        found.append(Desk.notebook.evaluate(fills))
    return found


def ending() -> bool:
    """Whether the curve shows less once it keeps the ending to itself."""
    shown = widget("replay")
    stepped(shown, "Home", "PageDown")
    curve = shown.get_by_role("img", name=re.compile("^coins: Ruth"))
    whole = curve.screenshot()
    tick(menu_open(shown), "Show the curve only up to this step")
    part = curve.screenshot()
    shown.get_by_label("Show the curve only up to this step").uncheck()
    return bool(whole != part)


def hidden(hands: str, coins: str) -> str:
    """The row of a player in the table."""
    shown = choose(choose(widget("replay"), EYES, hands), COINS, coins)
    row = shown.get_by_role("row", name=re.compile("^Wim"))
    unknown = row.get_by_text("?").first
    row.get_by_role("cell", name="?", exact=True).wait_for()
    said = str(row.inner_text())
    choose(choose(shown, COINS, "open"), EYES, "All hands")
    # The kernel sends the game anew, and the page is built again.
    unknown.wait_for(state="hidden")
    return said


def tried() -> Any:
    """The replay in which something else is tried, before Wim's turn."""
    shown = widget("replay")
    if not shown.get_by_role("button", name="Leave what if").count():
        stepped(shown, "Home", "PageDown", "w")
        says(shown, "Click a square to see what can be done there.")
    return shown


def coached() -> Any:
    """The replay with its review, at the first mistake."""
    shown = widget("replay")
    shown.get_by_role("tab", name="Look").click()
    if not shown.get_by_text("Luck and skill").locator("visible=true").count():
        stepped(shown, "c")
    found = shown.get_by_text(re.compile("^Luck and skill$")).locator("visible=true").first
    found.wait_for(timeout=3 * PATIENCE)
    stepped(shown, "Home", "m")
    return shown


def practised() -> list[str]:
    """The buttons while a mistake is practised."""
    shown = click(coached(), "Practise")
    shown.get_by_role("button", name="Hint", exact=True).wait_for()
    found = missing_or_new(shown, "practice of mistakes", all_of_it=False)
    click(click(click(shown, "Hint"), "Hint"), "Hint")
    says(shown, "Better: ")
    click(shown, "Leave practice")
    return found


REPLAY = (
    *every("screen: {}", "every control is there, and no other", lambda name: missing_or_new(place(
    name), name), {
        name: [] for name in SCREENS if name not in ("what if", "coach", "practice of mistakes",
        "explorer")}),
    *every("screen: replay / key {}", "from the start", lambda key: stepped(widget("replay"),
    "Home", *key.split("+")), {
        "ArrowRight+ArrowRight+ArrowLeft": "Step 1 of 78: Ruth plays 1 card (c) in Might.",
        "ArrowDown+ArrowDown+ArrowUp": has("Step 10 of 78: The shadow of the castle ruin at e7"),
        "PageDown+PageDown+PageUp": has("Step 33 of 78: Ruth ends the turn; Wim is next, round 3"),
        "End": has("Step 78 of 78: Wim ends the turn"), "End+Home": "Start: The game begins.",
        "p": has("Step 15 of 78: Paradox: the town at i2 in Faith"), "End+P": has("Paradox: "),
        "h": like("^Step 4[0-9] of 78: The printed hamlet at o4"), "End+H": has("covered"),
        "j": like("^Step 3 of 78: The domains at a6"), "End+J": has("become one"),
        "s": like(r"^Step \d+ of 78: The domain at .* is split"), "End+S": has("is split"),
        "t": has("Step 63 of 78: Ruth collects 2 coins"), "End+T": has("Wim collects"),
        "b": "Start: The game begins.", "End+B": has("Step 78 of 78")}),
    Entry("screen: replay / key space", "plays and stops", played, like(r"^Step \d+ of 78: ")),
    *every("screen: replay / view {}", "the boards look different", looks_different, dict.fromkeys(
        ("Boards", "Shadows", "Control map", "Domain graph", "Difference"), True)),
    Entry("screen: replay / difference", "outlines what a turn brought", outlined),
    Entry("screen: replay / jump", "to the next of its sort", lambda: [
        stepped(widget("replay"), "Home"), stepped(choose(widget("replay"), "Jump to the next",
        "Next paradox (p)"))][1], has("Paradox")),
    Entry("screen: replay / square", "its story, where one chose it", square_story,
          has("d8, Might (plain)", "Ruth builds a hamlet at d8 in Might.")),
    Entry("screen: replay / rule", "opens where it is named; so do the causes", lambda: [
        stepped(widget("replay"), "Home", "p"), says(click(widget("replay"), "B6"), "^B6: "),
        says(click(widget("replay"), "Why"), "^Ruth builds a keep at h1 in Might")][1:],
        [True, True]),
    Entry("screen: replay / comments", "stand below their moves", lambda: says(
        widget("replay"), "^A hamlet between the two castles joins their domains")),
    Entry("screen: replay / legend", "says what the marks mean", legend, True),
    Entry("screen: replay / full screen", "and back", full_screen, [True, False]),
    Entry("screen: replay / hands", "hands and coins can be hidden", lambda: hidden("Ruth",
          "hidden"), like(r"^\s*Wim\s+\?")),
    Entry("screen: replay / notation", "moves as they stand in a record", notation, True),
    Entry("screen: replay / ending", "the curve can keep the ending to itself", ending, True),
    Entry("screen: replay / German", "everything on the screen", lambda: [
        controls(choose(widget("replay"), "Language", "Deutsch"))["tab"],
        says(widget("replay"), "Die Partie beginnt|Schritt"),
        controls(choose(widget("replay"), "Sprache", "English"))["tab"]],
        [["Ansehen", "Probieren", "Bearbeiten", "Üben"], True, ["Look", "Try", "Edit", "Train"]]),
    Entry("screen: what if", "every control is there", lambda: missing_or_new(tried(), "what if",
          all_of_it=False), []),
    Entry("screen: coach", "every control is there", lambda: missing_or_new(coached(), "coach",
          all_of_it=False), []),
    Entry("screen: practice of mistakes", "hides the answer, and gives it hint by hint", practised,
          []),
)  # fmt: skip


# ------------------------------------------------------------------ boards to click


def in_german(name: str, *texts: str) -> bool:
    """Whether a widget speaks German, and English again."""
    says(choose(widget(name), "Language", "Deutsch"), *texts)
    choose(widget(name), "Sprache", "English").get_by_role(
        "combobox", name="Language"
    ).first.wait_for()
    return True


def begun() -> bool:
    """A table game that begins with a form."""
    shown = tick(tick(widget("set-up"), "3"), "delta")
    for number, name in enumerate(("Paula", "Theo", "Uma"), 1):
        field = shown.get_by_role("textbox", name=f"Player {number}", exact=True)
        field.fill(name)
        field.press("Tab")
    return says(click(shown, "Begin"), "Round 1, .* saved in new.khr, 0 moves")


def one_of_many() -> list[str]:
    """What is missing in the explorer, where a game was opened."""
    shown = widget("explorer")
    shown.get_by_role("button", name=re.compile("^Open this game|000")).first.click()
    says(shown, r"^Step \d+ of \d+$")
    return missing_or_new(shown, "explorer", all_of_it=False)


DESKS = (
    Entry("screen: set-up / begin", "names, a map, and the game begins", begun),
    Entry("screen: scrub / slider", "an arrow key brings the next picture", lambda: says(
        slid(), r"Step 4 of 78 · Round 3 · Ruth")),
    Entry("screen: explorer", "every control is there", one_of_many, []),
    *(Entry(f"screen: {name} / German", "speaks it", partial(in_german, name, said))
      for name, said in {
        "explainer": "Darf ich\\?", "sandbox": "Die Stellung ist regelgerecht.",
        "recorder": "gespeichert in table.khr, 0 Aktionen", "play against": "Macht",
        "map editor": "Was eine Karte braucht", "explorer": "1.104 von 1.104 Partien",
        "lesson": "Schritt 0/9|Was löscht", "rules": "Die Regeln in einfachen Worten|Regeln",
    }.items()),
)  # fmt: skip


def slid() -> Any:
    """The slider over a drawing, one step on."""
    shown = widget("scrub")
    shown.get_by_role("slider").first.press("ArrowRight")
    return shown


# ------------------------------------------------------------------ lessons, rules, pages


def looked_up() -> bool:
    """A rule found by a word, one of its scenarios opened and closed."""
    shown = widget("rules")
    shown.get_by_role("searchbox").fill("river")
    shown.get_by_role("option", name=re.compile("^G1 ")).click()
    says(shown, "G1 · ")
    shown.get_by_role("searchbox").fill("paradox")
    shown.get_by_role("option", name=re.compile("^B6 ")).click()
    shown.get_by_role("img", name=re.compile("^46 · A paradox: ")).wait_for()
    shown.get_by_role("button", name="46 · A paradox").click()
    says(shown, "What does its shadow remove in Faith")
    click(shown, "Close the scenario")
    return True


LEARNING = (
    Entry("screen: rules / look up", "a word finds a rule; its scenario opens below", looked_up),
    Entry("screen: page of a game / record", "can be saved and read again",
          lambda: saved_record().read_text("utf-8") == (ROOT / LESSON).read_text("utf-8")),
    Entry("screen: page of a report / watch", "a moment replays in its place", lambda: says(
        watched(), "Step|Ruth builds a hamlet at d8")),
)  # fmt: skip


def saved_record() -> Any:
    """The record that a page of a game saves."""
    shown = page("page of a game")
    shown.get_by_text("Record of the game", exact=True).click()
    with shown.page.expect_download() as saving:
        click(shown, "Save the record")
    path = new_file("game.khr")
    saving.value.save_as(path)
    return path


def watched() -> Any:
    """The report of a game in which a moment was started."""
    shown = page("page of a report")
    shown.get_by_text("▶ Watch").first.click()
    return shown


ENTRIES = (*REPLAY, *DESKS, *LEARNING)
test = inventory(*ENTRIES)
