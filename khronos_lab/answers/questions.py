"""All questions that many games can be asked: one declaration each.

`Dataset` has a method for each of them; a new one needs its statistic, its figure, its finding and
its words, and a line here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import MappingProxyType
from typing import Any, Final

import polars as pl

from khronos_lab.analysis.statistics.buildings.lives import lives
from khronos_lab.analysis.statistics.buildings.shadows import erasures, paradoxes, shadow_outcomes
from khronos_lab.analysis.statistics.buildings.survival import (
    Unit,
    fates_with_intervals,
    folded_life_table,
    survival_with_intervals,
)
from khronos_lab.analysis.statistics.card_luck import cards_held, hand_results, luck
from khronos_lab.analysis.statistics.compare import compare
from khronos_lab.analysis.statistics.computing.intervals import share_interval
from khronos_lab.analysis.statistics.coverage import clause_coverage
from khronos_lab.analysis.statistics.domains import cascade_lengths, cascades, domain_events
from khronos_lab.analysis.statistics.income import coin_curve, how_won, income
from khronos_lab.analysis.statistics.leads import comebacks, decided
from khronos_lab.analysis.statistics.measures import game_measures, player_measures
from khronos_lab.analysis.statistics.openings import openings, rated_openings
from khronos_lab.analysis.statistics.payoff import payoff
from khronos_lab.analysis.statistics.ratings import duels, ratings
from khronos_lab.analysis.statistics.seats import fair_seats, seat_effects
from khronos_lab.analysis.statistics.spending import cards_spent, spending
from khronos_lab.analysis.tables.schema import AGE
from khronos_lab.answers import findings
from khronos_lab.answers.answer import Answer, Question
from khronos_lab.answers.chosen_games import ChosenGames
from khronos_lab.core.squares import bits, name
from khronos_lab.drawing.figures.income import draw_income_bands
from khronos_lab.drawing.output.figure import Drawing
from khronos_lab.drawing.statistics import buildings, domains, leads, money, players
from khronos_lab.drawing.statistics.heat_map import What, draw_heat, grid_of, heat
from khronos_lab.rulebook.pieces import AGES

Draw = Callable[..., Drawing]
By = Sequence[str]


def _of_rows(draw: Draw, *names: str) -> Draw:
    """A figure of an answer's rows; of its options those that are named, and the games."""

    def drawn(answer: Answer, **how: Any) -> Drawing:  # noqa: ANN401 - ax and language
        more = {each: answer.options[each] for each in names if each in answer.options}
        if "games" in names:
            more["games"] = answer.games
        return draw(answer.frame, **more, **how)

    return drawn


# ------------------------------------------------------------------ how each is worked out


def _income(asked: ChosenGames, by: By) -> pl.LazyFrame:
    return income(asked.tables, by if "source" in by else ("source", *by))


def _survival(
    asked: ChosenGames, by: By, where: Sequence[pl.Expr] = (), unit: Unit = "rounds"
) -> pl.LazyFrame:
    return survival_with_intervals(_life_table(asked, by, where, unit), by)


def _fates(
    asked: ChosenGames, by: By, where: Sequence[pl.Expr] = (), unit: Unit = "rounds"
) -> pl.LazyFrame:
    return fates_with_intervals(_life_table(asked, by, where, unit), by)


def _life_table(asked: ChosenGames, by: By, where: Sequence[pl.Expr], unit: Unit) -> pl.LazyFrame:
    found = lives(asked.whole.events)
    found = found.filter(*where) if where else found
    return folded_life_table(found, asked.whole.games, by, unit=unit)


def _paradoxes(asked: ChosenGames, by: By) -> pl.LazyFrame:
    keys = by if "victim" in by else (*by, "victim")
    return paradoxes(erasures(asked.whole.events), asked.whole.games, keys)


def _cascades(asked: ChosenGames, by: By) -> pl.LazyFrame:
    return cascade_lengths(cascades(asked.whole.events), by)


def _seats(asked: ChosenGames, adjust: str | None) -> pl.LazyFrame:
    return seat_effects(asked.fared) if adjust is None else fair_seats(asked.fared)


def _openings(asked: ChosenGames, by: By) -> pl.LazyFrame:
    (key,) = by
    return rated_openings(openings(asked.whole.events), asked.fared, key)


def _compare(
    asked: ChosenGames,
    other: ChosenGames,
    names: tuple[str, str],
    measures: Sequence[str] | None = None,
) -> pl.LazyFrame:
    del names
    by_player = asked.seats is not None or other.seats is not None
    rows = _player_rows if by_player else _game_rows
    return compare(rows(asked), rows(other), measures)


def _game_rows(asked: ChosenGames) -> pl.LazyFrame:
    return game_measures(asked.whole)


def _player_rows(asked: ChosenGames) -> pl.LazyFrame:
    rows = player_measures(asked.whole)
    if asked.seats is None:
        return rows
    return rows.join(asked.seats, on=["game", "seat"], how="semi", maintain_order="left")


def _heat(asked: ChosenGames, what: What) -> pl.DataFrame:
    """Squares of all ages, the hottest first, with the share of games and its interval."""
    grid = grid_of(asked.whole)
    shares = heat(asked.whole, what)
    squares = list(bits(grid.area))
    frame = pl.DataFrame(
        {
            "age": [age.title for age in AGES for _ in squares],
            "square": [name(each) for _ in AGES for each in squares],
            "share": [float(shares[age, each]) for age in AGES for each in squares],
        },
        {"age": AGE, "square": pl.String(), "share": pl.Float64()},
    )
    clusters = asked.clusters
    both = frame.with_columns(
        pl.Series(
            f"share_{end}", [share_interval(share, clusters)[place] for share in frame["share"]]
        )
        for place, end in enumerate(("low", "high"))
    )
    return both.sort("share", "age", "square", descending=[True, False, False])


# ------------------------------------------------------------------ the registry

_ALL: Final = (
    Question("income", _income, _of_rows(money.draw_income_sources, "games"), findings.income,
             "limit-income"),
    Question("wealth", lambda asked, by: coin_curve(asked.tables, by),
             lambda answer, **how: draw_income_bands(answer.asked.tables, **how),
             findings.wealth, "limit-coin_curve"),
    Question("how_won", lambda asked: how_won(asked.tables),
             _of_rows(money.draw_how_won, "games"), findings.how_won, "limit-how_won"),
    Question("spending", lambda asked, by: spending(asked.tables, by),
             _of_rows(money.draw_spending, "games"), findings.spending, "limit-spending"),
    Question("cards_spent", lambda asked, by: cards_spent(asked.whole, by),
             _of_rows(money.draw_cards_spent, "games"), findings.cards_spent,
             "limit-cards_spent"),
    Question("survival", _survival, _of_rows(buildings.draw_survival, "unit"),
             findings.survival, "limit-survival"),
    Question("fates", _fates, _of_rows(buildings.draw_fates, "games"), findings.fates,
             "limit-fates"),
    Question("causes_of_death", _fates, _of_rows(buildings.draw_causes_of_death, "unit", "games"),
             findings.fates, "limit-fates"),
    Question("shadows", lambda asked, by: shadow_outcomes(asked.whole, by),
             _of_rows(buildings.draw_shadow_outcomes, "games"), findings.shadows,
             "limit-shadow_outcomes"),
    Question("paradoxes", _paradoxes, _of_rows(buildings.draw_paradoxes, "games"),
             findings.paradoxes, "limit-paradoxes"),
    Question("domains", lambda asked, by: domain_events(asked.whole, by),
             _of_rows(domains.draw_domain_events, "games"), findings.domains,
             "limit-domain_events"),
    Question("cascades", _cascades, _of_rows(domains.draw_cascades, "games"), findings.cascades,
             "limit-cascade_lengths"),
    Question("seats", _seats, _of_rows(players.draw_seats), findings.seats,
             "limit-seat_effects"),
    Question("openings", _openings, lambda answer, **how: players.draw_openings(
                 answer.frame.rename({answer.options["by"][0]: "opening"}), **how),
             findings.openings, "limit-openings"),
    Question("hands", lambda asked, rounds: hand_results(asked.tables, asked.fared, rounds=rounds),
             _of_rows(players.draw_hand_results), findings.hands, "limit-hand_results"),
    Question("luck", lambda asked, by, rounds: luck(
                 asked.tables, asked.fared, by, rounds=rounds),
             _of_rows(leads.draw_luck), findings.luck, "limit-luck"),
    Question("cards_held", lambda asked, by: cards_held(asked.tables, by),
             _of_rows(players.draw_cards_held), findings.cards_held, "limit-cards_held"),
    Question("rules", lambda asked: clause_coverage(asked.whole.events),
             _of_rows(domains.draw_coverage, "games"), findings.coverage,
             "limit-clause_coverage"),
    Question("ratings", lambda asked, by, anchor: ratings(asked.whole.games, by, anchor=anchor),
             _of_rows(players.draw_ratings), findings.ratings, "limit-ratings"),
    Question("duels", lambda asked: duels(asked.whole.games), _of_rows(players.draw_duels),
             findings.duels, "limit-ratings"),
    Question("lead_changes", lambda asked, by: decided(asked.whole, by),
             _of_rows(leads.draw_decided), findings.lead_changes, "limit-lead_changes"),
    Question("comebacks", lambda asked, by: comebacks(asked.whole, asked.fared, by),
             _of_rows(leads.draw_comebacks), findings.comebacks, "limit-comebacks"),
    Question("compare", _compare, _of_rows(players.draw_comparison, "names"), findings.compare,
             "limit-compare"),
    Question("heat", _heat, lambda answer, **how: draw_heat(
                 answer.asked.whole, answer.options["what"], **how),
             findings.heat, "limit-heat"),
    Question("pays", lambda asked, done: payoff(asked.whole, done, fared=asked.fared),
             _of_rows(leads.draw_payoff), findings.payoff, "limit-payoff"),
)  # fmt: skip

QUESTIONS: Final = MappingProxyType({question.name: question for question in _ALL})
"""By name: every question."""
