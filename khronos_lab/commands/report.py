"""`khronos-lab report`: a game or a dataset as one page to read and to send."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from khronos_lab.commands.terminal import (
    EXIT_CODES,
    echo,
    find_own_players,
    language_option,
    leave_if_bad,
    one_line,
    refuse_existing,
    size_text,
    tell_twin,
    trust_option,
)
from khronos_lab.records.game_files import BadGame, game_at, game_files, game_id, read_games
from khronos_lab.records.model import GameRecord
from khronos_lab.records.safe_files import whole_file
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.resources import own_or_shipped

if TYPE_CHECKING:
    from khronos_lab.front.dataset import Dataset

PAGES = (".html", ".htm")


@click.command(short_help="Report on a game or a dataset in one page.", epilog=EXIT_CODES)
@click.argument("source", type=click.Path(), metavar="GAME|DATASET")
@click.option("-o", "--out", required=True, type=click.Path(), metavar="FILE", help="*.html.")
@language_option
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
@click.option(
    "--moments",
    type=click.IntRange(0, 1000),
    metavar="N",
    help="How many moments replay in it.",
)
@click.option("--game", type=click.IntRange(1), default=1, help="The game of the file, from 1.")
@click.option("--hide-hands", is_flag=True, help="Hide all cards that were not played.")
@click.option(
    "--review/--no-review", default=True, help="Look for mistakes in a game, about 20 seconds."
)
@trust_option
@click.option("--progress/--quiet", default=None, help="Show a progress bar.")
@click.pass_context
def report(
    context: click.Context,
    source: str,
    out: str,
    language: str,
    force: bool,
    moments: int | None,
    game: int,
    hide_hands: bool,
    review: bool,
    trust: tuple[str, ...],
    progress: bool | None,
) -> None:
    """Write one page that needs nothing else: the story of a game, or the statistics of a dataset.

    A GAME is a record (*.khr, *.jsonl): the page tells who won, replays the moves that mattered in
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
    if Path(out).suffix.lower() not in PAGES:
        raise click.UsageError(f"a report is a page; name it *.html, not {one_line(out)}")
    refuse_existing(out, force=force)
    path = own_or_shipped(source)
    if trust:
        find_own_players()
    shown = 3 if moments is None else moments
    if path.is_dir():
        problem = None
        _games(path, source).report(out, replays=shown, trust=trust, language=language)
    else:
        record, _ = game_at(source, game)
        problem = record.problem
        text = _story(record, shown, review, hide_hands, progress, language)
        with whole_file(out, replace=force) as file:
            file.write(text)
    echo(f"{one_line(out)}: {size_text(Path(out).stat().st_size)}")
    leave_if_bad(context, problem)


def _story(
    record: GameRecord,
    moments: int,
    review: bool,
    hide_hands: bool,
    progress: bool | None,
    language: str,
) -> str:
    from khronos_lab import __version__
    from khronos_lab.export.record_parts import without_hands
    from khronos_lab.report.game import story_html

    shown = without_hands(record) if hide_hands else record
    extra = []
    if review and record.line.nodes:
        from khronos_lab.report.review import review_section
        from khronos_lab.simulation.review import review_game

        extra.append(review_section(review_game(shown, progress=progress), language))
    return story_html(shown, most=moments, version=__version__, extra=extra, language=language)


def _games(path: Path, source: str) -> Dataset:
    """The dataset of a folder; of records those that can be read, and what cannot is told."""
    from khronos_lab.front.dataset import dataset

    title = Path(source).name or source
    if any(path.rglob("*.parquet")):
        games = dataset(source)
        games.name = title
        return games
    found: dict[str, GameRecord] = {}
    places: dict[str, tuple[str, int]] = {}
    for file in game_files(path):
        for number, game in enumerate(read_games(file), 1):
            if isinstance(game, BadGame):
                echo(f"khronos-lab: {one_line(str(game.error))}", err=True)
                continue
            place = (Path(source) / file.relative_to(path)).as_posix(), number
            first = places.setdefault(game_id(game), place)
            if first != place:
                tell_twin(place, first)
            found.setdefault(game_id(game), game)
    if not found:
        raise KhronosError(f"{path}: there is no good game, so nothing was written")
    games = dataset(found.values())
    games.name = title
    return games
