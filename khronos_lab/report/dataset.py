"""What many games say as a page: findings, moments, methods, and an appendix that is folded."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import polars as pl

from khronos_lab.analysis import LazyTables, Timeline
from khronos_lab.board import NOTHING, Markup, Part, tag
from khronos_lab.drawing import charts
from khronos_lab.export import plain_words
from khronos_lab.questions import (
    FAMILIES,
    QUESTIONS,
    WHO,
    Question,
    Selection,
    cascades,
    headline,
    label_of,
    longest_cascades,
)
from khronos_lab.records import GameRecord
from khronos_lab.report.page import (
    Section,
    data_table,
    folded,
    limits,
    paragraph,
    picture,
    replay_data,
    replay_room,
    report_page,
)
from khronos_lab.rulebook import KhronosError, say

FINDINGS: Final = 5
"""Findings that a page opens with, and how many of them may be of one family."""
ALIKE: Final = 2
ROWS: Final = 25
"""Rows of a table that are shown; the rest is counted."""

Finder = Callable[[str], GameRecord]
"""The record of a game by its id; whatever it raises, the page is made without that game."""


def dataset_html(
    asked: Selection, *, title: str, record: Finder, name: str = "", folder: str = "",
    date: str = "", prefer: Sequence[str] = (), most: int = 3, version: str = "",
) -> str:  # fmt: skip
    """The page of many games for somebody who was not there: findings, methods, appendix.

    At most `most` games replay in it. Those whose ids begin with one of `prefer` are taken first:
    they are at hand without being played again. `folder` holds the tables, if there is one. The
    same arguments give the same page, byte for byte.
    """
    if not asked.number:
        raise KhronosError(say("report-no_games", title=name))
    asked = asked.for_report()
    answers = standard_answers(asked)
    told = {name: each for name, each in answers.items() if not each.frame.is_empty()}
    examples = _examples(asked.whole, told, prefer, most) if most else []
    replays, shown, why_not = _shown(examples, record)
    strongest = _strongest(told)
    others = {name: each for name, each in told.items() if each not in strongest}
    with plain_words():
        findings = [_headline(each, replays) for each in strongest]
        appendix = [*_families(others), _setting(asked.whole)]
    findings = findings or [paragraph(say("report-nothing_sure"))]
    sections = [Section("findings", say("report-findings"), tuple(findings))]
    left = {each.number: each for each in reversed([*replays.values()])}
    if moments := [_room(each) for _, each in sorted(left.items())]:
        sections.append(Section("moments", say("report-moments"), tuple(moments)))
    elif most:
        none = (paragraph(say("report-no_replays")), paragraph(why_not))
        sections.append(Section("moments", say("report-moments"), none))
    methods = paragraph(say("report-method", games=asked.number, deals=asked.clusters))
    sections.append(Section("methods", say("report-methods"), (methods,)))
    if folder:
        sections.append(Section("tools", say("report-data"), tuple(_snippets(folder))))
    folded_up = folded(say("report-appendix_what", n=len(others)), *appendix)
    sections.append(Section("appendix", say("report-appendix"), (folded_up,)))
    title = title or say("report-title", n=asked.number)
    return report_page(title, _lead(asked, date, name), sections, shown, version)


def standard_answers(asked: Selection) -> dict[str, Question]:
    """Every question that a report asks, by name."""
    return {
        name: question(asked, **question.report)
        for name, question in QUESTIONS.items()
        if question.report is not None
    }


def _strongest(told: Mapping[str, Question]) -> list[Question]:
    """The findings that are largest and sure, not too many of one family; never a null result."""
    found: list[Question] = []
    strengths = {name: each.strength() for name, each in told.items()}
    for name in sorted(strengths, key=lambda name: (-strengths[name], name)):
        alike = sum(each.family == told[name].family for each in found)
        if strengths[name] > 0 and alike < ALIKE and len(found) < FINDINGS:
            found.append(told[name])
    return found


# ------------------------------------------------------------------ what was played


def _lead(asked: Selection, date: str, name: str) -> list[Markup]:
    found = asked.whole.games.select("map", "players").unique().collect()
    maps = sorted({name or say("caption-unknown") for name in found["map"]})
    shown = maps if len(maps) <= 6 else [*maps[:5], "…"]
    sizes = sorted(set(found["players"]))
    span = f" {say('caption-to')} ".join(map(str, dict.fromkeys((sizes[0], sizes[-1]))))
    said = say(
        "story-games", games=say("n-games", n=asked.number),
        players=f"{span} {say('word-players')}", maps=say("list-and", items=tuple(shown)),
    )  # fmt: skip
    who = say("report-who", who=tuple(asked.who))
    missing = [paragraph(each, "limits") for each in asked.whole.missing()]
    when = " · ".join(filter(None, (date, name)))
    return [paragraph(when, "muted"), paragraph(f"{said} {who}", "lead"), *missing]


def _setting(tables: LazyTables) -> Markup:
    keys = ["players", "edition", "holdem", "who"]
    seats = tables.games.group_by("game", *keys[:3]).agg(who=WHO)
    named = pl.col("who").list.unique().list.sort().list.join(", ")
    by_game = seats.with_columns(named).group_by(keys)
    counts = by_game.len("games").sort(keys).collect(engine="streaming")
    words = ("word-players", "rule-edition", "rule-holdem", "report-names", "word-games")
    rows = [
        [*(label_of(key, row[key]) for key in keys[:3]), row["who"], row["games"]]
        for row in counts.iter_rows(named=True)
    ]
    table = data_table([say(key) for key in words], rows)
    return tag("section", tag("h3", say("report-setting")), table)


def _snippets(folder: str) -> Iterator[Markup]:
    """The same data in other tools, to be copied."""
    tables = f"{folder}/**/players/*.parquet"
    query = f"SELECT player, avg(coins), count(*) FROM '{tables}' GROUP BY player"
    code = {
        "DuckDB": f'duckdb -c "{query}"',
        "pandas": "import khronos_lab as kl, pandas as pd\n"
        f'games = kl.dataset("{folder}")\n'
        'pd.DataFrame.from_arrow(games.income(by="player"))',
        "R": "library(duckdb)\n"
        f"""dbGetQuery(dbConnect(duckdb()), "{query}")""",
    }
    yield paragraph(say("report-data_how"))
    for tool, lines in code.items():
        yield tag("h3", tool)
        yield tag("pre", tag("code", lines))


# ------------------------------------------------------------------ findings


def _headline(answer: Question, replays: dict[str, _Replay]) -> Markup:
    """A finding with its figure at full width, its moment and its limits."""
    said = answer.told(alone=False)
    with charts.narrow():
        small = answer.plot()
    moment = replays.pop(answer.name, None)
    if moment is not None:
        for name in [name for name, each in replays.items() if each.number == moment.number]:
            del replays[name]
    first, rest = headline(said)
    shown = picture(answer.plot(), said, narrow=small), _room(moment) if moment else NOTHING
    return tag("article", tag("h3", first), paragraph(rest), *shown, *_behind(answer))


def _behind(answer: Question) -> tuple[Markup, Markup]:
    """Folded: what a finding can't say, and its numbers."""
    numbers = folded(say("report-numbers"), *frame_table(answer.frame))
    return limits(say(answer.limit)), numbers


def _families(told: Mapping[str, Question]) -> Iterator[Markup]:
    for family, questions in FAMILIES.items():
        answers = [told[question.name] for question in questions if question.name in told]
        if answers:
            yield tag("h3", say(f"report-family_{family}"))
        for answer in answers:
            said = answer.told(alone=False)
            yield tag("article", tag("h4", said), picture(answer.plot(), said), *_behind(answer))


def frame_table(rows: pl.DataFrame) -> Iterator[Markup]:
    """The rows of a frame, at most `ROWS`."""
    shown = rows.head(ROWS)
    yield data_table(shown.columns, shown.rows())
    if rows.height > ROWS:
        yield paragraph(say("story-more_rows", number=rows.height - ROWS), "muted")


# ------------------------------------------------------------------ games to replay


class _Replay(NamedTuple):
    """A game of the page: its number there, the step to begin with, what it shows, and its id."""

    number: int
    step: int
    words: str
    game: str


Example = tuple[tuple[str, ...], str, int, dict[str, Any]]
"""Questions that a moment belongs to, its game and step, and values of its words."""


def _examples(
    tables: LazyTables, told: Mapping[str, Question], prefer: Sequence[str], most: int
) -> list[Example]:
    """Moments worth a look."""
    if prefer:
        at_hand = pl.any_horizontal(pl.col("game").str.starts_with(f"{each}-") for each in prefer)
        frames = (tables.games, tables.turns, tables.events, tables.players)
        tables = LazyTables(*(each.filter(at_hand) for each in frames))
        ripple = longest_cascades(cascades(tables.events), 1).collect(engine="streaming")
    else:  # the report knows the longest chain already
        known = told["cascades"].frame if "cascades" in told else pl.DataFrame({"length": []})
        ripple = known.sort("length").tail(1)
    richest = tables.games.filter(pl.col("coins") == pl.col("coins").max()).sort("game").head(1)
    last = tables.turns.filter(pl.col("round") == pl.col("round").max())
    narrow = (
        tables.games.filter("finished")
        .group_by("game")
        .agg(
            (pl.col("coins").top_k(2).max() - pl.col("coins").top_k(2).min()).alias("margin"),
            length=pl.col("step").first(),
        )
        .sort("margin", "length", "game")  # of equals the shortest, which is the smallest to show
        .head(1)
        .join(last.group_by("game").agg(pl.col("step").min()), on="game")
    )
    found = [ripple, *pl.collect_all([richest, narrow], engine="streaming")]
    sorts = (
        (("cascades", "shadows", "paradoxes", "domains"), "report-example_ripple"),
        (("income", "wealth", "how_won"), "report-example_richest"),
        (("lead_changes", "comebacks"), "report-example_narrow"),
    )
    examples = [
        (questions, row["game"], row["step"], {"key": key, **row})
        for frame, (questions, key) in zip(found, sorts, strict=True)
        for row in frame.iter_rows(named=True)
    ]
    return examples[:most]


def _shown(
    examples: Sequence[Example], record: Finder
) -> tuple[dict[str, _Replay], list[Part], str]:
    """By question the game to look at, the data of these games, and why one is missing.

    A game is there once, with the first moment in it.
    """
    found: dict[str, _Replay] = {}
    numbers: dict[str, int] = {}
    games: list[Part] = []
    why_not = ""
    for questions, game, step, facts in examples:
        if game not in numbers:
            try:
                played = record(game)
            except KhronosError as fault:
                why_not = why_not or str(fault)
                continue
            except Exception:  # whatever a player of somebody's own may do: the page needs no game
                continue
            numbers[game] = len(games)
            games.append(replay_data(played, Timeline.of(played)))
        key = facts.pop("key")
        if key == "report-example_richest":
            words = say(key, game=game, player=facts["player"], n=facts["coins"])
        elif key == "report-example_narrow":
            words = say(key, game=game, n=facts["margin"])
        else:
            words = say(key, game=game, length=facts["length"])
        for name in questions:
            found[name] = _Replay(numbers[game], step, words, game)
    return found, games, why_not


def _room(shown: _Replay) -> Markup:
    """Where a game of the page replays."""
    return replay_room(f"▶ {shown.words}", shown.number, shown.step, title=shown.game)
