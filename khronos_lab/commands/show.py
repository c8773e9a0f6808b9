"""`khronos-lab show`: a game in the terminal, as text boards and sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import indent

import click

from khronos_lab.commands.terminal import EXIT_CODES, echo, one_line, safe
from khronos_lab.core.position.writer import boards_text
from khronos_lab.core.resolution import Entry
from khronos_lab.core.state import GameState, cards_text
from khronos_lab.export.record_parts import turn_named, turns_of
from khronos_lab.records.format.tags import tags_of
from khronos_lab.records.format.writer import line_text
from khronos_lab.records.model import GameRecord, Node, Step
from khronos_lab.records.saving import game_at
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.language import LANGUAGES, language, say, speaking

Turn = list[Step]


@click.command(short_help="Print a game, or one turn of it.", epilog=EXIT_CODES)
@click.argument("file", type=click.Path(), metavar="FILE")
@click.option("--turn", help="Only this turn, in every detail: a number from 1, or 3.R.")
@click.option("--game", type=click.IntRange(1), default=1, help="The game of the file, from 1.")
@click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    default=language,
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
    if record.problem is not None:
        echo(f"khronos-lab: {one_line(str(record.problem))}", err=True)
        context.exit(1)


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
    echo(f"  {' '.join(_move(node))}")
    for sentence in _effects(step.log, notes=notes):
        echo(f"    {sentence}")
    if node.comment:
        echo(indent(_comment(node.comment), "    "))
    for variation in node.variations:
        echo(f"    ({one_line(line_text(variation))})")


def _move(node: Node) -> list[str]:
    digest = f"#{node.digest}" if node.digest else ""
    return [word for word in (node.text, node.mark, digest) if word]


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
