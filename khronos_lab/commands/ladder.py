"""`khronos-lab ladder`: which player is stronger, and by how much."""

from __future__ import annotations

import click

from khronos_lab.commands.terminal import EXIT_CODES, echo, find_own_players


@click.command(short_help="Find out which players are stronger.", epilog=EXIT_CODES)
@click.option(
    "--players", required=True, metavar="NAME,NAME...", help="Two or more players, by name."
)
@click.option(
    "--out", required=True, type=click.Path(), metavar="DIR", help="The folder for the games."
)
@click.option("--deals", type=click.IntRange(1), default=50, show_default=True, metavar="N",
              help="How many deals; each is played from every seat.")  # fmt: skip
@click.option("--table", type=click.IntRange(2, 5), default=2, show_default=True, metavar="N",
              help="How many players sit at a table.")  # fmt: skip
@click.option(
    "--seed", default="0", show_default=True, metavar="SEED", help="The seed of the deals."
)
@click.option("--map", "maps", multiple=True, metavar="MAP", help="The map: a name or a file.")
@click.option(
    "--workers", type=click.IntRange(1, 1000), metavar="N", help="How many processes to use."
)
@click.option("--progress/--quiet", default=None, help="Show a progress bar.")
def ladder(
    players: str,
    out: str,
    deals: int,
    table: int,
    seed: str,
    maps: tuple[str, ...],
    workers: int | None,
    progress: bool | None,
) -> None:
    """Let every pair of players play the same deals from every seat, and rate them.

    At a table of more than two, one of them plays against several of the other, and vice versa. The
    games are kept in DIR as datasets; if you stop it, the same command goes on from there.

    \b
    Examples:
      khronos-lab ladder --players random,greedy,planner --out runs/ladder
      khronos-lab ladder --players greedy,planner --table 4 --deals 25 --out runs/four
    """  # noqa: D301
    from khronos_lab.simulation.ladder import ladder as play_all

    find_own_players()
    names = [name.strip() for name in players.split(",")]
    try:
        found = play_all(
            names,
            out,
            table=table,
            deals=deals,
            seed=seed,
            maps=maps or ("valley",),
            workers=workers,
            progress=progress,
        )
    except KeyboardInterrupt as stopped:
        raise click.ClickException(str(stopped) or "interrupted.") from None
    echo(str(found))
