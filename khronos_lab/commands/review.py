"""`khronos-lab review`: the mistakes of a game, with reasons, and luck and skill apart."""

from __future__ import annotations

import click

from khronos_lab.commands.terminal import (
    EXIT_CODES,
    echo,
    language_option,
    one_line,
    refuse_existing,
)
from khronos_lab.records.game_files import game_at, game_path, save_as
from khronos_lab.rulebook.errors import KhronosError, there_is_no
from khronos_lab.rulebook.language import speaking


@click.command(short_help="Find the mistakes of a game, and say why.", epilog=EXIT_CODES)
@click.argument("file", type=click.Path(), metavar="GAME")
@click.option("--game", type=click.IntRange(1), default=1, help="The game of the file, from 1.")
@click.option("--player", help="Only the mistakes of this player.")
@click.option(
    "-o", "--out", type=click.Path(), metavar="FILE",
    help="Write a copy with marks, comments and better turns as variations.",
)  # fmt: skip
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
@language_option
@click.option("--progress/--quiet", default=None, help="Show a progress bar.")
def review(
    file: str,
    game: int,
    player: str | None,
    out: str | None,
    force: bool,
    language: str,
    progress: bool | None,
) -> None:
    """Print the mistakes of GAME, the costliest first: what was lost, the better turn, and why.

    It takes about 20 seconds for a game of four. What is worked out is kept beside a file of your
    own (GAME.review.json), so that it can be stopped and goes on another time.

    \b
    Examples:
      khronos-lab review data/games/03-four-players-valley.khr
      khronos-lab review friday.khr --player Greta
      khronos-lab review friday.khr -o friday-reviewed.khr
    """  # noqa: D301
    from khronos_lab.analysis.review.annotated import annotated
    from khronos_lab.analysis.review.review_words import review_lines
    from khronos_lab.simulation.review import review_game

    if out is not None:
        refuse_existing(out, force=force)
        game_path(out)
    record, home = game_at(file, game)
    names = record.names
    if player is not None and player not in names:
        raise KhronosError(there_is_no("player", player, names))
    found = review_game(file, game=game, progress=progress, keep=False if home.shipped else None)
    with speaking(language):
        shown = found if player is None else found.of_player(player)
        for line in review_lines(shown, most=len(shown.mistakes)):
            echo(one_line(line))
        if out is not None:
            save_as(out, annotated(record, found), replace=force)
            echo(one_line(out))
