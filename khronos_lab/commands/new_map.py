"""`khronos-lab new-map`: a map file of one's own, to play on or to edit."""

from __future__ import annotations

import secrets

import click

from khronos_lab.commands.terminal import EXIT_CODES, echo, one_line, refuse_existing
from khronos_lab.core import Grid, load_map, map_names, map_text
from khronos_lab.engine import generate_map
from khronos_lab.records import whole_file


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
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
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
    echo(f"{one_line(file)}: {told}; {terrain_counts(grid)}")


def terrain_counts(grid: Grid) -> str:
    """What a map is made of, in a few words.

    >>> terrain_counts(load_map("valley"))
    '10 hamlets, 174 plain, 72 forest, 44 mountain, 30 river'
    """
    numbers = {
        "forest": grid.forest.bit_count(),
        "mountain": grid.mountain.bit_count(),
        "river": grid.river.bit_count(),
    }
    plain = grid.area.bit_count() - sum(numbers.values())
    parts = ", ".join(f"{number} {name}" for name, number in numbers.items())
    return f"{grid.hamlets.bit_count()} hamlets, {plain} plain, {parts}"
