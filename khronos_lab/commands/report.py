"""`khronos-lab export`, `report`, `review`: games and datasets as something to read and to send."""

from __future__ import annotations

from pathlib import Path
from shutil import get_terminal_size
from textwrap import fill
from typing import TYPE_CHECKING, Any

import click

from khronos_lab.commands.games import GoodGames
from khronos_lab.commands.terminal import (
    EXIT_CODES,
    echo,
    exit_if_partial,
    find_own_players,
    force_option,
    game_option,
    language_option,
    one_line,
    progress_option,
    refuse_existing,
    size_text,
    trust_option,
)
from khronos_lab.records import GameRecord, game_at, game_path, save_as, whole_file
from khronos_lab.rulebook import KhronosError, in_any_case, own_or_shipped, speaking, there_is_no

if TYPE_CHECKING:
    from khronos_lab.front import Dataset

hide_hands_option = click.option(
    "--hide-hands", is_flag=True, help="Hide all cards that were not played."
)


@click.command(short_help="Report on a game or a dataset in one page.", epilog=EXIT_CODES)
@click.argument("source", type=click.Path(), metavar="GAME|DATASET")
@click.option("-o", "--out", required=True, type=click.Path(), metavar="FILE", help="*.html.")
@language_option
@force_option
@click.option(
    "--moments", type=click.IntRange(0, 1000), default=3, metavar="N",
    help="How many moments replay in it.",
)  # fmt: skip
@game_option
@hide_hands_option
@click.option(
    "--review/--no-review", default=True, help="Look for mistakes in a game, up to a minute."
)
@trust_option
@progress_option
@click.pass_context
def report(
    context: click.Context,
    source: str,
    out: str,
    language: str,
    force: bool,
    moments: int,
    game: int,
    hide_hands: bool,
    review: bool,
    trust: tuple[str, ...],
    progress: bool | None,
) -> None:
    """Write one page that needs nothing else: the story of a game, or the statistics of a dataset.

    A GAME is a record (*.khr): the page tells who won, replays the moves that mattered in
    place, says where the money came from, and its key moments. A DATASET is what simulate has
    made, a folder of tables, or a folder of records: the page begins with five findings, and every
    question has its answer in words, a figure, its limits and numbers. A game with a bad move is
    told up to there; then the exit code is 1.

    \b
    Examples:
      khronos-lab report friday.khr -o friday.html
      khronos-lab report friday.khr -o freitag.html --language de --no-review
      khronos-lab report data/sample -o report.html
    """  # noqa: D301
    if Path(out).suffix.lower() not in (".html", ".htm"):
        raise click.UsageError(f"a report is a page; name it *.html, not {one_line(out)}")
    refuse_existing(out, force=force)
    path, problem = own_or_shipped(source), None
    if trust:
        find_own_players()
    if path.is_dir():
        _games(path, source).report(out, replays=moments, trust=trust, language=language)
    else:
        record, _ = game_at(source, game)
        problem = record.problem
        with speaking(language):
            text = _story(record, moments, review, hide_hands, progress)
        with whole_file(out, replace=force) as file:
            file.write(text)
    echo(f"{one_line(out)}: {size_text(Path(out).stat().st_size)}")
    exit_if_partial(context, problem)


def _story(
    record: GameRecord, moments: int, review: bool, hide_hands: bool, progress: bool | None
) -> str:
    from khronos_lab import __version__
    from khronos_lab.export import without_hands
    from khronos_lab.report import review_section, story_html
    from khronos_lab.simulation import review_game

    shown = without_hands(record) if hide_hands else record
    extra = []
    if review and record.line.nodes:
        extra.append(review_section(review_game(shown, progress=progress)))
    return story_html(shown, most=moments, version=__version__, extra=extra)


def _games(path: Path, source: str) -> Dataset:
    """The dataset of a folder; of records those that can be read, and what cannot is told."""
    from khronos_lab.front import dataset

    tables = any(path.rglob("*.parquet"))
    games = dataset(source if tables else list(GoodGames(source).once()))
    games.name = Path(source).name or source
    return games


@click.command(short_help="Make a page, a film or a PDF of a game.", epilog=EXIT_CODES)
@click.argument("file", type=click.Path(), metavar="GAME")
@click.option(
    "-o", "--out", required=True, type=click.Path(), metavar="FILE",
    help="*.html, *.gif, *.mp4 or *.pdf.",
)  # fmt: skip
@game_option
@click.option("--turns", metavar="TURNS", help="Only these: 5, 3-5, 2.R or 2.R-3.W.")
@click.option(
    "--moves", is_flag=True, help="Film: one picture per move. PDF: a storyboard of each move."
)
@hide_hands_option
@language_option
@force_option
@click.pass_context
def export(
    context: click.Context,
    /,
    file: str,
    out: str,
    game: int,
    force: bool,
    **options: Any,  # noqa: ANN401
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
    from khronos_lab.export import export_game

    target = export_game(record, out, replace=force, **options)
    echo(f"{one_line(str(target))}: {size_text(target.stat().st_size)}")
    exit_if_partial(context, record.problem)


@click.command(short_help="Find the mistakes of a game, and say why.", epilog=EXIT_CODES)
@click.argument("file", type=click.Path(), metavar="GAME")
@game_option
@click.option("--player", help="Only the mistakes of this player.")
@click.option(
    "-o", "--out", type=click.Path(), metavar="FILE",
    help="Write a copy with marks, comments and better turns as variations.",
)  # fmt: skip
@force_option
@language_option
@progress_option
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

    It takes up to a minute for a game of four. What is worked out is kept beside a file of your
    own (GAME.review.json), so that it can be stopped and goes on another time.

    \b
    Examples:
      khronos-lab review data/games/03-four-players-valley.khr
      khronos-lab review friday.khr --player Greta
      khronos-lab review friday.khr -o friday-reviewed.khr
    """  # noqa: D301
    from khronos_lab.analysis import annotated, chapters
    from khronos_lab.simulation import review_game

    if out is not None:
        refuse_existing(out, force=force)
        game_path(out)
    record, home = game_at(file, game)
    player = in_any_case(player, record.names)
    if player is not None and player not in record.names:
        raise KhronosError(there_is_no("player", player, record.names))
    found = review_game(file, game=game, progress=progress, keep=False if home.shipped else None)
    width = min(100, get_terminal_size().columns)
    with speaking(language):
        for title, items in chapters(found if player is None else found.of_player(player)):
            echo(f"{title}\n{'=' * len(title)}", bold=True)
            for first, *rest in items:
                echo()
                echo(fill(one_line(first), width), bold=bool(rest))
                for each in rest:
                    said = one_line(each)
                    echo(fill(said, width, initial_indent="  ", subsequent_indent="  "))
            echo()
        if out is not None:
            save_as(out, annotated(record, found), replace=force)
            echo(one_line(out))
