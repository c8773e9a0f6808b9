"""`khronos-lab export`: a game as one file to send to others."""

from __future__ import annotations

import click

from khronos_lab.commands.terminal import (
    EXIT_CODES,
    echo,
    language_option,
    leave_if_bad,
    one_line,
    refuse_existing,
    size_text,
)
from khronos_lab.records.game_files import game_at


@click.command(short_help="Make a page, a film or a PDF of a game.", epilog=EXIT_CODES)
@click.argument("file", type=click.Path(), metavar="GAME")
@click.option(
    "-o",
    "--out",
    required=True,
    type=click.Path(),
    metavar="FILE",
    help="*.html, *.gif, *.mp4 or *.pdf.",
)
@click.option("--game", type=click.IntRange(1), default=1, help="The game of the file, from 1.")
@click.option("--turns", metavar="TURNS", help="Only these: 5, 3-5, 2.R or 2.R-3.W.")
@click.option(
    "--moves", is_flag=True, help="Film: one picture per move. PDF: a storyboard of each move."
)
@click.option("--hide-hands", is_flag=True, help="Hide all cards that were not played.")
@language_option
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
@click.pass_context
def export(
    context: click.Context,
    file: str,
    out: str,
    game: int,
    turns: str | None,
    moves: bool,
    hide_hands: bool,
    language: str,
    force: bool,
) -> None:
    """Turn a game into one file that needs nothing else: mail it, open it anywhere.

    A page (*.html) replays the game with its comments and variations, in English and German. A
    film (*.gif, or *.mp4 if ffmpeg is installed) plays it; a PDF has a page for each turn. A game
    with a bad move is exported up to there; then the exit code is 1.

    \b
    Examples:
      khronos-lab export friday.khr -o friday.html
      khronos-lab export friday.khr -o turn.gif --turns 4.R --language de
      khronos-lab export friday.khr -o friday.pdf --hide-hands
    """  # noqa: D301
    refuse_existing(out, force=force)
    record, _ = game_at(file, game)
    from khronos_lab.export.export_game import export_game

    target = export_game(
        record,
        out,
        turns=turns,
        moves=moves,
        hide_hands=hide_hands,
        language=language,
        replace=force,
    )
    echo(f"{one_line(str(target))}: {size_text(target.stat().st_size)}")
    leave_if_bad(context, record.problem)
