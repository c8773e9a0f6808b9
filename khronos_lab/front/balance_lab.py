"""The balance lab: the same deals under other rules, and what they change."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from khronos_lab.front.datasets import Dataset, simulate
from khronos_lab.questions import Answer, Balance
from khronos_lab.records import PathName
from khronos_lab.rulebook import KhronosError, RuleSet, quoted

if TYPE_CHECKING:
    from khronos_lab.core import Grid
    from khronos_lab.desk import Replay

USUAL: Final = ""
"""The name of the usual rules among variants."""


def balance(
    variants: Mapping[str, RuleSet] | RuleSet,
    games: int = 400,
    players: Sequence[str] = ("greedy",) * 4,
    out: PathName | None = None,
    *,
    seed: int | str = 0,
    maps: Sequence[str | Grid] = ("valley",),
    workers: int | None = None,
    progress: bool | None = None,
) -> Answer:
    """What changes if the rules do: the same deals under the usual rules and under each variant.

    `variants` are rule sets with their names, `{"castle 3": rules_with(castle=3)}`, or one of them.
    Every variant is played `games` times with the deals of the usual rules, and compared with them
    deal by deal: coins, income by age, paradoxes, how often each building is chosen and wins, who
    plays first, whether games are open until the end. 1,000 deals of planners take some minutes;
    the bar says beforehand about how many. With a folder `out` all games are kept there, one
    dataset for each rule set, and the same call goes on where it was.
    """
    from khronos_lab.simulation import announced, planned

    named = _checked({repr(variants): variants} if isinstance(variants, RuleSet) else variants)
    plans = [planned(games, players, rules=[rules]) for _, rules in named.values()]
    with announced(plans, 0, workers, None, progress) as bar:
        played = {
            name: simulate(
                games, players, None if out is None else Path(out) / folder, rules=rules,
                seed=seed, maps=maps, workers=workers, progress=bar,
            )
            for name, (folder, rules) in named.items()
        }  # fmt: skip
    usual, *_ = chosen = [each._chosen for each in played.values()]
    others = dict(zip(named, chosen, strict=True))
    del others[USUAL]
    return Balance(usual, others, opener=partial(_open, played))


def _open(played: Mapping[str, Dataset], game: str, step: int) -> Replay:
    """The replay of a game of any of the datasets.

    Bound to them it keeps them, and with them the folders of games that nobody else keeps.
    """
    found = (each for each in played.values() if game in each.games.collect()["game"])
    return next(found).game(game).replay(step=step)


def _checked(variants: object) -> dict[str, tuple[str, RuleSet]]:
    """By name: a folder and the rule set, the usual rules first."""
    if not isinstance(variants, Mapping) or not variants:
        raise KhronosError(
            'Name the variants: kl.balance({"castle 3": kl.rules_with(castle=3)}, games=400).'
        )
    found = {USUAL: ("usual-rules", RuleSet())}
    for name, rules in variants.items():
        if not isinstance(rules, RuleSet):
            raise KhronosError(
                f"{quoted(name)} is not a rule set: write kl.rules_with(castle=3), not "
                f"{quoted(rules)}."
            )
        if rules == RuleSet():
            raise KhronosError(f"{quoted(name)} changes nothing: those are the usual rules.")
        folder = re.sub(r"[^a-z0-9]+", "-", str(name).lower()).strip("-") or "variant"
        if folder in [each for each, _ in found.values()]:
            raise KhronosError(f"Two variants are called {quoted(folder)}: name them differently.")
        found[str(name)] = (folder, rules)
    return found
