"""`khronos-lab show`, `validate`, `convert`, `new-map`: games in the terminal, checked, kept."""

from __future__ import annotations

import os
import secrets
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from textwrap import indent

import click

from khronos_lab.commands.terminal import (
    EXIT_CODES,
    echo,
    exit_if_partial,
    force_option,
    game_option,
    language_option,
    one_line,
    refuse_existing,
    safe,
)
from khronos_lab.core import GameState, Grid, boards_text, cards_text, load_map, map_names, map_text
from khronos_lab.engine import generate_map
from khronos_lab.export import turn_named, turns_of
from khronos_lab.records import (
    BadGame,
    GameRecord,
    Step,
    game_at,
    game_files,
    game_id,
    game_texts,
    line_text,
    local_path,
    read_game,
    refusal,
    tags_of,
    whole_file,
    write_records,
)
from khronos_lab.rulebook import KhronosError, own_or_shipped, say, speaking


@click.command(short_help="Print a game, or one turn of it.", epilog=EXIT_CODES)
@click.argument("file", type=click.Path(), metavar="FILE")
@click.option("--turn", help="Only this turn, in every detail: a number from 1, or 3.R.")
@game_option
@language_option
@click.pass_context
def show(context: click.Context, file: str, turn: str | None, game: int, language: str) -> None:
    """Print a game of FILE: tags, every turn and what came of it, and the boards at the end.

    With --turn, print the boards before the turn, every effect below what caused it, and the
    boards after it. A game with a bad move is shown up to there; then the exit code is 1.

    \b
    Examples:
      khronos-lab show data/games/01-two-players-valley.khr
      khronos-lab show friday.khr --turn 3.R
      khronos-lab show club.khr --game 2 --language de
    """  # noqa: D301
    record, _ = game_at(file, game)
    turns = turns_of(record)
    with speaking(language):
        if turn is None:
            _show_game(record, turns)
            exit_if_partial(context, record.problem)
            return
        try:
            steps = turns[turn_named(turns, turn)]
        except KhronosError as fault:
            raise click.UsageError(str(fault)) from fault
        before, label = steps[0].before, steps[0].node.label
        echo(f"{say('panel-before')} {label} ({before.player.name})\n{_table(before)}\n")
        for step in steps:
            _show_move(step, notes=True)
        echo(f"\n{say('panel-after')} {label}\n{_table(steps[-1].after)}")


def _show_game(record: GameRecord, turns: Sequence[list[Step]]) -> None:
    for key, value in tags_of(record.start, record.tags).items():
        # The value of several lines stands below its name.
        long = "\n" in value
        echo(f"{key}: " + (f"\n{indent(safe(value).strip(chr(10)), '    ')}" if long else value))
    if record.line.comment:
        echo(f"\n{{{safe(record.line.comment)}}}")
    for number, turn in enumerate(turns, 1):
        before = turn[0].before
        label = f"{turn[0].node.label} ({say('word-turn')} {number})"
        echo(f"\n{label}: {before.player.name}; {_coins(before)}")
        for step in turn:
            _show_move(step, notes=False)
    echo(f"\n{_table(turns[-1][-1].after if turns else record.start)}")


def _coins(state: GameState) -> str:
    coins = ", ".join(f"{player.name} {player.coins}" for player in state.players)
    return f"{say('word-coins')}: {coins}"


def _table(state: GameState) -> str:
    hands = ", ".join(f"{p.name} {cards_text(p.hand, p.hidden)}" for p in state.players)
    return f"{_coins(state)}\n{say('word-hands')}: {hands}\n\n{boards_text(state)}"


def _show_move(step: Step, *, notes: bool) -> None:
    """A move and its effects, each indented below its cause; notes only explain."""
    node = step.node
    digest = f"#{node.digest}" if node.digest else ""
    echo(f"  {' '.join(filter(None, (node.text, node.mark, digest)))}")
    below: list[int] = []  # the depth of what each entry causes
    for entry in step.log:
        depth = 0 if entry.cause is None else below[entry.cause]
        is_told = notes or entry.event.changes
        below.append(depth + is_told)
        if is_told:
            echo(f"    {'  ' * depth}{one_line(str(entry))}")
    if node.comment:
        echo(indent(f"{{{safe(node.comment)}}}", "    "))
    for variation in node.variations:
        echo(f"    ({one_line(line_text(variation))})")


@click.command(short_help="Check games against the rules.", epilog=EXIT_CODES)
@click.argument("files", nargs=-1, required=True, type=click.Path(), metavar="FILE...")
@click.option("--tolerant", is_flag=True, help="For a bad game, say how many moves are good.")
@click.pass_context
def validate(context: click.Context, files: tuple[str, ...], tolerant: bool) -> None:
    """Replay every game of FILE... by the rules and say what is wrong with it.

    A FILE is a record (.khr or .khr.gz), a folder of records, or a map (.txt).
    The exit code is 0 if everything is good and 1 if something is not.

    \b
    Examples:
      khronos-lab validate friday.khr club
      khronos-lab validate --tolerant friday.khr
      khronos-lab validate hills.txt
    """  # noqa: D301
    bad = 0
    for file in files:
        try:
            paths = game_files(own_or_shipped(file))
        except KhronosError as error:
            bad += _print_error(error)
            continue
        bad += sum(_validate(str(path), tolerant=tolerant) for path in paths)
    context.exit(1 if bad else 0)


def _validate(file: str, *, tolerant: bool) -> int:
    """Print a line for a file, after those for its bad games; gives the number of bad ones."""
    good = moves = bad = 0
    try:
        if file.lower().endswith(".txt"):
            grid = load_map(os.path.join(os.curdir, file))
            echo(f"{one_line(file)}: ok, a map with {_terrain_counts(grid)}")
            return 0
        for text in game_texts(file):
            game = read_game(text, tolerant=tolerant)
            if isinstance(game, BadGame):
                bad += _print_error(game.error)
            elif game.problem is not None:
                kept = _count_text(len(game.line.nodes), "move")
                bad += _print_error(
                    game.problem, f"The game at line {text.first_line} is good up to there: {kept}."
                )
            else:
                good, moves = good + 1, moves + len(game.line.nodes)
    except KhronosError as error:
        return bad + _print_error(error)
    if good or not bad:
        ok = f"ok, {_count_text(good, 'game')}, {_count_text(moves, 'move')}"
        echo(f"{one_line(file)}: {ok}{f'; {bad} bad' if bad else ''}")
    return bad


def _print_error(error: KhronosError, more: str = "") -> int:
    echo(one_line(str(error)))
    for text in filter(None, (more, getattr(error, "position", None))):
        echo(indent(safe(text).rstrip("\n"), "    "))
    return 1


def _count_text(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'s' * (number != 1)}"


@click.command(short_help="Convert games to one file, or to tables.", epilog=EXIT_CODES)
@click.argument("source", type=click.Path(), metavar="IN")
@click.argument("target", type=click.Path(), metavar="OUT")
@click.option(
    "--to", "form", type=click.Choice(["khr", "parquet"]),
    help="The format, whatever OUT is named.",
)  # fmt: skip
@force_option
@click.option("--tolerant", is_flag=True, help="Keep the good beginning of a game with a bad move.")
@click.pass_context
def convert(
    context: click.Context, source: str, target: str, form: str | None, force: bool, tolerant: bool
) -> None:
    """Convert the games of IN, a file or folder, to OUT.

    Name OUT *.khr or *.khr.gz for one file of games, or a folder (with a / at the end) for Parquet
    tables of games, players, turns and events. Bad games are reported
    and left out; then the exit code is 1. OUT is written whole or not at all. In tables a game that
    is there twice counts once, and has the same id whatever folder it comes from.

    \b
    Examples:
      khronos-lab convert club club.khr.gz
      khronos-lab convert club tables/
    """  # noqa: D301
    if not target:
        raise click.UsageError("OUT is empty; name a file or folder")
    if form is None and target.lower().endswith((".khr", ".khr.gz")):
        form = "khr"
    elif form is None and not target.endswith(("/", os.sep)) and not Path(target).is_dir():
        raise click.UsageError(f"{target} ends in none of .khr, .khr.gz and /")
    path, games = local_path(target), GoodGames(source, tolerant=tolerant)
    if form == "khr":
        refuse_existing(target, force=force)
        write_records(target, games, replace=force)
    else:
        if not force and (any(path.iterdir()) if path.is_dir() else path.exists()):
            raise KhronosError(f"{target}: exists already; --force replaces it")
        from khronos_lab.analysis import tables_of, write_tables

        try:
            write_tables(target, tables_of(games.once()), overwrite=force)
        except OSError as fault:
            raise refusal(target, "written", fault) from fault
    bad = f"; {_count_text(games.bad, 'bad game')} told above" if games.bad else ""
    good = f"{_count_text(games.good, 'game')}, {_count_text(games.moves, 'move')}"
    echo(f"{one_line(target)}: {good}{bad}")
    if games.bad:
        context.exit(1)


class GoodGames:
    """The good games of a file or folder; bad ones are told as they come and counted."""

    def __init__(self, source: str, *, tolerant: bool = False) -> None:
        self._source, self._tolerant = source, tolerant
        self.good = self.moves = self.bad = 0

    def __iter__(self) -> Iterator[GameRecord]:
        return (record for _, record in self._placed())

    def once(self) -> Iterator[GameRecord]:
        """Records to be counted: a game that comes again is told and left out."""
        places: dict[str, tuple[str, int]] = {}
        for place, record in self._placed():
            first = places.setdefault(game_id(record), place)
            if first == place:
                yield record
            else:
                self.good -= 1
                said = say(
                    "files-twin", file=place[0], game=place[1], other=first[0], first=first[1]
                )
                echo(f"khronos-lab: {one_line(said)}", err=True)

    def _placed(self) -> Iterator[tuple[tuple[str, int], GameRecord]]:
        """Each game with its file and its number there."""
        numbers: Counter[str] = Counter()
        for text in game_texts(own_or_shipped(self._source)):
            numbers[text.file] += 1
            game = read_game(text, tolerant=self._tolerant)
            fault = game.error if isinstance(game, BadGame) else game.problem
            if fault is not None:
                self.bad += 1
                echo(f"khronos-lab: {one_line(str(fault))}", err=True)
            if isinstance(game, GameRecord):
                self.good += 1
                self.moves += len(game.line.nodes)
                yield (Path(text.file).as_posix(), numbers[text.file]), game
        if not self.good:
            raise KhronosError(f"{self._source}: there is no good game, so nothing was written")


@click.command("new-map", short_help="Make a map to play on or to edit.", epilog=EXIT_CODES)
@click.argument("file", type=click.Path(), metavar="FILE")
@click.option("--seed", metavar="SEED", help="The same seed gives the same map.  [default: new]")
@click.option(
    "--from",
    "model",
    metavar="MAP",
    help="Copy this map instead: a name or a file.",
    shell_complete=lambda _, __, begun: [name for name in map_names() if name.startswith(begun)],
)
@force_option
def new_map(file: str, seed: str | None, model: str | None, force: bool) -> None:
    """Make a map in FILE: a river, hills, woods and ten hamlets; FILE is - for the screen.

    The file is plain text of 20 rows with 16 squares (. plain, f forest, ^ mountain, ~ river, h a
    hamlet on plain, H one in the forest). Edit it as you like and check it with
    khronos-lab validate FILE.

    \b
    Examples:
      khronos-lab new-map hills.txt
      khronos-lab new-map hills.txt --seed 7 --force
      khronos-lab new-map mine.txt --from valley
      khronos-lab simulate --games 100 --players greedy,greedy --map ./hills.txt --out runs/hills
    """  # noqa: D301
    if seed is not None and model is not None:
        raise click.UsageError("--seed makes a map, --from copies one; give one of the two")
    if model is None:
        seed = secrets.token_hex(3) if seed is None else seed
        grid, told = generate_map(seed), f"a map from seed {one_line(seed)}"
    else:
        grid = load_map(model)
        told = f"a copy of {one_line(grid.name or model)}"
    text = f"# {told}\n{map_text(grid)}"
    if file == "-":
        echo(text, end="")
        return
    refuse_existing(file, force=force)
    with whole_file(file, replace=force) as target:
        target.write(text)
    echo(f"{one_line(file)}: {told}; {_terrain_counts(grid)}")


def _terrain_counts(grid: Grid) -> str:
    numbers = {
        "forest": grid.forest.bit_count(),
        "mountain": grid.mountain.bit_count(),
        "river": grid.river.bit_count(),
    }
    plain = grid.area.bit_count() - sum(numbers.values())
    parts = ", ".join(f"{number} {name}" for name, number in numbers.items())
    return f"{grid.hamlets.bit_count()} hamlets, {plain} plain, {parts}"
