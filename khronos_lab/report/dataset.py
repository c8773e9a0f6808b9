"""What many games say as a page: a figure, the numbers and their limits for every question."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from inspect import signature
from pathlib import Path
from typing import Any, Final, NamedTuple

import polars as pl

from khronos_lab.analysis.statistics.domains import cascades, longest_cascades
from khronos_lab.analysis.statistics.ratings import duels, ratings
from khronos_lab.analysis.statistics.standard_report import collect_report, standard_report
from khronos_lab.analysis.tables.game_tables import LazyTables
from khronos_lab.analysis.timeline import Timeline
from khronos_lab.drawing.figures.income import draw_income_bands
from khronos_lab.drawing.output.figure import Drawing
from khronos_lab.drawing.statistics import buildings, domains, money
from khronos_lab.drawing.statistics import players as playing
from khronos_lab.drawing.statistics.labels_and_fills import label_of
from khronos_lab.export.film import plain_words
from khronos_lab.records.model import GameRecord
from khronos_lab.report.game import moment_picture, open_line, told
from khronos_lab.report.page import (
    Section,
    data_table,
    folded,
    limits,
    paragraph,
    picture,
    report_page,
)
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.language import catalogue, say, spoken
from khronos_lab.simulation.game_of_row import Place, place_of, record_of
from khronos_lab.viewer.html import Markup, tag

ROWS: Final = 40
"""Rows of a table that are shown; the rest is counted."""
TOLD: Final = 12
"""Effects of a moment that are told at once."""


class Question(NamedTuple):
    """How one question of the standard report is shown."""

    title: str
    """The key of its heading."""
    draw: Callable[..., Drawing] | None = None


def _draw_first_actions(rows: pl.DataFrame, *, language: str) -> Drawing:
    return playing.draw_openings(rows.rename({"first_action": "opening"}), language=language)


_INCOME: Final = Question("title-income_sources", money.draw_income_sources)
_HANDS: Final = Question("title-hands", playing.draw_hand_results)
_OTHERS: Final[Mapping[str, Question]] = {
    "income": _INCOME,
    "income_by_round": _INCOME,
    "income_by_place": _INCOME,
    "income_by_player": _INCOME,
    "coin_curve": Question("title-income"),
    "survival": Question("title-building_survival", buildings.draw_survival),
    "survival_by_age": Question("title-building_survival"),
    "cascade_lengths": Question("title-cascades", domains.draw_cascades),
    "seat_effects": Question("title-seats", playing.draw_seats),
    "first_actions": Question("title-openings", _draw_first_actions),
    "hand_results": _HANDS,
    "first_hand": _HANDS,
    "clause_coverage": Question("title-coverage", domains.draw_coverage),
}
"""Questions whose heading or figure does not have their name."""


def question_of(name: str) -> Question:
    """How a question is shown: usually under `title-name`, drawn by `draw_name`."""
    own = (getattr(each, f"draw_{name}", None) for each in (buildings, domains, money, playing))
    return _OTHERS.get(name) or Question(f"title-{name}", next(filter(None, own), None))


@dataclass(frozen=True, slots=True)
class Shelf:
    """Where the games of the tables are found again: in simulations, or as records at hand."""

    folder: Path | None = None
    """Below it are simulations whose games can be played again."""
    shown: str = ""
    """What the commands of the page call the folder."""
    records: Mapping[str, GameRecord] = field(default_factory=dict)
    """The games by their ids in the tables, if there are records of them."""
    places: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    """For each record its file, and which game of it."""

    trust: Sequence[str] = ()
    """Modules of players who may play a game again; see `record_of`."""

    def record(self, game: str) -> GameRecord:
        """The game with this id; a `KhronosError` says why there is none."""
        if self.records:
            return self.records[game]
        if self.folder is None or self._place(game) is None:
            raise KhronosError("no simulation in this folder has it")
        return record_of(self.folder, game, trust=self.trust)

    def _place(self, game: str) -> Place | None:
        return None if self.folder is None else place_of(self.folder, game)

    def title(self, game: str) -> str:
        """What people call a game: its file, or its id."""
        return game if not self.places else Path(self.places[game][0]).name

    def commands(self, game: str, step: int) -> tuple[str, str]:
        """What one types to see the `step` of a table: in a notebook, and in a terminal."""
        opened, shown = self._opening(game)
        # A table counts events from 0; the steps of a game begin with the position before them.
        return f"{opened}.replay(step={step + 1})", shown

    def _opening(self, game: str) -> tuple[str, str]:
        if self.places:
            file, number = self.places[game]
            more, flag = (f", game={number}", f" --game {number}") if number > 1 else ("", "")
            return (
                f"khronos_lab.load({json.dumps(file)}{more})",
                f"khronos-lab show {shlex.quote(file)}{flag}",
            )
        where = self._place(game)
        if where is None or self.folder is None:
            return "khronos_lab.load(record)", "khronos-lab show FILE"
        folder = (Path(self.shown) / where.folder.relative_to(self.folder)).as_posix()
        return (
            f"khronos_lab.dataset({json.dumps(folder)}).game({json.dumps(game)})",
            f"khronos-lab simulate --out {shlex.quote(folder)} --game {where.number} "
            "--save game.khr",
        )


NO_SHELF: Final = Shelf()


def dataset_html(
    tables: LazyTables,
    *,
    title: str,
    shelf: Shelf = NO_SHELF,
    version: str = "",
    costs: pl.DataFrame | None = None,
    changes: pl.DataFrame | None = None,
    most: int = 3,
    language: str | None = None,
) -> str:
    """The page of a dataset; `shelf` is where its games are found again for pictures.

    At most `most` moments get a picture. The same arguments give the same page, byte for byte.
    """
    language = spoken(language)
    games = int(tables.games.select(pl.col("game").n_unique()).collect().item())
    if not games:
        raise KhronosError(f"{title}: there is no game in it to report on")
    asked = standard_report(
        tables,
        costs=None if costs is None else costs.lazy(),
        changes=None if changes is None else changes.lazy(),
    )
    answers = collect_report(asked)
    with plain_words():
        sections = [
            _setting(tables, language),
            *_answers(answers, tables, games, language),
            *_strength(tables, language),
            _moments(tables, shelf, most, language),
        ]
    footer = say("story-made_by", language, version=version)
    return report_page(title, _lead(tables, games, language), sections, footer, language)


# ------------------------------------------------------------------ what was played


def _lead(tables: LazyTables, games: int, language: str) -> list[Markup]:
    found = tables.games.select("map", "players").unique().collect()
    maps = sorted({name or say("caption-unknown", language) for name in found["map"]})
    shown = maps if len(maps) <= 6 else [*maps[:5], "…"]
    sizes = sorted(set(found["players"]))
    span = str(sizes[0])
    if len(sizes) > 1:
        span = f"{span} {say('caption-to', language)} {sizes[-1]}"
    said = say(
        "story-games",
        language,
        games=say("n-games", language, n=games),
        players=f"{span} {say('word-players', language)}",
        maps=say("list-and", language, items=tuple(shown)),
    )
    words = say("report-about_players", language)
    missing = [paragraph(each, "limits") for each in tables.missing(language)]
    return [paragraph(said, "lead"), *missing, paragraph(words, "limits")]


def _setting(tables: LazyTables, language: str) -> Section:
    keys = ["players", "edition", "holdem"]
    counts = (
        tables.games.filter(pl.col("seat") == 0)
        .group_by(keys)
        .len("games")
        .sort(keys)
        .collect(engine="streaming")
    )
    head = [
        say("word-players", language), say("rule-edition", language), say("rule-holdem", language),
        say("word-games", language),
    ]  # fmt: skip
    rows = [
        [row[0], *(label_of(key, row[place], language) for place, key in ((1, keys[1]),
         (2, keys[2]))), row[3]]
        for row in counts.iter_rows()
    ]  # fmt: skip
    table = data_table(head, rows, language)
    return Section("setting", say("report-setting", language), (table,))


# ------------------------------------------------------------------ questions


def _answers(
    answers: Mapping[str, pl.DataFrame], tables: LazyTables, games: int, language: str
) -> Iterator[Section]:
    """A section for every heading; questions of one heading share it."""
    parts: dict[str, list[Markup]] = {}
    names: dict[str, str] = {}
    for name, rows in answers.items():
        title = say(question_of(name).title, language)
        names.setdefault(title, name)
        found = _answer(name, title, rows, tables, games, language)
        parts.setdefault(title, []).extend(found)
    for title, inside in parts.items():
        yield Section(names[title], title, tuple(inside))


def _answer(
    name: str, title: str, rows: pl.DataFrame, tables: LazyTables, games: int, language: str
) -> Iterator[Markup]:
    draw = question_of(name).draw
    if name == "coin_curve":
        yield picture(draw_income_bands(tables, language=language), title)
    elif draw is not None:
        more = {"games": games} if "games" in signature(draw).parameters else {}
        yield picture(draw(rows, language=language, **more), title)
    if f"limit-{name}" in catalogue(language):
        yield limits(f"limit-{name}", language)
    yield folded(f"{say('report-numbers', language)}: {name}", *frame_table(rows, language))


def frame_table(rows: pl.DataFrame, language: str) -> Iterator[Markup]:
    """The rows of a frame, at most `ROWS`; games of a row lead to where they can be opened."""
    shown = rows.head(ROWS)
    games = shown.columns.index("game") if "game" in shown.columns else None
    cells = [
        [
            tag("a", str(value), href="#open") if place == games and value is not None else value
            for place, value in enumerate(row)
        ]
        for row in shown.iter_rows()
    ]
    yield data_table(shown.columns, cells, language)
    if rows.height > ROWS:
        yield paragraph(say("story-more_rows", language, number=rows.height - ROWS), "muted")


def _strength(tables: LazyTables, language: str) -> Iterator[Section]:
    """Ratings, where different players met."""
    met = duels(tables.games).collect()
    if met.is_empty():
        return
    rated = ratings(tables.games).collect()
    title = say("title-ratings", language)
    parts = (
        picture(playing.draw_ratings(rated, language=language), title),
        picture(playing.draw_duels(met, language=language), say("title-duels", language)),
        folded(f"{say('report-numbers', language)}: ratings", *frame_table(rated, language)),
    )
    yield Section("ratings", title, parts)


# ------------------------------------------------------------------ moments


def _moments(tables: LazyTables, shelf: Shelf, most: int, language: str) -> Section:
    found = longest_cascades(cascades(tables.events), max(most, 1)).collect(engine="streaming")
    parts: list[Markup] = [tag("p", say("report-see_also", language), id="open")]
    if found.height:
        game, step = found.select("game", "step").row(0)
        parts.append(open_line(*shelf.commands(game, step), language))
    for row in found.head(most).iter_rows(named=True):
        parts += _moment(row, shelf, language)
    return Section("moments", say("report-moments", language), tuple(parts))


def _moment(row: Mapping[str, Any], shelf: Shelf, language: str) -> Iterator[Markup]:
    game, step = row["game"], row["step"]
    numbers = {"number": row["effects"], "length": row["length"]}
    yield tag("h3", say("story-moment", language, game=shelf.title(game), step=step, **numbers))
    try:
        span = Timeline.of(shelf.record(game)).at_step(step).span
    except Exception as fault:  # whatever a player of somebody's own may do
        reason = str(fault) or type(fault).__name__
        yield paragraph(say("story-no_picture", language, reason=reason.rstrip(".")), "muted")
        return
    assert span is not None
    yield told(span.log, language, TOLD)
    yield moment_picture(span.before, span.log, span.after, language)
    yield open_line(*shelf.commands(game, step), language)
