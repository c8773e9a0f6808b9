"""`khronos-lab show`, `validate`, `convert`: games in the terminal, checked, in other formats."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from textwrap import indent

import click

from khronos_lab.commands.new_map import terrain_counts
from khronos_lab.commands.terminal import (
    EXIT_CODES,
    echo,
    leave_if_bad,
    one_line,
    refuse_existing,
    safe,
    tell_twin,
)
from khronos_lab.core import Entry, GameState, boards_text, cards_text, load_map
from khronos_lab.export import turn_named, turns_of
from khronos_lab.records import (
    BadGame,
    GameRecord,
    GameText,
    Step,
    game_at,
    game_files,
    game_texts,
    line_text,
    local_path,
    read_game,
    read_games,
    refusal,
    tags_of,
    with_twins,
    write_records,
)
from khronos_lab.rulebook import (
    LANGUAGES,
    KhronosError,
    current_language,
    own_or_shipped,
    say,
    speaking,
)

Turn = list[Step]


@click.command(short_help="Print a game, or one turn of it.", epilog=EXIT_CODES)
@click.argument("file", type=click.Path(), metavar="FILE")
@click.option("--turn", help="Only this turn, in every detail: a number from 1, or 3.R.")
@click.option("--game", type=click.IntRange(1), default=1, help="The game of the file, from 1.")
@click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    default=current_language,
    help="The language of the sentences.",
)
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
        if turn is not None:
            try:
                place = turn_named(turns, turn)
            except KhronosError as fault:
                raise click.UsageError(str(fault)) from fault
            _show_turn(turns[place])
            return
        _show_game(record, turns)
    leave_if_bad(context, record.problem)


# ------------------------------------------------------------------ a whole game


def _show_game(record: GameRecord, turns: Sequence[Turn]) -> None:
    for key, value in tags_of(record.start, record.tags).items():
        echo(f"{key}: {_value(value)}")
    if record.line.comment:
        echo(f"\n{_comment(record.line.comment)}")
    for number, turn in enumerate(turns, 1):
        echo(f"\n{_title(number, turn)}")
        for step in turn:
            _show_move(step, notes=False)
    final = turns[-1][-1].after if turns else record.start
    echo(f"\n{_table(final)}")


def _value(value: str) -> str:
    """The value of a tag; one of several lines stands below its name."""
    return f"\n{indent(safe(value).strip(chr(10)), '    ')}" if "\n" in value else value


def _title(number: int, turn: Turn) -> str:
    before = turn[0].before
    label = f"{turn[0].node.label} ({say('word-turn')} {number})"
    return f"{label}: {before.player.name}; {_coins(before)}"


def _coins(state: GameState) -> str:
    coins = ", ".join(f"{player.name} {player.coins}" for player in state.players)
    return f"{say('word-coins')}: {coins}"


def _table(state: GameState) -> str:
    """Coins, hands and boards."""
    hands = ", ".join(f"{p.name} {cards_text(p.hand, p.hidden)}" for p in state.players)
    return f"{_coins(state)}\n{say('word-hands')}: {hands}\n\n{boards_text(state)}"


# ------------------------------------------------------------------ a turn and its moves


def _show_turn(turn: Turn) -> None:
    before, after = turn[0].before, turn[-1].after
    echo(f"{say('panel-before')} {turn[0].node.label} ({before.player.name})\n{_table(before)}\n")
    for step in turn:
        _show_move(step, notes=True)
    echo(f"\n{say('panel-after')} {turn[0].node.label}\n{_table(after)}")


def _show_move(step: Step, *, notes: bool) -> None:
    """A move and its effects, each below its cause; notes only explain."""
    node = step.node
    digest = f"#{node.digest}" if node.digest else ""
    echo(f"  {' '.join(filter(None, (node.text, node.mark, digest)))}")
    for sentence in _effects(step.log, notes=notes):
        echo(f"    {sentence}")
    if node.comment:
        echo(indent(_comment(node.comment), "    "))
    for variation in node.variations:
        echo(f"    ({one_line(line_text(variation))})")


def _comment(comment: str) -> str:
    return f"{{{safe(comment)}}}"


def _effects(log: Sequence[Entry], *, notes: bool) -> Iterator[str]:
    """The sentences of a log, each indented below its cause."""
    below: list[int] = []  # the depth of what each entry causes
    for entry in log:
        depth = 0 if entry.cause is None else below[entry.cause]
        is_told = notes or entry.event.changes
        below.append(depth + is_told)
        if is_told:
            yield "  " * depth + one_line(str(entry))


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
            bad += _told(error)
            continue
        for path in paths:
            is_map = path.suffix.lower() == ".txt"
            bad += _validate_map(str(path)) if is_map else _validate(str(path), tolerant=tolerant)
    context.exit(1 if bad else 0)


def _validate(file: str, *, tolerant: bool) -> int:
    """Print a line for a file, after those for its bad games; gives the number of bad ones."""
    good = moves = bad = 0
    try:
        for text in game_texts(file):
            game = read_game(text, tolerant=tolerant)
            fault = game.error if isinstance(game, BadGame) else game.problem
            if fault is not None:
                bad += _told(fault, _kept(text, game))
            elif isinstance(game, GameRecord):
                good, moves = good + 1, moves + len(game.line.nodes)
    except KhronosError as error:
        return bad + _told(error)
    if good or not bad:
        ok = f"ok, {counted(good, 'game')}, {counted(moves, 'move')}"
        echo(f"{one_line(file)}: {ok}{f'; {bad} bad' if bad else ''}")
    return bad


def _validate_map(file: str) -> int:
    """Print a line for a map; gives 1 if it is a bad one."""
    try:
        grid = load_map(os.path.join(os.curdir, file))
    except KhronosError as error:
        return _told(error)
    echo(f"{one_line(file)}: ok, a map with {terrain_counts(grid)}")
    return 0


def _kept(text: GameText, game: GameRecord | BadGame) -> str:
    """What a tolerant reader keeps of a game with a fault."""
    if isinstance(game, BadGame):
        return ""
    moves = counted(len(game.line.nodes), "move")
    return f"The game at line {text.first_line} is good up to there: {moves}."


def _told(error: KhronosError, more: str = "") -> int:
    """Print an error, with the boards if it has a position; it counts as one."""
    echo(one_line(str(error)))
    for text in filter(None, (more, getattr(error, "position", None))):
        echo(indent(safe(text).rstrip("\n"), "    "))
    return 1


def counted(number: int, thing: str) -> str:
    """A number of things.

    >>> counted(1, "game"), counted(1200, "move")
    ('1 game', '1,200 moves')
    """
    return f"{number:,} {thing}{'s' * (number != 1)}"


FORMATS = ("khr", "parquet")


@click.command(short_help="Convert games to one file, or to tables.", epilog=EXIT_CODES)
@click.argument("source", type=click.Path(), metavar="IN")
@click.argument("target", type=click.Path(), metavar="OUT")
@click.option("--to", "form", type=click.Choice(FORMATS), help="The format, whatever OUT is named.")
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
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
    form = form or _form(target)
    path = local_path(target)
    if form != "parquet":
        refuse_existing(target, force=force)
    elif not force and (any(path.iterdir()) if path.is_dir() else path.exists()):
        raise KhronosError(f"{target}: exists already; --force replaces it")
    games = _Games(source, tolerant=tolerant)
    said = _write(target, form, games, force=force)
    echo(f"{one_line(target)}: {said}")
    if games.bad:
        context.exit(1)


def _form(target: str) -> str:
    """The format that a name asks for."""
    if target.lower().endswith((".khr", ".khr.gz")):
        return "khr"
    if target.endswith(("/", os.sep)) or Path(target).is_dir():
        return "parquet"
    raise click.UsageError(f"{target} ends in none of .khr, .khr.gz and /")


class _Games:
    """The good games of a source; bad ones are told as they come and counted."""

    def __init__(self, source: str, *, tolerant: bool) -> None:
        self._source, self._tolerant = source, tolerant
        self.good = self.moves = self.bad = 0

    def __iter__(self) -> Iterator[GameRecord]:
        for game in read_games(own_or_shipped(self._source), tolerant=self._tolerant):
            fault = game.error if isinstance(game, BadGame) else game.problem
            if fault is not None:
                self.bad += 1
                echo(f"khronos-lab: {one_line(str(fault))}", err=True)
            if isinstance(game, GameRecord):
                self.good += 1
                self.moves += len(game.line.nodes)
                yield game
        if not self.good:
            raise KhronosError(f"{self._source}: there is no good game, so nothing was written")

    def once(self) -> Iterator[GameRecord]:
        """The same for counting: a game that comes again is told and left out."""
        for number, (_, record, twin_of) in enumerate(with_twins(self), 1):
            if twin_of is None:
                yield record
            else:
                self.good -= 1
                tell_twin((self._source, number), (self._source, twin_of + 1))


def _write(target: str, form: str, games: _Games, *, force: bool) -> str:
    """Write the games; what was written is said in a few words."""
    if form == "parquet":
        _write_tables(target, games, force=force)
    else:
        write_records(target, games, replace=force)
    bad = f"; {counted(games.bad, 'bad game')} told above" if games.bad else ""
    return f"{counted(games.good, 'game')}, {counted(games.moves, 'move')}{bad}"


def _write_tables(target: str, games: _Games, *, force: bool) -> None:
    from khronos_lab.analysis import tables_of, write_tables

    try:
        write_tables(target, tables_of(games.once()), overwrite=force)
    except OSError as fault:
        raise refusal(target, "written", fault) from fault
