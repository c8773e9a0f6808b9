"""What is on the screen: every control of every widget by the name that a person reads or hears.

A walk in the browser (`test_browser.py`) compares this with what is there; so a control that is
new, renamed or gone is noticed. Roles that are not named here change with what is shown.
"""

from __future__ import annotations

from collections.abc import Iterator

BUILDINGS = "watchtower | keep | castle | chapel | monastery | abbey | hamlet | town | city"
STEPPING = (
    "To the start of the game (Home) | One effect back (←) | Play the game step by step (space) | "
    "One effect forward (→) | To the end of the game (End) | Legend"
)
SPEEDS = " | ".join(f"{speed}\N{MULTIPLICATION SIGN}" for speed in (1, 2, 4, 8, 15, 30))
JUMPS = (
    "Jump to … | Next paradox (p) | Next covered hamlet (h) | Next blocked shadow (b) | "
    f"Next join (j) | Next split (s) | Next taxation (t) | {SPEEDS}"
)
VIEWS = "Boards | Shadows | Control map | Domain graph | Difference"
LANGUAGES = "English | Deutsch"
CHOICES = f"{VIEWS} | {LANGUAGES} | {JUMPS} | chance to win | expected coins | coins"
SHOWN = "More: jumps, speed, language | Light or dark | Full screen"
TICKED = "Show the curve only up to this step | Notation"
ENDS = "To the start of the game (Home) | To the end of the game (End) | Legend"
RARER = (
    "View | Jump to the next | Steps a second | Curve | Language | Hide what opponents hold | "
    "Hidden: you see the coins of players whose hands you see"
)
MEASURES = (
    "Coins of the winner | Winner's lead over the second | Buildings lost to paradoxes | "
    "Might, taxes of round 4 | Faith, taxes of round 4 | Reason, taxes of round 4 | "
    "Might, taxes of round 7 | Faith, taxes of round 7 | Reason, taxes of round 7 | "
    "Winner's place in turn order | Number of players | Domains joined | Buildings shrunk | "
    "Coins from bonus | Taxes missed | Cards played | Builds | Upgrades | Demolitions | Populated "
    "| "
    "Restored"
)

PROJECTOR = "Projector: large boards; the space bar shows the answer"
SCREENS: dict[str, dict[str, str]] = {
    "replay": {
        "tab": "Look | Try | Edit | Train",
        "button": f"Review the game | {SHOWN} | {STEPPING}",
        "radio": "effect | action | turn",
        "checkbox": "Show the curve only up to this step | Notation",
        "combobox": "Hide what opponents hold | Hidden: you see the coins of players whose hands "
        "you see | View | Language | Jump to the next | Steps a second | Curve",
        "option": f"All hands | No hands | Ruth | Wim | open | hidden | {CHOICES}",
        "slider": "Drag to any step",
        "heading": "This moment Ruth",
        "region": "Moves",
        "columnheader": "Player | Coins | Hands | Cubes | Taxes now | "
        "Chance to win, change this turn",
    },
    "what if": {
        "button": "Take back | Leave what if | Might → Faith | Might → Reason | Faith → Might | "
        "Faith → Reason | Exchange cards | End of turn | to the end of the turn | "
        "to the end of the game | times, see how it ends | Stop | Remember this position | Save",
        "radio": f"Menu | {BUILDINGS} | Demolish | greedy (about 1 s) | planner (about 2 s)",
        "checkbox": "I say which cards are drawn",
        "combobox": "Compare with | Mark",
        "option": "nothing | the game as played, same turn | Might / Faith | Faith / Reason | "
        "Might / Reason | – | ! | ? | !! | ?? | !? | ?!",
        "textbox": "Comment | Save as",
        "spinbutton": "or finish",
    },
    "coach": {
        "button": "Try it | Keep it | Practise",
        "checkbox": "On the boards + added, \N{MINUS SIGN} left out",
    },
    "practice of mistakes": {"button": "Hint | Check my turn | Next mistake | Leave practice"},
    "explainer": {
        "tab": "Try",
        "heading": "May I?",
        "radio": f"Menu | {BUILDINGS} | Demolish | now | afterwards",
        "combobox": f"{RARER} | Player",
        "checkbox": f"{TICKED} | If cards were no object",
    },
    "sandbox": {
        "tab": "Try | Edit",
        "heading": "Sandbox",
        "button": f"{SHOWN} | {ENDS} | ↶ Undo | ↷ Redo",
        "radio": "Menu | Place | Owner | Put a cube | Take a cube | Ruin / restored | Remove | "
        f"Ask about a move | {BUILDINGS} | Ann | Ben",
        "checkbox": f"{TICKED} | Cast shadows",
        "combobox": RARER,
        "group": "More: jumps, speed, language | Tool | Players and turn | Tiles left | As text | "
        "Open | Save as a scenario",
    },
    "recorder": {
        "tab": "Look | Try | Write | Train",
        "heading": "Recorder: table.khr | Moves",
        "button": f"{SHOWN} | {ENDS} | ↶ Take back | ↷ Do again | Might → Faith | Might → Reason | "
        "Exchange cards | End of turn | Round 1, Ann · Click a square to see what can be done "
        "there · saved in table.khr, 0 moves",
        "radio": f"Menu | {BUILDINGS} | Demolish",
        "textbox": "or type",
        "combobox": RARER,
        "group": "More: jumps, speed, language | Build or upgrade | Comment and mark | Set-up",
    },
    "set-up": {
        "tab": "Look | Try | Write | Train",
        "radio": "2 | 3 | 4 | 5 | Player 1 | Player 2 | delta | "
        "highlands | valley | second, 55 cards | first, 33 cards (V1)",
        "checkbox": f"{TICKED} | Hold'em (V2) | Ruins respect domains (B4) | "
        "Erased tiles return (S3)",
        "textbox": "Player 1 | hand, if known | Player 2 | Event | Date",
        "button": f"{SHOWN} | {ENDS} | Begin | Say who plays, then press Begin. Nothing is "
        "saved before.",
    },
    "play against": {
        "tab": "Look | Play",
        "heading": "Guest · greedy",
        "button": f"{SHOWN} | {ENDS} | ▶ Next | Skip to my turn | ↶ Take back | Might → Faith | "
        "Might → Reason | Exchange cards | End of turn | 10 more to see",
        "radio": f"Menu | {BUILDINGS} | Demolish",
        "combobox": RARER,
    },
    "map editor": {
        "tab": "Edit",
        "button": f"{SHOWN} | {ENDS} | ↶ Undo | ↷ Redo | not saved yet · ready to play on",
        "heading": "Map: board.txt | What a map needs (S5) | Squares | How to use it",
        "radio": "1 Plain | 2 Forest | 3 Mountain | 4 River | 5 Hamlet",
        "combobox": RARER,
        "group": "More: jumps, speed, language | Start over",
    },
    "lesson": {
        "heading": "Question",
        "button": "Back | Next | Forget my progress | Check | Hint | Show what happens | "
        f"{PROJECTOR}",
        "combobox": "Scenario | Language",
        "option": f"1 · Question | 2 · Question | {LANGUAGES}",
    },
    "introduction": {
        "heading": "How Khronos is played",
        "button": f"Back | Next | Forget my progress | {PROJECTOR}",
        "combobox": "Part | Language",
        "option": "1 · One map, three ages | 2 · What stands on the boards | 3 · A turn begins: "
        "cards | "
        "4 · A time shadow | 5 · Adventurers travel | 6 · The turn ends | 7 · A paradox | 8 · "
        "Taxes | "
        f"9 · Your turn | {LANGUAGES}",
    },
    "practice": {
        "heading": "Practice",
        "button": f"Forget my progress | Check | Hint | Show what happens | {PROJECTOR}",
        "combobox": "The rule | Difficulty | Language",
    },
    "rules": {
        "heading": "The rules in plain words | B6 · Time shadows | See it and try it",
        "searchbox": "Find a rule: paradox, river, who shrinks …",
        "combobox": "Language",
        "listbox": "The rules in plain words",
    },
    "explorer": {
        "heading": "Explore many games",
        "button": "Clear the selection",
        "combobox": "Count | Colour by | Language",
        "option": "games | players of games | turns | nothing | Winner | Map | Edition | Hold'em | "
        f"{LANGUAGES} | {MEASURES}",
    },
    "scrub": {"combobox": "Step by", "option": "effect | action | turn"},
    "page of a game": {
        "button": f"{SHOWN} | {STEPPING}",
        "radio": "effect | action | turn",
        "checkbox": "Show the curve only up to this step | Notation",
        "combobox": "View | Language | Jump to the next | Steps a second | Curve",
        "option": CHOICES,
        "slider": "Drag to any step",
    },
    "page of a lesson": {
        "heading": "Whatever is covered is erased",
        "button": "Back | Next | To the beginning | One effect back | One effect forward | To the "
        f"end | Play | Forget my progress | {PROJECTOR}",
        "combobox": "Part | Language",
    },
}


def listed(screen: str) -> dict[str, list[str]]:
    """By role: the names of the controls of a screen."""
    return {role: names.split(" | ") for role, names in SCREENS[screen].items()}


def shown() -> Iterator[str]:
    """All of it, as `offered.txt` names it."""
    for screen in SCREENS:
        for role, names in listed(screen).items():
            yield from (f"screen: {screen} / {role} {name}" for name in names)
