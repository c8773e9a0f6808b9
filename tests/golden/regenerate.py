"""Write the goldens anew: `python -m tests.golden.regenerate`, from the root of the repository.

It plays every game of `games.py`, makes what the `goldens.py` of other folders and `pages.py` name,
and counts every position of `positions.perft` again, writes what differs and says so. It needs no
other input, so two runs give the same files.
Run it after a change that is meant to alter them, and read the difference before you keep it: each
changed line is a sentence that somebody would have heard at the table, or something that would have
been seen, played, asked or answered.
"""

from __future__ import annotations

from pathlib import Path

from tests.analysis import goldens as results
from tests.drawing import goldens as drawings
from tests.golden import pages
from tests.golden.games import GAMES, golden, lines_of
from tests.golden.perft import FILE, perft_text, read_perft, recounted
from tests.lessons import goldens as exercises
from tests.players import goldens as players


def write(path: Path, text: str) -> None:
    """Write a file if it differs, and say so."""
    old = path.read_text("utf-8") if path.exists() else None
    if text == old:
        print(f"{path.name} stays")
        return
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, "utf-8", newline="\n")
    print(f"{path.name} is {'new' if old is None else 'written anew'}")


def main() -> None:
    """Write all of them."""
    for file in GAMES:
        write(golden(file), "\n".join(lines_of(file)) + "\n")
    for goldens in (drawings, results, exercises, players, pages):
        made = goldens.goldens()
        for file in made.files:
            write(made.path(file), made.text(file))
    write(FILE, perft_text([recounted(each) for each in read_perft(FILE.read_text("utf-8"))]))


if __name__ == "__main__":
    main()
