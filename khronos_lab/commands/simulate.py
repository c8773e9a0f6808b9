"""`khronos-lab simulate` and `ladder`: many games as a dataset, and who plays better."""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any, TypeVar

import click

from khronos_lab.commands.terminal import (
    EXIT_CODES,
    echo,
    find_own_players,
    one_line,
    progress_option,
    refuse_existing,
    trust_option,
)
from khronos_lab.rulebook import RULES, Edition, KhronosError, RuleSet, capital

if TYPE_CHECKING:
    from khronos_lab.simulation import Report

F = TypeVar("F", bound=Callable[..., object])

TOLD = 5
"""Failures that are printed."""

out_option = click.option(
    "--out", required=True, type=click.Path(), metavar="DIR", help="The folder for the games."
)
workers_option = click.option(
    "--workers", type=click.IntRange(1, 1000), metavar="N", help="How many processes to use."
)


def _switches(command: F) -> F:
    """Give a command a flag for every switch of the rules."""
    for rule in reversed(RULES[1:]):
        flag = f"--{'no-' if rule.default is True else ''}{rule.name.replace('_', '-')}"
        said = f"{capital(rule.meaning)} ({rule.clause})."
        command = click.option(flag, rule.name, is_flag=True, help=said)(command)
    return command


@click.command(short_help="Let players play many games.", epilog=EXIT_CODES)
@out_option
@click.option("--games", type=click.IntRange(1), metavar="N", help="How many games.")
@click.option("--players", metavar="NAME,NAME...", help="Two to five, in seat order.")
@click.option("--seed", metavar="SEED", help="Another seed gives other games.  [default: 0]")
@click.option(
    "--map", "maps", multiple=True, metavar="MAP", help="The map: a name, a file or 'generated'."
)
@click.option(
    "--edition",
    "editions",
    multiple=True,
    type=click.Choice([edition.value for edition in Edition]),
    help="Which edition is played (V1).  [default: second]",
)
@_switches
@click.option("--seats", type=click.Choice(["rotate", "all", "fixed"]), help="How seats change.")
@click.option("--paired", is_flag=True, help="Play each deal with every order of seats.")
@click.option("--records", is_flag=True, help="Keep the records of the games, too.")
@click.option(
    "--events/--no-events", default=None,
    help="Tell what happens, or only how games end.  [default: events]",
)  # fmt: skip
@click.option("--shard-games", type=click.IntRange(1), metavar="N", help="Games in a shard.")
@workers_option
@click.option("--dask", metavar="ADDRESS", help="The scheduler of a Dask cluster, tcp://host:8786.")
@progress_option
@click.option("--game", type=click.IntRange(0), metavar="K", help="Play game K of DIR again.")
@trust_option
@click.option("--save", type=click.Path(), metavar="FILE", help="With --game: its record, *.khr.")
@click.pass_context
def simulate(
    context: click.Context,
    /,
    out: str,
    game: int | None,
    save: str | None,
    trust: tuple[str, ...],
    workers: int | None,
    dask: str | None,
    events: bool | None,
    progress: bool | None,
    **asked: object,
) -> None:
    """Let players play N games; DIR gets tables of games, players, turns and events.

    Players are those of the roster (random, greedy, planner, master, might-builder, faith-raider,
    reason-settler) or your own as module:ClassName. --map and --edition can be given several times;
    games then change between them.

    If it is stopped or killed, khronos-lab simulate --out DIR goes on from there and makes again
    what is damaged; if a player is your own, name its module, too: --trust my_players. A game that
    fails is left out and reported at the end; then the exit code is 1.

    --no-events plays much faster and notes only how the games end; with --events the same command
    tells the rest later.

    \b
    Examples:
      khronos-lab simulate --games 1000 --players greedy,random --out runs/first
      khronos-lab simulate --games 900 --players planner,greedy,greedy --paired \\
          --map valley --map delta --out runs/paired
      khronos-lab simulate --out runs/paired --dask tcp://10.0.0.5:8786
      khronos-lab simulate --out runs/paired --game 7 --save seven.khr
    """  # noqa: D301
    find_own_players()
    if game is not None:
        _play_again(out, game, save, trust)
        return
    if save is not None:
        raise click.UsageError("--save keeps one game; say which with --game")
    from khronos_lab.simulation import dask_client, resume
    from khronos_lab.simulation import simulate as play

    given = {name: value for name, value in asked.items() if value or type(value) is int}
    start = time.perf_counter()
    with nullcontext() if dask is None else dask_client(dask) as client:
        options: Any = {"workers": workers, "cluster": client, "progress": progress}
        try:
            if given:
                report = play(out=out, events=events is not False, **_arguments(given), **options)
            else:
                report = resume(out, trust=trust, events=bool(events), **options)
        except KeyboardInterrupt as stopped:
            raise click.ClickException(str(stopped) or "interrupted.") from None
    echo(f"{one_line(str(report))}; {time.perf_counter() - start:.1f} s")
    if report.failed:
        _tell_failures(out, report)
        context.exit(1)


def _arguments(given: dict[str, Any]) -> dict[str, Any]:
    """The arguments of `simulate` that options of the command stand for."""
    for name in ("games", "players"):
        if name not in given:
            raise click.UsageError(
                f"--{name} is missing; without any option but --out a simulation goes on"
            )
    players = [name.strip() for name in given.pop("players").split(",")]
    editions = given.pop("editions", (Edition.SECOND.value,))
    switched = [rule for rule in RULES if given.pop(rule.name, False)]
    chosen: dict[str, Any] = {rule.name: not rule.default for rule in switched}
    rules = [RuleSet(Edition(edition), **chosen) for edition in editions]
    return {**given, "players": players, "rules": rules}


def _tell_failures(out: str, report: Report) -> None:
    """Say which games failed and how to see one of them fail."""
    said = [str(failure) for failure in report.failures[:TOLD]]
    if report.failed > TOLD:
        said.append(f"and {report.failed - TOLD:,} more; {out}/manifest.json has all")
    first = report.failures[0]
    modules = dict.fromkeys(name.partition(":")[0] for name in first.players if ":" in name)
    trust = "".join(f" --trust {shlex.quote(module)}" for module in modules)
    command = f"khronos-lab simulate --out {shlex.quote(out)} --game {first.number}{trust}"
    for each in (*said, f"play one of them again with: {command}"):
        echo(f"khronos-lab: {one_line(each)}", err=True)


def _play_again(out: str, number: int, save: str | None, trust: tuple[str, ...]) -> None:
    """Play a game of a dataset, say how it ended, and keep its record if asked."""
    if save is not None:
        refuse_existing(save, force=None)
    from khronos_lab.records import steps_of, write_records
    from khronos_lab.simulation import error_text, play_again

    try:
        record = play_again(out, number, trust=trust)
    except KhronosError:
        raise
    except Exception as error:
        raise click.ClickException(f"game {number}: {error_text(error)}") from error
    *_, last = steps_of(record)
    coins = ", ".join(f"{player.name} {player.coins}" for player in last.after.players)
    said = f"game {number}: {len(record.line.nodes)} moves; coins: {one_line(coins)}"
    if save is not None:
        write_records(save, [record], replace=False)
        said = f"{said}; saved as {one_line(save)}"
    echo(said)


@click.command(short_help="Find out which players are stronger.", epilog=EXIT_CODES)
@click.option(
    "--players", required=True, metavar="NAME,NAME...", help="Two or more players, by name."
)
@out_option
@click.option("--deals", type=click.IntRange(1), default=50, show_default=True, metavar="N",
              help="How many deals; each is played from every seat.")  # fmt: skip
@click.option("--table", type=click.IntRange(2, 5), default=2, show_default=True, metavar="N",
              help="How many players sit at a table.")  # fmt: skip
@click.option(
    "--seed", default="0", show_default=True, metavar="SEED", help="The seed of the deals."
)
@click.option("--map", "maps", multiple=True, default=("valley",), metavar="MAP",
              help="The map: a name or a file.")  # fmt: skip
@workers_option
@progress_option
def ladder(players: str, out: str, **options: Any) -> None:  # noqa: ANN401
    """Let every pair of players play the same deals from every seat, and rate them.

    At a table of more than two, one of them plays against several of the other, and vice versa. The
    games are kept in DIR as datasets; if you stop it, the same command goes on from there.

    \b
    Examples:
      khronos-lab ladder --players random,greedy,planner --out runs/ladder
      khronos-lab ladder --players greedy,planner --table 4 --deals 25 --out runs/four
    """  # noqa: D301
    from khronos_lab.simulation import ladder as play_all

    find_own_players()
    try:
        found = play_all([name.strip() for name in players.split(",")], out, **options)
    except KeyboardInterrupt as stopped:
        raise click.ClickException(str(stopped) or "interrupted.") from None
    echo(str(found))
